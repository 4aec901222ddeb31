"""Which claims rest on which rules, by what they name and by what their proofs were recorded to rest on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import rulings
from ..claim import Claim, Verdict
from ..claim_format import read_claims
from ..encode.theorems import theorems_in
from ..records import read_record, record_path
from ..rules_table import Rule, table
from ..theorems import theorem_files
from .layout import DEFAULT_WIDTH, paragraph
from .layout import table as columns

DECIDED = (Verdict.PROVED, Verdict.REFUTED)
"""Verdicts of claims that say something about a rule."""
COVERED = ("modelled", "simplified")
SHOWN = 4
"""As many claims of a kind are named in the text; the JSON has all."""

_NUMBER = re.compile(r"\d{3}\.\d+[a-z]?(?![\w.])")


@dataclass(frozen=True, slots=True)
class Covered:
    """A rule with the claims that name it and those whose recorded proof rests on it, each as file and id."""

    rule: Rule
    named: tuple[str, ...]
    recorded: tuple[str, ...]

    @property
    def is_bare(self) -> bool:
        """Whether the table calls the rule modelled and no claim rests on it."""
        return self.rule.status == "modelled" and not self.named and not self.recorded


@dataclass(frozen=True, slots=True)
class _Resting:
    """What rests on rules: a claim or a theorem, what it names, and what its record says."""

    name: str
    rules: tuple[str, ...]
    recorded: tuple[str, ...]


def answers(paths: Sequence[str | Path]) -> tuple[Covered, ...]:
    """Every rule that the table calls modelled or simplified, in the order of the rules. Raises BadInput.

    Claims that are expected to be proved or refuted count, and the theorems in directories.
    """
    resting = _resting(paths)
    return tuple(
        Covered(
            rule,
            tuple(one.name for one in resting if rule.number in one.rules),
            tuple(one.name for one in resting if rule.number in one.recorded),
        )
        for rule in table()
        if rule.status in COVERED
    )


def _resting(paths: Sequence[str | Path]) -> list[_Resting]:
    found: list[_Resting] = []
    records: dict[str, dict[str, tuple[str, ...]]] = {}
    for claim in read_claims(paths):
        if claim.verdict not in DECIDED:
            continue
        if claim.file not in records:
            records[claim.file] = _recorded(claim)
        found.append(_Resting(claim.name, claim.rules, records[claim.file].get(claim.id, ())))
    for file in theorem_files(paths):
        found += [_Resting(f"{file}#{one.id}", one.rules, ()) for one in theorems_in(file)]
    return found


def _recorded(claim: Claim) -> dict[str, tuple[str, ...]]:
    """The rules that the names of assertions begin with, claim by claim, where the file has a record."""
    path = record_path(Path(claim.file))
    if not path.is_file():
        return {}
    return {
        id: tuple(dict.fromkeys(number[0] for name in entry.rests_on if (number := _NUMBER.match(name))))
        for id, entry in read_record(path).items()
    }


def exit_code(found: Sequence[Covered]) -> int:
    """1 if a rule that is called modelled has no claim, else 0."""
    return 1 if any(one.is_bare for one in found) else 0


# Text and JSON -------------------------------------------------------------------------------------------------------


def text(found: Sequence[Covered], width: int = DEFAULT_WIDTH) -> list[str]:
    """Rule by rule its status and the claims, then how many there are of each kind."""
    lines: list[str] = []
    for one in found:
        how = f" ({one.rule.how})" if one.rule.how else ""
        lines += paragraph(f"{one.rule.number}  {one.rule.says}: {one.rule.status}{how}", width, indent=0)
        if not one.named and not one.recorded:
            lines.append(f"  {'NO CLAIM' if one.is_bare else 'no claim'}")
        lines += _names("named by", one.named, width)
        lines += _names("by record under", [name for name in one.recorded if name not in one.named], width)
    return [*lines, "", *_counts(found)]


def _names(how: str, names: Sequence[str], width: int) -> list[str]:
    if not names:
        return []
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    shown = ", ".join(name.rpartition("#")[2] for name in names[:SHOWN])
    return paragraph(f"{how} {shown}{more}", width)


def _counts(found: Sequence[Covered]) -> list[str]:
    lines = []
    for status in COVERED:
        mine = [one for one in found if one.rule.status == status]
        bare = [one.rule.number for one in mine if not one.named and not one.recorded]
        told = f"without a claim: {', '.join(bare)}" if bare else "each with a claim"
        lines += paragraph(f"{len(mine)} {status}, {told}", indent=0)
    return lines


def as_json(found: Sequence[Covered]) -> dict[str, Any]:
    """Every rule with all its claims."""
    return {
        "exit_code": exit_code(found),
        "rules": [
            {
                "number": one.rule.number,
                "says": one.rule.says,
                "status": one.rule.status,
                "how": one.rule.how,
                "named_by": list(one.named),
                "recorded_under": list(one.recorded),
            }
            for one in found
        ],
        "without_claim": [one.rule.number for one in found if one.is_bare],
    }


# Rulings -------------------------------------------------------------------------------------------------------------

_COUNTED = ("rulings", "claims", "another_subject", "not_expressible", "not_modelled")


def rulings_text() -> list[str]:
    """By family of cards how many official rulings there are and what became of them. Raises BadInput."""
    head = ("family", "rulings", "proved by claims", "another subject", "not expressible", "not modelled")
    return columns([head, *((family, *map(str, numbers.values())) for family, numbers in _rulings().items())], indent=0)


def rulings_json() -> dict[str, Any]:
    """The same as an object. Raises BadInput."""
    return {"rulings": _rulings()}


def _rulings() -> dict[str, dict[str, int]]:
    return {
        family.replace("_", " "): {name: getattr(counts, name) for name in _COUNTED}
        for family, counts in sorted(rulings.counts().items())
    }
