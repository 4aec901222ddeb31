"""Examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import verifier

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(verifier.__path__, "verifier.")
    if not module.name.endswith("__main__")
)
BENCH = ["bench.comparison", "bench.table"]


@pytest.mark.parametrize("name", [*MODULES, *BENCH])
def test_examples_are_true(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_there_are_examples() -> None:
    assert doctest.testmod(importlib.import_module("bench.table")).attempted > 0
    assert doctest.testmod(importlib.import_module("verifier.cards.vocabulary")).attempted > 0
