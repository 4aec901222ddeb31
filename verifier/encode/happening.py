"""What comes out of an event, as numbers and conditions over the choices made in it and the boards of a space."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..solve.formula import TRUE, Bool
from ..solve.obligation import Named
from .choices import Choices
from .making import Vector
from .whole import Whole

Triggered = Callable[[], Mapping[str, Whole]]
"""How often the abilities of each entry trigger. Raises Unmodelled where that cannot be told."""


@dataclass(frozen=True, eq=False)
class Happening:
    """One course of an event.

    ``observed`` are its observables by name; ``counters`` and ``pools`` where the event has such. ``possible``: the
    event can be started. ``assertions`` name what ties the numbers to the choices, rule by rule.
    """

    observed: Mapping[str, Whole] = field(default_factory=dict)
    counters: Mapping[str, Whole] | None = None
    pools: Mapping[str, Vector] | None = None
    triggers: Triggered = dict
    possible: Bool = TRUE
    assertions: tuple[Named, ...] = ()


Play = Callable[[Choices], Happening]
"""An event, played with choices: free ones give every course of it at once."""
