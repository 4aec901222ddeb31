"""Events over spaces of boards: numbers up to a million, entries that are there or not, every order of triggers."""

from __future__ import annotations

import pytest

from verifier.claim_format import claims_from
from verifier.claim_format.open_event import open_event_of
from verifier.claim_format.space import space_of
from verifier.encode.counterexample import EventCounterexample, told_event
from verifier.encode.event_claims import prove_event
from verifier.encode.hand_size_claims import Proof
from verifier.errors import Unmodelled

YOU = ["Sylvan Library"]
DECLINED = {"drawn": 1, "put_back": 0, "life_paid": 0}
USED = [{"drawn": 3, "put_back": 2 - paid, "life_paid": 4 * paid} for paid in range(3)]


def claimed(**data) -> Proof:
    """What comes of the claim, which is proved at all sizes by the encoding alone."""
    (claim,) = claims_from(
        {"claim": [{"id": "one", "says": "…", "rules": ["504.1"], "source": {"rule": "504.1"}, **data}]}, "test"
    )
    found = open_event_of(claim)
    assert found is not None
    event, numbers = found
    expect = claim.expect
    if expect.legal is not None:
        return prove_event(space_of(claim), event, legal=expect.legal, numbers=numbers)
    return prove_event(
        space_of(claim), event, expect.outcomes, expect.triggers, expect.may_trigger,
        numbers=numbers, every_order=claim.for_all.timestamps,
    )  # fmt: skip


def counterexample(proof: Proof) -> EventCounterexample:
    assert proof.holds is False
    assert isinstance(proof.counterexample, EventCounterexample)
    return proof.counterexample


# Numbers -------------------------------------------------------------------------------------------------------------


def cleanup(discarded: str) -> Proof:
    return claimed(
        battlefield=[{"card": "Midnight Oil", "counters": {"hour": "n"}}],
        player={"you": {"hand": "h"}},
        for_all={"number": {"n": "0..1000000", "h": "0..1000000"}},
        event={"cleanup": "you"},
        expect={"outcomes": [{"discarded": discarded, "library": 0}]},
    )


def test_cleanup_discards_for_every_hand_and_maximum_up_to_a_million() -> None:
    proof = cleanup("max(h - n, 0)")
    assert proof.holds is True
    assert all(answer.as_expected for _, answer in proof.obligations)


def test_a_cleanup_that_discards_one_card_too_many_is_refuted_at_the_least_numbers() -> None:
    found = counterexample(cleanup("max(h - n + 1, 0)"))
    assert found.numbers == (("n", 0), ("h", 0))
    assert found.board.player("you").hand == 0


def leng(outcomes: list[dict]) -> Proof:
    return claimed(
        battlefield=["Library of Leng"],
        player={"you": {"hand": 1000000}},
        for_all={"number": {"d": "2..1000000"}},
        event={"discard": "d", "player": "you", "cause": "effect", "by": "opponent"},
        expect={"outcomes": outcomes},
    )


def test_a_list_of_three_splits_is_refuted_where_there_are_more_cards() -> None:
    three = [{"library": n, "graveyard": f"d - {n}"} for n in range(3)]
    found = counterexample(leng(three))
    assert found.numbers == (("d", 3),)
    assert not found.missing
    assert dict(found.came_out)["library"] + dict(found.came_out)["graveyard"] == 3


def test_a_split_that_there_is_not_is_refuted() -> None:
    found = counterexample(leng([{"library": n, "graveyard": f"d - {n}"} for n in range(4)]))
    assert found.numbers in {(("d", 2),), (("d", 4),)}


def sylvan(life: str, outcomes: list[dict], **event) -> Proof:
    return claimed(
        battlefield=YOU,
        player={"you": {"life": "L", "drawn_this_turn": "a", "hand": 1000000, "library": "l"}},
        for_all={"number": {"L": life, "a": "2..1000000", "l": "3..1000000"}},
        event={"draw_step": "you", **event},
        expect={"outcomes": outcomes},
    )


@pytest.mark.parametrize(("life", "most"), [("1..3", 0), ("4..7", 1), ("8..1000000", 2)])
def test_sylvan_library_at_every_life_total_with_any_number_of_earlier_draws(life: str, most: int) -> None:
    assert sylvan(life, [DECLINED, *USED[: most + 1]]).holds is True


def test_a_payment_with_too_little_life_is_refuted() -> None:
    found = counterexample(sylvan("3..1000000", [DECLINED, *USED[:2]]))
    assert (found.missing, dict(found.numbers)["L"]) in {(False, 8), (True, 3)}


def test_replaced_draws_still_leave_two_earlier_cards_to_choose() -> None:
    drawn = [{**each, "drawn": 1} for each in USED]
    assert sylvan("8..1000000", [DECLINED, *drawn], replaced=2).holds is True


def test_x_up_to_a_million_enters_as_counters() -> None:
    proof = claimed(
        for_all={"number": {"x": "0..1000000"}},
        event={"enters": "Endless One", "X": "x"},
        expect={"outcomes": [{"counters": {"+1/+1": "x"}, "X": 0}]},
    )
    assert proof.holds is True


def test_an_x_that_the_permanent_keeps_is_refuted() -> None:
    found = counterexample(
        claimed(
            for_all={"number": {"x": "0..9"}},
            event={"enters": "Endless One", "X": "x"},
            expect={"outcomes": [{"counters": {"+1/+1": "x"}, "X": "x"}]},
        )
    )
    assert found.numbers == (("x", 1),)
    assert told_event(found).startswith("outcomes: ")


# Entries that are there or not ---------------------------------------------------------------------------------------


def test_one_more_draw_for_every_howling_mine_that_is_there() -> None:
    proof = claimed(
        for_all={"copies_of": {"card": "Howling Mine", "from": 0, "to": 4, "as": "n"}},
        event={"draw_step": "you"},
        expect={"outcomes": [{"drawn": "n + 1"}]},
    )
    assert proof.holds is True


def test_a_number_that_ignores_the_mines_is_refuted_with_one() -> None:
    found = counterexample(
        claimed(
            for_all={"copies_of": {"card": "Howling Mine", "from": 0, "to": 3}},
            event={"draw_step": "you"},
            expect={"outcomes": [{"drawn": 1}]},
        )
    )
    assert found.added == ("Howling Mine",)


def test_a_watcher_triggers_where_it_is_there() -> None:
    watchers = ["Megrim", {"card": "Megrim", "controller": "opponent", "id": "theirs"}, "Library of Leng"]
    for triggers, holds in ((["theirs"], True), (["theirs", "Megrim"], False), ([], False)):
        proof = claimed(
            for_all={"subset_of": watchers},
            event={"discard": 1, "player": "you", "cause": "effect", "by": "opponent"},
            expect={"triggers": triggers},
        )
        assert proof.holds is holds


def test_haste_where_some_effect_gives_it() -> None:
    elf = {"card": "Llanowar Elves", "entered_this_turn": True}
    for given, legal, holds in ((["Fervor"], True, False), (["Fervor"], False, False), (["Manabarbs"], False, True)):
        proof = claimed(
            battlefield=[elf],
            for_all={"subset_of": given},
            event={"tap": "Llanowar Elves"},
            expect={"legal": legal},
        )
        assert proof.holds is holds


# Orders --------------------------------------------------------------------------------------------------------------


def test_the_players_own_triggers_resolve_in_either_order_and_an_opponents_first() -> None:
    own = [DECLINED | {"drawn": 4}, *({**each, "drawn": 6} for each in USED)]
    late = [{"drawn": 7, "put_back": 1, "life_paid": 4}, {"drawn": 8, "put_back": 0, "life_paid": 8}]
    for controller, outcomes in (("you", [*own, *late]), ("opponent", own)):
        box = {"card": "Teferi's Puzzle Box", "controller": controller}
        for active in ("you", "opponent"):
            proof = claimed(
                active=active,
                battlefield=["Sylvan Library", box],
                player={"you": {"hand": 2}},
                event={"draw_step": "you"},
                expect={"outcomes": outcomes},
            )
            assert proof.holds is True


def test_two_ways_to_replace_a_draw_are_applied_in_either_order() -> None:
    proof = claimed(
        battlefield=["Abundance", {"card": "Notion Thief", "controller": "opponent"}, "Howling Mine"],
        event={"draw_step": "you"},
        expect={"outcomes": [{"drawn": 0}, {"drawn": 1}]},
    )
    assert proof.holds is True


def test_no_claim_about_an_event_that_cannot_be_started() -> None:
    proof = claimed(
        battlefield=[{"card": "Forest", "tapped": True}],
        event={"tap": "Forest"},
        expect={"outcomes": [{"G": 1}]},
    )
    assert proof.holds is True
    assert proof.vacuous


def test_what_is_not_encoded_is_refused_by_name() -> None:
    with pytest.raises(Unmodelled, match="Underworld Dreams"):
        claimed(
            battlefield=["Sylvan Library", {"card": "Underworld Dreams", "controller": "opponent"}],
            event={"draw_step": "you"},
            expect={"outcomes": [DECLINED]},
        )


def test_the_names_of_what_a_proof_rests_on_begin_with_rules() -> None:
    proof = claimed(battlefield=YOU, event={"draw_step": "you"}, expect={"outcomes": [DECLINED, *USED]})
    assert proof.rests_on
    assert "608.2c the ability of Sylvan Library" in proof.rests_on


def test_effects_of_layers_in_every_order_are_refused() -> None:
    with pytest.raises(Unmodelled, match="in every order"):
        claimed(
            battlefield=["Blood Moon", "Urborg, Tomb of Yawgmoth", "Forest"],
            for_all={"timestamps": True},
            event={"tap": "Forest"},
            expect={"outcomes": [{"G": 1}]},
        )
