"""Ids and timestamps of the entries of a board."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.board import Board, Resolved
from verifier.board_format import board_from
from verifier.errors import BadInput, ManyBadInputs


def board(*entries: Any) -> Board:
    return board_from({"battlefield": list(entries)}, "here")


def problems(data: dict[str, Any]) -> list[BadInput]:
    with pytest.raises(BadInput) as caught:
        board_from(data, "here")
    error = caught.value
    return list(error.problems) if isinstance(error, ManyBadInputs) else [error]


def problem(data: dict[str, Any]) -> BadInput:
    (only,) = problems(data)
    return only


# Ids -----------------------------------------------------------------------------------------------------------------


def ids(*entries: Any) -> list[str]:
    return [one.id for one in board(*entries).entries]


def test_copies_are_counted_in_list_order() -> None:
    assert ids("Forest", "Bayou", "Forest", "forest") == ["Forest", "Bayou", "Forest#2", "Forest#3"]
    assert ids("Forest", {"card": "Forest", "id": "mine"}, "Forest") == ["Forest", "mine", "Forest#3"]


def test_permanents_are_counted_before_effects() -> None:
    assert ids({"resolved": "Harvest Mage", "ability": 1}, "Harvest Mage") == ["Harvest Mage#2", "Harvest Mage"]
    both = board({"resolved": "Harvest Mage", "ability": 1, "source": "Harvest Mage"}, "Harvest Mage").entries[0]
    assert isinstance(both, Resolved)
    assert both.source == "Harvest Mage"


def test_the_plain_name_means_the_first_without_an_id() -> None:
    given = board({"card": "Forest", "id": "old"}, "Forest", {"card": "Wild Growth", "attached_to": "Forest"})
    assert given.permanents[1].id == "Forest#2"
    assert given.permanents[2].attached_to == "Forest#2"


def test_an_id_is_used_once() -> None:
    found = problem({"battlefield": [{"card": "Forest", "id": "a"}, {"card": "Bayou", "id": "a"}]})
    assert found.key == "battlefield[1].id"
    assert "battlefield[0]" in found.problem


def test_an_id_must_not_be_a_default_id_of_another() -> None:
    found = problem({"battlefield": [{"card": "Bayou", "id": "Forest"}, "Forest"]})
    assert found.key == "battlefield[0].id"
    assert "battlefield[1]" in found.problem


def test_an_id_is_not_the_default_id_of_another_copy() -> None:
    with pytest.raises(BadInput, match="is also the default id of"):
        ids({"card": "Forest", "id": "Forest#2"}, "Forest")


def test_a_card_whose_copies_all_have_ids_is_suggested_by_id() -> None:
    data = {"battlefield": [{"card": "Forest", "id": "old"}, {"card": "Wild Growth", "attached_to": "Forest"}]}
    assert problem(data).suggestion == "old"


def test_nothing_is_attached_in_a_circle() -> None:
    loop = [
        {"card": "Wild Growth", "id": "a", "attached_to": "b"},
        {"card": "Wild Growth", "id": "b", "attached_to": "a"},
    ]
    assert {one.key for one in problems({"battlefield": loop})} == {
        "battlefield[0].attached_to",
        "battlefield[1].attached_to",
    }
    assert (
        "permanent"
        in problem({"battlefield": [{"resolved": "Opt"}, {"card": "Wild Growth", "attached_to": "Opt"}]}).problem
    )


# Timestamps ----------------------------------------------------------------------------------------------------------


def stamps(*since: int | None) -> list[int]:
    entries = [{"card": "Forest"} if number is None else {"card": "Forest", "since": number} for number in since]
    return [one.timestamp for one in board(*entries).entries]


@pytest.mark.parametrize(
    ("since", "timestamps"),
    [
        ((None, None, None), [1, 2, 3]),
        ((3, None, None), [2, 1, 3]),
        ((9, None, None), [3, 1, 2]),
        ((None, None, 1), [1, 3, 2]),
        ((1, 1, 1), [1, 1, 1]),
        ((None, 1, 1), [1, 2, 2]),
        ((2, None, 2), [1, 2, 1]),
        ((5, None, 5), [2, 1, 2]),
        ((7, 3, 7, 3), [2, 1, 2, 1]),
        ((0, None, -5), [2, 3, 1]),
    ],
)
def test_since_stands_on_the_scale_of_the_list(since: tuple[int | None, ...], timestamps: list[int]) -> None:
    assert stamps(*since) == timestamps
