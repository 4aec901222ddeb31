"""The printed lines of a face: modes with the line above them, and sections of levels, classes and stations."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ..card import Face
from . import language as a


@dataclass(frozen=True)
class Line:
    """A printed line and the condition under which it is there (levels, classes, stations)."""

    text: str
    condition: Any = None
    zone: str = "battlefield"


def with_modes(lines: list[str]) -> list[str]:
    """Lines with a dot before them are modes of the line above."""
    found: list[str] = []
    for line in lines:
        if (
            line.startswith("\u2022")
            and found
            and not re.match(r"As ~ enters, choose ", found[-1])
            and not re.match(r"\u2022 [A-Z]\w+ \u2014 ", found[-1])
        ):
            found[-1] += f"\n{line}"
        elif found and re.search(r"\b[Rr]olls?\b", found[-1]) and (result := _RESULT.match(line)):
            found[-1] += f"\x01{result[1]}"
        else:
            found.append(line)
    return found


_RESULT = re.compile(r"(?:\d+[-\u2013\u2014]\d+|\d+\+?) \| (.*)$")
"""A line of a table of results (706.3)."""


def sections(lines: list[str], face: Face) -> list[Line]:
    """The lines with the level, class level or station that they belong to (702.87, 716, 721)."""
    found: list[Line] = []
    holds: Any = None
    leveled = "Class" in face.subtypes
    stations = [line for line in lines if re.match(r"(?:STATION )?\d+\+", line)]
    last_station = stations[-1] if stations and "Station" in lines and "Creature" not in face.types else None
    for line in lines:
        level = re.fullmatch(r"LEVEL (\d+)(?:-(\d+)|\+)", line)
        station = re.fullmatch(r"(?:STATION )?(\d+)\+(?: \| (.*))?", line)
        if level:
            least = a.Compare(a.CountersOn("level"), "at least", int(level[1]))
            holds = a.Every((least, a.Compare(a.CountersOn("level"), "at most", int(level[2])))) if level[2] else least
            continue
        if station:
            holds = a.Is(a.HasCounters("charge", int(station[1])))
            if last_station == line and face.power is not None and face.toughness is not None:
                size = f"{face.power}/{face.toughness}"
                found.append(Line(f"~ is a {size} creature in addition to its other types", holds))
            if station[2]:
                found.append(Line(station[2], holds))
            continue
        numbers = re.fullmatch(r"(\d+)/(\d+)", line)
        if numbers and holds is not None:
            found.append(Line(f"~ has base power and toughness {line}", holds))
            continue
        anchor = re.fullmatch(r"\u2022 ([A-Z]\w+) \u2014 (.*)", line)
        if anchor:
            found.append(Line(anchor[2], a.ModeChosen(anchor[1])))
            continue
        class_level = re.fullmatch(r"(?:\{[^{}]*\})+: Level (\d+)", line)
        if class_level and leveled:
            found.append(Line(line))
            holds = a.Compare(a.LevelOf(), "at least", int(class_level[1]))
            continue
        if leveled and re.match(r"When (this Class|~) becomes level", line):
            found.append(Line(line))
            continue
        if re.match(r"Max speed \u2014 ", line):
            found.append(Line(line.partition(" \u2014 ")[2], a.Designation("max speed")))
            continue
        found.append(Line(line, holds))
    return found
