"""Sets of mana types: what each means on a table, and where it means nothing (106.5, 106.7)."""

from __future__ import annotations

from verifier.cards import mana as m
from verifier.cards import pool
from verifier.cards.naming import in_words
from verifier.cards.terms import Filter
from verifier.cards.vocabulary import COLORS, TYPES_OF_MANA
from verifier.errors import Unmodelled

from .asking import colors_among, meant, players
from .table import Table, View
from .zones import cards_of, faces_off_the_battlefield


def types_among(table: Table, view: View, asked: m.TypeSet) -> str:
    """The types of mana in the set, in order; "" where no type is defined (106.5).

    Raises Unmodelled where a board cannot tell.
    """
    found: set[str]
    match asked:
        case m.Types(types=types):
            found = set(types)
        case m.ChosenColor():
            found = {view.chosen.color} if view.chosen.color is not None else set()
        case m.CouldProduce(by=filter, colors_only=colors_only):
            found = {letter for thing in meant(table, view, filter) for letter in table.could(thing.id)}
            if colors_only:
                found &= set(COLORS)  # 106.1a
        case m.ColorsOf(of=filter):
            found = set(colors_among(meant(table, view, filter)))
        case m.CommanderIdentity():
            found = set(table.board.player(view.you).identity or "")
        case m.ExiledColors(with_=filter):
            found = set(_exiled_colors(table, view, filter))
        case m.ColorsOfCards(zone=zone, player=who, types=types, supertypes=supertypes):
            found = {
                color
                for name in players(table, view, who)
                for card in cards_of(table, view, name, zone)
                for face in faces_off_the_battlefield(card)
                if (not types or set(types) & set(face.types))
                and (not supertypes or set(supertypes) & set(face.supertypes))
                for color in face.colors
            }
        case m.ColorsOfMovedCard():
            raise Unmodelled(view.subject, "the colors of a card that the ability moves or reveals")
        case m.NotedType():
            raise Unmodelled(view.subject, "a board does not say which type of mana was noted")
        case m.TypesProduced():
            # Read outside the event that it speaks of, it names no type.
            found = set(view.produced)
        case m.ByLandType(types=pairs):
            about = None if view.event is None else table.thing(view.event)
            found = set() if about is None else {letter for land_type, letter in pairs if land_type in about.subtypes}
        case m.ThatType():
            found = {view.type_before} if view.type_before is not None else set()
        case _:
            raise Unmodelled(view.subject, f"a set of types of the kind {in_words(asked)}")
    return "".join(letter for letter in TYPES_OF_MANA if letter in found)


def _exiled_colors(table: Table, view: View, filter: Filter) -> str:
    names = [name for thing in meant(table, view, filter) for name in thing.permanent.exiled]
    found: set[str] = set()
    for name in names:
        card, number = pool.find(name)
        faces = card.faces if card.layout == "split" else (card.faces[number],)
        if any(not face.types for face in faces):
            raise Unmodelled(card.name, "a face that the data of the pool leave blank")
        found |= {color for face in faces for color in face.colors}
    return "".join(sorted(found))
