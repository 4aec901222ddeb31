"""Card types, subtypes and supertypes under continuous effects (205.1, 205.3, 305.6, 305.7)."""

from __future__ import annotations

from functools import lru_cache

from ..cards.ability import AddTypes, LoseTypes, SetTypes
from ..cards.card import Face
from ..cards.vocabulary import BASIC_LAND_TYPES, LAND_TYPES, card_type_of
from .characteristics import EVERY_CREATURE_TYPE, Held, Thing, intrinsic

BASIC = frozenset(BASIC_LAND_TYPES)
OF_LANDS = frozenset(LAND_TYPES)

Types = frozenset[str]


@lru_cache(maxsize=8192)
def goes_with(subtype: str, face: Face) -> Types:
    """The card types that a subtype corresponds to (205.3d): creature types and spell types have two each.

    The face tells of a subtype that is of no creature but of a planeswalker or battle.
    """
    kind = card_type_of(subtype)
    if kind == "Instant":
        return frozenset(("Instant", "Sorcery"))
    if kind != "Creature":
        return frozenset((kind,))
    if subtype in face.subtypes and "Creature" not in face.types and "Kindred" not in face.types:
        for other in ("Planeswalker", "Battle"):
            if other in face.types:
                return frozenset((other,))
    return frozenset(("Creature", "Kindred"))


def that_go_with(types: Types, subtypes: Types, face: Face) -> Types:
    """Those of the subtypes that correspond to one of the card types (205.1a, 205.3d)."""
    return frozenset([subtype for subtype in subtypes if not types.isdisjoint(goes_with(subtype, face))])


def set_land_types(thing: Thing, types: tuple[str, ...]) -> Thing:
    """A land becomes those land types; with a basic one it loses its rules text (305.7). Nothing else changes."""
    if not types or "Land" not in thing.types:
        return thing
    return _typed(thing, thing.types, (thing.subtypes - OF_LANDS).union(types), loses_text=not BASIC.isdisjoint(types))


def add_types(thing: Thing, part: AddTypes, chosen: tuple[str, ...]) -> Thing:
    """Types in addition to its own: card types first, then the subtypes that go with one that it has (205.3d)."""
    types = thing.types.union(part.types)
    gained = {*part.subtypes, *chosen}
    if part.all_land_types:
        gained |= OF_LANDS
    if part.all_creature_types:
        gained.add(EVERY_CREATURE_TYPE)
    subtypes = thing.subtypes | that_go_with(types, frozenset(gained), thing.copiable)
    supertypes = thing.supertypes.union(part.supertypes)
    return _typed(thing, types, subtypes, supertypes)


def set_types(thing: Thing, part: SetTypes) -> Thing:
    """Card types instead of the others, subtypes instead of those of their kind (205.1a); supertypes stay (205.4b)."""
    types, subtypes = thing.types, thing.subtypes
    if part.types:
        types = frozenset(part.types) | types.intersection(part.keep)
        subtypes = that_go_with(types, subtypes, thing.copiable)
    new = that_go_with(types, frozenset(part.subtypes), thing.copiable)
    replaced = {goes_with(subtype, thing.copiable) for subtype in new}
    kept = [subtype for subtype in subtypes if goes_with(subtype, thing.copiable) not in replaced]
    return _typed(thing, types, new.union(kept), loses_text=not BASIC.isdisjoint(new))


def lose_types(thing: Thing, part: LoseTypes) -> Thing:
    """Types are lost; with a card type go the subtypes that correspond to no other one that it has (205.1a)."""
    types = thing.types.difference(part.types)
    kept = that_go_with(types, thing.subtypes, thing.copiable)
    if part.all_land_types:
        kept -= OF_LANDS
    if part.all_creature_types:
        kept = frozenset([subtype for subtype in kept if "Creature" not in goes_with(subtype, thing.copiable)])
    return _typed(thing, types, kept, thing.supertypes.difference(part.supertypes))


def with_subtypes(thing: Thing, subtypes: Types) -> Thing:
    """The permanent with these subtypes instead of its own, and the mana abilities that go with them (305.6)."""
    return _typed(thing, thing.types, subtypes)


def _typed(
    thing: Thing, types: Types, subtypes: Types, supertypes: Types | None = None, *, loses_text: bool = False
) -> Thing:
    """The permanent with that type line and the mana abilities that go with it; itself if nothing changes."""
    supertypes = thing.supertypes if supertypes is None else supertypes
    held = _without_rules_text(thing) if loses_text else thing.held
    if types != thing.types or subtypes != thing.subtypes:
        held = _with_intrinsic(thing, held, types, subtypes)
    elif supertypes == thing.supertypes and len(held) == len(thing.held):
        return thing
    if held is thing.held:
        return thing.changed(types=types, subtypes=subtypes, supertypes=supertypes)
    return thing.changed(types=types, subtypes=subtypes, supertypes=supertypes, held=held)


def _without_rules_text(thing: Thing) -> tuple[Held, ...]:
    """305.7: what the rules text and copiable values gave is gone, what other effects granted stays."""
    return tuple([held for held in thing.held if not held.is_text])


def _with_intrinsic(thing: Thing, held: tuple[Held, ...], types: Types, subtypes: Types) -> tuple[Held, ...]:
    """The abilities with the mana abilities of these types (305.6): after its text, before what was granted."""
    now = intrinsic(types, subtypes)
    if now == intrinsic(thing.types, thing.subtypes):
        return held
    return (
        *[one for one in held if one.is_text],
        *[Held(ability, thing.permanent.timestamp, -1) for ability in now],
        *[one for one in held if one.granted_by],
    )
