"""What one continuous effect does to one permanent, layer by layer (305.7, 613.1, 707.2)."""

from __future__ import annotations

from collections.abc import Callable

from ..cards import ability as a
from ..cards.vocabulary import BASIC_LAND_TYPES, COLORS, LAND_TYPES, card_type_of
from .characteristics import EVERY_CREATURE_TYPE, Held, Thing, of_face
from .mana_abilities import is_mana_ability
from .terms import Scope, matching, players, value

LAYER_OF: dict[type, str] = {
    a.BecomeCopy: "1",
    a.GainControl: "2",
    a.ChangeText: "3",
    a.SetLandTypes: "4",
    a.AddTypes: "4",
    a.SetTypes: "4",
    a.LoseTypes: "4",
    a.SetColors: "5",
    a.GainAbilities: "6",
    a.LoseAbilities: "6",
    a.SetPowerToughness: "7b",
    a.ChangePowerToughness: "7c",
}
LAYERS = ("1", "2", "3", "4", "5", "6", "7a", "7b", "7c")


def layer_of(effect: a.LayerEffect) -> str:
    """The layer or sublayer in which the effect applies (613.1, 613.4)."""
    if isinstance(effect, a.SetPowerToughness) and effect.defining:
        return "7a"
    return LAYER_OF[type(effect)]


def applied(effect: a.LayerEffect, thing: Thing, scope: Scope, source: tuple[str, int], edition: str) -> Thing:
    """The permanent after the effect; ``source`` and its timestamp mark the abilities that it gives."""
    return _APPLY[type(effect)](effect, thing, scope, source, edition)


Source = tuple[str, int]


def _without_rules_text(thing: Thing) -> tuple[Held, ...]:
    """305.7: a set basic land type takes what the rules text and copiable values gave, not what effects granted."""
    return tuple(held for held in thing.held if held.granted_by)


def _set_land_types(effect: a.SetLandTypes, thing: Thing, scope: Scope, *_: object) -> Thing:
    types = effect.types
    if effect.chosen:
        if scope.chosen.type is None:
            return thing
        types = (scope.chosen.type,)
    subtypes = frozenset(kind for kind in thing.subtypes if kind not in LAND_TYPES) | frozenset(types)
    return thing.changed(subtypes=subtypes, held=_without_rules_text(thing))


def _add_types(effect: a.AddTypes, thing: Thing, scope: Scope, *_: object) -> Thing:
    subtypes = set(effect.subtypes)
    if effect.chosen_subtype:
        if scope.chosen.type is None:
            return thing
        subtypes.add(scope.chosen.type)
    if effect.all_creature_types:
        subtypes.add(EVERY_CREATURE_TYPE)
    return thing.changed(
        types=thing.types | frozenset(effect.types),
        subtypes=thing.subtypes | subtypes,
        supertypes=thing.supertypes | frozenset(effect.supertypes),
    )


def _set_types(effect: a.SetTypes, thing: Thing, *_: object) -> Thing:
    types = frozenset(effect.types) | (thing.types & frozenset(effect.keep)) if effect.types else thing.types
    replaced = {card_type_of(kind) for kind in effect.subtypes}
    stays = frozenset(
        kind
        for kind in thing.subtypes
        if (card_type_of(kind) in types or (card_type_of(kind) == "Instant" and "Sorcery" in types))
        and card_type_of(kind) not in replaced
    )
    basic = any(kind in BASIC_LAND_TYPES for kind in effect.subtypes)
    held = _without_rules_text(thing) if basic else thing.held
    return thing.changed(types=types, subtypes=stays | frozenset(effect.subtypes), held=held)


def _lose_types(effect: a.LoseTypes, thing: Thing, *_: object) -> Thing:
    types = thing.types - frozenset(effect.types)
    subtypes = frozenset(
        kind
        for kind in thing.subtypes
        if not (effect.all_land_types and kind in LAND_TYPES)
        and not (effect.all_creature_types and card_type_of(kind) == "Creature")
        and card_type_of(kind) not in effect.types
    )
    return thing.changed(types=types, subtypes=subtypes, supertypes=thing.supertypes - frozenset(effect.supertypes))


def _set_colors(effect: a.SetColors, thing: Thing, scope: Scope, *_: object) -> Thing:
    colors = effect.colors
    if effect.chosen:
        if scope.chosen.color is None:
            return thing
        colors = scope.chosen.color
    if effect.in_addition:
        colors += thing.colors
    return thing.changed(colors="".join(color for color in COLORS if color in colors))


def _gain_abilities(effect: a.GainAbilities, thing: Thing, _scope: Scope, source: Source, _edition: str) -> Thing:
    name, timestamp = source
    timestamp = max(timestamp, thing.permanent.timestamp)
    gained = tuple(Held(ability, timestamp, place, name) for place, ability in enumerate(effect.abilities))
    return thing.changed(held=(*thing.held, *gained))


def _lose_abilities(effect: a.LoseAbilities, thing: Thing, _scope: Scope, _source: Source, edition: str) -> Thing:
    if effect.keywords:
        kept = tuple(
            held
            for held in thing.held
            if not (isinstance(held.ability, a.Keyword) and held.ability.name.casefold() in effect.keywords)
        )
    elif effect.all_but:
        kept = tuple(held for held in thing.held if may_be_mana_ability(held.ability, edition))
    else:
        kept = ()
    return thing.changed(held=kept)


def may_be_mana_ability(ability: a.Ability, edition: str) -> bool:
    """605.1: an activated mana ability, or one that triggers on mana and adds mana."""
    if isinstance(ability, a.Triggered):
        on_mana = isinstance(ability.event, a.WhenTappedForMana | a.AddsMana)
        return on_mana and not ability.target and any(isinstance(i, a.AddMana) for i in ability.instructions)
    return is_mana_ability(ability, edition)


def _set_power_toughness(effect: a.SetPowerToughness, thing: Thing, scope: Scope, *_: object) -> Thing:
    scope = scope.with_affected(thing)
    power = thing.power if effect.power is None else value(effect.power, scope)
    toughness = thing.toughness if effect.toughness is None else value(effect.toughness, scope)
    return thing.changed(power=power, toughness=toughness)


def _change_power_toughness(effect: a.ChangePowerToughness, thing: Thing, scope: Scope, *_: object) -> Thing:
    if thing.power is None or thing.toughness is None:
        return thing
    scope = scope.with_affected(thing)
    return thing.changed(
        power=thing.power + value(effect.power, scope), toughness=thing.toughness + value(effect.toughness, scope)
    )


def _become_copy(effect: a.BecomeCopy, thing: Thing, scope: Scope, *_: object) -> Thing:
    originals = matching(effect.of, scope)
    if len(originals) != 1 or effect.but is not None:
        raise scope.unmodelled("becoming a copy of something else than one permanent as it is")
    return of_face(thing.permanent, originals[0].copiable)


def _gain_control(effect: a.GainControl, thing: Thing, scope: Scope, *_: object) -> Thing:
    names = players(effect.player, scope)
    return thing.changed(controller=names[0]) if len(names) == 1 else thing


def _change_text(_effect: a.ChangeText, _thing: Thing, scope: Scope, *_: object) -> Thing:
    raise scope.unmodelled("a change of text (612)")


_APPLY: dict[type, Callable[..., Thing]] = {
    a.SetLandTypes: _set_land_types,
    a.AddTypes: _add_types,
    a.SetTypes: _set_types,
    a.LoseTypes: _lose_types,
    a.SetColors: _set_colors,
    a.GainAbilities: _gain_abilities,
    a.LoseAbilities: _lose_abilities,
    a.SetPowerToughness: _set_power_toughness,
    a.ChangePowerToughness: _change_power_toughness,
    a.BecomeCopy: _become_copy,
    a.GainControl: _gain_control,
    a.ChangeText: _change_text,
}
