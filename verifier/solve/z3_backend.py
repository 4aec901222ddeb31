"""Obligations asked of z3, every query in a fresh context, under a resource limit, by text of our own printing.

An obligation is first written as a ``Script``: text and plain numbers, which also go to a worker process or into a
cache key. What comes back, a ``Reply``, is believed only as far as it has been checked: a model is evaluated again on
every assertion.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from ..errors import Disagreement
from .formula import Value
from .obligation import Obligation, Status
from .smtlib import definitions, escape, symbol

RLIMIT = 40_000_000
"""How much of z3's own unit of work one query may take, the same on every machine: ten to a hundred seconds."""


PATIENCE, LEAST_PATIENCE = 3, 4_000_000
"""How many times the work of a refutation, and at least how much, a query for a smaller core may take."""


@dataclass(frozen=True, slots=True)
class Script:
    """An obligation for z3. ``guards`` switch its assertions on, ``bits`` are the observed bits in order.

    ``variables`` pairs the names of the obligation's variables with their widths, 0 for a Boolean.
    """

    text: str
    guards: tuple[str, ...]
    bits: tuple[str, ...]
    variables: tuple[tuple[str, int], ...]
    rlimit: int


@dataclass(frozen=True, slots=True)
class Reply:
    """What the solver says of a script. ``core`` holds numbers of guards, ``values`` follow the script's variables.

    ``least`` and ``minimal`` tell whether every query on the way to the least witness or the minimal core was decided.
    """

    status: Status
    reason: str = ""
    values: tuple[int, ...] = ()
    least: bool = False
    core: tuple[int, ...] = ()
    minimal: bool = False
    spent: int = 0
    queries: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of an obligation.

    ``model`` gives every variable and was checked by our own evaluator; ``witness`` only the observed ones, in order,
    and it is the least one, and so the same under every version of the solver, if ``least``. ``core`` names assertions,
    in name order, that cannot be true together, and no one of them can be missed if ``minimal``. ``reason`` says why
    the status is unknown. ``spent`` is the solver's count of resources: it belongs to its version, not into a record.
    """

    status: Status
    expected: Literal["sat", "unsat"]
    reason: str = ""
    model: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    witness: tuple[tuple[str, Value], ...] = ()
    least: bool = False
    core: tuple[str, ...] = ()
    minimal: bool = False
    spent: int = 0
    queries: int = 0

    @property
    def as_expected(self) -> bool | None:
        """Whether the obligation is met; None where it is not known."""
        return None if self.status == "unknown" else self.status == self.expected


def solve(
    obligation: Obligation, rlimit: int = RLIMIT, ask: Callable[[Script], Reply] | None = None, *, explain: bool = True
) -> Answer:
    """The answer to the obligation. ``ask`` is who answers the script, by default z3 in this process.

    Without ``explain`` neither the least witness nor a core is looked for. Never raises for a limit: the status is
    unknown then. Raises Disagreement if a model does not satisfy an assertion by our own evaluator.
    """
    return interpret(obligation, (ask or run)(script(obligation, rlimit, explain=explain)))


def script(obligation: Obligation, rlimit: int = RLIMIT, *, explain: bool = True) -> Script:
    """The obligation as z3 is asked: each assertion behind a guard, so that any of them can be left out.

    The guards are in name order, whatever the order of the assertions is.
    """
    lines, terms = definitions(obligation.listing)
    lines.insert(0, f"; expected: {obligation.expect}")
    places = sorted(range(len(obligation.assertions)), key=lambda place: obligation.assertions[place].name)
    guards = tuple(f"!guard{number}" for number in range(len(places) if explain else 0))
    lines.extend(f"(declare-fun {guard} () Bool)" for guard in guards)
    lines.extend(f"(assert (=> {guard} {terms[place]}))" for guard, place in zip(guards, places, strict=False))
    lines.extend(f"(assert {terms[place]})" for place in places[len(guards) :])
    bits: list[str] = []
    for name in obligation.observed if explain else ():
        width = obligation.listing.variables[name]
        for place in range(width - 1, -1, -1):
            lines.append(f"(declare-fun !bit{len(bits)} () Bool)")
            lines.append(f"(assert (= !bit{len(bits)} (= ((_ extract {place} {place}) {symbol(name)}) #b1)))")
            bits.append(f"!bit{len(bits)}")
        if not width:
            bits.append(escape(name))
    return Script("\n".join(lines) + "\n", guards, tuple(bits), tuple(obligation.listing.variables.items()), rlimit)


def interpret(obligation: Obligation, reply: Reply) -> Answer:
    """The reply in the obligation's terms. Raises Disagreement if its model does not satisfy an assertion."""
    names = sorted(assertion.name for assertion in obligation.assertions)
    model: dict[str, Value] = {}
    witness: tuple[tuple[str, Value], ...] = ()
    if reply.status == "sat":
        pairs = zip(obligation.listing.variables.items(), reply.values, strict=True)
        model = {name: value if width else value == 1 for (name, width), value in pairs}
        if violated := obligation.violated(model):
            said = (("the solver", "true in its model"), ("our evaluator", "false in it"))
            raise Disagreement(f"{obligation.name}: {', '.join(violated)}", said)
        witness = tuple((name, model[name]) for name in obligation.observed)
    return Answer(
        status=reply.status,
        expected=obligation.expect,
        reason=reply.reason,
        model=MappingProxyType(model),
        witness=witness,
        least=reply.least or (reply.status == "sat" and not obligation.observed),
        core=tuple(names[number] for number in reply.core),
        minimal=reply.minimal,
        spent=reply.spent,
        queries=reply.queries,
    )


# z3 ------------------------------------------------------------------------------------------------------------------


def run(question: Script) -> Reply:
    """What z3 says of the script, in a fresh context in this process."""
    import z3

    session = _Session(z3, question)
    status = session.check(session.guards)
    if status == "sat":
        return session.least()
    if status == "unsat":
        return session.minimal()
    return session.reply("unknown", reason=f"resource limit {question.rlimit}: {session.reason}")


class _Session:
    """Queries about one script; z3's objects stay in here."""

    def __init__(self, z3: Any, question: Script) -> None:
        context = z3.Context()
        self.z3 = z3
        self.question = question
        self.solver = z3.SolverFor("QF_FD", ctx=context)
        self.solver.set("rlimit", question.rlimit)
        self.solver.from_string(question.text)
        self.guards = [z3.Bool(name, context) for name in question.guards]
        self.bits = [z3.Bool(name, context) for name in question.bits]
        self.constants = [
            z3.BitVec(escape(name), width, context) if width else z3.Bool(escape(name), context)
            for name, width in question.variables
        ]
        self.queries = 0
        self.reason = ""

    def check(self, literals: list[Any]) -> Status:
        self.queries += 1
        try:
            result = self.solver.check(*literals)
        except self.z3.Z3Exception as failure:
            self.reason = str(failure)
            return "unknown"
        if result == self.z3.sat:
            return "sat"
        if result == self.z3.unsat:
            return "unsat"
        self.reason = self.solver.reason_unknown()
        return "unknown"

    def core(self) -> set[int]:
        """The guards that the last refutation used."""
        names = {str(literal) for literal in self.solver.unsat_core()}
        return {number for number, guard in enumerate(self.question.guards) if guard in names}

    def least(self) -> Reply:
        """The least model of all assertions, after a check of them all that found one.

        A bit that is false in a model that agrees with all earlier decisions can be false; only for true ones the
        solver is asked. What is decided is asserted, since a long list of assumptions costs more than the question.
        """
        model, decided, least = self.solver.model(), list(self.guards), True
        for bit in self.bits:
            off = self.z3.Not(bit)
            if self.z3.is_true(model.eval(bit, model_completion=True)):
                self.solver.add(*decided)
                decided.clear()
                status = self.check([off])
                if status == "unknown":
                    least = False
                    break
                if status == "sat":
                    model = self.solver.model()
                else:
                    off = bit
            decided.append(off)
        values = [model.eval(constant, model_completion=True) for constant in self.constants]
        numbers = (value.as_long() if self.z3.is_bv_value(value) else int(self.z3.is_true(value)) for value in values)
        return self.reply("sat", values=tuple(numbers), least=least and bool(self.bits))

    def minimal(self) -> Reply:
        """A minimal core, after a check of all assertions that refuted them.

        Each assertion in order is left out for good if the rest is still refuted. The result is the one of that plain
        method whatever cores the solver gives: a core that does without an assertion only saves the query.
        """
        current, core, minimal = list(range(len(self.guards))), self.core(), bool(self.guards)
        # Not much longer than the refutation itself took: a core that may be too large is no reason to wait.
        self.solver.set("rlimit", min(self.question.rlimit, max(PATIENCE * self.spent(), LEAST_PATIENCE)))
        for number in range(len(self.guards)):
            rest = [other for other in current if other != number]
            if number in core:
                status = self.check([self.guards[other] for other in rest])
                if status == "unsat":
                    core = self.core()
                else:
                    minimal = minimal and status == "sat"
                    continue
            current = rest
        return self.reply("unsat", core=tuple(sorted(core)), minimal=minimal)

    def spent(self) -> int:
        """The solver's own count of what it has done."""
        statistics = self.solver.statistics()
        return int(statistics.get_key_value("rlimit count")) if "rlimit count" in statistics.keys() else 0  # noqa: SIM118

    def reply(self, status: Status, **fields: Any) -> Reply:
        return Reply(status, spent=self.spent(), queries=self.queries, **fields)
