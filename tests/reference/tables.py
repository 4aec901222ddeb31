"""Boards for these tests: entries as in a file, or permanents of invented cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from verifier.board import Board, Characteristics, Chosen, Permanent, Player, Pools, Readings, Resolved
from verifier.board_format import board_from
from verifier.cards.ability import (
    Ability,
    Activated,
    AddMana,
    Begin,
    Cost,
    LayerEffect,
    SpellAbility,
    Static,
    TapSymbol,
)
from verifier.cards.card import Card, Face
from verifier.cards.mana import Mana
from verifier.cards.terms import Condition
from verifier.cards.vocabulary import LAND_TYPES
from verifier.reference import characteristics

WAITS = {"idle-replacement": "waits"}
LETTERS = "WUBRGC"


def board_of(*entries: str | dict[str, Any], **keys: Any) -> Board:
    """The board of a file with this battlefield and these other keys."""
    return board_from({"battlefield": list(entries), **keys}, "test")


def theirs(card: str, **keys: Any) -> dict[str, Any]:
    """An entry that the opponent controls."""
    return {"card": card, "controller": "opponent", **keys}


def mine(*mana: str, player: str = "you") -> set[Pools]:
    """Results in which that player alone gets mana, written as letters: ``mine("GG", "")``."""
    return {((player, tuple(m.count(letter) for letter in LETTERS)),) if m else () for m in mana}  # type: ignore[misc]


def invented(
    name: str, *abilities: Ability, types: tuple[str, ...] = ("Land",), subtypes: tuple[str, ...] = ()
) -> Card:
    """A card that nobody has printed."""
    return Card(name, (Face(name, types=types, subtypes=subtypes, abilities=abilities),))


def tap_for(mana: Mana, *costs: Cost) -> Activated:
    """{T}, and what else there is: add that mana."""
    return Activated(cost=(TapSymbol(), *costs), instructions=(AddMana(mana),))


def table_of(*cards: Card | Permanent, readings: Readings | None = None, edition: str = "2026-09-25") -> Board:
    """Permanents of these cards that you control, in timestamp order, beside an opponent with none."""
    entries = tuple(
        card if isinstance(card, Permanent) else permanent(card, timestamp=place) for place, card in enumerate(cards)
    )
    players = (Player("you"), Player("opponent"))
    return Board(players, "you", entries, edition, readings or Readings())


def permanent(
    card: Card, controller: str = "you", timestamp: int = 0, counters: tuple[tuple[str, int], ...] = (), color: str = ""
) -> Permanent:
    """A permanent whose id is the name of its card."""
    chosen = Chosen(color=color or None)
    return Permanent(card.name, card, controller, controller, timestamp, counters=counters, chosen=chosen)


# Continuous effects -----------------------------------------------------------------------------------------------


def creature(name: str, *abilities: object, size: int = 2, colors: str = "", subtypes: tuple[str, ...] = ()) -> Card:
    """A creature of that size."""
    face = Face(
        name, types=("Creature",), subtypes=subtypes, indicator=colors, power=size, toughness=size,
        abilities=abilities,  # type: ignore[arg-type]
    )  # fmt: skip
    return Card(name, (face,))


def enchantment(name: str, *effects: LayerEffect, condition: Condition | None = None) -> Card:
    """An enchantment with one static ability that has these parts."""
    return invented(name, Static(effects, condition), types=("Enchantment",))


def aura(name: str, host: str, *effects: LayerEffect, timestamp: int = 0) -> Permanent:
    """An Aura on that permanent."""
    card = invented(name, Static(effects), types=("Enchantment",), subtypes=("Aura",))
    return replace(permanent(card, timestamp=timestamp), attached_to=host)


def instant(name: str, *effects: LayerEffect, at: int, targets: tuple[str, ...] = ()) -> Resolved:
    """A spell that has resolved and whose effect is in force."""
    card = invented(name, SpellAbility((Begin(effects, "end of turn"),)), types=("Instant",))
    return Resolved(name, card, "you", at, targets=targets)


def seen(board: Board, name: str) -> Characteristics:
    """The permanent after all layers."""
    return characteristics(board)[name]


def size(board: Board, name: str) -> tuple[int | None, int | None]:
    """Its power and toughness."""
    return characteristics(board)[name].power, characteristics(board)[name].toughness


def with_entries(board: Board, *entries: Permanent | Resolved) -> Board:
    """The board with more entries."""
    return board.with_entries((*board.entries, *entries))


def land_types(board: Board, name: str) -> list[str]:
    """Its land types, sorted."""
    return [subtype for subtype in characteristics(board)[name].subtypes if subtype in LAND_TYPES]
