"""Where the data is: the card pool and table of rules, the claims, and what a user has imported."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent


def models() -> Path:
    """The directory of the card pool and the table of rules: of the installation, else of the checkout."""
    return _find("models")


def proofs() -> Path:
    """The directory of the claims that come with the verifier: of the installation, else of the checkout."""
    return _find("proofs")


def user_models() -> Path:
    """The directory of cards that the user has imported, which need not exist.

    ``VERIFIER_DATA`` names its parent; without it the place for a user's data on this system is taken.
    """
    given = os.environ.get("VERIFIER_DATA")
    if given:
        return Path(given) / "models"
    base = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_DATA_HOME")
    root = Path(base) if base else Path.home() / ".local" / "share"
    return root / "mtg-verifier" / "models"


def _find(name: str) -> Path:
    installed = _HERE / "_data" / name
    return installed if installed.is_dir() else _HERE.parent / name
