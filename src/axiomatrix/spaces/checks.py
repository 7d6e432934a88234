"""Checks that the methods of a user's space agree with each other for few items, before a search uses the space.

A value that ``enumerate`` leaves out leads to a false *exhausted*. A value that does not belong there leads to a false
refutation. A list without a fixed order leads to another witness in each process. The checks call each method and
compare the answers. For a space of parameters they also check its *cone*, the set in which all *facets* (linear forms
of the entries, as pairs of an entry's index and its coefficient) are not negative.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice, product
from typing import Any

from ..numbers.exact import Undefined
from .base import Dice, Space
from .parameters import GRID, ParameterSpace

SIZES_CHECKED = (1, 2, 3)
"""Numbers of items for which a space is checked."""
DRAWS = 20
"""Values drawn of each size."""
MAX_VALUES_CHECKED = 5_000
"""Values, or vectors of a cone's grid, of one size that are checked at most."""
_NO_ANSWER: Any = object()
"""Result of :func:`_call` for a method that the space lacks, or that has no value; None may be an answer."""


class BadSpace(ValueError):
    """A space whose methods do not agree with each other, or with what a space must be; the text says what to write."""


def check_space(space: Space) -> None:
    """Raise :class:`BadSpace` where the methods of a space disagree, up to three items; a missing method is skipped.

    >>> from axiomatrix.spaces import ranking
    >>> check_space(ranking)
    """
    for n in SIZES_CHECKED:
        values = _call(space, "enumerate", n)
        if values is not _NO_ANSWER and (not isinstance(values, Sequence) or isinstance(values, str)):
            what = "a set, which has no order" if isinstance(values, (set, frozenset)) else f"{values!r:.80}"
            raise _bad_space(space, f"enumerate({n}) returns {what}; return a list, always in the same order")
        enumerated = None if values is _NO_ANSWER else _check_values(space, values[:MAX_VALUES_CHECKED], n)
        if isinstance(space, ParameterSpace):
            _check_cone(space, n)
        has_all_values = enumerated is not None and len(enumerated) == len(values)
        _check_draws(space, enumerated if has_all_values else None, n)


def _check_values(space: Space, values: Sequence[Any], n: int) -> set[Any]:
    """Check that each enumerated value is valid, hashable, listed once, and survives JSON; return them as a set."""
    distinct: set[Any] = set()
    for value in values:
        origin = f"enumerate({n}) lists {value!r:.80}"
        try:
            distinct.add(value)
        except TypeError:
            raise _bad_space(space, f"{origin}, which cannot be hashed; make a tuple or a frozenset of it") from None
        _validate(space, value, n, origin)
        data = _call(space, "encode", value)
        decoded = value if data is _NO_ANSWER else _call(space, "decode", _through_json(space, data))
        if decoded is not _NO_ANSWER and decoded != value:
            raise _bad_space(space, f"decode(encode(x)) is {decoded!r:.80} for x = {value!r:.80}; it must be x")
    if len(distinct) < len(values):
        repeated = next(value for k, value in enumerate(values) if value in values[:k])
        raise _bad_space(space, f"enumerate({n}) lists {repeated!r:.80} twice; list each value once")
    if list(_call(space, "enumerate", n)[:MAX_VALUES_CHECKED]) != list(values):
        raise _bad_space(
            space, f"enumerate({n}) returns a different list the second time; return the same list, in the same order"
        )
    return distinct


def _check_cone(space: ParameterSpace, n: int) -> None:
    """Check that ``facets``, ``admits`` and ``validate`` describe the same cone, on the vectors of the grid."""
    facets = _call(space, "facets", n)
    if facets is None or facets is _NO_ANSWER:  # no known cone: nothing to compare
        return
    numbers: set[Any] = set()
    for key in space.keys(n):  # an item or position, or a pair of items
        numbers.update(key if isinstance(key, tuple) else (key,))
    # items are 1..n; the keys of position data may be larger, as ranks beyond a list and grades are, but not below 1
    last = n if space.value_type.travels else max(numbers, default=n)
    if not numbers <= {*range(1, last + 1)}:
        raise _bad_space(
            space, f"keys({n}) are {list(space.keys(n))}; they must be made of the items (or places) 1..{n}"
        )
    closed = space.closure()
    entries = GRID[1:] if closed.positive else GRID  # without 0 if the space has no boundary
    grid = product(entries, repeat=len(space.keys(n)))
    for vector in islice(grid, MAX_VALUES_CHECKED):
        try:
            # ``fromkeys`` hashes the forms, so that anything but a tuple of pairs raises a TypeError here
            is_inside = all(sum(c * vector[k] for k, c in form) >= 0 for form in dict.fromkeys(facets))
        except (TypeError, ValueError, IndexError):
            advice = "list forms as tuples of (index of an entry, coefficient), or return None"
            raise _bad_space(space, f"facets({n}) returns {facets!r:.80}; {advice}") from None
        is_admitted = _call(space, "admits", vector, n)
        if not is_inside == is_admitted == closed.contains(_call(space, "make", vector, n), n):
            raise _bad_space(space, f"facets, admits and validate disagree on {vector}; make all three agree")


def _through_json(space: Space, data: Any) -> Any:
    """Write data as JSON and read it back, which turns a tuple into a list."""
    try:
        return json.loads(json.dumps(data))
    except (TypeError, ValueError):
        raise _bad_space(
            space, f"encode returns {data!r:.80}, which JSON cannot hold; return lists, numbers and strings"
        ) from None


def _check_draws(space: Space, enumerated: set[Any] | None, n: int) -> None:
    """Check that drawn values are valid and, in a complete space, enumerated; None if not all values were checked."""
    choices = Dice(0)
    for _ in range(DRAWS):
        try:
            value = space.draw(choices, n)
        except Exception:  # not implemented, no value over so few items, or dependent on arguments drawn before
            return  # a search that uses ``draw`` reports its errors
        _validate(space, value, n, f"draw(choose, {n}) returns {value!r:.80}")
        if space.complete and enumerated is not None and value not in enumerated:
            left_out = f"enumerate({n}) omits {value!r:.80}, which draw returns"
            raise _bad_space(space, f"complete is True, but {left_out}; list it, or set complete = False")


def _validate(space: Space, value: Any, n: int, origin: str) -> None:
    """Raise :class:`BadSpace` if ``validate`` refuses the value; the message begins with where it comes from."""
    try:
        answer = _call(space, "validate", value, n)
    except BadSpace as error:
        raise _bad_space(space, f"{origin}, but {error}") from error.__cause__
    if answer is not None and answer is not _NO_ANSWER:
        raise _bad_space(space, f"validate returns {answer!r:.80}; it must raise ValueError for invalid values")


def _call(space: Space, method: str, *arguments: Any) -> Any:
    """Call a method and return its answer; ``_NO_ANSWER`` if the space has no such method, or the method no value.

    Any other exception becomes a :class:`BadSpace`.
    """
    try:
        return getattr(space, method)(*arguments)
    except (NotImplementedError, Undefined):
        return _NO_ANSWER
    except Exception as error:
        raise _bad_space(space, f"{method} raised {type(error).__name__}: {error}") from error


def _bad_space(space: Space, reason: str) -> BadSpace:
    """Return the error. Its text begins with the class of the space, and has it once if the reason quotes an error."""
    prefix = f"{type(space).__name__}."
    return BadSpace(f"{prefix}{reason.replace(prefix, '')}")
