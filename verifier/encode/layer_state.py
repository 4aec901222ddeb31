"""Characteristics of all permanents while the layers are applied, each one a formula (109.3, 613.1).

A *state* has a row for every permanent. Booleans stand under keys like ``("type", "Land")``, ``("ability", 3)`` or
``("controller", "you")``; power and toughness are numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..cards.ability import Ability, SetPowerToughness, Static
from ..cards.card import Face
from ..cards.vocabulary import CARD_TYPES, LAND_TYPES, card_type_of
from ..solve.formula import FALSE, TRUE, Bool
from .whole import Whole, whole

Key = tuple[str, str | int]
Value = Bool | Whole | None
Row = dict[Key, Value]

EVERY_CREATURE_TYPE: Key = ("subtype", "every creature type")


@dataclass(frozen=True, slots=True, eq=False)
class Slot:
    """An ability that a permanent may have, printed, intrinsic (305.6) or given by an effect.

    ``given_by`` is the number of the effect that gives it, None of others. Of the entries in ``times`` the latest gives
    its effects their timestamp (613.7a).
    """

    number: int
    holder: str
    ability: Ability
    origin: str
    given_by: int | None = None
    times: frozenset[str] = frozenset()

    @property
    def key(self) -> Key:
        """Under which key a row says whether it is there."""
        return ("ability", self.number)


class State:
    """The rows, and, while somebody listens, what was read of them."""

    __slots__ = ("read", "rows")

    def __init__(self, rows: Mapping[str, Row]) -> None:
        self.rows: dict[str, Row] = dict(rows)
        self.read: set[tuple[str, Key]] | None = None

    def get(self, id: str, key: Key) -> Bool:
        """Whether the permanent has it."""
        if self.read is not None:
            self.read.add((id, key))
        found = self.rows[id].get(key, FALSE)
        assert isinstance(found, Bool)
        return found

    def number(self, id: str, name: str) -> Whole | None:
        """Its power or toughness, None where it has none."""
        key = ("number", name)
        if self.read is not None:
            self.read.add((id, key))
        found = self.rows[id].get(key)
        assert not isinstance(found, Bool)
        return found

    def having(self, id: str, kind: str) -> list[Key]:
        """The keys of that kind that it may have, in order."""
        keys = [key for key, value in self.rows[id].items() if key[0] == kind and value is not FALSE]
        if self.read is not None:
            self.read.update((id, key) for key in self.rows[id] if key[0] == kind)
            self.read.add((id, (kind, "*")))
        return keys

    def changed(self, other: State) -> dict[tuple[str, Key], Value]:
        """What is otherwise in the other state, with what it is there."""
        found: dict[tuple[str, Key], Value] = {}
        for id, row in other.rows.items():
            mine = self.rows[id]
            if row is mine:
                continue
            for key, value in row.items():
                old = mine.get(key, None if key[0] == "number" else FALSE)
                if value is not old and not _same_number(value, old):
                    found[id, key] = value
                    found[id, (key[0], "*")] = None
        return found


def _same_number(a: Value, b: Value) -> bool:
    return isinstance(a, Whole) and isinstance(b, Whole) and a.constant is not None and a.constant == b.constant


class Draft:
    """A state to come: rows of another one with changes."""

    __slots__ = ("_own", "state")

    def __init__(self, base: State) -> None:
        self.state = State(base.rows)
        self._own: set[str] = set()

    def row(self, id: str) -> Row:
        """The row of the permanent, to be changed."""
        if id not in self._own:
            self.state.rows[id] = dict(self.state.rows[id])
            self._own.add(id)
        return self.state.rows[id]


def kind_of(subtype: str, face: Face) -> str:
    """The card type to which a subtype belongs; the face tells where only its card types do (205.3)."""
    kind = card_type_of(subtype)
    if kind == "Creature" and subtype in face.subtypes and not {"Creature", "Kindred"} & set(face.types):
        for other in ("Planeswalker", "Battle"):
            if other in face.types:
                return other
    return kind


def printed_row(face: Face, controller: str, slots: Iterable[Slot]) -> Row:
    """The copiable values of a permanent (613.2c) before any other layer."""
    row: Row = {("type", name): TRUE for name in face.types}
    row |= {("subtype", name): TRUE for name in face.subtypes}
    row |= {("supertype", name): TRUE for name in face.supertypes}
    row |= {("color", letter): TRUE for letter in face.colors}
    row[("controller", controller)] = TRUE
    row |= {slot.key: TRUE for slot in slots if slot.origin == "printed"}
    for name, number in (("power", face.power), ("toughness", face.toughness)):
        # 208.5: a creature without a number has 0; so has a star whose ability is gone, unless that is unknown.
        star = number is None and "Creature" in face.types and not any(map(_defines_numbers, face.abilities))
        row[("number", name)] = None if star else whole(number or 0)
    return row


def _defines_numbers(ability: Ability) -> bool:
    return isinstance(ability, Static) and any(
        isinstance(effect, SetPowerToughness) and effect.defining for effect in ability.effects
    )


def in_list(names: Iterable[str]) -> tuple[str, ...]:
    """Types and subtypes in the order of the word lists, then by name."""
    places = {name: place for place, name in enumerate((*CARD_TYPES, *LAND_TYPES))}
    return tuple(sorted(set(names), key=lambda name: (places.get(name, len(places)), name)))
