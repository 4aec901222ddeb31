"""Every order of effects at once, over what is there and over open numbers (614.5, 616.1f).

A configuration is a production with how many effects of each kind have been used. Since every step uses one more, they
form no circle, and whether one can be reached is a formula over presence and numbers that refers to earlier ones only:
exact, whatever the instance is. A production is told apart by what it is of its start, a linear image, so that an open
start of any size is one production.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..cards.vocabulary import TYPES_OF_MANA
from ..errors import Undecided
from ..solve.formula import FALSE, TRUE, Bool, and_, not_, or_, truth
from .effects import Kind
from .in_force import Copy
from .making import Vector
from .whole import Whole, at_least, equal, how_many, smallest, times, total, whole

MOST_CONFIGURATIONS = 20_000

Looking = tuple[tuple[Kind, tuple[Copy, ...]], ...]

Image = tuple[tuple[int, ...], ...]
"""Six amounts, each as how often it holds each of the start's amounts and, last, one more."""


@dataclass(frozen=True, eq=False)
class _Space:
    """The start that images are of, and up to where amounts are told apart (None: exact)."""

    start: Vector
    cap: int | None
    waits: bool

    def vector(self, image: Image) -> Vector:
        """The amounts of an image."""
        return tuple(self._amount(row) for row in image)

    def _amount(self, row: Sequence[int]) -> Whole:
        parts = [times(whole(factor), part) for factor, part in zip(row, self.start, strict=False) if factor]
        amount = total([*parts, whole(row[6])])
        return amount if self.cap is None else smallest([amount, whole(self.cap)])

    def image(self, rows: Sequence[Sequence[int]]) -> Image:
        """The rows, with what the start has for certain, or up to the cap, put into the last place."""
        settled = []
        for row in rows:
            last, open_parts = row[6], list(row[:6])
            for place, part in enumerate(self.start):
                if part.constant is not None:
                    last += open_parts[place] * part.low
                    open_parts[place] = 0
            if self.cap is not None:
                last = min(last, self.cap)
                open_parts = [min(factor, self.cap) for factor in open_parts]
            settled.append((*open_parts, last))
        return tuple(settled)


def every_end(
    start: Vector, when: Bool, looking: Looking, cap: int | None, *, waits: bool
) -> list[tuple[Vector, Bool]]:
    """Every production that the start can end as, with the condition under which some order ends there.

    A start of nothing ends as it is (614.7). Raises Undecided where there are too many configurations.
    """
    space = _Space(start, cap, waits)
    numbers = [how_many([copy.when for copy in copies]) for _, copies in looking]
    kinds = [kind for kind, _ in looking]
    first = space.image([[int(place == other) for other in range(6)] + [0] for place in range(6)])
    level: dict[tuple[tuple[int, ...], Image], list[Bool]] = {((0,) * len(kinds), first): [when]}
    ends: dict[Image, list[Bool]] = {}
    seen = 0
    steps: dict[tuple[int, Image], tuple[Bool, tuple[Image, ...]]] = {}
    while level:
        following: dict[tuple[tuple[int, ...], Image], list[Bool]] = {}
        for (used, image), ways in level.items():
            reached, blocked = or_(*ways), []
            for place, kind in enumerate(kinds):
                if used[place] == numbers[place].high:
                    continue
                if (place, image) not in steps:
                    steps[place, image] = _steps(space, kind, image)
                may, nexts = steps[place, image]
                more = and_(at_least(numbers[place], whole(used[place] + 1)), may)
                if more is FALSE:
                    continue
                blocked.append(more)
                used_more = (*used[:place], used[place] + 1, *used[place + 1 :])
                for after in dict.fromkeys(nexts):
                    following.setdefault((used_more, after), []).append(and_(reached, more))
            end = and_(reached, not_(or_(*blocked)))
            if end is not FALSE:
                ends.setdefault(image, []).append(end)
        seen += len(level)
        if seen > MOST_CONFIGURATIONS:
            raise Undecided(f"more than {MOST_CONFIGURATIONS} configurations of effects over a space of boards")
        level = following
    return [(space.vector(image), or_(*ways)) for image, ways in ends.items()]


def _steps(space: _Space, kind: Kind, image: Image) -> tuple[Bool, tuple[Image, ...]]:
    """When the effect is applicable to the production, and what it makes of it."""
    amounts = space.vector(image)
    asked = [amounts[TYPES_OF_MANA.index(letter)] for letter in kind.guard]
    may = at_least(total(asked), whole(max(kind.at_least, 1)))
    if space.waits:
        may = and_(may, or_(*(_changes(kind, option, amounts) for option in kind.options)))
    return may, tuple(space.image(_rows(kind, option, image)) for option in kind.options)


def _changes(kind: Kind, option: str, amounts: Vector) -> Bool:
    if kind.factor is not None:
        return truth(kind.factor != 1)
    if kind.amount is not None:
        made = [kind.amount if letter == option else 0 for letter in TYPES_OF_MANA]
        return not_(and_(*(equal(amount, whole(number)) for amount, number in zip(amounts, made, strict=True))))
    others = [amounts[TYPES_OF_MANA.index(letter)] for letter in kind.replaced if letter != option]
    return or_(*(at_least(amount, whole(1)) for amount in others))


def _rows(kind: Kind, option: str, image: Image) -> list[list[int]]:
    if kind.factor is not None:
        return [[kind.factor * part for part in row] for row in image]
    if kind.amount is not None:
        return [[0] * 6 + [kind.amount if letter == option else 0] for letter in TYPES_OF_MANA]
    rows = [[0] * 7 if letter in kind.replaced else list(row) for letter, row in zip(TYPES_OF_MANA, image, strict=True)]
    place = TYPES_OF_MANA.index(option)
    for letter in kind.replaced:
        moved = image[TYPES_OF_MANA.index(letter)]
        rows[place] = [a + b for a, b in zip(rows[place], moved, strict=True)]
    return rows


def types_at_the_end(starts: Sequence[Sequence[int]], looking: Looking, cap: int, *, waits: bool) -> Mapping[str, Bool]:
    """For each type whether some order from one of the starts, told apart up to the cap, ends with it."""
    found: dict[str, list[Bool]] = {}
    for start in starts:
        for vector, when in every_end(tuple(map(whole, start)), TRUE, looking, cap, waits=waits):
            for letter, amount in zip(TYPES_OF_MANA, vector, strict=True):
                if amount.high:
                    found.setdefault(letter, []).append(and_(when, at_least(amount, whole(1))))
    return {letter: or_(*found[letter]) for letter in TYPES_OF_MANA if letter in found}
