"""The rules by which a static ability is known to have no bearing on any question, each with its reason.

A rule fits a sentence if every word of it is one that describes objects, players, places and times (inert_words.txt) or
one that the pattern spells out, and the phrases of a pattern come in their order. "..." stands for such words; a bar
separates words of which one must stand there. Adding mana, drawing, discarding, tapping, becoming something and gaining
abilities are not among the words, so that no rule can fit a sentence that speaks of them.
"""

from __future__ import annotations

from functools import lru_cache

from .inert import known_word, simplified
from .words import raw_words

RULES: dict[str, tuple[str, tuple[str, ...]]] = {
    "cannot-be-countered": (
        "countering a spell changes nothing on the battlefield (701.6)",
        ("... can't be countered ...",),
    ),
    "opening-hand": (
        "it works before the game begins (103.6)",
        ("if ... opening hand ...", "you may reveal ... opening hand ...", "you begin the game with ..."),
    ),
    "starting-hand": (
        "how many cards are drawn before the game begins is no maximum hand size (103.5)",
        ("... starting hand size ...", "starting life total ..."),
    ),
    "tokens": (
        "how many tokens are created bears on no board, which lists its permanents (111)",
        (
            "if ... would create ... token|tokens ...",
            "if ... token|tokens would be created ...",
            "if ... create ... token|tokens ... instead ...",
        ),
    ),
    "spending-mana": (
        "on what mana may be spent does not change its type (106.6)",
        ("... may spend ... mana ...", "you may spend ... mana ...", "mana ... spent ..."),
    ),
    "unspent-mana": (
        "mana that is being lost is not being produced (500.5)",
        ("if ... would lose unspent mana ... mana becomes ...", "... losing unspent mana ..."),
    ),
    "cost-of-spells": (
        "what spells cost and how they are paid for bears on no permanent (601.2f)",
        (
            "... spell|spells ... cost|costs ... more|less ...",
            "~ costs ... more|less ...",
            "... each spell that would cost ... mana to cast costs ... mana to cast ...",
            "this effect reduces only ... mana you pay",
            "as an additional cost to cast ...",
            "as an additional cost to cast ... blight ...",
            "as an additional cost to cast ... tap|discard|discards ... untapped|card|cards|hand ...",
            "... rather than pay ...",
            "... without paying ...",
        ),
    ),
    "revealed-hands": (
        "cards in hand that are seen stay in hand (402.3)",
        ("... play with ... hands revealed", "... plays with ... hand revealed", "you may look at ... face-down ..."),
    ),
    "revealed-library": (
        "a top card that is seen stays where it is (401.5)",
        (
            "... play with ... library revealed",
            "... play with ... libraries revealed",
            "... look at the top card of ... library ...",
        ),
    ),
    "untapping": (
        "when permanents untap is no event of any question (502.3)",
        (
            "... @untapping ...",
            "untap ... during ...",
            "you may choose not to untap ...",
            "... can't untap ...",
        ),
    ),
    "combat": (
        "attacking and blocking (506-509)",
        (
            "... can't|can|must|may ... block|attack|blocked|attacks|blocks|attacked ...",
            "... attacks|attack|block|blocks|blocked ... able ...",
            "... assigns|assign ... damage ...",
            "... attack|attacks|block|blocks ...",
            "... defending|attacking ... able ...",
        ),
    ),
    "casting": (
        "permission to cast or play cards bears on no permanent (601.3)",
        ("... cast|play|casts|plays ...", "... can't cast|play ...", "... foretell|plot|foretold ..."),
    ),
    "damage": (
        "how much damage is dealt, and to what (120)",
        (
            "if ... would deal ...",
            "... damage ... dealt ...",
            "... prevent ...",
            "... damage can't be prevented ...",
            "... damage dealt ...",
        ),
    ),
    "damage-to-cards": ("cards that move instead of damage, which is refused wherever damage may be dealt (120)", ()),
    "cost-of-abilities": (
        "how much mana it costs to activate abilities, which is taken as paid (601.2f, 602.2b)",
        (
            "... activated abilities ... cost ... to activate ...",
            "this effect can't reduce the mana in that cost ...",
        ),
    ),
    "targeting": (
        "what may be targeted (115)",
        ("... can't ... target|targets|targeted ...", "... choose targets ..."),
    ),
    "life-changes": ("how much life is gained or lost (119)", ("if ... would ... @life ...", "... can't @life ...")),
    "deck": (
        "what a deck may contain (100.2a, 903)",
        ("... deck ...", "... can be your commander ...", "... companion ..."),
    ),
    "attaching": (
        "what may be attached to what (701.3)",
        ("... attached ...", "... can't be ... enchanted|equipped ..."),
    ),
    "searching": ("searching a library (701.23)", ("... can't search ...", "... search|searching ...")),
    "triggering-elsewhere": (
        "how often abilities trigger on events that nothing here is about (603.2d)",
        ("if ... dying|attacking|dealing|dealt|becoming|turning|casting ... causes ... triggers ...",),
    ),
    "triggering": (
        "how often other abilities trigger (603.2)",
        ("if ... ability ... triggers ...", "... cause abilities ... trigger ...", "... triggers ... additional ..."),
    ),
    "regeneration": ("regeneration (701.19)", ("... can't be regenerated ...", "... can't regenerated ...")),
    "sacrifices": (
        "what may be sacrificed, and what was before it entered (701.21, 614.1c)",
        ("... can't ... sacrificed|sacrifice ...", "as ~ enters , sacrifice all ..."),
    ),
    "legend-rule": (
        "a state-based action performed before there is a board (704.5j)",
        ("... legend rule doesn't apply ...",),
    ),
    "activating": ("who may activate abilities, which is refused wherever something is activated (602.2, 602.5)", ()),
    "game-end": ("how the game is won or lost (104)", ("... win|lose|loses the game ...", "... @game ...")),
    "intensity": (
        "an amount that a card begins the game with, which nothing else here reads (103)",
        ("starting intensity ...",),
    ),
    "counting": (
        "which counters may be put on what (122)",
        (
            "... can't have counters ...",
            "... can't ... counters ...",
        ),
    ),
    "player-counters": (
        "which counters players have (122.1)",
        ("... poison counter|counters ...", "if you would get one or more counters , you get ... instead"),
    ),
}
_ALWAYS = frozenset(["if", "may", "must", "be"])
_WITH_BE = frozenset(
    {
        "opening-hand",
        "starting-hand",
        "tokens",
        "spending-mana",
        "unspent-mana",
        "cost-of-spells",
        "cost-of-abilities",
        "damage",
        "life-changes",
        "deck",
        "triggering",
        "triggering-elsewhere",
        "game-end",
        "legend-rule",
    }
)
"""Rules whose sentences may have these words too, because what they speak of leaves no room for another effect."""
_BE = frozenset(
    [
        "can't",
        "begins",
        "is",
        "has",
        "have",
        "instead",
        "were",
        "becomes",
        "as",
        "are",
        "be",
        "had",
        "was",
        "doesn't",
        "don't",
        "would",
        "begin",
        "not",
        "isn't",
        "aren't",
    ]
)


def reasons() -> dict[str, str]:
    """Every rule by the name that an ability has, with its reason."""
    return {f"static:{name}": reason for name, (reason, _) in RULES.items()}


@lru_cache(maxsize=100_000)
def static_rule(text: str) -> str | None:
    """The rule by which a static ability has no bearing, or nothing."""
    words = raw_words(simplified(text))
    if not words:
        return None
    words[0] = words[0][:1].lower() + words[0][1:] if known_word(words[0][:1].lower() + words[0][1:], 0) else words[0]
    unknown = frozenset(word for place, word in enumerate(words) if not known_word(word, place))
    for name, (_, patterns) in RULES.items():
        if any(_fits(words, pattern, unknown, name) for pattern in patterns):
            return f"static:{name}"
    return None


def _fits(words: list[str], pattern: str, unknown: frozenset[str], name: str) -> bool:
    spelt = {word for phrase in pattern.split() if phrase != "..." for word in phrase.split("|")}
    if unknown - spelt - _ALWAYS - (_BE if name in _WITH_BE else frozenset()):
        return False
    place = 0
    phrases = [phrase.split() for phrase in f" {pattern} ".split(" ... ")]
    for number, phrase in enumerate(phrases):
        if not phrase:
            continue
        starts = [0] if number == 0 else range(place, len(words) - len(phrase) + 1)
        found = next((start for start in starts if _stands(words, start, phrase)), None)
        if found is None:
            return False
        place = found + len(phrase)
    return not phrases[-1] or place == len(words)


def _stands(words: list[str], start: int, phrase: list[str]) -> bool:
    return len(words) >= start + len(phrase) and all(
        words[start + place] in word.split("|") for place, word in enumerate(phrase)
    )
