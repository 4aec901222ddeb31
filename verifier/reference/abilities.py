"""What kind of ability it is: mana abilities (605.1), tapping for mana (106.12); read off the printed words alone."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.board import LIBRARY_EXCLUSION
from verifier.cards.ability import (
    Ability,
    Activated,
    AddMana,
    AddsMana,
    BecomesTapped,
    Begin,
    ChooseMode,
    ContinuousEffect,
    Draw,
    HandToLibrary,
    If,
    Instruction,
    LoyaltyCost,
    May,
    MoveCard,
    NoBearing,
    OtherInstruction,
    ReturnOrPay,
    Sacrifices,
    SpellAbility,
    Static,
    TapSymbol,
    Triggered,
    UnlessPaid,
    Unmodelled,
    WhenTappedForMana,
)


def every_instruction(instructions: tuple[Instruction, ...]) -> Iterator[Instruction]:
    """The instructions and those inside them, whatever their conditions and choices."""
    for instruction in instructions:
        yield instruction
        match instruction:
            case If(then=then, otherwise=otherwise):
                yield from every_instruction(then + otherwise)
            case May(instructions=inner) | UnlessPaid(instructions=inner):
                yield from every_instruction(inner)
            case ChooseMode(modes=modes):
                for mode in modes:
                    yield from every_instruction(mode)


def printed_effects(ability: Ability) -> tuple[ContinuousEffect, ...]:
    """The continuous effects of the ability: its own if it is static, else those that begin as it resolves."""
    match ability:
        case Static(effects=effects):
            return effects
        case Activated() | Triggered() | SpellAbility():
            begins = [i for i in every_instruction(ability.instructions) if isinstance(i, Begin)]
            return tuple(effect for begin in begins for effect in begin.effects)
    return ()


def could_add_mana(instructions: tuple[Instruction, ...]) -> bool:
    """Whether some way to follow the instructions adds mana; the state of the game does not matter (605.2)."""
    return any(isinstance(instruction, AddMana) for instruction in every_instruction(instructions))


def moves_library_card(ability: Activated) -> bool:
    """Whether its cost or effect moves a card to or from a library (605.1a since the edition of 2026-09-25)."""
    for cost in ability.cost:
        if isinstance(cost, MoveCard) and "library" in (cost.from_, cost.to):
            return True
    for instruction in every_instruction(ability.instructions):
        match instruction:
            case UnlessPaid(cost=costs) if any(isinstance(c, MoveCard) and "library" in (c.from_, c.to) for c in costs):
                return True
            case Draw() | HandToLibrary() | ReturnOrPay():
                return True
            case OtherInstruction(moves_library=True):
                return True
    return False


def is_activated_mana_ability(ability: Ability, edition: str) -> bool:
    """605.1a: no target, could add mana, no loyalty, and since 2026-09-25 no card moved to or from a library."""
    if not isinstance(ability, Activated) or ability.from_zone != "battlefield":
        return False
    if ability.target or not could_add_mana(ability.instructions):
        return False
    if any(isinstance(cost, LoyaltyCost) for cost in ability.cost):
        return False
    return edition < LIBRARY_EXCLUSION or not moves_library_card(ability)


def is_triggered_mana_ability(ability: Ability) -> bool:
    """605.1b: no target, triggers from a mana ability or from mana being added, could add mana.

    What triggers on tapping or sacrificing is one where a mana ability was activated, which the caller knows.
    """
    if not isinstance(ability, Triggered) or ability.target:
        return False
    return isinstance(ability.event, WhenTappedForMana | AddsMana | BecomesTapped | Sacrifices) and could_add_mana(
        ability.instructions
    )


def is_tapping_for_mana(ability: Ability, edition: str) -> bool:
    """106.12: a mana ability with {T} in its activation cost."""
    if not isinstance(ability, Activated) or not is_activated_mana_ability(ability, edition):
        return False
    return any(isinstance(cost, TapSymbol) for cost in ability.cost)


def is_activated(ability: Ability) -> bool:
    """Whether it is an activated ability, modelled or not (602.1)."""
    return isinstance(ability, Activated) or _is_kind(ability, "activated")


def is_triggered(ability: Ability) -> bool:
    """Whether it is a triggered ability, modelled or not (603.1)."""
    return isinstance(ability, Triggered) or _is_kind(ability, "triggered")


def _is_kind(ability: Ability, kind: str) -> bool:
    return isinstance(ability, NoBearing | Unmodelled) and ability.kind == kind
