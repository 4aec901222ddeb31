"""Theorems under ``proofs/``: statements about every board at once, settled obligation by obligation.

Beside each stand false neighbours that must be satisfiable: an encoding that proves everything proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from .check import Result
from .claim import Claim, Expect, Source, Verdict
from .encode.theorems import Theorem, theorems_in
from .solve.z3_backend import solve

FOLDER = "theorems"


def theorem_files(paths: Iterable[Path | str]) -> Iterator[Path]:
    """The files of theorems in the folders of that name below the given directories, sorted."""
    for path in map(Path, paths):
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*.py") if file.parent.name == FOLDER)


def settled(paths: Iterable[Path | str]) -> list[Result]:
    """What the solver finds about every theorem below the paths. Raises BadInput for a file that cannot be run."""
    return [settle(one, file) for file in theorem_files(paths) for one in theorems_in(file)]


def settle(theorem: Theorem, file: Path) -> Result:
    """What the solver finds about the theorem of that file, with its false neighbours."""
    claim = Claim(
        theorem.id, theorem.says, theorem.rules, Source(rule=theorem.rules[0]), str(file), 1, {}, None, Expect()
    )
    verdict, reasons, core = Verdict.PROVED, [], set[str]()
    obligations = theorem.obligations()
    for obligation in obligations:
        answer = solve(obligation, explain=False)
        core.update(answer.core)
        if answer.status == "unknown":
            reasons.append(f"{obligation.name}: {answer.reason}")
            verdict = Verdict.UNDECIDED if verdict is Verdict.PROVED else verdict
        elif answer.status != obligation.expect:
            reasons.append(f"{obligation.name}: {answer.status}, where {obligation.expect} was expected")
            verdict = Verdict.REFUTED
    neighbours = sum(obligation.expect == "sat" for obligation in obligations)
    reason = "; ".join(reasons) or f"{len(obligations)} obligations, {neighbours} of them false neighbours"
    return Result(claim, verdict, "solver", "every board", reason, "solver alone", rests_on=tuple(sorted(core)))
