"""Every key of a board, used rightly and wrongly."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from verifier.board import Board, Chosen, Emblem, Permanent, Resolved
from verifier.board_format import board_from
from verifier.errors import BadInput, ManyBadInputs


def board(*entries: Any, **keys: Any) -> Board:
    return board_from({"battlefield": list(entries), **keys}, "here")


def entry(**keys: Any) -> Any:
    return board("Forest", {"card": "Sol Ring", "id": "it", **keys}).entry("it")


def problems(data: dict[str, Any]) -> list[BadInput]:
    with pytest.raises(BadInput) as caught:
        board_from(data, "here")
    error = caught.value
    return list(error.problems) if isinstance(error, ManyBadInputs) else [error]


def problem(data: dict[str, Any]) -> BadInput:
    found = problems(data)
    assert len(found) == 1, [str(one) for one in found]
    assert found[0].where == "here"
    return found[0]


def test_an_empty_table_is_a_board_of_two_players() -> None:
    empty = board_from({}, "here")
    assert empty.names == ("you", "opponent")
    assert empty.active == "you"
    assert (empty.players[0].life, empty.players[0].hand, empty.players[0].library) == (20, 7, 53)
    assert empty.given == frozenset()


# Keys of an entry ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "attribute", "value"),
    [
        ({}, "controller", "you"),
        ({"controller": "opponent"}, "controller", "opponent"),
        ({"controller": "opponent"}, "owner", "opponent"),
        ({"owner": "opponent"}, "owner", "opponent"),
        ({"owner": "opponent"}, "controller", "you"),
        ({"tapped": True}, "tapped", True),
        ({"counters": {"charge": 2, "+1/+1": 1}}, "counters", (("+1/+1", 1), ("charge", 2))),
        ({"chosen": {"color": "red"}}, "chosen", Chosen(color="R")),
        ({"chosen": {"color": "R"}}, "chosen", Chosen(color="R")),
        ({"chosen": {"type": "Swamp"}}, "chosen", Chosen(type="Swamp")),
        ({"chosen": {"card": "forest"}}, "chosen", Chosen(card="Forest")),
        ({"chosen": {"player": "opponent"}}, "chosen", Chosen(player="opponent")),
        ({"chosen": {"number": 3}}, "chosen", Chosen(number=3)),
        ({"chosen": {"mode": "odd"}}, "chosen", Chosen(mode="odd")),
        ({"exiled": ["forest"]}, "exiled", ("Forest",)),
        ({"attached_to": "Forest"}, "attached_to", "Forest"),
        ({"entered_this_turn": True}, "entered_this_turn", True),
        ({"phased_out": True}, "phased_out", True),
        ({"face": "front"}, "face", 0),
        ({"face_down": True}, "face_down", True),
        ({"mana_spent": 0}, "mana_spent", 0),
        ({"token": True}, "token", True),
        ({"level": 2}, "level", 2),
        ({"since": -4}, "timestamp", 1),
        ({"since": 9}, "timestamp", 2),
    ],
)
def test_a_key_of_a_permanent_is_read(keys: dict[str, Any], attribute: str, value: Any) -> None:
    assert getattr(entry(**keys), attribute) == value


def test_what_it_is_a_copy_of_is_a_card() -> None:
    copy = entry(copy_of="Bayou")
    assert copy.copy_of.name == "Bayou"
    assert copy.card.name == "Sol Ring"


@pytest.mark.parametrize(
    ("keys", "key", "suggestion"),
    [
        ({"controler": "you"}, "controler", "controller"),
        ({"controller": "oponent"}, "controller", "opponent"),
        ({"owner": "me"}, "owner", ""),
        ({"tapped": "yes"}, "tapped", ""),
        ({"tapped": 1}, "tapped", ""),
        ({"counters": {"charge": -1}}, "counters.charge", ""),
        ({"counters": {"charge": "n"}}, "counters.charge", ""),
        ({"counters": 3}, "counters", ""),
        ({"chosen": {"color": "Red"}}, "chosen.color", "red"),
        ({"chosen": {"color": "colorless"}}, "chosen.color", ""),
        ({"chosen": {"type": "swamp"}}, "chosen.type", "Swamp"),
        ({"chosen": {"card": "Forrest"}}, "chosen.card", "Forest"),
        ({"chosen": {"player": "opp"}}, "chosen.player", ""),
        ({"chosen": {"number": -1}}, "chosen.number", ""),
        ({"chosen": {"mode": ""}}, "chosen.mode", ""),
        ({"chosen": {"colour": "red"}}, "chosen.colour", "color"),
        ({"exiled": ["Forrest"]}, "exiled[0]", "Forest"),
        ({"exiled": "Forest"}, "exiled", ""),
        ({"attached_to": "Forrest"}, "attached_to", "Forest"),
        ({"attached_to": "it"}, "attached_to", ""),
        ({"entered_this_turn": 1}, "entered_this_turn", ""),
        ({"phased_out": "no"}, "phased_out", ""),
        ({"face": "Back"}, "face", "back"),
        ({"face": "back"}, "face", ""),
        ({"face_down": 0}, "face_down", ""),
        ({"copy_of": "Bayuo"}, "copy_of", "Bayou"),
        ({"mana_spent": -1}, "mana_spent", ""),
        ({"token": "true"}, "token", ""),
        ({"level": -1}, "level", ""),
        ({"since": 1.5}, "since", ""),
        ({"ability": 1}, "ability", ""),
        ({"id": ""}, "id", ""),
        ({"id": "you"}, "id", ""),
    ],
)
def test_a_wrong_key_of_a_permanent_is_named(keys: dict[str, Any], key: str, suggestion: str) -> None:
    data = {"battlefield": ["Forest", {"card": "Sol Ring", "id": "it", **keys}]}
    found = problem(data)
    assert found.key == f"battlefield[1].{key}"
    assert found.suggestion == suggestion


def test_a_resolved_effect_is_read() -> None:
    given = board(
        "Forest",
        "Quarum Trench Gnomes",
        {
            "resolved": "Quarum Trench Gnomes", "ability": 1, "target": "Forest", "source": "Quarum Trench Gnomes",
            "X": 2, "chosen": {"mode": "odd"}, "controller": "opponent", "id": "done",
        },
        {"resolved": "High Tide", "target": ["Forest", "opponent"]},
    )  # fmt: skip
    assert given.entry("done") == Resolved(
        id="done",
        card=given.permanents[1].card,
        controller="opponent",
        timestamp=3,
        ability=1,
        targets=("Forest",),
        source="Quarum Trench Gnomes",
        x=2,
        chosen=Chosen(mode="odd"),
    )
    tide = given.entry("High Tide")
    assert isinstance(tide, Resolved)
    assert tide.targets == ("Forest", "opponent")


@pytest.mark.parametrize(
    ("keys", "key", "suggestion"),
    [
        ({"ability": 0}, "ability", ""),
        ({"ability": "1"}, "ability", ""),
        ({"target": "Forrest"}, "target", "Forest"),
        ({"target": ["Forest", "Plain"]}, "target[1]", ""),
        ({"source": "High Tide"}, "source", ""),
        ({"X": -1}, "X", ""),
        ({"x": 1}, "x", "X"),
        ({"tapped": True}, "tapped", ""),
        ({"owner": "you"}, "owner", ""),
        ({"controller": "nobody"}, "controller", ""),
    ],
)
def test_a_wrong_key_of_a_resolved_effect_is_named(keys: dict[str, Any], key: str, suggestion: str) -> None:
    found = problem({"battlefield": ["Forest", {"resolved": "High Tide", **keys}]})
    assert (found.key, found.suggestion) == (f"battlefield[1].{key}", suggestion)


def test_an_emblem_is_read() -> None:
    made = board({"emblem": "Tyvar, Jubilant Brawler", "controller": "opponent", "id": "e"}).entry("e")
    assert isinstance(made, Emblem)
    assert (made.card.name, made.controller, made.timestamp) == ("Tyvar, Jubilant Brawler", "opponent", 1)


@pytest.mark.parametrize("key", ["tapped", "owner", "chosen", "target", "ability"])
def test_an_emblem_has_few_keys(key: str) -> None:
    assert problem({"battlefield": [{"emblem": "Tyvar, Jubilant Brawler", key: "x"}]}).key == f"battlefield[0].{key}"


def test_an_entry_needs_one_card() -> None:
    assert problem({"battlefield": [{"tapped": True}]}).key == "battlefield[0]"
    assert problem({"battlefield": [{"cards": "Forest"}]}).suggestion == "card"
    both = problem({"battlefield": [{"card": "Forest", "emblem": "Forest"}]})
    assert "more than one" in both.problem
    assert problem({"battlefield": [7]}).problem == "must be text or a table, not 7"


# Faces ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "id", "face"),
    [
        ("Day Side", "Day Side", 0),
        ("Night Side", "Night Side", 1),
        ("Day Side // Night Side", "Day Side", 0),
        ({"card": "Day Side", "face": "back"}, "Day Side", 1),
        ({"card": "Night Side", "face": "front"}, "Night Side", 0),
    ],
)
def test_the_named_or_written_face_is_up(written: Any, id: str, face: int) -> None:
    permanent = board(written).permanents[0]
    assert (permanent.id, permanent.face) == (id, face)


def test_half_a_split_card_resolves() -> None:
    resolved = board({"resolved": "Right Half"}).entries[0]
    assert isinstance(resolved, Resolved)
    assert (resolved.id, resolved.face) == ("Right Half", 1)


def test_a_copy_may_be_of_a_back_face() -> None:
    assert entry(copy_of="Night Side").copy_face == 1


def test_a_split_card_has_no_back() -> None:
    assert problem({"battlefield": [{"card": "Left Half", "face": "back"}]}).key == "battlefield[0].face"


def test_any_name_of_the_card_refers_to_it() -> None:
    given = board("Day Side", {"card": "Wild Growth", "attached_to": "Day Side // Night Side"})
    assert given.permanents[1].attached_to == "Day Side"


def test_loyalty_is_the_printed_one_unless_written() -> None:
    given = board("Tamiyo, Collector of Tales", {"card": "Tamiyo, Collector of Tales", "counters": {"loyalty": 9}})
    printed = given.permanents[0].card.faces[0].loyalty
    assert printed is not None
    assert [permanent.counter("loyalty") for permanent in given.permanents] == [printed, 9]


def test_a_copy_of_a_planeswalker_has_its_loyalty() -> None:
    assert entry(copy_of="Tamiyo, Collector of Tales").counter("loyalty") > 0
    assert board({"card": "Tamiyo, Collector of Tales", "face_down": True}).permanents[0].counters == ()


# Keys of the board ---------------------------------------------------------------------------------------------------


def test_the_edition_is_the_one_in_force_on_the_date() -> None:
    assert board_from({"edition": "2026-09-25"}).edition == "2026-09-25"
    assert board_from({"edition": dt.date(2026, 5, 1)}).edition == "2026-04-17"
    assert problem({"edition": "2001-01-01"}).suggestion == "2026-04-17"
    assert problem({"edition": "2031-01-01"}).suggestion == "2026-09-25"
    assert problem({"edition": "september"}).key == "edition"
    assert problem({"edition": 2026}).key == "edition"


def test_players_and_whose_turn_it_is() -> None:
    given = board_from({"players": ["a", "b", "c"], "active": "c", "battlefield": ["Forest"]})
    assert (given.names, given.active, given.permanents[0].controller) == (("a", "b", "c"), "c", "a")
    assert board_from({"players": ["a", "b"]}).active == "a"
    assert problem({"players": []}).key == "players"
    assert problem({"players": ["a", "a"]}).key == "players[1]"
    assert problem({"active": "oppponent"}).suggestion == "opponent"
    assert problem({"players": "you"}).key == "players"


def test_readings() -> None:
    words = {"idle-replacement": "waits", "negative-hand-size": "zero", "cost-counted-amount": "actual"}
    taken = board_from({"readings": words}).readings
    assert (taken.idle_replacement, taken.negative_hand_size, taken.cost_counted_amount) == ("waits", "zero", "actual")
    assert problem({"readings": {"idle_replacement": "waits"}}).suggestion == "idle-replacement"
    assert problem({"readings": {"idle-replacement": "wait"}}).suggestion == "waits"


def test_a_player_is_read() -> None:
    given = board_from(
        {
            "player": {
                "you": {
                    "life": -3, "hand": ["Forest", "Opt"], "library": 0, "graveyard": ["Night Side"], "identity": "BWU",
                    "drawn_this_turn": 3, "drawn_kept": 1, "land_played_this_turn": True,
                },
                "opponent": {"hand": 9, "drawn_this_turn": 2},
            }
        }
    )  # fmt: skip
    you, opponent = given.players
    assert (you.life, you.hand, you.library, you.graveyard, you.identity) == (-3, 2, 0, 1, "WUB")
    assert [card.name for card in you.hand_cards or ()] == ["Forest", "Opt"]
    assert [card.name for card in you.graveyard_cards or ()] == ["Day Side // Night Side"]
    assert you.library_cards is None
    assert (you.drawn_this_turn, you.drawn_kept, you.land_played_this_turn) == (3, 1, True)
    assert (opponent.hand, opponent.hand_cards, opponent.drawn_kept) == (9, None, 2)


@pytest.mark.parametrize(
    ("keys", "key", "suggestion"),
    [
        ({"lief": 3}, "lief", "life"),
        ({"life": "3"}, "life", ""),
        ({"hand": -1}, "hand", ""),
        ({"hand": ["Forrest"]}, "hand[0]", "Forest"),
        ({"library": True}, "library", ""),
        ({"graveyard": {"Forest": 1}}, "graveyard", ""),
        ({"identity": "WUX"}, "identity", "WU"),
        ({"identity": "WUC"}, "identity", "WU"),
        ({"identity": "WW"}, "identity", "W"),
        ({"drawn_this_turn": -1}, "drawn_this_turn", ""),
        ({"drawn_kept": 1}, "drawn_kept", ""),
        ({"land_played_this_turn": 1}, "land_played_this_turn", ""),
    ],
)
def test_a_wrong_key_of_a_player_is_named(keys: dict[str, Any], key: str, suggestion: str) -> None:
    found = problem({"player": {"you": keys}})
    assert (found.key, found.suggestion) == (f"player.you.{key}", suggestion)


def test_a_table_of_nobody_is_refused() -> None:
    assert problem({"player": {"yuo": {}}}).suggestion == "you"


def test_an_unknown_key_of_the_board_is_named() -> None:
    assert problem({"battelfield": []}).suggestion == "battlefield"


def test_every_problem_is_told_at_once() -> None:
    found = problems({"battlefield": ["Forrest", {"card": "Forest", "controller": "oponent", "owner": "opponnet"}]})
    assert [one.suggestion for one in found] == ["Forest", "opponent", "opponent"]


def test_what_was_written_is_kept() -> None:
    given = board_from(
        {
            "players": ["you", "opponent"],
            "readings": {"idle-replacement": "applies"},
            "player": {"you": {"life": 20}},
            "battlefield": [{"card": "Forest", "since": 4, "chosen": {"color": "red"}}],
        }
    ).given
    assert given == {
        "players", "readings.idle-replacement", "player.you.life", "battlefield.card", "battlefield.since",
        "battlefield.chosen", "battlefield.chosen.color",
    }  # fmt: skip


def test_a_number_may_have_a_name_where_names_have_values() -> None:
    data = {"battlefield": [{"card": "Midnight Oil", "counters": {"hour": "k"}}], "player": {"you": {"hand": "h"}}}
    given = board_from(data, "here", {"k": 5, "h": 3})
    assert (given.permanents[0].counter("hour"), given.players[0].hand) == (5, 3)
    with pytest.raises(BadInput, match="no number is called 'h'"):
        board_from(data, "here", {"k": 5})
    with pytest.raises(ManyBadInputs):
        board_from(data, "here")


def test_permanents_are_permanents() -> None:
    assert all(isinstance(one, Permanent) for one in board("Forest", "Bayou").entries)
