"""A space taken apart by which entries are there; numbers stay open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from types import MappingProxyType

from .space import Space

MOST_CASES = 256
"""A space with more boards, numbers apart, is not taken apart."""


def cases_of(space: Space) -> Iterator[tuple[Space, tuple[str, ...]]]:
    """Every set of entries as a space of its own, with those added, fewest first; none where there are too many."""
    names = list(space.bits)
    chain = [id for id in space.copies if id in space.bits]
    if 2 ** (len(names) - len(chain)) * (len(chain) + 1) > MOST_CASES:
        return
    for number in range(len(names) + 1):
        for chosen in combinations(names, number):
            there = set(chosen)
            if _is_one(space, there, chain):
                yield _case(space, there), chosen


def _is_one(space: Space, there: set[str], chain: list[str]) -> bool:
    copies = [id in there for id in chain]
    if copies != sorted(copies, reverse=True):
        return False
    return all(needed & set(space.bits) <= there for id, needed in space.needs.items() if id in there)


def _case(space: Space, there: set[str]) -> Space:
    missing = set(space.bits) - there
    gone = missing | {id for id, needed in space.needs.items() if needed & missing}
    entries = tuple(entry for entry in space.board.entries if entry.id not in gone)
    numbers = list(space.numbers)
    if space.copies_name is not None:
        copies = sum(id not in gone for id in space.copies)
        numbers.append((space.copies_name, (copies, copies)))
    return replace(
        space,
        board=replace(space.board, entries=entries),
        optional=(),
        copies=(),
        least=0,
        numbers=tuple(numbers),
        counters=MappingProxyType({place: value for place, value in space.counters.items() if place[0] not in gone}),
        needs=MappingProxyType({}),
        copies_name=None,
    )
