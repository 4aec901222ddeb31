"""A board where claims are meant and claims where a board is meant are told apart by every command."""

from __future__ import annotations

import pytest

CLAIMS, BOARD = "tests/cli/claims.toml", "examples/contamination.toml"
EVENT = "examples/damping.toml"
OF_BOARDS = [
    ("could-produce", CLAIMS),
    ("outcomes", CLAIMS),
    ("outcomes", CLAIMS, "--tap", "Forest"),
    ("hand-size", CLAIMS),
    ("board", CLAIMS),
    ("board", CLAIMS, "--layers"),
    ("graph", CLAIMS),
    ("graph", CLAIMS, "--permanent", "Forest"),
    ("certify", CLAIMS, "-o", "nowhere.json"),
    ("explain", CLAIMS, "--why", "Forest: G"),
]
OF_CLAIMS = [("check",), ("export",), ("record",)]


@pytest.mark.parametrize("words", OF_BOARDS, ids=" ".join)
def test_claims_are_no_board(run, ask, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    told = f"error: {CLAIMS}: this is a file of claims, not a board; 'verifier check' proves them"
    assert result.stderr.startswith(told)
    assert len(result.stderr.splitlines()) == 1
    assert ask(*words, code=2)["error"]["where"] == CLAIMS


@pytest.mark.parametrize("file", [BOARD, EVENT])
@pytest.mark.parametrize("words", OF_CLAIMS, ids=" ".join)
def test_a_board_is_no_claim(run, words: tuple[str, ...], file: str) -> None:
    result = run(*words, file)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {file}: this is a board, not a file of claims; ")
    assert len(result.stderr.splitlines()) == 1


def test_nor_has_a_board_a_claim_by_name(run) -> None:
    for command in ("check", "explain", "export"):
        result = run(command, f"{BOARD}#some-claim")
        assert result.exit_code == 2
        assert f"{BOARD}: this is a board, not a file of claims" in result.stderr


def test_claims_on_standard_input_are_no_board(run) -> None:
    result = run("could-produce", "-", input='[[claim]]\nid = "one"\n')
    assert result.stderr.startswith("error: standard input: this is a file of claims")


def test_a_file_that_is_neither_is_told_what_is_missing(run, tmp_path) -> None:
    path = tmp_path / "neither.toml"
    path.write_text("x = 1\n", encoding="utf-8")
    assert "the key 'claim' is missing" in run("check", str(path)).stderr
