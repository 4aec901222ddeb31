"""Invented cards in the templates of real ones, read as a whole."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from verifier.cards.card import Card, Face
from verifier.cards.oracle import language as a
from verifier.cards.oracle import no_bearing, read_card
from verifier.cards.oracle.tokens import tokens

INVENTED = tomllib.loads((Path(__file__).parent / "invented_cards.toml").read_text(encoding="utf-8"))["card"]


def read(type_line: str, text: str, name: str = "Harbor of Two Tides", **more: Any) -> Face:
    printed = {"name": name, "layout": "normal", "mana_cost": "", "type_line": type_line, "oracle_text": text, **more}
    return read_card(printed).faces[0]


@pytest.mark.parametrize("card", INVENTED, ids=[card["name"] for card in INVENTED])
def test_each_line_gives_an_ability_of_its_class(card: dict[str, Any]) -> None:
    found = read(card["type"], card["text"].strip(), card["name"]).abilities
    assert [type(each).__name__ for each in found] == card["classes"]


def test_reminder_text_is_no_ability() -> None:
    assert read("Basic Land \u2014 Island", "({T}: Add {U}.)").abilities == ()


def test_a_name_in_the_text_is_the_card_itself() -> None:
    found = read("Land", "Sacrifice Harbor of Two Tides: Add {G}.").abilities
    assert found == (a.Activated((a.SacrificeCost(a.This()),), (a.AddMana(a.Symbols(("G",))),)),)


def test_it_is_the_target_once_there_is_one() -> None:
    (found,) = read("Land", "{T}: Put a flood counter on target land. Untap it.").abilities
    assert isinstance(found, a.Activated)
    assert found.instructions[1] == a.TapPermanents(a.TargetPermanent(), untap=True)


def test_a_card_that_was_moved_is_nothing_that_can_be_said() -> None:
    text = "{T}: Search your library for an Elf card, put that card onto the battlefield, then shuffle. It gains haste."
    assert read("Land", text).abilities == (a.Unmodelled("activated"),)


def test_x_of_the_cost_is_counted_by_the_cost() -> None:
    (found,) = read("Land", "{X}, {T}: Add X mana of any one color.").abilities
    assert isinstance(found, a.Activated)
    assert found.instructions == (a.AddMana(a.OneType(a.Types("WUBRG"), a.CountedByCost())),)


def test_x_that_nothing_tells_is_not_understood() -> None:
    assert read("Land", "{T}: Add X mana of any one color.").abilities == (a.Unmodelled("activated", ("mana",)),)


def test_faces_have_their_own_texts() -> None:
    card = read_card({
        "name": "Near Side // Far Side", "layout": "modal_dfc", "mana_cost": "{G}", "type_line": "Sorcery",
        "card_faces": [
            {"name": "Near Side", "mana_cost": "{G}", "type_line": "Sorcery", "oracle_text": "Draw a card."},
            {"name": "Far Side", "mana_cost": "", "type_line": "Land", "oracle_text": "{T}: Add {G}."},
        ],
    })  # fmt: skip
    assert (card.layout, [face.types for face in card.faces]) == ("modal", [("Sorcery",), ("Land",)])
    assert isinstance(card.faces[1].abilities[0], a.Activated)


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("This spell can't be countered.", "cannot-be-countered"),
        ("If this card is in your opening hand, you may start the game with it.", "opening-hand"),
        ("Your starting hand size is increased by two.", "starting-hand"),
        (
            ("If an effect would create one or more Elf tokens, it creates twice that many of those tokens instead."),
            "tokens",
        ),
        ("You may spend red mana as though it were blue mana.", "spending-mana"),
        ("If you would lose unspent mana, that mana becomes green instead.", "unspent-mana"),
        ("Elf spells you cast cost {1} less to cast.", "cost-of-spells"),
        ("Players play with their hands revealed.", "revealed-hands"),
        ("Play with the top card of your library revealed.", "revealed-library"),
        ("This creature doesn't untap during your untap step.", "untapping"),
        ("This creature can't be blocked by Elves.", "combat"),
        ("You may cast Elf spells from your graveyard.", "casting"),
        ("If a source would deal damage to you, prevent two of that damage.", "damage"),
        ("This creature can't be the target of spells your opponents control.", "targeting"),
        ("If an Elf would gain life, it gains no life instead.", "life-changes"),
        ("A deck can have any number of cards named Quiet Harbor.", "deck"),
        ("This creature can't be enchanted.", "attaching"),
        ("Players can't search libraries.", "searching"),
        (
            ("If an Elf entering causes an ability of an Elf to trigger, that ability triggers an additional time."),
            "triggering",
        ),
        ("Creatures can't be regenerated.", "regeneration"),
        ("Spells your opponents control can't cause you to sacrifice permanents.", "sacrifices"),
        ("The legend rule doesn't apply to Elves you control.", "legend-rule"),
        ("You can't lose the game.", "game-end"),
        ("Creatures can't have counters put on them.", "counting"),
    ],
)
def test_an_ability_has_no_bearing_only_by_a_rule_that_names_it(sentence: str, rule: str) -> None:
    assert read("Enchantment", sentence).abilities == (a.NoBearing("static", f"static:{rule}"),)


def test_every_rule_has_a_reason_with_the_number_of_a_rule() -> None:
    assert all("(" in reason for reason in no_bearing.reasons().values())


@pytest.mark.parametrize(
    "more", ["and lands you control are Islands", "and add {G}", "and you draw a card", "and has haste"]
)
def test_no_rule_fits_a_sentence_that_says_more(more: str) -> None:
    (found,) = read("Enchantment", f"This creature can't be blocked by Elves {more}.").abilities
    assert not isinstance(found, a.NoBearing)


def test_tokens_are_cards_of_one_face_that_encode_alike() -> None:
    names = [token.name for token in tokens()]
    assert {"Treasure", "Gold", "Powerstone", "Eldrazi Spawn", "Eldrazi Scion", "Vibranium", "Heartwood"} <= set(names)
    assert all(isinstance(token, Card) and token.layout == "token" for token in tokens())
