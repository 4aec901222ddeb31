"""What an ability or spell does: sentences, the clauses in them and what carries over from one to the next (608.2)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import msgspec

from . import language as a
from .clauses_text import NO_PERMANENT, Effect, clauses
from .context import Context, condition, pronouns
from .grammar import read
from .language import AddMana, Begin, If, May, OtherInstruction
from .mana_reader import THAT_COLOR
from .merging import kept, merged, moves_another
from .openings import (
    CHOOSE,
    MODE_AND,
    MODE_RULE,
    MODES,
    NEXT_SPELL,
    ONLY_SPENDING,
    RETURNING,
    RIDER,
    SPENDING,
    TOKEN,
    TOKEN_AND,
    TOKENS_HAVE,
)
from .pieces import cuts, has, outside_quotes, replaced, sentences, small
from .terms_reader import NotUnderstood

_OF_WHAT_TRIGGERED = re.compile(r"\b(the cop(y|ies)|that (card|spell|copy)|those (cards|copies)|this way)\b")
"""What a sentence speaks of that continues a delayed trigger."""

_CHOSEN_TYPE = re.compile(
    r"\b[Cc]hoose a (basic land|creature) type(?: other than [A-Z]\w+)?\. ([^.\"\u2022]*?) becomes that type\b"
)

_CHOSEN_CARD = re.compile(r"\b[Cc]hoose an? [^.,]*\bcard in your (hand|graveyard|library)\b")


def instructions(text: str, context: Context) -> tuple[Any, ...]:
    """The instructions that a text gives. Raises NotUnderstood."""
    found = _at_any_time(text, context)
    if found is not None:
        return found
    text = _CHOSEN_TYPE.sub(r"\2 becomes the \1 type of your choice", text)
    text, *results = text.split("\x01")
    text, modes = _modes(text, context)
    effect = Effect()
    for sentence in sentences(text):
        if modes is not None and CHOOSE.match(sentence):
            effect.add([modes])
            modes = None
            continue
        if MODE_RULE.match(sentence) or (TOKENS_HAVE.match(sentence) and has(effect.out, TOKEN, TOKEN_AND)):
            continue
        before, effect.came_back, came_back = len(effect.out), False, effect.came_back
        _sentence(small(sentence), effect, context)
        if came_back:
            _about_what_came_back(before, effect)
        elif RETURNING.search(sentence) and effect.out and isinstance(effect.out[-1], May | a.BeginTrigger):
            effect.came_back = True
        blank = outside_quotes(sentence)
        if re.search(r"\b[Tt]arget\b", blank) and not sentence.startswith("@"):
            context = replace(context, it="@moved" if NO_PERMANENT.search(blank) else "@target")
        elif re.search(r"\bcounters? on ~", blank):
            context = replace(context, it="@this")
        elif _CHOSEN_CARD.search(blank) or moves_another(effect.out[effect.last :], sentence, context.it):
            context = replace(context, it="@moved")
        context = replace(context, subject="")
    effect.out += [If(a.UntoldCondition("dice"), instructions(result, context)) for result in results]
    if not effect.out:
        raise NotUnderstood(text)
    return tuple(merged(_colored(effect.out, effect.chosen, context)))


def _about_what_came_back(before: int, effect: Effect) -> None:
    """What begins on an object that came back if something was done begins only if it was."""
    new = effect.out[before:]
    begun = all(isinstance(part, Begin) for each in new for part in (each.then if isinstance(each, If) else (each,)))
    last = effect.out[before - 1] if before else None
    together: Any = None
    if isinstance(last, If) and last.condition == a.Followed():
        together = msgspec.structs.replace(last, then=(*last.then, *new))
    elif isinstance(last, May):
        together = May((*last.instructions, *new), last.player)
    elif isinstance(last, a.BeginTrigger):
        more = (*last.ability.instructions, *new)
        together = a.BeginTrigger(msgspec.structs.replace(last.ability, instructions=more), last.duration)
    if new and begun and together is not None:
        effect.out[before - 1 :] = [together]
        effect.last, effect.came_back = before - 1, True


def _modes(text: str, context: Context) -> tuple[str, Any]:
    """The text with its modes cut off, and the choice among them (700.2)."""
    if "\u2022" not in text:
        return text, None
    match = MODES.match(text)
    if match is None:
        raise NotUnderstood(text)
    listed = re.split(r"\s*\u2022 ", match[3].strip())
    modes = []
    for mode in listed:
        bare = re.sub(r"^[A-Z0-9+][^.\u2014\"{]* \u2014 ", "", mode.strip())
        bare = re.sub(r"^(\{[^{}]*\})+ ?\u2014 ", "", bare)
        modes.append(instructions(bare, context))
    before = re.sub(r"(,? and|,) $", "", match[1])
    before = match[1] if before == match[1] else f"{before}. "
    more = MODE_AND.match(match[2])
    after = f". {more[1]}" if more and more[1] else ""
    return f"{before}choose one{after}", a.ChooseMode(tuple(modes))


def _at_any_time(text: str, context: Context) -> tuple[Any, ...] | None:
    """What a player may do any time a mana ability could be activated (605.3a)."""
    match = re.match(
        r"Until end of turn, any time you could [^,]* a mana ability, you may ([^.]*)\. If you do, ([^.]*)\.?$", text
    )
    if match is None:
        return None
    cost = read("costs", match[1])
    if cost is None:
        raise NotUnderstood(text)
    ability = a.Activated(cost, instructions(match[2], context))
    return (Begin((a.PlayersHave("you", (ability,)),), "end of turn"),)


def _colored(out: list[Any], chosen: Any, context: Context) -> list[Any]:
    if not has(out, THAT_COLOR) and not (chosen is not None and has(out, a.ChosenColor())):
        return out
    if chosen is not None and has(out, a.ChosenColor()):
        out = replaced(out, a.ChosenColor(), chosen)
    if chosen is None and context.chosen_color:
        chosen = a.ChosenColor()
    if chosen is None:
        raise NotUnderstood("that color")
    found: list[Any] = replaced(out, THAT_COLOR, chosen)
    return found


def _sentence(text: str, effect: Effect, context: Context) -> None:
    text = SPENDING.sub("", text)
    text = re.sub(
        r"(has \w+ or more ([\w+/-]+) counters on (?:it|~), remove all) of them\b", r"\1 \2 counters from ~", text
    )
    if ONLY_SPENDING.match(text) and effect.out:
        return
    dice = re.match(r"on an? (?:\d+|\d+ or (?:lower|higher|less|more)), (.*)$", text)
    if dice:
        effect.add([If(a.UntoldCondition("dice"), tuple(clauses(dice[1], effect, context)))])
        return
    if RIDER.match(text):
        _rider(text, effect)
        return
    if NEXT_SPELL.match(text):
        effect.add([OtherInstruction("other")])
        return
    if re.match(
        r"X can't be 0|choose odd or even\b|count the number of permanents$|the new creature type can't be", text
    ):
        return
    if re.match(r"(it's|they're|that's|@\w+'s|it is|that land is) still (a|an|lands?)\b", text) or re.match(
        r"they are still lands", text
    ):
        effect.out = [kept(each) for each in effect.out]
        return
    text = re.sub(r"^then (?=if\b|[a-z@])", "", text)
    match = re.match(
        r"(?:if|when) (?:you|they|that player|a player) (?:do|does|discards? a card this way)(?: so)?, (.*)$", text
    )
    if match and effect.out:
        then = tuple(clauses(match[1], effect, context))
        effect.came_back = bool(RETURNING.search(match[1]))
        last = effect.out[-1]
        if isinstance(last, a.BeginTrigger):
            more = (*last.ability.instructions, If(a.Followed(), then))
            effect.out[-1] = a.BeginTrigger(msgspec.structs.replace(last.ability, instructions=more), last.duration)
        elif then:
            effect.add([If(a.Followed(), then)])
        return
    match = re.match(
        r"(?:otherwise|if (?:you|they|that player|the player|it) (?:don't|doesn't|can't)[^,]*), (.*)$", text
    )
    if match and effect.out and isinstance(effect.out[-1], If):
        last = effect.out[-1]
        effect.out[-1] = msgspec.structs.replace(last, otherwise=tuple(clauses(match[1], effect, context)))
        return
    if match:
        effect.add([If(a.UntoldCondition("other"), tuple(clauses(match[1], effect, context)))])
        return
    if text.startswith("if ") and _conditional(text, effect, context):
        return
    match = re.match(r"(.*) instead if (.*)$", text) or re.match(r"(.*), if (.*), instead$", text)
    if match and _instead(match[2], match[1], effect, context):
        return
    found = clauses(text, effect, context)
    last = effect.out[-1] if effect.out else None
    if (
        isinstance(last, a.BeginTrigger)
        and isinstance(last.ability.event, a.OtherEvent)
        and _OF_WHAT_TRIGGERED.search(text)
    ):
        more = (*last.ability.instructions, *found)
        effect.out[-1] = a.BeginTrigger(msgspec.structs.replace(last.ability, instructions=more), last.duration)
        return
    if found and isinstance(found[0], a.ReturnOrPay) and effect.out and isinstance(effect.out[-1], May):
        effect.out[-1] = May((*effect.out[-1].instructions, *found), effect.out[-1].player)
        return
    effect.add(found)


def _rider(text: str, effect: Effect) -> None:
    places = [place for place, each in enumerate(effect.out) if isinstance(each, AddMana)]
    if not places:
        if effect.out and has(effect.out[-1], AddMana):
            return
        if effect.out and has(effect.out[-1], a.Permission):
            return
        raise NotUnderstood(text)
    if "lose this mana" not in text:
        effect.out[places[-1]] = msgspec.structs.replace(effect.out[places[-1]], restricted=True)


def _conditional(text: str, effect: Effect, context: Context) -> bool:
    """A sentence that begins with "if": the condition ends at the first comma after which the rest is understood."""
    replacing = read("replacement", pronouns(text, "@event"))
    if replacing is not None:
        effect.add([Begin(replacing, "end of turn" if " this turn" in text else "indefinitely")])
        return True
    would = re.match(r"if [^,]*\bwould\b[^,]*, (?:instead )?(.*?)(?: instead)?$", text)
    if would:
        found = clauses(would[1], effect, context)
        if not all(isinstance(each, OtherInstruction) for each in found):
            raise NotUnderstood(text)
        effect.add([OtherInstruction("other", any(each.moves_library for each in found))])
        return True
    untold: tuple[str, str] | None = None
    for test, rest in cuts(text[3:], ","):
        if re.search(r"\w\. ", outside_quotes(test)):
            break
        if read("condition", pronouns(test, context.it)) is None:
            untold = untold or (test, rest)
            if not _understood(re.sub(r"^instead |,? instead$", "", rest), effect, context):
                continue
        if _apply_if(test, rest, effect, context):
            return True
    return False


def _understood(text: str, effect: Effect, context: Context) -> bool:
    try:
        clauses(text, effect, context)
    except NotUnderstood:
        return False
    return True


def _apply_if(test: str, rest: str, effect: Effect, context: Context) -> bool:
    if re.match(r"(enchanted|equipped|fortified) ", test):
        context = replace(context, it="@host")
    if re.search(r"^instead\b|\binstead$", outside_quotes(rest)):
        return _instead(test, re.sub(r"^instead |,? instead$", "", rest), effect, context)
    try:
        found = clauses(rest, effect, context)
        holds = condition(test, context)
    except NotUnderstood:
        return False
    if isinstance(holds, a.UntoldCondition) and all(isinstance(each, OtherInstruction) for each in found):
        effect.add(found)
    else:
        effect.add([If(holds, tuple(found))])
    return True


def _instead(test: str, rest: str, effect: Effect, context: Context) -> bool:
    try:
        if rest.startswith("those creatures get "):
            begun = [part for each in effect.out if isinstance(each, Begin) for part in each.effects]
            on = getattr(begun[0], "on", None) if begun else None
            if on is None:
                return False
            found = replaced(clauses(f"~ gets {rest[20:]}", effect, context), a.This(), on)
        else:
            found = clauses(rest, effect, context)
        holds = condition(test, context)
    except NotUnderstood:
        return False
    if not effect.out:
        return False
    last = effect.out[-1]
    if isinstance(last, AddMana) and len(found) == 1 and isinstance(found[0], AddMana):
        other = found[0]
        effect.out[-1] = msgspec.structs.replace(last, instead=(*last.instead, a.Instead(holds, other.mana)))
        return True
    before = effect.out[effect.last :]
    if all(isinstance(each, OtherInstruction) for each in [*before, *found]):
        return True
    effect.out[effect.last :] = [If(holds, tuple(found), tuple(before))]
    return True
