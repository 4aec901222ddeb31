"""``verifier cards``: the card pool built, extended, listed and measured."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .errors import BadInput
from .report.console import write
from .report.failure import encode
from .report.running import asks_for_json

if TYPE_CHECKING:
    from .cards.card import Card

_JSON = click.option(
    "--json", "as_json", is_flag=True, callback=asks_for_json, help="One JSON object, on success and on failure."
)
_DEBUG = click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an internal error.")
_FILE = click.argument("file", type=click.Path(path_type=Path), metavar="FILE")


@click.group("cards")
@click.option("--json", is_flag=True, expose_value=False, help="As behind a command.")
def cards() -> None:
    """The card pool: build it, extend it, list it, measure it."""


@cards.command("build")
@_FILE
@click.option(
    "--into", type=click.Path(path_type=Path), required=True, metavar="DIR", help="The directory that gets the pool."
)
@click.option("--processes", type=click.IntRange(1, 64), default=2, show_default=True)
@_JSON
@_DEBUG
def build(*, file: Path, into: Path, processes: int, as_json: bool) -> None:
    """Build a pool from a file of cards.

    FILE is Scryfall's "oracle cards" or MTGJSON's AtomicCards. A pool that is in the directory is replaced; "cards
    import" extends your own instead.

    Example: verifier cards build oracle-cards.json.gz --into models
    """
    _make("cards build", file, into, processes, as_json=as_json)


@cards.command("import")
@_FILE
@click.option("--processes", type=click.IntRange(1, 64), default=2, show_default=True)
@_JSON
@_DEBUG
def import_(*, file: Path, processes: int, as_json: bool) -> None:
    """Put the cards of a file into your own pool, which goes before the one that comes with the verifier.

    Example: verifier cards import AtomicCards.json
    """
    from . import data

    _make("cards import", file, data.user_models(), processes, as_json=as_json)


def _make(command: str, file: Path, into: Path, processes: int, *, as_json: bool) -> None:
    from .cards import pool
    from .cards.coverage import grades

    try:
        from .cards.oracle.build import build as read
        from .cards.oracle.build import printed_cards
    except ModuleNotFoundError as error:
        raise BadInput(problem="reading card texts needs lark: pip install 'mtg-verifier[cards]'") from error
    found = read(printed_cards(file), processes)
    pool.write(found, into)
    told = grades(found)
    _answer(
        command, {"cards": told.cards, "understood": told.understood, "abilities": _abilities(told)}, as_json=as_json
    )


@cards.command("list")
@click.argument("pattern", required=False)
@click.option("--unmodelled", is_flag=True, help="Only cards with an ability that is not modelled.")
@_JSON
@_DEBUG
def list_(*, pattern: str | None, unmodelled: bool, as_json: bool) -> None:
    """The names of the cards of the pool, in order.

    With PATTERN only names in which it occurs; with * and ? in it, only names that it fits as a whole. Large and small
    letters are the same.

    Example: verifier cards list "* Pool" --unmodelled
    """
    from .cards.pool import all_cards

    fits = _fitting(pattern or "")
    names = [card.name for card in all_cards() if fits(card.name) and (not unmodelled or _is_unmodelled(card))]
    if as_json:
        write(encode("cards list", {"cards": names}))
    elif names:
        write("\n".join(names))


def _fitting(pattern: str) -> Callable[[str], bool]:
    """Whether a name fits the pattern."""
    from fnmatch import fnmatchcase

    small = pattern.casefold()
    if "*" in small or "?" in small:
        return lambda name: fnmatchcase(name.casefold(), small.replace("[", "[[]"))
    return lambda name: small in name.casefold()


def _is_unmodelled(card: Card) -> bool:
    from .cards.ability import Unmodelled

    return any(isinstance(ability, Unmodelled) for face in card.faces for ability in face.abilities)


@cards.command("coverage")
@click.option("--families", type=click.Path(path_type=Path), help="A JSON file of names by family.")
@_JSON
@_DEBUG
def coverage(*, families: Path | None, as_json: bool) -> None:
    """How much of the pool is modelled, and of families of cards.

    Example: verifier cards coverage --families families.json
    """
    from .cards import coverage as told
    from .cards.pool import all_cards

    found = told.grades(all_cards())
    content: dict[str, Any] = {"cards": found.cards, "understood": found.understood, "abilities": _abilities(found)}
    content["rules"] = dict(found.rules)
    if families is not None:
        content["families"] = {
            name: {"cards": family.cards, "modelled": family.modelled, "unmodelled": list(family.unmodelled)}
            for name, family in told.families(_names(families)).items()
        }
    _answer("cards coverage", content, as_json=as_json)


def _names(path: Path) -> dict[str, list[str]]:
    import json

    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(problem=f"no file of families can be read: {error}", where=str(path)) from error
    if not isinstance(found, dict) or not all(
        isinstance(names, list) and all(isinstance(name, str) for name in names) for names in found.values()
    ):
        raise BadInput(problem="families are lists of names by family", where=str(path))
    return found


def _abilities(found: Any) -> dict[str, int]:
    return {"modelled": found.modelled, "no_bearing": found.no_bearing, "unmodelled": found.unmodelled}


def _answer(command: str, content: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        write(encode(command, content))
        return
    abilities = content["abilities"]
    lines = [f"{content['cards']} cards, {content['understood']} of them wholly understood"]
    lines += [
        f"{abilities[name]} abilities {name.replace('_', ' ')}" for name in ("modelled", "unmodelled", "no_bearing")
    ]
    for name, count in content.get("rules", {}).items():
        lines.append(f"  {count:6} without bearing by {name}")
    for name, family in content.get("families", {}).items():
        lines.append(f"{name}: {family['modelled']} of {family['cards']} modelled")
    write("\n".join(lines))
