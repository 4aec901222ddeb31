"""Replacement effects on mana as relations between two productions (106.12b, 614.1a, 614.7, 616.2).

A production is six amounts. A *kind* of effect has a guard, which decides whether it is applicable, and a body with
one result for each choice. ``relation`` says both as a formula; ``results`` computes the same from numbers, and
``graph`` has the solver confirm that the two agree.

For questions about types an amount is told apart only up to a cap, the highest number that a guard asks for:
``saturation_lemma`` says, kind by kind, that a step of saturated amounts is the saturated step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..board import Amounts
from ..cards.vocabulary import TYPES_OF_MANA
from ..solve.formula import (
    Bits,
    Bool,
    add,
    and_,
    bits_var,
    choose,
    eq,
    iff,
    mul,
    not_,
    number,
    or_,
    ule,
    ult,
    zero_extend,
)
from ..solve.obligation import Named, Obligation


@dataclass(frozen=True, order=True)
class Kind:
    """Guard and body of a replacement effect, with every type that it names settled.

    With ``factor`` the amounts are multiplied. With ``amount`` the whole production becomes so much of one of
    ``choices``; else what is of the ``replaced`` types becomes as much of one of ``choices``.
    """

    at_least: int
    guard: str
    choices: str = ""
    replaced: str = ""
    amount: int | None = None
    factor: int | None = None

    @cached_property
    def _hash(self) -> int:
        return hash((self.at_least, self.guard, self.choices, self.replaced, self.amount, self.factor))

    def __hash__(self) -> int:
        # Kinds are looked up all the time.
        return self._hash

    @property
    def options(self) -> tuple[str, ...]:
        """Its choices; one empty one where there is nothing to choose."""
        return tuple(self.choices) or ("",)

    @property
    def is_reset(self) -> bool:
        """Whether nothing of the old amounts is left."""
        return self.amount is not None

    @property
    def always(self) -> bool:
        """Whether it applies to every production of one mana or more."""
        return self.at_least <= 1 and self.guard == TYPES_OF_MANA


def guard_holds(kind: Kind, amounts: Sequence[int]) -> bool:
    """Whether the production is as the effect asks: enough mana of the types that it names, and any at all."""
    return sum(amounts[TYPES_OF_MANA.index(letter)] for letter in kind.guard) >= max(kind.at_least, 1)


def applied(kind: Kind, option: str, amounts: Sequence[int]) -> Amounts:
    """What the effect makes of the production under a choice."""
    if kind.factor is not None:
        return _six([kind.factor * amount for amount in amounts])
    if kind.amount is not None:
        return _six([kind.amount if letter == option else 0 for letter in TYPES_OF_MANA])
    moved = sum(amounts[TYPES_OF_MANA.index(letter)] for letter in kind.replaced)
    kept = [0 if letter in kind.replaced else amount for letter, amount in zip(TYPES_OF_MANA, amounts, strict=True)]
    kept[TYPES_OF_MANA.index(option)] += moved
    return _six(kept)


def saturated(amounts: Sequence[int], cap: int | None) -> Amounts:
    """The amounts, told apart only up to the cap."""
    return _six(amounts if cap is None else [min(amount, cap) for amount in amounts])


def results(kind: Kind, amounts: Amounts, cap: int | None, *, waits: bool) -> tuple[tuple[str, Amounts], ...]:
    """Every choice with its result; nothing where the effect is not applicable.

    Under the reading ``waits`` an effect that could change nothing is not applicable.
    """
    if not guard_holds(kind, amounts):
        return ()
    found = tuple((option, saturated(applied(kind, option, amounts), cap)) for option in kind.options)
    return () if waits and all(not _changes(kind, option, amounts) for option in kind.options) else found


def _changes(kind: Kind, option: str, amounts: Sequence[int]) -> bool:
    """Whether the choice changes the production; asked of the effect's words, so that a cap does not hide a change."""
    if kind.factor is not None:
        return kind.factor != 1
    return applied(kind, option, amounts) != tuple(amounts)


def _six(amounts: Sequence[int]) -> Amounts:
    w, u, b, r, g, c = amounts
    return (w, u, b, r, g, c)


def amounts_shown(amounts: Iterable[int]) -> str:
    """Amounts as mana symbols, or ``nothing``.

    >>> amounts_shown((0, 0, 1, 0, 2, 0))
    'BGG'
    """
    pairs = zip(TYPES_OF_MANA, amounts, strict=True)
    return "".join(letter * much if much <= 5 else f"{much}{letter}" for letter, much in pairs) or "nothing"


# As formulas ---------------------------------------------------------------------------------------------------------

State = tuple[Bits, ...]
"""Six bit-vectors of one width, without a sign."""


def state(name: str, width: int) -> State:
    """The production of that name."""
    return tuple(bits_var(f"{name} {letter}", width) for letter in TYPES_OF_MANA)


def state_is(symbolic: State, amounts: Sequence[int]) -> Bool:
    """Whether the production has these amounts."""
    return and_(*(eq(part, number(amount, part.width)) for part, amount in zip(symbolic, amounts, strict=True)))


def same_state(one: State, other: State) -> Bool:
    """Whether two productions have the same amounts."""
    return and_(*(eq(a, b) for a, b in zip(one, other, strict=True)))


def total_of(symbolic: Iterable[Bits]) -> Bits:
    """All the amounts together, in three bits more."""
    parts = list(symbolic)
    width = parts[0].width + 3
    result = zero_extend(parts[0], width)
    for part in parts[1:]:
        result = add(result, zero_extend(part, width))
    return result


def guard(kind: Kind, before: State) -> Bool:
    """Whether the guard holds of the production."""
    together = total_of(tuple(before[TYPES_OF_MANA.index(letter)] for letter in kind.guard))
    least = max(kind.at_least, 1)
    return ule(number(least, together.width), together) if least < 1 << together.width else or_()


def body(kind: Kind, option: str, before: State, width: int) -> State:
    """What the effect makes of the production under a choice, in ``width`` bits, which must have room for it."""
    wide = [zero_extend(part, width) for part in before]
    if kind.factor is not None:
        return tuple(mul(number(kind.factor, width), part) for part in wide)
    if kind.amount is not None:
        return tuple(number(kind.amount if letter == option else 0, width) for letter in TYPES_OF_MANA)
    moved = number(0, width)
    for letter in kind.replaced:
        moved = add(moved, wide[TYPES_OF_MANA.index(letter)])
    kept = [number(0, width) if letter in kind.replaced else wide[i] for i, letter in enumerate(TYPES_OF_MANA)]
    place = TYPES_OF_MANA.index(option)
    kept[place] = add(kept[place], moved)
    return tuple(kept)


def room(kind: Kind, width: int) -> int:
    """How many bits a result needs when the production before it has ``width`` bits each."""
    most = (1 << width) - 1
    return max(most * (kind.factor or 6), kind.amount or 0).bit_length()


def applicable(kind: Kind, before: State, *, waits: bool) -> Bool:
    """Whether the effect may be applied to the production."""
    if not waits:
        return guard(kind, before)
    if kind.factor is not None:
        return guard(kind, before) if kind.factor != 1 else or_()
    width = room(kind, before[0].width)
    wide = tuple(zero_extend(part, width) for part in before)
    changed = [not_(same_state(body(kind, option, before, width), wide)) for option in kind.options]
    return and_(guard(kind, before), or_(*changed))


def relation(kind: Kind, before: State, after: State, cap: int | None, *, waits: bool) -> Bool:
    """Whether the effect can make the one production into the other."""
    width = max(room(kind, before[0].width), after[0].width)
    wide = tuple(zero_extend(part, width) for part in after)
    made = [_saturated_bits(body(kind, option, before, width), cap) for option in kind.options]
    return and_(applicable(kind, before, waits=waits), or_(*(same_state(wide, result) for result in made)))


def _saturated_bits(symbolic: State, cap: int | None) -> State:
    if cap is None or cap >= 1 << symbolic[0].width:
        return symbolic
    most = number(cap, symbolic[0].width)
    return tuple(choose(ult(most, part), most, part) for part in symbolic)


def cap_for(kinds: Iterable[Kind], *, waits: bool = False) -> int:
    """The number up to which amounts must be told apart for the guards to be right.

    Where idle effects wait, a production must also be told from the result of an effect that makes the whole of it.
    """
    return max(
        [1]
        + [kind.at_least for kind in kinds]
        + [kind.amount + 1 for kind in kinds if waits and kind.amount is not None]
    )


def saturation_lemma(kind: Kind, cap: int, width: int, *, waits: bool) -> Obligation:
    """That a step of saturated amounts is the saturated step, for amounts of up to ``width`` bits: unsatisfiable."""
    before = state("before", width)
    low = _saturated_bits(before, cap)
    wide = room(kind, width)
    wrong = [
        not_(
            same_state(
                _saturated_bits(body(kind, option, before, wide), cap),
                _saturated_bits(body(kind, option, low, wide), cap),
            )
        )
        for option in kind.options
    ]
    other = not_(iff(applicable(kind, before, waits=waits), applicable(kind, low, waits=waits)))
    return Obligation(
        f"saturation: {shown(kind)}",
        f"amounts above {cap} need not be told apart",
        (Named("614.1a a step that differs", or_(and_(guard(kind, before), or_(*wrong)), other)),),
        "unsat",
    )


def shown(kind: Kind) -> str:
    """The kind in short words."""
    types = "" if kind.guard == TYPES_OF_MANA else f" of {kind.guard}"
    when = f"{kind.at_least} or more{types}: " if kind.at_least > 1 or types else ""
    to = "/".join(kind.choices)
    if kind.factor is not None:
        return f"{when}times {kind.factor}"
    if kind.amount is not None:
        return f"{when}becomes {kind.amount} {to}"
    return f"{when}{kind.replaced} become {to}"
