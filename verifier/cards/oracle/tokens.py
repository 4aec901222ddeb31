"""The predefined tokens as cards (111.10), so that a board can have them."""

from __future__ import annotations

from typing import Any

from ..card import Card, Face
from . import language as a
from .language import Activated, AddMana, OtherInstruction, PayMana, SacrificeCost, TapSymbol, This

_ANY = a.OneType(a.Types("WUBRG"))
_SACRIFICE = SacrificeCost(This())


def _tap(mana: Any, *, restricted: bool = False) -> Activated:
    return Activated((TapSymbol(),), (AddMana(mana, restricted=restricted),))


def _token(name: str, *abilities: Any, **printed: Any) -> Card:
    given = {"types": ("Artifact",), "subtypes": (name,), **printed}
    return Card(name, (Face(name, abilities=abilities, **given),), "token")


def _eldrazi(name: str, size: tuple[int, int]) -> Card:
    ability = Activated((_SACRIFICE,), (AddMana(a.Symbols(("C",))),))
    kinds = ("Eldrazi", name.rsplit(maxsplit=1)[-1])
    return _token(name, ability, types=("Creature",), subtypes=kinds, power=size[0], toughness=size[1])


def tokens() -> tuple[Card, ...]:
    """The predefined tokens of 111.10, and the Eldrazi tokens that add mana."""
    powerstone = _tap(a.Symbols(("C",)), restricted=True)
    two = (PayMana(("2",)),)
    return (
        _token("Treasure", Activated((TapSymbol(), _SACRIFICE), (AddMana(_ANY),))),
        _token("Food", Activated((*two, TapSymbol(), _SACRIFICE), (OtherInstruction("life"),))),
        _token("Gold", Activated((_SACRIFICE,), (AddMana(_ANY),))),
        _token("Clue", Activated((*two, _SACRIFICE), (a.Draw(1),))),
        _token("Blood", Activated((PayMana(("1",)), TapSymbol(), a.DiscardCost(), _SACRIFICE), (a.Draw(1),))),
        _token("Powerstone", powerstone),
        _token("Vibranium", a.Keyword("indestructible"), powerstone),
        _token("Heartwood", _tap(a.Choice((a.Symbols(("R",)), a.Symbols(("G",))))), indicator="RG"),
        _token(
            "Map",
            Activated(
                (PayMana(("1",)), TapSymbol(), _SACRIFICE),
                (OtherInstruction("scry", True),),
                True,
                timing=("sorcery",),
            ),
        ),
        _token("Junk", Activated((TapSymbol(), _SACRIFICE), (OtherInstruction("exile", True),), timing=("sorcery",))),
        _token("Lander", Activated((*two, TapSymbol(), _SACRIFICE), (OtherInstruction("search", True),))),
        _token(
            "Mutagen",
            Activated(
                (PayMana(("1",)), TapSymbol(), _SACRIFICE),
                (a.PutCounters("+1/+1", 1, a.TargetPermanent()),),
                True,
                timing=("sorcery",),
            ),
        ),
        _eldrazi("Eldrazi Spawn", (0, 1)),
        _eldrazi("Eldrazi Scion", (1, 1)),
    )  # fmt: skip
