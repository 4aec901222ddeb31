"""The draw step: draws one at a time, what replaces them, the stack, and who has lost before it is empty."""

from __future__ import annotations

from dataclasses import replace

import pytest

from verifier.board import Board, DrawStep, Emblem, Player, Resolved, Triggers
from verifier.cards import pool
from verifier.cards import terms as t
from verifier.cards.ability import (
    Ability,
    Begin,
    BeginningOf,
    Discard,
    Draw,
    DrawReplacement,
    Draws,
    HandToLibrary,
    If,
    Instruction,
    May,
    OtherInstruction,
    ReturnOrPay,
    SkipStep,
    SpellAbility,
    Static,
    Triggered,
)
from verifier.cards.card import Card
from verifier.errors import Undecided, Unmodelled
from verifier.reference import happenings

from .tables import board_of, invented, permanent, table_of, theirs

YOURS = DrawStep("you")


def seen(board: Board, event: DrawStep = YOURS) -> set[tuple[int, int, int]]:
    """How many cards are drawn and put back, and how much life is paid."""
    told = [dict(outcome.observed) for outcome in happenings(board, event)]
    return {(one["drawn"], one["put_back"], one["life_paid"]) for one in told}


def drawn(board: Board, event: DrawStep = YOURS) -> set[int]:
    return {number for number, _, _ in seen(board, event)}


def triggers(board: Board) -> set[Triggers]:
    return {outcome.triggers for outcome in happenings(board, YOURS)}


def in_step(name: str, *instructions: Instruction, of: t.PlayerRef = "you") -> Card:
    """An enchantment with an ability of the beginning of the draw step."""
    return invented(name, Triggered(BeginningOf("draw step", of), instructions), types=("Enchantment",))


def enchanted(*abilities: Ability | DrawReplacement, **player: int) -> Board:
    """Enchantments of yours with one ability or effect each; ``player`` says what you have."""
    cards = [
        invented(f"E{place}", Static((each,)) if isinstance(each, DrawReplacement) else each, types=("Enchantment",))
        for place, each in enumerate(abilities)
    ]
    return replace(table_of(*cards), players=(Player("you", **player), Player("opponent")))  # type: ignore[arg-type]


def test_nothing_but_the_draw() -> None:
    (outcome,) = happenings(board_of(), YOURS)
    assert outcome.observed == (("discarded", 0), ("drawn", 1), ("life_paid", 0), ("put_back", 0))


# Sylvan Library ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("life", "kept"), [(3, [0]), (4, [0, 1]), (7, [0, 1]), (8, [0, 1, 2]), (9, [0, 1, 2]), (20, [0, 1, 2])]
)
def test_each_chosen_card_goes_back_or_costs_life(life: int, kept: list[int]) -> None:
    board = board_of("Sylvan Library", player={"you": {"life": life}})
    assert seen(board) == {(1, 0, 0), *[(3, 2 - paid, 4 * paid) for paid in kept]}


def test_a_player_who_cannot_lose_life_cannot_pay() -> None:
    assert seen(board_of("Sylvan Library", "Platinum Emperion")) == {(1, 0, 0), (3, 2, 0)}


@pytest.mark.parametrize(("kept", "chosen"), [(0, 1), (1, 2), (2, 2)])
def test_only_cards_still_in_hand_are_chosen(kept: int, chosen: int) -> None:
    board = board_of("Sylvan Library")
    you = replace(board.players[0], drawn_this_turn=2, drawn_kept=kept)
    board = replace(board, players=(you, board.players[1]))
    both_replaced = seen(board, DrawStep("you", 2))
    assert both_replaced == {(1, 0, 0), *[(1, chosen - paid, 4 * paid) for paid in range(chosen + 1)]}


def test_replaced_by_something_else() -> None:
    board = board_of("Sylvan Library", "Howling Mine")
    assert seen(board, DrawStep("you", 1, "Sylvan Library")) == {(2, 0, 0), (3, 2, 0), (3, 1, 4), (3, 0, 8)}
    assert drawn(board, DrawStep("you", 1, "Howling Mine")) == {1, 3}
    with pytest.raises(Unmodelled):
        happenings(board, DrawStep("you", 1))


# Replaced draws ----------------------------------------------------------------------------------------------------


def test_each_effect_once_for_the_draws_that_replace_draws() -> None:
    double = DrawReplacement("you", 2)
    assert drawn(enchanted(double)) == {2}
    assert drawn(enchanted(double, double)) == {4}


def test_effects_that_trade_places_end() -> None:
    board = board_of("Howling Mine", "Notion Thief", theirs("Notion Thief", id="theirs"))
    assert drawn(board) == {2}


def test_an_offer_to_replace_may_be_declined() -> None:
    assert drawn(enchanted(DrawReplacement("you", optional=True))) == {0, 1}


def test_what_is_spared_looks_at_cards_really_drawn() -> None:
    board = board_of("Sages of the Anima", "Teferi's Ageless Insight", "Howling Mine")
    assert drawn(board) == {0}


@pytest.mark.parametrize(
    ("spares", "earlier", "number"),
    [
        ("first of the turn", 0, 1), ("first of the turn", 1, 3),
        ("all but the first of the turn", 0, 3), ("all but the first of the turn", 1, 1),
        ("first of the draw step", 1, 1),
        ("first of the draw step, and all but the first of the turn that is left", 0, 1),
    ],
)  # fmt: skip
def test_which_draws_are_spared(spares: str, earlier: int, number: int) -> None:
    effect = DrawReplacement("you", 3, spares=spares)  # type: ignore[arg-type]
    assert drawn(enchanted(effect, drawn_this_turn=earlier, drawn_kept=earlier)) == {number}


def test_an_effect_on_the_first_draw_that_is_left() -> None:
    effect = DrawReplacement("you", 4, spares="first of the draw step, and all but the first of the turn that is left")
    asks = Triggered(BeginningOf("draw step", "you"), (Draw(2),))
    assert drawn(enchanted(effect, asks)) == {1 + 4 + 1}


def test_a_whole_instruction_is_replaced_before_its_draws() -> None:
    one_more = DrawReplacement("you", t.Sum((t.ThatMany(), 1)), by_instruction=True, at_least=2)
    asks = Triggered(BeginningOf("draw step", "you"), (Draw(2),))
    assert drawn(enchanted(one_more, asks)) == {1 + 3}
    # The normal draw becomes two, which become three; the ability's two become three, which are doubled one by one.
    assert drawn(enchanted(one_more, DrawReplacement("you", 2), asks)) == {3 + 6}


def test_an_effect_on_the_next_draw_is_used_up() -> None:
    once = Begin((DrawReplacement("you", 3, once=True),), "end of turn")
    card = invented("Once", SpellAbility((once,)), types=("Sorcery",))
    mine = permanent(pool.find("Howling Mine")[0], timestamp=1)
    board = table_of(mine).with_entries((mine, Resolved("Once", card, "you", 2)))
    assert drawn(board) == {3 + 1}


def test_a_condition_is_asked_draw_by_draw() -> None:
    empty = t.Compare(t.CardsIn("hand"), "exactly", 0)
    scrivener = invented("Scrivener", Static((DrawReplacement("you", 2, condition=empty),)))
    asks = in_step("Asks", Draw(2))
    board = replace(table_of(scrivener, asks), players=(Player("you", hand=0), Player("opponent")))
    assert drawn(board) == {2 + 2}
    assert drawn(replace(board, players=(Player("you"), Player("opponent")))) == {1 + 2}


def test_what_is_done_instead_comes_before_the_next_draw() -> None:
    chains = DrawReplacement(
        "everyone",
        spares="first of the draw step",
        instead=(Discard(1, "that player"), If(t.Followed(), (Draw(1, "that player"),))),
    )
    asks = Triggered(BeginningOf("draw step", "you"), (Draw(2),))
    outcomes = happenings(enchanted(chains, asks), YOURS)
    assert {dict(one.observed)["discarded"] for one in outcomes} == {2}
    assert {dict(one.observed)["drawn"] for one in outcomes} == {3}


def test_dredge_needs_its_cards_and_returns_no_drawn_card() -> None:
    grave = {"graveyard": ["Golgari Thug"]}
    assert drawn(board_of(player={"you": grave})) == {0, 1}
    assert drawn(board_of(player={"you": {**grave, "library": 3}})) == {1}
    assert drawn(board_of("Howling Mine", player={"you": grave})) == {1, 2}


# Who may not draw --------------------------------------------------------------------------------------------------


def test_offers_of_more_draws_than_allowed_cannot_be_taken() -> None:
    assert drawn(board_of("Sylvan Library", "Spirit of the Labyrinth")) == {1}
    asks = in_step("Asks", Draw(2))
    spirit = permanent(pool.find("Spirit of the Labyrinth")[0])
    assert drawn(table_of(spirit, asks)) == {1}


def test_a_draw_that_cannot_happen_is_not_replaced() -> None:
    board = board_of("Spirit of the Labyrinth", "Sages of the Anima", player={"you": {"drawn_this_turn": 1}})
    assert drawn(board) == {0}
    thief = board_of("Spirit of the Labyrinth", "Howling Mine", theirs("Notion Thief"))
    assert drawn(thief) == {1}


def test_a_skipped_step_has_nothing_in_it() -> None:
    skip = invented("Skip", Static((SkipStep("you", "draw"),)))
    assert happenings(table_of(skip, in_step("Asks", Draw(2))), YOURS) == happenings(table_of(skip), YOURS)
    assert triggers(table_of(skip, in_step("Asks", Draw(2)))) == {()}
    assert drawn(table_of(skip)) == {0}


# The stack ---------------------------------------------------------------------------------------------------------


def test_your_own_abilities_in_any_order() -> None:
    back = in_step("Back", HandToLibrary("you", all_cards=True), Draw(t.ThatMany()))
    board = replace(table_of(in_step("Two", Draw(2)), back), players=(Player("you", hand=0), Player("opponent")))
    assert drawn(board) == {1 + 2 + 3, 1 + 1 + 2}


def test_abilities_of_others_resolve_first() -> None:
    back = in_step(
        "Back", HandToLibrary("that player", all_cards=True), Draw(t.ThatMany(), "that player"), of="everyone"
    )
    entries = (permanent(in_step("Two", Draw(2))), permanent(back, "opponent", 1))
    board = replace(table_of(), entries=entries, players=(Player("you", hand=0), Player("opponent")))
    assert drawn(board) == {1 + 1 + 2}


def test_what_triggers_in_the_step_resolves_in_it() -> None:
    sphinx = Triggered(Draws("opponents"), (May((Draw(1),)),))
    answer = Triggered(Draws("opponents"), (Draw(1),))
    entries = (permanent(invented("Sphinx", sphinx), "opponent"), permanent(invented("Echo", answer), "you", 1))
    board = replace(table_of(), entries=entries)
    board = replace(board, players=(Player("you", library=4), Player("opponent")))
    told = {(dict(one.observed)["drawn"], one.triggers) for one in happenings(board, YOURS)}
    assert (1, (("Sphinx", 1),)) in told
    assert (2, (("Sphinx", 2), ("Echo", 1))) in told
    assert max(number for number, _ in told) == 4


def test_a_condition_is_asked_again_as_the_ability_resolves() -> None:
    lucky = Triggered(BeginningOf("draw step", "you"), (Draw(1),), condition=t.Compare(t.CardsIn("hand"), "at most", 1))
    assert drawn(enchanted(lucky, hand=0)) == {2}
    assert drawn(enchanted(lucky, hand=1)) == {1}
    assert triggers(enchanted(lucky, hand=1)) == {(("E0", 1),)}
    assert triggers(enchanted(lucky, hand=2)) == {()}


def test_an_emblem_triggers_too() -> None:
    emblem = Card("Emblem", invented("Emblem", Triggered(BeginningOf("draw step", "you"), (Draw(1),))).faces, "emblem")
    board = table_of().with_entries((Emblem("emblem", emblem, "you", 1),))
    assert (drawn(board), triggers(board)) == ({2}, {(("emblem", 1),)})


def test_life_after_damage_of_an_untold_amount_is_not_guessed() -> None:
    board = board_of("Sylvan Library", theirs("Underworld Dreams"))
    with pytest.raises(Unmodelled):
        happenings(board, YOURS)
    assert drawn(board_of("Howling Mine", theirs("Underworld Dreams"))) == {2}


# Discards in the step ----------------------------------------------------------------------------------------------


def test_a_discard_onto_the_library_is_put_back() -> None:
    told = {outcome.observed for outcome in happenings(board_of("Anvil of Bogardan", "Library of Leng"), YOURS)}
    numbers = {(dict(one)["discarded"], dict(one)["put_back"]) for one in told}
    assert numbers == {(1, 0), (1, 1)}


def test_which_card_is_discarded_bears_on_what_can_be_chosen() -> None:
    asks = in_step("Asks", Draw(1), Discard(1), ReturnOrPay(2, 100))
    assert seen(table_of(asks)) == {(2, 2, 0), (2, 1, 0)}


# Losing ------------------------------------------------------------------------------------------------------------


def test_who_has_drawn_from_an_empty_library_resolves_nothing_more() -> None:
    assert seen(board_of("Teferi's Puzzle Box", player={"you": {"library": 0}})) == {(0, 0, 0)}
    board = board_of("Sylvan Library", "Sylvan Library", player={"you": {"library": 1}})
    assert seen(board) == {(1, 0, 0), (1, 1, 0), (1, 0, 4)}


def test_who_has_paid_the_last_life_resolves_nothing_more() -> None:
    board = board_of("Sylvan Library", "Howling Mine", player={"you": {"life": 4}})
    assert (3, 1, 4) in seen(board)
    assert (4, 1, 4) in seen(board)


def test_another_player_may_lose_first() -> None:
    board = board_of("Howling Mine", "Howling Mine", theirs("Notion Thief"), player={"opponent": {"library": 0}})
    assert drawn(board) == {1}
    three = board_of(
        "Howling Mine", "Howling Mine", theirs("Notion Thief"),
        player={"opponent": {"library": 0}}, players=["you", "opponent", "third"],
    )  # fmt: skip
    with pytest.raises(Unmodelled):
        happenings(three, YOURS)


def test_more_than_brute_force_can_do() -> None:
    with pytest.raises(Undecided):
        happenings(table_of(*[in_step(f"Asks {n}", Draw(n)) for n in range(9)]), YOURS)


def test_inert_abilities_only_trigger() -> None:
    inert = Triggered(BeginningOf("draw step", "you"), (OtherInstruction("token"),))
    board = enchanted(*[inert] * 12)
    assert triggers(board) == {tuple((f"E{place}", 1) for place in range(12))}


def test_it_is_that_players_turn() -> None:
    board = board_of("Howling Mine", theirs("Sylvan Library"))
    assert drawn(board, DrawStep("opponent")) == {2, 4}
