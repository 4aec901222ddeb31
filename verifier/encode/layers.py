"""The layers as formulas: every permanent's characteristics once all continuous effects are applied (613).

Within a layer effects are applied step by step. At each step the next one is the earliest of those that are there, have
not been applied and wait for no other outside a circle (613.7, 613.8b); whether one waits for another is found by
applying the other to the state and looking again (613.8a), anew at each step (613.8c). Which effect is the next may be
a formula: then the state after the step is made of cases. Where nothing is open all formulas are constants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from ..board import Resolved
from ..cards import ability as a
from ..cards import terms as t
from ..errors import Undecided, Unmodelled
from ..solve.formula import FALSE, TRUE, Bool
from .copying import copiable
from .layer_apply import Doing
from .layer_effects import LAYERS, Catalogue, LayerEffect, Object, says_no_more
from .layer_order import Order
from .layer_reading import Reader, Who
from .layer_state import Draft, Key, State, Value, printed_row
from .layer_terms import Terms
from .layer_turn import Look, Turn
from .making import mentions
from .space import Space
from .table import Table
from .whole import Whole, equal
from .wording import refuse_controllers_by_text, with_changed_texts

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
        copied = copiable(space.board, every_order=every_order)
        faces = with_changed_texts(space, copied, every_order=every_order)
        self.table = Table.of_faces(space, faces)
        self.catalogue = Catalogue(self.table)
        refuse_controllers_by_text(self.catalogue.effects, copied, faces)
        self.reader = Reader(self.table, self.terms, self.catalogue.slots)
        self.doing = Doing(self.catalogue, self.reader, self._number_as_it_began)
        self.order = Order(space.board, self.terms, every_order=every_order, choices=choices)
        self.written: set[tuple[str, Key]] = set()
        self._then: dict[int, tuple[Layers, Who]] = {}
        self._begun: dict[int, Bool] = {}
        self._objects: dict[int, dict[Object, Bool]] = {}
        self._chosen: dict[tuple[int, int], Bool] = {}
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
                for each, when in turn.looks[effect.number].to.items():
                    objects[each] = self.terms.ite(now, when, objects.get(each, FALSE))
                for part in effect.parts:
                    if part.layer == turn.layer:
                        place = effect.number, part.objects
                        self._chosen[place] = self.terms.or_(self._chosen.get(place, FALSE), now)
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
            to = {} if exists is FALSE else self._to(state, effect, layer)
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

    def _to(self, state: State, effect: LayerEffect, layer: str) -> dict[Object, Bool]:
        """What it applies to in the layer: what it is about now, or the objects to which it has begun to apply."""
        found: dict[Object, Bool] = {}
        objects = self._objects.get(effect.number, {})
        for place in dict.fromkeys(part.objects for part in effect.parts if part.layer == layer):
            chosen = self.terms.and_(self._chosen.get((effect.number, place), FALSE), self.terms.rule("613.6"))
            for id, there in self.reader.there.items():
                if effect.fixed:
                    fits = self._settled[effect.number, place][id]
                elif chosen is TRUE:
                    fits = objects.get((place, id), FALSE)
                else:
                    fits = self.reader.fits(state, effect.on[place], id, effect.who)
                    fits = self.terms.ite(chosen, objects.get((place, id), FALSE), fits)
                if fits is not FALSE:
                    found[place, id] = self.terms.and_(there, fits)
        return found

    def _values(
        self, state: State, effect: LayerEffect, layer: str, to: Mapping[Object, Bool]
    ) -> dict[tuple[Object | str, int], Value]:
        found: dict[tuple[Object | str, int], Value] = {}
        for place, part in enumerate(effect.parts):
            if part.layer != layer:
                continue
            does = part.does
            if isinstance(does, a.GainControl):
                for name in self.table.names:
                    found[name, place] = self.reader.player(state, does.player, name, effect.who)
            if isinstance(does, a.SetLandTypes) and not effect.fixed and not _makes_lands(effect, place):
                for each in to:  # 305.7 speaks of lands
                    if each[0] == part.objects:
                        found[each, 2 * place] = state.get(each[1], ("type", "Land"))
            if isinstance(does, a.SetPowerToughness | a.ChangePowerToughness):
                for each in to:
                    for number, amount in enumerate((does.power, does.toughness)):
                        if each[0] == part.objects and amount is not None and not isinstance(amount, int):
                            found[each, 2 * place + number] = self.doing.value(state, amount, effect, each[1])
        return found

    def differ(self, one: Look, other: Look) -> Bool:
        """613.8a: whether the effect exists, applies to the same objects and does the same, in one and in the other."""
        terms = self.terms
        parts = [terms.differ(one.exists, other.exists)]
        for each in {**one.to, **other.to}:
            here = terms.and_(one.exists, one.to.get(each, FALSE))
            parts.append(terms.differ(here, terms.and_(other.exists, other.to.get(each, FALSE))))
        for key, value in one.values.items():
            again = other.values.get(key, value)
            when = one.exists if isinstance(key[0], str) else terms.and_(one.exists, one.to[key[0]])
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
        self._settled: dict[tuple[int, int], dict[str, Bool]] = {}
        read: set[tuple[str, Key]] = set()
        for effect in self.catalogue.effects:
            for place, on in enumerate(effect.on) if effect.fixed else ():
                self._settled[effect.number, place] = self._as_it_began(effect, on, read)
        return read

    def _as_it_began(self, effect: LayerEffect, on: t.Filter, read: set[tuple[str, Key]]) -> dict[str, Bool]:
        """Which permanents the effect began to apply to: those named, or those that fitted among what was there."""
        if says_no_more(on):
            return {id: self.reader.fits(self.start, on, id, effect.who) for id in self.reader.there}
        if self.space.is_plain and not self.every_order:
            return self._among_earlier(effect, on)
        if mentions(on, t.HasManaAbility, t.HasKeyword):
            raise Unmodelled(effect.label, "which permanents had an ability as it resolved")
        known = State(self.start.rows)
        known.read = set()
        found = {}
        for id in self.reader.there:
            there = self.order.before(id, effect.entry)
            found[id] = self.terms.and_(there, self.reader.fits(known, on, id, effect.who))
        read |= known.read
        return found

    def _among_earlier(self, effect: LayerEffect, on: t.Filter) -> dict[str, Bool]:
        then, who = self._earlier(effect)
        there = then.table.seen
        return {id: then.reader.fits(then.end, on, id, who) if id in there else FALSE for id in self.reader.there}

    def _number_as_it_began(self, effect: LayerEffect, number: t.Quantity, id: str) -> Whole:
        if not self.space.is_plain or self.every_order:
            raise Unmodelled(effect.label, "a number that was fixed as it resolved (611.2d), where that is open")
        then, who = self._earlier(effect)
        return then.reader.quantity(then.end, number, replace(who, affected=id))

    def _earlier(self, effect: LayerEffect) -> tuple[Layers, Who]:
        """The layers of the board as it was when the effect began: what has an earlier timestamp."""
        if effect.number not in self._then:
            board = self.space.board
            resolved = board.entry(effect.entry)
            began = resolved.timestamp
            targets = resolved.targets if isinstance(resolved, Resolved) else ()  # 613.7n: they were there
            earlier = tuple(
                e
                for e in board.entries
                if e.timestamp < began
                or (e.timestamp == began and (e.id in targets or self.order.before(e.id, effect.entry) is TRUE))
            )
            then = Layers(Space(board.with_entries(earlier)))
            this = effect.who.asking.this
            asking = replace(effect.who.asking, this=None if this is None else then.table.seen.get(this.id))
            self._then[effect.number] = then, replace(effect.who, asking=asking)
        return self._then[effect.number]


def _makes_lands(effect: LayerEffect, before: int) -> bool:
    """Whether a part before that one makes what it applies to lands."""
    parts = [part.does for part in effect.parts[:before]]
    return any(isinstance(does, a.AddTypes | a.SetTypes) and "Land" in does.types for does in parts)
