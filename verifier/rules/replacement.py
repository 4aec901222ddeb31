"""Replacement of a production of mana (106.12b, 614): which effects can meet it and what each makes of it.

The production is a state, how much there is of each type; an effect takes a state to one or more states or does not
apply to it. ``order`` asks where the orders of the effects end.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from ..board import Amounts
from ..cards.ability import AddForAll, ManaReplacement, Multiply, ReplaceTypes, ReplaceTypesAndAmount, TappedForMana
from ..cards.mana import ChosenColor, Types
from ..errors import Unmodelled
from .characteristics import Thing
from .effects import InForce
from .mana import UNIT, letters_of, mask_of, times, type_set
from .terms import fits, impersonal, means


class Kind(NamedTuple):
    """What an effect does to a production of this permanent by this player; equal kinds are interchangeable.

    ``change`` is ``types`` (mana of ``replaced`` becomes one type of ``by``), ``all`` (everything becomes ``number``
    mana of one type of ``by``) or ``times``. It applies to ``at_least`` mana or more of the types of ``guard``.
    """

    change: str
    by: int
    replaced: int
    number: int
    at_least: int
    guard: int


def kind_of(effect: InForce, permanent: Thing, tapper: str) -> Kind | None:
    """The kind of the effect for this permanent tapped by this player; None where its guard does not fit them."""
    replacement = effect.effect
    if not isinstance(replacement, ManaReplacement):
        return None
    when, becomes = replacement.when, replacement.becomes
    if not isinstance(when, TappedForMana):
        raise Unmodelled(effect.source, "replacing mana that no permanent is tapped for is not modelled yet")
    scope = effect.scope
    if not (_speaks_for_itself(replacement) and when.by in {"you", "opponents", "everyone"}):
        scope = scope.with_event(permanent, tapper)
    if not means(when.by, tapper, scope) or not fits(when.permanent, permanent, scope):
        return None
    guard = mask_of(when.types)
    if isinstance(becomes, Multiply):
        return Kind("times", 0, 0, becomes.factor, when.at_least, guard)
    if isinstance(becomes, ReplaceTypes | ReplaceTypesAndAmount):
        by = type_set(becomes.by, scope, {})
        if not by:
            raise Unmodelled(effect.source, "it replaces mana by mana of an undefined type")
        if isinstance(becomes, ReplaceTypes):
            return Kind("types", by, mask_of(becomes.replaced), 0, when.at_least, guard)
        return Kind("all", by, 0, becomes.amount, when.at_least, guard)
    raise Unmodelled(effect.source, "mana for all players is not modelled yet")


@lru_cache(maxsize=4096)
def _speaks_for_itself(replacement: ManaReplacement) -> bool:
    """Whether the effect can be read without the permanent and the player of the event."""
    guard, becomes = replacement.when, replacement.becomes
    if not isinstance(guard, TappedForMana) or not impersonal(guard.permanent):
        return False
    return isinstance(becomes, Multiply | AddForAll) or isinstance(becomes.by, Types | ChosenColor)


def kinds_for(effects: tuple[InForce, ...], permanent: Thing, tapper: str) -> tuple[tuple[Kind, int], ...]:
    """The kinds of effects that can meet a production of this permanent, each with its number, sorted."""
    found = Counter(kind for effect in effects if (kind := kind_of(effect, permanent, tapper)) is not None)
    return tuple(sorted(found.items()))


@lru_cache(maxsize=65536)
def results(kind: Kind, amounts: Amounts, waits: bool, cap: int) -> tuple[Amounts, ...]:
    """What the effect can make of the production; empty where it does not apply.

    Under the reading ``waits`` an effect does not apply to what it could not change. Amounts of a type above ``cap``
    count as ``cap``, where ``cap`` is not zero.
    """
    asked = sum(number for place, number in enumerate(amounts) if kind.guard >> place & 1)
    if asked == 0 or asked < kind.at_least:
        return ()
    if kind.change == "times":
        found = {times(amounts, kind.number)}
    elif kind.change == "all":
        found = {times(UNIT[letter], kind.number) for letter in letters_of(kind.by)}
    else:
        found = {_replaced(amounts, kind.replaced, letter) for letter in letters_of(kind.by)}
    if waits and found == {amounts}:
        return ()
    return tuple(sorted({capped(amounts, cap) for amounts in found} if cap else found))


@lru_cache(maxsize=65536)
def capped(amounts: Amounts, cap: int) -> Amounts:
    """Amounts above ``cap`` as ``cap``."""
    return tuple(min(number, cap) for number in amounts)  # type: ignore[return-value]


def _replaced(amounts: Amounts, replaced: int, letter: str) -> Amounts:
    moved = sum(number for place, number in enumerate(amounts) if replaced >> place & 1)
    kept = tuple(0 if replaced >> place & 1 else number for place, number in enumerate(amounts))
    return tuple(a + b for a, b in zip(kept, times(UNIT[letter], moved), strict=True))  # type: ignore[return-value]
