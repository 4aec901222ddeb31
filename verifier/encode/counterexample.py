"""Where a claim about an event fails."""

from __future__ import annotations

from dataclasses import dataclass

from ..board import Board

Told = tuple[tuple[str, int], ...]
"""Observables by name."""


@dataclass(frozen=True, slots=True)
class EventCounterexample:
    """A board on which a claim about an event fails, and how.

    ``came_out`` is an outcome, or a number of triggers, that is claimed not to come out, with the ``choices`` that lead
    to it; or, if ``missing``, what is claimed and comes out by no choice, and then there are no choices.
    """

    what: str
    board: Board
    added: tuple[str, ...]
    numbers: tuple[tuple[str, int], ...]
    choices: Told
    came_out: Told
    missing: bool = False


def told_event(found: EventCounterexample) -> str:
    """The counterexample in one sentence."""
    parts = [f"{name} = {value}" for name, value in found.numbers]
    parts += [f"with {', '.join(found.added)}"] if found.added else []
    where = f" ({'; '.join(parts)})" if parts else ""
    outcome = ", ".join(f"{name} {value}" for name, value in found.came_out) or "nothing"
    how = "is claimed and never comes out" if found.missing else "comes out"
    return f"{found.what}: {outcome} {how}{where}"
