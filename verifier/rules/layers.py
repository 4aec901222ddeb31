"""Continuous effects on characteristics, layer by layer (613.1-613.9).

Inside a layer effects are applied in timestamp order (613.7) unless one depends on another (613.8), which is asked anew
after every application (613.8c). What has resolved is fixed to the permanents and values with which it began (611.2c).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..board import Board, Characteristics, Emblem, Entry, Permanent, Resolved
from ..cards import ability as a
from ..cards import terms as t
from ..errors import Unmodelled
from .characteristics import Thing, unchanged, with_size
from .continuous import Effect, begun_by, from_graveyards, is_anything_changed, of_counters, of_emblem
from .dependency import Turn
from .effects import resolved_scope
from .layer_state import Sources, State
from .mana_abilities import may_be_mana_ability
from .shapes import LAYERS, Values, is_constant, values
from .simultaneous import places, the_same_in_every_world
from .terms import fits


class Applied(NamedTuple):
    """A step of the layers: an effect applied in a layer, to which permanents, and which effects it had waited for.

    ``edges`` are the dependencies among the effects that were left: one, the other, what of the one the other changes.
    """

    layer: str
    effect: Effect
    to: tuple[str, ...]
    waited_for: tuple[str, ...]
    edges: tuple[tuple[str, str, str], ...]


def things(board: Board) -> tuple[Thing, ...]:
    """The permanents that exist with the characteristics and abilities that they have, in list order.

    Simultaneous entries are taken in APNAP order, then in list order; ``worlds`` gives the others. Raises Unmodelled.
    """
    before = unchanged(board)
    if not is_anything_changed(board, before):
        return tuple([with_size(thing) for thing in before])
    return tuple([with_size(thing) for thing in _laid(board, before)])


def characteristics(board: Board) -> dict[str, Characteristics]:
    """The permanents as the rules see them, by id (109.3, 613).

    Raises Unmodelled, also where a player's choice of order makes a difference (613.7m).
    """
    return the_same_in_every_world(board, _characteristics)


def _characteristics(board: Board) -> dict[str, Characteristics]:
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
    if not is_anything_changed(board, before):
        return tuple(with_size(thing) for thing in before), ()
    told: list[Applied] = []
    return tuple(with_size(thing) for thing in _laid(board, before, told)), tuple(told)


GRAVEYARD = ""
"""Stands among the places of entries for all cards in graveyards: a board does not say since when they are there."""


def _laid(board: Board, before: tuple[Thing, ...], told: list[Applied] | None = None) -> tuple[Thing, ...]:
    """The permanents after all layers; cards in graveyards may be there since any time, and it must not matter."""
    at = places(board)
    found = _after_all_layers(board, before, {**at, GRAVEYARD: 0}, (), told)
    if any(True for _ in from_graveyards(board, 0)):
        for place in range(1, 2 * len(at) + 2, 2):
            again = _after_all_layers(board, before, {**at, GRAVEYARD: place}, ())
            if not all(map(_is_same, found, again)):
                raise Unmodelled("613.7d", "the timestamp of a card in a graveyard, which no board tells")
    return found


def _is_same(one: Thing, other: Thing) -> bool:
    """Whether the permanents have the same characteristics and abilities, whenever these came."""
    names = [name for name in Thing.__slots__ if name != "held"]
    times = [[(held.ability, held.timestamp) for held in thing.held] for thing in (one, other)]
    return times[0] == times[1] and all(getattr(one, name) == getattr(other, name) for name in names)


# Layer by layer -------------------------------------------------------------------------------------------------------


def _after_all_layers(
    board: Board,
    before: tuple[Thing, ...],
    at: Mapping[str, int],
    begun: tuple[Effect, ...],
    told: list[Applied] | None = None,
) -> tuple[Thing, ...]:
    """The permanents after all layers; what has resolved later than ``begun`` has its effects worked out first."""
    resolved = _resolutions(board, at, begun)
    lasting = (*_lasting(board, at), *from_graveyards(board, at[GRAVEYARD]), *resolved)
    state = State(board, Sources(lasting, at), {thing.id: thing for thing in before})
    for layer in LAYERS:
        state = _layer(state, layer, told)
    return state.everything


def _lasting(board: Board, at: Mapping[str, int]) -> Iterator[Effect]:
    for entry in board.entries:
        if isinstance(entry, Emblem):
            yield from of_emblem(entry, at[entry.id])
        elif isinstance(entry, Permanent) and entry.counters and not entry.phased_out:
            yield from of_counters(entry, at[entry.id])


def _layer(state: State, layer: str, told: list[Applied] | None = None) -> State:
    """The state after every effect of the layer, those of characteristic-defining abilities first (613.3).

    ``told`` takes the steps, with every dependency that there was.
    """
    done: set[str] = set()
    waited: dict[str, set[str]] = {}
    while True:
        left = [effect for effect in state.effects(layer) if effect.name not in done]
        if not left:
            return state
        first = [effect for effect in left if effect.defining]
        turn = Turn(state, layer, first if first and not layer.startswith("7") else left)
        ready = turn.next()
        if told is not None:
            for name in turn.left:
                waited.setdefault(name, set()).update(turn.needs_of(name))
            to = {name for _, filled in turn.doing(ready) for name in filled}
            edges = tuple((one, other, why) for one in turn.left for other, why in sorted(turn.needs[one].items()))
            changed = tuple(name for name in state.things if name in to)
            told.append(Applied(layer, ready, changed, tuple(sorted(waited[ready.name])), edges))
        done.add(ready.name)
        state = turn.after(ready)


# What has resolved (611.2) --------------------------------------------------------------------------------------------


def _resolutions(board: Board, at: Mapping[str, int], found: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """The effects that spells and abilities began as they resolved, each with its permanents and values as of then.

    What there was then: what is older, what was targeted, and the source. What these were like is worked out for a
    board of them alone. ``found`` are those that are known.
    """
    known = {effect.entry.id for effect in found if effect.entry is not None}
    resolved = [entry for entry in board.entries if isinstance(entry, Resolved) and entry.id not in known]
    for entry in sorted(resolved, key=lambda entry: at[entry.id]):
        begins = begun_by(board, entry)
        if not begins:
            continue
        named = {*entry.targets, entry.source}
        entries = tuple(e for e in board.entries if at[e.id] < at[entry.id] or _is_one_of(e, named))
        then = _Then(board.with_entries(entries), at, found)
        for number, parts in enumerate(begins):
            fixed = tuple(then.fixed(entry, part) for part in parts)
            name = f"{entry.id}/{number}" if number else entry.id
            time = (at[entry.id], 0, number)
            effect = Effect(
                name, parts, entry.timestamp, time, None, None, entry.source or "", entry, entry.controller, fixed=fixed
            )
            found = (*found, effect)
    return found


def _is_one_of(entry: Entry, named: set[str | None]) -> bool:
    return isinstance(entry, Permanent) and entry.id in named


class _Then:
    """The board as it was when an effect began; the layers are gone through only if somebody looks."""

    def __init__(self, board: Board, at: Mapping[str, int], earlier: tuple[Effect, ...]) -> None:
        self.board, self.at, self.earlier = board, at, earlier
        self.printed = unchanged(board)
        self._seen: tuple[Thing, ...] | None = None

    @property
    def seen(self) -> tuple[Thing, ...]:
        """The permanents of then after all layers."""
        if self._seen is None:
            self._seen = _after_all_layers(self.board, self.printed, self.at, self.earlier)
        return self._seen

    def fixed(self, entry: Resolved, part: a.LayerEffect) -> dict[str, Values]:
        """The permanents that the part is fixed to and its values for each (611.2c, 611.2d)."""
        by_name = isinstance(part.on, t.This | t.TargetPermanent) and is_constant(part)
        seen = self.printed if by_name else self.seen
        source = next((thing for thing in seen if thing.id == entry.source), None)
        scope = resolved_scope(self.board, seen, entry, source)
        return {thing.id: values(part, thing, scope) for thing in seen if fits(part.on, thing, scope)}
