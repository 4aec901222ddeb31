"""The draw step (504): its draw, then the abilities that triggered at its beginning, in every order that there may be.

What the abilities of one player lead to depends only on which of them have resolved, so the states are kept for each
number of abilities of each kind that have, not for each order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace

from ..board import Board, DrawStep, Outcome
from ..cards.ability import (
    BeginningOf,
    ChooseMode,
    Discard,
    Draw,
    HandToLibrary,
    If,
    Instruction,
    May,
    ReturnOrPay,
    SkipStep,
    Triggered,
)
from ..cards.limits import has_dredge, may_end_the_step
from ..cards.naming import in_words
from ..cards.terms import CardsIn, ThatMany
from ..errors import Illegal, Undecided, Unmodelled
from .discard_destinations import destinations
from .discarding import after_discards, asks_for_more, discard_triggers
from .drawing import (
    MOST_STATES,
    Cards,
    Counted,
    Step,
    bounded,
    draw,
    draws,
    is_about_cards,
    more,
    scope_of,
    triggered_abilities,
)
from .effects import InForce
from .following import subterms
from .terms import Scope, holds, means, players, value
from .triggers import in_list_order


def draw_step(board: Board, event: DrawStep) -> frozenset[Outcome]:
    """Every outcome of the player's draw step. Raises Unmodelled, or Undecided beyond ``MOST_STATES`` states."""
    if any(player.life <= 0 for player in board.players):
        raise Unmodelled("704.5a", "a draw step that a player without life has lived to see")
    step = Step(board, event)
    if any(skipping(step)):
        return frozenset({outcome_of(step, begun(step, ()))})
    triggers = beginning(step)
    drawing = {
        each.source for each in triggers if any(isinstance(part, Draw) for part in subterms(each.ability.instructions))
    }
    if event.replaced and event.of is not None and event.of not in drawing:
        raise Illegal(f"no ability of {event.of} draws in this step", ("504.2",))
    _refuse_dredge(step, triggers)
    sources = [watcher.source for watcher in triggers]
    states = {
        replace(state, triggered=more(state.triggered, sources))
        for state in draw(step, begun(step, step.dredge_cards(event.player)), event.player, frozenset())
    }
    for group in resolution_groups(step, triggers):
        states = _in_any_order(step, states, group)
    found = frozenset(outcome_of(step, state) for state in states)
    abilities = {thing.id: tuple(thing.abilities) for thing in step.things}
    life = min(player.life for player in board.players)
    for state in states:
        if may_end_the_step(abilities, dict(state.triggered), state.drawn, life):
            raise Unmodelled("704.5a", "damage or loss of life that may end the game within the draw step")
    return found


def _refuse_dredge(step: Step, triggers: list[Waiting]) -> None:
    """Raises Unmodelled where a card with dredge may be discarded in the step, and dredged in it (702.52a)."""
    discards = any(isinstance(part, Discard) for each in triggers for part in subterms(each.ability.instructions))
    player = step.board.player(step.player)
    if discards and has_dredge((*(player.hand_cards or ()), *(player.graveyard_cards or ()))):
        raise Unmodelled("702.52a", "dredge where cards are discarded too")


def skipping(step: Step) -> Iterator[InForce]:
    """The effects by which the step is skipped (614.10)."""
    for effect in step.in_force:
        if isinstance(effect.effect, SkipStep) and effect.effect.step == "draw":
            if means(effect.effect.player, step.player, effect.scope):
                yield effect


def begun(step: Step, dredgeable: Counted) -> Cards:
    """The player's cards as the step begins."""
    player = step.board.player(step.player)
    kept = min(player.drawn_kept, player.hand) if step.asks_for_life else 0
    return Cards(player.hand, kept, player.library, player.life, player.drawn_this_turn, dredgeable)


def outcome_of(step: Step, cards: Cards) -> Outcome:
    """What has been observed when the step ends like this."""
    observed = (
        ("discarded", cards.discarded), ("drawn", cards.drawn), ("life_paid", cards.paid), ("put_back", cards.put_back),
    )  # fmt: skip
    return Outcome(observed=observed, triggers=in_list_order(step.board, dict(cards.triggered)))


# The triggers of the step (504.2, 603.3b) -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    """An ability that triggered at the beginning of the draw step."""

    source: str
    controller: str
    ability: Triggered
    scope: Scope


def beginning(step: Step) -> list[Waiting]:
    """The abilities that trigger at the beginning of the step (603.2b)."""
    found = []
    for thing, ability in triggered_abilities(step.things):
        event = ability.event
        if isinstance(event, BeginningOf) and event.step == "draw step":
            scope = scope_of(step, thing)
            if means(event.of, step.player, scope) and (ability.condition is None or holds(ability.condition, scope)):
                waiting = Waiting(thing.id, thing.controller, ability, scope)
                found += [waiting] * step.triggering.often(thing, ability)
    return found


def resolution_groups(step: Step, waiting: list[Waiting]) -> list[list[Waiting]]:
    """The abilities of each player; whose abilities resolve first comes first.

    The active player puts theirs on the stack first, then the others in turn order (603.3b); what comes last resolves
    first, so the active player's are the last to resolve, each player's in an order of their choice.
    """
    names = step.board.names
    turn = names.index(step.player)
    in_turn = [names[(turn + place) % len(names)] for place in range(len(names))]
    return [[w for w in waiting if w.controller == name] for name in reversed(in_turn)]


def _in_any_order(step: Step, states: set[Cards], group: list[Waiting]) -> set[Cards]:
    """What the abilities of one player lead to, in every order of them; alike ones take turns."""
    kinds: dict[Hashable, list[Waiting]] = {}
    for waiting in group:
        kinds.setdefault(kind_of(step, waiting), []).append(waiting)
    number = [len(alike) for alike in kinds.values()]
    first = [alike[0] for alike in kinds.values()]
    known: dict[tuple[int, Cards], set[Cards]] = {}
    layer = {(0,) * len(number): states}
    for _ in group:
        following: dict[tuple[int, ...], set[Cards]] = {}
        for resolved, here in layer.items():
            for kind, most in enumerate(number):
                if resolved[kind] == most:
                    continue
                then = following.setdefault((*resolved[:kind], resolved[kind] + 1, *resolved[kind + 1 :]), set())
                for state in here:
                    if (kind, state) not in known:
                        known[kind, state] = _resolve(step, state, first[kind])
                    then |= known[kind, state]
        if sum(map(len, following.values())) > MOST_STATES:
            raise Undecided(f"more than {MOST_STATES:,} states of the draw step")
        layer = following
    (states,) = layer.values()
    return states


_PLAIN = (Draw, Discard, HandToLibrary, ReturnOrPay, May, ThatMany, CardsIn)


def kind_of(step: Step, waiting: Waiting) -> Hashable:
    """Equal for abilities of one player that do the same whichever permanent has them."""
    ability = waiting.ability
    plain = ability.condition is None and all(isinstance(part, _PLAIN) for part in subterms(ability.instructions))
    if not plain or step.event.replaced:
        return waiting.source, ability
    return ability


def is_over(cards: Cards) -> bool:
    """704.5a, 704.5b: the player has lost before anything further resolves."""
    return cards.lost or cards.life <= 0


def _resolve(step: Step, cards: Cards, waiting: Waiting) -> set[Cards]:
    if is_over(cards):
        if step.may_be_kept:
            raise Unmodelled("104.3", "whether a player who would lose is kept in the game")
        return {cards}
    condition = waiting.ability.condition
    if condition is not None and not holds(condition, step.scope(waiting.scope, cards)):
        return {cards}
    return {replace(state, moved=0) for state in follow(step, cards, waiting, waiting.ability.instructions)}


def follow(step: Step, cards: Cards, waiting: Waiting, instructions: tuple[Instruction, ...]) -> set[Cards]:
    """Every way of following the instructions, in the order written (608.2c)."""
    states = {cards}
    for instruction in instructions:
        states = bounded({after for state in states for after in follow_one(step, state, waiting, instruction)})
    return states


def follow_one(step: Step, cards: Cards, waiting: Waiting, instruction: Instruction) -> set[Cards]:
    """Every result of one instruction. Raises Unmodelled."""
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
            if cannot_be_chosen(step, cards, instructions):
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
        raise Unmodelled(waiting.source, f"{in_words(instruction)} around draws or discards is not modelled yet")
    return {cards}


def cannot_be_chosen(step: Step, cards: Cards, instructions: tuple[Instruction, ...]) -> bool:
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
    gone = step.event.replaced if step.event.replaced and is_meant(step, waiting) else 0
    found = draws(step, cards, step.player, max(number, 0), frozenset(), gone=gone)
    return {replace(state, moved=state.drawn - cards.drawn) for state in found}


def is_meant(step: Step, waiting: Waiting) -> bool:
    """Whether the event says of this ability that something else replaces draws of it. Raises Unmodelled."""
    if step.event.of is not None:
        return waiting.source == step.event.of
    drawing = [w for w in beginning(step) if any(isinstance(part, Draw) for part in subterms(w.ability.instructions))]
    if len(drawing) > 1:
        raise Unmodelled("event.of", "several abilities ask for draws; which of them is meant is not said")
    return True


def _discards(step: Step, cards: Cards, waiting: Waiting, number: int) -> set[Cards]:
    if waiting.controller != step.player and step.permitted("cannot be made to discard", step.player):
        return {cards}
    places = destinations(step.board, step.player, "effect", waiting.controller)
    for card in step.board.player(step.player).hand_cards or ():
        if destinations(step.board, step.player, "effect", waiting.controller, card) != places:
            raise Unmodelled(card.name, "a card that goes elsewhere than others if it is discarded in the draw step")
    ways = _of_them_fresh(cards, number)
    back = range(number + 1) if places > {"library"} else [number * (places == {"library"})]
    if len(ways) * len(back) > MOST_STATES:
        raise Undecided(f"more than {MOST_STATES:,} states of the draw step")
    buried = "graveyard" in places
    triggered = {kept: _triggered(step, cards, waiting, (number, kept, (number - kept) * buried)) for kept in back}
    return {
        replace(
            cards, hand=cards.hand - number, fresh=cards.fresh - fresh, discarded=cards.discarded + number,
            library=cards.library + kept, put_back=cards.put_back + kept, moved=number, triggered=triggered[kept],
        )
        for fresh in ways
        for kept in back
    }  # fmt: skip


def _triggered(step: Step, cards: Cards, waiting: Waiting, moved: tuple[int, int, int]) -> Counted:
    """What has triggered once cards are discarded: how many, to the library and to the graveyard (603.2, 603.4)."""
    number, library, graveyard = moved
    board = step.board
    if asks_for_more(board):
        board = after_discards(step.scope(waiting.scope, cards).board, step.player, number, library, graveyard)
    happened = discard_triggers(board, step.player, number)
    for thing, ability in triggered_abilities(step.things):
        modal = any(isinstance(part, ChooseMode) for part in subterms(ability.instructions))
        if modal and thing.id in happened and any(map(is_about_cards, ability.instructions)):
            raise Unmodelled(thing.id, "modes that move cards, chosen when cards are discarded in the draw step")
    return tuple(sorted((Counter(dict(cards.triggered)) + happened).items()))


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
