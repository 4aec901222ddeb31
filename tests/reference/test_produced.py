"""106.12b, 614 and 616 in the reference: what is really produced."""

from __future__ import annotations

import pytest

from verifier.board import Activate, Readings, Tap
from verifier.cards.ability import (
    Activated,
    AddForAll,
    AddMana,
    Draw,
    Instead,
    Keyword,
    ManaReplacement,
    May,
    Multiply,
    PayMana,
    ReplaceTypes,
    SacrificeCost,
    Static,
    TappedForMana,
    TapSymbol,
    WouldAddMana,
)
from verifier.cards.mana import ChosenColor, CouldProduce, OneType, Symbols, ThatType, Types
from verifier.cards.terms import Anything, Compare, Count, CountedByCost, CountersOn, IsTapped, LifeTotal, OfType, This
from verifier.errors import Illegal, Undecided, Unmodelled
from verifier.reference import produced

from .tables import WAITS, board_of, invented, mine, permanent, table_of, tap_for, theirs


def tapped(land: str, *others: object, **keys: object) -> object:
    return produced(board_of(land, *others, **keys), Tap(land))  # type: ignore[arg-type]


def test_a_basic_land() -> None:
    assert tapped("Forest") == mine("G")


def test_each_effect_gets_one_opportunity() -> None:
    assert tapped("Forest", "Mana Reflection", "Mana Reflection", "Nyxbloom Ancient") == mine("G" * 12)


def test_effects_become_applicable_after_others() -> None:
    assert tapped("Forest", "Mana Reflection", "Damping Sphere") == mine("C")


def test_every_place_of_a_cut_between_two_multipliers() -> None:
    assert tapped("Forest", "Damping Sphere", "Nyxbloom Ancient", "Mana Reflection") == mine("C", "CC", "CCC")


def test_all_mana_of_one_production_gets_the_same_choice() -> None:
    assert tapped("Tundra", "Naked Singularity", "Mana Reflection") == mine("RR", "GG")


def test_only_the_replaced_types_change() -> None:
    hall = {"resolved": "Hall of Gemstone", "ability": 1, "chosen": {"color": "red"}}
    assert tapped("Wastes", hall) == mine("C")
    assert tapped("Boros Garrison", hall) == mine("RR")


@pytest.mark.parametrize(("readings", "ends"), [({}, mine("B", "C")), (WAITS, mine("B"))])
def test_idle_replacements(readings: dict[str, str], ends: object) -> None:
    assert tapped("Forest", *["Contamination"] * 4, "Ritual of Subdual", readings=readings) == ends


def test_waiting_a_choice_may_be_idle_while_another_would_change_something() -> None:
    assert tapped("Plains", "Pulse of Llanowar", readings=WAITS) == mine("W", "U", "B", "R", "G")


def test_nothing_produced_is_nothing_to_replace() -> None:
    assert tapped("Gaea's Cradle", "Mana Reflection", "Contamination") == {()}
    assert tapped("Meteor Crater", theirs("Contamination")) == {()}


def test_an_effect_on_what_you_tap_leaves_others_alone() -> None:
    board = board_of(theirs("Forest"), "Mana Reflection")
    assert produced(board, Tap("Forest", by="opponent")) == mine("G", player="opponent")


def test_a_land_that_another_player_taps() -> None:
    board = board_of(theirs("Forest"), "Mana Reflection", {"resolved": "Piracy"})
    assert produced(board, Tap("Forest", by="you")) == mine("GG")


def test_self_replacement_comes_first() -> None:
    assert tapped("River of Tears", player={"you": {"land_played_this_turn": True}}) == mine("B")


def test_that_type_is_the_one_chosen_in_what_is_replaced() -> None:
    many = Compare(LifeTotal(), "at least", 20)
    add = AddMana(OneType(Types("WU")), instead=(Instead(many, OneType(ThatType(), 3)),))
    land = invented("Spring", Activated((TapSymbol(),), (add,)))
    assert produced(table_of(land), Tap("Spring")) == mine("WWW", "UUU")


def test_two_self_replacements_in_either_order() -> None:
    always = Compare(1, "exactly", 1)
    add = AddMana(
        Symbols(("C",)), instead=(Instead(always, Symbols(("W",))), Instead(always, Symbols(("U", "U")))),
    )  # fmt: skip
    assert produced(table_of(invented("Spring", Activated((TapSymbol(),), (add,)))), Tap("Spring")) == mine("W", "UU")


def test_the_number_of_counters_removed_is_chosen() -> None:
    board = board_of({"card": "Dreadship Reef", "counters": {"storage": 2}}, "Contamination")
    # Without {T} it is no tapping for mana, and Contamination has nothing to say.
    assert produced(board, Activate("Dreadship Reef", 3, x=2)) == mine("UU", "UB", "BB")
    assert produced(board, Activate("Dreadship Reef", 3)) == mine("", "U", "B", "UU", "UB", "BB")


def test_a_sacrificed_land_is_read_as_it_last_existed() -> None:
    board = board_of("Squandered Resources", "Reflecting Pool", "Forest")
    assert produced(board, Activate("Squandered Resources", 1, sacrifice=("Reflecting Pool",))) == mine("G")
    assert produced(board, Activate("Squandered Resources", 1, sacrifice=("Forest",))) == mine("G")


def test_a_sacrifice_that_is_not_named_is_every_choice() -> None:
    board = board_of("Squandered Resources", "Forest", "Plains", theirs("Island"))
    assert produced(board, Activate("Squandered Resources", 1)) == mine("W", "G")
    with pytest.raises(Illegal):
        produced(board_of("Squandered Resources", theirs("Island")), Activate("Squandered Resources", 1))


@pytest.mark.parametrize("sacrifice", [("Sol Ring",), ("Island",), ("Forest", "Forest#2")])
def test_a_sacrifice_that_does_not_fit(sacrifice: tuple[str, ...]) -> None:
    board = board_of("Squandered Resources", "Forest", "Forest", "Sol Ring", theirs("Island"))
    with pytest.raises(Illegal):
        produced(board, Activate("Squandered Resources", 1, sacrifice=sacrifice))


def test_what_was_sacrificed_is_no_longer_counted() -> None:
    mana = OneType(Types("R"), Count(OfType("Artifact")))
    altar = invented("Altar", Activated((SacrificeCost(OfType("Artifact")),), (AddMana(mana),)), types=("Artifact",))
    board = table_of(altar, invented("Toy", types=("Artifact",)))
    assert produced(board, Activate("Altar", 1, sacrifice=("Toy",))) == mine("R")


def test_what_could_be_produced_is_asked_after_the_cost_is_paid() -> None:
    # Once your land is gone, the opposing stone sees no land of an opponent, so there is no color to copy.
    stone = OneType(CouldProduce(OfType("Artifact"), colors_only=True))
    land = invented("Wood", Activated((SacrificeCost(This()),), (AddMana(stone),)), subtypes=("Forest",))
    board = board_of(theirs("Fellwar Stone"))
    both = board.with_entries((*board.entries, permanent(land)))
    assert produced(both, Activate("Wood", 1)) == {()}
    assert produced(both.with_entries((*both.entries, permanent(invented("Mire", subtypes=("Swamp",))))),
                    Activate("Wood", 1)) == mine("B")  # fmt: skip


def test_what_is_tapped_for_mana_counts_as_tapped() -> None:
    land = invented("Wood", tap_for(OneType(Types("G"), Count(IsTapped()))))
    assert produced(table_of(land), Tap("Wood")) == mine("G")


def test_an_effect_sees_the_permanent_as_it_is_once_its_cost_is_paid() -> None:
    wood = invented("Wood", subtypes=("Forest",))
    of_tapped = invented("Mirror", Static((ManaReplacement(TappedForMana(IsTapped()), Multiply(2)),)))
    assert produced(table_of(wood, of_tapped), Tap("Wood")) == mine("GG")


def test_optional_mana_may_be_declined_and_every_player_may_get_some() -> None:
    optional = invented("Wood", Activated((TapSymbol(),), (May((AddMana(Symbols(("G",))),)),)))
    assert produced(table_of(optional), Tap("Wood")) == mine("", "G")
    shared = invented("Wood", Activated((TapSymbol(),), (AddMana(Symbols(("G",)), player="everyone"),)))
    green = (0, 0, 0, 0, 1, 0)
    assert produced(table_of(shared), Tap("Wood")) == {(("you", green), ("opponent", green))}


def test_tapping_and_untapping_other_permanents() -> None:
    camp = board_of("Survivors' Encampment", {"card": "Llanowar Elves", "entered_this_turn": True})
    assert produced(camp, Tap("Survivors' Encampment", 2)) == mine("W", "U", "B", "R", "G")
    with pytest.raises(Illegal):
        produced(board_of("Survivors' Encampment"), Tap("Survivors' Encampment", 2))


@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        ({"card": "Forest", "tapped": True}, "107.5"),
        ({"card": "Forest", "phased_out": True}, "702.26b"),
        ({"card": "Llanowar Elves", "entered_this_turn": True}, "302.6"),
        ({"card": "Forest", "controller": "opponent"}, "602.2"),
        ({"card": "Grizzly Bears"}, "106.12"),
    ],
)
def test_illegal_taps(entry: dict[str, object], rule: str) -> None:
    with pytest.raises(Illegal) as refusal:
        produced(board_of(entry), Tap(str(entry["card"]), by="you"))
    assert rule in refusal.value.rules


def test_an_untapped_permanent_cannot_pay_the_untap_symbol() -> None:
    with pytest.raises(Illegal) as refusal:
        produced(board_of("Pili-Pala"), Activate("Pili-Pala", 1))
    assert "107.6" in refusal.value.rules
    board = board_of({"card": "Pili-Pala", "tapped": True}, "Mana Reflection")
    assert produced(board, Activate("Pili-Pala", 1)) == mine("W", "U", "B", "R", "G")


def test_printed_haste_lifts_the_rule_on_new_creatures() -> None:
    elf = invented("Elf", tap_for(Symbols(("G",))), Keyword("Haste"), types=("Creature",))
    board = board_of({"card": "Llanowar Elves", "entered_this_turn": True})
    new = board.with_entries((*table_of(elf).entries,))
    assert produced(new, Tap("Elf")) == mine("G")


def test_a_number_that_is_no_mana_ability_with_the_tap_symbol() -> None:
    board = board_of({"card": "Dreadship Reef", "counters": {"storage": 2}})
    for number in (2, 3, 4):
        with pytest.raises(Illegal):
            produced(board, Tap("Dreadship Reef", number))


@pytest.mark.parametrize(("edition", "ends"), [("2026-09-25", mine("B")), ("2026-04-17", mine("BB"))])
def test_since_the_newest_edition_no_mana_ability_draws(edition: str, ends: object) -> None:
    land = invented("Well", Activated((TapSymbol(),), (AddMana(Symbols(("B",))), Draw(1))))
    doubler = invented("Mirror", Static((ManaReplacement(TappedForMana(Anything()), Multiply(2)),)))
    assert produced(table_of(land, doubler, edition=edition), Activate("Well", 1)) == ends


def test_an_x_of_mana_that_nobody_gives_is_refused() -> None:
    land = invented("Well", tap_for(OneType(Types("G"), CountedByCost()), PayMana(("X",))))
    assert produced(table_of(land), Activate("Well", 1, x=3)) == mine("GGG")
    with pytest.raises(Unmodelled, match="Well"):
        produced(table_of(land), Tap("Well"))


def test_an_effect_on_any_mana_meets_mana_that_nothing_is_tapped_for() -> None:
    any_mana = Static((ManaReplacement(WouldAddMana(), ReplaceTypes(Types("W"))),))
    pet = invented("Pet", Activated((SacrificeCost(This()),), (AddMana(Symbols(("B",))),)))
    assert produced(table_of(pet, invented("Mirror", any_mana)), Activate("Pet", 1)) == mine("W")


def test_an_effect_on_any_mana_asks_who_would_add_it() -> None:
    of_mine = Static((ManaReplacement(WouldAddMana("you"), ReplaceTypes(Types("W"))),))
    spring = invented("Spring", Activated((TapSymbol(),), (AddMana(Symbols(("G",)), "everyone"),)))
    both = frozenset({(("you", (1, 0, 0, 0, 0, 0)), ("opponent", (0, 0, 0, 0, 1, 0)))})
    assert produced(table_of(spring, invented("Mirror", of_mine)), Tap("Spring")) == both


def test_all_players_add_the_mana_and_each_chooses_on() -> None:
    shared = Static((ManaReplacement(WouldAddMana(), AddForAll()),))
    colors = Static((ManaReplacement(TappedForMana(Anything()), ReplaceTypes(Types("WU"))),))
    wood, pearl = invented("Wood", subtypes=("Forest",)), invented("Mirror", colors)
    found = produced(table_of(wood, invented("Plenty", shared), pearl), Tap("Wood"))
    white, blue = (1, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0)
    assert found == {(("you", one), ("opponent", other)) for one in (white, blue) for other in (white, blue)}


def test_a_sacrificed_permanent_is_read_as_it_last_existed() -> None:
    mana = OneType(Types("R"), CountersOn("charge"))
    box = invented("Box", tap_for(mana, SacrificeCost(This())))
    of_tapped = invented("Mirror", Static((ManaReplacement(TappedForMana(IsTapped()), Multiply(2)),)))
    board = table_of(permanent(box, counters=(("charge", 2),)), of_tapped)
    assert produced(board, Tap("Box")) == mine("RRRR")


def test_effects_out_of_scope_are_refused_by_name() -> None:
    everyone = ManaReplacement(TappedForMana(Anything()), AddForAll())
    chosen = Static((ManaReplacement(TappedForMana(Anything()), ReplaceTypes(ChosenColor())),))
    for ability in (Static((everyone, everyone)), chosen):
        with pytest.raises(Unmodelled, match="Mirror"):
            produced(table_of(invented("Wood", subtypes=("Forest",)), invented("Mirror", ability)), Tap("Wood"))


def test_a_static_ability_works_only_while_its_condition_holds() -> None:
    doubling = ManaReplacement(TappedForMana(Anything()), Multiply(2))
    card = invented("Mirror", Static((doubling,), condition=Compare(CountersOn("charge"), "at least", 1)))
    wood = permanent(invented("Wood", subtypes=("Forest",)))
    assert produced(table_of(wood, card), Tap("Wood")) == mine("G")
    assert produced(table_of(wood, permanent(card, counters=(("charge", 1),))), Tap("Wood")) == mine("GG")


def test_too_many_orders_are_not_for_brute_force() -> None:
    wood = invented("Wood", subtypes=("Forest",))
    mirrors = [
        invented(f"Mirror {factor}", Static((ManaReplacement(TappedForMana(Anything()), Multiply(factor)),)))
        for factor in range(2, 12)
    ]
    with pytest.raises(Undecided):
        produced(table_of(wood, *mirrors, readings=Readings()), Tap("Wood"))
