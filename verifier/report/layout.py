"""Columns and paragraphs of plain text; the same text everywhere, so that it can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

DEFAULT_WIDTH = 100
"""The width of paragraphs where the output is no terminal."""

BETWEEN = "  "


def table(rows: Sequence[Sequence[str]], indent: int = 2) -> list[str]:
    """Rows in columns as wide as their longest cell; the last column is as long as it is, and nothing is wrapped."""
    if not rows:
        return []
    columns = max(len(row) for row in rows)
    widths = [max((len(row[place]) for row in rows if place < len(row)), default=0) for place in range(columns)]
    lines = []
    for row in rows:
        cells = [cell.ljust(widths[place]) for place, cell in enumerate(row)]
        lines.append((" " * indent + BETWEEN.join(cells)).rstrip())
    return lines


def paragraph(text: str, width: int = DEFAULT_WIDTH, indent: int = 2, hanging: int = 2) -> list[str]:
    """The text between spaces broken into lines; the lines after the first are indented by ``hanging`` more."""
    lines: list[str] = []
    line = " " * indent
    empty = True
    for word in text.split(" "):
        if not empty and len(line) + 1 + len(word) > width:
            lines.append(line.rstrip())
            line, empty = " " * (indent + hanging), True
        line += word if empty else f" {word}"
        empty = False
    return [*lines, line.rstrip()]


_STYLES = (
    (re.compile(r"^(?![A-Z]{6,})\S.*"), "bold"),
    (re.compile(r"\b(REFUTED|VACUOUS|DISAGREEMENT|INCOMPLETE)\b"), "bold red"),
    (re.compile(r"\bPROVED\b"), "green"),
    (re.compile(r"\b(UNDECIDED|UNMODELLED)\b"), "yellow"),
    (re.compile(r"\b\d{3}\.\d+[a-z]?\b"), "cyan"),
    (re.compile(r"^  (step|permanent|player|effect)  .*"), "dim"),
)


def styled(line: str) -> Iterator[tuple[int, int, str]]:
    """Where the line is styled on a terminal: from, to, and how."""
    for pattern, style in _STYLES:
        for found in pattern.finditer(line):
            yield found.start(), found.end(), style
