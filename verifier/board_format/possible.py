"""What no board can have, which is an error, and what is odd about one that can be, which is a note.

Boards are taken as written: nothing is put into a graveyard first (704). What is refused here could not even be there
for a moment, or its answer would speak of a thing that is not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ..board import Board, Chosen, Entry, Permanent, Resolved
from ..cards import ability as a
from ..cards import filters as f
from ..cards.card import Face
from ..cards.conditions import ModeChosen
from ..cards.mana import ChosenColor
from ..cards.vocabulary import BASIC_LAND_TYPES, COLOR_WORDS
from .reading import Reading

PERMANENT_TYPES = frozenset({"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"})
NEVER_PERMANENT = frozenset({"Instant", "Sorcery"})
_COLORS = {letter: word for word, letter in COLOR_WORDS.items()}
_CHOICES = {"opponent": "player", "creature type": "type", "basic land type": "type", "card name": "card"}
"""What is chosen as a permanent enters, by the keys of ``chosen`` where they are called otherwise."""


def check_possible(entry: Entry, key: str, reading: Reading) -> None:
    """Leave a problem in ``reading`` where no game has such an entry."""
    if not reading.is_known(entry.card):
        return
    match entry:
        case Permanent():
            _check_permanent(entry, key, reading)
        case Resolved(card=card, face=face, ability=number) if not NEVER_PERMANENT & set(card.faces[face].types):
            shown = card.faces[face]
            if not _resolving(shown):
                reading.problems.add(
                    f"{key}.resolved", f"{shown.name} is no spell and has no ability that could resolve"
                )
            elif number is None and any(map(_is_counted, shown.abilities)):
                told = f"{shown.name} is no spell; say with 'ability' which of its abilities has resolved"
                reading.problems.add(key, told)


def _check_permanent(entry: Permanent, key: str, reading: Reading) -> None:
    shown = _shown(entry)
    if shown is None:
        return
    if NEVER_PERMANENT & set(shown.types) and not PERMANENT_TYPES & set(shown.types):
        kind = "an instant" if "Instant" in shown.types else "a sorcery"
        rule = "304.4" if "Instant" in shown.types else "307.4"
        reading.problems.add(key, f"{shown.name} is {kind}, which is never on the battlefield ({rule})")
    if _is_loose(entry, shown) and any(_speaks_of(one, f.Host) for one in shown.abilities):
        told = f"{shown.name} is an Aura that speaks of the permanent it enchants; say which with 'attached_to' (303.4)"
        reading.problems.add(key, told)

    if entry.chosen.color is not None or entry.chosen.type is not None:
        _check_choices(entry, shown, key, reading)


def _check_choices(entry: Permanent, shown: Face, key: str, reading: Reading) -> None:
    """What was chosen as it entered is one of the things that it allows."""
    for part in _parts(shown.abilities):
        match part:
            case a.EntersChoosing("color", not_color) if not_color and entry.chosen.color == not_color:
                reading.problems.add(f"{key}.chosen.color", f"{shown.name} allows every color but {_COLORS[not_color]}")
            case a.EntersChoosing("basic land type") if entry.chosen.type not in {None, *BASIC_LAND_TYPES}:
                told = f"{shown.name} allows the basic land types alone: {', '.join(BASIC_LAND_TYPES)}"
                reading.problems.add(f"{key}.chosen.type", told)


def _shown(entry: Permanent) -> Face | None:
    """The face that the permanent shows; None of one that is face down (708.2)."""
    if entry.face_down:
        return None
    return entry.card.faces[entry.face] if entry.copy_of is None else entry.copy_of.faces[entry.copy_face]


def _is_loose(entry: Permanent, shown: Face) -> bool:
    return "Aura" in shown.subtypes and entry.attached_to is None and not entry.phased_out


def _resolving(face: Face) -> bool:
    """Whether the face has an ability that could resolve, a keyword ability perhaps."""
    return any(_is_counted(one) or _is_keyword(one) for one in face.abilities)


def _is_keyword(one: a.Ability) -> bool:
    return one.kind == "keyword" if isinstance(one, a.NoBearing | a.Unmodelled) else isinstance(one, a.Keyword)


def _is_counted(one: a.Ability) -> bool:
    """Whether ``ability`` counts it: whether it is activated or triggered."""
    if isinstance(one, a.NoBearing | a.Unmodelled):
        return one.kind in {"activated", "triggered"}
    return isinstance(one, a.Activated | a.Triggered)


def _speaks_of(term: Any, kind: type) -> bool:
    return any(isinstance(part, kind) for part in _parts(term))


def _parts(term: Any) -> Iterator[Any]:
    """The term and all that it is made of."""
    yield term
    if isinstance(term, msgspec.Struct):
        for name in term.__struct_fields__:
            yield from _parts(getattr(term, name))
    elif isinstance(term, tuple):
        for part in term:
            yield from _parts(part)


# Notes ---------------------------------------------------------------------------------------------------------------


def notes(board: Board) -> tuple[str, ...]:
    """What is odd about the board, entry by entry, although it can be answered."""
    found: list[str] = []
    for entry in board.entries:
        if isinstance(entry, Permanent):
            shown = _shown(entry)
            if shown is not None and _is_loose(entry, shown):
                found.append(f"{entry.id} is an Aura that is attached to nothing")
            if shown is not None:
                found += _idle_choices(entry, shown)
                found += _missing_choices(entry.id, entry.chosen, shown.abilities)
        elif isinstance(entry, Resolved) and entry.ability is None:
            spell = entry.card.faces[entry.face].abilities
            if spell and all(isinstance(one, a.NoBearing | a.Keyword) for one in spell):
                found.append(f"nothing of {entry.id} has bearing on any question after it has resolved")
    return tuple(dict.fromkeys(found))


def _idle_choices(entry: Permanent, shown: Face) -> Iterator[str]:
    """Choices that no ability asks for or speaks of. Abilities without a model may do both."""
    abilities = (*shown.abilities, *(() if entry.copy_of is None else entry.card.faces[entry.face].abilities))
    if any(isinstance(one, a.NoBearing | a.Unmodelled) for one in abilities):
        return
    asked = {kind for one in abilities for part in _parts(one) for kind in _asks_for(part)}
    for kind in ("color", "type", "card", "player", "number", "mode"):
        if getattr(entry.chosen, kind) is not None and kind not in asked:
            yield f"the chosen {kind} of {entry.id} has no bearing on any question"


def _missing_choices(id: str, chosen: Chosen, abilities: Iterable[a.Ability]) -> Iterator[str]:
    """Choices that some ability reads and that were not made: it then finds nothing."""
    read = {kind for one in abilities for part in _parts(one) for kind in _reads(part)}
    for kind in ("color", "type", "card", "player", "number"):
        if kind in read and getattr(chosen, kind) is None:
            yield f"no {kind} is chosen for {id} (key chosen.{kind}); what speaks of the chosen {kind} does nothing"


def _asks_for(part: Any) -> Iterator[str]:
    """The choices that this part asks for as the permanent enters, or reads."""
    if isinstance(part, a.EntersChoosing):
        yield _CHOICES.get(part.what, part.what)
    yield from _reads(part)


def _reads(part: Any) -> Iterator[str]:
    match part:
        case f.OfChosenColor() | ChosenColor():
            yield "color"
        case f.OfChosenSubtype():
            yield "type"
        case f.NamedAsChosen():
            yield "card"
        case f.NumberChosen():
            yield "number"
        case ModeChosen():
            yield "mode"
        case "chosen":
            yield "player"
        case a.SetColors(chosen=True) | a.WhenTappedForMana(chosen_color=True) | a.AddsMana(chosen_color=True):
            yield "color"
        case a.SetLandTypes(chosen=True) | a.AddTypes(chosen_subtype=True):
            yield "type"
