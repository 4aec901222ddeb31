"""The command line from the root of the repository, inside this process."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from verifier.cli import main

collect_ignore = ["wrong.toml", "wrong_events.toml"]
"""Claims whose verdict is not the expected one."""

ROOT = Path(__file__).resolve().parents[2]

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _results_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test finds results that another has kept, and none leaves any."""
    cache = str(tmp_path_factory.mktemp("cache"))
    monkeypatch.setenv("XDG_CACHE_HOME", cache)
    monkeypatch.setenv("LOCALAPPDATA", cache)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command with these words."""
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("VERIFIER_DATA", raising=False)

    def runs(*words: str, input: str | None = None) -> Result:
        return CliRunner().invoke(main, words, input=input)

    return runs


@pytest.fixture
def ask(run: Run) -> Callable[..., dict[str, Any]]:
    """Runs the command with ``--json`` and reads the object that it writes."""

    def asks(*words: str, code: int = 0, input: str | None = None) -> dict[str, Any]:
        result = run(*words, "--json", input=input)
        assert result.exit_code == code, result.output
        found: dict[str, Any] = json.loads(result.stdout)
        assert found["version"] == 1
        return found

    return asks
