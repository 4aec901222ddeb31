"""Runs of productions told step by step, and the closed sets of states that show what cannot come out (106.7)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from ..board import Amounts, Board
from ..cards.vocabulary import TYPES_OF_MANA
from ..run import Run, Step
from .could_produce import Production, Table, cap_of, fixed_point
from .effects import InForce
from .mana import Made, mask_of_amounts, starts
from .order import Move, ends, order_to
from .replacement import Kind, capped, kind_of, results


@dataclass(frozen=True, slots=True)
class ClosedSet:
    """All states that a production can reach, and those of them in which it can end.

    No effect leads out of ``states``; a type that occurs in no end cannot come out.
    """

    permanent: str
    ability: int
    starts: tuple[Amounts, ...]
    states: tuple[Amounts, ...]
    ends: tuple[Amounts, ...]


def runs(board: Board) -> dict[str, dict[str, Run]]:
    """For each permanent and each type that it could produce, one run that ends with that type.

    The first ability, the smallest start and the smallest end are taken. Raises as ``could_produce`` does.
    """
    table = Table(board)
    made = fixed_point(table)
    found: dict[str, dict[str, Run]] = {thing.id: {} for thing in table.things}
    for production in table.productions():
        told = found[production.thing.id]
        for start, end, exact in _ends(table, production, made):
            for place, letter in enumerate(TYPES_OF_MANA):
                if end[place] and letter not in told:
                    told[letter] = _run(table, production, start, end, exact)
    return {name: {letter: told[letter] for letter in TYPES_OF_MANA if letter in told} for name, told in found.items()}


def run_to(board: Board, permanent: str, end: Amounts) -> Run | None:
    """One run in which tapping the permanent for mana produces exactly that; None if there is none."""
    table = Table(board)
    made = fixed_point(table)
    for production in table.productions():
        if production.thing.id != permanent or not production.source.taps:
            continue
        for start in _starts(production, made):
            if end in ends(start, production.kinds, table.waits):
                return _run(table, production, start, end, start)
    return None


def closed_sets(board: Board) -> dict[str, tuple[ClosedSet, ...]]:
    """For each permanent, for each of its additions of mana, the states that can be reached and the possible ends."""
    table = Table(board)
    made = fixed_point(table)
    found: dict[str, list[ClosedSet]] = {thing.id: [] for thing in table.things}
    for production in table.productions():
        cap = cap_of(production.kinds)
        first = sorted({capped(start, cap) for start in _starts(production, made)})
        states, todo = set(first), list(first)
        while todo:
            at = todo.pop()
            for kind, _ in production.kinds:
                for after in results(kind, at, table.waits, cap):
                    if after not in states:
                        states.add(after)
                        todo.append(after)
        last = {end for start in first for end in ends(start, production.kinds, table.waits, cap)}
        found[production.thing.id].append(
            ClosedSet(
                production.thing.id, production.source.number, tuple(first), tuple(sorted(states)), tuple(sorted(last))
            )
        )
    return {name: tuple(sets) for name, sets in found.items()}


def replay(board: Board, run: Run) -> None:
    """Check that the run is one that the rules allow; raises ValueError saying where it is not.

    Every effect in it is there and used once (614.5), applies when it is applied, and none is left at the end (616.1f).
    """
    table = Table(board)
    made = fixed_point(table)
    mine = [p for p in table.productions() if p.thing.id == run.permanent and p.source.number == run.ability]
    fitting = [p for p in mine if run.start in _starts(p, made)]
    if not fitting:
        raise ValueError(f"no ability {run.ability} of {run.permanent} starts with {run.start}")
    production = fitting[0]
    effects = {(e.source, e.number): kind for e, kind in _kinds(table, production) if production.kinds}
    at = run.start
    for step in run.steps:
        kind = effects.pop((step.source, step.effect), None)
        if kind is None:
            raise ValueError(f"{step.source} has no unused effect {step.effect} for this production")
        if step.before != at or step.after not in results(kind, at, table.waits, 0):
            raise ValueError(f"{step.source} does not take {at} to {step.after}")
        at = step.after
    left = [source for (source, _), kind in effects.items() if results(kind, at, table.waits, 0)]
    if left:
        raise ValueError(f"{', '.join(left)} still applies at the end")


def _kinds(table: Table, production: Production) -> list[tuple[InForce, Kind]]:
    thing = production.thing
    found = ((effect, kind_of(effect, thing, thing.controller)) for effect in table.effects)
    return [(effect, kind) for effect, kind in found if kind is not None]


def _starts(production: Production, made: Made) -> list[Amounts]:
    found: set[Amounts] = set()
    for counted in production.counted:
        scope = production.scope if counted is None else replace(production.scope, counted=counted)
        found |= starts(production.addition, scope, made)
    return sorted(found)


def _ends(table: Table, production: Production, made: Made) -> list[tuple[Amounts, Amounts, Amounts]]:
    """Starts and ends with amounts told apart only as far as an effect asks, and the exact start, smallest first."""
    cap = cap_of(production.kinds)
    exact: dict[Amounts, Amounts] = {}
    for start in _starts(production, made):
        exact.setdefault(capped(start, cap), start)
    return [
        (start, end, exact[start])
        for start in sorted(exact)
        for end in sorted(ends(start, production.kinds, table.waits, cap))
        if mask_of_amounts(end)
    ]


def _run(table: Table, production: Production, start: Amounts, end: Amounts, exact: Amounts) -> Run:
    cap = cap_of(production.kinds)
    moves = order_to(capped(start, cap), production.kinds, capped(end, cap), table.waits, cap)
    assert moves is not None
    return Run(production.thing.id, production.source.number, exact, _steps(table, production, exact, moves, cap))


def _steps(table: Table, production: Production, exact: Amounts, moves: tuple[Move, ...], cap: int) -> tuple[Step, ...]:
    """The moves with exact amounts, each made by the first effect of its kind that is unused."""
    unused: dict[Kind, list[InForce]] = {}
    for effect, kind in _kinds(table, production):
        unused.setdefault(kind, []).append(effect)
    used: Counter[Kind] = Counter()
    steps: list[Step] = []
    at = exact
    for move in moves:
        effect = unused[move.kind][used[move.kind]]
        used[move.kind] += 1
        after = next(a for a in results(move.kind, at, table.waits, 0) if capped(a, cap) == move.after)
        newly = bool(steps) and not results(move.kind, steps[-1].before, table.waits, 0)
        steps.append(Step(effect.source, effect.number, "616.1f" if newly else "616.1e", at, after))
        at = after
    return tuple(steps)
