"""Exact amounts where effects that always multiply are many (614.5, 616.1e, 616.1f).

What such effects make is a product that the others only see as far as a guard asks, "two or more mana". So a production
is a base, which the others change, times a scale. What was multiplied before the last effect that makes the amount
anew is lost with it; whatever is multiplied after it is in the end. So it is asked for each number of multipliers that
come after it; numbers that no guard can tell apart are asked about together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from itertools import product
from math import prod
from typing import cast

from ..board import Amounts
from .mana import times
from .replacement import Kind, results
from .trails import EVERYTHING, Kinds, Move, Search, State, all_ends, reachable, way_to

MOST = 20_000
"""Configurations of bases and scales up to which all of them are visited."""

ALL_TYPES = 0b111111
BEFORE, AFTER, NEVER = 0, 1, 2
"""The last element of a state: before the last effect that makes the amount anew, after it, and against the choice."""

_LOST: State = (0, 0, 0, 0, 0, 0, 0, NEVER)

Order = Callable[[], tuple[Move, ...]]
Split = tuple[tuple[Kind, int, int], ...]
"""For each kind of multiplier, how many come before the last effect that makes the amount anew and how many after."""


@lru_cache(maxsize=512)
def scaled_ends(start: Amounts, kinds: Kinds, waits: bool) -> Mapping[Amounts, Order] | None:
    """Every exact end with an order that leads to it; None where it is not for this module.

    That is where few configurations can be visited one by one, and where something else multiplies than what always
    does. Raises Undecided where too many configurations were visited.
    """
    multipliers = tuple((kind, count) for kind, count in kinds if _always_multiplies(kind))
    others = tuple((kind, count) for kind, count in kinds if not _always_multiplies(kind))
    few = prod(count + 1 for _, count in kinds) <= EVERYTHING
    if few or not multipliers or any(kind.change == "times" for kind, _ in others):
        return None
    ceiling = max(max(kind.at_least, kind.number + 1 if waits else 0) for kind, _ in others) if others else 1
    # The scale begins again with each effect that makes the amount anew, and a guard may ask for it each time.
    anew = max(1, sum(count for kind, count in others if kind.change == "all")) if ceiling > 1 else 1
    found: dict[Amounts, Order] = {}
    answered: dict[Split, dict[Amounts, tuple[Move, ...]]] = {}
    for split in _splits(multipliers):
        told = tuple(
            (kind, min(before, _enough(kind, ceiling) * anew), min(after, _enough(kind, ceiling)))
            for kind, before, after in split
        )
        if told not in answered:
            answered[told] = _ends_of(start, told, others, waits, ceiling)
        scale = prod(kind.number**after for kind, _, after in split)
        for base, moves in answered[told].items():
            found.setdefault(times(base, scale), partial(_exact, start, split, moves))
    return found


def _always_multiplies(kind: Kind) -> bool:
    return kind.change == "times" and kind.number > 1 and kind.at_least <= 1 and kind.guard == ALL_TYPES


def _enough(kind: Kind, ceiling: int) -> int:
    """So many of the kind alone lift the scale to the ceiling, one at least."""
    number = 1
    while kind.number**number < ceiling:
        number += 1
    return number


def _splits(multipliers: Kinds) -> list[Split]:
    ways = product(*(range(count + 1) for _, count in multipliers))
    return [
        tuple((kind, count - after, after) for (kind, count), after in zip(multipliers, way, strict=True))
        for way in ways
    ]


class _Scaled(Search):
    """The search over bases and scales; ``early`` and ``late`` multipliers are kinds of their own, in this order."""

    def __init__(self, start: Amounts, split: Split, others: Kinds, waits: bool, ceiling: int) -> None:
        early = tuple((kind, before) for kind, before, _ in split if before)
        late = tuple((kind, after) for kind, _, after in split if after)
        self.counts = (*early, *late, *others)
        super().__init__(start, self.counts, waits, 0)
        self.most = sum(start) + max(kind.number for kind, _ in self.counts) + ceiling + NEVER
        self.ceiling, self.early, self.late = ceiling, len(early), len(early) + len(late)

    def edges(self, amounts: State) -> tuple[tuple[int, tuple[State, ...]], ...]:
        known = self._edges.get(amounts)
        if known is None:
            found = ((place, self._after(place, amounts)) for place in range(len(self.kinds)))
            known = self._edges[amounts] = tuple((place, after) for place, after in found if after)
            self._idle[amounts] = sum(1 << place for place, after in known if amounts in after)
        return known

    def _after(self, place: int, state: State) -> tuple[State, ...]:
        base, scale, stage = cast("Amounts", state[:6]), state[6], state[7]
        kind = self.kinds[place]
        if stage == NEVER or not sum(base):
            return ()
        if place < self.late:
            if (stage == BEFORE) != (place < self.early):
                return (_LOST,) if stage == AFTER else ()
            return ((*base, min(scale * kind.number, self.ceiling), stage),)
        changed = results(kind, times(base, scale), self.waits, 0)
        if kind.change == "types":
            unscaled = results(kind._replace(at_least=1), base, False, 0) if changed else ()
            return tuple((*after, scale, stage) for after in unscaled)
        if stage == AFTER:
            return (_LOST,) if changed else ()
        return tuple((*after, 1, later) for after in changed for later in (BEFORE, AFTER))


def _ends_of(start: Amounts, split: Split, others: Kinds, waits: bool, ceiling: int) -> dict[Amounts, tuple[Move, ...]]:
    """The ends as bases, each with an order of what tells scales apart."""
    search = _Scaled(start, split, others, waits, ceiling)
    found: dict[Amounts, tuple[Move, ...]] = {}
    # Where nothing comes before it, there may also be no effect that makes the amount anew.
    for stage in (BEFORE, AFTER) if not any(before for _, before, _ in split) else (BEFORE,):
        first: State = (*start, 1, stage)
        everything = all_ends(search, first, search.counts, MOST)
        for state in sorted(reachable(search, first) if everything is None else everything):
            base = cast("Amounts", state[:6])
            if state[7] == AFTER and base not in found:
                way = everything[state]() if everything is not None else way_to(search, first, search.counts, state)
                if way is not None:
                    found[base] = way
    return found


def _exact(start: Amounts, split: Split, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The order with exact amounts; multipliers that the scale no longer tells go with the last one of their kind."""
    left = {(kind, stage): (before, after)[stage] for kind, before, after in split for stage in (BEFORE, AFTER)}
    told = [(move.kind, move.before[7]) for move in moves]
    made: list[Move] = []
    at = start

    def make(kind: Kind, after: Amounts) -> None:
        nonlocal at
        made.append(Move(kind, at, after))
        at = after

    for place, move in enumerate(moves):
        key = (move.kind, move.before[7])
        if key in left:
            for _ in range(1 if key in told[place + 1 :] else left[key]):
                left[key] -= 1
                make(move.kind, times(at, move.kind.number))
        elif move.kind.change == "all":
            make(move.kind, cast("Amounts", move.after[:6]))
        else:
            base = cast("Amounts", move.after[:6])
            make(move.kind, times(base, sum(at) // sum(base)))
    return tuple(made)
