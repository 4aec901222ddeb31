"""The card pool: found by any name, sorted as the search needs it, and helpful where a name is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier import data
from verifier.cards import pool
from verifier.cards.card import Card, Face
from verifier.errors import BadInput


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's own pool, empty so far."""
    monkeypatch.setenv("VERIFIER_DATA", str(tmp_path))
    return data.user_models()


def card(*names: str) -> Card:
    return Card(" // ".join(names), tuple(Face(name) for name in names))


@pytest.mark.parametrize(
    ("typed", "full", "face"),
    [
        ("Forest", "Forest", 0),
        ("gaea\u2019s CRADLE", "Gaea's Cradle", 0),
        ("  Reflecting  Pool ", "Reflecting Pool", 0),
        ("R\u00e9flecting P\u00f6ol", "Reflecting Pool", 0),
        ("Virtue of Strength", "Virtue of Strength // Garenbrig Growth", 0),
        ("Garenbrig Growth", "Virtue of Strength // Garenbrig Growth", 1),
        ("virtue of strength // garenbrig growth", "Virtue of Strength // Garenbrig Growth", 0),
    ],
)
def test_a_card_is_found_by_any_of_its_names(typed: str, full: str, face: int) -> None:
    found, index = pool.find(typed)
    assert (found.name, index) == (full, face)


def test_every_card_and_every_face_is_found() -> None:
    for each in pool.all_cards():
        assert pool.find(each.name) == (each, 0)
        for index, face in enumerate(each.faces):
            found, place = pool.find(face.name)
            assert pool.key(found.faces[place].name) == pool.key(face.name), (each.name, index)


def test_the_pool_is_sorted_and_has_no_card_twice() -> None:
    keys = [pool.key(each.name) for each in pool.all_cards()]
    assert keys == sorted(set(keys))
    lines = (data.models() / "cards.jsonl").read_bytes().splitlines()
    assert len(lines) == len(keys)
    assert all(line.startswith(b'{"name":') for line in lines)


def test_an_unknown_card_is_bad_input_that_suggests() -> None:
    with pytest.raises(pool.UnknownCard, match="did you mean 'Reflecting Pool'") as caught:
        pool.find("Reflectin Pol")
    assert isinstance(caught.value, BadInput)
    assert caught.value.nearest[0] == "Reflecting Pool"


@pytest.mark.parametrize("nonsense", ["", " ", "//", " // ", "\n", '"', "zzzzzzzzzzzzzzzzzzzzz", "\U0001f600"])
def test_nonsense_is_unknown_and_suggests_nothing(nonsense: str) -> None:
    with pytest.raises(pool.UnknownCard) as caught:
        pool.find(nonsense)
    assert caught.value.nearest == ()


def test_a_users_pool_goes_first(own: Path) -> None:
    ours = pool.find("Forest")[0]
    pool.write([Card("Forest", (Face("Forest", types=("Artifact",)),)), card("Only Here")], own)
    assert pool.find("Forest")[0].faces[0].types == ("Artifact",)
    assert pool.find("Only Here")[0].name == "Only Here"
    assert pool.find("Island")[0].faces[0].types == ("Land",)
    names = [each.name for each in pool.all_cards()]
    assert names.count("Forest") == 1
    assert "Only Here" in names
    assert ours.faces[0].types == ("Land",)


def test_names_that_begin_alike_are_told_apart(own: Path) -> None:
    names = [
        ("Zz",),
        ("Zz Fire",),
        ("Zz Fire", "Zz Ice"),
        ("Zz Fire Ant",),
        ("Zz Fire'", "Zz Ant"),
        ("Zz Ice Age", "Zz Fire Ant"),
    ]
    pool.write([card(*each) for each in names], own)
    for each in names:
        assert pool.find(" // ".join(each))[0].name == " // ".join(each)
    assert pool.find("Zz Ice")[0].name == "Zz Fire // Zz Ice"
    assert pool.find("Zz Ant") == (card("Zz Fire'", "Zz Ant"), 1)
    assert pool.find("Zz Fire Ant")[0].name == "Zz Fire Ant"
    with pytest.raises(pool.UnknownCard):
        pool.find("Zz Fir")


def test_a_pool_that_is_written_again_is_read_again(own: Path) -> None:
    pool.write([card("Zz Before")], own)
    assert pool.find("Zz Before")[0] == card("Zz Before")
    pool.write([card("Zz After", "Zz Behind")], own)
    assert pool.find("Zz Behind")[1] == 1
    with pytest.raises(pool.UnknownCard):
        pool.find("Zz Before")
    assert sorted(path.name for path in own.iterdir()) == ["cards.jsonl", "faces.txt"]


def test_two_cards_of_one_name_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="F\u00f6rest"):
        pool.write([card("Forest"), card("F\u00f6rest")], tmp_path)


def test_a_broken_pool_is_bad_input(own: Path) -> None:
    own.mkdir(parents=True)
    (own / "cards.jsonl").write_text('{"name":"Forest","faces":[{"is":"no card"}]}\n', encoding="utf-8")
    with pytest.raises(BadInput, match="not a card"):
        pool.find("Forest")
    with pytest.raises(BadInput, match="not a card"):
        list(pool.all_cards())


def test_an_empty_pool_of_a_user_changes_nothing(own: Path) -> None:
    pool.write([], own)
    assert pool.find("Forest")[0].name == "Forest"


def test_a_pool_reads_back_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = list(pool.all_cards())
    pool.write(reversed(before), tmp_path / "models")
    assert (tmp_path / "models" / "cards.jsonl").read_bytes() == (data.models() / "cards.jsonl").read_bytes()
    assert (tmp_path / "models" / "faces.txt").read_bytes() == (data.models() / "faces.txt").read_bytes()
    monkeypatch.setenv("VERIFIER_DATA", str(tmp_path))
    assert list(pool.all_cards()) == before
