"""The laws of spaces: what a space enumerates, draws, validates, renames, reverses, encodes and decodes agrees.

Laws of sizes take ``(space, n)``, laws of values ``(space, n, value)`` with a value that was listed or drawn, and laws
of data ``(space, data)`` with data that may come from anybody.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from axiomatrix.catalogue.axioms.effectiveness.common import TopGradeLists
from axiomatrix.numbers.exact import Undefined
from axiomatrix.spaces.base import Space
from axiomatrix.spaces.checks import BadSpace, check_space
from axiomatrix.spaces.parameters import ParameterSpace
from axiomatrix.values.judged import Judged
from axiomatrix.values.parameters import Parameter
from axiomatrix.values.retrieval import Retrieval
from axiomatrix.values.votes import Votes

from .every_space import BY_DEFINITION, LEFT_OUT, MORE, candidates
from .suite import Suite

MAX_VALUES_COMPARED = 5_000
MAX_VALUES_SEARCHED = 200


# --- sizes -----------------------------------------------------------------------------------------------------


def listing(space: Space, n: int) -> Iterator[object]:
    """Enumeration gives a sequence of different members, the same each time."""
    values = space.enumerate(n)
    if not isinstance(values, Sequence) or isinstance(values, str):
        yield type(values)
        return
    if len(set(values)) < len(values):
        yield "a value is listed twice"
    if list(space.enumerate(n)) != list(values):
        yield "the second list differs"
    yield from (value for value in values[:MAX_VALUES_COMPARED] if not space.contains(value, n))


def count(space: Space, n: int) -> Iterator[object]:
    """``count`` is the length of the list."""
    if space.count(n) != len(space.enumerate(n)):
        yield space.count(n), len(space.enumerate(n))


def generation(space: Space, n: int) -> Iterator[object]:
    """Generators are members."""
    yield from (value for value in space.generators(n)[:300] if not space.contains(value, n))


def coherence(space: Space, n: int) -> Iterator[object]:
    """The check of users' spaces accepts the space; it looks at all small sizes at once."""
    if n == 1:
        try:
            check_space(space)
        except BadSpace as error:
            yield error


def completeness(space: Space, n: int) -> Iterator[object]:
    """A complete space lists exactly the values that a search through all candidates finds."""
    due = set(BY_DEFINITION[type(space)](space, n))
    yield from due.symmetric_difference(space.enumerate(n))
    yield from (value for value in due if not space.contains(value, n))


def closedness(space: Space, n: int) -> Iterator[object]:
    """A complete space admits no candidate of any kind that it does not list."""
    due = set(BY_DEFINITION[type(space)](space, n))
    yield from (value for value in candidates() if space.contains(value, n) and value not in due)


def omission(space: Space, n: int) -> Iterator[object]:
    """A grid admits a value that it does not list, so that nothing on it is called exhausted."""
    size = n + MORE.get(type(space), 0)
    value = LEFT_OUT[type(space)](space, size)
    if not space.contains(value, size):
        yield "not a member", value
    if value in space.enumerate(size):
        yield "listed", value


# --- sizes of parameter spaces ---------------------------------------------------------------------------------


def boundary(space: ParameterSpace, n: int) -> Iterator[object]:
    """An open space lists no zero, and its closure contains what it lists."""
    closed = space.closure()
    if closed.closure() != closed:
        yield "the closure is not closed"
    for value in space.enumerate(n):
        if space.positive and not all(entry > 0 for entry in value.entries.values()):
            yield "zero in an open space", value
        if not closed.contains(value, n):
            yield "not in the closure", value
    if not space.positive and space.keys(n) and not any(0 in value.entries.values() for value in space.enumerate(n)):
        yield "no zero in a closed space"


def simplicity(space: ParameterSpace, n: int) -> Iterator[object]:
    """The grid rises in the sum of its entries."""
    sums = [sum(value.entries.values()) for value in space.enumerate(n)]
    if sums != sorted(sums):
        yield sums


def special_values(space: ParameterSpace, n: int) -> Iterator[object]:
    """Values with a name are members."""
    yield from (name for name, value in space.special_values(n) if not space.contains(value, n))


# --- values ----------------------------------------------------------------------------------------------------


def membership(space: Space, n: int, value: Any) -> Iterator[object]:
    """A value is valid, metrics take it, and conversion leaves it alone."""
    try:
        space.validate(value, n)
        space.admit(value)
        if space.convert(value) != value:
            yield "converted", space.convert(value)
    except ValueError as error:
        yield error


def coverage(space: Space, n: int, value: Any) -> Iterator[object]:
    """A value is one that is listed, where a list is short."""
    if n <= 3 and space.count(n) <= MAX_VALUES_SEARCHED and value not in space.enumerate(n):
        yield value


def round_trip(space: Space, n: int, value: Any) -> Iterator[object]:
    """JSON text is read back as an equal value of the same type and hash, and is written the same again."""
    data = json.loads(json.dumps(space.encode(value)))
    again = space.decode(data)
    if again != value or type(again) is not type(value) or hash(again) != hash(value):
        yield value, again
    if json.loads(json.dumps(space.encode(again))) != data:
        yield data


def exchanged(x: Any) -> Any:
    return {1: 2, 2: 1}.get(x, x)


def rotated(n: int, steps: int) -> Callable[[Any], Any]:
    return lambda x: (x - 1 + steps) % n + 1 if x in range(1, n + 1) else x


def renaming(space: Space, n: int, value: Any) -> Iterator[object]:
    """Renaming keeps the space, undoes itself, and leaves a value alone where no name changes."""
    if not hasattr(value, "renamed") or isinstance(value, Retrieval) or n < 2:  # ids are no items
        return
    for there, back in ((exchanged, exchanged), (rotated(n, 1), rotated(n, -1)), (rotated(n, 0), rotated(n, 0))):
        other = value.renamed(there)
        if other.renamed(back) != value:
            yield "not undone", other
        if not space.contains(other, n):
            yield "not a member", other
    if value.renamed(rotated(n, 0)) != value:
        yield "changed by the identity"


def reversal(space: Space, n: int, value: Any) -> Iterator[object]:
    """Reversing keeps the space and undoes itself."""
    if hasattr(value, "reversed"):
        other = value.reversed()
        if not space.contains(other, n) and len(set(getattr(value, "levels", (1, 2)))) == 2:
            yield "not a member", other
        if other.reversed() != value:
            yield "not undone", other


def removal(space: Space, n: int, value: Any) -> Iterator[object]:
    """An item that is taken out of a judged list leaves the others in their order, and as many missing as before."""
    if isinstance(value, Judged):
        for i in value.ranks():
            rest = value.without(i)
            kept = [grade for rank, grade in enumerate(value.grades, 1) if rank != i]
            if list(rest.grades) != kept or rest.missing != value.missing:
                yield i, rest
    if isinstance(value, Votes):
        for item in value.items if n > 1 else ():
            left = [tuple(x for x in vote.order if x != item) for vote in value]
            if [vote.order for vote in value.without(item)] != left:
                yield item, value.without(item)


# --- data ------------------------------------------------------------------------------------------------------

SIZES_TRIED = range(5)


def refusal(space: Space, data: Any) -> Iterator[object]:
    """Data are refused with ``ValueError``, or are written again as they were read."""
    try:
        value = space.decode(data)
        sizes = [n for n in SIZES_TRIED if space.contains(value, n)]
    except (ValueError, Undefined):
        return
    except Exception as error:
        yield repr(error)
        return
    if sizes and json.dumps(space.encode(value)) != json.dumps(data):
        yield value, space.encode(value)


# --- suites ----------------------------------------------------------------------------------------------------


def is_written(space: Space) -> bool:
    return type(space).encode is not Space.encode


def has_entries(space: Space) -> bool:
    return issubclass(getattr(space, "value_type", object), Parameter)


SPACE = Suite((listing, generation, coherence))
COUNTED = Suite((count,), lambda space: not isinstance(space, TopGradeLists))  # each stands for all of its length
COMPLETE = Suite((completeness, closedness), lambda space: space.complete, (SPACE,))
GRID = Suite((omission,), lambda space: not space.complete and type(space) in LEFT_OUT, (SPACE,))
PARAMETER = Suite((boundary, simplicity, special_values), has_entries, (SPACE,))
SIZE_SUITES = (SPACE, COUNTED, COMPLETE, GRID, PARAMETER)

VALUE = Suite((membership, renaming, reversal, removal))
WRITTEN_VALUE = Suite((round_trip,), is_written, (VALUE,))
LISTED_VALUE = Suite((coverage,), lambda space: space.complete or space.draws_enumerated, (VALUE,))
VALUE_SUITES = (VALUE, WRITTEN_VALUE, LISTED_VALUE)

DATA_SUITES = (Suite((refusal,), is_written),)
