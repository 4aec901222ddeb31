"""Maximum hand size (402.2, 613.11): every effect applied one after another, in every order that 613.7m leaves open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, permutations, product

from verifier.board import Board, HandSizes
from verifier.cards.ability import HandSize
from verifier.cards.terms import MaximumHandSize
from verifier.errors import Unmodelled

from .asking import players, quantity
from .in_force import InForce, effects_in_force
from .producing import answering
from .table import Table

NORMAL = 7
"""402.2. A vanguard card's modifier (313.6) is not modelled: vanguards are not on the battlefield."""


@dataclass(frozen=True)
class Source:
    """An object or a resolved effect with its effects on one player's hand size, in the order printed."""

    controller: str
    timestamp: int
    effects: tuple[InForce, ...]


def maximum_hand_size(board: Board) -> dict[str, HandSizes]:
    """The possible maximum hand sizes of each player, ascending, None (no maximum) last.

    There are several only where a player may order simultaneous timestamps (613.7m).
    Raises Unmodelled for what a board cannot tell and for an amount that reads a maximum hand size (613.8).
    """
    table = answering(board)
    in_force = effects_in_force(table, HandSize)
    for entry in in_force:
        if isinstance(entry.effect, HandSize) and _reads_maximum(entry.effect.amount):
            raise Unmodelled(entry.entry.card.name, "an amount that reads a maximum hand size (613.8)")
    return {name: _of_player(table, in_force, name) for name in board.names}


def _reads_maximum(amount: object) -> bool:
    if isinstance(amount, MaximumHandSize):
        return True
    if isinstance(amount, tuple):
        return any(_reads_maximum(part) for part in amount)
    return hasattr(amount, "__struct_fields__") and any(
        _reads_maximum(getattr(amount, name)) for name in amount.__struct_fields__
    )


def _of_player(table: Table, in_force: list[InForce], name: str) -> HandSizes:
    values = {_after(table, order) for order in orders(table.board, _sources(table, in_force, name))}
    numbers = sorted(value for value in values if value is not None)
    return (*numbers, None) if None in values else tuple(numbers)


def _sources(table: Table, in_force: list[InForce], name: str) -> list[Source]:
    """The objects whose effects speak of the player (613.7a, 613.7b)."""
    sources: list[Source] = []
    for entry in table.board.entries:
        own = tuple(
            found
            for found in in_force
            if found.entry is entry
            and isinstance(found.effect, HandSize)
            and name in players(table, found.view, found.effect.players)
        )
        if own:
            sources.append(Source(entry.controller, entry.timestamp, own))
    return sources


def orders(board: Board, sources: list[Source]) -> Iterator[tuple[Source, ...]]:
    """Every order that the timestamps allow (613.7).

    Of those with the same timestamp, the active player's come first, then each other player's in turn order, each
    player's in any order of that player's choice (613.7m, 101.4).
    """
    turn = board.names.index(board.active)
    apnap = board.names[turn:] + board.names[:turn]
    by_time = sorted(sources, key=lambda source: (source.timestamp, apnap.index(source.controller)))
    groups = [list(group) for _, group in groupby(by_time, key=lambda source: (source.timestamp, source.controller))]
    for choice in product(*[permutations(group) for group in groups]):
        yield tuple(source for group in choice for source in group)


def _after(table: Table, order: tuple[Source, ...]) -> int | None:
    """The maximum after every effect in that order, None for none; below zero it counts as zero in the end (107.1b)."""
    size: int | None = NORMAL
    for source in order:
        for found in source.effects:
            size = _apply(table, found, size)
            if size is not None and table.board.readings.negative_hand_size == "zero":
                size = max(size, 0)
    return None if size is None else max(size, 0)


def _apply(table: Table, found: InForce, size: int | None) -> int | None:
    effect = found.effect
    assert isinstance(effect, HandSize)
    if effect.change == "none":
        return None
    amount = quantity(table, found.view, effect.amount)
    if effect.change == "set":
        return amount
    if size is None:
        return None  # There is no number to raise or lower.
    return size + amount if effect.change == "increase" else size - amount
