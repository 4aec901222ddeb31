"""Records: what is written, when a frozen check fails, what a difference says."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from verifier.errors import BadInput
from verifier.records import Entry, read_record, record_text

ROOT = Path(__file__).resolve().parents[2]
RECORD = Path("rules/402.record.toml")


def replaced(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


# Writing -------------------------------------------------------------------------------------------------------------


def test_a_record_holds_meaning_and_nothing_else(verify, claims) -> None:
    result = verify("record", "proofs")
    assert result.exit_code == 0, result.output
    found = tomllib.loads((claims / RECORD).read_text(encoding="utf-8"))
    assert list(found) == ["leng-alone", "leng-does-nothing"]
    assert all(set(entry) == {"verdict", "bounds", "witness", "rests_on"} for entry in found.values())
    assert found["leng-alone"]["verdict"] == "proved"
    assert any("Library of Leng" in name for name in found["leng-alone"]["rests_on"])
    assert found["leng-does-nothing"]["verdict"] == "refuted"
    assert "is none" in found["leng-does-nothing"]["witness"]


def test_the_ledger_has_digests_and_the_solver(verify, claims) -> None:
    verify("record", "proofs")
    ledger = json.loads((claims / "ledger.json").read_text(encoding="utf-8"))
    assert set(ledger["claims"]) == {"rules/402.toml"}
    assert set(ledger["claims"]["rules/402.toml"]) == {"leng-alone", "leng-does-nothing"}
    assert set(ledger["solvers"]) == {"z3"}
    assert len(ledger["code"]) == 64


def test_recording_twice_changes_no_byte(verify, claims) -> None:
    verify("record", "proofs")
    first = {path: path.read_bytes() for path in claims.rglob("*") if path.is_file()}
    verify("record", "proofs", "--no-cache")
    assert {path: path.read_bytes() for path in claims.rglob("*") if path.is_file()} == first
    assert len(first) == 3


def test_one_ledger_serves_all_folders(verify, claims) -> None:
    verify("record", "proofs")
    (claims / "cards").mkdir()
    text = (claims / "rules/402.toml").read_text(encoding="utf-8")
    (claims / "cards/leng.toml").write_text(text, encoding="utf-8")
    verify("record", "proofs/cards/leng.toml")
    assert [path.parent for path in claims.rglob("ledger.json")] == [claims]
    ledger = json.loads((claims / "ledger.json").read_text(encoding="utf-8"))
    assert set(ledger["claims"]) == {"cards/leng.toml", "rules/402.toml"}
    assert verify("check", "--frozen", "proofs").exit_code == 0


def test_nothing_is_written_where_our_own_answers_disagree(verify, claims, monkeypatch) -> None:
    from verifier import prove
    from verifier.errors import Disagreement

    def differs(claim, *, proof: bool):
        raise Disagreement("a claim", (("one", "yes"), ("the other", "no")))

    monkeypatch.setattr(prove, "decide", differs)
    assert verify("record", "proofs").exit_code == 5
    assert not (claims / RECORD).exists()


def test_records_are_of_whole_files_and_of_proofs(verify, claims) -> None:
    assert verify("record", "proofs/rules/402.toml#leng-alone").exit_code == 2
    assert verify("record", "proofs", "--no-proof").exit_code == 2
    assert not (claims / RECORD).exists()


@pytest.mark.parametrize("text", ["a\tb", 'a "quoted" one', "back\\slash", "Lim-Dûl", "\x7f", "two\nlines", ""])
def test_every_text_comes_back(text: str, tmp_path) -> None:
    entries = {"a-claim": Entry("proved", text, text, (text, "other"))}
    path = tmp_path / "it.record.toml"
    path.write_text(record_text(entries), encoding="utf-8", newline="\n")
    assert read_record(path) == entries


# Frozen --------------------------------------------------------------------------------------------------------------


def frozen(verify, *words: str) -> tuple[int, list[dict[str, str]]]:
    result = verify("check", "--frozen", *(words or ("proofs",)), "--json")
    found = json.loads(result.stdout)
    assert found["exit_code"] == result.exit_code
    return result.exit_code, found["stale"]


def test_without_records_a_frozen_check_fails(verify, claims) -> None:
    code, stale = frozen(verify)
    assert code == 4
    assert [one["of"] for one in stale] == ["proofs/rules/402.toml"]
    assert verify("check", "proofs").exit_code == 0


def test_with_its_records_it_passes(verify, claims) -> None:
    verify("record", "proofs")
    assert frozen(verify) == (0, [])
    assert frozen(verify, "proofs/rules/402.toml#leng-alone") == (0, [])
    assert frozen(verify, "proofs", "--no-proof") == (0, [])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("rules/402.record.toml", 'verdict = "proved"', 'verdict = "refuted"'), "verdict was refuted, is proved"),
        (("rules/402.record.toml", 'bounds = "one board"', 'bounds = "n = 0..6"'), "bounds was n = 0..6, is one board"),
        (("rules/402.record.toml", "Library of Leng: no", "Library of Leng: some"), "rests_on was"),
        (("rules/402.toml", "takes the maximum away", "takes it away"), "the claim was changed since it was recorded"),
        (("rules/402.toml", 'id = "leng-alone"', 'id = "leng"'), "it is not in the record"),
        (("rules/402.toml", 'id = "leng-alone"', 'id = "leng"'), "it is in the record, and there is no such claim"),
        (("ledger.json", '"digest": "', '"digest": "0'), "the claim was changed since it was recorded"),
    ],
)
def test_what_differs_from_its_record_is_stale(verify, claims, change: tuple[str, str, str], why: str) -> None:
    path, old, new = change
    verify("record", "proofs")
    replaced(claims / path, old, new)
    code, stale = frozen(verify)
    assert code == 4
    assert any(one["why"].startswith(why) for one in stale), stale


def test_a_remark_in_the_claims_file_is_no_change(verify, claims) -> None:
    verify("record", "proofs")
    path = claims / "rules/402.toml"
    path.write_text(f"# a remark\n\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    assert frozen(verify) == (0, [])


def test_a_record_whose_claims_file_is_gone_is_stale(verify, claims) -> None:
    verify("record", "proofs")
    (claims / "rules/402.toml").rename(claims / "rules/403.toml")
    code, stale = frozen(verify)
    assert code == 4
    assert {"of": "proofs/rules/402.record.toml", "why": "a record without its claims file"} in stale


def test_a_missing_ledger_is_stale(verify, claims) -> None:
    verify("record", "proofs")
    (claims / "ledger.json").unlink()
    code, stale = frozen(verify)
    assert code == 4
    assert "ledger.json" in stale[0]["why"]


def test_a_wrong_verdict_goes_before_a_stale_record(verify, claims) -> None:
    replaced(claims / "rules/402.toml", '\nverdict = "refuted"', "")
    assert frozen(verify)[0] == 1


def test_stale_goes_before_open(verify, claims) -> None:
    replaced(claims / "rules/402.toml", '["Library of Leng"]\nexpect.maximum_hand_size = { you = 7 }',
             '["Forest", "Mox Diamond"]\nexpect.could_produce = { Forest = "G" }')  # fmt: skip
    replaced(claims / "rules/402.toml", '\nverdict = "refuted"', "")
    assert frozen(verify)[0] == 4
    assert verify("check", "proofs").exit_code == 3


@pytest.mark.parametrize("text", ["[", "a = 1", "[it]\nverdict = 1", '[it]\nverdict = "proved"'])
def test_a_record_of_another_form_is_bad_input(verify, claims, text: str) -> None:
    verify("record", "proofs")
    (claims / RECORD).write_text(text, encoding="utf-8")
    result = verify("check", "--frozen", "proofs")
    assert result.exit_code == 2
    assert "402.record.toml" in result.stderr


def test_stale_records_are_in_the_reports_too(verify, claims, tmp_path) -> None:
    result = verify("check", "--frozen", "proofs", "--junit", "report.xml", "--markdown", "summary.md")
    assert result.exit_code == 4
    assert "STALE  proofs/rules/402.toml: there is no record 402.record.toml" in result.stdout
    assert 'name="records"' in (tmp_path / "report.xml").read_text(encoding="utf-8")
    assert "there is no record" in (tmp_path / "summary.md").read_text(encoding="utf-8")


# Differences ---------------------------------------------------------------------------------------------------------


def test_nothing_moves_between_equal_records(verify, claims) -> None:
    verify("record", "proofs")
    result = verify("diff", "proofs", "proofs")
    assert (result.exit_code, result.stdout) == (0, "nothing moved\n")


def test_what_moved_is_told_claim_by_claim(verify) -> None:
    result = verify("diff", str(ROOT / "tests/records/old"), str(ROOT / "tests/records/new"), "--json")
    assert result.exit_code == 1
    moves = [(one["claim"], one["field"], one["old"], one["new"]) for one in json.loads(result.stdout)["moves"]]
    assert ("614#a-claim-whose-meaning-moves", "verdict", "proved", "refuted") in moves
    assert ("614#a-claim-that-goes-away", "claim", "proved", "") in moves
    assert ("614#a-claim-that-is-new", "claim", "", "refuted") in moves
    assert not any("stays" in claim for claim, *_ in moves)


def test_two_files_can_be_compared_too(verify) -> None:
    files = [str(ROOT / f"tests/records/{age}/614.record.toml") for age in ("old", "new")]
    assert verify("diff", *files).exit_code == 1
    assert verify("diff", files[0], files[0]).exit_code == 0


def test_where_there_is_no_record_nothing_can_be_compared(verify, tmp_path) -> None:
    assert verify("diff", str(tmp_path), str(tmp_path)).exit_code == 2
    with pytest.raises(BadInput, match="cannot be read"):
        read_record(tmp_path / "none.record.toml")
