"""A draw step: the turn-based draw, then every ability that triggered, in each order that players may choose.

504.1 first; then the stack: each player in APNAP order puts their abilities on it in any order, so that they resolve
the other way round (603.3b). Each ability does as it says, one instruction after the other (608.2c).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..board import DrawStep
from ..cards import ability as a
from ..cards import terms as t
from ..cards.limits import has_dredge, is_fed_by_itself, may_end_the_step, may_keep_in_the_game, may_lack_cards
from ..errors import Unmodelled
from ..solve.formula import FALSE, TRUE, Bool, and_, not_, or_
from .abilities import inside
from .choices import NONE, ONE, Choices, State, Steps, chosen_of, either
from .discards import Cause, Discarding
from .draws import Drawing
from .happening import Happening
from .making import mentions
from .moment import holds_now, quantity_now
from .reading import players
from .standing import Standing, effects_standing, triggers_standing
from .table import Table
from .whole import Whole, at_least, largest, minus, pick, plus, smallest, times, whole

IDLE = frozenset(
    {
        "damage",
        "life",
        "token",
        "look",
        "scry",
        "reveal",
        "shuffle",
        "combat",
        "extra turn",
        "attach",
        "fight",
        "choice",
    }
)
"""Instructions that move no card between hand and library."""
LIFE = frozenset({"damage", "life"})


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What an ability refers back to: how many cards the instruction before moved, and whether it was followed."""

    moved: Whole = NONE
    followed: Bool = TRUE


class DrawStepPlay:
    """One draw step on a table."""

    def __init__(self, table: Table, event: DrawStep, replaced: Whole, choices: Choices) -> None:
        self.table, self.player, self.choices = table, event.player, choices
        abilities = [ability for seen in table.each() for ability in seen.abilities]
        if is_fed_by_itself(abilities):
            raise Unmodelled("603.2", "what triggers on what other abilities do within the draw step")
        if may_lack_cards(abilities, *(table.number_of(event.player, zone).low for zone in ("hand", "library"))):
            raise Unmodelled("614.6", "cards that come into the hand without a draw, before cards of it are asked for")
        self.may_be_kept = any(map(may_keep_in_the_game, abilities))
        self.drawing = Drawing(table, event.player)
        self.discarding = Discarding(table)
        self.steps = Steps(pinned=choices.free)
        self.triggers = [
            each
            for each in triggers_standing(table, a.BeginningOf)
            if isinstance(each.trigger.event, a.BeginningOf)
            and each.trigger.event.step == "draw step"
            and event.player in players(table, each.trigger.event.of, each.asking)
        ]
        self._triggered: dict[int, Bool] = {}
        self.replaced, self.of = replaced, event.of
        drawing = [each.entry for each in self.triggers if _asks(each, a.Draw)]
        self.can_start = replaced.high == 0 or event.of is None or event.of in drawing
        if replaced.high > 0 and event.of is None:
            if len(drawing) != 1:
                raise Unmodelled("event.replaced", "whose draws are replaced is not said (key event.of)")
            self.of = drawing[0]
        self._check()

    def play(self) -> Happening:
        """The step, or nothing at all where it is skipped (614.10)."""
        if not self.can_start:
            return Happening(possible=FALSE)
        start = self.drawing.start()
        if any(start[f"life {name}"].low <= 0 for name in self.table.names):
            raise Unmodelled("704.5a", "a step that begins where a player has no life left")
        skipped = or_(*(each.when for each in self._skipping()))
        state = self.drawing.draws(self.choices, start, self.player, ONE, name="504.1")
        state = self.steps.after(f"504.1 {self.player} draws for the turn", start, state)
        for each in self.triggers:
            when = self._condition(each, start)
            self._triggered[id(each)] = when
            state = state.more(f"trigger {each.entry}", pick(and_(each.when, when), ONE, NONE))
        for group in self._groups():
            state = self._resolve_all(state, group)
        self._check_life(start, state)
        state = either(skipped, State(), state)
        me = self.player
        return Happening(
            observed={
                "drawn": state[f"drawn {me}"],
                "put_back": state[f"put_back {me}"],
                "life_paid": state[f"life_paid {me}"],
                "discarded": state[f"discarded {me}"],
            },
            triggers=lambda: {
                name.removeprefix("trigger "): value
                for name, value in state.values.items()
                if name.startswith("trigger ")
            },
            assertions=tuple(self.steps.assertions),
        )

    def _check_life(self, start: State, state: State) -> None:
        """Raises Unmodelled where damage or loss of life may end the game within the step (704.5a)."""
        abilities = {seen.id: tuple(seen.abilities) for seen in self.table.each()}
        named = {
            name.removeprefix("trigger "): each.high for name, each in state.values.items() if "trigger " in name[:8]
        }
        life = min(start[f"life {name}"].low for name in self.table.names)
        if may_end_the_step(abilities, named, state[f"drawn {self.player}"].high, life):
            raise Unmodelled("704.5a", "damage or loss of life that may end the game within the draw step")

    # What is there ------------------------------------------------------------------------------------------------

    def _skipping(self) -> list[Standing]:
        found = []
        for each in effects_standing(self.table, a.SkipStep):
            effect = each.what
            assert isinstance(effect, a.SkipStep)
            if effect.step == "draw" and self.player in players(self.table, effect.player, each.asking):
                found.append(each)
        return found

    def _condition(self, each: Standing, state: State) -> Bool:
        """Whether the condition of the ability holds at that moment."""
        asking = replace(each.asking, that_player=self.player)
        return holds_now(self.table, state, each.trigger.condition, asking)

    def _groups(self) -> list[list[Standing]]:
        """Who resolves first: the last player in turn order, the active player last (603.3b, 405.5)."""
        names = self.table.names
        at = names.index(self.player)
        turn = [*names[at:], *names[:at]]
        return [
            group for name in reversed(turn) if (group := [each for each in self.triggers if each.asking.you == name])
        ]

    def _check(self) -> None:
        """Raises Unmodelled for what resolves in the step and is not played here."""
        paying = [each for each in self.triggers if _asks(each, a.ReturnOrPay)]
        watching = [*self.drawing.watching, *self.discarding.watching]
        for each in watching:
            for part in inside(each.trigger.instructions):
                if not isinstance(part, a.OtherInstruction) or part.moves_library or part.kind not in IDLE:
                    raise Unmodelled(each.asking.subject, "what its ability does when it triggers in the step")
        if paying:
            instead = [each.what.instead for each in self.drawing.replacing if isinstance(each.what, a.DrawReplacement)]
            if any(isinstance(part, a.OtherInstruction) and part.kind in LIFE for part in inside(sum(instead, ()))):
                raise Unmodelled("119.4", "a change of life instead of a draw, in a step in which life may be paid")
            for each in [*watching, *self.triggers]:
                parts = inside(each.trigger.instructions)
                if any(isinstance(part, a.OtherInstruction) and part.kind in LIFE for part in parts):
                    raise Unmodelled(each.asking.subject, "a change of life in a step in which life may be paid")
        discards = any(_asks(each, a.Discard) for each in self.triggers)
        mine = self.table.board.player(self.player)
        if discards and has_dredge((*(mine.hand_cards or ()), *(mine.graveyard_cards or ()))):
            raise Unmodelled("702.52a", "dredge where cards are discarded too")

    # Resolving ----------------------------------------------------------------------------------------------------

    def _resolve_all(self, state: State, group: list[Standing]) -> State:
        """The abilities of one player in every order; of identical ones the first listed goes first."""
        if len(group) == 1:
            return self._resolve(state, group[0], "")
        done: list[Bool] = [FALSE] * len(group)
        for place in range(len(group)):
            options = []
            for number, each in enumerate(group):
                twin = next((n for n in reversed(range(number)) if self._alike(group[n], each)), None)
                waits = FALSE if twin is None else not_(done[twin])
                options.append(and_(not_(done[number]), not_(waits)))
            title = f"603.3b {group[0].asking.you}, ability {place + 1} to resolve"
            chosen = self.choices.one_of(title, options)
            cases = [
                (when, self._resolve(state, each, f" as number {place + 1}"))
                for when, each in zip(chosen, group, strict=True)
                if when is not FALSE
            ]
            before = state
            state = self.steps.after(title, before, chosen_of(cases, state))
            done = [or_(old, when) for old, when in zip(done, chosen, strict=True)]
        return state

    def _alike(self, one: Standing, other: Standing) -> bool:
        """Whether it does not matter which of two resolves first, since they are the same and surely there."""
        same = one.what == other.what and one.when is TRUE and other.when is TRUE and one.asking.you == other.asking.you
        return same and self.of not in {one.entry, other.entry}

    def _over(self, state: State) -> Bool:
        """704.5a, 704.5b: who drew from an empty library or has no life loses, and the game is over for the player."""
        lost = {
            name: or_(at_least(state[f"failed {name}"], ONE), at_least(NONE, state[f"life {name}"]))
            for name in self.table.names
        }
        others = or_(*(when for name, when in lost.items() if name != self.player))
        if len(lost) > 2 and others is not FALSE:
            raise Unmodelled("800.4a", "a player who leaves a game that goes on")
        over = or_(lost[self.player], others)
        if self.may_be_kept and over is not FALSE:
            raise Unmodelled("104.3", "whether a player who would lose is kept in the game")
        return over

    def _resolve(self, state: State, each: Standing, place: str) -> State:
        """One ability resolves, if it is there, its condition still holds (603.4) and the game goes on."""
        triggered = self._triggered[id(each)]
        when = and_(each.when, triggered, self._condition(each, state), not_(self._over(state)))
        name = f"{each.entry}{place}"
        after, _ = self._follow(state, each, each.trigger.instructions, Told(), name)
        after = either(when, after, state)
        return after if place else self.steps.after(f"608.2c the ability of {each.entry}", state, after)

    def _follow(
        self, state: State, each: Standing, instructions: tuple[a.Instruction, ...], told: Told, name: str
    ) -> tuple[State, Told]:
        for number, part in enumerate(instructions):
            state, told = self._instruction(state, each, part, told, f"{name}, instruction {number + 1}")
        return state, told

    def _instruction(
        self, state: State, each: Standing, part: a.Instruction, told: Told, name: str
    ) -> tuple[State, Told]:
        match part:
            case a.Draw(amount, who, optional):
                player = self._one(each, who)
                number = self._amount(state, each, amount, told, name)
                spent = self.replaced if each.entry == self.of else NONE
                after = self.drawing.draws(self.choices, state, player, number, name=name, spent=spent)
                chosen = TRUE
                if optional:
                    chosen = and_(self.choices.flag(name), self.drawing.may_choose(state, player, number))
                return either(chosen, after, state), Told(pick(chosen, number, NONE), chosen)
            case a.Discard(amount, who, _):
                player = self._one(each, who)
                number = smallest([self._amount(state, each, amount, told, name), state[f"hand {player}"]])
                return self._discard(state, each, player, number, name)
            case a.HandToLibrary(who, amount, all_cards, on_top):
                player = self._one(each, who)
                hand = state[f"hand {player}"]
                number = hand if all_cards else smallest([self._amount(state, each, amount, told, name), hand])
                return self._to_library(state, player, number, name, on_top=on_top), Told(number)
            case a.ReturnOrPay(cards, life):
                return self._return_or_pay(state, self._one(each, "you"), cards, life, name), told
            case a.May(inner, who):
                after, deeper = self._follow(state, each, inner, told, name)
                chosen = and_(self.choices.flag(f"{name}: it is used"), self._allowed(state, each, inner, who, name))
                return either(chosen, after, state), Told(pick(chosen, deeper.moved, NONE), chosen)
            case a.If(t.Followed(), then, otherwise):
                one, _ = self._follow(state, each, then, told, f"{name} if so")
                other, _ = self._follow(state, each, otherwise, told, f"{name} if not")
                return either(told.followed, one, other), told
            case a.OtherInstruction(kind, moves) if kind in IDLE and not moves:
                return state, told
            case a.RemoveCounters() | a.PutCounters() | a.AddMana():
                return state, told
        raise Unmodelled(each.asking.subject, "an instruction in a draw step")

    def _allowed(
        self, state: State, each: Standing, inner: tuple[a.Instruction, ...], who: t.PlayerRef, name: str
    ) -> Bool:
        """121.2b, 121.3: what cannot be done in full is not offered to a player who may draw only one card a turn."""
        allowed = TRUE
        for part in inner:
            if isinstance(part, a.Draw):
                number = self._amount(state, each, part.amount, Told(), name)
                allowed = and_(allowed, self.drawing.may_choose(state, self._one(each, part.player), number))
        self._one(each, who)
        return allowed

    def _discard(self, state: State, each: Standing, player: str, number: Whole, name: str) -> tuple[State, Told]:
        cause = Cause("effect", each.asking.you)
        number = pick(self.discarding.forbidden(state, player, cause), NONE, largest([number, NONE]))
        places, moved = self.discarding.of_unnamed_cards(self.choices, state, player, number, cause, name=name)
        fresh = self._of_those_drawn(state, player, number, name)
        state = state.more(f"discarded {player}", number).more(f"put_back {player}", places["library"])
        state = state.more(f"hand {player}", _less(number)).more(f"kept {player}", _less(fresh))
        state = state.more(f"library {player}", places["library"])
        for entry, times_ in self.discarding.seen_by(state, player, moved).items():
            state = state.more(f"trigger {entry}", times_)
        return state, Told(number)

    def _to_library(self, state: State, player: str, number: Whole, name: str, *, on_top: bool) -> State:
        fresh = self._of_those_drawn(state, player, number, name)
        if on_top:
            state = state.more(f"put_back {player}", number)
        state = state.more(f"hand {player}", _less(number)).more(f"kept {player}", _less(fresh))
        return state.more(f"library {player}", number)

    def _of_those_drawn(self, state: State, player: str, number: Whole, name: str) -> Whole:
        """How many of the cards that leave the hand were drawn this turn: a choice, as far as there are others."""
        hand, kept = state[f"hand {player}"], state[f"kept {player}"]
        least = largest([minus(number, minus(hand, kept)), NONE])
        most = smallest([number, kept])
        more = self.choices.number(f"{name}: cards drawn this turn among them", minus(most, least))
        return plus(least, more)

    def _return_or_pay(self, state: State, player: str, cards: int, life: int, name: str) -> State:
        """For each of so many cards drawn this turn, life is paid or the card goes on top of the library (119.4)."""
        chosen = smallest([whole(cards), state[f"kept {player}"]])
        unable = or_(
            self.drawing.permitted(state, player, "cannot pay life"),
            self.drawing.permitted(state, player, "cannot lose life"),
        )
        payable = NONE
        for number in range(1, cards + 1):
            enough = at_least(state[f"life {player}"], whole(number * life))
            payable = pick(and_(enough, not_(unable)), whole(number), payable)
        if life == 0:
            payable = chosen
        paid = self.choices.number(f"{name}: cards paid for", smallest([chosen, payable]))
        back, cost = minus(chosen, paid), times(whole(life), paid)
        state = state.more(f"life_paid {player}", cost).more(f"life {player}", _less(cost))
        state = state.more(f"put_back {player}", back).more(f"library {player}", back)
        return state.more(f"hand {player}", _less(back)).more(f"kept {player}", _less(back))

    def _one(self, each: Standing, who: t.PlayerRef) -> str:
        found = players(self.table, who, replace(each.asking, that_player=self.player))
        if len(found) != 1:
            raise Unmodelled(each.asking.subject, "an instruction to several players in a draw step")
        return next(iter(found))

    def _amount(self, state: State, each: Standing, amount: t.Quantity, told: Told, name: str) -> Whole:
        match amount:
            case int():
                return whole(amount)
            case t.ThatMany():
                return told.moved
            case t.UpTo(inner):
                return self.choices.number(f"{name}: how many", self._amount(state, each, inner, told, name))
            case t.CardsIn("hand" | "library" as zone, who, (), (), "", ""):
                return state[f"{zone} {self._one(each, who)}"]
        if mentions(amount, t.CountersOn):
            raise Unmodelled(each.asking.subject, "an amount that the step itself may change")
        return quantity_now(self.table, state, amount, replace(each.asking, that_player=self.player))


def _less(number: Whole) -> Whole:
    return minus(NONE, number)


def _asks(each: Standing, kind: type) -> bool:
    return any(isinstance(part, kind) for part in inside(each.trigger.instructions))


def play_draw_step(table: Table, event: DrawStep, replaced: Whole, choices: Choices) -> Happening:
    """The whole step with what triggers in it. Raises Unmodelled where something in it is not encoded."""
    return DrawStepPlay(table, event, replaced, choices).play()
