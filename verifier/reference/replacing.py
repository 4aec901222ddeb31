"""Replacement effects of mana (106.12b, 614, 616): one whole order of them after another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import factorial

from verifier.board import Amounts
from verifier.cards import mana as m
from verifier.cards.ability import (
    ManaReplacement,
    Multiply,
    ReplaceTypes,
    ReplaceTypesAndAmount,
    TappedForMana,
)
from verifier.cards.vocabulary import TYPES_OF_MANA
from verifier.errors import Undecided, Unmodelled

from .adding import NOTHING, only, plus
from .asking import fits, players
from .in_force import InForce, effects_in_force
from .mana_types import types_among
from .table import Table, Thing

MOST_ORDERS = 50_000
"""Boards with more different orders than this are not for brute force."""


@dataclass(frozen=True)
class Effect:
    """A replacement effect that watches this event. Two that compare equal do the same, so their order tells nothing.

    ``at_least`` mana of the types in ``guard`` must be about to be produced; ``by`` are the types to choose among.
    """

    guard: str
    at_least: int
    change: ReplaceTypes | ReplaceTypesAndAmount | Multiply
    by: str
    source: str = field(compare=False)
    number: int = field(compare=False)


def effects_watching(table: Table, tapped: Thing, tapper: str) -> list[Effect]:
    """The effects that speak of this permanent tapped for mana by this player, in list order (106.12b).

    One that speaks of another permanent or another player does not become applicable, whatever mana is made.
    Raises Unmodelled for changes that are not modelled.
    """
    found: list[Effect] = []
    tapped = table.thing(tapped.id) or tapped  # As it is now: its cost has been paid.
    for entry in effects_in_force(table, ManaReplacement):
        effect = _watching(table, entry, tapped, tapper)
        if effect is not None:
            found.append(effect)
    return found


def refuse_effects_on_any_mana(table: Table) -> None:
    """Raises Unmodelled if some effect in force replaces mana that a player would add, tapped for or not."""
    for entry in effects_in_force(table, ManaReplacement):
        if isinstance(entry.effect, ManaReplacement) and not isinstance(entry.effect.when, TappedForMana):
            raise Unmodelled(entry.entry.card.name, "a replacement of mana that a player would add")


def _watching(table: Table, entry: InForce, tapped: Thing, tapper: str) -> Effect | None:
    assert isinstance(entry.effect, ManaReplacement)
    when, change = entry.effect.when, entry.effect.becomes
    card = entry.entry.card.name
    view = replace(entry.view, event=tapped.id, that_player=tapper)
    if not isinstance(when, TappedForMana) or not fits(table, view, tapped, when.permanent):
        return None
    if tapper not in players(table, view, when.by):
        return None
    if not isinstance(change, ReplaceTypes | ReplaceTypesAndAmount | Multiply):
        raise Unmodelled(card, f"a replacement of mana of the kind {type(change).__name__}")
    by = ""
    if not isinstance(change, Multiply):
        if isinstance(change.by, m.CouldProduce | m.TypesProduced | m.ThatType):
            raise Unmodelled(card, f"a replacement by mana of {type(change.by).__name__}")
        by = types_among(table, view, change.by)
        if not by and isinstance(change.by, m.ByLandType):
            return None  # It speaks of lands with these types only.
        if not by:
            # By 106.5 the modified event would be no mana at all; no ruling says so, hence no answer.
            raise Unmodelled(card, "a replacement by mana of an undefined type")
    return Effect(when.types, when.at_least, change, by, entry.entry.id, entry.number)


# One event ---------------------------------------------------------------------------------------------------------


def is_applicable(effect: Effect, mana: Amounts, waits: bool) -> bool:
    """Whether the effect could be chosen now (616.1f). ``waits``: only if some choice would change the event."""
    if mana == NOTHING:
        return False  # 106.12b asks for a production, 614.7 for an event.
    seen = sum(number for letter, number in zip(TYPES_OF_MANA, mana, strict=True) if letter in effect.guard)
    if seen < max(effect.at_least, 1):
        return False
    return not waits or results(effect, mana) != {mana}


def results(effect: Effect, mana: Amounts) -> set[Amounts]:
    """What the production becomes, for every choice; all its mana gets the same one."""
    change = effect.change
    if isinstance(change, Multiply):
        total = NOTHING
        for _ in range(change.factor):
            total = plus(total, mana)
        return {total}
    if isinstance(change, ReplaceTypesAndAmount):
        return {only(letter, change.amount) for letter in effect.by}
    stays, goes = NOTHING, 0
    for letter, number in zip(TYPES_OF_MANA, mana, strict=True):
        if letter in change.replaced:
            goes += number
        else:
            stays = plus(stays, only(letter, number))
    return {plus(stays, only(letter, goes)) for letter in effect.by}


def every_end(effects: list[Effect], mana: Amounts, waits: bool) -> set[Amounts]:
    """What is produced in the end, over every order and every choice (616.1e, 616.1f).

    Raises Undecided if there are too many orders for brute force.
    """
    number = _number_of_orders(effects)
    if number > MOST_ORDERS:
        raise Undecided(f"{number} orders of {len(effects)} replacement effects")
    return {end for order in orders(tuple(effects)) for end in ends_in_order(order, mana, waits)}


def orders(effects: tuple[Effect, ...]) -> Iterator[tuple[Effect, ...]]:
    """Every order of the effects; orders that differ only in which of two equal ones comes first are given once."""
    if not effects:
        yield ()
    for place, first in enumerate(effects):
        if first not in effects[:place]:
            for rest in orders(effects[:place] + effects[place + 1 :]):
                yield (first, *rest)


def ends_in_order(order: tuple[Effect, ...], mana: Amounts, waits: bool) -> set[Amounts]:
    """What comes out if the player always chooses the first in this order that is applicable and unused.

    Each effect gets one opportunity (614.5); applicability is asked anew after each (616.1f); the end is where no
    unused effect applies. Every way to choose is the way of some order: those chosen as they are chosen, then the rest.
    """
    for place, effect in enumerate(order):
        if is_applicable(effect, mana, waits):
            unused = order[:place] + order[place + 1 :]
            return {end for result in results(effect, mana) for end in ends_in_order(unused, result, waits)}
    return {mana}


def _number_of_orders(effects: list[Effect]) -> int:
    number = factorial(len(effects))
    for effect in set(effects):
        number //= factorial(effects.count(effect))
    return number
