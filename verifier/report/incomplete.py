"""Going on although something is not modelled: it is left out by name, and the answer is marked as incomplete."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from ..board import Board, Player
from ..errors import Unmodelled

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An entry of the board, or a card of a graveyard, that an answer does not take into account, and why."""

    id: str
    why: str


def going_on(
    board: Board, ask: Callable[[Board], T], *, incomplete: bool, needed: frozenset[str] = frozenset()
) -> tuple[T, Board, tuple[LeftOut, ...]]:
    """The answer, the board that it is about and what was left out of it.

    Nothing is left out unless ``incomplete``, and never what is ``needed`` because it is asked about.
    Raises Unmodelled for what may not or cannot be left out, and tells whether it could be.
    """
    left_out: list[LeftOut] = []
    while True:
        try:
            return ask(board), board, tuple(left_out)
        except Unmodelled as error:
            smaller = None if error.subject in needed else without(board, error.subject)
            if smaller is None or not incomplete:
                error.may_be_left_out = smaller is not None
                raise
            left_out.append(LeftOut(error.subject, error.what))
            board = smaller


def without(board: Board, subject: str) -> Board | None:
    """The board without the entry of that id, else without graveyard cards of that name; None if there is neither."""
    kept = tuple(entry for entry in board.entries if entry.id != subject)
    if len(kept) < len(board.entries):
        return board.with_entries(kept)
    players = tuple(_without_card(player, subject) for player in board.players)
    return replace(board, players=players) if players != board.players else None


def _without_card(player: Player, name: str) -> Player:
    if player.graveyard_cards is None or all(card.name != name for card in player.graveyard_cards):
        return player
    return replace(player, graveyard_cards=tuple(card for card in player.graveyard_cards if card.name != name))
