"""What comes out of an event: every outcome with a run that leads to it, or why it cannot be started."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..board import (
    Activate,
    Board,
    Cleanup,
    DiscardCards,
    DrawStep,
    EntersEvent,
    Event,
    Outcome,
    Pools,
    Tap,
)
from ..errors import Illegal
from ..rules.activation import produced
from ..rules.answers import facts, happenings
from ..rules.layers import things
from ..rules.runs import told as told_runs
from ..run import EventRun, ManaRun, Run
from ..words import outcome as outcome_in_words
from .could_produce import ability_name, bearing, resolves_by
from .event_runs import runs_to
from .labels import in_order_key
from .labels import pools as told_pools
from .mana_runs import runs_to as mana_runs_to


@dataclass(frozen=True, slots=True)
class Result:
    """What the ability alone can produce, and a run that leads to it where one can be told step by step."""

    pools: Pools
    run: Run | None
    ability: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class EventAnswer:
    """The outcomes of an event, sorted; where it cannot be started, the reason and the rules, and no outcomes.

    ``results`` are of the ability alone, for events that add mana; ``actor`` is who taps or activates. ``mana_runs``
    lead to the outcomes of these events, ``runs`` to those of others, in the order of the outcomes; an outcome that is
    hard to reach may have none.
    """

    event: Event
    outcomes: tuple[Outcome, ...] = ()
    results: tuple[Result, ...] = ()
    actor: str = ""
    facts: Mapping[str, bool | str] = field(default_factory=dict)
    illegal: str = ""
    rules: tuple[str, ...] = ()
    runs: Mapping[Outcome, EventRun] = field(default_factory=dict)
    mana_runs: Mapping[Outcome, ManaRun] = field(default_factory=dict)

    @property
    def abilities(self) -> Mapping[Pools, tuple[str, str]]:
        """By what it produces: the name of the ability of which a run is told, and the rule by which it resolves."""
        return {result.pools: (result.ability, result.rule) for result in self.results if result.run is not None}

    @property
    def triggers(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The entries whose abilities trigger in every outcome, and those whose abilities do in some only."""
        each = [{name for name, _ in outcome.triggers} for outcome in self.outcomes]
        some = dict.fromkeys(name for outcome in self.outcomes for name, _ in outcome.triggers)
        always = tuple(name for name in some if all(name in names for names in each))
        return always, tuple(name for name in some if name not in always)


def answers(board: Board, event: Event) -> EventAnswer:
    """Every outcome over every choice and every order. Raises Unmodelled, Undecided."""
    actor = actor_of(board, event)
    try:
        found = tuple(sorted(happenings(board, event), key=lambda outcome: (_in_order(outcome.pools), outcome[1:])))
        results: tuple[Result, ...] = ()
        if isinstance(event, Tap | Activate):
            alone = sorted(produced(board, event), key=_in_order)
            runs = told_runs(board, event)
            results = tuple(_result(board, runs, pools) for pools in alone)
        known = facts(board, event) if isinstance(event, DiscardCards | Cleanup) else {}
    except Illegal as error:
        return EventAnswer(event, actor=actor, illegal=error.reason, rules=error.rules)
    return EventAnswer(event, found, results, actor, known)


def answers_with_runs(board: Board, event: Event) -> EventAnswer:
    """The same with a run to each outcome."""
    answer = answers(board, event)
    if not answer.outcomes:
        return answer
    alone = {result.pools: result.run for result in answer.results if result.run is not None}
    by_mana = mana_runs_to(board, event, answer.outcomes, alone)
    return replace(answer, runs=runs_to(board, event, answer.outcomes), mana_runs=by_mana)


def titled_runs(answer: EventAnswer) -> list[tuple[str, EventRun]]:
    """Every run with its outcome in one line, what triggers included where nothing else tells outcomes apart."""
    lines = [told(outcome, answer.actor) for outcome in answer.outcomes]
    return [
        (line if lines.count(line) == 1 else outcome_in_words(outcome), answer.runs[outcome])
        for line, outcome in zip(lines, answer.outcomes, strict=True)
        if outcome in answer.runs
    ]


def answered(board: Board, event: Event) -> Mapping[str, str]:
    """The bare answer, for comparing it under several readings."""
    answer = answers(board, event)
    if answer.illegal:
        return {"the event": f"cannot be started: {answer.illegal}"}
    return {"the outcomes": " or ".join(dict.fromkeys(told(outcome, answer.actor) for outcome in answer.outcomes))}


def readings_that_bear(board: Board, event: Event) -> tuple[str, ...]:
    """The readings that can bear on the outcomes of the event."""
    if isinstance(event, Tap | Activate):
        return bearing(board)
    return ("negative_hand_size",) if isinstance(event, Cleanup) else ()


def title(event: Event) -> str:
    """The event in a few words, with the rule that it is about."""
    match event:
        case Tap(permanent):
            return f"{permanent} is tapped for mana (106.12)"
        case Activate(permanent, number):
            return f"ability {number} of {permanent} is activated (602.2)"
        case DiscardCards(number, player, "mill"):
            return f"{player}: {_cards(number)} milled (701.17a)"
        case DiscardCards(number, player):
            return f"{player}: {_cards(number)} discarded (701.9a)"
        case Cleanup(player):
            return f"cleanup step of {player} (514.1)"
        case DrawStep(player):
            return f"draw step of {player} (504)"
        case EntersEvent(card, face):
            return f"{card.faces[face].name} enters (614.1c)"


def _cards(number: int) -> str:
    return "one card is" if number == 1 else f"{number:,} cards are"


OWN_X = "X"
"""The observable of a permanent that enters which is told apart: it is zero whatever X of the spell was (107.3g)."""


def told(outcome: Outcome, actor: str, *, with_x: bool = False) -> str:
    """An outcome in one line: its mana, else its counters and its numbers by name; its own X only where it is asked."""
    if not outcome.observed and not outcome.counters:
        return told_pools(outcome.pools, actor)
    counters = [f"{number} {kind} counter{'' if number == 1 else 's'}" for kind, number in outcome.counters]
    numbers = [f"{name.replace('_', ' ')} {number}" for name, number in outcome.observed if with_x or name != OWN_X]
    return ", ".join([*counters, *numbers]) or "no counters"


def own_x(answer: EventAnswer) -> str:
    """What there is to say about the X of a permanent that enters; nothing where its cost has none."""
    event = answer.event
    if not isinstance(event, EntersEvent) or OWN_X not in event.card.faces[event.face].mana_cost:
        return ""
    values = sorted({number for outcome in answer.outcomes for name, number in outcome.observed if name == OWN_X})
    return f"X of the permanent itself is {' or '.join(map(str, values))} (107.3g)" if values else ""


def _in_order(pools: Pools) -> list[tuple[str, object]]:
    return [(player, in_order_key(amounts)) for player, amounts in pools]


def actor_of(board: Board, event: Event) -> str:
    """Who taps or activates, the controller if nobody is named; nobody in other events. Raises Unmodelled."""
    if not isinstance(event, Tap | Activate):
        return ""
    return event.by or controller(board, event.permanent)


def controller(board: Board, permanent: str) -> str:
    """Who controls the permanent now (613.1b). Raises Unmodelled."""
    there = {thing.id: thing.controller for thing in things(board)}
    return there.get(permanent, board.entry(permanent).controller)


def _result(board: Board, runs: Mapping[Pools, Run], pools: Pools) -> Result:
    run = runs.get(pools)
    if run is None:
        return Result(pools, None)
    thing = next(thing for thing in things(board) if thing.id == run.permanent)
    return Result(
        pools, run, ability_name(thing, run.ability), resolves_by(thing.abilities[run.ability], board.edition)
    )
