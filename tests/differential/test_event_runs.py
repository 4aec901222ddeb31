"""Every outcome on random boards has a run, the reference allows each, and it refuses one that is tampered with."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bench.event_boards import Case, random_case
from verifier import reference
from verifier.board import Activate, Board, Cleanup, DiscardCards, DrawStep, EntersEvent, Event, Outcome, Player, Tap
from verifier.board_format import board_from
from verifier.cards.pool import find
from verifier.errors import VerifierError
from verifier.reference import replay_events
from verifier.rules.answers import happenings
from verifier.rules.event_runs import event_runs
from verifier.run import EventRun, EventStep

CASES = 600
STRETCH = 100


@pytest.mark.parametrize("first", range(0, CASES, STRETCH))
def test_every_outcome_has_a_run_that_the_reference_allows(first: int) -> None:
    told: Counter[str] = Counter()
    for index in range(first, first + STRETCH):
        case = random_case(78, index)
        if not isinstance(case.event, Tap | Activate):
            told[_told(case)] += 1
    assert told["replayed"] > STRETCH / 2
    assert told["not replayed"] < told["replayed"] / 10


def _told(case: Case) -> str:
    try:
        outcomes = happenings(case.board, case.event)
    except VerifierError:
        return "refused"
    runs = event_runs(case.board, case.event, outcomes)
    assert set(runs) == outcomes
    assert all(run.outcome == outcome for outcome, run in runs.items())
    try:
        replay_events(case.board, case.event, runs.values())
    except VerifierError:
        return "not replayed"
    return "replayed"


def run_to(board: Board, event: Event, **observed: int) -> EventRun:
    """The run to the outcome with these numbers, or with these counters."""
    runs = event_runs(board, event, happenings(board, event))
    (found,) = [
        run
        for outcome, run in runs.items()
        if observed.items() <= {**dict(outcome.observed), **dict(outcome.counters)}.items()
    ]
    return found


def changed(run: EventRun, place: int, *changes: tuple[str, int, int]) -> EventRun:
    """The run with other changes in one of its steps."""
    steps = [replace(step, changes=changes) if at == place else step for at, step in enumerate(run.steps)]
    return replace(run, steps=tuple(steps))


def place_of(run: EventRun, name: str) -> int:
    """The last step that changes that number."""
    return max(at for at, step in enumerate(run.steps) if name in {change[0] for change in step.changes})


LIBRARY = board_from({"battlefield": ["Sylvan Library"]}, "test")
STEP = DrawStep("you")


def test_a_draw_step_is_told_number_by_number() -> None:
    run = run_to(LIBRARY, STEP, life_paid=4)
    assert [step.changes for step in run.steps if step.changes] == [
        (("hand", 7, 8), ("library", 53, 52)),
        (("hand", 8, 10), ("library", 52, 50)),
        (("hand", 10, 9), ("library", 50, 51), ("life", 20, 16)),
    ]
    assert [step.rule for step in run.steps] == ["504.1", "603.2b", "608.2", "608.2d", "121.2", "119.4"]
    assert run.steps[1].triggers == (("Sylvan Library", 1),)


def test_a_draw_step_that_no_game_comes_to_is_refused() -> None:
    run = run_to(LIBRARY, STEP, life_paid=4)
    replay_events(LIBRARY, STEP, [run])
    last = place_of(run, "life")
    wrong = [
        changed(run, last, ("hand", 10, 9), ("library", 50, 51), ("life", 20, 17)),
        changed(run, last, ("hand", 9, 9), ("library", 50, 51), ("life", 20, 16)),
        changed(run, 0, ("hand", 7, 8)),
        replace(run, outcome=run_to(LIBRARY, STEP, life_paid=8).outcome),
    ]
    for one in wrong:
        with pytest.raises(ValueError, match=r"no game comes to|is 10, not 9|is 53, not 52"):
            replay_events(LIBRARY, STEP, [one])


def test_a_replaced_draw_and_one_that_is_forbidden_name_the_effect() -> None:
    twice = board_from({"battlefield": ["Thought Reflection"]}, "test")
    (run,) = event_runs(twice, STEP, happenings(twice, STEP)).values()
    assert [(step.source, step.rule) for step in run.steps] == [("Thought Reflection", "614.6"), ("", "121.2")]
    none = board_from({"battlefield": ["Howling Mine", "Spirit of the Labyrinth"]}, "test")
    (run,) = event_runs(none, STEP, happenings(none, STEP)).values()
    assert {(step.source, step.rule) for step in run.steps if "cannot" in step.says} == {
        ("Spirit of the Labyrinth", "121.2b")
    }
    skipped = board_from({"battlefield": ["Null Profusion"]}, "test")
    (run,) = event_runs(skipped, STEP, happenings(skipped, STEP)).values()
    assert [(step.source, step.rule) for step in run.steps] == [("Null Profusion", "614.10")]


def test_discarded_cards_end_where_the_outcome_says() -> None:
    board = board_from({"battlefield": ["Library of Leng"]}, "test")
    event = DiscardCards(2, "you", "effect", "opponent")
    run = run_to(board, event, library=1)
    assert [(step.source, step.rule) for step in run.steps] == [
        ("", "701.9b"), ("", "701.9a"), ("Library of Leng", "614.6"),
    ]  # fmt: skip
    replay_events(board, event, [run])
    last = len(run.steps) - 1
    with pytest.raises(ValueError, match="the steps do not lead to"):
        replay_events(board, event, [changed(run, last, ("hand", 6, 5), ("graveyard", 1, 2))])
    with pytest.raises(ValueError, match="hand is 6, not 7"):
        replay_events(board, event, [changed(run, last, ("hand", 7, 6), ("library", 53, 54))])
    other = Outcome(observed=(("exile", 1), ("graveyard", 1), ("library", 0)))
    with pytest.raises(ValueError, match="does not end like this"):
        replay_events(board, event, [replace(run, outcome=other)])


def test_a_player_who_cannot_be_made_to_discard_does_not() -> None:
    board = board_from({"battlefield": ["Sigarda, Host of Herons", "Tamiyo, Collector of Tales"]}, "test")
    event = DiscardCards(2, "you", "effect", "opponent")
    (run,) = event_runs(board, event, happenings(board, event)).values()
    assert [(step.source, step.rule) for step in run.steps] == [("Tamiyo, Collector of Tales", "101.2")]
    replay_events(board, event, [run])


def test_a_cleanup_step_discards_as_many_as_it_says() -> None:
    board = board_from({"battlefield": ["Null Profusion"]}, "test")
    event = Cleanup("you")
    run = run_to(board, event, discarded=5)
    replay_events(board, event, [run])
    at = place_of(run, "hand")
    with pytest.raises(ValueError, match="the steps do not lead to"):
        replay_events(board, event, [changed(run, at, ("hand", 7, 3), ("graveyard", 0, 4))])


def entering(number: int, *battlefield: str) -> tuple[Board, EntersEvent]:
    """An X creature enters."""
    card, _ = find("Endless One")
    return board_from({"battlefield": list(battlefield)}, "test"), EntersEvent(card, x=number)


def test_counters_come_by_the_effects_that_are_named() -> None:
    board, event = entering(3, "Doubling Season", "Hardened Scales")
    run = run_to(board, event, **{"+1/+1": 7})
    replay_events(board, event, [run])
    sources = [step.source for step in run.steps]
    assert sources[1:3] == ["Doubling Season", "Hardened Scales"]
    swapped = list(run.steps)
    swapped[1], swapped[2] = (
        replace(swapped[1], source="Hardened Scales"),
        replace(swapped[2], source="Doubling Season"),
    )
    unfinished = EventRun(Outcome(observed=(("X", 0),), counters=(("+1/+1", 6),)), run.steps[:2])
    for wrong in (replace(run, steps=tuple(swapped)), unfinished, replace(run, steps=run.steps[:2])):
        with pytest.raises(ValueError, match="no order of the effects"):
            replay_events(board, event, [wrong])


def test_a_step_says_no_number_that_was_not_there() -> None:
    board = Board((Player("you"), Player("opponent")), "you")
    step = EventStep("you draw a card for the turn", "504.1", changes=(("hand", 6, 7), ("library", 53, 52)))
    outcome = Outcome(observed=(("discarded", 0), ("drawn", 1), ("life_paid", 0), ("put_back", 0)))
    with pytest.raises(ValueError, match="step 1: hand is 7, not 6"):
        replay_events(board, STEP, [EventRun(outcome, (step,))])


def test_a_condition_of_a_trigger_is_asked_after_the_discard() -> None:
    case = random_case(78, 2640)
    (outcome,) = happenings(case.board, case.event)
    assert frozenset({outcome}) == reference.happenings(case.board, case.event)
    assert outcome.triggers == (("Invention 2", 3),)


def test_a_card_that_would_be_exiled_may_go_to_the_library_in_the_draw_step_too() -> None:
    board = board_from({"battlefield": ["Anvil of Bogardan", "Library of Leng", "Rest in Peace"]}, "test")
    found = happenings(board, STEP)
    assert found == reference.happenings(board, STEP)
    assert {dict(outcome.observed)["put_back"] for outcome in found} == {0, 1}
    replay_events(board, STEP, event_runs(board, STEP, found).values())
