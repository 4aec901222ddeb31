"""Mana abilities with what they set off."""

from __future__ import annotations

import pytest

from verifier.board import Activate, Board, Pools, Tap, Triggers
from verifier.cards import mana as m
from verifier.cards import terms as t
from verifier.cards.ability import AddMana, AddsMana, OtherInstruction, SacrificeCost, Triggered, WhenTappedForMana
from verifier.errors import Illegal, Undecided
from verifier.reference import facts, happenings, produced

from .tables import board_of, invented, mine, table_of, tap_for, theirs

GREEN = m.Symbols(("G",))
LAND = invented("Meadow", tap_for(GREEN))


def pools(board: Board, event: Tap | Activate) -> set[Pools]:
    return {outcome.pools for outcome in happenings(board, event)}


def triggers(board: Board, event: Tap | Activate) -> set[Triggers]:
    return {outcome.triggers for outcome in happenings(board, event)}


def test_triggered_mana_is_added_at_once_and_not_replaced() -> None:
    board = board_of("Mana Reflection", "Forest", {"card": "Wild Growth", "attached_to": "Forest"}, "Vernal Bloom")
    assert pools(board, Tap("Forest")) == mine("GGGG")
    assert set(produced(board, Tap("Forest"))) == mine("GG")
    assert triggers(board, Tap("Forest")) == {(("Wild Growth", 1), ("Vernal Bloom", 1))}


def test_what_was_really_produced_is_read() -> None:
    board = board_of("Boros Garrison", "Mana Flare")
    assert pools(board, Tap("Boros Garrison")) == mine("RRW", "RWW")
    assert pools(board_of("Forest", theirs("Contamination"), "Mana Flare"), Tap("Forest")) == mine("BB")


def test_no_mana_no_trigger() -> None:
    board = board_of("Gaea's Cradle", "Mana Flare", "Manabarbs")
    assert {(o.pools, o.triggers) for o in happenings(board, Tap("Gaea's Cradle"))} == {((), ())}


def test_what_is_no_mana_ability_triggers_and_adds_nothing_now() -> None:
    board = board_of("Forest", "Manabarbs")
    assert pools(board, Tap("Forest")) == mine("G")
    assert triggers(board, Tap("Forest")) == {(("Manabarbs", 1),)}


def test_mana_may_go_to_another_player() -> None:
    board = board_of(theirs("Forest"), {"card": "Wild Growth", "attached_to": "Forest"}, {"resolved": "Piracy"})
    one = (0, 0, 0, 0, 1, 0)
    assert pools(board, Tap("Forest", by="you")) == {(("you", one), ("opponent", one))}


def test_an_ability_without_the_symbol_taps_nothing() -> None:
    board = board_of({"card": "Pili-Pala", "tapped": True}, "Leyline of Abundance")
    assert triggers(board, Activate("Pili-Pala", 1)) == {()}


def test_mana_added_without_tapping_is_added_too() -> None:
    watcher = invented("Watcher", Triggered(AddsMana(t.OfType("Creature")), (AddMana(GREEN),)), types=("Enchantment",))
    pet = board_of("Blood Pet")
    board = pet.with_entries((*pet.entries, *table_of(watcher).entries))
    assert pools(board, Activate("Blood Pet", 1)) == mine("BG")


def test_what_was_sacrificed_to_pay_sees_nothing() -> None:
    own = Triggered(AddsMana(t.Anything()), (OtherInstruction("damage"),))
    gone = invented("Gone", tap_for(GREEN, SacrificeCost(t.This())), own)
    assert triggers(table_of(gone), Tap("Gone")) == {()}


def test_a_loop_has_no_end() -> None:
    own = invented("Self", tap_for(GREEN), Triggered(AddsMana(t.This()), (AddMana(GREEN),)))
    with pytest.raises(Undecided):
        happenings(table_of(own), Tap("Self"))


def test_mana_of_a_triggered_ability_is_added_by_an_ability_too() -> None:
    first = Triggered(WhenTappedForMana(t.OfType("Land")), (AddMana(m.Symbols(("W",))),))
    second = Triggered(AddsMana(t.Named("First"), types="W"), (AddMana(m.Symbols(("U",))),))
    board = table_of(LAND, invented("First", first, types=()), invented("Second", second, types=()))
    assert pools(board, Tap("Meadow")) == mine("WUG")
    assert triggers(board, Tap("Meadow")) == {(("First", 1), ("Second", 1))}


@pytest.mark.parametrize(("types", "often"), [("G", 1), ("WU", 0)])
def test_only_the_types_asked_for(types: str, often: int) -> None:
    ability = Triggered(WhenTappedForMana(t.Anything(), types=types), (OtherInstruction("damage"),))
    assert triggers(table_of(LAND, invented("Picky", ability)), Tap("Meadow")) == {(("Picky", 1),) * often}


def test_a_condition_must_hold() -> None:
    ability = Triggered(
        WhenTappedForMana(t.Anything()), (AddMana(GREEN),), condition=t.Compare(t.LifeTotal(), "at least", 21)
    )
    assert triggers(table_of(LAND, invented("Healthy", ability)), Tap("Meadow")) == {()}


def test_delayed_triggered_abilities() -> None:
    board = board_of("Island", {"resolved": "High Tide"}, {"resolved": "High Tide"})
    assert pools(board, Tap("Island")) == mine("UUU")
    assert triggers(board, Tap("Island")) == {(("High Tide", 1), ("High Tide#2", 1))}


def test_mana_abilities_use_no_stack() -> None:
    assert facts(board_of("Forest"), Tap("Forest")) == {"uses_stack": False}
    crypt = board_of("Deathrite Shaman", player={"you": {"graveyard": ["Forest"]}})
    assert facts(crypt, Activate("Deathrite Shaman", 1)) == {"uses_stack": True}


def test_illegal_as_the_ability_itself() -> None:
    with pytest.raises(Illegal):
        happenings(board_of({"card": "Forest", "tapped": True}), Tap("Forest"))
    with pytest.raises(Illegal):
        facts(board_of({"card": "Forest", "tapped": True}), Tap("Forest"))
