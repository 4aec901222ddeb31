"""The event graph: productions and which kind of effect makes which into which (614, 616).

Nodes and edges are computed; ``rightness`` asks the solver to confirm that every edge is one of the relation's and that
none is missing, edges that would leave the graph included.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..board import Amounts
from ..errors import Undecided
from ..solve.formula import Bool, and_, iff, not_, number, or_, ult
from ..solve.obligation import Named, Obligation
from .effects import Kind, applicable, relation, results, shown, state, state_is, total_of

MOST_NODES = 20_000

Edge = tuple[int, int]


@dataclass(frozen=True, eq=False)
class EventGraph:
    """Productions that can be reached from the starts.

    ``edges`` gives for each kind pairs of nodes, ``applies`` for each kind the nodes to which it is applicable.
    ``bound`` is the most mana that there can be: what would pass it cannot be reached with the copies that there are.
    ``cap`` is the number up to which amounts are told apart, None where they are exact.
    """

    nodes: tuple[Amounts, ...]
    kinds: tuple[Kind, ...]
    edges: Mapping[Kind, tuple[Edge, ...]]
    applies: Mapping[Kind, frozenset[int]]
    cap: int | None
    bound: int | None
    waits: bool

    @cached_property
    def number(self) -> dict[Amounts, int]:
        """Each production's number."""
        return {node: place for place, node in enumerate(self.nodes)}


def event_graph(
    starts: Iterable[Amounts], kinds: Iterable[Kind], cap: int | None, *, waits: bool, bound: int | None = None
) -> EventGraph:
    """The graph that the kinds span from the starts. Raises Undecided where it has too many nodes."""
    ordered = tuple(sorted(set(kinds), key=_order))
    number = {start: place for place, start in enumerate(dict.fromkeys(starts))}
    nodes = list(number)
    edges: dict[Kind, list[Edge]] = {kind: [] for kind in ordered}
    applies: dict[Kind, set[int]] = {kind: set() for kind in ordered}
    place = 0
    while place < len(nodes):
        for kind in ordered:
            found = results(kind, nodes[place], cap, waits=waits)
            if found:
                applies[kind].add(place)
            for _, after in found:
                if bound is not None and sum(after) > bound:
                    continue
                if after not in number:
                    number[after] = len(nodes)
                    nodes.append(after)
                edge = (place, number[after])
                if edge not in edges[kind]:
                    edges[kind].append(edge)
        place += 1
        if len(nodes) > MOST_NODES:
            raise Undecided(f"an event graph of more than {MOST_NODES} productions")
    return EventGraph(
        tuple(nodes),
        ordered,
        {kind: tuple(found) for kind, found in edges.items()},
        {kind: frozenset(found) for kind, found in applies.items()},
        cap,
        bound,
        waits,
    )


def _order(kind: Kind) -> tuple[object, ...]:
    amount = -1 if kind.amount is None else kind.amount
    return (kind.at_least, kind.guard, kind.choices, kind.replaced, amount, kind.factor or 0)


def is_rightness(obligation: Obligation) -> bool:
    """Whether it asks only if an event graph is right: a proof rests on the graph then, and on no rule besides."""
    return obligation.name.startswith("event graph")


def rightness(graph: EventGraph, kind: Kind) -> Obligation:
    """That the edges of the kind are right and complete: no production of the graph has another step. Unsatisfiable."""
    here, wrong = wrong_edges(graph, kind)
    return Obligation(
        f"event graph: {shown(kind)}",
        f"every step of the effect ({shown(kind)}) from a production of the graph is an edge of it, and no other",
        (Named("106.12b a production of the graph", here), Named("614.6 a wrong or missing edge", wrong)),
        "unsat",
    )


def wrong_edges(graph: EventGraph, kind: Kind) -> tuple[Bool, Bool]:
    """A production of the graph; that the kind has another step from it than its edges."""
    most = max(max(node) for node in graph.nodes)
    width = max(most, graph.cap or 0, graph.bound or 0).bit_length()
    before, after = state("before", width), state("after", width)
    at = [state_is(before, node) for node in graph.nodes]
    to = [state_is(after, node) for node in graph.nodes]
    listed = or_(*(and_(at[u], to[v]) for u, v in graph.edges[kind]))
    outside: Bool = and_()
    if graph.bound is not None:
        together = total_of(after)
        outside = not_(ult(number(graph.bound, together.width), together))
    step = and_(relation(kind, before, after, graph.cap, waits=graph.waits), outside)
    may = applicable(kind, before, waits=graph.waits)
    listed_may = or_(*(at[u] for u in sorted(graph.applies[kind])))
    return or_(*at), or_(not_(iff(step, listed)), not_(iff(may, listed_may)))
