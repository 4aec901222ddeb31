"""Continuous effects that are in force: of static abilities (611.3), emblems (114) and what has resolved (611.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.board import Emblem, Entry, Permanent, Resolved
from verifier.cards.ability import (
    Ability,
    Activated,
    Begin,
    ChooseMode,
    ContinuousEffect,
    DiscardReplacement,
    EntersWith,
    GetEmblem,
    If,
    Instruction,
    LayerEffect,
    May,
    SpellAbility,
    Static,
    Triggered,
    UnlessPaid,
)
from verifier.cards.ability import Unmodelled as NotUnderstood
from verifier.cards.card import Face
from verifier.cards.resolving import after_its_event
from verifier.cards.rewording import mode_of
from verifier.cards.terms import Condition, Every, ModeChosen, Some, Unless
from verifier.errors import Unmodelled

from .abilities import every_instruction, is_activated, is_triggered
from .asking import holds
from .table import Held, Table, View


@dataclass(frozen=True)
class InForce:
    """An effect, its entry, and how its words are read; ``number`` counts the entry's effects of that kind."""

    entry: Entry
    number: int
    effect: ContinuousEffect
    view: View


@dataclass(frozen=True)
class Together:
    """The effects of one ability or one resolution: one continuous effect with several parts.

    ``held`` is the ability of a permanent that they are from and ``place`` where it stands among its abilities, or
    among those of an emblem, or among what one resolution began.
    """

    entry: Entry
    effects: tuple[ContinuousEffect, ...]
    view: View
    condition: Condition | None
    place: int
    held: Held | None = None


def effects_in_force(table: Table, kind: type) -> list[InForce]:
    """The effects of that kind that are in force, in list order: of the abilities that objects have after all layers.

    Raises Unmodelled for an ability that is not understood.
    """
    found: list[InForce] = []
    numbers: dict[str, int] = {}
    for together in effects_of_entries(table):
        for effect in together.effects:
            if isinstance(effect, kind):
                number = numbers.get(together.entry.id, 0)
                numbers[together.entry.id] = number + 1
                if holds(table, together.view, together.condition):
                    found.append(InForce(together.entry, number, effect, together.view))
    if kind is EntersWith:
        return found + _of_graveyards(table)
    refuse_other_zones(table, kind)
    return found


def _of_graveyards(table: Table) -> list[InForce]:
    """What cards in graveyards say of how permanents enter (113.6b); "you" is the owner of the card (109.5)."""
    found = []
    for player in table.board.players:
        for place, card in enumerate(player.graveyard_cards or ()):
            entry = Emblem(f"{card.name} in the graveyard of {player.name}#{place}", card, player.name, 0)
            view = View(you=player.name, subject=card.name)
            for ability in card.faces[0].abilities:
                if (
                    isinstance(ability, Static)
                    and ability.zone == "graveyard"
                    and holds(table, view, ability.condition)
                ):
                    effects = [effect for effect in ability.effects if isinstance(effect, EntersWith)]
                    found += [InForce(entry, number, effect, view) for number, effect in enumerate(effects)]
    return found


def effects_of_entries(table: Table) -> Iterator[Together]:
    """What static abilities, emblems and resolutions do, whether its condition holds or not, in list order."""
    for entry in table.board.entries:
        match entry:
            case Permanent():
                thing = table.there.get(entry.id)
                if thing is not None:
                    view = table.view_of(thing)
                    for place, held in enumerate(thing.held):
                        yield from _of_static_ability(held.ability, view, entry, place, held)
            case Emblem():
                view = View(you=entry.controller, subject=entry.card.name)
                for place, ability in enumerate(emblem_abilities(entry)):
                    yield from _of_static_ability(ability, view, entry, place, None)
            case Resolved():
                for place, begin in enumerate(begun(entry)):
                    yield Together(entry, begin.effects, view_of_resolved(entry), None, place)


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


def _of_static_ability(ability: Ability, view: View, entry: Entry, place: int, held: Held | None) -> Iterator[Together]:
    if isinstance(ability, NotUnderstood) and ability.kind == "static":
        raise Unmodelled(entry.card.name, "a static ability that is not understood")
    if isinstance(ability, Static) and ability.zone == "battlefield":
        yield Together(entry, ability.effects, view, ability.condition, place, held)


def refuse_other_zones(table: Table, kind: type) -> None:
    """Effects of that kind that work from a hand or graveyard are not modelled, nor what a hand does to permanents.

    What a card says of its own discard is read where it is discarded.
    """
    for player in table.board.players:
        for zone, cards in (("graveyard", player.graveyard_cards), ("hand", player.hand_cards)):
            for card in cards or ():
                for ability in card.faces[0].abilities:
                    if isinstance(ability, Static) and ability.zone == zone:
                        kinds = kind | LayerEffect if zone == "hand" else kind
                        others = [e for e in ability.effects if not (isinstance(e, DiscardReplacement) and e.this_card)]
                        if any(isinstance(effect, kinds) for effect in others):
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


def resolved_ability(entry: Resolved) -> Ability:
    """The n-th activated or triggered ability as printed. Raises Unmodelled if there is none."""
    counted = [a for a in entry.card.faces[entry.face].abilities if is_activated(a) or is_triggered(a)]
    if entry.ability is None or not 1 <= entry.ability <= len(counted):
        raise Unmodelled(entry.card.name, f"it has no ability number {entry.ability} that could have resolved")
    return counted[entry.ability - 1]


def resolved_instructions(entry: Resolved) -> tuple[Instruction, ...]:
    """The instructions of the spell, or of the n-th activated or triggered ability as printed."""
    face: Face = entry.card.faces[entry.face]
    if entry.ability is None:
        meant = [a for a in face.abilities if isinstance(a, SpellAbility)]
        if any(isinstance(a, NotUnderstood) and a.kind == "spell" for a in face.abilities):
            raise Unmodelled(entry.card.name, "a spell that is not understood")
        return tuple(instruction for ability in meant for instruction in ability.instructions)
    ability = resolved_ability(entry)
    if isinstance(ability, NotUnderstood):
        raise Unmodelled(entry.card.name, "an ability that is not understood")
    return after_its_event(ability.instructions) if isinstance(ability, Activated | Triggered) else ()


def begun(entry: Resolved) -> list[Begin]:
    """The continuous effects that began as it resolved, each with all its parts (611.2).

    What was paid or chosen then is ``chosen.mode``, options were taken. Raises Unmodelled where a board cannot tell.
    """
    return list(_begun(view_of_resolved(entry), resolved_instructions(entry)))


def _begun(view: View, instructions: tuple[Instruction, ...]) -> Iterator[Begin]:
    for instruction in instructions:
        match instruction:
            case Begin():
                yield instruction
            case If(condition=condition, then=then, otherwise=otherwise):
                if any(isinstance(inner, Begin) for inner in every_instruction(then + otherwise)):
                    yield from _begun(view, then if held_as_it_resolved(view, condition) else otherwise)
            case May(instructions=inner) | UnlessPaid(instructions=inner):
                yield from _begun(view, inner)
            case ChooseMode(modes=modes) if mode_of(modes, view.chosen.mode) is not None:
                yield from _begun(view, mode_of(modes, view.chosen.mode) or ())
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
