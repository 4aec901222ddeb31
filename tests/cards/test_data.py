"""The data are found from a checkout, from an installation and where a user has put more."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier import data


def test_a_checkout_has_the_card_pool() -> None:
    assert (data.models() / "cards.jsonl").is_file()
    assert data.models().parent == data.proofs().parent


def test_an_installation_goes_before_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site" / "verifier"
    installed = package / "_data" / "models"
    installed.mkdir(parents=True)
    monkeypatch.setattr(data, "_HERE", package)
    assert data.models() == installed
    assert data.proofs() == tmp_path / "site" / "proofs"


def test_a_users_data_are_where_the_variable_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERIFIER_DATA", str(tmp_path))
    assert data.user_models() == tmp_path / "models"
    monkeypatch.delenv("VERIFIER_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setattr("sys.platform", "linux")
    assert data.user_models() == tmp_path / "share" / "mtg-verifier" / "models"
