"""One course of a draw step to each of its outcomes, step by step (504, 121, 608.2).

What has happened and what is still to happen is one state; the states are gone through in breadth, each with the state
before it, so that the course to an outcome is one of the shortest where there are few. ``drawing`` and ``draw_step``
say what each draw and each instruction can lead to; they follow sets of states and know no courses.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace

from ..board import Board, DrawStep, Outcome
from ..cards.ability import (
    Discard,
    Draw,
    DrawReplacement,
    HandToLibrary,
    If,
    Instruction,
    May,
    Permission,
    ReturnOrPay,
)
from ..cards.effect_wording import effect as worded
from ..cards.effect_wording import instructions as worded_instructions
from ..cards.terms import ThatMany
from ..run import EventRun, EventStep
from .draw_step import (
    Waiting,
    beginning,
    begun,
    cannot_be_chosen,
    follow_one,
    is_meant,
    is_over,
    kind_of,
    outcome_of,
    resolution_groups,
    skipping,
)
from .drawing import Cards, Step, cannot_draw, drawn_by, left, more, nothing_looks, replaces
from .run_words import acts, possessive
from .run_words import cards as counted
from .terms import holds, means, players, value
from .triggers import in_list_order

IN_BREADTH = 2_000
"""States that are gone through in breadth; then the search goes on in depth, which comes to the far outcomes sooner."""

MOST_STATES = 15_000
"""States that are gone through; outcomes that are not met by then get no run."""


# What is still to happen ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draws:
    """So many draws of a player, of which something else replaces some (``gone``); by a turn-based action or not."""

    drawer: str
    number: int
    used: frozenset[int] = frozenset()
    gone: int = 0
    turn_based: bool = False


@dataclass(frozen=True, slots=True)
class Begin:
    """The abilities that triggered at the beginning of the step are put on the stack (603.3b)."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """Abilities of one player that resolve in any order; how many of each kind have."""

    group: int
    resolved: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Follow:
    """An instruction of an ability that resolves."""

    waiting: Waiting
    instruction: Instruction


@dataclass(frozen=True, slots=True)
class Moved:
    """How many cards the instruction moved becomes known: all drawn since so many were."""

    before: int


@dataclass(frozen=True, slots=True)
class Resolved:
    """The ability has resolved."""


Task = Draws | Begin | Abilities | Follow | Moved | Resolved
Tasks = tuple[Task, ...]
"""What is still to happen, the first task first."""

State = tuple[Cards, Tasks]
Before = dict[State, tuple[State, EventStep | None] | None]
"""For each state the one before it and what has happened between them."""

Move = tuple[EventStep | None, Cards, Tasks]
"""What happens, where anything is to be said of it, the cards after it, and what happens in the place of the task."""


def draw_step_runs(board: Board, event: DrawStep, outcomes: Iterable[Outcome]) -> dict[Outcome, EventRun]:
    """A run to each of the outcomes; those that ``MOST_STATES`` states do not meet are left out. Raises Unmodelled."""
    step = Step(board, event)
    for effect in skipping(step):
        skipped = outcome_of(step, begun(step, ()))
        said = f"the draw step of {event.player} is skipped: {worded(effect.effect)}"
        return {skipped: EventRun(skipped, (EventStep(said, "614.10", effect.source),))}
    return _Search(step).to(set(outcomes))


class _Search:
    """The states of one draw step."""

    def __init__(self, step: Step) -> None:
        self.step = step
        self.waiting = beginning(step)
        self.worded = [worded(effect.effect) for effect in self.step.replacements]
        self.groups = [_kinds(step, group) for group in resolution_groups(step, self.waiting)]

    def to(self, wanted: set[Outcome]) -> dict[Outcome, EventRun]:
        """The first run in breadth to each of the outcomes."""
        step = self.step
        first = begun(step, step.dredge_cards(step.player))
        groups = tuple(Abilities(place, (0,) * len(kinds)) for place, kinds in enumerate(self.groups))
        start: State = first, (Draws(step.player, 1, turn_based=True), Begin(), *groups)
        before: Before = {start: None}
        found: dict[Outcome, EventRun] = {}
        todo = deque([start])
        while todo and set(found) != wanted and len(before) <= MOST_STATES:
            state = todo.popleft() if len(before) <= IN_BREADTH else todo.pop()
            cards, tasks = state
            if not tasks:
                outcome = outcome_of(step, cards)
                if outcome not in found:
                    found[outcome] = EventRun(outcome, self._told(before, state))
                continue
            for said, after, instead in self._moves(cards, tasks[0]):
                then = self._settled(after, (*instead, *tasks[1:]))
                if then not in before:
                    before[then] = state, said
                    todo.append(then)
        return found

    def _settled(self, cards: Cards, tasks: Tasks) -> State:
        """The state after all that comes next and leaves nothing to say."""
        while tasks and isinstance(tasks[0], Moved | Resolved | Follow):
            moves = list(self._moves(cards, tasks[0]))
            if len(moves) != 1 or moves[0][0] is not None:
                break
            _, cards, instead = moves[0]
            tasks = (*instead, *tasks[1:])
        return cards, tasks

    def _told(self, before: Before, end: State) -> tuple[EventStep, ...]:
        """The steps that lead there."""
        steps: list[EventStep] = []
        state, at = end, before[end]
        while at is not None:
            earlier, said = at
            if said is not None:
                steps.append(self._with_changes(said, earlier[0], state[0]))
            state, at = earlier, before[earlier]
        return tuple(reversed(steps))

    def _with_changes(self, said: EventStep, cards: Cards, after: Cards) -> EventStep:
        """The step with the numbers that it changes and what triggers on it."""
        changes = [
            (name, getattr(cards, name), getattr(after, name))
            for name in ("hand", "library", "life")
            if getattr(cards, name) != getattr(after, name)
        ]
        drawn = dict(cards.others)
        changes += [
            (f"drawn by {name}", drawn.get(name, 0), number)
            for name, number in after.others
            if number != drawn.get(name, 0)
        ]
        earlier = dict(cards.triggered)
        new = {name: number - earlier.get(name, 0) for name, number in after.triggered}
        return replace(said, changes=tuple(changes), triggers=in_list_order(self.step.board, new))

    def _moves(self, cards: Cards, task: Task) -> Iterator[Move]:
        match task:
            case Draws():
                yield from self._draws(cards, task)
            case Begin():
                sources = [waiting.source for waiting in self.waiting]
                said = EventStep("at the beginning of the step abilities have triggered", "603.2b") if sources else None
                yield said, replace(cards, triggered=more(cards.triggered, sources)), ()
            case Abilities():
                yield from self._resolving(cards, task)
            case Follow(waiting, instruction):
                yield from self._followed(cards, waiting, instruction)
            case Moved(before):
                yield None, replace(cards, moved=cards.drawn - before), ()
            case Resolved():
                yield None, replace(cards, moved=0), ()

    # Draws (121.2) ---------------------------------------------------------------------------------------------------

    def _draws(self, cards: Cards, task: Draws) -> Iterator[Move]:
        step, drawer, number = self.step, task.drawer, task.number
        gone = min(task.gone, number)
        if number <= 0:
            yield None, cards, ()
            return
        if nothing_looks(step, cards, drawer, task.used):
            yield self._plain(cards, task, number, gone), drawn_by(step, cards, drawer, number - gone), ()
            return
        others: Tasks = (Draws(drawer, number - 1, task.used, gone),) if number > 1 else ()
        if gone:
            left: Tasks = (replace(task, number=number - 1, gone=gone - 1),) if number > 1 else ()
            yield EventStep("some other effect replaces the next draw", "614.6"), cards, left
            if number == gone:
                return
        if cannot_draw(step, cards, drawer):
            why = self._forbidding(drawer)
            yield EventStep(f"{drawer} cannot draw {counted(number)}", "121.2b", why), cards, others if gone else ()
            return
        yield from self._one_draw(cards, task, others)

    def _plain(self, cards: Cards, task: Draws, number: int, gone: int) -> EventStep:
        """Draws that nothing looks at one by one."""
        really = number - gone
        told = f"{acts(task.drawer, 'draw')} {counted(really)}" + f", as other effects replace {gone} of the draws" * (
            gone > 0
        )
        if task.turn_based:
            told += " for the turn"
        if really > left(self.step, cards, task.drawer):
            return EventStep(f"{told}, where the library has too few: a player loses", "121.4")
        return EventStep(told, "504.1" if task.turn_based else "121.2" if really > 1 else "121.1")

    def _one_draw(self, cards: Cards, task: Draws, others: Tasks) -> Iterator[Move]:
        step, drawer = self.step, task.drawer
        options = [
            place
            for place, effect in enumerate(step.replacements)
            if place not in task.used and place not in cards.spent and replaces(effect, step, cards, drawer)
        ]
        if not options:
            yield self._plain(cards, task, 1, 0), drawn_by(step, cards, drawer), others
        for place in options:
            effect, used = step.replacements[place], task.used | {place}
            replacement = effect.effect
            assert isinstance(replacement, DrawReplacement)
            now = replace(cards, spent=cards.spent | {place}) if replacement.once else cards
            scope = replace(effect.scope, actor=drawer)
            number = value(replacement.draws, step.scope(scope, cards))
            instead = tuple(Draws(name, number, used) for name in players(replacement.drawer, scope) if number > 0)
            rule = "616.1e" if len(options) > 1 else "614.6"
            yield (
                EventStep(f"{possessive(drawer)} draw is replaced: {worded(replacement)}", rule, effect.source),
                now,
                (
                    *instead,
                    *others,
                ),
            )
            if replacement.optional:
                said = EventStep("its controller leaves the draw as it is", "614.5", effect.source)
                yield said, cards, (replace(task, number=1, gone=0, used=used), *others)
        if drawer == step.player:
            for name, number in dict.fromkeys(cards.dredgeable):
                if cards.library >= number:
                    dredged = list(cards.dredgeable)
                    dredged.remove((name, number))
                    after = replace(
                        cards, hand=cards.hand + 1, library=cards.library - number, dredgeable=tuple(dredged)
                    )
                    mills = f"{acts(drawer, 'mill')} {counted(number)} instead"
                    yield EventStep(f"{mills}, and {name} returns to the hand", "702.52a"), after, others

    def _forbidding(self, drawer: str) -> str:
        return next(
            (
                effect.source
                for effect in self.step.in_force
                if isinstance(effect.effect, Permission)
                and effect.effect.kind in {"cannot draw", "one draw each turn"}
                and means(effect.effect.players, drawer, effect.scope)
            ),
            "",
        )

    # Abilities (608.2) -----------------------------------------------------------------------------------------------

    def _resolving(self, cards: Cards, task: Abilities) -> Iterator[Move]:
        kinds = self.groups[task.group]
        if all(resolved == len(alike) for resolved, alike in zip(task.resolved, kinds, strict=True)):
            yield None, cards, ()
            return
        if is_over(cards):
            rule = "704.5b" if cards.lost else "704.5a"
            yield EventStep("the game is over, so nothing more resolves", rule), cards, ()
            return
        for place, (resolved, alike) in enumerate(zip(task.resolved, kinds, strict=True)):
            if resolved == len(alike):
                continue
            waiting = alike[resolved]
            now = replace(
                task, resolved=(*task.resolved[:place], resolved + 1, *task.resolved[place + 1 :])
            )  # fmt: skip
            condition = waiting.ability.condition
            if condition is not None and not holds(condition, self.step.scope(waiting.scope, cards)):
                said = EventStep("its ability does nothing, as its condition does not hold", "603.4", waiting.source)
                yield said, cards, (now,)
                continue
            rule = "603.3b" if len(kinds) > 1 else "608.2"
            instructions = (Follow(waiting, instruction) for instruction in waiting.ability.instructions)
            yield EventStep("its ability resolves", rule, waiting.source), cards, (*instructions, Resolved(), now)

    def _followed(self, cards: Cards, waiting: Waiting, instruction: Instruction) -> Iterator[Move]:
        step, source = self.step, waiting.source
        scope = step.scope(waiting.scope, cards)
        match instruction:
            case Draw(amount, player, optional):
                if not any(name == step.player for name in players(player, scope)):
                    yield None, cards, ()
                    return
                number = cards.moved if isinstance(amount, ThatMany) else value(amount, scope)
                gone = step.event.replaced if step.event.replaced and is_meant(step, waiting) else 0
                draws = Draws(step.player, max(number, 0), gone=gone)
                chosen = EventStep(f"{acts(step.player, 'choose')} to draw", "608.2d", source) if optional else None
                yield chosen, cards, (draws, Moved(cards.drawn))
                if optional:
                    yield EventStep(f"{acts(step.player, 'choose')} not to draw", "608.2d", source), cards, ()
            case May(instructions, player):
                who = next(iter(players(player, scope)), player)
                if who != step.player or not cannot_be_chosen(step, cards, instructions):
                    choice = f"{acts(who, 'choose')} this: {worded_instructions(instructions)}"
                    inner = tuple(Follow(waiting, part) for part in instructions)
                    yield EventStep(choice, "608.2d", source), cards, inner
                yield EventStep(f"{acts(who, 'choose')} not to", "608.2d", source), cards, ()
            case If(condition, then, otherwise):
                chosen_part = then if holds(condition, scope) else otherwise
                yield None, cards, tuple(Follow(waiting, part) for part in chosen_part)
            case HandToLibrary() | Discard() | ReturnOrPay():
                for after in sorted(follow_one(step, cards, waiting, instruction), key=_order):
                    yield _moved(cards, after, instruction, step.player, source), after, ()
            case _:
                yield None, cards, ()


def _kinds(step: Step, group: list[Waiting]) -> list[list[Waiting]]:
    kinds: dict[Hashable, list[Waiting]] = {}
    for waiting in group:
        kinds.setdefault(kind_of(step, waiting), []).append(waiting)
    return list(kinds.values())


def _order(cards: Cards) -> tuple[int, ...]:
    return cards.paid, cards.put_back, cards.discarded, cards.hand, -cards.fresh, cards.library


def _moved(cards: Cards, after: Cards, instruction: Instruction, player: str, source: str) -> EventStep | None:
    """What an instruction did that moves cards of the hand."""
    if after == cards:
        return None
    back = after.put_back - cards.put_back
    match instruction:
        case ReturnOrPay(_, life):
            paid = after.paid - cards.paid
            told = [f"{acts(player, 'pay')} {paid} life for {counted(paid // life)}"] * bool(paid and life)
            told += [f"{acts(player, 'put')} {counted(back)} drawn this turn on top of the library"] * (back > 0)
            return EventStep(", ".join(told), "119.4" if paid else "608.2d", source)
        case Discard():
            number = after.discarded - cards.discarded
            kept = f", {back} of them to the top of the library" if back else ""
            rule = "614.6" if back else "701.9a"
            return EventStep(f"{acts(player, 'discard')} {counted(number)}{kept}", rule, source)
        case HandToLibrary(on_top=on_top):
            number = cards.hand - after.hand
            where = "top" if on_top else "bottom"
            return EventStep(
                f"{player} puts {counted(number)} from the hand on the {where} of the library", "608.2c", source
            )
    return None
