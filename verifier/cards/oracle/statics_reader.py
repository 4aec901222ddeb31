"""Continuous and replacement effects from the tree of a phrase (statics.lark)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from lark import Token

from ..vocabulary import BASIC_LAND_TYPES, LAND_TYPES, card_type_of
from . import language as a
from .keywords import BEARING
from .kinds import Kinds, numbers_of, times, types_of
from .language import OfSubtype, OfType
from .mana_reader import ManaReader
from .terms_reader import NotUnderstood, _const, all_of

QuotedReader = Callable[[str], tuple[Any, ...]]
BASICS = tuple(BASIC_LAND_TYPES)
COLORS_STAY = "in addition to its other colors"
ONLY_THESE = "loses all other card types"


class StaticsReader(ManaReader):
    """What the phrases of statics.lark mean."""

    quoted_reader: ClassVar[QuotedReader]

    # Changes of objects
    def changes(self, children: list[Any]) -> Any:
        subject, *changes = children
        effects = [effect for change in changes for effect in change(subject)]
        return tuple(_only_these_types(effects) if ONLY_THESE in effects else effects)

    def subject(self, children: list[Any]) -> Any:
        return children[0]

    def subject_noun(self, children: list[Any]) -> Any:
        return children[0]

    def subject_they(self, children: list[Any]) -> Any:  # noqa: ARG002
        raise NotUnderstood("they")

    def power_toughness_equal(self, children: list[Any]) -> Any:
        on, amount = children
        return (a.SetPowerToughness(on, amount, amount, defining=on == a.This()),)

    def power_equal(self, children: list[Any]) -> Any:
        return (a.SetPowerToughness(children[0], children[1], defining=children[0] == a.This()),)

    def toughness_equal(self, children: list[Any]) -> Any:
        return (a.SetPowerToughness(children[0], None, children[1], defining=children[0] == a.This()),)

    def kinds_set(self, children: list[Any]) -> Kinds:
        kinds = Kinds()
        for child in children:
            if isinstance(child, Token):
                if child.type == "W_PT":
                    kinds.numbers = numbers_of(child)
                elif child.type == "W_COLOR":
                    kinds.colors = (kinds.colors or "") + str(child)
                elif child.type == "W_SUPERTYPE":
                    kinds.supertypes.append(str(child))
                elif child.type == "W_SUBTYPE":
                    kinds.subtypes.append(str(child))
            elif isinstance(child, OfType):
                kinds.types.append(child.type)
            elif isinstance(child, OfSubtype):
                kinds.subtypes.append(child.subtype)
            elif callable(child):
                child(kinds)
        if kinds.colors is not None:
            kinds.colors = "".join(color for color in "WUBRG" if color in kinds.colors)
        return kinds

    kinds_set_and = many_subtypes = pt_set = kinds_set

    def set_word(self, children: list[Any]) -> Any:
        def put(kinds: Kinds) -> None:
            for token in children:
                if token.type == "W_SUPERTYPE":
                    kinds.supertypes.append(str(token))
                else:
                    kinds.colors = (kinds.colors or "") + str(token)

        return put

    def colorless_set(self, children: list[Any]) -> Any:  # noqa: ARG002
        return lambda kinds: setattr(kinds, "colors", "")

    def set_abilities(self, children: list[Any]) -> Any:
        return lambda kinds: setattr(kinds, "abilities", children[0])

    def set_pt(self, children: list[Any]) -> Any:
        return lambda kinds: setattr(kinds, "numbers", numbers_of(children[0]))

    def set_pt_equal(self, children: list[Any]) -> Any:
        return lambda kinds: setattr(kinds, "numbers", (children[0], children[0]))

    def set_all_creature_types(self, children: list[Any]) -> Any:  # noqa: ARG002
        return lambda kinds: setattr(kinds, "all_creature_types", True)

    def still(self, children: list[Any]) -> Any:  # noqa: ARG002
        return lambda kinds: setattr(kinds, "still", True)

    def named_set(self, children: list[Any]) -> Any:  # noqa: ARG002
        raise NotUnderstood("a new name")

    @staticmethod
    def _tail(kinds: Kinds, on: Any, *, other_colors: bool = False) -> list[Any]:
        effects: list[Any] = []
        if kinds.colors is not None:
            effects.append(a.SetColors(on, kinds.colors, in_addition=other_colors))
        if kinds.numbers is not None:
            effects.append(a.SetPowerToughness(on, *kinds.numbers))
        if kinds.abilities:
            effects.append(a.GainAbilities(on, kinds.abilities))
        return effects

    def become(self, children: list[Any]) -> Any:
        kinds: Kinds = children[0]

        def effect(on: Any) -> list[Any]:
            if not kinds.types and kinds.subtypes and all(card_type_of(each) == "Land" for each in kinds.subtypes):
                if kinds.numbers or kinds.abilities or kinds.supertypes:
                    raise NotUnderstood("a land type and more")
                return [a.SetLandTypes(on, tuple(kinds.subtypes)), *self._tail(kinds, on)]
            if not kinds.types and not kinds.subtypes and not kinds.supertypes:
                return self._tail(kinds, on)
            if kinds.still or kinds.types in ([], ["Creature"], ["Artifact", "Creature"]):
                return ["become creature", kinds, on]
            return [
                *([a.AddTypes(on, supertypes=tuple(kinds.supertypes))] if kinds.supertypes else []),
                a.SetTypes(on, tuple(kinds.types), tuple(kinds.subtypes)),
                *self._tail(kinds, on),
            ]

        def resolved(on: Any) -> list[Any]:
            found = effect(on)
            return self.creature(kinds, on, found) if found and found[0] == "become creature" else found

        return resolved

    def creature(self, kinds: Kinds, on: Any, _: Any) -> list[Any]:
        """A permanent that becomes a creature keeps its types only where the text says so (205.1b)."""
        known = types_of(on)
        if kinds.types == ["Artifact", "Creature"] and not kinds.still:
            return self._artifact_creature(kinds, on)
        keeps = kinds.still or (bool(known) and set(known) <= set(kinds.types))
        mark = a.AddTypes if keeps else a.SetTypes
        if mark is a.AddTypes:
            first: Any = a.AddTypes(
                on, tuple(kinds.types), tuple(kinds.subtypes), tuple(kinds.supertypes), False, kinds.all_creature_types
            )
            return [first, *self._tail(kinds, on)]
        more: list[Any] = []
        if kinds.supertypes or kinds.all_creature_types:
            more = [a.AddTypes(on, (), (), tuple(kinds.supertypes), False, kinds.all_creature_types)]
        return [a.SetTypes(on, tuple(kinds.types), tuple(kinds.subtypes)), *more, *self._tail(kinds, on)]

    def _artifact_creature(self, kinds: Kinds, on: Any) -> list[Any]:
        """An artifact creature keeps all other types; new creature types replace the old ones (205.1b)."""
        creature = tuple(each for each in kinds.subtypes if card_type_of(each) == "Creature")
        others = tuple(each for each in kinds.subtypes if each not in creature)
        added = a.AddTypes(on, tuple(kinds.types), others, tuple(kinds.supertypes), False, kinds.all_creature_types)
        return [added, *([a.SetTypes(on, (), creature)] if creature else []), *self._tail(kinds, on)]

    def become_too(self, children: list[Any]) -> Any:
        kinds: Kinds = children[0]

        def effect(on: Any) -> list[Any]:
            found: list[Any] = []
            if kinds.types or kinds.subtypes or kinds.supertypes or kinds.all_creature_types:
                found.append(
                    a.AddTypes(
                        on,
                        tuple(kinds.types),
                        tuple(kinds.subtypes),
                        tuple(kinds.supertypes),
                        False,
                        kinds.all_creature_types,
                    )
                )
            return [*found, *self._tail(kinds, on, other_colors=COLORS_STAY in children)]

        return effect

    added_types = _const(None)
    added_colors = _const(COLORS_STAY)

    def change(self, children: list[Any]) -> Any:
        return children[0]

    every_basic_type = _const(lambda on: [a.AddTypes(on, subtypes=BASICS)])
    every_land_type = _const(lambda on: [a.AddTypes(on, all_land_types=True)])

    def every_nonbasic_land_type(self, children: list[Any]) -> Any:
        if str(children[0]) != "Basic":
            raise NotUnderstood("land types of another kind")
        return lambda on: [a.AddTypes(on, subtypes=LAND_TYPES[len(BASICS) :])]

    every_creature_type = _const(lambda on: [a.AddTypes(on, all_creature_types=True)])
    is_chosen_type = _const(lambda on: [a.SetLandTypes(on, chosen=True)])
    is_chosen_type_too = _const(lambda on: [a.AddTypes(on, chosen_subtype=True)])
    chosen_land_type = _const(lambda on: [a.SetLandTypes(on, chosen=True)])
    chosen_creature_type = _const(
        lambda on: [a.LoseTypes(on, all_creature_types=True), a.AddTypes(on, chosen_subtype=True)]
    )
    chosen_land_type_too = _const(lambda on: [a.AddTypes(on, chosen_subtype=True)])
    is_chosen_color = _const(lambda on: [a.SetColors(on, chosen=True)])
    is_chosen_color_too = _const(lambda on: [a.SetColors(on, in_addition=True, chosen=True)])
    is_all_colors = _const(lambda on: [a.SetColors(on, "WUBRG")])
    is_colorless = _const(lambda on: [a.SetColors(on)])
    lose_all = _const(lambda on: [a.LoseAbilities(on)])
    lose_all_but_mana = _const(lambda on: [a.LoseAbilities(on, "mana abilities")])
    lose_land_types_and_abilities = _const(lambda on: [a.LoseTypes(on, all_land_types=True), a.LoseAbilities(on)])
    lose_land_types = _const(lambda on: [a.LoseTypes(on, all_land_types=True)])
    lose_creature_types = _const(lambda on: [a.LoseTypes(on, all_creature_types=True)])
    lose_other_land_types = _const(lambda on: [a.LoseAbilities(on)])
    lose_other_types = _const(lambda on: [ONLY_THESE, a.LoseAbilities(on)])
    lose_other_card_types = _const(lambda on: [ONLY_THESE])  # noqa: ARG005
    lose_every_other = _const(lambda on: [ONLY_THESE, a.LoseAbilities(on)])

    def choice_of_land_types(self, children: list[Any]) -> Any:
        kinds = tuple(str(child) for child in children)
        return lambda on: [a.SetLandTypes(on, kinds, chosen=True)]

    def is_color(self, children: list[Any]) -> Any:
        colors = "".join(color for color in "WUBRG" if color in children)
        return lambda on: [a.SetColors(on, colors)]

    def is_color_too(self, children: list[Any]) -> Any:
        colors = "".join(color for color in "WUBRG" if color in children)
        return lambda on: [a.SetColors(on, colors, in_addition=True)]

    def is_supertype(self, children: list[Any]) -> Any:
        return lambda on: [a.AddTypes(on, supertypes=(str(children[0]),))]

    def loses_supertype(self, children: list[Any]) -> Any:
        return lambda on: [a.LoseTypes(on, supertypes=(str(children[0]),))]

    def is_not(self, children: list[Any]) -> Any:
        return lambda on: [a.LoseTypes(on, types=(str(children[0]),))]

    def gain(self, children: list[Any]) -> Any:
        return lambda on: [a.GainAbilities(on, children[0])]

    def lose_keywords(self, children: list[Any]) -> Any:
        return lambda on: [a.LoseAbilities(on, keywords=tuple(str(child) for child in children))]

    def get_pt(self, children: list[Any]) -> Any:
        power, toughness = numbers_of(children[0])
        return lambda on: [a.ChangePowerToughness(on, power, toughness)]

    def get_pt_for_each(self, children: list[Any]) -> Any:
        power, toughness = numbers_of(children[0])
        each = children[1]
        return lambda on: [a.ChangePowerToughness(on, times(power, each), times(toughness, each))]

    def get_pt_for_each_other(self, children: list[Any]) -> Any:
        if not isinstance(children[1], a.Count):
            raise NotUnderstood("each other")
        power, toughness = numbers_of(children[0])
        each = a.Count(all_of([children[1].filter, a.Except(a.This())]))
        return lambda on: [a.ChangePowerToughness(on, times(power, each), times(toughness, each))]

    def base_pt(self, children: list[Any]) -> Any:
        power, toughness = numbers_of(children[0])
        return lambda on: [a.SetPowerToughness(on, power, toughness)]

    def base_pt_equal(self, children: list[Any]) -> Any:
        return lambda on: [a.SetPowerToughness(on, children[0], children[0])]

    def base_power(self, children: list[Any]) -> Any:
        return lambda on: [a.SetPowerToughness(on, children[0])]

    def abilities(self, children: list[Any]) -> Any:
        return tuple(ability for child in children for ability in child)

    def keyword(self, children: list[Any]) -> Any:
        name = str(children[0])
        return (a.Keyword(name, bearing=name in BEARING),)

    protection = keyword
    keyword_cost = keyword

    def keyword_number(self, children: list[Any]) -> Any:
        name = str(children[0])
        return (a.Keyword(name, children[1] if isinstance(children[1], int) else None, name in BEARING),)

    enchant = _const((a.Keyword("enchant"),))

    def quoted(self, children: list[Any]) -> Any:
        return type(self).quoted_reader(str(children[0]))

    # Players
    def player_effect(self, children: list[Any]) -> Any:
        return children[0]

    def no_maximum(self, children: list[Any]) -> Any:
        return (a.HandSize(children[0], "none"),)

    def reduced(self, children: list[Any]) -> Any:
        return (a.HandSize(children[0], "reduce", children[1]),)

    def increased(self, children: list[Any]) -> Any:
        return (a.HandSize(children[0], "increase", children[1]),)

    def set_to(self, children: list[Any]) -> Any:
        return (a.HandSize(children[0], "set", children[1]),)

    you_control_host = _const((a.GainControl(a.Host(), "you"),))

    draw_step = _const("draw")
    untap_step = _const("untap")
    upkeep = _const("upkeep")
    turn = _const("turn")

    def you_skip(self, children: list[Any]) -> Any:
        return (a.SkipStep("you", children[0]),)

    def player_skips(self, children: list[Any]) -> Any:
        return (a.SkipStep(children[0], children[1]),)

    def additional_land(self, children: list[Any]) -> Any:
        return (a.Permission("additional land", children[0]),)

    def an_additional(self, children: list[Any]) -> Any:  # noqa: ARG002
        return None

    def unless_mana(self, children: list[Any]) -> Any:  # noqa: ARG002
        return "unless mana"

    def one_draw(self, children: list[Any]) -> Any:
        return (a.Permission("one draw each turn", children[0]),)

    def no_draw(self, children: list[Any]) -> Any:
        return (a.Permission("cannot draw", children[0]),)

    def no_life(self, children: list[Any]) -> Any:
        if len(children) > 1:
            raise NotUnderstood("sacrifices that cannot be paid")
        return (a.Permission("cannot pay life", children[0]),)

    def no_life_nor_sacrifice(self, children: list[Any]) -> Any:
        who, what = children
        return (
            a.Permission("cannot pay life to activate", who),
            a.Permission("cannot sacrifice to activate", who, what),
        )

    def cannot_activate_of(self, children: list[Any]) -> Any:
        return (a.Permission("cannot activate", children[0], children[1]),)

    def as_an_instant(self, children: list[Any]) -> Any:
        if str(children[0]).lower() != "instant":
            raise NotUnderstood("another time to activate")

    def loyalty_any_time(self, children: list[Any]) -> Any:
        return (a.Permission("loyalty at any time", children[0], children[1]),)

    def cannot_be_sacrificed(self, children: list[Any]) -> Any:
        return (a.Permission("cannot sacrifice to activate", "everyone", children[0]),)

    def own_turns(self, children: list[Any]) -> Any:
        return (a.Permission("activate in own turns only", children[0]),)

    no_life_change = _const((a.Permission("cannot lose life"), a.Permission("cannot pay life")))

    def as_though_haste(self, children: list[Any]) -> Any:
        return (a.Permission("activate as though with haste", children[0], children[1]),)

    tap_others_lands = _const((a.Permission("tap lands you do not control"),))

    @staticmethod
    def _no_activation(on: Any, unless: bool) -> Any:
        return (a.Permission("cannot activate", "everyone", on, mana_abilities_too=not unless),)

    def cannot_activate_chosen(self, children: list[Any]) -> Any:
        return self._no_activation(a.NamedAsChosen(), "unless mana" in children)

    def cannot_activate(self, children: list[Any]) -> Any:
        return self._no_activation(children[0], "unless mana" in children)

    cannot_activate_host = cannot_activate

    def spend_as_any(self, children: list[Any]) -> Any:
        return (a.Permission("spend as any color", children[0]),)

    def mana_stays(self, children: list[Any]) -> Any:
        types = str(children[1]) if len(children) > 1 else "WUBRGC"
        return (a.Permission("mana stays", children[0], types=types),)

    def life_for_mana(self, children: list[Any]) -> Any:
        return (a.AdditionalCost(a.This(), (a.PayLife(children[0]),), mana_abilities_only=True),)

    no_loss = _const(())
    no_discard = _const((a.Permission("cannot be made to discard"),))


def _only_these_types(effects: list[Any]) -> list[Any]:
    """Types that are added are the only ones where all others are lost in the same breath (205.1a)."""
    effects = [each for each in effects if each != ONLY_THESE]
    added = next((each for each in effects if isinstance(each, a.AddTypes) and each.types), None)
    if added is None:
        return effects
    new = next((each.subtypes for each in effects if isinstance(each, a.SetTypes) and not each.types), ())
    only = a.SetTypes(added.on, added.types, (*new, *added.subtypes))
    if added.supertypes or added.all_creature_types:
        raise NotUnderstood("supertypes and no other card types")
    return [
        only if each == added else each for each in effects if not (isinstance(each, a.SetTypes) and not each.types)
    ]
