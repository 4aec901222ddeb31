"""What every part of a reader needs: cards, players and numbers by name, and a place for problems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..cards.card import Card, Face
from ..errors import BadInput
from .problems import Problems, nearest

_TURNED = ("transform", "modal", "flip", "room")
"""Layouts of which the face that is named is the face that the permanent shows."""
_MOST_UNKNOWN = 20
_BACKED = ("transform", "modal", "flip")


@dataclass(slots=True)
class Reading:
    """The context of one board or claim.

    ``numbers`` are the values of the numbers that have names. Where ``go_on`` is set, a card that is not in the pool
    is no problem: a card without abilities stands for it, and its name is the first of ``unknown``,
    and where it stands the first of ``unknown_at``.
    """

    problems: Problems
    numbers: Mapping[str, int] = field(default_factory=dict)
    players: tuple[str, ...] = ("you", "opponent")
    go_on: bool = False
    unknown: dict[str, str] = field(default_factory=dict)
    unknown_at: list[str] = field(default_factory=list)

    def card(self, name: str, key: str) -> tuple[Card, int]:
        """The card of that name and which of its faces is named."""
        from ..cards import pool

        if name not in self.unknown:
            try:
                return pool.find(name)
            except BadInput as error:
                self.unknown[name] = error.suggestion
                self.unknown_at.append(key)
                if not self.go_on:
                    self.problems.add(key, error.problem, error.suggestion)
                    # Looking for what is meant costs a pass over the pool.
                    if len(self.unknown) >= _MOST_UNKNOWN:
                        self.problems.stop()
        elif not self.go_on:
            self.problems.add(key, f"no card is called {name!r}", self.unknown[name])
        return Card(name, (Face(name),), "other"), 0

    def is_known(self, card: Card) -> bool:
        """Whether the card is of the pool and not a stand-in."""
        return card.name not in self.unknown

    def face_name(self, name: str, key: str) -> str:
        """The name of a card as its face has it."""
        card, face = self.card(name, key)
        return card.faces[face].name

    def shown_face(self, card: Card, named: int, written: str | None, key: str) -> int:
        """Which face a permanent shows: the written one, else the named one where a permanent can be turned to it."""
        if written is None:
            return named if card.layout in _TURNED else 0
        if written == "back" and self.is_known(card) and (len(card.faces) < 2 or card.layout not in _BACKED):
            self.problems.add(key, f"{card.name} has no back face")
            return 0
        return 1 if written == "back" and len(card.faces) > 1 else 0

    def player(self, name: str, key: str) -> str:
        """That player's name."""
        if name not in self.players:
            known = ", ".join(self.players)
            self.problems.add(key, f"{name!r} is no player; the players are {known}", nearest(name, self.players))
        return name

    def number(self, value: int | str, key: str, least: int = 0) -> int:
        """A number that is written down, or the value of the number of that name."""
        if isinstance(value, int):
            return value
        if value not in self.numbers:
            self.problems.add(key, f"no number is called {value!r}", nearest(value, self.numbers))
            return least
        found = self.numbers[value]
        if found < least:
            self.problems.add(key, f"must be at least {least}, and {value} begins at {found}")
        return found

    def optional(self, data: Mapping[str, Any], name: str, key: str, least: int = 0) -> int | None:
        """The number under that key, None if there is none."""
        return self.number(data[name], f"{key}.{name}", least) if name in data else None

    def letters(self, text: str, key: str, allowed: str = "WUBRGC") -> str:
        """Letters of types of mana in the order W U B R G C."""
        for letter in allowed:
            if text.count(letter) > 1:
                self.problems.add(key, f"{letter} is there twice", "".join(x for x in allowed if x in text))
        return "".join(letter for letter in allowed if letter in text)


def quoted(words: Iterable[str]) -> str:
    """Names for a sentence, sorted."""
    return ", ".join(repr(word) for word in sorted(words))
