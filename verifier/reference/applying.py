"""Applying one continuous effect in one layer: to which objects, with which values, and what becomes of them."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from verifier.cards.ability import (
    AddTypes,
    BecomeCopy,
    ChangePowerToughness,
    ChangeText,
    GainAbilities,
    GainControl,
    LayerEffect,
    LoseAbilities,
    LoseTypes,
    SetColors,
    SetLandTypes,
    SetPowerToughness,
    SetTypes,
)
from verifier.cards.ability import Unmodelled as NotUnderstood
from verifier.cards.rewording import CannotTell, Words, words_of
from verifier.cards.vocabulary import COLORS, LAND_TYPES
from verifier.errors import Unmodelled

from .abilities import is_activated_mana_ability, is_triggered_mana_ability
from .asking import meant, players, quantity, those
from .continuous import Doing, Effect, Started, State, Values, layer_of
from .copying import become_copy, with_words_changed
from .table import Held, Table, Thing, View, turned_down
from .type_line import gain_types, lose_types, set_land_types, set_types


def what_it_does(state: State, effect: Effect, layer: str) -> Doing:
    """Each part of the effect in this layer, each object that it applies to, and the instruction with values filled in.

    Raises Unmodelled for what a board cannot tell.
    """
    doing: list[tuple[int, tuple[tuple[str, Values], ...]]] = []
    for number, part in enumerate(effect.parts):
        if layer_of(part, effect.defining) != layer:
            continue
        if effect.fixed is not None:
            determined = dict(effect.fixed)[number]
            doing.append((number, tuple(pair for pair in determined if pair[0] in state.table.there)))
            continue
        objects = [state.table.there[name] for name in sorted(objects_of(state, effect, part))]
        if isinstance(part, SetLandTypes) and not _makes_lands(effect.parts[:number]):
            objects = [thing for thing in objects if "Land" in thing.types]  # 305.7 speaks of lands.
        doing.append((number, tuple((thing.id, values(state.table, effect.view, part, thing)) for thing in objects)))
    return tuple(doing)


def _makes_lands(parts: tuple[LayerEffect, ...]) -> bool:
    return any(isinstance(part, AddTypes | SetTypes) and "Land" in part.types for part in parts)


def objects_of(state: State, effect: Effect, part: LayerEffect) -> frozenset[str]:
    """The objects that the part applies to: those it applied to in an earlier layer (613.6), else those that fit."""
    started = state.started.get(effect.key)
    if started is not None and part.on in started.objects:
        return started.objects[part.on] & set(state.table.there)
    return frozenset(thing.id for thing in those(state.table, effect.view, part.on))


def values(table: Table, view: View, part: LayerEffect, thing: Thing) -> Values:
    """What the instruction comes to for this object."""
    view = replace(view, affected=thing.id)
    match part:
        case SetPowerToughness(power=power, toughness=toughness):
            return tuple(None if size is None else quantity(table, view, size) for size in (power, toughness))
        case ChangePowerToughness(power=power, toughness=toughness):
            return (quantity(table, view, power), quantity(table, view, toughness))
        case GainControl(player=who):
            names = players(table, view, who)
            if len(names) != 1:
                raise Unmodelled(view.subject, "which player gains control")
            return tuple(names)
        case SetLandTypes(types=types, chosen=True):
            kind = view.chosen.type
            return (kind,) if kind in LAND_TYPES and (not types or kind in types) else ()
        case SetLandTypes(types=types):
            return types
        case AddTypes(chosen_subtype=True):
            return (view.chosen.type,) if view.chosen.type is not None else ()
        case SetColors(chosen=True):
            return (view.chosen.color,)
        case BecomeCopy(of=of):
            copied = meant(table, view, of)
            if len(copied) > 1:
                raise Unmodelled(view.subject, "which permanent is copied")
            return tuple(turned_down(other) if other.permanent.face_down else other for other in copied)
        case ChangeText():
            try:
                words = words_of(part, view.chosen.mode, view.chosen.type, view.chosen.color)
            except CannotTell as reason:
                raise Unmodelled(view.subject, str(reason)) from None
            return () if words is None else (words,)
    return ()


# Applying ----------------------------------------------------------------------------------------------------------


def apply(state: State, effect: Effect, layer: str) -> State:
    """The state after the effect has been applied in this layer to all that it applies to."""
    doing = what_it_does(state, effect, layer)
    objects = dict(state.started[effect.key].objects) if effect.key in state.started else {}
    for part in effect.parts:
        if effect.fixed is None and layer_of(part, effect.defining) == layer:
            objects[part.on] = objects_of(state, effect, part)
    there = dict(state.table.there)
    for number, applied in doing:
        for name, filled_in in applied:
            there[name] = _changed(state, there[name], effect, number, filled_in)
    started = {**state.started, effect.key: Started(effect, objects)}
    return replace(state, table=replace(state.table, there=there), started=started)


def _changed(state: State, thing: Thing, effect: Effect, number: int, filled_in: Values) -> Thing:
    part = effect.parts[number]
    match part:
        case BecomeCopy():
            return become_copy(thing, cast("tuple[Thing, ...]", filled_in), effect, part)
        case GainControl():
            return replace(thing, controller=str(filled_in[0]))
        case ChangeText():
            return with_words_changed(thing, cast("tuple[Words, ...]", filled_in))
        case SetLandTypes():
            return set_land_types(thing, tuple(map(str, filled_in)))
        case AddTypes():
            return gain_types(thing, part, tuple(map(str, filled_in)))
        case SetTypes():
            return set_types(thing, part)
        case LoseTypes():
            return lose_types(thing, part)
        case SetColors():
            return _colored(thing, part, filled_in)
        case GainAbilities(abilities=abilities):
            gained = tuple(
                Held(ability, "granted", (thing.id, "by", effect.key, number, place), (*effect.time, number, place))
                for place, ability in enumerate(abilities)
            )
            printed = tuple(held for held in thing.held if held.origin != "granted")
            granted = [held for held in thing.held if held.origin == "granted"]
            return replace(thing, held=(*printed, *sorted([*granted, *gained], key=lambda held: held.time)))
        case LoseAbilities():
            return replace(thing, held=tuple(h for h in thing.held if _stays(h, part, state.table.board.edition)))
        case SetPowerToughness():
            return _sized(thing, cast("tuple[int | None, int | None]", filled_in))
        case ChangePowerToughness():
            more = cast("tuple[int, int]", filled_in)
            size = [None if old is None else old + new for old, new in zip(thing.size, more, strict=True)]
            return _sized(thing, (size[0], size[1]))


def _sized(thing: Thing, size: tuple[int | None, int | None]) -> Thing:
    """208.3a: nothing comes of it unless the permanent is a creature."""
    if "Creature" not in thing.types:
        return thing
    power, toughness = size
    return replace(
        thing,
        power=thing.power if power is None else power,
        toughness=thing.toughness if toughness is None else toughness,
    )


def _colored(thing: Thing, part: SetColors, filled_in: Values) -> Thing:
    """105.3: new colors replace the old ones, unless the effect says otherwise. No choice, no change."""
    colors = part.colors
    if part.chosen:
        if filled_in[0] is None:
            return thing
        colors = str(filled_in[0])
    kept = thing.colors if part.in_addition else ""
    return replace(thing, colors="".join(color for color in COLORS if color in colors + kept))


def _stays(held: Held, part: LoseAbilities, edition: str) -> bool:
    """Whether the object keeps that ability; of one that is not understood nobody knows whether it makes mana."""
    ability = held.ability
    if part.keywords:
        name = getattr(ability, "name", None)
        return name is None or name.lower() not in {keyword.lower() for keyword in part.keywords}
    if part.all_but == "mana abilities":
        if isinstance(ability, NotUnderstood) and ability.kind in ("activated", "triggered"):
            return True
        return is_activated_mana_ability(ability, edition) or is_triggered_mana_ability(ability)
    return False
