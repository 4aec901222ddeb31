"""What the terms of an ability mean on a table: players, filters, quantities and conditions."""

from __future__ import annotations

from verifier.board import Player
from verifier.cards import terms as t
from verifier.cards.naming import in_words
from verifier.cards.vocabulary import BASIC_LAND_TYPES, COLORS, COMMAND_ZONE_TYPES, card_type_of
from verifier.errors import Unmodelled

from .abilities import is_activated_mana_ability, is_triggered_mana_ability
from .table import Table, Thing, View
from .zones import card_types, cards_of, number_of_cards


def players(table: Table, view: View, who: t.PlayerRef) -> frozenset[str]:
    """The names of the players who are meant. Raises Unmodelled where the board does not say who was targeted."""
    everyone = frozenset(table.board.names)
    if who == "you":
        return frozenset({view.you})
    if who == "opponents":
        return everyone - {view.you}
    if who == "everyone":
        return everyone
    if who == "chosen":
        return everyone & {view.chosen.player}
    if who == "that player":
        return everyone & {view.that_player}
    if who == "controller":
        about = table.thing(view.event) if view.event is not None else _host(table, view)
        return frozenset() if about is None else frozenset({about.controller})
    if who == "any":
        raise Unmodelled(view.subject, "a player that somebody chooses")
    if view.targets is None or not everyone & set(view.targets):
        raise Unmodelled(view.subject, "the board does not say which player was targeted")
    return everyone & set(view.targets)


# Filters -----------------------------------------------------------------------------------------------------------


def fits(table: Table, view: View, thing: Thing, filter: t.Filter) -> bool:
    """Whether the permanent fits the filter. Raises Unmodelled where a board cannot tell."""
    permanent = thing.permanent
    if thing.types & COMMAND_ZONE_TYPES and (thing.id != view.this or isinstance(filter, t.Anything | t.Except)):
        return False  # It is no permanent.
    match filter:
        case t.Anything():
            return True
        case t.This():
            return thing.id == view.this
        case t.Host():
            host = _host(table, view)
            return host is not None and host.id == thing.id
        case t.TargetPermanent():
            if view.targets is None:
                raise Unmodelled(view.subject, "the board does not say which permanent was targeted")
            return thing.id in view.targets
        case t.CostPermanent():
            return thing.id in view.paid_with
        case t.EventPermanent():
            return thing.id == view.event
        case t.Affected():
            return thing.id == view.affected
        case t.OfType(type=name):
            return name in thing.types
        case t.OfSubtype(subtype=name):
            return _has_subtype(thing, name)
        case t.OfSupertype(supertype=name):
            return name in thing.supertypes
        case t.OfColor(colors=""):
            return thing.colors == ""
        case t.OfColor(colors=colors):
            return any(color in thing.colors for color in colors)
        case t.OfChosenColor():
            return view.chosen.color is not None and view.chosen.color in thing.colors
        case t.OfChosenSubtype():
            return view.chosen.type is not None and _has_subtype(thing, view.chosen.type)
        case t.Named(name=name):
            return thing.name == name
        case t.NamedAsChosen():
            return thing.name != "" and thing.name == view.chosen.card
        case t.NamedAsExiled():
            source = None if view.this is None else table.thing(view.this)
            return source is not None and thing.name != "" and thing.name in source.permanent.exiled
        case t.NamedAsEvent():
            event = None if view.event is None else table.thing(view.event)
            return event is not None and thing.name != "" and thing.name == event.name
        case t.ControlledBy(player=who):
            return thing.controller in players(table, view, who)
        case t.OwnedBy(player=who):
            return permanent.owner in players(table, view, who)
        case t.IsToken():
            return permanent.token
        case t.IsTapped():
            return permanent.tapped
        case t.IsCommander():
            raise Unmodelled(view.subject, "a board does not say which permanents are commanders")
        case t.HasCounters(kind="", at_least=number):
            return sum(count for _, count in permanent.counters) >= number
        case t.HasCounters(kind=kind, at_least=number):
            return permanent.counter(kind) >= number
        case t.HasPower(compare=compare, power=number):
            if "Creature" not in thing.types:
                return False  # 208.3
            return _compare(_power(thing), compare, quantity(table, view, number))
        case t.HasManaValue(compare=compare, value=number):
            return _compare(thing.mana_value, compare, quantity(table, view, number))
        case t.HasManaAbility():
            edition = table.board.edition
            return any(is_activated_mana_ability(a, edition) or is_triggered_mana_ability(a) for a in thing.abilities)
        case t.CouldMake(types=types):
            return any(letter in table.could(thing.id) for letter in types)
        case t.CouldMakeAsOf(of=of):
            types = "".join(table.could(other.id) for other in meant(table, view, of))
            return any(letter in types for letter in table.could(thing.id))
        case t.HasKeyword(keyword=keyword):
            return thing.has(keyword.lower())
        case t.HasColors(compare=compare, number=amount):
            return _compare(len(thing.colors), compare, amount)
        case t.AllOf(filters=parts):
            return all(fits(table, view, thing, part) for part in parts)
        case t.AnyOf(filters=parts):
            return any(fits(table, view, thing, part) for part in parts)
        case t.Except(filter=part):
            return not fits(table, view, thing, part)
    raise Unmodelled(view.subject, f"a filter of the kind {in_words(filter)}")


def those(table: Table, view: View, filter: t.Filter) -> list[Thing]:
    """The permanents on the battlefield that fit the filter, in list order."""
    return [thing for thing in table.there.values() if fits(table, view, thing, filter)]


def meant(table: Table, view: View, filter: t.Filter) -> list[Thing]:
    """The permanents a term speaks of; one that is meant itself is looked up as it last existed (608.2h)."""
    ids: tuple[str | None, ...]
    match filter:
        case t.This():
            ids = (view.this,)
        case t.CostPermanent():
            ids = view.paid_with
        case t.EventPermanent():
            ids = (view.event,)
        case t.Affected():
            ids = (view.affected,)
        case _:
            return those(table, view, filter)
    found = [table.thing(one) for one in ids if one is not None]
    return [thing for thing in found if thing is not None]


def _host(table: Table, view: View) -> Thing | None:
    this = None if view.this is None else table.thing(view.this)
    if this is None or this.permanent.attached_to is None:
        return None
    return table.thing(this.permanent.attached_to)


def _has_subtype(thing: Thing, subtype: str) -> bool:
    if subtype in thing.subtypes:
        return True
    return thing.every_creature_type and card_type_of(subtype) == "Creature"


def _power(thing: Thing) -> int:
    """The power of a creature; what is none has no number to read (208.3, 107.2)."""
    if "Creature" not in thing.types:
        return 0
    power, _ = thing.size
    if power is None:
        raise Unmodelled(thing.permanent.card.name, "a power that is not a number")
    return power


# Quantities --------------------------------------------------------------------------------------------------------


def quantity(table: Table, view: View, asked: t.Quantity) -> int:
    """The number that is asked for; it may be negative (107.1b). Raises Unmodelled where a board cannot tell."""
    match asked:
        case int():
            return asked
        case t.Count(filter=filter):
            return len(those(table, view, filter))
        case t.CountersOn(kind="", on=filter):
            return sum(n for thing in meant(table, view, filter) for _, n in thing.permanent.counters)
        case t.CountersOn(kind=kind, on=filter):
            return sum(thing.permanent.counter(kind) for thing in meant(table, view, filter))
        case t.CountedByCost():
            if view.counted is None:
                raise Unmodelled(view.subject, "an amount that its cost fixes and nobody has given")
            return view.counted
        case t.XOfSpell():
            if view.x_of_spell is None:
                raise Unmodelled(view.subject, "the X of the spell that it was")
            return view.x_of_spell
        case t.Devotion(colors=colors):
            return devotion(table, view, colors)
        case t.DevotionToThatColor():
            if view.color is None:
                raise Unmodelled(view.subject, "devotion to a color that nothing names")
            return devotion(table, view, view.color)
        case t.CardsIn(player=who):
            return sum(number_of_cards(table, view, name, asked) for name in sorted(players(table, view, who)))
        case t.CardTypesIn(zone=zone, player=who):
            found: set[str] = set()
            for name in sorted(players(table, view, who)):
                for card in cards_of(table, view, name, zone):
                    found |= card_types(card)
            return len(found)
        case t.LifeTotal(player=who):
            return _one_player(table, view, who).life
        case t.CardsDrawn(player=who):
            return sum(table.board.player(name).drawn_this_turn for name in players(table, view, who))
        case t.MaximumHandSize(player=who):
            name = _one_player(table, view, who).name
            return _sizes(table, view)[name] or 0  # 107.2: no maximum is no number, and 0 is used.
        case t.BasicLandTypesAmong(filter=filter):
            among = those(table, view, filter)
            return sum(any(land_type in thing.subtypes for thing in among) for land_type in BASIC_LAND_TYPES)
        case t.ColorsAmong(filter=filter):
            return len(colors_among(those(table, view, filter)))
        case t.GreatestPower(filter=filter):
            creatures = [thing for thing in those(table, view, filter) if "Creature" in thing.types]
            return max((_power(thing) for thing in creatures), default=0)
        case t.PowerOf(of=filter):
            one = _only(table, view, filter)
            return 0 if one is None else _power(one)
        case t.ManaValueOf(of=filter):
            one = _only(table, view, filter)
            return 0 if one is None else one.mana_value
        case t.ManaSpent():
            return _mana_spent(table, view)
        case t.ThatMany():
            if table.that_many is None:
                raise Unmodelled(view.subject, "how many an earlier instruction has moved")
            return table.that_many
        case t.CommanderManaValue():
            raise Unmodelled(view.subject, "a board does not say what commanders there are")
        case t.UntoldAmount(what=what):
            raise Unmodelled(view.subject, f"an amount that no board tells ({what})")
        case t.UpTo():
            raise Unmodelled(view.subject, "a number that is chosen inside another number")
        case t.NumberChosen():
            return view.chosen.number or 0  # 107.2: a number that cannot be determined is 0.
        case t.LevelOf():
            return _level(None if view.this is None else table.thing(view.this))
        case t.Sum(terms=terms):
            return sum(quantity(table, view, term) for term in terms)
        case t.Times(factor=factor, of=of):
            return factor * quantity(table, view, of)
        case t.Difference(of=of, less=less):
            return quantity(table, view, of) - quantity(table, view, less)
        case t.Half(of=of, rounded=rounded):
            whole = quantity(table, view, of)
            return (whole + 1) // 2 if rounded == "up" else whole // 2
    raise Unmodelled(view.subject, f"a quantity of the kind {in_words(asked)}")


def devotion(table: Table, view: View, colors: str) -> int:
    """Mana symbols of any of these colors in the mana costs of permanents you control (700.5)."""
    return sum(
        any(color in symbol.split("/") for color in colors)
        for thing in table.there.values()
        if thing.controller == view.you
        for symbol in thing.mana_cost
    )


def colors_among(things: list[Thing]) -> str:
    """The colors of the permanents, in the order W U B R G."""
    return "".join(color for color in COLORS if any(color in thing.colors for thing in things))


def possible_numbers(table: Table, view: View, asked: t.Quantity) -> list[int]:
    """Every number that may be chosen where one is chosen as the ability resolves, else the one that is asked for."""
    if isinstance(asked, t.UpTo):
        return list(range(max(quantity(table, view, asked.of), 0) + 1))
    return [quantity(table, view, asked)]


def _mana_spent(table: Table, view: View) -> int:
    this = None if view.this is None else table.thing(view.this)
    if this is None or this.permanent.token:
        return 0
    if this.permanent.mana_spent is not None:
        return this.permanent.mana_spent
    if "X" in this.permanent.card.faces[this.permanent.face].mana_cost:
        raise Unmodelled(view.subject, "the mana spent for an X that the board does not give")
    return this.permanent.card.faces[this.permanent.face].mana_value


def _one_player(table: Table, view: View, who: t.PlayerRef) -> Player:
    names = players(table, view, who)
    if len(names) != 1:
        raise Unmodelled(view.subject, "a number of several players at once")
    return table.board.player(next(iter(names)))


def _sizes(table: Table, view: View) -> dict[str, int | None]:
    if table.sizes is None:
        raise Unmodelled(view.subject, "something that reads a maximum hand size")
    return table.sizes


def _only(table: Table, view: View, filter: t.Filter) -> Thing | None:
    found = meant(table, view, filter)
    if len(found) > 1:
        raise Unmodelled(view.subject, "a number of one permanent where several are meant")
    return found[0] if found else None


def _level(thing: Thing | None) -> int:
    """Its level as a designation; level counters are something else (716.2d, 716.4)."""
    return 1 if thing is None or thing.permanent.level is None else thing.permanent.level


# Conditions --------------------------------------------------------------------------------------------------------


def holds(table: Table, view: View, condition: t.Condition | None) -> bool:
    """Whether the condition holds; no condition always does. Raises Unmodelled where a board cannot tell."""
    match condition:
        case None:
            return True
        case t.Compare(quantity=left, compare=compare, number=right):
            return _compare(quantity(table, view, left), compare, quantity(table, view, right))
        case t.Exists(filter=filter):
            return len(those(table, view, filter)) > 0
        case t.Is(filter=filter):
            this = None if view.this is None else table.thing(view.this)
            return this is not None and fits(table, view, this, filter)
        case t.PlayedLand(player=who):
            return any(table.board.player(name).land_played_this_turn for name in players(table, view, who))
        case t.TurnOf(player=who):
            return table.board.active in players(table, view, who)
        case t.ModeChosen(mode=mode):
            return view.chosen.mode == mode
        case t.CardExiledWith():
            source = None if view.this is None else table.thing(view.this)
            return source is not None and len(source.permanent.exiled) > 0
        case t.Designation(name=name):
            raise Unmodelled(view.subject, f"a board does not say who has the designation {name}")
        case t.HasMaximumHandSize(player=who):
            return all(_sizes(table, view)[name] is not None for name in players(table, view, who))
        case t.TopCardIs(type=name):
            library = cards_of(table, view, view.you, "library")
            return bool(library) and name in card_types(library[0])
        case t.StepOf():
            raise Unmodelled(view.subject, "a board does not say which step it is")
        case t.Followed():
            if table.followed is None:
                raise Unmodelled(view.subject, "whether an earlier instruction was followed")
            return table.followed
        case t.UntoldCondition(what=what):
            raise Unmodelled(view.subject, f"a condition that no board tells ({what})")
        case t.Every(conditions=parts):
            return all(holds(table, view, part) for part in parts)
        case t.Some(conditions=parts):
            return any(holds(table, view, part) for part in parts)
        case t.Unless(condition=part):
            return not holds(table, view, part)
    raise Unmodelled(view.subject, f"a condition of the kind {in_words(condition)}")


def _compare(left: int, compare: t.Comparison, right: int) -> bool:
    if compare == "at least":
        return left >= right
    if compare == "at most":
        return left <= right
    return left == right
