"""The board once a cost has been paid: what the ability reads as it resolves (601.2h, 602.2b, 608.2h)."""

from __future__ import annotations

from dataclasses import replace

from ..board import Board, Entry, Permanent
from ..cards import ability as a
from ..cards import terms as t
from .activating import Activation
from .reading import quantity
from .table import Table


def after_payment(table: Table, activation: Activation) -> Board:
    """The board with the cost paid: tapped, sacrificed, counters moved, life and cards paid.

    What the cost is short of is taken as paid all the same: nothing goes below zero.
    """
    board, seen, asking = table.board, activation.seen, activation.asking
    gone: set[str] = set()
    tapped: dict[str, bool] = {}
    counters: dict[str, int] = {}
    player = board.player(activation.player)
    for cost in activation.ability.cost:
        match cost:
            case a.TapSymbol():
                tapped[seen.id] = True
            case a.UntapSymbol():
                tapped[seen.id] = False
            case a.SacrificeCost(t.This()):
                gone.add(seen.id)
            case a.SacrificeCost() if asking.cost is not None:
                gone.add(asking.cost.id)
            case a.TapOthers() | a.UntapOthers() if asking.cost is not None:
                tapped[asking.cost.id] = isinstance(cost, a.TapOthers)
            case a.RemoveCounters(kind, amount, t.This()):
                counters[kind] = counters.get(kind, 0) - quantity(table, amount, asking).low
            case a.AddCounters(kind, amount):
                counters[kind] = counters.get(kind, 0) + quantity(table, amount, asking).low
            case a.LoyaltyCost(change):
                counters["loyalty"] = counters.get("loyalty", 0) + change
            case a.PayLife(amount):
                player = replace(player, life=player.life - quantity(table, amount, asking).low)
            case a.DiscardCost(amount):
                less = quantity(table, amount, asking).low
                player = replace(player, hand=max(player.hand - less, 0), graveyard=player.graveyard + less)
    entries: list[Entry] = []
    for entry in board.entries:
        if entry.id in gone:
            continue
        if isinstance(entry, Permanent):
            if entry.id == seen.id and counters:
                entry = replace(entry, counters=_changed(entry, counters))
            entry = replace(entry, tapped=tapped.get(entry.id, entry.tapped))
        entries.append(entry)
    players = tuple(player if each.name == player.name else each for each in board.players)
    return replace(board, entries=tuple(entries), players=players)


def _changed(permanent: Permanent, counters: dict[str, int]) -> tuple[tuple[str, int], ...]:
    here = dict(permanent.counters)
    for kind, change in counters.items():
        here[kind] = max(here.get(kind, 0) + change, 0)
    return tuple(sorted((kind, number) for kind, number in here.items() if number))
