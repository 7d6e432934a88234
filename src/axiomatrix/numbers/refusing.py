"""Results that are not numbers, with what to write instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from inspect import isgenerator
from typing import Any

from .rationals import kind_of

ADVICE = "a metric must return an exact number, and one alone, such as an int or a Fraction"


def refused_answer(what: str, value: Any) -> str:
    """Say that ``what`` returned something that is not a number, and how its author gets at the number."""
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple) and not (isinstance(value, str) or _is_truth(value)):
        kind = f"{kind_of(value)} of shape {tuple(shape)}" if shape else kind_of(value)
        shown = " ".join(repr(value).split())[:60]
        return f"{what} returned {shown} ({kind}); {ADVICE}: {_advice_on_array(shape)}"
    return f"{what} returned {repr(value)[:80]} ({kind_of(value)}); {ADVICE}{_advice_on(value)}"


def _advice_on_array(shape: tuple[Any, ...]) -> str:
    if all(length == 1 for length in shape):
        return "write return result.item()"
    return "it has a number for each query or item, so take one of them or their mean, such as result.mean()"


def _advice_on(value: Any) -> str:
    """Suggest what to write in place of the value; empty where nothing is known of it."""
    if value is None:
        return ": does every path through the definition end in return?"
    if _is_truth(value):
        return ": write return int(result)"
    if isinstance(value, (str, bytes)):
        return ": a text is none, even if a number is written in it"
    if isinstance(value, Decimal):
        return ": write return Fraction(result)"
    if isinstance(value, complex):
        return ": write return result.real, or declare what the value means otherwise"
    if isinstance(value, Mapping):
        return f": take one of its values, such as result[{next(iter(value), 'name')!r}]"
    fields = getattr(value, "_fields", ())
    if fields:
        return f": take one of its parts, such as result.{fields[0]}"
    if isinstance(value, Sequence):
        return ": take one of its parts, such as result[0]"
    if isgenerator(value):
        return ": write sum(...) around it"
    return ": call it" if callable(value) else ""


def _is_truth(value: Any) -> bool:
    """Return whether it is True or False, of Python or numpy."""
    return isinstance(value, bool) or type(value).__name__ in ("bool", "bool_")
