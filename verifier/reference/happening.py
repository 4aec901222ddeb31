"""Events with their outcomes, and what else is true of them."""

from __future__ import annotations

from verifier.board import Activate, Board, Cleanup, DiscardCards, DrawStep, EntersEvent, Event, Outcome, Tap
from verifier.cards.limits import check_event

from .abilities import is_activated_mana_ability
from .discarding import cleanup_happenings, could_go_to_library, discard_happenings
from .draw_step import draw_step_happenings
from .entering import entering_happenings
from .mana_events import mana_happenings
from .producing import in_every_order, productions
from .table import Table


def happenings(board: Board, event: Event) -> frozenset[Outcome]:
    """Every outcome of the event over every choice and every order, with what triggers in it.

    Raises Illegal if the event cannot be started, Unmodelled for what a board cannot tell, Undecided where there is
    too much for brute force.
    """
    activates, enters = isinstance(event, Tap | Activate), isinstance(event, EntersEvent)
    own = [(event.card, event.face)] if isinstance(event, EntersEvent) else []
    check_event([*board.faces_in_play(), *own], activates=activates, enters=enters)
    match event:
        case Tap() | Activate():
            return mana_happenings(board, event)
        case DiscardCards():
            return discard_happenings(board, event)
        case Cleanup():
            return cleanup_happenings(board, event)
        case DrawStep():
            return draw_step_happenings(board, event)
        case EntersEvent():
            return entering_happenings(board, event)


def facts(board: Board, event: Event) -> dict[str, bool | str]:
    """What else is true of the event.

    ``uses_stack``: mana abilities (605.3b) and the cleanup discard (514.1) do not. ``is_discard``: milling is none
    (701.9a, 701.17a). Of cards that go to a hidden zone: they are not ``revealed`` (701.9c), their owner has looked at
    them before choosing that, at random or not, as cards of that player's hand (402.3), and ``order_chosen_by`` is
    their owner, where there may be any (401.4). Cards that are discarded at random and have nowhere else to go are
    seen by nobody before. Raises Illegal if the event cannot be started.
    """
    match event:
        case Tap() | Activate():
            return {"uses_stack": any(in_every_order(board, lambda table: _uses_stack(table, event)))}
        case Cleanup():
            return {"uses_stack": False, "is_discard": True}
        case DiscardCards(player=player, cause=cause):
            discard_happenings(board, event)  # Raises Illegal if it cannot be started.
            to_library = any(in_every_order(board, lambda table: frozenset({could_go_to_library(table, event)})))
            told: dict[str, bool | str] = {
                "is_discard": cause != "mill",
                "revealed": False,
                "looked_at_before_choosing": cause != "mill" and (to_library or not event.random),
            }
            if to_library:
                told["order_chosen_by"] = player
            return told
    return {}


def _uses_stack(table: Table, event: Tap | Activate) -> frozenset[bool]:
    edition = table.board.edition
    return frozenset(not is_activated_mana_ability(each.ability, edition) for each in productions(table, event))
