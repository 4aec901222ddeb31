"""Sets of types of mana: which types are in the set, each with when it is (106.1b, 106.5, 106.7)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ..cards import mana as m
from ..cards import terms as t
from ..cards.naming import in_words
from ..cards.pool import find
from ..cards.vocabulary import COLORS, TYPES_OF_MANA
from ..errors import Unmodelled
from ..solve.formula import FALSE, TRUE, Bool, and_, or_
from .reading import fits, fitting
from .table import Asking, Seen, Table

Known = Callable[[Seen, str], Bool]
"""Whether a permanent could produce a type (106.7), as far as the question has got."""


def types_of(table: Table, among: m.TypeSet, asking: Asking, known: Known | None) -> dict[str, Bool]:
    """The types that can be in the set, in the order W U B R G C, each with when it is.

    Raises Unmodelled where the set asks what could be produced and ``known`` is None.
    """
    found = _types_of(table, among, asking, known)
    return {letter: found[letter] for letter in TYPES_OF_MANA if found.get(letter, FALSE) is not FALSE}


def _types_of(table: Table, among: m.TypeSet, asking: Asking, known: Known | None) -> dict[str, Bool]:
    match among:
        case m.Types(types):
            return dict.fromkeys(types, TRUE)
        case m.ChosenColor():
            return {asking.chosen.color: TRUE} if asking.chosen.color else {}
        case m.CouldProduce(by, colors_only):
            if known is None:
                raise Unmodelled(asking.subject, "what permanents could produce, asked where it may not be asked")
            letters = COLORS if colors_only else TYPES_OF_MANA
            return _could(table, by, asking, known, letters)
        case m.ColorsOf(of):
            there = fitting(table, of, asking)
            return {color: or_(*(when for seen, when in there if color in seen.colors)) for color in COLORS}
        case m.CommanderIdentity():
            identity = table.player(asking.you).identity if asking.you else None
            return dict.fromkeys(identity or "", TRUE)
        case m.ExiledColors(t.This()):
            colors = {color for name in asking.exiled for color in _face_colors(name)}
            return dict.fromkeys(sorted(colors), TRUE)
        case m.ColorsOfCards(zone, "you", types, supertypes) if zone != "exile" and asking.you:
            cards = getattr(table.player(asking.you), f"{zone}_cards")
            if cards is None and table.number_of(asking.you, zone).high:
                raise Unmodelled(asking.subject, f"which cards are in the {zone} of {asking.you}")
            faces = [card.faces[0] for card in cards or ()]
            asked = [
                face
                for face in faces
                if (not types or set(types) & set(face.types))
                and (not supertypes or set(supertypes) & set(face.supertypes))
            ]
            return dict.fromkeys("".join(face.colors for face in asked), TRUE)
        case m.TypesProduced():
            return {}
        case m.ByLandType(pairs):
            subtypes = asking.event.subtypes if asking.event else ()
            return {letter: TRUE for land_type, letter in pairs if land_type in subtypes}
        case m.ThatType():
            return {asking.that_type: TRUE} if asking.that_type else {}
    raise Unmodelled(asking.subject, f"a set of types that the encoding does not read: {in_words(among)}")


def _could(table: Table, by: t.Filter, asking: Asking, known: Known, letters: str) -> dict[str, Bool]:
    """106.7 for every permanent of the filter. A filter that itself asks 106.7 may only do so positively."""
    found: dict[str, list[Bool]] = {letter: [] for letter in letters}
    gone = [each for each in (asking.cost, asking.this) if each is not None and each.id not in table.seen]
    for seen, when in _meant(table, by, asking, known, gone):
        for letter in letters:
            found[letter].append(_both(when, known(seen, letter)))
    return {letter: _some(tuple(dict.fromkeys(parts))) for letter, parts in found.items()}


def _meant(table: Table, by: t.Filter, asking: Asking, known: Known, gone: list[Seen]) -> list[tuple[Seen, Bool]]:
    """The permanents of the filter, each with when it is one; the same as long as it does not itself ask 106.7."""
    asks = _asks(by)
    if not asks and (by, asking) in table.meant:
        return table.meant[by, asking]
    everyone = (*table.each(), *(each for each in gone if _is_named(by, each, asking)))
    found = [(seen, and_(seen.there, _fits_by(table, by, seen, asking, known))) for seen in everyone]
    found = [(seen, when) for seen, when in found if when is not FALSE]
    if not asks:
        table.meant[by, asking] = found
    return found


def _is_named(by: t.Filter, gone: Seen, asking: Asking) -> bool:
    """Whether the filter is about what paid the cost, or about the source itself, which has left (608.2h)."""
    if gone is asking.this and by == t.This():
        return True
    return gone is asking.cost and mentions_cost(by)


@lru_cache(maxsize=1_000)
def _asks(by: t.Filter) -> bool:
    """Whether the filter asks what a permanent could produce."""
    match by:
        case t.CouldMake() | t.CouldMakeAsOf():
            return True
        case t.AllOf(filters) | t.AnyOf(filters):
            return any(map(_asks, filters))
    return False


@lru_cache(maxsize=50_000)
def _both(a: Bool, b: Bool) -> Bool:
    """The same term for the same parts, so that permanents that read the same share it."""
    return and_(a, b)


@lru_cache(maxsize=5_000)
def _some(parts: tuple[Bool, ...]) -> Bool:
    return or_(*parts)


def _fits_by(table: Table, by: t.Filter, seen: Seen, asking: Asking, known: Known) -> Bool:
    match by:
        case t.CouldMake(types):
            return or_(*(known(seen, letter) for letter in types))
        case t.CouldMakeAsOf(of):
            others = fitting(table, of, asking)
            return or_(
                *(
                    and_(when, known(seen, letter), known(other, letter))
                    for letter in TYPES_OF_MANA
                    for other, when in others
                )
            )
        case t.AllOf(filters):
            return and_(*(_fits_by(table, part, seen, asking, known) for part in filters))
        case t.AnyOf(filters):
            return or_(*(_fits_by(table, part, seen, asking, known) for part in filters))
    return fits(table, by, seen, asking)


def mentions_cost(by: t.Filter) -> bool:
    """Whether the filter is about what paid the cost, which may have left."""
    match by:
        case t.CostPermanent():
            return True
        case t.AllOf(filters):
            return any(mentions_cost(part) for part in filters)
    return False


def _face_colors(name: str) -> str:
    card, face = find(name)
    faces = card.faces if card.layout == "split" else (card.faces[face],)  # 709.4
    if any(not part.types for part in faces):
        raise Unmodelled(card.name, "the colors of a face of which the data tell nothing")
    return "".join(part.colors for part in faces)
