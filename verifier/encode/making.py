"""What an instruction to add mana makes by itself, before any effect of another permanent (106.3-106.11, 614.15).

A result is six amounts and the condition under which it can come out. Under a ``cap`` amounts are told apart only up
to it, which is enough for questions about types (see ``effects``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement

from ..cards import mana as m
from ..cards.ability import AddMana
from ..cards.naming import in_words
from ..cards.terms import Filter, Term
from ..cards.vocabulary import COLORS, TYPES_OF_MANA
from ..errors import Undecided, Unmodelled
from ..solve.formula import FALSE, TRUE, Bool, and_, not_, or_
from .reading import fitting, holds, quantity
from .table import Asking, Table
from .types import Known, types_of
from .whole import Whole, at_least, equal, pick, plus, times, whole

Vector = tuple[Whole, ...]
"""Amounts of W, U, B, R, G and C."""

Result = tuple[Vector | None, Bool]
"""A production, or None where a type is undefined and so no mana is produced (106.5), and when it can be made."""

MOST_RESULTS = 50_000
NOTHING: Vector = (whole(0),) * 6


def results(table: Table, adding: AddMana, asking: Asking, known: Known | None, cap: int | None) -> list[Result]:
    """Every production that the instruction can ask for, its own "instead" settled first (616.1a).

    Raises Unmodelled with the card, Undecided where there are too many.
    """
    maker = _Maker(table, known, cap)
    held = [(instead, holds(table, instead.condition, asking)) for instead in adding.instead]
    if sum(when is not FALSE for _, when in held) > 1:
        raise Unmodelled(asking.subject, "two effects of one ability that replace the same mana")
    made = maker.make(adding.mana, asking)
    found = [(vector, and_(when, *(not_(other) for _, other in held))) for vector, when in made]
    for instead, when in held:
        if mentions(instead.mana, m.ThatType):
            types = maker.chosen_types(adding.mana, asking)
            found.append((None, and_(when, not_(or_(*types.values())))))
            for letter, defined in types.items():
                again = maker.make(instead.mana, replace(asking, that_type=letter))
                found.extend((vector, and_(when, defined, also)) for vector, also in again)
        else:
            found.extend((vector, and_(when, also)) for vector, also in maker.make(instead.mana, asking))
    return [(vector, when) for vector, when in found if when is not FALSE]


def letter_vector(letter: str, amount: Whole) -> Vector:
    """That much mana of one type."""
    return tuple(amount if letter == other else whole(0) for other in TYPES_OF_MANA)


def nothing_below(amount: Whole) -> Whole:
    """107.1b: a negative amount of mana is none."""
    return pick(at_least(amount, whole(0)), amount, whole(0)) if amount.low < 0 else amount


class _Maker:
    def __init__(self, table: Table, known: Known | None, cap: int | None) -> None:
        self.table, self.known, self.cap = table, known, cap

    def make(self, mana: m.Mana, asking: Asking) -> list[Result]:
        """Every result of the expression."""
        match mana:
            case m.Symbols(symbols):
                return self._together([[(part, TRUE) for part in self._symbol(sign, asking)] for sign in symbols])
            case m.OneType(among, amount):
                found: list[Result] = []
                types = types_of(self.table, among, asking, self.known)
                for letter, when in types.items():
                    much = self._amount(amount, replace(asking, color=letter if letter in COLORS else None))
                    found.append((letter_vector(letter, much), when))
                return [*found, (None, not_(or_(*types.values())))]
            case m.Combination(among, amount):
                return self._combination(among, amount, asking)
            case m.OneOfEach(of):
                if isinstance(of, m.CouldProduce):
                    raise Unmodelled(asking.subject, "one mana of each type that permanents could produce")
                types = types_of(self.table, of, asking, self.known)
                each = tuple(pick(types.get(letter, FALSE), whole(1), whole(0)) for letter in TYPES_OF_MANA)
                return [(each, TRUE)]
            case m.ManaCostOf(of):
                return self._mana_cost(of, asking)
            case m.Repeated(inner, number):
                return self._repeated(self.make(inner, asking), self._amount(number, asking), asking)
            case m.Together(parts):
                return self._together([self.make(part, asking) for part in parts])
            case m.Choice(options):
                return [result for option in options for result in self.make(option, asking)]
        raise Unmodelled(asking.subject, f"mana that the encoding does not read: {in_words(mana)}")

    def _mana_cost(self, of: Filter, asking: Asking) -> list[Result]:
        """106.8-106.10: what the symbols of a mana cost are as mana, X counting for nothing."""
        found = fitting(self.table, of, asking)
        if len(found) > 1 or any(when is not TRUE for _, when in found):
            raise Unmodelled(asking.subject, "the mana cost of several permanents")
        signs = [sign for seen, _ in found for sign in seen.mana_cost if sign not in {"X", "Y", "Z"}]
        return self._together([[(part, TRUE) for part in self._symbol(sign, asking)] for sign in signs])

    def chosen_types(self, mana: m.Mana, asking: Asking) -> dict[str, Bool]:
        """The types that "that type" can be."""
        if not isinstance(mana, m.OneType):
            raise Unmodelled(asking.subject, "that type, where no single type was chosen")
        return types_of(self.table, mana.among, asking, self.known)

    def _amount(self, amount: object, asking: Asking) -> Whole:
        return nothing_below(quantity(self.table, amount, asking))  # type: ignore[arg-type]

    def _symbol(self, sign: str, asking: Asking) -> list[Vector]:
        """106.8-106.11: what one symbol may be."""
        halves = [half for half in sign.split("/") if half != "P"]
        found = []
        for half in halves:
            if half.isdigit():
                found.append(letter_vector("C", whole(int(half))))
            elif half == "S":
                found.append(letter_vector("C", whole(1)))
            elif half in TYPES_OF_MANA:
                found.append(letter_vector(half, whole(1)))
            else:
                raise Unmodelled(asking.subject, f"the mana symbol {sign} as mana that is added")
        return found

    def _combination(self, among: m.TypeSet, amount: object, asking: Asking) -> list[Result]:
        types = types_of(self.table, among, asking, self.known)
        much = self._amount(amount, asking)
        found: list[Result] = [(None, and_(at_least(much, whole(1)), not_(or_(*types.values()))))]
        for number, when in self._numbers(much, asking, len(types)):
            if number == 0:
                found.append((NOTHING, when))
                continue
            for mix in combinations_with_replacement(types, number):
                counts = tuple(whole(mix.count(letter)) for letter in TYPES_OF_MANA)
                found.append((counts, and_(when, *(types[letter] for letter in dict.fromkeys(mix)))))
                if len(found) > MOST_RESULTS:
                    raise Undecided(f"{asking.subject}: more than {MOST_RESULTS} combinations of mana")
        return found

    def _numbers(self, much: Whole, asking: Asking, types: int) -> Iterator[tuple[int, Bool]]:
        """The values of an amount, each with when it is that; under a cap those above what can matter are one."""
        if much.constant is not None:
            yield (much.low if self.cap is None else min(much.low, self.cap * types)), TRUE
        elif self.cap is None:
            raise Unmodelled(asking.subject, "an open number of mana in any combination")
        else:
            last = min(self.cap * types, much.high)
            for number in range(max(much.low, 0), last):
                yield number, equal(much, whole(number))
            yield last, at_least(much, whole(last))

    def _repeated(self, inner: list[Result], number: Whole, asking: Asking) -> list[Result]:
        if len(inner) == 1:
            vector, when = inner[0]
            if vector is None:
                return [(None, when)]
            return [(tuple(times(part, number) for part in vector), when)]
        if number.constant is None or number.low > 12:
            raise Unmodelled(asking.subject, "a choice repeated many times")
        return self._together([inner] * number.low)

    def _together(self, parts: list[list[Result]]) -> list[Result]:
        found: list[Result] = [(NOTHING, TRUE)]
        for part in parts:
            combined: dict[tuple[object, ...], Result] = {}
            for one, first in found:
                for other, second in part:
                    both = None if one is None or other is None else tuple(map(plus, one, other))
                    when = and_(first, second)
                    constant = both is None or all(amount.constant is not None for amount in both)
                    key = (tuple(a.low for a in both) if both is not None else None,) if constant else (id(both),)
                    if when is not FALSE:
                        old = combined.get(key)
                        combined[key] = (both, when if old is None else or_(old[1], when))
            found = list(combined.values())
            if len(found) > MOST_RESULTS:
                raise Undecided(f"more than {MOST_RESULTS} combinations of mana")
        return found


def mentions(term: object, *kinds: type) -> bool:
    """Whether a term of one of the kinds is in it."""
    if isinstance(term, kinds):
        return True
    if isinstance(term, tuple):
        return any(mentions(part, *kinds) for part in term)
    return isinstance(term, Term) and any(mentions(getattr(term, name), *kinds) for name in term.__struct_fields__)
