"""Instructions and events without bearing on any question: which words they are made of, and of which kind they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token
from lark.common import LexerConf
from lark.exceptions import LarkError
from lark.lexer import Lexer

from .inert_tables import EVENTS, KINDS, VERBS
from .words import NUMBERS, UnknownWord, raw_words

_HERE = Path(__file__).parent
_CLASSES = [*KINDS, "HAPPENS", "W"]
_LIFE = re.compile(
    r"\b(gains?|loses?|lost|gained) ((?:that much|half X|half (?:their|your|his or her|its)|"
    r"twice that much|an? amount of|any amount of|\d+|X|twice X|no) )?life\b"
)
_MERGED = (
    (_LIFE, "@life"),
    (re.compile(r"\b(?:mana values?|mana costs?)\b"), "@value"),
    (re.compile(r"\b(?:wins?|loses?) the game\b"), "@game"),
    (re.compile(r"\b(?:untap|draw) steps?\b"), "step"),
    (
        re.compile(r"\bgets? (?:an? |\w+ |X )?(?:additional )?(?:poison|rad|experience|ticket|energy) counters?\b"),
        "@life",
    ),
    (re.compile(r"\bexchange your hand and library\b"), "shuffle your library"),
    (re.compile(r"\bwould be dealt\b"), "dealt"),
    (re.compile(r" and (?:when|whenever) "), " and "),
    (re.compile(r"\b(?:becomes? the monarch|takes? the initiative)\b"), "@designated"),
    (re.compile(r"\b(?:don't|doesn't) control\b"), "control"),
    (re.compile(r"\bdrawing from an empty library\b"), "library"),
    (re.compile(r"\bcolored mana symbols\b"), "symbols"),
    (re.compile(r"\b(?:is snow or )?could produce \{\w\}"), "snow"),
    (re.compile(r"\bif able\b|\beven if\b"), "able"),
    (re.compile(r"\bas though\b|\bas long as\b"), "while"),
    (re.compile(r"\b(?:doesn't|don't) untap\b"), "@untapping"),
    (re.compile(r"\bthat(?:'s| is| are| was| were)\b|\bwho(?:'s| is| are)\b"), "that"),
    (re.compile(r"\b(?:that|who|it|which) (?:has|have|had)\b"), "that"),
    (re.compile(r"\b(?:that|who) (?:isn't|aren't|wasn't|weren't|doesn't|don't|didn't)\b"), "that"),
    (re.compile(r"\bas an? \w+\b"), "while"),
    (re.compile(r"\b(?:can't|must|may|can|shall) (?=attack|block)"), ""),
    (re.compile(r"\b(?:can't|must) be (?=blocked)"), "block "),
    (re.compile(r"\bcan't be (?=attacked)"), "attack "),
    (re.compile(r"\bcan't (?=cast\b)"), ""),
    (re.compile(r"\b(?:can't|must) be (?=countered|regenerated|sacrificed|targeted|prevented)"), ""),
    (
        re.compile(
            r"\b(?:is|are|was|were|be|been|being) (?=dealt|put|attacking|blocking|"
            r"blocked|exiled|returned|turned|attacked|targeted|milled|"
            r"created|cast|destroyed|sacrificed|countered|revealed|chosen|removed|set|"
            r"prevented|won|saddled|crewed|shuffled|played|regenerated)"
        ),
        "",
    ),
    (re.compile(r"\bbecomes? (?=blocked|monstrous|renowned|attached|unattached|suspected|saddled|crewed)"), ""),
    (re.compile(r"\bbecomes? the target\b"), "targeted"),
    (re.compile(r"\bdraft a card from\b"), "reveal"),
    (re.compile(r"\bdeals? (it|them) into\b"), r"separate \1 into"),
    (
        re.compile(
            r"\bremove (it|them|that creature|@\w+|target creature|target attacking "
            r"creature|all attacking creatures) from combat\b"
        ),
        "@combat \\1",
    ),
)


@lru_cache(maxsize=1)
def _words() -> frozenset[str]:
    return frozenset((_HERE / "inert_words.txt").read_text(encoding="utf-8").split())


class _InertLexer(Lexer):
    """Gives every word its class; a word of no class is not understood."""

    def __init__(self, conf: LexerConf) -> None:
        """All inert grammars have the same classes."""

    def lex(self, data: Any, parser_state: Any = None) -> Iterator[Token]:  # noqa: ARG002
        kind, _, text = str(data).partition("|")
        for pattern, by in _MERGED:
            text = pattern.sub(by, text)
        words = raw_words(text)
        token_made = False
        for place, word in enumerate(words):
            found = _class_of(words, place, kind == "event", token_made)
            token_made = token_made or found == "TOKEN"
            yield Token(found, word)


def _class_of(words: list[str], place: int, event: bool, token_made: bool) -> str:
    word = words[place].removeprefix("non-") or words[place]
    low = word[:1].lower() + word[1:] if place == 0 else word
    if low in {"@life", "@game"}:
        return "HAPPENS" if event else "LIFE" if low == "@life" else "OTHER"
    if event and low == "@designated":
        return "HAPPENS"
    if low in {"@untapping", "@combat", "@designated"}:
        return {"@untapping": "UNTAPPING", "@combat": "COMBAT"}.get(low, "DESIGNATION")
    if event and low in EVENTS:
        return "HAPPENS"
    if low in {"counter", "counters"}:
        before = words[place - 1] if place else ""
        return "COUNTER" if before in {"", "may", "then", "and", ","} and not event else "W"
    if low in VERBS and not (
        low in {"copy", "copies", "attack", "block", "name", "names"}
        and place
        and words[place - 1]
        in {"a", "the", "that", "each", "another", "one", "of", "with", "same", "token", "those", "any"}
    ):
        return VERBS[low]
    if word[0] == '"':
        if token_made:
            return "W"
        raise UnknownWord("quotation")
    if (
        word[0] in "@~{,;:'+-\u2212"
        or word[0].isdigit()
        or low in NUMBERS
        or low in _words()
        or low in EVENTS
        or re.fullmatch(r"d\d+|[XY]", word)
    ):
        if word in {"{T}", "{Q}"}:
            raise UnknownWord(word)
        return "W"
    if word[0].isupper() and place:
        return "W"
    if word[0].isupper() and len(word) > 2 and low not in _words():
        return _capital(word)
    raise UnknownWord(word)


def _capital(word: str) -> str:
    from .words import Words

    if Words.subtype(word) is None:
        raise UnknownWord(word)
    return "W"


@lru_cache(maxsize=1)
def _parser() -> Lark:
    text = (_HERE / "inert.lark").read_text(encoding="utf-8")
    return Lark(f"{text}\n%declare {' '.join(_CLASSES)}\n", parser="lalr", lexer=_InertLexer, start=["clause", "event"])


@lru_cache(maxsize=200_000)
def clause(text: str) -> str | None:
    """The kind of OtherInstruction that a clause without bearing is, or nothing."""
    try:
        tree = _parser().parse(f"clause|{text}", start="clause")
    except LarkError:
        return None
    if re.search(r"\b(puts?|moves?|distributes?)\b[^.]*\bcounters?\b", text) and not re.search(
        r"\bcounters? on (it|them|@\w+)\b", text
    ):
        return None
    if re.search(r"\bputs? (an? |\w+ |a number of )?(additional )?[\w+/-]+ counters?\b", text):
        return None
    if re.search(r"\b(?:win|wins|lose|loses) the game\b", text):
        return "game end"
    if re.search(r"\bwould (?:put|draw|discard|add|create|enter)\b[^.]*\binstead\b", text):
        return None
    verb: Any = next(iter(tree.scan_values(_is_verb)))
    if verb.type == "PUT" and "graveyard" in text:
        return "return"
    if verb.type == "OTHER" and "extra turn" in text:
        return "extra turn"
    return KINDS[verb.type]


def _is_verb(each: Any) -> bool:
    return isinstance(each, Token) and each.type not in {"W", "HAPPENS"}


@lru_cache(maxsize=200_000)
def event(text: str) -> str | None:
    """The kind of OtherEvent that an event without bearing is, or nothing."""
    try:
        tree = _parser().parse(f"event|{text.partition(chr(32))[2]}", start="event")
    except LarkError:
        return None
    found = [str(each) for each in tree.scan_values(lambda token: getattr(token, "type", "") == "HAPPENS")]
    word = next((each for each in found if each not in {"counter", "counters"}), found[0])
    return {"@life": "life", "@game": "other", "@designated": "other"}.get(word) or EVENTS[word[:1].lower() + word[1:]]


_UNCHANGED = 17
"""How many of the simplifications, from the front, hold for static abilities too."""


def simplified(text: str) -> str:
    """The text with phrases of several words that have no bearing said as one."""
    for pattern, by in _MERGED[:_UNCHANGED]:
        text = pattern.sub(by, text)
    for words, by in (
        (r"\bthat(?:'s| is| are| was| were)\b", "that"),
        (r"\b(?:that|who|it) (?:has|have|had)\b", "that"),
        (
            (
                r"\b(?:is|are|was|were|be|been|being) (?=dealt|put|attacking|blocking|exiled|"
                r"returned|turned|attacked|targeted|milled|cast|played)"
            ),
            "",
        ),
    ):
        text = re.sub(words, by, text)
    return text


def known_word(word: str, place: int) -> bool:
    """Whether a word describes objects, players, places or times, or is a verb without bearing."""
    if word[0] == '"':
        return False
    if word in {"{T}", "{Q}"}:
        return False
    if (
        word[0] in "@~{,;:'+-\u2212"
        or word[0].isdigit()
        or word in NUMBERS
        or word in _words()
        or word in EVENTS
        or word in VERBS
    ):
        return True
    if word.startswith("mono-"):
        return True
    if word[0].isupper():
        return place > 0 or _is_name(word)
    return False


def _is_name(word: str) -> bool:
    try:
        return _capital(word) == "W"
    except UnknownWord:
        return False
