"""A draw step with Sylvan Library, for every hand, library, life total and number of cards drawn earlier this turn."""

from __future__ import annotations

from collections.abc import Iterable

from verifier.board import Board, DrawStep, Permanent, Player
from verifier.cards.pool import find
from verifier.encode.choices import NONE, ONE, Choices
from verifier.encode.draw_step import play_draw_step
from verifier.encode.happening import Happening
from verifier.encode.space import Space
from verifier.encode.table import Table
from verifier.encode.theorems import can, cannot, theorem
from verifier.encode.whole import Whole, at_least, equal, minus, plus, smallest, times, whole
from verifier.expressions import Name
from verifier.solve.formula import Bool, and_, not_, or_
from verifier.solve.obligation import Named, Obligation

MOST = 10**6
"""No number of cards or of life is larger."""
USED = "choice: Sylvan Library, instruction 1: it is used"
PAID = "choice: Sylvan Library, instruction 1, instruction 2: cards paid for"
BOUNDS = "numbers are up to a million, there are a card and a life, what was drawn is in hand, r is at most two"


class Step:
    """Your draw step: h cards in hand, a of them drawn earlier, l in the library, r draws replaced, life total L."""

    def __init__(self) -> None:
        entry = Permanent("Sylvan Library", find("Sylvan Library")[0], "you", "you", 0)
        keys = {"hand": "h", "library": "l", "life": "L", "drawn_this_turn": "a"}
        self.space = Space(
            Board((Player("you"), Player("opponent")), "you", (entry,)),
            numbers=(("h", (0, MOST)), ("l", (1, MOST)), ("L", (1, MOST)), ("a", (0, MOST)), ("r", (0, 2))),
            players={("you", key): Name(name) for key, name in keys.items()},
        )
        held = at_least(self.of("h"), self.of("a"))
        self.bounds = (BOUNDS, and_(self.space.assumptions, held))

    def of(self, name: str) -> Whole:
        """The number of that name."""
        return self.space.value(Name(name))

    def play(self, *, used: bool | None = None, paid: int = 0) -> Happening:
        """The step with free choices, or with the ability used or not and so many cards paid for."""
        written = None if used is None else {USED: ONE if used else NONE, PAID: whole(paid)}
        return play_draw_step(Table(self.space), DrawStep("you"), self.of("r"), Choices(written))

    @property
    def drawn(self) -> Whole:
        """Cards really drawn if the ability is used: one for the turn, and what is not replaced of two."""
        return smallest([self.of("l"), minus(whole(3), self.of("r"))])

    @property
    def chosen(self) -> Whole:
        """Cards drawn this turn that are chosen: two, or all there are."""
        return smallest([whole(2), plus(self.of("a"), self.drawn)])

    def payable(self, paid: int) -> Bool:
        """Whether so many of the chosen cards can be paid for (119.4)."""
        return and_(at_least(self.chosen, whole(paid)), at_least(self.of("L"), whole(4 * paid)))

    def declined(self, one: Happening) -> Bool:
        """Whether one card is drawn, if there is one, and nothing else happens."""
        return _is(one, smallest([ONE, self.of("l")]), NONE, NONE)

    def kept(self, one: Happening, paid: int) -> Bool:
        """Whether the ability was used and so many of the chosen cards were paid for."""
        return _is(one, self.drawn, minus(self.chosen, whole(paid)), times(whole(4), whole(paid)))


def _is(one: Happening, drawn: Whole, put_back: Whole, life_paid: Whole) -> Bool:
    seen = one.observed
    return and_(
        equal(seen["drawn"], drawn), equal(seen["put_back"], put_back), equal(seen["life_paid"], life_paid),
        equal(seen["discarded"], NONE),
    )  # fmt: skip


def _named(parts: Iterable[Named]) -> tuple[tuple[str, Bool], ...]:
    return tuple((part.name, part.formula) for part in parts)


@theorem(
    "sylvan-library-nothing-else",
    "Sylvan Library is declined, or up to two of the cards drawn this turn are chosen, each put back or paid for with "
    "4 life that are there; nothing else can happen",
    "119.4", "121.2", "504.1", "608.2c", "614.11a",
)  # fmt: skip
def sylvan_library_nothing_else() -> Iterable[Obligation]:
    step = Step()
    free = step.play()
    parts = (*_named(free.assertions), step.bounds)
    listed = or_(step.declined(free), *(and_(step.payable(paid), step.kept(free, paid)) for paid in range(3)))
    yield cannot("something else", "another outcome than those listed", *parts, ("another outcome", not_(listed)))
    seen = free.observed
    some = or_(at_least(seen["put_back"], ONE), at_least(seen["life_paid"], ONE))
    yield can(
        "two cards are always chosen", "whoever uses the ability chooses two cards",
        *parts, ("a card is put back or paid for", some), ("two are not there", not_(equal(step.chosen, whole(2)))),
    )  # fmt: skip
    replaced = minus(seen["life_paid"], times(whole(4), plus(step.of("a"), seen["drawn"])))
    yield can(
        "a card from earlier in the turn does not count", "no more is paid for than was drawn in the step",
        *parts, ("more", at_least(minus(seen["life_paid"], times(whole(4), seen["drawn"])), ONE)),
    )  # fmt: skip
    yield cannot(
        "four life for a replaced draw", "more is paid for than was drawn this turn",
        *parts, ("more", at_least(replaced, ONE)),
    )  # fmt: skip


@theorem(
    "sylvan-library-each-comes-out",
    "Sylvan Library can always be declined; if it is used, each number of the chosen cards can be paid for, as far as "
    "the life total allows",
    "119.4", "121.3", "608.2c",
)  # fmt: skip
def sylvan_library_each_comes_out() -> Iterable[Obligation]:
    step = Step()
    never = not_(step.declined(step.play(used=False)))
    yield cannot("it must be used", "the ability cannot be declined", step.bounds, ("not declined", never))
    for paid in range(3):
        missed = not_(step.kept(step.play(used=True, paid=paid), paid))
        yield cannot(
            f"{paid} paid for is impossible", f"{paid} of the chosen cards cannot be paid for with enough life",
            step.bounds, ("119.4 the life is there", step.payable(paid)), ("it does not come out", missed),
        )  # fmt: skip
    for paid in (1, 2):
        missed = not_(step.kept(step.play(used=True, paid=paid), paid))
        yield can(
            f"payment of {paid} with too little life", f"{paid} of the chosen cards can be paid for at any life total",
            step.bounds, ("so many are chosen", at_least(step.chosen, whole(paid))), ("it does not come out", missed),
        )  # fmt: skip
    always = not_(step.kept(step.play(used=True, paid=2), 2))
    yield can(
        "four life for a replaced draw", "with both draws replaced two cards are still put back or paid for",
        step.bounds, ("both draws are replaced", equal(step.of("r"), whole(2))),
        ("life enough", at_least(step.of("L"), whole(8))), ("not both", always),
    )  # fmt: skip
