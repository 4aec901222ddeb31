"""613 and 305 in the reference: layers, timestamps and dependency; the rules' own examples in other words."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from verifier.board import Tap
from verifier.cards import mana as m
from verifier.cards import terms as t
from verifier.cards.ability import (
    AddTypes,
    ChangePowerToughness,
    GainAbilities,
    Keyword,
    LoseAbilities,
    LoseTypes,
    SetColors,
    SetLandTypes,
    SetPowerToughness,
    SetTypes,
    Static,
)
from verifier.cards.card import Card, Face
from verifier.errors import Illegal, Undecided, Unmodelled
from verifier.reference import characteristics, could_produce, produced

from .tables import (
    aura,
    board_of,
    creature,
    enchantment,
    instant,
    invented,
    land_types,
    mine,
    permanent,
    seen,
    size,
    table_of,
    tap_for,
    theirs,
    with_entries,
)

GREEN = tap_for(m.Symbols(("G",)))
CREATURES = t.OfType("Creature")
HOST = t.Host()


# 305.6, 305.7 ------------------------------------------------------------------------------------------------------


def test_a_basic_type_that_is_set_takes_the_text_and_leaves_what_was_granted() -> None:
    board = board_of("Canopy Vista", "Chromatic Lantern", "Blood Moon")
    assert land_types(board, "Canopy Vista") == ["Mountain"]
    assert could_produce(board)["Canopy Vista"] == "WUBRG"
    assert seen(board, "Canopy Vista").mana_abilities == 2


def test_a_type_that_is_added_leaves_the_text() -> None:
    board = board_of("Cabal Coffers", "Urborg, Tomb of Yawgmoth")
    assert seen(board, "Cabal Coffers").mana_abilities == 2


def test_types_and_supertypes_stay_when_a_land_type_is_set() -> None:
    board = board_of("Dryad Arbor", "Urborg, Tomb of Yawgmoth", "Blood Moon")
    assert seen(board, "Dryad Arbor")[1:4] == (("Creature", "Land"), ("Dryad", "Mountain"), ())
    assert seen(board, "Urborg, Tomb of Yawgmoth").supertypes == ("Legendary",)


def test_a_land_type_that_is_not_basic_leaves_the_text() -> None:
    desert = enchantment("Sand", SetLandTypes(t.OfType("Land"), ("Desert",)))
    board = table_of(invented("Source", GREEN, subtypes=("Gate",)), desert)
    assert land_types(board, "Source") == ["Desert"]
    assert could_produce(board)["Source"] == "G"


def test_no_subtype_without_its_card_type() -> None:
    # 205.3d
    board = table_of(creature("Bear"), enchantment("Flood", AddTypes(t.Anything(), subtypes=("Island",))))
    assert seen(board, "Bear").subtypes == ()
    board = table_of(creature("Bear"), enchantment("Flood", AddTypes(t.Anything(), ("Land",), ("Island",))))
    assert seen(board, "Bear").subtypes == ("Island",)
    assert could_produce(board)["Bear"] == "U"


def test_intrinsic_abilities_are_lost_like_others() -> None:
    board = board_of("Forest", "Living Lands", "Humility")
    assert seen(board, "Forest").mana_abilities == 0
    assert could_produce(board)["Forest"] == ""


def test_a_card_type_that_goes_takes_its_subtypes_along() -> None:
    # 205.1a
    board = board_of("Birds of Paradise", {"card": "Song of the Dryads", "attached_to": "Birds of Paradise"})
    assert seen(board, "Birds of Paradise")[1:5] == (("Land",), ("Forest",), (), "")
    assert size(board, "Birds of Paradise") == (None, None)  # 208.3


# 613.6 -------------------------------------------------------------------------------------------------------------


def test_an_effect_goes_on_to_the_same_objects_in_later_layers() -> None:
    # Noncreature artifacts become 2/2 creatures: in layer 7 none of them is a noncreature artifact any more.
    what = t.AllOf((t.OfType("Artifact"), t.Except(CREATURES)))
    wake = enchantment("Wake", AddTypes(what, ("Creature",)), SetPowerToughness(what, 2, 2))
    assert size(table_of(invented("Cog", types=("Artifact",)), wake), "Cog") == (2, 2)


def test_an_effect_goes_on_when_its_ability_is_lost_meanwhile() -> None:
    # Humility, made a creature, loses its ability in layer 6 and yet sets sizes in layer 7b.
    assert size(board_of("Opalescence", "Humility", "Blood Moon"), "Blood Moon") == (1, 1)
    assert size(board_of("Humility", "Opalescence", "Blood Moon"), "Blood Moon") == (3, 3)
    assert size(board_of("Humility", "Opalescence"), "Humility") == (4, 4)


def test_parts_apply_in_their_own_layers() -> None:
    # The color is changed in layer 5, the size in 7c: what a 7c effect asks for is the new color.
    red = enchantment("Red", ChangePowerToughness(CREATURES, 1, 1), SetColors(CREATURES, "R"))
    reds = enchantment("Reds", ChangePowerToughness(t.OfColor("R"), 2, 2))
    assert size(table_of(creature("Bear"), reds, red), "Bear") == (5, 5)


def test_a_land_animated_twice() -> None:
    # Svogthos: first 3/3, then +1/+1, then its own size is ten; then the first effect again.
    land = invented("Tomb")
    three = (AddTypes(t.TargetPermanent(), ("Creature",)), SetPowerToughness(t.TargetPermanent(), 3, 3))
    ten = SetPowerToughness(t.TargetPermanent(), 10, 10)
    board = with_entries(
        table_of(land),
        instant("Animate", *three, at=2, targets=("Tomb",)),
        instant("Growth", ChangePowerToughness(t.TargetPermanent(), 1, 1), at=3, targets=("Tomb",)),
    )
    assert size(board, "Tomb") == (4, 4)
    board = with_entries(board, instant("Rise", ten, at=4, targets=("Tomb",)))
    assert size(board, "Tomb") == (11, 11)
    board = with_entries(board, instant("Again", *three, at=5, targets=("Tomb",)))
    assert size(board, "Tomb") == (4, 4)


# 613.7 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("loses_last", [True, False])
def test_gaining_and_losing_the_same_ability_go_by_timestamp(loses_last: bool) -> None:
    # 613.9: neither depends on the other.
    gains = aura("Wings", "Bear", GainAbilities(HOST, (Keyword("haste", bearing=True),)), timestamp=2)
    loses = aura("Chains", "Bear", LoseAbilities(HOST, keywords=("haste",)), timestamp=3 if loses_last else 1)
    sick = replace(permanent(creature("Bear", GREEN)), entered_this_turn=True)
    board = table_of(sick, gains, loses)
    if loses_last:
        with pytest.raises(Illegal):
            produced(board, Tap("Bear"))
    else:
        assert produced(board, Tap("Bear")) == mine("G")


def test_an_effect_sees_what_an_earlier_layer_has_made() -> None:
    # 613.9: white creatures get +1/+1, and the enchanted creature is white.
    whites = enchantment("Whites", ChangePowerToughness(t.AllOf((CREATURES, t.OfColor("W"))), 1, 1))
    board = table_of(creature("Bear", colors="G"), whites, aura("Paint", "Bear", SetColors(HOST, "W"), timestamp=5))
    assert size(board, "Bear") == (3, 3)


def test_a_granted_static_ability_has_the_later_timestamp_of_the_two() -> None:
    # 613.7a: a rune on an older hammer grants a flying that is younger than the hammer's loss of flying.
    hammer = invented("Hammer", Static((LoseAbilities(HOST, keywords=("haste",)),)), types=("Artifact",))
    rune = Static((GainAbilities(HOST, (Keyword("haste", bearing=True),)),))
    sick = replace(permanent(creature("Bear", GREEN)), entered_this_turn=True)
    worn = replace(permanent(hammer, timestamp=2), attached_to="Bear")
    board = table_of(sick, worn, aura("Rune", "Hammer", GainAbilities(HOST, (rune,)), timestamp=3))
    assert produced(board, Tap("Bear")) == mine("G")
    # A newer hammer: both are as old as the hammer, and their relative order stays as it was.
    board = table_of(
        sick, replace(worn, timestamp=4), aura("Rune", "Hammer", GainAbilities(HOST, (rune,)), timestamp=3)
    )
    assert produced(board, Tap("Bear")) == mine("G")


def test_simultaneous_timestamps_go_by_turn_order() -> None:
    # 613.7m: the active player's is older, so the other's is the last word.
    entries = [{"card": "Conversion", "since": 2}, theirs("Blood Moon", since=2), {"card": "Bayou", "since": 1}]
    board = board_of(*entries)
    assert land_types(board, "Bayou") == ["Plains"]  # 613.8 goes before 613.7.
    moon = {"card": "Blood Moon", "since": 2}
    omen = {"card": "Prismatic Omen", "since": 2, "controller": "opponent"}
    board = board_of({"card": "Bayou", "controller": "opponent"}, moon, omen)
    assert could_produce(board)["Bayou"] == "WUBRG"
    board = board_of({"card": "Bayou", "controller": "opponent"}, moon, omen, active="opponent")
    assert could_produce(board)["Bayou"] == "R"


def test_an_answer_that_depends_on_a_choice_of_order_is_refused() -> None:
    board = board_of("Bayou", {"card": "Blood Moon", "since": 5}, {"card": "Prismatic Omen", "since": 5})
    with pytest.raises(Unmodelled, match=r"613\.7m"):
        could_produce(board)
    assert produced(board, Tap("Bayou")) == mine("W", "U", "B", "R", "G")


def test_too_many_orders_are_not_gone_through() -> None:
    with pytest.raises(Undecided):
        characteristics(board_of("Bayou", *({"card": "Blood Moon", "since": 5} for _ in range(7))))


def test_what_resolves_with_an_object_comes_after_its_own_ability() -> None:
    # 613.7n: the opponent's permanent is as old as an effect of the active player that applies to it.
    own = creature("Bear", Static((SetColors(CREATURES, "R"),)))
    board = table_of(permanent(own, "opponent", timestamp=3))
    board = with_entries(board, instant("Paint", SetColors(t.TargetPermanent(), "G"), at=3, targets=("Bear",)))
    assert seen(board, "Bear").colors == "G"


# 613.3, 604.3 ------------------------------------------------------------------------------------------------------


def test_what_defines_characteristics_goes_first() -> None:
    painted = enchantment("Paint", SetColors(CREATURES, "R"))
    devoid = creature("Eldrazi", Keyword("devoid"), colors="G")
    assert seen(table_of(devoid), "Eldrazi").colors == ""
    assert seen(table_of(painted, devoid), "Eldrazi").colors == "R"


def test_a_size_that_is_defined_goes_before_one_that_is_set() -> None:
    counts = Static((SetPowerToughness(t.This(), t.Count(t.Anything()), 5, defining=True),))
    star = Card("Star", (Face("Star", types=("Creature",), abilities=(counts,)),))
    small = enchantment("Small", SetPowerToughness(CREATURES, 1, 1))
    assert size(table_of(star), "Star") == (1, 5)
    assert size(table_of(small, star), "Star") == (1, 1)
    quiet = enchantment("Quiet", LoseAbilities(CREATURES))
    assert size(table_of(quiet, star), "Star") == (0, 0)  # 208.5


def test_changeling_is_every_creature_type() -> None:
    elves = enchantment("Elves", ChangePowerToughness(t.OfSubtype("Elf"), 1, 1))
    deserts = enchantment("Deserts", ChangePowerToughness(t.OfSubtype("Desert"), 5, 5))
    board = table_of(elves, deserts, creature("Shifter", Keyword("changeling")))
    assert size(board, "Shifter") == (3, 3)
    lost = enchantment("Lost", LoseTypes(CREATURES, all_creature_types=True))
    assert size(table_of(elves, lost, creature("Shifter", Keyword("changeling"))), "Shifter") == (2, 2)


# 613.8 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", list(permutations(("Blood Moon", "Urborg, Tomb of Yawgmoth", "Bayou"))))
def test_an_effect_waits_for_what_would_take_its_ability(order: tuple[str, ...]) -> None:
    board = board_of(*order)
    assert land_types(board, "Bayou") == ["Mountain"]
    assert land_types(board, "Urborg, Tomb of Yawgmoth") == ["Mountain"]


@pytest.mark.parametrize("order", list(permutations(("Blood Moon", "Conversion"))))
def test_dependency_is_about_what_is_there(order: tuple[str, ...]) -> None:
    # With a Bayou the moon makes a Mountain that Conversion then applies to; with basic lands alone it does not.
    assert land_types(board_of(*order, "Bayou"), "Bayou") == ["Plains"]
    assert land_types(board_of(*order, "Mountain"), "Mountain") == ["Plains"]


def swap(name: str, old: str, new: str) -> Card:
    return enchantment(name, SetLandTypes(t.OfSubtype(old), (new,)))


@pytest.mark.parametrize("first", [True, False])
def test_a_loop_is_applied_by_timestamp(first: bool) -> None:
    # Islands are Swamps, Swamps are Islands: each changes what the other applies to while both kinds are there.
    cards = (swap("One", "Island", "Swamp"), swap("Two", "Swamp", "Island"))
    lands = (invented("Reef", subtypes=("Island",)), invented("Bog", subtypes=("Swamp",)))
    board = table_of(*lands, *(cards if first else cards[::-1]))
    assert land_types(board, "Reef") == land_types(board, "Bog") == ["Island" if first else "Swamp"]


def test_without_a_loop_the_one_that_applies_waits_for_nobody() -> None:
    # Only Islands are there, so nothing that the older effect does could matter to the younger one.
    board = table_of(
        invented("Reef", subtypes=("Island",)), swap("Two", "Swamp", "Island"), swap("One", "Island", "Swamp")
    )
    assert land_types(board, "Reef") == ["Island"]


def test_outside_a_loop_an_effect_still_waits() -> None:
    # The oldest effect applies to Deserts, which only the youngest makes; the loop does not concern it.
    cards = (
        enchantment("Late", AddTypes(t.OfSubtype("Desert"), subtypes=("Gate",))),
        swap("One", "Island", "Swamp"),
        swap("Two", "Swamp", "Island"),
        enchantment("Sand", AddTypes(t.OfType("Land"), subtypes=("Desert",))),
    )
    lands = (invented("Reef", subtypes=("Island",)), invented("Bog", subtypes=("Swamp",)))
    assert land_types(table_of(*lands, *cards), "Reef") == ["Desert", "Gate", "Island"]


def test_dependencies_are_worked_out_again_after_each_effect() -> None:
    # 613.8c: while there is no Island the second effect waits for nobody; the first makes one.
    first = enchantment("First", AddTypes(t.OfType("Land"), subtypes=("Island",)))
    second = enchantment("Second", AddTypes(t.OfSubtype("Swamp"), subtypes=("Gate",)))
    third = enchantment("Third", AddTypes(t.OfSubtype("Island"), subtypes=("Swamp",)))
    assert land_types(table_of(invented("Reef"), first, second, third), "Reef") == ["Gate", "Island", "Swamp"]


def test_dependency_is_between_two_effects_and_looks_no_further() -> None:
    # No single other effect would change what the oldest one does, so it comes first and finds nothing.
    first = enchantment("First", AddTypes(t.OfSubtype("Mountain"), subtypes=("Forest",)))
    second = enchantment("Second", AddTypes(t.OfSubtype("Swamp"), subtypes=("Mountain",)))
    third = enchantment("Third", AddTypes(t.OfSubtype("Island"), subtypes=("Swamp",)))
    board = table_of(invented("Reef", subtypes=("Island",)), first, second, third)
    assert could_produce(board)["Reef"] == "UBR"


def test_a_condition_is_part_of_whether_an_effect_exists() -> None:
    # The older effect exists only while there is an Island; the younger one takes the only Island away.
    older = enchantment(
        "Older", AddTypes(t.OfType("Land"), subtypes=("Gate",)), condition=t.Exists(t.OfSubtype("Island"))
    )
    younger = enchantment("Younger", SetLandTypes(t.OfSubtype("Island"), ("Swamp",)))
    board = table_of(invented("Reef", subtypes=("Island",)), older, younger)
    assert land_types(board, "Reef") == ["Swamp"]


def test_an_amount_is_part_of_what_an_effect_does() -> None:
    # The older grows by the greatest power, which the younger raises in the same sublayer.
    older = creature("Older", Static((ChangePowerToughness(t.This(), t.GreatestPower(t.Named("Bear")), 0),)))
    younger = enchantment("Younger", ChangePowerToughness(t.Named("Bear"), 3, 3))
    assert size(table_of(older, younger, creature("Bear")), "Older") == (7, 2)


def test_life_and_limb_waits_for_new_forests() -> None:
    for order in permutations(("Life and Limb", "Yavimaya, Cradle of Growth", "Plains")):
        found = seen(board_of(*order), "Plains")
        assert found[1:7] == (("Creature", "Land"), ("Forest", "Plains", "Saproling"), ("Basic",), "G", 1, 1)


# What must hold of every board --------------------------------------------------------------------------------------


def test_only_the_order_of_timestamps_matters() -> None:
    board = board_of("Life and Limb", "Blood Moon", "Urborg, Tomb of Yawgmoth", "Bayou", "Conversion", "Humility")
    later = board.with_entries(tuple(replace(e, timestamp=10 * e.timestamp + 3) for e in board.entries[::-1]))
    assert characteristics(board) == characteristics(later)


def test_card_types_that_are_set() -> None:
    what = SetTypes(CREATURES, ("Artifact",), ("Equipment",), keep=("Land",))
    board = table_of(creature("Bear", subtypes=("Elf",)), enchantment("Forge", what))
    assert seen(board, "Bear")[1:3] == (("Artifact",), ("Equipment",))
