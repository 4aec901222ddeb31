"""How a permanent enters: as what, and with which counters (107.3, 614.12, 616.1, 707.5).

Copy effects come first (616.1c): each way to choose them is an *identity*, what the permanent enters as. Then the
effects by which it enters with counters and those that change how many are put on it, in any order (616.1e): an effect
that doubles may be used up on the counters of one effect before another adds more.
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
from .copying import excepted
from .happening import Happening
from .making import mentions
from .reading import compared, fits, holds, quantity
from .standing import Standing, additional, effects_standing, silenced, triggers_once
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
PERMANENT_TYPES = frozenset({"Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker"})
ENTERING = "the permanent that enters"
LATEST = 10**9
"""A timestamp later than every entry's."""
MOST_COPIES = 4
"""So many copy effects are applied one after the other."""
WHAT_IT_IS = (
    a.SetLandTypes, a.AddTypes, a.SetTypes, a.LoseTypes, a.SetColors, a.GainAbilities, a.LoseAbilities, a.BecomeCopy,
    a.GainControl, a.ChangeText,
)  # fmt: skip
"""Effects of layers that could change what enters, beyond its power and toughness."""
SIZE = (a.SetPowerToughness, a.ChangePowerToughness)
"""Effects of layer 7."""

Put = tuple[str, Whole, Bool]
"""A kind of counters, how many, and whether the effect is there."""


@dataclass(frozen=True, slots=True, eq=False)
class Identity:
    """What the permanent enters as: a face, whether its own abilities are the card's, and what its effects added."""

    card: Card
    face: Face
    own: bool
    extra: tuple[a.EntersWith, ...] = ()
    used: tuple[object, ...] = ()
    source: str = ""

    def key(self, each: Standing) -> object:
        """An effect and whose it is: of an entry, or its own, which the copied permanent lent (614.5)."""
        return each.entry, "" if each.entry else self.source, each.what


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
        self.spent = NONE if event.origin != "stack" else full if mana_spent is None else mana_spent

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
        effects = [each for each in self._copying(now) if now.key(each) not in now.used]
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
            later = replace(now, used=(*now.used, now.key(each)))
            options = self._models(effect, each)
            ways = [there for _, _, there in options]
            stays = TRUE if effect.optional else not_(or_(*ways))
            taken = self.choices.one_of(f"{title}: effect {number + 1}", [*ways, stays])
            for (model, face, _), way in zip(options, taken, strict=False):
                here = and_(when, picked, way)
                if here is not FALSE:
                    yield from self._identities(self._copied(later, each, model, face), here, depth + 1)
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

    def _models(self, effect: a.EntersAsCopy, each: Standing) -> list[tuple[Permanent, Face, Bool]]:
        if isinstance(effect.of, a.CardOf):
            raise Unmodelled(each.asking.subject, "a copy of a card in another zone")
        found = []
        for seen in self.table.each():
            when = and_(seen.there, self._fits(effect.of, seen, each.asking))
            if when is not FALSE:
                if seen.permanent.face_down:
                    raise Unmodelled(each.asking.subject, "a copy of a face-down permanent")
                found.append((seen.permanent, seen.face, when))
        return found

    def _fits(self, filter: t.Filter, seen: Seen, asking: Asking) -> Bool:
        """As ``reading.fits``, and with the mana spent on the permanent that enters."""
        match filter:
            case t.AllOf(filters):
                return and_(*(self._fits(part, seen, asking) for part in filters))
            case t.HasManaValue(compare, t.ManaSpent()):
                return compared(whole(seen.mana_value), compare, self.spent)
        return fits(self.table, filter, seen, asking)

    def _copied(self, now: Identity, each: Standing, model: Permanent, face: Face) -> Identity:
        """707.5, 707.9: it has the copiable values of the other, and what the effect itself adds."""
        effect = each.what
        assert isinstance(effect, a.EntersAsCopy)
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
            face = excepted(face, but, a.Static((effect,)))
        card = model.card if model.copy_of is None else model.copy_of
        return Identity(card, face, own=False, extra=extra, used=now.used, source=model.id)

    # With which counters --------------------------------------------------------------------------------------------

    def _counters(self, now: Identity, name: str) -> State:
        """616.1e-g: what it enters with in any order, then what changes how many are put, each effect once.

        They are put in an event within the entering (616.1g). What they make of it, it becomes after it has entered.
        """
        state = State()
        others, changes = self._puts_of_others(now), self._changes(now)
        puts = [*self._own_puts(now), *others]
        if not changes:
            for kind, amount, when in puts:
                state = state.more(kind, pick(when, amount, NONE))
            return state
        unused = [*(when for _, _, when in puts), *(when for _, when in changes)]
        for place in range(len(unused)):
            options = [*unused[: len(puts)]]
            entering_is_done = not_(or_(*options))
            for (change, _), left in zip(changes, unused[len(puts) :], strict=True):
                some = [at_least(number, ONE) for kind, number in state.values.items() if change.kind in {"", kind}]
                options.append(and_(left, entering_is_done, or_(*some)))
            chosen = self.choices.one_of(f"616.1e {name}, effect {place + 1}", options)
            results = [state.more(kind, amount) for kind, amount, _ in puts]
            results += [_multiplied(state, change) for change, _ in changes]
            state = chosen_of(zip(chosen, results, strict=True), state)
            unused = [and_(left, not_(when)) for left, when in zip(unused, chosen, strict=True)]
        return state

    def _own_puts(self, now: Identity) -> list[Put]:
        x = self.x if now.own else NONE
        asking = replace(self._asking(now), x=x)
        found = [(kind, amount, TRUE) for kind, amount in self._by_rule(now, x)]
        of_spell = replace(asking, x=self.x)
        found += [(effect.kind, self._amount(effect.amount, of_spell), TRUE) for effect in now.extra]
        for ability in self._seen(now).abilities:
            if isinstance(ability, a.Unmodelled) and ability.kind == "static":
                raise Unmodelled(now.face.name, "a static ability that is not understood")
            if isinstance(ability, a.Static):
                for effect in ability.effects:
                    if isinstance(effect, a.EntersWith) and isinstance(effect.on, t.This):
                        when = holds(self.table, ability.condition, asking)
                        found.append((effect.kind, self._amount(effect.amount, asking), when))
        return found

    def _puts_of_others(self, now: Identity) -> list[Put]:
        found = []
        for each in effects_standing(self.table, a.EntersWith):
            effect = each.what
            assert isinstance(effect, a.EntersWith)
            if not isinstance(effect.on, t.This):
                when = and_(each.when, fits(self.table, effect.on, self._seen(now), each.asking))
                if when is not FALSE:
                    asking = replace(each.asking, event=self._seen(now))
                    found.append((effect.kind, self._amount(effect.amount, asking), when))
        return found

    def _changes(self, now: Identity) -> list[tuple[a.MoreCounters, Bool]]:
        """Effects on how many counters are put; of its own only one that is about itself alone (614.12)."""
        found = []
        for each in effects_standing(self.table, a.MoreCounters):
            effect = each.what
            assert isinstance(effect, a.MoreCounters)
            when = and_(each.when, fits(self.table, effect.on, self._seen(now), each.asking))
            if when is not FALSE:
                found.append((effect, when))
        for ability in self._seen(now).abilities:
            if isinstance(ability, a.Static):
                own = [effect for effect in ability.effects if isinstance(effect, a.MoreCounters)]
                when = holds(self.table, ability.condition, self._asking(now)) if own else FALSE
                found += [(effect, when) for effect in own if isinstance(effect.on, t.This)]
        return found

    def _by_rule(self, now: Identity, x: Whole) -> Iterator[tuple[str, Whole]]:
        """306.5b, 310.4b, 714.3a and keyword abilities."""
        face, seen = now.face, self._seen(now)
        for card_type, kind, printed in (
            ("Planeswalker", "loyalty", face.loyalty),
            ("Battle", "defense", face.defense),
        ):
            if card_type in seen.types and card_type in face.types:
                if printed is None:
                    raise Unmodelled(face.name, f"a printed {kind} that the card data do not give as a number")
                yield kind, whole(printed)
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

    def _amount(self, amount: t.Quantity, asking: Asking) -> Whole:
        match amount:
            case t.ManaSpent():
                return self.spent
            case int():
                return whole(amount)
            case t.Times(factor, inner):
                return times(whole(factor), self._amount(inner, asking))
            case t.Sum(parts):
                found = NONE
                for part in parts:
                    found = plus(found, self._amount(part, asking))
                return found
        if mentions(amount, t.ManaSpent):
            raise Unmodelled(asking.subject, "an amount that the mana spent decides")
        return largest([quantity(self.table, amount, asking), NONE])

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
        if self._layered or _changes_what_it_is(face):
            there = Table(replace(self.table.space, board=replace(board, entries=(*board.entries, permanent))))
            return there.seen[ENTERING]
        return Seen(
            permanent=permanent, there=TRUE, name=face.name, types=face.types, subtypes=face.subtypes,
            supertypes=face.supertypes, colors=face.colors, power=None if face.power is None else whole(face.power),
            mana_cost=face.mana_cost, mana_value=face.mana_value, abilities=face.abilities,
            times=(ENTERING,) * len(face.abilities), face=face,
        )  # fmt: skip

    @cached_property
    def _layered(self) -> bool:
        """Whether there are effects of layers that could change what enters."""
        return bool(effects_standing(self.table, *WHAT_IT_IS))

    def _asking(self, now: Identity) -> Asking:
        return Asking(now.face.name, self.player, self._seen(now))

    def _triggers(self, cases: Sequence[tuple[Identity, Bool]], counters: State) -> dict[str, Whole]:
        """How often abilities trigger on its entering, its own under the name of its card (603.6a, 714.2b)."""
        found: dict[str, Whole] = {}
        for each in triggers_once(self.table, a.Enters):
            event = each.trigger.event
            assert isinstance(event, a.Enters)
            if isinstance(event.permanent, t.This):
                continue
            self._check_size(each, counters)
            for now, when in cases:
                fit = and_(each.when, when, fits(self.table, event.permanent, self._seen(now), each.asking))
                if fit is not FALSE and each.trigger.condition is not None:
                    raise Unmodelled(each.asking.subject, "a condition of a trigger on what enters")
                often = self._often(each.trigger, each.asking.this, now)
                found[each.entry] = plus(found.get(each.entry, NONE), pick(fit, often, NONE))
        own = NONE
        for now, when in cases:
            for ability in self._seen(now).abilities:
                own = plus(own, pick(when, self._own(ability, now, counters), NONE))
        name = self.event.name
        return found if own.high == 0 else {**found, name: plus(found.get(name, NONE), own)}

    def _check_size(self, each: Standing, counters: State) -> None:
        """Raises Unmodelled where a trigger asks for what counters or effects of layer 7 make of what has entered."""
        if not mentions(each.trigger.event, t.HasPower, t.HasCounters):
            return
        changed = self._layered or any(number.high > 0 for number in counters.values.values())
        if changed or effects_standing(self.table, *SIZE) or mentions(self.first.face.abilities, *SIZE):
            raise Unmodelled(each.asking.subject, "the size of what enters, which counters or other effects change")

    def _often(self, ability: a.Triggered, this: Seen | None, now: Identity) -> Whole:
        """How often the ability triggers on the entering, if it does (603.2d)."""
        if any(mentions(own, a.TriggersAgain) for own in self._seen(now).abilities):
            raise Unmodelled(now.face.name, "how often abilities trigger on its own entering")
        asked = (self.table, ability, this, self._seen(now))
        often = plus(ONE, how_many(list(additional(*asked))))
        return pick(silenced(*asked), NONE, often)

    def _own(self, ability: a.Ability, now: Identity, counters: State) -> Whole:
        if not isinstance(ability, a.Triggered):
            return NONE
        often = self._often(ability, self._seen(now), now)
        if isinstance(ability.event, a.Chapter):
            chapters = how_many([at_least(counters["lore"], whole(number)) for number in ability.event.numbers])
            return times(chapters, often)
        if not isinstance(ability.event, a.Enters):
            return NONE
        this = ability.event.permanent
        if not isinstance(this, t.This) and fits(self.table, this, self._seen(now), self._asking(now)) is FALSE:
            return NONE
        if ability.condition is not None:
            raise Unmodelled(now.face.name, "a condition of its own trigger as it enters")
        return often


def _multiplied(state: State, effect: a.MoreCounters) -> State:
    for kind, number in state.values.items():
        if effect.kind in {"", kind}:
            more = plus(times(whole(effect.times), number), whole(effect.plus))
            state = either(at_least(number, ONE), state.put(kind, more), state)
    return state


def _changes_what_it_is(face: Face) -> bool:
    """Whether an ability of its own could change what enters, as that of a God without devotion does (614.12)."""
    statics = (ability for ability in face.abilities if isinstance(ability, a.Static))
    return any(isinstance(effect, WHAT_IT_IS) for ability in statics for effect in ability.effects)


def play_entering(table: Table, event: EntersEvent, x: Whole, mana_spent: Whole | None, choices: Choices) -> Happening:
    """The permanent enters; only a permanent card can (110.4a, 304.4). Raises Unmodelled where how is not encoded."""
    if PERMANENT_TYPES.isdisjoint(event.card.faces[event.face].types):
        return Happening(observed={"X": NONE}, counters={}, possible=FALSE)
    return Entering(table, event, x, mana_spent, choices).play()
