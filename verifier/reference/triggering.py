"""Triggered abilities that are there to see an event, and how often each entry's abilities trigger (603.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from verifier.board import Board, Emblem, Entry, Permanent, Resolved, Triggers
from verifier.cards.ability import (
    Ability,
    BeginTrigger,
    ChooseMode,
    Draws,
    Enters,
    If,
    Instruction,
    May,
    Triggered,
    TriggersAgain,
    UnlessPaid,
)
from verifier.cards.ability import Unmodelled as NotUnderstood
from verifier.errors import Unmodelled

from .abilities import every_instruction
from .asking import fits
from .in_force import (
    InForce,
    effects_in_force,
    emblem_abilities,
    held_as_it_resolved,
    resolved_instructions,
    view_of_resolved,
)
from .table import Table, Thing, View


@dataclass(frozen=True)
class Watcher:
    """A triggered ability, the id of its entry, and from where its words are read; "you" is its controller (603.3a)."""

    entry: str
    ability: Triggered
    view: View


def watchers(table: Table, arrived: Thing | None = None, *, of_mana: bool = False) -> list[Watcher]:
    """Every triggered ability on the table, delayed ones (603.7) included, in list order of the entries.

    One that triggers additional times (603.2d) is there so many times more. ``arrived``: what has just entered.
    Raises Unmodelled for a triggered ability that is not understood, ``of_mana`` for one that speaks of mana alone.
    """
    changes = effects_in_force(table, TriggersAgain)
    return [
        Watcher(entry.id, ability, view)
        for entry in table.board.entries
        for ability, view in _triggered_abilities(table, entry, of_mana)
        for _ in range(_times(table, changes, ability, view, arrived))
    ]


def _times(table: Table, changes: list[InForce], ability: Triggered, view: View, arrived: Thing | None) -> int:
    """603.2d: how often it triggers when its event happens once."""
    additional = 0
    for change in changes:
        effect, about = change.effect, replace(change.view, event=None)
        assert isinstance(effect, TriggersAgain)
        if effect.on is not None:
            of = None if view.this is None else table.thing(view.this)
            if of is None or not fits(table, about, of, effect.on):
                continue
        speaks = {
            "any": True,
            "draws": isinstance(ability.event, Draws),
            "enters": isinstance(ability.event, Enters)
            and arrived is not None
            and fits(table, about, arrived, effect.entering),
        }
        if speaks[effect.cause] and effect.never:
            return 0
        additional += speaks[effect.cause]
    return 1 + additional


def _triggered_abilities(table: Table, entry: Entry, of_mana: bool) -> Iterator[tuple[Triggered, View]]:
    match entry:
        case Permanent():
            thing = table.there.get(entry.id)
            if thing is not None:
                yield from _of(thing.abilities, table.view_of(thing), of_mana)
        case Emblem():
            view = View(you=entry.controller, subject=entry.card.name)
            yield from _of(emblem_abilities(entry), view, of_mana)
        case Resolved():
            view = view_of_resolved(entry)
            for ability in _begun(view, resolved_instructions(entry)):
                yield ability, view


def _of(abilities: tuple[Ability, ...], view: View, of_mana: bool) -> Iterator[tuple[Triggered, View]]:
    for ability in abilities:
        unknown = isinstance(ability, NotUnderstood) and ability.kind == "triggered"
        if unknown and not (of_mana and isinstance(ability, NotUnderstood) and not ability.may_bear_on_mana):
            raise Unmodelled(view.subject, "a triggered ability that is not understood")
        if isinstance(ability, Triggered):
            yield ability, view


def _begun(view: View, instructions: tuple[Instruction, ...]) -> Iterator[Triggered]:
    """The delayed triggered abilities that began as it resolved; what was paid or chosen then is ``chosen.mode``."""
    for instruction in instructions:
        match instruction:
            case BeginTrigger(ability=ability):
                yield ability
            case If(condition=condition, then=then, otherwise=otherwise):
                if any(isinstance(inner, BeginTrigger) for inner in every_instruction(then + otherwise)):
                    yield from _begun(view, then if held_as_it_resolved(view, condition) else otherwise)
            case May(instructions=inner) | UnlessPaid(instructions=inner):
                yield from _begun(view, inner)
            case ChooseMode(modes=modes):
                begins = [m for m in modes if any(isinstance(i, BeginTrigger) for i in every_instruction(m))]
                if len(begins) > 1:
                    raise Unmodelled(view.subject, "which of its modes was chosen")
                for mode in begins:
                    yield from _begun(view, mode)


def counted(board: Board, ids: Iterable[str]) -> Triggers:
    """How often each id occurs: those of the board's entries in list order, then others as they come."""
    found = list(ids)
    order = list(dict.fromkeys([*(entry.id for entry in board.entries), *found]))
    return tuple((id, found.count(id)) for id in order if id in found)
