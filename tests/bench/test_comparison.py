"""A difference between two answers is found, made small and kept; what is refused is counted apart."""

from __future__ import annotations

import json
from pathlib import Path

from bench import agree
from bench.boards import random_board
from bench.comparison import Question, Tally, answers, differences, least, questions, shown
from bench.layered import layered_board
from verifier.board import Board, Event, HandSizes, Pools
from verifier.errors import Illegal, Unmodelled


class Sevens:
    """Everybody has seven, nothing makes mana."""

    def could_produce(self, board: Board) -> dict[str, str]:
        return {permanent.id: "" for permanent in board.permanents}

    def produced(self, board: Board, event: Event) -> frozenset[Pools]:
        raise Illegal("nothing has an ability", ("602.2",))

    def maximum_hand_size(self, board: Board) -> dict[str, HandSizes]:
        return dict.fromkeys(board.names, (7,))


class Wrong(Sevens):
    """As before, but two permanents of one controller give that player eight."""

    def maximum_hand_size(self, board: Board) -> dict[str, HandSizes]:
        mine = sum(permanent.controller == "you" for permanent in board.permanents)
        return {name: (8,) if name == "you" and mine > 1 else (7,) for name in board.names}


class Refusing(Sevens):
    def could_produce(self, board: Board) -> dict[str, str]:
        raise Unmodelled("a card", "everything")


class Crashing(Sevens):
    def could_produce(self, board: Board) -> dict[str, str]:
        raise ZeroDivisionError


BOARD = next(board for board in (random_board(0, index) for index in range(100)) if len(board.entries) > 5)


def test_the_same_answers_agree() -> None:
    tally = Tally()
    assert differences(BOARD, Sevens(), Sevens(), tally) == []
    assert tally.answered == tally.asked
    assert tally.illegal == tally.asked - 2


def test_a_difference_is_found_and_made_small() -> None:
    question = Question("maximum_hand_size")
    board = next(board for board in (random_board(0, index) for index in range(100))
                 if differences(board, Sevens(), Wrong()))  # fmt: skip
    small = least(board, question, Sevens(), Wrong())
    assert len(small.entries) == 2
    assert [difference.question for difference in differences(small, Sevens(), Wrong())] == [question]


def test_what_is_refused_is_counted_and_not_compared() -> None:
    tally = Tally()
    assert differences(BOARD, Sevens(), Refusing(), tally) == []
    assert (tally.unmodelled_by_one, tally.unmodelled_by_both) == (1, 0)
    differences(BOARD, Refusing(), Refusing(), tally)
    assert (tally.unmodelled_by_one, tally.unmodelled_by_both) == (1, 1)


def test_a_crash_is_a_difference_even_where_both_crash() -> None:
    (found,) = differences(BOARD, Crashing(), Crashing())
    assert str(found.left).startswith("crash: ZeroDivisionError")
    assert differences(BOARD, Crashing(), Refusing()) != []


def test_a_board_is_shown_with_all_that_is_on_it() -> None:
    told = shown(BOARD)
    assert all(entry.id in told for entry in BOARD.entries)


def test_an_answer_that_does_not_exist_is_none() -> None:
    assert answers("no_such_module") is None


def test_the_state_is_kept_and_belongs_to_a_seed_and_a_code(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    state = agree.State(3, agree.code(), 150, Tally(asked=9), [4, 7])
    agree.save(state, path)
    assert agree.load(path, 3) == state
    assert agree.load(path, 4).done == 0
    assert agree.load(path, 3, solver_every=7).done == 0
    path.write_text(json.dumps({**json.loads(path.read_text()), "code": "other"}))
    assert agree.load(path, 3).done == 0
    path.write_text("{")
    assert agree.load(path, 3).done == 0
    assert list(tmp_path.iterdir()) == [path]


def test_the_state_belongs_to_a_share_of_layers(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    agree.save(agree.State(3, agree.code(), 150, layers=0.5), path)
    assert agree.load(path, 3, 0.5).done == 150
    assert agree.load(path, 3).done == 0


def test_a_share_of_the_boards_has_layer_effects() -> None:
    assert [agree.board_of(1, index, 0.0) for index in range(20)] == [random_board(1, index) for index in range(20)]
    assert [agree.board_of(1, index, 1.0) for index in range(20)] == [layered_board(1, index) for index in range(20)]
    kinds = [agree.has_layers(1, index, 0.5) for index in range(1000)]
    assert 400 < sum(kinds) < 600
    assert all(agree.board_of(1, index, 0.5) == layered_board(1, index) for index in range(50) if kinds[index])


def test_of_boards_with_layer_effects_the_characteristics_are_asked_too() -> None:
    asked = list(questions(BOARD, characteristics=True))
    assert [str(question) for question in asked[:2]] == ["characteristics", "could_produce"]
    assert asked[1:] == list(questions(BOARD))
