"""``rules``, ``reference`` and ``encode`` see the same permanents under continuous effects (613), invented ones too."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bench.comparison import Tally, answers, compared, shown
from bench.layered import layered_board
from verifier import reference
from verifier.board import Board, Characteristics, Chosen, Entry, Permanent, Player, Resolved
from verifier.cards import mana as m
from verifier.cards import terms as t
from verifier.cards.ability import (
    Ability,
    Activated,
    AddMana,
    AddTypes,
    Begin,
    ChangePowerToughness,
    GainAbilities,
    GainControl,
    Keyword,
    LayerEffect,
    LoseAbilities,
    SetColors,
    SetLandTypes,
    SetPowerToughness,
    SetTypes,
    SpellAbility,
    Static,
    TapSymbol,
)
from verifier.cards.card import Card, Face
from verifier.cards.vocabulary import LAND_TYPES
from verifier.encode import answers as encoding
from verifier.rules import answers as rules

SIDES = pytest.mark.parametrize(
    "seen",
    [rules.characteristics, reference.characteristics, encoding.characteristics],
    ids=["rules", "reference", "encode"],
)
Seen = Callable[[Board], dict[str, Characteristics]]

BOARDS, STRETCH = 120, 20
CREATURES, LANDS, HOST = t.OfType("Creature"), t.OfType("Land"), t.Host()
MAKES_COLORLESS = Activated((TapSymbol(),), (AddMana(m.Symbols(("C",))),))


@pytest.mark.parametrize("first", range(0, BOARDS, STRETCH))
def test_rules_and_reference_agree_on_random_boards(first: int) -> None:
    left, right = answers("rules.answers"), answers("reference")
    assert left is not None
    assert right is not None
    tally = Tally()
    for index in range(first, first + STRETCH):
        board = layered_board(7, index)
        for found in compared(board, left, right, tally, characteristics=True):
            pytest.fail(f"board {index}\n{shown(board)}\n{found.question}\n{found.left}\n{found.right}")
    assert tally.answered - tally.illegal > tally.asked / 5


# Boards of invented cards --------------------------------------------------------------------------------------------


def card(name: str, *abilities: Ability, types: tuple[str, ...] = ("Enchantment",), **more: object) -> Card:
    """A card that nobody has printed."""
    return Card(name, (Face(name, types=types, abilities=abilities, **more),))  # type: ignore[arg-type]


def on(name: str, *parts: LayerEffect) -> Card:
    """An enchantment that does that."""
    return card(name, Static(parts))


def board(*entries: Card | Entry, opponent: tuple[str, ...] = ()) -> Board:
    """These entries in timestamp order; those of the opponent are named."""
    found: list[Entry] = []
    for place, entry in enumerate(entries):
        if isinstance(entry, Card):
            player = "opponent" if entry.name in opponent else "you"
            found.append(Permanent(entry.name, entry, player, player, place))
        else:
            found.append(entry)
    return Board((Player("you"), Player("opponent")), "you", tuple(found))


def attached(name: str, host: str, at: int, *parts: LayerEffect, chosen: str | None = None) -> Permanent:
    """An Aura on that permanent."""
    aura = card(name, Static(parts), subtypes=("Aura",))
    return Permanent(name, aura, "you", "you", at, attached_to=host, chosen=Chosen(type=chosen))


def spell(name: str, at: int, *parts: LayerEffect, targets: tuple[str, ...] = ()) -> Resolved:
    """A spell that has resolved."""
    instant = card(name, SpellAbility((Begin(parts, "end of turn"),)), types=("Instant",))
    return Resolved(name, instant, "you", at, targets=targets)


ROCK = card("Rock", MAKES_COLORLESS, types=("Land",))
ELF = card("Elf", types=("Creature",), subtypes=("Elf",), power=1, toughness=1)
OGRE = card("Ogre", types=("Creature",), subtypes=("Ogre",), indicator="R", power=3, toughness=3)


@SIDES
def test_no_subtype_without_its_card_type(seen: Seen) -> None:
    found = seen(board(ELF, ROCK, on("Moor", AddTypes(t.Anything(), subtypes=("Swamp", "Elf")))))
    assert found["Rock"].subtypes == ("Swamp",)
    assert found["Elf"].subtypes == ("Elf",)


@SIDES
def test_land_types_are_set_on_lands_alone(seen: Seen) -> None:
    found = seen(board(ELF, ROCK, on("Sea", SetLandTypes(t.Anything(), ("Island",)))))
    assert (found["Elf"].subtypes, found["Elf"].mana_abilities) == (("Elf",), 0)
    assert (found["Rock"].subtypes, found["Rock"].mana_abilities) == (("Island",), 1)


@SIDES
def test_what_sets_land_types_waits_for_what_makes_lands(seen: Seen) -> None:
    found = seen(
        board(ELF, on("Sea", SetLandTypes(t.Anything(), ("Island",))), on("Sod", AddTypes(CREATURES, ("Land",))))
    )
    assert (found["Elf"].subtypes, found["Elf"].mana_abilities) == (("Elf", "Island"), 1)


@SIDES
def test_a_chosen_type_that_is_no_land_type_sets_none(seen: Seen) -> None:
    found = seen(board(ROCK, attached("Mirage", "Rock", 1, SetLandTypes(HOST, chosen=True), chosen="Elf")))
    assert (found["Rock"].subtypes, found["Rock"].mana_abilities) == ((), 1)


@SIDES
def test_every_land_type_comes_with_the_mana_of_the_basic_ones(seen: Seen) -> None:
    found = seen(board(ROCK, on("Nexus", AddTypes(LANDS, all_land_types=True))))
    assert found["Rock"].subtypes == tuple(sorted(LAND_TYPES))
    assert found["Rock"].mana_abilities == 6


@SIDES
def test_a_land_type_that_is_not_basic_leaves_the_text(seen: Seen) -> None:
    found = seen(board(ROCK, on("Dunes", SetLandTypes(LANDS, ("Desert",)))))
    assert (found["Rock"].subtypes, found["Rock"].mana_abilities) == (("Desert",), 1)
    found = seen(board(ROCK, on("Dunes", SetTypes(LANDS, (), ("Desert",)))))
    assert (found["Rock"].subtypes, found["Rock"].mana_abilities) == (("Desert",), 1)


@SIDES
def test_a_target_is_what_other_effects_had_made_of_it(seen: Seen) -> None:
    flood = SetLandTypes(t.AllOf((LANDS, t.TargetPermanent())), ("Island",))
    sod = on("Sod", AddTypes(CREATURES, ("Land",)))
    found = seen(board(ELF, sod, spell("Flood", 2, flood, targets=("Elf",))))
    assert (found["Elf"].subtypes, found["Elf"].mana_abilities) == (("Elf", "Island"), 1)
    found = seen(board(ELF, spell("Flood", 1, flood, targets=("Elf",)), sod))
    assert (found["Elf"].subtypes, found["Elf"].mana_abilities) == (("Elf",), 0)


@SIDES
def test_a_creature_without_a_value_has_zero_and_goes_from_there(seen: Seen) -> None:
    found = seen(
        board(ROCK, on("Life", AddTypes(LANDS, ("Creature",))), on("Song", ChangePowerToughness(CREATURES, 2, 1)))
    )
    assert (found["Rock"].power, found["Rock"].toughness) == (2, 1)


@SIDES
def test_what_is_no_creature_has_no_power_to_read(seen: Seen) -> None:
    cart = card("Cart", types=("Artifact",), subtypes=("Vehicle",), power=6, toughness=5)
    small = on("Small", SetColors(t.HasPower("at most", 6), "U"))
    great = on("Great", SetPowerToughness(CREATURES, t.GreatestPower(t.Anything()), 1))
    found = seen(board(cart, ELF, small, great))
    assert (found["Cart"].power, found["Cart"].colors) == (None, "")
    assert (found["Elf"].power, found["Elf"].colors) == (1, "U")


@SIDES
def test_what_resolved_keeps_its_objects_and_amounts(seen: Seen) -> None:
    counts = ChangePowerToughness(CREATURES, t.Count(CREATURES), 0)
    found = seen(board(ELF, spell("Rush", 1, counts, AddTypes(CREATURES, ("Artifact",))), OGRE))
    assert (found["Elf"].power, found["Elf"].types) == (2, ("Artifact", "Creature"))
    assert (found["Ogre"].power, found["Ogre"].types) == (3, ("Creature",))


@SIDES
def test_counters_come_in_their_layer_and_in_their_turn(seen: Seen) -> None:
    ogre = Permanent("Ogre", OGRE, "you", "you", 0, counters=(("+1/+1", 2),))
    small = on("Small", SetColors(t.HasPower("at most", 3), "U"))
    large = on("Large", ChangePowerToughness(t.HasPower("at least", 5), 10, 0))
    found = seen(board(ogre, small, large))
    assert (found["Ogre"].power, found["Ogre"].toughness, found["Ogre"].colors) == (15, 5, "U")


@SIDES
def test_what_reads_counters_waits_for_them(seen: Seen) -> None:
    ogre = Permanent("Ogre", OGRE, "you", "you", 1, counters=(("+1/+1", 2),))
    large = Permanent("Large", on("Large", ChangePowerToughness(t.HasPower("at least", 5), 10, 0)), "you", "you", 0)
    assert seen(board(large, ogre))["Ogre"].power == 15


@SIDES
@pytest.mark.parametrize("loses", [False, True])
def test_a_keyword_counter_gives_a_keyword_until_a_newer_effect_takes_it(seen: Seen, loses: bool) -> None:
    elf = Permanent("Elf", ELF, "you", "you", 1, counters=(("flying", 1),))
    winds = on("Winds", ChangePowerToughness(t.HasKeyword("flying"), 2, 0))
    humble = Permanent("Humble", on("Humble", LoseAbilities(CREATURES)), "you", "you", 2 if loses else 0)
    assert seen(board(humble, elf, winds))["Elf"].power == (1 if loses else 3)


@SIDES
def test_filters_that_read_abilities_and_numbers_of_colors(seen: Seen) -> None:
    gives = on("Gives", GainAbilities(CREATURES, (Keyword("haste", bearing=True), MAKES_COLORLESS)))
    asks = (
        ChangePowerToughness(t.HasKeyword("haste"), 1, 0),
        ChangePowerToughness(t.HasColors("exactly", 1), 10, 0),
        ChangePowerToughness(t.HasManaAbility(), 100, 0),
    )
    found = seen(board(ELF, OGRE, *(on(f"Asks {place}", part) for place, part in enumerate(asks)), gives))
    assert (found["Elf"].power, found["Ogre"].power) == (102, 114)


@SIDES
@pytest.mark.parametrize("devoid_first", [False, True])
def test_devoid_is_a_definition_among_others(seen: Seen, devoid_first: bool) -> None:
    abilities = (Keyword("devoid", bearing=True), Static((SetColors(t.This(), "WU", in_addition=True),)))
    husk = card("Husk", *(abilities if devoid_first else abilities[::-1]), indicator="R")
    assert seen(board(husk))["Husk"].colors == ("WU" if devoid_first else "")


@SIDES
def test_you_are_who_controls_the_source_now(seen: Seen) -> None:
    lord = card("Lord", Static((ChangePowerToughness(t.AllOf((CREATURES, t.ControlledBy("you"))), 1, 1),)))
    takes = attached("Takes", "Lord", 3, GainControl(HOST, "you"))
    found = seen(board(lord, ELF, OGRE, takes, opponent=("Lord", "Ogre")))
    assert (found["Elf"].power, found["Ogre"].power, found["Lord"].controller) == (2, 3, "you")


@SIDES
def test_you_are_who_controls_the_source_even_if_its_ability_is_gone(seen: Seen) -> None:
    mine = t.AllOf((CREATURES, t.ControlledBy("you")))
    parts = (GainControl(t.OfSubtype("Elf"), "chosen"), SetPowerToughness(t.OfSubtype("Ogre"), t.Count(mine), 1))
    lord = card("Lord", Static(parts), types=("Artifact",))
    theirs = Permanent("Lord", lord, "opponent", "opponent", 0, chosen=Chosen(player="opponent"))
    takes = attached("Takes", "Lord", 4, GainControl(HOST, "you"))
    mute = attached("Mute", "Lord", 5, LoseAbilities(HOST))
    wolf = card("Wolf", types=("Creature",), subtypes=("Wolf",), power=2, toughness=2)
    found = seen(board(theirs, ELF, OGRE, wolf, takes, mute))
    assert found["Elf"].controller == "opponent"
    assert found["Ogre"].power == 2
