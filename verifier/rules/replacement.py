"""Replacement of a production of mana (106.12b, 614): which effects can meet it and what each makes of it.

The production is a state, how much there is of each type; an effect takes a state to one or more states or does not
apply to it. ``order`` asks where the orders of the effects end.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from ..board import Amounts
from ..cards.ability import (
    AddForAll,
    ManaReplacement,
    Multiply,
    ReplaceTypes,
    TappedForMana,
    WouldAddMana,
)
from ..cards.mana import ChosenColor, Types
from ..cards.vocabulary import TYPES_OF_MANA
from ..errors import Unmodelled
from .characteristics import Thing
from .effects import InForce
from .mana import UNIT, letters_of, mask_of, times, type_set
from .terms import Scope, fits, impersonal, means


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


def kind_of(
    effect: InForce, permanent: Thing, actor: str, recipient: str | None = None, tapped: bool = True
) -> Kind | None:
    """The kind of the effect for mana of this permanent; None where its guard does not fit.

    ``actor`` taps the permanent, or controls the ability; ``recipient`` adds the mana, None where no effect asks whose
    it is. ``tapped``: the permanent is tapped for mana (106.12b).
    """
    replacement = effect.effect
    if not isinstance(replacement, ManaReplacement) or isinstance(replacement.becomes, AddForAll):
        return None
    scope = _watches(effect, permanent, actor, recipient, tapped)
    if scope is None:
        return None
    when, becomes = replacement.when, replacement.becomes
    at_least = when.at_least if isinstance(when, TappedForMana) else 1
    guard = mask_of(when.types)
    if isinstance(becomes, Multiply):
        return Kind("times", 0, 0, becomes.factor, at_least, guard)
    by = type_set(becomes.by, scope, {})
    if not by:
        raise Unmodelled(effect.source, "it replaces mana by mana of an undefined type")
    if isinstance(becomes, ReplaceTypes):
        return Kind("types", by, mask_of(becomes.replaced), 0, at_least, guard)
    return Kind("all", by, 0, becomes.amount, at_least, guard)


def _watches(effect: InForce, permanent: Thing, actor: str, recipient: str | None, tapped: bool) -> Scope | None:
    """The words of the effect, read for this event; None where it watches others."""
    replacement = effect.effect
    assert isinstance(replacement, ManaReplacement)
    when, scope = replacement.when, effect.scope
    if isinstance(when, WouldAddMana):
        scope = scope.with_event(permanent, actor)
        whose = when.player == "everyone" or (recipient is not None and means(when.player, recipient, scope))
        return scope if whose and means(when.controller, actor, scope) else None
    if not tapped:
        return None
    if not (_speaks_for_itself(replacement) and when.by in {"you", "opponents", "everyone"}):
        scope = scope.with_event(permanent, actor)
    return scope if means(when.by, actor, scope) and fits(when.permanent, permanent, scope) else None


@lru_cache(maxsize=4096)
def _speaks_for_itself(replacement: ManaReplacement) -> bool:
    """Whether the effect can be read without the permanent and the player of the event."""
    guard, becomes = replacement.when, replacement.becomes
    if not isinstance(guard, TappedForMana) or not impersonal(guard.permanent):
        return False
    return isinstance(becomes, Multiply | AddForAll) or isinstance(becomes.by, Types | ChosenColor)


def kinds_for(
    effects: tuple[InForce, ...], permanent: Thing, actor: str, recipient: str | None = None, tapped: bool = True
) -> tuple[tuple[Kind, int], ...]:
    """The kinds of effects that can meet a production of this permanent, each with its number, sorted."""
    kinds = (kind_of(effect, permanent, actor, recipient, tapped) for effect in effects)
    return tuple(sorted(Counter(kind for kind in kinds if kind is not None).items()))


def speaks_of_kinds(effect: InForce) -> bool:
    """Whether the effect is of one kind for all permanents with the same characteristics, controller and owner."""
    replacement = effect.effect
    assert isinstance(replacement, ManaReplacement)
    return _speaks_for_itself(replacement)


def asks_whose(effects: tuple[InForce, ...]) -> bool:
    """Whether some effect asks which player would add the mana."""
    whens = [effect.effect.when for effect in effects if isinstance(effect.effect, ManaReplacement)]
    return any(isinstance(when, WouldAddMana) and when.player != "everyone" for when in whens)


def is_of_any_mana(effect: InForce) -> bool:
    """Whether the effect replaces mana that a player would add, tapped for or not."""
    return isinstance(effect.effect, ManaReplacement) and isinstance(effect.effect.when, WouldAddMana)


def is_for_all(
    effects: tuple[InForce, ...], permanent: Thing, actor: str, recipients: tuple[str, ...], tapped: bool
) -> bool:
    """Whether an effect has all players add the mana that these players would add (614.1a).

    All other effects must look at the mana of all players alike: then it tells nothing when the effect is applied, and
    each player goes on to choose for their own mana. Raises Unmodelled where they do not, where such an effect asks for
    an amount or for types, and for a second one, of which the rules do not say whether it meets each player's mana.
    """
    sharing = [e for e in effects if isinstance(e.effect, ManaReplacement) and isinstance(e.effect.becomes, AddForAll)]
    found = [e for e in sharing if any(_watches(e, permanent, actor, name, tapped) for name in recipients)]
    if not found:
        return False
    effect = found[0]
    if len(found) > 1:
        raise Unmodelled(found[1].source, f"mana that all players add, beside {effect.source}")
    assert isinstance(effect.effect, ManaReplacement)
    when = effect.effect.when
    if set(when.types) != set(TYPES_OF_MANA) or (isinstance(when, TappedForMana) and when.at_least > 1):
        raise Unmodelled(effect.source, "mana of some types or amounts that all players add")
    asked = [
        (_watches(effect, permanent, actor, name, tapped) is None, kinds_for(effects, permanent, actor, name, tapped))
        for name in effect.scope.board.names
    ]
    if any(other != asked[0] for other in asked):
        raise Unmodelled(effect.source, "mana that all players add, beside an effect that asks whose mana it is")
    return True


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
