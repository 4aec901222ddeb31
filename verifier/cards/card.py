"""A card: its faces with their printed characteristics and abilities (200-209, 712)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .ability import Ability, Keyword

Layout = Literal[
    "normal", "split", "adventure", "transform", "modal", "flip", "meld", "room", "prototype", "token", "plane",
    "scheme", "vanguard", "emblem", "other",
]  # fmt: skip


class Face(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, cache_hash=True):
    """One face of a card. ``power`` and ``toughness`` are None where there is none or where it is ``*``.

    ``colors`` is given only where it differs from the colors of the mana cost (202.2, color indicator).
    ``hand_modifier`` is a vanguard's (313.6).
    """

    name: str
    mana_cost: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    indicator: str | None = None
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    defense: int | None = None
    hand_modifier: int = 0
    abilities: tuple[Ability, ...] = ()

    @property
    def colors(self) -> str:
        """The colors of the card: of its mana cost or its color indicator (202.2, 204), in the order W U B R G.

        None with devoid, which applies everywhere and before any other effect on colors (702.114a, 604.3, 613.3).
        """
        if self.indicator is not None:
            return self.indicator
        if any(isinstance(ability, Keyword) and ability.name == "devoid" for ability in self.abilities):
            return ""
        letters = "".join(self.mana_cost)
        return "".join(color for color in "WUBRG" if color in letters)

    @property
    def mana_value(self) -> int:
        """202.3: X counts as zero, a hybrid symbol as its larger half, a Phyrexian one as one."""
        return sum(_symbol_value(symbol) for symbol in self.mana_cost)


class Card(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, cache_hash=True):
    """A card of the pool. ``name`` is the full name, with `` // `` between the names of its faces."""

    name: str
    faces: tuple[Face, ...]
    layout: Layout = "normal"


def _symbol_value(symbol: str) -> int:
    if symbol.isdigit():
        return int(symbol)
    if symbol in {"X", "Y", "Z"}:
        return 0
    return max((int(half) for half in symbol.split("/") if half.isdigit()), default=1)
