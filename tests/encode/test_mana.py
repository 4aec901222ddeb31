"""What could be produced and what is produced, by the solver: claims, runs, reasons and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.board import Activate, Board, Permanent, Tap
from verifier.board_format import board_from
from verifier.cards import mana as m
from verifier.cards import terms as t
from verifier.cards.ability import (
    Ability,
    Activated,
    AddMana,
    Instead,
    ManaReplacement,
    ReplaceTypes,
    SacrificeCost,
    Static,
    TappedForMana,
    TapSymbol,
)
from verifier.cards.ability import Unmodelled as UnmodelledAbility
from verifier.cards.card import Card, Face
from verifier.cards.vocabulary import TYPES_OF_MANA
from verifier.encode.answers import Question, could_produce, produced
from verifier.encode.explanations import Explained
from verifier.errors import Illegal, Unmodelled
from verifier.rules.answers import replay
from verifier.solve.z3_backend import solve

HALL = {"resolved": "Hall of Gemstone", "ability": 1, "chosen": {"color": "white"}}
HARVEST = {"resolved": "Harvest Mage", "ability": 1}
OTHER = "opponent"


def board(*entries: Any, **keys: Any) -> Board:
    return board_from({"battlefield": list(entries), **keys})


def with_land(base: Board, *abilities: Ability, name: str = "Invented") -> Board:
    card = Card(name, (Face(name, types=("Land",), abilities=abilities),))
    return base.with_entries((*base.entries, Permanent(name, card, "you", "you", len(base.entries) + 1)))


def pools(base: Board, event: Tap | Activate) -> set[str]:
    def shown(amounts: tuple[int, ...]) -> str:
        return "".join(letter * number for letter, number in zip(TYPES_OF_MANA, amounts, strict=True))

    return {",".join(f"{player} {shown(amounts)}" for player, amounts in each) for each in produced(base, event)}


@pytest.mark.parametrize(
    ("entries", "id", "types"),
    [
        (["Forest", "Reflecting Pool", "Contamination", "Ritual of Subdual"], "Reflecting Pool", "BC"),
        (["Forest", "Contamination", "Ritual of Subdual", HALL], "Forest", "WBC"),
        (["Forest", "Damping Sphere", "Mana Reflection"], "Forest", "C"),
        (["Ancient Tomb", "Damping Sphere", HARVEST], "Ancient Tomb", "WUBRG"),
        (["Gaea's Cradle", "Contamination", HARVEST], "Gaea's Cradle", ""),
        (["Calciform Pools", "Contamination"], "Calciform Pools", "WUB"),
        (["Cascading Cataracts", "Reflecting Pool", "Damping Sphere"], "Reflecting Pool", "C"),
        (["Reality Twist", "Naked Singularity", "Swamp"], "Swamp", "WG"),
        (["Reflecting Pool", "Reflecting Pool"], "Reflecting Pool#2", ""),
        (["Exotic Orchard", {"card": "Wastes", "controller": OTHER}, "Contamination"], "Exotic Orchard", "B"),
        (["Squandered Resources", "Forest", "Island"], "Squandered Resources", "UG"),
        (["Plains", HALL, "Pulse of Llanowar"], "Plains", "WUBRG"),
    ],
)
def test_could_produce(entries: list[Any], id: str, types: str) -> None:
    assert could_produce(board(*entries))[id] == types


def test_the_reading_of_idle_effects_counts() -> None:
    entries = ["Forest", "Infernal Darkness", "Infernal Darkness", "Ritual of Subdual"]
    assert could_produce(board(*entries))["Forest"] == "BC"
    waiting = board(*entries, readings={"idle-replacement": "waits"})
    assert could_produce(waiting)["Forest"] == "B"


@pytest.mark.parametrize(
    ("entries", "event", "expected"),
    [
        (["Forest", "Contamination", "Mana Reflection"], Tap("Forest"), {"you B", "you BB"}),
        (["Forest", "Nyxbloom Ancient", "Mana Reflection"], Tap("Forest"), {"you GGGGGG"}),
        (["Forest", "Damping Sphere", "Mana Reflection"], Tap("Forest"), {"you C"}),
        (["Tundra", "Naked Singularity", "Mana Reflection"], Tap("Tundra"), {"you RR", "you GG"}),
        (["Gaea's Cradle"], Tap("Gaea's Cradle"), {""}),
        (["Nykthos, Shrine to Nyx", "Llanowar Elves"], Tap("Nykthos, Shrine to Nyx", 2), {"", "you G"}),
        (["Squandered Resources", "Forest", "Contamination"],
         Activate("Squandered Resources", 1, sacrifice=("Forest",)), {"you B"}),
        ([{"card": "Dreadship Reef", "counters": {"storage": 2}}, "Contamination"],
         Activate("Dreadship Reef", 3, x=2), {"you UU", "you UB", "you BB"}),
    ],
)  # fmt: skip
def test_produced(entries: list[Any], event: Tap | Activate, expected: set[str]) -> None:
    assert pools(board(*entries), event) == expected


def test_ten_doublers_and_a_reset_place_the_doublers_before_or_after() -> None:
    found = produced(board("Forest", "Contamination", *["Mana Reflection"] * 10), Tap("Forest"))
    assert found == {(("you", (0, 0, 2**power, 0, 0, 0)),) for power in range(11)}


def test_what_was_paid_is_gone_as_the_ability_resolves() -> None:
    counting = AddMana(m.Repeated(m.Symbols(("G",)), t.Count(t.OfType("Land"))))
    base = with_land(board("Forest"), Activated((TapSymbol(), SacrificeCost(t.This())), (counting,)))
    assert pools(base, Tap("Invented")) == {"you G"}
    assert could_produce(base)["Invented"] == "G"


def test_what_taps_for_mana_is_tapped_as_it_is_replaced() -> None:
    tapped = ManaReplacement(TappedForMana(t.IsTapped()), ReplaceTypes(m.Types("W")))
    base = with_land(board("Forest"), Static((tapped,)))
    assert pools(base, Tap("Forest")) == {"you W"}
    assert could_produce(base)["Forest"] == "G"


def test_an_ability_of_its_own_is_replaced_first() -> None:
    instead = Instead(t.PlayedLand(), m.Symbols(("B", "B")))
    ability = Activated((TapSymbol(),), (AddMana(m.Symbols(("U",)), instead=(instead,)),))
    base = with_land(board("Damping Sphere", player={"you": {"land_played_this_turn": True}}), ability)
    assert pools(base, Tap("Invented")) == {"you C"}


def test_undefined_types_make_no_mana() -> None:
    both = m.Together((m.Symbols(("G",)), m.OneType(m.ChosenColor())))
    base = with_land(board(), Activated((TapSymbol(),), (AddMana(both),)))
    assert pools(base, Tap("Invented")) == {""}
    assert could_produce(base)["Invented"] == ""


def test_runs_and_reasons() -> None:
    base = board("Forest", "Reflecting Pool", "Contamination", "Ritual of Subdual", "Mana Reflection")
    explained = Explained(base, solve)
    assert all(solve(each, explain=False).as_expected for each in explained.obligations())
    for id, types in explained.could_produce.items():
        for letter in TYPES_OF_MANA:
            finding = explained.finding(id, letter)
            assert finding.can == (letter in types)
            if finding.run is not None:
                replay(base, finding.run)
                assert finding.run.end[TYPES_OF_MANA.index(letter)]
    assert explained.finding("Reflecting Pool", "B").from_ == (("Forest", "B"),)
    refused = explained.finding("Forest", "G")
    assert refused.because == ("616.1f end: Ritual of Subdual",)
    assert refused.closed is not None
    assert "G" not in refused.closed["Forest"]


def test_every_result_of_an_event_has_a_run_that_the_rules_accept() -> None:
    base = board("Tundra", "Contamination", "Mana Reflection", HARVEST, "Damping Sphere")
    question = Question(base, Tap("Tundra"))
    assert len(question.results) > 3
    assert any(answer.status == "unsat" for _, answer in question.asked)
    for pool, result in question.results.items():
        (run,) = result.runs
        replay(base, run)
        assert ((("you", run.end),) if any(run.end) else ()) == pool


def test_effects_of_one_card_that_differ_are_told_apart() -> None:
    red = {"resolved": "Hall of Gemstone", "ability": 1, "chosen": {"color": "red"}}
    base = board("Tundra", HALL, red)
    assert could_produce(base)["Tundra"] == "WR"
    (reason,) = Explained(base, solve).finding("Tundra", "U").because[-1:]
    assert reason.startswith("616.1f end: Hall of Gemstone (WUBRG become ")


def test_that_type_undefined_is_no_mana() -> None:
    druid = {"card": "Incubation Druid", "counters": {"+1/+1": 1}}
    assert pools(board(druid), Tap("Incubation Druid")) == {""}
    assert pools(board(druid, "Forest"), Tap("Incubation Druid")) == {"you GGG"}


def test_two_lone_pools_do_not_make_red_for_each_other() -> None:
    explained = Explained(board("Reflecting Pool", "Reflecting Pool", "Exotic Orchard"), solve)
    assert explained.could_produce == {"Reflecting Pool": "", "Reflecting Pool#2": "", "Exotic Orchard": ""}
    fixpoint = explained.fixpoint
    assert solve(fixpoint.closed({"Reflecting Pool": "R", "Exotic Orchard": ""})).status == "sat"
    assert solve(fixpoint.derived({"Reflecting Pool": "R", "Exotic Orchard": ""})).status == "unsat"


@pytest.mark.parametrize(
    ("entries", "event", "rule"),
    [
        ([{"card": "Forest", "tapped": True}], Tap("Forest"), "107.5"),
        ([{"card": "Llanowar Elves", "entered_this_turn": True}], Tap("Llanowar Elves"), "302.6"),
        (["Grizzly Bears"], Tap("Grizzly Bears"), "106.12"),
        (["Forest"], Activate("Forest", 2), "602.1"),
        (["Forest"], Tap("Forest", by=OTHER), "602.2"),
        (["Squandered Resources"], Activate("Squandered Resources", 1), "118.3"),
        (["Survivors' Encampment", {"card": "Grizzly Bears", "tapped": True}],
         Activate("Survivors' Encampment", 2), "118.3"),
        (["Llanowar Elves", "Cursed Totem"], Tap("Llanowar Elves"), "101.2"),
    ],
)  # fmt: skip
def test_what_cannot_be_started(entries: list[Any], event: Tap | Activate, rule: str) -> None:
    with pytest.raises(Illegal) as caught:
        produced(board(*entries), event)
    assert rule in caught.value.rules


def test_what_is_not_covered_is_named() -> None:
    with pytest.raises(Unmodelled, match="Hall of Gemstone"):
        could_produce(board("Forest", {"resolved": "Hall of Gemstone", "ability": 1}))
    with pytest.raises(Unmodelled, match="Invented"):
        could_produce(with_land(board(), UnmodelledAbility("activated", ("mana",))))
