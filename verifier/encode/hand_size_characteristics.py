"""Which characteristics effects may change and which of them words read, so that what could matter is seen (613.1)."""

from __future__ import annotations

from ..cards import terms as t
from ..cards.ability import (
    AddTypes,
    BecomeCopy,
    ChangePowerToughness,
    ChangeText,
    ContinuousEffect,
    GainAbilities,
    GainControl,
    LoseAbilities,
    LoseTypes,
    SetColors,
    SetLandTypes,
    SetPowerToughness,
    SetTypes,
)
from ..cards.term import Term
from ..cards.vocabulary import BASIC_LAND_TYPES
from .hand_size_sources import parts_of

READS: dict[type, tuple[str, ...]] = {
    t.OfType: ("types",),
    t.OfSubtype: ("subtypes",),
    t.OfChosenSubtype: ("subtypes",),
    t.OfSupertype: ("supertypes",),
    t.OfColor: ("colors",),
    t.OfChosenColor: ("colors",),
    t.Named: ("name",),
    t.NamedAsChosen: ("name",),
    t.NamedAsExiled: ("name",),
    t.ControlledBy: ("controller",),
    t.HasPower: ("types", "power"),
    t.HasManaValue: ("mana cost",),
    t.HasManaAbility: ("abilities",),
    t.HasKeyword: ("abilities",),
    t.HasColors: ("colors",),
    t.Devotion: ("mana cost", "controller"),
    t.BasicLandTypesAmong: ("subtypes",),
    t.ColorsAmong: ("colors",),
    t.GreatestPower: ("power",),
    t.PowerOf: ("power",),
    t.ManaValueOf: ("mana cost",),
}
"""Which characteristics the words read; ``reading`` refuses all words that are not here and read some."""


def changes(effect: ContinuousEffect) -> frozenset[str]:
    """The characteristics that the effect may change."""
    match effect:
        case BecomeCopy():
            return frozenset({"types", "subtypes", "supertypes", "colors", "name", "power", "mana cost", "abilities"})
        case GainControl():
            return frozenset({"controller"})
        case ChangeText():
            return frozenset({"subtypes", "colors"})
        case SetLandTypes():
            return frozenset({"subtypes", "abilities"})
        case SetTypes():
            return frozenset({"types", "subtypes", "abilities"})
        case AddTypes():
            subtypes = effect.subtypes or effect.chosen_subtype or effect.all_creature_types or effect.all_land_types
            return _touched(effect.types, bool(subtypes), effect.supertypes)
        case LoseTypes():
            subtypes = effect.types or effect.all_land_types or effect.all_creature_types
            return _touched(effect.types, bool(subtypes), effect.supertypes)
        case SetColors():
            return frozenset({"colors"})
        case GainAbilities() | LoseAbilities():
            return frozenset({"abilities"})
        case SetPowerToughness() | ChangePowerToughness():
            return frozenset({"power"})
        case _:
            return frozenset()


def _touched(types: tuple[str, ...], subtypes: bool, supertypes: tuple[str, ...]) -> frozenset[str]:
    """Land types bring abilities with them (305.6)."""
    names = (["types"] if types else []) + (["subtypes", "abilities"] if subtypes else [])
    return frozenset(names + (["supertypes"] if supertypes else []))


def takes_abilities_on(effect: ContinuousEffect) -> t.Filter | None:
    """Which permanents lose their printed abilities by the effect, None if none do (305.7, 613.1f)."""
    match effect:
        case LoseAbilities(on, _, keywords):
            return None if keywords else on
        case SetLandTypes(on):
            return on
        case SetTypes(on, _, subtypes):
            return on if any(subtype in BASIC_LAND_TYPES for subtype in subtypes) else None
    return None


def terms_of(words: object) -> tuple[Term, ...]:
    """Every term of a quantity, filter or condition; none of a plain number."""
    return tuple(parts_of(words)) if isinstance(words, Term) else ()
