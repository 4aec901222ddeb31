"""Tests run against the installed package if there is one, against the checkout otherwise; in CI nothing is random."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

# At the end: an installed verifier comes first, and bench, which is never installed, is found here.
sys.path.append(str(ROOT))

settings.register_profile("ci", derandomize=True, deadline=None, database=None, print_blob=True)
settings.register_profile("local", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "local")
