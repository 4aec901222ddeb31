"""The triggered abilities that there are to see an event (603.2, 603.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..board import Emblem, Resolved
from ..cards.ability import BeginTrigger, If, Instruction, May, Triggered
from .could_produce import Table
from .effects import emblem_abilities, resolved_instructions, resolved_scope
from .terms import Scope, holds
from .triggering import triggering


class Watcher(NamedTuple):
    """A triggered ability that watches, with the words of its source."""

    source: str
    ability: Triggered
    scope: Scope


def watchers(table: Table) -> Iterator[Watcher]:
    """The triggered abilities on the table, delayed ones included, each as often as it triggers (603.2d)."""
    by_id = {thing.id: thing for thing in table.things}
    changed = triggering(table.board, table.things)
    for thing in table.things:
        scope = Scope(table.board, table.things, thing.controller, thing.id, thing, thing.permanent.chosen)
        for ability in thing.abilities:
            if isinstance(ability, Triggered):
                yield from [Watcher(thing.id, ability, scope)] * changed.often(thing, ability)
    for entry in table.board.entries:
        if isinstance(entry, Resolved):
            scope = resolved_scope(table.board, table.things, entry, by_id.get(entry.source or ""))
            for ability in _delayed(resolved_instructions(entry), scope):
                yield Watcher(entry.id, ability, scope)
        elif isinstance(entry, Emblem):
            scope = Scope(table.board, table.things, entry.controller, entry.id)
            for inner in emblem_abilities(entry.card):
                if isinstance(inner, Triggered):
                    yield Watcher(entry.id, inner, scope)


def _delayed(instructions: tuple[Instruction, ...], scope: Scope) -> Iterator[Triggered]:
    for part in instructions:
        if isinstance(part, BeginTrigger):
            yield part.ability
        elif isinstance(part, If):
            yield from _delayed(part.then if holds(part.condition, scope) else part.otherwise, scope)
        elif isinstance(part, May):
            yield from _delayed(part.instructions, scope)
