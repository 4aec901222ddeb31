"""Changes of text (612) on random boards of real cards: three answers that share nothing but the rewording itself."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from verifier.board import Board, Chosen, Permanent, Player, Resolved
from verifier.cards import pool
from verifier.cards.ability import ChangeText
from verifier.cards.card import Card, Face
from verifier.cards.rewording import CannotTell, reworded, words_of
from verifier.cards.terms import TargetPermanent
from verifier.cards.vocabulary import BASIC_LAND_TYPES, COLOR_WORDS
from verifier.encode import answers as encode
from verifier.encode.layered import characteristics as encoded
from verifier.errors import Undecided, Unmodelled
from verifier.reference import characteristics as literal
from verifier.reference import could_produce
from verifier.rules import answers as rules
from verifier.rules.layers import characteristics

BOARDS = 300
LANDS = (
    "Plains", "Tundra", "Bayou", "Cabal Coffers", "Tainted Field", "Nimbus Maze", "Reflecting Pool", "Wastes",
    "Urborg, Tomb of Yawgmoth", "Dryad Arbor", "Gaea's Cradle",
)  # fmt: skip
OTHERS = (
    "Blood Moon", "Naked Singularity", "Reality Twist", "Vernal Bloom", "Crusade", "Bad Moon", "Conversion",
    "Elvish Archdruid", "Goblin King", "Elvish Champion", "Karametra's Acolyte", "Gauntlet of Might", "Raging Goblin",
    "Savannah Lions", "Spreading Seas", "Mutavault", "Fellwar Stone", "Magus of the Moon", "Living Plane",
)  # fmt: skip
OF_LANDS = ("Magical Hack", "Mind Bend", "Crystal Spray", "Spectral Shift", "Trait Doctoring")
OF_COLORS = ("Sleight of Mind", "Mind Bend", "Glamerdye", "Spectral Shift", "Alter Reality")


CREATURES = ("Elf", "Goblin", "Druid", "Human", "Cat")


def _words(rng: Random, target: Card) -> tuple[str, Chosen]:
    """A spell and the words that it changes, mostly words that the target has."""
    lists = (tuple(BASIC_LAND_TYPES), tuple(COLOR_WORDS), CREATURES)
    every = [(old, new) for words in lists for old in words for new in words if old != new]
    there = [pair for pair in every if _has(target.faces[0], *pair)]
    old, new = rng.choice(there if there and rng.random() < 0.8 else every)
    if old in BASIC_LAND_TYPES:
        return rng.choice(OF_LANDS), Chosen(mode=old, type=new)
    if old in COLOR_WORDS:
        return rng.choice(OF_COLORS), Chosen(mode=old, color=COLOR_WORDS[new])
    return "Artificial Evolution", Chosen(mode=old, type=new)


def _has(face: Face, old: str, new: str) -> bool:
    words = words_of(ChangeText(TargetPermanent(), old, new), None, None, None)
    assert words is not None
    try:
        return old in face.subtypes or any(reworded(ability, words) != ability for ability in face.abilities)
    except CannotTell:
        return False


def _board(number: int) -> Board:
    rng = Random(f"changes of text {number}")
    cards = [rng.choice(LANDS) for _ in range(rng.randint(1, 3))] + rng.sample(OTHERS, rng.randint(1, 4))
    entries: list[Permanent | Resolved] = []
    for place, name in enumerate(cards):
        card, _ = pool.find(name)
        who = rng.choice(("you", "you", "opponent"))
        host = entries[0].id if "Aura" in card.faces[0].subtypes else None
        chosen = Chosen(color=rng.choice("WUBRG"))
        time = rng.randint(0, 20)
        time = 200 * time + place
        entries.append(Permanent(f"{name} {place}", card, who, who, time, chosen=chosen, attached_to=host))
    for place in range(rng.randint(1, 3)):
        target = rng.choice([entry for entry in entries if isinstance(entry, Permanent)])
        name, chosen = _words(rng, target.card)
        time = 200 * rng.randint(0, 20) + 50 + place
        entries.append(
            Resolved(f"change {place}", pool.find(name)[0], "you", time, targets=(target.id,), chosen=chosen)
        )
    return Board((Player("you"), Player("opponent")), "you", tuple(entries))


def _answer(ask: Callable[[Board], object], board: Board) -> object:
    try:
        return ask(board)
    except (Unmodelled, Undecided):
        return None


@pytest.mark.parametrize("stretch", range(3))
def test_the_sides_agree(stretch: int) -> None:
    compared = changed = solved = 0
    for number in range(stretch * BOARDS // 3, (stretch + 1) * BOARDS // 3):
        board = _board(number)
        unchanged = board.with_entries(board.permanents)
        for one, other, third in (
            (rules.could_produce, could_produce, encode.could_produce), (characteristics, literal, encoded)
        ):  # fmt: skip
            left, right = _answer(one, board), _answer(other, board)
            assert left == right or None in (left, right), (number, left, right)
            compared += left is not None and right is not None
            changed += left is not None and left != _answer(one, unchanged)
            if number % 5 == 0:
                proved = _answer(third, board)
                assert proved is None or left is None or proved == left, (number, left, proved)
                solved += proved is not None and left is not None
    assert compared > BOARDS // 3
    assert changed > BOARDS // 12
    assert solved > BOARDS // 30
