"""What the words of a sentence refer to, and conditions where they may be untold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from . import language as a
from .grammar import read
from .pieces import outside_quotes
from .terms_reader import NotUnderstood


@dataclass(frozen=True)
class Context:
    """What "it" is, and whether mana of "that color" is of the color chosen for this permanent.

    ``it`` is a word of the grammars; behind a bar stands what "that creature" is, if it differs.
    """

    it: str = "@this"
    chosen_color: bool = False
    subject: str = ""


def pronouns(text: str, it: str) -> str:
    """The text with "it" and "that creature" said as the word of what they mean: the target, if one came before."""
    it, _, that = it.partition("|")
    blank = outside_quotes(text)
    target = re.search(r"\btarget\b(?! (player|opponent))", blank)
    from_here = target.start() if target else len(text) + 1
    pattern = re.compile(
        r"\b(it's|he's|she's)\b(?! (your|not your|not that|day|night|neither))|\b(it|he|him|she)"
        r"\b(?!'s)|\b(?:its|his|her) (?=(?:power|toughness|mana value|activated abilities|loyalty abilities)\b)"
        r"|\b[Tt]hat ((?:land|creature|permanent|artifact token|artifact|planeswalker|enchantment|"
        r"token)|[A-Z][a-z]+)\b(?! (type|card))(?!')"
        r"|\b[Tt]hat (land|creature|permanent|artifact|[A-Z][a-z]+)(?='s\b)"
    )

    def by(match: re.Match[str]) -> str:
        if blank[match.start()] == "\x00":
            return match[0]
        said_that = bool(that) and match[0].lower().startswith("that ")
        word = "@target" if match.start() > from_here else that if said_that else it
        if match[0].lower().endswith("'s") and match[1]:
            return f"{word}'s"
        if match[0][-1] == " ":
            return f"{word}'s "
        return word

    return pattern.sub(by, text)


def condition(text: str, context: Context) -> Any:
    """A condition; one that no board tells where it is not understood."""
    found = read("condition", pronouns(text, context.it))
    if found is not None:
        return found
    if '"' in text:
        raise NotUnderstood(text)
    for joint, together in ((" or if ", a.Some), (" and if ", a.Every)):
        if joint in text:
            parts = tuple(condition(part, context) for part in text.split(joint))
            if any(not isinstance(part, a.UntoldCondition) for part in parts):
                return together(parts)
    return a.UntoldCondition(_untold(text))


def _untold(text: str) -> Any:
    for pattern, what in (
        (r"you cast it|you cast ~|was cast", "cast"),
        (r"attacked", "raid"),
        (r"left the battlefield", "revolt"),
        (r"lost life|lost \d+", "life lost"),
        (r"gained (life|\d+)", "life gained"),
        (r"you've cast|cast another|spells? (was|were) cast", "spells cast"),
        (r"died", "creature died"),
        (r"attacking", "attacking"),
        (r"(second|third|fourth) time", "counted resolutions"),
        (r"\bflip", "coin"),
        (r"\broll", "dice"),
        (r"different names", "names"),
    ):
        if re.search(pattern, text):
            return what
    return "other"
