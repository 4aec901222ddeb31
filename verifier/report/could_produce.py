"""What every permanent could produce, with a run for each type that can come out and the states that show the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..board import Amounts, Board
from ..cards.ability import Ability, AddsMana, Triggered, WhenTappedForMana
from ..cards.mana import CouldProduce
from ..cards.numbering import name_at
from ..rules.characteristics import INTRINSIC, Thing
from ..rules.could_produce import Production, Table, cap_of, could_produce, reads_others
from ..rules.following import subterms
from ..rules.mana import letters_of, mask_of_amounts
from ..rules.mana_abilities import is_mana_ability
from ..rules.runs import Rounds, closed_sets, runs
from ..rules.terms import matching
from ..run import Run
from .labels import in_order


@dataclass(frozen=True, slots=True)
class Way:
    """One addition of mana by an ability: the states from its starts on, and those in which it can end.

    ``ends`` is empty where so many effects meet the production that only the ``types`` of its ends are told. Amounts
    above ``cap`` are not told apart; ``replaced`` if some effect can meet the production.
    """

    ability: str
    starts: tuple[Amounts, ...]
    states: tuple[Amounts, ...]
    ends: tuple[Amounts, ...]
    types: str
    cap: int
    replaced: bool


@dataclass(frozen=True, slots=True)
class Told:
    """A run that ends with this type; ``rule`` is the one by which the ability resolves.

    ``because`` names, for types of the start that other permanents must be able to produce, the first that could.
    """

    letter: str
    ability: str
    rule: str
    run: Run
    because: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PermanentAnswer:
    """The answer about one permanent."""

    id: str
    types: str
    told: tuple[Told, ...]
    ways: tuple[Way, ...]

    @property
    def cannot(self) -> str:
        """The types that cannot come out."""
        return "".join(letter for letter in "WUBRGC" if letter not in self.types)

    @property
    def replaced(self) -> bool:
        """Whether some effect can meet one of its productions."""
        return any(way.replaced for way in self.ways)

    @property
    def meaning(self) -> tuple[object, ...]:
        """Equal for permanents about which the same is to be said."""
        told = tuple((t.letter, t.ability, t.rule, t.run.start, t.run.steps, t.because) for t in self.told)
        return self.types, told, self.ways


def answers(board: Board) -> tuple[PermanentAnswer, ...]:
    """For every permanent that is there, in list order (106.7). Raises Unmodelled, Undecided."""
    table = Table(board)
    things = {thing.id: thing for thing in table.things}
    productions: dict[str, list[Production]] = {id: [] for id in things}
    for production in table.productions():
        productions[production.thing.id].append(production)
    sets, (told, rounds) = closed_sets(board), runs(board)
    found = []
    for id, types in could_produce(board).items():
        thing = things[id]
        ways = tuple(
            Way(
                ability_name(thing, closed.ability), in_order(closed.starts), in_order(closed.states),
                in_order(closed.ends or ()), closed.types, cap_of(production.kinds), bool(production.kinds),
            )
            for production, closed in zip(productions[id], sets[id], strict=True)
        )  # fmt: skip
        found.append(
            PermanentAnswer(
                id,
                types,
                tuple(_told(thing, productions[id], run, letter, rounds) for letter, run in told[id].items()),
                ways,
            )
        )
    return tuple(found)


def answered(board: Board) -> Mapping[str, str]:
    """The bare answer, for comparing it under several readings."""
    return could_produce(board)


def bearing(board: Board) -> tuple[str, ...]:
    """The readings that can bear on questions about mana: where mana can be replaced, where a cost counts it."""
    productions = Table(board).productions()
    found = ["idle_replacement"] if any(production.kinds for production in productions) else []
    if any(production.source.counted is not None for production in productions):
        found.append("cost_counted_amount")
    return tuple(found)


def ability_name(thing: Thing, place: int) -> str:
    """What the ability at that place is called: as claims count it, intrinsic ones told apart."""
    intrinsic = any(thing.abilities[place] is ability for ability in INTRINSIC.values())
    return f"{name_at(thing.abilities, place)}{' (intrinsic)' if intrinsic else ''}"


def resolves_by(ability: Ability, edition: str) -> str:
    """The rule by which the ability adds its mana: a mana ability without the stack, any other as it resolves."""
    if isinstance(ability, Triggered):
        at_once = isinstance(ability.event, WhenTappedForMana | AddsMana) and not ability.target
        return "605.4a" if at_once else "608.2"
    return "605.3b" if is_mana_ability(ability, edition) else "608.2"


def _told(thing: Thing, productions: list[Production], run: Run, letter: str, rounds: Rounds) -> Told:
    board = productions[0].scope.board
    ability = thing.abilities[run.ability]
    because: dict[str, str] = {}
    for production in productions:
        if production.source.number == run.ability and reads_others(production.addition):
            for start in letters_of(mask_of_amounts(run.start)):
                supporter = _supporter(production, start, rounds)
                if supporter:
                    because.setdefault(start, supporter)
    return Told(
        letter,
        ability_name(thing, run.ability),
        resolves_by(ability, board.edition),
        run,
        tuple(sorted(because.items())),
    )


def _supporter(production: Production, letter: str, rounds: Rounds) -> str:
    """The permanent that is known first to be able to produce the type, among those that the ability looks at."""
    able = [
        (rounds[thing.id][letter], place, thing.id)
        for part in subterms(production.addition)
        if isinstance(part, CouldProduce)
        for place, thing in enumerate(matching(part.by, production.scope))
        if letter in rounds[thing.id]
    ]
    return min(able)[2] if able else ""
