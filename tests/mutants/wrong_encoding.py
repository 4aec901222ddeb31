"""The same wrong rules in ``verifier.encode`` alone: what the solver is asked is wrong, the rules are right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from verifier.board import Amounts
from verifier.cards import mana as m
from verifier.cards.ability import Instead
from verifier.encode import (
    activating,
    answers,
    could_produce,
    effects,
    exact,
    graph,
    hand_size,
    hand_size_effects,
    hand_size_fold,
    hand_size_order,
    in_force,
    making,
    outcomes,
    producing,
    reading,
    standing,
    types,
    wording,
)
from verifier.encode.hand_size_fold import Applied, Size, Slot
from verifier.encode.whole import whole
from verifier.errors import Illegal
from verifier.solve.formula import FALSE, TRUE, Bool, and_, choose, not_, number, or_, slt

from .table import Breaker, Table

WRONG = Table("encode")
mutant = WRONG.mutant


# Maximum hand size (402.2, 613.11) -----------------------------------------------------------------------------------


@mutant("613.7d", "rules/402.toml#false-the-smallest-number-wins")
def the_smallest_number_wins(breaker: Breaker) -> None:
    """A number that is set counts only if it is smaller than what was there."""
    right = Applied.to

    def smallest(effect: Applied, size: Size, *, at_least_zero: bool) -> Size:
        after = right(effect, size, at_least_zero=at_least_zero)
        stays = and_(effect.makes("set"), not_(size.none), slt(size.value, effect.amount))
        return Size(after.none, choose(stays, size.value, after.value))

    breaker.method(Applied, "to", smallest)


@mutant("402.2", "cards/library_of_leng.toml#leng-then-an-increase")
def no_maximum_as_a_number(breaker: Breaker) -> None:
    """No maximum is the largest number that there is, which others raise and lower."""
    right = Applied.to

    def large(effect: Applied, size: Size, *, at_least_zero: bool) -> Size:
        after = right(effect, size, at_least_zero=at_least_zero)
        largest = number((1 << (size.value.width - 1)) - 1, size.value.width)
        return Size(FALSE, choose(and_(effect.applies, effect.makes("none")), largest, after.value))

    breaker.method(Applied, "to", large)


@mutant("613.11", "cards/library_of_leng.toml#false-no-maximum-always-wins")
def no_maximum_always_wins(breaker: Breaker) -> None:
    """A number that is set later does not end "no maximum"."""
    right = Applied.to

    def wins(effect: Applied, size: Size, *, at_least_zero: bool) -> Size:
        after = right(effect, size, at_least_zero=at_least_zero)
        return Size(or_(size.none, after.none), after.value)

    breaker.method(Applied, "to", wins)


@mutant("613.11", "rules/402.toml#reductions-first-are-forgotten")
def reductions_come_last(breaker: Breaker) -> None:
    """Reductions are applied after everything else, whatever their timestamps."""
    right = hand_size_fold.fold

    def without(slots: Sequence[Slot], *, reductions: bool) -> list[Slot]:
        def asked(effect: Applied) -> Applied:
            reduces = effect.makes("reduce")
            return replace(effect, applies=and_(effect.applies, not_(reduces) if reductions else reduces))

        return [(at, [asked(effect) for effect in row]) for at, row in slots]

    def last(start: Size, slots: Sequence[Slot], *, at_least_zero: bool) -> Size:
        size = right(start, without(slots, reductions=True), at_least_zero=at_least_zero)
        return right(size, without(slots, reductions=False), at_least_zero=at_least_zero)

    breaker.function(right, last)


@mutant("107.1b", "rules/402.toml#below-zero-in-between-is-kept")
def never_below_zero_in_between(breaker: Breaker) -> None:
    """The other reading is taken whatever the board says."""
    right = hand_size._applied

    def at_least_zero(start: Size, rows: Sequence[Slot], **_: bool) -> Size:
        return right(start, rows, at_least_zero=True)

    breaker.function(right, at_least_zero)


@mutant("613.7m", "rules/402.toml#simultaneous-effects-of-two-players")
def the_active_player_last(breaker: Breaker) -> None:
    """Of simultaneous effects those of the active player are the latest to be applied."""

    def reversed_turn(timestamps: hand_size_order.Timestamps) -> dict[str, int]:
        names = timestamps.board.names
        start = names.index(timestamps.board.active)
        return {name: -((place - start) % len(names)) for place, name in enumerate(names)}

    breaker.method(hand_size_order.Timestamps, "_apnap", property(reversed_turn))


@mutant("613.7a", "rules/613.toml#false-the-host-gives-the-timestamp")
def the_host_gives_the_timestamp(breaker: Breaker) -> None:
    """An ability that an Aura grants is as old as what the Aura is on."""
    breaker.method(hand_size_effects._Chapter, "_later", lambda chapter, first, second: ((first, TRUE),))


@mutant("402.2", "rules/402.toml#opponents-are-each-opponent")
def opponents_are_everybody(breaker: Breaker) -> None:
    """What speaks of each opponent speaks of its controller too."""
    right = reading.players

    def everybody(table: Any, who: Any, asking: Any) -> frozenset[str]:
        return frozenset(table.names) if who == "opponents" else right(table, who, asking)

    breaker.function(right, everybody)


@mutant("613.1f", "rules/613.toml#hand-size-abilities-of-silenced-creatures")
def lost_abilities_stay(breaker: Breaker) -> None:
    """Effects on hand size are taken as printed, whatever takes abilities away."""
    breaker.method(hand_size_effects._Chapter, "_loses", lambda chapter, seen, grant: FALSE)


@mutant("514.1", "rules/514.toml#down-to-seven")
def normally_eight(breaker: Breaker) -> None:
    """A player without any effect keeps eight cards."""
    breaker.function(hand_size_effects.starting_size, lambda table, player: whole(8))


# Replacement effects (614, 616) --------------------------------------------------------------------------------------


@mutant("614.5", "rules/614.toml#each-effect-once")
def an_effect_twice(breaker: Breaker) -> None:
    """Each replacement effect gets two opportunities."""
    right = in_force.kinds_for

    def twice(*asked: Any) -> outcomes.Looking:
        return tuple((kind, copies + copies) for kind, copies in right(*asked))

    breaker.function(right, twice)


@mutant("616.1f", "rules/614.toml#applicability-is-asked-again")
def applicability_asked_once(breaker: Breaker) -> None:
    """What does not apply to the production at first never applies."""
    right, right_types = outcomes.outcomes_of, could_produce.Fixpoint.ends_of

    def at_first(starts: tuple[Amounts, ...], looking: outcomes.Looking) -> outcomes.Looking:
        return tuple(one for one in looking if any(effects.guard_holds(one[0], start) for start in starts))

    def outcomes_of(starts: tuple[Amounts, ...], looking: outcomes.Looking, *rest: Any, waits: bool) -> Any:
        return right(starts, at_first(starts, looking), *rest, waits=waits)

    def ends_of(fixpoint: could_produce.Fixpoint, starts: tuple[Amounts, ...], looking: outcomes.Looking) -> Any:
        return right_types(fixpoint, starts, at_first(starts, looking))

    breaker.function(right, outcomes_of)
    breaker.method(could_produce.Fixpoint, "ends_of", ends_of)


@mutant("616.1f", "rules/614.toml#false-a-run-may-stop-early")
def a_run_may_stop_early(breaker: Breaker) -> None:
    """A run may end although an unused effect still applies."""
    right, right_exact = graph.event_graph, exact.staged_graph

    def unbound(found: Any) -> Any:
        return replace(found, applies=dict.fromkeys(found.applies, frozenset()))

    breaker.function(right, lambda *asked, **more: unbound(right(*asked, **more)))
    breaker.function(right_exact, lambda *asked, **more: unbound(right_exact(*asked, **more)))


@mutant("106.12b", "rules/614.toml#idle-effects-are-used-up")
def idle_effects_wait(breaker: Breaker) -> None:
    """The other reading is taken whatever the board says."""
    right, right_formula = effects.results, effects.applicable

    def waiting(kind: effects.Kind, amounts: Amounts, cap: int | None, **_: bool) -> Any:
        return right(kind, amounts, cap, waits=True)

    breaker.function(right, waiting)
    breaker.function(right_formula, lambda kind, before, **_: right_formula(kind, before, waits=True))


# Could produce (106.7) -----------------------------------------------------------------------------------------------


@mutant("106.7", "rules/106.toml#false-two-pools-vouch-for-each-other")
def the_greatest_fixed_point(breaker: Breaker) -> None:
    """What permanents could produce is taken from everything downwards, so that they vouch for each other."""
    right = could_produce.Fixpoint.members.func  # type: ignore[attr-defined]

    def greatest(fixpoint: could_produce.Fixpoint) -> dict[str, str]:
        found: dict[str, str] = right(fixpoint)
        readers = {rule.seen.id for rule in fixpoint.rules if making.mentions(rule.adding.instruction, m.CouldProduce)}
        return {name: "WUBRGC" if name in readers else letters for name, letters in found.items()}

    breaker.method(could_produce.Fixpoint, "members", property(greatest))


@mutant("106.1b", "rules/106.toml#colorless-is-a-type")
def colors_taken_for_types(breaker: Breaker) -> None:
    """Who asks for types is told of colors alone."""
    right = types._types_of

    def colors(table: Any, among: m.TypeSet, asking: Any, known: Any) -> dict[str, Bool]:
        if isinstance(among, m.CouldProduce):
            among = msgspec.structs.replace(among, colors_only=True)
        return right(table, among, asking, known)

    breaker.function(right, colors)


@mutant("106.1a", "rules/106.toml#colorless-is-no-color")
def colorless_taken_for_a_color(breaker: Breaker) -> None:
    """Who asks for colors is told of colorless mana too."""
    right = types._types_of

    def every_type(table: Any, among: m.TypeSet, asking: Any, known: Any) -> dict[str, Bool]:
        if isinstance(among, m.CouldProduce):
            among = msgspec.structs.replace(among, colors_only=False)
        return right(table, among, asking, known)

    breaker.function(right, every_type)


@mutant("106.5", "rules/106.toml#false-undefined-becomes-colorless")
def undefined_becomes_colorless(breaker: Breaker) -> None:
    """Mana of a type that nothing defines is colorless."""
    right = making.results
    colorless = making.letter_vector("C", whole(1))

    def defined(*asked: Any) -> list[making.Result]:
        return [(colorless if vector is None else vector, when) for vector, when in right(*asked)]

    breaker.function(right, defined)


@mutant("106.7", "rules/106.toml#costs-do-not-matter")
def tapped_permanents_could_produce_nothing(breaker: Breaker) -> None:
    """A cost of {T} that cannot be paid now is held against the permanent."""
    right = producing.if_it_resolved

    def payable(table: Any, seen: Any, cap: int) -> Iterator[producing.Adding]:
        return iter(()) if seen.permanent.tapped else right(table, seen, cap)

    breaker.function(right, payable)


@mutant("614.15", "rules/614.toml#self-replacement-comes-first")
def self_replacement_comes_last(breaker: Breaker) -> None:
    """What an ability says "instead" of its own mana takes the place of what other effects made."""
    right = answers.Resolving._outcomes

    def last(resolving: Any, starts: tuple[Amounts, ...], looking: Any, names: Mapping[Any, str]) -> Any:
        own = any(making.mentions(part, Instead) for part in resolving.activation.ability.instructions)
        return right(resolving, starts, () if own else looking, names)

    breaker.method(answers.Resolving, "_outcomes", last)


# Mana that is replaced tapped for or not (614.1a), changes of text (612) ---------------------------------------------


@mutant("614.1a", "rules/106_any_mana.toml#dawn-needs-no-tapping")
def only_tapped_mana_is_replaced(breaker: Breaker) -> None:
    """What replaces any mana replaces that of tapped permanents alone."""
    right = in_force._looks

    def tapped_for(asked: Any, each: Any, production: in_force.Production) -> Bool:
        return right(asked, each, production) if production.tapped else FALSE

    breaker.function(right, tapped_for)


@mutant("614.1a", "rules/106_any_mana.toml#abundance-is-for-everybody")
def mana_for_all_goes_to_one(breaker: Breaker) -> None:
    """What all players would add is added by one."""
    breaker.function(in_force.is_for_all, lambda *asked: FALSE)


@mutant("612.2", "rules/612.toml#blood-moon-of-swamps")
def texts_never_change(breaker: Breaker) -> None:
    """Texts are as printed whatever has resolved."""
    breaker.function(wording.with_changed_texts, lambda space, faces, **_: faces)


# Additional triggers and costs (603.2d, 118.3, 606.3) -----------------------------------------------------------------


@mutant("603.2d", "rules/603_additional.toml#a-legendary-creature-triggers-twice")
def nothing_triggers_again(breaker: Breaker) -> None:
    """Every ability triggers once, whatever effects say."""
    breaker.function(standing.additional, lambda *asked: iter(()))


@mutant("118.3", "rules/602_limits.toml#a-petal-is-not-sacrificed")
def everything_can_be_sacrificed(breaker: Breaker) -> None:
    """No effect keeps a permanent from being sacrificed for a cost."""
    breaker.function(activating._is_protected, lambda table, seen, player: False)


@mutant("606.3", "rules/602_limits.toml#loyalty-in-the-own-turn-only")
def loyalty_in_every_turn(breaker: Breaker) -> None:
    """Loyalty abilities can be activated in every turn."""
    breaker.function(activating._at_any_time, lambda table, seen, asking: True)


@mutant("602.5", "rules/602_limits.toml#solitude-in-the-own-turn")
def nobody_has_a_turn(breaker: Breaker) -> None:
    """Who may activate in their own turns only may never."""

    def never(table: Any, player: str) -> None:
        for each, effect in activating._permissions(table):
            if effect.kind == "activate in own turns only":
                raise Illegal(f"{each.label} forbids it", ("602.5",))

    breaker.function(activating._check_turn, never)
