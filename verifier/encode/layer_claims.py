"""Claims about characteristics over spaces of boards and orders, proved or refuted (109.3, 305.6, 613).

A claim about a permanent is one obligation over all boards and all orders of timestamps at once: that it is there and
something is otherwise than claimed. Rules, effects and the order are assertions of their own, so that a reason names
those that it takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from ..board import Board
from ..cards.vocabulary import COLORS, LAND_TYPES
from ..errors import Undecided
from ..expressions import Expression
from ..solve.formula import Bool, and_, not_, truth
from ..solve.obligation import Named, Obligation
from ..solve.z3_backend import RLIMIT, Answer, solve
from .abilities import counts_as_mana_ability
from .hand_size import Ask
from .layer_state import EVERY_CREATURE_TYPE
from .layer_world import World
from .layers import Layers
from .space import Space
from .whole import Whole, equal, how_many, whole

Number = int | Expression
N_co = TypeVar("N_co", covariant=True)


class Claimed(Protocol[N_co]):
    """Characteristics that are claimed, None where one is not; ``claim.Characteristics`` is of this form."""

    @property
    def name(self) -> str | None: ...
    @property
    def types(self) -> tuple[str, ...] | None: ...
    @property
    def subtypes(self) -> tuple[str, ...] | None: ...
    @property
    def supertypes(self) -> tuple[str, ...] | None: ...
    @property
    def colors(self) -> str | None: ...
    @property
    def power(self) -> N_co | None: ...
    @property
    def toughness(self) -> N_co | None: ...
    @property
    def controller(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class LayerCounterexample:
    """A board and an order, in which the permanent is otherwise; ``order`` has the entries that matter.

    ``keys`` are the claimed characteristics that differ.
    """

    id: str
    keys: tuple[str, ...]
    board: Board
    added: tuple[str, ...]
    numbers: tuple[tuple[str, int], ...]
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LayerProof:
    """What came of a claim: ``holds`` is None where a limit was hit, and ``reason`` says which.

    ``vacuous``: there is no board that it speaks of. ``rests_on`` are names of assertions that suffice for it.
    """

    holds: bool | None
    vacuous: bool = False
    counterexample: LayerCounterexample | None = None
    rests_on: tuple[str, ...] = ()
    reason: str = ""
    obligations: tuple[tuple[Obligation, Answer], ...] = field(default=(), repr=False, compare=False)


def prove_characteristics(
    space: Space | Board,
    expected: Mapping[str, Claimed[Number]],
    *,
    every_order: bool = False,
    rlimit: int = RLIMIT,
    ask: Ask | None = None,
) -> LayerProof:
    """Whether on every board of the space the permanents have exactly these characteristics, for each that is claimed.

    ``every_order`` quantifies over timestamps too. Raises Unmodelled with the card, Undecided where too many effects of
    one layer are in an open order.
    """
    prover = _Prover(space, every_order, rlimit, ask)
    return prover.prove({id: prover.characteristics(id, what) for id, what in expected.items() if prover.knows(id)})


def prove_land_subtypes(
    space: Space | Board,
    expected: Mapping[str, Sequence[str]],
    *,
    every_order: bool = False,
    rlimit: int = RLIMIT,
    ask: Ask | None = None,
) -> LayerProof:
    """The same about exactly which land types they have (205.3i)."""
    prover = _Prover(space, every_order, rlimit, ask)
    return prover.prove({id: prover.land_subtypes(id, types) for id, types in expected.items() if prover.knows(id)})


def prove_mana_abilities(
    space: Space | Board,
    expected: Mapping[str, Number],
    *,
    every_order: bool = False,
    rlimit: int = RLIMIT,
    ask: Ask | None = None,
) -> LayerProof:
    """The same about how many mana abilities they have (605.1)."""
    prover = _Prover(space, every_order, rlimit, ask)
    return prover.prove({id: prover.mana_abilities(id, number) for id, number in expected.items() if prover.knows(id)})


Parts = dict[str, Bool]
"""For each characteristic whether it is as claimed."""


class _Prover:
    def __init__(self, space: Space | Board, every_order: bool, rlimit: int, ask: Ask | None) -> None:
        self.space = space if isinstance(space, Space) else Space(space)
        self.layers = layers_to_prove(self.space, every_order)
        self.world = World(self.layers)
        self.rlimit, self.ask = rlimit, ask
        self.asked: list[tuple[Obligation, Answer]] = []

    def knows(self, id: str) -> bool:
        """Whether the permanent is there on some board; what is phased out is not (702.26b)."""
        return id in self.layers.table.seen

    def prove(self, claims: Mapping[str, Parts]) -> LayerProof:
        if self.space.is_empty:
            return LayerProof(True, vacuous=True, reason="a range is empty")
        for id in claims:
            if self._ask(self._premises(id)).status == "unsat":
                return self._ended(True, reason=f"{id} is on no board of the claim")
        if not claims:
            return self._ended(True, reason="what is claimed is on no board of the claim")
        reasons: list[str] = []
        rests_on: set[str] = set()
        for id, parts in claims.items():
            obligation = self._obligation(id, parts)
            if obligation is None:
                continue
            answer = self._ask(obligation)
            if answer.status == "sat":
                instance, board, order = self.world.decode(answer)
                wrong = tuple(key for key, holds in parts.items() if not self.world.worth(holds, answer))
                optional = {*self.space.optional, *self.space.copies}
                added = tuple(entry.id for entry in board.entries if entry.id in optional)
                found = LayerCounterexample(id, wrong, board, added, instance.numbers, order)
                return LayerProof(False, counterexample=found, obligations=tuple(self.asked))
            if answer.status == "unknown":
                reasons.append(f"{obligation.name}: {answer.reason}")
            rests_on.update(name for name in answer.core if not name.startswith("claim: "))
        holds = None if reasons else True
        return LayerProof(
            holds,
            rests_on=() if reasons else tuple(sorted(rests_on)),
            reason="; ".join(reasons),
            obligations=tuple(self.asked),
        )

    def _ended(self, holds: bool, reason: str) -> LayerProof:
        return LayerProof(holds, vacuous=True, reason=reason, obligations=tuple(self.asked))

    def _ask(self, obligation: Obligation) -> Answer:
        answer = solve(obligation, self.rlimit, self.ask)
        self.asked.append((obligation, answer))
        return answer

    def _premises(self, id: str) -> Obligation:
        there = Named(f"{id} is there", self.layers.reader.there[id])
        meaning = f"there is a board of the claim with {id}, and an order of its entries"
        return self.world.obligation(f"some board with {id}", meaning, [there], "sat")

    def _obligation(self, id: str, parts: Parts) -> Obligation | None:
        there = self.layers.reader.there[id]
        otherwise = Named("claim: something is otherwise", and_(there, not_(and_(*parts.values()))))
        if otherwise.formula.op == "false":
            return None
        meaning = f"on some board, in some order, {id} is otherwise than claimed: {', '.join(parts)}"
        return self.world.obligation(f"characteristics of {id}: {', '.join(parts)}", meaning, [otherwise], "unsat")

    # What is claimed --------------------------------------------------------------------------------------------------

    def characteristics(self, id: str, what: Claimed[Number]) -> Parts:
        found: Parts = {}
        if what.name is not None:
            found["name"] = truth(self.layers.table.seen[id].name == what.name)
        for key, kind, names in (
            ("types", "type", what.types),
            ("subtypes", "subtype", what.subtypes),
            ("supertypes", "supertype", what.supertypes),
        ):
            if names is not None:
                found[key] = self._exactly(id, kind, names)
        if what.colors is not None:
            found["colors"] = self._exactly(id, "color", what.colors, COLORS)
        if what.controller is not None:
            found["controller"] = self.layers.end.get(id, ("controller", what.controller))
        power, toughness = self.layers.reader.final_numbers(self.layers.end, id)
        creature = self.layers.end.get(id, ("type", "Creature"))
        for key, claimed, number in (("power", what.power, power), ("toughness", what.toughness, toughness)):
            if claimed is not None:
                same = truth(False) if number is None else equal(number, self._value(claimed))
                found[key] = and_(creature, same)
        return found

    def land_subtypes(self, id: str, types: Iterable[str]) -> Parts:
        return {"land types": self._exactly(id, "subtype", types, LAND_TYPES)}

    def mana_abilities(self, id: str, number: Number) -> Parts:
        edition = self.space.board.edition
        held = [
            self.layers.end.get(id, slot.key)
            for slot in self.layers.catalogue.slots[id]
            if counts_as_mana_ability(slot.ability, edition)
        ]
        return {"mana abilities": equal(how_many(held), self._value(number))}

    def _exactly(self, id: str, kind: str, names: Iterable[str], among: Iterable[str] | None = None) -> Bool:
        state, wanted = self.layers.end, set(names)
        there = {str(key[1]) for key in state.rows[id] if key[0] == kind}
        every = sorted((there | wanted) & (set(among) if among is not None else there | wanted))
        parts = [
            state.get(id, (kind, name)) if name in wanted else not_(state.get(id, (kind, name)))
            for name in every
            if name != EVERY_CREATURE_TYPE[1]
        ]
        if kind == "subtype" and among is None:
            parts.append(not_(state.get(id, EVERY_CREATURE_TYPE)))
        if among is not None and wanted - set(every):
            return truth(False)
        return and_(*parts)

    def _value(self, number: Number) -> Whole:
        return whole(number) if isinstance(number, int) else self.space.value(number)


def layers_to_prove(space: Space, every_order: bool) -> Layers:
    """The layers with everything named; without names where that is too much for a plain board."""
    try:
        layers = Layers(space, every_order=every_order, named=True, choices=True)
        assert layers.end is not None
    except Undecided:
        if every_order:
            raise
        layers = Layers(space, choices=True)
    return layers
