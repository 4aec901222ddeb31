"""Orders of simultaneous timestamps that the rules leave to players (613.7m, 613.7n), and answers over all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, permutations, product
from math import factorial, prod
from typing import TypeVar

from ..board import Board, Emblem, Entry, Permanent, Resolved
from ..cards import ability as a
from ..cards.card import Face
from ..errors import Illegal, Undecided, Unmodelled
from .characteristics import LAYER_EFFECTS, face_of, unchanged
from .continuous import KEYWORDS, counter_part, is_anything_changed
from .following import subterms

T = TypeVar("T")

MOST_WORLDS = 5_040
"""Orders of simultaneous entries that are gone through for one board."""


def worlds(board: Board) -> tuple[Board, ...]:
    """The board once for every order of simultaneous entries that 613.7m allows and that may make a difference.

    Players order what they control, the active player first, then the others in turn order. Raises Undecided.
    """
    stamps = Counter(entry.timestamp for entry in board.entries)
    if len(stamps) == len(board.entries) or not is_anything_changed(board, unchanged(board)):
        return (board,)
    granted = any(map(_grants_static_abilities, board.entries))
    groups = [list(group) for _, group in groupby(_in_order(board), key=lambda e: (e.timestamp, e.controller))]
    began = {entry.timestamp for entry in board.entries if isinstance(entry, Resolved)}  # 611.2c: who was there by then
    matter = [[e for e in group if granted or e.timestamp in began or _matters(e)] for group in groups]
    if prod(factorial(len(group)) for group in matter) > MOST_WORLDS:
        raise Undecided(f"more than {MOST_WORLDS:,} orders of simultaneous entries")
    rest = [[entry for entry in group if entry not in mine] for group, mine in zip(groups, matter, strict=True)]
    found = []
    for orders in product(*map(_ways, matter)):
        in_order = [entry for order, others in zip(orders, rest, strict=True) for entry in (*order, *others)]
        stamp = {entry.id: number for number, entry in enumerate(in_order, 1)}
        found.append(board.with_entries(tuple(replace(entry, timestamp=stamp[entry.id]) for entry in board.entries)))
    return tuple(found)


def places(board: Board) -> dict[str, int]:
    """The place of every entry by timestamp: even numbers, so that something may come between two of them.

    Simultaneous entries are in the order of 613.7m, those of one player in list order.
    """
    return {entry.id: 2 * place + 2 for place, entry in enumerate(_in_order(board))}


def _in_order(board: Board) -> list[Entry]:
    turn = board.names.index(board.active)
    apnap = {name: (place - turn) % len(board.names) for place, name in enumerate(board.names)}
    return sorted(board.entries, key=lambda entry: (entry.timestamp, apnap[entry.controller]))


def _ways(entries: list[Entry]) -> Iterator[tuple[Entry, ...]]:
    """Every order of entries of one player, what resolved after the objects that it is about (613.7n)."""
    for order in permutations(entries):
        before: set[str] = set()
        for entry in reversed(order):
            if isinstance(entry, Resolved) and not before.isdisjoint((*entry.targets, entry.source)):
                break
            before.add(entry.id)
        else:
            yield order


def _matters(entry: Entry) -> bool:
    """Whether the place of the entry may bear on characteristics, or on hand sizes, which are counted after them."""
    if isinstance(entry, Permanent):
        if any(counter_part(kind, number) is not None for kind, number in entry.counters):
            return True
        return _has_effects(face_of(entry))
    return _has_effects(entry.card.faces[entry.face]) or isinstance(entry, Emblem)


@lru_cache(maxsize=4096)
def _has_effects(face: Face) -> bool:
    kinds = (*LAYER_EFFECTS, a.HandSize)
    keywords = any(isinstance(one, a.Keyword) and one.name.casefold() in KEYWORDS for one in face.abilities)
    return keywords or any(isinstance(term, kinds) for term in subterms(face.abilities))


def _grants_static_abilities(entry: Entry) -> bool:
    """Whether the entry may give static abilities, which are at least as young as what they are given to (613.7a)."""
    return _gives(entry.card.faces[entry.face]) or (isinstance(entry, Permanent) and _gives(face_of(entry)))


@lru_cache(maxsize=4096)
def _gives(face: Face) -> bool:
    return any(
        isinstance(term, a.GainAbilities) and any(isinstance(ability, a.Static) for ability in term.abilities)
        for term in subterms(face.abilities)
    )


# Answers --------------------------------------------------------------------------------------------------------------


def the_same_in_every_world(board: Board, ask: Callable[[Board], T]) -> T:
    """The answer that every order gives. Raises Unmodelled if there are several."""
    first, *others = worlds(board)
    answer = ask(first)
    if any(ask(other) != answer for other in others):
        raise Unmodelled("613.7m", "a player's choice of order that makes a difference here")
    return answer


def in_any_world(board: Board, ask: Callable[[Board], frozenset[T]]) -> frozenset[T]:
    """The answers that some order gives. Raises Illegal only if every one does."""
    found: frozenset[T] = frozenset()
    refused: list[Illegal] = []
    asked = worlds(board)
    for world in asked:
        try:
            found |= ask(world)
        except Illegal as illegal:
            refused.append(illegal)
    if len(refused) == len(asked):
        raise refused[0]
    return found
