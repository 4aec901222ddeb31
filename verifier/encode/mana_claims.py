"""Claims about mana over the boards of a claim, proved or refuted by the solver board by board (106.7, 106.12b).

For each board both halves of the answer are obligations: what can come out by a trail that the solver confirms, what
cannot by an unsatisfiable one. Where no card changes characteristics no constraint mentions a timestamp, so that boards
which differ in the order of their entries alone are one question.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..board import Activate, Board, Pools, Tap
from ..cards import ability as a
from ..errors import Disagreement, Undecided
from ..solve.obligation import Obligation
from ..solve.z3_backend import Answer, solve
from .answers import Question
from .could_produce import Fixpoint
from .graph import is_rightness
from .space import Space
from .table import Table


@dataclass
class Asked:
    """What the solver was asked for one board, and what it answered."""

    board: Board
    asked: list[tuple[Obligation, Answer]] = field(default_factory=list)
    _fixpoint: Fixpoint | None = None

    def ask(self, obligation: Obligation) -> Answer:
        """The solver's answer, kept."""
        answer = solve(obligation)
        self.asked.append((obligation, answer))
        return answer

    @property
    def fixpoint(self) -> Fixpoint:
        """The least fixed point of the board. Raises Unmodelled."""
        if self._fixpoint is None:
            self._fixpoint = Fixpoint(Table(Space(self.board)), self.ask)
        return self._fixpoint

    def could_produce(self) -> dict[str, str]:
        """106.7 for every permanent; every event graph that it used is confirmed edge by edge."""
        found = self.fixpoint.members
        for obligation in self.fixpoint.rightness():
            answer = self.ask(obligation)
            if answer.status == "unknown":
                raise Undecided(f"{obligation.name}: {answer.reason}")
            if answer.status != obligation.expect:
                raise Disagreement(
                    obligation.name, (("the event graph", obligation.expect), ("the relation", answer.status))
                )
        return {name: found[leader.id] for name, leader in self.fixpoint.leaders.items()}

    def reasons(self, names: Iterable[str]) -> set[str]:
        """For each type that a permanent could produce, and each that no production ends with, what that rests on."""
        found: set[str] = set()
        members = self.could_produce()
        for name in names:
            seen = self.fixpoint.leaders.get(name)
            for letter in members.get(name, "") if seen is not None else "":
                assert seen is not None
                found |= _core(self.ask(self.fixpoint.refutation(seen, letter)))
        return found | self.cores()

    def cores(self) -> set[str]:
        """On what rests all that was found to be impossible."""
        found: set[str] = set()
        for obligation, answer in self.asked:
            if answer.status == "unsat" and not obligation.name.startswith("106.7") and not is_rightness(obligation):
                found |= _core(answer)
        return found

    def produced(self, event: Tap | Activate) -> frozenset[Pools]:
        """106.12b: every result of the ability alone. Raises Illegal, Unmodelled."""
        question = Question(self.board, event, self.ask)
        return frozenset(question.results)


def _core(answer: Answer) -> set[str]:
    return {name for name in answer.core if not name.startswith("claimed: ")}


def adds_by_triggers(board: Board) -> bool:
    """Whether an ability printed on a card of the board may add mana when mana is made (605.1b)."""
    faces = [entry.card.faces[entry.face] for entry in board.entries]
    faces += [entry.copy_of.faces[entry.copy_face] for entry in board.permanents if entry.copy_of is not None]
    return any(_triggers_on_mana(part) for face in faces for part in face.abilities)


def _triggers_on_mana(part: object) -> bool:
    if isinstance(part, a.Triggered) and isinstance(part.event, a.WhenTappedForMana | a.AddsMana):
        return True
    if isinstance(part, tuple):
        return any(map(_triggers_on_mana, part))
    fields = getattr(part, "__struct_fields__", ())
    return any(_triggers_on_mana(getattr(part, name)) for name in fields)


def in_any_order(board: Board) -> bool:
    """Whether no card on the board changes characteristics, so that nothing about mana depends on timestamps."""
    faces = [face for entry in board.entries for face in entry.card.faces]
    faces += [face for permanent in board.permanents if permanent.copy_of for face in permanent.copy_of.faces]
    cards = [card for player in board.players for card in player.graveyard_cards or ()]
    faces += [face for card in cards for face in card.faces]
    return not any(_changes_characteristics(face.abilities) for face in faces)


def _changes_characteristics(part: object) -> bool:
    if isinstance(part, a.LayerEffect):
        return True
    if isinstance(part, tuple):
        return any(map(_changes_characteristics, part))
    return any(_changes_characteristics(getattr(part, name)) for name in getattr(part, "__struct_fields__", ()))


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A board on which something else comes out than is claimed."""

    board: Board
    numbers: tuple[tuple[str, int], ...]
