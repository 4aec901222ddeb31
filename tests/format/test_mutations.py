"""Claims that are damaged at random are read or refused, never with anything but BadInput."""

from __future__ import annotations

import copy
import random
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from verifier.board_format import board_from, write_board
from verifier.claim_format import claims_from
from verifier.errors import BadInput, Unmodelled
from verifier.instances import count_instances, instances

CLAIM: dict[str, Any] = {
    "id": "a",
    "says": "s",
    "rules": ["106.7"],
    "source": {"rule": "106.7"},
    "players": ["you", "opponent"],
    "readings": {"idle-replacement": "waits"},
    "battlefield": [
        "Forest",
        {"card": "Bayou", "id": "b", "controller": "opponent", "counters": {"charge": "n"}, "chosen": {"color": "red"}},
        {"card": "Wild Growth", "attached_to": "Forest", "since": 2, "exiled": ["Opt"]},
        {"resolved": "Harvest Mage", "ability": 1, "target": ["Forest"], "source": "b"},
        {"emblem": "Tyvar, Jubilant Brawler"},
    ],
    "player": {"you": {"hand": "n", "graveyard": ["Opt"], "identity": "WU"}},
    "for_all": {
        "subset_of": ["Contamination"],
        "copies_of": {"card": "Forest", "from": 0, "to": 1},
        "number": {"n": "0..1"},
    },
    "event": {"tap": "Forest", "by": "you"},
    "expect": {
        "could_produce": {"Forest": "G"},
        "maximum_hand_size": {"you": ["n + 7", "none"]},
        "outcomes": [{"G": "n"}, {"pools": {"you": {"G": 1}}}],
        "triggers": ["Wild Growth"],
    },
}
VALUES: list[Any] = [
    None, True, 0, 1, -1, 10**30, 1.5, "", "you", "Forest", "n", "none", "W", "Forest#2", [], {}, ["Forest"], [[]],
    "\ud800", {"card": "Forest"}, {"resolved": "Opt"}, "0..1", "1..0", "back", "a\nb",
]  # fmt: skip
KEYS = [
    "id",
    "card",
    "since",
    "X",
    "chosen",
    "event",
    "cleanup",
    "pools",
    "timestamps",
    "as",
    "you",
    "face",
    "G",
    "",
    'q"',
]


def paths(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if here:
        yield here
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths(inner, (*here, key))


def damage(claim: dict[str, Any], chance: random.Random) -> None:
    path = chance.choice(list(paths(claim)))
    inside: Any = claim
    for key in path[:-1]:
        inside = inside[key]
    what = chance.randrange(4)
    if what == 0:
        del inside[path[-1]]
    elif what == 1 and isinstance(inside, dict):
        inside[chance.choice(KEYS)] = copy.deepcopy(chance.choice(VALUES))
    elif what == 2 and isinstance(inside, dict):
        inside[chance.choice(KEYS)] = inside.pop(path[-1])
    else:
        inside[path[-1]] = copy.deepcopy(chance.choice(VALUES))


def test_the_claim_itself_is_right() -> None:
    assert count_instances(claims_from({"claim": [CLAIM]}, "here")[0]) == 8


@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_claim_is_read_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    refused: list[str] = []
    for _ in range(60):
        claim = copy.deepcopy(CLAIM)
        for _ in range(chance.choice([1, 1, 2])):
            damage(claim, chance)
        try:
            (read,) = claims_from({"claim": [claim]}, "here")
            found = list(instances(read))
            assert len(found) == count_instances(read)
        except (BadInput, Unmodelled) as error:
            refused.append(str(error))
            continue
        for one in found:
            assert board_from(tomllib.loads(write_board(one.board))) == one.board
    assert all(line.startswith("here") or "not in the pool" in line for told in refused for line in told.split("\n"))
