"""The lexer of the grammars: every word as they spell it, or its class."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lark import Token
from lark.common import LexerConf
from lark.lexer import Lexer

from . import described
from .classes import CLASSES, NUMBERS, UnknownWord, Words, class_of, raw_words
from .keywords import GRANTED

__all__ = ["CLASSES", "NUMBERS", "UnknownWord", "WordLexer", "Words", "raw_words"]

_MANA = re.compile(r"(\{(?:\d+|[WUBRGCSXYZ]|[WUBRGC2](?:/[WUBRGCP]){1,2})\})+")
_BEFORE_COUNTER = frozenset(
    [
        "a",
        "an",
        "the",
        "no",
        "all",
        "of",
        "and",
        "or",
        "more",
        "fewer",
        "those",
        "that",
        "this",
        "these",
        "each",
        "another",
        "any",
        "many",
        "number",
        "kind",
        "other",
        "additional",
        "one",
        "put",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "X",
        "with",
        "have",
        "has",
        "its",
        "their",
        "every",
        "~",
        "last",
        "remaining",
        "different",
        ",",
        ".",
        "to",
        "is",
    ]
)


class WordLexer(Lexer):
    """Gives a grammar the words of a sentence as it spells them, or their classes."""

    NOT_BEGUN = "*"
    coming = NOT_BEGUN
    """The kind of the word that the parser is about to read."""

    def __init__(self, conf: LexerConf) -> None:
        self._literal = {str(terminal.pattern.value): terminal.name for terminal in conf.terminals}

    def lex(self, data: Any, parser_state: Any = None) -> Iterator[Token]:  # noqa: ARG002
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
            return Token("W_PROTECTION", low), described.protection(words, place)
        taken = described.target(words, place)
        if taken:
            return Token("W_TARGET", " ".join(words[place : place + taken])), taken
        for length in (3, 2, 1):
            phrase = " ".join([low, *words[place + 1 : place + length]])
            if phrase in GRANTED and len(words) >= place + length:
                return Token("W_KEYWORD", phrase), length
        if words[place - 1] == "named" and place and word != "~":
            return described.name(words, place, "W_NAME")
        return self._word(words, place, low)

    def _word(self, words: list[str], place: int, low: str) -> tuple[Token, int]:
        word = words[place]
        following = words[place + 1 : place + 2]
        if low in {"enchanted", "equipped", "fortified"} and following and _is_plural(following[0]):
            raise UnknownWord("many hosts")
        if low in {"land", "creature"} and following not in (["type"], ["types"]):
            return Token("W_TYPE", low.capitalize()), 1
        if low == "basic" and (following != ["land"] or words[place + 2 : place + 3] not in (["type"], ["types"])):
            return Token("W_SUPERTYPE", "Basic"), 1
        if word in self._literal and not (place == 0 and word != low):
            return Token(self._literal[word], word), 1
        if low in self._literal and (place == 0 and Words.subtype(word) is None):
            return Token(self._literal[low], low), 1
        kind = class_of(low)
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
            return described.name(words, place, "W_NAMED")
        raise UnknownWord(word)


def _is_plural(word: str) -> bool:
    """Whether the word means more than the one permanent that this one is attached to."""
    kind = class_of(word)
    if word == "permanents" or (kind is not None and kind.type == "W_TYPE"):
        return word.endswith("s")
    return word[0].isupper() and Words.subtype(word) not in {None, word}


def _braces(word: str) -> Token:
    if _MANA.fullmatch(word):
        return Token("W_SYMBOLS", word)
    if set(re.findall(r"\{([^}]*)\}", word)) == {"E"}:
        return Token("W_ENERGY", word)
    if set(re.findall(r"\{([^}]*)\}", word)) == {"TK"}:
        return Token("W_TICKETS", word)
    raise UnknownWord(word)
