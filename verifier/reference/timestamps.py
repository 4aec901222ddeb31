"""Timestamps (613.7): every order of a board's entries that is possible, each as a place for every entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby, product
from math import factorial, prod

from verifier.board import Board, Entry, Permanent, Resolved
from verifier.errors import Undecided

Order = dict[str, int]
"""Each entry by its id, and its place; a later timestamp is a greater number. Between any two there is room for one."""

MOST_ORDERS = 720
"""Boards whose simultaneous timestamps leave more orders than this are not for brute force."""


def orders(board: Board, matters: Callable[[Entry], bool]) -> list[Order]:
    """Every order that the timestamps leave open (613.7m, 613.7n); among entries that do not matter, one will do.

    Raises Undecided if there are too many.
    """
    groups = [
        list(group) for _, group in groupby(sorted(board.entries, key=lambda e: e.timestamp), lambda e: e.timestamp)
    ]
    ways: list[list[tuple[Entry, ...]]] = []
    if prod(factorial(sum(map(matters, group))) for group in groups) > MOST_ORDERS * MOST_ORDERS:
        raise Undecided("too many orders of simultaneous timestamps")
    for group in groups:
        ordered = [entry for entry in group if matters(entry)]
        others = tuple(entry for entry in group if not matters(entry))
        # Several players' effects on each other's objects may leave no order that satisfies both rules.
        found = list(_ways(board, ordered, own_first=True)) or list(_ways(board, ordered, own_first=False))
        ways.append([(*way, *others) for way in found])
    if prod(map(len, ways)) > MOST_ORDERS:
        raise Undecided(f"{prod(map(len, ways))} orders of simultaneous timestamps")
    return [_placed([entry for group in choice for entry in group]) for choice in product(*ways)]


def _placed(entries: list[Entry]) -> Order:
    return {entry.id: 2 * place + 2 for place, entry in enumerate(entries)}


def _ways(board: Board, entries: list[Entry], *, own_first: bool) -> Iterator[tuple[Entry, ...]]:
    """Every order of entries that came at the same time: the next is one before which none of the others must come."""
    if not entries:
        yield ()
    for entry in entries:
        others = [other for other in entries if other is not entry]
        if not any(_comes_first(board, other, entry, own_first) for other in others):
            for rest in _ways(board, others, own_first=own_first):
                yield (entry, *rest)


def _comes_first(board: Board, one: Entry, other: Entry, own_first: bool) -> bool:
    """Whether the rules put the first before the second.

    What resolves comes after the object that it applies to (613.7n) if ``own_first``; what the active player controls
    before the rest, then in turn order (613.7m, 101.4); a player's own come in any order of that player's choice.
    """
    if own_first and _applies_to(other, one):
        return True
    if own_first and _applies_to(one, other):
        return False
    turn = board.names.index(board.active)
    apnap = board.names[turn:] + board.names[:turn]
    return apnap.index(one.controller) < apnap.index(other.controller)


def _applies_to(entry: Entry, other: Entry) -> bool:
    if not isinstance(entry, Resolved) or not isinstance(other, Permanent):
        return False
    return other.id in entry.targets or other.id == entry.source
