"""Inputs that may become test vectors, smallest first, and the edges that each of them is on."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from ...catalogue.any_language import as_json
from ...model.metric import Metric
from ...numbers.rationals import as_rational, fraction
from ...values.judged import Judged, Run
from ...values.orders import TopList, WeakOrder
from ...values.parameters import Parameter
from ...values.rankings import Ranking
from ...values.retrieval import Retrieval
from ...values.scored import Scored

MAX_ITEMS = 4
MAX_INPUTS_OF_A_SIZE = 120
STRIDE = 0.618
"""Of all inputs of a size, how far the next is away: such steps favour no value of a parameter."""
MAX_VALUES_ENUMERATED = 4_000
"""Of one size of one space."""
UNUSUAL = (Judged.of([2, -1, 1]), Judged.of([Fraction(1, 2), 1, 0]))
"""Lists with grades that their space does not have, for metrics that take any grade."""


@dataclass(frozen=True)
class VectorInput:
    """The arguments and the parameters of a call."""

    arguments: Mapping[str, Any]
    parameters: Mapping[str, Any]

    @property
    def edges(self) -> tuple[str, ...]:
        """The edges that the input is on, such as ``no relevant``."""
        return tuple(name for name, is_on in EDGES.items() if is_on(self))

    @property
    def values(self) -> list[Any]:
        """The arguments without their names."""
        return list(self.arguments.values())

    def of(self, kind: type) -> list[Any]:
        """The arguments of a type; a run counts as its lists."""
        parts = [part for value in self.values for part in (value.lists if isinstance(value, Run) else [value])]
        return [part for part in parts if isinstance(part, kind)]


def inputs_of(metric: Metric[Any], sizes: range = range(MAX_ITEMS + 1)) -> Iterator[VectorInput]:
    """Inputs of the metric's own spaces whose numbers have finitely many decimals; of each size evenly spread."""
    for n in sizes:
        points = [list(islice(space.enumerate(n), MAX_VALUES_ENUMERATED)) for space in metric.arguments.values()]
        yield from _spread(metric, points, _parameters(metric, n))


def unusual_inputs(metric: Metric[Any]) -> Iterator[VectorInput]:
    """Inputs with grades that are negative or not whole, where the metric takes them."""
    first, *others = metric.arguments.values()
    if metric.any_grade and not others and all(isinstance(x, Judged) for x in first.enumerate(1)):
        yield from _spread(metric, [list(UNUSUAL)], _parameters(metric, len(UNUSUAL[0].grades)))


def _parameters(metric: Metric[Any], n: int) -> list[list[Any]]:
    return [list(islice(space.enumerate(n), MAX_VALUES_ENUMERATED)) for space in metric.parameters.values()]


def _spread(metric: Metric[Any], points: list[list[Any]], chosen: list[list[Any]]) -> Iterator[VectorInput]:
    """Some combinations of the values, evenly spread over all of them."""
    total = math.prod(map(len, (*points, *chosen)))
    step = max(1, round(total * STRIDE))
    while math.gcd(step, total) != 1:
        step += 1
    for place in sorted(k * step % total for k in range(min(total, MAX_INPUTS_OF_A_SIZE))):
        picked = []
        for values in (*points, *chosen):
            place, k = divmod(place, len(values))
            picked.append(values[k])
        arguments = dict(zip(metric.arguments, picked, strict=False))
        parameters = dict(zip(metric.parameters, picked[len(points) :], strict=True))
        if all(map(_is_decimal, picked)):
            yield VectorInput(arguments, parameters)


def _is_decimal(value: Any) -> bool:
    """Return whether every number in it can be written with finitely many decimals."""
    if isinstance(value, Judged):
        return all(map(_is_decimal, (*value.grades, *value.missing)))
    if isinstance(value, Parameter):
        return all(map(_is_decimal, value.entries.values()))
    number = as_rational(value)
    return number is None or 10**12 % int(number.q) == 0


def written_input(given: VectorInput, metric: Metric[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arguments and parameters by name, as any language reads them; ids and judgements are two arguments."""
    written: dict[str, Any] = {}
    for (name, space), value in zip(metric.arguments.items(), given.values, strict=True):
        if space.takes:
            ids, judged = space.unpack(value, plain=True)
            relevant = {str(id): as_json(grade) for id, grade in judged.items()}
            written |= dict(zip(space.takes, (list(ids), relevant), strict=True))
        else:
            written[name] = as_json(value)
    return written, {name: as_json(value) for name, value in given.parameters.items()}


# --- edges ----------------------------------------------------------------------------------------------------


def _grades(given: VectorInput) -> list[tuple[list[Any], list[Any]]]:
    """Return for each judged or scored list the shown grades, and the grades of what is missing."""
    lists = (*given.of(Judged), *given.of(Scored), *(x.listed for x in given.of(Retrieval)))
    return [(list(x.grades), list(x.missing)) for x in lists]


def _has_ties(given: VectorInput) -> bool:
    scored = [list(x.scores) for x in given.of(Scored)]
    orders = [bucket for x in given.of(WeakOrder) for bucket in x.buckets]
    return any(len(set(scores)) < len(scores) for scores in scored) or any(len(bucket) > 1 for bucket in orders)


def _is_all_tied(given: VectorInput) -> bool:
    scored = [len(set(x.scores)) == 1 and len(list(x.scores)) > 1 for x in given.of(Scored)]
    return any(scored) or any(len(x.buckets) == 1 and len(x.buckets[0]) > 1 for x in given.of(WeakOrder))


def _lengths(given: VectorInput) -> list[int]:
    tops = [len(x.order) for x in (*given.of(Ranking), *given.of(TopList))]
    return tops + [len(shown) for shown, _ in _grades(given)]


def _is_cut_beyond(given: VectorInput) -> bool:
    k = as_rational(given.parameters.get("k"))
    return k is not None and bool(_lengths(given)) and int(k) > max(_lengths(given))


def _is_reversed(given: VectorInput) -> bool:
    a, *others = given.of(Ranking) or [None]
    return len(others) == 1 and len(a.order) > 1 and list(others[0].order) == list(reversed(a.order))


def _is_disjoint(given: VectorInput) -> bool:
    tops = given.of(TopList)
    return len(tops) == 2 and all(x.order for x in tops) and not {*tops[0].order} & {*tops[1].order}


EDGES: Mapping[str, Callable[[VectorInput], bool]] = {
    "nothing retrieved": lambda x: any(not shown for shown, _ in _grades(x)),
    "one document": lambda x: bool(_grades(x)) and all(len(shown) == 1 for shown, _ in _grades(x)),
    "no relevant": lambda x: any(not any(g > 0 for g in (*shown, *rest)) for shown, rest in _grades(x)),
    "only missing documents are relevant": lambda x: any(
        shown and rest and not any(g > 0 for g in shown) for shown, rest in _grades(x)
    ),
    "relevant documents are missing": lambda x: any(bool(rest) for _, rest in _grades(x)),
    "all equally relevant": lambda x: any(
        len(shown) > 1 and len(set(shown)) == 1 and shown[0] > 0 for shown, _ in _grades(x)
    ),
    "negative grade": lambda x: any(g < 0 for shown, _ in _grades(x) for g in shown),
    "grade that is not whole": lambda x: any(fraction(g).denominator != 1 for shown, _ in _grades(x) for g in shown),
    "cut-off beyond the length": _is_cut_beyond,
    "ties": _has_ties,
    "all tied": _is_all_tied,
    "duplicates": lambda x: any(len(set(y.ids)) < len(y.ids) for y in x.of(Retrieval)),
    "one item": lambda x: bool(x.of(Ranking)) and all(len(y.order) == 1 for y in x.of(Ranking)),
    "equal": lambda x: len(x.values) == 2 and x.values[0] == x.values[1],
    "reversed": _is_reversed,
    "nothing shown": lambda x: bool(x.of(TopList)) and any(not y.order for y in x.of(TopList)),
    "disjoint": _is_disjoint,
    "lists of two lengths": lambda x: len({len(y.order) for y in x.of(TopList)}) == 2,
}
"""The edges of inputs on which implementations differ, by name."""
