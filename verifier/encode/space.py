"""A space of boards: one board whose entries may be absent and whose numbers may be open.

A plain board is a space with nothing open. An *instance* of a space says which optional entries are there and gives
every number a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType

from ..board import Board, Permanent
from ..errors import Unmodelled
from ..expressions import Add, Expression, Max, Min, Mul, Name, Number, Pow, Sub, evaluate
from ..solve.formula import TRUE, Bool, Value, and_, bool_var, implies
from .whole import Whole, largest, minus, plus, smallest, times, unknown, whole

Place = tuple[str, str]
"""Where a number stands: an entry and a kind of counter, or a player and one of the keys of ``Player``."""


@dataclass(frozen=True)
class Instance:
    """A board of a space: the optional entries that are there, and the numbers."""

    present: tuple[str, ...]
    numbers: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Space:
    """Boards that differ in which entries are there and in numbers.

    ``board`` has every entry that some instance has. ``optional`` are ids that are there or not, each for itself;
    ``copies`` are ids of which the first so many are there, at least ``least``. ``numbers`` pairs names with bounds.
    ``counters`` and ``players`` say where they are used: (id, kind of counter) and (player, key), each with an
    expression; the values on ``board`` at these places are not read. ``needs`` names, for an entry, the entries without
    which it is not there (what it is attached to or targets). ``copies_name`` is the name of the number of copies.
    ``every_order``: timestamps are open too, so that only what the layers make in every order is known of a permanent.
    """

    board: Board
    optional: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()
    least: int = 0
    numbers: tuple[tuple[str, tuple[int, int]], ...] = ()
    counters: Mapping[Place, Expression] = field(default_factory=lambda: MappingProxyType({}))
    players: Mapping[Place, Expression] = field(default_factory=lambda: MappingProxyType({}))
    needs: Mapping[str, frozenset[str]] = field(default_factory=lambda: MappingProxyType({}))
    copies_name: str | None = None
    every_order: bool = False

    @cached_property
    def open(self) -> frozenset[str]:
        """The ids of entries that some instance lacks."""
        bare = set(self.optional) | set(self.copies[self.least :])
        return frozenset(bare | {id for id, needed in self.needs.items() if needed & bare})

    @cached_property
    def bits(self) -> dict[str, Bool]:
        """Each optional entry's own Boolean."""
        return {id: bool_var(f"there: {id}") for id in (*self.optional, *self.copies[self.least :])}

    def there(self, id: str) -> Bool:
        """Whether the entry is there."""
        own = self.bits.get(id, TRUE)
        return and_(own, *(self.bits[other] for other in sorted(self.needs.get(id, ())) if other in self.bits))

    @cached_property
    def wholes(self) -> dict[str, tuple[Whole, Bool]]:
        """Each number with what bounds it."""
        named = {name: unknown(f"number: {name}", low, high) for name, (low, high) in self.numbers}
        if self.copies_name is not None:
            from .whole import how_many  # a number of copies is what the presence bits say

            count = how_many([self.bits.get(id, TRUE) for id in self.copies])
            named[self.copies_name] = (count, TRUE)
        return named

    @cached_property
    def assumptions(self) -> Bool:
        """What every instance satisfies: numbers within bounds, copies from the first on."""
        chain = [id for id in self.copies if id in self.bits]
        order = [implies(self.bits[later], self.bits[earlier]) for earlier, later in pairwise(chain)]
        referred = [
            implies(self.bits[id], self.bits[other])
            for id, needed in sorted(self.needs.items())
            for other in sorted(needed)
            if id in self.bits and other in self.bits
        ]
        return and_(*(within for _, within in self.wholes.values()), *order, *referred)

    @property
    def is_plain(self) -> bool:
        """Whether there is only one instance."""
        return not self.bits and not self.numbers

    @property
    def is_empty(self) -> bool:
        """Whether there is no instance, since a range is empty."""
        return any(low > high for _, (low, high) in self.numbers) or self.least > len(self.copies)

    def value(self, expression: Expression) -> Whole:
        """The number that an expression is worth. Raises Unmodelled for a power that is not of constants."""
        match expression:
            case Number(value):
                return whole(value)
            case Name(name):
                return self.wholes[name][0]
            case Add(left, right):
                return plus(self.value(left), self.value(right))
            case Sub(left, right):
                return minus(self.value(left), self.value(right))
            case Mul(left, right):
                return times(self.value(left), self.value(right))
            case Min(of):
                return smallest([self.value(part) for part in of])
            case Max(of):
                return largest([self.value(part) for part in of])
            case Pow(base, exponent):
                return self._power(self.value(base), self.value(exponent))

    def _power(self, base: Whole, exponent: Whole) -> Whole:
        from .whole import equal, pick

        if exponent.low < 0 or exponent.high > 64:
            raise Unmodelled("an expression", "an exponent outside 0 to 64")
        result = power = whole(1)
        for step in range(exponent.high + 1):
            result = pick(equal(exponent, whole(step)), power, result)
            power = times(power, base)
        return result

    def instance(self, model: Mapping[str, Value]) -> Instance:
        """The instance that a model describes."""
        present = tuple(id for id, bit in self.bits.items() if model.get(str(bit.data), False))
        numbers = []
        for name, (low, high) in self.numbers:
            raw = model.get(f"number: {name}", low)
            width = self.wholes[name][0].term
            value = int(raw)
            if width is not None and value >> (width.width - 1):
                value -= 1 << width.width
            numbers.append((name, value if low <= value <= high else low))
        if self.copies_name is not None:
            numbers.append((self.copies_name, sum(id in present or id not in self.bits for id in self.copies)))
        return Instance(present, tuple(numbers))

    def board_of(self, instance: Instance) -> Board:
        """The board that an instance is."""
        numbers, there = dict(instance.numbers), set(instance.present)
        entries = []
        for entry in self.board.entries:
            needed = {entry.id, *self.needs.get(entry.id, ())} & set(self.bits)
            if not needed <= there:
                continue
            if isinstance(entry, Permanent):
                counters = dict(entry.counters)
                for (id, kind), expression in self.counters.items():
                    if id == entry.id:
                        counters[kind] = evaluate(expression, numbers)
                entry = replace(entry, counters=tuple(sorted((kind, n) for kind, n in counters.items() if n)))
            entries.append(entry)
        players = []
        for player in self.board.players:
            for (name, key), expression in self.players.items():
                if name == player.name:
                    player = replace(player, **{key: evaluate(expression, numbers)})  # type: ignore[arg-type]
            players.append(player)
        return replace(self.board, entries=tuple(entries), players=tuple(players))
