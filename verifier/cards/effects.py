"""Continuous and replacement effects that hold no ability or instruction themselves (611, 613, 614)."""

from __future__ import annotations

from typing import Literal

from .costs import Cost
from .mana import TypeSet
from .terms import Condition, Filter, PlayerRef, Quantity, Term, This, Zone

# Layers 2 to 7 (613.1) ------------------------------------------------------------------------------------------------


class SetLandTypes(Term, frozen=True):
    """Lands become these land types and lose all others with their rules text (305.7). Layer 4.

    ``chosen``: the land type chosen as it began or entered, of the given ones if any are given.
    """

    on: Filter
    types: tuple[str, ...] = ()
    chosen: bool = False


class AddTypes(Term, frozen=True):
    """Card types, subtypes and supertypes in addition to the others. Layer 4."""

    on: Filter
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    chosen_subtype: bool = False
    all_creature_types: bool = False
    all_land_types: bool = False


class SetTypes(Term, frozen=True):
    """Card types and subtypes instead of the others; supertypes are kept (205.1a, 205.1b). Layer 4.

    Subtypes of a card type that stays are replaced only if ``subtypes`` names one of their kind; a basic land type
    among them sets the land type with all that 305.7 says. ``keep`` names card types that stay if they are there.
    Without ``types`` all card types stay.
    """

    on: Filter
    types: tuple[str, ...]
    subtypes: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()


class LoseTypes(Term, frozen=True):
    """Card types, all land types, all creature types or supertypes that are lost. Layer 4."""

    on: Filter
    types: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    all_land_types: bool = False
    all_creature_types: bool = False


class SetColors(Term, frozen=True):
    """Layer 5. ``in_addition`` keeps the old colors; ``chosen`` takes the chosen color."""

    on: Filter
    colors: str = ""
    in_addition: bool = False
    chosen: bool = False


class LoseAbilities(Term, frozen=True):
    """All abilities are lost, or all but mana abilities, or those named keywords. Layer 6."""

    on: Filter
    all_but: Literal["", "mana abilities"] = ""
    keywords: tuple[str, ...] = ()


class SetPowerToughness(Term, frozen=True):
    """Layer 7b, or 7a if it defines the characteristic."""

    on: Filter
    power: Quantity | None = None
    toughness: Quantity | None = None
    defining: bool = False


class ChangePowerToughness(Term, frozen=True):
    """Layer 7c."""

    on: Filter
    power: Quantity
    toughness: Quantity


class GainControl(Term, frozen=True):
    """Layer 2."""

    on: Filter
    player: PlayerRef


class ChangeText(Term, frozen=True):
    """Layer 3: one basic land type or color word for another; empty where the caster chose."""

    on: Filter
    old: str = ""
    new: str = ""
    words: Literal["land types", "colors", "either", "creature types"] = "either"


# Players and costs (613.11) -------------------------------------------------------------------------------------------


class HandSize(Term, frozen=True):
    """A change of players' maximum hand size (402.2, 613.11); ``none`` takes the maximum away and has no amount."""

    players: PlayerRef
    change: Literal["set", "increase", "reduce", "none"]
    amount: Quantity = 0


class Permission(Term, frozen=True):
    """What players may or may not do, as far as a question asks; ``types``: only mana of these types stays."""

    kind: Literal[
        "tap lands you do not control", "activate as though with haste", "cannot activate",
        "activate in own turns only", "cannot pay life", "cannot pay life to activate", "cannot sacrifice to activate",
        "cannot lose life", "one draw each turn", "cannot draw", "mana stays", "spend as any color", "additional land",
        "cannot be made to discard", "does not lose the game", "loyalty at any time",
    ]  # fmt: skip
    players: PlayerRef = "you"
    on: Filter | None = None
    mana_abilities_too: bool = True
    types: str = "WUBRGC"


class AdditionalCost(Term, frozen=True):
    """Abilities of the permanents cost more to activate (602.2b, 601.2f)."""

    on: Filter
    cost: tuple[Cost, ...]
    mana_abilities_only: bool = False


# Replacement effects (614) --------------------------------------------------------------------------------------------


class TappedForMana(Term, frozen=True):
    """The permanent is tapped for mana (106.12b): by whom, for how much at least, for which types."""

    permanent: Filter
    by: PlayerRef = "everyone"
    at_least: int = 1
    types: str = "WUBRGC"


class WouldAddMana(Term, frozen=True):
    """A player would add mana, tapped for or not; ``sources`` tells whose spells and abilities."""

    player: PlayerRef = "everyone"
    controller: PlayerRef = "everyone"
    types: str = "WUBRGC"


class ReplaceTypes(Term, frozen=True):
    """Mana of the replaced types becomes as much mana of one type of ``by``; other mana stays.

    All mana of one production gets the same choice.
    """

    by: TypeSet
    replaced: str = "WUBRGC"


class ReplaceTypesAndAmount(Term, frozen=True):
    """The whole production becomes that much mana of one type of ``by``."""

    by: TypeSet
    amount: int = 1


class Multiply(Term, frozen=True):
    """That many times as much of the mana."""

    factor: int


class AddForAll(Term, frozen=True):
    """All players add that mana."""


ManaChange = ReplaceTypes | ReplaceTypesAndAmount | Multiply | AddForAll


class ManaReplacement(Term, frozen=True):
    """Replaces a production of mana (106.12b, 614.1a)."""

    when: TappedForMana | WouldAddMana
    becomes: ManaChange


class DiscardReplacement(Term, frozen=True):
    """A discarded card goes elsewhere (701.9c, 614.6): any card, or cards of those types, or this card alone."""

    player: PlayerRef
    cause: Literal["effect", "any", "opponent's effect"]
    to: Zone | Literal["battlefield"]
    optional: bool = False
    types: tuple[str, ...] = ()
    subtype: str = ""
    this_card: bool = False


class SkipStep(Term, frozen=True):
    """A step or turn is skipped (614.10); ``once``: only the next one."""

    player: PlayerRef
    step: Literal["draw", "untap", "upkeep", "turn"]
    once: bool = False


class EntersWith(Term, frozen=True):
    """It, or permanents that fit the filter, enters with counters (614.1c)."""

    kind: str
    amount: Quantity
    on: Filter = This()


class EntersTapped(Term, frozen=True):
    on: Filter = This()
    unless: Condition | None = None
    untapped: bool = False


class EntersChoosing(Term, frozen=True):
    """As it enters, its controller chooses (614.12a)."""

    what: Literal[
        "color", "opponent", "player", "creature type", "basic land type", "card name", "number", "mode", "permanent",
    ]  # fmt: skip
    not_color: str = ""
    words: tuple[str, ...] = ()


class MoreCounters(Term, frozen=True):
    """Counters that would be put on the permanents: that many times as many, then so many more."""

    on: Filter
    kind: str = ""
    times: int = 1
    plus: int = 0


class GraveyardReplacement(Term, frozen=True):
    """Cards that would be put into a graveyard go to another zone instead.

    All cards, or those of the types or with the keyword, or this card alone, wherever it is.
    """

    owner: PlayerRef
    to: Zone
    types: tuple[str, ...] = ()
    keyword: str = ""
    this_card: bool = False
