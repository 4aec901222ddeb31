"""Which of two effects on characteristics has the earlier timestamp (613.7, 613.7a, 613.7m)."""

from __future__ import annotations

from ..board import Board
from ..solve.formula import FALSE, Bool, truth
from .hand_size_order import Timestamps
from .layer_effects import LayerEffect
from .layer_terms import Terms


class Order:
    """The order of a board's entries as formulas; constants where the board settles it and nothing is to be named.

    ``every_order``: any order in which nothing comes before what it is attached to. ``choices``: where a player chooses
    the order of simultaneous entries it is open, else it is the one of the list.
    """

    def __init__(self, board: Board, terms: Terms, *, every_order: bool = False, choices: bool = False) -> None:
        self.board, self.terms, self.every_order, self.choices = board, terms, every_order, choices
        self.timestamps = Timestamps(board, every_order=every_order)
        self._entries = {entry.id: place for place, entry in enumerate(board.entries)}
        self._known: dict[tuple[str, str], Bool] = {}

    def before(self, first: str, second: str) -> Bool:
        """Whether the first entry has the earlier timestamp."""
        if first == second:
            return FALSE
        key = (first, second)
        if key not in self._known:
            settled = self._settled(first, second)
            if settled is not None:
                self._known[key] = truth(settled)
                self._known[second, first] = truth(not settled)
            else:
                one, other = sorted(key, key=self._entries.__getitem__)
                open_ = self.terms.merged(self.timestamps.before(one, other))
                self._known[one, other] = open_
                self._known[other, one] = self.terms.not_(open_)
        return self._known[key]

    def _settled(self, first: str, second: str) -> bool | None:
        one, other = (self.board.entries[self._entries[id]] for id in (first, second))
        if self.every_order or (self.terms.named and one.timestamp != other.timestamp):
            return None
        if one.timestamp != other.timestamp:
            return one.timestamp < other.timestamp
        names = self.board.names
        start = names.index(self.board.active)
        turns = [(names.index(entry.controller) - start) % len(names) for entry in (one, other)]
        if turns[0] != turns[1]:
            return turns[0] < turns[1]
        return None if self.choices else self._entries[first] < self._entries[second]

    def earlier(self, one: LayerEffect, other: LayerEffect) -> Bool:
        """Whether the first effect has the earlier timestamp; at the same time the one that is listed first does."""
        first = self._all_before(one.times, other.times)
        if one.number > other.number:
            return first
        return self.terms.or_(first, self.terms.not_(self._all_before(other.times, one.times)))

    def _all_before(self, those: frozenset[str], these: frozenset[str]) -> Bool:
        """Whether the latest of those is before the latest of these."""
        ordered = sorted(those, key=self._entries.__getitem__)
        return self.terms.any_(
            self.terms.and_(*(self.before(other, each) for other in ordered))
            for each in sorted(these, key=self._entries.__getitem__)
        )

    def constraints(self) -> tuple[tuple[str, Bool], ...]:
        """What restricts the orders that were asked about, by name."""
        return tuple(self.timestamps.constraints())

    def latest(self, times: frozenset[str]) -> int:
        """The place of the latest of these entries by the board's own timestamps."""
        return max((self.board.entries[self._entries[id]].timestamp for id in times), default=-1)

    def place(self, id: str) -> tuple[int, int]:
        """Where the entry stands by the board's own timestamps."""
        place = self._entries[id]
        return self.board.entries[place].timestamp, place
