"""Every outcome of an event, whatever its kind."""

from __future__ import annotations

from ..board import Activate, Board, Cleanup, DiscardCards, DrawStep, EntersEvent, Event, Outcome, Tap
from ..cards.limits import check_event
from .activation import is_on_the_stack
from .discarding import cleanup, discarded, may_go_to_library
from .draw_step import draw_step
from .entering import entered
from .triggers import activated


def happenings(board: Board, event: Event) -> frozenset[Outcome]:
    """Every outcome of the event over every choice and every order.

    Raises Illegal if the event cannot be started, Unmodelled for what is not modelled, Undecided.
    """
    activates, enters = isinstance(event, Tap | Activate), isinstance(event, EntersEvent)
    own = [(event.card, event.face)] if isinstance(event, EntersEvent) else []
    check_event([*board.faces_in_play(), *own], activates=activates, enters=enters)
    match event:
        case Tap() | Activate():
            return activated(board, event)
        case DiscardCards():
            return discarded(board, event)
        case Cleanup():
            return cleanup(board, event)
        case DrawStep():
            return draw_step(board, event)
        case EntersEvent():
            return entered(board, event)


def facts(board: Board, event: Event) -> dict[str, bool | str]:
    """What is true of the event besides its outcomes.

    ``revealed`` and ``looked_at_before_choosing`` speak of cards that go to a hidden zone (701.9c); a choice is offered
    for each card that is being discarded, which its owner may look at first, be it chosen at random (701.9b).
    ``order_chosen_by``: who orders cards that are put on top of a library together (401.4).
    """
    if isinstance(event, Tap | Activate):
        return {"uses_stack": is_on_the_stack(board, event)}
    if isinstance(event, Cleanup):
        return {"uses_stack": False, "is_discard": True}
    if not isinstance(event, DiscardCards):
        return {}
    discarded(board, event)  # an event that cannot be started has no facts
    found: dict[str, bool | str] = {"is_discard": event.cause != "mill", "revealed": False}
    hidden = may_go_to_library(board, event)
    found["looked_at_before_choosing"] = event.cause != "mill" and (hidden or not event.random)
    if hidden:
        found["order_chosen_by"] = event.player
    return found
