"""Where continuous effects come from and what they do besides: 611, 114, 122, 702.26; who may tap what (602)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from verifier.board import Tap
from verifier.cards import mana as m
from verifier.cards import terms as t
from verifier.cards.ability import (
    AddTypes,
    BecomeCopy,
    ChangePowerToughness,
    ChangeText,
    CopyException,
    GainAbilities,
    GainControl,
    HandSize,
    SacrificeCost,
    SetColors,
    SetPowerToughness,
    Static,
)
from verifier.errors import Illegal, Unmodelled
from verifier.reference import characteristics, could_produce, maximum_hand_size, produced

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


# What has resolved -------------------------------------------------------------------------------------------------


def test_what_has_resolved_is_fixed_to_what_was_there() -> None:
    # 611.2c: the younger bear is not affected, the enchantment that became a creature later neither.
    growth = instant("Growth", ChangePowerToughness(CREATURES, 2, 2), at=5)
    cogs = t.OfType("Artifact")
    wake = enchantment("Wake", AddTypes(cogs, ("Creature",)), SetPowerToughness(cogs, 1, 1))
    board = table_of(
        permanent(creature("Old"), timestamp=1),
        permanent(invented("Cog", types=("Artifact",)), timestamp=2),
        permanent(creature("Young"), timestamp=6),
        permanent(wake, timestamp=7),
    )
    board = with_entries(board, growth)
    assert (size(board, "Old"), size(board, "Young"), size(board, "Cog")) == ((4, 4), (2, 2), (1, 1))


def test_what_has_resolved_goes_on_when_its_object_is_what_it_was_not() -> None:
    # It was green as the spell resolved; that it is red now changes nothing.
    growth = instant("Growth", ChangePowerToughness(t.OfColor("G"), 2, 2), at=5)
    red = permanent(enchantment("Red", SetColors(CREATURES, "R")), timestamp=6)
    board = with_entries(table_of(permanent(creature("Bear", colors="G"), timestamp=1), red), growth)
    assert size(board, "Bear") == (4, 4)


def test_an_amount_is_worked_out_once() -> None:
    # 611.2d: one creature was there.
    growth = instant(
        "Growth", ChangePowerToughness(t.TargetPermanent(), t.Count(CREATURES), 0), at=5, targets=("Bear",)
    )
    board = table_of(permanent(creature("Bear"), timestamp=1), permanent(creature("Later"), timestamp=6))
    assert size(with_entries(board, growth), "Bear") == (3, 2)


def test_an_animated_land_under_a_newer_moon() -> None:
    factory = {"resolved": "Mishra's Factory", "ability": 2, "source": "Mishra's Factory"}
    found = seen(board_of("Mishra's Factory", factory, "Blood Moon"), "Mishra's Factory")
    assert found[1:3] == (("Artifact", "Creature", "Land"), ("Assembly-Worker", "Mountain"))
    assert found[5:] == (2, 2, "you", 1)


def test_a_stage_that_has_copied_keeps_its_ability() -> None:
    copied = {"resolved": "Thespian's Stage", "ability": 2, "source": "Thespian's Stage", "target": "Bayou"}
    board = board_of("Thespian's Stage", "Bayou", copied, "Blood Moon")
    assert seen(board, "Thespian's Stage").name == "Bayou"
    assert could_produce(board) == {"Thespian's Stage": "R", "Bayou": "R", "Blood Moon": ""}
    board = board_of("Thespian's Stage", "Bayou", copied)
    assert could_produce(board)["Thespian's Stage"] == "BG"


def test_a_word_is_changed_in_the_type_line_and_the_text_but_not_in_a_name() -> None:
    # 612.2, 612.3: what is granted later is not changed.
    urborg = enchantment("Swamp", AddTypes(t.OfType("Land"), subtypes=("Swamp",)))
    change = instant("Bend", ChangeText(t.TargetPermanent(), "Swamp", "Island"), at=5, targets=("Swamp", "Bog"))
    board = with_entries(table_of(invented("Bog", subtypes=("Swamp",)), invented("Plain"), urborg), change)
    assert land_types(board, "Bog") == land_types(board, "Plain") == ["Island"]
    assert characteristics(board)["Swamp"].name == "Swamp"
    unsaid = instant("Bend", ChangeText(t.TargetPermanent()), at=5, targets=("Bog",))
    assert land_types(with_entries(table_of(invented("Bog", subtypes=("Swamp",))), unsaid), "Bog") == ["Swamp"]
    wrong = instant("Bend", ChangeText(t.TargetPermanent(), "Swamp", "blue"), at=5, targets=("Bog",))
    with pytest.raises(Unmodelled, match="two kinds"):
        characteristics(with_entries(table_of(invented("Bog", subtypes=("Swamp",))), wrong))


def test_a_copy_differs_where_the_effect_says_so() -> None:
    # 707.9: its own name and size, and it keeps what the copied one only has by other effects out.
    but = CopyException(types=("Artifact",), name="Double", power=7, toughness=7, not_legendary=True)
    copy = instant("Mirror", BecomeCopy(t.Named("Blank"), t.TargetPermanent(), but), at=5, targets=("Lord",))
    lord = creature("Lord", GREEN, colors="G", subtypes=("Elf",))
    red = enchantment("Red", SetColors(t.Named("Lord"), "R"))
    board = with_entries(table_of(creature("Blank"), lord, red), copy)
    assert seen(board, "Blank") == ("Double", ("Artifact", "Creature"), ("Elf",), (), "G", 7, 7, "you", 1)


def test_control_is_layer_two_and_says_who_you_are() -> None:
    mine_now = aura("Steal", "Lord", GainControl(HOST, "you"), timestamp=4)
    lord = creature("Lord", Static((ChangePowerToughness(t.AllOf((CREATURES, t.ControlledBy("you"))), 1, 1),)))
    board = table_of(permanent(lord, "opponent", timestamp=1), permanent(creature("Bear"), timestamp=2), mine_now)
    assert seen(board, "Lord").controller == "you"
    assert size(board, "Bear") == (3, 3)


# Other sources -----------------------------------------------------------------------------------------------------


def test_counters_change_size_last_and_give_keywords() -> None:
    bear = replace(permanent(creature("Bear", GREEN)), counters=(("+1/+1", 2), ("-1/-1", 1)), entered_this_turn=True)
    small = permanent(enchantment("Small", SetPowerToughness(CREATURES, 1, 1)), timestamp=5)
    assert size(table_of(bear, small), "Bear") == (2, 2)
    with pytest.raises(Illegal):
        produced(table_of(bear), Tap("Bear"))
    assert produced(table_of(replace(bear, counters=(("haste", 1),))), Tap("Bear")) == mine("G")
    assert size(table_of(replace(permanent(invented("Cog")), counters=(("+1/+1", 2),))), "Cog") == (None, None)


def test_what_is_phased_out_does_nothing_and_is_not_there() -> None:
    board = board_of("Bayou", {"card": "Blood Moon", "phased_out": True})
    assert characteristics(board).keys() == {"Bayou"}
    assert could_produce(board) == {"Bayou": "BG"}


def test_an_emblem_has_abilities_of_its_own() -> None:
    board = board_of("Forest", {"emblem": "Wrenn and Seven"})
    assert maximum_hand_size(board)["you"] == (None,)


def test_a_card_in_a_graveyard_grants_an_ability() -> None:
    player = {"you": {"graveyard": ["Riftstone Portal"]}}
    board = board_of("Bayou", "Blood Moon", theirs("Island"), player=player)
    assert could_produce(board)["Bayou"] == "WRG"
    assert could_produce(board)["Island"] == "U"


def test_a_graveyard_whose_age_matters_is_refused() -> None:
    player = {"you": {"graveyard": ["Riftstone Portal"]}}
    prison = {"card": "Imprisoned in the Moon", "attached_to": "Bayou"}
    with pytest.raises(Unmodelled, match="graveyard"):
        could_produce(board_of("Bayou", prison, player=player))


def test_a_granted_ability_is_about_the_player_who_has_it() -> None:
    board = board_of(theirs("Dryad Arbor"), {"card": "Nerd Rage", "attached_to": "Dryad Arbor"})
    assert maximum_hand_size(board) == {"you": (7,), "opponent": (None,)}


def test_a_granted_hand_size_is_as_old_as_what_grants_it() -> None:
    three = Static((HandSize("you", "set", 3),))
    grants = enchantment("Grants", GainAbilities(CREATURES, (three,)))
    five = invented("Five", Static((HandSize("you", "set", 5),)), types=("Enchantment",))
    assert maximum_hand_size(table_of(creature("Bear"), five, grants))["you"] == (3,)
    assert maximum_hand_size(table_of(creature("Bear"), grants, five))["you"] == (5,)
    assert maximum_hand_size(table_of(grants, five, creature("Bear")))["you"] == (3,)


def test_a_cost_can_end_an_effect() -> None:
    # The mana of a sacrificed source is worked out on the board without it (608.2h, 613.5).
    grants = Static((AddTypes(t.OfType("Land"), subtypes=("Swamp",)),))
    count = m.Repeated(m.Symbols(("B",)), t.Count(t.OfSubtype("Swamp")))
    board = table_of(invented("Altar", grants, tap_for(count, SacrificeCost(t.This()))), invented("Plain"))
    assert produced(board, Tap("Altar", 1)) == mine("")


# Legality ----------------------------------------------------------------------------------------------------------


def test_haste_from_anywhere() -> None:
    sick = {"card": "Llanowar Elves", "entered_this_turn": True}
    with pytest.raises(Illegal):
        produced(board_of(sick), Tap("Llanowar Elves"))
    assert produced(board_of(sick, "Concordant Crossroads"), Tap("Llanowar Elves")) == mine("G")


def test_a_land_that_becomes_a_creature_is_summoning_sick() -> None:
    board = board_of({"card": "Forest", "entered_this_turn": True}, "Living Lands")
    with pytest.raises(Illegal):
        produced(board, Tap("Forest"))


def test_lands_of_others_may_be_tapped_where_a_spell_says_so() -> None:
    board = board_of(theirs("Forest"), {"resolved": "Piracy"})
    assert produced(board, Tap("Forest", by="you")) == mine("G")
    with pytest.raises(Illegal):
        produced(board_of(theirs("Forest")), Tap("Forest", by="you"))


def test_what_cannot_be_activated_could_still_produce() -> None:
    board = board_of("Llanowar Elves", "Cursed Totem")
    with pytest.raises(Illegal):
        produced(board, Tap("Llanowar Elves"))
    assert could_produce(board)["Llanowar Elves"] == "G"
