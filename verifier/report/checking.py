"""Deciding claims: those whose result is kept are not decided again, the rest in one process or several."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from ..check import Result
from ..claim import Claim
from ..errors import Disagreement, Undecided
from .claims import Checked
from .console import progress
from .kept import Kept

WORTH_A_PROCESS = 40
"""So many claims without a kept result are worth the start of further processes."""

Found = Result | tuple[str, tuple[tuple[str, str], ...]]
"""A result, or what our own answers disagree about."""


def check_all(claims: Sequence[Claim], *, proof: bool, jobs: int | None, kept: Kept | None) -> list[Checked]:
    """Every claim with its result, in the order of the claims. ``jobs`` is how many processes; None: as it pays."""
    known: dict[int, Result] = {}
    if kept is not None:
        for place, claim in enumerate(claims):
            result = kept.get(claim, proof=proof)
            if result is not None:
                known[place] = result
    left = [place for place in range(len(claims)) if place not in known]
    found = _decided([claims[place] for place in left], proof, _processes(jobs, len(left)))
    checked: dict[int, Checked] = {place: Checked(claims[place], result) for place, result in known.items()}
    for place, one in zip(progress(left, "checking"), found, strict=True):
        claim = claims[place]
        if isinstance(one, Result):
            checked[place] = Checked(claim, one)
            if kept is not None:
                kept.put(claim, one, proof=proof)
        else:
            checked[place] = Checked(claim, None, Disagreement(*one))
    return [checked[place] for place in range(len(claims))]


def _processes(jobs: int | None, number: int) -> int:
    if jobs is not None:
        return max(1, min(jobs, number))
    return min(2, os.cpu_count() or 1) if number >= WORTH_A_PROCESS else 1


def _decided(claims: Sequence[Claim], proof: bool, processes: int) -> Iterator[Found]:
    ask: Callable[[Claim], Found] = partial(decided, proof=proof)
    if processes == 1:
        yield from map(ask, claims)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from pool.map(ask, claims, chunksize=4)


def decided(claim: Claim, *, proof: bool) -> Found:
    """The result of one claim, or the disagreement that was met, as data that goes from process to process."""
    from ..prove import decide

    try:
        return decide(claim, proof=proof)
    except Disagreement as error:
        return error.question, error.answers


def met_a_limit(result: Result) -> bool:
    """Whether some limit was hit on the way, so that another time there may be more to say."""
    return str(Undecided("")).rstrip() in result.reason


def names(checked: Iterable[Checked]) -> list[str]:
    """The claims by file and id."""
    return [one.claim.name for one in checked]
