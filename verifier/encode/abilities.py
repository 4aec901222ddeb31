"""Which abilities are mana abilities (605.1a) and which production is a tap for mana (106.12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..board import LIBRARY_EXCLUSION
from ..cards.ability import (
    Ability,
    Activated,
    AddMana,
    AddsMana,
    ChooseMode,
    Draw,
    HandToLibrary,
    If,
    Instruction,
    LoyaltyCost,
    May,
    MoveCard,
    OtherInstruction,
    ReturnOrPay,
    TapSymbol,
    Triggered,
    UnlessPaid,
    WhenTappedForMana,
)


def inside(instructions: Iterable[Instruction]) -> Iterator[Instruction]:
    """The instructions and those within them."""
    for instruction in instructions:
        yield instruction
        match instruction:
            case If(_, then, otherwise):
                yield from inside(then)
                yield from inside(otherwise)
            case May(inner) | UnlessPaid(inner):
                yield from inside(inner)
            case ChooseMode(modes):
                for mode in modes:
                    yield from inside(mode)


def adds_mana(instructions: Iterable[Instruction]) -> bool:
    """Whether some instruction could add mana."""
    return any(isinstance(instruction, AddMana) for instruction in inside(instructions))


def is_mana_ability(ability: Ability, edition: str) -> bool:
    """605.1a: no target, could add mana, no loyalty ability and, since an edition, no card to or from a library."""
    return (
        isinstance(ability, Activated)
        and not ability.target
        and adds_mana(ability.instructions)
        and not any(isinstance(cost, LoyaltyCost) for cost in ability.cost)
        and (edition < LIBRARY_EXCLUSION or not _moves_library(ability))
    )


def counts_as_mana_ability(ability: Ability, edition: str) -> bool:
    """605.1: an activated mana ability, or one that triggers on mana and could add more."""
    if isinstance(ability, Triggered):
        on_mana = isinstance(ability.event, WhenTappedForMana | AddsMana)
        return on_mana and not ability.target and adds_mana(ability.instructions)
    return is_mana_ability(ability, edition)


def taps_for_mana(ability: Ability, edition: str) -> bool:
    """106.12: a mana ability with {T} in its cost."""
    return (
        isinstance(ability, Activated)
        and any(isinstance(cost, TapSymbol) for cost in ability.cost)
        and is_mana_ability(ability, edition)
    )


def _moves_library(ability: Activated) -> bool:
    if any(isinstance(cost, MoveCard) and "library" in {cost.from_, cost.to} for cost in ability.cost):
        return True
    return any(
        isinstance(instruction, Draw | HandToLibrary | ReturnOrPay)
        or (isinstance(instruction, OtherInstruction) and instruction.moves_library)
        for instruction in inside(ability.instructions)
    )
