"""What a permanent may enter as a copy of, and the copiable values it then has (707.2, 707.5, 707.9)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from verifier.cards.ability import CardOf, CopyException, EntersAsCopy, Static
from verifier.cards.card import Card, Face

from .asking import fits, players
from .layers import copiable, effects_of_resolved
from .table import Table, Thing, View, as_printed
from .zones import card_types, cards_of


def models(table: Table, entering: Thing, effect: EntersAsCopy, view: View) -> Iterator[tuple[Card, int]]:
    """Each card, with its face, that the entering permanent may become a copy of, the exceptions applied.

    Raises Unmodelled for what a board cannot tell.
    """
    this_ability = next(
        (a for a in entering.abilities if isinstance(a, Static) and effect in a.effects), Static((effect,))
    )
    for card, face in _copied(table, effect, view):
        yield _with_exception(card, face, effect.but, this_ability), face


def _copied(table: Table, effect: EntersAsCopy, view: View) -> Iterator[tuple[Card, int]]:
    if isinstance(effect.of, CardOf):
        for name in sorted(players(table, view, effect.of.player)):
            for card in cards_of(table, view, name, effect.of.zone):
                if not effect.of.types or card_types(card) & set(effect.of.types):
                    yield card, 0
        return
    values = copiable(table.board, table.order, effects_of_resolved(table.board, table.order)).table.there
    for thing in table.there.values():
        if fits(table, view, thing, effect.of):
            yield _as_card(values[thing.id])


def _as_card(thing: Thing) -> tuple[Card, int]:
    """Its copiable values (707.2): the card that it is or is a copy of, or one that has what layer 1 has given it."""
    permanent = thing.permanent
    if thing == as_printed(permanent):
        if permanent.copy_of is not None:
            return permanent.copy_of, permanent.copy_face
        return permanent.card, permanent.face
    face = Face(
        name=thing.name,
        mana_cost=thing.mana_cost,
        types=tuple(sorted(thing.types)),
        subtypes=tuple(sorted(thing.subtypes)),
        supertypes=tuple(sorted(thing.supertypes)),
        indicator=thing.colors,
        power=thing.power,
        toughness=thing.toughness,
        abilities=tuple(held.ability for held in thing.held if held.origin == "text"),
    )
    return Card(thing.name, (face,)), 0


def _with_exception(card: Card, number: int, but: CopyException | None, this_ability: Static) -> Card:
    if but is None:
        return card
    face = card.faces[number]
    supertypes = tuple(dict.fromkeys((*face.supertypes, *but.supertypes)))
    if but.not_legendary:
        supertypes = tuple(name for name in supertypes if name != "Legendary")
    face = replace(
        face,
        name=but.name or face.name,
        types=tuple(dict.fromkeys((*face.types, *but.types))),
        subtypes=tuple(dict.fromkeys((*face.subtypes, *but.subtypes))),
        supertypes=supertypes,
        indicator="".join(c for c in "WUBRG" if c in face.colors or c in but.colors) if but.colors else face.indicator,
        power=face.power if but.power is None else but.power,
        toughness=face.toughness if but.toughness is None else but.toughness,
        abilities=face.abilities + but.abilities + ((this_ability,) if but.this_ability else ()),
    )
    return replace(card, faces=(*card.faces[:number], face, *card.faces[number + 1 :]))
