"""Kinds of sentences that official rulings speak of, each on an invented card."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.cards.card import Face
from verifier.cards.oracle import language as a
from verifier.cards.oracle import read_card

CREATURE = a.OfType("Creature")
YOURS = a.ControlledBy("you")
TARGET = a.TargetPermanent()

# Pieces of which several sentences are made.
INSTEAD = "instead"
FROM_ANYWHERE = "from anywhere"
ON_IT = "on it"
NOT_THERE = "not on the battlefield"
UNTIL = "until end of turn"


def read(text: str, type_line: str = "Enchantment", **more: Any) -> Face:
    printed = {"name": "Ledger of Tides", "layout": "normal", "mana_cost": "", "type_line": type_line, **more}
    return read_card({**printed, "oracle_text": text}).faces[0]


def effects(text: str, type_line: str = "Enchantment") -> tuple[Any, ...]:
    last = read(text, type_line).abilities[-1]
    assert isinstance(last, a.Static)
    return last.effects


def instructions(text: str, type_line: str = "Artifact") -> tuple[Any, ...]:
    (ability,) = read(text, type_line).abilities
    assert isinstance(ability, a.Activated | a.SpellAbility | a.Triggered)
    return ability.instructions


# Types, colors, control ----------------------------------------------------------------------------------------------


def test_a_chosen_creature_type_takes_the_place_of_the_creature_types() -> None:
    theirs = a.AllOf((a.OfType("Artifact"), CREATURE, YOURS))
    text = "As ~ enters, choose a creature type.\nArtifact creatures you control are the chosen type."
    assert effects(text) == (a.LoseTypes(theirs, all_creature_types=True), a.AddTypes(theirs, chosen_subtype=True))


def test_a_chosen_land_type_still_sets_the_land_type() -> None:
    text = "As ~ enters, choose a basic land type.\nLands your opponents control are the chosen type."
    (set_,) = effects(text)
    assert isinstance(set_, a.SetLandTypes)
    assert set_.chosen


def test_a_type_of_your_choice() -> None:
    (begin,) = instructions(f"{{3}}: Target creature becomes the creature type of your choice {UNTIL}.")
    assert begin.effects == (
        a.LoseTypes(TARGET, all_creature_types=True),
        a.AddTypes(TARGET, chosen_subtype=True),
    )
    (flask,) = instructions("{3}: Choose a basic land type. Target land becomes that type until end of turn.")
    assert flask.effects == (a.SetLandTypes(TARGET, chosen=True),)


@pytest.mark.parametrize(
    ("others", "stays"), [("colors and types", True), ("types and colors", True), ("types", False)]
)
def test_colors_stay_where_the_text_says_so(others: str, stays: bool) -> None:
    found = effects(f"Creatures you control are green Elves in addition to their other {others}.")
    colors = next(each for each in found if isinstance(each, a.SetColors))
    assert (colors.colors, colors.in_addition) == ("G", stays)


def test_a_color_in_addition() -> None:
    (one,) = effects("All creatures are red in addition to their other colors.")
    assert one == a.SetColors(CREATURE, "R", in_addition=True)
    (chosen,) = effects(
        "As ~ enters, choose a color.\nAll lands are the chosen color in addition to their other colors."
    )
    assert chosen == a.SetColors(a.OfType("Land"), in_addition=True, chosen=True)


def test_an_artifact_creature_that_loses_all_other_types() -> None:
    found = effects(
        "Enchanted creature is a Golem artifact creature with base power and toughness 3/3 and has trample, and it "
        "loses all other abilities, card types, and creature types.",
        "Enchantment — Aura",
    )
    assert found[0] == a.SetTypes(a.Host(), ("Artifact", "Creature"), ("Golem",))
    assert [type(each) for each in found[1:]] == [a.SetPowerToughness, a.LoseAbilities, a.GainAbilities]


@pytest.mark.parametrize("what", ["land", "permanent", "artifact creature"])
def test_you_control_the_host(what: str) -> None:
    assert effects(f"You control enchanted {what}.", "Enchantment — Aura") == (a.GainControl(a.Host(), "you"),)


def test_an_effect_that_goes_on_for_a_turn_is_in_force_before() -> None:
    text = (
        "Each noncreature artifact loses all abilities. If this enchantment leaves the battlefield, this effect "
        f"continues {UNTIL}."
    )
    assert [type(each) for each in effects(text)] == [a.LoseAbilities]


def test_two_targets_cannot_be_told_apart() -> None:
    (ability,) = read("{3}: Target artifact becomes a copy of target creature.").abilities
    assert isinstance(ability, a.Unmodelled)


@pytest.mark.parametrize("rest", ["", " with haste"])
def test_an_enchanted_land_that_is_still_a_land(rest: str) -> None:
    found = effects(f"Enchanted land is a 3/3 black Ooze creature{rest}. It's still a land.", "Enchantment — Aura")
    assert found[0] == a.AddTypes(a.Host(), ("Creature",), ("Ooze",))
    assert not any(isinstance(each, a.SetTypes) for each in found)


# Draws, graveyards, counters -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "optional"),
    [
        ("skip that draw instead", False),
        ("that player skips that draw instead", False),
        ("you may skip that draw instead", True),
        ("instead you may skip that draw", True),
    ],
)
def test_who_may_skip_a_draw_and_who_must(said: str, optional: bool) -> None:
    who = "a player" if "player" in said else "you"
    (replacement,) = effects(f"If {who} would draw a card, {said}.")
    assert isinstance(replacement, a.DrawReplacement)
    assert (replacement.optional, replacement.draws, replacement.instead) == (optional, 0, ())


def test_draws_of_two_players_in_place_of_one_instruction() -> None:
    (found,) = effects(f"If an opponent would draw two or more cards, {INSTEAD} you and that player each draw a card.")
    assert isinstance(found, a.DrawReplacement)
    assert (found.player, found.by_instruction, found.at_least) == ("opponents", True, 2)
    assert (found.draws, found.drawer, found.instead) == (1, "that player", (a.Draw(1),))


@pytest.mark.parametrize("kind", ["Instant", "Sorcery", "Creature"])
def test_where_this_card_goes_is_no_part_of_what_a_spell_does(kind: str) -> None:
    face = read(
        f"If ~ would be put into a graveyard {FROM_ANYWHERE}, reveal ~ "
        "and shuffle it into its owner's library instead.",
        kind,
    )
    assert face.abilities == (a.Static((a.GraveyardReplacement("everyone", "library", this_card=True),)),)


def test_cards_exiled_with_a_counter_are_exiled() -> None:
    (found,) = effects(
        f"If a card would be put into an opponent's graveyard {FROM_ANYWHERE}, "
        f"{INSTEAD} exile it with a rot counter {ON_IT}."
    )
    assert found == a.GraveyardReplacement("opponents", "exile")


def test_what_dies_and_what_is_discarded() -> None:
    text = (
        "If a nontoken {0} an opponent owns would die or a creature card {1} would be put into an "
        "opponent's graveyard, exile that card instead."
    )
    assert effects(text.format("creature", NOT_THERE)) == (a.GraveyardReplacement("opponents", "exile", ("Creature",)),)
    assert isinstance(read(text.format("artifact", NOT_THERE)).abilities[0], a.Unmodelled)


def test_counters_of_every_kind() -> None:
    text = (
        "If one or more counters would be put on an artifact you control, {} of each of those kinds of counters "
        f"are put {ON_IT} {INSTEAD}."
    )
    mine = a.AllOf((a.OfType("Artifact"), YOURS))
    assert effects(text.format("that many plus one")) == (a.MoreCounters(mine, plus=1),)
    assert effects(text.format("twice that many")) == (a.MoreCounters(mine, times=2),)


def test_counters_of_others_as_they_enter() -> None:
    (equal,) = effects(
        f"Each other Elf you control enters with a number of additional +1/+1 counters {ON_IT} equal to ~'s power.",
        "Creature",
    )
    assert equal.amount == a.PowerOf()
    (each,) = effects(
        f"Each other Elf you control enters with an additional +1/+1 counter {ON_IT} for each Elf you already control.",
        "Creature",
    )
    assert each.amount == a.Count(a.AllOf((a.OfSubtype("Elf"), YOURS)))
    spent = read(
        f"Each creature you control enters with an additional +1/+1 counter {ON_IT} for each mana spent to cast it."
    )
    assert isinstance(spent.abilities[0], a.Unmodelled)


def test_counters_for_permanents_and_cards_together() -> None:
    (found,) = effects(
        "~ enters with a +1/+1 counter on it for each other Elf you control and each Elf card in your graveyard.",
        "Creature",
    )
    assert isinstance(found.amount, a.Sum)
    assert [type(each) for each in found.amount.terms] == [a.Count, a.CardsIn]


def test_a_designation_is_an_instruction_of_its_own_kind() -> None:
    assert instructions("{3}: You become the monarch.") == (a.OtherInstruction("designation"),)
    assert instructions("When ~ enters, you take the initiative.") == (a.OtherInstruction("designation"),)


def test_who_becomes_the_monarch_is_an_event_of_no_question() -> None:
    (ability,) = read("Whenever you become the monarch, draw a card.").abilities
    assert ability == a.Triggered(a.OtherEvent("other"), (a.Draw(1),))


# Words ---------------------------------------------------------------------------------------------------------------


def test_no_cards_in_a_zone() -> None:
    ability = read("As long as there are no cards in your library, creatures you control get +1/+1.").abilities[0]
    assert isinstance(ability, a.Static)
    assert ability.condition == a.Compare(a.CardsIn("library"), "exactly", 0)


def test_to_control_is_not_to_roll() -> None:
    last = instructions("Destroy target land. If you controlled that permanent, draw a card.", "Sorcery")[-1]
    assert last == a.If(a.UntoldCondition("other"), (a.Draw(1),))


def test_results_of_a_roll_at_the_beginning_of_a_sentence() -> None:
    found = instructions("{2}: Roll a d20.\n1—9 | Draw a card.\n10—20 | Draw two cards.")
    assert [each.then for each in found[1:]] == [(a.Draw(1),), (a.Draw(2),)]


def test_a_keyword_that_no_rule_knows_is_no_instruction() -> None:
    keyword, spell = read("Untap Overstock\nDraw two cards.", "Sorcery").abilities
    assert isinstance(keyword, a.Unmodelled)
    assert spell == a.SpellAbility((a.Draw(2),))


def test_an_additional_land_for_a_turn() -> None:
    _, begin = instructions("Draw a card. You may play an additional land this turn.", "Sorcery")
    assert begin == a.Begin((a.Permission("additional land"),), "end of turn")


def test_a_chosen_card_is_not_this_permanent() -> None:
    text = "At the beginning of combat on your turn, choose a nonland card in your hand. Then it gains flying."
    assert isinstance(read(text).abilities[0], a.Unmodelled)


def test_counters_on_each_of_them() -> None:
    (haste,) = effects("Creatures you control with ice counters on them have haste.")
    assert haste.on == a.AllOf((CREATURE, a.HasCounters("ice"), YOURS))
    (snow,) = effects("Permanents with ice counters on them are snow.")
    assert snow == a.AddTypes(a.HasCounters("ice"), supertypes=("Snow",))


def test_what_the_enchanted_player_controls() -> None:
    (lost,) = effects("Creatures enchanted player controls lose all abilities.", "Enchantment — Aura Curse")
    assert lost == a.LoseAbilities(a.AllOf((CREATURE, a.ControlledBy("chosen"))))


def test_cycling_is_discarding() -> None:
    (ability,) = read("Whenever you cycle or discard another card, draw a card.").abilities
    assert ability == a.Triggered(a.Discards("you"), (a.Draw(1),))


def test_a_copy_of_another_color_is_not_one_of_more_colors() -> None:
    text = (
        "You may have ~ enter as a copy of any artifact creature, except it's a white Elf in addition to its other {}."
    )
    assert isinstance(read(text.format("types"), "Creature").abilities[0], a.Unmodelled)
    assert isinstance(read(text.format("colors and types"), "Creature").abilities[0], a.Static)


def test_how_often_a_spell_was_kicked_no_board_tells() -> None:
    (found,) = effects(f"~ enters with a charge counter {ON_IT} for each time it was kicked.", "Artifact")
    assert found == a.EntersWith("charge", a.UntoldAmount("other"))


def test_what_is_sacrificed_as_it_enters_is_gone() -> None:
    (ability,) = read("As this enchantment enters, sacrifice all lands you control.").abilities
    assert isinstance(ability, a.NoBearing)
