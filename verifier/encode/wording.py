"""Changes of text (612): what permanents have once layer 3 is over, as faces that the later layers start from.

Before layer 4 nothing reads a text but the changes of text themselves, which have resolved and whose permanents and
words are settled. So they are applied to the copiable values, where the board settles that and in which order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from ..board import Resolved
from ..cards.ability import ChangeText
from ..cards.card import Face
from ..cards.rewording import CannotTell, Words, reworded, reworded_types, words_of
from ..errors import Unmodelled
from ..solve.formula import TRUE
from .hand_size_sources import sources_of
from .layer_effects import LayerEffect, names_its_objects
from .reading import fits
from .space import Space
from .table import Table

Change = tuple[Resolved, Words, str]
"""What has resolved, the words that it changes, and a permanent whose text it changes."""


def with_changed_texts(space: Space, faces: Mapping[str, Face], *, every_order: bool = False) -> dict[str, Face]:
    """The faces with the words of their type lines and rules texts changed, in timestamp order (612.1-612.3, 613.7).

    Raises Unmodelled where it is open whether a text is changed, or in which order.
    """
    found = dict(faces)
    if not any(isinstance(entry, Resolved) for entry in space.board.entries):
        return found
    times: dict[str, set[int]] = {}
    for entry, words, id in _changes(Table.of_faces(space, faces)):
        if space.there(entry.id) is not TRUE:
            raise Unmodelled(entry.id, "a change of text that is there or not")
        before = times.setdefault(id, set())
        if before and (every_order or entry.timestamp in before):
            raise Unmodelled(entry.id, "several changes of one text, in any order")
        before.add(entry.timestamp)
        if getattr(space.board.entry(id), "face", 0):
            raise Unmodelled(id, "a change of the text of another face than the first")
        found[id] = _changed(id, found[id], words)
    return found


def _changes(table: Table) -> Iterator[Change]:
    resolved = [entry for entry in table.board.entries if isinstance(entry, Resolved)]
    for entry in sorted(resolved, key=lambda entry: entry.timestamp):
        for source in sources_of(table, entry):
            if not isinstance(source.effect, ChangeText):
                continue
            if not names_its_objects(source.effect.on):
                raise Unmodelled(entry.id, "a change of the text of permanents that are not named one by one")
            chosen = entry.chosen
            try:
                words = words_of(source.effect, chosen.mode, chosen.type, chosen.color)
            except CannotTell as reason:
                raise Unmodelled(entry.id, str(reason)) from None
            for seen in table.each() if words is not None else ():
                if words is not None and fits(table, source.effect.on, seen, source.asking) is TRUE:
                    yield entry, words, seen.id


def _changed(id: str, face: Face, words: Words) -> Face:
    try:
        abilities = tuple(reworded(ability, words) for ability in face.abilities)
    except CannotTell as reason:
        raise Unmodelled(id, str(reason)) from None
    if words.old not in face.subtypes:
        return replace(face, abilities=abilities)
    return replace(face, abilities=abilities, subtypes=tuple(sorted(reworded_types(frozenset(face.subtypes), words))))


def refuse_controllers_by_text(
    effects: list[LayerEffect], before: Mapping[str, Face], after: Mapping[str, Face]
) -> None:
    """Raises Unmodelled where a text is changed and a control effect, which comes before (613.1b), may read it."""
    if all(before[id] is after[id] for id in before):
        return
    for effect in effects:
        named = all(names_its_objects(on) for on in effect.on) and effect.condition is None
        if "2" in effect.layers and not (named and effect.fixed):
            raise Unmodelled(effect.label, "a change of control beside a change of text")
