"""Effects as relations, event graphs and trails, against the plainest search there is."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from verifier.board import Amounts
from verifier.cards.vocabulary import TYPES_OF_MANA, in_order
from verifier.encode.could_produce import types_in
from verifier.encode.effects import Kind, cap_for, results, saturated, saturation_lemma
from verifier.encode.exact import confirmations, staged_graph, staged_rightness
from verifier.encode.graph import event_graph, rightness
from verifier.encode.in_force import Copy
from verifier.encode.outcomes import outcomes_of
from verifier.encode.trail import Trail, end_of, question, start_of, walk
from verifier.solve.formula import TRUE
from verifier.solve.z3_backend import solve

G1: Amounts = (0, 0, 0, 0, 1, 0)
REFLECTION = Kind(1, TYPES_OF_MANA, factor=2)
SPHERE = Kind(2, TYPES_OF_MANA, "C", TYPES_OF_MANA, amount=1)
CONTAMINATION = Kind(1, TYPES_OF_MANA, "B", TYPES_OF_MANA, amount=1)
RITUAL = Kind(1, TYPES_OF_MANA, "C", TYPES_OF_MANA)


def ends(start: Amounts, copies: dict[Kind, int], waits: bool) -> set[Amounts]:
    """Every end, by trying every order."""
    kinds = tuple(copies)

    @cache
    def from_(amounts: Amounts, left: tuple[int, ...]) -> frozenset[Amounts]:
        found: set[Amounts] = set()
        stuck = True
        for place, kind in enumerate(kinds):
            if not left[place]:
                continue
            less = (*left[:place], left[place] - 1, *left[place + 1 :])
            for _, after in results(kind, amounts, None, waits=waits):
                stuck = False
                found |= from_(after, less)
        return frozenset([amounts]) if stuck else frozenset(found)

    return set(from_(start, tuple(copies.values())))


def kinds(random: Random) -> dict[Kind, int]:
    def letters(most: int) -> str:
        return in_order("".join(random.sample(TYPES_OF_MANA, random.randint(1, most))))

    found: dict[Kind, int] = {}
    for _ in range(random.randint(1, 4)):
        guard = letters(3) if random.random() < 0.3 else TYPES_OF_MANA
        least = random.choice((1, 1, 2, 3))
        body = random.randrange(4)
        if body == 0:
            kind = Kind(least, guard, factor=random.choice((2, 2, 3)))
        elif body == 1:
            kind = Kind(least, guard, letters(2), TYPES_OF_MANA, amount=random.choice((1, 1, 2)))
        else:
            kind = Kind(least, guard, letters(2), letters(3) if body == 2 else TYPES_OF_MANA)
        found[kind] = random.choice((1, 1, 2))
    return found


def start(random: Random) -> Amounts:
    w, u, b, r, g, c = (random.choice((0, 0, 0, 1, 2)) for _ in TYPES_OF_MANA)
    return (w, u, b, r, g, c) if w + u + b + r + g + c else G1


@pytest.mark.parametrize("seed", range(60))
def test_trails_and_exact_amounts_agree_with_every_order(seed: int) -> None:
    random = Random(seed)
    copies, first, waits = kinds(random), start(random), random.random() < 0.5
    expected = ends(first, copies, waits)
    cap = cap_for(copies, waits=waits)
    graph = event_graph([saturated(first, cap)], copies, cap, waits=waits)
    trail = Trail(graph, (0,), copies, {kind: "an effect" + str(place) for place, kind in enumerate(copies)})
    types = {letter for end in expected for letter in types_in(end)}
    for letter in TYPES_OF_MANA:
        goal = [place for place, node in enumerate(graph.nodes) if letter in types_in(node)]
        answer = solve(question(trail, goal, "it can end with the type"), explain=False)
        assert (answer.status == "sat") == (letter in types)
        if answer.status == "sat":
            node = start_of(trail, answer.model)
            for kind, before, after in walk(trail, answer.model):
                assert before == node
                assert (before, after) in graph.edges[kind]
                node = after
            assert node == end_of(trail, answer.model) in goal
    looking = tuple(
        (kind, tuple(Copy("e", place, "an effect", TRUE) for place in range(number))) for kind, number in copies.items()
    )
    found = outcomes_of((first,), looking, trail.names, lambda o: solve(o, explain=False), waits=waits)
    assert set(found.ends) == expected


@pytest.mark.parametrize("seed", range(12))
def test_every_event_graph_is_confirmed_and_no_other(seed: int) -> None:
    random = Random(1000 + seed)
    copies, first, waits = kinds(random), start(random), random.random() < 0.5
    cap = cap_for(copies, waits=waits)
    graph = event_graph([saturated(first, cap)], copies, cap, waits=waits)
    staged = staged_graph((first,), copies, waits=waits)
    for kind in copies:
        assert solve(rightness(graph, kind), explain=False).status == "unsat"
        assert solve(staged_rightness(staged, kind), explain=False).status == "unsat"
        assert solve(saturation_lemma(kind, cap, 5, waits=waits), explain=False).status == "unsat"
        if graph.edges[kind]:
            less = replace(graph, edges={**graph.edges, kind: graph.edges[kind][:-1]})
            assert solve(rightness(less, kind), explain=False).status == "sat"
        missing = [(u, v) for u in range(len(graph.nodes)) for v in range(len(graph.nodes))]
        missing = [edge for edge in missing if edge not in graph.edges[kind]]
        if missing:
            more = replace(graph, edges={**graph.edges, kind: (*graph.edges[kind], missing[0])})
            assert solve(rightness(more, kind), explain=False).status == "sat"


def test_saturation_needs_the_cap() -> None:
    assert solve(saturation_lemma(SPHERE, 1, 4, waits=False)).status == "sat"
    assert solve(saturation_lemma(SPHERE, 2, 4, waits=False)).status == "unsat"


def test_a_refusal_names_what_it_rests_on() -> None:
    copies = {REFLECTION: 1, SPHERE: 1}
    graph = event_graph([G1], copies, 2, waits=False)
    names = {REFLECTION: "Mana Reflection", SPHERE: "Damping Sphere"}
    goal = [place for place, node in enumerate(graph.nodes) if "G" in types_in(node)]
    answer = solve(question(Trail(graph, (0,), copies, names), goal, "it can end with G", "it ends with G"))
    assert answer.status == "unsat"
    assert {"616.1f end: Mana Reflection", "616.1f end: Damping Sphere"} <= set(answer.core)


def test_a_detached_cycle_does_not_count_as_used() -> None:
    """From C alone nothing is applicable; white and blue that turn into each other elsewhere must not be walked."""
    there, back = Kind(1, "W", "U", "W"), Kind(1, "U", "W", "U")
    one: Amounts = (0, 0, 0, 0, 0, 1)
    white: Amounts = (1, 0, 0, 0, 0, 0)
    copies = {there: 1, back: 1}
    graph = event_graph([one, white], copies, 1, waits=False)
    trail = Trail(graph, (graph.number[one],), copies, {there: "there", back: "back"})
    answer = solve(question(trail, [graph.number[one]], "it stays colorless"))
    assert walk(trail, answer.model) == ()
    assert solve(question(trail, [graph.number[white]], "it gets white")).status == "unsat"


def test_an_effect_is_not_used_up_where_no_order_leads() -> None:
    """Green could be used up as green, but the only way is through one green that must become white."""
    idle, away, back = Kind(1, "G", "G", "G"), Kind(1, "C", "W", "C"), Kind(1, "W", "G", "W")
    colorless: Amounts = (0, 0, 0, 0, 0, 1)
    copies = {idle: 1, away: 1}
    graph = event_graph([colorless, G1], (idle, away, back), 1, waits=False)
    trail = Trail(graph, (graph.number[colorless],), copies, {idle: "idle", away: "away", back: "back"})
    white = [place for place, node in enumerate(graph.nodes) if types_in(node) == "W"]
    answer = solve(question(trail, white, "it gets white"))
    assert [use[0] for use in walk(trail, answer.model)] == [away]
    copies = {idle: 1, away: 1, back: 1}
    trail = Trail(graph, (graph.number[colorless],), copies, {idle: "idle", away: "away", back: "back"})
    green = [graph.number[G1]]
    walked = walk(trail, solve(question(trail, green, "it gets green")).model)
    assert [use[0] for use in walked] == [away, back, idle]


def test_what_makes_all_anew_of_different_amounts_is_confirmed_together() -> None:
    copies = {REFLECTION: 1, SPHERE: 1, CONTAMINATION: 1, Kind(1, TYPES_OF_MANA, "R", TYPES_OF_MANA, amount=9): 1}
    graph = staged_graph((G1,), copies, waits=False)
    assert {solve(each, explain=False).status for each in confirmations(graph)} == {"unsat"}


def test_a_hundred_identical_effects_are_one_kind() -> None:
    copies = {REFLECTION: 100, SPHERE: 100, CONTAMINATION: 100, RITUAL: 100}
    graph = event_graph([G1], copies, 2, waits=False)
    names = {kind: str(place) for place, kind in enumerate(copies)}
    trail = Trail(graph, (0,), copies, names)
    green = [place for place, node in enumerate(graph.nodes) if "G" in types_in(node)]
    assert solve(question(trail, green, "it can end with G"), explain=False).status == "unsat"
    black = [place for place, node in enumerate(graph.nodes) if "B" in types_in(node)]
    answer = solve(question(trail, black, "it can end with B"), explain=False)
    assert answer.status == "sat"
    assert len(walk(trail, answer.model)) >= 300


@pytest.mark.parametrize("kind", [REFLECTION, SPHERE, CONTAMINATION, RITUAL])
def test_a_missing_edge_of_exact_amounts_is_not_confirmed(kind: Kind) -> None:
    graph = staged_graph((G1,), dict.fromkeys((REFLECTION, SPHERE, CONTAMINATION, RITUAL), 1), waits=False)
    assert {solve(each, explain=False).status for each in confirmations(graph)} == {"unsat"}
    for lost in graph.edges[kind]:
        edges = {**graph.edges, kind: tuple(edge for edge in graph.edges[kind] if edge != lost)}
        asked = [solve(each, explain=False).status for each in confirmations(replace(graph, edges=edges))]
        assert "sat" in asked


def test_twenty_multipliers_and_what_makes_all_anew() -> None:
    copies = {REFLECTION: 16, Kind(1, TYPES_OF_MANA, factor=3): 4, SPHERE: 1, CONTAMINATION: 1, RITUAL: 1}
    looking = tuple((kind, (Copy("effect", 0, "effect", TRUE),) * number) for kind, number in copies.items())
    found = outcomes_of((G1,), looking, {kind: str(place) for place, kind in enumerate(copies)}, solve, waits=False)
    powers = {2**twos * 3**threes for twos in range(17) for threes in range(5)}
    assert {sum(amounts) for amounts in found.ends} == powers - {2**16 * 3**4}  # The sphere asks for two mana.
    assert len(found.asked) < 20
