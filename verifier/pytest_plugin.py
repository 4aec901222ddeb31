"""Claims as pytest items: ``pytest proofs/`` runs every claim of every ``.toml`` file as a test of its own.

A claim fails where its verdict is not the expected one; what is not modelled or undecided is skipped with its reason,
never passed. Files that hold no ``[[claim]]`` are left to others.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .errors import BadInput, ManyBadInputs, VerifierError

if TYPE_CHECKING:
    from .claim import Claim


class WrongVerdict(Exception):
    """The verdict of a claim is not the one that it expects."""


class ClaimItem(pytest.Item):
    """One claim."""

    def __init__(self, *, claim: Claim, **arguments: object) -> None:
        super().__init__(**arguments)  # type: ignore[arg-type]
        self.claim = claim

    def runtest(self) -> None:
        """Decide the claim. Raises WrongVerdict, or Disagreement where our own answers differ."""
        from .claim import Verdict
        from .prove import decide

        result = decide(self.claim)
        self.user_properties.append(("method", result.method))
        self.user_properties.append(("bounds", result.bounds))
        if result.passes:
            return
        if result.verdict in {Verdict.UNMODELLED, Verdict.UNDECIDED}:
            pytest.skip(f"{result.verdict}: {result.reason}")
        raise WrongVerdict(f"{result.verdict}, expected {self.claim.verdict}: {result.reason}")

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


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take the ``.toml`` files that hold claims."""
    if file_path.suffix != ".toml" or file_path.name.endswith(".record.toml"):
        return None
    try:
        holds_claims = "[[claim]]" in file_path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return ClaimFile.from_parent(parent, path=file_path) if holds_claims else None
