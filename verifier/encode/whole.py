"""Whole numbers as signed bit-vectors that are wide enough: a number knows its bounds, and every operation widens.

So nothing overflows, and arithmetic in a formula is what it is on paper.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce

from ..errors import Unmodelled
from ..solve import formula
from ..solve.formula import FALSE, TRUE, Bits, Bool

WIDEST = 256
"""Numbers of more bits than this are refused: multiplying such is nothing for a solver."""


@dataclass(frozen=True, slots=True, eq=False)
class Whole:
    """A number from ``low`` to ``high``; ``term`` is it with a sign, None where it is a constant."""

    low: int
    high: int
    term: Bits | None = None

    @property
    def constant(self) -> int | None:
        """The number where it is only one, else None."""
        return self.low if self.low == self.high else None


def width_for(low: int, high: int) -> int:
    """How many bits a number between these bounds takes with its sign.

    >>> width_for(0, 7), width_for(-8, 7), width_for(0, 8)
    (4, 4, 5)
    """
    return max(high.bit_length() if high > 0 else 0, (-low - 1).bit_length() if low < 0 else 0) + 1


def whole(value: int) -> Whole:
    """The number itself."""
    return Whole(value, value)


def unknown(name: str, low: int, high: int) -> tuple[Whole, Bool]:
    """A number of which only the bounds are known, and that it is within them.

    Where it is never negative the variable has no sign, so that a solver's least value is the least number.
    """
    if low > high:
        return whole(low), FALSE
    if low >= 0:
        width = max(high.bit_length(), 1)
        bits = formula.bits_var(name, width)
        above = formula.ule(formula.number(low, width), bits)
        below = formula.ule(bits, formula.number(high, width))
        return Whole(low, high, formula.zero_extend(bits, width + 1)), formula.and_(above, below)
    width = width_for(low, high)
    bits = formula.bits_var(name, width)
    above = formula.sle(formula.number(low, width), bits)
    return Whole(low, high, bits), formula.and_(above, formula.sle(bits, formula.number(high, width)))


def bits_of(a: Whole, width: int) -> Bits:
    """The number in exactly that many bits. Raises ValueError if its bounds take more."""
    needed = width_for(a.low, a.high)
    if width < needed:
        raise ValueError(f"a number from {a.low} to {a.high} takes {needed} bits, not {width}")
    if a.constant is not None:
        return formula.number(a.low, width)
    assert a.term is not None
    return formula.sign_extend(a.term, width) if width >= a.term.width else formula.extract(a.term, width - 1, 0)


def _made(build: Callable[[Bits, Bits], Bits], a: Whole, b: Whole, bounds: Sequence[int]) -> Whole:
    low, high = min(bounds), max(bounds)
    if low == high:
        return whole(low)
    width = width_for(min(low, a.low, b.low), max(high, a.high, b.high))
    if width > WIDEST:
        raise Unmodelled("a number", f"numbers of more than {WIDEST} bits are not reckoned with")
    return Whole(low, high, build(bits_of(a, width), bits_of(b, width)))


def plus(a: Whole, b: Whole) -> Whole:
    """The sum."""
    if a.constant == 0:
        return b
    return a if b.constant == 0 else _made(formula.add, a, b, (a.low + b.low, a.high + b.high))


def minus(a: Whole, b: Whole) -> Whole:
    """The difference."""
    return a if b.constant == 0 else _made(formula.sub, a, b, (a.low - b.high, a.high - b.low))


def times(a: Whole, b: Whole) -> Whole:
    """The product. Raises Unmodelled where it takes more than ``WIDEST`` bits."""
    if a.constant == 1:
        return b
    if b.constant == 1:
        return a
    return _made(formula.mul, a, b, [x * y for x in (a.low, a.high) for y in (b.low, b.high)])


def total(parts: Sequence[Whole]) -> Whole:
    """The sum of all, by halves; zero of none."""
    row = list(parts) or [whole(0)]
    while len(row) > 1:
        row = [plus(row[at], row[at + 1]) if at + 1 < len(row) else row[at] for at in range(0, len(row), 2)]
    return row[0]


def pick(condition: Bool, then: Whole, otherwise: Whole) -> Whole:
    """One number or the other, by the condition."""
    if condition is TRUE:
        return then
    if condition is FALSE:
        return otherwise
    low, high = min(then.low, otherwise.low), max(then.high, otherwise.high)
    if low == high:
        return whole(low)
    width = width_for(low, high)
    return Whole(low, high, formula.choose(condition, bits_of(then, width), bits_of(otherwise, width)))


def how_many(conditions: Sequence[Bool]) -> Whole:
    """How many of the conditions hold."""
    return total([pick(condition, whole(1), whole(0)) for condition in conditions])


def half(a: Whole, *, up: bool) -> Whole:
    """Half of it, rounded up or down (107.1a)."""
    more = plus(a, whole(1)) if up else a
    low, high = more.low >> 1, more.high >> 1
    if low == high:
        return whole(low)
    assert more.term is not None
    return Whole(low, high, formula.extract(more.term, more.term.width - 1, 1))


def at_least(a: Whole, b: Whole) -> Bool:
    """Whether the first is not smaller than the second."""
    if a.low >= b.high:
        return TRUE
    if a.high < b.low:
        return FALSE
    width = width_for(min(a.low, b.low), max(a.high, b.high))
    return formula.sle(bits_of(b, width), bits_of(a, width))


def equal(a: Whole, b: Whole) -> Bool:
    """Whether the two are the same number."""
    if a.constant is not None and a.constant == b.constant:
        return TRUE
    if a.high < b.low or b.high < a.low:
        return FALSE
    width = width_for(min(a.low, b.low), max(a.high, b.high))
    return formula.eq(bits_of(a, width), bits_of(b, width))


def _smaller(a: Whole, b: Whole) -> Whole:
    chosen = pick(at_least(b, a), a, b)
    return Whole(min(a.low, b.low), min(a.high, b.high), chosen.term) if chosen.constant is None else chosen


def _larger(a: Whole, b: Whole) -> Whole:
    chosen = pick(at_least(a, b), a, b)
    return Whole(max(a.low, b.low), max(a.high, b.high), chosen.term) if chosen.constant is None else chosen


def smallest(parts: Sequence[Whole]) -> Whole:
    """The smallest of one or more."""
    return reduce(_smaller, parts)


def largest(parts: Sequence[Whole]) -> Whole:
    """The largest of one or more."""
    return reduce(_larger, parts)
