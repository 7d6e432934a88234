"""Notation of numbers and calls in reports: exact numbers with decimals beside them, calls of metrics as Python.

Numbers come as the text that evidence stores. ``~`` marks a decimal that is not exact.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from ..numbers.exact import Formal, fraction, parse
from ..numbers.rationals import rational_of_ball
from ..spaces import Space
from .safe import visible

INFINITE = "infinite"
"""The value of an extreme that no number bounds."""
LONGEST_CONSTANT = 16
"""Characters of an exact constant that fit a cell; a longer one is shown as a decimal."""
LONGEST_EXACT_NUMBER = 60
"""Most characters of an exact number that is written beside its float. A longer one is written as a float only."""
UNREADABLE = (ValueError, ArithmeticError, TypeError)
"""Exceptions of :func:`parse` and of conversions, for a text that is not an exact number."""
_CONSTANTS = ("log(", "sqrt(", "root(")
"""Functions whose presence in a text marks a formal constant."""
_FRACTION = re.compile(r"-?\d+/\d+")
_WHOLE = re.compile(rf"-?\d+|{INFINITE}")


def near(text: str) -> float:
    """Convert a number to a float near it, for pictures and decimals only; ``inf`` for :data:`INFINITE`."""
    if text == INFINITE:
        return math.inf
    number = parse(text)
    return int(number.p) / int(number.q) if hasattr(number, "q") else float(number)


def with_four_decimals(text: str) -> str:
    """Write a number with its decimal, such as ``2/3 (~0.6667)``; a whole or infinite number stands alone."""
    return text if _WHOLE.fullmatch(text) else f"{text} (~{near(text):.4f})"


def shorten_number(text: str, max_characters: int) -> str:
    """Write a number of more than ``max_characters`` as a decimal with four places; leave any other text as it is."""
    if len(text) <= max_characters:
        return text
    try:
        return f"~{near(text):.4f}"
    except UNREADABLE:
        return text


def decimals_of(*texts: str) -> str:
    """Explain each fraction among the texts, such as ``25/6 is about 4.1667``; empty if there is no fraction."""
    return ", ".join(f"{text} is about {near(text):.4f}" for text in dict.fromkeys(texts) if _FRACTION.fullmatch(text))


@lru_cache(maxsize=4096)
def with_decimal(text: str) -> str:
    """Write a formal constant with a decimal, such as ``(log(2))/(log(3)) (~0.63093)``; any other text is unchanged."""
    if not any(name in text for name in _CONSTANTS):
        return text
    try:
        number = parse(text)
        return f"{text} (~{float(number):.5g})" if isinstance(number, Formal) else text
    except UNREADABLE:
        return text


def with_float(text: str) -> str:
    """Write a number with its nearest float: ``1/2 = 0.5``, ``log(2) ~ 0.693...``; a whole number stands alone."""
    try:
        value = float(parse(text))
        numerator, denominator = value.as_integer_ratio()
    except UNREADABLE:
        return text
    if denominator == 1 and text == str(numerator):
        return text
    if len(text) > LONGEST_EXACT_NUMBER:
        return f"~ {value!r}"
    is_exact = text == f"{numerator}/{denominator}"
    return f"{text} {'=' if is_exact else '~'} {value!r}"


def short_number(text: str, *, down: bool) -> str:
    """Write a number for a table cell: with a decimal if it is not whole, and as the decimal alone if it is long.

    Decimals are rounded down or up, so that they are bounds on the safe side.
    """
    decimal = rounded(text, down=down)
    if len(text) > LONGEST_CONSTANT:
        return f"~{decimal}" if decimal else visible(text)
    return f"{text} (~{decimal})" if _FRACTION.fullmatch(text) else visible(with_decimal(text))


def rounded(text: str, *, down: bool, places: int = 4) -> str | None:
    """Round a number down, or else up, to ``places`` decimals; None if the text is not a number."""
    try:
        value = parse(text)
        if isinstance(value, Formal):  # a ball is an interval that contains the number
            ball = value.ball(256)  # bits, far more than the decimals need
            value = rational_of_ball(ball.lower() if down else ball.upper())
        scaled = fraction(value) * 10**places
    except UNREADABLE:
        return None
    whole = math.floor(scaled) if down else math.ceil(scaled)
    return f"{whole / 10**places:.{places}f}"


def call_text(
    name: str, arguments: Iterable[Any], parameters: Mapping[str, Any], spaces: Iterable[Space] | None = None
) -> str:
    """Write a call, such as ``dcg(Judged.of([1, 0]), k=2)``.

    With ``spaces``, the spaces of the arguments, it is a call of the definition, which may take several parts in place
    of one argument: retrieved ids and relevant ids in place of a list.
    """
    if spaces is None:
        texts = [*map(repr, arguments)]
    else:
        pairs = zip(spaces, arguments, strict=True)
        texts = [text for space, value in pairs for text in taken_parts(space, value).values() or [repr(value)]]
    texts += [f"{key}={literal(value)}" for key, value in parameters.items()]
    return f"{name}({', '.join(texts)})"


def taken_parts(space: Space, value: Any) -> dict[str, str]:
    """Write as Python the arguments that a definition takes in place of the value, by name.

    A definition may take ``retrieved`` and ``relevant`` ids, for example, in place of a judged list. Empty if it takes
    the value itself.
    """
    return {name: _python(part) for name, part in zip(space.takes, space.unpack(value, plain=True), strict=False)}


def _python(part: Any) -> str:
    """Write a part as Python, a set in an order that does not depend on hashes."""
    if type(part) not in (set, frozenset) or not part:
        return repr(part)
    written = f"{{{', '.join(sorted(map(repr, part)))}}}"
    return written if type(part) is set else f"frozenset({written})"


def literal(value: object) -> str:
    """Write a parameter as Python: integers and floats as they are, vectors by constructor, all else as a string."""
    if isinstance(value, int):
        return str(int(value))
    return repr(value) if hasattr(value, "of") or isinstance(value, float) else repr(str(value))
