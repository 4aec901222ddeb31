"""Maximum hand size over spaces of boards: symbolic presence, numbers and orders, and least counterexamples."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.board_format import board_from
from verifier.encode.hand_size import maximum_hand_size
from verifier.encode.hand_size_claims import (
    Counterexample,
    prove_cleanup_discards,
    prove_maximum_hand_size,
    told_counterexample,
)
from verifier.encode.space import Space
from verifier.expressions import Name, parse

MILLION = (0, 1_000_000)
OIL, MISER = "Midnight Oil", {"card": "Gnat Miser", "controller": "opponent"}
HOURS = {(OIL, "hour"): Name("n")}


def space(
    *listed: Any, optional: tuple[Any, ...] = (), copies: tuple[str, ...] = (), least: int = 0, **keys: Any
) -> Space:
    board = board_from({"battlefield": [*listed, *optional, *copies]})
    ids = [entry.id for entry in board.entries]
    first, second = len(listed), len(listed) + len(optional)
    return Space(board, optional=tuple(ids[first:second]), copies=tuple(ids[second:]), least=least, **keys)


def refuted(*arguments: Any, **keys: Any) -> Counterexample:
    proof = prove_maximum_hand_size(*arguments, **keys)
    assert proof.holds is False
    assert proof.counterexample is not None
    return proof.counterexample


# Numbers -------------------------------------------------------------------------------------------------------------


def test_every_number_of_counters_up_to_a_million() -> None:
    oil = space(OIL, MISER, numbers=(("n", MILLION),), counters=HOURS)
    assert prove_maximum_hand_size(oil, {"you": [parse("max(n - 1, 0)")], "opponent": [7]}).holds is True
    found = refuted(oil, {"you": [parse("n - 1")]})
    assert (found.numbers, found.value, found.claimed) == ((("n", 0),), 0, (-1,))
    assert told_counterexample(found).startswith("you: 0 comes out, not -1 (n = 0")


def test_the_least_number_that_refutes_is_found() -> None:
    oil = space(OIL, numbers=(("n", MILLION),), counters=HOURS)
    assert refuted(oil, {"you": [parse("min(n, 777777)")]}).numbers == (("n", 777778),)


def test_discards_for_every_hand_and_every_number_of_counters() -> None:
    oil = space(OIL, numbers=(("n", MILLION), ("h", MILLION)), counters=HOURS, players={("you", "hand"): Name("h")})
    assert prove_cleanup_discards(oil, {"you": [parse("max(h - n, 0)")]}).holds is True
    proof = prove_cleanup_discards(oil, {"you": [parse("max(h - n, 1)")]})
    assert proof.counterexample is not None
    assert proof.counterexample.numbers == (("n", 0), ("h", 0))
    assert proof.counterexample.value == 0
    assert proof.counterexample.board.player("you").hand == 0


def test_no_maximum_means_no_discard() -> None:
    leng = space("Library of Leng", numbers=(("h", MILLION),), players={("you", "hand"): Name("h")})
    assert prove_cleanup_discards(leng, {"you": [0]}).holds is True
    assert prove_cleanup_discards(leng, {"you": [parse("max(h - 7, 0)")]}).holds is False


def test_squares_are_no_trouble() -> None:
    oil = space(OIL, numbers=(("n", MILLION),), counters=HOURS)
    assert refuted(oil, {"you": [parse("n ** 2 - 2 * n")]}).numbers == (("n", 1),)


# Presence ------------------------------------------------------------------------------------------------------------


def test_the_counterexample_has_as_few_added_entries_as_can_be() -> None:
    added = ("Thought Eater", "Trusted Advisor", "Null Profusion", "Recycle")
    found = refuted(space("Spellbook", optional=added), {"you": [None]})
    assert found.added == ("Null Profusion",)
    assert (found.order, found.value) == (("Spellbook", "Null Profusion"), 2)
    assert [entry.id for entry in found.board.entries] == ["Spellbook", "Null Profusion"]


def test_added_entries_in_every_order() -> None:
    added = ("Thought Eater", "Thought Devourer", "Trusted Advisor", "Minamo Scrollkeeper")
    assert prove_maximum_hand_size(space("Spellbook", optional=added), {"you": [None]}, every_order=True).holds is True


def test_copies_are_counted_by_name() -> None:
    eaters = space(copies=("Thought Nibbler",) * 9, copies_name="k")
    assert prove_maximum_hand_size(eaters, {"you": [parse("max(7 - 2 * k, 0)")]}).holds is True
    found = refuted(eaters, {"you": [parse("max(7 - 2 * k, 1)")]})
    assert found.numbers == (("k", 4),)
    assert len(found.added) == 4
    assert maximum_hand_size(found.board)["you"] == (0,)


def test_a_least_number_of_copies_is_always_there() -> None:
    eaters = space(copies=("Thought Nibbler",) * 3, least=2)
    found = refuted(eaters, {"you": [1]})
    assert (found.value, found.added) == (3, ("Thought Nibbler", "Thought Nibbler#2"))
    assert prove_maximum_hand_size(space(copies=("Thought Nibbler",) * 2, least=2), {"you": [3]}).holds is True


def test_what_is_attached_needs_its_host() -> None:
    rage = {"card": "Nerd Rage", "attached_to": "Grizzly Bears"}
    both = space(optional=("Grizzly Bears", rage), needs={"Nerd Rage": frozenset({"Grizzly Bears"})})
    found = refuted(both, {"you": [7]})
    assert found.added == ("Grizzly Bears", "Nerd Rage")


def test_many_effects_in_every_order() -> None:
    cards = ["Trusted Advisor", "Minamo Scrollkeeper", "Thought Nibbler", "Thought Nibbler"] * 8
    assert prove_maximum_hand_size(space(*cards), {"you": [0]}, every_order=True).holds is True
    assert prove_maximum_hand_size(space(*cards, "Spellbook"), {"you": [None]}, every_order=True).holds is True


# Orders and choices --------------------------------------------------------------------------------------------------

TIED = [{"card": card, "since": 1} for card in ("Thought Eater", "Null Profusion", "Spellbook")]


@pytest.mark.parametrize("every_order", [False, True])
def test_every_value_of_a_list_is_possible_and_no_other(every_order: bool) -> None:
    proof = prove_maximum_hand_size(space(*TIED), {"you": [0, 2, None]}, every_order=every_order)
    assert proof.holds is True
    assert "Null Profusion: maximum hand size is 2" in proof.rests_on


def test_a_value_too_few() -> None:
    found = refuted(space(*TIED), {"you": [0, 2]})
    assert (found.value, found.missing) == (None, False)
    assert found.order[-1] == "Spellbook" or found.order[-2:] == ("Spellbook", "Thought Eater")


def test_a_value_too_many() -> None:
    found = refuted(space(*TIED), {"you": [0, 2, 4, None]})
    assert (found.value, found.missing) == (4, True)
    assert told_counterexample(found) == "you: 4 is claimed and never comes out"


def test_a_list_needs_its_values_on_every_board() -> None:
    proof = prove_maximum_hand_size(space("Spellbook", "Null Profusion"), {"you": [2, None]}, every_order=True)
    assert proof.holds is False
    assert proof.counterexample is not None
    assert proof.counterexample.missing


def test_an_order_that_refutes_is_an_order_of_the_board() -> None:
    found = refuted(space("Null Profusion", "Grizzly Bears", "Spellbook"), {"you": [None]}, every_order=True)
    assert found.order == ("Spellbook", "Null Profusion")
    stamps = {entry.id: entry.timestamp for entry in found.board.entries}
    assert stamps["Spellbook"] < stamps["Null Profusion"]
    assert sorted(stamps.values()) == [1, 2, 3]
    assert maximum_hand_size(found.board)["you"] == (2,)


def test_simultaneous_entries_stay_so_in_every_order() -> None:
    pair = [{"card": "Thought Eater", "since": 1}, {"card": "Trusted Advisor", "since": 1}]
    between = prove_maximum_hand_size(space(*pair, "Null Profusion"), {"you": [2]}, every_order=True)
    assert between.counterexample is not None
    assert between.counterexample.value == 1
    assert prove_maximum_hand_size(space(*pair, "Null Profusion"), {"you": [2]}).holds is True
    four = prove_maximum_hand_size(space(*pair, "Null Profusion"), {"you": [4, 1, 2]}, every_order=True)
    assert four.counterexample is not None
    assert four.counterexample.missing


def test_what_is_attached_comes_after_its_host_in_every_order() -> None:
    bears, rage = "Grizzly Bears", {"card": "Nerd Rage", "attached_to": "Grizzly Bears"}
    found = refuted(space(bears, rage, "Null Profusion"), {"you": [2]}, every_order=True)
    assert found.order == ("Null Profusion", "Nerd Rage")
    stamps = {entry.id: entry.timestamp for entry in found.board.entries}
    assert stamps["Grizzly Bears"] < stamps["Nerd Rage"]


# Vacuous and undecided -----------------------------------------------------------------------------------------------


def test_an_empty_range_claims_nothing() -> None:
    empty = space(OIL, numbers=(("n", (3, 2)),), counters=HOURS)
    proof = prove_maximum_hand_size(empty, {"you": [99]})
    assert proof.vacuous
    assert proof.obligations == ()


def test_a_limit_is_no_proof() -> None:
    oil = space(OIL, MISER, numbers=(("n", MILLION),), counters=HOURS)
    proof = prove_maximum_hand_size(oil, {"you": [parse("max(n - 1, 0)")]}, rlimit=1500)
    assert proof.holds is None
    assert "limit" in proof.reason
    assert proof.rests_on == ()


def test_the_same_claim_gives_the_same_proof() -> None:
    proofs = [prove_maximum_hand_size(space(*TIED), {"you": [0, 2, None]}, every_order=True) for _ in range(2)]
    assert proofs[0] == proofs[1]
