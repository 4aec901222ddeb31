"""Maximum hand size by the solver: values, orders, reasons, and what is refused."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from verifier.board import Board, Chosen, Emblem, Permanent, Player, Readings, Resolved
from verifier.board_format import board_from
from verifier.cards import terms as t
from verifier.cards.ability import (
    Ability,
    Activated,
    AddTypes,
    BecomeCopy,
    Begin,
    GainControl,
    GetEmblem,
    HandSize,
    LoseAbilities,
    SpellAbility,
    Static,
)
from verifier.cards.ability import Unmodelled as UnmodelledAbility
from verifier.cards.card import Card, Face
from verifier.encode.hand_size import Answered, answers, maximum_hand_size
from verifier.errors import Unmodelled
from verifier.solve.smtlib import export
from verifier.solve.z3_backend import solve

RACK = {"card": "Cursed Rack", "controller": "opponent", "chosen": {"player": "you"}}


def answer(*entries: Any, player: str = "you", **keys: Any) -> Answered:
    return answers(board_from({"battlefield": list(entries), **keys}))[player]


def invented(*abilities: Ability, id: str = "it", stamp: int = 1, controller: str = "you", **keys: Any) -> Permanent:
    face = Face(f"Invented {id}", types=("Enchantment",), abilities=abilities)
    return Permanent(id, Card(face.name, (face,)), controller, controller, stamp, **keys)


def of_invented(*entries: Any, **keys: Any) -> tuple[int | None, ...]:
    players = keys.pop("players", (Player("you"), Player("opponent")))
    return maximum_hand_size(Board(players, "you", entries, **keys))["you"]


def sets(amount: Any, players: Any = "you", change: Any = "set") -> Static:
    return Static((HandSize(players, change, amount),))


# Values and reasons -------------------------------------------------------------------------------------------------


def test_an_empty_board_leaves_seven() -> None:
    found = answer()
    assert (found.values, found.orders, found.rests_on) == ((7,), ((),), ("402.2 you begins with 7",))


def test_a_reason_names_what_is_needed_and_nothing_else() -> None:
    found = answer("Thought Eater", "Null Profusion", "Gnat Miser", "Library of Leng", "Trusted Advisor")
    assert found.values == (None,)
    assert found.minimal
    assert found.rests_on == (
        "613.7 earlier timestamp first: Null Profusion before Library of Leng",
        "Library of Leng: no maximum hand size",
        "Thought Eater: reduces it by 3",
        "Trusted Advisor: increases it by 2",
        "one after another (613.7)",
    )
    for left_out in found.rests_on:
        (obligation, _) = found.obligations[-1]
        kept = {*found.rests_on, "not no maximum"} - {left_out}
        fewer = replace(
            obligation, assertions=tuple(one for one in obligation.assertions if one.name in kept), observe=()
        )
        assert solve(fewer).status == "sat"


def test_a_reduction_after_what_is_set_is_part_of_the_reason() -> None:
    found = answer(RACK, "Thought Eater")
    assert found.values == (1,)
    assert found.orders == (("Cursed Rack", "Thought Eater"),)
    assert set(found.rests_on) == {
        "613.7 earlier timestamp first: Cursed Rack before Thought Eater",
        "Cursed Rack: maximum hand size is 4",
        "Thought Eater: reduces it by 3",
    }


def test_of_many_effects_the_reason_is_the_last_one() -> None:
    found = answer(*["Spellbook", "Thought Eater"] * 10, "Null Profusion")
    assert found.values == (2,)
    assert found.rests_on == (
        "613.7 number 21 of 21 by timestamp: Null Profusion",
        "Null Profusion: maximum hand size is 2",
        "one after another (613.7)",
    )


def test_a_choice_gives_each_value_with_an_order() -> None:
    entries = [{"card": card, "since": 1} for card in ("Thought Eater", "Null Profusion", "Spellbook")]
    found = answer(*entries)
    assert found.values == (0, 2, None)
    last_two = {value: order[-2:] for value, order in zip(found.values, found.orders, strict=True)}
    assert last_two[0] == ("Null Profusion", "Thought Eater")
    assert last_two[2][-1] == "Null Profusion"
    none_last = [card for card in last_two[None] if card != "Thought Eater"]
    assert none_last[-1] == "Spellbook"


@pytest.mark.parametrize(("active", "size"), [("you", 2), ("opponent", None)])
def test_apnap_order_decides_between_players(active: str, size: int | None) -> None:
    spellbook = {"card": "Anvil of Bogardan", "controller": "you", "since": 1}
    rack = {"card": "Cursed Rack", "controller": "opponent", "chosen": {"player": "you"}, "since": 1}
    miser = {"card": "Locust Miser", "controller": "opponent"}
    found = answer(rack, spellbook, miser, active=active)
    assert found.values == (size,)
    first, second = ("Anvil of Bogardan", "Cursed Rack") if active == "you" else ("Cursed Rack", "Anvil of Bogardan")
    assert f"613.7m APNAP: {first} before {second}" in found.rests_on


def test_effects_of_one_permanent_stay_together_in_printed_order() -> None:
    both = Static((HandSize("you", "set", 3), HandSize("you", "increase", 2)))
    one, two = (invented(both, id=id) for id in ("one", "two"))
    assert of_invented(one, two) == (5,)


def test_numbers_below_zero_are_kept_or_not_by_the_reading() -> None:
    cards = ["Thought Devourer", "Thought Devourer", "Thought Devourer", "Trusted Advisor"]
    assert answer(*cards).values == (0,)
    assert answer(*cards, readings={"negative-hand-size": "zero"}).values == (2,)


def test_a_vanguard_changes_the_number_to_begin_with() -> None:
    face = Face("Invented", types=("Vanguard",), hand_modifier=-2)
    vanguard = Permanent("it", Card("Invented", (face,), "vanguard"), "opponent", "you", 1)
    found = answers(Board((Player("you"), Player("opponent")), "you", (vanguard,)))
    assert found["you"].values == (5,)
    assert found["you"].rests_on == ("313.6 you begins with 5",)
    assert found["opponent"].values == (7,)


def test_layers_come_first() -> None:
    bears = {"card": "Grizzly Bears", "id": "bears"}
    rage = {"card": "Nerd Rage", "attached_to": "bears"}
    assert answer(bears, "Humility", rage).values == (None,)
    found = answer(bears, rage, "Humility")
    assert found.values == (7,)
    assert "613.1f Humility: bears loses what Nerd Rage gives it" in found.rests_on
    assert answer(bears, rage | {"phased_out": True}).values == (7,)
    for order in (("Reliquary Tower", "Blood Moon"), ("Blood Moon", "Reliquary Tower")):
        found = answer(*order)
        assert found.values == (7,)
        assert "305.7 Blood Moon: Reliquary Tower loses its abilities" in found.rests_on


def test_a_given_ability_has_the_later_of_two_timestamps() -> None:
    host, rage = {"card": "Grizzly Bears", "id": "bears"}, {"card": "Nerd Rage", "attached_to": "bears"}
    assert answer(host, "Null Profusion", rage).values == (None,)
    assert answer(rage, "Null Profusion", host).values == (None,)
    assert answer(host, rage, "Null Profusion").values == (2,)
    assert answer(rage, host, "Null Profusion").values == (2,)


# Quantities and where effects come from -------------------------------------------------------------------------------


def test_amounts_are_read_from_the_board() -> None:
    others = [invented(id=id, stamp=2) for id in ("two", "three")]
    assert of_invented(invented(sets(t.Count(t.OfType("Enchantment")))), *others) == (3,)
    half = t.Half(t.CountersOn("time"), "up")
    assert of_invented(invented(sets(half), counters=(("time", 7),))) == (4,)
    assert of_invented(invented(sets(t.Sum((t.Times(2, t.CardsIn("hand")), 1))))) == (15,)
    assert of_invented(invented(sets(t.Difference(2, t.LifeTotal())))) == (0,)


def test_conditions_are_read_from_the_board() -> None:
    late = Static((HandSize("you", "none"),), t.Compare(t.LifeTotal(), "at most", 5))
    assert of_invented(invented(late)) == (7,)
    assert of_invented(invented(late), players=(Player("you", life=5), Player("opponent"))) == (None,)


def test_resolved_effects_and_emblems() -> None:
    reduces = SpellAbility((Begin((HandSize("everyone", "reduce", t.XOfSpell()),), "rest of game"),))
    spell = Card("Invented", (Face("Invented", types=("Sorcery",), abilities=(reduces,)),))
    assert of_invented(Resolved("it", spell, "opponent", 1, x=3)) == (4,)
    emblem = Activated((), (GetEmblem((sets(9),)),))
    walker = Card("Invented", (Face("Invented", types=("Planeswalker",), abilities=(emblem,)),))
    assert of_invented(Emblem("it", walker, "you", 1)) == (9,)
    assert of_invented(Emblem("it", walker, "opponent", 1)) == (7,)
    assert of_invented(Resolved("it", walker, "you", 1, ability=1)) == (9,)


@pytest.mark.parametrize(("mode", "size"), [(None, 4), ("cleave", 7)])
def test_what_was_paid_as_it_resolved_matters(mode: str | None, size: int) -> None:
    entry = {"resolved": "Inspired Idea"} | ({"chosen": {"mode": mode}} if mode else {})
    assert answer(entry).values == (size,)


def test_nothing_chosen_binds_nobody() -> None:
    assert of_invented(invented(sets(4, "chosen"))) == (7,)
    assert of_invented(invented(sets(4, "chosen"), chosen=Chosen(player="you"))) == (4,)


# What is refused ------------------------------------------------------------------------------------------------------

ANYONES = invented(sets(2), id="own", stamp=2)


@pytest.mark.parametrize(
    ("ability", "what"),
    [
        (UnmodelledAbility("static"), "static ability"),
        (sets(t.MaximumHandSize()), "your maximum hand size"),
        (sets(t.UntoldAmount("other")), "no board tells"),
        (Static((HandSize("you", "none"),), t.HasMaximumHandSize()), "a maximum to your hand size"),
        (Static((BecomeCopy(t.OfType("Creature"), t.This()),)), "copy"),
    ],
)
def test_what_could_matter_and_is_not_encoded_is_refused(ability: Ability, what: str) -> None:
    with pytest.raises(Unmodelled, match=what):
        of_invented(invented(ability), ANYONES)


def test_the_layers_are_applied_before_hand_sizes_are_read() -> None:
    animates = invented(Static((AddTypes(t.Anything(), types=("Creature",)),)), id="animator", stamp=3)
    assert of_invented(ANYONES, animates) == (2,)
    assert of_invented(invented(sets(t.Count(t.OfType("Creature")))), animates) == (2,)
    thief = invented(Static((GainControl(t.OfType("Enchantment"), "opponents"),)))
    assert of_invented(thief, ANYONES) == (7,)
    two = (Player("you"), Player("opponent"))
    assert maximum_hand_size(Board(two, "you", (thief, ANYONES)))["opponent"] == (2,)
    assert of_invented(invented(Static((LoseAbilities(t.OfType("Enchantment")),))), ANYONES) == (7,)


def test_changed_types_are_refused_where_choices_of_order_are_open() -> None:
    animates = invented(Static((AddTypes(t.Anything(), types=("Creature",)),)), id="animator", stamp=1)
    with pytest.raises(Unmodelled, match="types"):
        of_invented(invented(sets(t.Count(t.OfType("Creature")))), animates)


def test_an_untold_mode_or_amount_is_refused() -> None:
    counted = SpellAbility((Begin((HandSize("you", "set", t.Count(t.Anything())),), "rest of game"),))
    spell = Card("Invented", (Face("Invented", types=("Sorcery",), abilities=(counted,)),))
    with pytest.raises(Unmodelled, match=r"611\.2d"):
        of_invented(Resolved("it", spell, "you", 1))


# Against going through every order ------------------------------------------------------------------------------------


def literally(board: Board, player: str) -> tuple[int | None, ...]:
    """Every order of the entries that timestamps and APNAP order allow, each gone through effect by effect."""
    start = board.names.index(board.active)
    turn = {name: (board.names.index(name) - start) % len(board.names) for name in board.names}
    found = set()
    for order in permutations(board.permanents):
        keys = [(entry.timestamp, turn[entry.controller]) for entry in order]
        if keys != sorted(keys):
            continue
        size: int | None = 7
        for entry in order:
            for ability in entry.card.faces[0].abilities:
                assert isinstance(ability, Static)
                (effect,) = ability.effects
                assert isinstance(effect, HandSize)
                amount = effect.amount
                assert isinstance(amount, int)
                affected = {
                    "you": player == entry.controller,
                    "opponents": player != entry.controller,
                    "everyone": True,
                    "chosen": player == entry.chosen.player,
                }
                if not affected[effect.players]:
                    continue
                if effect.change == "none":
                    size = None
                elif effect.change == "set":
                    size = amount
                elif size is not None:
                    size += amount if effect.change == "increase" else -amount
                if size is not None and board.readings.negative_hand_size == "zero":
                    size = max(size, 0)
        found.add(None if size is None else max(size, 0))
    numbers = sorted(size for size in found if size is not None)
    return (*numbers, None) if None in found else tuple(numbers)


@pytest.mark.parametrize("seed", range(40))
def test_random_boards_as_literally(seed: int) -> None:
    rng = random.Random(seed)
    names = ("you", "opponent", "third")[: rng.choice((2, 2, 3))]
    changes = ("set", "increase", "reduce", "none")
    players = ("you", "opponents", "everyone", "chosen")
    entries = []
    for place in range(rng.randint(0, 5)):
        kinds = [rng.choice(changes) for _ in range(rng.choice((1, 1, 2)))]
        abilities = [sets(0 if kind == "none" else rng.randint(0, 9), rng.choice(players), kind) for kind in kinds]
        entries.append(
            invented(
                *abilities,
                id=str(place),
                stamp=rng.randint(1, 3),
                controller=rng.choice(names),
                chosen=Chosen(player=rng.choice(names)),
            )
        )
    readings = Readings(negative_hand_size=rng.choice(("kept", "zero")))
    board = Board(tuple(map(Player, names)), rng.choice(names), tuple(entries), readings=readings)
    assert maximum_hand_size(board) == {name: literally(board, name) for name in names}


def test_the_same_board_gives_the_same_questions_and_reasons() -> None:
    entries = [{"card": card, "since": 1} for card in ("Thought Eater", "Null Profusion", "Spellbook", "Recycle")]
    first, second = (answer(*entries) for _ in range(2))
    assert first == second
    texts = [[export(obligation) for obligation, _ in one.obligations] for one in (first, second)]
    assert texts[0] == texts[1]
