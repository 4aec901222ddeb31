"""Keyword abilities (702): which there are, which can be granted, and which some question may depend on."""

from __future__ import annotations

import re

from . import language as a
from .language import Keyword

LANDWALKS = ("plainswalk", "islandwalk", "swampwalk", "mountainwalk", "forestwalk", "desertwalk", "landwalk")

PLAIN = frozenset(
    (
        "flying",
        "first strike",
        "double strike",
        "deathtouch",
        "defender",
        "haste",
        "hexproof",
        "indestructible",
        "lifelink",
        "menace",
        "reach",
        "shroud",
        "trample",
        "vigilance",
        "flash",
        "fear",
        "intimidate",
        "shadow",
        "horsemanship",
        "infect",
        "wither",
        "persist",
        "undying",
        "prowess",
        "exalted",
        "cascade",
        "convoke",
        "skulk",
        "banding",
        "flanking",
        "changeling",
        "myriad",
        "melee",
        "riot",
        "training",
        "mentor",
        "battle cry",
        "dethrone",
        "devoid",
        "decayed",
        "soulbond",
        "evolve",
        "extort",
        "ingest",
        "rebound",
        "storm",
        "split second",
        "living metal",
        "phasing",
        "provoke",
        "unleash",
        "delve",
        "improvise",
        "ascend",
        "assist",
        "epic",
        "gravestorm",
        "haunt",
        "fuse",
        "hidden agenda",
        "double agenda",
        "retrace",
        "jump-start",
        "read ahead",
        "compleated",
        "daybound",
        "nightbound",
        "for mirrodin!",
        "living weapon",
        "job select",
        "start your engines!",
        "umbra armor",
        "totem armor",
        "cipher",
        "demonstrate",
        "conspire",
        "exploit",
        "enlist",
        "partner",
        "choose a background",
        "doctor's companion",
        "bargain",
        "ravenous",
        "undaunted",
        "aftermath",
        "sunburst",
        "more than meets the eye",
        "friends forever",
        "unblockable",
        "double team",
        "increment",
        "basic landwalk",
        "nonbasic landwalk",
        "legendary landwalk",
        "snow landwalk",
        "max speed",
        "tiered",
        "spree",
        "paradigm",
        "storied",
        "space sculptor",
        "teamwork",
        "endurant",
        "station",
        *LANDWALKS,
        "snow-covered islandwalk",
        "snow swampwalk",
        "snow forestwalk",
        "snow islandwalk",
        "snow mountainwalk",
        "snow plainswalk",
    )
)
"""Keyword abilities that stand alone."""

NUMBERED = frozenset(
    (
        "absorb",
        "afflict",
        "afterlife",
        "amplify",
        "annihilator",
        "backup",
        "bloodthirst",
        "bushido",
        "casualty",
        "crew",
        "devour",
        "dredge",
        "fabricate",
        "fading",
        "firebending",
        "frenzy",
        "graft",
        "hideaway",
        "mobilize",
        "modular",
        "poisonous",
        "rampage",
        "renown",
        "ripple",
        "saddle",
        "soulshift",
        "toxic",
        "tribute",
        "vanishing",
        "teamwork",
        "impending",
    )
)
"""Keyword abilities with a number; impending has a cost after it."""

COSTED = frozenset(
    (
        "aura swap",
        "awaken",
        "bestow",
        "blitz",
        "buyback",
        "cleave",
        "cumulative upkeep",
        "cycling",
        "dash",
        "disguise",
        "disturb",
        "echo",
        "embalm",
        "emerge",
        "encore",
        "entwine",
        "equip",
        "escalate",
        "escape",
        "eternalize",
        "evoke",
        "flashback",
        "foretell",
        "fortify",
        "freerunning",
        "harmonize",
        "kicker",
        "level up",
        "madness",
        "mayhem",
        "megamorph",
        "miracle",
        "more than meets the eye",
        "morph",
        "multikicker",
        "mutate",
        "ninjutsu",
        "commander ninjutsu",
        "offspring",
        "outlast",
        "overload",
        "plot",
        "prowl",
        "recover",
        "reconfigure",
        "reinforce",
        "replicate",
        "scavenge",
        "sneak",
        "spectacle",
        "splice",
        "squad",
        "surge",
        "suspend",
        "transfigure",
        "transmute",
        "unearth",
        "ward",
        "warp",
        "web-slinging",
        "specialize",
        "craft",
        "prototype",
        "power-up",
        "impending",
        "strive",
    )
)
"""Keyword abilities with a cost, or a quality and a cost."""

WITH_WORDS = frozenset(
    (
        "affinity for",
        "champion",
        "enchant",
        "partner with",
        "protection from",
        "hexproof from",
        "companion",
        "splice onto",
        "ward",
        "offering",
        "partner",
        "gift",
        "equip",
        "craft with",
        "bands with other",
        "emerge from",
    )
)

GRANTED = (
    PLAIN - {"station", "partner", "tiered", "teamwork", "max speed", "storied", "gift", "assist", "bargain", "exploit"}
) | {
    "annihilator",
    "bushido",
    "afflict",
    "afterlife",
    "toxic",
    "rampage",
    "modular",
    "soulshift",
    "poisonous",
    "absorb",
    "cycling",
    "flashback",
    "unearth",
    "madness",
    "ward",
    "dredge",
    "escape",
    "foretell",
    "mobilize",
    "firebending",
    "casualty",
    "frenzy",
    "dash",
    "blitz",
    "warp",
    "scavenge",
    "embalm",
    "encore",
    "crew",
    "kicker",
}
"""Keyword abilities that another ability may give or ask for."""

BEARING = frozenset(
    (
        "haste",
        "dredge",
        "ravenous",
        "madness",
        "kicker",
        "multikicker",
        "cleave",
        "changeling",
        "living metal",
        "bestow",
        "impending",
        "reconfigure",
        "awaken",
    )
)
"""Those that some question depends on: {T} costs, draws, discards, and X or modes that other abilities read."""

_SYMBOLS = r"(?:\{[^{}]*\})+"
_COST = rf"(?: ?\u2014\s?[^.]+\.?| {_SYMBOLS}| \d+\u2014{_SYMBOLS}|\u2014{_SYMBOLS})"


def keyword(words: str) -> Keyword | None:
    """The keyword ability that the words print, or nothing."""
    low = words.strip().lower()
    if low in PLAIN:
        return _named(low)
    match = re.fullmatch(r"([a-z' -]+?) (\d+|x)(?:\u2014(?:\{[^{}]*\})+)?", low)
    if match and match[1] in NUMBERED | {"suspend", "reinforce", "awaken"}:
        return _named(match[1], int(match[2]) if match[2].isdigit() else None)
    match = re.fullmatch(rf"([a-z' -]+?){_COST}", low)
    if match and match[1] in COSTED | {"gift", "companion", "partner"}:
        return _named(match[1])
    if match and re.fullmatch(r"[a-z]+cycling|basic landcycling|nonbasic landcycling", match[1]):
        return _named("cycling")
    for start in ("protection", "hexproof"):
        if low.startswith(f"{start} from "):
            return _named(start)
    for start in ("affinity for", "champion", "enchant", "partner with", "bands with other", "gift"):
        if re.fullmatch(rf"{start} [a-z' ,\-]+", low):
            return _named(start.removesuffix(" for").removesuffix(" with").removesuffix(" with other"))
    match = re.fullmatch(
        rf"(equip|craft with|emerge from|splice onto|fortify|reconfigure) [a-z' \-]+(?: {_SYMBOLS}|\u2014.+| \d+)", low
    )
    if match:
        return _named(match[1].split()[0])
    match = re.fullmatch(
        (
            r"(cumulative upkeep|sunburst|escape|equip|ward|cycling|kicker|flashback|"
            r"buyback|echo|morph|madness|suspend|level up) ?\u2014.+"
        ),
        low,
    )
    if match:
        return _named(match[1])
    match = re.fullmatch(rf"(kicker) {_SYMBOLS} and/or {_SYMBOLS}", low)
    if match:
        return _named("kicker")
    if re.fullmatch(r"[a-z]+ offering|compleated|[a-z]+walk|snow-covered [a-z]+walk", low):
        return _named(low.split()[-1])
    if re.fullmatch(r"partner\u2014[a-z' &]+", low):
        return _named("partner")
    return None


def _named(name: str, number: int | None = None) -> Keyword:
    return Keyword(name, number, name in BEARING)


_ATTACHED = a.Exists(a.Host())
_THIS = a.This()
_WHAT_IT_IS: dict[str, a.Static] = {
    "bestow": a.Static((a.SetTypes(_THIS, ("Enchantment",), ("Aura",)),), _ATTACHED),
    "reconfigure": a.Static((a.LoseTypes(_THIS, ("Creature",)),), _ATTACHED),
    "impending": a.Static(
        (a.LoseTypes(_THIS, ("Creature",)),), a.Every((a.Is(a.HasCounters("time")), a.ModeChosen("impending")))
    ),
    "living metal": a.Static((a.AddTypes(_THIS, ("Artifact", "Creature")),), a.TurnOf("you")),
}
"""What keyword abilities make of their permanent on the battlefield (702.103b, 702.151b, 702.161a, 702.176a)."""


def with_what_they_do(abilities: tuple[object, ...]) -> tuple[object, ...]:
    """The abilities, and behind them what keyword abilities among them say of the types of their permanent."""
    names = [ability.name for ability in abilities if isinstance(ability, Keyword)]
    return (*abilities, *(_WHAT_IT_IS[name] for name in names if name in _WHAT_IT_IS))
