"""Cards from their printed form: faces, names, reminder text, sections of levels and classes (200-209, 712)."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from ..ability import Ability
from ..card import Card, Face
from ..vocabulary import BASIC_LAND_TYPES, CARD_TYPES, SUPERTYPES
from . import language as a
from .abilities import abilities_of_line, kind_of, spell, unmodelled
from .context import Context
from .keywords import with_what_they_do
from .pieces import canonical, has, replaced
from .sections import Line, sections, with_modes
from .terms_reader import NotUnderstood, X
from .words import Words

LAYOUTS = {
    "normal": "normal",
    "split": "split",
    "aftermath": "split",
    "adventure": "adventure",
    "transform": "transform",
    "modal_dfc": "modal",
    "flip": "flip",
    "meld": "meld",
    "planar": "plane",
    "scheme": "scheme",
    "vanguard": "vanguard",
    "prototype": "prototype",
    "token": "token",
    "emblem": "emblem",
    "double_faced_token": "token",
    "room": "room",
}
_WORD = re.compile(
    r"^((?:[A-Z0-9\u2026.]|... )[^\u2014:{\"\u2022.]{0,60}?[.!?]?|\+\d Mace) \u2014 (?=\S)(.*)$", re.DOTALL
)
_KEEP = ("Choose", "Forecast", "Companion", "Max speed", "Solved", "To solve", "Pledge")
_ONLY = {
    "Exhaust": "Activate only once.",
    "Power-up": "This ability costs less if it entered this turn. Activate only once.",
    "Boast": "Activate only once each turn. Activate only if ~ attacked this turn.",
}
"""Keywords before a cost, and what they add to the activated ability (702.142a, 702.177a, 702.193a)."""
_THIS = re.compile(
    r"\b[Tt]his (creature|land|artifact|enchantment|permanent|token|planeswalker|card|battle|"
    r"scheme|phenomenon|plane|conspiracy|vanguard|"
    r"commander|door|sticker|emblem|[A-Z][a-z]+(?: artifact| creature| land)?)(?=\b)(?!')"
)
_POSSESSED = re.compile(
    r"\b[Tt]his (creature|land|artifact|enchantment|permanent|token|planeswalker|card|[A-Z][a-z]+)(?='s\b)"
)

_NEW_WORD = re.compile(r"[A-Z][a-z]+( [A-Z]?[a-z]+)*( \d+)?( \u2014)?( (\{\w+\})+)?")
"""A line of a spell that is no sentence: a keyword of which the rules do not know."""


def read_card(printed: dict[str, Any]) -> Card:
    """The card of the pool for a card in the form of an "oracle cards" file."""
    layout = str(printed.get("layout") or "normal")
    raw_faces = printed.get("card_faces") or [printed]
    name = str(printed["name"])
    if layout == "split" and all("Room" in str(face.get("type_line")) for face in raw_faces):
        layout = "room"
    names = [str(face.get("name") or name) for face in raw_faces]
    faces = tuple(_face(face, names, printed) for face in raw_faces)
    card = Card(name, faces, LAYOUTS.get(layout, "normal" if len(faces) == 1 else "other"))  # type: ignore[arg-type]
    found: Card = canonical(card)
    return found


def types_of(line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Supertypes, card types and subtypes of a type line (205); words that are none of these are left out."""
    left, _, right = line.partition(" \u2014 ")
    words = left.replace("Tribal", "Kindred").split()
    supertypes = tuple(word for word in words if word in SUPERTYPES)
    types = tuple(word for word in words if word in CARD_TYPES)
    if "Plane" in types:
        return supertypes, types, (right,) if right else ()
    subtypes: list[str] = []
    for word in re.sub(r"[,?]", "", right).split():
        if word == "Lord" and subtypes[-1:] == ["Time"]:
            subtypes[-1] = "Time Lord"
        else:
            subtypes.append(word)
    return supertypes, types, tuple(subtypes)


def _symbols(cost: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\{([^{}]*)\}", cost))


def _number(value: Any) -> int | None:
    text = str(value) if value is not None else ""
    return int(text) if re.fullmatch(r"-?\d+", text) else None


def _face(face: dict[str, Any], names: list[str], card: dict[str, Any]) -> Face:
    name = str(face.get("name") or card["name"])
    text = str(face.get("oracle_text") or "")
    line = str(face.get("type_line") or ("" if len(names) > 1 else card.get("type_line")) or "")
    if not line and card.get("layout") == "modal_dfc" and str(card.get("type_line")).startswith("Land"):
        line = "Land"  # Behind a land stands a land; some sources leave that out.
    supertypes, types, subtypes = types_of(line or ("Land" if re.search(r"\b[Tt]his land\b", text) else ""))
    cost = _symbols(str(face.get("mana_cost") or ""))
    result = Face(
        name,
        cost,
        types,
        subtypes,
        supertypes,
        power=_number(face.get("power")),
        toughness=_number(face.get("toughness")),
        loyalty=_number(face.get("loyalty")),
        defense=_number(face.get("defense")),
        hand_modifier=_number(face.get("hand_modifier", card.get("hand_modifier"))) or 0,
    )
    found = _abilities(text, result, bool(re.search(r"X", "".join(cost))))
    if not line and not types and len(names) > 1:
        found = (*found, a.Unmodelled("static"))
    return msgspec.structs.replace(result, abilities=found, indicator=_indicator(face, card, result, names))


def _indicator(face: dict[str, Any], card: dict[str, Any], read: Face, names: list[str]) -> str | None:
    """The color indicator, where the colors are not those of the mana cost (202.2, 204)."""
    colors = face.get("colors", card.get("colors") if len(names) == 1 else None)
    if colors is not None:
        told = "".join(color for color in "WUBRG" if color in colors)
        return told if told != read.colors else None
    if any(isinstance(each, a.Keyword) and each.name == "devoid" for each in read.abilities):
        return "" if read.colors else None
    if read.mana_cost or ("Land" in read.types and "Creature" not in read.types):
        return None
    identity = "".join(color for color in "WUBRG" if color in (card.get("color_identity") or ()))
    if len(names) == 1:
        return identity or None if "Creature" in read.types and "Land" in read.types else None
    if name_index(read.name, names) == 0 or not set(read.types) & {
        "Creature",
        "Planeswalker",
        "Enchantment",
        "Instant",
        "Sorcery",
    }:
        return None
    front = "".join(_symbols(str((card.get("card_faces") or [card])[0].get("mana_cost") or "")))
    return "".join(color for color in "WUBRG" if color in front) or None


def name_index(name: str, names: list[str]) -> int:
    return names.index(name) if name in names else 0


# Text -----------------------------------------------------------------------------------------------------------------


def plain_text(text: str, own: str) -> str:
    """The rules text without reminders, with ~ for the object itself."""
    text = text.replace("\u2019", "'").replace("\u2212", "-")
    text = re.sub(r" ?\((?:[^()\"]|\"[^\"]*\")*\)", "", text)
    for name in sorted({own, *_short(own)}, key=lambda each: (-len(each), each)):
        text = re.sub(rf"(?<![\w]){re.escape(name)}(?![\w-])", "~", text)
    text = _POSSESSED.sub("~", text)
    text = _THIS.sub("~", text)
    return re.sub(r"\bthe battlefield under your control\b", "under your control", text)


def _short(name: str) -> list[str]:
    short = [name.split(",", maxsplit=1)[0]] if "," in name else []
    return [each for each in short if len(each) > 2]


def without_word(text: str) -> str:
    """The text without an ability word or flavor word in front (207.2c, 207.2d)."""
    match = _WORD.match(text)
    if match and match[1] in _ONLY:
        return f"{match[2].rstrip()} {_ONLY[match[1]]}"
    if match and not match[1].startswith(_KEEP) and not re.fullmatch(r"[IVX]+(, [IVX]+)*", match[1]):
        return match[2]
    return text


def _abilities(text: str, face: Face, has_x: bool) -> tuple[Any, ...]:
    plain = plain_text(text, face.name)
    lines = [line.strip() for line in plain.split("\n") if line.strip()]
    lines = with_modes(lines)
    spells = bool(set(face.types) & {"Instant", "Sorcery"})
    found: list[Any] = []
    told: list[str] = []
    for line in sections(lines, face):
        line_text = without_word(line.text)
        more = _line(line_text, spells, told)
        if more is None:
            found.append("spell")
            continue
        found += [_placed(each, line) for each in more]
    if "spell" in found:
        place = found.index("spell")
        found = [each for each in found if each != "spell"]
        found[place:place] = [_spell(told)]
    if has(found, a.EntersChoosing("creature type")):
        found = [_of_chosen_creature_type(each) for each in found]
    return with_what_they_do(tuple(_finished(each, face, has_x) for each in found))


def _of_chosen_creature_type(each: Any) -> Any:
    """The chosen type is a creature type here: it takes the place of the other creature types (205.1a)."""
    if not isinstance(each, a.Static) or not has(each, a.SetLandTypes):
        return each
    effects: list[Any] = []
    for effect in each.effects:
        if isinstance(effect, a.SetLandTypes) and effect.chosen and not effect.types:
            effects += [a.LoseTypes(effect.on, all_creature_types=True), a.AddTypes(effect.on, chosen_subtype=True)]
        else:
            effects.append(effect)
    return msgspec.structs.replace(each, effects=tuple(effects))


def _spell(told: list[str]) -> Any:
    text = " ".join(line if re.search(r"[.!\"]$", line) else f"{line}." for line in told)
    cleave = re.search(r"\[([^\]]*)\]", text)
    try:
        if cleave and not cleave[1].lstrip("+-").isdigit():
            return _cleft(text)
        return spell(text, Context())
    except NotUnderstood:
        return unmodelled("spell", text)


def _cleft(text: str) -> Any:
    """The words in square brackets are there unless the spell was cast for its cleave cost (702.148)."""
    without = spell(re.sub(r"\.\s*\.", ".", re.sub(r"\s*\[[^\]]*\]", "", text)), Context())
    with_ = spell(re.sub(r"\.\s*\.", ".", re.sub(r"[\[\]]", "", text)), Context())
    if with_.instructions[: len(without.instructions)] == without.instructions:
        more = with_.instructions[len(without.instructions) :]
        if not more:
            return with_
        return a.SpellAbility((*without.instructions, a.If(a.Unless(a.ModeChosen("cleave")), more)), with_.target)
    return a.SpellAbility((a.If(a.ModeChosen("cleave"), without.instructions, with_.instructions),), with_.target)


def _line(text: str, spells: bool, told: list[str]) -> tuple[Any, ...] | None:
    """The abilities of a line; None if it is a part of what a spell does."""
    found = abilities_of_line(text, Context())
    if not spells:
        return found
    if not isinstance(found[0], a.Keyword | a.NoBearing) and _NEW_WORD.fullmatch(text):
        return (unmodelled("keyword", text),)
    first = found[0]
    if isinstance(first, a.Keyword | a.NoBearing) and not isinstance(first, a.SpellAbility):
        if (
            isinstance(first, a.Keyword)
            or text.startswith("Starting intensity")
            or (
                re.match(r"(~|This spell|As an additional|You may|If|Rather|Spend|This|Cast)", text)
                and _about_itself(text)
            )
        ):
            return found
    if isinstance(first, a.Static) and any(
        isinstance(e, a.GraveyardReplacement) and e.this_card for e in first.effects
    ):
        return found  # 113.6: it works wherever the card is.
    if kind_of(text) == "activated" and isinstance(first, a.Activated) and first.from_zone != "battlefield":
        return found
    if isinstance(first, a.Triggered) and re.match(
        r"When(ever)? (you cast this spell|you cast another|you cycle|~|you discard ~|a spell or ability an opponent)",
        text,
    ):
        return found
    if re.match(r"As an additional cost", text) or (
        isinstance(first, a.Triggered) and re.search(r"~ is in your graveyard|~ from your graveyard", text)
    ):
        return found
    told.append(text)
    return None


def _about_itself(text: str) -> bool:
    return bool(
        re.search(
            (
                r"(This spell|~) (can't be countered|costs)|additional cost|rather than pay|"
                r"[Cc]ast (~|this spell)|this spell"
            ),
            text,
        )
    )


def _placed(each: Any, line: Line) -> Any:
    """The ability under the condition of its section, in the zone where it works.

    What works from the command zone (planes, vanguards, schemes; 113.6m) stands on a board beside the permanents.
    """
    if isinstance(each, a.Static):
        effects = each.effects
        if any(isinstance(effect, a.DiscardReplacement) and effect.this_card for effect in effects):
            each = msgspec.structs.replace(each, zone="hand")
    if line.condition is None:
        return each
    if isinstance(each, a.Triggered):
        holds = line.condition if each.condition is None else a.Every((line.condition, each.condition))
        return msgspec.structs.replace(each, condition=holds)
    if isinstance(each, a.Static):
        holds = line.condition if each.condition is None else a.Every((line.condition, each.condition))
        return msgspec.structs.replace(each, condition=holds)
    if isinstance(each, a.Activated | a.Keyword):
        return a.Static((a.GainAbilities(a.This(), (each,)),), line.condition)
    return each


def _finished(each: Any, face: Face, has_x: bool) -> Any:
    try:
        msgspec.json.decode(msgspec.json.encode(each), type=Ability)
    except (msgspec.MsgspecError, TypeError):
        return a.Unmodelled(
            "triggered" if isinstance(each, a.Triggered) else "activated" if isinstance(each, a.Activated) else "static"
        )
    each = replaced(each, a.Named("~"), a.Named(face.name))
    if has(each, a.CardsIn):
        each = _renamed(each, face.name)
    if has(each, X) and not has_x and not isinstance(each, a.SpellAbility):
        kind = (
            "triggered" if isinstance(each, a.Triggered) else "activated" if isinstance(each, a.Activated) else "static"
        )
        return a.Unmodelled(kind, ("mana",) if has(each, a.AddMana) else ())  # type: ignore[arg-type]
    return each


def _renamed(term: Any, name: str) -> Any:
    if isinstance(term, tuple):
        return tuple(_renamed(each, name) for each in term)
    if isinstance(term, a.CardsIn):
        return msgspec.structs.replace(term, named=name) if term.named == "~" else term
    if isinstance(term, a.Term):
        return msgspec.structs.replace(
            term, **{key: _renamed(getattr(term, key), name) for key in term.__struct_fields__}
        )
    return term


def set_subtypes(printed: list[dict[str, Any]]) -> None:
    """Lets the readers know the subtypes that the type lines of a file show."""
    more: set[str] = set()
    for card in printed:
        for face in card.get("card_faces") or [card]:
            line = str(face.get("type_line") or "")
            _, types, subtypes = types_of(line)
            if set(types) & {"Creature", "Kindred", "Land", "Artifact", "Enchantment"}:
                more |= {word for word in subtypes if re.fullmatch(r"[A-Z][a-z'-]+", word)}
    Words.more = frozenset(more - {"The", "Proper", "Lady"})


__all__ = ["BASIC_LAND_TYPES", "LAYOUTS", "read_card", "set_subtypes"]
