"""How much of a pool is understood: by ability, by card, and by families of cards that a file names.

A card counts in a family if every ability of it that belongs there is modelled: none of its abilities that are not
modelled speaks of what the family is about (``Unmodelled.about``), and some ability of it has the structure that the
family is about, or all of the card is understood.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from . import ability as a
from . import mana as m
from .ability import Unmodelled
from .card import Card
from .pool import UnknownCard, find

_FAMILIES: dict[str, tuple[str, tuple[type[Any], ...]]] = {
    "could_produce": ("mana", (m.CouldProduce, a.OtherInstruction)),
    "mana_replacement": ("mana", (a.ManaReplacement,)),
    "maximum_hand_size": ("hand size", (a.HandSize,)),
    "tapped_for_mana_trigger": ("mana", (a.WhenTappedForMana,)),
    "self_replacement_in_mana_ability": ("mana", (a.Instead,)),
    "adds_mana": ("mana", (a.AddMana, a.OtherInstruction)),
    "adds_mana_reminder_only": ("mana", (a.OtherInstruction, a.Keyword)),
    "land_characteristics": (
        "land types",
        (
            a.SetLandTypes, a.AddTypes, a.SetTypes, a.LoseTypes, a.GainAbilities, a.LoseAbilities, a.BecomeCopy,
            a.EntersAsCopy, a.ChangeText, a.EntersTapped, a.OtherInstruction,
        ),
    ),
    "discard_replacement": ("discard", (a.DiscardReplacement, a.Discards, a.Keyword)),
    "draw_replacement": ("draw", (a.DrawReplacement, a.SkipStep, a.Permission, a.Keyword)),
}  # fmt: skip
"""What each family is about, and the structures of which an ability of it has one."""

_RULES = {
    "could_produce": ("static:cost-of-spells",),
    "mana_replacement": ("static:unspent-mana",),
    "maximum_hand_size": ("static:starting-hand",),
    "adds_mana": ("static:opening-hand",),
}
"""Rules of abilities without bearing that are a card's whole part in a family."""


@dataclass(frozen=True)
class Family:
    """How many cards of a family there are, how many are modelled, and the names of the others."""

    cards: int
    modelled: int
    unmodelled: tuple[str, ...]


@dataclass(frozen=True)
class Grades:
    """How many abilities are modelled, have no bearing and are unmodelled, and how many cards are wholly understood."""

    cards: int
    understood: int
    modelled: int
    no_bearing: int
    unmodelled: int
    rules: tuple[tuple[str, int], ...]


def parts(term: Any) -> Iterator[Any]:
    """The term and every term in it."""
    yield term
    if isinstance(term, tuple):
        for each in term:
            yield from parts(each)
    elif isinstance(term, msgspec.Struct):
        for name in term.__struct_fields__:
            yield from parts(getattr(term, name))


def grades(cards: Iterable[Card]) -> Grades:
    """The grades of all abilities of the cards."""
    count: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    for card in cards:
        count["cards"] += 1
        found = [ability for face in card.faces for ability in face.abilities]
        count["understood"] += not any(isinstance(each, Unmodelled) for each in found)
        for each in found:
            if isinstance(each, a.NoBearing):
                rules[each.rule] += 1
                count["no_bearing"] += 1
            else:
                count["unmodelled" if isinstance(each, Unmodelled) else "modelled"] += 1
    return Grades(
        count["cards"],
        count["understood"],
        count["modelled"],
        count["no_bearing"],
        count["unmodelled"],
        tuple(sorted(rules.items())),
    )


def families(named: Mapping[str, Iterable[str]]) -> dict[str, Family]:
    """For each family of names, which of its cards are modelled as far as they belong to it.

    A name that is no card of the pool counts as unmodelled.
    """
    return {family: _family(family, sorted(names)) for family, names in sorted(named.items())}


def _family(family: str, names: list[str]) -> Family:
    missing = tuple(name for name in names if not _counts(family, name))
    return Family(len(names), len(names) - len(missing), missing)


def _counts(family: str, name: str) -> bool:
    try:
        card, _ = find(name)
    except UnknownCard:
        return False
    subject, structures = _FAMILIES.get(family, ("", ()))
    abilities = [ability for face in card.faces for ability in face.abilities]
    unread = [each for each in abilities if isinstance(each, Unmodelled)]
    if any(not subject or subject in each.about for each in unread):
        return False
    told = any(isinstance(each, a.NoBearing) and each.rule in _RULES.get(family, ()) for each in abilities)
    return not unread or told or any(isinstance(part, structures) for each in abilities for part in parts(each))
