"""Where effects on hand size come from: printed abilities, emblems and resolved effects (113.6, 114.4, 611.2, 611.3).

Beside ``in_force``, which asks what bears on mana, this keeps conditions unread and tells effects whose values were
fixed as they began; it also follows emblems that a resolved ability makes and abilities of vanguards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..board import Emblem, Entry, Permanent, Resolved
from ..cards import terms as t
from ..cards.ability import (
    Ability,
    Activated,
    Begin,
    ChooseMode,
    ContinuousEffect,
    GetEmblem,
    If,
    Instruction,
    May,
    NoBearing,
    SpellAbility,
    Static,
    Triggered,
)
from ..cards.ability import Unmodelled as UnmodelledAbility
from ..cards.naming import in_words
from ..cards.resolving import after_its_event
from ..cards.rewording import mode_of
from ..cards.term import Term
from ..errors import Unmodelled
from .table import Asking, Table


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """An effect with the entry that it comes from and what its words refer to.

    ``fixed``: it began as something resolved, and its values were fixed then (611.2c, 611.2d). ``at`` is the entry
    whose timestamp it has, where that is another one (613.7a).
    """

    entry: Entry
    effect: ContinuousEffect
    asking: Asking
    condition: t.Condition | None = None
    fixed: bool = False
    at: str | None = None

    @property
    def id(self) -> str:
        """The id of the entry."""
        return self.entry.id


def sources(table: Table) -> tuple[Source, ...]:
    """Every continuous effect of the board as printed, entry by entry in list order, each entry's in printed order.

    Raises Unmodelled for an ability that may have continuous effects and is not modelled, and for a resolved entry of
    which the board does not tell what it did.
    """
    return tuple(source for entry in table.board.entries for source in sources_of(table, entry))


def sources_of(table: Table, entry: Entry) -> Iterator[Source]:
    """The effects of one entry. Raises Unmodelled as ``sources`` does."""
    match entry:
        case Permanent() if entry.id in table.seen:
            seen = table.seen[entry.id]
            zones = {"battlefield", "command"} if entry.card.layout == "vanguard" else {"battlefield"}
            asking = table.of_permanent(seen)
            for ability, at in zip(seen.abilities, seen.times, strict=True):
                for source in of_abilities(entry, (ability,), asking, zones):
                    yield replace(source, at=at)
        case Emblem():
            yield from of_abilities(entry, _emblem_abilities(entry), table.of_emblem(entry), {"battlefield", "command"})
        case Resolved():
            yield from _of_resolved(table, entry)


def of_abilities(entry: Entry, abilities: Iterable[Ability], asking: Asking, zones: set[str]) -> Iterator[Source]:
    """The effects of static abilities that work in one of the zones. Raises Unmodelled as ``sources`` does."""
    for ability in abilities:
        match ability:
            case Static(effects, condition, zone):
                if zone in zones:
                    for effect in effects:
                        yield Source(entry, effect, asking, condition)
            case UnmodelledAbility("static" | "keyword" as kind):
                raise Unmodelled(entry.id, f"a {kind} ability that is not modelled")


def _emblem_abilities(emblem: Emblem) -> tuple[Ability, ...]:
    made = [
        part.abilities
        for ability in emblem.card.faces[emblem.face].abilities
        for part in parts_of(ability)
        if isinstance(part, GetEmblem)
    ]
    if len(set(made)) != 1:
        what = "it makes no emblem that is modelled" if not made else "it makes several emblems; which one is not told"
        raise Unmodelled(emblem.id, what)
    return made[0]


# Resolved effects ----------------------------------------------------------------------------------------------------


def _of_resolved(table: Table, entry: Resolved) -> Iterator[Source]:
    asking = table.of_resolved(entry)
    for instruction in _followed(entry, _instructions(entry)):
        match instruction:
            case Begin(effects):
                for effect in effects:
                    yield Source(entry, effect, asking, fixed=True)
            case GetEmblem(abilities):
                yield from of_abilities(entry, abilities, asking, {"battlefield", "command"})


def _instructions(entry: Resolved) -> tuple[Instruction, ...]:
    abilities = entry.card.faces[entry.face].abilities
    if entry.ability is None:
        spells = [ability for ability in abilities if isinstance(ability, SpellAbility)]
        idle = any(isinstance(ability, NoBearing) and ability.kind == "spell" for ability in abilities)
        unknown = any(isinstance(ability, UnmodelledAbility) and ability.kind == "spell" for ability in abilities)
        if unknown or not (spells or idle):
            raise Unmodelled(entry.id, "what it does as it resolves is not modelled")
        return tuple(instruction for spell in spells for instruction in spell.instructions)
    counted = [ability for ability in abilities if _is_counted(ability)]
    if entry.ability > len(counted):
        raise Unmodelled(entry.id, f"it has no printed ability {entry.ability}, and others are not modelled")
    chosen = counted[entry.ability - 1]
    if isinstance(chosen, NoBearing):
        return ()
    if not isinstance(chosen, Activated | Triggered):
        raise Unmodelled(entry.id, f"its ability {entry.ability} is not modelled")
    return after_its_event(chosen.instructions)


def _is_counted(ability: Ability) -> bool:
    """Whether an entry's ``ability`` counts it: activated and triggered ones, understood or not."""
    if isinstance(ability, Activated | Triggered):
        return True
    return isinstance(ability, NoBearing | UnmodelledAbility) and ability.kind in {"activated", "triggered"}


def _followed(entry: Resolved, instructions: Iterable[Instruction]) -> Iterator[Instruction]:
    for instruction in instructions:
        match instruction:
            case If(condition, then, otherwise):
                told = _told(entry, condition)
                if told is not None:
                    yield from _followed(entry, then if told else otherwise)
                elif any(_begins(part) for part in (*then, *otherwise)):
                    raise Unmodelled(entry.id, "whether a condition held as it resolved is not told")
            case May(inner):
                # What may be done was done: the entry says that its effect is in force.
                yield from _followed(entry, inner)
            case ChooseMode(modes) if (told_by_words := mode_of(modes, entry.chosen.mode)) is not None:
                yield from _followed(entry, told_by_words)
            case ChooseMode(modes):
                if any(_begins(part) for mode in modes for part in mode):
                    raise Unmodelled(entry.id, "which mode was chosen is not told")
            case Begin() | GetEmblem():
                yield instruction
            case _:
                if _begins(instruction):
                    raise Unmodelled(entry.id, f"what {in_words(instruction)} led to is not told")


def _told(entry: Resolved, condition: t.Condition) -> bool | None:
    match condition:
        case t.ModeChosen(mode):
            return entry.chosen.mode == mode
        case t.Unless(inner):
            told = _told(entry, inner)
            return None if told is None else not told
    return None


def _begins(instruction: Instruction) -> bool:
    return any(isinstance(part, Begin | GetEmblem) for part in parts_of(instruction))


def parts_of(term: Term) -> Iterator[Term]:
    """The term and every term within it."""
    yield term
    for name in term.__struct_fields__:
        yield from _within(getattr(term, name))


def _within(value: object) -> Iterator[Term]:
    if isinstance(value, Term):
        yield from parts_of(value)
    elif isinstance(value, tuple):
        for part in value:
            yield from _within(part)
