"""The permanent of an event, once the ability that it triggered has resolved, is the one that the board names."""

from __future__ import annotations

from verifier.cards import ability as a
from verifier.cards import filters as f
from verifier.cards.resolving import after_its_event

GAINED = a.GainControl(f.EventPermanent(), "you")
NAMED = a.GainControl(f.TargetPermanent(), "you")


def test_what_begins_on_that_permanent_begins_on_the_one_named() -> None:
    assert after_its_event((a.Begin((GAINED,), "end of turn"),)) == (a.Begin((NAMED,), "end of turn"),)


def test_options_are_read_through() -> None:
    inner = a.Begin((GAINED,), "end of turn")
    assert after_its_event((a.May((inner,)),)) == (a.May((a.Begin((NAMED,), "end of turn"),)),)


def test_what_speaks_of_no_event_stays_the_same_object() -> None:
    given = (a.Begin((NAMED,), "end of turn"), a.Draw(1))
    assert after_its_event(given) is given
