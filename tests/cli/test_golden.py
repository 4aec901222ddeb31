"""Whole outputs: the first line of each file is the command, the last its exit code.

With ``VERIFIER_GOLDEN=write`` in the environment the files are written anew, to be read before they are committed.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from click.testing import Result

from verifier.cli import main

GOLDEN = Path(__file__).parent / "golden"
_DECIDED = re.compile(r"; [a-z]+(, [a-z -]+)*$", re.MULTILINE)
CASES = sorted(GOLDEN.glob("*.txt"))


def told(command: str, result: Result) -> str:
    # How a claim was decided, and on what evidence, is no matter of this file.
    output = _DECIDED.sub("; ...", result.stdout) if command.startswith("$ verifier check") else result.stdout
    errors = "".join(f"! {line}\n" for line in result.stderr.splitlines())
    return f"{command}\n{output}{errors}exit code {result.exit_code}\n"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_output_is_the_same_to_the_letter(path: Path, run) -> None:
    expected = path.read_text(encoding="utf-8")
    command = expected.partition("\n")[0]
    words = shlex.split(command)
    assert words[:2] == ["$", "verifier"]
    found = told(command, run(*words[2:]))
    if os.environ.get("VERIFIER_GOLDEN") == "write":
        path.write_text(found, encoding="utf-8", newline="\n")
    assert found == expected


WRITING = {"schema", "cards", "certify", "coverage", "export", "record"}
"""Commands whose output is long or in files: other tests read it."""


def test_every_command_that_answers_in_text_is_shown() -> None:
    shown = {path.read_text(encoding="utf-8").split()[2] for path in CASES}
    assert set(main.commands) - WRITING <= shown
