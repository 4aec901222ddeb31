"""A board that is written and read again is the same board."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.board_format import board_entries, board_from, write_board

CARDS = [
    "Forest",
    "Bayou",
    "Wild Growth",
    "Tamiyo, Collector of Tales",
    "Harvest Mage",
    "Day Side",
    "Night Side",
    "Left Half",
]
PERMANENT_CARDS = [card for card in CARDS if card not in {"Left Half", "Wild Growth"}]
RESOLVING_CARDS = ["Tamiyo, Collector of Tales", "Harvest Mage", "Wild Growth", "Left Half"]
PLAYERS = ["you", "opponent", "the third"]
CARD, PLAYER = st.sampled_from(CARDS), st.sampled_from(PLAYERS)
PERMANENT_CARD = st.sampled_from(PERMANENT_CARDS)
SMALL = st.integers(0, 4)

CHOSEN = st.fixed_dictionaries(
    {},
    optional={
        "color": st.sampled_from(["red", "W"]),
        "type": st.sampled_from(["Swamp", "Elf"]),
        "card": CARD,
        "player": PLAYER,
        "number": SMALL,
        "mode": st.sampled_from(["odd", 'a "quoted\\" \x7f word']),
    },
)
COMMON: dict[str, Any] = {"controller": PLAYER, "since": st.integers(-2, 6)}
PERMANENT = st.fixed_dictionaries(
    {"card": PERMANENT_CARD},
    optional={
        **COMMON,
        "owner": PLAYER,
        "tapped": st.booleans(),
        "counters": st.dictionaries(st.sampled_from(["charge", "+1/+1", "loyalty", "größe"]), SMALL),
        "chosen": CHOSEN,
        "exiled": st.lists(CARD, max_size=2),
        "entered_this_turn": st.booleans(),
        "phased_out": st.booleans(),
        "face_down": st.booleans(),
        "copy_of": PERMANENT_CARD,
        "mana_spent": SMALL,
        "token": st.booleans(),
        "level": SMALL,
        "attached": SMALL,
    },
)
RESOLVED = st.fixed_dictionaries(
    {"resolved": st.sampled_from(RESOLVING_CARDS), "ability": st.integers(1, 3)},
    optional={**COMMON, "X": SMALL, "chosen": CHOSEN, "targets": st.lists(SMALL)},
)
SPELL = st.fixed_dictionaries(
    {"resolved": st.just("Left Half")},
    optional={**COMMON, "X": SMALL, "chosen": CHOSEN, "targets": st.lists(SMALL)},
)
EMBLEM = st.fixed_dictionaries({"emblem": CARD}, optional=COMMON)
IDS = st.sampled_from(["", "", "", "mine", "Forest", "Forest#2", "x # y"])
CARDS_OR_NUMBER = st.one_of(SMALL, st.lists(CARD, max_size=2))
TABLE = st.fixed_dictionaries(
    {},
    optional={
        "life": st.integers(-3, 30),
        "hand": CARDS_OR_NUMBER,
        "library": CARDS_OR_NUMBER,
        "graveyard": CARDS_OR_NUMBER,
        "identity": st.sampled_from(["", "BW", "GRUBW"]),
        "drawn_this_turn": st.integers(3, 5),
        "land_played_this_turn": st.booleans(),
    },
)


@st.composite
def boards(draw: st.DrawFn) -> dict[str, Any]:
    """Tables of boards; what is attached or targeted refers to an earlier entry."""
    entries = draw(st.lists(st.one_of(PERMANENT_CARD, PERMANENT, RESOLVED, SPELL, EMBLEM), max_size=7))
    battlefield: list[Any] = []
    used: set[str] = set()
    for place, entry in enumerate(entries):
        if isinstance(entry, str):
            battlefield.append(entry)
            continue
        entry = dict(entry, id=f"e{place}")
        own = draw(IDS)
        earlier = [other for other in battlefield if not isinstance(other, str)]
        attached, targets = entry.pop("attached", None), entry.pop("targets", None)
        hosts = [other["id"] for other in earlier if "card" in other and "id" in other]
        if attached is not None and hosts:
            entry["attached_to"] = hosts[attached % len(hosts)]
        if targets and hosts:
            entry["target"] = [hosts[number % len(hosts)] for number in targets]
        if own == "" and draw(st.booleans()):
            del entry["id"]
        elif own and own not in used and own not in CARDS and "#" not in own:
            entry["id"] = own
            used.add(own)
        battlefield.append(entry)
    return {
        "edition": draw(st.sampled_from(["2026-09-25", "2026-05-01"])),
        "players": PLAYERS,
        "active": draw(PLAYER),
        "readings": draw(st.sampled_from([{}, {"idle-replacement": "waits"}, {"negative-hand-size": "zero"}])),
        "battlefield": battlefield,
        "player": {"opponent": draw(TABLE), "the third": draw(TABLE)},
    }


@given(boards())
def test_writing_and_reading_gives_the_same_board(data: dict[str, Any]) -> None:
    board = board_from(data)
    text = write_board(board)
    again = board_from(tomllib.loads(text))
    assert again == board
    assert write_board(again) == text


@given(boards())
def test_timestamps_are_dense(data: dict[str, Any]) -> None:
    stamps = {entry.timestamp for entry in board_from(data).entries}
    assert stamps == set(range(1, len(stamps) + 1))


@pytest.mark.parametrize(
    "entries",
    [
        ["Forest", "Bayou", "Forest"],
        [{"card": "Forest", "id": "old"}, "Forest"],
        [{"card": "Forest", "id": "Forest#1"}, "Forest"],
        [{"card": "Day Side", "face": "back"}, "Night Side"],
        [{"card": "Night Side", "face": "front"}],
        [{"card": "Tamiyo, Collector of Tales", "counters": {"loyalty": 0}}],
        [{"resolved": "Harvest Mage", "ability": 1, "source": "Harvest Mage"}, "Harvest Mage"],
        [{"card": "Forest", "since": 1}, {"card": "Bayou", "since": 1}],
    ],
)
def test_some_entries_in_particular(entries: list[Any]) -> None:
    board = board_from({"battlefield": entries})
    assert board_from(tomllib.loads(write_board(board))) == board


def test_only_what_differs_is_written() -> None:
    assert write_board(board_from({})) == ""
    assert (
        write_board(board_from({"battlefield": ["forest"], "active": "you"})) == 'battlefield = [\n    "Forest",\n]\n'
    )
    entries = board_entries(board_from({"battlefield": ["Forest", {"card": "Bayou", "since": 1, "tapped": True}]}))
    assert entries == ["Forest", {"card": "Bayou", "tapped": True}]
