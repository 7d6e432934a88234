"""Calls of metrics and functions as they are written in Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..spaces import Space


def call_text(
    name: str, arguments: Iterable[Any], parameters: Mapping[str, Any], spaces: Iterable[Space] | None = None
) -> str:
    """The call, such as ``dcg(Judged.of([1, 0]), k=2)``; by the spaces of the arguments, that of the definition."""
    if spaces is None:
        given = [*map(repr, arguments)]
    else:
        pairs = zip(spaces, arguments, strict=True)
        given = [text for space, value in pairs for text in taken_parts(space, value).values() or [repr(value)]]
    given += [f"{key}={literal(value)}" for key, value in parameters.items()]
    return f"{name}({', '.join(given)})"


def taken_parts(space: Space, value: Any) -> dict[str, str]:
    """Return the arguments that a definition takes in place of the value, by name, as Python; may be empty."""
    return {name: _python(part) for name, part in zip(space.takes, space.unpack(value, plain=True), strict=False)}


def _python(part: Any) -> str:
    """The part as Python, a set in an order that does not depend on hashes."""
    if type(part) not in (set, frozenset) or not part:
        return repr(part)
    written = f"{{{', '.join(sorted(map(repr, part)))}}}"
    return written if type(part) is set else f"frozenset({written})"


def literal(value: object) -> str:
    """A parameter as Python that a metric takes: whole numbers, vectors as constructors, other numbers as texts."""
    if isinstance(value, int):
        return str(int(value))
    return repr(value) if hasattr(value, "of") or isinstance(value, float) else repr(str(value))
