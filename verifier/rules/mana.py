"""Mana abilities (605.1) and the mana that an ability would produce as it resolves (106.3-106.11, 614.15)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeGuard

from ..board import Amounts
from ..cards import mana as m
from ..cards import pool
from ..cards.ability import (
    Ability,
    Activated,
    AddMana,
    Cost,
    SacrificeCost,
    TapSymbol,
    Triggered,
    UntapOthers,
)
from ..cards.terms import (
    CostPermanent,
    CountedByCost,
    Devotion,
    DevotionToThatColor,
    Filter,
    Quantity,
    This,
)
from ..cards.vocabulary import COLORS, TYPES_OF_MANA
from ..errors import Unmodelled
from .following import subterms
from .mana_abilities import added
from .terms import Scope, holds, matching, value

NOTHING: Amounts = (0, 0, 0, 0, 0, 0)
UNIT: dict[str, Amounts] = {
    letter: tuple(int(letter == other) for other in TYPES_OF_MANA)  # type: ignore[misc]
    for letter in TYPES_OF_MANA
}
BIT = {letter: 1 << place for place, letter in enumerate(TYPES_OF_MANA)}
COLOR_MASK = (1 << len(COLORS)) - 1


def plus(left: Amounts, right: Amounts) -> Amounts:
    """Both amounts together."""
    return tuple(a + b for a, b in zip(left, right, strict=True))  # type: ignore[return-value]


@lru_cache(maxsize=65536)
def times(amounts: Amounts, factor: int) -> Amounts:
    """The amount that many times."""
    return tuple(a * factor for a in amounts)  # type: ignore[return-value]


@lru_cache(maxsize=65536)
def mask_of(letters: str) -> int:
    """A set of types as bits, W first."""
    return sum(BIT[letter] for letter in TYPES_OF_MANA if letter in letters)


@lru_cache(maxsize=65536)
def mask_of_amounts(amounts: Amounts) -> int:
    """The types of which there is any, as bits."""
    return sum(1 << place for place, number in enumerate(amounts) if number)


@lru_cache(maxsize=65536)
def letters_of(mask: int) -> str:
    """The types of the bits, in the order W U B R G C."""
    return "".join(letter for letter in TYPES_OF_MANA if mask & BIT[letter])


# Mana abilities ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ManaSource:
    """An ability that adds mana: the n-th of its permanent, with the additions that its instructions can make.

    ``taps`` if it has {T} in its cost; ``mana_ability`` by edition is asked of ``is_mana_ability``.
    ``counted`` is the amount that its cost counts, if the mana depends on one; ``payers`` the filter of the permanent
    that pays for it, if the mana reads that permanent, sacrificed or not. ``conditional`` if some addition may be left
    out.
    """

    number: int
    ability: Activated | Triggered
    additions: tuple[AddMana, ...]
    taps: bool
    counted: CountedByCost | None
    payers: Filter | None
    sacrifices: bool
    conditional: bool


@lru_cache(maxsize=8192)
def mana_sources(abilities: tuple[Ability, ...]) -> tuple[ManaSource, ...]:
    """The abilities that add mana as they resolve, mana abilities or not (106.7 asks for every ability)."""
    found = []
    for number, ability in enumerate(abilities):
        if not isinstance(ability, Activated | Triggered):
            continue
        additions = tuple(added(ability.instructions))
        elsewhere = isinstance(ability, Activated) and ability.from_zone != "battlefield"  # 113.6
        if not additions or elsewhere:
            continue
        cost = ability.cost if isinstance(ability, Activated) else ()
        parts = tuple(part for addition in additions for part in subterms(addition))
        counted = next((part for part in parts if isinstance(part, CountedByCost)), None)
        reads_payer = any(isinstance(part, CostPermanent) for part in parts)
        payer = next((part for part in cost if _is_paid_with_others(part)), None) if reads_payer else None
        sacrifices = isinstance(payer, SacrificeCost)
        taps = any(isinstance(part, TapSymbol) for part in cost)
        conditional = not all(isinstance(part, AddMana) for part in ability.instructions if any(added((part,))))
        found.append(
            ManaSource(
                number,
                ability,
                additions,
                taps,
                counted,
                None if payer is None else payer.filter,
                sacrifices,
                conditional,
            )
        )
    return tuple(found)


def _is_paid_with_others(cost: Cost) -> TypeGuard[SacrificeCost | UntapOthers]:
    return isinstance(cost, SacrificeCost | UntapOthers) and not isinstance(cost.filter, This)


# What is produced --------------------------------------------------------------------------------------------------

Made = dict[str, int]
"""For each permanent, as bits, the types that it is known to be able to produce (106.7)."""


def type_set(among: m.TypeSet, scope: Scope, made: Made, that: m.TypeSet | None = None) -> int:
    """The set of types, as bits; empty where no type is defined (106.5)."""
    match among:
        case m.Types(types):
            return mask_of(types)
        case m.ChosenColor():
            return 0 if scope.chosen.color is None else BIT[scope.chosen.color]
        case m.CouldProduce(by, colors_only):
            mask = 0
            for thing in matching(by, scope):
                mask |= made.get(thing.id, 0)
            return mask & COLOR_MASK if colors_only else mask
        case m.ColorsOf(of):
            return mask_of("".join(thing.colors for thing in matching(of, scope)))
        case m.ExiledColors(with_):
            names = sorted({name for thing in matching(with_, scope) for name in thing.permanent.exiled})
            return mask_of("".join(map(_colors_in_exile, names)))
        case m.CommanderIdentity():
            return mask_of(scope.board.player(scope.you).identity or "")
        case m.ByLandType(types):
            land = scope.event or scope.this
            if land is None:
                raise scope.unmodelled(among)
            return mask_of("".join(letter for kind, letter in types if kind in land.subtypes))
        case m.TypesProduced():
            return scope.produced or 0  # outside of a production of mana no type is defined
        case m.ThatType() if that is not None:
            return type_set(that, scope, made)
    raise scope.unmodelled(among)


@lru_cache(maxsize=4096)
def _colors_in_exile(name: str) -> str:
    """The colors of a card that is not on the battlefield; those of all halves of a split card (709.4)."""
    card, number = pool.find(name)
    faces = card.faces if card.layout == "split" else (card.faces[number],)
    if not all(face.types for face in faces):
        raise Unmodelled(card.name, "the colors of a face whose type line is not known")
    return "".join(face.colors for face in faces)


def starts(addition: AddMana, scope: Scope, made: Made) -> frozenset[Amounts]:
    """Every amount that the instruction alone would add now, over every choice; self-replacement first (614.15).

    One mana of an undefined type is enough for no mana at all (106.5).
    """
    if always_same(addition):
        known = _SAME.get(addition)
        if known is None:
            known = _SAME[addition] = _amounts(addition.mana, scope, made, None) or NO_MANA
        return known
    expression: m.Mana = addition.mana
    for instead in addition.instead:
        if holds(instead.condition, scope):
            expression = instead.mana
            break
    that = addition.mana.among if isinstance(addition.mana, m.OneType | m.Combination) else None
    return _amounts(expression, scope, made, that) or NO_MANA


_FIXED = (AddMana, m.Symbols, m.Choice, m.Together, m.Types, m.OneType, m.Combination, m.OneOfEach, m.Repeated)
_SAME: dict[AddMana, frozenset[Amounts]] = {}


@lru_cache(maxsize=8192)
def always_same(addition: AddMana) -> bool:
    """Whether the mana depends on nothing but the card: symbols, and numbers of mana of given types."""
    return all(
        isinstance(
            part,
            AddMana
            | m.Symbols
            | m.Choice
            | m.Together
            | m.Types
            | m.OneType
            | m.Combination
            | m.OneOfEach
            | m.Repeated,
        )
        for part in subterms(addition)
    )


NO_MANA = frozenset({NOTHING})
_UNDEFINED: frozenset[Amounts] = frozenset()


def _amounts(mana: m.Mana, scope: Scope, made: Made, that: m.TypeSet | None) -> frozenset[Amounts]:
    match mana:
        case m.Symbols(symbols):
            return _sums([_symbol(symbol, scope) for symbol in symbols])
        case m.OneType(among, amount):
            types = letters_of(type_set(among, scope, made, that))
            return frozenset(times(UNIT[letter], _amount(amount, letter, scope)) for letter in types)
        case m.Combination(among, amount):
            types = letters_of(type_set(among, scope, made, that))
            return _splits(types, max(value(amount, scope), 0)) if types else _UNDEFINED
        case m.OneOfEach(of):
            types = letters_of(type_set(of, scope, made, that))
            return _sums([frozenset({UNIT[letter]}) for letter in types]) if types else _UNDEFINED
        case m.ManaCostOf(of):
            cost = [symbol for thing in matching(of, scope) for symbol in thing.mana_cost if symbol not in "XYZ"]
            return _sums([_symbol(symbol, scope) for symbol in cost])
        case m.Repeated(inner, number):
            count = max(value(number, scope), 0)
            each = _amounts(inner, scope, made, that)
            if len(each) == 1:
                return frozenset(times(amounts, count) for amounts in each)
            return _sums([each] * count)
        case m.Together(parts):
            return _sums([_amounts(part, scope, made, that) for part in parts])
        case m.Choice(options):
            chosen = [_amounts(option, scope, made, that) for option in options]
            return frozenset().union(*(amounts or NO_MANA for amounts in chosen))
    raise scope.unmodelled(mana)


def _amount(amount: Quantity, letter: str, scope: Scope) -> int:
    if isinstance(amount, DevotionToThatColor):
        return value(Devotion(letter), scope)
    return max(value(amount, scope), 0)


def _sums(parts: list[frozenset[Amounts]]) -> frozenset[Amounts]:
    total = NO_MANA
    for part in parts:
        total = frozenset(plus(left, right) for left in total for right in part)
    return total


def _splits(types: str, number: int) -> frozenset[Amounts]:
    if len(types) == 1:
        return frozenset({times(UNIT[types], number)})
    first, rest = types[0], types[1:]
    return frozenset(
        plus(times(UNIT[first], taken), other) for taken in range(number + 1) for other in _splits(rest, number - taken)
    )


def _symbol(symbol: str, scope: Scope) -> frozenset[Amounts]:
    if symbol in UNIT:
        return frozenset({UNIT[symbol]})
    if symbol.isdigit():
        return frozenset({times(UNIT["C"], int(symbol))})
    if symbol == "S":
        return frozenset({UNIT["C"]})
    if "/" in symbol:
        halves = [half for half in symbol.split("/") if half != "P"]
        return frozenset(amounts for half in halves for amounts in _symbol(half, scope))
    raise scope.unmodelled(f"the mana symbol {symbol}")
