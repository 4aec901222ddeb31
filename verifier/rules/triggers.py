"""What triggers when a permanent is tapped for mana or mana is added, and the mana that comes of it.

106.12a: such an ability looks at what was really produced. A triggered mana ability resolves at once (605.1b, 605.4a),
and what it adds is not tapped for mana, so no replacement of tapping touches it; one of any mana does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from ..board import Activate, Board, Outcome, Tap, Triggers
from ..cards.ability import (
    AddMana,
    AddsMana,
    BecomesTapped,
    If,
    Instruction,
    May,
    Sacrifices,
    Triggered,
    WhenTappedForMana,
)
from ..errors import Unmodelled
from .activation import Added, Adding, Resolution, endings, resolutions, together
from .characteristics import Thing
from .could_produce import fixed_point
from .following import ways
from .mana import BIT, mask_of, mask_of_amounts
from .mana_abilities import is_mana_ability
from .paying_triggers import on_paying
from .terms import Scope, fits, holds, means
from .watching import Watcher, watchers


def activated(board: Board, event: Tap | Activate) -> frozenset[Outcome]:
    """Every outcome with triggered mana abilities included (605.4a). Raises as ``produced`` does."""
    return frozenset(
        Outcome(pools=added, triggers=in_list_order(board, triggered))
        for resolution in resolutions(board, event)
        for added, triggered, _ in followed(resolution)
    )


def in_list_order(board: Board, triggered: Mapping[str, int]) -> Triggers:
    """How often the abilities of each entry triggered, in the order of the board."""
    order = {entry.id: place for place, entry in enumerate(board.entries)}
    counted = [(name, number) for name, number in triggered.items() if number]
    return tuple(sorted(counted, key=lambda item: (order.get(item[0], len(order)), item[0])))


class Mana(NamedTuple):
    """Mana that an ability has added, as what watches for mana sees it."""

    thing: Thing | None
    actor: str
    tapped: bool
    added: Added


class Addition(NamedTuple):
    """A triggered mana ability of ``source`` has resolved (605.4a): the words it read, and what it really added."""

    source: str
    ability: Triggered
    scope: Scope
    adding: Adding
    added: Added


Following = tuple[Added, Counter[str], tuple[Addition, ...]]
"""The mana in the end, how often each entry triggered, and what the triggered mana abilities added, in order."""


def followed(resolution: Resolution) -> list[Following]:
    """What can come of the mana over every choice; several may end in the same way. Raises Unmodelled for a loop."""
    first = Mana(resolution.thing, resolution.actor, resolution.tapped, resolution.added)
    return _after(resolution, first, tuple(watchers(resolution.after)), 0, tuple(on_paying(resolution)))


MOST_LINKS = 20
"""Triggered mana abilities that may follow one from another before it is called a loop."""


def _after(
    resolution: Resolution,
    mana: Mana,
    watching: tuple[Watcher, ...],
    links: int,
    paid: tuple[tuple[Watcher, Scope], ...] = (),
) -> list[Following]:
    """The mana that was added with all that comes of it: each triggered mana ability resolves at once (605.4a).

    ``paid``: what had triggered as the cost was paid.
    """
    results: list[Following] = [(mana.added, Counter(), ())]
    produced = 0
    for _, amounts in mana.added:
        produced |= mask_of_amounts(amounts)
    triggered_now = [*paid, *((each, scope) for each in watching for scope in _triggered(each, mana, produced))]
    for watcher, scope in triggered_now:
        if watcher.ability.condition is not None and not holds(watcher.ability.condition, scope):
            continue
        options: list[Following] = [((), Counter(), ())]
        if _is_mana_ability(watcher.ability, resolution):
            if links >= MOST_LINKS:
                raise Unmodelled(watcher.source, "its mana triggers without end, a mandatory loop (732.4)")
            made = fixed_point(resolution.after)
            adding = Adding(resolution.after, watcher.scope.this or mana.thing, watcher.scope.you, False)
            options = [
                (all_of_it, triggered, (Addition(watcher.source, watcher.ability, scope, adding, added), *more))
                for way in ways(watcher.ability.instructions, scope)
                for added in sorted(_added(way, scope, made, adding))
                for all_of_it, triggered, more in _after(
                    resolution, Mana(watcher.scope.this, watcher.scope.you, False, added), watching, links + 1
                )
            ]
        results = [
            (together(before, added, resolution.after.board), triggered + more + Counter([watcher.source]), told + then)
            for before, triggered, told in results
            for added, more, then in options
        ]
    return results


def _added(way: tuple[AddMana, ...], scope: Scope, made: dict[str, int], adding: Adding) -> set[Added]:
    total: set[Added] = {()}
    for addition in way:
        each = endings(addition, scope, made, adding)
        total = {together(before, added, scope.board) for before in total for added in each}
    return total


def _is_mana_ability(ability: Triggered, resolution: Resolution) -> bool:
    """605.1b: no target, it could add mana, and it triggers on mana or from activating a mana ability."""
    if isinstance(ability.event, BecomesTapped | Sacrifices):
        if not is_mana_ability(resolution.source.ability, resolution.after.board.edition):
            return False
    return not ability.target and any(True for part in ability.instructions if _adds(part))


def _adds(part: Instruction) -> bool:
    if isinstance(part, If):
        return any(map(_adds, (*part.then, *part.otherwise)))
    return isinstance(part, AddMana) or (isinstance(part, May) and any(map(_adds, part.instructions)))


def _triggered(watcher: Watcher, mana: Mana, produced: int) -> Iterator[Scope]:
    """The words of the ability, once for each time that the mana triggers it."""
    event = watcher.ability.event
    if mana.thing is None:
        return
    scope = replace(watcher.scope.with_event(mana.thing, mana.actor), produced=produced)
    if isinstance(event, WhenTappedForMana):
        if (
            mana.tapped
            and _asked(event.types, event.chosen_color, scope) & produced
            and means(event.by, mana.actor, scope)
            and fits(event.permanent, mana.thing, scope)
        ):
            yield scope
    elif isinstance(event, AddsMana):
        for name, amounts in mana.added:
            scope = replace(watcher.scope.with_event(mana.thing, name), produced=mask_of_amounts(amounts))
            if (
                _asked(event.types, event.chosen_color, scope) & mask_of_amounts(amounts)
                and means(event.player, name, scope)
                and fits(event.of, mana.thing, scope)
            ):
                yield scope


def _asked(types: str, chosen_color: bool, scope: Scope) -> int:
    if chosen_color:
        return 0 if scope.chosen.color is None else BIT[scope.chosen.color]
    return mask_of(types)
