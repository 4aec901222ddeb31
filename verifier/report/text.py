"""Answers as text: facts that matter only, permanents about which the same is to be said together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from ..board import Board
from ..errors import Illegal
from ..run import Run, Step
from ..within import untold
from . import labels
from .layout import DEFAULT_WIDTH, paragraph, table
from .proof import NO_PROOFS, Proof, Proofs, Proved

if TYPE_CHECKING:
    from .could_produce import PermanentAnswer, Told, Way
    from .hand_size import HandWay, PlayerSizes
    from .incomplete import LeftOut
    from .outcomes import EventAnswer
    from .readings import Otherwise

MOST_STATES = 12
"""States of a production that are listed one by one."""

MOST_OUTCOMES = 40
"""Outcomes that are listed one by one."""

STEPS = ("step", "effect", "would produce", "rule")


def listed(names: Iterable[str], last: str, most: int = MOST_STATES) -> str:
    """Names in a row, the first ones if they are many.

    >>> listed(["B", "C", "G"], "or"), listed("WUBRG", "and", 3)
    ('B, C or G', 'W, U, B and 2 more')
    """
    every = list(names)
    if len(every) > most:
        return f"{', '.join(every[:most])} and {len(every) - most:,} more"
    return f" {last} ".join(part for part in (", ".join(every[:-1]), *every[-1:]) if part)


# Could produce -----------------------------------------------------------------------------------------------------


def could_produce(
    board: Board, answers: Sequence[PermanentAnswer], width: int = DEFAULT_WIDTH, proofs: Proofs = NO_PROOFS
) -> list[str]:
    """The table of types, then for every permanent whose mana can be replaced its runs and what cannot come out."""
    groups = _groups(board, answers)
    proved = ("proof",) if proofs else ()
    rows: list[tuple[str, ...]] = [("permanent", "types", *proved, "why")]
    rows += [
        (name, labels.types(some.types), *_how(some, proofs), _why(board, some)) for name, some in groups if some.ways
    ]
    lines = table(rows) if len(rows) > 1 else ["  no permanent here has an ability that adds mana"]
    without = [labels.entry_name(board, answer.id) for answer in answers if not answer.ways]
    if without and len(rows) > 1:
        names = labels.folded(labels.entry_base(board, answer.id) for answer in answers if not answer.ways)
        lines += ["", *paragraph(f"no ability that adds mana: {names}", width)]
    for name, some in groups:
        if some.replaced:
            lines += ["", f"{name}  {labels.types(some.types)}"]
            for alike in _alike(some.told):
                lines += run(board, alike, proofs)
            lines += reasons(some, some.cannot, width, proofs) if proofs else cannot(some, width)
    return lines


def _how(answer: PermanentAnswer, proofs: Proofs) -> list[str]:
    """Method and evidence: of what can come out, which is replayed too, else of what cannot."""
    found = [proofs[key] for letter in (*answer.types, *answer.cannot) if (key := (answer.id, letter)) in proofs]
    return [found[0].how] if found else ["-"] if proofs else []


def reasons(answer: PermanentAnswer, letters: Iterable[str], width: int, proofs: Proofs) -> list[str]:
    """A line for every reason by which types cannot come out, with the rules that it rests on."""
    same: dict[Proof, list[str]] = {}
    for letter in letters:
        if (answer.id, letter) in proofs:
            same.setdefault(proofs[answer.id, letter], []).append(letter)
    lines = []
    for proof, together in same.items():
        told = f"cannot make {listed(together, 'or')}: {proof.reason}, {', '.join(proof.rests_on)}"
        lines += [*paragraph(told, width), f"    {proof.how}"]
    return lines


def _groups(board: Board, answers: Sequence[PermanentAnswer]) -> list[tuple[str, PermanentAnswer]]:
    together: dict[tuple[object, ...], list[PermanentAnswer]] = {}
    for answer in answers:
        key = (labels.entry_base(board, answer.id), board.entry(answer.id).controller, answer.meaning)
        together.setdefault(key, []).append(answer)
    return [(labels.group_name(board, [answer.id for answer in same]), same[0]) for same in together.values()]


def _why(board: Board, answer: PermanentAnswer) -> str:
    if answer.replaced:
        return "may be replaced, see below"
    parts = []
    for ability, ways in groupby(answer.ways, key=lambda way: way.ability):
        ends = labels.in_order({end for way in ways for end in way.ends})
        added = listed((labels.state(end, 1) for end in ends), "or", 6)
        parts.append(f"{ability} adds {added}{_because(board, answer, ability)}")
    return "; ".join(parts)


def _because(board: Board, answer: PermanentAnswer, ability: str) -> str:
    by_supporter: dict[str, str] = {}
    for told in answer.told:
        for letter, supporter in told.because:
            if told.ability == ability and letter not in by_supporter.get(supporter, ""):
                by_supporter[supporter] = by_supporter.get(supporter, "") + letter
    if len(by_supporter) == 1:
        return f" (as {labels.entry_name(board, next(iter(by_supporter)))} could)"
    told_ones = [f"{letters} as {labels.entry_name(board, id)} could" for id, letters in by_supporter.items()]
    return f" ({', '.join(told_ones)})" if told_ones else ""


def _alike(every: Sequence[Told]) -> list[list[Told]]:
    """Runs that differ in the mana of the last step only, or in that of the start where there are no steps."""
    together: dict[tuple[object, ...], list[Told]] = {}
    for told in every:
        run = told.run
        key: tuple[object, ...] = (told.ability, told.rule)
        if run.steps:
            last = run.steps[-1]
            key += (run.start, run.steps[:-1], last.source, last.effect, last.rule, last.before)
        together.setdefault(key, []).append(told)
    return list(together.values())


def run(board: Board, alike: Sequence[Told], proofs: Proofs) -> list[str]:
    """A run to a type, or to several that differ in the last step only."""
    told = alike[0]
    letters = listed((one.letter for one in alike), "or")
    supporters = dict(pair for one in alike for pair in one.because)
    because = ", ".join(f"{letter} as {labels.entry_name(board, id)} could" for letter, id in supporters.items())
    ends = listed((labels.mana(one.run.end) for one in alike), "or")
    told_steps = steps(board, told.run, told.rule, ends)
    if not told.run.steps:
        told_steps = [f"    adds {ends}, and no effect applies to it  {told.rule}"]
    given = [proofs[key].how for one in alike if (key := (one.run.permanent, one.letter)) in proofs]
    return [
        f"  {letters} by {told.ability}{because and f', {because}'}",
        *told_steps,
        *(f"    {how}" for how in dict.fromkeys(given)),
    ]


def steps(board: Board, run: Run, rule: str, ends: str = "") -> list[str]:
    """A run step by step; several steps of equal effects one after another are told together.

    ``ends`` is what it can end with where other choices in the last step are told as well.
    """
    rows = [STEPS, ("0", "-", labels.mana(run.start), rule)]
    ends = ends or labels.mana(run.end)
    number = 0
    for (name, by, _), same in groupby(
        run.steps, key=lambda step: (labels.entry_base(board, step.source), step.rule, step.before == step.after)
    ):
        for together in _folded(list(same)):
            first, number = number + 1, number + len(together)
            many = len(together) > 1
            effect = f"{name} ×{len(together)}" if many else labels.entry_name(board, together[0].source)
            after = ends if number == len(run.steps) else labels.mana(together[-1].after)
            becomes = f"{labels.mana(together[0].before)} -> {after}"
            rows.append((f"{first}-{number}" if many else str(first), effect, becomes, by))
    rows.append(("end", "no unused effect applies", ends, "616.1f" if run.steps else ""))
    return table(rows, indent=4)


def _folded(same: list[Step]) -> list[list[Step]]:
    """Steps of equal effects: together if they change nothing or are many, else one by one."""
    return [same] if len(same) > 2 or same[0].before == same[0].after else [[step] for step in same]


def cannot(answer: PermanentAnswer, width: int) -> list[str]:
    """The states that show what cannot come out."""
    if not answer.cannot:
        return []
    parts = [_closed(way) for way in answer.ways]
    text = f"{' '.join(answer.cannot)} cannot come out: {'; '.join(dict.fromkeys(parts))}"
    return paragraph(text, width)


def _closed(way: Way) -> str:
    starts = listed((labels.state(state, way.cap) for state in way.starts), "or")
    if not way.replaced:
        return f"{way.ability} adds {starts} and no effect replaces it"
    states = listed((labels.state(state, way.cap) for state in way.states), "and")
    ends = listed((labels.state(state, way.cap) for state in way.ends), "or") or f"types {way.types or 'none'}"
    return f"from {starts} of {way.ability} the effects reach {states} only, and every order ends in {ends}"


# Hand size ---------------------------------------------------------------------------------------------------------


def hand_size(
    board: Board, answers: Sequence[PlayerSizes], width: int = DEFAULT_WIDTH, proofs: Proofs = NO_PROOFS
) -> list[str]:
    """For every player the maximum, and effect by effect how it comes about."""
    lines: list[str] = []
    for answer in answers:
        lines += ["", f"{answer.player}  {' or '.join(map(labels.size, answer.sizes))}"]
        if answer.choosers:
            who, verb = listed(answer.choosers, "and"), labels.verb(answer.choosers, "choose")
            lines.append(f"  {who} {verb} the order of simultaneous effects (613.7m)")
        ways = answer.ways
        if not any(way.steps for way in ways):
            lines += ["  no effect changes it (402.2)", *_proved(proofs, answer.player, width)]
            continue
        for way in ways:
            lines += hand_way(board, way, titled=len(ways) > 1)
        if answer.every_order is not None:
            values = " or ".join(labels.size(way.maximum) for way in answer.every_order)
            lines.append(f"  over every order of the timestamps: {values}")
            for way in answer.every_order:
                if way.maximum not in answer.sizes:
                    lines += hand_way(board, way, titled=True)
        lines += _proved(proofs, answer.player, width)
    return lines[1:]


def _proved(proofs: Proofs, of: str, width: int) -> list[str]:
    proof = proofs.get((of, ""))
    return paragraph(proof.told, width) if proof else []


def hand_way(board: Board, way: HandWay, *, titled: bool) -> list[str]:
    """One order of the effects, with the maximum after each."""
    begins = way.steps[0].before if way.steps else way.maximum
    rows = [("effect", "says", "maximum", "rule"), ("-", "", labels.size(begins), "402.2")]
    for step in way.steps:
        change = f"{labels.size(step.before)} -> {labels.size(step.after)}"
        rows.append((labels.entry_name(board, step.source), step.says, change, step.rule))
    last = way.steps[-1].after if way.steps else way.maximum
    if last is not None and last < 0:
        rows.append(("-", "below zero", f"{last} -> 0", "107.1b"))
    return [*([f"  {labels.size(way.maximum)} in this order:"] if titled else []), *table(rows, indent=4)]


# Outcomes ----------------------------------------------------------------------------------------------------------


def outcomes(board: Board, answer: EventAnswer, width: int = DEFAULT_WIDTH, proofs: Proofs = NO_PROOFS) -> list[str]:
    """Every outcome of the event with a run to it; or why it cannot be started."""
    from . import event_runs, mana_runs
    from .outcomes import own_x, titled_runs
    from .outcomes import told as told_outcome

    if answer.illegal:
        return [f"  cannot be started: {Illegal(answer.illegal, answer.rules)}"]
    every = list(dict.fromkeys(told_outcome(outcome, answer.actor) for outcome in answer.outcomes))
    alone = [labels.pools(result.pools, answer.actor) for result in answer.results]
    lines = _one_of(every, width)
    if answer.results and set(alone) != set(every):
        lines += ["", "  the ability alone, without triggered mana abilities (605.4a):", *_one_of(alone, width)]
    for word, names in zip(("in every outcome", "in some outcomes only"), answer.triggers, strict=True):
        if names:
            who = labels.folded(labels.entry_base(board, name) for name in names)
            lines += paragraph(f"triggers {word}: {who}", width)
    missing = untold(board, answer.event)
    if missing:
        lines += paragraph(f"what else triggers is not told: {missing}", width)
    lines += [f"  {x}" for x in [own_x(answer)] if x]
    lines += [f"  {name.replace('_', ' ')}: {_said(value)}" for name, value in answer.facts.items()]
    if any(run.triggered for run in answer.mana_runs.values()):
        lines += mana_runs.text(board, answer.mana_runs, answer.actor, answer.abilities, width)
    else:
        for name, result in zip(alone, answer.results, strict=True):
            if result.run is not None and result.run.steps:
                lines += ["", f"{name}  by {result.ability}", *steps(board, result.run, result.rule)]
    lines += event_runs.text(board, titled_runs(answer), len(answer.outcomes) - len(answer.runs), proofs, width)
    proved = _proved(proofs, "the event", width)
    return [*lines, *([""] if proved else []), *proved]


def _one_of(every: Sequence[str], width: int) -> list[str]:
    if len(every) == 1:
        return [f"  {every[0]}, over every choice and every order"]
    if any("," in one for one in every):
        return [f"  {one}" for one in every[:MOST_OUTCOMES]] + (
            [f"  and {len(every) - MOST_OUTCOMES:,} more"] if len(every) > MOST_OUTCOMES else []
        )
    return paragraph(listed(every, "or", MOST_OUTCOMES), width)


def _said(value: bool | str) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


# What every answer may end with -------------------------------------------------------------------------------------


def unproved(proved: Proved | None, width: int = DEFAULT_WIDTH) -> list[str]:
    """Why there is no proof, or what is not proved; nothing where all is."""
    return ["", *paragraph(proved.missing, width, indent=0)] if proved is not None and proved.missing else []


def depends(board: Board, found: Sequence[Otherwise]) -> list[str]:
    """What is different under other readings; nothing where the answer does not depend on them."""
    if not found:
        return []
    lines = ["", "depends on a reading"]
    for other in found:
        words = ", ".join(f"{name} = {value}" for name, value in other.readings)
        taken = ", ".join(value for _, value in other.taken)
        lines.append(f"  {words}   (taken here: {taken})")
        same: dict[tuple[str, str], list[str]] = {}
        for key, there, here in other.differs:
            same.setdefault((there, here), []).append(key)
        for (there, here), keys in same.items():
            ids = {entry.id for entry in board.entries}
            names = labels.folded(
                labels.entry_base(board, key) if len(keys) > 1 and key in ids else key for key in keys
            )
            lines.append(f"    {names}: {labels.types(there)} instead of {labels.types(here)}")
    return lines


def left_out(found: Sequence[LeftOut], width: int = DEFAULT_WIDTH) -> list[str]:
    """The mark of an incomplete answer."""
    if not found:
        return []
    lines = ["", "INCOMPLETE  the answer is about the board without these"]
    for one in found:
        lines += paragraph(f"{one.id}: {one.why}", width)
    return lines
