"""Discards (701.9): where the cards go, what triggers, what is seen; and the cleanup step (402.2, 514.1).

A cost is no effect (118.12) and neither is a turn-based action; milling moves cards from the library and discards none.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from ..board import Board, Cleanup, DiscardCards, Outcome
from ..cards.ability import DiscardReplacement, Discards, GraveyardReplacement, Permission, Triggered
from ..errors import Illegal, Undecided, Unmodelled
from .effects import InForce, in_force
from .hand_size import maximum_hand_size
from .layers import things
from .terms import Scope, holds, means
from .triggers import in_list_order

MOST_OUTCOMES = 50_000
"""Ways of dividing discarded cards among zones that are listed."""


def discarded(board: Board, event: DiscardCards) -> frozenset[Outcome]:
    """Where the discarded or milled cards are right after the event, over every choice. Raises Unmodelled."""
    player = board.player(event.player)
    if _cannot_be_made_to(board, event.player, event.by):
        if event.cause == "cost-on-resolution":
            raise Illegal(f"{event.player} cannot be made to discard, so that cost cannot be paid", ("614.17b",))
        if event.cause == "effect":
            return _spread(board, event.player, 0, frozenset({"graveyard"}), is_discard=True)
    there = player.library if event.cause == "mill" else player.hand
    places = destinations(board, event.player, event.cause, event.by)
    return _spread(board, event.player, min(event.number, there), places, is_discard=event.cause != "mill")


def _cannot_be_made_to(board: Board, player: str, by: str | None) -> bool:
    """Whether an effect forbids opponents' spells and abilities to make the player discard (101.2)."""
    return any(
        isinstance(effect.effect, Permission)
        and effect.effect.kind == "cannot be made to discard"
        and means(effect.effect.players, player, effect.scope)
        for effect in in_force(board, things(board))
        if by is not None and by != player
    )


def _spread(board: Board, player: str, number: int, places: frozenset[str], *, is_discard: bool) -> frozenset[Outcome]:
    triggers = discard_triggers(board, player, number) if is_discard else Counter()
    if math.comb(number + len(places) - 1, number) > MOST_OUTCOMES:
        raise Undecided(f"more than {MOST_OUTCOMES:,} ways in which {number:,} cards can be divided among zones")
    found = set()
    for count in _divided(sorted(places), number):
        observed = (("exile", count["exile"]), ("graveyard", count["graveyard"]), ("library", count["library"]))
        found.add(Outcome(observed=observed, triggers=in_list_order(board, triggers)))
    return frozenset(found)


def _divided(places: list[str], number: int) -> Iterator[Counter[str]]:
    """Every way in which so many cards can be divided among the zones."""
    first, *others = places
    if not others:
        yield Counter({first: number})
        return
    for here in range(number + 1):
        for count in _divided(others, number - here):
            count[first] = here
            yield count


def destinations(board: Board, player: str, cause: str, by: str | None) -> frozenset[str]:
    """The zones where one card can end, every applicable replacement in any order (614.6, 616.1). Raises Unmodelled."""
    effects = [
        effect
        for effect in in_force(board, things(board))
        if isinstance(effect.effect, DiscardReplacement | GraveyardReplacement)
    ]
    found: set[str] = set()
    todo: list[tuple[str, frozenset[int]]] = [("graveyard", frozenset())]
    while todo:
        zone, used = todo.pop()
        applicable = [
            place for place, effect in enumerate(effects)
            if place not in used and zone == "graveyard" and _applies(effect, player, cause, by)
        ]  # fmt: skip
        if not applicable:
            found.add(zone)
        for place in applicable:
            effect = effects[place].effect
            assert isinstance(effect, DiscardReplacement | GraveyardReplacement)
            todo.append((effect.to, used | {place}))
            if isinstance(effect, DiscardReplacement) and effect.optional:
                todo.append((zone, used | {place}))
    return frozenset(found)


def _applies(effect: InForce, player: str, cause: str, by: str | None) -> bool:
    replacement = effect.effect
    if isinstance(replacement, GraveyardReplacement):
        if replacement.types or replacement.keyword or replacement.this_card:
            raise Unmodelled(effect.source, "replacing where some cards go and others not is not modelled yet")
        return means(replacement.owner, player, effect.scope)
    assert isinstance(replacement, DiscardReplacement)
    if cause == "mill" or not means(replacement.player, player, effect.scope):
        return False
    if replacement.cause == "effect" and cause != "effect":
        return False
    if replacement.cause == "opponent's effect" and (cause != "effect" or by is None or by == player):
        return False
    if replacement.types or replacement.subtype or replacement.this_card:
        raise Unmodelled(effect.source, "replacing the discard of some cards and not of others is not modelled yet")
    return True


def discard_triggers(board: Board, player: str, number: int) -> Counter[str]:
    """How often abilities trigger when the player discards that many cards (603.2). Raises Unmodelled."""
    found: Counter[str] = Counter()
    everything = things(board)
    for thing in everything:
        scope = Scope(board, everything, thing.controller, thing.id, thing, thing.permanent.chosen, actor=player)
        for ability in thing.abilities:
            if isinstance(ability, Triggered) and isinstance(ability.event, Discards) and number:
                if not means(ability.event.player, player, scope):
                    continue
                if ability.event.types or ability.event.this_card:
                    raise Unmodelled(thing.id, "which cards are discarded is not said")
                if ability.condition is not None and not holds(ability.condition, scope):
                    continue
                found[thing.id] += number
    return found


def cleanup(board: Board, event: Cleanup) -> frozenset[Outcome]:
    """The discard down to the maximum hand size (514.1), which no effect causes. Raises Unmodelled."""
    found: set[Outcome] = set()
    for number in cleanup_discards(board, event.player):
        places = destinations(board, event.player, "turn-based action", None)
        for outcome in _spread(board, event.player, number, places, is_discard=True):
            count = dict(outcome.observed)
            observed = (("discarded", number), ("exile", count["exile"]), ("library", count["library"]))
            found.add(outcome._replace(observed=observed))
    return frozenset(found)


def cleanup_discards(board: Board, player: str) -> tuple[int, ...]:
    """How many cards the player would discard in their cleanup step; several where 613.7m leaves a choice (514.1)."""
    hand = board.player(player).hand
    sizes = maximum_hand_size(board)[player]
    return tuple(sorted({0 if size is None else max(hand - size, 0) for size in sizes}))
