"""Which types of mana a permanent could produce (106.7), as the least fixed point over all permanents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from ..board import Board
from ..cards.ability import (
    Activated,
    AddMana,
    Cost,
    ManaReplacement,
    SacrificeCost,
    TapOthers,
    Triggered,
    UntapOthers,
)
from ..cards.mana import CouldProduce
from ..cards.terms import CountedByCost, Filter
from ..errors import Unmodelled
from .characteristics import Thing
from .effects import InForce, in_force
from .following import check_counters_stay, check_parts_defined, subterms, ways
from .layers import things
from .mana import (
    Made,
    ManaSource,
    letters_of,
    mana_sources,
    mask_of_amounts,
    starts,
)
from .mana_abilities import is_mana_ability
from .order import end_types
from .replacement import (
    Kind,
    asks_whose,
    capped,
    is_for_all,
    is_of_any_mana,
    kind_of,
    kinds_for,
    speaks_of_kinds,
)
from .simultaneous import the_same_in_every_world
from .terms import Scope, holds, matching, players
from .trails import Kinds

HIGHEST_COUNTED = 3
"""Amounts that a cost counts are tried up to this for questions about types; no effect tells more apart."""


class Production(NamedTuple):
    """One addition of mana by an ability of a permanent, with the kinds of effects that can replace it.

    ``tapped``: the permanent is tapped for it; ``recipient``: who adds it, None where no effect asks.
    """

    thing: Thing
    source: ManaSource
    addition: AddMana
    scope: Scope
    kinds: Kinds
    counted: tuple[int | None, ...]
    tapped: bool = False
    recipient: str | None = None


class Table:
    """A board prepared for questions about mana: its permanents, effects in force and productions.

    Raises Unmodelled where something on the board is not modelled.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.waits = board.readings.idle_replacement == "waits"
        self.things = things(board)
        self.effects = replacements(in_force(board, self.things))
        self.any_mana = any(is_of_any_mana(effect) for effect in self.effects)
        self.asks_whose = asks_whose(self.effects)
        self.memo: dict[tuple[Filter, str], tuple[Thing, ...]] = {}
        self._alike = all(map(speaks_of_kinds, self.effects))
        self._kinds_known: dict[Hashable, Kinds] = {}
        self._each_known: dict[Hashable, tuple[Kind | None, ...]] = {}

    def productions(self, by: str | None = None) -> list[Production]:
        """Every addition of mana by every ability of every permanent (106.7: costs and restrictions are ignored).

        ``by``: who activates them, where that is not each permanent's controller.
        """
        found = []
        for thing in self.things:
            sources = mana_sources(thing.abilities)
            if not sources:
                continue
            you = by or thing.controller
            scope = Scope(self.board, self.things, you, thing.id, thing, thing.permanent.chosen, memo=self.memo)
            known: dict[tuple[bool, str | None], Kinds] = {}
            for source in sources:
                if isinstance(source.ability, Triggered) and source.ability.condition is not None:
                    if not holds(source.ability.condition, scope):  # 603.4
                        continue
                tapped = source.taps and is_mana_ability(source.ability, self.board.edition)
                for read in _paid_in_every_way(source, scope):
                    for addition in _additions(source, read):
                        counted = self._counted(source, thing)
                        for recipient in players(addition.player, read) if self.asks_whose else (None,):
                            if (tapped, recipient) not in known:
                                known[tapped, recipient] = self._kinds(thing, you, tapped, recipient)
                            kinds = known[tapped, recipient]
                            found.append(Production(thing, source, addition, read, kinds, counted, tapped, recipient))
        return found

    def _kinds(self, thing: Thing, you: str, tapped: bool, recipient: str | None) -> Kinds:
        """The kinds of effects that can meet mana of the permanent; that all players add it changes no type."""
        if not tapped and not self.any_mana:
            return ()
        key = self._seen(thing), you, recipient, tapped
        if key not in self._kinds_known:
            is_for_all(self.effects, thing, you, (recipient or you,), tapped)
            self._kinds_known[key] = kinds_for(self.effects, thing, you, recipient, tapped)
        return self._kinds_known[key]

    def kinds_each(self, thing: Thing, actor: str, recipient: str | None, tapped: bool) -> tuple[Kind | None, ...]:
        """For each effect what it does to such a production; None where it does not meet it."""
        key = self._seen(thing), actor, recipient, tapped
        if key not in self._each_known:
            found = tuple(kind_of(effect, thing, actor, recipient, tapped) for effect in self.effects)
            self._each_known[key] = found
        return self._each_known[key]

    def _seen(self, thing: Thing) -> Hashable:
        """All that the effects tell permanents apart by; equal for permanents that meet the same ones."""
        if not self._alike:
            return thing.id
        owner, token = thing.permanent.owner, thing.permanent.token
        return thing.name, thing.controller, owner, token, thing.types, thing.subtypes, thing.supertypes, thing.colors

    def _counted(self, source: ManaSource, thing: Thing) -> tuple[int | None, ...]:
        """The amounts that a cost may count (reading cost-counted-amount)."""
        if source.counted is None:
            return (None,)
        if self.board.readings.cost_counted_amount == "payable":
            return tuple(range(1, HIGHEST_COUNTED + 1))
        if isinstance(source.ability, Activated) and any(map(_counts_permanents, source.ability.cost)):
            raise Unmodelled(thing.id, "how many permanents its cost could count")
        most = thing.permanent.counter(source.counted.counters) if source.counted.counters else HIGHEST_COUNTED
        return tuple(range(min(most, HIGHEST_COUNTED) + 1))


def _counts_permanents(cost: Cost) -> bool:
    return isinstance(cost, SacrificeCost | TapOthers | UntapOthers) and isinstance(cost.amount, CountedByCost)


def _paid_in_every_way(source: ManaSource, scope: Scope) -> tuple[Scope, ...]:
    """The words of the ability with each permanent that may pay its cost, if the mana reads that one."""
    if source.payers is None:
        return (scope,)
    able = matching(source.payers, scope)
    if source.sacrifices:
        able = tuple(other for other in able if other.controller == scope.you)
    return tuple(replace(scope, paid=(one,)) for one in able)


def _additions(source: ManaSource, scope: Scope) -> tuple[AddMana, ...]:
    check_counters_stay(source.ability.instructions, scope)
    check_parts_defined(source.ability.instructions, scope)
    if not source.conditional:
        return source.additions
    made = ways(source.ability.instructions, scope)
    return tuple(dict.fromkeys(addition for way in made for addition in way))


def replacements(effects: tuple[InForce, ...]) -> tuple[InForce, ...]:
    """The replacement effects of mana among the effects, numbered entry by entry from 0."""
    seen: Counter[str] = Counter()
    found = []
    for effect in effects:
        if isinstance(effect.effect, ManaReplacement):
            found.append(effect._replace(number=seen[effect.source]))
            seen[effect.source] += 1
    return tuple(found)


@lru_cache(maxsize=4096)
def cap_of(kinds: Kinds) -> int:
    """The amount of one type above which no effect tells amounts apart; zero where no effect asks."""
    return max((max(kind.at_least, kind.number + 1) for kind, _ in kinds if kind.change != "times"), default=1)


def could_produce(board: Board) -> dict[str, str]:
    """For the id of each permanent that exists, the types of mana it could produce, in the order W U B R G C (106.7).

    Raises Unmodelled, or Undecided where the orders of the replacement effects are too many to be followed.
    """
    return the_same_in_every_world(board, _could_produce)


def _could_produce(board: Board) -> dict[str, str]:
    table = Table(board)
    made = fixed_point(table)
    return {thing.id: letters_of(made[thing.id]) for thing in table.things}


def fixed_point(table: Table) -> Made:
    """The least sets of types, as bits, that are closed under every ability: from nothing upwards until all is still.

    An ability adds only what follows from what is already known, so two permanents never vouch for each other.
    """
    made = {thing.id: 0 for thing in table.things}
    readers = []
    for production in table.productions():
        if reads_others(production.addition):
            readers.append(production)
        else:
            made[production.thing.id] |= types_of(table, production, made)
    moved = bool(readers)
    while moved:
        moved = False
        for production in readers:
            more = made[production.thing.id] | types_of(table, production, made)
            moved |= more != made[production.thing.id]
            made[production.thing.id] = more
    return made


def types_of(table: Table, production: Production, made: Made) -> int:
    """The types, as bits, of all productions that the ability can end in, as far as the others are known."""
    mask = 0
    cap = cap_of(production.kinds)
    for counted in production.counted:
        scope = production.scope if counted is None else replace(production.scope, counted=counted)
        for start in starts(production.addition, scope, made):
            if not production.kinds:
                mask |= mask_of_amounts(start)
                continue
            mask |= end_types(capped(start, cap), production.kinds, table.waits, cap)
    return mask


@lru_cache(maxsize=4096)
def reads_others(addition: AddMana) -> bool:
    """Whether the mana depends on what permanents could produce."""
    return any(isinstance(part, CouldProduce) for part in subterms(addition))
