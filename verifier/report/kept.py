"""Results of claims kept between runs, under a digest of everything that they depend on.

The key covers the claim's meaning, the cards of the pool, our own code, the solver and the limits. What is undecided or
unmodelled is never kept. A refuted claim is kept with the place of its counterexample among the instances, if that is
found again soon enough.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from ..check import MOST_INSTANCES, MOST_ORDERS, Difference, Result
from ..claim import Claim, Verdict
from ..data import models, user_models
from ..instances import Instance, instances
from ..records import code_digest, digest, meaning, write_atomically
from ..solve.cache import default_directory, solver_version
from ..solve.z3_backend import RLIMIT

FORMAT = 2
NEAR = 500
"""A counterexample is looked for among so many instances when a kept result is read."""
OPEN = (Verdict.UNDECIDED, Verdict.UNMODELLED)


class Kept:
    """Results in a directory, one file each; several processes may use it at once."""

    def __init__(self, directory: Path | None = None) -> None:
        self.directory = directory or default_directory() / "verdicts"
        self.hits = 0

    def get(self, claim: Claim, *, proof: bool) -> Result | None:
        """The kept result of the claim; None if there is none or none that can be read."""
        key = key_of(claim, proof=proof)
        try:
            entry = json.loads(self._file(key).read_text(encoding="utf-8"))
            intact = entry["key"] == key and entry["check"] == digest(entry["result"])
            result = _result(claim, entry["result"]) if intact else None
        except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError, StopIteration):
            return None
        self.hits += result is not None
        return result

    def put(self, claim: Claim, result: Result, *, proof: bool) -> None:
        """Keep the result unless it is open; where the directory cannot be written nothing is kept."""
        if result.verdict in OPEN or "undecided" in result.reason:
            return
        data = _data(claim, result)
        if data is None:
            return
        key = key_of(claim, proof=proof)
        with suppress(OSError):
            write_atomically(
                self._file(key), json.dumps({"key": key, "result": data, "check": digest(data)}, sort_keys=True)
            )  # fmt: skip

    def _file(self, key: str) -> Path:
        return self.directory / key[:2] / f"{key}.json"


def key_of(claim: Claim, *, proof: bool) -> str:
    """The digest of the whole question."""
    whole = {
        "format": FORMAT,
        "claim": meaning(claim),
        "proof": proof,
        "pool": _pool_digest(),
        "code": code_digest(),
        "solver": solver_version() if proof else "",
        "limits": [MOST_INSTANCES, MOST_ORDERS, RLIMIT],
    }
    return digest(whole)


@functools.cache
def _pool_digest() -> str:
    """A digest of the cards that can be named."""
    whole = hashlib.sha256()
    for directory in (user_models(), models()):
        for name in ("cards.jsonl", "faces.txt"):
            path = directory / name
            if path.is_file():
                whole.update(f"{name}\n".encode() + hashlib.sha256(path.read_bytes()).digest())
        whole.update(b"\n")
    return whole.hexdigest()


# A result as data ----------------------------------------------------------------------------------------------------


def _data(claim: Claim, result: Result) -> dict[str, Any] | None:
    """The result as data, None if its counterexample is too far on."""
    found: dict[str, Any] = {
        "verdict": str(result.verdict),
        "method": result.method,
        "bounds": result.bounds,
        "reason": result.reason,
        "evidence": result.evidence,
        "rests_on": list(result.rests_on),
        "witness": result.witness,
    }
    difference = result.difference
    if difference is not None:
        place = _place_of(claim, difference.instance)
        if place is None:
            return None
        numbers = dict(difference.instance.numbers)
        found["difference"] = [place, numbers, difference.key, difference.claimed, difference.found]
    return found


def _with(claim: Claim, numbers: Mapping[str, int]) -> Claim:
    """The claim about these numbers alone."""
    chosen = tuple((name, (numbers[name], numbers[name])) for name, _ in claim.for_all.number)
    return replace(claim, for_all=replace(claim.for_all, number=chosen))


def _place_of(claim: Claim, wanted: Instance) -> int | None:
    """The place of the instance among those with its numbers."""
    near = enumerate(islice(instances(_with(claim, wanted.numbers)), NEAR))
    return next((place for place, one in near if _same(one, wanted)), None)


def _same(one: Instance, other: Instance) -> bool:
    parts = ((it.added, it.order, dict(it.numbers)) for it in (one, other))
    return next(parts) == next(parts)


def _result(claim: Claim, data: dict[str, Any]) -> Result:
    difference = None
    if "difference" in data:
        place, numbers, key, claimed, found = data["difference"]
        instance = next(islice(instances(_with(claim, numbers)), place, None))
        difference = Difference(instance, key, claimed, found)
    return Result(
        claim,
        Verdict(data["verdict"]),
        data["method"],
        data["bounds"],
        data["reason"],
        data["evidence"],
        difference,
        tuple(data["rests_on"]),
        data["witness"],
    )
