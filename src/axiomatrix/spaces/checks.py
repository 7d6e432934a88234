"""Check that the methods of a user's space agree at small sizes, before it is used.

A value that is missing from a list leads to a false *exhausted*, one that does not belong there to a false refutation,
and a list without a fixed order to another witness in each process.
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
DRAWS = 20
"""Values drawn of each size."""
MAX_VALUES_CHECKED = 5_000
"""Values of one size that are checked at most."""
_NONE: Any = object()


class BadSpace(ValueError):
    """A space whose methods do not agree with each other, or with what a space must be; the text says what to write."""


def check_space(space: Space) -> None:
    """Raise :class:`BadSpace` where the methods of a space disagree, up to three items; a missing method is skipped.

    >>> from axiomatrix.spaces import ranking
    >>> check_space(ranking)
    """
    for n in SIZES_CHECKED:
        values = _answer(space, "enumerate", n)
        if values is not _NONE and (not isinstance(values, Sequence) or isinstance(values, str)):
            what = "a set, which has no order" if isinstance(values, (set, frozenset)) else f"{values!r:.80}"
            raise _bad(space, f"enumerate({n}) returns {what}; return a list, always in the same order")
        known = None if values is _NONE else _listed(space, values[:MAX_VALUES_CHECKED], n)
        if isinstance(space, ParameterSpace):
            _check_cone(space, n)
        _check_draws(space, known if known is not None and len(known) == len(values) else None, n)


def _listed(space: Space, values: Sequence[Any], n: int) -> set[Any]:
    """Return the listed values as a set; check that each is valid, hashable, listed once, and survives JSON."""
    known: set[Any] = set()
    for value in values:
        shown = f"enumerate({n}) lists {value!r:.80}"
        try:
            known.add(value)
        except TypeError:
            raise _bad(space, f"{shown}, which cannot be hashed; make a tuple or a frozenset of it") from None
        _validate(space, value, n, shown)
        data = _answer(space, "encode", value)
        back = value if data is _NONE else _answer(space, "decode", json.loads(json.dumps(data)))
        if back is not _NONE and back != value:
            raise _bad(space, f"decode(encode(x)) is {back!r:.80} for x = {value!r:.80}; it must be x")
    if len(known) < len(values):
        raise _bad(space, f"enumerate({n}) lists a value twice: {values!r:.200}; list each once")
    if list(_answer(space, "enumerate", n)[:MAX_VALUES_CHECKED]) != list(values):
        raise _bad(space, f"enumerate({n}) returns another list the second time; return the same, in the same order")
    return known


def _check_cone(space: ParameterSpace, n: int) -> None:
    """Check that a cone is described consistently: by its facets, ``admits``, and what is validated."""
    if (facets := _answer(space, "facets", n)) is None:
        return
    numbers = {x for key in space.keys(n) for x in (key if isinstance(key, tuple) else (key,))}
    last = n if space.value_type.travels else max(numbers, default=n)  # ranks beyond a list, and grades, have data too
    if not numbers <= {*range(1, last + 1)}:
        raise _bad(space, f"keys({n}) are {list(space.keys(n))}; they must be made of the items (or places) 1..{n}")
    closed = space.closure()
    grid = product(GRID[1:] if closed.positive else GRID, repeat=len(space.keys(n)))  # some have no boundary
    for vector in islice(grid, MAX_VALUES_CHECKED):
        try:
            inside = all(sum(c * vector[k] for k, c in form) >= 0 for form in dict.fromkeys(facets))
        except (TypeError, ValueError, IndexError):
            what = "list forms as tuples of (number of an entry, coefficient), or return None"
            raise _bad(space, f"facets({n}) returns {facets!r:.80}; {what}") from None
        admitted = _answer(space, "admits", vector, n)
        if not inside == admitted == closed.contains(_answer(space, "make", vector, n), n):
            raise _bad(space, f"facets, admits and validate do not agree on {vector}; say the same in all three")


def _check_draws(space: Space, known: set[Any] | None, n: int) -> None:
    choices = Dice(0)
    for _ in range(DRAWS):
        try:
            value = space.draw(choices, n)
        except Exception:  # it is not written, has no value over so few items, or looks at what was drawn before
            return
        _validate(space, value, n, f"draw(choose, {n}) gives {value!r:.80}")
        if space.complete and known is not None and value not in known:
            left_out = f"enumerate({n}) leaves out {value!r:.80}, which draw gives"
            raise _bad(space, f"complete is True, but {left_out}; list it, or say complete = False")


def _validate(space: Space, value: Any, n: int, shown: str) -> None:
    try:
        answer = _answer(space, "validate", value, n)
    except BadSpace as error:
        raise _bad(space, f"{shown}, but {error}") from error.__cause__
    if answer is not None and answer is not _NONE:
        raise _bad(space, f"validate returns {answer!r:.80}; it must raise ValueError for what is not valid")


def _answer(space: Space, method: str, *given: Any) -> Any:
    """Call a method; ``_NONE`` where the space does not have it, or there is no value."""
    try:
        return getattr(space, method)(*given)
    except (NotImplementedError, Undefined):
        return _NONE
    except Exception as error:
        raise _bad(space, f"{method} raised {type(error).__name__}: {error}") from error


def _bad(space: Space, what: str) -> BadSpace:
    name = f"{type(space).__name__}."
    return BadSpace(f"{name}{what.replace(name, '')}")
