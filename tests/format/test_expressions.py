"""Numbers in quotation marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.errors import BadInput
from verifier.expressions import Add, Max, Min, Mul, Name, Number, Pow, Sub, evaluate, names, parse


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("h", Name("h")),
        ("12", Number(12)),
        ("-3", Number(-3)),
        ("-h", Sub(Number(0), Name("h"))),
        ("2 * n + 1", Add(Mul(Number(2), Name("n")), Number(1))),
        ("2 * (n + 1)", Mul(Number(2), Add(Name("n"), Number(1)))),
        ("2 ** n", Pow(Number(2), Name("n"))),
        ("max(h - k, 0)", Max((Sub(Name("h"), Name("k")), Number(0)))),
        ("min(a, b, 3)", Min((Name("a"), Name("b"), Number(3)))),
    ],
)
def test_the_tree_follows_the_usual_precedence(text: str, tree: object) -> None:
    assert parse(text) == tree


@pytest.mark.parametrize(
    "text",
    [
        "", "h +", "h / 2", "h // 2", "h % 2", "1.5", "True", "'h'", "f(h)", "max()", "max(*h)", "max(h, key=k)",
        "h if h else 0", "h[0]", "h.real", "h < k", "~h", "(h := 1)", "lambda: 1", "2 ** 65", "2 ** -1", "h" * 201,
        "none", "max", "9999999999", "\x00", "(" * 120, "[h]", "h; k", "__import__('os')",
    ],
)  # fmt: skip
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse(text)


def test_names_are_those_that_occur() -> None:
    assert names(parse("max(h - k, 2 ** n, min(h, 1))")) == {"h", "k", "n"}


def test_values_that_are_out_of_bounds_are_refused() -> None:
    with pytest.raises(BadInput, match="exponent"):
        evaluate(parse("2 ** n"), {"n": 65})
    with pytest.raises(BadInput, match="exponent"):
        evaluate(parse("2 ** (0 - n)"), {"n": 1})
    with pytest.raises(BadInput, match="bounds"):
        evaluate(parse("n ** 64"), {"n": 10**9})
    with pytest.raises(BadInput, match="'k'"):
        evaluate(parse("h + k"), {"h": 1})


@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(0, 12))
def test_the_value_is_that_of_the_arithmetic(h: int, k: int, n: int) -> None:
    assert evaluate(parse("max(h - k, 0) * 3 - min(h, k, n) + 2 ** n"), {"h": h, "k": k, "n": n}) == (
        max(h - k, 0) * 3 - min(h, k, n) + 2**n
    )
