"""No text makes the readers fall over: what they do not understand is unmodelled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from verifier.cards.ability import Unmodelled
from verifier.cards.card import Card
from verifier.cards.oracle import read_card

PHRASES = [
    json.loads(line)["text"]
    for line in (Path(__file__).parent / "invented.jsonl").read_text(encoding="utf-8").splitlines()
]
JOINTS = [
    ". ",
    ", ",
    ": ",
    " and ",
    ", then ",
    " \u2014 ",
    "\n",
    ' "',
    '"',
    "\n\u2022 ",
    " if ",
    " unless ",
    " where X is ",
    " instead",
    "(",
]


def card(text: str, types: str = "Creature \u2014 Elf") -> dict[str, Any]:
    return {
        "name": "Quiet Harbor, of Invention",
        "layout": "normal",
        "mana_cost": "{X}{G}",
        "type_line": types,
        "oracle_text": text,
    }


def read(text: str, types: str = "Creature \u2014 Elf") -> Card:
    found = read_card(card(text, types))
    line = msgspec.json.encode(found)
    assert msgspec.json.decode(line, type=Card) == found
    assert msgspec.json.encode(msgspec.json.decode(line, type=Card)) == line
    return found


MIXED = st.lists(st.one_of(st.sampled_from(PHRASES), st.sampled_from(JOINTS), st.text(max_size=6)), max_size=7).map(
    "".join
)


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    MIXED,
    st.sampled_from(
        ["Land", "Instant", "Creature \u2014 Elf", "Enchantment \u2014 Class", "Enchantment \u2014 Saga", ""]
    ),
)
def test_phrases_put_together_anyhow(text: str, types: str) -> None:
    read(text, types)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.text(max_size=80))
def test_any_characters(text: str) -> None:
    read(text)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(PHRASES), st.data())
def test_phrases_with_words_taken_out_or_put_twice(phrase: str, data: st.DataObject) -> None:
    words = phrase.split()
    place = data.draw(st.integers(0, len(words) - 1))
    for other in ([*words[:place], *words[place + 1 :]], [*words[:place], words[place], *words[place:]]):
        read(" ".join(other).capitalize() + ".")


def test_what_no_rule_knows_is_unmodelled_and_says_what_it_is_about() -> None:
    found = read("Whenever the moon sings, add {G} to its song.\nGlimmering things wobble.").faces[0].abilities
    assert found == (Unmodelled("triggered", ("mana",)), Unmodelled("static"))
