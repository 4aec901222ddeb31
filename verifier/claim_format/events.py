"""The event of a claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..board import Activate, Cleanup, DiscardCards, DrawStep, EntersEvent, Event, Tap
from ..board_format.entries import Ids, entry_id, permanent_id
from ..board_format.reading import Reading

KINDS = ("tap", "activate", "discard", "cleanup", "draw_step", "enters")


def kind_of(event: Mapping[str, Any]) -> str:
    """The key that says which event it is."""
    return next(kind for kind in KINDS if kind in event)


def event_from(data: Mapping[str, Any], ids: Ids, reading: Reading) -> Event:
    """The event with its ids and numbers filled in; problems are left in ``reading``."""
    by = reading.player(data["by"], "event.by") if "by" in data else None
    match kind_of(data):
        case "tap":
            tapped = permanent_id(data["tap"], "event.tap", ids, reading)
            return Tap(tapped, reading.optional(data, "ability", "event", 1), by)
        case "activate":
            return Activate(
                permanent=permanent_id(data["activate"], "event.activate", ids, reading),
                ability=reading.number(data["ability"], "event.ability", 1),
                by=by,
                sacrifice=tuple(permanent_id(name, "event.sacrifice", ids, reading) for name in _sacrificed(data)),
                x=reading.optional(data, "X", "event"),
            )
        case "discard":
            return DiscardCards(
                number=reading.number(data["discard"], "event.discard"),
                player=reading.player(data["player"], "event.player"),
                cause=data["cause"],
                by=by,
                random=data.get("random", False),
            )
        case "cleanup":
            return Cleanup(reading.player(data["cleanup"], "event.cleanup"))
        case "draw_step":
            if "of" in data and "replaced" not in data:
                reading.problems.add("event.of", "says whose draws are replaced, and the key 'replaced' is missing")
            return DrawStep(
                player=reading.player(data["draw_step"], "event.draw_step"),
                replaced=reading.number(data.get("replaced", 0), "event.replaced"),
                of=entry_id(data["of"], "event.of", ids, reading) if "of" in data else None,
            )
        case _:
            card, face = reading.card(data["enters"], "event.enters")
            return EntersEvent(
                card=card,
                face=face,
                x=reading.optional(data, "X", "event"),
                origin=data.get("from", "stack"),
                mana_spent=reading.optional(data, "mana_spent", "event"),
                id=id_of_arrival(card.faces[face].name, ids),
            )


def id_of_arrival(name: str, ids: Ids) -> str:
    """What a permanent that enters is called where its own abilities trigger: its name, if nothing has that id."""
    return f"{name} (entering)" if name in ids.by_id else name


def ids_of(event: Event) -> Iterator[str]:
    """The ids that the event needs."""
    match event:
        case Tap(permanent=permanent):
            yield permanent
        case Activate(permanent=permanent, sacrifice=sacrifice):
            yield permanent
            yield from sacrifice
        case DrawStep(of=str() as source):
            yield source


def _sacrificed(data: Mapping[str, Any]) -> list[str]:
    sacrificed = data.get("sacrifice", [])
    return [sacrificed] if isinstance(sacrificed, str) else sacrificed
