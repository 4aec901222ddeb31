"""Card types, subtypes and supertypes: gained, lost and set (205.1, 205.3, 305.7)."""

from __future__ import annotations

from dataclasses import replace

from verifier.cards.ability import AddTypes, LoseTypes, SetTypes
from verifier.cards.vocabulary import BASIC_LAND_TYPES, LAND_TYPES, card_type_of

from .table import Thing, face_of, with_intrinsic_abilities

WITH_CREATURE_TYPES = frozenset({"Creature", "Kindred"})
"""The card types that share the creature types (205.3m)."""

WITH_SPELL_TYPES = frozenset({"Instant", "Sorcery"})
"""205.3k."""


def card_types_with(thing: Thing, subtype: str) -> frozenset[str]:
    """The card types to which the subtype belongs (205.3d)."""
    card_type = card_type_of(subtype)
    if card_type == "Creature":
        printed = face_of(thing.permanent)
        for other in ("Planeswalker", "Battle"):
            if other in printed.types and subtype in printed.subtypes and not WITH_CREATURE_TYPES & {*printed.types}:
                return frozenset({other})
        return WITH_CREATURE_TYPES
    return WITH_SPELL_TYPES if card_type == "Instant" else frozenset({card_type})


def gain_types(thing: Thing, part: AddTypes, chosen: tuple[str, ...]) -> Thing:
    """Types in addition to its own. No subtype is gained that belongs to none of its card types (205.3d)."""
    types = thing.types | set(part.types)
    gained = {*part.subtypes, *chosen, *(LAND_TYPES if part.all_land_types else ())}
    able = {subtype for subtype in gained if card_types_with(thing, subtype) & types}
    every = part.all_creature_types and bool(WITH_CREATURE_TYPES & types)
    return with_intrinsic_abilities(
        replace(
            thing,
            types=types,
            subtypes=thing.subtypes | able,
            supertypes=thing.supertypes | set(part.supertypes),
            every_creature_type=thing.every_creature_type or every,
        )
    )


def lose_types(thing: Thing, part: LoseTypes) -> Thing:
    """Types are lost; with a card type go the subtypes that belong to no other of its card types (205.1a)."""
    gone = {
        subtype
        for subtype in thing.subtypes
        if (part.all_land_types and "Land" in card_types_with(thing, subtype))
        or (part.all_creature_types and "Creature" in card_types_with(thing, subtype))
    }
    thing = replace(
        thing,
        subtypes=thing.subtypes - gone,
        supertypes=thing.supertypes - set(part.supertypes),
        every_creature_type=thing.every_creature_type and not part.all_creature_types,
    )
    return with_intrinsic_abilities(_with_card_types(thing, thing.types - set(part.types)))


def set_types(thing: Thing, part: SetTypes) -> Thing:
    """New card types replace the old ones, new subtypes those of their kind; supertypes stay (205.1a, 205.4b)."""
    if part.types:
        thing = _with_card_types(thing, frozenset(part.types) | (thing.types & set(part.keep)))
    able = {subtype for subtype in part.subtypes if card_types_with(thing, subtype) & thing.types}
    kinds = {card_types_with(thing, subtype) for subtype in able}
    kept = {subtype for subtype in thing.subtypes if card_types_with(thing, subtype) not in kinds}
    thing = replace(
        thing,
        subtypes=frozenset(kept | able),
        every_creature_type=thing.every_creature_type and WITH_CREATURE_TYPES not in kinds,
    )
    return with_intrinsic_abilities(_without_text(thing) if able & set(BASIC_LAND_TYPES) else thing)


def set_land_types(thing: Thing, types: tuple[str, ...]) -> Thing:
    """305.7: a land's types become these; with a basic one the abilities of its rules text and copied ones go.

    Abilities that other effects grant stay. If there is no type to become, or no land, nothing happens (205.3d).
    """
    if not types or "Land" not in thing.types:
        return thing
    others = {subtype for subtype in thing.subtypes if "Land" not in card_types_with(thing, subtype)}
    thing = replace(thing, subtypes=frozenset(others | set(types)))
    return with_intrinsic_abilities(_without_text(thing) if set(types) & set(BASIC_LAND_TYPES) else thing)


def _with_card_types(thing: Thing, types: frozenset[str]) -> Thing:
    kept = {subtype for subtype in thing.subtypes if card_types_with(thing, subtype) & types}
    every = thing.every_creature_type and bool(WITH_CREATURE_TYPES & types)
    return replace(thing, types=types, subtypes=frozenset(kept), every_creature_type=every)


def _without_text(thing: Thing) -> Thing:
    return replace(thing, held=tuple(held for held in thing.held if held.origin != "text"))
