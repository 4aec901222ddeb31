"""Formulas over Booleans and bit-vectors of fixed width, and what they are worth under a model.

There are no integers and no quantifiers: everything that can be said here is finite. A term is a frozen node; terms are
compared by identity, and equal subterms are merged when terms are listed (``Listing``), which printing and evaluation
share. Nothing is recursive, so depth is no limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

Value = bool | int
"""What a term is worth: a bool for a Boolean, an int from 0 to 2**width - 1 for a bit-vector."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Term:
    """An operation on terms. ``width`` is 0 for a Boolean; ``data`` is a name, a number or an extract's low end."""

    op: str
    args: tuple[Term, ...] = ()
    data: str | int = 0
    width: int = 0

    def __repr__(self) -> str:
        return f"<{self.op} {self.data} of {len(self.args)}, {self.width} bits>"

    def __bool__(self) -> NoReturn:
        raise TypeError("a term has no truth value of its own; use evaluate()")


class Bool(Term):
    """A Boolean term."""

    __slots__ = ()


class Bits(Term):
    """A bit-vector term of ``width`` bits."""

    __slots__ = ()


# Booleans ------------------------------------------------------------------------------------------------------------

TRUE = Bool("true")
FALSE = Bool("false")


def truth(value: bool) -> Bool:
    """The Boolean constant."""
    return TRUE if value else FALSE


def bool_var(name: str) -> Bool:
    """The Boolean variable of that name; two of one name are the same variable."""
    return Bool("var", (), _checked(name))


def not_(a: Bool) -> Bool:
    """Whether ``a`` is false."""
    if a.op == "not":
        inner = a.args[0]
        assert isinstance(inner, Bool)
        return inner
    return FALSE if a is TRUE else TRUE if a is FALSE else Bool("not", (a,))


def and_(*parts: Bool) -> Bool:
    """Whether all parts are true; true of none."""
    return _junction("and", parts, TRUE, FALSE)


def or_(*parts: Bool) -> Bool:
    """Whether some part is true; false of none."""
    return _junction("or", parts, FALSE, TRUE)


def implies(a: Bool, b: Bool) -> Bool:
    """Whether ``b`` is true if ``a`` is."""
    return or_(not_(a), b)


def iff(a: Bool, b: Bool) -> Bool:
    """Whether ``a`` and ``b`` are both true or both false."""
    return Bool("=", (a, b))


def ite(condition: Bool, then: Bool, otherwise: Bool) -> Bool:
    """One Boolean or the other, by the condition."""
    return Bool("ite", (condition, then, otherwise))


def at_most_one(parts: Sequence[Bool]) -> Bool:
    """Whether no two parts are true. Linear in their number: by halves, no clash within either nor between them."""
    return not_(_some_and_clash(parts)[1])


def exactly_one(parts: Sequence[Bool]) -> Bool:
    """Whether one part is true and no other."""
    some, clash = _some_and_clash(parts)
    return and_(some, not_(clash))


def _some_and_clash(parts: Sequence[Bool]) -> tuple[Bool, Bool]:
    row: list[tuple[Bool, Bool]] = [(part, FALSE) for part in parts] or [(FALSE, FALSE)]
    while len(row) > 1:
        halves = [
            (or_(left[0], right[0]), or_(left[1], right[1], and_(left[0], right[0])))
            for left, right in zip(row[::2], row[1::2], strict=False)
        ]
        row = halves + row[len(halves) * 2 :]
    return row[0]


def _junction(op: str, parts: tuple[Bool, ...], neutral: Bool, absorbing: Bool) -> Bool:
    kept = tuple(part for part in parts if part is not neutral)
    if absorbing in kept:
        return absorbing
    return neutral if not kept else kept[0] if len(kept) == 1 else Bool(op, kept)


# Bit-vectors ---------------------------------------------------------------------------------------------------------


def bits_var(name: str, width: int) -> Bits:
    """The bit-vector variable of that name and width."""
    if width < 1:
        raise ValueError(f"{name}: a bit-vector has at least one bit, not {width}")
    return Bits("var", (), _checked(name), width)


def number(value: int, width: int) -> Bits:
    """The constant; a negative value is meant modulo 2**width. Raises ValueError for one that does not fit."""
    if width < 1 or not -(1 << (width - 1)) <= value < 1 << width:
        raise ValueError(f"{value} does not fit into {width} bits")
    return Bits("number", (), value % (1 << width), width)


def choose(condition: Bool, then: Bits, otherwise: Bits) -> Bits:
    """One bit-vector or the other, by the condition."""
    return Bits("ite", (condition, then, otherwise), 0, _same_width(then, otherwise))


def add(a: Bits, b: Bits) -> Bits:
    """The sum modulo 2**width."""
    return Bits("bvadd", (a, b), 0, _same_width(a, b))


def sub(a: Bits, b: Bits) -> Bits:
    """The difference modulo 2**width."""
    return Bits("bvsub", (a, b), 0, _same_width(a, b))


def mul(a: Bits, b: Bits) -> Bits:
    """The product modulo 2**width."""
    return Bits("bvmul", (a, b), 0, _same_width(a, b))


def zero_extend(a: Bits, width: int) -> Bits:
    """``a`` in ``width`` bits, read without a sign."""
    return _extend("zero_extend", a, width)


def sign_extend(a: Bits, width: int) -> Bits:
    """``a`` in ``width`` bits, read with a sign."""
    return _extend("sign_extend", a, width)


def extract(a: Bits, high: int, low: int) -> Bits:
    """The bits ``low`` to ``high``, both included; bit 0 is the least."""
    if not 0 <= low <= high < a.width:
        raise ValueError(f"no bits {low} to {high} in {a.width}")
    return Bits("extract", (a,), low, high - low + 1)


def eq(a: Bits, b: Bits) -> Bool:
    """Whether two bit-vectors are equal."""
    return _compare("=", a, b)


def ult(a: Bits, b: Bits) -> Bool:
    """Whether ``a`` is less than ``b``, both without a sign."""
    return _compare("bvult", a, b)


def ule(a: Bits, b: Bits) -> Bool:
    """Whether ``a`` is at most ``b``, both without a sign."""
    return _compare("bvule", a, b)


def slt(a: Bits, b: Bits) -> Bool:
    """Whether ``a`` is less than ``b``, both with a sign."""
    return _compare("bvslt", a, b)


def sle(a: Bits, b: Bits) -> Bool:
    """Whether ``a`` is at most ``b``, both with a sign."""
    return _compare("bvsle", a, b)


def _compare(op: str, a: Bits, b: Bits) -> Bool:
    _same_width(a, b)
    return Bool(op, (a, b))


def _extend(op: str, a: Bits, width: int) -> Bits:
    if width < a.width:
        raise ValueError(f"{a.width} bits cannot be extended to {width}")
    return a if width == a.width else Bits(op, (a,), 0, width)


def _same_width(a: Bits, b: Bits) -> int:
    if a.width != b.width:
        raise ValueError(f"bit-vectors of {a.width} and {b.width} bits")
    return a.width


def _checked(name: str) -> str:
    if not name or name.startswith("!"):
        raise ValueError(f"{name!r} cannot name a variable: names that begin with ! are ours")
    return name


# Listing and evaluation ----------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A term whose arguments are numbers of earlier rows."""

    op: str
    args: tuple[int, ...]
    data: str | int
    width: int


@dataclass(frozen=True, slots=True)
class Listing:
    """Terms written one below the other, arguments first, each different one once.

    ``roots`` are the numbers of the given terms. ``variables`` gives the width of each, by name. Raises ValueError
    where one name has two widths.
    """

    rows: tuple[Row, ...]
    roots: tuple[int, ...]
    variables: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, terms: Iterable[Term]) -> Listing:
        """The listing of the terms, in the order of a left-to-right walk."""
        given = tuple(terms)
        rows: list[Row] = []
        seen: dict[int, int] = {}
        numbers: dict[Row, int] = {}
        variables: dict[str, int] = {}
        stack = list(reversed(given))
        while stack:
            term = stack[-1]
            if id(term) in seen:
                stack.pop()
                continue
            waiting = [part for part in term.args if id(part) not in seen]
            if waiting:
                stack.extend(reversed(waiting))
                continue
            stack.pop()
            row = Row(term.op, tuple([seen[id(part)] for part in term.args]), term.data, term.width)
            place = seen[id(term)] = numbers.setdefault(row, len(rows))
            if place == len(rows):
                rows.append(row)
                if term.op == "var":
                    other = variables.setdefault(str(term.data), term.width)
                    if other != term.width:
                        raise ValueError(f"variable {term.data} with {other} and with {term.width} bits")
        return cls(tuple(rows), tuple(seen[id(term)] for term in given), dict(sorted(variables.items())))

    def values(self, model: Mapping[str, Value]) -> tuple[Value, ...]:
        """What the given terms are worth. Raises KeyError for a variable that the model lacks."""
        worth: list[Value] = []
        for row in self.rows:
            args = [worth[number] for number in row.args]
            if row.op == "var":
                value = model[str(row.data)]
                if isinstance(value, bool) != (row.width == 0) or (row.width and not 0 <= value < 1 << row.width):
                    raise ValueError(f"variable {row.data} of {row.width} bits cannot be {value!r}")
                worth.append(value)
            elif row.op == "number":
                worth.append(row.data if isinstance(row.data, int) else 0)
            elif row.op in ARITHMETIC:
                worth.append(ARITHMETIC[row.op](args[0], args[1]) % (1 << row.width))
            elif row.op == "extract":
                worth.append((args[0] >> int(row.data)) % (1 << row.width))
            elif row.op == "zero_extend":
                worth.append(args[0])
            elif row.op in SIGNED:
                width = self.rows[row.args[0]].width
                signed = [value - (1 << width) if value >> (width - 1) else value for value in args]
                worth.append(signed[0] % (1 << row.width) if row.op == "sign_extend" else COMPARISONS[row.op](*signed))
            else:
                worth.append(_logic(row.op, args))
        return tuple(worth[number] for number in self.roots)


def evaluate(term: Term, model: Mapping[str, Value]) -> Value:
    """What the term is worth under the model. Raises KeyError for a variable that the model lacks."""
    return Listing.of([term]).values(model)[0]


ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "bvadd": lambda a, b: a + b,
    "bvsub": lambda a, b: a - b,
    "bvmul": lambda a, b: a * b,
}

COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "bvult": lambda a, b: a < b,
    "bvule": lambda a, b: a <= b,
    "bvslt": lambda a, b: a < b,
    "bvsle": lambda a, b: a <= b,
}

SIGNED = frozenset({"bvslt", "bvsle", "sign_extend"})


def _logic(op: str, args: Sequence[Value]) -> Value:
    if op == "and":
        return all(args)
    if op == "or":
        return any(args)
    if op == "not":
        return not args[0]
    if op == "=":
        return args[0] == args[1]
    if op == "ite":
        return args[1] if args[0] else args[2]
    if op in COMPARISONS:
        return COMPARISONS[op](args[0], args[1])
    if op in {"true", "false"}:
        return op == "true"
    raise ValueError(f"unknown operation {op}")
