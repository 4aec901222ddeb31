"""Players, filters and quantities of the ability language in plain words of our own."""

from __future__ import annotations

from . import terms as t
from .vocabulary import TYPE_WORDS

_PLAYERS: dict[str, str] = {
    "you": "you",
    "opponents": "each opponent",
    "everyone": "each player",
    "chosen": "the chosen player",
    "that player": "that player",
    "controller": "its controller",
    "target": "the targeted player",
    "any": "a player of your choice",
}
_ANYONE: dict[str, str] = {"opponents": "an opponent", "everyone": "a player"}
_DEFINITE: dict[type, str] = {
    t.This: "this permanent",
    t.Host: "the permanent that this is attached to",
    t.TargetPermanent: "the targeted permanent",
    t.CostPermanent: "the permanent that paid the cost",
    t.EventPermanent: "that permanent",
    t.Affected: "the permanent itself",
}
_SUFFIXES: dict[type, str] = {
    t.OfChosenColor: "of the chosen color",
    t.OfChosenSubtype: "of the chosen type",
    t.NamedAsChosen: "with the chosen name",
    t.NamedAsExiled: "named as a card exiled with this",
    t.NamedAsEvent: "with the same name as that permanent",
    t.HasManaAbility: "with a mana ability",
}


def player(who: t.PlayerRef) -> str:
    """Who is meant: all of them, where there are several."""
    return _PLAYERS[who]


def anyone(who: t.PlayerRef) -> str:
    """Who is meant: any of them, where there are several."""
    return _ANYONE.get(who, _PLAYERS[who])


def does(who: t.PlayerRef, verb: str, *, any_of_them: bool = False) -> str:
    """The player and the verb, which is given as for "you".

    >>> does("opponents", "draw")
    'each opponent draws'
    """
    subject = anyone(who) if any_of_them else player(who)
    if who == "you":
        return f"{subject} {verb}"
    if verb == "have":
        return f"{subject} has"
    ending = "es" if verb.endswith(("s", "sh", "ch", "x")) else "s"
    return f"{subject} {verb}{ending}"


def whose(who: t.PlayerRef) -> str:
    """Who is meant, as an owner."""
    return "your" if who == "you" else f"{player(who)}'s"


def listed(words: list[str] | tuple[str, ...], last: str = "and") -> str:
    """Words in a row.

    >>> listed(["red", "green", "white"], "or")
    'red, green or white'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def letters(types: str, last: str = "or") -> str:
    """Types of mana or colors as words."""
    return listed([TYPE_WORDS[letter] for letter in types], last)


# Filters -----------------------------------------------------------------------------------------------------------


class _Noun:
    """The parts of a noun phrase."""

    def __init__(self) -> None:
        self.before: list[str] = []
        self.nouns: list[str] = []
        self.after: list[str] = []

    def words(self, many: bool) -> str:
        nouns = self.nouns or ["permanent"]
        head = _plural(nouns[-1]) if many else nouns[-1]
        return " ".join([*self.before, *nouns[:-1], head, *self.after])


def _plural(noun: str) -> str:
    for between in (" or ", ", "):
        if between in noun:
            return between.join(_plural(part) for part in noun.split(between))
    if noun.endswith("s"):
        return noun
    if noun.endswith("y"):
        return f"{noun[:-1]}ies"
    return f"{noun[:-1]}ves" if noun.endswith("f") else f"{noun}s"


def one(filter: t.Filter) -> str:
    """One permanent that fits, with an article unless it is a certain one."""
    if type(filter) in _DEFINITE:
        return _DEFINITE[type(filter)]
    words = _phrase(filter, many=False)
    if words.startswith("other "):
        return f"an{words}"
    return f"{'an' if words[0] in 'aeiouAEIOU' else 'a'} {words}"


def each(filter: t.Filter) -> str:
    """Every permanent that fits."""
    return _DEFINITE.get(type(filter)) or f"each {_phrase(filter, many=False)}"


def any_one(filter: t.Filter) -> str:
    """Any permanent that fits."""
    return _DEFINITE.get(type(filter)) or f"any {_phrase(filter, many=False)}"


def many(filter: t.Filter) -> str:
    """The permanents that fit, without article."""
    return _DEFINITE.get(type(filter)) or _phrase(filter, many=True)


def _phrase(filter: t.Filter, many: bool) -> str:
    noun = _Noun()
    _describe(filter, noun)
    return noun.words(many)


def _describe(filter: t.Filter, noun: _Noun) -> None:
    kind = type(filter)
    if kind in _SUFFIXES:
        noun.after.append(_SUFFIXES[kind])
        return
    match filter:
        case t.Anything():
            pass
        case t.AllOf(filters):
            for part in sorted(filters, key=_place):
                _describe(part, noun)
        case t.AnyOf(filters) if noun.nouns:
            noun.after.append(f"that is {listed([one(part) for part in filters], 'or')}")
        case t.AnyOf(filters):
            noun.nouns.append(listed([_bare(part) for part in filters], "or"))
        case t.Except(inner):
            _describe_not(inner, noun)
        case t.OfType(word):
            noun.nouns.append(word.lower())
        case t.OfSubtype(word):
            noun.nouns.append(word)
        case t.OfSupertype(word):
            noun.before.append(word.lower())
        case t.OfColor(colors):
            noun.before.append(letters(colors) or "colorless")
        case t.Named(name):
            noun.after.append(f"named {name}")
        case t.ControlledBy(who):
            noun.after.append(does(who, "control", any_of_them=True))
        case t.OwnedBy(who):
            noun.after.append(does(who, "own", any_of_them=True))
        case t.IsToken():
            noun.before.append("token")
        case t.IsTapped():
            noun.before.append("tapped")
        case t.IsCommander():
            noun.before.append("commander")
        case t.HasCounters(counter, number):
            noun.after.append(f"with {number} or more {counter + ' ' if counter else ''}counters")
        case t.HasPower(compare, power):
            noun.after.append(f"with power {compare} {quantity(power)}")
        case t.HasManaValue(compare, value):
            noun.after.append(f"with mana value {compare} {quantity(value)}")
        case t.CouldMakeAsOf(of):
            noun.after.append(f"that could produce a type that {one(of)} could produce")
        case t.HasKeyword(keyword):
            noun.after.append(f"with {keyword}")
        case t.HasColors(compare, number):
            noun.after.append(f"of {compare} {number} {'color' if number == 1 else 'colors'}")
        case t.CouldMake(types):
            noun.after.append(f"that could produce {letters(types)}")
        case _:
            noun.nouns.append(_DEFINITE[kind])


def _describe_not(inner: t.Filter, noun: _Noun) -> None:
    match inner:
        case t.This():
            noun.before.insert(0, "other")
        case t.OfType(word) | t.OfSupertype(word):
            noun.before.append(f"non{word.lower()}")
        case t.OfSubtype(word):
            noun.before.append(f"non-{word}")
        case t.IsToken():
            noun.before.append("nontoken")
        case t.IsTapped():
            noun.before.append("untapped")
        case _:
            noun.after.append(f"that is not {one(inner)}")


def _bare(filter: t.Filter) -> str:
    return _DEFINITE.get(type(filter)) or _phrase(filter, many=False)


def _place(filter: t.Filter) -> int:
    """Who controls it comes last."""
    return 1 if isinstance(filter, t.ControlledBy | t.OwnedBy) else 0


# Quantities --------------------------------------------------------------------------------------------------------


def quantity(amount: t.Quantity) -> str:
    """An amount in words."""
    match amount:
        case int():
            return str(amount)
        case t.Count(filter):
            return f"the number of {many(filter)}"
        case t.CountersOn(kind, on):
            return f"the number of {kind} counters on {many(on)}"
        case t.CountedByCost(counters):
            return f"the number of {counters} counters removed as the cost" if counters else "X, which the cost fixes"
        case t.XOfSpell():
            return "the X chosen for the spell"
        case t.Devotion(colors):
            return f"your devotion to {letters(colors, 'and')}"
        case t.DevotionToThatColor():
            return "your devotion to that color"
        case t.CardsIn(zone, who, types, subtypes, colors, named):
            kind = "".join(f"{word} " for word in (letters(colors), *subtypes, *map(str.lower, types)) if word)
            return f"the number of {kind}cards{f' named {named}' if named else ''} in {whose(who)} {zone}"
        case t.CardTypesIn(zone, who):
            return f"the number of card types in {whose(who)} {zone}"
        case t.LifeTotal(who):
            return f"{whose(who)} life total"
        case t.CardsDrawn(who):
            return f"the number of cards drawn by {player(who)} this turn"
        case t.MaximumHandSize(who):
            return f"{whose(who)} maximum hand size so far"
        case t.BasicLandTypesAmong(filter):
            return f"the number of basic land types among {many(filter)}"
        case t.ColorsAmong(filter):
            return f"the number of colors among {many(filter)}"
        case t.GreatestPower(filter):
            return f"the greatest power among {many(filter)}"
        case t.PowerOf(of):
            return f"the power of {one(of)}"
        case t.ManaValueOf(of):
            return f"the mana value of {one(of)}"
        case t.CommanderManaValue():
            return "the greatest mana value of a commander of yours"
        case t.ManaSpent():
            return "the mana spent to cast it"
        case t.ThatMany():
            return "that many"
        case t.NumberChosen():
            return "the chosen number"
        case t.LevelOf():
            return "the level of this permanent"
        case t.Sum(terms):
            return " plus ".join(quantity(term) for term in terms)
        case t.Times(factor, of):
            return f"{factor} times {quantity(of)}"
        case t.Difference(of, less):
            return f"{quantity(of)} less {quantity(less)}"
        case t.UpTo(of):
            return f"any number up to {quantity(of)}"
        case t.UntoldAmount(what):
            return f"[an amount that no board tells: {what}]"
        case t.Half(of, rounded):
            return f"half of {quantity(of)} (rounded {rounded})"
