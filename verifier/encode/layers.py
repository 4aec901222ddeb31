"""The layers as formulas: every permanent's characteristics once all continuous effects are applied (613).

Within a layer effects are applied step by step. At each step the next one is the earliest of those that are there, have
not been applied and wait for no other outside a circle (613.7, 613.8b); whether one waits for another is found by
applying the other to the state and looking again (613.8a), anew at each step (613.8c). Which effect is the next may be
a formula: then the state after the step is made of cases. Where nothing is open all formulas are constants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from ..cards import ability as a
from ..cards import terms as t
from ..errors import Undecided, Unmodelled
from ..solve.formula import FALSE, TRUE, Bool
from .copying import copiable
from .layer_apply import Doing
from .layer_effects import LAYERS, Catalogue, LayerEffect, names_its_objects
from .layer_order import Order
from .layer_reading import Reader
from .layer_state import Draft, Key, State, Value, printed_row
from .layer_terms import Terms
from .layer_turn import Look, Turn
from .making import mentions
from .space import Space
from .table import Table
from .whole import Whole, equal

MOST_OPEN = 6
"""So many effects in one layer are put in a symbolic order; for more every order is gone through by itself."""

RULES_OF_LAYERS = {
    "2": "613.1b", "3": "613.1c", "4": "613.1d", "5": "613.1e", "6": "613.1f", "7a": "613.4a", "7b": "613.4b",
    "7c": "613.4c",
}  # fmt: skip


class Layers:
    """The layers of the boards of a space. ``named`` and ``choices`` are those of ``Terms`` and ``Order``.

    Raises Unmodelled with the card, Undecided where too many effects of a layer are in an open order.
    """

    def __init__(self, space: Space, *, every_order: bool = False, named: bool = False, choices: bool = False) -> None:
        self.space, self.every_order = space, every_order
        self.terms = Terms(named=named)
        self.table = Table.of_faces(space, copiable(space.board, every_order=every_order))
        self.catalogue = Catalogue(self.table)
        self.reader = Reader(self.table, self.terms, self.catalogue.slots)
        self.doing = Doing(self.catalogue, self.reader)
        self.order = Order(space.board, self.terms, every_order=every_order, choices=choices)
        self.written: set[tuple[str, Key]] = set()
        self._begun: dict[int, Bool] = {}
        self._objects: dict[int, dict[str, Bool]] = {}
        self.steps: list[tuple[str, LayerEffect, Bool]] = []

    @cached_property
    def start(self) -> State:
        """The copiable values (613.2c)."""
        rows = {
            seen.id: printed_row(seen.face, seen.permanent.controller, self.catalogue.slots[seen.id])
            for seen in self.table.each()
        }
        for id, row in rows.items():
            self.doing.intrinsic(id, row)
        return State(rows)

    @cached_property
    def end(self) -> State:
        """The characteristics after all layers, power and toughness without counters."""
        state = self.start
        settled = self._settle_objects()
        for layer in LAYERS:
            mine = [effect for effect in self.catalogue.effects if layer in effect.layers]
            for defining in (True, False):
                now = [effect for effect in mine if effect.defining == defining]
                if now:
                    state = self._layer(state, layer, now)
        if settled & self.written:
            raise Undecided("which permanents an effect that resolved began to affect, in every order")
        return state

    @cached_property
    def pins(self) -> tuple[tuple[str, Bool], ...]:
        """Every assertion by name: rules, effects, the order. Asked for after ``end``."""
        assert self.end is not None
        return (*self.terms.pins, *self.order.constraints())

    # One layer -------------------------------------------------------------------------------------------------------

    def _layer(self, state: State, layer: str, effects: Sequence[LayerEffect]) -> State:
        applied: dict[int, Bool] = {effect.number: FALSE for effect in effects}
        for step in range(len(effects)):
            waiting = [effect for effect in effects if applied[effect.number] is not TRUE]
            looks = {effect.number: self._named_look(state, effect, layer, step) for effect in waiting}
            ready = {
                effect.number: self.terms.and_(self.terms.not_(applied[effect.number]), looks[effect.number].exists)
                for effect in waiting
            }
            turn = Turn(self, state, layer, looks, ready)
            waiting = turn.waiting
            if not waiting:
                break
            chosen = turn.settled()
            if chosen is not None:
                following = {chosen.number: TRUE}
            elif len(waiting) > MOST_OPEN:
                raise Undecided(f"more than {MOST_OPEN} effects of layer {layer} in an open order")
            else:
                following = self._named_turn(turn.following(), waiting, layer, step)
            state = self._step(turn, following)
            for effect in waiting:
                now = following.get(effect.number, FALSE)
                applied[effect.number] = self.terms.or_(applied[effect.number], now)
        return state

    def _step(self, turn: Turn, following: Mapping[int, Bool]) -> State:
        """The state after the effect whose turn it is has been applied."""
        state, draft = turn.state, Draft(turn.state)
        for effect in turn.waiting:
            now = following.get(effect.number, FALSE)
            if now is FALSE:
                continue
            self.steps.append((turn.layer, effect, now))
            changed = state.changed(turn.after(effect))
            self.written |= changed.keys()
            for (id, key), value in changed.items():
                if key[1] != "*":
                    row = draft.row(id)
                    row[key] = self._either(now, value, row.get(key, None if key[0] == "number" else FALSE))
            if len(effect.layers) > 1:
                objects = self._objects.setdefault(effect.number, {})
                for id, when in turn.looks[effect.number].to.items():
                    objects[id] = self.terms.ite(now, when, objects.get(id, FALSE))
                self._begun[effect.number] = self.terms.or_(self._begun.get(effect.number, FALSE), now)
        return draft.state

    def _either(self, now: Bool, new: Value, old: Value) -> Value:
        if isinstance(new, Bool) and isinstance(old, Bool):
            return self.terms.ite(now, new, old)
        assert not isinstance(new, Bool)
        assert not isinstance(old, Bool)
        return self.terms.pick(now, new, old)

    # Looking at an effect --------------------------------------------------------------------------------------------

    def look(self, state: State, effect: LayerEffect, layer: str) -> Look:
        """The effect in a state: what 613.8a asks about."""
        state.read = set()
        try:
            begun = self.terms.and_(self._begun.get(effect.number, FALSE), self.terms.rule("613.6"))
            exists = self.terms.or_(begun, TRUE if begun is TRUE else self._exists(state, effect))
            to = {} if exists is FALSE else self._to(state, effect, begun)
            values = self._values(state, effect, layer, to)
            return Look(exists, to, values, frozenset(state.read))
        finally:
            state.read = None

    def _exists(self, state: State, effect: LayerEffect) -> Bool:
        slot = effect.slot
        held = TRUE if slot is None else state.get(slot.holder, slot.key)
        if effect.there is FALSE or held is FALSE:
            return FALSE
        holds = self.reader.holds(state, effect.condition, effect.who)
        return self.terms.and_(self.terms.merged(effect.there), held, holds)

    def _to(self, state: State, effect: LayerEffect, begun: Bool) -> dict[str, Bool]:
        found = {}
        objects = self._objects.get(effect.number, {})
        for id, there in self.reader.there.items():
            if effect.fixed:
                fits = self._settled[effect.number][id]
            elif begun is TRUE:
                fits = objects.get(id, FALSE)
            else:
                fits = self.reader.fits(state, effect.on, id, effect.who)
                fits = self.terms.ite(begun, objects.get(id, FALSE), fits)
            if fits is not FALSE:
                found[id] = self.terms.and_(there, fits)
        return found

    def _values(
        self, state: State, effect: LayerEffect, layer: str, to: Mapping[str, Bool]
    ) -> dict[tuple[str, int], Value]:
        found: dict[tuple[str, int], Value] = {}
        for place, (own, part) in enumerate(effect.parts):
            if own != layer:
                continue
            if isinstance(part, a.GainControl):
                for name in self.table.names:
                    found[name, place] = self.reader.player(state, part.player, name, effect.who)
            if isinstance(part, a.SetPowerToughness | a.ChangePowerToughness):
                for id in to:
                    for number, amount in enumerate((part.power, part.toughness)):
                        if amount is not None and not isinstance(amount, int):
                            found[id, 2 * place + number] = self.doing.value(state, amount, effect.who, id)
        return found

    def differ(self, one: Look, other: Look) -> Bool:
        """613.8a: whether the effect exists, applies to the same objects and does the same, in one and in the other."""
        terms = self.terms
        parts = [terms.differ(one.exists, other.exists)]
        for id in {**one.to, **other.to}:
            here = terms.and_(one.exists, one.to.get(id, FALSE))
            parts.append(terms.differ(here, terms.and_(other.exists, other.to.get(id, FALSE))))
        for key, value in one.values.items():
            again = other.values.get(key, value)
            when = terms.and_(one.exists, one.to.get(key[0], TRUE))
            if isinstance(value, Bool) and isinstance(again, Bool):
                parts.append(terms.and_(when, terms.differ(value, again)))
            elif isinstance(value, Whole) and isinstance(again, Whole):
                parts.append(terms.and_(when, terms.not_(terms.merged(equal(value, again)))))
        return terms.any_(parts)

    # Names for a proof -----------------------------------------------------------------------------------------------

    def _named_look(self, state: State, effect: LayerEffect, layer: str, step: int) -> Look:
        look = self.look(state, effect, layer)
        if not self.terms.named or look.exists is FALSE:
            return look
        variable = f"layer {layer}, step {step + 1}: effect {effect.number + 1} of {effect.entry} is in force"
        exists = self.terms.define(variable, look.exists, f"{RULES_OF_LAYERS[layer]} {effect.entry}")
        return Look(exists, look.to, look.values, look.read)

    def _named_turn(
        self, following: Mapping[int, Bool], waiting: Sequence[LayerEffect], layer: str, step: int
    ) -> dict[int, Bool]:
        found = {}
        for effect in waiting:
            now = following[effect.number]
            if now is not FALSE and now is not TRUE:
                variable = f"layer {layer}, step {step + 1}: effect {effect.number + 1} of {effect.entry} is applied"
                now = self.terms.define(variable, now, f"613.7 the next effect of layer {layer}")
            found[effect.number] = now
        return found

    # What has resolved (611.2c) --------------------------------------------------------------------------------------

    def _settle_objects(self) -> set[tuple[str, Key]]:
        """Fixes the objects of every effect that has resolved; what was read, where the board's start had to do."""
        self._settled: dict[int, dict[str, Bool]] = {}
        read: set[tuple[str, Key]] = set()
        for effect in self.catalogue.effects:
            if not effect.fixed:
                continue
            named = names_its_objects(effect.on)
            if mentions(effect.on, t.HasManaAbility, t.HasKeyword) and not named:
                raise Unmodelled(effect.label, "which permanents had an ability as it resolved")
            state = self.start if named or not self.space.is_plain or self.every_order else self._as_it_began(effect)
            known = State(state.rows)
            known.read = set()
            found = {}
            for id in self.reader.there:
                there = TRUE if named else self.order.before(id, effect.entry)
                if there is FALSE or id not in known.rows:
                    found[id] = FALSE
                else:
                    found[id] = self.terms.and_(there, self.reader.fits(known, effect.on, id, effect.who))
            self._settled[effect.number] = found
            if not named and state is self.start:
                read |= known.read
        return read

    def _as_it_began(self, effect: LayerEffect) -> State:
        board = self.space.board
        began = board.entry(effect.entry).timestamp
        earlier = tuple(entry for entry in board.entries if entry.timestamp < began)
        return Layers(Space(board.with_entries(earlier))).end
