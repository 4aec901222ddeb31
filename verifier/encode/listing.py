"""Ends that are easy to list before the solver is asked for others: few copies of each effect, then the rest beside.

The ways are only proposals; each is walked along the graph before it counts, and the solver is asked for every end that
is not listed. So a poor list costs time and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

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


def beside(graph: StagedGraph, copies: Mapping[Kind, int], start: int, uses: tuple[Use, ...]) -> dict[Pair, _Way]:
    """Other ends of a way that differ by how many multipliers are used before the last effect that makes all anew."""
    last = max((place for place, (_, u, v) in enumerate(uses) if graph.nodes[u][0] != graph.nodes[v][0]), default=None)
    if last is None or prod(copies[kind] + 1 for kind in graph.multipliers) > MOST_STRETCHES:
        return {}
    out = _steps_from(graph)
    found: dict[Pair, _Way] = {}
    for late in product(*(range(copies[kind] + 1) for kind in graph.multipliers)):
        early = [k for k, number in zip(graph.multipliers, late, strict=True) for _ in range(copies[k] - number)]
        after = [k for k, number in zip(graph.multipliers, late, strict=True) for _ in range(number)]
        for spared in (False, True):
            longer = _divided(graph, out, start, uses, (last, early, after, spared))
            if longer is not None and _ends_there(graph, copies, longer, start):
                found.setdefault((graph.nodes[longer[-1][2]][1], late), (start, longer))
                break
    return found


_Steps = Mapping[Kind, Mapping[int, list[int]]]


def _steps_from(graph: StagedGraph) -> _Steps:
    out: dict[Kind, dict[int, list[int]]] = {kind: {} for kind in graph.kinds}
    for kind in graph.kinds:
        for u, v in graph.edges[kind]:
            out[kind].setdefault(u, []).append(v)
    return out


def _divided(
    graph: StagedGraph,
    out: _Steps,
    start: int,
    uses: tuple[Use, ...],
    how: tuple[int, list[Kind], list[Kind], bool],
) -> tuple[Use, ...] | None:
    """The way with these multipliers before its last effect that makes all anew and those after it; None if it fails.

    Before it they take the places of multipliers of the way, the first of those or, if ``spared``, the last; the others
    come right before it. After it they come together.
    """
    last, early, late, spared = how
    multipliers = set(graph.multipliers)
    places = [place for place, use in enumerate(uses[:last]) if use[0] in multipliers]
    filled = set(places[-len(early) :] if spared and early else places[: len(early)])
    waiting, node, walked = list(early), start, list[Use]()

    def step(kind: Kind, wanted: int | None) -> bool:
        nonlocal node
        following = _following(graph, out[kind].get(node, []), wanted)
        if following is None:
            return False
        walked.append((kind, node, following))
        node = following
        return True

    for place, (kind, _, v) in enumerate(uses):
        if place == last and not all(step(each, None) for each in waiting):
            return None
        if kind not in multipliers:
            if not step(kind, v):
                return None
        elif place in filled:
            same = kind if kind in waiting else waiting[0]
            waiting.remove(same)
            if not step(same, None):
                return None
        elif place > last and late:
            if not all(step(each, None) for each in late):
                return None
            late = []
    return tuple(walked) if all(step(each, None) for each in late) else None


def _following(graph: StagedGraph, nexts: list[int], wanted: int | None) -> int | None:
    """The node that is wanted, or the first of its stage with the same types; any where none is wanted."""
    if wanted is None:
        return nexts[0] if nexts else None
    stage, base, _ = graph.nodes[wanted]
    exact = [to for to in nexts if graph.nodes[to][:2] == (stage, base)]
    alike = [to for to in nexts if graph.nodes[to][0] == stage and _types(graph.nodes[to][1]) == _types(base)]
    return next(iter((*exact, *alike)), None)


def _types(amounts: Amounts) -> tuple[bool, ...]:
    return tuple(map(bool, amounts))


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
    out = _steps_from(graph)
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
    out: _Steps,
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
