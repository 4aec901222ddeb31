"""An ability has the same number wherever it is named: that of claims, activated ones counted from 1."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from verifier.board_format.boards import board_from
from verifier.report.could_produce import answers

BOARD = """battlefield = ["Overgrown Tomb", "Mana Vault", "Calciform Pools", "Urborg, Tomb of Yawgmoth",
  "Elvish Mystic", "Cryptolith Rite", "Zhur-Taa Druid", { card = "Wild Growth", attached_to = "Overgrown Tomb" }]
"""
NAMED = re.compile(r"106\.7 ([^\"]+?), ((?:triggered )?ability \d+)")


@pytest.fixture
def board(tmp_path: Path) -> str:
    path = tmp_path / "board.toml"
    path.write_text(BOARD, encoding="utf-8")
    return str(path)


def test_answers_and_certificate_agree(ask, board: str, tmp_path: Path) -> None:
    certificate = tmp_path / "certificate.json"
    ask("certify", board, "-o", str(certificate))
    certified = set(NAMED.findall(certificate.read_text(encoding="utf-8")))
    reasons = ask("could-produce", board, "--no-proof")["reasons"]
    told = {
        (id, way["ability"].removesuffix(" (intrinsic)"))
        for one in reasons
        for id in one["permanents"]
        for way in one["cannot"]["closed"]
    }
    assert certified == told
    assert {("Overgrown Tomb", "ability 1"), ("Mana Vault", "ability 1"), ("Elvish Mystic", "ability 2")} <= told
    assert ("Wild Growth", "triggered ability 1") in told


@pytest.mark.parametrize(
    "card", ["Mana Vault", "Overgrown Tomb", "Calciform Pools", "Wild Growth", "Caged Sun", "Zhur-Taa Druid"]
)
def test_the_card_shows_the_numbers_of_the_answers(run, card: str) -> None:
    shown = run("card", card).stdout
    host = {"Wild Growth": ', { card = "Forest" }'}.get(card, "")
    entry = f'{{ card = "{card}", attached_to = "Forest" }}' if host else f'"{card}"'
    found = json.loads(run("could-produce", "-", "--json", "--no-proof", input=f"battlefield = [{entry}{host}]").stdout)
    ways = next(one for one in found["reasons"] if card in one["permanents"])["cannot"]["closed"]
    for name in {way["ability"].removesuffix(" (intrinsic)") for way in ways}:
        number = name.rpartition(" ")[2]
        assert (f"triggered ({number} once resolved): " if name.startswith("triggered") else f"  {name}") in shown


def test_what_a_claim_rests_on_has_these_numbers(run, tmp_path: Path) -> None:
    path = tmp_path / "claims.toml"
    path.write_text(
        '[[claim]]\nid = "one"\nsays = "s"\nrules = ["106.7"]\nsource = { rule = "106.7" }\n'
        'battlefield = ["Overgrown Tomb"]\nexpect.could_produce = { "Overgrown Tomb" = "BG" }\n',
        encoding="utf-8",
    )
    found = json.loads(run("check", str(path), "--json").stdout)["claims"][0]["rests_on"]
    assert {"106.7 Overgrown Tomb, ability 1", "106.7 Overgrown Tomb, ability 2"} <= set(found)


def test_other_abilities_are_counted_as_once_resolved() -> None:
    (sun, _) = answers(board_from({"battlefield": ["Caged Sun", "Forest"]}))
    assert all(way.ability == "triggered ability 1" for way in sun.ways)
