"""Amounts and cards in zones from the tree of a phrase (terms.lark)."""

from __future__ import annotations

from typing import Any

from ..vocabulary import in_order
from . import language as a
from .language import Count
from .terms_reader import NotUnderstood, TermsReader, X, _const


class AmountsReader(TermsReader):
    """What the amounts of terms.lark mean."""

    def number(self, children: list[Any]) -> Any:
        return int(children[0])

    one = _const(1)
    x = _const(X)
    twice_x = _const(a.Times(2, X))
    that_many = _const(a.ThatMany())
    twice_that_many = _const(a.Times(2, a.ThatMany()))

    def quantity(self, children: list[Any]) -> Any:
        return children[0]

    of_one = counted = quantity

    def plus(self, children: list[Any]) -> Any:
        left, right = children
        return a.Sum((right, left)) if isinstance(left, int) and not isinstance(right, int) else a.Sum((left, right))

    def minus(self, children: list[Any]) -> Any:
        return a.Difference(children[0], children[1])

    def twice(self, children: list[Any]) -> Any:
        return a.Times(2, children[0])

    def half_up(self, children: list[Any]) -> Any:
        return a.Half(children[0], "up")

    def half_down(self, children: list[Any]) -> Any:
        return a.Half(children[0], "down")

    def devotion(self, children: list[Any]) -> Any:
        return a.Devotion(in_order("".join(children)))

    devotion_to_that = _const(a.DevotionToThatColor())

    def greatest_power(self, children: list[Any]) -> Any:
        return a.GreatestPower(children[-1])

    commander_value = _const(a.CommanderManaValue())
    mana_spent = _const(a.ManaSpent())
    moved_value = _const(a.ThatMany())
    life_total = _const(a.LifeTotal())
    chosen_number = _const(a.NumberChosen())
    for _name, _what in {
        "untold_toughness": "toughness",
        "untold_intensity": "intensity",
        "untold_dice": "dice",
        "untold_other": "other",
        "untold_revealed": "revealed",
        "untold_gained": "life gained this turn",
        "untold_lost": "life lost this turn",
        "untold_opponents": "opponents who lost life",
        "untold_party": "party",
        "untold_spells": "spells cast",
        "untold_died": "creatures that died",
        "untold_attackers": "attackers",
    }.items():
        locals()[_name] = _const(a.UntoldAmount(_what))  # type: ignore[arg-type]

    def power_of(self, children: list[Any]) -> Any:
        return a.PowerOf(children[0])

    def value_of(self, children: list[Any]) -> Any:
        return a.ManaValueOf(children[0])

    its_power = _const(a.PowerOf(a.Affected()))
    its_value = _const(a.ManaValueOf(a.Affected()))

    def count(self, children: list[Any]) -> Any:
        return Count(children[0])

    def counters_of(self, children: list[Any]) -> Any:
        return a.CountersOn(str(children[0]), children[1])

    def all_counters_of(self, children: list[Any]) -> Any:
        return a.CountersOn("", children[0])

    def removed(self, children: list[Any]) -> Any:
        return a.CountedByCost(str(children[0]))

    removed_any = _const(a.CountedByCost())

    def cards_in(self, children: list[Any]) -> Any:
        zone, player = children[-1]
        kinds = children[0] if len(children) > 1 else {}
        return a.CardsIn(zone, player, **kinds)

    cards_drawn = _const(a.CardsDrawn())
    cards_drawn_by = _const(a.CardsDrawn("that player"))

    def domain(self, children: list[Any]) -> Any:
        return a.BasicLandTypesAmong(children[0])

    def colors_among(self, children: list[Any]) -> Any:
        return a.ColorsAmong(children[0])

    card_types = _const(a.CardTypesIn("graveyard"))

    def cards_of(self, children: list[Any]) -> Any:
        words: dict[str, list[str]] = {"types": [], "subtypes": []}
        colors = ""
        for token in children:
            if token.type == "W_TYPE":
                words["types"].append(str(token))
            elif token.type == "W_SUBTYPE":
                words["subtypes"].append(str(token))
            elif token.type == "W_COLOR":
                colors += str(token)
            else:
                raise NotUnderstood("cards of a supertype")
        if len(words["types"]) > 1 or len(words["subtypes"]) > 1:
            raise NotUnderstood("cards of two kinds")
        found: dict[str, Any] = {key: tuple(value) for key, value in words.items() if value}
        return {**found, **({"colors": in_order(colors)} if colors else {})}

    def cards_of_either(self, children: list[Any]) -> Any:
        return {"types": tuple(str(token) for token in children)}

    def cards_named(self, children: list[Any]) -> Any:
        return {"named": str(children[0]) if children else "~"}

    permanent_cards = _const({"types": ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")})
    in_your_hand = _const(("hand", "you"))
    in_your_graveyard = _const(("graveyard", "you"))
    in_your_library = _const(("library", "you"))
    in_every_graveyard = _const(("graveyard", "everyone"))
    in_their_hand = _const(("hand", "that player"))
    in_their_graveyard = _const(("graveyard", "that player"))
    in_target_hand = _const(("hand", "target"))
    in_target_graveyard = _const(("graveyard", "target"))
