"""Replaying runs in the reference."""

from __future__ import annotations

from dataclasses import replace

import pytest

from verifier.board import Amounts
from verifier.reference import replay
from verifier.run import Run, Step

from .tables import WAITS, board_of

G: Amounts = (0, 0, 0, 0, 1, 0)
GG: Amounts = (0, 0, 0, 0, 2, 0)
B: Amounts = (0, 0, 1, 0, 0, 0)
C: Amounts = (0, 0, 0, 0, 0, 1)

BOARD = board_of("Forest", "Mana Reflection", "Damping Sphere")
FIRST = Step("Mana Reflection", 0, "616.1e", G, GG)
SECOND = Step("Damping Sphere", 0, "616.1f", GG, C)
RUN = Run("Forest", 0, G, (FIRST, SECOND))


def test_a_run_that_the_rules_allow() -> None:
    replay(BOARD, RUN)
    replay(board_of("Gaea's Cradle", "Mana Reflection"), Run("Gaea's Cradle", 0, (0, 0, 0, 0, 0, 0), ()))


@pytest.mark.parametrize(
    ("run", "reason"),
    [
        (replace(RUN, steps=(FIRST,)), "still applies"),
        (replace(RUN, steps=()), "still applies"),
        (replace(RUN, steps=(SECOND,)), "step 1"),
        (replace(RUN, steps=(FIRST, SECOND, FIRST)), "614.5"),
        (replace(RUN, steps=(replace(FIRST, after=B), SECOND)), "no result"),
        (replace(RUN, steps=(FIRST, replace(SECOND, source="Forest"))), "no unused effect"),
        (replace(RUN, steps=(FIRST, replace(SECOND, effect=1))), "no unused effect"),
        (replace(RUN, steps=(replace(FIRST, rule="616.1a"), SECOND)), "616.1a"),
        (replace(RUN, start=GG), "does not add"),
        (replace(RUN, ability=1), "no ability"),
        (replace(RUN, permanent="Island"), "not on the battlefield"),
    ],
)
def test_runs_that_the_rules_do_not_allow(run: Run, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        replay(BOARD, run)


def test_a_guard_that_is_not_met() -> None:
    run = Run("Forest", 0, G, (Step("Damping Sphere", 0, "616.1e", G, C),))
    with pytest.raises(ValueError, match="not applicable"):
        replay(board_of("Forest", "Damping Sphere"), run)


def test_an_idle_step_is_a_step_under_one_reading_only() -> None:
    run = Run(
        "Forest",
        0,
        G,
        (Step("Contamination", 0, "616.1e", G, B), Step("Contamination#2", 0, "616.1f", B, B)),
    )
    replay(board_of("Forest", "Contamination", "Contamination"), run)
    with pytest.raises(ValueError, match="not applicable"):
        replay(board_of("Forest", "Contamination", "Contamination", readings=WAITS), run)


def test_a_tapped_land_may_still_be_a_witness_of_what_could_be_produced() -> None:
    replay(board_of({"card": "Forest", "tapped": True}), Run("Forest", 0, G, ()))
