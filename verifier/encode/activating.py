"""Whether an event can be started, and what its cost fixes (602.2, 602.5, 302.6, 106.12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..board import Activate, Tap
from ..cards import ability as a
from ..cards import terms as t
from ..cards.ability import Activated
from ..errors import Illegal, Unmodelled
from ..solve.formula import FALSE, TRUE, Bool, and_, or_
from .abilities import is_mana_ability, taps_for_mana
from .making import mentions
from .reading import fits, fitting, holds, players, quantity
from .table import Asking, Seen, Table
from .whole import Whole, whole

if TYPE_CHECKING:
    from .in_force import InForce


@dataclass(frozen=True, slots=True, eq=False)
class Activation:
    """An ability that is activated: by whom, with what the cost has fixed."""

    seen: Seen
    place: int
    ability: Activated
    player: str
    asking: Asking


def activations(table: Table, event: Tap | Activate, x: Whole | None = None) -> tuple[Activation, ...]:
    """The ways to start the event: one, or one for each ability that may be meant and amount that the cost leaves open.

    ``x`` is the amount that the cost leaves open, where it is a number with a name. Raises Illegal with the
    rules that forbid it, Unmodelled where the event does not say enough.
    """
    seen = table.seen.get(event.permanent)
    if seen is None:
        raise Illegal(f"{event.permanent} is phased out", ("702.26b",))
    player = event.by or seen.permanent.controller
    if isinstance(event, Activate):
        return _activated(table, seen, player, event, x)
    legal: list[Activation] = []
    refused: list[Illegal] = []
    for place, ability in _activated_abilities(seen):
        if event.ability in {None, _number(seen, place)} and taps_for_mana(ability, table.board.edition):
            try:
                legal.extend(_ways(table, seen, place, player, (Activate(seen.id, 0), None)))
            except Illegal as error:
                refused.append(error)
    if legal:
        return tuple(legal)
    if refused:
        raise refused[0]
    raise Illegal(f"{seen.id} has no such mana ability with {{T}} in its cost", ("106.12",))


def _activated(table: Table, seen: Seen, player: str, event: Activate, x: Whole | None) -> tuple[Activation, ...]:
    for place, _ in _activated_abilities(seen):
        if _number(seen, place) == event.ability:
            return tuple(_ways(table, seen, place, player, (event, x)))
    raise Illegal(f"{seen.id} has no activated ability {event.ability}", ("602.1",))


def _activated_abilities(seen: Seen) -> Iterator[tuple[int, Activated]]:
    for place, ability in enumerate(seen.abilities):
        if isinstance(ability, Activated):
            yield place, ability


def _number(seen: Seen, place: int) -> int:
    """Which activated ability it is, from 1."""
    counted = [
        isinstance(each, Activated) or (isinstance(each, a.NoBearing | a.Unmodelled) and each.kind == "activated")
        for each in seen.abilities
    ]
    return sum(counted[: place + 1])


def _ways(
    table: Table, seen: Seen, place: int, player: str, asked_for: tuple[Activate, Whole | None]
) -> Iterator[Activation]:
    event, x = asked_for
    ability = seen.abilities[place]
    assert isinstance(ability, Activated)
    asking = replace(table.of_permanent(seen), you=player)
    if ability.from_zone != "battlefield":
        raise Illegal(f"the ability of {seen.id} works in another zone", ("113.6b",))
    _check_player(table, seen, ability, player)
    _check_forbidden(table, seen, ability, player)
    _check_life(table, player, ability)
    _check_turn(table, player)
    itself = any(isinstance(cost, a.SacrificeCost) and cost.filter == t.This() for cost in ability.cost)
    if itself and _is_protected(table, seen, player):
        raise Illegal(f"{seen.id} cannot be sacrificed for a cost", ("101.2", "118.3"))
    if ability.activate_if is not None and not settled(holds(table, ability.activate_if, asking), seen.id):
        raise Illegal(f"the condition of the ability of {seen.id} does not hold", ("602.5b",))
    if {"sorcery", "your turn"} & set(ability.timing) and table.board.active != player:
        raise Illegal(f"it is not the turn of {player}", ("602.5d", "602.5e"))
    _check_loyalty(table, seen, asking, ability, event)
    for cost in ability.cost:
        _check_symbol(table, seen, cost, player)
    for asked in _amounts(table, seen, ability, asking, (event, x)):
        _check_counters(table, seen, ability, asked)
        for paid in _objects(table, seen, ability, event, asked):
            yield Activation(seen, place, ability, player, replace(asked, cost=paid))


def settled(when: Bool, subject: str) -> bool:
    """Whether that holds on every board of the space. Raises Unmodelled where it holds on some only."""
    if when is TRUE or when is FALSE:
        return when is TRUE
    raise Unmodelled(subject, "whether the event can be started depends on what is there")


def _check_player(table: Table, seen: Seen, ability: Activated, player: str) -> None:
    if player == seen.permanent.controller or "any player" in ability.timing:
        return
    for each, effect in _permissions(table):
        if effect.kind == "tap lands you do not control" and player in players(table, effect.players, each.asking):
            when = and_(each.when, fits(table, effect.on or t.OfType("Land"), seen, each.asking))
            if taps_for_mana(ability, table.board.edition) and settled(when, each.label):
                return
    raise Illegal(f"only {seen.permanent.controller} can activate abilities of {seen.id}", ("602.2",))


def _check_forbidden(table: Table, seen: Seen, ability: Activated, player: str) -> None:
    for each, effect in _permissions(table):
        if effect.kind != "cannot activate" or player not in players(table, effect.players, each.asking):
            continue
        when = each.when if effect.on is None else and_(each.when, fits(table, effect.on, seen, each.asking))
        if effect.mana_abilities_too or not is_mana_ability(ability, table.board.edition):
            if settled(when, each.label):
                raise Illegal(f"{each.label} forbids activating abilities of {seen.id}", ("101.2", "602.5"))


def _check_turn(table: Table, player: str) -> None:
    for each, effect in _permissions(table):
        if effect.kind == "activate in own turns only" and player in players(table, effect.players, each.asking):
            if table.board.active != player and settled(each.when, each.label):
                raise Illegal(f"{each.label} forbids {player} to activate abilities now", ("101.2", "602.5"))


def _is_protected(table: Table, seen: Seen, player: str) -> bool:
    """Whether something forbids the player to sacrifice the permanent for a cost (101.2)."""
    for each, effect in _permissions(table):
        if effect.kind == "cannot sacrifice to activate" and player in players(table, effect.players, each.asking):
            when = and_(each.when, fits(table, effect.on or t.Anything(), seen, each.asking))
            if settled(when, each.label):
                return True
    return False


def _check_life(table: Table, player: str, ability: Activated) -> None:
    if not any(isinstance(cost, a.PayLife) and cost.amount != 0 for cost in ability.cost):
        return
    for each, effect in _permissions(table):
        forbids = effect.kind in ("cannot pay life", "cannot pay life to activate")
        if forbids and player in players(table, effect.players, each.asking):
            if settled(each.when, each.label):
                raise Illegal(f"{each.label} forbids {player} to pay life", ("118.3",))


def _check_loyalty(table: Table, seen: Seen, asking: Asking, ability: Activated, event: Activate) -> None:
    for cost in ability.cost:
        if (
            isinstance(cost, a.LoyaltyCost)
            and table.board.active != asking.you
            and not _at_any_time(table, seen, asking)
        ):
            raise Illegal(f"it is not the turn of {asking.you}", ("606.3",))
        if isinstance(cost, a.LoyaltyCost) and cost.change < 0:
            loyalty = table.counters(seen, "loyalty")
            if loyalty.high < (event.x or 0 if cost.x else -cost.change):
                raise Illegal(f"{seen.id} has too little loyalty", ("606.6",))


def _at_any_time(table: Table, seen: Seen, asking: Asking) -> bool:
    """Whether an effect lets the player activate loyalty abilities of it in any turn (101.1)."""
    for each, effect in _permissions(table):
        if effect.kind == "loyalty at any time" and (asking.you or "") in players(table, effect.players, each.asking):
            if settled(and_(each.when, fits(table, effect.on or t.Anything(), seen, each.asking)), each.label):
                return True
    return False


def _check_counters(table: Table, seen: Seen, ability: Activated, asking: Asking) -> None:
    for cost in ability.cost:
        if isinstance(cost, a.RemoveCounters) and cost.from_ == t.This():
            here, asked = table.counters(seen, cost.kind), quantity(table, cost.amount, asking)
            if here.high < asked.low:
                raise Illegal(f"{seen.id} has too few {cost.kind} counters", ("118.3",))
            if here.low < asked.high:
                raise Unmodelled(seen.name, "whether there are counters enough for its cost is left open")


def _check_symbol(table: Table, seen: Seen, cost: a.Cost, player: str) -> None:
    if not isinstance(cost, a.TapSymbol | a.UntapSymbol):
        return
    if isinstance(cost, a.TapSymbol) and seen.permanent.tapped:
        raise Illegal(f"{seen.id} is tapped already", ("107.5",))
    if isinstance(cost, a.UntapSymbol) and not seen.permanent.tapped:
        raise Illegal(f"{seen.id} is untapped already", ("107.6",))
    if seen.permanent.entered_this_turn and "Creature" in seen.types:
        if not _hasty(table, seen, player):
            raise Illegal(f"{seen.id} is a creature that came under control this turn", ("302.6",))


def _hasty(table: Table, seen: Seen, player: str) -> bool:
    from .in_force import everything

    if any(isinstance(ability, a.Keyword) and ability.name == "haste" for ability in seen.abilities):
        return True
    ways = []
    for each in everything(table):
        effect = each.effect
        if isinstance(effect, a.GainAbilities):
            if any(isinstance(ability, a.Keyword) and ability.name == "haste" for ability in effect.abilities):
                ways.append(and_(each.when, fits(table, effect.on, seen, each.asking)))
        if isinstance(effect, a.Permission) and effect.kind == "activate as though with haste":
            if player in players(table, effect.players, each.asking):
                on = effect.on or t.Anything()
                ways.append(and_(each.when, fits(table, on, seen, each.asking)))
    return settled(or_(*ways), seen.id)


def _permissions(table: Table) -> Iterator[tuple[InForce, a.Permission]]:
    from .in_force import everything

    for each in everything(table):
        if isinstance(each.effect, a.Permission) and each.when is not FALSE:
            yield each, each.effect


# What the cost fixes -------------------------------------------------------------------------------------------------


def _amounts(
    table: Table, seen: Seen, ability: Activated, asking: Asking, asked_for: tuple[Activate, Whole | None]
) -> Iterator[Asking]:
    """The amount that the cost leaves open: what the event says, else each that the counters here could pay."""
    from .producing import counted_by_cost

    event, x = asked_for
    counted = counted_by_cost(ability.instructions)
    if counted is None:
        yield asking
    elif x is not None:
        if x.low < counted.at_least:
            raise Unmodelled(seen.name, "an open amount that may be less than its cost allows")
        yield replace(asking, counted=x, x=x)
    elif event.x is not None:
        if event.x < counted.at_least:
            raise Illegal(f"the amount is at least {counted.at_least}", ("107.3a",))
        yield replace(asking, counted=whole(event.x), x=whole(event.x))
    elif counted.counters:
        here = table.counters(seen, counted.counters).constant
        if here is None:
            raise Unmodelled(seen.name, "an open number of counters that its cost removes")
        for amount in range(counted.at_least, max(here, counted.at_least) + 1):
            yield replace(asking, counted=whole(amount))
    else:
        raise Unmodelled(seen.name, "an amount that its cost fixes and the event does not say (key event.X)")


def _objects(table: Table, seen: Seen, ability: Activated, event: Activate, asking: Asking) -> Iterator[Seen | None]:
    """The permanent that paid the cost. Raises Illegal where nobody has one, Unmodelled where it matters which."""
    from .producing import could_pay

    def can_pay(each: Seen, cost: a.Cost) -> bool:
        return _can_pay(table, each, cost, ability, asking)

    for cost in ability.cost:
        if isinstance(cost, a.SacrificeCost | a.TapOthers | a.UntapOthers) and not event.sacrifice:
            fit = [each for each in fitting(table, cost.filter, asking) if can_pay(each[0], cost)]
            anyone = isinstance(cost, a.UntapOthers)
            own = [when for each, when in fit if anyone or each.permanent.controller == asking.you]
            asked = quantity(table, cost.amount, asking).low
            enough = seen.there in own or settled(or_(*own), seen.id)
            if asked > 0 and (not enough or len(own) < asked):
                raise Illegal(f"there is no permanent for the cost of {seen.id}", ("118.3",))
    sacrifices = [cost for cost in ability.cost if isinstance(cost, a.SacrificeCost)]
    given = [table.seen[id] for id in event.sacrifice if id in table.seen]
    if len(given) < len(event.sacrifice):
        raise Illegal("what is phased out cannot be sacrificed", ("702.26b",))
    candidates = [
        pair for pair in could_pay(table, ability, asking) if any(can_pay(pair[0], cost) for cost in ability.cost)
    ]
    able = [each for each, _ in candidates if any(can_pay(each, cost) for cost in sacrifices)]
    for each in given:
        if each not in able:
            raise Illegal(f"{each.id} cannot be sacrificed for the cost of {seen.id}", ("118.3", "701.21a"))
    if given:
        _check_number(table, seen, ability, given, asking)
        yield from given[:1]
    elif not mentions(ability.instructions, t.CostPermanent):
        yield None
    elif len(candidates) == 1:
        yield candidates[0][0]
    else:
        raise Unmodelled(seen.name, "what is sacrificed for its cost is not said (key event.sacrifice)")


def payers(table: Table, way: Activation, cost: a.Cost) -> list[Seen]:
    """The permanents of which any could be sacrificed or tapped for that cost. Raises Unmodelled where that is open."""
    if not isinstance(cost, a.SacrificeCost | a.TapOthers):
        return []
    found = []
    for each, when in fitting(table, cost.filter, way.asking):
        able = each.permanent.controller == way.player and _can_pay(table, each, cost, way.ability, way.asking)
        if able and settled(when, each.id):
            found.append(each)
    return found


def _check_number(table: Table, seen: Seen, ability: Activated, given: list[Seen], asking: Asking) -> None:
    """Raise Illegal if the event names another number of permanents than the cost asks to sacrifice."""
    itself = any(isinstance(cost, a.SacrificeCost) and cost.filter == t.This() for cost in ability.cost)
    named = sum(not (itself and each is seen) for each in given)
    for cost in ability.cost:
        if isinstance(cost, a.SacrificeCost) and cost.filter != t.This() and named:
            if not isinstance(cost.amount, t.CountedByCost) and quantity(table, cost.amount, asking).low != named:
                raise Illegal(f"the cost of {seen.id} asks for another number of sacrifices", ("118.3", "701.21a"))


def _can_pay(table: Table, each: Seen, cost: a.Cost, ability: Activated, asking: Asking) -> bool:
    """Whether the permanent can be sacrificed, tapped or untapped for that cost (701.21a, 701.26a, 701.26b)."""
    if isinstance(cost, a.TapOthers):
        taps_itself = any(isinstance(other, a.TapSymbol) for other in ability.cost)
        return not each.permanent.tapped and not (taps_itself and each is asking.this)
    if isinstance(cost, a.UntapOthers):
        return each.permanent.tapped
    return isinstance(cost, a.SacrificeCost) and not _is_protected(table, each, asking.you or "")
