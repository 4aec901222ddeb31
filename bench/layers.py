"""Asks ``rules`` and ``reference`` about N random boards with continuous effects and shows where they differ.

    python bench/layers.py 5000 --seed 1

Beside what ``agree.py`` asks, the characteristics of every permanent are compared. The exit code is 0 if there was no
difference, 5 if there was one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, cast

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.boards import smaller
from bench.comparison import Answers, Difference, Question, Tally, answer, answers, questions, shown
from bench.layered import layered_board
from verifier.board import Board, Characteristics

PAIR = ("rules.answers", "reference")


class Seeing(Answers, Protocol):
    """Answers that tell characteristics too."""

    def characteristics(self, board: Board) -> dict[str, Characteristics]:
        """109.3 after all layers, for every permanent that is there."""


def compared(board: Board, left: Answers, right: Answers, tally: Tally) -> Iterator[Difference]:
    """Where two of our own answers to any question differ; what one refuses is counted."""
    for question in (Question("characteristics"), *questions(board)):
        one, other = answer(left, board, question), answer(right, board, question)
        tally.asked += 1
        crashed = any(isinstance(each, str) and each.startswith("crash") for each in (one, other))
        if "unmodelled" in (one, other) and not crashed:
            tally.unmodelled_by_both += one == other
            tally.unmodelled_by_one += one != other
            continue
        tally.answered += 1
        tally.illegal += one == other == "illegal"
        if one != other or crashed:
            yield Difference(question, one, other)


def least(board: Board, question: Question, left: Answers, right: Answers) -> Board:
    """A board on which they still differ on that question, as small as leaving things out makes it."""
    for candidate in smaller(board):
        if any(each.question == question for each in compared(candidate, left, right, Tally())):
            return least(candidate, question, left, right)
    return board


def show(board: Board, question: Question, left: Answers, right: Answers) -> None:
    """Prints the board, made small, and what is said about it by both."""
    board = least(board, question, left, right)
    print(shown(board))
    for each in compared(board, left, right, Tally()):
        if each.question == question:
            print(question)
            for name, told in zip(PAIR, (each.left, each.right), strict=True):
                print(f"  {name}: {_difference(told, each.right if told is each.left else each.left)}")


def _difference(told: object, other: object) -> object:
    if isinstance(told, dict) and isinstance(other, dict):
        return {name: value for name, value in told.items() if other.get(name) != value}
    return told


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", type=int, nargs="?", default=2000, help="how many boards")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, metavar="INDEX", help="the first board")
    parser.add_argument("--most", type=int, default=5, metavar="N", help="how many differences are shown")
    given = parser.parse_args()
    left, right = (cast("Seeing", answers(name)) for name in PAIR)
    tally, different = Tally(), 0
    for index in range(given.first, given.first + given.boards):
        board = layered_board(given.seed, index)
        found = next(compared(board, left, right, tally), None)
        if found is not None:
            different += 1
            if different <= given.most:
                print(f"\nboard {index} of seed {given.seed}")
                show(board, found.question, left, right)
    print(f"\n{given.boards:,} boards, {tally}; {different:,} boards with a difference")
    return 5 if different else 0


if __name__ == "__main__":
    sys.exit(main())
