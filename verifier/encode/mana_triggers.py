"""A permanent tapped for mana, or an ability that adds mana, with the triggered mana abilities that follow at once.

What the ability itself produces is found by ``possible`` and, on a plain board, by ``answers``. What triggers looks at
the mana that was really produced (106.12a); triggered mana abilities resolve right away (605.4a), and what they add is
not tapped for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from msgspec import structs

from ..board import Activate, Tap
from ..cards import ability as a
from ..cards import mana as m
from ..cards import terms as t
from ..cards.vocabulary import TYPES_OF_MANA
from ..errors import Illegal, Unmodelled
from ..solve.formula import FALSE, TRUE, Bool, and_, not_, or_
from ..solve.obligation import Named, Obligation
from ..solve.z3_backend import Answer
from .abilities import adds_mana, is_mana_ability, taps_for_mana
from .activating import Activation, activations, payers
from .answers import Question
from .choices import ONE, Choices, State, Steps, chosen_of, either
from .circuits import every_end
from .could_produce import Solve
from .happening import Happening
from .in_force import Production, effects_in_force, is_for_all, kinds_for
from .making import NOTHING, Vector, mentions, results
from .possible import Outcome, possible
from .producing import Adding, paths, recipients
from .reading import fits, holds, players
from .standing import Standing, triggers_standing
from .table import Asking, Seen, Table
from .types import Known
from .whole import Whole, at_least, whole


@dataclass(frozen=True, eq=False)
class Produced:
    """What an event can produce without triggers; ``asked`` is what that rests on, ``there`` when it can be started."""

    outcomes: tuple[Outcome, ...]
    there: Bool
    assertions: tuple[Named, ...] = ()
    asked: tuple[tuple[Obligation, Answer], ...] = ()


def produced_by(table: Table, event: Tap | Activate, x: Whole | None, solver: Solve) -> Produced:
    """What the ability alone can produce on each board. Raises Unmodelled, Undecided."""
    constant = x is None or x.constant is not None
    try:
        if table.space.is_plain and constant:
            if isinstance(event, Activate) and x is not None:
                event = replace(event, x=x.constant)
            question = Question(table.board, event, solver)
            outcomes = tuple(
                Outcome({name: tuple(whole(n) for n in amounts) for name, amounts in pools}, TRUE)
                for pools in question.results
            )
            return Produced(outcomes, TRUE, asked=tuple(question.asked))
        found = possible(table, event, solver, x)
        return Produced(found.outcomes, found.there, found.assertions)
    except Illegal:
        return Produced((), FALSE)


class ManaPlay:
    """An event that adds mana, on a table."""

    def __init__(self, table: Table, event: Tap | Activate, produced: Produced, choices: Choices) -> None:
        self.table, self.event, self.produced, self.choices = table, event, produced, choices
        self.source = table.seen[event.permanent]
        self.by = event.by or self.source.permanent.controller
        self.tapped = isinstance(event, Tap) or _taps(table, event)
        gone = set(event.sacrifice) if isinstance(event, Activate) else set()
        standing = triggers_standing(table, a.WhenTappedForMana, a.AddsMana)
        self.triggers = [each for each in standing if each.entry not in gone]
        paying = triggers_standing(table, a.BecomesTapped, a.Sacrifices)
        self.at_once = [each for each in paying if self._is_mana_ability(each.trigger)]
        self.later = [each for each in paying if each not in self.at_once]
        self.effects = effects_in_force(table)
        self.waits = table.board.readings.idle_replacement == "waits"

    def play(self, *, alone: bool) -> Happening:
        """What each player's pool gets; ``alone``: without what triggers."""
        steps = Steps(pinned=self.choices.free)
        options = self.produced.outcomes
        chosen = self.choices.one_of("106.12b what is produced", [outcome.when for outcome in options])
        cases = [(when, _state(outcome)) for when, outcome in zip(chosen, options, strict=True)]
        state = steps.after("106.12b what is produced", State(), chosen_of(cases, State()))
        first = state
        for each in () if alone else self.at_once:
            for paid in self._paid(each):
                after = self._triggered(state, first, paid, each, ())
                state = steps.after(f"605.1b, 605.4a {each.entry} by {paid.id}", state, after)
        for each in () if alone else self.triggers:
            after = self._triggered(state, first, self.source, each, ())
            state = steps.after(f"106.12a, 605.4a {each.entry}", state, after)
        pools = {name: tuple(state[f"{name} {letter}"] for letter in TYPES_OF_MANA) for name in self.table.names}
        return Happening(
            pools=pools,
            triggers=lambda: self._counted(state),
            possible=self.produced.there,
            assertions=(*self.produced.assertions, *steps.assertions),
        )

    def _counted(self, state: State) -> dict[str, Whole]:
        """How often the abilities of each entry trigger, those included that are no mana abilities."""
        for each in self.later:
            for paid in self._paid(each):
                asking = replace(each.asking, event=paid, that_player=self.by)
                fit = self._triggers(State(), paid, each, asking)
                if fit is not FALSE:
                    when = and_(each.when, fit, holds(self.table, each.trigger.condition, asking))
                    state = either(when, state.more(f"trigger {each.entry}", ONE), state)
        names = dict.fromkeys(each.entry for each in (*self.triggers, *self.at_once, *self.later))
        return {name: state[f"trigger {name}"] for name in names}

    def _is_mana_ability(self, trigger: a.Triggered) -> bool:
        """605.1b: it triggers from the activation of a mana ability, has no target and could add mana."""
        if trigger.target or not adds_mana(trigger.instructions):
            return False
        edition = self.table.board.edition
        return all(is_mana_ability(each.ability, edition) for each in _activations(self.table, self.event))

    def _paid(self, each: Standing) -> list[Seen]:
        """What paying the cost taps, or sacrifices, as the ability asks (603.10a).

        Raises Unmodelled where that is left open, or where it was sacrificed itself while others were tapped.
        """
        ways = [self._tapped(way) if isinstance(each.trigger.event, a.BecomesTapped) else self._sacrificed(way)
                for way in _activations(self.table, self.event)]  # fmt: skip
        if any(way != ways[0] for way in ways):
            raise Unmodelled(each.asking.subject, "what is tapped or sacrificed for a cost that is left open")
        if isinstance(each.trigger.event, a.BecomesTapped) and each.entry != self.source.id:
            gone = {seen.id for way in _activations(self.table, self.event) for seen in self._sacrificed(way)}
            if each.entry in gone and ways[0]:
                raise Unmodelled(each.asking.subject, "whether it was sacrificed before the others were tapped")
        return ways[0] if ways else []

    def _tapped(self, way: Activation) -> list[Seen]:
        itself = [way.seen for cost in way.ability.cost if isinstance(cost, a.TapSymbol)]
        return itself + self._others(way, a.TapOthers)

    def _sacrificed(self, way: Activation) -> list[Seen]:
        own = any(isinstance(cost, a.SacrificeCost) and cost.filter == t.This() for cost in way.ability.cost)
        return [way.seen] * own + self._others(way, a.SacrificeCost)

    def _others(self, way: Activation, kind: type) -> list[Seen]:
        asks = [
            cost for cost in way.ability.cost if isinstance(cost, kind) and getattr(cost, "filter", None) != t.This()
        ]
        if not asks:
            return []
        named = self.event.sacrifice if isinstance(self.event, Activate) else ()
        if kind is a.SacrificeCost and named:
            return [self.table.seen[id] for id in named if id != way.seen.id or len(named) == 1]
        able = payers(self.table, way, asks[0]) if way.asking.cost is None else [way.asking.cost]
        if len(able) != 1 or len(asks) > 1 or getattr(asks[0], "amount", 1) != 1:
            raise Unmodelled(way.seen.name, "what is tapped or sacrificed for its cost is not said")
        return able

    def _triggered(self, state: State, made: State, source: Seen, each: Standing, chain: tuple[str, ...]) -> State:
        """What follows if an ability of ``source`` made that mana; ``chain`` has the triggers that led to it."""
        asking = replace(each.asking, event=source, that_player=self._that_player(each))
        when = and_(each.when, self._triggers(made, source, each, asking))
        if when is FALSE:
            return state
        if each.label in chain:
            raise Unmodelled(each.asking.subject, "mana that makes its own ability trigger again")
        ability = each.trigger
        when = and_(when, holds(self.table, ability.condition, asking))
        after = state.more(f"trigger {each.entry}", ONE)
        if adds_mana(ability.instructions) and not ability.target:
            chain = (*chain, each.label)
            added = self._resolve(made, each, asking, chain)
            for name in self.table.names:
                after = _added(after, name, tuple(added[f"{name} {letter}"] for letter in TYPES_OF_MANA))
            this = each.asking.this
            for other in self.triggers:
                if this is not None and isinstance(other.trigger.event, a.AddsMana):
                    after = self._triggered(after, added, this, other, chain)
        return either(when, after, state)

    def _that_player(self, each: Standing) -> str:
        """Who taps, or who is made to add the mana."""
        if not isinstance(each.trigger.event, a.AddsMana):
            return self.by
        whose = players(self.table, each.trigger.event.player, each.asking)
        adding = [name for name in self.table.names if name in whose]
        if len(adding) > 1:
            raise Unmodelled(each.asking.subject, "a trigger for each of several players who add mana")
        return adding[0] if adding else self.by

    def _triggers(self, made: State, source: Seen, each: Standing, asking: Asking) -> Bool:
        """106.12a: such mana was really produced. 605.1b: or an ability made a player add it."""
        event = each.trigger.event
        if isinstance(event, a.BecomesTapped):
            return fits(self.table, event.permanent, source, asking)
        if isinstance(event, a.Sacrifices):
            mine = self.by in players(self.table, event.player, asking)
            return fits(self.table, event.permanent, source, asking) if mine else FALSE
        if isinstance(event, a.WhenTappedForMana):
            if not self.tapped or self.by not in players(self.table, event.by, asking):
                return FALSE
            types = self._types(event.types, asking, chosen=event.chosen_color)
            some = or_(*(_some(made, name, types) for name in self.table.names))
            return and_(some, fits(self.table, event.permanent, source, asking))
        assert isinstance(event, a.AddsMana)
        types = self._types(event.types, asking, chosen=event.chosen_color)
        some = or_(*(_some(made, name, types) for name in players(self.table, event.player, asking)))
        return and_(some, fits(self.table, event.of, source, asking))

    def _types(self, types: str, asking: Asking, *, chosen: bool) -> str:
        return (asking.chosen.color or "") if chosen else types

    # Triggered mana abilities -------------------------------------------------------------------------------------

    def _resolve(self, first: State, each: Standing, asking: Asking, chain: tuple[str, ...]) -> State:
        """605.4a: it resolves at once; what it adds. Of several ways to follow it, one is chosen."""
        ways = paths(self.table, each.trigger.instructions, asking)
        title = f"{' then '.join(chain)} resolves"
        chosen = self.choices.one_of(title, [when for _, when in ways])
        cases = []
        for number, ((path, _), when) in enumerate(zip(ways, chosen, strict=True)):
            after = State()
            for place, instruction in enumerate(path):
                name = f"{title}, way {number + 1}, instruction {place + 1}"
                after = self._add(after, first, Adding(0, instruction, asking, TRUE), name)
            cases.append((when, after))
        return chosen_of(cases, State())

    def _add(self, state: State, first: State, adding: Adding, name: str) -> State:
        groups = recipients(self.table, adding)
        picked = self.choices.one_of(f"{name}: who", [TRUE] * len(groups))
        cases = []
        for group, when in zip(groups, picked, strict=True):
            after = state
            for recipient in group:
                after = self._to(after, first, adding, recipient, name)
            cases.append((when, after))
        return chosen_of(cases, state)

    def _to(self, state: State, first: State, adding: Adding, recipient: str, name: str) -> State:
        asking = adding.asking
        source = asking.this or self.source
        production = Production(source, False, asking.you or self.by, recipient)
        looking = kinds_for(self.table, self.effects, production)
        shared = is_for_all(self.table, self.effects, production)
        options: list[tuple[tuple[tuple[str, Vector], ...], Bool]] = []
        for start, when in self._made(first, adding.instruction, asking):
            alone = and_(when, not_(shared))
            if alone is not FALSE:
                ends = every_end(start, alone, looking, None, waits=self.waits) if looking else [(start, alone)]
                options += [(((recipient, vector),), also) for vector, also in ends]
            if shared is not FALSE:
                ends = every_end(start, TRUE, looking, None, waits=self.waits) if looking else [(start, TRUE)]
                for each in product(ends, repeat=len(self.table.names)):
                    vectors = tuple(zip(self.table.names, (vector for vector, _ in each), strict=True))
                    options.append((vectors, and_(when, shared, *(also for _, also in each))))
        chosen = self.choices.one_of(f"{name}: mana for {recipient}", [when for _, when in options])
        cases = [(when, _all_added(state, vectors)) for (vectors, _), when in zip(options, chosen, strict=True)]
        return chosen_of(cases, state)

    def _made(self, first: State, adding: a.AddMana, asking: Asking) -> list[tuple[Vector, Bool]]:
        """What the instruction makes; a type among those produced is one that was really produced (106.12a)."""
        mana = adding.mana
        if isinstance(mana, m.OneType | m.Combination) and isinstance(mana.among, m.TypesProduced):
            every = a.AddMana(structs.replace(mana, among=m.Types(TYPES_OF_MANA)), adding.player)
            made = results(self.table, every, asking, None, None)
            found = [(vector, and_(when, self._of_types_made(first, vector))) for vector, when in made if vector]
            return [(vector, when) for vector, when in found if when is not FALSE]
        if mentions(adding, m.TypesProduced, m.CouldProduce):
            raise Unmodelled(asking.subject, "mana of several types that were produced, or of what could be")
        known: Known | None = None
        made = results(self.table, adding, asking, known, None)
        return [(NOTHING if vector is None else vector, when) for vector, when in made]

    def _of_types_made(self, first: State, vector: Vector) -> Bool:
        """Whether each type of it is one that was produced, for whomever."""
        parts = []
        for letter, amount in zip(TYPES_OF_MANA, vector, strict=True):
            there = or_(*(_some(first, name, letter) for name in self.table.names))
            parts.append(or_(not_(at_least(amount, ONE)), there))
        return and_(*parts)


def _taps(table: Table, event: Activate) -> bool:
    """106.12: whether the ability that is activated is one of tapping for mana."""
    return any(taps_for_mana(each.ability, table.board.edition) for each in _activations(table, event))


def _activations(table: Table, event: Tap | Activate) -> tuple[Activation, ...]:
    """The ways to start the event, none where it cannot be started."""
    try:
        return activations(table, event)
    except Illegal:
        return ()


def _state(outcome: Outcome) -> State:
    return State(
        {
            f"{name} {letter}": amount
            for name, vector in outcome.totals.items()
            for letter, amount in zip(TYPES_OF_MANA, vector, strict=True)
        }
    )


def _some(state: State, player: str, types: Sequence[str]) -> Bool:
    return or_(*(at_least(state[f"{player} {letter}"], ONE) for letter in types))


def _all_added(state: State, vectors: tuple[tuple[str, Vector], ...]) -> State:
    for player, vector in vectors:
        state = _added(state, player, vector)
    return state


def _added(state: State, player: str, vector: Vector) -> State:
    for letter, amount in zip(TYPES_OF_MANA, vector, strict=True):
        state = state.more(f"{player} {letter}", amount)
    return state
