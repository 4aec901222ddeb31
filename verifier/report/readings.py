"""Whether an answer depends on how the rules are read, and what it is under the other readings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from ..board import Board, Readings
from ..errors import Illegal, Undecided, Unmodelled
from ..schema import READINGS


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Readings that change the answer: ``readings`` by name with the values that are not taken, and what differs.

    ``differs`` maps the id or player to the answer under these readings and the one that is given. No smaller
    set of changed readings changes the same thing.
    """

    readings: tuple[tuple[str, str], ...]
    taken: tuple[tuple[str, str], ...]
    differs: tuple[tuple[str, str, str], ...]


def key_of(field: str) -> str:
    """The name that a reading has in files."""
    return field.replace("_", "-")


def other(name: str, value: str) -> str:
    """The reading that is not taken."""
    first, second = READINGS[name]
    return second if value == first else first


def otherwise(
    board: Board, answer: Mapping[str, str], ask: Callable[[Board], Mapping[str, str]], names: Sequence[str]
) -> list[Otherwise]:
    """Every smallest change of readings under which something in the answer differs, fewest changes first.

    ``names`` are the fields of the readings that can bear on the question. Where there is no answer under other
    readings, the reason is told instead.
    """
    found: list[Otherwise] = []
    told: dict[str, list[set[str]]] = {}
    for number in range(1, len(names) + 1):
        for chosen in combinations(names, number):
            taken = {key_of(name): getattr(board.readings, name) for name in chosen}
            changed = {name: other(name, value) for name, value in taken.items()}
            values: dict[str, Any] = {name: changed[key_of(name)] for name in chosen}
            readings: Readings = replace(board.readings, **values)
            try:
                there = ask(board.with_readings(readings))
            except (Illegal, Undecided, Unmodelled) as error:
                there = dict.fromkeys(answer, str(error))
            differs = []
            for key in sorted(answer.keys() | there.keys()):
                mine, others = answer.get(key, ""), there.get(key, "")
                if mine != others and not any(smaller <= set(chosen) for smaller in told.get(key, ())):
                    told.setdefault(key, []).append(set(chosen))
                    differs.append((key, others, mine))
            if differs:
                found.append(Otherwise(tuple(changed.items()), tuple(taken.items()), tuple(differs)))
    return found
