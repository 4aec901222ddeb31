"""``--json`` says the same before and after the name of a command, on success and on failure."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from verifier.cli import main

ROOT = Path(__file__).resolve().parents[2]
SUCCESSES = [
    ("could-produce", "examples/contamination.toml", "--no-proof"),
    ("hand-size", "examples/hand_size.toml", "--no-proof"),
    ("outcomes", "examples/damping.toml", "--no-proof"),
    ("graph", "examples/contamination.toml", "--permanent", "Forest"),
    ("certify", "examples/contamination.toml", "-o", "OUT/certificate.json"),
    ("board", "examples/blood_moon.toml"),
    ("check", "tests/cli/claims.toml", "--no-proof"),
    ("explain", "examples/contamination.toml", "--why", "Forest: B", "--no-proof"),
    ("export", "tests/cli/claims.toml#reflection-then-sphere", "-o", "OUT"),
    ("record", "OUT/claims.toml"),
    ("diff", "tests/records/old", "tests/records/new"),
    ("card", "Forest"),
    ("schema", "board"),
    ("coverage", "--rulings"),
    ("cards", "list", "* Pool"),
    ("cards", "coverage"),
]
FAILURES = [
    ("could-produce", "nowhere.toml"),
    ("check", "nowhere.toml"),
    ("diff", "nowhere", "nowhere"),
    ("card", "Forrest"),
    ("schema", "bord"),
    ("cards", "coverage", "--families", "nowhere.json"),
    ("cards", "lst"),
    ("cards",),
    ("could-produse",),
    (),
]


def places(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The words with --json before the command, behind it, and at the end."""
    return list(dict.fromkeys([("--json", *words), (*words[:1], "--json", *words[1:]), (*words, "--json")]))


def test_every_command_is_tried() -> None:
    assert {words[0] for words in SUCCESSES} == set(main.commands)


@pytest.mark.parametrize("words", SUCCESSES, ids=" ".join)
def test_an_answer_is_the_same_object_wherever_it_is_asked_for(run, tmp_path: Path, words: tuple[str, ...]) -> None:
    claims = Path("tests/cli/claims.toml").read_text(encoding="utf-8")
    found = set()
    for each in places(tuple(word.replace("OUT", str(tmp_path)) for word in words)):
        (tmp_path / "claims.toml").write_text(claims, encoding="utf-8")
        result = run(*each)
        assert result.exit_code in {0, 1}, result.output
        assert json.loads(result.stdout)["command"] in {words[0], " ".join(words[:2])}
        found.add(result.stdout)
    assert len(found) == 1


@pytest.mark.parametrize("words", FAILURES, ids=" ".join)
def test_so_is_a_failure(run, words: tuple[str, ...]) -> None:
    found = set()
    for each in places(words):
        result = run(*each)
        assert result.exit_code == 2
        assert json.loads(result.stdout)["error"]["kind"] == "bad input"
        found.add(result.stdout)
    assert len(found) == 1


# Text ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("examples/blood_moon.toml",), ("examples/damping.toml",)])
def test_one_empty_line_is_between_title_and_answer(run, tmp_path: Path, words: tuple[str, ...]) -> None:
    path = tmp_path / "board.toml"
    path.write_text(Path(words[0]).read_text(encoding="utf-8").partition("event")[0], encoding="utf-8")
    lines = run("board", str(path), "--layers").stdout.splitlines()
    assert lines[1] == ""
    assert lines[2] != ""


def test_records_are_named_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claims = (ROOT / "tests/cli/claims.toml").read_text(encoding="utf-8")
    (tmp_path / "claims.toml").write_text(claims, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["record", "claims.toml"])
    assert result.exit_code == 0
    assert [line for line in result.stdout.splitlines() if line.startswith("  ")] == [
        "  claims.record.toml",
        "  ledger.json",
    ]


def test_every_exit_code_is_in_the_help(run) -> None:
    told = " ".join(run("--help").stdout.split())
    assert all(f"{code} " in told for code in (0, 2, 3, 5, 70))
