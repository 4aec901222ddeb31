"""Ends that are easy to list before the solver is asked for others: few copies of each effect, then the rest beside.

The ways are only proposals; each is walked along the graph before it counts, and the solver is asked for every end that
is not listed. So a poor list costs time and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from ..board import Amounts
from .effects import Kind
from .exact import StagedGraph
from .trail import Use

MOST_WAYS = 20_000
MOST_STRETCHES = 20_000

Pair = tuple[Amounts, tuple[int, ...]]
"""A base and how often each multiplier is used on it."""

_Way = tuple[int, tuple[Use, ...]]
_Level = dict[tuple[int, tuple[int, ...], tuple[int, ...]], _Way]


def listed(graph: StagedGraph, copies: Mapping[Kind, int]) -> dict[Pair, _Way]:
    """Ends, each with a start and the uses that lead there; perhaps not all of them."""
    few = {kind: min(number, graph.cap + 1) for kind, number in copies.items()}
    found = {}
    shapes = _searched(graph, few)
    if few == copies:
        return shapes
    for start, uses in shapes.values():
        for longer in _stretched(graph, copies, start, uses):
            pair = graph.nodes[longer[-1][2] if longer else start][1], exponents(graph, longer)
            if pair not in found and _ends_there(graph, copies, longer, start):
                found[pair] = (start, longer)
    return found


def exponents(graph: StagedGraph, uses: tuple[Use, ...]) -> tuple[int, ...]:
    """How often each multiplier is used in the stage of exact amounts."""
    return tuple(
        sum(kind == other and graph.nodes[u][0] == "after" for other, u, _ in uses) for kind in graph.multipliers
    )


def _ends_there(graph: StagedGraph, copies: Mapping[Kind, int], uses: tuple[Use, ...], start: int) -> bool:
    end = uses[-1][2] if uses else start
    left = dict(copies)
    for kind, _, _ in uses:
        left[kind] -= 1
    return graph.nodes[end][0] == "after" and not any(left[kind] and end in graph.applies[kind] for kind in left)


def _searched(graph: StagedGraph, copies: Mapping[Kind, int]) -> dict[Pair, _Way]:
    """Every end, each with a shortest way there, as far as the limit on ways reaches."""
    kinds = graph.kinds
    places = {kind: place for place, kind in enumerate(kinds)}
    out: dict[int, list[Use]] = {}
    for kind in kinds:
        for u, v in graph.edges[kind]:
            out.setdefault(u, []).append((kind, u, v))
    first = (0,) * len(kinds)
    level: _Level = {(node, first, first): (node, ()) for node in graph.starts}
    seen: set[object] = set(level)
    found: dict[Pair, _Way] = {}
    while level and len(seen) <= MOST_WAYS:
        following: _Level = {}
        for (node, used, late), (begun, way) in level.items():
            stage, base, _ = graph.nodes[node]
            if stage == "after" and all(
                used[places[kind]] == copies[kind] for kind in kinds if node in graph.applies[kind]
            ):
                found.setdefault((base, tuple(late[places[kind]] for kind in graph.multipliers)), (begun, way))
            for use in out.get(node, ()):
                place = places[use[0]]
                if used[place] == copies[use[0]]:
                    continue
                more = (*used[:place], used[place] + 1, *used[place + 1 :])
                counts = stage == "after" and use[0] in graph.multipliers
                later = (*late[:place], late[place] + 1, *late[place + 1 :]) if counts else late
                key = (use[2], more, later)
                if key not in seen:
                    seen.add(key)
                    following[key] = (begun, (*way, use))
        level = following
    return found


def _stretched(
    graph: StagedGraph, copies: Mapping[Kind, int], start: int, uses: tuple[Use, ...]
) -> Iterator[tuple[Use, ...]]:
    """The way with the copies that it leaves put in beside uses of their kind, at the first use, the last, or both."""
    used: dict[Kind, int] = {}
    for kind, _, _ in uses:
        used[kind] = used.get(kind, 0) + 1
    spare = {kind: copies[kind] - number for kind, number in used.items() if copies[kind] > number}
    out: dict[Kind, dict[int, list[int]]] = {kind: {} for kind in graph.kinds}
    for kind in graph.kinds:
        for u, v in graph.edges[kind]:
            out[kind].setdefault(u, []).append(v)
    splits = [range(number + 1) if kind in graph.multipliers else (0, number) for kind, number in spare.items()]
    for count, early in enumerate(product(*splits)):
        if count > MOST_STRETCHES:
            return
        first = dict(zip(spare, early, strict=True))
        last = {kind: number - first[kind] for kind, number in spare.items()}
        longer = _rewalked(graph, out, start, uses, (first, last))
        if longer is not None:
            yield longer


def _rewalked(
    graph: StagedGraph,
    out: Mapping[Kind, Mapping[int, list[int]]],
    start: int,
    uses: tuple[Use, ...],
    extra: tuple[dict[Kind, int], dict[Kind, int]],
) -> tuple[Use, ...] | None:
    """The kinds of the uses again with the extra ones; every step goes where its stage and base say."""
    first, last = extra
    remaining: dict[Kind, int] = {}
    for kind, _, _ in uses:
        remaining[kind] = remaining.get(kind, 0) + 1
    node, walked, met = start, [], set()
    for kind, _, v in uses:
        times = 1
        if kind not in met:
            times += first.get(kind, 0)
            met.add(kind)
        remaining[kind] -= 1
        if not remaining[kind]:
            times += last.get(kind, 0)
        for time in range(times):
            nexts = out[kind].get(node, [])
            wanted = graph.nodes[v][:2]
            following = [to for to in nexts if graph.nodes[to][:2] == wanted] or [
                to for to in nexts if graph.nodes[to][0] == graph.nodes[v][0]
            ]
            if not following:
                if time:
                    break
                return None
            walked.append((kind, node, following[0]))
            node = following[0]
    return tuple(walked)
