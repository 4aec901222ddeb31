"""Claims as pytest items: ``pytest proofs/`` runs every claim of every ``.toml`` file as a test of its own.

So it does with every theorem of the Python files in folders called ``theorems``. A claim fails where its verdict is not
the expected one; what is not modelled or undecided is skipped with its reason, never passed. Files that hold no
``[[claim]]`` and no theorem are left to others.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .errors import BadInput, ManyBadInputs, VerifierError

if TYPE_CHECKING:
    from .check import Result
    from .claim import Claim
    from .encode.theorems import Theorem

FOLDER, MARK = "theorems", "verifier.encode.theorems"
"""Where theorems stand, and what a file of them imports."""


class WrongVerdict(Exception):
    """The verdict of a claim is not the one that it expects."""


class ClaimItem(pytest.Item):
    """One claim."""

    def __init__(self, *, claim: Claim, **arguments: object) -> None:
        super().__init__(**arguments)  # type: ignore[arg-type]
        self.claim = claim

    def runtest(self) -> None:
        """Decide the claim. Raises WrongVerdict, or Disagreement where our own answers differ."""
        from .prove import decide

        _hold(self, decide(self.claim))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:  # noqa: ARG002
        """What went wrong, in a few lines and without a traceback where it is about the claim."""
        if isinstance(excinfo.value, WrongVerdict | VerifierError):
            return f"{self.claim.name} (line {self.claim.line})\n{self.claim.says}\n{excinfo.value}"
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the claim stands."""
        return self.path, self.claim.line - 1, self.claim.id


class ClaimFile(pytest.File):
    """A file of claims."""

    def collect(self) -> Iterable[ClaimItem]:
        """Every claim of the file, in its order."""
        from .claim_format import read_claims

        try:
            claims = read_claims([self.path])
        except (BadInput, ManyBadInputs) as error:
            raise self.CollectError(str(error)) from error
        for claim in claims:
            yield ClaimItem.from_parent(self, name=claim.id, claim=claim)


class TheoremItem(pytest.Item):
    """One theorem with its false neighbours."""

    def __init__(self, *, theorem: Theorem, **arguments: object) -> None:
        super().__init__(**arguments)  # type: ignore[arg-type]
        self.theorem = theorem

    def runtest(self) -> None:
        """Settle every obligation of the theorem. Raises WrongVerdict."""
        from .theorems import settle

        _hold(self, settle(self.theorem, self.path))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:  # noqa: ARG002
        """What went wrong, in a few lines and without a traceback where it is about the theorem."""
        if isinstance(excinfo.value, WrongVerdict | VerifierError):
            return f"{self.path}#{self.theorem.id}\n{self.theorem.says}\n{excinfo.value}"
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the theorem stands."""
        return self.path, 0, self.theorem.id


class TheoremFile(pytest.File):
    """A file of theorems."""

    def collect(self) -> Iterable[TheoremItem]:
        """Every theorem of the file, in its order."""
        from .encode.theorems import theorems_in

        try:
            theorems = theorems_in(self.path)
        except BadInput as error:
            raise self.CollectError(str(error)) from error
        for theorem in theorems:
            yield TheoremItem.from_parent(self, name=theorem.id, theorem=theorem)


def _hold(item: pytest.Item, result: Result) -> None:
    """Hold what was found out against what is expected: raises WrongVerdict, or skips what is open."""
    from .claim import Verdict

    item.user_properties.append(("method", result.method))
    item.user_properties.append(("bounds", result.bounds))
    if result.claim.unknown_card is not None:
        raise WrongVerdict(result.reason)
    if result.passes:
        return
    if result.verdict in {Verdict.UNMODELLED, Verdict.UNDECIDED}:
        pytest.skip(f"{result.verdict}: {result.reason}")
    raise WrongVerdict(f"{result.verdict}, expected {result.claim.verdict}: {result.reason}")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take the ``.toml`` files that hold claims and the Python files that hold theorems."""
    theorems = file_path.suffix == ".py" and file_path.parent.name == FOLDER
    if not theorems and (file_path.suffix != ".toml" or file_path.name.endswith(".record.toml")):
        return None
    try:
        text = file_path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    if theorems:
        return TheoremFile.from_parent(parent, path=file_path) if MARK in text else None
    return ClaimFile.from_parent(parent, path=file_path) if "[[claim]]" in text else None
