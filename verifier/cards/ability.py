"""The ability language: the abilities of chapter 113, their instructions, and the effects that hold abilities.

Spell, activated, triggered and static abilities have a class each. An ability that has no bearing on mana, land
characteristics, hand size, discards, draws, tapping and X is ``NoBearing`` with the rule that says so; one that nobody
has modelled is ``Unmodelled``. Neither carries any text. Costs, events and the other effects can be had from here too.
"""

from __future__ import annotations

from typing import Literal

from .costs import *  # noqa: F403  one place from which every word of the language can be had
from .costs import Cost, RemoveCounters
from .effects import *  # noqa: F403
from .effects import (
    AdditionalCost,
    AddTypes,
    ChangePowerToughness,
    ChangeText,
    DiscardReplacement,
    EntersChoosing,
    EntersTapped,
    EntersWith,
    GainControl,
    GraveyardReplacement,
    HandSize,
    LoseAbilities,
    LoseTypes,
    ManaReplacement,
    MoreCounters,
    Permission,
    SetColors,
    SetLandTypes,
    SetPowerToughness,
    SetTypes,
    SkipStep,
)
from .events import *  # noqa: F403
from .events import TriggerEvent
from .mana import Mana
from .terms import Anything, Condition, Filter, PlayerRef, Quantity, Term, This, Zone

# Effects that hold abilities or instructions (611, 613, 614) ----------------------------------------------------------


class GainAbilities(Term, frozen=True):
    """Layer 6."""

    on: Filter
    abilities: tuple[Ability, ...]


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


class CardOf(Term, frozen=True):
    """A card in a zone, of one of the types if any are given."""

    zone: Zone
    types: tuple[str, ...] = ()
    player: PlayerRef = "everyone"


class EntersAsCopy(Term, frozen=True):
    """It, or permanents that fit the filter, may enter as a copy of a permanent (616.1c, 707.5)."""

    of: Filter | CardOf
    optional: bool = True
    extra_counters: EntersWith | None = None
    on: Filter = This()
    tapped: bool = False
    but: CopyException | None = None


class DrawReplacement(Term, frozen=True):
    """A draw is replaced (614.11) by what ``instead`` says and then by draws, or by something that is no draw.

    ``by_instruction``: it replaces what one instruction asks for as a whole (121.2), if that is ``at_least`` so much.
    ``once``: only the next time. ``spares``: which draws it leaves alone.
    """

    player: PlayerRef
    draws: Quantity = 0
    drawer: PlayerRef = "that player"
    optional: bool = False
    spares: Literal[
        "", "first of the draw step", "first of the turn", "all but the first of the turn",
        "first of the draw step, and all but the first of the turn that is left",
    ] = ""  # fmt: skip
    by_instruction: bool = False
    condition: Condition | None = None
    at_least: int = 1
    once: bool = False
    instead: tuple[Instruction, ...] = ()


class PlayersHave(Term, frozen=True):
    """Players have abilities, or may do what an activated ability would let them do (118.9, 605.1a)."""

    players: PlayerRef
    abilities: tuple[Ability, ...]


class TriggersAgain(Term, frozen=True):
    """Abilities of such permanents, or all abilities, trigger once more than they would, or ``never`` (603.2d).

    ``cause``: whatever makes them trigger, or that a permanent of ``entering`` enters, or that a card is drawn.
    """

    on: Filter | None = None
    cause: Literal["any", "enters", "draws"] = "any"
    entering: Filter = Anything()
    never: bool = False


ReplacementEffect = (
    ManaReplacement | DiscardReplacement | DrawReplacement | SkipStep | EntersWith | EntersTapped | EntersChoosing
    | EntersAsCopy | MoreCounters | GraveyardReplacement
)  # fmt: skip
LayerEffect = (
    SetLandTypes | AddTypes | SetTypes | LoseTypes | SetColors | GainAbilities | LoseAbilities | SetPowerToughness
    | ChangePowerToughness | BecomeCopy | GainControl | ChangeText
)  # fmt: skip
ContinuousEffect = (
    LayerEffect | HandSize | Permission | AdditionalCost | PlayersHave | TriggersAgain | ReplacementEffect
)


# Instructions (608.2) -------------------------------------------------------------------------------------------------


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
    """An instruction without bearing on any question, by its kind.

    ``most``: the damage or the loss of life for one player, where its words tell the number.
    """

    kind: Literal[
        "damage", "life", "token", "destroy", "exile", "return", "search", "counter", "look", "sacrifice", "copy",
        "fight", "shuffle", "mill", "scry", "attach", "combat", "untap lands", "gain control", "extra turn", "reveal",
        "keyword action", "choice", "designation", "counters", "game end", "other",
    ]  # fmt: skip
    moves_library: bool = False
    most: int | None = None


class If(Term, frozen=True):
    """Instructions followed only if the condition holds, and others if it does not."""

    condition: Condition
    then: tuple[Instruction, ...]
    otherwise: tuple[Instruction, ...] = ()


class May(Term, frozen=True):
    """The player may follow the instructions."""

    instructions: tuple[Instruction, ...]
    player: PlayerRef = "you"


class UnlessPaid(Term, frozen=True):
    """Instructions followed unless a player pays; whether anybody does is a choice."""

    instructions: tuple[Instruction, ...]
    player: PlayerRef
    cost: tuple[Cost, ...]


class ChooseMode(Term, frozen=True):
    """Modes of which some are chosen (700.2)."""

    modes: tuple[tuple[Instruction, ...], ...]


Instruction = (
    AddMana | Begin | BeginTrigger | GetEmblem | Draw | Discard | HandToLibrary | ReturnOrPay | PutCounters
    | RemoveCounters | UnlessPaid | TapPermanents | OtherInstruction | If | May | ChooseMode
)  # fmt: skip


# Abilities (113.3) ----------------------------------------------------------------------------------------------------


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
    """An ability that is not understood: what depends on it is refused. ``about`` names what its words speak of."""

    kind: AbilityKind
    about: tuple[Literal["mana", "hand size", "land types", "draw", "discard"], ...] = ()

    @property
    def may_bear_on_mana(self) -> bool:
        """Whether production may depend on it; an activated or triggered ability does only if it speaks of mana."""
        return self.kind not in {"activated", "triggered"} or "mana" in self.about


Ability = Activated | Triggered | Static | SpellAbility | Keyword | NoBearing | Unmodelled
