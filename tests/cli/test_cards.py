"""``verifier cards``: names by pattern, and a pool that is never written without being told where."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_a_pool_is_built_only_where_it_is_told_to(run, tmp_path: Path) -> None:
    cards = tmp_path / "cards.json"
    cards.write_text("[]", encoding="utf-8")
    result = run("cards", "build", str(cards))
    assert result.exit_code == 2
    assert "Missing option '--into'" in result.stderr


@pytest.mark.parametrize(
    ("pattern", "there", "not_there"),
    [
        ("reflecting", "Reflecting Pool", "Forest"),
        ("* pool", "Reflecting Pool", "Pool of Vigorous Growth"),
        ("?orest", "Forest", "Snow-Covered Forest"),
        ("Forest", "Snow-Covered Forest", "Island"),
    ],
)
def test_names_are_found_by_a_part_or_a_pattern(ask, pattern: str, there: str, not_there: str) -> None:
    names = ask("cards", "list", pattern)["cards"]
    assert there in names
    assert not_there not in names
    assert not_there in ask("cards", "list")["cards"] or not_there == "Pool of Vigorous Growth"


def test_a_pattern_and_unmodelled_hold_together(ask) -> None:
    every, some = ask("cards", "list", "dragon")["cards"], ask("cards", "list", "dragon", "--unmodelled")["cards"]
    assert some
    assert set(some) < set(every)


def test_no_name_is_no_line(run) -> None:
    result = run("cards", "list", "no card is called so")
    assert (result.exit_code, result.stdout) == (0, "")


def test_the_checker_tells_how_it_is_used() -> None:
    words = [sys.executable, "-m", "verifier.solve.checker", "--help"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith("usage: python -m verifier.solve.checker FILE [BOARD-DIGEST]")
    assert "rejected:" not in done.stdout
