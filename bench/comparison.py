"""The same questions to two of our answers, and where they differ."""

from __future__ import annotations

import importlib
import traceback
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Protocol

from msgspec import NODEFAULT, Struct

from verifier.board import Activate, Board, Entry, Event, HandSizes, Permanent, Pools, Tap
from verifier.board_format import write_board
from verifier.cards import pool
from verifier.cards.ability import Activated, SacrificeCost
from verifier.cards.card import Card
from verifier.cards.terms import This
from verifier.encode.could_produce import Fixpoint
from verifier.encode.space import Space
from verifier.encode.table import Table
from verifier.errors import BadInput, Illegal, Undecided, Unmodelled
from verifier.solve.obligation import Obligation
from verifier.solve.smtlib import cross_solve
from verifier.solve.z3_backend import Answer, solve

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


def questions(board: Board, *, characteristics: bool = False) -> Iterator[Question]:
    """What is asked about a board: everything that can be, events of every permanent included."""
    if characteristics:
        yield Question("characteristics")
    yield Question("could_produce")
    yield Question("maximum_hand_size")
    for permanent in board.permanents:
        card, face = (permanent.card, permanent.face) if permanent.copy_of is None else (permanent.copy_of, 0)
        printed = [ability for ability in card.faces[face].abilities if isinstance(ability, Activated)]
        yield Question("produced", Tap(permanent.id))
        yield Question("produced", Tap(permanent.id, by=board.active))
        yield Question("produced", Tap(permanent.id, 1))
        # One more than is printed: the first intrinsic ability, or one that is not there.
        for number in range(1, len(printed) + 2):
            yield Question("produced", Activate(permanent.id, number))
            if number <= len(printed) and _wants_payer(printed[number - 1]):
                for payer in board.permanents:
                    yield Question("produced", Activate(permanent.id, number, sacrifice=(payer.id,)))


def _wants_payer(ability: Activated) -> bool:
    return any(isinstance(cost, SacrificeCost) and cost.filter != This() for cost in ability.cost)


def answer(who: Answers, board: Board, question: Question) -> object:
    """The answer in a form that compares and prints the same everywhere.

    An illegal event is an answer. ``unmodelled`` is one too, also for a limit that was hit, but ``differences`` leaves
    it out.
    """
    try:
        if question.event is not None:
            return sorted(who.produced(board, question.event))
        found: dict[str, str] | dict[str, HandSizes] = getattr(who, question.name)(board)
        return dict(sorted(found.items()))
    except Illegal:
        return "illegal"
    except (Unmodelled, Undecided):
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


def differences(
    board: Board, left: Answers, right: Answers, tally: Tally | None = None, *, characteristics: bool = False
) -> list[Difference]:
    """Where the two answer differently. What one of them refuses as unmodelled is counted, not compared."""
    return list(compared(board, left, right, tally or Tally(), characteristics=characteristics))


def compared(
    board: Board, left: Answers, right: Answers, tally: Tally, *, characteristics: bool = False
) -> Iterator[Difference]:
    """The same, one difference after another."""
    for question in questions(board, characteristics=characteristics):
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


def second_opinions(board: Board) -> list[str]:
    """Obligations about the board on which a second solver does not say what the first one said.

    Nothing where the second solver is not installed or the board is not encoded.
    """
    found: list[str] = []

    def ask(obligation: Obligation) -> Answer:
        reply = solve(obligation, explain=False)
        other = cross_solve(obligation)
        if "unknown" not in (reply.status, other) and reply.status != other:
            found.append(f"{obligation.name}: {reply.status} and {other}")
        return reply

    try:
        fixpoint = Fixpoint(Table(Space(board)), ask)
        _ = fixpoint.members
        for obligation in fixpoint.rightness():
            ask(obligation)
    except (Unmodelled, Undecided, ImportError):
        return found
    return found


def least(board: Board, question: Question, left: Answers, right: Answers) -> Board:
    """A smaller board on which the two still differ on the same question, as small as leaving things out makes it."""
    seen = question.name == "characteristics"
    progress = True
    while progress:
        progress = False
        for candidate in smaller(board):
            found = compared(candidate, left, right, Tally(), characteristics=seen)
            if any(difference.question == question for difference in found):
                board, progress = candidate, True
                break
    return board


def brief(value: object) -> str:
    """The value as a constructor would be called, what is as usual left out.

    >>> brief(Tap("Forest"))
    "Tap('Forest')"
    """
    if isinstance(value, Struct):
        defaults = value.__struct_defaults__
        names = value.__struct_fields__
        usual = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
        return _call(value, {name: usual.get(name, NODEFAULT) for name in names})
    if is_dataclass(value):
        return _call(value, {each.name: each.default for each in fields(value)})
    if isinstance(value, tuple):
        return f"({', '.join(map(brief, value))}{',' * (len(value) == 1)})"
    return repr(value)


def _call(value: object, usual: dict[str, object]) -> str:
    arguments, positional = [], True
    for name, default in usual.items():
        given = getattr(value, name)
        if given == default and not (default is NODEFAULT or default is MISSING):
            positional = False
            continue
        arguments.append(brief(given) if positional else f"{name}={brief(given)}")
    return f"{type(value).__name__}({', '.join(arguments)})"


def shown(board: Board) -> str:
    """The board as people read it: as a file if all its cards are real, else its entries and then its cards."""
    cards = {entry.card.name: entry.card for entry in board.entries}
    for entry in board.entries:
        if isinstance(entry, Permanent) and entry.copy_of is not None:
            cards[entry.copy_of.name] = entry.copy_of
    if all(_is_real(card) for card in cards.values()):
        return write_board(board).rstrip()
    lines = [
        f"edition {board.edition}, active {board.active}, {brief(board.readings)}",
        *(brief(player) for player in board.players),
        *(_entry(entry) for entry in board.entries),
        *(brief(cards[name]) for name in sorted(cards)),
    ]
    return "\n".join(lines)


def _is_real(card: Card) -> bool:
    try:
        return pool.find(card.name)[0] == card
    except BadInput:
        return False


def _entry(entry: Entry) -> str:
    told = brief(entry).replace(brief(entry.card), repr(entry.card.name))
    if isinstance(entry, Permanent) and entry.copy_of is not None:
        told = told.replace(brief(entry.copy_of), repr(entry.copy_of.name))
    return told
