"""What the words of an ability say about the table: filters, quantities and conditions as formulas.

On a plain board every answer is a constant. Raises Unmodelled, with the card, for what the table does not tell.
"""

from __future__ import annotations

from ..cards import terms as t
from ..cards.ability import Keyword
from ..cards.naming import in_words
from ..cards.vocabulary import BASIC_LAND_TYPES, COLORS, COMMAND_ZONE_TYPES
from ..errors import Unmodelled
from ..solve.formula import FALSE, TRUE, Bool, and_, not_, or_, truth
from .table import Asking, Seen, Table
from .whole import Whole, at_least, equal, half, how_many, largest, minus, pick, times, total, whole


def players(table: Table, who: t.PlayerRef, asking: Asking) -> frozenset[str]:
    """Who is meant (109.5)."""
    match who:
        case "you":
            return frozenset({asking.you} - {None}) if asking.you else frozenset()
        case "opponents":
            return table.opponents(asking.you)
        case "everyone":
            return frozenset(table.names)
        case "chosen":
            return frozenset({asking.chosen.player}) if asking.chosen.player else frozenset()
        case "that player":
            return frozenset({asking.that_player}) if asking.that_player else frozenset()
        case "controller":
            other = asking.event or table.seen.get(asking.host or "")
            return frozenset({other.permanent.controller}) if other else frozenset()
        case "target":
            return frozenset(asking.targets) & frozenset(table.names)
    raise Unmodelled(asking.subject, f"a player who is {who}")


# Filters -------------------------------------------------------------------------------------------------------------


_WIDE = t.Anything | t.Except


def fits(table: Table, filter: t.Filter, seen: Seen, asking: Asking) -> Bool:
    """Whether the permanent fits the filter; whether it is there is asked apart."""
    permanent = seen.permanent
    if not COMMAND_ZONE_TYPES.isdisjoint(seen.types) and (seen is not asking.this or isinstance(filter, _WIDE)):
        return FALSE  # It is no permanent.
    match filter:
        case t.Anything():
            return TRUE
        case t.This():
            return truth(seen is asking.this)
        case t.Host():
            return truth(seen.id == asking.host)
        case t.TargetPermanent():
            return truth(seen.id in asking.targets)
        case t.CostPermanent():
            return truth(seen is asking.cost)
        case t.EventPermanent():
            return truth(seen is asking.event)
        case t.OfType(card_type):
            return truth(card_type in seen.types)
        case t.OfSubtype(subtype):
            return truth(subtype in seen.subtypes)
        case t.OfSupertype(supertype):
            return truth(supertype in seen.supertypes)
        case t.OfColor(colors):
            return truth(bool(set(colors) & set(seen.colors)) if colors else not seen.colors)
        case t.OfChosenColor():
            return truth(asking.chosen.color is not None and asking.chosen.color in seen.colors)
        case t.OfChosenSubtype():
            return truth(asking.chosen.type is not None and asking.chosen.type in seen.subtypes)
        case t.Named(name):
            return truth(seen.name == name)
        case t.NamedAsChosen():
            return truth(bool(seen.name) and seen.name == asking.chosen.card)
        case t.NamedAsExiled():
            return truth(bool(seen.name) and seen.name in asking.exiled)
        case t.NamedAsEvent():
            return truth(asking.event is not None and bool(seen.name) and seen.name == asking.event.name)
        case t.ControlledBy(player):
            return truth(permanent.controller in players(table, player, asking))
        case t.OwnedBy(player):
            return truth(permanent.owner in players(table, player, asking))
        case t.IsToken():
            return truth(permanent.token)
        case t.IsTapped():
            return truth(permanent.tapped)
        case t.HasCounters(kind, number):
            return at_least(table.counters(seen, kind), whole(number))
        case t.HasPower(compare, number):
            if "Creature" not in seen.types:
                return FALSE
            return compared(power(seen), compare, quantity(table, number, asking))
        case t.HasManaValue(compare, number):
            return compared(whole(seen.mana_value), compare, quantity(table, number, asking))
        case t.HasManaAbility():
            from .abilities import counts_as_mana_ability

            return truth(any(counts_as_mana_ability(ability, table.board.edition) for ability in seen.abilities))
        case t.HasKeyword(keyword):
            return truth(any(isinstance(each, Keyword) and each.name == keyword for each in seen.abilities))
        case t.HasColors(compare, number):
            return compared(whole(len(seen.colors)), compare, whole(number))
        case t.AllOf(filters):
            return and_(*(fits(table, part, seen, asking) for part in filters))
        case t.AnyOf(filters):
            return or_(*(fits(table, part, seen, asking) for part in filters))
        case t.Except(inner):
            return not_(fits(table, inner, seen, asking))
    raise Unmodelled(asking.subject, f"a filter that the encoding does not read: {in_words(filter)}")


def fitting(table: Table, filter: t.Filter, asking: Asking) -> list[tuple[Seen, Bool]]:
    """The permanents that can fit, each with when it is there and does."""
    found = [(seen, and_(seen.there, fits(table, filter, seen, asking))) for seen in table.each()]
    return [(seen, when) for seen, when in found if when is not FALSE]


def as_it_was(table: Table, filter: t.Filter, asking: Asking) -> list[tuple[Seen, Bool]]:
    """The permanents that are meant where a value of theirs is read: the source itself as it last existed (608.2h)."""
    if filter == t.This() and asking.this is not None and asking.this.id not in table.seen:
        return [(asking.this, TRUE)]
    return fitting(table, filter, asking)


def power(seen: Seen) -> Whole:
    """The power; 0 of what is no creature (208.3, 107.2). Raises Unmodelled where no number is known."""
    if "Creature" not in seen.types:
        return whole(0)
    if seen.power is None:
        raise Unmodelled(seen.name, "a power that is no printed number")
    return seen.power


# Quantities ----------------------------------------------------------------------------------------------------------


def quantity(table: Table, of: t.Quantity, asking: Asking) -> Whole:
    """How many that is; it may be less than nothing (107.1b)."""
    match of:
        case int():
            return whole(of)
        case t.Count(filter):
            return how_many([when for _, when in fitting(table, filter, asking)])
        case t.CountersOn(kind, filter):
            on = [(when, table.counters(seen, kind)) for seen, when in as_it_was(table, filter, asking)]
            return total([pick(when, number, whole(0)) for when, number in on])
        case t.CountedByCost():
            if asking.counted is None:
                raise Unmodelled(asking.subject, "an amount that no cost has fixed")
            return asking.counted
        case t.XOfSpell():
            return asking.x or whole(0)
        case t.Devotion(colors):
            return devotion(table, colors, asking)
        case t.DevotionToThatColor():
            return devotion(table, asking.color or "", asking)
        case t.CardsIn(zone, who):
            return total([_cards(table, of, player, asking) for player in sorted(players(table, who, asking))])
        case t.CardTypesIn(zone, who):
            return whole(len({kind for card in _listed(table, zone, who, asking) for kind in card}))
        case t.LifeTotal(who):
            return total([table.number_of(player, "life") for player in sorted(players(table, who, asking))])
        case t.CardsDrawn(who):
            return total([table.number_of(player, "drawn_this_turn") for player in sorted(players(table, who, asking))])
        case t.BasicLandTypesAmong(filter):
            found = fitting(table, filter, asking)
            kinds = [or_(*(when for seen, when in found if kind in seen.subtypes)) for kind in BASIC_LAND_TYPES]
            return how_many(kinds)
        case t.ColorsAmong(filter):
            found = fitting(table, filter, asking)
            return how_many([or_(*(when for seen, when in found if color in seen.colors)) for color in COLORS])
        case t.GreatestPower(filter):
            fits_and_creature = t.AllOf((t.OfType("Creature"), filter))
            powers = [(power(seen), when) for seen, when in fitting(table, fits_and_creature, asking)]
            if not powers:
                return whole(0)
            least = whole(min(number.low for number, _ in powers))
            best = largest([pick(when, number, least) for number, when in powers])
            return pick(or_(*(when for _, when in powers)), best, whole(0))
        case t.PowerOf(filter):
            return _one_of(table, filter, asking, power)
        case t.ManaValueOf(filter):
            return _one_of(table, filter, asking, lambda seen: whole(seen.mana_value))
        case t.ManaSpent():
            if asking.this is None or "X" in asking.this.mana_cost:
                raise Unmodelled(asking.subject, "the mana spent on it")
            spent = asking.this.permanent.mana_spent
            return whole(asking.this.mana_value if spent is None else spent)
        case t.NumberChosen() if asking.chosen.number is not None:
            return whole(asking.chosen.number)
        case t.LevelOf() if asking.this is not None:
            return whole(1 if asking.this.permanent.level is None else asking.this.permanent.level)
        case t.Sum(terms):
            return total([quantity(table, part, asking) for part in terms])
        case t.Times(factor, inner):
            return times(whole(factor), quantity(table, inner, asking))
        case t.Difference(first, less):
            return minus(quantity(table, first, asking), quantity(table, less, asking))
        case t.Half(inner, rounded):
            return half(quantity(table, inner, asking), up=rounded == "up")
    raise Unmodelled(asking.subject, f"a quantity that the encoding does not read: {in_words(of)}")


def devotion(table: Table, colors: str, asking: Asking) -> Whole:
    """700.5: mana symbols of these colors in the costs of the permanents you control, a hybrid one counted once."""
    owned = fitting(table, t.ControlledBy("you"), asking)
    numbers = [
        pick(when, whole(sum(bool(set(symbol) & set(colors)) for symbol in seen.mana_cost)), whole(0))
        for seen, when in owned
    ]
    return total(numbers)


def _cards(table: Table, of: t.CardsIn, player: str, asking: Asking) -> Whole:
    if of.zone == "exile":
        raise Unmodelled(asking.subject, "the number of cards in exile")
    if not (of.types or of.subtypes or of.colors or of.named):
        return table.number_of(player, of.zone)
    cards = getattr(table.player(player), f"{of.zone}_cards")
    if cards is None:
        if table.number_of(player, of.zone).high == 0:
            return whole(0)
        raise Unmodelled(asking.subject, f"which cards are in the {of.zone} of {player}")
    faces = [card.faces[0] for card in cards]
    return whole(
        sum(
            (not of.types or bool(set(of.types) & set(face.types)))
            and (not of.subtypes or bool(set(of.subtypes) & set(face.subtypes)))
            and (not of.colors or bool(set(of.colors) & set(face.colors)))
            and (not of.named or face.name == of.named)
            for face in faces
        )
    )


def _listed(table: Table, zone: str, who: t.PlayerRef, asking: Asking) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for player in sorted(players(table, who, asking)):
        cards = None if zone == "exile" else getattr(table.player(player), f"{zone}_cards")
        if cards is None and (zone == "exile" or table.number_of(player, zone).high):
            raise Unmodelled(asking.subject, f"which cards are in the {zone} of {player}")
        found.extend(card.faces[0].types for card in cards or ())
    return found


def _one_of(table: Table, filter: t.Filter, asking: Asking, number: object) -> Whole:
    assert callable(number)
    found = fitting(table, filter, asking)
    if isinstance(filter, t.This | t.CostPermanent):  # what has left is as it last was (608.2h)
        one = asking.this if isinstance(filter, t.This) else asking.cost
        found = [(one, TRUE)] if one is not None else []
    if len(found) > 1:
        raise Unmodelled(asking.subject, "a quantity of one permanent where several fit")
    return pick(found[0][1], number(found[0][0]), whole(0)) if found else whole(0)


# Conditions ----------------------------------------------------------------------------------------------------------


def compared(a: Whole, how: t.Comparison, b: Whole) -> Bool:
    """Whether the comparison holds."""
    if how == "at least":
        return at_least(a, b)
    return at_least(b, a) if how == "at most" else equal(a, b)


def holds(table: Table, condition: t.Condition | None, asking: Asking) -> Bool:
    """Whether the condition holds; none always does."""
    match condition:
        case None:
            return TRUE
        case t.Compare(first, how, second):
            return compared(quantity(table, first, asking), how, quantity(table, second, asking))
        case t.Exists(filter):
            return or_(*(when for _, when in fitting(table, filter, asking)))
        case t.Is(filter):
            return FALSE if asking.this is None else fits(table, filter, asking.this, asking)
        case t.PlayedLand(who):
            return truth(any(table.player(name).land_played_this_turn for name in players(table, who, asking)))
        case t.TurnOf(who):
            return truth(table.board.active in players(table, who, asking))
        case t.ModeChosen(mode):
            return truth(asking.chosen.mode == mode)
        case t.CardExiledWith():
            return truth(bool(asking.exiled))
        case t.Every(conditions):
            return and_(*(holds(table, part, asking) for part in conditions))
        case t.Some(conditions):
            return or_(*(holds(table, part, asking) for part in conditions))
        case t.Unless(inner):
            return not_(holds(table, inner, asking))
    raise Unmodelled(asking.subject, f"a condition that the encoding does not read: {in_words(condition)}")
