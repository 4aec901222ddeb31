"""Both sides of a refutation: what is claimed, and the steps by which it is otherwise, the first one marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from .. import words
from ..board import Activate, Amounts, Board, HandSizes, Pools, Tap
from ..board import Outcome as Happened
from ..check import Difference
from ..claim import Outcome
from ..errors import VerifierError
from ..run import ManaRun, Run
from . import could_produce, event_runs, hand_size, labels, layers, mana_runs, outcomes
from . import text as told
from .layout import DEFAULT_WIDTH, paragraph, table
from .proof import NO_PROOFS

S = TypeVar("S")
DIFFERS = "differs from the claim"
MOST_RUNS = 3
"""Runs that are shown where several show the same."""


def steps(difference: Difference, board: Board, width: int = DEFAULT_WIDTH, *, proof: bool = True) -> list[str]:
    """How the answer that differs comes about, or why what is claimed cannot."""
    question, _, rest = difference.key.partition(".")
    try:
        if question.startswith("could_"):
            return _types(difference, board, rest, width, proof=proof)
        if question == "maximum_hand_size":
            claimed = dict(difference.instance.expect.maximum_hand_size)[rest]
            return _sizes(board, rest, claimed, width)
        if question == "cleanup_discards":
            return _sizes(board, rest, None, width)
        if question in {"characteristics", "land_subtypes", "mana_abilities"}:
            return layers.text(board, layers.answers(board))[1:]
        return _event(difference, board, width, proof=proof)
    except VerifierError as error:
        return [f"  no steps can be told: {error}"]


def first_departure(states: Sequence[S], claimed: Sequence[S]) -> int:
    """The first place from which on no state is as claimed; the last place where none ever was.

    >>> first_departure(["G", "GG", "C"], ["GG"]), first_departure(["G", "C"], ["B"])
    (2, 1)
    """
    there = [place for place, one in enumerate(states) if one in claimed]
    return min(there[-1] + 1, len(states) - 1) if there else len(states) - 1


def marked(rows: list[str], place: int, mark: str) -> list[str]:
    """The lines of steps with the mark behind one of them; the first line is the heading."""
    longest = max(map(len, rows))
    return [f"{row.ljust(longest)}  <- {mark}" if number == place + 1 else row for number, row in enumerate(rows)]


# Types ---------------------------------------------------------------------------------------------------------------


def _types(difference: Difference, board: Board, id: str, width: int, *, proof: bool) -> list[str]:
    answer = next(one for one in could_produce.answers(board) if one.id == id)
    claimed = "" if difference.claimed == "nothing" else difference.claimed
    excluded = difference.key.startswith("could_exclude")
    includes = difference.key.startswith("could_include")
    too_many = [
        letter for letter in answer.types if (letter in claimed if excluded else letter not in claimed and not includes)
    ]
    missing = [] if excluded else [letter for letter in claimed if letter in answer.cannot]
    lines: list[str] = []
    for one in [one for one in answer.told if one.letter in too_many][:MOST_RUNS]:
        title = f"  {one.letter} by {one.ability}"
        because = ", ".join(f"{letter} as {labels.entry_name(board, by)} could" for letter, by in one.because)
        lines += [title + (f", {because}" if because else ""), *_run(board, one.run, one.rule, _mark(one, difference))]
    if missing:
        lines += _cannot(board, id, missing, width, proof=proof)
    return lines


def _mark(one: could_produce.Told, difference: Difference) -> tuple[int, str]:
    """The step that brings the type in for good."""
    place = "WUBRGC".index(one.letter)
    states = [bool(amounts[place]) for amounts in _states(one.run)]
    said = f"no {one.letter}" if difference.key.startswith("could_exclude") else difference.claimed
    return first_departure(states, [False]) if not states[0] else 0, f"{DIFFERS}: {said}"


def _cannot(board: Board, id: str, letters: Sequence[str], width: int, *, proof: bool) -> list[str]:
    found = could_produce.answers(board)
    if proof:
        from . import proved

        proofs = proved.could_produce(board, found)
        if proofs.proofs:
            return told.reasons(next(one for one in found if one.id == id), letters, width, proofs.proofs)
    return told.could_produce(board, [one for one in found if one.id == id], width)


# Hand sizes ----------------------------------------------------------------------------------------------------------


def _sizes(board: Board, player: str, claimed: HandSizes | None, width: int) -> list[str]:
    answer = next(one for one in hand_size.answers(board, every_order=False) if one.player == player)
    if claimed is None:
        return told.hand_size(board, [answer], width)
    lines = [f"{player}  {' or '.join(map(labels.size, answer.sizes))}"]
    different = [way for way in answer.ways if way.maximum not in claimed] or list(answer.ways)
    for way in different[:MOST_RUNS]:
        rows = told.hand_way(board, way, titled=len(answer.ways) > 1)
        if way.maximum in claimed or not way.steps:
            lines += rows
            continue
        states = [7, *(step.after for step in way.steps)]
        titles = len(rows) - len(states) - 1 - (way.steps[-1].after is not None and way.steps[-1].after < 0)
        lines += [
            *rows[:titles],
            *marked(rows[titles:], first_departure(states, claimed), f"{DIFFERS}: {words.sizes(claimed)}"),
        ]  # fmt: skip
    return lines


# Events --------------------------------------------------------------------------------------------------------------


def _event(difference: Difference, board: Board, width: int, *, proof: bool) -> list[str]:
    event = difference.instance.event
    if event is None:
        return []
    answer = outcomes.answers_with_runs(board, event)
    if difference.key == "outcomes" and not isinstance(event, Tap | Activate):
        return _outcomes(difference, board, answer, width, proof=proof)
    if difference.key not in {"outcomes", "produced"} or not _claimed_pools(difference, answer, board):
        return told.outcomes(board, answer, width)
    return _mana(difference, board, answer, width) or told.outcomes(board, answer, width)


def _claimed_pools(difference: Difference, answer: outcomes.EventAnswer, board: Board) -> list[Pools]:
    expected: Sequence[Outcome[int]] = getattr(difference.instance.expect, difference.key) or ()
    return list(dict.fromkeys(_pools(one, answer.actor, board) for one in expected))


def _ends(difference: Difference, answer: outcomes.EventAnswer) -> dict[Pools, ManaRun | None]:
    """What comes out, each with a run to it where one is told: of the ability alone, or with triggers."""
    if difference.key == "produced":
        return {
            result.pools: ManaRun(Happened(result.pools), result.pools, result.run, ()) for result in answer.results
        }
    found: dict[Pools, ManaRun | None] = {}
    for outcome in answer.outcomes:
        found[outcome.pools] = found.get(outcome.pools) or answer.mana_runs.get(outcome)
    return found


def _mana(difference: Difference, board: Board, answer: outcomes.EventAnswer, width: int) -> list[str]:
    """The run to the first mana that is not claimed, and why what is claimed does not come out."""
    claimed, ends = _claimed_pools(difference, answer, board), _ends(difference, answer)
    lines: list[str] = []
    for pools, run in ends.items():
        if pools not in claimed and not lines:
            lines.append(f"  comes out and is not claimed: {labels.pools(pools, answer.actor)}{_by(run, answer)}")
            lines += [] if run is None else _mana_run(board, answer, run, claimed, f"{DIFFERS}: {difference.claimed}")
    missing = [pools for pools in claimed if pools not in ends]
    if missing:
        shown = told.listed((labels.pools(pools, answer.actor) for pools in missing), "or")
        every = told.listed((labels.pools(pools, answer.actor) for pools in ends), "or")
        said = (
            f"claimed and does not come out: {shown}; all that comes out is {every}, over every choice and every order"
        )
        runs = [] if lines else [run for run in ends.values() if run is not None][:MOST_RUNS]
        lines += [*([""] if lines else []), *paragraph(said, width)]
        for run in runs:
            lines += ["", f"  {labels.pools(run.outcome.pools, answer.actor)}{_by(run, answer)}"]
            lines += _mana_run(board, answer, run, missing, f"no longer {shown}", lost=True)
    return lines


def _by(run: ManaRun | None, answer: outcomes.EventAnswer) -> str:
    ability, _ = answer.abilities.get(run.produced, ("", "")) if run is not None else ("", "")
    return f", by {ability} of {run.run.permanent}" if run is not None and run.run is not None else ""


def _mana_run(
    board: Board, answer: outcomes.EventAnswer, run: ManaRun, claimed: Sequence[Pools], mark: str, *, lost: bool = False
) -> list[str]:
    """The run with a mark where it leaves what is claimed; if ``lost`` only where it has been there."""
    rows = mana_runs.rows(board, run, answer.actor, answer.abilities.get(run.produced, ("", ""))[1])
    lines = table([mana_runs.STEPS, *(cells for cells, _ in rows)], indent=4)
    places = [place for place, (_, pools) in enumerate(rows) if pools is not None]
    states = [pools for _, pools in rows if pools is not None]
    if lost and not any(pools in claimed for pools in states):
        return lines
    return marked(lines, places[first_departure(states, claimed)], mark)


def otherwise(difference: Difference) -> outcomes.EventAnswer | None:
    """The answer about the event, with the run to the first outcome that is not claimed; without if every one is.

    Of claims about something else than outcomes it keeps the runs to all. Raises Unmodelled, Undecided.
    """
    event, board = difference.instance.event, difference.instance.board
    if event is None:
        return None
    answer = outcomes.answers_with_runs(board, event)
    if isinstance(event, Tap | Activate):
        if difference.key not in {"outcomes", "produced"}:
            return answer
        claimed = _claimed_pools(difference, answer, board)
        ends = [run for pools, run in _ends(difference, answer).items() if pools not in claimed and run is not None]
        return replace(answer, mana_runs={run.outcome: run for run in ends[:1]})
    if difference.key != "outcomes":
        return answer
    found = event_runs.unclaimed(answer.runs, difference.instance.expect.outcomes or ())
    return replace(answer, runs={} if found is None else {found.outcome: found})


def _outcomes(
    difference: Difference, board: Board, answer: outcomes.EventAnswer, width: int, *, proof: bool
) -> list[str]:
    """The run to the first outcome that is not claimed, and which claimed ones do not come out."""
    lines: list[str] = []
    claims = difference.instance.expect.outcomes or ()
    with_x = any(name == outcomes.OWN_X for one in claims for name, _ in one.observed)
    other = otherwise(difference)
    runs = {} if other is None else other.runs
    proofs = NO_PROOFS
    if proof and runs:
        from . import proved

        proofs = proved.replayed_runs(board, answer.event, runs)
    for outcome, run in runs.items():
        title = f"  comes out and is not claimed: {outcomes.told(outcome, '', with_x=with_x)}"
        lines += [title, *event_runs.steps(board, run)]
        lines += [f"    {outcomes.own_x(answer)}"] if with_x and outcomes.own_x(answer) else []
        lines.append(f"    {event_runs.how(proofs)}")
    for one in event_runs.missing(answer.outcomes, claims):
        lines += paragraph(f"claimed and does not come out, so that no run leads to it: {_claimed(one)}", width)
    return lines or told.outcomes(board, answer, width)


def _claimed(one: Outcome[int]) -> str:
    parts = [f"{number} {kind} counter{'' if number == 1 else 's'}" for kind, number in one.counters or ()]
    parts += [f"{name.replace('_', ' ')} {number}" for name, number in one.observed]
    return ", ".join(parts) or "no counters"


def _pools(outcome: Outcome[int], actor: str, board: Board) -> Pools:
    by_player = {player or actor: amounts for player, amounts in outcome.pools or ()}
    return tuple((name, _six(by_player[name])) for name in board.names if any(by_player.get(name, ())))


def _six(amounts: tuple[int, ...]) -> Amounts:
    w, u, b, r, g, c = amounts
    return w, u, b, r, g, c


def _states(run: Run) -> list[Amounts]:
    return [run.start, *(step.after for step in run.steps)]


def _run(board: Board, run: Run, rule: str, mark: tuple[int, str] | None) -> list[str]:
    """A run with every step on a line of its own, so that one of them can be marked."""
    rows = [told.STEPS, ("0", "-", labels.mana(run.start), rule)]
    for number, step in enumerate(run.steps, 1):
        becomes = f"{labels.mana(step.before)} -> {labels.mana(step.after)}"
        rows.append((str(number), labels.entry_name(board, step.source), becomes, step.rule))
    rows.append(("end", "no unused effect applies", labels.mana(run.end), "616.1f" if run.steps else ""))
    lines = table(rows, indent=4)
    return lines if mark is None else marked(lines, *mark)


__all__ = ["first_departure", "marked", "otherwise", "steps"]
