"""Verdicts of claims: what is expected, held against the answers to every instance of the claim.

Each instance is answered by ``rules`` and, where brute force gets that far, by ``reference``; two answers that
differ are a defect of ours and raise Disagreement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from . import reference
from .board import Activate, Amounts, Board, Characteristics, Event, HandSizes, Pools, Tap
from .cards.vocabulary import LAND_TYPES, in_order
from .claim import Claim, Expect, Outcome, Verdict
from .errors import Disagreement, Illegal, Undecided, Unmodelled
from .instances import Instance, bounds, count_instances, instances
from .rules import answers

T = TypeVar("T")

MOST_INSTANCES = 200_000
"""Instances that are gone through one by one; beyond, the claim is undecided by this method."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a claim fails: the instance, the expectation, what was claimed and what comes out."""

    instance: Instance
    key: str
    claimed: str
    found: str


@dataclass(frozen=True, slots=True)
class Result:
    """What was found out about a claim, by which method, over which bounds, and with which evidence."""

    claim: Claim
    verdict: Verdict
    method: str
    bounds: str
    reason: str
    evidence: str = ""
    difference: Difference | None = None

    @property
    def passes(self) -> bool:
        """Whether the verdict is the expected one."""
        return self.verdict == self.claim.verdict


def check(claim: Claim) -> Result:
    """Decide the claim by going through its instances. Raises Disagreement if our own answers differ."""
    if claim.unknown_card is not None:
        hint = f" (did you mean {claim.suggestion!r}?)" if claim.suggestion else ""
        return _ended(claim, Verdict.UNMODELLED, f"the card {claim.unknown_card!r} is not in the pool{hint}")
    try:
        return _by_enumeration(claim)
    except Unmodelled as error:
        return _ended(claim, Verdict.UNMODELLED, str(error))
    except Undecided as error:
        return _ended(claim, Verdict.UNDECIDED, error.limit)


def _ended(claim: Claim, verdict: Verdict, reason: str) -> Result:
    over = "" if claim.unknown_card is not None else bounds(claim)
    return Result(claim, verdict, "enumeration", over, reason)


def _by_enumeration(claim: Claim) -> Result:
    if count_instances(claim) > MOST_INSTANCES:
        raise Undecided(f"more than {MOST_INSTANCES} instances")
    spoken, compared, number = False, True, 0
    impossible: Illegal | None = None
    seen: set[str] = set()
    for instance in instances(claim):
        number += 1
        if instance.lacks:
            continue
        answerer = Answerer(instance.board)
        try:
            for key, claimed, found, same in compare(instance.expect, instance.event, answerer):
                if not same:
                    difference = Difference(instance, key, claimed, found)
                    return Result(
                        claim, Verdict.REFUTED, "enumeration", bounds(claim), f"{key}: claimed {claimed}, is {found}",
                        _evidence(answerer.compared), difference,
                    )  # fmt: skip
            spoken = True
            seen |= {entry.id for entry in instance.board.entries} & claim.expect.ids
        except Illegal as error:
            impossible = error
        compared &= answerer.compared
    if not spoken:
        reason = str(impossible) if impossible else "there is no instance"
        return Result(claim, Verdict.VACUOUS, "enumeration", bounds(claim), reason, "exhausted")
    missing = sorted(claim.expect.ids - seen)
    if missing:
        reason = f"{', '.join(missing)} is in no instance"
        return Result(claim, Verdict.VACUOUS, "enumeration", bounds(claim), reason, "exhausted")
    reason = "one board" if number == 1 else f"all {number} instances"
    return Result(claim, Verdict.PROVED, "enumeration", bounds(claim), reason, _evidence(compared))


def _evidence(compared: bool) -> str:
    return "exhausted" if compared else "rules alone"


class Answerer:
    """The answers about one board, asked once each, of ``rules`` and, as far as it goes, of ``reference``.

    ``compared`` stays true as long as the brute force could answer too.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.compared = True
        self._could: dict[str, str] | None = None
        self._sizes: dict[str, HandSizes] | None = None
        self._seen: dict[str, Characteristics] | None = None

    def could_produce(self) -> dict[str, str]:
        """106.7, for every permanent that exists."""
        if self._could is None:
            self._could = self._both("could produce", lambda who: who.could_produce(self.board))
        return self._could

    def characteristics(self) -> dict[str, Characteristics]:
        """109.3 after all layers, for every permanent that exists."""
        if self._seen is None:
            self._seen = self._both("characteristics", lambda who: who.characteristics(self.board))
        return self._seen

    def maximum_hand_size(self) -> dict[str, HandSizes]:
        """402.2, for every player."""
        if self._sizes is None:
            self._sizes = self._both("maximum hand size", lambda who: who.maximum_hand_size(self.board))
        return self._sizes

    def produced(self, event: Tap | Activate) -> frozenset[Pools]:
        """106.12b: what the ability alone can produce. Raises Illegal if the event cannot be started."""
        return self._both("the mana produced", lambda who: who.produced(self.board, event))

    def happenings(self, event: Tap | Activate) -> frozenset[tuple[Pools, tuple[tuple[str, int], ...]]]:
        """605.4a: what comes out with triggered mana abilities, and what triggers. Raises Illegal."""
        return self._both("the outcomes", lambda who: who.happenings(self.board, event))

    def _both(self, question: str, ask: Callable[..., T]) -> T:
        first: T | Illegal
        second: T | Illegal
        try:
            first = ask(answers)
        except Illegal as illegal:
            first = illegal
        try:
            second = ask(reference)
        except Illegal as illegal:
            second = illegal
        except (Undecided, AttributeError):
            self.compared = False
            second = first
        same = first == second if not isinstance(first, Illegal) else isinstance(second, Illegal)
        if not same:
            raise Disagreement(question, (("rules", str(first)), ("reference", str(second))))
        if isinstance(first, Illegal):
            raise first
        return first


Compared = Iterator[tuple[str, str, str, bool]]
"""Key, what is claimed, what is found, and whether they agree."""


def compare(expect: Expect[int], event: Event | None, answerer: Answerer) -> Compared:
    """Hold each expectation against the answers. Raises Illegal if the event cannot be started, Unmodelled."""
    refuse_what_is_not_modelled(expect, event)
    if event is not None or expect.legal is not None:
        yield from _legal(expect, event, answerer)
        if expect.legal is False:
            return
    for key, pairs in (
        ("could_produce", expect.could_produce),
        ("could_include", expect.could_include),
        ("could_exclude", expect.could_exclude),
    ):
        for name, claimed in pairs:
            found = answerer.could_produce().get(name, "")
            yield f"{key}.{name}", claimed or "nothing", found or "nothing", _types_agree(key, claimed, found)
    yield from _permanents(expect, answerer)
    for player, sizes in expect.maximum_hand_size:
        is_now = answerer.maximum_hand_size()[player]
        yield f"maximum_hand_size.{player}", told_sizes(sizes), told_sizes(is_now), sizes == is_now
    if isinstance(event, Tap | Activate):
        yield from _mana(expect, event, answerer)


def _mana(expect: Expect[int], event: Tap | Activate, answerer: Answerer) -> Compared:
    """The mana of the event, without triggers and with them, and what triggers (106.12a, 605.4a)."""
    actor = event.by or answerer.board.entry(event.permanent).controller

    def wanted(outcomes: tuple[Outcome[int], ...]) -> frozenset[Pools]:
        return frozenset(_pools(outcome, actor, answerer.board) for outcome in outcomes)

    if expect.produced is not None:
        alone = answerer.produced(event)
        yield "produced", told_pools(wanted(expect.produced)), told_pools(alone), wanted(expect.produced) == alone
    if expect.outcomes is None and expect.triggers is None and expect.may_trigger is None:
        return
    happened = answerer.happenings(event)
    if expect.outcomes is not None:
        pools = frozenset(pools for pools, _ in happened)
        yield "outcomes", told_pools(wanted(expect.outcomes)), told_pools(pools), wanted(expect.outcomes) == pools
    yield from _triggers(expect, [dict(triggers) for _, triggers in happened])


def _triggers(expect: Expect[int], each: list[dict[str, int]]) -> Compared:
    """What triggers in every outcome, with how often, and what triggers in some."""
    everywhere = sorted(set.intersection(*(set(one) for one in each))) if each else []
    if expect.triggers is not None:
        claimed = sorted(name for name, _ in expect.triggers)
        yield "triggers", ", ".join(claimed) or "none", ", ".join(everywhere) or "none", claimed == everywhere
        for name, number in expect.triggers:
            if number is not None:
                counts = sorted({one.get(name, 0) for one in each})
                yield f"triggers.{name}", str(number), " or ".join(map(str, counts)), counts == [number]
    if expect.may_trigger is not None:
        some = sorted({name for one in each for name in one})
        yield "may_trigger", ", ".join(sorted(expect.may_trigger)), ", ".join(some), sorted(expect.may_trigger) == some


def _permanents(expect: Expect[int], answerer: Answerer) -> Compared:
    """What is claimed of permanents as the rules see them. A phased-out one has nothing (702.26b)."""
    for name, claimed in expect.characteristics:
        seen = answerer.characteristics().get(name)
        for field in ("name", "types", "subtypes", "supertypes", "colors", "power", "toughness", "controller"):
            wanted = getattr(claimed, field)
            if wanted is not None:
                found = getattr(seen, field, None)
                yield f"characteristics.{name}.{field}", _told(wanted), _told(found), wanted == found
    for name, kinds in expect.land_subtypes:
        seen = answerer.characteristics().get(name)
        has = tuple(kind for kind in seen.subtypes if kind in LAND_TYPES) if seen is not None else ()
        yield f"land_subtypes.{name}", _told(kinds), _told(has), sorted(kinds) == sorted(has)
    for name, number in expect.mana_abilities:
        seen = answerer.characteristics().get(name)
        has_now = 0 if seen is None else seen.mana_abilities
        yield f"mana_abilities.{name}", str(number), str(has_now), number == has_now


def _told(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value) or "none"


def _legal(expect: Expect[int], event: Event | None, answerer: Answerer) -> Compared:
    if not isinstance(event, Tap | Activate):
        raise Unmodelled("event", "only tap and activate are modelled yet")
    try:
        answerer.produced(event)
    except Illegal as reason:
        if expect.legal is None:
            raise
        yield "legal", str(expect.legal).lower(), f"false: {reason}", expect.legal is False
    else:
        if expect.legal is not None:
            yield "legal", str(expect.legal).lower(), "true", expect.legal


def _types_agree(key: str, claimed: str, found: str) -> bool:
    if key == "could_include":
        return set(claimed) <= set(found)
    if key == "could_exclude":
        return not set(claimed) & set(found)
    return claimed == found


def _pools(outcome: Outcome[int], actor: str, board: Board) -> Pools:
    by_player = {player or actor: amounts for player, amounts in outcome.pools or ()}
    return tuple((name, _six(by_player[name])) for name in board.names if any(by_player.get(name, ())))


def _six(amounts: tuple[int, ...]) -> Amounts:
    w, u, b, r, g, c = amounts
    return w, u, b, r, g, c


NOT_YET = (
    "cleanup_discards", "facts",
)  # fmt: skip


def refuse_what_is_not_modelled(expect: Expect[int], event: Event | None) -> None:
    """Raise Unmodelled for expectations and events that the verifier does not decide yet."""
    for name in NOT_YET:
        if getattr(expect, name) not in ((), None):
            raise Unmodelled(f"expect.{name}", "not modelled yet")
    if event is not None and not isinstance(event, Tap | Activate):
        raise Unmodelled("event", f"{type(event).__name__} is not modelled yet")


def told_types(types: str) -> str:
    """A set of types for people."""
    return in_order(types) or "nothing"


def told_sizes(sizes: HandSizes) -> str:
    """Possible maximum hand sizes for people."""
    return " or ".join("none" if size is None else str(size) for size in sizes)


def told_amounts(amounts: tuple[int, ...]) -> str:
    """Mana for people: letters, with a number where there are more than three of one."""
    parts = (letter * n if n <= 3 else f"{n}{letter}" for letter, n in zip("WUBRGC", amounts, strict=True) if n)
    return " ".join(parts) or "no mana"


def told_pools(outcomes: frozenset[Pools]) -> str:
    """A set of outcomes for people, sorted."""
    told = {
        pools: " and ".join(
            told_amounts(amounts) if len(pools) == 1 else f"{player} {told_amounts(amounts)}"
            for player, amounts in pools
        )
        for pools in outcomes
    }
    return ", ".join(told[pools] or "no mana" for pools in sorted(outcomes))
