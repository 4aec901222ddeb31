"""Formulas mean the same to our evaluator, to z3 and to cvc5, and the text between them is read as it was meant."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.solve import formula as f
from verifier.solve.obligation import Named, Obligation
from verifier.solve.smtlib import cross_solve, cross_solver
from verifier.solve.z3_backend import solve

WIDTH = 3

BOOLEANS: list[Callable[[list[f.Bool], list[f.Bits]], f.Bool]] = [
    lambda b, _: f.not_(b[0]),
    lambda b, _: f.and_(*b),
    lambda b, _: f.or_(*b),
    lambda b, _: f.implies(b[0], b[1]),
    lambda b, _: f.iff(b[0], b[1]),
    lambda b, _: f.ite(b[0], b[1], b[2]),
    lambda b, _: f.at_most_one(b),
    lambda b, _: f.exactly_one(b),
    lambda _, n: f.eq(n[0], n[1]),
    lambda _, n: f.ult(n[0], n[1]),
    lambda _, n: f.ule(n[0], n[1]),
    lambda _, n: f.slt(n[0], n[1]),
    lambda _, n: f.sle(n[0], n[1]),
]
NUMBERS: list[Callable[[list[f.Bool], list[f.Bits]], f.Bits]] = [
    lambda _, n: f.add(n[0], n[1]),
    lambda _, n: f.sub(n[0], n[1]),
    lambda _, n: f.mul(n[0], n[1]),
    lambda b, n: f.choose(b[0], n[0], n[1]),
    lambda _, n: f.extract(f.zero_extend(n[0], WIDTH + 2), WIDTH, 1),
    lambda _, n: f.extract(f.sign_extend(n[0], WIDTH + 2), WIDTH + 1, 2),
    lambda _, n: f.mul(n[0], f.number(-2, WIDTH)),
]


@st.composite
def formulas(draw: st.DrawFn) -> f.Bool:
    """A formula over at most three Boolean and two bit-vector variables."""
    booleans = [f.bool_var(name) for name in "abc"] + [f.TRUE, f.FALSE]
    numbers = [f.bits_var(name, WIDTH) for name in "xy"] + [f.number(5, WIDTH)]
    for _ in range(draw(st.integers(1, 12))):
        some = [draw(st.sampled_from(booleans)) for _ in range(3)]
        others = [draw(st.sampled_from(numbers)) for _ in range(2)]
        if draw(st.booleans()):
            booleans.append(draw(st.sampled_from(BOOLEANS))(some, others))
        else:
            numbers.append(draw(st.sampled_from(NUMBERS))(some, others))
    return f.and_(f.or_(*booleans[-2:]), f.ule(numbers[-1], numbers[-2]))


MODELS = st.fixed_dictionaries(
    {name: st.booleans() for name in "abc"} | {name: st.integers(0, (1 << WIDTH) - 1) for name in "xy"}
)


def under(formula: f.Bool, model: dict[str, f.Value], expect: str) -> Obligation:
    """The formula together with the model: every variable is what it is there."""
    given_values = [
        f.eq(f.bits_var(name, WIDTH), f.number(value, WIDTH))
        if name in "xy"
        else f.iff(f.bool_var(name), f.truth(bool(value)))
        for name, value in model.items()
    ]
    named = (Named("the formula", formula), Named("the model", f.and_(*given_values)))
    return Obligation("a formula under a model", "what it is worth", named, "sat" if expect == "sat" else "unsat")


@settings(max_examples=150)
@given(formulas(), MODELS)
def test_z3_and_our_evaluator_agree_on_every_formula(formula: f.Bool, model: dict[str, f.Value]) -> None:
    expected = "sat" if f.evaluate(formula, model) else "unsat"
    assert solve(under(formula, model, expected)).status == expected


@pytest.mark.skipif(cross_solver() is None, reason="the second solver is not installed")
@settings(max_examples=60)
@given(formulas(), MODELS)
def test_cvc5_reads_the_text_and_agrees(formula: f.Bool, model: dict[str, f.Value]) -> None:
    expected = "sat" if f.evaluate(formula, model) else "unsat"
    assert cross_solve(under(formula, model, expected)) == expected


def signed(value: int) -> int:
    return value - (1 << WIDTH) if value >= 1 << (WIDTH - 1) else value


@pytest.mark.parametrize(
    ("build", "meaning"),
    [
        (f.add, lambda a, b: (a + b) % 8),
        (f.sub, lambda a, b: (a - b) % 8),
        (f.mul, lambda a, b: a * b % 8),
        (f.eq, lambda a, b: a == b),
        (f.ult, lambda a, b: a < b),
        (f.ule, lambda a, b: a <= b),
        (f.slt, lambda a, b: signed(a) < signed(b)),
        (f.sle, lambda a, b: signed(a) <= signed(b)),
        (lambda a, b: f.zero_extend(f.add(a, b), 5), lambda a, b: (a + b) % 8),
        (lambda a, b: f.sign_extend(f.add(a, b), 5), lambda a, b: signed((a + b) % 8) % 32),
        (lambda a, b: f.extract(f.add(a, b), 2, 1), lambda a, b: (a + b) % 8 // 2),
        (lambda a, b: f.choose(f.ult(a, b), a, b), min),
    ],
)
def test_operations_on_numbers_are_what_they_say(
    build: Callable[[f.Bits, f.Bits], f.Term], meaning: Callable[[int, int], int]
) -> None:
    for a, b in itertools.product(range(1 << WIDTH), repeat=2):
        assert f.evaluate(build(f.bits_var("a", WIDTH), f.bits_var("b", WIDTH)), {"a": a, "b": b}) == meaning(a, b)


@pytest.mark.parametrize("size", range(7))
def test_at_most_and_exactly_one_count(size: int) -> None:
    parts = [f.bool_var(f"v{number}") for number in range(size)]
    for values in itertools.product([False, True], repeat=size):
        model = {f"v{number}": value for number, value in enumerate(values)}
        assert f.evaluate(f.at_most_one(parts), model) is (sum(values) <= 1)
        assert f.evaluate(f.exactly_one(parts), model) is (sum(values) == 1)


def test_at_most_one_grows_linearly() -> None:
    sizes = [
        len(f.Listing.of([f.at_most_one([f.bool_var(f"v{number}") for number in range(count)])]).rows)
        for count in (100, 200)
    ]
    assert sizes[1] < 2.1 * sizes[0]


def test_equal_subterms_are_listed_once() -> None:
    def half() -> f.Bool:
        return f.and_(f.bool_var("a"), f.bool_var("b"))

    listing = f.Listing.of([f.or_(half(), f.not_(half())), half()])
    assert [row.op for row in listing.rows] == ["var", "var", "and", "not", "or"]
    assert listing.roots == (4, 2)


def test_depth_is_no_limit() -> None:
    deep: f.Bits = f.bits_var("x", 8)
    for _ in range(20_000):
        deep = f.add(deep, f.number(1, 8))
    assert f.evaluate(deep, {"x": 7}) == (7 + 20_000) % 256
    assert solve(Obligation("deep", "", (Named("a", f.eq(deep, f.number(0, 8))),), "sat")).model == {"x": -20_000 % 256}


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: f.number(8, 3),
        lambda: f.number(-5, 3),
        lambda: f.bits_var("x", 0),
        lambda: f.bool_var("!x"),
        lambda: f.bool_var(""),
        lambda: f.add(f.number(1, 3), f.number(1, 4)),
        lambda: f.ult(f.number(1, 3), f.number(1, 4)),
        lambda: f.zero_extend(f.number(1, 3), 2),
        lambda: f.extract(f.number(1, 3), 3, 0),
        lambda: f.Listing.of([f.bool_var("x"), f.bits_var("x", 2)]),
        lambda: f.evaluate(f.bool_var("x"), {"x": 1}),
        lambda: f.evaluate(f.bits_var("x", 2), {"x": 4}),
    ],
)
def test_what_makes_no_sense_is_refused(wrong: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        wrong()


def test_a_term_has_no_truth_value() -> None:
    with pytest.raises(TypeError, match="truth"):
        bool(f.bool_var("a"))


def test_a_model_gives_every_variable() -> None:
    with pytest.raises(KeyError):
        f.evaluate(f.bool_var("a"), {})
