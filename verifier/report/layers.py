"""Which continuous effects changed which permanents, layer by layer (613): the ground on which every answer stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..board import Board, Resolved
from ..errors import Undecided, Unmodelled
from ..rules.layers import derived
from . import labels
from .layout import table

MOST_NAMES = 6
"""Permanents that a line names."""


@dataclass(frozen=True, slots=True)
class LayerStep:
    """An effect of ``source`` is applied in a layer to permanents; it had waited for effects of ``after`` (613.8)."""

    layer: str
    source: str
    to: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def rule(self) -> str:
        """The rule by which it comes now: by dependency or by timestamp."""
        return "613.8b" if self.after else "613.7"


def answers(board: Board) -> tuple[LayerStep, ...]:
    """The steps that changed something, in the order in which they were applied. Raises Unmodelled."""
    told = derived(board)[1]
    sources = {applied.effect.name: applied.effect.source or applied.effect.name for applied in told}
    # 613.8b: in a loop of dependencies the timestamps decide, so that not all that an effect depends on came before.
    before = [{one.effect.name for one in told[:place]} for place in range(len(told))]
    return tuple(
        LayerStep(
            applied.layer,
            applied.effect.source or applied.effect.name,
            applied.to,
            tuple(dict.fromkeys(sources[name] for name in applied.waited_for if name in before[place])),
        )
        for place, applied in enumerate(told)
        if applied.to
    )


def came_later(board: Board) -> tuple[str, ...]:
    """A note for each resolved effect that does not change permanents only because they came later (611.2c)."""
    found = []
    for entry in board.entries:
        later = [one.id for one in board.permanents if one.timestamp > entry.timestamp]
        if not isinstance(entry, Resolved) or not later:
            continue
        last = max(other.timestamp for other in board.entries)
        entries = tuple(replace(one, timestamp=last + 1) if one is entry else one for one in board.entries)
        try:
            now, then = (_changed_by(entry.id, there) for there in (board, board.with_entries(entries)))
        except (Unmodelled, Undecided):
            continue
        missed = [labels.entry_base(board, id) for id in later if id in then - now]
        if missed:
            names = labels.folded(missed, MOST_NAMES)
            found.append(f"{entry.id} changes what was there as it resolved, and not what came later: {names} (611.2c)")
    return tuple(found)


def _changed_by(id: str, board: Board) -> set[str]:
    names = (id, f"{id}/")
    return {
        to
        for applied in derived(board)[1]
        if applied.effect.name == names[0] or applied.effect.name.startswith(names[1])
        for to in applied.to
    }


def text(board: Board, steps: Sequence[LayerStep]) -> list[str]:
    """A line a step; nothing where no effect changes a permanent."""
    if not steps:
        return []
    rows: list[tuple[str, ...]] = [("layer", "effect", "rule", "changes")]
    for step in steps:
        to = labels.folded((labels.entry_base(board, id) for id in step.to), MOST_NAMES)
        after = labels.folded(labels.entry_name(board, id) for id in step.after)
        rule = f"{step.rule}{after and f', after {after}'}"
        rows.append((step.layer, labels.entry_name(board, step.source), rule, to))
    return ["", "changed before (613)", *table(rows)]


def as_json(steps: Sequence[LayerStep]) -> list[dict[str, Any]]:
    """The same for programs."""
    return [
        {"layer": s.layer, "effect": s.source, "to": list(s.to), "depends_on": list(s.after), "rule": s.rule}
        for s in steps
    ]
