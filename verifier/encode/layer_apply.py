"""What an effect does to the objects it applies to, layer by layer (205.1, 305.6, 305.7, 613.1d-f, 613.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ..cards import ability as a
from ..cards import terms as t
from ..cards.naming import in_words
from ..cards.vocabulary import BASIC_LAND_TYPES, COLORS, LAND_TYPES, card_type_of
from ..errors import Unmodelled
from ..solve.formula import FALSE, TRUE, Bool
from .abilities import counts_as_mana_ability
from .layer_effects import Catalogue, LayerEffect, Object, Part, reads_the_board
from .layer_reading import Reader
from .layer_state import EVERY_CREATURE_TYPE, Draft, Key, Row, State, kind_of
from .whole import Whole, plus


class Doing:
    """Applies effects to states."""

    def __init__(
        self, catalogue: Catalogue, reader: Reader, as_it_began: Callable[[LayerEffect, t.Quantity, str], Whole]
    ) -> None:
        self.as_it_began = as_it_began
        self.catalogue, self.reader, self.terms = catalogue, reader, reader.terms
        self.faces = {seen.id: seen.face for seen in catalogue.table.each()}

    def apply(self, state: State, effect: LayerEffect, layer: str, to: Mapping[Object, Bool]) -> State:
        """The state once the effect has been applied in the layer to these permanents, each when its formula holds."""
        draft = Draft(state)
        for part in effect.parts:
            if part.layer != layer:
                continue
            for (objects, id), when in to.items():
                if objects == part.objects and when is not FALSE:
                    self._apply(draft, effect, part, (id, when), state)
        return draft.state

    def _apply(self, draft: Draft, effect: LayerEffect, part: Part, to: tuple[str, Bool], before: State) -> None:
        id, when = to
        row = draft.row(id)
        chosen = effect.who.asking.chosen
        does = part.does
        match does:
            case a.GainControl(_, player):
                for name in self.reader.table.names:
                    mine = self.reader.player(before, player, name, effect.who)
                    self._set(row, ("controller", name), when, mine)
            case a.SetLandTypes(_, types, is_chosen):
                if is_chosen:
                    meant = types or LAND_TYPES
                    types = (chosen.type,) if chosen.type is not None and chosen.type in meant else ()
                if types:
                    self._set_land_types(id, row, types, self.terms.and_(when, _has(row, ("type", "Land"))))
            case a.AddTypes():
                self._add_types(id, row, does, chosen.type, when)
            case a.SetTypes():
                self._set_types(id, row, does, when)
            case a.LoseTypes():
                self._lose_types(id, row, does, when)
            case a.SetColors(_, colors, in_addition, is_chosen):
                wanted = (chosen.color or "") if is_chosen else colors
                for letter in COLORS if not is_chosen or wanted else "":
                    if letter in wanted:
                        self._set(row, ("color", letter), when, TRUE)
                    elif not in_addition:
                        self._set(row, ("color", letter), when, FALSE)
            case a.GainAbilities():
                for slot in self.catalogue.given.get((part, id), ()):
                    self._set(row, slot.key, when, TRUE)
            case a.LoseAbilities(_, all_but, keywords):
                self._lose_abilities(id, row, all_but, keywords, when)
            case a.SetPowerToughness(_, power, toughness):
                for name, number in (("power", power), ("toughness", toughness)):
                    if number is not None:
                        self._number(row, name, when, self.value(before, number, effect, id))
            case a.ChangePowerToughness(_, power, toughness):
                for name, number in (("power", power), ("toughness", toughness)):
                    old = row.get(("number", name))
                    if isinstance(old, Whole):
                        self._number(row, name, when, plus(old, self.value(before, number, effect, id)))
            case _:
                raise Unmodelled(effect.label, f"an effect that the layers do not apply: {in_words(does)}")

    def value(self, state: State, number: t.Quantity, effect: LayerEffect, id: str) -> Whole:
        """The number for the permanent; of what has resolved as it was when that began (611.2d)."""
        if effect.fixed and reads_the_board(number):
            return self.as_it_began(effect, number, id)
        return self.reader.quantity(state, number, replace(effect.who, affected=id))

    def _set(self, row: Row, key: Key, when: Bool, value: Bool) -> None:
        old = _has(row, key)
        new = self.terms.ite(when, value, old)
        if new is not old:
            row[key] = new

    def _number(self, row: Row, name: str, when: Bool, value: Whole) -> None:
        old = row.get(("number", name))
        assert not isinstance(old, Bool)
        row[("number", name)] = self.terms.pick(when, value, old)

    # Types (205.1, 305.7) --------------------------------------------------------------------------------------------

    def _set_land_types(self, id: str, row: Row, types: Sequence[str], when: Bool) -> None:
        for key in _keys(row, "subtype"):
            if key[1] in LAND_TYPES:
                self._set(row, key, when, FALSE)
        for name in types:
            self._set(row, ("subtype", name), when, TRUE)
        if any(name in BASIC_LAND_TYPES for name in types):
            self._lose_rules_text(id, row, when)
        self.intrinsic(id, row)

    def _lose_rules_text(self, id: str, row: Row, when: Bool) -> None:
        when = self.terms.and_(when, self.terms.rule("305.7"))
        for slot in self.catalogue.slots[id]:
            if slot.origin == "printed":
                self._set(row, slot.key, when, FALSE)

    def _add_types(self, id: str, row: Row, part: a.AddTypes, chosen: str | None, when: Bool) -> None:
        for name in part.types:
            self._set(row, ("type", name), when, TRUE)
        for name in part.supertypes:
            self._set(row, ("supertype", name), when, TRUE)
        subtypes = list(part.subtypes)
        if part.chosen_subtype and chosen:
            subtypes.append(chosen)
        if part.all_land_types:
            subtypes += LAND_TYPES
        for name in subtypes:
            self._set(row, ("subtype", name), self.terms.and_(when, self._may_have(id, row, name)), TRUE)
        if part.all_creature_types:
            creature = self.terms.or_(_has(row, ("type", "Creature")), _has(row, ("type", "Kindred")))
            self._set(row, EVERY_CREATURE_TYPE, self.terms.and_(when, creature), TRUE)
        self.intrinsic(id, row)

    def _may_have(self, id: str, row: Row, subtype: str) -> Bool:
        """205.3d: an object has no subtype that does not go with one of its card types."""
        kind = self._kind(id, subtype)
        has = _has(row, ("type", kind))
        if kind == "Instant":
            return self.terms.or_(has, _has(row, ("type", "Sorcery")))
        return self.terms.or_(has, _has(row, ("type", "Kindred"))) if kind == "Creature" else has

    def _kind(self, id: str, subtype: str | int) -> str:
        if subtype == EVERY_CREATURE_TYPE[1]:
            return "Creature"
        return kind_of(str(subtype), self.faces[id])

    def _set_types(self, id: str, row: Row, part: a.SetTypes, when: Bool) -> None:
        for key in _keys(row, "type"):
            if part.types and key[1] not in part.types and key[1] not in part.keep:
                self._set(row, key, when, FALSE)
        for name in part.types:
            self._set(row, ("type", name), when, TRUE)
        named = {card_type_of(name) for name in part.subtypes}
        for key in _keys(row, "subtype"):
            if self._kind(id, key[1]) in named:
                self._set(row, key, when, FALSE)
        self._drop_subtypes(id, row, when)
        for name in part.subtypes:
            self._set(row, ("subtype", name), self.terms.and_(when, self._may_have(id, row, name)), TRUE)
        if any(name in BASIC_LAND_TYPES for name in part.subtypes):
            self._lose_rules_text(id, row, self.terms.and_(when, _has(row, ("type", "Land"))))
        self.intrinsic(id, row)

    def _lose_types(self, id: str, row: Row, part: a.LoseTypes, when: Bool) -> None:
        for name in part.types:
            self._set(row, ("type", name), when, FALSE)
        for name in part.supertypes:
            self._set(row, ("supertype", name), when, FALSE)
        for key in _keys(row, "subtype"):
            kind = self._kind(id, key[1])
            if (part.all_land_types and kind == "Land") or (part.all_creature_types and kind == "Creature"):
                self._set(row, key, when, FALSE)
        self._drop_subtypes(id, row, when)
        self.intrinsic(id, row)

    def _drop_subtypes(self, id: str, row: Row, when: Bool) -> None:
        """205.1a: with a card type go the subtypes that belong to no other card type of the object."""
        for key in _keys(row, "subtype"):
            left = self.terms.not_(self._may_have(id, row, str(key[1])))
            if key == EVERY_CREATURE_TYPE:
                left = self.terms.not_(self.terms.or_(_has(row, ("type", "Creature")), _has(row, ("type", "Kindred"))))
            self._set(row, key, self.terms.and_(when, left), FALSE)

    def intrinsic(self, id: str, row: Row) -> None:
        """305.6: what mana abilities the land types of the permanent bring."""
        land = _has(row, ("type", "Land"))
        for name, slot in self.catalogue.intrinsic[id].items():
            has = self.terms.and_(land, _has(row, ("subtype", name)), self.terms.rule("305.6"))
            if has is not FALSE or slot.key in row:
                row[slot.key] = has

    # Abilities (613.1f) ----------------------------------------------------------------------------------------------

    def _lose_abilities(self, id: str, row: Row, all_but: str, keywords: Sequence[str], when: Bool) -> None:
        edition = self.catalogue.table.board.edition
        for slot in self.catalogue.slots[id]:
            if slot.key not in row:
                continue
            if keywords and not (isinstance(slot.ability, a.Keyword) and slot.ability.name in keywords):
                continue
            if all_but == "mana abilities" and counts_as_mana_ability(slot.ability, edition):
                continue
            self._set(row, slot.key, when, FALSE)


def _has(row: Row, key: Key) -> Bool:
    found = row.get(key, FALSE)
    assert isinstance(found, Bool)
    return found


def _keys(row: Row, kind: str) -> list[Key]:
    return [key for key, value in row.items() if key[0] == kind and value is not FALSE]
