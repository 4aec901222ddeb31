"""Everything that an event can produce over a space of boards, each result with the instances where it comes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..board import Activate, Tap
from ..cards.ability import AddMana
from ..errors import Undecided
from ..solve.formula import FALSE, TRUE, Bool, and_, not_, or_
from ..solve.obligation import Named
from .abilities import taps_for_mana
from .activating import Activation, activations
from .circuits import every_end
from .could_produce import Solve
from .in_force import Production, effects_in_force, is_for_all, kinds_for
from .making import NOTHING, Vector, results
from .paying import space_after_payment
from .producing import Adding, paths, recipients
from .space_fixpoint import SpaceFixpoint
from .table import Seen, Table
from .whole import Whole, plus

MOST_OUTCOMES = 5_000


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What each player adds, and when that comes out in some order."""

    totals: Mapping[str, Vector]
    when: Bool


@dataclass(frozen=True, slots=True, eq=False)
class Possible:
    """The outcomes of an event; ``there`` says when it can be started, ``assertions`` fix what they refer to."""

    player: str
    there: Bool
    outcomes: tuple[Outcome, ...]
    assertions: tuple[Named, ...]


def possible(table: Table, event: Tap | Activate, solver: Solve, x: Whole | None = None) -> Possible:
    """Every outcome of the event on some board of the space.

    Raises Illegal where it can be started on none, Unmodelled, and Undecided where there are too many outcomes.
    """
    effects_in_force(table)
    ids = (event.permanent, *(event.sacrifice if isinstance(event, Activate) else ()))
    there = and_(*(table.seen[id].there for id in ids if id in table.seen))
    outcomes: list[Outcome] = []
    assertions: dict[str, Named] = {}
    player = ""
    for number, activation in enumerate(activations(table, event, x)):
        player = activation.player
        if activation.asking.cost is not None:
            there = and_(there, activation.asking.cost.there)
        resolving = _Resolving(table, activation, solver, number)
        for path, when in paths(resolving.table, activation.ability.instructions, resolving.asking):
            outcomes.extend(resolving.along(path, when))
        assertions.update({named.name: named for named in resolving.assertions()})
    return Possible(player, there, _merged(outcomes), tuple(assertions.values()))


class _Resolving:
    def __init__(self, table: Table, activation: Activation, solver: Solve, number: int) -> None:
        self.before, self.activation, self.solver = table, activation, solver
        paid = space_after_payment(table, activation)
        self.table = table if paid is table.space else Table(paid)
        self.source = self.table.seen.get(activation.seen.id, activation.seen)
        cost = activation.asking.cost
        self.asking = replace(activation.asking, this=self.source, cost=cost and self.table.seen.get(cost.id, cost))
        self.effects = effects_in_force(self.table)
        self.waits = table.board.readings.idle_replacement == "waits"
        self.number = number
        self.now: SpaceFixpoint | None = None
        self.earlier: SpaceFixpoint | None = None

    def assertions(self) -> tuple[Named, ...]:
        """That what permanents could produce is the least fixed point, where the mana depends on it."""
        used = [fixpoint for fixpoint in (self.now, self.earlier) if fixpoint is not None]
        return tuple(named for fixpoint in used for named in (*fixpoint.orders(), *fixpoint.defined()))

    def along(self, path: tuple[AddMana, ...], when: Bool) -> list[Outcome]:
        """Every way that the productions of a path, one after the other, can end."""
        found = [Outcome({}, when)]
        for instruction in path:
            adding = Adding(self.activation.place, instruction, self.asking, TRUE)
            step: list[Outcome] = []
            for group in recipients(self.table, adding):
                ways = [Outcome({}, TRUE)]
                for recipient in group:
                    ways = _product(ways, self._ends(adding, recipient))
                step.extend(ways)
            found = _product(found, step)
        return found

    def _ends(self, adding: Adding, recipient: str) -> list[Outcome]:
        """What becomes of the mana that the player would add; where all add it, of the same start for each of them."""
        tapped = taps_for_mana(self.activation.ability, self.table.board.edition)
        production = Production(self.source, tapped, self.activation.player, recipient)
        looking = kinds_for(self.table, self.effects, production)
        shared = is_for_all(self.table, self.effects, production)
        found: list[Outcome] = []
        for vector, when in results(self.table, adding.instruction, adding.asking, self._known, None):
            start = NOTHING if vector is None else vector
            alone = and_(when, not_(shared))
            if alone is not FALSE:
                ends = every_end(start, alone, looking, None, waits=self.waits)
                found.extend(Outcome({recipient: amounts}, also) for amounts, also in ends)
            if shared is not FALSE:
                ways = [Outcome({}, and_(when, shared))]
                for name in self.table.names:
                    ends = every_end(start, TRUE, looking, None, waits=self.waits)
                    ways = _product(ways, [Outcome({name: amounts}, also) for amounts, also in ends])
                found.extend(ways)
        return found

    def _known(self, seen: Seen, letter: str) -> Bool:
        if seen.id in self.table.seen:
            if self.now is None:
                label = f"in way {self.number + 1} to activate it: "
                self.now = SpaceFixpoint(self.table, self.solver, label)
            return self.now.member(seen, letter)
        if self.earlier is None:
            self.earlier = SpaceFixpoint(self.before, self.solver)
        return self.earlier.member(seen, letter)


def _product(ones: list[Outcome], others: list[Outcome]) -> list[Outcome]:
    found = []
    for one in ones:
        for other in others:
            when = and_(one.when, other.when)
            if when is not FALSE:
                found.append(Outcome(_sum(one.totals, other.totals), when))
    if len(found) > MOST_OUTCOMES:
        raise Undecided(f"more than {MOST_OUTCOMES} outcomes")
    return list(_merged(found))


def _sum(one: Mapping[str, Vector], other: Mapping[str, Vector]) -> dict[str, Vector]:
    both = dict(one)
    for name, vector in other.items():
        both[name] = tuple(map(plus, both[name], vector)) if name in both else vector
    return both


def _merged(outcomes: list[Outcome]) -> tuple[Outcome, ...]:
    """Outcomes with the same constant amounts put together."""
    found: dict[object, Outcome] = {}
    for place, outcome in enumerate(outcomes):
        constants = [part.constant for vector in outcome.totals.values() for part in vector]
        key: object = place if None in constants else (tuple(outcome.totals), tuple(constants))
        old = found.get(key)
        found[key] = outcome if old is None else Outcome(outcome.totals, or_(old.when, outcome.when))
    return tuple(found.values())
