"""Asks ``rules`` and ``reference`` about N random events and shows where they differ, on boards as small as they get.

    python bench/events.py 5000 --seed 1

The exit code is 0 if there was no difference, 5 if there was one.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.boards import smaller
from bench.comparison import brief, shown
from bench.event_boards import Case, random_case
from verifier import reference
from verifier.board import Cleanup, DiscardCards, DrawStep, Player
from verifier.errors import Illegal, Undecided, Unmodelled
from verifier.rules import answers

Ask = Callable[[ModuleType, Case], object]

QUESTIONS: dict[str, Ask] = {
    "happenings": lambda who, case: sorted(who.happenings(case.board, case.event)),
    "facts": lambda who, case: sorted(who.facts(case.board, case.event).items()),
    "cleanup_discards": lambda who, case: [who.cleanup_discards(case.board, name) for name in case.board.names],
}


def answer(who: ModuleType, ask: Ask, case: Case) -> object:
    """The answer in a form that compares and prints the same everywhere."""
    try:
        return ask(who, case)
    except Illegal:
        return "illegal"
    except (Unmodelled, Undecided) as error:
        return f"unmodelled: {error}"
    except Exception as error:  # noqa: BLE001 - whatever one of the two raises is a finding, not the end of the run
        frames = traceback.extract_tb(error.__traceback__)
        return f"crash: {type(error).__name__} {error} ({frames[-1].name}, line {frames[-1].lineno})"


def differs(ask: Ask, case: Case) -> tuple[object, object] | None:
    """Both answers if they are not the same, and neither refuses the case as unmodelled."""
    one, other = answer(answers, ask, case), answer(reference, ask, case)
    if one == other or any(isinstance(each, str) and each.startswith("unmodelled") for each in (one, other)):
        return None
    return one, other


def least(ask: Ask, case: Case) -> Case:
    """A smaller case on which the two still differ."""
    progress = True
    while progress:
        progress = False
        for candidate in _smaller(case):
            if differs(ask, candidate):
                case, progress = candidate, True
                break
    return case


def _smaller(case: Case) -> Iterator[Case]:
    for board in smaller(case.board):
        yield Case(board, case.event)
    for at, player in enumerate(case.board.players):
        for name in ("life", "hand", "library", "drawn_this_turn", "drawn_kept"):
            plain = replace(player, **{name: getattr(Player("you"), name)})
            if plain != player and plain.drawn_kept <= min(plain.hand, plain.drawn_this_turn):
                players = (*case.board.players[:at], plain, *case.board.players[at + 1 :])
                yield Case(replace(case.board, players=players), case.event)
    event = case.event
    if isinstance(event, DiscardCards) and event.number > 1:
        yield Case(case.board, replace(event, number=event.number - 1))
    if isinstance(event, DrawStep) and event.replaced:
        yield Case(case.board, replace(event, replaced=event.replaced - 1))
    if len(case.board.players) > 2 and not isinstance(event, Cleanup):
        kept = case.board.players[:2]
        named = {entry.controller for entry in case.board.entries} | {case.board.active}
        if named <= {player.name for player in kept}:
            yield Case(replace(case.board, players=kept), event)


def told(case: Case, name: str, found: tuple[object, object]) -> str:
    """The case and the two answers, for people."""
    only = [
        [each for each in mine if each not in theirs] if isinstance(mine, list) and isinstance(theirs, list) else mine
        for mine, theirs in (found, found[::-1])
    ]
    return f"{shown(case.board)}\n{brief(case.event)}\n{name}\n  rules only: {only[0]}\n  reference only: {only[1]}"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("cases", type=int, nargs="?", default=2_000, help="how many events")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the index of the first")
    parser.add_argument("--show", type=int, default=5, help="how many differences to make small and show")
    given = parser.parse_args()
    tally: Counter[str] = Counter()
    found = 0
    for index in range(given.first, given.first + given.cases):
        case = random_case(given.seed, index)
        kind = type(case.event).__name__
        for name, ask in QUESTIONS.items():
            one, other = answer(answers, ask, case), answer(reference, ask, case)
            refused = [str(each).startswith("unmodelled") for each in (one, other)]
            if any(refused):
                tally[
                    f"{kind} {name} unmodelled for {'both' if all(refused) else ('rules', 'reference')[refused[1]]}"
                ] += 1
            elif one == other:
                tally[f"{kind} {name} {'illegal for both' if one == 'illegal' else 'the same'}"] += 1
            else:
                tally[f"{kind} {name} DIFFERENT"] += 1
                found += 1
                if found <= given.show:
                    small = least(ask, case)
                    print(
                        f"\n# seed {given.seed} index {index}\n{told(small, name, differs(ask, small) or (one, other))}"
                    )
    for line, number in sorted(tally.items()):
        print(f"{number:7,} {line}")
    return 5 if found else 0


if __name__ == "__main__":
    sys.exit(main())
