"""Orders of replacement effects as trails in the graph of the states of a production (614.5, 616.1e, 616.1f, 616.2).

The question is not which of the n! orders there are, but whether there is a trail that uses no effect twice and ends
where no unused effect applies. Identical effects are counted. An effect that can leave a state as it is can be used up
there, however many copies of it are left; so only real moves are followed, and for each kind of effect it is kept
whether such a state was visited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import prod
from random import Random
from typing import NamedTuple

from ..errors import Undecided
from .replacement import Kind, results

EVERYTHING = 5_000
"""Configurations up to which all of them are visited; beyond, each possible end is looked for by itself."""

GUESSES = 60
"""Tries at an order for one possible end before every configuration is visited."""

CONFIGURATIONS = 100_000
"""Configurations visited for one possible end before the question is given up as undecided."""

Kinds = tuple[tuple[Kind, int], ...]

State = tuple[int, ...]
"""A state of a production: the amounts of W, U, B, R, G and C, and perhaps more."""


class Configuration(NamedTuple):
    """A state, how many of each kind are left for moves, and the kinds that can be used up on the way, as bits."""

    amounts: State
    left: tuple[int, ...]
    spent: int


class Move(NamedTuple):
    """One effect of a kind takes ``before`` to ``after``."""

    kind: Kind
    before: State
    after: State


Came = dict[Configuration, "tuple[Configuration, int] | None"]
"""How each configuration was reached: the one before it and the place of the kind."""


class Search:
    def __init__(self, start: State, kinds: Kinds, waits: bool, cap: int) -> None:
        self.kinds = [kind for kind, _ in kinds]
        self.waits, self.cap = waits, cap
        self.most = _most(kinds, sum(start))
        self._edges: dict[State, tuple[tuple[int, tuple[State, ...]], ...]] = {}
        self._idle: dict[State, int] = {}
        self._moves: dict[State, tuple[tuple[int, State, int], ...]] = {}

    def edges(self, amounts: State) -> tuple[tuple[int, tuple[State, ...]], ...]:
        """For each kind that applies, its place and the states it can lead to."""
        known = self._edges.get(amounts)
        if known is None:
            found = ((place, results(kind, amounts, self.waits, self.cap)) for place, kind in enumerate(self.kinds))
            known = self._edges[amounts] = tuple((place, after) for place, after in found if after)
            self._idle[amounts] = sum(1 << place for place, after in known if amounts in after)
        return known

    def idle(self, amounts: State) -> int:
        """The kinds that can leave the state as it is, as bits."""
        if amounts not in self._idle:
            self.edges(amounts)
        return self._idle[amounts]

    def first(self, start: State, counts: tuple[int, ...]) -> Configuration:
        return Configuration(start, counts, self.idle(start))

    def moves(self, at: Configuration) -> Iterator[tuple[int, Configuration]]:
        """The configurations that one more effect leads to, with the place of its kind."""
        before, left, spent = at
        known = self._moves.get(before)
        if known is None:
            found = ((place, state) for place, after in self.edges(before) for state in after if state != before)
            known = self._moves[before] = tuple((place, state, self.idle(state)) for place, state in found)
        for place, state, idle in known:
            if left[place]:
                fewer = (*left[:place], left[place] - 1, *left[place + 1 :])
                yield place, Configuration(state, fewer, spent | idle)

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


def all_ends(
    search: Search, start: State, kinds: Kinds, most: int = EVERYTHING
) -> dict[State, Callable[[], tuple[Move, ...]]] | None:
    """The ends, each with an order to it, by visiting every configuration; None where there are more than ``most``."""
    if prod(count + 1 for _, count in kinds) > most * most:
        return None
    first = search.first(start, tuple(count for _, count in kinds))
    came: Came = {first: None}
    found: dict[State, Callable[[], tuple[Move, ...]]] = {}
    todo = [first]
    while todo:
        at = todo.pop()
        if at.amounts not in found and search.is_end(at):
            found[at.amounts] = partial(told, search, came, at)
        for place, after in search.moves(at):
            if after not in came:
                came[after] = (at, place)
                todo.append(after)
        if len(came) > most:
            return None
    return found


def way_to(search: Search, start: State, kinds: Kinds, end: State) -> tuple[Move, ...] | None:
    """One order of the effects that ends the production in ``end``; None if there is none.

    Only the effects that are used are in it. Raises Undecided beyond ``CONFIGURATIONS``.
    """
    if not could_end(search, start, end):
        return None
    counts = tuple(count for _, count in kinds)
    if prod(count + 1 for count in counts) > EVERYTHING:
        guessed = at_a_guess(search, start, kinds, end)
        if guessed is not None:
            return guessed
    first = search.first(start, counts)
    came: Came = {first: None}
    todo = [first]
    while todo:
        at = todo.pop()
        if at.amounts == end and search.is_end(at):
            return told(search, came, at)
        fresh = [(place, after) for place, after in search.moves(at) if after not in came]
        fresh.sort(key=lambda move: _promise(search, move[1], end), reverse=True)
        for place, after in fresh:
            came[after] = (at, place)
            todo.append(after)
        if len(came) > CONFIGURATIONS:
            raise Undecided(f"{CONFIGURATIONS} configurations of {sum(counts)} replacement effects")
    return None


def at_a_guess(search: Search, start: State, kinds: Kinds, end: State) -> tuple[Move, ...] | None:
    """An order that ends there, if one of some tries finds it: effects that must be used up first, leading ones last.

    The tries are the same each time. None says nothing.
    """
    chance = Random(GUESSES)
    for _ in range(GUESSES):
        at = search.first(start, tuple(count for _, count in kinds))
        came: Came = {at: None}
        while True:
            if at.amounts == end and search.is_end(at):
                return told(search, came, at)
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


def _promise(search: Search, at: Configuration, end: State) -> tuple[int, int, int]:
    """Smaller is looked at first: few effects still to be used up, then few moves that could be the last one lost."""
    owed = sum(bool(at.left[place]) and not at.spent >> place & 1 for place, _ in search.edges(end))
    leading = sum(at.left[place] for place, after in search.edges(at.amounts) if end in after)
    return owed, -leading, -sum(at.left)


def reachable(search: Search, start: State, without: int = -1) -> set[State]:
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


def could_end(search: Search, start: State, end: State) -> bool:
    """What every order that ends there needs: after the last use of each effect owed, the end without that kind."""
    states = reachable(search, start)
    if end not in states:
        return False
    for place, after_end in search.edges(end):
        if end in after_end:
            continue
        landings = {s for state in states for p, after in search.edges(state) if p == place for s in after}
        if not any(end in reachable(search, state, place) for state in landings):
            return False
    return True


def told(search: Search, came: Came, last: Configuration, unused: Mapping[int, int] | None = None) -> tuple[Move, ...]:
    """The moves to ``last``; the copies of an effect still owed are used where they leave a state as it is.

    ``unused`` says how many of which kind are owed, by place; else it is whatever still applies.
    """
    path: list[tuple[int, Configuration]] = []
    at = last
    while (step := came[at]) is not None:
        path.append((step[1], at))
        at = step[0]
    path.reverse()
    owed = {place: last.left[place] for place, _ in search.edges(last.amounts) if last.left[place]}
    if unused is not None:
        owed = dict(unused)
    moves: list[Move] = []

    def use_up(amounts: State) -> None:
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
