"""Theorems: statements about the rules themselves, of which every board is an instance.

A theorem is a list of obligations. Most of them are expected to be unsatisfiable; beside them stand *false neighbours*,
statements that resemble it and are wrong, which must be satisfiable: an encoding that proves everything proves nothing.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import BadInput
from ..solve.formula import Bits, Bool
from ..solve.obligation import Named, Obligation

Obligations = Callable[[], Iterable[Obligation]]


@dataclass(frozen=True, slots=True)
class Theorem:
    """A statement about rules, with what a solver has to settle for it."""

    id: str
    says: str
    rules: tuple[str, ...]
    build: Obligations = field(repr=False, compare=False)

    def obligations(self) -> tuple[Obligation, ...]:
        """What has to be settled, each with its expected answer."""
        return tuple(self.build())


def theorem(id: str, says: str, *rules: str) -> Callable[[Obligations], Theorem]:
    """Makes a theorem of a function that gives its obligations."""

    def made(build: Obligations) -> Theorem:
        return Theorem(id, says, rules, build)

    return made


def cannot(name: str, meaning: str, *assertions: tuple[str, Bool]) -> Obligation:
    """Together these cannot be true."""
    return Obligation(name, meaning, tuple(Named(named, formula) for named, formula in assertions), "unsat")


def can(name: str, meaning: str, *assertions: tuple[str, Bool], observe: Iterable[Bool | Bits] = ()) -> Obligation:
    """Together these can be true: the statement that they contradict is a false neighbour."""
    named = tuple(Named(name_, formula) for name_, formula in assertions)
    return Obligation(f"false neighbour: {name}", meaning, named, "sat", tuple(observe))


def theorems_in(path: Path) -> tuple[Theorem, ...]:
    """The theorems of a file of Python, in the order of the file. Raises BadInput for a file that cannot be run."""
    spec = importlib.util.spec_from_file_location(f"theorems_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise BadInput("not a file of theorems", where=str(path))
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (OSError, SyntaxError, ImportError) as error:
        raise BadInput(f"it cannot be read as a file of theorems: {error}", where=str(path)) from None
    return tuple(value for value in vars(module).values() if isinstance(value, Theorem))
