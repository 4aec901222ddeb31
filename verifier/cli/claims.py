"""Claims: proved, explained, exported for another solver, recorded and compared."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..claim import Verdict
from ..errors import BadInput
from ..report.console import show, width, write
from ..report.failure import error as failure
from .options import DEBUG, INCOMPLETE, JSON, NO_PROOF, READING, main, together, write_json

if TYPE_CHECKING:
    from ..claim import Claim
    from ..report.claims import Checked

PATHS = click.argument("paths", metavar="PATH...", nargs=-1, required=True)
NO_CACHE = click.option("--no-cache", is_flag=True, help="Decide everything anew and keep nothing.")
JOBS = click.option("--jobs", "-j", type=click.IntRange(1), metavar="N", help="Processes; by default as it pays.")
DECIDING = together(PATHS, NO_PROOF, NO_CACHE, JOBS, JSON, DEBUG)


def _claims(paths: Sequence[str]) -> list[Claim]:
    from ..claim_format import read_claims

    claims = read_claims(paths)
    if not claims:
        raise BadInput("there is no claim here", where=", ".join(paths))
    return claims


def _decide(claims: Sequence[Claim], *, no_proof: bool, no_cache: bool, jobs: int | None) -> list[Checked]:
    from ..report.checking import check_all
    from ..report.kept import Kept

    return check_all(claims, proof=not no_proof, jobs=jobs, kept=None if no_cache else Kept())


def _theorems(paths: Sequence[str]) -> list[Checked]:
    from ..report.claims import Checked
    from ..theorems import settled

    return [Checked(result.claim, result) for result in settled(paths)]


def _write_file(path: str, text: str) -> None:
    from ..records import write_atomically

    try:
        write_atomically(Path(path), text)
    except OSError as error:
        raise BadInput(f"it cannot be written: {error.strerror}", where=path) from None


@main.command("check")
@DECIDING
@click.option("--quiet", "-q", is_flag=True, help="Leave out the lines of claims with the expected verdict.")
@click.option("--frozen", is_flag=True, help="Fail where a record is missing or is not what comes out.")
@click.option("--junit", metavar="FILE", help="Write the verdicts as JUnit XML too.")
@click.option("--markdown", metavar="FILE", help="Write a summary in Markdown too.")
def check(
    *, paths: tuple[str, ...], quiet: bool, frozen: bool, junit: str | None, markdown: str | None, as_json: bool,
    no_proof: bool, no_cache: bool, jobs: int | None,
) -> None:  # fmt: skip
    """Prove claims: files, directories with all that is in them, or FILE#ID for one claim.

    Of a directory the theorems in folders of that name are settled too.

    Exit codes, the first that applies: 5 two of our own answers disagree; 2 bad input; 1 a verdict is not the expected
    one; 4 a record is missing or stale under --frozen; 3 something is undecided or unmodelled; 0 every claim has its
    expected verdict.

    Example: verifier check --frozen --junit report.xml proofs/
    """
    from ..report import claims as told
    from ..report import records as told_records
    from ..report.labels import legend

    claims = _claims(paths)
    checked = _decide(claims, no_proof=no_proof, no_cache=no_cache, jobs=jobs)
    stale = told_records.stale_in(checked, paths, proof=not no_proof) if frozen else []
    if not no_proof:
        checked += _theorems(paths)
    if junit or markdown:
        from ..report import ci

        if junit:
            _write_file(junit, ci.junit(checked, stale))
        if markdown:
            _write_file(markdown, ci.markdown(checked, stale))
    code = told.exit_code(checked, stale=bool(stale))
    if as_json:
        found = {**told.as_json(checked), "exit_code": code}
        write_json("check", {**found, "stale": told_records.stale_json(stale)} if frozen else found)
    else:
        lines = told.text(checked, quiet=quiet, width=width(), proof=not no_proof)
        show([*lines, *legend(lines), *told_records.stale_text(stale)])
    raise click.exceptions.Exit(code)


@main.command("explain")
@click.argument("what", metavar="CLAIM|BOARD")
@click.option("--why", metavar="'ID: TYPE'", help="Why the permanent could produce the type, or 'PLAYER: SIZE'.")
@click.option("--why-not", metavar="'ID: TYPE'", help="Why it could not.")
@READING
@INCOMPLETE
@NO_PROOF
@JSON
@DEBUG
def explain(
    *, what: str, why: str | None, why_not: str | None, readings: tuple[str, ...], incomplete: bool, no_proof: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """The run or the reason behind a claim, FILE#ID, or behind one thing that a permanent of a BOARD could produce.

    Of a player's maximum hand size with --why 'you: 7' or --why-not 'you: no maximum'.

    Example: verifier explain examples/contamination.toml --why-not "Forest: G"
    """
    if why is not None and why_not is not None:
        raise BadInput("one question at a time", "--why-not")
    if why is None and why_not is None:
        if readings or incomplete:
            _refuse_a_bare_board(what)
            raise BadInput("a claim says its readings itself", "--reading" if readings else "--incomplete", what)
        _refuse_a_bare_board(what)
        _explain_claim(what, proof=not no_proof, as_json=as_json)
        return
    option = "--why" if why is not None else "--why-not"
    asked = why if why is not None else why_not
    assert asked is not None
    _explain_board(what, option, asked, readings, incomplete=incomplete, proof=not no_proof, as_json=as_json)


def _refuse_a_bare_board(path: str) -> None:
    """Say what is missing where a board is named and nothing is asked about it."""
    from ..board_format.boards import board_from
    from ..report.asking import STANDARD_INPUT, document, place
    from ..report.explain import missing_question

    if path != STANDARD_INPUT and not Path(path).is_file():
        return
    data = document(path)
    if "claim" in data:
        return
    data.pop("event", None)
    raise missing_question(board_from(data, place(path)), place(path))


def _explain_claim(name: str, *, proof: bool, as_json: bool) -> None:
    from ..report import explain as told
    from ..report.claims import exit_code
    from ..report.labels import legend

    claims = _claims([name])
    if len(claims) > 1:
        raise BadInput(f"there are {len(claims)} claims; name one, {claims[0].name}", where=name)
    (checked,) = _decide(claims, no_proof=not proof, no_cache=False, jobs=1)
    if as_json:
        write_json("explain", told.claim_as_json(checked))
    else:
        lines = told.claim_text(checked, width(), proof=proof)
        show([*lines, *legend(lines)])
    open_ = checked.result is not None and checked.result.verdict in {Verdict.UNMODELLED, Verdict.UNDECIDED}
    raise click.exceptions.Exit(5 if exit_code([checked]) == 5 else 3 if open_ else 0)


def _explain_board(
    path: str, option: str, question: str, readings: tuple[str, ...], *, incomplete: bool, proof: bool, as_json: bool
) -> None:
    from ..report import could_produce, hand_size
    from ..report import explain as told
    from ..report.asking import board_and_event
    from ..report.incomplete import going_on
    from ..report.proof import UNPROVED
    from .options import write_answer

    whole, _ = board_and_event(path, None, readings)
    asked = told.asked_about(whole, question, option)
    content: dict[str, Any]
    if asked[0] in whole.names:
        sizes, about, left_out = going_on(
            whole, lambda b: hand_size.answers(b, every_order=False), incomplete=incomplete
        )  # fmt: skip
        by = _proofs().hand_size(about, sizes) if proof else UNPROVED
        lines, content = told.player_text(about, sizes, by, asked, width()), told.player_json(sizes, by, asked)
    else:
        needed = frozenset({asked[0]})
        found, about, left_out = going_on(whole, could_produce.answers, incomplete=incomplete, needed=needed)
        by = _proofs().could_produce(about, found, asked[0]) if proof else UNPROVED
        lines, content = told.permanent_text(about, found, by, asked, width()), told.permanent_json(found, by, asked)
    write_answer(
        "explain", as_json, path, (about, left_out, ()), title=f"{option.removeprefix('--')} {question}",
        lines=lambda: lines, content=lambda: content, proved=by,
    )  # fmt: skip


def _proofs() -> Any:
    from ..report import proved

    return proved


@main.command("export")
@click.argument("claim", metavar="CLAIM")
@click.option("--output", "-o", "directory", metavar="DIR", default=".", help="Where the files go; here if left out.")
@JSON
@DEBUG
def export(*, claim: str, directory: str, as_json: bool) -> None:
    """What claims ask of any solver: their obligations as SMT-LIB 2.6, one file each, satisfiable or not.

    CLAIM is FILE#ID, or a file or a directory for all claims in it. Claims that are not encoded for a solver are named
    and left out, and the exit code is 3.

    Example: verifier export proofs/rules/402.toml#ID -o out/
    """
    from ..report import export as exporting
    from ..report.running import described

    found = exporting.export(_claims([claim]), Path(directory))
    if as_json:
        files = [{"file": str(path), "expected": of.expect, "meaning": of.meaning} for path, of in found.written]
        left_out = [{"claim": of.name, **failure(error)} for of, error in found.left_out]
        write_json("export", {"files": files, "left_out": left_out})
    else:
        show([f"{path}  {of.expect}: {of.meaning}" for path, of in found.written])
        for of, error in found.left_out:
            click.echo(f"{of.name}: not exported, {described(error)}", err=True)
    raise click.exceptions.Exit(3 if found.left_out else 0)


@main.command("record")
@DECIDING
def record(*, paths: tuple[str, ...], as_json: bool, no_proof: bool, no_cache: bool, jobs: int | None) -> None:
    """Write down beside each claims file what its claims mean: verdict, bounds, witness, what they rest on.

    Versions and digests go to one ledger.json. Nothing is written where two of our own answers disagree. Exit codes as
    of check.

    Example: verifier record proofs/
    """
    from ..report import claims as told
    from ..report import records as told_records

    if no_proof:
        raise BadInput("what a claim rests on is known by its proof only", "--no-proof")
    part = next((path for path in paths if "#" in path and not Path(path).exists()), None)
    if part is not None:
        raise BadInput("records are of whole files", where=part)
    claims = _claims(paths)
    checked = _decide(claims, no_proof=False, no_cache=no_cache, jobs=jobs)
    code = told.exit_code(checked)
    written = told_records.write(checked, paths) if code != 5 else []
    if as_json:
        write_json("record", {**told.as_json(checked), "written": [str(path) for path in written]})
    else:
        show([*told.text(checked, quiet=True, width=width()), *(f"  {path}" for path in written)])
    raise click.exceptions.Exit(code)


@main.command("diff")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@JSON
@DEBUG
def diff(*, old: str, new: str, as_json: bool) -> None:
    """What moved between two records, or two directories of records. Exit codes: 0 nothing, 1 something.

    Example: verifier diff old/proofs proofs
    """
    from ..records import differences
    from ..report import records as told

    found = differences(Path(old), Path(new))
    if as_json:
        write_json("diff", {"moves": told.moves_json(found)})
    else:
        write("\n".join(told.moves_text(found)))
    raise click.exceptions.Exit(1 if found else 0)
