"""Records for people and programs: what is stale, what was written, what moved."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from ..records import Move, Stale, record, stale
from ..solve.cache import solver_version
from .claims import Checked


def stale_in(checked: Sequence[Checked], paths: Sequence[str], *, proof: bool) -> list[Stale]:
    """The records that are missing or not what comes out. Raises BadInput for one of another form."""
    return stale([one.result for one in checked if one.result is not None], [Path(path) for path in paths], proof=proof)


def stale_text(found: Sequence[Stale]) -> list[str]:
    """A line each."""
    if not found:
        return []
    number = len({one.of for one in found})
    told = f"{number} {'record is' if number == 1 else 'records are'} missing or stale"
    return ["", *(f"STALE  {one}" for one in found), "", f"{told} (verifier record writes them anew)"]


def stale_json(found: Sequence[Stale]) -> list[dict[str, str]]:
    """An object each."""
    return [{"of": one.of, "why": one.why} for one in found]


def write(checked: Sequence[Checked], paths: Sequence[str]) -> list[Path]:
    """Write the records and the ledger; their paths from here, unless others were given from the root of all.

    Raises BadInput where that is not possible.
    """
    name, _, version = solver_version().partition(" ")
    results = [one.result for one in checked if one.result is not None]
    roots = [Path(path) for path in paths]
    written = record(results, roots, {name: version})
    if all(path.is_absolute() for path in roots):
        return written
    return [Path(os.path.relpath(path)) for path in written]


def moves_text(found: Sequence[Move]) -> list[str]:
    """What moved, claim by claim."""
    if not found:
        return ["nothing moved"]
    lines = []
    before = ""
    for move in found:
        if move.claim != before:
            lines.append(move.claim)
        before = move.claim
        lines.append(f"  {_told(move)}")
    claims = len({move.claim for move in found})
    return [*lines, "", f"{claims} claim{'' if claims == 1 else 's'} moved"]


def _told(move: Move) -> str:
    if move.field == "claim":
        return f"gone (it was {move.old})" if not move.new else f"new: {move.new}"
    return f"{move.field.replace('_', ' ')}: {move.old or 'nothing'} -> {move.new or 'nothing'}"


def moves_json(found: Sequence[Move]) -> list[dict[str, str]]:
    """An object each."""
    return [{"claim": move.claim, "field": move.field, "old": move.old, "new": move.new} for move in found]
