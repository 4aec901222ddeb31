"""One step of a layer: which effect is applied next (613.7, 613.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..solve.formula import FALSE, TRUE, Bool
from .layer_effects import LayerEffect, Object
from .layer_state import Key, State, Value

if TYPE_CHECKING:
    from .layers import Layers


Awaited = Callable[[LayerEffect], "list[LayerEffect] | None"]


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """An effect as it is now: whether it exists, to what it applies, with which values, and what was read for that."""

    exists: Bool
    to: Mapping[Object, Bool]
    values: Mapping[tuple[Object | str, int], Value]
    read: frozenset[tuple[str, Key]]


class Turn:
    """One step of a layer: which of the effects that are in force and not applied is the next."""

    def __init__(
        self, layers: Layers, state: State, layer: str, looks: Mapping[int, Look], ready: Mapping[int, Bool]
    ) -> None:
        self.layers, self.state, self.layer = layers, state, layer
        self.looks, self.ready = looks, ready
        effects = layers.catalogue.effects
        self.waiting = [effects[number] for number, when in ready.items() if when is not FALSE]
        self.terms, self.order = layers.terms, layers.order
        self._after: dict[int, State] = {}
        self._waits: dict[tuple[int, int], Bool] = {}

    def after(self, effect: LayerEffect) -> State:
        """The state if the effect were applied now."""
        if effect.number not in self._after:
            look = self.looks[effect.number]
            to = {each: self.terms.and_(look.exists, when) for each, when in look.to.items()}
            self._after[effect.number] = self.layers.doing.apply(self.state, effect, self.layer, to)
        return self._after[effect.number]

    def waits(self, effect: LayerEffect, other: LayerEffect) -> Bool:
        """613.8a: whether the effect depends on the other, which is in force and not applied."""
        if effect is other:
            return FALSE
        key = (effect.number, other.number)
        if key not in self._waits:
            self._waits[key] = self.terms.and_(
                self.ready[effect.number], self.ready[other.number], self._depends(effect, other),
                self.terms.rule("613.8a"),
            )  # fmt: skip
        return self._waits[key]

    def _depends(self, effect: LayerEffect, other: LayerEffect) -> Bool:
        after = self.after(other)
        changed = self.state.changed(after)
        self.layers.written |= changed.keys()
        look = self.looks[effect.number]
        if look.read.isdisjoint(changed):
            return FALSE
        return self.layers.differ(look, self.layers.look(after, effect, self.layer))

    # Settled by the board --------------------------------------------------------------------------------------------

    def settled(self) -> LayerEffect | None:
        """The next effect where nothing is open, None where something is."""
        if any(self.ready[effect.number] is not TRUE for effect in self.waiting):
            return None
        first = self._sorted()
        if first is None:
            return None
        for effect in first:
            free = self._is_free(effect)
            if free is None:
                return None
            if free:
                return effect
        return None

    def _sorted(self) -> list[LayerEffect] | None:
        found: list[LayerEffect] = []
        for effect in self.waiting:
            place = 0
            for place, other in enumerate(found):  # noqa: B007  the place is where the loop ends
                earlier = self.order.earlier(effect, other)
                if earlier is TRUE:
                    break
                if earlier is not FALSE:
                    return None
            else:
                place = len(found)
            found.insert(place, effect)
        return found

    def _is_free(self, effect: LayerEffect) -> bool | None:
        """Whether it waits for none outside a circle of effects that wait for each other; None where that is open."""
        waits: dict[int, list[LayerEffect]] = {}

        def awaited(one: LayerEffect) -> list[LayerEffect] | None:
            if one.number not in waits:
                answers = [(other, self.waits(one, other)) for other in self.waiting]
                if any(answer is not TRUE and answer is not FALSE for _, answer in answers):
                    return None
                waits[one.number] = [other for other, answer in answers if answer is TRUE]
            return waits[one.number]

        direct = awaited(effect)
        if direct is None:
            return None
        for other in direct:
            circle = self._reaches(other, effect, awaited)
            if circle is None:
                return None
            if not circle or self.terms.rule("613.8b") is FALSE:
                return False
        return True

    def _reaches(self, start: LayerEffect, goal: LayerEffect, awaited: Awaited) -> bool | None:
        seen, left = {start.number}, [start]
        while left:
            following: Iterable[LayerEffect] | None = awaited(left.pop())
            if following is None:
                return None
            for other in following:
                if other is goal:
                    return True
                if other.number not in seen:
                    seen.add(other.number)
                    left.append(other)
        return False

    # Open ------------------------------------------------------------------------------------------------------------

    def following(self) -> dict[int, Bool]:
        """For each effect when it is the next one."""
        terms, all_ = self.terms, self.waiting
        waits = {(one.number, other.number): self.waits(one, other) for one in all_ for other in all_}
        reach = dict(waits)
        for middle in all_:
            for one in all_:
                if reach[one.number, middle.number] is FALSE:
                    continue
                for other in all_:
                    way = terms.and_(reach[one.number, middle.number], reach[middle.number, other.number])
                    reach[one.number, other.number] = terms.or_(reach[one.number, other.number], way)
        free = {}
        for one in all_:
            outside = [
                terms.and_(
                    waits[one.number, other.number],
                    terms.not_(terms.and_(reach[other.number, one.number], terms.rule("613.8b"))),
                )
                for other in all_
                if other is not one and waits[one.number, other.number] is not FALSE
            ]
            free[one.number] = terms.and_(self.ready[one.number], terms.not_(terms.any_(outside)))
        return {
            one.number: terms.and_(
                free[one.number],
                *(
                    terms.not_(terms.and_(free[other.number], self.order.earlier(other, one)))
                    for other in all_
                    if other is not one
                ),
            )
            for one in all_
        }
