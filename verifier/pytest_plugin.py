"""Claims as pytest items."""

from __future__ import annotations
