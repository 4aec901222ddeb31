"""The table of rules: what each rule says in our own words, and how far it is modelled."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Literal

import msgspec

from . import data
from .errors import BadInput

FILE = "rules.toml"
STATUSES = ("modelled", "simplified", "not modelled")

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
    path = data.models() / FILE
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        rows = [{"edition": found["edition"], **row} for row in found["rule"]]
        return msgspec.convert(tuple(rows), type=tuple[Rule, ...])
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise BadInput(problem=f"the table of rules cannot be read: {error}", where=str(path)) from error


@cache
def _by_number() -> dict[str, Rule]:
    return {rule.number: rule for rule in table()}


def rule(number: str) -> Rule | None:
    """The rule of that number, or None if the table does not list it. Raises BadInput if the table is not readable."""
    return _by_number().get(number)
