"""Imports go one way: what import-linter cannot say with a list of what is allowed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "verifier"


def sources(name: str) -> list[Path]:
    """The files of a module or a package of ``verifier``."""
    module = PACKAGE / f"{name}.py"
    return sorted((PACKAGE / name).rglob("*.py")) or ([module] if module.exists() else [])


def imported(path: Path) -> Iterator[str]:
    """The modules of ``verifier`` that a file imports, by the first part of their name, and those from outside."""
    depth = len(path.relative_to(PACKAGE).parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
        elif isinstance(node, ast.ImportFrom):
            below = [*path.relative_to(PACKAGE).parts[: depth - node.level], *(node.module or "").split(".")]
            inside = [part for part in below if part]
            names = [f"verifier.{inside[0]}"] if inside else [f"verifier.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            parts = name.split(".")
            yield ".".join(parts[:2]) if parts[0] == "verifier" else parts[0]


def ours(name: str) -> set[str]:
    found = {module.removeprefix("verifier.") for path in sources(name) for module in imported(path)
             if module.startswith("verifier.")}  # fmt: skip
    return found - {name}


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("errors", set()),
        ("data", {"errors"}),
        ("cards", {"data", "errors"}),
        ("board", {"cards", "errors"}),
        ("run", {"board", "cards", "errors"}),
        ("reference", {"board", "cards", "errors", "run"}),
        ("rules", {"board", "cards", "errors", "run"}),
        ("solve", {"errors"}),
        ("encode", {"board", "cards", "errors", "expressions", "run", "solve", "within"}),
    ],
)
def test_a_module_imports_only_what_it_may(name: str, allowed: set[str]) -> None:
    if not sources(name):
        pytest.skip(f"verifier.{name} does not exist yet")
    assert ours(name) <= allowed


@pytest.mark.parametrize("name", ["rules", "reference", "board", "cards"])
def test_no_solver_and_no_graph_library_on_the_fast_path(name: str) -> None:
    if not sources(name):
        pytest.skip(f"verifier.{name} does not exist yet")
    outside = {module for path in sources(name) for module in imported(path)}
    assert outside.isdisjoint({"z3", "cvc5", "networkx", "rich", "click"})


def test_the_reader_of_imports_sees_imports() -> None:
    assert "cards" in ours("board")
    assert "board" in ours("run")
