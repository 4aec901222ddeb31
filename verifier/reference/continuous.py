"""Continuous effects on characteristics: which exist, in which layers, since when, and on what (611, 613.1, 613.6)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from verifier.board import Board, Emblem
from verifier.cards.ability import (
    Ability,
    AddTypes,
    BecomeCopy,
    ChangePowerToughness,
    ChangeText,
    GainAbilities,
    GainControl,
    Keyword,
    LayerEffect,
    LoseAbilities,
    LoseTypes,
    SetColors,
    SetLandTypes,
    SetPowerToughness,
    SetTypes,
    Static,
)
from verifier.cards.ability import Unmodelled as NotUnderstood
from verifier.cards.terms import Condition, Filter, This
from verifier.errors import Unmodelled

from .asking import holds
from .in_force import emblem_abilities
from .table import Held, Key, Table, Thing, Time, View
from .timestamps import Order
from .zones import faces_off_the_battlefield

LAYERS = ("1a", "2", "3", "4", "5", "6", "7a", "7b", "7c")
"""The layers and sublayers in which effects are applied (613.1, 613.4); face-down status follows 1a (613.2b)."""

DEFINING_FIRST = ("2", "3", "4", "5", "6")
"""The layers in which characteristic-defining abilities go first (613.3)."""

KEYWORDS_OF_COUNTERS = frozenset({
    "reach", "haste", "flying", "menace", "shadow", "decayed", "exalted", "trample", "hexproof", "lifelink",
    "vigilance", "deathtouch", "first strike", "double strike", "indestructible",
})  # fmt: skip
"""122.1b."""

GRAVEYARD = "in a graveyard"
"""The place in an order of all objects in graveyards: a board does not say since when they are there."""

Values = tuple[object, ...]
"""What an instruction comes to for one object, once its amounts, choices and players are filled in."""

Doing = tuple[tuple[int, tuple[tuple[str, Values], ...]], ...]
"""What an effect does in a layer: each of its parts there by number, with each object it applies to and the values."""


@dataclass(frozen=True)
class Effect:
    """A continuous effect: everything that one static ability does, or one resolution began.

    ``defining``: it is from a characteristic-defining ability. ``fixed`` is what was determined when it began (611.2c,
    611.2d), None for what is not locked in (611.3a). ``maker`` is the ability that it comes from.
    """

    key: Key
    time: Time
    parts: tuple[LayerEffect, ...]
    view: View
    condition: Condition | None = None
    defining: bool = False
    fixed: Doing | None = None
    maker: Ability | None = None


@dataclass(frozen=True)
class Started:
    """An effect that has started to apply, and the objects that each filter meant then (613.6)."""

    effect: Effect
    objects: dict[Filter, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class State:
    """Everything while layers are being applied: the table as it is now, and which effects have started to apply."""

    table: Table
    order: Order
    begun: tuple[Effect, ...]
    started: dict[Key, Started] = field(default_factory=dict)


def layer_of(part: LayerEffect, defining: bool) -> str:
    """The layer or sublayer in which this part of an effect is applied (613.1, 613.4)."""
    match part:
        case BecomeCopy():
            return "1a"
        case GainControl():
            return "2"
        case ChangeText():
            return "3"
        case SetLandTypes() | AddTypes() | SetTypes() | LoseTypes():
            return "4"
        case SetColors():
            return "5"
        case GainAbilities() | LoseAbilities():
            return "6"
        case SetPowerToughness(defining=says_so):
            return "7a" if says_so and defining else "7b"
        case ChangePowerToughness():
            return "7c"


# What exists -------------------------------------------------------------------------------------------------------


def existing(state: State, layer: str) -> list[Effect]:
    """The effects that exist and have a part in this layer.

    One that has started to apply in an earlier layer goes on, even if its ability or its condition is gone (613.6).
    Raises Unmodelled for what a board cannot tell.
    """
    found: dict[Key, Effect] = {}
    for effect in (*_of_abilities(state, layer), *state.begun, *_of_counters(state, layer)):
        found[effect.key] = effect
    for key, started in state.started.items():
        now = found.get(key)
        found[key] = replace(started.effect, view=_now(state.table, started.effect.view) if now is None else now.view)
    return [
        effect
        for key, effect in found.items()
        if any(layer_of(part, effect.defining) == layer for part in effect.parts)
        and (key in state.started or holds(state.table, effect.view, effect.condition))
    ]


def _now(table: Table, view: View) -> View:
    """How the words of an ability that is gone are read: "you" is who controls its object now (109.5)."""
    thing = None if view.this is None else table.there.get(view.this)
    return view if thing is None else replace(view, you=thing.controller)


def _of_abilities(state: State, layer: str) -> Iterator[Effect]:
    """Of the static abilities of permanents, emblems, and cards in graveyards (611.3, 113.6b, 114.4)."""
    table = state.table
    for thing in table.there.values():
        for place, held in enumerate(thing.held):
            defining = is_defining(held)
            parts = _parts(held.ability, layer, thing.permanent.card.name, defining)
            if parts:
                time = time_of(state.order, held, thing, place)
                view = table.view_of(thing)
                yield _effect(held.ability, ("of", held.key), time, parts, view, defining=defining)
    for entry in table.board.entries:
        if isinstance(entry, Emblem):
            view = View(you=entry.controller, subject=entry.card.name)
            for place, ability in enumerate(emblem_abilities(entry)):
                parts = _parts(ability, layer, entry.card.name)
                if parts:
                    yield _effect(ability, ("emblem", entry.id, place), (state.order[entry.id], 0, place), parts, view)
    for place, (ability, view) in enumerate(graveyard_abilities(table.board)):
        parts = _parts(ability, layer, view.subject, zone="graveyard")
        if parts:
            yield _effect(ability, (GRAVEYARD, place), (state.order[GRAVEYARD], 0, place), parts, view)


def _parts(
    ability: Ability, layer: str, subject: str, defining: bool = False, zone: str = "battlefield"
) -> tuple[LayerEffect, ...]:
    """All that the ability does to characteristics, if some of it is in this layer."""
    if isinstance(ability, NotUnderstood) and ability.kind == "static":
        raise Unmodelled(subject, "a static ability that is not understood")
    if isinstance(ability, Keyword):
        ability = in_words(ability.name.lower())
    if not isinstance(ability, Static) or ability.zone != zone:
        return ()
    parts = tuple(effect for effect in ability.effects if isinstance(effect, LayerEffect))
    return parts if any(layer_of(part, defining) == layer for part in parts) else ()


def _effect(
    ability: Ability, key: Key, time: Time, parts: tuple[LayerEffect, ...], view: View, *, defining: bool = False
) -> Effect:
    condition = ability.condition if isinstance(ability, Static) else None
    return Effect(key, time, parts, view, condition, defining, maker=ability)


def in_words(keyword: str) -> Static:
    """What the keyword does to characteristics, said as a static ability: devoid (702.114a), changeling (702.73a)."""
    if keyword == "devoid":
        return Static((SetColors(This(), ""),))
    return Static((AddTypes(This(), all_creature_types=True),) if keyword == "changeling" else ())


def graveyard_abilities(board: Board) -> list[tuple[Static, View]]:
    """The static abilities that work from graveyards (113.6b); "you" is the card's owner (109.5)."""
    return [
        (ability, View(you=player.name, subject=card.name))
        for player in board.players
        for card in player.graveyard_cards or ()
        for face in faces_off_the_battlefield(card)
        for ability in face.abilities
        if isinstance(ability, Static) and ability.zone == "graveyard"
    ]


def _of_counters(state: State, layer: str) -> Iterator[Effect]:
    """Of counters on permanents (122.1a, 122.1b); a board does not say that they are younger than the permanent."""
    for thing in state.table.there.values():
        for kind, number in thing.permanent.counters:
            size = re.fullmatch(r"([+-]\d+)/([+-]\d+)", kind)
            part: LayerEffect | None = None
            if size is not None and number > 0:
                part = ChangePowerToughness(This(), number * int(size[1]), number * int(size[2]))
            elif kind.lower() in KEYWORDS_OF_COUNTERS and number > 0:
                part = GainAbilities(This(), (Keyword(kind.lower(), bearing=True),))
            if part is not None and layer_of(part, False) == layer:
                time = (state.order[thing.id], 2, *map(ord, kind))
                yield Effect(("counter", thing.id, kind), time, (part,), state.table.view_of(thing))


# Since when (613.7a) -----------------------------------------------------------------------------------------------


def time_of(order: Order, held: Held, thing: Thing, place: int) -> Time:
    """The timestamp of what a static ability does: the object's, or that of the effect that granted it if it is later.

    What shares a timestamp keeps its relative order: printed abilities as printed, then granted ones.
    """
    own = order[thing.id]
    if held.origin != "granted":
        return (own, 0, place)
    return (max(own, held.time[0]), 1, held.time[0], list(order).index(thing.id), *held.time[1:])


# Characteristic-defining abilities (604.3) -------------------------------------------------------------------------


def is_defining(held: Held) -> bool:
    """Whether it is a characteristic-defining ability by the five criteria of 604.3a."""
    ability = held.ability
    if held.origin != "text":
        return False  # (2), (4)
    if isinstance(ability, Keyword):
        return True
    if not isinstance(ability, Static) or ability.condition is not None:
        return False  # (5)
    parts = [effect for effect in ability.effects if isinstance(effect, LayerEffect)]
    return bool(parts) and all(_defines(part) and part.on == This() for part in parts)  # (3)


def _defines(part: LayerEffect) -> bool:
    """(1): it defines colors, subtypes, power or toughness."""
    match part:
        case SetColors() | SetLandTypes():
            return True
        case AddTypes(types=types, supertypes=supertypes):
            return not types and not supertypes
        case SetPowerToughness(defining=defining):
            return defining
    return False
