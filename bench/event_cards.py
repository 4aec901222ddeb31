"""Invented cards for events: replaced draws and discards, triggers, counters, copies that no printed card combines."""

from __future__ import annotations

from random import Random
from typing import Literal

from verifier.cards import mana as m
from verifier.cards import terms as t
from verifier.cards.ability import (
    Ability,
    AddMana,
    AddsMana,
    Begin,
    BeginningOf,
    BeginTrigger,
    Discard,
    DiscardReplacement,
    Discards,
    Draw,
    DrawReplacement,
    Draws,
    Enters,
    EntersAsCopy,
    EntersWith,
    GraveyardReplacement,
    HandToLibrary,
    If,
    Instruction,
    May,
    MoreCounters,
    OtherInstruction,
    Permission,
    PutCounters,
    ReturnOrPay,
    SkipStep,
    SpellAbility,
    Static,
    Triggered,
    UnlessPaid,
    WhenTappedForMana,
)
from verifier.cards.card import Card, Face
from verifier.cards.costs import PayLife
from verifier.cards.vocabulary import COLORS

WHO: tuple[t.PlayerRef, ...] = ("you", "opponents", "everyone", "chosen")
RECEIVERS: tuple[t.PlayerRef, ...] = ("you", "that player", "controller", "everyone")
WHOSE: tuple[t.PlayerRef, ...] = ("you", "everyone", "opponents")
PLACES: tuple[Literal["exile", "library"], ...] = ("exile", "library")
CAUSES: tuple[Literal["effect", "any", "opponent's effect"], ...] = ("effect", "any", "opponent's effect")
FORBIDDEN: tuple[Literal["one draw each turn", "cannot draw", "cannot pay life"], ...] = (
    "one draw each turn", "cannot draw", "cannot pay life",
)  # fmt: skip
SPARES: tuple[
    Literal[
        "", "first of the draw step", "first of the turn", "all but the first of the turn",
        "first of the draw step, and all but the first of the turn that is left",
    ], ...
] = (
    "", "first of the draw step", "first of the turn", "all but the first of the turn",
    "first of the draw step, and all but the first of the turn that is left",
)  # fmt: skip
CREATURES = t.AllOf((t.OfType("Creature"), t.ControlledBy("you")))


class Inventor:
    """Invents cards; the same generator state gives the same cards."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.number = 0

    def card(self, *abilities: Ability, types: tuple[str, ...] = ("Enchantment",), cost: tuple[str, ...] = ()) -> Card:
        """A card that nobody has printed."""
        self.number += 1
        name = f"Invention {self.number}"
        return Card(name, (Face(name, cost, types, power=1, toughness=1, abilities=abilities),))

    def who(self) -> t.PlayerRef:
        """Some players."""
        return self.rng.choice(WHO)

    # Discards

    def for_discards(self) -> Card:
        """Something that bears on discards."""
        rng = self.rng
        return self.card(rng.choice((self.discard_effect, self.discard_watcher))())

    def discard_effect(self) -> Static:
        """A discarded card goes elsewhere."""
        rng = self.rng
        match rng.randrange(4):
            case 0:
                return Static((GraveyardReplacement(self.who(), rng.choice(PLACES)),))
            case 1:
                return Static((Permission("cannot be made to discard"),))
            case _:
                cause = rng.choice(CAUSES)
                who = "you" if cause == "opponent's effect" else self.who()
                return Static((DiscardReplacement(who, cause, rng.choice(PLACES), rng.random() < 0.6),))

    def discard_watcher(self) -> Triggered:
        """It sees discards."""
        return Triggered(Discards(self.who()), (OtherInstruction("damage"),), condition=self.condition())

    def condition(self) -> t.Condition | None:
        """Mostly none."""
        rng = self.rng
        match rng.randrange(8):
            case 0:
                return t.Compare(t.CardsIn("hand"), rng.choice(("at least", "at most")), rng.randrange(4))
            case 1:
                return t.Unless(t.Is(t.IsTapped()))
            case 2:
                return t.Compare(t.LifeTotal(), "at least", rng.choice((4, 8)))
        return None

    # Draws

    def for_draws(self) -> Card:
        """Something that bears on draws."""
        rng = self.rng
        match rng.randrange(10):
            case 0 | 1 | 2:
                return self.card(Static((self.draw_effect(),), self.condition()))
            case 3:
                once = Begin((self.draw_effect(once=rng.random() < 0.7),), "end of turn")
                return self.card(SpellAbility((once,)), types=("Sorcery",))
            case 4 | 5 | 6:
                asked = self.instructions("that player")
                # Cards that "you" put back are observed only in your own draw step.
                whose = "you" if "ReturnOrPay" in repr(asked) else rng.choice(WHOSE)
                event = BeginningOf("draw step", whose)
                return self.card(Triggered(event, asked, condition=self.condition()))
            case 7:
                draws = Triggered(Draws(self.who()), self.small(), condition=self.condition())
                return self.card(draws)
            case 8:
                return self.card(Static((Permission(rng.choice(FORBIDDEN), self.who()),), self.condition()))
            case _:
                if rng.random() < 0.3:
                    return self.card(Static((SkipStep(self.who(), "draw"),)))
                return self.card(self.discard_effect())

    def draw_effect(self, once: bool = False) -> DrawReplacement:
        """A draw, or an instruction to draw, becomes something else."""
        rng = self.rng
        whole = rng.random() < 0.2
        amounts: tuple[t.Quantity, ...] = (0, 1, 2, 2, t.Sum((t.ThatMany(), 1))) if whole else (0, 0, 1, 2, 2)
        instead: tuple[Instruction, ...] = ()
        if rng.random() < 0.25:
            instead = self.small()
        return DrawReplacement(
            self.who(),
            rng.choice(amounts),
            rng.choice(("that player", "that player", "you")),
            optional=rng.random() < 0.3,
            spares=rng.choice(SPARES) if rng.random() < 0.5 else "",
            by_instruction=whole,
            condition=self.condition(),
            at_least=rng.choice((1, 2)) if whole else 1,
            once=once,
            instead=instead,
        )

    def small(self) -> tuple[Instruction, ...]:
        """One little thing."""
        rng = self.rng
        return rng.choice((
            (OtherInstruction("token"),),
            (OtherInstruction("look"),),
            (Discard(1),),
            (Draw(1),),
            (May((Draw(1),)),),
            (PutCounters("study"),),
            (Discard(1, "that player"), If(t.Followed(), (Draw(1, "that player"),))),
        ))  # fmt: skip

    def instructions(self, who: t.PlayerRef) -> tuple[Instruction, ...]:
        """What an ability of the draw step asks for."""
        rng = self.rng
        return rng.choice((
            (Draw(1, who),),
            (Draw(2, who),),
            (Draw(1, who, optional=True),),
            (Draw(t.UpTo(2), who),),
            (Discard(1, who), Draw(1, who)),
            (Draw(2, who), Discard(2, who)),
            (May((Discard(1),)), If(t.Followed(), (Draw(2),))),
            (May((Draw(1), ReturnOrPay(1, 3))),),
            (Draw(1), ReturnOrPay(2, 4)),
            (HandToLibrary(who, 1, on_top=True), Draw(1, who)),
            (HandToLibrary(who, all_cards=True), Draw(t.ThatMany(), who)),
            (Draw(2, who), HandToLibrary(who, 2, on_top=True)),
            (UnlessPaid((Draw(1),), who, (PayLife(2),)),),
            (BeginTrigger(Triggered(Discards("you"), ()), "once"),),
        ))  # fmt: skip

    # Entering

    def for_entering(self) -> Card:
        """Something that bears on permanents that enter."""
        rng = self.rng
        kind = rng.choice(("", "+1/+1", "charge"))
        on = rng.choice((t.ControlledBy("you"), CREATURES, t.This(), t.Anything()))
        match rng.randrange(5):
            case 0 | 1:
                times = rng.choice((1, 2))
                return self.creature(Static((MoreCounters(on, kind, times, rng.choice((1,)) if times == 1 else 0),)))
            case 2:
                return self.creature(Static((EntersWith("+1/+1", rng.randrange(3), on),)))
            case 3:
                return self.creature(Triggered(Enters(on), (OtherInstruction("token"),), condition=self.condition()))
            case _:
                return self.that_enters()

    def creature(self, *abilities: Ability) -> Card:
        """A creature card."""
        return self.card(*abilities, types=("Creature",), cost=("X", "1", "G"))

    def that_enters(self) -> Card:
        """A creature card with effects on how it enters."""
        rng = self.rng
        amounts: tuple[t.Quantity, ...] = (1, 2, t.XOfSpell(), t.ManaSpent(), t.Count(CREATURES))
        own: list[Ability] = [
            Static((EntersWith(rng.choice(("+1/+1", "charge")), rng.choice(amounts)),)) for _ in range(rng.randrange(3))
        ]
        if rng.random() < 0.5:
            extra = EntersWith("+1/+1", rng.choice((1, t.XOfSpell()))) if rng.random() < 0.4 else None
            on = rng.choice((t.This(), t.This(), CREATURES))
            own.append(Static((EntersAsCopy(t.OfType("Creature"), rng.random() < 0.6, extra, on),)))
        if rng.random() < 0.3:
            own.append(Triggered(Enters(rng.choice((t.This(), CREATURES))), (OtherInstruction("token"),)))
        return self.creature(*own)

    # Mana

    def for_mana(self) -> Card:
        """It triggers on mana."""
        rng = self.rng
        event = rng.choice((
            WhenTappedForMana(t.OfType("Land"), self.who(), chosen_color=rng.random() < 0.3),
            WhenTappedForMana(t.Anything(), "everyone", rng.choice(("WUBRGC", "WUB", "C"))),
            AddsMana(t.OfType("Land"), self.who(), rng.choice(("WUBRGC", "GC")), rng.random() < 0.3),
            AddsMana(t.Anything(), "you", "G"),
        ))  # fmt: skip
        mana = rng.choice((
            m.Symbols((rng.choice(COLORS),)),
            m.OneType(m.TypesProduced()),
            m.OneType(m.ChosenColor()),
            m.OneType(m.Types("WU"), 2),
            m.Combination(m.TypesProduced(), 2),
        ))  # fmt: skip
        ability = Triggered(event, (AddMana(mana, rng.choice(RECEIVERS)),), condition=self.condition())
        if rng.random() < 0.15:
            ability = Triggered(event, (OtherInstruction("damage"),))
        if rng.random() < 0.2:
            return self.card(SpellAbility((BeginTrigger(ability, "end of turn"),)), types=("Sorcery",))
        return self.card(ability)
