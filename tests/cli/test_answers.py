"""What the answers say, as objects: readings, what is left out, runs, graphs, schemas, claims."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
from pathlib import Path

import pytest

import verifier.report
from verifier.board import Board, Permanent
from verifier.board_format import board_from, read_board
from verifier.cards.ability import Unmodelled as NotUnderstood
from verifier.cards.card import Card, Face
from verifier.errors import Unmodelled
from verifier.report import hand_size, labels, readings
from verifier.report.could_produce import answers
from verifier.report.incomplete import going_on
from verifier.report.layout import DEFAULT_WIDTH, paragraph, table
from verifier.rules.answers import could_produce, replay

ROOT = Path(__file__).resolve().parents[2]


def every_line(of: object) -> str:
    return json.dumps(of, sort_keys=True)


# Could produce -----------------------------------------------------------------------------------------------------


def test_the_answer_names_types_and_a_run_for_each_of_them(ask) -> None:
    found = ask("could-produce", "examples/contamination.toml")
    assert found["could_produce"] == {
        "Forest": "BC",
        "Fellwar Stone": "B",
        "Contamination": "",
        "Ritual of Subdual": "",
    }
    forest = next(reason for reason in found["reasons"] if reason["permanents"] == ["Forest"])
    ends = {can["type"]: can["run"]["end"] for can in forest["can"]}
    assert ends == {"B": {"B": 1}, "C": {"C": 1}}
    assert forest["cannot"]["types"] == "WURG"
    assert forest["cannot"]["closed"][0]["ends"] == [{"B": 1}, {"C": 1}]
    stone = next(reason for reason in found["reasons"] if reason["permanents"] == ["Fellwar Stone"])
    assert stone["can"][0]["because"] == {"B": "Forest"}


def test_runs_that_are_told_can_be_replayed() -> None:
    board = read_board(ROOT / "tests/cli/boards/readings.toml")
    told = [one for answer in answers(board) for one in answer.told]
    assert len(told) == sum(map(len, could_produce(board).values())) > 5
    for one in told:
        replay(board, one.run)


def test_closed_sets_hold_every_type_that_comes_out() -> None:
    board = read_board(ROOT / "tests/cli/boards/readings.toml")
    for answer in answers(board):
        places = {place for way in answer.ways for end in way.ends for place, number in enumerate(end) if number}
        assert {"WUBRGC"[place] for place in places} == set(answer.types)
        for way in answer.ways:
            assert set(way.starts) <= set(way.states)
            assert set(way.ends) <= set(way.states)


def test_two_permanents_never_vouch_for_each_other() -> None:
    board = board_from({"battlefield": ["Reflecting Pool", "Reflecting Pool", "Swamp"]})
    because = {one.id: dict(told.because) for one in answers(board) for told in one.told}
    assert because == {"Reflecting Pool": {"B": "Swamp"}, "Reflecting Pool#2": {"B": "Swamp"}, "Swamp": {}}


def test_identical_permanents_are_one_line(run) -> None:
    result = run("could-produce", "tests/cli/boards/pools.toml")
    assert "Reflecting Pool ×4" in result.stdout
    assert "Reflecting Pool#" not in result.stdout


# Readings, incomplete answers ----------------------------------------------------------------------------------------


def test_an_answer_that_depends_on_a_reading_gives_both(ask) -> None:
    found = ask("could-produce", "tests/cli/boards/readings.toml")["depends_on_reading"]
    assert found == [
        {
            "readings": {"idle-replacement": "waits"},
            "taken": {"idle-replacement": "applies"},
            "differs": [{"of": "Forest", "answer": "B", "instead_of": "WUBRG"}],
        },
        {
            "readings": {"cost-counted-amount": "actual"},
            "taken": {"cost-counted-amount": "payable"},
            "differs": [{"of": "Calciform Pools", "answer": "B", "instead_of": "WUB"}],
        },
    ]


def test_another_reading_can_be_taken(ask) -> None:
    words = ["hand-size", "tests/cli/boards/negative.toml"]
    kept, zero = ask(*words), ask(*words, "--reading", "negative-hand-size=zero")
    assert (kept["maximum_hand_size"]["you"], zero["maximum_hand_size"]["you"]) == ([0], [1])
    assert kept["depends_on_reading"][0]["differs"] == [{"of": "you", "answer": "1", "instead_of": "0"}]
    assert zero["readings"]["negative-hand-size"] == "zero"
    assert zero["depends_on_reading"][0]["differs"] == [{"of": "you", "answer": "0", "instead_of": "1"}]


def test_an_answer_that_depends_on_no_reading_does_not_say_so(run, ask) -> None:
    assert ask("could-produce", "examples/contamination.toml")["depends_on_reading"] == []
    assert "depends" not in run("could-produce", "examples/contamination.toml").stdout


def test_only_two_changes_together_are_told_where_neither_is_enough() -> None:
    def answer(board: Board) -> dict[str, str]:
        both = board.readings.idle_replacement == "waits" and board.readings.negative_hand_size == "zero"
        return {"a": "changed" if both else "same", "b": board.readings.idle_replacement}

    board = board_from({})
    names = ("idle_replacement", "negative_hand_size", "cost_counted_amount")
    found = readings.otherwise(board, answer(board), answer, names)
    assert [(dict(one.readings), one.differs) for one in found] == [
        ({"idle-replacement": "waits"}, (("b", "waits", "applies"),)),
        ({"idle-replacement": "waits", "negative-hand-size": "zero"}, (("a", "changed", "same"),)),
    ]


UNKNOWN = Card("Nobody Knows", (Face("Nobody Knows", abilities=(NotUnderstood("static"),)),))


def board_with_unknown() -> Board:
    board = board_from({"battlefield": ["Forest"]})
    return board.with_entries((*board.entries, Permanent("odd", UNKNOWN, "you", "you", 2)))


def test_what_is_not_modelled_is_refused_unless_asked_to_go_on() -> None:
    with pytest.raises(Unmodelled, match="odd"):
        going_on(board_with_unknown(), could_produce, incomplete=False)
    found, about, left_out = going_on(board_with_unknown(), could_produce, incomplete=True)
    assert found == {"Forest": "G"}
    assert [entry.id for entry in about.entries] == ["Forest"]
    assert [one.id for one in left_out] == ["odd"]


def test_what_is_asked_about_is_never_left_out() -> None:
    with pytest.raises(Unmodelled, match="odd"):
        going_on(board_with_unknown(), could_produce, incomplete=True, needed=frozenset({"odd"}))


def test_what_cannot_be_left_out_is_refused_all_the_same() -> None:
    def ask(_: Board) -> None:
        raise Unmodelled("player.you.graveyard", "the card types of these cards are not given")

    with pytest.raises(Unmodelled, match="graveyard"):
        going_on(board_from({}), ask, incomplete=True)


def test_an_incomplete_answer_is_marked(monkeypatch, run, ask) -> None:
    from verifier.report import asking

    monkeypatch.setattr(asking, "board_from", lambda *_: board_with_unknown())
    assert run("could-produce", "examples/contamination.toml").exit_code == 3
    result = run("could-produce", "examples/contamination.toml", "--incomplete")
    assert result.exit_code == 0
    assert "INCOMPLETE" in result.stdout
    assert "  odd: its ability 1 as printed (static) is not modelled" in result.stdout
    found = ask("could-produce", "examples/contamination.toml", "--incomplete")
    assert found["incomplete"] is True
    assert found["left_out"] == [{"id": "odd", "why": "its ability 1 as printed (static) is not modelled"}]


# Hand size -----------------------------------------------------------------------------------------------------------


def test_simultaneous_effects_leave_a_choice(ask) -> None:
    found = ask("hand-size", "tests/cli/boards/simultaneous.toml")
    assert found["maximum_hand_size"] == {"you": [2, "none"], "opponent": [7]}
    you = found["players"][0]
    assert you["chosen_by"] == ["you"]
    assert [way["steps"][-1]["effect"] for way in you["ways"]] == ["Null Profusion", "Library of Leng"]
    assert {step["rule"] for way in you["ways"] for step in way["steps"]} == {"613.7m"}


def test_every_order_has_the_values_of_every_order_of_the_entries() -> None:
    from itertools import permutations

    cards = ["Null Profusion", "Library of Leng", "Minamo Scrollkeeper", "Minamo Scrollkeeper", "Spellbook"]
    values = {
        size
        for order in permutations(cards)
        for size in hand_size.answers(board_from({"battlefield": list(order)}), every_order=False)[0].sizes
    }
    told = hand_size.answers(board_from({"battlefield": cards}), every_order=True)[0].every_order
    assert told is not None
    assert {way.maximum for way in told} == values
    for way in told:
        assert sorted(step.source for step in way.steps) == sorted({*cards, "Minamo Scrollkeeper#2"})


def test_many_equal_effects_are_no_trouble() -> None:
    board = board_from({"battlefield": ["Minamo Scrollkeeper"] * 60 + ["Null Profusion"] * 3})
    told = hand_size.answers(board, every_order=True)[0].every_order
    assert told is not None
    assert [way.maximum for way in told] == list(range(2, 63))


# Outcomes, graphs ----------------------------------------------------------------------------------------------------


def test_an_event_that_cannot_be_started_is_an_answer(ask) -> None:
    found = ask("outcomes", "tests/cli/boards/tapped.toml")
    assert (found["legal"], found["rules"], found["outcomes"]) == (False, ["107.5"], [])


def test_an_event_is_given_by_a_board_or_by_options(ask) -> None:
    by_options = ask("outcomes", "examples/contamination.toml", "--tap", "Forest", "--by", "opponent", "--ability", "1")
    assert by_options["event"] == {"tap": "Forest", "ability": 1, "by": "opponent"}
    assert [one["pools"] for one in by_options["produced"]] == [{"opponent": {"B": 1}}, {"opponent": {"C": 1}}]


def test_the_ability_may_be_left_out_where_one_alone_fits(run, ask) -> None:
    board = 'battlefield = ["Sol Ring", "Chandra, Torch of Defiance", "Adarkar Wastes"]'
    for id, ability in (("Sol Ring", 1), ("Chandra, Torch of Defiance", 2)):
        found = ask("outcomes", "-", "--activate", id, input=board)
        assert found["event"] == {"activate": id, "ability": ability}
    result = run("outcomes", "-", "--activate", "Adarkar Wastes", input=board)
    assert result.exit_code == 2
    assert "--ability: Adarkar Wastes has several activated abilities; name one by its number:" in result.stderr
    assert "\n  2  {T}: add" in result.stderr


def test_triggered_mana_is_told_apart_from_what_the_ability_produces(ask) -> None:
    found = ask("outcomes", "tests/cli/boards/triggers.toml")
    assert [one["pools"] for one in found["produced"]] == [{"you": {"B": 1}}]
    assert [one["pools"] for one in found["outcomes"]] == [{"you": {"B": 2, "G": 1}}]
    assert found["outcomes"][0]["triggers"] == {"Mana Flare": 1, "Wild Growth": 1, "Manabarbs": 1}


@pytest.mark.parametrize(
    ("board", "event", "outcomes"),
    [
        ("discard", {"discard": 2, "player": "you", "cause": "effect", "by": "opponent"}, 3),
        ("draw_step", {"draw_step": "you"}, 4),
        ("cleanup", {"cleanup": "you"}, 2),
        ("enters", {"enters": "Endless One", "X": 3, "from": "stack"}, 2),
    ],
)
def test_an_event_comes_back_with_the_keys_of_a_claim(ask, board: str, event: dict[str, object], outcomes: int) -> None:
    found = ask("outcomes", f"tests/cli/boards/{board}.toml")
    assert found["event"] == event
    assert len(found["outcomes"]) == outcomes
    assert "produced" not in found


@pytest.mark.parametrize("board", ["discard", "draw_step", "cleanup", "enters"])
def test_each_outcome_of_an_event_has_a_run_whose_numbers_follow(ask, board: str) -> None:
    found = ask("outcomes", f"tests/cli/boards/{board}.toml")
    assert [run["outcome"] for run in found["runs"]] == found["outcomes"]
    assert found["runs_replayed"] is True
    for run in found["runs"]:
        now: dict[str, object] = {}
        for step in run["steps"]:
            assert step["says"]
            assert step["rule"]
            for name, change in step["changes"].items():
                assert now.get(name, change["before"]) == change["before"]
                now[name] = change["after"]


def test_runs_that_nobody_replays_say_so(run, ask) -> None:
    result = run("outcomes", "tests/cli/boards/draw_step.toml", "--no-proof")
    assert "  runs: of the rules alone, not replayed" in result.stdout.splitlines()
    assert ask("outcomes", "tests/cli/boards/draw_step.toml", "--no-proof")["runs_replayed"] is False


def test_many_runs_are_shown_in_part(run, ask, tmp_path) -> None:
    path = tmp_path / "many.toml"
    path.write_text(
        'event = { discard = 300, player = "you", cause = "effect" }\n'
        'battlefield = ["Library of Leng"]\nplayer.you.hand = 300\n',
        encoding="utf-8",
    )
    lines = run("outcomes", str(path), "--no-proof").stdout.splitlines()
    assert "  and runs to 188 more outcomes, which --json tells" in lines
    assert sum(line.startswith("    step  ") for line in lines) == 12
    assert any("none is told to 101 outcomes" in line for line in lines)
    found = ask("outcomes", str(path), "--no-proof")
    assert (len(found["outcomes"]), len(found["runs"])) == (301, 200)


def test_a_board_is_read_from_standard_input_as_toml_or_json(ask) -> None:
    toml = ask("could-produce", "-", input='battlefield = ["Swamp"]')
    same = ask("could-produce", "-", input='{"battlefield": ["Swamp"]}')
    assert toml == same
    assert toml["could_produce"] == {"Swamp": "B"}
    assert toml["board"] == "standard input"


def test_a_witness_is_kept_for_each_effect_that_bears_on_another(ask) -> None:
    found = ask("graph", "examples/damping.toml")
    assert found["permanent"] == "Forest"
    assert found["dependencies"] == [
        {
            "effect": "Mana Reflection",
            "bears_on": "Damping Sphere",
            "witness": {"before": {"G": 1}, "after": {"G": 2}},
            "before": "does not apply",
            "after": "applies",
        }
    ]
    assert found["cycles"] == []


def test_cycles_are_named(ask) -> None:
    found = ask("graph", "examples/contamination.toml", "--permanent", "Forest", "--format", "json")
    assert found["cycles"] == [["Contamination", "Ritual of Subdual"]]
    nodes = {every_line(state) for event in found["events"] for state in event["states"]}
    for event in found["events"]:
        for edge in event["edges"]:
            assert {every_line(edge["before"]), every_line(edge["after"])} <= nodes


def test_a_large_group_of_effects_has_one_shortest_cycle() -> None:
    from verifier.report.graph import NOT, Dependency, _cycles

    names = [f"effect {place}" for place in range(8)]
    nothing = (0, 0, 0, 0, 0, 0)
    ring = [Dependency(a, b, nothing, nothing, NOT, NOT) for a, b in zip(names, [*names[1:], names[0]], strict=True)]
    back = Dependency(names[2], names[0], nothing, nothing, NOT, NOT)
    assert _cycles(ring) == (tuple(names),)
    assert _cycles([*ring, back]) == (tuple(names[:3]),)


# The rest ------------------------------------------------------------------------------------------------------------


def test_schemas_are_those_that_files_are_held_against(run, ask) -> None:
    from verifier.schema import board_schema, claims_schema

    assert json.loads(run("schema").stdout) == board_schema()
    assert json.loads(run("schema", "claims").stdout) == claims_schema()
    assert ask("schema", "claims")["schema"] == claims_schema()


def test_the_version_is_told(run, ask) -> None:
    assert run("--version").stdout.startswith("verifier ")
    assert ask("--version")["verifier"]


def test_claims_are_counted_by_verdict(ask) -> None:
    found = ask("check", "tests/cli/wrong.toml", code=1)
    assert found["counts"] == {"proved": 1, "refuted": 1}
    wrong = found["claims"][1]
    assert (wrong["verdict"], wrong["expected"], wrong["as_expected"]) == ("refuted", "proved", False)
    assert wrong["difference"]["battlefield"] == ["Forest", "Mana Reflection", "Damping Sphere"]
    assert ask("check", "tests/cli/wrong.toml#true-one")["as_expected"] is True


def test_a_quiet_check_still_tells_what_is_wrong(run) -> None:
    result = run("check", "-q", "tests/cli/wrong.toml")
    assert result.exit_code == 1
    assert "two-green-under-the-sphere" in result.stdout
    assert "true-one" not in result.stdout


def test_a_card_tells_how_each_ability_is_understood(ask) -> None:
    found = ask("card", "tainted field")
    assert found["card"]["name"] == "Tainted Field"
    assert [ability["activated"] for ability in found["faces"][0]["abilities"]] == [1, 2]
    assert found["modelled"] is True


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.toml")), ids=lambda path: path.stem)
def test_examples_are_answered(path: Path, run) -> None:
    answered = [run(command, str(path)).exit_code == 0 for command in ("could-produce", "hand-size", "outcomes")]
    assert any(answered)


@pytest.mark.parametrize("name", sorted(module.name for module in pkgutil.iter_modules(verifier.report.__path__)))
def test_examples_in_docstrings_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"verifier.report.{name}")).failed == 0


def test_paragraphs_keep_within_the_width_and_tables_are_never_wrapped() -> None:
    lines = paragraph("word " * 60, indent=2, hanging=4)
    assert len(lines) > 1
    assert max(map(len, lines)) <= DEFAULT_WIDTH
    assert lines[1].startswith("      word")
    assert table([("a" * 90, "b" * 90)], indent=0) == ["a" * 90 + "  " + "b" * 90]


def test_an_id_of_its_own_is_told_with_the_card() -> None:
    board = board_from({"battlefield": [{"card": "Forest", "id": "isle"}, "Forest", "Forest"]})
    assert labels.entry_name(board, "isle") == "isle (Forest)"
    assert labels.entry_name(board, "Forest#2") == "Forest#2"
    assert labels.group_name(board, ["Forest#2"]) == "Forest#2"
    assert labels.group_name(board, ["Forest#2", "Forest#3"]) == "Forest ×2"
