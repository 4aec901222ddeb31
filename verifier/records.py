"""What claims were found to mean, written down beside them, so that a change of meaning shows as a difference.

A record, ``NAME.record.toml`` beside ``NAME.toml``, holds for each claim its verdict, its bounds, an instance that it
speaks of and what it rests on: no versions and no times, so that an upgrade that changes nothing touches no record.
One ledger holds the rest: digests of the claims, of our code, and which solver was asked.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.resources
import json
import os
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from .check import Result
from .claim import Claim
from .errors import BadInput

RECORD, LEDGER = ".record.toml", "ledger.json"
FORMAT = 1
_NO_MATTER = {"report", "cli", "__pycache__", "_data"}
"""Parts of the package that no result depends on."""

Records = Mapping[str, "Entry"]
"""What was recorded, by the id of the claim."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a claim was found to mean."""

    verdict: str
    bounds: str
    witness: str
    rests_on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stale:
    """A claim or a file whose record is not what it should be, and why."""

    of: str
    why: str

    def __str__(self) -> str:
        return f"{self.of}: {self.why}"


@dataclass(frozen=True, slots=True)
class Move:
    """A claim about which two records differ: in which field, and how."""

    claim: str
    field: str
    old: str
    new: str


def entry_of(result: Result) -> Entry:
    """What is recorded of a result; of a refuted claim its counterexample is the witness."""
    witness = result.witness
    if result.difference is not None:
        where = result.difference.instance.description
        told = f"{result.difference.key} is {result.difference.found}"
        witness = f"{where}: {told}" if where else told
    return Entry(str(result.verdict), result.bounds, witness, tuple(sorted(result.rests_on)))


# Identity ------------------------------------------------------------------------------------------------------------


def meaning(claim: Claim) -> dict[str, Any]:
    """What a claim says as data: its board, event, expectation and quantifiers, without its words."""
    return {
        "board": claim.board_data,
        "event": claim.event_data,
        "expect": repr(claim.expect),
        "for_all": repr(claim.for_all),
        "unknown": claim.unknown_card,
    }


def claim_digest(claim: Claim) -> str:
    """The digest of the claim as it is written, words included, white space and comments apart."""
    words = [claim.id, claim.says, list(claim.rules), asdict(claim.source), str(claim.verdict)]
    return digest([meaning(claim), words])


def digest(data: Any) -> str:
    """SHA-256 of data with sorted keys."""
    return hashlib.sha256(json.dumps(data, sort_keys=True, default=_plain).encode()).hexdigest()


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else str(value)


@functools.cache
def code_digest() -> str:
    """A digest of our own code as far as results depend on it."""
    whole = hashlib.sha256()
    folders = [("", importlib.resources.files(__package__))]
    while folders:
        path, folder = folders.pop()
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.is_dir():
                if entry.name not in _NO_MATTER:
                    folders.append((f"{path}{entry.name}/", entry))
            elif entry.name.endswith((".py", ".lark")):
                whole.update(f"{path}{entry.name}\n".encode() + hashlib.sha256(entry.read_bytes()).digest())
    return whole.hexdigest()


# Files ---------------------------------------------------------------------------------------------------------------


def record_path(file: Path) -> Path:
    """Where the record of a claims file stands."""
    stem = file.name.removesuffix(".toml")
    return file.with_name(f"{stem}{RECORD}")


def record_text(entries: Records) -> str:
    """The record as TOML, claims in the order of their ids."""
    lines = ["# Written by 'verifier record'. A difference here means that the meaning of a claim has moved."]
    for id, entry in sorted(entries.items()):
        lines += ["", f"[{_quoted(id)}]"]
        for field in fields(entry):
            value = getattr(entry, field.name)
            if isinstance(value, str):
                lines.append(f"{field.name} = {_quoted(value)}")
            elif len(value) < 2:
                lines.append(f"{field.name} = [{', '.join(map(_quoted, value))}]")
            else:
                lines += [f"{field.name} = [", *(f"    {_quoted(part)}," for part in value), "]"]
    return "\n".join([*lines, ""])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def read_record(path: Path) -> dict[str, Entry]:
    """The record of a file. Raises BadInput where it cannot be read or has another form."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return {id: _entry(table) for id, table in data.items()}
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"it cannot be read: {error.strerror or error}" if isinstance(error, OSError) else str(error),
                       where=str(path)) from None  # fmt: skip
    except (tomllib.TOMLDecodeError, TypeError, ValueError, AttributeError) as error:
        raise BadInput(f"not a record: {error}", where=str(path)) from None


def _entry(table: Mapping[str, Any]) -> Entry:
    if not _whole(table):
        raise ValueError("an entry has other keys than verdict, bounds, witness and rests_on")
    return Entry(table["verdict"], table["bounds"], table["witness"], tuple(table["rests_on"]))


def _whole(table: Any) -> bool:
    wanted = {field.name for field in fields(Entry)}
    texts = ("verdict", "bounds", "witness")
    return (
        isinstance(table, dict)
        and set(table) == wanted
        and all(isinstance(table[key], str) for key in texts)
        and isinstance(table["rests_on"], list)
        and all(isinstance(part, str) for part in table["rests_on"])
    )


def ledger_path(file: Path) -> Path | None:
    """The nearest ledger in the directory of the file or above it."""
    start = file.parent.resolve()
    for directory in (start, *start.parents):
        if (directory / LEDGER).is_file():
            return directory / LEDGER
    return None


def read_ledger(path: Path) -> dict[str, Any]:
    """The ledger. Raises BadInput where it cannot be read or has another form."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(f"not a ledger: {error}", where=str(path)) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("claims"), dict):
        raise BadInput("not a ledger of a form that is known here", where=str(path))
    return data


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that a reader has the old one or the new one, never half of one. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:16]}-", suffix=".new")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as draft:
            draft.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


# Recording -----------------------------------------------------------------------------------------------------------


def record(results: Sequence[Result], roots: Iterable[Path], solvers: Mapping[str, str]) -> list[Path]:
    """Write a record beside every claims file and one ledger; the files that were written.

    ``results`` are of all claims of their files; ``roots`` are the paths that were given: a ledger is made in the first
    that is a directory, unless there is one above a file already. Raises BadInput where something cannot be written.
    """
    by_file: dict[Path, dict[str, Result]] = {}
    for result in results:
        by_file.setdefault(Path(result.claim.file), {})[result.claim.id] = result
    fresh = next((root for root in roots if root.is_dir()), None)
    ledgers: dict[Path, dict[Path, dict[str, Result]]] = {}
    for file, found in by_file.items():
        ledger = ledger_path(file) or (fresh or file.parent) / LEDGER
        ledgers.setdefault(ledger, {})[file] = found
    written = []
    try:
        for file, found in sorted(by_file.items()):
            path = record_path(file)
            write_atomically(path, record_text({id: entry_of(result) for id, result in found.items()}))
            written.append(path)
        for path, files in sorted(ledgers.items()):
            write_atomically(path, _ledger_text(path, files, solvers))
            written.append(path)
    except OSError as error:
        raise BadInput(f"it cannot be written: {error.strerror}", where=str(error.filename)) from None
    return written


def _ledger_text(path: Path, files: Mapping[Path, Mapping[str, Result]], solvers: Mapping[str, str]) -> str:
    claims = dict(read_ledger(path)["claims"]) if path.is_file() else {}
    claims = {name: known for name, known in claims.items() if (path.parent / name).is_file()}
    for file, found in files.items():
        claims[name_in(path, file)] = {
            id: {"digest": claim_digest(result.claim), "method": result.method, "evidence": result.evidence}
            for id, result in sorted(found.items())
        }
    whole = {"format": FORMAT, "code": code_digest(), "solvers": dict(solvers), "claims": claims}
    return json.dumps(whole, indent=1, sort_keys=True) + "\n"


def name_in(ledger: Path, file: Path) -> str:
    """How the ledger calls a claims file: its path from there."""
    return Path(os.path.relpath(file.resolve(), ledger.parent.resolve())).as_posix()


# Holding records against results -------------------------------------------------------------------------------------


def stale(results: Sequence[Result], paths: Iterable[Path], *, proof: bool = True) -> list[Stale]:
    """What is missing or not as recorded, in the order of the claims. Raises BadInput for a file of another form.

    ``paths`` are what was asked for: of files and directories given whole, records without their claims are named too.
    Without ``proof`` only verdicts and bounds are compared.
    """
    by_file: dict[Path, list[Result]] = {}
    for result in results:
        by_file.setdefault(Path(result.claim.file), []).append(result)
    given = list(paths)
    found: list[Stale] = []
    for file, mine in by_file.items():
        found += _stale_in(file, mine, whole=file in given or any(_under(file, path) for path in given), proof=proof)
    for path in given:
        if path.is_dir():
            found += _orphans(path)
    return found


def _under(file: Path, directory: Path) -> bool:
    return directory.is_dir() and file.resolve().is_relative_to(directory.resolve())


def _stale_in(file: Path, mine: Sequence[Result], *, whole: bool, proof: bool) -> Iterator[Stale]:
    path = record_path(file)
    if not path.is_file():
        yield Stale(str(file), f"there is no record {path.name}")
        return
    recorded = read_record(path)
    ledger = ledger_path(file)
    digests = read_ledger(ledger)["claims"].get(name_in(ledger, file), {}) if ledger is not None else None
    if digests is None:
        yield Stale(str(file), f"there is no {LEDGER} in its directory or above it")
    for result in mine:
        name = result.claim.name
        entry = recorded.get(result.claim.id)
        if entry is None:
            yield Stale(name, "it is not in the record")
            continue
        known = {} if digests is None else digests.get(result.claim.id)
        if known is None or (known and known.get("digest") != claim_digest(result.claim)):
            yield Stale(name, "the claim was changed since it was recorded")
        for move in moves(name, entry, entry_of(result), proof=proof):
            yield Stale(name, f"{move.field} was {move.old or 'nothing'}, is {move.new or 'nothing'}")
    if whole:
        ids = {result.claim.id for result in mine}
        for id in sorted(recorded.keys() - ids):
            yield Stale(f"{file}#{id}", "it is in the record, and there is no such claim")


def _orphans(directory: Path) -> Iterator[Stale]:
    for path in sorted(directory.rglob(f"*{RECORD}")):
        if any(part.startswith(".") for part in path.relative_to(directory).parts):
            continue
        name = path.name.removesuffix(RECORD)
        if not any(path.with_name(other).is_file() for other in (f"{name}.toml", name)):
            yield Stale(str(path), "a record without its claims file")


def moves(claim: str, old: Entry, new: Entry, *, proof: bool = True) -> Iterator[Move]:
    """Where two entries of a claim differ."""
    for field in fields(Entry):
        if not proof and field.name not in {"verdict", "bounds"}:
            continue
        was, now = getattr(old, field.name), getattr(new, field.name)
        if was != now:
            told = [value if isinstance(value, str) else "; ".join(value) for value in (was, now)]
            yield Move(claim, field.name, told[0], told[1])


# Two sets of records -------------------------------------------------------------------------------------------------


def differences(old: Path, new: Path) -> list[Move]:
    """What moved between two records, or two directories of records. Raises BadInput."""
    before, after = _all_of(old), _all_of(new)
    found: list[Move] = []
    for name in sorted(before.keys() | after.keys()):
        was, now = before.get(name), after.get(name)
        if was is None or now is None:
            there, gone = ("", now.verdict) if now is not None else ("", "")
            found.append(Move(name, "claim", was.verdict if was is not None else there, gone))
        else:
            found += moves(name, was, now)
    return found


def _all_of(path: Path) -> dict[str, Entry]:
    if not path.is_dir():
        return {f"#{id}": entry for id, entry in read_record(path).items()}
    found: dict[str, Entry] = {}
    for file in sorted(path.rglob(f"*{RECORD}")):
        name = file.relative_to(path).as_posix().removesuffix(RECORD)
        found |= {f"{name}#{id}": entry for id, entry in read_record(file).items()}
    if not found:
        raise BadInput("there is no record here", where=str(path))
    return found
