"""A claim's boards all at once, as ``encode`` takes them: nothing is listed, whatever the bounds are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..board_format.boards import without_entries
from ..board_format.entries import Draft, build_entry, timestamps_of, units_of
from ..board_format.problems import Problems
from ..board_format.reading import Reading
from ..claim import Claim
from ..encode.space import Place, Space
from ..errors import Unmodelled
from ..expressions import Expression, Name
from .prepare import entries_of, first_numbers

_NUMBERS = ("X", "level", "mana_spent", "since")
"""Numbers of an entry that no space leaves open."""


def space_of(claim: Claim) -> Space:
    """Every board of the claim, in every order of its entries where ``claim.for_all.timestamps`` says so.

    Raises Unmodelled for a card that is not in the pool and for a number with a name where a space leaves none open.
    """
    if claim.unknown_card is not None:
        raise Unmodelled(claim.unknown_card, "the card is not in the pool")
    reading = Reading(Problems(claim.name), first_numbers(claim.for_all))
    board = without_entries(claim.board_data, reading)
    entries = entries_of(claim.board_data, claim.for_all, reading)
    every = list(entries.all)
    stamps = timestamps_of(units_of(every, reading))
    built = tuple(build_entry(draft, stamps[place], entries.ids, reading) for place, draft in enumerate(every))
    reading.problems.stop()
    counters: dict[Place, Expression] = {}
    for draft in every:
        _refuse_names(draft)
        for kind, number in draft.data.get("counters", {}).items():
            if isinstance(number, str):
                counters[draft.id, kind] = Name(number)
    copies = claim.for_all.copies_of
    return Space(
        board=board.with_entries(built),
        optional=tuple(draft.id for draft in entries.candidates),
        copies=tuple(draft.id for draft in entries.copies),
        least=0 if copies is None else copies.least,
        numbers=claim.for_all.number,
        counters=counters,
        players=_numbers_of_players(claim.board_data.get("player", {})),
        needs={id: needed for id, needed in sorted(entries.needs.items()) if needed},
        copies_name=None if copies is None else copies.name,
        every_order=claim.for_all.timestamps,
    )


def _numbers_of_players(tables: Mapping[str, Mapping[str, Any]]) -> dict[Place, Expression]:
    found: dict[Place, Expression] = {}
    for player, table in tables.items():
        for key, value in table.items():
            if isinstance(value, str) and key != "identity":
                found[player, key] = Name(value)
    return found


def _refuse_names(draft: Draft) -> None:
    for key in _NUMBERS:
        if isinstance(draft.data.get(key), str):
            raise Unmodelled(f"{draft.id}.{key}", "a number with a name, proved for all its values at once")
    if isinstance(draft.data.get("chosen", {}).get("number"), str):
        raise Unmodelled(f"{draft.id}.chosen.number", "a number with a name, proved for all its values at once")
