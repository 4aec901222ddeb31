"""Laying out a board: its permanents after all layers, in every order that simultaneous timestamps leave open (613)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeVar

from verifier.board import Board, Characteristics, Emblem, Entry, Permanent, Resolved
from verifier.cards.ability import Ability, GainAbilities, LayerEffect, Static
from verifier.cards.card import Face
from verifier.cards.terms import Term
from verifier.errors import Unmodelled

from .abilities import is_activated_mana_ability, is_triggered_mana_ability
from .continuous import GRAVEYARD, graveyard_abilities
from .in_force import emblem_abilities
from .layers import characteristics_of, effects_of_resolved
from .table import Table, Thing, face_of
from .timestamps import Order, orders

T = TypeVar("T")

EVERY_CREATURE_TYPE = "every creature type"
"""How all creature types together are told (702.73a)."""


def characteristics(board: Board) -> dict[str, Characteristics]:
    """Every permanent that is there as the rules see it (109.3, 613).

    Raises Unmodelled for what a board cannot tell, also where a player's choice of order (613.7m) makes a difference,
    Undecided if there are too many orders.
    """
    found = [{name: _told(board, thing) for name, thing in table.there.items()} for table in tables(board)]
    return the_same(found)


def _told(board: Board, thing: Thing) -> Characteristics:
    mana_abilities = sum(
        is_activated_mana_ability(a, board.edition) or is_triggered_mana_ability(a) for a in thing.abilities
    )
    power, toughness = thing.size
    every = {EVERY_CREATURE_TYPE} if thing.every_creature_type else set()
    return Characteristics(
        thing.name,
        tuple(sorted(thing.types)),
        tuple(sorted(thing.subtypes | every)),
        tuple(sorted(thing.supertypes)),
        thing.colors,
        power,
        toughness,
        thing.controller,
        mana_abilities,
    )


@lru_cache(maxsize=16)
def tables(board: Board, *kinds: type) -> list[Table]:
    """The board after all layers, once for each order of the entries that players may choose (613.7m).

    Entries are ordered if they bear on characteristics or have effects of one of the kinds. What permanents could
    produce is not known yet.
    """
    return [_lay_out(board, order) for order in orders(board, lambda entry: _matters(board, entry, kinds))]


def the_same(answers: list[T]) -> T:
    """The answer for every order. Raises Unmodelled if there are several."""
    if any(answer != answers[0] for answer in answers):
        raise Unmodelled("613.7m", "a player's choice of order that makes a difference here")
    return answers[0]


def _lay_out(board: Board, order: Order) -> Table:
    """The board in that order of entries; objects in graveyards may have come at any time, and it must not matter."""
    placed = [order]
    if graveyard_abilities(board):
        placed = [{**order, GRAVEYARD: 2 * place + 1} for place in range(len(order) + 1)]
    laid = [_in_order(board, one) for one in placed]
    if any(table.there != laid[0].there for table in laid):
        raise Unmodelled("613.7d", "the timestamp of a card in a graveyard, which no board tells")
    return laid[-1]


def _in_order(board: Board, order: Order) -> Table:
    begun = effects_of_resolved(board, order)

    @lru_cache(maxsize=32)
    def lay(now: Board) -> dict[str, Thing]:
        return characteristics_of(now, order, begun)

    return Table(board, lay(board), {}, _nothing_known, lay, order)


def _nothing_known(_: str) -> str:
    return ""


# Which order matters -----------------------------------------------------------------------------------------------


def _matters(board: Board, entry: Entry, kinds: tuple[type, ...]) -> bool:
    """Whether the timestamp of the entry may bear on characteristics, or on the order of effects of these kinds."""
    if not any(_within(_text(other), LayerEffect) for other in board.entries):
        return bool(kinds) and _within(_text(entry), kinds)
    if isinstance(entry, Permanent) and (entry.counters or _statics_are_granted(board) or _may_be_there(board, entry)):
        return True
    return _within(_text(entry), (LayerEffect, *kinds))


def _may_be_there(board: Board, entry: Permanent) -> bool:
    """Whether something began to apply at the very time of the permanent, which was there by then or not (611.2c)."""
    return any(isinstance(other, Resolved) and other.timestamp == entry.timestamp for other in board.entries)


def _text(entry: Entry) -> tuple[Ability, ...]:
    """The abilities of the entry that can be the source of continuous effects on a board."""
    match entry:
        case Permanent():
            return tuple(ability for ability in face_of(entry).abilities if isinstance(ability, Static))
        case Emblem():
            return emblem_abilities(entry)
        case Resolved():
            face: Face = entry.card.faces[entry.face]
            return face.abilities


def _statics_are_granted(board: Board) -> bool:
    texts = [ability for entry in board.entries for ability in _text(entry)]
    texts += [ability for ability, _ in graveyard_abilities(board)]
    return any(
        isinstance(term, GainAbilities) and any(isinstance(ability, Static) for ability in term.abilities)
        for term in _terms(tuple(texts))
    )


def _within(abilities: tuple[Ability, ...], kinds: object) -> bool:
    return any(isinstance(term, kinds) for term in _terms(abilities))  # type: ignore[arg-type]


def _terms(part: object) -> Iterator[Term]:
    """The term, and all those inside it."""
    if isinstance(part, tuple):
        for one in part:
            yield from _terms(one)
    elif isinstance(part, Term):
        yield part
        for name in part.__struct_fields__:
            yield from _terms(getattr(part, name))
