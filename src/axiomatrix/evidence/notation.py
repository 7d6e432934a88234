"""Notation of numbers and calls: exact numbers with decimals beside them, and calls of metrics as Python.

``~`` marks a decimal that is not exact.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from ..numbers.exact import Formal, fraction, parse
from ..numbers.rationals import exactly
from ..spaces import Space
from .safe import visible

INFINITE = "infinite"
"""The value of an extreme that no number bounds."""
LONGEST_CONSTANT = 16
"""Characters of an exact constant that fit a cell; a longer one is shown as a decimal."""
LONGEST_EXACT_NUMBER = 60
"""Characters of an exact number that are shown beside its float; of a longer one, the float is."""
UNREADABLE = (ValueError, ArithmeticError, TypeError)
"""What a text raises that is not an exact number."""
_CONSTANTS = ("log(", "sqrt(", "root(")
_FRACTION = re.compile(r"-?\d+/\d+")
_WHOLE = re.compile(rf"-?\d+|{INFINITE}")


def near(text: str) -> float:
    """The number as a float, for pictures and decimals only; ``inf`` for one that no number bounds."""
    if text == INFINITE:
        return math.inf
    number = parse(text)
    return int(number.p) / int(number.q) if hasattr(number, "q") else float(number)


def beside(text: str) -> str:
    """The number with four decimals to the nearest, such as ``2/3 (~0.6667)``; one that is whole or infinite alone."""
    return text if _WHOLE.fullmatch(text) else f"{text} (~{near(text):.4f})"


def in_short(text: str, most: int) -> str:
    """The number as it is if it has no more characters than that, or is none; else four decimals to the nearest."""
    try:
        return text if len(text) <= most else f"~{near(text):.4f}"
    except UNREADABLE:
        return text


def decimals_of(*texts: str) -> str:
    """Four decimals to the nearest of each fraction, such as ``25/6 is about 4.1667``; empty where there is none."""
    return ", ".join(f"{text} is about {near(text):.4f}" for text in dict.fromkeys(texts) if _FRACTION.fullmatch(text))


@lru_cache(maxsize=4096)
def with_decimal(text: str) -> str:
    """A formal constant with a decimal near it, such as ``(log(2))/(log(3)) (~0.63093)``; any other text as it is."""
    if not any(name in text for name in _CONSTANTS):
        return text
    try:
        number = parse(text)
        return f"{text} (~{float(number):.5g})" if isinstance(number, Formal) else text
    except UNREADABLE:
        return text


def with_float(text: str) -> str:
    """An exact number with the float next to it unless it is whole: ``1/2 = 0.5``, ``log(2) ~ 0.693...``."""
    try:
        value = float(parse(text))
        numerator, denominator = value.as_integer_ratio()
    except UNREADABLE:
        return text
    if denominator == 1 and text == str(numerator):
        return text
    if len(text) > LONGEST_EXACT_NUMBER:
        return f"~ {value!r}"
    return f"{text} {'=' if text == f'{numerator}/{denominator}' else '~'} {value!r}"


def short_number(text: str, *, down: bool) -> str:
    """The number, with a decimal if it is a fraction or a formal constant; of a long one the decimal alone.

    Decimals are rounded down, or up.
    """
    decimal = rounded(text, down=down)
    if len(text) > LONGEST_CONSTANT:
        return f"~{decimal}" if decimal else visible(text)
    return f"{text} (~{decimal})" if _FRACTION.fullmatch(text) else visible(with_decimal(text))


def rounded(text: str, *, down: bool, places: int = 4) -> str | None:
    """The number to so many decimals, rounded down (or up); None if it cannot be read."""
    try:
        value = parse(text)
        ball = value.ball(256) if isinstance(value, Formal) else None
        end = fraction(value if ball is None else exactly(ball.lower() if down else ball.upper()))
    except UNREADABLE:
        return None
    scaled = end * 10**places
    return f"{(math.floor(scaled) if down else math.ceil(scaled)) / 10**places:.{places}f}"


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
