"""Words that belong together: what describes a target, a name, what something has protection from."""

from __future__ import annotations

import re

from lark import Token

from .classes import UnknownWord, Words, class_of
from .keywords import GRANTED


def protection(words: list[str], place: int) -> int:
    """How many words of protection there are: up to a comma, a stop, or another ability."""
    end = place + 2
    while end < len(words) and words[end] not in {",", ".", "until", ";"}:
        if words[end] == "and" and words[end + 1 : end + 2] != ["from"]:
            break
        end += 1
    return end - place


_UP_TO = re.compile(
    r"((each of )?(up to )?(one|two|three|four|five|six|X|\d+|any number of|another|one or two|"
    r"each of|one or more)? ?(other )?)target (?!player|opponent)"
)
_STOPS = frozenset(
    [
        "until",
        "this",
        "and",
        "then",
        "'s",
        "for",
        "where",
        "unless",
        "instead",
        ",",
        ".",
        ";",
        "if",
        "as",
        "@",
        "on",
        "from",
        "loses",
    ]
)


def target(words: list[str], place: int) -> int:
    """How many words describe a target: up to a stop or a word that describes nothing."""
    rest = " ".join(words[place : place + 8])
    match = _UP_TO.match(rest if rest[:1] == "X" else rest[:1].lower() + rest[1:])
    if match is None:
        return 0
    end = place + match[0].count(" ")
    start = end
    while end < len(words) and (
        words[end] not in _STOPS or (words[end] == "on" and words[end + 1 : end + 2] != ["the"])
    ):
        word = words[end]
        counted = words[end + 1 : end + 2] in (["counter"], ["counters"])
        if word in {"and", "or"} or not (
            counted or _describes(word) or (end > start and word in {"counter", "counters"})
        ):
            if word != "or":
                break
        end += 1
    return end - place if end > start else 0


def _describes(word: str) -> bool:
    low = word.lower()
    return (
        word in _DESCRIBING
        or class_of(low) is not None
        or word[0] in "+-~{"
        or word[0].isdigit()
        or Words.subtype(word) is not None
        or low in GRANTED
        or word.startswith("non")
    )


_DESCRIBING = frozenset(
    [
        "a",
        "an",
        "on",
        "you",
        "your",
        "opponent",
        "opponents",
        "control",
        "controls",
        "don't",
        "that",
        "isn't",
        "isn't's",
        "with",
        "without",
        "power",
        "toughness",
        "or",
        "greater",
        "less",
        "mana",
        "value",
        "other",
        "than",
        "another",
        "permanent",
        "permanents",
        "token",
        "tokens",
        "nontoken",
        "attacking",
        "blocking",
        "tapped",
        "untapped",
        "enchanted",
        "equipped",
        "it",
        "has",
        "them",
        "player",
        "owns",
        "own",
        "card",
        "in",
        "commander",
        "no",
        "its",
        "strike",
        "first",
        "double",
        "X",
        "same",
        "name",
        "exactly",
        "one",
        "two",
        "equal",
        "to",
        "was",
        "dealt",
        "damage",
        "turn",
        "multicolored",
        "colorless",
        "monocolored",
        "nonbasic",
        "spell",
        "spells",
        "they",
        "blocked",
        "unblocked",
        "face-down",
        "their",
        "choice",
        "doesn't",
        "have",
        "cumulative",
        "upkeep",
        "defending",
        "player's",
        "your",
        "of",
        "either",
        "both",
        "modified",
    ]
)


def name(words: list[str], place: int, kind: str) -> tuple[Token, int]:
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
    found = " ".join(words[place:end]).replace(" 's", "'s")
    return Token(kind, found), end - place
