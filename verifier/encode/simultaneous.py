"""Simultaneous entries whose order a player chooses (613.7m): a question to the solver's side asked in every order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby, permutations, product
from math import factorial, prod
from typing import TypeVar

from ..board import Board, Entry, Resolved
from ..cards.ability import LayerEffect
from ..errors import Illegal, Undecided, Unmodelled
from .making import mentions

T = TypeVar("T")

MOST_ORDERS = 720
"""Orders that are gone through one by one."""


def orders(board: Board) -> tuple[Board, ...]:
    """The board with different timestamps, once for each order that its players may choose; itself where none may.

    Raises Undecided where there are too many.
    """
    cards = [card for player in board.players for card in player.graveyard_cards or ()]
    cards += [entry.card for entry in board.entries]
    if not any(mentions(face.abilities, *LayerEffect.__args__) for card in cards for face in card.faces):
        return (board,)
    turn = board.names.index(board.active)
    apnap = {name: (place - turn) % len(board.names) for place, name in enumerate(board.names)}

    def time(entry: Entry) -> tuple[int, int]:
        return entry.timestamp, apnap[entry.controller]

    groups = [tuple(group) for _, group in groupby(sorted(board.entries, key=time), key=time)]
    if all(len(group) == 1 for group in groups):
        return (board,)
    if prod(factorial(len(group)) for group in groups) > MOST_ORDERS:
        raise Undecided("the orders of simultaneous entries")
    return tuple(_in_order(board, chosen) for chosen in product(*map(_ways, groups)))


def _ways(group: tuple[Entry, ...]) -> Iterator[tuple[Entry, ...]]:
    """Every order in which nothing that resolved comes before an object that it is about (613.7n)."""
    for order in permutations(group):
        places = {entry.id: place for place, entry in enumerate(order)}
        about = ((one, id) for one in order if isinstance(one, Resolved) for id in (*one.targets, one.source))
        if not any(id is not None and places.get(id, -1) > places[one.id] for one, id in about):
            yield order


def _in_order(board: Board, groups: tuple[tuple[Entry, ...], ...]) -> Board:
    place = {entry.id: place for place, entry in enumerate(entry for group in groups for entry in group)}
    return board.with_entries(tuple(replace(entry, timestamp=place[entry.id]) for entry in board.entries))


def the_same_in_every_order(board: Board, ask: Callable[[Board], T]) -> T:
    """The answer, if it is the same in every order. Raises Unmodelled if it is not."""
    found = [ask(one) for one in orders(board)]
    if any(answer != found[0] for answer in found):
        raise Unmodelled("613.7m", "a player's choice of order that makes a difference here")
    return found[0]


def over_every_order(board: Board, ask: Callable[[Board], frozenset[T]]) -> frozenset[T]:
    """What comes out in some order. Raises Illegal only if every one does."""
    found: frozenset[T] = frozenset()
    refusal: Illegal | None = None
    possible = False
    for one in orders(board):
        try:
            found |= ask(one)
            possible = True
        except Illegal as illegal:
            refusal = refusal or illegal
    if refusal is not None and not possible:
        raise refusal
    return found
