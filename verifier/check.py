"""Verdicts of claims: what is expected, held against the answers to every instance of the claim.

Each instance is answered by ``rules`` and, where brute force gets that far, by ``reference``; two answers that
differ are a defect of ours and raise Disagreement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import islice
from typing import TypeVar

from . import reference, words
from .board import Activate, Amounts, Board, Characteristics, EntersEvent, Event, HandSizes, Pools, Tap
from .board import Outcome as Happened
from .cards.vocabulary import LAND_TYPES
from .claim import Claim, Expect, Facts, Outcome, Verdict
from .errors import Disagreement, Illegal, Undecided, Unmodelled
from .instances import Instance, bounds, count_instances, instances, weight
from .rules import answers
from .rules.simultaneous import worlds
from .within import check_triggers

T = TypeVar("T")

MOST_INSTANCES = 200_000
"""Instances that are gone through one by one; beyond, the claim is undecided by this method."""

MOST_ORDERS = 10_000
"""The same where timestamps are quantified and no effect works in layers; with n that do, one counts for n + 1.

Beyond, one instance stands for all whose orders come to the same.
"""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a claim fails: the instance, the expectation, what was claimed and what comes out."""

    instance: Instance
    key: str
    claimed: str
    found: str


@dataclass(frozen=True, slots=True)
class Result:
    """What was found out about a claim, by which method, over which bounds, and with which evidence.

    ``rests_on`` are names of assertions that suffice for the proof; ``witness`` is an instance that it speaks of.
    """

    claim: Claim
    verdict: Verdict
    method: str
    bounds: str
    reason: str
    evidence: str = ""
    difference: Difference | None = None
    rests_on: tuple[str, ...] = ()
    witness: str = ""

    @property
    def passes(self) -> bool:
        """Whether the verdict is the expected one."""
        return self.verdict == self.claim.verdict


NOWHERE = "is in no instance"
"""How the reason ends where a claim is vacuous because what it speaks of is never there."""


def check(claim: Claim) -> Result:
    """Decide the claim by going through its instances. Raises Disagreement if our own answers differ."""
    if claim.unknown_card is not None:
        hint = f" (did you mean {claim.suggestion!r}?)" if claim.suggestion else ""
        problem = f"{claim.unknown_at}: no card is called {claim.unknown_card!r}{hint}"
        return _ended(claim, Verdict.UNMODELLED, problem)
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
    every, evidence = _gone_through(claim)
    spoken, compared, number = False, True, 0
    impossible: Illegal | None = None
    seen: set[str] = set()
    for instance in every:
        number += 1
        if instance.lacks:
            continue
        try:
            difference, both = first_difference(instance)
        except Illegal as error:
            impossible = error
            continue
        compared &= both
        if difference is not None:
            played = "replayed" if both else "rules alone"
            return Result(
                claim, Verdict.REFUTED, "enumeration", bounds(claim), told_difference(difference), played, difference
            )
        spoken = True
        there = {entry.id for entry in instance.board.entries}
        if isinstance(instance.event, EntersEvent):
            there.add(instance.event.name)
        seen |= there & claim.expect.ids
    if not spoken:
        reason = str(impossible) if impossible else "there is no instance"
        return Result(claim, Verdict.VACUOUS, "enumeration", bounds(claim), reason, evidence if compared else ALONE)
    missing = sorted(claim.expect.ids - seen)
    if missing:
        reason = f"{', '.join(missing)} {NOWHERE}"
        return Result(claim, Verdict.VACUOUS, "enumeration", bounds(claim), reason, evidence if compared else ALONE)
    reason = "one board" if number == 1 else f"all {number:,} instances{TOLD_APART * (evidence != EXHAUSTED)}"
    return Result(claim, Verdict.PROVED, "enumeration", bounds(claim), reason, evidence if compared else ALONE)


EXHAUSTED, IN_CLASSES, ALONE = "exhausted", "exhausted in classes", "rules alone"
"""The brute force went through every instance; through one of each class of orders; it could not be asked."""
TOLD_APART = " that timestamps tell apart"


def _gone_through(claim: Claim) -> tuple[Iterable[Instance], str]:
    """The instances to go through, with what it says that the brute force did too. Raises Undecided."""
    most = MOST_ORDERS // weight(claim) if claim.for_all.timestamps else MOST_INSTANCES
    if count_instances(claim) <= most:
        return instances(claim), EXHAUSTED
    if not claim.for_all.timestamps:
        raise Undecided(f"more than {most:,} instances")
    found = list(islice(instances(claim, told_apart=True), most + 1))
    if len(found) > most:
        raise Undecided(f"more than {most:,} instances{TOLD_APART}")
    return found, IN_CLASSES


def first_difference(instance: Instance) -> tuple[Difference | None, bool]:
    """The first expectation that fails on the instance, if one does, and whether the brute force was asked too.

    Where 613.7m leaves players a choice of order that the layers look at, the claim must hold in each. Raises Illegal
    if the event cannot be started, Unmodelled, Undecided, and Disagreement if our own answers differ.
    """
    compared = True
    for board, expect in _asked(instance):
        answerer = Answerer(board)
        for key, claimed, found, same in compare(expect, instance.event, answerer):
            if not same:
                return Difference(instance, key, claimed, found), answerer.compared
        compared &= answerer.compared
    return None, compared


def _asked(instance: Instance) -> Iterator[tuple[Board, Expect[int]]]:
    """The boards to ask about, with what is asked of each.

    Hand sizes are claimed for the board as a whole, with every value that 613.7m leaves possible.
    """
    boards = worlds(instance.board)
    if len(boards) == 1:
        yield instance.board, instance.expect
        return
    hands = Expect[int](
        maximum_hand_size=instance.expect.maximum_hand_size, cleanup_discards=instance.expect.cleanup_discards
    )
    if not hands.is_empty:
        yield instance.board, hands
    rest = replace(instance.expect, maximum_hand_size=(), cleanup_discards=())
    for board in boards:
        yield board, rest


def told_difference(difference: Difference) -> str:
    """The difference in one line."""
    return f"{difference.key}: claimed {difference.claimed}, is {difference.found}"


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

    def happenings(self, event: Event) -> frozenset[Happened]:
        """Every outcome of the event with what triggers. Raises Illegal if it cannot be started."""
        return self._both("the outcomes", lambda who: who.happenings(self.board, event))

    def cleanup_discards(self, player: str) -> tuple[int, ...]:
        """514.1: how many cards the player would discard in their cleanup step."""
        return self._both("the cleanup discard", lambda who: who.cleanup_discards(self.board, player))

    def facts(self, event: Event) -> dict[str, bool | str]:
        """What else is true of the event."""
        return self._both("the facts of the event", lambda who: who.facts(self.board, event))

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
            said = words.apart(first, second)
            raise Disagreement(question, (("rules", said[0]), ("reference", said[1])))
        if isinstance(first, Illegal):
            raise first
        return first


Compared = Iterator[tuple[str, str, str, bool]]
"""Key, what is claimed, what is found, and whether they agree."""


def compare(expect: Expect[int], event: Event | None, answerer: Answerer) -> Compared:
    """Hold each expectation against the answers. Raises Illegal if the event cannot be started, Unmodelled."""
    if event is not None:
        yield from _event(expect, event, answerer)
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
        yield f"maximum_hand_size.{player}", words.sizes(sizes), words.sizes(is_now), sizes == is_now
    for player, number in expect.cleanup_discards:
        discards = answerer.cleanup_discards(player)
        yield f"cleanup_discards.{player}", str(number), " or ".join(map(str, discards)), discards == (number,)


def _event(expect: Expect[int], event: Event, answerer: Answerer) -> Compared:
    """What comes out of the event, without triggers and with them, what triggers, and what else is true of it."""
    try:
        happened = answerer.happenings(event)
    except Illegal as reason:
        if expect.legal is None:
            raise
        yield "legal", str(expect.legal).lower(), f"false: {reason}", expect.legal is False
        return
    if expect.legal is not None:
        yield "legal", str(expect.legal).lower(), "true", expect.legal
    if expect.produced is not None:
        if not isinstance(event, Tap | Activate):
            raise Unmodelled("expect.produced", "only events that add mana produce any")
        alone = answerer.produced(event)
        wanted = frozenset(mana_of(outcome, event, answerer.board) for outcome in expect.produced)
        yield "produced", words.pools(wanted), words.pools(alone), wanted == alone
    if expect.outcomes is not None:
        if isinstance(event, Tap | Activate):
            claimed = frozenset(mana_of(outcome, event, answerer.board) for outcome in expect.outcomes)
            pools = frozenset(outcome.pools for outcome in happened)
            yield "outcomes", words.pools(claimed), words.pools(pools), claimed == pools
        else:
            yield _observed(expect.outcomes, happened)
    if expect.triggers is not None or expect.may_trigger is not None:
        check_triggers(answerer.board, event)
    yield from _triggers(expect, [dict(outcome.triggers) for outcome in happened])
    if expect.facts is not None:
        yield from _facts(expect.facts, event, answerer)


def _observed(claimed: tuple[Outcome[int], ...], happened: frozenset[Happened]) -> tuple[str, str, str, bool]:
    """Outcomes by their observables; those that no listed outcome has are not claimed."""
    names = sorted({name for outcome in claimed for name, _ in outcome.observed})
    counters = any(outcome.counters is not None for outcome in claimed)

    def told(one: tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]) -> str:
        parts = [f"{name} {number}" for name, number in one[0]]
        if counters:
            parts += [f"{number} {kind}" for kind, number in one[1]] or ["no counters"]
        return ", ".join(parts)

    def seen(observed: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
        return tuple((name, number) for name, number in sorted(observed) if name in names)

    wanted = {(seen(outcome.observed), outcome.counters or () if counters else ()) for outcome in claimed}
    found = {(seen(outcome.observed), outcome.counters if counters else ()) for outcome in happened}
    return "outcomes", "; ".join(map(told, sorted(wanted))), "; ".join(map(told, sorted(found))), wanted == found


def _facts(claimed: Facts, event: Event, answerer: Answerer) -> Compared:
    found = answerer.facts(event)
    for field in fields(claimed):
        wanted = getattr(claimed, field.name)
        if wanted is None:
            continue
        if field.name not in found:
            raise Unmodelled(f"expect.facts.{field.name}", "nothing of that kind is known about this event")
        is_so = found[field.name]
        yield f"facts.{field.name}", _told(wanted).lower(), _told(is_so).lower(), wanted == is_so


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


def _types_agree(key: str, claimed: str, found: str) -> bool:
    if key == "could_include":
        return set(claimed) <= set(found)
    if key == "could_exclude":
        return not set(claimed) & set(found)
    return claimed == found


def mana_of(outcome: Outcome[int], event: Tap | Activate, board: Board) -> Pools:
    """The claimed outcome as mana by player; a bare amount is for whoever taps or activates."""
    actor = event.by or board.entry(event.permanent).controller
    by_player = {player or actor: amounts for player, amounts in outcome.pools or ()}
    return tuple((name, _six(by_player[name])) for name in board.names if any(by_player.get(name, ())))


def _six(amounts: tuple[int, ...]) -> Amounts:
    w, u, b, r, g, c = amounts
    return w, u, b, r, g, c
