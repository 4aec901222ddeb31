"""Failures as objects; stands on the errors alone, so that every failure can be told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..errors import BadInput, Disagreement, Illegal, ManyBadInputs, Undecided, Unmodelled, VerifierError

VERSION = 1
"""Of the shape of the objects; it grows when a key changes its meaning or goes away."""

Object = dict[str, Any]


def encode(command: str, content: Mapping[str, Any]) -> str:
    """The text of an answer or a failure: version and command, then its content. ASCII, so no terminal can spoil it."""
    return json.dumps({"version": VERSION, "command": command, **content}, indent=2)


def internal(message: str) -> Object:
    """A failure that is a defect of the verifier."""
    return {"error": {"kind": "internal error", "message": message, "where": "", "key": "", "suggestion": ""}}


def error(problem: VerifierError) -> Object:
    """A failure; where several things are wrong, each is in ``problems``."""
    found: Object = {"kind": kind(problem), "message": str(problem), "where": "", "key": "", "suggestion": ""}
    match problem:
        case ManyBadInputs():
            found |= {"message": problem.problem, "problems": [_bad_input(one) for one in problem.problems]}
        case BadInput():
            found |= _bad_input(problem)
        case Unmodelled():
            found |= {"message": problem.what, "where": problem.subject}
        case Disagreement():
            found |= {"where": problem.question, "answers": dict(problem.answers)}
        case _:
            pass
    return {"error": found}


def _bad_input(problem: BadInput) -> Object:
    return {"message": problem.problem, "where": problem.where, "key": problem.key, "suggestion": problem.suggestion}


def kind(problem: VerifierError) -> str:
    """What is the matter, in one word."""
    kinds: tuple[tuple[type[VerifierError], str], ...] = (
        (BadInput, "bad input"),
        (Unmodelled, "unmodelled"),
        (Undecided, "undecided"),
        (Disagreement, "disagreement"),
        (Illegal, "illegal"),
    )
    return next((word for of, word in kinds if isinstance(problem, of)), "error")
