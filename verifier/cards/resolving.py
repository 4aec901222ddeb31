"""What of an ability is still asked once it has resolved and its effect is in force (611.2)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from . import ability as a
from . import filters as f


@lru_cache(maxsize=4096)
def after_its_event(instructions: tuple[a.Instruction, ...]) -> tuple[a.Instruction, ...]:
    """The instructions where the permanent of the event that triggered is the one that the board names as target.

    A board tells of a resolved ability and not of its event; what begins to apply to "that permanent" applies to the
    one named for it. The instructions themselves are given back if they speak of no such permanent.
    """
    found = tuple(_after(part) for part in instructions)
    return instructions if found == instructions else found


def _after(part: a.Instruction) -> a.Instruction:
    match part:
        case a.Begin(effects=effects):
            told = tuple(
                msgspec.structs.replace(each, on=f.TargetPermanent())
                if isinstance(getattr(each, "on", None), f.EventPermanent)
                else each
                for each in effects
            )
            return msgspec.structs.replace(part, effects=told)
        case a.If(then=then, otherwise=otherwise):
            return msgspec.structs.replace(part, then=after_its_event(then), otherwise=after_its_event(otherwise))
        case a.May(instructions=inner) | a.UnlessPaid(instructions=inner):
            return msgspec.structs.replace(part, instructions=after_its_event(inner))
        case _:
            return part
