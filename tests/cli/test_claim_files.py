"""What is wrong with a file of claims: said before anything is decided, and about the claim that is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

CLAIM = """
[[claim]]
id = "{id}"
says = "A Forest makes green mana"
rules = ["{rule}"]
source = {{ rule = "106.7" }}
battlefield = ["{card}"]
expect.could_produce = {{ "{card}" = "G" }}
"""


def claim(id: str, rule: str = "106.7", card: str = "Forest") -> str:
    return CLAIM.format(id=id, rule=rule, card=card)


def written(tmp_path: Path, *claims: str) -> str:
    path = tmp_path / "claims.toml"
    path.write_text("".join(claims), encoding="utf-8")
    return str(path)


def test_two_claims_with_one_id_are_refused_with_both_lines(run, ask, tmp_path: Path) -> None:
    path = written(tmp_path, claim("one"), claim("two", card="Nonsense"), claim("one"))
    for name in (path, f"{path}#one"):
        result = run("check", name)
        assert result.exit_code == 2
        assert f"{path}: claim[" in result.stderr
        assert "the id 'one' is used twice, in lines 3 and 19" in result.stderr
    assert ask("check", path, code=2)["error"]["where"] == path


@pytest.mark.parametrize(
    ("number", "suggestion"), [("999.7", ""), ("106.99", "106"), ("106.12z", "106.12"), ("999", "")]
)
def test_a_rule_that_does_not_exist_is_refused(run, ask, tmp_path: Path, number: str, suggestion: str) -> None:
    path = written(tmp_path, claim("one", rule=number))
    assert f"rules[0]: there is no rule {number}" in run("check", path).stderr
    error = ask("check", path, code=2)["error"]
    assert (error["key"], error["suggestion"]) == ("rules[0]", suggestion)


def test_the_rule_of_a_source_must_exist_too(run, tmp_path: Path) -> None:
    path = written(tmp_path, claim("one").replace('source = { rule = "106.7" }', 'source = { rule = "106.77" }'))
    result = run("check", path)
    assert result.exit_code == 2
    assert "source.rule: there is no rule 106.77" in result.stderr


@pytest.mark.parametrize("rule", ["106", "106.12b", "702.190a", "101.1"])
def test_rules_of_which_the_table_says_nothing_may_be_named(run, tmp_path: Path, rule: str) -> None:
    assert run("check", written(tmp_path, claim("one", rule=rule)), "--no-proof").exit_code == 0


def test_only_the_claim_that_is_asked_for_matters(run, tmp_path: Path) -> None:
    bad = claim("bad").replace("battlefield", "batlefield")
    path = written(tmp_path, claim("good"), bad)
    assert run("explain", f"{path}#good", "--no-proof").exit_code == 0
    assert run("export", f"{path}#good", "-o", str(tmp_path / "out")).exit_code == 0
    assert run("check", f"{path}#good", "--no-proof").exit_code == 0
    assert "batlefield: unknown key" in run("explain", f"{path}#bad").stderr
    assert run("check", path).exit_code == 2


def test_what_differs_from_its_record_is_counted_once_a_claim(run, tmp_path: Path) -> None:
    path = written(tmp_path, claim("one"), claim("two"))
    assert run("record", str(path)).exit_code == 0
    assert run("check", "--frozen", path).exit_code == 0
    record = tmp_path / "claims.record.toml"
    whole, mark, rest = record.read_text(encoding="utf-8").partition('["two"]')
    for was, now in (
        ("one board", "two boards"),
        ("the board", "another"),
        ('verdict = "proved"', 'verdict = "refuted"'),
    ):
        assert was in whole
        whole = whole.replace(was, now)
    record.write_text(whole + mark + rest, encoding="utf-8")
    result = run("check", "--frozen", path)
    assert result.exit_code == 4
    assert result.stdout.count("STALE") == 3
    assert "\n1 record is missing or stale" in result.stdout
