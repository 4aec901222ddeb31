"""Discards, milling and the cleanup step: where each card goes, and what triggers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from verifier.board import Board, Cleanup, DiscardCards, Outcome, Player
from verifier.cards import pool
from verifier.cards import terms as t
from verifier.cards.ability import (
    BeginningOf,
    DiscardReplacement,
    Discards,
    GraveyardReplacement,
    Keyword,
    OtherInstruction,
    Static,
    Triggered,
)
from verifier.errors import Illegal, Unmodelled
from verifier.reference import cleanup_discards, facts, happenings

from .tables import board_of, invented, table_of, theirs

TO_EXILE = invented("To Exile", Static((GraveyardReplacement("everyone", "exile"),)))
HELLBENT_WATCHER = invented(
    "Watcher of the Last Card",
    Triggered(Discards("you"), (OtherInstruction("damage"),), condition=t.Compare(t.CardsIn("hand"), "exactly", 0)),
)


def by_effect(number: int = 1, **keys: Any) -> DiscardCards:
    return replace(DiscardCards(number, "you", "effect", "opponent"), **keys)


def places(board: Board, event: DiscardCards | Cleanup) -> set[tuple[int, ...]]:
    """The observed numbers in their order: exile, graveyard, library; discarded, exile, library at cleanup."""
    return {tuple(number for _, number in outcome.observed) for outcome in happenings(board, event)}


def triggers(board: Board, event: DiscardCards | Cleanup) -> set[tuple[tuple[str, int], ...]]:
    return {outcome.triggers for outcome in happenings(board, event)}


def holding(board: Board, *cards: str | Any, **keys: Any) -> Board:
    """The board with these cards in your hand."""
    hand = tuple(pool.find(card)[0] if isinstance(card, str) else card for card in cards)
    you = replace(board.players[0], hand=len(hand), hand_cards=hand, **keys)
    return replace(board, players=(you, *board.players[1:]))


def test_each_card_has_its_own_choice() -> None:
    assert places(board_of("Library of Leng"), by_effect(2)) == {(0, 2, 0), (0, 1, 1), (0, 0, 2)}


@pytest.mark.parametrize("cause", ["cost", "cost-on-resolution", "mill"])
def test_only_effects_are_effects(cause: Any) -> None:
    assert places(board_of("Library of Leng"), by_effect(2, cause=cause)) == {(0, 2, 0)}


def test_an_outcome_names_each_zone_in_order() -> None:
    (outcome,) = happenings(board_of(), by_effect())
    assert outcome == Outcome(observed=(("exile", 0), ("graveyard", 1), ("library", 0)))


def test_two_replacements_of_one_discard_never_both_work() -> None:
    board = board_of("Library of Leng")
    board = board.with_entries((*board.entries, *table_of(TO_EXILE).entries))
    assert places(board, by_effect()) == {(1, 0, 0), (0, 0, 1)}


def test_milled_cards_are_replaced_by_what_speaks_of_graveyards() -> None:
    assert places(table_of(TO_EXILE), by_effect(3, cause="mill")) == {(3, 0, 0)}


def test_madness_exiles_whatever_the_cause() -> None:
    mad = invented("Mad", Keyword("madness"), types=("Creature",))
    assert places(holding(board_of(), mad), by_effect(cause="cost")) == {(1, 0, 0)}
    assert places(holding(board_of("Library of Leng"), mad), by_effect()) == {(1, 0, 0), (0, 0, 1)}


def test_a_card_may_speak_of_its_own_discard() -> None:
    effect = DiscardReplacement("you", "opponent's effect", "battlefield", this_card=True)
    loyal = invented("Loyal", Static((effect,)), types=("Creature",))
    assert places(holding(board_of(), loyal), by_effect()) == {(0, 0, 0)}
    assert places(holding(board_of(), loyal), by_effect(by="you")) == {(0, 1, 0)}


def test_which_cards_are_discarded_is_a_choice() -> None:
    wanted = Triggered(Discards("you", types=("Creature",)), (OtherInstruction("life"),))
    board = holding(table_of(invented("Mourner", wanted)), "Llanowar Elves", "Forest", "Opt")
    assert triggers(board, by_effect(2)) == {(), (("Mourner", 1),)}


def test_what_a_hidden_card_was_is_not_defined() -> None:
    wanted = Triggered(Discards("you", types=("Creature",)), (OtherInstruction("life"),))
    leng = board_of("Library of Leng")
    board = holding(leng.with_entries((*leng.entries, *table_of(invented("Mourner", wanted)).entries)), "Grizzly Bears")
    told = {(outcome.observed[2][1], outcome.triggers) for outcome in happenings(board, by_effect())}
    assert told == {(1, ()), (0, (("Mourner", 1),))}


def test_cards_that_nobody_named_have_no_type() -> None:
    wanted = Triggered(Discards("you", types=("Creature",)), (OtherInstruction("life"),))
    with pytest.raises(Unmodelled):
        happenings(table_of(invented("Mourner", wanted)), by_effect())


def test_a_trigger_for_each_card_of_whoever_watches() -> None:
    board = board_of("Necropotence", theirs("Megrim"), "Megrim")
    assert triggers(board, by_effect(3)) == {(("Necropotence", 3), ("Megrim", 3))}


def test_a_condition_is_asked_after_the_discard() -> None:
    board = table_of(HELLBENT_WATCHER)
    assert triggers(holding(board, "Opt"), by_effect()) == {((HELLBENT_WATCHER.name, 1),)}
    assert triggers(holding(board, "Opt", "Opt"), by_effect()) == {()}
    assert triggers(holding(board, "Opt", "Opt"), by_effect(2)) == {((HELLBENT_WATCHER.name, 2),)}


def test_no_more_cards_than_there_are() -> None:
    board = board_of("Library of Leng", player={"you": {"hand": 1}})
    assert places(board, by_effect(2)) == {(0, 1, 0), (0, 0, 1)}
    assert places(board_of(player={"you": {"library": 2}}), by_effect(5, cause="mill")) == {(0, 2, 0)}


def test_what_others_cannot_cause() -> None:
    board = board_of("Tamiyo, Collector of Tales")
    assert places(board, by_effect(2)) == {(0, 0, 0)}
    assert places(board, by_effect(2, by="you")) == {(0, 2, 0)}
    assert places(board, by_effect(2, cause="cost", by="opponent")) == {(0, 2, 0)}
    with pytest.raises(Illegal):
        happenings(board, by_effect(cause="cost-on-resolution"))


def test_what_is_known_of_cards_that_go_to_a_hidden_zone() -> None:
    leng = board_of("Library of Leng")
    seen = {"is_discard": True, "revealed": False, "looked_at_before_choosing": True, "order_chosen_by": "you"}
    assert facts(leng, by_effect(2, random=True)) == seen
    assert facts(leng, by_effect(cause="mill"))["is_discard"] is False
    assert "order_chosen_by" not in facts(leng, by_effect(2, cause="cost"))
    assert facts(board_of(), by_effect(random=True))["looked_at_before_choosing"] is False


# The cleanup step --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "discards"), [(0, 0), (7, 0), (8, 1), (30, 23)])
def test_down_to_the_maximum(hand: int, discards: int) -> None:
    board = board_of(player={"you": {"hand": hand}})
    assert cleanup_discards(board, "you") == (discards,)
    assert places(board, Cleanup("you")) == {(discards, 0, 0)}


def test_no_maximum_no_discard() -> None:
    assert cleanup_discards(board_of("Spellbook", player={"you": {"hand": 20}}), "you") == (0,)


def test_several_numbers_where_the_order_is_free() -> None:
    entries = [{"card": "Null Profusion", "since": 1}, {"card": "Library of Leng", "since": 1}]
    board = board_of(*entries, player={"you": {"hand": 5}})
    assert cleanup_discards(board, "you") == (0, 3)
    assert places(board, Cleanup("you")) == {(0, 0, 0), (3, 0, 0)}


def test_no_effect_asks_for_the_cleanup_discard() -> None:
    board = board_of("Library of Leng", "Null Profusion", theirs("Megrim"), player={"you": {"hand": 3}})
    assert places(board, Cleanup("you")) == {(1, 0, 0)}
    assert triggers(board, Cleanup("you")) == {(("Megrim", 1),)}
    assert facts(board, Cleanup("you"))["uses_stack"] is False


def test_an_effect_on_any_discard_sees_the_cleanup_too() -> None:
    anywhere = invented("Anywhere", Static((DiscardReplacement("you", "any", "library", optional=True),)))
    board = replace(table_of(anywhere), players=(Player("you", hand=8), Player("opponent")))
    assert places(board, Cleanup("you")) == {(1, 0, 0), (1, 0, 1)}


def test_abilities_of_the_beginning_of_the_step_trigger() -> None:
    ability = Triggered(BeginningOf("cleanup step", "everyone"), (OtherInstruction("token"),))
    assert triggers(table_of(invented("Late", ability)), Cleanup("you")) == {(("Late", 1),)}
