"""The schemas say the whole format, and nothing beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from verifier.board import Readings
from verifier.claim import Expect, Facts, Verdict
from verifier.schema import READINGS, VERDICTS, board_schema, claims_schema


def subschemas(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for inner in schema.values():
            yield from subschemas(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from subschemas(inner)


@pytest.mark.parametrize("schema", [board_schema(), board_schema(named=True), claims_schema()])
def test_a_schema_is_valid_and_closed(schema: dict[str, Any]) -> None:
    jsonschema_rs.meta.validate(schema)
    tables = [one for one in subschemas(schema) if one.get("type") == "object"]
    assert tables
    for one in tables:
        free = "propertyNames" in one and one["additionalProperties"] is not True
        assert free or one["additionalProperties"] is False


def test_a_claim_has_every_key_of_a_board() -> None:
    assert board_schema()["properties"].keys() <= claims_schema()["$defs"]["claim"]["properties"].keys()


def test_the_words_are_those_of_the_model() -> None:
    assert tuple(verdict.value for verdict in Verdict) == VERDICTS
    defaults = Readings()
    for key, words in READINGS.items():
        assert getattr(defaults, key.replace("-", "_")) == words[0]
    expect = claims_schema()["$defs"]["claim"]["properties"]["expect"]["properties"]
    assert set(expect) == set(Expect.__slots__)
    assert set(expect["facts"]["properties"]) == set(Facts.__slots__)


def test_only_a_claim_calls_numbers_by_name() -> None:
    data = {"player": {"you": {"hand": "h"}}}
    assert not jsonschema_rs.Draft202012Validator(board_schema()).is_valid(data)
    assert jsonschema_rs.Draft202012Validator(board_schema(named=True)).is_valid(data)
