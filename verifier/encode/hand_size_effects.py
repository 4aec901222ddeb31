"""The effects that bear on a player's maximum hand size, and when each of them applies (402.2, 613.11, 613.7a).

Effects on characteristics come first (613.11). Of these, what takes abilities away (305.7 in layer 4, layer 6) and what
gives them (layer 6) is encoded as far as no such effect bears on another; everything else that could matter is refused.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Literal

from ..board import Permanent
from ..cards import terms as t
from ..cards.ability import (
    BecomeCopy,
    ChangeText,
    ContinuousEffect,
    GainAbilities,
    GainControl,
    HandSize,
    LayerEffect,
    LoseAbilities,
    PlayersHave,
)
from ..cards.ability import Unmodelled as UnmodelledAbility
from ..errors import Unmodelled
from ..solve.formula import FALSE, TRUE, Bool, and_, bool_var, iff, not_
from .hand_size_characteristics import READS, changes, takes_abilities_on, terms_of
from .hand_size_order import Timestamps
from .hand_size_sources import Source, of_abilities, parts_of, sources
from .layer_effects import of_counters
from .reading import fits, holds, players, quantity
from .table import Seen, Table
from .whole import Whole, pick, total, whole

Change = Literal["set", "increase", "reduce", "none"]


@dataclass(frozen=True, slots=True, eq=False)
class Effect:
    """One change of a player's maximum hand size.

    ``source`` is the id of the entry whose ability it is. ``at`` says at which entry's timestamp it is applied and when
    that is so: mostly one entry, of a granted ability the later of two (613.7a). ``applies``: it is in force.
    """

    source: str
    change: Change
    amount: Whole
    applies: Bool
    at: tuple[tuple[str, Bool], ...]

    @property
    def says(self) -> str:
        """The effect in words, without its source."""
        if self.change == "none":
            return "no maximum hand size"
        words = {"set": "maximum hand size is", "increase": "increases it by", "reduce": "reduces it by"}[self.change]
        return f"{words} {'an amount read from the board' if self.amount.constant is None else self.amount.constant}"


@dataclass(frozen=True, slots=True, eq=False)
class Bearing:
    """All that bears on one player's maximum hand size; ``pins`` says, by name, what takes away or gives abilities."""

    player: str
    start: Whole
    effects: tuple[Effect, ...]
    pins: tuple[tuple[str, Bool], ...]

    @property
    def kinds(self) -> dict[str, Hashable]:
        """For the entries whose effects surely apply and have known numbers what they do; equal for alike ones."""
        found: dict[str, list[tuple[str, int]]] = {}
        unsure: set[str] = set()
        for effect in self.effects:
            for id, when in effect.at:
                amount = effect.amount.constant
                if amount is None or effect.applies is not TRUE or when is not TRUE:
                    unsure.add(id)
                else:
                    found.setdefault(id, []).append((effect.change, amount))
        return {id: tuple(does) for id, does in found.items() if id not in unsure}


def bearing_on(table: Table, player: str, timestamps: Timestamps) -> Bearing:
    """What bears on the player's maximum hand size, entry by entry in list order.

    Raises Unmodelled where something could matter that is not encoded.
    """
    try:
        return _Chapter(Table.printed(table.space), timestamps).bearing_on(player)
    except Unmodelled:
        # With nothing open the layers can be applied first; players' choices of order are for the printed abilities.
        if not table.space.is_plain or timestamps.every_order or timestamps.choices(table.seen):
            raise
        return _Chapter(table, timestamps, layered=True).bearing_on(player)


def starting_size(table: Table, player: str) -> Whole:
    """Seven, changed by the modifiers of vanguards that the player owns (402.2, 313.6)."""
    modifiers = [
        pick(seen.there, whole(modifier), whole(0))
        for seen in table.each()
        if seen.permanent.owner == player
        if (modifier := seen.permanent.card.faces[seen.permanent.face].hand_modifier)
    ]
    return total([whole(7), *modifiers])


class _Chapter:
    def __init__(self, table: Table, timestamps: Timestamps, *, layered: bool = False) -> None:
        self.table = table
        self.timestamps = timestamps
        self.layered = layered
        self.effects = sources(table)
        changing = [each for each in self.effects if isinstance(each.effect, ChangeText)]
        if changing and not layered:
            raise Unmodelled(changing[0].asking.subject, "a change of text")
        if layered:  # the table has the characteristics that these effects make
            self.effects = tuple(each for each in self.effects if not isinstance(each.effect, LayerEffect))
        self.pins: list[tuple[str, Bool]] = []
        self._refuse_other_zones()
        self.grants = [effect for effect in self.effects if _gives_hand_size(effect.effect)]
        self.takers = [(effect, on) for effect in self.effects if (on := takes_abilities_on(effect.effect)) is not None]

    def bearing_on(self, player: str) -> Bearing:
        found: list[Effect] = []
        for entry in self.table.board.entries:
            for effect in self.effects:
                if effect.entry is entry and isinstance(effect.effect, HandSize):
                    found.extend(self._printed(player, effect, effect.effect))
            for grant in self.grants:
                if isinstance(entry, Permanent) and entry.id in self.table.seen:
                    found.extend(self._granted(player, grant, self.table.seen[entry.id]))
        return Bearing(player, starting_size(self.table, player), tuple(found), tuple(self.pins))

    # Printed abilities and resolved effects -----------------------------------------------------------------------

    def _printed(self, player: str, effect: Source, change: HandSize) -> Iterator[Effect]:
        seen = self.table.seen.get(effect.id)
        if seen is not None:
            self._check_carrier(seen)
        if player not in players(self.table, change.players, effect.asking):
            return
        kept = TRUE
        if seen is not None:
            kept = not_(self._loses(seen, None))
        applies = and_(self._there(effect), self._holds(effect), kept)
        yield Effect(effect.id, change.change, self._amount(effect, change), applies, ((effect.at or effect.id, TRUE),))

    def _there(self, effect: Source) -> Bool:
        seen = self.table.seen.get(effect.id)
        return seen.there if seen is not None else self.table.space.there(effect.id)

    def _amount(self, effect: Source, change: HandSize) -> Whole:
        if change.change == "none":
            return whole(0)
        self._check_read(change.amount, effect)
        if effect.fixed and any(
            not isinstance(part, t.XOfSpell | t.Sum | t.Times | t.Difference) for part in terms_of(change.amount)
        ):
            raise Unmodelled(effect.id, "an amount that was fixed as it resolved (611.2d) and is not told")
        if (
            effect.fixed
            and effect.asking.x is None
            and any(isinstance(part, t.XOfSpell) for part in terms_of(change.amount))
        ):
            raise Unmodelled(effect.id, "its X is not told")
        return quantity(self.table, change.amount, effect.asking)

    def _holds(self, effect: Source) -> Bool:
        if effect.condition is not None:
            self._check_read(effect.condition, effect)
        return holds(self.table, effect.condition, effect.asking)

    # Abilities that are given (layer 6) ---------------------------------------------------------------------------

    def _granted(self, player: str, grant: Source, host: Seen) -> Iterator[Effect]:
        assert isinstance(grant.effect, GainAbilities)
        given = self._fits(grant, grant.effect.on, host)
        if given is FALSE:
            return
        self._check_carrier(host)
        giver = self.table.seen.get(grant.id)
        if giver is not None:
            self._check_carrier(giver)
            if self._loses(giver, None) is not FALSE:
                raise Unmodelled(grant.id, "an ability that gives abilities and may itself be taken away")
        asking = self.table.of_permanent(host)
        inner = list(of_abilities(host.permanent, grant.effect.abilities, asking, {"battlefield"}))
        if any(
            not isinstance(part.effect, HandSize)
            for part in inner
            if takes_abilities_on(part.effect) or _gives_hand_size(part.effect)
        ):
            raise Unmodelled(grant.id, "a given ability that gives or takes away abilities")
        changes = [part for part in inner if isinstance(part.effect, HandSize)]
        plain = len(changes) == 1 and isinstance(getattr(changes[0].effect, "amount", None), int)
        if changes and not plain and len(self._hosts(grant)) > 1:
            raise Unmodelled(grant.id, "abilities given to several permanents at one timestamp")
        kept = not_(self._loses(host, grant))
        for part in changes:
            assert isinstance(part.effect, HandSize)
            if player in players(self.table, part.effect.players, asking):
                applies = and_(self._there(grant), self._holds(grant), given, host.there, self._holds(part), kept)
                yield Effect(
                    host.id,
                    part.effect.change,
                    self._amount(part, part.effect),
                    applies,
                    self._later(host.id, grant.id),
                )

    def _hosts(self, grant: Source) -> list[Seen]:
        assert isinstance(grant.effect, GainAbilities)
        on = grant.effect.on
        return [seen for seen in self.table.each() if self._fits(grant, on, seen) is not FALSE]

    def _later(self, first: str, second: str) -> tuple[tuple[str, Bool], ...]:
        """613.7a: the timestamp of the object or of the effect that gave the ability, whichever is later."""
        if first == second:
            return ((first, TRUE),)
        second_later = self.timestamps.before(first, second)
        return ((first, not_(second_later)), (second, second_later))

    # Abilities that are taken away (305.7, layer 6) ---------------------------------------------------------------

    def _loses(self, seen: Seen, grant: Source | None) -> Bool:
        """Whether the permanent has lost its printed abilities, or those that ``grant`` gave it."""
        kept: list[Bool] = []
        for place, (taker, on) in enumerate(self.takers):
            if grant is not None and not isinstance(taker.effect, LoseAbilities):
                continue
            hit = self._fits(taker, on, seen)
            if hit is FALSE:
                continue
            own = self.table.seen.get(taker.id)
            if own is not None and any(self._fits(other, its, own) is not FALSE for other, its in self.takers):
                raise Unmodelled(taker.id, "an ability that takes abilities away and may itself be taken away")
            taken = and_(self._there(taker), self._holds(taker), hit)
            if grant is not None and grant.id != taker.id:
                taken = and_(taken, self.timestamps.before(grant.id, taker.id))
            kept.append(not_(self._pinned(place, taker, seen, grant, taken)))
        return not_(and_(*kept))

    def _pinned(self, place: int, taker: Source, seen: Seen, grant: Source | None, taken: Bool) -> Bool:
        what = "its abilities" if grant is None else f"what {grant.id} gives it"
        rule = "613.1f" if isinstance(taker.effect, LoseAbilities) else "305.7"
        run = self.timestamps.run
        variable = bool_var(f"lost{run}: {seen.id}, {place}, {grant.id if grant else ''}")
        pin = (f"{rule} {taker.id}: {seen.id} loses {what}", iff(variable, taken))
        if all(name != pin[0] for name, _ in self.pins):
            self.pins.append(pin)
        return variable

    # What is refused ----------------------------------------------------------------------------------------------

    def _fits(self, effect: Source, on: t.Filter, seen: Seen) -> Bool:
        self._check_read(on, effect)
        hit = fits(self.table, on, seen, effect.asking)
        if (
            effect.fixed
            and hit is not FALSE
            and not any(isinstance(part, t.TargetPermanent | t.This | t.Host) for part in parts_of(on))
        ):
            raise Unmodelled(effect.id, "which permanents were there as it resolved (611.2c) is not told")
        return hit

    def _check_carrier(self, seen: Seen) -> None:
        """Refuse what could make this permanent's abilities another's (layers 1 and 2)."""
        for effect in self.effects:
            if isinstance(effect.effect, BecomeCopy):
                raise Unmodelled(effect.id, "copy effects in force beside effects on hand size")
            if isinstance(effect.effect, GainControl) and self._fits(effect, effect.effect.on, seen) is not FALSE:
                raise Unmodelled(effect.id, f"it changes the controller of {seen.id}")

    def _check_read(self, words: object, reader: Source) -> None:
        """Refuse to read printed characteristics that an effect in force could have changed."""
        wanted = {what for part in terms_of(words) for what in READS.get(type(part), ())}
        for effect in self.effects if wanted else ():
            changed = changes(effect.effect)
            if wanted & changed:
                raise Unmodelled(
                    effect.id, f"it may change what {reader.id} reads: {', '.join(sorted(wanted & changed))}"
                )
        for seen in self.table.each() if wanted & {"abilities", "power"} and not self.layered else ():
            open_kinds = {kind for id, kind in self.table.space.counters if id == seen.id}
            for kind in sorted({kind for kind, _ in seen.permanent.counters} | open_kinds):
                if (made := of_counters(kind)) is not None and wanted & changes(made[0]):
                    raise Unmodelled(seen.id, f"its {kind} counters may change what {reader.id} reads")

    def _refuse_other_zones(self) -> None:
        for effect in self.effects:
            inner = tuple(parts_of(effect.effect))
            if isinstance(effect.effect, PlayersHave) and any(isinstance(part, HandSize) for part in inner):
                raise Unmodelled(effect.id, "abilities of players that bear on hand size")
            if any(isinstance(part, UnmodelledAbility) and part.kind in {"static", "keyword"} for part in inner):
                raise Unmodelled(effect.id, "it gives an ability that is not modelled")
        for player in self.table.board.players:
            for zone, cards in (("hand", player.hand_cards), ("graveyard", player.graveyard_cards)):
                for card in cards or ():
                    for ability in card.faces[0].abilities:
                        if getattr(ability, "zone", "") == zone and any(
                            isinstance(part, HandSize) for part in parts_of(ability)
                        ):
                            raise Unmodelled(card.name, f"an effect on hand size from the {zone}")


def _gives_hand_size(effect: ContinuousEffect) -> bool:
    return isinstance(effect, GainAbilities) and any(isinstance(part, HandSize) for part in parts_of(effect))
