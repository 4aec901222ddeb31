"""What no model tells and an event may depend on: it is refused there, and has no bearing on other questions."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import Unmodelled
from .ability import (
    Ability,
    BeginningOf,
    Discard,
    Draw,
    DrawReplacement,
    Draws,
    HandToLibrary,
    NoBearing,
    OtherEvent,
    OtherInstruction,
    Permission,
    ReturnOrPay,
    Static,
    Triggered,
)
from .card import Card
from .term import Term


def check_event(cards: Iterable[tuple[Card, int]], *, activates: bool = False, enters: bool = False) -> None:
    """Raises Unmodelled where an ability of these faces may change what the event does, and no model tells how."""
    abilities = [ability for card, face in cards for ability in card.faces[face].abilities]
    rules = {ability.rule for ability in abilities if isinstance(ability, NoBearing)}
    if "static:triggering" in rules and any(isinstance(ability, Triggered) for ability in abilities):
        raise Unmodelled("603.2d", "how often abilities trigger beside an effect that changes it")
    if activates and "static:activating" in rules:
        raise Unmodelled("602.5", "who may activate what, and with which costs, beside an effect that limits it")
    if enters and "static:counting" in rules:
        raise Unmodelled("614.17", "which counters may be put where an ability forbids some")


def may_keep_in_the_game(ability: Ability) -> bool:
    """Whether the ability speaks of who wins or loses the game (104), perhaps of who does not."""
    if isinstance(ability, Static):
        return any(isinstance(part, Permission) and part.kind == "does not lose the game" for part in ability.effects)
    return isinstance(ability, NoBearing) and ability.rule == "static:game-end"


def answers_to_life(abilities: Iterable[Ability]) -> bool:
    """Whether in a draw step life may change, and one of the abilities then moves cards of hands (119.3, 119.4)."""
    each = tuple(abilities)
    return any(map(_moves_cards_when_life_changes, each)) and any(map(_changes_life, each))


def _moves_cards_when_life_changes(ability: Ability) -> bool:
    if not isinstance(ability, Triggered) or not isinstance(ability.event, OtherEvent) or ability.event.kind != "life":
        return False
    return any(isinstance(part, Draw | Discard | HandToLibrary) for part in _parts(ability.instructions))


def _changes_life(ability: Ability) -> bool:
    if isinstance(ability, Triggered):
        if not isinstance(ability.event, BeginningOf | Draws):
            return False
        return any(map(_is_about_life, _parts(ability.instructions)))
    if isinstance(ability, Static):
        return any(map(_is_about_life, _parts(tuple(x for x in ability.effects if isinstance(x, DrawReplacement)))))
    return False


def _is_about_life(part: object) -> bool:
    return isinstance(part, ReturnOrPay) or (isinstance(part, OtherInstruction) and part.kind in {"life", "damage"})


def _parts(term: object) -> Iterable[object]:
    if isinstance(term, tuple):
        for part in term:
            yield from _parts(part)
    elif isinstance(term, Term):
        yield term
        for name in term.__struct_fields__:
            yield from _parts(getattr(term, name))
