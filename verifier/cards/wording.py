"""Abilities in plain words of our own, made from their structure alone (``verifier card NAME``)."""

from __future__ import annotations

from . import ability as a
from .clauses import cards, condition, cost, counters, mana, removed
from .effect_wording import effect, instructions, quoted
from .phrases import anyone, does, each, letters, listed, one, player, whose
from .terms import This

_DURATIONS = {
    "rest of game": "for the rest of the game",
    "end of turn": "until end of turn",
    "your next turn": "until your next turn",
    "end of your next turn": "until the end of your next turn",
    "indefinitely": "without end",
    "while counter": "as long as the counter stays",
    "while source": "as long as this permanent stays",
    "once": "the next time",
}

NO_BEARING = " (no bearing)"
"""The mark of an instruction after which no question has another answer."""

_OTHERS = {
    "damage": "deal damage",
    "life": "change a life total",
    "token": "create a token",
    "destroy": "destroy something",
    "exile": "exile something",
    "return": "return something",
    "search": "search for a card",
    "counter": "counter something",
    "look": "look at cards",
    "sacrifice": "sacrifice something",
    "copy": "copy something",
    "fight": "have creatures fight",
    "shuffle": "shuffle",
    "mill": "mill cards",
    "scry": "scry",
    "attach": "attach something",
    "combat": "change something in combat",
    "untap lands": "untap lands",
    "gain control": "give control of something",
    "extra turn": "add a turn",
    "reveal": "reveal cards",
    "keyword action": "take an action that a keyword names",
    "choice": "make a choice",
    "designation": "give a designation",
    "game end": "end the game for a player",
    "counters": "move counters",
    "other": "do something of another kind",
}


def ability(it: a.Ability) -> str:
    """An ability in words; one that is not modelled or has no bearing says so, with the rule that knows it."""
    match it:
        case a.Activated():
            return _activated(it)
        case a.Triggered(event, steps, _, if_):
            proviso = f", if {condition(if_)}" if if_ is not None else ""
            return f"{_event(event)}{proviso}: {instructions(steps)}"
        case a.Static(effects, if_, zone):
            where = "" if zone == "battlefield" else f" (from the {zone})"
            proviso = f" as long as {condition(if_)}" if if_ is not None else ""
            return f"{'; '.join(effect(part) for part in effects)}{proviso}{where}"
        case a.SpellAbility(steps):
            return f"as it resolves: {instructions(steps)}"
        case a.Keyword(name, number):
            return name if number is None else f"{name} {number}"
        case a.NoBearing(kind, rule):
            return f"[{kind} ability without bearing on any question: {rule}]"
        case a.Unmodelled(kind):
            return f"[{kind} ability that is not modelled]"


def _activated(it: a.Activated) -> str:
    notes: list[str] = [note for note in it.timing if note != "other"]
    if it.activate_if is not None:
        notes.append(f"only if {condition(it.activate_if)}")
    if it.from_zone != "battlefield":
        notes.append(f"from the {it.from_zone}")
    told = f" ({'; '.join(notes)})" if notes else ""
    return f"{', '.join(cost(part) for part in it.cost)}: {instructions(it.instructions)}{told}"


# Instructions ------------------------------------------------------------------------------------------------------


def instruction(it: a.Instruction) -> str:
    """An instruction in words."""
    match it:
        case a.AddMana():
            return _add_mana(it)
        case a.Begin(effects, duration):
            return f"{_DURATIONS[duration]}, {'; '.join(effect(part) for part in effects)}"
        case a.BeginTrigger(triggered, duration):
            return f"{_DURATIONS[duration]}, {ability(triggered)}"
        case a.GetEmblem(abilities):
            return f"you get an emblem with {quoted(abilities)}"
        case a.Draw(amount, who, optional):
            return f"{does(who, 'draw')} {cards(amount)}{' (if wanted)' if optional else ''}"
        case a.Discard(amount, who, random):
            return f"{does(who, 'discard')} {cards(amount)}{' at random' if random else ''}"
        case a.HandToLibrary(who, amount, all_cards, on_top):
            what = "the whole hand" if all_cards else f"{cards(amount)} from hand"
            return f"{does(who, 'put')} {what} on the {'top' if on_top else 'bottom'} of the library"
        case a.ReturnOrPay(number, life):
            return f"for each of {number} cards in hand drawn this turn, pay {life} life or put it back on the library"
        case a.PutCounters(kind, amount, on):
            return f"put {counters(kind, amount)} on {each(on)}"
        case a.RemoveCounters():
            return removed(it)
        case a.TapPermanents(on, untap):
            return f"{'untap' if untap else 'tap'} {each(on)}"
        case a.OtherInstruction(kind, moves_library):
            return f"{_OTHERS[kind]}{' and move cards of a library' if moves_library else ''}{NO_BEARING}"
        case a.If(if_, then, otherwise):
            other = f"; otherwise {instructions(otherwise)}" if otherwise else ""
            return f"if {condition(if_)}, {instructions(then)}{other}"
        case a.May(steps, who):
            return f"{player(who)} may: {instructions(steps)}"
        case a.UnlessPaid(steps, who, costs):
            return f"{instructions(steps)}, unless {anyone(who)} pays {', '.join(cost(part) for part in costs)}"
        case a.ChooseMode(modes):
            return f"choose among {listed([f'({instructions(mode)})' for mode in modes], 'or')}"


def _add_mana(it: a.AddMana) -> str:
    told = f"{'add' if it.player == 'you' else does(it.player, 'add')} {mana(it.mana)}"
    told += "".join(f"; if {condition(other.condition)}, {mana(other.mana)} instead" for other in it.instead)
    return told + " (if wanted)" * it.optional + " (of restricted use)" * it.restricted


def _event(it: a.TriggerEvent) -> str:
    match it:
        case a.Enters(This()):
            return "when this permanent enters"
        case a.Enters(permanent):
            return f"whenever {one(permanent)} enters"
        case a.WhenTappedForMana(permanent, by, produced, chosen):
            who = "" if by == "everyone" else f" by {anyone(by)}"
            return f"whenever {one(permanent)} is tapped for {_produced(produced, chosen)}{who}"
        case a.AddsMana(of, who, produced, chosen):
            return f"whenever {one(of)} makes {player(who)} add {_produced(produced, chosen)}"
        case a.BeginningOf(step, of_):
            return f"as {whose(of_)} {step} begins"
        case a.Draws(who):
            return f"whenever {does(who, 'draw', any_of_them=True)} a card"
        case a.Discards(who, this_card, kinds):
            kind = "".join(f"{word.lower()} " for word in kinds)
            what = "this card because of an opponent" if this_card else f"a {kind}card"
            return f"whenever {does(who, 'discard', any_of_them=True)} {what}"
        case a.Chapter(numbers):
            return f"chapter {listed([str(number) for number in numbers])}"
        case a.BecomesTapped(permanent):
            return f"when {one(permanent)} becomes tapped"
        case a.Sacrifices(who, permanent):
            return f"when {anyone(who)} sacrifices {one(permanent)}"
        case a.OtherEvent(kind):
            return f"[event: {kind}]"


def _produced(produced: str, chosen: bool) -> str:
    if chosen:
        return "mana of the chosen color"
    return "mana" if produced == "WUBRGC" else f"{letters(produced)} mana"
