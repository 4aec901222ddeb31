"""Claims about events over spaces of boards, proved or refuted (514, 504, 614, 701.9, 106.12).

Where all boards at once are too much, or something decides that the layers must know, a space is taken apart by which
entries are there; numbers, choices and orders always stay open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from ..board import Activate, Board, Cleanup, DrawStep, Event, Tap
from ..cards.ability import LayerEffect
from ..errors import Undecided, Unmodelled
from ..expressions import Expression
from ..solve.z3_backend import RLIMIT
from ..within import check_triggers
from .counterexample import EventCounterexample
from .event_play import plays_of
from .event_prover import Claimed, Number, Prover
from .hand_size import Ask
from .hand_size_claims import Proof
from .space import Space
from .space_cases import cases_of
from .standing import effects_standing
from .table import Table

FIRST_TRY = 3_000_000
"""So much a question about mana may take on all boards at once; after that the boards are taken apart."""


def prove_event(
    space: Space | Board,
    event: Event,
    outcomes: Sequence[Claimed] | None = None,
    triggers: Sequence[tuple[str, Number | None]] | None = None,
    may_trigger: Sequence[str] | None = None,
    *,
    produced: Sequence[Claimed] | None = None,
    legal: bool | None = None,
    numbers: Mapping[str, Expression] | None = None,
    every_order: bool = False,
    rlimit: int = RLIMIT,
    ask: Ask | None = None,
) -> Proof:
    """Whether on every board of the space the event comes out as claimed, over every choice and every order.

    ``outcomes`` are all there are; ``triggers`` are the entries whose abilities trigger in each of them, with how often
    where that is claimed, ``may_trigger`` those whose abilities trigger in some. ``produced`` is without triggers.
    ``numbers`` are fields of the event whose values are named. Raises Unmodelled, Undecided.
    """
    all_boards = space if isinstance(space, Space) else Space(space)
    claims = Claims(outcomes, triggers, may_trigger, produced, legal)
    asking = Asked(event, numbers or {}, every_order, rlimit, ask)
    mana = isinstance(event, Tap | Activate)
    if not all_boards.bits:
        return asking.prove(all_boards, claims)
    refused: Unmodelled | Undecided | None = None
    try:
        found = replace(asking, rlimit=min(rlimit, FIRST_TRY) if mana else rlimit).prove(all_boards, claims)
        if found.holds is not None:
            return found
    except (Unmodelled, Undecided) as error:
        refused = error
    proofs = []
    for case, added in cases_of(all_boards):
        proof = asking.prove(case, claims)
        if isinstance(proof.counterexample, EventCounterexample):
            return replace(proof, counterexample=replace(proof.counterexample, added=added))
        proofs.append(proof)
    if not proofs:
        if refused is not None:
            raise refused
        return asking.prove(all_boards, claims)
    return _together(proofs)


def _together(proofs: Sequence[Proof]) -> Proof:
    """What came of a claim whose boards were taken apart."""
    reasons = sorted({proof.reason for proof in proofs if proof.holds is None})
    return Proof(
        None if reasons else True,
        vacuous=all(proof.vacuous for proof in proofs),
        rests_on=() if reasons else tuple(sorted({name for proof in proofs for name in proof.rests_on})),
        reason="; ".join(reasons),
        obligations=tuple(each for proof in proofs for each in proof.obligations),
    )


@dataclass(frozen=True, slots=True)
class Claims:
    """What is claimed of an event."""

    outcomes: Sequence[Claimed] | None
    triggers: Sequence[tuple[str, Number | None]] | None
    may_trigger: Sequence[str] | None
    produced: Sequence[Claimed] | None
    legal: bool | None


@dataclass(frozen=True, slots=True)
class Asked:
    """An event with how it is asked about."""

    event: Event
    numbers: Mapping[str, Expression]
    every_order: bool
    rlimit: int
    ask: Ask | None

    def prove(self, space: Space, claims: Claims) -> Proof:
        """What comes of the claims on the space."""
        if space.is_empty:
            return Proof(True, vacuous=True, reason="a range is empty")
        if any(id not in {entry.id for entry in space.board.entries} for id in ids_of(self.event)):
            return Proof(True, vacuous=True, reason="what the event needs is not there")
        if self.every_order and not isinstance(self.event, Cleanup):
            refuse_orders(space)
        alone = claims.produced is not None
        plays = plays_of(space, self.event, self.numbers, every_order=self.every_order, alone=alone)
        prover = Prover(space, plays, self.rlimit, self.ask)
        if claims.legal is not None:
            return prover.legal(claims.legal)
        if prover.vacuous():
            return prover.proof(vacuous="the event cannot be started on any board")
        if claims.triggers is not None or claims.may_trigger is not None:
            check_triggers(space.board, self.event)
        if claims.produced is not None:
            prover.outcomes(claims.produced)
        if claims.outcomes is not None:
            prover.outcomes(claims.outcomes)
        if claims.triggers is not None:
            prover.triggers(claims.triggers)
        if claims.may_trigger is not None:
            prover.may_trigger(claims.may_trigger)
        return prover.proof()


def refuse_orders(space: Space) -> None:
    """Raises Unmodelled where the order of effects in layers could bear on the event, asked about in every order."""
    layers = effects_standing(Table.printed(space), *get_args(LayerEffect))
    if len(layers) > 1:
        raise Unmodelled(layers[0].asking.subject, "effects of layers in every order, where an event depends on them")


def ids_of(event: Event) -> tuple[str, ...]:
    """The entries that the event speaks of."""
    match event:
        case Tap(permanent=permanent):
            return (permanent,)
        case Activate(permanent=permanent, sacrifice=sacrifice):
            return (permanent, *sacrifice)
        case DrawStep(of=str() as source):
            return (source,)
    return ()
