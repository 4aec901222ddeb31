"""The boards of a space as assertions, and what a counterexample shows of them, the smallest first."""

from __future__ import annotations

from ..solve.formula import TRUE, Bits, Bool, bits_var, bool_var, eq, iff, not_
from ..solve.obligation import Named, Obligation
from .space import Space
from .whole import bits_of, how_many, width_for

BOARDS = "the boards that the claim speaks of"


def boards_of(space: Space) -> tuple[Named, ...]:
    """That the model is a board of the space, and what is counted so that the smallest one comes first."""
    count = how_many(list(space.bits.values()))
    parts = [Named(BOARDS, space.assumptions)]
    if space.bits:
        width = width_for(0, len(space.bits))
        parts.append(Named("the number of added entries", eq(bits_var("added", width), bits_of(count, width))))
        for id, bit in space.bits.items():
            parts.append(Named(f"{id} or not", iff(bool_var(f"without: {id}"), not_(bit))))
    return tuple(part for part in parts if part.formula is not TRUE)


def asked_about(space: Space, name: str, meaning: str, assertions: tuple[Named, ...]) -> Obligation:
    """An obligation about some board of the space that must not exist; a witness shows that board.

    Fewest added entries come first, then the first listed ones, then small numbers.
    """
    named = tuple(part for part in (*boards_of(space), *assertions) if part.formula is not TRUE)
    known = Obligation("", "", named, "unsat").listing.variables
    shown: list[Bool | Bits] = [bits_var("added", width_for(0, len(space.bits)))] if space.bits else []
    shown += [bit for id, bit in space.bits.items() if id in space.copies]
    shown += [bool_var(f"without: {id}") for id in space.bits if id not in space.copies]
    shown += [bits_var(name, known[name]) for name in (f"number: {each}" for each, _ in space.numbers) if name in known]
    return Obligation(name, meaning, named, "unsat", tuple(term for term in shown if str(term.data) in known))
