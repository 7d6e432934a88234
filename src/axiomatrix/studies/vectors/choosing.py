"""Choose test vectors: few inputs whose values tell a metric from its mutants, wrong versions of its definition.

An implementation in any language can be tested on the vectors, which `axiomatrix vectors` writes as JSON. An input
*kills* a mutant if the mutant has another value on it than the metric. An *edge* is a special case on which
implementations differ, such as a list without relevant items. A judged list has a grade for each item that it shows, in
its order, and grades of *missing* items, which were judged and not retrieved.

1. Each mutant is tried on the inputs, smallest first, until one kills it. Mutants that no input kills survive.
2. Of the inputs that killed a mutant, a greedy cover takes the one that kills most of the mutants that are left.
3. Steps 1 and 2 are repeated with the largest inputs alone: a wrong program that is not a mutant rarely agrees on
   those.
4. For each edge that none of these inputs is on, the simplest input on it is added. There the mutants are conventions
   of other implementations: the value 0, the value 1, or no value.
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
"""Largest number of items of the inputs that are tried."""
MAX_INPUTS_OF_A_SIZE = 120
"""Most inputs of one size that are tried."""
STRIDE = 0.618
"""Step from one chosen input to the next, as a share of all inputs of a size.

Multiples of the golden ratio, taken modulo 1, lie evenly, so that no value of a parameter is favoured.
"""
MAX_DECIMALS = 12
"""Most decimals of a number in an input."""
MAX_VALUES_ENUMERATED = 4_000
"""Largest number of values of one size that are enumerated of one space."""
UNUSUAL_LISTS = (Judged.of([2, -1, 1]), Judged.of([Fraction(1, 2), 1, 0]))
"""Lists with grades that their space does not have, for metrics that take any grade."""


@dataclass(frozen=True)
class VectorInput:
    """The arguments and the parameters of a call, each by name."""

    arguments: Mapping[str, Any]
    parameters: Mapping[str, Any]

    @property
    def edges(self) -> tuple[str, ...]:
        """Return the names of the edges that the input is on, such as ``no relevant``."""
        return tuple(name for name, is_on in EDGES.items() if is_on(self))

    @property
    def values(self) -> list[Any]:
        """Return the arguments without their names."""
        return list(self.arguments.values())

    def of_type(self, argument_type: type) -> list[Any]:
        """Return the arguments of a type; a run, which has a judged list for each topic, counts as its lists."""
        parts: list[Any] = []
        for value in self.values:
            parts += value.lists if isinstance(value, Run) else [value]
        return [part for part in parts if isinstance(part, argument_type)]


# --- the inputs that are tried ------------------------------------------------------------------------------------


def evenly_spread_inputs(metric: Metric[Any], sizes: range = range(MAX_ITEMS + 1)) -> Iterator[VectorInput]:
    """Yield inputs of the metric's own spaces, evenly spread over each size, whose numbers are finite decimals."""
    for n in sizes:
        arguments = [list(islice(space.enumerate(n), MAX_VALUES_ENUMERATED)) for space in metric.arguments.values()]
        yield from _spread(metric, arguments, _parameters(metric, n))


def unusual_inputs(metric: Metric[Any]) -> Iterator[VectorInput]:
    """Yield inputs with grades that are negative or not whole, if the metric takes them."""
    first, *further = metric.arguments.values()
    if not metric.any_grade or further:
        return
    if all(isinstance(x, Judged) for x in first.enumerate(1)):  # then the argument is a judged list
        yield from _spread(metric, [list(UNUSUAL_LISTS)], _parameters(metric, len(UNUSUAL_LISTS[0].grades)))


def _parameters(metric: Metric[Any], n: int) -> list[list[Any]]:
    """Return the values of each parameter for n items."""
    return [list(islice(space.enumerate(n), MAX_VALUES_ENUMERATED)) for space in metric.parameters.values()]


def _spread(
    metric: Metric[Any], argument_values: list[list[Any]], parameter_values: list[list[Any]]
) -> Iterator[VectorInput]:
    """Yield some combinations of the values, evenly spread over all of them; those with long decimals are left out.

    The combinations are numbered 0 to total - 1. Multiples of a step that has no factor in common with the total, taken
    modulo the total, are all different. A number is decoded like one with a digit for each argument and parameter.
    """
    total = math.prod(map(len, (*argument_values, *parameter_values)))
    step = max(1, round(total * STRIDE))
    while math.gcd(step, total) != 1:
        step += 1
    for index in sorted(k * step % total for k in range(min(total, MAX_INPUTS_OF_A_SIZE))):
        combination = []
        higher_digits = index
        for values in (*argument_values, *parameter_values):  # the base of a digit is its number of values
            higher_digits, digit = divmod(higher_digits, len(values))
            combination.append(values[digit])
        arguments = dict(zip(metric.arguments, combination, strict=False))
        parameters = dict(zip(metric.parameters, combination[len(argument_values) :], strict=True))
        if all(map(_is_decimal, combination)):
            yield VectorInput(arguments, parameters)


def _is_decimal(value: Any) -> bool:
    """Return whether every number in it has at most ``MAX_DECIMALS`` decimals; values without numbers have none."""
    if isinstance(value, Judged):
        return all(map(_is_decimal, (*value.grades, *value.missing)))
    if isinstance(value, Parameter):
        return all(map(_is_decimal, value.entries.values()))
    number = as_rational(value)
    return number is None or 10**MAX_DECIMALS % int(number.q) == 0


def input_as_json(vector_input: VectorInput, metric: Metric[Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the arguments and the parameters by name, as JSON that any language reads.

    A list of retrieved ids with judgements becomes two arguments, whose names are ``takes`` of its space.
    """
    arguments: dict[str, Any] = {}
    for (name, space), value in zip(metric.arguments.items(), vector_input.values, strict=True):
        if space.takes:  # a value that is passed as several arguments
            ids, judged = space.unpack(value, plain=True)
            grade_of = {str(id): as_json(grade) for id, grade in judged.items()}
            arguments |= dict(zip(space.takes, (list(ids), grade_of), strict=True))
        else:
            arguments[name] = as_json(value)
    return arguments, {name: as_json(value) for name, value in vector_input.parameters.items()}


# --- edges ----------------------------------------------------------------------------------------------------


def _grades(vector_input: VectorInput) -> list[tuple[list[Any], list[Any]]]:
    """Return (grades of shown items, grades of missing ones) for each judged or scored list of the input.

    A list of retrieved ids (``Retrieval``) counts as the judged list that it amounts to.
    """
    lists = (
        *vector_input.of_type(Judged),
        *vector_input.of_type(Scored),
        *(x.listed for x in vector_input.of_type(Retrieval)),
    )
    return [(list(x.grades), list(x.missing)) for x in lists]


def _has_ties(vector_input: VectorInput) -> bool:
    """Return whether two items are tied in some scored list or order."""
    scores_by_list = [list(x.scores) for x in vector_input.of_type(Scored)]
    if any(len(set(scores)) < len(scores) for scores in scores_by_list):
        return True
    return any(len(bucket) > 1 for x in vector_input.of_type(WeakOrder) for bucket in x.buckets)


def _is_all_tied(vector_input: VectorInput) -> bool:
    """Return whether all items are tied in some list or order of two items or more."""
    scores_by_list = [list(x.scores) for x in vector_input.of_type(Scored)]
    buckets_by_order = [x.buckets for x in vector_input.of_type(WeakOrder)]
    if any(len(set(scores)) == 1 and len(scores) > 1 for scores in scores_by_list):
        return True
    return any(len(buckets) == 1 and len(buckets[0]) > 1 for buckets in buckets_by_order)


def _lengths(vector_input: VectorInput) -> list[int]:
    """Return the lengths of all rankings, top lists and judged lists of the input, without missing documents."""
    order_lengths = [len(x.order) for x in (*vector_input.of_type(Ranking), *vector_input.of_type(TopList))]
    return order_lengths + [len(grades) for grades, _ in _grades(vector_input)]


def _is_cut_beyond(vector_input: VectorInput) -> bool:
    """Return whether the cut-off k is larger than the longest list."""
    k = as_rational(vector_input.parameters.get("k"))
    return k is not None and bool(_lengths(vector_input)) and int(k) > max(_lengths(vector_input))


def _is_reversed(vector_input: VectorInput) -> bool:
    """Return whether the input is two rankings of two items or more, one the reverse of the other."""
    rankings = vector_input.of_type(Ranking)
    if len(rankings) != 2:
        return False
    first, second = (list(ranking.order) for ranking in rankings)
    return len(first) > 1 and second == first[::-1]


def _is_disjoint(vector_input: VectorInput) -> bool:
    """Return whether the input is two top lists, both non-empty, without a common item."""
    top_lists = vector_input.of_type(TopList)
    if len(top_lists) != 2 or not all(x.order for x in top_lists):
        return False
    first, second = (set(x.order) for x in top_lists)
    return first.isdisjoint(second)


EDGES: Mapping[str, Callable[[VectorInput], bool]] = {
    "nothing retrieved": lambda x: any(not shown for shown, _ in _grades(x)),
    "one document": lambda x: bool(_grades(x)) and all(len(shown) == 1 for shown, _ in _grades(x)),
    "no relevant": lambda x: any(not any(g > 0 for g in (*shown, *missing)) for shown, missing in _grades(x)),
    "only missing documents are relevant": lambda x: any(
        shown and missing and not any(g > 0 for g in shown) for shown, missing in _grades(x)
    ),
    "relevant documents are missing": lambda x: any(bool(missing) for _, missing in _grades(x)),
    "all equally relevant": lambda x: any(
        len(shown) > 1 and len(set(shown)) == 1 and shown[0] > 0 for shown, _ in _grades(x)
    ),
    "negative grade": lambda x: any(g < 0 for shown, _ in _grades(x) for g in shown),
    "grade that is not whole": lambda x: any(fraction(g).denominator != 1 for shown, _ in _grades(x) for g in shown),
    "cut-off beyond the length": _is_cut_beyond,
    "ties": _has_ties,
    "all tied": _is_all_tied,
    "duplicates": lambda x: any(len(set(y.ids)) < len(y.ids) for y in x.of_type(Retrieval)),
    "one item": lambda x: bool(x.of_type(Ranking)) and all(len(y.order) == 1 for y in x.of_type(Ranking)),
    "equal": lambda x: len(x.values) == 2 and x.values[0] == x.values[1],
    "reversed": _is_reversed,
    "nothing shown": lambda x: bool(x.of_type(TopList)) and any(not y.order for y in x.of_type(TopList)),
    "disjoint": _is_disjoint,
    "lists of two lengths": lambda x: len({len(y.order) for y in x.of_type(TopList)}) == 2,
}
"""By name of an edge, a function that tells whether an input is on it.

``shown`` and ``missing`` are the grades of a list's retrieved and missing documents, and ``g`` is one of them.
"""


# --- the choice of vectors, in the steps that are described at the top ----------------------------------------------

TOLERANCE = 1e-9
"""Largest difference of equal values, relative to numbers above 1."""
CONVENTIONS: Mapping[str, float | None] = {"is 0": 0.0, "is 1": 1.0, "has no value": None}
"""Conventions of implementations on an edge, with the value that each returns."""


@dataclass(frozen=True)
class ChosenVector:
    """An input, the metric's value on it, and the mutants with another value on it."""

    vector_input: VectorInput
    value: Any
    """None if the metric has no value."""
    reason: str
    """The reason why there is no value; empty if there is one."""
    kills: tuple[str, ...]
    """The names of the mutants that have another value."""


@dataclass(frozen=True)
class ChosenVectors:
    """The vectors of a metric, and the mutants that no input tells from it."""

    metric: Metric[Any]
    vectors: tuple[ChosenVector, ...]
    mutants: int
    """Number of mutants that were tried."""
    survivors: tuple[str, ...]
    """The names of the mutants that no vector kills."""
    inputs: int
    """Number of inputs tried; the survivors agree with the metric on all of them."""


def choose_vectors(metric: Metric[Any]) -> ChosenVectors:
    """Choose the test vectors of a metric."""
    trial = _Trial(metric)
    mutants = [*mutants_of(metric), *misreadings_of(metric), *neighbours_of(metric, REGISTRY.metrics.values())]
    kills_by_input = trial.kills_by_input(mutants, trial.usual)  # step 1
    chosen_inputs = set(_cover(kills_by_input))  # step 2
    killable = [mutant for mutant in mutants if any(mutant.name in names for names in kills_by_input.values())]
    chosen_inputs.update(_cover(trial.kills_by_input(killable, trial.large[::-1])))  # step 3
    covered_edges = {edge for k in chosen_inputs for edge in trial.inputs[k].edges}
    simplest_by_edge = {edge: trial.simplest(edge) for edge in EDGES if edge not in covered_edges}  # step 4
    chosen_inputs.update(k for k in simplest_by_edge.values() if k is not None)
    vectors = tuple(trial.vector(mutants, k) for k in sorted(chosen_inputs))
    killed_names = {name for vector in vectors for name in vector.kills}
    survivors = tuple(mutant.name for mutant in mutants if mutant.name not in killed_names)
    return ChosenVectors(metric, vectors, len(mutants), survivors, len(trial.usual))


class _Trial:
    """All candidate inputs of a metric, and its values on them. An input is named by its index, ``k``."""

    def __init__(self, metric: Metric[Any]) -> None:
        self.metric = metric
        small = list(evenly_spread_inputs(metric, range(MAX_ITEMS)))
        large = list(evenly_spread_inputs(metric, range(MAX_ITEMS, MAX_ITEMS + 1)))
        self.inputs = [*small, *large, *unusual_inputs(metric)]  # the indices below rely on this order
        values_and_floats = [self._value_at(metric, k) for k in range(len(self.inputs))]
        self.values = [value_as_float for _, value_as_float in values_and_floats]
        """The metric's value on each input as a float: None for no value, nan for an error."""
        self.valued = [k for k, value in enumerate(self.values) if value is None or math.isfinite(value)]
        """Indices of the inputs on which the definition does not raise."""
        self.usual = [k for k in self.valued if k < len(small) + len(large)]
        """Those in the metric's own spaces, smallest first."""
        self.large = [k for k in self.usual if k >= len(small)]
        """The usual inputs of the largest size."""

    def _value_at(self, metric: Metric[Any], k: int) -> tuple[Any, float | None]:
        """Return the value on input k, also as a float.

        The float is None for no value, and nan for an error. Without a value, the first is the definition's reason.
        """
        vector_input = self.inputs[k]
        try:
            value = Definitions(REGISTRY).value(metric, *vector_input.values, dict(vector_input.parameters))
            return value, float(value)
        except Undefined as error:
            return error, None
        except Exception:  # a mutant may raise anything
            return None, math.nan

    def is_killed(self, mutant: Mutant, k: int) -> bool:
        """Return whether the mutant has another value on input k."""
        _, value_of_mutant = self._value_at(mutant.metric, k)
        return differs(value_of_mutant, self.values[k])

    def kills_by_input(self, mutants: Sequence[Mutant], candidates: Sequence[int]) -> dict[int, set[str]]:
        """Return inputs that together kill every mutant that can be killed, each with the names of all that it kills.

        An input that has killed most mutants so far is tried first, which keeps the inputs few.
        """
        kill_counts: Counter[int] = Counter()
        for mutant in mutants:
            best_killers = [k for k, _ in kill_counts.most_common()]
            ordered = [*best_killers, *(k for k in candidates if k not in kill_counts)]
            first_killer = next((k for k in ordered if self.is_killed(mutant, k)), None)
            if first_killer is not None:  # else the mutant survives
                kill_counts[first_killer] += 1
        return {k: {mutant.name for mutant in mutants if self.is_killed(mutant, k)} for k in kill_counts}

    def simplest(self, edge: str) -> int | None:
        """Return the input on that edge that is on the fewest others, and of these the smallest; None if none is."""
        inputs_with_edge = [k for k in self.valued if edge in self.inputs[k].edges]
        return min(inputs_with_edge, key=lambda k: (len(self.inputs[k].edges), k), default=None)

    def vector(self, mutants: Sequence[Mutant], k: int) -> ChosenVector:
        """Return the vector of input k with all that it kills; on an edge also the other conventions."""
        value, value_as_float = self._value_at(self.metric, k)
        kills = [mutant.name for mutant in mutants if self.is_killed(mutant, k)]
        for edge in self.inputs[k].edges:
            kills += [
                f"{edge}: {name}" for name, convention in CONVENTIONS.items() if differs(convention, value_as_float)
            ]
        if value_as_float is None:
            return ChosenVector(self.inputs[k], None, str(value) or "no value", tuple(kills))
        return ChosenVector(self.inputs[k], value, "", tuple(kills))


def differs(a: float | None, b: float | None) -> bool:
    """Return whether a test with the tolerance tells the two values apart."""
    if a is None or b is None:
        return a is not b
    return not math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def _cover(kills_by_input: Mapping[int, set[str]]) -> list[int]:
    """Return few inputs that kill all mutants that any input kills: each in turn kills most of those that are left."""
    uncovered: set[str] = set().union(*kills_by_input.values())
    chosen: list[int] = []
    while uncovered:
        best = max(kills_by_input, key=lambda k: len(kills_by_input[k] & uncovered))
        chosen.append(best)
        uncovered -= kills_by_input[best]
    return chosen
