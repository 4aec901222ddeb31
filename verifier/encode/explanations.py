"""Why a permanent could or could not produce a type (106.7): runs, closed sets and what a refusal rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..board import Amounts, Board
from ..cards.numbering import name_at
from ..cards.vocabulary import TYPES_OF_MANA
from ..run import Run
from ..solve.formula import Bool, Listing, evaluate, truth
from ..solve.obligation import Obligation
from ..solve.z3_backend import Answer
from .could_produce import Fixpoint, Rule, Solve, decided, types_in
from .effects import amounts_shown, applied, saturated
from .making import results
from .outcomes import Applied, run_of
from .space import Space
from .table import Seen, Table
from .trail import question


@dataclass(frozen=True, eq=False)
class Finding:
    """Whether a permanent could produce a type, and why.

    Where it could: a run, and ``from_``, the permanents and types that the ability reads. Where it could not:
    ``closed`` is a set of types that every ability stays within and that lacks it; ``because`` names what forbids it.
    """

    permanent: str
    type: str
    can: bool
    run: Run | None = None
    from_: tuple[tuple[str, str], ...] = ()
    closed: Mapping[str, str] | None = None
    because: tuple[str, ...] = ()
    asked: tuple[tuple[Obligation, Answer], ...] = ()


class Explained:
    """The answers about a board, each with its reason. Raises like ``could_produce``."""

    def __init__(self, board: Board, solve: Solve) -> None:
        self.fixpoint = Fixpoint(Table(Space(board)), solve)
        self.members = self.fixpoint.members

    @property
    def could_produce(self) -> dict[str, str]:
        """The types of every permanent that is there."""
        return {id: self.members[leader.id] for id, leader in self.fixpoint.leaders.items()}

    def obligations(self) -> tuple[Obligation, ...]:
        """All that the answers rest on: event graphs, what cannot come out, both halves of the fixed point."""
        fixpoint = self.fixpoint
        asked = {id(rule.ends): rule.ends for rule in fixpoint.rules}
        refused = [
            obligation.expecting("unsat")
            for ends in asked.values()
            for obligation, answer in ends.asked
            if answer.status == "unsat"
        ]
        return (*fixpoint.rightness(), *refused, fixpoint.closed(self.members), fixpoint.derived(self.members))

    def finding(self, id: str, letter: str) -> Finding:
        """The reason for one permanent and one type."""
        leader = self.fixpoint.leaders[id]
        if letter in self.members[leader.id]:
            return self._can(id, leader, letter)
        return self._cannot(id, leader, letter)

    # What can be --------------------------------------------------------------------------------------------------

    def _can(self, id: str, leader: Seen, letter: str) -> Finding:
        fixpoint = self.fixpoint
        own = fixpoint.rounds[str(fixpoint.member(leader, letter).data)]
        before = {name: turn < own for name, turn in fixpoint.rounds.items()}
        for rule in fixpoint.rules:
            if rule.seen is leader and letter in rule.ends.types:
                read = self._read(rule, before)
                if read is not None:
                    return Finding(id, letter, True, self._run(id, rule, letter), read)
        raise AssertionError("a member without a derivation")

    def _read(self, rule: Rule, before: Mapping[str, bool]) -> tuple[tuple[str, str], ...] | None:
        """The members that the rule rests on, as few as suffice; None if those known before do not suffice."""
        names = list(Listing.of([rule.premises]).variables)
        model = {name: before.get(name, False) for name in names}
        if not evaluate(rule.premises, model):
            return None
        for name in names:
            if model[name] and evaluate(rule.premises, {**model, name: False}):
                model[name] = False
        leaders = dict.fromkeys(self.fixpoint.leaders.values())
        pairs = [(leader.id, letter) for leader in leaders for letter in TYPES_OF_MANA]
        by_name = {f"{id} could produce {letter}": (id, letter) for id, letter in pairs}
        return tuple(by_name[name] for name in names if model[name])

    def _run(self, id: str, rule: Rule, letter: str) -> Run:
        start, uses = rule.ends.found[letter]
        graph = rule.ends.graph
        amounts = begun = self._exact(rule, graph.nodes[start], graph.cap)
        chosen: list[Applied] = []
        for kind, _, v in uses:
            option = next(
                option
                for option in kind.options
                if saturated(applied(kind, option, amounts), graph.cap) == graph.nodes[v]
            )
            chosen.append((kind, option))
            amounts = applied(kind, option, amounts)
        return run_of(id, rule.adding.ability, begun, tuple(chosen), rule.looking)

    def _exact(self, rule: Rule, start: Amounts, cap: int | None) -> Amounts:
        """Amounts that the ability can begin with and that are told apart as the start is."""
        fixpoint = self.fixpoint

        def known(seen: Seen, letter: str) -> Bool:
            return truth(letter in self.members[fixpoint.leaders[seen.id].id])

        for vector, _ in results(fixpoint.table, rule.adding.instruction, rule.adding.asking, known, None):
            if vector is not None:
                w, u, b, r, g, c = (part.low for part in vector)
                if saturated((w, u, b, r, g, c), cap) == start:
                    return (w, u, b, r, g, c)
        return start

    # What cannot be -----------------------------------------------------------------------------------------------

    def _cannot(self, id: str, leader: Seen, letter: str) -> Finding:
        fixpoint = self.fixpoint
        because: dict[str, None] = {}
        asked = []
        known = {
            f"{other.id} could produce {type}": type in self.members[other.id]
            for other in dict.fromkeys(fixpoint.leaders.values())
            for type in TYPES_OF_MANA
        }
        for rule in fixpoint.rules:
            if rule.seen is not leader:
                continue
            if not evaluate(rule.premises, known):
                if any(letter in types_in(start) for start in rule.starts):
                    because[f"106.7 nothing that it reads could produce {letter}"] = None
                continue
            trail = rule.ends.trail
            goal = [node for node in trail.nodes() if letter in types_in(rule.ends.graph.nodes[node])]
            if not goal:
                called = name_at(leader.abilities, rule.adding.ability)
                because[f"106.7 its {called} makes {self._made(rule)}"] = None
                continue
            begin = " or ".join(amounts_shown(start) for start in rule.starts[:3])
            meaning = f"a production of {begin} can end with {letter}"
            obligation = question(trail, goal, meaning, f"it ends with {letter}")
            answer = decided(obligation, fixpoint.solve(obligation))
            asked.append((obligation, answer))
            because.update(dict.fromkeys(name for name in answer.core if not name.startswith("claimed: ")))
        if not any(rule.seen is leader for rule in fixpoint.rules):
            because["106.7 it has no ability that would produce mana"] = None
        return Finding(id, letter, False, closed=self.could_produce, because=tuple(because), asked=tuple(asked))

    def _made(self, rule: Rule) -> str:
        return " or ".join(amounts_shown(start) for start in rule.starts[:3])
