"""Reading claims: where they are found, what they hold, and what is made of their expectations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from verifier.board import Activate, Cleanup, DiscardCards, DrawStep, EntersEvent, Event, Tap
from verifier.claim import Characteristics, Claim, Copies, Facts, Outcome, Source, Verdict
from verifier.claim_format import claims_from, read_claims
from verifier.claim_format.open_event import open_event_of
from verifier.errors import BadInput, Unmodelled
from verifier.expressions import Number, parse
from verifier.instances import first_instance, instances

ACCEPTANCE = Path("/work/shared/claims")

HEAD = '[[claim]]\nid = "{}"\nsays = "s"\nrules = ["106.7"]\nsource = {{ rule = "106.7" }}\n'
BODY = 'battlefield = ["Forest"]\nexpect.could_produce = { Forest = "G" }\n'


def claim(**keys: Any) -> Claim:
    head = {"id": "a", "says": "s", "rules": ["106.7"], "source": {"rule": "106.7"}}
    return claims_from({"claim": [{**head, "battlefield": ["Forest", "Sylvan Library"], **keys}]}, "here")[0]


def event(data: dict[str, Any]) -> Event | None:
    first = first_instance(claim(event=data, expect={"legal": True}))
    assert first is not None
    return first.event


@pytest.mark.skipif(not ACCEPTANCE.is_dir(), reason="the claims of acceptance are not here")
def test_the_claims_of_acceptance_are_read() -> None:
    claims = read_claims([ACCEPTANCE])
    assert len(claims) > 400
    for one in claims:
        text = Path(one.file).read_text(encoding="utf-8").splitlines()
        assert f'id = "{one.id}"' in text[one.line - 1]
        if one.unknown_card is None:
            first = first_instance(one)
            assert first is not None or one.verdict is Verdict.VACUOUS


def test_files_are_found_in_sorted_order(tmp_path: Path) -> None:
    for name in (
        "b/a.toml",
        "a.toml",
        "c.json",
        "b/.hidden.toml",
        ".git/x.toml",
        "a.record.toml",
        "report.json",
        "x.txt",
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(HEAD.format(name.replace("/", "-").split(".")[0]) + BODY, encoding="utf-8")
    table = {
        "id": "c",
        "says": "s",
        "rules": ["106.7"],
        "source": {"rule": "106.7"},
        "expect": {"cleanup_discards": {"you": 0}},
    }
    (tmp_path / "c.json").write_text(json.dumps({"claim": [table]}, indent=1), encoding="utf-8")
    (tmp_path / "report.json").write_text('{"version": 1, "claims": []}', encoding="utf-8")
    (tmp_path / "a.record.toml").write_text("a = 1", encoding="utf-8")
    found = read_claims([tmp_path])
    assert [(Path(one.file).name, one.id, one.line) for one in found] == [
        ("a.toml", "a", 2),
        ("c.json", "c", 4),
        ("a.toml", "b-a", 2),
    ]
    assert read_claims([tmp_path, tmp_path / "a.toml"]) == found


def test_one_claim_can_be_named(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(HEAD.format("one") + BODY + HEAD.format("two") + BODY, encoding="utf-8")
    assert [one.id for one in read_claims([f"{path}#two"])] == ["two"]
    with pytest.raises(BadInput) as caught:
        read_claims([f"{path}#tow"])
    assert caught.value.suggestion == "two"


def test_an_id_is_used_once_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(HEAD.format("one") + BODY + HEAD.format("one") + BODY, encoding="utf-8")
    with pytest.raises(BadInput, match="'one' is used twice"):
        read_claims([path])


def test_a_claim_with_an_unknown_card_is_read_and_says_so() -> None:
    for keys in (
        {"battlefield": ["Forrest"], "expect": {"could_produce": {"Forrest": "G"}}},
        {
            "battlefield": ["Forest"],
            "for_all": {"subset_of": ["Forrest"]},
            "expect": {"could_produce": {"Forest": "G"}},
        },
        {
            "for_all": {"copies_of": {"card": "Forrest", "from": 0, "to": 2}},
            "expect": {"could_produce": {"Forest": "G"}},
        },
        {"event": {"enters": "Forrest"}, "expect": {"outcomes": [{"X": 0}]}},
        {"player": {"you": {"graveyard": ["Forrest"]}}, "expect": {"could_produce": {"Forest": "G"}}},
        {"battlefield": [{"card": "Forrest", "face": "back"}], "expect": {"could_produce": {"Anything": "G"}}},
    ):
        found = claim(**keys)
        assert (found.unknown_card, found.suggestion) == ("Forrest", "Forest")
        with pytest.raises(Unmodelled, match="Forrest"):
            next(instances(found))


def test_a_claim_with_an_unknown_card_is_checked_for_all_else() -> None:
    with pytest.raises(BadInput) as caught:
        claim(battlefield=[{"card": "Forrest", "controller": "oponent"}], expect={"could_produce": {"Forrest": "G"}})
    assert caught.value.key == "battlefield[0].controller"


def test_the_cards_of_a_source_are_not_looked_up() -> None:
    found = claim(source={"card": "No Such Card", "date": "2020-01-02"}, expect={"cleanup_discards": {"you": 0}})
    assert found.source == Source(card="No Such Card", date="2020-01-02")
    assert found.unknown_card is None


@pytest.mark.parametrize(
    ("data", "read"),
    [
        ({"tap": "Forest"}, Tap("Forest")),
        ({"tap": "Forest", "ability": 2, "by": "opponent"}, Tap("Forest", 2, "opponent")),
        ({"activate": "Forest", "ability": 1}, Activate("Forest", 1)),
        (
            {"activate": "Forest", "ability": 1, "sacrifice": "Sylvan Library", "X": 3},
            Activate("Forest", 1, None, ("Sylvan Library",), 3),
        ),
        (
            {"discard": 2, "player": "you", "cause": "effect", "by": "opponent", "random": True},
            DiscardCards(2, "you", "effect", "opponent", random=True),
        ),
        ({"discard": 0, "player": "you", "cause": "cost-on-resolution"}, DiscardCards(0, "you", "cost-on-resolution")),
        ({"cleanup": "opponent"}, Cleanup("opponent")),
        ({"draw_step": "you"}, DrawStep("you")),
        ({"draw_step": "you", "replaced": 1, "of": "Sylvan Library"}, DrawStep("you", 1, "Sylvan Library")),
    ],
)
def test_an_event_is_read(data: dict[str, Any], read: Event) -> None:
    assert event(data) == read


def test_what_enters_is_a_card() -> None:
    entering = event({"enters": "clone", "X": 3, "from": "spell-copy", "mana_spent": 4})
    assert isinstance(entering, EntersEvent)
    assert (entering.card.name, entering.x, entering.origin, entering.mana_spent) == ("Clone", 3, "spell-copy", 4)
    night = event({"enters": "Night Side"})
    assert isinstance(night, EntersEvent)
    assert (night.face, night.origin) == (1, "stack")


def test_expectations_of_a_board() -> None:
    expect = claim(
        expect={
            "could_produce": {"Forest": "GU"},
            "could_include": {"Forest": ""},
            "could_exclude": {"Forest": "C"},
            "maximum_hand_size": {"you": ["none", 7], "opponent": "none"},
            "cleanup_discards": {"you": 2},
            "characteristics": {"Forest": {"types": ["Land"], "colors": "UW", "power": 1, "controller": "you"}},
            "land_subtypes": {"Forest": ["Swamp", "Forest", "Swamp"]},
            "mana_abilities": {"Forest": 1},
        }
    ).expect
    assert expect.could_produce == (("Forest", "UG"),)
    assert expect.could_include == (("Forest", ""),)
    assert expect.maximum_hand_size == (("you", (None, Number(7))), ("opponent", (None,)))
    assert expect.cleanup_discards == (("you", Number(2)),)
    wanted = Characteristics(types=("Land",), colors="WU", power=Number(1), controller="you")
    assert expect.characteristics == (("Forest", wanted),)
    assert expect.land_subtypes == (("Forest", ("Forest", "Swamp")),)
    assert expect.mana_abilities == (("Forest", Number(1)),)
    assert expect.outcomes is None


def test_expectations_of_an_event() -> None:
    expect = claim(
        event={"draw_step": "you"},
        expect={
            "outcomes": [{"drawn": 1, "put_back": 0}, {"put_back": 2, "drawn": 3}],
            "triggers": {"Sylvan Library": 1},
            "may_trigger": ["Sylvan Library", "Forest"],
            "facts": {"revealed": False, "order_chosen_by": "you"},
        },
    ).expect
    assert expect.outcomes is not None
    assert expect.outcomes[1].observed == (("drawn", Number(3)), ("put_back", Number(2)))
    assert expect.triggers == (("Sylvan Library", Number(1)),)
    assert expect.may_trigger == ("Forest", "Sylvan Library")
    assert expect.facts == Facts(revealed=False, order_chosen_by="you")
    assert claim(event={"cleanup": "you"}, expect={"triggers": []}).expect.triggers == ()


def instance_outcomes(event: dict[str, Any], outcomes: list[dict[str, Any]], **keys: Any) -> tuple[Outcome[int], ...]:
    first = first_instance(claim(event=event, expect={"outcomes": outcomes}, **keys))
    assert first is not None
    assert first.expect.outcomes is not None
    return first.expect.outcomes


def test_what_is_missing_of_an_amount_is_zero() -> None:
    tap = {"tap": "Forest"}
    assert instance_outcomes(tap, [{"G": 2}, {}, {"W": 0}]) == (
        Outcome(pools=(("", (0, 0, 0, 0, 2, 0)),)),
        Outcome(pools=()),
    )
    pools = [{"pools": {"opponent": {"C": 1}, "you": {"B": 1}}}, {"pools": {"you": {}}}]
    assert instance_outcomes(tap, pools) == (
        Outcome(pools=(("you", (0, 0, 1, 0, 0, 0)), ("opponent", (0, 0, 0, 0, 0, 1)))),
        Outcome(pools=()),
    )


def test_what_is_missing_of_counters_is_zero() -> None:
    outcomes = instance_outcomes({"enters": "Clone"}, [{"counters": {"x": 1, "a": 2, "n": 0}}, {"counters": {}}])
    assert outcomes == (Outcome(counters=(("a", 2), ("x", 1))), Outcome(counters=()))


def test_numbers_may_be_expressions_of_names() -> None:
    found = claim(
        for_all={"number": {"h": "3..4"}},
        player={"you": {"hand": "h"}},
        event={"discard": "h", "player": "you", "cause": "cost"},
        expect={"outcomes": [{"graveyard": "max(h - 1, 0)"}], "maximum_hand_size": {"you": ["none", "2 * h", "h + h"]}},
    )
    assert found.expect.maximum_hand_size == (("you", (None, parse("2 * h"), parse("h + h"))),)
    boards = list(instances(found))
    assert [one.numbers for one in boards] == [{"h": 3}, {"h": 4}]
    assert [one.board.players[0].hand for one in boards] == [3, 4]
    assert [one.event for one in boards] == [DiscardCards(3, "you", "cost"), DiscardCards(4, "you", "cost")]
    assert [one.expect.outcomes for one in boards] == [
        (Outcome(observed=(("graveyard", 2),)),),
        (Outcome(observed=(("graveyard", 3),)),),
    ]
    assert boards[1].expect.maximum_hand_size == (("you", (8, None)),)


def test_quantifiers_are_read() -> None:
    for_all = claim(
        for_all={
            "timestamps": True,
            "subset_of": ["Contamination", {"card": "Damping Sphere", "controller": "opponent"}],
            "copies_of": {"card": "Bayou", "from": 0, "to": 6, "as": "n"},
            "number": {"h": " -2 .. 30 "},
        },
        expect={"cleanup_discards": {"you": "h + n"}},
    ).for_all
    assert for_all.timestamps
    assert len(for_all.subset_of) == 2
    assert for_all.copies_of == Copies("Bayou", 0, 6, "n")
    assert for_all.number == (("h", (-2, 30)),)
    assert for_all.names == ("h", "n")
    assert not for_all.is_trivial


def test_the_players_of_an_open_event_are_those_of_the_claim() -> None:
    tapped = {"card": "Forest", "controller": "left"}
    event = {"tap": "Forest", "by": "left"}
    found = claim(players=["you", "left", "right"], battlefield=[tapped], event=event, expect={"outcomes": [{"G": 1}]})
    assert open_event_of(found) == (Tap("Forest", by="left"), {})
