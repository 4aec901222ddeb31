"""What lies on the table: permanents with the characteristics (109.3) that are printed or that layers give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

from verifier.board import Board, Chosen, Permanent
from verifier.cards.ability import Ability, Activated, AddMana, Keyword, NoBearing, TapSymbol
from verifier.cards.ability import Unmodelled as NotUnderstood
from verifier.cards.card import Face
from verifier.cards.mana import Symbols
from verifier.cards.vocabulary import BASIC_LAND_TYPES

NOTHING_CHOSEN = Chosen()


Time = tuple[int, ...]
"""A timestamp with what tells apart those who share it: smaller is older (613.7)."""

Key = tuple[str | int | tuple, ...]  # type: ignore[type-arg]
"""By what an ability or an effect is known again, whatever happens to its object meanwhile."""


@dataclass(frozen=True)
class Held:
    """An ability that an object has, and from where: its rules text (or copiable values), a land type, an effect.

    ``time`` is that of the effect that granted it; the others are ordered by their place (613.7a).
    """

    ability: Ability
    origin: Literal["text", "land type", "granted"] = "text"
    key: Key = field(default=(), compare=False)
    time: Time = field(default=(), compare=False)


@dataclass(frozen=True)
class Thing:
    """A permanent with its characteristics and the abilities it has: printed, then intrinsic, then granted ones.

    ``permanent`` is what the board says of it; who controls it now is ``controller``.
    """

    permanent: Permanent
    controller: str
    name: str
    mana_cost: tuple[str, ...]
    mana_value: int
    colors: str
    types: frozenset[str]
    subtypes: frozenset[str]
    supertypes: frozenset[str]
    power: int | None
    toughness: int | None
    held: tuple[Held, ...]
    every_creature_type: bool = False

    @property
    def id(self) -> str:
        return self.permanent.id

    @property
    def abilities(self) -> tuple[Ability, ...]:
        return tuple(held.ability for held in self.held)

    @property
    def size(self) -> tuple[int | None, int | None]:
        """Power and toughness: None of what is no creature (208.3), and where a printed ability may say it.

        A creature without a value has 0 (208.5).
        """
        if "Creature" not in self.types:
            return (None, None)
        printed = face_of(self.permanent)
        may_say = any(isinstance(a, NoBearing | NotUnderstood) and a.kind == "static" for a in printed.abilities)
        missing = None if may_say and "Creature" in printed.types else 0
        return (missing if self.power is None else self.power, missing if self.toughness is None else self.toughness)

    def has(self, keyword: str) -> bool:
        """Whether it has that keyword ability."""
        return any(isinstance(a, Keyword) and a.name.lower() == keyword for a in self.abilities)


@dataclass(frozen=True)
class View:
    """From where a term is read: who "you" is, which permanent "this" is, what was chosen, targeted and paid.

    ``targets`` is None where nobody has said what was targeted, ``counted`` where no cost has fixed an amount.
    ``produced``: the types that the permanent of the event really produced (106.12a).
    ``costs_ignored``: nothing resolves, it is only asked what could be produced (106.7); ``asks_whose``: by whom too.
    """

    you: str
    this: str | None = None
    chosen: Chosen = NOTHING_CHOSEN
    targets: tuple[str, ...] | None = None
    paid_with: tuple[str, ...] = ()
    event: str | None = None
    affected: str | None = None
    that_player: str | None = None
    counted: int | None = None
    x_of_spell: int | None = None
    color: str | None = None
    type_before: str | None = None
    produced: str = ""
    costs_ignored: bool = False
    asks_whose: bool = False
    subject: str = ""


@dataclass(frozen=True)
class Table:
    """The permanents that are there, those that have just left (608.2h) and what each could produce (106.7).

    ``order`` is the place of each entry by timestamp. ``lay`` gives the characteristics anew when the board has changed
    (613.5). ``sizes`` are the maximum hand sizes as
    far as they have been worked out; None where nobody is working them out.

    While an ability resolves also: whether an instruction did what is not followed here, how many the last one moved
    ("that many"), and whether it was followed ("if you do"); None where that is not known.
    """

    board: Board
    there: dict[str, Thing]
    gone: dict[str, Thing]
    could: Callable[[str], str]
    lay: Callable[[Board], dict[str, Thing]]
    order: dict[str, int] = field(default_factory=dict)
    sizes: dict[str, int | None] | None = None
    unsettled: bool = False
    that_many: int | None = None
    followed: bool | None = None

    def thing(self, id: str) -> Thing | None:
        """The permanent with that id, or the same as it last existed (608.2h)."""
        return self.there.get(id) or self.gone.get(id)

    def with_permanent(self, permanent: Permanent) -> Table:
        """The same table with another state of a permanent that is there."""
        entries = tuple(permanent if entry.id == permanent.id else entry for entry in self.board.entries)
        board = self.board.with_entries(entries)
        return replace(self, board=board, there=self.lay(board))

    def without(self, ids: tuple[str, ...]) -> Table:
        """The same table after these permanents have left the battlefield."""
        left = {name: thing for name, thing in self.there.items() if name in ids}
        board = self.board.with_entries(tuple(entry for entry in self.board.entries if entry.id not in ids))
        return replace(self, board=board, there=self.lay(board), gone={**self.gone, **left})

    def view_of(self, thing: Thing) -> View:
        """How an ability of the permanent reads: "you" is its controller (109.5)."""
        permanent = thing.permanent
        return View(you=thing.controller, this=thing.id, chosen=permanent.chosen, subject=permanent.card.name)


# What is printed ----------------------------------------------------------------------------------------------------


def as_printed(permanent: Permanent) -> Thing:
    """The permanent with what is printed on it or on what it is a copy of (613.1, 707.2), and intrinsic abilities."""
    face = face_of(permanent)
    text = tuple(Held(ability, "text", (permanent.id, place)) for place, ability in enumerate(face.abilities))
    thing = Thing(
        permanent,
        permanent.controller,
        face.name,
        face.mana_cost,
        _mana_value(permanent, face),
        face.colors,
        frozenset(face.types),
        frozenset(face.subtypes),
        frozenset(face.supertypes),
        face.power,
        face.toughness,
        text,
    )
    return with_intrinsic_abilities(thing)


def turned_down(thing: Thing) -> Thing:
    """708.2a: a 2/2 creature and nothing else."""
    none: frozenset[str] = frozenset()
    return Thing(
        thing.permanent, thing.controller, "", (), 0, "", frozenset({"Creature"}), none, none, 2, 2, (),
    )  # fmt: skip


def face_of(permanent: Permanent) -> Face:
    """The face that is up (712.8d-f), of the card it is a copy of if it is a copy (707.2)."""
    if permanent.copy_of is not None:
        return permanent.copy_of.faces[permanent.copy_face]
    return permanent.card.faces[permanent.face]


def with_intrinsic_abilities(thing: Thing) -> Thing:
    """With the mana abilities of its basic land types if it is a land (305.6), in the order W U B R G."""
    intrinsic = tuple(
        Held(Activated(cost=(TapSymbol(),), instructions=(AddMana(Symbols((letter,))),)), "land type")
        for land_type, letter in BASIC_LAND_TYPES.items()
        if "Land" in thing.types and land_type in thing.subtypes
    )
    text = tuple(held for held in thing.held if held.origin == "text")
    granted = tuple(held for held in thing.held if held.origin == "granted")
    return replace(thing, held=text + intrinsic + granted)


def _mana_value(permanent: Permanent, face: Face) -> int:
    # 202.3b: the back face of a transforming card counts the mana cost of its front, a copy of a back face counts 0.
    if permanent.copy_of is not None:
        back = permanent.copy_of.layout == "transform" and permanent.copy_face > 0
        return 0 if back else face.mana_value
    if permanent.card.layout == "transform" and permanent.face > 0:
        return permanent.card.faces[0].mana_value
    return face.mana_value
