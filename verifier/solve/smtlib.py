"""Obligations as SMT-LIB 2.6 in the logic QF_BV, by a printer of our own, and a second solver that reads it.

The text depends on the obligation alone: not on a solver, its version or a hash seed. Its size is linear in the number
of different subterms: a subterm with several uses is defined once, before them, and so is one that would be nested
deeply.
"""

from __future__ import annotations

import importlib.util
import string
from collections.abc import Iterator

from .formula import Listing, Row
from .obligation import Obligation, Status

DEPTH = 40
"""A subterm that is nested deeper than this is defined on a line of its own."""

PLAIN = frozenset(string.ascii_letters + string.digits + string.punctuation + " ") - set("|\\%")


def escape(name: str) -> str:
    """The name in characters that every solver reads between bars; different names stay different."""
    return "".join(sign if sign in PLAIN else f"%{ord(sign):x};" for sign in name)


def symbol(name: str) -> str:
    """The name as a quoted symbol."""
    return f"|{escape(name)}|"


def export(obligation: Obligation, *, status: bool = True) -> str:
    """The obligation as a script: what it means as a comment, the expected status, one named assertion a line.

    Solvers' own ``get-unsat-core`` answers in the obligation's names. Without ``status`` the expected one is left out.
    """
    lines, terms = definitions(obligation.listing)
    head = [
        f"; {escape(obligation.name)}",
        f"; {escape(obligation.meaning)}",
        "(set-info :smt-lib-version 2.6)",
        "(set-option :produce-unsat-cores true)",
        "(set-logic QF_BV)",
    ]
    if status:
        head.append(f"(set-info :status {obligation.expect})")
    asserted = []
    for named, term in zip(obligation.assertions, terms, strict=False):
        if named.note:
            asserted.append(f"; {escape(named.note)}")
        asserted.append(f"(assert (! {term} :named {symbol(named.name)}))")
    return "\n".join([*head, *lines, *asserted, "(check-sat)", ""])


def definitions(listing: Listing) -> tuple[list[str], list[str]]:
    """Declarations and definitions, one a line, and then how each given term of the listing is written."""
    lines = [f"(declare-fun {symbol(name)} () {_sort(width)})" for name, width in listing.variables.items()]
    uses = [0] * len(listing.rows)
    for row in listing.rows:
        for number in row.args:
            uses[number] += 1
    for number in listing.roots:
        uses[number] += 1
    written: list[str] = []
    depths: list[int] = []
    for number, row in enumerate(listing.rows):
        text, depth = _write(row, [written[part] for part in row.args], listing), 0
        if row.args:
            depth = 1 + max(depths[part] for part in row.args)
            if uses[number] > 1 or depth > DEPTH:
                lines.append(f"(define-fun !{number} () {_sort(row.width)} {text})")
                text, depth = f"!{number}", 0
        written.append(text)
        depths.append(depth)
    return lines, [written[number] for number in listing.roots]


def _sort(width: int) -> str:
    return f"(_ BitVec {width})" if width else "Bool"


def _write(row: Row, args: list[str], listing: Listing) -> str:
    if not row.args:
        if row.op == "var":
            return symbol(str(row.data))
        return f"(_ bv{row.data} {row.width})" if row.op == "number" else row.op
    op = row.op
    if op == "extract":
        op = f"(_ extract {int(row.data) + row.width - 1} {row.data})"
    elif op in {"zero_extend", "sign_extend"}:
        op = f"(_ {op} {row.width - listing.rows[row.args[0]].width})"
    return f"({op} {' '.join(args)})"


# The second solver ---------------------------------------------------------------------------------------------------


def cross_solver() -> str | None:
    """Name and version of the second solver, None where its package is not installed."""
    if importlib.util.find_spec("cvc5") is None:
        return None
    import cvc5

    return f"cvc5 {cvc5.__version__}"


def cross_solve(obligation: Obligation, milliseconds: int = 10_000) -> Status:
    """What cvc5 says of the exported script without the expected status; unknown where it is not installed."""
    return cross_solve_text(export(obligation, status=False), milliseconds)


def cross_solve_text(text: str, milliseconds: int = 10_000) -> Status:
    """What cvc5 says of a script; unknown unless that is one word and nothing else."""
    if cross_solver() is None:
        return "unknown"
    try:
        said = [line for line in _cvc5_output(text, milliseconds) if line]
    except RuntimeError:  # cvc5's own errors are of this class
        return "unknown"
    return "sat" if said == ["sat"] else "unsat" if said == ["unsat"] else "unknown"


def _cvc5_output(text: str, milliseconds: int) -> Iterator[str]:
    """What each command of the script prints."""
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("tlimit-per", str(milliseconds))
    symbols = cvc5.SymbolManager(solver.getTermManager())
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "obligation")
    while not (command := parser.nextCommand()).isNull():
        yield str(command.invoke(solver, symbols)).strip()
