"""Discards with Library of Leng, for every number of cards: which splits between library and graveyard there are."""

from __future__ import annotations

from collections.abc import Iterable

from verifier.board import Board, Cleanup, DiscardCards, Permanent, Player
from verifier.cards.pool import find
from verifier.encode.choices import NONE, Choices
from verifier.encode.discards import play_cleanup, play_discard
from verifier.encode.happening import Happening
from verifier.encode.space import Space
from verifier.encode.table import Table
from verifier.encode.theorems import can, cannot, theorem
from verifier.encode.whole import Whole, at_least, equal, largest, minus, plus, smallest, whole
from verifier.expressions import Name
from verifier.solve.formula import Bool, and_, not_, or_
from verifier.solve.obligation import Named, Obligation

MOST = 2**20
"""No number of cards is larger."""
SPLIT = "choice: you: put on the library"
"""The choice how many of the discarded cards go on the library."""


def space(*cards: str) -> Space:
    """A board with these permanents of yours, with h cards in hand, d to discard and s among them."""
    entries = tuple(Permanent(name, find(name)[0], "you", "you", place) for place, name in enumerate(cards))
    names = ("d", "h", "s")
    return Space(
        Board((Player("you"), Player("opponent")), "you", entries),
        numbers=tuple((name, (0, MOST)) for name in names),
        players={("you", "hand"): Name("h")},
    )


def discard(on: Space, cause: str, split: Whole | None = None) -> Happening:
    """An opponent's effect, or a cost, discards d cards; ``split`` of them are chosen to go on the library."""
    event = DiscardCards(0, "you", cause, "opponent" if cause == "effect" else None)  # type: ignore[arg-type]
    choices = Choices() if split is None else Choices({SPLIT: split})
    return play_discard(Table(on), event, on.value(Name("d")), choices)


def discarded(on: Space) -> Whole:
    """609.3: as many as there are."""
    return smallest([on.value(Name("d")), on.value(Name("h"))])


def comes_out(one: Happening, library: Whole, graveyard: Whole) -> Bool:
    """Whether that many cards are in each zone, and none in another."""
    seen = one.observed
    return and_(equal(seen["library"], library), equal(seen["graveyard"], graveyard), equal(seen["exile"], NONE))


def named(parts: Iterable[Named]) -> tuple[tuple[str, Bool], ...]:
    """Assertions as theorems take them."""
    return tuple((part.name, part.formula) for part in parts)


@theorem(
    "leng-every-split",
    "Of d cards discarded to an effect, any number from none to all goes on top of the library, the others to the "
    "graveyard, and nothing else happens",
    "609.3", "614.6", "701.9a",
)  # fmt: skip
def leng_every_split() -> Iterable[Obligation]:
    on = space("Library of Leng")
    free, cards, split = discard(on, "effect"), discarded(on), on.value(Name("s"))
    bounds = ("numbers are from 0 to 2**20", on.assumptions)
    seen = free.observed
    elsewhere = not_(and_(equal(plus(seen["library"], seen["graveyard"]), cards), equal(seen["exile"], NONE)))
    parts = (*named(free.assertions), bounds)
    yield cannot("a card is lost", "library and graveyard do not get all the cards", *parts, ("elsewhere", elsewhere))
    beyond = or_(not_(at_least(cards, seen["library"])), not_(at_least(seen["library"], NONE)))
    yield cannot("more than all", "more cards than discarded go on the library", *parts, ("too many", beyond))
    reached = comes_out(discard(on, "effect", split), split, minus(cards, split))
    yield cannot(
        "a split that cannot be chosen", "some number of the cards cannot go on the library",
        bounds, ("s is at most the number of cards", at_least(cards, split)), ("it does not come out", not_(reached)),
    )  # fmt: skip
    yield can(
        "all or nothing", "only none or all of the cards can go on the library",
        *parts, ("some but not all", and_(at_least(seen["library"], whole(1)), at_least(seen["graveyard"], whole(1)))),
    )  # fmt: skip
    yield can(
        "more than the hand", "the number of cards asked for is always discarded",
        *parts, ("fewer", not_(equal(cards, on.value(Name("d"))))),
    )  # fmt: skip


@theorem(
    "leng-never-for-a-cost",
    "Cards discarded as a cost all go to the graveyard, however many and even if the cost is paid on resolution",
    "118.1", "118.12", "701.9a",
)  # fmt: skip
def leng_never_for_a_cost() -> Iterable[Obligation]:
    on = space("Library of Leng")
    bounds, cards, split = ("numbers are from 0 to 2**20", on.assumptions), discarded(on), on.value(Name("s"))
    for cause in ("cost", "cost-on-resolution"):
        free = discard(on, cause)
        other = ("another place", not_(comes_out(free, NONE, cards)))
        meaning = "a card discarded for a cost goes elsewhere than to the graveyard"
        yield cannot(f"elsewhere for a {cause}", meaning, *named(free.assertions), bounds, other)
    reached = comes_out(discard(on, "cost", split), split, minus(cards, split))
    yield can(
        "Leng for a cost", "every split that an effect allows is allowed for a cost",
        bounds, ("s is at most the number of cards", at_least(cards, split)), ("it does not come out", not_(reached)),
    )  # fmt: skip


@theorem(
    "leng-never-at-cleanup",
    "The cards discarded down to the maximum hand size go to the graveyard, whatever the size of the hand",
    "402.2", "514.1", "613.11",
)  # fmt: skip
def leng_never_at_cleanup() -> Iterable[Obligation]:
    on = space("Library of Leng", "Null Profusion")
    bounds = ("numbers are from 0 to 2**20", on.assumptions)
    free = play_cleanup(Table(on), Cleanup("you"), Choices())
    excess = largest([minus(on.value(Name("h")), whole(2)), NONE])
    parts = (*named(free.assertions), bounds)
    wrong = not_(and_(equal(free.observed["discarded"], excess), comes_out(free, NONE, excess)))
    yield cannot("another place or number", "a card goes elsewhere, or too many or too few go", *parts, ("so", wrong))
    kept = not_(equal(free.observed["discarded"], NONE))
    yield can("no maximum after all", "the earlier effect of Leng leaves no maximum", *parts, ("discarded", kept))
