"""The instances of a claim: every board that it speaks of, from the smallest on, and how many there are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product

from .board import Board, EntersEvent, Event
from .board_format.boards import given_by, without_entries
from .board_format.entries import Draft, build_entry, timestamps_of, units_of
from .board_format.problems import Problems
from .board_format.reading import Reading
from .claim import Claim, Expect, expect_at
from .claim_format.events import event_from, ids_of
from .claim_format.orders import circles, layered, most_orders, orders_told_apart
from .claim_format.prepare import Entries, entries_of, first_numbers
from .errors import BadInput, Undecided, Unmodelled

MOST_TOLD_APART = 10_000
"""Orders of one board that are listed where orders that come to the same are taken together."""


@dataclass(frozen=True, slots=True)
class Instance:
    """One board of a claim, with the event and the expectation as they are there.

    ``added`` and ``order`` are ids: entries beyond the listed ones, and all entries from the oldest on where the claim
    is about every order. ``lacks`` names what the event needs and this board has not: then nothing is claimed of it.
    """

    board: Board
    event: Event | None
    expect: Expect[int]
    numbers: Mapping[str, int]
    added: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()

    @property
    def description(self) -> str:
        """What sets this instance apart, in words; empty where the claim has one board only."""
        parts = [f"added: {'; '.join(self.added)}"] if self.added else []
        parts += [f"{name} = {value}" for name, value in self.numbers.items()]
        if self.order:
            parts.append(f"order: {'; '.join(self.order)}")
        return " / ".join(parts)


def instances(claim: Claim, *, told_apart: bool = False) -> Iterator[Instance]:
    """Every instance: fewest added entries first, then by numbers, then by order, each as listed.

    ``told_apart``: of orders that come to the same by what the rules compare timestamps of the first one only.
    Raises Unmodelled if the claim names a card that is not in the pool, BadInput if an expression is out of bounds.
    """
    entries, reading = _prepared(claim)
    for copies, chosen in _choices(claim, entries):
        present = _present(entries, copies, chosen)
        added = tuple(draft.id for draft in present[len(entries.listed) :])
        for numbers in _numbers(claim, copies):
            every = _in_every_order(
                claim, entries, present, added, replace(reading, numbers=numbers), told_apart=told_apart
            )
            yield from every


def first_instance(claim: Claim) -> Instance | None:
    """The smallest instance, None if there is none."""
    return next(instances(claim), None)


def instance_on(claim: Claim, board: Board, numbers: Mapping[str, int]) -> Instance:
    """The instance that a board of the claim is, where the numbers have these values."""
    entries, reading = _prepared(claim)
    reading = replace(reading, numbers=numbers)
    there = frozenset(entry.id for entry in board.entries)
    event = None if claim.event_data is None else event_from(claim.event_data, entries.ids, reading)
    lacks = () if event is None else tuple(name for name in ids_of(event) if name not in there)
    listed = {draft.id for draft in entries.listed}
    added = tuple(entry.id for entry in board.entries if entry.id not in listed)
    order = tuple(entry.id for entry in sorted(board.entries, key=lambda entry: entry.timestamp))
    expect = expect_at(claim.expect, numbers, there)
    return Instance(board, event, expect, numbers, added, order if claim.for_all.timestamps else (), lacks)


def count_instances(claim: Claim) -> int:
    """How many instances there are, by formula and not by listing them. Raises Unmodelled as ``instances`` does."""
    entries, reading = _prepared(claim)
    values = math.prod(max(most - least + 1, 0) for _, (least, most) in claim.for_all.number)
    return values * sum(number for _, number in _boards(claim, entries, reading))


def weight(claim: Claim) -> int:
    """How much one instance takes: what the layers do grows with the entries that have effects in them."""
    entries, reading = _prepared(claim)
    every = tuple(build_entry(draft, 0, entries.ids, reading) for draft in entries.all)
    return 1 + layered(without_entries(claim.board_data, reading).with_entries(every))


def bounds(claim: Claim) -> str:
    """Over what the claim is proved: ``24 orders, 8 subsets, n = 0..6``, or ``one board``.

    Raises Unmodelled as ``instances`` does.
    """
    entries, reading = _prepared(claim)
    for_all, parts = claim.for_all, []
    if for_all.timestamps:
        orders = [number for number, _ in _boards(claim, entries, reading)]
        most = max(orders, default=0)
        parts.append(f"{'up to ' if len(set(orders)) > 1 else ''}{_counted(most, 'order')}")
    if for_all.subset_of:
        subsets = max((_subsets(entries, copies) for copies in _copies(claim)), default=0)
        parts.append(_counted(subsets, "subset"))
    if for_all.copies_of is not None:
        named = f"{for_all.copies_of.name} = " if for_all.copies_of.name else ""
        parts.append(f"{named}{for_all.copies_of.least}..{for_all.copies_of.most} copies of {for_all.copies_of.card}")
    parts += [f"{name} = {least}..{most}" for name, (least, most) in for_all.number]
    return ", ".join(parts) or "one board"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _prepared(claim: Claim) -> tuple[Entries, Reading]:
    if claim.unknown_card is not None:
        raise Unmodelled(claim.unknown_card, "the card is not in the pool")
    reading = Reading(Problems(claim.name), first_numbers(claim.for_all))
    without_entries(claim.board_data, reading)
    entries = entries_of(claim.board_data, claim.for_all, reading)
    reading.problems.stop()
    return entries, reading


# What is there -------------------------------------------------------------------------------------------------------


def _copies(claim: Claim) -> range:
    wanted = claim.for_all.copies_of
    return range(1) if wanted is None else range(wanted.least, wanted.most + 1)


def _choices(claim: Claim, entries: Entries) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Numbers of copies and places of candidates, fewest first, that leave no reference without what it refers to."""
    number = len(entries.candidates)
    for total in range(number + len(entries.copies) + 1):
        for copies in _copies(claim):
            if 0 <= total - copies <= number:
                for chosen in combinations(range(number), total - copies):
                    if _is_closed(entries, copies, chosen):
                        yield copies, chosen


def _present(entries: Entries, copies: int, chosen: Sequence[int]) -> list[Draft]:
    return [*entries.listed, *(entries.candidates[place] for place in chosen), *entries.copies[:copies]]


def _is_closed(entries: Entries, copies: int, chosen: Sequence[int]) -> bool:
    present = _present(entries, copies, chosen)
    there = {draft.id for draft in present}
    return all(entries.needs.get(draft.id, frozenset()) <= there for draft in present)


def _numbers(claim: Claim, copies: int) -> Iterator[dict[str, int]]:
    names = [name for name, _ in claim.for_all.number]
    ranges = [range(least, most + 1) for _, (least, most) in claim.for_all.number]
    wanted = claim.for_all.copies_of
    for values in product(*ranges):
        numbers = dict(zip(names, values, strict=True))
        if wanted is not None and wanted.name is not None:
            numbers[wanted.name] = copies
        yield numbers


# Orders --------------------------------------------------------------------------------------------------------------


def _in_every_order(
    claim: Claim,
    entries: Entries,
    present: list[Draft],
    added: tuple[str, ...],
    reading: Reading,
    *,
    told_apart: bool,
) -> Iterator[Instance]:
    board = without_entries(claim.board_data, reading)
    board = replace(board, given=board.given | set(given_by(draft.data for draft in present)))
    built = [build_entry(draft, 0, entries.ids, reading) for draft in present]
    there = frozenset(draft.id for draft in present)
    event = None if claim.event_data is None else event_from(claim.event_data, entries.ids, reading)
    arriving = frozenset({event.name} if isinstance(event, EntersEvent) else ())
    try:
        expect = expect_at(claim.expect, reading.numbers, there | arriving)
    except BadInput as error:
        raise BadInput(error.problem, "expect", claim.name) from None
    lacks = () if event is None else tuple(name for name in ids_of(event) if name not in there)
    units = units_of(present, reading)
    orders: Iterator[tuple[int, ...]] = iter([tuple(range(len(units)))])
    if claim.for_all.timestamps:
        hosts = _hosts(entries, present, units)
        orders = linear_extensions(hosts)
        if told_apart:
            orders = iter(orders_told_apart(hosts, _circles(claim, board.with_entries(tuple(built)), units)))
    for order in orders:
        arranged = [units[place] for place in order]
        stamps = timestamps_of(arranged)
        stamped = tuple(replace(entry, timestamp=stamps[place]) for place, entry in enumerate(built))
        names = tuple(present[place].id for unit in arranged for place in unit) if claim.for_all.timestamps else ()
        yield Instance(board.with_entries(stamped), event, expect, reading.numbers, added, names, lacks)


def _circles(claim: Claim, board: Board, units: Sequence[Sequence[int]]) -> list[frozenset[int]]:
    """The circles of entries of which it matters how they follow each other, by units of simultaneous entries.

    Raises Undecided where their orders are too many to be listed.
    """
    unit_of = {place: number for number, unit in enumerate(units) for place in unit}
    sizes = bool(claim.expect.maximum_hand_size or claim.expect.cleanup_discards or claim.event_data is not None)
    found = (frozenset(unit_of[place] for place in circle) for circle in circles(board, hand_sizes=sizes))
    around = [circle for circle in dict.fromkeys(found) if len(circle) > 1]
    if most_orders(around) > MOST_TOLD_APART:
        raise Undecided(f"more than {MOST_TOLD_APART:,} orders that may differ")
    return around


def _hosts(entries: Entries, present: Sequence[Draft], units: Sequence[Sequence[int]]) -> list[frozenset[int]]:
    """For every unit of simultaneous entries, the units that come before it because it is attached to them."""
    unit_of = {present[place].id: number for number, unit in enumerate(units) for place in unit}
    hosts: list[frozenset[int]] = []
    for number, unit in enumerate(units):
        names = [present[place].data["attached_to"] for place in unit if "attached_to" in present[place].data]
        found = [host for name in names if (host := entries.ids.find(name)) is not None]
        hosts.append(frozenset(unit_of[host.id] for host in found) - {number})
    return hosts


def linear_extensions(hosts: Sequence[frozenset[int]]) -> Iterator[tuple[int, ...]]:
    """Every order of 0, 1, … in which each number comes after its hosts, lexicographically."""
    number = len(hosts)
    if number == 0:
        yield ()
        return
    order: list[int] = []
    used: set[int] = set()
    tried = [-1]
    while tried:
        following = next((n for n in range(tried[-1] + 1, number) if n not in used and hosts[n] <= used), None)
        if following is None:
            tried.pop()
            if order:
                used.discard(order.pop())
            continue
        tried[-1] = following
        if len(order) == number - 1:
            yield (*order, following)
            continue
        order.append(following)
        used.add(following)
        tried.append(-1)


def count_linear_extensions(hosts: Sequence[frozenset[int]]) -> int:
    """How many such orders there are: by the sizes of the trees where each has one host at most."""
    number = len(hosts)
    if all(len(before) <= 1 for before in hosts):
        sizes = [0] * number
        for start in range(number):
            here: int | None = start
            for _ in range(number + 1):
                if here is None:
                    break
                sizes[here] += 1
                here = next(iter(hosts[here]), None)
            else:
                return 0
        return math.factorial(number) // math.prod(sizes)
    return _count_by_states(tuple(hosts))


@cache
def _count_by_states(hosts: tuple[frozenset[int], ...]) -> int:
    """The same where simultaneous entries are attached to several others: over the sets of what has already come."""
    tied = {n for n, before in enumerate(hosts) if before} | {host for before in hosts for host in before}
    ways = {frozenset[int](): 1}
    for _ in tied:
        following: dict[frozenset[int], int] = {}
        for done, number in ways.items():
            for n in tied - done:
                if hosts[n] <= done:
                    more = done | {n}
                    following[more] = following.get(more, 0) + number
        ways = following
    free: int = math.factorial(len(hosts)) // math.factorial(len(tied))
    return free * sum(ways.values())


# Counting ------------------------------------------------------------------------------------------------------------


def _split(entries: Entries) -> tuple[list[int], int]:
    """The candidates that refer to others, are referred to or have a time of their own, and how many are left."""
    referred = frozenset[str]().union(*entries.needs.values())
    tied = [
        place
        for place, draft in enumerate(entries.candidates)
        if {"since", "attached_to"} & draft.data.keys() or entries.needs.get(draft.id) or draft.id in referred
    ]
    return tied, len(entries.candidates) - len(tied)


def _closed(entries: Entries, copies: int) -> Iterator[tuple[int, ...]]:
    tied, _ = _split(entries)
    for size in range(len(tied) + 1):
        for chosen in combinations(tied, size):
            if _is_closed(entries, copies, chosen):
                yield chosen


def _subsets(entries: Entries, copies: int) -> int:
    _, free = _split(entries)
    return sum(1 for _ in _closed(entries, copies)) << free


def _boards(claim: Claim, entries: Entries, reading: Reading) -> Iterator[tuple[int, int]]:
    """For every size of an instance: how many orders a board of it has, and how many instances that makes in all."""
    _, free = _split(entries)
    for copies in _copies(claim):
        for chosen in _closed(entries, copies):
            present = _present(entries, copies, chosen)
            units = units_of(present, reading)
            orders = count_linear_extensions(_hosts(entries, present, units)) if claim.for_all.timestamps else 1
            for more in range(free + 1):
                grown = orders
                if claim.for_all.timestamps:
                    grown = orders * math.factorial(len(units) + more) // math.factorial(len(units))
                yield grown, grown * math.comb(free, more)
