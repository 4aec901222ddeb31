"""Triggered abilities: their events, what "it" is after them, and intervening conditions (603)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import msgspec

from . import inert
from . import language as a
from .context import Context, condition, pronouns
from .effects_text import instructions
from .grammar import read
from .language import Triggered
from .pieces import cuts, has, outside_quotes, replaced, small
from .targets import targets
from .terms_reader import NotUnderstood, X

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
    limit = re.search(r" (?:This ability triggers only|Do this only) ([^.]*)\.$", text)
    if limit is None:
        return triggered(small(text), context)
    found = triggered(small(text[: limit.start()]), context)
    test = re.match(r"(?:if|as long as|while) (.*)$", limit[1])
    holds = condition(test[1], context) if test else a.UntoldCondition("counted resolutions")
    return msgspec.structs.replace(found, condition=_both(found.condition, holds))


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
        event = _one_of_two(said)
    if event is None:
        kind = inert.event(said)
        if kind is None:
            return None
        return a.OtherEvent(kind), None  # type: ignore[arg-type]
    if isinstance(event, tuple):
        return event[1], event[2] if len(event) > 2 else a.UntoldCondition("other")
    return event, holds


def _one_of_two(said: str) -> Any:
    """The event of two that a question can be about, where the other one is none."""
    for match in re.finditer(r" and (?=when |whenever |at )| or ", said):
        event = read("event", said[: match.start()])
        if event is None or isinstance(event, tuple | a.OtherEvent):
            continue
        rest = said[match.end() :]
        other = read("event", rest)
        if other is not None:
            steps = ("upkeep", "main phase", "first main phase", "combat", "end step")
            if isinstance(other, a.BeginningOf) and other.step in steps:
                return event
        elif inert.event(rest if match[0] != " or " else f"whenever {rest}") is not None or (
            match[0] == " or " and inert.event(f"whenever ~ {rest}") is not None
        ):
            return event
    return None


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
        if re.search(r"\w\. ", outside_quotes(test)):
            break
        clear = read("condition", pronouns(test, context.it)) is not None
        every = re.match(r"all (\w+)\b.* are ", test)
        if every:
            rest = rest.replace("from them", f"from all {every[1]}")
        some = re.match(r"(~|it) has \w+ or more ([\w+/-]+) counters on it$", test)
        if some:
            rest = rest.replace("remove all of them", f"remove all {some[2]} counters from ~", 1)
        try:
            it = (
                "@this"
                if re.match(r"(~|@this)", test)
                else "@host"
                if re.match(r"(equipped|enchanted) ", test)
                else context.it
            )
            when = _of_the_event(condition(test, context), event)
            found = _trigger(event, _both(holds, when), rest, replace(context, it=it))
        except NotUnderstood:
            continue
        if clear:
            return found
        first = first or found
    if first is None:
        raise NotUnderstood(text)
    return first


def _of_the_event(holds: Any, event: Any) -> Any:
    """ "Other" permanents are others than the one that enters, unless that is another than this one already."""
    if not isinstance(event, a.Enters) or event.permanent == a.This() or has(event, a.Except(a.This())):
        return holds
    return replaced(holds, a.Except(a.This()), a.Except(a.EventPermanent()))


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
