"""Kinds of sentences that are easily taken for others, each on an invented card."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.cards.card import Face
from verifier.cards.oracle import language as a
from verifier.cards.oracle import read_card

COUNTER = "+1/+1"
TARGET = a.TargetPermanent()
UNTOLD = a.UntoldAmount("other")
YOURS = a.ControlledBy("you")
CREATURE = a.OfType("Creature")


def read(text: str, type_line: str = "Artifact", **more: Any) -> Face:
    printed = {"name": "Ledger of Tides", "layout": "normal", "mana_cost": "", "type_line": type_line, **more}
    return read_card({**printed, "oracle_text": text}).faces[0]


def only(text: str, type_line: str = "Artifact", **more: Any) -> Any:
    (ability,) = read(text, type_line, **more).abilities
    return ability


def instructions(text: str, type_line: str = "Artifact") -> tuple[Any, ...]:
    found = only(text, type_line).instructions
    assert isinstance(found, tuple)
    return found


# What becomes something (205.1a, 205.1b) ---------------------------------------------------------------------------


def test_a_creature_type_before_artifact_creature_replaces_creature_types_and_nothing_else() -> None:
    (begin,) = instructions("{2}: This artifact becomes a 3/1 Golem artifact creature until end of turn.")
    assert begin.effects[:2] == (
        a.AddTypes(a.This(), ("Artifact", "Creature")),
        a.SetTypes(a.This(), (), ("Golem",)),
    )


def test_an_artifact_creature_without_a_creature_type_keeps_all() -> None:
    (begin,) = instructions("{2}: This artifact becomes a 3/1 artifact creature until end of turn.")
    assert begin.effects[0] == a.AddTypes(a.This(), ("Artifact", "Creature"))
    assert not any(isinstance(effect, a.SetTypes) for effect in begin.effects)


@pytest.mark.parametrize(
    "kind", ["Golem artifact creature", "Golem creature", 'Golem creature with "{T}: Draw a card."']
)
def test_what_is_still_a_land_keeps_all_types(kind: str) -> None:
    (begin,) = instructions(f"{{2}}: This land becomes a 3/1 {kind}. It's still a land.", "Land")
    added = begin.effects[0]
    assert isinstance(added, a.AddTypes)
    assert added.subtypes == ("Golem",)
    assert not any(isinstance(effect, a.SetTypes) for effect in begin.effects)


def test_still_a_land_reaches_into_a_condition() -> None:
    (holds,) = instructions(
        "{2}: If this land isn't a creature, it becomes a 3/1 Golem creature. It's still a land.", "Land"
    )
    assert holds.condition == a.Unless(a.Is(CREATURE))
    assert isinstance(holds.then[0].effects[0], a.AddTypes)


def test_a_duration_in_front_holds_for_what_may_be_had() -> None:
    (may,) = instructions("{2}: Until end of turn, you may have this artifact become a 3/1 artifact creature.")
    assert may.instructions[0].duration == "end of turn"


def test_what_is_said_of_a_card_that_came_back_depends_on_its_coming_back() -> None:
    text = (
        "Whenever a creature dies, you may pay {1}. If you do, return it to the battlefield. It's a Golem in "
        "addition to its other types."
    )
    _, done = instructions(text)
    back, begin = done.then
    assert (done.condition, back.kind) == (a.Followed(), "return")
    assert begin.effects == (a.AddTypes(a.EventPermanent(), subtypes=("Golem",)),)


def test_this_permanent_is_found_after_it_came_back() -> None:
    text = "When this creature dies, return it to the battlefield tapped. It's an Aura enchantment with enchant Elf"
    back, begin = instructions(f'{text} and "Flying."', "Creature \u2014 Elf")
    aura, gains = begin.effects
    assert (back.kind, aura) == ("return", a.SetTypes(a.This(), ("Enchantment",), ("Aura",)))
    assert [each.name for each in gains.abilities] == ["enchant", "flying"]


def test_what_a_permission_brings_back_is_changed_only_if_it_comes() -> None:
    text = "Whenever another creature dies, you may return it to the battlefield. It's a Forest land."
    (may,) = instructions(text)
    assert [type(each) for each in may.instructions] == [a.OtherInstruction, a.Begin]


def test_the_color_of_the_mana_is_the_chosen_one() -> None:
    _, begin = instructions("{1}: Add two mana of any one color. This artifact becomes that color until end of turn.")
    assert begin.effects == (a.SetColors(a.This(), chosen=True),)


# Targets (115.1, 603.12) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "{T}: Add {G}. When you next cast an Elf spell, copy it. You may choose new targets for the copy.",
        "{T}: Add {G}. You may sacrifice this artifact. When you do, destroy target land.",
        "{T}: Add {G}. Whenever a creature dies this turn, tap target land.",
    ],
)
def test_what_a_later_trigger_or_a_copy_targets_is_no_target_of_the_ability(text: str) -> None:
    assert not only(text).target


@pytest.mark.parametrize("text", ["{T}: Support 2.", "{T}: When target creature dies this turn, draw a card."])
def test_a_target_of_the_ability_itself(text: str) -> None:
    assert only(text).target


# Filters -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("many", "one"), [("Elves", "Elf"), ("Dwarves", "Dwarf"), ("Allies", "Ally")])
def test_plurals_of_subtypes(many: str, one: str) -> None:
    found = only(f"Tap two untapped {many} you control: Add {{G}}.")
    assert found.cost == (a.TapOthers(a.AllOf((a.OfSubtype(one), YOURS)), 2),)


@pytest.mark.parametrize("who", ["Enchanted creatures", "Equipped Elves", "Enchanted permanents"])
def test_the_host_is_one_permanent(who: str) -> None:
    assert isinstance(only(f"{who} you control have haste."), a.Unmodelled)


def test_the_host_may_have_a_type_that_looks_like_a_plural() -> None:
    assert only("Enchanted Plains is an Island.", "Enchantment \u2014 Aura").effects[0].on == a.AllOf(
        (a.Host(), a.OfSubtype("Plains"))
    )


# Conditions --------------------------------------------------------------------------------------------------------


def test_a_condition_on_each_of_several_permanents_is_part_of_the_filter() -> None:
    (change,) = only("Each land you control gets +2/+2 as long as it's a creature.").effects
    assert change.on == a.AllOf((a.OfType("Land"), CREATURE, YOURS))


def test_it_is_the_host_in_a_condition_about_the_host() -> None:
    found = only("Enchanted creature has shroud as long as it's untapped.", "Enchantment \u2014 Aura")
    assert found.condition == a.Unless(a.Exists(a.AllOf((a.Host(), a.IsTapped()))))


def test_a_condition_ends_with_its_sentence() -> None:
    text = "When this artifact enters, if you cast it, sing a long song. For each Elf that listens, draw a card."
    assert only(text) == a.Unmodelled("triggered", ("draw",))


def test_what_would_happen_later_takes_the_place_of_no_instruction() -> None:
    damage, add, later = instructions(
        "Ledger of Tides deals 5 damage to target creature. Add {R}. If it would die this turn, exile it instead.",
        "Instant",
    )
    assert (damage.kind, add, later) == ("damage", a.AddMana(a.Symbols(("R",))), a.OtherInstruction("other"))


def test_other_permanents_than_the_one_that_enters() -> None:
    found = only("Whenever an Island you control enters, if you control at least five other Islands, draw a card.")
    others = a.AllOf((a.OfSubtype("Island"), a.Except(a.EventPermanent()), YOURS))
    assert found.condition == a.Compare(a.Count(others), "at least", 5)


def test_after_a_counter_was_put_on_this_permanent_it_is_this_permanent() -> None:
    put = "Whenever you cast a spell, put a tide counter on this artifact"
    _, then = instructions(f"{put}. Then if it has two or more tide counters on it, transform it.")
    assert then.condition == a.Is(a.HasCounters("tide", 2))


@pytest.mark.parametrize("limit", ["Do this only once each turn.", "This ability triggers only once each turn."])
def test_a_limit_on_a_trigger_is_a_condition_that_no_board_tells(limit: str) -> None:
    found = only(f"Whenever this artifact becomes tapped, draw a card. {limit}")
    assert found.condition == a.UntoldCondition("counted resolutions")


def test_the_second_card_of_a_turn() -> None:
    found = only("Whenever an opponent draws their second card each turn, add {U}.")
    assert (found.event, found.condition) == (
        a.Draws("opponents"),
        a.Compare(a.CardsDrawn("that player"), "exactly", 2),
    )


def test_a_condition_of_two_of_which_one_is_told() -> None:
    found = only("{T}: Add {G}. Activate only if this artifact was polished this turn or if you control an Island.")
    assert found.activate_if == a.Some((a.UntoldCondition("other"), a.Exists(a.AllOf((a.OfSubtype("Island"), YOURS)))))


# Times -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "step"),
    [
        ("your first main phase", "first main phase"),
        ("your precombat main phase", "first main phase"),
        ("your second main phase", "second main phase"),
        ("each of your main phases", "main phase"),
    ],
)
def test_which_main_phase(said: str, step: Any) -> None:
    assert only(f"At the beginning of {said}, add {{R}}.").event == a.BeginningOf(step, "you")


@pytest.mark.parametrize(
    ("word", "timing"),
    [("Exhaust", ("once",)), ("Power-up", ("other", "once")), ("Boast", ("once each turn",))],
)
def test_words_that_limit_an_activated_ability(word: str, timing: tuple[str, ...]) -> None:
    assert only(f"{word} \u2014 {{2}}: Draw a card.", "Creature \u2014 Elf").timing == timing


# What is done ------------------------------------------------------------------------------------------------------


def test_what_is_done_besides_choosing_a_mode() -> None:
    text = (
        "Whenever you scry, choose one and this artifact gets +1/+1 until end of turn.\n\u2022 Scry 1.\n\u2022 Add {U}."
    )
    modes, begin = instructions(text)
    assert isinstance(modes, a.ChooseMode)
    assert begin.effects == (a.ChangePowerToughness(a.This(), 1, 1),)


def test_both_halves_of_a_sentence_about_a_mill() -> None:
    found = instructions("{T}: Mill two cards, then return a land card from your graveyard to your hand.")
    assert [each.kind for each in found] == ["mill", "return"]


def test_counters_divided_among_targets_are_no_number_for_each() -> None:
    (put,) = instructions("{2}: Distribute three +1/+1 counters among one or two target creatures.")
    assert put == a.PutCounters(COUNTER, UNTOLD, TARGET)


@pytest.mark.parametrize(
    ("said", "on"),
    [("This artifact", a.This()), ("Target Elf you control", TARGET)],
)
def test_conniving_is_drawing_and_discarding(said: str, on: Any) -> None:
    counter = a.If(a.UntoldCondition("other"), (a.PutCounters(COUNTER, 1, on),))
    assert instructions(f"{{2}}: {said} connives.") == (a.Draw(1), a.Discard(1), counter)


@pytest.mark.parametrize(
    ("said", "put"),
    [
        ("Bolster 2", a.PutCounters(COUNTER, UNTOLD, a.AllOf((CREATURE, YOURS)))),
        ("Proliferate", a.PutCounters("", UNTOLD, a.HasCounters())),
        ("Proliferate twice", a.PutCounters("", UNTOLD, a.HasCounters())),
        ("Support 2", a.PutCounters(COUNTER, 1, TARGET)),
        ("Monstrosity 2", a.If(a.UntoldCondition("other"), (a.PutCounters(COUNTER, 2),))),
        ("Learn", a.May((a.Discard(1), a.If(a.Followed(), (a.Draw(1),))))),
    ],
)
def test_keyword_actions_that_put_counters_or_draw(said: str, put: Any) -> None:
    assert instructions(f"{{2}}: {said}.")[0] == put


def test_the_next_spell_is_no_rider_of_the_mana() -> None:
    add, other = instructions("{T}: Add {U}. The next spell you cast this turn has cascade.")
    assert (add.restricted, other) == (False, a.OtherInstruction("other"))


def test_what_continues_a_delayed_trigger_belongs_to_it() -> None:
    _, later = instructions("{T}: Add {U}. When you next cast a spell this turn, copy it. You may sacrifice the copy.")
    assert [type(each) for each in later.ability.instructions] == [a.OtherInstruction, a.May]


def test_a_replacement_after_a_permission_begins() -> None:
    text = "You may cast Elf spells, and if a card would be put into your graveyard, exile it instead."
    may, begin = instructions(text, "Instant")
    assert isinstance(may, a.May)
    assert begin == a.Begin((a.GraveyardReplacement("you", "exile"),), "indefinitely")


def test_a_spell_that_triggers_when_it_is_discarded_has_two_abilities() -> None:
    text = "Draw a card.\nWhen you discard this card, draw two cards."
    spell, trigger = read(text, "Instant").abilities
    assert spell == a.SpellAbility((a.Draw(1),))
    assert isinstance(trigger, a.Triggered)
    assert trigger.event == a.Discards("you", this_card=True)


def test_an_emblem_of_another_player_is_not_yours() -> None:
    text = '[-2]: Each opponent gets an emblem with "You have no maximum hand size."'
    assert only(text, "Planeswalker \u2014 Elf") == a.Unmodelled("activated", ("hand size",))


# Costs and permissions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "cost"),
    [
        ("a card", a.DiscardCost()),
        ("a land card", a.DiscardCost(1, ("Land",))),
        ("an Island card or a red card", a.DiscardCost(only_some=True)),
    ],
)
def test_which_cards_a_cost_takes(said: str, cost: Any) -> None:
    assert only(f"Discard {said}: Add {{R}}.").cost == (cost,)


def test_mana_of_one_color_that_stays() -> None:
    (stays,) = only("You don't lose unspent red mana as steps and phases end.").effects
    assert stays == a.Permission("mana stays", types="R")


def test_a_station_with_power_and_toughness_makes_a_creature() -> None:
    _, becomes, has = read("Station\n8+ | Flying", "Artifact \u2014 Spacecraft", power="3", toughness="2").abilities
    assert becomes.effects == (a.AddTypes(a.This(), ("Creature",)), a.SetPowerToughness(a.This(), 3, 2))
    assert becomes.condition == has.condition == a.Is(a.HasCounters("charge", 8))
