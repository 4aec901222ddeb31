"""Claims about mana over spaces of boards: subsets, copies and open numbers, against going through every instance."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from verifier.board import Activate, Board, Permanent, Tap
from verifier.board_format import board_from
from verifier.cards import mana as m
from verifier.cards import terms as t
from verifier.cards.ability import Activated, AddMana, RemoveCounters
from verifier.cards.card import Card, Face
from verifier.encode.answers import could_produce, produced
from verifier.encode.mana_spaces import prove_could_produce, prove_outcomes
from verifier.encode.space import Instance, Space
from verifier.errors import Unmodelled
from verifier.expressions import Add, Mul, Name, Number, parse
from verifier.solve.z3_backend import solve

EFFECTS = (
    "Contamination", "Ritual of Subdual", "Infernal Darkness", "Mana Reflection", "Nyxbloom Ancient", "Damping Sphere",
    "Pulse of Llanowar", "Naked Singularity", "Reality Twist", "Virtue of Strength",
    {"resolved": "Hall of Gemstone", "ability": 1, "chosen": {"color": "white"}},
    {"resolved": "Harvest Mage", "ability": 1},
)  # fmt: skip
SOURCES = (
    "Forest", "Tundra", "Gaea's Cradle", "Llanowar Elves", "Reflecting Pool", "Exotic Orchard", "Wastes",
    "Ancient Tomb", "Plains", "Bloom Tender", "Grizzly Bears", "Fellwar Stone",
    {"card": "Island", "controller": "opponent"}, {"card": "Exotic Orchard", "controller": "opponent"},
    {"card": "Wastes", "controller": "opponent"},
)  # fmt: skip
G = (0, 0, 0, 0, 1, 0)


def board(*entries: Any, **keys: Any) -> Board:
    return board_from({"battlefield": list(entries), **keys})


def instances(space: Space) -> list[Board]:
    bits = list(space.bits)
    subsets = [chosen for number in range(len(bits) + 1) for chosen in combinations(bits, number)]
    chain = [id for id in space.copies if id in bits]
    return [
        space.board_of(Instance(chosen))
        for chosen in subsets
        if all(chain[place] in chosen for place, id in enumerate(chain[1:]) if id in chosen)
    ]


def a_space(random: Random) -> Space:
    listed = random.choices(SOURCES, k=random.randint(2, 4)) + random.choices(EFFECTS, k=random.randint(0, 2))
    added = random.choices(SOURCES + EFFECTS, k=random.randint(1, 3))
    copies = [random.choice(SOURCES + EFFECTS)] * random.randint(0, 2)
    reading = random.choice(("applies", "waits"))
    base = board(*listed, *added, *copies, readings={"idle-replacement": reading})
    ids = [entry.id for entry in base.entries]
    first = len(listed) + len(added)
    return Space(base, tuple(ids[len(listed) : first]), tuple(ids[first:]), random.randint(0, len(copies)))


@pytest.mark.parametrize("seed", range(25))
def test_could_produce_over_a_space_agrees_with_every_instance(seed: int) -> None:
    random = Random(seed)
    space = a_space(random)
    answers = [could_produce(each) for each in instances(space)]
    for permanent in space.board.permanents[:4]:
        id = permanent.id
        found = {each[id] for each in answers if id in each}
        some, every = set().union(*found), set("WUBRGC").intersection(*found)
        for types in sorted(found)[:2]:
            assert prove_could_produce(space, {id: types}).holds == (len(found) == 1)
            assert prove_could_produce(space, {id: types}, "include").holds == (set(types) <= every)
            proof = prove_could_produce(space, {id: types}, "exclude")
            assert proof.holds == (not set(types) & some)
            if proof.counterexample is not None:
                assert set(could_produce(proof.counterexample.board)[id]) & set(types)


@pytest.mark.parametrize("seed", range(25))
def test_outcomes_over_a_space_agree_with_every_instance(seed: int) -> None:
    random = Random(500 + seed)
    space = a_space(random)
    permanents = [each for each in space.board.permanents if "Land" in each.card.faces[0].types]
    if not permanents:
        return
    event = Tap(random.choice(permanents).id)
    found = {produced(each, event) for each in instances(space) if event.permanent in {p.id for p in each.permanents}}
    for outcomes in sorted(found, key=sorted)[:2]:
        proof = prove_outcomes(space, event, [dict(pools) for pools in sorted(outcomes)])
        assert proof.holds == (len(found) == 1)
        if proof.counterexample is not None:
            assert produced(proof.counterexample.board, event) != outcomes


def test_one_proof_covers_a_million_counters() -> None:
    base = board("Mana Reflection", {"card": "Gyre Sage", "counters": {"+1/+1": 1}})
    space = Space(base, numbers=(("n", (1, 1_000_000)),), counters={("Gyre Sage", "+1/+1"): Name("n")})
    event = Tap("Gyre Sage")
    doubled = [{"": (0, 0, 0, 0, Mul(Number(2), Name("n")), 0)}]
    assert prove_outcomes(space, event, doubled).holds
    wrong = prove_outcomes(space, event, [{"": (*[0] * 4, parse("n + 7"), 0)}])
    assert wrong.holds is False
    assert wrong.counterexample is not None
    assert wrong.counterexample.numbers == (("n", 1),)
    assert wrong.counterexample.board.permanents[1].counter("+1/+1") == 1
    only_seven = prove_outcomes(space, event, [{"": (*[0] * 4, parse("max(2 * n, 14 - 2 * n)"), 0)}])
    assert only_seven.holds is False


def test_open_numbers_and_choices_of_order() -> None:
    base = board("Contamination", "Mana Reflection", {"card": "Gyre Sage", "counters": {"+1/+1": 1}}, "Gaea's Cradle")
    space = Space(base, numbers=(("n", (0, 30)),), counters={("Gyre Sage", "+1/+1"): Name("n")})
    event = Tap("Gyre Sage")
    assert prove_outcomes(space, event, [{"": (*[0] * 4, parse("2 * n"), 0)}]).holds
    cradle = [{"": (0, 0, 1, 0, 0, 0)}, {"": (0, 0, 2, 0, 0, 0)}]
    assert prove_outcomes(space, Tap("Gaea's Cradle"), cradle).holds
    assert prove_outcomes(space, Tap("Gaea's Cradle"), cradle[:1]).holds is False


def test_the_number_of_copies_can_be_named() -> None:
    base = board("Gaea's Cradle", *["Grizzly Bears"] * 6)
    ids = tuple(entry.id for entry in base.entries[1:])
    space = Space(base, copies=ids, copies_name="n")
    assert prove_outcomes(space, Tap("Gaea's Cradle"), [{"": (*[0] * 4, Name("n"), 0)}]).holds
    assert prove_outcomes(space, Tap("Gaea's Cradle"), [{"": (*[0] * 4, Add(Name("n"), Number(1)), 0)}]).holds is False


def test_a_cost_amount_with_a_name() -> None:
    base = board({"card": "Dreadship Reef", "counters": {"storage": 3}})
    space = Space(base, numbers=(("x", (0, 5)),))
    with pytest.raises(Unmodelled, match="counters enough"):
        prove_outcomes(space, Activate("Dreadship Reef", 3), [{}], amount=Name("x"))
    removed = RemoveCounters("storage", t.CountedByCost("storage"))
    adding = AddMana(m.Repeated(m.Symbols(("G", "W")), t.CountedByCost("storage")))
    card = Card("Invented", (Face("Invented", types=("Land",), abilities=(Activated((removed,), (adding,)),)),))
    entries = (*base.entries, Permanent("Invented", card, "you", "you", 2, counters=(("storage", 1000),)))
    space = Space(base.with_entries(entries), numbers=(("x", (0, 1000)),))
    expected = [{"": (Name("x"), 0, 0, 0, Name("x"), 0)}]
    assert prove_outcomes(space, Activate("Invented", 1), expected, amount=Name("x")).holds


def test_lone_pools_at_any_number_make_nothing() -> None:
    base = board(*["Reflecting Pool"] * 30)
    ids = tuple(entry.id for entry in base.entries)
    proof = prove_could_produce(Space(base, copies=ids[1:]), {ids[0]: ""})
    assert proof.holds
    refuted = prove_could_produce(Space(base, copies=ids[1:]), {ids[0]: "U"})
    assert refuted.counterexample is not None
    assert refuted.counterexample.added == ()


def test_the_smallest_counterexample_comes_first() -> None:
    base = board("Forest", "Damping Sphere", "Contamination", "Mana Reflection")
    space = Space(base, ("Damping Sphere", "Contamination", "Mana Reflection"))
    proof = prove_could_produce(space, {"Forest": "C"}, "exclude")
    assert proof.counterexample is not None
    assert proof.counterexample.added == ("Damping Sphere", "Mana Reflection")
    assert could_produce(proof.counterexample.board)["Forest"] == "C"


def test_a_proof_names_what_it_rests_on_and_keeps_its_obligations() -> None:
    base = board("Forest", "Contamination", "Mana Reflection")
    proof = prove_could_produce(Space(base, ("Mana Reflection",)), {"Forest": "B"})
    assert proof.holds
    assert "614.5, 616.1f every order of Contamination, Mana Reflection" in proof.rests_on
    for obligation, answer in proof.obligations:
        assert solve(obligation, explain=False).status == answer.status


def test_vacuous_claims_are_told() -> None:
    base = board("Forest", "Reflecting Pool")
    assert prove_could_produce(Space(base, numbers=(("h", (3, 2)),)), {"Forest": "G"}).vacuous
    assert prove_could_produce(Space(base), {"Wastes": "G"}).vacuous


def test_what_no_timestamp_bears_on_holds_in_every_order() -> None:
    plain = Space(board("Forest", "Contamination", "Ritual of Subdual"))
    assert prove_could_produce(plain, {"Forest": "BC"}, every_order=True).holds
    with pytest.raises(Unmodelled, match="Blood Moon"):
        prove_could_produce(Space(board("Bayou", "Blood Moon")), {"Bayou": "R"}, every_order=True)
