"""Replacement of a production of mana (106.12b, 614): the effects in force and what each makes of a production.

The production is a state, how much there is of each type; an effect takes a state to one or more states or does not
apply to it. ``order`` asks where the orders of the effects end.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from ..board import Amounts, Board, Emblem, Permanent, Resolved
from ..cards.ability import (
    Ability,
    Activated,
    Begin,
    ContinuousEffect,
    GetEmblem,
    If,
    Instruction,
    ManaReplacement,
    May,
    Multiply,
    ReplaceTypes,
    ReplaceTypesAndAmount,
    SpellAbility,
    Static,
    TappedForMana,
    Triggered,
)
from ..cards.card import Card
from ..errors import Unmodelled
from .characteristics import LAYER_EFFECTS, NO_LAYERS, Thing
from .mana import UNIT, letters_of, mask_of, mask_of_amounts, times, type_set
from .terms import Scope, fits, holds, means


class InForce(NamedTuple):
    """A continuous effect that is in force: its entry, its number among that entry's effects, its scope."""

    source: str
    number: int
    effect: ContinuousEffect
    scope: Scope
    timestamp: int


# Effects in force --------------------------------------------------------------------------------------------------


def in_force(board: Board, things: tuple[Thing, ...]) -> tuple[InForce, ...]:
    """The continuous effects of static abilities, emblems and resolved spells and abilities, in list order."""
    by_id = {thing.id: thing for thing in things}
    found: list[InForce] = []
    for entry in board.entries:
        if isinstance(entry, Permanent):
            thing = by_id.get(entry.id)
            if thing is not None:
                scope = Scope(board, things, thing.controller, thing.id, thing, entry.chosen)
                _add(found, entry.id, entry.timestamp, scope, _of_abilities(thing.abilities, scope))
        elif isinstance(entry, Emblem):
            scope = Scope(board, things, entry.controller, entry.id)
            for abilities in _emblems(entry.card):
                _add(found, entry.id, entry.timestamp, scope, _of_abilities(abilities, scope))
        else:
            scope = Scope(
                board, things, entry.controller, entry.id, by_id.get(entry.source or ""), entry.chosen, entry.targets,
                x=entry.x,
            )  # fmt: skip
            _add(found, entry.id, entry.timestamp, scope, _begun(_instructions(entry), scope))
    return tuple(found)


def _add(found: list[InForce], source: str, timestamp: int, scope: Scope, effects: list[ContinuousEffect]) -> None:
    found.extend(InForce(source, number, effect, scope, timestamp) for number, effect in enumerate(effects))


def _of_abilities(abilities: tuple[Ability, ...], scope: Scope) -> list[ContinuousEffect]:
    effects: list[ContinuousEffect] = []
    for ability in abilities:
        if (
            isinstance(ability, Static)
            and ability.zone == "battlefield"
            and (ability.condition is None or holds(ability.condition, scope))
        ):
            effects.extend(ability.effects)
    return effects


@lru_cache(maxsize=1024)
def _emblems(card: Card) -> tuple[tuple[Ability, ...], ...]:
    found = tuple(
        part.abilities
        for face in card.faces
        for ability in face.abilities
        if isinstance(ability, Activated | Triggered | SpellAbility)
        for part in ability.instructions
        if isinstance(part, GetEmblem)
    )
    if not found:
        raise Unmodelled(card.name, "it is not known to make an emblem")
    return found


def _instructions(entry: Resolved) -> tuple[Instruction, ...]:
    abilities = entry.card.faces[entry.face].abilities
    if entry.ability is None:
        return tuple(part for a in abilities if isinstance(a, SpellAbility) for part in a.instructions)
    meant = [a for a in abilities if getattr(a, "kind", "") in ("activated", "triggered") or _is_one(a)]
    if not 1 <= entry.ability <= len(meant):
        raise Unmodelled(entry.id, f"it has no activated or triggered ability {entry.ability}")
    ability = meant[entry.ability - 1]
    if not isinstance(ability, Activated | Triggered):
        raise Unmodelled(entry.id, f"its ability {entry.ability} has no effect that is modelled")
    return ability.instructions


def _is_one(ability: Ability) -> bool:
    return isinstance(ability, Activated | Triggered)


def _begun(instructions: tuple[Instruction, ...], scope: Scope) -> list[ContinuousEffect]:
    effects: list[ContinuousEffect] = []
    for part in instructions:
        if isinstance(part, Begin):
            if any(isinstance(effect, LAYER_EFFECTS) for effect in part.effects):
                raise Unmodelled(scope.subject, NO_LAYERS)
            effects.extend(part.effects)
        elif isinstance(part, If):
            effects.extend(_begun(part.then if holds(part.condition, scope) else part.otherwise, scope))
        elif isinstance(part, May):
            effects.extend(_begun(part.instructions, scope))
    return effects


# Effects on one production -----------------------------------------------------------------------------------------


class Kind(NamedTuple):
    """What an effect does to a production of this permanent by this player; equal kinds are interchangeable.

    ``change`` is ``types`` (mana of ``replaced`` becomes one type of ``by``), ``all`` (everything becomes ``number``
    mana of one type of ``by``) or ``times``. It applies to ``at_least`` mana, some of it of the types of ``guard``.
    """

    change: str
    by: int
    replaced: int
    number: int
    at_least: int
    guard: int


def kind_of(effect: InForce, permanent: Thing, tapper: str) -> Kind | None:
    """The kind of the effect for this permanent tapped by this player; None where its guard does not fit them."""
    replacement = effect.effect
    if not isinstance(replacement, ManaReplacement):
        return None
    when, becomes = replacement.when, replacement.becomes
    if not isinstance(when, TappedForMana):
        raise Unmodelled(effect.source, "replacing mana that no permanent is tapped for is not modelled yet")
    if when.by in ("you", "opponents") and not means(when.by, tapper, effect.scope):
        return None
    scope = effect.scope.with_event(permanent, tapper)
    if not means(when.by, tapper, scope) or not fits(when.permanent, permanent, scope):
        return None
    guard = mask_of(when.types)
    if isinstance(becomes, Multiply):
        return Kind("times", 0, 0, becomes.factor, when.at_least, guard)
    if isinstance(becomes, ReplaceTypes | ReplaceTypesAndAmount):
        by = type_set(becomes.by, scope, {})
        if not by:
            raise Unmodelled(effect.source, "it replaces mana by mana of an undefined type")
        if isinstance(becomes, ReplaceTypes):
            return Kind("types", by, mask_of(becomes.replaced), 0, when.at_least, guard)
        return Kind("all", by, 0, becomes.amount, when.at_least, guard)
    raise Unmodelled(effect.source, "mana for all players is not modelled yet")


def kinds_for(effects: tuple[InForce, ...], permanent: Thing, tapper: str) -> tuple[tuple[Kind, int], ...]:
    """The kinds of effects that can meet a production of this permanent, each with its number, sorted."""
    found = Counter(kind for effect in effects if (kind := kind_of(effect, permanent, tapper)) is not None)
    return tuple(sorted(found.items()))


@lru_cache(maxsize=65536)
def results(kind: Kind, amounts: Amounts, waits: bool, cap: int) -> tuple[Amounts, ...]:
    """What the effect can make of the production; empty where it does not apply.

    Under the reading ``waits`` an effect does not apply to what it could not change. Amounts of a type above ``cap``
    count as ``cap``, where ``cap`` is not zero.
    """
    total = sum(amounts)
    if total == 0 or total < kind.at_least or not kind.guard & mask_of_amounts(amounts):
        return ()
    if kind.change == "times":
        found = {times(amounts, kind.number)}
    elif kind.change == "all":
        found = {times(UNIT[letter], kind.number) for letter in letters_of(kind.by)}
    else:
        found = {_replaced(amounts, kind.replaced, letter) for letter in letters_of(kind.by)}
    if waits and found == {amounts}:
        return ()
    return tuple(sorted({capped(amounts, cap) for amounts in found} if cap else found))


@lru_cache(maxsize=65536)
def capped(amounts: Amounts, cap: int) -> Amounts:
    """Amounts above ``cap`` as ``cap``."""
    return tuple(min(number, cap) for number in amounts)  # type: ignore[return-value]


def _replaced(amounts: Amounts, replaced: int, letter: str) -> Amounts:
    moved = sum(number for place, number in enumerate(amounts) if replaced >> place & 1)
    kept = tuple(0 if replaced >> place & 1 else number for place, number in enumerate(amounts))
    return tuple(a + b for a, b in zip(kept, times(UNIT[letter], moved), strict=True))  # type: ignore[return-value]
