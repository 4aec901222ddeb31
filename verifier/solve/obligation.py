"""What is asked of a solver: named assertions, what they mean together, and which answer is expected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Literal

from .formula import Bits, Bool, Listing, Value, and_

Status = Literal["sat", "unsat", "unknown"]


@dataclass(frozen=True, slots=True)
class Named:
    """An assertion under a name of its domain, a rule number or a card; ``note`` says what it says."""

    name: str
    formula: Bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class Obligation:
    """Assertions that together can (``expect`` sat) or cannot (unsat) be true; ``meaning`` says what that settles.

    ``observe`` is what a witness shows: among all models the one is kept whose values there are least, the first
    variable deciding first, false before true and smaller numbers before larger ones.
    Raises ValueError for a name that is used twice or that is also a variable's, for an observed variable that is none,
    and where one variable has two widths.
    """

    name: str
    meaning: str
    assertions: tuple[Named, ...]
    expect: Literal["sat", "unsat"]
    observe: tuple[Bool | Bits, ...] = ()
    listing: Listing = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        terms = (*(assertion.formula for assertion in self.assertions), *self.observe)
        object.__setattr__(self, "listing", Listing.of(terms))
        taken = set(self.listing.variables)
        for assertion in self.assertions:
            if not assertion.name or assertion.name.startswith("!") or assertion.name in taken:
                raise ValueError(f"{self.name}: an assertion cannot be named {assertion.name!r} here, or not twice")
            taken.add(assertion.name)
        if len(self.observed) != len(self.observe):
            raise ValueError(f"{self.name}: only variables can be observed, each once")

    def expecting(self, answer: Literal["sat", "unsat"]) -> Obligation:
        """The same question with this answer expected."""
        other = copy(self)
        object.__setattr__(other, "expect", answer)
        return other

    @property
    def observed(self) -> tuple[str, ...]:
        """The names of the observed variables in order."""
        return tuple(dict.fromkeys(str(term.data) for term in self.observe if term.op == "var"))

    def violated(self, model: Mapping[str, Value]) -> tuple[str, ...]:
        """The names of the assertions that our own evaluator finds false; the model must give every variable."""
        values = self.listing.values(model)
        return tuple(named.name for named, value in zip(self.assertions, values, strict=False) if value is not True)


def gather(parts: Iterable[tuple[str, Bool]], notes: Mapping[str, str] | None = None) -> tuple[Named, ...]:
    """One assertion a name, in order of first appearance: what is asserted under the same name is asserted together."""
    groups: dict[str, list[Bool]] = {}
    for name, formula in parts:
        groups.setdefault(name, []).append(formula)
    return tuple(Named(name, and_(*group), (notes or {}).get(name, "")) for name, group in groups.items())
