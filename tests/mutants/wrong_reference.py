"""The same wrong rules in ``verifier.reference`` alone: the doubter errs, the rules are right."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from verifier.board import Amounts
from verifier.cards.ability import AddForAll
from verifier.reference import (
    continuous,
    copying,
    discarding,
    draw_step,
    hand_size,
    layers,
    mana_events,
    paying,
    producing,
    replacing,
    table,
    triggering,
    type_line,
)

from .table import Breaker, Table

WRONG = Table("reference")
mutant = WRONG.mutant


@mutant("614.5", "rules/614.toml#each-effect-once")
def an_effect_twice(breaker: Breaker) -> None:
    """Each replacement effect gets two opportunities."""
    right = replacing.effects_watching
    breaker.function(right, lambda *asked: right(*asked) * 2)


@mutant("616.1f", "rules/614.toml#applicability-is-asked-again")
def applicability_asked_once(breaker: Breaker) -> None:
    """What does not apply to the production at first never applies."""
    right = replacing.every_end

    def at_first(effects: list[replacing.Effect], mana: Amounts, waits: bool) -> set[Amounts]:
        return right([effect for effect in effects if replacing.is_applicable(effect, mana, waits)], mana, waits)

    breaker.function(right, at_first)


@mutant("616.1f", "rules/614.toml#false-a-run-may-stop-early")
def a_run_may_stop_early(breaker: Breaker) -> None:
    """A run may end although an unused effect still applies."""
    right = replacing.every_end
    breaker.function(right, lambda effects, mana, waits: {mana, *right(effects, mana, waits)})


@mutant("106.12b", "rules/614.toml#idle-effects-are-used-up")
def idle_effects_wait(breaker: Breaker) -> None:
    """The other reading is taken whatever the board says."""
    right = replacing.is_applicable
    breaker.function(right, lambda effect, mana, waits: right(effect, mana, True))


@mutant("106.7", "rules/106.toml#a-circle-with-one-anchor")
def one_round_is_enough(breaker: Breaker) -> None:
    """What permanents could produce is found in one round, from what those produce that ask nobody."""

    def one_round(laid: table.Table) -> dict[str, str]:
        laid = replace(laid, could=lambda name: "")
        first = {name: producing.types_of(laid, thing) for name, thing in laid.there.items()}
        laid = replace(laid, could=lambda name: first.get(name, ""))
        return {name: producing.types_of(laid, thing) for name, thing in laid.there.items()}

    breaker.function(producing._could_produce, one_round)


@mutant("402.2", "cards/library_of_leng.toml#leng-then-an-increase")
def no_maximum_as_a_number(breaker: Breaker) -> None:
    """No maximum is a very large number that others raise and lower."""
    right = hand_size._changed

    def large(size: int | None, change: str, amount: int) -> int | None:
        after = right(size, change, amount)
        return 2_147_483_647 if after is None else after

    breaker.function(right, large)


@mutant("613.7d", "rules/402.toml#false-the-smallest-number-wins")
def the_smallest_number_wins(breaker: Breaker) -> None:
    """A number that is set counts only if it is smaller than what was there."""
    right = hand_size._changed

    def smallest(size: int | None, change: str, amount: int) -> int | None:
        return size if change == "set" and size is not None and size < amount else right(size, change, amount)

    breaker.function(right, smallest)


@mutant("305.7", "rules/305.toml#false-a-set-type-keeps-old-abilities")
def a_set_type_keeps_old_abilities(breaker: Breaker) -> None:
    """A land whose type is set keeps its rules text."""
    breaker.function(type_line._without_text, lambda thing: thing)


@mutant("305.6", "rules/305.toml#each-basic-type-brings-its-ability")
def intrinsic_abilities_forgotten(breaker: Breaker) -> None:
    """Basic land types bring no mana ability."""
    breaker.function(table.with_intrinsic_abilities, lambda thing: thing)


@mutant("613.8a", "rules/613.toml#false-timestamps-alone")
def no_dependency(breaker: Breaker) -> None:
    """Inside a layer timestamps alone decide."""
    breaker.function(layers.depends_on, lambda *asked: False)


@mutant("613.8b", "rules/613.toml#a-loop-goes-by-timestamp")
def loops_go_by_the_newest(breaker: Breaker) -> None:
    """Of effects that wait for each other in a circle the newest is applied first."""
    right = layers.next_of

    def newest(left: list[Any], depends: Any) -> Any:
        chosen = right(left, depends)
        circle = [one for one in left if depends(one, chosen) and depends(chosen, one)]
        return max([chosen, *circle], key=lambda one: one.time)

    breaker.function(right, newest)


@mutant("613.7a", "rules/613.toml#false-the-host-gives-the-timestamp")
def the_host_gives_the_timestamp(breaker: Breaker) -> None:
    """An ability that an Aura grants is as old as what the Aura is on."""
    right = continuous.time_of

    def as_old_as_the_host(order: Any, held: Any, thing: Any, place: int) -> Any:
        return (order[thing.id], 0, place)

    breaker.function(right, as_old_as_the_host)


@mutant("118.1", "cards/library_of_leng.toml#false-leng-for-a-cost")
def leng_also_for_costs(breaker: Breaker) -> None:
    """What replaces discards to effects replaces discards as costs too."""
    right = discarding._by_such_a_cause

    def for_costs(asked: str, you: str, cause: str, by: str | None, subject: str) -> bool:
        return right(asked, you, "effect" if cause.startswith("cost") else cause, by, subject)

    breaker.function(right, for_costs)


@mutant("603.3b", "cards/sylvan_library.toml#an-opponents-trigger-resolves-first")
def the_active_player_resolves_first(breaker: Breaker) -> None:
    """Of what triggered together the active player's resolve first."""
    right = draw_step._put_on_the_stack

    def turned_over(game: Any) -> Any:
        placed = len(game.stack)
        return [replace(now, stack=now.stack[:placed] + now.stack[placed:][::-1]) for now in right(game)]

    breaker.function(right, turned_over)


@mutant("302.6", "rules/107.toml#false-summoning-sick-lands")
def summoning_sick_lands(breaker: Breaker) -> None:
    """Whatever came this turn is taken for a creature."""
    right = paying.check_may_activate

    def as_creatures(laid: Any, thing: Any, *rest: Any) -> None:
        right(laid, replace(thing, types=thing.types | {"Creature"}), *rest)

    breaker.function(right, as_creatures)


@mutant("614.1a", "rules/106_any_mana.toml#dawn-needs-no-tapping")
def only_tapped_mana_is_replaced(breaker: Breaker) -> None:
    """What replaces any mana replaces that of tapped permanents alone."""
    right = replacing.effects_watching

    def tapped_for(laid: Any, adding: replacing.Adding, recipient: str) -> list[replacing.Effect]:
        return right(laid, adding, recipient) if adding.tapped else []

    breaker.function(right, tapped_for)


@mutant("614.1a", "rules/106_any_mana.toml#abundance-is-for-everybody")
def mana_for_all_goes_to_one(breaker: Breaker) -> None:
    """What all players would add is added by one."""
    right = replacing.outcomes_of

    def for_one(watching: Any, added: Any, waits: bool) -> Any:
        mine = [effect for effect in watching[added.player] if not isinstance(effect.change, AddForAll)]
        return right({added.player: mine}, added, waits)

    breaker.function(right, for_one)


@mutant("612.2", "rules/612.toml#blood-moon-of-swamps")
def texts_never_change(breaker: Breaker) -> None:
    """Texts are as printed whatever has resolved."""
    breaker.function(copying.with_words_changed, lambda thing, changes: thing)


# Additional triggers and costs (603.2d, 603.10a, 118.3) ---------------------------------------------------------------


@mutant("603.2d", "rules/603_additional.toml#a-legendary-creature-triggers-twice")
def nothing_triggers_again(breaker: Breaker) -> None:
    """Every ability triggers once, whatever effects say."""
    breaker.function(triggering._times, lambda *asked: 1)


@mutant("603.2", "rules/603_paying.toml#a-city-triggers-as-it-is-tapped")
def a_cost_sets_nothing_off(breaker: Breaker) -> None:
    """Nothing triggers on what is tapped or sacrificed for a cost."""
    breaker.function(mana_events._paying, lambda production, found: [])


@mutant("118.3", "rules/602_limits.toml#a-petal-is-not-sacrificed")
def everything_can_be_sacrificed(breaker: Breaker) -> None:
    """No effect keeps a permanent from being sacrificed for a cost."""
    breaker.function(paying._is_protected, lambda table, thing, player: False)
