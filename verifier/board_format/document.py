"""Reading one file: TOML or JSON, as plain tables, lists, strings, whole numbers and truth values."""

from __future__ import annotations

import datetime as dt
import json
import re
import tomllib
from pathlib import Path
from typing import Any

from ..errors import BadInput
from ..expressions import LARGEST

LARGEST_FILE = 2_000_000
"""A board or claims file has at most this many bytes."""

SUFFIXES = (".toml", ".json")
_DEEPEST = 40
_MOST_PARTS = 20
_PART = r"""(?:(?<![\w-])[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+"""
_LONG_KEY = re.compile(rf"^[^#\n]*?(?:{_PART}\.[ \t]*+){{{_MOST_PARTS}}}", re.MULTILINE)
_LINE = re.compile(r" \(at line (\d+), column (\d+)\)$")


def read_text(path: Path) -> str:
    """The text of the file. Raises BadInput if it cannot be read, is too large or is not UTF-8."""
    where = str(path)
    try:
        if path.is_dir():
            raise BadInput("is a directory, not a file", where=where)
        if path.stat().st_size > LARGEST_FILE:
            raise BadInput(f"the file has more than {LARGEST_FILE:,} bytes", where=where)
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise BadInput("there is no such file", where=where) from None
    except PermissionError:
        raise BadInput("the file may not be read", where=where) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"the file cannot be read: {reason}", where=where) from None
    if len(content) > LARGEST_FILE:
        raise BadInput(f"the file has more than {LARGEST_FILE:,} bytes", where=where)
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadInput("the file is not UTF-8", where=f"{where}:{line}") from None


def read_document(path: Path) -> dict[str, Any]:
    """The tables of a TOML or JSON file, dates as text. Raises BadInput with the line of what is not well formed."""
    return document_from(read_text(path), path)


def document_from(text: str, path: Path) -> dict[str, Any]:
    """The tables of that text, which is JSON if the path ends in ``.json`` and TOML if in ``.toml``."""
    where, suffix = str(path), path.suffix.lower()
    if suffix not in SUFFIXES:
        raise BadInput("the name of the file must end in .toml or .json", where=where)
    try:
        data = _json(text) if suffix == ".json" else _toml(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"not valid JSON: {error.msg}", where=f"{where}:{error.lineno}") from None
    except tomllib.TOMLDecodeError as error:
        place = _LINE.search(str(error))
        message = str(error)[: place.start()] if place else str(error)
        line = place[1] if place else str(text.count("\n") + 1)
        raise BadInput(
            f"not valid TOML: {message.removesuffix(' (at end of document)')}", where=f"{where}:{line}"
        ) from None
    except RecursionError:
        raise BadInput("tables or lists are nested too deep", where=where) from None
    except (BadInput, ValueError) as error:
        problem = error.problem if isinstance(error, BadInput) else "a number has too many digits"
        raise BadInput(problem, where=where) from None
    if not isinstance(data, dict):
        raise BadInput("the file must hold a table", where=where)
    plain = _plain(data, where, "", 0)
    assert isinstance(plain, dict)
    return plain


def plain_table(data: dict[str, Any], where: str) -> dict[str, Any]:
    """The same data with dates as text. Raises BadInput on what neither TOML nor JSON can hold."""
    plain = _plain(data, where, "", 0)
    assert isinstance(plain, dict)
    return plain


def dotted(key: str, part: str | int) -> str:
    """The key path one step further.

    >>> dotted(dotted("battlefield", 2), "+1/+1")
    'battlefield[2]."+1/+1"'
    """
    if isinstance(part, int):
        return f"{key}[{part}]"
    word = part if re.fullmatch(r"[\w-]+", part, re.ASCII) else json.dumps(part, ensure_ascii=False)
    return f"{key}.{word}" if key else word


def _toml(text: str) -> Any:
    # A dotted key of n parts costs tomllib n * n of memory.
    place = _LONG_KEY.search(text)
    if place:
        raise tomllib.TOMLDecodeError(
            f"a key has more than {_MOST_PARTS} parts (at line {text.count(chr(10), 0, place.end()) + 1}, column 1)"
        )
    return tomllib.loads(text)


def _json(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise BadInput(f"the key {twice!r} is there twice")
    return found


def _no_constant(name: str) -> Any:
    raise BadInput(f"{name} is not a number of JSON")


def _plain(value: Any, where: str, key: str, depth: int) -> Any:
    if depth > _DEEPEST:
        raise BadInput("tables or lists are nested too deep", where=where)
    match value:
        case bool() | None:
            return value
        case int():
            if abs(value) > LARGEST:
                raise BadInput(f"a number is at most {LARGEST}", key, where)
            return value
        case float():
            if value.is_integer() and abs(value) <= LARGEST:
                return int(value)
            raise BadInput("must be a whole number", key, where)
        case str():
            if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
                raise BadInput("has half of a surrogate pair, which is no character", key, where)
            return value
        case dt.datetime() | dt.time():
            raise BadInput("must be a date without a time", key, where)
        case dt.date():
            return value.isoformat()
        case dict():
            found: dict[str, Any] = {}
            for name, inner in value.items():
                if not isinstance(name, str):
                    raise BadInput(f"the key {name!r} is not text", key, where)
                _plain(name, where, key, depth)
                found[name] = _plain(inner, where, dotted(key, name), depth + 1)
            return found
        case list() | tuple():
            return [_plain(inner, where, dotted(key, place), depth + 1) for place, inner in enumerate(value)]
    raise BadInput(f"a {type(value).__name__} is neither of TOML nor of JSON", key, where)
