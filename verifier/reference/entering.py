"""Entering the battlefield: as a copy of what, with which counters, what triggers (107.3m, 614.12, 616.1, 707.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from verifier.board import Board, Chosen, EntersEvent, Outcome, Permanent
from verifier.cards.ability import (
    Ability,
    Chapter,
    EntersAsCopy,
    EntersChoosing,
    EntersWith,
    Keyword,
    MoreCounters,
    Static,
)
from verifier.cards.ability import Enters as EntersTrigger
from verifier.cards.terms import NumberChosen, This, XOfSpell
from verifier.cards.vocabulary import BASIC_LAND_TYPES, COLORS
from verifier.errors import Illegal, Undecided, Unmodelled

from .as_copy import models
from .asking import fits, holds, possible_numbers
from .in_force import effects_in_force
from .producing import answering, with_answers
from .table import Table, Thing, View
from .triggering import counted, watchers

ENTERING = "the entering permanent"
"""The id of the entering permanent until it is named."""

PERMANENT_TYPES = frozenset({"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"})

WITH_COUNTERS = {"ravenous": "+1/+1", "modular": "+1/+1", "graft": "+1/+1", "fading": "fade", "vanishing": "time"}
"""Keywords that mean "enters with so many counters" (702.32, 702.43, 702.58, 702.63, 702.156)."""

NOT_FOLLOWED = frozenset(
    {"amplify", "backup", "bloodthirst", "compleated", "devour", "exploit", "fabricate", "impending", "living weapon",
     "for mirrodin!", "read ahead", "riot", "sunburst", "tribute", "unleash", "champion", "hideaway", "soulbond"}
)  # fmt: skip
"""Keywords that bear on counters or triggers as it enters and are not followed here."""

MOST_STATES = 5_000
"""More states than this on the way are not for brute force."""

Applied = tuple[str, str, int]
"""An effect that has had its opportunity: the id of its source, its words, and its place among equal ones."""

Effect = EntersAsCopy | EntersChoosing | EntersWith | MoreCounters


@dataclass(frozen=True)
class Entering:
    """The permanent as it would enter after some effects (614.12).

    ``x`` is the X that its own abilities read (107.3m), 0 once it has them by copying (107.3j); ``own_x`` is the
    spell's, for what its own exception adds. ``extra`` are counters that the exception adds (707.9e).
    """

    permanent: Permanent
    x: int | None
    own_x: int | None
    copied: bool = False
    extra: tuple[tuple[EntersWith, int | None], ...] = ()
    applied: frozenset[Applied] = frozenset()


@dataclass(frozen=True)
class Applicable:
    """An effect that modifies how the permanent enters, and how its words are read."""

    key: Applied
    effect: Effect
    view: View


def entering_happenings(board: Board, event: EntersEvent) -> frozenset[Outcome]:
    """Every outcome of the permanent entering: the counters it enters with, and what triggers.

    Its own X is 0 on the battlefield (107.3m). Raises Illegal for what is no permanent card, Unmodelled for what a
    board cannot tell, Undecided where there are too many orders for brute force.
    """
    face = event.card.faces[event.face]
    if not PERMANENT_TYPES & set(face.types):
        raise Illegal(f"{face.name} is no permanent card", ("110.4", "304.4", "307.4"))
    first = as_it_enters(board, event)
    found: frozenset[Outcome] = frozenset()
    for ordered, entering in with_every_order(board, first):
        found |= frozenset(outcome(ordered, event.name, state) for state in _ways(ordered, entering))
    return found


def with_every_order(board: Board, first: Entering) -> Iterator[tuple[Board, Entering]]:
    """The board with the timestamps of each order that players may choose (613.7m); the permanent is the newest."""
    for table in answering(board.with_entries((*board.entries, first.permanent))):
        entries = tuple(replace(entry, timestamp=table.order[entry.id]) for entry in board.entries)
        permanent = replace(first.permanent, timestamp=table.order[ENTERING])
        yield board.with_entries(entries), replace(first, permanent=permanent)


def _ways(board: Board, first: Entering) -> list[Entering]:
    """The permanent after all effects, over every order and choice; states that do not differ are told once."""
    states = [first]
    ended: dict[Entering, None] = {}
    seen: dict[Entering, None] = {}
    while states:
        later: list[Entering] = []
        for state in states:
            applicable = applicable_effects(board, state)
            if not applicable:
                ended[state] = None
            for each in applicable:
                later += after(board, state, each)
        states = [state for state in dict.fromkeys(later) if state not in seen]
        seen.update(dict.fromkeys(states))
        if len(seen) > MOST_STATES:
            raise Undecided(f"more than {MOST_STATES} ways in which it could enter")
    return list(ended)


def as_it_enters(board: Board, event: EntersEvent) -> Entering:
    """The permanent before any effect has modified how it enters."""
    face = event.card.faces[event.face]
    of_spell = event.origin in ("stack", "spell-copy")
    x = event.x if of_spell else 0
    if x is None and "X" not in face.mana_cost:
        x = 0
    spent: int | None = 0
    if event.origin == "stack":
        spent = event.mana_spent
        if spent is None and x is not None:
            spent = face.mana_value + x * face.mana_cost.count("X")
    player = event.player if event.player is not None else board.names[0]
    permanent = Permanent(
        id=ENTERING,
        card=event.card,
        controller=player,
        owner=player,
        timestamp=max((entry.timestamp for entry in board.entries), default=0) + 1,
        face=event.face,
        entered_this_turn=True,
        mana_spent=spent,
        token=event.origin in ("spell-copy", "copy"),
    )
    return Entering(permanent, x, x)


def _with_it(board: Board, state: Entering) -> tuple[Table, Thing]:
    """The table as it would be with the permanent on the battlefield (614.12)."""
    table = answering(board.with_entries((*board.entries, state.permanent)))[0]
    return table, table.there[ENTERING]


def _without_counters(board: Board, state: Entering) -> tuple[Table, Thing]:
    """What effects on how it enters look at: what its counters make of it, it becomes after it has entered.

    So the ruling of 2020-08-07 on Arixmethes, which enters as a creature although counters will make it a land.
    """
    return _with_it(board, replace(state, permanent=replace(state.permanent, counters=())))


def _before(table: Table) -> Table:
    """The table as it still is: the permanent is not there to be counted, but is known as it would be."""
    return with_answers(table.without((ENTERING,)))


# Which effects apply -----------------------------------------------------------------------------------------------


def applicable_effects(board: Board, state: Entering) -> list[Applicable]:
    """The effects among which one is chosen now: those that make it a copy before all others (616.1c, 616.1e).

    Counters are put in an event within the entering: what modifies that waits for what modifies the entering (616.1g).
    """
    table, thing = _without_counters(board, state)
    found = [
        each for each in _unused(_before(table), thing, state) if _applies(table, thing, each, state.permanent.counters)
    ]
    copy_effects = [each for each in found if isinstance(each.effect, EntersAsCopy)]
    of_the_entering = [each for each in found if not isinstance(each.effect, MoreCounters)]
    return copy_effects or of_the_entering or found


def _unused(table: Table, thing: Thing, state: Entering) -> Iterator[Applicable]:
    places: dict[tuple[str, str], int] = {}
    for source, effect, view in (*_own(table, thing, state), *_of_others(table)):
        words = repr(effect)
        place = places.get((source, words), 0)
        places[source, words] = place + 1
        if (source, words, place) not in state.applied:
            yield Applicable((source, words, place), effect, view)


def _own(table: Table, thing: Thing, state: Entering) -> Iterator[tuple[str, Effect, View]]:
    """Its own effects that speak of it alone (614.12), printed and intrinsic ones."""
    view = replace(table.view_of(thing), x_of_spell=state.x)
    yield from ((ENTERING, effect, view) for effect in _intrinsic(thing))
    for ability in thing.abilities:
        if isinstance(ability, Keyword):
            yield from ((ENTERING, effect, view) for effect in _of_keyword(ability, view))
        if isinstance(ability, Static) and ability.zone == "battlefield" and holds(table, view, ability.condition):
            for effect in ability.effects:
                if isinstance(effect, EntersChoosing):
                    yield ENTERING, effect, view
                if isinstance(effect, EntersAsCopy | EntersWith | MoreCounters) and effect.on == This():
                    yield ENTERING, effect, view
    for extra, x in state.extra:
        yield ENTERING + ", the exception", extra, replace(view, x_of_spell=x)


def _of_keyword(ability: Keyword, view: View) -> Iterator[EntersWith]:
    name = ability.name.lower()
    if name in NOT_FOLLOWED:
        raise Unmodelled(view.subject, f"{name}, as it enters")
    if name == "ravenous":
        yield EntersWith(WITH_COUNTERS[name], XOfSpell())
    elif name in WITH_COUNTERS and ability.number is not None:
        yield EntersWith(WITH_COUNTERS[name], ability.number)


def _intrinsic(thing: Thing) -> Iterator[EntersWith]:
    """306.5b, 310.4b, 714.3a."""
    card, face = thing.permanent.card, thing.permanent.face
    if thing.permanent.copy_of is not None:
        card, face = thing.permanent.copy_of, thing.permanent.copy_face
    for card_type, kind, number in (
        ("Planeswalker", "loyalty", card.faces[face].loyalty),
        ("Battle", "defense", card.faces[face].defense),
    ):
        if card_type in thing.types and card_type in card.faces[face].types:
            if number is None:
                raise Unmodelled(card.faces[face].name, f"a printed {kind} that the card data do not give as a number")
            yield EntersWith(kind, number)
    if "Saga" in thing.subtypes:
        yield EntersWith("lore", 1)


def _of_others(table: Table) -> Iterator[tuple[str, Effect, View]]:
    for kind in (EntersAsCopy, EntersWith, MoreCounters):
        for entry in effects_in_force(table, kind):
            effect = entry.effect
            if isinstance(effect, EntersAsCopy | EntersWith | MoreCounters):
                if effect.on != This():
                    # 107.3m: X is 0 for a permanent that is there.
                    view = entry.view if entry.view.x_of_spell is not None else replace(entry.view, x_of_spell=0)
                    yield entry.entry.id, effect, view


def _applies(table: Table, thing: Thing, each: Applicable, counters: tuple[tuple[str, int], ...]) -> bool:
    if isinstance(each.effect, EntersChoosing):
        return True
    if each.key[0] != ENTERING and each.effect.on != This() and not fits(table, each.view, thing, each.effect.on):
        return False
    if isinstance(each.effect, MoreCounters):
        return any(number > 0 and each.effect.kind in ("", kind) for kind, number in counters)
    return True


# What they do ------------------------------------------------------------------------------------------------------


def after(board: Board, state: Entering, each: Applicable) -> list[Entering]:
    """Every result of applying the effect, which has had its opportunity then (614.5)."""
    used = replace(state, applied=state.applied | {each.key})
    table, thing = _without_counters(board, state)
    now = _before(table)
    match each.effect:
        case EntersAsCopy():
            return _copying(now, thing, used, each)
        case EntersChoosing():
            return [_with_choice(used, chosen) for chosen in _choices(board, thing, each.effect)]
        case EntersWith(kind=kind, amount=amount):
            if _reads_chosen_number(amount) and thing.permanent.chosen.number is None:
                raise Unmodelled(each.view.subject, "a number that is chosen as it enters")
            return [_more(used, kind, max(n, 0)) for n in possible_numbers(now, each.view, amount)]
        case MoreCounters(kind=kind, times=times, plus=plus):
            counters = tuple(
                (name, number * times + plus if number > 0 and kind in ("", name) else number)
                for name, number in state.permanent.counters
            )
            return [replace(used, permanent=replace(used.permanent, counters=counters))]


def _copying(table: Table, thing: Thing, used: Entering, each: Applicable) -> list[Entering]:
    effect, own = each.effect, each.key[0] == ENTERING
    assert isinstance(effect, EntersAsCopy)
    ways = [used] if effect.optional else []
    found = list(models(table, thing, effect, each.view))
    for card, face in found:
        extra: tuple[tuple[EntersWith, int | None], ...] = ()
        if effect.extra_counters is not None:
            extra = ((effect.extra_counters, (0 if used.copied else used.own_x) if own else 0),)
        permanent = replace(used.permanent, copy_of=card, copy_face=face)
        # 707.9e: what an earlier exception would have added does not happen.
        ways.append(replace(used, permanent=permanent, x=0, copied=True, extra=extra))
    return ways or [used]


def _more(state: Entering, kind: str, number: int) -> Entering:
    before = state.permanent
    others = tuple((name, count) for name, count in before.counters if name != kind)
    counters = tuple(sorted((*others, (kind, before.counter(kind) + number))))
    return replace(state, permanent=replace(before, counters=counters))


def _reads_chosen_number(amount: object) -> bool:
    if isinstance(amount, NumberChosen):
        return True
    if isinstance(amount, tuple):
        return any(_reads_chosen_number(part) for part in amount)
    return hasattr(amount, "__struct_fields__") and any(
        _reads_chosen_number(getattr(amount, name)) for name in amount.__struct_fields__
    )


def _with_choice(state: Entering, chosen: Chosen) -> Entering:
    return replace(state, permanent=replace(state.permanent, chosen=chosen))


def _choices(board: Board, thing: Thing, effect: EntersChoosing) -> list[Chosen]:
    """Every choice as it enters (614.12a); of names, creature types and numbers there are too many, none is made."""
    before = thing.permanent.chosen
    match effect.what:
        case "color":
            return [replace(before, color=color) for color in COLORS if color not in effect.not_color]
        case "basic land type":
            return [replace(before, type=name) for name in BASIC_LAND_TYPES]
        case "player":
            return [replace(before, player=name) for name in board.names]
        case "opponent":
            return [replace(before, player=name) for name in board.names if name != thing.controller]
        case "mode" if effect.words:
            return [replace(before, mode=word) for word in effect.words]
    return [before]


# What comes out ----------------------------------------------------------------------------------------------------


def outcome(board: Board, name: str, state: Entering) -> Outcome:
    """What is observed once the permanent, which is called so, has entered like this."""
    table, thing = _with_it(board, state)
    ids = [ENTERING] * sum(_own_triggers(ability, thing, state.x) for ability in thing.abilities)
    for watcher in watchers(table, thing):
        event, view = watcher.ability.event, replace(watcher.view, event=ENTERING, that_player=thing.controller)
        own = watcher.entry == ENTERING
        if own:
            view = replace(view, x_of_spell=state.x)
        if isinstance(event, EntersTrigger) and fits(table, view, thing, event.permanent):
            if holds(table, view, watcher.ability.condition):
                ids.append(watcher.entry)
        if isinstance(event, Chapter) and own and holds(table, view, watcher.ability.condition):
            # 714.2b, 714.2c: once for each of its numbers that the lore counters have reached.
            ids += [ENTERING] * sum(number <= thing.permanent.counter("lore") for number in event.numbers)
    triggers = counted(board, [name if id == ENTERING else id for id in ids])
    counters = tuple(sorted((kind, number) for kind, number in state.permanent.counters if number > 0))
    return Outcome(observed=(("X", 0),), counters=counters, triggers=triggers)


def _own_triggers(ability: Ability, thing: Thing, x: int | None) -> bool:
    """702.156a: ravenous also triggers if X is five or more."""
    if not isinstance(ability, Keyword) or ability.name.lower() != "ravenous":
        return False
    if x is None:
        raise Unmodelled(thing.permanent.card.name, "the X of the spell that it was")
    return x >= 5
