"""The command line over claims of a directory of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from verifier.cli import main

collect_ignore_glob = ["*.record.toml"]

CLAIMS = """
[[claim]]
id = "leng-alone"
says = "Library of Leng takes the maximum away"
rules = ["402.2"]
source = { rule = "402.2" }
battlefield = ["Library of Leng"]
expect.maximum_hand_size = { you = "none" }

[[claim]]
id = "leng-does-nothing"
says = "Library of Leng leaves the maximum alone"
rules = ["402.2"]
source = { rule = "402.2" }
battlefield = ["Library of Leng"]
expect.maximum_hand_size = { you = 7 }
verdict = "refuted"
"""

Verify = Callable[..., Result]


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    """A directory ``proofs`` with one file of claims in a folder."""
    directory = tmp_path / "proofs"
    (directory / "rules").mkdir(parents=True)
    (directory / "rules" / "402.toml").write_text(CLAIMS, encoding="utf-8")
    return directory


@pytest.fixture
def verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Verify:
    """Runs the command with these words beside the directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "cache"))
    monkeypatch.delenv("VERIFIER_DATA", raising=False)
    return lambda *words: CliRunner().invoke(main, words)
