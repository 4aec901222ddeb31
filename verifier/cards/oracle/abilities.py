"""One printed ability: which kind it is, its cost, its event and what it does (113.3)."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Any

import msgspec

from . import language as a
from .context import Context, condition, pronouns
from .effects_text import instructions
from .grammar import read
from .keywords import keyword
from .language import Activated, Keyword, SpellAbility, Unmodelled
from .pieces import cuts, has, outside_quotes, replaced, sentences
from .statics_text import static
from .targets import targets
from .terms_reader import NotUnderstood, X
from .triggers_text import triggered_line

_TIMING = {
    "as a sorcery": "sorcery",
    "any time you could cast a sorcery": "sorcery",
    "once each turn": "once each turn",
    "once": "once",
    "during your turn": "your turn",
    "as an instant": "other",
    "any time you could cast an instant": "other",
}


def quoted(text: str) -> tuple[Any, ...]:
    """The abilities of a text in quotation marks. Raises NotUnderstood."""
    text = re.sub(r"^([^.]*[^.\"' ])\.$", r"\1", text.strip()) if _keywords(text.strip().rstrip(".")) else text
    text = re.sub(r"(?<![\w])'((?:[^']|(?<=\w)'(?=\w))*)'(?!\w)", r'"\1"', text.strip().rstrip(","))
    found = abilities_of_line(text, Context())
    if has(found, Unmodelled):
        raise NotUnderstood(text)
    return found


def abilities_of_line(text: str, context: Context) -> tuple[Any, ...]:
    """The abilities that a line prints; what is not understood is Unmodelled, of the kind that its shape shows."""
    found = _keywords(text)
    if found is not None:
        return found
    kind = kind_of(text)
    try:
        if kind == "triggered":
            return (triggered_line(text, context),)
        if kind == "activated":
            return (activated(text, context),)
        return (static(text, context),)
    except NotUnderstood:
        return (unmodelled(kind, text),)


_ABOUT: tuple[tuple[Any, str], ...] = (
    ("mana", r"\badds?\b[^.]*(\{|\bmana\b(?! value))|\bfor mana\b|\bproduces?\b|\bunspent mana\b|\badding\b.*mana"),
    ("hand size", r"\bhand size\b"),
    (
        "land types",
        (
            r"\b(lands?|Plains|Islands?|Swamps?|Mountains?|Forests?|permanents?|"
            r"artifacts|creatures)\b[^.]*\b(is|are|becomes?|gains?|have|has|loses?|copy)"
            r"\b|\bland type"
        ),
    ),
    ("draw", r"\bdraws?\b|\bdredge\b"),
    ("discard", r"\bdiscards?\b|\bmadness\b"),
)


def unmodelled(kind: Any, text: str) -> Unmodelled:
    """An ability that is not understood, with what its words speak of."""
    return Unmodelled(kind, tuple(about for about, words in _ABOUT if re.search(words, text, re.IGNORECASE)))


def kind_of(text: str) -> Any:
    """The kind of an ability as its shape shows it (113.3)."""
    blank = outside_quotes(text)
    if re.match(r"(When|Whenever|At) |[IVX]+(, [IVX]+)* \u2014 |(when|whenever|at) ", blank):
        return "triggered"
    if re.match(r"[+-]\d+: |0: ", blank):
        return "activated"
    if re.match(
        (
            r"[^.]*(\}|Sacrifice|Discard|Pay|Tap|Remove|Reveal|\]|Exile|Untap|Return|Put|"
            r"Mill|Exert|Collect|Blight|Waterbend|Forage)[^.]*: "
        ),
        blank,
    ):
        return "activated"
    return "static"


@lru_cache(maxsize=50_000)
def _keywords(text: str) -> tuple[Keyword, ...] | None:
    whole = keyword(text)
    if whole is not None:
        return (whole,)
    words = re.split(r"[,;] ", text.rstrip("."))
    found = [keyword(word) for word in words]
    if found and all(found):
        return tuple(each for each in found if each)
    return None


# Activated abilities --------------------------------------------------------------------------------------------------


def activated(text: str, context: Context) -> Any:
    """The activated ability that a line prints. Raises NotUnderstood."""
    text = re.sub(r"^([+-]\d+|0|-X): ", r"[\1]: ", text)
    for before, after in cuts(text, ": "):
        cost = read("costs", pronouns(_small_verbs(before), "@this"))
        if cost is None:
            continue
        return _activated(cost, after, context, free_x=bool(re.search(r"\b[Pp]ay X speed\b", before)))
    raise NotUnderstood(text)


def _small_verbs(cost: str) -> str:
    return re.sub(r"(^|, )([A-Z])(?=[a-z]+\b)", lambda match: match[1] + match[2].lower(), cost)


def _activated(cost: tuple[Any, ...], after: str, context: Context, *, free_x: bool) -> Any:
    zone = "battlefield"
    fixed: list[Any] = []
    for each in cost:
        if each == "discard this":
            zone = "hand"
            each = a.DiscardCost()
        elif isinstance(each, a.MoveCard) and each.filter == a.This() and each.from_ in {"hand", "graveyard"}:
            zone = each.from_
        fixed.append(each)
    if re.search(
        r"\bReturn ~ from your graveyard\b|^Put ~ from your graveyard|Activate only if ~ is in your graveyard",
        outside_quotes(after),
    ):
        zone = "graveyard"
    level = re.fullmatch(r"Level (\d+)", after)
    if level:
        return Activated(tuple(fixed), (a.OtherInstruction("other"),), timing=("sorcery",))
    rest, timing, holds = _restrictions(after, context)
    others = any(
        isinstance(each, a.UntapOthers | a.TapOthers) or (isinstance(each, a.SacrificeCost) and each.filter != a.This())
        for each in fixed
    )
    if others and re.search(r"\bthat (land|creature|artifact|permanent)\b", rest) and "target" not in rest:
        context = replace(context, it="@cost")
    found = instructions(rest, context)
    found = replaced(found, X, a.CountedByCost()) if free_x else _fixed_by_cost(found, fixed)
    return Activated(tuple(replaced(fixed, X, a.CountedByCost())), found, targets(rest), holds, timing, zone)  # type: ignore[arg-type]


def _fixed_by_cost(found: tuple[Any, ...], cost: list[Any]) -> tuple[Any, ...]:
    counted = next(
        (
            each.amount
            for each in cost
            if isinstance(each, a.RemoveCounters) and isinstance(each.amount, a.CountedByCost)
        ),
        None,
    )
    if has(found, X):
        pays = any(isinstance(each, a.PayMana) and "X" in each.symbols for each in cost)
        by: Any = counted or a.CountedByCost()
        if not (
            pays
            or counted
            or has(cost, a.CountedByCost(), X)
            or any(isinstance(each, a.LoyaltyCost) and each.x for each in cost)
        ):
            raise NotUnderstood("X")
        found = replaced(found, X, a.CountedByCost() if pays else by)
    if has(found, a.CountedByCost) and not has(cost, a.CountedByCost, X):
        pays = any(isinstance(each, a.PayMana) and "X" in each.symbols for each in cost) or any(
            isinstance(each, a.LoyaltyCost) and each.x for each in cost
        )
        if not pays:
            return tuple(_that_many(found))
    if (
        has(found, a.ThatMany())
        and not any(not isinstance(each, a.AddMana) for each in found)
        and has(cost, a.CountedByCost)
    ):
        found = replaced(found, a.ThatMany(), counted or a.CountedByCost())
    return found


def _that_many(found: Any) -> Any:
    if isinstance(found, tuple):
        return tuple(_that_many(each) for each in found)
    if isinstance(found, a.CountedByCost):
        return a.ThatMany()
    if isinstance(found, a.Term):
        return msgspec.structs.replace(
            found, **{name: _that_many(getattr(found, name)) for name in found.__struct_fields__}
        )
    return found


def _restrictions(text: str, context: Context) -> tuple[str, tuple[Any, ...], Any]:
    """The text without the sentences that say when the ability may be activated, and what they say."""
    timing: list[str] = []
    holds: list[Any] = []
    kept: list[str] = []
    for sentence in sentences(text):
        match = re.match(r"(?:Activate|You may activate) (?:this ability )?only (.*)$", sentence)
        if match:
            for part in re.split(r" and only | and (?=only)", match[1]):
                part = part.removeprefix("only ")
                test = re.match(r"(if|during|as long as) (.*)$", part)
                if part in {"during an opponent's turn", "during your opponents' turns"}:
                    holds.append(a.Unless(a.TurnOf("you")))
                elif part in _TIMING:
                    timing.append(_TIMING[part])
                elif test and test[1] != "during":
                    holds.append(condition(test[2], context))
                elif test and read("condition", part) is not None:
                    holds.append(read("condition", part))
                    timing.append("other")
                else:
                    timing.append("other")
        elif re.match(r"Any (player|opponent) may activate this ability", sentence):
            timing.append("any player")
            but = re.search(r"but (?:only )?(.*?)\.?$", sentence)
            if but:
                own = re.match(r"(only )?during their turn\b", but[1]) or "during their turn" in but[1]
                timing.append("your turn" if own else "other")
        elif re.match(
            (
                r"(You can't activate this ability|This ability costs|Activate no more than|"
                r"The activation cost|This ability can't|This is a loyalty)"
            ),
            sentence,
        ):
            timing.append("other")
        else:
            kept.append(sentence)
    together = None if not holds else holds[0] if len(holds) == 1 else a.Every(tuple(holds))
    return ". ".join(kept), tuple(timing), together


# Spells ---------------------------------------------------------------------------------------------------------------


def spell(text: str, context: Context) -> Any:
    """What an instant or sorcery does. Raises NotUnderstood."""
    return SpellAbility(instructions(text, context), targets(text))
