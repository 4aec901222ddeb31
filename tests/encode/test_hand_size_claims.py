"""Claims about hand size, proved by the encoding with their expected verdicts, and each refuted when it is bent."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier.board import Cleanup
from verifier.claim import Claim, Verdict
from verifier.claim_format import claims_from, read_claims
from verifier.claim_format.space import space_of
from verifier.encode.hand_size_claims import Proof, prove_cleanup_discards, prove_maximum_hand_size
from verifier.expressions import Add, Number
from verifier.instances import first_instance

CLAIMS = read_claims([Path(__file__).with_name("hand_size.json")])


def proved(claim: Claim, bend: int = 0) -> list[Proof]:
    """What the encoding makes of each expectation; ``bend`` is added to every expected number, and to none seven."""
    space, every_order = space_of(claim), claim.for_all.timestamps
    found = []
    if claim.expect.maximum_hand_size:
        sizes = {player: [_bent(value, bend) for value in values] for player, values in claim.expect.maximum_hand_size}
        found.append(prove_maximum_hand_size(space, sizes, every_order=every_order))
    first = first_instance(claim)
    if claim.expect.outcomes and isinstance(event := first and first.event, Cleanup):
        discards = [_bent(outcome.value("discarded"), bend) for outcome in claim.expect.outcomes]
        found.append(prove_cleanup_discards(space, {event.player: discards}, every_order=every_order))
    return found


def _bent(value, bend):
    if not bend:
        return value
    return Number(7) if value is None else Add(value, Number(bend))


def named(*verdicts: Verdict) -> list:
    return [pytest.param(claim, id=claim.id) for claim in CLAIMS if claim.verdict in verdicts]


@pytest.mark.parametrize("claim", named(Verdict.PROVED))
def test_holds(claim: Claim) -> None:
    proofs = proved(claim)
    assert proofs
    for proof in proofs:
        assert proof.holds is True
        assert not proof.vacuous
        assert all(answer.as_expected for _, answer in proof.obligations)


@pytest.mark.parametrize("claim", named(Verdict.PROVED))
def test_is_refuted_when_every_expected_value_is_another(claim: Claim) -> None:
    for proof in proved(claim, bend=1):
        assert proof.holds is False
        found = proof.counterexample
        assert found is not None
        assert found.missing or found.value not in found.claimed
        assert set(dict(found.numbers)) >= {name for name, _ in claim.for_all.number}


@pytest.mark.parametrize("claim", named(Verdict.REFUTED))
def test_wrong_claim_is_refuted(claim: Claim) -> None:
    assert any(proof.holds is False for proof in proved(claim))


def test_no_number_in_an_empty_range() -> None:
    data = {
        "id": "empty",
        "says": "-",
        "rules": ["514.1"],
        "source": {"rule": "514.1"},
        "player": {"you": {"hand": "h"}},
        "for_all": {"number": {"h": "3..2"}},
        "event": {"cleanup": "you"},
        "expect": {"outcomes": [{"discarded": 100, "library": 0}]},
    }
    (claim,) = claims_from({"claim": [data]}, "a test")
    proof = prove_cleanup_discards(space_of(claim), {"you": [Number(100)]})
    assert proof.vacuous
    assert proof.counterexample is None
