"""A cache that forgets rather than errs."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from verifier.errors import Disagreement
from verifier.solve import cache as cache_module
from verifier.solve import formula as f
from verifier.solve.cache import Cache, default_directory, own_version, solver_version
from verifier.solve.obligation import Named, Obligation
from verifier.solve.z3_backend import Reply, Script, run, script, solve

X = f.bits_var("x", 8)
OBLIGATION = Obligation("root", "", (Named("49", f.eq(f.mul(X, X), f.number(49, 8))),), "sat", (X,))
IMPOSSIBLE = Obligation("root", "", (Named("2", f.eq(f.mul(X, X), f.number(2, 8))),), "unsat", (X,))


def entries(cache: Cache) -> list[Path]:
    return sorted(file for file in cache.directory.rglob("*") if file.is_file())


def test_a_second_asking_does_not_reach_the_solver(tmp_path: Path) -> None:
    first = Cache(tmp_path)
    answers = [solve(it, ask=first.asking(run)) for it in (OBLIGATION, IMPOSSIBLE)]
    assert (first.hits, first.misses) == (0, 2)

    def never(question: Script) -> Reply:
        raise AssertionError(f"asked again: {question.text}")

    second = Cache(tmp_path)
    assert [solve(it, ask=second.asking(never)) for it in (OBLIGATION, IMPOSSIBLE)] == answers
    assert (second.hits, second.misses) == (2, 0)


def test_unknown_is_never_kept(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    assert solve(OBLIGATION, rlimit=1, ask=cache.asking(run)).status == "unknown"
    assert entries(cache) == []


def test_the_key_covers_the_whole_question(monkeypatch: pytest.MonkeyPatch) -> None:
    question = script(OBLIGATION)
    keys = [Cache.key(question), Cache.key(script(IMPOSSIBLE)), Cache.key(script(OBLIGATION, explain=False))]
    keys.append(Cache.key(script(OBLIGATION, rlimit=question.rlimit + 1)))
    keys.append(Cache.key(script(dataclasses.replace(OBLIGATION, expect="unsat"))))
    keys.append(Cache.key(script(dataclasses.replace(OBLIGATION, observe=()))))
    monkeypatch.setattr(cache_module, "solver_version", lambda: "z3 0")
    keys.append(Cache.key(question))
    monkeypatch.setattr(cache_module, "own_version", lambda: "another")
    keys.append(Cache.key(question))
    assert len(set(keys)) == len(keys)


def test_versions_are_known() -> None:
    assert solver_version().startswith("z3 ")
    assert len(own_version()) == 64


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", "null", '{"key": 1}', '{"key": "k", "reply": {}, "check": ""}', "\ud800"]
)
def test_damaged_entries_are_ignored_and_replaced(tmp_path: Path, damage: str) -> None:
    cache = Cache(tmp_path)
    answer = solve(OBLIGATION, ask=cache.asking(run))
    (entry,) = entries(cache)
    good = entry.read_bytes()
    entry.write_bytes(damage.encode("utf-8", "surrogatepass"))
    assert solve(OBLIGATION, ask=cache.asking(run)) == answer
    assert (cache.hits, cache.misses) == (0, 2)
    assert entry.read_bytes() == good


def test_every_single_flipped_bit_of_an_entry_is_noticed_or_harmless(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    solve(IMPOSSIBLE, ask=cache.asking(run))
    (entry,) = entries(cache)
    good, key = entry.read_bytes(), Cache.key(script(IMPOSSIBLE))
    kept = cache.get(key)
    assert kept is not None
    for place in range(0, 8 * len(good), 5):
        damaged = bytearray(good)
        damaged[place // 8] ^= 1 << place % 8
        entry.write_bytes(damaged)
        assert cache.get(key) in (None, kept)


def test_an_entry_of_another_question_is_not_taken(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    solve(OBLIGATION, ask=cache.asking(run))
    (entry,) = entries(cache)
    moved = cache._file(Cache.key(script(IMPOSSIBLE)))
    moved.parent.mkdir(parents=True, exist_ok=True)
    moved.write_bytes(entry.read_bytes())
    assert cache.get(Cache.key(script(IMPOSSIBLE))) is None


def test_a_kept_model_is_checked_again(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put(Cache.key(script(OBLIGATION)), Reply("sat", values=(8,)))
    with pytest.raises(Disagreement, match="root"):
        solve(OBLIGATION, ask=cache.asking(run))


def test_nothing_but_whole_entries_stay_behind(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    for limit in range(1000, 1010):
        solve(OBLIGATION, rlimit=limit * 1000, ask=cache.asking(run))
    assert len(entries(cache)) == 10
    for file in entries(cache):
        assert json.loads(file.read_text(encoding="utf-8"))["key"] == file.stem


def test_a_directory_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    occupied = tmp_path / "file"
    occupied.write_text("in the way", encoding="utf-8")
    assert solve(OBLIGATION, ask=Cache(occupied).asking(run)).witness == (("x", 7),)


def test_the_directory_follows_the_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    variable = "XDG_CACHE_HOME" if cache_module.os.name != "nt" else "LOCALAPPDATA"
    monkeypatch.setenv(variable, str(tmp_path))
    assert default_directory() == tmp_path / "mtg-verifier"
    monkeypatch.setenv(variable, "relative")
    assert default_directory().is_absolute()
    monkeypatch.delenv(variable)
    assert default_directory().name == "mtg-verifier"
