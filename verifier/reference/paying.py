"""Activating an ability (602.2): whether it may be, and every way to pay its cost as far as that is seen later."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

from verifier.board import Permanent
from verifier.cards.ability import (
    Activated,
    AddCounters,
    AdditionalCost,
    Cost,
    DiscardCost,
    LoyaltyCost,
    MoveCard,
    OtherCost,
    PayLife,
    PayMana,
    Permission,
    RemoveCounters,
    SacrificeCost,
    TapOthers,
    TapSymbol,
    UntapOthers,
    UntapSymbol,
)
from verifier.cards.terms import CountedByCost, CountersOn, Quantity, This
from verifier.errors import Illegal, Unmodelled

from .abilities import is_activated_mana_ability, is_tapping_for_mana
from .asking import fits, holds, players, quantity, those
from .in_force import effects_in_force
from .table import Table, Thing, View


@dataclass(frozen=True)
class Payment:
    """One way to pay: what the table is like then, the permanents that paid, and the amount that the cost fixed."""

    table: Table
    with_permanents: tuple[str, ...] = ()
    counted: int | None = None


@dataclass(frozen=True)
class Named:
    """What the event says about the payment; ``sacrifice`` is None where every choice is to be looked at."""

    sacrifice: tuple[str, ...] | None = None
    x: int | None = None


def check_may_activate(table: Table, thing: Thing, ability: Activated, player: str) -> None:
    """Raises Illegal if the player may not begin to activate the ability now (602.2, 602.5, 107.5, 107.6, 302.6)."""
    costs, active = ability.cost, table.board.active
    if ability.from_zone != "battlefield":
        raise Illegal(f"the ability works only from the {ability.from_zone}", ("113.6b",))
    anyone_may = player == thing.controller or "any player" in ability.timing
    if not anyone_may and not _may_tap_other(table, thing, ability, player):
        raise Illegal(f"{player} does not control {thing.id}", ("602.2",))
    taps = any(isinstance(cost, TapSymbol) for cost in costs)
    untaps = any(isinstance(cost, UntapSymbol) for cost in costs)
    if taps and thing.permanent.tapped:
        raise Illegal(f"{thing.id} is tapped already", ("107.5", "118.3"))
    if untaps and not thing.permanent.tapped:
        raise Illegal(f"{thing.id} is untapped already", ("107.6", "118.3"))
    if (taps or untaps) and "Creature" in thing.types and thing.permanent.entered_this_turn:
        if not thing.has("haste") and not _as_though_haste(table, thing):
            raise Illegal(f"{thing.id} is a creature that came under control this turn", ("302.6", "602.5a"))
    if not holds(table, replace(table.view_of(thing), you=player), ability.activate_if):
        raise Illegal("its activation restriction is not met", ("602.5b",))
    if ("sorcery" in ability.timing or "your turn" in ability.timing) and active != player:
        raise Illegal(f"it is not the turn of {player}", ("602.5d",))
    at_any_time = _permissions(table, "loyalty at any time")
    if (
        any(isinstance(cost, LoyaltyCost) for cost in costs)
        and active != player
        and not any(_speaks_of(table, effect, view, thing, player) for effect, view in at_any_time)
    ):
        raise Illegal(f"it is not the turn of {player}", ("606.3",))
    for cost in costs:
        if isinstance(cost, LoyaltyCost) and not cost.x and -cost.change > thing.permanent.counter("loyalty"):
            raise Illegal(f"{thing.id} has too little loyalty", ("606.6",))
        if isinstance(cost, PayLife) and cost.amount != 0:
            if any(_speaks_of(table, effect, view, thing, player)
                   for kind in ("cannot pay life", "cannot pay life to activate")
                   for effect, view in _permissions(table, kind)):  # fmt: skip
                raise Illegal(f"{player} cannot pay life", ("118.3", "101.2"))
    _check_not_forbidden(table, thing, ability, player)
    for entry in effects_in_force(table, AdditionalCost):
        more = entry.effect
        if isinstance(more, AdditionalCost) and fits(table, entry.view, thing, more.on):
            if not all(isinstance(cost, PayMana | PayLife | OtherCost) for cost in more.cost):
                raise Unmodelled(entry.entry.card.name, "a cost that it adds")


def _permissions(table: Table, kind: str) -> list[tuple[Permission, View]]:
    return [
        (entry.effect, entry.view)
        for entry in effects_in_force(table, Permission)
        if isinstance(entry.effect, Permission) and entry.effect.kind == kind
    ]


def _speaks_of(table: Table, effect: Permission, view: View, thing: Thing, player: str) -> bool:
    if player not in players(table, view, effect.players):
        return False
    return effect.on is None or fits(table, view, thing, effect.on)


def _may_tap_other(table: Table, thing: Thing, ability: Activated, player: str) -> bool:
    if "Land" not in thing.types or not is_tapping_for_mana(ability, table.board.edition):
        return False
    return any(
        _speaks_of(table, effect, view, thing, player)
        for effect, view in _permissions(table, "tap lands you do not control")
    )


def _as_though_haste(table: Table, thing: Thing) -> bool:
    return any(
        _speaks_of(table, effect, view, thing, thing.controller)
        for effect, view in _permissions(table, "activate as though with haste")
    )


def _check_not_forbidden(table: Table, thing: Thing, ability: Activated, player: str) -> None:
    is_mana_ability = is_activated_mana_ability(ability, table.board.edition)
    for effect, view in _permissions(table, "cannot activate"):
        if is_mana_ability and not effect.mana_abilities_too:
            continue
        if _speaks_of(table, effect, view, thing, player):
            raise Illegal(f"{view.subject} forbids it", ("602.5", "101.2"))
    for effect, view in _permissions(table, "activate in own turns only"):
        if _speaks_of(table, effect, view, thing, player) and table.board.active != player:
            raise Illegal(f"{view.subject} forbids it but in the player's own turns", ("602.5", "101.2"))


def _is_protected(table: Table, thing: Thing, player: str) -> bool:
    """Whether something forbids the player to sacrifice it for a cost (101.2)."""
    forbidding = _permissions(table, "cannot sacrifice to activate")
    return any(_speaks_of(table, effect, view, thing, player) for effect, view in forbidding)


# Costs -------------------------------------------------------------------------------------------------------------


def payments(table: Table, thing: Thing, ability: Activated, player: str, named: Named) -> list[Payment]:
    """Every way to pay the cost (602.2b, 601.2g-h); mana, life and cards are taken to be there.

    Raises Illegal if no permanent that the cost asks for is there, or the one that is named does not fit.
    """
    view = replace(table.view_of(thing), you=player)
    left = named.sacrifice
    if left is not None and _is_own(ability.cost):
        left = tuple(one for one in left if one != thing.id)
    asks = [c for c in ability.cost if isinstance(c, SacrificeCost) and not isinstance(c.filter, This)]
    if left and not asks:
        raise Illegal("its cost asks for no such sacrifice", ("602.2b", "118.3"))
    ways = [Payment(table)]
    # Mana last: its X may be an amount that another part of the cost has fixed.
    for cost in sorted(ability.cost, key=lambda cost: isinstance(cost, PayMana)):
        ways = [later for way in ways for later in _pay(way, cost, thing, view, replace(named, sacrifice=left))]
    return ways


def _is_own(costs: tuple[Cost, ...]) -> bool:
    return any(isinstance(cost, SacrificeCost) and isinstance(cost.filter, This) for cost in costs)


def _pay(way: Payment, cost: Cost, thing: Thing, view: View, named: Named) -> list[Payment]:
    table = way.table
    this = table.there.get(thing.id)
    match cost:
        case TapSymbol() | UntapSymbol() if this is not None:
            changed = replace(this.permanent, tapped=isinstance(cost, TapSymbol))
            return [replace(way, table=table.with_permanent(changed))]
        case SacrificeCost(filter=This()):
            if this is None or this.controller != view.you or _is_protected(table, this, view.you):
                raise Illegal(f"{view.you} cannot sacrifice {thing.id}", ("701.21a",))
            return [Payment(table.without((thing.id,)), (*way.with_permanents, thing.id), way.counted)]
        case SacrificeCost(filter=filter, amount=amount):
            mine = [other for other in those(table, view, filter) if other.controller == view.you]
            able = [other.id for other in mine if not _is_protected(table, other, view.you)]
            return _with_some(way, able, amount, named.sacrifice, view, sacrificed=True)
        case TapOthers(filter=filter, amount=amount):
            mine = [other for other in those(table, view, filter) if other.controller == view.you]
            able = [other.id for other in mine if not other.permanent.tapped]
            return _with_some(way, able, amount, None, view, tapped=True)
        case UntapOthers(filter=filter, amount=amount):
            able = [other.id for other in those(table, view, filter) if other.permanent.tapped]
            return _with_some(way, able, amount, None, view, tapped=False)
        case RemoveCounters(kind=kind, amount=amount, from_=from_):
            ways = _counted(way, view, amount, quantity(table, view, CountersOn(kind, from_)), named.x)
            if from_ == This():
                here = thing.permanent.counter(kind)
                ways = [w for w in ways if _number(w, view, amount) <= here]
                if not ways:
                    raise Illegal(f"{thing.id} has too few {kind} counters", ("118.3",))
            return [_change_counters(w, thing, kind, -_number(w, view, amount), from_ == This()) for w in ways]
        case AddCounters(kind=kind, amount=amount):
            return [_change_counters(way, thing, kind, _number(way, view, amount), True)]
        case DiscardCost(amount=amount):
            return _counted(way, view, amount, table.board.player(view.you).hand, named.x)
        case MoveCard(amount=amount):
            return _counted(way, view, amount, None, named.x)
        case LoyaltyCost(x=True):
            return _counted(way, view, CountedByCost(), thing.permanent.counter("loyalty"), named.x)
        case PayMana(symbols=symbols) if "X" in symbols and way.counted is None:
            return _counted(way, view, CountedByCost(), None, named.x)
    return [way]


def _with_some(
    way: Payment, able: list[str], amount: Quantity, named: tuple[str, ...] | None, view: View,
    *, sacrificed: bool = False, tapped: bool = False,
) -> list[Payment]:  # fmt: skip
    """Every choice of permanents that pay, of the number that the cost asks for, or those that are named."""
    if isinstance(amount, CountedByCost):
        numbers = list(range(amount.at_least, len(able) + 1))
    else:
        numbers = [quantity(way.table, replace(view, counted=way.counted), amount)]
    choices = [some for number in numbers for some in combinations(able, number)]
    if named is not None:
        choices = [some for some in choices if sorted(some) == sorted(named)]
    if not choices:
        problem = "no permanent that its cost asks for is named or there"
        raise Illegal(problem, ("602.2b", "118.3", "701.21a") if sacrificed else ("602.2b", "118.3"))
    paid: list[Payment] = []
    for some in choices:
        table = way.table.without(some) if sacrificed else way.table
        for one in () if sacrificed else some:
            table = table.with_permanent(replace(table.there[one].permanent, tapped=tapped))
        counted = len(some) if isinstance(amount, CountedByCost) else way.counted
        paid.append(Payment(table, (*way.with_permanents, *some), counted))
    return paid


def _counted(way: Payment, view: View, amount: Quantity, bound: int | None, x: int | None) -> list[Payment]:
    """The amount that the cost fixes: the one that is given, else any number up to what there is (107.1c)."""
    if not isinstance(amount, CountedByCost) or way.counted is not None:
        return [way]
    if x is not None:
        return [replace(way, counted=x)]
    if bound is None:
        raise Unmodelled(view.subject, "the X of an activation cost that is not given")
    return [replace(way, counted=number) for number in range(amount.at_least, bound + 1)]


def _number(way: Payment, view: View, amount: Quantity) -> int:
    return quantity(way.table, replace(view, counted=way.counted), amount)


def _change_counters(way: Payment, thing: Thing, kind: str, change: int, on_this: bool) -> Payment:
    this = way.table.there.get(thing.id)
    if this is None or not on_this:
        return way
    permanent: Permanent = this.permanent
    number = max(permanent.counter(kind) + change, 0)
    others = tuple((name, count) for name, count in permanent.counters if name != kind)
    return replace(way, table=way.table.with_permanent(replace(permanent, counters=(*others, (kind, number)))))
