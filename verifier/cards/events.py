"""Events that make an ability trigger (603.2)."""

from __future__ import annotations

from typing import Literal

from .terms import Filter, PlayerRef, Term, This


class Enters(Term, frozen=True):
    permanent: Filter = This()


class WhenTappedForMana(Term, frozen=True):
    """A permanent is tapped for mana, of one of the types, or of the chosen color where that is asked for (106.12a)."""

    permanent: Filter
    by: PlayerRef = "everyone"
    types: str = "WUBRGC"
    chosen_color: bool = False


class AddsMana(Term, frozen=True):
    """An ability of a permanent causes you to add mana of these types, or of the chosen color if that is asked for."""

    of: Filter
    player: PlayerRef = "you"
    types: str = "WUBRGC"
    chosen_color: bool = False


class BeginningOf(Term, frozen=True):
    """A step or phase begins: ``main phase`` is every main phase, the others are one of them (505.1a)."""

    step: Literal[
        "upkeep", "draw step", "main phase", "first main phase", "second main phase", "postcombat main phase", "combat",
        "end step", "cleanup step", "untap step",
    ]  # fmt: skip
    of: PlayerRef


class Draws(Term, frozen=True):
    player: PlayerRef


class Discards(Term, frozen=True):
    """A player discards a card: any card, or this card because of what an opponent controls."""

    player: PlayerRef
    this_card: bool = False
    types: tuple[str, ...] = ()


class Chapter(Term, frozen=True):
    """Chapter abilities of a Saga (714.2)."""

    numbers: tuple[int, ...]


class BecomesTapped(Term, frozen=True):
    """A permanent becomes tapped, for whatever reason (701.26a)."""

    permanent: Filter


class Sacrifices(Term, frozen=True):
    """A player sacrifices a permanent (701.21)."""

    player: PlayerRef
    permanent: Filter


class OtherEvent(Term, frozen=True):
    """An event that no question follows: attacks, damage, deaths, casting, …; some may happen within one."""

    kind: Literal[
        "attacks", "blocks", "damage", "dies", "leaves", "casts", "becomes tapped", "becomes untapped", "targeted",
        "life", "counters", "tokens", "enters", "put", "mill", "sacrifice", "transforms", "turned face up", "cycling",
        "planechase", "scheme", "level", "other",
    ]  # fmt: skip


TriggerEvent = (
    Enters | WhenTappedForMana | AddsMana | BeginningOf | Draws | Discards | Chapter | BecomesTapped | Sacrifices
    | OtherEvent
)  # fmt: skip
