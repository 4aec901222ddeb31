"""Boards as TOML, in one canonical form: what is a default is left out, and reading it back gives the same board."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..board import NEWEST_EDITION, Board, Chosen, Emblem, Entry, Permanent, Player, Readings, Resolved
from ..cards.card import Card
from .boards import DEFAULT_PLAYERS
from .entries import drafts_of, name_drafts, units_of
from .problems import Problems
from .reading import Reading

_ORDER = (
    "card", "resolved", "emblem", "ability", "id", "controller", "owner", "target", "source", "X", "face",
    "face_down", "copy_of", "token", "attached_to", "tapped", "phased_out", "entered_this_turn", "counters", "level",
    "chosen", "exiled", "mana_spent", "since",
)  # fmt: skip
_OF_PERMANENTS = (
    "owner", "tapped", "attached_to", "entered_this_turn", "phased_out", "face_down", "mana_spent", "token", "level",
)  # fmt: skip
_OF_PLAYERS = (
    "life", "hand", "library", "graveyard", "identity", "drawn_this_turn", "drawn_kept", "land_played_this_turn",
)  # fmt: skip
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def write_board(board: Board) -> str:
    """The TOML text of the board. Reading it gives an equal board, timestamps being counted from 1 without gaps."""
    lines = []
    if board.edition != NEWEST_EDITION:
        lines.append(f"edition = {_value(board.edition)}")
    if board.names != DEFAULT_PLAYERS:
        lines.append(f"players = {_value(list(board.names))}")
    if board.active != board.names[0]:
        lines.append(f"active = {_value(board.active)}")
    readings = _changed(board.readings, Readings(), ("idle_replacement", "negative_hand_size", "cost_counted_amount"))
    if readings:
        lines.append(f"readings = {_value({key.replace('_', '-'): word for key, word in readings.items()})}")
    entries = board_entries(board)
    if entries:
        lines += ["battlefield = [", *(f"    {_value(entry)}," for entry in entries), "]"]
    for player in board.players:
        keys = _player(player)
        if keys:
            lines += [*([""] if lines else []), f"[player.{_key(player.name)}]"]
            lines += [f"{key} = {_value(value)}" for key, value in keys.items()]
    return "".join(f"{line}\n" for line in lines)


def board_entries(board: Board) -> list[str | dict[str, Any]]:
    """The entries as they stand in a file: a name where nothing else needs to be said."""
    tables = [_entry(entry, board) for entry in board.entries]
    reading = Reading(Problems(""), players=board.names)
    drafts = drafts_of(tables, "", reading)
    stamps = [entry.timestamp for entry in board.entries]
    in_order = [[place] for place in sorted(range(len(stamps)), key=lambda place: stamps[place])]
    if len(set(stamps)) < len(stamps) or in_order != units_of(drafts, reading):
        for table, stamp in zip(tables, stamps, strict=True):
            table["since"] = stamp
    ids = _fewest_ids(tables, board, reading)
    for table, entry in zip(tables, board.entries, strict=True):
        if entry.id in ids:
            table["id"] = entry.id
    ordered = [dict(sorted(table.items(), key=lambda item: _ORDER.index(item[0]))) for table in tables]
    return [table["card"] if list(table) == ["card"] else table for table in ordered]


def _fewest_ids(tables: list[dict[str, Any]], board: Board, reading: Reading) -> set[str]:
    """The ids that must be written down so that every entry gets its own."""
    written: set[str] = set()
    while True:
        named = [
            {**table, "id": entry.id} if entry.id in written else table
            for table, entry in zip(tables, board.entries, strict=True)
        ]
        drafts = drafts_of(named, "", reading)
        name_drafts([drafts], reading)
        wrong = {entry.id for draft, entry in zip(drafts, board.entries, strict=True) if draft.id != entry.id}
        if not wrong - written:
            return written
        written |= wrong


def _entry(entry: Entry, board: Board) -> dict[str, Any]:
    match entry:
        case Permanent():
            table = {"card": _name(entry.card, entry.face), **_permanent(entry)}
        case Resolved():
            table = {"resolved": _name(entry.card, entry.face), **_resolved(entry)}
        case Emblem():
            table = {"emblem": _name(entry.card, entry.face)}
    if entry.controller != board.names[0]:
        table["controller"] = entry.controller
    return table


def _permanent(entry: Permanent) -> dict[str, Any]:
    defaults = Permanent(entry.id, entry.card, entry.controller, entry.controller, entry.timestamp)
    table = _changed(entry, defaults, _OF_PERMANENTS)
    reading = Reading(Problems(""))
    named = reading.card(_name(entry.card, entry.face), "")[1]
    if reading.shown_face(entry.card, named, None, "") != entry.face:
        table["face"] = "back" if entry.face else "front"
    shown = entry.card.faces[entry.face]
    if entry.copy_of is not None:
        table["copy_of"] = _name(entry.copy_of, entry.copy_face)
        shown = entry.copy_of.faces[entry.copy_face]
    printed = None if entry.face_down or "Planeswalker" not in shown.types else shown.loyalty
    counters = {kind: number for kind, number in entry.counters if (kind, number) != ("loyalty", printed)}
    if counters:
        table["counters"] = counters
    table.update(_chosen(entry.chosen))
    if entry.exiled:
        table["exiled"] = list(entry.exiled)
    return table


def _resolved(entry: Resolved) -> dict[str, Any]:
    table: dict[str, Any] = {}
    if entry.ability is not None:
        table["ability"] = entry.ability
    if entry.targets:
        table["target"] = entry.targets[0] if len(entry.targets) == 1 else list(entry.targets)
    if entry.source is not None:
        table["source"] = entry.source
    if entry.x is not None:
        table["X"] = entry.x
    return {**table, **_chosen(entry.chosen)}


def _chosen(chosen: Chosen) -> dict[str, Any]:
    made = _changed(chosen, Chosen(), ("color", "type", "card", "player", "number", "mode"))
    return {"chosen": made} if made else {}


def _player(player: Player) -> dict[str, Any]:
    table = _changed(player, Player(player.name, drawn_kept=player.drawn_this_turn), _OF_PLAYERS)
    for zone, cards in (
        ("hand", player.hand_cards),
        ("library", player.library_cards),
        ("graveyard", player.graveyard_cards),
    ):
        if cards is not None:
            table[zone] = [card.name for card in cards]
    return table


def _changed(of: object, defaults: object, keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: getattr(of, key) for key in keys if getattr(of, key) != getattr(defaults, key)}


def _name(card: Card, face: int) -> str:
    """The name of the face, or the full name where another card goes by that of the face."""
    reading = Reading(Problems(""), go_on=True)
    name = card.faces[face].name
    return name if reading.card(name, "")[0] == card else card.name


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list():
            return f"[{', '.join(_value(inner) for inner in value)}]"
        case dict():
            return f"{{ {', '.join(_items(value))} }}" if value else "{}"
    raise TypeError(f"{value!r} has no place in a board")


def _items(table: Mapping[str, object]) -> Iterator[str]:
    for key, value in table.items():
        yield f"{_key(key)} = {_value(value)}"


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _value(name)
