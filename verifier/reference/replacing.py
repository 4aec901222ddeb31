"""Replacement effects of mana (106.12b, 614, 616): one whole order of them after another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import permutations, product
from math import factorial

from verifier.board import Amounts
from verifier.cards import mana as m
from verifier.cards.ability import (
    AddForAll,
    ManaChange,
    ManaReplacement,
    Multiply,
    ReplaceTypes,
    ReplaceTypesAndAmount,
    TappedForMana,
    WouldAddMana,
)
from verifier.cards.naming import in_words
from verifier.cards.vocabulary import TYPES_OF_MANA
from verifier.errors import Undecided, Unmodelled

from .adding import NOTHING, Addition, Outcome, only, plus
from .asking import fits, players
from .in_force import InForce, effects_in_force
from .mana_types import types_among
from .table import Table, Thing, View

MOST_ORDERS = 50_000
"""Boards with more different orders than this are not for brute force."""

MOST_BESIDE_SHARING = 6
"""With more effects than this on mana that all players add, there are too many orders."""


@dataclass(frozen=True)
class Adding:
    """A source has a player's ability add mana; ``tapped`` if the source is a permanent tapped for it (106.12)."""

    source: Thing
    by: str
    tapped: bool


@dataclass(frozen=True)
class Effect:
    """A replacement effect that watches this event. Two that compare equal do the same, so their order tells nothing.

    ``at_least`` mana of the types in ``guard`` must be about to be produced; ``by`` are the types to choose among.
    ``of_any_mana``: it asks for no permanent that is tapped.
    """

    guard: str
    at_least: int
    change: ManaChange
    by: str
    source: str = field(compare=False)
    number: int = field(compare=False)
    of_any_mana: bool = field(default=False, compare=False)


def effects_watching(table: Table, adding: Adding, recipient: str) -> list[Effect]:
    """The effects that speak of mana that this player would add so, in list order (106.12b, 614.1a).

    One that speaks of another permanent or another player does not become applicable, whatever mana is made.
    Raises Unmodelled for changes that are not modelled.
    """
    found: list[Effect] = []
    source = table.thing(adding.source.id) or adding.source  # As it is now: its cost has been paid.
    now = replace(adding, source=source)
    for entry in effects_in_force(table, ManaReplacement):
        view = replace(entry.view, event=source.id, that_player=adding.by)
        assert isinstance(entry.effect, ManaReplacement)
        if _is_meant(table, view, entry.effect.when, now, recipient):
            effect = _in_words(table, entry, view)
            if effect is not None:
                found.append(effect)
    return found


def asks_whose(table: Table) -> bool:
    """Whether some effect in force asks which player would add the mana."""
    effects = [entry.effect for entry in effects_in_force(table, ManaReplacement)]
    whens = [effect.when for effect in effects if isinstance(effect, ManaReplacement)]
    return any(isinstance(when, WouldAddMana) and when.player != "everyone" for when in whens)


def _is_meant(table: Table, view: View, when: TappedForMana | WouldAddMana, adding: Adding, recipient: str) -> bool:
    match when:
        case TappedForMana():
            return (
                adding.tapped
                and fits(table, view, adding.source, when.permanent)
                and adding.by in players(table, view, when.by)
            )
        case WouldAddMana(player="everyone", controller=controller):
            return adding.by in players(table, view, controller)
        case WouldAddMana(player=player, controller=controller):
            return recipient in players(table, view, player) and adding.by in players(table, view, controller)


def _in_words(table: Table, entry: InForce, view: View) -> Effect | None:
    """The effect with the words read for the event; None if it has nothing to say of it."""
    assert isinstance(entry.effect, ManaReplacement)
    when, change = entry.effect.when, entry.effect.becomes
    card = entry.entry.card.name
    by = ""
    if isinstance(change, ReplaceTypes | ReplaceTypesAndAmount):
        if isinstance(change.by, m.CouldProduce | m.TypesProduced | m.ThatType):
            raise Unmodelled(card, f"a replacement by mana of {in_words(change.by)}")
        by = types_among(table, view, change.by)
        if not by and isinstance(change.by, m.ByLandType):
            return None  # It speaks of lands with these types only.
        if not by:
            # By 106.5 the modified event would be no mana at all; no ruling says so, hence no answer.
            raise Unmodelled(card, "a replacement by mana of an undefined type")
    at_least = when.at_least if isinstance(when, TappedForMana) else 1
    return Effect(when.types, at_least, change, by, entry.entry.id, entry.number, isinstance(when, WouldAddMana))


# One event ---------------------------------------------------------------------------------------------------------


def is_applicable(effect: Effect, mana: Amounts, waits: bool) -> bool:
    """Whether the effect could be chosen now (616.1f). ``waits``: only if some choice would change the event."""
    if mana == NOTHING:
        return False  # 106.12b asks for a production, 614.7 for an event.
    seen = sum(number for letter, number in zip(TYPES_OF_MANA, mana, strict=True) if letter in effect.guard)
    if seen < max(effect.at_least, 1):
        return False
    return not waits or isinstance(effect.change, AddForAll) or results(effect, mana) != {mana}


def results(effect: Effect, mana: Amounts) -> set[Amounts]:
    """What the production becomes, for every choice; all its mana gets the same one."""
    change = effect.change
    assert not isinstance(change, AddForAll), "what all players add is more than one amount"
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


def outcomes_of(watching: dict[str, list[Effect]], added: Addition, waits: bool) -> set[Outcome]:
    """What becomes of mana that one player would add, over every order and every choice.

    ``watching`` has the effects that speak of the mana of each player. Raises Undecided as ``every_end`` does, and
    Unmodelled for two effects that have all players add it: no rule says whether the second meets each player's mana.
    """
    assert added.amounts is not None
    mine = watching[added.player]
    watchers = [effect for effects in watching.values() for effect in effects if isinstance(effect.change, AddForAll)]
    if len({(effect.source, effect.number) for effect in watchers}) > 1:
        raise Unmodelled(watchers[-1].source, "mana that all players add, beside another such effect")
    if not any(isinstance(effect.change, AddForAll) for effect in mine):
        return {(Addition(added.player, end),) for end in every_end(mine, added.amounts, waits)}
    if len(mine) > MOST_BESIDE_SHARING:
        raise Undecided(f"orders of {len(mine)} replacement effects on mana that all players add")
    return {
        outcome
        for order in permutations(mine)
        for outcome in _shared_in_order(watching, order, Addition(added.player, added.amounts), waits)
    }


def _shared_in_order(
    watching: dict[str, list[Effect]], order: tuple[Effect, ...], added: Addition, waits: bool
) -> set[Outcome]:
    """As ``ends_in_order``, but once all players add the mana each of them chooses on (616.1) for their own.

    That is still the same event with what has replaced it: what was used before is not used again (614.5).
    """
    assert added.amounts is not None
    for place, effect in enumerate(order):
        if not is_applicable(effect, added.amounts, waits):
            continue
        unused = order[:place] + order[place + 1 :]
        if not isinstance(effect.change, AddForAll):
            ways = [
                _shared_in_order(watching, unused, Addition(added.player, result), waits)
                for result in results(effect, added.amounts)
            ]
            return set().union(*ways)
        mine = watching[added.player]
        used = {(other.source, other.number) for other in mine} - {(other.source, other.number) for other in unused}
        each: list[list[Addition]] = []
        for name, theirs in watching.items():
            left = [other for other in theirs if (other.source, other.number) not in used]
            each.append([Addition(name, end) for end in sorted(every_end(left, added.amounts, waits))])
        return set(product(*each))
    return {(added,)}


def _number_of_orders(effects: list[Effect]) -> int:
    number = factorial(len(effects))
    for effect in set(effects):
        number //= factorial(effects.count(effect))
    return number
