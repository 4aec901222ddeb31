"""Drawing cards (121): an instruction, each of its draws, and what replaces them (614.11, 616.1, 702.52)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from verifier.cards.ability import DrawReplacement, Draws, Instruction, Permission
from verifier.cards.card import Card
from verifier.errors import Undecided

from .asking import holds, players, quantity
from .discarding import discard_rules, places
from .game import (
    Effect,
    Game,
    distinct,
    dredge_of,
    graveyard_to_hand,
    in_turn_order,
    into_graveyard,
    player_of,
    table_of,
    top_of_library_removed,
    top_to_hand,
)
from .in_force import effects_in_force
from .table import View
from .triggering import Watcher, watchers

Follow = Callable[[Game, View, tuple[Instruction, ...], frozenset[Effect]], list[Game]]
"""Follows instructions of a replacement effect; the effects that have had their opportunity are not asked again."""

MOST_DRAWS = 400
"""More draws asked for at once are not for brute force."""


@dataclass(frozen=True)
class Replacing:
    """A replacement effect that could be applied to a draw or to an instruction to draw."""

    key: Effect
    effect: DrawReplacement
    view: View


@dataclass(frozen=True)
class Dredging:
    """A card with dredge in the player's graveyard (702.52a)."""

    key: Effect
    card: Card
    number: int


@dataclass(frozen=True)
class Manner:
    """How draws are made: which effects have had their opportunity, and how instructions of effects are followed.

    ``by_ability``: some of these draws may be replaced by what the event says.
    """

    used: frozenset[Effect]
    follow: Follow
    by_ability: bool = False

    def after(self, key: Effect) -> Manner:
        """The same once that effect has had its opportunity (614.5)."""
        return replace(self, used=self.used | {key})


def draws_left(game: Game, player: str) -> int | None:
    """How many cards the player can still draw this turn under effects that forbid more; None for any number."""
    table = table_of(game)
    left: int | None = None
    for entry in effects_in_force(table, Permission):
        effect = entry.effect
        if not isinstance(effect, Permission) or player not in players(table, entry.view, effect.players):
            continue
        if effect.kind == "cannot draw":
            return 0
        if effect.kind == "one draw each turn":
            left = max(1 - player_of(game, player).drawn_this_turn, 0)
    return left


def draw(game: Game, player: str, number: int, manner: Manner) -> list[Game]:
    """The player draws so many cards, over every order and choice.

    Effects that speak of the whole instruction come before any draw is considered (121.2a, 616.1g). Each effect has
    one opportunity, draws that replace draws included (614.5).
    """
    if number <= 0 or draws_left(game, player) == 0:
        return [game]  # 614.17c: what cannot happen is not replaced.
    if number > MOST_DRAWS:
        raise Undecided(f"{number} draws, each with its own choices")
    whole = [
        each
        for each in _effects(game, player, manner.used)
        if each.effect.by_instruction and number >= each.effect.at_least
    ]
    if whole:
        ways: list[Game] = []
        for each in whole:
            ways += _applied(game, each, number, manner.after(each.key))
            if each.effect.optional:
                ways += draw(game, player, number, manner.after(each.key))
        return distinct(ways)
    games = [game]
    for _ in range(number):  # 121.2: one at a time, each with all that replaces it (614.11a).
        games = distinct([later for now in games for later in _one(now, player, manner)])
    return games


def _one(game: Game, player: str, manner: Manner) -> list[Game]:
    if not manner.by_ability:
        return one_draw(game, player, manner)
    game = replace(game, asked=game.asked + 1)
    ways = one_draw(game, player, replace(manner, by_ability=False))
    if game.replaced_elsewhere and draws_left(game, player) != 0:
        ways.append(replace(game, replaced_elsewhere=game.replaced_elsewhere - 1))
    return ways


def one_draw(game: Game, player: str, manner: Manner) -> list[Game]:
    """One draw: while some unused effect applies one is chosen (616.1e, 616.1f), then the card is drawn."""
    if draws_left(game, player) == 0:
        return [game]
    applicable = [each for each in _effects(game, player, manner.used) if not each.effect.by_instruction]
    dredging = _dredging(game, player, manner.used)
    if not applicable and not dredging:
        return [_really_drawn(game, player)]
    ways: list[Game] = []
    for each in applicable:
        ways += _applied(game, each, 1, manner.after(each.key))
        if each.effect.optional:
            ways += one_draw(game, player, manner.after(each.key))
    for card in dredging:
        ways += _dredged(game, card, player)
        ways += one_draw(game, player, manner.after(card.key))
    return distinct(ways)


def _really_drawn(game: Game, player: str) -> Game:
    """121.1; who draws from an empty library loses later (121.4)."""
    if player_of(game, player).library == 0:
        return replace(game, losing=tuple(sorted({*game.losing, player})))
    game = top_to_hand(game, player)
    table = table_of(game)
    found: list[Watcher] = []
    for watcher in watchers(table):
        event = watcher.ability.event
        if isinstance(event, Draws) and player in players(table, watcher.view, event.player):
            view = replace(watcher.view, that_player=player)
            if holds(table, view, watcher.ability.condition):
                found.append(replace(watcher, view=view))
    return fired(game, found)


def fired(game: Game, found: list[Watcher]) -> Game:
    """These abilities have triggered and wait to be put on the stack (603.2, 603.3)."""
    ids = tuple(sorted((*game.triggered, *(watcher.entry for watcher in found))))
    return replace(game, triggered=ids, waiting=(*game.waiting, *found))


# Replacement effects -----------------------------------------------------------------------------------------------


def _effects(game: Game, player: str, used: frozenset[Effect]) -> list[Replacing]:
    """The effects that speak of a draw of that player and have not had their opportunity, in list order."""
    table = table_of(game)
    found: list[Replacing] = []
    for entry in effects_in_force(table, DrawReplacement):
        key, effect = (entry.entry.id, entry.number), entry.effect
        assert isinstance(effect, DrawReplacement)
        view = replace(entry.view, that_player=player)
        if key in used or key in game.spent or player not in players(table, view, effect.player):
            continue
        if not _is_spared(game, player, effect.spares) and holds(table, view, effect.condition):
            found.append(Replacing(key, effect, view))
    return found


def _is_spared(game: Game, player: str, spares: str) -> bool:
    """Whether the effect leaves this draw alone; what counts is how many cards have really been drawn."""
    drawn_this_turn = player_of(game, player).drawn_this_turn
    first_of_step = player == game.active and game.drawn == 0
    if spares == "first of the draw step":
        return first_of_step
    if spares == "first of the turn":
        return drawn_this_turn == 0
    if spares == "all but the first of the turn":
        return drawn_this_turn > 0
    if spares:
        counting = drawn_this_turn - (player == game.active and game.drawn > 0)
        return first_of_step or counting > 0
    return False


def _applied(game: Game, each: Replacing, number: int, manner: Manner) -> list[Game]:
    """What happens instead: first what the effect says, then its draws (614.6, 121.7), before all else (614.11a)."""
    if each.effect.once:
        game = replace(game, spent=tuple(sorted({*game.spent, each.key})))
    before = game.that_many, game.followed
    begins = replace(game, that_many=number, followed=None)
    ended: list[Game] = []
    for way in manner.follow(begins, each.view, each.effect.instead, manner.used):
        now = [way]
        table = replace(table_of(way), that_many=number)
        draws = quantity(table, each.view, each.effect.draws)
        for drawer in in_turn_order(way, players(table, each.view, each.effect.drawer)) if draws else ():
            now = [later for one in now for later in draw(one, drawer, draws, manner)]
        ended += [replace(one, that_many=before[0], followed=before[1]) for one in now]
    return distinct(ended)


def _dredging(game: Game, player: str, used: frozenset[Effect]) -> list[Dredging]:
    """The cards that may be returned; each needs as many cards in the library as it mills (702.52b)."""
    found: dict[Effect, Dredging] = {}
    for owner, card in game.dredge:
        number = dredge_of(card)
        key = ("dredge of " + card.name, 0)
        if owner == player and key not in used and player_of(game, player).library >= number:
            found[key] = Dredging(key, card, number)
    return list(found.values())


def _dredged(game: Game, dredging: Dredging, player: str) -> list[Game]:
    games = mill(game, player, dredging.number)
    return [graveyard_to_hand(now, player, dredging.card) for now in games]


def mill(game: Game, player: str, number: int) -> list[Game]:
    """So many cards are put from the top of the library into the graveyard, or where effects put them (701.17a)."""
    games = [game]
    for _ in range(min(number, player_of(game, player).library)):
        later: list[Game] = []
        for now in games:
            now, card = top_of_library_removed(now, player)
            rules = discard_rules(table_of(now))
            ends = places(rules, player, card, "mill", None)
            later += [into_graveyard(now, player, card) if place == "graveyard" else now for place in ends]
        games = distinct(later)
    return games
