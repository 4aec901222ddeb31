"""The board once a cost has been paid: what the ability reads as it resolves (601.2h, 602.2b, 608.2h)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..board import Board, Entry, Permanent
from ..cards import ability as a
from ..cards import terms as t
from ..errors import Unmodelled
from ..expressions import Add, Expression, Max, Number
from .activating import Activation
from .making import mentions
from .reading import quantity
from .space import Space
from .table import Asking, Table


@dataclass
class _Paid:
    """What paying changes: who has left, who is tapped or not, and numbers, each by how much."""

    gone: set[str] = field(default_factory=set)
    tapped: dict[str, bool] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)


def after_payment(table: Table, activation: Activation) -> Board:
    """The board with the cost paid: tapped, sacrificed, counters moved, life and cards paid.

    What the cost is short of is taken as paid all the same: nothing goes below zero.
    """
    return space_after_payment(table, activation).board


def space_after_payment(table: Table, activation: Activation) -> Space:
    """The same for every board of the space. Raises Unmodelled where the cost is an open number."""
    seen, paid = activation.seen, _paid(table, activation)
    board = table.board
    entries: list[Entry] = []
    for entry in board.entries:
        if entry.id in paid.gone:
            continue
        if isinstance(entry, Permanent):
            if entry.id == seen.id and paid.counters:
                entry = replace(entry, counters=_changed(entry, paid.counters))
            entry = replace(entry, tapped=paid.tapped.get(entry.id, entry.tapped))
        entries.append(entry)
    players = []
    for player in board.players:
        if player.name == activation.player:
            less = {key: getattr(player, key) + by for key, by in paid.numbers.items()}
            player = replace(player, **{key: max(value, 0) if key != "life" else value for key, value in less.items()})
        players.append(player)
    counters = {place: _moved(open, paid.counters.get(place[1], 0)) if place[0] == seen.id else open
                for place, open in table.space.counters.items()}  # fmt: skip
    numbers = {place: _moved(open, paid.numbers.get(place[1], 0)) if place[0] == activation.player else open
               for place, open in table.space.players.items()}  # fmt: skip
    board = replace(board, entries=tuple(entries), players=tuple(players))
    if board == table.board and counters == table.space.counters and numbers == table.space.players:
        return table.space
    return replace(table.space, board=board, counters=counters, players=numbers)


def _paid(table: Table, activation: Activation) -> _Paid:
    seen, asking, paid = activation.seen, activation.asking, _Paid()

    def known(amount: t.Quantity) -> int:
        number = quantity(table, amount, asking).constant
        if number is None:
            raise Unmodelled(asking.subject, "a cost whose amount is left open")
        return number

    for cost in activation.ability.cost:
        match cost:
            case a.TapSymbol():
                paid.tapped[seen.id] = True
            case a.UntapSymbol():
                paid.tapped[seen.id] = False
            case a.SacrificeCost(t.This()):
                paid.gone.add(seen.id)
            case a.SacrificeCost() if asking.cost is not None:
                paid.gone.add(asking.cost.id)
            case a.TapOthers() | a.UntapOthers() if asking.cost is not None:
                paid.tapped[asking.cost.id] = isinstance(cost, a.TapOthers)
            case a.RemoveCounters(kind, amount, t.This()) if _matters(table, amount, asking):
                _add(paid.counters, kind, -known(amount))
            case a.AddCounters(kind, amount):
                _add(paid.counters, kind, known(amount))
            case a.LoyaltyCost(change):
                _add(paid.counters, "loyalty", change)
            case a.PayLife(amount):
                _add(paid.numbers, "life", -known(amount))
            case a.DiscardCost(amount):
                _add(paid.numbers, "hand", -known(amount))
                _add(paid.numbers, "graveyard", known(amount))
    return paid


def _matters(table: Table, amount: t.Quantity, asking: Asking) -> bool:
    """Whether counters must really be taken off: an open number of them only where something counts counters."""
    if quantity(table, amount, asking).constant is not None:
        return True
    return any(mentions(seen.abilities, t.CountersOn, t.HasCounters) for seen in table.each())


def _add(numbers: dict[str, int], key: str, by: int) -> None:
    numbers[key] = numbers.get(key, 0) + by


def _moved(number: Expression, by: int) -> Expression:
    return Max((Add(number, Number(by)), Number(0))) if by else number


def _changed(permanent: Permanent, counters: dict[str, int]) -> tuple[tuple[str, int], ...]:
    here = dict(permanent.counters)
    for kind, change in counters.items():
        here[kind] = max(here.get(kind, 0) + change, 0)
    return tuple(sorted((kind, number) for kind, number in here.items() if number))
