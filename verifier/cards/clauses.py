"""Conditions, mana and costs of the ability language in plain words of our own."""

from __future__ import annotations

from . import costs as c
from . import mana as m
from . import terms as t
from .phrases import any_one, does, each, letters, listed, many, one, player, quantity, whose

# Conditions --------------------------------------------------------------------------------------------------------


def condition(it: t.Condition) -> str:
    """A condition as a clause that can follow "if"."""
    match it:
        case t.Compare(t.Count(filter), "at least", int(number)):
            return f"there {'is' if number == 1 else 'are'} {number} or more {many(filter)}"
        case t.Compare(amount, compare, number):
            return f"{quantity(amount)} is {compare} {quantity(number)}"
        case t.Exists(filter):
            return f"there is {one(filter)}"
        case t.Is(t.HasCounters(kind, number)):
            return f"this permanent has {number} or more {kind + ' ' if kind else ''}counters"
        case t.Is(t.IsTapped()):
            return "this permanent is tapped"
        case t.Is(filter):
            return f"this permanent is {one(filter)}"
        case t.PlayedLand(who):
            return f"a land was played by {player(who)} this turn"
        case t.TurnOf(who):
            return f"it is {whose(who)} turn"
        case t.ModeChosen(mode):
            return f"{mode!r} was chosen, counted or paid"
        case t.CardExiledWith():
            return "a card is exiled with this permanent"
        case t.Designation("day" | "night" as name):
            return f"it is {name}"
        case t.Designation(name, who):
            return f"{does(who, 'have')} {name}"
        case t.HasMaximumHandSize(who):
            return f"there is a maximum to {whose(who)} hand size"
        case t.TopCardIs(type):
            return f"the top card of your library is a {type.lower()}"
        case t.StepOf(step, who):
            return f"it is {whose(who)} {step} step"
        case t.Followed():
            return "that was done"
        case t.UntoldCondition(what):
            return f"[a condition that no board tells: {what}]"
        case t.Every(conditions):
            return " and ".join(condition(part) for part in conditions)
        case t.Some(conditions):
            return " or ".join(condition(part) for part in conditions)
        case t.Unless(t.Is(t.HasCounters(kind, 1))):
            return f"this permanent has no {kind + ' ' if kind else ''}counters"
        case t.Unless(t.Is(t.IsTapped())):
            return "this permanent is untapped"
        case t.Unless(inner):
            return f"it is not so that {condition(inner)}"


# Mana --------------------------------------------------------------------------------------------------------------


def symbols(them: tuple[str, ...]) -> str:
    """Mana symbols as they are printed."""
    return "".join(f"{{{symbol}}}" for symbol in them)


def of_types(among: m.TypeSet, number: str = "") -> str:
    """Mana of one type of a set.

    >>> of_types(m.Types("WU"), "two")
    'two white or blue mana'
    """
    before = f"{number} " if number else ""
    match among:
        case m.Types("WUBRG"):
            return f"{before}mana of any color"
        case m.Types("WUBRGC"):
            return f"{before}mana of any type"
        case m.Types(types):
            return f"{before}{letters(types)} mana"
        case m.ChosenColor():
            return f"{before}mana of the chosen color"
        case m.CouldProduce(by, colors_only):
            return f"{before}mana of a {'color' if colors_only else 'type'} that {any_one(by)} could produce"
        case m.ColorsOf(of):
            return f"{before}mana of any color of {one(of)}"
        case m.CommanderIdentity():
            return f"{before}mana of any color of your commander's identity"
        case m.ExiledColors(with_):
            return f"{before}mana of any color of a card exiled with {one(with_)}"
        case m.ColorsOfCards(zone, who, kinds, supertypes):
            kind = "".join(f"{word.lower()} " for word in (*supertypes, *kinds))
            return f"{before}mana of any color of a {kind}card in {whose(who)} {zone}"
        case m.ColorsOfMovedCard():
            return f"{before}mana of any color of that card"
        case m.NotedType():
            return f"{before}mana of the noted type"
        case m.TypesProduced():
            return f"{before}mana of any type that was produced"
        case m.ByLandType(pairs):
            return f"{before}mana, {listed([f'{letters(letter)} for {land_type}' for land_type, letter in pairs])}"
        case m.ThatType():
            return f"{before}mana of that type"


def mana(it: m.Mana) -> str:
    """A mana expression in words."""
    match it:
        case m.Symbols(them):
            return symbols(them)
        case m.OneType(among, amount):
            return _amount(among, amount)
        case m.Combination(among, amount):
            return f"{_amount(among, amount)} (each mana by itself)"
        case m.OneOfEach(of):
            return f"{of_types(of, 'one')}, once for every one of them"
        case m.ManaCostOf(of):
            return f"mana as in the mana cost of {one(of)}"
        case m.UnspentAgain():
            return "as much of each type as is unspent"
        case m.Repeated(of, t.Count(filter)):
            return f"{mana(of)} for {each(filter)}"
        case m.Repeated(of, times):
            return f"{mana(of)} as often as {quantity(times)}"
        case m.Together(parts):
            return " and ".join(mana(part) for part in parts)
        case m.Choice(options):
            return listed([mana(option) for option in options], "or")


def _amount(among: m.TypeSet, amount: t.Quantity) -> str:
    match amount:
        case 1:
            return of_types(among, "one")
        case int():
            return of_types(among, str(amount))
        case _:
            return f"{of_types(among)} (as much as {quantity(amount)})"


# Costs -----------------------------------------------------------------------------------------------------------


def cost(it: c.Cost) -> str:
    """A cost in words."""
    match it:
        case c.TapSymbol():
            return "{T}"
        case c.UntapSymbol():
            return "{Q}"
        case c.PayMana(them):
            return symbols(them)
        case c.PayLife(amount):
            return f"pay {quantity(amount)} life"
        case c.SacrificeCost(filter, amount):
            return f"sacrifice {_some(filter, amount)}"
        case c.RemoveCounters():
            return removed(it)
        case c.AddCounters(kind, amount):
            return f"put {counters(kind, amount)} on this permanent"
        case c.TapOthers(filter, amount):
            return f"tap {_some(filter, amount)}, untapped so far"
        case c.UntapOthers(filter, amount):
            return f"untap {_some(filter, amount)}, tapped so far"
        case c.DiscardCost(amount, kinds, random, only_some):
            which = " at random" if random else " of a kind that no word describes" if only_some else ""
            return f"discard {cards(amount, kinds)}{which}"
        case c.MoveCard(origin, to, amount, filter):
            what = cards(amount) if filter is None else _some(filter, amount)
            return f"move {what} from {origin} to {to}"
        case c.LoyaltyCost(change, x):
            return f"loyalty {'-X' if x else f'{change:+d}'}"
        case c.OtherCost(kind):
            return f"[a cost without bearing: {kind}]"


def removed(it: c.RemoveCounters) -> str:
    return f"remove {counters(it.kind, it.amount)} from {one(it.from_)}"


def counters(kind: str, amount: t.Quantity) -> str:
    match amount:
        case 1:
            return f"one {kind} counter"
        case int():
            return f"{amount} {kind} counters"
        case t.CountedByCost():
            return f"any number of {kind} counters"
        case _:
            return f"{kind} counters (as many as {quantity(amount)})"


def _some(filter: t.Filter, amount: t.Quantity) -> str:
    if amount == 1:
        return one(filter)
    number = "any number" if isinstance(amount, t.CountedByCost) else quantity(amount)
    return f"{number} of the {many(filter)}"


def cards(amount: t.Quantity, kinds: tuple[str, ...] = ()) -> str:
    of = "".join(f"{kind.lower()} " for kind in kinds)
    match amount:
        case 1:
            return f"one {of}card"
        case int():
            return f"{amount} {of}cards"
        case _:
            return f"{of}cards (as many as {quantity(amount)})"
