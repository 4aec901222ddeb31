"""The table of rules: what each rule says in our own words, and how far it is modelled."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Any, Literal

import msgspec

from . import data
from .errors import BadInput

FILE = "rules.toml"
STATUSES = ("modelled", "simplified", "not modelled")

LETTERS = "abcdefghijkmnpqrstuvwxyz"
"""The letters of subrules, in their order: l and o are left out, as they look like numbers."""

_NUMBER = re.compile(r"(\d{3})\.(\d+)([a-z]?)")


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule of the Comprehensive Rules of ``edition``; ``how`` says in what way it is simplified, if it is."""

    number: str
    says: str
    status: Literal["modelled", "simplified", "not modelled"]
    edition: str
    how: str = ""


def place(number: str) -> tuple[int, int, str]:
    """Where a rule stands among others: by chapter, then number, then letter. Raises ValueError for what is no number.

    >>> sorted(["106.12b", "106.7", "106.12"], key=place)
    ['106.7', '106.12', '106.12b']
    """
    parts = _NUMBER.fullmatch(number)
    if parts is None:
        raise ValueError(f"{number!r} is not the number of a rule")
    return int(parts[1]), int(parts[2]), parts[3]


@cache
def table() -> tuple[Rule, ...]:
    """Every rule that the project is about, in the order of the rules. Raises BadInput if the table is not readable."""
    found = _file()
    try:
        rows = [{"edition": found["edition"], **row} for row in found["rule"]]
        return msgspec.convert(tuple(rows), type=tuple[Rule, ...])
    except (ValueError, LookupError, TypeError) as error:
        raise _unreadable(error) from error


def _file() -> dict[str, Any]:
    try:
        return tomllib.loads((data.models() / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _unreadable(error) from error


def _unreadable(error: Exception) -> BadInput:
    return BadInput(problem=f"the table of rules cannot be read: {error}", where=str(data.models() / FILE))


@cache
def _by_number() -> dict[str, Rule]:
    return {rule.number: rule for rule in table()}


def rule(number: str) -> Rule | None:
    """The rule of that number, or None if the table does not list it. Raises BadInput if the table is not readable."""
    return _by_number().get(number)


# Which numbers there are ---------------------------------------------------------------------------------------------


@cache
def _chapters() -> dict[str, str]:
    """For each chapter one sign a rule: the letter of its last subrule, or ``-`` where it has none."""
    try:
        return msgspec.convert(_file()["chapters"], type=dict[str, str])
    except (ValueError, LookupError) as error:
        raise _unreadable(error) from error


def exists(number: str) -> bool:
    """Whether the Comprehensive Rules have a rule, a subrule or a chapter of that number.

    Raises BadInput if the table is not readable.

    >>> [exists(number) for number in ("106", "106.12b", "106.99", "106.12z", "613.7l", "999.7")]
    [True, True, False, False, False, False]
    """
    if number in _chapters():
        return True
    parts = _NUMBER.fullmatch(number)
    if parts is None:
        return False
    signs, place, letter = _chapters().get(parts[1], ""), int(parts[2]), parts[3]
    if not 1 <= place <= len(signs):
        return False
    last = signs[place - 1]
    return not letter or (last != "-" and letter in LETTERS[: LETTERS.index(last) + 1])


def nearest(number: str) -> str:
    """The rule of which that number would be a part, if there is one; else nothing.

    >>> nearest("106.12z"), nearest("106.99"), nearest("999.7")
    ('106.12', '106', '')
    """
    return next((part for part in (number.rstrip(LETTERS), number[:3]) if exists(part)), "")
