"""Claims about events, each with its expected verdict from the encoding alone, and refuted when it is bent."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from verifier.claim import Claim, Outcome, Verdict
from verifier.claim_format import read_claims
from verifier.claim_format.open_event import open_event_of
from verifier.claim_format.space import space_of
from verifier.encode.event_claims import prove_event
from verifier.encode.hand_size_claims import Proof
from verifier.errors import Unmodelled

ROOT = Path(__file__).resolve().parents[2] / "proofs"
FILES = [ROOT / "cards", *(ROOT / "rules" / f"{number}.toml" for number in ("106", "107", "121", "514", "614", "701"))]


def about_events(claim: Claim) -> bool:
    expect = claim.expect
    keys = (expect.outcomes, expect.produced, expect.triggers, expect.may_trigger, expect.legal)
    return claim.event_data is not None and any(key is not None for key in keys)


LEFT_OUT = frozenset(
    {
        "draw-cannot-maralen",
        "draw-none-sages",
        "draw-none-underrealm",
        "draw-skip-necropotence",
        "enters-chalice-march-humility",
        "enters-chalice-toph-moon",
        "enters-hangar-ashaya-moon",
        "enters-wave-opalescence-humility",
        "explorers-ask-for-types-not-for-riders",
    }
)
"""Claims on what the encoding alone refuses by name; going through their boards proves them."""
EVERY = [claim for claim in read_claims(FILES) if about_events(claim)]
CLAIMS = [claim for claim in EVERY if claim.id not in LEFT_OUT]


def prove(claim: Claim, **changed) -> list[Proof]:
    """What the encoding makes of the expectations about the event."""
    expect = replace(claim.expect, **changed)
    found = open_event_of(claim)
    assert found is not None
    event, numbers = found
    how = {"numbers": numbers, "every_order": claim.for_all.timestamps}
    if expect.legal is not None:
        return [prove_event(space_of(claim), event, legal=expect.legal, **how)]
    proofs = []
    if any(key is not None for key in (expect.outcomes, expect.triggers, expect.may_trigger)):
        said = (expect.outcomes, expect.triggers, expect.may_trigger)
        proofs.append(prove_event(space_of(claim), event, *said, **how))
    if expect.produced is not None:
        proofs.append(prove_event(space_of(claim), event, produced=expect.produced, **how))
    return proofs


def verdict(proofs: list[Proof]) -> Verdict:
    if any(proof.holds is False for proof in proofs):
        return Verdict.REFUTED
    if any(proof.vacuous for proof in proofs):
        return Verdict.VACUOUS
    return Verdict.PROVED if all(proof.holds for proof in proofs) else Verdict.UNDECIDED


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_has_its_verdict(claim: Claim) -> None:
    proofs = prove(claim)
    assert verdict(proofs) is claim.verdict
    if claim.verdict is Verdict.PROVED:
        assert all(answer.as_expected for proof in proofs for _, answer in proof.obligations)


@pytest.mark.parametrize("claim", [claim for claim in EVERY if claim.id in LEFT_OUT], ids=lambda claim: claim.id)
def test_what_is_left_out_is_refused_by_name(claim: Claim) -> None:
    with pytest.raises(Unmodelled):
        prove(claim)


LISTED = [
    claim
    for claim in CLAIMS
    if claim.verdict is Verdict.PROVED and claim.expect.outcomes and claim.expect.legal is None
]


@pytest.mark.parametrize("claim", LISTED, ids=lambda claim: claim.id)
def test_is_refuted_without_its_first_outcome(claim: Claim) -> None:
    proofs = prove(claim, outcomes=claim.expect.outcomes[1:], produced=None)
    assert verdict(proofs) is Verdict.REFUTED
    found = proofs[0].counterexample
    assert found is not None
    assert not found.missing


@pytest.mark.parametrize("claim", LISTED, ids=lambda claim: claim.id)
def test_is_refuted_with_an_outcome_that_never_comes_out(claim: Claim) -> None:
    first = claim.expect.outcomes[0]
    if first.pools is None:
        observed = tuple((name, 777) for name, _ in first.observed)
        extra = Outcome(observed=observed, counters=None if first.counters is None else (("oil", 777),))
    else:
        extra = Outcome(pools=(("", (777,) * 6),))
    proofs = prove(claim, outcomes=(*claim.expect.outcomes, extra), produced=None)
    assert verdict(proofs) is Verdict.REFUTED
    found = proofs[0].counterexample
    assert found is not None
    assert found.missing
