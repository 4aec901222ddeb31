"""Entries of a battlefield: their cards, ids and timestamps.

The n-th entry of a card is called ``Name#n`` unless it has an id of its own, permanents being counted before resolved
effects and emblems, and entries that a claim adds after those that are listed. ``since`` puts an entry at that number
of the scale on which the others stand at their places in the list; entries that write the same one are simultaneous.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ..board import Chosen, Emblem, Entry, Permanent, Resolved
from ..cards.card import Card
from ..cards.terms import CountersOn, Term
from ..cards.vocabulary import COLOR_WORDS
from .document import dotted
from .possible import check_possible
from .problems import nearest
from .reading import Reading

Kind = Literal["card", "resolved", "emblem"]
_KINDS: tuple[Kind, ...] = ("card", "resolved", "emblem")


@dataclass(slots=True)
class Draft:
    """An entry with its card looked up; ``name`` is what its default id is made of."""

    key: str
    data: Mapping[str, Any]
    kind: Kind
    card: Card
    face: int
    name: str
    id: str = ""

    @property
    def is_permanent(self) -> bool:
        """Whether it is on the battlefield."""
        return self.kind == "card"


@dataclass(slots=True)
class Ids:
    """The entries by id, and the other names by which some of them are found."""

    by_id: dict[str, Draft] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    by_name: dict[str, str] = field(default_factory=dict)

    def find(self, name: str) -> Draft | None:
        """The entry that the name means, None if there is none."""
        return self.by_id.get(self.aliases.get(name, name))

    def suggestion(self, name: str) -> str:
        """The nearest id: first that of an entry of the card that has that name."""
        return self.by_name.get(name, "") or nearest(name, [*self.by_id, *self.aliases])


def drafts_of(raw: Sequence[Any], key: str, reading: Reading) -> list[Draft]:
    """The entries of a list with their cards; a string is a permanent of the first player."""
    drafts = []
    for place, entry in enumerate(raw):
        data: Mapping[str, Any] = {"card": entry} if isinstance(entry, str) else entry
        kind = next(kind for kind in _KINDS if kind in data)
        here = f"{key}[{place}]"
        card, face = reading.card(data[kind], here if isinstance(entry, str) else f"{here}.{kind}")
        drafts.append(Draft(here, data, kind, card, face, card.faces[face].name))
    return drafts


def name_drafts(groups: Iterable[list[Draft]], reading: Reading) -> Ids:
    """Gives every entry its id and returns all that can be referred to."""
    ids, counted = Ids(), dict[str, int]()
    ordered = [draft for group in groups for draft in sorted(group, key=lambda draft: not draft.is_permanent)]
    for draft in ordered:
        if "id" in draft.data:
            _own_id(draft, ids, reading)
    for draft in ordered:
        number = counted[draft.name] = counted.get(draft.name, 0) + 1
        if "id" not in draft.data:
            _default_id(draft, number, ids, reading)
            for other in (
                draft.name,
                str(draft.data[draft.kind]),
                draft.card.name,
                *(f.name for f in draft.card.faces),
            ):
                if other not in ids.by_id:
                    ids.aliases.setdefault(other, draft.id)
    for draft in ordered:
        ids.by_name.setdefault(draft.name, draft.id)
        ids.aliases.pop(draft.id, None)
    return ids


def _own_id(draft: Draft, ids: Ids, reading: Reading) -> None:
    draft.id = draft.data["id"]
    key = f"{draft.key}.id"
    if draft.id in ids.by_id:
        reading.problems.add(key, f"the id {draft.id!r} is used twice, first by {ids.by_id[draft.id].key}")
        return
    if draft.id in reading.players:
        reading.problems.add(key, f"{draft.id!r} is the name of a player")
    ids.by_id[draft.id] = draft


def _default_id(draft: Draft, number: int, ids: Ids, reading: Reading) -> None:
    draft.id = draft.name if number == 1 else f"{draft.name}#{number}"
    if draft.id in ids.by_id:
        taker = ids.by_id[draft.id]
        reading.problems.add(
            f"{taker.key}.id",
            f"the id {draft.id!r} is also the default id of {draft.key}; give that one an id of its own",
        )
        return
    ids.by_id[draft.id] = draft


# Timestamps ----------------------------------------------------------------------------------------------------------


def units_of(drafts: Sequence[Draft], reading: Reading) -> list[list[int]]:
    """The places of the entries, oldest first; those that are simultaneous together."""
    together: dict[int, list[int]] = {}
    units: list[tuple[int, list[int]]] = []
    for place, draft in enumerate(drafts):
        if "since" not in draft.data:
            units.append((place + 1, [place]))
            continue
        number = reading.number(draft.data["since"], f"{draft.key}.since", -(10**9))
        if number in together:
            together[number].append(place)
        else:
            together[number] = [place]
            units.append((number, together[number]))
    return [unit for _, unit in sorted(units, key=lambda unit: (unit[0], unit[1][0]))]


def timestamps_of(units: Sequence[Sequence[int]]) -> dict[int, int]:
    """The timestamp of every place: the number of its unit, from 1."""
    return {place: stamp for stamp, unit in enumerate(units, 1) for place in unit}


# Entries -------------------------------------------------------------------------------------------------------------


def build_entry(draft: Draft, timestamp: int, ids: Ids, reading: Reading) -> Entry:
    """The entry of the board; a problem is left in ``reading`` where there can be none such."""
    before = len(reading.problems.found)
    entry = _built(draft, timestamp, ids, reading)
    if len(reading.problems.found) == before:
        check_possible(entry, draft.key, reading)
    return entry


def _built(draft: Draft, timestamp: int, ids: Ids, reading: Reading) -> Entry:
    data, key = draft.data, draft.key
    controller = reading.player(data.get("controller", reading.players[0]), f"{key}.controller")
    match draft.kind:
        case "card":
            return _permanent(draft, controller, timestamp, ids, reading)
        case "emblem":
            return Emblem(draft.id, draft.card, controller, timestamp, draft.face)
        case "resolved":
            target = data.get("target", [])
            written = [target] if isinstance(target, str) else target
            where = [f"{key}.target"] if isinstance(target, str) else [f"{key}.target[{n}]" for n in range(len(target))]
            source = data.get("source")
            return Resolved(
                id=draft.id,
                card=draft.card,
                controller=controller,
                timestamp=timestamp,
                face=draft.face,
                ability=reading.optional(data, "ability", key, 1),
                targets=tuple(_target(name, place, ids, reading) for name, place in zip(written, where, strict=True)),
                source=None if source is None else permanent_id(source, f"{key}.source", ids, reading),
                x=reading.optional(data, "X", key),
                chosen=_chosen(data, key, reading),
            )


def entry_id(name: str, key: str, ids: Ids, reading: Reading) -> str:
    """The id of the entry that the name means."""
    found = ids.find(name)
    if found is None:
        if not reading.unknown:
            reading.problems.add(key, f"nothing here has the id {name!r}", ids.suggestion(name))
        return name
    return found.id


def permanent_id(name: str, key: str, ids: Ids, reading: Reading) -> str:
    """The id of the permanent that the name means."""
    found = ids.find(name)
    if found is not None and not found.is_permanent:
        reading.problems.add(key, f"{name!r} is no permanent")
    return entry_id(name, key, ids, reading)


def check_attachments(drafts: Iterable[Draft], ids: Ids, reading: Reading) -> None:
    """Nothing is attached to itself, not even by way of others (301.5c, 303.4d)."""
    host = {
        draft.id: found.id for draft in drafts if (found := ids.find(draft.data.get("attached_to", ""))) is not None
    }
    for draft in drafts:
        seen, here = set[str](), draft.id
        while here in host and here not in seen:
            seen.add(here)
            here = host[here]
            if here == draft.id:
                how = "to itself" if host[here] == here else "in a circle"
                reading.problems.add(f"{draft.key}.attached_to", f"it is attached {how}")


def _target(name: str, key: str, ids: Ids, reading: Reading) -> str:
    return name if ids.find(name) is None and name in reading.players else entry_id(name, key, ids, reading)


def _permanent(draft: Draft, controller: str, timestamp: int, ids: Ids, reading: Reading) -> Permanent:
    data, key, card = draft.data, draft.key, draft.card
    face = reading.shown_face(card, draft.face, data.get("face"), f"{key}.face")
    copied: Card | None = None
    copied_face = 0
    if "copy_of" in data:
        copied, named = reading.card(data["copy_of"], f"{key}.copy_of")
        copied_face = reading.shown_face(copied, named, None, f"{key}.copy_of")
    down = data.get("face_down", False)
    written = data.get("counters", {})
    counters = {kind: reading.number(written[kind], dotted(f"{key}.counters", kind)) for kind in written}
    if not down:
        shown = card.faces[face] if copied is None else copied.faces[copied_face]
        if shown.loyalty is not None and "Planeswalker" in shown.types:
            counters.setdefault("loyalty", shown.loyalty)
    level = reading.optional(data, "level", key)
    if level is not None and not down and _reads_level_counters(shown.abilities):
        counters.setdefault("level", level)
    return Permanent(
        id=draft.id,
        card=card,
        controller=controller,
        owner=reading.player(data.get("owner", controller), f"{key}.owner") if "owner" in data else controller,
        timestamp=timestamp,
        face=face,
        tapped=data.get("tapped", False),
        counters=tuple(sorted(counters.items())),
        chosen=_chosen(data, key, reading),
        exiled=tuple(reading.face_name(name, f"{key}.exiled[{n}]") for n, name in enumerate(data.get("exiled", ()))),
        attached_to=permanent_id(data["attached_to"], f"{key}.attached_to", ids, reading)
        if "attached_to" in data
        else None,
        entered_this_turn=data.get("entered_this_turn", False),
        phased_out=data.get("phased_out", False),
        face_down=down,
        copy_of=copied,
        copy_face=copied_face,
        mana_spent=reading.optional(data, "mana_spent", key),
        token=data.get("token", False),
        level=level,
    )


def _reads_level_counters(term: object) -> bool:
    """Whether it is about level counters, as the abilities of a leveler are (711.2a)."""
    if isinstance(term, tuple):
        return any(map(_reads_level_counters, term))
    if not isinstance(term, Term):
        return False
    if isinstance(term, CountersOn) and term.kind == "level":
        return True
    return any(_reads_level_counters(getattr(term, name)) for name in term.__struct_fields__)


def _chosen(data: Mapping[str, Any], key: str, reading: Reading) -> Chosen:
    made = data.get("chosen")
    if made is None:
        return Chosen()
    key = f"{key}.chosen"
    color, player = made.get("color"), made.get("player")
    return Chosen(
        color=None if color is None else COLOR_WORDS.get(color, color),
        type=made.get("type"),
        card=reading.face_name(made["card"], f"{key}.card") if "card" in made else None,
        player=None if player is None else reading.player(player, f"{key}.player"),
        number=reading.optional(made, "number", key),
        mode=made.get("mode"),
    )
