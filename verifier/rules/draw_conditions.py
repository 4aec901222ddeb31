"""When static abilities that replace draws are in force in a draw step (611.3a)."""

from __future__ import annotations

import msgspec

from ..cards.ability import Ability, DrawReplacement, Permission, Static
from ..cards.terms import CardsDrawn, CardsIn, CardTypesIn, Every, LifeTotal
from ..errors import Unmodelled
from .characteristics import Thing
from .following import subterms


def asked_at_each_draw(thing: Thing) -> Thing:
    """The permanent, what its abilities that replace draws ask before they are in force made a part of the effects.

    611.3a: a static ability is in force at any moment at which its condition holds, and a draw may change that.
    """
    held = [each._replace(ability=_with_condition_inside(each.ability)) for each in thing.held]
    if all(new.ability is old.ability for new, old in zip(held, thing.held, strict=True)):
        return thing
    return thing.changed(held=tuple(held))


def _with_condition_inside(ability: Ability) -> Ability:
    if not isinstance(ability, Static) or ability.condition is None:
        return ability
    if any(isinstance(effect, Permission) for effect in ability.effects):
        if any(
            isinstance(part, CardsIn | CardsDrawn | CardTypesIn | LifeTotal) for part in subterms(ability.condition)
        ):
            raise Unmodelled("611.3a", "what players may do, where each draw may change it")
        return ability
    effects: list[DrawReplacement] = []
    for effect in ability.effects:
        if not isinstance(effect, DrawReplacement):
            return ability
        own = () if effect.condition is None else (effect.condition,)
        effects.append(msgspec.structs.replace(effect, condition=Every((ability.condition, *own))))
    return msgspec.structs.replace(ability, effects=tuple(effects), condition=None)
