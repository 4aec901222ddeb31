"""Ends that are easy to list before the solver is asked for others (614.5, 616.1f).

An effect that can leave a production as it is can be used up there, however many copies are left. So only moves to
another production are searched, and the rest is put in beside them. The ways are only proposals; each is walked along
the graph before it counts, and the solver is asked for every end that is not listed. So a poor list costs time and
nothing else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from itertools import product
from math import prod
from typing import NamedTuple

from ..board import Amounts
from .effects import Kind
from .exact import StagedGraph
from .trail import Use

MOST_CONFIGURATIONS = 50_000
MOST_STRETCHES = 20_000

Pair = tuple[Amounts, tuple[int, ...]]
"""A base and how often each multiplier is used on it."""

Way = tuple[int, tuple[Use, ...]]
"""A start and the uses from there on."""


class _Configuration(NamedTuple):
    """A node, the moves used of each kind and of each multiplier late, and what could be used up on the way, as bits.

    Of multipliers it matters in which stage: ``early`` or ``late``.
    """

    node: int
    used: tuple[int, ...]
    late_used: tuple[int, ...]
    idle: int
    early: int
    late: int


def listed(graph: StagedGraph, copies: Mapping[Kind, int]) -> dict[Pair, Way]:
    """Ends, each with a start and the uses that lead there; perhaps not all of them."""
    search = _Search(graph, copies)
    # The shortest ways, or where there are too many of them any.
    found, complete = search.ends(shortest=True)
    if not complete:
        found = {**search.ends(shortest=False)[0], **found}
    return found


def beside(graph: StagedGraph, copies: Mapping[Kind, int], start: int, uses: tuple[Use, ...]) -> dict[Pair, Way]:
    """The ends of all ways that make the same moves; what a way uses up where it changes nothing is put in anew."""
    moves = tuple(use for use in uses if use[1] != use[2])
    return dict(_spread(graph, copies, start, moves, ()))


def exponents(graph: StagedGraph, uses: tuple[Use, ...]) -> tuple[int, ...]:
    """How often each multiplier is used in the stage of exact amounts."""
    late = [kind for kind, u, _ in uses if graph.nodes[u][0] == "after"]
    return tuple(late.count(kind) for kind in graph.multipliers)


class _Search:
    """The configurations that moves lead to, and the ends among them."""

    def __init__(self, graph: StagedGraph, copies: Mapping[Kind, int]) -> None:
        self.graph, self.copies = graph, copies
        self.kinds = graph.kinds
        self.most = [copies[kind] for kind in self.kinds]
        self.moves: dict[int, list[tuple[int, int]]] = {}
        self.idle: dict[int, int] = {}
        self.owed: dict[int, list[int]] = {}
        for place, kind in enumerate(self.kinds):
            for u, v in graph.edges[kind]:
                if u == v:
                    self.idle[u] = self.idle.get(u, 0) | 1 << place
                else:
                    self.moves.setdefault(u, []).append((place, v))
            for node in graph.applies[kind]:
                self.owed.setdefault(node, []).append(place)
        self.scaling = {self.kinds.index(kind): number for number, kind in enumerate(graph.multipliers)}
        self.scales = sum(1 << place for place in self.scaling)

    def ends(self, *, shortest: bool) -> tuple[dict[Pair, Way], bool]:
        """What was found, by breadth or by depth first, and whether every configuration was visited."""
        came: dict[_Configuration, tuple[_Configuration, int] | None] = {}
        todo: deque[_Configuration] = deque()
        for node in self.graph.starts:
            nothing = _Configuration(node, (0,) * len(self.kinds), (0,) * len(self.graph.multipliers), 0, 0, 0)
            came[first := self._at(nothing, node)] = None
            todo.append(first)
        shapes: set[object] = set()
        found: dict[Pair, Way] = {}
        while todo and len(came) <= MOST_CONFIGURATIONS:
            at = todo.popleft() if shortest else todo.pop()
            if self._is_end(at) and (shape := self._shape(at)) not in shapes:
                shapes.add(shape)
                found.update(_spread(self.graph, self.copies, *self._way(came, at), found))
            for place, after in self._following(at):
                if after not in came:
                    came[after] = (at, place)
                    todo.append(after)
        return found, not todo

    def _at(self, before: _Configuration, node: int, place: int | None = None) -> _Configuration:
        """The configuration that a use of the kind at ``place`` leads to."""
        _, used, late_used, idle, early, late = before
        if place is not None:
            used = (*used[:place], used[place] + 1, *used[place + 1 :])
            scaling = self.scaling.get(place)
            if scaling is not None and self.graph.nodes[before.node][0] == "after":
                late_used = (*late_used[:scaling], late_used[scaling] + 1, *late_used[scaling + 1 :])
        here = self.idle.get(node, 0)
        if self.graph.nodes[node][0] == "before":
            return _Configuration(node, used, late_used, idle | here & ~self.scales, early | here & self.scales, late)
        return _Configuration(node, used, late_used, idle | here & ~self.scales, early, late | here & self.scales)

    def _following(self, at: _Configuration) -> Iterator[tuple[int, _Configuration]]:
        for place, v in self.moves.get(at.node, ()):
            if at.used[place] < self.most[place]:
                yield place, self._at(at, v, place)

    def _is_end(self, at: _Configuration) -> bool:
        idle = at.idle | at.early | at.late
        return self.graph.nodes[at.node][0] == "after" and all(
            idle >> place & 1 or at.used[place] == self.most[place] for place in self.owed.get(at.node, ())
        )

    def _shape(self, at: _Configuration) -> object:
        """Two configurations of one shape have the same pairs."""
        return (self.graph.nodes[at.node][1], *(at.used[place] for place in self.scaling), at.late_used, *at[4:])

    def _way(self, came: Mapping[_Configuration, tuple[_Configuration, int] | None], at: _Configuration) -> Way:
        uses: list[Use] = []
        while (step := came[at]) is not None:
            uses.append((self.kinds[step[1]], step[0].node, at.node))
            at = step[0]
        return at.node, tuple(reversed(uses))


def _spread(
    graph: StagedGraph, copies: Mapping[Kind, int], start: int, moves: tuple[Use, ...], known: Collection[Pair]
) -> Iterator[tuple[Pair, Way]]:
    """The ways that make these moves and use up what is left where it changes nothing, in either stage.

    Ends that are known are left out.
    """
    visited = [start, *(v for _, _, v in moves)]
    end = visited[-1]
    late_places = {place for place, node in enumerate(visited) if graph.nodes[node][0] == "after"}
    options: list[list[tuple[tuple[int, Kind, int], ...]]] = []
    """For each kind the ways to use up what is left of it: at which place, and how many."""
    for kind in graph.kinds:
        left = copies[kind] - sum(other == kind for other, _, _ in moves)
        if not left or end not in graph.applies[kind]:
            continue
        first, last = (_idle(graph, kind, visited, stage) for stage in ("before", "after"))
        if kind in graph.multipliers and first is not None and last is not None:
            options.append([((first, kind, left - late), (last, kind, late)) for late in range(left + 1)])
        elif (place := last if first is None else first) is not None:
            options.append([((place, kind, left),)])
        else:
            return
    if prod(map(len, options)) > MOST_STRETCHES:
        return
    moved = exponents(graph, moves)
    for chosen in product(*options):
        extra = {kind: number for option in chosen for place, kind, number in option if place in late_places}
        pair = (
            graph.nodes[end][1],
            tuple(number + extra.get(kind, 0) for kind, number in zip(graph.multipliers, moved, strict=True)),
        )
        if pair in known:
            continue
        there: dict[int, list[Use]] = {}
        for place, kind, number in (each for option in chosen for each in option):
            there.setdefault(place, []).extend([(kind, visited[place], visited[place])] * number)
        uses = [*there.get(0, ())]
        for place, move in enumerate(moves, 1):
            uses += [move, *there.get(place, ())]
        way = tuple(uses)
        if _ends_there(graph, copies, start, way):
            yield pair, (start, way)


def _idle(graph: StagedGraph, kind: Kind, visited: list[int], stage: str) -> int | None:
    """The first place on the way, of that stage, where the effect can leave the production as it is."""
    loops = graph.edge_sets[kind]
    places = (place for place, node in enumerate(visited) if graph.nodes[node][0] == stage)
    return next((place for place in places if (visited[place], visited[place]) in loops), None)


def _ends_there(graph: StagedGraph, copies: Mapping[Kind, int], start: int, uses: tuple[Use, ...]) -> bool:
    """Whether the uses are a way along the graph, no copy used twice, after which no unused effect is applicable."""
    at, left = start, dict(copies)
    for kind, u, v in uses:
        left[kind] -= 1
        if u != at or (u, v) not in graph.edge_sets[kind] or left[kind] < 0:
            return False
        at = v
    return graph.nodes[at][0] == "after" and not any(left[kind] and at in graph.applies[kind] for kind in left)
