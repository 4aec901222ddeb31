"""The X of a permanent spell, for every X: what enters with counters counts it, and the permanent does not keep it."""

from __future__ import annotations

from collections.abc import Iterable

from verifier.board import Board, EntersEvent, Permanent, Player
from verifier.cards.pool import find
from verifier.encode.choices import NONE, Choices
from verifier.encode.entering import play_entering
from verifier.encode.happening import Happening
from verifier.encode.space import Space
from verifier.encode.table import Table
from verifier.encode.theorems import can, cannot, theorem
from verifier.encode.whole import Whole, equal, plus, times, whole
from verifier.expressions import Name
from verifier.solve.formula import Bool, and_, not_, or_
from verifier.solve.obligation import Obligation

MOST = 2**20
"""No X is larger."""


def entering(*cards: str, origin: str = "stack") -> tuple[Happening, Whole, tuple[tuple[str, Bool], ...]]:
    """Endless One enters for an open X beside these permanents; X, and what ties the numbers together."""
    entries = tuple(Permanent(name, find(name)[0], "you", "you", place) for place, name in enumerate(cards))
    on = Space(Board((Player("you"), Player("opponent")), "you", entries), numbers=(("X", (0, MOST)),))
    x = on.value(Name("X"))
    event = EntersEvent(find("Endless One")[0], origin=origin)  # type: ignore[arg-type]
    one = play_entering(Table(on), event, x, None, Choices())
    parts = tuple((part.name, part.formula) for part in one.assertions)
    return one, x, (*parts, ("X is from 0 to 2**20", on.assumptions))


def with_counters(one: Happening, number: Whole) -> Bool:
    """Whether it enters with that many +1/+1 counters and an X of its own of 0."""
    assert one.counters is not None
    return and_(equal(one.counters.get("+1/+1", NONE), number), equal(one.observed["X"], NONE))


@theorem(
    "x-of-the-spell-counts",
    "Cast for any X, or copied on the stack, it enters with X counters and its own X is 0; otherwise with none",
    "107.3g", "107.3m", "707.10",
)  # fmt: skip
def x_of_the_spell_counts() -> Iterable[Obligation]:
    for origin in ("stack", "spell-copy"):
        one, x, parts = entering(origin=origin)
        wrong = ("other counters, or an X", not_(with_counters(one, x)))
        yield cannot(f"from {origin}", "other counters than X, or an X of its own", *parts, wrong)
    for origin in ("graveyard", "hand", "copy"):
        one, _, parts = entering(origin=origin)
        wrong = ("counters, or an X", not_(with_counters(one, NONE)))
        yield cannot(f"from {origin}", "counters although no spell had an X", *parts, wrong)
    one, x, parts = entering()
    kept = ("it has not", not_(equal(one.observed["X"], x)))
    yield can("X kept by the permanent", "the permanent has the X of its spell", *parts, kept)


@theorem(
    "doubled-and-one-more",
    "Where one effect doubles the counters and another puts one more, 2X + 1 and 2X + 2 come out for X above 0",
    "107.3m", "616.1e", "616.1f",
)  # fmt: skip
def doubled_and_one_more() -> Iterable[Obligation]:
    one, x, parts = entering("Doubling Season", "Hardened Scales")
    double = times(whole(2), x)
    first, second = plus(double, whole(1)), plus(double, whole(2))
    listed = or_(with_counters(one, first), with_counters(one, second), and_(equal(x, NONE), with_counters(one, NONE)))
    yield cannot("another number", "another number of counters than these", *parts, ("another", not_(listed)))
    for number, name in ((first, "doubled first"), (second, "one more first")):
        yield can(f"never {name}", "only the other order comes out", *parts, ("this one", with_counters(one, number)))
    zero = ("none for X = 0", and_(equal(x, NONE), with_counters(one, NONE)))
    yield can("counters from nothing", "with X = 0 the effects put counters all the same", *parts, zero)
