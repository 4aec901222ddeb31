"""What each permanent could produce: the least fixed point of 106.7, with a proof of either half.

Every start of every ability is a rule: if its premises hold (what others could produce), the permanent could produce
whatever the trail question lets come out of it. A type that is not in the answer is refuted by a closed set without it;
a type that is has a derivation in which every premise has a smaller rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ..board import Amounts
from ..cards.numbering import name_at
from ..cards.vocabulary import TYPES_OF_MANA
from ..errors import Disagreement, Undecided
from ..solve.formula import TRUE, Bits, Bool, and_, bits_var, bool_var, evaluate, iff, implies, not_, or_, truth, ult
from ..solve.obligation import Named, Obligation
from ..solve.z3_backend import Answer, solve
from .abilities import taps_for_mana
from .constructing import constructed
from .effects import Kind, amounts_shown, shown
from .graph import EventGraph, event_graph, rightness
from .identical import singled_out, what_is_seen
from .in_force import Copy, InForce, Production, asks_whose, effects_in_force, is_for_all, kinds_for
from .making import mentions
from .producing import Adding, if_it_resolved, recipients, saturated_starts
from .table import Seen, Table
from .trail import Trail, Use, question, start_of, walk

Solve = Callable[[Obligation], Answer]
Looking = tuple[tuple[Kind, tuple[Copy, ...]], ...]


Way = tuple[int, tuple[Use, ...]]
"""A start and the uses of a trail from it."""


@dataclass(frozen=True, eq=False)
class Ends:
    """What can come out of some starts: for each type a trail to it, and what the solver was asked."""

    graph: EventGraph
    trail: Trail
    found: Mapping[str, Way]
    asked: tuple[tuple[Obligation, Answer], ...]

    @property
    def types(self) -> str:
        """The types, in order."""
        return "".join(letter for letter in TYPES_OF_MANA if letter in self.found)


@dataclass(frozen=True, eq=False)
class Rule:
    """An ability of a permanent may begin with any of these amounts, under the premises; ``ends``: what comes of it."""

    seen: Seen
    adding: Adding
    starts: tuple[Amounts, ...]
    premises: Bool
    looking: Looking
    ends: Ends

    @property
    def name(self) -> str:
        """The rule in short words."""
        return f"106.7 {self.seen.id}, {name_at(self.seen.abilities, self.adding.ability)}"


@dataclass
class Fixpoint:
    """The question for a table: all rules, grouped so that identical permanents share their answer."""

    table: Table
    solve: Solve = solve
    only: frozenset[str] | None = None
    rounds: dict[str, int] = field(default_factory=dict)
    _members: dict[tuple[str, str], Bool] = field(default_factory=dict)
    _ends: dict[tuple[object, ...], Ends] = field(default_factory=dict)
    _graphs: dict[tuple[object, ...], EventGraph] = field(default_factory=dict)

    @cached_property
    def effects(self) -> tuple[InForce, ...]:
        """The replacement effects on mana that are in force."""
        return effects_in_force(self.table)

    @cached_property
    def waits(self) -> bool:
        """Whether idle effects wait."""
        return self.table.board.readings.idle_replacement == "waits"

    @cached_property
    def leaders(self) -> dict[str, Seen]:
        """For each permanent the first one that it is identical to."""
        singled = singled_out(self.table)
        first: dict[object, Seen] = {}
        leaders = {}
        for seen in self.table.each():
            key: object = seen.id
            if seen.id not in singled and seen.there is TRUE:
                key = what_is_seen(seen, self.table)
            leaders[seen.id] = first.setdefault(key, seen)
        return leaders

    def member(self, seen: Seen, letter: str) -> Bool:
        """That the permanent could produce the type."""
        key = self.leaders[seen.id].id, letter
        if key not in self._members:
            self._members[key] = bool_var(f"{key[0]} could produce {letter}")
        return self._members[key]

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule of the leaders that matter, in list order."""
        found: list[Rule] = []
        for seen in dict.fromkeys(self.leaders.values()):
            if self.only is None or seen.id in self.only:
                found.extend(self._rules_of(seen))
        return tuple(found)

    def _rules_of(self, seen: Seen) -> Iterable[Rule]:
        looking_at: dict[tuple[bool, str], Looking] = {}
        for adding in if_it_resolved(self.table, seen, self.cap):
            tapped = taps_for_mana(seen.abilities[adding.ability], self.table.board.edition)
            who = ("",) if self.plain else [player for group in recipients(self.table, adding) for player in group]
            for recipient in who:
                key = (tapped, recipient)
                if key not in looking_at:
                    production = Production(seen, tapped, seen.permanent.controller, recipient)
                    is_for_all(self.table, self.effects, production)  # changes no type, or is refused
                    looking_at[key] = kinds_for(self.table, self.effects, production)
                looking = looking_at[key]
                for starts, when in alike(saturated_starts(self.table, adding, self.member, self.cap)):
                    yield Rule(seen, adding, starts, when, looking, self.ends_of(starts, looking))

    @cached_property
    def plain(self) -> bool:
        """Whether no effect asks whose mana it is."""
        return not asks_whose(self.effects)

    @cached_property
    def cap(self) -> int:
        """Up to which number amounts are told apart: what any guard on the board asks for."""
        from ..cards.ability import ManaReplacement, ReplaceTypesAndAmount, TappedForMana

        numbers = [1]
        for each in self.effects:
            assert isinstance(each.effect, ManaReplacement)
            if isinstance(each.effect.when, TappedForMana):
                numbers.append(each.effect.when.at_least)
            if self.waits and isinstance(each.effect.becomes, ReplaceTypesAndAmount):
                numbers.append(each.effect.becomes.amount + 1)
        return max(numbers)

    # What can come out of a start ------------------------------------------------------------------------------------

    def ends_of(self, starts: tuple[Amounts, ...], looking: Looking) -> Ends:
        """The types that can come out of the starts, each by a trail, and that no other can."""
        copies = {kind: len(who) for kind, who in looking}
        key = (starts, tuple(copies.items()))
        if key not in self._ends:
            self._ends[key] = self._ask_ends(starts, looking, copies)
        return self._ends[key]

    def _ask_ends(self, starts: tuple[Amounts, ...], looking: Looking, copies: Mapping[Kind, int]) -> Ends:
        graph = self.graph_of(starts, looking)
        names = names_of(looking)
        trail = Trail(graph, tuple(graph.number[start] for start in starts), copies, names)
        begin = " or ".join([*(amounts_shown(start) for start in starts[:3]), *(["other mana"] if starts[3:] else [])])
        found: dict[str, Way] = {}
        asked = []
        while True:
            left = "".join(letter for letter in TYPES_OF_MANA if letter not in found)
            goal = [node for node in trail.nodes() if set(types_in(graph.nodes[node])) & set(left)]
            if not goal:
                break
            way = constructed(trail, goal)
            if way is None:
                said = f"{begin} ends with {left}"
                meaning = f"a production of {begin} can end with one of {left}"
                obligation = question(trail, goal, meaning, said)
                answer = decided(obligation, self.solve(obligation))
                asked.append((obligation, answer))
                if answer.status == "unsat":
                    break
                way = start_of(trail, answer.model), walk(trail, answer.model)
            start, uses = way
            for letter in types_in(graph.nodes[uses[-1][2] if uses else start]):
                found.setdefault(letter, way)
        return Ends(graph, trail, found, tuple(asked))

    def graph_of(self, starts: tuple[Amounts, ...], looking: Looking) -> EventGraph:
        """The event graph of the starts, amounts told apart up to what its own guards ask."""
        kinds = tuple(kind for kind, _ in looking)
        key = (starts, kinds)
        if key not in self._graphs:
            self._graphs[key] = event_graph(starts, kinds, self.cap, waits=self.waits)
        return self._graphs[key]

    def rightness(self) -> tuple[Obligation, ...]:
        """That every event graph that was used is right, kind by kind."""
        return tuple(rightness(graph, kind) for graph in self._graphs.values() for kind in graph.kinds)

    # The least fixed point -------------------------------------------------------------------------------------------

    @cached_property
    def members(self) -> dict[str, str]:
        """For each leader its types: the least closed set. Either half is confirmed by the solver.

        Raises Undecided at a limit, Disagreement if the solver does not confirm it.
        """
        leaders = list(dict.fromkeys(self.leaders.values()))
        model = dict.fromkeys(
            (str(self.member(seen, letter).data) for seen in leaders for letter in TYPES_OF_MANA), False
        )
        new = [""]
        while new:
            new = []
            for rule in self.rules:
                if rule.ends.types and evaluate(rule.premises, model):
                    names = [str(self.member(rule.seen, letter).data) for letter in rule.ends.types]
                    new.extend(name for name in names if not model[name])
            turn = len(set(self.rounds.values()))
            for name in new:
                model[name] = True
                self.rounds[name] = turn
        found = {
            seen.id: "".join(letter for letter in TYPES_OF_MANA if model[str(self.member(seen, letter).data)])
            for seen in leaders
        }
        for obligation in (self.closed(found), self.derived(found)):
            answer = decided(obligation, self.solve(obligation))
            if answer.status != "sat":
                raise Disagreement(obligation.name, (("the iteration", "a least fixed point"), ("the solver", "none")))
        return found

    def closure(self) -> tuple[Named, ...]:
        """That a set is closed under every rule, one assertion an ability."""
        groups: dict[str, list[Bool]] = {}
        for rule in self.rules:
            heads = and_(*(self.member(rule.seen, letter) for letter in rule.ends.types))
            groups.setdefault(rule.name, []).append(implies(rule.premises, heads))
        return tuple(Named(name, and_(*parts)) for name, parts in groups.items())

    def closed(self, members: Mapping[str, str]) -> Obligation:
        """That exactly these members are a closed set: nothing beyond them could be produced. Satisfiable."""
        return Obligation(
            "106.7 upper half",
            "no ability makes a type that is not in the set from types that are",
            (*self.closure(), Named("the set", self._exactly(members))),
            "sat",
        )

    def derived(self, members: Mapping[str, str]) -> Obligation:
        """That each of these members has a rule whose premises are members of smaller rank. Satisfiable."""
        leaders = list(dict.fromkeys(self.leaders.values()))
        count = sum(len(types) for types in members.values())
        width = max(count, 1).bit_length()
        pairs = [(seen.id, letter) for seen in leaders for letter in TYPES_OF_MANA]
        rank = {(id, letter): bits_var(f"rank of {id}, {letter}", width) for id, letter in pairs}
        named = [Named("the set", self._exactly(members))]
        by_leader: dict[str, list[Rule]] = {}
        for rule in self.rules:
            by_leader.setdefault(rule.seen.id, []).append(rule)
        for seen in leaders:
            supports = []
            for letter in members.get(seen.id, ""):
                ways = [
                    self._ranked(rule, rank, rank[seen.id, letter])
                    for rule in by_leader.get(seen.id, ())
                    if letter in rule.ends.types
                ]
                supports.append(implies(self.member(seen, letter), or_(*ways)))
            named.append(Named(f"106.7 support: {seen.id}", and_(*supports)))
        return Obligation(
            "106.7 lower half",
            "each type in the set is made by an ability from types of smaller rank",
            tuple(named),
            "sat",
            tuple(rank[seen.id, letter] for seen in leaders for letter in members.get(seen.id, "")),
        )

    def _ranked(self, rule: Rule, rank: Mapping[tuple[str, str], Bits], own: Bits) -> Bool:
        """The premises of the rule with every member in them of a smaller rank."""
        if not asks_what_others_could(rule.adding):
            return rule.premises

        earlier: dict[tuple[str, str], Bool] = {}

        def known(seen: Seen, letter: str) -> Bool:
            key = self.leaders[seen.id].id, letter
            if key not in earlier:
                earlier[key] = and_(self.member(seen, letter), ult(rank[key], own))
            return earlier[key]

        found = saturated_starts(self.table, rule.adding, known, self.cap)
        return or_(*dict.fromkeys(found.get(start, or_()) for start in rule.starts))

    def refutation(self, seen: Seen, letter: str) -> Obligation:
        """That a set closed under every rule need not have the member; where it must, the core is the reason."""
        return Obligation(
            f"106.7 {seen.id}: {letter}",
            f"a set of types that is closed under every ability does without {letter} for {seen.id}",
            (*self.closure(), Named(f"claimed: not {letter}", not_(self.member(seen, letter)))),
            "unsat",
        )

    def _exactly(self, members: Mapping[str, str]) -> Bool:
        return and_(
            *(
                iff(self.member(seen, letter), truth(letter in members.get(seen.id, "")))
                for seen in dict.fromkeys(self.leaders.values())
                for letter in TYPES_OF_MANA
            )
        )


def alike(starts: Mapping[Amounts, Bool]) -> Iterable[tuple[tuple[Amounts, ...], Bool]]:
    """Starts that share their premises, together."""
    groups: dict[Bool, list[Amounts]] = {}
    for start, when in starts.items():
        groups.setdefault(when, []).append(start)
    return [(tuple(group), when) for when, group in groups.items()]


def decided(obligation: Obligation, answer: Answer) -> Answer:
    """The answer. Raises Undecided where there is none."""
    if answer.status == "unknown":
        raise Undecided(f"{obligation.name}: {answer.reason}")
    return answer


def named(copies: Iterable[Copy]) -> str:
    """The effects of one kind as people call them: by card, with how many where there are several."""
    counts: dict[str, int] = {}
    for copy in copies:
        counts[copy.label] = counts.get(copy.label, 0) + 1
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in sorted(counts.items()))


def names_of(looking: Looking) -> dict[Kind, str]:
    """How people call each kind of effect; kinds of the same cards are told apart by what they do."""
    names = {kind: named(copies) for kind, copies in looking}
    often = Counter(names.values())
    return {kind: name if often[name] == 1 else f"{name} ({shown(kind)})" for kind, name in names.items()}


def types_in(amounts: Amounts) -> str:
    """The types of which there is some."""
    return "".join(letter for letter, amount in zip(TYPES_OF_MANA, amounts, strict=True) if amount)


def asks_what_others_could(adding: Adding) -> bool:
    """Whether the mana depends on what permanents could produce."""
    from ..cards.mana import CouldProduce

    return mentions(adding.instruction, CouldProduce)
