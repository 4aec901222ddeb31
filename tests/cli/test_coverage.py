"""Rules with the claims that rest on them, and what became of the official rulings."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier.report.coverage import SHOWN

CLAIM = """
[[claim]]
id = "{id}"
says = "A Forest makes green mana"
rules = ["{rule}"]
source = {{ rule = "{rule}" }}
battlefield = ["Forest"]
expect.could_produce = {{ Forest = "{types}" }}
verdict = "{verdict}"
"""


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    path = tmp_path / "claims.toml"
    path.write_text(
        CLAIM.format(id="named", rule="106.7", types="G", verdict="proved")
        + CLAIM.format(id="never", rule="113.8", types="G", verdict="unmodelled"),
        encoding="utf-8",
    )
    return path


def test_a_rule_that_no_claim_names_is_told_and_is_a_failure(ask, run, claims: Path) -> None:
    found = ask("coverage", str(claims), code=1)
    by_number = {one["number"]: one for one in found["rules"]}
    assert by_number["106.7"]["named_by"] == [f"{claims}#named"]
    assert "106.7" not in found["without_claim"]
    assert {"613.8a", "113.8"} <= set(found["without_claim"])
    assert {one["status"] for one in found["rules"]} == {"modelled", "simplified"}
    told = run("coverage", str(claims))
    assert told.exit_code == 1
    assert "  named by named\n" in told.stdout
    assert "  NO CLAIM\n" in told.stdout


def test_what_a_record_says_is_told_apart(ask, run, claims: Path) -> None:
    claims.with_name("claims.record.toml").write_text(
        '["named"]\nverdict = "proved"\nbounds = "one board"\nwitness = ""\n'
        'rests_on = ["613.8b A waits for B", "none of the others", "305.6 Forest"]\n',
        encoding="utf-8",
    )
    by_number = {one["number"]: one for one in ask("coverage", str(claims), code=1)["rules"]}
    assert by_number["613.8b"]["recorded_under"] == by_number["305.6"]["recorded_under"] == [f"{claims}#named"]
    assert by_number["613.8b"]["named_by"] == by_number["106.7"]["recorded_under"] == []
    assert "  by record under named\n" in run("coverage", str(claims)).stdout


def test_many_claims_are_counted_in_the_text(run, tmp_path: Path) -> None:
    path = tmp_path / "many.toml"
    each = (CLAIM.format(id=f"claim-{place}", rule="106.7", types="G", verdict="proved") for place in range(SHOWN + 3))
    path.write_text("".join(each), encoding="utf-8")
    assert "claim-3 and 3 more\n" in run("coverage", str(path)).stdout


def test_rulings_are_counted_by_family(ask, run) -> None:
    counted = ask("coverage", "--rulings")["rulings"]
    assert "could produce" in counted
    for numbers in counted.values():
        reasons = ("claims", "another_subject", "not_expressible", "not_modelled")
        assert numbers["rulings"] == sum(numbers[reason] for reason in reasons) > 0
    assert run("coverage", "--rulings").stdout.startswith("family")
    assert run("coverage", "--rulings", "proofs").exit_code == 2
