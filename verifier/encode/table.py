"""What is on the table: permanents with their characteristics, printed or after all layers (109.3, 613, 702.26b)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..board import Board, Chosen, Emblem, Permanent, Player, Resolved
from ..cards.ability import Ability, Activated, AddMana, TapSymbol
from ..cards.card import Face
from ..cards.mana import Symbols
from ..cards.terms import Filter
from ..cards.vocabulary import BASIC_LAND_TYPES
from ..solve.formula import Bool
from .copying import copiable, mana_value_of
from .space import Space
from .whole import Whole, whole

NO_CHOICE = Chosen()


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A permanent as it is now.

    ``abilities`` has the printed ones first, then intrinsic ones (305.6), then those that effects give by timestamp;
    ``times`` has for each the entry whose timestamp its effects have (613.7a). ``power`` is None
    where no number is known.
    ``face`` are the copiable values (613.2c).
    """

    permanent: Permanent
    there: Bool
    name: str
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    supertypes: tuple[str, ...]
    colors: str
    power: Whole | None
    mana_cost: tuple[str, ...]
    mana_value: int
    abilities: tuple[Ability, ...]
    times: tuple[str, ...]
    face: Face

    @property
    def id(self) -> str:
        """The id of the permanent."""
        return self.permanent.id


@dataclass(frozen=True, slots=True, eq=False)
class Asking:
    """Who asks: the ability or effect whose words are read, with what it may refer to (109.5).

    ``event`` is the permanent of the event, ``that_player`` its player; ``cost`` paid the cost; ``color`` is the color
    that is being added, ``that_type`` the type chosen before; ``counted`` the amount that a cost fixes.
    """

    subject: str
    you: str | None
    this: Seen | None = None
    chosen: Chosen = NO_CHOICE
    exiled: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    host: str | None = None
    event: Seen | None = None
    that_player: str | None = None
    cost: Seen | None = None
    color: str | None = None
    that_type: str | None = None
    counted: Whole | None = None
    x: Whole | None = None


class Table:
    """The permanents that are there, by id, and the numbers of the board."""

    def __init__(self, space: Space, seen: Mapping[str, Seen] | None = None) -> None:
        self.space = space
        self.board: Board = space.board
        self._given = seen
        self.meant: dict[tuple[Filter, Asking], list[tuple[Seen, Bool]]] = {}
        """Which permanents a filter means, as far as it has been asked."""

    @classmethod
    def printed(cls, space: Space) -> Table:
        """The table with copiable values: what no layer but the first has changed."""
        return cls.of_faces(space, copiable(space.board))

    @classmethod
    def of_faces(cls, space: Space, faces: Mapping[str, Face]) -> Table:
        """The table with these copiable values."""
        permanents = [each for each in space.board.permanents if not each.phased_out]
        return cls(space, {each.id: _seen(each, space.there(each.id), faces[each.id]) for each in permanents})

    @cached_property
    def seen(self) -> Mapping[str, Seen]:
        """The permanents by id, as given or as the layers leave them. Raises Unmodelled, Undecided."""
        if self._given is not None:
            return self._given
        from .layered import permanents_of  # the layers themselves read a table of copiable values

        return permanents_of(self.space)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players in turn order."""
        return self.board.names

    def opponents(self, player: str | None) -> frozenset[str]:
        """Everybody else (102.2; no teams)."""
        return frozenset(self.names) - {player or ""}

    def counters(self, seen: Seen, kind: str) -> Whole:
        """How many counters of the kind are on it; of any kind for ``""``."""
        from .whole import total

        here = {name: whole(number) for name, number in seen.permanent.counters}
        for (id, name), expression in self.space.counters.items():
            if id == seen.id:
                here[name] = self.space.value(expression)
        if kind:
            return here.get(kind, whole(0))
        return total(list(here.values()))

    def number_of(self, player: str, key: str) -> Whole:
        """A number of a player: ``hand``, ``life``, ``library``, ``graveyard``, ``drawn_this_turn``."""
        expression = self.space.players.get((player, key))
        if expression is not None:
            return self.space.value(expression)
        return whole(getattr(self.board.player(player), key))

    def player(self, name: str) -> Player:
        """The player of that name."""
        return self.board.player(name)

    def of_permanent(self, seen: Seen) -> Asking:
        """How an ability of the permanent reads."""
        permanent = seen.permanent
        return Asking(
            seen.name or "a face-down permanent",
            permanent.controller,
            seen,
            permanent.chosen,
            permanent.exiled,
            host=permanent.attached_to,
        )

    def of_resolved(self, resolved: Resolved) -> Asking:
        """How the effect of a resolved spell or ability reads."""
        source = self.seen.get(resolved.source or "")
        return Asking(
            resolved.card.faces[resolved.face].name,
            resolved.controller,
            source,
            resolved.chosen,
            source.permanent.exiled if source else (),
            targets=resolved.targets,
            host=source.permanent.attached_to if source else None,
            x=None if resolved.x is None else whole(resolved.x),
        )

    def of_emblem(self, emblem: Emblem) -> Asking:
        """How an ability of the emblem reads."""
        return Asking(emblem.card.faces[emblem.face].name, emblem.controller)

    def each(self) -> Iterator[Seen]:
        """The permanents in list order."""
        return iter(self.seen.values())


def _seen(permanent: Permanent, there: Bool, face: Face) -> Seen:
    intrinsic = tuple(
        Activated((TapSymbol(),), (AddMana(Symbols((letter,))),))
        for land_type, letter in BASIC_LAND_TYPES.items()
        if "Land" in face.types and land_type in face.subtypes
    )
    abilities = face.abilities + intrinsic
    return Seen(
        permanent=permanent,
        there=there,
        name=face.name,
        types=face.types,
        subtypes=face.subtypes,
        supertypes=face.supertypes,
        colors=face.colors,
        power=None if face.power is None else whole(face.power),
        mana_cost=face.mana_cost,
        mana_value=mana_value_of(face, permanent),
        abilities=abilities,
        times=(permanent.id,) * len(abilities),
        face=face,
    )
