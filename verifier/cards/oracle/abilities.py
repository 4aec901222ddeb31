"""One printed ability: which kind it is, its cost, its event and what it does (113.3)."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Any

import msgspec

from . import inert
from . import language as a
from .context import Context, condition, pronouns
from .effects_text import instructions
from .grammar import read
from .keywords import keyword
from .language import Activated, Keyword, SpellAbility, Triggered, Unmodelled
from .pieces import cuts, has, outside_quotes, replaced, sentences, small
from .statics_text import static
from .terms_reader import NotUnderstood, X

_TIMING = {
    "as a sorcery": "sorcery",
    "any time you could cast a sorcery": "sorcery",
    "once each turn": "once each turn",
    "once": "once",
    "during your turn": "your turn",
    "as an instant": "other",
    "any time you could cast an instant": "other",
}
_ROMAN = {
    "I": 1,
    "II": 2,
    "III": 3,
    "IV": 4,
    "V": 5,
    "VI": 6,
    "VII": 7,
    "VIII": 8,
    "IX": 9,
    "X": 10,
    "XI": 11,
    "XII": 12,
}


def targets(text: str) -> bool:
    """Whether an ability with that text has a target (115.1); what it grants in quotation marks does not count."""
    return bool(re.search(r"\btargets?\b|\bearthbend\b", outside_quotes(text), re.IGNORECASE))


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
                if part in _TIMING:
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


# Triggered abilities --------------------------------------------------------------------------------------------------


def triggered_line(text: str, context: Context) -> Any:
    """The triggered ability that a line prints; chapter abilities too (714.2). Raises NotUnderstood."""
    chapter = re.match(r"([IVX]+(?:, [IVX]+)*) \u2014 (.*)$", text)
    if chapter:
        numbers = tuple(_ROMAN[each] for each in chapter[1].split(", ") if each in _ROMAN)
        rest = re.sub(r"^[A-Z][^.\u2014\"{]* \u2014 ", "", chapter[2])
        found = instructions(rest, context)
        if has(found, X):
            raise NotUnderstood(text)
        return Triggered(a.Chapter(numbers), found, targets(rest))
    once = re.search(
        (
            r" (This ability triggers only once(?: each turn)?|Do this only once(?: each "
            r"turn)?|This ability triggers only [^.]*)\.$"
        ),
        text,
    )
    if once:
        text = text[: once.start()]
    return triggered(small(text), context)


def triggered(text: str, context: Context) -> Any:
    """The triggered ability of a text that begins with when, whenever or at. Raises NotUnderstood."""
    unclear: tuple[str, str] | None = None
    for before, after in cuts(text, ","):
        found = _event(before)
        if found is None:
            continue
        try:
            return _triggered(found, before, after, context)
        except NotUnderstood:
            unclear = unclear or (before, after)
    raise NotUnderstood(text)


def _event(text: str) -> tuple[Any, Any] | None:
    """The event and a condition that is told with it."""
    holds: Any = None
    said = pronouns(text, "@this")
    event = read("event", said)
    if event is None:
        match = re.match(r"(.*?) (?:while|during) (.*)$", said)
        if match:
            event = read("event", match[1])
            if event is not None:
                holds = condition(match[2] if " while " in said else f"during {match[2]}", Context())
    if event is None:
        kind = inert.event(said)
        if kind is None:
            return None
        return a.OtherEvent(kind), None  # type: ignore[arg-type]
    if isinstance(event, tuple):
        return event[1], event[2] if len(event) > 2 else a.UntoldCondition("other")
    if event == a.Enters(_LANDS):
        return a.OtherEvent("landfall"), None
    return event, holds


_LANDS = a.AllOf((a.OfType("Land"), a.ControlledBy("you")))


def _it(event: Any, said: str) -> str:
    if re.match(r"(when|whenever) (one or more |another |a |an |each )?(~|@this)", said) or isinstance(
        event, a.BeginningOf | a.Chapter
    ):
        return _this_or_that(said)
    if isinstance(event, a.Enters):
        return "@this" if event.permanent == a.This() else "@event"
    if isinstance(event, a.WhenTappedForMana):
        return "@this" if event.permanent == a.This() else "@event"
    if isinstance(event, a.OtherEvent):
        if re.match(r"(when|whenever) (enchanted|equipped)", said):
            return "@host"
        if re.match(r"(when|whenever) you", said):
            another = re.search(
                r"\b(creature|permanent|land|artifact|token|spell|card|planeswalker|enchantment)s?\b", said
            )
            return "@moved" if another and "~" not in said else "@this"
        return "@event"
    return "@this"


def _this_or_that(said: str) -> str:
    """ "It" is this permanent; "that creature" is another one if the event speaks of another one."""
    other = re.search(
        r"(~|@this).*\b(an?|another|one or more|target) [^,]*\b(creature|permanent|land|artifact|"
        r"token|planeswalker)s?\b",
        said,
    )
    return "@this|@moved" if other else "@this"


def _triggered(found: tuple[Any, Any], said: str, after: str, context: Context) -> Any:
    event, holds = found
    chosen = getattr(event, "chosen_color", False)
    context = replace(context, it=_it(event, said), chosen_color=chosen)
    match = re.match(r"if (.*)$", after)
    if match:
        return _intervening(event, holds, match[1], context)
    return _trigger(event, holds, after, context)


def _intervening(event: Any, holds: Any, text: str, context: Context) -> Any:
    """An intervening "if" (603.4): its condition ends at the first comma after which the rest is understood."""
    first: Any = None
    for test, rest in cuts(text, ","):
        clear = read("condition", pronouns(test, context.it)) is not None
        every = re.match(r"all (\w+)\b.* are ", test)
        if every:
            rest = rest.replace("from them", f"from all {every[1]}")
        try:
            it = (
                "@this"
                if re.match(r"(~|@this)", test)
                else "@host"
                if re.match(r"(equipped|enchanted) ", test)
                else context.it
            )
            found = _trigger(event, _both(holds, condition(test, context)), rest, replace(context, it=it))
        except NotUnderstood:
            continue
        if clear:
            return found
        first = first or found
    if first is None:
        raise NotUnderstood(text)
    return first


def _both(one: Any, other: Any) -> Any:
    return other if one is None else a.Every((one, other))


def _trigger(event: Any, holds: Any, text: str, context: Context) -> Any:
    found = _difference(text, holds, context) or instructions(text, context)
    if isinstance(event, a.WhenTappedForMana) and event.by == "everyone" and has(event.permanent, a.ControlledBy):
        found = replaced(found, a.ControlledBy("that player"), a.ControlledBy("controller"))
    if has(found, X) and not _x_known(event):
        if "pay {X}" not in text:
            raise NotUnderstood("X")
        found = replaced(found, X, a.ThatMany())
    return Triggered(event, found, targets(text), holds)


def _difference(text: str, holds: Any, context: Context) -> tuple[Any, ...] | None:
    """Cards equal to the difference between the numbers that the condition compares."""
    if (
        not text.endswith("equal to the difference.")
        or not isinstance(holds, a.Compare)
        or not isinstance(holds.number, int)
    ):
        return None
    found = instructions(text.replace("equal to the difference", "equal to your life total"), context)
    return replaced(found, a.LifeTotal(), a.Difference(holds.number + 1, holds.quantity))  # type: ignore[no-any-return]


def _x_known(event: Any) -> bool:
    """Whether the X of an ability that triggers then is that of the spell (107.3m)."""
    return bool(event == a.Enters()) or (isinstance(event, a.OtherEvent) and event.kind in {"casts", "other"})


# Spells ---------------------------------------------------------------------------------------------------------------


def spell(text: str, context: Context) -> Any:
    """What an instant or sorcery does. Raises NotUnderstood."""
    return SpellAbility(instructions(text, context), targets(text))
