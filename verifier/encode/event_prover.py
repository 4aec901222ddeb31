"""The two halves of a claim about an event: that nothing else comes out, and that each claimed thing does.

That nothing else comes out is one question over all boards, choices and orders. That each claimed thing does come out
on every board is shown by written choices: a list of them that grows until there is no board on which none of them
leads there (or a board is found on which nothing does). A number that is chosen may be written in terms of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Protocol

from ..expressions import Expression
from ..solve.formula import FALSE, TRUE, Bits, Bool, Value, and_, bits_var, bool_var, eq, iff, implies, not_, or_
from ..solve.formula import evaluate as worth
from ..solve.obligation import Named, Obligation
from ..solve.z3_backend import Answer, solve
from .choices import MOST, NONE, ONE, Choices
from .counterexample import EventCounterexample, Told
from .event_play import Plays
from .hand_size import Ask
from .hand_size_claims import Proof
from .happening import Happening
from .pinning import pinned
from .space import Space
from .whole import Whole, at_least, bits_of, equal, how_many, whole, width_for

MOST_ROUNDS = 60
"""So many times a list of written choices grows before the question is given up."""

Is = Callable[[Happening], Bool]
Number = int | Expression


class Claimed(Protocol):
    """An outcome that is claimed, as ``claim.Outcome``."""

    @property
    def pools(self) -> tuple[tuple[str, tuple[Number, ...]], ...] | None: ...
    @property
    def observed(self) -> tuple[tuple[str, Number], ...]: ...
    @property
    def counters(self) -> tuple[tuple[str, Number], ...] | None: ...


class Prover:
    """Questions about one event, with what has been found."""

    def __init__(self, space: Space, plays: Plays, rlimit: int, ask: Ask | None) -> None:
        self.space, self.plays = space, plays
        self.rlimit, self.ask = rlimit, ask
        self.choices = Choices()
        self.free = plays.free(self.choices)
        self.asked: list[tuple[Obligation, Answer]] = list(plays.asked)
        self.reasons: list[str] = []
        self.rests_on: set[str] = set()
        self.found: EventCounterexample | None = None

    @cached_property
    def triggered(self) -> Mapping[str, Whole]:
        """How often each entry's abilities trigger, whatever is chosen."""
        return self.free.triggers()

    def proof(self, vacuous: str = "") -> Proof:
        """What came of the questions so far."""
        if vacuous:
            return Proof(True, vacuous=True, reason=vacuous, obligations=tuple(self.asked))
        holds = False if self.found else None if self.reasons else True
        return Proof(
            holds,
            counterexample=self.found,
            rests_on=tuple(sorted(self.rests_on)) if holds else (),
            reason="" if self.found else "; ".join(self.reasons),
            obligations=tuple(self.asked),
        )

    def vacuous(self) -> bool:
        """Whether there is no board on which the event can be started."""
        if self.free.possible is TRUE and self.space.is_plain and not self.plays.base:
            return False
        parts = (*self.free.assertions, *self._world(), Named("the event can be started", self.free.possible))
        obligation = self._obligation("some board", "there is a board on which the event can be started", parts, "sat")
        return self._answer(obligation).status == "unsat"

    # What is claimed ----------------------------------------------------------------------------------------------

    def legal(self, expected: bool) -> Proof:
        """Whether the event can be started: on all boards, or on none."""
        self._always("legal", lambda one: one.possible if expected else not_(one.possible), (), startable=False)
        return self.proof()

    def outcomes(self, claimed: Sequence[Claimed]) -> None:
        """That exactly these come out."""
        listed = [partial(self._is, claimed, outcome) for outcome in claimed]
        self._always("outcomes", lambda one: or_(*(each(one) for each in listed)), self._shown(self.free, claimed))
        for number, (outcome, is_) in enumerate(zip(claimed, listed, strict=True), 1):
            values = self._values(outcome)
            self._sometimes(f"claimed outcome {number}", is_, values, claim=tuple(values))

    def triggers(self, claimed: Sequence[tuple[str, Number | None]]) -> None:
        """That these, and no others, trigger in every outcome."""
        names = [name for name, _ in claimed]
        for name, times in claimed:
            number = None if times is None else self._value(times)

            def is_(one: Happening, name: str = name, number: Whole | None = number) -> Bool:
                count = one.triggers().get(name, NONE)
                right = at_least(count, ONE) if number is None else and_(equal(count, number), at_least(count, ONE))
                return implies(self._there(name), right)

            self._always(f"triggers of {name}", is_, self._counts(name))
        for name in sorted(set(self.triggered) - set(names)):
            if self.triggered[name].high > 0:
                none = self._none(name)
                self._sometimes(f"no trigger of {name}", none, {}, claim=((f"triggers of {name}", NONE),))

    def may_trigger(self, claimed: Sequence[str]) -> None:
        """That these, and no others, trigger in some outcome."""
        for name in claimed:

            def some(one: Happening, name: str = name) -> Bool:
                return implies(self._there(name), at_least(one.triggers().get(name, NONE), ONE))

            self._sometimes(f"a trigger of {name}", some, {}, claim=((f"triggers of {name}", ONE),))
        for name in sorted(set(self.triggered) - set(claimed)):
            self._always(f"triggers of {name}", self._none(name), self._counts(name))

    def _none(self, name: str) -> Is:
        return lambda one: equal(one.triggers().get(name, NONE), NONE)

    def _there(self, name: str) -> Bool:
        return self.space.there(name)

    def _counts(self, name: str) -> tuple[tuple[str, Whole], ...]:
        return ((f"triggers of {name}", self.triggered.get(name, NONE)),)

    # Outcomes -----------------------------------------------------------------------------------------------------

    def _is(self, claimed: Sequence[Claimed], outcome: Claimed, one: Happening) -> Bool:
        """Whether the happening is the outcome; observables that no listed outcome has are not claimed."""
        shown, wanted = dict(self._shown(one, claimed)), self._values(outcome)
        return and_(*(equal(value, wanted.get(name, NONE)) for name, value in shown.items()))

    def _shown(self, one: Happening, claimed: Sequence[Claimed]) -> tuple[tuple[str, Whole], ...]:
        found: dict[str, Whole] = {}
        for name in dict.fromkeys(name for outcome in claimed for name, _ in outcome.observed):
            found[name] = one.observed[name]
        if any(outcome.counters is not None for outcome in claimed):
            kinds = [*(one.counters or {}), *(kind for outcome in claimed for kind, _ in outcome.counters or ())]
            found |= {f"counters {kind}": (one.counters or {}).get(kind, NONE) for kind in dict.fromkeys(kinds)}
        if any(outcome.pools is not None for outcome in claimed) or one.pools is not None:
            for player in self.space.board.names:
                amounts = (one.pools or {}).get(player, (NONE,) * 6)
                found |= {f"{player} {letter}": amount for letter, amount in zip("WUBRGC", amounts, strict=True)}
        return tuple(found.items())

    def _values(self, outcome: Claimed) -> dict[str, Whole]:
        found = {name: self._value(value) for name, value in outcome.observed}
        found |= {f"counters {kind}": self._value(value) for kind, value in outcome.counters or ()}
        for player, amounts in outcome.pools or ():
            name = player or self.plays.actor
            found |= {f"{name} {letter}": self._value(n) for letter, n in zip("WUBRGC", amounts, strict=True)}
        return found

    def _value(self, value: Number) -> Whole:
        return whole(value) if isinstance(value, int) else self.space.value(value)

    # The two halves -----------------------------------------------------------------------------------------------

    def _always(self, what: str, is_: Is, shown: Sequence[tuple[str, Whole]], *, startable: bool = True) -> None:
        """On every board, whatever is chosen."""
        if self.found:
            return
        other = self._claim(f"claim: {what} are others", lambda one: not_(is_(one)))
        parts = [*self.free.assertions, *self._world(), *other]
        if startable:
            parts.append(Named("the event can be started", self.free.possible))
        obligation = self._obligation(what, f"{what} can be others than is claimed", tuple(parts), "unsat")
        answer = self._answer(obligation)
        if answer.status == "sat":
            self.found = self._decode(what, answer.model, shown, missing=False)

    def _sometimes(
        self, what: str, is_: Is, values: Mapping[str, Whole], claim: Sequence[tuple[str, Whole]] | tuple[str, ...]
    ) -> None:
        """On every board, by some choice."""
        if self.found:
            return
        told = [(name, values[name]) if isinstance(name, str) else name for name in claim]
        if self.space.is_plain:
            self._on_one_board(what, is_, told)
            return
        written: list[dict[str, Whole]] = [{}]
        for _ in range(MOST_ROUNDS):
            reached = or_(*(and_(one.possible, is_(one)) for given in written for one in self.plays.written(given)))
            never = Named(f"claim: {what} by none of {len(written)} written ways", not_(reached))
            start = Named("the event can be started", self.free.possible)
            parts = (*self._world(), *self.plays.base, start, never)
            obligation = self._obligation(what, f"there is a board without {what}", parts, "unsat")
            answer = solve(obligation, self.rlimit, self.ask, explain=False)
            if answer.status == "unknown":
                self.reasons.append(f"{obligation.name}: {answer.reason}")
                return
            if answer.status == "unsat":
                self.asked.append((obligation, answer))
                return
            model = self._completed(answer.model)
            ways = list(self._ways(what, is_, values, model))
            if not ways:
                if not self.reasons:
                    self.found = self._decode(what, model, told, missing=True)
                return
            known = {_key(way) for way in written}
            fresh = {key: way for way in ways if (key := _key(way)) not in known}
            if not fresh:
                self.reasons.append(f"{what}: a board that written choices do not reach")
                return
            written += fresh.values()
        self.reasons.append(f"{what}: more than {MOST_ROUNDS} boards that need choices of their own")

    def _on_one_board(self, what: str, is_: Is, told: Sequence[tuple[str, Whole]]) -> None:
        parts = (*self.free.assertions, *self._claim(f"claim: {what}", is_))
        obligation = self._obligation(what, f"{what} comes out by some choice", parts, "sat")
        answer = solve(obligation, self.rlimit, self.ask, explain=False)
        self.asked.append((obligation, answer))
        if answer.status == "unknown":
            self.reasons.append(f"{obligation.name}: {answer.reason}")
        elif answer.status == "unsat":
            self.found = self._decode(what, self._completed({}), told, missing=True)

    def _claim(self, name: str, is_: Is) -> tuple[Named, ...]:
        """What is claimed; what is known beforehand is written out where nothing would be left to ask."""
        claim = Named(name, is_(self.free))
        if claim.formula is not FALSE:
            return (claim,)
        settled, comes_out = pinned(self.free)
        written = Named(name, is_(settled))
        return (claim,) if written.formula is FALSE else (comes_out, written)

    def _ways(
        self, what: str, is_: Is, values: Mapping[str, Whole], model: Mapping[str, Value]
    ) -> Iterator[dict[str, Whole]]:
        """Choices that lead there on the board of the model, written in terms of the board first, then as numbers."""
        fixed = [iff(bit, TRUE if model.get(str(bit.data), False) else FALSE) for bit in self.space.bits.values()]
        for number, _ in self.space.wholes.values():
            if number.term is not None:
                fixed.append(equal(number, whole(_signed(number, model))))
        board = Named("the board without it", and_(*fixed))
        parts = (*self.free.assertions, *self._world(), board, Named(f"claim: {what}", is_(self.free)))
        obligation = self._obligation(f"{what} on one board", "some choice leads there", parts, "sat")
        answer = solve(obligation, self.rlimit, self.ask, explain=False)
        if answer.status == "unknown":
            self.reasons.append(f"{obligation.name}: {answer.reason}")
        if answer.status != "sat":
            return
        flags = {name: ONE for name in self.choices.flags if answer.model.get(name, False)}
        open_values = [value for value in values.values() if value.term is not None]
        named = [number for number, _ in self.space.wholes.values() if number.term is not None]
        by_number = {
            name: min(int(answer.model.get(name, 0)), _signed(most, self._filled(answer.model)))
            for name, (_, most) in self.choices.numbers.items()
        }
        yield flags | {name: whole(value) for name, value in by_number.items()}
        for prefer in (0, 1, 2):
            way = dict(flags)
            for name, value in by_number.items():
                most = self.choices.numbers[name][1]
                fits = [each for each in open_values if _signed(each, model) == value]
                if _signed(most, self._filled(answer.model)) == value:
                    fits.insert(0 if prefer == 1 else len(fits), MOST)
                fits += [each for each in named if _signed(each, model) == value]
                way[name] = fits[0] if fits and (prefer < 2 or value > 1) else whole(value)
            yield way

    # Boards -------------------------------------------------------------------------------------------------------

    def _world(self) -> tuple[Named, ...]:
        parts = [Named("the boards that the claim speaks of", self.space.assumptions), *self.plays.needs]
        bits = self.space.bits
        if bits:
            width = width_for(0, len(bits))
            count = how_many(list(bits.values()))
            parts.append(Named("the number of added entries", eq(bits_var("added", width), bits_of(count, width))))
            parts += [Named(f"{id} or not", iff(bool_var(f"without: {id}"), not_(bit))) for id, bit in bits.items()]
        return tuple(parts)

    def _obligation(self, name: str, meaning: str, parts: Sequence[Named], expect: str) -> Obligation:
        kept = tuple(named for named in parts if named.formula is not TRUE)
        listing = Obligation("", "", kept, "unsat").listing.variables
        bits = self.space.bits
        seen: list[Bool | Bits] = [bits_var("added", width_for(0, len(bits)))] if bits else []
        seen += [bool_var(f"without: {id}") for id in bits]
        for number, _ in self.space.wholes.values():
            if number.term is not None:
                seen += [bits_var(name_, width) for name_, width in listing.items() if _is_term(number.term, name_)]
        observe = tuple(term for term in dict.fromkeys(seen) if str(term.data) in listing)
        return Obligation(f"{self.plays.title}: {name}", meaning, kept, "sat" if expect == "sat" else "unsat", observe)

    def _answer(self, obligation: Obligation) -> Answer:
        answer = solve(obligation, self.rlimit, self.ask)
        self.asked.append((obligation, answer))
        if answer.status == "unknown":
            self.reasons.append(f"{obligation.name}: {answer.reason}")
        self.rests_on.update(name for name in answer.core if not name.startswith("claim: "))
        return answer

    def _completed(self, model: Mapping[str, Value]) -> dict[str, Value]:
        """The model with a value for what it leaves open: entries are not there, numbers are the least."""
        full = dict(model)
        for bit in self.space.bits.values():
            full.setdefault(str(bit.data), False)
        for name, (low, _) in self.space.numbers:
            number, _ = self.space.wholes[name]
            if number.term is not None:
                width = number.term.args[0].width if number.term.args else number.term.width
                full.setdefault(f"number: {name}", low % (1 << width))
        return full

    def _filled(self, model: Mapping[str, Value]) -> dict[str, Value]:
        full = self._completed(model)
        for name in self.choices.flags:
            full.setdefault(name, False)
        for name in self.choices.numbers:
            full.setdefault(name, 0)
        return full

    def _decode(
        self, what: str, model: Mapping[str, Value], shown: Sequence[tuple[str, Whole]], *, missing: bool
    ) -> EventCounterexample:
        full = self._filled(model)
        instance = self.space.instance(full)
        board = self.space.board_of(instance)
        chosen = [
            (name.removeprefix("choice: "), int(full[name])) for name in (*self.choices.flags, *self.choices.numbers)
        ]
        extra = {*self.space.optional, *self.space.copies}
        return EventCounterexample(
            what=what,
            board=board,
            added=tuple(entry.id for entry in board.entries if entry.id in extra),
            numbers=instance.numbers,
            choices=() if missing else tuple(chosen),
            came_out=_told(shown, full),
            missing=missing,
        )


def _key(way: Mapping[str, Whole]) -> tuple[tuple[str, object], ...]:
    return tuple((name, id(value) if value.constant is None else value.low) for name, value in way.items())


def _told(shown: Sequence[tuple[str, Whole]], model: Mapping[str, Value]) -> Told:
    return tuple((name, _signed(value, model)) for name, value in shown)


def _signed(number: Whole, model: Mapping[str, Value]) -> int:
    if number.term is None:
        return number.low
    value = int(worth(number.term, model))
    return value - (1 << number.term.width) if value >> (number.term.width - 1) else value


def _is_term(term: Bits, name: str) -> bool:
    return any(str(each.data) == name for each in (term, *term.args) if each.op == "var")
