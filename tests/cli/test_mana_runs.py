"""Runs of events that add mana: triggered mana abilities are steps, and a refutation leads to what is not claimed."""

from __future__ import annotations

import json

import pytest

from verifier.board import Tap
from verifier.board_format.boards import board_from
from verifier.report.outcomes import answers_with_runs

HEAD = 'says = "A statement"\nrules = ["605.4a"]\nsource = { rule = "605.4a" }\n'
GROWN = '{ card = "Forest", id = "wood" }, { card = "Wild Growth", attached_to = "wood" }'
FERTILE = '{ card = "Forest", id = "wood" }, { card = "Fertile Ground", attached_to = "wood" }'


@pytest.fixture
def explained(run, tmp_path):
    def explains(battlefield: str, expect: str, *options: str):
        path = tmp_path / "claims.toml"
        event = 'event = { tap = "wood" }\n'
        path.write_text(f'[[claim]]\nid = "one"\n{HEAD}battlefield = [{battlefield}]\n{event}{expect}\n')
        return run("explain", f"{path}#one", *options)

    return explains


def row(output: str, beginning: str) -> str:
    return next(line for line in output.splitlines() if line.strip().startswith(beginning))


def test_every_triggered_mana_ability_is_a_step(run) -> None:
    lines = run("outcomes", "tests/cli/boards/triggers.toml").stdout.splitlines()
    assert "BBG  by ability 1 (intrinsic), then triggered mana abilities" in lines
    assert "    then  Mana Flare triggers, adds B   B -> BB        605.4a" in lines
    assert "    then  Wild Growth triggers, adds G  BB -> BBG      605.4a" in lines


def test_the_steps_of_triggers_are_told_to_programs(ask) -> None:
    found = ask("outcomes", "tests/cli/boards/triggers.toml")
    (one,) = found["runs"]
    assert one["outcome"] == found["outcomes"][0]
    assert one["run"]["end"] == {"B": 1}
    assert one["triggered"] == [
        {"effect": "Mana Flare", "rule": "605.4a", "adds": {"you": {"B": 1}}, "after": {"you": {"B": 2}}},
        {"effect": "Wild Growth", "rule": "605.4a", "adds": {"you": {"G": 1}}, "after": {"you": {"B": 2, "G": 1}}},
    ]


def test_a_refutation_marks_the_trigger_that_departs(explained) -> None:
    found = explained(f'{GROWN}, "Mana Reflection"', "expect.outcomes = [{ G = 2 }]").stdout
    assert "comes out and is not claimed: GGG" in found
    assert "<- differs from the claim: GG" in row(found, "then")
    assert "differs" not in row(found, "1 ")


def test_a_refutation_leads_to_the_unclaimed_outcome(explained) -> None:
    claimed = "expect.outcomes = [{ G = 3 }, { G = 2, R = 1 }, { G = 2, U = 1 }, { G = 2, B = 1 }]"
    found = explained(f'{FERTILE}, "Mana Reflection"', claimed).stdout
    assert "comes out and is not claimed: WGG" in found
    assert row(found, "then").split("  <- ")[0].split() == (
        ["then", "Fertile", "Ground", "triggers,", "adds", "W", "GG", "->", "WGG", "605.4a"]
    )
    assert found.count("<- differs") == 1


def test_a_claimed_outcome_that_cannot_come_out_has_a_reason(explained) -> None:
    claimed = "expect.outcomes = [{ G = 1, C = 1 }, { G = 3 }]"
    found = explained(f'{GROWN}, "Mana Reflection", "Damping Sphere"', claimed).stdout
    assert "claimed and does not come out: GGG" in found
    assert "all that comes out is GC" in found
    assert row(found, "then").strip().startswith("then  Wild Growth triggers, adds G")
    assert "not claimed" not in found


def test_of_the_ability_alone_too(explained) -> None:
    claimed = "expect.produced = [{ G = 2 }, { C = 1 }]"
    found = explained(f'{GROWN}, "Mana Reflection", "Damping Sphere"', claimed).stdout
    assert "claimed and does not come out: GG" in found
    assert "<- no longer GG" in row(found, "2 ")
    assert "Wild Growth triggers" not in found


def test_a_refutation_says_to_programs_what_comes_out_instead(explained) -> None:
    found = json.loads(explained(f'{GROWN}, "Mana Reflection"', "expect.outcomes = [{ G = 2 }]", "--json").stdout)
    (one,) = found["runs"]
    assert one["outcome"]["pools"] == {"you": {"G": 3}}
    assert [step["effect"] for step in one["triggered"]] == ["Wild Growth"]


def test_what_replaces_the_mana_of_a_trigger_is_named(run) -> None:
    board = f'battlefield = [{GROWN}, {{ resolved = "False Dawn" }}]\n'
    found = run("outcomes", "-", "--tap", "wood", input=board).stdout
    assert "Wild Growth triggers, adds W (G before False Dawn)" in row(found, "then")


def test_each_of_two_equal_abilities_has_its_own_run() -> None:
    board = board_from({"battlefield": ["Forest", "Mana Flare", "Heartbeat of Spring"]})
    ((_, told),) = answers_with_runs(board, Tap("Forest")).mana_runs.items()
    assert [one.run.permanent for one in told.triggered if one.run] == ["Mana Flare", "Heartbeat of Spring"]


def test_an_x_that_is_claimed_is_told_on_both_sides(run, tmp_path) -> None:
    path = tmp_path / "claims.toml"
    event = (
        'event = { enters = "Walking Ballista", X = 2 }\nexpect.outcomes = [{ counters = { "+1/+1" = 2 }, X = 2 }]\n'
    )
    path.write_text(f'[[claim]]\nid = "one"\n{HEAD}{event}', encoding="utf-8")
    lines = run("check", str(path)).stdout.splitlines()
    assert "  comes out and is not claimed: 2 +1/+1 counters, X 0" in lines
    assert "  claimed and does not come out, so that no run leads to it: 2 +1/+1 counters, X 2" in lines
    assert "    X of the permanent itself is 0 (107.3g)" in lines
