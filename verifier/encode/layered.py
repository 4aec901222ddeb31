"""Permanents as the layers leave them, where a board settles everything (109.3, 305.6, 605.1, 613)."""

from __future__ import annotations

from dataclasses import replace

from ..board import Board, Characteristics
from ..cards.vocabulary import card_type_of
from ..errors import Unmodelled
from ..solve.formula import FALSE, TRUE, Bool
from .abilities import counts_as_mana_ability
from .layer_state import EVERY_CREATURE_TYPE, Key, Slot, in_list
from .layers import Layers
from .space import Space
from .table import Seen

ORIGINS = ("printed", "intrinsic", "given")


class EveryCreatureType(tuple[str, ...]):
    """Subtypes of what has every creature type (702.73a)."""

    __slots__ = ()

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (isinstance(name, str) and card_type_of(name) == "Creature")


def permanents_of(space: Space) -> dict[str, Seen]:
    """Every permanent that is phased in, as it is after all layers, in list order.

    Raises Unmodelled where what it is depends on what the space leaves open, and as ``Layers`` does.
    """
    layers = Layers(space, every_order=space.every_order)
    return {seen.id: _seen(layers, seen) for seen in layers.table.each()}


def characteristics(board: Board) -> dict[str, Characteristics]:
    """109.3 for every permanent that is phased in. Raises Unmodelled."""
    found = {}
    layers = Layers(Space(board))
    for seen in (_seen(layers, printed) for printed in layers.table.each()):
        subtypes = tuple(seen.subtypes)
        if isinstance(seen.subtypes, EveryCreatureType):
            subtypes = (*subtypes, str(EVERY_CREATURE_TYPE[1]))
        creature = "Creature" in seen.types
        numbers = layers.reader.final_numbers(layers.end, seen.id) if creature else (None, None)
        found[seen.id] = Characteristics(
            name=seen.name,
            types=tuple(sorted(seen.types)),
            subtypes=tuple(sorted(subtypes)),
            supertypes=tuple(sorted(seen.supertypes)),
            colors=seen.colors,
            power=None if numbers[0] is None else numbers[0].constant,
            toughness=None if numbers[1] is None else numbers[1].constant,
            controller=seen.permanent.controller,
            mana_abilities=sum(counts_as_mana_ability(each, board.edition) for each in seen.abilities),
        )
    return found


def _seen(layers: Layers, seen: Seen) -> Seen:
    row = layers.end.rows[seen.id]

    def has(key: Key) -> bool:
        value = row.get(key, FALSE)
        if value is not TRUE and value is not FALSE:
            raise Unmodelled(seen.id, "characteristics that depend on what is left open")
        return value is TRUE

    def names(kind: str) -> tuple[str, ...]:
        return in_list(str(key[1]) for key in row if key[0] == kind and key != EVERY_CREATURE_TYPE and has(key))

    power = row.get(("number", "power"))
    assert not isinstance(power, Bool)
    if power is not None and power.constant is None and layers.every_order:
        power = None  # What it is depends on the order, which is nowhere told with it.
    controllers = [name for name in layers.table.names if has(("controller", name))]
    permanent = seen.permanent
    if controllers != [permanent.controller]:
        permanent = replace(permanent, controller=controllers[0])
    slots = held(layers, [slot for slot in layers.catalogue.slots[seen.id] if has(slot.key)])
    subtypes = names("subtype")
    return replace(
        seen,
        permanent=permanent,
        types=names("type"),
        subtypes=EveryCreatureType(subtypes) if has(EVERY_CREATURE_TYPE) else subtypes,
        supertypes=names("supertype"),
        colors="".join(color for color in "WUBRG" if has(("color", color))),
        power=power,
        abilities=tuple(slot.ability for slot in slots),
        times=tuple(max(slot.times, key=layers.order.place, default=seen.id) for slot in slots),
    )


def held(layers: Layers, slots: list[Slot]) -> list[Slot]:
    """Abilities in the order in which they are counted: printed, intrinsic, then given ones by timestamp."""

    def given(slot: Slot) -> tuple[int, int, int]:
        effect = None if slot.given_by is None else layers.catalogue.effects[slot.given_by]
        time = -1 if effect is None else layers.order.latest(effect.times)
        return ORIGINS.index(slot.origin), time, slot.number

    return sorted(slots, key=given)
