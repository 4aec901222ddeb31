"""Trails that can be written down without search: every other effect is used up first, then the one that leads there.

What is found is walked again, edge by edge, and may use no effect too often nor leave one unused. Where nothing is
found the solver is asked, so nothing hangs on this.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from .effects import Kind
from .trail import Trail, Use

MOST_STEPS = 2_000
MOST_PROPOSALS = 2_000

Out = Mapping[tuple[Kind, int], Sequence[int]]
"""Where a kind leads from a node."""


def constructed(trail: Trail, goal: Collection[int]) -> tuple[int, tuple[Use, ...]] | None:
    """A start with a trail from it to one of the nodes; None where none was found this way."""
    out, into = _neighbours(trail)
    proposals = (
        (start, uses) for start in trail.starts for uses in _proposals(trail, (out, into), start, sorted(goal))
    )
    for start, uses in islice(proposals, MOST_PROPOSALS):
        if uses is not None and is_trail(trail, start, uses, goal):
            return start, uses
    return None


def _neighbours(trail: Trail) -> tuple[Out, Mapping[int, Sequence[Kind]]]:
    """Where each kind leads from each node, and which kinds lead to a node from another one."""
    out: dict[tuple[Kind, int], list[int]] = {}
    into: dict[int, list[Kind]] = {}
    for kind in trail.graph.kinds:
        for u, v in trail.graph.edges[kind]:
            out.setdefault((kind, u), []).append(v)
            if u != v and trail.copies.get(kind, 0) and into.setdefault(v, [kind])[-1] != kind:
                into[v].append(kind)
    return out, into


def is_trail(trail: Trail, start: int, uses: Sequence[Use], goal: Collection[int]) -> bool:
    """Whether the uses follow each other from the start to the goal as 614.5 and 616.1f want it."""
    node, left = start, dict(trail.copies)
    for kind, u, v in uses:
        left[kind] -= 1
        if u != node or (u, v) not in trail.graph.edges[kind] or left[kind] < 0:
            return False
        node = v
    return node in goal and not any(left[kind] and node in trail.graph.applies[kind] for kind in left)


def _proposals(
    trail: Trail, neighbours: tuple[Out, Mapping[int, Sequence[Kind]]], start: int, goal: Sequence[int]
) -> Iterator[tuple[Use, ...] | None]:
    out, into = neighbours
    kinds = [kind for kind in trail.graph.kinds if trail.copies.get(kind, 0)]
    for target in goal:
        lasts: list[Kind | None] = [None] if target == start else []
        for last in (*lasts, *into.get(target, ())):
            for order in (kinds, kinds[::-1]):
                for kept in sorted({1, trail.copies[last]} if last else {0}):
                    yield _burnt(trail, out, order, (start, target), (last, kept))


def _burnt(
    trail: Trail,
    out: Out,
    order: Sequence[Kind],
    between: tuple[int, int],
    keeping: tuple[Kind | None, int],
) -> tuple[Use, ...] | None:
    """All effects used up, with some of one kind kept; then one of that kind and whatever still applies."""
    (node, target), (last, kept) = between, keeping
    left = {kind: trail.copies[kind] for kind in order}
    uses: list[Use] = []

    def use(kind: Kind, node: int, to: int) -> int:
        left[kind] -= 1
        uses.append((kind, node, to))
        return to

    while len(uses) < MOST_STEPS:
        moving: Kind | None = None
        for kind in order:
            if left[kind] > (floor := kept if kind == last else 0) and (nexts := out.get((kind, node))):
                if node in nexts:
                    while left[kind] > floor:
                        use(kind, node, node)
                elif moving is None:
                    moving = kind
        if moving is None:
            break
        nexts = out[moving, node]
        useful = [to for to in nexts if last is None or target in out.get((last, to), ())]
        node = use(moving, node, (useful or list(nexts))[0])
    if last is not None:
        if target not in out.get((last, node), ()):
            return None
        node = use(last, node, target)
    for kind in order if node == target else ():
        while left[kind] and node in out.get((kind, node), ()):
            use(kind, node, node)
    blocked = any(left[kind] and node in trail.graph.applies[kind] for kind in order)
    return None if node != target or blocked else tuple(uses)
