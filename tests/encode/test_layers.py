"""The layers as formulas: claims in every order, and each rule missing in turn so that a claim fails."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.board import Board, Permanent, Player, Resolved
from verifier.board_format import board_from
from verifier.cards import terms as t
from verifier.cards.ability import (
    Activated,
    AddMana,
    AddTypes,
    Begin,
    GainAbilities,
    GainControl,
    LoseAbilities,
    SetLandTypes,
    SpellAbility,
    Static,
    TapSymbol,
)
from verifier.cards.ability import Unmodelled as UnmodelledAbility
from verifier.cards.card import Card, Face
from verifier.cards.mana import Symbols
from verifier.claim import Characteristics
from verifier.encode.answers import could_produce
from verifier.encode.layer_claims import (
    prove_characteristics,
    prove_land_subtypes,
    prove_mana_abilities,
)
from verifier.encode.layer_classes import classes
from verifier.encode.layer_terms import Terms
from verifier.encode.layer_turn import Turn
from verifier.encode.layered import characteristics
from verifier.encode.layers import Layers
from verifier.encode.space import Space
from verifier.errors import Undecided, Unmodelled
from verifier.solve.formula import FALSE
from verifier.solve.smtlib import export

PLAYERS = (Player("you"), Player("opponent"))


def board(*entries: Any, **keys: Any) -> Board:
    return board_from({"battlefield": list(entries), **keys})


def invented(id: str, stamp: int, *abilities: Any, types: tuple[str, ...] = ("Enchantment",), **keys: Any) -> Permanent:
    subtypes = keys.pop("subtypes", ())
    card = Card(id, (Face(id, types=types, subtypes=subtypes, abilities=abilities),))
    return Permanent(id, card, "you", "you", stamp, **keys)


def on(*entries: Any) -> Board:
    return Board(PLAYERS, "you", entries)


def taps(letter: str) -> Activated:
    return Activated((TapSymbol(),), (AddMana(Symbols((letter,))),))


# In every order ------------------------------------------------------------------------------------------------------

MOON = board("Blood Moon", "Urborg, Tomb of Yawgmoth", "Bayou", "Forest")


def test_one_obligation_speaks_of_every_order() -> None:
    proof = prove_land_subtypes(MOON, {"Forest": ["Forest"], "Bayou": ["Mountain"]}, every_order=True)
    assert proof.holds
    assert [answer.status for obligation, answer in proof.obligations if obligation.expect == "unsat"] == ["unsat"] * 2


def test_a_reason_names_rules_and_cards() -> None:
    proof = prove_land_subtypes(MOON, {"Forest": ["Forest"]}, every_order=True)
    named = " / ".join(proof.rests_on)
    for part in ("305.7", "613.8a", "613.1d Blood Moon", "613.1d Urborg, Tomb of Yawgmoth"):
        assert part in named


def test_a_refutation_has_the_order_in_which_it_fails() -> None:
    omen = board("Bayou", "Blood Moon", "Prismatic Omen")
    proof = prove_land_subtypes(omen, {"Bayou": ["Mountain"]}, every_order=True)
    assert proof.holds is False
    assert proof.counterexample is not None
    assert proof.counterexample.order == ("Blood Moon", "Prismatic Omen")
    assert "Plains" in characteristics(proof.counterexample.board)["Bayou"].subtypes
    assert prove_land_subtypes(omen, {"Bayou": ["Plains", "Island", "Swamp", "Mountain", "Forest"]}).holds


def test_presence_and_order_are_open_together() -> None:
    wide = board("Forest", "Blood Moon", "Urborg, Tomb of Yawgmoth", "Bayou")
    space = Space(wide, optional=("Blood Moon", "Bayou"))
    proof = prove_land_subtypes(space, {"Forest": ["Forest"]}, every_order=True)
    assert proof.counterexample is not None
    assert proof.counterexample.added == ()
    assert prove_land_subtypes(space, {"Forest": ["Forest", "Swamp"]}, every_order=True).counterexample is not None
    assert prove_land_subtypes(Space(wide, optional=("Bayou",)), {"Forest": ["Forest"]}, every_order=True).holds


def test_what_is_on_no_board_makes_a_claim_vacuous() -> None:
    gone = board("Forest", {"card": "Plains", "phased_out": True})
    assert prove_land_subtypes(gone, {"Plains": ["Plains"]}).vacuous


def test_numbers_and_other_characteristics() -> None:
    bears = board("Grizzly Bears", "Humility", {"card": "Llanowar Elves", "counters": {"+1/+1": 2}})
    claimed = {
        "Grizzly Bears": Characteristics(power=1, toughness=1, colors="G", controller="you", name="Grizzly Bears"),
        "Llanowar Elves": Characteristics(power=3, toughness=3, types=("Creature",)),
    }
    assert prove_characteristics(bears, claimed, every_order=True).holds
    wrong = prove_characteristics(bears, {"Grizzly Bears": Characteristics(power=2, colors="G")})
    assert wrong.counterexample is not None
    assert wrong.counterexample.keys == ("power",)


def test_the_export_is_the_same_each_time() -> None:
    texts = [
        [export(obligation) for obligation, _ in prove_mana_abilities(MOON, {"Bayou": 1}, every_order=True).obligations]
        for _ in range(2)
    ]
    assert texts[0] == texts[1]


# Each rule left out --------------------------------------------------------------------------------------------------

OTHERS = t.AllOf((t.OfType("Enchantment"), t.Except(t.This())))
LOOP = on(
    invented("one", 1, Static((LoseAbilities(OTHERS),))),
    invented("two", 2, Static((LoseAbilities(OTHERS),))),
    invented("three", 3, taps("G")),
)
DROPPED = {
    "305.6": lambda: prove_mana_abilities(board("Blood Moon", "Bayou"), {"Bayou": 1}),
    "305.7": lambda: prove_mana_abilities(board("Blood Moon", "Kher Keep", "Ancient Tomb"), {"Ancient Tomb": 1}),
    "613.6": lambda: prove_characteristics(
        board("Opalescence", "Humility"), {"Humility": Characteristics(power=1, toughness=1)}
    ),
    "613.8a": lambda: prove_land_subtypes(MOON, {"Forest": ["Forest"]}, every_order=True),
    "613.8b": lambda: prove_mana_abilities(LOOP, {"three": 0}),
}
"""For each rule a claim that holds by it."""


@pytest.mark.parametrize("rule", sorted(DROPPED))
def test_without_a_rule_a_claim_fails(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert DROPPED[rule]().holds
    whole = Terms.rule
    monkeypatch.setattr(Terms, "rule", lambda self, number: FALSE if number == rule else whole(self, number))
    assert DROPPED[rule]().holds is False


def test_dependency_is_asked_again_at_each_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """613.8c: only once Song has made a nonbasic land does Conversion wait for what makes it a Mountain."""
    song = {"card": "Song of the Dryads", "attached_to": "Llanowar Elves"}
    entries = board("Llanowar Elves", song, "Conversion", "Blood Moon")

    def claim() -> bool | None:
        return prove_land_subtypes(entries, {"Llanowar Elves": ["Plains"]}).holds

    assert claim()
    first: dict[tuple[int, int], Any] = {}
    depends = Turn._depends

    def once(self: Turn, effect: Any, other: Any) -> Any:
        key = (effect.number, other.number)
        if key not in first:
            first[key] = depends(self, effect, other)
        return first[key]

    monkeypatch.setattr(Turn, "_depends", once)
    assert claim() is False


# Boards that settle everything ---------------------------------------------------------------------------------------


def test_mana_is_read_after_the_layers() -> None:
    assert could_produce(board("Forest", "Blood Moon", "Bayou", "Reflecting Pool")) == {
        "Forest": "G",
        "Blood Moon": "",
        "Bayou": "R",
        "Reflecting Pool": "R",
    }
    lost = board("Contamination", "Opalescence", "Humility", "Forest")
    assert could_produce(lost)["Forest"] == "G"


def test_identical_cards_that_the_layers_tell_apart() -> None:
    spell = SpellAbility((Begin((SetLandTypes(t.OfType("Land"), ("Island",)),), "rest of game"),))
    sorcery = Card("S", (Face("S", types=("Sorcery",), abilities=(spell,)),))
    forest = Card("F", (Face("F", types=("Land",), subtypes=("Forest",)),))
    older, newer = (Permanent(id, forest, "you", "you", stamp) for id, stamp in (("older", 1), ("newer", 3)))
    assert could_produce(on(older, Resolved("S", sorcery, "you", 2), newer)) == {"older": "U", "newer": "G"}


def test_a_changed_controller_is_you() -> None:
    thief = invented("thief", 1, Static((GainControl(t.OfType("Artifact"), "opponents"),)))
    lord = invented("lord", 2, Static((GainAbilities(t.ControlledBy("you"), (taps("R"),)),)), types=("Artifact",))
    found = characteristics(on(thief, lord, invented("mine", 3)))
    assert found["lord"].controller == "opponent"
    assert [found[id].mana_abilities for id in ("thief", "lord", "mine")] == [0, 1, 0]


def test_a_characteristic_defining_ability_comes_first() -> None:
    """613.3, 604.3: though its object is newer."""
    desert = invented("desert", 1, Static((SetLandTypes(t.OfType("Land"), ("Desert",)),)))
    plains = invented("plains", 2, Static((AddTypes(t.This(), subtypes=("Plains",)),)), types=("Land",))
    assert characteristics(on(desert, plains))["plains"].subtypes == ("Desert",)


def test_a_given_ability_has_the_later_timestamp() -> None:
    """613.7a."""
    gives = Static((GainAbilities(t.Named("bearer"), (Static((LoseAbilities(t.OfType("Land")),)),)),))
    land = invented("land", 2, taps("G"), types=("Land",))
    lamp = invented("lamp", 3, Static((GainAbilities(t.OfType("Land"), (taps("R"),)),)))
    late = on(invented("bearer", 1), land, lamp, invented("giver", 4, gives))
    early = on(invented("giver", 0, gives), invented("bearer", 1), land, lamp)
    assert characteristics(late)["land"].mana_abilities == 0
    assert characteristics(early)["land"].mana_abilities == 1


def test_what_is_not_understood_is_refused() -> None:
    with pytest.raises(Unmodelled, match="static ability"):
        characteristics(on(invented("unknown", 1, UnmodelledAbility("static"))))


# Classes -------------------------------------------------------------------------------------------------------------


def test_orders_are_told_apart_by_what_the_layers_make_of_them() -> None:
    assert len(classes(Space(MOON), every_order=True).found) == 1
    two = classes(Space(board("Bayou", "Blood Moon", "Prismatic Omen")), every_order=True)
    assert {could_produce(each.board)["Bayou"] for each in two.found} == {"R", "WUBRG"}
    assert len(two.found) == 2
    assert two.obligations[-1][1].status == "unsat"


def test_too_many_effects_in_an_open_order_are_left_to_enumeration() -> None:
    several = [
        invented(f"e{n}", n, Static((AddTypes(t.OfType("Enchantment"), types=("Artifact",)),))) for n in range(7)
    ]
    with pytest.raises(Undecided, match="layer 4"):
        assert Layers(Space(on(*several)), every_order=True).end
    assert Layers(Space(on(*several))).end
    assert prove_characteristics(on(*several), {"e0": Characteristics(types=("Artifact", "Enchantment"))}).holds
