"""Answers as one versioned object each; nothing in them depends on the terminal or on the order of sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..board import (
    Activate,
    Amounts,
    Board,
    Cleanup,
    DiscardCards,
    DrawStep,
    EntersEvent,
    Event,
    Outcome,
    Pools,
    Tap,
)
from ..cards.vocabulary import TYPES_OF_MANA
from ..within import untold
from .proof import NO_PROOFS, Proof, Proofs

if TYPE_CHECKING:
    from ..run import ManaRun, Run
    from .could_produce import PermanentAnswer, Told, Way
    from .hand_size import HandStep, HandWay, PlayerSizes
    from .incomplete import LeftOut
    from .outcomes import EventAnswer, Result
    from .readings import Otherwise

Object = dict[str, Any]


def answer(board: Board, path: str, left_out: Sequence[LeftOut], depends: Sequence[Otherwise]) -> Object:
    """What every answer about a board says beside the answer itself."""
    readings = {name.replace("_", "-"): getattr(board.readings, name) for name in board.readings.__slots__}
    found: Object = {
        "board": path,
        "edition": board.edition,
        "readings": readings,
        "incomplete": bool(left_out),
        "left_out": [{"id": one.id, "why": one.why} for one in left_out],
        "depends_on_reading": [
            {
                "readings": dict(other.readings),
                "taken": dict(other.taken),
                "differs": [{"of": key, "answer": there, "instead_of": here} for key, there, here in other.differs],
            }
            for other in depends
        ],
    }
    return found


def amounts(of: Amounts) -> Object:
    """An amount of mana as in claims: a table without zeros."""
    return {letter: number for letter, number in zip(TYPES_OF_MANA, of, strict=True) if number}


def pools(of: Pools) -> Object:
    """Amounts of mana by player."""
    return {player: amounts(mana) for player, mana in of}


def _run(run: Run, rule: str, ability: str) -> Object:
    return {
        "permanent": run.permanent,
        "ability": ability,
        "start": amounts(run.start),
        "rule": rule,
        "steps": [
            {
                "effect": step.source,
                "number": step.effect,
                "rule": step.rule,
                "before": amounts(step.before),
                "after": amounts(step.after),
            }
            for step in run.steps
        ],
        "end": amounts(run.end),
    }


def _proved(proofs: Proofs, key: tuple[str, str]) -> Object:
    proof: Proof | None = proofs.get(key)
    if proof is None:
        return {}
    return {"proof": _proof(proof)}


def _proof(proof: Proof) -> Object:
    return {"method": proof.method, "evidence": list(proof.evidence), "rests_on": list(proof.rests_on)}


# Could produce -----------------------------------------------------------------------------------------------------


def could_produce(answers: Sequence[PermanentAnswer], proofs: Proofs = NO_PROOFS) -> Object:
    """The types of every permanent, and the reasons, those that are the same for several permanents once."""
    together: dict[tuple[object, ...], list[PermanentAnswer]] = {}
    for one in answers:
        together.setdefault(one.meaning, []).append(one)
    return {
        "could_produce": {one.id: one.types for one in answers},
        "reasons": [
            {
                "permanents": [one.id for one in same],
                "can": [_told(told, proofs) for told in same[0].told],
                "cannot": {
                    "types": same[0].cannot,
                    "closed": [_way(way) for way in same[0].ways],
                    **_reasons(same[0], proofs),
                },
            }
            for same in together.values()
        ],
    }


def _reasons(answer: PermanentAnswer, proofs: Proofs) -> Object:
    given = {letter: proofs[answer.id, letter] for letter in answer.cannot if (answer.id, letter) in proofs}
    reasons = [{"type": letter, "reason": proof.reason, "proof": _proof(proof)} for letter, proof in given.items()]
    return {"reasons": reasons} if reasons else {}


def _told(told: Told, proofs: Proofs) -> Object:
    return {
        "type": told.letter,
        "because": dict(told.because),
        "run": _run(told.run, told.rule, told.ability),
        **_proved(proofs, (told.run.permanent, told.letter)),
    }


def _way(way: Way) -> Object:
    return {
        "ability": way.ability,
        "replaced": way.replaced,
        "amounts_told_apart_up_to": way.cap,
        "starts": [amounts(state) for state in way.starts],
        "states": [amounts(state) for state in way.states],
        "ends": [amounts(state) for state in way.ends],
    }


# Hand size, outcomes -------------------------------------------------------------------------------------------------


def _size(maximum: int | None) -> int | str:
    return "none" if maximum is None else maximum


def _hand_way(way: HandWay) -> Object:
    return {"maximum": _size(way.maximum), "steps": [_hand_step(step) for step in way.steps]}


def _hand_step(step: HandStep) -> Object:
    return {
        "effect": step.source,
        "says": step.says,
        "before": _size(step.before),
        "after": _size(step.after),
        "rule": step.rule,
    }


def hand_size(answers: Sequence[PlayerSizes], proofs: Proofs = NO_PROOFS) -> Object:
    """Possible maximum hand sizes by player, ``"none"`` for no maximum, and a way to each."""
    players = []
    for one in answers:
        found: Object = {
            "player": one.player,
            "sizes": [_size(maximum) for maximum in one.sizes],
            "chosen_by": list(one.choosers),
            "ways": [_hand_way(way) for way in one.ways],
            **_proved(proofs, (one.player, "")),
        }
        if one.every_order is not None:
            found["every_order"] = [_hand_way(way) for way in one.every_order]
        players.append(found)
    return {"maximum_hand_size": {one.player: [_size(s) for s in one.sizes] for one in answers}, "players": players}


def event(of: Event) -> Object:
    """The event, with the keys of a claim."""
    match of:
        case Tap(permanent, ability, by):
            found: Object = {"tap": permanent, "ability": ability, "by": by}
        case Activate(permanent, number, by, sacrifice, x):
            found = {"activate": permanent, "ability": number, "by": by, "sacrifice": list(sacrifice) or None, "X": x}
        case DiscardCards(number, player, cause, by, random):
            found = {"discard": number, "player": player, "cause": cause, "by": by, "random": random or None}
        case Cleanup(player):
            found = {"cleanup": player}
        case DrawStep(player, replaced, source):
            found = {"draw_step": player, "replaced": replaced or None, "of": source}
        case EntersEvent(card, face, x, origin, mana_spent):
            found = {"enters": card.faces[face].name, "X": x, "from": origin, "mana_spent": mana_spent}
    return {key: value for key, value in found.items() if value is not None}


def outcomes(board: Board, of: EventAnswer, proofs: Proofs = NO_PROOFS) -> Object:
    """Every outcome of the event; ``legal`` is false, with the reason, where it cannot be started."""
    from .event_runs import REPLAYED

    found: Object = {"event": event(of.event), "legal": not of.illegal}
    if of.illegal:
        return {**found, "reason": of.illegal, "rules": list(of.rules), "outcomes": []}
    mana = isinstance(of.event, Tap | Activate)
    found["outcomes"] = [_outcome(outcome, mana=mana) for outcome in of.outcomes]
    found["triggers_not_told"] = untold(board, of.event)
    if mana:
        found["produced"] = [_result(result) for result in of.results]
    found["runs"] = runs(board, of)
    if not mana:
        found["runs_replayed"] = REPLAYED in proofs
    if of.facts:
        found["facts"] = dict(of.facts)
    return {**found, **_proved(proofs, ("the event", ""))}


def runs(board: Board, of: EventAnswer) -> list[Object]:
    """Runs of an event, each with the outcome to which it leads."""
    from .event_runs import as_json

    if isinstance(of.event, Tap | Activate):
        return [_mana_run(board, of, run) for run in of.mana_runs.values()]
    return [{"outcome": _outcome(outcome, mana=False), "steps": as_json(run)} for outcome, run in of.runs.items()]


def _mana_run(board: Board, of: EventAnswer, run: ManaRun) -> Object:
    """What the ability itself produces, with its run where one is told, then what triggered mana abilities add."""
    from .mana_runs import as_json

    ability, rule = of.abilities.get(run.produced, ("", ""))
    return {
        "outcome": _outcome(run.outcome, mana=True),
        "produced": pools(run.produced),
        "run": None if run.run is None else _run(run.run, rule, ability),
        "triggered": as_json(board, run),
    }


def _outcome(outcome: Outcome, *, mana: bool) -> Object:
    found: Object = {"pools": pools(outcome.pools)} if mana else {}
    found |= dict(outcome.observed)
    if outcome.counters:
        found["counters"] = dict(outcome.counters)
    return {**found, "triggers": dict(outcome.triggers)}


def _result(result: Result) -> Object:
    found: Object = {"pools": pools(result.pools)}
    if result.run is not None:
        found["run"] = _run(result.run, result.rule, result.ability)
    return found
