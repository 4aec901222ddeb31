"""Asks ``rules``, ``reference`` and the solver about N random boards and shows where they differ.

    python bench/agree.py 1000000 --seed 1 --jobs 2
    python bench/agree.py 100000 --layers 0.5

``--layers`` is the share of boards with continuous effects on characteristics; of those the characteristics are asked
too. The solver's side, which costs most, is asked about every tenth board, or every N-th (``--solver-every N``).
What is done is kept in a state file, so that a run which was stopped goes on where it was. The exit code is 0 if there
was no difference, 5 if there was one, 3 if one of the two answers does not exist yet.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import verifier
from bench.boards import random_board
from bench.comparison import Tally, answers, differences, least, second_opinions, shown
from bench.layered import layered_board
from verifier.board import Board
from verifier.reference import timestamps

CHUNK = 50
PAIR = ("rules.answers", "reference")
MOST_ORDERS = 24
"""Where boards have continuous effects, the brute force leaves out those with more orders of simultaneous entries."""
SOLVER = "encode.answers"
SOLVER_EVERY = 10
"""Unless told otherwise the solver's side is asked about every tenth board, and must say what the rules say."""
SECOND_SOLVER_EVERY = 100
"""On every hundredth the second solver is asked what the first one was asked."""


@dataclass
class State:
    """How far a run is: boards 0 to ``done`` of the row of ``seed``, by this code and this card pool.

    ``layers`` is the share of boards with continuous effects; about every ``solver_every``-th the solver was asked.
    """

    seed: int
    code: str
    done: int = 0
    tally: Tally = field(default_factory=Tally)
    different: list[int] = field(default_factory=list)
    layers: float = 0.0
    solver_every: int = SOLVER_EVERY


def code() -> str:
    """A digest of everything that the answers come from; a result of other code says nothing about this one."""
    digest = hashlib.sha256()
    package = Path(verifier.__file__).parent
    for path in sorted([*package.rglob("*.py"), *Path(__file__).parent.glob("*.py"), *_pool(package)]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _pool(package: Path) -> list[Path]:
    return sorted(path for root in (package / "_data", package.parent) for path in root.glob("models/*.jsonl"))


def load(path: Path, seed: int, layers: float = 0.0, solver_every: int = SOLVER_EVERY) -> State:
    """The state that was kept, if it is of the same seed, share, solver's share and code; a new one otherwise."""
    fresh = State(seed, code(), layers=layers, solver_every=solver_every)
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        tally = Tally(**kept["tally"])
        told = (kept["different"], kept["layers"], kept["solver_every"])
        state = State(kept["seed"], kept["code"], kept["done"], tally, *told)
    except (OSError, ValueError, KeyError, TypeError):
        return fresh
    return state if replace(state, done=0, tally=Tally(), different=[]) == fresh else fresh


def save(state: State, path: Path) -> None:
    """Keeps the state; a reader sees the old one or the new one, never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(asdict(state), indent=1) + "\n", encoding="utf-8")
    partial.replace(path)


def has_layers(seed: int, index: int, share: float) -> bool:
    """Whether that board of the row is one with continuous effects; of the boards so many are."""
    return Random(f"share/{seed}/{index}").random() < share


def board_of(seed: int, index: int, share: float) -> Board:
    """Board ``index`` of the row that ``seed`` and the share of boards with continuous effects name."""
    return layered_board(seed, index) if has_layers(seed, index, share) else random_board(seed, index)


def ask(seed: int, first: int, last: int, layers: float, solver_every: int = SOLVER_EVERY) -> tuple[Tally, list[int]]:
    """The tally of a stretch of boards, and the indices of those with a difference."""
    left, right = (answers(name) for name in PAIR)
    if left is None or right is None:
        raise RuntimeError("one of the two answers does not exist yet")
    solver = answers(SOLVER)
    if layers:
        timestamps.MOST_ORDERS = MOST_ORDERS
    tally = Tally()
    different = []
    for index in range(first, last):
        board, seen = board_of(seed, index, layers), has_layers(seed, index, layers)
        found: list[object] = list(differences(board, left, right, tally, characteristics=seen))
        if solver is not None and index % solver_every == 0:
            found += differences(board, left, solver, tally, characteristics=seen)
        if index % SECOND_SOLVER_EVERY == 0:
            found += second_opinions(board)
        if found:
            different.append(index)
    return tally, different


def _stretches(first: int, last: int) -> Iterator[tuple[int, int]]:
    for start in range(first, last, CHUNK):
        yield start, min(start + CHUNK, last)


def run(state: State, boards: int, jobs: int, path: Path, console: Console) -> None:
    """Goes on from the state to ``boards`` boards, keeping the state after every stretch."""
    columns = (TextColumn("boards"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn(),
               TextColumn("{task.fields[different]} differ"))  # fmt: skip
    with Progress(*columns, console=console) as progress, ProcessPoolExecutor(max_workers=jobs) as workers:
        task = progress.add_task("", total=boards, completed=state.done, different=len(state.different))
        stretches = list(_stretches(state.done, boards))
        for at in range(0, len(stretches), jobs * 4):
            batch = stretches[at : at + jobs * 4]
            rest = (state.layers, state.solver_every)
            waiting = [workers.submit(ask, state.seed, first, last, *rest) for first, last in batch]
            for (_, last), future in zip(batch, waiting, strict=True):
                tally, different = future.result()
                for name, number in asdict(tally).items():
                    setattr(state.tally, name, getattr(state.tally, name) + number)
                state.different.extend(different)
                state.done = last
                save(state, path)
                progress.update(task, completed=last, different=len(state.different))


def show(seed: int, index: int, layers: float) -> bool:
    """Prints a board, made as small as it gets while two of the answers differ, and the differences."""
    board, seen = board_of(seed, index, layers), has_layers(seed, index, layers)
    named = [(name, who) for name in (*PAIR, SOLVER) if (who := answers(name)) is not None]
    (left_name, left), *others = named
    for right_name, right in others:
        found = differences(board, left, right, characteristics=seen)
        if found:
            question = found[0].question
            board = least(board, question, left, right)
            found = [
                each for each in differences(board, left, right, characteristics=seen) if each.question == question
            ]
            print(f"\nboard {index} of seed {seed}\n{shown(board)}")
            for difference in (each for each in found if each.question == question):
                print(f"{difference.question}\n  {left_name}: {difference.left}\n  {right_name}: {difference.right}")
            return True
    print(f"\nboard {index} of seed {seed}\n{shown(board)}")
    return False


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", type=int, nargs="?", default=10_000, help="how many boards")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--layers", type=float, default=0.0, metavar="SHARE", help="how many boards have layer effects")
    parser.add_argument(
        "--solver-every", type=int, default=SOLVER_EVERY, metavar="N", help="ask the solver every N boards"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--show", type=int, metavar="INDEX", help="show one board and where the answers differ")
    parser.add_argument("--state", type=Path, help="the state file (default: build/agree-SEED.json)")
    given = parser.parse_args()
    console = Console()
    if given.show is not None:
        return 5 if show(given.seed, given.show, given.layers) else 0
    missing = [name for name in PAIR if answers(name) is None]
    if missing:
        console.print(f"verifier.{missing[0]} does not exist yet", markup=False)
        return 3
    kind = f"-layers-{given.layers:g}" if given.layers else ""
    path = given.state or Path("build") / f"agree-{given.seed}{kind}.json"
    state = load(path, given.seed, given.layers, given.solver_every)
    if state.done:
        console.print(f"going on after {state.done:,} boards (state: {path})", markup=False)
    try:
        run(state, given.boards, given.jobs, path, console)
    except KeyboardInterrupt:
        console.print(f"stopped after {state.done:,} boards; the same command goes on", markup=False)
    tally = state.tally
    console.print(
        f"{state.done:,} boards, {tally.asked:,} questions: {tally.answered:,} compared (of them {tally.illegal:,} "
        f"illegal for both), {tally.unmodelled_by_both:,} unmodelled for both, {tally.unmodelled_by_one:,} for one; "
        f"{len(state.different):,} boards with a difference",
        markup=False,
    )
    for index in state.different[:3]:
        show(given.seed, index, given.layers)
    return 5 if state.different else 0


if __name__ == "__main__":
    sys.exit(main())
