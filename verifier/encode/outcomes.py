"""Everything that can really be produced, with exact amounts: each end with a run, and that there is no other.

The ends are found by the solver, one trail after the other, until it finds no further one; where there are few ways to
use the effects they are listed first and the solver only confirms that the list is complete.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from ..board import Amounts
from ..errors import Disagreement, Undecided
from ..run import Run, Step
from ..solve.formula import Bool, and_, implies, not_, or_, truth
from ..solve.obligation import Named, Obligation
from ..solve.z3_backend import Answer
from .effects import Kind, applied
from .exact import StagedGraph, confirmations, staged_graph
from .in_force import Copy
from .listing import Pair, beside, exponents, listed
from .trail import Trail, Use, by_kind, end_of, question, start_of, walk
from .whole import Whole, at_least, total, whole

MOST_ENDS = 2_000

Looking = tuple[tuple[Kind, tuple[Copy, ...]], ...]
Applied = tuple[Kind, str]
"""A kind of effect, applied with a choice."""


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The ends, each with a start and the effects that lead there; ``asked`` holds the proof that there is no other."""

    ends: Mapping[Amounts, tuple[Amounts, tuple[Applied, ...]]]
    graph: StagedGraph
    asked: tuple[tuple[Obligation, Answer], ...]


def outcomes_of(
    starts: tuple[Amounts, ...],
    looking: Looking,
    names: Mapping[Kind, str],
    solve: Callable[[Obligation], Answer],
    *,
    waits: bool,
) -> Outcomes:
    """Every production that one of the starts can become. Raises Undecided at a limit."""
    copies = {kind: len(who) for kind, who in looking}
    graph = staged_graph(starts, copies, waits=waits)
    ends: dict[Amounts, tuple[Amounts, tuple[Applied, ...]]] = {}
    pairs: set[Pair] = set()
    for pair, (node, uses) in listed(graph, copies).items():
        pairs.add(pair)
        _note(ends, graph, graph.amounts[node], uses)
    asked = []
    late = frozenset(place for place, node in enumerate(graph.nodes) if node[0] == "after")
    for stage in ("after", "before"):
        trail = Trail(graph, tuple(node for node in graph.starts if graph.nodes[node][0] == stage), copies, names, late)
        if not trail.starts:
            continue
        goal = [place for place in trail.nodes() if graph.nodes[place][0] == "after"]
        while True:
            obligation = question(
                trail,
                goal,
                f"the production can end otherwise than in one of the {len(pairs)} ways listed",
                "another end than those listed",
                partial(_unlisted, graph, copies, pairs),
            )
            answer = solve(obligation)
            if answer.status == "unknown":
                raise Undecided(f"{obligation.name}: {answer.reason}")
            if answer.status == "unsat":
                asked.append((obligation.expecting("unsat"), replace(answer, expected="unsat")))
                break
            found = walk(trail, answer.model)
            pair = (graph.nodes[end_of(trail, answer.model)][1], exponents(graph, found))
            pairs.add(pair)
            begun = start_of(trail, answer.model)
            _note(ends, graph, graph.amounts[begun], found)
            for other, (node, uses) in beside(graph, copies, begun, found).items():
                pairs.add(other)
                _note(ends, graph, graph.amounts[node], uses)
            if len(pairs) > MOST_ENDS:
                raise Undecided(f"more than {MOST_ENDS} results of one production")
    for obligation in confirmations(graph):
        answer = solve(obligation)
        if answer.status == "unknown":
            raise Undecided(f"{obligation.name}: {answer.reason}")
        if answer.status != obligation.expect:
            raise Disagreement(obligation.name, (("the event graph", "unsat"), ("the relation", answer.status)))
        asked.append((obligation, answer))
    return Outcomes(dict(sorted(ends.items())), graph, tuple(asked))


def _unlisted(
    graph: StagedGraph,
    copies: Mapping[Kind, int],
    pairs: set[Pair],
    uses: Mapping[Use, Whole],
    ends: Mapping[int, Bool],
) -> Named:
    """That the base and the multipliers used on it are not one of the pairs."""
    after = {
        kind: total(
            [number for (other, u, _), number in uses.items() if other == kind and graph.nodes[u][0] == "after"]
        )
        for kind in graph.multipliers
    }
    by_base: dict[Amounts, list[int]] = {}
    for place in ends:
        if graph.nodes[place][0] == "after":
            by_base.setdefault(graph.nodes[place][1], []).append(place)
    powers: dict[Amounts, set[tuple[int, ...]]] = {}
    for base, used in sorted(pairs):
        powers.setdefault(base, set()).add(used)
    used_of = by_kind(uses)
    late = [
        _Late(after[kind], copies[kind], at_least(whole(copies[kind]), total(used_of.get(kind, []))))
        for kind in graph.multipliers
    ]
    parts = [
        implies(or_(*(ends[place] for place in by_base.get(base, ()))), not_(_among(late, listed)))
        for base, listed in powers.items()
    ]
    return Named("none of those listed", and_(*parts))


class _Late(NamedTuple):
    """How often a multiplier is used late; how many there are; that no more are used at all, as 614.5 says."""

    number: Whole
    most: int
    once_each: Bool


def _among(late: list[_Late], listed: set[tuple[int, ...]]) -> Bool:
    """That the numbers are together one of those listed; by ranges, so that many make a short formula.

    Where a range goes up to all there are, it is said with 614.5 that there are no more.
    """
    if not late:
        return truth(bool(listed))
    by_first: dict[int, set[tuple[int, ...]]] = {}
    for first, *rest in sorted(listed):
        by_first.setdefault(first, set()).add(tuple(rest))
    ranges: list[tuple[int, int, set[tuple[int, ...]]]] = []
    for first, others in by_first.items():
        if ranges and ranges[-1][1] == first - 1 and ranges[-1][2] == others:
            ranges[-1] = (ranges[-1][0], first, others)
        else:
            ranges.append((first, first, others))
    (number, most, once_each), *rest_of = late
    return or_(
        *(
            and_(
                at_least(number, whole(low)),
                once_each if high == most else at_least(whole(high), number),
                _among(rest_of, others),
            )
            for low, high, others in ranges
        )
    )


def _note(
    ends: dict[Amounts, tuple[Amounts, tuple[Applied, ...]]],
    graph: StagedGraph,
    start: Amounts,
    uses: tuple[Use, ...],
) -> None:
    chosen, amounts = [], start
    for kind, _, v in uses:
        option = _option(graph, kind, v, amounts)
        chosen.append((kind, option))
        amounts = applied(kind, option, amounts)
    known = ends.get(amounts)
    if known is None or len(chosen) < len(known[1]):
        ends[amounts] = (start, tuple(chosen))


def _option(graph: StagedGraph, kind: Kind, v: int, amounts: Amounts) -> str:
    """The first choice that leads to the node."""
    stage, wanted, _ = graph.nodes[v]
    for option in kind.options:
        made = applied(kind, option, amounts)
        if stage == "before":
            if tuple(min(amount, graph.cap) for amount in made) == wanted:
                return option
        elif _proportional(made, wanted):
            return option
    raise AssertionError("an edge without a choice")


def _proportional(made: Amounts, base: Amounts) -> bool:
    one, other = sum(made), sum(base)
    return all(a * other == b * one for a, b in zip(made, base, strict=True))


def run_of(permanent: str, ability: int, start: Amounts, chosen: tuple[Applied, ...], looking: Looking) -> Run:
    """The effects as a run that can be replayed, identical effects in list order (616.1e, 616.1f)."""
    left = {kind: list(who) for kind, who in looking}
    steps: list[Step] = []
    amounts = start
    for kind, option in chosen:
        copy = left[kind].pop(0)
        after = applied(kind, option, amounts)
        steps.append(Step(copy.entry, copy.number, "616.1f" if steps else "616.1e", amounts, after))
        amounts = after
    return Run(permanent, ability, start, tuple(steps))
