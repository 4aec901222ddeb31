"""Wrong rules, in ``verifier.rules`` alone: hand sizes, discards, draws, entering, {T}, activating."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from verifier.board import Board, EntersEvent
from verifier.cards.ability import Activated, Keyword
from verifier.rules import (
    discard_destinations,
    discarding,
    draw_step,
    drawing,
    effects,
    entering,
    hand_size,
    legality,
    mana_abilities,
    paying_triggers,
    triggering,
)

from .table import Breaker, Table

WRONG = Table("rules")
mutant = WRONG.mutant

A_LARGE_NUMBER = 2_147_483_647


# Maximum hand size (402.2, 613.11) -----------------------------------------------------------------------------------


@mutant("613.7d", "rules/402.toml#false-the-smallest-number-wins")
def the_smallest_number_wins(breaker: Breaker) -> None:
    """A number that is set counts only if it is smaller than what was there."""
    right = hand_size.apply

    def smallest(size: int | None, change: hand_size.Change, never_negative: bool) -> int | None:
        after = right(size, change, never_negative)
        return min(size, after) if change.change == "set" and size is not None and after is not None else after

    breaker.function(right, smallest)


@mutant("402.2", "cards/library_of_leng.toml#leng-then-an-increase")
def no_maximum_as_a_number(breaker: Breaker) -> None:
    """No maximum is a very large number that others raise and lower."""
    right = hand_size.apply

    def large(size: int | None, change: hand_size.Change, never_negative: bool) -> int | None:
        after = right(size, change, never_negative)
        return A_LARGE_NUMBER if after is None else after

    breaker.function(right, large)


@mutant("613.11", "cards/library_of_leng.toml#false-no-maximum-always-wins")
def no_maximum_always_wins(breaker: Breaker) -> None:
    """A number that is set later does not end "no maximum"."""
    right = hand_size.apply

    def wins(size: int | None, change: hand_size.Change, never_negative: bool) -> int | None:
        return None if size is None else right(size, change, never_negative)

    breaker.function(right, wins)


@mutant("613.11", "rules/402.toml#reductions-first-are-forgotten")
def reductions_come_last(breaker: Breaker) -> None:
    """Reductions are applied after everything else, whatever their timestamps."""
    right = hand_size.ordered_groups

    def last(board: Board, changes: list[hand_size.Change]) -> Any:
        yield from right(board, [change for change in changes if change.change != "reduce"])
        yield from right(board, [change for change in changes if change.change == "reduce"])

    breaker.function(right, last)


@mutant("107.1b", "rules/402.toml#below-zero-in-between-is-kept")
def never_below_zero_in_between(breaker: Breaker) -> None:
    """The other reading is taken whatever the board says."""
    right = hand_size.apply

    def at_least_zero(size: int | None, change: hand_size.Change, never_negative: bool) -> int | None:
        return right(size, change, True)

    breaker.function(right, at_least_zero)


@mutant("613.7m", "rules/402.toml#simultaneous-effects-of-two-players")
def the_active_player_last(breaker: Breaker) -> None:
    """Of simultaneous effects those of the active player are the latest to be applied."""
    right = hand_size.ordered_groups

    def reversed_turn(board: Board, changes: list[hand_size.Change]) -> Any:
        groups = list(right(board, changes))[::-1]
        yield from sorted(groups, key=lambda group: group[0].timestamp)

    breaker.function(right, reversed_turn)


@mutant("613.7m", "rules/402.toml#false-list-order-breaks-the-tie")
def list_order_breaks_ties(breaker: Breaker) -> None:
    """Nobody chooses an order of simultaneous effects: the one listed last counts."""
    right = hand_size.ordered_groups

    def as_listed(board: Board, changes: list[hand_size.Change]) -> Any:
        for group in right(board, changes):
            yield from ([change] for change in group)

    breaker.function(right, as_listed)


# Discards (514, 701.9) -----------------------------------------------------------------------------------------------


@mutant("118.1", "cards/library_of_leng.toml#false-leng-for-a-cost")
def leng_also_for_costs(breaker: Breaker) -> None:
    """What replaces discards to effects replaces discards as costs too."""
    right = discard_destinations._caused

    def for_costs(effect: Any, player: str, cause: str, by: str | None) -> bool:
        return right(effect, player, "effect" if cause.startswith("cost") else cause, by)

    breaker.function(right, for_costs)


@mutant("514.1", "cards/library_of_leng.toml#false-leng-at-cleanup")
def leng_at_cleanup(breaker: Breaker) -> None:
    """The turn-based discard of the cleanup step is taken for an effect."""
    right = discard_destinations._caused

    def at_cleanup(effect: Any, player: str, cause: str, by: str | None) -> bool:
        return right(effect, player, "effect" if cause == "turn-based action" else cause, by)

    breaker.function(right, at_cleanup)


@mutant("701.17a", "cards/library_of_leng.toml#milling-is-no-discard")
def milling_is_a_discard(breaker: Breaker) -> None:
    """Cards that are milled count as discarded."""
    right = discarding.discarded

    def any_cause(board: Board, event: Any) -> Any:
        return right(board, replace(event, cause="effect") if event.cause == "mill" else event)

    breaker.function(right, any_cause)


@mutant("614.6", "cards/library_of_leng.toml#false-leng-must-be-used")
def replacing_a_discard_is_no_choice(breaker: Breaker) -> None:
    """A replacement of discards that its player may decline is always used."""
    right = discard_destinations.destinations

    def used(*asked: Any) -> frozenset[str]:
        found = right(*asked)
        return frozenset(found - {"graveyard"}) or found

    breaker.function(right, used)


# Draws (121, 504) ----------------------------------------------------------------------------------------------------


@mutant("614.6", "rules/121.toml#false-draws-counted-when-replaced")
def draws_counted_when_replaced(breaker: Breaker) -> None:
    """A draw that was replaced counts as a card drawn."""
    right = drawing._instead

    def counted(*asked: Any) -> set[drawing.Cards]:
        return {replace(cards, drawn=cards.drawn + 1, total=cards.total + 1) for cards in right(*asked)}

    breaker.function(right, counted)


@mutant("614.5", "rules/121.toml#one-at-a-time")
def new_draws_replaced_again(breaker: Breaker) -> None:
    """Each effect may replace once more one of the draws that it gave."""
    right = drawing._instead
    second = 1_000

    def again(step: Any, cards: Any, effect: Any, drawer: str, used: frozenset[int]) -> set[drawing.Cards]:
        place = step.replacements.index(effect)
        if place + second not in used:
            used = used - {place} | {place + second}
        return right(step, cards, effect, drawer, used)

    breaker.function(right, again)


@mutant("119.4", "cards/sylvan_library.toml#false-payments-with-too-little-life")
def payments_with_too_little_life(breaker: Breaker) -> None:
    """More life may be paid than there is."""
    right = draw_step._return_or_pay

    def on_credit(step: Any, cards: drawing.Cards, number: int, life: int) -> set[drawing.Cards]:
        return right(step, replace(cards, life=cards.life + number * life), number, life)

    breaker.function(right, on_credit)


@mutant("603.3b", "cards/sylvan_library.toml#an-opponents-trigger-resolves-first")
def the_active_player_resolves_first(breaker: Breaker) -> None:
    """Triggers resolve in the order in which the players put them on the stack."""

    def in_turn_order(step: drawing.Step, waiting: list[draw_step.Waiting]) -> Any:
        names = step.board.names
        turn = names.index(step.player)
        return [[w for w in waiting if w.controller == name] for name in names[turn:] + names[:turn]]

    breaker.function(draw_step.resolution_groups, in_turn_order)


# X, {T} and {Q} (107, 302.6) -----------------------------------------------------------------------------------------


@mutant("107.3m", "rules/107.toml#false-the-permanent-keeps-its-x")
def x_kept_on_the_permanent(breaker: Breaker) -> None:
    """A permanent on the battlefield still has the X of its spell."""
    right = entering.entered

    def kept(board: Board, event: EntersEvent) -> Any:
        return frozenset(outcome._replace(observed=(("X", event.x or 0),)) for outcome in right(board, event))

    breaker.function(right, kept)


@mutant("107.3m", "rules/107.toml#no-spell-no-x")
def x_without_a_spell(breaker: Breaker) -> None:
    """A permanent that no spell became enters as though X were one."""
    breaker.function(entering._x, lambda event: event.x or 1)


@mutant("302.6", "rules/107.toml#false-summoning-sick-lands")
def summoning_sick_lands(breaker: Breaker) -> None:
    """Whatever came this turn is taken for a creature."""
    right = legality.check_legal

    def as_creatures(board: Board, things: Any, thing: Any, ability: Any, actor: str) -> None:
        right(board, things, thing.changed(types=thing.types | {"Creature"}), ability, actor)

    breaker.function(right, as_creatures)


@mutant("107.5", "rules/107.toml#tapped-already")
def tapped_permanents_tap_again(breaker: Breaker) -> None:
    """{T} can be paid by a tapped permanent."""
    right = legality.check_legal

    def untapped(board: Board, things: Any, thing: Any, ability: Any, actor: str) -> None:
        right(board, things, thing.changed(permanent=replace(thing.permanent, tapped=False)), ability, actor)

    breaker.function(right, untapped)


# Activating (602, 605) -----------------------------------------------------------------------------------------------


@mutant("605.1a", "rules/605.toml#moving-a-card-from-the-library-uses-the-stack")
def libraries_do_not_matter(breaker: Breaker) -> None:
    """What moves a card from a library is a mana ability in every edition of the rules."""
    breaker.function(mana_abilities._moves_library, lambda part: False)


@mutant("605.1a", "rules/605.toml#an-ability-with-a-target-is-no-mana-ability")
def targets_do_not_matter(breaker: Breaker) -> None:
    """An ability that targets may be a mana ability."""
    right = mana_abilities.is_mana_ability

    def untargeted(ability: Any, edition: str) -> bool:
        if isinstance(ability, Activated) and ability.target:
            ability = msgspec.structs.replace(ability, target=False)
        return right(ability, edition)

    breaker.function(right, untargeted)


@mutant("302.6", "rules/602.toml#another-keyword-is-no-haste")
def every_keyword_is_haste(breaker: Breaker) -> None:
    """A creature with any keyword at all may be tapped the turn it came."""
    breaker.function(legality.has_haste, lambda thing: any(isinstance(ability, Keyword) for ability in thing.abilities))


@mutant("101.2", "rules/602.toml#cannot-beats-can")
def can_beats_cannot(breaker: Breaker) -> None:
    """No effect keeps a mana ability from being activated."""
    right = effects.in_force

    def without(*asked: Any) -> Any:
        return tuple(effect for effect in right(*asked) if getattr(effect.effect, "kind", "") != "cannot activate")

    breaker.where_it_is_used(legality, "in_force", without)


# Additional triggers and costs (603.2d, 603.10a, 118.3) ---------------------------------------------------------------


@mutant("603.2d", "rules/603_additional.toml#a-legendary-creature-triggers-twice")
def nothing_triggers_again(breaker: Breaker) -> None:
    """Every ability triggers once, whatever effects say."""
    breaker.method(triggering.Triggering, "often", lambda here, thing, ability: 1)


@mutant("603.2d", "rules/603_additional.toml#nothing-triggers-under-an-orb")
def what_never_triggers_triggers_again(breaker: Breaker) -> None:
    """An effect that keeps abilities from triggering makes them trigger once more."""
    right = triggering.Triggering.often
    breaker.method(triggering.Triggering, "often", lambda here, thing, ability: right(here, thing, ability) or 2)


@mutant("603.2", "rules/603_paying.toml#a-city-triggers-as-it-is-tapped")
def nothing_becomes_tapped_for_a_cost(breaker: Breaker) -> None:
    """What is tapped for a cost does not become tapped."""
    breaker.function(paying_triggers._tapped, lambda resolution: iter(()))


@mutant("605.1b", "rules/603_paying.toml#a-sacrificed-treasure-makes-more-mana")
def a_sacrifice_sets_nothing_off(breaker: Breaker) -> None:
    """Nothing triggers on what is sacrificed for a cost."""
    breaker.function(paying_triggers._paid_with, lambda resolution: ())


@mutant("118.3", "rules/602_limits.toml#a-petal-is-not-sacrificed")
def everything_can_be_sacrificed(breaker: Breaker) -> None:
    """No effect keeps a permanent from being sacrificed for a cost."""
    breaker.function(legality.can_be_sacrificed, lambda board, things, thing, actor: True)
