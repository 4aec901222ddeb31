"""Processes that can be killed, and answers in the order of the questions."""

from __future__ import annotations

import sys

import pytest

from verifier.errors import Disagreement
from verifier.solve import formula as f
from verifier.solve.obligation import Named, Obligation
from verifier.solve.worker import BACKSTOP, QUICK, Worker, solve_all
from verifier.solve.z3_backend import RLIMIT, Reply, Script, run, script, solve


def equal(value: int) -> Obligation:
    x = f.bits_var("x", 8)
    named = (Named("square", f.eq(f.mul(x, x), f.number(value, 8))), Named("small", f.ult(x, f.number(16, 8))))
    return Obligation(f"square root of {value}", "", named, "sat", (x,))


def asleep(seconds: float = 600) -> list[str]:
    return [sys.executable, "-c", f"import time; time.sleep({seconds})"]


def test_a_worker_answers_like_z3_in_this_process() -> None:
    with Worker() as worker:
        for value in (0, 1, 49, 50, 51):
            assert solve(equal(value), ask=worker) == solve(equal(value))


def test_a_worker_that_takes_too_long_is_killed_and_replaced() -> None:
    with Worker(seconds=0.3, command=asleep()) as worker:
        before = worker._running()
        reply = worker(script(equal(49)))
        assert (reply.status, reply.reason) == ("unknown", f"{BACKSTOP}: 0.3 s")
        assert before.poll() is not None
        worker.command = [sys.executable, "-m", "verifier.solve.worker"]
        worker.seconds = 60
        assert worker(script(equal(49))).values == (7,)


def test_a_worker_that_dies_is_unknown() -> None:
    with Worker(command=[sys.executable, "-c", "input()"]) as worker:
        assert worker(script(equal(49))).reason == "the solver process died"


def test_a_worker_ends_with_its_block() -> None:
    with Worker(command=asleep()) as worker:
        process = worker._running()
        assert process.poll() is None
    assert process.poll() is not None


@pytest.mark.parametrize("rlimit", [QUICK, RLIMIT])
@pytest.mark.parametrize("jobs", [1, 3])
def test_answers_come_in_the_order_of_the_questions(jobs: int, rlimit: int) -> None:
    values = [(number * 7) % 16 for number in range(16)]
    found = solve_all([equal(value * value) for value in values], jobs=jobs, rlimit=rlimit)
    assert [answer.witness for answer in found] == [solve(equal(value * value)).witness for value in values]


def test_no_question_no_answer() -> None:
    assert solve_all([], jobs=4) == ()


def test_what_goes_wrong_in_a_thread_is_raised_here() -> None:
    def broken(_: object) -> object:
        def ask(question: Script) -> Reply:
            raise RuntimeError(f"no answer to {len(question.variables)}")

        return ask

    with pytest.raises(RuntimeError, match="no answer to 1"):
        solve_all([equal(49)] * 5, jobs=2, around=broken)  # type: ignore[arg-type]


def test_a_wrong_model_is_a_disagreement_wherever_it_comes_from() -> None:
    def lying(_: object) -> object:
        return lambda question: Reply("sat", values=(8,)) if run(question).status == "sat" else run(question)

    with pytest.raises(Disagreement, match="square root of 49"):
        solve_all([equal(49)], around=lying)  # type: ignore[arg-type]


def test_others_are_answered_while_one_hangs() -> None:
    hangs = equal(49)

    def sometimes(ask: object) -> object:
        def answer(question: Script) -> Reply:
            if question == script(hangs):
                with Worker(seconds=0.2, command=asleep()) as worker:
                    return worker(question)
            return run(question)

        return answer

    answers = solve_all([equal(1), hangs, equal(4)], jobs=2, around=sometimes)  # type: ignore[arg-type]
    assert [answer.status for answer in answers] == ["sat", "unknown", "sat"]
