"""Verdicts of claims: one line each, and for what is not as expected the smallest case with its steps."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..board import Board
from ..check import Difference, Result
from ..claim import Claim, Verdict
from ..errors import Disagreement
from .failure import error as failure
from .labels import entry_base, folded
from .layout import DEFAULT_WIDTH, paragraph, table
from .proof import resting
from .refutation import steps


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim with its result, or with the disagreement that was met instead of one."""

    claim: Claim
    result: Result | None
    disagreement: Disagreement | None = None

    @property
    def word(self) -> str:
        """The verdict, in one word."""
        return "disagreement" if self.result is None else str(self.result.verdict)

    @property
    def passes(self) -> bool:
        """Whether the verdict is the expected one."""
        return self.result is not None and self.result.passes


def exit_code(checked: Sequence[Checked], *, stale: bool = False) -> int:
    """The first that applies: 5 a disagreement, 2 an unknown card, 1 a wrong verdict, 4 a stale record, 3, 0."""
    if any(one.result is None for one in checked):
        return 5
    if any(one.claim.unknown_card is not None for one in checked):
        return 2
    wrong = [one.word for one in checked if not one.passes]
    open_ones = (Verdict.UNDECIDED, Verdict.UNMODELLED)
    if any(word not in open_ones for word in wrong):
        return 1
    if stale:
        return 4
    return 3 if wrong else 0


# Text ----------------------------------------------------------------------------------------------------------------


def text(
    checked: Sequence[Checked], *, quiet: bool = False, width: int = DEFAULT_WIDTH, proof: bool = True
) -> list[str]:
    """A line for every claim, more for those whose verdict is not the expected one, and a summary."""
    shown = [one for one in checked if not (quiet and one.passes)]
    rows = [row(one) for one in shown]
    lines: list[str] = []
    for line, one in zip(table(rows, indent=0), shown, strict=True):
        lines.append(line)
        if not one.passes:
            lines += more(one, width, proof=proof)
    return [*lines, *([""] if lines and lines[-1] else []), summary(checked)]


def row(one: Checked) -> tuple[str, ...]:
    """The verdict line in columns: verdict, claim, place, and over which bounds by which method with which evidence."""
    place = f"{one.claim.file}:{one.claim.line}"
    if one.result is None:
        return "DISAGREEMENT", one.claim.id, place
    expected = "" if one.passes and one.claim.verdict is Verdict.PROVED else (
        " as expected" if one.passes else f" (expected {one.claim.verdict})"
    )  # fmt: skip
    evidence = ", ".join(part for part in (one.result.method, one.result.evidence) if part)
    return one.word.upper() + expected, one.claim.id, place, f"{one.result.bounds}; {evidence}"


def more(one: Checked, width: int, *, proof: bool = True) -> list[str]:
    """What there is to say beyond the verdict line, for a refuted claim both sides of it."""
    lines = paragraph(one.claim.says, width)
    if one.result is None:
        return [*lines, *paragraph(str(one.disagreement), width), ""]
    difference = one.result.difference
    if difference is None:
        return paragraph(one.result.reason, width)
    board = difference.instance.board
    lines += paragraph(f"smallest case: {case(board)}", width)
    if difference.instance.description:
        lines += paragraph(difference.instance.description, width)
    lines += ["", *steps(difference, board, width, proof=proof), ""]
    lines += paragraph(f"{difference.key}: claimed {difference.claimed}, is {difference.found}", width)
    rests = f"{resting(one.result.rests_on)}; " if one.result.rests_on else ""
    lines += paragraph(f"{rests}claimed to rest on {', '.join(one.claim.rules)}", width)
    replayed = {"replayed": "replayed in the reference interpreter", "": "not replayed"}
    told = replayed.get(one.result.evidence, one.result.evidence)
    return [*lines, f"  {told}      reproduce: verifier explain {shlex.quote(one.claim.name)}", ""]


def case(board: Board) -> str:
    """What is on the table, in one line, with who controls it."""
    by: dict[str, list[str]] = {}
    for entry in board.entries:
        by.setdefault(entry.controller, []).append(entry_base(board, entry.id))
    whose = {name: "yours" if name == "you" else f"of {name}" for name in by}
    parts = [f"{folded(names)} ({'all ' if len(by) == 1 else ''}{whose[name]})" for name, names in by.items()]
    return "; ".join(parts) or "an empty battlefield"


def summary(checked: Sequence[Checked]) -> str:
    """How many claims there were, by verdict, and how many were not as expected."""
    counts = Counter(one.word for one in checked)
    words = [str(verdict) for verdict in Verdict] + ["disagreement"]
    by_verdict = ", ".join(f"{counts[word]} {word}" for word in words if counts[word])
    wrong = sum(not one.passes for one in checked)
    number = f"{len(checked)} claim{'' if len(checked) == 1 else 's'}"
    return f"{number}: {by_verdict}; {f'{wrong} not' if wrong else 'all'} as expected"


# JSON ----------------------------------------------------------------------------------------------------------------


def as_json(checked: Sequence[Checked]) -> dict[str, Any]:
    """Every claim with its verdict, method, evidence and bounds, and the difference where it is refuted."""
    counts = Counter(one.word for one in checked)
    return {
        "exit_code": exit_code(checked),
        "counts": {word: counts[word] for word in sorted(counts)},
        "as_expected": all(one.passes for one in checked),
        "claims": [claim_json(one) for one in checked],
    }


def claim_json(one: Checked) -> dict[str, Any]:
    """A claim with its verdict, method, evidence, bounds and what it rests on."""
    found: dict[str, Any] = {
        "id": one.claim.id,
        "file": one.claim.file,
        "line": one.claim.line,
        "says": one.claim.says,
        "rules": list(one.claim.rules),
        "expected": str(one.claim.verdict),
        "verdict": one.word,
        "as_expected": one.passes,
    }
    if one.result is None:
        assert one.disagreement is not None
        return {**found, **failure(one.disagreement)}
    found |= {
        "method": one.result.method,
        "evidence": one.result.evidence,
        "bounds": one.result.bounds,
        "reason": one.result.reason,
        "rests_on": list(one.result.rests_on),
        "witness": one.result.witness,
    }
    if one.result.difference is not None:
        found["difference"] = _difference(one.result.difference)
    return found


def _difference(difference: Difference) -> dict[str, Any]:
    from ..board_format import board_entries

    instance = difference.instance
    return {
        "battlefield": board_entries(instance.board),
        "added": list(instance.added),
        "order": list(instance.order),
        "numbers": dict(instance.numbers),
        "key": difference.key,
        "claimed": difference.claimed,
        "found": difference.found,
    }
