"""The rules once more, word by word and by brute force, to be read beside the Comprehensive Rules.

Whole orders of replacement effects are gone through one after another, what permanents could produce is built up from
nothing, continuous effects are applied one at a time and their dependencies found by trying them out, in every order
that timestamps leave open, events are played step by step over every choice. Nothing here is fast, and nothing is
shared with the modules that are: only the cards, the board, runs and errors.
"""

from .discarding import cleanup_discards
from .event_replaying import replay_events
from .hand_size import maximum_hand_size
from .happening import facts, happenings
from .laying import characteristics
from .producing import could_produce, produced
from .replaying import replay

__all__ = [
    "characteristics",
    "cleanup_discards",
    "could_produce",
    "facts",
    "happenings",
    "maximum_hand_size",
    "produced",
    "replay",
    "replay_events",
]
