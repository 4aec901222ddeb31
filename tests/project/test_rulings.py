"""The inventory of official rulings is complete where the rulings are at hand, and names claims that exist."""

from __future__ import annotations

import gzip
import json
import os
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from verifier import data, rulings
from verifier.errors import BadInput
from verifier.rulings import Family, Ruling

ROOT = Path(__file__).resolve().parents[2]
FAMILIES = ("could_produce", "maximum_hand_size", "mana_replacement", "tapped_for_mana_trigger")
KEPT = rulings.families()
RUN = 12

Known = tuple[str, str, str]


def key(ruling: Ruling) -> Known:
    return ruling.card, ruling.date.isoformat(), ruling.text


def names(claim: dict[str, Any]) -> str:
    """All the cards that a claim speaks of, its source included, as text."""
    parts = ("source", "battlefield", "for_all", "event", "player")
    return json.dumps([claim.get(part) for part in parts], default=str)


@cache
def claims() -> dict[str, list[dict[str, Any]]]:
    """The claims that come with the verifier, by id."""
    found: dict[str, list[dict[str, Any]]] = {}
    for path in sorted(data.proofs().rglob("*.toml")):
        if not path.name.endswith(".record.toml"):
            for claim in tomllib.loads(path.read_text(encoding="utf-8")).get("claim", []):
                found.setdefault(claim["id"], []).append(claim)
    return found


@cache
def official() -> tuple[dict[str, list[str]], dict[Known, str]]:
    """Cards by family, and the text of each of their rulings; ``RULINGS`` may name the folder that has them."""
    folder = Path(os.environ.get("RULINGS", ROOT.parent / "shared" / "data"))
    if not (folder / "rulings.json.gz").is_file():
        pytest.skip("the official rulings are not here")
    families = json.loads((folder / "families.json").read_text(encoding="utf-8"))
    wanted = {card for name in FAMILIES for card in families[name]}
    with gzip.open(folder / "rulings.json.gz", "rt", encoding="utf-8") as file:
        texts = {
            (each["card"], each["published_at"], rulings.digest(each["comment"])): each["comment"]
            for each in json.load(file)
            if each["card"] in wanted
        }
    return families, texts


def test_a_family_is_kept_in_the_file_of_its_name() -> None:
    files = sorted(path.stem for path in (data.models() / rulings.FOLDER).glob("*.toml"))
    assert [family.family for family in KEPT] == files
    assert {"could_produce", "maximum_hand_size"} <= set(files) <= set(FAMILIES)


@pytest.mark.parametrize("family", KEPT, ids=lambda family: family.family)
def test_rulings_are_sorted_by_card_and_date(family: Family) -> None:
    order = [(ruling.card, ruling.date) for ruling in family.ruling]
    assert order == sorted(order)


def test_no_ruling_is_entered_twice() -> None:
    assert [each for each, times in Counter(map(key, rulings.table())).items() if times > 1] == []


@pytest.mark.parametrize("family", KEPT, ids=lambda family: family.family)
def test_every_claim_named_exists_once(family: Family) -> None:
    wrong = [
        (key(ruling), name) for ruling in family.ruling for name in ruling.claims if len(claims().get(name, ())) != 1
    ]
    assert wrong == []


@pytest.mark.parametrize("family", KEPT, ids=lambda family: family.family)
def test_a_claim_is_about_the_card_of_the_ruling(family: Family) -> None:
    """The card, a face of it or a card with the same ruling to the letter is the claim's source or on its board."""
    sharing: dict[str, set[str]] = {}
    for ruling in rulings.table():
        sharing.setdefault(ruling.text, set()).update([ruling.card, *ruling.card.split(" // ")])
    assert [
        (key(ruling), name)
        for ruling in family.ruling
        for name in ruling.claims
        for claim in claims().get(name, ())
        if not any(json.dumps(card)[1:-1] in names(claim) for card in sharing[ruling.text])
    ] == []


@pytest.mark.parametrize("family", KEPT, ids=lambda family: family.family)
def test_every_ruling_of_the_family_is_entered_and_no_other(family: Family) -> None:
    families, texts = official()
    cards = set(families[family.family])
    kept = {each.family for each in KEPT}
    wanted = {each for each in texts if each[0] in cards}
    if FAMILIES[: FAMILIES.index(family.family)] and not set(FAMILIES[: FAMILIES.index(family.family)]) <= kept:
        wanted = {each for each in wanted if each[0] not in family.elsewhere}
    assert {key(ruling) for ruling in rulings.of_family(family.family)} == wanted
    assert {ruling.card for ruling in family.ruling} | set(family.elsewhere) <= cards


def runs(text: str) -> set[tuple[str, ...]]:
    """All runs of twelve words."""
    words = text.lower().split()
    return {tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1)}


@pytest.mark.parametrize("family", KEPT, ids=lambda family: family.family)
def test_reasons_and_claims_are_not_copied(family: Family) -> None:
    _, texts = official()
    for ruling in family.ruling:
        own = [
            ruling.beyond,
            ruling.rest,
            *(claim["says"] for name in ruling.claims for claim in claims().get(name, ())),
        ]
        assert [text for text in own if runs(text) & runs(texts.get(key(ruling), ""))] == []


def test_counts_add_up() -> None:
    for name, count in rulings.counts().items():
        assert count.rulings == len(rulings.of_family(name))
        assert count.rulings == count.claims + count.another_subject + count.not_expressible + count.not_modelled
        assert count.claims > 0


def test_a_family_that_is_not_kept_is_bad_input() -> None:
    with pytest.raises(BadInput, match="no inventory"):
        rulings.of_family("adds_mana")


ENTRY = 'family = "x"\n[[ruling]]\ncard = "A"\ndate = 2004-10-04\ntext = "0123456789ab"\n'


@pytest.mark.parametrize(
    "text",
    [
        "family = 1",
        ENTRY,
        ENTRY + 'kind = "another subject"',
        ENTRY + 'beyond = "why"',
        ENTRY + 'kind = "unknown"\nbeyond = "why"',
        ENTRY + 'claims = ["a"]\nkind = "not modelled"\nbeyond = "why"',
        ENTRY + 'kind = "not modelled"\nbeyond = "why"\nrest = "what"',
        ENTRY + 'claims = ["a"]\nnth = 2',
    ],
)
def test_a_broken_inventory_is_bad_input(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / rulings.FOLDER).mkdir()
    (tmp_path / rulings.FOLDER / "x.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(data, "models", lambda: tmp_path)
    with pytest.raises(BadInput, match=r"inventory of rulings|either claims or"):
        rulings.families.__wrapped__()
