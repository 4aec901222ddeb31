"""How sentences begin that say something about the one before, or for whom and how long."""

from __future__ import annotations

import re

from .language import OtherInstruction

TOKEN = OtherInstruction("token")
TOKEN_AND = OtherInstruction("token", moves_library=True)
TOKENS_HAVE = re.compile(
    r"(?:It|They) (?:has|have) [a-z ]+ and \"[^\"]*\"$|(They|It|Those tokens|That token|The "
    r"tokens?) (have|has|gains?) \"[^\"]*\"$|(It|They|Those tokens|That token) (has|have|gains?)"
    r" [a-z ,]+$"
)
CHOOSE = re.compile(
    r"([Cc]hoose (one|two|three|any number|up to \w+|one or both|one or more|one that hasn't been chosen)\b.*)\x00?$"
)
MODE_RULE = re.compile(
    r"(You may choose the same mode more than once|If .*,? (you may )?choose (both|two|any number|one or more|"
    r"all)( instead)?|Each mode must .*|You may choose .* more than once|You may activate this ability .*)$"
)
MODES = re.compile(
    (
        r"(.*?)(\b[Cc]hoose (?:one|two|three|four|any number|up to \w+|one or both|"
        r"one or more|one that hasn't been chosen)\b[^\n\u2022]*)\s*\u2022 (.*)$"
    ),
    re.DOTALL,
)
MODE_AND = re.compile(
    r"[Cc]hoose (?:one or both|one or more|one|two|three|four|any number|up to \w+)(?: abilities| many| of them)?"
    r"(?: that (?:hasn't|wasn't) [^.\u2014]*?(?= and |\.|\u2014| \u2014|$))?(?: at random)?"
    r"(?:(?:,? and|\.) (.*?))?[ .\u2014]*$",
    re.DOTALL,
)
"""What is to be done besides choosing modes, said in the sentence of the choice or after it."""
SPENDING = re.compile(
    r",? and (you may spend mana as though [^.]* of any (color|type) to cast [^.]*|"
    r"mana of any type can be spent to cast [^.]*)$"
)
ONLY_SPENDING = re.compile(
    r"(you may spend mana as though it were mana of any|if you cast (a spell|it|that spell|"
    r"spells) this way, (you may spend )?mana (of any type|as though)|mana of any type can be "
    r"spent to cast)"
)
RIDER = re.compile(
    (
        r"^(spend (this|that|only)|this mana can't|that mana can't|(if|when|whenever)"
        r" ((this|that) mana\b|you spend this mana|you spend that mana|mana from ~|"
        r"you cast a spell using this mana|a spell cast with this mana|~'s mana|you "
        r"spend mana from ~)|until end of turn, you don't lose this mana|"
        r"you don't lose this mana|(until end of (turn|combat), )?(you|they) don't "
        r"lose this mana|this mana |you can't spend this mana|creature spells you "
        r"spend this|any mana added this way|mana spent this way|that spell can't)"
    ),
    re.IGNORECASE,
)
NEXT_SPELL = re.compile(r"the next spell (you|they) cast this turn (has|can|costs)\b")
RETURNING = re.compile(
    r"\b(returns?|puts?) [^.]*?\b(?:to|onto) the battlefield\b|\b(returns?|puts?) [^.]*?\bunder [\w' ]*? control\b"
)
"""Something comes onto the battlefield; other parts of the effect can find the new object (400.7j)."""
CARD_IN_LIBRARY = re.compile(
    r"(?:the topmost|a random|each|[A-Z]\w+) .*?cards? in your (?:library|hand|hand (?:or|and) "
    r"library) perpetually (?:gains?|becomes?) .*$"
)
SUBJECTS = (
    "that player",
    "they",
    "each player",
    "each opponent",
    "target player",
    "target opponent",
    "its controller",
    "an opponent",
    "any player",
    "the active player",
    "players",
    "the chosen player",
    "that land's controller",
    "a player",
    "enchanted player",
    "each other player",
    "that creature's controller",
    "the player",
    "any opponent",
)
PLAYER = {
    "that player": "that player",
    "they": "that player",
    "each player": "everyone",
    "each opponent": "opponents",
    "target player": "target",
    "target opponent": "target",
    "its controller": "controller",
    "an opponent": "opponents",
    "any player": "everyone",
    "the active player": "that player",
    "players": "everyone",
    "the chosen player": "chosen",
    "a player": "everyone",
    "enchanted player": "chosen",
    "each other player": "opponents",
    "the player": "that player",
    "that land's controller": "controller",
    "that creature's controller": "controller",
    "any opponent": "opponents",
}
DURATIONS = {
    "until end of turn": "end of turn",
    "this turn": "end of turn",
    "until your next turn": "your next turn",
    "until the end of your next turn": "end of your next turn",
}
