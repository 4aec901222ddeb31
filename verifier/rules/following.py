"""Following instructions that add mana: in which ways, and by which additions (605.1a, 608.2c)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..cards import mana as m
from ..cards.ability import (
    AddMana,
    ChooseMode,
    If,
    Instruction,
    May,
    PutCounters,
    RemoveCounters,
    UnlessPaid,
)
from ..cards.terms import CountersOn, HasCounters, Term
from ..errors import Unmodelled
from .mana_abilities import added
from .terms import Scope, holds

Way = tuple[AddMana, ...]
"""The additions of mana that are made, one after another, in one way of following instructions."""


def check_counters_stay(instructions: tuple[Instruction, ...], scope: Scope) -> None:
    """Raise Unmodelled if mana depends on counters that the same instructions have put or removed before (608.2c)."""
    if _reads_changed_counters(instructions):
        raise Unmodelled(scope.subject, "mana by counters that its own instructions change")


@lru_cache(maxsize=8192)
def _reads_changed_counters(instructions: tuple[Instruction, ...]) -> bool:
    changed = False
    for part in instructions:
        changed |= any(isinstance(inner, PutCounters | RemoveCounters) for inner in subterms(part))
        read = (inner for one in added((part,)) for inner in subterms(one))
        if changed and any(isinstance(inner, CountersOn | HasCounters) for inner in read):
            return True
    return False


def check_parts_defined(instructions: tuple[Instruction, ...], scope: Scope) -> None:
    """Raise Unmodelled if one of several parts of the mana, or of several players' mana, may be undefined.

    By 106.5 the ability would then add none of the other parts either.
    """
    if _has_several_parts(instructions) and any(map(_may_be_undefined, added(instructions))):
        raise Unmodelled(scope.subject, "mana in several parts of which one may be of an undefined type")


@lru_cache(maxsize=8192)
def _has_several_parts(instructions: tuple[Instruction, ...]) -> bool:
    return _most_parts(instructions) > 1 or any(
        part.player in {"everyone", "opponents"} for part in added(instructions)
    )


def _most_parts(instructions: tuple[Instruction, ...]) -> int:
    total = 0
    for instruction in instructions:
        if isinstance(instruction, AddMana):
            total += 1
        elif isinstance(instruction, If):
            total += max(_most_parts(instruction.then), _most_parts(instruction.otherwise))
        elif isinstance(instruction, May | UnlessPaid):
            total += _most_parts(instruction.instructions)
        elif isinstance(instruction, ChooseMode):
            total += max(map(_most_parts, instruction.modes))
    return total


def _may_be_undefined(addition: AddMana) -> bool:
    return any(isinstance(part, m.TypeSet) and not isinstance(part, m.Types) for part in subterms(addition))


def ways(instructions: tuple[Instruction, ...], scope: Scope) -> tuple[Way, ...]:
    """Every way in which the instructions can be followed now, by the additions of mana that are made in it.

    Conditions are asked of the board; what a player may do, pay or choose is done and not done.
    """
    check_counters_stay(instructions, scope)
    check_parts_defined(instructions, scope)
    found: list[Way] = [()]
    for instruction in instructions:
        parts = _ways_of(instruction, scope)
        if parts != ((),):
            found = list(dict.fromkeys((*way, *part) for way in found for part in parts))
    return tuple(found)


def _ways_of(instruction: Instruction, scope: Scope) -> tuple[Way, ...]:
    if isinstance(instruction, AddMana):
        return ((instruction,), ()) if instruction.optional else ((instruction,),)
    if not any(added((instruction,))):
        return ((),)
    if isinstance(instruction, If):
        return ways(instruction.then if holds(instruction.condition, scope) else instruction.otherwise, scope)
    if isinstance(instruction, May | UnlessPaid):
        return tuple(dict.fromkeys((*ways(instruction.instructions, scope), ())))
    if isinstance(instruction, ChooseMode):
        return tuple(dict.fromkeys(way for mode in instruction.modes for way in ways(mode, scope)))
    raise scope.unmodelled(instruction)


def subterms(term: object) -> Iterator[object]:
    """The term and every term inside it."""
    if isinstance(term, tuple):
        for part in term:
            yield from subterms(part)
    elif isinstance(term, Term):
        yield term
        for field in term.__struct_fields__:
            yield from subterms(getattr(term, field))
