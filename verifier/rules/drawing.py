"""Drawing cards (121) in a draw step: one draw with all that replaces it, many draws, and what triggers on them.

One player's cards are followed as a small state; every choice that the rules allow gives another state. Draws that
nothing looks at one by one are counted, not followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from ..board import Board, DrawStep
from ..cards.ability import (
    AddMana,
    BeginningOf,
    Discard,
    Draw,
    DrawReplacement,
    Draws,
    HandToLibrary,
    Instruction,
    Keyword,
    OtherInstruction,
    Permission,
    ReturnOrPay,
    Triggered,
)
from ..cards.limits import is_fed_by_itself, may_keep_in_the_game, may_lack_cards
from ..errors import Undecided, Unmodelled
from .characteristics import Thing
from .draw_conditions import asked_at_each_draw
from .effects import InForce, in_force
from .following import subterms
from .layers import things
from .terms import Scope, holds, means, players, value
from .triggering import triggering

MOST_STATES = 50_000
"""Different states of the cards after one ability, or after one draw, that are followed."""

MOST_DRAWS = 100_000
"""Draws that are followed one by one in one draw step."""

Counted = tuple[tuple[str, int], ...]
"""How often something happened, by name, sorted."""


@dataclass(frozen=True, slots=True)
class Cards:
    """The player in the middle of the draw step.

    ``fresh`` counts the cards in hand that were drawn this turn, where something in the step asks; ``drawn`` those
    drawn in this step, ``total`` those drawn this turn; ``dredgeable`` are the dredge cards in the graveyard; ``moved``
    is how many cards the instruction before moved; ``others`` are the cards that other players have drawn; ``lost`` if
    the player, or the only opponent, drew from an empty library (704.5b, 104.2a); ``triggered`` says how often the
    abilities of each entry triggered; ``spent`` are the replacements for the next time only that have been applied.
    """

    hand: int
    fresh: int
    library: int
    life: int
    total: int
    dredgeable: Counted
    drawn: int = 0
    put_back: int = 0
    paid: int = 0
    discarded: int = 0
    moved: int = 0
    others: Counted = ()
    lost: bool = False
    triggered: Counted = ()
    spent: frozenset[int] = frozenset()


def more(counted: Counted, names: Iterable[str], number: int = 1) -> Counted:
    """The counts with each of the names counted so many times more, once for each time that it is given."""
    counts = dict(counted)
    for name in names:
        counts[name] = counts.get(name, 0) + number
    return tuple(sorted((name, count) for name, count in counts.items() if count))


class Step:
    """The draw step of a player on a board: what is in force in it."""

    def __init__(self, board: Board, event: DrawStep) -> None:
        self.board, self.player, self.event = board, event.player, event
        self.things = things(board)
        abilities = [ability for thing in self.things for ability in thing.abilities]
        if is_fed_by_itself(abilities):
            raise Unmodelled("603.2", "what triggers on what other abilities do within the draw step")
        if may_lack_cards(abilities, board.player(event.player).hand, board.player(event.player).library):
            raise Unmodelled("614.6", "cards that come into the hand without a draw, before cards of it are asked for")
        self.may_be_kept = any(map(may_keep_in_the_game, abilities))
        self.in_force = in_force(board, tuple(map(asked_at_each_draw, self.things)))
        self.replacements = [effect for effect in self.in_force if isinstance(effect.effect, DrawReplacement)]
        self._known: dict[tuple[Cards, str, frozenset[int]], frozenset[Cards]] = {}
        self._permitted: dict[tuple[str, str], bool] = {}
        self.triggering = triggering(board, self.things)
        self._watching: dict[str, list[tuple[Thing, Triggered, Scope]]] = {}

    @cached_property
    def asks_for_life(self) -> bool:
        """Whether an ability of the step lets the player pay life for cards drawn this turn."""
        return any(
            isinstance(part, ReturnOrPay)
            for thing, ability in triggered_abilities(self.things)
            if isinstance(ability.event, BeginningOf) and ability.event.step == "draw step"
            for part in subterms(ability.instructions)
        )

    def permitted(self, kind: str, player: str) -> bool:
        """Whether an effect of that kind speaks of the player."""
        known = self._permitted.get((kind, player))
        if known is None:
            known = self._permitted[kind, player] = any(
                isinstance(effect.effect, Permission)
                and effect.effect.kind == kind
                and means(effect.effect.players, player, effect.scope)
                for effect in self.in_force
            )
        return known

    def scope(self, scope: Scope, cards: Cards) -> Scope:
        """The words of an ability, read with the player's cards as they are now."""
        now = replace(self.board.player(self.player), hand=cards.hand, library=cards.library, life=cards.life)
        people = tuple(now if player.name == self.player else player for player in self.board.players)
        return replace(scope, board=replace(self.board, players=people), actor=self.player)

    def watching(self, drawer: str) -> list[tuple[Thing, Triggered, Scope]]:
        """The abilities that trigger whenever that player draws a card, if their conditions hold."""
        found = self._watching.get(drawer)
        if found is None:
            found = self._watching[drawer] = []
            for thing, ability in triggered_abilities(self.things):
                scope = replace(scope_of(self, thing), actor=drawer)
                if isinstance(ability.event, Draws) and means(ability.event.player, drawer, scope):
                    found += [(thing, ability, scope)] * self.triggering.often(thing, ability)
        return found

    def drawn_one(self, cards: Cards, drawer: str, used: frozenset[int]) -> frozenset[Cards]:
        """Every result of one draw of a player. Raises Undecided beyond ``MOST_DRAWS`` different ones."""
        key = cards, drawer, used
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= MOST_DRAWS:
                raise Undecided(f"more than {MOST_DRAWS:,} draws that are followed one by one in the draw step")
            self._known[key] = frozenset()
            known = self._known[key] = frozenset(draw(self, cards, drawer, used))
        return known

    def dredge_cards(self, player: str) -> Counted:
        """The cards with dredge in the player's graveyard (702.52a)."""
        return tuple(
            (card.name, ability.number or 0)
            for card in self.board.player(player).graveyard_cards or ()
            for ability in card.faces[0].abilities
            if isinstance(ability, Keyword) and ability.name == "dredge"
        )


def triggered_abilities(everything: Iterable[Thing]) -> Iterator[tuple[Thing, Triggered]]:
    """The triggered abilities of the permanents."""
    for thing in everything:
        for ability in thing.abilities:
            if isinstance(ability, Triggered):
                yield thing, ability


def scope_of(step: Step, thing: Thing) -> Scope:
    """The words of the permanent's abilities in this step."""
    return Scope(step.board, step.things, thing.controller, thing.id, thing, thing.permanent.chosen, actor=step.player)


def is_about_cards(part: Instruction) -> bool:
    """Whether the instruction draws or moves cards of a hand, or adds mana."""
    return any(isinstance(inner, Draw | Discard | HandToLibrary | ReturnOrPay | AddMana) for inner in subterms(part))


# One draw (121.2, 614.11) --------------------------------------------------------------------------------------------


def draw(step: Step, cards: Cards, drawer: str, used: frozenset[int]) -> set[Cards]:
    """Every result of one draw of a player, each replacement used at most once (614.5)."""
    if cannot_draw(step, cards, drawer):
        return {cards}
    found: set[Cards] = set()
    options = [
        place
        for place, effect in enumerate(step.replacements)
        if place not in used and place not in cards.spent and replaces(effect, step, cards, drawer)
    ]
    if drawer != step.player and step.dredge_cards(drawer):
        raise Unmodelled(f"player.{drawer}.graveyard", "dredge of another player is not modelled yet")
    for place in options:
        effect = step.replacements[place]
        replacement = effect.effect
        assert isinstance(replacement, DrawReplacement)
        if replacement.optional:
            found |= step.drawn_one(cards, drawer, used | {place})
        now = replace(cards, spent=cards.spent | {place}) if replacement.once else cards
        found |= _instead(step, now, effect, drawer, used | {place})
    if drawer == step.player:
        for name, number in dict.fromkeys(cards.dredgeable):
            if cards.library >= number:
                left = list(cards.dredgeable)
                left.remove((name, number))
                found.add(replace(cards, hand=cards.hand + 1, library=cards.library - number, dredgeable=tuple(left)))
    return found if options else found | {drawn_by(step, cards, drawer)}


def cannot_draw(step: Step, cards: Cards, drawer: str) -> bool:
    """101.2, 121.2b, 614.17c: a draw that cannot happen is not replaced either."""
    if step.permitted("cannot draw", drawer):
        return True
    return step.permitted("one draw each turn", drawer) and _drawn_this_turn(step, cards, drawer) > 0


def _drawn_this_turn(step: Step, cards: Cards, drawer: str) -> int:
    if drawer == step.player:
        return cards.total
    return step.board.player(drawer).drawn_this_turn + dict(cards.others).get(drawer, 0)


def replaces(effect: InForce, step: Step, cards: Cards, drawer: str) -> bool:
    """Whether the effect could replace a draw that the player would make now. Raises Unmodelled."""
    replacement = effect.effect
    assert isinstance(replacement, DrawReplacement)
    scope = replace(effect.scope, actor=drawer)
    if not means(replacement.player, drawer, scope):
        return False
    odd = replacement.by_instruction or replacement.at_least > 1
    deep = {part for part in subterms(replacement.instead) if isinstance(part, OtherInstruction)}
    may_end = any(part.kind == "game end" for part in deep - set(replacement.instead))
    if step.asks_for_life and drawer == step.player and any(map(_is_about_life, replacement.instead)):
        raise Unmodelled(effect.source, "damage and life between draws are not modelled yet")
    if odd or may_end or any(map(is_about_cards, replacement.instead)):
        raise Unmodelled(effect.source, "its replacement of draws is not modelled yet")
    if replacement.condition is not None and not holds(replacement.condition, step.scope(effect.scope, cards)):
        return False
    in_step = cards.drawn if drawer == step.player else None
    this_turn = _drawn_this_turn(step, cards, drawer)
    match replacement.spares:
        case "first of the draw step":
            return in_step != 0
        case "first of the turn":
            return this_turn > 0
        case "all but the first of the turn":
            return this_turn == 0
        case "":
            return True
        case _:  # The first of the step is left alone, and of the others all but the first.
            return in_step != 0 and this_turn == int(in_step is not None)


def _instead(step: Step, cards: Cards, effect: InForce, drawer: str, used: frozenset[int]) -> set[Cards]:
    replacement = effect.effect
    assert isinstance(replacement, DrawReplacement)
    scope = replace(effect.scope, actor=drawer)
    number = value(replacement.draws, step.scope(scope, cards))
    states = {cards}
    for name in players(replacement.drawer, scope):
        states = {after for state in states for after in draws(step, state, name, number, used)}
    if any(isinstance(part, OtherInstruction) and part.kind == "game end" for part in replacement.instead):
        return {replace(state, lost=True) for state in states}
    return states


def left(step: Step, cards: Cards, player: str) -> int:
    """How many cards the player's library has left."""
    if player == step.player:
        return cards.library
    return step.board.player(player).library - dict(cards.others).get(player, 0)


def drawn_by(step: Step, cards: Cards, drawer: str, number: int = 1) -> Cards:
    """The draws happen; from an empty library nothing is drawn (121.4)."""
    drawn = min(number, left(step, cards, drawer))
    if drawer != step.player:
        if drawn < number and len(step.board.players) > 2:
            raise Unmodelled("800.4a", f"{drawer} leaves a game that goes on")
        others = more(cards.others, [drawer], drawn)
        return _seen(step, replace(cards, others=others, lost=cards.lost or drawn < number), drawer, drawn)
    after = replace(
        cards, hand=cards.hand + drawn, fresh=cards.fresh + drawn * step.asks_for_life, library=cards.library - drawn,
        drawn=cards.drawn + drawn, total=cards.total + drawn, lost=cards.lost or drawn < number,
    )  # fmt: skip
    return _seen(step, after, drawer, drawn)


def _seen(step: Step, cards: Cards, drawer: str, number: int) -> Cards:
    """With what has triggered once the player has drawn so many cards (603.2)."""
    if not number:
        return cards
    found = []
    for thing, ability, scope in step.watching(drawer):
        if ability.condition is not None and not holds(ability.condition, step.scope(scope, cards)):
            continue
        if step.asks_for_life and drawer == step.player and any(map(_is_about_life, ability.instructions)):
            raise Unmodelled(thing.id, "damage and life between draws are not modelled yet")
        if any(map(is_about_cards, ability.instructions)):
            raise Unmodelled(thing.id, "drawing or discarding whenever a card is drawn is not modelled yet")
        found.append(thing.id)
    return replace(cards, triggered=more(cards.triggered, found, number)) if found else cards


def _is_about_life(part: Instruction) -> bool:
    return any(isinstance(one, OtherInstruction) and one.kind in {"damage", "life"} for one in subterms(part))


# Many draws (121.2) --------------------------------------------------------------------------------------------------


def draws(step: Step, cards: Cards, drawer: str, number: int, used: frozenset[int], *, gone: int = 0) -> set[Cards]:
    """Every result of so many draws, ``gone`` of which something else replaces, whichever those are.

    Raises Undecided beyond ``MOST_DRAWS`` draws that must be followed one by one.
    """
    gone = min(gone, number)
    if nothing_looks(step, cards, drawer, used):
        return {drawn_by(step, cards, drawer, number - gone)}
    if gone:
        return _draws_of_which_some_are_gone(step, cards, drawer, number, gone)
    states = {cards}
    for _ in range(number):
        after = {end for state in states for end in step.drawn_one(state, drawer, used)}
        if after == states:
            break  # What cannot be drawn now cannot be drawn later in this instruction either.
        states = bounded(after)
    return states


def _draws_of_which_some_are_gone(step: Step, cards: Cards, drawer: str, number: int, gone: int) -> set[Cards]:
    if number > MOST_DRAWS:
        raise Undecided(f"more than {MOST_DRAWS:,} draws that are followed one by one in the draw step")
    states = {(cards, gone)}
    for place in range(number):
        after: set[tuple[Cards, int]] = set()
        for state, left in states:
            if left:
                after.add((state, left - 1))
            if number - place > left:
                after |= {(end, left) for end in step.drawn_one(state, drawer, frozenset())}
        states = bounded(after)
    return {state for state, _ in states}


def nothing_looks(step: Step, cards: Cards, drawer: str, used: frozenset[int]) -> bool:
    """Whether nothing forbids or replaces a draw of the player, and what triggers on it asks for nothing."""
    if step.permitted("cannot draw", drawer) or step.permitted("one draw each turn", drawer):
        return False
    if cards.dredgeable if drawer == step.player else step.dredge_cards(drawer):
        return False
    if any(ability.condition is not None for _, ability, _ in step.watching(drawer)):
        return False
    return not any(
        isinstance(effect.effect, DrawReplacement)
        and place not in used
        and means(effect.effect.player, drawer, replace(effect.scope, actor=drawer))
        for place, effect in enumerate(step.replacements)
    )


State = TypeVar("State")


def bounded(states: set[State]) -> set[State]:
    """The states. Raises Undecided beyond ``MOST_STATES``."""
    if len(states) > MOST_STATES:
        raise Undecided(f"more than {MOST_STATES:,} states of the draw step")
    return states
