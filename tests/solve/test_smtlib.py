"""The exported text: byte for byte what it was, small, and read alike by both solvers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import z3

from verifier.solve import formula as f
from verifier.solve.obligation import Named, Obligation
from verifier.solve.smtlib import cross_solve, cross_solve_text, cross_solver, escape, export
from verifier.solve.z3_backend import solve

ROOT = Path(__file__).resolve().parents[2]

needs_cvc5 = pytest.mark.skipif(cross_solver() is None, reason="the second solver is not installed")


def sample(second: int = 2) -> Obligation:
    """Two effects, each used at most once, of which one undoes the other."""
    used, n = [f.bool_var(f"used {name}") for name in ("Château", "Reflection")], f.bits_var("n", 4)
    doubled = f.add(n, n)
    return Obligation(
        "sample",
        "how a number; comes out",
        (
            Named("rule 614.5", f.at_most_one(used), "each once"),
            Named("start", f.eq(n, f.number(1, 4))),
            Named("Château (614.1a)", f.eq(f.choose(used[0], doubled, n), f.number(second, 4))),
            Named("end", f.and_(used[1], f.ult(doubled, f.number(5, 4)))),
        ),
        "unsat",
        (used[0], n),
    )


EXPECTED = """\
; sample
; how a number; comes out
(set-info :smt-lib-version 2.6)
(set-option :produce-unsat-cores true)
(set-logic QF_BV)
(set-info :status unsat)
(declare-fun |n| () (_ BitVec 4))
(declare-fun |used Ch%e2;teau| () Bool)
(declare-fun |used Reflection| () Bool)
(define-fun !7 () (_ BitVec 4) (bvadd |n| |n|))
; each once
(assert (! (not (and |used Ch%e2;teau| |used Reflection|)) :named |rule 614.5|))
(assert (! (= |n| (_ bv1 4)) :named |start|))
(assert (! (= (ite |used Ch%e2;teau| !7 |n|) (_ bv2 4)) :named |Ch%e2;teau (614.1a)|))
(assert (! (and |used Reflection| (bvult !7 (_ bv5 4))) :named |end|))
(check-sat)
"""


def test_the_text_is_exactly_this() -> None:
    assert export(sample()) == EXPECTED


def test_the_text_and_the_answers_do_not_follow_the_hash_seed() -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\nfrom test_smtlib import answers\nsys.stdout.write(answers())\n"
    )
    outputs = set()
    for seed in ("0", "1", "4711"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
        command = [sys.executable, "-c", program, str(Path(__file__).parent)]
        outputs.add(subprocess.run(command, env=environment, capture_output=True, check=True, text=True).stdout)
    assert outputs == {answers()}


def answers() -> str:
    """Text, core and witness of both samples."""
    parts = [repr(solve(sample(second))) for second in (1, 2)]
    return "\n".join([export(sample()), *parts])


def z3_status(text: str) -> str:
    solver = z3.Solver(ctx=z3.Context())
    solver.from_string(text)
    return str(solver.check())


@pytest.mark.parametrize(("second", "status"), [(1, "sat"), (2, "unsat")])
def test_z3_reads_the_text_with_the_same_status(second: int, status: str) -> None:
    assert z3_status(export(sample(second))) == status
    assert solve(sample(second)).status == status


@needs_cvc5
@pytest.mark.parametrize(("second", "status"), [(1, "sat"), (2, "unsat")])
def test_cvc5_reads_the_text_with_the_same_status(second: int, status: str) -> None:
    assert cross_solve(sample(second)) == status


@needs_cvc5
def test_cvc5_without_an_answer_is_unknown() -> None:
    assert cross_solve_text("(set-logic QF_BV)\n") == "unknown"
    assert cross_solve_text("(set-logic QF_BV)\n(check-sat)\n(check-sat)\n") == "unknown"
    assert cross_solve_text("(set-logic QF_BV)\n(check-sat)\n(assert)\n") == "unknown"


def test_text_stays_linear_where_the_tree_would_explode() -> None:
    term = f.bits_var("x", 8)
    for _ in range(1_000):
        term = f.add(term, term)
    text = export(Obligation("shared", "", (Named("zero", f.eq(term, f.number(0, 8))),), "sat"))
    assert len(text) < 100_000
    assert z3_status(text) == "sat"


def test_deep_terms_are_defined_on_lines_of_their_own() -> None:
    term: f.Bool = f.bool_var("a")
    for number in range(500):
        term = f.iff(term, f.bool_var(f"b{number}"))
    text = export(Obligation("deep", "", (Named("all", term),), "sat"))
    assert max(line.count("(= ") for line in text.splitlines()) <= 41
    assert z3_status(text) == "sat"


def test_names_are_escaped_one_to_one() -> None:
    names = ["a%", "a|", "a\\", "a%7c;", "a%25;", "ä", "a\n", "a b", "森"]
    assert len({escape(name) for name in names}) == len(names)
    assert all(set(escape(name)).isdisjoint("|\\\n") and escape(name).isascii() for name in names)
    assert escape("rule 614.5: {T}") == "rule 614.5: {T}"
