"""What is not modelled: the object that is the cause is named, and only what can be left out is offered to be."""

from __future__ import annotations

from pathlib import Path

import pytest

HINT = "--incomplete leaves it out"
CLAIM = """
[[claim]]
id = "{id}"
says = "A statement"
rules = ["504.1"]
source = {{ rule = "504.1" }}
"""


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "written.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_battle_without_a_known_defense_is_refused(run, ask) -> None:
    board = 'event = { enters = "Invasion of Zendikar" }\n'
    result = run("outcomes", "-", input=board)
    assert result.exit_code == 3
    assert result.stderr.startswith("unmodelled: Invasion of Zendikar: a printed defense")
    assert HINT not in result.stderr
    assert ask("outcomes", "-", code=3, input=board)["error"]["where"] == "Invasion of Zendikar"


def test_on_the_battlefield_its_defense_does_not_matter(ask) -> None:
    board = 'battlefield = ["Invasion of Zendikar"]\nevent = { enters = "Walking Ballista", X = 2 }\n'
    assert ask("outcomes", "-", input=board)["outcomes"][0]["counters"] == {"+1/+1": 2}


def test_the_card_whose_instruction_is_not_followed_is_named(run, tmp_path: Path) -> None:
    rest = (
        'battlefield = ["Sylvan Library", "Uba Mask"]\nevent = { draw_step = "you" }\nexpect.outcomes = [{ drawn = 0 }]'
    )
    result = run("check", written(tmp_path, CLAIM.format(id="masked") + rest))
    assert result.exit_code == 3
    assert "Uba Mask: what comes after an instruction of it" in result.stdout
    assert "Sylvan Library:" not in result.stdout


def test_what_is_asked_about_cannot_be_left_out(run) -> None:
    board = 'battlefield = ["Drake Hatchling", "Forest"]\nevent = { activate = "Drake Hatchling", ability = 1 }\n'
    result = run("outcomes", "-", input=board)
    assert result.exit_code == 3
    assert HINT not in result.stderr


# Export --------------------------------------------------------------------------------------------------------------


EXPORTABLE = CLAIM.format(id="good") + 'battlefield = ["Forest"]\nexpect.could_produce = { Forest = "G" }\n'
MISSING = CLAIM.format(id="missing") + 'battlefield = ["Nonsense Nobody Printed"]\nexpect.could_produce = {}\n'
CARDLESS = MISSING.replace("expect.could_produce = {}", "expect.maximum_hand_size = { you = 7 }")


def test_an_export_goes_on_without_what_is_not_modelled(run, ask, tmp_path: Path) -> None:
    path, out = written(tmp_path, CARDLESS + EXPORTABLE), tmp_path / "out"
    result = run("export", path, "-o", str(out))
    assert result.exit_code == 3
    assert f"{path}#missing: not exported, unmodelled: " in result.stderr
    assert "--incomplete" not in result.stderr
    assert {one.name.partition("-")[0] for one in out.iterdir()} == {"good"}
    found = ask("export", path, "-o", str(out), code=3)
    assert [one["claim"] for one in found["left_out"]] == [f"{path}#missing"]
    assert {Path(one["file"]).parent for one in found["files"]} == {out}
    assert all(Path(one["file"]).is_file() for one in found["files"])


def test_an_export_of_all_that_is_modelled_leaves_nothing_out(ask, tmp_path: Path) -> None:
    found = ask("export", written(tmp_path, EXPORTABLE), "-o", str(tmp_path / "out"))
    assert found["left_out"] == []


def test_where_nothing_can_be_exported_nothing_is_written(run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("export", written(tmp_path, CARDLESS), "-o", str(out)).exit_code == 3
    assert not out.exists()


def test_claims_of_several_files_do_not_overwrite_each_other(ask, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "claims.toml").write_text(EXPORTABLE, encoding="utf-8")
    found = ask("export", str(tmp_path), "-o", str(tmp_path / "out"))
    files = [one["file"] for one in found["files"]]
    assert len(files) == len(set(files)) == len(list((tmp_path / "out").rglob("*.smt2")))


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ('"Candlekeep Sage", "Grizzly Bears"', 'Candlekeep Sage: "a commander permanent" is not modelled here'),
        ('"Raksha Golden Cub", "Bonesplitter"', 'Raksha Golden Cub: "a condition that no board tells'),
        ('"Towering Titan"', "Towering Titan: its ability 1 as printed (static) is not modelled"),
    ],
)
def test_what_is_not_modelled_is_said_in_words(run, board: str, told: str) -> None:
    result = run("hand-size", "-", input=f"battlefield = [{board}]")
    assert result.exit_code == 3
    assert told in result.stderr
