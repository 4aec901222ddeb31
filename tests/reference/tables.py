"""Boards for these tests: entries as in a file, or permanents of invented cards."""

from __future__ import annotations

from typing import Any

from verifier.board import Board, Chosen, Permanent, Player, Pools, Readings
from verifier.board_format import board_from
from verifier.cards.ability import Ability, Activated, AddMana, Cost, TapSymbol
from verifier.cards.card import Card, Face
from verifier.cards.mana import Mana

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
