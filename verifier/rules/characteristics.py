"""What a permanent is before continuous effects change it (109.3, 305.6, 702.26b, 707.2, 708.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from ..board import Board, Permanent
from ..cards.ability import (
    Ability,
    Activated,
    AddMana,
    AddTypes,
    BecomeCopy,
    ChangePowerToughness,
    ChangeText,
    GainAbilities,
    GainControl,
    LoseAbilities,
    LoseTypes,
    NoBearing,
    SetColors,
    SetLandTypes,
    SetPowerToughness,
    SetTypes,
    TapSymbol,
)
from ..cards.ability import Unmodelled as NotUnderstood
from ..cards.card import Face
from ..cards.mana import Symbols
from ..cards.vocabulary import BASIC_LAND_TYPES
from ..errors import Unmodelled

EVERY_CREATURE_TYPE = "every creature type"
"""Stands among the subtypes for all creature types at once (702.73)."""

FACE_DOWN = Face(name="", types=("Creature",), power=2, toughness=2)
"""The copiable values of a face-down permanent (708.2a)."""

INTRINSIC = {
    subtype: Activated(cost=(TapSymbol(),), instructions=(AddMana(Symbols((letter,))),))
    for subtype, letter in BASIC_LAND_TYPES.items()
}
"""The intrinsic mana ability that comes with each basic land type (305.6)."""

LAYER_EFFECTS = (
    SetLandTypes, AddTypes, SetTypes, LoseTypes, SetColors, GainAbilities, LoseAbilities, SetPowerToughness,
    ChangePowerToughness, BecomeCopy, GainControl, ChangeText,
)  # fmt: skip


class Held(NamedTuple):
    """An ability that a permanent has, with the timestamp of what gave it.

    ``granted_by`` is the name of the effect that gave it, empty for what the permanent itself has; ``since`` is when
    that effect came. ``place`` is its place among the abilities of that effect or of the face, -1 for an intrinsic one.
    """

    ability: Ability
    timestamp: int
    place: int
    granted_by: str = ""
    since: tuple[int, ...] = ()

    @property
    def is_text(self) -> bool:
        """Whether it comes from the rules text or from copiable values."""
        return not self.granted_by and self.place >= 0


@dataclass(slots=True, eq=False)
class Thing:
    """A permanent with its characteristics and abilities as far as they have been worked out; it is never changed.

    ``held`` has printed abilities first, then intrinsic ones, then granted ones by timestamp; ``copiable`` is the face
    whose values it has in layer 1. ``power`` and ``toughness`` are what is known of them: ``size_of`` says what it has.
    """

    permanent: Permanent
    controller: str
    name: str
    types: frozenset[str]
    subtypes: frozenset[str]
    supertypes: frozenset[str]
    colors: str
    mana_cost: tuple[str, ...]
    power: int | None
    toughness: int | None
    copiable: Face
    held: tuple[Held, ...]
    abilities: tuple[Ability, ...]

    @property
    def id(self) -> str:
        """The id of the permanent on the board."""
        return self.permanent.id

    def changed(self, **changes: Any) -> Thing:
        """The permanent with some characteristics replaced."""
        if "held" in changes:
            changes["abilities"] = tuple([held.ability for held in changes["held"]])
        changed = Thing(
            self.permanent, self.controller, self.name, self.types, self.subtypes, self.supertypes, self.colors,
            self.mana_cost, self.power, self.toughness, self.copiable, self.held, self.abilities,
        )  # fmt: skip
        for name, value in changes.items():
            setattr(changed, name, value)
        return changed


class _Printed(NamedTuple):
    types: frozenset[str]
    subtypes: frozenset[str]
    supertypes: frozenset[str]
    colors: str


@lru_cache(maxsize=4096)
def _printed(face: Face) -> _Printed:
    return _Printed(frozenset(face.types), frozenset(face.subtypes), frozenset(face.supertypes), face.colors)


def of_face(permanent: Permanent, face: Face, first: int = 0) -> Thing:
    """The permanent with the copiable values of a face and nothing else (707.2), intrinsic abilities included (305.6).

    ``first``: its abilities are numbered from there.
    """
    printed = _printed(face)
    held = tuple([Held(ability, permanent.timestamp, first + n) for n, ability in enumerate(face.abilities)])
    abilities = face.abilities
    gained = intrinsic(printed.types, printed.subtypes)
    if gained:
        held += tuple([Held(ability, permanent.timestamp, -1) for ability in gained])
        abilities += gained
    return Thing(
        permanent, permanent.controller, face.name, printed.types, printed.subtypes, printed.supertypes,
        printed.colors, face.mana_cost, face.power, face.toughness, face, held, abilities,
    )  # fmt: skip


def face_of(permanent: Permanent) -> Face:
    """The face whose values the permanent has: face down, as a copy, or its own (707.2, 708.2a, 712)."""
    if permanent.face_down:
        return FACE_DOWN
    if permanent.copy_of is not None:
        return permanent.copy_of.faces[permanent.copy_face]
    return permanent.card.faces[permanent.face]


def size_of(thing: Thing) -> tuple[int | None, int | None]:
    """Its power and toughness: a permanent that is no creature has none (208.3), a creature without a value 0 (208.5).

    None, too, where an ability may say the value that nobody has modelled.
    """
    if "Creature" not in thing.types:
        return None, None
    power, toughness = thing.power, thing.toughness
    if power is None or toughness is None:
        missing = None if _may_say_its_size(thing.copiable) else 0
        return missing if power is None else power, missing if toughness is None else toughness
    return power, toughness


@lru_cache(maxsize=4096)
def _may_say_its_size(face: Face) -> bool:
    if "Creature" not in face.types:
        return False
    return any(isinstance(one, NoBearing | NotUnderstood) and one.kind == "static" for one in face.abilities)


def with_size(thing: Thing) -> Thing:
    """The permanent with the power and toughness that it has."""
    power, toughness = size_of(thing)
    if power == thing.power and toughness == thing.toughness:
        return thing
    return thing.changed(power=power, toughness=toughness)


def mana_value(thing: Thing) -> int:
    """The mana value of the permanent (202.3): a back face has that of its front face, a copy of one has 0 (202.3b)."""
    permanent = thing.permanent
    if thing.copiable is FACE_DOWN:
        return 0
    if thing.copiable is not face_of(permanent):
        return thing.copiable.mana_value
    if permanent.copy_of is not None:
        is_back = permanent.copy_face > 0 and permanent.copy_of.layout == "transform"
        return 0 if is_back else thing.copiable.mana_value
    if permanent.face > 0 and permanent.card.layout in {"transform", "flip"}:
        return permanent.card.faces[0].mana_value
    return thing.copiable.mana_value


def unchanged(board: Board) -> tuple[Thing, ...]:
    """The permanents that exist, in list order, before any continuous effect (702.26b: phased-out ones do not).

    Raises Unmodelled for abilities that are not understood.
    """
    refuse_what_is_not_modelled(board)
    return tuple(of_face(p, face_of(p)) for p in board.permanents if not p.phased_out)


@lru_cache(maxsize=4096)
def intrinsic(types: frozenset[str], subtypes: frozenset[str]) -> tuple[Ability, ...]:
    """The intrinsic mana abilities of a land with these subtypes, in the order W U B R G (305.6)."""
    return tuple(INTRINSIC[kind] for kind in BASIC_LAND_TYPES if kind in subtypes) if "Land" in types else ()


@lru_cache(maxsize=4096)
def _beyond(face: Face, zone: str) -> str:
    """What of the face's abilities is not modelled for questions about mana and hand size; empty if nothing."""
    for number, ability in enumerate(face.abilities, 1):
        if isinstance(ability, NotUnderstood) and ability.may_bear_on_mana:
            if zone == "battlefield":
                return f"its ability {number} as printed ({ability.kind}) is not modelled"
    return ""


def refuse_what_is_not_modelled(board: Board) -> None:
    """Raise Unmodelled, naming the card, for what on this board could matter and is not modelled."""
    for name, face, zone in _faces_that_work(board):
        beyond = _beyond(face, zone)
        if beyond:
            raise Unmodelled(name, beyond)


def _faces_that_work(board: Board) -> Iterator[tuple[str, Face, str]]:
    for permanent in board.permanents:
        if not permanent.phased_out:
            yield permanent.id, face_of(permanent), "battlefield"
    for player in board.players:
        for card in player.graveyard_cards or ():
            yield card.name, card.faces[0], "graveyard"
