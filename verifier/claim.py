"""Claims: a board, at most one event, what must come out, and over what that is quantified.

A claim is data. ``instances`` lists the boards that it speaks of; ``claim_format`` reads it from a file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Generic, TypeVar

from .expressions import Expression, evaluate

N = TypeVar("N", int, Expression)
M = TypeVar("M", int, Expression)


class Verdict(StrEnum):
    """What is found out about a claim."""

    PROVED = "proved"
    REFUTED = "refuted"
    VACUOUS = "vacuous"
    UNDECIDED = "undecided"
    UNMODELLED = "unmodelled"


@dataclass(frozen=True, slots=True)
class Source:
    """Where the claim comes from: a ruling on a card of a date, a web address, or a rule."""

    card: str | None = None
    date: str | None = None
    url: str | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome(Generic[N]):
    """One outcome of an event, by its observables.

    ``pools`` is mana by player, for events that add mana: six amounts in the order W U B R G C, those of nothing but
    zeros left out; the player ``""`` is the one who taps or activates. It is None for other events. ``counters`` is
    sorted by kind without zeros, None where counters are not claimed. ``observed`` are the other observables by name.
    """

    pools: tuple[tuple[str, tuple[N, ...]], ...] | None = None
    observed: tuple[tuple[str, N], ...] = ()
    counters: tuple[tuple[str, N], ...] | None = None

    def value(self, name: str) -> N | None:
        """The observable of that name, None if it is not claimed."""
        return next((value for key, value in self.observed if key == name), None)


@dataclass(frozen=True, slots=True)
class Characteristics(Generic[N]):
    """Characteristics that are claimed of a permanent; None where one is not. Lists are sets, sorted."""

    name: str | None = None
    types: tuple[str, ...] | None = None
    subtypes: tuple[str, ...] | None = None
    supertypes: tuple[str, ...] | None = None
    colors: str | None = None
    power: N | None = None
    toughness: N | None = None
    controller: str | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts about a discard or a cleanup step; None where one is not claimed."""

    revealed: bool | None = None
    looked_at_before_choosing: bool | None = None
    is_discard: bool | None = None
    uses_stack: bool | None = None
    order_chosen_by: str | None = None


@dataclass(frozen=True, slots=True)
class Expect(Generic[N]):
    """What must come out. None, or an empty tuple of pairs, where nothing is claimed.

    Sets of types are strings in the order W U B R G C. A maximum hand size is a tuple of the values that are possible,
    None for no maximum; in an instance they ascend with None last. ``triggers`` pairs ids with how often they trigger,
    None where only that they do is claimed.
    """

    could_produce: tuple[tuple[str, str], ...] = ()
    could_include: tuple[tuple[str, str], ...] = ()
    could_exclude: tuple[tuple[str, str], ...] = ()
    maximum_hand_size: tuple[tuple[str, tuple[N | None, ...]], ...] = ()
    cleanup_discards: tuple[tuple[str, N], ...] = ()
    characteristics: tuple[tuple[str, Characteristics[N]], ...] = ()
    land_subtypes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    mana_abilities: tuple[tuple[str, N], ...] = ()
    outcomes: tuple[Outcome[N], ...] | None = None
    produced: tuple[Outcome[N], ...] | None = None
    legal: bool | None = None
    triggers: tuple[tuple[str, N | None], ...] | None = None
    may_trigger: tuple[str, ...] | None = None
    facts: Facts | None = None

    @property
    def ids(self) -> frozenset[str]:
        """Every id that an expectation names."""
        pairs = (
            *self.could_produce, *self.could_include, *self.could_exclude, *self.characteristics, *self.land_subtypes,
            *self.mana_abilities, *(self.triggers or ()),
        )  # fmt: skip
        return frozenset([pair[0] for pair in pairs] + list(self.may_trigger or ()))

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all is claimed."""
        return all(getattr(self, field.name) == field.default for field in fields(self))


def expect_at(expect: Expect[Expression], numbers: Mapping[str, int], present: frozenset[str]) -> Expect[int]:
    """The expectation where the numbers have these values, without what it says about ids that are not present."""

    def value(expression: Expression) -> int:
        return evaluate(expression, numbers)

    def of(pairs: tuple[tuple[str, M], ...], change: Callable[[M], Any]) -> tuple[tuple[str, Any], ...]:
        return tuple((name, change(what)) for name, what in pairs if name in present)

    return Expect(
        could_produce=tuple(pair for pair in expect.could_produce if pair[0] in present),
        could_include=tuple(pair for pair in expect.could_include if pair[0] in present),
        could_exclude=tuple(pair for pair in expect.could_exclude if pair[0] in present),
        maximum_hand_size=tuple((player, _ascending(sizes, value)) for player, sizes in expect.maximum_hand_size),
        cleanup_discards=tuple((player, value(number)) for player, number in expect.cleanup_discards),
        characteristics=tuple(
            (name, _characteristics_at(what, value)) for name, what in expect.characteristics if name in present
        ),
        land_subtypes=tuple(pair for pair in expect.land_subtypes if pair[0] in present),
        mana_abilities=of(expect.mana_abilities, value),
        outcomes=_outcomes_at(expect.outcomes, value),
        produced=_outcomes_at(expect.produced, value),
        legal=expect.legal,
        triggers=None
        if expect.triggers is None
        else tuple(
            (name, None if times is None else value(times)) for name, times in expect.triggers if name in present
        ),
        may_trigger=None
        if expect.may_trigger is None
        else tuple(name for name in expect.may_trigger if name in present),
        facts=expect.facts,
    )


Value = Callable[[Expression], int]


def _ascending(sizes: tuple[Expression | None, ...], value: Value) -> tuple[int | None, ...]:
    numbers = sorted({value(size) for size in sizes if size is not None})
    return (*numbers, None) if None in sizes else tuple(numbers)


def _characteristics_at(what: Characteristics[Expression], value: Value) -> Characteristics[int]:
    return Characteristics(
        name=what.name,
        types=what.types,
        subtypes=what.subtypes,
        supertypes=what.supertypes,
        colors=what.colors,
        power=None if what.power is None else value(what.power),
        toughness=None if what.toughness is None else value(what.toughness),
        controller=what.controller,
    )


def _outcomes_at(outcomes: tuple[Outcome[Expression], ...] | None, value: Value) -> tuple[Outcome[int], ...] | None:
    if outcomes is None:
        return None
    found: list[Outcome[int]] = []
    for outcome in outcomes:
        pools = outcome.pools
        counters = outcome.counters
        new = Outcome(
            pools=None
            if pools is None
            else tuple(
                (player, amounts)
                for player, amounts in ((player, tuple(value(part) for part in parts)) for player, parts in pools)
                if any(amounts)
            ),
            observed=tuple((name, value(number)) for name, number in outcome.observed),
            counters=None
            if counters is None
            else tuple((kind, number) for kind, number in ((kind, value(part)) for kind, part in counters) if number),
        )
        if new not in found:
            found.append(new)
    return tuple(found)


# Quantifiers ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Copies:
    """From ``least`` to ``most`` further copies of a card; ``name`` is what their number is called."""

    card: str
    least: int
    most: int
    name: str | None = None


@dataclass(frozen=True, slots=True)
class ForAll:
    """What a claim quantifies over. Ranges include both ends and may be empty."""

    timestamps: bool = False
    subset_of: tuple[str | Mapping[str, Any], ...] = ()
    copies_of: Copies | None = None
    number: tuple[tuple[str, tuple[int, int]], ...] = ()

    @property
    def is_trivial(self) -> bool:
        """Whether the claim is about one board."""
        return self == ForAll()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of numbers."""
        copies = [self.copies_of.name] if self.copies_of and self.copies_of.name else []
        return tuple([name for name, _ in self.number] + copies)


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim as it was read.

    ``board_data`` holds the keys of the board and ``event_data`` the event, both of the right shape, with names of
    numbers in place. ``unknown_card`` is the first card that is not in the pool: such a claim has no instances that can
    be built; ``suggestion`` is the nearest name, ``unknown_at`` the key.
    """

    id: str
    says: str
    rules: tuple[str, ...]
    source: Source
    file: str
    line: int
    board_data: Mapping[str, Any]
    event_data: Mapping[str, Any] | None
    expect: Expect[Expression]
    for_all: ForAll = ForAll()
    verdict: Verdict = Verdict.PROVED
    unknown_card: str | None = None
    suggestion: str = ""
    unknown_at: str = ""

    @property
    def name(self) -> str:
        """File and id, as ``verifier explain`` takes them."""
        return f"{self.file}#{self.id}"
