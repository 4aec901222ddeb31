"""What effects read and what they write, worked out from their words: where these do not meet nobody waits (613.8a).

An aspect of permanents with a value, such as the card type Land, is read or written: ``type:Land``. Who writes any
value of an aspect writes ``type:*``, who reads any ``type:?``; each reading and writing names what it has to meet.
"""

from __future__ import annotations

from functools import lru_cache

from ..cards import ability as a
from ..cards import terms as t
from ..cards.vocabulary import BASIC_LAND_TYPES, LAND_TYPES
from .characteristics import EVERY_CREATURE_TYPE
from .continuous import Effect, parts_in
from .following import subterms

Aspects = frozenset[str]

ASPECTS = ("type", "subtype", "supertype", "color", "ability", "controller", "name", "mana cost", "power")


def reading(aspect: str, *values: str) -> Aspects:
    """Reads these values of the aspect; any, if none is given."""
    if not values:
        return frozenset((f"{aspect}:?", f"{aspect}:*"))
    return frozenset((f"{aspect}:*", *[f"{aspect}:{value}" for value in values]))


def writing(aspect: str, *values: str) -> Aspects:
    """Writes these values of the aspect; any, if none is given."""
    if not values:
        return frozenset((f"{aspect}:?", f"{aspect}:*"))
    return frozenset((f"{aspect}:?", *[f"{aspect}:{value}" for value in values]))


NOTHING: Aspects = frozenset()
EVERYTHING: Aspects = frozenset().union(*(reading(aspect) for aspect in ASPECTS))
THE_CONTROLLER = reading("controller")

# Reading --------------------------------------------------------------------------------------------------------------

_NOTHING_OF_PERMANENTS = (
    t.Anything, t.This, t.Host, t.TargetPermanent, t.Affected, t.OwnedBy, t.IsToken, t.IsTapped, t.HasCounters,
    t.AllOf, t.AnyOf, t.Except, t.Count, t.CountersOn, t.Sum, t.Times, t.Difference, t.Half, t.LifeTotal, t.CardsIn,
    t.CardTypesIn, t.NumberChosen, t.XOfSpell, t.Compare, t.Exists, t.Is, t.Every, t.Some, t.Unless, t.PlayedLand,
    t.TurnOf, t.ModeChosen, t.CardExiledWith,
)  # fmt: skip
"""Words that read nothing by themselves that the layers change."""


def _read(term: object) -> Aspects:
    """What the word itself reads, without the words inside it."""
    match term:
        case t.OfType(type=name):
            return reading("type", name)
        case t.OfSubtype(subtype=name):
            return reading("subtype", name, EVERY_CREATURE_TYPE)
        case t.OfChosenSubtype():
            return reading("subtype")
        case t.BasicLandTypesAmong():
            return reading("subtype", *BASIC_LAND_TYPES)
        case t.OfSupertype(supertype=name):
            return reading("supertype", name)
        case t.OfColor() | t.OfChosenColor() | t.ColorsAmong() | t.HasColors():
            return reading("color")
        case t.HasKeyword(keyword=keyword):
            return reading("ability", keyword.casefold())
        case t.HasManaAbility():
            return reading("ability", "mana")
        case t.ControlledBy():
            return THE_CONTROLLER
        case t.Named() | t.NamedAsChosen() | t.NamedAsExiled():
            return reading("name")
        case t.HasPower() | t.GreatestPower() | t.PowerOf():
            return reading("power") | reading("type", "Creature")
        case t.HasManaValue() | t.ManaValueOf():
            return reading("mana cost")
        case t.Devotion():
            return reading("mana cost") | THE_CONTROLLER
    return NOTHING if isinstance(term, _NOTHING_OF_PERMANENTS) else EVERYTHING


@lru_cache(maxsize=8192)
def reads(term: object) -> Aspects:
    """The aspects of permanents that the term asks for; every aspect where a word of it is not in the table."""
    found: Aspects = NOTHING
    for part in subterms(term):
        found |= _read(part)
        if getattr(part, "player", None) == "controller":
            found |= THE_CONTROLLER
    return found


def asks(effect: Effect, layer: str, started: bool) -> Aspects:
    """What the effect reads of permanents to tell to which it applies in the layer, what it does, and its condition."""
    return _asks(effect.parts, effect.defining, layer, None if started else effect.condition)


@lru_cache(maxsize=8192)
def _asks(parts: tuple[a.LayerEffect, ...], defining: bool, layer: str, condition: t.Condition | None) -> Aspects:
    found = NOTHING if condition is None else reads(condition)
    for _, part in parts_in(parts, defining, layer):
        found |= reads(part.on)
        if isinstance(part, a.SetPowerToughness | a.ChangePowerToughness):
            found |= reads((part.power, part.toughness))
        elif isinstance(part, a.SetLandTypes):
            found |= reading("type", "Land")
        elif isinstance(part, a.GainControl) and part.player == "controller":
            found |= THE_CONTROLLER
        elif isinstance(part, a.BecomeCopy | a.ChangeText):
            return EVERYTHING
    return found


STATIC_ABILITY = reading("static ability")


def source_asks(effect: Effect, started: bool) -> Aspects:
    """What the effect reads of its own source: whether the ability is there, and who controls it (109.5)."""
    return THE_CONTROLLER if started or effect.static is None else THE_CONTROLLER | STATIC_ABILITY


@lru_cache(maxsize=8192)
def is_local(on: t.Filter) -> bool:
    """Whether a permanent fits or not whatever the others are like."""
    if isinstance(on, t.AllOf | t.AnyOf):
        return all(map(is_local, on.filters))
    if isinstance(on, t.Except):
        return is_local(on.filter)
    if isinstance(on, t.HasPower):
        return isinstance(on.power, int)
    if isinstance(on, t.HasManaValue):
        return isinstance(on.value, int)
    if isinstance(on, t.ControlledBy | t.OwnedBy):
        return on.player in ("you", "opponents", "everyone", "chosen")
    return isinstance(on, _LOCAL)


_LOCAL = (
    t.Anything, t.This, t.Host, t.TargetPermanent, t.OfType, t.OfSubtype, t.OfSupertype, t.OfColor, t.OfChosenColor,
    t.OfChosenSubtype, t.Named, t.NamedAsChosen, t.NamedAsExiled, t.IsToken, t.IsTapped, t.HasCounters,
    t.HasManaAbility, t.HasKeyword, t.HasColors,
)  # fmt: skip


# Writing --------------------------------------------------------------------------------------------------------------


def writes(effect: Effect, layer: str) -> Aspects:
    """What of permanents the effect can change in the layer."""
    return _written(effect.parts, effect.defining, layer)


@lru_cache(maxsize=8192)
def _written(parts: tuple[a.LayerEffect, ...], defining: bool, layer: str) -> Aspects:
    return NOTHING.union(*(_writes(part) for _, part in parts_in(parts, defining, layer)))


ABILITIES_LOST = writing("ability") | writing("static ability")
INTRINSIC = writing("ability", "mana")
"""A new type line may bring or take the mana abilities of basic land types (305.6)."""


def _writes(part: a.LayerEffect) -> Aspects:
    match part:
        case a.SetLandTypes(types=types, chosen=chosen):
            basic = chosen or not set(types).isdisjoint(BASIC_LAND_TYPES)
            return writing("subtype", *LAND_TYPES) | (ABILITIES_LOST if basic else INTRINSIC)
        case a.AddTypes():
            any_subtype = part.chosen_subtype or part.all_creature_types or part.all_land_types
            found = writing("subtype") if any_subtype else _named("subtype", part.subtypes)
            return found | _named("type", part.types) | _named("supertype", part.supertypes) | INTRINSIC
        case a.SetTypes():
            return writing("type") | writing("subtype") | ABILITIES_LOST
        case a.LoseTypes():
            found = _named("type", part.types) | _named("supertype", part.supertypes)
            return found | writing("subtype") | INTRINSIC
        case a.SetColors():
            return writing("color")
        case a.GainAbilities(abilities=abilities):
            names = [one.name.casefold() if isinstance(one, a.Keyword) else "mana" for one in abilities]
            return writing("ability", *names)
        case a.LoseAbilities(keywords=keywords):
            return writing("ability", *[each.casefold() for each in keywords]) if keywords else ABILITIES_LOST
        case a.SetPowerToughness() | a.ChangePowerToughness():
            return writing("power")
        case a.GainControl():
            return writing("controller")
    return EVERYTHING | STATIC_ABILITY


def _named(aspect: str, values: tuple[str, ...]) -> Aspects:
    return writing(aspect, *values) if values else NOTHING
