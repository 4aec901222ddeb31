"""106.7 in the reference: what permanents could produce."""

from __future__ import annotations

import pytest

from verifier.board import Chosen, Readings
from verifier.cards.ability import (
    Activated,
    AddMana,
    Enters,
    If,
    LoyaltyCost,
    May,
    PutCounters,
    RemoveCounters,
    SacrificeCost,
    Triggered,
    UnlessPaid,
    Unmodelled,
)
from verifier.cards.card import Card, Face
from verifier.cards.mana import (
    ChosenColor,
    ColorsOf,
    ColorsOfCards,
    Combination,
    CouldProduce,
    Mana,
    ManaCostOf,
    NotedType,
    OneOfEach,
    OneType,
    Symbols,
    Together,
    Types,
    UnspentAgain,
)
from verifier.cards.terms import (
    Anything,
    CardsIn,
    Compare,
    CostPermanent,
    CountedByCost,
    CountersOn,
    Followed,
    ManaValueOf,
    OfType,
    ThatMany,
    UntoldAmount,
    UpTo,
)
from verifier.errors import Unmodelled as NotModelled
from verifier.reference import could_produce

from .tables import WAITS, board_of, invented, permanent, table_of, tap_for, theirs


def test_two_orchards_that_see_only_each_other_make_nothing() -> None:
    board = board_of({"card": "Exotic Orchard", "id": "a"}, theirs("Exotic Orchard", id="b"))
    assert could_produce(board) == {"a": "", "b": ""}


def test_one_forest_anchors_a_chain_of_lands() -> None:
    board = board_of(
        "Forest", {"card": "Exotic Orchard", "id": "a"}, theirs("Exotic Orchard", id="b"), theirs("Reflecting Pool")
    )
    assert could_produce(board) == {"Forest": "G", "a": "G", "b": "G", "Reflecting Pool": "G"}


def test_both_orders_of_two_replacement_effects_count() -> None:
    board = board_of("Forest", "Reflecting Pool", theirs("Contamination"), "Ritual of Subdual")
    assert could_produce(board)["Forest"] == "BC"
    assert could_produce(board)["Reflecting Pool"] == "BC"


@pytest.mark.parametrize(("readings", "types"), [({}, "BC"), (WAITS, "B")])
def test_idle_contaminations_are_used_up_only_under_one_reading(readings: dict[str, str], types: str) -> None:
    # B first, three more that change nothing, then C: allowed only if an idle effect may be chosen.
    # Waiting, a Contamination is applicable again as soon as the mana is colorless.
    board = board_of("Forest", *["Contamination"] * 4, "Ritual of Subdual", readings=readings)
    assert could_produce(board)["Forest"] == types


def test_doubling_and_then_cutting_leaves_only_colorless() -> None:
    assert could_produce(board_of("Forest", "Mana Reflection", "Damping Sphere"))["Forest"] == "C"


def test_a_replacement_by_land_type_passes_over_a_land_without_one() -> None:
    board = board_of("Reflecting Pool", "Forest", "Naked Singularity")
    # The Forest could produce B; the Pool that copies it has no basic land type of its own.
    assert could_produce(board)["Reflecting Pool"] == "B"


def test_mana_of_an_undefined_type_is_nothing_to_replace() -> None:
    assert could_produce(board_of("Uncharted Haven", "Contamination"))["Uncharted Haven"] == ""


def test_a_trigger_counts_and_its_controller_does_not_matter() -> None:
    board = board_of("Exotic Orchard", theirs("Crumbling Vestige", tapped=True))
    assert could_produce(board) == {"Exotic Orchard": "WUBRG", "Crumbling Vestige": "WUBRGC"}


def test_phased_out_permanents_are_not_there() -> None:
    board = board_of("Forest", {"card": "Contamination", "phased_out": True}, {"card": "Island", "phased_out": True})
    assert could_produce(board) == {"Forest": "G"}


def test_a_face_down_land_is_no_land() -> None:
    board = board_of("Reflecting Pool", {"card": "Dryad Arbor", "face_down": True})
    assert could_produce(board) == {"Reflecting Pool": "", "Dryad Arbor": ""}


def test_a_copy_has_the_printed_abilities_of_the_other_card() -> None:
    board = board_of("Forest", {"card": "Vesuva", "copy_of": "Reflecting Pool"})
    assert could_produce(board)["Vesuva"] == "G"


@pytest.mark.parametrize(("reading", "types"), [("payable", "WUC"), ("actual", "C")])
def test_counters_that_a_cost_would_remove(reading: str, types: str) -> None:
    board = board_of("Calciform Pools", readings={"cost-counted-amount": reading})
    assert could_produce(board)["Calciform Pools"] == types


def test_counters_that_are_there_can_be_removed_under_either_reading() -> None:
    board = board_of(
        {"card": "Calciform Pools", "counters": {"storage": 1}}, readings={"cost-counted-amount": "actual"}
    )
    assert could_produce(board)["Calciform Pools"] == "WUC"


def test_a_counted_amount_of_two_reaches_a_replacement_that_one_does_not() -> None:
    storage = tap_for(OneType(Types("G"), CountedByCost("charge")), RemoveCounters("charge", CountedByCost("charge")))
    board = board_of("Damping Sphere")
    with_land = board.with_entries((*board.entries, permanent(invented("Silo", storage))))
    assert could_produce(with_land)["Silo"] == "GC"


def test_loyalty_choices_and_optional_instructions_count() -> None:
    walker = invented(
        "Walker",
        Activated(cost=(LoyaltyCost(1),), instructions=(May((AddMana(Symbols(("R",))),)),)),
        types=("Planeswalker",),
    )
    assert could_produce(table_of(walker)) == {"Walker": "R"}


def test_only_the_branch_whose_condition_holds_counts() -> None:
    has_counter = Compare(CountersOn("charge"), "at least", 1)
    land = invented(
        "Gate",
        Triggered(Enters(), (If(has_counter, (AddMana(Symbols(("W",))),), (AddMana(Symbols(("U",))),)),)),
    )
    assert could_produce(table_of(land)) == {"Gate": "U"}
    assert could_produce(table_of(permanent(land, counters=(("charge", 2),)))) == {"Gate": "W"}


def test_the_condition_of_a_trigger_is_asked_as_it_resolves() -> None:
    has_counter = Compare(CountersOn("charge"), "at least", 1)
    land = invented("Gate", Triggered(Enters(), (AddMana(Symbols(("W",))),), condition=has_counter))
    assert could_produce(table_of(land)) == {"Gate": ""}


def test_a_counter_that_the_ability_puts_first_is_counted() -> None:
    land = invented(
        "Engine", Activated((), (PutCounters("charge"), AddMana(OneType(Types("C"), CountersOn("charge")))))
    )
    assert could_produce(table_of(land)) == {"Engine": "C"}


def test_any_permanent_that_a_cost_could_take_is_read() -> None:
    altar = invented(
        "Altar",
        Activated((SacrificeCost(OfType("Land")),), (AddMana(OneType(CouldProduce(CostPermanent()))),)),
        types=("Artifact",),
    )
    forest = permanent(invented("Wood", subtypes=("Forest",)))
    swamp = permanent(invented("Mire", subtypes=("Swamp",)), controller="opponent")
    assert could_produce(table_of(altar, forest, swamp))["Altar"] == "G"


def test_a_sacrificed_permanent_of_mana_value_zero_gives_no_mana() -> None:
    altar = invented(
        "Altar",
        Activated((SacrificeCost(OfType("Land")),), (AddMana(OneType(Types("B"), ManaValueOf(CostPermanent()))),)),
        types=("Artifact",),
    )
    assert could_produce(table_of(altar, invented("Wood"))) == {"Altar": "", "Wood": ""}


def test_one_undefined_part_makes_the_whole_ability_barren() -> None:
    both = tap_for(Together((Symbols(("G",)), OneType(ChosenColor()))))
    assert could_produce(table_of(invented("Grove", both))) == {"Grove": ""}
    assert could_produce(table_of(permanent(invented("Grove", both), color="U"))) == {"Grove": "UG"}


@pytest.mark.parametrize(
    ("symbol", "types"), [("W/U", "WU"), ("2/R", "RC"), ("B/P", "B"), ("3", "C"), ("S", "C"), ("G", "G"), ("0", "")]
)
def test_mana_symbols(symbol: str, types: str) -> None:
    assert could_produce(table_of(invented("Spring", tap_for(Symbols((symbol,))))))["Spring"] == types


def test_a_combination_may_be_one_type_alone() -> None:
    assert could_produce(table_of(invented("Spring", tap_for(Combination(Types("RG"), 2))))) == {"Spring": "RG"}


@pytest.mark.parametrize(
    ("mana", "types"),
    [
        (OneOfEach(ColorsOf(Anything())), "WB"),
        (OneOfEach(Types("WG")), "WG"),
        (OneType(Types("R"), UpTo(2)), "R"),
        (OneType(Types("R"), UpTo(0)), ""),
        (OneType(ColorsOfCards("graveyard", types=("Creature",))), "G"),
        (OneType(Types("B"), CardsIn("graveyard", types=("Land",), named="Swamp")), ""),
        (OneType(Types("B"), CardsIn("graveyard", colors="G")), "B"),
        (ManaCostOf(OfType("Artifact")), "WBC"),
    ],
)
def test_mana_that_reads_the_board(mana: Mana, types: str) -> None:
    box = Card("Box", (Face("Box", mana_cost=("X", "2", "W/B"), types=("Artifact",)),))
    board = board_of(player={"you": {"graveyard": ["Llanowar Elves", "Forest"]}})
    board = board.with_entries((permanent(invented("Spring", tap_for(mana))), permanent(box)))
    assert could_produce(board)["Spring"] == types


def test_as_many_as_were_removed() -> None:
    drain = (RemoveCounters("charge", 3), AddMana(OneType(Types("U"), ThatMany())))
    land = invented("Font", Activated((), drain))
    assert could_produce(table_of(land)) == {"Font": ""}
    assert could_produce(table_of(permanent(land, counters=(("charge", 1),)))) == {"Font": "U"}


def test_an_offer_that_is_taken_or_not() -> None:
    offered = (
        May((RemoveCounters("charge"),)), If(Followed(), (AddMana(Symbols(("U",))),), (AddMana(Symbols(("R",))),)),
    )  # fmt: skip
    assert could_produce(table_of(invented("Font", Activated((), offered)))) == {"Font": "UR"}
    toll = Activated((), (UnlessPaid((AddMana(Symbols(("U",))),), "opponents", ()),))
    assert could_produce(table_of(invented("Font", toll))) == {"Font": "U"}


@pytest.mark.parametrize("mana", [UnspentAgain(), OneType(NotedType()), OneType(Types("G"), UntoldAmount("dice"))])
def test_what_no_board_tells_is_refused(mana: Mana) -> None:
    with pytest.raises(NotModelled, match="Riddle"):
        could_produce(table_of(invented("Riddle", tap_for(mana))))


def test_what_is_not_understood_is_refused_by_name() -> None:
    with pytest.raises(NotModelled, match="Riddle"):
        could_produce(table_of(invented("Riddle", Unmodelled("activated", ("mana",)))))
    with pytest.raises(NotModelled, match="Moon"):
        could_produce(table_of(invented("Moon", Unmodelled("static"))))


def test_the_answer_is_the_same_twice_and_in_any_list_order() -> None:
    board = board_of("Forest", "Reflecting Pool", "Contamination", "Ritual of Subdual", "Exotic Orchard")
    backwards = board.with_entries(board.entries[::-1])
    assert could_produce(board) == could_produce(board) == could_produce(backwards)


def test_readings_and_choices_have_the_defaults_of_the_format() -> None:
    assert (Readings().idle_replacement, Readings().cost_counted_amount) == ("applies", "payable")
    assert Chosen().color is None
