"""The continuous effects in force, and which replacement effects look at a production (106.12b, 611, 614.1).

What is settled by the board alone, the permanent, who taps it and which types the effect names, is settled here; what
the production itself decides is a ``Kind`` (see ``effects``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..board import Emblem, Permanent, Resolved
from ..cards import ability as a
from ..cards import mana as m
from ..cards import terms as t
from ..cards.resolving import after_its_event
from ..cards.rewording import mode_of
from ..cards.vocabulary import TYPES_OF_MANA, in_order
from ..errors import Unmodelled
from ..solve.formula import FALSE, TRUE, Bool, and_, truth
from .abilities import inside
from .effects import Kind
from .reading import fits, holds, players
from .table import Asking, Seen, Table
from .types import types_of


@dataclass(frozen=True, slots=True, eq=False)
class InForce:
    """A continuous effect with who asks and when it is in force; ``number`` counts its entry's effects on mana."""

    entry: str
    label: str
    effect: a.ContinuousEffect
    asking: Asking
    when: Bool
    number: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Copy:
    """One replacement effect of a kind: whose it is, and when it is there and looks at this production."""

    entry: str
    number: int
    label: str
    when: Bool


@dataclass(frozen=True, slots=True, eq=False)
class Production:
    """Who makes mana how: the permanent, whether it is tapped for mana, who taps it and who gets the mana."""

    source: Seen
    tapped: bool
    by: str
    recipient: str


def effects_in_force(table: Table) -> tuple[InForce, ...]:
    """Every continuous effect that bears on mana; those on characteristics the table has applied already."""
    return tuple(
        each for each in everything(table) if each.when is not FALSE and isinstance(each.effect, a.ManaReplacement)
    )


def everything(table: Table) -> Iterator[InForce]:
    """Every continuous effect of static abilities, emblems and what has resolved, with when it is in force."""
    for entry in table.board.entries:
        if isinstance(entry, Permanent):
            seen = table.seen.get(entry.id)
            if seen is not None:
                asking = table.of_permanent(seen)
                yield from _static(table, entry.id, seen.abilities, asking, seen.there)
        elif isinstance(entry, Emblem):
            asking = table.of_emblem(entry)
            given = [
                part
                for ability in entry.card.faces[entry.face].abilities
                if isinstance(ability, a.Activated | a.Triggered | a.SpellAbility)
                for part in inside(ability.instructions)
                if isinstance(part, a.GetEmblem)
            ]
            for part in given:
                yield from _static(table, entry.id, part.abilities, asking, table.space.there(entry.id))
        else:
            yield from _begun(table, entry)
    for player in table.board.players:
        for zone in ("graveyard", "hand"):
            for card in getattr(player, f"{zone}_cards") or ():
                name = card.faces[0].name
                for ability in card.faces[0].abilities:
                    if isinstance(ability, a.Static) and ability.zone == zone:
                        asking = Asking(name, player.name)
                        when = holds(table, ability.condition, asking)
                        for effect in ability.effects:
                            yield InForce(name, name, effect, asking, when)


def _static(
    table: Table, entry: str, abilities: tuple[a.Ability, ...], asking: Asking, there: Bool
) -> Iterator[InForce]:
    number = 0
    for ability in abilities:
        if isinstance(ability, a.Unmodelled) and ability.kind == "static":
            raise Unmodelled(asking.subject, "a static ability that is not understood")
        if isinstance(ability, a.Static) and ability.zone == "battlefield":
            needed = any(map(_is_about_mana, ability.effects))
            when = and_(there, holds(table, ability.condition, asking)) if needed else there
            for effect in ability.effects:
                yield InForce(entry, asking.subject, effect, asking, when, number)
                number += isinstance(effect, a.ManaReplacement)


def _is_about_mana(effect: a.ContinuousEffect) -> bool:
    """Whether it bears on mana, or on who may activate what (602.2, 602.5)."""
    if isinstance(effect, a.Permission):
        return effect.kind in _ON_ACTIVATING
    return isinstance(effect, a.ManaReplacement)


_ON_ACTIVATING = frozenset({
    "tap lands you do not control", "activate as though with haste", "loyalty at any time", "cannot activate",
    "activate in own turns only",
    "cannot pay life", "cannot pay life to activate", "cannot sacrifice to activate",
})  # fmt: skip


def _begun(table: Table, resolved: Resolved) -> Iterator[InForce]:
    asking, there = table.of_resolved(resolved), table.space.there(resolved.id)
    number = 0
    for ability in _resolved_abilities(resolved):
        if isinstance(ability, a.Unmodelled):
            raise Unmodelled(asking.subject, "an ability that is not understood")
        for begin, when in _begins(table, after_its_event(ability.instructions), asking, TRUE):
            for effect in begin.effects:
                yield InForce(resolved.id, asking.subject, effect, asking, and_(there, when), number)
                number += isinstance(effect, a.ManaReplacement)


def _resolved_abilities(resolved: Resolved) -> list[a.Activated | a.Triggered | a.SpellAbility | a.Unmodelled]:
    abilities = resolved.card.faces[resolved.face].abilities
    if resolved.ability is None:
        spells = [ability for ability in abilities if isinstance(ability, a.SpellAbility)]
        unknown = [ability for ability in abilities if isinstance(ability, a.Unmodelled) and ability.kind == "spell"]
        return [*spells, *unknown]
    counted = [
        ability
        for ability in abilities
        if isinstance(ability, a.Activated | a.Triggered)
        or (isinstance(ability, a.Unmodelled | a.NoBearing) and ability.kind in {"activated", "triggered"})
    ]
    if not 1 <= resolved.ability <= len(counted):
        raise Unmodelled(resolved.card.name, f"its ability {resolved.ability}")
    ability = counted[resolved.ability - 1]
    return [] if isinstance(ability, a.NoBearing) else [ability]


def _begins(
    table: Table, instructions: tuple[a.Instruction, ...], asking: Asking, when: Bool
) -> Iterator[tuple[a.Begin, Bool]]:
    for part in instructions:
        match part:
            case a.Begin():
                yield part, when
            case a.If(condition, then, otherwise) if _relevant(then) or _relevant(otherwise):
                if not _settled(condition):
                    raise Unmodelled(asking.subject, "a condition that was read as it resolved")
                met = holds(table, condition, asking)
                yield from _begins(table, then, asking, and_(when, met))
                yield from _begins(table, otherwise, asking, and_(when, truth(met is FALSE)))
            case a.May(inner):
                yield from _begins(table, inner, asking, when)
            case a.ChooseMode(modes) if (told := mode_of(modes, asking.chosen.mode)) is not None:
                yield from _begins(table, told, asking, when)
            case a.ChooseMode(modes) if any(_relevant(mode) for mode in modes):
                raise Unmodelled(asking.subject, "which mode was chosen")


def _relevant(instructions: tuple[a.Instruction, ...]) -> bool:
    return any(isinstance(part, a.Begin) for part in inside(instructions))


def _settled(condition: t.Condition) -> bool:
    match condition:
        case t.ModeChosen():
            return True
        case t.Every(parts) | t.Some(parts):
            return all(_settled(part) for part in parts)
        case t.Unless(part):
            return _settled(part)
    return False


# Replacement effects on a production ---------------------------------------------------------------------------------


def kinds_for(
    table: Table, effects: tuple[InForce, ...], production: Production
) -> tuple[tuple[Kind, tuple[Copy, ...]], ...]:
    """The kinds of replacement effects that look at the production, each with its copies, in list order.

    Identical effects, with the same guard and the same change for this production, are copies of one kind.
    """
    found: dict[Kind, list[Copy]] = {}
    for each in effects:
        assert isinstance(each.effect, a.ManaReplacement)
        if isinstance(each.effect.becomes, a.AddForAll):
            continue
        when = _looks(table, each, production)
        if when is FALSE:
            continue
        kind = _kind(table, each.effect, _asking(each, production))
        found.setdefault(kind, []).append(Copy(each.entry, each.number, each.label, when))
    return tuple((kind, tuple(copies)) for kind, copies in found.items())


def asks_whose(effects: tuple[InForce, ...]) -> bool:
    """Whether some effect asks which player would add the mana."""
    whens = [each.effect.when for each in effects if isinstance(each.effect, a.ManaReplacement)]
    return any(isinstance(when, a.WouldAddMana) and when.player != "everyone" for when in whens)


def is_for_all(table: Table, effects: tuple[InForce, ...], production: Production) -> Bool:
    """When all players add the mana instead of the one who would (614.1a).

    Such an effect leaves the amounts as they are and applies to any. If no other effect asks whose mana it is, whatever
    comes of it for one player in some order can come for each after it was applied first, and it changes no type.
    Raises Unmodelled for other such effects, and for two of them: no rule says whether the second meets the mana of
    each player.
    """
    everyone = [replace(production, recipient=name) for name in table.names]
    sharing = [
        (each, [_looks(table, each, one) for one in everyone])
        for each in effects
        if isinstance(each.effect, a.ManaReplacement) and isinstance(each.effect.becomes, a.AddForAll)
    ]
    sharing = [(each, whens) for each, whens in sharing if any(when is not FALSE for when in whens)]
    if not sharing:
        return FALSE
    each, whens = sharing[0]
    if len(sharing) > 1:
        raise Unmodelled(sharing[1][0].asking.subject, f"mana that all players add, beside {each.asking.subject}")
    assert isinstance(each.effect, a.ManaReplacement)
    guard = each.effect.when
    if set(guard.types) != set(TYPES_OF_MANA) or (isinstance(guard, a.TappedForMana) and guard.at_least > 1):
        raise Unmodelled(each.asking.subject, "mana of some types or amounts that all players add")
    if any(when is not whens[0] for when in whens) or asks_whose(effects):
        raise Unmodelled(each.asking.subject, "mana that all players add, beside an effect that asks whose it is")
    return whens[0]


def _asking(each: InForce, production: Production) -> Asking:
    return replace(each.asking, event=production.source, that_player=production.by)


def _looks(table: Table, each: InForce, production: Production) -> Bool:
    """When the effect is there and speaks of this production."""
    assert isinstance(each.effect, a.ManaReplacement)
    return and_(each.when, _speaks(table, each.effect.when, _asking(each, production), production))


def _speaks(table: Table, when: a.TappedForMana | a.WouldAddMana, asking: Asking, production: Production) -> Bool:
    if isinstance(when, a.TappedForMana):
        if not production.tapped or production.by not in players(table, when.by, asking):
            return FALSE
        return fits(table, when.permanent, production.source, asking)
    whose = when.player == "everyone" or production.recipient in players(table, when.player, asking)
    return truth(whose and production.by in players(table, when.controller, asking))


def _kind(table: Table, effect: a.ManaReplacement, asking: Asking) -> Kind:
    at_least = effect.when.at_least if isinstance(effect.when, a.TappedForMana) else 1
    match effect.becomes:
        case a.Multiply(factor):
            return Kind(at_least, in_order(effect.when.types), factor=factor)
        case a.ReplaceTypes(by, replaced):
            return Kind(at_least, in_order(effect.when.types), _resolved(table, by, asking), in_order(replaced))
        case a.ReplaceTypesAndAmount(by, amount):
            return Kind(
                at_least, in_order(effect.when.types), _resolved(table, by, asking), TYPES_OF_MANA, amount=amount
            )
    raise AssertionError("mana that all players add has no kind")


def _resolved(table: Table, by: m.TypeSet, asking: Asking) -> str:
    types = types_of(table, by, asking, None)
    if any(when is not TRUE for when in types.values()):
        raise Unmodelled(asking.subject, "a replacement by types that depend on what is there")
    if not types:
        raise Unmodelled(asking.subject, "a replacement by mana of an undefined type")
    return in_order("".join(types))
