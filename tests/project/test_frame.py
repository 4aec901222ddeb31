"""The frame of the project: what pyproject and .ci/run promise."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def lines(name: str) -> list[str]:
    return (ROOT / name).read_text(encoding="utf-8").splitlines()


def test_every_runtime_dependency_has_a_reason() -> None:
    wanted = PYPROJECT["project"]["dependencies"]
    given = [line for line in lines("pyproject.toml") if any(line.strip().startswith(f'"{name}"') for name in wanted)]
    assert len(given) == len(wanted)
    assert [line for line in given if not re.search(r"# .{10,}", line)] == []


def test_every_ignored_lint_rule_has_a_reason() -> None:
    text = "\n".join(lines("pyproject.toml"))
    ignored = re.findall(r"^ignore = \[\n(.*?)^\]", text, re.MULTILINE | re.DOTALL)[0].splitlines()
    assert len(ignored) == len(PYPROJECT["tool"]["ruff"]["lint"]["ignore"])
    assert [line for line in ignored if not re.search(r'^    "[A-Z]+\d+", +# .{5,}$', line)] == []


def test_data_folders_ship_inside_the_package() -> None:
    shipped = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert shipped == {"models": "verifier/_data/models", "proofs": "verifier/_data/proofs"}


def test_ci_is_executable_and_stops_at_the_first_failure() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert "set -euo pipefail" in lines(".ci/run")


def test_no_module_is_called_utils_or_helpers() -> None:
    words = {"utils", "util", "helpers", "helper", "misc", "common"}
    assert [str(path) for path in (ROOT / "verifier").rglob("*") if path.stem.lower() in words] == []
