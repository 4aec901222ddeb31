"""The permanents as the rules see them, who changed what, and the order of the layers with every dependency (613)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from ..board import Board, Characteristics
from ..rules.layers import Applied, characteristics, derived
from . import labels, layers
from .layout import table


def answers(board: Board) -> dict[str, Characteristics]:
    """The permanents by id (109.3). Raises Unmodelled."""
    return characteristics(board)


def text(board: Board, found: dict[str, Characteristics]) -> list[str]:
    """A line a permanent."""
    rows: list[tuple[str, ...]] = [("permanent", "type", "colors", "size", "mana abilities")]
    for id, seen in found.items():
        size = "" if seen.power is None else f"{seen.power}/{seen.toughness}"
        rows.append(
            (labels.entry_name(board, id), type_line(seen), seen.colors or "none", size, str(seen.mana_abilities))
        )
    return table(rows)


def type_line(seen: Characteristics) -> str:
    """Supertypes and card types, and the subtypes after a dash."""
    first = " ".join((*seen.supertypes, *seen.types)) or "no type"
    return f"{first} - {' '.join(seen.subtypes)}" if seen.subtypes else first


def as_json(found: dict[str, Characteristics]) -> dict[str, Any]:
    """The same for programs."""
    return {"permanents": {id: seen._asdict() for id, seen in found.items()}}


# The order of the layers ---------------------------------------------------------------------------------------------


def steps(board: Board) -> tuple[Applied, ...]:
    """Every effect that was applied, in order, with the dependencies of that moment. Raises Unmodelled."""
    return derived(board)[1]


def order_text(board: Board, told: Sequence[Applied]) -> list[str]:
    """Layer by layer what was applied when, and what waited for what and why (613.8)."""
    if not told:
        return ["  no continuous effect changes a permanent"]
    lines: list[str] = []
    for layer, group in groupby(told, key=lambda step: step.layer):
        lines += ["", f"layer {layer}"]
        for place, step in enumerate(group, 1):
            to = labels.folded((labels.entry_base(board, id) for id in step.to), layers.MOST_NAMES) or "nothing"
            lines.append(
                f"  {place}. {_named(board, step.effect.name)} (timestamp {step.effect.timestamp}) applies to {to}"
            )
            for one, other, why in step.edges:
                name, on = _named(board, one), _named(board, other)
                lines.append(f"     {name} depends on {on}, which would change {why} (613.8a)")
    return lines[1:]


def _named(board: Board, effect: str) -> str:
    """The entry whose effect it is; an effect's name is the entry's id with its place there."""
    for entry in board.entries:
        if effect == entry.id or effect.startswith(f"{entry.id}/"):
            return labels.entry_name(board, entry.id)
    return effect


def order_json(told: Sequence[Applied]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "steps": [
            {
                "layer": step.layer,
                "effect": step.effect.name,
                "source": step.effect.source,
                "timestamp": step.effect.timestamp,
                "to": list(step.to),
                "dependencies": [{"effect": one, "on": other, "changes": why} for one, other, why in step.edges],
            }
            for step in told
        ]
    }
