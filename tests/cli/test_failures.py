"""Whatever goes wrong is told in one line with its exit code, and as the same kind of object as an answer."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest

import verifier.report.could_produce
import verifier.report.hand_size
from verifier.board import Outcome
from verifier.errors import BadInput, Disagreement, ManyBadInputs, Undecided, Unmodelled, VerifierError
from verifier.report.failure import error, kind

BOARD = "examples/contamination.toml"


def breaks(
    monkeypatch: pytest.MonkeyPatch, problem: BaseException, module: ModuleType = verifier.report.could_produce
) -> None:
    def answers(*_: object, **__: object) -> None:
        raise problem

    monkeypatch.setattr(module, "answers", answers)


@pytest.mark.parametrize(
    "told",
    [
        (BadInput("what is this", "battlefield[0]", "b.toml", "that"), 2, "bad input"),
        (ManyBadInputs((BadInput("one", "a"), BadInput("two", "b"))), 2, "bad input"),
        (Unmodelled("Some Card", "its ability 1 is not modelled"), 3, "unmodelled"),
        (Undecided("300 configurations"), 3, "undecided"),
        (Disagreement("could produce", (("rules", "W"), ("reference", "U"))), 5, "disagreement"),
        (ZeroDivisionError("oops"), 70, "internal error"),
        (RecursionError("deep"), 70, "internal error"),
    ],
)
def test_each_failure_has_its_exit_code_and_its_object(monkeypatch, run, ask, told) -> None:
    problem, code, word = told
    breaks(monkeypatch, problem)
    plain = run("could-produce", BOARD)
    assert plain.exit_code == code
    assert plain.stdout == ""
    assert plain.stderr
    assert "Traceback" not in plain.stderr
    found = ask("could-produce", BOARD, code=code)
    assert found["command"] == "could-produce"
    assert found["error"]["kind"] == word
    assert {"kind", "message", "where", "key", "suggestion"} <= set(found["error"])


def test_an_interruption_is_no_defect(monkeypatch, run) -> None:
    breaks(monkeypatch, KeyboardInterrupt())
    result = run("could-produce", BOARD)
    assert result.exit_code == 130
    assert "internal" not in result.stderr


def test_the_traceback_of_a_defect_is_shown_when_asked_for(monkeypatch, run) -> None:
    breaks(monkeypatch, ZeroDivisionError("oops"), verifier.report.hand_size)
    result = run("hand-size", "examples/hand_size.toml", "--debug")
    assert result.exit_code == 70
    assert result.stderr.startswith("internal error (ZeroDivisionError: oops), please report\n")
    assert "Traceback" in result.stderr


def test_an_internal_error_is_one_line(monkeypatch, run) -> None:
    breaks(monkeypatch, ValueError("first\nsecond"))
    assert run("could-produce", BOARD).stderr == "internal error (ValueError: first), please report\n"


def test_all_problems_of_a_board_are_told(tmp_path: Path, run, ask) -> None:
    board = tmp_path / "b.toml"
    board.write_text('batlefield = []\nactive = "yuo"\n[player.me]\nlife = true\n', encoding="utf-8")
    plain = run("could-produce", str(board))
    assert plain.exit_code == 2
    assert "batlefield: unknown key (did you mean 'battlefield'?)" in plain.stderr
    problems = ask("could-produce", str(board), code=2)["error"]["problems"]
    assert {"message": "unknown key", "where": str(board), "key": "batlefield", "suggestion": "battlefield"} in problems
    assert len(problems) >= 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["could-produce"], "Missing argument 'BOARD'"),
        (["could-produce", BOARD, "--jsn"], "no such option: --jsn (did you mean '--json'?)"),
        (["could-prodce", BOARD], "no such command: could-prodce (did you mean 'could-produce'?)"),
        (["could-produce", "nowhere.toml"], "nowhere.toml: there is no such file"),
        (["could-produce", "tests"], "tests: is a directory, not a file"),
        (["could-produce", "examples/damping.toml"], "event: a board with an event is for"),
        (
            ["could-produce", BOARD, "--reading", "idle-replacment=waits"],
            "no reading is called 'idle-replacment' (did you mean 'idle-replacement'?)",
        ),
        (["could-produce", BOARD, "--reading", "idle-replacement"], "is applies or waits, not ''"),
        (["could-produce", BOARD, "--reading", "idle-replacement=wait"], "not 'wait' (did you mean 'waits'?)"),
        (["outcomes", BOARD], "event: there is no event"),
        (["outcomes", BOARD, "--tap", "Forst"], "event.tap: nothing here has the id 'Forst' (did you mean 'Forest'?)"),
        (
            ["outcomes", BOARD, "--tap", "Forest", "--activate", "Forest", "--ability", "1"],
            "event: has more than one of the keys",
        ),
        (["outcomes", BOARD, "--activate", "Forst"], "nothing here has the id 'Forst' (did you mean 'Forest'?)"),
        (["outcomes", BOARD, "--activate", "Contamination"], "--activate: Contamination has no activated ability"),
        (["outcomes", BOARD, "--tap", "Forest", "--ability", "0"], "'--ability'"),
        (["outcomes", "examples/damping.toml", "--tap", "Forest"], "the board has an event already"),
        (["graph", BOARD], "--permanent: whose productions are shown is not said"),
        (["graph", BOARD, "--permanent", "Forst"], "no permanent has the id 'Forst' (did you mean 'Forest'?)"),
        (["graph", BOARD, "--permanent", "Forest", "--format", "svg"], "'svg' is not one of"),
        (["check"], "Missing argument 'PATH...'"),
        (["check", "examples"], "examples/contamination.toml"),
        (["check", "tests/cli/golden"], "there is no claim here"),
        (["check", "tests/cli/claims.toml#nothing"], "there is no claim 'nothing'"),
        (["card", "Forst"], "no card is called 'Forst' (did you mean 'Forest'?)"),
        (["schema", "bord"], "'bord' is not one of"),
    ],
)
def test_bad_input_names_what_is_wrong(run, ask, words: list[str], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert result.stdout == ""
    assert ask(*words, code=2)["error"]["kind"] == "bad input"


def test_a_disagreement_is_told_in_the_words_of_the_tables(monkeypatch, run, ask) -> None:
    from verifier.rules import answers

    def wrongly(*_: object) -> frozenset[Outcome]:
        return frozenset({Outcome((("you", (0, 0, 0, 0, 9, 0)),), triggers=(("Wild Growth", 1),))})

    monkeypatch.setattr(answers, "happenings", wrongly)
    claim = "proofs/rules/605.toml#a-triggered-mana-ability-adds-at-once"
    result = run("check", claim, "--no-proof", "--no-cache")
    assert result.exit_code == 5
    mine, theirs = "9 green, triggers Wild Growth", "GG, triggers Wild Growth"
    assert f"rules says {mine}; reference says {theirs}" in " ".join(result.stdout.split())
    (found,) = ask("check", claim, "--no-proof", "--no-cache", code=5)["claims"]
    assert found["error"]["answers"] == {"rules": mine, "reference": theirs}


def test_a_command_is_needed(run) -> None:
    result = run()
    assert result.exit_code == 2
    assert "Commands:" in result.stderr


def test_the_json_of_a_format_option_holds_for_failures_too(run) -> None:
    result = run("graph", "nowhere.toml", "--permanent", "x", "--format", "json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["where"] == "nowhere.toml"


def test_what_follows_two_dashes_is_no_option(run) -> None:
    result = run("card", "--", "--json")
    assert result.exit_code == 2
    assert "no card is called '--json'" in result.stderr


def test_each_kind_of_error_has_a_word() -> None:
    kinds = {kind(problem) for problem in (BadInput(""), Unmodelled("", ""), Undecided(""), Disagreement("", ()))}
    assert kinds == {"bad input", "unmodelled", "undecided", "disagreement"}
    assert kind(VerifierError()) == "error"


def test_a_disagreement_says_who_said_what() -> None:
    found = error(Disagreement("the maximum hand size", (("rules", "2"), ("reference", "3"))))
    assert found["error"]["answers"] == {"rules": "2", "reference": "3"}
