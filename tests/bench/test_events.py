"""Random events: the same row every time, and no answer of the reference ends in a crash."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import pytest

from bench.event_boards import KINDS, Case, random_case
from bench.events import QUESTIONS, answer, differs, least
from verifier import reference
from verifier.board import Cleanup
from verifier.board_format import board_from


def test_a_case_depends_on_seed_and_index_alone() -> None:
    assert [random_case(3, index) for index in range(20)] == [random_case(3, index) for index in range(20)]
    assert random_case(3, 1) != random_case(4, 1)


def test_every_kind_of_event_has_its_turn() -> None:
    assert len({type(random_case(1, index).event) for index in range(40)}) > len(KINDS) - 1


@pytest.mark.parametrize("index", range(60))
def test_the_reference_answers_or_refuses(index: int) -> None:
    case = random_case(11, index)
    for ask in QUESTIONS.values():
        told = answer(reference, ask, case)
        assert not isinstance(told, str) or told == "illegal" or told.startswith("unmodelled")


def test_a_difference_is_made_small() -> None:
    def one_too_many(who: ModuleType, case: Case) -> object:
        right = who.cleanup_discards(case.board, "you")
        leng = any(entry.card.name == "Library of Leng" for entry in case.board.entries)
        return (*right, 1) if who is reference and leng else right

    board = board_from({"battlefield": ["Forest", "Library of Leng", "Megrim"], "player": {"you": {"life": 3}}}, "test")
    case = Case(board, Cleanup("you"))
    assert differs(one_too_many, case) is not None
    assert differs(one_too_many, replace(case, board=board.with_entries(board.entries[:1]))) is None
    small = least(one_too_many, case)
    assert [entry.id for entry in small.board.entries] == ["Library of Leng"]
    assert small.board.player("you").life == 20
