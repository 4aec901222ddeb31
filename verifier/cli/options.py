"""What the commands share: the group, its options, and how an answer about a board is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..report.console import show, width, write
from ..report.failure import encode
from ..report.running import Commands, asks_for_json, wanted

if TYPE_CHECKING:
    from ..board import Board
    from ..report.incomplete import LeftOut
    from ..report.proof import Proved
    from ..report.readings import Otherwise

F = TypeVar("F", bound=Callable[..., Any])

EXIT_CODES = """Exit codes: 0 answered; 2 bad input; 3 something is unmodelled or undecided; 5 two of our own answers
disagree, 70 an internal error (both defects of the verifier)."""


# Output --------------------------------------------------------------------------------------------------------------


def write_json(command: str, *parts: dict[str, Any]) -> None:
    """Write one object: version, command, and the parts."""
    write(encode(command, {key: value for part in parts for key, value in part.items()}))


def write_answer(
    command: str, as_json: bool, path: str, about: tuple[Board, Sequence[LeftOut], Sequence[Otherwise]],
    *, title: str, lines: Callable[[], list[str]], content: Callable[[], dict[str, Any]], proved: Proved | None = None,
) -> None:  # fmt: skip
    """Write an answer about a board: the answer, why it is not proved, what it depends on, and what was left out.

    What is odd about the board is noted, in text on standard error.
    """
    from ..board_format.possible import notes
    from ..report import json, labels, layers, text
    from ..report.asking import place

    board, left_out, depends = about
    path, changed, odd = place(path), layers.answers(board), (*notes(board), *layers.came_later(board))
    if as_json:
        missing = {} if proved is None else {"no_proof": proved.missing}
        answer = {**json.answer(board, path, left_out, depends), "notes": list(odd)}
        write_json(command, answer, {"layers": layers.as_json(changed)}, content(), missing)
        return
    shown = [
        f"{title}  {path}",
        "",
        *lines(),
        *text.unproved(proved, width()),
        *layers.text(board, changed),
        *text.depends(board, depends),
        *text.left_out(left_out, width()),
    ]
    show([*shown, *labels.legend(shown)])
    for note in odd:
        click.echo(f"note: {note}", err=True)


# Options -------------------------------------------------------------------------------------------------------------


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator."""

    def decorated(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorated


JSON = click.option(
    "--json", "as_json", is_flag=True, callback=asks_for_json, help="One JSON object, on success and on failure."
)
DEBUG = click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an internal error.")
READING = click.option(
    "--reading", "readings", multiple=True, metavar="NAME=VALUE", help="Take another reading, idle-replacement=waits."
)
INCOMPLETE = click.option(
    "--incomplete", is_flag=True, help="Go on without what is not modelled; the answer names it and says so."
)
NO_PROOF = click.option("--no-proof", is_flag=True, help="Answer at once; no solver is asked.")
BOARD = click.argument("board", metavar="BOARD")
ABOUT_A_BOARD = together(BOARD, READING, INCOMPLETE, JSON, DEBUG)


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
@click.option("--json", "as_json", is_flag=True, is_eager=True, expose_value=False, help="As behind a command.")
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
def main() -> None:
    """Answers about boards of Magic: The Gathering, with reasons that can be checked.

    A BOARD is a TOML or JSON file, or - for standard input.
    """
