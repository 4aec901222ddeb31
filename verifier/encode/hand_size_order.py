"""In which orders effects may be applied: timestamps, simultaneous ones included (613.7, 613.7e, 613.7m)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, pairwise

from ..board import Board, Permanent
from ..solve.formula import Bits, Bool, Value, and_, bits_var, eq, iff, not_, number, ule, ult

Pin = tuple[str, Bool]
Order = tuple[str, ...]
MOST_PAIRS = 10
"""Up to this many entries every pair is asserted, so that a reason names the two that matter; beyond, every place."""


class Timestamps:
    """The order of a board's entries as positions, one bit-vector an entry that matters.

    ``every_order`` frees the timestamps: any order of the units, which are the entries that share one, in which nothing
    comes before what it is attached to. ``run`` tells several orders of one board apart.
    """

    def __init__(self, board: Board, *, every_order: bool = False, run: str = "") -> None:
        self.board = board
        self.every_order = every_order
        self.run = run
        self.width = max((len(board.entries) - 1).bit_length(), 1)
        self.used: set[str] = set()

    def at(self, id: str) -> Bits:
        """The position of the entry among those that matter."""
        self.used.add(id)
        return bits_var(f"at{self.run}: {id}", self.width)

    def before(self, first: str, second: str) -> Bool:
        """Whether the first has the earlier timestamp."""
        return ult(self.at(first), self.at(second))

    @property
    def ids(self) -> Order:
        """The entries that have a position, in list order."""
        return tuple(entry.id for entry in self.board.entries if entry.id in self.used)

    # What restricts the order -------------------------------------------------------------------------------------

    def constraints(self, chosen: Sequence[Order] = ()) -> Iterator[Pin]:
        """Every restriction by name. ``chosen`` are orders that players chose for their simultaneous entries."""
        ids = self.ids
        if not ids:
            return
        last = number(len(ids) - 1, self.width)
        within = [ule(self.at(id), last) for id in ids]
        apart = [not_(eq(self.at(first), self.at(second))) for first, second in combinations(ids, 2)]
        yield "one after another (613.7)", and_(*within, *apart)
        if len(ids) > MOST_PAIRS and not self.every_order:
            yield from self._places(ids)
        else:
            yield from self._between_units(ids)
            yield from self._within_units(ids)
        for order in chosen:
            for first, second in pairwise(order):
                yield f"613.7m choice: {first} before {second}", self.before(first, second)

    def _between_units(self, ids: Order) -> Iterator[Pin]:
        place = {id: number for number, unit in enumerate(self.units) for id in unit}
        ordered = sorted(ids, key=place.__getitem__)
        for one, other in combinations(ordered, 2):
            if place[one] == place[other]:
                continue
            if self.every_order:
                for first, second in ((one, other), (other, one)):
                    if place[first] in self.hosts[place[second]]:
                        yield f"613.7e attached later: {first} before {second}", self.before(first, second)
            else:
                yield f"613.7 earlier timestamp first: {one} before {other}", self.before(one, other)

    def _places(self, ids: Order) -> Iterator[Pin]:
        """The same for many entries: which places each can have, those of one player's simultaneous entries shared."""
        blocks: dict[tuple[int, int], list[str]] = {}
        for place, unit in enumerate(self.units):
            for id in unit:
                if id in self.used:
                    blocks.setdefault((place, self._apnap[self._controller(id)]), []).append(id)
        low = 0
        for _, block in sorted(blocks.items()):
            high = low + len(block) - 1
            for id in block:
                inside = and_(ule(number(low, self.width), self.at(id)), ule(self.at(id), number(high, self.width)))
                digits = len(str(len(ids)))
                where = f"{low + 1:0{digits}}" if low == high else f"{low + 1:0{digits}} to {high + 1:0{digits}}"
                rule = "613.7" if low == high else "613.7m"
                # Reasons keep what comes last by name, and the latest timestamps are what a reader wants to see.
                yield f"{rule} number {where} of {len(ids)} by timestamp: {id}", inside
            low = high + 1

    def _within_units(self, ids: Order) -> Iterator[Pin]:
        turns = self._apnap
        for unit in self.units:
            inside = [id for id in unit if id in self.used]
            for one, other in combinations(inside, 2):
                mine, theirs = turns[self._controller(one)], turns[self._controller(other)]
                if mine != theirs:
                    first, second = (one, other) if mine < theirs else (other, one)
                    yield f"613.7m APNAP: {first} before {second}", self.before(first, second)
            if self.every_order and len(inside) > 1:
                together = [
                    iff(self.before(id, other), self.before(inside[0], other))
                    for id in inside[1:]
                    for other in ids
                    if other not in inside
                ]
                yield f"613.7m simultaneous: {', '.join(inside)}", and_(*together)

    @cached_property
    def _apnap(self) -> dict[str, int]:
        """Each player's place when the active player is first and the others follow in turn order (101.4)."""
        names = self.board.names
        start = names.index(self.board.active)
        return {name: (place - start) % len(names) for place, name in enumerate(names)}

    def _controller(self, id: str) -> str:
        return self.board.entry(id).controller

    # Units and choices --------------------------------------------------------------------------------------------

    @cached_property
    def units(self) -> tuple[Order, ...]:
        """The entries that share a timestamp together, the earliest first."""
        stamps = sorted({entry.timestamp for entry in self.board.entries})
        return tuple(tuple(e.id for e in self.board.entries if e.timestamp == stamp) for stamp in stamps)

    @cached_property
    def hosts(self) -> tuple[frozenset[int], ...]:
        """For every unit the units that hold something that it is attached to, directly or by way of others."""
        place = {id: number for number, unit in enumerate(self.units) for id in unit}
        direct: list[set[int]] = [set() for _ in self.units]
        for entry in self.board.entries:
            if isinstance(entry, Permanent) and entry.attached_to in place:
                direct[place[entry.id]].add(place[entry.attached_to])
        found = []
        for unit in range(len(direct)):
            reached, waiting = set[int](), [unit]
            while waiting:
                for host in direct[waiting.pop()] - reached:
                    reached.add(host)
                    waiting.append(host)
            found.append(frozenset(reached - {unit}))
        return tuple(found)

    def choices(self, ids: Iterable[str]) -> tuple[Order, ...]:
        """The groups of these entries whose order one player chooses (613.7m)."""
        wanted = set(ids)
        groups: dict[tuple[int, str], list[str]] = {}
        for place, unit in enumerate(self.units):
            for id in unit:
                if id in wanted:
                    groups.setdefault((place, self._controller(id)), []).append(id)
        return tuple(tuple(group) for _, group in sorted(groups.items()) if len(group) > 1)

    # Reading a model ----------------------------------------------------------------------------------------------

    def order(self, model: Mapping[str, Value], ids: Iterable[str]) -> Order:
        """These entries in the order of the model, the earliest first."""
        return tuple(sorted(ids, key=lambda entry: int(model.get(f"at{self.run}: {entry}", 0))))

    def whole_order(self, order: Sequence[str], present: Iterable[str]) -> tuple[Order, ...]:
        """An order of all entries that are there, by units, that has those of ``order`` in that order."""
        there = frozenset(present)
        place = {id: number for number, unit in enumerate(self.units) for id in unit}
        units = {number: [id for id in unit if id in there] for number, unit in enumerate(self.units)}
        before = {number: set(self.hosts[number]) for number, unit in units.items() if unit}
        chain = list(dict.fromkeys(place[id] for id in order))
        for earlier, later in pairwise(chain):
            before[later].add(earlier)
        done: list[int] = []
        while len(done) < len(before):
            left = [unit for unit in sorted(before) if unit not in done]
            done.append(next(unit for unit in left if not before[unit] & set(left)))
        return tuple(tuple(units[unit]) for unit in done)


def every_choice(groups: Sequence[Order], kinds: Mapping[str, Hashable]) -> Iterator[tuple[Order, ...]]:
    """Every way in which the groups can be ordered; entries of one kind take turns as listed."""
    if not groups:
        yield ()
        return
    for order in _orders(groups[0], kinds):
        for others in every_choice(groups[1:], kinds):
            yield (order, *others)


def _orders(left: Order, kinds: Mapping[str, Hashable]) -> Iterator[Order]:
    if not left:
        yield ()
    seen: set[Hashable] = set()
    for place, id in enumerate(left):
        kind = kinds.get(id, id)
        if kind not in seen:
            seen.add(kind)
            for others in _orders((*left[:place], *left[place + 1 :]), kinds):
                yield (id, *others)
