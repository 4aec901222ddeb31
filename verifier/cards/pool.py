"""The card pool: finding one card by name without reading the others, and writing a pool.

A pool is a directory with two files. ``cards.jsonl`` has one card a line, sorted by ``key`` of its full name, so that
a card is found by halving the file; ``faces.txt`` has a line for every face but the first, with its card's full name.
A user's own pool goes before the one that comes with the verifier.
"""

from __future__ import annotations

import mmap
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import msgspec

from .. import data
from ..errors import BadInput
from .card import Card

BETWEEN_FACES = " // "
_CARDS = "cards.jsonl"
_FACES = "faces.txt"
_NEAREST = 3
_NAME = re.compile(rb'^\{"name":("(?:[^"\\]|\\.)*")', re.MULTILINE)
_AS_TYPED = str.maketrans({"\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u00e6": "ae", "\u0153": "oe"})


@dataclass
class UnknownCard(BadInput):
    """No card or face of the pool has that name; ``nearest`` holds those that resemble it, the best first."""

    nearest: tuple[str, ...] = ()


class _Named(msgspec.Struct):
    """As much of a line as halving needs."""

    name: str


def key(name: str) -> str:
    """The form in which names are compared and sorted: no case, no accents, straight apostrophes.

    >>> key("Lim-D\u00fbl\u2019s  Vault")
    "lim-dul's vault"
    """
    if name.isascii():
        return " ".join(name.casefold().split())
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_AS_TYPED))
    return " ".join("".join(letter for letter in plain if not unicodedata.combining(letter)).split())


def find(name: str) -> tuple[Card, int]:
    """The card that has that name and the index of the face that is named.

    The name may be that of a face or the full name. A full name or first face goes before another card's other face.
    Raises UnknownCard with the nearest names.
    """
    return _find(name, _directories())


def all_cards() -> Iterator[Card]:
    """Every card, sorted by ``key`` of the name; where a user's pool and ours have the same card, the user's."""
    found: dict[str, Card] = {}
    for directory in reversed(_directories()):
        for line in _lines(directory / _CARDS):
            card = _decode(line, directory)
            found[key(card.name)] = card
    for name in sorted(found):
        yield found[name]


def write(cards: Iterable[Card], directory: Path) -> None:
    """Writes a pool. Raises ValueError if two cards have the same name."""
    by_key: dict[str, Card] = {}
    for card in cards:
        if key(card.name) in by_key:
            raise ValueError(f"two cards are called {card.name}")
        by_key[key(card.name)] = card
    lines = [msgspec.json.encode(by_key[name]) + b"\n" for name in sorted(by_key)]
    others = sorted(
        {
            (key(face.name), card.name)
            for card in by_key.values()
            for face in card.faces[1:]
            if face.name != card.faces[0].name
        }
    )
    directory.mkdir(parents=True, exist_ok=True)
    for cached in (_find, _open, _other_faces):
        cached.cache_clear()
    _replace(directory / _CARDS, b"".join(lines))
    _replace(directory / _FACES, "".join(f"{face}\t{card}\n" for face, card in others).encode())


def _replace(path: Path, content: bytes) -> None:
    """A reader has the old file or the new one, never half of one."""
    new = path.with_suffix(".new")
    new.write_bytes(content)
    new.replace(path)


@lru_cache(maxsize=4096)
def _find(name: str, directories: tuple[Path, ...]) -> tuple[Card, int]:
    wanted = key(name)
    for directory in directories:
        card = _by_first_name(wanted, directory)
        if card is not None:
            return card, 0
    for directory in directories:
        full = _other_faces(directory).get(wanted)
        if full is not None:
            card, _ = _find(full, directories)
            named = [index for index, face in enumerate(card.faces) if key(face.name) == wanted]
            if named:
                return card, named[0]
    nearest = _nearest(wanted, directories)
    raise UnknownCard(problem=f"no card is called {name!r}", suggestion=nearest[0] if nearest else "", nearest=nearest)


def _directories() -> tuple[Path, ...]:
    return tuple(path for path in (data.user_models(), data.models()) if (path / _CARDS).is_file())


def _by_first_name(wanted: str, directory: Path) -> Card | None:
    """The card with that full name, else the one whose first face is called so."""
    if not wanted:
        return None
    pool = _open(directory / _CARDS)
    for start in (wanted, wanted + BETWEEN_FACES):
        line = _first_from(pool, start, directory)
        if line is None:
            continue
        name = key(_name(line, directory))
        if name == wanted or (start != wanted and name.startswith(start)):
            return _decode(line, directory)
    return None


def _first_from(pool: bytes | mmap.mmap, wanted: str, directory: Path) -> bytes | None:
    """The first line whose name is ``wanted`` or sorts after it."""
    low, high, found = 0, len(pool), None
    while low < high:
        middle = (low + high) // 2
        start = pool.rfind(b"\n", low, middle) + 1 or low
        end = pool.find(b"\n", middle)
        end = len(pool) if end < 0 else end
        line = pool[start:end]
        if key(_name(line, directory)) < wanted:
            low = end + 1
        else:
            high, found = start, line
    return found


@lru_cache(maxsize=8)
def _open(path: Path) -> bytes | mmap.mmap:
    if path.stat().st_size == 0:
        return b""
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


@lru_cache(maxsize=8)
def _other_faces(directory: Path) -> dict[str, str]:
    path = directory / _FACES
    if not path.is_file():
        return {}
    faces: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        face, _, card = line.partition("\t")
        faces.setdefault(face, card)
    return faces


def _lines(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        yield from file


def _name(line: bytes, directory: Path) -> str:
    try:
        return msgspec.json.decode(line, type=_Named).name
    except msgspec.MsgspecError as error:
        raise _unreadable(directory, error) from error


def _decode(line: bytes, directory: Path) -> Card:
    try:
        return msgspec.json.decode(line, type=Card)
    except msgspec.MsgspecError as error:
        raise _unreadable(directory, error) from error


def _unreadable(directory: Path, error: Exception) -> BadInput:
    return BadInput(problem=f"a line of the card pool is not a card: {error}", where=str(directory / _CARDS))


def _nearest(wanted: str, directories: tuple[Path, ...]) -> tuple[str, ...]:
    """The names that resemble the wanted one: first those that share the most runs of three letters."""
    import difflib

    names: set[str] = set()
    for directory in directories:
        for found in _NAME.finditer(_open(directory / _CARDS)):
            names.update(msgspec.json.decode(found[1], type=str).split(BETWEEN_FACES))
    runs = {wanted[place : place + 3] for place in range(max(len(wanted) - 2, 1))}
    keys = {name: key(name) for name in names}
    shared = {name: sum(run in form for run in runs) for name, form in keys.items()}
    likely = sorted(names, key=lambda name: (-shared[name], len(name), name))[:200]
    ratios = {name: difflib.SequenceMatcher(None, wanted, keys[name]).ratio() for name in likely}
    near = sorted((name for name in likely if ratios[name] >= 0.6), key=lambda name: (-ratios[name], name))
    return tuple(near[:_NEAREST])
