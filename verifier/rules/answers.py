"""The questions that the rules answer about a board; the same names as in ``reference``."""

from __future__ import annotations

from .activation import produced
from .could_produce import could_produce
from .discarding import cleanup_discards
from .hand_size import maximum_hand_size
from .happenings import facts, happenings
from .layers import characteristics
from .runs import replay

__all__ = [
    "characteristics",
    "cleanup_discards",
    "could_produce",
    "facts",
    "happenings",
    "maximum_hand_size",
    "produced",
    "replay",
]
