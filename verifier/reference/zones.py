"""Cards in hands, libraries and graveyards, with the characteristics that they have there."""

from __future__ import annotations

from verifier.board import Player
from verifier.cards.card import Card, Face
from verifier.cards.terms import CardsIn, Zone
from verifier.errors import Unmodelled

from .table import Table, View


def cards_of(table: Table, view: View, name: str, zone: Zone) -> tuple[Card, ...]:
    """The cards in the zone. Raises Unmodelled where the board gives only their number."""
    player = table.board.player(name)
    number, cards = _zone(view, player, zone)
    if cards is None and number > 0:
        raise Unmodelled(view.subject, f"which cards are in the {zone} of {name}")
    return cards or ()


def number_of_cards(table: Table, view: View, name: str, asked: CardsIn) -> int:
    """How many cards the player has in the zone that are such as is asked; any cards if nothing is asked of them."""
    if not asked.types and not asked.subtypes and not asked.colors and not asked.named:
        number, cards = _zone(view, table.board.player(name), asked.zone)
        return number if cards is None else len(cards)
    return sum(_is_such(card, asked) for card in cards_of(table, view, name, asked.zone))


def faces_off_the_battlefield(card: Card) -> tuple[Face, ...]:
    """The faces that count in other zones: all halves of a split card (709.4), else the front face (712.8a)."""
    return card.faces if card.layout == "split" else card.faces[:1]


def card_types(card: Card) -> set[str]:
    """The card types of a card that is not on the battlefield."""
    return {name for face in faces_off_the_battlefield(card) for name in face.types}


def _is_such(card: Card, asked: CardsIn) -> bool:
    """Whether the card has one of the types, subtypes and colors, and the name, where they are asked for."""
    faces = faces_off_the_battlefield(card)
    if asked.types and not card_types(card) & set(asked.types):
        return False
    if asked.subtypes and not any(set(face.subtypes) & set(asked.subtypes) for face in faces):
        return False
    if asked.colors and not any(set(face.colors) & set(asked.colors) for face in faces):
        return False
    return not asked.named or any(face.name == asked.named for face in faces)


def _zone(view: View, player: Player, zone: Zone) -> tuple[int, tuple[Card, ...] | None]:
    if zone == "hand":
        return player.hand, player.hand_cards
    if zone == "library":
        return player.library, player.library_cards
    if zone == "graveyard":
        return player.graveyard, player.graveyard_cards
    raise Unmodelled(view.subject, "a board does not say which cards are in exile")
