"""Solvers in processes of their own, which can be killed: z3 has been seen to overrun every limit of its own.

The resource limit decides what is unknown, the same on every machine; the wall clock is the backstop behind it. A
worker gets a script and gives a reply, each one line of JSON, and no formula ever crosses the border: models are
checked on this side.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from types import TracebackType
from typing import Any, Self

from .obligation import Obligation
from .z3_backend import RLIMIT, Answer, Reply, Script, interpret, run, script

SECONDS = 60.0
"""How long one script may take by the wall clock."""

BACKSTOP = "wall clock backstop"
QUICK = 100_000
"""A resource limit up to which no process of its own is worth starting: well under a second."""


class Worker:
    """A process that answers one script after the other; a killed one is replaced at the next question."""

    def __init__(self, seconds: float = SECONDS, command: Sequence[str] | None = None) -> None:
        self.seconds = seconds
        self.command = list(command or (sys.executable, "-m", __name__))
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def __call__(self, question: Script) -> Reply:
        """The reply to the script; unknown if it takes too long or if the process dies."""
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        expired = threading.Event()

        def expire() -> None:
            expired.set()
            process.kill()

        clock = threading.Timer(self.seconds, expire)
        clock.daemon = True
        clock.start()
        line = ""
        try:
            with suppress(BrokenPipeError):
                process.stdin.write(json.dumps(asdict(question)) + "\n")
                process.stdin.flush()
                line = process.stdout.readline()
        finally:
            clock.cancel()
            if not line.endswith("\n"):
                self.kill()
        if line.endswith("\n"):
            return reply_from(json.loads(line))
        late = expired.is_set()
        return Reply("unknown", reason=f"{BACKSTOP}: {self.seconds:g} s" if late else "the solver process died")

    def kill(self) -> None:
        """Ends the process, whatever it does."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(BrokenPipeError):
                        pipe.close()

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            self.kill()
            environment = os.environ | {"PYTHONPATH": os.pathsep.join(path or os.curdir for path in sys.path)}
            self._process = subprocess.Popen(  # noqa: S603  (this interpreter, this module)
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                env=environment,
            )
        return self._process


def solve_all(
    obligations: Sequence[Obligation],
    jobs: int = 1,
    rlimit: int = RLIMIT,
    seconds: float = SECONDS,
    *,
    explain: bool = True,
    around: Callable[[Callable[[Script], Reply]], Callable[[Script], Reply]] | None = None,
) -> tuple[Answer, ...]:
    """The answers in the order of the obligations, whoever finished first.

    ``around`` makes the asker of a worker into the one that is used, a cache for instance; several threads call it.
    Small limits are answered in this process. Raises Disagreement like ``solve``.
    """
    scripts = [script(obligation, rlimit, explain=explain) for obligation in obligations]
    replies: list[Reply | None] = [None] * len(scripts)
    waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
    for number in range(len(scripts)):
        waiting.put(number)
    failures: list[BaseException] = []
    workers = [Worker(seconds) for _ in range(min(jobs, len(scripts)))]

    def work(worker: Worker) -> None:
        asker: Callable[[Script], Reply] = run if rlimit <= QUICK else worker
        asker = around(asker) if around else asker
        try:
            while not failures:
                number = waiting.get_nowait()
                replies[number] = asker(scripts[number])
        except queue.Empty:
            return
        except Exception as failure:  # noqa: BLE001  (raised again below, in the caller's thread)
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(worker,), daemon=True) for worker in workers]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    except BaseException as interruption:
        failures.append(interruption)
        raise
    finally:
        for worker in workers:
            worker.kill()
    if failures:
        raise failures[0]
    return tuple(
        interpret(obligation, reply)
        for obligation, reply in zip(obligations, replies, strict=True)
        if reply is not None
    )


def reply_from(fields: dict[str, Any]) -> Reply:
    """The reply that was written as JSON. Raises TypeError for other keys."""
    return Reply(**(fields | {"values": tuple(fields["values"]), "core": tuple(fields["core"])}))


def script_from(fields: dict[str, Any]) -> Script:
    """The script that was written as JSON. Raises TypeError for other keys."""
    lists = {key: tuple(fields[key]) for key in ("guards", "bits")}
    return Script(**(fields | lists | {"variables": tuple((name, width) for name, width in fields["variables"])}))


def serve() -> None:
    """Answers scripts from standard input until it ends."""
    with suppress(KeyboardInterrupt):
        for line in sys.stdin:
            sys.stdout.write(json.dumps(asdict(run(script_from(json.loads(line))))) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    serve()
