"""What may happen within an event without being followed, and abilities that would trigger on it (603.2)."""

from __future__ import annotations

from collections.abc import Iterator

from .board import Activate, Board, Cleanup, DiscardCards, DrawStep, EntersEvent, Event, Permanent, Tap
from .cards.ability import (
    Activated,
    AddCounters,
    DiscardCost,
    Discards,
    Keyword,
    LoyaltyCost,
    OtherEvent,
    OtherInstruction,
    PayLife,
    RemoveCounters,
    SacrificeCost,
    TapOthers,
    TapSymbol,
    Triggered,
    UntapOthers,
    UntapSymbol,
)
from .cards.ability import Unmodelled as NotUnderstood
from .cards.limits import brought_in_draw_step
from .errors import Unmodelled

_BY_COST: tuple[tuple[tuple[type, ...], tuple[str, ...]], ...] = (
    ((TapSymbol, TapOthers), ("becomes tapped",)),
    ((UntapSymbol, UntapOthers), ("becomes untapped",)),
    ((SacrificeCost,), ("sacrifice", "dies", "leaves", "put")),
    ((PayLife,), ("life",)),
    ((RemoveCounters, AddCounters, LoyaltyCost), ("counters", "put")),
    ((DiscardCost,), ("discards",)),
)
_TRIGGERING: dict[str, frozenset[str]] = {
    "enters": frozenset({
        "evolve", "soulbond", "exploit", "fabricate", "living weapon", "for mirrodin!", "job select", "champion",
        "graft", "backup", "hideaway", "offspring", "squad", "evoke", "tribute", "haunt", "ravenous",
    }),
    "dies": frozenset({"undying", "persist", "modular", "afterlife", "haunt"}),
}  # fmt: skip
"""Keyword abilities that are triggered abilities, by what may set them off."""


def check_triggers(board: Board, event: Event) -> None:
    """Raises Unmodelled where an ability on the board may trigger within the event, and the answer would not tell.

    Asked where it matters which abilities trigger. The abilities are those of the faces in play.
    """
    happens = frozenset(_happens(board, event))
    faces = [card.faces[face] for card, face in board.faces_in_play()]
    if isinstance(event, EntersEvent):
        faces.append(event.card.faces[event.face])
    for face in faces:
        for ability in face.abilities:
            if isinstance(ability, NotUnderstood) and ability.kind == "triggered":
                raise Unmodelled(face.name, "a triggered ability that is not understood")
            if isinstance(ability, Keyword) and any(ability.name in _TRIGGERING.get(kind, ()) for kind in happens):
                raise Unmodelled(face.name, f"whether its {ability.name} triggers within the event")
            if isinstance(ability, Triggered) and _kind(ability) in happens:
                raise Unmodelled(face.name, f"whether it triggers within the event [{_kind(ability)}]")


def untold(board: Board, event: Event) -> str:
    """Why what triggers within the event may not be told in full; "" where it is."""
    try:
        check_triggers(board, event)
    except Unmodelled as error:
        return str(error)
    return ""


def _kind(ability: Triggered) -> str:
    if isinstance(ability.event, Discards):
        return "discards"
    return ability.event.kind if isinstance(ability.event, OtherEvent) else ""


def _happens(board: Board, event: Event) -> Iterator[str]:
    """The kinds of events that may happen within it and that nothing follows there."""
    match event:
        case EntersEvent():
            yield from ("enters", "counters", "put")
        case DiscardCards(cause="mill"):
            yield from ("mill", "put")
        case DiscardCards() | Cleanup():
            yield "put"
        case DrawStep():
            for card, number in board.faces_in_play():
                for ability in card.faces[number].abilities:
                    yield from brought_in_draw_step(ability)
        case Tap() | Activate():
            entry = board.entry(event.permanent)
            if isinstance(entry, Permanent):
                card, face = (entry.card, entry.face) if entry.copy_of is None else (entry.copy_of, entry.copy_face)
                for ability in card.faces[face].abilities:
                    if isinstance(ability, Activated):
                        yield from _costs(ability)


def _costs(ability: Activated) -> Iterator[str]:
    for cost in ability.cost:
        for kinds, happens in _BY_COST:
            if isinstance(cost, kinds):
                yield from happens
    for part in ability.instructions:
        if isinstance(part, OtherInstruction) and part.kind in {"life", "damage"}:
            yield "life"
