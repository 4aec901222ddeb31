"""What the verifier knows: how it understands a card, and the form of its input."""

from __future__ import annotations

import click

from ..report.console import show, width, write
from .options import DEBUG, JSON, main, write_json


@main.command("card")
@click.argument("name")
@JSON
@DEBUG
def card(*, name: str, as_json: bool) -> None:
    """How a card is understood, ability by ability, with what is not modelled.

    Example: verifier card "Reflecting Pool"
    """
    from ..cards.pool import find
    from ..report import card as told

    found, _ = find(name)
    if as_json:
        write_json("card", told.as_json(found))
    else:
        show(told.text(found, width()))


@main.command("schema")
@click.argument("of", type=click.Choice(["board", "claims"]), default="board")
@JSON
@DEBUG
def schema(*, of: str, as_json: bool) -> None:
    """The JSON Schema of a board file or of a claims file.

    Example: verifier schema claims
    """
    import json

    from ..schema import board_schema, claims_schema

    found = board_schema() if of == "board" else claims_schema()
    if as_json:
        write_json("schema", {"of": of, "schema": found})
    else:
        write(json.dumps(found, indent=2))
