"""Instructions that belong together: what continues the one before, and what "it" may be after it."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from . import language as a
from .language import Begin, If, May, OtherInstruction
from .pieces import parts

_MOVING = frozenset(
    {"search", "token", "return", "exile", "reveal", "look", "copy", "keyword action", "choice", "other", "mill"}
)


def moves_another(found: list[Any], sentence: str, it: str) -> bool:
    """Whether "it" in the next sentence may be a card that this one has moved, which no term says."""
    if (
        "~" in sentence
        or re.match(r"(you may )?(return|exile) (it|him|her)\b", sentence, re.IGNORECASE)
        or re.search(r"\b(pays?|rolls?|flips?|chooses?)\b", sentence)
        or (not it.startswith("@this") and re.search(r"\b(it|that)\b", sentence))
    ):
        return False
    return any(isinstance(part, OtherInstruction) and part.kind in _MOVING for each in found for part in parts(each))


def kept(each: Any) -> Any:
    """The same instruction where what becomes something is still what it was (205.1b)."""
    if isinstance(each, If):
        return If(each.condition, tuple(map(kept, each.then)), tuple(map(kept, each.otherwise)))
    if isinstance(each, May):
        return May(tuple(map(kept, each.instructions)), each.player)
    if not isinstance(each, Begin):
        return each
    effects: list[Any] = []
    for effect in each.effects:
        if isinstance(effect, a.SetTypes):
            effect = a.AddTypes(effect.on, effect.types, effect.subtypes)
        last = effects[-1] if effects else None
        if isinstance(effect, a.AddTypes) and isinstance(last, a.AddTypes) and last.on == effect.on:
            effects[-1] = a.AddTypes(
                last.on,
                tuple(dict.fromkeys((*last.types, *effect.types))),
                (*last.subtypes, *effect.subtypes),
                (*last.supertypes, *effect.supertypes),
                last.chosen_subtype or effect.chosen_subtype,
                last.all_creature_types or effect.all_creature_types,
                last.all_land_types or effect.all_land_types,
            )
        else:
            effects.append(effect)
    return Begin(tuple(effects), each.duration)


def lasting(each: Any, duration: Any) -> Any:
    """The same instruction where what begins without a duration of its own has this one."""
    if isinstance(each, Begin) and each.duration == "indefinitely":
        return Begin(each.effects, duration)
    if isinstance(each, May):
        return May(tuple(lasting(part, duration) for part in each.instructions), each.player)
    if isinstance(each, If):
        then, otherwise = (tuple(lasting(part, duration) for part in side) for side in (each.then, each.otherwise))
        return If(each.condition, then, otherwise)
    return each


_FOLLOWERS = {"other", "shuffle", "reveal", "return"}


def merged(out: list[Any]) -> list[Any]:
    """Effects that begin together are one, and what continues an instruction without bearing is part of it."""
    found: list[Any] = []
    for each in out:
        last = found[-1] if found else None
        inner = each.instructions[0] if isinstance(each, May) and len(each.instructions) == 1 else each
        if isinstance(each, If):
            each = msgspec.structs.replace(
                each, then=tuple(merged(list(each.then))), otherwise=tuple(merged(list(each.otherwise)))
            )
        elif isinstance(each, May):
            each = msgspec.structs.replace(each, instructions=tuple(merged(list(each.instructions))))
        if (
            isinstance(last, OtherInstruction)
            and isinstance(inner, OtherInstruction)
            and (
                (
                    last.kind in {"search", "look", "reveal", "exile", "shuffle", "return"}
                    and inner.kind in _FOLLOWERS
                    and not (last.kind == "exile" and inner.kind == "return")
                    and (inner is each or last.kind in {"look", "reveal"})
                    and not (inner.kind == "reveal" and inner is not each)
                )
                or (last.kind == inner.kind and inner is each)
            )
        ):
            found[-1] = OtherInstruction(
                last.kind,
                last.moves_library
                or inner.moves_library
                or (last.kind == "reveal" and inner.kind in {"other", "return"}),
                None if last.most is None or inner.most is None else last.most + inner.most,
            )
        elif isinstance(last, Begin) and isinstance(each, Begin) and last.duration == each.duration:
            found[-1] = Begin(last.effects + each.effects, each.duration)
        else:
            found.append(each)
    return found
