"""How a card is understood: face by face and ability by ability, with what is not modelled."""

from __future__ import annotations

from typing import Any

import msgspec

from ..cards.ability import Activated, NoBearing, Triggered, Unmodelled
from ..cards.card import Card, Face
from ..cards.numbering import kind_of, numbers
from ..cards.vocabulary import BASIC_LAND_TYPES
from ..cards.wording import ability as worded
from .layout import DEFAULT_WIDTH, paragraph


def _intrinsic(face: Face) -> list[str]:
    return [f"{{T}}: add {{{letter}}} (intrinsic, {kind}, 305.6)" for kind, letter in BASIC_LAND_TYPES.items()
            if kind in face.subtypes and "Land" in face.types]  # fmt: skip


def _type_line(face: Face) -> str:
    line = " ".join((*face.supertypes, *face.types))
    return f"{line} - {' '.join(face.subtypes)}" if face.subtypes else line


def _printed(face: Face) -> list[str]:
    found = [_type_line(face)]
    if face.mana_cost:
        found.append("cost " + "".join(f"{{{symbol}}}" for symbol in face.mana_cost))
    if face.indicator is not None:
        found.append(f"color indicator {face.indicator or 'none'}")
    if face.power is not None or face.toughness is not None or "Creature" in face.types:
        found.append(f"{'*' if face.power is None else face.power}/{'*' if face.toughness is None else face.toughness}")
    if face.loyalty is not None:
        found.append(f"loyalty {face.loyalty}")
    if face.defense is not None:
        found.append(f"defense {face.defense}")
    if face.hand_modifier:
        found.append(f"hand {face.hand_modifier:+d}")
    return found


def text(card: Card, width: int = DEFAULT_WIDTH) -> list[str]:
    """The card as it is understood. The number before an activated ability is the one that events use."""
    lines = [f"{card.name}  {'; '.join(_printed(card.faces[0]))}" if len(card.faces) == 1 else card.name]
    for face in card.faces:
        if len(card.faces) > 1:
            lines.append(f"  {face.name}: {'; '.join(_printed(face))}")
        for (activated, either), ability in zip(numbers(face.abilities), face.abilities, strict=True):
            mark = f"ability {activated}" if activated is not None else kind_of(ability)
            mark += f" ({either} once resolved)" if either is not None and either != activated else ""
            lines += paragraph(f"{mark}: {worded(ability)}", width)
        first = 1 + sum(isinstance(a, Activated) or kind_of(a) == "activated" for a in face.abilities)
        for number, told in enumerate(_intrinsic(face), first):
            lines += paragraph(f"ability {number}: {told}", width)
        if not face.abilities and not _intrinsic(face):
            lines.append("  no abilities")
    missing = unmodelled(card)
    lines.append(
        f"  not modelled: {', '.join(missing)}" if missing else "  every ability is modelled or has no bearing"
    )
    return lines


def unmodelled(card: Card) -> list[str]:
    """The abilities that are not modelled, by face and place from 1."""
    return [
        f"{face.name}, ability {place} as printed ({ability.kind})"
        for face in card.faces
        for place, ability in enumerate(face.abilities, 1)
        if isinstance(ability, Unmodelled)
    ]


def as_json(card: Card) -> dict[str, Any]:
    """The card as the pool holds it, with each ability in words."""
    return {
        "card": msgspec.to_builtins(card),
        "modelled": not unmodelled(card),
        "faces": [
            {
                "name": face.name,
                "abilities": [
                    {
                        "kind": kind_of(ability),
                        "words": worded(ability),
                        "modelled": not isinstance(ability, Unmodelled),
                        "bearing": not isinstance(ability, NoBearing),
                        "activated": activated,
                        "activated_or_triggered": either,
                        "triggered": isinstance(ability, Triggered),
                    }
                    for (activated, either), ability in zip(numbers(face.abilities), face.abilities, strict=True)
                ],
                "intrinsic": _intrinsic(face),
            }
            for face in card.faces
        ],
    }
