"""Drawing cards one at a time, with what replaces a draw and what forbids one (121, 614.11, 616.1, 702.52).

The state has for each player, by name: cards in ``hand`` and ``library``, ``life``, cards ``drawn`` in this step and
in this ``turn``, those of them still ``kept`` in hand, acts of putting a card back, and whether a draw ``failed`` since
the library was empty (121.4).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..cards import ability as a
from ..cards.term import PlayerRef
from ..errors import Unmodelled
from ..solve.formula import FALSE, TRUE, Bool, and_, not_, or_
from .choices import NONE, ONE, Choices, State, chosen_of, either
from .making import mentions
from .moment import holds_now
from .reading import players
from .standing import MOVING, Standing, effects_standing, triggers_standing
from .table import Table
from .whole import Whole, at_least, equal, minus, pick, plus, smallest, whole

MOST_DRAWS = 16
"""So many draws of one instruction are taken one by one where something looks at each of them."""

Used = frozenset[int]
"""The replacement effects that have been applied to a draw or to what it became (614.5)."""


@dataclass(frozen=True, slots=True, eq=False)
class Dredge:
    """A card with dredge in a graveyard (702.52a)."""

    owner: str
    name: str
    number: int
    key: str


_FORBIDDING = ("one draw each turn", "cannot draw", "cannot pay life", "cannot lose life")


class Drawing:
    """What stands on the table that bears on draws in one player's draw step."""

    def __init__(self, table: Table, active: str) -> None:
        self.table, self.active = table, active
        self.replacing = effects_standing(table, a.DrawReplacement, moving=True)
        for each in self.replacing:
            _refuse(each)
        self.permissions = [
            each
            for each in effects_standing(table, a.Permission, moving=True)
            if isinstance(each.what, a.Permission) and each.what.kind in _FORBIDDING
        ]
        self.watching = triggers_standing(table, a.Draws)
        self.dredging = [
            Dredge(player.name, card.faces[0].name, ability.number or 0, f"dredge {player.name}: {number}")
            for player in table.board.players
            for number, card in enumerate(player.graveyard_cards or ())
            for ability in card.faces[0].abilities
            if isinstance(ability, a.Keyword) and ability.name == "dredge"
        ]

    def start(self) -> State:
        """The numbers at the beginning of the step."""
        values: dict[str, Whole] = {}
        for player in self.table.names:
            for key in ("hand", "library", "life"):
                values[f"{key} {player}"] = self.table.number_of(player, key)
            drawn = self.table.number_of(player, "drawn_this_turn")
            named, given = self.table.space.players, self.table.board.given
            same = (player, "drawn_this_turn") in named and (player, "drawn_kept") not in named
            written = any(key.startswith("player.") and key.endswith(".drawn_kept") for key in given)
            kept = drawn if same and not written else self.table.number_of(player, "drawn_kept")
            values[f"turn {player}"] = drawn
            values[f"kept {player}"] = smallest([kept, drawn, values[f"hand {player}"]])
        for dredge in self.dredging:
            values[dredge.key] = ONE
        return State(values)

    def permitted(self, state: State, player: str, kind: str) -> Bool:
        """Whether an effect of that kind is about the player."""
        return or_(
            *(
                self._there(each, state)
                for each in self.permissions
                if isinstance(each.what, a.Permission)
                and each.what.kind == kind
                and player in players(self.table, each.what.players, each.asking)
            )
        )

    def cannot(self, state: State, player: str) -> Bool:
        """Whether the player cannot draw a card now (121.2b, 121.3); such a draw is not replaced either (614.17c)."""
        used_up = and_(self.permitted(state, player, "one draw each turn"), at_least(state[f"turn {player}"], ONE))
        return or_(self.permitted(state, player, "cannot draw"), used_up)

    def may_choose(self, state: State, player: str, amount: Whole) -> Bool:
        """Whether the player may choose to draw that many (121.2b, 121.3); an empty library is no hindrance."""
        several = and_(self.permitted(state, player, "one draw each turn"), at_least(amount, whole(2)))
        return not_(or_(several, self.cannot(state, player)))

    def draws(
        self, choices: Choices, state: State, player: str, amount: Whole, *, name: str, spent: Whole = NONE
    ) -> State:
        """An instruction to draw that many cards, ``spent`` of which something else replaces by what is no draw."""
        if not self._looks(player) and spent.constant == 0:
            return self._all_at_once(state, player, amount)
        if amount.high > MOST_DRAWS:
            raise Unmodelled(name, f"more than {MOST_DRAWS} draws that effects look at one by one")
        left = smallest([spent, pick(at_least(amount, NONE), amount, NONE)])
        for number in range(amount.high):
            happens = at_least(amount, whole(number + 1))
            still = minus(amount, whole(number))
            each = f"{name}, draw {number + 1}"
            gone, kept = at_least(left, ONE), not_(at_least(left, still))
            replaced = choices.one_of(f"{each} is replaced", [gone, kept])[0] if gone is not FALSE else FALSE
            replaced = and_(replaced, gone)
            drawn = self.one(choices, state, player, each) if replaced is not TRUE else state
            state = either(and_(happens, not_(replaced)), drawn, state)
            left = minus(left, pick(and_(happens, replaced), ONE, NONE))
        return state

    def one(self, choices: Choices, state: State, player: str, name: str, *, used: Used = frozenset()) -> State:
        """One draw: forbidden, replaced or made (121.2, 614.11, 616.1)."""
        forbidden = self.cannot(state, player)
        if forbidden is TRUE:
            return state
        options: list[Bool] = []
        results: list[State] = []
        mandatory: list[Bool] = []
        for number, each in enumerate(self.replacing):
            applies = FALSE if number in used else self._applies(each, state, player)
            if applies is FALSE:
                continue
            effect = each.what
            assert isinstance(effect, a.DrawReplacement)
            options.append(applies)
            results.append(
                self._instead(choices, state, player, each, name=f"{name} / {each.entry}", used=used | {number})
            )
            if not effect.optional:
                mandatory.append(applies)
        for dredge in self.dredging:
            if dredge.owner == player:
                there = at_least(state[dredge.key], ONE)
                options.append(and_(there, at_least(state[f"library {player}"], whole(dredge.number))))
                results.append(_dredged(state, dredge))
        made = self._made(state, player)
        if options:
            chosen = choices.one_of(name, [*options, not_(or_(*mandatory))])
            made = chosen_of(zip(chosen, results, strict=False), made)
        return either(forbidden, state, made)

    def _instead(self, choices: Choices, state: State, player: str, each: Standing, *, name: str, used: Used) -> State:
        effect = each.what
        assert isinstance(effect, a.DrawReplacement)
        number = effect.draws
        assert isinstance(number, int)
        if effect.once:
            state = state.put(f"used {each.entry}", ONE)
        if any(isinstance(part, a.OtherInstruction) and part.kind == "game end" for part in effect.instead):
            state = state.put(f"failed {player}", ONE)
        if not number:
            return state
        who = {player} if effect.drawer == "that player" else players(self.table, effect.drawer, each.asking)
        if len(who) != 1:
            raise Unmodelled(each.asking.subject, "who draws instead")
        for again in range(number):
            state = self.one(choices, state, next(iter(who)), f"{name} {again + 1}", used=used)
        return state

    def _made(self, state: State, player: str) -> State:
        """121.1: the top card of the library, if there is one (121.4)."""
        return self._all_at_once(state, player, ONE)

    def _all_at_once(self, state: State, player: str, amount: Whole) -> State:
        library = state[f"library {player}"]
        number = smallest([pick(at_least(amount, NONE), amount, NONE), library])
        short = not_(at_least(library, amount))
        if short is not FALSE:
            state = state.put(f"failed {player}", pick(short, ONE, state[f"failed {player}"]))
        state = state.put(f"library {player}", minus(library, number))
        for key in ("hand", "drawn", "turn", "kept"):
            state = state.more(f"{key} {player}", number)
        for each in self.watching:
            event = each.trigger.event
            assert isinstance(event, a.Draws)
            if player in players(self.table, event.player, each.asking):
                asking = replace(each.asking, that_player=player)
                when = holds_now(self.table, state, each.trigger.condition, asking)
                state = state.more(f"trigger {each.entry}", pick(and_(each.when, when), number, NONE))
        return state

    def _looks(self, player: str) -> bool:
        """Whether something looks at single draws of the player."""
        asked: list[tuple[Standing, PlayerRef]] = []
        for each in (*self.replacing, *self.permissions):
            match each.what:
                case a.DrawReplacement(who):
                    asked.append((each, who))
                case a.Permission(kind, who) if kind.endswith(("draw", "draw each turn")):
                    asked.append((each, who))
        for each in self.watching:
            event = each.trigger.event
            if isinstance(event, a.Draws) and mentions(each.trigger.condition, *MOVING):
                asked.append((each, event.player))
        mine = any(player in players(self.table, who, replace(each.asking, that_player=player)) for each, who in asked)
        return mine or any(dredge.owner == player for dredge in self.dredging)

    def _there(self, each: Standing, state: State) -> Bool:
        if each.condition is None:
            return each.when
        return and_(each.when, holds_now(self.table, state, each.condition, each.asking))

    def _applies(self, each: Standing, state: State, player: str) -> Bool:
        effect = each.what
        assert isinstance(effect, a.DrawReplacement)
        if player not in players(self.table, effect.player, replace(each.asking, that_player=player)):
            return FALSE
        when = and_(self._there(each, state), holds_now(self.table, state, effect.condition, each.asking))
        if effect.once:
            when = and_(when, equal(state[f"used {each.entry}"], NONE))
        if effect.spares == "first of the draw step" and player == self.active:
            when = and_(when, at_least(state[f"drawn {player}"], ONE))
        elif effect.spares == "first of the turn":
            when = and_(when, at_least(state[f"turn {player}"], ONE))
        elif effect.spares == "all but the first of the turn":
            when = and_(when, equal(state[f"turn {player}"], NONE))
        elif effect.spares.startswith("first of the draw step,"):
            before = ONE if player == self.active else NONE
            when = and_(when, at_least(state[f"drawn {player}"], before), equal(state[f"turn {player}"], before))
        return when


def _dredged(state: State, dredge: Dredge) -> State:
    player = dredge.owner
    state = state.put(dredge.key, NONE).more(f"hand {player}", ONE)
    return state.put(f"library {player}", plus(state[f"library {player}"], whole(-dredge.number)))


def _refuse(each: Standing) -> None:
    effect = each.what
    assert isinstance(effect, a.DrawReplacement)
    subject = each.asking.subject
    if effect.by_instruction:
        raise Unmodelled(subject, "a replacement of an instruction to draw (121.2a)")
    if not isinstance(effect.draws, int):
        raise Unmodelled(subject, "a replacement by draws whose number is read from the board")
    if any(not isinstance(part, a.OtherInstruction) or part.kind == "mill" for part in effect.instead):
        raise Unmodelled(subject, "what its effect does instead of a draw")
