"""``rules`` and ``reference`` give the same answers on random boards."""

from __future__ import annotations

import pytest

from bench.boards import random_board
from bench.comparison import Tally, answers, differences, least, shown

BOARDS = 2000
STRETCH = 100
RULES, REFERENCE = answers("rules.answers"), answers("reference")


@pytest.mark.skipif(RULES is None or REFERENCE is None, reason="rules.answers or reference does not exist yet")
@pytest.mark.parametrize("first", range(0, BOARDS, STRETCH))
def test_rules_and_reference_agree(first: int) -> None:
    assert RULES is not None
    assert REFERENCE is not None
    tally = Tally()
    for index in range(first, first + STRETCH):
        board = random_board(0, index)
        found = differences(board, RULES, REFERENCE, tally)
        if found:
            question = found[0].question
            board = least(board, question, RULES, REFERENCE)
            again = next(each for each in differences(board, RULES, REFERENCE) if each.question == question)
            pytest.fail(f"board {index}\n{shown(board)}\n{question}\nrules: {again.left}\nreference: {again.right}")
    # A stretch on which both refuse everything would prove nothing.
    assert tally.answered - tally.illegal > tally.asked / 5
