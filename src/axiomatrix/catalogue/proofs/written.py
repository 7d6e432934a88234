"""A definition written again, in the form that an argument is about, and held against the definition.

The argument is about a form such as *the sum over items x of t(a(x), b(x))*. Its hypothesis is that the definition has
this form. The machine compares the two on all instances of few items, on at most :data:`MAX_INSTANCES_OF_A_SIZE` of a
size, and on some larger ones. On paper it is argued that the definition has this form for larger n too, and between the
values of a grid. A lemma is a sentence of the argument, checked separately.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice, product
from math import gcd, prod
from typing import Any

from ...model.axiom import Axiom, Statement, as_statement
from ...model.metric import Metric
from ...model.registry import Registry
from ...numbers.exact import Undefined, compare
from ...spaces import Space, all_rankings
from ...spaces.base import Dice
from ...spaces.parameters import ParameterDomain
from ...values.rankings import Ranking
from .proof import Proof, Step

MAX_INSTANCES_OF_A_SIZE = 400
"""How many instances of one size are compared, where there are more."""
FARTHER, DRAWN = 4, 16
"""By how many items the larger instances are larger, and how many there are of each size."""
COMPARED = "compared with the definition"
NAMELESS = "the formula asks where items are and not what they are called: renaming them changes the order of its terms"
HAS_THE_FORM = "the definition is the formula that was compared with it, for every n: it has no other branches"

Written = Callable[..., Any]
"""The form, of the arguments and, by name, of the parameters."""


def _spread(lists: Sequence[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    """One of each list in every way, or as many ways as are compared, evenly spread."""
    total = prod(map(len, lists))
    step = (
        next(k for k in range(max(1, total * 5 // 8), total + 2) if gcd(k, total) == 1)
        if total > MAX_INSTANCES_OF_A_SIZE
        else 1
    )
    for number in range(min(total, MAX_INSTANCES_OF_A_SIZE)):
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
        choose, values = Dice(f"{metric.name} {n} {number}"), list[Any]()
        for space in _spaces(metric):
            values.append(space.draw(choose, n, values))
        yield tuple(values)


def _spaces(metric: Metric) -> list[Space]:
    return [*metric.arguments.values(), *metric.closed_spaces.values()]


def _value(of: Callable[..., Any], *given: Any, **named: Any) -> Any:
    try:
        return of(*given, **named)
    except Undefined:
        return None


def first(faults: Callable[..., Iterable[Any]]) -> Callable[..., list[str]]:
    """Keep at most the first fault."""
    return lambda *given: [str(fault) for fault in islice(faults(*given), 1)]


@lru_cache(maxsize=512)  # the proofs of one row share the comparison; a mutant is another metric
@first
def _differences(metric: Metric, written: Written, n: int) -> Iterator[str]:
    count = len(metric.arguments)
    for given in instances(metric, n):
        parameters = dict(zip(metric.parameters, given[count:], strict=True))
        value, other = (
            _value(metric.evaluate, *given[:count], parameters),
            _value(written, *given[:count], **parameters),
        )
        if (value is None) != (other is None) or (value is not None and compare(value, other) != 0):
            yield f"{', '.join(map(str, given))}: the definition has {value}, the formula {other}"


def is_written(row: str, formula: str, written: Written) -> Step:
    """The step that the definition is that formula."""
    return Step(
        f"the formula of {row}",
        f"{row} is {formula}: {COMPARED}",
        lambda registry, n: _differences(registry.metric(row), written, n),
    )


@cache  # a lemma asks no definition, and belongs to the proofs of many statements
def _counterexamples(fails: Callable[[int], Iterable[Any]], n: int) -> list[str]:
    return first(fails)(n)


def lemma(sentence: str, fails: Callable[[int], Iterable[Any]]) -> Step:
    """A sentence of the argument, with its counterexamples of n items."""
    return Step("lemma", sentence, lambda registry, n: _counterexamples(fails, n))


def of_rankings(sentence: str, holds: Callable[[Ranking, Ranking], bool]) -> Step:
    """A lemma about any two rankings."""
    return lemma(sentence, lambda n: (pair for pair in product(all_rankings(n), repeat=2) if not holds(*pair)))


def holds_of(row: str, sentence: str, keeps: Callable[..., bool]) -> Step:
    """A lemma that a predicate holds for all compared arguments and parameters of a row."""

    def broken(registry: Registry, n: int) -> Iterator[str]:
        return (", ".join(map(str, given)) for given in instances(registry.metric(row), n) if not keeps(*given))

    return Step("lemma", sentence, broken)


def over(part: Any, whole: Any) -> Any:
    """The quotient; no value if the divisor is 0."""
    if whole == 0:
        raise Undefined("0/0")
    return part / whole


def proved(
    row: str,
    statement: Statement | Axiom,
    because: str | tuple[str, ...],
    *steps: Step,
    space: ParameterDomain = ParameterDomain.CLOSED,
    instances: str = HAS_THE_FORM,
) -> Proof:
    """The proof, by that argument, of a statement about a row; where it is about a formula, that is the first step.

    ``instances`` says why the instances of the steps represent every n.
    """
    proposition = as_statement(statement)
    label = f" ({proposition.label})" if proposition.label else ""
    values = "all positive values" if space is ParameterDomain.OPEN else "all values"
    return Proof(
        f"{proposition.id}/{row}",
        f"{row}: {proposition.axiom.formula}{label}, for every n and {values} of the parameters",
        row,
        proposition,
        (because,) if isinstance(because, str) else because,
        steps,
        space,
        instances,
    )
