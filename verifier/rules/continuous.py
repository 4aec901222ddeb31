"""Continuous effects on characteristics: where they come from, in which layers, since when (604.3, 611, 613.7)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..board import Board, Emblem, Permanent, Resolved
from ..cards import ability as a
from ..cards import terms as t
from ..cards.card import Card
from .characteristics import LAYER_EFFECTS, Held, Thing
from .effects import begun, emblem_abilities, resolved_instructions, resolved_scope
from .shapes import Values, layer_of

KEYWORD_COUNTERS = frozenset((
    "flying", "first strike", "double strike", "deathtouch", "decayed", "exalted", "haste", "hexproof",
    "indestructible", "lifelink", "menace", "reach", "shadow", "trample", "vigilance",
))  # fmt: skip
"""122.1b."""

Time = tuple[int, ...]
"""A timestamp as a place in the order of the board's entries, and what tells apart those of one entry (613.7)."""

Parts = tuple[tuple[int, a.LayerEffect], ...]
"""Parts of an effect with their numbers there."""

Fixed = tuple[dict[str, Values], ...]
"""For each part of what has resolved, the permanents it began with and the values for each (611.2c, 611.2d)."""


@dataclass(frozen=True, slots=True, eq=False)
class Effect:
    """A continuous effect with all its parts.

    That of a static ability exists as long as its permanent has the ability ``static``; that of counters, of an emblem,
    of a card elsewhere or of what has resolved does not depend on an ability. ``defining``: it is from a
    characteristic-defining ability. ``fixed`` is None for what is not locked in (611.3a).
    """

    name: str
    parts: tuple[a.LayerEffect, ...]
    timestamp: int
    time: Time
    condition: t.Condition | None
    static: Held | None
    source: str
    entry: Permanent | Resolved | Emblem | None
    controller: str
    defining: bool = False
    fixed: Fixed | None = None

    def in_layer(self, layer: str) -> Parts:
        """Its parts that apply in this layer, in the order of the text."""
        return parts_in(self.parts, self.defining, layer)


@lru_cache(maxsize=32768)
def parts_in(parts: tuple[a.LayerEffect, ...], defining: bool, layer: str) -> Parts:
    """The parts that apply in the layer, with their numbers among all."""
    return tuple((number, part) for number, part in enumerate(parts) if layer_of(part, defining) == layer)


@lru_cache(maxsize=8192)
def speaks_of_lands_alone(parts: tuple[a.LayerEffect, ...], number: int) -> bool:
    """Whether the part sets land types, which only lands have (205.3d, 305.7), and no part before it makes lands."""
    if not isinstance(parts[number], a.SetLandTypes):
        return False
    return not any(isinstance(part, a.AddTypes | a.SetTypes) and "Land" in part.types for part in parts[:number])


# Static abilities (611.3) ---------------------------------------------------------------------------------------------

KEYWORDS: dict[str, tuple[a.LayerEffect, ...]] = {
    "changeling": (a.AddTypes(t.This(), all_creature_types=True),),
    "devoid": (a.SetColors(t.This(), ""),),
}
"""Keywords that stand for an effect on characteristics (702.73a, 702.114a)."""


@lru_cache(maxsize=8192)
def layer_parts(ability: a.Ability, zone: str = "battlefield") -> tuple[a.LayerEffect, ...]:
    """The parts of a static ability that work in that zone and change characteristics."""
    if isinstance(ability, a.Keyword):
        return KEYWORDS.get(ability.name.casefold(), ()) if zone == "battlefield" else ()
    if not isinstance(ability, a.Static) or ability.zone != zone:
        return ()
    return tuple(effect for effect in ability.effects if isinstance(effect, LAYER_EFFECTS))


@lru_cache(maxsize=8192)
def defines(ability: a.Ability) -> bool:
    """604.3a: it defines colors, subtypes, power or toughness of its own object alone, and always."""
    if isinstance(ability, a.Static) and ability.condition is not None:
        return False
    parts = layer_parts(ability)
    return bool(parts) and all(part.on == t.This() and _is_definition(part) for part in parts)


def _is_definition(part: a.LayerEffect) -> bool:
    if isinstance(part, a.AddTypes):
        return not part.types and not part.supertypes
    if isinstance(part, a.SetPowerToughness):
        return part.defining
    return isinstance(part, a.SetColors | a.SetLandTypes)


def of_abilities(thing: Thing, place: int) -> tuple[Effect, ...]:
    """The effects of the static abilities that the permanent has now; ``place`` is that of its timestamp."""
    found = []
    for number, held in enumerate(thing.held):
        parts = layer_parts(held.ability)
        if not parts:
            continue
        name = f"{thing.id}/{held.place}"
        time: Time = (place, 0, number)
        if held.granted_by:
            name = f"{name}/{held.granted_by}"
            time = (max(place, held.since[0]), 1, held.since[0], place, *held.since[1:])  # 613.7a
        condition = held.ability.condition if isinstance(held.ability, a.Static) else None
        defining = held.is_text and defines(held.ability)
        found.append(
            Effect(
                name,
                parts,
                held.timestamp,
                time,
                condition,
                held,
                thing.id,
                thing.permanent,
                thing.controller,
                defining,
            )
        )
    return tuple(found)


# Counters, emblems, cards elsewhere -----------------------------------------------------------------------------------


def of_counters(permanent: Permanent, place: int) -> Iterator[Effect]:
    """122.1a and 122.1b; a board does not say that a counter is younger than its permanent (613.7c)."""
    for kind, number in permanent.counters:
        part = counter_part(kind, number)
        if part is not None:
            time = (place, 2, *map(ord, kind))
            yield Effect(
                f"{permanent.id}/{kind} counter", (part,), permanent.timestamp, time, None, None, permanent.id,
                permanent, permanent.controller,
            )  # fmt: skip


@lru_cache(maxsize=1024)
def counter_part(kind: str, number: int) -> a.LayerEffect | None:
    """What so many counters of a kind do to characteristics, None for others."""
    if number <= 0:
        return None
    if kind.casefold() in KEYWORD_COUNTERS:
        return a.GainAbilities(t.This(), (a.Keyword(kind.casefold(), bearing=True),))
    size = re.fullmatch(r"([+-]\d+)/([+-]\d+)", kind)
    return None if size is None else a.ChangePowerToughness(t.This(), number * int(size[1]), number * int(size[2]))


def of_emblem(emblem: Emblem, place: int) -> Iterator[Effect]:
    """114.4."""
    for number, ability in enumerate(emblem_abilities(emblem.card)):
        parts = layer_parts(ability)
        if parts and isinstance(ability, a.Static):
            yield Effect(
                f"{emblem.id}/{number}", parts, emblem.timestamp, (place, 0, number), ability.condition, None, "",
                emblem, emblem.controller,
            )  # fmt: skip


def from_graveyards(board: Board, place: int) -> Iterator[Effect]:
    """113.6b; "you" is the owner of the card (109.5)."""
    number = 0
    for player in board.players:
        for card in player.graveyard_cards or ():
            for ability in _in_graveyard(card):
                parts = layer_parts(ability, "graveyard")
                if parts:
                    name = f"{card.name} in the graveyard of {player.name}#{number}"
                    time = (place, 0, number)
                    yield Effect(name, parts, 0, time, ability.condition, None, "", None, player.name)
                    number += 1


@lru_cache(maxsize=4096)
def _in_graveyard(card: Card) -> tuple[a.Static, ...]:
    faces = card.faces if card.layout == "split" else card.faces[:1]
    return tuple(
        ability
        for face in faces
        for ability in face.abilities
        if isinstance(ability, a.Static) and ability.zone == "graveyard"
    )


# What has resolved (611.2) --------------------------------------------------------------------------------------------


def begun_by(board: Board, entry: Resolved) -> list[tuple[a.LayerEffect, ...]]:
    """The effects on characteristics that began as it resolved, each with its parts."""
    begins = begun(resolved_instructions(entry), resolved_scope(board, (), entry, None))
    found = [tuple([part for part in begin.effects if isinstance(part, LAYER_EFFECTS)]) for begin in begins]
    return [parts for parts in found if parts]


# Whether there is anything to do --------------------------------------------------------------------------------------


def is_anything_changed(board: Board, before: tuple[Thing, ...]) -> bool:
    """Whether the board has any effect on characteristics; ``before`` are its permanents as printed."""
    for thing in before:
        if has_layer_parts(thing.abilities):
            return True
        for kind, number in thing.permanent.counters:
            if counter_part(kind, number) is not None:
                return True
    for entry in board.entries:
        if isinstance(entry, Resolved):
            if begun_by(board, entry):
                return True
        elif isinstance(entry, Emblem) and has_layer_parts(emblem_abilities(entry.card)):
            return True
    return any(True for _ in from_graveyards(board, 0))


@lru_cache(maxsize=8192)
def has_layer_parts(abilities: tuple[a.Ability, ...]) -> bool:
    """Whether one of the abilities changes characteristics."""
    return any(layer_parts(ability) for ability in abilities)
