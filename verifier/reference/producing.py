"""What a permanent could produce (106.7) and what an ability does produce (106.12b)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeVar

from verifier.board import Activate, Amounts, Board, Pools, Tap
from verifier.cards.ability import (
    Ability,
    Activated,
    ManaReplacement,
    NoBearing,
    RemoveCounters,
    SacrificeCost,
    TapOthers,
    Triggered,
    UntapOthers,
)
from verifier.cards.ability import Unmodelled as NotUnderstood
from verifier.cards.terms import CountedByCost, CountersOn
from verifier.cards.vocabulary import TYPES_OF_MANA
from verifier.errors import Illegal, Unmodelled

from .abilities import could_add_mana, is_activated, is_tapping_for_mana
from .adding import NOTHING, Outcome, outcomes, plus, total
from .asking import holds, quantity, those
from .in_force import effects_in_force
from .laying import tables, the_same
from .paying import Named, Payment, check_may_activate, payments
from .replacing import Adding, asks_whose, effects_watching, outcomes_of
from .table import Table, Thing, View

T = TypeVar("T")

# Could produce (106.7) ---------------------------------------------------------------------------------------------


def could_produce(board: Board) -> dict[str, str]:
    """The types of mana that each permanent could produce, in the order W U B R G C; "" for none (106.7).

    Types that are defined only by each other are not defined, so nothing is known at first, and what every ability
    would produce from what is known is found anew until that changes nothing.
    Raises Unmodelled for what a board cannot tell, Undecided if there are too many orders of replacement effects.
    """
    found = []
    for table in tables(board):
        effects_in_force(table, ManaReplacement)  # What is not modelled is refused even where no mana is made.
        found.append(_could_produce(table))
    return the_same(found)


def _could_produce(table: Table) -> dict[str, str]:
    known = dict.fromkeys(table.there, "")
    while True:
        table = replace(table, could=_looked_up(known))
        found = {name: types_of(table, thing) for name, thing in table.there.items()}
        if found == known:
            return known
        if any(set(known[name]) - set(found[name]) for name in known):
            raise Unmodelled("106.7", "an ability that would produce less if another permanent could produce more")
        known = found


class Answers:
    """What each permanent of a table could produce, found when it is first asked for.

    A permanent that has left is answered by the table that it was last on (608.2h).
    """

    def __init__(self, table: Table, before: Callable[[str], str]) -> None:
        self.table, self.before = table, before
        self.known: dict[str, str] | None = None

    def __call__(self, id: str) -> str:
        if id not in self.table.there:
            return self.before(id)
        if self.known is None:
            self.known = _could_produce(self.table)
        return self.known[id]


def with_answers(table: Table) -> Table:
    """The same table, with what each permanent could produce now, or could when it was last there."""
    return replace(table, could=Answers(table, table.could))


def answering(board: Board, *kinds: type) -> list[Table]:
    """The board in every order that players may choose (613.7m), with what each permanent could produce if asked."""
    return [with_answers(table) for table in tables(board, *kinds)]


def _looked_up(known: dict[str, str]) -> Callable[[str], str]:
    return lambda name: known.get(name, "")


def types_of(table: Table, thing: Thing) -> str:
    """The types that some ability of the permanent would produce from what is known now (106.7)."""
    found: set[str] = set()
    for ability in thing.abilities:
        for mana in _if_it_resolved(table, thing, ability):
            found |= {letter for letter, number in zip(TYPES_OF_MANA, mana, strict=True) if number > 0}
    return "".join(letter for letter in TYPES_OF_MANA if letter in found)


def _if_it_resolved(table: Table, thing: Thing, ability: Ability) -> Iterator[Amounts]:
    """What the ability would produce if it resolved now, costs and activation restrictions ignored (106.7)."""
    if isinstance(ability, NotUnderstood) and ability.kind in ("activated", "triggered") and ability.may_bear_on_mana:
        raise Unmodelled(thing.permanent.card.name, f"an {ability.kind} ability that is not understood")
    if not isinstance(ability, Activated | Triggered) or not could_add_mana(ability.instructions):
        return
    if isinstance(ability, Activated) and ability.from_zone != "battlefield":
        return  # 113.6: it does nothing on the battlefield.
    adding = adding_by(table, thing, ability, thing.controller)
    for view in views_with_costs_ignored(table, thing, ability):
        # 603.4: the condition of a triggered ability is asked again as it resolves.
        if isinstance(ability, Triggered) and not holds(table, view, ability.condition):
            continue
        for outcome in outcomes(table, view, ability.instructions):
            for ended in ends(table, adding, outcome):
                yield total(ended)


def views_with_costs_ignored(table: Table, thing: Thing, ability: Activated | Triggered) -> Iterator[View]:
    """The ways in which a cost that is ignored may still be read: who paid it, and how much was counted by it."""
    view = replace(table.view_of(thing), costs_ignored=True, asks_whose=asks_whose(table))
    if isinstance(ability, Triggered):
        yield view
        return
    for paid_with in _could_have_paid(table, view, ability):
        for counted in _could_have_counted(table, view, ability):
            yield replace(view, paid_with=paid_with, counted=counted)


def _could_have_paid(table: Table, view: View, ability: Activated) -> Iterator[tuple[str, ...]]:
    """Any permanent that fits what the cost asks for; none if the cost asks for none or none is there."""
    able: set[str] = set()
    for cost in ability.cost:
        if isinstance(cost, SacrificeCost | TapOthers | UntapOthers):
            fitting = those(table, view, cost.filter)
            if isinstance(cost, SacrificeCost):
                # Nobody sacrifices what another player controls: that is what the word means (701.21a).
                fitting = [other for other in fitting if other.controller == view.you]
            able |= {other.id for other in fitting}
    if not able:
        yield ()
    for one in sorted(able):
        yield (one,)


def _could_have_counted(table: Table, view: View, ability: Activated) -> list[int | None]:
    """The amounts that a cost may have fixed, by the reading of the board."""
    costs = [
        cost for cost in ability.cost if isinstance(cost, RemoveCounters | SacrificeCost | TapOthers | UntapOthers)
    ]
    counted = [(cost, cost.amount) for cost in costs if isinstance(cost.amount, CountedByCost)]
    if table.board.readings.cost_counted_amount == "payable" or not counted:
        # At least one, and as many as some replacement effect may ask for.
        asked = [e.effect.when.at_least for e in effects_in_force(table, ManaReplacement)
                 if isinstance(e.effect, ManaReplacement) and hasattr(e.effect.when, "at_least")]  # fmt: skip
        return list(range(1, max([2, *asked]) + 1))
    cost, amount = counted[0]
    if isinstance(cost, RemoveCounters):
        most = quantity(table, view, CountersOn(cost.kind, cost.from_))
    else:
        most = len(those(table, view, cost.filter))
    return list(range(amount.at_least, most + 1))


def adding_by(table: Table, thing: Thing, ability: Ability, player: str) -> Adding:
    """That this ability of the permanent adds mana, and whether the permanent is tapped for it."""
    return Adding(thing, player, is_tapping_for_mana(ability, table.board.edition))


# Replacement effects of one production -----------------------------------------------------------------------------


def ends(table: Table, adding: Adding, outcome: Outcome) -> set[Outcome]:
    """What the outcome becomes under replacement effects, over every order and every choice (106.12b, 616.1).

    Raises Unmodelled where one resolution adds mana more than once and an effect watches that it does.
    """
    if any(addition.amounts is None for addition in outcome):
        return {()}  # 106.5: no mana at all, and so nothing to replace.
    real = tuple(addition for addition in outcome if addition.amounts not in (None, NOTHING))
    watching = {name: effects_watching(table, adding, name) for name in table.board.names} if real else {}
    mine = [effect for name in {addition.player for addition in real} for effect in watching[name]]
    if not mine:
        return {real}
    once_each = len({addition.player for addition in real}) == len(real)
    if len(real) > 1 and not (once_each and all(effect.of_any_mana for effect in mine)):
        raise Unmodelled(
            adding.source.permanent.card.name, "replacement effects on mana that is added in several parts"
        )
    waits = table.board.readings.idle_replacement == "waits"
    ways = [outcomes_of(watching, addition, waits) for addition in real]
    return {tuple(addition for part in parts for addition in part) for parts in product(*ways)}


# Really produced ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Production:
    """One way in which an ability has resolved: the table before its cost and then, and what was really produced."""

    before: Table
    table: Table
    thing: Thing
    ability: Activated
    player: str
    outcome: Outcome


def produced(board: Board, event: Tap | Activate) -> frozenset[Pools]:
    """Every possible result of the ability alone, replacement effects applied; () is no mana (106.12b, 614, 616).

    Raises Illegal if the event cannot be started, Unmodelled for what a board cannot tell, Undecided if there are too
    many orders of replacement effects.
    """
    return in_every_order(board, lambda table: frozenset(pools_of(board, p.outcome) for p in productions(table, event)))


def in_every_order(board: Board, ask: Callable[[Table], frozenset[T]]) -> frozenset[T]:
    """The answers over every order that players may choose (613.7m). Raises Illegal only if every one does."""
    found: frozenset[T] = frozenset()
    refusal: Illegal | None = None
    possible = False
    for table in answering(board):
        try:
            found |= ask(table)
            possible = True
        except Illegal as illegal:
            refusal = refusal or illegal
    if refusal is not None and not possible:
        raise refusal
    return found


def productions(table: Table, event: Tap | Activate) -> list[Production]:
    """Every way in which the ability may be activated and resolve. Raises as ``produced`` does."""
    effects_in_force(table, ManaReplacement)
    thing = table.there.get(event.permanent)
    if thing is None:
        raise Illegal(f"{event.permanent} is not on the battlefield", ("602.2", "702.26b"))
    player = event.by if event.by is not None else thing.controller
    if isinstance(event, Activate):
        ability = _activated(thing, event.ability)
        named = Named(event.sacrifice or None, event.x)
        return list(_every_production(table, thing, ability, player, named))
    if event.ability is not None:
        ability = _activated(thing, event.ability)
        if not is_tapping_for_mana(ability, table.board.edition):
            raise Illegal("it is no mana ability with {T} in its cost", ("106.12", "605.1a"))
        return list(_every_production(table, thing, ability, player, Named()))
    return _over_every_ability(table, thing, player)


def _over_every_ability(table: Table, thing: Thing, player: str) -> list[Production]:
    """Tapped for mana by whichever mana ability with {T} the player may activate (106.12)."""
    found: list[Production] = []
    refusal: Illegal | None = None
    possible = False
    for ability in thing.abilities:
        if isinstance(ability, NotUnderstood) and ability.kind == "activated" and ability.may_bear_on_mana:
            raise Unmodelled(thing.permanent.card.name, "an activated ability that is not understood")
        if isinstance(ability, Activated) and is_tapping_for_mana(ability, table.board.edition):
            try:
                found += _every_production(table, thing, ability, player, Named())
                possible = True
            except Illegal as illegal:
                refusal = refusal or illegal
    if not possible:
        raise refusal or Illegal(f"{thing.id} has no mana ability with {{T}} in its cost", ("106.12",))
    return found


def _activated(thing: Thing, number: int) -> Activated:
    """The n-th activated ability: printed ones, then intrinsic ones."""
    counted = [ability for ability in thing.abilities if is_activated(ability)]
    if not 1 <= number <= len(counted):
        raise Illegal(f"{thing.id} has no activated ability number {number}", ("602.2",))
    ability = counted[number - 1]
    if isinstance(ability, Activated):
        return ability
    if isinstance(ability, NoBearing):
        raise Unmodelled(thing.permanent.card.name, f"ability number {number}, which adds no mana")
    raise Unmodelled(thing.permanent.card.name, f"ability number {number} is not understood")


def _every_production(
    table: Table, thing: Thing, ability: Activated, player: str, named: Named
) -> Iterator[Production]:
    check_may_activate(table, thing, ability, player)
    for payment in payments(table, thing, ability, player, named):
        later = with_answers(payment.table)
        adding = adding_by(later, thing, ability, player)
        for outcome in activated_outcomes(payment, thing, ability, player):
            for ended in ends(later, adding, outcome):
                yield Production(table, later, thing, ability, player, ended)


def activated_outcomes(payment: Payment, thing: Thing, ability: Activated, player: str) -> set[Outcome]:
    """What the ability would add as it resolves after that payment, before other replacement effects."""
    table = with_answers(payment.table)
    view = replace(table.view_of(thing), you=player, paid_with=payment.with_permanents, counted=payment.counted)
    return outcomes(table, view, ability.instructions)


def pools_of(board: Board, outcome: Outcome) -> Pools:
    """The mana that each player gets, in turn order."""
    pools: dict[str, Amounts] = {}
    for addition in outcome:
        if addition.amounts is not None and addition.amounts != NOTHING:
            pools[addition.player] = plus(pools.get(addition.player, NOTHING), addition.amounts)
    return tuple((name, pools[name]) for name in board.names if name in pools)
