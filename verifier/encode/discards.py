"""Discards and the cleanup step: where the cards go, and what sees them (701.9, 614.6, 118.12, 514.1).

A discard of several cards is settled by numbers: how many of the cards each effect takes elsewhere. That is all there
is to choose that an outcome shows, since every card is replaced or not by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..board import Cleanup, DiscardCards
from ..cards import ability as a
from ..errors import Unmodelled
from ..solve.formula import FALSE, Bool, and_, not_, or_
from .choices import NONE, Choices, State, Steps
from .hand_size import account
from .happening import Happening
from .moment import beginning, holds_now
from .reading import players
from .standing import Standing, effects_standing, triggers_standing
from .table import Table
from .whole import Whole, largest, minus, pick, plus, smallest

ZONES = ("exile", "graveyard", "library")


@dataclass(frozen=True, slots=True)
class Cause:
    """Why cards are discarded: ``kind`` as in the event, or ``turn-based`` (514.1), and whose doing it is."""

    kind: str
    by: str | None = None


class Discarding:
    """What stands on the table that bears on discards."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.replacing = effects_standing(table, a.DiscardReplacement, moving=True)
        self.elsewhere = effects_standing(table, a.GraveyardReplacement, moving=True)
        self.spared = [
            each
            for each in effects_standing(table, a.Permission, moving=True)
            if isinstance(each.what, a.Permission) and each.what.kind == "cannot be made to discard"
        ]
        self.watching = triggers_standing(table, a.Discards)

    def forbidden(self, state: State, player: str, cause: Cause) -> Bool:
        """Whether an effect keeps others from making the player discard."""
        if cause.by is None or cause.by == player:
            return FALSE
        spared = or_(*(self._there(each, state) for each in self.spared if player in self._players(each)))
        if cause.kind == "cost-on-resolution" and spared is not FALSE:
            raise Unmodelled("118.12", "a discard as a cost that an opponent's spell offers to who cannot be made to")
        return spared if cause.kind == "effect" else FALSE

    def places(
        self, choices: Choices, state: State, player: str, number: Whole, cause: Cause, *, name: str
    ) -> dict[str, Whole]:
        """How many of so many discarded cards end in each zone (614.6, 616.1e)."""
        may, must = FALSE, FALSE
        for each in self.replacing if cause.kind != "mill" else ():
            effect = each.what
            assert isinstance(effect, a.DiscardReplacement)
            if player not in self._players(each) or not _caused(effect, player, cause):
                continue
            if effect.this_card or effect.types or effect.subtype or effect.to != "library":
                raise Unmodelled(each.asking.subject, "a replacement of the discard of certain cards")
            there = self._there(each, state)
            may, must = (or_(may, there), must) if effect.optional else (may, or_(must, there))
        others: dict[str, Bool] = {}
        for each in self.elsewhere:
            effect = each.what
            assert isinstance(effect, a.GraveyardReplacement)
            if player not in self._players(each):
                continue
            if effect.types or effect.keyword or effect.this_card:
                raise Unmodelled(each.asking.subject, "a replacement of where certain cards go")
            others[effect.to] = or_(others.get(effect.to, FALSE), self._there(each, state))
        # Whoever is affected may apply another effect first, after which the card no longer goes to the graveyard.
        free = or_(and_(may, not_(must)), and_(or_(may, must), or_(*others.values())))
        on_top = pick(free, choices.number(f"{name}: put on the library", pick(free, number, NONE)), NONE)
        on_top = pick(and_(must, not_(free)), number, on_top)
        left = minus(number, on_top)
        found = dict.fromkeys(ZONES, NONE)
        found["library"] = on_top
        for place, (zone, when) in enumerate(sorted(others.items())):
            after = or_(*(other for _, other in sorted(others.items())[place + 1 :]))
            some = choices.number(f"{name}: put into {zone} instead", pick(and_(when, after), left, NONE))
            part = pick(when, pick(after, some, left), NONE)
            found[zone] = plus(found.get(zone, NONE), part)
            left = minus(left, part)
        found["graveyard"] = plus(found["graveyard"], left)
        return found

    def seen_by(self, after: State, player: str, number: Whole) -> dict[str, Whole]:
        """How often abilities trigger on so many discards; conditions see the hand after them (603.2c, 603.4)."""
        found: dict[str, Whole] = {}
        for each in self.watching:
            event = each.trigger.event
            assert isinstance(event, a.Discards)
            if event.this_card or player not in players(self.table, event.player, each.asking):
                continue
            if event.types:
                raise Unmodelled(each.asking.subject, "a trigger on the discard of certain cards")
            asking = replace(each.asking, that_player=player)
            when = and_(each.when, holds_now(self.table, after, each.trigger.condition, asking))
            found[each.entry] = plus(found.get(each.entry, NONE), pick(when, number, NONE))
        return found

    def _there(self, each: Standing, state: State) -> Bool:
        if each.condition is None:
            return each.when
        return and_(each.when, holds_now(self.table, state, each.condition, each.asking))

    def _players(self, each: Standing) -> frozenset[str]:
        match each.what:
            case a.GraveyardReplacement(owner):
                return players(self.table, owner, each.asking)
            case a.DiscardReplacement(player):
                return players(self.table, player, each.asking)
            case a.Permission(_, who):
                return players(self.table, who, each.asking)
        raise AssertionError("another kind of effect")


def _caused(effect: a.DiscardReplacement, player: str, cause: Cause) -> bool:
    """614.1a: a cost (118.12 too) and a turn-based action are no effects."""
    if effect.cause == "any":
        return True
    return cause.kind == "effect" and (effect.cause == "effect" or (cause.by is not None and cause.by != player))


def _after(start: State, player: str, moved: State) -> State:
    """The numbers right after the discard."""
    state = start.more(f"hand {player}", minus(NONE, moved["cards"]))
    return state.more(f"library {player}", moved["library"])


def play_discard(table: Table, event: DiscardCards, number: Whole, choices: Choices) -> Happening:
    """The cards of one instruction or cost discarded at once, or milled (701.9, 701.17)."""
    steps = Steps(pinned=choices.free)
    discarding = Discarding(table)
    cause = Cause(event.cause, event.by)
    mill = event.cause == "mill"
    wanted = largest([number, NONE])
    here = table.number_of(event.player, "library" if mill else "hand")
    moved = smallest([wanted, here])
    start = beginning(table)
    if not mill:
        moved = pick(discarding.forbidden(start, event.player, cause), NONE, moved)
    rule = "701.17a" if mill else "701.9a"
    before = State()
    state = steps.after(f"{rule} {event.player} moves the cards", before, State({"cards": moved}))
    found = discarding.places(choices, start, event.player, state["cards"], cause, name=event.player)
    state = steps.after("614.6 where the cards go", state, State({**state.values, **found}))
    return Happening(
        observed={zone: state[zone] for zone in ZONES},
        triggers=lambda: (
            {} if mill else discarding.seen_by(_after(start, event.player, state), event.player, state["cards"])
        ),
        assertions=tuple(steps.assertions),
    )


def play_cleanup(
    table: Table,
    event: Cleanup,
    choices: Choices,
    *,
    every_order: bool = False,
    run: str = "",
    chosen: tuple[tuple[str, ...], ...] = (),
) -> Happening:
    """514.1: cards beyond the maximum hand size are discarded by a turn-based action, which is no effect.

    ``run`` and ``chosen`` settle the order of simultaneous entries (613.7m), as in ``hand_size.account``.
    """
    one = account(table, event.player, every_order=every_order, run=run, chosen=chosen, pinned=choices.free)
    steps = Steps(pinned=choices.free)
    size = Whole(0, (1 << (one.size.used.width - 1)) - 1, one.size.used)
    excess = largest([minus(table.number_of(event.player, "hand"), size), NONE])
    before = State()
    state = State({"cards": pick(one.size.none, NONE, excess)})
    state = steps.after(f"514.1 {event.player} discards down to the maximum hand size", before, state)
    discarding = Discarding(table)
    start = beginning(table)
    found = discarding.places(choices, start, event.player, state["cards"], Cause("turn-based"), name=event.player)
    after = _after(start, event.player, State({**state.values, **found}))
    return Happening(
        observed={"discarded": state["cards"], **found},
        triggers=lambda: discarding.seen_by(after, event.player, state["cards"]),
        assertions=(*one.assertions, *steps.assertions),
    )
