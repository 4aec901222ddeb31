"""Terms that are merged as they are made, so that what does not differ is seen to be the same term (613.8a asks that).

``Terms`` also holds what a proof names: the rules that are switches of their own, and definitions.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..solve.formula import FALSE, TRUE, Bool, Term, bool_var, iff
from .whole import Whole, pick

RULES = {
    "305.6": "a land with a basic land type has the mana ability of that type",
    "305.7": "a land whose type is set to a basic one loses the abilities of its rules text",
    "613.6": "an effect that has begun to apply goes on to apply to the same objects",
    "613.8a": "an effect waits for those that change whether, to what or how it applies",
    "613.8b": "effects that wait for each other in a circle do not wait for each other",
}
"""Rules that a proof can do without or needs; each is a switch in the formulas."""


class Terms:
    """Makes Boolean terms, equal ones once, with what is known simplified.

    ``named``: rules and definitions become assertions of their own, so that a reason can name them.
    """

    def __init__(self, *, named: bool = False) -> None:
        self.named = named
        self.pins: list[tuple[str, Bool]] = []
        self._made: dict[object, Bool] = {}
        self._foreign: dict[object, Term] = {}
        self._kept: dict[int, Term] = {}
        self._rules: dict[str, Bool] = {}

    def rule(self, number: str) -> Bool:
        """The switch of a rule: true, under a name where a proof is to name it."""
        if not self.named:
            return TRUE
        if number not in self._rules:
            switch = bool_var(f"rule {number}")
            self._rules[number] = switch
            self.pins.append((f"{number} {RULES[number]}", switch))
        return self._rules[number]

    def define(self, variable: str, value: Bool, name: str) -> Bool:
        """A variable that an assertion of that name makes the value; the value itself where nothing is named."""
        if not self.named:
            return value
        free = bool_var(variable)
        self.pins.append((name, iff(free, value)))
        return free

    # Connectives -----------------------------------------------------------------------------------------------------

    def merged(self, term: Bool) -> Bool:
        """A term from elsewhere, as the one that stands for all its equals."""
        found = self._merged(term)
        assert isinstance(found, Bool)
        return found

    def _merged(self, term: Term) -> Term:
        if term is TRUE or term is FALSE or id(term) in self._kept:
            return term
        args = tuple(self._merged(part) for part in term.args)
        key = ("term", term.op, tuple(map(id, args)), term.data, term.width)
        found = self._foreign.get(key)
        if found is None:
            same = all(new is old for new, old in zip(args, term.args, strict=True))
            found = self._foreign[key] = term if same else type(term)(term.op, args, term.data, term.width)
        self._kept[id(found)] = found
        return found

    def not_(self, a: Bool) -> Bool:
        """Whether it does not hold."""
        if a is TRUE:
            return FALSE
        if a is FALSE:
            return TRUE
        if a.op == "not":
            inner = a.args[0]
            assert isinstance(inner, Bool)
            return inner
        return self._make("not", (a,))

    def and_(self, *parts: Bool) -> Bool:
        """Whether all hold."""
        return self._junction("and", parts, TRUE, FALSE)

    def or_(self, *parts: Bool) -> Bool:
        """Whether one holds."""
        return self._junction("or", parts, FALSE, TRUE)

    def any_(self, parts: Iterable[Bool]) -> Bool:
        """Whether one holds."""
        return self._junction("or", tuple(parts), FALSE, TRUE)

    def ite(self, condition: Bool, then: Bool, otherwise: Bool) -> Bool:
        """One or the other."""
        if condition is TRUE or then is otherwise:
            return then
        if condition is FALSE:
            return otherwise
        if then is TRUE:
            return self.or_(condition, otherwise)
        if then is FALSE:
            return self.and_(self.not_(condition), otherwise)
        if otherwise is TRUE:
            return self.or_(self.not_(condition), then)
        if otherwise is FALSE:
            return self.and_(condition, then)
        return self._make("ite", (condition, then, otherwise))

    def differ(self, a: Bool, b: Bool) -> Bool:
        """Whether exactly one holds."""
        if a is b:
            return FALSE
        if a is TRUE or b is TRUE:
            return self.not_(b if a is TRUE else a)
        if a is FALSE or b is FALSE:
            return b if a is FALSE else a
        return TRUE if self.not_(a) is b else self.not_(self._make("=", (a, b)))

    def pick(self, condition: Bool, then: Whole | None, otherwise: Whole | None) -> Whole | None:
        """One number or the other; what has none in one case keeps the other's."""
        if condition is TRUE or then is otherwise or otherwise is None:
            return then
        if condition is FALSE or then is None:
            return otherwise
        if then.constant is not None and then.constant == otherwise.constant:
            return otherwise
        return pick(condition, then, otherwise)

    def _junction(self, op: str, parts: tuple[Bool, ...], neutral: Bool, absorbing: Bool) -> Bool:
        kept: list[Bool] = []
        there: set[int] = set()
        for part in parts:
            if part is absorbing:
                return absorbing
            for each in part.args if part.op == op else (part,):
                if each is not neutral and id(each) not in there:
                    assert isinstance(each, Bool)
                    there.add(id(each))
                    kept.append(each)
        if not kept:
            return neutral
        if len(kept) == 1:
            return kept[0]
        if any(each.op == "not" and id(each.args[0]) in there for each in kept):
            return absorbing
        return self._make(op, tuple(kept))

    def _make(self, op: str, args: tuple[Bool, ...]) -> Bool:
        key = (op, tuple(map(id, args)) if op in {"ite", "not"} else frozenset(map(id, args)))
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Bool(op, args)
            self._kept[id(found)] = found
            for part in args:
                self._kept.setdefault(id(part), part)
        return found
