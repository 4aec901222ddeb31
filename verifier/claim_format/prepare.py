"""The entries that a claim speaks of: those listed, those that may be added, and their ids.

An id belongs to an entry of the claim for good: it does not depend on which other entries an instance has. The listed
entries are counted first, then those of ``for_all.subset_of``, then the copies of ``for_all.copies_of``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..board_format.entries import Draft, Ids, drafts_of, name_drafts
from ..board_format.reading import Reading
from ..claim import Claim, ForAll


@dataclass(frozen=True, slots=True)
class Entries:
    """Listed entries, candidates and copies. ``needs`` holds the added entries that an entry refers to, by id."""

    listed: tuple[Draft, ...]
    candidates: tuple[Draft, ...]
    copies: tuple[Draft, ...]
    ids: Ids
    needs: Mapping[str, frozenset[str]]

    @property
    def all(self) -> tuple[Draft, ...]:
        """Every entry that some instance has."""
        return (*self.listed, *self.candidates, *self.copies)


def entries_of(board_data: Mapping[str, Any], for_all: ForAll, reading: Reading) -> Entries:
    """The entries of a claim with their ids; problems are left in ``reading``."""
    listed = drafts_of(board_data.get("battlefield", ()), "battlefield", reading)
    candidates = drafts_of(for_all.subset_of, "for_all.subset_of", reading)
    copies: list[Draft] = []
    most = 0
    if for_all.copies_of is not None:
        most = for_all.copies_of.most
        # One copy is named even where there is never any, so that its id is known and the claim vacuous.
        card, face = reading.card(for_all.copies_of.card, "for_all.copies_of.card")
        key, data, name = "for_all.copies_of", {"card": for_all.copies_of.card}, card.faces[face].name
        copies = [Draft(key, data, "card", card, face, name) for _ in range(max(most, 1))]
    ids = name_drafts([listed, candidates, copies], reading)
    added = {draft.id for draft in (*candidates, *copies)}
    needs = {
        draft.id: frozenset(found.id for name in _referred(draft) if (found := ids.find(name)) and found.id in added)
        for draft in (*listed, *candidates)
    }
    return Entries(tuple(listed), tuple(candidates), tuple(copies[:most]), ids, needs)


def first_numbers(for_all: ForAll) -> dict[str, int]:
    """The least value of every number that has a name."""
    numbers = {name: least for name, (least, _) in for_all.number}
    if for_all.copies_of is not None and for_all.copies_of.name is not None:
        numbers[for_all.copies_of.name] = for_all.copies_of.least
    return numbers


def reading_of(claim: Claim, numbers: Mapping[str, int], reading: Reading) -> Reading:
    """The same context with other numbers; the claim has been checked before, so problems of it are of no interest."""
    return Reading(reading.problems, numbers, reading.players, go_on=claim.unknown_card is not None)


def _referred(draft: Draft) -> Iterator[str]:
    target = draft.data.get("target", ())
    yield from [target] if isinstance(target, str) else target
    yield from (draft.data[key] for key in ("attached_to", "source") if key in draft.data)
