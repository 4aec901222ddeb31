"""Answers with their proofs: the solver's answer beside that of the rules, and for what cannot be the reason.

A reason is read off a minimal core: the effects that have to be applied, by card, and the rules that say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from .. import reference, words
from ..board import Activate, Board, EntersEvent, Event, Tap
from ..certify import built_from, confirm, types_certified
from ..claim import Outcome
from ..encode import answers as encoded
from ..encode import hand_size as encoded_hand_size
from ..encode.could_produce import Fixpoint, Rule, decided, types_in
from ..encode.counterexample import EventCounterexample, told_event
from ..encode.graph import is_rightness
from ..encode.space import Space
from ..encode.table import Table
from ..encode.trail import question
from ..errors import Disagreement, Illegal, Undecided, Unmodelled
from ..rules import answers as by_rules
from ..run import Run
from ..solve.formula import FALSE, TRUE, evaluate
from ..solve.obligation import Obligation
from ..solve.z3_backend import Answer, solve
from .could_produce import PermanentAnswer
from .event_runs import REPLAYED, Runs
from .hand_size import PlayerSizes
from .labels import size, state
from .outcomes import EventAnswer
from .proof import Proof, Proofs, Proved, rule_numbers, rule_order

ONCE, LAST = "614.5 once each: ", "616.1f end: "
MOST_BRUTE = 7
"""On a board of so many entries the brute force is asked too; a claim about a larger one asks it anyway."""


MOST_REPLAYED = 20
"""More runs of one event are not replayed."""


def unproved(error: Exception) -> str:
    """Why there is no proof, in one line."""
    return f"no proof: {error.limit}" if isinstance(error, Undecided) else f"no proof: {error}"


# Could produce -----------------------------------------------------------------------------------------------------


def could_produce(board: Board, found: Sequence[PermanentAnswer], only: str | None = None) -> Proved:
    """The proofs for what every permanent could produce and could not (106.7); of one permanent for ``only``.

    On a board of few entries, and of one permanent on any, runs are replayed in the reference interpreter too.
    Raises Disagreement where the solver's answer is another one, or a run cannot be replayed.
    """
    fixpoint = Fixpoint(Table(Space(board)), _reasoned)
    try:
        members = {id: fixpoint.members[leader.id] for id, leader in fixpoint.leaders.items()}
        confirm(fixpoint)
    except (Unmodelled, Undecided) as error:
        return Proved(missing=unproved(error))
    mine = {one.id: one.types for one in found}
    if members != mine:
        differ = sorted(id for id in members.keys() | mine.keys() if members.get(id) != mine.get(id))
        said = [", ".join(f"{id} {types.get(id, '-') or 'nothing'}" for id in differ) for types in (mine, members)]
        raise Disagreement("what permanents could produce", (("rules", said[0]), ("the solver", said[1])))
    evidence = _certified(fixpoint, members)
    reasons = Reasons(fixpoint)
    proofs: dict[tuple[str, str], Proof] = {}
    slowly = only is not None or len(board.entries) <= MOST_BRUTE
    played: dict[Run, tuple[str, ...]] = {}
    for one in found:
        if only not in (None, one.id):
            continue
        for told in one.told:
            rests = {"106.7", told.rule, *(step.rule for step in told.run.steps)}
            # Of permanents that are told apart by nothing but their names one is enough.
            like = replace(told.run, permanent=fixpoint.leaders[one.id].id)
            if like not in played:
                played[like] = replayed(board, told.run, slowly=slowly)
            again = played[like]
            proofs[one.id, told.letter] = Proof(
                "solver", (*evidence, *again), tuple(sorted(rests, key=rule_order))
            )  # fmt: skip
        for letter in one.cannot:
            proofs[one.id, letter] = reasons.of(one.id, letter, evidence)
    return Proved(proofs)


def _certified(fixpoint: Fixpoint, members: Mapping[str, str]) -> tuple[str, ...]:
    """That the small checker accepts a certificate for the same answer; nothing where none is short enough."""
    try:
        certificate = built_from(fixpoint)
    except (Undecided, Unmodelled):
        return ()
    certified = {id: types_certified(certificate, id) for id in members}
    if certified != members:
        said = words.apart(members, certified)
        raise Disagreement(
            "what permanents could produce", (("the solver", said[0]), ("the certificate", said[1]))
        )  # fmt: skip
    return ("certified",)


def _reasoned(obligation: Obligation) -> Answer:
    """The solver's answer, with a core where reasons are read off it: that there is no trail."""
    answer = solve(obligation, explain=False)
    if answer.status == "unsat" and obligation.name.startswith("trail"):
        return solve(obligation)
    return answer


def replayed(board: Board, run: Run, *, slowly: bool = True) -> tuple[str, ...]:
    """That both interpreters allow the run, the fast one alone unless ``slowly``. Raises Disagreement."""
    both = (("rules", by_rules.replay), ("the reference interpreter", reference.replay))
    for name, replay in both if slowly else both[:1]:
        try:
            replay(board, run)
        except ValueError as error:
            said = (("the run", "can be played"), (name, str(error)))
            raise Disagreement(f"a run of {run.permanent}", said) from error
        except (Undecided, Unmodelled):
            return ()
    return ("replayed",) if slowly else ()


class Reasons:
    """Why types cannot come out of productions, read off minimal cores."""

    def __init__(self, fixpoint: Fixpoint) -> None:
        self.fixpoint = fixpoint
        self.cores: dict[tuple[object, str], tuple[str, ...]] = {}
        self.known = {
            str(fixpoint.member(seen, letter).data): letter in fixpoint.members[seen.id]
            for seen in dict.fromkeys(fixpoint.leaders.values())
            for letter in "WUBRGC"
        }

    def of(self, id: str, letter: str, evidence: tuple[str, ...]) -> Proof:
        """Why the permanent could not produce the type."""
        leader = self.fixpoint.leaders[id]
        said: list[str] = []
        rests: set[str] = set()
        rules = [rule for rule in self.fixpoint.rules if rule.seen.id == leader.id and rule.premises is not FALSE]
        for rule in rules:
            why, by = self._rule(rule, letter)
            if why and why not in said:
                said.append(why)
            rests |= set(by)
        if not rules:
            said = ["no ability adds mana"]
        told = "; ".join(said) or f"no ability adds {letter}"
        return Proof("solver", evidence, tuple(sorted({"106.7", *rests}, key=rule_order)), told)

    def _rule(self, rule: Rule, letter: str) -> tuple[str, tuple[str, ...]]:
        if rule.premises is not TRUE and not evaluate(rule.premises, self.known):
            could = letter in rule.ends.types
            return ("nothing that it looks at could produce it" if could else ""), ()
        trail = rule.ends.trail
        graph = trail.graph
        nodes = self.fixpoint.graph_of(rule.starts, rule.looking).nodes
        goal = [node for node in trail.nodes() if letter in types_in(nodes[node])]
        if goal:
            core = self._core(rule, letter, goal)
            return _because(core), ("106.12b", "614.1a", *rule_numbers(core))
        if not any(trail.copies.get(kind) for kind in graph.kinds):
            return "", ()
        reached = [state(nodes[node], self.fixpoint.cap) for node in trail.nodes()]
        starts = [state(start, self.fixpoint.cap) for start in rule.starts]
        return f"from {_listed(starts, 'or')} the effects reach {_listed(reached, 'and')} only", ("106.12b", "614.1a")

    def _core(self, rule: Rule, letter: str, goal: list[int]) -> tuple[str, ...]:
        """Names that cannot be true together with an end in the type: of the query about several, else of its own."""
        key = (rule.ends, letter)
        if key not in self.cores:
            last = next((answer.core for _, answer in reversed(rule.ends.asked) if answer.status == "unsat"), ())
            if sum(name.startswith((ONCE, LAST)) for name in last) != 1:
                meant = f"a production can end with {letter}"
                obligation = question(rule.ends.trail, goal, meant, f"ends with {letter}")
                last = decided(obligation, solve(obligation)).core
            self.cores[key] = last
        return self.cores[key]


def _because(core: Iterable[str]) -> str:
    names = list(core)
    last = [name.removeprefix(LAST) for name in names if name.startswith(LAST)]
    once = [name.removeprefix(ONCE) for name in names if name.startswith(ONCE)]
    parts = [f"{_listed(last, 'and')} replace{'' if len(last) > 1 else 's'} it"] if last else []
    parts += [f"{_listed(once, 'and')} only once"] if once else []
    return ", ".join(parts) or "no order of the effects ends so"


def _listed(names: Sequence[str], last: str, most: int = 8) -> str:
    names = list(dict.fromkeys(names))
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return f" {last} ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


# Hand size -----------------------------------------------------------------------------------------------------------


def hand_size(board: Board, found: Sequence[PlayerSizes]) -> Proved:
    """The proofs for every player's maximum hand size (402.2). Raises Disagreement where the solver's is another."""
    try:
        answered = encoded_hand_size.answers(board)
    except (Unmodelled, Undecided) as error:
        return Proved(missing=unproved(error))
    brute = _brute_sizes(board)
    proofs = {}
    for one in found:
        proof = answered[one.player]
        if proof.values != one.sizes:
            said = [" or ".join(map(size, sizes)) for sizes in (one.sizes, proof.values)]
            raise Disagreement(
                f"the maximum hand size of {one.player}", (("rules", said[0]), ("the solver", said[1]))
            )  # fmt: skip
        if brute is not None and brute[one.player] != one.sizes:
            said = [" or ".join(map(size, sizes)) for sizes in (one.sizes, brute[one.player])]
            raise Disagreement(
                f"the maximum hand size of {one.player}", (("rules", said[0]), ("reference", said[1]))
            )  # fmt: skip
        evidence = ("exhausted",) if brute is not None else ()
        proofs[one.player, ""] = Proof("solver", evidence, proof.rests_on)
    return Proved(proofs)


def _brute_sizes(board: Board) -> Mapping[str, tuple[int | None, ...]] | None:
    if len(board.entries) > MOST_BRUTE:
        return None
    try:
        return reference.maximum_hand_size(board)
    except (Undecided, Unmodelled):
        return None


# Outcomes ------------------------------------------------------------------------------------------------------------


def outcomes(board: Board, event: Event, found: EventAnswer) -> Proved:
    """The proofs for what comes out of an event, what triggers included.

    Raises Disagreement where the solver's outcomes are others or a run cannot be replayed.
    """
    missing: list[str] = []
    rests: set[str] = set()
    whole = False
    evidence = _brute_outcomes(board, event, found)
    replays = replayed_runs(board, event, found.runs)
    if isinstance(event, Tap | Activate) and not found.illegal:
        try:
            rests |= _produced(board, event, found)
            whole = True
        except (Unmodelled, Undecided) as error:
            missing.append(unproved(error))
    if not isinstance(event, Tap | Activate) or found.illegal or any(found.triggers):
        try:
            rests |= _happens(board, event, found)
            whole = True
        except (Unmodelled, Undecided) as error:
            what = "no proof of what triggers" if whole else "no proof"
            missing.append(f"{what}: {unproved(error).removeprefix('no proof: ')}")
    if not whole:
        return Proved(replays, missing[-1])
    return Proved({("the event", ""): Proof("solver", evidence, tuple(sorted(rests))), **replays}, "; ".join(missing))


def replayed_runs(board: Board, event: Event, runs: Runs) -> Proofs:
    """That the reference interpreter allows the runs, where there are not too many for it. Raises Disagreement."""
    if not runs or len(runs) > MOST_REPLAYED or len(board.entries) > MOST_BRUTE:
        return {}
    try:
        reference.replay_events(board, event, runs.values())
    except ValueError as error:
        said = (("the rules", "can be played"), ("the reference interpreter", str(error)))
        raise Disagreement("a run of the event", said) from error
    except (Undecided, Unmodelled):
        return {}
    return {REPLAYED: Proof("reference", ("replayed",), ())}


def _produced(board: Board, event: Tap | Activate, found: EventAnswer) -> set[str]:
    """What the results of the ability alone rest on (106.12b, 614, 616)."""
    try:
        asked = encoded.Question(board, event, solve)
    except Illegal as error:
        raise Disagreement("the event", (("rules", "legal"), ("the solver", str(error)))) from None
    mine, theirs = {result.pools for result in found.results}, set(asked.results)
    if mine != theirs:
        said = (("rules", words.pools(frozenset(mine))), ("the solver", words.pools(frozenset(theirs))))
        raise Disagreement("the mana produced", said)
    # A run is of the whole ability, so of mana that it adds in several parts there is none.
    runs = [result.runs[0] for result in asked.results.values() if len(result.runs) == 1]
    runs += [result.run for result in found.results if result.run is not None]
    for run in dict.fromkeys(runs):
        replayed(board, run, slowly=len(board.entries) <= MOST_BRUTE or len(runs) < 5)
    core = {name for one, answer in asked.asked if not is_rightness(one) for name in answer.core}
    return {name for name in core if not name.startswith(("claimed", "none of"))}


def _happens(board: Board, event: Event, found: EventAnswer) -> set[str]:
    """What the outcomes with all that triggers rest on; of an event that cannot be started, that it cannot."""
    from ..encode.event_claims import prove_event

    if found.illegal:
        proof = prove_event(board, event, legal=False)
    else:
        mana, counted = isinstance(event, Tap | Activate), isinstance(event, EntersEvent)
        claimed = [
            Outcome(outcome.pools if mana else None, outcome.observed, outcome.counters if counted else None)
            for outcome in found.outcomes
        ]
        always, some = found.triggers
        triggers = tuple((name, None) for name in always)
        proof = prove_event(board, event, claimed, triggers, (*always, *some))
    if proof.holds is None or proof.vacuous:
        raise Undecided(proof.reason or "the solver finds no course of the event")
    if not proof.holds:
        said = (("rules", _said(found)), ("the solver", _counterexample(proof.counterexample)))
        raise Disagreement("what comes out of the event", said)
    return {name for name in proof.rests_on if not name.startswith("claimed")}


def _brute_outcomes(board: Board, event: Event, found: EventAnswer) -> tuple[str, ...]:
    """That the brute force has the same outcomes, where it is asked. Raises Disagreement."""
    apart = ("replayed",) if isinstance(event, Tap | Activate) and len(board.entries) <= MOST_BRUTE else ()
    if len(board.entries) > MOST_BRUTE:
        return apart
    try:
        there = reference.happenings(board, event)
    except (Undecided, Unmodelled):
        return apart
    except Illegal as error:
        if found.illegal:
            return ("exhausted",)
        raise Disagreement("the event", (("rules", "legal"), ("reference", str(error)))) from None
    if found.illegal or frozenset(found.outcomes) != there:
        said = (("rules", _said(found)), ("reference", words.answer(there)))
        raise Disagreement("what comes out of the event", said)
    return ("exhausted",)


def _said(found: EventAnswer) -> str:
    """The answer of ``rules`` in words."""
    return f"cannot be started: {found.illegal}" if found.illegal else words.answer(frozenset(found.outcomes))


def _counterexample(found: object) -> str:
    return told_event(found) if isinstance(found, EventCounterexample) else "another outcome"
