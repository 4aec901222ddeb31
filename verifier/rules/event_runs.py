"""One course of a discard, a cleanup step, a draw step or an entering to each of its outcomes, step by step."""

from __future__ import annotations

from collections.abc import Iterable

from ..board import Board, Cleanup, DiscardCards, DrawStep, EntersEvent, Event, Outcome
from ..cards.ability import EntersWith
from ..cards.effect_wording import effect as worded
from ..cards.terms import XOfSpell
from ..run import Changes, EventRun, EventStep
from .discard_destinations import Way, ways_of
from .discarding import (
    Ended,
    cleanup_outcome,
    discard_outcome,
    forbidding,
    ways_to_clean_up,
    ways_to_discard,
)
from .draw_step_runs import draw_step_runs
from .effects import InForce, in_force
from .entering import Arrival, Counters, Putting, arriving, as_copies, as_it_would_be, one_more, together, with_these
from .run_words import acts
from .run_words import cards as counted


def event_runs(board: Board, event: Event, outcomes: Iterable[Outcome]) -> dict[Outcome, EventRun]:
    """A run to each of these outcomes of the event; none for mana, whose productions have runs of their own.

    Raises as ``happenings`` does.
    """
    match event:
        case DiscardCards():
            return _discards(board, event, set(outcomes))
        case Cleanup():
            return _cleanups(board, event, set(outcomes))
        case DrawStep():
            return draw_step_runs(board, event, outcomes)
        case EntersEvent():
            return _enterings(board, event, set(outcomes))
        case _:
            return {}


# Discards (701.9, 701.17, 514.1) ------------------------------------------------------------------------------------


def _discards(board: Board, event: DiscardCards, wanted: set[Outcome]) -> dict[Outcome, EventRun]:
    found: dict[Outcome, EventRun] = {}
    for ended in ways_to_discard(board, event):
        outcome = discard_outcome(board, event, ended)
        if outcome not in found:
            found[outcome] = EventRun(outcome, tuple(_discard_steps(board, event, ended, outcome)))
        if set(found) == wanted:
            break
    return found


def _discard_steps(
    board: Board, event: DiscardCards, ended: tuple[Ended, ...], outcome: Outcome
) -> Iterable[EventStep]:
    name, mill = event.player, event.cause == "mill"
    for effect in forbidding(board, name, event.by) if event.cause == "effect" else ():
        yield EventStep(f"{name} cannot be made to discard", "101.2", effect.source)
        return
    there = board.player(name).library if mill else board.player(name).hand
    moved = sum(each.number for each in ended)
    if moved < event.number:
        yield EventStep(
            f"there are only {counted(moved)} to move, of {event.number:,}" if moved else "there is no card to move",
            "609.3",
        )
    elif not mill and moved < there:
        how = "are chosen at random" if event.random else "are chosen"
        yield EventStep(f"of {counted(there)} in hand {moved:,} {how}", "701.9b")
    yield from _moved(board, name, ended, outcome, (event.cause, event.by))


def _cleanups(board: Board, event: Cleanup, wanted: set[Outcome]) -> dict[Outcome, EventRun]:
    found: dict[Outcome, EventRun] = {}
    hand = board.player(event.player).hand
    for ended in ways_to_clean_up(board, event):
        outcome = cleanup_outcome(board, event, ended)
        if outcome not in found:
            number = sum(each.number for each in ended)
            if number:
                said = f"of {counted(hand)} in hand {acts(event.player, 'choose')} {number:,} to discard"
            else:
                said = f"{counted(hand)} in hand are not too many, so nothing is discarded"
            first = EventStep(said, "514.1")
            steps = _moved(board, event.player, ended, outcome, ("turn-based action", None))
            found[outcome] = EventRun(outcome, (first, *steps))
        if set(found) == wanted:
            break
    return found


def _moved(
    board: Board, name: str, ended: tuple[Ended, ...], outcome: Outcome, why: tuple[str, str | None]
) -> Iterable[EventStep]:
    """Cards are put where they end, those that end in one zone by one effect together."""
    player, mill = board.player(name), why[0] == "mill"
    zones = {"hand": player.hand, "library": player.library, "graveyard": player.graveyard, "exile": 0}
    start = "library" if mill else "hand"
    for place, each in enumerate(ended):
        before = dict(zones)
        zones[start] -= each.number
        zones[each.place] = zones.get(each.place, 0) + each.number
        changes: Changes = tuple(
            (zone, before.get(zone, 0), number) for zone, number in zones.items() if number != before.get(zone, 0)
        )
        ways = ways_of(board, name, *why, each.card)
        way = next((way for way in ways if way.to == each.place), None)
        said = f"{acts(name, 'mill' if mill else 'discard')} {counted(each.number)}"
        said += f" like {each.card.name}" if each.card is not None else ""
        rule = "701.17a" if mill else "701.9a"
        if way is not None:
            rule = "616.1e" if len(ways) > 1 else way.rule
        triggers = outcome.triggers if place == len(ended) - 1 else ()
        source = "" if way is None else way.source
        yield EventStep(said + _where(each.place, way, ways), rule, source, changes, triggers)


def _where(place: str, way: Way | None, ways: list[Way]) -> str:
    """Where the cards end, if that is not simply the graveyard."""
    if way is None:
        unused = ", ".join(dict.fromkeys(other.source for other in ways))
        return f" without making use of {unused}" if ways else ""
    to = f"{'' if place == 'exile' else 'the '}{place}, not the graveyard"
    return f", choosing {to}" if way.optional else f", which goes to {to}"


# Entering (614.12, 616.1) --------------------------------------------------------------------------------------------


def _enterings(board: Board, event: EntersEvent, wanted: set[Outcome]) -> dict[Outcome, EventRun]:
    found: dict[Outcome, EventRun] = {}
    for arrival in as_copies(board, event, arriving(board, event)):
        for end, steps in _putting(board, event, arrival):
            outcome = with_these(board, arrival, end)
            if outcome not in found:
                entering = EventStep(
                    "it enters", "603.6a" if outcome.triggers else "614.12", triggers=outcome.triggers
                )  # fmt: skip
                found[outcome] = EventRun(outcome, (*_copying(arrival), *steps, entering))
        if set(found) == wanted:
            break
    return found


def _copying(arrival: Arrival) -> Iterable[EventStep]:
    for name, original in arrival.path:
        source = name.rsplit("/", 2)[0]
        if original:
            yield EventStep(f"it enters as a copy of {original}", "616.1c", source)
        else:
            yield EventStep("it does not enter as a copy", "616.1c", source)


def _putting(board: Board, event: EntersEvent, arrival: Arrival) -> Iterable[tuple[Counters, tuple[EventStep, ...]]]:
    """The counters with which it can enter, each with the steps of one of the shortest orders of the effects."""
    _, everything = as_it_would_be(board, arrival.permanent)
    effects = {
        f"{effect.source}/{effect.number}": effect
        for effect in in_force(together(board, arrival.permanent), everything)
    }
    first = Putting((), frozenset())
    paths: dict[Putting, tuple[EventStep, ...]] = {first: ()}
    todo = [first]
    while todo:
        at = todo.pop(0)
        options = list(one_more(board, event, arrival, at))
        if not options:
            yield at.counters, paths[at]
        for after in options:
            if after not in paths:
                paths[after] = (*paths[at], _put(at, after, effects, len(options) > 1))
                todo.append(after)


INTRINSIC = {"loyalty": "306.5b", "defense": "310.4b", "lore": "714.3a", "fade": "702.32a", "time": "702.63a"}
"""The rules by which a permanent enters with counters of a kind that no effect of a static ability gives it."""


def _put(at: Putting, after: Putting, effects: dict[str, InForce], chosen: bool) -> EventStep:
    (name,) = after.used - at.used
    before, now = dict(at.counters), dict(after.counters)
    changes = tuple(
        (f"{kind} counters", before.get(kind, 0), number)
        for kind, number in sorted(now.items())
        if number != before.get(kind, 0)
    )
    effect = effects.get(name)
    if effect is None:
        kind = name.split("/")[0]
        said = "the exception of its copying adds counters" if kind == "exception" else "it has counters of its own"
        rule = (
            "707.9e"
            if kind == "exception"
            else next((INTRINSIC.get(k.removesuffix(" counters"), "614.1c") for k, _, _ in changes), "614.1c")
        )
        return EventStep(said, rule, changes=changes)
    with_x = isinstance(effect.effect, EntersWith) and isinstance(effect.effect.amount, XOfSpell)
    alone = "614.12" if isinstance(effect.effect, EntersWith) else "614.16"
    rule = "107.3m" if with_x else "616.1e" if chosen else alone
    return EventStep(worded(effect.effect), rule, effect.source, changes)
