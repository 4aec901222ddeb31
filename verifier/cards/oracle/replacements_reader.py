"""Replacement effects on mana, draws, discards, graveyards and counters (614) from the tree of a phrase."""

from __future__ import annotations

from typing import Any

from lark import Token

from ..mana import ByLandType, ChosenColor, Types
from . import language as a
from .entering_reader import EnteringReader
from .kinds import types_of
from .language import (
    AddForAll,
    DiscardReplacement,
    DrawReplacement,
    GraveyardReplacement,
    ManaReplacement,
    MoreCounters,
    Multiply,
    OfSubtype,
    ReplaceTypes,
    ReplaceTypesAndAmount,
    TappedForMana,
    WouldAddMana,
)
from .pieces import has
from .terms_reader import NotUnderstood, _const, symbols_of

FIRST_OF_STEP = "first of the draw step"


class ReplacementsReader(EnteringReader):
    """What the replacement effects of statics.lark mean."""

    def replacement(self, children: list[Any]) -> Any:
        return children[0]

    def at_least_two(self, children: list[Any]) -> Any:
        return int(children[0])

    def permanent_tapped(self, children: list[Any]) -> Any:
        return (children[0], "everyone")

    target_tapped = _const((a.TargetPermanent(), "everyone"))
    this_is_tapped = _const((a.This(), "everyone"))

    def player_taps(self, children: list[Any]) -> Any:
        return (children[-1], "you" if self._by_you(children) else "everyone")

    @staticmethod
    def _by_you(children: list[Any]) -> bool:
        return bool(children[0] == "you")

    def tapper_you(self, children: list[Any]) -> Any:  # noqa: ARG002
        return "you"

    def tapper_any(self, children: list[Any]) -> Any:  # noqa: ARG002
        return "everyone"

    def mana_replaced(self, children: list[Any]) -> Any:
        permanent, by = children[0]
        at_least = children[1] if isinstance(children[1], int) else 1
        return (ManaReplacement(TappedForMana(permanent, by, at_least), children[-1]),)

    def mana_multiplied(self, children: list[Any]) -> Any:
        return (ManaReplacement(TappedForMana(a.Anything(), "you"), Multiply(_number(children))),)

    def mana_multiplied_for(self, children: list[Any]) -> Any:
        permanent, by = children[0]
        return (ManaReplacement(TappedForMana(permanent, by), Multiply(_number(children[1:]))),)

    two = _const(2)

    def times(self, children: list[Any]) -> Any:
        return int(children[0])

    def tapped_produce_chosen(self, children: list[Any]) -> Any:
        return (ManaReplacement(TappedForMana(children[0]), ReplaceTypes(ChosenColor(), "WUBRG")),)

    def by_type(self, children: list[Any]) -> Any:
        return (str(children[0]), "".join(symbols_of(children[1])))

    def mana_by_type(self, children: list[Any]) -> Any:
        on = a.AnyOf(tuple(OfSubtype(kind) for kind, _ in children))
        return (ManaReplacement(TappedForMana(on), ReplaceTypes(ByLandType(tuple(children)))),)

    all_add = _const((ManaReplacement(WouldAddMana(), AddForAll()),))

    def colored_becomes(self, children: list[Any]) -> Any:
        by = ReplaceTypes(Types(str(children[0])), "WUBRG")
        return (ManaReplacement(WouldAddMana(controller="you", types="WUBRG"), by),)

    def instead_symbols(self, children: list[Any]) -> Any:
        return ReplaceTypes(Types("".join(symbols_of(children[0]))))

    instead_colorless = _const(ReplaceTypes(Types("C")))
    instead_any_color = _const(ReplaceTypes(Types("WUBRG")))
    instead_one_any_color = _const(ReplaceTypesAndAmount(Types("WUBRG")))

    def instead_all(self, children: list[Any]) -> Any:
        symbols = symbols_of(children[0])
        if len(symbols) != 1:
            raise NotUnderstood("several mana in place of others")
        return ReplaceTypesAndAmount(Types(symbols[0]))

    def instead_of_color(self, children: list[Any]) -> Any:
        return ReplaceTypes(Types("C"), str(children[0]))

    # Draws and discards
    draw_spares = _const(FIRST_OF_STEP)

    def draw_when(self, children: list[Any]) -> Any:
        return children[0]

    def draw_replaced(self, children: list[Any]) -> Any:
        player, *rest, (kind, draws) = children
        spares = FIRST_OF_STEP if FIRST_OF_STEP in rest else ""
        when = next((each for each in rest if each != FIRST_OF_STEP), None)
        if kind in {"skip", "must skip"}:
            may = kind == "skip"
            return (DrawReplacement(player, optional=may, spares=spares, condition=when),)  # type: ignore[arg-type]
        drawer = "you" if kind == "you" and player != "you" else "that player"
        return (DrawReplacement(player, draws, drawer, spares=spares, condition=when),)  # type: ignore[arg-type]

    def draws_instead(self, children: list[Any]) -> Any:
        return ("that player", children[0])

    def player_draws_instead(self, children: list[Any]) -> Any:
        player, amount = children
        return ("you" if player == "you" else "that player", amount)

    you_draw_instead = _const(("you", 1))
    may_skip = _const(("skip", 0))
    must_skip = _const(("must skip", 0))

    def draw_plus(self, children: list[Any]) -> Any:
        plus = next(child for child in children if isinstance(child, int))
        return (DrawReplacement(children[0], a.Sum((a.ThatMany(), plus)), by_instruction=True),)

    discard_to_library = _const((DiscardReplacement("you", "effect", "library", optional=True),))
    opponent_discard_to_library = _const((DiscardReplacement("you", "opponent's effect", "library", optional=True),))
    discard_to_battlefield = _const((DiscardReplacement("you", "opponent's effect", "battlefield", this_card=True),))

    # Graveyards and counters
    any_card = _const({})
    this_card = _const("this")

    def some_card(self, children: list[Any]) -> Any:
        return children[0]

    def exiled_instead(self, children: list[Any]) -> Any:
        card, owner = children[0], children[1]
        if card == "this":
            return (GraveyardReplacement("everyone", "exile", this_card=True),)
        if set(card) - {"types"}:
            raise NotUnderstood("some kind of card")
        return (GraveyardReplacement(owner, "exile", card.get("types", ())),)

    def dying_or_buried(self, children: list[Any]) -> Any:
        dying, card, owner = children
        types = card.get("types", ()) if isinstance(card, dict) else ()
        same = types_of(dying) == list(types) and has(dying, a.OwnedBy(owner))
        if set(card) - {"types"} or len(types) != 1 or not same:
            raise NotUnderstood("some permanents and some cards")
        return (GraveyardReplacement(owner, "exile", types),)

    shuffled_instead = _const((GraveyardReplacement("everyone", "library", this_card=True),))

    def counter_word(self, children: list[Any]) -> Any:
        return str(children[0]) if children else ""

    def triggers_again(self, children: list[Any]) -> Any:
        return (a.TriggersAgain(children[0]),)

    def entering_triggers_again(self, children: list[Any]) -> Any:
        entering, of = (each for each in children if each is not None)
        return (a.TriggersAgain(of, "enters", entering),)

    def drawing_triggers_again(self, children: list[Any]) -> Any:
        return (a.TriggersAgain(children[0], "draws"),)

    def entering_triggers_nothing(self, children: list[Any]) -> Any:
        entering, *of = children
        return (a.TriggersAgain(of[0] if of else None, "enters", entering, never=True),)

    def counters_doubled(self, children: list[Any]) -> Any:
        return (MoreCounters(children[1], children[0], 2),)

    def counters_twice(self, children: list[Any]) -> Any:
        return (MoreCounters(children[1], str(children[0]), 2),)

    def counters_of_any_kind_more(self, children: list[Any]) -> Any:
        plus = next(child for child in children if isinstance(child, int))
        return (MoreCounters(children[0], plus=plus),)

    def counters_of_any_kind_twice(self, children: list[Any]) -> Any:
        return (MoreCounters(children[0], times=2),)

    def counters_more(self, children: list[Any]) -> Any:
        plus = next(child for child in children if isinstance(child, int))
        return (MoreCounters(children[1], str(children[0]), plus=plus),)


def _number(children: list[Any]) -> int:
    return next(int(child) for child in children if isinstance(child, int | Token))
