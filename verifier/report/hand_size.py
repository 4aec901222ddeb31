"""Every player's maximum hand size, effect by effect, in the order of their timestamps or in every order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ..board import Board, HandSizes
from ..cards.ability import HandSize
from ..errors import Disagreement, Undecided
from ..rules.effects import in_force
from ..rules.hand_size import Change, apply, changes_for, maximum_hand_size, ordered_groups, starting_size
from ..rules.layers import things
from .labels import size

MOST_STATES = 100_000
"""States of partly applied orders that are gone through for one player."""


@dataclass(frozen=True, slots=True)
class HandStep:
    """One effect is applied: ``rule`` says why now."""

    source: str
    says: str
    before: int | None
    after: int | None
    rule: str


@dataclass(frozen=True, slots=True)
class HandWay:
    """A possible maximum and one order of the effects that leads to it."""

    maximum: int | None
    steps: tuple[HandStep, ...]


@dataclass(frozen=True, slots=True)
class PlayerSizes:
    """One player's possible maximum hand sizes, and in which orders they come about.

    ``choosers`` are the players who order simultaneous effects where that matters (613.7m). ``every_order`` holds a way
    for each value that some order of all timestamps leads to; None if that was not asked.
    """

    player: str
    sizes: HandSizes
    ways: tuple[HandWay, ...]
    choosers: tuple[str, ...]
    every_order: tuple[HandWay, ...] | None = None


def answers(board: Board, *, every_order: bool) -> tuple[PlayerSizes, ...]:
    """For every player, in turn order (402.2). Raises Unmodelled, Undecided."""
    effects = [effect for effect in in_force(board, things(board)) if isinstance(effect.effect, HandSize)]
    sizes = maximum_hand_size(board)
    never_negative = board.readings.negative_hand_size == "zero"
    found = []
    for player in board.names:
        changes = changes_for(player, effects)
        groups = list(ordered_groups(board, changes))
        start = starting_size(board, player)
        ways = _ways(start, groups, never_negative, "613.11")
        ends = tuple(way.maximum for way in ways)
        if ends != sizes[player]:
            told = (("one order each", str(ends)), ("all orders", str(sizes[player])))
            raise Disagreement(f"the maximum hand size of {player}", told)
        choosers = {group[0].controller for group in groups if len({change.source for change in group}) > 1}
        found.append(
            PlayerSizes(
                player,
                sizes[player],
                ways,
                tuple(name for name in board.names if name in choosers) if len(ways) > 1 else (),
                _ways(start, [changes], never_negative, "613.7") if every_order else None,
            )
        )
    return tuple(found)


def answered(board: Board) -> Mapping[str, str]:
    """The bare answer, for comparing it under several readings."""
    return {player: " or ".join(map(size, sizes)) for player, sizes in maximum_hand_size(board).items()}


BEARING = ("negative_hand_size",)
"""The readings that can bear on the question."""


def _says(change: Change) -> str:
    match change.change:
        case "set":
            return f"is {change.amount}"
        case "increase":
            return f"+{change.amount}"
        case "reduce":
            return f"-{change.amount}"
        case _:
            return "no maximum"


Path = tuple[HandStep, ...]
Meaning = tuple[tuple[str, int], ...]


def _ways(start: int, groups: Sequence[Sequence[Change]], never_negative: bool, rule: str) -> tuple[HandWay, ...]:
    """For each value that can come out, ascending with no maximum last, the first order that leads to it.

    The groups follow each other; inside a group the objects come in any order and effects of one object as printed.
    """
    reached: dict[int | None, Path] = {start: ()}
    for group in groups:
        objects: dict[Meaning, list[tuple[Change, ...]]] = {}
        for _, of_one in groupby(group, key=lambda change: change.source):
            changes = tuple(of_one)
            objects.setdefault(tuple((change.change, change.amount) for change in changes), []).append(changes)
        free = rule if sum(map(len, objects.values())) == 1 or rule == "613.7" else "613.7m"
        reached = _in_any_order(reached, list(objects.values()), never_negative, free)
    final: dict[int | None, Path] = {}
    for maximum, path in reached.items():
        at_least_zero = None if maximum is None else max(maximum, 0)
        if at_least_zero not in final:
            final[at_least_zero] = path
    return tuple(HandWay(maximum, final[maximum]) for maximum in sorted(final, key=_none_last))


def _none_last(maximum: int | None) -> tuple[bool, int]:
    return (True, 0) if maximum is None else (False, maximum)


def _in_any_order(
    reached: dict[int | None, Path], kinds: list[list[tuple[Change, ...]]], never_negative: bool, rule: str
) -> dict[int | None, Path]:
    """Where the objects lead from each value, with the first order that does; equal objects take turns as listed."""
    States = dict[tuple[tuple[int, ...], int | None], Path]  # noqa: N806
    layer: States = {((0,) * len(kinds), maximum): path for maximum, path in reached.items()}
    for _ in range(sum(map(len, kinds))):
        following: States = {}
        for (used, maximum), path in layer.items():
            for place, objects in enumerate(kinds):
                if used[place] == len(objects):
                    continue
                after, steps = maximum, list(path)
                for change in objects[used[place]]:
                    before, after = after, apply(after, change, never_negative)
                    steps.append(HandStep(change.source, _says(change), before, after, rule))
                key = ((*used[:place], used[place] + 1, *used[place + 1 :]), after)
                following.setdefault(key, tuple(steps))
        if len(following) > MOST_STATES:
            raise Undecided(f"{MOST_STATES} states of partly applied orders of hand size effects")
        layer = following
    return {maximum: path for (_, maximum), path in layer.items()}
