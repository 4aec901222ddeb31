"""The permanents as the rules see them (109.3, 305.6, 702.26b, 707.2, 708.2).

Continuous effects that change characteristics (613) are not modelled yet; a board that has one is refused by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

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
    SetColors,
    SetLandTypes,
    SetPowerToughness,
    SetTypes,
    Static,
    TapSymbol,
)
from ..cards.ability import Unmodelled as NotUnderstood
from ..cards.card import Face
from ..cards.mana import Symbols
from ..cards.vocabulary import BASIC_LAND_TYPES
from ..errors import Unmodelled

FACE_DOWN = Face(name="", types=("Creature",), power=2, toughness=2)
"""The copiable values of a face-down permanent (708.2a)."""

INTRINSIC = {
    subtype: Activated(cost=(TapSymbol(),), instructions=(AddMana(Symbols((letter,))),))
    for subtype, letter in BASIC_LAND_TYPES.items()
}
"""The intrinsic mana ability that comes with each basic land type (305.6)."""

NO_LAYERS = "continuous effects that change characteristics (613) are not modelled yet"
LAYER_EFFECTS = (
    SetLandTypes, AddTypes, SetTypes, LoseTypes, SetColors, GainAbilities, LoseAbilities, SetPowerToughness,
    ChangePowerToughness, BecomeCopy, GainControl, ChangeText,
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """A permanent with its present characteristics and abilities, printed ones first, then intrinsic ones."""

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
    abilities: tuple[Ability, ...]

    @property
    def id(self) -> str:
        """The id of the permanent on the board."""
        return self.permanent.id


@dataclass(frozen=True, slots=True)
class _Printed:
    name: str
    types: frozenset[str]
    subtypes: frozenset[str]
    supertypes: frozenset[str]
    colors: str
    abilities: tuple[Ability, ...]


@lru_cache(maxsize=4096)
def _printed(face: Face) -> _Printed:
    types, subtypes = frozenset(face.types), frozenset(face.subtypes)
    intrinsic = tuple(INTRINSIC[kind] for kind in BASIC_LAND_TYPES if kind in subtypes and "Land" in types)
    return _Printed(face.name, types, subtypes, frozenset(face.supertypes), face.colors, (*face.abilities, *intrinsic))


def face_of(permanent: Permanent) -> Face:
    """The face whose values the permanent has: face down, as a copy, or its own (707.2, 708.2a, 712)."""
    if permanent.face_down:
        return FACE_DOWN
    if permanent.copy_of is not None:
        return permanent.copy_of.faces[permanent.copy_face]
    return permanent.card.faces[permanent.face]


def things(board: Board) -> tuple[Thing, ...]:
    """The permanents that exist, in list order; a phased-out one is treated as though it did not (702.26b).

    Raises Unmodelled where something on the board would change characteristics, or is not understood.
    """
    refuse_what_is_not_modelled(board)
    found = []
    for permanent in board.permanents:
        if permanent.phased_out:
            continue
        face = face_of(permanent)
        printed = _printed(face)
        found.append(
            Thing(
                permanent, permanent.controller, printed.name, printed.types, printed.subtypes, printed.supertypes,
                printed.colors, face.mana_cost, face.power, face.toughness, printed.abilities,
            )
        )  # fmt: skip
    return tuple(found)


@lru_cache(maxsize=4096)
def _beyond(face: Face, zone: str) -> str:
    """What of the face's abilities is not modelled for questions about mana and hand size; empty if nothing."""
    for number, ability in enumerate(face.abilities, 1):
        if isinstance(ability, NotUnderstood):
            if zone == "battlefield":
                return f"its ability {number} ({ability.kind}) is not modelled"
        elif isinstance(ability, Static) and ability.zone == zone:
            if any(isinstance(effect, LAYER_EFFECTS) for effect in ability.effects):
                return NO_LAYERS
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
