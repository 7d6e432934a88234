"""Statements as people write them: an axiom, an axiom with its arguments, or the name of either."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .axiom import Axiom, Statement, as_statement

Named = Axiom | Statement | str
"""What a person writes where a statement is wanted."""
_CALL = re.compile(r"(?P<name>[^()]+)\((?P<arguments>.*)\)")
_WHOLE = re.compile(r"-?\d+")


def read_statement(written: Named, find: Callable[[str], Axiom]) -> Statement:
    """The statement that is written; a name is looked up by ``find``, which raises ``Unknown``.

    A name may have arguments, as the matrix shows them: ``scale-free(parameter=w, degree=1)``.
    """
    if not isinstance(written, str):
        return as_statement(written)
    call = _CALL.fullmatch(written.strip())
    if call is None:
        return as_statement(find(written))
    values: list[Any] = []
    named: dict[str, Any] = {}
    for part in filter(None, map(str.strip, call["arguments"].split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if equals:
            named[name] = _value(value)
        else:
            values.append(_value(name))
    return find(call["name"].strip())(*values, **named)


def _value(text: str) -> Any:
    """A whole number, or a text such as the name of a metric or a fraction, with or without quotes."""
    return int(text) if _WHOLE.fullmatch(text) else text.strip("'\"")
