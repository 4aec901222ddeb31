"""Players and filters from the tree of a phrase (terms.lark)."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer

from ..filters import Filter, Quantity
from ..vocabulary import in_order
from . import language as a
from .language import (
    AllOf,
    AnyOf,
    ControlledBy,
    Except,
    OfSubtype,
    OfSupertype,
    OfType,
    This,
)


class NotUnderstood(Exception):
    """A sentence of the grammar whose meaning the language cannot say."""


X = a.XOfSpell()
"""X until it is known what it stands for."""

_RANK: dict[type[Any], int] = {
    OfType: 1,
    AnyOf: 1,
    OfSubtype: 2,
    a.Named: 2,
    ControlledBy: 7,
    a.OwnedBy: 7,
    a.Host: -1,
    a.TargetPermanent: -1,
    a.EventPermanent: -1,
}
_QUALIFIERS = (
    a.HasCounters,
    a.HasPower,
    a.HasManaValue,
    a.HasKeyword,
    a.NamedAsChosen,
    a.NamedAsExiled,
    a.NamedAsEvent,
)


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
        only: Filter = unique[0]
        return only
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
    "you": "you",
    "everyone": "everyone",
    "opponents": "opponents",
    "target_player": "target",
    "that_player": "that player",
    "chosen_player": "chosen",
    "any_player": "any",
    "controller": "controller",
}


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
        return (
            a.Host()
            if isinstance(children[0], OfType) or children[0] == a.Anything()
            else all_of([a.Host(), *children])
        )

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
