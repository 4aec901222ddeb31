"""What the words of continuous effects say about a state of the layers: filters, quantities, conditions (109.5, 613).

What no layer changes is read from the table; everything else from the state. Raises Unmodelled, with the card, for
words that neither tells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..cards import terms as t
from ..cards.ability import Keyword
from ..cards.naming import in_words
from ..cards.vocabulary import BASIC_LAND_TYPES, COLORS, COMMAND_ZONE_TYPES, card_type_of
from ..errors import Unmodelled
from ..solve.formula import FALSE, TRUE, Bool, truth
from .abilities import counts_as_mana_ability
from .layer_state import EVERY_CREATURE_TYPE, Slot, State
from .layer_terms import Terms
from .reading import compared, fits, holds, players, quantity
from .table import Asking, Seen, Table
from .whole import Whole, half, how_many, largest, minus, pick, times, total, whole

_FROM_THE_TABLE = (
    t.This, t.Host, t.TargetPermanent, t.CostPermanent, t.EventPermanent, t.Named, t.NamedAsChosen, t.NamedAsExiled,
    t.NamedAsEvent, t.OwnedBy, t.IsToken, t.IsTapped, t.HasCounters,
)  # fmt: skip
_NUMBERS_FROM_THE_TABLE = (t.XOfSpell, t.CardsIn, t.CardTypesIn, t.LifeTotal, t.CardsDrawn, t.NumberChosen, t.LevelOf)


@dataclass(frozen=True, slots=True, eq=False)
class Who:
    """Who asks: an effect, by what it refers to; ``holder`` is the permanent whose controller is "you", if one is."""

    asking: Asking
    holder: str | None = None
    affected: str | None = None


class Reader:
    """Reads a table and states of its layers."""

    def __init__(self, table: Table, terms: Terms, slots: Mapping[str, Sequence[Slot]]) -> None:
        self.table, self.terms, self.slots = table, terms, slots
        self._fixed: dict[tuple[Asking, str, t.Filter], Bool] = {}
        self.there = {seen.id: terms.merged(seen.there) for seen in table.each()}

    # Players ---------------------------------------------------------------------------------------------------------

    def player(self, state: State, who: t.PlayerRef, name: str, asker: Who) -> Bool:
        """Whether that player is meant."""
        terms = self.terms
        if who in {"you", "opponents"} and asker.holder in state.rows:
            assert asker.holder is not None
            mine = state.get(asker.holder, ("controller", name))
            return mine if who == "you" else terms.not_(mine)
        if who == "controller":
            host = asker.asking.host
            return state.get(host, ("controller", name)) if host in state.rows else FALSE
        return truth(name in players(self.table, who, asker.asking))

    # Filters ---------------------------------------------------------------------------------------------------------

    def fits(self, state: State, filter: t.Filter, id: str, asker: Who) -> Bool:
        """Whether the permanent fits the filter; whether it is there is asked apart."""
        terms = self.terms
        asking = asker.asking.this
        if not COMMAND_ZONE_TYPES.isdisjoint(self.table.seen[id].types):
            if asking is None or asking.id != id or isinstance(filter, t.Anything | t.Except):
                return FALSE  # It is no permanent.
        match filter:
            case t.Anything():
                return TRUE
            case t.AllOf(filters):
                return self._all(state, filters, id, asker)
            case t.AnyOf(filters):
                return terms.any_(self.fits(state, part, id, asker) for part in filters)
            case t.Except(inner):
                return terms.not_(self.fits(state, inner, id, asker))
            case t.Affected():
                return truth(id == asker.affected)
            case t.OfType(name):
                return state.get(id, ("type", name))
            case t.OfSubtype(name):
                return self._subtype(state, name, id)
            case t.OfSupertype(name):
                return state.get(id, ("supertype", name))
            case t.OfColor(colors):
                found = terms.any_(state.get(id, ("color", letter)) for letter in colors or COLORS)
                return found if colors else terms.not_(found)
            case t.OfChosenColor():
                color = asker.asking.chosen.color
                return FALSE if color is None else state.get(id, ("color", color))
            case t.OfChosenSubtype():
                chosen = asker.asking.chosen.type
                return FALSE if chosen is None else self._subtype(state, chosen, id)
            case t.HasColors(how, number):
                has = [state.get(id, ("color", letter)) for letter in COLORS]
                return terms.merged(compared(how_many(has), how, whole(number)))
            case t.ControlledBy(who):
                parts = [
                    terms.and_(state.get(id, ("controller", name)), self.player(state, who, name, asker))
                    for name in self.table.names
                ]
                return terms.or_(*parts)
            case t.HasPower(how, number):
                creature = state.get(id, ("type", "Creature"))
                if creature is FALSE:
                    return FALSE
                found = compared(self._power(state, id, asker), how, self.quantity(state, number, asker))
                return terms.and_(creature, terms.merged(found))
            case t.HasManaValue(how, number):
                value = whole(self.table.seen[id].mana_value)
                return terms.merged(compared(value, how, self.quantity(state, number, asker)))
            case t.HasManaAbility():
                edition = self.table.board.edition
                return self._ability(state, id, lambda slot: counts_as_mana_ability(slot.ability, edition))
            case t.HasKeyword(keyword):
                return self._ability(
                    state, id, lambda slot: isinstance(slot.ability, Keyword) and slot.ability.name == keyword
                )
        if isinstance(filter, _FROM_THE_TABLE):
            key = (asker.asking, id, filter)
            if key not in self._fixed:
                seen = self.table.seen[id]
                self._fixed[key] = terms.merged(fits(self.table, filter, seen, asker.asking))
            return self._fixed[key]
        raise Unmodelled(asker.asking.subject, f"a filter that the layers do not read: {in_words(filter)}")

    def _all(self, state: State, filters: Sequence[t.Filter], id: str, asker: Who) -> Bool:
        parts = []
        for part in filters:
            found = self.fits(state, part, id, asker)
            if found is FALSE:
                return FALSE
            parts.append(found)
        return self.terms.and_(*parts)

    def _subtype(self, state: State, name: str, id: str) -> Bool:
        found = state.get(id, ("subtype", name))
        if card_type_of(name) != "Creature":
            return found
        return self.terms.or_(found, state.get(id, EVERY_CREATURE_TYPE))

    def _ability(self, state: State, id: str, wanted: Callable[[Slot], bool]) -> Bool:
        return self.terms.any_(state.get(id, slot.key) for slot in self.slots[id] if wanted(slot))

    def fitting(self, state: State, filter: t.Filter, asker: Who) -> list[tuple[str, Bool]]:
        """The permanents that can fit, each with when it is there and does."""
        found = [(id, self.terms.and_(there, self.fits(state, filter, id, asker))) for id, there in self.there.items()]
        return [(id, when) for id, when in found if when is not FALSE]

    # Quantities ------------------------------------------------------------------------------------------------------

    def _power(self, state: State, id: str, asker: Who) -> Whole:
        power = state.number(id, "power")
        creature = state.get(id, ("type", "Creature"))
        if creature is FALSE:
            return whole(0)  # 208.3
        if power is None:
            raise Unmodelled(asker.asking.subject, f"the power of {id}, which is no printed number")
        return pick(creature, power, whole(0))

    def final_numbers(self, state: State, id: str) -> tuple[Whole | None, Whole | None]:
        """Power and toughness after all layers, None where there is no number."""
        return state.number(id, "power"), state.number(id, "toughness")

    def quantity(self, state: State, of: t.Quantity, asker: Who) -> Whole:
        """How many that is."""
        match of:
            case int():
                return whole(of)
            case t.Count(filter):
                return how_many([when for _, when in self.fitting(state, filter, asker)])
            case t.CountersOn(kind, filter):
                return self._sum(state, filter, asker, lambda seen: self.table.counters(seen, kind))
            case t.Devotion(colors):
                wanted = set(colors)
                return self._sum(
                    state,
                    t.ControlledBy("you"),
                    asker,
                    lambda seen: whole(sum(bool(set(symbol) & wanted) for symbol in seen.mana_cost)),
                )
            case t.BasicLandTypesAmong(filter):
                found = self.fitting(state, filter, asker)
                kinds = [self._some(state, found, ("subtype", kind)) for kind in BASIC_LAND_TYPES]
                return how_many(kinds)
            case t.ColorsAmong(filter):
                found = self.fitting(state, filter, asker)
                return how_many([self._some(state, found, ("color", color)) for color in COLORS])
            case t.GreatestPower(filter):
                fitting = self.fitting(state, t.AllOf((t.OfType("Creature"), filter)), asker)
                powers = [(self._power(state, id, asker), when) for id, when in fitting]
                if not powers:
                    return whole(0)
                least = whole(min(number.low for number, _ in powers))
                best = largest([pick(when, number, least) for number, when in powers])
                return pick(self.terms.any_(when for _, when in powers), best, whole(0))
            case t.PowerOf(filter):
                return total(
                    [
                        pick(when, self._power(state, id, asker), whole(0))
                        for id, when in self._one(state, filter, asker)
                    ]
                )
            case t.ManaValueOf(filter):
                return total(
                    [
                        pick(when, whole(self.table.seen[id].mana_value), whole(0))
                        for id, when in self._one(state, filter, asker)
                    ]
                )
            case t.Sum(parts):
                return total([self.quantity(state, part, asker) for part in parts])
            case t.Times(factor, inner):
                return times(whole(factor), self.quantity(state, inner, asker))
            case t.Difference(first, less):
                return minus(self.quantity(state, first, asker), self.quantity(state, less, asker))
            case t.Half(inner, rounded):
                return half(self.quantity(state, inner, asker), up=rounded == "up")
        if isinstance(of, _NUMBERS_FROM_THE_TABLE):
            return quantity(self.table, of, asker.asking)
        raise Unmodelled(asker.asking.subject, f"a quantity that the layers do not read: {in_words(of)}")

    def _sum(self, state: State, filter: t.Filter, asker: Who, number: Callable[[Seen], Whole]) -> Whole:
        found = self.fitting(state, filter, asker)
        return total([pick(when, number(self.table.seen[id]), whole(0)) for id, when in found])

    def _some(self, state: State, found: Sequence[tuple[str, Bool]], key: tuple[str, str]) -> Bool:
        return self.terms.any_(self.terms.and_(when, state.get(id, key)) for id, when in found)

    def _one(self, state: State, filter: t.Filter, asker: Who) -> list[tuple[str, Bool]]:
        if isinstance(filter, t.Affected):
            return [] if asker.affected is None else [(asker.affected, TRUE)]
        found = self.fitting(state, filter, asker)
        if len(found) > 1:
            raise Unmodelled(asker.asking.subject, "a quantity of one permanent where several fit")
        return found

    # Conditions ------------------------------------------------------------------------------------------------------

    def holds(self, state: State, condition: t.Condition | None, asker: Who) -> Bool:
        """Whether the condition holds; none always does."""
        terms = self.terms
        match condition:
            case None:
                return TRUE
            case t.Compare(first, how, second):
                found = compared(self.quantity(state, first, asker), how, self.quantity(state, second, asker))
                return terms.merged(found)
            case t.Exists(filter):
                return terms.any_(when for _, when in self.fitting(state, filter, asker))
            case t.Is(filter):
                this = asker.asking.this
                return FALSE if this is None else self.fits(state, filter, this.id, asker)
            case t.PlayedLand(who):
                return self._some_player(state, who, asker, lambda name: self.table.player(name).land_played_this_turn)
            case t.TurnOf(who):
                return self._some_player(state, who, asker, lambda name: name == self.table.board.active)
            case t.ModeChosen() | t.CardExiledWith():
                return holds(self.table, condition, asker.asking)
            case t.Every(conditions):
                return terms.and_(*(self.holds(state, part, asker) for part in conditions))
            case t.Some(conditions):
                return terms.any_(self.holds(state, part, asker) for part in conditions)
            case t.Unless(inner):
                return terms.not_(self.holds(state, inner, asker))
        raise Unmodelled(asker.asking.subject, f"a condition that the layers do not read: {in_words(condition)}")

    def _some_player(self, state: State, who: t.PlayerRef, asker: Who, is_so: Callable[[str], bool]) -> Bool:
        names = [name for name in self.table.names if is_so(name)]
        return self.terms.any_(self.player(state, who, name, asker) for name in names)
