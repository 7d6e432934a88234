"""JSON data as the value of a dataclass, field by field, by their types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import EnumType
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints


class BadAnswer(ValueError):
    """Data that are no answer, with what is wrong with them."""


def typed(kind: Any, data: Any, where: str) -> Any:
    """The data as a value of that type; :class:`BadAnswer` names the place where it is none."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return data
    if is_dataclass(kind):
        return _read_object(kind, data, where)
    if origin is UnionType and NoneType in inner:
        return None if data is None else typed(next(part for part in inner if part is not NoneType), data, where)
    if origin is Literal or isinstance(kind, EnumType):
        known = inner or tuple(map(str, kind))
        if type(data) is not str or data not in known:
            raise BadAnswer(f"{where}: {data!r:.60} is none of {', '.join(map(repr, known))}")
        return kind(data) if isinstance(kind, EnumType) else data
    if origin is tuple:
        if not isinstance(data, list) or (inner[-1] is not ... and len(data) != len(inner)):
            raise BadAnswer(f"{where}: it must be a list" + ("" if inner[-1] is ... else f" of {len(inner)}"))
        kinds = [inner[0]] * len(data) if inner[-1] is ... else inner
        parts = enumerate(zip(kinds, data, strict=True))
        return tuple(typed(part, entry, f"{where}[{k}]") for k, (part, entry) in parts)
    plain = {str: "a text", int: "a whole number", bool: "true or false", dict: "an object"}
    wanted = origin or kind
    if type(data) is not wanted:
        raise BadAnswer(f"{where}: {data!r:.60} is not {plain[wanted]}")
    return data


@lru_cache(maxsize=32)
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _read_object(kind: Any, data: Any, where: str) -> Any:
    if not isinstance(data, Mapping):
        raise BadAnswer(f"{where}: {data!r:.60} is not an object")
    names = [field.name for field in fields(kind)]
    missing, unknown = [name for name in names if name not in data], sorted(set(data) - set(names))
    if missing or unknown:
        raise BadAnswer(f"{where}: " + (f"{missing[0]!r} is missing" if missing else f"{unknown[0]!r} is not known"))
    hints = _hints(kind)
    return kind(**{name: typed(hints[name], data[name], f"{where}.{name}") for name in names})
