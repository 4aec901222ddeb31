"""Measures what the project promises about time and prints one table.

    python bench/table.py [--budget SECONDS] [--json]

``budget`` bounds each answer of the brute force, which runs in a process of its own and is ended when its time is up.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from random import Random

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.boards import random_board
from bench.comparison import Answers, answers
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
MISSING = "not there yet"


@dataclass(frozen=True)
class Row:
    """One line of the table; ``seconds`` is None where there was no answer, and ``note`` says why."""

    what: str
    who: str
    seconds: float | None
    bar: str = ""
    note: str = ""


def board_of(cards: list[Card]) -> Board:
    """A board of two players on which these cards are yours, in this order."""
    entries: list[Entry] = []
    for place, card in enumerate(cards, 1):
        copies = sum(entry.card.name == card.name for entry in entries)
        name = card.name if not copies else f"{card.name}#{copies + 1}"
        entries.append(Permanent(name, card, "you", "you", place, chosen=Chosen(color="G", player="you")))
    return Board((Player("you"), Player("opponent")), "you", tuple(entries))


def named(*names: str) -> list[Card]:
    """The cards of these names; those that the pool lacks are left out."""
    known = {card.name: card for card in pool.all_cards()}
    return [known[name] for name in names if name in known]


def effects(number: int, multipliers: bool) -> Board:
    """A Forest and that many random replacement effects on lands tapped for mana, doublings among them or not."""
    rng = Random(f"effects/{number}/{multipliers}")
    inventor = Inventor(rng, choices_left=number)
    cards = named("Forest")
    while len(cards) <= number:
        change = inventor.change()
        if isinstance(change, AddForAll) or (isinstance(change, Multiply) and not multipliers):
            continue
        types = inventor.letters(TYPES_OF_MANA, 3) if rng.random() < 0.3 else TYPES_OF_MANA
        when = TappedForMana(OfType("Land"), "everyone", rng.choice((1, 1, 2)), types)
        cards.append(inventor.card(("Enchantment",), (Static((ManaReplacement(when, change),)),)))
    return board_of(cards)


def seconds(ask: Callable[[], object], least: float = 0.2) -> float:
    """The time of one call: the median of calls that take ``least`` seconds together, three at least."""
    ask()
    times: list[float] = []
    while len(times) < 3 or (sum(times) < least and len(times) < 10_000):
        started = time.perf_counter()
        ask()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def within(budget: float, name: str, question: str, board: Board, event: Tap | None) -> tuple[float | None, str]:
    """The time of one call in a process of its own, or why there is none."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_ask_once, args=(there, name, question, board, event))
    process.start()
    there.close()
    try:
        # Starting the process is not part of the answer.
        result: tuple[float | None, str] = here.recv() if here.poll(budget + 5) else (None, f"over {budget:g} s")
    except EOFError:
        result = (None, "ended without an answer")
    finally:
        process.kill()
        process.join()
        here.close()
    return result


def _ask_once(there: object, name: str, question: str, board: Board, event: Tap | None) -> None:
    who = answers(name)
    started = time.perf_counter()
    try:
        if event is None:
            getattr(who, question)(board)
        else:
            getattr(who, question)(board, event)
        told: tuple[float | None, str] = (time.perf_counter() - started, "")
    except VerifierError as error:
        told = (None, str(error))
    except (MemoryError, RecursionError) as error:
        told = (None, type(error).__name__)
    there.send(told)  # type: ignore[attr-defined]


def timed(who: Answers | None, question: str, board: Board, event: Tap | None = None) -> tuple[float | None, str]:
    """The time of one answer in this process, or why there is none."""
    if who is None:
        return None, MISSING
    ask = getattr(who, question)
    try:
        return seconds((lambda: ask(board)) if event is None else (lambda: ask(board, event))), ""
    except VerifierError as error:
        return None, str(error)


def shell(what: str, bar: str, *arguments: str, repeat: int = 5) -> Row:
    """A command from the shell, cold start included."""
    command = shutil.which("verifier")
    if command is None:
        return Row(what, "shell", None, bar, "the command `verifier` is not installed")
    times = []
    for _ in range(repeat):
        started = time.perf_counter()
        done = subprocess.run([command, *arguments], capture_output=True, text=True, check=False)
        times.append(time.perf_counter() - started)
        if done.returncode not in {0, 1}:
            said = (done.stderr or done.stdout).strip().splitlines()
            return Row(what, "shell", None, bar, f"exit {done.returncode}: {said[-1] if said else ''}")
    return Row(what, "shell", statistics.median(times), bar)


def from_the_shell() -> Iterator[Row]:
    """A question about twenty permanents, and all the claims."""
    cards = ", ".join(json.dumps(card.name) for card in named(*TWENTY))
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "board.toml"
        path.write_text(f"battlefield = [{cards}]\n", encoding="utf-8")
        yield shell("could-produce, 20 permanents, cold start", "0.3 s", "could-produce", str(path))
        yield shell("hand-size, 20 permanents, cold start", "0.3 s", "hand-size", str(path))
    proofs = Path(__file__).resolve().parent.parent / "proofs"
    yield shell("check of all claims", "60 s", "check", str(proofs), repeat=1)
    yield shell("check of all claims, again", "5 s", "check", str(proofs), repeat=1)


def in_this_process(who: Answers | None) -> Iterator[Row]:
    """One board of twenty permanents, and many random boards."""
    board = board_of(named(*TWENTY))
    count = len(board.entries)
    yield Row(f"could_produce, {count} permanents", "rules", *_with_bar(timed(who, "could_produce", board), "0.5 ms"))
    yield Row(f"maximum_hand_size, {count} permanents", "rules",
              *_with_bar(timed(who, "maximum_hand_size", board), ""))  # fmt: skip
    if who is None:
        return
    boards, done = [random_board(0, index) for index in range(1000)], 0
    started = time.perf_counter()
    for each in boards:
        try:
            who.could_produce(each)
            done += 1
        except VerifierError:
            continue
    spent = time.perf_counter() - started
    rate = f"{60 * len(boards) / spent:,.0f} boards a minute; {len(boards) - done} of {len(boards)} refused"
    yield Row("could_produce, a random board in a batch", "rules", spent / len(boards), "1.2 ms", rate)


def _with_bar(found: tuple[float | None, str], bar: str) -> tuple[float | None, str, str]:
    return found[0], bar, found[1]


def growth(who: Answers | None, budget: float) -> Iterator[Row]:
    """n Reflecting Pools beside a Forest, k replacement effects on one; the brute force as far as it gets."""
    brute, over = answers("reference"), False
    for number in (3, 6, 10, 50, 200):
        board = board_of(named("Forest", *["Reflecting Pool"] * number))
        what = f"could_produce, {number} Reflecting Pools"
        yield Row(what, "rules", *_with_bar(timed(who, "could_produce", board), "2 s" if number == 200 else ""))
        if brute is not None and not over:
            found = within(budget, "reference", "could_produce", board, None)
            over = found[0] is None
            yield Row(what, "reference", *_with_bar(found, ""))
    for number, multipliers in product((3, 5, 6, 7, 8, 10, 50, 100), (False, True)):
        over = over and number != 3
        board = effects(number, multipliers)
        what = f"produced, {number} replacement effects" + (", multipliers among them" if multipliers else "")
        yield Row(
            what, "rules", *_with_bar(timed(who, "produced", board, Tap("Forest")), "2 s" if number == 100 else "")
        )
        if brute is not None and not over:
            found = within(budget, "reference", "produced", board, Tap("Forest"))
            over = found[0] is None
            yield Row(what, "reference", *_with_bar(found, ""))


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
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    given = parser.parse_args()
    who = answers("rules.answers")
    rows = [*from_the_shell(), *in_this_process(who), *growth(who, given.budget)]
    if given.json:
        print(json.dumps({"rows": [asdict(row) for row in rows]}, indent=1))
        return
    table = Table("question", "who", "time", "bar", "note", box=SIMPLE)
    for row in rows:
        table.add_row(row.what, row.who, readable(row.seconds), row.bar, row.note)
    Console().print(table)


if __name__ == "__main__":
    main()
