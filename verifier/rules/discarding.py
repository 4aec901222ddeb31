"""Discards (701.9): where the cards go, what triggers, what is seen; and the cleanup step (402.2, 514.1).

A cost is no effect (118.12) and neither is a turn-based action; milling moves cards from the library and discards none.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ..board import Board, Cleanup, DiscardCards, Outcome, Triggers
from ..cards.ability import Discards, Permission, Triggered
from ..cards.card import Card
from ..errors import Illegal, Undecided, Unmodelled
from .discard_destinations import card_types, destinations
from .effects import InForce, in_force
from .hand_size import maximum_hand_size
from .layers import things
from .terms import Scope, holds, means
from .triggering import triggering
from .triggers import in_list_order

MOST_OUTCOMES = 50_000
"""Ways of choosing cards and of dividing them among zones that are gone through."""


Zone = tuple[tuple[Card, ...] | None, int]
"""The cards of a zone, if the board names them, and their number."""

Why = tuple[str, str | None]
"""The cause of the discard, and whose it is."""


class Alike(NamedTuple):
    """Cards that are treated alike: where each can end, one of them (None if unnamed), and how many there are."""

    places: tuple[str, ...]
    card: Card | None
    number: int


class Ended(NamedTuple):
    """So many cards alike that ended in one zone."""

    place: str
    card: Card | None
    number: int


def discarded(board: Board, event: DiscardCards) -> frozenset[Outcome]:
    """Where the discarded or milled cards are right after the event, over every choice.

    Raises Illegal for a cost that an effect forbids, Unmodelled, Undecided.
    """
    return frozenset(discard_outcome(board, event, ended) for ended in ways_to_discard(board, event))


def ways_to_discard(board: Board, event: DiscardCards) -> Iterator[tuple[Ended, ...]]:
    """Every way of choosing the cards and where each of them ends. Raises as ``discarded`` does."""
    player = board.player(event.player)
    number, mill = event.number, event.cause == "mill"
    if any(forbidding(board, event.player, event.by)):
        if event.cause == "cost-on-resolution":
            raise Illegal(f"{event.player} cannot be made to discard, so that cost cannot be paid", ("614.17b",))
        if event.cause == "effect":
            number = 0
    cards, there = (player.library_cards, player.library) if mill else (player.hand_cards, player.hand)
    if mill and cards is not None:
        cards = cards[:number]
    yield from ends(grouped(board, event.player, (cards, there), (event.cause, event.by)), number)


def discard_outcome(board: Board, event: DiscardCards, ended: tuple[Ended, ...]) -> Outcome:
    """What is observed if the cards ended like this. Raises Unmodelled."""
    observed = tuple((zone, in_zone(ended, zone)) for zone in ("exile", "graveyard", "library"))
    return Outcome(
        observed=observed, triggers=() if event.cause == "mill" else all_triggers(board, event.player, ended)
    )


def may_go_to_library(board: Board, event: DiscardCards) -> bool:
    """Whether a card discarded or milled like this could end in its owner's library. Raises Unmodelled."""
    player = board.player(event.player)
    known = player.library_cards if event.cause == "mill" else player.hand_cards
    cards = dict.fromkeys(known or (None,))
    return any("library" in destinations(board, event.player, event.cause, event.by, card) for card in cards)


def forbidding(board: Board, player: str, by: str | None) -> Iterator[InForce]:
    """The effects by which opponents' spells and abilities cannot make the player discard (101.2)."""
    for effect in in_force(board, things(board)) if by is not None and by != player else ():
        if isinstance(effect.effect, Permission) and effect.effect.kind == "cannot be made to discard":
            if means(effect.effect.players, player, effect.scope):
                yield effect


# Which cards, and where they go --------------------------------------------------------------------------------------


def grouped(board: Board, player: str, zone: Zone, why: Why) -> list[Alike]:
    """The cards of the zone; together those that can end in the same zones and have the same card types."""
    cards, number = zone
    cause, by = why
    if cards is None:
        return [Alike(tuple(sorted(destinations(board, player, cause, by))), None, number)]
    found: dict[tuple[tuple[str, ...], frozenset[str]], Alike] = {}
    for card, times in Counter(cards).items():
        places = tuple(sorted(destinations(board, player, cause, by, card)))
        key = places, card_types(card)
        before = found.get(key, Alike(places, card, 0))
        found[key] = before._replace(number=before.number + times)
    return list(found.values())


def ends(groups: list[Alike], number: int) -> Iterator[tuple[Ended, ...]]:
    """Every way to choose so many of the cards, or all if there are fewer, and to divide them among zones."""
    number = min(number, sum(group.number for group in groups))
    ways = 1
    for place, one in enumerate(groups):
        # The last group has what is left to choose: of the others any number may be chosen.
        among = len(one.places) - (place == len(groups) - 1)
        ways *= math.comb(min(number, one.number) + among, among)
    if ways > MOST_OUTCOMES:
        raise Undecided(f"more than {MOST_OUTCOMES:,} ways in which {number:,} cards can be divided among zones")
    return _ends_of(groups, number)


def _ends_of(groups: list[Alike], number: int) -> Iterator[tuple[Ended, ...]]:
    if not groups:
        yield ()
        return
    (places, card, there), *others = groups
    fewest = max(number - sum(group.number for group in others), 0)
    for chosen in range(fewest, min(number, there) + 1):
        for count in _divided(list(places), chosen):
            here = tuple(Ended(place, card, times) for place, times in sorted(count.items()) if times)
            for rest in _ends_of(others, number - chosen):
                yield (*here, *rest)


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


def in_zone(ended: tuple[Ended, ...], zone: str) -> int:
    """How many of the cards ended there."""
    return sum(each.number for each in ended if each.place == zone)


# What triggers -------------------------------------------------------------------------------------------------------


def all_triggers(board: Board, player: str, ended: tuple[Ended, ...]) -> Triggers:
    """What triggers on all of the discards together. Raises Unmodelled."""
    found: Counter[str] = Counter()
    if asks_for_more(board):
        library, graveyard = in_zone(ended, "library"), in_zone(ended, "graveyard")
        board = after_discards(board, player, sum(each.number for each in ended), library, graveyard)
    for each in ended:
        found += discard_triggers(board, player, each.number, each.card, each.place)
    return in_list_order(board, found)


def asks_for_more(board: Board) -> bool:
    """Whether an ability that triggers on discards has a condition (603.4)."""
    return any(
        isinstance(ability, Triggered) and isinstance(ability.event, Discards) and ability.condition is not None
        for thing in things(board)
        for ability in thing.abilities
    )


def after_discards(board: Board, player: str, number: int, library: int, graveyard: int) -> Board:
    """The board right after the player has discarded so many cards, of which so many ended in these zones (603.6)."""
    before = board.player(player)
    after = replace(
        before,
        hand=before.hand - number,
        hand_cards=before.hand_cards if not number else () if number == before.hand else None,
        library=before.library + library,
        library_cards=None if library else before.library_cards,
        graveyard=before.graveyard + graveyard,
        graveyard_cards=None if graveyard else before.graveyard_cards,
    )
    return replace(board, players=tuple(after if one.name == player else one for one in board.players))


def discard_triggers(
    board: Board, player: str, number: int, card: Card | None = None, place: str = "graveyard"
) -> Counter[str]:
    """How often abilities trigger when the player has discarded so many cards like this one (603.2).

    Their conditions are asked of the board, which is the one after the discards where there are any (603.4).

    What a card was that went to a hidden zone is not defined (701.9c). Raises Unmodelled.
    """
    found: Counter[str] = Counter()
    everything = things(board)
    changed = triggering(board, everything)
    for thing in everything:
        scope = Scope(board, everything, thing.controller, thing.id, thing, thing.permanent.chosen, actor=player)
        for ability in thing.abilities:
            if not isinstance(ability, Triggered) or not isinstance(ability.event, Discards) or not number:
                continue
            if ability.event.this_card or not means(ability.event.player, player, scope):
                continue
            if ability.event.types:
                if place in {"library", "hand"}:
                    continue
                if card is None:
                    raise Unmodelled(thing.id, "which cards are discarded is not said")
                if not card_types(card) & set(ability.event.types):
                    continue
            if ability.condition is None or holds(ability.condition, scope):
                found[thing.id] += number * changed.often(thing, ability)
    return found


def cleanup(board: Board, event: Cleanup) -> frozenset[Outcome]:
    """The discard down to the maximum hand size (514.1), which no effect causes. Raises Unmodelled."""
    return frozenset(cleanup_outcome(board, event, ended) for ended in ways_to_clean_up(board, event))


def ways_to_clean_up(board: Board, event: Cleanup) -> Iterator[tuple[Ended, ...]]:
    """Every way of discarding down to a possible maximum hand size. Raises Unmodelled, Undecided."""
    player = board.player(event.player)
    alike = grouped(board, event.player, (player.hand_cards, player.hand), ("turn-based action", None))
    for number in cleanup_discards(board, event.player):
        yield from ends(alike, number)


def cleanup_outcome(board: Board, event: Cleanup, ended: tuple[Ended, ...]) -> Outcome:
    """What is observed if the cards ended like this. Raises Unmodelled."""
    number = sum(each.number for each in ended)
    observed = (("discarded", number), *((zone, in_zone(ended, zone)) for zone in ("exile", "library")))
    return Outcome(observed=observed, triggers=all_triggers(board, event.player, ended))


def cleanup_discards(board: Board, player: str) -> tuple[int, ...]:
    """How many cards the player would discard in their cleanup step; several where 613.7m leaves a choice (514.1)."""
    hand = board.player(player).hand
    sizes = maximum_hand_size(board)[player]
    return tuple(sorted({0 if size is None else max(hand - size, 0) for size in sizes}))
