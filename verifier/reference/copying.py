"""Copies (707) and changed texts (612): layers 1 and 3."""

from __future__ import annotations

from dataclasses import replace

from verifier.cards.ability import Ability, BecomeCopy, CopyException, Keyword, SetColors, SetPowerToughness, Static
from verifier.cards.rewording import CannotTell, Words, reworded, reworded_types
from verifier.cards.vocabulary import COLORS
from verifier.errors import Unmodelled

from .continuous import Effect
from .table import Held, Thing, with_intrinsic_abilities


def become_copy(thing: Thing, copied: tuple[Thing, ...], effect: Effect, part: BecomeCopy) -> Thing:
    """The permanent with the copiable values of the other one, but for the exceptions (707.2, 707.9).

    Nothing changes if there is nothing to copy.
    """
    if not copied:
        return thing
    of, but = copied[0], part.but or CopyException()
    abilities: list[Ability] = [held.ability for held in of.held if held.origin == "text"]
    abilities = [ability for ability in abilities if not _defines_what_differs(ability, but)]
    abilities.extend(but.abilities)
    if but.this_ability and effect.maker is not None:
        abilities.append(effect.maker)
    text = tuple(
        Held(ability, "text", (thing.id, "copy", effect.key, place)) for place, ability in enumerate(abilities)
    )
    back = of.permanent.copy_of is None and of.permanent.face > 0 and of.permanent.card.layout == "transform"
    supertypes = of.supertypes | set(but.supertypes)
    return with_intrinsic_abilities(
        Thing(
            thing.permanent,
            thing.controller,
            but.name or of.name,
            of.mana_cost,
            0 if back else of.mana_value,  # 202.3b
            "".join(c for c in COLORS if c in of.colors + but.colors),
            of.types | set(but.types),
            of.subtypes | set(but.subtypes),
            supertypes - {"Legendary"} if but.not_legendary else supertypes,
            of.power if but.power is None else but.power,
            of.toughness if but.toughness is None else but.toughness,
            text,
        )
    )


def _defines_what_differs(ability: Ability, but: CopyException) -> bool:
    """707.9d: a characteristic-defining ability of what the copy has values of its own for is not copied."""
    if isinstance(ability, Keyword):
        return ability.name.lower() == "devoid" and bool(but.colors)
    if not isinstance(ability, Static):
        return False
    own_size = but.power is not None or but.toughness is not None
    sizes = any(isinstance(effect, SetPowerToughness) and effect.defining for effect in ability.effects)
    colors = ability.condition is None and all(isinstance(effect, SetColors) for effect in ability.effects)
    return (own_size and sizes) or (bool(but.colors) and colors)


# Texts -------------------------------------------------------------------------------------------------------------


def with_words_changed(thing: Thing, changes: tuple[Words, ...]) -> Thing:
    """Words for others in its type line and its rules text, not in granted abilities (612.1-612.3).

    Nothing changes if no words were chosen. Raises Unmodelled where it is not known what is a word.
    """
    for words in changes:
        try:
            held = tuple(
                replace(one, ability=reworded(one.ability, words)) if one.origin == "text" else one
                for one in thing.held
            )
        except CannotTell as reason:
            raise Unmodelled(thing.permanent.card.name, str(reason)) from None
        subtypes = reworded_types(thing.subtypes, words)
        thing = with_intrinsic_abilities(replace(thing, subtypes=subtypes, held=held))
    return thing
