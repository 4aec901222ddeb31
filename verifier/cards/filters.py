"""Filters over permanents, and quantities, which may count what a filter fits."""

from __future__ import annotations

from typing import Literal

from .term import Comparison, PlayerRef, Term, Zone

# Filters --------------------------------------------------------------------------------------------------------------


class Anything(Term, frozen=True):
    """Every permanent."""


class This(Term, frozen=True):
    """The permanent whose ability it is, or what its card has become since (400.7j)."""


class Host(Term, frozen=True):
    """The permanent that this Aura, Equipment or Fortification is attached to."""


class TargetPermanent(Term, frozen=True):
    """The permanent that the resolved ability targeted, or that the card has become which it targeted (400.7j).

    Of several targets it is the one that the instruction is about.
    """


class CostPermanent(Term, frozen=True):
    """The permanent that was sacrificed, untapped or otherwise chosen to pay the cost of the ability."""


class EventPermanent(Term, frozen=True):
    """The permanent of the event that triggered or is replaced, or what its card has become since (400.7j)."""


class Affected(Term, frozen=True):
    """The permanent that the continuous effect is being applied to ("its mana value")."""


class OfType(Term, frozen=True):
    type: str


class OfSubtype(Term, frozen=True):
    subtype: str


class OfSupertype(Term, frozen=True):
    supertype: str


class OfColor(Term, frozen=True):
    """It has at least one of these colors; ``""`` asks for a colorless permanent."""

    colors: str


class OfChosenColor(Term, frozen=True):
    """It has the color chosen for this permanent."""


class OfChosenSubtype(Term, frozen=True):
    """It has the subtype chosen for this permanent."""


class Named(Term, frozen=True):
    name: str


class NamedAsChosen(Term, frozen=True):
    """Its name is the card name chosen for this permanent."""


class NamedAsExiled(Term, frozen=True):
    """Its name is that of a card exiled with this permanent."""


class NamedAsEvent(Term, frozen=True):
    """Its name is that of the permanent of the event."""


class ControlledBy(Term, frozen=True):
    player: PlayerRef


class OwnedBy(Term, frozen=True):
    player: PlayerRef


class IsToken(Term, frozen=True):
    """It is a token."""


class IsTapped(Term, frozen=True):
    """It is tapped."""


class IsCommander(Term, frozen=True):
    """It is a commander."""


class HasCounters(Term, frozen=True):
    """It has that many counters of a kind or more; ``""`` means counters of any kind."""

    kind: str = ""
    at_least: int = 1


class HasPower(Term, frozen=True):
    compare: Comparison
    power: Quantity


class HasManaValue(Term, frozen=True):
    compare: Comparison
    value: Quantity


class HasManaAbility(Term, frozen=True):
    """It has a mana ability (605.1)."""


class CouldMake(Term, frozen=True):
    """It could produce one of these types of mana (106.7)."""

    types: str


class CouldMakeAsOf(Term, frozen=True):
    """It could produce a type of mana that one of the permanents of the other filter could produce (106.7)."""

    of: Filter


class HasKeyword(Term, frozen=True):
    """It has that keyword ability."""

    keyword: str


class HasColors(Term, frozen=True):
    """It has so many colors: exactly one, it is monocolored; at least two, multicolored (105.2)."""

    compare: Comparison
    number: int


class AllOf(Term, frozen=True):
    filters: tuple[Filter, ...]


class AnyOf(Term, frozen=True):
    filters: tuple[Filter, ...]


class Except(Term, frozen=True):
    """Every permanent that the filter does not fit."""

    filter: Filter


Filter = (
    Anything | This | Host | TargetPermanent | CostPermanent | EventPermanent | Affected
    | OfType | OfSubtype | OfSupertype | OfColor | OfChosenColor | OfChosenSubtype
    | Named | NamedAsChosen | NamedAsExiled | NamedAsEvent | ControlledBy | OwnedBy
    | IsToken | IsTapped | IsCommander | HasCounters | HasPower | HasManaValue | HasManaAbility | CouldMake
    | CouldMakeAsOf | HasKeyword | HasColors
    | AllOf | AnyOf | Except
)  # fmt: skip


# Quantities -----------------------------------------------------------------------------------------------------------


class Count(Term, frozen=True):
    """How many permanents fit the filter."""

    filter: Filter


class CountersOn(Term, frozen=True):
    """How many counters of a kind there are on the permanents that fit the filter."""

    kind: str
    on: Filter = This()


class CountedByCost(Term, frozen=True):
    """An amount that the cost fixes: X of an activation cost, counters removed or permanents sacrificed this way.

    ``counters`` names the kind of counter that bounds it, where it is a number of counters of this permanent.
    """

    counters: str = ""
    at_least: int = 0


class XOfSpell(Term, frozen=True):
    """The X that was chosen for the spell that this was (107.3m)."""


class Devotion(Term, frozen=True):
    """Mana symbols of these colors among the mana costs of permanents you control (700.5)."""

    colors: str


class DevotionToThatColor(Term, frozen=True):
    """Devotion to the color of the mana that is being added, color by color."""


class CardsIn(Term, frozen=True):
    """How many cards a player has in a zone; of the given types, colors and name if any are given."""

    zone: Zone
    player: PlayerRef = "you"
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: str = ""
    named: str = ""


class CardTypesIn(Term, frozen=True):
    """How many card types there are among cards in a player's zone (delirium)."""

    zone: Zone
    player: PlayerRef = "you"


class LifeTotal(Term, frozen=True):
    player: PlayerRef = "you"


class CardsDrawn(Term, frozen=True):
    """How many cards the player has drawn this turn."""

    player: PlayerRef = "you"


class MaximumHandSize(Term, frozen=True):
    """The player's maximum hand size as far as it has been worked out (402.2)."""

    player: PlayerRef = "you"


class BasicLandTypesAmong(Term, frozen=True):
    """How many basic land types there are among the permanents (domain)."""

    filter: Filter


class ColorsAmong(Term, frozen=True):
    """How many colors there are among the permanents."""

    filter: Filter


class GreatestPower(Term, frozen=True):
    filter: Filter


class PowerOf(Term, frozen=True):
    of: Filter = This()


class ManaValueOf(Term, frozen=True):
    of: Filter = This()


class CommanderManaValue(Term, frozen=True):
    """The greatest mana value among your commanders, wherever they are."""


class ManaSpent(Term, frozen=True):
    """How much mana was spent to cast the spell that this was."""


class ThatMany(Term, frozen=True):
    """As many as the instruction before this one moved, removed, drew or discarded, or as the replaced event has."""


class NumberChosen(Term, frozen=True):
    """The number chosen for this permanent."""


class LevelOf(Term, frozen=True):
    """The level of this permanent."""


class Sum(Term, frozen=True):
    terms: tuple[Quantity, ...]


class Times(Term, frozen=True):
    factor: int
    of: Quantity


class Difference(Term, frozen=True):
    """The first less the second."""

    of: Quantity
    less: Quantity


class UpTo(Term, frozen=True):
    """A number chosen as the ability resolves, from zero to that."""

    of: Quantity


class UntoldAmount(Term, frozen=True):
    """An amount that no board tells."""

    what: Literal[
        "life gained this turn", "life lost this turn", "opponents who lost life", "creatures that died", "spells cast",
        "combat damage", "attackers", "party", "dice", "toughness", "intensity", "sacrificed", "revealed", "other",
    ]  # fmt: skip


class Half(Term, frozen=True):
    of: Quantity
    rounded: Literal["up", "down"]


Quantity = (
    int | Count | CountersOn | CountedByCost | XOfSpell | Devotion | DevotionToThatColor | CardsIn | CardTypesIn
    | LifeTotal | CardsDrawn | MaximumHandSize | BasicLandTypesAmong | ColorsAmong | GreatestPower | PowerOf
    | ManaValueOf | CommanderManaValue | ManaSpent | ThatMany | NumberChosen | LevelOf | Sum | Times | Difference | Half
    | UpTo | UntoldAmount
)  # fmt: skip
