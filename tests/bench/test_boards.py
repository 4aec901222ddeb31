"""Random boards are reproducible, well formed and about everything that they ought to be about."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from bench.boards import MOST_PERMANENTS, NAMES, random_board, smaller, subterms
from verifier.board import Board, Permanent, Resolved
from verifier.cards.ability import HandSize, ManaReplacement

BOARDS = [random_board(0, index) for index in range(300)]


def test_the_same_seed_and_index_give_the_same_board() -> None:
    assert [random_board(0, index) for index in range(30)] == BOARDS[:30]
    assert random_board(1, 0) != random_board(0, 0)


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_boards_do_not_depend_on_the_hash_seed(hash_seed: str) -> None:
    source = "import sys; sys.path.append('.'); from bench.boards import random_board; print(repr(random_board(0, 7)))"
    told = subprocess.run(
        [sys.executable, "-c", source], env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert told.strip() == repr(BOARDS[7])


@pytest.mark.parametrize("index", range(0, 300, 10))
def test_boards_are_well_formed(index: int) -> None:
    board = BOARDS[index]
    ids = [entry.id for entry in board.entries]
    assert len(ids) == len(set(ids))
    assert len(board.permanents) <= MOST_PERMANENTS
    assert board.active in board.names == NAMES
    stamps = [entry.timestamp for entry in board.entries]
    assert stamps == sorted(stamps)
    for entry in board.entries:
        if isinstance(entry, Permanent) and entry.attached_to is not None:
            assert ids.index(entry.attached_to) < ids.index(entry.id)
        if isinstance(entry, Resolved):
            assert set(entry.targets) <= set(ids)


def test_everything_occurs() -> None:
    seen: Counter[str] = Counter()
    for board in BOARDS:
        for entry in board.entries:
            names = {type(part).__name__ for face in entry.card.faces for part in subterms(face.abilities)}
            seen.update(names | {type(entry).__name__})
        stamps = [entry.timestamp for entry in board.entries]
        seen["tie"] += len(stamps) != len(set(stamps))
        seen[board.readings.idle_replacement] += 1
        seen[board.readings.negative_hand_size] += 1
        seen[board.readings.cost_counted_amount] += 1
        seen[board.edition] += 1
    wanted = (
        "Permanent", "Resolved", "CouldProduce", "ManaReplacement", "HandSize", "Multiply", "ReplaceTypes",
        "ReplaceTypesAndAmount", "AddForAll", "TappedForMana", "WouldAddMana", "Instead", "Triggered", "Host",
        "TargetPermanent", "tie", "applies", "waits", "kept", "zero", "payable", "actual", "2026-04-17", "2026-09-25",
    )  # fmt: skip
    assert [name for name in wanted if seen[name] < 3] == []


def test_boards_have_up_to_five_effects_of_a_kind() -> None:
    def effects(board: Board, kind: type) -> int:
        return sum(
            isinstance(part, kind) for entry in board.entries for part in subterms(entry.card.faces[0].abilities)
        )

    assert max(effects(board, ManaReplacement) for board in BOARDS) >= 5
    assert max(effects(board, HandSize) for board in BOARDS) >= 4


def test_smaller_boards_are_different_and_come_to_an_end() -> None:
    board, steps = BOARDS[7], 0
    while (less := next(smaller(board), None)) is not None:
        assert less != board
        board, steps = less, steps + 1
        assert steps < 500
    assert board.entries == ()
