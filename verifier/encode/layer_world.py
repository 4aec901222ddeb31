"""What every question about the layers of a space assumes, and how a model of it is read (613.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from ..board import Board, Entry
from ..solve.formula import TRUE, Bits, Bool, Listing, Value, bits_var, bool_var, eq, iff, not_
from ..solve.obligation import Named, Obligation, gather
from ..solve.z3_backend import Answer
from .layers import Layers
from .space import Instance
from .whole import bits_of, how_many, width_for


class World:
    """The boards and orders of some layers as assertions, with what a witness shows: the smallest board first."""

    def __init__(self, layers: Layers) -> None:
        self.layers, self.space = layers, layers.space
        self.assertions = tuple(named for named in (*gather(layers.pins), *self._boards()) if named.formula is not TRUE)

    def _boards(self) -> tuple[Named, ...]:
        bits = self.space.bits
        parts = [Named("the boards that the claim speaks of", self.space.assumptions)]
        if bits:
            width = width_for(0, len(bits))
            count = bits_of(how_many(list(bits.values())), width)
            parts.append(Named("the number of added entries", eq(bits_var("added", width), count)))
            parts += [Named(f"{id} or not", iff(bool_var(f"without: {id}"), not_(bit))) for id, bit in bits.items()]
        return tuple(parts)

    @property
    def observe(self) -> tuple[Bool | Bits, ...]:
        """Fewest added entries first, the first listed ones, small numbers, the order nearest to the list."""
        bits = self.space.bits
        shown: list[Bool | Bits] = [bits_var("added", width_for(0, len(bits)))] if bits else []
        shown += [bit for id, bit in bits.items() if id in self.space.copies]
        shown += [bool_var(f"without: {id}") for id in bits if id not in self.space.copies]
        for name, (low, high) in self.space.numbers:
            if low < high:
                width = max(high.bit_length(), 1) if low >= 0 else width_for(low, high)
                shown.append(bits_var(f"number: {name}", width))
        timestamps = self.layers.order.timestamps
        return (*shown, *(timestamps.at(id) for id in timestamps.ids))

    def obligation(
        self, name: str, meaning: str, more: Sequence[Named], expect: Literal["sat", "unsat"], *, shown: bool = True
    ) -> Obligation:
        """An obligation about these boards and orders."""
        kept = tuple(named for named in (*self.assertions, *more) if named.formula is not TRUE)
        if not shown:
            return Obligation(name, meaning, kept, expect)
        variables = Listing.of([named.formula for named in kept]).variables
        return Obligation(
            name, meaning, kept, expect, tuple(term for term in self.observe if str(term.data) in variables)
        )

    # Reading a model --------------------------------------------------------------------------------------------------

    def worth(self, term: Bool, answer: Answer) -> bool:
        """Whether it holds in the model; what the model does not mention is false."""
        listing = Listing.of([term])
        model: dict[str, Value] = {name: 0 if width else False for name, width in listing.variables.items()}
        return bool(listing.values({**model, **answer.model})[0])

    def decode(self, answer: Answer) -> tuple[Instance, Board, tuple[str, ...]]:
        """The instance of a model, its board, and the order of the entries whose order was asked about."""
        instance = self.space.instance(answer.model)
        board = self.space.board_of(instance)
        timestamps = self.layers.order.timestamps
        there = {entry.id for entry in board.entries}
        order = timestamps.order(answer.model, (id for id in timestamps.ids if id in there))
        if self.layers.every_order:
            units = timestamps.whole_order(order, there)
            stamps = {id: stamp for stamp, unit in enumerate(units, 1) for id in unit}
            entries = [replace(entry, timestamp=stamps[entry.id]) for entry in board.entries]
            board = board.with_entries(tuple(sorted(entries, key=lambda entry: entry.timestamp)))
        if order and len({entry.timestamp for entry in board.entries}) < len(board.entries):
            board = self._one_by_one(board, order)
        return instance, board, order

    def _one_by_one(self, board: Board, order: Sequence[str]) -> Board:
        """The board with simultaneous entries one after another, as APNAP order and the players' choices have it."""
        names, place = board.names, {entry.id: number for number, entry in enumerate(board.entries)}
        start = names.index(board.active)
        at = {id: number for number, id in enumerate(order)}

        def key(entry: Entry) -> tuple[int, int, int, int]:
            turn = (names.index(entry.controller) - start) % len(names)
            return entry.timestamp, turn, at.get(entry.id, -1), place[entry.id]

        ordered = sorted(board.entries, key=key)
        return board.with_entries(tuple(replace(entry, timestamp=number) for number, entry in enumerate(ordered, 1)))
