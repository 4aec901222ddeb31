"""What z3 answers: minimal cores, least witnesses, limits that are admitted, models that are checked."""

from __future__ import annotations

import dataclasses
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.errors import Disagreement
from verifier.solve import formula as f
from verifier.solve.obligation import Named, Obligation, gather
from verifier.solve.z3_backend import Reply, Script, run, script, solve

NAMES = "abcdef"


def clauses(rows: list[list[int]], observe: str = "") -> Obligation:
    """One assertion a clause; a literal is a number from 1, negative for not."""
    named = tuple(
        Named(
            f"clause {number:02}",
            f.or_(*(f.bool_var(NAMES[it - 1]) if it > 0 else f.not_(f.bool_var(NAMES[-it - 1])) for it in row)),
        )
        for number, row in enumerate(rows)
    )
    return Obligation("clauses", "can all be true", named, "sat", tuple(f.bool_var(name) for name in observe))


CLAUSES = st.lists(
    st.lists(st.integers(1, 6).flatmap(lambda it: st.sampled_from([it, -it])), min_size=1, max_size=3), max_size=30
)


def models(obligation: Obligation) -> list[dict[str, f.Value]]:
    """All models, the least first, by our evaluator alone."""
    values = itertools.product([False, True], repeat=len(NAMES))
    return [it for it in (dict(zip(NAMES, row, strict=True)) for row in values) if not obligation.violated(it)]


@settings(max_examples=100)
@given(CLAUSES)
def test_witnesses_are_least_and_cores_minimal(rows: list[list[int]]) -> None:
    obligation = clauses(rows, NAMES)
    answer, all_models = solve(obligation), models(obligation)
    if all_models:
        assert answer.status == "sat"
        assert answer.least
        assert dict(answer.witness) == all_models[0]
        return
    assert answer.status == "unsat"
    assert answer.minimal
    core = [named for named in obligation.assertions if named.name in answer.core]
    assert not models(dataclasses.replace(obligation, assertions=tuple(core)))
    for missing in core:
        rest = tuple(named for named in core if named is not missing)
        assert models(dataclasses.replace(obligation, assertions=rest)), f"{missing.name} can be missed"


@settings(max_examples=60)
@given(CLAUSES, st.randoms(use_true_random=False))
def test_cores_are_those_of_plain_deletion_in_name_order(rows: list[list[int]], random: object) -> None:
    obligation = clauses(rows)
    if models(obligation):
        return
    kept = list(obligation.assertions)
    for named in obligation.assertions:
        rest = [other for other in kept if other is not named]
        if not models(dataclasses.replace(obligation, assertions=tuple(rest))):
            kept = rest
    shuffled = list(obligation.assertions)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    for assertions in (obligation.assertions, tuple(shuffled)):
        answer = solve(dataclasses.replace(obligation, assertions=assertions))
        assert answer.core == tuple(named.name for named in kept)


def factors(product: int, observe: str) -> Obligation:
    x, y = f.bits_var("x", 8), f.bits_var("y", 8)
    return Obligation(
        "factors",
        f"{product} is a product of two factors above one",
        (
            Named("product", f.eq(f.mul(f.zero_extend(x, 16), f.zero_extend(y, 16)), f.number(product, 16))),
            Named("x above one", f.ult(f.number(1, 8), x)),
            Named("y above one", f.ult(f.number(1, 8), y)),
        ),
        "sat",
        tuple({"x": x, "y": y}[name] for name in observe),
    )


def test_numbers_are_least_by_their_value_and_in_the_given_order() -> None:
    assert solve(factors(24, "xy")).witness == (("x", 2), ("y", 12))
    assert solve(factors(24, "yx")).witness == (("y", 2), ("x", 12))
    assert solve(factors(143, "xy")).witness == (("x", 11), ("y", 13))
    assert solve(factors(139, "xy")).status == "unsat"


def pigeons(holes: int) -> Obligation:
    """One pigeon more than there are holes."""
    sits = [[f.bool_var(f"pigeon {i} in {j}") for j in range(holes)] for i in range(holes + 1)]
    return Obligation(
        "pigeons",
        "they all find a hole of their own",
        (
            *(Named(f"pigeon {i} sits", f.or_(*row)) for i, row in enumerate(sits)),
            *(Named(f"hole {j} has one", f.at_most_one([row[j] for row in sits])) for j in range(holes)),
        ),
        "unsat",
    )


def test_a_limit_that_is_hit_is_unknown_and_says_so() -> None:
    answer = solve(pigeons(10), rlimit=20_000)
    assert answer.status == "unknown"
    assert answer.as_expected is None
    assert "resource limit 20000" in answer.reason
    assert not answer.core
    assert not answer.model


def test_the_same_limit_always_gives_the_same_answer() -> None:
    answers = [solve(pigeons(5), rlimit=limit) for limit in (2_000, 40_000, 2_000, 40_000)]
    assert answers[0] == answers[2]
    assert answers[1] == answers[3]
    assert answers[1].status == "unsat"


def test_a_core_that_hits_the_limit_is_not_called_minimal() -> None:
    easy = (Named("1 x", f.bool_var("x")), Named("0 not x", f.not_(f.bool_var("x"))))
    hard = Obligation("both", "", (*pigeons(9).assertions, *easy), "unsat")
    answer = solve(hard, rlimit=60_000)
    assert (answer.status, answer.core, answer.minimal) == ("unsat", ("0 not x", "1 x"), False)


def test_without_explanation_there_is_neither_core_nor_least_witness() -> None:
    answer = solve(pigeons(3), explain=False)
    assert (answer.status, answer.core, answer.minimal) == ("unsat", (), False)
    found = solve(factors(24, "xy"), explain=False)
    assert found.status == "sat"
    assert not found.least
    assert found.model["x"] * found.model["y"] == 24


def test_a_model_that_does_not_hold_is_a_disagreement() -> None:
    def liar(question: Script) -> Reply:
        truth = run(question)
        return dataclasses.replace(truth, values=(truth.values[0] + 1, *truth.values[1:]))

    with pytest.raises(Disagreement, match="product"):
        solve(factors(24, "xy"), ask=liar)


def test_a_script_does_not_depend_on_what_was_asked_before() -> None:
    first = solve(factors(24, "xy"))
    solve(pigeons(4))
    assert solve(factors(24, "xy")) == first
    assert script(factors(24, "xy")) == script(factors(24, "xy"))


def test_variables_that_nothing_asks_about_are_observed_as_least() -> None:
    free = Obligation("free", "", (), "sat", (f.bool_var("a"), f.bits_var("n", 4)))
    answer = solve(free)
    assert answer.witness == (("a", False), ("n", 0))
    assert answer.as_expected


def test_names_of_any_script_survive() -> None:
    odd = ["Lim-Dûl's Vault", 'Ach! "Hans", Run!', "a|b\\c", "50% off", "new\nline", "森", "% ", "%"]
    observe = tuple(f.bool_var(name) for name in odd)
    wanted = [bool(place % 2) for place in range(len(odd))]
    named = tuple(
        Named(f"it: {name}", f.iff(f.bool_var(name), f.truth(want))) for name, want in zip(odd, wanted, strict=True)
    )
    assert solve(Obligation("odd\nname", "odd\nmeaning", named, "sat", observe)).witness == tuple(
        zip(odd, wanted, strict=True)
    )
    contradiction = (*named, Named("森 again", f.bool_var("a|b\\c")))
    assert solve(Obligation("odd", "", contradiction, "unsat")).core == ("it: a|b\\c", "森 again")


def test_gathered_assertions_stand_under_one_name() -> None:
    a, b = f.bool_var("a"), f.bool_var("b")
    named = gather([("614.5", a), ("616.1f", f.not_(b)), ("614.5", b)], {"614.5": "once an event"})
    assert [(it.name, it.note) for it in named] == [("614.5", "once an event"), ("616.1f", "")]
    assert solve(Obligation("gathered", "", named, "unsat")).core == ("614.5", "616.1f")


@pytest.mark.parametrize(
    ("assertions", "observe"),
    [
        ((Named("a", f.TRUE), Named("a", f.TRUE)), ()),
        ((Named("a", f.bool_var("a")),), ()),
        ((Named("", f.TRUE),), ()),
        ((Named("!guard0", f.TRUE),), ()),
        ((), (f.bool_var("a"), f.bool_var("a"))),
        ((), (f.TRUE,)),
        ((Named("n", f.bool_var("x")),), (f.bits_var("x", 2),)),
    ],
)
def test_an_obligation_that_makes_no_sense_is_refused(
    assertions: tuple[Named, ...], observe: tuple[f.Bool | f.Bits, ...]
) -> None:
    with pytest.raises(ValueError, match=r"."):
        Obligation("wrong", "", assertions, "sat", observe)
