"""Whether an ability has a target (115.1)."""

from __future__ import annotations

import re

from .pieces import outside_quotes, sentences

_NO_TARGET = re.compile(
    r"\b(?:(?:new|the|single|its|his|her|their|'s|choosing) targets?|(?:could|can|must|spells? that) target|"
    r"(?:that|it|they|spell|ability|copy) targets)\b",
    re.IGNORECASE,
)
"""Where the word speaks of the targets of another spell or ability."""
_LATER = re.compile(
    r"(?:\u2022 )?(?:then )?(?:(?:until|this) [^,]*, )?(?:when|whenever|at the beginning of) [^,]*(?=, )", re.IGNORECASE
)
"""A trigger that begins as the ability resolves: what it targets is chosen later (603.7, 603.12)."""


def targets(text: str) -> bool:
    """Whether an ability with that text has a target (115.1).

    What it grants in quotation marks does not count, nor do targets that a later trigger or a copied spell has.
    """
    for sentence in sentences(outside_quotes(text)):
        later = _LATER.match(sentence)
        said = _NO_TARGET.sub("", later[0] if later else sentence)
        if re.search(r"\btargets?\b|\bearthbend\b|\bsupport\b", said, re.IGNORECASE):
            return True
    return False
