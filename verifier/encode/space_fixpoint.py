"""What permanents could produce over a whole space of boards: the least fixed point of 106.7 as constraints.

``defined`` fixes the set for each instance; ``closed`` only says that it is closed under every rule, which is enough to
show that a member is never missing, since the least set is in every closed one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ..cards.numbering import name_at
from ..cards.vocabulary import TYPES_OF_MANA
from ..solve.formula import FALSE, TRUE, Bool, Listing, Term, and_, bool_var, iff, implies, or_
from ..solve.obligation import Named
from .abilities import taps_for_mana
from .circuits import types_at_the_end
from .could_produce import Fixpoint, Looking, Solve, alike, named
from .in_force import Production, is_for_all, kinds_for
from .producing import Adding, if_it_resolved, recipients, saturated_starts
from .table import Seen, Table


@dataclass(frozen=True, eq=False)
class SpaceRule:
    """An ability may begin with one of the starts under the premises; ``out`` says when it can end with which type."""

    seen: Seen
    adding: Adding
    starts: tuple[tuple[int, ...], ...]
    premises: Bool
    out: Mapping[str, Bool]


@dataclass
class SpaceFixpoint:
    """The rules of a table over its space. ``label`` keeps apart two tables in one question."""

    table: Table
    solve: Solve
    label: str = ""
    _plain: Fixpoint = field(init=False)
    _members: dict[tuple[str, str], Bool] = field(default_factory=dict)
    _outs: dict[tuple[object, ...], tuple[str, Mapping[str, Bool]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._plain = Fixpoint(self.table, self.solve)
        self.effects = self._plain.effects
        self.waits, self.cap, self.leaders = self._plain.waits, self._plain.cap, self._plain.leaders

    @cached_property
    def firsts(self) -> tuple[Seen, ...]:
        """One permanent of each group of identical ones."""
        return tuple(dict.fromkeys(self.leaders.values()))

    def member(self, seen: Seen, letter: str) -> Bool:
        """That the permanent could produce the type."""
        key = self.leaders[seen.id].id, letter
        if key not in self._members:
            self._members[key] = bool_var(f"{self.label}{key[0]} could produce {letter}")
        return self._members[key]

    @cached_property
    def rules(self) -> tuple[SpaceRule, ...]:
        """Every rule, in list order."""
        return tuple(rule for seen in self.firsts for rule in self._rules_of(seen))

    def _rules_of(self, seen: Seen) -> list[SpaceRule]:
        found = []
        for adding in if_it_resolved(self.table, seen, self.cap):
            tapped = taps_for_mana(seen.abilities[adding.ability], self.table.board.edition)
            who = ("",) if self._plain.plain else [name for group in recipients(self.table, adding) for name in group]
            for recipient in who:
                production = Production(seen, tapped, seen.permanent.controller, recipient)
                is_for_all(self.table, self.effects, production)  # changes no type, or is refused
                looking = kinds_for(self.table, self.effects, production)
                for starts, when in alike(saturated_starts(self.table, adding, self.member, self.cap)):
                    found.append(SpaceRule(seen, adding, starts, when, self._out(starts, looking)))
        return found

    def _out(self, starts: tuple[tuple[int, ...], ...], looking: Looking) -> Mapping[str, Bool]:
        """When some order ends with which type. Where nothing is open the trail question decides, else a circuit."""
        if all(copy.when is TRUE for _, copies in looking for copy in copies):
            types = self._plain.ends_of(starts, looking).types  # type: ignore[arg-type]
            return dict.fromkeys(types, TRUE)
        key = (starts, tuple((kind, tuple(copy.when for copy in copies)) for kind, copies in looking))
        if key not in self._outs:
            effects = ", ".join(named(copies) for _, copies in looking)
            circuit = types_at_the_end(starts, looking, self.cap, waits=self.waits)
            self._outs[key] = (effects, circuit)
        effects, circuit = self._outs[key]
        place = list(self._outs).index(key)
        return {letter: bool_var(f"{self.label}out {place}: {letter}") for letter in circuit}

    def orders(self) -> tuple[Named, ...]:
        """What can come out of each start, for every instance; named by the effects that look at it."""
        _ = self.rules
        groups: dict[str, list[Bool]] = {}
        for place, (effects, circuit) in enumerate(self._outs.values()):
            parts = [iff(bool_var(f"{self.label}out {place}: {letter}"), when) for letter, when in circuit.items()]
            groups.setdefault(f"{self.label}614.5, 616.1f every order of {effects}", []).extend(parts)
        return tuple(Named(name, and_(*parts)) for name, parts in groups.items())

    def closed(self) -> tuple[Named, ...]:
        """That the set is closed under every rule."""
        groups: dict[str, list[Bool]] = {}
        for rule in self.rules:
            parts = groups.setdefault(self._name(rule), [])
            parts.extend(
                implies(and_(rule.premises, when), self.member(rule.seen, letter)) for letter, when in rule.out.items()
            )
        return tuple(Named(name, and_(*parts)) for name, parts in groups.items())

    def defined(self) -> tuple[Named, ...]:
        """That the set is the least one, permanent by permanent.

        What permanents read of each other in a circle is written out in as many rounds as the circle has members: from
        nothing on, so that no circle supports itself.
        """
        reads: dict[str, list[tuple[Bool, Bool]]] = {}
        owner: dict[str, str] = {}
        for seen in self.firsts:
            for letter in TYPES_OF_MANA:
                owner[str(self.member(seen, letter).data)] = seen.id
        for rule in self.rules:
            for letter, when in rule.out.items():
                reads.setdefault(str(self.member(rule.seen, letter).data), []).append((rule.premises, when))
        groups: dict[str, list[Bool]] = {seen.id: [] for seen in self.firsts}
        for circle in _circles(owner, reads):
            for name, term in _rounds(circle, reads).items():
                groups[owner[name]].append(iff(bool_var(name), term))
        return tuple(Named(f"{self.label}106.7 what {id} could produce", and_(*parts)) for id, parts in groups.items())

    def _name(self, rule: SpaceRule) -> str:
        return f"{self.label}106.7 {rule.seen.id}, {name_at(rule.seen.abilities, rule.adding.ability)}"


def _circles(owner: Mapping[str, str], reads: Mapping[str, list[tuple[Bool, Bool]]]) -> list[list[str]]:
    """The members in groups that read each other in a circle, each group sorted; most are alone."""
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_nodes_from(owner)
    for name, ways in reads.items():
        for other in Listing.of([premises for premises, _ in ways]).variables:
            if other in owner:
                graph.add_edge(other, name)
    return sorted(sorted(circle) for circle in nx.strongly_connected_components(graph))


def _rounds(circle: list[str], reads: Mapping[str, list[tuple[Bool, Bool]]]) -> dict[str, Bool]:
    """What the members of a circle are, from nothing on; members outside of it stay as they are."""
    known: dict[str, Bool] = dict.fromkeys(circle, FALSE)
    for _ in circle:
        memo: dict[Term, Term] = {}
        following = {
            name: or_(*(and_(_put(premises, known, memo), when) for premises, when in reads.get(name, ())))
            for name in circle
        }
        if following == known:
            break
        known = following
    return known


def _put(term: Bool, known: Mapping[str, Bool], memo: dict[Term, Term]) -> Bool:
    """The premises with what is known in the place of members."""
    found = memo.get(term)
    if found is None:
        if term.op == "var":
            found = known.get(str(term.data), term)
        elif term.op in {"and", "or"}:
            parts = [_put(part, known, memo) for part in term.args if isinstance(part, Bool)]
            found = and_(*parts) if term.op == "and" else or_(*parts)
        else:
            found = term
        memo[term] = found
    assert isinstance(found, Bool)
    return found
