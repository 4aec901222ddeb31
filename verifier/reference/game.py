"""The state of a game in the middle of a draw step: whose cards are where, what has triggered, what is on the stack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from verifier.board import Board, Player
from verifier.cards.ability import Keyword
from verifier.cards.card import Card
from verifier.errors import Undecided

from .producing import with_answers
from .table import Table
from .triggering import Watcher
from .zones import faces_off_the_battlefield

Numbers = tuple[int, int, int]
"""The cards in the active player's hand and library, and that player's life."""

Effect = tuple[str, int]
"""A replacement effect, by its entry and its number there; of a card with dredge, by the card."""

MOST_LOOKS = 20_000
"""Looks at the table in one draw step after which it is not for brute force."""


class Looks:
    """How often the table has been looked at in one draw step, whatever became of it."""

    def __init__(self) -> None:
        self.number = 0

    def again(self) -> None:
        """Counts one more. Raises Undecided beyond ``MOST_LOOKS``."""
        self.number += 1
        if self.number > MOST_LOOKS:
            raise Undecided(f"more than {MOST_LOOKS} looks at the table in one draw step")


@dataclass(frozen=True)
class Game:
    """The board as it is now, and what has been observed of the active player in this step.

    ``start`` is the table as the step began; it tells in which order the timestamps are. ``looks`` bounds the work.

    ``triggered`` are the ids of the entries whose abilities have triggered, ``waiting`` the abilities that are not yet
    on the stack, the top of which is last. ``spent`` are effects on the next draw that have been used up.
    ``dredge`` are the known cards with dredge in graveyards. ``losing`` are players who lose the game the next time
    a player would receive priority (704.5a, 704.5b).
    ``that_many`` and ``followed`` speak of the instruction before ("that many", "if you do"). ``unsure_life`` and
    ``unsure_board``: something has happened of which a board does not tell how much or to what; ``unsure_cards``: cards
    have left a library in another way than by a draw, and a board tells neither how many nor to where. ``unsure_by`` is
    the object whose instruction was the first of these.
    ``replaced_elsewhere``: of the draws that the ability now resolving asks for, how many some other effect is still
    to replace; ``asked`` how many it has asked for. ``ahead``: the numbers of a run that this game has not come to yet.
    """

    board: Board
    start: Table = field(compare=False, repr=False)
    looks: Looks = field(compare=False, repr=False)
    drawn: int = 0
    put_back: int = 0
    life_paid: int = 0
    discarded: int = 0
    triggered: tuple[str, ...] = ()
    waiting: tuple[Watcher, ...] = ()
    stack: tuple[Watcher, ...] = ()
    spent: tuple[Effect, ...] = ()
    dredge: tuple[tuple[str, Card], ...] = ()
    losing: tuple[str, ...] = ()
    that_many: int | None = None
    followed: bool | None = None
    unsure_life: bool = False
    unsure_board: bool = False
    unsure_cards: bool = False
    unsure_by: str = field(default="", compare=False)
    replaced_elsewhere: int = 0
    asked: int = 0
    ahead: tuple[Numbers, ...] = ()

    @property
    def active(self) -> str:
        return self.board.active

    @property
    def observed(self) -> tuple[tuple[str, int], ...]:
        return (
            ("discarded", self.discarded),
            ("drawn", self.drawn),
            ("life_paid", self.life_paid),
            ("put_back", self.put_back),
        )


@dataclass(frozen=True)
class HandCard:
    """A card in a hand: which it is, if that is known, and whether it was drawn this turn."""

    card: Card | None
    drawn: bool


def begun(table: Table) -> Game:
    """The game as the step begins."""
    board = table.board
    dredge = tuple(
        (player.name, card) for player in board.players for card in player.graveyard_cards or () if dredge_of(card)
    )
    return Game(board, table, Looks(), dredge=dredge)


def dredge_of(card: Card) -> int:
    """The number of the card's dredge ability (702.52a), 0 if it has none."""
    for face in faces_off_the_battlefield(card):
        for ability in face.abilities:
            if isinstance(ability, Keyword) and ability.name.lower() == "dredge":
                return ability.number or 0
    return 0


def table_of(game: Game) -> Table:
    """The table as it is now. Raises Undecided where it has been looked at too often."""
    game.looks.again()
    start = game.start
    there = start.there if game.board == start.board else start.lay(game.board)
    now = replace(start, board=game.board, there=there, that_many=game.that_many, followed=game.followed)
    return with_answers(now)


def in_turn_order(game: Game, names: frozenset[str]) -> list[str]:
    """The players in APNAP order (101.4)."""
    turn = game.board.names.index(game.active)
    return [name for name in game.board.names[turn:] + game.board.names[:turn] if name in names]


def player_of(game: Game, name: str) -> Player:
    """The player as they are now."""
    return game.board.player(name)


def with_player(game: Game, player: Player) -> Game:
    """The same game with another state of that player."""
    players = tuple(player if other.name == player.name else other for other in game.board.players)
    ahead = game.ahead
    if ahead and player.name == game.active and ahead[0] == (player.hand, player.library, player.life):
        ahead = ahead[1:]
    return replace(game, board=replace(game.board, players=players), ahead=ahead)


# Cards that move ---------------------------------------------------------------------------------------------------


def top_to_hand(game: Game, name: str) -> Game:
    """The top card of the library is put into the hand as a drawn card (121.1); there must be one."""
    before = player_of(game, name)
    library = None if before.library_cards is None else before.library_cards[1:]
    hand = None
    if before.library_cards is not None and before.hand_cards is not None:
        hand = (*before.hand_cards, before.library_cards[0])
    player = replace(
        before,
        hand=before.hand + 1,
        hand_cards=hand,
        library=before.library - 1,
        library_cards=library,
        drawn_this_turn=before.drawn_this_turn + 1,
        drawn_kept=before.drawn_kept + 1,
    )
    game = with_player(game, player)
    return replace(game, drawn=game.drawn + 1) if name == game.active else game


def hand_choices(game: Game, name: str) -> list[HandCard]:
    """The cards in the hand among which a choice makes a difference."""
    player = player_of(game, name)
    flags = [True] * (player.drawn_kept > 0) + [False] * (player.hand > player.drawn_kept)
    cards: list[Card | None] = [None] if player.hand_cards is None else list(dict.fromkeys(player.hand_cards))
    return [HandCard(card, drawn) for drawn in flags for card in cards]


def from_hand(game: Game, name: str, moved: HandCard, to: str, on_top: bool = True) -> Game:
    """The card is put from the hand into that zone; on the bottom of the library unless ``on_top``."""
    before = player_of(game, name)
    hand = before.hand_cards
    if hand is not None and moved.card is not None:
        place = hand.index(moved.card)
        hand = hand[:place] + hand[place + 1 :]
    player = replace(before, hand=before.hand - 1, hand_cards=hand, drawn_kept=before.drawn_kept - moved.drawn)
    if player.hand == 0:
        player = replace(player, hand_cards=())
    if to == "library":
        cards = None
        if player.library_cards is not None and moved.card is not None:
            cards = (moved.card, *player.library_cards) if on_top else (*player.library_cards, moved.card)
        player = replace(player, library=player.library + 1, library_cards=cards)
    game = with_player(game, player)
    return into_graveyard(game, name, moved.card) if to == "graveyard" else game


def into_graveyard(game: Game, name: str, card: Card | None) -> Game:
    """A card of that player is put into the graveyard."""
    before = player_of(game, name)
    cards = None
    if before.graveyard_cards is not None and card is not None:
        cards = (*before.graveyard_cards, card)
    game = with_player(game, replace(before, graveyard=before.graveyard + 1, graveyard_cards=cards))
    if card is not None and dredge_of(card):
        game = replace(game, dredge=(*game.dredge, (name, card)))
    return game


def graveyard_to_hand(game: Game, name: str, card: Card) -> Game:
    """The card with dredge is returned from the graveyard to the hand; it is not drawn (121.5)."""
    before = player_of(game, name)
    graveyard = before.graveyard_cards
    if graveyard is not None and card in graveyard:
        place = graveyard.index(card)
        graveyard = graveyard[:place] + graveyard[place + 1 :]
    hand = None if before.hand_cards is None else (*before.hand_cards, card)
    player = replace(
        before,
        hand=before.hand + 1,
        hand_cards=hand,
        graveyard=before.graveyard - 1,
        graveyard_cards=graveyard,
    )
    left = list(game.dredge)
    left.remove((name, card))
    return replace(with_player(game, player), dredge=tuple(left))


def top_of_library_removed(game: Game, name: str) -> tuple[Game, Card | None]:
    """The top card leaves the library; which it is, if that is known. There must be one."""
    before = player_of(game, name)
    card = before.library_cards[0] if before.library_cards else None
    cards = None if before.library_cards is None else before.library_cards[1:]
    return with_player(game, replace(before, library=before.library - 1, library_cards=cards)), card


def distinct(games: Iterator[Game] | list[Game]) -> list[Game]:
    """The games, those that do not differ told once, in the order in which they came."""
    return list(dict.fromkeys(games))
