"""What filters, quantities and conditions of the ability language mean on a board (109.5, 608.2h)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ..board import Board, Chosen, Permanent
from ..cards import terms as t
from ..cards.ability import Keyword
from ..cards.card import Card
from ..cards.naming import in_words
from ..cards.vocabulary import BASIC_LAND_TYPES, COMMAND_ZONE_TYPES, card_type_of
from ..errors import Unmodelled
from .characteristics import EVERY_CREATURE_TYPE, Thing, mana_value, size_of
from .mana_abilities import may_be_mana_ability

NOTHING_CHOSEN = Chosen()


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose ability is read, and what its words point at.

    ``you`` is the controller; ``this`` the permanent that the ability is on, if any; ``targets`` the ids that were
    targeted; ``event`` the permanent of the event, ``actor`` the player of the event; ``paid`` the permanents chosen
    to pay the cost; ``counted`` the amount counted by the cost; ``produced`` what the event produced, as
    bits; ``spent`` the mana spent to cast it.
    """

    board: Board
    things: tuple[Thing, ...]
    you: str
    subject: str
    this: Thing | None = None
    chosen: Chosen = NOTHING_CHOSEN
    targets: tuple[str, ...] = ()
    event: Thing | None = None
    actor: str | None = None
    paid: tuple[Thing, ...] | None = None
    counted: int | None = None
    x: int | None = None
    affected: Thing | None = None
    produced: int | None = None
    spent: int | None = None
    memo: dict[tuple[t.Filter, str], tuple[Thing, ...]] = field(default_factory=dict, repr=False)

    def unmodelled(self, what: object) -> Unmodelled:
        """The error that names this ability's card and what of it is not modelled."""
        name = what if isinstance(what, str) else f'"{in_words(what)}"'
        return Unmodelled(self.subject, f"{name} is not modelled here")

    def with_event(self, event: Thing, actor: str) -> Scope:
        """The same words, read for an event."""
        return Scope(
            self.board, self.things, self.you, self.subject, self.this, self.chosen, self.targets, event, actor,
            self.paid, self.counted, self.x, self.affected, self.produced, self.spent, self.memo,
        )  # fmt: skip

    def with_affected(self, thing: Thing) -> Scope:
        """The same words, read for the permanent that the effect is being applied to."""
        return replace(self, affected=thing)


def players(who: t.PlayerRef, scope: Scope) -> tuple[str, ...]:
    """The players that the words mean, in turn order; none where nobody was chosen."""
    names = scope.board.names
    if who == "you":
        return (scope.you,)
    if who == "opponents":
        return tuple(name for name in names if name != scope.you)
    if who == "everyone":
        return names
    if who == "chosen":
        return () if scope.chosen.player is None else (scope.chosen.player,)
    if who == "that player":
        if scope.actor is None:
            raise scope.unmodelled("'that player' without an event")
        return (scope.actor,)
    if who == "controller":
        thing = scope.event or _host(scope)
        return () if thing is None else (thing.controller,)
    if who == "target" and set(scope.targets) & set(names):
        return tuple(name for name in names if name in scope.targets)
    raise scope.unmodelled(f"the player meant by {who!r}")


def means(who: t.PlayerRef, name: str, scope: Scope) -> bool:
    """Whether the words mean this player."""
    if who == "you":
        return name == scope.you
    if who == "opponents":
        return name != scope.you
    return who == "everyone" or name in players(who, scope)


def fits(filter: t.Filter, thing: Thing, scope: Scope) -> bool:
    """Whether the permanent fits the filter. Raises Unmodelled for what cannot be told without layers.

    What is in the command zone is no permanent, and is meant by its own abilities alone.
    """
    if not COMMAND_ZONE_TYPES.isdisjoint(thing.types):
        if scope.this is None or scope.this.id != thing.id or impersonal(filter):
            return False
    test = _FITS.get(type(filter))
    if test is None:
        raise scope.unmodelled(filter)
    return test(filter, thing, scope)


def matching(filter: t.Filter, scope: Scope) -> tuple[Thing, ...]:
    """The permanents that fit the filter, in list order; what paid the cost is remembered (608.2h)."""
    if isinstance(filter, t.Affected):
        return () if scope.affected is None else (scope.affected,)
    if isinstance(filter, t.This):
        return () if scope.this is None else (scope.this,)
    if isinstance(filter, t.CostPermanent):
        if scope.paid is None:
            raise scope.unmodelled("the permanent that pays the cost")
        return scope.paid
    if not impersonal(filter):
        return tuple(thing for thing in scope.things if fits(filter, thing, scope))
    found = scope.memo.get((filter, scope.you))
    if found is None:
        found = scope.memo[filter, scope.you] = tuple(o for o in scope.things if fits(filter, o, scope))
    return found


@lru_cache(maxsize=4096)
def impersonal(filter: t.Filter) -> bool:
    """Whether what fits depends on the controller alone, not on the permanent, event or cost that it is read for."""
    if isinstance(filter, t.AllOf | t.AnyOf):
        return all(map(impersonal, filter.filters))
    if isinstance(filter, t.Except):
        return impersonal(filter.filter)
    if isinstance(filter, t.ControlledBy | t.OwnedBy):
        return filter.player in ("you", "opponents", "everyone")
    return isinstance(filter, t.Anything | t.OfType | t.OfSubtype | t.OfSupertype | t.OfColor | t.Named | t.IsToken)


def compare(left: int, how: t.Comparison, right: int) -> bool:
    """``left`` is at least, at most or exactly ``right``."""
    if how == "at least":
        return left >= right
    if how == "at most":
        return left <= right
    return left == right


def _host(scope: Scope) -> Thing | None:
    host = None if scope.this is None else scope.this.permanent.attached_to
    return next((thing for thing in scope.things if thing.id == host), None)


def _paid(thing: Thing, scope: Scope) -> bool:
    if scope.paid is None:
        raise scope.unmodelled("the permanent that pays the cost")
    return any(thing.id == other.id for other in scope.paid)


def _has_color(thing: Thing, colors: str) -> bool:
    return any(color in thing.colors for color in colors) if colors else not thing.colors


def has_subtype(thing: Thing, subtype: str) -> bool:
    """Whether the permanent has the subtype, by having every creature type too."""
    return subtype in thing.subtypes or (EVERY_CREATURE_TYPE in thing.subtypes and card_type_of(subtype) == "Creature")


def _has_keyword(thing: Thing, keyword: str) -> bool:
    return any(isinstance(ability, Keyword) and ability.name.casefold() == keyword for ability in thing.abilities)


def _counters(permanent: Permanent, kind: str) -> int:
    return permanent.counter(kind) if kind else sum(number for _, number in permanent.counters)


def _power(thing: Thing) -> int:
    """Its power; what is no creature has no number to read (208.3), and 0 is used (107.2)."""
    if "Creature" not in thing.types:
        return 0
    power = size_of(thing)[0]
    if power is None:
        raise Unmodelled(thing.id, "a power that is not a number")
    return power


_FITS: dict[type, Callable[..., bool]] = {
    t.Anything: lambda f, o, s: True,
    t.This: lambda f, o, s: s.this is not None and o.id == s.this.id,
    t.Host: lambda f, o, s: s.this is not None and o.id == s.this.permanent.attached_to,
    t.TargetPermanent: lambda f, o, s: o.id in s.targets,
    t.CostPermanent: lambda f, o, s: _paid(o, s),
    t.Affected: lambda f, o, s: s.affected is not None and o.id == s.affected.id,
    t.EventPermanent: lambda f, o, s: s.event is not None and o.id == s.event.id,
    t.OfType: lambda f, o, s: f.type in o.types,
    t.OfSubtype: lambda f, o, s: has_subtype(o, f.subtype),
    t.OfSupertype: lambda f, o, s: f.supertype in o.supertypes,
    t.OfColor: lambda f, o, s: _has_color(o, f.colors),
    t.OfChosenColor: lambda f, o, s: s.chosen.color is not None and s.chosen.color in o.colors,
    t.OfChosenSubtype: lambda f, o, s: s.chosen.type is not None and has_subtype(o, s.chosen.type),
    t.Named: lambda f, o, s: o.name == f.name,
    t.NamedAsChosen: lambda f, o, s: o.name != "" and o.name == s.chosen.card,
    t.NamedAsExiled: lambda f, o, s: s.this is not None and o.name != "" and o.name in s.this.permanent.exiled,
    t.NamedAsEvent: lambda f, o, s: s.event is not None and o.name != "" and o.name == s.event.name,
    t.ControlledBy: lambda f, o, s: means(f.player, o.controller, s),
    t.OwnedBy: lambda f, o, s: means(f.player, o.permanent.owner, s),
    t.IsToken: lambda f, o, s: o.permanent.token,
    t.IsTapped: lambda f, o, s: o.permanent.tapped,
    t.HasCounters: lambda f, o, s: _counters(o.permanent, f.kind) >= f.at_least,
    t.HasPower: lambda f, o, s: "Creature" in o.types and compare(_power(o), f.compare, value(f.power, s)),
    t.HasManaValue: lambda f, o, s: compare(mana_value(o), f.compare, value(f.value, s)),
    t.HasManaAbility: lambda f, o, s: any(may_be_mana_ability(ability, s.board.edition) for ability in o.abilities),
    t.HasKeyword: lambda f, o, s: _has_keyword(o, f.keyword.casefold()),
    t.HasColors: lambda f, o, s: compare(len(o.colors), f.compare, f.number),
    t.AllOf: lambda f, o, s: all(fits(part, o, s) for part in f.filters),
    t.AnyOf: lambda f, o, s: any(fits(part, o, s) for part in f.filters),
    t.Except: lambda f, o, s: not fits(f.filter, o, s),
}


def value(quantity: t.Quantity, scope: Scope) -> int:
    """The number that the quantity is now. Raises Unmodelled for what cannot be told from the board."""
    if isinstance(quantity, int):
        return quantity
    tell = _VALUE.get(type(quantity))
    if tell is None:
        raise scope.unmodelled(quantity)
    return tell(quantity, scope)


def _counted(quantity: t.CountedByCost, scope: Scope) -> int:
    if scope.counted is None:
        raise scope.unmodelled("an amount that a cost counts")
    return scope.counted


def _spent(quantity: t.ManaSpent, scope: Scope) -> int:
    if scope.spent is None:
        raise scope.unmodelled("the mana spent to cast it")
    return scope.spent


def _cards(quantity: t.CardsIn, scope: Scope) -> int:
    total = 0
    for name in players(quantity.player, scope):
        player = scope.board.player(name)
        if quantity.zone == "exile":
            raise scope.unmodelled("cards in exile")
        number: int = getattr(player, quantity.zone)
        cards: tuple[Card, ...] | None = getattr(player, f"{quantity.zone}_cards")
        if not (quantity.types or quantity.subtypes or quantity.colors or quantity.named):
            total += number
        elif cards is not None:
            total += sum(_is_asked_for(card, quantity) for card in cards)
        elif number:
            raise Unmodelled(f"player.{name}.{quantity.zone}", "what these cards are is not given")
    return total


def _is_asked_for(card: Card, quantity: t.CardsIn) -> bool:
    """Whether the card is of one of the types, subtypes and colors, and of the name, that are asked for."""
    faces = card.faces if card.layout == "split" else card.faces[:1]  # 709.4, 712.8a
    for wanted, had in (
        (quantity.types, [kind for face in faces for kind in face.types]),
        (quantity.subtypes, [kind for face in faces for kind in face.subtypes]),
        (quantity.colors, [color for face in faces for color in face.colors]),
        ((quantity.named,) if quantity.named else (), [face.name for face in faces]),
    ):
        if wanted and set(wanted).isdisjoint(had):
            return False
    return True


def _card_types(quantity: t.CardTypesIn, scope: Scope) -> int:
    kinds: set[str] = set()
    for name in players(quantity.player, scope):
        player = scope.board.player(name)
        cards: tuple[Card, ...] | None = getattr(player, f"{quantity.zone}_cards")
        if cards is None and getattr(player, quantity.zone):
            raise Unmodelled(f"player.{name}.{quantity.zone}", "the card types of these cards are not given")
        kinds.update(kind for card in cards or () for kind in card.faces[0].types)
    return len(kinds)


def _devotion(quantity: t.Devotion, scope: Scope) -> int:
    mine = (thing for thing in scope.things if thing.controller == scope.you)
    return sum(any(c in symbol for c in quantity.colors) for thing in mine for symbol in thing.mana_cost)


def _of_one(tell: Callable[[Thing], int], of: t.Filter, scope: Scope) -> int:
    """A number of one permanent; 0 where there is none (107.2)."""
    found = matching(of, scope)
    if len(found) > 1:
        raise scope.unmodelled("a number of one permanent where several are meant")
    return tell(found[0]) if found else 0


def _halved(quantity: t.Half, scope: Scope) -> int:
    whole = value(quantity.of, scope)
    return -(-whole // 2) if quantity.rounded == "up" else whole // 2


def _basic_types(quantity: t.BasicLandTypesAmong, scope: Scope) -> int:
    seen = {kind for thing in matching(quantity.filter, scope) for kind in thing.subtypes}
    return sum(kind in seen for kind in BASIC_LAND_TYPES)


_VALUE: dict[type, Callable[..., int]] = {
    t.Count: lambda q, s: sum(one in s.things or not isinstance(q.filter, t.This) for one in matching(q.filter, s)),
    t.CountersOn: lambda q, s: sum(_counters(thing.permanent, q.kind) for thing in matching(q.on, s)),
    t.CountedByCost: _counted,
    t.XOfSpell: lambda q, s: s.x or 0,
    t.ManaSpent: _spent,
    t.Devotion: _devotion,
    t.CardsIn: _cards,
    t.CardTypesIn: _card_types,
    t.LifeTotal: lambda q, s: sum(s.board.player(name).life for name in players(q.player, s)),
    t.BasicLandTypesAmong: _basic_types,
    t.ColorsAmong: lambda q, s: len({color for thing in matching(q.filter, s) for color in thing.colors}),
    t.GreatestPower: lambda q, s: max((_power(o) for o in matching(q.filter, s) if "Creature" in o.types), default=0),
    t.PowerOf: lambda q, s: _of_one(_power, q.of, s),
    t.ManaValueOf: lambda q, s: _of_one(mana_value, q.of, s),
    t.NumberChosen: lambda q, s: s.chosen.number or 0,
    t.LevelOf: lambda q, s: 1 if s.this is None or s.this.permanent.level is None else s.this.permanent.level,  # 716.2d
    t.Sum: lambda q, s: sum(value(term, s) for term in q.terms),
    t.Times: lambda q, s: q.factor * value(q.of, s),
    t.Difference: lambda q, s: value(q.of, s) - value(q.less, s),
    t.Half: _halved,
}


def holds(condition: t.Condition, scope: Scope) -> bool:
    """Whether the condition holds now. Raises Unmodelled for what cannot be told from the board."""
    tell = _HOLDS.get(type(condition))
    if tell is None:
        raise scope.unmodelled(condition)
    return tell(condition, scope)


_HOLDS: dict[type, Callable[..., bool]] = {
    t.Compare: lambda c, s: compare(value(c.quantity, s), c.compare, value(c.number, s)),
    t.Exists: lambda c, s: any(fits(c.filter, thing, s) for thing in s.things),
    t.Is: lambda c, s: s.this is not None and fits(c.filter, s.this, s),
    t.PlayedLand: lambda c, s: any(s.board.player(name).land_played_this_turn for name in players(c.player, s)),
    t.TurnOf: lambda c, s: s.board.active in players(c.player, s),
    t.ModeChosen: lambda c, s: s.chosen.mode == c.mode,
    t.CardExiledWith: lambda c, s: s.this is not None and bool(s.this.permanent.exiled),
    t.Every: lambda c, s: all(holds(part, s) for part in c.conditions),
    t.Some: lambda c, s: any(holds(part, s) for part in c.conditions),
    t.Unless: lambda c, s: not holds(c.condition, s),
}
