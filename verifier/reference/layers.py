"""The layers (613), one application after another: what exists, who depends on whom by trial, who comes next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Protocol, TypeVar

from verifier.board import Board, Permanent, Resolved
from verifier.cards.ability import BecomeCopy, LayerEffect
from verifier.errors import Unmodelled

from .applying import apply, values, what_it_does
from .asking import those
from .continuous import DEFINING_FIRST, LAYERS, Effect, State, existing
from .in_force import begun, resolved_ability, view_of_resolved
from .table import Key, Table, Thing, Time, View, as_printed, turned_down
from .timestamps import Order


class Timed(Protocol):
    """What has a timestamp and is known again."""

    @property
    def key(self) -> Key: ...

    @property
    def time(self) -> Time: ...


E = TypeVar("E", bound=Timed)


def characteristics_of(board: Board, order: Order, started: tuple[Effect, ...]) -> dict[str, Thing]:
    """Every permanent that is there with the characteristics it has after all layers (613.1).

    ``started`` are the effects of what has resolved. Raises Unmodelled for what a board cannot tell.
    """
    return _through_layers(copiable(board, order, started), LAYERS[1:]).table.there


def copiable(board: Board, order: Order, started: tuple[Effect, ...]) -> State:
    """The board after layer 1: with copiable values (613.2). What is phased out does not exist (702.26b)."""
    printed = {p.id: as_printed(p) for p in board.permanents if not p.phased_out}
    table = Table(board, printed, {}, _nobody_knows, lambda _: printed)
    state = _through_layers(State(table, order, started), LAYERS[:1])
    there = {
        name: turned_down(thing) if thing.permanent.face_down else thing for name, thing in state.table.there.items()
    }
    return replace(state, table=replace(table, there=there))


def _nobody_knows(id: str) -> str:
    raise Unmodelled(id, "a characteristic that depends on what a permanent could produce")


def _through_layers(state: State, layers: tuple[str, ...]) -> State:
    for layer in layers:
        state = in_layer(state, layer)
    return state


def in_layer(state: State, layer: str) -> State:
    """The state after every effect of one layer or sublayer, one at a time; what exists is asked anew after each.

    Effects of characteristic-defining abilities come first (613.3); the order of what is left is worked out again after
    each application (613.8c).
    """
    applied: set[Key] = set()
    while True:
        left = [effect for effect in existing(state, layer) if effect.key not in applied]
        if layer in DEFINING_FIRST and any(effect.defining for effect in left):
            left = [effect for effect in left if effect.defining]
        if not left:
            return state
        chosen = next_of(left, partial(depends_on, state, layer))
        state = apply(state, chosen, layer)
        applied.add(chosen.key)


# Dependency (613.8) ------------------------------------------------------------------------------------------------


def depends_on(state: State, layer: str, one: Effect, other: Effect) -> bool:
    """Whether the first effect depends on the other, found out by applying the other to a copy of everything (613.8a).

    Both are in this layer (a). It depends if then it no longer exists, or its text, what it applies to or what it
    does to that has changed (b); an effect of a characteristic-defining ability never depends on another kind (c).
    """
    if one.defining != other.defining:
        return False
    tried = apply(state, other, layer)
    then = [effect for effect in existing(tried, layer) if effect.key == one.key]
    if not then or then[0].parts != one.parts:
        return True
    return what_it_does(tried, then[0], layer) != what_it_does(state, one, layer)


def next_of(left: list[E], depends: Callable[[E, E], bool]) -> E:
    """The effect to apply next: the oldest of those that wait for no other (613.7, 613.8b).

    Inside a loop nobody waits for anybody.
    """
    needs = {one.key: {other.key for other in left if other is not one and depends(one, other)} for one in left}
    waiting = {one.key for one in left if any(one.key not in _reached(needs, other) for other in needs[one.key])}
    return min((one for one in left if one.key not in waiting), key=lambda one: one.time)


def _reached(needs: dict[Key, set[Key]], start: Key) -> set[Key]:
    """Everything on which the effect depends, directly or through others."""
    found: set[Key] = set()
    new = {start}
    while new:
        found |= new
        new = {further for one in new for further in needs[one]} - found
    return found


# What has resolved (611.2) -----------------------------------------------------------------------------------------


def effects_of_resolved(board: Board, order: Order) -> tuple[Effect, ...]:
    """The effects on characteristics that resolutions began, with their objects and values fixed (611.2c, 611.2d).

    The objects are those there were: older than the effect, targeted by it, or its source. What these were like is
    worked out for a board of them alone.
    """
    found: tuple[Effect, ...] = ()
    for entry in sorted((e for e in board.entries if isinstance(e, Resolved)), key=lambda e: order[e.id]):
        begins = [begin for begin in begun(entry) if any(isinstance(part, LayerEffect) for part in begin.effects)]
        if not begins:
            continue
        named = {*entry.targets, entry.source}
        there = tuple(
            e for e in board.entries if order[e.id] < order[entry.id] or (isinstance(e, Permanent) and e.id in named)
        )
        then = board.with_entries(there)
        after_one = copiable(then, order, found)
        table = replace(after_one.table, there=characteristics_of(then, order, found))
        view = view_of_resolved(entry)
        for place, begin in enumerate(begins):
            parts = tuple(part for part in begin.effects if isinstance(part, LayerEffect))
            fixed = tuple((number, _determined(table, after_one, view, part)) for number, part in enumerate(parts))
            maker = None if entry.ability is None else resolved_ability(entry)
            effect = Effect(("resolved", entry.id, place), (order[entry.id], 0, place), parts, view, fixed=fixed)
            found = (*found, replace(effect, maker=maker))
    return found


def _determined(
    table: Table, after_one: State, view: View, part: LayerEffect
) -> tuple[tuple[str, tuple[object, ...]], ...]:
    """The objects that the part is fixed to and its values for each; a copy takes copiable values alone (707.2b)."""
    found: list[tuple[str, tuple[object, ...]]] = []
    for thing in those(table, view, part.on):
        filled_in = values(table, view, part, thing)
        if isinstance(part, BecomeCopy):
            filled_in = tuple(after_one.table.there[of.id] for of in filled_in if isinstance(of, Thing))
        found.append((thing.id, filled_in))
    return tuple(found)
