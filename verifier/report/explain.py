"""Explanations: of a claim, whatever its verdict, and of one thing that a permanent could or could not produce."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from ..board import Board
from ..board_format.problems import nearest
from ..check import Result
from ..claim import Claim, Verdict
from ..errors import BadInput, VerifierError
from ..instances import Instance, first_instance
from . import could_produce, hand_size, json, labels, layers, outcomes, proved, refutation, text
from .claims import Checked, case, claim_json, more, row
from .layout import DEFAULT_WIDTH, paragraph, table
from .proof import UNPROVED, Proved, resting

TYPES = "WUBRGC"


def reproduce(claim: Claim) -> str:
    """The command that explains the claim."""
    return f"verifier explain {shlex.quote(claim.name)}"


# A claim -------------------------------------------------------------------------------------------------------------


def claim_text(checked: Checked, width: int = DEFAULT_WIDTH, *, proof: bool = True) -> list[str]:
    """The verdict with all that stands behind it: steps, reasons, what it rests on, how far it goes."""
    lines = table([row(checked)], indent=0)
    result = checked.result
    if result is None or result.verdict is Verdict.REFUTED:
        return [*lines, *more(checked, width, proof=proof)]
    lines += paragraph(checked.claim.says, width)
    lines += [*paragraph(result.reason, width)] if result.reason != result.bounds else []
    if result.verdict is Verdict.PROVED:
        instance = first_instance(checked.claim)
        if instance is not None:
            lines += ["", *_instance(checked.claim, instance, width, proof=proof, known=bool(result.rests_on))]
    lines += ["", *_foot(result, width)]
    return lines


def _foot(result: Result, width: int) -> list[str]:
    lines = paragraph(f"bounds: {result.bounds or 'none'}", width)
    names = [name for name in result.rests_on if not name.startswith("none of ")]
    if names:
        lines += paragraph(resting(names), width)
    lines += paragraph(f"claimed to rest on {', '.join(result.claim.rules)}", width)
    return [*lines, f"  reproduce: {reproduce(result.claim)}"]


def _instance(claim: Claim, instance: Instance, width: int, *, proof: bool, known: bool) -> list[str]:
    """How what is claimed comes about on the smallest board; ``known`` if what it rests on is told anyway."""
    board, expect = instance.board, instance.expect
    lines = paragraph(f"{'on' if claim.for_all.is_trivial else 'for instance on'}: {case(board)}", width)
    if instance.description:
        lines += paragraph(instance.description, width)
    try:
        named = {id for pairs in (expect.could_produce, expect.could_include, expect.could_exclude) for id, _ in pairs}
        if named:
            found = could_produce.answers(board)
            proofs = proved.could_produce(board, found) if proof else UNPROVED
            lines += ["", *text.could_produce(board, [one for one in found if one.id in named], width, proofs.proofs)]
        if expect.maximum_hand_size or expect.cleanup_discards:
            players = {player for player, _ in (*expect.maximum_hand_size, *expect.cleanup_discards)}
            sizes = hand_size.answers(board, every_order=False)
            by = proved.hand_size(board, sizes) if proof and not known else UNPROVED
            lines += ["", *text.hand_size(board, [one for one in sizes if one.player in players], width, by.proofs)]
        if expect.characteristics or expect.land_subtypes or expect.mana_abilities:
            lines += layers.text(board, layers.answers(board))
        if instance.event is not None:
            answer = outcomes.answers_with_runs(board, instance.event)
            if known and proof:
                by = Proved(proved.replayed_runs(board, instance.event, answer.runs))
            else:
                by = proved.outcomes(board, instance.event, answer) if proof else UNPROVED
            lines += ["", *text.outcomes(board, answer, width, by.proofs)]
    except VerifierError as error:
        lines.append(f"  no steps can be told: {error}")
    return lines


def claim_as_json(checked: Checked) -> dict[str, Any]:
    """The claim with its verdict, as ``check`` writes it; with runs of its event.

    Of a claim that is proved, on the smallest board, to every outcome; of one that is refuted to the first outcome that
    is not claimed, if there is one.
    """
    result, runs = checked.result, list[dict[str, Any]]()
    try:
        if result is not None and result.verdict is Verdict.PROVED:
            instance = first_instance(checked.claim)
            if instance is not None and instance.event is not None:
                runs = json.runs(instance.board, outcomes.answers_with_runs(instance.board, instance.event))
        elif result is not None and result.difference is not None:
            answer = refutation.otherwise(result.difference)
            runs = [] if answer is None else json.runs(result.difference.instance.board, answer)
    except VerifierError:
        runs = []
    found = {"claim": claim_json(checked)}
    return {**found, "runs": runs} if runs else found


# One thing on a board ------------------------------------------------------------------------------------------------


NO_MAXIMUM = ("none", "no maximum")


def asked_about(board: Board, asked: str, option: str) -> tuple[str, str]:
    """The permanent and the type, or the player and the hand size, that ``Forest: B`` names. Raises BadInput."""
    id, colon, what = (part.strip() for part in asked.rpartition(":"))
    if not colon or not what:
        raise BadInput(f"{asked!r} is not of the form 'Forest: B' or 'you: 7'", option)
    if id in board.names:
        if what in NO_MAXIMUM:
            return id, NO_MAXIMUM[0]
        if not what.isdecimal():
            raise BadInput(f"a maximum hand size is a number or 'no maximum', not {what!r}", option)
        return id, what
    ids = [permanent.id for permanent in board.permanents]
    if id not in ids:
        raise BadInput(f"no permanent has the id {id!r}", option, suggestion=nearest(id, [*ids, *board.names]))
    if what not in TYPES or len(what) != 1:
        raise BadInput(f"a type of mana is one of {', '.join(TYPES)}, not {what!r}", option)
    return id, what


def missing_question(board: Board, path: str) -> BadInput:
    """What to say where a board is to be explained and nothing is asked about it."""
    first = next((permanent.id for permanent in board.permanents), None)
    player = board.names[0]
    examples = [f"{player}: 7", f"{player}: no maximum"]
    if first is not None:
        examples.insert(0, f"{first}: G")
    told = " or ".join(f"--why {shlex.quote(one)}" for one in examples)
    return BadInput(f"this is a board; say what is to be explained of it: {told}, or --why-not", where=path)


def permanent_text(
    board: Board, found: Sequence[could_produce.PermanentAnswer], by: Proved, asked: tuple[str, str], width: int
) -> list[str]:
    """The run by which the permanent could produce the type, or the reason why it could not."""
    id, letter = asked
    answer = next((one for one in found if one.id == id), None)
    name = labels.entry_name(board, id)
    if answer is None:
        return [f"{name} is phased out: it is treated as though it did not exist (702.26b)"]
    if letter in answer.types:
        lines = [f"{name} could produce {letter}", ""]
        one = next((told for told in answer.told if told.letter == letter), None)
        if one is not None:
            lines += text.run(board, [one], by.proofs)
        return lines
    lines = [f"{name} could not produce {letter}", ""]
    if by.proofs:
        return [*lines, *text.reasons(answer, [letter], width, by.proofs)]
    return [*lines, *text.cannot(answer, width)]


def permanent_json(
    found: Sequence[could_produce.PermanentAnswer], by: Proved, asked: tuple[str, str]
) -> dict[str, Any]:
    """The same as an object."""
    id, letter = asked
    answer = next((one for one in found if one.id == id), None)
    could = answer is not None and letter in answer.types
    whole = json.could_produce([answer] if answer is not None else [], by.proofs)["reasons"]
    reason = whole[0] if whole else {"can": [], "cannot": {}}
    runs = [told for told in reason["can"] if told["type"] == letter]
    reasons = [one for one in reason["cannot"].get("reasons", []) if one["type"] == letter]
    return {"permanent": id, "type": letter, "could_produce": could, "runs": runs, "reasons": reasons}


def player_text(
    board: Board, found: Sequence[hand_size.PlayerSizes], by: Proved, asked: tuple[str, str], width: int
) -> list[str]:
    """The order by which the player's maximum hand size is so, or how it comes to be another."""
    player, what = asked
    answer = next(one for one in found if one.player == player)
    wanted = None if what == "none" else int(what)
    can = "can" if wanted in answer.sizes else "cannot"
    said = f"{player} {can} have no maximum hand size" if wanted is None else (
        f"the maximum hand size of {player} {can} be {wanted}"
    )  # fmt: skip
    return [said, "", *text.hand_size(board, [answer], width, by.proofs)]


def player_json(found: Sequence[hand_size.PlayerSizes], by: Proved, asked: tuple[str, str]) -> dict[str, Any]:
    """The same as an object."""
    player, what = asked
    answer = next(one for one in found if one.player == player)
    wanted = None if what == "none" else int(what)
    told = json.hand_size([answer], by.proofs)["players"][0]
    return {"player": player, "maximum_hand_size": what, "possible": wanted in answer.sizes, **told}
