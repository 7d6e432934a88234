"""Calls of metrics and functions as they are written in Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def call_text(name: str, arguments: Iterable[Any], parameters: Mapping[str, Any]) -> str:
    """The call, such as ``dcg(Judged.of([1, 0]), k=2)``."""
    given = [*map(repr, arguments), *(f"{key}={literal(value)}" for key, value in parameters.items())]
    return f"{name}({', '.join(given)})"


def literal(value: object) -> str:
    """A parameter as Python that a metric takes: whole numbers, vectors as constructors, other numbers as texts."""
    if isinstance(value, int):
        return str(int(value))
    return repr(value) if hasattr(value, "of") or isinstance(value, float) else repr(str(value))
