"""Where one discarded or milled card can end: what others say of it and what it says of itself (614.6, 616.1, 702.35).

A card that the board does not name (None) says nothing of itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..board import Board
from ..cards.ability import Ability, DiscardReplacement, GraveyardReplacement, Keyword, Static
from ..cards.card import Card, Face
from ..errors import Unmodelled
from .effects import InForce, in_force
from .layers import things
from .terms import means


class Way(NamedTuple):
    """A zone to which an effect puts the card instead of the graveyard, and whether its owner may decline.

    ``source`` is the entry whose effect it is, or the name of the card itself; ``rule`` is the one that it rests on.
    """

    to: str
    optional: bool
    source: str
    rule: str = "614.6"


def destinations(board: Board, player: str, cause: str, by: str | None, card: Card | None = None) -> frozenset[str]:
    """The zones where the card can end, every applicable replacement in any order. Raises Unmodelled."""
    ways = ways_of(board, player, cause, by, card)
    # Once one is applied the card is bound for the graveyard no more; the mandatory ones cannot all be passed over.
    found = {way.to for way in ways}
    return frozenset(found if any(not way.optional for way in ways) else found | {"graveyard"})


def ways_of(board: Board, player: str, cause: str, by: str | None, card: Card | None = None) -> list[Way]:
    """What effects, and the card itself, do to it instead of putting it into the graveyard. Raises Unmodelled."""
    ways = [way for effect in in_force(board, things(board)) for way in _of_effect(effect, player, card, cause, by)]
    return ways if card is None else [*ways, *_of_the_card(card, player, cause, by)]


def _of_effect(effect: InForce, player: str, card: Card | None, cause: str, by: str | None) -> Iterator[Way]:
    """What an effect in force does to it; one that speaks of its own card alone speaks of none that is discarded."""
    replacement, scope = effect.effect, effect.scope
    if isinstance(replacement, GraveyardReplacement) and not replacement.this_card:
        if means(replacement.owner, player, scope) and _is_such(
            card, effect.source, replacement.types, keyword=replacement.keyword
        ):
            yield Way(replacement.to, False, effect.source)
    if isinstance(replacement, DiscardReplacement) and not replacement.this_card and cause != "mill":
        if (
            means(replacement.player, player, scope)
            and _caused(replacement, player, cause, by)
            and _is_such(card, effect.source, replacement.types, subtype=replacement.subtype)
        ):
            yield Way(replacement.to, replacement.optional, effect.source)


def _of_the_card(card: Card, player: str, cause: str, by: str | None) -> Iterator[Way]:
    """What the card says of being discarded (702.35a) or of being put into a graveyard, wherever it is (113.6)."""
    for ability in _abilities(card):
        if isinstance(ability, Keyword) and ability.name == "madness" and cause != "mill":
            yield Way("exile", False, card.name, "702.35a")
        for effect in ability.effects if isinstance(ability, Static) else ():
            if isinstance(effect, GraveyardReplacement) and effect.this_card:
                yield Way(effect.to, False, card.name)
            if isinstance(effect, DiscardReplacement) and effect.this_card and cause != "mill":
                if _caused(effect, player, cause, by):
                    yield Way(effect.to, effect.optional, card.name)


def _caused(replacement: DiscardReplacement, player: str, cause: str, by: str | None) -> bool:
    """A cost is no effect, nor is the discard of the cleanup step (118.12, 514.1)."""
    if replacement.cause == "any":
        return True
    return cause == "effect" and (replacement.cause == "effect" or (by is not None and by != player))


def _is_such(card: Card | None, source: str, types: tuple[str, ...], *, subtype: str = "", keyword: str = "") -> bool:
    """Whether it is a card of the types, subtype and keyword that are asked for."""
    if not types and not subtype and not keyword:
        return True
    if card is None:
        raise Unmodelled(source, "which card is discarded or milled")
    return (
        (not types or bool(card_types(card) & set(types)))
        and (not subtype or any(subtype in face.subtypes for face in _faces(card)))
        and (not keyword or any(isinstance(a, Keyword) and a.name == keyword for a in _abilities(card)))
    )


def _faces(card: Card) -> tuple[Face, ...]:
    """The faces that count off the battlefield: the halves of a split card (709.4), else the front one (712.8a)."""
    return card.faces if card.layout == "split" else card.faces[:1]


def _abilities(card: Card) -> Iterator[Ability]:
    return (ability for face in _faces(card) for ability in face.abilities)


def card_types(card: Card) -> frozenset[str]:
    """The card types of a card that is not on the battlefield."""
    return frozenset(name for face in _faces(card) for name in face.types)
