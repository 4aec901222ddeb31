"""Texts cut into sentences and parts, with quotations kept whole, and terms rewritten."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from .language import Term


def outside_quotes(text: str) -> str:
    """The text with quoted parts blanked out, as long as it was."""
    return re.sub(r'"[^"]*"', lambda match: "\x00" * len(match[0]), text)


def sentences(text: str) -> list[str]:
    """The sentences of a text, each without its stop."""
    blank = outside_quotes(text)
    found: list[str] = []
    start = 0
    for match in re.finditer(r"[.!](?=\s|$)|(?<=\x00)\s+(?=[A-Z])(?![A-Z]\w* \x00)", blank):
        if match[0][0] not in ".!":
            if not re.search(r'[.!]["\']*$', text[: match.start()]):
                continue
            found.append(text[start : match.start()].strip())
            start = match.end()
            continue
        found.append(text[start : match.start()].strip())
        start = match.end()
    found.append(text[start:].strip())
    return [sentence for sentence in found if sentence]


def cuts(text: str, *marks: str) -> Iterator[tuple[str, str]]:
    """Every way to cut the text in two at one of the marks, from the left, outside of quotations."""
    blank = outside_quotes(text)
    places = sorted({(match.start(), len(mark)) for mark in marks for match in re.finditer(re.escape(mark), blank)})
    for place, length in places:
        yield text[:place].strip(), text[place + length :].strip()


def replaced(term: Any, old: Any, new: Any) -> Any:
    """The term with every part that equals ``old`` changed into ``new``."""
    if isinstance(term, tuple):
        return tuple(replaced(part, old, new) for part in term)
    if isinstance(term, list):
        return [replaced(part, old, new) for part in term]
    if term == old and type(term) is type(old):
        return new
    if isinstance(term, Term):
        changes = {}
        for field in term.__struct_fields__:
            value = getattr(term, field)
            other = replaced(value, old, new)
            if other is not value and other != value:
                changes[field] = other
        return msgspec.structs.replace(term, **changes) if changes else term
    return term


def parts(term: Any) -> Iterator[Any]:
    """The term and all that is in it."""
    yield term
    if isinstance(term, tuple | list):
        for part in term:
            yield from parts(part)
    elif isinstance(term, Term):
        for field in term.__struct_fields__:
            yield from parts(getattr(term, field))


def has(term: Any, *wanted: Any) -> bool:
    """Whether one of the wanted terms, or one of a wanted class, is in the term."""
    classes = tuple(each for each in wanted if isinstance(each, type))
    terms = [each for each in wanted if not isinstance(each, type)]
    return any(
        isinstance(part, classes) or any(part == each and type(part) is type(each) for each in terms)
        for part in parts(term)
    )


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_FIRST = frozenset(
    [
        "If",
        "When",
        "Whenever",
        "At",
        "Until",
        "Add",
        "Draw",
        "Discard",
        "Tap",
        "Untap",
        "Remove",
        "Skip",
        "Each",
        "All",
        "As",
        "Is",
        "Put",
        "Choose",
        "Is",
        "Other",
        "During",
        "Non",
    ]
)


def small(text: str) -> str:
    """The text with its first letter small, unless the word is a name or a subtype."""
    from .words import Words

    name = re.match(r"([A-Z][a-z]+) [A-Z][a-z]+", text)
    if name and name[1] not in _FIRST:
        return text
    word = re.match(r"[\w'-]+", text)
    if word and word[0] not in {"X", "Y"} and Words.subtype(word[0]) is None:
        return text[:1].lower() + text[1:]
    return text


def canonical(term: Any) -> Any:
    """The same term with the very defaults of its classes, so that it has one encoding."""
    if isinstance(term, tuple):
        return tuple(canonical(part) for part in term)
    if not isinstance(term, msgspec.Struct):
        return term
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(term):
        value = canonical(getattr(term, field.name))
        if not field.required and type(value) is type(field.default) and value == field.default:
            value = field.default
        values[field.name] = value
    return type(term)(**values)
