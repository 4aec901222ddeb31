"""Orders of timestamps that come to the same: which entries are compared, and that the answers agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest

from verifier import reference
from verifier.board import Board, Entry, Permanent, Player, Resolved
from verifier.cards import pool
from verifier.cards.ability import GainControl, Static
from verifier.cards.card import Card, Face
from verifier.cards.terms import Anything
from verifier.check import IN_CLASSES, check
from verifier.claim import Verdict
from verifier.claim_format.orders import circles, orders_told_apart
from verifier.instances import count_instances, instances
from verifier.rules import answers

from .test_instances import claim


def board(*names: str, opponents: Sequence[str] = ()) -> Board:
    known = {card.name: card for card in pool.all_cards()}
    entries: list[Entry] = []
    for place, name in enumerate((*names, *opponents), 1):
        who = "you" if place <= len(names) else "opponent"
        entries.append(Permanent(f"{name}#{place}", known[name], who, who, place))
    return Board((Player("you"), Player("opponent")), "you", tuple(entries))


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        (board("Forest", "Island", "Null Profusion"), ()),
        (board("Null Profusion", "Forest", "Library of Leng"), ((0, 2),)),
        (board("Null Profusion", opponents=("Library of Leng",)), ()),
        (board("Gnat Miser", "Locust Miser", opponents=("Null Profusion",)), ((0, 1, 2),)),
        (board("Blood Moon", "Urborg, Tomb of Yawgmoth", "Null Profusion", "Library of Leng"), ((2, 3), (0, 1))),
        (board("Blood Moon", "Humility", "Glorious Anthem"), ((1, 2),)),
        (board("Forest", "Blood Moon", "Chromatic Lantern"), ()),
    ],
)
def test_only_what_has_effects_of_one_kind_is_compared(there: Board, expected: tuple[tuple[int, ...], ...]) -> None:
    assert sorted(tuple(sorted(circle)) for circle in circles(there)) == sorted(expected)


def test_whose_hand_sizes_they_are_may_depend_on_control() -> None:
    there = board("Null Profusion", opponents=("Library of Leng",))
    assert circles(there) == ()
    thief = Card("Thief", (Face("Thief", abilities=(Static((GainControl(Anything(), "you"),)),)),))
    entries = (*there.entries, Permanent("Thief", thief, "you", "you", 9))
    assert circles(there.with_entries(entries)) == (frozenset({0, 1}),)


def test_all_are_compared_with_what_resolved_and_changes_permanents() -> None:
    there = board("Forest", "Island")
    grown = next(card for card in pool.all_cards() if card.name == "Overrun")
    entries = (*there.entries, Resolved("Overrun", grown, "you", 9))
    assert circles(there.with_entries(entries)) == (frozenset({0, 1, 2}),)


@pytest.mark.parametrize(
    ("hosts", "around", "expected"),
    [
        ([set(), set(), set()], [{0, 2}], [(0, 1, 2), (1, 2, 0)]),
        ([set(), set(), set()], [], [(0, 1, 2)]),
        ([set(), {0}, {1}], [{0, 2}], [(0, 1, 2)]),
        ([set(), set(), {0}, set()], [{0, 1}, {2, 3}], [(0, 1, 2, 3), (0, 1, 3, 2), (1, 0, 2, 3), (1, 0, 3, 2)]),
    ],
)
def test_the_first_order_stands_for_its_class(
    hosts: list[set[int]], around: list[set[int]], expected: list[tuple[int, ...]]
) -> None:
    assert orders_told_apart([frozenset(h) for h in hosts], [frozenset(c) for c in around]) == expected


@pytest.mark.parametrize(
    "there",
    [
        board("Blood Moon", "Urborg, Tomb of Yawgmoth", "Null Profusion", "Library of Leng", "Forest"),
        board("Humility", "Opalescence", "Glorious Anthem", "Gnat Miser"),
        board("Null Profusion", "Minamo Scrollkeeper", opponents=("Gnat Miser", "Locust Miser")),
        board("Yavimaya, Cradle of Growth", "Conversion", "Kormus Bell", opponents=("Locust Miser",)),
    ],
)
@pytest.mark.parametrize("who", [answers, reference])
def test_orders_of_one_class_have_one_answer(there: Board, who: object) -> None:
    found: dict[object, object] = {}
    for order in permutations(range(len(there.entries))):
        entries = tuple(replace(entry, timestamp=order.index(place)) for place, entry in enumerate(there.entries))
        now = there.with_entries(entries)
        asked = (who.characteristics(now), who.maximum_hand_size(now), who.could_produce(now))  # type: ignore[attr-defined]
        kind = tuple(tuple(sorted(circle, key=order.index)) for circle in circles(there))
        assert found.setdefault(kind, asked) == asked


EIGHT = ["Null Profusion", "Library of Leng", "Gnat Miser", "Forest", "Island", "Swamp", "Mountain", "Plains"]


def test_a_claim_about_more_orders_than_are_gone_through() -> None:
    known = claim(EIGHT, {"timestamps": True}, expect={"maximum_hand_size": {"opponent": 6}})
    assert count_instances(known) == 40_320
    assert len(list(instances(known, told_apart=True))) == 2
    result = check(known)
    assert (result.verdict, result.evidence) == (Verdict.PROVED, IN_CLASSES)


def test_its_counterexample_is_the_first_of_all_orders() -> None:
    known = claim(EIGHT, {"timestamps": True}, expect={"maximum_hand_size": {"you": "none"}})
    first = next(one for one in instances(known) if one.order.index("Null Profusion") > one.order.index(EIGHT[1]))
    result = check(known)
    assert result.verdict is Verdict.REFUTED
    assert result.difference is not None
    assert result.difference.instance.order == first.order
