"""Filters, amounts and conditions from the tree of a phrase (terms.lark)."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer

from . import language as a
from .language import AllOf, AnyOf, Compare, ControlledBy, Count, Except, Exists, Is, OfSubtype, OfSupertype, OfType, This
from ..conditions import Condition
from ..filters import Filter, Quantity
from ..vocabulary import in_order


class NotUnderstood(Exception):
    """A sentence of the grammar whose meaning the language cannot say."""


X = a.XOfSpell()
"""X until it is known what it stands for."""

_RANK: dict[type[Any], int] = {OfType: 1, AnyOf: 1, OfSubtype: 2, a.Named: 2, ControlledBy: 7, a.OwnedBy: 7, a.Host: -1, a.TargetPermanent: -1, a.EventPermanent: -1}
_QUALIFIERS = (a.HasCounters, a.HasPower, a.HasManaValue, a.HasKeyword, a.NamedAsChosen, a.NamedAsExiled, a.NamedAsEvent)


def _rank(part: Any) -> int:
    if part == OfSupertype("Basic"):
        return 0
    if part == Except(This()):
        return 6
    if isinstance(part, Except) and isinstance(part.filter, ControlledBy):
        return 7
    inner = part.filter if isinstance(part, Except) else part
    if isinstance(inner, _QUALIFIERS):
        return 5
    if isinstance(part, AnyOf) and isinstance(part.filters[0], a.OfColor):
        return 3
    return _RANK.get(type(part), 3)


def all_of(parts: list[Any]) -> Filter:
    """The filter that asks for all the parts, in the order in which our models list them."""
    flat: list[Any] = []
    for part in parts:
        flat += part.filters if isinstance(part, AllOf) else [part]
    flat = [part for part in flat if part != a.Anything()]
    unique = sorted(dict.fromkeys(flat), key=_rank)
    if not unique:
        return a.Anything()
    return unique[0] if len(unique) == 1 else AllOf(tuple(unique))


def any_of(parts: list[Any]) -> Filter:
    """The filter that asks for one of the parts; what all of them ask for is said once."""
    unique = list(dict.fromkeys(parts))
    if len(unique) == 1:
        return unique[0]
    lists = [list(part.filters) if isinstance(part, AllOf) else [part] for part in unique]
    shared = [part for part in lists[0] if isinstance(part, ControlledBy) and all(part in other for other in lists)]
    if shared:
        rest = [all_of([part for part in each if part not in shared]) for each in lists]
        return all_of([AnyOf(tuple(rest)), *shared])
    return AnyOf(tuple(unique))


def number_of(value: Any) -> Quantity:
    if isinstance(value, Token):
        return int(value)
    result: Quantity = value
    return result


def symbols_of(token: Token) -> tuple[str, ...]:
    return tuple(str(token)[1:-1].split("}{"))


def _flat(values: Any) -> list[Any]:
    return [value for value in values if value is not None]


def _const(value: Any) -> Any:
    def method(self: Any, children: list[Any]) -> Any:  # noqa: ARG001
        return value

    return method


def _first(self: Any, children: list[Any]) -> Any:  # noqa: ARG001
    return children[0]


OTHER = Except(This())
PLAYERS = {
    "you": "you", "everyone": "everyone", "opponents": "opponents", "target_player": "target",
    "that_player": "that player", "chosen_player": "chosen", "any_player": "any", "controller": "controller",
}  # fmt: skip


class TermsReader(Transformer[Token, Any]):
    """What the phrases of terms.lark mean."""

    for _name, _player in PLAYERS.items():
        locals()[_name] = _const(_player)
    controller_of = _const("controller")
    by_you = _const(ControlledBy("you"))
    by_opponents = _const(ControlledBy("opponents"))
    by_that_player = _const(ControlledBy("that player"))
    by_target = _const(ControlledBy("target"))
    by_controller = _const(ControlledBy("controller"))
    by_chosen = _const(ControlledBy("chosen"))
    owned_by_you = _const(a.OwnedBy("you"))
    owned_by_opponents = _const(a.OwnedBy("opponents"))
    not_by_you = _const(Except(ControlledBy("you")))

    # Permanents
    this = _const(This())
    target_it = _const(a.TargetPermanent())
    event_it = _const(a.EventPermanent())
    host_it = _const(a.Host())
    cost_it = _const(a.CostPermanent())
    cost_thing = _const(a.CostPermanent())
    affected_it = _const(a.Affected())
    target_thing = _const(a.TargetPermanent())
    some_thing = _first
    targets = _const(None)

    def it(self, children: list[Any]) -> Any:
        return children[0]

    def thing(self, children: list[Any]) -> Any:
        return children[0]

    def host(self, children: list[Any]) -> Any:
        return a.Host() if isinstance(children[0], OfType) or children[0] == a.Anything() else all_of([a.Host(), *children])

    def any_thing(self, children: list[Any]) -> Any:
        return any_of(children)

    def any_other(self, children: list[Any]) -> Any:
        return any_of([This(), children[0]])

    def noun(self, children: list[Any]) -> Any:
        if a.NamedAsEvent() in children and OTHER in children:
            children = [Except(a.EventPermanent()) if child == OTHER else child for child in children]
        return all_of(children)

    heads = one_head = _first
    kind = head = _first

    def any_head(self, children: list[Any]) -> Any:
        return any_of(children)

    def kinds(self, children: list[Any]) -> Any:
        return all_of(children)

    def token_kinds(self, children: list[Any]) -> Any:
        return all_of([*children, a.IsToken()])

    anything = _const(a.Anything())
    token = _const(a.IsToken())

    def named_ones(self, children: list[Any]) -> Any:
        return a.Named(str(children[0]).removesuffix("s") if str(children[0]).endswith("s") else str(children[0]))

    def of_type(self, children: list[Any]) -> Any:
        return OfType(str(children[0]))

    def of_subtype(self, children: list[Any]) -> Any:
        return OfSubtype(str(children[0]))

    def of_color(self, children: list[Any]) -> Any:
        return a.OfColor(str(children[0]))

    def of_either_color(self, children: list[Any]) -> Any:
        return a.OfColor(in_order("".join(children)))

    def of_color_or_type(self, children: list[Any]) -> Any:
        return AnyOf((a.OfColor(str(children[0])), OfType(str(children[1]))))

    colorless = _const(a.OfColor(""))
    multicolored = _const(a.HasColors("at least", 2))
    monocolored = _const(a.HasColors("exactly", 1))
    colored = _const(Except(a.OfColor("")))

    def not_color(self, children: list[Any]) -> Any:
        return Except(a.OfColor(str(children[0])))

    def of_supertype(self, children: list[Any]) -> Any:
        return OfSupertype(str(children[0]))

    def not_supertype(self, children: list[Any]) -> Any:
        return Except(OfSupertype(str(children[0])))

    def not_type(self, children: list[Any]) -> Any:
        return Except(OfType(str(children[0])))

    def not_subtype(self, children: list[Any]) -> Any:
        return Except(OfSubtype(str(children[0])))

    nontoken = _const(Except(a.IsToken()))
    tapped = _const(a.IsTapped())
    untapped = _const(Except(a.IsTapped()))
    other = other_mark = _const(OTHER)
    commander = _const(a.IsCommander())
    anywhere = _const(a.Anything())
    of_chosen_color = _const(a.OfChosenColor())
    of_chosen_subtype = _const(a.OfChosenSubtype())
    named_as_chosen = _const(a.NamedAsChosen())
    named_as_exiled = _const(a.NamedAsExiled())
    named_as_it = _const(a.NamedAsEvent())
    named_this = _const(a.Named("~"))

    def qualifier(self, children: list[Any]) -> Any:
        return children[0]

    def control(self, children: list[Any]) -> Any:
        return children[0]

    def with_keyword(self, children: list[Any]) -> Any:
        return a.HasKeyword(str(children[0]))

    def without_keyword(self, children: list[Any]) -> Any:
        return Except(a.HasKeyword(str(children[0])))

    def power_at_least(self, children: list[Any]) -> Any:
        return a.HasPower("at least", children[0])

    def power_at_most(self, children: list[Any]) -> Any:
        return a.HasPower("at most", children[0])

    def value_at_least(self, children: list[Any]) -> Any:
        return a.HasManaValue("at least", children[0])

    def value_at_most(self, children: list[Any]) -> Any:
        return a.HasManaValue("at most", children[0])

    def value_exactly(self, children: list[Any]) -> Any:
        return a.HasManaValue("exactly", children[0])

    with_counters = _first

    def without_counters(self, children: list[Any]) -> Any:
        return Except(a.HasCounters(str(children[0])))

    def one_counter(self, children: list[Any]) -> Any:
        return a.HasCounters(str(children[0]))

    def many_counters(self, children: list[Any]) -> Any:
        if not isinstance(children[0], int):
            raise NotUnderstood("a number of counters")
        return a.HasCounters(str(children[1]), children[0])

    any_counter = _const(a.HasCounters())

    def named(self, children: list[Any]) -> Any:
        return a.Named(str(children[0]))

    def could_make(self, children: list[Any]) -> Any:
        return a.CouldMake("".join(symbols_of(children[0])))

    def that_is(self, children: list[Any]) -> Any:
        return any_of(children)

    def could_make_as(self, children: list[Any]) -> Any:
        return a.CouldMakeAsOf(children[0])

    # Amounts
    def number(self, children: list[Any]) -> Any:
        return int(children[0])

    one = _const(1)
    x = _const(X)
    twice_x = _const(a.Times(2, X))
    that_many = _const(a.ThatMany())
    twice_that_many = _const(a.Times(2, a.ThatMany()))

    def quantity(self, children: list[Any]) -> Any:
        return children[0]

    of_one = counted = quantity

    def plus(self, children: list[Any]) -> Any:
        left, right = children
        return a.Sum((right, left)) if isinstance(left, int) and not isinstance(right, int) else a.Sum((left, right))

    def minus(self, children: list[Any]) -> Any:
        return a.Difference(children[0], children[1])

    def twice(self, children: list[Any]) -> Any:
        return a.Times(2, children[0])

    def half_up(self, children: list[Any]) -> Any:
        return a.Half(children[0], "up")

    def half_down(self, children: list[Any]) -> Any:
        return a.Half(children[0], "down")

    def devotion(self, children: list[Any]) -> Any:
        return a.Devotion(in_order("".join(children)))

    devotion_to_that = _const(a.DevotionToThatColor())

    def greatest_power(self, children: list[Any]) -> Any:
        return a.GreatestPower(children[-1])

    commander_value = _const(a.CommanderManaValue())
    mana_spent = _const(a.ManaSpent())
    moved_value = _const(a.ThatMany())
    life_total = _const(a.LifeTotal())
    chosen_number = _const(a.NumberChosen())
    for _name, _what in {
        "untold_toughness": "toughness", "untold_intensity": "intensity", "untold_dice": "dice", "untold_other": "other",
        "untold_revealed": "revealed", "untold_gained": "life gained this turn", "untold_lost": "life lost this turn",
        "untold_opponents": "opponents who lost life", "untold_party": "party", "untold_spells": "spells cast",
        "untold_died": "creatures that died", "untold_attackers": "attackers",
    }.items():  # fmt: skip
        locals()[_name] = _const(a.UntoldAmount(_what))  # type: ignore[arg-type]

    def power_of(self, children: list[Any]) -> Any:
        return a.PowerOf(children[0])

    def value_of(self, children: list[Any]) -> Any:
        return a.ManaValueOf(children[0])

    its_power = _const(a.PowerOf(a.Affected()))
    its_value = _const(a.ManaValueOf(a.Affected()))

    def count(self, children: list[Any]) -> Any:
        return Count(children[0])

    def counters_of(self, children: list[Any]) -> Any:
        return a.CountersOn(str(children[0]), children[1])

    def all_counters_of(self, children: list[Any]) -> Any:
        return a.CountersOn("", children[0])

    def removed(self, children: list[Any]) -> Any:
        return a.CountedByCost(str(children[0]))

    removed_any = _const(a.CountedByCost())

    def cards_in(self, children: list[Any]) -> Any:
        zone, player = children[-1]
        kinds = children[0] if len(children) > 1 else {}
        return a.CardsIn(zone, player, **kinds)

    cards_drawn = _const(a.CardsDrawn())
    cards_drawn_by = _const(a.CardsDrawn("that player"))

    def domain(self, children: list[Any]) -> Any:
        return a.BasicLandTypesAmong(children[0])

    def colors_among(self, children: list[Any]) -> Any:
        return a.ColorsAmong(children[0])

    card_types = _const(a.CardTypesIn("graveyard"))

    def cards_of(self, children: list[Any]) -> Any:
        words: dict[str, list[str]] = {"types": [], "subtypes": []}
        colors = ""
        for token in children:
            if token.type == "W_TYPE":
                words["types"].append(str(token))
            elif token.type == "W_SUBTYPE":
                words["subtypes"].append(str(token))
            elif token.type == "W_COLOR":
                colors += str(token)
            else:
                raise NotUnderstood("cards of a supertype")
        if len(words["types"]) > 1 or len(words["subtypes"]) > 1:
            raise NotUnderstood("cards of two kinds")
        found: dict[str, Any] = {key: tuple(value) for key, value in words.items() if value}
        return {**found, **({"colors": in_order(colors)} if colors else {})}

    def cards_of_either(self, children: list[Any]) -> Any:
        return {"types": tuple(str(token) for token in children)}

    def cards_named(self, children: list[Any]) -> Any:
        return {"named": str(children[0]) if children else "~"}

    permanent_cards = _const({"types": ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")})
    in_your_hand = _const(("hand", "you"))
    in_your_graveyard = _const(("graveyard", "you"))
    in_your_library = _const(("library", "you"))
    in_every_graveyard = _const(("graveyard", "everyone"))
    in_their_hand = _const(("hand", "that player"))
    in_their_graveyard = _const(("graveyard", "that player"))
    in_target_hand = _const(("hand", "target"))
    in_target_graveyard = _const(("graveyard", "target"))

    # Conditions
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

    def host_is(self, children: list[Any]) -> Any:
        return Exists(all_of([a.Host(), children[-1]]))

    def state_kind(self, children: list[Any]) -> Any:
        return all_of(children)

    def state_untold(self, children: list[Any]) -> Any:
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
        return ("at least", [all_of(children[1:])], int(children[0]))

    def few_controlled(self, children: list[Any]) -> Any:
        return ("at most", [all_of(children[1:])], int(children[0]))

    def exactly_controlled(self, children: list[Any]) -> Any:
        return ("exactly", [all_of(children[1:])], int(children[0]))

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
