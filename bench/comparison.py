"""The same questions to two of our answers, and where they differ."""

from __future__ import annotations

import importlib
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from verifier.board import Activate, Board, Event, HandSizes, Pools, Tap
from verifier.cards.ability import Activated
from verifier.errors import Illegal, Unmodelled

from .boards import smaller

QUESTIONS = ("could_produce", "produced", "maximum_hand_size")


class Answers(Protocol):
    """The questions that every one of our answers takes."""

    def could_produce(self, board: Board) -> dict[str, str]:
        """106.7, for every permanent that is there."""

    def produced(self, board: Board, event: Event) -> frozenset[Pools]:
        """Every result of the ability alone."""

    def maximum_hand_size(self, board: Board) -> dict[str, HandSizes]:
        """402.2, for every player."""


def answers(name: str) -> Answers | None:
    """The module of that name inside ``verifier``, or None if it does not exist yet or answers nothing yet."""
    try:
        module: Answers = importlib.import_module(f"verifier.{name}")
    except ModuleNotFoundError as error:
        if error.name and f"verifier.{name}".startswith(error.name):
            return None
        raise
    return module if all(hasattr(module, question) for question in QUESTIONS) else None


@dataclass(frozen=True)
class Question:
    """One question about a board; ``event`` is None where it is about the board alone."""

    name: str
    event: Tap | Activate | None = None

    def __str__(self) -> str:
        return f"{self.name} {self.event}" if self.event else self.name


@dataclass(frozen=True)
class Difference:
    """Two answers to a question that are not the same."""

    question: Question
    left: object
    right: object


def questions(board: Board) -> Iterator[Question]:
    """What is asked about a board: everything that can be, events of every permanent included."""
    yield Question("could_produce")
    yield Question("maximum_hand_size")
    for permanent in board.permanents:
        card, face = (permanent.card, permanent.face) if permanent.copy_of is None else (permanent.copy_of, 0)
        count = sum(isinstance(ability, Activated) for ability in card.faces[face].abilities)
        yield Question("produced", Tap(permanent.id))
        yield Question("produced", Tap(permanent.id, 1))
        for number in range(1, count + 2):
            payers = tuple(other.id for other in board.permanents if "Land" in other.card.faces[other.face].types)
            yield Question("produced", Activate(permanent.id, number))
            if payers:
                yield Question("produced", Activate(permanent.id, number, sacrifice=payers[:1]))


def answer(who: Answers, board: Board, question: Question) -> object:
    """The answer in a form that compares and prints the same everywhere.

    An illegal event is an answer. ``unmodelled`` is one too, but ``differences`` leaves it out.
    """
    try:
        if question.event is not None:
            return sorted(who.produced(board, question.event))
        found: dict[str, str] | dict[str, HandSizes] = getattr(who, question.name)(board)
        return dict(sorted(found.items()))
    except Illegal:
        return "illegal"
    except Unmodelled:
        return "unmodelled"
    except RecursionError:
        return "crash: RecursionError"
    except Exception as error:  # noqa: BLE001 - whatever one of the two raises is a finding, not the end of the run
        return f"crash: {''.join(traceback.format_exception_only(error)).strip()} {_place(error)}"


def _place(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return f"({frames[-1].name}, line {frames[-1].lineno})" if frames else ""


@dataclass
class Tally:
    """How many questions were asked, and how many were not answered by one or both."""

    asked: int = 0
    answered: int = 0
    illegal: int = 0
    unmodelled_by_both: int = 0
    unmodelled_by_one: int = 0


def differences(board: Board, left: Answers, right: Answers, tally: Tally | None = None) -> list[Difference]:
    """Where the two answer differently. What one of them refuses as unmodelled is counted, not compared."""
    tally = tally or Tally()
    found = []
    for question in questions(board):
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
            found.append(Difference(question, one, other))
    return found


def least(board: Board, question: Question, left: Answers, right: Answers) -> Board:
    """A smaller board on which the two still differ on the same question, as small as leaving things out makes it."""
    progress = True
    while progress:
        progress = False
        for candidate in smaller(board):
            if any(difference.question == question for difference in differences(candidate, left, right)):
                board, progress = candidate, True
                break
    return board


def shown(board: Board) -> str:
    """The board as people read it: in the file format where it can be written so, its entries as terms otherwise."""
    lines = [
        f"edition {board.edition}, active {board.active}, {board.readings}",
        *(str(player) for player in board.players),
        *(str(entry) for entry in board.entries),
    ]
    return "\n".join(lines)
