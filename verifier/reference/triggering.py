"""Triggered abilities that are there to see an event, and how often each entry's abilities trigger (603.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from verifier.board import Board, Emblem, Entry, Permanent, Resolved, Triggers
from verifier.cards.ability import (
    Ability,
    BeginTrigger,
    ChooseMode,
    If,
    Instruction,
    May,
    Triggered,
    UnlessPaid,
)
from verifier.cards.ability import Unmodelled as NotUnderstood
from verifier.errors import Unmodelled

from .abilities import every_instruction
from .in_force import emblem_abilities, held_as_it_resolved, resolved_instructions, view_of_resolved
from .table import Table, View


@dataclass(frozen=True)
class Watcher:
    """A triggered ability, the id of its entry, and from where its words are read; "you" is its controller (603.3a)."""

    entry: str
    ability: Triggered
    view: View


def watchers(table: Table) -> list[Watcher]:
    """Every triggered ability on the table, delayed ones (603.7) included, in list order of the entries.

    Raises Unmodelled for a triggered ability that is not understood.
    """
    return [
        Watcher(entry.id, ability, view)
        for entry in table.board.entries
        for ability, view in _triggered_abilities(table, entry)
    ]


def _triggered_abilities(table: Table, entry: Entry) -> Iterator[tuple[Triggered, View]]:
    match entry:
        case Permanent():
            thing = table.there.get(entry.id)
            if thing is not None:
                yield from _of(thing.abilities, table.view_of(thing))
        case Emblem():
            yield from _of(emblem_abilities(entry), View(you=entry.controller, subject=entry.card.name))
        case Resolved():
            view = view_of_resolved(entry)
            for ability in _begun(view, resolved_instructions(entry)):
                yield ability, view


def _of(abilities: tuple[Ability, ...], view: View) -> Iterator[tuple[Triggered, View]]:
    for ability in abilities:
        if isinstance(ability, NotUnderstood) and ability.kind == "triggered":
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
