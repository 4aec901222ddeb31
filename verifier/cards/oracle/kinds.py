"""The characteristics that a phrase gives: card types, subtypes, colors, numbers and abilities (205, 105, 208)."""

from __future__ import annotations

import re
from typing import Any

from lark import Token

from ..vocabulary import card_type_of
from . import language as a
from .language import AllOf, OfSubtype, OfType
from .terms_reader import NotUnderstood, X


class Kinds:
    """The characteristics that a phrase such as "a 2/2 green Elf creature" gives."""

    def __init__(self) -> None:
        self.types: list[str] = []
        self.subtypes: list[str] = []
        self.supertypes: list[str] = []
        self.colors: str | None = None
        self.numbers: tuple[Any, Any] | None = None
        self.abilities: tuple[Any, ...] = ()
        self.all_creature_types = False
        self.still = False
        self.name = ""


def _number(text: str) -> Any:
    text = text.removeprefix("+")
    if text in {"X", "-X"}:
        return X if text == "X" else a.Times(-1, X)
    if not re.fullmatch(r"-?\d+", text):
        raise NotUnderstood("a number")
    return int(text)


def numbers_of(token: Token) -> tuple[Any, Any]:
    power, toughness = str(token).split("/")
    return _number(power), _number(toughness)


def times(number: Any, quantity: Any) -> Any:
    if number in {0, 1}:
        return quantity if number else 0
    return a.Times(number, quantity)


def types_of(on: Any) -> list[str]:
    """The card types that a filter asks for."""
    if isinstance(on, OfType):
        return [on.type]
    if isinstance(on, OfSubtype):
        return [card_type_of(on.subtype)]
    if isinstance(on, AllOf):
        return [kind for part in on.filters for kind in types_of(part)]
    return []
