"""313.6: all three answers begin with the hand modifiers of the vanguards that a player owns."""

from __future__ import annotations

import pytest

from verifier import reference
from verifier.board import Board, Permanent, Player
from verifier.cards.ability import HandSize, Static
from verifier.cards.card import Card, Face
from verifier.encode import hand_size
from verifier.report.hand_size import answers
from verifier.rules import answers as rules


def vanguard(modifier: int, owner: str, *, id: str, stamp: int) -> Permanent:
    face = Face("Invented", types=("Vanguard",), hand_modifier=modifier)
    return Permanent(id, Card("Invented", (face,), "vanguard"), "you", owner, stamp)


def number(change: str, amount: int, *, stamp: int) -> Permanent:
    ability = Static((HandSize("you", change, amount),))  # type: ignore[arg-type]
    face = Face("Told", types=("Artifact",), abilities=(ability,))
    return Permanent("told", Card("Told", (face,)), "you", "you", stamp)


@pytest.mark.parametrize(
    ("others", "yours"),
    [
        ((), 5),
        ((number("increase", 2, stamp=3),), 7),
        ((number("set", 4, stamp=3),), 4),
        ((number("none", 0, stamp=0),), None),
    ],
)
def test_a_vanguard_changes_the_number_to_begin_with(others: tuple[Permanent, ...], yours: int | None) -> None:
    vanguards = (
        vanguard(-2, "you", id="one", stamp=1),
        vanguard(+3, "opponent", id="other", stamp=2),
    )
    board = Board((Player("you"), Player("opponent")), "you", (*vanguards, *others))
    expected = {"you": (yours,), "opponent": (10,)}
    assert rules.maximum_hand_size(board) == expected
    assert reference.maximum_hand_size(board) == expected
    assert {name: found.values for name, found in hand_size.answers(board).items()} == expected
    assert {each.player: each.sizes for each in answers(board, every_order=True)} == expected
