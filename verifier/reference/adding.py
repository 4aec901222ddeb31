"""Following the instructions of one ability: which mana it would add by itself (608.2c, 106.3, 614.15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, permutations, product

from verifier.board import Amounts, Permanent
from verifier.cards import mana as m
from verifier.cards.ability import (
    AddMana,
    ChooseMode,
    If,
    Instruction,
    May,
    OtherInstruction,
    PutCounters,
    RemoveCounters,
    TapPermanents,
    UnlessPaid,
)
from verifier.cards.naming import in_words
from verifier.cards.vocabulary import COLORS, TYPES_OF_MANA
from verifier.errors import Unmodelled

from .asking import holds, meant, players, possible_numbers
from .mana_types import types_among
from .table import Table, Thing, View

NOTHING: Amounts = (0, 0, 0, 0, 0, 0)

UNCHANGED_BY = frozenset({"damage", "scry", "look", "reveal", "shuffle"})
"""Instructions that leave everything that an amount of mana may read as it was."""


@dataclass(frozen=True)
class Addition:
    """A player adds mana; ``amounts`` is None where some of it would be of an undefined type (106.5)."""

    player: str
    amounts: Amounts | None


Outcome = tuple[Addition, ...]
"""What one way of following the instructions adds, in order."""


def total(outcome: Outcome) -> Amounts:
    """All the mana of an outcome. An ability that would produce mana of an undefined type produces none (106.5)."""
    amounts = NOTHING
    for addition in outcome:
        if addition.amounts is None:
            return NOTHING
        amounts = plus(amounts, addition.amounts)
    return amounts


def plus(left: Amounts, right: Amounts) -> Amounts:
    """Two amounts of mana together."""
    return (
        left[0] + right[0],
        left[1] + right[1],
        left[2] + right[2],
        left[3] + right[3],
        left[4] + right[4],
        left[5] + right[5],
    )


def only(letter: str, number: int) -> Amounts:
    """That much mana of one type; a negative number is used as zero (107.1b)."""
    place = TYPES_OF_MANA.index(letter)
    number = max(number, 0)
    return (
        number * (place == 0),
        number * (place == 1),
        number * (place == 2),
        number * (place == 3),
        number * (place == 4),
        number * (place == 5),
    )


# Instructions ------------------------------------------------------------------------------------------------------


def outcomes(table: Table, view: View, instructions: tuple[Instruction, ...]) -> set[Outcome]:
    """Every outcome of following the instructions in the order written, over all choices."""
    return {outcome for _, outcome in _follow(table, view, instructions)}


def _follow(table: Table, view: View, instructions: tuple[Instruction, ...]) -> list[tuple[Table, Outcome]]:
    ways: list[tuple[Table, Outcome]] = [(table, ())]
    for instruction in instructions:
        ways = [(later, before + added) for now, before in ways for later, added in _follow_one(now, view, instruction)]
    return ways


def _follow_one(table: Table, view: View, instruction: Instruction) -> list[tuple[Table, Outcome]]:
    match instruction:
        case AddMana():
            return [(table, outcome) for outcome in _would_add(table, view, instruction)]
        case If(condition=condition, then=then, otherwise=otherwise):
            return _follow(table, view, then if holds(table, view, condition) else otherwise)
        case May(instructions=inner) | UnlessPaid(instructions=inner):
            done = [(replace(later, followed=True), added) for later, added in _follow(table, view, inner)]
            return [(replace(table, followed=False), ()), *done]
        case ChooseMode(modes=modes):
            return [way for mode in modes for way in _follow(table, view, mode)]
        case PutCounters(kind=kind, amount=amount, on=on):
            numbers = [max(number, 0) for number in possible_numbers(table, view, amount)]
            return [(_changed(table, meant(table, view, on), kind, number), ()) for number in numbers]
        case RemoveCounters(kind=kind, amount=amount, from_=from_):
            numbers = [max(number, 0) for number in possible_numbers(table, view, amount)]
            return [(_changed(table, meant(table, view, from_), kind, -number), ()) for number in numbers]
        case TapPermanents(on=on, untap=untap):
            changed = [replace(thing.permanent, tapped=not untap) for thing in meant(table, view, on)]
            return [(_with_permanents(table, changed), ())]
        case OtherInstruction(kind=kind) if kind in UNCHANGED_BY:
            return [(table, ())]
    # Whatever it does, the board is no longer the one that was given.
    return [(replace(table, unsettled=True, that_many=None, followed=None), ())]


def _changed(table: Table, things: list[Thing], kind: str, change: int) -> Table:
    """Counters put on each permanent, or as many of them removed as there are (609.3)."""
    moved = 0
    permanents: list[Permanent] = []
    for thing in things:
        before = thing.permanent.counter(kind)
        after = max(before + change, 0)
        others = tuple((name, count) for name, count in thing.permanent.counters if name != kind)
        permanents.append(replace(thing.permanent, counters=(*others, (kind, after))))
        moved += abs(after - before)
    return replace(_with_permanents(table, permanents), that_many=moved, followed=None)


def _with_permanents(table: Table, permanents: list[Permanent]) -> Table:
    for permanent in permanents:
        if permanent.id in table.there:
            table = table.with_permanent(permanent)
    return table


def _would_add(table: Table, view: View, add: AddMana) -> set[Outcome]:
    """What one instruction to add mana comes to, its self-replacement effects applied (614.15, 616.1a)."""
    if view.costs_ignored and not view.asks_whose:
        groups: list[tuple[str, ...]] = [(view.you,)]  # 106.7 asks for types, whoever would get the mana.
    elif add.player == "any":
        groups = [(name,) for name in table.board.names]
    else:
        meant_players = players(table, view, add.player)
        groups = [tuple(name for name in table.board.names if name in meant_players)]
    if table.unsettled and reads_the_board(add):
        raise Unmodelled(view.subject, "an amount of mana that depends on an earlier instruction")
    replacing = [instead for instead in add.instead if holds(table, view, instead.condition)]
    results: set[Amounts | None] = set()
    if not replacing:
        results = would_produce(table, view, add.mana)
    for order in permutations(replacing) if replacing else ():
        # Each takes the place of what is there, so the one that is applied last is what is left.
        for before in _views_of_type_before(table, view, add.mana):
            results |= would_produce(table, before, order[-1].mana)
    if add.optional:
        results.add(NOTHING)
    return {
        outcome
        for names in groups
        for outcome in product(*[[Addition(name, amounts) for amounts in results] for name in names])
    }


def _views_of_type_before(table: Table, view: View, mana: m.Mana) -> Iterator[View]:
    """ "One view for each type that may have been chosen in the part that is replaced, "that type" from then on."""
    if isinstance(mana, m.OneType):
        types = types_among(table, view, mana.among)
        for letter in types:
            yield replace(view, type_before=letter)
        if types:
            return
    yield view


def reads_the_board(add: AddMana) -> bool:
    """Whether the instruction reads anything but its own words."""
    return bool(add.instead) or not _is_plain(add.mana)


def _is_plain(mana: m.Mana) -> bool:
    match mana:
        case m.Symbols():
            return True
        case m.OneType(among=among, amount=amount) | m.Combination(among=among, amount=amount):
            return isinstance(among, m.Types | m.ChosenColor) and isinstance(amount, int)
        case m.Repeated(mana=inner, times=times):
            return isinstance(times, int) and _is_plain(inner)
        case m.Together(parts=parts) | m.Choice(options=parts):
            return all(_is_plain(part) for part in parts)
    return False


# Mana expressions --------------------------------------------------------------------------------------------------


def would_produce(table: Table, view: View, mana: m.Mana) -> set[Amounts | None]:
    """Every amount that the expression comes to, over all choices; None: some mana of an undefined type (106.5)."""
    match mana:
        case m.Symbols(symbols=symbols):
            return _together([set(_of_symbol(view, symbol)) for symbol in symbols])
        case m.OneType(among=among, amount=amount):
            types = types_among(table, view, among)
            if not types:
                return _undefined(table, view, mana)
            return {
                only(letter, number)
                for letter in types
                for number in possible_numbers(table, replace(view, color=letter), amount)
            }
        case m.Combination(among=among, amount=amount):
            types = types_among(table, view, among)
            if not types:
                return _undefined(table, view, mana)
            numbers = [max(number, 0) for number in possible_numbers(table, view, amount)]
            return {_sum(letters) for number in numbers for letters in combinations_with_replacement(types, number)}
        case m.OneOfEach(of=of):
            return {_sum(tuple(types_among(table, view, of)))}
        case m.ManaCostOf(of=of):
            costs = [symbol for thing in meant(table, view, of) for symbol in thing.mana_cost if symbol != "X"]
            return _together([set(_of_symbol(view, symbol)) for symbol in costs])
        case m.UnspentAgain():
            raise Unmodelled(view.subject, "a board does not say which mana is unspent")
        case m.Repeated(mana=inner, times=times):
            return {
                _times(amounts, max(number, 0))
                for number in possible_numbers(table, view, times)
                for amounts in would_produce(table, view, inner)
            }
        case m.Together(parts=parts):
            return _together([would_produce(table, view, part) for part in parts])
        case m.Choice(options=options):
            return {amounts for option in options for amounts in would_produce(table, view, option)}
    raise Unmodelled(view.subject, f"mana of the kind {in_words(mana)}")


def _undefined(table: Table, view: View, mana: m.OneType | m.Combination) -> set[Amounts | None]:
    """106.5 speaks of one mana or more; none at all is simply none."""
    if isinstance(mana.amount, int):
        return {None} if mana.amount > 0 else {NOTHING}
    if isinstance(mana.among, m.TypesProduced):
        return {None}  # Its amount speaks of the same missing event.
    return {None if number > 0 else NOTHING for number in possible_numbers(table, view, mana.amount)}


def _of_symbol(view: View, symbol: str) -> list[Amounts]:
    """One mana symbol: 106.8 hybrid, 106.9 Phyrexian, 106.10 generic, 106.11 snow."""
    if symbol in TYPES_OF_MANA and len(symbol) == 1:
        return [only(symbol, 1)]
    if symbol.isdigit():
        return [only("C", int(symbol))]
    if symbol == "S":
        return [only("C", 1)]
    halves = [half for half in symbol.split("/") if half != "P"]
    if "/" in symbol and halves and all(half.isdigit() or half in (*COLORS, "C") for half in halves):
        return [amounts for half in halves for amounts in _of_symbol(view, half)]
    raise Unmodelled(view.subject, f"the mana symbol {symbol!r} in an effect that adds mana")


def _together(parts: list[set[Amounts | None]]) -> set[Amounts | None]:
    sums: set[Amounts | None] = {NOTHING}
    for part in parts:
        sums = {None if left is None or right is None else plus(left, right) for left in sums for right in part}
    return sums


def _sum(letters: tuple[str, ...]) -> Amounts:
    w, u, b, r, g, c = map(letters.count, TYPES_OF_MANA)
    return (w, u, b, r, g, c)


def _times(amounts: Amounts | None, number: int) -> Amounts | None:
    if amounts is None:
        return None if number > 0 else NOTHING
    result = NOTHING
    for _ in range(number):
        result = plus(result, amounts)
    return result
