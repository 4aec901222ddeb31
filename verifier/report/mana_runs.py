"""Runs of events that add mana, as text and as JSON: the ability's production, then triggered mana abilities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..board import Activate, Amounts, Board, Event, Outcome, Pools, Tap
from ..errors import VerifierError
from ..rules.mana_runs import mana_runs
from ..run import ManaRun, Run, TriggeredMana
from . import labels
from .layout import DEFAULT_WIDTH, paragraph, table

STEPS = ("step", "effect", "would produce", "rule")

TRIGGERED = "605.4a"
"""The rule by which a triggered mana ability resolves at once."""

MOST_RUNS = 200
"""Outcomes to which a run is told."""

MOST_SHOWN = 12
"""Runs that are shown as text."""

ManaRuns = Mapping[Outcome, ManaRun]

Row = tuple[tuple[str, ...], Pools | None]
"""A line of a run, with the mana that there is then; None of a line that changes nothing."""


def runs_to(board: Board, event: Event, outcomes: Sequence[Outcome], alone: Mapping[Pools, Run]) -> ManaRuns:
    """A run to each of the first outcomes of an event that adds mana; none for other events."""
    if not isinstance(event, Tap | Activate):
        return {}
    try:
        found = mana_runs(board, event, alone)
    except VerifierError:
        return {}
    return {outcome: found[outcome] for outcome in outcomes[:MOST_RUNS] if outcome in found}


# Text ----------------------------------------------------------------------------------------------------------------


def text(
    board: Board, runs: ManaRuns, actor: str, names: Mapping[Pools, tuple[str, str]], width: int = DEFAULT_WIDTH
) -> list[str]:
    """A run to each outcome under its mana; ``names`` are those of the ability and its rule by what it produces."""
    lines: list[str] = []
    shown: dict[Pools, ManaRun] = {}
    for run in runs.values():
        shown.setdefault(run.outcome.pools, run)
    for pools, run in list(shown.items())[:MOST_SHOWN]:
        ability, rule = names.get(run.produced, ("", ""))
        title = f"{labels.pools(pools, actor)}{ability and f'  by {ability}'}"
        title += ", then triggered mana abilities" if run.triggered else ""
        lines += ["", title, *table([STEPS, *(cells for cells, _ in rows(board, run, actor, rule))], indent=4)]
    if len(shown) > MOST_SHOWN:
        more = f"and runs to {len(shown) - MOST_SHOWN:,} more outcomes, which --json tells"
        lines += ["", *paragraph(more, width)]
    return lines


def rows(board: Board, run: ManaRun, actor: str, rule: str) -> list[Row]:
    """The steps of a run, one a line, each with the mana that there is after it."""
    found = _alone(board, run, actor, rule)
    now = run.produced
    for one in run.triggered:
        after = with_more(board, now, one.added)
        becomes = f"{labels.pools(now, actor)} -> {labels.pools(after, actor)}"
        found.append((("then", _triggered(board, one, actor), becomes, TRIGGERED), after))
        now = after
    return found


def _alone(board: Board, run: ManaRun, actor: str, rule: str) -> list[Row]:
    """What the ability itself produces; in one line where that is not told step by step."""
    if run.run is None:
        return [(("0", "-", labels.pools(run.produced, actor), rule), run.produced)]
    told = run.run
    player = run.produced[0][0] if run.produced else actor
    found: list[Row] = [(("0", "-", labels.mana(told.start), rule), _of(player, told.start))]
    for number, step in enumerate(told.steps, 1):
        becomes = f"{labels.mana(step.before)} -> {labels.mana(step.after)}"
        cells = (str(number), labels.entry_name(board, step.source), becomes, step.rule)
        found.append((cells, _of(player, step.after)))
    end = ("end", "no unused effect applies", labels.mana(told.end), "616.1f" if told.steps else "")
    return [*found, (end, None)]


def _triggered(board: Board, one: TriggeredMana, actor: str) -> str:
    told = f"{labels.entry_name(board, one.source)} triggers, adds {labels.pools(one.added, actor)}"
    if one.run is None or one.run.start == one.run.end:
        return told
    by = labels.folded(labels.entry_base(board, step.source) for step in one.run.steps)
    return f"{told} ({labels.mana(one.run.start)} before {by})"


def _of(player: str, amounts: Amounts) -> Pools:
    return ((player, amounts),) if any(amounts) else ()


def with_more(board: Board, pools: Pools, added: Pools) -> Pools:
    """The mana of each player with what is added."""
    there, more = dict(pools), dict(added)
    found = []
    for name in board.names:
        both = [side[name] for side in (there, more) if name in side]
        if both:
            w, u, b, r, g, c = (sum(numbers) for numbers in zip(*both, strict=True))
            found.append((name, (w, u, b, r, g, c)))
    return tuple(found)


# JSON ----------------------------------------------------------------------------------------------------------------


def as_json(board: Board, run: ManaRun) -> list[dict[str, Any]]:
    """What each triggered mana ability adds, in turn, and the mana that there is then."""
    from .json import pools as as_tables

    found, now = [], run.produced
    for one in run.triggered:
        now = with_more(board, now, one.added)
        found.append(
            {"effect": one.source, "rule": TRIGGERED, "adds": as_tables(one.added), "after": as_tables(now)}
        )  # fmt: skip
    return found
