"""Tests of the readers of card texts need lark."""

from __future__ import annotations

import pytest

pytest.importorskip("lark")
