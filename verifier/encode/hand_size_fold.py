"""Effects on a maximum hand size applied one after another, and the same by the last one that ends all before (613.11).

``fold`` goes through positions of which each holds one entry, as the rules say it. ``closed`` asks for each effect only
what comes after it. That the two are the same is a theorem under ``proofs``; the second grows more slowly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..solve.formula import (
    FALSE,
    TRUE,
    Bits,
    Bool,
    add,
    and_,
    choose,
    eq,
    ite,
    not_,
    number,
    or_,
    slt,
    sub,
    ult,
)

CHANGES = ("set", "increase", "reduce", "none")
"""The changes of a maximum hand size, as their two bits number them."""


# The fold ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Size:
    """A maximum hand size on the way: whether there is none, and the signed number if there is one."""

    none: Bool
    value: Bits

    def is_used_as(self, number_: int | None) -> Bool:
        """Whether that is the size where it is used; less than zero counts as zero (107.1b)."""
        if number_ is None:
            return self.none
        return and_(not_(self.none), eq(self.used, number(number_, self.value.width)))

    @property
    def used(self) -> Bits:
        """The number where it is used."""
        zero = number(0, self.value.width)
        return choose(slt(self.value, zero), zero, self.value)


@dataclass(frozen=True, slots=True, eq=False)
class Applied:
    """An effect as the fold takes it: whether it applies, which of ``CHANGES`` it is, and by how much."""

    applies: Bool
    change: Bits
    amount: Bits

    def to(self, size: Size, *, at_least_zero: bool) -> Size:
        """The size after the effect. No maximum stays none but for an effect that sets a number."""
        sets, removes = self.makes("set"), self.makes("none")
        increased = choose(self.makes("reduce"), sub(size.value, self.amount), add(size.value, self.amount))
        value = choose(sets, self.amount, increased)
        if at_least_zero:
            zero = number(0, value.width)
            value = choose(slt(value, zero), zero, value)
        return Size(
            ite(self.applies, or_(removes, and_(size.none, not_(sets))), size.none),
            choose(and_(self.applies, not_(removes)), value, size.value),
        )

    def makes(self, change: str) -> Bool:
        """Whether it is that change."""
        return eq(self.change, number(CHANGES.index(change), 2))

    @property
    def ends_all_before(self) -> Bool:
        """Whether it applies and sets the maximum or takes it away, so that nothing before it matters."""
        return and_(self.applies, or_(self.makes("set"), self.makes("none")))


Slot = tuple[Bits, Sequence[Applied]]
"""A position and what is applied there, in printed order."""


def at_position(slots: Sequence[Slot], place: int) -> list[Applied]:
    """What is applied at a position, whichever slot has it."""
    depth = max(len(effects) for _, effects in slots)
    found = []
    for row in range(depth):
        rows = [(at, effects[row]) for at, effects in slots if row < len(effects)]
        here = [(eq(at, number(place, at.width)), effect) for at, effect in rows]
        change, amount = rows[0][1].change, rows[0][1].amount
        for when, effect in here[1:]:
            change, amount = choose(when, effect.change, change), choose(when, effect.amount, amount)
        found.append(Applied(or_(*(and_(when, effect.applies) for when, effect in here)), change, amount))
    return found


def fold(start: Size, slots: Sequence[Slot], *, at_least_zero: bool) -> Size:
    """The size after all slots, each at the position that it has; positions are 0, 1, … each once."""
    size = start
    for place in range(len(slots)):
        for effect in at_position(slots, place):
            size = effect.to(size, at_least_zero=at_least_zero)
    return size


def closed(start: Size, slots: Sequence[Slot]) -> Size:
    """The size after all slots: from the last effect that sets the number or takes it away, or from the start.

    Every later change counts then, in whichever order. The number must be free to go below zero on the way.
    """
    return gathered(start, [effect for _, effects in slots for effect in effects], counting(slots))


def counting(slots: Sequence[Slot]) -> list[Bool]:
    """For each effect, slot by slot, whether it counts: it applies, and no later one ends all before."""
    rows = [(at, row, effect) for at, effects in slots for row, effect in enumerate(effects)]

    def later(one: tuple[Bits, int, Applied], other: tuple[Bits, int, Applied]) -> Bool:
        return (TRUE if one[1] < other[1] else FALSE) if one[0] is other[0] else ult(one[0], other[0])

    return [
        and_(
            row[2].applies,
            *(not_(and_(other[2].ends_all_before, later(row, other))) for other in rows if other is not row),
        )
        for row in rows
    ]


def gathered(start: Size, effects: Sequence[Applied], counts: Sequence[Bool]) -> Size:
    """The size by the effects that count: what the one that sets or takes away leaves, and all changes together."""
    none, value = start.none, start.value
    changes: list[Bits] = []
    zero = number(0, value.width)
    for effect, counted in zip(effects, counts, strict=True):
        sets, removes = and_(counted, effect.makes("set")), and_(counted, effect.makes("none"))
        none = or_(and_(none, not_(sets)), removes)
        value = choose(sets, effect.amount, value)
        changed = choose(effect.makes("reduce"), sub(zero, effect.amount), effect.amount)
        changes.append(choose(and_(counted, not_(effect.ends_all_before)), changed, zero))
    for change in changes:
        value = add(value, change)
    return Size(none, value)
