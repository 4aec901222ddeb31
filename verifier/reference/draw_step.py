"""The draw step (504): its draw, what triggers at its beginning and in it, and the stack (603.3b)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product

from verifier.board import Board, DrawStep, Outcome
from verifier.cards.ability import Discard, Draw, SkipStep
from verifier.cards.limits import has_dredge, is_fed_by_itself, may_end_the_step, may_keep_in_the_game
from verifier.errors import Illegal, Undecided, Unmodelled

from .abilities import every_instruction
from .asking import holds, players
from .discarding import begins
from .drawing import fired
from .following import draw_for_the_turn, follow, is_without_trace
from .game import Game, Numbers, begun, distinct, table_of
from .in_force import effects_in_force
from .producing import in_every_order
from .table import Table
from .triggering import Watcher, counted, watchers

MOST_GAMES = 2_000
"""More different games than this are not for brute force."""

MOST_TRIGGERS = 7
"""Nor are the orders of more abilities of one player that are put on the stack together."""


def draw_step_happenings(board: Board, event: DrawStep, ahead: tuple[Numbers, ...] = ()) -> frozenset[Outcome]:
    """Every outcome of the whole draw step of the player, whose turn it is then, and what triggers in it.

    Only of games that come to the numbers ``ahead``, one after another, if there are any.
    Raises Unmodelled for what a board cannot tell, also if it is not clear of which ability draws are said to be
    replaced, Undecided where there are too many games for brute force.
    """
    return in_every_order(replace(board, active=event.player), lambda table: _step(table, event, ahead))


def _step(table: Table, event: DrawStep, ahead: tuple[Numbers, ...]) -> frozenset[Outcome]:
    if any(player.life <= 0 for player in table.board.players):
        raise Unmodelled("704.5a", "a player who should have lost before the step")
    if is_fed_by_itself(held.ability for thing in table.there.values() for held in thing.held):
        raise Unmodelled("603.2", "what triggers on what other abilities do within the draw step")
    game = replace(begun(table), ahead=ahead)
    if any(
        isinstance(entry.effect, SkipStep)
        and entry.effect.step == "draw"
        and event.player in players(table, entry.view, entry.effect.player)
        for entry in effects_in_force(table, SkipStep)
    ):
        # 614.10: nothing of it happens.
        return frozenset() if ahead else frozenset({Outcome(observed=game.observed)})
    there = [replace(w, view=replace(w.view, that_player=event.player)) for w in watchers(table)]
    triggered = [watcher for watcher in there if begins(table, watcher, "draw step", event.player)]
    source = _replaced_of(event, triggered)
    hand = table.board.player(event.player).hand_cards or ()
    done = [part for watcher in triggered for part in every_instruction(watcher.ability.instructions)]
    if has_dredge(hand) and any(isinstance(part, Discard) for part in done):
        raise Unmodelled("702.52a", "a card with dredge that may be discarded before a draw")
    game = fired(game, triggered)
    ends: dict[Outcome, None] = {}
    abilities = {id: tuple(thing.abilities) for id, thing in table.there.items()}
    life = min(player.life for player in table.board.players)
    for end in _to_the_end(draw_for_the_turn(game), event.replaced, source):
        drawn = dict(end.observed)["drawn"]
        if may_end_the_step(abilities, dict(counted(table.board, end.triggered)), drawn, life):
            raise Unmodelled("704.5a", "damage or loss of life that may end the game within the draw step")
        if not end.ahead:
            ends[Outcome(observed=end.observed, triggers=counted(table.board, end.triggered))] = None
    return frozenset(ends)


def _replaced_of(event: DrawStep, triggered: list[Watcher]) -> str | None:
    """The entry of whose ability draws are replaced by some other effect."""
    if not event.replaced:
        return None
    drawing = [
        watcher.entry
        for watcher in triggered
        if any(isinstance(each, Draw) for each in every_instruction(watcher.ability.instructions))
    ]
    if event.of is not None:
        if event.of not in drawing:
            raise Illegal("no ability of it draws in this step", ("504.2",))
        return event.of
    if len(set(drawing)) > 1:
        raise Unmodelled("event.of", "it is not said of which of several abilities draws are replaced")
    return drawing[0] if drawing else None


def _to_the_end(games: list[Game], replaced: int, source: str | None) -> Iterator[Game]:
    """Whenever a player would receive priority: losses, triggers onto the stack (603.3b), then the top resolves."""
    seen: dict[Game, None] = {}
    while games:
        later: list[Game] = []
        for game in games:
            if _is_over(game):
                yield game
            elif game.waiting:
                later += _put_on_the_stack(game)
            elif game.stack:
                later += _resolved(game, replaced, source)
            else:
                yield game
        games = [game for game in distinct(later) if game not in seen]
        seen.update(dict.fromkeys(games))
        if len(seen) > MOST_GAMES:
            raise Undecided(f"more than {MOST_GAMES} different games in one draw step")


def _is_over(game: Game) -> bool:
    """Whether the game, or the part of the active player in it, ends here (704.5a, 704.5b, 104.2a)."""
    if not game.losing:
        return False
    there = table_of(game).there.values()
    if any(may_keep_in_the_game(held.ability) for thing in there for held in thing.held):
        raise Unmodelled("104.3", "whether a player who would lose is kept in the game")
    if game.active in game.losing or len(game.board.players) == 2:
        return True
    raise Unmodelled("800.4a", f"{game.losing[0]} leaves the game in the middle of the step")


def _put_on_the_stack(game: Game) -> list[Game]:
    """The active player's first, each player's own in any order (603.3b); the last one put there resolves first.

    Abilities without any trace are left out.
    """
    waiting = [watcher for watcher in game.waiting if not is_without_trace(watcher.ability.instructions)]
    names = game.board.names
    turn = names.index(game.active)
    groups: list[list[tuple[Watcher, ...]]] = []
    for name in names[turn:] + names[:turn]:
        own = [watcher for watcher in waiting if watcher.view.you == name]
        if len(own) > MOST_TRIGGERS:
            raise Undecided(f"{len(own)} abilities that are put on the stack in any order")
        groups.append(list(dict.fromkeys(permutations(own))))
    return [
        replace(game, waiting=(), stack=game.stack + tuple(watcher for group in order for watcher in group))
        for order in product(*groups)
    ]


def _resolved(game: Game, replaced: int, source: str | None) -> list[Game]:
    """The ability on top resolves (608.2); a condition after "when" is asked again (603.4)."""
    top = game.stack[-1]
    game = replace(game, stack=game.stack[:-1], that_many=None, followed=None)
    if not holds(table_of(game), top.view, top.ability.condition):
        return [game]
    if top.ability.target:
        raise Unmodelled(top.view.subject, "a target of a triggered ability")
    if top.entry != source:
        games = follow(game, top.view, top.ability.instructions)
    else:
        game = replace(game, replaced_elsewhere=replaced, asked=0)
        games = [
            now
            for now in follow(game, top.view, top.ability.instructions, asked_by_ability=True)
            if now.replaced_elsewhere == max(replaced - now.asked, 0)
        ]
    cleared = {"that_many": None, "followed": None, "replaced_elsewhere": 0, "asked": 0}
    return distinct([replace(now, **cleared) for now in games])  # type: ignore[arg-type]
