"""How a permanent enters: copies first, then counters (614.1c, 614.12, 616.1c-f), and the X of its spell (107.3m)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ..board import Board, EntersEvent, Outcome, Permanent
from ..cards.ability import CardOf, Chapter, Enters, EntersAsCopy, EntersWith, Keyword, MoreCounters, Triggered
from ..cards.terms import Filter, This
from ..errors import Illegal, Unmodelled
from .characteristics import Thing
from .effects import InForce, in_force, in_graveyards
from .layers import things
from .terms import Scope, fits, holds, value
from .triggering import triggering
from .triggers import in_list_order

ARRIVING = " (entering)"
Counters = tuple[tuple[str, int], ...]


class Arrival(NamedTuple):
    """The permanent as it would exist, what it copies, and counters that an exception of the copying adds.

    ``path`` are the effects that were asked to make it a copy, by name, each with what was chosen ("" for nothing).
    """

    permanent: Permanent
    copies: bool
    extra: Counters
    path: tuple[tuple[str, str], ...] = ()


def entered(board: Board, event: EntersEvent) -> frozenset[Outcome]:
    """The counters that the permanent enters with and what triggers as it enters, over every choice.

    Raises Illegal for a card that is no permanent card, Unmodelled.
    """
    found: set[Outcome] = set()
    for arrival in as_copies(board, event, arriving(board, event)):
        for counters in with_counters(board, event, arrival):
            found.add(with_these(board, arrival, counters))
    return frozenset(found)


def arriving(board: Board, event: EntersEvent) -> Arrival:
    """The permanent before anything modifies how it enters. Raises Illegal for a card that is no permanent card."""
    face = event.card.faces[event.face]
    if not {"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"} & set(face.types):
        raise Illegal(f"{face.name} is no permanent card", ("110.4a", "304.4"))
    player = event.player or board.names[0]
    latest = max((entry.timestamp for entry in board.entries), default=0) + 1
    token = event.origin in {"spell-copy", "copy"}
    permanent = Permanent(
        event.name + ARRIVING, event.card, player, player, latest, face=event.face, entered_this_turn=True, token=token
    )
    return Arrival(permanent, copies=False, extra=())


def with_these(board: Board, arrival: Arrival, counters: Counters) -> Outcome:
    """The outcome once it has entered with these counters. Raises Unmodelled."""
    arrived = replace(arrival.permanent, counters=counters)
    found = _triggers(together(board, arrived), arrived)
    found += Counter({arrived.id.removesuffix(ARRIVING): found.pop(arrived.id, 0)})
    triggers = in_list_order(board, found)
    return Outcome(observed=(("X", 0),), counters=counters, triggers=triggers)


def together(board: Board, permanent: Permanent) -> Board:
    return board.with_entries((*board.entries, permanent))


def as_it_would_be(board: Board, permanent: Permanent) -> tuple[Thing, tuple[Thing, ...]]:
    """The permanent as it would exist on the battlefield, continuous effects included (614.12), and all permanents."""
    everything = things(together(board, permanent))
    return next(thing for thing in everything if thing.id == permanent.id), everything


def _affects(effect: InForce, on: Filter, thing: Thing) -> bool:
    """614.12: an effect of the permanent itself must speak of that permanent alone."""
    return fits(on, thing, effect.scope) and (effect.source != thing.id or isinstance(on, This))


# Copies (616.1c) -----------------------------------------------------------------------------------------------------


def as_copies(
    board: Board, event: EntersEvent, arrival: Arrival, used: frozenset[str] = frozenset()
) -> Iterator[Arrival]:
    """Every way in which effects make it a copy; one of them must be chosen as long as there is one (616.1c)."""
    thing, everything = as_it_would_be(board, arrival.permanent)
    options = [
        (name, effect, scope, own)
        for name, effect, scope, own in _copy_effects(board, thing, everything)
        if name not in used
    ]
    if not options:
        yield arrival
        return
    for name, effect, scope, own in options:
        spent, nothing = _mana_spent(event), True
        for original in everything:
            if original.id == thing.id or not _can_copy(effect, original, scope, spent):
                continue
            copied = original.permanent.copy_of or original.permanent.card
            place = original.permanent.copy_face if original.permanent.copy_of else original.permanent.face
            permanent = replace(arrival.permanent, copy_of=copied, copy_face=place)
            extra: Counters = ()  # what an earlier copy effect excepted does not happen (707.9e)
            if effect.extra_counters is not None:
                x = _x(event) if own and not arrival.copies else 0
                number = value(effect.extra_counters.amount, replace(scope, x=x))
                extra = _plus(extra, effect.extra_counters.kind, number)
            path = (*arrival.path, (name, original.id))
            yield from as_copies(board, event, Arrival(permanent, True, extra, path), used | {name})
            nothing = False
        if effect.optional or nothing:
            declined = arrival._replace(path=(*arrival.path, (name, "")))
            yield from as_copies(board, event, declined, used | {name})


class Copying(NamedTuple):
    """An effect that would make the arriving permanent a copy; ``name`` tells it from the others."""

    name: str
    effect: EntersAsCopy
    scope: Scope
    own: bool


def _copy_effects(board: Board, thing: Thing, everything: tuple[Thing, ...]) -> Iterator[Copying]:
    for effect in in_force(together(board, thing.permanent), everything):
        if isinstance(effect.effect, EntersAsCopy) and _affects(effect, effect.effect.on, thing):
            own = thing.copiable.name if effect.source == thing.id else ""
            name = f"{effect.source}/{effect.number}/{own}"
            yield Copying(name, effect.effect, effect.scope, effect.source == thing.id)


def _can_copy(effect: EntersAsCopy, original: Thing, scope: Scope, spent: int) -> bool:
    if isinstance(effect.of, CardOf):
        raise scope.unmodelled("entering as a copy of a card that is not on the battlefield")
    return fits(effect.of, original, replace(scope, spent=spent))


def _mana_spent(event: EntersEvent) -> int:
    """How much mana was spent to cast the spell: none where it was not cast, its full cost unless it is said."""
    if event.origin != "stack":
        return 0
    if event.mana_spent is not None:
        return event.mana_spent
    face = event.card.faces[event.face]
    return face.mana_value + (event.x or 0) * sum(symbol == "X" for symbol in face.mana_cost)


def _x(event: EntersEvent) -> int:
    """107.3m: the X of the spell that it was, or of the spell that was copied; 0 where no spell became it."""
    return (event.x or 0) if event.origin in {"stack", "spell-copy"} else 0


# Counters (614.1c, 614.16) -------------------------------------------------------------------------------------------


def _plus(counters: Counters, kind: str, number: int) -> Counters:
    total = Counter(dict(counters))
    total[kind] += number
    return tuple(sorted((name, count) for name, count in total.items() if count > 0))


class Putting(NamedTuple):
    """The counters so far, and which effects have been used."""

    counters: Counters
    used: frozenset[str]


def with_counters(board: Board, event: EntersEvent, arrival: Arrival) -> set[Counters]:
    """The counters that it can enter with, over every order of the effects (616.1e-g).

    Which effects apply is asked of the permanent as it would exist (614.12) without the counters: what those make of it
    it becomes after it has entered, as the ruling of 2020-08-07 on Arixmethes says.
    """
    found: set[Counters] = set()
    first = Putting((), frozenset())
    seen, todo = {first}, [first]
    while todo:
        at = todo.pop()
        after = list(one_more(board, event, arrival, at))
        if not after:
            found.add(at.counters)
        for putting in after:
            if putting not in seen:
                seen.add(putting)
                todo.append(putting)
    return found


def one_more(board: Board, event: EntersEvent, arrival: Arrival, at: Putting) -> Iterator[Putting]:
    """What one more effect makes of the counters so far; nothing where none is left that applies."""
    permanent = arrival.permanent
    thing, everything = as_it_would_be(board, permanent)
    before = tuple(other for other in everything if other.id != thing.id)
    x = 0 if arrival.copies else _x(event)
    changed: list[Putting] = []
    adds = [(f"exception/{kind}", kind, number) for kind, number in arrival.extra]
    adds += [(f"intrinsic/{place}", kind, number) for place, (kind, number) in enumerate(_intrinsic(thing, x))]
    here = together(board, permanent)
    for effect in (*in_force(here, everything), *in_graveyards(here, everything)):
        name = f"{effect.source}/{effect.number}"
        if isinstance(effect.effect, EntersWith) and _affects(effect, effect.effect.on, thing):
            own = effect.source == thing.id
            scope = replace(
                effect.scope, things=before, x=x if own else effect.scope.x, spent=_mana_spent(event) if own else None,
                memo={},
            )  # fmt: skip
            adds.append((name, effect.effect.kind, value(effect.effect.amount, scope)))
        elif isinstance(effect.effect, MoreCounters) and _affects(effect, effect.effect.on, thing):
            asked = effect.effect.kind
            if name not in at.used and any(asked in {"", kind} for kind, _ in at.counters):
                more = at.counters
                for kind, number in at.counters:
                    if asked in {"", kind}:
                        more = _plus(more, kind, number * (effect.effect.times - 1) + effect.effect.plus)
                changed.append(Putting(more, at.used | {name}))
    added = [
        Putting(_plus(at.counters, kind, number), at.used | {name})
        for name, kind, number in adds
        if name not in at.used and number > 0
    ]
    # 616.1g: counters are put within the event of entering, so what modifies the entering is applied first.
    yield from added or changed


def _intrinsic(thing: Thing, x: int) -> list[tuple[str, int]]:
    found = []
    for card_type, kind in (("Planeswalker", "loyalty"), ("Battle", "defense")):
        if card_type in thing.types and card_type in thing.copiable.types:
            printed: int | None = getattr(thing.copiable, kind)
            if printed is None:
                raise Unmodelled(thing.copiable.name, f"a printed {kind} that the card data do not give as a number")
            found.append((kind, printed))
    if "Saga" in thing.subtypes:
        found.append(("lore", 1))
    if any(isinstance(ability, Keyword) and ability.name == "ravenous" for ability in thing.abilities):
        found.append(("+1/+1", x))
    for ability in thing.abilities:
        if not isinstance(ability, Keyword):
            continue
        if ability.name in _NOT_FOLLOWED or (ability.bearing and ability.name not in _HANDLED):
            raise Unmodelled(thing.permanent.card.name, f"entering with {ability.name} is not modelled yet")
        if ability.name in _WITH_COUNTERS:
            if ability.number is None:
                raise Unmodelled(thing.permanent.card.name, f"the number of its {ability.name}")
            found.append((_WITH_COUNTERS[ability.name], ability.number))
    return found


_HANDLED = ("ravenous", "haste", "dredge", "madness", "devoid", "changeling", "flash")
_WITH_COUNTERS = {"fading": "fade", "vanishing": "time", "modular": "+1/+1", "graft": "+1/+1"}
"""Keyword abilities by which a permanent enters with their number of counters (702.32, 702.63, 702.43, 702.58)."""
_NOT_FOLLOWED = frozenset(
    {"read ahead", "riot", "unleash", "devour", "sunburst", "bloodthirst", "amplify", "tribute", "compleated"}
)
"""Keyword abilities that bear on the counters with which it enters, which a choice or the game so far decides."""


# Triggers (603.6a) ---------------------------------------------------------------------------------------------------


def _triggers(board: Board, permanent: Permanent) -> Counter[str]:
    """What triggers as the permanent enters, as things are right after it did (603.6a)."""
    everything = things(board)
    arrived = next(thing for thing in everything if thing.id == permanent.id)
    changed = triggering(board, everything, arrived)
    found: Counter[str] = Counter()
    for thing in everything:
        scope = Scope(board, everything, thing.controller, thing.id, thing, thing.permanent.chosen, event=arrived)
        for ability in thing.abilities:
            if not isinstance(ability, Triggered):
                continue
            enters = isinstance(ability.event, Enters) and fits(ability.event.permanent, arrived, scope)
            times = int(enters)
            if isinstance(ability.event, Chapter) and thing.id == arrived.id:
                lore = permanent.counter("lore")
                times = sum(number <= lore for number in ability.event.numbers)
            if times and (ability.condition is None or holds(ability.condition, scope)):
                found[thing.id] += times * changed.often(thing, ability)
    return found
