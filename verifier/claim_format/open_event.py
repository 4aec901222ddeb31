"""A claim's event with numbers that have names, as ``encode`` takes it."""

from __future__ import annotations

from ..board import Event
from ..board_format.boards import without_entries
from ..board_format.problems import Problems
from ..board_format.reading import Reading
from ..claim import Claim
from ..errors import Unmodelled
from ..expressions import Expression, parse
from .events import event_from
from .prepare import entries_of, first_numbers

_FIELDS = {"discard": "number", "X": "x", "replaced": "replaced", "mana_spent": "mana_spent"}
"""The fields of an event for the keys of a claim whose number may have a name."""


def open_event_of(claim: Claim) -> tuple[Event, dict[str, Expression]] | None:
    """The event, and those of its fields whose numbers have names; None where the claim has no event.

    Raises Unmodelled for a card that is not in the pool.
    """
    if claim.event_data is None:
        return None
    if claim.unknown_card is not None:
        raise Unmodelled(claim.unknown_card, "the card is not in the pool")
    reading = Reading(Problems(claim.name), first_numbers(claim.for_all))
    without_entries(claim.board_data, reading)
    event = event_from(claim.event_data, entries_of(claim.board_data, claim.for_all, reading).ids, reading)
    reading.problems.stop()
    named = {key: value for key, value in claim.event_data.items() if key in _FIELDS and isinstance(value, str)}
    return event, {_FIELDS[key]: parse(value) for key, value in sorted(named.items())}
