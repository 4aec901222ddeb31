"""Permanents that enter: with which counters, as copies of what, and what triggers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from verifier.board import Board, EntersEvent, Outcome, Triggers
from verifier.cards import pool
from verifier.cards import terms as t
from verifier.cards.ability import (
    Ability,
    CardOf,
    Chapter,
    CopyException,
    Enters,
    EntersAsCopy,
    EntersChoosing,
    EntersWith,
    Keyword,
    MoreCounters,
    OtherInstruction,
    Static,
    Triggered,
)
from verifier.cards.card import Card, Face
from verifier.errors import Illegal, Unmodelled
from verifier.reference import happenings

from .tables import board_of, invented, permanent, table_of

Counters = dict[str, int]
YOUR_CREATURES = t.AllOf((t.OfType("Creature"), t.ControlledBy("you")))


def entering(card: str | Card, **keys: Any) -> EntersEvent:
    if isinstance(card, Card):
        return EntersEvent(card, **keys)
    found, face = pool.find(card)
    return EntersEvent(found, face, **keys)


def counters(board: Board, event: EntersEvent) -> list[Counters]:
    """The counters of every outcome, the fewest first."""
    found = {outcome.counters for outcome in happenings(board, event)}
    return [dict(one) for one in sorted(found, key=lambda one: (sum(n for _, n in one), one))]


def triggers(board: Board, event: EntersEvent) -> set[Triggers]:
    return {outcome.triggers for outcome in happenings(board, event)}


def creature(name: str, *abilities: Ability, cost: tuple[str, ...] = ()) -> Card:
    return Card(name, (Face(name, cost, ("Creature",), power=1, toughness=1, abilities=abilities),))


def plus(kind: str, amount: t.Quantity, on: t.Filter | None = None) -> Static:
    return Static((EntersWith(kind, amount, on or t.This()),))


# X -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "x", "number"),
    [("stack", 3, 3), ("spell-copy", 3, 3), ("graveyard", 3, 0), ("hand", None, 0), ("copy", 3, 0)],
)  # fmt: skip
def test_x_counts_only_for_what_a_spell_became(origin: Any, x: int | None, number: int) -> None:
    event = entering("Endless One", x=x, origin=origin)
    expected = (("+1/+1", number),) if number else ()
    assert happenings(board_of(), event) == {Outcome(observed=(("X", 0),), counters=expected)}


def test_an_x_that_nobody_gives() -> None:
    with pytest.raises(Unmodelled):
        happenings(board_of(), entering("Endless One"))


def test_mana_spent_is_the_whole_cost_or_what_is_said() -> None:
    bird = creature("Spender", plus("+1/+1", t.ManaSpent()), cost=("X", "X", "1", "G"))
    assert counters(board_of(), entering(bird, x=2)) == [{"+1/+1": 6}]
    assert counters(board_of(), entering(bird, x=2, mana_spent=3)) == [{"+1/+1": 3}]
    assert counters(board_of(), entering(bird, x=2, origin="spell-copy", mana_spent=3)) == [{}]
    assert counters(board_of(), entering(bird, origin="graveyard")) == [{}]


# Counters ----------------------------------------------------------------------------------------------------------


def test_effects_on_counters_in_every_order() -> None:
    board = board_of("Hardened Scales", "Doubling Season")
    assert counters(board, entering("Endless One", x=3)) == [{"+1/+1": 7}, {"+1/+1": 8}]
    assert counters(board, entering("Endless One", x=0)) == [{}]
    assert counters(board, entering("Chalice of the Void", x=3)) == [{"charge": 6}]


def test_one_opportunity_for_all_the_counters() -> None:
    card = creature("Two Kinds", plus("+1/+1", 1), plus("charge", 2))
    board = table_of(invented("Double", Static((MoreCounters(t.ControlledBy("you"), times=2),))))
    assert counters(board, entering(card)) == [{"+1/+1": 2, "charge": 4}]


def test_loyalty_defense_and_lore_are_effects_of_entering() -> None:
    tamiyo = entering("Tamiyo, Collector of Tales")
    assert counters(board_of(), tamiyo) == [{"loyalty": 5}]
    assert counters(board_of("Doubling Season"), tamiyo) == [{"loyalty": 10}]
    battle = Card("Siege", (Face("Siege", types=("Battle",), defense=4),))
    assert counters(board_of(), entering(battle)) == [{"defense": 4}]
    assert counters(board_of(), entering("Urza's Saga")) == [{"lore": 1}]


@pytest.mark.parametrize(("name", "number", "kind"), [("modular", 2, "+1/+1"), ("vanishing", 3, "time")])
def test_keywords_that_mean_counters(name: str, number: int, kind: str) -> None:
    card = creature("Keyed", Keyword(name, number, bearing=True))
    assert counters(board_of(), entering(card)) == [{kind: number}]


@pytest.mark.parametrize(("x", "often"), [(4, 0), (5, 1)])
def test_ravenous_draws_from_five(x: int, often: int) -> None:
    card = creature("Ravenous", Keyword("ravenous", bearing=True), cost=("X", "G"))
    assert counters(board_of(), entering(card, x=x)) == [{"+1/+1": x}]
    assert triggers(board_of(), entering(card, x=x)) == {(("Ravenous", 1),) * often}


def test_keywords_that_are_not_followed_are_refused() -> None:
    with pytest.raises(Unmodelled):
        happenings(board_of(), entering(creature("Burst", Keyword("sunburst", bearing=True))))


def test_what_it_says_of_a_set_is_not_said_of_itself() -> None:
    lord = creature("Lord", plus("+1/+1", 1, YOUR_CREATURES), plus("+1/+1", 2))
    assert counters(board_of(), entering(lord)) == [{"+1/+1": 2}]
    assert counters(table_of(lord), entering(lord)) == [{"+1/+1": 3}]
    assert counters(board_of(), entering("Doubling Season")) == [{}]


def test_it_is_looked_at_as_it_would_be_on_the_battlefield() -> None:
    # Humility takes the ability of creatures away; what its own counters make of it, it becomes after it has entered.
    assert counters(board_of("Humility"), entering("Endless One", x=3)) == [{}]
    land = creature("Sleeper", plus("slumber", 5))
    double = invented("Double", Static((MoreCounters(YOUR_CREATURES, times=2),)))
    assert counters(table_of(double), entering(land)) == [{"slumber": 10}]
    assert counters(table_of(double), entering("Arixmethes, Slumbering Isle")) == [{"slumber": 10}]


def test_it_is_not_there_to_be_counted_or_copied() -> None:
    counting = creature("Counting", plus("+1/+1", t.Count(YOUR_CREATURES)))
    assert counters(board_of(), entering(counting)) == [{}]
    assert counters(board_of("Llanowar Elves", "Forest"), entering(counting)) == [{"+1/+1": 1}]
    alone = Static((EntersWith("+1/+1", 2),), t.Unless(t.Exists(YOUR_CREATURES)))
    assert counters(board_of(), entering(creature("Alone", alone))) == [{"+1/+1": 2}]
    assert counters(board_of(), entering("Clone")) == [{}]


def test_choices_as_it_enters() -> None:
    modal = creature(
        "Modal",
        Static((EntersChoosing("mode", words=("one", "two")),)),
        Static((EntersWith("+1/+1", 2),), t.ModeChosen("two")),
    )
    assert counters(board_of(), entering(modal)) == [{}, {"+1/+1": 2}]


# Copies ------------------------------------------------------------------------------------------------------------


def test_what_is_copied_applies_and_x_is_zero() -> None:
    board = board_of("Spike Weaver", {"card": "Endless One", "counters": {"+1/+1": 4}})
    assert counters(board, entering("Clone")) == [{}, {"+1/+1": 3}]


def test_the_exception_reads_the_x_of_the_spell() -> None:
    board = board_of("Spike Weaver")
    assert counters(board, entering("Altered Ego", x=2)) == [{}, {"+1/+1": 5}]
    assert counters(board, entering("Altered Ego", origin="graveyard")) == [{}, {"+1/+1": 3}]


def test_a_copied_exception_has_no_x() -> None:
    board = board_of("Altered Ego", "Spike Weaver")
    assert counters(board, entering("Clone")) == [{}, {"+1/+1": 3}]


def test_copy_effects_come_first() -> None:
    board = board_of("Essence of the Wild")
    assert counters(board, entering("Endless One", x=3)) == [{}]


def test_an_exception_is_lost_to_a_later_copy_effect() -> None:
    # The permanent as Essence of the Wild with counters is a creature of yours: it becomes a copy once more (707.9e).
    assert counters(board_of("Essence of the Wild"), entering("Altered Ego", x=3)) == [{}]


def test_nothing_to_copy_even_if_it_must() -> None:
    must = creature("Must", Static((EntersAsCopy(t.OfType("Artifact"), optional=False),)), plus("+1/+1", 1))
    assert counters(board_of(), entering(must)) == [{"+1/+1": 1}]


def test_copies_of_copies_and_of_cards_elsewhere() -> None:
    board = board_of({"card": "Clone", "copy_of": "Spike Weaver"})
    assert counters(board, entering("Clone")) == [{}, {"+1/+1": 3}]
    digger = creature("Digger", Static((EntersAsCopy(CardOf("graveyard", ("Creature",), "you"), optional=False),)))
    grave = board_of(player={"you": {"graveyard": ["Spike Weaver", "Forest"]}})
    assert counters(grave, entering(digger)) == [{"+1/+1": 3}]


def test_exceptions_are_copiable_values() -> None:
    but = CopyException(types=("Artifact",), abilities=(plus("charge", 1),))
    card = creature("Mimic", Static((EntersAsCopy(t.OfType("Creature"), optional=False, but=but),)))
    artifacts = invented("Forge", plus("+1/+1", 1, t.OfType("Artifact")))
    board = table_of(permanent(creature("Plain")), permanent(artifacts, timestamp=1))
    assert counters(board, entering(card)) == [{"+1/+1": 1, "charge": 1}]


def test_only_what_fits_may_be_copied() -> None:
    board = board_of("Spike Weaver")
    assert counters(board, entering("Mockingbird", x=3)) == [{}, {"+1/+1": 3}]
    assert counters(board, entering("Mockingbird", x=2)) == [{}]


# What triggers -----------------------------------------------------------------------------------------------------


def test_abilities_that_see_it_enter() -> None:
    sees = creature("Sees", Triggered(Enters(YOUR_CREATURES), (OtherInstruction("token"),)))
    own = creature("Own", Triggered(Enters(), (OtherInstruction("token"),)))
    assert triggers(table_of(sees), entering(own)) == {(("Sees", 1), ("Own", 1))}
    assert triggers(table_of(sees), entering(own, player="opponent")) == {(("Own", 1),)}
    assert triggers(table_of(own), entering("Forest")) == {()}
    assert triggers(board_of(), entering(sees)) == {(("Sees", 1),)}


def test_a_copy_triggers_as_what_it_is() -> None:
    own = creature("Own", Triggered(Enters(), (OtherInstruction("token"),)))
    assert triggers(table_of(own), entering("Clone")) == {(), (("Clone", 1),)}


def test_the_condition_sees_the_counters_it_entered_with() -> None:
    condition = t.Is(t.HasCounters("+1/+1", 2))
    card = creature(
        "Grown", plus("+1/+1", t.XOfSpell()), Triggered(Enters(), (OtherInstruction("token"),), condition=condition),
        cost=("X",),
    )  # fmt: skip
    assert triggers(board_of(), entering(card, x=2)) == {(("Grown", 1),)}
    assert triggers(board_of(), entering(card, x=1)) == {()}


def test_chapters_that_the_lore_counters_reach() -> None:
    chapters = tuple(Triggered(Chapter(numbers), (OtherInstruction("token"),)) for numbers in ((1, 2), (3,)))
    saga = Card("Tale", (Face("Tale", types=("Enchantment",), subtypes=("Saga",), abilities=chapters),))
    assert triggers(board_of(), entering(saga)) == {(("Tale", 1),)}
    assert triggers(board_of("Doubling Season"), entering(saga)) == {(("Tale", 2),)}


def test_only_permanent_cards_enter() -> None:
    with pytest.raises(Illegal):
        happenings(board_of(), entering("Opt"))


def test_simultaneous_timestamps_are_taken_in_every_order() -> None:
    board = board_of({"card": "Humility", "since": 1}, {"card": "Opalescence", "since": 1})
    assert counters(board, entering("Endless One", x=3)) == [{}]
    modes = [{**clone, "since": 1} for clone in ({"card": "Blood Moon"}, {"card": "Urborg, Tomb of Yawgmoth"})]
    swamps = invented("Bog", plus("mire", 1, t.OfSubtype("Swamp")))
    board = board_of(*modes)
    board = board.with_entries((*board.entries, replace(permanent(swamps), timestamp=5)))
    assert counters(board, entering("Vivid Crag")) == [{}]
