"""The pool that comes with the verifier: sorted, one form only, structure and no sentences."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from verifier import data
from verifier.cards import pool, wording
from verifier.cards.card import Card

LINES = (data.models() / "cards.jsonl").read_bytes().splitlines()
WORDS = re.compile(r"[^\s]+( [^\s]+){0,3}")
NAMES = {"name", "named"}


def strings(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from strings(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner, key)


@pytest.mark.parametrize("part", range(8))
def test_every_line_is_the_one_encoding_of_its_card_and_has_words(part: int) -> None:
    for line in LINES[part::8]:
        card = msgspec.json.decode(line, type=Card)
        assert msgspec.json.encode(card) == line, card.name
        assert all(wording.ability(each) for face in card.faces for each in face.abilities), card.name


def test_the_pool_has_no_field_for_a_sentence() -> None:
    long = {"duration", "spares", "kind"}
    for line in LINES:
        for key, value in strings(json.loads(line)):
            assert key in NAMES | long or value == "" or WORDS.fullmatch(value), (key, value)


def test_cards_are_sorted_by_the_form_in_which_names_are_compared() -> None:
    names = [pool.key(json.loads(line)["name"]) for line in LINES]
    assert names == sorted(set(names))


@pytest.mark.parametrize(
    "name", ["Treasure", "Gold", "Powerstone", "Eldrazi Spawn", "Eldrazi Scion", "Vibranium", "Heartwood"]
)
def test_predefined_tokens_are_cards(name: str) -> None:
    assert pool.find(name)[0].layout == "token"
