"""The instances of a claim: their order, their number and what each of them holds."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.claim import Claim
from verifier.claim_format import claims_from
from verifier.errors import BadInput
from verifier.instances import (
    bounds,
    count_instances,
    count_linear_extensions,
    first_instance,
    instances,
    linear_extensions,
)

AURA = {"card": "Wild Growth", "attached_to": "Forest"}


def claim(battlefield: list[Any], for_all: dict[str, Any], **keys: Any) -> Claim:
    head = {"id": "a", "says": "s", "rules": ["106.7"], "source": {"rule": "106.7"}}
    keys.setdefault("expect", {"cleanup_discards": {"you": 0}})
    return claims_from({"claim": [{**head, "battlefield": battlefield, "for_all": for_all, **keys}]}, "here")[0]


def orders(battlefield: list[Any], for_all: dict[str, Any]) -> list[tuple[str, ...]]:
    return [one.order for one in instances(claim(battlefield, {"timestamps": True, **for_all}))]


def added(battlefield: list[Any], for_all: dict[str, Any]) -> list[tuple[str, ...]]:
    return [one.added for one in instances(claim(battlefield, for_all))]


def test_a_claim_without_quantifiers_has_one_instance() -> None:
    one = claim(["Forest"], {})
    (only,) = instances(one)
    assert (only.description, only.order, only.added) == ("", (), ())
    assert (count_instances(one), bounds(one)) == (1, "one board")


def test_every_order_begins_with_that_of_the_list() -> None:
    assert orders(["Forest", "Bayou", "Badlands"], {}) == list(permutations(["Forest", "Bayou", "Badlands"]))


def test_an_order_is_in_the_timestamps_and_not_in_the_list() -> None:
    last = list(instances(claim(["Forest", "Bayou"], {"timestamps": True})))[-1]
    assert [(entry.id, entry.timestamp) for entry in last.board.entries] == [("Forest", 2), ("Bayou", 1)]
    assert last.description == "order: Bayou; Forest"


def test_what_is_attached_comes_after_what_it_is_attached_to() -> None:
    assert orders([AURA, "Forest", "Bayou"], {}) == [
        ("Forest", "Wild Growth", "Bayou"),
        ("Forest", "Bayou", "Wild Growth"),
        ("Bayou", "Forest", "Wild Growth"),
    ]


def test_simultaneous_entries_stay_together() -> None:
    pair = [{"card": "Forest", "since": 1}, {"card": "Bayou", "since": 1}]
    assert orders([*pair, "Badlands"], {}) == [("Forest", "Bayou", "Badlands"), ("Badlands", "Forest", "Bayou")]
    first = first_instance(claim([*pair, "Badlands"], {"timestamps": True}))
    assert first is not None
    assert [entry.timestamp for entry in first.board.entries] == [1, 1, 2]


def test_subsets_come_smallest_first() -> None:
    assert added(["Forest"], {"subset_of": ["Bayou", "Forest"]}) == [
        (),
        ("Bayou",),
        ("Forest#2",),
        ("Bayou", "Forest#2"),
    ]


def test_an_id_does_not_depend_on_what_else_is_there() -> None:
    assert added([], {"subset_of": ["Forest", "Forest"]}) == [(), ("Forest",), ("Forest#2",), ("Forest", "Forest#2")]


def test_nothing_is_there_without_what_it_refers_to() -> None:
    assert added([], {"subset_of": [AURA, "Forest"]}) == [(), ("Forest",), ("Wild Growth", "Forest")]
    assert added([AURA], {"subset_of": ["Forest"]}) == [("Forest",)]


def test_copies_are_counted() -> None:
    found = claim(["Forest"], {"copies_of": {"card": "Forest", "from": 1, "to": 2, "as": "n"}})
    assert [(one.added, dict(one.numbers)) for one in instances(found)] == [
        (("Forest#2",), {"n": 1}),
        (("Forest#2", "Forest#3"), {"n": 2}),
    ]
    assert bounds(found) == "n = 1..2 copies of Forest"


def test_copies_and_subsets_together_come_smallest_first() -> None:
    found = added([], {"subset_of": ["Bayou"], "copies_of": {"card": "Forest", "from": 0, "to": 1}})
    assert found == [(), ("Bayou",), ("Forest",), ("Bayou", "Forest")]


def test_the_plain_name_means_the_first_copy() -> None:
    found = claim(
        [{"card": "Forest", "id": "own"}],
        {"copies_of": {"card": "Forest", "from": 0, "to": 1}},
        expect={"could_produce": {"Forest": "G"}},
    )
    assert [one.expect.could_produce for one in instances(found)] == [(), (("Forest#2", "G"),)]


def test_an_expectation_says_nothing_about_what_is_not_there() -> None:
    found = claim(
        ["Bayou"], {"subset_of": ["Forest"]}, event={"tap": "Forest"}, expect={"triggers": ["Forest"], "legal": True}
    )
    without, with_it = instances(found)
    assert (without.lacks, without.expect.triggers) == (("Forest",), ())
    assert (with_it.lacks, with_it.expect.triggers) == ((), (("Forest", None),))


def test_an_id_that_no_instance_has_is_refused() -> None:
    with pytest.raises(BadInput) as caught:
        claim(
            ["Bayou"], {"copies_of": {"card": "Forest", "from": 0, "to": 1}}, expect={"could_produce": {"Forest#2": ""}}
        )
    assert caught.value.key == 'expect.could_produce."Forest#2"'


@pytest.mark.parametrize("for_all", [{"number": {"h": "3..2"}}, {"copies_of": {"card": "Forest", "from": 3, "to": 2}}])
def test_an_empty_range_has_no_instance(for_all: dict[str, Any]) -> None:
    empty = claim([], for_all)
    assert list(instances(empty)) == []
    assert count_instances(empty) == 0


def test_keys_of_an_added_entry_are_given_where_it_is() -> None:
    without, with_it = instances(claim([], {"subset_of": [{"card": "Forest", "phased_out": True}]}))
    assert "battlefield.phased_out" not in without.board.given
    assert "battlefield.phased_out" in with_it.board.given


def test_bounds_tell_every_quantifier() -> None:
    for_all = {"timestamps": True, "subset_of": ["Forest", AURA], "number": {"n": "0..6"}}
    assert bounds(claim(["Bayou"], for_all)) == "up to 3 orders, 3 subsets, n = 0..6"
    assert bounds(claim(["Bayou"], {"timestamps": True})) == "1 order"


def test_large_numbers_are_counted_without_listing() -> None:
    for_all = {"timestamps": True, "subset_of": ["Forest"] * 40, "number": {"n": "1..1000000"}}
    assert count_instances(claim(["Bayou"], for_all)) > 10**50


def test_an_order_of_many_entries_is_found() -> None:
    first = first_instance(claim(["Forest"] * 900, {"timestamps": True}))
    assert first is not None
    assert [entry.timestamp for entry in first.board.entries] == list(range(1, 901))


CANDIDATES = [
    "Forest",
    "Bayou",
    AURA,
    {"card": "Wild Growth", "attached_to": "Bayou", "since": 2},
    {"card": "Taiga", "since": 2},
]


@settings(max_examples=20)
@given(
    st.lists(st.sampled_from(["Badlands", {"card": "Badlands", "since": 2}]), max_size=1),
    st.booleans(),
    st.integers(0, 1),
    st.integers(0, 1),
)
def test_the_number_is_that_of_the_listed(listed: list[Any], timestamps: bool, least: int, most: int) -> None:
    for_all = {
        "timestamps": timestamps,
        "subset_of": CANDIDATES,
        "copies_of": {"card": "Plains", "from": least, "to": most},
        "number": {"n": "0..0"},
    }
    found = claim(listed, for_all)
    seen = [(one.added, tuple(one.numbers.items()), one.order) for one in instances(found)]
    assert len(seen) == len(set(seen)) == count_instances(found)
    assert [len(one[0]) for one in seen] == sorted(len(one[0]) for one in seen)


HOSTS = st.integers(0, 6).flatmap(
    lambda number: st.lists(
        st.frozensets(st.integers(0, number - 1) if number else st.nothing(), max_size=2),
        min_size=number,
        max_size=number,
    )
)


@given(HOSTS)
def test_orders_are_those_that_a_permutation_allows(hosts: list[frozenset[int]]) -> None:
    expected = [
        order
        for order in permutations(range(len(hosts)))
        if all(order.index(host) < order.index(n) for n, before in enumerate(hosts) for host in before - {n})
    ]
    proper = [before - {n} for n, before in enumerate(hosts)]
    assert list(linear_extensions(proper)) == expected
    assert count_linear_extensions(proper) == len(expected)
