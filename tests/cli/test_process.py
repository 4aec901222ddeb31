"""The command as a process of its own: the same bytes for every hash seed, pipes, colors, and what is not imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from verifier.cli import main

ROOT = Path(__file__).resolve().parents[2]

COMMANDS = (
    ("could-produce", "tests/cli/boards/readings.toml"),
    ("could-produce", "tests/cli/boards/moon.toml", "--json"),
    ("hand-size", "tests/cli/boards/simultaneous.toml", "--every-order"),
    ("hand-size", "tests/cli/boards/negative.toml", "--json"),
    ("outcomes", "examples/contamination.toml", "--tap", "Forest"),
    ("outcomes", "examples/damping.toml", "--json"),
    ("outcomes", "tests/cli/boards/draw_step.toml", "--json"),
    ("graph", "tests/cli/boards/readings.toml", "--permanent", "Forest"),
    ("graph", "tests/cli/boards/readings.toml", "--permanent", "Forest", "--json"),
    ("graph", "examples/contamination.toml", "--permanent", "Forest", "--format", "dot"),
    ("card", "Mutavault"),
    ("card", "Mutavault", "--json"),
    ("card", "Refleting Pol", "--json"),
    ("check", "tests/cli/wrong.toml"),
    ("check", "tests/cli/wrong.toml", "--json"),
    ("explain", "tests/cli/wrong.toml#two-green-under-the-sphere"),
    ("explain", "tests/cli/wrong_events.toml#a-library-that-takes-no-life"),
    ("explain", "examples/contamination.toml", "--why-not", "Forest: G"),
    ("explain", "examples/contamination.toml", "--why", "Forest: B", "--json"),
    ("diff", "tests/records/old", "tests/records/new"),
    ("board", "tests/cli/boards/moon.toml"),
    ("schema", "claims"),
    ("coverage", "--json"),
    ("schema", "board", "--json"),
    ("--help",),
)


def started(*words: str, seed: str = "0", cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[bytes]:
    path = os.pathsep.join(part for part in (str(ROOT), os.environ.get("PYTHONPATH", "")) if part)
    given = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path, **environment}
    command = [sys.executable, "-m", "verifier", *words]
    return subprocess.run(command, cwd=cwd, env=given, capture_output=True, check=False)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_output_is_the_same_for_every_hash_seed(words: tuple[str, ...]) -> None:
    first, second = started(*words, seed="1"), started(*words, seed="4711")
    assert (first.stdout, first.stderr, first.returncode) == (second.stdout, second.stderr, second.returncode)
    assert first.stdout


WRITING = (
    ("certify", "tests/cli/boards/readings.toml", "-o", "certificate.json"),
    ("export", "tests/cli/claims.toml#reflection-then-sphere", "-o", "obligations"),
    ("record", "claims.toml"),
)


def test_every_command_is_among_them() -> None:
    assert {words[0] for words in (*COMMANDS, *WRITING)} - {"--help"} == set(main.commands) - {"cards"}


@pytest.mark.parametrize("words", WRITING, ids=" ".join)
def test_files_are_the_same_for_every_hash_seed(words: tuple[str, ...], tmp_path: Path) -> None:
    written = []
    for seed in ("1", "4711"):
        place = tmp_path / seed
        place.mkdir()
        (place / "claims.toml").write_bytes((ROOT / "tests/cli/claims.toml").read_bytes())
        given = [str(ROOT / word) if word.startswith("tests/") else word for word in words]
        result = started(*given, seed=seed, cwd=place)
        assert result.returncode == 0, result.stderr
        written.append({path.name: path.read_bytes() for path in sorted(place.rglob("*")) if path.is_file()})
    assert written[0] == written[1]
    assert len(written[0]) > 1


@pytest.mark.parametrize("words", [("could-produce", "tests/cli/boards/pools.toml"), ("card", "Forest")], ids=" ".join)
def test_a_terminal_that_lacks_a_letter_is_no_trouble(words: tuple[str, ...]) -> None:
    result = started(*words, PYTHONIOENCODING="cp437", PYTHONUTF8="0")
    assert result.returncode == 0
    assert result.stderr == b""
    assert "×" not in result.stdout.decode("cp437")


def test_a_reader_that_goes_away_is_no_trouble() -> None:
    read, write = os.pipe()
    os.close(read)
    given = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "verifier", "schema"]
    result = subprocess.run(command, cwd=ROOT, env=given, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert result.returncode == 141
    assert result.stderr == b""


def test_a_pipe_gets_no_color() -> None:
    assert b"\x1b" not in started("could-produce", "examples/contamination.toml", FORCE_COLOR="1").stdout


HEAVY = ("z3", "networkx", "rich", "cvc5", "verifier.encode", "verifier.solve", "verifier.reference", "verifier.check")
"""What is loaded for proofs only."""


@pytest.mark.parametrize(
    "words",
    [
        ("could-produce", "examples/contamination.toml", "--no-proof"),
        ("hand-size", "examples/hand_size.toml", "--no-proof"),
        ("outcomes", "examples/damping.toml", "--no-proof"),
        ("card", "Opt"),
    ],
)
def test_what_a_question_does_not_need_is_not_imported(words: tuple[str, ...]) -> None:
    program = (
        "import sys; from verifier.cli import main\n"
        "try: main(sys.argv[1:])\n"
        f"except SystemExit: print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
    )
    given = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", program, *words]
    result = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, check=True, text=True)
    assert result.stderr == "[]\n"
