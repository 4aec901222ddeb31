"""A course of an event whose numbers are known beforehand, as variables with these values: so that a solver is asked.

Where a board settles everything, a claim about the event would fold to true or false before any solver sees it.
"""

from __future__ import annotations

from dataclasses import replace

from ..solve.formula import Bool, and_, bits_var, eq, number
from ..solve.obligation import Named
from .happening import Happening
from .whole import Whole, width_for

COMES_OUT = "claim: what comes out, as settled before"
"""Begins as what is claimed does, since a reason cannot rest on it."""

LARGE = 2**20 - 1
"""A variable holds at least so much, so that it can be held against other numbers."""


def pinned(one: Happening) -> tuple[Happening, Named]:
    """The same course with a variable for each known number, and the assertion that says what they are."""
    parts: list[Bool] = []

    def known(name: str, value: Whole) -> Whole:
        if value.constant is None:
            return value
        low, high = min(value.low, 0), max(value.low, LARGE)
        width = width_for(low, high)
        variable = bits_var(f"comes out: {name}", width)
        parts.append(eq(variable, number(value.low, width)))
        return Whole(low, high, variable)

    observed = {name: known(name, value) for name, value in one.observed.items()}
    counters = None
    if one.counters is not None:
        counters = {kind: known(f"counters {kind}", value) for kind, value in one.counters.items()}
    pools = None
    if one.pools is not None:
        pools = {
            player: tuple(known(f"{player} {letter}", n) for letter, n in zip("WUBRGC", amounts, strict=True))
            for player, amounts in one.pools.items()
        }
    again = replace(one, observed=observed, counters=counters, pools=pools)
    return again, Named(COMES_OUT, and_(*parts))
