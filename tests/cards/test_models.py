"""The models of cards: one form only, closed words, and as many abilities as the printed card has lines."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from verifier.cards import ability as a
from verifier.cards import wording
from verifier.cards.card import Card, Face
from verifier.cards.vocabulary import BASIC_LAND_TYPES, CARD_TYPES, SUPERTYPES, TYPES_OF_MANA

GOLDEN = Path(__file__).parent / "golden.jsonl"
ODDEST = Path(__file__).parent / "oddest.jsonl"
ORACLE = Path(__file__).resolve().parents[3] / "shared" / "data" / "oracle-cards.json.gz"
SYMBOL = re.compile(r"\d+|[WUBRGCSXYZ]|[WUBRGC2](/[WUBRGC])?/[WUBRGP]")
WORD = re.compile(r"[A-Za-z0-9+/'.:-]+( [A-Za-z0-9+/'.:-]+){0,2}")
NAMES = {"name"}
CLOSED = {"kind", "duration", "spares", "what", "cause", "step", "change"}
"""Keys whose words the types of the language list one by one."""


def lines() -> list[bytes]:
    files = [GOLDEN, ODDEST]
    return [line for file in files for line in file.read_bytes().splitlines()]


CARDS = {card.name: card for card in (msgspec.json.decode(line, type=Card) for line in lines())}
FACES = [face for card in CARDS.values() for face in card.faces]


def strings(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from strings(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner, key)


def test_every_line_is_the_one_encoding_of_its_card() -> None:
    for line in lines():
        card = msgspec.json.decode(line, type=Card)
        assert msgspec.json.encode(card) == line, card.name


def test_the_models_hold_words_and_no_sentence() -> None:
    for line in lines():
        for key, value in strings(json.loads(line)):
            assert key in NAMES | CLOSED or value == "" or WORD.fullmatch(value), (key, value)


def test_characteristics_are_words_of_the_rules() -> None:
    for face in FACES:
        assert set(face.types) <= set(CARD_TYPES), face.name
        assert face.types, face.name
        assert set(face.supertypes) <= set(SUPERTYPES), face.name
        assert all(SYMBOL.fullmatch(symbol) for symbol in face.mana_cost), face.name
        assert not set(face.indicator or "") - set("WUBRG"), face.name


def test_symbols_of_mana_and_sets_of_types_are_spelt_the_rules_way() -> None:
    for line in lines():
        for key, value in strings(json.loads(line)):
            if key == "symbols":
                assert SYMBOL.fullmatch(value), value
            if key in {"replaced", "colors", "not_color"}:
                assert value == "".join(letter for letter in TYPES_OF_MANA if letter in value), (key, value)


def test_no_card_prints_the_ability_that_a_basic_land_type_gives() -> None:
    intrinsic = {
        kind: a.Activated((a.TapSymbol(),), (a.AddMana(a.Mana.__args__[0]((letter,))),))
        for kind, letter in BASIC_LAND_TYPES.items()
    }
    for face in FACES:
        for kind in set(face.subtypes) & set(intrinsic):
            assert intrinsic[kind] not in face.abilities, face.name


def test_every_model_has_words() -> None:
    for face in FACES:
        for each in face.abilities:
            assert wording.ability(each), face.name


def test_a_model_made_by_hand_leaves_nothing_out() -> None:
    for line in GOLDEN.read_bytes().splitlines():
        for face in msgspec.json.decode(line, type=Card).faces:
            assert not [each for each in face.abilities if isinstance(each, a.Unmodelled)], face.name


# Against the printed cards, where their texts are at hand ------------------------------------------------------------


@pytest.fixture(scope="module")
def printed() -> dict[str, dict[str, Any]]:
    if not ORACLE.exists():
        pytest.skip("the printed texts are not at hand")
    found: dict[str, dict[str, Any]] = {}
    for card in json.loads(gzip.decompress(ORACLE.read_bytes())):
        if card["name"] in CARDS:
            found.setdefault(card["name"], card)
    return found


def faces(card: Card, text: dict[str, Any]) -> Iterator[tuple[Face, dict[str, Any]]]:
    yield from zip(card.faces, text.get("card_faces") or [text], strict=True)


def test_every_card_is_a_real_one(printed: dict[str, dict[str, Any]]) -> None:
    assert set(printed) == set(CARDS)


def test_characteristics_are_those_that_are_printed(printed: dict[str, dict[str, Any]]) -> None:
    for card in CARDS.values():
        for face, text in faces(card, printed[card.name]):
            assert face.name == text["name"]
            assert "".join(f"{{{symbol}}}" for symbol in face.mana_cost) == text["mana_cost"], face.name
            left = [*face.supertypes, *face.types]
            line = text["type_line"].split(" \u2014 ")
            assert sorted(left) == sorted(line[0].split()), face.name
            assert " ".join(face.subtypes) == (line[1] if len(line) > 1 else ""), face.name
            if "colors" in text:
                assert set(face.colors) == set(text["colors"]), face.name
            for number in ("power", "toughness", "loyalty", "defense"):
                value = text.get(number)
                assert getattr(face, number) == (int(value) if value and value.isdigit() else None), face.name


def kind_of(line: str) -> str:
    """The kind of the ability that a printed line has, as its shape shows it."""
    bare = re.sub(r'"[^"]*"', "", line)
    bare = re.sub(r"^[A-Z][\w' ,!-]* \u2014 ", "", bare)
    if re.match(r"(When|Whenever|At) |^[IVX, ]+ \u2014", bare) or re.match(r"[IVX, ]+ \u2014", line):
        return "triggered"
    return "activated" if re.match(r"[^.]*(\}|Sacrifice|Discard|Pay|Tap|Remove|Reveal|\])[^.]*: ", bare) else "other"


def kind_modelled(it: a.Ability) -> str:
    if isinstance(it, a.NoBearing | a.Unmodelled):
        return it.kind if it.kind in {"activated", "triggered"} else "other"
    return {a.Activated: "activated", a.Triggered: "triggered"}.get(type(it), "other")


def are_keywords(words: list[str], abilities: list[a.Ability]) -> bool:
    """Each of the words on the line begins with the name of one of the keyword abilities, in their order."""
    return len(abilities) == len(words) and all(
        isinstance(each, a.Keyword) and word.casefold().startswith(each.name)
        for word, each in zip(words, abilities, strict=True)
    )


def difference(face: Face, lines: list[str]) -> str:
    """Where the abilities of the face do not follow the printed lines; nothing if they do.

    A line has one ability, or several keyword abilities. What a spell does may take several lines.
    """
    rest = list(face.abilities)
    for place, line in enumerate(lines):
        words = re.split("[,;] ", line)
        if are_keywords(words, rest[: len(words)]):
            del rest[: len(words)]
        elif not rest:
            return f"{face.name}: nothing for {line[:20]!r}"
        elif isinstance(rest[0], a.SpellAbility):
            if len(lines) - place <= len(rest):
                rest.pop(0)
        elif kind_modelled(rest[0]) != kind_of(line):
            return f"{face.name}: {kind_of(line)} is {wording.ability(rest[0])}"
        else:
            rest.pop(0)
    return f"{face.name}: no line for {wording.ability(rest[0])}" if rest else ""


def test_there_are_as_many_abilities_as_printed_lines(printed: dict[str, dict[str, Any]]) -> None:
    found: list[str] = []
    for card in CARDS.values():
        for face, text in faces(card, printed[card.name]):
            lines = [re.sub(r"\s*\([^()]*\)", "", line) for line in (text["oracle_text"] or "").splitlines()]
            found.append(difference(face, [line for line in lines if line.strip()]))
    assert [each for each in found if each] == []
