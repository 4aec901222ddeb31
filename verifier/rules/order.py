"""Where the orders of replacement effects can end (614.5, 616.1e, 616.1f, 616.2).

The question is not which of the n! orders there are, but whether there is a trail in the graph of states that uses
no effect twice and ends where no unused effect applies. Identical effects are counted. An effect that can leave a
state as it is can be used up there, however many copies of it are left; so only real moves are followed, and for each
kind of effect it is kept whether such a state was visited.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import prod
from random import Random
from typing import NamedTuple

from ..board import Amounts
from ..errors import Undecided
from .mana import mask_of_amounts
from .replacement import Kind, results

EVERYTHING = 5_000
"""Configurations up to which all of them are visited; beyond, each possible end is looked for by itself."""

GUESSES = 60
"""Tries at an order for one possible end before every configuration is visited."""

CONFIGURATIONS = 100_000
"""Configurations visited for one possible end before the question is given up as undecided."""

Kinds = tuple[tuple[Kind, int], ...]


class Configuration(NamedTuple):
    """A state, how many of each kind are left for moves, and the kinds that can be used up on the way, as bits."""

    amounts: Amounts
    left: tuple[int, ...]
    spent: int


class Move(NamedTuple):
    """One effect of a kind takes ``before`` to ``after``."""

    kind: Kind
    before: Amounts
    after: Amounts


Came = dict[Configuration, "tuple[Configuration, int] | None"]
"""How each configuration was reached: the one before it and the place of the kind."""


class _Search:
    def __init__(self, start: Amounts, kinds: Kinds, waits: bool, cap: int) -> None:
        self.kinds = [kind for kind, _ in kinds]
        self.waits, self.cap = waits, cap
        self.most = _most(kinds, sum(start))
        self._edges: dict[Amounts, tuple[tuple[int, tuple[Amounts, ...]], ...]] = {}
        self._idle: dict[Amounts, int] = {}

    def edges(self, amounts: Amounts) -> tuple[tuple[int, tuple[Amounts, ...]], ...]:
        """For each kind that applies, its place and the states it can lead to."""
        known = self._edges.get(amounts)
        if known is None:
            found = ((place, results(kind, amounts, self.waits, self.cap)) for place, kind in enumerate(self.kinds))
            known = self._edges[amounts] = tuple((place, after) for place, after in found if after)
            self._idle[amounts] = sum(1 << place for place, after in known if amounts in after)
        return known

    def idle(self, amounts: Amounts) -> int:
        """The kinds that can leave the state as it is, as bits."""
        self.edges(amounts)
        return self._idle[amounts]

    def first(self, start: Amounts, counts: tuple[int, ...]) -> Configuration:
        return Configuration(start, counts, self.idle(start))

    def moves(self, at: Configuration) -> Iterator[tuple[int, Configuration]]:
        for place, after in self.edges(at.amounts):
            if at.left[place]:
                left = (*at.left[:place], at.left[place] - 1, *at.left[place + 1 :])
                for amounts in after:
                    if amounts != at.amounts:
                        yield place, Configuration(amounts, left, at.spent | self.idle(amounts))

    def is_end(self, at: Configuration) -> bool:
        """616.1f: no unused effect applies any more."""
        return all(not at.left[place] or at.spent >> place & 1 for place, _ in self.edges(at.amounts))


def _most(kinds: Kinds, total: int) -> int:
    """More mana than this never comes out: the most that any effect sets, multiplied by every one that multiplies."""
    most = max([total, *(kind.number for kind, _ in kinds if kind.change == "all")])
    for kind, count in kinds:
        if kind.change == "times":
            most *= max(kind.number, 1) ** count
    return most


@lru_cache(maxsize=65536)
def ends(start: Amounts, kinds: Kinds, waits: bool = False, cap: int = 0) -> frozenset[Amounts]:
    """Every state in which some order of the effects leaves the production.

    ``cap`` as in ``results``: zero for exact amounts. Raises Undecided beyond ``CONFIGURATIONS``.
    """
    if not kinds or not sum(start):
        return frozenset({start})
    search = _Search(start, kinds, waits, cap)
    found = _all_ends(search, start, kinds)
    if found is None:
        found = {state for state in _reachable(search, start) if order_to(start, kinds, state, waits, cap) is not None}
    return frozenset(found)


@lru_cache(maxsize=65536)
def end_types(start: Amounts, kinds: Kinds, waits: bool, cap: int) -> int:
    """The types, as bits, that some order of the effects leaves in the production. Raises as ``ends`` does."""
    if not kinds or not sum(start):
        return mask_of_amounts(start)
    search = _Search(start, kinds, waits, cap)
    found = _all_ends(search, start, kinds)
    if found is not None:
        return _types(found)
    mask = 0
    unknown: list[Amounts] = []
    for state in sorted(_reachable(search, start), key=lambda state: (sum(state), state)):
        if mask_of_amounts(state) & ~mask and _could_end(search, start, state):
            if _at_a_guess(search, start, kinds, state) is not None:
                mask |= mask_of_amounts(state)
            else:
                unknown.append(state)
    for state in unknown:
        if mask_of_amounts(state) & ~mask and order_to(start, kinds, state, waits, cap) is not None:
            mask |= mask_of_amounts(state)
    return mask


@lru_cache(maxsize=4096)
def reachable(start: Amounts, kinds: Kinds, waits: bool, cap: int) -> tuple[Amounts, ...]:
    """Every state that some effects can lead to, used up or not, small ones first."""
    return tuple(sorted(_reachable(_Search(start, kinds, waits, cap), start), key=lambda state: (sum(state), state)))


def _types(states: set[Amounts]) -> int:
    mask = 0
    for state in states:
        mask |= mask_of_amounts(state)
    return mask


def _all_ends(search: _Search, start: Amounts, kinds: Kinds) -> set[Amounts] | None:
    """The ends, by visiting every configuration; None where there are more than ``EVERYTHING``."""
    if prod(count + 1 for _, count in kinds) > EVERYTHING * EVERYTHING:
        return None
    first = search.first(start, tuple(count for _, count in kinds))
    seen, todo, found = {first}, [first], set()
    while todo:
        at = todo.pop()
        if search.is_end(at):
            found.add(at.amounts)
        for _, after in search.moves(at):
            if after not in seen:
                seen.add(after)
                todo.append(after)
        if len(seen) > EVERYTHING:
            return None
    return found


@lru_cache(maxsize=4096)
def order_to(start: Amounts, kinds: Kinds, end: Amounts, waits: bool, cap: int) -> tuple[Move, ...] | None:
    """One order of the effects that ends the production in ``end``; None if there is none.

    Only the effects that are used are in it. Raises Undecided beyond ``CONFIGURATIONS``.
    """
    search = _Search(start, kinds, waits, cap)
    if not _could_end(search, start, end):
        return None
    counts = tuple(count for _, count in kinds)
    if prod(count + 1 for count in counts) > EVERYTHING:
        guessed = _at_a_guess(search, start, kinds, end)
        if guessed is not None:
            return guessed
    first = search.first(start, counts)
    came: Came = {first: None}
    todo = [first]
    while todo:
        at = todo.pop()
        if at.amounts == end and search.is_end(at):
            return _told(search, came, at)
        fresh = [(place, after) for place, after in search.moves(at) if after not in came]
        fresh.sort(key=lambda move: _promise(search, move[1], end), reverse=True)
        for place, after in fresh:
            came[after] = (at, place)
            todo.append(after)
        if len(came) > CONFIGURATIONS:
            raise Undecided(f"{CONFIGURATIONS} configurations of {sum(counts)} replacement effects")
    return None


def _at_a_guess(search: _Search, start: Amounts, kinds: Kinds, end: Amounts) -> tuple[Move, ...] | None:
    """An order that ends there, if one of some tries finds it: effects that must be used up first, leading ones last.

    The tries are the same each time. None says nothing.
    """
    chance = Random(GUESSES)
    for _ in range(GUESSES):
        at = search.first(start, tuple(count for _, count in kinds))
        came: Came = {at: None}
        while True:
            if at.amounts == end and search.is_end(at):
                return _told(search, came, at)
            moves = [(place, after) for place, after in search.moves(at) if after not in came]
            if not moves:
                break
            if chance.random() < 0.1:
                place, after = chance.choice(moves)
            else:
                place, after = min(moves, key=lambda move: (*_promise(search, move[1], end)[:2], chance.random()))
            came[after] = (at, place)
            at = after
    return None


def _promise(search: _Search, at: Configuration, end: Amounts) -> tuple[int, int, int]:
    """Smaller is looked at first: few effects still to be used up, then few moves that could be the last one lost."""
    owed = sum(bool(at.left[place]) and not at.spent >> place & 1 for place, _ in search.edges(end))
    leading = sum(at.left[place] for place, after in search.edges(at.amounts) if end in after)
    return owed, -leading, -sum(at.left)


def _reachable(search: _Search, start: Amounts, without: int = -1) -> set[Amounts]:
    """The states that effects can lead to, each used as often as one likes. Raises Undecided beyond ``EVERYTHING``."""
    seen, todo = {start}, [start]
    while todo:
        for place, after in search.edges(todo.pop()):
            if place != without:
                fresh = [state for state in after if state not in seen and sum(state) <= search.most]
                todo.extend(fresh)
                seen.update(fresh)
        if len(seen) > EVERYTHING:
            raise Undecided(f"more than {EVERYTHING} states of one production")
    return seen


def _could_end(search: _Search, start: Amounts, end: Amounts) -> bool:
    """What every order that ends there needs: after the last use of each effect owed, the end without that kind."""
    reachable = _reachable(search, start)
    if end not in reachable:
        return False
    for place, after_end in search.edges(end):
        if end in after_end:
            continue
        landings = {s for state in reachable for p, after in search.edges(state) if p == place for s in after}
        if not any(end in _reachable(search, state, place) for state in landings):
            return False
    return True


def _told(
    search: _Search,
    came: Came,
    last: Configuration,
) -> tuple[Move, ...]:
    """The moves to ``last``; the copies of an effect still owed are used where they leave a state as it is."""
    path: list[tuple[int, Configuration]] = []
    at = last
    while (step := came[at]) is not None:
        path.append((step[1], at))
        at = step[0]
    path.reverse()
    owed = {place: last.left[place] for place, _ in search.edges(last.amounts) if last.left[place]}
    moves: list[Move] = []

    def use_up(amounts: Amounts) -> None:
        for place in sorted(owed):
            if search.idle(amounts) >> place & 1:
                moves.extend([Move(search.kinds[place], amounts, amounts)] * owed.pop(place))

    use_up(at.amounts)
    before = at.amounts
    for place, after in path:
        moves.append(Move(search.kinds[place], before, after.amounts))
        use_up(after.amounts)
        before = after.amounts
    return tuple(moves)
