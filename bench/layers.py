"""Asks ``rules`` and ``reference`` about N random boards with continuous effects and shows where they differ.

    python bench/layers.py 5000 --seed 1

Beside what ``agree.py`` asks, the characteristics of every permanent are compared. The exit code is 0 if there was no
difference, 5 if there was one.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import cast

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.comparison import Answers, Question, Tally, answers, compared, differences, least, shown
from bench.layered import layered_board
from verifier.board import Board

PAIR = ("rules.answers", "reference")
SOLVER = "encode.answers"


def show(board: Board, question: Question, left: Answers, right: Answers, names: tuple[str, str]) -> None:
    """Prints the board, made small, and what is said about it by both."""
    board = least(board, question, left, right)
    print(shown(board))
    for each in differences(board, left, right, characteristics=True):
        if each.question == question:
            print(question)
            for name, told in zip(names, (each.left, each.right), strict=True):
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
    parser.add_argument(
        "--left", default=PAIR[0], choices=(PAIR[0], SOLVER), help="whom the reference is compared with"
    )
    given = parser.parse_args()
    left, right = (cast("Answers", answers(name)) for name in (given.left, PAIR[1]))
    tally, different = Tally(), 0
    for index in range(given.first, given.first + given.boards):
        board = layered_board(given.seed, index)
        found = next(compared(board, left, right, tally, characteristics=True), None)
        if found is not None:
            different += 1
            if different <= given.most:
                print(f"\nboard {index} of seed {given.seed}")
                show(board, found.question, left, right, (given.left, PAIR[1]))
    print(f"\n{given.boards:,} boards, {tally}; {different:,} boards with a difference")
    return 5 if different else 0


if __name__ == "__main__":
    sys.exit(main())
