"""Activating abilities that add mana, and what comes out (106.4, 106.12, 106.12b, 605, 608.2h)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ..board import Activate, Amounts, Board, Pools, Tap
from ..cards.ability import Ability, Activated, AddMana, NoBearing
from ..cards.ability import Unmodelled as NotUnderstood
from ..errors import Illegal, Undecided, Unmodelled
from .characteristics import Thing
from .could_produce import Table, fixed_point
from .following import ways
from .legality import check_legal
from .mana import NOTHING, Made, ManaSource, mana_sources, plus, starts
from .mana_abilities import is_mana_ability
from .order import ends
from .payment import Paid, payments
from .replacement import is_for_all, kinds_for
from .simultaneous import in_any_world
from .terms import Scope, players
from .trails import Kinds

Added = tuple[tuple[str, Amounts], ...]
"""Mana by player, in turn order, players without any left out."""

MOST_RESOLUTIONS = 10_000
"""Ways in which one ability can resolve that are gone through."""


class Resolution(NamedTuple):
    """A mana ability, or another one that adds mana, has resolved: by whom, what was produced, on which board.

    ``tapped`` if the permanent was tapped for mana (106.12); ``thing`` is the permanent as it last existed. ``scope``
    and ``made`` are what the ability read; ``before`` was the board before the cost was paid.
    """

    thing: Thing
    source: ManaSource
    actor: str
    tapped: bool
    added: Added
    before: Table
    after: Table
    scope: Scope
    made: Made


class Adding(NamedTuple):
    """An ability of a permanent adds mana: on which board, who controls it, whether the permanent is tapped for it."""

    table: Table
    thing: Thing | None
    actor: str
    tapped: bool

    def kinds(self, recipient: str) -> Kinds:
        """The kinds of effects that can meet the mana that this player would add."""
        if self.thing is None:
            return ()
        return kinds_for(self.table.effects, self.thing, self.actor, recipient, self.tapped)

    def is_for_all(self, recipients: tuple[str, ...]) -> bool:
        """Whether all players add the mana instead."""
        if self.thing is None:
            return False
        return is_for_all(self.table.effects, self.thing, self.actor, recipients, self.tapped)


def produced(board: Board, event: Tap | Activate) -> frozenset[Pools]:
    """Every result of the event for the ability alone, triggers left out; the empty tuple stands for no mana.

    Raises Illegal if the event cannot be started, Unmodelled for what is not modelled, Undecided.
    """
    return in_any_world(board, lambda world: frozenset(one.added for one in resolutions(world, event)))


def is_on_the_stack(board: Board, event: Tap | Activate) -> bool:
    """Whether the ability uses the stack; a mana ability does not (605.3b). Raises as ``produced`` does."""

    def ways(world: Board) -> frozenset[bool]:
        return frozenset(not is_mana_ability(one.source.ability, board.edition) for one in resolutions(world, event))

    return any(in_any_world(board, ways))


def resolutions(board: Board, event: Tap | Activate) -> Iterator[Resolution]:
    """Every way in which the ability that the event means can resolve.

    Raises as ``produced`` does, Undecided beyond ``MOST_RESOLUTIONS``.
    """
    table = Table(board)
    thing = _thing(table, event.permanent)
    actor = event.by or thing.controller
    remembered = fixed_point(table)
    impossible: Illegal | None = None
    any_way, number = False, 0
    for source in _meant(board, table, thing, event, actor):
        assert isinstance(source.ability, Activated)
        try:
            for paid in payments(board, table.things, thing, source.ability, event):
                any_way = True
                for resolution in _resolved(Attempt(thing, source, actor, event, table), paid, remembered):
                    number += 1
                    if number > MOST_RESOLUTIONS:
                        raise Undecided(f"more than {MOST_RESOLUTIONS:,} ways in which the ability can resolve")
                    yield resolution
        except Illegal as reason:
            impossible = reason
    if not any_way and impossible is not None:
        raise impossible


class Attempt(NamedTuple):
    """A player activates an ability of a permanent."""

    thing: Thing
    source: ManaSource
    actor: str
    event: Tap | Activate
    before: Table


def _thing(table: Table, name: str) -> Thing:
    for thing in table.things:
        if thing.id == name:
            return thing
    raise Illegal(f"{name} is phased out and treated as though it did not exist", ("702.26b",))


def activated_abilities(thing: Thing) -> list[tuple[int, Ability]]:
    """The activated abilities as they are counted, from printed to intrinsic ones, with their places among all."""
    return [
        (place, ability)
        for place, ability in enumerate(thing.abilities)
        if isinstance(ability, Activated)
        or (isinstance(ability, NoBearing | NotUnderstood) and ability.kind == "activated")
    ]


def _meant(board: Board, table: Table, thing: Thing, event: Tap | Activate, actor: str) -> list[ManaSource]:
    """The abilities that the event means and that may be activated. Raises Illegal if there is none."""
    listed = activated_abilities(thing)
    if event.ability is not None:
        if not 1 <= event.ability <= len(listed):
            raise Illegal(f"{thing.id} has no activated ability {event.ability}", ("602.1",))
        listed = [listed[event.ability - 1]]
    by_place = {source.number: source for source in mana_sources(thing.abilities)}
    tap = isinstance(event, Tap)
    reasons: list[Illegal] = []
    found = []
    for place, ability in listed:
        source = by_place.get(place)
        if source is None or (tap and not (source.taps and is_mana_ability(ability, board.edition))):
            continue
        assert isinstance(ability, Activated)
        try:
            check_legal(board, table.things, thing, ability, actor)
        except Illegal as reason:
            reasons.append(reason)
        else:
            found.append(source)
    if found:
        return found
    if reasons:
        raise reasons[0]
    if tap:
        raise Illegal(f"{thing.id} has no such mana ability with {{T}} in its cost", ("106.12",))
    ability = listed[0][1]
    if isinstance(ability, Activated):
        check_legal(board, table.things, thing, ability, actor)
    raise Unmodelled(thing.id, f"its activated ability {event.ability} adds no mana")


def _resolved(attempt: Attempt, paid: Paid, remembered: Made) -> Iterator[Resolution]:
    """Every resolution once the cost is paid. What was sacrificed is gone, and read as it last existed (608.2h)."""
    thing, source, actor, event, before = attempt
    after = Table(paid.board)
    now = next((other for other in after.things if other.id == thing.id), None)
    if now is None:
        now = thing.changed(permanent=replace(thing.permanent, tapped=thing.permanent.tapped or source.taps))
    made = {**{payer.id: remembered[payer.id] for payer in paid.payers}, **fixed_point(after)}
    scope = Scope(
        paid.board, after.things, actor, thing.id, now, thing.permanent.chosen, paid=paid.payers, counted=paid.counted,
        x=event.x if isinstance(event, Activate) else None,
    )  # fmt: skip
    tapped = source.taps and is_mana_ability(source.ability, paid.board.edition)
    adding = Adding(after, now, actor, tapped)
    seen: set[Added] = set()
    for way in ways(source.ability.instructions, scope):
        totals: set[Added] = {()}
        for addition in way:
            each = endings(addition, scope, made, adding)
            totals = {together(total, added, paid.board) for total in totals for added in each}
        seen |= totals
    for added in sorted(seen):
        yield Resolution(now, source, actor, tapped, added, before, after, scope, made)


def endings(addition: AddMana, scope: Scope, made: Made, adding: Adding) -> set[Added]:
    """What the addition ends in; where several players add mana each makes the choices for their own.

    Where all players add the mana instead, what the ability would add is settled before, and who it is for no more.
    """
    recipients, board = players(addition.player, scope), scope.board
    begun, waits = starts(addition, scope, made), adding.table.waits
    if begun != {NOTHING} and adding.is_for_all(recipients):
        kinds = adding.kinds(recipients[0])
        shared: set[Added] = set()
        for start in begun:
            shared |= _product(dict.fromkeys(board.names, ends(start, kinds, waits)), board)
        return _sums([shared] * len(recipients), board)
    found = {}
    for name in recipients:
        kinds = adding.kinds(name)
        found[name] = frozenset(end for start in begun for end in ends(start, kinds, waits))
    return _product(found, board)


def _product(found: dict[str, frozenset[Amounts]], board: Board) -> set[Added]:
    """Each player adds one of the amounts found for that player."""
    each: list[set[Added]] = [{((n, end),) if end != NOTHING else () for end in ended} for n, ended in found.items()]
    return _sums(each, board)


def _sums(parts: list[set[Added]], board: Board) -> set[Added]:
    total: set[Added] = {()}
    for part in parts:
        total = {together(before, added, board) for before in total for added in part}
    return total


def together(one: Added, other: Added, board: Board) -> Added:
    """Both additions of mana."""
    if not one or not other:
        return one or other
    by_player = dict(one)
    for name, amounts in other:
        by_player[name] = plus(by_player.get(name, NOTHING), amounts)
    return tuple((name, by_player[name]) for name in board.names if name in by_player)
