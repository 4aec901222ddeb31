"""The words of a sentence: the classes that the grammars know, and the words that they spell out.

A sentence with a word that is neither is not understood, whatever the rest of it says.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from lark import Token
from lark.exceptions import LarkError

from ..vocabulary import ARTIFACT_TYPES, CARD_TYPES, COLOR_WORDS, ENCHANTMENT_TYPES, LAND_TYPES, SPELL_TYPES

CLASSES = [
    "NUMBER",
    "SYMBOLS",
    "COLOR",
    "NONCOLOR",
    "TYPE",
    "NONTYPE",
    "SUBTYPE",
    "NONSUBTYPE",
    "SUPERTYPE",
    "NONSUPERTYPE",
    "KEYWORD",
    "PROTECTION",
    "COUNTER",
    "PT",
    "QUOTED",
    "NAME",
    "NAMED",
    "LOYALTY",
    "ENERGY",
    "TICKETS",
    "TARGET",
]
NUMBERS = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
}
_PLURALS = {
    "Elves": "Elf",
    "Dwarves": "Dwarf",
    "Wolves": "Wolf",
    "Werewolves": "Werewolf",
    "Mice": "Mouse",
    "Oxen": "Ox",
    "Allies": "Ally",
    "Zombies": "Zombie",
    "Faeries": "Faerie",
    "Pegasi": "Pegasus",
    "Thalakos": "Thalakos",
    "Sphinxes": "Sphinx",
    "Foxes": "Fox",
    "Homunculi": "Homunculus",
    "Fungi": "Fungus",
    "Octopuses": "Octopus",
    "Plains": "Plains",
    "Locus": "Locus",
    "Heroes": "Hero",
    "Mercenaries": "Mercenary",
    "Harpies": "Harpy",
    "Citizens": "Citizen",
    "Leeches": "Leech",
    "Shamans": "Shaman",
    "Loci": "Locus",
    "Jellyfish": "Jellyfish",
    "Cyclopes": "Cyclops",
    "Wretches": "Wretch",
    "Lammasu": "Lammasu",
    "Treefolk": "Treefolk",
    "Children": "Child",
    "Ponies": "Pony",
    "Spies": "Spy",
    "Reflections": "Reflection",
    "Witches": "Witch",
    "Finches": "Finch",
}
_TOKEN = re.compile(
    r'"[^"]*"|\{[^{}]*\}(?:\{[^{}]*\})*|\[[+\u2212\-]?[\dX]+\]|[+\-\u2212]?[\dX*]+/[+\-\u2212]?[\dX*]+(?![\w/])|@\w+|~|\'s\b|[^\W_]'
    r"[\w'\u2019/\-]*|[,.:;\u2014\u2022!?()]|\S"
)


class UnknownWord(LarkError):
    """A word that no grammar knows."""


@lru_cache(maxsize=1)
def creature_types() -> frozenset[str]:
    """Every creature type (205.3m)."""
    return frozenset((Path(__file__).parent / "creature_types.txt").read_text(encoding="utf-8").split("\n")) - {""}


class Words:
    """Which subtypes there are: those of the rules and those that type lines have shown."""

    more: frozenset[str] = frozenset()

    @classmethod
    def subtype(cls, word: str) -> str | None:
        """The subtype that a word names, in the singular or plural."""
        for form in (_PLURALS.get(word, ""), word, word.removesuffix("s"), word.removesuffix("es"), word[:-3] + "y"):
            if (
                form
                and (form == word or word not in _PLURALS or form == _PLURALS[word])
                and _is_subtype(form, cls.more)
            ):
                if form == word[:-3] + "y" and not word.endswith("ies"):
                    continue
                return form
        return None


@lru_cache(maxsize=8192)
def _is_subtype(word: str, more: frozenset[str]) -> bool:
    return (
        word in creature_types()
        or word in LAND_TYPES
        or word in ARTIFACT_TYPES
        or word in ENCHANTMENT_TYPES
        or word in SPELL_TYPES
        or word in more
    )


def card_type(word: str) -> str | None:
    """The card type that a word names, in the singular or plural."""
    for form in (word, word.removesuffix("s"), {"sorceries": "sorcery"}.get(word, "")):
        if form and form == form.lower() and form.capitalize() in CARD_TYPES:
            return form.capitalize()
    return None


def raw_words(text: str) -> list[str]:
    """The words and signs of a text, with possessive endings apart."""
    found: list[str] = []
    for match in _TOKEN.finditer(text):
        word = match[0].replace("\u2019", "'")
        if word.endswith("'s") and len(word) > 2 and word not in {"Urza's", "it's", "that's", "city's"}:
            found += [word[:-2], "'s"]
        elif word.endswith("s'") and len(word) > 2:
            found += [word[:-1], "'s"]
        else:
            found.append(word)
    return found


def class_of(low: str) -> Token | None:
    if low.isdigit():
        return Token("W_NUMBER", low)
    if low in NUMBERS:
        return Token("W_NUMBER", str(NUMBERS[low]))
    if low in COLOR_WORDS:
        return Token("W_COLOR", COLOR_WORDS[low])
    if low in {"basic", "legendary", "snow", "world"}:
        return Token("W_SUPERTYPE", low.capitalize())
    kind = card_type(low)
    if kind is not None:
        return Token("W_TYPE", kind)
    if low.startswith("non"):
        rest = low[3:].removeprefix("-")
        if rest in COLOR_WORDS:
            return Token("W_NONCOLOR", COLOR_WORDS[rest])
        if rest in {"basic", "legendary", "snow"}:
            return Token("W_NONSUPERTYPE", rest.capitalize())
        kind = card_type(rest)
        if kind is not None:
            return Token("W_NONTYPE", kind)
        subtype = Words.subtype(rest)
        if subtype is not None:
            return Token("W_NONSUBTYPE", subtype)
    return None
