"""What can go wrong, each as a class with typed fields; none of these ever reaches a user as a traceback."""

from __future__ import annotations

from dataclasses import dataclass, field


class VerifierError(Exception):
    """Base of all errors that the verifier raises on purpose."""


@dataclass
class BadInput(VerifierError):
    """Input that does not follow the format. Exit code 2.

    ``where`` names file and claim, ``key`` the place inside, ``suggestion`` the nearest valid word if there is one.
    """

    problem: str
    key: str = ""
    where: str = ""
    suggestion: str = ""

    def __str__(self) -> str:
        place = ": ".join(part for part in (self.where, self.key) if part)
        hint = f" (did you mean {self.suggestion!r}?)" if self.suggestion else ""
        return f"{place}: {self.problem}{hint}" if place else f"{self.problem}{hint}"


@dataclass
class Unmodelled(VerifierError):
    """A question needs something that the verifier does not model. Exit code 3, never a guess.

    ``what`` names it, ``subject`` the card, key or rule it belongs to. ``may_be_left_out`` where the command could go
    on without it.
    """

    subject: str
    what: str
    may_be_left_out: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return f"{self.subject}: {self.what}"


@dataclass
class Undecided(VerifierError):
    """A limit was hit before the answer was known. A verdict of its own, never a pass."""

    limit: str

    def __str__(self) -> str:
        return f"undecided: {self.limit}"


@dataclass
class Illegal(VerifierError):
    """An event that cannot be started; ``rules`` are the rule numbers that forbid it."""

    reason: str
    rules: tuple[str, ...] = field(default=())

    def __str__(self) -> str:
        return f"{self.reason} ({', '.join(self.rules)})" if self.rules else self.reason


@dataclass
class Disagreement(VerifierError):
    """Two of our own answers differ: a defect of the verifier. Exit code 5."""

    question: str
    answers: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        told = "; ".join(f"{who} says {what}" for who, what in self.answers)
        return f"our own answers disagree about {self.question}: {told}"


class ManyBadInputs(BadInput):
    """All that is wrong with the input, in the order of the input; always more than one problem."""

    def __init__(self, problems: tuple[BadInput, ...]) -> None:
        super().__init__(problem=f"{len(problems)} problems")
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)
