"""Verdicts of claims by proof: the solver decides over all instances at once, and brute force stands beside it.

Where a claim has few enough instances they are gone through one by one as well (``check``); two answers that differ are
a defect of ours. What the encoding does not cover is decided by going through the instances alone, and the verdict
says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from .board import Activate, Tap
from .check import NOWHERE, Result, check, first_difference, told_difference
from .claim import Claim, Expect, Verdict
from .claim_format.open_event import open_event_of
from .claim_format.space import space_of
from .encode.counterexample import EventCounterexample
from .encode.event_claims import prove_event
from .encode.hand_size_claims import Counterexample, Proof, prove_cleanup_discards, prove_maximum_hand_size
from .encode.layer_claims import (
    LayerCounterexample,
    LayerProof,
    prove_characteristics,
    prove_land_subtypes,
    prove_mana_abilities,
)
from .encode.layer_classes import classes
from .encode.mana_claims import Asked, Otherwise, in_any_order
from .encode.mana_spaces import ManaCounterexample, ManaProof, Mode, prove_could_produce
from .errors import Disagreement, Illegal, Undecided, Unmodelled
from .instances import Instance, bounds, first_instance, instance_on, instances
from .solve.obligation import Obligation
from .solve.z3_backend import Answer

AnyCounterexample = Counterexample | EventCounterexample | LayerCounterexample | ManaCounterexample | Otherwise
"""Each has the board on which the claim fails and the numbers there."""


@dataclass(slots=True)
class Solved:
    """What the solver found about a claim: the expectations that it decided, and on what that rests."""

    holds: bool | None = True
    vacuous: str = ""
    counterexample: (
        Counterexample | EventCounterexample | LayerCounterexample | ManaCounterexample | Otherwise | None
    ) = None
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


_MODES: dict[str, Mode] = {"could_produce": "exact", "could_include": "include", "could_exclude": "exclude"}


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


def _provers(claim: Claim) -> Iterator[tuple[set[str], Callable[[], Proof | LayerProof | ManaProof]]]:
    """For each expectation that the encoding covers, its name and what proves or refutes it."""
    space, expect, every_order = space_of(claim), claim.expect, claim.for_all.timestamps
    if expect.maximum_hand_size:
        sizes = dict(expect.maximum_hand_size)
        yield {"maximum_hand_size"}, partial(prove_maximum_hand_size, space, sizes, every_order=every_order)
    if expect.characteristics:
        seen = dict(expect.characteristics)
        yield {"characteristics"}, partial(prove_characteristics, space, seen, every_order=every_order)
    if expect.land_subtypes:
        types = dict(expect.land_subtypes)
        yield {"land_subtypes"}, partial(prove_land_subtypes, space, types, every_order=every_order)
    if expect.mana_abilities:
        counts = dict(expect.mana_abilities)
        yield {"mana_abilities"}, partial(prove_mana_abilities, space, counts, every_order=every_order)
    could = frozenset(key for key in _MODES if getattr(expect, key))
    if could:
        yield set(could), partial(_could, claim, could)
    yield from _event_provers(claim)
    if expect.cleanup_discards:
        numbers = {player: (number,) for player, number in expect.cleanup_discards}
        yield {"cleanup_discards"}, partial(prove_cleanup_discards, space, numbers, every_order=every_order)


def _event_provers(claim: Claim) -> Iterator[tuple[set[str], Callable[[], Proof]]]:
    """What is claimed of the event: its outcomes with what triggers, the ability alone, whether it is legal."""
    expect, every_order = claim.expect, claim.for_all.timestamps
    opened = open_event_of(claim)
    if opened is None:
        return
    event, numbers = opened
    ask = partial(prove_event, space_of(claim), event, numbers=numbers, every_order=every_order)
    if expect.legal is not None:
        yield {"legal"}, partial(ask, legal=expect.legal)
    if expect.produced is not None:
        yield {"produced"}, partial(_with_reasons, claim, partial(ask, produced=expect.produced))
    happened = {key for key in ("outcomes", "triggers", "may_trigger") if getattr(expect, key) is not None}
    if happened and expect.legal is not False:
        given = {key: getattr(expect, key) for key in happened}
        yield happened, partial(_with_reasons, claim, partial(ask, **given))


def _with_reasons(claim: Claim, prove: Callable[[], Proof]) -> Proof:
    """The proof; of mana on one board with the cores of what cannot be produced, where it has none of its own."""
    proof = prove()
    instance = first_instance(claim) if space_of(claim).is_plain and not proof.rests_on else None
    if instance is None or not isinstance(instance.event, Tap | Activate) or proof.vacuous or instance.lacks:
        return proof
    asked = Asked(instance.board)
    try:
        asked.produced(instance.event)
    except (Illegal, Unmodelled, Undecided):
        return proof
    obligations = (*proof.obligations, *asked.asked)
    return replace(proof, rests_on=tuple(sorted(asked.cores())), obligations=obligations)


def _could(claim: Claim, keys: frozenset[str]) -> Proof | ManaProof:
    """What is claimed to be possible to produce: over all boards at once where there are several, else on the board."""
    space, every_order = space_of(claim), claim.for_all.timestamps
    if space.is_plain and not every_order:
        return _mana(claim)
    proofs = []
    try:
        for key in sorted(keys):
            claimed = dict(getattr(claim.expect, key))
            proofs.append(prove_could_produce(space, claimed, _MODES[key], every_order=every_order))
    except (Unmodelled, Undecided):
        return _mana(claim)
    failed = [proof for proof in proofs if proof.holds is False]
    unknown = [proof for proof in proofs if proof.holds is None]
    if unknown and not failed:
        return _mana(claim)
    return failed[0] if failed else _joined(proofs)


def _joined(proofs: Sequence[ManaProof]) -> ManaProof:
    return ManaProof(
        True,
        vacuous=all(proof.vacuous for proof in proofs),
        rests_on=tuple(sorted({name for proof in proofs for name in proof.rests_on})),
        obligations=tuple(each for proof in proofs for each in proof.obligations),
    )


def _mana(claim: Claim) -> Proof:
    """What is claimed about mana, board by board; one question for boards that no constraint tells apart."""
    asked: dict[object, Asked] = {}
    rests_on: set[str] = set()
    obligations: list[tuple[Obligation, Answer]] = []
    spoken = False
    for number, instance in enumerate(_told_apart(claim, obligations)):
        if number >= MOST_LISTED:
            raise Undecided(f"more than {MOST_LISTED:,} boards for the solver to be asked about one by one")
        key = _told_apart_by(instance)
        if instance.lacks or key in asked:
            continue
        one = asked[key] = Asked(instance.board)
        try:
            holds = _holds(instance, one)
        except Illegal:
            continue
        finally:
            obligations += one.asked
        spoken = True
        if not holds:
            otherwise = Otherwise(instance.board, tuple(sorted(instance.numbers.items())))
            return Proof(False, counterexample=otherwise, obligations=tuple(obligations))  # type: ignore[arg-type]
        if len(asked) <= MOST_EXPLAINED:
            rests_on |= one.reasons(sorted(claim.expect.ids))
    return Proof(True, vacuous=not spoken, rests_on=tuple(sorted(rests_on)), obligations=tuple(obligations))


def _told_apart(claim: Claim, obligations: list[tuple[Obligation, Answer]]) -> Iterable[Instance]:
    """One instance for each way in which the layers come out, with the proof of that; all where that takes too long."""
    space = space_of(claim)
    stamps = {entry.timestamp for entry in space.board.entries}
    if in_any_order(space.board) or not (claim.for_all.timestamps or len(stamps) < len(space.board.entries)):
        return instances(claim)
    try:
        split = classes(space, every_order=claim.for_all.timestamps)
    except (Unmodelled, Undecided):
        return instances(claim)
    obligations += split.obligations
    return [instance_on(claim, each.board, dict(each.numbers)) for each in split.found]


MOST_LISTED = 5_000
"""Boards of one claim about mana that are listed for the solver."""
MOST_EXPLAINED = 4
"""Boards of one claim for which the reasons are asked as well."""


def _told_apart_by(instance: Instance) -> object:
    entries = instance.board.entries
    stamps = () if in_any_order(instance.board) else tuple(entry.timestamp for entry in entries)
    permanents = tuple((entry.id, entry.counters) for entry in instance.board.permanents)
    return permanents, tuple(entry.id for entry in entries), stamps, instance.board.players, instance.event


def _holds(instance: Instance, one: Asked) -> bool:
    expect = instance.expect
    could = one.could_produce()
    return (
        all(could.get(name, "") == types for name, types in expect.could_produce)
        and all(set(types) <= set(could.get(name, "")) for name, types in expect.could_include)
        and not any(set(types) & set(could.get(name, "")) for name, types in expect.could_exclude)
    )


# Two answers ---------------------------------------------------------------------------------------------------------


def _together(claim: Claim, enumerated: Result, solved: Solved, whole: bool) -> Result:
    """The verdict where both ways have one. What the solver decided must not differ from what was gone through."""
    if not solved.keys:
        return enumerated
    said = _verdict(solved)
    by_instances = enumerated.verdict
    differ = said is Verdict.REFUTED and by_instances is Verdict.PROVED
    decided = {Verdict.PROVED, Verdict.REFUTED, Verdict.VACUOUS}
    empty = said is Verdict.REFUTED and by_instances is Verdict.VACUOUS and bool(solved.vacuous)
    # Of what is in no instance the solver proves everything.
    empty |= said is Verdict.PROVED and enumerated.reason.endswith(NOWHERE)
    differ |= whole and not empty and {said, by_instances} <= decided and said is not by_instances
    if differ:
        raise Disagreement(claim.name, (("the solver", str(said)), ("going through the instances", str(by_instances))))
    if empty and said is Verdict.REFUTED:
        return enumerated  # an event that cannot be started: then nothing is claimed of the board either
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
