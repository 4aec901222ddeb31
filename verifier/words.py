"""Answers in words: types and amounts of mana, hand sizes, outcomes, and two answers that differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .board import Characteristics, HandSizes, Outcome, Pools
from .cards.vocabulary import TYPES_OF_MANA, in_order
from .errors import Illegal

MOST_LETTERS = 6
"""As many letters in a row are counted at a glance; beyond, a number is told."""

_WORDS = dict(zip(TYPES_OF_MANA, ("white", "blue", "black", "red", "green", "colorless"), strict=True))


def types(letters: str) -> str:
    """A set of types of mana.

    >>> types("UW"), types("")
    ('WU', 'nothing')
    """
    return in_order(letters) or "nothing"


def sizes(found: HandSizes) -> str:
    """Possible maximum hand sizes.

    >>> sizes((2, None))
    '2 or none'
    """
    return " or ".join("none" if size is None else str(size) for size in found)


def letters_or_number(letter: str, number: int, most: int = MOST_LETTERS) -> str:
    """So much mana of one type: letters, and a number with the type's name beyond ``most``.

    >>> letters_or_number("C", 4), letters_or_number("C", 12)
    ('CCCC', '12 colorless')
    """
    return letter * number if number <= most else f"{number} {_WORDS[letter]}"


def amounts(found: tuple[int, ...]) -> str:
    """An amount of mana.

    >>> amounts((0, 0, 0, 0, 2, 4)), amounts((0, 0, 0, 0, 2, 8)), amounts((0,) * 6)
    ('GG CCCC', 'GG 8 colorless', 'no mana')
    """
    parts = (letters_or_number(letter, n) for letter, n in zip(TYPES_OF_MANA, found, strict=True) if n)
    return " ".join(parts) or "no mana"


def pools(outcomes: frozenset[Pools]) -> str:
    """A set of results of mana by player, sorted; the player is left out where only one gets any."""
    return ", ".join(_result(result) or "no mana" for result in sorted(outcomes))


def _result(result: Pools) -> str:
    each = (amounts(mana) if len(result) == 1 else f"{player} {amounts(mana)}" for player, mana in result)
    return " and ".join(each)


def outcome(one: Outcome) -> str:
    """An outcome with all that is observed in it.

    >>> outcome(Outcome(observed=(("drawn", 2),), triggers=(("Howling Mine", 1),)))
    'drawn 2, triggers Howling Mine'
    """
    parts = [_result(one.pools)] if one.pools else []
    parts += [f"{name.replace('_', ' ')} {number}" for name, number in one.observed]
    parts += [f"{number} {kind} counters" for kind, number in one.counters]
    parts += [f"triggers {name}{'' if times == 1 else f' {times} times'}" for name, times in one.triggers]
    return ", ".join(parts) or "no mana"


# Two answers that differ ---------------------------------------------------------------------------------------------


def apart(first: Any, second: Any) -> tuple[str, str]:
    """Two answers of the same kind in words, of tables only what differs.

    >>> apart({"Forest": "G", "Pool": "GC"}, {"Forest": "G", "Pool": ""})
    ('Pool: GC', 'Pool: nothing')
    """
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        keys = [key for key in sorted({*first, *second}) if first.get(key) != second.get(key)]
        sides = [{key: side[key] for key in keys if key in side} for side in (first, second)]
        pairs = [apart(first[key], second[key]) if key in first and key in second else None for key in keys]
        if all(pairs):
            told = list(zip(keys, (pair for pair in pairs if pair), strict=True))
            return "; ".join(f"{key}: {one}" for key, (one, _) in told), "; ".join(
                f"{key}: {other}" for key, (_, other) in told
            )
        return answer(sides[0]), answer(sides[1])
    if isinstance(first, Characteristics) and isinstance(second, Characteristics):
        here, there = _fields(first), _fields(second)
        different = [name for name in here if here[name] != there[name]]
        return tuple(", ".join(f"{name} {side[name]}" for name in different) for side in (here, there))  # type: ignore[return-value]
    return answer(first), answer(second)


def answer(value: Any) -> str:
    """Any answer in words.

    >>> answer(frozenset({(("you", (0, 0, 0, 0, 1, 0)),)})), answer((1, 2)), answer({"you": (7, None)}), answer({})
    ('G', '1 or 2', 'you: 7 or none', 'nothing')
    """
    match value:
        case Illegal():
            return f"cannot be started: {value}"
        case Characteristics():
            return ", ".join(f"{name} {told}" for name, told in _fields(value).items())
        case Outcome():
            return outcome(value)
        case Mapping():
            return "; ".join(f"{key}: {answer(one)}" for key, one in sorted(value.items())) or "nothing"
        case frozenset():
            if all(isinstance(one, Outcome) for one in value):
                return "; ".join(sorted(map(outcome, value))) or "no outcome"
            return pools(value)
        case bool():
            return "yes" if value else "no"
        case tuple() if all(one is None or isinstance(one, int) for one in value):
            return sizes(value) or "nothing"
        case _:
            return str(value) or "nothing"


def _fields(seen: Characteristics) -> dict[str, str]:
    """The characteristics by name, as tables show them."""

    def told(value: Any) -> str:
        if isinstance(value, tuple):
            return ", ".join(map(str, value)) or "none"
        return "none" if value is None or value == "" else str(value)

    return {name.replace("_", " "): told(value) for name, value in seen._asdict().items()}
