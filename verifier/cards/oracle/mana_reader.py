"""Costs and mana from the tree of a phrase (costs.lark, mana.lark)."""

from __future__ import annotations

import itertools
from typing import Any

from lark import Token

from ..filters import Quantity
from ..mana import (
    Choice,
    ChosenColor,
    ColorsOf,
    ColorsOfCards,
    ColorsOfMovedCard,
    Combination,
    CommanderIdentity,
    CouldProduce,
    ExiledColors,
    ManaCostOf,
    NotedType,
    OneType,
    Repeated,
    Symbols,
    ThatType,
    Together,
    Types,
    TypesProduced,
)
from ..vocabulary import TYPES_OF_MANA, in_order
from . import language as a
from .conditions_reader import ConditionsReader
from .language import AllOf
from .terms_reader import OTHER, NotUnderstood, X, _const, _first, all_of, any_of, symbols_of

ANY_COLOR = Types("WUBRG")
THAT_COLOR = "that color"
"""The color that the instruction before this one has chosen."""


class ManaReader(ConditionsReader):
    """What the phrases of mana.lark and costs.lark mean."""

    # Mana
    def mana(self, children: list[Any]) -> Any:
        return children[0]

    is_mana = pure = _first

    def for_each(self, children: list[Any]) -> Any:
        mana, times = children
        if isinstance(mana, OneType):
            if isinstance(mana.among, ChosenColor) and isinstance(mana.amount, int):
                return OneType(mana.among, a.Times(mana.amount, times) if mana.amount != 1 else times)
            if mana.amount != 1:
                raise NotUnderstood("several mana for each")
            return Combination(mana.among, times) if not isinstance(mana.among, str) else OneType(mana.among, times)
        if isinstance(mana, Choice) and all(
            isinstance(each, Symbols) and len(each.symbols) == 1 for each in mana.options
        ):
            return Combination(Types(in_order("".join(each.symbols[0] for each in mana.options))), times)  # type: ignore[union-attr]
        if isinstance(mana, Symbols):
            return Repeated(mana, times)
        raise NotUnderstood("mana for each")

    def choice(self, children: list[Any]) -> Any:
        return Choice(tuple(children))

    def together(self, children: list[Any]) -> Any:
        if all(isinstance(child, Symbols) for child in children):
            return Symbols(tuple(symbol for child in children for symbol in child.symbols))
        return Together(tuple(children))

    def plus_for_each(self, children: list[Any]) -> Any:
        first, more, times = children
        return Together((first, Repeated(more, times)))

    def symbols(self, children: list[Any]) -> Any:
        return Symbols(symbols_of(children[0]))

    def many_symbols(self, children: list[Any]) -> Any:
        return Symbols(symbols_of(children[1]) * int(children[0]))

    def x_symbols(self, children: list[Any]) -> Any:
        return Repeated(Symbols(symbols_of(children[0])), X)

    def that_much_symbols(self, children: list[Any]) -> Any:
        return Repeated(Symbols(symbols_of(children[0])), a.ThatMany())

    def twice_that_much_symbols(self, children: list[Any]) -> Any:
        return Repeated(Symbols(symbols_of(children[0])), a.Times(2, a.ThatMany()))

    def amount_of_symbols(self, children: list[Any]) -> Any:
        return Repeated(Symbols(symbols_of(children[0])), children[1])

    def how_much(self, children: list[Any]) -> Any:
        return children[0]

    def typed(self, children: list[Any]) -> Any:
        return OneType(children[1], children[0])

    def combination(self, children: list[Any]) -> Any:
        return Combination(children[1], children[0])

    def two_colors(self, children: list[Any]) -> Any:
        one, other = children
        if not isinstance(one, int) or one != other:
            raise NotUnderstood("amounts of two colors")
        return Choice(tuple(Symbols(pair * one) for pair in itertools.combinations("WUBRG", 2)))

    def combination_equal(self, children: list[Any]) -> Any:
        return Combination(children[0], children[1])

    def different_colors(self, children: list[Any]) -> Any:
        if not isinstance(children[0], int):
            raise NotUnderstood("an unknown number of different colors")
        return Choice(tuple(Symbols(pair) for pair in itertools.combinations("WUBRG", children[0])))

    def amount_of_that_color(self, children: list[Any]) -> Any:
        return OneType(THAT_COLOR, children[0])  # type: ignore[arg-type]

    def amount_of_types(self, children: list[Any]) -> Any:
        return OneType(children[0], children[1])

    def mana_cost_of(self, children: list[Any]) -> Any:
        return ManaCostOf(children[0])

    def mana_of_chosen(self, children: list[Any]) -> Any:  # noqa: ARG002
        raise NotUnderstood("several chosen colors")

    def types(self, children: list[Any]) -> Any:
        return children[0]

    any_color = all_colors = _const(ANY_COLOR)
    any_type = _const(Types(TYPES_OF_MANA))
    chosen_color = _const(ChosenColor())
    that_color = _const(THAT_COLOR)
    that_type = _const(ThatType())
    commander_identity = _const(CommanderIdentity())
    types_produced = _const(TypesProduced())
    exiled_colors = _const(ExiledColors())
    noted_type = _const(NotedType())
    moved_colors = _const(ColorsOfMovedCard())

    def could_produce(self, children: list[Any]) -> Any:
        return CouldProduce(children[-1])

    could_produce_it = could_produce
    could_produce_cost = _const(CouldProduce(a.CostPermanent()))

    def could_produce_color(self, children: list[Any]) -> Any:
        return CouldProduce(children[-1], colors_only=True)

    def colors_of(self, children: list[Any]) -> Any:
        return ColorsOf(children[0])

    def colors_of_it(self, children: list[Any]) -> Any:
        return ColorsOf(children[0] if children else a.This())

    def colors_of_cards(self, children: list[Any]) -> Any:
        kinds, (zone, player) = children
        extra = set(kinds) - {"types", "supertypes"}
        if extra:
            raise NotUnderstood("cards of some kind")
        return ColorsOfCards(zone, player, **kinds)

    def cards_of(self, children: list[Any]) -> Any:
        supertypes = tuple(str(token) for token in children if token.type == "W_SUPERTYPE")
        others: tuple[str, ...] = tuple(str(token) for token in children if token.type == "W_NONTYPE")
        rest = [token for token in children if token.type not in {"W_SUPERTYPE", "W_NONTYPE"}]
        found: dict[str, Any] = super().cards_of(rest)
        if supertypes:
            found["supertypes"] = supertypes
        if others:
            found["non_types"] = others
        return found

    def cards_in(self, children: list[Any]) -> Any:
        if len(children) > 1 and set(children[0]) & {"supertypes", "non_types"}:
            raise NotUnderstood("cards of a supertype")
        return super().cards_in(children)

    def listed_colors(self, children: list[Any]) -> Any:
        return Types(in_order("".join(symbols_of(child)[0] for child in children)))

    # Costs
    def cost(self, children: list[Any]) -> Any:
        return children[0]

    costs = cost

    def all_costs(self, children: list[Any]) -> Any:
        return tuple(children)

    tap_symbol = _const(a.TapSymbol())
    untap_symbol = _const(a.UntapSymbol())

    def pay_mana(self, children: list[Any]) -> Any:
        return a.PayMana(symbols_of(children[0]))

    def pay_life(self, children: list[Any]) -> Any:
        return a.PayLife(children[0])

    pay_half = _const(a.PayLife(a.Half(a.LifeTotal(), "up")))
    pay_energy = _const(a.OtherCost("energy"))
    pay_tickets = _const(a.OtherCost("tickets"))
    pay_untold = untold_cost = waterbend_cost = _const(a.OtherCost("other"))

    def other_cost(self, children: list[Any]) -> Any:  # noqa: ARG002
        return a.OtherCost("other")

    exert_cost = _const(a.OtherCost("exert"))
    evidence_cost = _const(a.OtherCost("collect evidence"))
    blight_cost = _const(a.OtherCost("blight"))
    reveal_cost = _const(a.OtherCost("reveal"))
    revealed = _const(None)

    def sacrifice(self, children: list[Any]) -> Any:
        filter_, amount = children[0]
        return a.SacrificeCost(filter_, amount)

    def sacrificed(self, children: list[Any]) -> Any:
        return children[0]

    def one_sacrificed(self, children: list[Any]) -> Any:
        return (children[0], 1)

    this_sacrificed = _const((a.This(), 1))

    def many_sacrificed(self, children: list[Any]) -> Any:
        return (all_of(children[1:]), int(children[0]))

    def x_sacrificed(self, children: list[Any]) -> Any:
        return (children[0], a.CountedByCost())

    any_sacrificed = x_sacrificed

    def remove_counters(self, children: list[Any]) -> Any:
        (kind, amount), from_ = children
        return a.RemoveCounters(kind, amount, from_)

    def removed_some(self, children: list[Any]) -> Any:
        amount = a.CountedByCost(str(children[1])) if children[0] == X else children[0]
        return (str(children[1]), amount)

    def removed_any(self, children: list[Any]) -> Any:
        if not children or not isinstance(children[-1], Token):
            return a.CountedByCost()
        return (str(children[-1]), a.CountedByCost(str(children[-1])))

    def removed_some_kind(self, children: list[Any]) -> Any:
        return ("", a.CountedByCost() if children[0] == X else children[0])

    removed_any_kind = _const(("", a.CountedByCost()))

    def add_counters(self, children: list[Any]) -> Any:
        amount, kind, on = children
        if on != a.This():
            return a.OtherCost("other")
        return a.AddCounters(str(kind), amount)

    def _tapped(self, amount: Quantity, parts: list[Any]) -> Any:
        return (all_of(parts), amount)

    def some_tapped(self, children: list[Any]) -> Any:
        amount = children[0] if not isinstance(children[0], a.Term) or children[0] == X else 1
        return self._tapped(
            a.CountedByCost() if amount == X else amount, [part for part in children[1:] if part is not None]
        )

    def another_tapped(self, children: list[Any]) -> Any:
        return self._tapped(1, [*children, OTHER])

    def any_tapped(self, children: list[Any]) -> Any:
        return self._tapped(a.CountedByCost(), children)

    def one_tapped(self, children: list[Any]) -> Any:
        return self._tapped(1, children)

    host_tapped = _const((a.Host(), 1))
    this_tapped = _const((a.This(), 1))

    def tapped_others(self, children: list[Any]) -> Any:
        return children[0]

    def tap_others(self, children: list[Any]) -> Any:
        return a.TapOthers(*children[0])

    def untap_others(self, children: list[Any]) -> Any:
        return a.UntapOthers(*children[0])

    def discard_cost(self, children: list[Any]) -> Any:
        return children[0]

    discarded = discard_cost

    def some_discarded(self, children: list[Any]) -> Any:
        kinds = [child for child in children if isinstance(child, dict)]
        types = tuple(dict.fromkeys(kind for each in kinds for kind in each.get("types", ())))
        if all(set(each) == {"types"} for each in kinds):
            return a.DiscardCost(1, types)
        return a.DiscardCost(1, only_some=any(kinds))

    def number_discarded(self, children: list[Any]) -> Any:
        number, kinds = (a.CountedByCost(), children[0]) if len(children) == 1 else (int(children[0]), children[1])
        return a.DiscardCost(number, kinds.get("types", ()), only_some=bool(set(kinds) - {"types"}))

    def random_discarded(self, children: list[Any]) -> Any:
        return a.DiscardCost(int(children[0]) if children else 1, random=True)

    hand_discarded = _const(a.DiscardCost(a.CardsIn("hand")))
    this_discarded = _const("discard this")

    def exile_cost(self, children: list[Any]) -> Any:
        from_, amount, filter_ = children[0]
        return a.MoveCard(from_, "exile", amount, filter_)

    def return_cost(self, children: list[Any]) -> Any:
        if children[0][0] != "battlefield":
            raise NotUnderstood("a card returned as a cost")
        return a.MoveCard("battlefield", "hand", *children[0][1:])

    def put_back_cost(self, children: list[Any]) -> Any:
        from_, amount, filter_ = children[0]
        return a.MoveCard(from_, "library", amount, filter_)

    def mill_cost(self, children: list[Any]) -> Any:
        return a.MoveCard("library", "graveyard", children[0])

    def moved(self, children: list[Any]) -> Any:
        return children[0]

    put_back = moved
    this_from_battlefield = _const(("battlefield", 1, a.This()))
    this_from_hand = _const(("hand", 1, a.This()))
    this_from_graveyard = _const(("graveyard", 1, a.This()))
    graveyard_moved = _const(("graveyard", a.CountedByCost(), None))
    hand_moved = _const(("hand", a.CardsIn("hand"), None))
    this_to_library = _const(("battlefield", 1, a.This()))

    @staticmethod
    def _amount(children: list[Any]) -> Quantity:
        numbers = [child for child in children if isinstance(child, int) or child == X]
        return a.CountedByCost() if X in numbers else numbers[0] if numbers else 1

    def some_from_battlefield(self, children: list[Any]) -> Any:
        parts = [child for child in children if isinstance(child, a.Term) and child != X]
        return ("battlefield", self._amount(children), all_of(parts))

    def cards_from_graveyard(self, children: list[Any]) -> Any:
        return ("graveyard", self._amount(children), None)

    graveyard_to_library = cards_from_graveyard

    def cards_from_hand(self, children: list[Any]) -> Any:
        return ("hand", self._amount(children), None)

    hand_to_library = cards_from_hand

    def cards_from_library(self, children: list[Any]) -> Any:
        return ("library", self._amount(children), None)

    def loyalty(self, children: list[Any]) -> Any:
        text = str(children[0])
        if "X" in text:
            return a.LoyaltyCost(-1 if text.startswith("-") else 1, x=True)
        return a.LoyaltyCost(int(text))


__all__ = ["AllOf", "ManaReader", "any_of"]
