"""Which effects and triggered abilities stand while an event happens, each with when it is there (113.6, 603, 611)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..board import Emblem, Permanent, Resolved
from ..cards import ability as a
from ..cards import terms as t
from ..errors import Unmodelled
from ..solve.formula import FALSE, Bool, and_, or_
from .abilities import inside
from .in_force import everything
from .making import mentions
from .reading import fits, holds
from .table import Asking, Seen, Table

MOVING = (t.CardsIn, t.CardTypesIn, t.LifeTotal, t.CardsDrawn, t.MaximumHandSize, t.UntoldAmount)
"""Words that read what changes while cards are drawn and discarded."""


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """An effect or a triggered ability of an entry, with who asks and when it is there.

    ``condition`` is that of a static ability, where it reads what the event may change. ``again``: the how-manieth
    additional time that the ability triggers (603.2d), zero for the time that it triggers anyway.
    """

    entry: str
    what: a.ContinuousEffect | a.Triggered
    asking: Asking
    when: Bool
    condition: t.Condition | None = None
    again: int = 0

    @property
    def label(self) -> str:
        """The entry, and which additional time it is."""
        return f"{self.entry}, additional time {self.again}" if self.again else self.entry

    @property
    def effect(self) -> a.ContinuousEffect:
        """The effect."""
        assert not isinstance(self.what, a.Triggered)
        return self.what

    @property
    def trigger(self) -> a.Triggered:
        """The triggered ability."""
        assert isinstance(self.what, a.Triggered)
        return self.what


def effects_standing(table: Table, *kinds: type, moving: bool = False) -> list[Standing]:
    """Every effect of these kinds whose condition can hold; ``moving``: the event may change what conditions read.

    Raises Unmodelled where one is not understood.
    """
    found = []
    for entry, abilities, asking, there in _abilities(table):
        for ability in abilities:
            if isinstance(ability, a.Unmodelled) and ability.kind == "static":
                raise Unmodelled(asking.subject, "a static ability that is not understood")
            if isinstance(ability, a.Static) and ability.zone == "battlefield":
                effects = [effect for effect in ability.effects if isinstance(effect, kinds)]
                if not effects:
                    continue
                later = ability.condition if moving and mentions(ability.condition, *MOVING) else None
                when = there if later is not None else and_(there, holds(table, ability.condition, asking))
                found += [Standing(entry, effect, asking, when, later) for effect in effects if when is not FALSE]
    begun = {entry.id for entry in table.board.entries if isinstance(entry, Resolved)}
    for each in everything(table):
        elsewhere = each.asking.this is None and each.entry not in {entry.id for entry in table.board.entries}
        if isinstance(each.effect, kinds) and (each.entry in begun or elsewhere) and each.when is not FALSE:
            found.append(Standing(each.entry, each.effect, each.asking, each.when))
    return found


def triggers_standing(table: Table, *events: type) -> list[Standing]:
    """Every triggered ability that waits for such an event, delayed ones included (603.7), each additional time too.

    Additional times that the entering of a permanent causes are not among them. Raises Unmodelled where a triggered
    ability is not understood.
    """
    found = []
    for each in triggers_once(table, *events):
        found.append(each)
        for again, when in enumerate(additional(table, each.trigger, each.asking.this), 1):
            found.append(replace(each, when=and_(each.when, when), again=again))
    return [each for each in found if each.when is not FALSE]


def additional(table: Table, ability: a.Triggered, this: Seen | None, entering: Seen | None = None) -> Iterator[Bool]:
    """For each effect by which an ability of that permanent triggers once more, when it does (603.2d)."""
    for effect, when in _changes(table, ability, this, entering):
        if not effect.never and when is not FALSE:
            yield when


def silenced(table: Table, ability: a.Triggered, this: Seen | None, entering: Seen | None = None) -> Bool:
    """When an effect keeps an ability of that permanent from triggering (603.2d)."""
    return or_(*(when for effect, when in _changes(table, ability, this, entering) if effect.never))


def _changes(
    table: Table, ability: a.Triggered, this: Seen | None, entering: Seen | None
) -> Iterator[tuple[a.TriggersAgain, Bool]]:
    for change in effects_standing(table, a.TriggersAgain):
        effect, fit = change.effect, change.when
        assert isinstance(effect, a.TriggersAgain)
        if effect.cause == "draws" and not isinstance(ability.event, a.Draws):
            continue
        if effect.cause == "enters":
            if entering is None or not isinstance(ability.event, a.Enters):
                continue
            fit = and_(fit, fits(table, effect.entering, entering, change.asking))
        if effect.on is not None:
            fit = FALSE if this is None else and_(fit, fits(table, effect.on, this, change.asking))
        yield effect, fit


def triggers_once(table: Table, *events: type) -> list[Standing]:
    """Every triggered ability that waits for such an event, delayed ones included (603.7), once each.

    Raises Unmodelled where a triggered ability is not understood.
    """
    of_more = not set(events) <= {a.WhenTappedForMana, a.AddsMana, a.BecomesTapped, a.Sacrifices}
    found = []
    for entry, abilities, asking, there in _abilities(table):
        for ability in abilities:
            if (
                isinstance(ability, a.Unmodelled)
                and ability.kind == "triggered"
                and (of_more or ability.may_bear_on_mana)
            ):
                raise Unmodelled(asking.subject, "a triggered ability that is not understood")
            if isinstance(ability, a.Triggered) and isinstance(ability.event, events):
                found.append(Standing(entry, ability, asking, there))
    for resolved in table.board.entries:
        if isinstance(resolved, Resolved):
            asking, there = table.of_resolved(resolved), table.space.there(resolved.id)
            begun = [
                each.ability for each in _delayed(table, resolved, asking) if isinstance(each.ability.event, events)
            ]
            found += [Standing(resolved.id, ability, asking, there) for ability in begun]
    return found


def _abilities(table: Table) -> Iterator[tuple[str, tuple[a.Ability, ...], Asking, Bool]]:
    for entry in table.board.entries:
        if isinstance(entry, Permanent):
            seen = table.seen.get(entry.id)
            if seen is not None:
                yield entry.id, seen.abilities, table.of_permanent(seen), seen.there
        elif isinstance(entry, Emblem):
            for ability in entry.card.faces[entry.face].abilities:
                if isinstance(ability, a.Activated | a.Triggered | a.SpellAbility):
                    for part in inside(ability.instructions):
                        if isinstance(part, a.GetEmblem):
                            yield entry.id, part.abilities, table.of_emblem(entry), table.space.there(entry.id)


def _delayed(table: Table, resolved: Resolved, asking: Asking) -> Iterator[a.BeginTrigger]:
    abilities = resolved.card.faces[resolved.face].abilities
    if resolved.ability is None:
        meant = [ability for ability in abilities if isinstance(ability, a.SpellAbility)]
        if any(isinstance(ability, a.Unmodelled) and ability.kind == "spell" for ability in abilities):
            raise Unmodelled(resolved.card.name, "a spell that is not understood")
        for spell in meant:
            yield from _begun(table, asking, spell.instructions)
        return
    counted = [
        ability
        for ability in abilities
        if isinstance(ability, a.Activated | a.Triggered)
        or (isinstance(ability, a.Unmodelled | a.NoBearing) and ability.kind in {"activated", "triggered"})
    ]
    if 1 <= resolved.ability <= len(counted):
        ability = counted[resolved.ability - 1]
        if isinstance(ability, a.Unmodelled):
            raise Unmodelled(resolved.card.name, "an ability that is not understood")
        if isinstance(ability, a.Activated | a.Triggered):
            yield from _begun(table, asking, ability.instructions)


def _begun(table: Table, asking: Asking, instructions: tuple[a.Instruction, ...]) -> Iterator[a.BeginTrigger]:
    for part in instructions:
        if isinstance(part, a.BeginTrigger):
            yield part
        elif isinstance(part, a.May):
            yield from _begun(table, asking, part.instructions)
        elif isinstance(part, a.If) and isinstance(part.condition, t.ModeChosen):
            met = holds(table, part.condition, asking) is not FALSE
            yield from _begun(table, asking, part.then if met else part.otherwise)
        elif any(isinstance(inner, a.BeginTrigger) for inner in inside((part,))):
            raise Unmodelled(asking.subject, "whether its delayed triggered ability began")
