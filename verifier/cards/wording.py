"""Abilities in plain words of our own, made from their structure alone (``verifier card NAME``)."""

from __future__ import annotations

from . import ability as a
from .phrases import (
    anyone,
    condition,
    does,
    each,
    letters,
    listed,
    mana,
    many,
    of_types,
    one,
    player,
    quantity,
    symbols,
    whose,
)
from .terms import CountedByCost, Filter, Quantity, This

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
_PERMISSIONS = {
    "tap lands you do not control": "{who} may tap lands of other players for mana",
    "activate as though with haste": "{who} may activate abilities of {on} as though they had haste",
    "cannot activate": "abilities of {on} cannot be activated",
    "cannot pay life": "{who} cannot pay life",
    "cannot lose life": "the life total of {who} cannot change",
    "one draw each turn": "{who} cannot draw more than one card a turn",
    "cannot draw": "{who} cannot draw cards",
    "mana stays": "mana of {who} does not empty",
    "spend as any color": "{who} may spend mana as though it had any color",
    "additional land": "{who} may play one more land a turn",
    "cannot be made to discard": "opponents cannot make {who} discard",
}
_SPARED = {
    "": "",
    "first of the draw step": " (not the first one of the draw step)",
    "first of the turn": " (not the first one of the turn)",
    "all but the first of the turn": " for the first time in the turn",
}
_CHOICES = {"opponent": "an opponent"}


def ability(it: a.Ability) -> str:
    """An ability in words; one that is not modelled or has no bearing says so, with the rule that knows it."""
    match it:
        case a.Activated():
            return _activated(it)
        case a.Triggered(event, instructions, _, if_):
            proviso = f", if {condition(if_)}" if if_ is not None else ""
            return f"{_event(event)}{proviso}: {_all(instructions)}"
        case a.Static(effects, if_, zone):
            where = "" if zone == "battlefield" else f" (from the {zone})"
            proviso = f" as long as {condition(if_)}" if if_ is not None else ""
            return f"{'; '.join(effect(part) for part in effects)}{proviso}{where}"
        case a.SpellAbility(instructions):
            return f"as it resolves: {_all(instructions)}"
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
    return f"{', '.join(cost(part) for part in it.cost)}: {_all(it.instructions)}{told}"


def cost(it: a.Cost) -> str:
    """A cost in words."""
    match it:
        case a.TapSymbol():
            return "{T}"
        case a.UntapSymbol():
            return "{Q}"
        case a.PayMana(them):
            return symbols(them)
        case a.PayLife(amount):
            return f"pay {quantity(amount)} life"
        case a.SacrificeCost(filter, amount):
            return f"sacrifice {_some(filter, amount)}"
        case a.RemoveCounters():
            return _removed(it)
        case a.AddCounters(kind, amount):
            return f"put {_counters(kind, amount)} on this permanent"
        case a.TapOthers(filter, amount):
            return f"tap {_some(filter, amount)}, untapped so far"
        case a.UntapOthers(filter, amount):
            return f"untap {_some(filter, amount)}, tapped so far"
        case a.DiscardCost(amount, kinds, random):
            return f"discard {_cards(amount, kinds)}{' at random' if random else ''}"
        case a.MoveCard(origin, to, amount, filter):
            what = _cards(amount) if filter is None else _some(filter, amount)
            return f"move {what} from {origin} to {to}"
        case a.LoyaltyCost(change, x):
            return f"loyalty {'-X' if x else f'{change:+d}'}"
        case a.OtherCost(kind):
            return f"[a cost without bearing: {kind}]"


def _removed(it: a.RemoveCounters) -> str:
    return f"remove {_counters(it.kind, it.amount)} from {one(it.from_)}"


def _counters(kind: str, amount: Quantity) -> str:
    match amount:
        case 1:
            return f"one {kind} counter"
        case int():
            return f"{amount} {kind} counters"
        case CountedByCost():
            return f"any number of {kind} counters"
        case _:
            return f"{kind} counters (as many as {quantity(amount)})"


def _some(filter: Filter, amount: Quantity) -> str:
    if amount == 1:
        return one(filter)
    number = "any number" if isinstance(amount, CountedByCost) else quantity(amount)
    return f"{number} of the {many(filter)}"


def _cards(amount: Quantity, kinds: tuple[str, ...] = ()) -> str:
    of = "".join(f"{kind.lower()} " for kind in kinds)
    match amount:
        case 1:
            return f"one {of}card"
        case int():
            return f"{amount} {of}cards"
        case _:
            return f"{of}cards (as many as {quantity(amount)})"


# Effects -----------------------------------------------------------------------------------------------------------


def effect(it: a.ContinuousEffect) -> str:
    """A continuous effect in words."""
    match it:
        case a.HandSize():
            return _hand_size(it)
        case a.Permission(kind, who, on):
            return _PERMISSIONS[kind].format(who=player(who), on="anything" if on is None else each(on))
        case a.AdditionalCost(on, costs, mana_only):
            which = "mana abilities" if mana_only else "abilities"
            return f"{which} of {each(on)} cost in addition: {', '.join(cost(part) for part in costs)}"
        case a.ManaReplacement(when, becomes):
            return f"{_when(when)}, {_becomes(becomes)}"
        case a.DiscardReplacement(who, cause, to, optional):
            why = {"effect": " for an effect", "any": "", "opponent's effect": " for an effect of an opponent"}[cause]
            return f"a card discarded by {anyone(who)}{why} {'may go' if optional else 'goes'} to the {to} instead"
        case a.DrawReplacement():
            return _draw_replacement(it)
        case a.SkipStep(who, step):
            return f"{does(who, 'skip')} the {step}{'' if step == 'turn' else ' step'}"
        case a.EntersWith(kind, amount, on):
            return f"{each(on)} enters with {_counters(kind, amount)}"
        case a.EntersTapped(on, unless, untapped):
            proviso = f" unless {condition(unless)}" if unless is not None else ""
            return f"{each(on)} enters {'untapped' if untapped else 'tapped'}{proviso}"
        case a.EntersChoosing(what, not_color, words):
            but = f" other than {letters(not_color)}" if not_color else ""
            among = f" among {listed(words)}" if words else ""
            return f"as this permanent enters, its controller chooses {_CHOICES.get(what, f'a {what}')}{but}{among}"
        case a.EntersAsCopy():
            return _enters_as_copy(it)
        case a.MoreCounters(on, kind, times, plus):
            more = " and ".join([f"{times} times as many"] * (times != 1) + [f"{plus} more"] * (plus != 0))
            return f"when {kind + ' ' if kind else ''}counters would be put on {one(on)}, {more or 'as many'}"
        case a.GraveyardReplacement(who, to):
            return f"cards bound for the graveyard of {player(who)} go to {to} instead"
        case _:
            return _layer_effect(it)


def _hand_size(it: a.HandSize) -> str:
    subject = f"{whose(it.players)} maximum hand size"
    match it.change:
        case "none":
            return f"{does(it.players, 'have')} no maximum hand size"
        case "set":
            return f"{subject} is {quantity(it.amount)}"
        case "increase":
            return f"{subject} grows by {quantity(it.amount)}"
        case "reduce":
            return f"{subject} shrinks by {quantity(it.amount)}"


def _when(it: a.TappedForMana | a.WouldAddMana) -> str:
    match it:
        case a.TappedForMana(permanent, by, at_least, produced):
            subject = f"when {one(permanent)} is tapped for"
            number = "mana" if at_least == 1 else f"{at_least} or more mana"
            kind = "" if produced == "WUBRGC" else f" that is {letters(produced)}"
            who = "" if by == "everyone" else f" by {anyone(by)}"
            return f"{subject} {number}{kind}{who}"
        case a.WouldAddMana(who, controller, produced):
            kind = "" if produced == "WUBRGC" else f"{letters(produced)} "
            source = "" if controller == "everyone" else f" for a source of {anyone(controller)}"
            return f"when {anyone(who)} would add {kind}mana{source}"


def _becomes(it: a.ManaChange) -> str:
    match it:
        case a.ReplaceTypes(by, replaced):
            which = {"WUBRGC": "all of it", "WUBRG": "what is colored"}.get(replaced, f"what is {letters(replaced)}")
            return f"{which} becomes as much {of_types(by)}"
        case a.ReplaceTypesAndAmount(by, amount):
            return f"all of it becomes {of_types(by, 'one' if amount == 1 else str(amount))}"
        case a.Multiply(factor):
            return f"it produces {factor} times as much"
        case a.AddForAll():
            return "every player adds that mana"


def _draw_replacement(it: a.DrawReplacement) -> str:
    subject = f"when {anyone(it.player)} would draw{_SPARED[it.spares]}"
    by = " by an instruction to draw several" if it.by_instruction else ""
    if it.condition is not None:
        by += f" while {condition(it.condition)}"
    what = f"{does(it.drawer, 'draw')} {_cards(it.draws)}" if it.draws != 0 else "something that is no draw happens"
    return f"{subject}{by}, {what} instead{' (if wanted)' if it.optional else ''}"


def _enters_as_copy(it: a.EntersAsCopy) -> str:
    more = f", with {_counters(it.extra_counters.kind, it.extra_counters.amount)} more" if it.extra_counters else ""
    how = f"{'may enter' if it.optional else 'enters'}{' tapped' if it.tapped else ''}"
    return f"{each(it.on)} {how} as a copy of {one(it.of)}{more}{_but(it.but)}"


def _but(it: a.CopyException | None) -> str:
    if it is None:
        return ""
    parts = [" ".join([*it.supertypes, *it.types, *it.subtypes]), letters(it.colors, "and")]
    parts += [f'the name "{it.name}"' if it.name else "", _abilities(it.abilities)]
    parts += [f"power {it.power}"] * (it.power is not None) + [f"toughness {it.toughness}"] * (it.toughness is not None)
    parts += ["this ability"] * it.this_ability + ["not legendary"] * it.not_legendary
    return f" (but with {listed([part for part in parts if part]) or 'nothing else'})"


def _abilities(them: tuple[a.Ability, ...]) -> str:
    return listed([f'"{ability(part)}"' for part in them])


def _layer_effect(it: a.LayerEffect) -> str:
    match it:
        case a.SetLandTypes(on, land_types, chosen):
            word = "the chosen land type" if chosen else listed(land_types) or "no land type"
            return f"{each(on)} is {word} and nothing else"
        case a.AddTypes(on, kinds, subtypes, supertypes, chosen, all_creature):
            words = [*supertypes, *(kind.lower() for kind in kinds), *subtypes]
            words += ["the chosen type"] * chosen + ["every creature type"] * all_creature
            return f"{each(on)} is also {listed(words) or 'nothing'}"
        case a.SetTypes(on, kinds, subtypes, keep):
            words = [*(kind.lower() for kind in kinds), *subtypes]
            kept = f", and still {listed(keep)}" if keep else ""
            return f"{each(on)} is {listed(words)} instead of its other types{kept}"
        case a.LoseTypes(on, kinds, supertypes, land_types, creature_types):
            words = [*supertypes, *(kind.lower() for kind in kinds)]
            words += ["all land types"] * land_types + ["all creature types"] * creature_types
            return f"{each(on)} is no longer {listed(words, 'or') or 'nothing'}"
        case a.SetColors(on, colors, in_addition, chosen):
            word = "the chosen color" if chosen else letters(colors, "and") or "colorless"
            return f"{each(on)} is {'also ' if in_addition else ''}{word}"
        case a.GainAbilities(on, abilities):
            return f"{each(on)} has {_abilities(abilities)}"
        case a.LoseAbilities(on, all_but, keywords):
            what = listed(keywords) or f"all abilities{' other than ' + all_but if all_but else ''}"
            return f"{each(on)} loses {what}"
        case a.SetPowerToughness(on, power, toughness):
            numbers = "/".join("as before" if number is None else quantity(number) for number in (power, toughness))
            return f"{each(on)} has power and toughness {numbers}"
        case a.ChangePowerToughness(on, power, toughness):
            return f"{each(on)} has {_signed(power)}/{_signed(toughness)}"
        case a.BecomeCopy(on, of, but):
            return f"{each(on)} is a copy of {one(of)}{_but(but)}"
        case a.GainControl(on, who):
            return f"{does(who, 'control')} {each(on)}"
        case a.ChangeText(on, old, new, words_):
            changed = f"{old} reads {new or 'another'}" if old else f"one word ({words_}) reads another"
            return f"in the text of {each(on)}, {changed}"


def _signed(amount: Quantity) -> str:
    return f"{amount:+d}" if isinstance(amount, int) else f"+({quantity(amount)})"


# Instructions ------------------------------------------------------------------------------------------------------


def _all(instructions: tuple[a.Instruction, ...]) -> str:
    return "; then ".join(instruction(part) for part in instructions)


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
            return f"you get an emblem with {_abilities(abilities)}"
        case a.Draw(amount, who, optional):
            return f"{does(who, 'draw')} {_cards(amount)}{' (if wanted)' if optional else ''}"
        case a.Discard(amount, who, random):
            return f"{does(who, 'discard')} {_cards(amount)}{' at random' if random else ''}"
        case a.HandToLibrary(who, amount, all_cards, on_top):
            what = "the whole hand" if all_cards else f"{_cards(amount)} from hand"
            return f"{does(who, 'put')} {what} on the {'top' if on_top else 'bottom'} of the library"
        case a.ReturnOrPay(cards, life):
            return f"for each of {cards} cards in hand drawn this turn, pay {life} life or put it back on the library"
        case a.PutCounters(kind, amount, on):
            return f"put {_counters(kind, amount)} on {each(on)}"
        case a.RemoveCounters():
            return _removed(it)
        case a.TapPermanents(on, untap):
            return f"{'untap' if untap else 'tap'} {each(on)}"
        case a.OtherInstruction(kind, moves_library):
            return f"[no bearing: {kind}{', moves cards of a library' if moves_library else ''}]"
        case a.If(if_, then, otherwise):
            other = f"; otherwise {_all(otherwise)}" if otherwise else ""
            return f"if {condition(if_)}, {_all(then)}{other}"
        case a.May(instructions, who):
            return f"{player(who)} may: {_all(instructions)}"
        case a.ChooseMode(modes):
            return f"choose among {listed([f'({_all(mode)})' for mode in modes], 'or')}"


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
        case a.Discards(who):
            return f"whenever {does(who, 'discard', any_of_them=True)} a card"
        case a.Chapter(numbers):
            return f"chapter {listed([str(number) for number in numbers])}"
        case a.OtherEvent(kind):
            return f"[event: {kind}]"


def _produced(produced: str, chosen: bool) -> str:
    if chosen:
        return "mana of the chosen color"
    return "mana" if produced == "WUBRGC" else f"{letters(produced)} mana"
