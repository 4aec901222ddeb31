"""How a permanent enters: as what, and with which counters (107.3, 614.12, 616.1, 707.5).

Copy effects come first (616.1c): each way to choose them is an *identity*, what the permanent enters as. Then the
effects by which it enters with counters, and then those that change how many are put on it (616.1g).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ..board import EntersEvent, Permanent
from ..cards import ability as a
from ..cards import terms as t
from ..cards.card import Card, Face
from ..errors import Unmodelled
from ..solve.formula import FALSE, TRUE, Bool, and_, not_, or_
from .choices import NONE, ONE, Choices, State, Steps, chosen_of, either
from .happening import Happening
from .making import mentions
from .reading import compared, fits, holds, quantity
from .standing import Standing, effects_standing, triggers_standing
from .table import Asking, Seen, Table
from .whole import Whole, at_least, how_many, largest, pick, plus, times, whole

BY_KEYWORD = {"fading": "fade", "vanishing": "time", "modular": "+1/+1", "graft": "+1/+1"}
"""Keyword abilities by which a permanent enters with their number of counters (702.32, 702.63, 702.43, 702.58)."""
NOT_ENCODED = frozenset(
    {
        "read ahead", "riot", "unleash", "devour", "sunburst", "bloodthirst", "amplify", "tribute", "fabricate",
        "compleated", "level up",
    }
)  # fmt: skip
ENTERING = "the permanent that enters"
LATEST = 10**9
"""A timestamp later than every entry's."""
MOST_COPIES = 4
"""So many copy effects are applied one after the other."""


@dataclass(frozen=True, slots=True, eq=False)
class Identity:
    """What the permanent enters as: a face, whether its own abilities are the card's, and what its effects added."""

    card: Card
    face: Face
    own: bool
    extra: tuple[a.EntersWith, ...] = ()
    used: tuple[object, ...] = ()


class Entering:
    """One permanent that enters under a player's control."""

    def __init__(self, table: Table, event: EntersEvent, x: Whole, mana_spent: Whole | None, choices: Choices) -> None:
        self.table, self.event, self.choices = table, event, choices
        self.player = event.player or table.names[0]
        self.first = Identity(event.card, event.card.faces[event.face], own=True)
        self._as_it_would_be: dict[Identity, Seen] = {}
        cast = event.origin in {"stack", "spell-copy"}
        self.x = x if cast else NONE
        printed = event.card.faces[event.face]
        symbols = sum(symbol == "X" for symbol in printed.mana_cost)
        full = plus(whole(printed.mana_value), times(whole(symbols), self.x))
        self.spent = mana_spent if mana_spent is not None else full if event.origin == "stack" else NONE

    def play(self) -> Happening:
        """The counters that it enters with, whatever is chosen."""
        steps = Steps(pinned=self.choices.free)
        cases = list(self._identities(self.first, TRUE, 0))
        states = [(when, self._counters(identity, f"as {place + 1}")) for place, (identity, when) in enumerate(cases)]
        before = State()
        state = steps.after("614.12 the counters that it enters with", before, chosen_of(states, State()))
        return Happening(
            observed={"X": NONE},
            counters=dict(state.values),
            triggers=lambda: self._triggers(cases, state),
            assertions=tuple(steps.assertions),
        )

    # As what ------------------------------------------------------------------------------------------------------

    def _identities(self, now: Identity, when: Bool, depth: int) -> Iterator[tuple[Identity, Bool]]:
        """Every identity with when it is chosen; where copy effects apply, one of them is applied first (616.1c)."""
        effects = [each for each in self._copying(now) if each.what not in now.used]
        if depth == MOST_COPIES and effects:
            raise Unmodelled(now.face.name, f"more than {MOST_COPIES} copy effects one after the other")
        title = f"616.1c as {now.face.name}, {depth + 1}"
        chosen = self.choices.one_of(title, [each.when for each in effects])
        none = and_(when, *(not_(each.when) for each in effects))
        if none is not FALSE:
            yield now, none
        for number, (each, picked) in enumerate(zip(effects, chosen, strict=True)):
            if picked is FALSE:
                continue
            effect = each.what
            assert isinstance(effect, a.EntersAsCopy)
            later = replace(now, used=(*now.used, effect))
            options = self._models(effect, each)
            ways = [when_ for _, _, when_ in options]
            stays = TRUE if effect.optional else not_(or_(*ways))
            taken = self.choices.one_of(f"{title}: effect {number + 1}", [*ways, stays])
            for (card, face, _), way in zip(options, taken, strict=False):
                here = and_(when, picked, way)
                if here is not FALSE:
                    yield from self._identities(self._copied(later, effect, card, face, each), here, depth + 1)
            here = and_(when, picked, taken[-1])
            if here is not FALSE:
                yield from self._identities(later, here, depth + 1)

    def _copying(self, now: Identity) -> list[Standing]:
        """Its own copy effects, and those of others that fit it as it would be (614.12)."""
        asking = self._asking(now)
        own = [
            Standing("", effect, asking, holds(self.table, ability.condition, asking))
            for ability in self._seen(now).abilities
            if isinstance(ability, a.Static)
            for effect in ability.effects
            if isinstance(effect, a.EntersAsCopy) and isinstance(effect.on, t.This)
        ]
        seen = self._seen(now)
        others = []
        for each in effects_standing(self.table, a.EntersAsCopy):
            effect = each.what
            assert isinstance(effect, a.EntersAsCopy)
            if not mentions(effect.on, t.This):
                when = and_(each.when, fits(self.table, effect.on, seen, each.asking))
                if when is not FALSE:
                    others.append(Standing(each.entry, effect, each.asking, when))
        return [*own, *others]

    def _models(self, effect: a.EntersAsCopy, each: Standing) -> list[tuple[Card, Face, Bool]]:
        if isinstance(effect.of, a.CardOf):
            raise Unmodelled(each.asking.subject, "a copy of a card in another zone")
        found = []
        for seen in self.table.each():
            when = and_(seen.there, self._fits(effect.of, seen, each.asking))
            if when is FALSE:
                continue
            permanent = seen.permanent
            if permanent.face_down:
                raise Unmodelled(each.asking.subject, "a copy of a face-down permanent")
            card, place = permanent.card, permanent.face
            if permanent.copy_of is not None:
                card, place = permanent.copy_of, permanent.copy_face
            found.append((card, card.faces[place], when))
        return found

    def _fits(self, filter: t.Filter, seen: Seen, asking: Asking) -> Bool:
        """As ``reading.fits``, and with the mana spent on the permanent that enters."""
        match filter:
            case t.AllOf(filters):
                return and_(*(self._fits(part, seen, asking) for part in filters))
            case t.HasManaValue(compare, t.ManaSpent()):
                return compared(whole(seen.mana_value), compare, self.spent)
        return fits(self.table, filter, seen, asking)

    def _copied(self, now: Identity, effect: a.EntersAsCopy, card: Card, face: Face, each: Standing) -> Identity:
        """707.5, 707.9: it has the abilities of the other, and what the effect itself adds."""
        extra: tuple[a.EntersWith, ...] = ()
        if effect.extra_counters is not None:
            own_x = now.own and not each.entry
            amount = effect.extra_counters.amount
            known = amount if own_x or not mentions(amount, t.XOfSpell) else 0
            extra = (a.EntersWith(effect.extra_counters.kind, known),)
        but = effect.but
        if but is not None:
            if any(not isinstance(ability, a.Keyword | a.NoBearing) for ability in but.abilities) or but.this_ability:
                raise Unmodelled(each.asking.subject, "what its copies have in addition")
            colors = but.colors or face.colors
            face = _with(face, but, colors)
        return Identity(card, face, own=False, extra=extra, used=now.used)

    # With which counters --------------------------------------------------------------------------------------------

    def _counters(self, now: Identity, name: str) -> State:
        seen, asking = self._seen(now), self._asking(now)
        x = self.x if now.own else NONE
        state = State()
        for kind, amount in self._by_rule(now, x):
            state = state.more(kind, amount)
        for ability in self._seen(now).abilities:
            if isinstance(ability, a.Unmodelled) and ability.kind == "static":
                raise Unmodelled(now.face.name, "a static ability that is not understood")
            if not isinstance(ability, a.Static):
                continue
            for effect in ability.effects:
                if isinstance(effect, a.EntersWith) and isinstance(effect.on, t.This):
                    when = holds(self.table, ability.condition, replace(asking, x=x))
                    state = either(when, self._put(state, effect, replace(asking, x=x)), state)
        for effect in now.extra:
            state = self._put(state, effect, replace(asking, x=self.x))
        for each in effects_standing(self.table, a.EntersWith):
            effect_ = each.what
            assert isinstance(effect_, a.EntersWith)
            if isinstance(effect_.on, t.This):
                continue
            when = and_(each.when, fits(self.table, effect_.on, seen, each.asking))
            state = either(when, self._put(state, effect_, replace(each.asking, event=seen)), state)
        return self._changed(state, seen, name)

    def _by_rule(self, now: Identity, x: Whole) -> Iterator[tuple[str, Whole]]:
        """306.5b, 310.4b, 714.3a and keyword abilities."""
        face, seen = now.face, self._seen(now)
        if "Planeswalker" in seen.types and face.loyalty is not None:
            yield "loyalty", whole(face.loyalty)
        if "Battle" in seen.types and face.defense is not None:
            yield "defense", whole(face.defense)
        if "Saga" in seen.subtypes:
            yield "lore", ONE
        for ability in seen.abilities:
            if isinstance(ability, a.Keyword):
                if ability.name in NOT_ENCODED:
                    raise Unmodelled(face.name, f"how it enters with {ability.name}")
                if ability.name == "ravenous":
                    yield "+1/+1", x
                if ability.name in BY_KEYWORD:
                    if ability.number is None:
                        raise Unmodelled(face.name, f"the number of its {ability.name}")
                    yield BY_KEYWORD[ability.name], whole(ability.number)

    def _put(self, state: State, effect: a.EntersWith, asking: Asking) -> State:
        amount = self._amount(effect.amount, asking)
        return state.more(effect.kind, largest([amount, NONE]))

    def _amount(self, amount: t.Quantity, asking: Asking) -> Whole:
        match amount:
            case t.ManaSpent():
                return self.spent
            case t.Times(factor, inner):
                return times(whole(factor), self._amount(inner, asking))
            case t.Sum(parts):
                found = NONE
                for part in parts:
                    found = plus(found, self._amount(part, asking))
                return found
        if mentions(amount, t.ManaSpent):
            raise Unmodelled(asking.subject, "an amount that the mana spent decides")
        return quantity(self.table, amount, asking)

    def _changed(self, state: State, seen: Seen, name: str) -> State:
        """616.1e, 616.1f: effects that change how many counters are put, each once, in any order."""
        effects = []
        for each in effects_standing(self.table, a.MoreCounters):
            effect = each.what
            assert isinstance(effect, a.MoreCounters)
            when = and_(each.when, fits(self.table, effect.on, seen, each.asking))
            if when is not FALSE:
                effects.append((effect, when))
        unused = [when for _, when in effects]
        for place in range(len(effects)):
            options = []
            for (effect, _), left in zip(effects, unused, strict=True):
                some = [at_least(number, ONE) for kind, number in state.values.items() if effect.kind in {"", kind}]
                options.append(and_(left, or_(*some)))
            chosen = self.choices.one_of(f"616.1e {name}, counters {place + 1}", options)
            cases = [(when, _multiplied(state, effect)) for when, (effect, _) in zip(chosen, effects, strict=True)]
            state = chosen_of(cases, state)
            unused = [and_(left, not_(when)) for left, when in zip(unused, chosen, strict=True)]
        return state

    # What it is -----------------------------------------------------------------------------------------------------

    def _seen(self, now: Identity) -> Seen:
        """614.12: as it would be on the battlefield, under the effects that would apply to it there."""
        if now not in self._as_it_would_be:
            self._as_it_would_be[now] = self._on_the_battlefield(now)
        return self._as_it_would_be[now]

    def _on_the_battlefield(self, now: Identity) -> Seen:
        board, face = self.table.board, now.face
        permanent = Permanent(ENTERING, self.event.card, self.player, self.player, LATEST, face=self.event.face)
        if not now.own:
            place = next((n for n, each in enumerate(now.card.faces) if each.name == face.name), 0)
            permanent = replace(permanent, copy_of=now.card, copy_face=place)
        if self._layered:
            there = Table(replace(self.table.space, board=replace(board, entries=(*board.entries, permanent))))
            return there.seen[ENTERING]
        return Seen(
            permanent=permanent, there=TRUE, name=face.name, types=face.types, subtypes=face.subtypes,
            supertypes=face.supertypes, colors=face.colors, power=face.power, mana_cost=face.mana_cost,
            mana_value=face.mana_value, abilities=face.abilities, times=(ENTERING,) * len(face.abilities), face=face,
        )  # fmt: skip

    @cached_property
    def _layered(self) -> bool:
        """Whether there are effects of layers that could change what enters."""
        kinds = (
            a.SetLandTypes, a.AddTypes, a.SetTypes, a.LoseTypes, a.SetColors, a.GainAbilities, a.LoseAbilities,
            a.BecomeCopy, a.GainControl, a.ChangeText,
        )  # fmt: skip
        return bool(effects_standing(self.table, *kinds))

    def _asking(self, now: Identity) -> Asking:
        return Asking(now.face.name, self.player, self._seen(now))

    def _triggers(self, cases: Sequence[tuple[Identity, Bool]], counters: State) -> dict[str, Whole]:
        """How often abilities trigger on its entering, its own under the name of its card (603.6a, 714.2b)."""
        found: dict[str, Whole] = {}
        for each in triggers_standing(self.table, a.Enters):
            event = each.trigger.event
            assert isinstance(event, a.Enters)
            if isinstance(event.permanent, t.This):
                continue
            per = [(when, fits(self.table, event.permanent, self._seen(now), each.asking)) for now, when in cases]
            fit = and_(each.when, or_(*(and_(when, fit) for when, fit in per)))
            if fit is not FALSE and each.trigger.condition is not None:
                raise Unmodelled(each.asking.subject, "a condition of a trigger on what enters")
            found[each.entry] = plus(found.get(each.entry, NONE), pick(fit, ONE, NONE))
        own = NONE
        for now, when in cases:
            for ability in self._seen(now).abilities:
                own = plus(own, pick(when, self._own(ability, now, counters), NONE))
        name = self.event.card.faces[self.event.face].name
        return found if own.high == 0 else {**found, name: plus(found.get(name, NONE), own)}

    def _own(self, ability: a.Ability, now: Identity, counters: State) -> Whole:
        if not isinstance(ability, a.Triggered):
            return NONE
        if isinstance(ability.event, a.Chapter):
            return how_many([at_least(counters["lore"], whole(number)) for number in ability.event.numbers])
        if not isinstance(ability.event, a.Enters):
            return NONE
        this = ability.event.permanent
        if not isinstance(this, t.This) and fits(self.table, this, self._seen(now), self._asking(now)) is FALSE:
            return NONE
        if ability.condition is not None:
            raise Unmodelled(now.face.name, "a condition of its own trigger as it enters")
        return ONE


def _multiplied(state: State, effect: a.MoreCounters) -> State:
    for kind, number in state.values.items():
        if effect.kind in {"", kind}:
            more = plus(times(whole(effect.times), number), whole(effect.plus))
            state = either(at_least(number, ONE), state.put(kind, more), state)
    return state


def _with(face: Face, but: a.CopyException, colors: str) -> Face:
    return Face(
        name=but.name or face.name,
        mana_cost=face.mana_cost,
        types=tuple(dict.fromkeys((*face.types, *but.types))),
        subtypes=tuple(dict.fromkeys((*face.subtypes, *but.subtypes))),
        supertypes=face.supertypes,
        indicator=colors,
        power=face.power if but.power is None else but.power,
        toughness=face.toughness if but.toughness is None else but.toughness,
        loyalty=face.loyalty,
        defense=face.defense,
        abilities=(*face.abilities, *but.abilities),
    )


def play_entering(table: Table, event: EntersEvent, x: Whole, mana_spent: Whole | None, choices: Choices) -> Happening:
    """The permanent enters. Raises Unmodelled where how it does is not encoded."""
    return Entering(table, event, x, mana_spent, choices).play()
