"""The table in the middle of an event: hands, libraries, life totals and cards drawn are as they are by then."""

from __future__ import annotations

from dataclasses import replace

from ..board import Player
from ..cards import terms as t
from ..errors import Unmodelled
from ..solve.formula import Bool
from .choices import State
from .reading import holds, quantity
from .table import Asking, Table
from .whole import Whole

IN_STATE = {"hand": "hand", "library": "library", "life": "life", "drawn_this_turn": "turn"}
"""Numbers of players with their names in a state."""


class Moment(Table):
    """The same permanents, and the numbers of a state; which cards are where is no longer known."""

    def __init__(self, table: Table, state: State) -> None:
        super().__init__(table.space, table.seen)
        self.state = state

    def number_of(self, player: str, key: str) -> Whole:
        """The number by now. Raises Unmodelled for one that no state has."""
        if key not in IN_STATE:
            raise Unmodelled(f"{key} of {player}", "a number that the event may have changed")
        return self.state[f"{IN_STATE[key]} {player}"]

    def player(self, name: str) -> Player:
        """The player, without what is known of cards."""
        return replace(self.board.player(name), hand_cards=None, library_cards=None, graveyard_cards=None)


def beginning(table: Table) -> State:
    """The numbers of all players as the event begins."""
    values = {}
    for player in table.names:
        for key, name in IN_STATE.items():
            values[f"{name} {player}"] = table.number_of(player, key)
    return State(values)


def holds_now(table: Table, state: State, condition: t.Condition | None, asking: Asking) -> Bool:
    """Whether the condition holds at that moment."""
    return holds(Moment(table, state), condition, asking)


def quantity_now(table: Table, state: State, amount: t.Quantity, asking: Asking) -> Whole:
    """How many that is at that moment."""
    return quantity(Moment(table, state), amount, asking)
