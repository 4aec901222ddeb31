"""The permanents at one moment of the layers: which effects exist, what each applies to and what it does (613.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..board import Board, Permanent, Resolved
from ..cards import terms as t
from ..cards.ability import LayerEffect
from .characteristics import Held, Thing
from .continuous import Effect, of_abilities, speaks_of_lands_alone
from .shapes import Values, applied, is_for_each, values
from .terms import NOTHING_CHOSEN, Scope, fits, holds

Started = Mapping[t.Filter, frozenset[str]]
"""The permanents that each filter of an effect meant when the effect started to apply."""

Doing = tuple[tuple[int, dict[str, Values]], ...]
"""What an effect does in a layer: each of its parts there by number, each permanent it applies to, and the values."""

Changed = dict[str, Thing]
"""Permanents that an effect would change, as they would be."""


@dataclass(slots=True)
class Sources:
    """Where the effects of a board come from: ``lasting`` ones, and the abilities that permanents have at the moment.

    ``places``: the entries by id, each with its place by timestamp. What the abilities of a permanent do is worked out
    again only when they have changed.
    """

    lasting: tuple[Effect, ...]
    places: Mapping[str, int]
    known: dict[str, tuple[tuple[Held, ...], tuple[Effect, ...]]] = field(default_factory=dict)

    def of(self, thing: Thing) -> tuple[Effect, ...]:
        """The effects of the permanent's static abilities."""
        known = self.known.get(thing.id)
        if known is None or known[0] is not thing.held:
            known = self.known[thing.id] = (thing.held, of_abilities(thing, self.places[thing.id]))
        return known[1]


@dataclass(slots=True)
class State:
    """The permanents at one moment of the layers, and the effects that have started to apply (613.6)."""

    board: Board
    sources: Sources
    things: dict[str, Thing]
    started: dict[str, tuple[Effect, Started]] = field(default_factory=dict)
    everything: tuple[Thing, ...] = ()
    scopes: dict[str, Scope] = field(default_factory=dict)
    memo: dict[tuple[t.Filter, str], tuple[Thing, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.everything = tuple(self.things.values())

    def scope(self, effect: Effect) -> Scope:
        """The words of the effect, read now; "you" is who controls its source now (109.5)."""
        known = self.scopes.get(effect.name)
        if known is None:
            known = self.scopes[effect.name] = self._scope(effect)
        return known

    def _scope(self, effect: Effect) -> Scope:
        entry, this = effect.entry, self.things.get(effect.source)
        if isinstance(entry, Resolved):
            return Scope(
                self.board, self.everything, entry.controller, entry.id, this, entry.chosen, entry.targets, x=entry.x,
                memo=self.memo,
            )  # fmt: skip
        chosen = entry.chosen if isinstance(entry, Permanent) else NOTHING_CHOSEN
        you = effect.controller if this is None else this.controller
        return Scope(self.board, self.everything, you, effect.source or effect.name, this, chosen, memo=self.memo)

    # Which effects there are -----------------------------------------------------------------------------------------

    def effects(self, layer: str) -> Iterator[Effect]:
        """The effects with a part in the layer that exist now, each once."""
        started = self.started
        for thing in self.everything:
            for effect in self.sources.of(thing):
                if effect.name not in started and effect.in_layer(layer) and self.holds(effect):
                    yield effect
        for effect in self.sources.lasting:
            if effect.name not in started and effect.in_layer(layer) and self.holds(effect):
                yield effect
        for effect, _ in started.values():
            if effect.in_layer(layer):
                yield effect

    def holds(self, effect: Effect) -> bool:
        """Whether the condition of the effect holds."""
        return effect.condition is None or holds(effect.condition, self.scope(effect))

    # What they do ----------------------------------------------------------------------------------------------------

    def doing(self, effect: Effect, layer: str) -> Doing:
        """What the effect applies to in the layer, and what it does to each of those with values filled in."""
        found: list[tuple[int, dict[str, Values]]] = []
        scope = self.scope(effect)
        for number, part in effect.in_layer(layer):
            if effect.fixed is not None:
                there = self.things
                found.append((number, {name: v for name, v in effect.fixed[number].items() if name in there}))
                continue
            filled: dict[str, Values] = {}
            for_each, filled_in = is_for_each(part), None
            lands_alone = speaks_of_lands_alone(effect.parts, number)
            for name in self.objects(effect, part):
                thing = self.things[name]
                if lands_alone and "Land" not in thing.types:
                    continue
                if filled_in is None or for_each:
                    filled_in = values(part, thing, scope)
                filled[name] = filled_in
            found.append((number, filled))
        return tuple(found)

    def objects(self, effect: Effect, part: LayerEffect) -> frozenset[str]:
        """The permanents that the part applies to: those of an earlier layer (613.6), or those that fit now."""
        started = self.started.get(effect.name)
        if started is not None and part.on in started[1]:
            return started[1][part.on]
        scope, on = self.scope(effect), part.on
        if isinstance(on, t.This):
            return frozenset((effect.source,)) if effect.source in self.things else frozenset()
        return frozenset([thing.id for thing in self.everything if fits(on, thing, scope)])

    def changed_by(self, effect: Effect, doing: Doing) -> Changed:
        """The permanents that differ once the effect has done that."""
        found: Changed = {}
        edition = self.board.edition
        for number, filled in doing:
            part = effect.parts[number]
            name = f"{effect.name}+{number}" if number else effect.name
            grant = (name, effect.timestamp, (*effect.time, number))
            for id, filled_in in filled.items():
                before = found.get(id) or self.things[id]
                after = applied(part, before, filled_in, grant, edition)
                if after is not before:
                    found[id] = after
        return found

    def with_changes(self, effect: Effect, layer: str, changed: Changed) -> State:
        """The state after the effect, which has started to apply with that."""
        started = dict(self.started)
        if effect.fixed is None:
            meant = dict(started[effect.name][1]) if effect.name in started else {}
            for _, part in effect.in_layer(layer):
                meant[part.on] = self.objects(effect, part)
            started[effect.name] = effect, meant
        else:
            started[effect.name] = effect, {}
        things = {**self.things, **changed} if changed else self.things
        return State(self.board, self.sources, things, started)
