"""Random boards: the same seed and index give the same board, on every machine and whatever came before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Literal

from verifier.board import EDITIONS, Board, Chosen, Entry, Permanent, Player, Readings, Resolved
from verifier.cards import pool
from verifier.cards.ability import (
    Activated,
    Begin,
    HandSize,
    LayerEffect,
    ManaReplacement,
    SpellAbility,
    Static,
    Triggered,
    Unmodelled,
)
from verifier.cards.card import Card
from verifier.cards.terms import TargetPermanent, Term
from verifier.cards.vocabulary import BASIC_LAND_TYPES, COLORS

from .invented import COUNTERS, MODES, Inventor

NAMES = ("you", "left", "right")
MOST_PERMANENTS = 8
MOST_EFFECTS = 5
_SPELLS = {"Instant", "Sorcery"}
_ELSEWHERE = {"Plane", "Scheme", "Vanguard", "Phenomenon", "Dungeon", "Conspiracy", "Battle"}


@dataclass(frozen=True)
class Pool:
    """The real cards, by what random boards need them for; each sorted by name."""

    lands: tuple[Card, ...]
    readers: tuple[Card, ...]
    sources: tuple[Card, ...]
    replacers: tuple[Card, ...]
    hand: tuple[Card, ...]
    others: tuple[Card, ...]
    lasting: tuple[tuple[Card, int | None, Literal["mana", "hand"]], ...]
    """Spells (None) and abilities (counted from 1) with an effect on mana or hand size that lasts."""


def subterms(term: object) -> Iterator[object]:
    """The term and all the terms inside it."""
    if isinstance(term, tuple):
        for part in term:
            yield from subterms(part)
    elif isinstance(term, Term):
        yield term
        for name in term.__struct_fields__:
            yield from subterms(getattr(term, name))


def _changes_characteristics(card: Card) -> bool:
    """Whether a static ability changes characteristics (613.1), or something on it is not understood."""
    for ability in card.faces[0].abilities:
        if isinstance(ability, Unmodelled):
            return True
        if isinstance(ability, Static) and any(isinstance(effect, LayerEffect) for effect in ability.effects):
            return True
    return False


def _lasting(card: Card) -> Iterator[tuple[Card, int | None, Literal["mana", "hand"]]]:
    number = 0
    for ability in card.faces[0].abilities:
        if isinstance(ability, Activated | Triggered):
            number += 1
        elif not isinstance(ability, SpellAbility):
            continue
        for begin in (part for part in ability.instructions if isinstance(part, Begin)):
            place = None if isinstance(ability, SpellAbility) else number
            if any(isinstance(effect, ManaReplacement) for effect in begin.effects):
                yield card, place, "mana"
            elif any(isinstance(effect, HandSize) for effect in begin.effects):
                yield card, place, "hand"


@cache
def real_cards() -> Pool:
    """The pool that comes with the verifier, sorted into kinds. Cards that need layers are left out."""
    kinds: dict[str, list[Card]] = {name: [] for name in ("lands", "readers", "sources", "replacers", "hand", "others")}
    lasting: list[tuple[Card, int | None, Literal["mana", "hand"]]] = []
    for card in pool.all_cards():
        lasting.extend(_lasting(card))
        face = card.faces[0]
        if _SPELLS & set(face.types) or _ELSEWHERE & set(face.types) or _changes_characteristics(card):
            continue
        static = [effect for ability in face.abilities if isinstance(ability, Static) for effect in ability.effects]
        inside = {type(part).__name__ for part in subterms(face.abilities)}
        if any(isinstance(effect, ManaReplacement) for effect in static):
            kinds["replacers"].append(card)
        elif any(isinstance(effect, HandSize) for effect in static):
            kinds["hand"].append(card)
        elif "CouldProduce" in inside:
            kinds["readers"].append(card)
        elif "Land" in face.types:
            kinds["lands"].append(card)
        elif "AddMana" in inside:
            kinds["sources"].append(card)
        else:
            kinds["others"].append(card)
    return Pool(**{name: tuple(cards) for name, cards in kinds.items()}, lasting=tuple(lasting))


@dataclass
class Laid:
    """A board that is being laid."""

    rng: Random
    inventor: Inventor
    entries: list[Entry]

    def timestamp(self) -> int:
        """After the last entry, or with it (613.7m)."""
        last = max((entry.timestamp for entry in self.entries), default=0)
        return last if last and self.rng.random() < 0.25 else last + 1

    def id(self, card: Card) -> str:
        """The id that the file format would give the next copy of that card."""
        copies = sum(entry.card.name == card.name for entry in self.entries)
        return card.name if copies == 0 else f"{card.name}#{copies + 1}"

    def permanents(self) -> list[str]:
        """The ids of the permanents so far."""
        return [entry.id for entry in self.entries if isinstance(entry, Permanent)]

    def chosen(self) -> Chosen:
        """What was chosen, or not."""

        def perhaps(chance: float) -> bool:
            return self.rng.random() < chance

        return Chosen(
            color=self.rng.choice(COLORS) if perhaps(0.6) else None,
            type=self.rng.choice((*BASIC_LAND_TYPES, "Elf")) if perhaps(0.4) else None,
            card=self.rng.choice([entry.card.name for entry in self.entries] or ["Forest"]) if perhaps(0.2) else None,
            player=self.rng.choice(NAMES) if perhaps(0.7) else None,
            number=self.rng.randint(0, 4) if perhaps(0.2) else None,
            mode=self.rng.choice(MODES) if perhaps(0.3) else None,
        )

    def put(self, card: Card) -> None:
        """Puts a permanent onto the battlefield, in a random state."""
        rng = self.rng
        owner = rng.choice(NAMES) if rng.random() < 0.5 else "you"
        counters = tuple((kind, rng.randint(1, 3)) for kind in COUNTERS if rng.random() < 0.15)
        backs = [number for number, face in enumerate(card.faces) if number and not _SPELLS & set(face.types)]
        turned = rng.choice(backs) if card.layout in {"transform", "modal"} and backs and rng.random() < 0.4 else 0
        face = card.faces[turned]
        if face.loyalty is not None:
            counters = (*counters, ("loyalty", face.loyalty))
        hosts = [entry.id for entry in self.entries if isinstance(entry, Permanent)
                 and "Aura" not in entry.card.faces[0].subtypes]  # fmt: skip
        attached = {"Aura", "Equipment", "Fortification"} & set(face.subtypes)
        others = [entry.card for entry in self.entries if isinstance(entry, Permanent)]
        self.entries.append(
            Permanent(
                id=self.id(card),
                card=card,
                controller=owner if rng.random() < 0.85 else rng.choice(NAMES),
                owner=owner,
                timestamp=self.timestamp(),
                face=turned,
                tapped=rng.random() < 0.2,
                counters=tuple(sorted(counters)),
                chosen=self.chosen(),
                attached_to=rng.choice(hosts) if attached and hosts else None,
                entered_this_turn=rng.random() < 0.15,
                phased_out=rng.random() < 0.05,
                face_down=rng.random() < 0.03,
                copy_of=rng.choice(others) if others and not attached and rng.random() < 0.05 else None,
                token=rng.random() < 0.08,
            )
        )

    def resolve(self, card: Card, ability: int | None) -> None:
        """Puts an effect into force that lasts; its source is a permanent if one of that card is there."""
        asks = any(isinstance(part, TargetPermanent) for part in subterms(card.faces[0].abilities))
        there = self.permanents()
        source = next((entry.id for entry in self.entries if entry.card is card and isinstance(entry, Permanent)), None)
        self.entries.append(
            Resolved(
                id=self.id(card),
                card=card,
                controller=self.rng.choice(NAMES) if self.rng.random() < 0.5 else "you",
                timestamp=self.timestamp(),
                ability=ability,
                targets=(self.rng.choice(there),) if asks and there else (),
                source=source if ability is not None else None,
                chosen=self.chosen(),
            )
        )

    def pick(self, real: tuple[Card, ...], chance: float) -> Card | None:
        """A real card, or None where one is to be invented."""
        return self.rng.choice(real) if real and self.rng.random() < chance else None


def _put_source(table: Laid, cards: Pool) -> None:
    pick = table.rng.random()
    if pick < 0.5:
        table.put(table.pick(cards.lands, 0.6) or table.inventor.land())
    elif pick < 0.72:
        table.put(table.pick(cards.readers, 0.9) or table.inventor.land())
    elif pick < 0.94:
        table.put(table.pick(cards.sources, 0.6) or table.inventor.other_source())
    else:
        table.put(table.pick(cards.others, 1.0) or table.inventor.other_source())


def _put_replacement(table: Laid, cards: Pool) -> None:
    invented, pick = table.inventor, table.rng.random()
    lasting = [(card, ability) for card, ability, kind in cards.lasting if kind == "mana"]
    if pick < 0.3 and cards.replacers:
        table.put(table.rng.choice(cards.replacers))
    elif pick < 0.45 and lasting:
        table.resolve(*table.rng.choice(lasting))
    elif pick < 0.75:
        table.put(invented.permanent_with(invented.replacement()))
    elif pick < 0.83:
        table.put(invented.aura())
    elif pick < 0.93:
        table.resolve(invented.spell(invented.replacement(TargetPermanent() if pick < 0.87 else None)), None)
    else:
        table.resolve(invented.with_lasting_ability(invented.replacement()), 1)


def _put_hand_size(table: Laid, cards: Pool) -> None:
    invented, pick = table.inventor, table.rng.random()
    lasting = [(card, ability) for card, ability, kind in cards.lasting if kind == "hand"]
    if pick < 0.5 and cards.hand:
        table.put(table.rng.choice(cards.hand))
    elif pick < 0.6 and lasting:
        table.resolve(*table.rng.choice(lasting))
    elif pick < 0.9:
        table.put(invented.permanent_with(invented.hand_size()))
    else:
        table.resolve(invented.spell(invented.hand_size()), None)


def _player(name: str, rng: Random) -> Player:
    return Player(
        name,
        life=rng.choice((20, 20, 7, 1)),
        hand=rng.randint(0, 9),
        library=rng.choice((53, 53, 1, 0)),
        graveyard=rng.choice((0, 0, 3, 8)),
        identity="".join(color for color in COLORS if rng.random() < 0.4) if rng.random() < 0.5 else None,
        land_played_this_turn=rng.random() < 0.3,
    )


def random_board(seed: int, index: int) -> Board:
    """Board ``index`` of the endless row that ``seed`` names."""
    rng = Random(f"{seed}/{index}")
    cards = real_cards()
    table = Laid(rng, Inventor(rng), [])
    about_hands = rng.random() < 0.25
    effects = 0 if about_hands and rng.random() < 0.8 else rng.choice((0, 1, 1, 2, 2, 2, 3, 3, 4, MOST_EFFECTS))
    hands = rng.randint(1, MOST_EFFECTS) if about_hands else rng.choice((0, 0, 0, 1))
    sources = rng.randint(0, 2) if about_hands else rng.randint(1, 5)
    puts = [_put_source] * sources + [_put_replacement] * effects + [_put_hand_size] * hands
    rng.shuffle(puts)
    if puts and not about_hands:
        puts.insert(0, _put_source)
    for put in puts:
        if len(table.permanents()) < MOST_PERMANENTS:
            put(table, cards)
    return Board(
        players=tuple(_player(name, rng) for name in NAMES),
        active=rng.choice(NAMES),
        entries=tuple(table.entries),
        edition=rng.choice((*EDITIONS, EDITIONS[-1])),
        readings=Readings(
            idle_replacement=rng.choice(("applies", "applies", "waits")),
            negative_hand_size=rng.choice(("kept", "kept", "zero")),
            cost_counted_amount=rng.choice(("payable", "payable", "actual")),
        ),
    )


def smaller(board: Board) -> Iterator[Board]:
    """Boards with one entry less, or with an entry in a plainer state."""
    for at, entry in enumerate(board.entries):
        rest = board.entries[:at] + board.entries[at + 1 :]
        needed = {other.attached_to for other in rest if isinstance(other, Permanent)}
        needed.update(name for other in rest if isinstance(other, Resolved) for name in (*other.targets, other.source))
        if entry.id not in needed:
            yield board.with_entries(rest)
        for plainer in _plainer(entry):
            yield board.with_entries((*board.entries[:at], plainer, *board.entries[at + 1 :]))
    for at, player in enumerate(board.players):
        plain = Player(player.name)
        if player != plain:
            yield replace(board, players=(*board.players[:at], plain, *board.players[at + 1 :]))
    if board.readings != Readings():
        yield board.with_readings(Readings())
    if board.edition != EDITIONS[-1]:
        yield replace(board, edition=EDITIONS[-1])


def _plainer(entry: Entry) -> Iterator[Entry]:
    if isinstance(entry, Permanent):
        plain: dict[str, object] = {
            "tapped": False, "counters": (), "chosen": Chosen(), "entered_this_turn": False, "face_down": False,
            "copy_of": None, "token": False, "phased_out": False, "controller": "you", "owner": entry.controller,
        }  # fmt: skip
        for name, value in plain.items():
            if getattr(entry, name) != value:
                yield replace(entry, **{name: value})  # type: ignore[arg-type]
    elif isinstance(entry, Resolved) and entry.controller != "you":
        yield replace(entry, controller="you")
