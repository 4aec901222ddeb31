"""What one part of a continuous effect comes to for a permanent, and what becomes of the permanent (613.1, 707.2)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ..cards import ability as a
from ..cards import terms as t
from ..cards.rewording import CannotTell, reworded, reworded_types, words_of
from ..cards.vocabulary import COLORS, LAND_TYPES
from ..errors import Unmodelled
from .characteristics import Held, Thing, of_face, size_of
from .following import subterms
from .mana_abilities import may_be_mana_ability
from .terms import Scope, matching, players, value
from .type_line import add_types, lose_types, set_land_types, set_types, with_subtypes

LAYER_OF: dict[type, str] = {
    a.BecomeCopy: "1",
    a.GainControl: "2",
    a.ChangeText: "3",
    a.SetLandTypes: "4",
    a.AddTypes: "4",
    a.SetTypes: "4",
    a.LoseTypes: "4",
    a.SetColors: "5",
    a.GainAbilities: "6",
    a.LoseAbilities: "6",
    a.SetPowerToughness: "7b",
    a.ChangePowerToughness: "7c",
}
LAYERS = ("1", "2", "3", "4", "5", "6", "7a", "7b", "7c")


def layer_of(part: a.LayerEffect, defining: bool = False) -> str:
    """The layer or sublayer in which the part applies (613.1, 613.4); ``defining``: its ability defines (604.3)."""
    if defining and isinstance(part, a.SetPowerToughness) and part.defining:
        return "7a"
    return LAYER_OF[type(part)]


# Instructions filled in (611.2d, 613.8a) -----------------------------------------------------------------------------

Values = tuple[Any, ...]
"""What an instruction comes to for a permanent, once its amounts, choices and players are filled in."""


def values(part: a.LayerEffect, thing: Thing, scope: Scope) -> Values:
    """The instruction with its values filled in for this permanent. Raises Unmodelled."""
    fill = _VALUES.get(type(part))
    return () if fill is None else fill(part, thing, scope)


def is_constant(part: a.LayerEffect) -> bool:
    """Whether the instruction says the same about every permanent whatever the board is like."""
    if isinstance(part, a.SetPowerToughness | a.ChangePowerToughness):
        return isinstance(part.power, int | None) and isinstance(part.toughness, int | None)
    if isinstance(part, a.GainControl):
        return part.player == "chosen"
    return not isinstance(part, a.BecomeCopy | a.ChangeText)


@lru_cache(maxsize=4096)
def is_for_each(part: a.LayerEffect) -> bool:
    """Whether the values are read for each permanent by itself ("its mana value"), not once for all."""
    return any(isinstance(term, t.Affected) for term in subterms(part))


def _land_types(part: a.SetLandTypes, _thing: Thing, scope: Scope) -> Values:
    if not part.chosen:
        return part.types
    kind = scope.chosen.type
    return (kind,) if kind in LAND_TYPES and (not part.types or kind in part.types) else ()


def _added_types(part: a.AddTypes, _thing: Thing, scope: Scope) -> Values:
    return (scope.chosen.type,) if part.chosen_subtype and scope.chosen.type is not None else ()


def _colors(part: a.SetColors, _thing: Thing, scope: Scope) -> Values:
    return (scope.chosen.color,) if part.chosen else (part.colors,)


def _numbers(part: a.SetPowerToughness | a.ChangePowerToughness, thing: Thing, scope: Scope) -> Values:
    if is_constant(part):
        return part.power, part.toughness
    scope = scope.with_affected(thing)
    return tuple(None if number is None else value(number, scope) for number in (part.power, part.toughness))


def _new_controller(part: a.GainControl, _thing: Thing, scope: Scope) -> Values:
    names = players(part.player, scope)
    if len(names) != 1:
        raise scope.unmodelled("which player gains control")
    return names


def _copied(part: a.BecomeCopy, _thing: Thing, scope: Scope) -> Values:
    originals = matching(part.of, scope)
    if len(originals) > 1 or part.but is not None:
        raise scope.unmodelled("becoming a copy of something else than one permanent as it is")
    return tuple(original.copiable for original in originals)


def _new_words(part: a.ChangeText, _thing: Thing, scope: Scope) -> Values:
    """The words that are changed; none where nothing was chosen."""
    try:
        words = words_of(part, scope.chosen.mode, scope.chosen.type, scope.chosen.color)
    except CannotTell as reason:
        raise Unmodelled(scope.subject, str(reason)) from None
    return () if words is None else (words,)


_VALUES: dict[type, Callable[..., Values]] = {
    a.SetLandTypes: _land_types,
    a.AddTypes: _added_types,
    a.SetColors: _colors,
    a.SetPowerToughness: _numbers,
    a.ChangePowerToughness: _numbers,
    a.GainControl: _new_controller,
    a.BecomeCopy: _copied,
    a.ChangeText: _new_words,
}


# Applied --------------------------------------------------------------------------------------------------------------


Grant = tuple[str, int, tuple[int, ...]]
"""Who gives abilities: the name of the effect and its part, its timestamp, and its place in the order of effects."""


def applied(part: a.LayerEffect, thing: Thing, filled_in: Values, grant: Grant, edition: str) -> Thing:
    """The permanent after the part of an effect; the same object where nothing changes."""
    return _APPLY[type(part)](part, thing, filled_in, grant, edition)


def _set_colors(part: a.SetColors, thing: Thing, filled_in: Values, *_: object) -> Thing:
    """105.3: new colors instead of the old ones or in addition to them. No choice, no change."""
    if filled_in[0] is None:
        return thing
    wanted = filled_in[0] + thing.colors if part.in_addition else filled_in[0]
    colors = "".join([color for color in COLORS if color in wanted])
    return thing if colors == thing.colors else thing.changed(colors=colors)


def _gain_abilities(part: a.GainAbilities, thing: Thing, _values: Values, grant: Grant, _edition: str) -> Thing:
    name, timestamp, since = grant
    timestamp = max(timestamp, thing.permanent.timestamp)
    gained = [Held(ability, timestamp, place, name, (*since, place)) for place, ability in enumerate(part.abilities)]
    granted = sorted([*[held for held in thing.held if held.granted_by], *gained], key=lambda held: held.since)
    return thing.changed(held=(*[held for held in thing.held if not held.granted_by], *granted))


def _lose_abilities(part: a.LoseAbilities, thing: Thing, _values: Values, _grant: Grant, edition: str) -> Thing:
    if part.keywords:
        lost = {keyword.casefold() for keyword in part.keywords}
        kept = [h for h in thing.held if not (isinstance(h.ability, a.Keyword) and h.ability.name.casefold() in lost)]
    elif part.all_but:
        kept = [held for held in thing.held if may_be_mana_ability(held.ability, edition)]
    else:
        kept = []
    return thing if len(kept) == len(thing.held) else thing.changed(held=tuple(kept))


def _set_power_toughness(_part: a.SetPowerToughness, thing: Thing, filled_in: Values, *_: object) -> Thing:
    """208.3a: it does nothing to what is no creature."""
    if "Creature" not in thing.types:
        return thing
    power = thing.power if filled_in[0] is None else filled_in[0]
    toughness = thing.toughness if filled_in[1] is None else filled_in[1]
    return thing.changed(power=power, toughness=toughness)


def _change_power_toughness(_part: a.ChangePowerToughness, thing: Thing, filled_in: Values, *_: object) -> Thing:
    power, toughness = size_of(thing)
    if "Creature" not in thing.types:
        return thing
    return thing.changed(
        power=None if power is None else power + filled_in[0],
        toughness=None if toughness is None else toughness + filled_in[1],
    )


def _become_copy(_part: a.BecomeCopy, thing: Thing, filled_in: Values, *_: object) -> Thing:
    """707.2; a face-down permanent stays what 708.2 makes of it, after the copy (613.2b)."""
    if not filled_in or thing.permanent.face_down:
        return thing
    return of_face(thing.permanent, filled_in[0], 1 + max([held.place for held in thing.held], default=-1))


def _gain_control(_part: a.GainControl, thing: Thing, filled_in: Values, *_: object) -> Thing:
    return thing if filled_in[0] == thing.controller else thing.changed(controller=filled_in[0])


def _change_text(_part: a.ChangeText, thing: Thing, filled_in: Values, *_: object) -> Thing:
    """612.1-612.3: its type line and its rules text, not abilities that other effects granted."""
    if not filled_in:
        return thing
    (words,) = filled_in
    try:
        text = [one._replace(ability=reworded(one.ability, words)) if one.is_text else one for one in thing.held]
    except CannotTell as reason:
        raise Unmodelled(thing.id, str(reason)) from None
    return with_subtypes(thing.changed(held=tuple(text)), reworded_types(thing.subtypes, words))


_APPLY: dict[type, Callable[..., Thing]] = {
    a.SetLandTypes: lambda _part, thing, filled_in, *_: set_land_types(thing, filled_in),
    a.AddTypes: lambda part, thing, filled_in, *_: add_types(thing, part, filled_in),
    a.SetTypes: lambda part, thing, *_: set_types(thing, part),
    a.LoseTypes: lambda part, thing, *_: lose_types(thing, part),
    a.SetColors: _set_colors,
    a.GainAbilities: _gain_abilities,
    a.LoseAbilities: _lose_abilities,
    a.SetPowerToughness: _set_power_toughness,
    a.ChangePowerToughness: _change_power_toughness,
    a.BecomeCopy: _become_copy,
    a.GainControl: _gain_control,
    a.ChangeText: _change_text,
}
