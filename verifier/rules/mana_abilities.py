"""Which abilities are mana abilities (605.1), read off the words alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..board import LIBRARY_EXCLUSION
from ..cards.ability import (
    Ability,
    Activated,
    AddMana,
    AddsMana,
    ChooseMode,
    Cost,
    Draw,
    HandToLibrary,
    If,
    Instruction,
    LoyaltyCost,
    May,
    MoveCard,
    OtherInstruction,
    Triggered,
    UnlessPaid,
    WhenTappedForMana,
)


def added(instructions: tuple[Instruction, ...]) -> Iterator[AddMana]:
    """Every addition of mana among the instructions, whatever it depends on (605.1a: it could add mana)."""
    for instruction in instructions:
        if isinstance(instruction, AddMana):
            yield instruction
        elif isinstance(instruction, If):
            yield from added((*instruction.then, *instruction.otherwise))
        elif isinstance(instruction, May | UnlessPaid):
            yield from added(instruction.instructions)
        elif isinstance(instruction, ChooseMode):
            for mode in instruction.modes:
                yield from added(mode)


@lru_cache(maxsize=8192)
def is_mana_ability(ability: Ability, edition: str) -> bool:
    """605.1a of that edition: could add mana, no target, no loyalty ability and, since 2026-09-25, moves no card to
    or from a library."""
    if not isinstance(ability, Activated) or ability.target or not any(added(ability.instructions)):
        return False
    if any(isinstance(cost, LoyaltyCost) for cost in ability.cost):
        return False
    return edition < LIBRARY_EXCLUSION or not any(map(_moves_library, (*ability.cost, *ability.instructions)))


def _moves_library(part: Cost | Instruction) -> bool:
    if isinstance(part, MoveCard):
        return "library" in (part.from_, part.to)
    if isinstance(part, If):
        return any(map(_moves_library, (*part.then, *part.otherwise)))
    if isinstance(part, May | UnlessPaid):
        return any(map(_moves_library, part.instructions))
    if isinstance(part, ChooseMode):
        return any(_moves_library(inner) for mode in part.modes for inner in mode)
    return isinstance(part, Draw | HandToLibrary) or (isinstance(part, OtherInstruction) and part.moves_library)


@lru_cache(maxsize=8192)
def may_be_mana_ability(ability: Ability, edition: str) -> bool:
    """605.1: an activated mana ability, or one that triggers on mana and could add mana (605.1b)."""
    if isinstance(ability, Triggered):
        on_mana = isinstance(ability.event, WhenTappedForMana | AddsMana)
        return on_mana and not ability.target and any(True for _ in added(ability.instructions))
    return is_mana_ability(ability, edition)
