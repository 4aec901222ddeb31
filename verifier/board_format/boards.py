"""Boards from tables and from files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ..board import EDITIONS, NEWEST_EDITION, Board, Player, Readings
from ..cards.card import Card
from .document import dotted, plain_table, read_document
from .entries import Ids, build_entry, check_attachments, drafts_of, name_drafts, timestamps_of, units_of
from .problems import Problems, check_shape
from .reading import Reading

DEFAULT_PLAYERS = ("you", "opponent")


def read_board(path: Path | str) -> Board:
    """The board of a TOML or JSON file.

    Raises BadInput, or ManyBadInputs where several things are wrong, each with the file and the key.
    """
    path = Path(path)
    data = read_document(path)
    return _board(data, Reading(Problems(str(path))))


def board_from(data: Mapping[str, Any], where: str = "", numbers: Mapping[str, int] | None = None) -> Board:
    """The board of a table of the same form as a file; ``numbers`` gives values to the numbers that have names.

    Raises BadInput, or ManyBadInputs where several things are wrong.
    """
    return _board(plain_table(dict(data), where), Reading(Problems(where), numbers or {}))


def _board(data: dict[str, Any], reading: Reading) -> Board:
    problems = reading.problems
    # With named numbers the table is a claim's, and the claims' schema is the one that knows them.
    if not check_shape(data, "claimed board" if reading.numbers else "board", problems):
        problems.stop()
    base, _ = base_of(data, reading)
    problems.stop()
    return base


def base_of(data: Mapping[str, Any], reading: Reading) -> tuple[Board, Ids]:
    """The board of a table that has the right shape, and its ids; problems are left in ``reading``."""
    board = without_entries(data, reading)
    drafts = drafts_of(data.get("battlefield", ()), "battlefield", reading)
    ids = name_drafts([drafts], reading)
    stamps = timestamps_of(units_of(drafts, reading))
    entries = tuple(build_entry(draft, stamps[place], ids, reading) for place, draft in enumerate(drafts))
    check_attachments(drafts, ids, reading)
    return board.with_entries(entries), ids


def without_entries(data: Mapping[str, Any], reading: Reading) -> Board:
    """Players, edition and readings; sets the players of ``reading``."""
    problems = reading.problems
    players = tuple(data.get("players", DEFAULT_PLAYERS))
    for place, name in enumerate(players):
        if name in players[:place]:
            problems.add(f"players[{place}]", f"the player {name!r} is there twice")
    reading.players = players
    tables = data.get("player", {})
    for name in tables:
        reading.player(name, dotted("player", name))
    words = data.get("readings", {})
    return Board(
        players=tuple(_player(name, tables.get(name, {}), reading) for name in players),
        active=reading.player(data.get("active", players[0]), "active"),
        edition=_edition(data.get("edition", NEWEST_EDITION), problems),
        readings=Readings(**{key.replace("-", "_"): word for key, word in words.items()}),
        given=frozenset(_given(data)),
    )


def _edition(date: str, problems: Problems) -> str:
    known = [edition for edition in EDITIONS if edition <= date]
    if not known:
        problems.add("edition", f"the oldest edition of the rules that is known is {EDITIONS[0]}", EDITIONS[0])
    elif date > NEWEST_EDITION:
        problems.add("edition", f"the newest edition of the rules that is known is {NEWEST_EDITION}", NEWEST_EDITION)
    return known[-1] if known else NEWEST_EDITION


def _player(name: str, data: Mapping[str, Any], reading: Reading) -> Player:
    key, defaults = dotted("player", name), Player(name)
    hand, hand_cards = _cards(data, "hand", defaults.hand, key, reading)
    library, library_cards = _cards(data, "library", defaults.library, key, reading)
    graveyard, graveyard_cards = _cards(data, "graveyard", defaults.graveyard, key, reading)
    drawn = reading.number(data.get("drawn_this_turn", 0), f"{key}.drawn_this_turn")
    kept = reading.number(data.get("drawn_kept", drawn), f"{key}.drawn_kept")
    if all(isinstance(data.get(name, 0), int) for name in ("drawn_kept", "drawn_this_turn")) and kept > drawn:
        reading.problems.add(f"{key}.drawn_kept", f"only {drawn} cards were drawn, so {kept} cannot be kept")
    identity = data.get("identity")
    return Player(
        name=name,
        life=reading.number(data.get("life", defaults.life), f"{key}.life", -(10**9)),
        hand=hand,
        hand_cards=hand_cards,
        library=library,
        library_cards=library_cards,
        graveyard=graveyard,
        graveyard_cards=graveyard_cards,
        identity=None if identity is None else reading.letters(identity, f"{key}.identity", "WUBRG"),
        drawn_this_turn=drawn,
        drawn_kept=kept,
        land_played_this_turn=data.get("land_played_this_turn", False),
    )


def _cards(
    data: Mapping[str, Any], zone: str, default: int, key: str, reading: Reading
) -> tuple[int, tuple[Card, ...] | None]:
    written = data.get(zone, default)
    if not isinstance(written, list):
        return reading.number(written, f"{key}.{zone}"), None
    cards = tuple(reading.card(name, f"{key}.{zone}[{place}]")[0] for place, name in enumerate(written))
    return len(cards), cards


def _given(data: Mapping[str, Any]) -> Iterator[str]:
    for key in ("edition", "players", "active"):
        if key in data:
            yield key
    yield from (f"readings.{key}" for key in data.get("readings", ()))
    for name, table in data.get("player", {}).items():
        yield from (f"{dotted('player', name)}.{key}" for key in table)
    yield from given_by(data.get("battlefield", ()))


def given_by(entries: Iterable[Any]) -> Iterator[str]:
    """The keys that entries write, as ``battlefield.tapped`` and ``battlefield.chosen.color``."""
    for entry in entries:
        if isinstance(entry, str):
            yield "battlefield.card"
            continue
        for key in entry:
            yield f"battlefield.{key}"
        yield from (f"battlefield.chosen.{key}" for key in entry.get("chosen", ()))
