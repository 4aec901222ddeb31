"""Random boards with an event: discards, draws, entering, mana with triggers. Same seed and index, same board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from verifier.board import (
    Activate,
    Board,
    Cleanup,
    DiscardCards,
    DrawStep,
    EntersEvent,
    Entry,
    Event,
    Permanent,
    Player,
    Resolved,
    Tap,
)
from verifier.cards import pool
from verifier.cards.card import Card
from verifier.cards.vocabulary import COLORS

from .event_cards import Inventor

CAUSES: tuple[Literal["effect", "cost", "cost-on-resolution", "mill"], ...] = (
    "effect", "effect", "cost", "cost-on-resolution", "mill",
)  # fmt: skip
KINDS = ("discard", "cleanup", "draw_step", "enters", "mana")

FOR_DISCARDS = (
    "Library of Leng", "Megrim", "Necropotence", "Midnight Oil", "Null Profusion", "Gnat Miser", "Locust Miser",
    "Graceful Adept", "Cursed Rack", "Thought Eater", "Spellbook", "Anvil of Bogardan", "Humility",
)  # fmt: skip
FOR_DRAWS = (
    "Sylvan Library", "Sylvan Library", "Howling Mine", "Font of Mythos", "Anvil of Bogardan", "Teferi's Puzzle Box",
    "Midnight Oil", "Notion Thief", "Teferi's Ageless Insight", "Sages of the Anima", "Abundance", "Obstinate Familiar",
    "Underworld Dreams", "Library of Leng", "Megrim", "Spirit of the Labyrinth", "Platinum Emperion", "Null Profusion",
)  # fmt: skip
FOR_ENTERING = (
    "Hardened Scales", "Hardened Scales", "Doubling Season", "Doubling Season", "Essence of the Wild", "Spike Weaver",
    "Hangarback Walker", "Endless One", "Clone", "Llanowar Elves", "Ashaya, Soul of the Wild", "Dryad Arbor", "Forest",
    "Mistcutter Hydra", "Urza's Saga", "Humility", "Arixmethes, Slumbering Isle",
)  # fmt: skip
THAT_ENTER = (
    "Endless One", "Mistcutter Hydra", "Hangarback Walker", "Chalice of the Void", "Altered Ego", "Mockingbird",
    "Clone", "Spike Weaver", "Vesuva", "Urza's Saga", "Midnight Oil", "Dark Depths", "Vivid Crag",
    "Essence of the Wild", "Tamiyo, Collector of Tales", "Arixmethes, Slumbering Isle", "Hardened Scales", "Forest",
    "Doubling Season", "Thriving Isle", "Caged Sun",
)  # fmt: skip
FOR_MANA = (
    "Wild Growth", "Fertile Ground", "Vernal Bloom", "Mana Flare", "Gauntlet of Power", "Caged Sun", "Mirari's Wake",
    "Crypt Ghast", "Extraplanar Lens", "Vorinclex, Voice of Hunger", "Manabarbs", "Leyline of Abundance",
    "Dawn's Reflection", "Mana Reflection", "Contamination", "Damping Sphere", "Naked Singularity", "Nyxbloom Ancient",
)  # fmt: skip
TAPPED = (
    "Forest", "Swamp", "Tundra", "Boros Garrison", "Mana Confluence", "Ancient Tomb", "Gaea's Cradle", "Llanowar Elves",
    "Snow-Covered Forest", "Dryad Arbor", "Sol Ring", "Blood Pet", "Pili-Pala", "Dreadship Reef", "Meteor Crater",
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A board and what happens on it."""

    board: Board
    event: Event


def random_case(seed: int, index: int) -> Case:
    """The case of that index in the row of that seed."""
    rng = Random(f"{seed}:{index}")
    return _Laying(rng, Inventor(rng)).case(KINDS[index % len(KINDS)])


class _Laying:
    """A board that is being laid."""

    def __init__(self, rng: Random, inventor: Inventor) -> None:
        self.rng = rng
        self.inventor = inventor
        self.names = ("you", "left", "right")[: 2 + (rng.random() < 0.2)]
        self.entries: list[Entry] = []

    def case(self, kind: str) -> Case:
        """A case of that kind."""
        match kind:
            case "discard" | "cleanup":
                self.lay(FOR_DISCARDS, self.inventor.for_discards, self.rng.randrange(5))
                event: Event = self.discard() if kind == "discard" else Cleanup(self.anyone())
            case "draw_step":
                self.lay(FOR_DRAWS, self.inventor.for_draws, self.rng.randrange(1, 5))
                event = DrawStep("you", self.rng.choice((0, 0, 0, 0, 1, 2)))
                if event.replaced and self.rng.random() < 0.8 and self.entries:
                    event = replace(event, of=self.rng.choice(self.entries).id)
            case "enters":
                self.lay(FOR_ENTERING, self.inventor.for_entering, self.rng.randrange(5))
                event = self.enters()
            case _:
                event = self.mana()
        players = tuple(self.player(name) for name in self.names)
        active = event.player if isinstance(event, Cleanup | DrawStep) else self.anyone()
        return Case(Board(players, active, tuple(self.entries)), event)

    # What lies there

    def lay(self, real: tuple[str, ...], invent: object, number: int) -> None:
        """So many permanents or resolved effects, real and invented."""
        assert callable(invent)
        for _ in range(number):
            if self.rng.random() < 0.6:
                self.put(pool.find(self.rng.choice(real))[0])
            else:
                self.put(invent())

    def put(self, card: Card, **keys: object) -> str:
        """One entry with that card; its id."""
        copies = sum(entry.card.name == card.name for entry in self.entries)
        id = card.name if copies == 0 else f"{card.name}#{copies + 1}"
        last = max((entry.timestamp for entry in self.entries), default=0)
        timestamp = last if last and self.rng.random() < 0.1 else last + 1
        controller = self.rng.choice((*self.names, "you"))
        if "Sorcery" in card.faces[0].types:
            self.entries.append(Resolved(id, card, controller, timestamp))
            return id
        entry = Permanent(id, card, controller, controller, timestamp)
        entry = replace(entry, tapped=self.rng.random() < 0.1, counters=self.counters(), exiled=("Forest",))
        chosen = replace(entry.chosen, color=self.rng.choice(COLORS), player=self.anyone())
        entry = replace(entry, chosen=chosen, phased_out=self.rng.random() < 0.03)
        self.entries.append(replace(entry, **keys))  # type: ignore[arg-type]
        return id

    def counters(self) -> tuple[tuple[str, int], ...]:
        """Counters on a permanent, mostly none."""
        if self.rng.random() < 0.75:
            return ()
        return ((self.rng.choice(("+1/+1", "charge", "hour", "lore")), self.rng.randrange(1, 4)),)

    def anyone(self) -> str:
        """One of the players."""
        return self.rng.choice(self.names)

    def player(self, name: str) -> Player:
        """A player with few cards and little life now and then."""
        rng = self.rng
        hand = rng.choice((0, 1, 2, 3, 7, 9))
        drawn = rng.choice((0, 0, 0, 1, 2))
        graveyard = tuple(pool.find("Golgari Thug")[0] for _ in range(rng.choice((0, 0, 0, 0, 1, 2))))
        return Player(
            name,
            life=rng.choice((20, 20, 3, 4, 7, 8, 9)),
            hand=hand,
            library=rng.choice((53, 53, 53, 0, 1, 2, 3, 4, 5)),
            graveyard=len(graveyard),
            graveyard_cards=graveyard,
            drawn_this_turn=drawn,
            drawn_kept=min(rng.randint(0, drawn), hand),
        )

    # Events

    def discard(self) -> DiscardCards:
        """Some cards, for some cause."""
        cause = self.rng.choice(CAUSES)
        return DiscardCards(
            self.rng.randrange(5), self.anyone(), cause, self.rng.choice((None, *self.names)), self.rng.random() < 0.2
        )

    def enters(self) -> EntersEvent:
        """A card that does something as it enters, or an invented one."""
        rng = self.rng
        card = self.inventor.that_enters() if rng.random() < 0.3 else pool.find(rng.choice(THAT_ENTER))[0]
        origin = rng.choice(("stack", "stack", "stack", "spell-copy", "graveyard", "hand", "copy"))
        x = rng.randrange(7) if origin in {"stack", "spell-copy"} else None
        spent = rng.randrange(7) if rng.random() < 0.15 else None
        return EntersEvent(card, 0, x, origin, spent)  # type: ignore[arg-type]

    def mana(self) -> Event:
        """A permanent is tapped, or its ability activated, beside what watches that."""
        rng = self.rng
        tapped = self.put(pool.find(rng.choice(TAPPED))[0], phased_out=False)
        for _ in range(rng.randrange(1, 5)):
            if rng.random() < 0.7:
                card = pool.find(rng.choice(FOR_MANA))[0]
                aura = "Aura" in card.faces[0].subtypes
                self.put(card, attached_to=tapped if aura else None)
            else:
                self.put(self.inventor.for_mana())
        by = rng.choice((None, None, None, *self.names))
        if rng.random() < 0.75:
            return Tap(tapped, rng.choice((None, None, None, 1, 2)), by)
        return Activate(tapped, rng.choice((1, 1, 2, 3)), by, x=rng.choice((None, 1, 2)))
