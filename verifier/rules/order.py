"""Where the orders of replacement effects can end a production (614.5, 616.1e, 616.1f, 616.2)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import cast

from ..board import Amounts
from .mana import mask_of_amounts
from .scales import scaled_ends
from .trails import Kinds, Move, Search, State, all_ends, at_a_guess, could_end, way_to
from .trails import reachable as reachable_from


@lru_cache(maxsize=65536)
def ends(start: Amounts, kinds: Kinds, waits: bool = False, cap: int = 0) -> frozenset[Amounts]:
    """Every state in which some order of the effects leaves the production.

    ``cap`` as in ``results``: zero for exact amounts. Raises Undecided beyond ``CONFIGURATIONS``.
    """
    if not kinds or not sum(start):
        return frozenset({start})
    scaled = None if cap else scaled_ends(start, kinds, waits)
    if scaled is not None:
        return frozenset(scaled)
    search = Search(start, kinds, waits, cap)
    found = all_ends(search, start, kinds)
    if found is not None:
        return frozenset(cast("Iterable[Amounts]", found))
    each = (state for state in reachable_from(search, start) if way_to(search, start, kinds, state) is not None)
    return frozenset(cast("Iterable[Amounts]", each))


@lru_cache(maxsize=65536)
def end_types(start: Amounts, kinds: Kinds, waits: bool, cap: int) -> int:
    """The types, as bits, that some order of the effects leaves in the production. Raises as ``ends`` does."""
    if not kinds or not sum(start):
        return mask_of_amounts(start)
    search = Search(start, kinds, waits, cap)
    found = all_ends(search, start, kinds)
    if found is not None:
        return _types(found)
    mask = 0
    unknown: list[State] = []
    for state in sorted(reachable_from(search, start), key=_small_first):
        if _types([state]) & ~mask and could_end(search, start, state):
            if at_a_guess(search, start, kinds, state) is not None:
                mask |= _types([state])
            else:
                unknown.append(state)
    for state in unknown:
        if _types([state]) & ~mask and way_to(search, start, kinds, state) is not None:
            mask |= _types([state])
    return mask


@lru_cache(maxsize=4096)
def reachable(start: Amounts, kinds: Kinds, waits: bool, cap: int) -> tuple[Amounts, ...]:
    """Every state that some effects can lead to, used up or not, small ones first."""
    found = reachable_from(Search(start, kinds, waits, cap), start)
    return cast("tuple[Amounts, ...]", tuple(sorted(found, key=_small_first)))


def _small_first(state: State) -> tuple[int, State]:
    return sum(state), state


def _types(states: Iterable[State]) -> int:
    mask = 0
    for state in states:
        mask |= mask_of_amounts(cast("Amounts", state))
    return mask


@lru_cache(maxsize=4096)
def order_to(start: Amounts, kinds: Kinds, end: Amounts, waits: bool, cap: int) -> tuple[Move, ...] | None:
    """One order of the effects that ends the production in ``end``; None if there is none.

    Only the effects that are used are in it. Raises Undecided beyond ``CONFIGURATIONS``.
    """
    scaled = None if cap else scaled_ends(start, kinds, waits)
    if scaled is not None:
        return scaled[end]() if end in scaled else None
    return way_to(Search(start, kinds, waits, cap), start, kinds, end)
