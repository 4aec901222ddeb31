"""Certificates: what can come out on a board, with evidence that a short program can check.

A certificate is one JSON object. The question is what is given:

``board``     digest of the board, as text
``graphs``    by name, its effects by name. An effect has a ``count`` (how many identical ones there are) and a
              ``table``: for each state to which it applies the states that it can make of it, sorted. To a state that
              is not in the table it does not apply
``events``    by name, the ``graph`` and the ``starts``: one of these is the state before any effect
``rules``     by name, ``if`` a list of premises and ``then`` a fact. A premise is a fact, or a pair of an event and an
              end of it
``question``  SHA-256 over these four, as JSON with sorted keys and no white space: the identity of the question

The claim is what is shown. A *run* starts in a start and applies effects, each at most as often as its count; it ends
in a state to which no effect applies that has uses left.

``claim.ends``   for each event, exactly the states in which some run ends
``claim.holds``  exactly the facts of the least set that the rules ask for

The evidence is how:

``evidence.runs``
    for each event and end a run: ``start`` and ``steps``, pairs of an effect and the state that it makes
``evidence.never``
    for each event reasons why other states are no ends. A reason *watches* some effects: ``watch``. Forget how often
    the others were used, and let them be used without end; then only the pairs of a state and the numbers of uses of
    the watched ones that are listed in ``closed`` can come up, and in each that has one of ``states`` a watched effect
    still applies. Watching every effect is looking at every run; mostly one effect is enough. The other kind of reason
    counts: ``heights`` gives each state of the event a number, so an effect rises by at most so much whenever it is
    used; to end in one of ``states``, effects that apply there must have been used up, however far they sink, and all
    that the others can rise does not make up for it. Ends and the states of all reasons together hold the starts and
    everything that effects make of them: a state that is missing cannot come up at all
``evidence.derivation``
    pairs of a fact and the rule that gives it from ends and from earlier facts: the place in the list is its rank

That the tables and rules are those of the board is not the certificate's matter: that is an obligation of its own.
Whoever has the board compares digests, ``board`` with its own and ``question`` with that of tables and rules that were
established otherwise.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import Disagreement, Undecided
from .checker import Rejected, check, question_digest

SITUATIONS = 20_000
"""How many situations a reason may list: beyond that nobody reads it and the solver's proof stands alone."""

WALKS = 20
"""How many times a run is tried from a start before proof is looked for."""

Steps = tuple[tuple[str, str], ...]
Situation = tuple[str, tuple[int, ...]]

_Option = tuple[str, tuple[str, ...]]
"""An effect that is applicable, and its results."""

_Step = tuple[str, str | None, tuple[tuple[str, int, int], ...]]
"""A result, an effect that is not watched and has it, and the watched ones, each with its place and its count."""


@dataclass(frozen=True, slots=True)
class Effect:
    """A replacement effect, or ``count`` identical ones: to which states it applies and what it can make of each."""

    table: Mapping[str, tuple[str, ...]]
    count: int = 1


@dataclass(frozen=True, slots=True)
class Event:
    """An event: one of ``starts`` and then the effects of ``graph``. Equal events need to be there only once."""

    graph: str
    starts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """``conclusion`` holds if all premises do; a pair of an event and a state means that the event can end there."""

    premises: tuple[str | tuple[str, str], ...]
    conclusion: str


@dataclass(frozen=True, slots=True)
class Run:
    """A run of an event: its start, and each step's effect and result."""

    start: str
    steps: Steps = ()

    @property
    def end(self) -> str:
        """The state in which it ends."""
        return self.steps[-1][1] if self.steps else self.start


@dataclass(frozen=True, slots=True)
class Question:
    """What a certificate is about: see the format above."""

    board: str
    graphs: Mapping[str, Mapping[str, Effect]] = field(default_factory=dict)
    events: Mapping[str, Event] = field(default_factory=dict)
    rules: Mapping[str, Rule] = field(default_factory=dict)


def build(question: Question, runs: Mapping[str, Iterable[Run]] | None = None) -> dict[str, Any]:
    """A certificate that the checker has accepted; what it claims is found on the way.

    ``runs`` are runs of events that are known already, a solver's witnesses; most runs are found without. Raises
    Undecided where a state is neither an end nor has a reason that is short enough, and Disagreement if the checker
    rejects what was built, as it does when a given run is wrong.
    """
    certificate: dict[str, Any] = {
        "certificate": 1,
        "board": question.board,
        "graphs": {
            name: {effect: {"count": row.count, "table": _sorted_table(row)} for effect, row in effects.items()}
            for name, effects in question.graphs.items()
        },
        "events": {name: {"graph": it.graph, "starts": sorted(it.starts)} for name, it in question.events.items()},
        "rules": {
            name: {
                "if": [part if isinstance(part, str) else list(part) for part in rule.premises],
                "then": rule.conclusion,
            }
            for name, rule in question.rules.items()
        },
    }
    certificate["question"] = question_digest(certificate)
    settled: dict[str, tuple[dict[str, Run], list[dict[str, Any]]]] = {}
    for name, event in sorted(question.events.items()):
        known = (runs or {}).get(name, ())
        settled[name] = _Settler(name, question.graphs[event.graph], sorted(event.starts)).settle(known)
    ends = {name: sorted(found) for name, (found, _) in settled.items()}
    derivation = _derive(question.rules, ends)
    certificate["claim"] = {"ends": ends, "holds": sorted(fact for fact, _ in derivation)}
    certificate["evidence"] = {
        "runs": {
            name: {end: {"start": run.start, "steps": [list(step) for step in run.steps]} for end, run in found.items()}
            for name, (found, _) in settled.items()
        },
        "never": {name: reasons for name, (_, reasons) in settled.items()},
        "derivation": [list(pair) for pair in derivation],
    }
    try:
        check(certificate)
    except Rejected as rejection:
        said = (("the builder", "accepted"), ("the checker", f"rejected: {rejection}"))
        raise Disagreement(f"the certificate for {question.board}", said) from rejection
    return certificate


def text(certificate: Mapping[str, Any]) -> str:
    """The certificate as it is written to a file: the outer levels are spread over lines."""
    return _spread(certificate, 4, "\n") + "\n"


def _spread(value: Any, levels: int, margin: str) -> str:
    inner = margin + " "
    if levels and value and isinstance(value, Mapping):
        entries = (f"{json.dumps(key)}: {_spread(part, levels - 1, inner)}" for key, part in sorted(value.items()))
        return "{" + inner + f",{inner}".join(entries) + margin + "}"
    if levels and value and isinstance(value, list) and isinstance(value[0], Mapping | list):
        return "[" + inner + f",{inner}".join(_spread(part, levels - 1, inner) for part in value) + margin + "]"
    return json.dumps(value, sort_keys=True)


def _sorted_table(effect: Effect) -> dict[str, list[str]]:
    return {state: sorted(results) for state, results in sorted(effect.table.items())}


def _derive(rules: Mapping[str, Rule], ends: Mapping[str, list[str]]) -> list[tuple[str, str]]:
    """The facts that hold, each with its rule, in rounds: a round uses the facts of earlier ones only."""
    rank: dict[str, int] = {}
    derivation: list[tuple[str, str]] = []
    before = -1
    while before < len(derivation):
        before = len(derivation)
        for name, rule in sorted(rules.items()):
            met = (
                rank.get(part, before) < before if isinstance(part, str) else part[1] in ends[part[0]]
                for part in rule.premises
            )
            if rule.conclusion not in rank and all(met):
                rank[rule.conclusion] = before
                derivation.append((rule.conclusion, name))
    return derivation


class _Settler:
    """Finds for each state of an event a run that ends there or a reason why there is none.

    First what is cheap: watching one effect, a few runs tried, heights. Then more and more effects are watched: a way
    to the state that breaks no watched count either is a run or misuses an effect, which is watched from then on.
    """

    def __init__(self, name: str, effects: Mapping[str, Effect], starts: list[str]) -> None:
        self.name, self.effects, self.starts = name, effects, starts
        self.applicable: dict[str, list[_Option]] = {}
        for effect in sorted(effects):
            for state, results in effects[effect].table.items():
                self.applicable.setdefault(state, []).append((effect, tuple(sorted(results))))
        self.by_result: dict[str, dict[str, list[str]]] = {}
        for state, applicable in self.applicable.items():
            there = self.by_result.setdefault(state, {})
            for effect, results in applicable:
                for result in results:
                    there.setdefault(result, []).append(effect)

    def settle(self, known: Iterable[Run]) -> tuple[dict[str, Run], list[dict[str, Any]]]:
        runs: dict[str, Run] = {}
        for run in known:
            runs.setdefault(run.end, run)
        reasons: list[dict[str, Any]] = []
        undecided = {state for state, _ in self._situations(())} - set(runs)
        singles = sorted({effect for state in undecided for effect, _ in self.applicable.get(state, ())})
        for effect in singles:
            undecided -= self._reason((effect,), undecided, reasons)
        for state in sorted(undecided):
            if reached := self._run_to(state):
                runs[state] = reached
                undecided.discard(state)
        for state in sorted(undecided):
            if heights := self._too_high(
                state, undecided | set(runs) | {it for reason in reasons for it in reason["states"]}
            ):
                reasons.append({"states": [state], "heights": heights})
                undecided.discard(state)
        while undecided:
            state = min(undecided)
            found = self._refine(state)
            if isinstance(found, Run):
                runs[state] = found
                undecided.discard(state)
            else:
                undecided -= self._reason(found, undecided, reasons)
        return runs, reasons

    def _reason(self, watch: tuple[str, ...], states: set[str], reasons: list[dict[str, Any]]) -> set[str]:
        """The states that watching these effects rules out, for which a reason is added."""
        situations = self._situations(watch)
        excluded = states - {situation[0] for situation in situations if self._can_end(situation, watch)}
        if excluded:
            closed = [[state, list(used)] for state, used in sorted(situations)]
            reasons.append({"states": sorted(excluded), "watch": list(watch), "closed": closed})
        return excluded

    def _run_to(self, target: str) -> Run | None:
        """A run that ends in the state, if going back there again and again, until nothing applies, finds one."""
        dice = random.Random(614)
        # Effects that apply to the target have to be used up: they come first.
        ordered = {
            state: [group for urgent in (True, False) if (group := self._options(state, target, urgent=urgent))]
            for state in self.applicable
        }
        for start in [*self.starts] * WALKS:
            state, steps, left = (
                start,
                list[tuple[str, str]](),
                {effect: row.count for effect, row in self.effects.items()},
            )
            while step := self._step_to(target, state, left, (ordered, dice)):
                steps.append(step)
                left[step[0]] -= 1
                state = step[1]
            if state == target and not any(left[effect] for effect, _ in self.applicable.get(state, ())):
                return Run(start, tuple(steps))
        return None

    def _options(self, state: str, target: str, *, urgent: bool) -> list[_Option]:
        return [it for it in self.applicable[state] if (target in self.effects[it[0]].table) == urgent]

    def _step_to(
        self,
        target: str,
        state: str,
        left: Mapping[str, int],
        how: tuple[Mapping[str, list[list[_Option]]], random.Random],
    ) -> tuple[str, str] | None:
        """The first step of a shortest way there, of several by chance; None without a way."""
        ordered, dice = how
        first: dict[str, tuple[str, str] | None] = {}
        for here in (waiting := [state]):
            for group in ordered.get(here, ()):
                begin = dice.randrange(len(group))
                for effect, results in (*group[begin:], *group[:begin]):
                    if not left[effect]:
                        continue
                    for result in results:
                        if result not in first:
                            first[result] = first[here] if here != state else (effect, result)
                            waiting.append(result)
            if target in first:
                break
        return first.get(target)

    def _too_high(self, target: str, states: set[str]) -> dict[str, int] | None:
        """Heights under which no run ends in the state, if changing one height after the other finds some."""

        def missing(heights: Mapping[str, int]) -> int:
            climb = 0
            for row in self.effects.values():
                rises = [heights[it] - heights[state] for state in states & set(row.table) for it in row.table[state]]
                if rises:
                    climb += row.count * (max(rises) if target in row.table else max(0, *rises))
            return climb - heights[target] + max(heights[start] for start in self.starts)

        best = {state: int(state == target) for state in sorted(states)}
        lack = missing(best)
        improved = True
        while improved and lack >= 0:
            improved = False
            for state, change in itertools.product(sorted(states), (1, -1)):
                other = best | {state: best[state] + change}
                if (less := missing(other)) < lack:
                    best, lack, improved = other, less, True
        return best if lack < 0 else None

    def _refine(self, target: str) -> Run | tuple[str, ...]:
        """A run that ends in the state, or effects to watch that rule it out."""
        watch: tuple[str, ...] = ()
        while True:
            situations = self._situations(watch)
            candidates = [it for it in situations if it[0] == target and self._can_end(it, watch)]
            if not candidates:
                return self._fewer(watch, target)
            run = self._way(situations, candidates[0])
            uses = dict.fromkeys(self.effects, 0)
            for effect, _ in run.steps:
                uses[effect] += 1
            misused = [effect for effect in sorted(uses) if uses[effect] > self.effects[effect].count]
            misused += [
                effect for effect, _ in self.applicable.get(target, ()) if uses[effect] < self.effects[effect].count
            ]
            if not misused:
                return run
            watch = tuple(sorted({*watch, misused[0]}))

    def _fewer(self, watch: tuple[str, ...], target: str) -> tuple[str, ...]:
        """The watched effects without those that the state is ruled out without."""
        for effect in watch:
            rest = tuple(other for other in watch if other != effect)
            if not any(it[0] == target and self._can_end(it, rest) for it in self._situations(rest)):
                watch = rest
        return watch

    def _can_end(self, situation: Situation, watch: tuple[str, ...]) -> bool:
        state, used = situation
        left = {effect for effect, times in zip(watch, used, strict=True) if times < self.effects[effect].count}
        return not any(effect in left for effect, _ in self.applicable.get(state, ()))

    def _situations(self, watch: tuple[str, ...]) -> dict[Situation, tuple[Situation, str] | None]:
        """Every situation that can come up, nearest first, each with the one before it and the effect between."""
        reached: dict[Situation, tuple[Situation, str] | None] = {
            (start, (0,) * len(watch)): None for start in self.starts
        }
        waiting = list(reached)
        steps = self._watched(watch)
        for situation in waiting:
            state, used = situation
            for result, free, watched in steps.get(state, ()):
                if free is not None and (result, used) not in reached:
                    reached[result, used] = (situation, free)
                    waiting.append((result, used))
                for effect, place, most in watched:
                    if used[place] < most:
                        after = (*used[:place], used[place] + 1, *used[place + 1 :])
                        if (result, after) not in reached:
                            reached[result, after] = (situation, effect)
                            waiting.append((result, after))
            if len(reached) > SITUATIONS:
                raise Undecided(f"certificate of {self.name}: more than {SITUATIONS} situations")
        return reached

    def _watched(self, watch: tuple[str, ...]) -> dict[str, list[_Step]]:
        """For each state where it can lead: by an effect that is not watched, and by those that are."""
        places = {effect: place for place, effect in enumerate(watch)}
        found: dict[str, list[_Step]] = {}
        for state, results in self.by_result.items():
            for result, effects in results.items():
                free = next((effect for effect in effects if effect not in places), None)
                watched = [
                    (effect, places[effect], self.effects[effect].count) for effect in watch if effect in effects
                ]
                found.setdefault(state, []).append((result, free, tuple(watched)))
        return found

    @staticmethod
    def _way(situations: Mapping[Situation, tuple[Situation, str] | None], last: Situation) -> Run:
        steps: list[tuple[str, str]] = []
        while (before := situations[last]) is not None:
            steps.append((before[1], last[0]))
            last = before[0]
        return Run(last[0], tuple(reversed(steps)))
