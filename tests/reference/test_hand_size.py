"""402.2 and 613.11 in the reference: maximum hand sizes."""

from __future__ import annotations

import pytest

from verifier.cards.ability import HandSize, Static
from verifier.cards.terms import Difference, MaximumHandSize, Sum, Times
from verifier.reference import maximum_hand_size

from .tables import board_of, invented, table_of, theirs


def test_seven_without_effects() -> None:
    assert maximum_hand_size(board_of()) == {"you": (7,), "opponent": (7,)}


@pytest.mark.parametrize(
    ("entries", "size"),
    [
        (["Library of Leng", "Minamo Scrollkeeper"], None),
        (["Minamo Scrollkeeper", "Library of Leng"], None),
        (["Null Profusion", "Library of Leng"], None),
        (["Library of Leng", "Null Profusion"], 2),
        (["Null Profusion", "Minamo Scrollkeeper"], 3),
        (["Minamo Scrollkeeper", "Null Profusion"], 2),
        (["Thought Eater", "Thought Eater", "Thought Eater"], 0),
        ([{"card": "Midnight Oil", "counters": {"hour": 3}}], 3),
        ([{"resolved": "Inspired Idea"}], 4),
        ([{"resolved": "Inspired Idea", "chosen": {"mode": "cleave"}}], 7),
        ([{"resolved": "Praetor's Counsel"}, theirs("Locust Miser")], None),
        ([{"card": "Library of Leng", "phased_out": True}], 7),
        ([{"card": "Graceful Adept", "face_down": True}], 7),
        ([{"card": "Clone", "copy_of": "Graceful Adept"}], None),
    ],
)
def test_in_timestamp_order(entries: list[object], size: int | None) -> None:
    assert maximum_hand_size(board_of(*entries))["you"] == (size,)  # type: ignore[arg-type]


def test_a_chosen_player_and_opponents() -> None:
    board = board_of({"card": "Cursed Rack", "chosen": {"player": "opponent"}}, "Gnat Miser")
    assert maximum_hand_size(board) == {"you": (7,), "opponent": (3,)}
    assert maximum_hand_size(board_of("Cursed Rack")) == {"you": (7,), "opponent": (7,)}


def test_your_own_simultaneous_effects_come_in_any_order() -> None:
    board = board_of({"card": "Library of Leng", "since": 1}, {"card": "Null Profusion", "since": 1})
    assert maximum_hand_size(board)["you"] == (2, None)
    three = board_of(*({"card": card, "since": 1} for card in ("Null Profusion", "Thought Eater", "Spellbook")))
    assert maximum_hand_size(three)["you"] == (0, 2, None)


@pytest.mark.parametrize(("active", "size"), [("you", 3), ("opponent", 0), ("third", 4)])
def test_simultaneous_effects_of_several_players_come_in_turn_order(active: str, size: int) -> None:
    board = board_of(
        {"card": "Thought Eater", "since": 1},
        {"card": "Cursed Rack", "since": 1, "controller": "opponent", "chosen": {"player": "you"}},
        {"card": "Gnat Miser", "since": 1, "controller": "third"},
        players=["you", "opponent", "third"],
        active=active,
    )
    assert maximum_hand_size(board)["you"] == (size,)


@pytest.mark.parametrize(("reading", "size"), [("kept", 0), ("zero", 1)])
def test_below_zero_between_two_effects(reading: str, size: int) -> None:
    # Two, less three, one more: zero if the number may be below zero in between, else one.
    board = board_of("Null Profusion", "Thought Eater", "Minamo Scrollkeeper", readings={"negative-hand-size": reading})
    assert maximum_hand_size(board)["you"] == (size,)


@pytest.mark.parametrize("first", [True, False])
def test_an_effect_that_reads_a_maximum_waits_for_those_that_change_it(first: bool) -> None:
    # 613.8a: what the mirror sets depends on the other effect, so it is applied after it in either order.
    amount = Sum((MaximumHandSize(), 10))
    mirror = invented("Mirror", Static((HandSize("you", "set", amount),)))
    small = invented("Small", Static((HandSize("you", "set", 2),)))
    board = table_of(*((mirror, small) if first else (small, mirror)))
    assert maximum_hand_size(board)["you"] == (12,)


@pytest.mark.parametrize("first", [True, False])
def test_two_effects_that_read_a_maximum_depend_on_each_other_and_go_by_timestamp(first: bool) -> None:
    # 613.8b: a loop. Seven, doubled, less three; or seven, less three, doubled.
    double = invented("Double", Static((HandSize("you", "set", Times(2, MaximumHandSize())),)))
    less = invented("Less", Static((HandSize("you", "set", Difference(MaximumHandSize(), 3)),)))
    board = table_of(*((double, less) if first else (less, double)))
    assert maximum_hand_size(board)["you"] == (11 if first else 8,)
