"""Exact amounts with the scale kept apart against every configuration visited one by one."""

from __future__ import annotations

from random import Random

import pytest

from verifier.board import Amounts
from verifier.rules import scales
from verifier.rules.replacement import Kind, results
from verifier.rules.trails import Kinds, Search, all_ends

ALL = 0b111111


def invented(rng: Random) -> tuple[Amounts, Kinds, bool]:
    """A production, kinds of effects with several multipliers among them, and a reading."""
    kinds: dict[Kind, int] = {}
    for _ in range(rng.randint(1, 3)):
        kinds[Kind("times", 0, 0, rng.choice((2, 2, 3)), 1, ALL)] = rng.randint(1, 3)
    for _ in range(rng.randint(0, 4)):
        at_least, guard = rng.choice((1, 1, 2, 3)), rng.choice((ALL, ALL, rng.randint(1, ALL)))
        kind = Kind("all", rng.randint(1, ALL), 0, rng.choice((0, 1, 1, 2, 3)), at_least, guard)
        if rng.random() < 0.5:
            kind = Kind("types", rng.randint(1, ALL), rng.choice((ALL, rng.randint(1, ALL))), 0, at_least, guard)
        kinds[kind] = rng.randint(1, 2)
    amounts = [0] * 6
    for _ in range(rng.randint(1, 3)):
        amounts[rng.randrange(6)] += 1
    w, u, b, r, g, c = amounts
    return (w, u, b, r, g, c), tuple(sorted(kinds.items())), rng.random() < 0.4


@pytest.mark.parametrize("seed", range(60))
def test_the_ends_are_those_of_every_configuration(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scales, "EVERYTHING", 0)
    scales.scaled_ends.cache_clear()
    start, kinds, waits = invented(Random(seed))
    literal = all_ends(Search(start, kinds, waits, 0), start, kinds)
    scaled = scales.scaled_ends(start, kinds, waits)
    scales.scaled_ends.cache_clear()
    if literal is None:
        pytest.skip("too many configurations to visit them one by one")
    assert scaled is not None
    assert set(scaled) == set(literal)
    for end, order in scaled.items():
        at, left = start, dict(kinds)
        for kind, before, after in order():
            assert before == at
            assert after in results(kind, at, waits, 0)
            left[kind] -= 1
            at = after
        assert at == end
        assert min(left.values()) >= 0
        assert not any(number and results(kind, at, waits, 0) for kind, number in left.items())
