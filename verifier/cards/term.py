"""The node that every term is, and the words that occur in many of them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Term(
    Struct, frozen=True, tag=True, tag_field="is", forbid_unknown_fields=True, omit_defaults=True, cache_hash=True
):
    """A node of the ability language."""


PlayerRef = Literal["you", "opponents", "everyone", "chosen", "that player", "controller", "target", "any"]
"""Who is meant. ``you``: the controller of the ability (109.5). ``chosen``: the player chosen as it entered.
``that player``: the player of the event (who taps, who would draw). ``controller``: the controller of the permanent
of the event, or of the permanent that this one is attached to where there is no event. ``target``: the targeted one.
``any``: one player of your choice."""

Zone = Literal["hand", "library", "graveyard", "exile"]
Comparison = Literal["at least", "at most", "exactly"]
