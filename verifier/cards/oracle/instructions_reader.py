"""Instructions from the tree of a phrase (instructions.lark)."""

from __future__ import annotations

from typing import Any

from ..mana import (
    ChosenColor,
    ColorsOf,
    ColorsOfCards,
    ColorsOfMovedCard,
    Combination,
    ExiledColors,
    OneOfEach,
    OneType,
    Types,
    UnspentAgain,
)
from . import language as a
from .events_reader import EventsReader
from .kinds import times
from .language import Begin, Discard, Draw, OfType
from .pieces import has
from .terms_reader import NotUnderstood, _const

EARTHBEND = (
    a.AddTypes(a.TargetPermanent(), ("Creature",)),
    a.SetPowerToughness(a.TargetPermanent(), 0, 0),
    a.GainAbilities(a.TargetPermanent(), (a.Keyword("haste", bearing=True),)),
)


_YOUR_CREATURES = a.AllOf((OfType("Creature"), a.ControlledBy("you")))
_YOUR_ARMY = a.AllOf((a.OfSubtype("Army"), a.ControlledBy("you")))


def _untold_unless_one(number: Any) -> Any:
    return 1 if number == 1 else a.UntoldAmount("other")


class Reader(EventsReader):
    """What the phrases of all the grammars mean."""

    # Mana
    def add(self, children: list[Any]) -> Any:
        return a.AddMana(children[0])

    def player_adds(self, children: list[Any]) -> Any:
        return a.AddMana(children[1], children[0])

    def player_may_add(self, children: list[Any]) -> Any:
        return a.AddMana(children[1], children[0], optional=True)

    def one_of_each(self, children: list[Any]) -> Any:
        return a.AddMana(OneOfEach(ColorsOf(children[0])))

    other_instruction = _const(a.OtherInstruction("other"))
    one_of_milled = _const(a.AddMana(Combination(ColorsOfMovedCard(), a.UntoldAmount("revealed"))))
    one_of_exiled = _const(a.AddMana(OneOfEach(ExiledColors())))

    def get_pt_until_for_each(self, children: list[Any]) -> Any:
        effects = self.get_pt_for_each([children[1], children[3]])(children[0])
        return self.begin_effects(effects, children[2])

    def add_for_each(self, children: list[Any]) -> Any:
        return a.AddMana(self.for_each([children[-1], children[0]]))

    def choose_color_of(self, children: list[Any]) -> Any:
        return ("chosen", ColorsOf(children[0]))

    def choose_color_of_cards(self, children: list[Any]) -> Any:
        zone, player = children[0]
        return ("chosen", ColorsOfCards(zone, player))

    choose_color = _const(("chosen", Types("WUBRG")))

    def player_chooses_color(self, children: list[Any]) -> Any:  # noqa: ARG002
        return ("chosen", ChosenColor())

    double_unspent = _const(a.AddMana(UnspentAgain()))

    # Draws and discards
    def drawn(self, children: list[Any]) -> Any:
        return children[0]

    draw_one = _const(1)
    drawn_equal = drawn

    def drawn_for_each(self, children: list[Any]) -> Any:
        return times(children[0], children[1])

    def drawn_plus(self, children: list[Any]) -> Any:
        return a.Sum((a.ThatMany(), children[0]))

    drawn_untold = _const(a.UntoldAmount("other"))

    def drawn_up_to(self, children: list[Any]) -> Any:
        return a.UpTo(children[0])

    def never(self, children: list[Any]) -> Any:  # noqa: ARG002
        raise NotUnderstood("never")

    def draw(self, children: list[Any]) -> Any:
        return Draw(children[0])

    def player_draws(self, children: list[Any]) -> Any:
        return Draw(children[1], children[0])

    def player_may_draw(self, children: list[Any]) -> Any:
        return ("may", Draw(children[1], children[0]), children[0])

    def dropped(self, children: list[Any]) -> Any:
        return (children[0], False)

    def dropped_random(self, children: list[Any]) -> Any:
        return (children[0], True)

    dropped_hand = _const(("hand", False))

    def dropped_equal(self, children: list[Any]) -> Any:
        return (children[0], False)

    def dropped_for_each(self, children: list[Any]) -> Any:
        return (times(children[0], children[1]), False)

    def dropped_up_to(self, children: list[Any]) -> Any:
        return (a.UpTo(children[0]), False)

    dropped_any = _const((a.UpTo(a.CardsIn("hand")), False))

    def dropped_untold(self, children: list[Any]) -> Any:  # noqa: ARG002
        return (a.UntoldAmount("other"), False)

    @staticmethod
    def _discard(player: Any, what: Any) -> Discard:
        amount, random = what
        return Discard(a.CardsIn("hand", player) if amount == "hand" else amount, player, random)

    def discard(self, children: list[Any]) -> Any:
        return self._discard("you", children[0])

    def player_discards(self, children: list[Any]) -> Any:
        return self._discard(children[0], children[1])

    def player_may_discard(self, children: list[Any]) -> Any:
        return ("may", self._discard(children[0], children[1]), children[0])

    # Counters and tapping
    untold_dice = _const(a.UntoldAmount("dice"))

    def put_counters(self, children: list[Any]) -> Any:
        return a.PutCounters(str(children[1]), children[0], children[-1])

    def player_puts_counters(self, children: list[Any]) -> Any:
        return a.PutCounters(str(children[2]), children[1], children[3])

    def untap_some(self, children: list[Any]) -> Any:
        if children[1] != OfType("Land"):
            raise NotUnderstood("some permanents")
        return a.OtherInstruction("untap lands")

    def choose_drawn(self, children: list[Any]) -> Any:
        return ("drawn", int(children[0]))

    def pay_or_return(self, children: list[Any]) -> Any:
        return ("pay or return", int(children[0]))

    def put_one_counter(self, children: list[Any]) -> Any:
        return a.PutCounters(str(children[0]), 1, children[1])

    def put_equal(self, children: list[Any]) -> Any:
        return a.PutCounters(str(children[0]), children[2], children[1])

    def put_equal_first(self, children: list[Any]) -> Any:
        return a.PutCounters(str(children[0]), children[1], children[2])

    def put_two_kinds(self, children: list[Any]) -> Any:
        first, kind, second, other, on = children
        return [a.PutCounters(str(kind), first, on), a.PutCounters(str(other), second, on)]

    def put_either_kind(self, children: list[Any]) -> Any:
        first, kind, second, other, on = children
        return a.ChooseMode(((a.PutCounters(str(kind), first, on),), (a.PutCounters(str(other), second, on),)))

    def put_up_to(self, children: list[Any]) -> Any:
        return a.PutCounters(str(children[1]), a.UpTo(children[0]), children[2])

    def double_counters(self, children: list[Any]) -> Any:
        return a.PutCounters(str(children[0]), a.CountersOn(str(children[0]), children[1]), children[1])

    def put_among(self, children: list[Any]) -> Any:
        return a.PutCounters(str(children[1]), a.UntoldAmount("other"), a.TargetPermanent())

    def put_for_each(self, children: list[Any]) -> Any:
        return a.PutCounters(str(children[1]), times(children[0], children[3]), children[2])

    def put_on(self, children: list[Any]) -> Any:
        return children[0]

    put_on_target = _const(a.TargetPermanent())

    def take(self, children: list[Any]) -> Any:
        return (str(children[1]), children[0])

    def take_all(self, children: list[Any]) -> Any:
        return (str(children[0]), "all")

    take_all_kinds = _const(("", "all"))

    def take_kind(self, children: list[Any]) -> Any:
        return ("", children[0])

    def remove(self, children: list[Any]) -> Any:
        (kind, amount), on = children
        if amount == "all":
            return a.RemoveCounters(kind, a.CountersOn(kind, on), on)
        return a.RemoveCounters(kind, amount, on)

    def tap(self, children: list[Any]) -> Any:
        return a.TapPermanents(children[0])

    def untap(self, children: list[Any]) -> Any:
        return a.TapPermanents(children[0], untap=True)

    def tap_or_untap(self, children: list[Any]) -> Any:
        on = children[0]
        return a.ChooseMode(((a.TapPermanents(on),), (a.TapPermanents(on, untap=True),)))

    # Effects that begin
    end_of_turn = _const("end of turn")
    your_next_turn = _const("your next turn")
    end_of_your_next_turn = _const("end of your next turn")
    rest_of_game = _const("rest of game")
    while_source = _const("while source")
    indefinitely = _const("indefinitely")

    def while_counter(self, children: list[Any]) -> Any:
        return (
            "while counter",
            str(next(child for child in children if hasattr(child, "type") and child.type == "W_COUNTER")),
        )

    @staticmethod
    def begin_effects(effects: Any, duration: Any) -> Any:
        if isinstance(duration, tuple):
            kind = duration[1]
            return Begin(tuple(_while_counter(effect, kind) for effect in effects), "while counter")
        return Begin(tuple(effects), duration)

    def begin(self, children: list[Any]) -> Any:
        return Begin(children[0], "indefinitely")

    def begin_for(self, children: list[Any]) -> Any:
        return self.begin_effects(children[0], children[1])

    def gain_control(self, children: list[Any]) -> Any:
        duration = children[1] if len(children) > 1 else "indefinitely"
        return self.begin_effects((a.GainControl(children[0], "you"),), duration)

    def player_gains_control(self, children: list[Any]) -> Any:
        duration = children[2] if len(children) > 2 else "indefinitely"
        return self.begin_effects((a.GainControl(children[1], children[0]),), duration)

    def become_copy(self, children: list[Any]) -> Any:
        duration = children[2] if len(children) > 2 else "indefinitely"
        on, of = children[:2]
        if on == of == a.TargetPermanent():
            raise NotUnderstood("two targets, which the language cannot tell apart")
        return self.begin_effects((a.BecomeCopy(on, of),), duration)

    def become_copy_with_this(self, children: list[Any]) -> Any:
        rest = [child for child in children[2:] if isinstance(child, str | tuple)]
        effect = a.BecomeCopy(children[0], children[1], a.CopyException(this_ability=True))
        return self.begin_effects((effect,), rest[0] if rest else "indefinitely")

    def emblem(self, children: list[Any]) -> Any:
        abilities: list[Any] = []
        for each in children[1:]:
            abilities += type(self).quoted_reader(str(each))
        if children[0] != "you":
            raise NotUnderstood("an emblem of another player")
        return a.GetEmblem(tuple(abilities))

    def skip_next(self, children: list[Any]) -> Any:
        return Begin((a.SkipStep(children[0], children[1], once=True),), "indefinitely")

    def you_skip_next(self, children: list[Any]) -> Any:
        return Begin((a.SkipStep("you", children[0], once=True),), "indefinitely")

    def change_text(self, children: list[Any]) -> Any:
        words = next(child for child in children if child in {"land types", "colors", "either", "creature types"})
        duration: Any = children[-1] if children[-1] == "end of turn" else "indefinitely"
        return Begin((a.ChangeText(a.TargetPermanent(), words=words),), duration)

    words_of_colors = _const("colors")
    words_of_lands = _const("land types")
    words_of_either = _const("either")
    words_of_creatures = _const("creature types")

    def hand_to_bottom(self, children: list[Any]) -> Any:
        return a.HandToLibrary(children[0], all_cards=True)

    def card_to_bottom(self, children: list[Any]) -> Any:
        return a.HandToLibrary("you", children[0])

    def card_to_top(self, children: list[Any]) -> Any:
        return a.HandToLibrary("you", children[0], on_top=True)

    def adapt(self, children: list[Any]) -> Any:
        none_yet = a.Unless(a.Is(a.HasCounters("+1/+1")))
        return a.If(none_yet, (a.PutCounters("+1/+1", children[0]),))

    def connive(self, children: list[Any]) -> Any:
        """701.50a; how many +1/+1 counters there are depends on what is discarded."""
        first, number = children[0], children[1] if len(children) > 1 else 1
        on: Any = first if isinstance(first, a.Term) else a.TargetPermanent()
        named = on == a.This() or has(on, a.ControlledBy("you")) or (on is not first and "you control" in str(first))
        player: Any = "you" if named or first == a.TargetPermanent() else "controller"
        counters = a.If(a.UntoldCondition("other"), (a.PutCounters("+1/+1", _untold_unless_one(number), on),))
        return [Draw(number, player), Discard(number, player), counters]

    def explore(self, children: list[Any]) -> Any:
        on = children[0]
        counter = a.If(a.UntoldCondition("other"), (a.PutCounters("+1/+1", 1, on),))
        return [a.OtherInstruction("scry", moves_library=True), counter]

    def explore_often(self, children: list[Any]) -> Any:
        return [
            a.OtherInstruction("scry", moves_library=True),
            a.PutCounters("+1/+1", a.UntoldAmount("other"), children[0]),
        ]

    def player_blights(self, children: list[Any]) -> Any:
        theirs = a.AllOf((OfType("Creature"), a.ControlledBy(children[0])))
        return a.PutCounters("-1/-1", a.UntoldAmount("other"), theirs)

    often = _const(None)

    def endure(self, children: list[Any]) -> Any:
        on, number = children
        return a.ChooseMode(((a.PutCounters("+1/+1", number, on),), (a.OtherInstruction("token"),)))

    proliferate = _const(a.PutCounters("", a.UntoldAmount("other"), a.HasCounters()))
    learn = _const([a.May((Discard(1), a.If(a.Followed(), (Draw(1),)))), a.OtherInstruction("search")])
    bolster = _const(a.PutCounters("+1/+1", a.UntoldAmount("other"), _YOUR_CREATURES))
    blight = _const(a.PutCounters("-1/-1", a.UntoldAmount("other"), _YOUR_CREATURES))
    support = _const(a.PutCounters("+1/+1", 1, a.TargetPermanent()))
    amass = _const([a.OtherInstruction("token"), a.PutCounters("+1/+1", a.UntoldAmount("other"), _YOUR_ARMY)])

    def monstrosity(self, children: list[Any]) -> Any:
        return a.If(a.UntoldCondition("other"), (a.PutCounters("+1/+1", children[0]),))

    other_counters = _const(a.OtherInstruction("counters"))

    def earthbend(self, children: list[Any]) -> Any:
        return [Begin(EARTHBEND, "indefinitely"), a.PutCounters("+1/+1", children[0], a.TargetPermanent())]


def _while_counter(effect: Any, kind: str) -> Any:
    import msgspec

    if not hasattr(effect, "on"):
        raise NotUnderstood("a counter on nothing")
    return msgspec.structs.replace(effect, on=a.AllOf((effect.on, a.HasCounters(kind))))


__all__ = ["OfType", "OneType", "Reader"]
