"""Changes of text (612): one basic land type, color word or creature type for another, in abilities and type lines.

The language writes colors and mana symbols with the same letters. 612.2 changes words alone, so that where a letter may
be either, nobody can tell: ``CannotTell``. Names of cards, keywords that only sound alike and what is no word of an
ability, such as a mode, are left alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, TypeVar

from msgspec.structs import replace

from .ability import Ability, AddMana, Begin, Instruction
from .effects import ChangeText, ReplaceTypesAndAmount
from .filters import AllOf, AnyOf
from .mana import ByLandType, Types
from .term import Term
from .vocabulary import BASIC_LAND_TYPES, COLOR_WORDS, COLORS, card_type_of

T = TypeVar("T")

Kind = Literal["land types", "colors", "creature types"]


class CannotTell(ValueError):
    """The words that are to be changed do not make sense, or it is not known where they stand."""


class Words(NamedTuple):
    """A word and the one that takes its place, both of one kind."""

    old: str
    new: str
    kind: Kind


# Which words ----------------------------------------------------------------------------------------------------------


def words_of(effect: ChangeText, old: str | None, new_type: str | None, new_color: str | None) -> Words | None:
    """The words that the effect changes: those that it names itself, else those chosen as it resolved.

    ``new_color`` is a letter. None where nothing was chosen. Raises CannotTell with what is wrong with the choice.
    """
    if effect.old and effect.new:
        return _words(effect.old, effect.new)
    if new_type is not None and new_color is not None:
        raise CannotTell("a word that becomes both a type and a color")
    new = new_type if new_color is None else next(word for word, letter in COLOR_WORDS.items() if letter == new_color)
    if old is None and new is None:
        return None
    old, new = effect.old or old, effect.new or new
    if old is None or new is None:
        missing = "mode, the word that is replaced" if old is None else "type or color, the new word"
        raise CannotTell(f"a change of text of which only one word is chosen; missing: chosen.{missing}")
    words = _words(old, new)
    if words.kind == effect.words or (effect.words == "either" and words.kind != "creature types"):
        return words
    asked = "land types or colors" if effect.words == "either" else effect.words
    raise CannotTell(f"it changes {asked}, not {words.old} to {words.new}")


def mode_of(modes: tuple[tuple[Instruction, ...], ...], old: str | None) -> tuple[Instruction, ...] | None:
    """The mode of a modal change of text that speaks of such a word; () if no word was chosen or none speaks of it.

    None where the modes are no changes of text.
    """
    kinds = [_kind_changed(mode) for mode in modes]
    if None in kinds:
        return None
    meant = [mode for mode, kind in zip(modes, kinds, strict=True) if old is not None and kind_of(old) == kind]
    return meant[0] if meant else ()


def _kind_changed(mode: tuple[Instruction, ...]) -> str | None:
    effects = [effect for part in mode if isinstance(part, Begin) for effect in part.effects]
    return effects[0].words if len(effects) == 1 and isinstance(effects[0], ChangeText) else None


def _words(old: str, new: str) -> Words:
    kinds = {word: kind_of(word) for word in (old, new)}
    for word, kind in kinds.items():
        if kind is None:
            raise CannotTell(f"{word!r} is no basic land type, color word (in small letters) or creature type")
    if kinds[old] != kinds[new]:
        raise CannotTell(f"{old!r} and {new!r} are words of two kinds")
    if old == new:
        raise CannotTell(f"{old!r} is changed to the same word")
    kind = kinds[new]
    assert kind is not None
    if kind == "creature types" and new == "Wall":
        raise CannotTell("no creature type may become Wall")
    return Words(old, new, kind)


def kind_of(word: str) -> Kind | None:
    """Which kind of words it is one of, None for another word. What no list has is a creature type, if capitalized."""
    if word in BASIC_LAND_TYPES:
        return "land types"
    if word in COLOR_WORDS:
        return "colors"
    return "creature types" if word[:1].isupper() and card_type_of(word) == "Creature" else None


# Where they stand -----------------------------------------------------------------------------------------------------

SUBTYPES = frozenset({
    ("OfSubtype", "subtype"), ("SetLandTypes", "types"), ("AddTypes", "subtypes"), ("SetTypes", "subtypes"),
    ("CardsIn", "subtypes"), ("CopyException", "subtypes"), ("DiscardReplacement", "subtype"),
    ("EntersChoosing", "words"),
})  # fmt: skip
"""Fields of terms that hold land types, creature types and other subtypes."""

COLOR_FIELDS = frozenset({
    ("OfColor", "colors"), ("SetColors", "colors"), ("CardsIn", "colors"), ("Devotion", "colors"),
    ("CopyException", "colors"), ("EntersChoosing", "not_color"), ("Permission", "types"),
})  # fmt: skip
"""Fields whose letters are color words. All five at once are no words, but "each color"."""

TYPES_OF_MANA_FIELDS = frozenset({
    ("Types", "types"), ("ReplaceTypes", "replaced"), ("TappedForMana", "types"), ("WouldAddMana", "types"),
    ("WhenTappedForMana", "types"), ("AddsMana", "types"), ("CouldMake", "types"),
})  # fmt: skip
"""Fields whose letters are types of mana, written as symbols or as words."""

WITH_SYMBOLS_ALONE = (AddMana, ReplaceTypesAndAmount)
"""Terms in which the reader takes types of mana from mana symbols alone, never from color words."""

KEYWORDS = frozenset({("Keyword", "name"), ("HasKeyword", "keyword"), ("LoseAbilities", "keywords")})
"""Fields that hold keywords, among them landwalk with its land type (702.14)."""


@lru_cache(maxsize=8192)
def reworded(ability: Ability, words: Words) -> Ability:
    """The ability with the words changed wherever its text uses them (612.2); itself if it does not.

    Raises CannotTell where a letter may be a color word or a mana symbol.
    """
    return _changed(ability, words)


def reworded_types(subtypes: frozenset[str], words: Words) -> frozenset[str]:
    """The subtypes of a type line with the words changed (612.1)."""
    if words.kind == "colors" or words.old not in subtypes:
        return subtypes
    return subtypes - {words.old} | {words.new}


def _changed(part: T, words: Words, symbols: bool = False) -> T:
    """``symbols``: inside of what writes its types of mana as symbols alone."""
    if isinstance(part, Term):
        symbols = symbols or isinstance(part, WITH_SYMBOLS_ALONE)
        name = type(part).__name__
        changed = {}
        for field in part.__struct_fields__:
            before = getattr(part, field)
            if symbols and isinstance(part, Types):
                continue
            after = _field((name, field), before, words, symbols)
            if after is not before and after != before:
                changed[field] = after
        return _said_once(replace(part, **changed)) if changed else part
    if isinstance(part, tuple) and any(isinstance(one, Term | tuple) for one in part):
        return tuple(_changed(one, words, symbols) for one in part)  # type: ignore[return-value]
    return part


def _said_once(part: T) -> T:
    """The same filter twice in one list is said once."""
    if isinstance(part, AnyOf | AllOf):
        filters = tuple(dict.fromkeys(part.filters))
        return filters[0] if len(filters) == 1 else type(part)(filters)  # type: ignore[return-value]
    return part


def _field(place: tuple[str, str], value: object, words: Words, symbols: bool) -> object:
    if words.kind == "colors":
        if place in COLOR_FIELDS and isinstance(value, str):
            return _recolored(value, words)
        if place in TYPES_OF_MANA_FIELDS and isinstance(value, str):
            if COLOR_WORDS[words.old] in value and not set(COLORS) <= set(value):
                raise CannotTell(f"whether the color of some mana is the word {words.old} or a symbol (612.2)")
            return value
    elif place in SUBTYPES:
        return _renamed(value, words)
    elif words.kind == "land types":
        if place in KEYWORDS:
            walk = words._replace(old=f"{words.old.lower()}walk", new=f"{words.new.lower()}walk")
            snow = walk._replace(old=f"snow {walk.old}", new=f"snow {walk.new}")
            return _renamed(_renamed(value, walk), snow)
        if place == (ByLandType.__name__, "types") and isinstance(value, tuple):
            return tuple((words.new if kind == words.old else kind, letter) for kind, letter in value)
    return _changed(value, words, symbols)


def _recolored(colors: str, words: Words) -> str:
    old, new = COLOR_WORDS[words.old], COLOR_WORDS[words.new]
    if old not in colors or set(COLORS) <= set(colors):
        return colors
    return "".join(color for color in COLORS if color in colors.replace(old, new))


def _renamed(value: object, words: Words) -> object:
    if isinstance(value, tuple):
        return tuple(dict.fromkeys(words.new if name == words.old else name for name in value))
    return words.new if value == words.old else value
