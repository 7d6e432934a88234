"""Definitions with what a documentation says of the inputs at the edge: where it has no value, or which one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..numbers.exact import Undefined, Whole
from ..values.judged import Judged
from .implementation import definition_of, definition_text, metric_of

Named = Callable[..., Any] | str
"""A function, or the name of a metric of the catalogue."""


def restricted(named: Named, accepts: Callable[[Judged], Any], reason: str) -> Callable[..., Any]:
    """The definition on the lists that the library accepts; undefined elsewhere, for that reason."""
    definition = definition_of(named)

    def limited(x: Judged, **parameters: Any) -> Any:
        if not accepts(x):
            raise Undefined(reason)
        return definition(x, **parameters)

    return _described(limited, definition, definition_text(definition))


def completed(named: Named, value: int) -> Callable[..., Any]:
    """The definition, with the documented value where nothing is relevant."""
    definition = definition_of(named)

    def extended(x: Judged, **parameters: Any) -> Any:
        return definition(x, **parameters) if x.R else Whole(value)

    added = f"; {value} where nothing is relevant."
    return _described(extended, definition, definition_text(definition).removesuffix(added).removesuffix(".") + added)


def _described(amended: Callable[..., Any], definition: Callable[..., Any], text: str) -> Callable[..., Any]:
    amended.__doc__ = text
    vars(amended)["computes"] = metric_of(definition)
    return amended
