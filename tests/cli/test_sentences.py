"""Runs and answers are proper sentences: no marks of the ability language, verbs that fit, one card and not 1 cards."""

from __future__ import annotations

import re
from typing import get_args, get_type_hints

import pytest

from verifier.cards.ability import OtherInstruction
from verifier.cards.wording import instruction
from verifier.report.labels import LEGEND

DRAWS = ["Abundance", "Uba Mask", "Chains of Mephistopheles", "Words of Wind", "Sylvan Library"]


@pytest.mark.parametrize("card", DRAWS)
def test_a_run_of_a_draw_step_has_no_marks(run, card: str) -> None:
    result = run("outcomes", "-", "--no-proof", input=f'battlefield = ["{card}"]\nevent = {{ draw_step = "you" }}\n')
    assert result.exit_code in {0, 3}
    assert "[" not in result.stdout
    assert "no bearing" not in result.stdout


def test_a_replaced_draw_is_told_in_words(run, ask) -> None:
    board = 'battlefield = ["Abundance"]\nevent = { draw_step = "you" }\n'
    said = "when you would draw, make a choice; then reveal cards and move cards of a library instead (if wanted)"
    assert said in run("outcomes", "-", "--no-proof", input=board).stdout
    runs = ask("outcomes", "-", "--no-proof", input=board)["runs"]
    assert any(said in step["says"] for one in runs for step in one["steps"])


def test_every_kind_of_instruction_has_words() -> None:
    kinds = get_args(get_type_hints(OtherInstruction)["kind"])
    told = {instruction(OtherInstruction(kind)) for kind in kinds}
    assert len(told) == len(kinds)
    assert all(re.fullmatch(r"[a-z ]+ \(no bearing\)", one) for one in told)


def test_who_chooses_an_order(run) -> None:
    lines = run("hand-size", "tests/cli/boards/simultaneous.toml", "--no-proof").stdout.splitlines()
    assert "  you choose the order of simultaneous effects (613.7m)" in lines


def test_what_a_proof_rests_on_is_told_of_you(run) -> None:
    assert "you draws" not in run("outcomes", "tests/cli/boards/draw_step.toml").stdout


@pytest.mark.parametrize(("number", "said"), [(1, "one card is"), (2, "2 cards are")])
def test_how_many_cards_are_discarded(run, number: int, said: str) -> None:
    board = f'event = {{ discard = {number}, player = "you", cause = "effect" }}\n'
    assert run("outcomes", "-", "--no-proof", input=board).stdout.startswith(f"you: {said} discarded (701.9a)")


SHOWING = [("could-produce", "-"), ("graph", "-", "--permanent", "Forest"), ("explain", "-", "--why-not", "Forest: W")]


@pytest.mark.parametrize("words", SHOWING)
def test_a_plus_is_explained_where_it_occurs(run, words: tuple[str, ...]) -> None:
    found = run(*words, input='battlefield = ["Forest", "Mana Reflection", "Damping Sphere"]').stdout
    assert "GG+" in found
    assert found.splitlines()[-1] == f"  {LEGEND}"
    found = run(*words, input='battlefield = ["Forest", "Contamination"]').stdout
    assert LEGEND not in found


def test_the_help_explains_the_plus(run) -> None:
    for command in ("could-produce", "graph"):
        assert "GG+ is two green mana or more" in " ".join(run(command, "--help").stdout.split())
