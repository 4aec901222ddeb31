"""Real cards from their printed form: Oracle text into the ability language, with lark grammars, when a pool is built.

Nothing of this is needed to answer a question: what is read here is kept in the pool as structure.
"""

from __future__ import annotations

from .abilities import quoted
from .faces import read_card, set_subtypes
from .instructions_reader import Reader

Reader.quoted_reader = staticmethod(quoted)

__all__ = ["read_card", "set_subtypes"]
