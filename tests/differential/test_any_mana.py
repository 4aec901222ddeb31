"""Mana that is replaced tapped for or not, and mana that all players add: three answers on random boards."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from bench.comparison import questions
from bench.invented import Inventor
from verifier.board import Activate, Board, Chosen, Permanent, Player, Readings, Tap
from verifier.cards import pool
from verifier.cards.ability import (
    AddForAll,
    AddMana,
    AddsMana,
    ManaReplacement,
    Static,
    Triggered,
    WhenTappedForMana,
    WouldAddMana,
)
from verifier.cards.card import Card
from verifier.cards.mana import OneType, Symbols, TypesProduced
from verifier.cards.terms import Anything, OfType, PlayerRef
from verifier.encode import answers as encode
from verifier.errors import Illegal, Undecided, Unmodelled
from verifier.reference import could_produce, produced
from verifier.reference.mana_events import mana_happenings
from verifier.rules import answers as rules
from verifier.rules.triggers import activated

BOARDS = 360
REAL = ("Forest", "Taiga", "Reflecting Pool", "Fellwar Stone", "Blood Pet", "Wild Growth", "Mana Reflection", "Swamp")
NAMES = ("you", "left", "right")


def _watcher(inventor: Inventor) -> Card:
    """A permanent that adds mana when something is tapped for mana or adds some."""
    rng = inventor.rng
    event = WhenTappedForMana(Anything()) if rng.random() < 0.7 else AddsMana(OfType("Land"))
    mana = OneType(TypesProduced()) if rng.random() < 0.3 else Symbols((rng.choice("WUBRG"),))
    return inventor.card(("Enchantment",), (Triggered(event, (AddMana(mana, rng.choice(("you", "that player"))),)),))


def _board(number: int) -> Board:
    rng = Random(f"any mana {number}")
    inventor = Inventor(rng)
    names = NAMES[: rng.choice((2, 2, 3))]
    cards = [pool.find(rng.choice(REAL))[0] for _ in range(rng.randint(1, 2))]
    cards += [inventor.land() for _ in range(rng.randint(0, 2))]
    for _ in range(rng.randint(1, 3)):
        effect = inventor.replacement()
        if rng.random() < 0.7:
            change = AddForAll() if rng.random() < 0.3 else inventor.change()
            whose: PlayerRef = "everyone" if rng.random() < 0.5 else inventor.player()
            effect = ManaReplacement(WouldAddMana(whose, inventor.player()), change)
        cards.append(inventor.card(("Enchantment",), (Static((effect,)),)))
    cards += [_watcher(inventor) for _ in range(rng.randint(0, 1))]
    entries: list[Permanent] = []
    for place, card in enumerate(cards):
        who = rng.choice(names)
        host = entries[0].id if entries and "Aura" in card.faces[0].subtypes else None
        chosen = Chosen(color=rng.choice("WUBRG"), player=rng.choice(names))
        entries.append(Permanent(f"p{place}", card, who, who, place, chosen=chosen, attached_to=host))
    readings = Readings(idle_replacement="waits") if rng.random() < 0.3 else Readings()
    return Board(tuple(map(Player, names)), names[0], tuple(entries), readings=readings)


def _answer(ask: Callable[..., object], *of: object) -> object:
    try:
        return ask(*of)
    except Illegal:
        return "illegal"
    except (Unmodelled, Undecided):
        return None


@pytest.mark.parametrize("stretch", range(6))
def test_the_sides_agree(stretch: int) -> None:
    compared = with_solver = 0
    for number in range(stretch * BOARDS // 6, (stretch + 1) * BOARDS // 6):
        board = _board(number)
        pairs: list[tuple[Any, Any, Any, tuple[Any, ...]]] = []
        pairs.append((rules.could_produce, could_produce, encode.could_produce, (board,)))
        for question in questions(board):
            if isinstance(question.event, Tap | Activate):
                pairs.append((rules.produced, produced, encode.produced, (board, question.event)))
                pairs.append((activated, mana_happenings, None, (board, question.event)))
        for one, other, third, asked in pairs:
            left, right = _answer(one, *asked), _answer(other, *asked)
            if left is None or left == "illegal":
                continue
            if right is not None:
                assert left == right, (number, asked)
                compared += 1
            if third is not None and number % 15 == 0:
                proved = _answer(third, *asked)
                assert proved in (None, left), (number, asked)
                with_solver += proved is not None
    assert compared > 100
    assert with_solver > 5
