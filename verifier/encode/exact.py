"""The event graph for exact amounts, in which multipliers that always apply are not multiplied out (616.1f).

Such multipliers commute with each other and with every change of types; only their place before or after the last
effect that makes the whole production matters. So a run has two stages. *Before* the last such effect amounts matter
only as far as guards ask. *After* it a production is a base, exact, times a scale that is told apart only up to the
cap; what really comes out is the base times the multipliers used in this stage.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ..board import Amounts
from ..errors import Undecided
from ..solve.formula import Bits, Bool, and_, bits_var, eq, iff, mul, not_, number, or_, truth, ule, zero_extend
from ..solve.obligation import Named, Obligation
from .effects import Kind, State, applicable, cap_for, relation, results, same_state, saturated, shown, state
from .graph import EventGraph, wrong_edges

MOST_NODES = 4_000
TOGETHER = 60
"""So many edges of kinds are asked about in one question; much more takes the solver longer than two questions."""

Node = tuple[Literal["before", "after"], Amounts, int]
"""The stage, the amounts (those before saturated, those after as a base) and the scale, up to the cap."""


@dataclass(frozen=True, eq=False)
class StagedGraph:
    """Productions in two stages; ``multipliers`` are the kinds that are not multiplied out.

    ``starts`` are the numbers of the starts in either stage, those before only if there is an effect that makes the
    whole production; ``amounts`` has what each start really is.
    """

    nodes: tuple[Node, ...]
    kinds: tuple[Kind, ...]
    edges: Mapping[Kind, tuple[tuple[int, int], ...]]
    applies: Mapping[Kind, frozenset[int]]
    starts: tuple[int, ...]
    amounts: Mapping[int, Amounts]
    multipliers: tuple[Kind, ...]
    cap: int
    waits: bool

    @cached_property
    def edge_sets(self) -> Mapping[Kind, frozenset[tuple[int, int]]]:
        """The edges of each kind, to look them up."""
        return {kind: frozenset(edges) for kind, edges in self.edges.items()}


def staged_graph(starts: tuple[Amounts, ...], copies: Mapping[Kind, int], *, waits: bool) -> StagedGraph:
    """The graph of some starts. Raises Undecided where it has too many productions."""
    kinds = tuple(copies)
    multipliers = tuple(kind for kind in kinds if kind.always and (kind.factor or 0) > 1)
    cap = cap_for(kinds, waits=waits)
    bound = max(_bound(start, copies, multipliers) for start in starts)
    first: dict[Node, Amounts] = {("after", start, 1): start for start in starts}
    if any(kind.is_reset for kind in kinds):
        for start in starts:
            first.setdefault(("before", saturated(start, cap), 1), start)
    number_of: dict[Node, int] = {node: place for place, node in enumerate(first)}
    nodes = list(first)
    edges: dict[Kind, dict[tuple[int, int], None]] = {kind: {} for kind in kinds}
    applies: dict[Kind, set[int]] = {kind: set() for kind in kinds}
    place = 0
    while place < len(nodes):
        for kind in kinds:
            following = _following(nodes[place], kind, cap, multipliers, waits=waits)
            if following is not None:
                applies[kind].add(place)
            for node in following or ():
                if node[0] == "after" and sum(node[1]) > bound:
                    continue
                if node not in number_of:
                    number_of[node] = len(nodes)
                    nodes.append(node)
                edges[kind][place, number_of[node]] = None
        place += 1
        if len(nodes) > MOST_NODES:
            raise Undecided(f"an event graph of more than {MOST_NODES} exact productions")
    return StagedGraph(
        tuple(nodes),
        kinds,
        {kind: tuple(found) for kind, found in edges.items()},
        {kind: frozenset(found) for kind, found in applies.items()},
        tuple(range(len(first))),
        dict(enumerate(first.values())),
        multipliers,
        cap,
        waits,
    )


def _bound(start: Amounts, copies: Mapping[Kind, int], multipliers: tuple[Kind, ...]) -> int:
    most = max([sum(start), *(kind.amount for kind in copies if kind.amount is not None)])
    for kind, number_of in copies.items():
        if kind.factor is not None and kind not in multipliers:
            most *= max(kind.factor, 1) ** number_of
    return most


def _following(
    node: Node, kind: Kind, cap: int, multipliers: tuple[Kind, ...], *, waits: bool
) -> tuple[Node, ...] | None:
    """What the effect makes of the production; None where it is not applicable."""
    stage, amounts, scale = node
    if stage == "before":
        found = results(kind, amounts, cap, waits=waits)
        inside: list[Node] = [("before", after, 1) for _, after in found]
        if kind.is_reset:
            made = results(kind, amounts, None, waits=waits)
            inside.extend(("after", after, 1) for _, after in made)
        return tuple(inside) if found else None
    scaled = tuple(amount * scale for amount in amounts)
    w, u, b, r, g, c = scaled
    found = results(kind, (w, u, b, r, g, c), None, waits=waits)
    if not found:
        return None
    if kind.is_reset:
        return ()
    if kind in multipliers:
        return (("after", amounts, min(scale * (kind.factor or 1), cap)),)
    return tuple(dict.fromkeys(("after", _over(after, scale), scale) for _, after in found))


def _over(amounts: Amounts, scale: int) -> Amounts:
    w, u, b, r, g, c = (amount // scale for amount in amounts)
    return (w, u, b, r, g, c)


def confirmations(graph: StagedGraph) -> tuple[Obligation, ...]:
    """That the edges of all kinds are right and complete, in each stage and from the first to the second."""
    found = [
        _asked(f"exact amounts, {' and '.join(map(shown, kinds))}", [_exactly(graph, kind) for kind in kinds])
        for kinds in _few_edges_each(graph)
    ]
    early = [node[1] for node in graph.nodes if node[0] == "before"]
    if early:
        places = {place: early.index(node[1]) for place, node in enumerate(graph.nodes) if node[0] == "before"}
        edges = {
            kind: tuple((places[u], places[v]) for u, v in graph.edges[kind] if u in places and v in places)
            for kind in graph.kinds
        }
        applies = {
            kind: frozenset(places[place] for place in graph.applies[kind] if place in places) for kind in graph.kinds
        }
        first = EventGraph(tuple(early), graph.kinds, edges, applies, graph.cap, None, graph.waits)
        found.append(_asked("amounts up to the cap", [wrong_edges(first, kind) for kind in graph.kinds]))
        resets = [kind for kind in graph.kinds if kind.is_reset]
        found.append(_asked("amounts made anew", [_anew(graph, kind) for kind in resets]))
    return tuple(found)


def _few_edges_each(graph: StagedGraph) -> list[list[Kind]]:
    """The kinds, in order, so that few edges are asked about together; the hardest questions, multipliers, alone."""
    groups: list[list[Kind]] = []
    room = 0
    for kind in sorted(graph.kinds, key=lambda kind: kind.factor is None):
        edges = len(graph.edges[kind])
        if not groups or kind.factor is not None or edges > room:
            groups.append([])
            room = 0 if kind.factor is not None else TOGETHER
        groups[-1].append(kind)
        room -= edges
    return groups


def _asked(title: str, each: Sequence[tuple[Bool, Bool]]) -> Obligation:
    """The questions about single kinds, all about the same productions, as one."""
    meaning = "every step of an effect from a production of the graph is an edge of it, and no other"
    assertions = (
        Named("106.12b a production of the graph", each[0][0]),
        Named("614.6 a wrong or missing edge", or_(*(wrong for _, wrong in each))),
    )
    return Obligation(f"event graph, {title}", meaning, assertions, "unsat")


def _anew(graph: StagedGraph, kind: Kind) -> tuple[Bool, Bool]:
    """A production of the first stage; that what the effect makes of it anew is no node of the second."""
    width = max(graph.cap, *(other.amount or 0 for other in graph.kinds)).bit_length() + 2
    before, after = state("before", width), state("after", width)
    here = {place: node[1] for place, node in enumerate(graph.nodes) if node[0] == "before"}
    at = {
        place: and_(*(_up_to(b, n, graph.cap) for b, n in zip(before, node, strict=True)))
        for place, node in here.items()
    }
    listed = [
        and_(at[u], same_state(after, tuple(number(amount, width) for amount in graph.nodes[v][1])))
        for u, v in graph.edges[kind]
        if u in at and graph.nodes[v][0] == "after"
    ]
    step = relation(kind, before, after, None, waits=graph.waits)
    return or_(*at.values()), not_(iff(step, or_(*listed)))


def _up_to(amount: Bits, told: int, cap: int) -> Bool:
    this = number(told, amount.width)
    return eq(amount, this) if told < cap else ule(this, amount)


def staged_rightness(graph: StagedGraph, kind: Kind) -> Obligation:
    """That the edges of the kind are right and complete in the stage of exact amounts, whatever the scale is."""
    return _asked(f"exact amounts: {shown(kind)}", [_exactly(graph, kind)])


def _exactly(graph: StagedGraph, kind: Kind) -> tuple[Bool, Bool]:
    """A base times a scale, of 8 bits at least; that the kind has another step from it than its edges."""
    here = [place for place, node in enumerate(graph.nodes) if node[0] == "after"]
    most = max(max(graph.nodes[place][1]) for place in here)
    scale_width = max(graph.cap.bit_length() + 2, 8)
    width = most.bit_length() + scale_width
    scale = bits_var("scale", scale_width)
    wide = zero_extend(scale, width)
    before, after = state("before", width), state("after", width + 8)
    at = {place: _at(graph, place, before, wide) for place in here}
    listed = []
    for u, v in graph.edges[kind]:
        if u not in at or graph.nodes[v][0] != "after":
            continue
        more = zero_extend(scale, width + 8)
        if kind in graph.multipliers:
            more = mul(more, number(kind.factor or 1, width + 8))
        target = tuple(mul(number(amount, width + 8), more) for amount in graph.nodes[v][1])
        listed.append(and_(at[u], same_state(after, target)))
    step = relation(kind, before, after, None, waits=graph.waits)
    may = applicable(kind, before, waits=graph.waits)
    listed_may = or_(*(at[place] for place in here if place in graph.applies[kind]))
    wrong: Bool = not_(iff(may, listed_may))
    if not kind.is_reset:
        inside = or_(*(_reached(graph, place, after, wide, kind) for place in here)) if kind.factor else truth(True)
        wrong = or_(wrong, and_(inside, not_(iff(step, or_(*listed)))))
    return or_(*at.values()), wrong


def _at(graph: StagedGraph, place: int, before: State, wide: Bits) -> Bool:
    _, base, scale = graph.nodes[place]
    width = wide.width
    least = number(scale, width)
    this = eq(wide, least) if scale < graph.cap else ule(least, wide)
    amounts = tuple(mul(number(amount, width), wide) for amount in base)
    return and_(this, same_state(before, amounts))


def _reached(graph: StagedGraph, place: int, after: State, wide: Bits, kind: Kind) -> Bool:
    width = after[0].width
    more = zero_extend(wide, width)
    if kind in graph.multipliers:
        more = mul(more, number(kind.factor or 1, width))
    return same_state(after, tuple(mul(number(amount, width), more) for amount in graph.nodes[place][1]))
