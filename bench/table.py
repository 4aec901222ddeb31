"""Measures what the project promises about time and prints one table.

    python bench/table.py [--budget SECONDS] [--boards N] [--only WORD] [--json]

Times are medians of so many runs, wall clock beside processor time, since a machine may be busy with other things.
``budget`` bounds each answer of the brute force, which runs in a process of its own and is ended when its time is up.
"""

from __future__ import annotations

import argparse
import gc
import json
import multiprocessing
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from random import Random

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.boards import random_board
from bench.comparison import answers
from bench.invented import Inventor
from verifier.board import Board, Chosen, Entry, Permanent, Player, Tap
from verifier.cards import pool
from verifier.cards.ability import AddForAll, ManaReplacement, Multiply, Static, TappedForMana
from verifier.cards.card import Card
from verifier.cards.terms import OfType
from verifier.cards.vocabulary import TYPES_OF_MANA
from verifier.errors import VerifierError

TWENTY = (
    "Forest", "Forest", "Forest", "Island", "Island", "Swamp", "Mountain", "Plains", "Reflecting Pool",
    "Exotic Orchard", "Fellwar Stone", "Ancient Tomb", "Llanowar Elves", "Birds of Paradise", "Gaea's Cradle",
    "Library of Leng", "Mana Reflection", "Contamination", "Damping Sphere", "Reflecting Pool",
)  # fmt: skip
CONTINUOUS = (
    "Urborg, Tomb of Yawgmoth", "Blood Moon", "Prismatic Omen", "Living Plane", "Chromatic Lantern", "Cryptolith Rite",
    "Darkest Hour", "Glorious Anthem", "March of the Machines", "Thran Lens",
)  # fmt: skip
OF_ONE_LAYER = (
    "Urborg, Tomb of Yawgmoth", "Blood Moon", "Prismatic Omen", "Living Plane", "March of the Machines",
    "Life and Limb", "Yavimaya, Cradle of Growth", "Nature's Revolt", "Dryad of the Ilysian Grove", "Conversion",
)  # fmt: skip


@dataclass(frozen=True)
class Row:
    """One line of the table; ``seconds`` is None where there was no answer, and ``note`` says why."""

    what: str
    who: str
    seconds: float | None
    processor: float | None = None
    runs: int = 0
    bar: str = ""
    note: str = ""


@dataclass(frozen=True)
class Time:
    """The median of so many runs, wall clock and processor, in seconds."""

    wall: float
    processor: float
    runs: int


def row(what: str, who: str, found: Time | str, bar: str = "", note: str = "") -> Row:
    """A line with the time, or with the reason why there is none."""
    if isinstance(found, str):
        return Row(what, who, None, bar=bar, note=found)
    return Row(what, who, found.wall, found.processor, found.runs, bar, note)


# Boards --------------------------------------------------------------------------------------------------------------


def board_of(cards: list[Card]) -> Board:
    """A board of two players on which these cards are yours, in this order."""
    entries: list[Entry] = []
    for place, card in enumerate(cards, 1):
        copies = sum(entry.card.name == card.name for entry in entries)
        name = card.name if not copies else f"{card.name}#{copies + 1}"
        entries.append(Permanent(name, card, "you", "you", place, chosen=Chosen(color="G", player="you")))
    return Board((Player("you"), Player("opponent")), "you", tuple(entries))


def named(*names: str) -> list[Card]:
    """The cards of these names. Raises KeyError for one that the pool lacks."""
    return [_pool()[name] for name in names]


@cache
def _pool() -> dict[str, Card]:
    cards = {card.name: card for card in pool.all_cards()}
    # Nobody else has all cards in memory: the collector need not look at them while others are measured.
    gc.collect()
    gc.freeze()
    return cards


def invented_effects(number: int, multipliers: int = 0) -> list[Card]:
    """So many random replacement effects on lands tapped for mana, and so many multipliers after them.

    Multipliers watch all mana, the others some. Effects that are refused beside a Reflecting Pool are left out.
    """
    rng = Random(f"effects/{number}/{multipliers}")
    inventor = Inventor(rng, choices_left=number)
    cards: list[Card] = []
    while len(cards) < number + multipliers:
        change, multiplies = inventor.change(), len(cards) >= number
        if isinstance(change, AddForAll) or isinstance(change, Multiply) is not multiplies:
            continue
        types = inventor.letters(TYPES_OF_MANA, 3) if rng.random() < 0.3 and not multiplies else TYPES_OF_MANA
        least = 1 if multiplies else rng.choice((1, 1, 2))
        effect = ManaReplacement(TappedForMana(OfType("Land"), "everyone", least, types), change)
        card = inventor.card(("Enchantment",), (Static((effect,)),))
        if not _answered([board_of([*named("Reflecting Pool", "Forest"), card])]):
            cards.append(card)
    _make_known(cards)
    return cards


def _make_known(cards: list[Card]) -> None:
    """A certificate names the cards of its board: invented ones must be found as those of the pool are."""
    invented, found = {card.name: card for card in cards}, pool.find

    def find(name: str) -> tuple[Card, int]:
        return (invented[name], 0) if name in invented else found(name)

    pool.find = find


# Clocks --------------------------------------------------------------------------------------------------------------


def measured(ask: Callable[[], object], least: float = 0.2, most: float = 10.0) -> Time | str:
    """The median of calls that take ``least`` seconds together, three at least unless they take ``most``."""
    walls: list[float] = []
    processors: list[float] = []
    try:
        while sum(walls) < most and (len(walls) < 3 or sum(walls) < least) and len(walls) < 10_000:
            started, busy = time.perf_counter(), time.process_time()
            ask()
            walls.append(time.perf_counter() - started)
            processors.append(time.process_time() - busy)
            if len(walls) == 2 and walls[0] > 2 * walls[1]:
                # The first call fills tables that belong to no board.
                del walls[0], processors[0]
    except VerifierError as error:
        return str(error)
    return Time(statistics.median(walls), statistics.median(processors), len(walls))


def within(budget: float, name: str, question: str, board: Board, event: Tap | None) -> Time | str:
    """The time of one call in a process of its own, or why there is none."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_ask_once, args=(there, name, question, board, event))
    process.start()
    there.close()
    try:
        # Starting the process is not part of the answer.
        result: Time | str = here.recv() if here.poll(budget + 5) else f"over {budget:g} s"
    except EOFError:
        result = "ended without an answer"
    finally:
        process.kill()
        process.join()
        here.close()
    return result


def _ask_once(there: object, name: str, question: str, board: Board, event: Tap | None) -> None:
    who = answers(name)
    started, busy = time.perf_counter(), time.process_time()
    try:
        if event is None:
            getattr(who, question)(board)
        else:
            getattr(who, question)(board, event)
        told: Time | str = Time(time.perf_counter() - started, time.process_time() - busy, 1)
    except VerifierError as error:
        told = str(error)
    except (MemoryError, RecursionError) as error:
        told = type(error).__name__
    there.send(told)  # type: ignore[attr-defined]


def shell(what: str, bar: str, *arguments: str, repeat: int = 5, cache: str) -> Row:
    """A command from the shell, cold start included."""
    command = shutil.which("verifier")
    if command is None:
        return row(what, "shell", "the command `verifier` is not installed", bar)
    walls, processors = [], []
    given = {**os.environ, "XDG_CACHE_HOME": cache, "LOCALAPPDATA": cache}
    for _ in range(repeat):
        started, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([command, *arguments], capture_output=True, text=True, check=False, env=given)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        walls.append(time.perf_counter() - started)
        processors.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        said = (done.stderr or done.stdout).strip().splitlines()
        if done.returncode not in {0, 1}:
            return row(what, "shell", f"exit {done.returncode}: {said[-1] if said else ''}", bar)
    last = done.stdout.strip().splitlines()[-1] if arguments[0] == "check" else ""
    return row(what, "shell", Time(statistics.median(walls), statistics.median(processors), repeat), bar, last)


# What is measured ----------------------------------------------------------------------------------------------------


def from_the_shell(_: argparse.Namespace) -> Iterator[Row]:
    """Questions about twenty permanents, cold start included, without a proof and with it."""
    cards = ", ".join(json.dumps(card.name) for card in named(*TWENTY))
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "board.toml"
        path.write_text(f"battlefield = [{cards}]\n", encoding="utf-8")
        for question in ("could-produce", "hand-size"):
            yield shell(
                f"{question}, 20 permanents, cold start", "0.3 s", question, str(path), "--no-proof", cache=place
            )
            yield shell(f"{question}, 20 permanents, with proof", "1 s", question, str(path), cache=place)


def one_board(_: argparse.Namespace) -> Iterator[Row]:
    """Single boards in this process, without layer effects and with them."""
    from verifier.rules import answers as rules

    board = board_of(named(*TWENTY))
    yield row("could_produce, 20 permanents", "rules", measured(lambda: rules.could_produce(board)), "0.5 ms")
    yield row("maximum_hand_size, 20 permanents", "rules", measured(lambda: rules.maximum_hand_size(board)))
    layered = board_of([*named(*TWENTY[:10]), *named(*CONTINUOUS)])
    what = "could_produce, 20 permanents, 10 continuous effects"
    yield row(what, "rules", measured(lambda: rules.could_produce(layered)), "5 ms")
    fifteen = [OF_ONE_LAYER[place % len(OF_ONE_LAYER)] for place in range(15)]
    large = board_of([*named(*TWENTY[:15]) * 3, *named(*fifteen)])
    what = f"could_produce, {len(large.entries)} permanents, 15 effects in layer 4"
    yield row(what, "rules", measured(lambda: rules.could_produce(large)), "50 ms")


def _proved(board: Board) -> object:
    from verifier.report import could_produce, proved

    return proved.could_produce(board, could_produce.answers(board))


def _proved_outcomes(board: Board, event: Tap) -> object:
    from verifier.report import outcomes, proved

    return proved.outcomes(board, event, outcomes.answers(board, event))


def growth(given: argparse.Namespace) -> Iterator[Row]:
    """n Reflecting Pools, k replacement effects, both; the brute force as far as it gets."""
    from verifier.rules import answers as rules

    over = False
    for number in (3, 6, 10, 50, 200):
        board = board_of(named("Forest", *["Reflecting Pool"] * number))
        what = f"could_produce, {number} Reflecting Pools"
        bar = "2 s" if number == 200 else ""
        yield row(what, "rules", measured(lambda board=board: rules.could_produce(board)), bar)  # type: ignore[misc]
        yield row(what, "with proof", measured(lambda board=board: _proved(board)), bar)  # type: ignore[misc]
        if not over:
            found = within(given.budget, "reference", "could_produce", board, None)
            over = isinstance(found, str)
            yield row(what, "reference", found)
    over = False
    for number in (5, 7, 10, 50, 100):
        board = board_of([*named("Forest"), *invented_effects(number)])
        what = f"types, {number} replacement effects"
        bar = "2 s" if number == 100 else ""
        yield row(what, "rules", measured(lambda board=board: rules.could_produce(board)), bar)  # type: ignore[misc]
        yield row(what, "with proof", measured(lambda board=board: _proved(board)), bar)  # type: ignore[misc]
        if not over:
            found = within(given.budget, "reference", "produced", board, Tap("Forest"))
            over = isinstance(found, str)
            yield row(what, "reference", found)
    both = board_of([*named("Forest", *["Reflecting Pool"] * 200), *invented_effects(100)])
    yield row("types, 200 Reflecting Pools and 100 effects", "with proof", measured(lambda: _proved(both)), "2 s")
    exact = board_of([*named("Forest"), *invented_effects(10, 20)])
    event = Tap("Forest")
    what = "exact amounts, 20 multipliers and 10 other effects"
    yield row(what, "rules", measured(lambda: rules.produced(exact, event)))
    yield row(what, "with proof", measured(lambda: _proved_outcomes(exact, event)), "2 s")


def batch(given: argparse.Namespace) -> Iterator[Row]:
    """Random boards, one after another and in two processes."""
    rates: list[tuple[float, float]] = []
    for seed in range(3):
        # New boards each time: what was worked out about the cards of others is no help.
        boards = [random_board(seed, index) for index in range(given.boards)]
        started, busy = time.perf_counter(), time.process_time()
        refused = _answered(boards)
        rates.append((time.perf_counter() - started, time.process_time() - busy))
    wall, processor = (statistics.median(each) for each in zip(*rates, strict=True))
    yield _rate("a batch of random boards, one process", Time(wall, processor, 3), len(boards), refused)
    half = len(boards) // 2
    context = multiprocessing.get_context("spawn")
    with context.Pool(2) as workers:
        workers.map(_answered_there, [(0, 1), (0, 1)], chunksize=1)
        before = time.perf_counter()
        told = workers.map(_answered_there, [(0, half), (half, len(boards))], chunksize=1)
        wall = time.perf_counter() - before
    spent = Time(wall, sum(busy for _, busy in told), 1)
    yield _rate("a batch of random boards, two processes", spent, len(boards), sum(one for one, _ in told))


def _rate(what: str, spent: Time, boards: int, refused: int) -> Row:
    rate, busy = 60 * boards / spent.wall, 60 * boards / spent.processor
    note = f"{rate:,.0f} boards a minute, {busy:,.0f} a processor minute; {refused} of {boards} refused"
    each = Time(spent.wall / boards, spent.processor / boards, spent.runs)
    return row(what, "rules", each, "50,000 a minute", note)


def _answered(boards: list[Board]) -> int:
    """Answers every board; how many were refused."""
    from verifier.rules import answers as rules

    refused = 0
    for board in boards:
        try:
            rules.could_produce(board)
        except VerifierError:
            refused += 1
    return refused


def _answered_there(span: tuple[int, int]) -> tuple[int, float]:
    boards = [random_board(0, index) for index in range(*span)]
    busy = time.process_time()
    return _answered(boards), time.process_time() - busy


def claims(_: argparse.Namespace) -> Iterator[Row]:
    """All the claims, decided anew and again with their results kept."""
    proofs = str(Path(__file__).resolve().parent.parent / "proofs")
    with tempfile.TemporaryDirectory() as place:
        yield shell("check of all claims, cold", "60 s", "check", proofs, repeat=1, cache=place)
        yield shell("check of all claims, warm", "5 s", "check", proofs, repeat=3, cache=place)


MEASURES: dict[str, Callable[[argparse.Namespace], Iterator[Row]]] = {
    "shell": from_the_shell, "board": one_board, "growth": growth, "batch": batch, "claims": claims,
}  # fmt: skip


def readable(value: float | None) -> str:
    """A time as people read it.

    >>> readable(0.00012), readable(0.25), readable(12.0), readable(None)
    ('0.12 ms', '250 ms', '12 s', '-')
    """
    if value is None:
        return "-"
    if value < 1:
        return f"{value * 1000:.3g} ms"
    return f"{value:.3g} s"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--budget", type=float, default=10.0, help="seconds for one answer of the brute force")
    parser.add_argument("--boards", type=int, default=2000, help="how many random boards there are in a batch")
    parser.add_argument("--only", choices=sorted(MEASURES), action="append", help="measure this alone")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    given = parser.parse_args()
    rows: list[Row] = []
    for name, ask in MEASURES.items():
        if given.only and name not in given.only:
            continue
        for one in ask(given):
            rows.append(one)
            print(f"{one.what}, {one.who}: {readable(one.seconds)}", file=sys.stderr, flush=True)
    if given.json:
        print(json.dumps({"rows": [asdict(one) for one in rows]}, indent=1))
        return
    table = Table("question", "who", "wall", "processor", "runs", "bar", "note", box=SIMPLE)
    for one in rows:
        runs = str(one.runs or "")
        table.add_row(one.what, one.who, readable(one.seconds), readable(one.processor), runs, one.bar, one.note)
    Console(width=None if sys.stdout.isatty() else 180).print(table)


if __name__ == "__main__":
    main()
