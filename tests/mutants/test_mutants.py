"""Each wrong rule is noticed: by a named claim, and by the command if one of the three sides alone has it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from verifier import check as checking
from verifier.claim import Claim, Verdict
from verifier.claim_format import read_claims
from verifier.cli import main
from verifier.prove import decide
from verifier.rules import answers

from . import wrong_encoding, wrong_events, wrong_reference, wrong_rules
from .table import SIDES, Breaker, Mutant, cached_functions, collections

RULES = [*wrong_rules.WRONG.mutants, *wrong_events.WRONG.mutants]
ENCODING = wrong_encoding.WRONG.mutants
REFERENCE = wrong_reference.WRONG.mutants
EVERY = [*RULES, *ENCODING, *REFERENCE]

Under = Callable[[Mutant], Breaker]


def named(mutants: list[Mutant]) -> pytest.MarkDecorator:
    """One test for each of the mutants."""
    return pytest.mark.parametrize("mutant", mutants, ids=[f"{mutant.side}-{mutant.id}" for mutant in mutants])


def claim_of(mutant: Mutant) -> Claim:
    """The one claim that has that name."""
    [claim] = read_claims([mutant.claim])
    return claim


def checked(claim: str) -> Result:
    """What the command says of the claim, decided anew in this process."""
    return CliRunner().invoke(main, ["check", "--no-cache", "--jobs", "1", claim])


# By a claim ----------------------------------------------------------------------------------------------------------


@named(RULES)
def test_without_a_second_opinion_a_claim_notices(
    mutant: Mutant, under: Under, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = claim_of(mutant)
    monkeypatch.setattr(checking, "reference", answers)
    assert checking.check(claim).verdict is claim.verdict
    under(mutant)
    wrong = checking.check(claim).verdict
    assert wrong is not claim.verdict
    assert wrong in {Verdict.PROVED, Verdict.REFUTED}, "noticed by an answer, not by the want of one"


# By the other sides --------------------------------------------------------------------------------------------------


@named(EVERY)
def test_the_command_exits_with_5(mutant: Mutant, under: Under) -> None:
    right = checked(mutant.claim)
    assert right.exit_code == 0, right.output
    under(mutant)
    wrong = checked(mutant.claim)
    assert wrong.exit_code == 5, wrong.output


@named(ENCODING)
def test_the_claim_is_one_that_the_solver_decides(mutant: Mutant) -> None:
    assert decide(claim_of(mutant)).method.startswith("solver")


# The table -----------------------------------------------------------------------------------------------------------


def test_there_are_as_many_as_are_promised() -> None:
    assert len(RULES) >= 25
    assert len(ENCODING) >= 10
    assert len(REFERENCE) >= 5
    for mutants in (RULES, ENCODING, REFERENCE):
        ids = [mutant.id for mutant in mutants]
        assert sorted(set(ids)) == sorted(ids)


@named(EVERY)
def test_the_claim_rests_on_the_rule_that_is_broken(mutant: Mutant) -> None:
    assert mutant.rule in claim_of(mutant).rules
    assert mutant.says.endswith(".")


def test_no_two_break_the_same_thing_in_the_same_way() -> None:
    ways: dict[tuple[str, ...], str] = {}
    for mutant in EVERY:
        with pytest.MonkeyPatch.context() as monkeypatch:
            breaker = Breaker(monkeypatch, mutant.side)
            mutant.apply(breaker)
        assert breaker.broken, f"{mutant.id} breaks nothing"
        way = (*breaker.broken, mutant.statements)
        assert way not in ways, f"{mutant.id} is {ways.get(way)} again"
        ways[way] = mutant.id


# Caches --------------------------------------------------------------------------------------------------------------


def test_every_function_that_remembers_is_made_to_forget() -> None:
    decorated = set()
    root = Path(checking.__file__).parent
    for side in SIDES:
        for file in sorted((root / side).rglob("*.py")):
            for node in ast.parse(file.read_text()).body:  # What a call makes and forgets needs no help.
                if isinstance(node, ast.FunctionDef):
                    if any("cache" in ast.unparse(each) for each in node.decorator_list if not _is_property(each)):
                        decorated.add(node.name)
    assert {function.__name__ for function in cached_functions()} == decorated


def _is_property(decorator: ast.expr) -> bool:
    """A cached property remembers for its object, which is made anew for each question."""
    return ast.unparse(decorator).endswith("cached_property")


def test_nothing_else_remembers() -> None:
    before = {name: len(kept) for name, kept in collections()}
    for claim in read_claims(sorted({mutant.claim for mutant in RULES})):
        decide(claim)
    grown = {name for name, kept in collections() if len(kept) != before.get(name, 0)}
    assert grown <= {"verifier.rules.mana._SAME"}
