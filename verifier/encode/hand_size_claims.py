"""Claims about maximum hand size and cleanup discards over spaces of boards, proved or refuted (402.2, 613.11).

A claim gives for a player the values that are possible. Two halves are asked, each for all boards and orders at once:
no other value comes out, and, where 613.7m leaves a choice or several values are claimed, each of them does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice
from typing import Literal

from ..board import Board
from ..expressions import Expression, evaluate
from ..solve.formula import FALSE, TRUE, Bits, Bool, and_, bits_var, bool_var, eq, iff, not_, or_
from ..solve.formula import evaluate as worth
from ..solve.obligation import Named, Obligation
from ..solve.z3_backend import RLIMIT, Answer, solve
from .counterexample import EventCounterexample
from .hand_size import Account, Ask, account, in_order, told
from .hand_size_order import every_choice
from .space import Space
from .table import Table
from .whole import Whole, bits_of, equal, how_many, largest, minus, pick, whole, width_for

MOST_CHOICES = 720
"""So many orders of simultaneous entries are looked at one by one to see whether a claimed value ever comes out."""

Claimed = Sequence[int | Expression | None]
"""Values that are claimed to be the possible ones; None is no maximum."""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Where a claim fails.

    ``order`` are the entries whose effects apply, the first applied first. ``value`` comes out, other than ``claimed``;
    or, if ``missing``, it is claimed and comes out in no order that a player can choose; then ``order`` is empty.
    """

    player: str
    board: Board
    added: tuple[str, ...]
    numbers: tuple[tuple[str, int], ...]
    order: tuple[str, ...]
    value: int | None
    claimed: tuple[int | None, ...]
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of a claim: ``holds`` is None where a limit was hit, and ``reason`` says which.

    ``vacuous``: there is no board that it speaks of. ``rests_on`` are names of assertions that suffice for it.
    """

    holds: bool | None
    vacuous: bool = False
    counterexample: Counterexample | EventCounterexample | None = None
    rests_on: tuple[str, ...] = ()
    reason: str = ""
    obligations: tuple[tuple[Obligation, Answer], ...] = field(default=(), repr=False, compare=False)


def prove_maximum_hand_size(
    space: Space | Board,
    expected: Mapping[str, Claimed],
    *,
    every_order: bool = False,
    rlimit: int = RLIMIT,
    ask: Ask | None = None,
) -> Proof:
    """Whether on every board of the space these are exactly the possible maximum hand sizes of these players.

    ``every_order`` quantifies over timestamps too. Raises Unmodelled where something that is not encoded could matter.
    """
    return _Prover(space, every_order, rlimit, ask, "maximum hand size").prove(expected)


def prove_cleanup_discards(
    space: Space | Board,
    expected: Mapping[str, Claimed],
    *,
    every_order: bool = False,
    rlimit: int = RLIMIT,
    ask: Ask | None = None,
) -> Proof:
    """The same about how many cards each player would discard in their own cleanup step (514.1)."""
    return _Prover(space, every_order, rlimit, ask, "cleanup discards").prove(expected)


@dataclass(frozen=True, slots=True, eq=False)
class _Observed:
    """What a claim is about: a number, or none."""

    none: Bool
    number: Whole

    def is_(self, value: Whole | None) -> Bool:
        return self.none if value is None else and_(not_(self.none), equal(self.number, value))


class _Prover:
    def __init__(
        self,
        space: Space | Board,
        every_order: bool,
        rlimit: int,
        ask: Ask | None,
        what: Literal["maximum hand size", "cleanup discards"],
    ) -> None:
        self.space = space if isinstance(space, Space) else Space(space)
        self.table = Table(self.space)
        self.every_order = every_order
        self.rlimit, self.ask, self.what = rlimit, ask, what
        self.asked: list[tuple[Obligation, Answer]] = []

    def prove(self, expected: Mapping[str, Claimed]) -> Proof:
        if self.space.is_empty:
            return Proof(True, vacuous=True, reason="a range is empty")
        reasons: list[str] = []
        rests_on: set[str] = set()
        for player, claimed in expected.items():
            one = account(self.table, player, every_order=self.every_order)
            if not self.asked and self._ask(self._premises(one)).status == "unsat":
                return Proof(True, vacuous=True, reason="no such board is possible", obligations=tuple(self.asked))
            for obligation, missing in self._obligations(one, claimed, reasons):
                answer = self._ask(obligation)
                if answer.status == "sat":
                    found = self._decode(one, claimed, answer, missing)
                    return Proof(False, counterexample=found, obligations=tuple(self.asked))
                if answer.status == "unknown":
                    reasons.append(f"{obligation.name}: {answer.reason}")
                rests_on.update(name for name in answer.core if not name.startswith("claim: "))
        return Proof(
            None if reasons else True,
            rests_on=() if reasons else tuple(sorted(rests_on)),
            reason="; ".join(reasons),
            obligations=tuple(self.asked),
        )

    def _ask(self, obligation: Obligation) -> Answer:
        answer = solve(obligation, self.rlimit, self.ask)
        self.asked.append((obligation, answer))
        return answer

    # What is asked ------------------------------------------------------------------------------------------------

    def _premises(self, one: Account) -> Obligation:
        return Obligation(
            "some board",
            "there is a board of the claim and an order of its entries",
            (*one.assertions, *self._world()),
            "sat",
        )

    def _world(self) -> tuple[Named, ...]:
        """The boards of the space, and what is counted so that the smallest counterexample comes first."""
        bits = self.space.bits
        count = how_many(list(bits.values()))
        parts = [Named("the boards that the claim speaks of", self.space.assumptions)]
        if bits:
            width = width_for(0, len(bits))
            parts.append(Named("the number of added entries", eq(bits_var("added", width), bits_of(count, width))))
            for id, bit in bits.items():
                parts.append(Named(f"{id} or not", iff(bool_var(f"without: {id}"), not_(bit))))
        return tuple(part for part in parts if part.formula is not TRUE)

    def _observe(self, one: Account) -> tuple[Bool | Bits, ...]:
        """Fewest added entries first, then the first listed ones, small numbers, and the order nearest to the list."""
        bits = self.space.bits
        seen: list[Bool | Bits] = [bits_var("added", width_for(0, len(bits)))] if bits else []
        seen += [bit for id, bit in bits.items() if id in self.space.copies]
        seen += [bool_var(f"without: {id}") for id in bits if id not in self.space.copies]
        for name, (low, high) in self.space.numbers:
            if low < high:
                width = max(high.bit_length(), 1) if low >= 0 else width_for(low, high)
                seen.append(bits_var(f"number: {name}", width))
        return (*seen, *one.free_positions)

    def _obligations(
        self, one: Account, claimed: Claimed, reasons: list[str]
    ) -> Iterator[tuple[Obligation, int | Expression | Literal["no"] | None]]:
        values = [self._value(value) for value in claimed]
        outcome = self._outcome(one)
        base = (*one.assertions, *self._world())
        other = Named("claim: something else comes out", not_(or_(*(outcome.is_(value) for value in values))))
        if other.formula is FALSE:
            return
        yield (
            self._obligation(
                one, "another value", f"{one.player} can have another {self.what} than is claimed", (*base, other)
            ),
            "no",
        )
        ids = {id for effect in one.bearing.effects for id, _ in effect.at}
        groups = one.timestamps.choices(ids)
        if not groups and len(values) == 1:
            return
        choices = list(islice(every_choice(groups, one.bearing.kinds), MOST_CHOICES + 1))
        if len(choices) > MOST_CHOICES:
            reasons.append(f"{one.player} has more than {MOST_CHOICES} orders of simultaneous entries to choose from")
            return
        runs = [self._run(one, number, chosen) for number, chosen in enumerate(choices, 1)]
        assertions = tuple(
            Named(f"{named.name} (choice {n})", named.formula) for n, (_, part) in enumerate(runs, 1) for named in part
        )
        for value, given in zip(values, claimed, strict=True):
            never = Named("claim: it never comes out", and_(*(not_(outcome.is_(value)) for outcome, _ in runs)))
            name = "no maximum" if given is None else f"claimed value {list(claimed).index(given) + 1}"
            meaning = f"{one.player} has no order of simultaneous entries that gives the claimed {self.what}"
            yield self._obligation(one, f"{name} is missing", meaning, (*base, *assertions, never)), given

    def _obligation(self, one: Account, name: str, meaning: str, assertions: tuple[Named, ...]) -> Obligation:
        kept = tuple(named for named in assertions if named.formula is not TRUE)
        listing = Obligation("", "", kept, "unsat").listing.variables
        observe = tuple(term for term in self._observe(one) if str(term.data) in listing)
        return Obligation(f"{self.what} of {one.player}: {name}", meaning, kept, "unsat", observe)

    def _run(self, one: Account, number: int, chosen: Sequence[tuple[str, ...]]) -> tuple[_Observed, tuple[Named, ...]]:
        """The same boards and timestamps with one choice of the orders that players choose."""
        run = account(
            self.table,
            one.player,
            every_order=self.every_order,
            run=f" in choice {number}",
            chosen=chosen,
            pinned=False,
        )
        same = [
            iff(run.timestamps.before(first, second), one.timestamps.before(first, second))
            for first, second in combinations(run.timestamps.ids, 2)
            if not any(first in unit and second in unit for unit in run.timestamps.units)
        ]
        together = Named("the same timestamps", and_(*same))
        return self._outcome(run), tuple(part for part in (*run.assertions, together) if part.formula is not TRUE)

    # Values -------------------------------------------------------------------------------------------------------

    def _value(self, value: int | Expression | None) -> Whole | None:
        if value is None:
            return None
        return whole(value) if isinstance(value, int) else self.space.value(value)

    def _outcome(self, one: Account) -> _Observed:
        used = one.size.used
        size = Whole(0, (1 << (used.width - 1)) - 1, used)
        if self.what == "maximum hand size":
            return _Observed(one.size.none, size)
        hand = self.table.number_of(one.player, "hand")
        excess = largest([minus(hand, size), whole(0)])
        return _Observed(FALSE, pick(one.size.none, whole(0), excess))

    # Reading a model ----------------------------------------------------------------------------------------------

    def _decode(
        self, one: Account, claimed: Claimed, answer: Answer, missing: int | Expression | Literal["no"] | None
    ) -> Counterexample:
        instance = self.space.instance(answer.model)
        numbers = dict(instance.numbers)
        board = self.space.board_of(instance)
        there = {entry.id for entry in board.entries}
        applied = one.order(answer)
        if self.every_order:
            order = one.timestamps.order(answer.model, (id for id in one.timestamps.ids if id in there))
            units = one.timestamps.whole_order(order, there)
            stamps = {id: stamp for stamp, unit in enumerate(units, 1) for id in unit}
            entries = tuple(replace(entry, timestamp=stamps[entry.id]) for entry in board.entries)
            board = board.with_entries(tuple(sorted(entries, key=lambda entry: entry.timestamp)))
        values = in_order({_number(value, numbers) for value in claimed})
        outcome = self._outcome(one)
        came_out = None if worth(outcome.none, answer.model) else _signed(outcome.number, answer)
        return Counterexample(
            player=one.player,
            board=board,
            added=tuple(entry.id for entry in board.entries if entry.id in {*self.space.optional, *self.space.copies}),
            numbers=instance.numbers,
            order=() if missing != "no" else applied,
            value=came_out if missing == "no" else _number(missing, numbers),
            claimed=values,
            missing=missing != "no",
        )


def _number(value: int | Expression | None, numbers: Mapping[str, int]) -> int | None:
    return value if value is None or isinstance(value, int) else evaluate(value, numbers)


def _signed(number: Whole, answer: Answer) -> int:
    if number.term is None:
        return number.low
    value = int(worth(number.term, answer.model))
    return value - (1 << number.term.width) if value >> (number.term.width - 1) else value


def told_counterexample(found: Counterexample) -> str:
    """The counterexample in one sentence."""
    parts = [f"{name} = {value}" for name, value in found.numbers]
    parts += [f"with {', '.join(found.added)}"] if found.added else []
    parts += [f"in the order {', '.join(found.order)}"] if len(found.order) > 1 else []
    where = f" ({'; '.join(parts)})" if parts else ""
    claimed = " or ".join(told(value) for value in found.claimed)
    if found.missing:
        return f"{found.player}: {told(found.value)} is claimed and never comes out{where}"
    return f"{found.player}: {told(found.value)} comes out, not {claimed}{where}"
