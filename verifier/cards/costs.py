"""Costs of abilities and effects (118, 602.1a)."""

from __future__ import annotations

from typing import Literal

from .terms import Filter, Quantity, Term, This, Zone


class TapSymbol(Term, frozen=True):
    """{T} (107.5)."""


class UntapSymbol(Term, frozen=True):
    """{Q} (107.6)."""


class PayMana(Term, frozen=True):
    """Mana symbols, as printed."""

    symbols: tuple[str, ...]


class PayLife(Term, frozen=True):
    amount: Quantity


class SacrificeCost(Term, frozen=True):
    """Sacrifice permanents that fit the filter; ``This()`` is this permanent."""

    filter: Filter
    amount: Quantity = 1


class RemoveCounters(Term, frozen=True):
    """Remove counters from the permanents of the filter, as a cost or as an instruction.

    ``CountedByCost`` as the amount of a cost is X or any number.
    """

    kind: str
    amount: Quantity = 1
    from_: Filter = This()


class AddCounters(Term, frozen=True):
    kind: str
    amount: Quantity = 1


class TapOthers(Term, frozen=True):
    """Tap untapped permanents that fit the filter."""

    filter: Filter
    amount: Quantity = 1


class UntapOthers(Term, frozen=True):
    """Untap tapped permanents that fit the filter."""

    filter: Filter
    amount: Quantity = 1


class DiscardCost(Term, frozen=True):
    """Discard cards, of one of the types if any are given; ``only_some``: only cards that no word here describes."""

    amount: Quantity = 1
    types: tuple[str, ...] = ()
    random: bool = False
    only_some: bool = False


class MoveCard(Term, frozen=True):
    """Move cards from one zone to another as a cost; a library on either side bears on 605.1a."""

    from_: Zone | Literal["battlefield"]
    to: Zone
    amount: Quantity = 1
    filter: Filter | None = None


class LoyaltyCost(Term, frozen=True):
    """Loyalty counters put on (positive) or removed (606)."""

    change: int
    x: bool = False


class OtherCost(Term, frozen=True):
    """A cost without bearing on any question: energy, exert, reveal, mill nothing, waterbend, …"""

    kind: Literal[
        "energy", "exert", "reveal", "blight", "crew", "collect evidence", "tickets", "return to hand", "other",
    ]  # fmt: skip


Cost = (
    TapSymbol | UntapSymbol | PayMana | PayLife | SacrificeCost | RemoveCounters | AddCounters | TapOthers | UntapOthers
    | DiscardCost | MoveCard | LoyaltyCost | OtherCost
)  # fmt: skip
