"""Terms of the ability language: players, filters over permanents, quantities and conditions.

Every term is frozen, compares by value and has a JSON form with its class name under the key ``is``. A term says what
a card asks; what the answer is on a board is for ``rules``, ``encode`` and ``reference``, each by itself.
"""

from __future__ import annotations

from .conditions import *  # noqa: F403  one place from which every term can be had
from .filters import *  # noqa: F403
from .term import *  # noqa: F403
