"""The command ``verifier``: one subcommand a question, text for people and one JSON object for programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .errors import BadInput, Disagreement
from .report.console import progress, show, width, write
from .report.failure import encode
from .report.running import Commands, wanted

if TYPE_CHECKING:
    from .board import Board
    from .report.incomplete import LeftOut
    from .report.readings import Otherwise

F = TypeVar("F", bound=Callable[..., Any])

EXIT_CODES = """Exit codes: 0 answered; 2 bad input; 3 something is unmodelled or undecided; 5 two of our own answers
disagree (a defect of the verifier)."""


# Output --------------------------------------------------------------------------------------------------------------


def _json(command: str, *parts: dict[str, Any]) -> None:
    write(encode(command, {key: value for part in parts for key, value in part.items()}))


def _answer(
    command: str, as_json: bool, path: str, about: tuple[Board, Sequence[LeftOut], Sequence[Otherwise]],
    *, title: str, lines: Callable[[], list[str]], content: Callable[[], dict[str, Any]],
) -> None:  # fmt: skip
    """Write an answer about a board: the answer, what it depends on, and what was left out."""
    from .report import json, layers, text
    from .report.asking import place

    board, left_out, depends = about
    path, changed = place(path), layers.answers(board)
    if as_json:
        _json(command, json.answer(board, path, left_out, depends), {"layers": layers.as_json(changed)}, content())
        return
    shown = [
        f"{title}  {path}",
        "",
        *lines(),
        *layers.text(board, changed),
        *text.depends(board, depends),
        *text.left_out(left_out, width()),
    ]
    show(shown)


# Options -------------------------------------------------------------------------------------------------------------


def _options(*options: Callable[[F], F]) -> Callable[[F], F]:
    def decorated(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorated


JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object, on success and on failure.")
DEBUG = click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an internal error.")
READING = click.option(
    "--reading", "readings", multiple=True, metavar="NAME=VALUE", help="Take another reading, idle-replacement=waits."
)
INCOMPLETE = click.option(
    "--incomplete", is_flag=True, help="Go on without what is not modelled; the answer names it and says so."
)
BOARD = click.argument("board", metavar="BOARD")
ABOUT_A_BOARD = _options(BOARD, READING, INCOMPLETE, JSON, DEBUG)


def _version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if not asked:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        found = version("mtg-verifier")
    except PackageNotFoundError:
        found = "of a checkout that is not installed"
    if wanted(context.obj, "--json"):
        write(encode("--version", {"verifier": found}))
    else:
        write(f"verifier {found}")
    context.exit()


CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(cls=Commands, epilog=EXIT_CODES, context_settings=CONTEXT)
@click.option("--json", "as_json", is_flag=True, is_eager=True, expose_value=False, help="With --version: as JSON.")
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def main() -> None:
    """Answers about boards of Magic: The Gathering, with reasons that can be checked.

    A BOARD is a TOML or JSON file, or - for standard input.
    """


# Questions -----------------------------------------------------------------------------------------------------------


@main.command("could-produce")
@ABOUT_A_BOARD
def could_produce(*, board: str, readings: tuple[str, ...], incomplete: bool, as_json: bool) -> None:
    """Which types of mana each permanent could produce (106.7).

    For what can come out a run step by step, for what cannot the states that can be reached.

    Example: verifier could-produce examples/contamination.toml
    """
    from .report import could_produce as question
    from .report import json, text
    from .report.asking import board as read
    from .report.incomplete import going_on
    from .report.readings import otherwise

    found, about, left_out = going_on(read(board, readings), question.answers, incomplete=incomplete)
    depends = otherwise(about, {one.id: one.types for one in found}, question.answered, question.bearing(about))
    _answer(
        "could-produce", as_json, board, (about, left_out, depends), title="could produce (106.7)",
        lines=lambda: text.could_produce(about, found, width()), content=lambda: json.could_produce(found),
    )  # fmt: skip


@main.command("hand-size")
@ABOUT_A_BOARD
@click.option("--every-order", is_flag=True, help="Also what comes out over every order of the timestamps.")
def hand_size(*, board: str, readings: tuple[str, ...], incomplete: bool, as_json: bool, every_order: bool) -> None:
    """Each player's maximum hand size (402.2), effect by effect in timestamp order (613.11).

    Example: verifier hand-size examples/hand_size.toml --every-order
    """
    from .report import hand_size as question
    from .report import json, text
    from .report.asking import board as read
    from .report.incomplete import going_on
    from .report.readings import otherwise

    def ask(about: Board) -> tuple[question.PlayerSizes, ...]:
        return question.answers(about, every_order=every_order)

    found, about, left_out = going_on(read(board, readings), ask, incomplete=incomplete)
    depends = otherwise(about, question.answered(about), question.answered, question.BEARING)
    _answer(
        "hand-size", as_json, board, (about, left_out, depends), title="maximum hand size (402.2)",
        lines=lambda: text.hand_size(about, found), content=lambda: json.hand_size(found),
    )  # fmt: skip


@main.command("outcomes")
@ABOUT_A_BOARD
@click.option("--tap", metavar="ID", help="The event: this permanent is tapped for mana.")
@click.option("--activate", metavar="ID", help="The event: an ability of this permanent is activated.")
@click.option("--ability", type=click.IntRange(1), metavar="N", help="Which activated ability, from 1.")
@click.option("--by", metavar="PLAYER", help="Who taps or activates; the controller if left out.")
@click.option("--sacrifice", multiple=True, metavar="ID", help="What is sacrificed for the cost.")
@click.option("--x", type=click.IntRange(0), metavar="N", help="The value of X.")
def outcomes(
    *, board: str, readings: tuple[str, ...], incomplete: bool, as_json: bool, tap: str | None, activate: str | None,
    **details: Any,
) -> None:  # fmt: skip
    """What comes out of an event, over every choice and every order.

    The event is the board's table "event", or mana that the options ask for.

    Example: verifier outcomes examples/damping.toml
    """
    from .claim_format.events import ids_of
    from .report import json, text
    from .report import outcomes as question
    from .report.asking import board_and_event
    from .report.incomplete import going_on
    from .report.readings import otherwise

    given = _event_options({"tap": tap, "activate": activate, **details})
    about, event = board_and_event(board, given, readings)
    if event is None:
        missing = "there is no event: give the board a table 'event', or use --tap or --activate"
        raise BadInput(missing, "event", board)
    asked, needed = event, frozenset(ids_of(event))

    found, about, left_out = going_on(about, lambda b: question.answers(b, asked), incomplete=incomplete, needed=needed)
    bear = question.readings_that_bear(about, asked)
    depends = otherwise(about, question.answered(about, asked), lambda b: question.answered(b, asked), bear)
    _answer(
        "outcomes", as_json, board, (about, left_out, depends), title=question.title(asked),
        lines=lambda: text.outcomes(about, found, width()), content=lambda: json.outcomes(found),
    )  # fmt: skip


def _event_options(details: dict[str, Any]) -> dict[str, Any] | None:
    """The event that the options give, with the keys of a board file; None if they give none."""
    given = {("X" if key == "x" else key): value for key, value in details.items() if value not in (None, ())}
    if "sacrifice" in given:
        given["sacrifice"] = list(given["sacrifice"])
    return given or None


@main.command("check")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--quiet", "-q", is_flag=True, help="Leave out the lines of claims with the expected verdict.")
@JSON
@DEBUG
def check(*, paths: tuple[str, ...], quiet: bool, as_json: bool) -> None:
    """Prove claims: files, directories with all that is in them, or FILE#ID for one claim.

    Exit codes, the first that applies: 5 two of our own answers disagree; 2 bad input; 1 a verdict is not the expected
    one; 3 something is undecided or unmodelled; 0 every claim has its expected verdict.

    Example: verifier check proofs/
    """
    from .claim_format import read_claims

    claims = read_claims(paths)
    if not claims:
        raise BadInput("there is no claim here", where=", ".join(paths))
    from . import check as checking
    from .report import claims as told

    checked = []
    for claim in progress(claims, "checking"):
        try:
            checked.append(told.Checked(claim, checking.check(claim)))
        except Disagreement as error:
            checked.append(told.Checked(claim, None, error))
    if as_json:
        _json("check", told.as_json(checked))
    else:
        show(told.text(checked, quiet=quiet, width=width()))
    raise click.exceptions.Exit(told.exit_code(checked))


@main.command("card")
@click.argument("name")
@JSON
@DEBUG
def card(*, name: str, as_json: bool) -> None:
    """How a card is understood, ability by ability, with what is not modelled.

    Example: verifier card "Reflecting Pool"
    """
    from .cards.pool import find
    from .report import card as told

    found, _ = find(name)
    if as_json:
        _json("card", told.as_json(found))
    else:
        show(told.text(found, width()))


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

    Example: verifier graph examples/contamination.toml --permanent Forest --format dot
    """
    from .report import graph as question
    from .report.asking import board_and_event, permanent_of
    from .report.incomplete import going_on

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
    _answer(
        "graph", as_json or form == "json", board, (about, left_out, ()), title=f"productions of {id} (614, 616)",
        lines=lambda: question.text(found), content=lambda: question.as_json(found),
    )  # fmt: skip


@main.command("schema")
@click.argument("of", type=click.Choice(["board", "claims"]), default="board")
@JSON
@DEBUG
def schema(*, of: str, as_json: bool) -> None:
    """The JSON Schema of a board file or of a claims file.

    Example: verifier schema claims
    """
    import json

    from .schema import board_schema, claims_schema

    found = board_schema() if of == "board" else claims_schema()
    if as_json:
        _json("schema", {"of": of, "schema": found})
    else:
        write(json.dumps(found, indent=2))


__all__ = ["main"]
