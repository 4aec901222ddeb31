"""Choices of players as free variables, and what an event does to numbers as a chain of states.

A choice is always valid: whatever its variables are, they mean one of the options that there are. So a choice that is
written down once can be tried on every board of a space, and no assertion has to say what may be chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ..solve.formula import FALSE, TRUE, Bool, and_, bits_var, bool_var, eq, not_, or_, zero_extend
from ..solve.obligation import Named
from .whole import Whole, at_least, bits_of, largest, pick, plus, smallest, whole, width_for

NONE = whole(0)
ONE = whole(1)
MOST = Whole(0, 1)
"""As a written choice of a number: as many as could be chosen."""


class Choices:
    """What players choose, by name. ``given`` are choices that are settled; by default all are free.

    ``flags`` and ``numbers`` hold what has been asked for, in order, numbers with the most that could be chosen.
    """

    def __init__(self, given: Mapping[str, Whole] | None = None) -> None:
        self.given = given
        self.flags: dict[str, Bool] = {}
        self.numbers: dict[str, tuple[Whole, Whole]] = {}

    @property
    def free(self) -> bool:
        """Whether the choices are variables."""
        return self.given is None

    def flag(self, name: str) -> Bool:
        """Yes or no."""
        name = f"choice: {name}"
        if self.given is not None:
            return at_least(self.given.get(name, NONE), ONE)
        return self.flags.setdefault(name, bool_var(name))

    def number(self, name: str, most: Whole) -> Whole:
        """A number from zero to ``most``; zero where that is less."""
        most = largest([most, NONE])
        if most.high == 0:
            return NONE
        name = f"choice: {name}"
        if self.given is not None:
            if self.given.get(name) is MOST:
                return most
            return smallest([largest([self.given.get(name, NONE), NONE]), most])
        width = most.high.bit_length()
        raw = Whole(0, (1 << width) - 1, zero_extend(bits_var(name, width), width + 1))
        self.numbers[name] = raw, most
        return smallest([raw, most])

    def one_of(self, name: str, options: Sequence[Bool]) -> list[Bool]:
        """For each option whether it is chosen: exactly one of those that there are, none where there are none."""
        later = FALSE
        behind: list[Bool] = []
        for option in reversed(options):
            behind.append(later)
            later = or_(option, later)
        behind.reverse()
        taken, found = FALSE, []
        for number, (option, others) in enumerate(zip(options, behind, strict=True)):
            here = and_(option, not_(taken))
            if here is not FALSE and others is not FALSE:
                here = and_(here, or_(not_(others), self.flag(f"{name} ({number + 1})")))
            found.append(here)
            taken = or_(taken, here)
        return found


@dataclass(frozen=True, eq=False)
class State:
    """Numbers by name; what is not named is zero."""

    values: Mapping[str, Whole] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Whole:
        return self.values.get(name, NONE)

    def put(self, name: str, value: Whole) -> State:
        """The state with another number there."""
        return State({**self.values, name: value})

    def more(self, name: str, by: Whole) -> State:
        """The state with a number raised; ``by`` may be negative."""
        return self if by.constant == 0 else self.put(name, plus(self[name], by))


def either(when: Bool, then: State, otherwise: State) -> State:
    """One state or the other."""
    if when is TRUE or then is otherwise:
        return then
    if when is FALSE:
        return otherwise
    values = dict(otherwise.values)
    for name in dict.fromkeys((*then.values, *otherwise.values)):
        one, other = then[name], otherwise[name]
        if one is not other and not (one.constant is not None and one.constant == other.constant):
            values[name] = pick(when, one, other)
    return State(values)


def chosen_of(cases: Iterable[tuple[Bool, State]], otherwise: State) -> State:
    """The state of the case that holds; of cases that exclude each other, ``otherwise`` where none does."""
    state = otherwise
    for when, case in reversed(list(cases)):
        state = either(when, case, state)
    return state


class Steps:
    """The named assertions of an event: after each step its numbers are variables, said to be what the step makes.

    Without ``pinned`` nothing is asserted and states stay expressions of the choices.
    """

    def __init__(self, *, pinned: bool) -> None:
        self.pinned = pinned
        self.assertions: list[Named] = []
        self._names: dict[str, int] = {}

    def after(self, step: str, before: State, state: State) -> State:
        """The state after a step that is called so, with a rule number first."""
        if not self.pinned:
            return state
        again = self._names[step] = self._names.get(step, 0) + 1
        title = step if again == 1 else f"{step} (#{again})"
        values, parts = dict(state.values), []
        for name in sorted(state.values):
            value = state.values[name]
            if value.term is None or value is before.values.get(name):
                continue
            if value.term.op == "var":
                continue
            width = width_for(value.low, value.high)
            variable = bits_var(f"after {title}: {name}", width)
            values[name] = Whole(value.low, value.high, variable)
            parts.append(eq(variable, bits_of(value, width)))
        if parts:
            self.assertions.append(Named(title, and_(*parts)))
        return State(values)
