"""Accepts or rejects a certificate: the whole of what has to be believed, in the standard library alone.

``python -m verifier.solve.checker FILE [BOARD-DIGEST]`` exits 0 if the certificate shows what it claims, 1 with the
reason if not. The format is described in ``certificate``. Nothing is searched here: every step of the evidence is
looked at once.
"""

import hashlib
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

QUESTION = ("board", "graphs", "events", "rules")
KEYS = {*QUESTION, "certificate", "question", "claim", "evidence"}


class Rejected(Exception):
    """The certificate does not show what it claims."""


def demand(condition: bool, complaint: str) -> None:
    if not condition:
        raise Rejected(complaint)


def names(value: Any, what: str) -> list[str]:
    """The value if it is a list of different strings in order; that gives every claim one form."""
    demand(isinstance(value, list) and all(isinstance(name, str) for name in value), f"{what}: not a list of names")
    demand(value == sorted(set(value)), f"{what}: not sorted, or with a repetition")
    return list(value)


def keys(value: Any, expected: set[str], what: str) -> Any:
    demand(
        isinstance(value, dict) and set(value) == expected, f"{what}: the keys are not {', '.join(sorted(expected))}"
    )
    return value


def question_digest(certificate: dict[str, Any]) -> str:
    """The identity of what is asked: the board and everything that is given as true about it."""
    canonical = json.dumps({key: certificate[key] for key in QUESTION}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def check(certificate: Any) -> dict[str, Any]:
    """The claim, if the certificate shows it. Raises Rejected with the reason if it does not."""
    try:
        keys(certificate, KEYS, "certificate")
        demand(certificate["certificate"] == 1, "not a certificate of format 1")
        demand(isinstance(certificate["board"], str), "the board is not given by its digest")
        demand(certificate["question"] == question_digest(certificate), "the question is not the one of the digest")
        claim = keys(certificate["claim"], {"ends", "holds"}, "claim")
        evidence = keys(certificate["evidence"], {"runs", "never", "derivation"}, "evidence")
        events = set(certificate["events"])
        for part in (claim["ends"], evidence["runs"], evidence["never"]):
            keys(part, events, "ends, runs and never")
        for event in sorted(events):
            check_event(certificate, event, names(claim["ends"][event], f"ends of {event}"))
        check_rules(certificate["rules"], claim, evidence["derivation"])
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Rejected(f"malformed: {type(error).__name__} {error}") from error
    return dict(claim)


def check_event(certificate: dict[str, Any], event: str, ends: list[str]) -> None:
    """Every claimed end has a run, and every other state of a closed set has a reason why no run ends there."""
    given = keys(certificate["events"][event], {"graph", "starts"}, event)
    starts, effects = names(given["starts"], f"starts of {event}"), certificate["graphs"][given["graph"]]
    demand(bool(starts), f"{event}: no start")
    for effect, row in effects.items():
        keys(row, {"count", "table"}, effect)
        demand(type(row["count"]) is int and row["count"] > 0, f"{effect}: not a count")
        for state, results in row["table"].items():
            demand(bool(names(results, effect)), f"{effect}: applies to {state} without a result")
    runs, reasons = (
        keys(certificate["evidence"]["runs"][event], set(ends), event),
        certificate["evidence"]["never"][event],
    )
    for end in ends:
        check_run(effects, starts, end, runs[end])
    states = set(ends)
    for reason in reasons:
        states.update(names(reason["states"], event))
    for reason in reasons:
        if "heights" in reason:
            check_heights(effects, starts, states, keys(reason, {"states", "heights"}, event))
        else:
            check_never(effects, starts, keys(reason, {"states", "watch", "closed"}, event))
    demand(states.issuperset(starts), f"{event}: a start is not among the states")
    for effect, row in effects.items():
        for state in states & set(row["table"]):
            demand(states.issuperset(row["table"][state]), f"{event}: {effect} leads out of the states from {state}")


def check_run(effects: dict[str, Any], starts: list[str], end: str, run: Any) -> None:
    """Each step is in the table, no effect is used more often than it is there, and none is left at the end."""
    state, used = keys(run, {"start", "steps"}, end)["start"], Counter[str]()
    demand(state in starts, f"the run to {end} has no start")
    for effect, result in run["steps"]:
        demand(result in effects[effect]["table"].get(state, ()), f"{effect} does not make {result} of {state}")
        used[effect] += 1
        demand(used[effect] <= effects[effect]["count"], f"{effect} is used too often on the way to {end}")
        state = result
    demand(state == end, f"the run to {end} ends in {state}")
    for effect, row in effects.items():
        demand(state not in row["table"] or used[effect] == row["count"], f"{effect} still applies to {end}")


def check_never(effects: dict[str, Any], starts: list[str], reason: Any) -> None:
    """Counting only the uses of watched effects, the situations are closed and none is an end in one of the states."""
    watch = {effect: place for place, effect in enumerate(names(reason["watch"], "watch"))}
    states = set(reason["states"])
    demand(set(watch) <= set(effects), "an effect is watched that is not there")
    closed = {(state, tuple(used)) for state, used in reason["closed"]}
    demand(all((start, (0,) * len(watch)) in closed for start in starts), "a start is not in a closed set")
    for state, used in sorted(closed):
        demand(len(used) == len(watch), "a situation does not count the watched effects")
        left = False
        for effect, row in effects.items():
            place = watch.get(effect)
            if state not in row["table"] or (place is not None and used[place] >= row["count"]):
                continue
            left = left or place is not None
            after = used if place is None else (*used[:place], used[place] + 1, *used[place + 1 :])
            for result in row["table"][state]:
                demand((result, after) in closed, f"{effect} leads out of a closed set from {state}")
        demand(left or state not in states, f"nothing shows that no run ends in {state}")


def check_heights(effects: dict[str, Any], starts: list[str], states: set[str], reason: Any) -> None:
    """No run climbs as high as the states lie: no effect rises by more than its most, and some must be used up."""
    heights = reason["heights"]
    demand(all(type(height) is int for height in heights.values()), "a height is not a whole number")
    most = {
        effect: max(
            heights[result] - heights[state] for state in states & set(row["table"]) for result in row["table"][state]
        )
        for effect, row in effects.items()
        if states & set(row["table"])
    }
    for end in reason["states"]:
        climb = sum(
            effects[it]["count"] * (rise if end in effects[it]["table"] else max(rise, 0)) for it, rise in most.items()
        )
        demand(
            all(heights[end] - heights[start] > climb for start in starts), f"{end} is not too high for a run to end in"
        )


def check_rules(rules: dict[str, Any], claim: dict[str, Any], derivation: Any) -> None:
    """Each fact is derived from facts before it and from ends, and no rule gives another fact."""
    holds: set[str] = set()

    def met(rule: str) -> bool:
        premises = keys(rules[rule], {"if", "then"}, rule)["if"]
        demand(isinstance(premises, list), f"{rule}: its premises are not a list")
        return all(part in holds if isinstance(part, str) else part[1] in claim["ends"][part[0]] for part in premises)

    for fact, rule in derivation:
        demand(met(rule) and rules[rule]["then"] == fact, f"{rule} does not give {fact} here")
        holds.add(fact)
    for rule in sorted(rules):
        demand(
            not met(rule) or rules[rule]["then"] in holds, f"{rule} gives {rules[rule]['then']}, which is not claimed"
        )
    demand(names(claim["holds"], "holds") == sorted(holds), "what is claimed to hold is not what is derived")


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    demand(len({key for key, _ in pairs}) == len(pairs), "a key is written twice")
    return dict(pairs)


def say(line: str) -> None:
    sys.stdout.write(ascii(line)[1:-1] + "\n")


USAGE = """usage: python -m verifier.solve.checker FILE [BOARD-DIGEST]

Accepts a certificate that "verifier certify" wrote, or rejects it and says why. With BOARD-DIGEST, which that command
prints, only a certificate about that board is accepted. Exit codes: 0 accepted, 1 rejected, 2 no file is named."""


def main(arguments: list[str]) -> int:
    """0 and a line of what is shown, or 1 and the reason why not; 2 without a file."""
    if {"-h", "--help"} & set(arguments):
        sys.stdout.write(USAGE + "\n")
        return 0
    if not 1 <= len(arguments) <= 2:
        say(USAGE.partition("\n")[0])
        return 2
    try:
        certificate = json.loads(Path(arguments[0]).read_text(encoding="utf-8"), object_pairs_hook=unique)
        check(certificate)
        board = certificate["board"]
        demand(arguments[1:] in ([], [board]), f"it is about another board, {board}")
    except (Rejected, OSError, ValueError, RecursionError) as error:
        say(f"rejected: {error}")
        return 1
    say(f"accepted: board {board}, question {certificate['question']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
