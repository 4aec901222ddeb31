"""The trail question: can the effects, each used at most once, in some order, end in such a production (614.5, 616.1f)?

An order of effects is a trail in the event graph that uses no effect twice and ends where no unused effect is
applicable. As constraints: how often each edge is used, at most so many uses of a kind as there are copies of it, flow
from the start to one end, ranks that keep used edges connected to the start, and at the end every applicable copy used.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from ..solve.formula import (
    FALSE,
    Bits,
    Bool,
    Value,
    and_,
    bits_var,
    bool_var,
    exactly_one,
    implies,
    or_,
    ult,
    zero_extend,
)
from ..solve.obligation import Named, Obligation
from .effects import Kind
from .whole import Whole, at_least, equal, pick, total, whole


class Graph(Protocol):
    """What a trail needs to know of a graph: which kind leads from node to node, and where it is applicable."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds, in order."""

    @property
    def edges(self) -> Mapping[Kind, tuple[tuple[int, int], ...]]:
        """The edges of each kind."""

    @property
    def applies(self) -> Mapping[Kind, frozenset[int]]:
        """The nodes to which each kind is applicable."""


Extra = Callable[[Mapping["Use", Whole], Mapping[int, Bool]], Named]

Use = tuple[Kind, int, int]
"""An edge of a kind, from a node to a node."""


@dataclass(frozen=True, eq=False)
class Trail:
    """The question about some starts, of which one is taken.

    ``copies`` says how many effects of each kind there are, ``names`` how people call them. Uses at the nodes of
    ``late`` are counted apart from those at the others.
    """

    graph: Graph
    starts: tuple[int, ...]
    copies: Mapping[Kind, int]
    names: Mapping[Kind, str]
    late: Collection[int] = ()

    def nodes(self) -> tuple[int, ...]:
        """What can be reached from the starts, in order."""
        edges = [edge for kind in self.copies for edge in self.graph.edges[kind]]
        return tuple(sorted(_reach(self.starts, edges)))

    def between(self, goal: Collection[int]) -> tuple[int, ...]:
        """What can be reached from the starts and can reach the goal: no trail to the goal leads elsewhere."""
        edges = [edge for kind in self.copies for edge in self.graph.edges[kind]]
        return tuple(sorted(_reach(self.starts, edges) & _reach(goal, [(v, u) for u, v in edges])))

    def uses(self, near: Collection[int]) -> dict[Use, Whole]:
        """How often each edge among the nodes is used. Where an effect changes nothing, its first such edge is all."""
        kinds = [kind for kind in self.graph.kinds if self.copies.get(kind, 0)]
        found: dict[Use, Whole] = {}
        for place, kind in enumerate(kinds):
            for u, v in self.graph.edges[kind]:
                if u in near and v in near and u != v:
                    found[kind, u, v] = _uses(f"uses of {place}: {u} to {v}", self.copies[kind])
            for late in (False, True):
                if idle := self.idle(near, kind, late=late):
                    name = f"uses of {place} where it changes nothing" + ", late" * late
                    found[kind, idle[0], idle[0]] = _uses(name, self.copies[kind])
        return found

    def idle(self, near: Collection[int], kind: Kind, *, late: bool) -> tuple[int, ...]:
        """The nodes, late or not, that the effect can leave as they are, in order."""
        nodes = [u for u, v in self.graph.edges[kind] if u == v and u in near and (u in self.late) == late]
        return tuple(sorted(nodes))


def _reach(starts: Iterable[int], edges: Iterable[tuple[int, int]]) -> set[int]:
    after: dict[int, list[int]] = {}
    for u, v in edges:
        after.setdefault(u, []).append(v)
    found, waiting = set(starts), list(starts)
    while waiting:
        for node in after.get(waiting.pop(), ()):
            if node not in found:
                found.add(node)
                waiting.append(node)
    return found


def _uses(name: str, most: int) -> Whole:
    """A number of uses from none to a power of two; the assertion about copies bounds it."""
    width = most.bit_length()
    bits = bits_var(name, width)
    return Whole(0, (1 << width) - 1, zero_extend(bits, width + 1))


def question(
    trail: Trail, goal: Collection[int], meaning: str, said: str = "it ends so", extra: Extra | None = None
) -> Obligation:
    """Whether some order ends in one of the goal's nodes: satisfiable with the uses as a witness, or not at all.

    ``extra`` asserts more about the uses and the end.
    """
    graph, nodes = trail.graph, trail.between(goal)
    uses = trail.uses(nodes)
    ends = {node: bool_var(f"ends at {node}") for node in nodes}
    begins = {node: bool_var(f"begins at {node}") for node in trail.starts if node in nodes}
    named = [
        Named(f"claimed: {said}", or_(*(ends[node] for node in nodes if node in goal))),
        Named("616.1 one effect after the other", and_(*_flow(trail, begins, ends, uses))),
    ]
    used_of = by_kind(uses)
    for kind in graph.kinds:
        if not trail.copies.get(kind, 0):
            continue
        used = total(used_of.get(kind, []))
        copies = whole(trail.copies[kind])
        last = [implies(ends[node], at_least(used, copies)) for node in nodes if node in graph.applies[kind]]
        named.append(Named(f"614.5 once each: {trail.names[kind]}", at_least(copies, used)))
        if last:
            named.append(Named(f"616.1f end: {trail.names[kind]}", and_(*last)))
    if extra is not None:
        named.append(extra(uses, ends))
    observe: list[Bool | Bits] = [*reversed(begins.values()), *reversed(ends.values())]
    for _, _, number_of in ((kind, edge, number_of) for (kind, *edge), number_of in uses.items()):
        assert number_of.term is not None
        inner = number_of.term.args[0]
        assert isinstance(inner, Bits)
        observe.append(inner)
    return Obligation(f"trail: {said}", meaning, tuple(named), "sat", tuple(observe))


def by_kind(uses: Mapping[Use, Whole]) -> dict[Kind, list[Whole]]:
    """The numbers of uses of each kind that has an edge, in order."""
    found: dict[Kind, list[Whole]] = {}
    for (kind, _, _), number_of in uses.items():
        found.setdefault(kind, []).append(number_of)
    return found


def _flow(trail: Trail, begins: Mapping[int, Bool], ends: Mapping[int, Bool], uses: Mapping[Use, Whole]) -> list[Bool]:
    """One start, one end, what arrives leaves, and every used edge hangs together with the start by ranks."""
    rank = {node: bits_var(f"rank of {node}", max(len(ends) - 1, 1).bit_length()) for node in ends}
    into: dict[int, list[tuple[int, Whole]]] = {node: [] for node in ends}
    out: dict[int, list[Whole]] = {node: [] for node in ends}
    for (_, u, v), number_of in uses.items():
        if u != v:
            out[u].append(number_of)
            into[v].append((u, number_of))
    one, none = whole(1), whole(0)
    parts = [exactly_one(list(begins.values())), exactly_one(list(ends.values()))]
    visited: dict[int, Bool] = {}
    for node, end in ends.items():
        arriving = [number_of for _, number_of in into[node]]
        begun = begins.get(node, FALSE)
        leaving = [*out[node], pick(end, one, none)]
        parts.append(equal(total([*arriving, pick(begun, one, none)]), total(leaving)))
        arrived = or_(*(at_least(number_of, one) for number_of in arriving))
        earlier = or_(
            *(and_(at_least(number_of, one), ult(rank[other], rank[node])) for other, number_of in into[node])
        )
        parts.append(implies(arrived, or_(begun, earlier)))
        visited[node] = or_(begun, arrived)
    for (kind, u, v), number_of in uses.items():
        if u == v:
            somewhere = or_(*(visited[node] for node in trail.idle(ends, kind, late=u in trail.late)))
            parts.append(implies(at_least(number_of, one), somewhere))
    return parts


def walk(trail: Trail, model: Mapping[str, Value]) -> tuple[Use, ...]:
    """The uses of a model as one path from the start to the end (an Eulerian path, Hierholzer's, sorted)."""
    left: dict[int, list[Use]] = {}
    idle: list[tuple[Collection[int], Kind, int]] = []
    nodes = trail.nodes()
    for use, number_of in trail.uses(nodes).items():
        assert number_of.term is not None
        number = int(model.get(str(number_of.term.args[0].data), 0))
        kind, u, v = use
        if u != v:
            left.setdefault(u, []).extend([use] * number)
        elif number:
            idle.append((trail.idle(nodes, kind, late=u in trail.late), kind, number))
    for waiting in left.values():
        waiting.sort(key=lambda use: (use[2], trail.graph.kinds.index(use[0])))
    path: list[Use] = []
    start = start_of(trail, model)
    stack: list[tuple[int, Use | None]] = [(start, None)]
    while stack:
        node, by = stack[-1]
        if left.get(node):
            use = left[node].pop()
            stack.append((use[2], use))
        else:
            stack.pop()
            if by is not None:
                path.append(by)
    whole_path: list[Use] = []
    for node, following in zip([start, *(v for _, _, v in reversed(path))], [*reversed(path), None], strict=True):
        for where, kind, number in idle:
            if node in where:
                whole_path += [(kind, node, node)] * number
        idle = [each for each in idle if node not in each[0]]
        whole_path += [following] if following is not None else []
    return tuple(whole_path)


def start_of(trail: Trail, model: Mapping[str, Value]) -> int:
    """The start that the model takes."""
    return next(node for node in trail.starts if model.get(f"begins at {node}", False))


def end_of(trail: Trail, model: Mapping[str, Value]) -> int:
    """The node where the model's trail ends."""
    return next(node for node in trail.nodes() if model.get(f"ends at {node}", False))
