"""A pool from a file of cards: Scryfall's "oracle cards" or MTGJSON's AtomicCards, plain or compressed."""

from __future__ import annotations

import gzip
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from ...errors import BadInput
from ..card import Card
from ..pool import key
from . import read_card, set_subtypes
from .pieces import canonical
from .tokens import tokens

_FEW = 200
_SCRYFALL_ONLY = {"token", "double_faced_token", "emblem", "art_series"}
_FACES = {"name": "faceName", "mana_cost": "manaCost", "type_line": "type", "oracle_text": "text"}


def printed_cards(path: Path) -> list[dict[str, Any]]:
    """The cards of a file, in Scryfall's form, one for each name, sorted. Raises BadInput if it is no such file."""
    try:
        content = path.read_bytes()
        data = json.loads(gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content)
    except (OSError, ValueError, EOFError) as error:
        raise BadInput(problem=f"no file of cards can be read: {error}", where=str(path)) from error
    if isinstance(data, dict) and isinstance(data.get("data"), dict):
        data = [_from_mtgjson(name, faces) for name, faces in data["data"].items()]
    if not isinstance(data, list) or not all(
        isinstance(card, dict) and isinstance(card.get("name"), str) for card in data
    ):
        raise BadInput(
            problem="this is neither a list of cards in Scryfall's form nor MTGJSON's AtomicCards", where=str(path)
        )
    found: dict[str, dict[str, Any]] = {}
    for card in data:
        if card.get("layout") not in _SCRYFALL_ONLY:
            found.setdefault(key(card["name"]), card)
    return [found[name] for name in sorted(found)]


def _from_mtgjson(name: str, faces: list[dict[str, Any]]) -> dict[str, Any]:
    layout = {"planar": "planar", "aftermath": "aftermath"}.get(
        faces[0].get("layout", "normal"), faces[0].get("layout", "normal")
    )
    told = [_face_from_mtgjson(face) for face in faces]
    card = {**told[0], "name": name, "layout": layout, "color_identity": faces[0].get("colorIdentity", [])}
    return card if len(faces) == 1 else {**card, "card_faces": told}


def _face_from_mtgjson(face: dict[str, Any]) -> dict[str, Any]:
    told = {ours: face.get(theirs) or "" for ours, theirs in _FACES.items()}
    told["name"] = face.get("faceName") or face.get("name", "")
    for number in ("power", "toughness", "loyalty", "defense", "colors"):
        if number in face:
            told[number] = face[number]
    if face.get("hand"):
        told["hand_modifier"] = face["hand"]
    return told


def _read(card: dict[str, Any]) -> bytes:
    return msgspec.json.encode(read_card(card))


def build(cards: list[dict[str, Any]], processes: int = 2) -> list[Card]:
    """The cards of a pool, with the predefined tokens whose names no card has. The order is that of the input."""
    set_subtypes(cards)
    if len(cards) < _FEW or processes < 2:
        found = [read_card(card) for card in cards]
    else:
        with ProcessPoolExecutor(processes, initializer=set_subtypes, initargs=(cards,)) as pool:
            lines = list(pool.map(_read, cards, chunksize=100))
        found = [msgspec.json.decode(line, type=Card) for line in lines]
    names = {key(face.name) for card in found for face in card.faces} | {key(card.name) for card in found}
    return [*found, *(canonical(token) for token in tokens() if key(token.name) not in names)]
