"""Maximum hand size is consistent: for any effects, numbers, timestamps and controllers (402.2, 613.7, 613.11).

Each of six effects may be there or not, sets, raises, lowers or takes away the maximum, by 0 to 2**20, at any time,
under any of four players; effects that do not affect the player in question are those that are not there. The proofs go
position by position: what comes before is any size at all, so that each step is proved once and for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from verifier.encode.hand_size_any import (
    MOST,
    PLACE,
    START,
    AnyBoard,
    differ,
    effect_named,
    same,
    same_effect,
    size_named,
)
from verifier.encode.hand_size_fold import CHANGES, Applied, at_position, closed, counting, fold, gathered
from verifier.encode.theorems import can, cannot, theorem
from verifier.solve.formula import (
    FALSE,
    TRUE,
    and_,
    bool_var,
    eq,
    iff,
    implies,
    not_,
    number,
    or_,
    sle,
    ult,
)
from verifier.solve.obligation import Obligation

FEW = 3
"""How many effects there are where whole orders are gone through one by one."""
READINGS = (("below zero kept", False), ("never below zero", True))


# One value, unless a player may choose -------------------------------------------------------------------------------


@theorem(
    "hand-size-one-value",
    "A board gives exactly one maximum hand size unless a player orders simultaneous entries",
    "402.2",
    "613.7",
    "613.7m",
    "613.11",
)
def one_value() -> Iterator[Obligation]:
    """Without a choice there is one order; along one order the same effects apply; they make the same of a size."""
    board = AnyBoard()
    (order, distinct), (other, other_distinct) = board.order(), board.order(" otherwise")
    allowed = (("613.7 timestamps", board.allows(order)), ("613.7 timestamps otherwise", board.allows(other)))
    pairs = list(combinations(board.numbers, 2))
    turned = [not_(iff(ult(order[a], order[b]), ult(other[a], other[b]))) for a, b in pairs]
    moved = [not_(eq(a, b)) for a, b in zip(order, other, strict=True)]
    for (a, b), differently in zip(pairs, turned, strict=True):
        yield cannot(
            f"effects {a} and {b} in two orders",
            "no two entries of one player are simultaneous, and two effects can come in either order",
            distinct,
            other_distinct,
            *allowed,
            ("no choice", not_(board.choices)),
            ("the two come in different orders", differently),
        )
    yield cannot(
        "two orders of the same pairs",
        "any two effects come in the same order, and the orders are not the same",
        distinct,
        other_distinct,
        ("any two come in the same order", not_(or_(*turned))),
        ("the orders differ", or_(*moved)),
    )
    for place in board.numbers:
        (one,), (again,) = at_position(board.slots(order), place), at_position(board.slots(other), place)
        yield cannot(
            f"two effects at position {place}",
            "the orders are the same, and what applies at a position is not",
            ("the orders are the same", not_(or_(*moved))),
            ("the effects differ", not_(same_effect(one, again))),
        )
    before, effects = (size_named("before"), size_named("before otherwise")), (effect_named("0"), effect_named("1"))
    for reading, at_least_zero in READINGS:
        sizes = [effect.to(size, at_least_zero=at_least_zero) for size, effect in zip(before, effects, strict=True)]
        yield cannot(
            f"two sizes after one effect, {reading}",
            "the same size and the same effect, and different sizes after it",
            ("the same size before", same(*before)),
            ("the same effect", same_effect(*effects)),
            differ(*sizes),
        )
    yield from _choices_matter()


def _choices_matter() -> Iterator[Obligation]:
    board = AnyBoard(2)
    (order, distinct), (other, other_distinct) = board.order(), board.order(" otherwise")
    sizes = [fold(START, board.slots(run), at_least_zero=False) for run in (order, other)]
    runs = (board.amounts, distinct, other_distinct)
    allowed = (("613.7 timestamps", board.allows(order)), ("613.7 timestamps otherwise", board.allows(other)))
    yield can("order does not matter", "two orders, two sizes", *runs, differ(*sizes))
    yield can(
        "a choice never matters", "two orders of simultaneous entries, two sizes", *runs, *allowed, differ(*sizes)
    )
    yield can(
        "anybody may order simultaneous entries",
        "an order of simultaneous entries that APNAP order forbids",
        distinct,
        ("simultaneous", eq(board.stamps[0], board.stamps[1])),
        ("not allowed", not_(board.allows(order))),
    )


@theorem(
    "hand-size-listed-values",
    "The possible maximum hand sizes are those of the allowed orders, no more and no fewer",
    "402.2",
    "613.7",
    "613.7m",
    "613.11",
)
def listed_values() -> Iterator[Obligation]:
    """Positions are the orders, one for one; what applies at a position is the effect that has it."""
    board = AnyBoard()
    order, distinct = board.order()
    for place in board.numbers:
        here = [eq(at, number(place, PLACE)) for at in order]
        (applied,) = at_position(board.slots(order), place)
        others = [and_(at, not_(same_effect(one, applied))) for at, one in zip(here, board.effects, strict=True)]
        yield cannot(
            f"position {place} of none", "no effect has a position", distinct, ("none has it", not_(or_(*here)))
        )
        yield cannot(
            f"another at position {place}",
            "what applies at a position is not the effect that has it",
            distinct,
            ("another applies", or_(*others)),
        )
    inverted = [and_(board.before(a, b), ult(order[b], order[a])) for a, b in permutations(board.numbers, 2)]
    yield cannot(
        "another order allowed",
        "an order is allowed that puts something before what must precede it, or forbidden without that",
        distinct,
        ("it is", iff(board.allows(order), or_(*inverted))),
    )
    yield from _listed_one_by_one()


def _listed_one_by_one() -> Iterator[Obligation]:
    """The same for few effects with whole orders: each order of them effect by effect."""
    board = AnyBoard(FEW)
    order, distinct = board.order()
    listed = []
    for way in permutations(board.numbers):
        places = [number(way.index(n), PLACE) for n in board.numbers]
        size, along = fold(START, board.slots(places), at_least_zero=False), START
        for n in way:
            along = board.effects[n].to(along, at_least_zero=False)
        allowed = and_(*(not_(board.before(later, earlier)) for earlier, later in combinations(way, 2)))
        yield cannot(
            f"order {' '.join(map(str, way))}",
            "an order, effect by effect, gives another size or is not allowed alike",
            ("it is not the same", or_(not_(iff(allowed, board.allows(places))), not_(same(size, along)))),
        )
        listed.append(and_(*(eq(order[n], places[n]) for n in board.numbers)))
    yield cannot("an order that is not listed", "positions that are no order", distinct, ("none", not_(or_(*listed))))
    yield can("every order is allowed", "an order that is not", distinct, ("not allowed", not_(board.allows(order))))


# Only the order of timestamps counts ----------------------------------------------------------------------------------


@theorem(
    "hand-size-relabelled-timestamps",
    "Other timestamps in the same order change nothing",
    "613.7",
    "613.7m",
    "613.11",
)
def relabelled() -> Iterator[Obligation]:
    """What must come before what is the same, and nothing else about timestamps is asked."""
    board, again = AnyBoard(), AnyBoard(name=" anew")
    for a, b in permutations(board.numbers, 2):
        earlier = [ult(one.stamps[a], one.stamps[b]) for one in (board, again)]
        later = [ult(one.stamps[b], one.stamps[a]) for one in (board, again)]
        yield cannot(
            f"{a} before {b} by one of them",
            "two timestamps are in the same order anew, and the one must precede the other by only one of the two",
            ("the same order of the timestamps", and_(iff(*earlier), iff(*later))),
            ("only by one of them", not_(iff(board.before(a, b), again.before(a, b)))),
        )
    order, distinct = board.order()
    musts = [implies(board.before(a, b), ult(order[a], order[b])) for a, b in permutations(board.numbers, 2)]
    yield cannot(
        "something else is asked",
        "an order in which everything precedes what it must precede is not allowed",
        distinct,
        ("everything precedes what it must", and_(*musts)),
        ("not allowed", not_(board.allows(order))),
    )
    board, again = AnyBoard(2), AnyBoard(2, " anew")
    (order, distinct), (anew, anew_distinct) = board.order(), board.order(" anew")
    sizes = [fold(START, board.slots(run), at_least_zero=False) for run in (order, anew)]
    yield can(
        "timestamps can be exchanged",
        "two effects exchange their timestamps, and the size is another",
        board.amounts,
        distinct,
        anew_distinct,
        ("613.7 timestamps", and_(board.allows(order), ult(board.stamps[0], board.stamps[1]))),
        ("613.7 timestamps anew", again.allows(anew)),
        ("exchanged", and_(eq(board.stamps[0], again.stamps[1]), eq(board.stamps[1], again.stamps[0]))),
        differ(*sizes),
    )


# What is before the last that sets or takes away does not matter ------------------------------------------------------


@theorem(
    "hand-size-last-reset",
    "The maximum hand size is the fold from the last effect that sets it or takes it away: nothing before it matters",
    "402.2",
    "613.7",
    "613.11",
)
def last_reset() -> Iterator[Obligation]:
    """Two runs have the same effects from the last such one on, and anything at all before it.

    Position by position: once it has been applied and while no other follows, both have the same size.
    """
    board = AnyBoard()
    order, _ = board.order()
    before = size_named("before"), size_named("before otherwise")
    past = bool_var("one that ends all before has been applied")
    for place in board.numbers:
        (effect,) = at_position(board.slots(order), place)
        for reading, at_least_zero in READINGS:
            sizes = [effect.to(size, at_least_zero=at_least_zero) for size in before]
            yield cannot(
                f"what is before position {place} matters, {reading}",
                "the last effect that ends all before has been applied, and the sizes differ",
                ("it was before, and then the sizes were the same, or it is here", or_(past, effect.ends_all_before)),
                ("the sizes were the same", implies(not_(effect.ends_all_before), same(*before))),
                differ(*sizes),
            )
    yield from _what_does_matter()


def _what_does_matter() -> Iterator[Obligation]:
    board = AnyBoard(FEW)
    order, distinct = board.order()
    effects = board.effects
    size = fold(START, board.slots(order), at_least_zero=False)
    sets = [and_(effect.applies, effect.makes("set")) for effect in effects]
    smallest = [
        and_(when, *(implies(also, sle(one.amount, other.amount)) for also, other in zip(sets, effects, strict=True)))
        for when, one in zip(sets, effects, strict=True)
    ]
    numbers = [eq(size.value, effect.amount) for effect in effects]
    is_smallest = or_(*(and_(when, number_) for when, number_ in zip(smallest, numbers, strict=True)))
    is_one = or_(*(and_(when, number_) for when, number_ in zip(sets, numbers, strict=True)))
    yield can(
        "the smallest number wins",
        "effects that set numbers, and another than the smallest comes out",
        board.amounts,
        distinct,
        ("effects set numbers", and_(*sets)),
        ("it is not the smallest", not_(is_smallest)),
    )
    yield can(
        "once there is no maximum there is none",
        "an effect takes it away, and there is one",
        distinct,
        ("an effect takes it away", or_(*(and_(effect.applies, effect.makes("none")) for effect in effects))),
        ("there is one", not_(size.none)),
    )
    yield can(
        "a number that is set stands",
        "effects set numbers, and what comes out is neither one of them nor no maximum",
        board.amounts,
        distinct,
        ("an effect sets a number", or_(*sets)),
        ("it is none of them", and_(not_(is_one), not_(size.none))),
    )
    before = size_named("before"), size_named("before otherwise")
    sizes = [effects[0].to(one, at_least_zero=False) for one in before]
    yield can("nothing ever matters", "two sizes before an effect, and two after it", differ(*sizes))


@theorem(
    "hand-size-one-more-effect",
    "What the last one that sets or takes away leaves, with every change after it, is what comes one after another",
    "402.2",
    "613.7",
    "613.11",
)
def one_more_effect() -> Iterator[Obligation]:
    """By induction over the effects: none leaves the start, and one that is applied last acts on what the others leave.

    The effects that count (``counting``) and what they come to (``gathered``) are one step each.
    """
    for effects in range(1, MOST + 1):
        board = AnyBoard(effects)
        order, distinct = board.order()
        slots, last = board.slots(order), board.effects[-1]
        latest = ("the last effect is applied last", eq(order[-1], number(effects - 1, PLACE)))
        fewer, more = counting(slots[:-1]), counting(slots)
        ends = last.ends_all_before
        changed = [not_(iff(now, and_(was, not_(ends)))) for was, now in zip(fewer, more[:-1], strict=True)]
        yield cannot(
            f"{effects}: what counts",
            "a last effect ends all before, or not, and something else counts than before",
            distinct,
            latest,
            ("it is so", or_(*changed, not_(iff(more[-1], last.applies)))),
        )
        counts = [bool_var(f"counts {n}") for n in board.numbers[:-1]]
        none = [FALSE] * len(counts)
        for change, there in (*((change, TRUE) for change in CHANGES), ("set", FALSE)):
            makes = Applied(there, number(CHANGES.index(change), 2), last.amount)
            now = [*(none if there is TRUE and change in {"set", "none"} else counts), there]
            whole = gathered(START, [*board.effects[:-1], makes], now)
            stepped = makes.to(gathered(START, board.effects[:-1], counts), at_least_zero=False)
            yield cannot(
                f"{effects}: what it comes to, the last {f'makes it {change}' if there is TRUE else 'not there'}",
                "the effects that count come to something else than the last one makes of the others",
                differ(whole, stepped),
            )
        for reading, at_least_zero in READINGS:
            others = fold(START, slots[:-1], at_least_zero=at_least_zero)
            every = fold(START, slots, at_least_zero=at_least_zero)
            yield cannot(
                f"{effects}: one after another, {reading}",
                "one more effect, applied last, does not act on what the others leave",
                distinct,
                latest,
                differ(every, last.to(others, at_least_zero=at_least_zero)),
            )
    yield from _readings_differ()


def _readings_differ() -> Iterator[Obligation]:
    board = AnyBoard(2)
    order, distinct = board.order()
    slots = board.slots(order)
    first, second = board.effects
    yield can(
        "both readings of a number below zero are one",
        "seven is reduced below zero and raised, and the readings differ",
        board.amounts,
        distinct,
        ("reduced", and_(first.applies, first.makes("reduce"))),
        ("then raised", and_(second.applies, second.makes("increase"), ult(order[0], order[1]))),
        differ(closed(START, slots), fold(START, slots, at_least_zero=True)),
    )
