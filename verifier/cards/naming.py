"""What part of the ability language is meant, in words, for messages about what is not modelled."""

from __future__ import annotations

from typing import Any

from . import ability as a
from . import mana as m
from . import terms as t


def in_words(part: Any) -> str:
    """The words that this part of an ability stands for.

    >>> in_words(t.IsCommander()), in_words(t.UntoldCondition("other"))
    ('a commander permanent', 'a condition that no board tells: other')
    """
    from .clauses import condition, mana, of_types
    from .phrases import one, quantity
    from .wording import NO_BEARING, instruction

    words: str
    if isinstance(part, t.Condition):
        words = condition(part)
    elif isinstance(part, t.Filter):
        words = one(part)
    elif isinstance(part, t.Quantity):
        words = quantity(part)
    elif isinstance(part, m.Mana):
        words = mana(part)
    elif isinstance(part, m.TypeSet):
        words = of_types(part)
    elif isinstance(part, a.Instruction):
        words = instruction(part)
    else:
        words = type(part).__name__
    return words.replace(NO_BEARING, "").strip("[]")
