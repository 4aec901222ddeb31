"""Mana expressions: which mana an instruction asks for, before anything replaces it (106.3, 106.8-106.11)."""

from __future__ import annotations

from .terms import Filter, PlayerRef, Quantity, Term, This, Zone

# Sets of types ---------------------------------------------------------------------------------------------------


class Types(Term, frozen=True):
    """These types of mana, as letters."""

    types: str


class ChosenColor(Term, frozen=True):
    """The color chosen for this permanent or as the effect began; no choice, no type (106.5)."""


class CouldProduce(Term, frozen=True):
    """Every type that one of the permanents could produce (106.7); its colors alone if ``colors_only``."""

    by: Filter
    colors_only: bool = False


class ColorsOf(Term, frozen=True):
    """The colors of the permanents."""

    of: Filter


class CommanderIdentity(Term, frozen=True):
    """The colors of your commander's color identity."""


class ExiledColors(Term, frozen=True):
    """The colors of the cards exiled with this permanent."""

    with_: Filter = This()


class ColorsOfCards(Term, frozen=True):
    """The colors of the cards in a player's zone, of the given card types and supertypes if any are given."""

    zone: Zone
    player: PlayerRef = "you"
    types: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()


class ColorsOfMovedCard(Term, frozen=True):
    """The colors of the card that the ability has just revealed or moved."""


class NotedType(Term, frozen=True):
    """The type of mana last noted for this permanent."""


class TypesProduced(Term, frozen=True):
    """The types of mana that the permanent of the event produced (106.12a)."""


class ByLandType(Term, frozen=True):
    """One type for each basic land type that the permanent of the event has.

    The pairs are a basic land type and a type of mana.
    """

    types: tuple[tuple[str, str], ...]


class ThatType(Term, frozen=True):
    """The type that was chosen in the part of the ability that this replaces ("that type", 614.15)."""


TypeSet = (
    Types | ChosenColor | CouldProduce | ColorsOf | CommanderIdentity | ExiledColors | TypesProduced | ByLandType
    | ThatType | ColorsOfCards | ColorsOfMovedCard | NotedType
)  # fmt: skip


# Mana ------------------------------------------------------------------------------------------------------------


class Symbols(Term, frozen=True):
    """Mana symbols one by one.

    ``W U B R G C``, a number (106.10), ``S`` (106.11), ``W/U`` or ``2/W`` (106.8), ``W/P`` (106.9).
    """

    symbols: tuple[str, ...]


class OneType(Term, frozen=True):
    """That much mana, all of one type chosen among the set."""

    among: TypeSet
    amount: Quantity = 1


class Combination(Term, frozen=True):
    """That much mana, each of a type chosen among the set."""

    among: TypeSet
    amount: Quantity


class OneOfEach(Term, frozen=True):
    """One mana of each type in the set."""

    of: TypeSet


class ManaCostOf(Term, frozen=True):
    """Mana as in the mana cost of the permanents (106.8-106.10)."""

    of: Filter


class UnspentAgain(Term, frozen=True):
    """As much of each type as the player has unspent."""


class Repeated(Term, frozen=True):
    """The same mana that many times ("{G} for each creature you control")."""

    mana: Mana
    times: Quantity


class Together(Term, frozen=True):
    """All the parts at once."""

    parts: tuple[Mana, ...]


class Choice(Term, frozen=True):
    """One of the options, chosen as the ability resolves."""

    options: tuple[Mana, ...]


Mana = Symbols | OneType | Combination | OneOfEach | ManaCostOf | UnspentAgain | Repeated | Together | Choice
