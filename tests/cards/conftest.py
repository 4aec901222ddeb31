"""Tests of the cards see the pool that comes with the verifier, whatever the user has imported."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def no_own_pool(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    nowhere = tmp_path_factory.mktemp("nothing imported")
    monkeypatch.setenv("VERIFIER_DATA", str(nowhere))
    return nowhere
