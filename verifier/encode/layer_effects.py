"""The continuous effects on characteristics that there can be on a board, with their layers (611, 613.1, 613.7a).

An effect is here what 613.6 speaks of: what one ability, or one thing that has resolved, does, to one or more sets of
objects and in as many layers as it takes. Abilities that effects can give are
followed too, to the effects that they would have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ..board import Emblem, Resolved
from ..cards import ability as a
from ..cards import terms as t
from ..cards.mana import Symbols
from ..cards.term import Term
from ..cards.vocabulary import BASIC_LAND_TYPES
from ..errors import Unmodelled
from ..solve.formula import FALSE, TRUE, Bool
from .hand_size_sources import parts_of, sources_of
from .layer_reading import Who
from .layer_state import Slot
from .reading import fits
from .table import Asking, Table

LAYERS = ("2", "3", "4", "5", "6", "7a", "7b", "7c")
"""Layers after the first in the order of 613.1 and 613.4; no effect of the ability language switches (7d)."""

INTRINSIC: dict[str, a.Ability] = {
    name: a.Activated((a.TapSymbol(),), (a.AddMana(Symbols((letter,))),)) for name, letter in BASIC_LAND_TYPES.items()
}
"""305.6: the mana ability of each basic land type, in the order W U B R G."""

Object = tuple[int, str]
"""One of an effect's sets of objects, by its place in ``on``, and a permanent."""

_KEYWORDS: dict[str, a.LayerEffect] = {
    "changeling": a.AddTypes(t.This(), all_creature_types=True),
    "devoid": a.SetColors(t.This(), ""),
}
_PLACES = (t.This, t.Host, t.TargetPermanent, t.Named, t.NamedAsChosen, t.IsToken)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """What an effect does in a layer; ``objects`` tells to which of its sets of objects."""

    layer: str
    objects: int
    does: a.LayerEffect


@dataclass(frozen=True, slots=True, eq=False)
class LayerEffect:
    """An effect with its sets of objects, ``on``, and its parts in the order of the text.

    ``slot`` is the ability that it comes from, None of what has resolved and of objects that are no permanents.
    ``fixed``: its objects were settled as it began (611.2c). ``defining``: it comes from a characteristic-defining
    ability (604.3).
    """

    number: int
    entry: str
    label: str
    on: tuple[t.Filter, ...]
    parts: tuple[Part, ...]
    who: Who
    condition: t.Condition | None
    slot: Slot | None
    there: Bool
    times: frozenset[str]
    fixed: bool = False
    defining: bool = False

    @property
    def layers(self) -> tuple[str, ...]:
        """Its layers in order, each once."""
        mine = {part.layer for part in self.parts}
        return tuple(layer for layer in LAYERS if layer in mine)


class Catalogue:
    """Every ability that a permanent may have, and every effect that there may be; ``slots`` by permanent."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.slots: dict[str, list[Slot]] = {seen.id: [] for seen in table.each()}
        self.intrinsic: dict[str, dict[str, Slot]] = {}
        self.given: dict[tuple[Part, str], list[Slot]] = {}
        self.effects: list[LayerEffect] = []
        self._count = 0
        for seen in table.each():
            for ability in seen.face.abilities:
                self._slot(seen.id, ability, "printed", None, frozenset({seen.id}))
            self.intrinsic[seen.id] = {
                name: self._slot(seen.id, ability, "intrinsic", None, frozenset({seen.id}))
                for name, ability in INTRINSIC.items()
            }
        for entry in table.board.entries:
            if entry.id in self.slots:
                for slot in tuple(self.slots[entry.id]):
                    self._of_slot(slot)
            elif isinstance(entry, Emblem | Resolved):
                self._of_entry(entry)
        self._of_cards()
        self._give()
        self._of_counters()

    def _slot(self, holder: str, ability: a.Ability, origin: str, given_by: int | None, times: frozenset[str]) -> Slot:
        slot = Slot(self._count, holder, ability, origin, given_by, times)
        self._count += 1
        self.slots[holder].append(slot)
        return slot

    # Where effects come from -----------------------------------------------------------------------------------------

    def _of_slot(self, slot: Slot) -> None:
        seen = self.table.seen[slot.holder]
        ability = slot.ability
        asking = self.table.of_permanent(seen)
        who = Who(asking, slot.holder)
        if isinstance(ability, a.Unmodelled) and ability.kind == "static":
            raise Unmodelled(asking.subject, "a static ability that is not understood")
        if isinstance(ability, a.Keyword) and ability.name.lower() in _KEYWORDS and slot.origin == "printed":
            does = [_KEYWORDS[ability.name.lower()]]
            self._add(slot.holder, does, who, slot=slot, there=seen.there, times=slot.times, defining=True)
        if isinstance(ability, a.Static) and ability.zone == "battlefield":
            found = [effect for effect in ability.effects if isinstance(effect, a.LayerEffect)]
            defining = slot.origin == "printed" and defines_its_object(ability)
            if slot.origin != "printed" or ability.condition is not None:
                found = [_sets_only(effect) for effect in found]
            self._add(
                slot.holder,
                found,
                who,
                ability.condition,
                slot=slot,
                there=seen.there,
                times=slot.times,
                defining=defining,
            )

    def _of_entry(self, entry: Emblem | Resolved) -> None:
        found = [source for source in sources_of(self.table, entry) if isinstance(source.effect, a.LayerEffect)]
        there = self.table.space.there(entry.id)
        for condition in dict.fromkeys(source.condition for source in found):
            for asking in dict.fromkeys(source.asking for source in found if source.condition == condition):
                mine = [source for source in found if source.condition == condition and source.asking is asking]
                effects = [source.effect for source in mine if isinstance(source.effect, a.LayerEffect)]
                fixed = mine[0].fixed
                who = Who(asking)
                times = frozenset({entry.id})
                self._add(entry.id, effects, who, condition, there=there, times=times, fixed=fixed)

    def _of_cards(self) -> None:
        """Cards in hands and graveyards whose abilities work there (113.6b)."""
        for player in self.table.board.players:
            for zone in ("graveyard", "hand"):
                for card in getattr(player, f"{zone}_cards") or ():
                    for ability in card.faces[0].abilities:
                        if isinstance(ability, a.Static) and ability.zone == zone:
                            asking = Asking(card.faces[0].name, player.name)
                            found = [effect for effect in ability.effects if isinstance(effect, a.LayerEffect)]
                            who = Who(asking)
                            self._add(asking.subject, found, who, ability.condition)

    def _of_counters(self) -> None:
        """122.1a and 122.1b: counters count as effects of their permanent that are as old as it is."""
        given = len(self.effects)
        for seen in self.table.each():
            more = {kind for id, kind in self.table.space.counters if id == seen.id}
            for kind in sorted({kind for kind, _ in seen.permanent.counters} | more):
                found = of_counters(kind)
                if found is not None:
                    part, condition = found
                    who = Who(self.table.of_permanent(seen), seen.id)
                    times = frozenset({seen.id})
                    self._add(seen.id, [part], who, condition, there=seen.there, times=times)
        self._give(given)

    def _add(
        self,
        entry: str,
        effects: Iterable[a.LayerEffect],
        who: Who,
        condition: t.Condition | None = None,
        *,
        slot: Slot | None = None,
        there: Bool = TRUE,
        times: frozenset[str] = frozenset(),
        fixed: bool = False,
        defining: bool = False,
    ) -> None:
        label = who.asking.subject
        kinds: dict[bool, list[a.LayerEffect]] = {}
        for effect in effects:
            if isinstance(effect, a.BecomeCopy):
                if not fixed:
                    raise Unmodelled(label, "a copy effect of a static ability")
                continue
            if isinstance(effect, a.ChangeText):
                if not fixed:
                    raise Unmodelled(label, "a change of text by a static ability")
                continue
            of_its_own = isinstance(effect, a.SetPowerToughness) and effect.defining
            kinds.setdefault(of_its_own, []).append(effect)
        for of_its_own, mine in kinds.items():
            on = tuple(dict.fromkeys(effect.on for effect in mine))
            parts = [Part(layer_of(effect), on.index(effect.on), effect) for effect in mine]
            self.effects.append(
                LayerEffect(
                    number=len(self.effects),
                    entry=entry,
                    label=label,
                    on=on,
                    parts=tuple(parts),
                    who=who,
                    condition=condition,
                    slot=slot,
                    there=there,
                    times=times,
                    fixed=fixed,
                    defining=defining or of_its_own,
                )
            )

    def _give(self, done: int = 0) -> None:
        """The abilities that effects can give, with the effects of those; the first effects are done."""
        while done < len(self.effects):
            effect = self.effects[done]
            done += 1
            for part in effect.parts:
                if not isinstance(part.does, a.GainAbilities):
                    continue
                for id in self.slots:
                    if not self._may_fit(part.does.on, id, effect.who.asking):
                        continue
                    slots = [
                        self._slot(id, ability, "given", effect.number, effect.times | {id})
                        for ability in part.does.abilities
                    ]
                    self.given[part, id] = slots
                    for slot in slots:
                        self._of_slot(slot)

    def _may_fit(self, on: t.Filter, id: str, asking: Asking) -> bool:
        match on:
            case t.AllOf(filters):
                return all(self._may_fit(part, id, asking) for part in filters)
            case t.AnyOf(filters):
                return any(self._may_fit(part, id, asking) for part in filters)
        if isinstance(on, _PLACES):
            return fits(self.table, on, self.table.seen[id], asking) is not FALSE
        return True


KEYWORDS_OF_COUNTERS = (
    "deathtouch", "decayed", "double strike", "exalted", "first strike", "flying", "haste", "hexproof",
    "indestructible", "lifelink", "menace", "reach", "shadow", "trample", "vigilance",
)  # fmt: skip


def of_counters(kind: str) -> tuple[a.LayerEffect, t.Condition | None] | None:
    """What counters of the kind do to characteristics and under which condition; None for other kinds."""
    number = t.CountersOn(kind)
    if kind.lower() in KEYWORDS_OF_COUNTERS:
        there = t.Compare(number, "at least", 1)
        return a.GainAbilities(t.This(), (a.Keyword(kind.lower(), bearing=True),)), there
    size = re.fullmatch(r"([+-]\d+)/([+-]\d+)", kind)
    if size is None:
        return None
    power, toughness = (_many(int(one), number) for one in size.groups())
    return a.ChangePowerToughness(t.This(), power, toughness), None


def _many(factor: int, number: t.Quantity) -> t.Quantity:
    if factor < 0:
        return t.Difference(0, _many(-factor, number))
    return t.Times(factor, number) if factor > 1 else number if factor else 0


def layer_of(effect: a.LayerEffect) -> str:
    """613.1 and 613.4: the layer of an effect."""
    match effect:
        case a.BecomeCopy():
            return "1"
        case a.GainControl():
            return "2"
        case a.ChangeText():
            return "3"
        case a.SetLandTypes() | a.AddTypes() | a.SetTypes() | a.LoseTypes():
            return "4"
        case a.SetColors():
            return "5"
        case a.GainAbilities() | a.LoseAbilities():
            return "6"
        case a.SetPowerToughness(_, _, _, defining):
            return "7a" if defining else "7b"
        case a.ChangePowerToughness():
            return "7c"


def _sets_only(effect: a.LayerEffect) -> a.LayerEffect:
    """The effect of an ability that is given, or works only at times: it defines no characteristic (604.3a)."""
    if isinstance(effect, a.SetPowerToughness) and effect.defining:
        return a.SetPowerToughness(effect.on, effect.power, effect.toughness)
    return effect


def defines_its_object(ability: a.Static) -> bool:
    """604.3a: it defines colors, subtypes, power or toughness of its object, of no other, and always."""
    return ability.condition is None and bool(ability.effects) and all(_defines(each) for each in ability.effects)


def _defines(effect: a.ContinuousEffect) -> bool:
    match effect:
        case a.SetColors(on):
            return on == t.This()
        case a.AddTypes(on, types, _, supertypes):
            return on == t.This() and not types and not supertypes
        case a.SetPowerToughness(on, _, _, defining):
            return on == t.This() and defining
    return False


def names_its_objects(on: t.Filter) -> bool:
    """Whether the objects of an effect that has resolved are named one by one, not by what they are."""
    match on:
        case t.AllOf(filters):
            return any(names_its_objects(part) for part in filters)
        case t.AnyOf(filters):
            return all(names_its_objects(part) for part in filters)
    return isinstance(on, t.This | t.Host | t.TargetPermanent)


def says_no_more(on: t.Filter) -> bool:
    """Whether the objects are named and nothing is asked of them besides."""
    if isinstance(on, t.AnyOf):
        return all(says_no_more(part) for part in on.filters)
    return isinstance(on, t.This | t.Host | t.TargetPermanent)


def reads_the_board(number: t.Quantity) -> bool:
    """Whether the number is read from the board, so that it may be another one later (611.2d)."""
    return isinstance(number, Term) and any(
        not isinstance(part, t.XOfSpell | t.Sum | t.Times) for part in parts_of(number)
    )
