"""The certificate of a board: what its permanents could produce, as a question that the solver's side has settled.

The tables of effects, the starts of abilities and the rules of the least fixed point come from the encoding; the solver
has confirmed that each table is right before anything is written, and the small checker, which knows nothing of the
solver, accepts or rejects the rest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from .board import Amounts, Board
from .board_format import write_board
from .cards.card import Card
from .cards.vocabulary import TYPES_OF_MANA
from .encode.answers import quickly
from .encode.could_produce import Fixpoint, Looking, Rule, decided, named, types_in
from .encode.effects import Kind, amounts_shown, shown
from .encode.graph import EventGraph, rightness
from .encode.space import Space
from .encode.table import Table
from .errors import Disagreement, Unmodelled
from .solve import certificate as evidence
from .solve.formula import FALSE, TRUE, Bool
from .solve.obligation import Obligation


def certificate(board: Board) -> dict[str, Any]:
    """The certificate for what every permanent of the board could produce (106.7), accepted by the checker.

    Raises Unmodelled for what the encoding does not cover, Undecided at a limit, and Disagreement where the solver does
    not confirm a table or the checker rejects what was built.
    """
    fixpoint = Fixpoint(Table(Space(board)), quickly)
    confirm(fixpoint)
    built = built_from(fixpoint)
    found = {id: types_certified(built, id) for id in fixpoint.leaders}
    expected = {id: fixpoint.members[leader.id] for id, leader in fixpoint.leaders.items()}
    if found != expected:
        said = (("the solver", str(expected)), ("the certificate", str(found)))
        raise Disagreement("what the permanents could produce", said)
    return built


def built_from(fixpoint: Fixpoint) -> dict[str, Any]:
    """The certificate of a fixed point whose tables were confirmed otherwise. Raises as ``certificate`` does."""
    return evidence.build(_Asked(fixpoint).question())


def fact(id: str, letter: str) -> str:
    """The fact that a permanent could produce a type."""
    return f"{id} could produce {letter}"


def types_certified(found: Mapping[str, Any], id: str) -> str:
    """The types that a certificate says the permanent could produce."""
    holds = set(found["claim"]["holds"])
    return "".join(letter for letter in TYPES_OF_MANA if fact(id, letter) in holds)


def board_digest(board: Board) -> str:
    """SHA-256 of the board in its canonical form with the structures of its cards."""
    cards = {card.name: card for card in cards_of(board)}
    structures = [msgspec.json.encode(cards[name]).decode() for name in sorted(cards)]
    whole = json.dumps([write_board(board), structures], separators=(",", ":"))
    return hashlib.sha256(whole.encode()).hexdigest()


def cards_of(board: Board) -> Iterator[Card]:
    """The cards of all entries and of the zones whose cards are known."""
    for entry in board.entries:
        yield entry.card
    for player in board.players:
        yield from player.graveyard_cards or ()
        yield from player.hand_cards or ()


# That the tables are right -------------------------------------------------------------------------------------------


def table_obligations(fixpoint: Fixpoint) -> tuple[Obligation, ...]:
    """For every kind of effect that every step in the graphs that were used is right and none is missing."""
    graphs: dict[Kind, list[EventGraph]] = {}
    for rule in fixpoint.rules:
        graph = fixpoint.graph_of(rule.starts, rule.looking)
        for kind in graph.kinds:
            if all(graph is not other for other in graphs.setdefault(kind, [])):
                graphs[kind].append(graph)
    return tuple(rightness(_merged(kind, these), kind) for kind, these in graphs.items())


def confirm(fixpoint: Fixpoint) -> tuple[Obligation, ...]:
    """The obligations about the tables, all met. Raises Undecided, and Disagreement where one is not."""
    obligations = table_obligations(fixpoint)
    for obligation in obligations:
        if decided(obligation, quickly(obligation)).status != "unsat":
            said = (("the event graph", "complete"), ("the solver", "a step is wrong or missing"))
            raise Disagreement(obligation.name, said)
    return obligations


def _merged(kind: Kind, graphs: list[EventGraph]) -> EventGraph:
    """One graph with all productions of several; only the edges of this kind are told."""
    first = graphs[0]
    number: dict[Amounts, int] = {}
    edges: dict[tuple[int, int], None] = {}
    applies: set[int] = set()
    for graph in graphs:
        place = [number.setdefault(node, len(number)) for node in graph.nodes]
        edges |= {(place[u], place[v]): None for u, v in graph.edges[kind]}
        applies |= {place[node] for node in graph.applies[kind]}
    return EventGraph(
        tuple(number), (kind,), {kind: tuple(edges)}, {kind: frozenset(applies)}, first.cap, first.bound, first.waits
    )


# The question --------------------------------------------------------------------------------------------------------


@dataclass
class _Asked:
    """Puts the rules of the fixed point into the words of a certificate."""

    fixpoint: Fixpoint
    effects: dict[str, dict[str, dict[str, set[str]]]] = field(default_factory=dict)
    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    events: dict[str, evidence.Event] = field(default_factory=dict)
    rules: dict[str, evidence.Rule] = field(default_factory=dict)
    graphs: dict[object, str] = field(default_factory=dict)
    premises: dict[Bool, str] = field(default_factory=dict)

    def question(self) -> evidence.Question:
        for rule in self.fixpoint.rules:
            if rule.premises is not FALSE:
                self._rule(rule)
        for id, leader in self.fixpoint.leaders.items():
            if id != leader.id:
                for letter in TYPES_OF_MANA:
                    self._give(f"{id} is like {leader.id}", (fact(leader.id, letter),), fact(id, letter))
        graphs = {
            name: {
                effect: evidence.Effect(
                    {state: tuple(sorted(results)) for state, results in sorted(table.items())},
                    self.counts[name][effect],
                )
                for effect, table in sorted(effects.items())
            }
            for name, effects in self.effects.items()
        }
        return evidence.Question(board_digest(self.fixpoint.table.board), graphs, self.events, self.rules)

    def _rule(self, rule: Rule) -> None:
        name = self._graph(rule)
        starts = tuple(sorted({self._told(start) for start in rule.starts}))
        event = f"{' or '.join(starts)} under {name}"
        self.events.setdefault(event, evidence.Event(name, starts))
        needed = () if rule.premises is TRUE else (self._premise(rule.premises),)
        for node in self.fixpoint.graph_of(rule.starts, rule.looking).nodes:
            for letter in types_in(node):
                self._give(rule.name, (*needed, (event, self._told(node))), fact(rule.seen.id, letter))

    def _give(self, name: str, premises: tuple[str | tuple[str, str], ...], conclusion: str) -> None:
        given = evidence.Rule(premises, conclusion)
        told = ", ".join(part if isinstance(part, str) else part[1] for part in premises)
        key = f"{name}: {told} -> {conclusion}"
        number = 1
        while self.rules.get(key, given) != given:
            number += 1
            key = f"{name} ({number}): {told} -> {conclusion}"
        self.rules[key] = given

    def _told(self, node: Amounts) -> str:
        """A state as people read it; with a plus where more of it is not told apart."""
        cap = self.fixpoint.cap
        parts = (
            f"{letter * amount}{'+' if amount == cap else ''}"
            for letter, amount in zip(TYPES_OF_MANA, node, strict=True)
            if amount
        )
        return amounts_shown(node) if cap == 1 else " ".join(parts) or "nothing"

    def _graph(self, rule: Rule) -> str:
        """The name of the graph that the rule's effects span; the tables of all its starts are one."""
        graph = self.fixpoint.graph_of(rule.starts, rule.looking)
        key = tuple((kind, tuple((copy.entry, copy.number) for copy in who)) for kind, who in rule.looking)
        names = _effect_names(rule.looking)
        if key not in self.graphs:
            told = "; ".join(sorted(names.values())) or "no effect"
            again = sum(other == told or other.startswith(f"{told} (case ") for other in self.graphs.values())
            self.graphs[key] = told if not again else f"{told} (case {again + 1})"
        name = self.graphs[key]
        counts = self.counts.setdefault(name, {})
        effects = self.effects.setdefault(name, {})
        for kind, who in rule.looking:
            counts[names[kind]] = len(who)
            table = effects.setdefault(names[kind], {})
            for u, v in graph.edges[kind]:
                table.setdefault(self._told(graph.nodes[u]), set()).add(self._told(graph.nodes[v]))
        return name

    def _premise(self, formula: Bool) -> str:
        """The fact that the formula is true: of a member itself, of anything else by rules of its own."""
        if formula.op == "var":
            return str(formula.data)
        known = self.premises.get(formula)
        if known is not None:
            return known
        name = f"premise {len(self.premises) + 1}"
        self.premises[formula] = name
        if formula.op not in {"and", "or"}:
            raise Unmodelled("a certificate", f"a premise that is no combination of members ({formula.op})")
        parts = [self._premise(_truth(part)) for part in formula.args if part is not TRUE]
        ways: Iterable[tuple[str, ...]] = [tuple(parts)] if formula.op == "and" else [(part,) for part in parts]
        for way in ways:
            self._give(name, way, name)
        return name


def _truth(part: object) -> Bool:
    assert isinstance(part, Bool)
    return part


def _effect_names(looking: Looking) -> dict[Kind, str]:
    """The effects of a production by name: by their cards, and by what they do where that is not enough."""
    names = {kind: named(who) for kind, who in looking}
    every = list(names.values())
    return {kind: name if every.count(name) == 1 else f"{name} ({shown(kind)})" for kind, name in names.items()}


def text(board: Board) -> str:
    """The certificate as it is written to a file. Raises as ``certificate`` does."""
    return evidence.text(certificate(board))


__all__ = ["board_digest", "certificate", "text"]
