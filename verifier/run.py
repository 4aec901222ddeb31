"""One run of an event, step by step: what is told to people and replayed by ``rules`` and ``reference``."""

from __future__ import annotations

from dataclasses import dataclass

from .board import Amounts, Outcome, Pools, Triggers


@dataclass(frozen=True, slots=True)
class Step:
    """A replacement effect is applied to the production (614, 616).

    ``source`` is the id of the entry whose effect it is and ``effect`` counts that entry's replacement effects of
    mana from 0; ``rule`` is the rule by which it is chosen now (616.1a, 616.1e or 616.1f).
    """

    source: str
    effect: int
    rule: str
    before: Amounts
    after: Amounts


@dataclass(frozen=True, slots=True)
class Run:
    """An ability of a permanent resolves and produces mana.

    ``ability`` counts the abilities that the permanent has, printed ones first, from 0. ``start`` is what the ability
    itself would produce; ``steps`` follow each other; no unused effect applies to ``end``. Production of nothing has
    no steps.
    """

    permanent: str
    ability: int
    start: Amounts
    steps: tuple[Step, ...]

    @property
    def end(self) -> Amounts:
        """What is really produced."""
        return self.steps[-1].after if self.steps else self.start


@dataclass(frozen=True, slots=True)
class TriggeredMana:
    """A triggered mana ability of the entry ``source`` adds mana right after what set it off (605.4a).

    ``added`` is what really came, by player. ``run`` tells it step by step where the source is a permanent and one
    player adds mana by one addition; effects replace what the ability itself would add only if it has steps.
    """

    source: str
    added: Pools
    run: Run | None


@dataclass(frozen=True, slots=True)
class ManaRun:
    """One course of an event that adds mana: what the ability itself produces, then triggered mana abilities in turn.

    ``run`` tells the ability's own production step by step, where one player adds mana by one addition; ``produced``
    is its result.
    """

    outcome: Outcome
    produced: Pools
    run: Run | None
    triggered: tuple[TriggeredMana, ...]


# Events that add no mana ---------------------------------------------------------------------------------------------

Changes = tuple[tuple[str, int | None, int | None], ...]
"""Numbers that change: what is counted, before and after; None for no maximum hand size."""


@dataclass(frozen=True, slots=True)
class EventStep:
    """One thing that happens, or one choice that is made, in a draw step, a discard, a cleanup step or an entering.

    ``source`` is the id of the entry whose effect or ability it is, "" where the rules themselves or a player do it;
    ``triggers`` are the entries whose abilities trigger on it.
    """

    says: str
    rule: str
    source: str = ""
    changes: Changes = ()
    triggers: Triggers = ()


@dataclass(frozen=True, slots=True)
class EventRun:
    """One course of an event that ends in the outcome; steps that change the same number follow each other."""

    outcome: Outcome
    steps: tuple[EventStep, ...]
