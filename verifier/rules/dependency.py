"""Which effect waits for which (613.8): found by trial, where one can touch what the other reads at all."""

from __future__ import annotations

from .continuous import Effect, speaks_of_lands_alone
from .layer_reads import asks, is_local, source_asks, writes
from .layer_state import Changed, Doing, State
from .shapes import is_constant
from .terms import fits

Needs = dict[str, dict[str, str]]
"""For each effect those that it depends on, each with what of it the other one would change (613.8a (b))."""


class Turn:
    """One step of a layer: the effects that are left, in timestamp order, and which of them comes next."""

    def __init__(self, state: State, layer: str, left: list[Effect]) -> None:
        self.state, self.layer = state, layer
        self.left = {effect.name: effect for effect in sorted(left, key=lambda effect: effect.time)}
        self.needs: Needs = {}
        self._doing: dict[str, Doing] = {}
        self._changed: dict[str, Changed] = {}
        self._after: dict[str, State] = {}

    def doing(self, effect: Effect) -> Doing:
        """What the effect would do now."""
        known = self._doing.get(effect.name)
        if known is None:
            known = self._doing[effect.name] = self.state.doing(effect, self.layer)
        return known

    def changed_by(self, effect: Effect) -> Changed:
        """What would differ once the effect is applied now."""
        known = self._changed.get(effect.name)
        if known is None:
            known = self._changed[effect.name] = self.state.changed_by(effect, self.doing(effect))
        return known

    def after(self, effect: Effect) -> State:
        """The state if the effect is applied now."""
        known = self._after.get(effect.name)
        if known is None:
            known = self._after[effect.name] = self.state.with_changes(effect, self.layer, self.changed_by(effect))
        return known

    def needs_of(self, name: str) -> dict[str, str]:
        """The effects that the effect depends on now, and why."""
        if name not in self.needs:
            effect = self.left[name]
            reasons = ((other, depends(self, effect, that)) for other, that in self.left.items() if other != name)
            self.needs[name] = {other: why for other, why in reasons if why}
        return self.needs[name]

    def next(self) -> Effect:
        """The earliest effect that waits for none outside of a loop (613.7, 613.8b)."""
        for name, effect in self.left.items():
            if all(name in self.reached_from(other) for other in self.needs_of(name)):
                return effect
        raise AssertionError("some effect of a loop that waits for nothing outside comes next")

    def reached_from(self, name: str) -> set[str]:
        """The effect and all that it waits for, directly or through others."""
        seen, todo = {name}, [name]
        while todo:
            new = set(self.needs_of(todo.pop())) - seen
            seen |= new
            todo.extend(new)
        return seen


def depends(turn: Turn, effect: Effect, other: Effect) -> str:
    """What of the effect the other one would change if it were applied now; empty if it is independent (613.8a)."""
    if effect.defining != other.defining or effect.fixed is not None:
        return ""  # 613.8a (c); 611.2c and 611.2d
    state, layer = turn.state, turn.layer
    written = writes(other, layer)
    reads = not written.isdisjoint(asks(effect, layer, effect.name in state.started))
    if not reads and written.isdisjoint(source_asks(effect, effect.name in state.started)):
        return ""
    changed = turn.changed_by(other)
    source = changed.get(effect.source)
    if not changed or (source is None and not reads):
        return ""
    if effect.name not in state.started:
        if source is not None and effect.static is not None and effect.static not in source.held:
            return "whether it exists"
        if effect.condition is not None and not turn.after(other).holds(effect):
            return "whether it exists"
    same_you = source is None or source.controller == state.things[effect.source].controller
    if same_you and all(is_local(part.on) and is_constant(part) for _, part in effect.in_layer(layer)):
        return _applies_otherwise(turn, effect, changed)
    before, after = turn.doing(effect), turn.after(other).doing(effect, layer)
    if [(number, filled.keys()) for number, filled in before] != [(number, filled.keys()) for number, filled in after]:
        return "what it applies to"
    return "what it does" if before != after else ""


def _applies_otherwise(turn: Turn, effect: Effect, changed: Changed) -> str:
    """The same question of an effect that looks at each permanent by itself: only those that differ are looked at."""
    state, scope = turn.state, turn.state.scope(effect)
    started = state.started.get(effect.name)
    for number, filled in turn.doing(effect):
        part = effect.parts[number]
        meant = None if started is None else started[1].get(part.on)
        lands_alone = speaks_of_lands_alone(effect.parts, number)
        for name, thing in changed.items():
            applies = fits(part.on, thing, scope) if meant is None else name in meant
            if lands_alone and "Land" not in thing.types:
                applies = False
            if applies != (name in filled):
                return "what it applies to"
    return ""
