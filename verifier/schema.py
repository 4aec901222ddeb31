"""The shape of a board file and of a claims file as JSON Schemas (draft 2020-12).

They are the one description of the format: ``verifier schema`` prints them and every file is checked against them.
What a schema cannot say (that an id exists, that a card is known) is checked by the readers.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from .cards.vocabulary import CARD_TYPES, SUPERTYPES
from .expressions import LARGEST

Schema = dict[str, Any]

MOST_ENTRIES = 1000
MOST_PLAYERS = 20

DRAFT = "https://json-schema.org/draft/2020-12/schema"
VERDICTS = ("proved", "refuted", "vacuous", "undecided", "unmodelled")
CAUSES = ("effect", "cost", "cost-on-resolution", "mill")
ORIGINS = ("stack", "spell-copy", "graveyard", "hand", "copy")
COLOR_CHOICES = ("white", "blue", "black", "red", "green", "W", "U", "B", "R", "G")
READINGS: dict[str, tuple[str, str]] = {
    "idle-replacement": ("applies", "waits"),
    "negative-hand-size": ("kept", "zero"),
    "cost-counted-amount": ("payable", "actual"),
}

TEXT: Schema = {"type": "string", "minLength": 1, "maxLength": 1000}
NAME: Schema = {"type": "string", "pattern": r"^[^\s\p{C}]([^\p{C}]*[^\s\p{C}])?$", "maxLength": 200}
FLAG: Schema = {"type": "boolean"}
DATE: Schema = {
    "type": "string",
    "pattern": r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$",
    "description": "a date such as 2026-09-25",
}
TYPES: Schema = {"type": "string", "pattern": "^[WUBRGC]*$", "description": "letters of W U B R G C, none twice"}
COLORS: Schema = {"type": "string", "pattern": "^[WUBRG]*$", "description": "letters of W U B R G, none twice"}
SUBTYPE: Schema = {
    "type": "string",
    "pattern": r"^\p{Lu}[^\p{C}]*$",
    "maxLength": 100,
    "description": "a subtype with a capital letter",
}
NAMED: Schema = {
    "type": "string",
    "pattern": "^[A-Za-z][A-Za-z0-9_]*$",
    "maxLength": 50,
    "description": "the name of a number of for_all.number",
}
EXPRESSION: Schema = {"type": "string", "minLength": 1, "maxLength": 200}


def table(properties: Schema, required: tuple[str, ...] = (), description: str = "") -> Schema:
    """A table with these keys and no others."""
    found: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        found["required"] = list(required)
    if description:
        found["description"] = description
    return found


def mapping(key: Schema, value: Schema, description: str = "") -> Schema:
    """A table whose keys are free: ids, players, kinds of counters."""
    found: Schema = {"type": "object", "propertyNames": key, "additionalProperties": value}
    if description:
        found["description"] = description
    return found


def array(items: Schema, most: int = MOST_ENTRIES, least: int = 0) -> Schema:
    """A list of these."""
    found: Schema = {"type": "array", "items": items, "maxItems": most}
    if least:
        found["minItems"] = least
    return found


def either(*branches: Schema) -> Schema:
    """One of several shapes."""
    return {"anyOf": list(branches)}


def number(least: int, *, named: bool) -> Schema:
    """A whole number from ``least`` on; where numbers are named, the name of one as well."""
    plain: Schema = {"type": "integer", "minimum": least, "maximum": LARGEST}
    return either(plain, NAMED) if named else plain


def _expected(least: int) -> Schema:
    return either({"type": "integer", "minimum": least, "maximum": LARGEST}, EXPRESSION)


# The board -----------------------------------------------------------------------------------------------------------


def _chosen(*, named: bool) -> Schema:
    return table(
        {
            "color": {"enum": list(COLOR_CHOICES)},
            "type": SUBTYPE,
            "card": NAME,
            "player": NAME,
            "number": number(0, named=named),
            "mode": TEXT,
        },
        description="what was chosen for it; whatever is left out was not chosen",
    )


def _entry(*, named: bool) -> Schema:
    common = {"controller": NAME, "id": NAME, "since": number(-LARGEST, named=named)}
    permanent = table(
        {
            "card": NAME,
            **common,
            "owner": NAME,
            "tapped": FLAG,
            "counters": mapping(NAME, number(0, named=named)),
            "chosen": {"$ref": "#/$defs/chosen"},
            "exiled": array(NAME),
            "attached_to": NAME,
            "entered_this_turn": FLAG,
            "phased_out": FLAG,
            "face": {"enum": ["front", "back"]},
            "face_down": FLAG,
            "copy_of": NAME,
            "mana_spent": number(0, named=named),
            "token": FLAG,
            "level": number(0, named=named),
        },
        ("card",),
        "a permanent",
    )
    resolved = table(
        {
            "resolved": NAME,
            **common,
            "ability": number(1, named=named),
            "target": either(NAME, array(NAME)),
            "source": NAME,
            "X": number(0, named=named),
            "chosen": {"$ref": "#/$defs/chosen"},
        },
        ("resolved",),
        "a spell or ability that has resolved and whose effect is in force",
    )
    emblem = table({"emblem": NAME, **common}, ("emblem",), "an emblem that an ability of that card made")
    return either(NAME, permanent, resolved, emblem)


def _player(*, named: bool) -> Schema:
    cards = either(number(0, named=named), array(NAME))
    return table(
        {
            "life": number(-LARGEST, named=named),
            "hand": cards,
            "library": cards,
            "graveyard": cards,
            "identity": COLORS,
            "drawn_this_turn": number(0, named=named),
            "drawn_kept": number(0, named=named),
            "land_played_this_turn": FLAG,
        },
        description="a player",
    )


def _definitions(*, named: bool) -> Schema:
    return {"entry": _entry(named=named), "chosen": _chosen(named=named), "player": _player(named=named)}


def _board_keys() -> Schema:
    return {
        "edition": DATE,
        "players": array(NAME, MOST_PLAYERS, 1),
        "active": NAME,
        "readings": table({key: {"enum": list(words)} for key, words in READINGS.items()}),
        "battlefield": array({"$ref": "#/$defs/entry"}),
        "player": mapping(NAME, {"$ref": "#/$defs/player"}),
    }


@cache
def board_schema(*, named: bool = False) -> Schema:
    """The schema of a board file; with ``named``, of the board of a claim, which may call numbers by name."""
    return {
        "$schema": DRAFT,
        "title": "A board",
        **table(_board_keys()),
        "$defs": _definitions(named=named),
    }


# Claims --------------------------------------------------------------------------------------------------------------


def _event() -> Schema:
    count, ability = number(0, named=True), number(1, named=True)
    return either(
        table({"tap": NAME, "ability": ability, "by": NAME}, ("tap",)),
        table(
            {"activate": NAME, "ability": ability, "by": NAME, "sacrifice": either(NAME, array(NAME)), "X": count},
            ("activate", "ability"),
        ),
        table(
            {"discard": count, "player": NAME, "cause": {"enum": list(CAUSES)}, "by": NAME, "random": FLAG},
            ("discard", "player", "cause"),
        ),
        table({"cleanup": NAME}, ("cleanup",)),
        table({"draw_step": NAME, "replaced": count, "of": NAME}, ("draw_step",)),
        table(
            {"enters": NAME, "X": count, "from": {"enum": list(ORIGINS)}, "mana_spent": count},
            ("enters",),
        ),
    )


def _expect() -> tuple[Schema, Schema]:
    count = _expected(0)
    types = mapping(NAME, TYPES)
    amount = dict.fromkeys("WUBRGC", count)
    outcome = table(
        {
            **amount,
            "pools": mapping(NAME, table(amount)),
            **dict.fromkeys(("library", "graveyard", "exile", "discarded", "drawn", "put_back", "life_paid"), count),
            "counters": mapping(NAME, count),
            "X": count,
        }
    )
    characteristics = table(
        {
            "name": {"type": "string", "maxLength": 200},
            "types": array({"enum": list(CARD_TYPES)}),
            "subtypes": array(SUBTYPE),
            "supertypes": array({"enum": list(SUPERTYPES)}),
            "colors": COLORS,
            "power": _expected(-LARGEST),
            "toughness": _expected(-LARGEST),
            "controller": NAME,
        }
    )
    hand_size = _expected(0)
    facts = ("revealed", "looked_at_before_choosing", "is_discard", "uses_stack")
    return table(
        {
            "could_produce": types,
            "could_include": types,
            "could_exclude": types,
            "maximum_hand_size": mapping(NAME, either(*hand_size["anyOf"], array(hand_size, least=1))),
            "cleanup_discards": mapping(NAME, count),
            "characteristics": mapping(NAME, characteristics),
            "land_subtypes": mapping(NAME, array(SUBTYPE)),
            "mana_abilities": mapping(NAME, count),
            "outcomes": array({"$ref": "#/$defs/outcome"}, least=1),
            "produced": array({"$ref": "#/$defs/outcome"}, least=1),
            "legal": FLAG,
            "triggers": either(array(NAME), mapping(NAME, count)),
            "may_trigger": array(NAME),
            "facts": table({**dict.fromkeys(facts, FLAG), "order_chosen_by": NAME}),
        },
        description="what must come out",
    ), outcome


def _for_all() -> Schema:
    copies = {"type": "integer", "minimum": 0, "maximum": MOST_ENTRIES}
    span = {"type": "string", "pattern": r"^\s*-?\d{1,10}\s*\.\.\s*-?\d{1,10}\s*$", "description": 'a range, "0..30"'}
    return table(
        {
            "timestamps": FLAG,
            "subset_of": array({"$ref": "#/$defs/entry"}),
            "copies_of": table({"card": NAME, "from": copies, "to": copies, "as": NAMED}, ("card", "from", "to")),
            "number": mapping(NAMED, span),
        },
        description="what the claim quantifies over",
    )


def _source() -> Schema:
    return either(
        table({"card": NAME, "date": DATE}, ("card", "date")),
        table({"url": {"type": "string", "pattern": r"^https?://\S+$", "description": "a web address"}}, ("url",)),
        table({"rule": {"$ref": "#/$defs/rule"}}, ("rule",)),
    )


@cache
def claims_schema() -> Schema:
    """The schema of a claims file."""
    expect, outcome = _expect()
    claim = table(
        {
            "id": {
                "type": "string",
                "pattern": "^[A-Za-z0-9-]+$",
                "maxLength": 200,
                "description": "letters, digits and hyphens",
            },
            "says": TEXT,
            "rules": array({"$ref": "#/$defs/rule"}, 100, 1),
            "source": _source(),
            **_board_keys(),
            "event": _event(),
            "expect": expect,
            "for_all": _for_all(),
            "verdict": {"enum": list(VERDICTS)},
        },
        ("id", "says", "rules", "source", "expect"),
        "a board, at most one event, and what must come out",
    )
    rule = {"type": "string", "pattern": r"^\d{3}(\.\d+[a-z]?)?$", "description": "a rule number such as 106.12b"}
    return {
        "$schema": DRAFT,
        "title": "Claims",
        **table({"claim": array({"$ref": "#/$defs/claim"}, 10_000)}, ("claim",)),
        "$defs": {**_definitions(named=True), "claim": claim, "outcome": outcome, "rule": rule},
    }
