"""Discards and the cleanup step: where the cards go, and what sees them (701.9, 614.6, 118.12, 514.1).

A discard of several cards is settled by numbers: how many of the cards each effect takes elsewhere. That is all there
is to choose that an outcome shows, since every card is replaced or not by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..board import Cleanup, DiscardCards
from ..cards import ability as a
from ..cards.card import Card
from ..errors import Unmodelled
from ..solve.formula import FALSE, TRUE, Bool, and_, not_, or_
from .choices import NONE, Choices, State, Steps
from .discarded_cards import is_such_a_card, own_replacements, types_of
from .hand_size import account
from .happening import Happening
from .moment import beginning, holds_now
from .reading import players
from .standing import Standing, effects_standing, triggers_standing
from .table import Table
from .whole import Whole, largest, minus, pick, plus, smallest, total, whole

ZONES = ("exile", "graveyard", "library")


@dataclass(frozen=True, slots=True)
class Cause:
    """Why cards are discarded: ``kind`` as in the event, or ``turn-based`` (514.1), and whose doing it is."""

    kind: str
    by: str | None = None


Ways = tuple[tuple[str, bool, Bool], ...]
"""Zones instead of the graveyard, whether the owner of the card may decline, and when such an effect is there."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Cards alike that moved, one of them (None where the board names none), and how many of them into each zone."""

    card: Card | None
    into: dict[str, Whole]


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
    ) -> tuple[dict[str, Whole], list[Moved]]:
        """How many of so many cards end in each zone, in all and for cards that are treated alike (614.6, 616.1e).

        Which cards of a hand are discarded is a choice; those of a library are the top ones.
        """
        holder = self.table.player(player)
        cards = holder.library_cards if cause.kind == "mill" else holder.hand_cards
        if cards is None:
            found = self._places(choices, self._ways(state, player, None, cause), number, name=name)
            return found, [Moved(None, found)]
        if cause.kind == "mill":
            if number.constant is None:
                raise Unmodelled("701.17a", "a number of milled cards that is not written down, where cards are named")
            cards = cards[: number.constant]
        groups: dict[object, list[Card]] = {}
        for card in cards:
            groups.setdefault((self._ways(state, player, card, cause), types_of(card)), []).append(card)
        left, moved = number, []
        for place, alike in enumerate(groups.values()):
            others = whole(sum(len(group) for group in list(groups.values())[place + 1 :]))
            fewest = largest([minus(left, others), NONE])
            more = minus(smallest([whole(len(alike)), left]), fewest)
            title = f"{name}, {alike[0].name}"
            chosen = plus(fewest, choices.number(f"{title}: how many of such cards", more))
            ways = self._ways(state, player, alike[0], cause)
            moved.append(Moved(alike[0], self._places(choices, ways, chosen, name=title)))
            left = minus(left, chosen)
        zones = dict.fromkeys((*ZONES, *(zone for each in moved for zone in each.into)))
        return {zone: total([each.into.get(zone, NONE) for each in moved]) for zone in zones}, moved

    def of_unnamed_cards(
        self, choices: Choices, state: State, player: str, number: Whole, cause: Cause, *, name: str
    ) -> tuple[dict[str, Whole], list[Moved]]:
        """``places`` in the middle of an event, when the hand is no longer what the board names."""
        ways = self._ways(state, player, None, cause)
        for card in self.table.player(player).hand_cards or ():
            if self._ways(state, player, card, cause) != ways:
                raise Unmodelled(card.name, "a card that goes elsewhere than others if it is discarded by then")
        found = self._places(choices, ways, number, name=name)
        return found, [Moved(None, found)]

    def _ways(self, state: State, player: str, card: Card | None, cause: Cause) -> Ways:
        """The effects that could take such a card elsewhere (614.6)."""
        found: list[tuple[str, bool, Bool]] = []
        for each in (*self.replacing, *self.elsewhere):
            effect = each.what
            assert isinstance(effect, a.DiscardReplacement | a.GraveyardReplacement)
            if effect.this_card or player not in self._players(each) or not _caused(effect, player, cause):
                continue
            if is_such_a_card(card, effect, each.asking.subject):
                optional = isinstance(effect, a.DiscardReplacement) and effect.optional
                found.append((effect.to, optional, self._there(each, state)))
        own = () if card is None else own_replacements(card)
        found += [
            (effect.to, isinstance(effect, a.DiscardReplacement) and effect.optional, TRUE)
            for effect in own
            if _caused(effect, player, cause)
        ]
        return tuple(found)

    @staticmethod
    def _places(choices: Choices, ways: Ways, number: Whole, *, name: str) -> dict[str, Whole]:
        """How many of so many such cards end in each zone."""
        may, must = FALSE, FALSE
        others: dict[str, Bool] = {}
        for zone, optional, there in ways:
            if optional and zone != "library":
                raise Unmodelled(name, f"a discard that may end in {zone}")
            if optional:
                may = or_(may, there)
            elif zone == "library":
                must = or_(must, there)
            else:
                others[zone] = or_(others.get(zone, FALSE), there)
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

    def seen_by(self, after: State, player: str, moved: Sequence[Moved]) -> dict[str, Whole]:
        """How often abilities trigger on the discards; conditions see the hand after them (603.2c, 603.4)."""
        found: dict[str, Whole] = {}
        for each in self.watching:
            event = each.trigger.event
            assert isinstance(event, a.Discards)
            if event.this_card or player not in players(self.table, event.player, each.asking):
                continue
            number = total([self._seen(one, event, each.asking.subject) for one in moved])
            asking = replace(each.asking, that_player=player)
            when = and_(each.when, holds_now(self.table, after, each.trigger.condition, asking))
            found[each.entry] = plus(found.get(each.entry, NONE), pick(when, number, NONE))
        return found

    @staticmethod
    def _seen(moved: Moved, event: a.Discards, subject: str) -> Whole:
        """How many of the cards it triggers on; what went to a library unseen is of no type (701.9c)."""
        if not event.types:
            return total(list(moved.into.values()))
        if moved.card is None:
            raise Unmodelled(subject, "a trigger on the discard of certain cards")
        if types_of(moved.card).isdisjoint(event.types):
            return NONE
        return total([number for zone, number in moved.into.items() if zone not in {"library", "hand"}])

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


def _caused(effect: a.DiscardReplacement | a.GraveyardReplacement, player: str, cause: Cause) -> bool:
    """614.1a: a cost (118.12 too) and a turn-based action are no effects, and milling discards nothing."""
    if isinstance(effect, a.GraveyardReplacement):
        return True
    if cause.kind == "mill":
        return False
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
    found, each = discarding.places(choices, start, event.player, state["cards"], cause, name=event.player)
    state = steps.after("614.6 where the cards go", state, State({**state.values, **found}))
    return Happening(
        observed={zone: state[zone] for zone in ZONES},
        triggers=lambda: {} if mill else discarding.seen_by(_after(start, event.player, state), event.player, each),
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
    cause = Cause("turn-based")
    found, each = discarding.places(choices, start, event.player, state["cards"], cause, name=event.player)
    after = _after(start, event.player, State({**state.values, **found}))
    return Happening(
        observed={"discarded": state["cards"], **{zone: found[zone] for zone in ZONES}},
        triggers=lambda: discarding.seen_by(after, event.player, each),
        assertions=(*one.assertions, *steps.assertions),
    )
