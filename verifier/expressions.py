"""Numbers in quotation marks: whole-number expressions of the names that ``for_all`` introduces.

The tree is frozen and small so that a solver can translate it; nothing here evaluates text as a program.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from .errors import BadInput

if TYPE_CHECKING:
    import ast

LONGEST = 200
LARGEST_EXPONENT = 64
LARGEST = 10**9
"""No number that is written down is larger than this, or smaller than minus this."""
LARGEST_RESULT = 10**36

RESERVED = ("max", "min", "none")


class Number(Struct, frozen=True):
    value: int


class Name(Struct, frozen=True):
    name: str


class Add(Struct, frozen=True):
    left: Expression
    right: Expression


class Sub(Struct, frozen=True):
    left: Expression
    right: Expression


class Mul(Struct, frozen=True):
    left: Expression
    right: Expression


class Pow(Struct, frozen=True):
    """``base ** exponent``; a negative exponent has no whole-number value."""

    base: Expression
    exponent: Expression


class Min(Struct, frozen=True):
    of: tuple[Expression, ...]


class Max(Struct, frozen=True):
    of: tuple[Expression, ...]


Expression = Number | Name | Add | Sub | Mul | Pow | Min | Max

_BINARY: dict[str, type[Add | Sub | Mul | Pow]] = {"Add": Add, "Sub": Sub, "Mult": Mul, "Pow": Pow}


def parse(text: str) -> Expression:
    """The tree of an expression. Raises BadInput on anything but names, whole numbers, ``+ - * **``, ``min``, ``max``.

    >>> parse("max(h - 2, 0)")
    Max(of=(Sub(left=Name(name='h'), right=Number(value=2)), Number(value=0)))
    """
    import ast

    if len(text) > LONGEST:
        raise BadInput(f"an expression has at most {LONGEST} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise BadInput(f"{text!r} is not an expression of whole numbers and names") from None
    return _translate(tree, text)


def evaluate(expression: Expression, numbers: Mapping[str, int]) -> int:
    """The value where the names have these values.

    Raises BadInput if a name has no value, an exponent is out of bounds or a number on the way passes LARGEST_RESULT.
    """
    match expression:
        case Number(value):
            return value
        case Name(name):
            if name not in numbers:
                raise BadInput(f"no number is called {name!r}")
            return numbers[name]
        case Add(left, right):
            return _bounded(evaluate(left, numbers) + evaluate(right, numbers))
        case Sub(left, right):
            return _bounded(evaluate(left, numbers) - evaluate(right, numbers))
        case Mul(left, right):
            return _bounded(evaluate(left, numbers) * evaluate(right, numbers))
        case Pow(base, exponent):
            power = evaluate(exponent, numbers)
            if not 0 <= power <= LARGEST_EXPONENT:
                raise BadInput(f"an exponent is from 0 to {LARGEST_EXPONENT}, not {power}")
            return _bounded(evaluate(base, numbers) ** power)
        case Min(of):
            return min(evaluate(part, numbers) for part in of)
        case Max(of):
            return max(evaluate(part, numbers) for part in of)


def names(expression: Expression) -> frozenset[str]:
    """The names that occur in the expression."""
    return frozenset(_names(expression))


def _names(expression: Expression) -> Iterator[str]:
    match expression:
        case Number():
            return
        case Name(name):
            yield name
        case Add(left, right) | Sub(left, right) | Mul(left, right) | Pow(left, right):
            yield from _names(left)
            yield from _names(right)
        case Min(of) | Max(of):
            for part in of:
                yield from _names(part)


def _bounded(value: int) -> int:
    if abs(value) > LARGEST_RESULT:
        raise BadInput("a number is out of bounds")
    return value


def _translate(tree: ast.expr, text: str) -> Expression:
    import ast

    match tree:
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            if value > LARGEST:
                raise BadInput(f"{text!r} has a number above {LARGEST}")
            return Number(value)
        case ast.Name(id=name) if name not in RESERVED:
            return Name(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _translate(operand, text)
            return Number(-inner.value) if isinstance(inner, Number) else Sub(Number(0), inner)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator).__name__ in _BINARY:
            build = _BINARY[type(operator).__name__]
            result = build(_translate(left, text), _translate(right, text))
            if isinstance(result, Pow) and isinstance(result.exponent, Number):
                if not 0 <= result.exponent.value <= LARGEST_EXPONENT:
                    raise BadInput(f"an exponent is from 0 to {LARGEST_EXPONENT}, not {result.exponent.value}")
            return result
        case ast.Call(func=ast.Name(id="min" | "max" as function), args=[_, *_] as parts, keywords=[]):
            inside = tuple(_translate(part, text) for part in parts)
            return Min(inside) if function == "min" else Max(inside)
    raise BadInput(f"{text!r} is more than whole numbers, names, + - * **, min and max")
