"""Continuous effects on characteristics, layer by layer (613.1-613.9).

Inside a layer effects are applied in timestamp order (613.7) unless one depends on another (613.8). Dependency is
found by trial: the other effect is applied, and it is looked whether the first still exists, applies to the same
permanents and says the same with its values filled in. It is asked anew after every application (613.8c).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby, permutations, product
from math import factorial, prod
from typing import NamedTuple

from ..board import Board, Characteristics, Emblem, Permanent, Resolved
from ..cards import ability as a
from ..cards import terms as t
from ..errors import Undecided
from .characteristics import LAYER_EFFECTS, Held, Thing, unchanged, with_counters, with_intrinsic
from .effects import begun, emblem_abilities, resolved_instructions, resolved_scope
from .following import subterms
from .shapes import LAYERS, applied, layer_of, may_be_mana_ability
from .terms import NOTHING_CHOSEN, Scope, fits, holds, players, value


@dataclass(frozen=True, slots=True)
class Effect:
    """A continuous effect with all its parts.

    That of a static ability exists as long as its permanent has the ability ``static``; that of a resolved spell or
    ability, of an emblem or of a card elsewhere always does.
    """

    name: str
    parts: tuple[a.LayerEffect, ...]
    timestamp: int
    condition: t.Condition | None
    static: Held | None
    source: str
    entry: Permanent | Resolved | Emblem | None
    controller: str

    def in_layer(self, layer: str) -> tuple[a.LayerEffect, ...]:
        """Its parts that apply in this layer, as printed."""
        return tuple(part for part in self.parts if layer_of(part) == layer)


class Applied(NamedTuple):
    """A step of the layers: an effect applied in a layer, to which permanents, and which effects it had waited for.

    ``edges`` are the dependencies among the effects that were left: one, the other, what of the one the other changes.
    """

    layer: str
    effect: Effect
    to: tuple[str, ...]
    waited_for: tuple[str, ...]
    edges: tuple[tuple[str, str, str], ...]


@dataclass(slots=True)
class State:
    """The permanents at one moment of the layers, and the sets to which effects have begun to apply (613.6)."""

    board: Board
    things: dict[str, Thing]
    begun: dict[tuple[str, t.Filter], frozenset[str]] = field(default_factory=dict)
    everything: tuple[Thing, ...] = ()

    def __post_init__(self) -> None:
        self.everything = tuple(self.things.values())

    def scope(self, effect: Effect) -> Scope:
        """The words of the effect, read now; "you" is who controls its source now (109.5)."""
        entry, this = effect.entry, self.things.get(effect.source)
        if isinstance(entry, Resolved):
            return Scope(
                self.board, self.everything, entry.controller, entry.id, this, entry.chosen, entry.targets, x=entry.x
            )
        chosen = entry.chosen if isinstance(entry, Permanent) else NOTHING_CHOSEN
        you = effect.controller if this is None else this.controller
        return Scope(self.board, self.everything, you, effect.source, this, chosen)

    def exists(self, effect: Effect) -> bool:
        """Whether the ability that generates the effect is still there, or the effect has begun to apply (613.6)."""
        if effect.static is None or any(name == effect.name for name, _ in self.begun):
            return True
        thing = self.things.get(effect.source)
        return thing is not None and effect.static in thing.held

    def applies_to(self, effect: Effect, part: a.LayerEffect) -> frozenset[str]:
        """The permanents that the part affects: those it began with (611.2c, 613.6), or those that fit now."""
        begun = self.begun.get((effect.name, part.on))
        if begun is not None:
            return begun
        scope = self.scope(effect)
        if effect.condition is not None and not holds(effect.condition, scope):
            return frozenset()
        found = [thing for thing in self.everything if fits(part.on, thing, scope)]
        if isinstance(effect.entry, Resolved) and not isinstance(part.on, t.This | t.TargetPermanent):
            found = [thing for thing in found if thing.permanent.timestamp < effect.timestamp]
        return frozenset(thing.id for thing in found)

    def after(self, effect: Effect, layer: str) -> State:
        """The state once the effect's parts of this layer are applied."""
        later = State(self.board, dict(self.things), dict(self.begun))
        for part in effect.in_layer(layer):
            affected = later.begun[effect.name, part.on] = later.applies_to(effect, part)
            scope = later.scope(effect)
            for name in affected:
                thing = later.things[name]
                later.things[name] = applied(part, thing, scope, (effect.name, effect.timestamp), self.board.edition)
            later.everything = tuple(later.things.values())
        return later


def things(board: Board) -> tuple[Thing, ...]:
    """The permanents that exist with the characteristics and abilities that they have, in list order.

    Simultaneous entries are taken in list order; ``worlds`` gives the others. Raises Unmodelled.
    """
    return derived(board)[0]


MOST_WORLDS = 5_040
"""Orders of simultaneous entries that are gone through for one board."""


def worlds(board: Board) -> tuple[Board, ...]:
    """The board once for every order of simultaneous entries that 613.7m allows and the layers look at.

    Players order what they control, the active player first, then the others in turn order. Raises Undecided.
    """
    stamps = Counter(entry.timestamp for entry in board.entries)
    if len(stamps) == len(board.entries) or not _is_anything_changed(board, unchanged(board)):
        return (board,)
    turn = board.names.index(board.active)
    apnap = {name: (place - turn) % len(board.names) for place, name in enumerate(board.names)}
    in_order = sorted(board.entries, key=lambda entry: (entry.timestamp, apnap[entry.controller]))
    groups = [list(group) for _, group in groupby(in_order, key=lambda entry: (entry.timestamp, entry.controller))]
    if prod(factorial(len(group)) for group in groups) > MOST_WORLDS:
        raise Undecided(f"more than {MOST_WORLDS:,} orders of simultaneous entries")
    found = []
    for order in product(*(permutations(group) for group in groups)):
        stamp = {entry.id: number for number, entry in enumerate((e for group in order for e in group), 1)}
        found.append(board.with_entries(tuple(replace(entry, timestamp=stamp[entry.id]) for entry in board.entries)))
    return tuple(found)


def characteristics(board: Board) -> dict[str, Characteristics]:
    """The permanents as the rules see them, by id (109.3, 613). Raises Unmodelled."""
    return {
        thing.id: Characteristics(
            thing.name, tuple(sorted(thing.types)), tuple(sorted(thing.subtypes)), tuple(sorted(thing.supertypes)),
            thing.colors, thing.power, thing.toughness, thing.controller,
            sum(may_be_mana_ability(ability, board.edition) for ability in thing.abilities),
        )
        for thing in things(board)
    }  # fmt: skip


def derived(board: Board) -> tuple[tuple[Thing, ...], tuple[Applied, ...]]:
    """The permanents after all layers, and what was applied on the way. Raises Unmodelled."""
    before = unchanged(board)
    if not _is_anything_changed(board, before):
        return tuple(with_counters(with_intrinsic(thing)) for thing in before), ()
    state = State(board, {thing.id: thing for thing in before})
    told: list[Applied] = []
    known: dict[str, Effect] = {}
    for layer in LAYERS:
        state = _layer(state, layer, told, known)
        if layer == "4":
            state = _with_each(state, with_intrinsic)
    return tuple(with_counters(thing) for thing in state.things.values()), tuple(told)


def _with_each(state: State, change: Callable[[Thing], Thing]) -> State:
    return State(state.board, {name: change(thing) for name, thing in state.things.items()}, state.begun)


def _layer(state: State, layer: str, told: list[Applied], known: dict[str, Effect]) -> State:
    """Apply every effect of the layer once: the earliest that waits for none outside of a loop (613.8b, 613.8c).

    ``known`` are all effects met so far; one that has begun goes on although its ability is lost (613.6).
    """
    done: set[str] = set()
    waited: dict[str, set[str]] = {}
    while True:
        for effect in effects(state):
            if effect.name not in known:
                known[effect.name] = effect
        left = [e for e in known.values() if e.name not in done and e.in_layer(layer) and state.exists(e)]
        if not left:
            return state
        left.sort(key=lambda effect: (effect.timestamp, effect.name))
        needs = dependencies(state, left, layer)
        for effect in left:
            waited.setdefault(effect.name, set()).update(needs[effect.name])
        ready = next(effect for effect in left if all(effect.name in _reach(needs, on) for on in needs[effect.name]))
        after = state.after(ready, layer)
        to = {name for part in ready.in_layer(layer) for name in after.begun[ready.name, part.on]}
        edges = tuple((name, other, why) for name, on in needs.items() for other, why in sorted(on.items()))
        changed = tuple(name for name in after.things if name in to)
        told.append(Applied(layer, ready, changed, tuple(sorted(waited[ready.name])), edges))
        done.add(ready.name)
        state = after


def _reach(needs: Needs, start: str) -> set[str]:
    seen, todo = {start}, [start]
    while todo:
        new = set(needs[todo.pop()]) - seen
        seen |= new
        todo.extend(new)
    return seen


# Dependency (613.8a) -------------------------------------------------------------------------------------------------


Needs = dict[str, dict[str, str]]
"""For each effect those that it depends on, each with what of it the other one would change (613.8a (b))."""


def dependencies(state: State, left: list[Effect], layer: str) -> Needs:
    """For each effect the others in the layer that it depends on now, found by trial."""
    meaning = {effect.name: _meaning(state, effect, layer) for effect in left}
    found: Needs = {effect.name: {} for effect in left}
    for other in left:
        changes = frozenset(aspect for part in other.in_layer(layer) for aspect in writes(part))
        touched = [e for e in left if e is not other and changes & _asks(e, layer) and _alike(e, other, layer)]
        if not touched:
            continue
        later = state.after(other, layer)
        for effect in touched:
            if not later.exists(effect):
                found[effect.name][other.name] = "whether it exists"
                continue
            before, after = meaning[effect.name], _meaning(later, effect, layer)
            if [to for to, _ in before] != [to for to, _ in after]:
                found[effect.name][other.name] = "what it applies to"
            elif before != after:
                found[effect.name][other.name] = "what it does"
    return found


def _alike(one: Effect, other: Effect, layer: str) -> bool:
    """613.8a (c): neither is from a characteristic-defining ability, or both are."""
    return _defines(one, layer) == _defines(other, layer)


def _defines(effect: Effect, layer: str) -> bool:
    return any(isinstance(part, a.SetPowerToughness) and part.defining for part in effect.in_layer(layer))


Meaning = tuple[tuple[frozenset[str], tuple[object, ...]], ...]


def _meaning(state: State, effect: Effect, layer: str) -> Meaning:
    """What the effect applies to and, with values filled in, what it does to each of those."""
    scope = state.scope(effect)
    found = []
    for part in effect.in_layer(layer):
        to = state.applies_to(effect, part)
        found.append((to, _instruction(part, [state.things[name] for name in sorted(to)], scope)))
    return tuple(found)


def _instruction(part: a.LayerEffect, to: list[Thing], scope: Scope) -> tuple[object, ...]:
    if isinstance(part, a.SetPowerToughness | a.ChangePowerToughness):
        numbers = [
            number for number in (part.power, part.toughness) if number is not None and not isinstance(number, int)
        ]
        return tuple(value(number, scope.with_affected(thing)) for thing in to for number in numbers)
    if isinstance(part, a.GainControl):
        return players(part.player, scope)
    return ()


EVERY_ASPECT = frozenset(("types", "subtypes", "supertypes", "colors", "abilities", "controller", "name", "power"))


@lru_cache(maxsize=4096)
def writes(part: a.LayerEffect) -> frozenset[str]:
    """The aspects of permanents that the part can change; a trial is spared where nobody reads them."""
    if isinstance(part, a.SetLandTypes):
        return frozenset(("subtypes", "abilities"))
    if isinstance(part, a.AddTypes):
        found = {"types"} if part.types else set()
        found |= {"subtypes"} if part.subtypes or part.chosen_subtype or part.all_creature_types else set()
        return frozenset(found | ({"supertypes"} if part.supertypes else set()))
    if isinstance(part, a.SetTypes):
        return frozenset(("types", "subtypes", "abilities"))
    if isinstance(part, a.LoseTypes):
        return frozenset(("types", "subtypes", "supertypes"))
    if isinstance(part, a.SetColors):
        return frozenset(("colors",))
    if isinstance(part, a.GainAbilities | a.LoseAbilities):
        return frozenset(("abilities",))
    if isinstance(part, a.SetPowerToughness | a.ChangePowerToughness):
        return frozenset(("power",))
    if isinstance(part, a.GainControl):
        return frozenset(("controller",))
    return EVERY_ASPECT


_READS: dict[type, str] = {
    t.OfType: "types", t.CardsIn: "", t.CardTypesIn: "", t.OfSubtype: "subtypes", t.OfChosenSubtype: "subtypes",
    t.BasicLandTypesAmong: "subtypes", t.OfSupertype: "supertypes", t.OfColor: "colors", t.OfChosenColor: "colors",
    t.ColorsAmong: "colors", t.ControlledBy: "controller", t.Named: "name", t.NamedAsChosen: "name",
    t.NamedAsExiled: "name", t.HasPower: "power", t.GreatestPower: "power", t.PowerOf: "power", t.Anything: "",
    t.This: "", t.Host: "", t.TargetPermanent: "", t.Affected: "", t.OwnedBy: "", t.IsToken: "", t.IsTapped: "",
    t.HasCounters: "", t.AllOf: "", t.AnyOf: "", t.Except: "", t.Count: "", t.CountersOn: "", t.Sum: "", t.Times: "",
    t.Difference: "", t.Half: "", t.Compare: "", t.Exists: "", t.Is: "", t.Every: "", t.Some: "", t.Unless: "",
    t.PlayedLand: "", t.TurnOf: "", t.ModeChosen: "", t.CardExiledWith: "", t.LifeTotal: "", t.NumberChosen: "",
    t.LevelOf: "",
}  # fmt: skip


@lru_cache(maxsize=4096)
def _reads(terms: tuple[object, ...]) -> frozenset[str]:
    """The aspects that the terms ask for; every aspect where a term is not in the table."""
    found: set[str] = {"controller"}
    for part in subterms(terms):
        aspect = _READS.get(type(part))
        if aspect is None:
            return EVERY_ASPECT
        found.add(aspect)
    return frozenset(found)


def _asks(effect: Effect, layer: str) -> frozenset[str]:
    terms: list[object] = [effect.condition]
    for part in effect.in_layer(layer):
        terms.append(part.on)
        if isinstance(part, a.SetPowerToughness | a.ChangePowerToughness):
            terms += [part.power, part.toughness]
        elif isinstance(part, a.BecomeCopy):
            return EVERY_ASPECT
    exists = frozenset(("abilities",)) if effect.static is not None else frozenset[str]()
    return _reads(tuple(term for term in terms if term is not None and not isinstance(term, int))) | exists


# Where effects come from ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def layer_parts(ability: a.Ability, zone: str) -> tuple[a.LayerEffect, ...]:
    """The parts of a static ability that work in that zone and change characteristics."""
    if not isinstance(ability, a.Static) or ability.zone != zone:
        return ()
    return tuple(effect for effect in ability.effects if isinstance(effect, LAYER_EFFECTS))


def _is_anything_changed(board: Board, before: tuple[Thing, ...]) -> bool:
    return (
        any(layer_parts(ability, "battlefield") for thing in before for ability in thing.abilities)
        or any(isinstance(entry, Resolved) and _resolved_parts(board, before, entry) for entry in board.entries)
        or any(
            layer_parts(ability, "battlefield")
            for entry in board.entries
            if isinstance(entry, Emblem)
            for ability in emblem_abilities(entry.card)
        )
        or any(True for _ in _from_graveyards(board))
    )


def effects(state: State) -> Iterator[Effect]:
    """The continuous effects on characteristics that there are in this state."""
    for thing in state.everything:
        for held in thing.held:
            parts = layer_parts(held.ability, "battlefield")
            if parts:
                assert isinstance(held.ability, a.Static)
                name = f"{thing.id}/{held.place}" + (f"/{held.granted_by}" if held.granted_by else "")
                yield Effect(
                    name, parts, held.timestamp, held.ability.condition, held, thing.id, thing.permanent,
                    thing.controller,
                )  # fmt: skip
    for entry in state.board.entries:
        if isinstance(entry, Resolved):
            parts = _resolved_parts(state.board, state.everything, entry)
            if parts:
                yield Effect(entry.id, parts, entry.timestamp, None, None, entry.source or "", entry, entry.controller)
        elif isinstance(entry, Emblem):
            for place, ability in enumerate(emblem_abilities(entry.card)):
                parts = layer_parts(ability, "battlefield")
                if parts:
                    assert isinstance(ability, a.Static)
                    yield Effect(
                        f"{entry.id}/{place}", parts, entry.timestamp, ability.condition, None, "", entry,
                        entry.controller,
                    )  # fmt: skip
    yield from _from_graveyards(state.board)


def _resolved_parts(board: Board, everything: tuple[Thing, ...], entry: Resolved) -> tuple[a.LayerEffect, ...]:
    source = next((thing for thing in everything if thing.id == entry.source), None)
    scope = resolved_scope(board, everything, entry, source)
    found = begun(resolved_instructions(entry), scope)
    return tuple(effect for effect in found if isinstance(effect, LAYER_EFFECTS))


def _from_graveyards(board: Board) -> Iterator[Effect]:
    for player in board.players:
        for place, card in enumerate(player.graveyard_cards or ()):
            for ability in card.faces[0].abilities:
                parts = layer_parts(ability, "graveyard")
                if parts:
                    assert isinstance(ability, a.Static)
                    name = f"{card.name} in the graveyard of {player.name}#{place}"
                    yield Effect(name, parts, 0, ability.condition, None, "", None, player.name)
