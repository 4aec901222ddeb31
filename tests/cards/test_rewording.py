"""Changes of text (612): what the rewording makes of an ability is what the reader makes of the reworded text."""

from __future__ import annotations

import copy
import gzip
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from verifier.cards import ability as a
from verifier.cards import pool
from verifier.cards import terms as t
from verifier.cards.mana import OneType, Symbols, Types
from verifier.cards.oracle.faces import read_card
from verifier.cards.rewording import CannotTell, Words, mode_of, reworded, reworded_types, words_of
from verifier.cards.term import Term
from verifier.cards.vocabulary import BASIC_LAND_TYPES, COLOR_WORDS

ORACLE = Path(__file__).resolve().parents[3] / "shared" / "data" / "oracle-cards.json.gz"
SWAMP_TO_PLAINS = Words("Swamp", "Plains", "land types")
BLACK_TO_RED = Words("black", "red", "colors")
EVERY_COLOR_CARD_IN = 6
"""Of the cards with a color word that stands in nothing that is modelled, every so-and-so-many-th is read."""

Printed = dict[str, Any]


# Words ----------------------------------------------------------------------------------------------------------------


def change(words: Any = "either") -> a.ChangeText:
    return a.ChangeText(t.TargetPermanent(), words=words)


def test_the_words_are_those_chosen() -> None:
    assert words_of(change(), "Plains", "Island", None) == Words("Plains", "Island", "land types")
    assert words_of(change("colors"), "white", None, "U") == Words("white", "blue", "colors")
    assert words_of(change("creature types"), "Elf", "Goblin", None) == Words("Elf", "Goblin", "creature types")
    assert words_of(change(), None, None, None) is None


@pytest.mark.parametrize(
    ("effect", "old", "new_type", "new_color", "why"),
    [
        (change("colors"), "Plains", "Island", None, "it changes colors"),
        (change("land types"), "Elf", "Goblin", None, "it changes land types"),
        (change(), "Elf", "Goblin", None, "land types or colors"),
        (change(), "Plains", None, None, "only one word"),
        (change(), None, "Plains", None, "only one word"),
        (change(), "Plains", "Plains", None, "same word"),
        (change(), "white", "Island", None, "two kinds"),
        (change(), "Plains", None, "U", "two kinds"),
        (change(), "W", None, "U", "two kinds|is no"),
        (change(), "plains", "Island", None, "is no"),
        (change(), "Desert", "Island", None, "is no"),
        (change(), "white", "Island", "U", "both"),
        (change("creature types"), "Elf", "Wall", None, "Wall"),
    ],
)
def test_other_words_are_refused(effect: a.ChangeText, old: Any, new_type: Any, new_color: Any, why: str) -> None:
    with pytest.raises(CannotTell, match=why):
        words_of(effect, old, new_type, new_color)


def test_a_mode_is_told_by_its_words() -> None:
    [spell] = [each for each in pool.find("Spectral Shift")[0].faces[0].abilities if isinstance(each, a.SpellAbility)]
    [choice] = spell.instructions
    assert isinstance(choice, a.ChooseMode)
    assert mode_of(choice.modes, "Plains") == choice.modes[0]
    assert mode_of(choice.modes, "white") == choice.modes[1]
    assert mode_of(choice.modes, None) == ()
    assert mode_of(((a.Draw(1),), (a.Draw(2),)), "white") is None


# Where they stand -----------------------------------------------------------------------------------------------------


def test_symbols_modes_and_names_are_no_words() -> None:
    add = a.Activated((a.TapSymbol(), a.PayMana(("B",))), (a.AddMana(Symbols(("B", "B/R"))),))
    assert reworded(add, BLACK_TO_RED) is add
    named = a.Static((a.HandSize("you", "increase", t.Count(t.Named("Swamp"))),), t.ModeChosen("Swamp"))
    assert reworded(named, SWAMP_TO_PLAINS) is named


def test_a_letter_that_may_be_either_is_refused() -> None:
    with pytest.raises(CannotTell, match="black"):
        reworded(_of_types("BR"), BLACK_TO_RED)
    assert reworded(_of_types("WUBRG"), BLACK_TO_RED) == _of_types("WUBRG")
    assert reworded(_of_types("BR"), SWAMP_TO_PLAINS) == _of_types("BR")


def _of_types(types: str) -> a.Static:
    return a.Static((a.ManaReplacement(a.TappedForMana(t.Anything()), a.ReplaceTypes(Types("C"), types)),))


def test_what_is_added_is_written_in_symbols() -> None:
    add = a.Activated((), (a.AddMana(OneType(Types("BR"), t.Devotion("B"))),))
    assert reworded(add, BLACK_TO_RED) == a.Activated((), (a.AddMana(OneType(Types("BR"), t.Devotion("R"))),))


def test_type_lines() -> None:
    types = frozenset({"Island", "Swamp"})
    assert reworded_types(types, SWAMP_TO_PLAINS) == {"Island", "Plains"}
    assert reworded_types(types, Words("Swamp", "Island", "land types")) == {"Island"}
    assert reworded_types(types, BLACK_TO_RED) == types


# Against the reader ---------------------------------------------------------------------------------------------------


@cache
def printed() -> tuple[Printed, ...]:
    with gzip.open(ORACLE, "rt", encoding="utf-8") as file:
        return tuple(json.load(file))


def faces_of(card: Printed) -> list[Printed]:
    return list(card.get("card_faces") or [card])


class Names:
    """The names of a card, taken out of its text and put back: they are no words (612.2)."""

    def __init__(self, card: Printed) -> None:
        whole = {str(face["name"]) for face in faces_of(card) if face.get("name")} | {str(card["name"])}
        self.names = sorted(whole | {name.split(",")[0] for name in whole}, key=len, reverse=True)

    def out(self, text: str) -> str:
        for place, name in enumerate(self.names):
            text = text.replace(name, f"\0{place}\0")
        return text

    def back(self, text: str) -> str:
        for place, name in enumerate(self.names):
            text = text.replace(f"\0{place}\0", name)
        return text


def type_words(text: str, old: str, new: str) -> str:
    """The text with one type for another, plurals, articles and landwalk included."""
    plural = {name: name if name == "Plains" else f"{name}s" for name in (old, new)}
    forms = [(plural[old], plural[new]), (old, new)] if old != "Plains" else [(old, new)]
    for before, after in forms:
        article = "an " if after[0] in "AEIOU" else "a "

        def with_article(found: re.Match[str], after: str = after, article: str = article) -> str:
            first = found[1] or ""
            if not first:
                return after
            return (article.capitalize() if first[0] == "A" else article) + after

        text = re.sub(rf"\b([Aa]n? )?{before}\b", with_article, text)
    text = re.sub(rf"\b{old}walk\b", f"{new}walk", text)
    return re.sub(rf"\b{old.lower()}walk\b", f"{new.lower()}walk", text)


def color_words(text: str, old: str, new: str) -> str:
    """The text with one color word for another, "nonblack" included."""
    text = re.sub(rf"\b([Nn]on-?)?{old}\b", lambda found: (found[1] or "") + new, text)
    return re.sub(rf"\b{old.capitalize()}\b", new.capitalize(), text)


def with_words(card: Printed, words: Words) -> Printed:
    """The card as it would be printed with the words changed."""
    names, changed = Names(card), copy.deepcopy(card)
    change_in = color_words if words.kind == "colors" else type_words
    for face in faces_of(changed):
        if face.get("oracle_text"):
            face["oracle_text"] = names.back(change_in(names.out(face["oracle_text"]), words.old, words.new))
        if face.get("type_line") and words.kind != "colors":
            face["type_line"] = type_words(face["type_line"], words.old, words.new)
    return changed


def cards_with(word: str) -> list[Printed]:
    """The cards in whose text the word is used as a word; those that speak of cards by name are left out."""
    found = []
    for card in printed():
        names = Names(card)
        text = " ".join(names.out(str(face.get("oracle_text") or "")) for face in faces_of(card))
        if re.search(rf"\b(non)?{word}(s|walk)?\b", text, re.IGNORECASE) and "named " not in text:
            found.append(card)
    return found


def is_understood(abilities: tuple[a.Ability, ...]) -> bool:
    return not any(isinstance(ability, a.Unmodelled) for ability in abilities)


def normal(part: Any) -> Any:
    """What is said twice, a filter or a land type, is said once; of landwalk the land type alone is looked at."""
    if isinstance(part, tuple):
        return tuple(map(normal, part))
    if not isinstance(part, Term):
        return part
    fields = {name: normal(getattr(part, name)) for name in part.__struct_fields__}
    if isinstance(part, t.AnyOf):
        filters = tuple(dict.fromkeys(fields["filters"]))
        return filters[0] if len(filters) == 1 else t.AnyOf(filters)
    if isinstance(part, a.SetLandTypes):
        fields["types"] = tuple(dict.fromkeys(fields["types"]))
    if isinstance(part, a.EntersChoosing):
        fields["words"] = tuple(dict.fromkeys(fields["words"]))
    if isinstance(part, a.Keyword) and part.name.endswith("walk"):
        fields["name"] = part.name.split()[-1]
    return type(part)(**fields)


def is_as_read(card: Printed, words: Words) -> bool:
    """Whether the rewording of what is read is what is read of the reworded text, face by face.

    A face that the reader understands only before or only after the change tells nothing.
    """
    changed = False
    for before, after in zip(read_card(card).faces, read_card(with_words(card, words)).faces, strict=True):
        if not (is_understood(before.abilities) and is_understood(after.abilities)):
            continue
        try:
            found = tuple(reworded(ability, words) for ability in before.abilities)
        except CannotTell:
            continue
        assert normal(found) == normal(after.abilities), (before.name, words)
        assert reworded_types(frozenset(before.subtypes), words) == frozenset(after.subtypes), before.name
        changed |= found != before.abilities
    return changed


@pytest.mark.skipif(not ORACLE.exists(), reason="the card texts are not here")
@pytest.mark.parametrize("old", BASIC_LAND_TYPES)
def test_land_types_as_the_reader_has_them(old: str) -> None:
    types = list(BASIC_LAND_TYPES)
    words = Words(old, types[(types.index(old) + 1) % 5], "land types")
    assert sum(is_as_read(card, words) for card in cards_with(old)) > 40


@pytest.mark.skipif(not ORACLE.exists(), reason="the card texts are not here")
@pytest.mark.parametrize(("old", "new"), [("Goblin", "Zombie"), ("Zombie", "Goblin"), ("Wizard", "Cleric")])
def test_creature_types_as_the_reader_has_them(old: str, new: str) -> None:
    words = Words(old, new, "creature types")
    assert sum(is_as_read(card, words) for card in cards_with(old)) > 20


@pytest.mark.skipif(not ORACLE.exists(), reason="the card texts are not here")
@pytest.mark.parametrize("old", COLOR_WORDS)
def test_color_words_as_the_reader_has_them(old: str) -> None:
    colors = list(COLOR_WORDS)
    words = Words(old, colors[(colors.index(old) + 1) % 5], "colors")
    looked_at = [card for place, card in enumerate(cards_with(old)) if place % EVERY_COLOR_CARD_IN == 0 or speaks(card)]
    assert sum(is_as_read(card, words) for card in looked_at) > 40


def speaks(card: Printed) -> bool:
    """Whether the pool's model of the card has a color in something that is modelled."""
    found, _ = pool.find(str(card["name"]))
    words = [
        Words(old, new, "colors") for old, new in zip(COLOR_WORDS, reversed(COLOR_WORDS), strict=True) if old != new
    ]
    return any(_changes(ability, each) for face in found.faces for ability in face.abilities for each in words)


def _changes(ability: a.Ability, words: Words) -> bool:
    try:
        return reworded(ability, words) != ability
    except CannotTell:
        return True
