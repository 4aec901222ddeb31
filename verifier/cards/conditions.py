"""Conditions: what must hold for an ability to work, to trigger or to go on."""

from __future__ import annotations

from typing import Literal

from .filters import Filter, Quantity
from .term import Comparison, PlayerRef, Term


class Compare(Term, frozen=True):
    """A quantity compared with another."""

    quantity: Quantity
    compare: Comparison
    number: Quantity


class Exists(Term, frozen=True):
    """Some permanent fits the filter."""

    filter: Filter


class Is(Term, frozen=True):
    """This permanent fits the filter."""

    filter: Filter


class PlayedLand(Term, frozen=True):
    """The player has played a land this turn."""

    player: PlayerRef = "you"


class TurnOf(Term, frozen=True):
    """It is that player's turn."""

    player: PlayerRef


class ModeChosen(Term, frozen=True):
    """That was paid, counted or chosen as it was cast, entered or resolved (``kicked``, ``odd``, an anchor word)."""

    mode: str


class CardExiledWith(Term, frozen=True):
    """A card is exiled with this permanent."""


class Designation(Term, frozen=True):
    """A player has a designation: monarch, initiative, city's blessing, a completed dungeon, max speed."""

    name: Literal[
        "monarch", "initiative", "city's blessing", "completed dungeon", "max speed", "descended", "day", "night",
    ]  # fmt: skip
    player: PlayerRef = "you"


class HasMaximumHandSize(Term, frozen=True):
    """There is a maximum to the player's hand size (402.2)."""

    player: PlayerRef = "you"


class TopCardIs(Term, frozen=True):
    """The top card of your library has that card type."""

    type: str


class StepOf(Term, frozen=True):
    """It is that step of that player's turn."""

    step: Literal["upkeep", "draw", "main", "combat", "end"]
    player: PlayerRef = "you"


class Followed(Term, frozen=True):
    """The instruction before was followed ("if you do", 608.2c)."""


class UntoldCondition(Term, frozen=True):
    """A condition that no board tells."""

    what: Literal[
        "cast", "bargained", "raid", "revolt", "life lost", "life gained", "spells cast", "creature died", "attacking",
        "counted resolutions", "coin", "dice", "names", "other",
    ]  # fmt: skip


class Every(Term, frozen=True):
    conditions: tuple[Condition, ...]


class Some(Term, frozen=True):
    conditions: tuple[Condition, ...]


class Unless(Term, frozen=True):
    """The condition does not hold."""

    condition: Condition


Condition = (
    Compare | Exists | Is | PlayedLand | TurnOf | ModeChosen | CardExiledWith | Designation | HasMaximumHandSize
    | TopCardIs | StepOf | Followed | UntoldCondition | Every | Some | Unless
)  # fmt: skip
