"""Verdicts of claims from the command line: processes, kept results, reports for CI, exit codes, exports."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from verifier import check as checking
from verifier import prove
from verifier.claim import Verdict
from verifier.claim_format import read_claims
from verifier.errors import Disagreement
from verifier.report import checking as deciding
from verifier.report.claims import exit_code
from verifier.report.kept import Kept, key_of

ROOT = Path(__file__).resolve().parents[2]
CLAIMS = "tests/cli/claims.toml"
WRONG = "tests/cli/wrong.toml"
UNKNOWN = """[[claim]]
id = "unknown"
says = "A card that is not modelled"
rules = ["106.7"]
source = { rule = "106.7" }
battlefield = ["Forest", "Mox Diamond"]
expect.could_produce = { "Forest" = "G" }
"""
NAMELESS = UNKNOWN.replace("Mox Diamond", "Mox Diamont")


def test_an_unknown_card_is_bad_input_of_its_claim(run, tmp_path: Path) -> None:
    path = tmp_path / "nameless.toml"
    path.write_text(NAMELESS + UNKNOWN.replace('"unknown"', '"other"'), encoding="utf-8")
    result = run("check", str(path))
    assert result.exit_code == 2
    assert "battlefield[1]: no card is called 'Mox Diamont' (did you mean 'Mox Diamond'?)" in result.stdout
    assert "other" in result.stdout


@pytest.fixture
def counted(monkeypatch) -> list[str]:
    """The ids of claims that are decided, as they are."""
    decided: list[str] = []
    truly = prove.decide

    def counts(claim, *, proof: bool = True):
        decided.append(claim.id)
        return truly(claim, proof=proof)

    monkeypatch.setattr(prove, "decide", counts)
    return decided


# Processes -----------------------------------------------------------------------------------------------------------


def test_two_processes_say_the_same_in_the_same_order(run) -> None:
    words = ("check", CLAIMS, WRONG, "proofs/rules/402.toml", "--no-cache")
    alone, together = run(*words), run(*words, "--jobs", "2")
    assert alone.exit_code == together.exit_code == 1
    assert alone.stdout == together.stdout
    assert len(alone.stdout.splitlines()) > 20


def test_a_disagreement_goes_from_process_to_process(monkeypatch) -> None:
    (claim, *_) = read_claims([ROOT / CLAIMS])

    def differs(claim, *, proof: bool):
        raise Disagreement("a claim", (("one", "yes"), ("the other", "no")))

    monkeypatch.setattr(prove, "decide", differs)
    (checked,) = deciding.check_all([claim], proof=True, jobs=1, kept=None)
    assert checked.word == "disagreement"
    assert "the other says no" in str(checked.disagreement)
    assert exit_code([checked]) == 5


# Kept results --------------------------------------------------------------------------------------------------------


def test_a_second_run_decides_nothing_and_says_the_same(run, counted) -> None:
    first = run("check", CLAIMS, WRONG, "--json")
    assert len(counted) == 4
    second = run("check", CLAIMS, WRONG, "--json")
    assert len(counted) == 4
    assert first.stdout == second.stdout
    assert run("check", CLAIMS, WRONG).stdout == run("check", CLAIMS, WRONG, "--no-cache").stdout


def test_without_the_cache_everything_is_decided_and_nothing_is_kept(run, counted) -> None:
    run("check", CLAIMS, "--no-cache")
    run("check", CLAIMS)
    assert len(counted) == 4


def test_results_without_a_proof_are_kept_apart(run, counted) -> None:
    run("check", CLAIMS, "--no-proof")
    run("check", CLAIMS)
    assert len(counted) == 4


@pytest.mark.parametrize("name", ["402", "514", "614"])
def test_every_refuted_claim_of_our_own_is_kept_with_its_counterexample(name: str, tmp_path, counted) -> None:
    claims = [one for one in read_claims([ROOT / f"proofs/rules/{name}.toml"]) if one.verdict is Verdict.REFUTED]
    first = deciding.check_all(claims, proof=True, jobs=1, kept=Kept(tmp_path))
    second = deciding.check_all(claims, proof=True, jobs=1, kept=Kept(tmp_path))
    assert len(counted) == len(claims) > 0
    for fresh, kept in zip(first, second, strict=True):
        assert fresh.result is not None
        assert kept.result is not None
        one, other = fresh.result.difference, kept.result.difference
        assert one is not None
        assert other is not None
        assert (one.key, one.claimed, one.found) == (other.key, other.claimed, other.found)
        assert one.instance.description == other.instance.description


def test_an_open_verdict_is_never_kept(run, counted, tmp_path, monkeypatch) -> None:
    path = tmp_path / "unknown.toml"
    path.write_text(UNKNOWN, encoding="utf-8")
    for number in (1, 2):
        assert run("check", str(path)).exit_code == 3
        assert len(counted) == number
    counted.clear()
    monkeypatch.setattr(checking, "MOST_INSTANCES", 0)
    monkeypatch.setattr(prove, "solve_claim", lambda claim: prove.Solved(holds=None, reasons=["a limit"]))
    (claim, *_) = read_claims([ROOT / CLAIMS])
    for number in (1, 2):
        (checked,) = deciding.check_all([claim], proof=True, jobs=1, kept=Kept(tmp_path / "kept"))
        assert checked.word == str(Verdict.UNDECIDED)
        assert len(counted) == number


def test_what_is_kept_is_not_believed_when_it_was_changed(tmp_path, counted) -> None:
    (claim, *_) = read_claims([ROOT / CLAIMS])
    directory = tmp_path / "kept"
    deciding.check_all([claim], proof=True, jobs=1, kept=Kept(directory))
    (file,) = list(directory.rglob("*.json"))
    file.write_text(file.read_text().replace("proved", "refuted"))
    (checked,) = deciding.check_all([claim], proof=True, jobs=1, kept=Kept(directory))
    assert checked.word == "proved"
    file.write_text("[")
    deciding.check_all([claim], proof=True, jobs=1, kept=Kept(directory))
    assert len(counted) == 3


def test_the_key_covers_the_whole_question(monkeypatch, tmp_path) -> None:
    text = (ROOT / CLAIMS).read_text(encoding="utf-8")

    def key(new: str = text, proof: bool = True) -> str:
        path = tmp_path / "claims.toml"
        path.write_text(new, encoding="utf-8")
        return key_of(read_claims([path])[0], proof=proof)

    plain = key()
    keys = {plain, key(text.replace('"Mana Reflection", ', "", 1)), key(proof=False)}
    assert key(f"# a remark\n{text}") == plain
    from verifier.report import kept

    for name, value in (
        ("code_digest", lambda: "other"),
        ("solver_version", lambda: "z3 0"),
        ("_pool_digest", lambda: ""),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(kept, name, value)
            keys.add(key())
    with monkeypatch.context() as patch:
        patch.setattr(kept, "RLIMIT", 1)
        keys.add(key())
    assert len(keys) == 7


# For CI --------------------------------------------------------------------------------------------------------------


def test_junit_counts_what_the_exit_code_says(run, tmp_path) -> None:
    unknown = tmp_path / "unknown.toml"
    unknown.write_text(UNKNOWN, encoding="utf-8")
    report = tmp_path / "report.xml"
    result = run("check", CLAIMS, WRONG, str(unknown), "--junit", str(report))
    assert result.exit_code == 1
    root = ET.fromstring(report.read_text(encoding="utf-8"))  # noqa: S314  (our own)
    assert (root.get("tests"), root.get("failures"), root.get("errors"), root.get("skipped")) == ("5", "1", "0", "1")
    cases = {case.get("name"): case for case in root.iter("testcase")}
    failure = cases["unknown"].find("skipped")
    assert failure is not None
    assert "Mox Diamond" in str(failure.text)
    wrong = [case for case in root.iter("testcase") if case.find("failure") is not None]
    assert [case.get("classname") for case in wrong] == [WRONG]
    assert "claimed GG, is C" in str(wrong[0].find("failure").text)


def test_the_markdown_summary_has_a_row_for_each_file_and_each_wrong_claim(run, tmp_path) -> None:
    summary = tmp_path / "deep" / "summary.md"
    run("check", CLAIMS, WRONG, "--markdown", str(summary))
    lines = summary.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "### Claims: not as expected"
    assert "| tests/cli/wrong.toml | 1 | 1 | 1 |" in lines
    assert any(
        line.startswith("| tests/cli/wrong.toml#two-green-under-the-sphere | proved | refuted |") for line in lines
    )


def test_a_file_that_cannot_be_written_is_bad_input(run, tmp_path) -> None:
    (tmp_path / "file").write_text("")
    result = run("check", CLAIMS, "--junit", str(tmp_path / "file" / "report.xml"))
    assert result.exit_code == 2
    assert "it cannot be written" in result.stderr


def test_json_has_evidence_and_what_a_verdict_rests_on(ask) -> None:
    found = ask("check", "proofs/cards/library_of_leng.toml#leng-after-profusion")
    (claim,) = found["claims"]
    assert claim["method"] == "solver"
    assert claim["evidence"] == "exhausted"
    assert any("Library of Leng" in name for name in claim["rests_on"])
    assert "stale" not in found


# Export --------------------------------------------------------------------------------------------------------------


def exported(run, directory: Path, claim: str) -> dict[str, str]:
    result = run("export", claim, "-o", str(directory))
    assert result.exit_code == 0, result.output
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(directory.iterdir())}


@pytest.mark.parametrize(
    "claim", ["proofs/cards/library_of_leng.toml#leng-after-profusion", f"{CLAIMS}#reflection-then-sphere"]
)
def test_an_export_is_the_same_twice_and_a_solver_finds_what_is_expected(run, tmp_path, claim: str) -> None:
    import z3

    first, second = exported(run, tmp_path / "one", claim), exported(run, tmp_path / "two", claim)
    assert first == second
    assert all(name.startswith(claim.partition("#")[2]) for name in first)
    for text in first.values():
        solver = z3.Solver(ctx=z3.Context())
        solver.from_string(text)
        expected = text.split("(set-info :status ")[1].partition(")")[0]
        assert str(solver.check()) == expected
    assert {"unsat"} <= {text.split("(set-info :status ")[1].partition(")")[0] for text in first.values()}


def test_the_second_solver_reads_an_export(run, tmp_path) -> None:
    pytest.importorskip("cvc5")
    from verifier.solve.smtlib import cross_solve_text

    for text in exported(run, tmp_path, f"{CLAIMS}#reflection-then-sphere").values():
        expected = text.split("(set-info :status ")[1].partition(")")[0]
        without = "\n".join(line for line in text.splitlines() if ":status" not in line)
        assert cross_solve_text(without) == expected


def test_what_is_not_encoded_cannot_be_exported(run, tmp_path, monkeypatch) -> None:
    from verifier.report import export as exporting

    monkeypatch.setattr(exporting, "solve_claim", lambda claim: prove.Solved())
    monkeypatch.setattr(exporting, "_about", lambda *_, **__: [])
    result = run("export", f"{CLAIMS}#reflection-then-sphere", "-o", str(tmp_path))
    assert result.exit_code == 3
    assert list(tmp_path.iterdir()) == []


def test_json_tells_the_files(ask, tmp_path) -> None:
    found = ask("export", f"{CLAIMS}#reflection-then-sphere", "-o", str(tmp_path))
    assert [Path(one["file"]).name for one in found["files"]] == sorted(path.name for path in tmp_path.iterdir())
    assert json.dumps(found)
