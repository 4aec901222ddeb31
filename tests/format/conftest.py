"""Invented cards with two faces beside those of the pool."""

from __future__ import annotations

import pytest

from verifier.cards import pool
from verifier.cards.card import Card, Face

DAY = Card(
    "Day Side // Night Side", (Face("Day Side", types=("Creature",)), Face("Night Side", types=("Land",))), "transform"
)
HALVES = Card(
    "Left Half // Right Half", (Face("Left Half", types=("Instant",)), Face("Right Half", types=("Sorcery",))), "split"
)
INVENTED = {
    "Day Side // Night Side": (DAY, 0),
    "Day Side": (DAY, 0),
    "Night Side": (DAY, 1),
    "Left Half // Right Half": (HALVES, 0),
    "Left Half": (HALVES, 0),
    "Right Half": (HALVES, 1),
}


@pytest.fixture(autouse=True)
def _invented_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    real = pool.find
    monkeypatch.setattr(pool, "find", lambda name: INVENTED[name] if name in INVENTED else real(name))
