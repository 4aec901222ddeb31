"""Which orders of timestamps come to the same, by what the rules compare timestamps of (613.7, 613.11).

Timestamps order effects inside one layer (613.3-613.5), and effects on one player's maximum hand size (613.11). Of two
entries that have effects in no common layer and on no common player's hand size, nothing asks which is the older. So
orders come to the same in which the entries of each such *circle* follow each other in the same way. Where an effect
copies, gives static abilities or changes words, or began as something resolved and is about what was there by then
(611.2c), all entries are in one circle.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product

from ..board import Board, Entry, Permanent, Resolved
from ..cards import ability as a
from ..cards.card import Card
from ..cards.term import Term

LAYER_OF: dict[type, str] = {
    a.GainControl: "2", a.SetLandTypes: "4", a.AddTypes: "4", a.SetTypes: "4", a.LoseTypes: "4", a.SetColors: "5",
    a.GainAbilities: "6", a.LoseAbilities: "6", a.SetPowerToughness: "7", a.ChangePowerToughness: "7",
}  # fmt: skip
"""The layer of each effect on characteristics that changes neither copies nor words."""

DEFINING = {"changeling": "4", "devoid": "5"}
"""Keywords that are effects on characteristics themselves, with their layers (604.3, 702.73a, 702.114a)."""

Circle = frozenset[int]
"""Places of entries in the list of the board of which it matters how they follow each other."""


def circles(board: Board, *, hand_sizes: bool = True) -> tuple[Circle, ...]:
    """The circles of the board; ``hand_sizes`` if something is asked that depends on a maximum hand size."""
    entries = board.entries
    bearing = [_layers(entry) for entry in entries]
    if any(layers is None for layers in bearing):
        return (frozenset(range(len(entries))),)
    found: dict[str, set[int]] = {}
    for place, (entry, layers) in enumerate(zip(entries, bearing, strict=True)):
        for layer in layers or ():
            found.setdefault(layer, set()).add(place)
        if hand_sizes:
            for player in _hand_sizes(entry, board.names):
                found.setdefault(f"hand size of {player}", set()).add(place)
    if "2" in found:  # Whose hand sizes they are depends on who controls what.
        sizes = [name for name in found if name.startswith("hand size of ")]
        together = set[int]().union(*(found.pop(name) for name in sizes))
        found["hand sizes"] = together
    return tuple(dict.fromkeys(frozenset(found[name]) for name in sorted(found) if len(found[name]) > 1))


def layered(board: Board) -> int:
    """How many entries have effects in layers: what an answer about the board takes grows with them."""
    return sum(layers is None or bool(layers) for layers in map(_layers, board.entries))


def _cards(entry: Entry) -> tuple[Card, ...]:
    copied = entry.copy_of if isinstance(entry, Permanent) else None
    return (entry.card,) if copied is None else (entry.card, copied)


def _layers(entry: Entry) -> frozenset[str] | None:
    """The layers in which the entry may have effects; None where it may bear on any order."""
    found: set[str] = set()
    for card in _cards(entry):
        layers = _layers_of(card)
        if layers is None or (isinstance(entry, Resolved) and layers):
            return None
        found |= layers
    if isinstance(entry, Permanent) and entry.counters:
        found |= {"6", "7"}  # Counters have timestamps of their own, those of keywords and those of size (613.7c).
    return frozenset(found)


@lru_cache(maxsize=4096)
def _layers_of(card: Card) -> frozenset[str] | None:
    found: set[str] = set()
    for term in _within(tuple(face.abilities for face in card.faces)):
        if isinstance(term, a.BecomeCopy | a.ChangeText | a.PlayersHave):
            return None
        if isinstance(term, a.GainAbilities) and any(isinstance(each, a.Static) for each in _within(term.abilities)):
            return None
        if type(term) in LAYER_OF:
            found.add(LAYER_OF[type(term)])
        elif isinstance(term, a.Keyword) and term.name.casefold() in DEFINING:
            found.add(DEFINING[term.name.casefold()])
    return frozenset(found)


def _hand_sizes(entry: Entry, names: tuple[str, ...]) -> set[str]:
    """The players whose maximum hand size the entry may change while its controller is who it is."""
    found: set[str] = set()
    for card in _cards(entry):
        for effect in _within(tuple(face.abilities for face in card.faces)):
            if isinstance(effect, a.HandSize):
                if effect.players == "you":
                    found.add(entry.controller)
                elif effect.players == "opponents":
                    found |= set(names) - {entry.controller}
                else:
                    found |= set(names)
    return found


def _within(value: object) -> Iterator[object]:
    """The value and every term within it."""
    if isinstance(value, tuple):
        for part in value:
            yield from _within(part)
    elif isinstance(value, Term):
        yield value
        for name in value.__struct_fields__:
            yield from _within(getattr(value, name))


# Orders ---------------------------------------------------------------------------------------------------------------

Hosts = Sequence[frozenset[int]]
"""For every unit of entries with one timestamp those that come before it."""


def most_orders(around: Sequence[Circle]) -> int:
    """No fewer than ``orders_told_apart`` gives."""
    return math.prod(math.factorial(len(circle)) for circle in around)


def orders_told_apart(hosts: Hosts, around: Sequence[Circle]) -> list[tuple[int, ...]]:
    """For every way in which the units of each circle can follow each other the first order, lexicographically."""
    before = _closed(hosts)
    each = [list(_chains(sorted(circle), before)) for circle in around]
    found = []
    for chains in product(*each):
        wanted = [set(earlier) for earlier in before]
        for chain in chains:
            for earlier, later in pairwise(chain):
                wanted[later].add(earlier)
        order = _first(wanted)
        if order is not None:
            found.append(order)
    return sorted(found)


def _closed(hosts: Hosts) -> list[frozenset[int]]:
    found = [set(before) for before in hosts]
    for middle in range(len(found)):
        for before in found:
            if middle in before:
                before |= found[middle]
    return [frozenset(before) for before in found]


def _chains(left: list[int], before: Hosts) -> Iterator[tuple[int, ...]]:
    if not left:
        yield ()
    for unit in left:
        others = [other for other in left if other != unit]
        if before[unit].isdisjoint(others):
            for chain in _chains(others, before):
                yield (unit, *chain)


def _first(before: Sequence[set[int]]) -> tuple[int, ...] | None:
    """The first order, lexicographically, in which each unit comes after those that it must; None if there is none."""
    order: list[int] = []
    left = set(range(len(before)))
    while left:
        following = min((unit for unit in left if before[unit].isdisjoint(left)), default=None)
        if following is None:
            return None
        order.append(following)
        left.discard(following)
    return tuple(order)
