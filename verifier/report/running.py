"""Running a command: whatever goes wrong ends in a message and an exit code."""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import click

from ..errors import BadInput, Disagreement, Unmodelled, VerifierError
from .console import write
from .failure import encode, internal
from .failure import error as failure

BAD_INPUT, OPEN, DISAGREEMENT = 2, 3, 5
INTERNAL_ERROR, INTERRUPTED = 70, 130

_NO_COMMAND = re.compile(r"No such command '([^']*)'")


class Commands(click.Group):
    """The command group; whatever goes wrong ends in a message and an exit code, never in a traceback."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command and exit."""
        words = args[0] if args else extra.pop("args", None)
        given = list(sys.argv[1:] if words is None else words)
        extra |= {"prog_name": extra.get("prog_name") or "verifier", "standalone_mode": False, "obj": given}
        try:
            code = self._run(given, extra)
        except click.exceptions.Exit as gone:
            code = gone.exit_code
        sys.exit(code)

    def _run(self, given: list[str], extra: dict[str, Any]) -> int:
        try:
            code = super().main(given, **extra)
        except (click.Abort, KeyboardInterrupt):
            return INTERRUPTED
        except click.ClickException as error:
            if type(error).__name__ == "NoArgsIsHelpError" and not as_json(given):
                click.echo(error.format_message(), err=True)
                return BAD_INPUT
            return self._failed(given, self._usage(error))
        except VerifierError as error:
            return self._failed(given, error)
        except click.exceptions.Exit:
            raise
        except Exception as error:  # noqa: BLE001  # the one place where everything unexpected ends
            return self._unexpected(given, error)
        return code if isinstance(code, int) else 0

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """In the order in which they are defined."""
        return list(self.commands)

    def _command(self, given: Sequence[str]) -> str:
        return next((word for word in given if word in self.commands), "")

    def _usage(self, error: click.ClickException) -> BadInput:
        """What click says about a command line, as bad input; with the nearest word where it knows one."""
        message, suggestion = error.format_message(), ""
        if type(error).__name__ == "NoArgsIsHelpError":
            message = "Missing command"
        if isinstance(error, click.NoSuchOption):
            message = f"no such option: {error.option_name}"
            suggestion = nearest(error.option_name, error.possibilities or ())
        elif found := _NO_COMMAND.match(message):
            message, suggestion = f"no such command: {found[1]}", nearest(found[1], self.commands)
        context = getattr(error, "ctx", None)
        where = context.command_path if context is not None else "verifier"
        return BadInput(message.rstrip("."), where=where, suggestion=suggestion)

    def _failed(self, given: Sequence[str], error: VerifierError) -> int:
        """Tell a failure, in the way that is asked for, and return its exit code."""
        if as_json(given):
            write(encode(self._command(given), failure(error)))
        else:
            click.echo(described(error), err=True)
        if isinstance(error, BadInput):
            return BAD_INPUT
        return DISAGREEMENT if isinstance(error, Disagreement) else OPEN

    def _unexpected(self, given: Sequence[str], error: Exception) -> int:
        told = f"internal error ({type(error).__name__}: {str(error).partition(chr(10))[0]}), please report"
        if as_json(given):
            write(encode(self._command(given), internal(told)))
        else:
            click.echo(told, err=True)
        if wanted(given, "--debug"):
            import traceback

            click.echo("".join(traceback.format_exception(error)), err=True)
        return INTERNAL_ERROR


def wanted(given: Sequence[str], option: str) -> bool:
    """Whether the option is among the words of the command line."""
    return option in given[: given.index("--")] if "--" in given else option in given


def as_json(given: Sequence[str]) -> bool:
    """Whether the command line asks for JSON, on failure too."""
    follows = any(pair == ("--format", "json") for pair in pairwise(given))
    return wanted(given, "--json") or wanted(given, "--format=json") or follows


def asks_for_json(context: click.Context, _: click.Parameter, value: bool) -> bool:
    """Whether JSON is asked for, behind the command or before it."""
    return value or wanted(context.obj or (), "--json")


def nearest(word: str, words: Iterable[str]) -> str:
    """The word of the list that resembles it most, if one is near enough."""
    return next(iter(difflib.get_close_matches(word, sorted(words), n=1)), "")


def described(error: VerifierError) -> str:
    """A failure in one line, or in as many as there are problems."""
    match error:
        case BadInput():
            return f"error: {error}"
        case Unmodelled():
            return f"unmodelled: {error}{' (--incomplete leaves it out)' if error.may_be_left_out else ''}"
        case Disagreement():
            return f"disagreement: {error}; please report"
        case _:
            return str(error)
