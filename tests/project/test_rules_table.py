"""The table of rules is in order, complete where code and claims cite it, and in our own words."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from verifier import data, rules_table
from verifier.board import EDITIONS
from verifier.errors import BadInput
from verifier.rules_table import Rule, place, rule, table

ROOT = Path(__file__).resolve().parents[2]
NUMBER = re.compile(r"(?<![\d.])([1-9]\d\d\.\d+[a-z]?)(?![\d.])")
RUN = 12


def words(text: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Za-z0-9{}/+'’-]+", text)]


def runs(text: str) -> set[tuple[str, ...]]:
    """All runs of twelve words."""
    found = words(text)
    return {tuple(found[at : at + RUN]) for at in range(len(found) - RUN + 1)}


def comprehensive_rules() -> str:
    """The text of the rules, where the machine has it; ``COMPREHENSIVE_RULES`` may name the file or its folder."""
    given = Path(os.environ.get("COMPREHENSIVE_RULES", ROOT.parent / "shared" / "rules"))
    files = [given] if given.is_file() else sorted(given.glob("*.txt"))
    if not files:
        pytest.skip("the text of the Comprehensive Rules is not here")
    return files[-1].read_text(encoding="utf-8")


def test_rules_are_sorted_and_occur_once() -> None:
    numbers = [each.number for each in table()]
    assert numbers == sorted(set(numbers), key=place)
    assert len(numbers) > 200


def test_an_edition_is_one_that_boards_know() -> None:
    assert {each.edition for each in table()} <= set(EDITIONS)


def test_simplified_says_how_and_nothing_else_does() -> None:
    assert [each.number for each in table() if (each.status == "simplified") != bool(each.how)] == []
    assert {each.status for each in table()} == set(rules_table.STATUSES)


@pytest.mark.parametrize("each", table(), ids=lambda each: each.number)
def test_a_summary_is_one_short_line(each: Rule) -> None:
    assert 8 <= len(each.says) <= 110
    assert each.says[0].isupper() and not each.says.endswith(".")  # noqa: PT018 - one sentence, one form
    assert len(each.how) <= 110


def test_summaries_are_not_copied() -> None:
    known = runs(comprehensive_rules())
    assert len(known) > 10_000
    assert [each.number for each in table() if runs(f"{each.says}. {each.how}") & known] == []


def test_every_rule_of_the_table_exists() -> None:
    there = set(re.findall(r"^(\d{3}\.\d+[a-z]?)\.? ", comprehensive_rules(), re.MULTILINE))
    assert len(there) > 1000
    assert [each.number for each in table() if each.number not in there] == []


def test_a_rule_is_found_by_its_number() -> None:
    found = rule("106.7")
    assert found is not None
    assert found.number == "106.7"
    assert rule("106.99") is None


@pytest.mark.parametrize("number", ["106", "106.", "106.7bb", "6.1", "106.12b."])
def test_what_is_no_number_is_refused(number: str) -> None:
    with pytest.raises(ValueError, match="number of a rule"):
        place(number)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "edition = 1",
        'edition = "2026-09-25"\n[[rule]]\nnumber = "106.7"\nsays = "x"\nstatus = "done"',
        'edition = "2026-09-25"\n[[rule]]\nnumber = "106.7"\nsays = "x"\nstatus = "modelled"\nnote = "y"',
    ],
)
def test_a_broken_table_is_bad_input(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / rules_table.FILE).write_text(text, encoding="utf-8")
    monkeypatch.setattr(data, "models", lambda: tmp_path)
    with pytest.raises(BadInput, match="table of rules"):
        table.__wrapped__()


def test_rules_that_answers_rest_on_are_in_the_table() -> None:
    """A rule number that an answer, a step or an error of ``rules`` names is a rule that the project is about."""
    cited: set[str] = set()
    for path in sorted((ROOT / "verifier" / "rules").rglob("*.py")):
        for literal in re.findall(r'"([^"\n]*)"', path.read_text(encoding="utf-8")):
            if NUMBER.fullmatch(literal):
                cited.add(literal)
    assert "616.1e" in cited
    assert sorted(number for number in cited if rule(number) is None) == []


def test_the_numbers_that_exist_are_those_of_the_rules() -> None:
    there = set(re.findall(r"^(\d{3}\.\d+[a-z]?)\.? ", comprehensive_rules(), re.MULTILINE))
    chapters = {number.partition(".")[0] for number in there}
    every = {
        f"{chapter}.{place}{letter}"
        for chapter in sorted(chapters)
        for place in range(1, 300)
        for letter in ("", *rules_table.LETTERS, "l", "o")
    }
    assert {number for number in every if rules_table.exists(number)} == there
    assert {f"{number:03}" for number in range(1000) if rules_table.exists(f"{number:03}")} == chapters


def test_every_rule_that_is_called_modelled_has_a_claim() -> None:
    from verifier.report.coverage import answers

    found = answers([ROOT / "proofs"])
    assert len(found) > 150
    assert [one.rule.number for one in found if one.is_bare] == []


def test_theorems_name_rules_that_exist() -> None:
    from verifier.encode.theorems import theorems_in
    from verifier.theorems import theorem_files

    named = {number for file in theorem_files([ROOT / "proofs"]) for one in theorems_in(file) for number in one.rules}
    assert "613.11" in named
    assert sorted(number for number in named if not rules_table.exists(number)) == []
