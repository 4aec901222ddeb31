"""What a claim expects: ids, players and expressions looked up, and the outcomes of its kind of event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from ..board_format.document import dotted
from ..board_format.entries import Ids, entry_id, permanent_id
from ..board_format.problems import nearest
from ..board_format.reading import Reading
from ..cards.vocabulary import TYPES_OF_MANA
from ..claim import Characteristics, Expect, Facts, Outcome
from ..errors import BadInput
from ..expressions import Expression, Number, names, parse
from .events import kind_of

T = TypeVar("T")

OBSERVABLES: dict[str, tuple[str, ...]] = {
    "tap": (*TYPES_OF_MANA, "pools"),
    "activate": (*TYPES_OF_MANA, "pools"),
    "discard": ("library", "graveyard", "exile"),
    "cleanup": ("discarded", "library", "exile"),
    "draw_step": ("drawn", "put_back", "life_paid", "discarded"),
    "enters": ("counters", "X"),
}
"""The keys of an outcome by the kind of event."""

_ADDS_MANA = ("tap", "activate")
_OF_EVENTS = ("outcomes", "produced", "legal", "triggers", "may_trigger", "facts")
ZERO = Number(0)


@dataclass(frozen=True, slots=True)
class Expectations:
    """Reads the table ``expect`` of one claim; problems are left in ``reading``.

    ``arrival`` is what a permanent that enters in the event is called, "" where none does.
    """

    ids: Ids
    reading: Reading
    names: tuple[str, ...]
    arrival: str = ""

    def read(self, data: Mapping[str, Any], event: Mapping[str, Any] | None) -> Expect[Expression]:
        """The expectation."""
        before = len(self.reading.problems.found)
        self._check_event(data, event)
        letters, number = self.reading.letters, self._number
        triggers = data.get("triggers")
        facts = data.get("facts")
        if facts and "order_chosen_by" in facts:
            self.reading.player(facts["order_chosen_by"], "expect.facts.order_chosen_by")
        expect: Expect[Expression] = Expect(
            could_produce=self._by_permanent(data, "could_produce", letters),
            could_include=self._by_permanent(data, "could_include", letters),
            could_exclude=self._by_permanent(data, "could_exclude", letters),
            maximum_hand_size=self._by_player(data, "maximum_hand_size", self._hand_sizes),
            cleanup_discards=self._by_player(data, "cleanup_discards", number),
            characteristics=self._by_permanent(data, "characteristics", self._characteristics),
            land_subtypes=self._by_permanent(data, "land_subtypes", lambda found, _: as_set(found)),
            mana_abilities=self._by_permanent(data, "mana_abilities", number),
            outcomes=self._outcomes(data, "outcomes", event),
            produced=self._outcomes(data, "produced", event),
            legal=data.get("legal"),
            triggers=None if triggers is None else self._triggers(triggers),
            may_trigger=self._entries(data["may_trigger"], "may_trigger") if "may_trigger" in data else None,
            facts=Facts(**facts) if facts else None,
        )
        if expect.is_empty and len(self.reading.problems.found) == before:
            self.reading.problems.add("expect", "nothing is expected, so nothing is claimed")
        return expect

    def _check_event(self, data: Mapping[str, Any], event: Mapping[str, Any] | None) -> None:
        problems = self.reading.problems
        for key in _OF_EVENTS:
            if key in data and event is None:
                problems.add(f"expect.{key}", "speaks of an event, and the claim has none")
        if "produced" in data and event is not None and kind_of(event) not in _ADDS_MANA:
            problems.add("expect.produced", "speaks of mana, which this event does not add")
        if data.get("legal") is False:
            for key in ("outcomes", "produced"):
                if key in data:
                    problems.add(f"expect.{key}", "an event that cannot be started has no outcome")

    def _by_permanent(
        self, data: Mapping[str, Any], key: str, read: Callable[[Any, str], T]
    ) -> tuple[tuple[str, T], ...]:
        def known(name: str, place: str) -> str:
            return permanent_id(name, place, self.ids, self.reading)

        return self._by(data, key, known, read)

    def _by_player(self, data: Mapping[str, Any], key: str, read: Callable[[Any, str], T]) -> tuple[tuple[str, T], ...]:
        return self._by(data, key, self.reading.player, read)

    def _by(
        self,
        data: Mapping[str, Any],
        key: str,
        known: Callable[[str, str], str],
        read: Callable[[Any, str], T],
    ) -> tuple[tuple[str, T], ...]:
        found: dict[str, T] = {}
        for name, value in data.get(key, {}).items():
            place = dotted(f"expect.{key}", name)
            entry = known(name, place)
            if entry in found:
                self.reading.problems.add(place, f"{entry!r} is there twice, by two of its names")
            found[entry] = read(value, place)
        return tuple(found.items())

    def _number(self, value: int | str, key: str) -> Expression:
        if isinstance(value, int):
            return Number(value)
        try:
            expression = parse(value)
        except BadInput as error:
            self.reading.problems.add(key, error.problem)
            return ZERO
        for name in sorted(names(expression) - set(self.names)):
            told = f"no number is called {name!r}" + ("" if self.names else "; numbers get names by for_all.number")
            self.reading.problems.add(key, told, nearest(name, self.names))
        return expression

    def _hand_sizes(self, value: int | str | list[int | str], key: str) -> tuple[Expression | None, ...]:
        values = value if isinstance(value, list) else [value]
        read = [None if one == "none" else self._number(one, key) for one in values]
        return tuple(dict.fromkeys(read))

    def _characteristics(self, what: Mapping[str, Any], key: str) -> Characteristics[Expression]:
        power, toughness = what.get("power"), what.get("toughness")
        return Characteristics(
            name=what.get("name"),
            types=as_set(what["types"]) if "types" in what else None,
            subtypes=as_set(what["subtypes"]) if "subtypes" in what else None,
            supertypes=as_set(what["supertypes"]) if "supertypes" in what else None,
            colors=self.reading.letters(what["colors"], f"{key}.colors", "WUBRG") if "colors" in what else None,
            power=None if power is None else self._number(power, f"{key}.power"),
            toughness=None if toughness is None else self._number(toughness, f"{key}.toughness"),
            controller=self.reading.player(what["controller"], f"{key}.controller") if "controller" in what else None,
        )

    def _entries(self, found: Iterable[str], key: str) -> tuple[str, ...]:
        return as_set(self._triggering(name, f"expect.{key}") for name in found)

    def _triggering(self, name: str, key: str) -> str:
        """The id of the entry, or of the permanent that enters, whose abilities trigger."""
        if name and name == self.arrival:
            return name
        return entry_id(name, key, self.ids, self.reading)

    def _triggers(self, found: list[str] | Mapping[str, Any]) -> tuple[tuple[str, Expression | None], ...]:
        if isinstance(found, list):
            return tuple((name, None) for name in self._entries(found, "triggers"))
        return self._by({"triggers": found}, "triggers", self._triggering, self._number)

    # Outcomes ----------------------------------------------------------------------------------------------------

    def _outcomes(
        self, data: Mapping[str, Any], key: str, event: Mapping[str, Any] | None
    ) -> tuple[Outcome[Expression], ...] | None:
        if key not in data or event is None:
            return None
        kind = kind_of(event)
        if key == "produced" and kind not in _ADDS_MANA:
            return None
        listed, allowed = data[key], OBSERVABLES[kind]
        for place, outcome in enumerate(listed):
            for name in outcome:
                if name not in allowed:
                    told = f"is no observable of this event; there are {', '.join(allowed)}"
                    self.reading.problems.add(f"expect.{key}[{place}].{name}", told, nearest(name, allowed))
        if kind in _ADDS_MANA:
            return tuple(self._mana(outcome, f"expect.{key}[{place}]") for place, outcome in enumerate(listed))
        self._check_observed(listed, key, allowed)
        return tuple(self._observed(outcome, f"expect.{key}[{place}]", allowed) for place, outcome in enumerate(listed))

    def _check_observed(self, listed: list[Mapping[str, Any]], key: str, allowed: tuple[str, ...]) -> None:
        claimed = [name for name in allowed if any(name in outcome for outcome in listed)]
        if not claimed:
            self.reading.problems.add(f"expect.{key}", "no observable is claimed")
        for place, outcome in enumerate(listed):
            for name in claimed:
                if name not in outcome:
                    told = f"{name!r} is missing here and listed in another outcome"
                    self.reading.problems.add(f"expect.{key}[{place}]", told)

    def _observed(self, outcome: Mapping[str, Any], key: str, allowed: tuple[str, ...]) -> Outcome[Expression]:
        counters = outcome.get("counters")
        return Outcome(
            observed=tuple(
                (name, self._number(outcome[name], f"{key}.{name}"))
                for name in allowed
                if name in outcome and name != "counters"
            ),
            counters=None
            if counters is None
            else tuple(
                (kind, self._number(number, dotted(f"{key}.counters", kind)))
                for kind, number in sorted(counters.items())
            ),
        )

    def _mana(self, outcome: Mapping[str, Any], key: str) -> Outcome[Expression]:
        if "pools" not in outcome:
            return Outcome(pools=(("", self._amounts(outcome, key)),))
        for letter in TYPES_OF_MANA:
            if letter in outcome:
                self.reading.problems.add(
                    f"{key}.{letter}", "stands beside 'pools', which already says whose mana it is"
                )
        pools = outcome["pools"]
        for player in pools:
            self.reading.player(player, dotted(f"{key}.pools", player))
        return Outcome(
            pools=tuple(
                (player, self._amounts(pools[player], dotted(f"{key}.pools", player)))
                for player in self.reading.players
                if player in pools
            )
        )

    def _amounts(self, amount: Mapping[str, Any], key: str) -> tuple[Expression, ...]:
        return tuple(self._number(amount.get(letter, 0), f"{key}.{letter}") for letter in TYPES_OF_MANA)


def as_set(words: Iterable[str]) -> tuple[str, ...]:
    """The words sorted, each once."""
    return tuple(sorted(set(words)))
