"""What triggers as a cost is paid: permanents that become tapped or are sacrificed (603.2, 603.10a)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..cards.ability import Activated, BecomesTapped, Sacrifices, TapOthers, TapSymbol
from ..errors import Unmodelled
from .activation import Resolution
from .characteristics import Thing
from .terms import Scope, fits, means
from .watching import Watcher, watchers


def on_paying(resolution: Resolution) -> Iterator[tuple[Watcher, Scope]]:
    """The abilities that triggered, each with its words, once for each permanent that set it off. Raises Unmodelled."""
    there = {thing.id for thing in resolution.after.things}
    before = tuple(watchers(resolution.before))
    left = [thing for thing in _paid_with(resolution) if thing.id not in there]
    # 603.10a: what a sacrifice sets off is looked for as things were before it.
    yield from _set_off(before, left, resolution.actor, Sacrifices)
    if not any(isinstance(watcher.ability.event, BecomesTapped) for watcher in before):
        return
    gone = {thing.id for thing in left} - {resolution.thing.id}
    tapped = tuple(_tapped(resolution))
    for watcher, _ in _set_off(before, tapped, resolution.actor, BecomesTapped):
        if watcher.source in gone:
            raise Unmodelled(watcher.source, "whether it was sacrificed before the others were tapped")
    now = watchers(resolution.after)
    itself = (watcher for watcher in before if watcher.source == resolution.thing.id and watcher.source not in there)
    yield from _set_off((*now, *itself), tapped, resolution.actor, BecomesTapped)


def _paid_with(resolution: Resolution) -> tuple[Thing, ...]:
    others = tuple(thing for thing in resolution.scope.paid or () if thing.id != resolution.thing.id)
    return (resolution.thing, *others)


def _tapped(resolution: Resolution) -> Iterator[Thing]:
    ability = resolution.source.ability
    assert isinstance(ability, Activated)
    if any(isinstance(cost, TapSymbol) for cost in ability.cost):
        yield resolution.thing
    if any(isinstance(cost, TapOthers) for cost in ability.cost):
        for thing in resolution.after.things:
            payer = thing.id in {each.id for each in resolution.scope.paid or ()}
            if payer and thing.permanent.tapped and thing.id != resolution.thing.id:
                yield thing


def _set_off(
    watching: Iterable[Watcher], things: Iterable[Thing], actor: str, kind: type
) -> Iterator[tuple[Watcher, Scope]]:
    each = tuple(things)
    for watcher in watching:
        event = watcher.ability.event
        if not isinstance(event, kind) or not isinstance(event, BecomesTapped | Sacrifices):
            continue
        for thing in each:
            scope = watcher.scope.with_event(thing, actor)
            if isinstance(event, Sacrifices) and not means(event.player, actor, scope):
                continue
            if fits(event.permanent, thing, scope):
                yield watcher, scope
