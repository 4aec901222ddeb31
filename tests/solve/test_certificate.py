"""Certificates show what brute force finds, and the checker takes nothing else.

What "nothing else" means is three things here. A certificate whose *question* or *claim* was changed in any way is
rejected, since the digest is no longer that of the question or the evidence is no longer that of the claim: a thousand
random changes. Whoever also writes a new digest asks another question: then acceptance is right exactly if brute force
on that question agrees: a thousand more. A change of the *evidence* alone cannot make a false claim of a true one;
changes that take something necessary away are listed one by one.
"""

from __future__ import annotations

import ast
import copy
import itertools
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from verifier.errors import Disagreement, Undecided
from verifier.solve import certificate as certificate_module
from verifier.solve import checker
from verifier.solve.certificate import Effect, Event, Question, Rule, Run, build, text

Json = dict[str, Any]


def brute_force(question: Json) -> Json:
    """Ends and facts of a question in the certificate's form: every run, step by step, and naive rounds."""

    def ends(event: Json) -> set[str]:
        effects, found, seen = question["graphs"][event["graph"]], set(), set()
        waiting = [
            (start, tuple((name, effects[name]["count"]) for name in sorted(effects))) for start in event["starts"]
        ]
        while waiting:
            state, left = waiting.pop()
            steps = [
                (result, tuple((it, count - (it == name)) for it, count in left))
                for name, number in left
                if number
                for result in effects[name]["table"].get(state, ())
            ]
            if not steps:
                found.add(state)
            for step in steps:
                if step not in seen:
                    seen.add(step)
                    waiting.append(step)
        return found

    all_ends = {name: ends(event) for name, event in question["events"].items()}
    holds: set[str] = set()
    for _ in range(len(question["rules"]) + 1):
        for rule in question["rules"].values():
            if all(it in holds if isinstance(it, str) else it[1] in all_ends[it[0]] for it in rule["if"]):
                holds.add(rule["then"])
    return {"ends": {name: sorted(found) for name, found in all_ends.items()}, "holds": sorted(holds)}


def random_question(seed: int) -> Question:
    """A few effects with several results and counts, two events, rules about their ends and about each other."""
    rng = random.Random(seed)
    states = ["W", "U", "B", "R", "WU"][: rng.randint(2, 5)]

    def some(most: int) -> tuple[str, ...]:
        return tuple(sorted(rng.sample(states, rng.randint(1, min(most, len(states))))))

    effects = {
        f"effect {number}": Effect({state: some(2) for state in some(4)}, rng.choice([1, 1, 1, 2]))
        for number in range(rng.randint(0, 4))
    }
    events = {"tap": Event("mana", some(1)), "tap two": Event("mana", some(2))}
    facts = [f"fact {letter}" for letter in "abcde"]
    premises = [*facts, *((event, state) for event in events for state in states)]
    rules = {
        f"rule {number}": Rule(tuple(rng.sample(premises, rng.randint(1, 2))), rng.choice(facts)) for number in range(9)
    }
    return Question(f"board {seed}", {"mana": effects}, events, rules)


def sphere() -> Question:
    """A doubling effect, an effect that makes two or more into one, and two permanents that read each other."""
    doubling = Effect({"G": ("GG",), "GG": ("GGGG",), "GGGG": ("GGGG",), "C": ("CC",), "CC": ("CC",)})
    damping = Effect({"GG": ("C",), "GGGG": ("C",), "CC": ("C",)})
    return Question(
        "sphere",
        {"mana": {"doubling": doubling, "damping": damping}},
        {"forest": Event("mana", ("G",))},
        {
            "forest makes C": Rule((("forest", "C"),), "forest: C"),
            "forest makes G": Rule((("forest", "GG"),), "forest: G"),
            "first pool reads forest": Rule(("forest: C",), "pool 1: C"),
            "first pool reads second": Rule(("pool 2: R",), "pool 1: R"),
            "second pool reads first": Rule(("pool 1: C",), "pool 2: C"),
            "second pool reads first for R": Rule(("pool 1: R",), "pool 2: R"),
        },
    )


def contest(blue: int, red: int) -> Question:
    """Effects that make everything else blue, others red: a run can end in the color of the majority."""
    effects = {f"blue {number}": Effect({"G": ("U",), "R": ("U",)}) for number in range(blue)}
    effects |= {f"red {number}": Effect({"G": ("R",), "U": ("R",)}) for number in range(red)}
    return Question("contest", {"mana": effects}, {"tap": Event("mana", ("G",))})


SAMPLES = [build(sphere()), build(contest(2, 4)), *(build(random_question(seed)) for seed in range(40))]


@pytest.mark.parametrize("seed", range(300))
def test_certificates_claim_what_brute_force_finds(seed: int) -> None:
    certificate = build(random_question(seed))
    assert certificate["claim"] == brute_force(certificate)
    assert checker.check(json.loads(text(certificate))) == certificate["claim"]


def test_a_certificate_can_be_read() -> None:
    certificate = build(sphere())
    assert certificate["claim"]["ends"] == {"forest": ["C"]}
    assert certificate["claim"]["holds"] == ["forest: C", "pool 1: C", "pool 2: C"]
    assert certificate["evidence"]["runs"]["forest"]["C"]["steps"] == [["doubling", "GG"], ["damping", "C"]]
    assert [reason["watch"] for reason in certificate["evidence"]["never"]["forest"]] == [["damping"], ["doubling"]]
    assert [fact for fact, _ in certificate["evidence"]["derivation"]] == certificate["claim"]["holds"]


# Tampering -----------------------------------------------------------------------------------------------------------


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Paths to everything inside a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in inner for place in places(part, (*path, key)))]


def tampered(certificate: Json, rng: random.Random, parts: tuple[str, ...]) -> Json:
    """One to three random changes inside the parts: something is left out, added, replaced or counted differently."""
    forged = copy.deepcopy(certificate)
    for _ in range(rng.choice([1, 1, 2, 3])):
        inside = [it for it in places({part: forged[part] for part in parts}) if it]
        path = rng.choice(inside)
        holder: Any = forged
        for key in path[:-1]:
            holder = holder[key]
        key = path[-1]
        kind = rng.choice(["drop", "replace", "add", "number"])
        others = [it for it in inside if type(it[-1]) is type(key)]
        donor: Any = forged
        for step in rng.choice(others):
            donor = donor[step]
        donor = copy.deepcopy(donor)
        if kind == "drop" and len(path) > 1:
            del holder[key]
        elif kind == "add" and isinstance(holder, list):
            holder.insert(rng.randint(0, len(holder)), donor)
        elif kind == "add" and len(path) > 1:
            holder[rng.choice([str(it[-1]) for it in others])] = donor
        elif kind == "number" and type(holder[key]) is int:
            holder[key] += rng.choice([-1, 1])
        else:
            holder[key] = donor
    return forged


def accepted(certificate: Json) -> bool:
    try:
        checker.check(certificate)
    except checker.Rejected:
        return False
    return True


def certified(certificate: Json) -> Json:
    """What a certificate is about: the question and the claim."""
    return {key: certificate[key] for key in (*checker.QUESTION, "question", "claim")}


def test_a_thousand_changes_of_what_is_certified_are_all_rejected() -> None:
    rng, changes = random.Random(614), 0
    while changes < 1_000:
        original = rng.choice(SAMPLES)
        # Evidence is changed along with it: a forger would do that.
        parts = rng.choice([("claim",), ("claim", "evidence"), ("board", "graphs", "events", "rules"), ("question",)])
        forged = tampered(original, rng, parts)
        if json.dumps(certified(forged), sort_keys=True) != json.dumps(certified(original), sort_keys=True):
            changes += 1
            assert not accepted(forged), json.dumps(forged, indent=1)


def test_a_thousand_forgeries_with_a_new_digest_are_accepted_only_if_true() -> None:
    rng, right, wrong = random.Random(616), 0, 0
    for _ in range(1_000):
        forged = tampered(rng.choice(SAMPLES), rng, rng.choice([("graphs", "events", "rules"), ("claim", "evidence")]))
        try:
            forged["question"] = checker.question_digest(forged)
            if accepted(forged):
                right += 1
                assert forged["claim"] == brute_force(forged), json.dumps(forged, indent=1)
            else:
                wrong += 1
        except TypeError:  # keys of several types
            wrong += 1
    assert right > 50, "the forger never makes anything true: the test shows nothing"
    assert wrong > 500


def test_claims_of_a_skilled_forger_are_rejected() -> None:
    """Every other set of ends of one event, with runs and reasons taken from wherever they come nearest."""
    for original in SAMPLES:
        for event in original["events"]:
            states = sorted({state for row in original["graphs"]["mana"].values() for state in row["table"]})
            true_ends = original["claim"]["ends"][event]
            for size in range(len(states) + 1):
                for ends in itertools.combinations(states, size):
                    if list(ends) == true_ends:
                        continue
                    forged = copy.deepcopy(original)
                    forged["claim"]["ends"][event] = list(ends)
                    runs = original["evidence"]["runs"][event]
                    short = {"start": original["events"][event]["starts"][0], "steps": []}
                    forged["evidence"]["runs"][event] = {end: runs.get(end, short) for end in ends}
                    missing = sorted(set(true_ends) - set(ends))
                    closed = [[state, []] for state in states]
                    forged["evidence"]["never"][event].append({"states": missing, "watch": [], "closed": closed})
                    assert not accepted(forged)


def damage(change: Callable[[Json], object]) -> Json:
    certificate = build(sphere())
    change(certificate)
    return certificate


FOREST = ("evidence", "runs", "forest", "C")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda c: c.update(certificate=2), "format 1"),
        (lambda c: c.update(note="trust me"), "keys"),
        (lambda c: c["evidence"]["runs"]["forest"].clear(), "keys"),
        (lambda c: c["evidence"]["runs"]["forest"]["C"]["steps"].pop(), "ends in GG"),
        (lambda c: c["evidence"]["runs"]["forest"]["C"].update(start="GG"), "no start"),
        (lambda c: c["evidence"]["runs"]["forest"]["C"]["steps"].insert(1, ["doubling", "GGGG"]), "too often"),
        (lambda c: c["evidence"]["runs"]["forest"]["C"]["steps"].reverse(), "does not make"),
        (lambda c: c["evidence"]["never"]["forest"].pop(), "not among the states"),
        (lambda c: c["evidence"]["never"]["forest"].pop(0), "leads out of the states"),
        (lambda c: c["evidence"]["never"]["forest"][0]["closed"].pop(), "leads out of a closed set"),
        (lambda c: c["evidence"]["never"]["forest"][0]["closed"].clear(), "not in a closed set"),
        (lambda c: c["evidence"]["never"]["forest"][0]["states"].insert(0, "C"), "no run ends in C"),
        (lambda c: c["evidence"]["never"]["forest"][0].update(watch=["nothing"]), "not there"),
        (lambda c: c["evidence"]["derivation"].reverse(), "does not give"),
        (lambda c: c["evidence"]["derivation"].pop(), "not claimed"),
        (lambda c: c["evidence"]["derivation"].append(["pool 1: R", "first pool reads second"]), "does not give"),
        (lambda c: c["claim"]["holds"].reverse(), "sorted"),
        (lambda c: c["claim"]["ends"].update(forest=["C", "C"]), "repetition"),
        (lambda c: c["claim"]["ends"].update(forest="C"), "not a list"),
        (lambda c: c.update(board="another"), "digest"),
        (lambda c: c["graphs"]["mana"]["doubling"].update(count=2), "digest"),
        (lambda c: c["graphs"]["mana"].pop("damping"), "digest"),
    ],
)
def test_each_thing_that_is_needed_is_missed(change: Callable[[Json], object], complaint: str) -> None:
    with pytest.raises(checker.Rejected, match=complaint):
        checker.check(damage(change))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda c: c.update(board=1), "not given by its digest"),
        (lambda c: c["events"]["forest"].update(starts=[]), "forest: no start"),
        (lambda c: c["graphs"]["mana"]["doubling"].update(count=0), "not a count"),
        (lambda c: c["graphs"]["mana"]["doubling"].update(count=True), "not a count"),
        (lambda c: c["graphs"]["mana"]["doubling"]["table"].update(X=[]), "applies to X without a result"),
        (lambda c: c["graphs"]["mana"]["doubling"]["table"].update(X=[1]), "not a list of names"),
        (lambda c: c["rules"]["forest makes C"].update({"if": "C"}), "premises are not a list"),
        (lambda c: c["rules"]["forest makes C"].update({"if": [["forest"]]}), "malformed"),
        (lambda c: c["evidence"]["never"]["forest"][0]["closed"][0][1].append(0), "count the watched"),
    ],
)
def test_a_question_without_sense_is_rejected_whatever_its_digest(
    change: Callable[[Json], object], complaint: str
) -> None:
    certificate = damage(change)
    certificate["question"] = checker.question_digest(certificate)
    with pytest.raises(checker.Rejected, match=complaint):
        checker.check(certificate)


def test_two_pools_do_not_make_red_for_each_other() -> None:
    """The facts are closed under the rules, and yet nothing derives them."""
    forged = build(sphere())
    forged["claim"]["holds"] = sorted([*forged["claim"]["holds"], "pool 1: R", "pool 2: R"])
    pools = [["pool 1: R", "first pool reads second"], ["pool 2: R", "second pool reads first for R"]]
    for order in (pools, pools[::-1]):
        forged["evidence"]["derivation"] = [*build(sphere())["evidence"]["derivation"], *order]
        assert not accepted(forged)


@pytest.mark.parametrize(
    "junk", [None, 1, "x", [], {}, {"certificate": 1}, dict.fromkeys(checker.KEYS), dict.fromkeys(checker.KEYS, 1)]
)
def test_junk_is_rejected(junk: Any) -> None:
    assert not accepted(junk)


# Building ------------------------------------------------------------------------------------------------------------


def test_runs_that_are_known_are_used() -> None:
    run = Run("G", (("doubling", "GG"), ("damping", "C")))
    assert build(sphere(), {"forest": [run]}) == build(sphere())


def test_a_wrong_run_is_noticed() -> None:
    with pytest.raises(Disagreement, match="too often"):
        build(sphere(), {"forest": [Run("G", (("doubling", "GG"), ("doubling", "GGGG")))]})


@pytest.mark.parametrize(("blue", "red"), [(2, 4), (4, 2), (3, 3), (30, 31)])
def test_majorities_are_settled_by_counting(blue: int, red: int) -> None:
    certificate = build(contest(blue, red))
    ends = (["R"] if red >= blue else []) + (["U"] if blue >= red else [])
    assert certificate["claim"]["ends"] == {"tap": ends}
    if blue != red:
        assert any("heights" in reason for reason in certificate["evidence"]["never"]["tap"])


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda it: it["heights"].update(U=-9), "too high"),
        (lambda it: it["heights"].update(U=float("inf")), "not a whole number"),
        (lambda it: it["heights"].update(U=True), "not a whole number"),
        (lambda it: it["heights"].pop("G"), "malformed"),
        (lambda it: it["states"].insert(0, "R"), "too high"),
        (lambda it: it.update(watch=[]), "keys"),
    ],
)
def test_heights_must_be_right(change: Callable[[Json], object], complaint: str) -> None:
    certificate = build(contest(2, 4))
    change(next(reason for reason in certificate["evidence"]["never"]["tap"] if "heights" in reason))
    with pytest.raises(checker.Rejected, match=complaint):
        checker.check(certificate)


def test_many_effects_are_settled_without_trying_all_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty effects that all apply to everything: brute force would look at 2**40 cases."""
    effects = {f"effect {number:02}": Effect({"W": ("W",), "U": ("W",)}) for number in range(40)}
    question = Question("many", {"mana": effects}, {"tap": Event("mana", ("U",))})
    certificate = build(question)
    assert certificate["claim"]["ends"] == {"tap": ["W"]}
    assert certificate["evidence"]["never"]["tap"][0]["watch"] == ["effect 00"]
    monkeypatch.setattr(certificate_module, "SITUATIONS", 2)
    with pytest.raises(Undecided, match="more than 2"):
        build(question)


def test_identical_effects_are_counted() -> None:
    effects = {"doubling": Effect({"1": ("2",), "2": ("4",), "4": ("8",), "8": ("16",)}, count=3)}
    certificate = build(Question("three", {"mana": effects}, {"tap": Event("mana", ("1",))}))
    assert certificate["claim"]["ends"] == {"tap": ["8"]}


# The command ---------------------------------------------------------------------------------------------------------


def command(*arguments: str | Path, alone: bool = False) -> subprocess.CompletedProcess[str]:
    module = [checker.__file__] if alone else ["-m", "verifier.solve.checker"]
    flags = ["-I"] if alone else []
    return subprocess.run(
        [sys.executable, *flags, *map(str, module), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=None if alone else Path(checker.__file__).parents[2],
    )


@pytest.mark.parametrize("alone", [False, True])
def test_the_command_accepts_and_rejects(tmp_path: Path, alone: bool) -> None:
    file, certificate = tmp_path / "certificate.json", build(sphere())
    file.write_text(text(certificate), encoding="utf-8")
    done = command(file, alone=alone)
    assert (done.returncode, done.stdout) == (0, f"accepted: board sphere, question {certificate['question']}\n")
    assert command(file, "sphere", alone=alone).returncode == 0
    other = command(file, "cube", alone=alone)
    assert (other.returncode, other.stdout) == (1, "rejected: it is about another board, sphere\n")
    file.write_text(text(damage(lambda c: c["evidence"]["derivation"].pop())), encoding="utf-8")
    done = command(file, alone=alone)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == "rejected: second pool reads first gives pool 2: C, which is not claimed\n"


def test_a_key_that_is_written_twice_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    file.write_text(text(build(sphere())).replace("{", '{"board": "cube",', 1), encoding="utf-8")
    assert command(file).stdout == "rejected: a key is written twice\n"


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff", b"[" * 100_000, b'{"a": 1, "a": 1}', b"1" * 10_000, b'{"board": "\\ud800"}', None],
)
def test_the_command_shows_no_traceback(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "certificate.json"
    if content is not None:
        file.write_bytes(content)
    done = command(file)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("rejected: ")


def test_the_command_without_a_file_tells_how() -> None:
    assert command().returncode == 2
    assert command("a", "b", "c").stdout.startswith("usage: ")


def test_the_checker_stands_on_the_standard_library_alone() -> None:
    tree = ast.parse(Path(checker.__file__).read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {f"{'.' * node.level}{node.module}" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names
