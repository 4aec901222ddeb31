"""Claims from files, directories and tables."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ..board import EntersEvent
from ..board_format.boards import without_entries
from ..board_format.document import SUFFIXES, document_from, plain_table, read_text
from ..board_format.entries import build_entry, check_attachments
from ..board_format.problems import Problems, check_shape, is_the_other_kind, nearest, raise_all
from ..board_format.reading import Reading
from ..claim import Claim, Copies, ForAll, Source, Verdict
from ..errors import BadInput, ManyBadInputs
from ..expressions import LARGEST, RESERVED
from ..rules_table import exists
from ..rules_table import nearest as nearest_rule
from ..schema import MOST_ENTRIES
from .events import event_from
from .expectations import Expectations
from .prepare import entries_of, first_numbers

BOARD_KEYS = ("edition", "players", "active", "readings", "battlefield", "player")
RECORD = ".record.toml"


def read_claims(paths: Iterable[Path | str]) -> list[Claim]:
    """The claims of files, of directories with all that is in them, and of ``FILE#ID``, in sorted order of the files.

    In a directory only ``.toml`` and ``.json`` files are read, without records and without JSON files that hold no
    claims. A card that is not in the pool is no error here: the claim that names it says so. Raises BadInput, or
    ManyBadInputs where several things are wrong, after everything has been read.
    """
    found: list[Claim] = []
    wrong: list[BadInput] = []
    done: set[tuple[str, str]] = set()
    for path in paths:
        try:
            files = list(_files(path))
        except BadInput as error:
            wrong.append(error)
            continue
        for file, walked, wanted in files:
            if (str(file), wanted) in done:
                continue
            done.add((str(file), wanted))
            try:
                found += _of_file(file, walked, wanted)
            except ManyBadInputs as error:
                wrong += error.problems
            except BadInput as error:
                wrong.append(error)
    raise_all(wrong)
    return found


def claims_from(data: Mapping[str, Any], where: str, text: str = "") -> list[Claim]:
    """The claims of a table of the same form as a file, whose ``text`` tells the lines.

    Raises BadInput, or ManyBadInputs where several things are wrong.
    """
    data = plain_table(dict(data), where)
    tables = data.get("claim", [])
    _refuse_twins(tables, where, text)
    problems = Problems(where)
    check_shape(data, "claims", problems)
    wrong = _name_claims(tables, problems)
    claims = []
    for place, table in enumerate(tables if isinstance(tables, list) else ()):
        if place in wrong:
            continue
        here = Problems(f"{where}#{table['id']}")
        claims.append(_claim(table, where, _lines_of(table["id"], text)[0], here))
        problems.found += here.found
    problems.stop()
    return claims


def _refuse_twins(tables: Any, where: str, text: str) -> None:
    """Refuses a file in which two claims have the same id, before anything else is said about it."""
    wrong, places = Problems(where), dict[str, int]()
    for place, id in enumerate(_ids(tables)):
        if id in places:
            lines = _lines_of(id, text)
            told = f", in lines {lines[0]} and {lines[1]}" if len(lines) > 1 else f", first by claim[{places[id]}]"
            wrong.add(f"claim[{place}].id", f"the id {id!r} is used twice{told}")
        elif id:
            places[id] = place
    wrong.stop()


def _ids(tables: Any) -> list[str]:
    """The ids of the claims, ``""`` where one has none."""
    ids = [table.get("id") if isinstance(table, dict) else None for table in tables] if isinstance(tables, list) else []
    return [id if isinstance(id, str) else "" for id in ids]


def _files(path: Path | str) -> Iterator[tuple[Path, bool, str]]:
    given = Path(path)
    if given.is_dir():
        for directory, folders, files in os.walk(given):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(files):
                if name.endswith(SUFFIXES) and not name.endswith(RECORD) and not name.startswith("."):
                    yield Path(directory) / name, True, ""
        return
    file, mark, wanted = str(path).rpartition("#")
    if mark and not given.exists():
        if not wanted:
            raise BadInput("no claim is named behind the #", where=str(path))
        yield Path(file), False, wanted
        return
    yield given, False, ""


def _of_file(file: Path, walked: bool, wanted: str) -> list[Claim]:
    text = read_text(file)
    data = document_from(text, file)
    if walked and file.suffix == ".json" and "claim" not in data:
        return []
    if wanted and not is_the_other_kind(data, "claims"):
        # What is wrong with its neighbours is no matter of the claim that is asked for.
        ids = _ids(data.get("claim"))
        if wanted not in ids:
            raise BadInput(
                f"there is no claim {wanted!r}", where=str(file), suggestion=nearest(wanted, filter(None, ids))
            )
        data["claim"] = [table for table, id in zip(data["claim"], ids, strict=True) if id == wanted]
    return claims_from(data, str(file), text)


def _name_claims(tables: Any, problems: Problems) -> set[int]:
    """The places of the claims that have a problem; a problem names its claim by id where there is one."""
    wrong = set()
    for problem in problems.found:
        place = re.match(r"claim\[(\d+)\]\.?", problem.key)
        if place is None:
            continue
        wrong.add(int(place[1]))
        table = tables[int(place[1])]
        if isinstance(table, dict) and isinstance(table.get("id"), str) and problem.key != f"{place[0]}id":
            problem.where, problem.key = f"{problem.where}#{table['id']}", problem.key[place.end() :]
    return wrong


def _lines_of(id: str, text: str) -> list[int]:
    """The lines in which claims get that id; of a text without such a line, where it is first spoken of."""
    named = rf"""^\s*(?:id\s*=\s*|\{{?\s*"id"\s*:\s*)["']{re.escape(id)}["']"""
    found = list(re.finditer(named, text, re.MULTILINE)) or list(re.finditer(rf"""["']{re.escape(id)}["']""", text))[:1]
    return [text.count("\n", 0, place.end()) + 1 for place in found] or [1]


def _claim(table: Mapping[str, Any], file: str, line: int, problems: Problems) -> Claim:
    for_all = _for_all(table.get("for_all", {}), problems)
    reading = Reading(problems, first_numbers(for_all), go_on=True)
    board_data = {key: table[key] for key in BOARD_KEYS if key in table}
    event_data = table.get("event")
    without_entries(board_data, reading)
    entries = entries_of(board_data, for_all, reading)
    if len(entries.all) > MOST_ENTRIES:
        problems.add("for_all", f"an instance has {len(entries.all)} entries, and the most is {MOST_ENTRIES}")
    for draft in entries.all[: MOST_ENTRIES + 1]:
        build_entry(draft, 0, entries.ids, reading)
    check_attachments(entries.all, entries.ids, reading)
    event = None if event_data is None else event_from(event_data, entries.ids, reading)
    arrival = event.name if isinstance(event, EntersEvent) else ""
    _check_rules(table, problems)
    expect = Expectations(entries.ids, reading, for_all.names, arrival).read(table["expect"], event_data)
    return Claim(
        id=table["id"],
        says=table["says"],
        rules=tuple(table["rules"]),
        source=Source(**table["source"]),
        file=file,
        line=line,
        board_data=board_data,
        event_data=event_data,
        expect=expect,
        for_all=for_all,
        verdict=Verdict(table.get("verdict", "proved")),
        unknown_card=next(iter(reading.unknown), None),
        suggestion=next(iter(reading.unknown.values()), ""),
        unknown_at=next(iter(reading.unknown_at), ""),
    )


def _check_rules(table: Mapping[str, Any], problems: Problems) -> None:
    """The rules that a claim names are rules that there are."""
    source = table["source"].get("rule")
    cited = [(f"rules[{place}]", number) for place, number in enumerate(table["rules"])]
    for key, number in [*cited, *([("source.rule", source)] if source is not None else [])]:
        if not exists(number):
            problems.add(key, f"there is no rule {number}", nearest_rule(number))


def _for_all(data: Mapping[str, Any], problems: Problems) -> ForAll:
    copies = data.get("copies_of")
    numbers = []
    for name, span in data.get("number", {}).items():
        least, most = (int(end) for end in span.split(".."))
        if max(abs(least), abs(most)) > LARGEST:
            problems.add(f"for_all.number.{name}", f"a number is at most {LARGEST}")
        numbers.append((name, (least, most)))
    for_all = ForAll(
        timestamps=data.get("timestamps", False),
        subset_of=tuple(data.get("subset_of", ())),
        copies_of=None if copies is None else Copies(copies["card"], copies["from"], copies["to"], copies.get("as")),
        number=tuple(numbers),
    )
    for place, name in enumerate(for_all.names):
        key = f"for_all.number.{name}" if place < len(numbers) else "for_all.copies_of.as"
        if name in RESERVED:
            problems.add(key, f"a number cannot be called {name!r}")
        if name in for_all.names[:place]:
            problems.add(key, f"another number is called {name!r}")
    return for_all
