"""Questions about a board: what permanents could produce, hand sizes, outcomes, the graph of effects, a certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..errors import BadInput
from ..report.console import width, write
from .options import ABOUT_A_BOARD, NO_PROOF, main, write_answer

if TYPE_CHECKING:
    from ..board import Board


@main.command("could-produce")
@ABOUT_A_BOARD
@NO_PROOF
def could_produce(*, board: str, readings: tuple[str, ...], incomplete: bool, as_json: bool, no_proof: bool) -> None:
    """Which types of mana each permanent could produce (106.7).

    For what can come out a run step by step, for what cannot the reason, with method and evidence of the proof. GG+ is
    two green mana or more.

    Example: verifier could-produce examples/contamination.toml
    """
    from ..report import could_produce as question
    from ..report import json, text
    from ..report.asking import board as read
    from ..report.incomplete import going_on
    from ..report.proof import UNPROVED
    from ..report.readings import otherwise

    found, about, left_out = going_on(read(board, readings), question.answers, incomplete=incomplete)
    depends = otherwise(about, {one.id: one.types for one in found}, question.answered, question.bearing(about))
    proved = UNPROVED if no_proof else _proofs().could_produce(about, found)
    write_answer(
        "could-produce", as_json, board, (about, left_out, depends), title="could produce (106.7)",
        lines=lambda: text.could_produce(about, found, width(), proved.proofs),
        content=lambda: json.could_produce(found, proved.proofs), proved=proved,
    )  # fmt: skip


@main.command("hand-size")
@ABOUT_A_BOARD
@click.option("--every-order", is_flag=True, help="Also what comes out over every order of the timestamps.")
@NO_PROOF
def hand_size(
    *, board: str, readings: tuple[str, ...], incomplete: bool, as_json: bool, every_order: bool, no_proof: bool
) -> None:
    """Each player's maximum hand size (402.2), effect by effect in timestamp order (613.11).

    Example: verifier hand-size examples/hand_size.toml --every-order
    """
    from ..report import hand_size as question
    from ..report import json, text
    from ..report.asking import board as read
    from ..report.incomplete import going_on
    from ..report.proof import UNPROVED
    from ..report.readings import otherwise

    def ask(about: Board) -> tuple[question.PlayerSizes, ...]:
        return question.answers(about, every_order=every_order)

    found, about, left_out = going_on(read(board, readings), ask, incomplete=incomplete)
    depends = otherwise(about, question.answered(about), question.answered, question.BEARING)
    proved = UNPROVED if no_proof else _proofs().hand_size(about, found)
    write_answer(
        "hand-size", as_json, board, (about, left_out, depends), title="maximum hand size (402.2)",
        lines=lambda: text.hand_size(about, found, width(), proved.proofs),
        content=lambda: json.hand_size(found, proved.proofs), proved=proved,
    )  # fmt: skip


@main.command("outcomes")
@ABOUT_A_BOARD
@click.option("--tap", metavar="ID", help="The event: this permanent is tapped for mana.")
@click.option("--activate", metavar="ID", help="The event: an ability of this permanent is activated.")
@click.option(
    "--ability", type=click.IntRange(1), metavar="N", help="Which activated ability, from 1; the only one if left out."
)
@click.option("--by", metavar="PLAYER", help="Who taps or activates; the controller if left out.")
@click.option("--sacrifice", multiple=True, metavar="ID", help="What is sacrificed for the cost.")
@click.option("--x", type=click.IntRange(0), metavar="N", help="The value of X.")
@NO_PROOF
def outcomes(
    *, board: str, readings: tuple[str, ...], incomplete: bool, as_json: bool, tap: str | None, activate: str | None,
    no_proof: bool, **details: Any,
) -> None:  # fmt: skip
    """What comes out of an event, over every choice and every order.

    The event is the board's table "event", or mana that the options ask for. Each outcome comes with a run to it, step
    by step with rule numbers.

    Example: verifier outcomes examples/damping.toml
    """
    from ..claim_format.events import ids_of
    from ..report import json, text
    from ..report import outcomes as question
    from ..report.asking import board_and_event
    from ..report.incomplete import going_on
    from ..report.proof import UNPROVED
    from ..report.readings import otherwise

    given = _event_options({"tap": tap, "activate": activate, **details})
    about, event = board_and_event(board, given, readings)
    if event is None:
        missing = "there is no event: give the board a table 'event', or use --tap or --activate"
        raise BadInput(missing, "event", board)
    asked, needed = event, frozenset(ids_of(event))

    found, about, left_out = going_on(
        about, lambda b: question.answers_with_runs(b, asked), incomplete=incomplete, needed=needed
    )  # fmt: skip
    bear = question.readings_that_bear(about, asked)
    depends = otherwise(about, question.answered(about, asked), lambda b: question.answered(b, asked), bear)
    proved = UNPROVED if no_proof else _proofs().outcomes(about, asked, found)
    write_answer(
        "outcomes", as_json, board, (about, left_out, depends), title=question.title(asked),
        lines=lambda: text.outcomes(about, found, width(), proved.proofs),
        content=lambda: json.outcomes(about, found, proved.proofs), proved=proved,
    )  # fmt: skip


def _proofs() -> Any:
    """The proofs of answers; the solver is loaded only for these."""
    from ..report import proved

    return proved


def _event_options(details: dict[str, Any]) -> dict[str, Any] | None:
    """The event that the options give, with the keys of a board file; None if they give none."""
    given = {("X" if key == "x" else key): value for key, value in details.items() if value not in (None, ())}
    if "sacrifice" in given:
        given["sacrifice"] = list(given["sacrifice"])
    return given or None


@main.command("graph")
@ABOUT_A_BOARD
@click.option(
    "--permanent", metavar="ID", help="Whose productions are shown; the one of the board's event if left out."
)
@click.option(
    "--format", "form", type=click.Choice(["text", "dot", "json"]), default="text", help="json is the same as --json."
)
def graph(
    *, board: str, readings: tuple[str, ...], incomplete: bool, as_json: bool, permanent: str | None, form: str
) -> None:
    """The states of a permanent's productions, and which effects can switch which others on or off.

    GG+ is two green mana or more.

    Example: verifier graph examples/contamination.toml --permanent Forest --format dot
    """
    from ..report import graph as question
    from ..report.asking import board_and_event, permanent_of
    from ..report.incomplete import going_on

    whole, event = board_and_event(board, None, readings)
    named = permanent or getattr(event, "permanent", None)
    if named is None:
        raise BadInput("whose productions are shown is not said", "--permanent", board)
    id = permanent_of(whole, named, "--permanent")
    found, about, left_out = going_on(
        whole, lambda b: question.answer(b, id), incomplete=incomplete, needed=frozenset({id})
    )
    if form == "dot" and not as_json:
        marks = [f"// incomplete, without {one.id}: {one.why}" for one in left_out]
        write("\n".join([*marks, *question.dot(found)]))
        return
    write_answer(
        "graph", as_json or form == "json", board, (about, left_out, ()), title=f"productions of {id} (614, 616)",
        lines=lambda: question.text(found), content=lambda: question.as_json(found),
    )  # fmt: skip


@main.command("certify")
@ABOUT_A_BOARD
@click.option("--output", "-o", metavar="FILE", required=True, help="Where the certificate goes.")
def certify(*, board: str, readings: tuple[str, ...], incomplete: bool, as_json: bool, output: str) -> None:
    """Write a certificate of what each permanent could produce, which a short Python program of its own can check.

    The checker stands alone: python -m verifier.solve.checker FILE

    Example: verifier certify examples/contamination.toml -o forest.json
    """
    from pathlib import Path

    from .. import certify as certifying
    from ..records import write_atomically
    from ..report.asking import board_and_event
    from ..report.incomplete import going_on
    from ..solve.certificate import text

    whole, _ = board_and_event(board, None, readings)
    found, about, left_out = going_on(whole, certifying.certificate, incomplete=incomplete)
    try:
        write_atomically(Path(output), text(found))
    except OSError as error:
        raise BadInput(f"it cannot be written: {error.strerror}", where=output) from None
    types = {one.id: certifying.types_certified(found, one.id) for one in about.permanents if not one.phased_out}
    summary = {"file": output, "board_digest": found["board"], "question": found["question"], "could_produce": types}
    lines = [f"  {output}: accepted by the checker", f"  board {found['board']}", f"  question {found['question']}"]
    write_answer(
        "certify", as_json, board, (about, left_out, ()), title="certificate (106.7)",
        lines=lambda: lines, content=lambda: summary,
    )  # fmt: skip
