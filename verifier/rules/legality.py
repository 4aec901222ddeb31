"""Whether a player can start to activate an ability (107.5, 107.6, 302.6, 602.2, 602.5, 606.3, 702.10c).

Mana, life and cards that it takes to pay are not asked about; objects that a cost needs are looked for in ``payment``.
"""

from __future__ import annotations

from ..board import Board
from ..cards.ability import Activated, Keyword, LoyaltyCost, PayLife, Permission, TapSymbol, UntapSymbol
from ..errors import Illegal
from .characteristics import Thing
from .effects import InForce, in_force
from .mana_abilities import is_mana_ability
from .terms import Scope, fits, holds, means


def check_legal(board: Board, things: tuple[Thing, ...], thing: Thing, ability: Activated, actor: str) -> None:
    """Raise Illegal, with the rules, if the player cannot start to activate the ability of the permanent."""
    permissions = [effect for effect in in_force(board, things) if isinstance(effect.effect, Permission)]
    if ability.from_zone != "battlefield":
        raise Illegal(f"this ability of {thing.id} works from the {ability.from_zone} only", ("113.6b",))
    _who(thing, ability, actor, permissions)
    taps = any(isinstance(cost, TapSymbol) for cost in ability.cost)
    untaps = any(isinstance(cost, UntapSymbol) for cost in ability.cost)
    if taps and thing.permanent.tapped:
        raise Illegal(f"{thing.id} is tapped already, so {{T}} cannot be paid", ("107.5",))
    if untaps and not thing.permanent.tapped:
        raise Illegal(f"{thing.id} is untapped already, so {{Q}} cannot be paid", ("107.6",))
    if (taps or untaps) and thing.permanent.entered_this_turn and "Creature" in thing.types:
        if not has_haste(thing) and not _is_permitted("activate as though with haste", thing, actor, permissions):
            raise Illegal(
                f"{thing.id} is a creature that its controller has not had since the turn began",
                ("302.6", "107.5" if taps else "107.6"),
            )
    scope = Scope(board, things, actor, thing.id, thing, thing.permanent.chosen)
    if ability.activate_if is not None and not holds(ability.activate_if, scope):
        raise Illegal(f"the condition for activating this ability of {thing.id} does not hold", ("602.5b",))
    loyalty = any(isinstance(cost, LoyaltyCost) for cost in ability.cost)
    loyalty = loyalty and not _is_permitted("loyalty at any time", thing, actor, permissions)
    if board.active != actor and (loyalty or {"sorcery", "your turn"} & set(ability.timing)):
        rule = "606.3" if loyalty else "602.5d"
        raise Illegal(f"this ability of {thing.id} can be activated in its controller's turn only", (rule,))
    if any(isinstance(cost, PayLife) and cost.amount != 0 for cost in ability.cost):
        for kind in ("cannot pay life", "cannot pay life to activate"):
            if _is_permitted(kind, thing, actor, permissions):
                raise Illegal(f"{actor} cannot pay life", ("118.3", "119.4"))
    for cost in ability.cost:
        if isinstance(cost, LoyaltyCost) and not cost.x and thing.permanent.counter("loyalty") + cost.change < 0:
            raise Illegal(f"{thing.id} has too few loyalty counters", ("606.6",))
    for effect in permissions:
        permission = effect.effect
        assert isinstance(permission, Permission)
        if permission.kind == "cannot activate" and _covers(effect, thing, actor):
            if permission.mana_abilities_too or not is_mana_ability(ability, board.edition):
                raise Illegal(f"{effect.source} forbids activating abilities of {thing.id}", ("101.2",))
        if permission.kind == "activate in own turns only" and board.active != actor and _covers(effect, thing, actor):
            raise Illegal(f"{effect.source} lets {actor} activate abilities in own turns only", ("101.2", "602.5"))


def _who(thing: Thing, ability: Activated, actor: str, permissions: list[InForce]) -> None:
    if actor == thing.controller or "any player" in ability.timing:
        return
    taps_for_mana = any(isinstance(cost, TapSymbol) for cost in ability.cost)
    if (
        taps_for_mana
        and "Land" in thing.types
        and _is_permitted("tap lands you do not control", thing, actor, permissions)
    ):
        return
    raise Illegal(f"only {thing.controller}, its controller, can activate an ability of {thing.id}", ("602.2",))


def has_haste(thing: Thing) -> bool:
    """702.10: the permanent has haste."""
    return any(isinstance(ability, Keyword) and ability.name.casefold() == "haste" for ability in thing.abilities)


def _is_permitted(kind: str, thing: Thing, actor: str, permissions: list[InForce]) -> bool:
    return any(
        isinstance(effect.effect, Permission) and effect.effect.kind == kind and _covers(effect, thing, actor)
        for effect in permissions
    )


def can_be_sacrificed(board: Board, things: tuple[Thing, ...], thing: Thing, actor: str) -> bool:
    """Whether no effect forbids the player to sacrifice the permanent as a cost of an ability (101.2, 118.3)."""
    permissions = [effect for effect in in_force(board, things) if isinstance(effect.effect, Permission)]
    return not _is_permitted("cannot sacrifice to activate", thing, actor, permissions)


def _covers(effect: InForce, thing: Thing, actor: str) -> bool:
    permission = effect.effect
    assert isinstance(permission, Permission)
    scope = effect.scope.with_event(thing, actor)
    return means(permission.players, actor, scope) and (permission.on is None or fits(permission.on, thing, scope))
