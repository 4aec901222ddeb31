"""Runs of events that add no mana, as text and as JSON: step by step with rule numbers and what changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..board import Board, Cleanup, Event, Outcome
from ..cards.wording import NO_BEARING
from ..claim import Outcome as Claimed
from ..errors import VerifierError
from ..rules.event_runs import event_runs
from ..run import EventRun, EventStep
from . import hand_size, labels
from .layout import DEFAULT_WIDTH, paragraph, table
from .proof import Proofs

REPLAYED = ("the event", "runs")
"""The key of the proof that the reference interpreter has replayed the runs."""

MOST_RUNS = 200
"""Outcomes to which a run is looked for."""

MOST_SHOWN = 12
"""Runs that are shown as text."""

Runs = Mapping[Outcome, EventRun]


def runs_to(board: Board, event: Event, outcomes: Sequence[Outcome]) -> Runs:
    """A run to each of the first outcomes where one can be told; none for mana."""
    try:
        found = event_runs(board, event, outcomes[:MOST_RUNS])
        if isinstance(event, Cleanup):
            found = {outcome: _with_hand_size(board, event, run) for outcome, run in found.items()}
    except VerifierError:
        return {}
    return {outcome: found[outcome] for outcome in outcomes if outcome in found}


def _with_hand_size(board: Board, event: Cleanup, run: EventRun) -> EventRun:
    """The run with the effects first, one after the other, that make the maximum hand size what it is then."""
    answer = next(one for one in hand_size.answers(board, every_order=False) if one.player == event.player)
    hand, number = board.player(event.player).hand, dict(run.outcome.observed)["discarded"]
    way = next(
        way for way in answer.ways if number == (0 if way.maximum is None else max(hand - max(way.maximum, 0), 0))
    )
    name = "maximum hand size"
    steps = [
        EventStep(
            f"no {name}" if step.says == "no maximum" else f"{name} {step.says}",
            step.rule,
            step.source,
            ((name, step.before, step.after),),
        )
        for step in way.steps
    ]
    first = [] if steps else [EventStep(f"the {name} is {labels.size(way.maximum)}", "402.2")]
    return EventRun(run.outcome, (*first, *steps, *run.steps))


# Text ----------------------------------------------------------------------------------------------------------------


def text(
    board: Board, titled: Sequence[tuple[str, EventRun]], without: int, proofs: Proofs, width: int = DEFAULT_WIDTH
) -> list[str]:
    """Every run under its title, whether the reference has replayed them, and to how many outcomes there is none."""
    if not titled:
        return []
    lines: list[str] = []
    for title, run in titled[:MOST_SHOWN]:
        lines += ["", title, *steps(board, run)]
    if len(titled) > MOST_SHOWN:
        lines += ["", *paragraph(f"and runs to {len(titled) - MOST_SHOWN:,} more outcomes, which --json tells", width)]
    said = f"runs: {how(proofs)}"
    if without:
        said += f"; none is told to {without:,} outcomes, which are too many or too far"
    return [*lines, "", *paragraph(said, width)]


def how(proofs: Proofs) -> str:
    """Who has played the runs."""
    return "replayed in the reference interpreter" if REPLAYED in proofs else "of the rules alone, not replayed"


def steps(board: Board, run: EventRun) -> list[str]:
    """The steps in columns: number, whose effect, what changes, rule, and what happens."""
    rows = [("step", "effect", "changes", "rule", "what happens")]
    for number, step in enumerate(run.steps, 1):
        changes = ", ".join(_change(*change) for change in step.changes) or "-"
        effect = labels.entry_name(board, step.source) if step.source else "-"
        triggers = labels.folded(labels.entry_base(board, name) for name, times in step.triggers for _ in range(times))
        says = f"{_said(step)}; triggers {triggers}" if triggers else _said(step)
        rows.append((str(number), effect, changes, step.rule, says))
    return table(rows, indent=4)


def _said(step: EventStep) -> str:
    """What happens; in a run it goes without saying that the rest has no bearing on the question."""
    return step.says.replace(NO_BEARING, "")


def _change(name: str, before: int | None, after: int | None) -> str:
    return f"{name} {labels.size(before)} -> {labels.size(after)}"


# JSON ----------------------------------------------------------------------------------------------------------------


def as_json(run: EventRun) -> list[dict[str, Any]]:
    """The steps as objects; "none" stands for no maximum hand size."""
    return [
        {
            "effect": step.source or None,
            "says": _said(step),
            "rule": step.rule,
            "changes": {
                name: {"before": _value(before), "after": _value(after)} for name, before, after in step.changes
            },
            "triggers": dict(step.triggers),
        }
        for step in run.steps
    ]


def _value(number: int | None) -> int | str:
    return "none" if number is None else number


# What a claim says otherwise -----------------------------------------------------------------------------------------


def unclaimed(runs: Runs, claimed: Sequence[Claimed[int]]) -> EventRun | None:
    """The run to the first outcome that is not claimed; None if every one is."""
    for outcome, run in runs.items():
        if not any(_is(outcome, one) for one in claimed):
            return run
    return None


def missing(outcomes: Sequence[Outcome], claimed: Sequence[Claimed[int]]) -> list[Claimed[int]]:
    """The claimed outcomes that do not come out."""
    return [one for one in claimed if not any(_is(outcome, one) for outcome in outcomes)]


def _is(outcome: Outcome, claimed: Claimed[int]) -> bool:
    """Whether it is as claimed in all that is claimed of it."""
    observed = dict(outcome.observed)
    return all(observed.get(name) == number for name, number in claimed.observed) and (
        claimed.counters is None or claimed.counters == outcome.counters
    )
