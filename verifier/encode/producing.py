"""Which abilities of a permanent produce mana, and the productions that each may begin with (106.3, 106.7, 608.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..board import Amounts
from ..cards import ability as a
from ..cards import mana as m
from ..cards import terms as t
from ..cards.ability import Activated, AddMana, ChooseMode, If, Instruction, May, Triggered, UnlessPaid
from ..errors import Unmodelled
from ..solve.formula import FALSE, TRUE, Bool, and_, not_, or_
from .abilities import adds_mana
from .making import Vector, mentions, results
from .reading import fitting, holds, players
from .table import Asking, Seen, Table
from .types import Known
from .whole import Whole, at_least, equal, whole

HARMLESS = frozenset({"damage", "look", "scry", "reveal", "shuffle", "combat", "extra turn", "copy", "life"})
"""Instructions that change no number that an amount of mana is read from, life totals apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Adding:
    """One instruction to add mana with who reads it and when it is followed."""

    ability: int
    instruction: AddMana
    asking: Asking
    when: Bool


def abilities_that_add(seen: Seen) -> Iterator[tuple[int, Activated | Triggered]]:
    """The abilities of the permanent that could add mana, with their places.

    Raises Unmodelled for an ability that is not understood and could be one.
    """
    for place, ability in enumerate(seen.abilities):
        if (
            isinstance(ability, a.Unmodelled)
            and ability.kind in {"activated", "triggered"}
            and ability.may_bear_on_mana
        ):
            raise Unmodelled(seen.name, f"an ability that is not understood ({ability.kind})")
        if isinstance(ability, Activated) and ability.from_zone != "battlefield":
            continue  # 113.6
        if isinstance(ability, Activated | Triggered) and adds_mana(ability.instructions):
            yield place, ability


def if_it_resolved(table: Table, seen: Seen, cap: int) -> Iterator[Adding]:
    """106.7: every instruction to add mana of every ability of the permanent, as if the ability resolved now.

    Costs are ignored: an amount that a cost fixes may be any from one on, or as many as could be removed now under the
    other reading, and whatever could be sacrificed or tapped for the cost may have been.
    """
    for place, ability in abilities_that_add(seen):
        for asking, when in _payments(table, seen, ability, cap):
            if isinstance(ability, Triggered):
                when = and_(when, holds(table, ability.condition, asking))
            for path, followed in paths(table, ability.instructions, asking):
                for instruction in path:
                    yield Adding(place, instruction, asking, and_(seen.there, when, followed))


def _payments(table: Table, seen: Seen, ability: Activated | Triggered, cap: int) -> Iterator[tuple[Asking, Bool]]:
    base = table.of_permanent(seen)
    if isinstance(ability, Triggered):
        yield base, TRUE
        return
    objects: list[tuple[Seen | None, Bool]] = [(None, TRUE)]
    if mentions(ability.instructions, t.CostPermanent):
        objects = [*could_pay(table, ability, base)]
    counted = counted_by_cost(ability.instructions)
    for paid, when in objects:
        asking = replace(base, cost=paid)
        if counted is None:
            yield asking, when
            continue
        if table.board.readings.cost_counted_amount == "actual" and any(map(_counts_permanents, ability.cost)):
            raise Unmodelled(seen.name, "how many permanents its cost could count")
        for amount, also in _amounts(table, seen, counted, cap):
            yield replace(asking, counted=whole(amount)), and_(when, also)


def _counts_permanents(cost: a.Cost) -> bool:
    return isinstance(cost, a.SacrificeCost | a.TapOthers | a.UntapOthers) and isinstance(cost.amount, t.CountedByCost)


def could_pay(table: Table, ability: Activated, asking: Asking) -> Iterator[tuple[Seen, Bool]]:
    """The permanents that could be sacrificed, tapped or untapped for the cost, each with when it is there."""
    for cost in ability.cost:
        if isinstance(cost, a.SacrificeCost | a.TapOthers | a.UntapOthers):
            for seen, when in fitting(table, cost.filter, asking):
                if isinstance(cost, a.UntapOthers) or seen.permanent.controller == asking.you:
                    yield seen, when


def counted_by_cost(instructions: tuple[Instruction, ...]) -> t.CountedByCost | None:
    """The amount in the instructions that the cost fixes, if there is one."""
    found = sorted(set(_counts(instructions)), key=lambda part: (part.counters, part.at_least))
    if len(found) > 1:
        raise Unmodelled("an ability", "two amounts that its cost fixes")
    return found[0] if found else None


def _counts(term: object) -> Iterator[t.CountedByCost]:
    if isinstance(term, t.CountedByCost):
        yield term
    elif isinstance(term, tuple):
        for part in term:
            yield from _counts(part)
    elif isinstance(term, t.Term):
        for name in term.__struct_fields__:
            yield from _counts(getattr(term, name))


def _amounts(table: Table, seen: Seen, counted: t.CountedByCost, cap: int) -> Iterator[tuple[int, Bool]]:
    """The values of an amount that the cost fixes; those above what can matter for types are left out."""
    most = 6 * cap + counted.at_least + 2
    if table.board.readings.cost_counted_amount == "payable" or not counted.counters:
        for amount in range(max(1, counted.at_least), most + 1):
            yield amount, TRUE
        return
    here = table.counters(seen, counted.counters)
    for amount in range(counted.at_least, min(most, here.high) + 1):
        yield amount, at_least(here, whole(amount))


# Instructions --------------------------------------------------------------------------------------------------------


def paths(
    table: Table, instructions: tuple[Instruction, ...], asking: Asking
) -> list[tuple[tuple[AddMana, ...], Bool]]:
    """Every way to follow the instructions: the mana that is added on it in order, and when it can be taken."""
    found: list[tuple[tuple[AddMana, ...], Bool]] = [((), TRUE)]
    disturbed = False
    for instruction in instructions:
        branches: list[tuple[tuple[AddMana, ...], Bool]] = [((), TRUE)]
        match instruction:
            case AddMana():
                if disturbed and _reads(instruction):
                    raise Unmodelled(asking.subject, "an amount of mana read after other instructions")
                branches = [((instruction,), TRUE)]
                if instruction.optional:
                    branches.append(((), TRUE))
            case If(condition, then, otherwise) if adds_mana((instruction,)):
                if disturbed:
                    raise Unmodelled(asking.subject, "a condition read after other instructions")
                met = holds(table, condition, asking)
                branches = [
                    *((path, and_(met, when)) for path, when in paths(table, then, asking)),
                    *((path, and_(not_(met), when)) for path, when in paths(table, otherwise, asking)),
                ]
            case May(inner) if adds_mana(inner):
                branches = [*paths(table, inner, asking), ((), TRUE)]
            case UnlessPaid(inner) if adds_mana(inner):
                branches = [*paths(table, inner, asking), ((), TRUE)]
            case ChooseMode(modes) if adds_mana((instruction,)):
                branches = [branch for mode in modes for branch in paths(table, mode, asking)]
            case a.OtherInstruction(kind) if kind in HARMLESS:
                pass
            case _:
                disturbed = True
        longer = [(path + more, and_(when, also)) for path, when in found for more, also in branches]
        found = [(path, when) for path, when in longer if when is not FALSE]
    if any(_undefined_part(path) for path, _ in found):
        raise Unmodelled(asking.subject, "several parts of mana, one of which may be of an undefined type (106.5)")
    return found


def _undefined_part(path: tuple[AddMana, ...]) -> bool:
    several = len(path) > 1 or any(each.player in {"everyone", "opponents"} for each in path)
    return several and any(_reads_types(part) for part in path)


def _reads_types(term: object) -> bool:
    if isinstance(term, m.TypeSet):
        return not isinstance(term, m.Types)
    if isinstance(term, tuple):
        return any(map(_reads_types, term))
    return isinstance(term, t.Term) and any(_reads_types(getattr(term, name)) for name in term.__struct_fields__)


def _reads(adding: AddMana) -> bool:
    """Whether the mana depends on the board in its amount."""
    return mentions(adding, m.Repeated, m.OneOfEach, *_QUANTITIES, a.Instead)


_QUANTITIES = (
    t.Count, t.CountersOn, t.Devotion, t.DevotionToThatColor, t.CardsIn, t.CardTypesIn, t.LifeTotal, t.CardsDrawn,
    t.BasicLandTypesAmong, t.ColorsAmong, t.GreatestPower, t.PowerOf, t.ThatMany,
)  # fmt: skip


# Starts --------------------------------------------------------------------------------------------------------------


def saturated_starts(table: Table, adding: Adding, known: Known | None, cap: int) -> dict[Amounts, Bool]:
    """The productions of one mana or more that the instruction may ask for, told apart up to the cap."""
    found: dict[Amounts, Bool] = {}
    for vector, when in results(table, adding.instruction, adding.asking, known, cap):
        if vector is None:
            continue
        for amounts, also in _cases(vector, cap):
            both = and_(adding.when, when, also)
            if any(amounts) and both is not FALSE:
                old = found.get(amounts)
                found[amounts] = both if old is None else or_(old, both)
    return found


def _cases(vector: Vector, cap: int) -> Iterator[tuple[Amounts, Bool]]:
    options: list[tuple[tuple[int, ...], Bool]] = [((), TRUE)]
    for part in vector:
        options = [
            ((*amounts, number), and_(when, also)) for amounts, when in options for number, also in _values(part, cap)
        ]
    for amounts, when in options:
        w, u, b, r, g, c = amounts
        yield (w, u, b, r, g, c), when


def _values(part: Whole, cap: int) -> list[tuple[int, Bool]]:
    if part.constant is not None:
        return [(min(part.low, cap), TRUE)]
    last = min(cap, part.high)
    exact = [(number, equal(part, whole(number))) for number in range(max(part.low, 0), last)]
    return [*exact, (last, at_least(part, whole(last)))]


def recipients(table: Table, adding: Adding) -> tuple[tuple[str, ...], ...]:
    """Who adds the mana, in turn order; several groups where that is a choice.

    Raises Unmodelled where it is a player who has not been chosen.
    """
    if adding.instruction.player == "any":
        return tuple((player,) for player in table.names)
    found = players(table, adding.instruction.player, adding.asking)
    if not found:
        raise Unmodelled(adding.asking.subject, f"who adds the mana ({adding.instruction.player})")
    return (tuple(player for player in table.names if player in found),)
