"""Which permanents are so alike that what could be produced is the same for them: their question is asked once."""

from __future__ import annotations

from ..board import Permanent, Resolved
from ..cards import terms as t
from ..cards.ability import ManaReplacement
from ..cards.mana import CouldProduce
from .making import mentions
from .table import Seen, Table


def what_is_seen(seen: Seen, table: Table) -> object:
    """All that a filter or an ability can read of the permanent; equal for identical ones."""
    permanent = seen.permanent
    open_counters = tuple(
        (kind, str(expression)) for (id, kind), expression in table.space.counters.items() if id == permanent.id
    )
    fields = tuple(getattr(permanent, name) for name in permanent.__slots__ if name not in {"id", "timestamp"})
    power = seen.power if seen.power is None or seen.power.constant is None else seen.power.constant
    now = (seen.types, seen.subtypes, seen.supertypes, seen.colors, power, seen.abilities, seen.face)
    return (*fields, open_counters, *now)


def singled_out(table: Table) -> frozenset[str]:
    """Permanents that something refers to by itself, so that they are like no other."""
    found: set[str] = set()
    for entry in table.board.entries:
        if isinstance(entry, Permanent) and entry.attached_to:
            found |= {entry.id, entry.attached_to}
        elif isinstance(entry, Resolved):
            found |= {*entry.targets, *([entry.source] if entry.source else [])}
    for seen in table.each():
        if mentions(seen.abilities, t.This) and _distinguishes_itself(seen):
            found.add(seen.id)
    return frozenset(found)


def _distinguishes_itself(seen: Seen) -> bool:
    def asks(term: object) -> bool:
        if isinstance(term, CouldProduce | ManaReplacement):
            return mentions(term, t.This)
        if isinstance(term, tuple):
            return any(asks(part) for part in term)
        return isinstance(term, t.Term) and any(asks(getattr(term, name)) for name in term.__struct_fields__)

    return asks(seen.abilities)
