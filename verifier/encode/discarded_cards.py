"""What a card that is discarded or milled is, and what it says of where it goes (113.6, 702.35a, 709.4, 712.8a)."""

from __future__ import annotations

from collections.abc import Iterator

from ..cards import ability as a
from ..cards.card import Card, Face
from ..errors import Unmodelled


def faces_in_a_hidden_zone(card: Card) -> tuple[Face, ...]:
    """The faces that count where the card is no permanent and no spell."""
    return card.faces if card.layout == "split" else card.faces[:1]


def types_of(card: Card) -> frozenset[str]:
    """Its card types there."""
    return frozenset(kind for face in faces_in_a_hidden_zone(card) for kind in face.types)


def is_such_a_card(card: Card | None, effect: a.DiscardReplacement | a.GraveyardReplacement, subject: str) -> bool:
    """Whether the effect speaks of such cards. Raises Unmodelled where the board does not name the card."""
    subtype = effect.subtype if isinstance(effect, a.DiscardReplacement) else ""
    keyword = effect.keyword if isinstance(effect, a.GraveyardReplacement) else ""
    if not effect.types and not subtype and not keyword:
        return True
    if card is None:
        raise Unmodelled(subject, "a replacement of where certain cards go")
    faces = faces_in_a_hidden_zone(card)
    names = {each.name for face in faces for each in face.abilities if isinstance(each, a.Keyword)}
    return (
        (not effect.types or not types_of(card).isdisjoint(effect.types))
        and (not subtype or any(subtype in face.subtypes for face in faces))
        and (not keyword or keyword in names)
    )


def own_replacements(card: Card) -> Iterator[a.DiscardReplacement | a.GraveyardReplacement]:
    """The replacements of its own move that the card has in every zone; madness is one of any discard."""
    for face in faces_in_a_hidden_zone(card):
        for ability in face.abilities:
            if isinstance(ability, a.Keyword) and ability.name == "madness":
                yield a.DiscardReplacement("you", "any", "exile", this_card=True)
            if isinstance(ability, a.Static):
                for effect in ability.effects:
                    if isinstance(effect, a.DiscardReplacement | a.GraveyardReplacement) and effect.this_card:
                        yield effect
