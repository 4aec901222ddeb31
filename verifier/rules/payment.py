"""What paying the cost of an activated ability does to the board (118, 601.2h, 602.2b, 608.2h)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from ..board import Activate, Board, Permanent, Tap
from ..cards.ability import Activated, RemoveCounters, SacrificeCost, TapOthers, TapSymbol, UntapOthers, UntapSymbol
from ..cards.terms import CountedByCost, Filter, Quantity, This
from ..errors import Illegal, Undecided, Unmodelled
from .characteristics import Thing
from .following import subterms
from .legality import can_be_sacrificed
from .terms import Scope, fits, value

MOST_WAYS = 5_000
"""Ways of choosing what pays a cost beyond which the event is given up as undecided."""


class Paid(NamedTuple):
    """One way of having paid: the board after it, the permanents that were chosen to pay, the amount counted."""

    board: Board
    payers: tuple[Thing, ...]
    counted: int | None


def payments(
    board: Board, things: tuple[Thing, ...], thing: Thing, ability: Activated, event: Tap | Activate
) -> Iterator[Paid]:
    """Every way of paying the cost, mana, life and cards taken as paid.

    Raises Illegal where an object or a counter is lacking.
    """
    named = _named(thing, ability, event)
    for counted in _counted(thing, ability, event):
        you = event.by or thing.controller
        scope = Scope(board, things, you, thing.id, thing, thing.permanent.chosen, counted=counted)
        found = [Paid(board, (), counted)]
        for cost in ability.cost:
            match cost:
                case TapSymbol() | UntapSymbol():
                    found = [_with(paid, thing.id, tapped=isinstance(cost, TapSymbol)) for paid in found]
                case SacrificeCost(This()):
                    if not can_be_sacrificed(board, things, thing, you):
                        raise Illegal(f"{thing.id} cannot be sacrificed for a cost", ("101.2", "118.3"))
                    found = [_without(paid, (thing,)) for paid in found]
                case SacrificeCost(filter, amount):
                    found = _chosen(
                        found, _sacrificed(things, filter, scope, named, amount), amount, scope, "sacrifice"
                    )
                case TapOthers(filter, amount):
                    itself = any(isinstance(other, TapSymbol) for other in ability.cost)
                    able = [t for t in things if t.controller == you and not t.permanent.tapped]
                    able = [t for t in able if not (itself and t is thing)]
                    able = [t for t in able if fits(filter, t, scope)]
                    found = _chosen(found, able, amount, scope, "tap")
                case UntapOthers(filter, amount):
                    able = [t for t in things if fits(filter, t, scope) and t.permanent.tapped]
                    found = _chosen(found, able, amount, scope, "untap")
                case RemoveCounters(kind, amount, This()):
                    found = [_fewer(paid, thing, kind, value(amount, scope)) for paid in found]
                case _:
                    pass
        yield from found


def _named(thing: Thing, ability: Activated, event: Tap | Activate) -> tuple[str, ...]:
    """What the event names to be sacrificed, beside the permanent itself where its own sacrifice is asked for.

    Raises Illegal if the cost asks for no other sacrifice (602.2b, 118.3).
    """
    filters = [cost.filter for cost in ability.cost if isinstance(cost, SacrificeCost)]
    given = event.sacrifice if isinstance(event, Activate) else ()
    named = tuple(name for name in given if This() not in filters or name != thing.id)
    if named and all(filter == This() for filter in filters):
        raise Illegal(f"the cost of {thing.id} asks for no such sacrifice", ("602.2b", "118.3"))
    return named


def _sacrificed(
    things: tuple[Thing, ...], filter: Filter, scope: Scope, named: tuple[str, ...], amount: Quantity
) -> list[Thing]:
    """What can be sacrificed: what fits and the player controls (701.21a), as far as the event names it."""
    mine = [thing for thing in things if thing.controller == scope.you and fits(filter, thing, scope)]
    able = [thing for thing in mine if can_be_sacrificed(scope.board, things, thing, scope.you)]
    if not named or not able:
        return able
    meant = [thing for thing in able if thing.id in named]
    if len(meant) < len(named) or len(named) != value(amount, scope):
        raise Illegal(f"{', '.join(named)} cannot be sacrificed for the cost of {scope.subject}", ("701.21a",))
    return meant


def _chosen(before: list[Paid], able: list[Thing], amount: Quantity, scope: Scope, act: str) -> list[Paid]:
    number = value(amount, scope)
    found = []
    for paid in before:
        left = [thing for thing in able if thing not in paid.payers]
        if len(left) < number:
            raise Illegal(f"there is nothing to {act} for the cost of {scope.subject}", ("118.3",))
        for chosen in combinations(left, number):
            if act == "sacrifice":
                found.append(_without(paid, chosen))
            else:
                after = paid._replace(payers=(*paid.payers, *chosen))
                for thing in chosen:
                    after = _with(after, thing.id, tapped=act == "tap")
                found.append(after)
            if len(found) > MOST_WAYS:
                raise Undecided(f"more than {MOST_WAYS} ways of paying the cost of {scope.subject}")
    return found


def _with(paid: Paid, name: str, *, tapped: bool) -> Paid:
    entries = tuple(
        replace(entry, tapped=tapped) if isinstance(entry, Permanent) and entry.id == name else entry
        for entry in paid.board.entries
    )
    return paid._replace(board=paid.board.with_entries(entries))


def _without(paid: Paid, gone: tuple[Thing, ...]) -> Paid:
    names = {thing.id for thing in gone}
    entries = tuple(entry for entry in paid.board.entries if not (isinstance(entry, Permanent) and entry.id in names))
    return Paid(paid.board.with_entries(entries), (*paid.payers, *gone), paid.counted)


def _fewer(paid: Paid, thing: Thing, kind: str, number: int) -> Paid:
    if thing.permanent.counter(kind) < number:
        raise Illegal(f"{thing.id} has too few {kind} counters for its cost", ("118.3",))

    def less(entry: Permanent) -> Permanent:
        counters = tuple((name, max(n - number, 0) if name == kind else n) for name, n in entry.counters)
        return replace(entry, counters=counters)

    entries = tuple(
        less(entry) if isinstance(entry, Permanent) and entry.id == thing.id else entry for entry in paid.board.entries
    )
    return paid._replace(board=paid.board.with_entries(entries))


def _counted(thing: Thing, ability: Activated, event: Tap | Activate) -> tuple[int | None, ...]:
    """The amounts that the cost may count: X where the event says it, else every number of counters that are there."""
    counted = counted_by(ability)
    if counted is None:
        return (None,)
    if isinstance(event, Activate) and event.x is not None:
        return (event.x,)
    if not counted.counters:
        raise Unmodelled(thing.id, "the amount that its cost counts is not given (key event.X)")
    return tuple(range(counted.at_least, thing.permanent.counter(counted.counters) + 1))


def counted_by(ability: Activated) -> CountedByCost | None:
    """The amount that the cost of the ability counts, if it counts one."""
    return next((part for part in subterms(ability) if isinstance(part, CountedByCost)), None)
