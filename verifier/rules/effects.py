"""Which continuous effects are in force, and whose they are (113.6, 114, 611.2, 611.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ..board import Board, Emblem, Permanent, Resolved
from ..cards.ability import (
    Ability,
    Activated,
    Begin,
    ChooseMode,
    ContinuousEffect,
    GetEmblem,
    If,
    Instruction,
    May,
    NoBearing,
    SpellAbility,
    Static,
    Triggered,
)
from ..cards.ability import Unmodelled as NotUnderstood
from ..cards.card import Card
from ..cards.resolving import after_its_event
from ..cards.rewording import mode_of
from ..errors import Unmodelled
from .characteristics import Thing
from .following import subterms
from .terms import Scope, holds


class InForce(NamedTuple):
    """A continuous effect that is in force: its entry, its number among that entry's effects, its scope."""

    source: str
    number: int
    effect: ContinuousEffect
    scope: Scope
    timestamp: int


def in_force(board: Board, things: tuple[Thing, ...]) -> tuple[InForce, ...]:
    """The continuous effects of static abilities, emblems and resolved spells and abilities, in list order.

    The permanents are those that the layers left; timestamps are those of 613.7a. Raises Unmodelled.
    """
    by_id = {thing.id: thing for thing in things}
    found: list[InForce] = []
    for entry in board.entries:
        effects: Iterator[tuple[ContinuousEffect, int]]
        if isinstance(entry, Permanent):
            thing = by_id.get(entry.id)
            if thing is None:
                continue
            scope = Scope(board, things, thing.controller, thing.id, thing, entry.chosen)
            effects = _of_abilities([(held.ability, held.timestamp) for held in thing.held], scope)
        elif isinstance(entry, Emblem):
            scope = Scope(board, things, entry.controller, entry.id)
            effects = _of_abilities([(ability, entry.timestamp) for ability in emblem_abilities(entry.card)], scope)
        else:
            scope = resolved_scope(board, things, entry, by_id.get(entry.source or ""))
            begins = begun(resolved_instructions(entry), scope)
            effects = ((effect, entry.timestamp) for begin in begins for effect in begin.effects)
        for number, (effect, timestamp) in enumerate(effects):
            found.append(InForce(entry.id, number, effect, scope, timestamp))
    return tuple(found)


def in_graveyards(board: Board, things: tuple[Thing, ...]) -> Iterator[InForce]:
    """The effects of static abilities that work from a graveyard; "you" is the owner of the card (113.6b, 109.5)."""
    for player in board.players:
        for place, card in enumerate(player.graveyard_cards or ()):
            name = f"{card.name} in the graveyard of {player.name}#{place}"
            scope = Scope(board, things, player.name, name)
            for number, ability in enumerate(card.faces[0].abilities):
                if not isinstance(ability, Static) or ability.zone != "graveyard":
                    continue
                if ability.condition is None or holds(ability.condition, scope):
                    for effect in ability.effects:
                        yield InForce(name, number, effect, scope, 0)


def resolved_scope(board: Board, things: tuple[Thing, ...], entry: Resolved, source: Thing | None) -> Scope:
    """The words of a resolved spell or ability."""
    return Scope(board, things, entry.controller, entry.id, source, entry.chosen, entry.targets, x=entry.x)


def _of_abilities(abilities: list[tuple[Ability, int]], scope: Scope) -> Iterator[tuple[ContinuousEffect, int]]:
    for ability, timestamp in abilities:
        if (
            isinstance(ability, Static)
            and ability.zone == "battlefield"
            and (ability.condition is None or holds(ability.condition, scope))
        ):
            for effect in ability.effects:
                yield effect, timestamp


@lru_cache(maxsize=1024)
def emblem_abilities(card: Card) -> tuple[Ability, ...]:
    """The abilities of the emblem that an ability of the card makes (114.4). Raises Unmodelled if there is none."""
    found = tuple(
        inner
        for face in card.faces
        for ability in face.abilities
        if isinstance(ability, Activated | Triggered | SpellAbility)
        for part in ability.instructions
        if isinstance(part, GetEmblem)
        for inner in part.abilities
    )
    if not found:
        raise Unmodelled(card.name, "it is not known to make an emblem")
    return found


def resolved_instructions(entry: Resolved) -> tuple[Instruction, ...]:
    """What the spell, or the activated or triggered ability that is meant, does as it resolves. Raises Unmodelled."""
    abilities = entry.card.faces[entry.face].abilities
    if entry.ability is None:
        if any(isinstance(ability, NotUnderstood) and ability.kind == "spell" for ability in abilities):
            raise Unmodelled(entry.id, "what this spell does is not modelled")
        return tuple(part for a in abilities if isinstance(a, SpellAbility) for part in a.instructions)
    meant = [ability for ability in abilities if _can_be_meant(ability)]
    if not 1 <= entry.ability <= len(meant):
        raise Unmodelled(entry.id, f"it has no activated or triggered ability {entry.ability}")
    ability = meant[entry.ability - 1]
    if not isinstance(ability, Activated | Triggered):
        raise Unmodelled(entry.id, f"its ability {entry.ability} has no effect that is modelled")
    return after_its_event(ability.instructions)


def _can_be_meant(ability: Ability) -> bool:
    if isinstance(ability, NoBearing | NotUnderstood):
        return ability.kind in ("activated", "triggered")
    return isinstance(ability, Activated | Triggered)


def begun(instructions: tuple[Instruction, ...], scope: Scope) -> list[Begin]:
    """The continuous effects, each with all its parts, that begin as the instructions are followed (611.2)."""
    begins: list[Begin] = []
    for part in instructions:
        if isinstance(part, Begin):
            begins.append(part)
        elif isinstance(part, If):
            begins.extend(begun(part.then if holds(part.condition, scope) else part.otherwise, scope))
        elif isinstance(part, May):
            begins.extend(begun(part.instructions, scope))
        elif isinstance(part, ChooseMode):
            begins.extend(begun(_chosen_mode(part, scope), scope))
    return begins


def _chosen_mode(choice: ChooseMode, scope: Scope) -> tuple[Instruction, ...]:
    """The mode that was chosen (700.2): told by the words of a change of text, or the only one that begins anything."""
    told = mode_of(choice.modes, scope.chosen.mode)
    if told is not None:
        return told
    found = [mode for mode in choice.modes if any(isinstance(term, Begin) for part in mode for term in subterms(part))]
    if len(found) > 1:
        raise scope.unmodelled("which mode was chosen")
    return found[0] if found else ()
