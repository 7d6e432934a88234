"""A definition written again, in the form that an argument is about, and held against the definition.

What is argued is about a form such as *the sum over items x of t(a(x), b(x))*. That the definition has it is the
hypothesis, and a machine looks at it: the two are compared on all instances of few items, on :data:`MOST` of a size
where there are more, and on some that are larger than any of these. What stands on paper is that the definition does
nothing else for larger n, nor between the values of a grid. A lemma is a sentence of the argument, checked by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from math import gcd, prod
from random import Random
from typing import Any

from ...model.axiom import Axiom, Statement
from ...model.metric import Metric
from ...model.registry import Registry
from ...numbers.exact import Undefined, compare
from ...spaces import Space
from .proof import Proof, Step

MOST = 400
"""How many instances of one size are compared, where there are more."""
FARTHER, DRAWN = 4, 16
"""By how many items the larger instances are larger, and how many there are of each size."""
COMPARED = "compared with the definition"
HAS_THE_FORM = "the definition is the formula that was compared with it, for every n: it has no other branches"

Written = Callable[..., Any]
"""The form, of the arguments and, by name, of the parameters."""


class _Dice:
    """Choices that are the same in every run."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def integer(self, low: int, high: int) -> int:
        """A whole number, low and high included."""
        return self._random.randint(low, high)


def _spread(lists: Sequence[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    """One of each list in every way, or as many ways as are compared, evenly spread."""
    total = prod(map(len, lists))
    step = next(k for k in range(max(1, total * 5 // 8), total + 2) if gcd(k, total) == 1) if total > MOST else 1
    for number in range(min(total, MOST)):
        rest, chosen = number * step % total, []
        for values in lists:
            rest, place = divmod(rest, len(values))
            chosen.append(values[place])
        yield tuple(chosen)


def instances(metric: Metric, n: int) -> Iterator[tuple[Any, ...]]:
    """Arguments and parameters over n items, and some over more; the parameters with the boundary of their spaces."""
    yield from _spread([space.enumerate(n) for space in _spaces(metric)])
    yield from drawn(metric, n + FARTHER)


def drawn(metric: Metric, n: int) -> Iterator[tuple[Any, ...]]:
    """Arguments and parameters over n items, drawn."""
    for number in range(DRAWN):
        choose, values = _Dice(f"{metric.name} {n} {number}"), list[Any]()
        for space in _spaces(metric):
            values.append(space.draw(choose, n, values))
        yield tuple(values)


def _spaces(metric: Metric) -> list[Space]:
    return [*metric.arguments.values(), *metric.closed.values()]


def _value(of: Callable[[], Any]) -> Any:
    try:
        return of()
    except Undefined:
        return None


@lru_cache(maxsize=512)  # the proofs of one row share the comparison; a mutant is another metric
def _difference(metric: Metric, written: Written, n: int) -> str | None:
    count = len(metric.arguments)
    for given in instances(metric, n):
        parameters = dict(zip(metric.parameters, given[count:], strict=True))
        value = _value(lambda given=given, named=parameters: metric.evaluate(*given[:count], named))  # type: ignore[misc]  # bound at once
        other = _value(lambda given=given, named=parameters: written(*given[:count], **named))  # type: ignore[misc]  # bound at once
        if (value is None) != (other is None) or (value is not None and compare(value, other) != 0):
            return f"{', '.join(map(str, given))}: the definition has {value}, the formula {other}"
    return None


NAMELESS = "the formula asks where items are and not what they are called: renaming them changes the order of its terms"


def is_written(row: str, says: str, written: Written) -> Step:
    """The step that the definition is that formula."""
    return Step(
        f"the formula of {row}",
        f"{row} is {says}: {COMPARED}",
        lambda registry, n: _difference(registry.metric(row), written, n),
    )


@cache  # a lemma asks no definition, and belongs to the proofs of many statements
def _counterexample(fails: Callable[[int], Any], n: int) -> str | None:
    counterexample = fails(n)
    return None if counterexample is None else str(counterexample)


def lemma(says: str, fails: Callable[[int], Any]) -> Step:
    """A sentence of the argument, and where it fails of n items: what it fails for, or nothing."""

    def check(registry: Registry, n: int) -> str | None:
        return _counterexample(fails, n)

    return Step("lemma", says, check)


def holds_of(row: str, says: str, keeps: Callable[..., bool]) -> Step:
    """A lemma about the arguments and parameters of a row: that it holds of all that are compared."""

    def check(registry: Registry, n: int) -> str | None:
        broken = (given for given in instances(registry.metric(row), n) if not keeps(*given))
        return next((", ".join(map(str, given)) for given in broken), None)

    return Step("lemma", says, check)


def proved(row: str, statement: Statement | Axiom, because: str, *steps: Step, instances: str = HAS_THE_FORM) -> Proof:
    """The proof, by that argument, of a statement about a row; where it is about a formula, that is the first step.

    ``instances`` says why what the steps look at stands for every n.
    """
    proposition = statement if isinstance(statement, Statement) else statement()
    label = f" ({proposition.label})" if proposition.label else ""
    return Proof(
        f"{proposition.id}/{row}",
        f"{row}: {proposition.axiom.formula}{label}, for every n and all values of the parameters",
        row,
        proposition,
        (because,),
        steps,
        instances=instances,
    )
