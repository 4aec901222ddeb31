"""The closed word lists of the rules: mana types, colors, card types, land types (105.1, 106.1b, 205, 305.6)."""

from __future__ import annotations

from typing import Literal

TYPES_OF_MANA = "WUBRGC"
COLORS = "WUBRG"

ManaType = Literal["W", "U", "B", "R", "G", "C"]

COLOR_WORDS: dict[str, str] = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
TYPE_WORDS: dict[str, str] = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless"}

BASIC_LAND_TYPES: dict[str, str] = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
"""Each basic land type with the mana of its intrinsic ability (305.6), in the order W U B R G."""

CARD_TYPES = (
    "Artifact", "Battle", "Conspiracy", "Creature", "Dungeon", "Enchantment", "Instant", "Kindred", "Land",
    "Phenomenon", "Plane", "Planeswalker", "Scheme", "Sorcery", "Vanguard",
)  # fmt: skip
SUPERTYPES = ("Basic", "Legendary", "Ongoing", "Snow", "World")


def in_order(types: set[str] | frozenset[str] | str) -> str:
    """The types of mana as the string that boards and claims use, in the order W U B R G C.

    >>> in_order({"C", "B"})
    'BC'
    """
    return "".join(letter for letter in TYPES_OF_MANA if letter in types)
