"""Replaying runs of events that add no mana: does a game come to these numbers one after another, and end like this?"""

from __future__ import annotations

from collections.abc import Iterable

from verifier.board import Board, Cleanup, DiscardCards, DrawStep, EntersEvent, Event
from verifier.run import EventRun, EventStep

from .draw_step import draw_step_happenings
from .entering import ENTERING, Entering, after, applicable_effects, as_it_enters, outcome, with_every_order
from .game import Numbers
from .happening import happenings

COUNTERS = " counters"


def replay_events(board: Board, event: Event, runs: Iterable[EventRun]) -> None:
    """Returns if each run is one that the rules allow, as far as it tells numbers.

    In each the numbers follow each other, from those of the board on. In a draw step some game has the same cards in
    hand and library and the same life one after another, and ends in the outcome; an entering permanent gets its
    counters by the same effects one after another; discarded cards end where the outcome says. What a run says in words
    is not looked at. Raises ValueError if a run is not allowed, otherwise as ``happenings`` does.
    """
    every = list(runs)
    for run in every:
        _numbers_follow(board, event, run)
        match event:
            case DrawStep():
                if run.outcome not in draw_step_happenings(board, event, _ahead(board, event, run)):
                    raise ValueError(f"no game comes to these numbers: {_ahead(board, event, run)}")
            case EntersEvent():
                _enters(board, event, run)
    if isinstance(event, DiscardCards | Cleanup) and every:
        there = happenings(board, event)
        for run in every:
            if run.outcome not in there:
                raise ValueError("the event does not end like this")
            _all_ended(event, run)


def _numbers_follow(board: Board, event: Event, run: EventRun) -> None:
    now: dict[str, int | None] = {}
    if isinstance(event, DiscardCards | Cleanup | DrawStep):
        player = board.player(event.player)
        now = {"hand": player.hand, "library": player.library, "graveyard": player.graveyard, "life": player.life}
    for place, step in enumerate(run.steps, 1):
        for name, before, then in step.changes:
            if now.get(name, before if name == "maximum hand size" else 0) != before:
                raise ValueError(f"step {place}: {name} is {now.get(name, 0)}, not {before}")
            now[name] = then


# Discards ----------------------------------------------------------------------------------------------------------


def _all_ended(event: DiscardCards | Cleanup, run: EventRun) -> None:
    """The cards that the steps move are those that the outcome counts."""
    moved: dict[str, int] = {}
    for step in run.steps:
        for name, before, then in step.changes:
            if before is not None and then is not None:
                moved[name] = moved.get(name, 0) + then - before
    for zone, number in run.outcome.observed:
        if zone == "discarded":
            fits = moved.get("hand", 0) == -number
        elif zone == "library" and isinstance(event, DiscardCards) and event.cause == "mill":
            continue
        else:
            fits = moved.get(zone, 0) == number
        if not fits:
            raise ValueError(f"the steps do not lead to {zone} {number}")


# The draw step -----------------------------------------------------------------------------------------------------


def _ahead(board: Board, event: DrawStep, run: EventRun) -> tuple[Numbers, ...]:
    """The cards in hand and library and the life after each step that changes them."""
    player = board.player(event.player)
    now = {"hand": player.hand, "library": player.library, "life": player.life}
    found: list[Numbers] = []
    for step in run.steps:
        changed = {name: then for name, _, then in step.changes if name in now and then is not None}
        if changed:
            now |= changed
            found.append((now["hand"], now["library"], now["life"]))
    return tuple(found)


# Entering ----------------------------------------------------------------------------------------------------------


def _enters(board: Board, event: EntersEvent, run: EventRun) -> None:
    steps = [step for step in run.steps if any(name.endswith(COUNTERS) for name, _, _ in step.changes)]
    name = event.card.faces[event.face].name
    for ordered, first in with_every_order(board, as_it_enters(board, event)):
        states = _unchanged(ordered, [first])
        for step in steps:
            states = _unchanged(ordered, _with_step(ordered, states, step))
        for state in states:
            if not applicable_effects(ordered, state) and outcome(ordered, name, state) == run.outcome:
                return
    raise ValueError("no order of the effects puts these counters on it one after another")


def _counters(state: Entering) -> dict[str, int]:
    return {kind: number for kind, number in state.permanent.counters if number}


def _unchanged(board: Board, states: list[Entering]) -> list[Entering]:
    """The states, and all that effects lead to which put no counters on it."""
    found = dict.fromkeys(states)
    todo = list(found)
    while todo:
        state = todo.pop()
        for each in applicable_effects(board, state):
            for now in after(board, state, each):
                if now not in found and _counters(now) == _counters(state):
                    found[now] = None
                    todo.append(now)
    return list(found)


def _with_step(board: Board, states: list[Entering], step: EventStep) -> list[Entering]:
    """The states after an effect of that entry, or of the permanent itself, changed the counters as the step says."""
    ids = {entry.id for entry in board.entries}
    found: dict[Entering, None] = {}
    for state in states:
        wanted = _counters(state) | {name.removesuffix(COUNTERS): then or 0 for name, _, then in step.changes}
        for each in applicable_effects(board, state):
            own = each.key[0].startswith(ENTERING) and step.source not in ids
            if own or each.key[0] == step.source:
                found |= dict.fromkeys(now for now in after(board, state, each) if _counters(now) == wanted)
    return list(found)
