"""Continuous and replacement effects in plain words of our own."""

from __future__ import annotations

from . import ability as a
from .clauses import cards, condition, cost, counters, of_types
from .phrases import anyone, does, each, letters, listed, one, player, quantity, whose
from .terms import Filter, Quantity

_PERMISSIONS = {
    "tap lands you do not control": "{who} may tap lands of other players for mana",
    "activate as though with haste": "{who} may activate abilities of {on} as though they had haste",
    "loyalty at any time": "{who} may activate loyalty abilities of {on} at any time",
    "cannot activate": "abilities of {on} cannot be activated",
    "activate in own turns only": "{who} can activate abilities in their own turns only",
    "cannot pay life": "{who} cannot pay life",
    "cannot pay life to activate": "{who} cannot pay life to activate abilities",
    "cannot sacrifice to activate": "{who} cannot sacrifice {on} to activate abilities",
    "cannot lose life": "the life total of {who} cannot change",
    "one draw each turn": "{who} cannot draw more than one card a turn",
    "cannot draw": "{who} cannot draw cards",
    "mana stays": "mana of {who} does not empty",
    "spend as any color": "{who} may spend mana as though it had any color",
    "additional land": "{who} may play one more land a turn",
    "does not lose the game": "there is a way in which a player does not lose the game",
    "cannot be made to discard": "opponents cannot make {who} discard",
}
_SPARED = {
    "": "",
    "first of the draw step": " (not the first one of the draw step)",
    "first of the turn": " (not the first one of the turn)",
    "all but the first of the turn": " for the first time in the turn",
    "first of the draw step, and all but the first of the turn that is left": (
        " for the first time in the turn (not the first one of the draw step)"
    ),
}
_CHOICES = {"opponent": "an opponent"}


def effect(it: a.ContinuousEffect) -> str:
    """A continuous effect in words."""
    match it:
        case a.HandSize():
            return _hand_size(it)
        case a.Permission("mana stays", who, types=types) if types != "WUBRGC":
            return f"{letters(types)} mana of {player(who)} does not empty"
        case a.Permission(kind, who, on):
            return _PERMISSIONS[kind].format(who=player(who), on="anything" if on is None else each(on))
        case a.AdditionalCost(on, costs, mana_only):
            which = "mana abilities" if mana_only else "abilities"
            return f"{which} of {each(on)} cost in addition: {', '.join(cost(part) for part in costs)}"
        case a.PlayersHave(who, abilities):
            return f"{does(who, 'have')} {quoted(abilities)}"
        case a.ManaReplacement(when, becomes):
            return f"{_when(when)}, {_becomes(becomes)}"
        case a.DiscardReplacement(who, cause, to, optional, kinds, subtype, this_card):
            kind = "".join(f"{word} " for word in (subtype, *map(str.lower, kinds)) if word)
            what = "this card" if this_card else f"a {kind}card"
            why = {"effect": " for an effect", "any": "", "opponent's effect": " for an effect of an opponent"}[cause]
            return f"{what} discarded by {anyone(who)}{why} {'may go' if optional else 'goes'} to the {to} instead"
        case a.DrawReplacement():
            return _draw_replacement(it)
        case a.SkipStep(who, step, once):
            return f"{does(who, 'skip')} the {'next ' if once else ''}{step}{'' if step == 'turn' else ' step'}"
        case a.EntersWith(kind, amount, on):
            return f"{each(on)} enters with {counters(kind, amount)}"
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
        case a.TriggersAgain(on, cause, entering, never):
            owner = "abilities" if on is None else f"abilities of {each(on)}"
            why = {"any": "", "draws": " when a card is drawn", "enters": f" when {one(entering)} enters"}[cause]
            return f"{owner} {'do not trigger' if never else 'trigger once more'}{why}"
        case a.GraveyardReplacement(who, to, kinds, keyword, this_card):
            kind = "".join(f"{word.lower()} " for word in kinds)
            what = "this card" if this_card else f"every {kind}card{f' with {keyword}' if keyword else ''}"
            return f"{what}, when bound for the graveyard of {anyone(who)}, goes to {to} instead"
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
    by = f" {it.at_least} or more by one instruction" if it.by_instruction else ""
    by += " for the next time" * it.once
    if it.condition is not None:
        by += f" while {condition(it.condition)}"
    told = [instructions(it.instead)] * bool(it.instead)
    told += [f"{does(it.drawer, 'draw')} {cards(it.draws)}"] * (it.draws != 0)
    what = "; then ".join(told) or "something that is no draw happens"
    return f"{subject}{by}, {what} instead{' (if wanted)' if it.optional else ''}"


def instructions(them: tuple[a.Instruction, ...]) -> str:
    """Instructions one after the other."""
    from .wording import instruction

    return "; then ".join(instruction(part) for part in them)


def _enters_as_copy(it: a.EntersAsCopy) -> str:
    more = f", with {counters(it.extra_counters.kind, it.extra_counters.amount)} more" if it.extra_counters else ""
    how = f"{'may enter' if it.optional else 'enters'}{' tapped' if it.tapped else ''}"
    return f"{each(it.on)} {how} as a copy of {_copied(it.of)}{more}{_but(it.but)}"


def _copied(of: Filter | a.CardOf) -> str:
    if isinstance(of, a.CardOf):
        return f"a {''.join(f'{kind.lower()} ' for kind in of.types)}card in {whose(of.player)} {of.zone}"
    return one(of)


def _but(it: a.CopyException | None) -> str:
    if it is None:
        return ""
    parts = [" ".join([*it.supertypes, *it.types, *it.subtypes]), letters(it.colors, "and")]
    parts += [f'the name "{it.name}"' if it.name else "", quoted(it.abilities)]
    parts += [f"power {it.power}"] * (it.power is not None) + [f"toughness {it.toughness}"] * (it.toughness is not None)
    parts += ["this ability"] * it.this_ability + ["not legendary"] * it.not_legendary
    return f" (but with {listed([part for part in parts if part]) or 'nothing else'})"


def quoted(them: tuple[a.Ability, ...]) -> str:
    """Abilities as they are quoted in an effect that gives them."""
    from .wording import ability

    return listed([f'"{ability(part)}"' for part in them])


def _layer_effect(it: a.LayerEffect) -> str:
    match it:
        case a.SetLandTypes(on, land_types, chosen):
            among = f" ({listed(land_types, 'or')})" if land_types else ""
            word = f"the chosen land type{among}" if chosen else listed(land_types) or "no land type"
            return f"{each(on)} is {word} and nothing else"
        case a.AddTypes(on, kinds, subtypes, supertypes, chosen, all_creature, all_land):
            words = [*supertypes, *(kind.lower() for kind in kinds), *subtypes]
            words += ["the chosen type"] * chosen + ["every creature type"] * all_creature
            words += ["every land type"] * all_land
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
            return f"{each(on)} has {quoted(abilities)}"
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
