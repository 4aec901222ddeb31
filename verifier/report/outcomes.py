"""What comes out of an event: every result, each with a run that leads to it, or why the event cannot be started."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..board import Activate, Board, Event, Pools, Tap
from ..errors import Illegal, Unmodelled
from ..rules.activation import activated_abilities, produced
from ..rules.could_produce import Table
from ..rules.runs import run_to
from ..run import Run
from .could_produce import ability_name, resolves_by
from .labels import in_order_key
from .labels import pools as told_pools


@dataclass(frozen=True, slots=True)
class Result:
    """One result: mana by player, and a run that leads to it where one can be told step by step."""

    pools: Pools
    run: Run | None
    ability: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class EventAnswer:
    """The results of an event, sorted; where it cannot be started, the reason and the rules, and no results."""

    event: Tap | Activate
    actor: str
    results: tuple[Result, ...]
    illegal: str = ""
    rules: tuple[str, ...] = ()


def mana_event(event: Event) -> Tap | Activate:
    """The event if it is one that adds mana. Raises Unmodelled."""
    if not isinstance(event, Tap | Activate):
        raise Unmodelled("event", f"outcomes of {type(event).__name__} are not modelled yet")
    return event


def answers(board: Board, event: Tap | Activate) -> EventAnswer:
    """106.12b, 614, 616. Raises Unmodelled, Undecided."""
    actor = event.by or _controller(board, event)
    try:
        found = produced(board, event)
    except Illegal as error:
        return EventAnswer(event, actor, (), error.reason, error.rules)
    return EventAnswer(event, actor, tuple(_result(board, event, actor, pools) for pools in _sorted(found)))


def _sorted(found: frozenset[Pools]) -> list[Pools]:
    return sorted(found, key=lambda pools: [(player, in_order_key(amounts)) for player, amounts in pools])


def answered(board: Board, event: Tap | Activate) -> Mapping[str, str]:
    """The bare answer, for comparing it under several readings."""
    try:
        found = produced(board, event)
    except Illegal as error:
        return {event.permanent: f"cannot be started: {error}"}
    actor = event.by or _controller(board, event)
    return {event.permanent: " or ".join(told_pools(pools, actor) for pools in _sorted(found))}


def _controller(board: Board, event: Tap | Activate) -> str:
    return board.entry(event.permanent).controller


def _result(board: Board, event: Tap | Activate, actor: str, pools: Pools) -> Result:
    if isinstance(event, Activate) or actor != _controller(board, event) or len(pools) > 1:
        return Result(pools, None)
    run = run_to(board, event.permanent, pools[0][1] if pools else (0, 0, 0, 0, 0, 0))
    thing = next(thing for thing in Table(board).things if thing.id == event.permanent)
    if run is None or (event.ability is not None and activated_abilities(thing)[event.ability - 1][0] != run.ability):
        return Result(pools, None)
    return Result(
        pools, run, ability_name(thing, run.ability), resolves_by(thing.abilities[run.ability], board.edition)
    )
