"""The theorems about hand size: each obligation has its expected answer, and false neighbours stand beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier.encode.theorems import Theorem, cannot, theorem, theorems_in
from verifier.errors import BadInput
from verifier.solve.formula import bool_var, not_
from verifier.solve.z3_backend import solve

FILE = Path(__file__).resolve().parents[2] / "proofs" / "theorems" / "hand_size.py"
THEOREMS = theorems_in(FILE)


def test_every_part_of_consistency_has_its_theorem() -> None:
    assert [one.id for one in THEOREMS] == [
        "hand-size-one-value",
        "hand-size-listed-values",
        "hand-size-relabelled-timestamps",
        "hand-size-last-reset",
        "hand-size-one-more-effect",
    ]


@pytest.mark.parametrize("one", THEOREMS, ids=lambda one: one.id)
def test_every_obligation_is_answered_as_expected(one: Theorem) -> None:
    obligations = one.obligations()
    assert len({obligation.name for obligation in obligations}) == len(obligations)
    wrong = [name for name, met in ((o.name, solve(o, explain=False).as_expected) for o in obligations) if not met]
    assert wrong == []


@pytest.mark.parametrize("one", THEOREMS, ids=lambda one: one.id)
def test_a_false_neighbour_stands_beside_it(one: Theorem) -> None:
    expected = {obligation.expect for obligation in one.obligations()}
    assert expected == {"sat", "unsat"}


def test_a_file_that_cannot_be_run_is_bad_input(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("def (", encoding="utf-8")
    with pytest.raises(BadInput, match="cannot be read"):
        theorems_in(broken)


def test_a_theorem_is_made_of_a_function() -> None:
    @theorem("excluded-middle", "Something holds or not", "107.1")
    def excluded():
        held = bool_var("held")
        yield cannot("neither", "it holds and does not", ("it holds", held), ("it does not", not_(held)))

    assert isinstance(excluded, Theorem)
    assert excluded.rules == ("107.1",)
    assert [solve(obligation).core for obligation in excluded.obligations()] == [("it does not", "it holds")]
