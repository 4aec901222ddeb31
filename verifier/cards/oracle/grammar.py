"""The grammars, loaded once, and phrases read with them."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark
from lark.exceptions import LarkError, VisitError
from lark.grammar import NonTerminal

from .instructions_reader import Reader
from .terms_reader import NotUnderstood
from .words import CLASSES, WordLexer

FILES = ("terms", "costs", "mana", "instructions", "statics", "events")
"""The grammar files, which share their rules."""
STARTS = (
    "thing",
    "noun",
    "quantity",
    "condition",
    "cost",
    "costs",
    "mana",
    "instruction",
    "changes",
    "player_effect",
    "entering",
    "replacement",
    "event",
)  # fmt: skip

_SENSELESS = (NotUnderstood, TypeError, ValueError, LookupError, AttributeError, StopIteration)
"""What a reader raises for a phrase that the grammar allows and that says nothing: "twice X or more counters"."""


def source() -> str:
    """The grammars as one text, with the classes of words that their capitals stand for."""
    here = Path(__file__).parent
    texts = [(here / f"{name}.lark").read_text(encoding="utf-8") for name in FILES]
    classes = " ".join(f"W_{name}" for name in CLASSES)
    return "\n".join([*texts, f"%declare {classes}\n"])


class _LookingAhead(dict[Any, Any]):
    """The rules that an Earley parser predicts, without those that cannot begin with the word that comes next."""

    def __init__(self, predictions: dict[Any, Any], first: dict[Any, Any]) -> None:
        super().__init__(predictions)
        self._first = first
        self._kept: dict[tuple[Any, str], list[Any]] = {}

    def __getitem__(self, symbol: Any) -> list[Any]:
        word = WordLexer.coming
        if word == WordLexer.NOT_BEGUN:
            return list(super().__getitem__(symbol))
        kept = self._kept.get((symbol, word))
        if kept is None:
            kept = [rule for rule in super().__getitem__(symbol) if word in self._begins(rule)]
            self._kept[symbol, word] = kept
        return kept

    def _begins(self, rule: Any) -> set[str]:
        symbol = rule.expansion[0]
        return self._first[symbol] if isinstance(symbol, NonTerminal) else {symbol.name}


def _first_words(rules: list[Any]) -> dict[Any, set[str]]:
    """The words with which each rule can begin; no rule of ours is empty."""
    first: dict[Any, set[str]] = defaultdict(set)
    grown = True
    while grown:
        grown = False
        for rule in rules:
            symbol = rule.expansion[0]
            more = first[symbol] if isinstance(symbol, NonTerminal) else {symbol.name}
            if not more <= first[rule.origin]:
                first[rule.origin] |= more
                grown = True
    return first


@lru_cache(maxsize=1)
def parser() -> Lark:
    lark = Lark(source(), parser="earley", lexer=WordLexer, start=list(STARTS), maybe_placeholders=False)
    earley = lark.parser.parser
    earley.predictions = _LookingAhead(earley.predictions, _first_words(lark.rules))
    return lark


@lru_cache(maxsize=1)
def _reader() -> Reader:
    return Reader()


@lru_cache(maxsize=400_000)
def read(start: str, text: str) -> Any:
    """What a phrase means, or None if the grammar does not know it or the language cannot say it."""
    WordLexer.coming = WordLexer.NOT_BEGUN
    try:
        return _reader().transform(parser().parse(text, start=start))
    except VisitError as error:
        if isinstance(error.orig_exc, _SENSELESS):
            return None
        raise
    except (LarkError, NotUnderstood):
        return None
