"""Invented cards: guards, bodies, amounts and choices that no printed card combines."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Literal

from verifier.cards import mana as m
from verifier.cards import terms as t
from verifier.cards.ability import (
    Ability,
    Activated,
    AddForAll,
    AddMana,
    Begin,
    BeginningOf,
    ContinuousEffect,
    Cost,
    HandSize,
    If,
    Instead,
    Instruction,
    LoyaltyCost,
    ManaChange,
    ManaReplacement,
    May,
    MoveCard,
    Multiply,
    PayLife,
    PayMana,
    RemoveCounters,
    ReplaceTypes,
    ReplaceTypesAndAmount,
    SacrificeCost,
    SpellAbility,
    Static,
    TappedForMana,
    TapSymbol,
    Triggered,
    UntapSymbol,
    WouldAddMana,
)
from verifier.cards.card import Card, Face
from verifier.cards.vocabulary import BASIC_LAND_TYPES, COLORS, TYPES_OF_MANA

KINDS = ("Land", "Creature", "Artifact", "Enchantment")
SUBTYPES = (*BASIC_LAND_TYPES, "Urza's", "Elf", "Equipment")
COUNTERS = ("charge", "storage", "+1/+1")
MODES = ("odd", "kicked")


@dataclass
class Inventor:
    """Invents cards; the same generator state gives the same cards.

    ``choices_left`` bounds how many effects with a free choice are made, since brute force pays for each.
    """

    rng: Random
    choices_left: int = 2
    _named: int = field(default=0)

    # Words ---------------------------------------------------------------------------------------------------------

    def letters(self, among: str, most: int) -> str:
        """Some of the letters, at least one, in their order."""
        taken = set(self.rng.sample(among, self.rng.randint(1, min(most, len(among)))))
        return "".join(letter for letter in among if letter in taken)

    def player(self) -> t.PlayerRef:
        """Who is meant."""
        words: tuple[t.PlayerRef, ...] = ("you", "you", "opponents", "everyone", "chosen")
        return self.rng.choice(words)

    def filter(self, depth: int = 1) -> t.Filter:
        """A filter over permanents."""
        pick = self.rng.randrange(16 if depth else 13)
        match pick:
            case 0:
                return t.Anything()
            case 1 | 2 | 3:
                return t.OfType(self.rng.choice(("Land", "Land", "Creature", "Artifact", "Planeswalker")))
            case 4 | 5:
                return t.OfSubtype(self.rng.choice(SUBTYPES))
            case 6:
                return t.OfSupertype(self.rng.choice(("Basic", "Legendary", "Snow")))
            case 7:
                return t.ControlledBy(self.rng.choice(("you", "opponents", "chosen", "everyone")))
            case 8:
                return t.IsTapped() if self.rng.random() < 0.5 else t.IsToken()
            case 9:
                return t.HasCounters(self.rng.choice(("", *COUNTERS)), self.rng.randint(1, 2))
            case 10:
                return t.OfColor(self.rng.choice(("", "W", "U", "BR", "G")))
            case 11:
                return t.OfChosenColor() if self.rng.random() < 0.5 else t.OfChosenSubtype()
            case 12:
                return t.HasManaValue(self.rng.choice(("at least", "at most", "exactly")), self.rng.randint(0, 3))
            case 13:
                return t.Except(self.filter(depth - 1))
            case 14:
                return t.AnyOf((self.filter(depth - 1), self.filter(depth - 1)))
            case _:
                return t.AllOf((self.filter(depth - 1), self.filter(depth - 1)))

    def quantity(self, depth: int = 1) -> t.Quantity:
        """A small number, or something to count on the board."""
        pick = self.rng.randrange(11 if depth else 9)
        match pick:
            case 0 | 1 | 2 | 3:
                return self.rng.randint(1, 2)
            case 4 | 5:
                return t.Count(self.filter())
            case 6:
                return t.CountersOn(self.rng.choice(COUNTERS))
            case 7:
                return t.Devotion(self.letters(COLORS, 2))
            case 8:
                return t.BasicLandTypesAmong(self.filter())
            case 9:
                return t.Half(self.quantity(depth - 1), self.rng.choice(("up", "down")))
            case _:
                return t.Difference(self.quantity(depth - 1), 1)

    def condition(self, depth: int = 1) -> t.Condition:
        """Something that holds on about half of the boards."""
        pick = self.rng.randrange(9 if depth else 7)
        match pick:
            case 0 | 1:
                return t.Exists(self.filter())
            case 2:
                return t.Compare(
                    t.Count(self.filter()), self.rng.choice(("at least", "at most")), self.rng.randint(1, 3)
                )
            case 3:
                return t.TurnOf(self.rng.choice(("you", "opponents")))
            case 4:
                return t.PlayedLand()
            case 5:
                return t.ModeChosen(self.rng.choice(MODES))
            case 6:
                return t.Compare(t.CardsIn("hand"), self.rng.choice(("at least", "at most")), self.rng.randint(2, 7))
            case 7:
                return t.Unless(self.condition(depth - 1))
            case _:
                parts = (self.condition(depth - 1), self.condition(depth - 1))
                return t.Every(parts) if self.rng.random() < 0.5 else t.Some(parts)

    # Mana ----------------------------------------------------------------------------------------------------------

    def type_set(self) -> m.TypeSet:
        """A set of types that an ability adds mana of."""
        match self.rng.randrange(8):
            case 0 | 1 | 2:
                return m.Types(self.letters(TYPES_OF_MANA, 5))
            case 3 | 4 | 5:
                return m.CouldProduce(self.filter(), colors_only=self.rng.random() < 0.3)
            case 6:
                return m.ChosenColor()
            case _:
                return m.ColorsOf(self.filter())

    def mana(self, depth: int = 1) -> m.Mana:
        """A mana expression that makes little mana."""
        pick = self.rng.randrange(11 if depth else 7)
        match pick:
            case 0 | 1 | 2:
                count = self.rng.randint(1, 3)
                return m.Symbols(tuple(self.rng.choice((*TYPES_OF_MANA, "2", "W/U")) for _ in range(count)))
            case 3 | 4 | 5:
                return m.OneType(self.type_set(), self.rng.choice((1, 1, 2)))
            case 6:
                return m.Combination(m.Types(self.letters(TYPES_OF_MANA, 3)), self.rng.randint(2, 3))
            case 7 | 8:
                return m.Repeated(m.Symbols((self.rng.choice(TYPES_OF_MANA),)), self.quantity())
            case 9:
                return m.Together((self.mana(depth - 1), m.Symbols((self.rng.choice(TYPES_OF_MANA),))))
            case _:
                return m.Choice((self.mana(depth - 1), self.mana(depth - 1)))

    def addition(self) -> AddMana:
        """Somebody adds mana, perhaps other mana instead (614.15)."""
        instead: tuple[Instead, ...] = ()
        if self.rng.random() < 0.12:
            instead = (Instead(self.condition(), self.mana(0)),)
        player: t.PlayerRef = "everyone" if self.rng.random() < 0.04 else "you"
        return AddMana(self.mana(), player, instead)

    def source(self) -> Ability:
        """An ability that adds mana: mostly a mana ability with {T}, sometimes none."""
        if self.rng.random() < 0.06:
            return Triggered(BeginningOf("upkeep", "you"), (self.addition(),))
        if self.rng.random() < 0.06:
            counted = t.CountedByCost("storage")
            mana = m.Repeated(m.Symbols((self.rng.choice(TYPES_OF_MANA),)), counted)
            return Activated((PayMana(("1",)), RemoveCounters("storage", counted)), (AddMana(mana),))
        costs: list[Cost] = [TapSymbol()] if self.rng.random() < 0.85 else []
        extra: tuple[Cost, ...] = (
            PayMana(("1",)), PayLife(1), SacrificeCost(t.This()), UntapSymbol(), RemoveCounters("charge", 1),
            MoveCard("library", "graveyard", 1),
        )  # fmt: skip
        if self.rng.random() < 0.3:
            costs.append(self.rng.choice(extra))
        instructions: tuple[Instruction, ...] = (self.addition(),)
        if self.rng.random() < 0.06:
            instructions = (If(self.condition(), instructions, (self.addition(),)),)
        elif self.rng.random() < 0.03:
            instructions = (May(instructions),)
        limit = self.condition() if self.rng.random() < 0.1 else None
        return Activated(tuple(costs), instructions, target=self.rng.random() < 0.04, activate_if=limit)

    # Replacement effects -------------------------------------------------------------------------------------------

    def replacement(self, of: t.Filter | None = None) -> ManaReplacement:
        """A replacement effect on the production of mana; ``of`` is the permanent, if it must be a certain one."""
        types = self.letters(TYPES_OF_MANA, 3) if self.rng.random() < 0.25 else TYPES_OF_MANA
        if of is None and self.rng.random() < 0.08:
            return ManaReplacement(WouldAddMana(self.player(), self.player(), types), self.change())
        permanent = of or (t.OfType("Land") if self.rng.random() < 0.4 else self.filter())
        at_least = self.rng.choice((1, 1, 1, 1, 2, 2, 3))
        return ManaReplacement(TappedForMana(permanent, self.player(), at_least, types), self.change())

    def change(self) -> ManaChange:
        """What a replacement effect makes of the mana."""
        if self.rng.random() < 0.04:
            return AddForAll()
        match self.rng.randrange(7):
            case 0 | 1 | 2:
                return ReplaceTypes(self.new_types(), self.letters(TYPES_OF_MANA, 3))
            case 3:
                return ReplaceTypes(self.new_types())
            case 4 | 5:
                return ReplaceTypesAndAmount(self.new_types(), self.rng.choice((1, 1, 1, 2)))
            case _:
                return Multiply(self.rng.choice((2, 2, 3)))

    def new_types(self) -> m.TypeSet:
        """Which types the replaced mana gets."""
        match self.rng.randrange(8):
            case 0 if self.choices_left > 0:
                self.choices_left -= 1
                return m.Types(self.letters(COLORS, 5))
            case 1:
                return m.ChosenColor()
            case 2:
                to = self.rng.sample(COLORS, 5)
                return m.ByLandType(tuple(zip(BASIC_LAND_TYPES, to, strict=True)))
            case _:
                return m.Types(self.rng.choice(TYPES_OF_MANA))

    # Hand size -----------------------------------------------------------------------------------------------------

    def hand_size(self) -> HandSize:
        """A change of maximum hand sizes."""
        players = self.player()
        if self.rng.random() < 0.17:
            return HandSize(players, "none")
        kinds: tuple[Literal["set", "increase", "reduce"], ...] = ("set", "set", "increase", "reduce", "reduce")
        kind = self.rng.choice(kinds)
        amount = self.quantity(0) if self.rng.random() < 0.2 else self.rng.randint(0, 9 if kind != "set" else 4)
        return HandSize(players, kind, amount)

    # Cards ---------------------------------------------------------------------------------------------------------

    def card(self, types: tuple[str, ...], abilities: tuple[Ability, ...], subtypes: tuple[str, ...] = ()) -> Card:
        """A card with these types and abilities and a name of its own."""
        self._named += 1
        name = f"Invented {types[0]} {self._named}"
        land = "Land" in types
        cost = () if land else tuple(self.rng.choice(("1", "2", *COLORS, "X")) for _ in range(self.rng.randint(1, 2)))
        size = self.rng.randint(0, 3) if "Creature" in types else None
        loyalty = 3 if "Planeswalker" in types else None
        supertypes = tuple(s for s in ("Basic", "Legendary", "Snow") if self.rng.random() < (0.25 if land else 0.05))
        face = Face(name, cost, types, subtypes, supertypes, None, size, size, loyalty, abilities=abilities)
        return Card(name, (face,))

    def land(self) -> Card:
        """A land with basic land types, other abilities, both or neither."""
        subtypes = tuple(s for s in BASIC_LAND_TYPES if self.rng.random() < 0.2)
        return self.card(("Land",), tuple(self.source() for _ in range(self.rng.randint(0, 2))), subtypes)

    def other_source(self) -> Card:
        """A permanent that is no land and adds mana."""
        if self.rng.random() < 0.06:
            return self.card(("Planeswalker",), (Activated((LoyaltyCost(1),), (self.addition(),)),))
        return self.card((self.rng.choice(KINDS[1:]),), tuple(self.source() for _ in range(self.rng.randint(0, 2))))

    def permanent_with(self, effect: ContinuousEffect) -> Card:
        """A permanent with a static ability that has the effect."""
        condition = self.condition() if self.rng.random() < 0.2 else None
        kind = self.rng.choice(KINDS)
        abilities: tuple[Ability, ...] = (Static((effect,), condition),)
        if self.rng.random() < 0.15:
            abilities = (*abilities, self.source())
        return self.card((kind,), abilities)

    def aura(self) -> Card:
        """An Aura whose effect is about the permanent that it is attached to."""
        return self.card(("Enchantment",), (Static((self.replacement(t.Host()),)),), ("Aura",))

    def spell(self, effect: ContinuousEffect) -> Card:
        """An instant whose effect lasts."""
        return self.card(("Instant",), (SpellAbility((Begin((effect,), "end of turn"),)),))

    def with_lasting_ability(self, effect: ContinuousEffect) -> Card:
        """A creature whose activated ability has an effect that lasts."""
        return self.card(("Creature",), (Activated((TapSymbol(),), (Begin((effect,), "end of turn"),)),))
