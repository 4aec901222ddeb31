"""Maximum hand size (402.2): effects in timestamp order (613.11), simultaneous ones as 613.7m orders them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from ..board import Board, HandSizes
from ..cards.ability import HandSize
from ..errors import Unmodelled
from .effects import InForce, in_force
from .layers import things
from .simultaneous import worlds
from .terms import players, value

NORMALLY = 7


class Change(NamedTuple):
    """A change of one player's maximum: set, increase, reduce or none, with its number worked out."""

    source: str
    controller: str
    timestamp: int
    change: str
    amount: int


def maximum_hand_size(board: Board) -> dict[str, HandSizes]:
    """For each player the possible maximum hand sizes, ascending, None for no maximum at the end.

    There is more than one only where 613.7m leaves a player the order of simultaneous effects. Raises Unmodelled.
    """
    boards = worlds(board)
    if len(boards) == 1:
        return _on(board)
    found = [_on(one) for one in boards]
    return {name: in_order({size for sizes in found for size in sizes[name]}) for name in board.names}


def _on(board: Board) -> dict[str, HandSizes]:
    effects = [effect for effect in in_force(board, things(board)) if isinstance(effect.effect, HandSize)]
    return {name: sizes(board, name, changes_for(name, effects)) for name in board.names}


def starting_size(board: Board, player: str) -> int:
    """Seven, changed by the hand modifiers of vanguards that the player owns (402.2, 313.6)."""
    return NORMALLY + sum(one.card.faces[one.face].hand_modifier for one in board.permanents if one.owner == player)


def in_order(found: set[int | None]) -> HandSizes:
    """The sizes ascending, no maximum at the end."""
    return (*sorted(size for size in found if size is not None), *((None,) if None in found else ()))


def changes_for(name: str, effects: list[InForce]) -> list[Change]:
    """The changes that affect this player, in the order of the entries."""
    found = []
    for effect in effects:
        change = effect.effect
        assert isinstance(change, HandSize)
        if name in players(change.players, effect.scope):
            amount = value(change.amount, effect.scope)
            found.append(Change(effect.source, effect.scope.you, effect.timestamp, change.change, amount))
    return found


def sizes(board: Board, player: str, changes: list[Change]) -> HandSizes:
    """The player's possible maximums after the changes, in every order that 613.7m allows.

    Raises Unmodelled where the order of abilities that one effect gave to several objects matters: they have one
    timestamp (613.7a), and no rule says more.
    """
    possible: set[int | None] = {starting_size(board, player)}
    never_negative = board.readings.negative_hand_size == "zero"
    own = {entry.id: entry.timestamp for entry in board.entries}
    given = {change.timestamp for change in changes if change.timestamp != own[change.source]}
    groups: list[list[Change]] = []
    for group in ordered_groups(board, changes):
        timestamp = group[0].timestamp
        if timestamp in given and groups and groups[-1][0].timestamp == timestamp:
            groups[-1] = [*groups[-1], *group]
        else:
            groups.append(group)
    for group in groups:
        objects = tuple(tuple(changes) for _, changes in groupby(group, key=lambda change: change.source))
        possible = {size for before in possible for size in _in_any_order(before, objects, never_negative)}
    if given and len(possible) > 1:
        raise Unmodelled("613.7a", "the order of abilities that one effect gave to several objects")
    return in_order({None if size is None else max(size, 0) for size in possible})


def ordered_groups(board: Board, changes: list[Change]) -> Iterator[list[Change]]:
    """Groups of changes one after another; inside a group one player chooses the order (613.7m)."""
    turn = board.names.index(board.active)
    apnap = {name: (place - turn) % len(board.names) for place, name in enumerate(board.names)}
    in_order = sorted(changes, key=lambda change: (change.timestamp, apnap[change.controller]))
    for _, group in groupby(in_order, key=lambda change: (change.timestamp, change.controller)):
        yield list(group)


def _in_any_order(size: int | None, objects: tuple[tuple[Change, ...], ...], never_negative: bool) -> set[int | None]:
    """Every result of applying the effects object by object; those of one object keep their printed order."""
    if not objects:
        return {size}
    found: set[int | None] = set()
    tried: set[tuple[tuple[str, int], ...]] = set()
    for place, changes in enumerate(objects):
        meaning = tuple((change.change, change.amount) for change in changes)
        if meaning in tried:
            continue
        tried.add(meaning)
        after = size
        for change in changes:
            after = apply(after, change, never_negative)
        found |= _in_any_order(after, (*objects[:place], *objects[place + 1 :]), never_negative)
    return found


def apply(size: int | None, change: Change, never_negative: bool) -> int | None:
    """The maximum after one change. What raises or lowers a number finds none where there is no maximum."""
    if change.change == "none":
        return None
    if change.change == "set":
        result = change.amount
    elif size is None:
        return None
    else:
        result = size + change.amount if change.change == "increase" else size - change.amount
    return max(result, 0) if never_negative else result
