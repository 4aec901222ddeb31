"""Claims about mana over spaces of boards, each decided for all instances at once (106.7, 106.12b).

A claim has two halves: nothing beyond what is claimed comes out, and everything that is claimed does. Each half is one
obligation that no instance violates; a witness of the contrary is an instance. No constraint mentions a timestamp, so a
claim about every order of the entries is refused only where an effect on the board changes characteristics.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from ..board import Activate, Board, Permanent, Tap
from ..cards.ability import LayerEffect
from ..cards.vocabulary import TYPES_OF_MANA
from ..errors import Unmodelled
from ..expressions import Expression
from ..solve.formula import Bool, and_, not_, or_
from ..solve.obligation import Named, Obligation
from ..solve.z3_backend import Answer, solve
from .making import mentions
from .possible import possible
from .space import Space
from .space_fixpoint import SpaceFixpoint
from .table import Table
from .whole import Whole, equal, whole
from .world import asked_about

Mode = Literal["exact", "include", "exclude"]
Claimed = Sequence[Mapping[str, Sequence[int | Expression]]]
"""Outcomes that are claimed: for each player six amounts; the player ``""`` is the one who taps or activates."""


@dataclass(frozen=True, slots=True)
class ManaCounterexample:
    """An instance where a claim fails: what is wrong there. ``missing``: it is claimed and never comes out."""

    board: Board
    added: tuple[str, ...]
    numbers: tuple[tuple[str, int], ...]
    what: str
    missing: bool


@dataclass(frozen=True, slots=True)
class ManaProof:
    """What came of a claim: ``holds`` is None where a limit was hit, and ``reason`` says which.

    ``vacuous``: there is no board that it speaks of. ``rests_on`` are names of assertions that suffice for it.
    """

    holds: bool | None
    vacuous: bool = False
    counterexample: ManaCounterexample | None = None
    rests_on: tuple[str, ...] = ()
    reason: str = ""
    obligations: tuple[tuple[Obligation, Answer], ...] = field(default=(), repr=False, compare=False)


def prove_could_produce(
    space: Space | Board,
    expected: Mapping[str, str],
    mode: Mode = "exact",
    solver: Callable[[Obligation], Answer] = solve,
    *,
    every_order: bool = False,
) -> ManaProof:
    """Whether on every board of the space these permanents could produce exactly, or at least, or none of these types.

    An instance without a permanent says nothing about it. Raises Unmodelled for what the encoding does not cover.
    """
    prover = _Prover(space, solver, every_order)
    if prover.space.is_empty:
        return ManaProof(True, vacuous=True, reason="a range is empty")
    fixpoint = SpaceFixpoint(prover.table, prover.quick)
    there = {id: prover.table.seen[id].there for id in expected if id in prover.table.seen}
    if prover.ask(prover.premises(or_(*there.values()))).status == "unsat":
        return prover.vacuous()
    for id, types in expected.items():
        if id not in there:
            continue
        seen = fixpoint.leaders[id]
        beyond = "" if mode == "include" else types if mode == "exclude" else _without(types)
        needed = "" if mode == "exclude" else types
        if beyond:
            extra = and_(there[id], or_(*(fixpoint.member(seen, letter) for letter in beyond)))
            assertions = (*fixpoint.orders(), *fixpoint.defined(), Named("claimed: nothing else", extra))
            meaning = f"{id} could produce one of {beyond}"
            prover.half(asked_about(prover.space, f"106.7 {id}: nothing else", meaning, assertions), meaning, False)
        if needed:
            lacking = and_(there[id], or_(*(not_(fixpoint.member(seen, letter)) for letter in needed)))
            assertions = (*fixpoint.orders(), *fixpoint.closed(), Named("claimed: all of it", lacking))
            meaning = f"{id} could not produce all of {needed}"
            prover.half(asked_about(prover.space, f"106.7 {id}: all of it", meaning, assertions), meaning, True)
        if prover.counterexample is not None:
            break
    return prover.proof()


def prove_outcomes(
    space: Space | Board,
    event: Tap | Activate,
    expected: Claimed,
    solver: Callable[[Obligation], Answer] = solve,
    *,
    amount: Expression | None = None,
    every_order: bool = False,
) -> ManaProof:
    """Whether on every board of the space the ability alone produces exactly these, over every choice and every order.

    ``amount`` is the event's X where it is an expression. Instances that lack what the event needs say nothing. Raises
    Illegal where the event can be started on no board, Unmodelled for what the encoding does not cover.
    """
    prover = _Prover(space, solver, every_order)
    if prover.space.is_empty:
        return ManaProof(True, vacuous=True, reason="a range is empty")
    found = possible(prover.table, event, prover.quick, None if amount is None else prover.space.value(amount))
    if prover.ask(prover.premises(found.there)).status == "unsat":
        return prover.vacuous()
    claimed = [_amounts(prover.space, outcome, found.player) for outcome in expected]
    base = (*found.assertions, Named("the event can be started", found.there))
    other = or_(
        *(and_(each.when, not_(or_(*(_same(each.totals, outcome) for outcome in claimed)))) for each in found.outcomes)
    )
    meaning = "something else is produced"
    assertions = (*base, Named("claimed: nothing else", other))
    prover.half(asked_about(prover.space, "106.12b nothing else", meaning, assertions), meaning, False)
    for place, outcome in enumerate(claimed, 1):
        if prover.counterexample is not None:
            break
        never = not_(or_(*(and_(each.when, _same(each.totals, outcome)) for each in found.outcomes)))
        meaning = f"outcome {place} of those claimed is never produced"
        assertions = (*base, Named(f"claimed: outcome {place}", never))
        prover.half(asked_about(prover.space, f"106.12b outcome {place}", meaning, assertions), meaning, True)
    return prover.proof()


def refuse_characteristics(board: Board) -> None:
    """Raises Unmodelled, with the card, where an effect changes characteristics, so that its order could matter."""
    for entry in board.entries:
        faces = list(entry.card.faces)
        if isinstance(entry, Permanent) and entry.copy_of is not None:
            faces.extend(entry.copy_of.faces)
        if mentions(tuple(face.abilities for face in faces), *get_args(LayerEffect)):
            raise Unmodelled(entry.card.name, "an effect on characteristics in every order, proved at once")
    for player in board.players:
        for card in (*(player.graveyard_cards or ()), *(player.hand_cards or ())):
            if mentions(card.faces[0].abilities, *get_args(LayerEffect)):
                raise Unmodelled(card.name, "an effect on characteristics in every order, proved at once")


def _without(types: str) -> str:
    return "".join(letter for letter in TYPES_OF_MANA if letter not in types)


def _amounts(space: Space, outcome: Mapping[str, Sequence[int | Expression]], player: str) -> dict[str, list[Whole]]:
    def value(amount: int | Expression) -> Whole:
        return whole(amount) if isinstance(amount, int) else space.value(amount)

    return {name or player: [value(amount) for amount in amounts] for name, amounts in outcome.items()}


def _same(totals: Mapping[str, Sequence[Whole]], claimed: Mapping[str, Sequence[Whole]]) -> Bool:
    none = [whole(0)] * 6
    return and_(
        *(
            equal(one, other)
            for name in dict.fromkeys([*totals, *claimed])
            for one, other in zip(totals.get(name, none), claimed.get(name, none), strict=True)
        )
    )


class _Prover:
    def __init__(self, space: Space | Board, solver: Callable[[Obligation], Answer], every_order: bool) -> None:
        self.space = space if isinstance(space, Space) else Space(space)
        if every_order:
            refuse_characteristics(self.space.board)
        self.table = Table(self.space)
        self.solver = solver
        self.asked: list[tuple[Obligation, Answer]] = []
        self.reasons: list[str] = []
        self.rests_on: set[str] = set()
        self.counterexample: ManaCounterexample | None = None

    def ask(self, obligation: Obligation) -> Answer:
        answer = self.solver(obligation)
        self.asked.append((obligation, answer))
        return answer

    def quick(self, obligation: Obligation) -> Answer:
        """For what stands behind a half: it is asked as the halves are, and kept with them."""
        return self.ask(obligation)

    def premises(self, there: Bool) -> Obligation:

        obligation = asked_about(
            self.space, "some board", "there is a board of the claim", (Named("it is there", there),)
        )
        return obligation.expecting("sat")

    def vacuous(self) -> ManaProof:
        return ManaProof(True, vacuous=True, reason="no such board is possible", obligations=tuple(self.asked))

    def half(self, obligation: Obligation, meaning: str, missing: bool) -> None:
        answer = self.ask(obligation)
        if answer.status == "sat":
            instance = self.space.instance(answer.model)
            self.counterexample = ManaCounterexample(
                self.space.board_of(instance), instance.present, instance.numbers, meaning, missing
            )
        elif answer.status == "unknown":
            self.reasons.append(f"{obligation.name}: {answer.reason}")
        self.rests_on.update(name for name in answer.core if not name.startswith("claimed: "))

    def proof(self) -> ManaProof:
        if self.counterexample is not None:
            return ManaProof(False, counterexample=self.counterexample, obligations=tuple(self.asked))
        return ManaProof(
            None if self.reasons else True,
            rests_on=() if self.reasons else tuple(sorted(self.rests_on)),
            reason="; ".join(self.reasons),
            obligations=tuple(self.asked),
        )
