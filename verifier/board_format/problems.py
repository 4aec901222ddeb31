"""What is wrong with a file in our own sentences: collected one by one, each with its key and the nearest word."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from ..errors import BadInput, ManyBadInputs
from ..schema import Schema, board_schema, claims_schema
from .document import dotted

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator, ValidationError

_KINDS = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a table",
    "number": "a number",
    "null": "nothing",
}


def nearest(word: str, words: Iterable[str]) -> str:
    """The word of the list that is meant, if one is near enough; else nothing.

    >>> nearest("oponent", ["you", "opponent"])
    'opponent'
    """
    valid = sorted(set(words))
    folded = {other.casefold(): other for other in reversed(valid)}
    if word.casefold() in folded:
        return folded[word.casefold()]
    found = difflib.get_close_matches(word.casefold(), sorted(folded), n=1, cutoff=0.6)
    return folded[found[0]] if found else ""


@dataclass(slots=True)
class Problems:
    """The problems of one file or one claim, in the order in which they were met."""

    where: str
    found: list[BadInput] = field(default_factory=list)

    def add(self, key: str, problem: str, suggestion: str = "") -> None:
        """Keeps a problem; the same one is kept once."""
        new = BadInput(problem, key, self.where, suggestion)
        if new not in self.found:
            self.found.append(new)

    def stop(self) -> None:
        """Raises BadInput or ManyBadInputs if there was any problem."""
        raise_all(self.found)


def raise_all(found: list[BadInput]) -> None:
    """Raises the only problem, or all of them as one ManyBadInputs; nothing if there is none."""
    if len(found) == 1:
        raise found[0]
    if found:
        raise ManyBadInputs(tuple(found))


Shape = Literal["board", "claimed board", "claims"]


CLAIMS_NOT_A_BOARD = (
    "this is a file of claims, not a board; 'verifier check' proves them, 'verifier explain FILE#ID' shows one"
)
BOARD_NOT_CLAIMS = (
    "this is a board, not a file of claims; ask about it with 'verifier could-produce', 'outcomes' or 'hand-size', "
    "or write what is expected as a [[claim]]"
)


def is_the_other_kind(data: Any, of: Shape) -> str:
    """What to say of claims where a board is meant, and of a board where claims are; else nothing."""
    claims = isinstance(data, dict) and "claim" in data
    if of == "board" and claims:
        return CLAIMS_NOT_A_BOARD
    if of == "claims" and not claims and isinstance(data, dict) and ("event" in data or _board_keys() & data.keys()):
        return BOARD_NOT_CLAIMS
    return ""


def _board_keys() -> frozenset[str]:
    return frozenset(board_schema()["properties"])


def check_shape(data: Any, of: Shape, problems: Problems) -> bool:
    """Whether the data has the shape of the schema; if not, every wrong key is among the problems."""
    schema = _schema(of)
    before = len(problems.found)
    other = is_the_other_kind(data, of)
    if other:
        problems.add("", other)
        return False
    for error in _validator(of).iter_errors(data):
        for key, problem, suggestion in _told(error, schema):
            problems.add(key, problem, suggestion)
    return len(problems.found) == before


@cache
def _validator(of: Shape) -> Draft202012Validator:
    from jsonschema_rs import Draft202012Validator

    return Draft202012Validator(_schema(of))


def _schema(of: Shape) -> Schema:
    return claims_schema() if of == "claims" else board_schema(named=of == "claimed board")


Told = tuple[str, str, str]


def _told(error: ValidationError, schema: Schema) -> Iterator[Told]:
    kind: Any = error.kind
    instance: Any = error.instance
    key = ""
    for part in error.instance_path:
        key = dotted(key, part)
    here = _subschema(schema, error.schema_path[:-1])
    match kind.name:
        case "anyOf":
            yield from _best_branch(error, here, schema, key)
        case "additionalProperties":
            for name in kind.unexpected:
                yield dotted(key, name), "unknown key", nearest(name, here["properties"])
        case "required":
            yield key, f"the key {kind.property!r} is missing", ""
        case "type":
            yield key, f"must be {_kinds(kind.types)}, not {_shown(error.instance)}", ""
        case "enum":
            words = [str(word) for word in here["enum"]]
            yield key, f"must be one of {', '.join(words)}, not {_shown(error.instance)}", _nearest_to(error, words)
        case "pattern":
            yield (
                key,
                f"must be {here.get('description', 'a name')}, not {_shown(error.instance)}",
                _letters(error, here),
            )
        case "propertyNames":
            yield key, f"the key {_shown(kind.error.instance)} is not {here.get('description', 'a name')}", ""
        case "minimum":
            yield key, f"must be at least {here['minimum']}, not {_shown(error.instance)}", ""
        case "maximum":
            yield key, f"must be at most {here['maximum']}", ""
        case "maxItems":
            yield key, f"has {len(instance)} entries, and the most is {here['maxItems']}", ""
        case "minItems" | "minLength":
            yield key, "must not be empty", ""
        case "maxLength":
            yield key, f"must have at most {here['maxLength']} characters", ""
        case other:
            yield key, f"does not fit the format ({other})", ""


def _best_branch(error: ValidationError, here: Schema, schema: Schema, key: str) -> Iterator[Told]:
    """What is wrong by the branch that was meant: of the matching type, and with the key that marks it."""
    kind: Any = error.kind
    instance: Any = error.instance
    branches = [_resolved(branch, schema) for branch in here["anyOf"]]
    fitting = [
        place
        for place, branch in enumerate(branches)
        if any(_is_type(error.instance, inner) for inner in _flat(branch, schema))
    ]
    if not fitting:
        types = _types([inner for branch in branches for inner in _flat(branch, schema)])
        yield key, f"must be {_kinds(list(dict.fromkeys(types)))}, not {_shown(error.instance)}", ""
        return
    if len(fitting) > 1:
        marks = {place: branches[place]["required"][0] for place in fitting if branches[place].get("required")}
        present = [place for place, mark in marks.items() if mark in instance]
        if not present and marks:
            words = sorted(marks.values())
            asked = f"needs one of the keys {', '.join(words)}"
            guesses = [nearest(name, words) for name in sorted(instance)]
            yield key, asked, next((guess for guess in guesses if guess), "")
            return
        if len(present) > 1:
            yield key, f"has more than one of the keys {', '.join(sorted(marks[place] for place in present))}", ""
            return
        fitting = present or fitting
    best = min((kind.context[place] for place in fitting), key=len)
    for inner in best:
        yield from _told(inner, schema)


def _subschema(schema: Schema, path: list[str | int]) -> Schema:
    here: Any = schema
    for part in path:
        here = here[part]
    return _resolved(here, schema) if isinstance(here, dict) else {}


def _resolved(branch: Schema, schema: Schema) -> Schema:
    while "$ref" in branch:
        branch = schema["$defs"][branch["$ref"].removeprefix("#/$defs/")]
    return branch


def _flat(branch: Schema, schema: Schema) -> list[Schema]:
    if "anyOf" not in branch:
        return [branch]
    return [inner for part in branch["anyOf"] for inner in _flat(_resolved(part, schema), schema)]


def _types(branches: list[Schema]) -> list[str]:
    return [str(branch.get("type", "string")) for branch in branches]


def _is_type(instance: Any, branch: Schema) -> bool:
    match branch.get("type", "string"):
        case "string":
            return isinstance(instance, str)
        case "integer":
            return isinstance(instance, int) and not isinstance(instance, bool)
        case "object":
            return isinstance(instance, dict)
        case "array":
            return isinstance(instance, list)
    return isinstance(instance, bool)


def _kinds(types: list[str]) -> str:
    return " or ".join(_KINDS.get(name, name) for name in types)


def _shown(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return repr(value if len(value) <= 60 else value[:57] + "...")
        case int():
            return str(value)
        case list():
            return "a list"
        case dict():
            return "a table"
    return "nothing"


def _nearest_to(error: ValidationError, words: list[str]) -> str:
    return nearest(error.instance, words) if isinstance(error.instance, str) else ""


def _letters(error: ValidationError, here: Schema) -> str:
    """For a string of letters: the letters of it that exist, as they should be written; else a capital letter."""
    pattern, text = str(here.get("pattern", "")), str(error.instance)
    if pattern.startswith("^[WUBRG"):
        allowed = "WUBRGC" if "C" in pattern else "WUBRG"
        return "".join(letter for letter in allowed if letter in text.upper())
    if pattern.startswith(r"^\p{Lu}") and text[:1].islower():
        return text[:1].upper() + text[1:]
    return ""
