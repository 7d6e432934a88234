"""Choose test vectors: few inputs whose values tell a metric from its mutants.

1. Each mutant is tried on the inputs, smallest first, until one has another value. Those without one survive.
2. Of the inputs that killed a mutant, a greedy cover takes the one that kills most of the mutants that are left.
3. The same again among the largest inputs alone: a wrong program that is not a mutant rarely agrees on those.
4. Each edge that none of these is on gets its simplest input. There the mutants are the conventions of other people:
   the value 0, the value 1, or none.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from ...catalogue.any_language import as_json
from ...evidence.instance import Definitions
from ...model.metric import Metric
from ...model.registry import REGISTRY
from ...numbers.exact import Undefined
from ...numbers.rationals import as_rational, fraction
from ...values.judged import Judged, Run
from ...values.orders import TopList, WeakOrder
from ...values.parameters import Parameter
from ...values.rankings import Ranking
from ...values.retrieval import Retrieval
from ...values.scored import Scored
from .mutants import Mutant, misreadings_of, mutants_of, neighbours_of

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


# --- Choose test vectors: few inputs whose values tell a metric from its mutants ----------------------------------
# 1. Each mutant is tried on the inputs, smallest first, until one has another value. Those without one survive.
# 2. Of the inputs that killed a mutant, a greedy cover takes the one that kills most of the mutants that are left.
# 3. The same again among the largest inputs alone: a wrong program that is not a mutant rarely agrees on those.
# 4. Each edge that none of these is on gets its simplest input. There the mutants are the conventions of other people:
#    the value 0, the value 1, or none.

TOLERANCE = 1e-9
"""Values are the same up to this, relative to numbers above 1."""
CONVENTIONS: Mapping[str, float | None] = {"is 0": 0.0, "is 1": 1.0, "has no value": None}
"""What implementations say on an edge, and its value."""


@dataclass(frozen=True)
class ChosenVector:
    """An input, the value of the metric there, and the mutants that have another one."""

    given: VectorInput
    value: Any
    """None where the metric has no value."""
    reason: str
    """The reason that there is no value."""
    kills: tuple[str, ...]


@dataclass(frozen=True)
class ChosenVectors:
    """The vectors of a metric, and the mutants that no input tells from it."""

    metric: Metric[Any]
    vectors: tuple[ChosenVector, ...]
    mutants: int
    survivors: tuple[str, ...]
    inputs: int
    """How many inputs the survivors were tried on."""


def choose(metric: Metric[Any]) -> ChosenVectors:
    """The vectors of a metric."""
    trial = _Trial(metric)
    mutants = [*mutants_of(metric), *misreadings_of(metric), *neighbours_of(metric, REGISTRY.metrics.values())]
    killers = trial.killers(mutants, trial.usual)
    dying = [mutant for mutant in mutants if any(mutant.name in names for names in killers.values())]
    chosen = {*_cover(killers), *_cover(trial.killers(dying, trial.large[::-1]))}
    covered = {edge for k in chosen for edge in trial.inputs[k].edges}
    chosen |= {k for edge in EDGES if edge not in covered and (k := trial.simplest(edge)) is not None}
    vectors = tuple(trial.vector(mutants, k) for k in sorted(chosen))
    killed = {name for vector in vectors for name in vector.kills}
    survivors = tuple(mutant.name for mutant in mutants if mutant.name not in killed)
    return ChosenVectors(metric, vectors, len(mutants), survivors, len(trial.usual))


class _Trial:
    """The inputs, and the values of the metric there: those that distinguish it from its mutants."""

    def __init__(self, metric: Metric[Any]) -> None:
        self.metric = metric
        small, large = ([*inputs_of(metric, sizes)] for sizes in (range(MAX_ITEMS), range(MAX_ITEMS, MAX_ITEMS + 1)))
        self.inputs = [*small, *large, *unusual_inputs(metric)]
        self.values = [self._value_at(metric, k)[1] for k in range(len(self.inputs))]
        self.valued = [k for k, value in enumerate(self.values) if value is None or math.isfinite(value)]
        """Those at which the definition does not raise."""
        self.usual = [k for k in self.valued if k < len(small) + len(large)]
        self.large = [k for k in self.usual if k >= len(small)]

    def _value_at(self, metric: Metric[Any], k: int) -> tuple[Any, float | None]:
        """The value at an input, and as a float: None for no value, nan for what raises."""
        given = self.inputs[k]
        try:
            value = Definitions(REGISTRY).value(metric, *given.values, dict(given.parameters))
            return value, float(value)
        except Undefined as error:
            return error, None
        except Exception:  # a mutant may raise anything
            return None, math.nan

    def is_killed(self, mutant: Mutant, k: int) -> bool:
        """Return whether the mutant has another value at that input."""
        return differs(self._value_at(mutant.metric, k)[1], self.values[k])

    def killers(self, mutants: Sequence[Mutant], tried: Sequence[int]) -> dict[int, set[str]]:
        """Return for each mutant an input that kills it, with the names of all mutants that the input kills."""
        order: Counter[int] = Counter()
        for mutant in mutants:
            ahead = [k for k, _ in order.most_common()]
            ordered = [*ahead, *(k for k in tried if k not in order)]
            order.update(islice((k for k in ordered if self.is_killed(mutant, k)), 1))
        return {k: {mutant.name for mutant in mutants if self.is_killed(mutant, k)} for k in order}

    def simplest(self, edge: str) -> int | None:
        """The input on that edge that is on the fewest others, the smallest of these."""
        inputs_with_edge = [k for k in self.valued if edge in self.inputs[k].edges]
        return min(inputs_with_edge, key=lambda k: (len(self.inputs[k].edges), k), default=None)

    def vector(self, mutants: Sequence[Mutant], k: int) -> ChosenVector:
        """The vector of an input, with all that it kills: on an edge the other conventions too."""
        value, shown = self._value_at(self.metric, k)
        kills = [mutant.name for mutant in mutants if self.is_killed(mutant, k)]
        for edge in self.inputs[k].edges:
            kills += [f"{edge}: {name}" for name, other in CONVENTIONS.items() if differs(other, shown)]
        if shown is None:
            return ChosenVector(self.inputs[k], None, str(value) or "no value", tuple(kills))
        return ChosenVector(self.inputs[k], value, "", tuple(kills))


def differs(one: float | None, other: float | None) -> bool:
    """Return whether a test with the tolerance tells two values apart."""
    if one is None or other is None:
        return one is not other
    return not math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def _cover(killers: Mapping[int, set[str]]) -> list[int]:
    """Greedily few inputs that kill all that any of them kills."""
    left: set[str] = set().union(*killers.values())
    chosen: list[int] = []
    while left:
        chosen.append(max(killers, key=lambda k: len(killers[k] & left)))
        left -= killers[chosen[-1]]
    return chosen
