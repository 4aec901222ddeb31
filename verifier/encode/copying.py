"""Copiable values: what a permanent has before any layer but the first (613.2, 702.26b, 707.2, 707.9, 708.2)."""

from __future__ import annotations

from msgspec.structs import replace

from ..board import Board, Permanent, Resolved
from ..cards import ability as a
from ..cards import terms as t
from ..cards.card import Face
from ..cards.resolving import after_its_event
from ..errors import Undecided, Unmodelled

FACE_DOWN = Face("", types=("Creature",), power=2, toughness=2)
"""708.2a: what lies face down is a 2/2 creature, without all else that a card prints."""


def copiable(board: Board, *, every_order: bool = False) -> dict[str, Face]:
    """The copiable values of every permanent that is phased in. Raises Unmodelled, Undecided.

    A copy effect takes the values as they were when it began (707.2b), which is what the earlier ones had made.
    """
    found = {each.id: _printed(each) for each in board.permanents if not each.phased_out}
    begun = [
        (entry, effect, made)
        for entry in sorted(board.entries, key=lambda entry: entry.timestamp)
        if isinstance(entry, Resolved)
        for effect, made in _copy_effects(entry)
    ]
    if len(begun) > 1 and every_order:
        raise Undecided("several copy effects that began one after another, in every order")
    for entry, effect, made in begun:
        of = [id for id in _named(entry, effect.of) if id in found]
        if len(of) != 1:
            raise Unmodelled(entry.id, "a copy of something that is not told to be on the battlefield")
        for id in _named(entry, effect.on):
            if id in found:
                found[id] = excepted(found[of[0]], effect.but, made)
    return found


def _printed(permanent: Permanent) -> Face:
    if permanent.face_down:
        return FACE_DOWN
    if permanent.copy_of is None:
        return permanent.card.faces[permanent.face]
    return permanent.copy_of.faces[permanent.copy_face]


def excepted(face: Face, but: a.CopyException | None, made: a.Ability) -> Face:
    """What is copied, with the exceptions that the copy effect names (707.9)."""
    if but is None:
        return face
    supertypes = [name for name in face.supertypes if not (but.not_legendary and name == "Legendary")]
    changed = replace(
        face,
        types=_with(face.types, but.types),
        subtypes=_with(face.subtypes, but.subtypes),
        supertypes=_with(tuple(supertypes), but.supertypes),
        abilities=(*face.abilities, *but.abilities, *([made] if but.this_ability else [])),
        name=but.name or face.name,
    )
    if but.power is not None:
        changed = replace(changed, power=but.power, toughness=but.toughness)
    if but.colors:
        colors = "".join(color for color in "WUBRG" if color in face.colors or color in but.colors)
        changed = replace(changed, indicator=colors)
    return changed


def _with(names: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return (*names, *(name for name in more if name not in names))


def _copy_effects(entry: Resolved) -> list[tuple[a.BecomeCopy, a.Ability]]:
    """The copy effects that began as it resolved, with the ability that has them."""
    abilities = entry.card.faces[entry.face].abilities
    if entry.ability is None:
        candidates: list[a.Ability] = [each for each in abilities if isinstance(each, a.SpellAbility)]
    else:
        counted: list[a.Ability] = [
            each
            for each in abilities
            if isinstance(each, a.Activated | a.Triggered)
            or (isinstance(each, a.NoBearing | a.Unmodelled) and each.kind in {"activated", "triggered"})
        ]
        candidates = counted[entry.ability - 1 : entry.ability]
    return [
        (effect, ability)
        for ability in candidates
        if isinstance(ability, a.Activated | a.Triggered | a.SpellAbility)
        for part in after_its_event(ability.instructions)
        if isinstance(part, a.Begin)
        for effect in part.effects
        if isinstance(effect, a.BecomeCopy)
    ]


def _named(entry: Resolved, filter: t.Filter) -> tuple[str, ...]:
    match filter:
        case t.This():
            return (entry.source,) if entry.source else ()
        case t.TargetPermanent():
            return entry.targets
    raise Unmodelled(entry.id, "a copy effect whose objects are not told")


def mana_value_of(face: Face, permanent: Permanent) -> int:
    """202.3b: the back face of a transforming card has the mana value of its front face."""
    card = permanent.copy_of or permanent.card
    if permanent.face_down or card.layout != "transform" or face not in card.faces:
        return face.mana_value
    return card.faces[0].mana_value
