"""Wording: every class of the language has words, and some cards read as they should."""

from __future__ import annotations

import re
import sys
import typing
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import language

from verifier.cards import ability as a
from verifier.cards import clauses, effect_wording, phrases, pool, wording
from verifier.cards import mana as m
from verifier.cards import terms as t

WORDED = (
    (a.Ability, wording.ability),
    (a.Cost, clauses.cost),
    (a.ContinuousEffect, effect_wording.effect),
    (a.Instruction, wording.instruction),
    (a.TriggerEvent, lambda event: wording.ability(a.Triggered(event, (a.Draw(1),)))),
    (a.ManaChange, lambda change: effect_wording.effect(a.ManaReplacement(a.TappedForMana(t.This()), change))),
    (
        a.TappedForMana | a.WouldAddMana,
        lambda when: effect_wording.effect(a.ManaReplacement(when, a.Multiply(2))),
    ),
    (m.Mana, clauses.mana),
    (m.TypeSet, clauses.of_types),
    (t.Filter, phrases.one),
    (t.Filter, phrases.each),
    (t.Filter, phrases.many),
    (t.Filter, lambda inner: phrases.one(t.Except(inner))),
    (t.Filter, lambda inner: phrases.one(t.AllOf((inner, t.ControlledBy("you"))))),
    (t.Quantity, phrases.quantity),
    (t.Condition, clauses.condition),
    (a.CardOf, lambda card: effect_wording.effect(a.EntersAsCopy(card))),
    (a.Instead, lambda instead: wording.instruction(a.AddMana(m.Symbols(("G",)), instead=(instead,)))),
    (
        a.CopyException,
        lambda exception: effect_wording.effect(a.BecomeCopy(t.This(), t.TargetPermanent(), exception)),
    ),
)
ROUTES = [(kind, say) for union, say in WORDED for kind in typing.get_args(union) or (union,) if kind is not int]


def test_every_class_is_reached() -> None:
    assert {kind for kind, _ in ROUTES} == set(language.classes())


@pytest.mark.parametrize(("kind", "say"), ROUTES, ids=lambda value: getattr(value, "__name__", "say"))
def test_every_class_has_words(kind: type[t.Term], say: typing.Callable[[t.Term], str]) -> None:
    for example in language.examples(kind):
        words = say(example)
        assert words.strip() == words
        assert words
        assert "  " not in words, words
        assert not re.search(r"\b[A-Z][a-z]+[A-Z]\w*\(|\bNone\b|<", words), words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Reflecting Pool", ["{T}: add one mana of a type that any land you control could produce"]),
        ("Plaza of Harmony", [
            "when this permanent enters, if there are 2 or more Gates you control: change a life total (no bearing)",
            "{T}: add {C}",
            "{T}: add one mana of a type that any Gate you control could produce",
        ]),
        ("River of Tears", ["{T}: add {U}; if a land was played by you this turn, {B} instead"]),
        ("Damping Sphere", [
            "when a land is tapped for 2 or more mana, all of it becomes one colorless mana",
            "[static ability without bearing on any question: static:cost-of-spells]",
        ]),
        ("Pulse of Llanowar", [
            "when a basic land you control is tapped for mana, all of it becomes as much mana of any color",
        ]),
        ("Gnat Miser", ["each opponent's maximum hand size shrinks by 1"]),
        ("Graceful Adept", ["you have no maximum hand size"]),
        ("Notion Thief", [
            "flash",
            "when an opponent would draw (not the first one of the draw step), you draw one card instead",
        ]),
        ("Blood Moon", ["each nonbasic land is Mountain and nothing else"]),
        ("Star Compass", [
            "this permanent enters tapped",
            "{T}: add one mana of a color that any basic land you control could produce",
        ]),
        (
            "Survivors' Encampment",
            ["{T}: add {C}", "{T}, tap a creature you control, untapped so far: add one mana of any color"],
        ),
        ("Forest", []),
    ],
)  # fmt: skip
def test_a_card_reads(name: str, words: list[str]) -> None:
    card, face = pool.find(name)
    assert [wording.ability(each) for each in card.faces[face].abilities] == words


def test_nothing_in_the_pool_is_left_without_words() -> None:
    for card in pool.all_cards():
        for face in card.faces:
            for each in face.abilities:
                assert wording.ability(each), face.name
