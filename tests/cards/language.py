"""Examples of every class of the ability language, made from its own types."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from verifier.cards import ability, mana, terms

MODULES = (terms, mana, ability)
_LEAVES: dict[type, tuple[Any, ...]] = {int: (3,), str: ("W",), bool: (True,), type(None): (None,)}


def classes() -> list[type[terms.Term]]:
    """Every class of the language, in the order of its modules."""
    values = [value for module in MODULES for value in vars(module).values()]
    found = [value for value in values if isinstance(value, type) and issubclass(value, terms.Term)]
    return [value for value in dict.fromkeys(found) if value is not terms.Term]


def examples(of: type[terms.Term]) -> Iterator[terms.Term]:
    """One with its required fields only, then for every field one for each kind of value that it may have."""
    hints = typing.get_type_hints(of, vars(ability) | vars(mana) | vars(terms))
    fields = msgspec.structs.fields(of)
    required = {field.name: next(_values(hints[field.name], 0)) for field in fields if field.required}
    yield of(**required)
    for field in fields:
        for value in _values(hints[field.name], 0):
            yield of(**{**required, field.name: value})


def _values(hint: Any, depth: int) -> Iterator[Any]:
    origin = typing.get_origin(hint)
    if hint in _LEAVES:
        yield from _LEAVES[hint]
    elif origin is Literal:
        yield from typing.get_args(hint)
    elif origin in {types.UnionType, typing.Union}:
        for part in typing.get_args(hint):
            yield from _values(part, depth) if depth < 1 else _first(_values(part, depth))
    elif origin is tuple:
        yield from _tuples(typing.get_args(hint), depth)
    else:
        yield _least(hint, depth)


def _tuples(parts: tuple[Any, ...], depth: int) -> Iterator[tuple[Any, ...]]:
    if parts[-1] is not Ellipsis:
        yield tuple(next(_values(part, depth + 1)) for part in parts)
        return
    for value in _values(parts[0], depth):
        yield (value,)
        yield (value, value)


def _first(values: Iterator[Any]) -> Iterator[Any]:
    for value in values:
        yield value
        return


def _least(of: type[terms.Term], depth: int) -> terms.Term:
    """One of that class with its required fields only; leaves are taken first, so that it ends."""
    hints = typing.get_type_hints(of, vars(ability) | vars(mana) | vars(terms))
    return of(**{f.name: _shallow(hints[f.name], depth) for f in msgspec.structs.fields(of) if f.required})


def _shallow(hint: Any, depth: int) -> Any:
    if typing.get_origin(hint) in {types.UnionType, typing.Union}:
        return _shallow(typing.get_args(hint)[0], depth)
    if typing.get_origin(hint) is tuple:
        parts = typing.get_args(hint)
        return (_shallow(parts[0], depth),) if parts[-1] is Ellipsis else tuple(_shallow(p, depth) for p in parts)
    return next(_values(hint, depth + 1))
