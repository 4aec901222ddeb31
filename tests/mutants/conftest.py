"""Mutants are tried with cold caches, and leave none behind that know a wrong rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from verifier import check, prove  # noqa: F401  (with them every module that remembers anything is loaded)
from verifier.rules import mana

from .table import Breaker, Mutant, cached_functions

ROOT = Path(__file__).resolve().parents[2]


def forget() -> None:
    """Empty everything in which the three sides remember an answer."""
    for function in cached_functions():
        function.cache_clear()
    mana._SAME.clear()


@pytest.fixture(autouse=True)
def cold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """No answer from before, no reply kept on disk, the claims of this checkout."""
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("VERIFIER_DATA", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    forget()
    yield
    forget()


@pytest.fixture
def under(monkeypatch: pytest.MonkeyPatch) -> Callable[[Mutant], Breaker]:
    """Puts a mutant into force until the test is over."""

    def puts(mutant: Mutant) -> Breaker:
        breaker = Breaker(monkeypatch, mutant.side)
        mutant.apply(breaker)
        forget()
        return breaker

    return puts
