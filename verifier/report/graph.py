"""The event graph of a permanent's productions, and which effects can switch which others on or off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import networkx as nx

from ..board import Amounts, Board
from ..errors import BadInput
from ..rules.could_produce import Production, Table, cap_of
from ..rules.replacement import Kind, capped, kind_of, results
from ..rules.runs import closed_sets
from . import labels
from .could_produce import ability_name

LARGEST_LISTED = 6
"""Of groups of effects that switch one another with at most this many members every cycle is named, of others one."""

NOT, IDLE, CHANGES = "does not apply", "applies and changes nothing", "applies"


@dataclass(frozen=True, slots=True)
class Edge:
    """An effect takes a state to a state."""

    effect: str
    before: Amounts
    after: Amounts


@dataclass(frozen=True, slots=True)
class EventGraph:
    """The states of one production; amounts above ``cap`` are not told apart."""

    ability: str
    starts: tuple[Amounts, ...]
    states: tuple[Amounts, ...]
    ends: tuple[Amounts, ...]
    edges: tuple[Edge, ...]
    cap: int


@dataclass(frozen=True, slots=True)
class Dependency:
    """Applying ``first`` in the state ``at`` changes whether ``second`` applies, or whether it changes anything."""

    first: str
    second: str
    at: Amounts
    after: Amounts
    before_it: str
    after_it: str


@dataclass(frozen=True, slots=True)
class GraphAnswer:
    """The graphs of one permanent. A cycle lists the effects in the order in which each bears on the next."""

    permanent: str
    graphs: tuple[EventGraph, ...]
    effects: tuple[str, ...]
    dependencies: tuple[Dependency, ...]
    cycles: tuple[tuple[str, ...], ...]


def answer(board: Board, permanent: str) -> GraphAnswer:
    """The graphs for a permanent that is there. Raises BadInput if it is phased out, Unmodelled, Undecided."""
    table = Table(board)
    if all(thing.id != permanent for thing in table.things):
        raise BadInput(f"{permanent!r} is phased out and treated as though it did not exist (702.26b)", "--permanent")
    productions = [p for p in table.productions() if p.thing.id == permanent]
    closed = closed_sets(board)[permanent]
    names: dict[Kind, str] = {}
    graphs: list[EventGraph] = []
    found: dict[tuple[str, str], Dependency] = {}
    for production, states in zip(productions, closed, strict=True):
        cap = cap_of(production.kinds)
        for kind, _ in production.kinds:
            names.setdefault(kind, _name(board, table, production, kind))
        edges = [
            Edge(names[kind], before, after)
            for before in labels.in_order(states.states)
            for kind in sorted((kind for kind, _ in production.kinds), key=lambda kind: names[kind])
            for after in labels.in_order(results(kind, before, table.waits, cap))
        ]
        graphs.append(
            EventGraph(
                ability_name(production.thing, production.source.number),
                labels.in_order(states.starts),
                labels.in_order(states.states),
                labels.in_order(states.ends or ()),
                tuple(edges),
                cap,
            )
        )
        _dependencies(production, labels.in_order(states.starts), table.waits, names, found)
    effects = tuple(sorted(names.values()))
    dependencies = tuple(found[key] for key in sorted(found))
    return GraphAnswer(permanent, tuple(graphs), effects, dependencies, _cycles(dependencies))


def _name(board: Board, table: Table, production: Production, kind: Kind) -> str:
    """The cards whose effects are of that kind here."""
    thing = production.thing
    ids = [effect.source for effect in table.effects if kind_of(effect, thing, thing.controller) == kind]
    return labels.folded(labels.entry_base(board, id) for id in ids)


def _dependencies(
    production: Production,
    starts: Sequence[Amounts],
    waits: bool,
    names: dict[Kind, str],
    found: dict[tuple[str, str], Dependency],
) -> None:
    """The edges between effects, each with the first state, from the starts on, that shows it."""
    cap = cap_of(production.kinds)
    kinds = dict(production.kinds)
    states, seen = list(starts), set(starts)
    for at in states:
        for first, copies in kinds.items():
            for after in results(first, at, waits, 0):
                if capped(after, cap) not in seen:
                    seen.add(capped(after, cap))
                    states.append(capped(after, cap))
                for second in kinds:
                    if first == second and copies < 2:
                        continue
                    key = (names[first], names[second])
                    before_it, after_it = _how(second, at, waits), _how(second, after, waits)
                    if key not in found and before_it != after_it:
                        found[key] = Dependency(*key, at, after, before_it, after_it)


def _how(kind: Kind, at: Amounts, waits: bool) -> str:
    after = results(kind, at, waits, 0)
    if not after:
        return NOT
    return IDLE if after == (at,) else CHANGES


def _cycles(dependencies: Iterable[Dependency]) -> tuple[tuple[str, ...], ...]:
    graph = nx.DiGraph()
    graph.add_edges_from(sorted((one.first, one.second) for one in dependencies))
    found: set[tuple[str, ...]] = set()
    for component in sorted(sorted(members) for members in nx.strongly_connected_components(graph)):
        inside = graph.subgraph(component)
        if len(component) <= LARGEST_LISTED:
            found |= {_from_least(cycle) for cycle in nx.simple_cycles(inside)}
        else:
            found.add(_shortest(graph, component))
    return tuple(sorted(found, key=lambda cycle: (len(cycle), cycle)))


def _from_least(cycle: Sequence[str]) -> tuple[str, ...]:
    start = cycle.index(min(cycle))
    return (*cycle[start:], *cycle[:start])


def _shortest(graph: Any, component: Sequence[str]) -> tuple[str, ...]:
    """The least among the shortest cycles through the first member."""
    first, members = component[0], set(component)
    paths: list[tuple[str, ...]] = [(first,)]
    seen: set[str] = set()
    for path in paths:
        for after in sorted(graph.successors(path[-1])):
            if after == first:
                return path
            if after in members and after not in seen:
                seen.add(after)
                paths.append((*path, after))
    return tuple(component)


def text(answer: GraphAnswer) -> list[str]:
    """The graphs as lines: the states with what leads out of them, what bears on what, and the cycles."""
    from .layout import table

    lines: list[str] = []
    for graph in answer.graphs:
        lines += [
            "",
            f"{graph.ability}  starts with {_states(graph.starts, graph)}, ends in {_states(graph.ends, graph)}",
        ]
        rows: list[tuple[str, ...]] = [("state", "effect", "becomes")] if graph.edges else []
        rows += [
            (labels.state(edge.before, graph.cap), edge.effect, labels.state(edge.after, graph.cap))
            for edge in graph.edges
        ]
        lines += table(rows) or ["  no effect applies to it"]
    if not answer.graphs:
        lines += ["", "  it has no ability that adds mana"]
    lines += ["", "effects"]
    rows = [("effect", "bears on", "witness", "")] if answer.dependencies else []
    for one in answer.dependencies:
        witness = f"{labels.mana(one.at)} -> {labels.mana(one.after)}"
        rows.append((one.first, one.second, witness, f"before: {one.before_it}; after: {one.after_it}"))
    lines += table(rows) or ["  none bears on another"]
    for cycle in answer.cycles:
        lines.append(f"  cycle: {' -> '.join((*cycle, cycle[0]))}")
    return lines[1:]


def _states(states: Sequence[Amounts], graph: EventGraph) -> str:
    return " or ".join(labels.state(state, graph.cap) for state in states)


def dot(answer: GraphAnswer) -> list[str]:
    """The graphs in the language of Graphviz: one cluster a production, one for the effects."""
    lines = ["digraph verifier {", "  rankdir=LR;"]
    for number, graph in enumerate(answer.graphs):
        names = {state: f"s{number}_{place}" for place, state in enumerate(graph.states)}
        lines += [f"  subgraph cluster_{number} {{", f"    label={_quoted(f'{answer.permanent}, {graph.ability}')};"]
        for state, name in names.items():
            shape = "doublecircle" if state in graph.ends else "circle"
            style = ", style=bold" if state in graph.starts else ""
            lines.append(f"    {name} [label={_quoted(labels.state(state, graph.cap))}, shape={shape}{style}];")
        lines += [f"    {names[e.before]} -> {names[e.after]} [label={_quoted(e.effect)}];" for e in graph.edges]
        lines.append("  }")
    effects = {effect: f"e{place}" for place, effect in enumerate(answer.effects)}
    lines += ["  subgraph cluster_effects {", '    label="effects";']
    lines += [f"    {name} [label={_quoted(effect)}, shape=box];" for effect, name in effects.items()]
    for one in answer.dependencies:
        witness = _quoted(f"{labels.mana(one.at)} -> {labels.mana(one.after)}")
        lines.append(f"    {effects[one.first]} -> {effects[one.second]} [label={witness}, style=dashed];")
    return [*lines, "  }", "}"]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def as_json(answer: GraphAnswer) -> dict[str, Any]:
    """The graphs as lists of nodes and edges."""
    from .json import amounts

    return {
        "permanent": answer.permanent,
        "events": [
            {
                "ability": graph.ability,
                "amounts_told_apart_up_to": graph.cap,
                "starts": [amounts(state) for state in graph.starts],
                "states": [amounts(state) for state in graph.states],
                "ends": [amounts(state) for state in graph.ends],
                "edges": [
                    {"effect": edge.effect, "before": amounts(edge.before), "after": amounts(edge.after)}
                    for edge in graph.edges
                ],
            }
            for graph in answer.graphs
        ],
        "effects": list(answer.effects),
        "dependencies": [
            {
                "effect": one.first,
                "bears_on": one.second,
                "witness": {"before": amounts(one.at), "after": amounts(one.after)},
                "before": one.before_it,
                "after": one.after_it,
            }
            for one in answer.dependencies
        ],
        "cycles": [list(cycle) for cycle in answer.cycles],
    }
