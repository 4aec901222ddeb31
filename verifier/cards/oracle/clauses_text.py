"""The clauses of a sentence: who does what, for how long, and what is done unless somebody pays (608.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import msgspec

from . import inert
from . import language as a
from .context import Context, condition, pronouns
from .grammar import read
from .language import Begin, If, May, OtherInstruction
from .merging import lasting
from .openings import (
    CARD_IN_LIBRARY,
    DURATIONS,
    PLAYER,
    SUBJECTS,
)
from .pieces import cuts, has, outside_quotes, replaced
from .terms_reader import NotUnderstood, X


@dataclass
class Effect:
    """Instructions as they are read, with what the next sentence may refer to.

    ``came_back``: an object came onto the battlefield if something was done, and the next sentence may be about it.
    """

    out: list[Any] = field(default_factory=list)
    last: int = 0
    chosen: Any = None
    drawn: int = 0
    came_back: bool = False

    def add(self, found: list[Any]) -> None:
        self.last = len(self.out)
        self.out += found


def clauses(text: str, effect: Effect, context: Context) -> list[Any]:
    """The instructions of one sentence without a condition in front."""
    where: Any = None
    match = re.search(r",? where X is (.*)$", outside_quotes(text))
    if re.match(r"(at the beginning of|when |whenever )", text):
        match = None
    if match:
        said = text[match.start(1) :]
        where = read("quantity", pronouns(said, context.it))
        text = text[: match.start()]
    try:
        found = _begun(text, effect, context)
    except NotUnderstood:
        found = _if_after(text, effect, context)
    if match:
        if where is None and has(found, X):
            raise NotUnderstood(text)
        found = replaced(found, X, where) if where is not None else found
    return found


def _if_after(text: str, effect: Effect, context: Context) -> list[Any]:
    """A clause with its condition behind it, or what happens to a card that is not on the battlefield."""
    match = CARD_IN_LIBRARY.match(text)
    if match:
        return [OtherInstruction("other")]
    for left, right in cuts(text, " if "):
        found = _begun(left, effect, context)
        holds = condition(right, replace(context, it=_last_said(left, context.it)))
        if isinstance(holds, a.UntoldCondition) and all(isinstance(each, OtherInstruction) for each in found):
            return found
        return [If(holds, tuple(found))]
    raise NotUnderstood(text)


NO_PERMANENT = re.compile(
    r"\btarget (?:(?!and |gets? |gains? |you |an? |to |deals |can't |creatures? (?!card|spell|or|and/or))"
    r"[\w/-]+,? )*?(?:spells?|ability|abilities)\b"
)
"""A target that is no permanent."""


def _last_said(text: str, it: str) -> str:
    """What "it" is in a condition behind a clause; a spell or card is nothing that can be said."""
    if NO_PERMANENT.search(text):
        return "@moved"
    if re.search(r"\btarget\b(?! (player|opponent))", outside_quotes(text)):
        return "@target"
    return "@host" if re.search(r"\b(enchanted|equipped) ", text) else it


def _begun(text: str, effect: Effect, context: Context) -> list[Any]:
    match = re.match(r"(until end of turn|until your next turn|until the end of your next turn|this turn), (.*)$", text)
    if match:
        return _for_duration(match[2], DURATIONS[match[1]], effect, context)
    for left, right in cuts(text, ", and if ", " and if "):
        replacing = read("replacement", pronouns(f"if {right}", "@event")) if " would " in right else None
        if replacing is not None:
            lasts: Any = "end of turn" if " this turn" in right else "indefinitely"
            return [*_begun(left, effect, context), Begin(replacing, lasts)]
    match = re.match(r"for as long as (.*?), (.*)$", text)
    if match:
        return list(clauses(f"{match[2]} for as long as {match[1]}", effect, context))
    if re.match(r"(at the beginning of|when |whenever )", text):
        return [delayed(text, context)]
    match = re.search(
        r" at (?:the beginning of (?:the next|your next|that turn's|the end step of) .*|end of (?:turn|combat))$",
        outside_quotes(text),
    )
    if match:
        inner = clauses(text[: match.start()], effect, context)
        event = read(
            "event",
            text[match.start() + 1 :]
            .replace("at end of", "at the beginning of end of")
            .replace(" of that turn", " of the next turn"),
        )
        if event is None:
            raise NotUnderstood(text)
        return [a.BeginTrigger(a.Triggered(event, tuple(inner)), "once")]
    match = re.match(r"the (next|first) time (.*?) would draw a card (this turn|each turn)?,? ?(.*)$", text)
    if match:
        return [_next_draw(match, effect, context)]
    match = re.match(r"during your next untap step, as you untap your permanents, (.*)$", text)
    if match:
        returned = tuple(clauses(match[1], effect, context))
        return [a.BeginTrigger(a.Triggered(a.BeginningOf("untap step", "you"), returned), "once")]
    match = re.match(r"you may have (.*?) (become|deal|gain|get|fight|lose|enter|connive|explore)\b(.*)$", text)
    if match:
        return [May(tuple(clauses(f"{match[1]} {match[2]}s{match[3]}", effect, context)))]
    match = re.match(r"you may (.*)$", text)
    if match:
        whole = plain(text, context, inert_too=False)
        if whole is not None:
            return [_may(each) for each in whole]
        found = clauses(match[1], effect, context)
        return [May(tuple(found))]
    for subject in SUBJECTS:
        if text.startswith(f"{subject} may "):
            whole = plain(text, context, inert_too=False)
            if whole is not None:
                return [_may(each) for each in whole]
            found = sequence(text[len(subject) + 5 :], replace(context, subject=subject), effect)
            return [May(tuple(found), PLAYER[subject])]  # type: ignore[arg-type]
    match = (
        None
        if " unless " not in outside_quotes(text)
        else re.match(
            (
                r"(.*?) unless (you|they|that player|any player|its controller|a player|each "
                r"player|target player|that creature's controller|target opponent|an "
                r"opponent) ((?:pays?|sacrifices?|discards?|exiles?|returns?|taps?|reveals?|"
                r"puts?|removes?) .*)$"
            ),
            text,
        )
    )
    if match:
        return _unless(match, effect, context)
    return [_may(each) for each in sequence(text, context, effect)]


def _may(each: Any) -> Any:
    if isinstance(each, tuple) and each[0] == "may":
        return May((each[1],), each[2])
    return each


def _unless(match: re.Match[str], effect: Effect, context: Context) -> list[Any]:
    found = clauses(match[1], effect, context)
    if all(isinstance(each, OtherInstruction) for each in found):
        if '"' in match[3]:
            raise NotUnderstood(match[3])
        return found
    words = re.sub(r"^(pay|sacrifice|discard|exile|return|tap|reveal|put|remove)s\b", r"\1", match[3])
    cost = read("costs", pronouns(words, context.it))
    if cost is None:
        raise NotUnderstood(match[3])
    player = "you" if match[2] == "you" else PLAYER.get(match[2], "that player")
    return [a.UnlessPaid(tuple(found), player, cost)]  # type: ignore[arg-type]


def _for_duration(text: str, duration: Any, effect: Effect, context: Context) -> list[Any]:
    if text.startswith(("whenever ", "when ", "any time ")):
        found = delayed(text, context)
        return [a.BeginTrigger(found.ability, duration)] if isinstance(found, a.BeginTrigger) else [found]
    replacing = read("replacement", pronouns(text, "@event"))
    if replacing is not None:
        return [Begin(replacing, duration)]
    match = re.match(r"if (.*? would draw a card.*)$", text)
    if match:
        from .statics_text import draw_replacement

        return [Begin((draw_replacement(text, context),), duration)]
    for left, right in cuts(text, ", and ", " and "):
        if re.match(r"(whenever|if) ", right):
            return [*_for_duration(left, duration, effect, context), *_for_duration(right, duration, effect, context)]
    return [lasting(each, duration) for each in clauses(text, effect, context)]


def _next_draw(match: re.Match[str], effect: Effect, context: Context) -> Any:  # noqa: ARG001
    from .statics_text import draw_replacement

    who = match[2]
    effect_text = match[4] or ""
    found = draw_replacement(f"if {who} would draw a card, {effect_text}", context)
    if match[1] == "first":
        raise NotUnderstood("a first draw that is no static ability")
    return Begin((msgspec.structs.replace(found, once=True),), "end of turn")


def delayed(text: str, context: Context) -> Any:
    """A delayed triggered ability (603.7), or what players may do at any time."""
    match = re.match(r"any time you could activate a mana ability, you may (.*)$", text)
    if match:
        raise NotUnderstood("two sentences")
    from .triggers_text import triggered

    this_turn = bool(re.search(r" this turn(?=,)", text))
    bare = re.sub(r" this turn(?=,)", "", text, count=1)
    bare = re.sub(
        r"^(at the beginning of) (?:the next|your next) (.*?)(?: this turn)?,",
        lambda m: f"{m[1]} {'your' if 'your next' in m[0] else 'the'} {m[2]},",
        bare,
    )
    bare = re.sub(r"^when (.*?) next ", r"whenever \1 ", bare)
    found = triggered(bare, context)
    return a.BeginTrigger(found, "end of turn" if this_turn and text.startswith("whenever") else "once")


@lru_cache(maxsize=200_000)
def _plain(text: str, it: str, inert_too: bool) -> tuple[Any, ...] | None:
    said = pronouns(text, it).replace(" perpetually ", " ")
    said = re.sub(r",? and (?:they|it|@\w+) (?=(?:gain|have|has|lose|loses|gains|is|are|get|gets)\b)", " and ", said)
    found = read("instruction", said)
    if found is not None:
        return tuple(found) if isinstance(found, list) else (found,)
    if re.fullmatch(r"put [^.]* counters? on (@moved|them|each of them)|@moved enters with [^.]* on @moved", said):
        return (OtherInstruction("counters"),)
    if inert_too:
        kind = inert.clause(said)
        if kind is not None:
            if kind == "other" and re.match(r"(\w+ )*pays? .*\blife$", said):
                kind = "life"
            moves = bool(re.search(r"\blibrar(y|ies)\b", outside_quotes(said))) or kind in {
                "search",
                "look",
                "shuffle",
                "mill",
                "scry",
            }
            if kind == "reveal" and not re.search(r"\bput|hand\b", said):
                moves = False
            most = _most_lost(said) if kind in {"damage", "life"} else None
            return (OtherInstruction(kind, moves, most),)  # type: ignore[arg-type]
    return None


def _most_lost(said: str) -> int | None:
    """How much damage is dealt or life lost, zero where life is only gained, None where the words tell no number."""
    if not re.search(r"\b(damage|loses?)\b", said):
        return 0 if re.search(r"\bgains?\b", said) else None
    match = re.search(r"\b(?:deals?|loses?) (\w+) (?:damage|life)\b(?! for each)", said)
    number = read("quantity", match[1]) if match else None
    return number if isinstance(number, int) else None


def plain(text: str, context: Context, *, inert_too: bool = True) -> list[Any] | None:
    """One clause; nothing if it is not understood."""
    if context.subject:
        found = _plain(f"{context.subject} {text}", context.it, inert_too)
        if found is not None:
            return list(found)
    found = _plain(text, context.it, inert_too)
    return None if found is None else list(found)


def sequence(text: str, context: Context, effect: Effect) -> list[Any]:
    """The clauses of a sentence, the longest first that means something of its own, in their order."""
    whole = plain(text, context, inert_too=False)
    if whole is None:
        for left, right in cuts(text, ", then ", ", and then ", " and then ", ", and ", " and ", ", "):
            first = plain(left, context)
            if first is None:
                first = _whole(left, context)
            if first is None:
                continue
            rest = _rest(right, left, context, effect)
            if rest is not None:
                return [*_chosen(first, effect), *rest]
        kind = plain(text, context)
        if kind is None:
            raise NotUnderstood(text)
        return kind
    return _chosen(whole, effect)


def _whole(text: str, context: Context) -> list[Any] | None:  # noqa: ARG001
    return None


def _chosen(found: list[Any], effect: Effect) -> list[Any]:
    out: list[Any] = []
    for each in found:
        if isinstance(each, tuple) and each[0] == "chosen":
            effect.chosen = each[1]
        elif isinstance(each, tuple) and each[0] == "drawn":
            effect.drawn = each[1]
        elif isinstance(each, tuple) and each[0] == "pay or return":
            out.append(a.ReturnOrPay(effect.drawn, each[1]))
        else:
            out.append(each)
    return out


def _rest(text: str, left: str, context: Context, effect: Effect) -> list[Any] | None:
    """What follows in the sentence; its subject is said again if it has none of its own."""
    if re.search(r"\btarget\b(?! (player|opponent))", outside_quotes(left)):
        context = replace(context, it="@target")
    text = re.sub(r"^then ", "", text)
    subject = next((each for each in SUBJECTS if left.startswith(f"{each} ")), "")
    if not subject and re.match(r"(you) ", left):
        subject = ""
    for trial in [replace(context, subject=subject)] if subject else [context]:
        try:
            return _begun(text, effect, trial) if not subject else _begun_with(text, effect, trial)
        except NotUnderstood:
            continue
    object_ = re.match(
        (
            r"(~|@\w+|target [^,]*?|enchanted \w+|equipped \w+|(?:[A-Za-z]+ )*creatures? "
            r"you control|all creatures)(?= (?:gets?|gains?|becomes?|deals?|can't|has|"
            r"loses?))"
        ),
        left,
    )
    if object_ and not re.match(r"(you|it|they|that|each|draw|add)\b", text):
        try:
            again = "@target" if "target" in object_[1] else object_[1]
            return _begun(f"{again} {text}", effect, context)
        except NotUnderstood:
            return None
    return None


def _begun_with(text: str, effect: Effect, context: Context) -> list[Any]:
    if text.startswith(("you ", "each ", "that ", "they ", "target ", "its ", "~", "@", "if ", "whenever ", "until ")):
        return _begun(text, effect, replace(context, subject=""))
    return [_may(each) for each in sequence(text, context, effect)]
