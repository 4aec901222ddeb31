"""Maximum hand size (402.2, 613.11): every effect applied one after another, in every order that 613.7m leaves open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from verifier.board import Board, HandSizes
from verifier.cards.ability import HandSize

from .asking import holds, players, quantity
from .continuous import time_of
from .in_force import Together, effects_of_entries, refuse_other_zones
from .layers import next_of
from .producing import answering
from .table import Key, Table, Time

NORMAL = 7
"""402.2."""

Changes = tuple[tuple[str, str, int], ...]
"""What an effect does: to which player, which change, by how much; in the order printed."""


@dataclass(frozen=True)
class OnHands:
    """An effect on the hand sizes of players, with its timestamp (613.7)."""

    key: Key
    time: Time
    together: Together


def maximum_hand_size(board: Board) -> dict[str, HandSizes]:
    """The possible maximum hand sizes of each player, ascending, None (no maximum) last.

    There are several only where a player may order simultaneous timestamps (613.7m).
    Raises Unmodelled for what a board cannot tell, Undecided if there are too many orders.
    """
    found = [_after_all_effects(table) for table in answering(board, HandSize)]
    return {name: _ascending({sizes[name] for sizes in found}) for name in board.names}


def _ascending(sizes: set[int | None]) -> HandSizes:
    numbers = sorted(size for size in sizes if size is not None)
    return (*numbers, None) if None in sizes else tuple(numbers)


def _after_all_effects(table: Table) -> dict[str, int | None]:
    """Every player's maximum after every effect, one at a time (613.8c); below zero it counts as zero (107.1b)."""
    refuse_other_zones(table, HandSize)
    table = replace(table, sizes=_to_begin_with(table.board))
    applied: set[Key] = set()
    while True:
        left = [effect for effect in _existing(table) if effect.key not in applied]
        if not left:
            return {name: None if size is None else max(size, 0) for name, size in _sizes(table).items()}
        chosen = next_of(left, partial(_depends_on, table))
        table = _apply(table, chosen)
        applied.add(chosen.key)


def _to_begin_with(board: Board) -> dict[str, int | None]:
    """Seven for each player, and what the vanguards that they own add or take off (313.6)."""
    found: dict[str, int | None] = {}
    for name in board.names:
        owned = [permanent for permanent in board.permanents if permanent.owner == name]
        found[name] = NORMAL + sum(permanent.card.faces[permanent.face].hand_modifier for permanent in owned)
    return found


def _sizes(table: Table) -> dict[str, int | None]:
    assert table.sizes is not None
    return table.sizes


def _existing(table: Table) -> list[OnHands]:
    """The effects on hand sizes whose conditions hold, with their timestamps (613.7a, 613.7b)."""
    found: list[OnHands] = []
    for together in effects_of_entries(table):
        if not any(isinstance(effect, HandSize) for effect in together.effects):
            continue
        if not holds(table, together.view, together.condition):
            continue
        id, held, place = together.entry.id, together.held, together.place
        if held is None:
            found.append(OnHands((id, place), (table.order[id], 0, place), together))
        else:
            time = time_of(table.order, held, table.there[id], place)
            found.append(OnHands((id, held.key, place), time, together))
    return found


def _what_it_does(table: Table, effect: OnHands) -> Changes:
    return tuple(
        (name, part.change, 0 if part.change == "none" else quantity(table, effect.together.view, part.amount))
        for part in effect.together.effects
        if isinstance(part, HandSize)
        for name in sorted(players(table, effect.together.view, part.players))
    )


def _apply(table: Table, effect: OnHands) -> Table:
    sizes = dict(_sizes(table))
    for name, change, amount in _what_it_does(table, effect):
        size = _changed(sizes[name], change, amount)
        if size is not None and table.board.readings.negative_hand_size == "zero":
            size = max(size, 0)
        sizes[name] = size
    return replace(table, sizes=sizes)


def _changed(size: int | None, change: str, amount: int) -> int | None:
    if change == "none":
        return None
    if change == "set":
        return amount
    if size is None:
        return None  # There is no number to raise or lower.
    return size + amount if change == "increase" else size - amount


def _depends_on(table: Table, one: OnHands, other: OnHands) -> bool:
    """Whether applying the other would change whether the first exists or what it does (613.8a, 613.11)."""
    tried = _apply(table, other)
    then = [effect for effect in _existing(tried) if effect.key == one.key]
    return not then or _what_it_does(tried, then[0]) != _what_it_does(table, one)
