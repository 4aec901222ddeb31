"""Boards that cannot be are refused; what is only odd is answered, with a note."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ('"Lightning Bolt"', "Lightning Bolt is an instant, which is never on the battlefield (304.4)"),
        ('{ card = "Forest", copy_of = "Divination" }', "Divination is a sorcery, which is never on the battlefield"),
        ('{ resolved = "Forest" }', "Forest is no spell and has no ability that could resolve"),
        ('{ resolved = "Deep Water" }', "Deep Water is no spell; say with 'ability' which of its abilities"),
        ('{ card = "Thriving Isle", chosen = { color = "blue" } }', "Thriving Isle allows every color but blue"),
        ('{ card = "Thran Portal", chosen = { type = "Gate" } }', "Thran Portal allows the basic land types alone"),
        ('"Wild Growth"', "Wild Growth is an Aura that speaks of the permanent it enchants; say which"),
        ('{ card = "Forest", copy_of = "Wild Growth" }', "Wild Growth is an Aura that speaks of the permanent"),
    ],
)
def test_what_cannot_be_is_bad_input(run, ask, entry: str, told: str) -> None:
    board = f"battlefield = [{entry}]"
    result = run("could-produce", "-", "--no-proof", input=board)
    assert result.exit_code == 2
    assert told in result.stderr
    assert ask("hand-size", "-", "--no-proof", code=2, input=board)["error"]["kind"] == "bad input"


@pytest.mark.parametrize(
    "entry",
    [
        '{ card = "Lightning Bolt", face_down = true }',
        '{ card = "Wild Growth", face_down = true }',
        '{ card = "Wild Growth", phased_out = true }',
        '{ card = "Opt", copy_of = "Forest" }',
        '"Bonecrusher Giant"',
        '{ resolved = "Stomp" }',
        '{ card = "Cavern of Souls", chosen = { type = "Elf" } }',
        '{ card = "Thriving Isle", chosen = { color = "red" } }',
        '{ card = "Cursed Rack", chosen = { player = "opponent" } }',
        '{ card = "Thran Portal", chosen = { type = "Swamp" } }',
        '{ card = "Forest", id = "first" }, { resolved = "Natural Affinity" }, "Llanowar Elves"',
        '{ card = "Caged Sun", face_down = true }',
    ],
)
def test_what_can_be_is_read_without_a_note(run, ask, entry: str) -> None:
    board = f"battlefield = [{entry}]"
    assert ask("could-produce", "-", "--no-proof", "--incomplete", input=board)["notes"] == []
    assert run("could-produce", "-", "--no-proof", "--incomplete", input=board).stderr == ""


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (
            '{ card = "Forest", chosen = { color = "red" } }',
            "the chosen color of Forest has no bearing on any question",
        ),
        (
            '{ card = "Caged Sun", chosen = { type = "Elf" } }',
            "the chosen type of Caged Sun has no bearing on any question",
        ),
        ('"Pacifism"', "Pacifism is an Aura that is attached to nothing"),
        *[
            (
                f'"{card}"',
                f"no {kind} is chosen for {card} (key chosen.{kind}); what speaks of the chosen {kind} does nothing",
            )
            for card, kind in (("Caged Sun", "color"), ("Realmwright", "type"), ("Cursed Rack", "player"))
        ],
        (
            '"Forest", { resolved = "Natural Affinity" }, "Island", "Llanowar Elves"',
            "Natural Affinity changes what was there as it resolved, and not what came later: Island (611.2c)",
        ),
    ],
)
def test_what_is_odd_is_answered_with_a_note(run, ask, entry: str, told: str) -> None:
    board = f"battlefield = [{entry}]"
    assert told in ask("could-produce", "-", "--no-proof", input=board)["notes"]
    result = run("could-produce", "-", "--no-proof", input=board)
    assert result.exit_code == 0
    assert f"note: {told}\n" in result.stderr
    assert "note:" not in result.stdout
