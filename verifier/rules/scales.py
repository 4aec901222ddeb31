"""Exact amounts where effects that always multiply are many (614.5, 616.1e, 616.1f).

What such effects make is a product that the others only see as far as a guard asks, "two or more mana". So a production
is a base, which the others change, times a scale up to which amounts are told apart. What was multiplied before the
last effect that makes the amount anew is lost with it; whatever is multiplied after it is in the end. So of each
multiplier it is kept how often it was used before and after, and whether more of it could be used there unnoticed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import product
from math import prod
from typing import cast

from ..board import Amounts
from ..errors import Undecided
from .mana import times
from .replacement import Kind, results
from .trails import EVERYTHING, Came, Configuration, Kinds, Move, Search, State, told

MOST = 200_000
"""Configurations of bases and scales that are visited before the question is given up."""

ALL_TYPES = 0b111111
BEFORE, AFTER, NEVER = 0, 1, 2
"""The last element of a state: before the last effect that makes the amount anew, after it, and against the choice."""

_LOST: State = (0, 0, 0, 0, 0, 0, 0, NEVER)

Order = Callable[[], tuple[Move, ...]]


@lru_cache(maxsize=512)
def scaled_ends(start: Amounts, kinds: Kinds, waits: bool) -> Mapping[Amounts, Order] | None:
    """Every exact end with an order that leads to it; None where it is not for this module.

    That is where few configurations can be visited one by one, and where something else multiplies than what always
    does. Raises Undecided where there are too many configurations.
    """
    multipliers = tuple((kind, count) for kind, count in kinds if _always_multiplies(kind))
    others = tuple((kind, count) for kind, count in kinds if not _always_multiplies(kind))
    few = prod(count + 1 for _, count in kinds) <= EVERYTHING
    if few or not multipliers or any(kind.change == "times" for kind, _ in others):
        return None
    ceiling = max(max(kind.at_least, kind.number + 1 if waits else 0) for kind, _ in others) if others else 1
    search = _Scaled(start, multipliers, others, waits, ceiling)
    came: Came = {search.first((*start, 1, stage), search.counts): None for stage in (BEFORE, AFTER)}
    todo = list(came)
    found: dict[Amounts, Order] = {}
    seen: set[object] = set()
    while todo:
        at = todo.pop()
        if search.is_end(at) and (shape := (at.amounts[:6], *search.multiplied(at))) not in seen:
            seen.add(shape)
            base = cast("Amounts", at.amounts[:6])
            for owed, late in search.shares(at):
                scale = prod(kind.number**number for (kind, _), number in zip(multipliers, late, strict=True))
                found.setdefault(times(base, scale), partial(_exact, start, search, came, at, owed))
        for place, after in search.moves(at):
            if after not in came:
                came[after] = (at, place)
                todo.append(after)
        if len(came) > MOST:
            raise Undecided(f"{MOST} configurations of {sum(count for _, count in kinds)} replacement effects")
    return found


def _always_multiplies(kind: Kind) -> bool:
    return kind.change == "times" and kind.number > 1 and kind.at_least <= 1 and kind.guard == ALL_TYPES


class _Scaled(Search):
    """The search over bases and scales; multipliers are first kinds of the time before, then of the time after."""

    def __init__(self, start: Amounts, multipliers: Kinds, others: Kinds, waits: bool, ceiling: int) -> None:
        kinds = (*multipliers, *multipliers, *others)
        super().__init__(start, kinds, waits, 0)
        self.counts = tuple(count for _, count in kinds)
        self.most = sum(start) + max(kind.number for kind, _ in kinds) + ceiling + NEVER
        self.ceiling, self.early, self.late = ceiling, len(multipliers), 2 * len(multipliers)

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
            in_time = (stage == BEFORE) == (place < self.early)
            return ((*base, min(scale * kind.number, self.ceiling), stage),) if in_time else ()
        changed = results(kind, times(base, scale), self.waits, 0)
        if kind.change == "types":
            unscaled = results(kind._replace(at_least=1), base, False, 0) if changed else ()
            return tuple((*after, scale, stage) for after in unscaled)
        if stage == AFTER:
            return (_LOST,) if changed else ()
        return tuple((*after, 1, later) for after in changed for later in (BEFORE, AFTER))

    def left(self, at: Configuration, place: int) -> int:
        """How many copies of a multiplier, or of another kind, are unused."""
        if place >= self.late:
            return at.left[place]
        multiplier = place % self.early
        return at.left[multiplier] + at.left[multiplier + self.early] - self.counts[multiplier]

    def moves(self, at: Configuration) -> Iterator[tuple[int, Configuration]]:
        return (move for move in super().moves(at) if self.left(at, move[0]))

    def multiplied(self, at: Configuration) -> tuple[tuple[int, int, int], ...]:
        """Of each multiplier how many were used before and after, and when more of it can be used unnoticed."""
        unnoticed = at.spent & ((1 << self.late) - 1)
        return (*((early, late, unnoticed) for early, late in self._used(at)),)

    def _used(self, at: Configuration) -> Iterator[tuple[int, int]]:
        for place in range(self.early):
            late = place + self.early
            yield self.counts[place] - at.left[place], self.counts[late] - at.left[late]

    def is_end(self, at: Configuration) -> bool:
        """616.1f: no unused effect applies any more."""
        if at.amounts[7] != AFTER:
            return False
        places = (place for place, _ in self.edges(at.amounts))
        return all(not self.left(at, place) or self._unnoticed(at, place) for place in places)

    def _unnoticed(self, at: Configuration, place: int) -> int:
        bits = 1 << place if place >= self.late else 1 << place | 1 << place - self.early
        return at.spent & bits

    def shares(self, at: Configuration) -> Iterator[tuple[dict[int, int], tuple[int, ...]]]:
        """The ways to use what an end owes: how many of each kind, by place; and of each multiplier, how many late."""
        applies = {place for place, _ in self.edges(at.amounts)}
        owed = {place: at.left[place] for place in applies if place >= self.late and at.left[place]}
        ways: list[list[tuple[int, int, int]]] = []
        for place, (_, used) in enumerate(self._used(at)):
            late, left = place + self.early, self.left(at, place)
            if late not in applies or not left:
                ways.append([(0, 0, used)])
            elif not at.spent >> late & 1:
                ways.append([(left, 0, used)])
            elif not at.spent >> place & 1:
                ways.append([(0, left, used + left)])
            else:
                ways.append([(left - more, more, used + more) for more in range(left + 1)])
        for way in product(*ways):
            shared = {place: early for place, (early, _, _) in enumerate(way) if early}
            shared |= {place + self.early: more for place, (_, more, _) in enumerate(way) if more}
            yield owed | shared, tuple(late for _, _, late in way)


def _exact(
    start: Amounts, search: _Scaled, came: Came, end: Configuration, owed: Mapping[int, int]
) -> tuple[Move, ...]:
    """The order with exact amounts."""
    made: list[Move] = []
    at = start
    for kind, _, after in told(search, came, end, owed):
        before, base = at, cast("Amounts", after[:6])
        if kind.change == "times":
            at = times(at, kind.number)
        elif kind.change == "all":
            at = base
        else:
            at = times(base, sum(at) // sum(base))
        made.append(Move(kind, before, at))
    return tuple(made)
