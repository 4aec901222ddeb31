"""Verdicts of claims by proof: the solver decides over all instances at once, and brute force stands beside it.

Where a claim has few enough instances they are gone through one by one as well (``check``); two answers that differ are
a defect of ours. What the encoding does not cover is decided by going through the instances alone, and the verdict
says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from .check import Result, check, first_difference, told_difference
from .claim import Claim, Expect, Verdict
from .claim_format.space import space_of
from .encode.hand_size_claims import Counterexample, Proof, prove_cleanup_discards, prove_maximum_hand_size
from .errors import Disagreement, Illegal, Undecided, Unmodelled
from .instances import Instance, bounds, first_instance, instance_on
from .solve.obligation import Obligation
from .solve.z3_backend import Answer


@dataclass(slots=True)
class Solved:
    """What the solver found about a claim: the expectations that it decided, and on what that rests."""

    holds: bool | None = True
    vacuous: str = ""
    counterexample: Counterexample | None = None
    rests_on: set[str] = field(default_factory=set)
    reasons: list[str] = field(default_factory=list)
    obligations: list[tuple[Obligation, Answer]] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)


def decide(claim: Claim, *, proof: bool = True) -> Result:
    """The verdict of the claim with its method and evidence. Raises Disagreement if our own answers differ.

    Without ``proof`` no solver is asked.
    """
    enumerated = check(claim)
    if not proof or claim.unknown_card is not None or enumerated.verdict is Verdict.UNMODELLED:
        return enumerated
    try:
        solved = solve_claim(claim)
    except (Unmodelled, Undecided) as error:
        return replace(enumerated, reason=f"{enumerated.reason}; no proof by the solver: {error}")
    whole = solved.keys >= claimed_keys(claim.expect)
    if enumerated.verdict is Verdict.UNDECIDED:
        return _alone(claim, solved) if whole else enumerated
    return _together(claim, enumerated, solved, whole)


def claimed_keys(expect: Expect[Any]) -> set[str]:
    """The kinds of expectations that the claim has."""
    return {name for name in _KINDS if getattr(expect, name) not in ((), None)}


_KINDS = (
    "could_produce", "could_include", "could_exclude", "maximum_hand_size", "cleanup_discards", "characteristics",
    "land_subtypes", "mana_abilities", "outcomes", "produced", "legal", "triggers", "may_trigger", "facts",
)  # fmt: skip


def solve_claim(claim: Claim) -> Solved:
    """What the solver finds about the expectations that are encoded. Raises Unmodelled, Undecided."""
    found = Solved()
    for keys, prove in _provers(claim):
        proof = prove()
        found.keys |= keys
        found.obligations += proof.obligations
        found.rests_on |= set(proof.rests_on)
        if proof.vacuous:
            found.vacuous = proof.reason or "there is no instance"
        if proof.holds is None:
            found.holds = None if found.holds else found.holds
            found.reasons.append(proof.reason)
        elif not proof.holds:
            found.holds = False
            found.counterexample = found.counterexample or proof.counterexample
    return found


def _provers(claim: Claim) -> Iterator[tuple[set[str], Callable[[], Proof]]]:
    """For each expectation that the encoding covers, its name and what proves or refutes it."""
    space, expect, every_order = space_of(claim), claim.expect, claim.for_all.timestamps
    if expect.maximum_hand_size:
        sizes = dict(expect.maximum_hand_size)
        yield {"maximum_hand_size"}, partial(prove_maximum_hand_size, space, sizes, every_order=every_order)
    if expect.cleanup_discards:
        numbers = {player: (number,) for player, number in expect.cleanup_discards}
        yield {"cleanup_discards"}, partial(prove_cleanup_discards, space, numbers, every_order=every_order)


# Two answers ---------------------------------------------------------------------------------------------------------


def _together(claim: Claim, enumerated: Result, solved: Solved, whole: bool) -> Result:
    """The verdict where both ways have one. What the solver decided must not differ from what was gone through."""
    if not solved.keys:
        return enumerated
    said = _verdict(solved)
    by_instances = enumerated.verdict
    differ = said is Verdict.REFUTED and by_instances is Verdict.PROVED
    differ |= whole and {said, by_instances} <= {Verdict.PROVED, Verdict.REFUTED} and said is not by_instances
    if differ:
        raise Disagreement(claim.name, (("the solver", str(said)), ("going through the instances", str(by_instances))))
    if said is Verdict.REFUTED and whole:
        _replay(claim, solved)
    if not whole or said is Verdict.UNDECIDED:
        method = "solver and enumeration" if said is not Verdict.UNDECIDED else "enumeration"
        return replace(enumerated, method=method, rests_on=tuple(sorted(solved.rests_on)))
    return replace(enumerated, method="solver", rests_on=tuple(sorted(solved.rests_on)), witness=_witness(claim))


def _alone(claim: Claim, solved: Solved) -> Result:
    """The verdict of the solver where there are too many instances to go through."""
    verdict = _verdict(solved)
    rests_on = tuple(sorted(solved.rests_on))
    if verdict is Verdict.REFUTED:
        instance = _replay(claim, solved)
        difference, _ = first_difference(instance)
        assert difference is not None
        return Result(
            claim, verdict, "solver", bounds(claim), told_difference(difference), "replayed", difference, rests_on,
        )  # fmt: skip
    reason = "; ".join(solved.reasons) or solved.vacuous or "no instance can be otherwise"
    return Result(
        claim, verdict, "solver", bounds(claim), reason, "replayed", rests_on=rests_on, witness=_witness(claim)
    )


def _verdict(solved: Solved) -> Verdict:
    if solved.holds is False:
        return Verdict.REFUTED
    if solved.vacuous:
        return Verdict.VACUOUS
    return Verdict.UNDECIDED if solved.holds is None else Verdict.PROVED


def _replay(claim: Claim, solved: Solved) -> Instance:
    """The instance of the solver's counterexample, where the rules and the brute force must differ from the claim."""
    found = solved.counterexample
    assert found is not None
    instance = instance_on(claim, found.board, dict(found.numbers))
    try:
        difference, _ = first_difference(instance)
    except Illegal as error:
        raise Disagreement(claim.name, (("the solver", "a counterexample"), ("the rules", str(error)))) from None
    if difference is None:
        told = instance.description or "the board"
        raise Disagreement(claim.name, (("the solver", f"a counterexample, {told}"), ("the rules", "none there")))
    return instance


def _witness(claim: Claim) -> str:
    """An instance that the claim speaks of: the smallest, which was replayed."""
    instance = first_instance(claim)
    return "" if instance is None else instance.description or "the board"
