"""The draw step (504) and drawing cards in it (121): replacements of draws, triggers in APNAP order, payments.

One player's cards are followed through the step as a small state; every choice and every order that the rules allow
gives another state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, permutations, product

from ..board import Board, DrawStep, Outcome
from ..cards.ability import (
    AddMana,
    BeginningOf,
    Discard,
    Draw,
    DrawReplacement,
    Draws,
    HandToLibrary,
    If,
    Instruction,
    Keyword,
    May,
    OtherInstruction,
    Permission,
    ReturnOrPay,
    SkipStep,
    Triggered,
)
from ..cards.terms import ThatMany
from ..errors import Undecided, Unmodelled
from .characteristics import Thing
from .discarding import destinations, discard_triggers
from .effects import InForce, in_force
from .following import subterms
from .layers import things
from .terms import Scope, holds, means, players, value
from .triggers import in_list_order

MOST_STATES = 50_000


@dataclass(frozen=True, slots=True)
class Cards:
    """The player in the middle of the draw step.

    ``fresh`` counts the cards in hand that were drawn this turn, ``drawn`` those drawn in this step, ``total`` those
    drawn this turn; ``dredgeable`` are the dredge cards in the graveyard; ``moved`` is how many cards the instruction
    before moved; ``lost`` if the player drew from an empty library (704.5b);
    ``triggered`` are the sources of what has triggered.
    """

    hand: int
    fresh: int
    library: int
    life: int
    total: int
    dredgeable: tuple[tuple[str, int], ...]
    drawn: int = 0
    put_back: int = 0
    paid: int = 0
    discarded: int = 0
    moved: int = 0
    others: tuple[tuple[str, int], ...] = ()
    lost: bool = False
    triggered: tuple[str, ...] = ()


class Step:
    """The draw step of a player on a board: what is in force in it."""

    def __init__(self, board: Board, event: DrawStep) -> None:
        self.board, self.player, self.event = board, event.player, event
        self.things = things(board)
        self.in_force = in_force(board, self.things)
        self.replacements = [effect for effect in self.in_force if isinstance(effect.effect, DrawReplacement)]

    @cached_property
    def asks_for_life(self) -> bool:
        """Whether an ability of the step lets the player pay life."""
        return any(
            isinstance(part, ReturnOrPay)
            for thing, ability in _triggered(self.things)
            if isinstance(ability.event, BeginningOf) and ability.event.step == "draw step"
            for part in subterms(ability.instructions)
        )

    def permitted(self, kind: str, player: str) -> bool:
        """Whether an effect of that kind speaks of the player."""
        return any(
            isinstance(effect.effect, Permission)
            and effect.effect.kind == kind
            and means(effect.effect.players, player, effect.scope)
            for effect in self.in_force
        )

    def scope(self, scope: Scope, cards: Cards) -> Scope:
        """The words of an ability, read with the player's cards as they are now."""
        now = replace(self.board.player(self.player), hand=cards.hand, library=cards.library, life=cards.life)
        people = tuple(now if player.name == self.player else player for player in self.board.players)
        return replace(scope, board=replace(self.board, players=people), actor=self.player)


def draw_step(board: Board, event: DrawStep) -> frozenset[Outcome]:
    """Every outcome of the player's draw step. Raises Unmodelled, or Undecided beyond ``MOST_STATES`` states."""
    if any(player.life <= 0 for player in board.players):
        raise Unmodelled("704.5a", "a draw step that a player without life has lived to see")
    step = Step(board, event)
    if any(
        isinstance(effect.effect, SkipStep)
        and effect.effect.step == "draw"
        and means(effect.effect.player, event.player, effect.scope)
        for effect in step.in_force
    ):
        return frozenset({_outcome(step, _start(step, ()))})
    states = draw(step, _start(step, _dredge_cards(board, event.player)), event.player, frozenset())
    triggers = _beginning(step)
    found: set[Cards] = set()
    for state in states:
        happened = replace(state, triggered=(*state.triggered, *(watcher.source for watcher in triggers)))
        for order in resolution_orders(step, triggers):
            found |= _in_order(step, {happened}, order)
            if len(found) > MOST_STATES:
                raise Undecided(f"more than {MOST_STATES} states of the draw step")
    return frozenset(_outcome(step, state) for state in found)


def _start(step: Step, dredgeable: tuple[tuple[str, int], ...]) -> Cards:
    player = step.board.player(step.player)
    kept = min(player.drawn_kept, player.hand)
    return Cards(player.hand, kept, player.library, player.life, player.drawn_this_turn, dredgeable)


def _dredge_cards(board: Board, player: str) -> tuple[tuple[str, int], ...]:
    return tuple(
        (card.name, ability.number or 0)
        for card in board.player(player).graveyard_cards or ()
        for ability in card.faces[0].abilities
        if isinstance(ability, Keyword) and ability.name == "dredge"
    )


def _outcome(step: Step, cards: Cards) -> Outcome:
    observed = (
        ("discarded", cards.discarded), ("drawn", cards.drawn), ("life_paid", cards.paid), ("put_back", cards.put_back),
    )  # fmt: skip
    counts = {source: cards.triggered.count(source) for source in cards.triggered}
    return Outcome(observed=observed, triggers=in_list_order(step.board, counts))


# One draw (121.2, 614.11) --------------------------------------------------------------------------------------------


def draw(step: Step, cards: Cards, drawer: str, used: frozenset[int]) -> set[Cards]:
    """Every result of one draw of a player, each replacement used at most once (614.5)."""
    if _cannot_draw(step, cards, drawer):
        return {cards}
    found: set[Cards] = set()
    options = [
        place
        for place, effect in enumerate(step.replacements)
        if place not in used and _replaces(effect, step, cards, drawer)
    ]
    if drawer != step.player and _dredge_cards(step.board, drawer):
        raise Unmodelled(f"player.{drawer}.graveyard", "dredge of another player is not modelled yet")
    for place in options:
        effect = step.replacements[place]
        replacement = effect.effect
        assert isinstance(replacement, DrawReplacement)
        if replacement.optional:
            found |= draw(step, cards, drawer, used | {place})
        found |= _instead(step, cards, effect, drawer, used | {place})
    if drawer == step.player:
        for name, number in dict.fromkeys(cards.dredgeable):
            if cards.library >= number:
                left = list(cards.dredgeable)
                left.remove((name, number))
                found.add(replace(cards, hand=cards.hand + 1, library=cards.library - number, dredgeable=tuple(left)))
    return found if options else found | {_drawn(step, cards, drawer)}


def _cannot_draw(step: Step, cards: Cards, drawer: str) -> bool:
    """101.2, 121.2b, 614.17c: a draw that cannot happen is not replaced either."""
    if step.permitted("cannot draw", drawer):
        return True
    return step.permitted("one draw each turn", drawer) and _drawn_this_turn(step, cards, drawer) > 0


def _drawn_this_turn(step: Step, cards: Cards, drawer: str) -> int:
    if drawer == step.player:
        return cards.total
    return step.board.player(drawer).drawn_this_turn + dict(cards.others).get(drawer, 0)


def _replaces(effect: InForce, step: Step, cards: Cards, drawer: str) -> bool:
    replacement = effect.effect
    assert isinstance(replacement, DrawReplacement)
    scope = replace(effect.scope, actor=drawer)
    if not means(replacement.player, drawer, scope):
        return False
    odd = replacement.by_instruction or replacement.at_least > 1 or replacement.once
    if odd or any(map(_is_draw, replacement.instead)):
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
    raise Unmodelled(effect.source, "its replacement of draws is not modelled yet")


def _is_draw(part: Instruction) -> bool:
    return any(isinstance(inner, Draw | Discard | HandToLibrary | ReturnOrPay | AddMana) for inner in subterms(part))


def _instead(step: Step, cards: Cards, effect: InForce, drawer: str, used: frozenset[int]) -> set[Cards]:
    replacement = effect.effect
    assert isinstance(replacement, DrawReplacement)
    scope = replace(effect.scope, actor=drawer)
    number = value(replacement.draws, step.scope(scope, cards))
    states = {cards}
    for name in players(replacement.drawer, scope):
        for _ in range(number):
            states = {after for state in states for after in draw(step, state, name, used)}
    return states


def _drawn(step: Step, cards: Cards, drawer: str) -> Cards:
    """The draw happens; from an empty library nothing is drawn (121.4)."""
    if drawer != step.player:
        others = dict(cards.others)
        others[drawer] = others.get(drawer, 0) + 1
        return replace(cards, others=tuple(sorted(others.items())), triggered=_on_draw(step, cards, drawer))
    if cards.library == 0:
        return replace(cards, lost=True)
    return replace(
        cards, hand=cards.hand + 1, fresh=cards.fresh + 1, library=cards.library - 1, drawn=cards.drawn + 1,
        total=cards.total + 1, triggered=_on_draw(step, cards, drawer),
    )  # fmt: skip


def _on_draw(step: Step, cards: Cards, drawer: str) -> tuple[str, ...]:
    """What has triggered once the player has drawn a card (603.2)."""
    found = list(cards.triggered)
    for thing, ability in _triggered(step.things):
        scope = replace(_scope(step, thing), actor=drawer)
        if isinstance(ability.event, Draws) and means(ability.event.player, drawer, scope):
            if ability.condition is not None and not holds(ability.condition, step.scope(scope, cards)):
                continue
            if step.asks_for_life and drawer == step.player and any(map(_is_about_life, ability.instructions)):
                raise Unmodelled(thing.id, "damage and life between draws are not modelled yet")
            if any(map(_is_draw, ability.instructions)):
                raise Unmodelled(thing.id, "drawing or discarding whenever a card is drawn is not modelled yet")
            found.append(thing.id)
    return tuple(found)


def _is_about_life(part: Instruction) -> bool:
    return any(isinstance(one, OtherInstruction) and one.kind in {"damage", "life"} for one in subterms(part))


def _triggered(everything: Iterable[Thing]) -> Iterator[tuple[Thing, Triggered]]:
    for thing in everything:
        for ability in thing.abilities:
            if isinstance(ability, Triggered):
                yield thing, ability


def _scope(step: Step, thing: Thing) -> Scope:
    return Scope(step.board, step.things, thing.controller, thing.id, thing, thing.permanent.chosen, actor=step.player)


# The triggers of the step (504.2, 603.3b) -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    """An ability that triggered at the beginning of the draw step."""

    source: str
    controller: str
    ability: Triggered
    scope: Scope


def _beginning(step: Step) -> list[Waiting]:
    found = []
    for thing, ability in _triggered(step.things):
        event = ability.event
        if isinstance(event, BeginningOf) and event.step == "draw step":
            scope = _scope(step, thing)
            if means(event.of, step.player, scope) and (ability.condition is None or holds(ability.condition, scope)):
                found.append(Waiting(thing.id, thing.controller, ability, scope))
    return found


def resolution_orders(step: Step, waiting: list[Waiting]) -> Iterator[tuple[Waiting, ...]]:
    """Every order in which the abilities may resolve.

    The active player puts theirs on the stack first, then the others in turn order (603.3b); what comes last resolves
    first, so the active player's are the last to resolve, each player's in an order of their choice.
    """
    names = step.board.names
    turn = names.index(step.player)
    in_turn = [names[(turn + place) % len(names)] for place in range(len(names))]
    groups = [[w for w in waiting if w.controller == name] for name in reversed(in_turn)]
    for orders in product(*(permutations(group) for group in groups)):
        yield tuple(waiting for group in orders for waiting in group)


def _in_order(step: Step, states: set[Cards], order: tuple[Waiting, ...]) -> set[Cards]:
    for waiting in order:
        states = {after for state in states for after in _resolve(step, state, waiting)}
    return states


def _is_over(cards: Cards) -> bool:
    """704.5a, 704.5b: the player has lost before anything further resolves."""
    return cards.lost or cards.life <= 0


def _resolve(step: Step, cards: Cards, waiting: Waiting) -> set[Cards]:
    if _is_over(cards):
        return {cards}
    condition = waiting.ability.condition
    if condition is not None and not holds(condition, step.scope(waiting.scope, cards)):
        return {cards}
    return follow(step, cards, waiting, waiting.ability.instructions)


def follow(step: Step, cards: Cards, waiting: Waiting, instructions: tuple[Instruction, ...]) -> set[Cards]:
    """Every way of following the instructions, in the order written (608.2c)."""
    states = {cards}
    for instruction in instructions:
        states = {after for state in states for after in _one(step, state, waiting, instruction)}
    return states


def _one(step: Step, cards: Cards, waiting: Waiting, instruction: Instruction) -> set[Cards]:
    scope = step.scope(waiting.scope, cards)
    match instruction:
        case Draw(amount, player, optional):
            if not any(name == step.player for name in players(player, scope)):
                return {cards}
            number = cards.moved if isinstance(amount, ThatMany) else value(amount, scope)
            found = _draws(step, cards, waiting, number)
            return found | {cards} if optional else found
        case May(instructions, player):
            if step.player not in players(player, scope):
                return follow(step, cards, waiting, instructions) | {cards}
            if _cannot_be_chosen(step, cards, instructions):
                return {cards}
            return follow(step, cards, waiting, instructions) | {cards}
        case If(condition, then, otherwise):
            return follow(step, cards, waiting, then if holds(condition, scope) else otherwise)
        case HandToLibrary(player, amount, all_cards, on_top):
            if step.player not in players(player, scope):
                return {cards}
            number = cards.hand if all_cards else min(value(amount, scope), cards.hand)
            return {
                replace(
                    cards, hand=cards.hand - number, fresh=cards.fresh - fresh, library=cards.library + number,
                    put_back=cards.put_back + (number if on_top else 0), moved=number,
                )
                for fresh in _of_them_fresh(cards, number)
            }  # fmt: skip
        case Discard(amount, player):
            if step.player not in players(player, scope):
                return {cards}
            number = cards.moved if isinstance(amount, ThatMany) else value(amount, scope)
            return _discards(step, cards, waiting, min(number, cards.hand))
        case ReturnOrPay(chosen, life):
            if waiting.controller != step.player:
                return {cards}
            return _return_or_pay(step, cards, min(chosen, cards.fresh), life)
    if any(isinstance(part, Draw | Discard | HandToLibrary | ReturnOrPay) for part in subterms(instruction)):
        raise Unmodelled(waiting.source, f"{type(instruction).__name__} around draws or discards is not modelled yet")
    return {cards}


def _cannot_be_chosen(step: Step, cards: Cards, instructions: tuple[Instruction, ...]) -> bool:
    """121.2b, 121.3: a player who cannot draw so many cards cannot choose to; an empty library is no hindrance."""
    for part in instructions:
        if isinstance(part, Draw) and part.player == "you":
            if step.permitted("cannot draw", step.player):
                return True
            if step.permitted("one draw each turn", step.player):
                return cards.total > 0 or not isinstance(part.amount, int) or part.amount > 1
    return False


def _of_them_fresh(cards: Cards, number: int) -> range:
    """How many of so many cards from the hand may be cards drawn this turn."""
    return range(max(0, number - (cards.hand - cards.fresh)), min(number, cards.fresh) + 1)


def _draws(step: Step, cards: Cards, waiting: Waiting, number: int) -> set[Cards]:
    """So many draws; of those of the ability that is meant, some other effect replaces as many as the event says."""
    gone = step.event.replaced if step.event.replaced and _is_meant(step, waiting) else 0
    found: set[Cards] = set()
    for replaced in _subsets(number, min(gone, number)):
        states = {cards}
        for place in range(number):
            if place not in replaced:
                states = {after for state in states for after in draw(step, state, step.player, frozenset())}
        found |= states
    return {replace(state, moved=state.drawn - cards.drawn) for state in found}


def _subsets(number: int, size: int) -> Iterator[frozenset[int]]:
    for chosen in combinations(range(number), size):
        yield frozenset(chosen)


def _is_meant(step: Step, waiting: Waiting) -> bool:
    if step.event.of is not None:
        return waiting.source == step.event.of
    drawing = [w for w in _beginning(step) if any(isinstance(part, Draw) for part in subterms(w.ability.instructions))]
    if len(drawing) > 1:
        raise Unmodelled("event.of", "several abilities ask for draws; which of them is meant is not said")
    return True


def _discards(step: Step, cards: Cards, waiting: Waiting, number: int) -> set[Cards]:
    if waiting.controller != step.player and step.permitted("cannot be made to discard", step.player):
        return {cards}
    places = destinations(step.board, step.player, "effect", waiting.controller)
    happened = tuple(discard_triggers(step.board, step.player, number).elements())
    return {
        replace(
            cards, hand=cards.hand - number, fresh=cards.fresh - fresh, discarded=cards.discarded + number,
            library=cards.library + kept, put_back=cards.put_back + kept, moved=number,
            triggered=(*cards.triggered, *happened),
        )
        for fresh in _of_them_fresh(cards, number)
        for kept in (range(number + 1) if places >= {"library", "graveyard"} else [number * (places == {"library"})])
    }  # fmt: skip


def _return_or_pay(step: Step, cards: Cards, number: int, life: int) -> set[Cards]:
    """For each of so many cards drawn this turn: pay life (119.4, 119.8) or put it on top of the library."""
    can_pay = not step.permitted("cannot pay life", step.player) and not step.permitted("cannot lose life", step.player)
    found = set()
    for paid in range(number + 1):
        if paid and (not can_pay or cards.life < paid * life):
            break
        back = number - paid
        found.add(
            replace(
                cards,
                hand=cards.hand - back,
                fresh=cards.fresh - back,
                library=cards.library + back,
                life=cards.life - paid * life,
                paid=cards.paid + paid * life,
                put_back=cards.put_back + back,
                moved=back,
            )
        )
    return found
