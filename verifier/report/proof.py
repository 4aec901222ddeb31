"""What stands behind a line of an answer once it has been proved."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_RULE = re.compile(r"\d{3}\.\d+[a-z]?|\d{3}\b")


@dataclass(frozen=True, slots=True)
class Proof:
    """The method (solver, enumeration, certificate), the evidence (certified, replayed, …) and what it rests on.

    ``reason`` says in a few words why something cannot be; empty for what can.
    """

    method: str
    evidence: tuple[str, ...]
    rests_on: tuple[str, ...]
    reason: str = ""

    @property
    def how(self) -> str:
        """Method and evidence."""
        return f"{self.method}: {', '.join(self.evidence)}" if self.evidence else self.method

    @property
    def told(self) -> str:
        """In one line."""
        rests = f"; {resting(self.rests_on)}" if self.rests_on else ""
        return f"{self.how}{rests}"


Proofs = Mapping[tuple[str, str], Proof]
"""By what is answered: the id of a permanent or a player, and the type, hand size or outcome."""

NO_PROOFS: Proofs = {}


@dataclass(frozen=True, slots=True)
class Proved:
    """The proofs of an answer; ``missing`` says why there is none, or what they do not cover."""

    proofs: Proofs = field(default_factory=dict)
    missing: str = ""


UNPROVED = Proved()
"""Where no proof was asked for."""


_YOU = re.compile(r"\byou (discard|draw|move)s\b")
_BEGINS = re.compile(r"(\d{3}\.\d+[a-z]?) (.+) begins with (.+)")


def resting(names: Iterable[str]) -> str:
    """What a proof rests on, for people.

    >>> resting(["402.2 opponent begins with 7", "504.1 you draws for the turn"])
    'rests on 402.2 the maximum of opponent is 7 at first, 504.1 you draw for the turn'
    """
    told = (_BEGINS.sub(r"\1 the maximum of \2 is \3 at first", name) for name in names)
    return _YOU.sub(r"you \1", f"rests on {', '.join(told)}")


def rule_numbers(names: Iterable[str]) -> tuple[str, ...]:
    """The rule numbers that the names begin with, sorted, each once.

    >>> rule_numbers(["616.1f end: Contamination", "Null Profusion: is 2", "402.2 you begin with 7"])
    ('402.2', '616.1f')
    """
    found = {match[0] for name in names if (match := _RULE.match(name))}
    return tuple(sorted(found, key=rule_order))


def rule_order(number: str) -> tuple[int, int, str]:
    """What rule numbers are sorted by: 616.1f before 616.10.

    >>> sorted(["616.10", "616.1f", "106.7"], key=rule_order)
    ['106.7', '616.1f', '616.10']
    """
    chapter, _, rest = number.partition(".")
    digits = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(chapter), int(digits or 0), rest[len(digits) :]
