"""Commands with many options: each is a field of one class, declared once, and the filled class is handed on."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, get_type_hints

Form = TypeVar("Form")


def filled(form: type[Form]) -> Callable[[Callable[[Form], None]], Callable[..., None]]:
    """Make a command of a function that takes the filled form: its arguments and options are the fields."""
    hints = get_type_hints(form, include_extras=True)  # typer reads what a form in its own module writes as texts
    fields = [p.replace(annotation=hints[p.name]) for p in inspect.signature(form).parameters.values()]

    def made(function: Callable[[Form], None]) -> Callable[..., None]:
        @wraps(function)
        def command(**given: Any) -> None:
            function(form(**given))

        command.__signature__ = inspect.Signature(fields)  # type: ignore[attr-defined]  # what inspect looks for
        command.__annotations__ = hints
        return command

    return made
