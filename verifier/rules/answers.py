"""The questions that the rules answer about a board; the same names as in ``reference``."""

from __future__ import annotations

from .activation import produced
from .could_produce import could_produce
from .hand_size import maximum_hand_size
from .layers import characteristics
from .runs import replay
from .triggers import happenings

__all__ = ["characteristics", "could_produce", "happenings", "maximum_hand_size", "produced", "replay"]
