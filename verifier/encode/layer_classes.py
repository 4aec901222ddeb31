"""The boards of a space by what the layers make of them: finitely many classes, and a proof that there are no others.

What mana a permanent makes depends on the order of timestamps only by way of characteristics. So a claim about mana in
every order is a claim about one board of each class.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..board import Board
from ..errors import Undecided
from ..solve.formula import FALSE, TRUE, Bits, Bool, bits_var, bool_var, eq, iff, not_, number, or_
from ..solve.obligation import Named, Obligation
from ..solve.z3_backend import RLIMIT, Answer, solve
from .hand_size import Ask
from .layer_world import World
from .layers import Layers
from .space import Space
from .whole import Whole, bits_of, width_for

MOST_CLASSES = 128
"""With more classes than this it is not the layers that tell the boards apart, and going through them is as good."""


@dataclass(frozen=True, slots=True)
class Class:
    """One board of a class, with what sets it apart: added entries, numbers, the order of the entries that matter."""

    board: Board
    added: tuple[str, ...]
    numbers: tuple[tuple[str, int], ...]
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Classes:
    """All classes, the smallest board first; the last of ``obligations`` says that there is no other."""

    found: tuple[Class, ...]
    obligations: tuple[tuple[Obligation, Answer], ...]


def classes(
    space: Space, *, every_order: bool = False, most: int = MOST_CLASSES, rlimit: int = RLIMIT, ask: Ask | None = None
) -> Classes:
    """One board for each way in which characteristics, entries and numbers can come out over boards and orders.

    Raises Unmodelled with the card, Undecided where there are more than ``most`` or a limit was hit.
    """
    layers = Layers(space, every_order=every_order, choices=True)
    outcome = _outcome(layers)
    world = World(layers)
    named, shown = _variables(outcome)
    found: list[Class] = []
    asked: list[tuple[Obligation, Answer]] = []
    known: list[Named] = []
    while True:
        meaning = "some board and order of the claim come out otherwise than all classes found so far"
        name = f"613 class {len(found) + 1}"
        obligation = world.obligation(name, meaning, [*named, *known], "unsat")
        answer = solve(obligation, rlimit, ask)
        asked.append((obligation, answer))
        if answer.status == "unknown":
            raise Undecided(f"{name}: {answer.reason}")
        if answer.status == "unsat":
            return Classes(tuple(found), tuple(asked))
        if len(found) == most:
            raise Undecided(f"more than {most} ways in which the layers come out")
        instance, board, order = world.decode(answer)
        optional = {*space.optional, *space.copies}
        added = tuple(entry.id for entry in board.entries if entry.id in optional)
        found.append(Class(board, added, instance.numbers, order))
        known.append(Named(f"not class {len(found)}", _otherwise(shown, answer)))


def _outcome(layers: Layers) -> tuple[list[Bool], list[Whole]]:
    """What the boards differ in: every open characteristic, every open entry and number."""
    space, terms = layers.space, layers.terms
    flags: dict[int, Bool] = {id(bit): bit for bit in space.bits.values()}
    numbers: dict[int, Whole] = {id(amount): amount for amount, _ in space.wholes.values()}
    for name, row in layers.end.rows.items():
        there = layers.reader.there[name]
        for value in row.values():
            if isinstance(value, Bool):
                seen = terms.and_(there, value)
                if seen is not TRUE and seen is not FALSE:
                    flags.setdefault(id(seen), seen)
            elif value is not None and value.constant is None:
                numbers.setdefault(id(value), value)
    return list(flags.values()), [amount for amount in numbers.values() if amount.constant is None]


def _variables(outcome: tuple[list[Bool], list[Whole]]) -> tuple[list[Named], list[Bool | Bits]]:
    flags, numbers = outcome
    named: list[Named] = []
    shown: list[Bool | Bits] = []
    for place, flag in enumerate(flags, 1):
        variable = bool_var(f"outcome {place}")
        named.append(Named(f"characteristic {place}", iff(variable, flag)))
        shown.append(variable)
    for place, amount in enumerate(numbers, 1):
        width = width_for(amount.low, amount.high)
        bits = bits_var(f"number {place}", width)
        named.append(Named(f"amount {place}", eq(bits, bits_of(amount, width))))
        shown.append(bits)
    return named, shown


def _otherwise(shown: Sequence[Bool | Bits], answer: Answer) -> Bool:
    """That something comes out otherwise than in the model."""
    parts = []
    for term in shown:
        value = answer.model[str(term.data)]
        if isinstance(term, Bits):
            parts.append(not_(eq(term, number(_signed(int(value), term.width), term.width))))
        else:
            parts.append(not_(term) if value else term)
    return or_(*parts)


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value
