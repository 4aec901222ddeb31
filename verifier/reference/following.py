"""Following instructions in a draw step one after another (608.2c), over every choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from verifier.board import Permanent
from verifier.cards.ability import (
    AddMana,
    Begin,
    BeginTrigger,
    ChooseMode,
    Discard,
    DiscardCost,
    Draw,
    DrawReplacement,
    GetEmblem,
    HandSize,
    HandToLibrary,
    If,
    Instruction,
    May,
    MoreCounters,
    OtherInstruction,
    PayLife,
    Permission,
    PutCounters,
    RemoveCounters,
    ReturnOrPay,
    TapPermanents,
    UnlessPaid,
)
from verifier.cards.card import Card
from verifier.cards.naming import in_words
from verifier.cards.terms import Filter, PlayerRef, Quantity, UpTo
from verifier.errors import Undecided, Unmodelled

from .abilities import every_instruction
from .asking import holds, meant, players, possible_numbers, quantity
from .discarding import Discarded, discard_rules, is_spared, on_discard, places
from .drawing import Manner, draw, draws_left, fired
from .game import (
    Effect,
    Game,
    distinct,
    from_hand,
    hand_choices,
    in_turn_order,
    player_of,
    table_of,
    with_player,
)
from .in_force import effects_in_force
from .table import Table, View

LIFE = frozenset({"damage", "life"})
"""Instructions that change a life total by an amount that no board tells."""

HARMLESS = frozenset(
    {"token", "counter", "look", "reveal", "scry", "shuffle", "fight", "combat", "extra turn", "untap lands", "choice"}
)
"""Instructions after which everything that a draw step asks is as it was."""

FROM_LIBRARY = frozenset({"look", "reveal", "search", "mill", "exile"})
"""Instructions that, if they move cards of a library, change no more than the cards in it and in the hand."""

MOST_MOVED = 400
"""More cards that one instruction moves from a hand are not for brute force."""

Resolution = tuple[View, frozenset[Effect], bool]
"""How the words are read, which effects have had their opportunity, whether the event replaces draws of this."""


def follow(
    game: Game,
    view: View,
    instructions: tuple[Instruction, ...],
    used: frozenset[Effect] = frozenset(),
    asked_by_ability: bool = False,
) -> list[Game]:
    """Every game after the instructions, in the order written.

    Raises Unmodelled for an instruction whose outcome no board tells, if what comes later may depend on it.
    """
    games = [game]
    for instruction in instructions:
        games = distinct([
            later for now in games for later in _follow_one(now, (view, used, asked_by_ability), instruction)
        ])  # fmt: skip
    return games


def is_without_trace(instructions: tuple[Instruction, ...]) -> bool:
    """Whether following them changes nothing that a draw step asks."""
    return all(
        isinstance(each, AddMana | GetEmblem | If | May | ChooseMode)
        or (isinstance(each, OtherInstruction) and each.kind in HARMLESS and not each.moves_library)
        for each in every_instruction(instructions)
    )


def _follow_one(game: Game, resolution: Resolution, instruction: Instruction) -> list[Game]:
    view, used, asked = resolution
    if isinstance(instruction, OtherInstruction):
        return [_otherwise_changed(game, view, instruction)]
    table = table_of(game)
    if game.unsure_board or (game.unsure_cards and not _is_sure(table, instruction)):
        raise Unmodelled(game.unsure_by, "what comes after an instruction of it that is not followed here")
    match instruction:
        case Draw(amount=amount, player=who, optional=optional):
            return _draw(game, resolution, who, amount, optional)
        case Discard(amount=amount, player=who):
            return _for_each(game, view, who, lambda now, name: _discard(now, view, name, amount))
        case HandToLibrary(player=who):
            return _for_each(game, view, who, lambda now, name: _hand_to_library(now, view, name, instruction))
        case ReturnOrPay(cards=cards, life=life):
            return _return_or_pay(game, view.you, cards, life)
        case If(condition=condition, then=then, otherwise=otherwise):
            return follow(game, view, then if holds(table, view, condition) else otherwise, used, asked)
        case May(instructions=inner):
            done = follow(game, view, inner, used, asked) if _may_be_chosen(game, view, inner) else []
            return [replace(game, followed=False), *[replace(now, followed=True) for now in done]]
        case UnlessPaid():
            return _unless_paid(game, resolution, instruction)
        case ChooseMode(modes=modes):
            return [now for mode in modes for now in follow(game, view, mode, used, asked)]
        case PutCounters(kind=kind, amount=amount, on=on):
            if effects_in_force(table, MoreCounters):
                raise Unmodelled(view.subject, "counters put on permanents under an effect that changes their number")
            return [_counters(game, view, on, kind, max(n, 0)) for n in possible_numbers(table, view, amount)]
        case RemoveCounters(kind=kind, amount=amount, from_=from_):
            return [_counters(game, view, from_, kind, -max(n, 0)) for n in possible_numbers(table, view, amount)]
        case TapPermanents(on=on, untap=untap):
            changed = [replace(thing.permanent, tapped=not untap) for thing in meant(table, view, on)]
            return [_with_permanents(game, changed)]
        case AddMana() | GetEmblem():
            return [game]
        case Begin(effects=effects) if all(isinstance(effect, HandSize) for effect in effects):
            return [game]
        case Begin() | BeginTrigger():
            raise Unmodelled(view.subject, "an effect that begins in the draw step")
    raise Unmodelled(view.subject, f"an instruction of the kind {in_words(instruction)} in a draw step")


def _otherwise_changed(game: Game, view: View, instruction: OtherInstruction) -> Game:
    game, by = replace(game, that_many=None, followed=None), game.unsure_by or view.subject
    if instruction.kind == "game end":
        return replace(game, losing=tuple(sorted(game.board.names)))
    if instruction.kind in LIFE:
        return replace(game, unsure_life=True, unsure_by=by)
    if instruction.kind in FROM_LIBRARY and instruction.moves_library:
        return replace(game, unsure_cards=True, unsure_by=by)
    if instruction.kind in HARMLESS and not instruction.moves_library:
        return game
    return replace(game, unsure_board=True, unsure_by=by)


def _is_sure(table: Table, instruction: Instruction) -> bool:
    """Whether what the instruction does is the same whichever cards have left a library."""
    if isinstance(instruction, Draw):
        replacements = [each.effect for each in effects_in_force(table, DrawReplacement)]
        return not any(isinstance(each, DrawReplacement) and each.condition for each in replacements)
    return isinstance(instruction, May | ReturnOrPay)


# Draws -------------------------------------------------------------------------------------------------------------


def _draw(game: Game, resolution: Resolution, who: PlayerRef, amount: Quantity, optional: bool) -> list[Game]:
    """121.2; an offer of more draws than the player can make cannot be taken (121.2b, 121.3)."""
    view, used, asked = resolution
    table = table_of(game)
    names = in_turn_order(game, players(table, view, who))  # 121.2c
    ways = [replace(game, followed=False)] if optional else []
    for number in possible_numbers(table, view, amount):
        if (optional or isinstance(amount, UpTo)) and not all(_can_draw(game, name, number) for name in names):
            continue
        before = sum(player_of(game, name).drawn_this_turn for name in names)
        games = [game]
        for name in names:
            manner = Manner(used, _follow_replacement, asked)
            games = [later for now in games for later in draw(now, name, number, manner)]
        for now in games:
            drawn = sum(player_of(now, name).drawn_this_turn for name in names) - before
            ways.append(replace(now, that_many=drawn, followed=True))
    return ways


def _follow_replacement(
    game: Game, view: View, instructions: tuple[Instruction, ...], used: frozenset[Effect]
) -> list[Game]:
    return follow(game, view, instructions, used)


def _can_draw(game: Game, name: str, number: int) -> bool:
    left = draws_left(game, name)
    return left is None or left >= number


def _may_be_chosen(game: Game, view: View, instructions: tuple[Instruction, ...]) -> bool:
    """Whether what is offered can be chosen: as many draws, discards and moved cards as it asks for (118.3, 121.2b)."""
    table = table_of(game)
    for each in instructions:
        if isinstance(each, Draw) and not each.optional and not isinstance(each.amount, UpTo):
            for name in players(table, view, each.player):
                if not _can_draw(game, name, quantity(table, view, each.amount)):
                    return False
        if isinstance(each, Discard) and not isinstance(each.amount, UpTo):
            for name in players(table, view, each.player):
                number = quantity(table, view, each.amount)
                if player_of(game, name).hand < number:
                    return False
                if number > 0 and is_spared(discard_rules(table), name, "effect", view.you):
                    return False
    return True


def draw_for_the_turn(game: Game) -> list[Game]:
    """504.1: the active player draws a card; the turn-based action is not an instruction of any ability."""
    return draw(game, game.active, 1, Manner(frozenset(), _follow_replacement))


# Cards from the hand -----------------------------------------------------------------------------------------------


def _few_enough(number: int) -> int:
    """The number. Raises Undecided where so many cards are not for brute force."""
    if number > MOST_MOVED:
        raise Undecided(f"{number} cards that leave a hand one by one")
    return number


def _for_each(game: Game, view: View, who: PlayerRef, act: Callable[[Game, str], list[Game]]) -> list[Game]:
    """Each player who is meant does it, in APNAP order (101.4); "that many" is how many cards were moved in all."""
    names = in_turn_order(game, players(table_of(game), view, who))
    ways = [(game, 0)]
    for name in names:
        ways = [(later, moved + (later.that_many or 0)) for now, moved in ways for later in act(now, name)]
    return [replace(now, that_many=moved, followed=moved > 0) for now, moved in ways]


def _discard(game: Game, view: View, name: str, amount: Quantity) -> list[Game]:
    """701.9a; the effect is that of the ability's controller. As many cards as there are (609.3)."""
    table = table_of(game)
    rules = discard_rules(table)
    ended: list[Game] = []
    for number in possible_numbers(table, view, amount):
        if is_spared(rules, name, "effect", view.you):
            number = 0
        moved = _few_enough(min(max(number, 0), player_of(game, name).hand))
        ways: list[tuple[Game, Discarded]] = [(game, ())]
        for _ in range(moved):
            ways = list(dict.fromkeys(
                (later, (*end, discarded))
                for now, end in ways
                for later, discarded in _discard_one(now, view, name)
            ))  # fmt: skip
        ended += [replace(_seen(now, name, end), that_many=moved) for now, end in ways]
    return ended


def _discard_one(game: Game, view: View, name: str) -> list[tuple[Game, tuple[Card | None, str]]]:
    rules = discard_rules(table_of(game))
    ways: list[tuple[Game, tuple[Card | None, str]]] = []
    for card in hand_choices(game, name):
        for place in places(rules, name, card.card, "effect", view.you):
            now = from_hand(game, name, card, place)
            if name == game.active:
                now = replace(now, discarded=now.discarded + 1, put_back=now.put_back + (place == "library"))
            ways.append((now, (card.card, place)))
    return ways


def _seen(game: Game, name: str, discarded: Discarded) -> Game:
    """What triggers on the discards, once they have all happened."""
    rules = discard_rules(table_of(game))
    return fired(game, [watcher for card, place in discarded for watcher in on_discard(rules, name, card, place)])


def _hand_to_library(game: Game, view: View, name: str, instruction: HandToLibrary) -> list[Game]:
    table = table_of(game)
    hand = player_of(game, name).hand
    numbers = [hand] if instruction.all_cards else possible_numbers(table, view, instruction.amount)
    ended: list[Game] = []
    for number in numbers:
        games, moved = [game], _few_enough(min(max(number, 0), hand))
        for _ in range(moved):
            games = distinct([
                from_hand(now, name, card, "library", instruction.on_top)
                for now in games
                for card in hand_choices(now, name)
            ])  # fmt: skip
        for now in games:
            if instruction.on_top and name == game.active:
                now = replace(now, put_back=now.put_back + moved)
            ended.append(replace(now, that_many=moved))
    return ended


def _return_or_pay(game: Game, name: str, cards: int, life: int) -> list[Game]:
    """So many of the cards drawn this turn, or all there are: each is put back, or life is paid for it."""
    games = [game]
    for _ in range(min(cards, player_of(game, name).drawn_kept)):
        later: list[Game] = []
        for now in games:
            for card in hand_choices(now, name):
                if card.drawn:
                    returned = from_hand(now, name, card, "library")
                    if name == game.active:
                        returned = replace(returned, put_back=returned.put_back + 1)
                    later.append(returned)
            later += [_kept(paid, name) for paid in _pay_life(now, name, life)]
        games = distinct(later)
    return [_all_kept_again(now, game, name) for now in games]


def _kept(game: Game, name: str) -> Game:
    """A card that was paid for stays in hand and is not chosen again by the same ability."""
    player = player_of(game, name)
    return with_player(game, replace(player, drawn_kept=player.drawn_kept - 1))


def _all_kept_again(game: Game, before: Game, name: str) -> Game:
    """Afterwards the cards that were paid for are cards drawn this turn as before (another ability may choose them)."""
    player, earlier = player_of(game, name), player_of(before, name)
    returned = earlier.hand - player.hand
    return with_player(game, replace(player, drawn_kept=earlier.drawn_kept - returned))


# Payments ----------------------------------------------------------------------------------------------------------


def _pay_life(game: Game, name: str, amount: int) -> list[Game]:
    """119.4, 119.8: the game after the payment, none if it cannot be made. Zero can always be paid (119.4b)."""
    player = player_of(game, name)
    if amount <= 0:
        return [game]
    table = table_of(game)
    for entry in effects_in_force(table, Permission):
        effect = entry.effect
        if isinstance(effect, Permission) and effect.kind in ("cannot pay life", "cannot lose life"):
            if name in players(table, entry.view, effect.players):
                return []
    if game.unsure_life:
        raise Unmodelled(game.unsure_by, "how much damage or life it is, before life is paid (119.4)")
    if player.life < amount:
        return []
    now = with_player(game, replace(player, life=player.life - amount))
    if player.life == amount:
        now = replace(now, losing=tuple(sorted({*now.losing, name})))
    return [replace(now, life_paid=now.life_paid + amount) if name == game.active else now]


def _unless_paid(game: Game, resolution: Resolution, instruction: UnlessPaid) -> list[Game]:
    """Nobody pays and it is done, or one of the players pays (118.12a)."""
    view, used, asked = resolution
    table = table_of(game)
    ways = follow(game, view, instruction.instructions, used, asked)
    for name in in_turn_order(game, players(table, view, instruction.player)):
        paid = [game]
        for cost in instruction.cost:
            if isinstance(cost, PayLife):
                amount = quantity(table, view, cost.amount)
                paid = [later for now in paid for later in _pay_life(now, name, amount)]
            elif isinstance(cost, DiscardCost):
                raise Unmodelled(view.subject, "a discard that is paid as it resolves")
        ways += paid
    return distinct(ways)


# Permanents --------------------------------------------------------------------------------------------------------


def _counters(game: Game, view: View, on: Filter, kind: str, change: int) -> Game:
    """Counters put on each of the permanents, or as many removed as there are (609.3)."""
    moved, changed = 0, []
    for thing in meant(table_of(game), view, on):
        before = thing.permanent.counter(kind)
        after = max(before + change, 0)
        others = tuple((name, count) for name, count in thing.permanent.counters if name != kind)
        changed.append(replace(thing.permanent, counters=(*others, (kind, after))))
        moved += abs(after - before)
    return replace(_with_permanents(game, changed), that_many=moved, followed=None)


def _with_permanents(game: Game, changed: list[Permanent]) -> Game:
    by_id = {permanent.id: permanent for permanent in changed}
    entries = tuple(by_id.get(entry.id, entry) for entry in game.board.entries)
    return replace(game, board=game.board.with_entries(entries))
