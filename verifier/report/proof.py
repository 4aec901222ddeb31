"""What stands behind a line of an answer once it has been proved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Proof:
    """The method (solver, enumeration, certificate), the evidence (certified, cross-solved, …) and the reasons."""

    method: str
    evidence: tuple[str, ...]
    rests_on: tuple[str, ...]

    @property
    def told(self) -> str:
        """In one line."""
        return f"{self.method}: {', '.join(self.evidence)}; rests on {', '.join(self.rests_on)}"


Proofs = Mapping[tuple[str, str], Proof]
"""By what is answered: the id of a permanent or a player, and the type, hand size or outcome."""

NO_PROOFS: Proofs = {}
