"""The words of a sentence: the classes that the grammars know, and the words that they spell out.

A sentence with a word that is neither is not understood, whatever the rest of it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Token
from lark.common import LexerConf
from lark.exceptions import LarkError
from lark.lexer import Lexer

from ..vocabulary import ARTIFACT_TYPES, CARD_TYPES, COLOR_WORDS, ENCHANTMENT_TYPES, LAND_TYPES, SPELL_TYPES
from .keywords import GRANTED

CLASSES = (
    "NUMBER SYMBOLS COLOR NONCOLOR TYPE NONTYPE SUBTYPE NONSUBTYPE SUPERTYPE NONSUPERTYPE KEYWORD PROTECTION COUNTER PT "
    "QUOTED NAME NAMED LOYALTY ENERGY TICKETS TARGET"
).split()
NUMBERS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split()
    )
}
_PLURALS = {
    "Elves": "Elf", "Dwarves": "Dwarf", "Wolves": "Wolf", "Werewolves": "Werewolf", "Mice": "Mouse", "Oxen": "Ox",
    "Allies": "Ally", "Zombies": "Zombie", "Faeries": "Faerie", "Pegasi": "Pegasus", "Thalakos": "Thalakos",
    "Sphinxes": "Sphinx", "Foxes": "Fox", "Homunculi": "Homunculus", "Fungi": "Fungus", "Octopuses": "Octopus",
    "Plains": "Plains", "Locus": "Locus", "Heroes": "Hero", "Mercenaries": "Mercenary", "Harpies": "Harpy",
    "Citizens": "Citizen", "Leeches": "Leech", "Shamans": "Shaman", "Loci": "Locus", "Jellyfish": "Jellyfish",
    "Cyclopes": "Cyclops", "Wretches": "Wretch", "Lammasu": "Lammasu", "Treefolk": "Treefolk", "Children": "Child",
    "Ponies": "Pony", "Spies": "Spy", "Reflections": "Reflection", "Witches": "Witch", "Finches": "Finch",
}  # fmt: skip
_TOKEN = re.compile(
    r'"[^"]*"|\{[^{}]*\}(?:\{[^{}]*\})*|\[[+\u2212\-]?[\dX]+\]|[+\-\u2212]?[\dX*]+/[+\-\u2212]?[\dX*]+(?![\w/])|@\w+|~|\'s\b|[^\W_]'
    r"[\w'\u2019/\-]*|[,.:;\u2014\u2022!?()]|\S"
)
_MANA = re.compile(r"(\{(?:\d+|[WUBRGCSXYZ]|[WUBRGC2](?:/[WUBRGCP]){1,2})\})+")
_BEFORE_COUNTER = frozenset(
    "a an the no all of and or more fewer those that this these each another any many number kind other additional one put "
    "two three four five six seven eight nine ten X with have has its their every ~ last remaining different , . to is".split()
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
        for form in (word, _PLURALS.get(word, ""), word.removesuffix("s"), word.removesuffix("es"), word[:-3] + "y"):
            if form and (form == word or word not in _PLURALS or form == _PLURALS[word]) and _is_subtype(form, cls.more):
                if form == word[:-3] + "y" and not word.endswith("ies"):
                    continue
                return form
        return None


@lru_cache(maxsize=8192)
def _is_subtype(word: str, more: frozenset[str]) -> bool:
    return (
        word in creature_types() or word in LAND_TYPES or word in ARTIFACT_TYPES or word in ENCHANTMENT_TYPES
        or word in SPELL_TYPES or word in more
    )  # fmt: skip


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


class WordLexer(Lexer):
    """Gives a grammar the words of a sentence as it spells them, or their classes."""

    NOT_BEGUN = "*"
    coming = NOT_BEGUN
    """The kind of the word that the parser is about to read."""

    def __init__(self, conf: LexerConf) -> None:
        self._literal = {str(terminal.pattern.value): terminal.name for terminal in conf.terminals}

    def lex(self, data: Any) -> Iterator[Token]:
        words = raw_words(str(data))
        tokens: list[Token] = []
        place = 0
        while place < len(words):
            token, taken = self._next(words, place)
            place += taken
            tokens.append(token)
        for token in tokens:
            WordLexer.coming = token.type
            yield token
        WordLexer.coming = ""

    def _next(self, words: list[str], place: int) -> tuple[Token, int]:
        word = words[place]
        first = place == 0
        low = word[:1].lower() + word[1:] if first and word != "X" else word
        following = words[place + 1] if place + 1 < len(words) else ""
        if word[0] == '"':
            return Token("W_QUOTED", word[1:-1]), 1
        if word[0] == "{" and word not in self._literal:
            return _braces(word), 1
        if word[0] == "[":
            return Token("W_LOYALTY", word[1:-1].replace("\u2212", "-")), 1
        if re.fullmatch(r"[+\-\u2212]?[\dX*]+/[+\-\u2212]?[\dX*]+", word) and following not in {"counter", "counters"}:
            return Token("W_PT", word.replace("\u2212", "-")), 1
        if following in {"counter", "counters"} and word not in _BEFORE_COUNTER and not word.isdigit():
            return Token("W_COUNTER", low), 2
        if place + 2 < len(words) and words[place + 2] in {"counter", "counters"}:
            if f"{low} {following}" in {"first strike", "double strike"}:
                return Token("W_COUNTER", f"{low} {following}"), 3
        if low in {"protection", "hexproof"} and following == "from":
            return Token("W_PROTECTION", low), _protection(words, place)
        taken = _target(words, place)
        if taken:
            return Token("W_TARGET", " ".join(words[place : place + taken])), taken
        for length in (3, 2, 1):
            phrase = " ".join([low, *words[place + 1 : place + length]])
            if phrase in GRANTED and len(words) >= place + length:
                return Token("W_KEYWORD", phrase), length
        if words[place - 1] == "named" and place and word != "~":
            return _name(words, place, "W_NAME")
        return self._word(words, place, low)

    def _word(self, words: list[str], place: int, low: str) -> tuple[Token, int]:
        word = words[place]
        following = words[place + 1 : place + 2]
        if low in {"land", "creature"} and following not in (["type"], ["types"]):
            return Token("W_TYPE", low.capitalize()), 1
        if low == "basic" and (following != ["land"] or words[place + 2 : place + 3] not in (["type"], ["types"])):
            return Token("W_SUPERTYPE", "Basic"), 1
        if word in self._literal and not (place == 0 and word != low):
            return Token(self._literal[word], word), 1
        if low in self._literal and (place == 0 and Words.subtype(word) is None):
            return Token(self._literal[low], low), 1
        kind = _class(low)
        if kind is not None:
            return kind, 1
        if word[0].isupper():
            if word == "Time" and words[place + 1 : place + 2] in (["Lord"], ["Lords"]):
                return Token("W_SUBTYPE", "Time Lord"), 2
            subtype = Words.subtype(word)
            if subtype is not None:
                return Token("W_SUBTYPE", subtype), 1
            if low in self._literal:
                return Token(self._literal[low], low), 1
            return _name(words, place, "W_NAMED")
        raise UnknownWord(word)


def _braces(word: str) -> Token:
    if _MANA.fullmatch(word):
        return Token("W_SYMBOLS", word)
    if set(re.findall(r"\{([^}]*)\}", word)) == {"E"}:
        return Token("W_ENERGY", word)
    if set(re.findall(r"\{([^}]*)\}", word)) == {"TK"}:
        return Token("W_TICKETS", word)
    raise UnknownWord(word)


def _class(low: str) -> Token | None:
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


def _protection(words: list[str], place: int) -> int:
    """How many words of protection there are: up to a comma, a stop, or another ability."""
    end = place + 2
    while end < len(words) and words[end] not in {",", ".", "until", ";"}:
        if words[end] == "and" and words[end + 1 : end + 2] != ["from"]:
            break
        end += 1
    return end - place


_UP_TO = re.compile(
    r"((each of )?(up to )?(one|two|three|four|five|six|X|\d+|any number of|another|one or two|each of|one or more)? ?(other )?)target (?!player|opponent)"
)
_STOPS = frozenset("until this and then 's for where unless instead , . ; if as @ on from loses".split())


def _target(words: list[str], place: int) -> int:
    """How many words describe a target: up to a stop or a word that describes nothing."""
    rest = " ".join(words[place : place + 8])
    match = _UP_TO.match(rest if rest[:1] == "X" else rest[:1].lower() + rest[1:])
    if match is None:
        return 0
    end = place + match[0].count(" ")
    start = end
    while end < len(words) and (words[end] not in _STOPS or (words[end] == "on" and words[end + 1 : end + 2] != ["the"])):
        word = words[end]
        counted = words[end + 1 : end + 2] in (["counter"], ["counters"])
        if word in {"and", "or"} or not (counted or _describes(word) or (end > start and word in {"counter", "counters"})):
            if word != "or":
                break
        end += 1
    return end - place if end > start else 0


def _describes(word: str) -> bool:
    low = word.lower()
    return (
        word in _DESCRIBING or _class(low) is not None or word[0] in "+-~{" or word[0].isdigit() or Words.subtype(word) is not None
        or low in GRANTED or word.startswith("non")
    )  # fmt: skip


_DESCRIBING = frozenset(
    "a an you your opponent opponents control controls don't that isn't isn't's with without power toughness or greater less mana value "
    "other than another permanent permanents token tokens nontoken attacking blocking tapped untapped enchanted equipped it has them "
    "player owns own card in commander no its strike first double X same name exactly one two equal to was dealt damage turn "
    "multicolored colorless monocolored nonbasic spell spells they blocked unblocked face-down their choice doesn't have cumulative upkeep defending player's your of either both modified".split()
)


def _name(words: list[str], place: int, kind: str) -> tuple[Token, int]:
    end = place
    while end < len(words):
        word = words[end]
        small = word in {"of", "the", "to", "for", "'s", "from"} and end > place
        if not (word[0].isupper() or small):
            break
        end += 1
    while end > place and words[end - 1] in {"of", "the", "to", "for", "'s", "from"}:
        end -= 1
    if end == place:
        raise UnknownWord(words[place])
    name = " ".join(words[place:end]).replace(" 's", "'s")
    return Token(kind, name), end - place
