"""Explanations: both sides on one screen, the step that differs, and what each question about a board gets."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier.report.refutation import first_departure

ROOT = Path(__file__).resolve().parents[2]

CLAIM = """[[claim]]
id = "it"
says = "A claim about mana and hands"
rules = ["106.7"]
source = {{ rule = "106.7" }}
{body}
"""


def written(tmp_path: Path, body: str) -> str:
    path = tmp_path / "claims.toml"
    path.write_text(CLAIM.format(body=body), encoding="utf-8")
    return f"{path}#it"


def test_the_step_that_leaves_the_claim_is_marked(run, tmp_path) -> None:
    body = """battlefield = ["Forest", "Mana Reflection", "Damping Sphere"]
event = { tap = "Forest" }
expect.outcomes = [{ G = 2 }]
verdict = "refuted\""""
    result = run("explain", written(tmp_path, body))
    assert result.exit_code == 0, result.output
    marked = [line for line in result.stdout.splitlines() if "<-" in line]
    assert len(marked) == 1
    assert marked[0].split("<-")[0].split()[:4] == ["2", "Damping", "Sphere", "GG"]
    assert marked[0].endswith("<- differs from the claim: GG")
    assert "replayed in the reference interpreter" in result.stdout
    assert "reproduce: verifier explain " in result.stdout


@pytest.mark.parametrize(
    ("expect", "step"),
    [
        ('could_produce = { Forest = "B" }', "Ritual of Subdual"),
        ('could_exclude = { Forest = "C" }', "Ritual of Subdual"),
    ],
)
def test_a_type_too_many_is_shown_by_its_run(run, tmp_path, expect: str, step: str) -> None:
    body = f'battlefield = ["Forest", "Contamination", "Ritual of Subdual"]\nexpect.{expect}\nverdict = "refuted"'
    result = run("explain", written(tmp_path, body))
    (marked,) = [line for line in result.stdout.splitlines() if "<-" in line]
    assert step in marked


def test_a_type_too_few_is_shown_by_its_reason(run, tmp_path) -> None:
    body = 'battlefield = ["Forest", "Contamination"]\nexpect.could_include = { Forest = "G" }\nverdict = "refuted"'
    result = run("explain", written(tmp_path, body))
    assert "cannot make G: Contamination replaces it" in result.stdout


def test_a_hand_size_is_marked_where_it_departs(run, tmp_path) -> None:
    body = """battlefield = ["Null Profusion", "Library of Leng"]
expect.maximum_hand_size = { you = 2 }
verdict = "refuted\""""
    result = run("explain", written(tmp_path, body))
    (marked,) = [line for line in result.stdout.splitlines() if "<-" in line]
    assert "Library of Leng" in marked
    assert marked.endswith("differs from the claim: 2")


@pytest.mark.parametrize(
    "name",
    [
        "proofs/cards/library_of_leng.toml#leng-after-profusion",
        "proofs/rules/402.toml#no-board-no-number",
    ],
)
def test_a_proved_claim_shows_an_instance_and_what_it_rests_on(run, name: str) -> None:
    result = run("explain", name)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("PROVED  ")
    assert "bounds: " in result.stdout
    assert "claimed to rest on " in result.stdout
    assert f"reproduce: verifier explain '{name}'" in result.stdout


def test_every_claim_of_our_own_can_be_explained(run) -> None:
    from verifier.claim_format import read_claims

    claims = read_claims([ROOT / "proofs"])
    for claim in claims[:: max(1, len(claims) // 12)]:
        result = run("explain", f"proofs/{Path(claim.file).relative_to(ROOT / 'proofs')}#{claim.id}", "--no-proof")
        assert result.exit_code == 0, (claim.name, result.output)
        assert claim.id in result.stdout


def test_why_is_the_run_alone(ask) -> None:
    found = ask("explain", "examples/contamination.toml", "--why", "Forest: B")
    assert found["could_produce"] is True
    (run,) = found["runs"]
    assert run["run"]["end"] == {"B": 1}
    assert run["proof"]["evidence"] == ["certified", "replayed"]
    assert found["reasons"] == []


def test_why_not_is_the_reason_alone(ask) -> None:
    found = ask("explain", "examples/contamination.toml", "--why-not", "Fellwar Stone: C")
    assert found["could_produce"] is False
    assert found["runs"] == []
    (reason,) = found["reasons"]
    assert reason["proof"]["method"] == "solver"


def test_a_wrong_presumption_is_corrected(run) -> None:
    result = run("explain", "examples/contamination.toml", "--why", "Forest: G")
    assert result.exit_code == 0
    assert "Forest could not produce G" in result.stdout


def test_of_a_player_the_hand_size_is_explained(ask) -> None:
    found = ask("explain", "examples/hand_size.toml", "--why-not", "you: 2")
    assert found["possible"] is False
    assert found["sizes"] == ["none"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--why", "Forrest: B"), "did you mean 'Forest'"),
        (("--why", "Forest"), "not of the form"),
        (("--why", "Forest: X"), "one of W, U, B, R, G, C"),
        (("--why", "you: many"), "a number or 'no maximum'"),
        ((), "this is a board; say what is to be explained of it: --why '"),
        (("--why", "Forest: B", "--why-not", "Forest: G"), "one question at a time"),
    ],
)
def test_a_question_that_cannot_be_understood_is_bad_input(run, words: tuple[str, ...], told: str) -> None:
    result = run("explain", "examples/contamination.toml", *words)
    assert result.exit_code == 2
    assert told in result.stderr


@pytest.mark.parametrize("maximum", ["none", "no maximum"])
def test_no_maximum_hand_size_can_be_asked_about(run, ask, maximum: str) -> None:
    found = ask("explain", "examples/hand_size.toml", "--why", f"you: {maximum}")
    assert found["possible"] is True
    result = run("explain", "examples/hand_size.toml", "--why", f"you: {maximum}")
    assert "you can have no maximum hand size" in result.stdout
    result = run("explain", "examples/hand_size.toml", "--why-not", f"opponent: {maximum}")
    assert result.exit_code == 0
    assert "opponent cannot have no maximum hand size" in result.stdout


def test_a_board_on_standard_input_needs_a_question_too(run) -> None:
    result = run("explain", "-", input='battlefield = ["Ancient Tomb"]\nevent = { tap = "Ancient Tomb" }\n')
    assert result.exit_code == 2
    assert "--why 'Ancient Tomb: G' or --why 'you: 7'" in result.stderr


def test_several_claims_cannot_be_explained_at_once(run) -> None:
    result = run("explain", "proofs/rules/402.toml")
    assert result.exit_code == 2
    assert "name one" in result.stderr


def test_departures() -> None:
    assert first_departure(["G", "GG", "C"], ["GG"]) == 2
    assert first_departure(["G", "GG", "G", "B"], ["G"]) == 3
    assert first_departure(["G"], ["B"]) == 0
    assert first_departure([7, 2, None], [7]) == 1


EVENTS = "tests/cli/wrong_events.toml"


def test_an_outcome_that_is_not_claimed_is_shown_by_its_run(run, ask) -> None:
    found = ask("explain", f"{EVENTS}#a-library-that-takes-no-life")
    (one,) = found["runs"]
    assert one["outcome"]["life_paid"] == 4
    assert one["steps"][-1]["changes"]["life"] == {"before": 20, "after": 16}
    told = run("explain", f"{EVENTS}#a-library-that-takes-no-life").stdout
    assert "comes out and is not claimed: discarded 0, drawn 3, life paid 4, put back 1" in told
    assert "drawn 3, life paid 8" not in told


def test_a_claimed_outcome_that_cannot_come_out_has_no_run(run, ask) -> None:
    assert "runs" not in ask("explain", f"{EVENTS}#leng-takes-costs")
    told = run("explain", f"{EVENTS}#leng-takes-costs").stdout
    assert "claimed and does not come out, so that no run leads to it: library 1, graveyard 0" in told


def test_a_proved_claim_about_an_event_is_explained_by_its_runs(run, ask, tmp_path) -> None:
    body = """battlefield = ["Howling Mine"]
event = { draw_step = "you" }
expect.outcomes = [{ drawn = 2 }]"""
    name = written(tmp_path, body)
    (one,) = ask("explain", name)["runs"]
    assert [step["rule"] for step in one["steps"]] == ["504.1", "603.2b", "608.2", "121.1"]
    assert "  runs: replayed in the reference interpreter" in run("explain", name).stdout.splitlines()
