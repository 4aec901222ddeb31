"""The reference knows the words of the ability language as they are; a new word or field must be looked at there."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from verifier.cards import ability as a
from verifier.cards import mana as m
from verifier.cards import terms as t

KNOWN: dict[str, tuple[Any, str]] = {
    "filters": (
        t.Filter,
        """
        Affected(); AllOf(filters); AnyOf(filters); Anything(); ControlledBy(player); CostPermanent();
        CouldMake(types); CouldMakeAsOf(of); EventPermanent(); Except(filter); HasColors(compare, number);
        HasCounters(kind, at_least); HasKeyword(keyword); HasManaAbility(); HasManaValue(compare, value);
        HasPower(compare, power); Host(); IsCommander(); IsTapped(); IsToken(); Named(name); NamedAsChosen();
        NamedAsEvent(); NamedAsExiled(); OfChosenColor(); OfChosenSubtype(); OfColor(colors); OfSubtype(subtype);
        OfSupertype(supertype); OfType(type); OwnedBy(player); TargetPermanent(); This()
        """,
    ),
    "quantities": (
        t.Quantity,
        """
        BasicLandTypesAmong(filter); CardTypesIn(zone, player); CardsDrawn(player);
        CardsIn(zone, player, types, subtypes, colors, named); ColorsAmong(filter); CommanderManaValue();
        Count(filter); CountedByCost(counters, at_least); CountersOn(kind, on); Devotion(colors);
        DevotionToThatColor(); Difference(of, less); GreatestPower(filter); Half(of, rounded); LevelOf();
        LifeTotal(player); ManaSpent(); ManaValueOf(of); MaximumHandSize(player); NumberChosen(); PowerOf(of);
        Sum(terms); ThatMany(); Times(factor, of); UntoldAmount(what); UpTo(of); XOfSpell()
        """,
    ),
    "conditions": (
        t.Condition,
        """
        CardExiledWith(); Compare(quantity, compare, number); Designation(name, player); Every(conditions);
        Exists(filter); Followed(); HasMaximumHandSize(player); Is(filter); ModeChosen(mode); PlayedLand(player);
        Some(conditions); StepOf(step, player); TopCardIs(type); TurnOf(player); Unless(condition);
        UntoldCondition(what)
        """,
    ),
    "sets of types": (
        m.TypeSet,
        """
        ByLandType(types); ChosenColor(); ColorsOf(of); ColorsOfCards(zone, player, types, supertypes);
        ColorsOfMovedCard(); CommanderIdentity(); CouldProduce(by, colors_only); ExiledColors(with_); NotedType();
        ThatType(); Types(types); TypesProduced()
        """,
    ),
    "mana": (
        m.Mana,
        """
        Choice(options); Combination(among, amount); ManaCostOf(of); OneOfEach(of); OneType(among, amount);
        Repeated(mana, times); Symbols(symbols); Together(parts); UnspentAgain()
        """,
    ),
    "costs": (
        a.Cost,
        """
        AddCounters(kind, amount); DiscardCost(amount, types, random, only_some); LoyaltyCost(change, x);
        MoveCard(from_, to, amount, filter); OtherCost(kind); PayLife(amount); PayMana(symbols);
        RemoveCounters(kind, amount, from_); SacrificeCost(filter, amount); TapOthers(filter, amount); TapSymbol();
        UntapOthers(filter, amount); UntapSymbol()
        """,
    ),
    "instructions": (
        a.Instruction,
        """
        AddMana(mana, player, instead, restricted, optional); Begin(effects, duration);
        BeginTrigger(ability, duration); ChooseMode(modes); Discard(amount, player, random);
        Draw(amount, player, optional); GetEmblem(abilities); HandToLibrary(player, amount, all_cards, on_top);
        If(condition, then, otherwise); May(instructions, player); OtherInstruction(kind, moves_library, most);
        PutCounters(kind, amount, on); RemoveCounters(kind, amount, from_); ReturnOrPay(cards, life);
        TapPermanents(on, untap); UnlessPaid(instructions, player, cost)
        """,
    ),
    "abilities": (
        a.Ability,
        """
        Activated(cost, instructions, target, activate_if, timing, from_zone); Keyword(name, number, bearing);
        NoBearing(kind, rule, target); SpellAbility(instructions, target); Static(effects, condition, zone);
        Triggered(event, instructions, target, condition); Unmodelled(kind, about)
        """,
    ),
    "effects": (
        a.ContinuousEffect,
        """
        AddTypes(on, types, subtypes, supertypes, chosen_subtype, all_creature_types, all_land_types);
        AdditionalCost(on, cost, mana_abilities_only); BecomeCopy(on, of, but);
        ChangePowerToughness(on, power, toughness); ChangeText(on, old, new, words);
        DiscardReplacement(player, cause, to, optional, types, subtype, this_card);
        DrawReplacement(player, draws, drawer, optional, spares, by_instruction, condition, at_least, once, instead);
        EntersAsCopy(of, optional, extra_counters, on, tapped, but); EntersChoosing(what, not_color, words);
        EntersTapped(on, unless, untapped); EntersWith(kind, amount, on); GainAbilities(on, abilities);
        GainControl(on, player); GraveyardReplacement(owner, to, types, keyword, this_card);
        HandSize(players, change, amount); LoseAbilities(on, all_but, keywords);
        LoseTypes(on, types, supertypes, all_land_types, all_creature_types); ManaReplacement(when, becomes);
        MoreCounters(on, kind, times, plus); Permission(kind, players, on, mana_abilities_too, types);
        PlayersHave(players, abilities); SetColors(on, colors, in_addition, chosen); SetLandTypes(on, types, chosen);
        SetPowerToughness(on, power, toughness, defining); SetTypes(on, types, subtypes, keep);
        SkipStep(player, step, once); TriggersAgain(on, cause, entering, never)
        """,
    ),
    "changes of mana": (
        a.ManaChange,
        """
        AddForAll(); Multiply(factor); ReplaceTypes(by, replaced); ReplaceTypesAndAmount(by, amount)
        """,
    ),
    "mana events": (
        (a.TappedForMana | a.WouldAddMana),
        """
        TappedForMana(permanent, by, at_least, types); WouldAddMana(player, controller, types)
        """,
    ),
}


@pytest.mark.parametrize("kind", KNOWN)
def test_every_word_is_one_that_the_reference_was_written_for(kind: str) -> None:
    union, known = KNOWN[kind]
    words = [word for word in get_args(union) if word is not int]
    told = sorted(f"{word.__name__}({', '.join(word.__struct_fields__)})" for word in words)
    assert told == sorted(" ".join(known.split()).split("; "))
