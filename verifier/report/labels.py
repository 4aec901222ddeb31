"""Names of permanents and amounts of mana as people read them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..board import Amounts, Board, Permanent, Pools
from ..cards.vocabulary import TYPES_OF_MANA
from ..words import MOST_LETTERS, letters_or_number

NOTHING = "nothing"
_COUNTED = re.compile(r"(.*)#\d+")


def types(letters: str) -> str:
    """A set of types of mana.

    >>> types("WU"), types("")
    ('WU', 'nothing')
    """
    return letters or NOTHING


def mana(amounts: Amounts) -> str:
    """An amount of mana.

    >>> mana((0, 0, 0, 0, 2, 4)), mana((0, 0, 12, 0, 0, 1)), mana((0,) * 6)
    ('GGCCCC', '12 black and 1 colorless', 'nothing')
    """
    if all(number <= MOST_LETTERS for number in amounts):
        return "".join(letter * number for letter, number in zip(TYPES_OF_MANA, amounts, strict=True)) or NOTHING
    parts = zip(TYPES_OF_MANA, amounts, strict=True)
    return " and ".join(letters_or_number(letter, number, 0) for letter, number in parts if number)


def state(amounts: Amounts, cap: int) -> str:
    """A state of a production in which amounts above ``cap`` are not told apart.

    With 1 only the types are told; with more, a number that may be higher has a plus behind it.

    >>> state((0, 0, 0, 0, 2, 1), 2), state((0, 0, 0, 0, 1, 1), 1), state((0, 0, 0, 0, 9, 1), 9)
    ('GG+ C', 'GC', '9 or more green and 1 colorless')
    """
    if cap <= 1 or all(number < cap for number in amounts):
        return mana(amounts)
    parts = [(letter, number) for letter, number in zip(TYPES_OF_MANA, amounts, strict=True) if number]
    if cap <= MOST_LETTERS:
        return " ".join(f"{letter * number}{'+' if number == cap else ''}" for letter, number in parts)
    told = [(letters_or_number(letter, number, 0), number) for letter, number in parts]
    return " and ".join(one.replace(" ", " or more ") if number == cap else one for one, number in told)


_OR_MORE = re.compile(r"(?<![\w/])(?:W+|U+|B+|R+|G+|C+)\+(?![\w/])")
LEGEND = "a plus behind letters means so many or more: amounts are told apart only as far as some effect asks"


def legend(lines: Sequence[str]) -> list[str]:
    """The line that explains the plus, where one occurs.

    >>> legend(["the effects reach G, GG+ only"]) == ["", f"  {LEGEND}"], legend(["a +1/+1 counter", "R+D"])
    (True, [])
    """
    return ["", f"  {LEGEND}"] if any(map(_OR_MORE.search, lines)) else []


def in_order(states: Iterable[Amounts]) -> tuple[Amounts, ...]:
    """States with W before U before B and so on, and less before more of the same.

    >>> in_order([(0, 0, 0, 0, 0, 1), (2, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0)])
    ((1, 0, 0, 0, 0, 0), (2, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1))
    """
    return tuple(sorted(states, key=in_order_key))


def in_order_key(amounts: Amounts) -> tuple[list[bool], Amounts]:
    """What ``in_order`` sorts by."""
    return [not number for number in amounts], amounts


def pools(result: Pools, actor: str) -> str:
    """Mana by player; the name is left out where it is the one who taps or activates."""
    told = [
        mana(amounts) if player == actor and len(result) == 1 else f"{player}: {mana(amounts)}"
        for player, amounts in result
    ]
    return ", ".join(told) or NOTHING


def verb(who: Sequence[str], word: str) -> str:
    """The verb that goes with the players, given as for "you".

    >>> verb(["opponent"], "choose"), verb(["you"], "choose"), verb(["you", "opponent"], "choose")
    ('chooses', 'choose', 'choose')
    """
    return word if len(who) > 1 or "you" in who else f"{word}s"


def size(maximum: int | None) -> str:
    """A maximum hand size."""
    return "no maximum" if maximum is None else str(maximum)


def face_name(permanent: Permanent) -> str:
    """The name of the face that is seen, of the card itself."""
    return permanent.card.faces[permanent.face].name


def base(id: str, name: str) -> str:
    """What an entry is called without its number: the card's name, with an id of its own before it.

    >>> base("Forest#2", "Forest"), base("isle", "Thriving Isle")
    ('Forest', 'isle (Thriving Isle)')
    """
    counted = _COUNTED.fullmatch(id)
    if id == name or (counted and counted[1] == name):
        return name
    return f"{id} ({name})"


def entry_name(board: Board, id: str) -> str:
    """What an entry of the board is called: its id, and its card's name where the id does not say it."""
    try:
        entry = board.entry(id)
    except KeyError:
        return id
    name = entry.card.faces[entry.face].name
    return id if base(id, name) == name else base(id, name)


def entry_base(board: Board, id: str) -> str:
    """What an entry of the board is called without its number."""
    try:
        entry = board.entry(id)
    except KeyError:
        return id
    return base(id, entry.card.faces[entry.face].name)


def folded(names: Iterable[str], most: int | None = None) -> str:
    """Names in the order in which they come first, each once with its number; the first ones if they are many.

    >>> folded(["Forest", "Opt", "Forest"]), folded(["Forest", "Opt", "Swamp"], 1)
    ('Forest ×2, Opt', 'Forest and 2 more')
    """
    counted: dict[str, int] = {}
    for name in names:
        counted[name] = counted.get(name, 0) + 1
    told = [name if number == 1 else f"{name} ×{number}" for name, number in counted.items()]
    more = f" and {len(told) - most} more" if most is not None and len(told) > most else ""
    return ("; " if any("," in name for name in told) else ", ").join(told[:most]) + more


def group_name(board: Board, ids: Sequence[str]) -> str:
    """What permanents of one card are called together, with their controller if that is not the first player."""
    permanents = [entry for id in ids if isinstance(entry := board.entry(id), Permanent)]
    names = folded(base(permanent.id, face_name(permanent)) for permanent in permanents)
    if len(ids) == 1 and base(ids[0], face_name(permanents[0])) != ids[0] and "#" in ids[0]:
        names = entry_name(board, ids[0])
    others = sorted({permanent.controller for permanent in permanents} - {board.names[0]})
    return f"{names} ({', '.join(others)})" if others else names
