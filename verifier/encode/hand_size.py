"""Maximum hand size as constraints: effects applied one after another in a symbolic order (402.2, 613.11, 107.1b).

``maximum_hand_size`` answers for a board, value by value until the solver says that there is no other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ..board import Board, HandSizes
from ..errors import Undecided
from ..solve.formula import FALSE, Bits, Bool, Value, and_, bits_var, bool_var, eq, evaluate, iff, not_, number
from ..solve.obligation import Named, Obligation
from ..solve.z3_backend import RLIMIT, Answer, Reply, Script, solve
from .hand_size_effects import Bearing, bearing_on
from .hand_size_fold import CHANGES, Applied, Size, Slot, closed, fold
from .hand_size_order import Pin, Timestamps
from .space import Space
from .table import Table
from .whole import Whole, bits_of, width_for

Ask = Callable[[Script], Reply]
MOST_POSITIONS = 6
"""So many entries are applied position by position; for more the theorem about the last one that counts is used."""

# One player on a board or a space of boards --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Account:
    """What decides one player's maximum hand size; ``assertions`` say it, by name, and ``size`` comes out."""

    player: str
    bearing: Bearing
    timestamps: Timestamps
    size: Size
    assertions: tuple[Named, ...]
    there: Callable[[str], Bool]

    @property
    def free_positions(self) -> tuple[Bits, ...]:
        """The positions that the board leaves open, in list order: what a witness has to show."""
        free = {id for group in self.timestamps.choices(self.timestamps.ids) for id in group}
        every = self.timestamps.every_order
        return tuple(self.timestamps.at(id) for id in self.timestamps.ids if every or id in free)

    def order(self, answer: Answer) -> tuple[str, ...]:
        """The entries whose effects apply in the model, by their timestamps, with those that decide whether they do."""
        at = {id for effect in self.bearing.effects for id, _ in effect.at}
        applied = {
            id
            for effect in self.bearing.effects
            for id, when in effect.at
            if evaluate(and_(effect.applies, when), answer.model)
        }
        others = (id for id in self.timestamps.ids if id not in at and evaluate(self.there(id), answer.model))
        return self.timestamps.order(answer.model, {*applied, *others})


def account(
    table: Table,
    player: str,
    *,
    every_order: bool = False,
    run: str = "",
    chosen: Sequence[tuple[str, ...]] = (),
    pinned: bool = True,
) -> Account:
    """The player's account. ``pinned`` gives every effect variables and an assertion, so that a reason can name it.

    ``run`` and ``chosen`` are those of ``Timestamps``. Raises Unmodelled where something not encoded could matter.
    """
    timestamps = Timestamps(table.board, every_order=every_order, run=run)
    bearing = bearing_on(table, player, timestamps)
    width = _width(bearing)
    pins: list[Pin] = list(bearing.pins)
    seven = bits_of(bearing.start, width)
    slots: dict[str, list[Applied]] = {}
    for place, effect in enumerate(bearing.effects):
        applied = Applied(effect.applies, number(CHANGES.index(effect.change), 2), bits_of(effect.amount, width))
        if pinned:
            name = f"{effect.source}: {effect.says}"
            again = sum(pin[0].split(" (#")[0] == name for pin in pins)
            applied, pin = _pinned(applied, place, name if not again else f"{name} (#{again + 1})")
            pins.append(pin)
        for id, when in effect.at:
            part = Applied(and_(applied.applies, when), applied.change, applied.amount)
            slots.setdefault(id, []).append(part)
    if pinned:
        free = bits_var("maximum before any effect", width)
        pins.append(
            (
                f"{'402.2' if bearing.start.constant == 7 else '313.6'} {player} begins with {_told(bearing.start)}",
                eq(free, seven),
            )
        )
        seven = free
    rows = [(timestamps.at(id), effects) for id, effects in sorted(slots.items())]
    # Entries whose effects come earlier, on abilities, have positions too, at which nothing happens to the number.
    rows += [(timestamps.at(id), []) for id in timestamps.ids if id not in slots]
    size = _applied(Size(FALSE, seven), rows, at_least_zero=table.board.readings.negative_hand_size == "zero")
    pins += timestamps.constraints(chosen)
    return Account(
        player, bearing, timestamps, size, tuple(Named(name, formula) for name, formula in pins), table.space.there
    )


def _applied(start: Size, rows: Sequence[Slot], *, at_least_zero: bool) -> Size:
    if not any(effects for _, effects in rows):
        return start
    if at_least_zero or len(rows) <= MOST_POSITIONS:
        return fold(start, rows, at_least_zero=at_least_zero)
    return closed(start, rows)


def _pinned(applied: Applied, place: int, name: str) -> tuple[Applied, Pin]:
    free = Applied(
        bool_var(f"applies: effect {place}"),
        bits_var(f"change: effect {place}", 2),
        bits_var(f"amount: effect {place}", applied.amount.width),
    )
    same = (iff(free.applies, applied.applies), eq(free.change, applied.change), eq(free.amount, applied.amount))
    return free, (name, and_(*same))


def _told(start: Whole) -> str:
    return str(start.constant) if start.constant is not None else f"{start.low} to {start.high}"


def _width(bearing: Bearing) -> int:
    """Bits for every number that any order of the effects can come by."""
    low, high = min(bearing.start.low, 0), max(bearing.start.high, 0)
    more = less = 0
    for effect in bearing.effects:
        if effect.change == "set":
            low, high = min(low, effect.amount.low), max(high, effect.amount.high)
        elif effect.change in {"increase", "reduce"}:
            sign = 1 if effect.change == "increase" else -1
            ends = (sign * effect.amount.low, sign * effect.amount.high)
            more += max(0, *ends)
            less += max(0, -ends[0], -ends[1])
        low, high = min(low, effect.amount.low), max(high, effect.amount.high)
    return width_for(low - less, high + more)


# Answers for a board -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answered:
    """A player's possible maximum hand sizes.

    ``orders`` has for each value the entries whose effects apply, in an order that gives it. ``rests_on`` names the
    assertions by which there is no other value; none can be missed if ``minimal``. ``obligations`` are what was asked.
    """

    player: str
    values: HandSizes
    orders: tuple[tuple[str, ...], ...]
    rests_on: tuple[str, ...]
    minimal: bool
    obligations: tuple[tuple[Obligation, Answer], ...] = field(repr=False, compare=False)


def maximum_hand_size(board: Board) -> dict[str, HandSizes]:
    """Every player's possible values, ascending with None last.

    Raises Unmodelled where something could matter that is not encoded, and Undecided at a resource limit.
    """
    return {player: answered.values for player, answered in answers(board).items()}


def answers(board: Board, *, rlimit: int = RLIMIT, ask: Ask | None = None) -> dict[str, Answered]:
    """Every player's possible values with the reasons. Raises as ``maximum_hand_size`` does."""
    table = Table(Space(board))
    return {player: _answered(account(table, player), rlimit, ask) for player in board.names}


def _answered(one: Account, rlimit: int, ask: Ask | None) -> Answered:
    found: dict[int | None, tuple[str, ...]] = {}
    asked: list[tuple[Obligation, Answer]] = []
    while True:
        others = tuple(Named(f"not {told(value)}", not_(one.size.is_used_as(value))) for value in found)
        obligation = Obligation(
            f"maximum hand size of {one.player}" + "".join(f", {other.name}" for other in others),
            f"{one.player} can have a maximum hand size other than {', '.join(map(told, found)) or 'nothing yet'}",
            (*one.assertions, *others),
            "unsat" if found else "sat",
            one.free_positions,
        )
        answer = solve(obligation, rlimit, ask)
        asked.append((obligation, answer))
        if answer.status == "unknown":
            raise Undecided(f"maximum hand size of {one.player}: {answer.reason}")
        if answer.status == "unsat":
            break
        found[value_in(one.size, answer.model)] = one.order(answer)
    values = in_order(found)
    core = tuple(name for name in answer.core if not name.startswith("not "))
    return Answered(one.player, values, tuple(found[value] for value in values), core, answer.minimal, tuple(asked))


def value_in(size: Size, model: Answer | object) -> int | None:
    """What the size is in a model, as it is used."""
    assert isinstance(model, dict) or hasattr(model, "keys")
    values: dict[str, Value] = dict(model)  # type: ignore[call-overload]
    if evaluate(size.none, values):
        return None
    return int(evaluate(size.used, values))


def in_order(values: object) -> HandSizes:
    """Ascending, None last."""
    given = list(values)  # type: ignore[call-overload]
    numbers = sorted(value for value in given if value is not None)
    return (*numbers, None) if None in given else tuple(numbers)


def told(value: int | None) -> str:
    """A maximum hand size in words."""
    return "no maximum" if value is None else str(value)
