"""The obligations of a claim as SMT-LIB 2.6, one file each, for any solver to read."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..board import Activate, Board, Event, Tap
from ..certify import table_obligations
from ..claim import Claim
from ..encode.answers import Question, quickly
from ..encode.could_produce import Fixpoint
from ..encode.space import Space
from ..encode.table import Table
from ..errors import BadInput, Undecided, Unmodelled
from ..instances import first_instance
from ..prove import solve_claim
from ..records import write_atomically
from ..solve.obligation import Obligation
from ..solve.smtlib import export as as_smtlib
from ..solve.z3_backend import Answer

_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")
MOST_OF_A_NAME = 60


def obligations(claim: Claim) -> tuple[Obligation, ...]:
    """What was asked of the solver about the claim, in order, each once.

    Raises Unmodelled where nothing of the claim is encoded, Undecided.
    """
    if claim.unknown_card is not None:
        raise Unmodelled(claim.unknown_card, "the card is not in the pool")
    found = [_settled(*pair) for pair in solve_claim(claim).obligations]
    if not found and claim.for_all.is_trivial:
        instance = first_instance(claim)
        if instance is not None:
            expect = claim.expect
            mana = bool(expect.could_produce or expect.could_include or expect.could_exclude)
            found = _about(instance.board, instance.event, mana=mana)
    if not found:
        raise Unmodelled(claim.name, "nothing that it claims is encoded for a solver")
    unique: dict[str, Obligation] = {}
    for obligation in found:
        unique.setdefault(as_smtlib(obligation), obligation)
    return tuple(unique.values())


def _about(board: Board, event: Event | None, *, mana: bool) -> list[Obligation]:
    """What the answer to one board rests on."""
    found: list[Obligation] = []
    if mana:
        fixpoint = Fixpoint(Table(Space(board)), quickly)
        members = fixpoint.members
        asked = [_settled(*pair) for rule in fixpoint.rules for pair in rule.ends.asked]
        found += [fixpoint.closed(members), fixpoint.derived(members), *asked, *table_obligations(fixpoint)]
    if isinstance(event, Tap | Activate):
        found += [_settled(*pair) for pair in Question(board, event).asked]
    return found


def _settled(obligation: Obligation, answer: Answer) -> Obligation:
    """The obligation with the answer that was found: a question that was open when it was asked is so no longer."""
    return obligation if answer.status == "unknown" else obligation.expecting(answer.status)


@dataclass(frozen=True, slots=True)
class Exported:
    """The files that were written, each with what it asks, and the claims of which there are none, with the reason."""

    written: tuple[tuple[Path, Obligation], ...]
    left_out: tuple[tuple[Claim, Unmodelled | Undecided], ...]


def export(claims: Sequence[Claim], directory: Path) -> Exported:
    """Write the files of all claims that are encoded. Of a claim that is not, there is none.

    Where two claims have the same id their files are in folders named after the claims' files. Raises BadInput where
    it cannot write.
    """
    places = _places(claims, directory)
    written: list[tuple[Path, Obligation]] = []
    left_out: list[tuple[Claim, Unmodelled | Undecided]] = []
    for claim, place in zip(claims, places, strict=True):
        try:
            found = obligations(claim)
        except (Unmodelled, Undecided) as error:
            left_out.append((claim, error))
            continue
        written += _write(claim, found, place)
    return Exported(tuple(written), tuple(left_out))


def _places(claims: Sequence[Claim], directory: Path) -> list[Path]:
    """The folder of each claim's files: the directory itself, one for each file if otherwise ids would meet."""
    if len({claim.id for claim in claims}) == len(claims):
        return [directory] * len(claims)
    files = list(dict.fromkeys(claim.file for claim in claims))
    inside = Path(os.path.commonpath([Path(file).parent for file in files]))
    return [directory / Path(claim.file).relative_to(inside).with_suffix("") for claim in claims]


def file_names(claim: Claim, of: tuple[Obligation, ...]) -> list[str]:
    """A name for each file: the claim's id, the place in the order and what it is about."""
    width = max(2, len(str(len(of))))
    names = []
    for number, obligation in enumerate(of, 1):
        about = _NOT_IN_NAMES.sub("-", obligation.name.lower()).strip("-")[:MOST_OF_A_NAME].strip("-")
        names.append(f"{claim.id}-{number:0{width}}{f'-{about}' if about else ''}.smt2")
    return names


def _write(claim: Claim, of: tuple[Obligation, ...], directory: Path) -> list[tuple[Path, Obligation]]:
    written = []
    for name, obligation in zip(file_names(claim, of), of, strict=True):
        path = directory / name
        try:
            write_atomically(path, as_smtlib(obligation))
        except OSError as error:
            raise BadInput(f"it cannot be written: {error.strerror}", where=str(path)) from None
        written.append((path, obligation))
    return written
