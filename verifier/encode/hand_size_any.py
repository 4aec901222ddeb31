"""Any board at all, as far as maximum hand size goes: effects with everything about them unknown (402.2, 613.7).

Each may be there or not, sets, raises, lowers or takes away the maximum, by 0 to 2**20, at any time, under any of four
players. Effects that do not affect the player in question are those that are not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

from ..solve.formula import (
    FALSE,
    Bits,
    Bool,
    and_,
    bits_var,
    bool_var,
    eq,
    iff,
    implies,
    not_,
    number,
    or_,
    sub,
    ule,
    ult,
)
from .hand_size_fold import Applied, Size

MOST = 6
"""How many effects there are."""
LARGEST = 2**20
"""No amount is larger."""
WIDTH = 25
"""Bits for seven, and six effects of ``LARGEST``, with a sign."""
PLACE, STAMP, PLAYER = 3, 8, 2
"""Bits for a position, a timestamp and a player."""
START = Size(FALSE, number(7, WIDTH))
"""402.2: seven."""


class AnyBoard:
    """Effects with everything about them unknown; ``name`` tells the timestamps of two boards apart."""

    def __init__(self, effects: int = MOST, name: str = "") -> None:
        self.numbers = range(effects)
        self.effects = [effect_named(str(n)) for n in self.numbers]
        self.stamps = [bits_var(f"timestamp{name} {n}", STAMP) for n in self.numbers]
        self.controllers = [bits_var(f"controller {n}", PLAYER) for n in self.numbers]
        self.active = bits_var("active player", PLAYER)

    @property
    def amounts(self) -> tuple[str, Bool]:
        """Named: the bounds of the amounts."""
        return "amounts are from 0 to 2**20", bounded(self.effects)

    def before(self, one: int, other: int) -> Bool:
        """613.7, 613.7m: an earlier timestamp, or a simultaneous entry of a player who comes first in APNAP order."""
        turn = [sub(self.controllers[n], self.active) for n in (one, other)]
        return or_(
            ult(self.stamps[one], self.stamps[other]),
            and_(eq(self.stamps[one], self.stamps[other]), ult(turn[0], turn[1])),
        )

    @property
    def choices(self) -> Bool:
        """613.7m leaves some player a choice: two entries of one player are simultaneous."""
        stamps, controllers = self.stamps, self.controllers
        pairs = combinations(self.numbers, 2)
        return or_(*(and_(eq(stamps[a], stamps[b]), eq(controllers[a], controllers[b])) for a, b in pairs))

    def allows(self, order: Sequence[Bits]) -> Bool:
        """Whether what must come first does."""
        return and_(*(implies(self.before(a, b), ult(order[a], order[b])) for a, b in permutations(self.numbers, 2)))

    def slots(self, order: Sequence[Bits]) -> list[tuple[Bits, list[Applied]]]:
        """Every effect at its position."""
        return [(order[n], [self.effects[n]]) for n in self.numbers]

    def order(self, name: str = "") -> tuple[list[Bits], tuple[str, Bool]]:
        """Positions, and named: each of them has one effect."""
        order = [bits_var(f"at{name} {n}", PLACE) for n in self.numbers]
        last = number(len(order) - 1, PLACE)
        apart = [not_(eq(a, b)) for a, b in combinations(order, 2)]
        return order, (f"one after another{name} (613.7)", and_(*(ule(at, last) for at in order), *apart))


def effect_named(name: str) -> Applied:
    """Any effect."""
    return Applied(bool_var(f"there {name}"), bits_var(f"change {name}", 2), bits_var(f"amount {name}", WIDTH))


def size_named(name: str) -> Size:
    """Any size at all."""
    return Size(bool_var(f"none {name}"), bits_var(f"size {name}", WIDTH))


def bounded(effects: Iterable[Applied]) -> Bool:
    """Amounts from 0 to ``LARGEST``."""
    return and_(*(ule(effect.amount, number(LARGEST, WIDTH)) for effect in effects))


def same(one: Size, other: Size) -> Bool:
    """Two sizes are the same if both are none or both the same number."""
    return and_(iff(one.none, other.none), or_(one.none, eq(one.value, other.value)))


def same_effect(one: Applied, other: Applied) -> Bool:
    """Two effects are the same if neither is there, or both are and make the same change."""
    change = and_(eq(one.change, other.change), eq(one.amount, other.amount))
    return and_(iff(one.applies, other.applies), implies(one.applies, change))


def differ(one: Size, other: Size) -> tuple[str, Bool]:
    """Named: the sizes are not the same."""
    return "the sizes differ", not_(same(one, other))
