"""Replies kept between runs, under a digest of the whole question.

The key covers the script (its text says which answer is expected) with its limit, the solver and its version, and our
own source. Unknown is never kept. What is read back is still only a reply: its model is checked again like a fresh one.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import importlib.resources
import json
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from .worker import reply_from
from .z3_backend import Reply, Script


def default_directory() -> Path:
    """The user's directory for what may be deleted, by the platform's rules."""
    if os.name == "nt":
        root = os.environ.get("LOCALAPPDATA", "")
        fallback = Path.home() / "AppData" / "Local"
    else:
        root = os.environ.get("XDG_CACHE_HOME", "")
        fallback = Path.home() / ".cache"
    return (Path(root) if Path(root).is_absolute() else fallback) / "mtg-verifier"


@functools.cache
def solver_version() -> str:
    """Name and version of the solver; where its distribution says it the solver is not loaded for that."""
    try:
        return f"z3 {importlib.metadata.version('z3-solver')}"
    except importlib.metadata.PackageNotFoundError:
        import z3

        return f"z3 {z3.get_version_string()}"


@functools.cache
def own_version() -> str:
    """A digest of the source of this package: no reply survives a change of it."""
    files = sorted(importlib.resources.files(__package__).iterdir(), key=lambda file: file.name)
    digest = hashlib.sha256()
    for file in files:
        if file.name.endswith(".py"):
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


class Cache:
    """Replies in a directory, one file each. Several processes may use it at once."""

    def __init__(self, directory: Path | None = None) -> None:
        self.directory = directory or default_directory()
        self.hits = self.misses = 0

    def asking(self, ask: Callable[[Script], Reply]) -> Callable[[Script], Reply]:
        """``ask`` with the cache before it."""

        def cached(question: Script) -> Reply:
            key = self.key(question)
            reply = self.get(key)
            if reply is None:
                self.misses += 1
                reply = ask(question)
                self.put(key, reply)
            else:
                self.hits += 1
            return reply

        return cached

    @staticmethod
    def key(question: Script) -> str:
        """The digest of the question with everything that the reply could depend on."""
        whole = {"script": asdict(question), "solver": solver_version(), "verifier": own_version()}
        return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()

    def get(self, key: str) -> Reply | None:
        """The reply under the key; None if there is none or none that can be read."""
        try:
            entry = json.loads(self._file(key).read_text(encoding="utf-8"))
            reply = reply_from(entry["reply"])
            intact = entry["key"] == key and entry["check"] == _check(reply)
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None
        return reply if intact and reply.status != "unknown" else None

    def put(self, key: str, reply: Reply) -> None:
        """Keeps the reply unless it is unknown; where the directory cannot be written nothing is kept."""
        if reply.status == "unknown":
            return
        text = json.dumps({"key": key, "reply": asdict(reply), "check": _check(reply)})
        file = self._file(key)
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f"{key[:16]}-", suffix=".new")
            try:
                with os.fdopen(descriptor, "w", encoding="utf-8") as draft:
                    draft.write(text)
                Path(name).replace(file)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise

    def _file(self, key: str) -> Path:
        return self.directory / "replies" / key[:2] / f"{key}.json"


def _check(reply: Reply) -> str:
    return hashlib.sha256(json.dumps(asdict(reply), sort_keys=True).encode()).hexdigest()
