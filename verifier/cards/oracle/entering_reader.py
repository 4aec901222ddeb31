"""How permanents enter, and as copies of what (614.1c, 614.12, 707) from the tree of a phrase (statics.lark)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from lark import Token

from . import language as a
from .kinds import Kinds, times
from .pieces import has
from .statics_reader import COLORS_STAY, StaticsReader
from .terms_reader import NotUnderstood, _const


class EnteringReader(StaticsReader):
    """What the phrases of statics.lark about entering mean."""

    def entering(self, children: list[Any]) -> Any:
        return children[0]

    battlefield = _const(None)
    tapped_entry = _const((a.EntersTapped(),))
    other_entry = _const(())

    def this_enters(self, children: list[Any]) -> Any:
        return children[-1]

    def tapped_with(self, children: list[Any]) -> Any:
        return (a.EntersTapped(), *children[0])

    def with_entry(self, children: list[Any]) -> Any:
        return children[0]

    def entry_counters(self, children: list[Any]) -> Any:
        return (a.EntersWith(str(children[1]), children[0]),)

    def entry_two(self, children: list[Any]) -> Any:
        return (a.EntersWith(str(children[1]), children[0]), a.EntersWith(str(children[3]), children[2]))

    def entry_equal(self, children: list[Any]) -> Any:
        return (a.EntersWith(str(children[0]), children[-1]),)

    def entry_for_each(self, children: list[Any]) -> Any:
        return (a.EntersWith(str(children[1]), times(children[0], children[-1])),)

    def entry_for_each_of(self, children: list[Any]) -> Any:
        number, kind = next((n, k) for n, k in pairwise(children) if isinstance(k, Token))
        return (a.EntersWith(str(kind), times(number, a.Sum(tuple(children[-2:])))),)

    def entry_twice(self, children: list[Any]) -> Any:
        counters = [(children[at - 1], each) for at, each in enumerate(children) if isinstance(each, Token)]
        counted = [child for child in children if isinstance(child, a.Count | a.CardsIn)]
        return tuple(
            a.EntersWith(str(kind), times(number, each)) for (number, kind), each in zip(counters, counted, strict=True)
        )

    def others_for_each(self, children: list[Any]) -> Any:
        number, kind = next((n, k) for n, k in pairwise(children) if isinstance(k, Token))
        return (a.EntersWith(str(kind), times(number, _of_the_source(children[-1])), _first_term(children)),)

    def others_equal(self, children: list[Any]) -> Any:
        kind = next(child for child in children if isinstance(child, Token))
        return (a.EntersWith(str(kind), _of_the_source(children[-1]), _first_term(children)),)

    def others_tapped(self, children: list[Any]) -> Any:
        return (a.EntersTapped(_first_term(children)),)

    def others_untapped(self, children: list[Any]) -> Any:
        return (a.EntersTapped(_first_term(children), untapped=True),)

    def others_with(self, children: list[Any]) -> Any:
        number, kind = children[-3:-1] if not isinstance(children[-1], Token) else children[-2:]
        return (a.EntersWith(str(kind), number, _first_term(children)),)

    def choosing(self, children: list[Any]) -> Any:
        return children[-1]

    def chooses(self, children: list[Any]) -> Any:
        return children[-1]

    def choose_what(self, children: list[Any]) -> Any:
        return children[0]

    def may_pay(self, children: list[Any]) -> Any:
        return (a.EntersTapped(unless=a.ModeChosen(children[0])),)

    paid = _const("paid")
    revealed_mode = _const("revealed")
    a_color = _const((a.EntersChoosing("color"),))
    an_opponent = _const((a.EntersChoosing("opponent"),))
    a_player = _const((a.EntersChoosing("player"),))
    a_creature_type = _const((a.EntersChoosing("creature type"),))
    a_basic_land_type = _const((a.EntersChoosing("basic land type"),))
    a_card_name = _const((a.EntersChoosing("card name"),))
    any_card_name = a_card_name
    a_number = _const((a.EntersChoosing("number"),))
    a_mode = _const((a.EntersChoosing("mode", words=("odd", "even")),))

    def mode_word(self, children: list[Any]) -> Any:
        return str(children[0])

    def named_modes(self, children: list[Any]) -> Any:
        return (a.EntersChoosing("mode", words=tuple(children)),)

    def another_color(self, children: list[Any]) -> Any:
        return (a.EntersChoosing("color", str(children[0])),)

    def copied(self, children: list[Any]) -> Any:
        return children[0]

    def copied_card(self, children: list[Any]) -> Any:
        kinds, (zone, player) = children
        if set(kinds) - {"types"}:
            raise NotUnderstood("a copy of some kind of card")
        return a.CardOf(zone, kinds.get("types", ()), player)

    @staticmethod
    def _copy(children: list[Any], *, tapped: bool) -> Any:
        of, *exceptions = children
        fields: dict[str, Any] = {}
        extra = None
        for exception in exceptions:
            for key, value in exception:
                if key == "counters":
                    extra = value
                else:
                    fields[key] = fields[key] + value if key in fields and isinstance(value, tuple) else value
        but = a.CopyException(**fields) if fields else None
        return (a.EntersAsCopy(of, extra_counters=extra, tapped=tapped, but=but),)

    def enters_as_copy(self, children: list[Any]) -> Any:
        return self._copy(children, tapped=False)

    def enters_tapped_as_copy(self, children: list[Any]) -> Any:
        return self._copy(children, tapped=True)

    def others_as_copy(self, children: list[Any]) -> Any:
        return (a.EntersAsCopy(a.This(), optional=False, on=children[0]),)

    def exception(self, children: list[Any]) -> Any:
        return children[0]

    def exceptions(self, children: list[Any]) -> Any:
        return [pair for child in children for pair in child]

    def exception_item(self, children: list[Any]) -> Any:
        return children[0]

    def but_counters(self, children: list[Any]) -> Any:
        number, kind = next((n, k) for n, k in pairwise(children) if isinstance(k, Token))
        return [("counters", a.EntersWith(str(kind), number))]

    def but_kinds(self, children: list[Any]) -> Any:
        kinds = next(child for child in children if isinstance(child, Kinds))
        if kinds.colors is not None and COLORS_STAY not in children:
            raise NotUnderstood("colors in place of others")
        pairs: list[tuple[str, Any]] = []
        for key in ("types", "subtypes", "supertypes"):
            if getattr(kinds, key):
                pairs += [(key, tuple(getattr(kinds, key)))]
        if kinds.colors:
            pairs.append(("colors", kinds.colors))
        if kinds.numbers and all(isinstance(number, int) for number in kinds.numbers):
            pairs += [("power", kinds.numbers[0]), ("toughness", kinds.numbers[1])]
        if kinds.abilities:
            pairs.append(("abilities", kinds.abilities))
        return pairs

    def but_abilities(self, children: list[Any]) -> Any:
        return [("abilities", children[-1])]

    def never(self, children: list[Any]) -> Any:  # noqa: ARG002
        raise NotUnderstood("never")

    but_not_legendary = _const([("not_legendary", True)])


def _first_term(children: list[Any]) -> Any:
    return next(child for child in children if isinstance(child, a.Term))


def _of_the_source(amount: Any) -> Any:
    """An amount that tells nothing of the permanent that enters, of which the language could not speak."""
    if has(amount, a.ManaSpent, a.Affected, a.EventPermanent, a.UntoldAmount("other")):
        raise NotUnderstood("an amount of each permanent")
    return amount
