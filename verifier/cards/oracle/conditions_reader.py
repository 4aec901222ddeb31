"""Conditions from the tree of a phrase (terms.lark)."""

from __future__ import annotations

from typing import Any

from lark import Token

from ..conditions import Condition
from ..vocabulary import in_order
from . import language as a
from .amounts_reader import AmountsReader
from .language import AnyOf, Compare, ControlledBy, Count, Except, Exists, Is, OfSubtype, This
from .terms_reader import NotUnderstood, X, _const, all_of


class ConditionsReader(AmountsReader):
    """What the conditions of terms.lark mean."""

    def condition(self, children: list[Any]) -> Any:
        return children[0]

    @staticmethod
    def _by(player: str, test: Any) -> Condition:
        kind, parts, number = test
        mine = ControlledBy(player)  # type: ignore[arg-type]
        if kind == "either":
            return Exists(all_of([AnyOf(tuple(parts)) if len(set(parts)) > 1 else parts[0], mine]))
        if kind == "both":
            return a.Every(tuple(Exists(all_of([part, mine])) for part in parts))
        if kind == "some":
            return Exists(all_of([parts[0], mine]))
        return Compare(Count(all_of([parts[0], mine])), kind, number)

    def you_control(self, children: list[Any]) -> Any:
        return self._by("you", children[0])

    def opponent_controls(self, children: list[Any]) -> Any:
        if children[0][0] not in {"some", "either"}:
            raise NotUnderstood("one opponent's permanents")
        return self._by("opponents", children[0])

    def that_player_controls(self, children: list[Any]) -> Any:
        return self._by("that player", children[0])

    def you_control_none(self, children: list[Any]) -> Any:
        return a.Unless(Exists(all_of([*children, ControlledBy("you")])))

    def there_are(self, children: list[Any]) -> Any:
        return Compare(Count(children[1]), "at least", children[0])

    def counted_from(self, children: list[Any]) -> Any:
        return children[0]

    @staticmethod
    def _is(subject: Any, filter_: Any) -> Any:
        return Is(filter_) if subject == This() else Exists(all_of([subject, filter_]))

    @staticmethod
    def _subject(children: list[Any], rest: int) -> Any:
        return children[0] if len(children) > rest else This()

    def this_counters(self, children: list[Any]) -> Any:
        return self._is(self._subject(children, 1 + (len(children) > 2)), self._counters(children))

    @staticmethod
    def _counters(children: list[Any]) -> Any:
        return next(child for child in children if isinstance(child, a.HasCounters))

    def this_no_counters(self, children: list[Any]) -> Any:
        kind = next(child for child in children if isinstance(child, Token))
        subject = children[0] if not isinstance(children[0], Token) else This()
        return a.Unless(self._is(subject, a.HasCounters(str(kind))))

    def this_no_counter(self, children: list[Any]) -> Any:
        kind = next(child for child in children if isinstance(child, Token))
        subject = next((child for child in children if not isinstance(child, Token)), This())
        return a.Unless(self._is(subject, a.HasCounters(str(kind))))

    def counters_here(self, children: list[Any]) -> Any:
        number, kind = children[0], children[1]
        subject = children[2] if len(children) > 2 else This()
        return self._is(subject, a.HasCounters(str(kind), int(number)))

    def fewer_counters_here(self, children: list[Any]) -> Any:
        subject = children[2] if len(children) > 2 else This()
        return Compare(a.CountersOn(str(children[1]), subject), "at most", children[0])

    def this_is(self, children: list[Any]) -> Any:
        subject, what = children[0] if len(children) > 1 else This(), children[-1]
        if isinstance(what, Except):
            return a.Unless(self._is(subject, what.filter))
        return self._is(subject, what)

    def this_is_not(self, children: list[Any]) -> Any:
        return a.Unless(self.this_is(children))

    def you_control_it(self, children: list[Any]) -> Any:
        return self._is(self._subject(children, 0), ControlledBy("you"))

    def you_do_not_control_it(self, children: list[Any]) -> Any:
        return a.Unless(self.you_control_it(children))

    def this_fewer_counters(self, children: list[Any]) -> Any:
        terms: list[Any] = [child for child in children if isinstance(child, a.Term)]
        kind = next(child for child in children if isinstance(child, Token))
        number = next(child for child in children if isinstance(child, int))
        return Compare(a.CountersOn(str(kind), *terms[:1]), "at most", number - 1)

    def amount_at_least(self, children: list[Any]) -> Any:
        return Compare(children[0], "at least", children[1])

    def amount_at_most(self, children: list[Any]) -> Any:
        return Compare(children[0], "at most", children[1])

    def amount_exactly(self, children: list[Any]) -> Any:
        return Compare(children[0], "exactly", children[1])

    def colors_at_least(self, children: list[Any]) -> Any:
        return Compare(a.ColorsAmong(children[1]), "at least", children[0])

    def anyone_controls(self, children: list[Any]) -> Any:
        return Exists(children[0])

    def no_one_controls(self, children: list[Any]) -> Any:
        return a.Unless(Exists(children[0]))

    def all_of_color(self, children: list[Any]) -> Any:
        return a.Unless(Exists(all_of([children[0], Except(a.OfColor(str(children[1])))])))

    their_hand_empty = _const(Compare(a.CardsIn("hand", "that player"), "exactly", 0))
    own_commander = _const(("some", [a.AllOf((a.IsCommander(), a.OwnedBy("you")))], 0))

    def host_is(self, children: list[Any]) -> Any:
        return Exists(all_of([a.Host(), children[-1]]))

    def state_kind(self, children: list[Any]) -> Any:
        return all_of(children)

    def state_untold(self, children: list[Any]) -> Any:  # noqa: ARG002
        raise NotUnderstood("a state")

    def state(self, children: list[Any]) -> Any:
        return children[0]

    def from_number(self, children: list[Any]) -> Any:
        return ("at least", children[0])

    def to_number(self, children: list[Any]) -> Any:
        return ("at most", children[0])

    def just_number(self, children: list[Any]) -> Any:
        return ("exactly", children[0])

    def below_number(self, children: list[Any]) -> Any:
        return ("at most", _less(children[0], 1))

    def above_number(self, children: list[Any]) -> Any:
        return ("at least", _less(children[0], -1))

    def hand_test(self, children: list[Any]) -> Any:
        return Compare(a.CardsIn("hand"), *children[0])

    def their_hand_test(self, children: list[Any]) -> Any:
        return Compare(a.CardsIn("hand", "that player"), *children[0])

    hand_empty = _const(Compare(a.CardsIn("hand"), "exactly", 0))
    library_empty = _const(Compare(a.CardsIn("library"), "exactly", 0))

    def zone_test(self, children: list[Any]) -> Any:
        zone, player = children[2]
        return Compare(a.CardsIn(zone, player, **children[1]), *children[0])

    def zone_any(self, children: list[Any]) -> Any:
        zone, player = children[1]
        return Compare(a.CardsIn(zone, player, **children[0]), "at least", 1)

    def zone_none(self, children: list[Any]) -> Any:
        zone, player = children[1]
        return Compare(a.CardsIn(zone, player, **children[0]), "exactly", 0)

    def delirium(self, children: list[Any]) -> Any:
        return Compare(a.CardTypesIn("graveyard"), *children[0])

    played_land = _const(a.PlayedLand())
    initiative = _const(a.Designation("initiative"))
    monarch = _const(a.Designation("monarch"))
    blessing = _const(a.Designation("city's blessing"))
    dungeon = _const(a.Designation("completed dungeon"))
    max_speed = _const(a.Designation("max speed"))
    day = _const(a.Designation("day"))
    night = _const(a.Designation("night"))
    your_turn = _const(a.TurnOf("you"))
    not_your_turn = _const(a.Unless(a.TurnOf("you")))
    not_their_turn = _const(a.Unless(a.TurnOf("that player")))
    your_upkeep = _const(a.StepOf("upkeep"))
    your_draw_step = in_draw_step = _const(a.StepOf("draw"))
    exiled_with = _const(a.CardExiledWith())

    def top_card(self, children: list[Any]) -> Any:
        return a.TopCardIs(str(children[-1]))

    def devotion_below(self, children: list[Any]) -> Any:
        colors = in_order("".join(str(child) for child in children[:-1]))
        return Compare(a.Devotion(colors), "at most", children[-1] - 1)

    def drew(self, children: list[Any]) -> Any:
        return Compare(a.CardsDrawn(), "at least", children[0])

    def life_at_least(self, children: list[Any]) -> Any:
        return Compare(a.LifeTotal(), "at least", children[0])

    def life_at_most(self, children: list[Any]) -> Any:
        return Compare(a.LifeTotal(), "at most", children[0])

    def x_at_least(self, children: list[Any]) -> Any:
        return Compare(X, "at least", children[0])

    odd = _const(a.ModeChosen("odd"))
    even = _const(a.ModeChosen("even"))
    was_cast = _const(a.UntoldCondition("cast"))
    kicked = _const(a.ModeChosen("kicked"))
    bargained = _const(a.UntoldCondition("bargained"))
    extra_paid = _const(a.ModeChosen("additional cost"))
    followed = _const(a.Followed())

    def other_maximum(self, children: list[Any]) -> Any:
        seven = Compare(a.MaximumHandSize(), "exactly", int(children[0]))
        return a.Every((a.HasMaximumHandSize(), a.Unless(seven)))

    def all_are(self, children: list[Any]) -> Any:
        return a.Unless(Exists(all_of([children[0], Except(OfSubtype(str(children[1])))])))

    def both(self, children: list[Any]) -> Any:
        return a.Every(tuple(children))

    def either(self, children: list[Any]) -> Any:
        return a.Some(tuple(children))

    def some_controlled(self, children: list[Any]) -> Any:
        return ("some", children, 0)

    def either_controlled(self, children: list[Any]) -> Any:
        return ("either", children, 0)

    def both_controlled(self, children: list[Any]) -> Any:
        return ("both", children, 0)

    def many_controlled(self, children: list[Any]) -> Any:
        if not isinstance(children[0], int | str):
            raise NotUnderstood("an open number of permanents")
        return ("at least", [all_of(children[1:])], int(children[0]))

    def few_controlled(self, children: list[Any]) -> Any:
        return ("at most", [all_of(children[1:])], int(children[0]))

    def exactly_controlled(self, children: list[Any]) -> Any:
        if not isinstance(children[0], int):
            raise NotUnderstood("an open number of permanents")
        return ("exactly", [all_of(children[1:])], children[0])

    def and_this_name(self, children: list[Any]) -> Any:
        return ("both", [*children, a.Named("~")], 0)

    def both_named(self, children: list[Any]) -> Any:
        first, second = children
        kinds = [part for part in getattr(first, "filters", ()) if not isinstance(part, a.Named)]
        if not kinds or not has_name(first):
            raise NotUnderstood("one of two names")
        return ("both", [first, all_of([*kinds, a.Named(str(second))])], 0)


def has_name(filter_: Any) -> bool:
    """Whether a filter asks for a name."""
    return any(isinstance(part, a.Named) for part in getattr(filter_, "filters", (filter_,)))


def _less(number: Any, by: int) -> Any:
    if not isinstance(number, int):
        raise NotUnderstood("fewer than an unknown number")
    return number - by
