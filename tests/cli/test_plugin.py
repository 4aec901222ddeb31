"""Claims and theorems as items of pytest."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
THEOREMS = """
from verifier.encode.theorems import can, cannot, theorem
from verifier.solve.formula import bool_var, not_


@theorem("holds", "A thing is not otherwise than it is", "106.7")
def holds():
    p = bool_var("p")
    yield cannot("both", "p and not p", ("it is", p), ("it is not", not_(p)))
    yield can("one", "p", ("it is", p))


@theorem("fails", "Nothing is so", "106.7")
def fails():
    yield cannot("one", "p", ("it is", bool_var("p")))
"""


def pytest_on(path: Path) -> tuple[int, str]:
    """Runs pytest on the path with the plugin."""
    given = {**os.environ, "PYTHONPATH": str(ROOT)}
    installed = "verifier" in entry_points(group="pytest11").names
    plugin = [] if installed else ["-p", "verifier.pytest_plugin"]
    words = [sys.executable, "-m", "pytest", *plugin, "-p", "no:cacheprovider", "-v", str(path)]
    done = subprocess.run(words, cwd=path, env=given, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_theorems_are_items_and_fail_where_they_do_not_hold(tmp_path: Path) -> None:
    folder = tmp_path / "theorems"
    folder.mkdir()
    (folder / "logic.py").write_text(THEOREMS, encoding="utf-8")
    (folder / "other.py").write_text("raise SystemExit(1)\n", encoding="utf-8")
    (tmp_path / "logic.py").write_text(THEOREMS, encoding="utf-8")
    code, told = pytest_on(tmp_path)
    assert code == 1, told
    assert "theorems/logic.py::holds PASSED" in told
    assert "theorems/logic.py::fails FAILED" in told
    assert "one: sat, where unsat was expected" in told
    assert "1 failed, 1 passed" in told


def test_a_theorem_file_that_cannot_be_run_is_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "theorems"
    folder.mkdir()
    (folder / "logic.py").write_text("from verifier.encode.theorems import nothing_of_the_kind\n", encoding="utf-8")
    code, told = pytest_on(tmp_path)
    assert code == 2, told
    assert "it cannot be read as a file of theorems" in told
