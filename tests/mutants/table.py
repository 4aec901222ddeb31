"""What a mutant is: a rule broken on purpose on one side, and the claim that notices.

A mutant is a plain function that puts wrong functions in the place of right ones, on one of the three sides alone:
``verifier.rules``, ``verifier.encode`` or ``verifier.reference``. The package itself knows nothing of mutants.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal

import pytest

Side = Literal["rules", "encode", "reference"]
SIDES: tuple[Side, ...] = ("rules", "encode", "reference")


@dataclass(frozen=True)
class Mutant:
    """``rule`` is what it breaks, ``claim`` the one under ``proofs/`` that notices, ``apply`` what breaks it."""

    id: str
    rule: str
    claim: str
    side: Side
    apply: Callable[[Breaker], None]

    @property
    def says(self) -> str:
        """What is wrong under the mutant."""
        return inspect.getdoc(self.apply) or ""

    @property
    def statements(self) -> str:
        """What the mutant does, layout, comments and docstring aside."""
        tree = ast.parse(textwrap.dedent(inspect.getsource(self.apply)))
        function = tree.body[0]
        assert isinstance(function, ast.FunctionDef)
        return "\n".join(ast.dump(statement) for statement in function.body[1:])


class Table:
    """The mutants of one side, in the order in which they are written down."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.mutants: list[Mutant] = []

    def mutant(self, rule: str, claim: str) -> Callable[[Callable[[Breaker], None]], Callable[[Breaker], None]]:
        """Enter the decorated function; its name is the mutant's id."""

        def entered(apply: Callable[[Breaker], None]) -> Callable[[Breaker], None]:
            self.mutants.append(Mutant(apply.__name__.replace("_", "-"), rule, f"proofs/{claim}", self.side, apply))
            return apply

        return entered


class Breaker:
    """Puts wrong functions in the place of right ones, wherever the modules of one side name them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, side: Side) -> None:
        self.monkeypatch = monkeypatch
        self.package = f"verifier.{side}"
        self.broken: list[str] = []

    def function(self, right: Callable[..., Any], wrong: Callable[..., Any]) -> None:
        """Replace a function in every module that imported it and in every table that lists it."""
        assert right.__module__.startswith(self.package), right
        for module in modules(self.package):
            for name, value in list(vars(module).items()):
                if value is right:
                    self.monkeypatch.setattr(module, name, wrong)
                elif isinstance(value, dict):
                    for key in [key for key, entry in value.items() if entry is right]:
                        self.monkeypatch.setitem(value, key, wrong)
        self._note(f"{right.__module__}.{right.__qualname__}")

    def where_it_is_used(self, module: ModuleType, name: str, wrong: Callable[..., Any]) -> None:
        """Replace a function for one module alone that imported it."""
        assert module.__name__.startswith(self.package), module
        self.monkeypatch.setattr(module, name, wrong)
        self._note(f"{module.__name__}.{name}")

    def method(self, owner: type, name: str, wrong: object) -> None:
        """Replace a method or a property of a class."""
        assert owner.__module__.startswith(self.package), owner
        self.monkeypatch.setattr(owner, name, wrong)
        self._note(f"{owner.__module__}.{owner.__qualname__}.{name}")

    def entry(self, table: dict[type, Callable[..., Any]], key: type, wrong: Callable[..., Any]) -> None:
        """Replace what a table of the package says of one kind of term."""
        home = [module for module in modules(self.package) if any(value is table for value in vars(module).values())]
        self.monkeypatch.setitem(table, key, wrong)
        self._note(f"{home[0].__name__}: {key.__name__}")

    def _note(self, what: str) -> None:
        self.broken.append(what)


def modules(package: str) -> list[ModuleType]:
    """The modules of the package that are loaded, in a fixed order."""
    return [module for name, module in sorted(sys.modules.items()) if name == package or name.startswith(f"{package}.")]


def cached_functions() -> list[Any]:
    """Every function of the three sides that remembers what it answered."""
    found: dict[int, Any] = {}
    for side in SIDES:
        for module in modules(f"verifier.{side}"):
            for value in vars(module).values():
                if hasattr(value, "cache_clear") and value.__module__.startswith(f"verifier.{side}"):
                    found.setdefault(id(value), value)
    return list(found.values())


def collections() -> Iterator[tuple[str, dict[Any, Any] | list[Any] | set[Any]]]:
    """Every dictionary, list and set that a module of the three sides has, with its name."""
    for side in SIDES:
        for module in modules(f"verifier.{side}"):
            for name, value in vars(module).items():
                if isinstance(value, dict | list | set) and not name.startswith("__"):
                    yield f"{module.__name__}.{name}", value
