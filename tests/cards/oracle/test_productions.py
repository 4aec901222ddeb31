"""Invented phrases that use every production of the grammars, and what each means."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from verifier.cards.oracle import grammar, words

INVENTED = [
    json.loads(line) for line in (Path(__file__).parent / "invented.jsonl").read_text(encoding="utf-8").splitlines()
]


def names_used(start: str, text: str) -> set[str]:
    words.WordLexer.coming = words.WordLexer.NOT_BEGUN
    return {str(tree.data) for tree in grammar.parser().parse(text, start=start).iter_subtrees()}


def test_every_production_is_used_by_an_invented_phrase() -> None:
    productions = {str(rule.alias or rule.origin.name) for rule in grammar.parser().rules}
    used = {name for each in INVENTED for name in names_used(each["start"], each["text"])}
    assert {name for name in productions if not name.startswith("_")} - used == set()


@pytest.mark.parametrize("each", INVENTED, ids=[each["rule"] for each in INVENTED])
def test_a_phrase_uses_its_production_and_means_what_it_says(each: dict[str, str]) -> None:
    assert each["rule"] in names_used(each["start"], each["text"])
    assert repr(grammar.read(each["start"], each["text"])) == each["means"]
