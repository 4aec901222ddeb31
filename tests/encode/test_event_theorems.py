"""The theorems about events: each obligation has its expected answer, and false neighbours stand beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier.encode.theorems import Theorem, theorems_in
from verifier.solve.z3_backend import solve

DIRECTORY = Path(__file__).resolve().parents[2] / "proofs" / "theorems"
THEOREMS = [one for name in ("discards", "draws", "entering") for one in theorems_in(DIRECTORY / f"{name}.py")]


def test_every_theorem_is_there() -> None:
    assert [one.id for one in THEOREMS] == [
        "leng-every-split",
        "leng-never-for-a-cost",
        "leng-never-at-cleanup",
        "sylvan-library-nothing-else",
        "sylvan-library-each-comes-out",
        "x-of-the-spell-counts",
        "doubled-and-one-more",
    ]


@pytest.mark.parametrize("one", THEOREMS, ids=lambda one: one.id)
def test_every_obligation_is_answered_as_expected(one: Theorem) -> None:
    obligations = one.obligations()
    assert len({obligation.name for obligation in obligations}) == len(obligations)
    assert [o.name for o in obligations if not solve(o, explain=False).as_expected] == []


@pytest.mark.parametrize("one", THEOREMS, ids=lambda one: one.id)
def test_a_false_neighbour_stands_beside_it(one: Theorem) -> None:
    assert {obligation.expect for obligation in one.obligations()} == {"sat", "unsat"}
