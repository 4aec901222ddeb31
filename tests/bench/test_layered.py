"""Random boards with continuous effects."""

from __future__ import annotations

from collections import Counter

from bench.boards import subterms
from bench.comparison import Tally, answers, differences
from bench.layered import layered_board
from verifier.board import Emblem, Permanent, Resolved
from verifier.cards.ability import LayerEffect

BOARDS = [layered_board(0, index) for index in range(200)]


def test_the_same_seed_gives_the_same_boards() -> None:
    assert [layered_board(0, index) for index in range(20)] == BOARDS[:20]
    assert layered_board(1, 0) != layered_board(0, 0)


def test_every_kind_of_effect_and_source_occurs() -> None:
    found: Counter[str] = Counter()
    for board in BOARDS:
        for entry in board.entries:
            found[type(entry).__name__] += 1
            for term in subterms(entry.card.faces[0].abilities):
                if isinstance(term, LayerEffect):
                    found[type(term).__name__] += 1
        found["graveyard"] += any(player.graveyard_cards for player in board.players)
    words = ("SetLandTypes", "AddTypes", "SetTypes", "LoseTypes", "SetColors", "GainAbilities", "LoseAbilities",
             "GainControl", "SetPowerToughness", "ChangePowerToughness")  # fmt: skip
    sources = (Permanent.__name__, Resolved.__name__, Emblem.__name__, "graveyard")
    assert all(found[word] > 2 for word in (*words, *sources)), found


def test_the_reference_agrees_with_itself() -> None:
    reference = answers("reference")
    assert reference is not None
    tally = Tally()
    assert not [board for board in BOARDS[:15] if differences(board, reference, reference, tally, characteristics=True)]
    assert tally.answered > tally.asked / 3
