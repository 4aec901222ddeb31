"""What is on the table: players, permanents, resolved effects, emblems and the events that can be asked about.

A board is a value: it is never changed, and everything that the rules derive from it is derived anew.
``board_format`` reads and writes the file format; nothing here knows about files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from .cards.card import Card

EDITIONS = ("2026-04-17", "2026-09-25")
"""Editions of the Comprehensive Rules that are told apart, oldest first; a date between two means the older."""

NEWEST_EDITION = EDITIONS[-1]
LIBRARY_EXCLUSION = "2026-09-25"
"""Since this edition 605.1a says that a mana ability moves no card to or from a library."""


@dataclass(frozen=True, slots=True)
class Readings:
    """Which reading is taken where the rules leave two; the defaults are the first of each pair."""

    idle_replacement: Literal["applies", "waits"] = "applies"
    negative_hand_size: Literal["kept", "zero"] = "kept"
    cost_counted_amount: Literal["payable", "actual"] = "payable"


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen for a permanent or an effect; None where nothing was. ``color`` is a letter."""

    color: str | None = None
    type: str | None = None
    card: str | None = None
    player: str | None = None
    number: int | None = None
    mode: str | None = None


@dataclass(frozen=True, slots=True)
class Permanent:
    """A permanent on the battlefield.

    ``timestamp`` orders the entries of a board; entries with the same one are simultaneous (613.7m).
    ``face`` counts the faces of ``card`` from 0. ``copy_of`` with ``copy_face`` is the card it is a copy of.
    ``mana_spent`` is None where its full cost was spent.
    """

    id: str
    card: Card
    controller: str
    owner: str
    timestamp: int
    face: int = 0
    tapped: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    chosen: Chosen = Chosen()
    exiled: tuple[str, ...] = ()
    attached_to: str | None = None
    entered_this_turn: bool = False
    phased_out: bool = False
    face_down: bool = False
    copy_of: Card | None = None
    copy_face: int = 0
    mana_spent: int | None = None
    token: bool = False
    level: int | None = None

    def counter(self, kind: str) -> int:
        """How many counters of that kind are on it."""
        return next((number for name, number in self.counters if name == kind), 0)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A spell or ability that has resolved and whose effect is in force (611.2).

    ``ability`` counts activated and triggered abilities of ``card`` from 1, None for a spell.
    """

    id: str
    card: Card
    controller: str
    timestamp: int
    face: int = 0
    ability: int | None = None
    targets: tuple[str, ...] = ()
    source: str | None = None
    x: int | None = None
    chosen: Chosen = Chosen()


@dataclass(frozen=True, slots=True)
class Emblem:
    """An emblem that an ability of ``card`` made (114)."""

    id: str
    card: Card
    controller: str
    timestamp: int
    face: int = 0


Entry = Permanent | Resolved | Emblem


@dataclass(frozen=True, slots=True)
class Player:
    """A player. Card lists are None where the file gives only a number of cards.

    ``drawn_kept`` is how many of the cards drawn earlier this turn are still in hand.
    """

    name: str
    life: int = 20
    hand: int = 7
    hand_cards: tuple[Card, ...] | None = None
    library: int = 53
    library_cards: tuple[Card, ...] | None = None
    graveyard: int = 0
    graveyard_cards: tuple[Card, ...] | None = None
    identity: str | None = None
    drawn_this_turn: int = 0
    drawn_kept: int = 0
    land_played_this_turn: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """Players in turn order and the entries of the battlefield in list order.

    ``given`` holds the keys of the file that were written down, so that one which has no effect yet is refused by name.
    """

    players: tuple[Player, ...]
    active: str
    entries: tuple[Entry, ...] = ()
    edition: str = NEWEST_EDITION
    readings: Readings = Readings()
    given: frozenset[str] = field(default=frozenset(), compare=False)

    def faces_in_play(self) -> Iterator[tuple[Card, int]]:
        """The faces, as printed or as copied, of the permanents that are there and face up."""
        for permanent in self.permanents:
            if permanent.phased_out or permanent.face_down:
                continue
            if permanent.copy_of is not None:
                yield permanent.copy_of, permanent.copy_face
            else:
                yield permanent.card, permanent.face

    @property
    def permanents(self) -> tuple[Permanent, ...]:
        """The permanents in list order, those phased out included."""
        return tuple(entry for entry in self.entries if isinstance(entry, Permanent))

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in turn order."""
        return tuple(player.name for player in self.players)

    def player(self, name: str) -> Player:
        """The player of that name. Raises KeyError if there is none."""
        for player in self.players:
            if player.name == name:
                return player
        raise KeyError(name)

    def entry(self, id: str) -> Entry:
        """The entry with that id. Raises KeyError if there is none."""
        for entry in self.entries:
            if entry.id == id:
                return entry
        raise KeyError(id)

    def with_entries(self, entries: tuple[Entry, ...]) -> Board:
        """The same board with other entries."""
        return replace(self, entries=entries)

    def with_readings(self, readings: Readings) -> Board:
        """The same board under other readings."""
        return replace(self, readings=readings)


# Events ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tap:
    """A permanent is tapped for mana (106.12); ``ability`` None means every mana ability with {T} in its cost."""

    permanent: str
    ability: int | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Activate:
    """An activated ability is activated and resolves, its cost taken as paid."""

    permanent: str
    ability: int
    by: str | None = None
    sacrifice: tuple[str, ...] = ()
    x: int | None = None


@dataclass(frozen=True, slots=True)
class DiscardCards:
    number: int
    player: str
    cause: Literal["effect", "cost", "cost-on-resolution", "mill"]
    by: str | None = None
    random: bool = False


@dataclass(frozen=True, slots=True)
class Cleanup:
    player: str


@dataclass(frozen=True, slots=True)
class DrawStep:
    player: str
    replaced: int = 0
    of: str | None = None


@dataclass(frozen=True, slots=True)
class EntersEvent:
    card: Card
    face: int = 0
    x: int | None = None
    origin: Literal["stack", "spell-copy", "graveyard", "hand", "copy"] = "stack"
    mana_spent: int | None = None
    player: str | None = None
    id: str = ""

    @property
    def name(self) -> str:
        """What it is called where abilities of its own trigger: the name of the card, or ``id`` where that is taken."""
        return self.id or self.card.faces[self.face].name


Event = Tap | Activate | DiscardCards | Cleanup | DrawStep | EntersEvent

Amounts = tuple[int, int, int, int, int, int]
"""An amount of mana: how much of W, U, B, R, G and C."""

Pools = tuple[tuple[str, Amounts], ...]
"""Mana added to the pools of players: those who got any, in turn order."""

HandSizes = tuple[int | None, ...]
"""Possible maximum hand sizes, ascending; None, at the end, for no maximum."""


class Characteristics(NamedTuple):
    """A permanent as the rules see it (109.3): sorted lists, colors in the order W U B R G, how many mana abilities.

    ``power`` and ``toughness`` are None where it has none.
    """

    name: str
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    supertypes: tuple[str, ...]
    colors: str
    power: int | None
    toughness: int | None
    controller: str
    mana_abilities: int


Triggers = tuple[tuple[str, int], ...]
"""How often the abilities of each entry trigger: entries in list order, those that do not left out."""


class Outcome(NamedTuple):
    """One outcome of an event, with what triggers in it.

    ``pools`` for events that add mana. ``observed`` are the event's numbers by name, sorted; ``counters`` those that a
    permanent enters with, sorted by kind without zeros.
    """

    pools: Pools = ()
    observed: tuple[tuple[str, int], ...] = ()
    counters: tuple[tuple[str, int], ...] = ()
    triggers: Triggers = ()
