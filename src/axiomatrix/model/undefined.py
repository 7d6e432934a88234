"""Exceptions and values by which a definition says that it has no value, such as ``ValueError`` and nan."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def undefined_marks(id: Any, undefined: Any) -> tuple[Any, ...]:
    """The exceptions and values that are listed; ``ValueError`` for anything else."""
    marks = tuple(undefined) if isinstance(undefined, Iterable) and not isinstance(undefined, (str, type)) else None
    if marks is None or not all(_is_mark(mark) for mark in marks):
        raise ValueError(
            f"metric {id!r}: undefined is {undefined!r}; it must list exceptions, nan or None, such as [ValueError]"
        )
    return marks


def is_undefined(outcome: Any, marks: Iterable[Any]) -> bool:
    """Return whether a definition's result, or its exception, means that there is no value."""
    if isinstance(outcome, BaseException):
        return isinstance(outcome, tuple(mark for mark in marks if isinstance(mark, type)))
    return any(outcome is mark or (_is_nan(mark) and _is_nan(outcome)) for mark in marks)


def _is_mark(mark: Any) -> bool:
    return issubclass(mark, Exception) if isinstance(mark, type) else mark is None or _is_nan(mark)


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and value != value
