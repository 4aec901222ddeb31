"""Continuous effects that are in force: of static abilities (611.3), emblems (114) and what has resolved (611.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.board import Emblem, Entry, Permanent, Resolved
from verifier.cards.ability import (
    Ability,
    Activated,
    Begin,
    ChangePowerToughness,
    ChooseMode,
    ContinuousEffect,
    GetEmblem,
    If,
    Instruction,
    LayerEffect,
    May,
    SetPowerToughness,
    SpellAbility,
    Static,
    Triggered,
    UnlessPaid,
)
from verifier.cards.ability import Unmodelled as NotUnderstood
from verifier.cards.card import Face
from verifier.cards.terms import Condition, Every, ModeChosen, Some, Unless
from verifier.errors import Unmodelled

from .abilities import every_instruction, is_activated, is_triggered
from .asking import holds
from .table import Table, View


@dataclass(frozen=True)
class InForce:
    """An effect, its entry, and how its words are read; ``number`` counts the entry's effects of that kind."""

    entry: Entry
    number: int
    effect: ContinuousEffect
    view: View


def effects_in_force(table: Table, kind: type) -> list[InForce]:
    """The effects of that kind that are in force, in list order.

    Raises Unmodelled for an ability that is not understood and for an effect in force that changes characteristics,
    unless it changes power and toughness alone (which is refused where a power is read).
    """
    found: list[InForce] = []
    for entry in table.board.entries:
        number = 0
        for effect, view, condition in _effects_of(table, entry):
            own_number, number = number, number + isinstance(effect, kind)
            if _does_not_matter(effect, kind) or not holds(table, view, condition):
                continue
            if isinstance(effect, LayerEffect):
                raise Unmodelled(entry.card.name, f"an effect on characteristics ({type(effect).__name__})")
            found.append(InForce(entry, own_number, effect, view))
    _refuse_other_zones(table, kind)
    return found


def _does_not_matter(effect: ContinuousEffect, kind: type) -> bool:
    if isinstance(effect, SetPowerToughness | ChangePowerToughness):
        return True
    return not isinstance(effect, kind | LayerEffect)


def _effects_of(table: Table, entry: Entry) -> Iterator[tuple[ContinuousEffect, View, Condition | None]]:
    match entry:
        case Permanent():
            thing = table.there.get(entry.id)
            if thing is not None:
                yield from _of_static_abilities(thing.abilities, table.view_of(thing), entry)
        case Emblem():
            view = View(you=entry.controller, subject=entry.card.name)
            yield from _of_static_abilities(emblem_abilities(entry), view, entry)
        case Resolved():
            view = view_of_resolved(entry)
            for effect in _begun(view, resolved_instructions(entry)):
                yield effect, view, None


def view_of_resolved(entry: Resolved) -> View:
    """From where the words of a spell or ability that has resolved are read."""
    return View(
        you=entry.controller,
        this=entry.source,
        chosen=entry.chosen,
        targets=entry.targets,
        x_of_spell=entry.x,
        counted=entry.x,
        subject=entry.card.name,
    )


def _of_static_abilities(
    abilities: tuple[Ability, ...], view: View, entry: Entry
) -> Iterator[tuple[ContinuousEffect, View, Condition | None]]:
    for ability in abilities:
        if isinstance(ability, NotUnderstood) and ability.kind == "static":
            raise Unmodelled(entry.card.name, "a static ability that is not understood")
        if isinstance(ability, Static) and ability.zone == "battlefield":
            for effect in ability.effects:
                yield effect, view, ability.condition


def _refuse_other_zones(table: Table, kind: type) -> None:
    """Static abilities that work from a hand or graveyard (113.6b) are not modelled."""
    for player in table.board.players:
        for zone, cards in (("graveyard", player.graveyard_cards), ("hand", player.hand_cards)):
            for card in cards or ():
                for ability in card.faces[0].abilities:
                    if isinstance(ability, Static) and ability.zone == zone:
                        if not all(_does_not_matter(effect, kind) for effect in ability.effects):
                            raise Unmodelled(card.name, f"an ability that works from the {zone}")


def emblem_abilities(emblem: Emblem) -> tuple[Ability, ...]:
    """The abilities of the emblem that the card makes (114.2). Raises Unmodelled unless it makes exactly one kind."""
    face = emblem.card.faces[emblem.face]
    if emblem.card.layout == "emblem":
        return face.abilities
    made = {
        instruction
        for ability in face.abilities
        if isinstance(ability, Activated | Triggered | SpellAbility)
        for instruction in every_instruction(ability.instructions)
        if isinstance(instruction, GetEmblem)
    }
    if len(made) != 1:
        raise Unmodelled(emblem.card.name, "which emblem it makes")
    return made.pop().abilities


def resolved_instructions(entry: Resolved) -> tuple[Instruction, ...]:
    """The instructions of the spell, or of the n-th activated or triggered ability as printed."""
    face: Face = entry.card.faces[entry.face]
    if entry.ability is None:
        meant = [a for a in face.abilities if isinstance(a, SpellAbility)]
        if any(isinstance(a, NotUnderstood) and a.kind == "spell" for a in face.abilities):
            raise Unmodelled(entry.card.name, "a spell that is not understood")
        return tuple(instruction for ability in meant for instruction in ability.instructions)
    counted = [a for a in face.abilities if is_activated(a) or is_triggered(a)]
    if not 1 <= entry.ability <= len(counted):
        raise Unmodelled(entry.card.name, f"it has no ability number {entry.ability} that could have resolved")
    ability = counted[entry.ability - 1]
    if isinstance(ability, NotUnderstood):
        raise Unmodelled(entry.card.name, "an ability that is not understood")
    return ability.instructions if isinstance(ability, Activated | Triggered) else ()


def _begun(view: View, instructions: tuple[Instruction, ...]) -> Iterator[ContinuousEffect]:
    """The effects that began as it resolved; what was paid or chosen then is ``chosen.mode``, options were taken."""
    for instruction in instructions:
        match instruction:
            case Begin(effects=effects):
                yield from effects
            case If(condition=condition, then=then, otherwise=otherwise):
                if any(isinstance(inner, Begin) for inner in every_instruction(then + otherwise)):
                    yield from _begun(view, then if held_as_it_resolved(view, condition) else otherwise)
            case May(instructions=inner) | UnlessPaid(instructions=inner):
                yield from _begun(view, inner)
            case ChooseMode(modes=modes):
                begins = [m for m in modes if any(isinstance(i, Begin) for i in every_instruction(m))]
                if len(begins) > 1:
                    raise Unmodelled(view.subject, "which of its modes was chosen")
                for mode in begins:
                    yield from _begun(view, mode)
            case GetEmblem():
                raise Unmodelled(view.subject, "an emblem; it is an entry of its own on a board")


def held_as_it_resolved(view: View, condition: Condition) -> bool:
    """Whether a condition held as the spell or ability resolved; only what was chosen then is still known."""
    match condition:
        case ModeChosen(mode=mode):
            return view.chosen.mode == mode
        case Unless(condition=inner):
            return not held_as_it_resolved(view, inner)
        case Every(conditions=parts):
            return all(held_as_it_resolved(view, part) for part in parts)
        case Some(conditions=parts):
            return any(held_as_it_resolved(view, part) for part in parts)
    raise Unmodelled(view.subject, "what the board was like as it resolved")
