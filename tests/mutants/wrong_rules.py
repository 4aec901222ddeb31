"""Wrong rules, in ``verifier.rules`` alone: mana, replacement effects, continuous effects."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from verifier.board import Amounts
from verifier.cards import mana as m
from verifier.cards import terms as t
from verifier.cards.vocabulary import BASIC_LAND_TYPES
from verifier.rules import (
    activation,
    characteristics,
    continuous,
    could_produce,
    dependency,
    layer_state,
    layers,
    mana,
    order,
    replacement,
    shapes,
    terms,
    trails,
    triggers,
    type_line,
)

from .table import Breaker, Table

WRONG = Table("rules")
mutant = WRONG.mutant


# Replacement effects (614, 616) --------------------------------------------------------------------------------------


@mutant("614.5", "rules/614.toml#each-effect-once")
def an_effect_twice(breaker: Breaker) -> None:
    """Each replacement effect gets two opportunities."""
    right = replacement.kinds_for

    def twice(*asked: Any) -> trails.Kinds:
        return tuple((kind, 2 * number) for kind, number in right(*asked))

    breaker.function(right, twice)


@mutant("616.1f", "rules/614.toml#applicability-is-asked-again")
def applicability_asked_once(breaker: Breaker) -> None:
    """What does not apply to the production at first never applies."""
    right, right_types = order.ends, order.end_types

    def at_first(start: Amounts, kinds: trails.Kinds, waits: bool) -> trails.Kinds:
        return tuple((kind, number) for kind, number in kinds if replacement.results(kind, start, waits, 0))

    def ends(start: Amounts, kinds: trails.Kinds, waits: bool = False, cap: int = 0) -> frozenset[Amounts]:
        return right(start, at_first(start, kinds, waits), waits, cap)

    def end_types(start: Amounts, kinds: trails.Kinds, waits: bool, cap: int) -> int:
        return right_types(start, at_first(start, kinds, waits), waits, cap)

    breaker.function(right, ends)
    breaker.function(right_types, end_types)


@mutant("616.1f", "rules/614.toml#false-a-run-may-stop-early")
def a_run_may_stop_early(breaker: Breaker) -> None:
    """A run may end although an unused effect still applies."""
    breaker.method(trails.Search, "is_end", lambda search, at: True)


@mutant("106.12b", "rules/614.toml#idle-effects-are-used-up")
def idle_effects_wait(breaker: Breaker) -> None:
    """The other reading is taken whatever the board says."""
    right = replacement.results

    def waiting(kind: replacement.Kind, amounts: Amounts, waits: bool, cap: int) -> tuple[Amounts, ...]:
        return right(kind, amounts, True, cap)

    breaker.function(right, waiting)


@mutant("106.12b", "rules/106.toml#false-contamination-fills-an-empty-pool")
def no_mana_is_replaced(breaker: Breaker) -> None:
    """An effect that sets type and amount applies to a production of nothing."""
    right, right_types = order.ends, order.end_types

    def filled(start: Amounts, kinds: trails.Kinds) -> list[tuple[Amounts, trails.Kinds]]:
        if sum(start):
            return [(start, kinds)]
        found = []
        for place, (kind, number) in enumerate(kinds):
            left = (*kinds[:place], *(((kind, number - 1),) if number > 1 else ()), *kinds[place + 1 :])
            if kind.change == "all":
                found += [(mana.times(mana.UNIT[x], kind.number), left) for x in mana.letters_of(kind.by)]
        return found or [(start, kinds)]

    def ends(start: Amounts, kinds: trails.Kinds, waits: bool = False, cap: int = 0) -> frozenset[Amounts]:
        return frozenset().union(*(right(begun, left, waits, cap) for begun, left in filled(start, kinds)))

    def end_types(start: Amounts, kinds: trails.Kinds, waits: bool, cap: int) -> int:
        found = 0
        for begun, left in filled(start, kinds):
            found |= right_types(begun, left, waits, cap)
        return found

    breaker.function(right, ends)
    breaker.function(right_types, end_types)


@mutant("616.1e", "rules/106.toml#false-the-older-replacement-goes-first")
def replacements_by_timestamp(breaker: Breaker) -> None:
    """Replacement effects are applied in the order of the board, each once."""

    def kinds_for(effects: Any, permanent: Any, *event: Any) -> trails.Kinds:
        kinds = (replacement.kind_of(effect, permanent, *event) for effect in effects)
        return tuple((kind, 1) for kind in kinds if kind is not None)

    def end_types(start: Amounts, kinds: trails.Kinds, waits: bool, cap: int) -> int:
        states = {start}
        for kind, _ in kinds:
            states = {after for state in states for after in replacement.results(kind, state, waits, cap) or (state,)}
        found = 0
        for state in states:
            found |= mana.mask_of_amounts(state)
        return found

    breaker.function(replacement.kinds_for, kinds_for)
    breaker.function(order.end_types, end_types)


@mutant("106.12b", "rules/614.toml#false-each-mana-chooses-for-itself")
def each_mana_chooses_for_itself(breaker: Breaker) -> None:
    """Of two mana that one effect replaces, each may become another type."""
    right = replacement.results

    def split(kind: replacement.Kind, amounts: Amounts, waits: bool, cap: int) -> tuple[Amounts, ...]:
        found = right(kind, amounts, waits, cap)
        if kind.change != "types" or not found:
            return found
        moved = sum(number for place, number in enumerate(amounts) if kind.replaced >> place & 1)
        kept: Amounts = tuple(  # type: ignore[assignment]
            0 if kind.replaced >> place & 1 else number for place, number in enumerate(amounts)
        )
        return tuple(sorted(mana.plus(kept, way) for way in mana._splits(mana.letters_of(kind.by), moved)))

    breaker.function(right, split)


@mutant("614.15", "rules/614.toml#self-replacement-comes-first")
def self_replacement_comes_last(breaker: Breaker) -> None:
    """What an ability says "instead" of its own mana takes the place of what other effects made."""
    right = activation.endings

    def last(addition: Any, scope: Any, made: Any, adding: activation.Adding) -> Any:
        return right(addition, scope, made, adding._replace(thing=None) if addition.instead else adding)

    breaker.function(right, last)


@mutant("106.12", "rules/106.toml#without-the-tap-symbol-nothing-is-tapped-for-mana")
def every_mana_ability_taps(breaker: Breaker) -> None:
    """Every mana ability is taken for tapping its permanent for mana."""
    right = activation._resolved

    def tapping(attempt: activation.Attempt, *rest: Any) -> Any:
        return right(attempt._replace(source=replace(attempt.source, taps=True)), *rest)

    breaker.function(right, tapping)


# Could produce (106.7) -----------------------------------------------------------------------------------------------


@mutant("106.7", "rules/106.toml#a-circle-with-one-anchor")
def fixed_point_cut_at_the_path(breaker: Breaker) -> None:
    """A permanent that is being asked already answers nothing, and what follows from that is remembered."""

    def cut(table: could_produce.Table) -> mana.Made:
        productions = table.productions()
        known: dict[str, int] = {}
        path: list[str] = []

        class Asking(dict[str, int]):
            def get(self, id: str, default: Any = 0) -> int:
                return ask(id)

        def ask(id: str) -> int:
            if id in known or id in path:
                return known.get(id, 0)
            path.append(id)
            types = 0
            for production in productions:
                if production.thing.id == id:
                    types |= could_produce.types_of(table, production, Asking())
            path.pop()
            known[id] = types
            return types

        return {thing.id: ask(thing.id) for thing in table.things}

    breaker.function(could_produce.fixed_point, cut)


@mutant("106.1b", "rules/106.toml#colorless-is-a-type")
def colors_taken_for_types(breaker: Breaker) -> None:
    """Who asks for types is told of colors alone."""
    right = mana.type_set

    def colors(among: m.TypeSet, *rest: Any) -> int:
        if isinstance(among, m.CouldProduce):
            among = msgspec.structs.replace(among, colors_only=True)
        return right(among, *rest)

    breaker.function(right, colors)


@mutant("106.1a", "rules/106.toml#colorless-is-no-color")
def colorless_taken_for_a_color(breaker: Breaker) -> None:
    """Who asks for colors is told of colorless mana too."""
    right = mana.type_set

    def types(among: m.TypeSet, *rest: Any) -> int:
        if isinstance(among, m.CouldProduce):
            among = msgspec.structs.replace(among, colors_only=False)
        return right(among, *rest)

    breaker.function(right, types)


@mutant("106.5", "rules/106.toml#false-undefined-becomes-colorless")
def undefined_becomes_colorless(breaker: Breaker) -> None:
    """Mana of a type that nothing defines is colorless."""
    right = mana.starts

    def defined(*asked: Any) -> frozenset[Amounts]:
        found = right(*asked)
        return frozenset({mana.UNIT["C"]}) if found == mana.NO_MANA else found

    breaker.function(right, defined)


@mutant("106.7", "rules/106.toml#costs-do-not-matter")
def tapped_permanents_could_produce_nothing(breaker: Breaker) -> None:
    """A cost of {T} that cannot be paid now is held against the permanent."""
    right = could_produce.Table.productions

    def payable(table: could_produce.Table) -> list[could_produce.Production]:
        return [one for one in right(table) if not (one.source.taps and one.thing.permanent.tapped)]

    breaker.method(could_produce.Table, "productions", payable)


@mutant("106.7", "rules/106.toml#triggered-abilities-count")
def only_activated_abilities_count(breaker: Breaker) -> None:
    """Triggered abilities that add mana are left out."""
    right = could_produce.Table.productions

    def activated(table: could_produce.Table) -> list[could_produce.Production]:
        return [one for one in right(table) if type(one.source.ability).__name__ == "Activated"]

    breaker.method(could_produce.Table, "productions", activated)


@mutant("109.5", "rules/106.toml#ownership-is-not-asked")
def owners_taken_for_controllers(breaker: Breaker) -> None:
    """What a player controls is taken to be what that player owns."""
    breaker.entry(terms._FITS, t.ControlledBy, lambda f, o, s: terms.means(f.player, o.permanent.owner, s))


@mutant("106.12a", "rules/106.toml#no-mana-triggers-nothing")
def triggers_on_no_mana(breaker: Breaker) -> None:
    """An ability that made no mana triggers what watches for mana all the same."""
    right = triggers._triggered

    def anyway(watcher: Any, added: triggers.Mana, produced: int) -> Any:
        return right(watcher, added, produced or mana.mask_of("WUBRGC"))

    breaker.function(right, anyway)


# Land types (305) ----------------------------------------------------------------------------------------------------


@mutant("305.7", "rules/305.toml#false-a-set-type-keeps-old-abilities")
def a_set_type_keeps_old_abilities(breaker: Breaker) -> None:
    """A land whose type is set keeps its rules text."""
    breaker.function(type_line._without_rules_text, lambda thing: thing.held)


@mutant("305.7", "rules/305.toml#only-a-basic-land-type-takes-the-text")
def any_new_subtype_takes_the_text(breaker: Breaker) -> None:
    """What gets new subtypes of any kind loses its rules text."""
    right = type_line.set_types

    def without_text(thing: Any, part: Any) -> Any:
        after = right(thing, part)
        return after.changed(held=type_line._without_rules_text(after)) if part.subtypes else after

    breaker.function(right, without_text)


@mutant("205.3d", "rules/613.toml#a-land-gains-no-creature-types")
def subtypes_without_their_card_type(breaker: Breaker) -> None:
    """An object gains subtypes although it has no card type that they go with."""
    right = type_line.add_types

    def all_of_them(thing: Any, part: Any, chosen: tuple[str, ...]) -> Any:
        gained = {*part.subtypes, *chosen, *((characteristics.EVERY_CREATURE_TYPE,) * part.all_creature_types)}
        after = right(thing, part, chosen)
        return after.changed(subtypes=after.subtypes | gained)

    breaker.function(right, all_of_them)


@mutant("305.6", "rules/305.toml#each-basic-type-brings-its-ability")
def intrinsic_abilities_forgotten(breaker: Breaker) -> None:
    """Basic land types bring no mana ability."""
    breaker.function(characteristics.intrinsic, lambda types, subtypes: ())


@mutant("305.8", "rules/305.toml#a-type-is-no-supertype")
def basic_types_taken_for_the_supertype(breaker: Breaker) -> None:
    """A land with a basic land type counts as a basic land."""
    right = terms._FITS[t.OfSupertype]

    def basic(f: t.OfSupertype, o: Any, s: Any) -> bool:
        return right(f, o, s) or (f.supertype == "Basic" and bool(o.subtypes & set(BASIC_LAND_TYPES)))

    breaker.entry(terms._FITS, t.OfSupertype, basic)


# Layers (613) --------------------------------------------------------------------------------------------------------


@mutant("613.8a", "rules/613.toml#false-timestamps-alone")
def no_dependency(breaker: Breaker) -> None:
    """Inside a layer timestamps alone decide."""
    breaker.function(dependency.depends, lambda turn, effect, other: "")


@mutant("613.8c", "rules/613.toml#dependency-is-asked-again-after-each-effect")
def dependency_settled_at_the_start(breaker: Breaker) -> None:
    """Which effect waits for which is asked once a layer and not again."""
    right = dependency.depends
    settled: list[tuple[Any, str, dict[tuple[str, str], str]]] = []

    def once(turn: dependency.Turn, effect: Any, other: Any) -> str:
        if not settled or settled[-1][0] is not turn.state.board or settled[-1][1] != turn.layer:
            pairs = [(one, that) for one in turn.left.values() for that in turn.left.values() if one is not that]
            why = {(one.name, that.name): right(turn, one, that) for one, that in pairs}
            settled.append((turn.state.board, turn.layer, why))
        return settled[-1][2].get((effect.name, other.name), "")

    breaker.function(right, once)


@mutant("613.8b", "rules/613.toml#false-effects-in-a-loop-never-apply")
def loops_not_broken(breaker: Breaker) -> None:
    """Effects that wait for each other in a circle are never applied."""
    right, right_next = layers._layer, dependency.Turn.next

    def without_loops(turn: dependency.Turn) -> Any:
        stuck = {name for name in turn.left if any(name in turn.reached_from(on) for on in turn.needs_of(name))}
        turn.left = {name: effect for name, effect in turn.left.items() if name not in stuck}
        turn.needs = {name: {on: why for on, why in turn.needs[name].items() if on not in stuck} for name in turn.left}
        if not turn.left:
            raise StopIteration(turn.state)
        return right_next(turn)

    def layer_of(state: Any, *rest: Any) -> Any:
        try:
            return right(state, *rest)
        except StopIteration as stopped:
            return stopped.value

    breaker.method(dependency.Turn, "next", without_loops)
    breaker.function(right, layer_of)


@mutant("613.6", "rules/613.toml#false-a-lost-ability-never-applied")
def lost_abilities_never_applied(breaker: Breaker) -> None:
    """What loses its ability in a later layer is taken never to have applied."""
    right = layer_state.State.effects

    def with_abilities(state: layer_state.State, layer: str) -> Any:
        losing = [
            effect for effect in right(state, "6") if any("LoseAbilities" in type(p).__name__ for p in effect.parts)
        ]
        for effect in right(state, layer):
            if not any(
                effect.static is not None and effect.source in state.objects(loss, part)
                for loss in losing
                for part in loss.parts
            ):
                yield effect

    breaker.method(layer_state.State, "effects", with_abilities)


@mutant("613.7a", "rules/613.toml#false-the-host-gives-the-timestamp")
def the_host_gives_the_timestamp(breaker: Breaker) -> None:
    """An ability that an Aura grants is as old as what the Aura is on."""
    right = shapes._gain_abilities

    def as_old_as_the_host(part: Any, thing: Any, filled_in: Any, grant: shapes.Grant, edition: str) -> Any:
        return right(part, thing, filled_in, (grant[0], thing.permanent.timestamp, grant[2]), edition)

    breaker.function(right, as_old_as_the_host)


# Mana that is replaced tapped for or not (614.1a) --------------------------------------------------------------------


@mutant("614.1a", "rules/106_any_mana.toml#false-only-tapped-mana-is-replaced")
def only_tapped_mana_is_replaced(breaker: Breaker) -> None:
    """What replaces any mana replaces that of tapped permanents alone."""
    right = replacement._watches

    def tapped_for(effect: Any, permanent: Any, actor: str, recipient: str | None, tapped: bool) -> Any:
        return right(effect, permanent, actor, recipient, tapped) if tapped else None

    breaker.function(right, tapped_for)


@mutant("605.4a", "rules/106_any_mana.toml#dawn-meets-triggered-mana-too")
def triggered_mana_is_spared(breaker: Breaker) -> None:
    """No effect replaces the mana of triggered mana abilities."""
    right = triggers._added

    def spared(way: Any, scope: Any, made: mana.Made, adding: activation.Adding) -> Any:
        return right(way, scope, made, adding._replace(thing=None))

    breaker.function(right, spared)


@mutant("614.1a", "rules/106_any_mana.toml#abundance-is-for-everybody")
def mana_for_all_goes_to_one(breaker: Breaker) -> None:
    """What all players would add is added by one."""
    breaker.function(replacement.is_for_all, lambda *asked: False)


@mutant("608.2d", "rules/106_any_mana.toml#false-each-player-picks-the-color")
def each_player_picks_the_color(breaker: Breaker) -> None:
    """Where all players add the mana each chooses its type anew."""
    right = activation.endings

    def anew(addition: Any, scope: Any, made: mana.Made, adding: activation.Adding) -> Any:
        if adding.is_for_all(terms.players(addition.player, scope)):
            return right(msgspec.structs.replace(addition, player="everyone"), scope, made, adding._replace(thing=None))
        return right(addition, scope, made, adding)

    breaker.function(right, anew)


# Changes of text (612) -----------------------------------------------------------------------------------------------


@mutant("612.1", "rules/612.toml#hacked-plains-is-an-island")
def type_lines_are_no_text(breaker: Breaker) -> None:
    """A change of text leaves the type line alone."""
    breaker.function(type_line.with_subtypes, lambda thing, subtypes: thing)


@mutant("612.2", "rules/612.toml#false-coffers-count-swamps")
def abilities_are_no_text(breaker: Breaker) -> None:
    """A change of text leaves abilities alone."""
    right = shapes._change_text

    def type_line_alone(part: Any, thing: Any, *rest: Any) -> Any:
        return right(part, thing, *rest).changed(held=thing.held)

    breaker.function(right, type_line_alone)


@mutant("611.2c", "rules/613.toml#what-resolved-spares-what-came-later")
def what_resolved_is_not_fixed(breaker: Breaker) -> None:
    """What has resolved applies to whatever fits now, as a static ability does."""
    right = layers._resolutions

    def unfixed(*asked: Any) -> Any:
        return tuple(replace(effect, fixed=None) for effect in right(*asked))

    breaker.function(right, unfixed)


@mutant("122.1b", "rules/613.toml#a-haste-counter-gives-haste")
def keyword_counters_do_nothing(breaker: Breaker) -> None:
    """Only counters with numbers bear on characteristics."""
    right = continuous.counter_part

    def of_numbers(kind: str, number: int) -> Any:
        return right(kind, number) if "/" in kind else None

    breaker.function(right, of_numbers)
