"""Discards (701.9), milling (701.17) and the cleanup step (514.1): where each card goes, and what triggers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations

from verifier.board import Board, Cleanup, DiscardCards, Outcome, Player
from verifier.cards.ability import (
    BeginningOf,
    DiscardReplacement,
    Discards,
    GraveyardReplacement,
    Keyword,
    Permission,
    Static,
)
from verifier.cards.card import Card
from verifier.errors import Illegal, Undecided, Unmodelled

from .asking import holds, players
from .hand_size import maximum_hand_size
from .in_force import InForce, effects_in_force
from .producing import in_every_order, with_answers
from .table import Table
from .triggering import Watcher, counted, watchers
from .zones import card_types, faces_off_the_battlefield

Cards = tuple[Card | None, ...]
"""Cards of which each is known, or not (None)."""

MOST_CARDS = 2_000
MOST_SELECTIONS = 5_000
"""More cards, or more ways to choose them, are not for brute force."""


@dataclass(frozen=True)
class Redirection:
    """An effect that puts the card elsewhere than into the graveyard (614.6); if optional, at its owner's will."""

    to: str
    optional: bool


@dataclass(frozen=True)
class DiscardRules:
    """All that bears on where discarded and milled cards go, and on what triggers."""

    table: Table
    discards: tuple[InForce, ...]
    graveyards: tuple[InForce, ...]
    permissions: tuple[InForce, ...]
    watching: tuple[Watcher, ...]


def discard_rules(table: Table) -> DiscardRules:
    """What is on the table. Raises Unmodelled for what is not understood."""
    return DiscardRules(
        table,
        tuple(effects_in_force(table, DiscardReplacement)),
        tuple(effects_in_force(table, GraveyardReplacement)),
        tuple(effects_in_force(table, Permission)),
        tuple(watchers(table)),
    )


# One card ----------------------------------------------------------------------------------------------------------


def places(rules: DiscardRules, player: str, card: Card | None, cause: str, by: str | None) -> list[str]:
    """The zones in which a discarded or milled card may end, over every order of effects and every choice.

    ``cause`` is that of a discard event, or "" for the cleanup step, where no effect and no cost asks for it.
    """
    redirections = list(_redirections(rules, player, card, cause, by))
    return sorted({place for order in permutations(redirections) for place in _in_order(order)})


def _in_order(order: tuple[Redirection, ...]) -> Iterator[str]:
    """Each has its one opportunity while the card would still be put into a graveyard (614.5, 616.1f)."""
    for place, redirection in enumerate(order):
        if redirection.optional:
            yield from _in_order(order[place + 1 :])
        yield redirection.to
        return
    yield "graveyard"


def _redirections(
    rules: DiscardRules, player: str, card: Card | None, cause: str, by: str | None
) -> Iterator[Redirection]:
    table = rules.table
    for entry in rules.discards:
        effect = entry.effect
        assert isinstance(effect, DiscardReplacement)
        if cause == "mill" or effect.this_card or player not in players(table, entry.view, effect.player):
            continue
        if _by_such_a_cause(effect.cause, entry.view.you, cause, by, entry.view.subject) and _is_such_a_card(
            card, effect.types, effect.subtype, entry.view.subject
        ):
            yield Redirection(effect.to, effect.optional)
    for entry in rules.graveyards:
        moved = entry.effect
        assert isinstance(moved, GraveyardReplacement)
        if moved.this_card or player not in players(table, entry.view, moved.owner):
            continue
        if _is_such_a_card(card, moved.types, "", entry.view.subject) and _has(card, moved.keyword, entry.view.subject):
            yield Redirection(moved.to, False)
    if card is not None:
        yield from _of_the_card(card, player, cause, by)


def _of_the_card(card: Card, player: str, cause: str, by: str | None) -> Iterator[Redirection]:
    """What the card itself says of being discarded or of being put into a graveyard, wherever it is (113.6)."""
    for face in faces_off_the_battlefield(card):
        for ability in face.abilities:
            # 702.35a: madness exiles the card from a hand instead, whatever the cause.
            if isinstance(ability, Keyword) and ability.name.lower() == "madness" and cause != "mill":
                yield Redirection("exile", False)
            if not isinstance(ability, Static):
                continue
            for effect in ability.effects:
                if isinstance(effect, GraveyardReplacement) and effect.this_card:
                    yield Redirection(effect.to, False)
                if isinstance(effect, DiscardReplacement) and effect.this_card and cause != "mill":
                    if _by_such_a_cause(effect.cause, player, cause, by, card.name):
                        yield Redirection(effect.to, effect.optional)


def _by_such_a_cause(asked: str, you: str, cause: str, by: str | None, subject: str) -> bool:
    """A cost is no effect, on resolution neither (118.12), nor is the discard of the cleanup step (514.1)."""
    if asked == "any":
        return True
    if cause != "effect":
        return False
    if asked == "effect":
        return True
    if by is None:
        raise Unmodelled(subject, "whose effect asks for the discard")
    return by != you


def _is_such_a_card(card: Card | None, types: tuple[str, ...], subtype: str, subject: str) -> bool:
    if not types and not subtype:
        return True
    if card is None:
        raise Unmodelled(subject, "which card is discarded or milled")
    subtypes = {name for face in faces_off_the_battlefield(card) for name in face.subtypes}
    return (not types or bool(card_types(card) & set(types))) and (not subtype or subtype in subtypes)


def _has(card: Card | None, keyword: str, subject: str) -> bool:
    if not keyword:
        return True
    if card is None:
        raise Unmodelled(subject, "which card is discarded or milled")
    return any(
        isinstance(ability, Keyword) and ability.name.lower() == keyword.lower()
        for face in faces_off_the_battlefield(card)
        for ability in face.abilities
    )


def on_discard(rules: DiscardRules, player: str, card: Card | None, place: str) -> list[Watcher]:
    """The abilities that trigger on that discard (701.9a, 603.2).

    What a card that went to a hidden zone unrevealed was is not defined (701.9c).
    """
    found: list[Watcher] = []
    for watcher in rules.watching:
        event, view = watcher.ability.event, watcher.view
        if not isinstance(event, Discards) or event.this_card or player not in players(rules.table, view, event.player):
            continue
        if event.types and (place in ("library", "hand") or not _is_such_a_card(card, event.types, "", view.subject)):
            continue
        view = replace(view, that_player=player)
        if holds(rules.table, view, watcher.ability.condition):
            found.append(replace(watcher, view=view))
    return found


def is_spared(rules: DiscardRules, player: str, cause: str, by: str | None) -> bool:
    """Whether an effect says that what others control cannot cause the player to discard (101.2)."""
    if cause not in ("effect", "cost-on-resolution") or by is None:
        return False
    return any(
        isinstance(entry.effect, Permission)
        and entry.effect.kind == "cannot be made to discard"
        and player in players(rules.table, entry.view, entry.effect.players)
        and by != player
        for entry in rules.permissions
    )


# Whole events ------------------------------------------------------------------------------------------------------


Discarded = tuple[tuple[Card | None, str], ...]
"""The cards that have been discarded or milled together, each with the zone in which it is now."""


def discard_happenings(board: Board, event: DiscardCards) -> frozenset[Outcome]:
    """Every outcome of the discard or mill: in which zones its cards are right after it, and what triggers.

    As many cards as there are, if more are asked for (609.3, 701.17b).
    Raises Illegal for a cost that an effect forbids (614.17b), Unmodelled for what a board cannot tell.
    """
    return in_every_order(board, lambda table: _discards(table, event))


def _discards(table: Table, event: DiscardCards) -> frozenset[Outcome]:
    rules, board = discard_rules(table), table.board
    player = board.player(event.player)
    number = event.number
    if is_spared(rules, event.player, event.cause, event.by):
        if event.cause != "effect":
            raise Illegal(f"nothing that {event.by} controls can cause {event.player} to discard", ("101.2", "614.17b"))
        number = 0  # 101.3: what cannot be done is left out.
    if event.cause == "mill":
        selections = [_top_cards(player, number)]
    else:
        selections = list(_selections(player, number))
    found: set[Outcome] = set()
    for cards in selections:
        for end in _one_after_another(rules, event.player, cards, event.cause, event.by):
            observed = tuple((zone, _number_in(end, zone)) for zone in ("exile", "graveyard", "library"))
            ids = () if event.cause == "mill" else _triggered(table, event.player, end)
            found.add(Outcome(observed=observed, triggers=counted(board, ids)))
    return frozenset(found)


def could_go_to_library(table: Table, event: DiscardCards) -> bool:
    """Whether a card discarded or milled like this could end in its owner's library."""
    player = table.board.player(event.player)
    known = player.library_cards if event.cause == "mill" else player.hand_cards
    rules = discard_rules(table)
    return any("library" in places(rules, event.player, card, event.cause, event.by) for card in known or (None,))


def _number_in(end: Discarded, zone: str) -> int:
    return sum(place == zone for _, place in end)


def cleanup_discards(board: Board, player: str) -> tuple[int, ...]:
    """How many cards the player would discard in their own cleanup step (514.1), by each possible maximum hand size."""
    sizes = maximum_hand_size(board)[player]
    hand = board.player(player).hand
    return tuple(sorted({0 if size is None else max(hand - size, 0) for size in sizes}))


def cleanup_happenings(board: Board, event: Cleanup) -> frozenset[Outcome]:
    """Every outcome of the cleanup step: how many cards are discarded and where they go, and what triggers (514.3a)."""
    numbers = cleanup_discards(board, event.player)
    return in_every_order(board, lambda table: _cleanup(table, event, numbers))


def _cleanup(table: Table, event: Cleanup, numbers: tuple[int, ...]) -> frozenset[Outcome]:
    rules, board = discard_rules(table), table.board
    begun = [w for w in rules.watching if begins(rules.table, w, "cleanup step", event.player)]
    found: set[Outcome] = set()
    for number in numbers:
        for cards in _selections(board.player(event.player), number):
            for end in _one_after_another(rules, event.player, cards, "", None):
                observed = (
                    ("discarded", len(cards)),
                    ("exile", _number_in(end, "exile")),
                    ("library", _number_in(end, "library")),
                )
                ids = (*(watcher.entry for watcher in begun), *_triggered(table, event.player, end))
                found.add(Outcome(observed=observed, triggers=counted(board, ids)))
    return frozenset(found)


def begins(table: Table, watcher: Watcher, step: str, player: str) -> bool:
    """Whether the ability triggers at the beginning of that step of that player (603.2b)."""
    event, view = watcher.ability.event, watcher.view
    if not isinstance(event, BeginningOf) or event.step != step or player not in players(table, view, event.of):
        return False
    return holds(table, view, watcher.ability.condition)


def _one_after_another(rules: DiscardRules, player: str, cards: Cards, cause: str, by: str | None) -> list[Discarded]:
    """Each card has its own choice; ends that do not differ are told once."""
    if len(cards) > MOST_CARDS:
        raise Undecided(f"{len(cards)} cards, each with its own choice")
    ends: list[Discarded] = [()]
    for card in cards:
        ways = places(rules, player, card, cause, by)
        ends = list(dict.fromkeys(tuple(sorted((*end, (card, place)), key=_named)) for place in ways for end in ends))
    return ends


def _triggered(table: Table, player: str, end: Discarded) -> tuple[str, ...]:
    """The entries whose abilities trigger on these discards, once a card, looked at right after them (603.2, 603.4)."""
    before = table.board.player(player)
    after = replace(
        before,
        hand=before.hand - len(end),
        hand_cards=_left(before.hand_cards, [card for card, _ in end]),
        library=before.library + _number_in(end, "library"),
        library_cards=None if _number_in(end, "library") else before.library_cards,
        graveyard=before.graveyard + _number_in(end, "graveyard"),
        graveyard_cards=_added(before.graveyard_cards, [card for card, place in end if place == "graveyard"]),
    )
    players_now = tuple(after if one.name == player else one for one in table.board.players)
    board = replace(table.board, players=players_now)
    now = discard_rules(with_answers(replace(table, board=board, there=table.lay(board))))
    return tuple(watcher.entry for card, place in end for watcher in on_discard(now, player, card, place))


def _left(hand: tuple[Card, ...] | None, discarded: list[Card | None]) -> tuple[Card, ...] | None:
    if hand is None:
        return None
    left = list(hand)
    for card in discarded:
        if card is not None:
            left.remove(card)
    return tuple(left)


def _added(graveyard: tuple[Card, ...] | None, cards: list[Card | None]) -> tuple[Card, ...] | None:
    if graveyard is None or None in cards:
        return None if cards else graveyard
    return (*graveyard, *(card for card in cards if card is not None))


def _selections(player: Player, number: int) -> Iterator[Cards]:
    """Every choice of so many cards from the hand; choices of cards that nobody has named are the same."""
    if player.hand_cards is None:
        yield (None,) * min(number, player.hand)
        return
    chosen: dict[Cards, None] = {}
    for place, cards in enumerate(combinations(player.hand_cards, min(number, len(player.hand_cards)))):
        if place > MOST_SELECTIONS:
            raise Undecided("too many ways to choose the cards that are discarded")
        chosen[tuple(sorted(cards, key=_name))] = None
    yield from chosen


def _name(card: Card | None) -> str:
    return "" if card is None else card.name


def _named(discarded: tuple[Card | None, str]) -> tuple[str, str]:
    return _name(discarded[0]), discarded[1]


def _top_cards(player: Player, number: int) -> Cards:
    if player.library_cards is None:
        return (None,) * min(number, player.library)
    return player.library_cards[:number]
