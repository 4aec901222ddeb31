"""How often an ability triggers where it would trigger once (603.2d)."""

from __future__ import annotations

from typing import NamedTuple

from ..board import Board
from ..cards.ability import Draws, Enters, Triggered, TriggersAgain
from .characteristics import Thing
from .effects import InForce, in_force
from .terms import fits


class Triggering(NamedTuple):
    """The effects on a board that change how often abilities trigger; ``arrived``: the permanent that is entering."""

    effects: tuple[InForce, ...]
    arrived: Thing | None

    def often(self, thing: Thing | None, ability: Triggered) -> int:
        """How often the ability triggers, of that permanent or of none; each effect makes it once more."""
        often = 1
        for each in self.effects:
            effect = each.effect
            assert isinstance(effect, TriggersAgain)
            if effect.on is not None and (thing is None or not fits(effect.on, thing, each.scope)):
                continue
            if effect.cause == "draws" and not isinstance(ability.event, Draws):
                continue
            if effect.cause == "enters" and not self._is_caused(effect, ability, each):
                continue
            if effect.never:
                return 0
            often += 1
        return often

    def _is_caused(self, effect: TriggersAgain, ability: Triggered, each: InForce) -> bool:
        if self.arrived is None or not isinstance(ability.event, Enters):
            return False
        return fits(effect.entering, self.arrived, each.scope)


def triggering(board: Board, things: tuple[Thing, ...], arrived: Thing | None = None) -> Triggering:
    """What bears on how often abilities trigger there. Raises Unmodelled."""
    found = tuple(each for each in in_force(board, things) if isinstance(each.effect, TriggersAgain))
    return Triggering(found, arrived)
