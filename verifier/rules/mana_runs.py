"""Runs of events that add mana to their ends: the ability's own production, then what triggered mana abilities add."""

from __future__ import annotations

from collections.abc import Mapping

from ..board import Activate, Board, Outcome, Pools, Tap
from ..run import ManaRun, Run, TriggeredMana
from .activation import Resolution, resolutions
from .could_produce import fixed_point
from .mana import mana_sources
from .runs import run_of
from .triggers import Addition, followed, in_list_order


def mana_runs(board: Board, event: Tap | Activate, alone: Mapping[Pools, Run]) -> dict[Outcome, ManaRun]:
    """A run to each outcome of the event; ``alone`` are the runs of the ability itself by what it produces.

    Of several courses with the same outcome the one with the fewest triggered additions is told, of these the first.
    Raises as ``activated`` does.
    """
    found: dict[Outcome, tuple[Resolution, tuple[Addition, ...]]] = {}
    for resolution in resolutions(board, event):
        for pools, triggered, additions in followed(resolution):
            outcome = Outcome(pools=pools, triggers=in_list_order(board, triggered))
            if outcome not in found or len(additions) < len(found[outcome][1]):
                found[outcome] = resolution, additions
    return {
        outcome: ManaRun(
            outcome,
            resolution.added,
            alone.get(resolution.added),
            tuple(TriggeredMana(one.source, one.added, _run(resolution, one)) for one in additions),
        )
        for outcome, (resolution, additions) in found.items()
    }


def _run(resolution: Resolution, one: Addition) -> Run | None:
    """How the production of a triggered mana ability came to its end, where it can be told as one run."""
    thing = one.scope.this
    if thing is None or len(one.added) != 1:
        return None
    place = next((place for place, ability in enumerate(thing.abilities) if ability is one.ability), None)
    source = next((source for source in mana_sources(thing.abilities) if source.number == place), None)
    if source is None:
        return None
    table, made = one.adding.table, fixed_point(one.adding.table)
    return run_of(
        Resolution(
            thing, source, one.adding.actor, False, one.added, table, table, one.scope, {**resolution.made, **made}
        ),
        {},
    )
