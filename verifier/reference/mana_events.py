"""Mana abilities with what they set off: triggered mana abilities (605.4a) and others that only trigger (106.12a)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from verifier.board import Activate, Board, Outcome, Tap
from verifier.cards.ability import AddsMana, BecomesTapped, Sacrifices, TapSymbol, WhenTappedForMana
from verifier.cards.vocabulary import TYPES_OF_MANA
from verifier.errors import Undecided, Unmodelled

from .abilities import is_activated_mana_ability, is_tapping_for_mana, is_triggered_mana_ability
from .adding import NOTHING, Addition, outcomes, plus
from .asking import fits, holds, players
from .producing import Production, ends, in_every_order, pools_of, productions
from .replacing import Adding
from .table import Table, Thing, View
from .triggering import Watcher, counted, watchers

MOST_TRIGGERS = 60
"""More triggers than this in one event are taken for a loop (732)."""


@dataclass(frozen=True)
class Resolving:
    """What has been added so far, which entries have triggered, and the triggered mana abilities still to resolve."""

    added: tuple[Addition, ...]
    triggered: tuple[str, ...]
    waiting: tuple[Watcher, ...]


def mana_happenings(board: Board, event: Tap | Activate) -> frozenset[Outcome]:
    """Every outcome of the ability with the mana of triggered mana abilities, and what triggers.

    Raises Illegal if the event cannot be started, Unmodelled for what a board cannot tell, Undecided for a loop.
    """
    return in_every_order(
        board, lambda table: frozenset(o for each in productions(table, event) for o in _after(board, each))
    )


def _after(board: Board, production: Production) -> Iterator[Outcome]:
    """The triggered mana abilities resolve right after the ability that set them off, one after another (605.4a).

    All that they do is to add mana, so that their order tells nothing.
    """
    table = production.table
    found = watchers(table, of_mana=True)
    on_cost = _paying(production, found)
    waiting = _tapped_for_mana(production, found)
    waiting += _adding(table, found, production.thing, production.outcome)
    start = Resolving(production.outcome, (), ())
    if is_activated_mana_ability(production.ability, board.edition):
        waiting = on_cost + waiting
    else:  # 605.1b: what the payment set off uses the stack, and is only counted.
        start = replace(start, triggered=tuple(watcher.entry for watcher in on_cost))
    ways = [_with(start, waiting)]
    while any(way.waiting for way in ways):
        ways = list(dict.fromkeys(later for way in ways for later in _next(way, table, found)))
    for way in ways:
        yield Outcome(pools=pools_of(board, way.added), triggers=counted(board, way.triggered))


def _with(way: Resolving, triggered: list[Watcher]) -> Resolving:
    """Those that have triggered; 605.1b tells which of them resolve at once, the others wait for priority."""
    now = tuple(watcher for watcher in triggered if is_triggered_mana_ability(watcher.ability))
    ids = tuple(watcher.entry for watcher in triggered)
    way = replace(way, triggered=way.triggered + ids, waiting=way.waiting + now)
    if len(way.triggered) > MOST_TRIGGERS:
        raise Undecided(f"more than {MOST_TRIGGERS} triggers of one mana ability")
    return way


def _next(way: Resolving, table: Table, found: list[Watcher]) -> list[Resolving]:
    """The first of the waiting abilities resolves, over every choice."""
    if not way.waiting:
        return [way]
    watcher, rest = way.waiting[0], replace(way, waiting=way.waiting[1:])
    if not holds(table, watcher.view, watcher.ability.condition):
        return [rest]  # 603.4
    source = None if watcher.view.this is None else table.thing(watcher.view.this)
    ways: list[Resolving] = []
    of = source or table.thing(watcher.view.event or "")
    for outcome in sorted(outcomes(table, watcher.view, watcher.ability.instructions), key=repr):
        # 106.5 in it, and no permanent is tapped for this mana.
        ended = {outcome} if of is None else ends(table, Adding(of, watcher.view.you, False), outcome)
        ways += [
            _with(replace(rest, added=rest.added + real), _adding(table, found, source, real))
            for real in sorted(ended, key=repr)
        ]
    return ways


def _types(outcome: tuple[Addition, ...], player: str | None = None) -> str:
    """The types of mana that are added, to that player if one is named."""
    amounts = NOTHING
    for addition in outcome:
        if addition.amounts is not None and player in (None, addition.player):
            amounts = plus(amounts, addition.amounts)
    return "".join(letter for letter, number in zip(TYPES_OF_MANA, amounts, strict=True) if number > 0)


def _paying(production: Production, found: list[Watcher]) -> list[Watcher]:
    """What the payment of the cost has set off: permanents that became tapped, and sacrifices (603.2, 603.10a)."""
    before, after, player = production.before, production.table, production.player
    source = production.thing.id
    gone = [thing for thing in before.there.values() if thing.id not in after.there]
    tapped = [now for id, now in after.there.items()
              if now.permanent.tapped and not before.there[id].permanent.tapped]  # fmt: skip
    if source not in after.there and any(isinstance(cost, TapSymbol) for cost in production.ability.cost):
        tapped.append(production.thing)
    triggered: list[Watcher] = []
    for watcher in watchers(before, of_mana=True):
        event = watcher.ability.event
        own = watcher.view.this
        if isinstance(event, Sacrifices):
            for thing in gone:
                view = replace(watcher.view, event=thing.id, that_player=player)
                if player in players(before, view, event.player) and fits(before, view, thing, event.permanent):
                    triggered.append(replace(watcher, view=view))
        elif isinstance(event, BecomesTapped) and own in {thing.id for thing in gone}:
            seen = [thing for thing in tapped if fits(before, watcher.view, thing, event.permanent)]
            if seen and own != source:
                raise Unmodelled(watcher.view.subject, "whether it was sacrificed before the others were tapped")
            triggered += [replace(watcher, view=replace(watcher.view, event=thing.id)) for thing in seen]
    for watcher in found:
        event = watcher.ability.event
        if isinstance(event, BecomesTapped):
            for thing in tapped:
                view = replace(watcher.view, event=thing.id, that_player=player)
                if fits(after, view, thing, event.permanent):
                    triggered.append(replace(watcher, view=view))
    return [watcher for watcher in triggered if holds(after, watcher.view, watcher.ability.condition)]


def _tapped_for_mana(production: Production, found: list[Watcher]) -> list[Watcher]:
    """106.12a: once, when a mana ability with {T} has resolved and produced mana, or mana of the type asked for."""
    table, tapped = production.table, production.thing
    types = _types(production.outcome)
    if not types or not is_tapping_for_mana(production.ability, table.board.edition):
        return []
    now = table.thing(tapped.id) or tapped
    triggered: list[Watcher] = []
    for watcher in found:
        event = watcher.ability.event
        if not isinstance(event, WhenTappedForMana):
            continue
        view = replace(watcher.view, event=tapped.id, that_player=production.player, produced=types)
        if production.player not in players(table, view, event.by) or not fits(table, view, now, event.permanent):
            continue
        if not set(types) & _asked(event, view):
            continue
        if holds(table, view, watcher.ability.condition):
            triggered.append(replace(watcher, view=view))
    return triggered


def _adding(table: Table, found: list[Watcher], source: Thing | None, outcome: tuple[Addition, ...]) -> list[Watcher]:
    """Abilities that trigger when an ability of a permanent causes a player to add mana (605.1b), once a player."""
    if source is None:
        return []
    now = table.thing(source.id) or source
    triggered: list[Watcher] = []
    for watcher in found:
        event = watcher.ability.event
        if not isinstance(event, AddsMana):
            continue
        for name in dict.fromkeys(addition.player for addition in outcome):
            types = _types(outcome, name)
            view = replace(watcher.view, event=source.id, that_player=name, produced=types)
            if name not in players(table, view, event.player) or not fits(table, view, now, event.of):
                continue
            if not set(types) & _asked(event, view):
                continue
            if holds(table, view, watcher.ability.condition):
                triggered.append(replace(watcher, view=view))
    return triggered


def _asked(event: WhenTappedForMana | AddsMana, view: View) -> set[str]:
    """The types of which one must have been produced."""
    return {view.chosen.color or ""} if event.chosen_color else set(event.types)
