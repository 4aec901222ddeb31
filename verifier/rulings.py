"""The inventory of official rulings: of each one which claims prove it, or why none does."""

from __future__ import annotations

import datetime as dt
import hashlib
import tomllib
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from . import data
from .errors import BadInput

FOLDER = "rulings"
KINDS = ("another subject", "not expressible", "not modelled")


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A ruling on ``card``, known by its date and the digest of its text, and what became of it.

    Either ``claims`` names claims that prove it, and ``rest`` what they leave out, if anything; or ``kind`` and
    ``beyond`` say why there is none.
    """

    card: str
    date: dt.date
    text: str
    claims: tuple[str, ...] = ()
    rest: str = ""
    kind: Literal["", "another subject", "not expressible", "not modelled"] = ""
    beyond: str = ""


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rulings on the cards of a family; those on the cards in ``elsewhere`` are entered with another family."""

    family: str
    ruling: tuple[Ruling, ...]
    elsewhere: tuple[str, ...] = ()


class Counts(msgspec.Struct, frozen=True):
    """How many rulings a family has, how many of them claims prove, and how many are beyond for which reason."""

    rulings: int
    claims: int
    another_subject: int
    not_expressible: int
    not_modelled: int


def digest(comment: str) -> str:
    """By what a ruling is known here without its text: the first twelve hex digits of the text's SHA-256.

    >>> digest("Two lands make two mana.")
    'bce2b497f379'
    """
    return hashlib.sha256(comment.encode()).hexdigest()[:12]


@cache
def families() -> tuple[Family, ...]:
    """Every family of which an inventory is kept, by name. Raises BadInput if one is not readable."""
    return tuple(_read(path) for path in sorted((data.models() / FOLDER).glob("*.toml")))


def table() -> tuple[Ruling, ...]:
    """Every ruling, family by family. Raises BadInput if a family is not readable."""
    return tuple(ruling for family in families() for ruling in family.ruling)


def of_family(name: str) -> tuple[Ruling, ...]:
    """The rulings on every card of the family, wherever they are entered. Raises BadInput as ``families`` does."""
    own = {family.family: family for family in families()}
    if name not in own:
        raise BadInput(problem=f"no inventory of rulings is kept of {name!r}")
    shared = set(own[name].elsewhere)
    others = (ruling for ruling in table() if ruling.card in shared)
    return (*own[name].ruling, *others)


def counts() -> dict[str, Counts]:
    """Per family how many rulings there are and what became of them. Raises BadInput as ``families`` does."""
    return {family.family: _count(of_family(family.family)) for family in families()}


def _count(rulings: tuple[Ruling, ...]) -> Counts:
    proved = sum(bool(ruling.claims) for ruling in rulings)
    return Counts(len(rulings), proved, *(sum(ruling.kind == kind for ruling in rulings) for kind in KINDS))


def _read(path: Path) -> Family:
    try:
        family = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), type=Family)
    except (OSError, ValueError) as error:
        raise BadInput(problem=f"the inventory of rulings cannot be read: {error}", where=str(path)) from error
    for ruling in family.ruling:
        proved, beyond = bool(ruling.claims), bool(ruling.kind and ruling.beyond)
        if proved == beyond or bool(ruling.kind) != bool(ruling.beyond) or (ruling.rest and beyond):
            problem = "a ruling has either claims or both kind and beyond, and rest only beside claims"
            raise BadInput(problem=problem, where=str(path), key=f"{ruling.card} {ruling.date} {ruling.text}")
    return family
