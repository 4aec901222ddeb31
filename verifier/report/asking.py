"""What is asked about: the board of a file or of standard input, with an event, under other readings."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..board import Board, Event, Readings
from ..board_format.boards import base_of, board_from
from ..board_format.document import document_from, read_document
from ..board_format.entries import permanent_id
from ..board_format.problems import Problems, check_shape, nearest
from ..board_format.reading import Reading
from ..errors import BadInput, Unmodelled
from ..schema import READINGS

STANDARD_INPUT = "-"


def document(path: str) -> dict[str, Any]:
    """The tables of the file; of standard input where the path is ``-``, which may be TOML or JSON."""
    if path != STANDARD_INPUT:
        return read_document(Path(path))
    text = sys.stdin.read()
    suffix = ".json" if text.lstrip().startswith("{") else ".toml"
    return document_from(text, Path(f"standard input{suffix}"))


def place(path: str) -> str:
    """How the file is called in answers and errors."""
    return "standard input" if path == STANDARD_INPUT else path


def board(path: str, readings: Iterable[str]) -> Board:
    """The board of the file under the readings that are given as ``name=value``. Raises BadInput."""
    data = document(path)
    where = place(path)
    if "event" in data:
        raise BadInput("a board with an event is for 'verifier outcomes' and 'verifier graph'", "event", where)
    return with_readings(board_from(data, where), readings)


def board_and_event(path: str, event: Mapping[str, Any] | None, readings: Iterable[str]) -> tuple[Board, Event | None]:
    """The board of the file with its ``event``, or with the one that is given; None if there is neither.

    Raises BadInput.
    """
    from ..claim_format.events import event_from

    data, where = document(path), place(path)
    if event is not None and "event" in data:
        raise BadInput("the board has an event already; leave out the options that give one", "event", where)
    given = data.pop("event", event)
    problems = Problems(where)
    _check(data, problems)
    reading = Reading(problems)
    found, ids = base_of(data, reading)
    if event is not None and "activate" in event and "ability" not in event:
        id = permanent_id(event["activate"], "event.activate", ids, reading)
        problems.stop()
        given = {**event, "ability": only_ability(found, id)}
    if given is not None:
        _check_event(given, problems)
    asked = None if given is None else event_from(given, ids, reading)
    problems.stop()
    return with_readings(found, readings), asked


def only_ability(found: Board, id: str) -> int:
    """The number of the activated ability that is meant where none is given: the only one, or the only one for mana.

    Raises BadInput, with all of them by number, where more than one could be meant.
    """
    from ..cards.wording import ability as worded
    from ..rules.activation import activated_abilities
    from ..rules.layers import things
    from ..rules.mana import mana_sources

    try:
        thing = next((one for one in things(found) if one.id == id), None)
    except Unmodelled:
        raise BadInput("which ability is not said", "--ability") from None
    if thing is None:
        return 1
    listed = activated_abilities(thing)
    adding = {source.number for source in mana_sources(thing.abilities)}
    for fitting in (listed, [one for one in listed if one[0] in adding]):
        if len(fitting) == 1:
            return listed.index(fitting[0]) + 1
    if not listed:
        raise BadInput(f"{id} has no activated ability", "--activate")
    told = "".join(f"\n  {number}  {worded(ability)}" for number, (_, ability) in enumerate(listed, 1))
    raise BadInput(f"{id} has several activated abilities; name one by its number:{told}", "--ability")


def _check(data: Mapping[str, Any], problems: Problems) -> None:
    """Hold a board against the schema."""
    check_shape(data, "board", problems)
    problems.stop()


def _check_event(event: Any, problems: Problems) -> None:
    """Hold an event against the schema, in which it is part of a claim."""
    whole = Problems(problems.where)
    stand_in = {"id": "event", "says": "event", "rules": ["106"], "source": {"rule": "106"}, "expect": {"legal": True}}
    check_shape({"claim": [{**stand_in, "event": event}]}, "claims", whole)
    for problem in whole.found:
        problems.add(problem.key.removeprefix("claim[0]."), problem.problem, problem.suggestion)
    problems.stop()


def with_readings(found: Board, readings: Iterable[str]) -> Board:
    """The board under the readings that are given as ``name=value``. Raises BadInput."""
    changed: dict[str, Any] = {}
    for written in readings:
        name, equals, value = written.partition("=")
        if name not in READINGS:
            raise BadInput(f"no reading is called {name!r}", "--reading", suggestion=nearest(name, READINGS))
        if not equals or value not in READINGS[name]:
            words = " or ".join(READINGS[name])
            raise BadInput(
                f"the reading {name} is {words}, not {value!r}", "--reading", suggestion=nearest(value, READINGS[name])
            )
        changed[name.replace("-", "_")] = value
    readings_now: Readings = replace(found.readings, **changed)
    return found.with_readings(readings_now)


def permanent_of(found: Board, id: str, key: str) -> str:
    """The id of the permanent on the board. Raises BadInput with the nearest one."""
    ids = [permanent.id for permanent in found.permanents]
    if id not in ids:
        raise BadInput(f"no permanent has the id {id!r}", key, suggestion=nearest(id, ids))
    return id
