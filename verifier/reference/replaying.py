"""Replaying one run step by step: is it a run that the rules allow? (614.5, 616.1)"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.board import Amounts, Board
from verifier.cards.ability import Activated, AddForAll, Permission, Triggered
from verifier.errors import Illegal
from verifier.run import Run

from .adding import NOTHING, Outcome, outcomes, total
from .in_force import effects_in_force
from .paying import Named, check_may_activate, payments
from .producing import activated_outcomes, adding_by, answering, views_with_costs_ignored, with_answers
from .replacing import Effect, effects_watching, is_applicable, results
from .table import Table, Thing

RULES = ("616.1e", "616.1f")
"""The rules by which an effect may be chosen: self-replacement effects (616.1a) are settled before a run starts."""


def replay(board: Board, run: Run) -> None:
    """Returns if the run is one that the rules allow: of a permanent that is tapped for mana, or that could be (106.7).

    Raises ValueError, with the step and the reason, if it is not; Unmodelled for what a board cannot tell.
    """
    reasons: list[ValueError] = []
    for table in answering(board):
        try:
            _replay(table, run)
        except ValueError as reason:
            reasons.append(reason)
        else:
            return
    raise reasons[0]


def _replay(table: Table, run: Run) -> None:
    thing = table.there.get(run.permanent)
    if thing is None:
        raise ValueError(f"{run.permanent} is not on the battlefield")
    if not 0 <= run.ability < len(thing.abilities):
        raise ValueError(f"{run.permanent} has no ability number {run.ability}")
    reasons: list[str] = []
    for state, player, outcome in _starts(table, thing, run):
        for name in {addition.player: None for addition in outcome} or {player: None}:
            theirs = tuple(addition for addition in outcome if addition.player == name)
            if run.start not in (total(outcome), total(theirs)):
                continue
            reason = _why_not(state, thing, (player, name), run)
            if reason is None:
                return
            reasons.append(reason)
    raise ValueError(reasons[0] if reasons else f"the ability itself does not add {run.start}")


def _starts(table: Table, thing: Thing, run: Run) -> Iterator[tuple[Table, str, Outcome]]:
    """Every state in which the ability may resolve, the player who taps, and what the ability itself would add."""
    ability = thing.abilities[run.ability]
    if not isinstance(ability, Activated | Triggered):
        raise ValueError("the ability adds no mana")
    for view in views_with_costs_ignored(table, thing, ability):
        for outcome in outcomes(table, view, ability.instructions):
            yield table, thing.controller, outcome
    if not isinstance(ability, Activated):
        return
    may_tap_for_others = bool(effects_in_force(table, Permission)) or "any player" in ability.timing
    for player in table.board.names if may_tap_for_others else (thing.controller,):
        # No run says what X was; it is never more than what came out of it or what was there, and mostly just that.
        for x in (sum(run.start), None, *range(sum(run.start))):
            try:
                check_may_activate(table, thing, ability, player)
                paid = payments(table, thing, ability, player, Named(None, x))
            except Illegal:
                continue
            for payment in paid:
                for outcome in activated_outcomes(payment, thing, ability, player):
                    yield with_answers(payment.table), player, outcome


def _why_not(table: Table, thing: Thing, who: tuple[str, str], run: Run) -> str | None:
    """Why the steps cannot follow this start, of mana that the first player's ability has the second add; or None."""
    adding = adding_by(table, thing, thing.abilities[run.ability], who[0])
    watching: list[Effect] = []
    if run.start != NOTHING:
        watching = [e for e in effects_watching(table, adding, who[1]) if not isinstance(e.change, AddForAll)]
    waits = table.board.readings.idle_replacement == "waits"
    now: Amounts = run.start
    for place, step in enumerate(run.steps, start=1):
        named = [e for e in watching if (e.source, e.number) == (step.source, step.effect)]
        if not named:
            return f"step {place}: no unused effect {step.effect} of {step.source} watches this event (614.5)"
        if step.before != now:
            return f"step {place} starts from {step.before}, but the event is {now}"
        if not is_applicable(named[0], now, waits):
            return f"step {place}: the effect of {step.source} is not applicable to {now} (616.1f)"
        if step.after not in results(named[0], now):
            return f"step {place}: {step.after} is no result of the effect of {step.source}"
        if step.rule != RULES[0] and (place == 1 or step.rule != RULES[1]):
            return f"step {place}: {step.rule} does not say that this effect may be chosen now"
        watching.remove(named[0])
        now = step.after
    left = [e.source for e in watching if is_applicable(e, now, waits)]
    return f"the run ends while the effect of {left[0]} still applies (616.1f)" if left else None
