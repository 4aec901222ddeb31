"""Activating abilities that add mana: what is legal and what comes out (106.12, 302.6, 602.2, 605, 608.2h)."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from ..board import Activate, Amounts, Board, Pools, Tap
from ..cards.ability import (
    Ability,
    Activated,
    Keyword,
    NoBearing,
    Permission,
    SacrificeCost,
    TapSymbol,
    UntapSymbol,
)
from ..cards.ability import Unmodelled as NotUnderstood
from ..cards.terms import This
from ..errors import Illegal, Unmodelled
from .characteristics import Thing
from .could_produce import Table, fixed_point
from .effects import in_force
from .mana import NO_MANA, NOTHING, Made, ManaSource, is_mana_ability, mana_sources, plus, starts, ways
from .order import ends
from .replacement import kinds_for
from .terms import Scope, fits, holds


class Attempt(NamedTuple):
    """A player activates an ability of a permanent."""

    thing: Thing
    source: ManaSource
    actor: str
    event: Tap | Activate


def produced(board: Board, event: Tap | Activate) -> frozenset[Pools]:
    """Every result of the event for the ability alone, triggers left out; the empty tuple stands for no mana.

    Raises Illegal if the event cannot be started, Unmodelled for what is not modelled.
    """
    table = Table(board)
    refuse_permissions(board, table)
    thing = _thing(table, event.permanent)
    actor = event.by or thing.controller
    made = fixed_point(table)
    found: set[Pools] = set()
    for source in _meant(board, table, thing, event, actor):
        paid = _payment(table, thing, source, event)
        for amounts in _results(table, Attempt(thing, source, actor, event), paid, made):
            found.add(() if amounts == NOTHING else ((actor, amounts),))
    return frozenset(found)


def refuse_permissions(board: Board, table: Table) -> None:
    """Raise Unmodelled for effects on what may be activated, which are not modelled yet."""
    for effect in in_force(board, table.things):
        if isinstance(effect.effect, Permission) and effect.effect.kind in _BEARING_PERMISSIONS:
            raise Unmodelled(effect.source, f"its effect ({effect.effect.kind}) is not modelled yet")


_BEARING_PERMISSIONS = ("tap lands you do not control", "activate as though with haste", "cannot activate")


def _thing(table: Table, id: str) -> Thing:
    for thing in table.things:
        if thing.id == id:
            return thing
    raise Illegal(f"{id} is phased out and treated as though it did not exist", ("702.26b",))


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
        try:
            check_legal(board, table, thing, source, actor)
        except Illegal as reason:
            reasons.append(reason)
        else:
            found.append(source)
    if found:
        return found
    if reasons:
        raise reasons[0]
    if tap:
        raise Illegal(f"{thing.id} has no mana ability with {{T}} in its cost", ("106.12",))
    raise Unmodelled(thing.id, f"its activated ability {event.ability} adds no mana")


def check_legal(board: Board, table: Table, thing: Thing, source: ManaSource, actor: str) -> None:
    """Raise Illegal if the player cannot start to activate the ability; what it takes to pay mana is not asked."""
    ability = source.ability
    assert isinstance(ability, Activated)
    if actor != thing.controller and "any player" not in ability.timing:
        raise Illegal(f"only {thing.controller}, its controller, can activate an ability of {thing.id}", ("602.2",))
    taps = any(isinstance(cost, TapSymbol) for cost in ability.cost)
    untaps = any(isinstance(cost, UntapSymbol) for cost in ability.cost)
    if taps and thing.permanent.tapped:
        raise Illegal(f"{thing.id} is tapped already, so {{T}} cannot be paid", ("107.5",))
    if untaps and not thing.permanent.tapped:
        raise Illegal(f"{thing.id} is untapped already, so {{Q}} cannot be paid", ("107.6",))
    if (taps or untaps) and thing.permanent.entered_this_turn and "Creature" in thing.types and not _has_haste(thing):
        raise Illegal(f"{thing.id} is a creature that its controller has not had since the turn began", ("302.6",))
    scope = Scope(board, table.things, actor, thing.id, thing, thing.permanent.chosen)
    if ability.activate_if is not None and not holds(ability.activate_if, scope):
        raise Illegal(f"the condition for activating this ability of {thing.id} does not hold", ("602.5b",))


def _has_haste(thing: Thing) -> bool:
    return any(isinstance(ability, Keyword) and ability.name.casefold() == "haste" for ability in thing.abilities)


def _payment(table: Table, thing: Thing, source: ManaSource, event: Tap | Activate) -> tuple[Thing, ...]:
    """The permanents sacrificed to pay the cost, the permanent itself included where the cost says so."""
    ability = source.ability
    assert isinstance(ability, Activated)
    named = event.sacrifice if isinstance(event, Activate) else ()
    paid: list[Thing] = []
    scope = Scope(table.board, table.things, thing.controller, thing.id, thing, thing.permanent.chosen)
    for cost in ability.cost:
        if not isinstance(cost, SacrificeCost):
            continue
        if isinstance(cost.filter, This):
            paid.append(thing)
            continue
        fitting = [t for t in table.things if t.controller == thing.controller and fits(cost.filter, t, scope)]
        if not fitting:
            raise Illegal(f"there is no permanent that {thing.id} could have sacrificed for its cost", ("118.3",))
        if not named:
            raise Unmodelled(thing.id, "what is sacrificed for its cost is not said (key event.sacrifice)")
        chosen = [t for t in fitting if t.id in named]
        if not chosen:
            raise Illegal(f"{', '.join(named)} cannot be sacrificed for the cost of {thing.id}", ("701.21a",))
        paid.extend(chosen)
    return tuple(paid)


def _results(table: Table, attempt: Attempt, paid: tuple[Thing, ...], made: Made) -> set[Amounts]:
    """What the ability produces once its cost is paid: permanents sacrificed are gone, but remembered (608.2h)."""
    thing, source, actor, event = attempt
    board = table.board
    left = tuple(other for other in table.things if other not in paid)
    x = event.x if isinstance(event, Activate) else None
    scope = Scope(board, left, actor, thing.id, thing, thing.permanent.chosen, paid=paid, x=x)
    gone = {other.id for other in paid}
    taps = source.taps and is_mana_ability(source.ability, board.edition)
    kinds = kinds_for(tuple(e for e in table.effects if e.source not in gone), thing, actor) if taps else ()
    found: set[Amounts] = set()
    for counted in _counted(thing, source, event):
        read = replace(scope, counted=counted)
        for way in ways(source.ability.instructions, read):
            total = NO_MANA
            for addition in way:
                ended = {end for start in starts(addition, read, made) for end in ends(start, kinds, table.waits)}
                total = frozenset(plus(before, end) for before in total for end in ended)
            found |= total
    return found


def _counted(thing: Thing, source: ManaSource, event: Tap | Activate) -> tuple[int | None, ...]:
    if source.counted is None:
        return (None,)
    x = event.x if isinstance(event, Activate) else None
    if x is not None:
        return (x,)
    if not source.counted.counters:
        raise Unmodelled(thing.id, "the amount that its cost counts is not given (key event.X)")
    return tuple(range(source.counted.at_least, thing.permanent.counter(source.counted.counters) + 1))
