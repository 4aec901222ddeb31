"""Hand sizes from abilities that one effect gives to several permanents: they have one timestamp (613.7a)."""

from __future__ import annotations

import pytest

from verifier import reference
from verifier.board import Board, Permanent, Player
from verifier.cards import terms as t
from verifier.cards.ability import GainAbilities, HandSize, Static
from verifier.cards.card import Card, Face
from verifier.errors import Unmodelled
from verifier.rules import answers as rules


def board(amount: t.Quantity) -> Board:
    """A land of each player; both have what sets everyone's maximum to that amount."""
    land = Card("Rock", (Face("Rock", types=("Land",)),))
    gives = GainAbilities(t.OfType("Land"), (Static((HandSize("everyone", "set", amount),)),))
    charm = Card("Charm", (Face("Charm", mana_cost=("R",), types=("Enchantment",), abilities=(Static((gives,)),)),))
    entries = (
        Permanent("mine", land, "you", "you", 1),
        Permanent("theirs", land, "opponent", "opponent", 2),
        Permanent("charm", charm, "you", "you", 3),
    )
    return Board((Player("you"), Player("opponent")), "you", entries)


def test_the_same_amount_needs_no_order() -> None:
    assert rules.maximum_hand_size(board(3)) == {"you": (3,), "opponent": (3,)}
    assert reference.maximum_hand_size(board(3)) == {"you": (3,), "opponent": (3,)}


def test_no_order_is_made_up_where_it_matters() -> None:
    with pytest.raises(Unmodelled, match=r"613\.7a"):
        rules.maximum_hand_size(board(t.Devotion("R")))
