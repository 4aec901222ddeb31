"""The ability language: costs, instructions, continuous and replacement effects, and the abilities made of them.

Chapter 113 divides abilities into spell, activated, triggered and static ones; each has its class here. An ability
that has no bearing on mana, land characteristics, hand size, discards, draws, tapping and X is ``NoBearing`` with
the rule that says so; one that nobody has modelled is ``Unmodelled``. Neither carries any text.
"""

from __future__ import annotations

from typing import Literal

from .mana import Mana, TypeSet
from .terms import Condition, Filter, PlayerRef, Quantity, Term, This, Zone

# Costs (118, 602.1a) -----------------------------------------------------------------------------------------------


class TapSymbol(Term, frozen=True):
    """{T} (107.5)."""


class UntapSymbol(Term, frozen=True):
    """{Q} (107.6)."""


class PayMana(Term, frozen=True):
    """Mana symbols, as printed."""

    symbols: tuple[str, ...]


class PayLife(Term, frozen=True):
    amount: Quantity


class SacrificeCost(Term, frozen=True):
    """Sacrifice permanents that fit the filter; ``This()`` is this permanent."""

    filter: Filter
    amount: Quantity = 1


class RemoveCounters(Term, frozen=True):
    """Remove counters from the permanents of the filter, as a cost or as an instruction.

    ``CountedByCost`` as the amount of a cost is X or any number.
    """

    kind: str
    amount: Quantity = 1
    from_: Filter = This()


class AddCounters(Term, frozen=True):
    kind: str
    amount: Quantity = 1


class TapOthers(Term, frozen=True):
    """Tap untapped permanents that fit the filter."""

    filter: Filter
    amount: Quantity = 1


class UntapOthers(Term, frozen=True):
    """Untap tapped permanents that fit the filter."""

    filter: Filter
    amount: Quantity = 1


class DiscardCost(Term, frozen=True):
    amount: Quantity = 1
    types: tuple[str, ...] = ()
    random: bool = False


class MoveCard(Term, frozen=True):
    """Move cards from one zone to another as a cost; a library on either side bears on 605.1a."""

    from_: Zone | Literal["battlefield"]
    to: Zone
    amount: Quantity = 1
    filter: Filter | None = None


class LoyaltyCost(Term, frozen=True):
    """Loyalty counters put on (positive) or removed (606)."""

    change: int
    x: bool = False


class OtherCost(Term, frozen=True):
    """A cost without bearing on any question: energy, exert, reveal, mill nothing, waterbend, …"""

    kind: Literal[
        "energy", "exert", "reveal", "blight", "crew", "collect evidence", "tickets", "return to hand", "other",
    ]  # fmt: skip


Cost = (
    TapSymbol | UntapSymbol | PayMana | PayLife | SacrificeCost | RemoveCounters | AddCounters | TapOthers | UntapOthers
    | DiscardCost | MoveCard | LoyaltyCost | OtherCost
)  # fmt: skip


# Continuous effects (611, 613) ---------------------------------------------------------------------------------------


class SetLandTypes(Term, frozen=True):
    """Lands become these land types and lose all others with their rules text (305.7). Layer 4."""

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


class SetTypes(Term, frozen=True):
    """Card types and subtypes instead of the others; supertypes are kept (205.1a, 205.1b). Layer 4.

    Subtypes of a card type that stays are replaced only if ``subtypes`` names one of their kind; a basic land type
    among them sets the land type with all that 305.7 says. ``keep`` names card types that stay if they are there.
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


class GainAbilities(Term, frozen=True):
    """Layer 6."""

    on: Filter
    abilities: tuple[Ability, ...]


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


class CopyException(Term, frozen=True):
    """In what a copy differs from what it copies (707.9): it has these in addition, and a name or numbers of its own.

    ``this_ability``: it also has the ability that makes it a copy. ``not_legendary``: it is not legendary.
    """

    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    colors: str = ""
    abilities: tuple[Ability, ...] = ()
    name: str = ""
    power: int | None = None
    toughness: int | None = None
    this_ability: bool = False
    not_legendary: bool = False


class BecomeCopy(Term, frozen=True):
    """Layer 1: the permanents become copies of the other one."""

    on: Filter
    of: Filter
    but: CopyException | None = None


class GainControl(Term, frozen=True):
    """Layer 2."""

    on: Filter
    player: PlayerRef


class ChangeText(Term, frozen=True):
    """Layer 3: one basic land type or color word for another; empty where the caster chose."""

    on: Filter
    old: str = ""
    new: str = ""
    words: Literal["land types", "colors", "either"] = "either"


class HandSize(Term, frozen=True):
    """A change of players' maximum hand size (402.2, 613.11); ``none`` takes the maximum away and has no amount."""

    players: PlayerRef
    change: Literal["set", "increase", "reduce", "none"]
    amount: Quantity = 0


class Permission(Term, frozen=True):
    """What players may or may not do, as far as a question asks."""

    kind: Literal[
        "tap lands you do not control", "activate as though with haste", "cannot activate", "cannot pay life",
        "cannot lose life", "one draw each turn", "cannot draw", "mana stays", "spend as any color", "additional land",
        "cannot be made to discard",
    ]  # fmt: skip
    players: PlayerRef = "you"
    on: Filter | None = None
    mana_abilities_too: bool = True


class AdditionalCost(Term, frozen=True):
    """Abilities of the permanents cost more to activate (602.2b, 601.2f)."""

    on: Filter
    cost: tuple[Cost, ...]
    mana_abilities_only: bool = False


# Replacement effects (614) -------------------------------------------------------------------------------------------


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
    """A discarded card goes elsewhere (701.9c, 614.6)."""

    player: PlayerRef
    cause: Literal["effect", "any", "opponent's effect"]
    to: Zone
    optional: bool = False


class DrawReplacement(Term, frozen=True):
    """A draw is replaced (614.11) by draws, or by something that is no draw."""

    player: PlayerRef
    draws: Quantity = 0
    drawer: PlayerRef = "that player"
    optional: bool = False
    spares: Literal["", "first of the draw step", "first of the turn", "all but the first of the turn"] = ""
    by_instruction: bool = False
    condition: Condition | None = None


class SkipStep(Term, frozen=True):
    """614.10."""

    player: PlayerRef
    step: Literal["draw", "untap", "upkeep", "turn"]


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


class EntersAsCopy(Term, frozen=True):
    """It, or permanents that fit the filter, may enter as a copy of a permanent (616.1c, 707.5)."""

    of: Filter
    optional: bool = True
    extra_counters: EntersWith | None = None
    on: Filter = This()
    tapped: bool = False
    but: CopyException | None = None


class MoreCounters(Term, frozen=True):
    """Counters that would be put on the permanents: that many times as many, then so many more."""

    on: Filter
    kind: str = ""
    times: int = 1
    plus: int = 0


class GraveyardReplacement(Term, frozen=True):
    """Cards that would be put into a graveyard go to another zone instead."""

    owner: PlayerRef
    to: Zone


ReplacementEffect = (
    ManaReplacement | DiscardReplacement | DrawReplacement | SkipStep | EntersWith | EntersTapped | EntersChoosing
    | EntersAsCopy | MoreCounters | GraveyardReplacement
)  # fmt: skip
LayerEffect = (
    SetLandTypes | AddTypes | SetTypes | LoseTypes | SetColors | GainAbilities | LoseAbilities | SetPowerToughness
    | ChangePowerToughness | BecomeCopy | GainControl | ChangeText
)  # fmt: skip
ContinuousEffect = LayerEffect | HandSize | Permission | AdditionalCost | ReplacementEffect


# Instructions (608.2) ------------------------------------------------------------------------------------------------


class Instead(Term, frozen=True):
    """A self-replacement effect (614.15): if the condition holds, this mana takes the place of the other."""

    condition: Condition
    mana: Mana


class AddMana(Term, frozen=True):
    """A player adds mana. Restrictions and riders do not change the type of mana (106.6) and are only noted."""

    mana: Mana
    player: PlayerRef = "you"
    instead: tuple[Instead, ...] = ()
    restricted: bool = False
    optional: bool = False


class Begin(Term, frozen=True):
    """Continuous effects that begin as this resolves (611.2, 613.7b); resolved effects of a board are these."""

    effects: tuple[ContinuousEffect, ...]
    duration: Literal[
        "rest of game", "end of turn", "your next turn", "end of your next turn", "indefinitely", "while counter",
        "while source",
    ]  # fmt: skip


class BeginTrigger(Term, frozen=True):
    """A delayed triggered ability that begins as this resolves (603.7)."""

    ability: Triggered
    duration: Literal["rest of game", "end of turn", "your next turn", "once"]


class GetEmblem(Term, frozen=True):
    """You get an emblem with these abilities (114)."""

    abilities: tuple[Ability, ...]


class Draw(Term, frozen=True):
    amount: Quantity
    player: PlayerRef = "you"
    optional: bool = False


class Discard(Term, frozen=True):
    amount: Quantity
    player: PlayerRef = "you"
    random: bool = False


class HandToLibrary(Term, frozen=True):
    """The player puts cards from the hand on the bottom of the library; ``all_cards`` the whole hand."""

    player: PlayerRef
    amount: Quantity = 1
    all_cards: bool = False
    on_top: bool = False


class ReturnOrPay(Term, frozen=True):
    """You choose cards in your hand drawn this turn; for each, pay life or put it on top of your library."""

    cards: int
    life: int


class PutCounters(Term, frozen=True):
    kind: str
    amount: Quantity = 1
    on: Filter = This()


class TapPermanents(Term, frozen=True):
    on: Filter
    untap: bool = False


class OtherInstruction(Term, frozen=True):
    """An instruction without bearing on any question, by its kind."""

    kind: Literal[
        "damage", "life", "token", "destroy", "exile", "return", "search", "counter", "look", "sacrifice", "copy",
        "fight", "shuffle", "mill", "scry", "attach", "combat", "untap lands", "gain control", "extra turn", "reveal",
        "keyword action", "other",
    ]  # fmt: skip
    moves_library: bool = False


class If(Term, frozen=True):
    """Instructions followed only if the condition holds, and others if it does not."""

    condition: Condition
    then: tuple[Instruction, ...]
    otherwise: tuple[Instruction, ...] = ()


class May(Term, frozen=True):
    """The player may follow the instructions."""

    instructions: tuple[Instruction, ...]
    player: PlayerRef = "you"


class ChooseMode(Term, frozen=True):
    """Modes of which some are chosen (700.2)."""

    modes: tuple[tuple[Instruction, ...], ...]


Instruction = (
    AddMana | Begin | BeginTrigger | GetEmblem | Draw | Discard | HandToLibrary | ReturnOrPay | PutCounters
    | RemoveCounters | TapPermanents | OtherInstruction | If | May | ChooseMode
)  # fmt: skip


# Events that trigger (603.2) -----------------------------------------------------------------------------------------


class Enters(Term, frozen=True):
    permanent: Filter = This()


class WhenTappedForMana(Term, frozen=True):
    """A permanent is tapped for mana, perhaps of a type (106.12a); ``chosen_color`` asks for the chosen one."""

    permanent: Filter
    by: PlayerRef = "everyone"
    types: str = "WUBRGC"
    chosen_color: bool = False


class AddsMana(Term, frozen=True):
    """An ability of a permanent causes you to add mana of these types or of the chosen color."""

    of: Filter
    player: PlayerRef = "you"
    types: str = "WUBRGC"
    chosen_color: bool = False


class BeginningOf(Term, frozen=True):
    step: Literal["upkeep", "draw step", "main phase", "combat", "end step", "cleanup step", "untap step"]
    of: PlayerRef


class Draws(Term, frozen=True):
    player: PlayerRef


class Discards(Term, frozen=True):
    player: PlayerRef


class Chapter(Term, frozen=True):
    """Chapter abilities of a Saga (714.2)."""

    numbers: tuple[int, ...]


class OtherEvent(Term, frozen=True):
    """An event that no question is about: attacks, damage, deaths, casting, becoming tapped, …"""

    kind: Literal[
        "attacks", "blocks", "damage", "dies", "leaves", "casts", "becomes tapped", "becomes untapped", "targeted",
        "life", "counters", "tokens", "landfall", "mill", "sacrifice", "transforms", "turned face up", "cycling",
        "planechase", "scheme", "level", "other",
    ]  # fmt: skip


TriggerEvent = (
    Enters | WhenTappedForMana | AddsMana | BeginningOf | Draws | Discards | Chapter | OtherEvent
)  # fmt: skip


# Abilities (113.3) ---------------------------------------------------------------------------------------------------


class Activated(Term, frozen=True):
    """Cost, instructions; ``target`` if it requires one (605.1a). Restrictions do not bear on 106.7."""

    cost: tuple[Cost, ...]
    instructions: tuple[Instruction, ...]
    target: bool = False
    activate_if: Condition | None = None
    timing: tuple[Literal["sorcery", "once each turn", "once", "your turn", "any player", "other"], ...] = ()
    from_zone: Literal["battlefield", "hand", "graveyard", "exile", "command"] = "battlefield"


class Triggered(Term, frozen=True):
    event: TriggerEvent
    instructions: tuple[Instruction, ...]
    target: bool = False
    condition: Condition | None = None


class Static(Term, frozen=True):
    """Continuous effects of a static ability, in force while the condition holds.

    ``zone`` is where the card must be for the ability to work (113.6b).
    """

    effects: tuple[ContinuousEffect, ...]
    condition: Condition | None = None
    zone: Literal["battlefield", "graveyard", "hand", "command", "stack"] = "battlefield"


class SpellAbility(Term, frozen=True):
    """What an instant or sorcery does as it resolves."""

    instructions: tuple[Instruction, ...]
    target: bool = False


class Keyword(Term, frozen=True):
    """A keyword ability; ``bearing`` if some question may depend on it (haste, dredge, ravenous, …)."""

    name: str
    number: int | None = None
    bearing: bool = False


AbilityKind = Literal["activated", "triggered", "static", "spell", "keyword"]


class NoBearing(Term, frozen=True):
    """An ability without bearing on any question that the verifier answers, and the rule by which that is known."""

    kind: AbilityKind
    rule: str
    target: bool = False


class Unmodelled(Term, frozen=True):
    """An ability that is not understood: what depends on it is refused."""

    kind: AbilityKind


Ability = Activated | Triggered | Static | SpellAbility | Keyword | NoBearing | Unmodelled
