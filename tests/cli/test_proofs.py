"""Answers with their proofs: reasons, evidence, what is not covered, and two of our own answers that differ."""

from __future__ import annotations

import dataclasses
import json
import random
from pathlib import Path

import pytest

from verifier.board import Board
from verifier.board_format import board_from, read_board
from verifier.certify import certificate, confirm
from verifier.encode.could_produce import Fixpoint
from verifier.encode.hand_size import answers as sizes_by_solver
from verifier.encode.space import Space
from verifier.encode.table import Table
from verifier.errors import Disagreement, Undecided, Unmodelled
from verifier.report import could_produce, hand_size, outcomes, proved
from verifier.rules import answers as by_rules
from verifier.solve.checker import Rejected, check

ROOT = Path(__file__).resolve().parents[2]
CONTAMINATION = {"battlefield": ["Forest", "Contamination"]}


def reasons_of(found: dict, permanent: str) -> dict[str, dict]:
    (mine,) = [one for one in found["reasons"] if permanent in one["permanents"]]
    return {one["type"]: one for one in mine["cannot"]["reasons"]}


# Could produce -----------------------------------------------------------------------------------------------------


def test_a_type_that_cannot_come_out_has_a_reason_with_card_and_rules(ask) -> None:
    found = ask("could-produce", "-", input=json.dumps(CONTAMINATION))
    reason = reasons_of(found, "Forest")["G"]
    assert reason["reason"] == "Contamination replaces it"
    assert {"106.12b", "614.1a", "616.1f"} <= set(reason["proof"]["rests_on"])
    assert reason["proof"]["method"] == "solver"
    assert reason["proof"]["evidence"] == ["certified"]
    assert found["no_proof"] == ""


def test_an_effect_that_is_used_up_is_named_as_used_up(run) -> None:
    # A second Contamination could make the white mana black again, and each must be applied before the end.
    battlefield = ["Forest", "Contamination", {"card": "Ritual of Subdual"}]
    result = run("could-produce", "-", input=json.dumps({"battlefield": battlefield}))
    assert "cannot make G: " in result.stdout
    assert "cannot make W, U or R: from G the effects reach G, B and C only" in result.stdout


def test_what_can_come_out_is_replayed(ask) -> None:
    found = ask("could-produce", "-", input=json.dumps(CONTAMINATION))
    forest = next(one for one in found["reasons"] if one["permanents"] == ["Forest"])
    assert [can["proof"]["evidence"] for can in forest["can"]] == [["certified", "replayed"]]


def test_every_type_of_every_permanent_has_a_proof() -> None:
    board = read_board(ROOT / "tests/cli/boards/readings.toml")
    found = could_produce.answers(board)
    proofs = proved.could_produce(board, found).proofs
    assert set(proofs) == {(one.id, letter) for one in found for letter in "WUBRGC"}
    assert all(bool(proof.reason) != (letter in one.types) for one in found for letter, proof in by_letter(one, proofs))


def by_letter(one: could_produce.PermanentAnswer, proofs: dict) -> list[tuple[str, proved.Proof]]:
    return [(letter, proofs[one.id, letter]) for letter in "WUBRGC"]


@pytest.mark.parametrize(
    "words",
    [
        ("could-produce", "examples/contamination.toml"),
        ("hand-size", "examples/hand_size.toml"),
        ("outcomes", "examples/damping.toml"),
    ],
    ids=" ".join,
)
def test_without_a_proof_the_answer_is_the_same_and_nothing_is_said_of_a_solver(run, ask, words) -> None:
    with_proof, without = ask(*words), ask(*words, "--no-proof")
    for key in ("could_produce", "maximum_hand_size", "outcomes"):
        assert with_proof.get(key) == without.get(key)
    assert "solver" in run(*words).stdout
    assert "solver" not in run(*words, "--no-proof").stdout


@pytest.mark.parametrize("error", [Unmodelled("Forest", "a forest"), Undecided("a limit")])
def test_where_the_encoding_does_not_reach_the_answer_stands_and_says_so(run, monkeypatch, error) -> None:
    def fails(fixpoint: Fixpoint) -> None:
        raise error

    monkeypatch.setattr(proved, "confirm", fails)
    result = run("could-produce", "examples/contamination.toml")
    assert result.exit_code == 0
    assert "Fellwar Stone      B" in result.stdout
    assert f"no proof: {'Forest: a forest' if isinstance(error, Unmodelled) else 'a limit'}" in result.stdout


def test_rules_and_solver_that_differ_are_exit_code_5(run, monkeypatch) -> None:
    truly = could_produce.answers

    def wrongly(board: Board) -> tuple[could_produce.PermanentAnswer, ...]:
        first, *rest = truly(board)
        return (dataclasses.replace(first, types="G", told=()), *rest)

    monkeypatch.setattr(could_produce, "answers", wrongly)
    result = run("could-produce", "examples/contamination.toml")
    assert result.exit_code == 5
    assert "Forest G" in result.stderr
    assert "Forest BC" in result.stderr


def test_a_run_that_cannot_be_replayed_is_a_disagreement() -> None:
    board = board_from(CONTAMINATION)
    found = could_produce.answers(board)
    forest = next(one for one in found if one.id == "Forest")
    run = dataclasses.replace(forest.told[0].run, steps=())
    wrong = dataclasses.replace(forest, told=(dataclasses.replace(forest.told[0], run=run),))
    with pytest.raises(Disagreement, match="Forest"):
        proved.could_produce(board, [wrong if one is forest else one for one in found])


# Hand size, outcomes -------------------------------------------------------------------------------------------------


def test_a_hand_size_rests_on_the_effects_that_decide_it(ask) -> None:
    found = ask("hand-size", "-", input=json.dumps({"battlefield": ["Spellbook", "Null Profusion"]}))
    you = next(one for one in found["players"] if one["player"] == "you")
    assert you["proof"]["method"] == "solver"
    assert you["proof"]["evidence"] == ["exhausted"]
    assert any("Null Profusion" in name for name in you["proof"]["rests_on"])


def test_another_hand_size_by_the_solver_is_a_disagreement(monkeypatch) -> None:
    board = board_from({"battlefield": ["Null Profusion"]})
    found = hand_size.answers(board, every_order=False)
    wrong = {name: dataclasses.replace(one, values=(8,)) for name, one in sizes_by_solver(board).items()}
    monkeypatch.setattr(proved.encoded_hand_size, "answers", lambda _: wrong)
    with pytest.raises(Disagreement, match="maximum hand size of you"):
        proved.hand_size(board, found)


def test_outcomes_rest_on_the_effects_of_the_core(ask) -> None:
    found = ask("outcomes", "examples/damping.toml")
    assert "616.1f end: Damping Sphere" in found["proof"]["rests_on"]
    assert found["proof"]["evidence"] == ["exhausted"]


def test_other_outcomes_by_the_solver_are_a_disagreement() -> None:
    board = board_from({"battlefield": ["Forest", "Mana Reflection"]})
    from verifier.board import Tap

    event = Tap("Forest")
    truly = outcomes.answers(board, event)
    wrong = dataclasses.replace(truly, results=())
    with pytest.raises(Disagreement, match="the mana produced"):
        proved.outcomes(board, event, wrong)


# Certificates --------------------------------------------------------------------------------------------------------

BOARDS = (
    CONTAMINATION,
    {
        "battlefield": [
            "Reflecting Pool",
            "Reflecting Pool",
            "Exotic Orchard",
            {"card": "Forest", "controller": "opponent"},
        ]
    },
    {"battlefield": ["Forest", "Swamp", "Mana Reflection", "Damping Sphere", "Contamination", "Ritual of Subdual"]},
    {"battlefield": ["Plains", "Island", "Naked Singularity", "Pulse of Llanowar", "Reflecting Pool"]},
)


@pytest.mark.parametrize("data", BOARDS, ids=lambda data: str(data["battlefield"][:3]))
def test_a_certificate_says_what_the_rules_say(data: dict) -> None:
    board = board_from(data)
    holds = set(check(certificate(board))["holds"])
    for id, types in by_rules.could_produce(board).items():
        assert {letter for letter in "WUBRGC" if f"{id} could produce {letter}" in holds} == set(types)


def changed(certificate: object, dice: random.Random) -> object:
    """A copy with one place of the question or the claim changed: something taken away, doubled or renamed."""
    copy = json.loads(json.dumps(certificate))
    places: list[tuple[object, object]] = []

    def walk(value: object) -> None:
        for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
            places.append((value, key))
            walk(value[key])

    for part in ("graphs", "events", "rules", "claim"):
        walk(copy[part])
    holder, key = dice.choice(places)
    value = holder[key]
    if dice.random() < 0.4:
        del holder[key]
    elif isinstance(value, str):
        holder[key] = dice.choice([value + "!", "B", "C", "G", "Forest could produce G"])
    elif isinstance(value, int):
        holder[key] = value + 1
    elif isinstance(value, list):
        value.append(dice.choice(["B", "G", "Forest could produce W"]))
    else:
        holder[key] = {}
    return copy


@pytest.mark.parametrize("data", BOARDS, ids=lambda data: str(data["battlefield"][:3]))
def test_no_tampering_with_a_real_board_is_accepted(data: dict) -> None:
    whole, dice = certificate(board_from(data)), random.Random(106)
    tried = 0
    while tried < 250:
        other = changed(whole, dice)
        if other == whole:
            continue
        tried += 1
        with pytest.raises(Rejected):
            check(other)


@pytest.mark.parametrize("data", BOARDS, ids=lambda data: str(data["battlefield"][:3]))
def test_evidence_that_is_taken_away_is_missed(data: dict) -> None:
    whole = certificate(board_from(data))
    for event in whole["evidence"]["runs"]:
        copy = json.loads(json.dumps(whole))
        copy["evidence"]["runs"][event].popitem()
        with pytest.raises(Rejected):
            check(copy)
    for place in range(len(whole["evidence"]["derivation"])):
        copy = json.loads(json.dumps(whole))
        del copy["evidence"]["derivation"][place]
        with pytest.raises(Rejected):
            check(copy)


def test_a_table_that_the_solver_does_not_confirm_is_a_disagreement(monkeypatch) -> None:
    fixpoint = Fixpoint(Table(Space(board_from(CONTAMINATION))))
    rule = next(rule for rule in fixpoint.rules if rule.seen.id == "Forest")
    graph = fixpoint.graph_of(rule.starts, rule.looking)
    without = dataclasses.replace(graph, edges=dict.fromkeys(graph.kinds, ()))
    monkeypatch.setattr(Fixpoint, "graph_of", lambda *_: without)
    with pytest.raises(Disagreement, match="event graph"):
        confirm(fixpoint)


def test_the_written_certificate_is_accepted_by_the_checker_alone(run, tmp_path) -> None:
    import subprocess
    import sys

    path = tmp_path / "certificate.json"
    result = run("certify", "examples/contamination.toml", "-o", str(path))
    assert result.exit_code == 0, result.output
    checker = [sys.executable, str(ROOT / "verifier/solve/checker.py"), str(path)]
    said = subprocess.run(checker, capture_output=True, text=True, check=False)
    assert said.returncode == 0
    assert said.stdout.startswith("accepted: board ")
    digest = json.loads(path.read_text())["board"]
    assert subprocess.run([*checker, digest], capture_output=True, check=False).returncode == 0
    assert subprocess.run([*checker, "another"], capture_output=True, check=False).returncode == 1


def test_a_board_that_differs_in_a_card_has_another_digest(ask, tmp_path) -> None:
    digests = {
        ask("certify", "-", "-o", str(tmp_path / "c.json"), input=json.dumps(data))["board_digest"] for data in BOARDS
    }
    assert len(digests) == len(BOARDS)
