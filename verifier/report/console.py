"""Writing to standard output: plain text that can be compared, in color where a person looks at it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import TypeVar

import click

from .layout import DEFAULT_WIDTH, styled

T = TypeVar("T")

BROKEN_PIPE = 141
"""The exit code where the reader of a pipe has gone away, as a shell has it."""


def write(text: str) -> None:
    """Write a text and a line break; a reader that has gone away ends the command quietly."""
    try:
        click.echo(text)
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        click.echo(text.encode(encoding, "replace").decode(encoding))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(BROKEN_PIPE) from None


def width() -> int:
    """The width of paragraphs: of the terminal, and always the same elsewhere."""
    return max(shutil.get_terminal_size().columns, 40) if sys.stdout.isatty() else DEFAULT_WIDTH


def progress(every: Sequence[T], what: str) -> Iterable[T]:
    """The same one after another, with a bar on the error stream where that is a terminal and there are many."""
    if not sys.stderr.isatty() or len(every) < 20:
        return every
    from rich.console import Console
    from rich.progress import track

    return track(every, what, console=Console(stderr=True), transient=True)


def show(lines: Sequence[str]) -> None:
    """Write lines; in color where they go to a terminal and NO_COLOR is not set."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        write("\n".join(lines))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    with console.capture() as captured:
        for line in lines:
            text = Text(line)
            for start, end, style in styled(line):
                text.stylize(style, start, end)
            console.print(text, soft_wrap=True)
    write(captured.get().removesuffix("\n"))
