"""Static abilities: their effects, when they are in force, and those without bearing (604, 611.3, 614)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import msgspec

from . import language as a
from .context import Context, condition, pronouns
from .effects_text import instructions
from .grammar import read
from .language import Draw, DrawReplacement, EntersTapped, OtherInstruction, Static
from .merging import kept
from .no_bearing import static_rule
from .pieces import cuts, outside_quotes, replaced, sentences, small
from .terms_reader import NotUnderstood, X, all_of

_IGNORED = re.compile(
    (
        r"^(the same is true for|this effect doesn't|this isn't|it's still|they're "
        r"still|if ~ leaves the battlefield, this effect continues until end of turn$|"
        r"it can't be|this ability can't|if you don't, \S+ enters( the "
        r"battlefield)? tapped$)|^then you may\b"
    ),
    re.IGNORECASE,
)

_STILL = re.compile(r"(it's|they're|it is|they are) still (a|an|lands?)\b")
"""What becomes something keeps the types that it has (205.1b)."""


_ENTERS_WITH = re.compile(
    r"(~|[^,]*\b(?:you control|creatures?|permanents?)) enters?\b.* counters? on (it|them|him|her)\b"
)
_OF_SPELLS_TOO = re.compile(r"(?<=^if a triggered ability )of an? \w+ spell you control or ")
_TRIGGERS_WHILE = re.compile(r"(if a triggered ability .* triggers) while (.*?)(, .*)")
_OPENINGS = ("as long as ", "during ", "if ")


def static(text: str, context: Context) -> Any:
    """The static ability that a text prints. Raises NotUnderstood."""
    if re.match(r"(the madness cost|land cards in your graveyard have dredge)", text):
        raise NotUnderstood(text)
    match = re.match(r"As long as ~ is in your graveyard(?: and (.*?))?, (.*)$", text)
    if match:
        effects, holds = _effects(match[2], context)
        if match[1]:
            if holds is not None:
                raise NotUnderstood(text)
            holds = condition(match[1], context)
        return Static(effects, holds, "graveyard")
    try:
        effects, holds = _effects(text, context)
    except NotUnderstood:
        rule = _rule(text)
        if rule is None:
            raise
        return a.NoBearing("static", _narrower(text, rule))
    if re.search(r"\b(don't|doesn't|can't) lose the game\b", outside_quotes(text)):
        # Said beside another effect; who does not lose for what is not told apart.
        effects += (a.Permission("does not lose the game", "everyone"),)
    return Static(effects, holds)


def _narrower(text: str, rule: str) -> str:
    """The rule, or one by which some events are refused because of what else the sentence says."""
    if _limits_activating(text, rule):
        return "static:activating"
    if rule == "static:damage" and re.search(r"\b(cards?|mills?|draws?|discards?)\b", outside_quotes(text)):
        return "static:damage-to-cards"
    return rule


def _limits_activating(text: str, rule: str) -> bool:
    """Whether the sentence also says who may activate what, or with which costs (602.2, 602.5)."""
    said = re.sub(r"activate abilities of cards in", "", outside_quotes(text))
    about_mana = rule in {"static:spending-mana", "static:cost-of-spells"}
    return not about_mana and bool(re.search(r"\bactivat", said) and re.search(r"\b(can't|only)\b", said))


def _rule(text: str) -> str | None:
    if any(_ENTERS_WITH.match(outside_quotes(small(sentence))) for sentence in sentences(text)):
        return None
    rules = [_sentence_rule(small(sentence)) for sentence in sentences(text)]
    if rules and rules[0] == "static:opening-hand":
        return rules[0]
    return None if not rules or None in rules else rules[0]


def _sentence_rule(text: str) -> str | None:
    """The rule for a sentence, or for what it says while a condition holds."""
    found = static_rule(text)
    if found is None and text.startswith(_OPENINGS):
        for _, rest in cuts(text, ","):
            found = found or static_rule(rest)
    if found is None:
        for rest, _ in cuts(text, " as long as ", " unless ", " if "):
            found = found or static_rule(rest)
    return found


def _effects(text: str, context: Context) -> tuple[tuple[Any, ...], Any]:
    draws = _draw_replacement_text(text, context)
    if draws is not None:
        return draws
    effects: list[Any] = []
    holds: Any = None
    for place, sentence in enumerate(sentences(text)):
        said = small(sentence)
        if place and _STILL.match(said):
            effects = list(kept(a.Begin(tuple(effects), "indefinitely")).effects)
            continue
        if place and _IGNORED.match(said):
            match = re.match(r"then you may pay (\d+) life$", said)
            if match:
                effects.append(EntersTapped(unless=a.ModeChosen("paid")))
            continue
        more, when = _sentence(said, context)
        if place and when != holds and when is not None:
            raise NotUnderstood(text)
        effects += more
        holds = holds or when
    if not effects:
        raise NotUnderstood(text)
    return tuple(effects), holds


def _sentence(text: str, context: Context) -> tuple[tuple[Any, ...], Any]:
    match = re.search(r",? where X is (.*)$", outside_quotes(text))
    if match:
        amount = read("quantity", pronouns(text[match.start(1) :], context.it))
        if amount is None:
            raise NotUnderstood(text)
        inner, holds = _sentence(text[: match.start()], context)
        return replaced(inner, X, amount), holds
    text = _OF_SPELLS_TOO.sub("of ", text)
    while_ = _TRIGGERS_WHILE.fullmatch(text)
    if while_:
        text = f"as long as {while_[2]}, {while_[1]}{while_[3]}"
    whole = _whole(text, context)
    if whole is not None:
        return whole, None
    effects: Any
    for opening in _OPENINGS:
        if text.startswith(opening):
            for test, rest in cuts(text, ","):
                said = test[len(opening) :] if opening != "during " else test
                holds = _holds(said, context)
                it = _it(said, context)
                effects = _whole(rest, replace(context, it=it))
                if effects is None and not isinstance(holds, a.UntoldCondition):
                    effects = _of_several(rest, replace(context, it=it))
                if effects is not None:
                    return effects, holds
    for mark in (" as long as ", " if ", " during "):
        for rest, test in reversed(list(cuts(text, mark))):
            effects = _whole(rest, context)
            if effects is not None:
                said = f"during {test}" if mark == " during " else test
                meant = _subject(rest, context)
                among = _among(effects, said) if meant == "@moved" else None
                return (among, None) if among else (effects, _holds(said, replace(context, it=meant)))
    for rest, test in cuts(text, " unless "):
        effects = _whole(rest, context)
        if effects is not None and len(effects) == 1 and isinstance(effects[0], EntersTapped):
            return (msgspec.structs.replace(effects[0], unless=_holds(test, context)),), None
    effects = _of_several(text, context)
    if effects is None:
        raise NotUnderstood(text)
    return effects, None


def _of_several(text: str, context: Context) -> tuple[Any, ...] | None:
    """The effects of a sentence that says two things, of which one may have no bearing."""
    for left, right in cuts(text, ", and ", " and "):
        first = _whole(left, context)
        if first is not None:
            second = _whole(right, replace(context, it=_it(left, context)))
            if second is None and static_rule(right) is not None:
                second = ()
            if second is None:
                subject = re.match(r"(you|~|each player|each opponent|players) ", left)
                second = _whole(f"{subject[1]} {right}", context) if subject else None
                if second is None and subject and static_rule(f"{subject[1]} {right}"):
                    second = ()
            if second is not None:
                return (*first, *second)
        elif static_rule(left) is not None and not left.startswith(_OPENINGS):
            second = _whole(right, replace(context, it=_it(left, context)))
            if second is not None:
                return second
    return None


def _among(effects: tuple[Any, ...], test: str) -> tuple[Any, ...] | None:
    """The effects on those of their permanents that are what the test asks of each ("as long as it's a creature")."""
    if not re.match(r"(it's|they're|it is|it has) ", test) or not all(hasattr(each, "on") for each in effects):
        return None
    holds = read("condition", pronouns(test.replace("they're", "it's"), "@this"))
    if isinstance(holds, a.Unless) and isinstance(holds.condition, a.Is):
        holds = a.Is(a.Except(holds.condition.filter))
    if not isinstance(holds, a.Is):
        return None
    return tuple(msgspec.structs.replace(each, on=all_of([each.on, holds.filter])) for each in effects)


def _subject(text: str, context: Context) -> str:
    """What "it" is in a condition behind a sentence: each of several permanents is nothing that can be said."""
    if re.match(r"(enchanted|equipped|fortified) ", text):
        return "@host"
    return context.it if re.match(r"(~|@|you\b|your\b)", text) else "@moved"


def _it(test: str, context: Context) -> str:
    if re.match(r"(enchanted|equipped|fortified) ", test):
        return "@host"
    return context.it


def _holds(test: str, context: Context) -> Any:
    if re.match(r"every card in your card pool", test):
        return a.ModeChosen("whole card pool")
    if test == "~ is in your graveyard":
        raise NotUnderstood(test)
    if test.startswith("during "):
        if test == "during your turn" or re.match(r"during (each of )?your turns?$", test):
            return a.TurnOf("you")
        if test in {"during turns other than yours", "during each opponent's turn", "during your opponents' turns"}:
            return a.Unless(a.TurnOf("you"))
        raise NotUnderstood(test)
    return condition(test, context)


def _whole(text: str, context: Context) -> tuple[Any, ...] | None:
    """The effects that a sentence has as a whole, without a condition."""
    found = _each_kind(pronouns(text, context.it))
    if found is None and re.match(r"if ", text):
        found = read("replacement", pronouns(text, "@event"))
    return found


def _each_kind(said: str) -> tuple[Any, ...] | None:
    said = re.sub(r",? and (?:they|it|@\w+) (?=(?:gain|have|has|lose|loses|gains|is|are|get|gets)\b)", " and ", said)
    for start in ("entering", "player_effect", "replacement", "changes"):
        found: tuple[Any, ...] | None = read(start, said)
        if found is not None:
            return _affected(found, said)
    return None


def _affected(effects: tuple[Any, ...], said: str) -> tuple[Any, ...]:
    """Abilities are lost before others are gained (613.1f); "its" in an effect on many permanents is each of them."""
    gained = [each for each in effects if isinstance(each, a.GainAbilities)]
    lost = [each for each in effects if isinstance(each, a.LoseAbilities) and not each.keywords]
    if gained and lost:
        rest = [each for each in effects if each not in gained and each not in lost]
        effects = (*rest, *lost, *gained)
    if not re.search(r"\bits? |@this 's (power|mana value)|@this's", said) or said.startswith(("~", "@")):
        return effects
    out: list[Any] = []
    for effect in effects:
        on = getattr(effect, "on", a.This())
        if on in {a.This(), a.Host()}:
            out.append(effect)
            continue
        effect = replaced(effect, a.ManaValueOf(a.This()), a.ManaValueOf(a.Affected()))
        out.append(replaced(effect, a.PowerOf(a.This()), a.PowerOf(a.Affected())))
    return tuple(out)


# Draws (614.11) -------------------------------------------------------------------------------------------------------


def _draw_replacement_text(text: str, context: Context) -> tuple[tuple[Any, ...], Any] | None:
    match = re.match(
        r"(?:as long as (.*?), )?if (.*? would draw (?:a card|one or more cards|two or more cards).*)$", small(text)
    )
    if match:
        plain = read("replacement", pronouns(f"if {match[2]}".rstrip("."), "@event"))
        effects = plain if plain is not None else (draw_replacement(f"if {match[2]}", context),)
        return effects, condition(match[1], context) if match[1] else None
    match = re.match(
        (
            r"the first time you would draw a card each turn"
            r"( except the first card [^,]* draw steps)?, (.*)$"
        ),
        small(text),
    )
    if match:
        found = draw_replacement(f"if you would draw a card, {match[2]}", context)
        spares: Any = (
            "first of the draw step, and all but the first of the turn that is left"
            if match[1]
            else "all but the first of the turn"
        )
        return (msgspec.structs.replace(found, spares=spares),), None
    return None


_WOULD = re.compile(
    r"if (you|an opponent|a player|target player|each opponent|they|that player) would draw (a card|two or more cards)"
    r"( except the first one (?:you|they) draw in each of (?:your|their) draw steps)?(?: (while "
    r".*?|during your draw step))?, (.*)$"
)


def draw_replacement(text: str, context: Context) -> Any:
    """A replaced draw and what happens instead. Raises NotUnderstood."""
    match = _WOULD.match(small(text).rstrip("."))
    if match is None:
        raise NotUnderstood(text)
    player: Any = {
        "you": "you",
        "an opponent": "opponents",
        "each opponent": "opponents",
        "a player": "everyone",
        "target player": "target",
    }.get(match[1], "that player")
    when = None
    if match[4]:
        when = a.StepOf("draw") if match[4].startswith("during") else condition(match[4][6:], context)
    said = match[5]
    optional = bool(re.match(r"(instead )?you may\b", said))
    said = re.sub(r"\binstead\b ?", "", said, count=1).strip()
    said = re.sub(r"^you may ", "", said).strip().rstrip(",")
    said = re.sub(r" ,", ",", said)
    spares: Any = "first of the draw step" if match[3] else ""
    several = match[2] != "a card"
    if several and re.fullmatch(r"you and that player each draw a card", said):
        return DrawReplacement(player, 1, "that player", optional, spares, several, when, 2, instead=(Draw(1),))
    if re.match(r"skip that draw\b", said):
        rest = re.sub(r"^skip that draw\.? ?(If you do, )?", "", said)
        done = instructions(rest, context) if rest else ()
        return DrawReplacement(player, optional=optional, spares=spares, condition=when, instead=done)
    out = list(instructions(said, context))
    draws: Any = 0
    drawer: Any = "that player"
    if out and isinstance(out[-1], Draw) and not several and isinstance(out[-1].amount, int):
        last = out.pop()
        draws, drawer = (
            last.amount,
            "that player" if last.player in {player, "that player"} or player == "you" else last.player,
        )
    elif (
        out
        and isinstance(out[0], Draw)
        and all(isinstance(each, OtherInstruction) and each.kind == "life" for each in out[1:])
    ):
        draws = out.pop(0).amount
    return DrawReplacement(
        player,
        draws,
        drawer,
        optional,
        spares,
        several,
        when,
        2 if several else 1,
        instead=tuple(out),
    )
