"""The command ``verifier``: one subcommand a question, text for people and one JSON object for programs."""

from __future__ import annotations

from ..cards_cli import cards as card_pool
from . import boards, cards, claims, coverage, permanents  # noqa: F401  (each adds its commands to the group)
from .options import main

main.add_command(card_pool)

__all__ = ["main"]
