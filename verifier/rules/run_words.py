"""Words in which the steps of runs are told."""

from __future__ import annotations


def possessive(name: str) -> str:
    """Whose it is.

    >>> possessive("you"), possessive("opponent")
    ('your', "opponent's")
    """
    return "your" if name == "you" else f"{name}'s"


def acts(name: str, verb: str) -> str:
    """A player by name and what they do; the verb is given as for "you".

    >>> acts("you", "discard"), acts("opponent", "draw")
    ('you discard', 'opponent draws')
    """
    return f"{name} {verb}" if name == "you" else f"{name} {verb}{'es' if verb.endswith(('s', 'sh', 'ch')) else 's'}"


def cards(number: int) -> str:
    """So many cards.

    >>> cards(1), cards(2000)
    ('a card', '2,000 cards')
    """
    return "a card" if number == 1 else f"{number:,} cards"
