"""What the solver's side answers about a board: the same questions as ``rules`` and ``reference`` answer, by proof.

Every answer rests on obligations that the solver has decided. Raises Unmodelled with the card for what the encoding
does not cover, Illegal for an event that cannot be started and Undecided where a limit was hit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from ..board import Activate, Amounts, Board, Characteristics, Event, Pools, Tap
from ..cards.ability import AddMana
from ..errors import Unmodelled
from ..run import Run
from ..solve.formula import FALSE, Bool, truth
from ..solve.obligation import Obligation
from ..solve.z3_backend import Answer, solve
from . import layered
from .abilities import taps_for_mana
from .activating import Activation, activations
from .could_produce import Fixpoint, Looking, Solve, names_of
from .effects import Kind
from .hand_size import maximum_hand_size
from .in_force import Production, is_for_all, kinds_for
from .making import NOTHING, Vector, results
from .outcomes import Applied, Outcomes, outcomes_of, run_of
from .paying import after_payment
from .producing import Adding, paths, recipients
from .simultaneous import over_every_order, the_same_in_every_order
from .space import Space
from .table import Seen, Table

__all__ = ["Question", "Result", "characteristics", "could_produce", "maximum_hand_size", "produced", "quickly"]

Totals = Mapping[str, Amounts]


def quickly(obligation: Obligation) -> Answer:
    """The solver's answer without a least witness and without a core."""
    return solve(obligation, explain=False)


def could_produce(board: Board) -> dict[str, str]:
    """106.7: for every permanent that is there, the types that it could produce in the order W U B R G C."""
    return the_same_in_every_order(board, _could_produce)


def _could_produce(board: Board) -> dict[str, str]:
    fixpoint = Fixpoint(Table(Space(board)), quickly)
    return {id: fixpoint.members[leader.id] for id, leader in fixpoint.leaders.items()}


def characteristics(board: Board) -> dict[str, Characteristics]:
    """109.3 for every permanent that is there, after all layers."""
    return the_same_in_every_order(board, layered.characteristics)


def produced(board: Board, event: Event) -> frozenset[Pools]:
    """106.12b: every result of the ability alone, replacement effects applied in any order; ``()`` is no mana."""
    return over_every_order(board, lambda one: frozenset(Question(one, event).results))


@dataclass(frozen=True, eq=False)
class Result:
    """A result of the event: the runs, one for each production of it, that lead there."""

    runs: tuple[Run, ...]


@dataclass
class Question:
    """What an event produces, with all that proves it: ``asked`` has every obligation with its answer."""

    board: Board
    event: Event
    solve: Solve = quickly
    asked: list[tuple[Obligation, Answer]] = field(default_factory=list)
    ends: dict[tuple[object, ...], Outcomes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.table = Table(Space(self.board))
        self.fixpoint = Fixpoint(self.table, self.solve)
        _ = self.fixpoint.effects  # what is not modelled is refused before anything else is said
        self.results = self._results()

    def _results(self) -> dict[Pools, Result]:
        if not isinstance(self.event, Tap | Activate):
            raise Unmodelled(type(self.event).__name__, "an event that produces no mana")
        found: dict[Pools, Result] = {}
        for activation in activations(self.table, self.event):
            resolving = Resolving(self, activation)
            for path, when in paths(resolving.table, activation.ability.instructions, resolving.asking):
                if when is FALSE:
                    continue
                for totals, runs in resolving.along(path):
                    pools = tuple((name, totals[name]) for name in self.table.names if any(totals.get(name, ())))
                    found.setdefault(pools, Result(runs))
        return dict(sorted(found.items()))


class Resolving:
    """An ability that resolves after its cost was paid: what was sacrificed is as it last was (608.2h)."""

    def __init__(self, question: Question, activation: Activation) -> None:
        self.question, self.activation = question, activation
        paid = after_payment(question.table, activation)
        self.table, self.fixpoint = question.table, question.fixpoint
        if paid != question.board:
            self.table = Table(Space(paid))
            self.fixpoint = Fixpoint(self.table, question.solve)
        source = self.table.seen.get(activation.seen.id, activation.seen)
        payment = activation.asking.cost
        paid_by = payment and self.table.seen.get(payment.id, payment)
        self.source = source
        self.asking = replace(activation.asking, this=source, cost=paid_by)

    def along(self, path: tuple[AddMana, ...]) -> list[tuple[Totals, tuple[Run, ...]]]:
        """Every way that the productions of a path, one after the other, can end."""
        found: list[tuple[Totals, tuple[Run, ...]]] = [({}, ())]
        for instruction in path:
            adding = Adding(self.activation.place, instruction, self.asking, truth(True))
            step = []
            for group in recipients(self.table, adding):
                ways: list[tuple[Totals, tuple[Run, ...]]] = [({}, ())]
                for recipient in group:
                    ends = self._ends_of(adding, recipient)
                    ways = [(_sum(totals, more), (*runs, *further)) for totals, runs in ways for more, further in ends]
                step.extend(ways)
            combined: dict[tuple[tuple[str, Amounts], ...], tuple[Totals, tuple[Run, ...]]] = {}
            for totals, runs in found:
                for more, further in step:
                    both = _sum(totals, more)
                    combined.setdefault(tuple(sorted(both.items())), (both, (*runs, *further)))
            found = list(combined.values())
        return found

    def _ends_of(self, adding: Adding, recipient: str) -> list[tuple[Totals, tuple[Run, ...]]]:
        """What becomes of the mana that the player would add; where all add it, of the same start for each of them."""
        activation = self.activation
        tapped = taps_for_mana(activation.ability, self.table.board.edition)
        production = Production(self.source, tapped, activation.player, recipient)
        looking = kinds_for(self.table, self.fixpoint.effects, production)
        names = names_of(looking)
        made = results(self.table, adding.instruction, adding.asking, self._known_now, None)
        starts = tuple(dict.fromkeys(_constant(NOTHING if vector is None else vector) for vector, _ in made))
        if is_for_all(self.table, self.fixpoint.effects, production) is FALSE:
            ends = self._runs(starts, looking, names)
            return [({recipient: amounts}, (run,)) for amounts, run in sorted(ends.items())]
        found: dict[tuple[Amounts, ...], tuple[Run, ...]] = {}
        for start in starts:
            ends = self._runs((start,), looking, names)
            for each in product(sorted(ends), repeat=len(self.table.names)):
                found.setdefault(each, tuple(ends[amounts] for amounts in dict.fromkeys(each)))
        return [(dict(zip(self.table.names, each, strict=True)), runs) for each, runs in sorted(found.items())]

    def _runs(self, starts: tuple[Amounts, ...], looking: Looking, names: Mapping[Kind, str]) -> dict[Amounts, Run]:
        activation = self.activation
        return {
            amounts: run_of(activation.seen.id, activation.place, start, chosen, looking)
            for amounts, (start, chosen) in self._outcomes(starts, looking, names).items()
        }

    def _outcomes(
        self, starts: tuple[Amounts, ...], looking: Looking, names: Mapping[Kind, str]
    ) -> Mapping[Amounts, tuple[Amounts, tuple[Applied, ...]]]:
        if not looking:
            return {start: (start, ()) for start in starts}
        key = (starts, tuple((kind, len(copies)) for kind, copies in looking))
        found = self.question.ends.get(key)
        if found is None:
            found = outcomes_of(starts, looking, names, self.question.solve, waits=self.fixpoint.waits)
            self.question.ends[key] = found
            self.question.asked.extend(found.asked)
        return found.ends

    def _known_now(self, seen: Seen, letter: str) -> Bool:
        fixpoint = self.fixpoint if seen.id in self.table.seen else self.question.fixpoint
        return truth(letter in fixpoint.members[fixpoint.leaders[seen.id].id])


def _constant(vector: Vector) -> Amounts:
    w, u, b, r, g, c = (part.low for part in vector)
    return (w, u, b, r, g, c)


def _sum(totals: Totals, more: Totals) -> Totals:
    both = dict(totals)
    for player, amounts in more.items():
        w, u, b, r, g, c = (one + other for one, other in zip(both.get(player, (0,) * 6), amounts, strict=True))
        both[player] = (w, u, b, r, g, c)
    return both
