"""Trigger events from the tree of a phrase (events.lark)."""

from __future__ import annotations

from typing import Any

from . import language as a
from .replacements_reader import ReplacementsReader
from .terms_reader import NotUnderstood, _const, all_of, any_of, symbols_of


def _step_of(player: str) -> Any:
    def method(self: Any, children: list[Any]) -> Any:  # noqa: ARG001
        return (player, children[-1])

    return method


class EventsReader(ReplacementsReader):
    """What the phrases of events.lark mean."""

    def event(self, children: list[Any]) -> Any:
        return children[0]

    enters = _const(a.Enters())

    def becomes_tapped(self, children: list[Any]) -> Any:
        return a.BecomesTapped(children[0])

    def sacrifices(self, children: list[Any]) -> Any:
        return a.Sacrifices(children[0], children[1])

    def sacrifices_this(self, children: list[Any]) -> Any:
        return a.Sacrifices(children[0], a.This())

    def sacrifices_this_or_other(self, children: list[Any]) -> Any:
        return a.Sacrifices(children[0], any_of([a.This(), children[1]]))

    def enters_this_or_other(self, children: list[Any]) -> Any:
        other, *control = [child for child in children if isinstance(child, a.Term)]
        return a.Enters(all_of([any_of([a.This(), other]), *control]))

    level = _const(a.OtherEvent("level"))

    def no_counters(self, children: list[Any]) -> Any:
        kind = next(str(child) for child in children if getattr(child, "type", "") == "W_COUNTER")
        return ("when", a.OtherEvent("other"), a.Unless(a.Is(a.HasCounters(kind))))

    def enters_other(self, children: list[Any]) -> Any:
        return a.Enters(all_of([child for child in children if isinstance(child, a.Term)]))

    under_your_control = _const(a.ControlledBy("you"))

    def taps_some(self, children: list[Any]) -> Any:
        return (children[1], children[0])

    def taps_this(self, children: list[Any]) -> Any:
        return (a.This(), children[0])

    def taps_host(self, children: list[Any]) -> Any:
        return (self.host(children[1:]), children[0])

    def taps_for_mana(self, children: list[Any]) -> Any:
        permanent, by = children[0]
        return a.WhenTappedForMana(permanent, by)

    def taps_for_symbols(self, children: list[Any]) -> Any:
        permanent, by = children[0]
        return a.WhenTappedForMana(permanent, by, "".join(symbols_of(children[1])))

    def permanent_is_tapped(self, children: list[Any]) -> Any:
        return children[0]

    this_is_tapped_event = _const(a.This())

    def host_is_tapped(self, children: list[Any]) -> Any:
        return self.host(children)

    def is_tapped_for_mana(self, children: list[Any]) -> Any:
        return a.WhenTappedForMana(children[0])

    def is_tapped_for_chosen(self, children: list[Any]) -> Any:
        return a.WhenTappedForMana(children[0], chosen_color=True)

    def adds_chosen(self, children: list[Any]) -> Any:
        return a.AddsMana(children[0], chosen_color=True)

    def beginning(self, children: list[Any]) -> Any:
        of, step = children[0]
        return a.BeginningOf(step, of) if step else a.OtherEvent("other")

    your_step = _step_of("you")
    each_step = _step_of("everyone")
    opponents_step = _step_of("opponents")
    controller_step = _step_of("controller")
    chosen_step = _step_of("chosen")
    your_combat = _const(("you", "combat"))
    opponents_combat = _const(("opponents", "combat"))
    each_combat = _const(("everyone", "combat"))
    step_upkeep = _const("upkeep")
    step_draw = _const("draw step")
    main_phase = _const("main phase")
    first_main_phase = _const("first main phase")
    second_main_phase = _const("second main phase")
    postcombat_main_phase = _const("postcombat main phase")
    of_the_game = _const("")
    end_step = _const("end step")
    combat = _const("combat")
    step_untap = _const("untap step")
    cleanup_step = _const("cleanup step")

    def draws(self, children: list[Any]) -> Any:
        return a.Draws(children[0])

    def draws_nth(self, children: list[Any]) -> Any:
        player, number = children
        drawn = a.CardsDrawn("you" if player == "you" else "that player")
        return ("when", a.Draws(player), a.Compare(drawn, "exactly", number))

    first = _const(1)
    second = _const(2)
    third = _const(3)
    fourth = _const(4)

    def discards(self, children: list[Any]) -> Any:
        return a.Discards(children[0])

    def discards_some(self, children: list[Any]) -> Any:
        kinds = children[-1]
        if not isinstance(kinds, dict) or set(kinds) - {"types"}:
            raise NotUnderstood("some kind of card")
        return a.Discards(children[0], types=kinds.get("types", ()))

    discards_this = _const(a.Discards("you", this_card=True))
