"""How abilities are counted: the numbers that claims use, from 1, printed abilities first (305.6, 602.1, 603.1)."""

from __future__ import annotations

from collections.abc import Sequence

from .ability import Ability, NoBearing, Unmodelled


def kind_of(ability: Ability) -> str:
    """What kind of ability it is, modelled or not.

    >>> kind_of(Unmodelled("triggered"))
    'triggered'
    """
    if isinstance(ability, NoBearing | Unmodelled):
        return ability.kind
    return "spell" if type(ability).__name__ == "SpellAbility" else type(ability).__name__.lower()


def numbers(abilities: Sequence[Ability]) -> list[tuple[int | None, int | None]]:
    """For each ability its number among the activated ones and among the activated and triggered ones, from 1."""
    found: list[tuple[int | None, int | None]] = []
    activated = either = 0
    for ability in abilities:
        kind = kind_of(ability)
        activated += kind == "activated"
        either += kind in {"activated", "triggered"}
        found.append(
            (activated if kind == "activated" else None, either if kind in {"activated", "triggered"} else None)
        )
    return found


def name_at(abilities: Sequence[Ability], place: int) -> str:
    """What an activated or triggered ability is called: by the number that events use, else by that once resolved."""
    activated, either = numbers(abilities[: place + 1])[place]
    return f"ability {activated}" if activated is not None else f"triggered ability {either}"
