"""Runs of productions told step by step, and the closed sets of states that show what cannot come out (106.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from ..board import Activate, Amounts, Board, Pools, Tap
from ..cards.ability import AddMana, Permission
from ..cards.vocabulary import TYPES_OF_MANA
from ..run import Run, Step
from .activation import Adding, Resolution, resolutions
from .could_produce import Production, Table, cap_of, fixed_point, reads_others, types_of
from .effects import InForce, in_force
from .following import ways
from .mana import BIT, Made, letters_of, mask_of_amounts, starts
from .order import end_types, ends, order_to, reachable
from .replacement import Kind, capped, results
from .terms import Scope
from .trails import Move

MANY_EFFECTS = 12
"""Above so many effects on one production its possible ends are not listed."""


@dataclass(frozen=True, slots=True)
class ClosedSet:
    """All states that a production can reach, and the types with which it can end.

    No effect leads out of ``states``; a type that occurs in none of them cannot come out, and neither can one that is
    never left when no unused effect applies. ``ends`` are the states in which it can end, None where it is not worth
    while to tell them all.
    """

    permanent: str
    ability: int
    starts: tuple[Amounts, ...]
    states: tuple[Amounts, ...]
    types: str
    ends: tuple[Amounts, ...] | None


Rounds = Mapping[str, Mapping[str, int]]
"""For each permanent, and each type that it could produce, the round of the fixed point in which that is known."""


def runs(board: Board) -> tuple[dict[str, dict[str, Run]], Rounds]:
    """For each permanent and each type that it could produce, one run that ends with that type, and its round.

    A run reads only what earlier rounds of the fixed point have shown, so that no two explain each other in a circle.
    Of those of the earliest round the first ability, the smallest start and the smallest end are taken. Raises as
    ``could_produce`` does.
    """
    table = Table(board)
    asked = table.productions()
    found: dict[str, dict[str, Run]] = {thing.id: {} for thing in table.things}
    rounds: dict[str, dict[str, int]] = {thing.id: {} for thing in table.things}
    made: Made = {thing.id: 0 for thing in table.things}
    number, moved = 0, True
    while moved:
        number, moved, known = number + 1, False, dict(made)
        for production in asked:
            name = production.thing.id
            more = types_of(table, production, known) & ~made[name]
            if more:
                moved = True
                made[name] |= more
                effects = _by_kind(table, production)
                for letter in letters_of(more):
                    found[name][letter] = _run_with(table, production, known, letter, effects)
                    rounds[name][letter] = number
        asked = [production for production in asked if reads_others(production.addition)]
    told = {name: {letter: of[letter] for letter in TYPES_OF_MANA if letter in of} for name, of in found.items()}
    return told, rounds


_ByKind = Mapping[Kind, Sequence[InForce]]


def _run_with(table: Table, production: Production, made: Made, letter: str, effects: _ByKind) -> Run:
    """The run of the production that ends with the type: from the smallest start to the smallest end."""
    cap = cap_of(production.kinds)
    exact: dict[Amounts, Amounts] = {}
    for start in _starts(production, made):
        exact.setdefault(capped(start, cap), start)
    for start in sorted(exact):
        for end in reachable(start, production.kinds, table.waits, cap):
            if mask_of_amounts(end) & BIT[letter]:
                moves = order_to(start, production.kinds, end, table.waits, cap)
                if moves is not None:
                    steps = _steps(table.waits, effects, exact[start], moves, cap)
                    return Run(production.thing.id, production.source.number, exact[start], steps)
    raise AssertionError(f"{production.thing.id} makes {letter} and no run of it is found")


def told(board: Board, event: Tap | Activate) -> dict[Pools, Run]:
    """For each result of the event in which one player adds mana by one addition, one run that ends with it.

    Raises as ``produced`` does.
    """
    found: dict[Pools, Run] = {}
    begun: Begun = {}
    for resolution in resolutions(board, event):
        if len(resolution.added) != 1 or resolution.added in found:
            continue
        run = run_of(resolution, begun)
        if run is not None:
            found[resolution.added] = run
    return found


Begun = dict[int, tuple[Scope, list[tuple[AddMana, frozenset[Amounts]]]]]
"""For each scope in which an ability resolves its single additions of mana, with what each may begin with."""


def run_of(resolution: Resolution, begun: Begun) -> Run | None:
    """The run that ends in what a single player added; None where it took several additions of mana."""
    (recipient, end), table, scope = resolution.added[0], resolution.after, resolution.scope
    if id(scope) not in begun:
        made = resolution.made
        added = [way[0] for way in ways(resolution.source.ability.instructions, scope) if len(way) == 1]
        begun[id(scope)] = scope, [(addition, starts(addition, scope, made)) for addition in added]
    kinds = Adding(table, resolution.thing, resolution.actor, resolution.tapped).kinds(recipient)
    for addition, possible in begun[id(scope)][1]:
        for start in sorted(possible) if kinds else [end] if end in possible else []:
            moves = order_to(start, kinds, end, table.waits, 0)
            if moves is not None:
                production = Production(
                    resolution.thing, resolution.source, addition, scope, kinds, (scope.counted,), resolution.tapped,
                    recipient,
                )  # fmt: skip
                steps = _steps(table.waits, _by_kind(table, production), start, moves, 0)
                return Run(resolution.thing.id, resolution.source.number, start, steps)
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
        types = 0
        for start in first:
            types |= end_types(start, production.kinds, table.waits, cap)
        found[production.thing.id].append(
            ClosedSet(
                production.thing.id,
                production.source.number,
                tuple(first),
                tuple(sorted(states)),
                letters_of(types),
                _known_ends(first, production, table.waits, cap),
            )
        )
    return {name: tuple(sets) for name, sets in found.items()}


def _known_ends(first: list[Amounts], production: Production, waits: bool, cap: int) -> tuple[Amounts, ...] | None:
    if sum(count for _, count in production.kinds) > MANY_EFFECTS:
        return None
    return tuple(sorted({end for start in first for end in ends(start, production.kinds, waits, cap)}))


def replay(board: Board, run: Run) -> None:
    """Check that the run is one that the rules allow; raises ValueError saying where it is not.

    Every effect in it is there and used once (614.5), applies when it is applied, and none is left at the end (616.1f).
    Where a player may tap lands of others, it may be that player's run.
    """
    table, _, _ = _prepared(board)
    permitted = any(
        isinstance(effect.effect, Permission) and effect.effect.kind == "tap lands you do not control"
        for effect in in_force(board, table.things)
    )
    wrong: ValueError | None = None
    for by in (None, *board.names) if permitted else (None,):
        try:
            _replay(board, run, by)
        except ValueError as error:
            wrong = wrong or error
        else:
            return
    assert wrong is not None
    raise wrong


def _replay(board: Board, run: Run, by: str | None) -> None:
    table, made, productions = _prepared(board, by)
    mine = productions.get((run.permanent, run.ability), [])
    fitting = [p for p in mine if any(run.start in _starts(each, made) for each in _counting_more(p, run.start))]
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


@lru_cache(maxsize=4)
def _prepared(board: Board, by: str | None = None) -> tuple[Table, Made, dict[tuple[str, int], list[Production]]]:
    """What every run on the board is held against: the productions of each ability of each permanent."""
    table = Table(board)
    found: dict[tuple[str, int], list[Production]] = {}
    for production in table.productions(by):
        found.setdefault((production.thing.id, production.source.number), []).append(production)
    return table, fixed_point(table), found


def _counting_more(production: Production, start: Amounts) -> Iterator[Production]:
    """The production, then with a larger amount counted by its cost, as an activation may have (107.3a)."""
    yield production
    counted, total = production.source.counted, sum(start)
    if counted is not None:
        there = production.thing.permanent.counter(counted.counters) if counted.counters else 0
        payable = production.scope.board.readings.cost_counted_amount == "payable"
        most = total if payable else min(total, there)
        yield production._replace(counted=(most,))
        yield production._replace(counted=tuple(range(most)))


def _kinds(table: Table, production: Production) -> list[tuple[InForce, Kind]]:
    each = table.kinds_each(production.thing, production.scope.you, production.recipient, production.tapped)
    return [(effect, kind) for effect, kind in zip(table.effects, each, strict=True) if kind is not None]


def _starts(production: Production, made: Made) -> list[Amounts]:
    found: set[Amounts] = set()
    for counted in production.counted:
        scope = production.scope if counted is None else replace(production.scope, counted=counted)
        found |= starts(production.addition, scope, made)
    return sorted(found)


def _by_kind(table: Table, production: Production) -> _ByKind:
    found: dict[Kind, list[InForce]] = {}
    for effect, kind in _kinds(table, production):
        found.setdefault(kind, []).append(effect)
    return found


def _steps(waits: bool, effects: _ByKind, exact: Amounts, moves: tuple[Move, ...], cap: int) -> tuple[Step, ...]:
    """The moves with exact amounts, each made by the first effect of its kind that is unused."""
    used: Counter[Kind] = Counter()
    steps: list[Step] = []
    at = exact
    for move in moves:
        effect = effects[move.kind][used[move.kind]]
        used[move.kind] += 1
        after = next(a for a in results(move.kind, at, waits, 0) if not cap or capped(a, cap) == move.after)
        if not cap:
            after = cast("Amounts", move.after)
        newly = bool(steps) and not results(move.kind, steps[-1].before, waits, 0)
        steps.append(Step(effect.source, effect.number, "616.1f" if newly else "616.1e", at, after))
        at = after
    return tuple(steps)
