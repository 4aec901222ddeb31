"""Random boards with continuous effects on characteristics (613): invented ones of every shape, and real ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from random import Random

from verifier.board import EDITIONS, Board, Emblem, Permanent, Player
from verifier.cards import mana as m
from verifier.cards import pool
from verifier.cards import terms as t
from verifier.cards.ability import (
    Ability,
    Activated,
    AddMana,
    AddTypes,
    Begin,
    ChangePowerToughness,
    GainAbilities,
    GainControl,
    GetEmblem,
    Keyword,
    LayerEffect,
    LoseAbilities,
    LoseTypes,
    LoyaltyCost,
    Permission,
    SetColors,
    SetLandTypes,
    SetPowerToughness,
    SetTypes,
    SpellAbility,
    Static,
    TapSymbol,
    Unmodelled,
)
from verifier.cards.card import Card
from verifier.cards.vocabulary import BASIC_LAND_TYPES, COLORS, card_type_of

from .boards import NAMES, Laid
from .invented import Inventor

BASIC = tuple(BASIC_LAND_TYPES)
TYPES = ("Land", "Land", "Creature", "Creature", "Artifact", "Enchantment")
SUBTYPES = (*BASIC, "Urza's", "Desert", "Elf", "Saproling", "Equipment", "Aura")
KEYWORDS = ("haste", "flying", "trample")
ODD = 0.05
"""How often an instruction asks for what 205.3d forbids."""

_SPELLS = {"Instant", "Sorcery"}


@cache
def real_layer_cards() -> tuple[Card, ...]:
    """The permanents of the pool whose static abilities change characteristics."""
    return tuple(
        card
        for card in pool.all_cards()
        if not _SPELLS & set(card.faces[0].types)
        and not any(isinstance(ability, Unmodelled) for ability in card.faces[0].abilities)
        and any(
            isinstance(effect, LayerEffect)
            for ability in card.faces[0].abilities
            if isinstance(ability, Static)
            for effect in ability.effects
        )
    )


@dataclass
class LayerInventor(Inventor):
    """Invents cards with effects on characteristics; ``counting``: also with amounts that are read from a board."""

    counting: bool = True

    def filter(self, depth: int = 1) -> t.Filter:
        """A filter over permanents that reads characteristics of every layer."""
        pick = self.rng.randrange(28 if depth else 22)
        match pick:
            case 0 | 1 | 2 | 3:
                return t.OfType(self.rng.choice(TYPES))
            case 4 | 5 | 6 | 7:
                return t.OfSubtype(self.rng.choice(SUBTYPES))
            case 8 | 9:
                return t.OfColor(self.rng.choice(("", "W", "U", "BR", "G")))
            case 10 | 11:
                return t.ControlledBy(self.rng.choice(("you", "you", "opponents")))
            case 12:
                return t.HasKeyword(self.rng.choice(KEYWORDS))
            case 13 | 14:
                return t.HasPower(self.rng.choice(("at least", "at most")), self.rng.randint(0, 3))
            case 15:
                return t.HasManaAbility()
            case 16:
                return t.OfSupertype(self.rng.choice(("Basic", "Legendary", "Snow")))
            case 17:
                return t.HasColors(self.rng.choice(("exactly", "at least")), self.rng.randint(1, 2))
            case 18 | 19:
                return t.This()
            case 20:
                return t.Anything()
            case 21:
                return super().filter(0)
            case 22 | 23:
                return t.Except(self.filter(depth - 1))
            case 24:
                return t.AnyOf((self.filter(depth - 1), self.filter(depth - 1)))
            case _:
                return t.AllOf((self.filter(depth - 1), self.filter(depth - 1)))

    def number(self) -> t.Quantity:
        """An amount in an instruction about power and toughness."""
        match self.rng.randrange(8) if self.counting else 7:
            case 0:
                return t.Count(self.filter())
            case 1:
                return t.ManaValueOf(t.Affected())
            case 2:
                return t.BasicLandTypesAmong(self.filter())
            case 3:
                return t.GreatestPower(self.filter())
            case _:
                return self.rng.randint(0, 4)

    def instruction(self, on: t.Filter, depth: int = 1) -> LayerEffect:
        """What is done to the permanents."""
        rng = self.rng
        match rng.randrange(14):
            case 0 | 1:
                on = on if rng.random() < ODD else t.AllOf((t.OfType("Land"), on))
                return SetLandTypes(on, (rng.choice(BASIC), *rng.sample(SUBTYPES[:7], rng.random() < 0.2)))
            case 2:
                return SetLandTypes(t.AllOf((t.OfType("Land"), on)), chosen=True)
            case 3 | 4:
                subtypes = tuple(rng.sample(SUBTYPES, rng.randint(0, 2)))
                all_lands, all_creatures = rng.random() < 0.05, rng.random() < 0.05
                named = (*subtypes, *(("Desert",) if all_lands else ()), *(("Elf",) if all_creatures else ()))
                return AddTypes(
                    on,
                    types=self.types_with(named),
                    subtypes=subtypes,
                    supertypes=("Snow",) if rng.random() < 0.1 else (),
                    all_land_types=all_lands,
                    all_creature_types=all_creatures,
                )
            case 5:
                named = (rng.choice(SUBTYPES),) if rng.random() < 0.5 else ()
                types = self.types_with(named) or tuple(rng.sample(("Land", "Creature", "Artifact"), rng.randint(1, 2)))
                return SetTypes(on, types, named, ("Land",) if rng.random() < 0.2 else ())
            case 6:
                return LoseTypes(
                    on,
                    types=(rng.choice(TYPES),) if rng.random() < 0.5 else (),
                    supertypes=("Basic",) if rng.random() < 0.2 else (),
                    all_land_types=rng.random() < 0.4,
                    all_creature_types=rng.random() < 0.2,
                )
            case 7 | 8:
                colors = "" if rng.random() < 0.2 else self.letters(COLORS, 2)
                return SetColors(on, colors, in_addition=rng.random() < 0.3, chosen=rng.random() < 0.15)
            case 9:
                return LoseAbilities(
                    on,
                    rng.choice(("", "", "mana abilities")),
                    (rng.choice(KEYWORDS),) if rng.random() < 0.3 else (),
                )
            case 10 | 11:
                return GainAbilities(on, (self.granted(depth),))
            case 12:
                if rng.random() < 0.35:
                    return GainControl(on, "you")
                return SetPowerToughness(on, self.number(), self.number())
            case _:
                return ChangePowerToughness(on, self.number(), self.number())

    def types_with(self, subtypes: tuple[str, ...]) -> tuple[str, ...]:
        """Card types: mostly those that the subtypes need, sometimes any (205.3d)."""
        if not subtypes or self.rng.random() < ODD:
            return (self.rng.choice(TYPES),) if self.rng.random() < 0.7 else ()
        return tuple(sorted({card_type_of(subtype) for subtype in subtypes}))

    def granted(self, depth: int) -> Ability:
        """An ability that an effect grants: a keyword, a mana ability, or a static ability."""
        pick = self.rng.random()
        if pick < 0.3:
            return Keyword(self.rng.choice(KEYWORDS), bearing=True)
        if pick < 0.65 or depth == 0:
            return Activated((TapSymbol(),), (AddMana(m.Symbols((self.rng.choice("WUBRGC"),))),))
        if pick < 0.75:
            return Static((self.hand_size(),))
        if pick < 0.85:
            return Static((self.replacement(),))
        return self.static(depth - 1)

    def static(self, depth: int = 1, on: t.Filter | None = None) -> Static:
        """A static ability with one to three parts, about the same permanents or not."""
        rng = self.rng
        on = on or self.filter()
        parts: list[LayerEffect] = [self.instruction(on, depth)]
        while rng.random() < 0.35 and len(parts) < 3:
            self.add(parts, self.instruction(on if rng.random() < 0.8 else self.filter(), depth))
        return Static(tuple(parts), self.condition() if rng.random() < 0.2 else None)

    @staticmethod
    def add(parts: list[LayerEffect], part: LayerEffect) -> None:
        """One part more; but whether it sees another one in the same layer is not for random boards to decide."""
        if all(part.on == other.on or _layer(part) != _layer(other) for other in parts):
            parts.append(part)

    def layered(self) -> Card:
        """A permanent, sometimes a land or an Aura, with one or two static abilities."""
        rng = self.rng
        if rng.random() < 0.2:
            host: t.Filter = t.Host()
            return self.card(("Enchantment",), (self.static(on=host),), ("Aura",))
        types: tuple[str, ...] = (rng.choice(("Land", "Creature", "Artifact", "Enchantment", "Enchantment")),)
        subtypes: tuple[str, ...] = tuple(s for s in BASIC if rng.random() < 0.1) if types == ("Land",) else ()
        if types == ("Creature",):
            subtypes = (rng.choice(("Elf", "Saproling")),)
        abilities: tuple[Ability, ...] = (self.static(),)
        if rng.random() < 0.2:
            abilities = (*abilities, self.static())
        if rng.random() < 0.2:
            abilities = (*abilities, self.source())
        if rng.random() < 0.1:
            # In front, as it is printed: what devoid and another definition of its colors make together hangs on it.
            words = (*KEYWORDS, "devoid", *(("changeling",) * (types == ("Creature",))))
            abilities = (Keyword(rng.choice(words), bearing=True), *abilities)
        if rng.random() < 0.05:
            size = t.Count(self.filter())
            abilities = (*abilities, Static((SetPowerToughness(t.This(), size, size, defining=True),)))
        if rng.random() < 0.1:
            limit = Permission("cannot activate", self.player(), self.filter(), mana_abilities_too=rng.random() < 0.7)
            abilities = (*abilities, Static((limit,)))
        return self.card(types, abilities, subtypes)

    def lasting(self) -> tuple[Card, int | None]:
        """A spell or an ability that begins effects which last."""
        on: t.Filter = t.TargetPermanent() if self.rng.random() < 0.5 else self.filter()
        self.counting = self.rng.random() < ODD
        parts: list[LayerEffect] = [self.instruction(on)]
        while self.rng.random() < 0.4 and len(parts) < 3:
            self.add(parts, self.instruction(on))
        self.counting = True
        begin = Begin(tuple(parts), "end of turn")
        if self.rng.random() < 0.6:
            return self.card(("Instant",), (SpellAbility((begin,)),)), None
        return self.card(("Creature",), (Activated((TapSymbol(),), (begin,)),)), 1


def _layer(part: LayerEffect) -> int:
    if isinstance(part, SetLandTypes | AddTypes | SetTypes | LoseTypes):
        return 4
    if isinstance(part, GainAbilities | LoseAbilities):
        return 6
    return 7 if isinstance(part, SetPowerToughness | ChangePowerToughness) else 0


def layered_board(seed: int, index: int) -> Board:
    """Board ``index`` of the endless row of boards with layer effects that ``seed`` names."""
    rng = Random(f"layers/{seed}/{index}")
    inventor = LayerInventor(rng)
    laid = Laid(rng, inventor, [])
    kinds = ["land"] * rng.randint(1, 3) + ["other"] * rng.randint(0, 2) + ["layer"] * rng.randint(1, 4)
    kinds += (
        ["real"] * rng.choice((0, 0, 1, 2))
        + ["lasting"] * rng.choice((0, 0, 1))
        + ["emblem"] * rng.choice((0, 0, 0, 1))
    )
    rng.shuffle(kinds)
    kinds.insert(0, "land")
    for kind in kinds:
        _put(laid, inventor, kind)
    players = [Player(name, hand=rng.randint(0, 9), land_played_this_turn=rng.random() < 0.3) for name in NAMES]
    if rng.random() < 0.1:
        card = inventor.card(("Land",), (replace_zone(inventor.static()),))
        players[0] = replace(players[0], graveyard=1, graveyard_cards=(card,))
    return Board(tuple(players), rng.choice(NAMES), tuple(laid.entries), rng.choice((*EDITIONS, EDITIONS[-1])))


def replace_zone(static: Static) -> Static:
    """The same ability, working from a graveyard."""
    return Static(static.effects, static.condition, "graveyard")


def _put(laid: Laid, inventor: LayerInventor, kind: str) -> None:
    rng = laid.rng
    if kind == "land":
        laid.put(inventor.land() if rng.random() < 0.6 else rng.choice(_lands()))
    elif kind == "other":
        laid.put(inventor.other_source())
    elif kind == "layer":
        laid.put(inventor.layered())
    elif kind == "real":
        laid.put(rng.choice(real_layer_cards()))
    elif kind == "lasting":
        laid.resolve(*inventor.lasting())
    else:
        made = Activated((LoyaltyCost(-1),), (GetEmblem((inventor.static(),)),))
        card = inventor.card(("Planeswalker",), (made,))
        laid.entries.append(Emblem(laid.id(card), card, rng.choice(NAMES), laid.timestamp()))
    last = laid.entries[-1]
    if isinstance(last, Permanent) and rng.random() < 0.1:
        kinds = dict(last.counters)
        kinds[rng.choice(("-1/-1", "haste", "flying", "+2/+0"))] = rng.randint(1, 2)
        laid.entries[-1] = replace(last, counters=tuple(sorted(kinds.items())))


@cache
def _lands() -> tuple[Card, ...]:
    names = ("Forest", "Island", "Bayou", "Dryad Arbor", "Urza's Saga", "Wastes", "Reflecting Pool", "Mishra's Factory")
    return tuple(pool.find(name)[0] for name in names)
