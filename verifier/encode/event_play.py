"""How each kind of event is played on the boards of a space, with free choices and with written ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, islice

from ..board import Activate, Cleanup, DiscardCards, DrawStep, EntersEvent, Event, Permanent, Tap
from ..cards.limits import check_event
from ..errors import Undecided
from ..expressions import Expression
from ..solve.formula import FALSE, TRUE, and_, iff
from ..solve.obligation import Named, Obligation
from ..solve.z3_backend import Answer
from .answers import quickly
from .choices import Choices
from .discards import play_cleanup, play_discard
from .draw_step import play_draw_step
from .entering import play_entering
from .hand_size import account
from .hand_size_order import every_choice
from .happening import Happening, Play
from .mana_triggers import ManaPlay, produced_by
from .space import Space
from .table import Table
from .whole import Whole, whole

MOST_ORDERS = 720
"""So many orders of simultaneous entries are looked at one by one."""


@dataclass(frozen=True, eq=False)
class Plays:
    """An event on a space. ``base`` is what written choices take for granted, ``needs`` what makes the event there.

    ``actor`` is who acts, ``asked`` what has been settled before. ``written`` plays it with written choices, once for
    every order of simultaneous entries.
    """

    title: str
    actor: str
    free: Play
    written: Callable[[Mapping[str, Whole]], Iterator[Happening]]
    needs: tuple[Named, ...] = ()
    base: tuple[Named, ...] = ()
    asked: tuple[tuple[Obligation, Answer], ...] = ()


def plays_of(
    space: Space,
    event: Event,
    numbers: Mapping[str, Expression],
    *,
    every_order: bool = False,
    alone: bool = False,
) -> Plays:
    """The event on the space; ``alone``: without what triggers on mana."""

    def number(name: str, value: int | None) -> Whole | None:
        if name in numbers:
            return space.value(numbers[name])
        return None if value is None else whole(value)

    activates, enters = isinstance(event, Tap | Activate), isinstance(event, EntersEvent)
    own = [(event.card, event.face)] if isinstance(event, EntersEvent) else []
    if not alone:
        check_event([*space.board.faces_in_play(), *own], activates=activates, enters=enters)
    table = Table(space)
    match event:
        case DiscardCards():
            amount = number("number", event.number) or whole(0)
            return _simple("discard", event.player, lambda choices: play_discard(table, event, amount, choices))
        case Cleanup():
            return _cleanup(table, event, every_order=every_order)
        case DrawStep():
            spent = number("replaced", event.replaced) or whole(0)
            turn = Table(replace(space, board=replace(space.board, active=event.player)))
            plays = _simple("draw step", event.player, lambda choices: play_draw_step(turn, event, spent, choices))
            there = [] if event.of is None else [Named(f"{event.of} is there", space.there(event.of))]
            return replace(plays, needs=tuple(there))
        case EntersEvent():
            x, mana = number("x", event.x), number("mana_spent", event.mana_spent)
            player = event.player or space.board.players[0].name
            return _simple(
                "entering", player, lambda choices: play_entering(table, event, x or whole(0), mana, choices)
            )
        case Tap() | Activate():
            x = number("x", event.x if isinstance(event, Activate) else None)
            return _mana(table, event, x, alone=alone)


def _mana(table: Table, event: Tap | Activate, x: Whole | None, *, alone: bool) -> Plays:
    entry = table.board.entry(event.permanent)
    assert isinstance(entry, Permanent)
    produced = produced_by(table, event, x, quickly)
    needed = (event.permanent, *(event.sacrifice if isinstance(event, Activate) else ()))

    def play(choices: Choices) -> Happening:
        if produced.there is FALSE:
            return Happening(pools={}, possible=FALSE)
        return ManaPlay(table, event, produced, choices).play(alone=alone)

    plays = _simple("mana", event.by or entry.controller, play)
    return replace(
        plays,
        needs=tuple(Named(f"{id} is there", table.space.there(id)) for id in needed),
        base=produced.assertions,
        asked=produced.asked,
    )


def _simple(title: str, actor: str, play: Play) -> Plays:
    def written(given: Mapping[str, Whole]) -> Iterator[Happening]:
        yield play(Choices(given))

    return Plays(title, actor, play, written)


def _cleanup(table: Table, event: Cleanup, *, every_order: bool) -> Plays:
    """Written choices come with each order of simultaneous entries that players may choose (613.7m)."""
    first = account(table, event.player, every_order=every_order)
    ids = {id for effect in first.bearing.effects for id, _ in effect.at}
    groups = first.timestamps.choices(ids)
    orders = list(islice(every_choice(groups, first.bearing.kinds), MOST_ORDERS + 1)) if groups else [()]
    if len(orders) > MOST_ORDERS:
        raise Undecided(f"{event.player} has more than {MOST_ORDERS} orders of simultaneous entries to choose from")
    base: list[Named] = []
    for place, chosen in enumerate(orders, 1):
        run = f" in choice {place}"
        one = account(table, event.player, every_order=every_order, run=run, chosen=chosen, pinned=False)
        same = [
            iff(one.timestamps.before(a, b), first.timestamps.before(a, b))
            for a, b in combinations(one.timestamps.ids, 2)
            if not any(a in unit and b in unit for unit in one.timestamps.units)
        ]
        parts = [*one.assertions, Named("the same timestamps", and_(*same))]
        base += [Named(f"{named.name} (choice {place})", named.formula) for named in parts if named.formula is not TRUE]
    if every_order:
        base += [named for named in first.assertions if named.formula is not TRUE]

    def free(choices: Choices) -> Happening:
        return play_cleanup(table, event, choices, every_order=every_order)

    def written(given: Mapping[str, Whole]) -> Iterator[Happening]:
        for place, chosen in enumerate(orders, 1):
            run = f" in choice {place}"
            yield play_cleanup(table, event, Choices(given), every_order=every_order, run=run, chosen=chosen)

    return Plays("cleanup", event.player, free, written, base=tuple(base))
