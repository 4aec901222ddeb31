"""Files that are no boards and no claims: each is refused with its place and never with a traceback."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from verifier.board_format import read_board
from verifier.claim_format import read_claims
from verifier.errors import BadInput, ManyBadInputs

CLAIM = '[[claim]]\nid = "a"\nsays = "s"\nrules = ["106.7"]\nsource = { rule = "106.7" }\n'


def written(place: Path, name: str, content: str | bytes) -> Path:
    path = place / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


BOARDS: list[tuple[str, str | bytes, str, str]] = [
    ("b.toml", "battlefield = [", ":1", "TOML"),
    ("b.toml", 'active = "you"\n\nbattlefield = ["Forest" "Bayou"]\n', ":3", "TOML"),
    ("b.toml", 'active = "you"\nactive = "you"\n', ":2", "TOML"),
    ("b.toml", "battlefield = []\n[battlefield]\n", ":2", "TOML"),
    ("b.json", "{", ":1", "JSON"),
    ("b.json", '{"active": "you",\n "active": "you"}', "", "twice"),
    ("b.json", "[]", "", "table"),
    ("b.json", '{"player": {"you": {"life": NaN}}}', "", "NaN"),
    ("b.json", '{"active": "\\ud800"}', "", "surrogate"),
    ("b.json", "[" * 100_000, "", "deep"),
    ("b.toml", "a = " + "[" * 100_000, "", "deep"),
    ("b.toml", "a = " + "[" * 50 + "]" * 50, "", "deep"),
    ("b.toml", b"active = '\xff'\n", ":1", "UTF-8"),
    ("b.toml", b"\n\nactive = '\xc3'\n", ":3", "UTF-8"),
    ("b.toml", "player.you.life = 1e400", "", "whole"),
    ("b.toml", "player.you.life = nan", "", "whole"),
    ("b.toml", "player.you.life = " + "9" * 40, "", "at most"),
    ("b.toml", "player.you.life = " + "9" * 9999, "", ""),
    ("b.toml", "edition = 2026-09-25T10:00:00", "", "date"),
    ("b.toml", "edition = 10:00:00", "", "date"),
    ("b.toml", "battlefield = [" + '"Forest",' * 1001 + "]", "", "1001 entries"),
    ("b.toml", "# " + "x" * 2_000_000, "", "2,000,000 bytes"),
    ("b.toml", CLAIM, "", "this is a file of claims, not a board"),
    ("b.yaml", "", "", ".toml or .json"),
    ("b", "", "", ".toml or .json"),
    ("b.toml", 'battlefield = [{ card = "" }]', "", "a name"),
    ("b.toml", 'battlefield = [" Forest"]', "", "a name"),
    ("b.toml", 'players = ["a\\nb"]', "", "a name"),
]


@pytest.mark.parametrize(("name", "content", "line", "problem"), BOARDS)
def test_a_malformed_board_is_refused(tmp_path: Path, name: str, content: str | bytes, line: str, problem: str) -> None:
    path = written(tmp_path, name, content)
    with pytest.raises(BadInput) as caught:
        read_board(path)
    first = caught.value.problems[0] if isinstance(caught.value, ManyBadInputs) else caught.value
    assert first.where == f"{path}{line}"
    assert problem in str(caught.value)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="directory"):
        read_board(tmp_path)
    with pytest.raises(BadInput, match="no such file"):
        read_board(tmp_path / "none.toml")
    with pytest.raises(BadInput, match="cannot be read"):
        read_board(str(tmp_path / "a\0b.toml"))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything may be read")
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "b.toml", "")
    path.chmod(0)
    with pytest.raises(BadInput, match="may not be read"):
        read_board(path)


def test_json_and_toml_are_read_alike(tmp_path: Path) -> None:
    toml = written(tmp_path, "b.toml", '\ufeffbattlefield = ["Forest"]\r\nplayer.you.hand = 2\r\n')
    json = written(tmp_path, "b.json", '{"battlefield": ["Forest"], "player": {"you": {"hand": 2.0}}}')
    assert read_board(toml) == read_board(json)


CLAIMS: list[tuple[str, str, str]] = [
    ('expect.could_produce = { Forest = "G" }\nverdict = "prooved"', "verdict", "proved"),
    ('expect.could_produce = { Forest = "GX" }', "expect.could_produce.Forest", "G"),
    ('expect.could_produce = { Forest = "GG" }', "expect.could_produce.Forest", "G"),
    ('expect.could_produce = { Forrest = "G" }', "expect.could_produce.Forrest", "Forest"),
    ('expect.could_prodce = { Forest = "G" }', "expect.could_prodce", "could_produce"),
    ("expect = {}", "expect", ""),
    ("expect.maximum_hand_size = { me = 1 }", "expect.maximum_hand_size.me", ""),
    ('expect.maximum_hand_size = { you = "nine" }', "expect.maximum_hand_size.you", ""),
    ("expect.maximum_hand_size = { you = -1 }", "expect.maximum_hand_size.you", ""),
    ("expect.maximum_hand_size = { you = [] }", "expect.maximum_hand_size.you", ""),
    ('expect.cleanup_discards = { you = "none" }', "expect.cleanup_discards.you", ""),
    ('expect.characteristics = { Forest = { types = ["Lend"] } }', "expect.characteristics.Forest.types[0]", "Land"),
    ('expect.characteristics = { Forest = { colour = "" } }', "expect.characteristics.Forest.colour", "colors"),
    ('expect.land_subtypes = { Forest = ["forest"] }', "expect.land_subtypes.Forest[0]", "Forest"),
    ("expect.mana_abilities = { Forest = true }", "expect.mana_abilities.Forest", ""),
    ("expect.outcomes = [{ G = 1 }]", "expect.outcomes", ""),
    ("expect.legal = false", "expect.legal", ""),
    ('event = { tap = "Forest" }\nexpect.outcomes = [{ Z = 1 }]', "expect.outcomes[0].Z", ""),
    ('event = { tap = "Forest" }\nexpect.outcomes = [{ drawn = 1 }]', "expect.outcomes[0].drawn", ""),
    ('event = { tap = "Forest" }\nexpect.outcomes = []', "expect.outcomes", ""),
    (
        'event = { tap = "Forest" }\nexpect.outcomes = [{ pools = { yo = { G = 1 } } }]',
        "expect.outcomes[0].pools.yo",
        "you",
    ),
    ('event = { tap = "Forest" }\nexpect.outcomes = [{ G = 1, pools = {} }]', "expect.outcomes[0].G", ""),
    ('event = { tap = "Forest" }\nexpect.legal = false\nexpect.outcomes = [{}]', "expect.outcomes", ""),
    ('event = { tap = "Forest", ability = 0 }\nexpect.legal = true', "event.ability", ""),
    ('event = { tap = "Forest", by = "u" }\nexpect.legal = true', "event.by", ""),
    ('event = { tap = "Forrest" }\nexpect.legal = true', "event.tap", "Forest"),
    ('event = { top = "Forest" }\nexpect.legal = true', "event", "tap"),
    ('event = { activate = "Forest" }\nexpect.legal = true', "event", ""),
    ('event = { tap = "Forest", cleanup = "you" }\nexpect.legal = true', "event", ""),
    ('event = { cleanup = "you" }\nexpect.produced = [{}]', "expect.produced", ""),
    ('event = { cleanup = "you" }\nexpect.outcomes = [{}]', "expect.outcomes", ""),
    (
        'event = { cleanup = "you" }\nexpect.outcomes = [{ discarded = 1, library = 0 }, { discarded = 1 }]',
        "expect.outcomes[1]",
        "",
    ),
    (
        'event = { discard = 1, player = "you", cause = "efect" }\nexpect.outcomes = [{ library = 0 }]',
        "event.cause",
        "effect",
    ),
    ('event = { discard = 1, cause = "cost" }\nexpect.outcomes = [{ library = 0 }]', "event", ""),
    ('event = { draw_step = "you", of = "Forest" }\nexpect.outcomes = [{ drawn = 1 }]', "event.of", ""),
    ('event = { enters = "Clone", from = "library" }\nexpect.outcomes = [{ X = 0 }]', "event.from", ""),
    ('event = { enters = "Clone", x = 1 }\nexpect.outcomes = [{ X = 0 }]', "event.x", "X"),
    ('event = { cleanup = "you" }\nexpect.triggers = ["Bayou"]', "expect.triggers", ""),
    ('event = { cleanup = "you" }\nexpect.facts = { revealt = true }', "expect.facts.revealt", "revealed"),
    ('event = { cleanup = "you" }\nexpect.facts = { order_chosen_by = "yo" }', "expect.facts.order_chosen_by", "you"),
    ("player.you.hand = 'h'\nexpect.cleanup_discards = { you = 0 }", "player.you.hand", ""),
    ("for_all.number = { h = '1' }\nexpect.cleanup_discards = { you = 0 }", "for_all.number.h", ""),
    ("for_all.number = { max = '1..2' }\nexpect.cleanup_discards = { you = 0 }", "for_all.number.max", ""),
    (
        "for_all.number = { h = '-1..2' }\nplayer.you.hand = 'h'\nexpect.cleanup_discards = { you = 0 }",
        "player.you.hand",
        "",
    ),
    (
        "for_all.number = { h = '1..2' }\nexpect.cleanup_discards = { you = 'hh' }",
        "expect.cleanup_discards.you",
        "h",
    ),
    (
        "for_all.copies_of = { card = 'Forest', from = 0 }\nexpect.cleanup_discards = { you = 0 }",
        "for_all.copies_of",
        "",
    ),
    ("for_all.order = true\nexpect.cleanup_discards = { you = 0 }", "for_all.order", ""),
    ("expect.cleanup_discards = { you = 0 }\nactiv = 'you'", "activ", "active"),
]


@pytest.mark.parametrize(("content", "key", "suggestion"), CLAIMS)
def test_a_malformed_claim_is_refused(tmp_path: Path, content: str, key: str, suggestion: str) -> None:
    path = written(tmp_path, "c.toml", f'{CLAIM}battlefield = ["Forest"]\n{content}\n')
    with pytest.raises(BadInput) as caught:
        read_claims([path])
    error = caught.value
    assert not isinstance(error, ManyBadInputs), str(error)
    assert (error.where, error.key, error.suggestion) == (f"{path}#a", key, suggestion)


HEADS: list[tuple[str, str]] = [
    ('id = "a b"\nsays = "s"\nrules = ["1"]\nsource = { rule = "106.7" }', "rules[0]"),
    ('id = "a"\nrules = ["106.7"]\nsource = { rule = "106.7" }', ""),
    ('id = "a"\nsays = "s"\nrules = []\nsource = { rule = "106.7" }', "rules"),
    ('id = "a"\nsays = "s"\nrules = ["106.7"]\nsource = { rule = "106.7b." }', "source.rule"),
    ('id = "a"\nsays = "s"\nrules = ["106.7"]\nsource = { card = "Forest" }', "source"),
    ('id = "a"\nsays = "s"\nrules = ["106.7"]\nsource = { card = "Forest", date = "yesterday" }', "source.date"),
    ('id = "a"\nsays = "s"\nrules = ["106.7"]\nsource = { url = "ftp" }', "source.url"),
    ('id = "a"\nsays = "s"\nrules = ["106.7"]\nsource = { url = "https://a.b", rule = "106.7" }', "source"),
    ('id = "a"\nsays = "s"\nrules = ["106.7"]\nsource = "106.7"', "source"),
]


@pytest.mark.parametrize(("head", "key"), HEADS)
def test_a_malformed_head_is_refused(tmp_path: Path, head: str, key: str) -> None:
    path = written(tmp_path, "c.toml", f"[[claim]]\n{head}\nexpect.cleanup_discards = {{ you = 0 }}\n")
    with pytest.raises(BadInput) as caught:
        read_claims([path])
    found = caught.value.problems if isinstance(caught.value, ManyBadInputs) else (caught.value,)
    assert key in {one.key.removeprefix("claim[0]").removeprefix(".") for one in found}


def test_everything_that_is_wrong_in_all_files_is_told(tmp_path: Path) -> None:
    head = CLAIM + 'battlefield = ["Forest"]\n'
    written(tmp_path, "a.toml", head + 'expect.could_produce = { Bayou = "G" }\nevent = { tap = "Wastes" }\n')
    written(tmp_path, "b.toml", "[[claims]]\n")
    with pytest.raises(ManyBadInputs) as caught:
        read_claims([tmp_path, tmp_path / "none.toml"])
    places = [(Path(one.where).name, one.key) for one in caught.value.problems]
    assert places == [
        ("a.toml#a", "event.tap"),
        ("a.toml#a", "expect.could_produce.Bayou"),
        ("b.toml", "claims"),
        ("b.toml", ""),
        ("none.toml", ""),
    ]
    assert str(caught.value).count("\n") == 4


def test_a_claim_of_the_wrong_shape_does_not_hide_what_is_wrong_with_others(tmp_path: Path) -> None:
    good = 'battlefield = ["Forest"]\nexpect.could_produce = { Forrest = "G" }\n'
    bad = 'says = 1\nexpect.could_produce = { Forest = "G" }\n'
    second = CLAIM.replace('id = "a"', 'id = "b"').replace('says = "s"\n', "")
    path = written(tmp_path, "c.toml", CLAIM + good + second + bad)
    with pytest.raises(ManyBadInputs) as caught:
        read_claims([path])
    assert [(one.where, one.key) for one in caught.value.problems] == [
        (f"{path}#b", "says"),
        (f"{path}#a", "expect.could_produce.Forrest"),
    ]
