"""The closed word lists of the rules: mana types, colors, card types, land types (105.1, 106.1b, 205, 305.6)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

TYPES_OF_MANA = "WUBRGC"
COLORS = "WUBRG"

ManaType = Literal["W", "U", "B", "R", "G", "C"]

COLOR_WORDS: dict[str, str] = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
TYPE_WORDS: dict[str, str] = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless"}

BASIC_LAND_TYPES: dict[str, str] = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
"""Each basic land type with the mana of its intrinsic ability (305.6), in the order W U B R G."""

CARD_TYPES = (
    "Land", "Creature", "Artifact", "Enchantment", "Planeswalker", "Battle", "Instant", "Sorcery", "Kindred",
    "Plane", "Phenomenon", "Scheme", "Vanguard", "Conspiracy", "Dungeon",
)  # fmt: skip
COMMAND_ZONE_TYPES = frozenset({"Plane", "Phenomenon", "Scheme", "Vanguard", "Conspiracy", "Dungeon"})
"""Card types of what is in the command zone and is no permanent (110.4, 311.2, 312.2, 313.2, 314.2)."""
LAND_TYPES = (
    "Plains", "Island", "Swamp", "Mountain", "Forest", "Cave", "Desert", "Gate", "Lair", "Locus", "Mine", "Planet",
    "Power-Plant", "Sphere", "Tower", "Town", "Urza's",
)  # fmt: skip
"""All land types, the basic ones first (205.3i)."""

ARTIFACT_TYPES = (
    "Equipment", "Fortification", "Vehicle", "Spacecraft", "Treasure", "Gold", "Powerstone", "Vibranium", "Heartwood",
    "Food", "Clue", "Blood", "Map", "Junk", "Lander", "Mutagen", "Incubator", "Book", "Bobblehead", "Attraction",
    "Contraption", "Infinity", "Stone",
)  # fmt: skip
ENCHANTMENT_TYPES = (
    "Aura", "Background", "Cartouche", "Case", "Class", "Curse", "Plan", "Role", "Room", "Rune", "Saga", "Shard",
    "Shrine",
)  # fmt: skip
SPELL_TYPES = ("Adventure", "Arcane", "Lesson", "Omen", "Trap")

SUPERTYPES = ("Basic", "Legendary", "Ongoing", "Snow", "World")


@lru_cache(maxsize=4096)
def card_type_of(subtype: str) -> str:
    """The card type to which a subtype belongs (205.3); what is no other kind counts as a creature type."""
    for kinds, card_type in (
        (LAND_TYPES, "Land"),
        (ARTIFACT_TYPES, "Artifact"),
        (ENCHANTMENT_TYPES, "Enchantment"),
        (SPELL_TYPES, "Instant"),
    ):
        if subtype in kinds:
            return card_type
    return "Creature"


def in_order(types: set[str] | frozenset[str] | str) -> str:
    """The types of mana as the string that boards and claims use, in the order W U B R G C.

    >>> in_order({"C", "B"})
    'BC'
    """
    return "".join(letter for letter in TYPES_OF_MANA if letter in types)
