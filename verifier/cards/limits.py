"""What no model tells and an event may depend on: it is refused there, and has no bearing on other questions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from ..errors import Unmodelled
from .ability import (
    Ability,
    BecomesTapped,
    BeginningOf,
    Discard,
    Discards,
    Draw,
    DrawReplacement,
    Draws,
    Enters,
    HandToLibrary,
    Keyword,
    NoBearing,
    OtherEvent,
    OtherInstruction,
    Permission,
    PutCounters,
    RemoveCounters,
    ReturnOrPay,
    Sacrifices,
    Static,
    TapPermanents,
    Triggered,
)
from .ability import Unmodelled as NotUnderstood
from .card import Card
from .term import Term


def check_event(cards: Iterable[tuple[Card, int]], *, activates: bool = False, enters: bool = False) -> None:
    """Raises Unmodelled where an ability of these faces may change what the event does, and no model tells how."""
    faces = [card.faces[face] for card, face in cards]
    triggers = any(isinstance(ability, Triggered) for face in faces for ability in face.abilities)
    for face in faces:
        for number, ability in enumerate(face.abilities, 1):
            if not activates and isinstance(ability, NotUnderstood) and ability.kind == "triggered":
                raise Unmodelled(face.name, f"its ability {number} as printed (triggered) is not modelled")
            rule = ability.rule if isinstance(ability, NoBearing) else ""
            if triggers and rule == "static:triggering":
                raise Unmodelled(face.name, "how often abilities trigger beside it (603.2d)")
            if activates and rule == "static:activating":
                raise Unmodelled(face.name, "who may activate what, and with which costs, beside it (602.5)")
            if enters and rule == "static:counting":
                raise Unmodelled(face.name, "which counters may be put on what beside it (614.17)")


def may_keep_in_the_game(ability: Ability) -> bool:
    """Whether the ability speaks of who wins or loses the game (104), perhaps of who does not."""
    if isinstance(ability, Static):
        return any(isinstance(part, Permission) and part.kind == "does not lose the game" for part in ability.effects)
    return isinstance(ability, NoBearing) and ability.rule == "static:game-end"


def is_fed_by_itself(abilities: Iterable[Ability]) -> bool:
    """Whether something that an ability does in a draw step may make another trigger there that moves cards (603.2)."""
    each = tuple(abilities)
    watched = {event for ability in each for event in _answers_with_cards(ability)}
    return bool(watched) and any(brought_in_draw_step(ability) & watched for ability in each)


def brought_in_draw_step(ability: Ability) -> frozenset[str]:
    """The kinds of other events that the ability may bring within a draw step."""
    return frozenset(event for kind in _does(ability) for event in _FED_BY.get(kind, _ANYTHING))


_ANYTHING = frozenset({
    "damage", "dies", "leaves", "becomes tapped", "becomes untapped", "life", "counters", "tokens", "enters", "mill",
    "sacrifice", "transforms", "turned face up", "put", "other",
})  # fmt: skip
_FED_BY: dict[str, frozenset[str]] = {
    "damage": frozenset({"damage", "life"}),
    "life": frozenset({"life"}),
    "token": frozenset({"tokens", "enters"}),
    "counters": frozenset({"counters", "put"}),
    "destroy": frozenset({"dies", "leaves", "put"}),
    "exile": frozenset({"leaves"}),
    "sacrifice": frozenset({"sacrifice", "dies", "leaves", "put"}),
    "fight": frozenset({"damage", "life", "dies", "put"}),
    "mill": frozenset({"mill", "leaves", "put", "other"}),
    "tapping": frozenset({"becomes tapped", "becomes untapped"}),
    "choice": frozenset(),
    "discard": frozenset({"put"}),
    "shuffle": frozenset({"other"}),
    "look": frozenset({"other"}),
    "scry": frozenset({"other"}),
    "reveal": frozenset({"other"}),
    "game end": frozenset(),
}
"""Events that a kind of instruction may bring; what is not listed may bring any."""


def _answers_with_cards(ability: Ability) -> Iterator[str]:
    """The event on which the ability moves cards, where it is none that the step itself is made of."""
    if not isinstance(ability, Triggered):
        return
    if any(isinstance(part, Draw | Discard | HandToLibrary) for part in _parts(ability.instructions)):
        match ability.event:
            case OtherEvent(kind):
                yield kind
            case Enters():
                yield "enters"
            case BecomesTapped():
                yield "becomes tapped"
            case Sacrifices():
                yield "sacrifice"


def _does(ability: Ability) -> Iterator[str]:
    """What the ability may do within a draw step besides moving cards."""
    for part in _in_step(ability):
        match part:
            case OtherInstruction(kind):
                yield kind
            case Discard():
                yield "discard"
            case ReturnOrPay():
                yield "life"
            case PutCounters() | RemoveCounters():
                yield "counters"
            case TapPermanents():
                yield "tapping"


def _in_step(ability: Ability) -> Iterable[object]:
    """All that the ability says it does within a draw step."""
    if isinstance(ability, Triggered) and isinstance(ability.event, BeginningOf | Draws | Discards):
        if not isinstance(ability.event, BeginningOf) or ability.event.step == "draw step":
            return _parts(ability.instructions)
    elif isinstance(ability, Static):
        return _parts(tuple(effect for effect in ability.effects if isinstance(effect, DrawReplacement)))
    return ()


def has_dredge(cards: Iterable[Card]) -> bool:
    """Whether one of the cards has dredge (702.52a)."""
    abilities = [ability for card in cards for ability in card.faces[0].abilities]
    return any(isinstance(ability, Keyword) and ability.name == "dredge" for ability in abilities)


def may_end_the_step(
    abilities: Mapping[str, tuple[Ability, ...]], triggered: Mapping[str, int], drawn: int, life: int
) -> bool:
    """Whether damage or loss of life may bear on a draw step that goes on: by a death (704.5a), or by cards it moves.

    ``abilities`` are those of the permanents and ``triggered`` how often they triggered, by id; ``life`` is the lowest
    life total. What is dealt between the draws is not followed, so that the most that it can be is asked.
    """
    each = [ability for some in abilities.values() for ability in some]
    if not any(map(_goes_on, each)):
        return False
    changed = any(isinstance(x, NoBearing) and x.rule in {"static:life-changes", "static:damage"} for x in each)
    lost = sum((_most_lost(*abilities.get(name, ())) * often for name, often in triggered.items()), 0.0)
    static = tuple(x for ability in each if isinstance(ability, Static) for x in ability.effects)
    replacing = [part for part in _parts(static) if isinstance(part, DrawReplacement)]
    lost += sum(_most(part) for part in _parts(tuple(replacing))) * (drawn + _MORE_REPLACED)
    instead = any(isinstance(ability, NoBearing) and ability.rule == "static:damage-to-cards" for ability in each)
    return lost >= life or bool((instead or changed) and lost)


_MORE_REPLACED = 10
"""So many draws, at most, are taken to have been replaced by something that is no draw."""


def _goes_on(ability: Ability) -> bool:
    if not isinstance(ability, Triggered) or not isinstance(ability.event, BeginningOf):
        return False
    if ability.event.step != "draw step":
        return False
    return any(isinstance(part, Draw | Discard | HandToLibrary | ReturnOrPay) for part in _parts(ability.instructions))


def may_lack_cards(abilities: Iterable[Ability], hand: int, library: int) -> bool:
    """Whether cards that come into a hand without a draw may tell how many are discarded in a draw step after it.

    ``hand`` is the number of cards that the player begins with; what is searched for or returned is not counted. Nor
    are cards that leave a library otherwise, so that ``library`` must be large where more draws are to come.
    """
    each = tuple(abilities)
    if library < _LARGE and any(map(_goes_on, each)) and any(map(_empties_library, each)):
        return True
    asked = 0
    for ability in each:
        if _goes_on(ability) and isinstance(ability, Triggered):
            for part in _parts(ability.instructions):
                match part:
                    case Discard(amount=int() as number):
                        asked += 2 * number
                    case HandToLibrary(amount=int() as number, all_cards=False):
                        asked += 2 * number
                    case Discard() | HandToLibrary():
                        asked = hand + 1
    return asked > hand and any(_brings_cards(ability) for ability in each)


_LARGE = 20
"""Cards of a library that suffice, whatever an ability of the step takes off it."""


def _empties_library(ability: Ability) -> bool:
    return any(
        isinstance(part, OtherInstruction) and part.moves_library and part.kind in {"mill", "exile", "other"}
        for part in _in_step(ability)
    )


def _brings_cards(ability: Ability) -> bool:
    return any(
        isinstance(part, OtherInstruction) and (part.kind == "return" or (part.moves_library and part.kind in _TO_HAND))
        for part in _in_step(ability)
    )


_TO_HAND = frozenset({"search", "look", "reveal", "exile", "other", "mill"})


def _most_lost(*abilities: Ability) -> float:
    each = [ability.instructions for ability in abilities if isinstance(ability, Triggered)]
    return max((sum(_most(part) for part in _parts(instructions)) for instructions in each), default=0)


def _most(part: object) -> float:
    if not isinstance(part, OtherInstruction) or part.kind not in {"life", "damage"}:
        return 0
    return math.inf if part.most is None else part.most


def _parts(term: object) -> Iterable[object]:
    if isinstance(term, tuple):
        for part in term:
            yield from _parts(part)
    elif isinstance(term, Term):
        yield term
        for name in term.__struct_fields__:
            yield from _parts(getattr(term, name))
