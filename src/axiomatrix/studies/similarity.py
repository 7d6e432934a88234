"""Constants of the distances with similarities by the number of items: F_D against K_D, and F* against K*.

F_D against K_D: for each reading and n, all rankings of n items are swept (`methods/sweep`). At each, the least and the
largest F_D/K_D over all pseudometrics D are linear programs, solved in floats and checked in rationals. A ranking that
splits is the sum of smaller ones, and lies between their extremes. So the extremes of n items are those of fewer items
and of the rankings that do not split. A bound that is proved for every n and attained needs no program. The reading
``lt`` needs none either: it is ``le`` with both rankings turned around.

Three times K_D: where the largest ratio is 3, each ranking that has it is asked again with all distances at least 1.
Either some metric attains 3 there, or only pseudometrics with zeros do. A ranking that splits attains 3 by a metric
only if each part of it does.

F* against K*: at one ranking the weights w_i and the charges pbar_i enter as products only, which are any positive
numbers v_i. So F* is F_E, and K* is K_E, with E_ij = v_i v_j D_ij >= 0. With D they are a bilinear problem, so that
only bounds of the least ratio are given. From below F* >= (3/16) K* is proved, and F_E >= 2 K_E/(n - 1) for every
E >= 0 argued on paper. Let d_x be the sum of E_xy over the items y that only a has ahead of x, less that over those
that only b has ahead: F_E is the sum of |d_x|. An inverted pair adds E_xy to one d and takes it from the other, so that
all d_x add up to 0, and a(x) d_x to the sum of E_xy times how far x and y are apart in a, which is at least K_E. Taking
(n + 1)/2 from each position changes nothing and leaves at most (n - 1)/2 in size: K_E <= F_E (n - 1)/2. From above, a
search keeps the best instance: a ranking and weights v at a time, with the worst D by an exact program.

``python -m axiomatrix.studies.similarity FILE 8`` computes all of it and writes the file that comes with the package.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ..catalogue import load_catalogue
from ..catalogue.proofs import PROOFS
from ..evidence.files import json_by_entry, write
from ..evidence.formats import Record
from ..evidence.instance import Definitions
from ..methods.coordinates import Order, images, reverse, split_point
from ..methods.extremal import worst_point
from ..methods.linear import minimum
from ..methods.program import Unsolved, least_ratio
from ..methods.sweep import Spec, Sweep
from ..methods.traced import Goal, TracedStatement
from ..numbers.exact import rational
from ..numbers.forms import CONSTANT
from ..values.parameters import ElementWeights, Similarity
from ..values.rankings import Ranking

FILE = "similarity_constants.json"
READINGS = ("deck", "le", "lt", "passed")
MAX_ITEMS_COMMITTED = 8
"""Number of items up to which the committed constants go."""
CLAIMED_FACTOR = 3
MAX_ITEMS_RECOMPUTED = 5
"""Number of items up to which the committed constants are computed again before anything is concluded from them."""
AXIOMS = {"inf": "lower-bound", "sup": "upper-bound"}
WEIGHTS_TRIED = {3: 3, 4: 3, 5: 2}
"""By number of items the largest weight up to which all weights are tried."""
WEIGHT_STEPS = (Fraction(2), Fraction(1, 2), Fraction(3, 2), Fraction(2, 3))
"""Factors by which one weight is changed in the search for larger n."""


class ExtremeInstance(Record):
    """A ratio and where it is attained: the second ranking, D, and for F* the weights."""

    value: str
    order: tuple[int, ...]
    D: tuple[str, ...]
    """Entries at (1, 2), (1, 3) ... in the order of the pairs."""
    w: tuple[str, ...] = ()


class SizeConstants(Record):
    """Extremes over all rankings of up to n items and all pseudometrics."""

    n: int
    classes: int
    """Number of rankings of n items for which programs were solved."""
    least: ExtremeInstance
    largest: ExtremeInstance
    attains: bool | None = None
    """Whether a metric, positive off the diagonal, attains 3 K_D; None where the largest ratio is not 3."""

    @property
    def values(self) -> tuple[str, str, bool | None]:
        """The least and the largest ratio, and whether a metric attains 3."""
        return self.least.value, self.largest.value, self.attains


class GeneralBounds(Record):
    """Bounds of the least F*/K* over n items."""

    n: int
    proved: str
    """A lower bound: 2/(n - 1), argued on paper, or what the catalogue proves for every n."""
    best: ExtremeInstance


class SimilarityConstants(Record):
    """The content of the file."""

    readings: dict[str, tuple[SizeConstants, ...]]
    general: tuple[GeneralBounds, ...]


@cache
def committed() -> SimilarityConstants:
    """Return the constants that come with the package."""
    return msgspec.json.decode(files(__package__).joinpath(FILE).read_bytes(), type=SimilarityConstants)


def proved_bound(footrule: str, sense: str) -> Any | None:
    """Return the best bound of a footrule against its Kendall distance that is proved for every n, or None."""
    kendall_argument = {"other": footrule.partition("[")[0].replace("footrule", "kendall")}
    factors = [
        rational(arguments["factor"])
        for proof in PROOFS
        if (proof.metric, proof.statement.axiom.id) == (footrule, AXIOMS[sense])
        and kendall_argument.items() <= (arguments := dict(proof.statement.arguments)).items()
    ]
    return (max if sense == "inf" else min)(factors, default=None)


def proved_text(reading: str, sense: str) -> str:
    """Write what is proved about the constant for every n, to follow the committed values."""
    last = committed().readings[reading][-1]
    value = (last.least if sense == "inf" else last.largest).value
    bound = proved_bound(f"footrule-similarity[{reading}]", sense)
    if bound is None:
        return ""
    if str(bound) == value:
        return f", {bound} proved for every n"
    return f"; {bound} is proved as a bound for every n, open between"


# --- F_D against K_D -------------------------------------------------------------------------------------------------


def compute_constants(reading: str, largest: int, sweep: Sweep | None = None) -> Iterator[SizeConstants]:
    """Yield the constants of a reading, from two items on; a sweep with a checker verifies each program."""
    if reading == "lt":
        yield from map(mirrored, compute_constants("le", largest, sweep))
        return
    sweep = sweep or Sweep.of(spec_of(reading))
    goal_of_two = sweep.known_goal((2, 1))
    best = {sense: _instance(sweep, (2, 1), goal_of_two, "inf") for sense in ("inf", "sup")}  # there is one ratio
    attains = False
    bounds = {sense: proved_bound(f"footrule-similarity[{reading}]", sense) for sense in best}
    for n in range(2, largest + 1):
        open_senses = [sense for sense in best if best[sense].value != str(bounds[sense])]
        sweep.senses = tuple(open_senses)
        counts = sweep.sweep_prefix(n, (), {sense: best[sense].value for sense in open_senses} if n > 2 else {})
        if counts.undecided or counts.unbounded:
            raise ArithmeticError(f"{reading}, n = {n}: some rankings are not decided")
        for sense, (value, order) in counts.best.items():
            best_value = rational(best[sense].value)
            if value < (best_value if sense == "inf" else -best_value):  # of a supremum the sweep has the negative
                best[sense] = _instance(sweep, order, sweep.known_goal(order), sense)
        if best["sup"].value == str(CLAIMED_FACTOR):
            attains = attains or any(_attains(sweep, order) for order in counts.ties["sup"] if not split_point(order))
        is_claimed = best["sup"].value == str(CLAIMED_FACTOR)
        yield SizeConstants(n, counts.classes, best["inf"], best["sup"], attains if is_claimed else None)


def spec_of(reading: str) -> Spec:
    """The question for both extremes of F_D/K_D, as a lower bound with the factor 1."""
    return Spec(f"footrule-similarity[{reading}]", "lower-bound", (("other", "kendall-similarity"), ("factor", 1)), "D")


def mirrored(constants: SizeConstants) -> SizeConstants:
    """Return the constants of the mirrored reading: both rankings are reversed, and D goes with the items."""
    least, largest = (_mirrored_instance(instance) for instance in (constants.least, constants.largest))
    return SizeConstants(constants.n, constants.classes, least, largest, constants.attains)


def _mirrored_instance(instance: ExtremeInstance) -> ExtremeInstance:
    order, new_names = reverse(instance.order)
    pairs = list(combinations(range(1, len(order) + 1), 2))
    entries = {
        (min(new_names[i], new_names[j]), max(new_names[i], new_names[j])): d
        for (i, j), d in zip(pairs, instance.D, strict=True)
    }
    return ExtremeInstance(instance.value, order, tuple(entries[pair] for pair in pairs))


def _instance(sweep: Sweep, order: Order, goal: Goal, sense: str) -> ExtremeInstance:
    point = worst_point(sweep.traced, goal, len(order), sense)
    return ExtremeInstance(str(point.value), order, tuple(map(str, point.point[:-1])))


def _attains(sweep: Sweep, order: Order) -> bool:
    """Decide whether F_D = 3 K_D for some D whose entries are at least 1 (scale does not matter)."""
    goal, cone = sweep.known_goal(order), sweep.traced.cone(len(order))
    last = cone.size - 1
    inside = cone.cut(*(((k, 1), (last, -1)) for k in range(last)))
    slack = goal.denominator * CLAIMED_FACTOR - goal.numerator
    return bool(least_ratio(slack.linear, [], {CONSTANT: 1}, inside).value == 0)


# --- F* against K* ---------------------------------------------------------------------------------------------------


class General(NamedTuple):
    """F* >= K* as a question for D, at given weights and with all swap costs 1."""

    traced: TracedStatement
    metric: Any

    @classmethod
    def of(cls) -> General:
        """Build the question from the definitions of the catalogue."""
        registry = load_catalogue()
        metric = registry.metric("footrule-general[one]")
        statement = registry.axiom("lower-bound")(other="kendall-general", factor=1)
        return cls(TracedStatement(metric, statement, Definitions(registry), "D"), metric)

    def goal(self, order: Order, w: Iterable[Any]) -> Goal:
        """Return the linear program at a ranking and weights."""
        n = len(order)
        fixed = {"w": ElementWeights.of(list(w)), "delta": self.metric.parameters["delta"].make([1] * (n - 1), n)}
        goal = self.traced.goal(n, {"a": Ranking.identity(n), "b": Ranking.from_order(order)}, fixed)
        assert goal is not None
        return goal

    def least(self, order: Order, w: tuple[Any, ...]) -> Any:
        """Return the least ratio at a ranking and weights."""
        goal = self.goal(order, w)
        return minimum(goal.numerator, goal.denominator, self.traced.cone(len(order))).value

    def instance(self, order: Order, w: tuple[Any, ...]) -> ExtremeInstance:
        """Return the worst D at a ranking and weights."""
        point = worst_point(self.traced, self.goal(order, w), len(order), "inf")
        return ExtremeInstance(str(point.value), order, tuple(map(str, point.point[:-1])), tuple(map(str, w)))


def general_bounds(largest: int) -> Iterator[GeneralBounds]:
    """Yield the bounds of the least F*/K*, from two items on; the reversal is the ranking beyond five items."""
    question, best = General.of(), None
    for n in range(2, largest + 1):
        candidates = [best] if best is not None else []
        if n <= max(WEIGHTS_TRIED):
            weights = list(product(range(1, WEIGHTS_TRIED.get(n, 1) + 1), repeat=n))
            orders = [o for o in permutations(range(1, n + 1)) if not split_point(o) and _is_first(o)]
            candidates += [
                min(((question.least(o, w), o, w) for o in orders for w in weights), key=lambda candidate: candidate[0])
            ]
        else:
            assert best is not None
            candidates += [_descended(question, start, n) for start in (tuple(range(n, 0, -1)), swapped_inside(n))]
        best = min(candidates, key=lambda candidate: candidate[0])
        proved = max(rational(2, n - 1), proved_bound("footrule-general[one]", "inf") or rational(0))
        yield GeneralBounds(n, str(proved), question.instance(best[1], best[2]))


def _is_first(order: Order) -> bool:
    return min(images(order, ("inverse", "reverse"))) == order


def swapped_inside(n: int) -> Order:
    """Return 1..n with the ends exchanged and neighbours exchanged between them: the worst known order for F_D."""
    order = list(range(1, n + 1))
    order[0], order[-1] = n, 1
    for k in range(1, n - 2, 2):
        order[k], order[k + 1] = order[k + 1], order[k]
    return tuple(order)


def _descended(question: General, order: Order, n: int) -> tuple[Any, Order, tuple[Any, ...]]:
    """Change one weight at a time, as long as that lowers the ratio."""
    w: tuple[Any, ...] = (Fraction(1),) * n
    least, improves = question.least(order, w), True
    while improves:
        improves = False
        for k, step in product(range(n), WEIGHT_STEPS):
            changed = (*w[:k], w[k] * step, *w[k + 1 :])
            try:
                value = question.least(order, changed)
            except Unsolved:  # no exact optimum at these weights; others are tried
                continue
            if value < least:
                w, least, improves = changed, value, True
    return least, order, w


# --- checking --------------------------------------------------------------------------------------------------------


def ratio_at(reading: str, instance: ExtremeInstance) -> Any:
    """Return F_D/K_D, or F*/K* for ``general``, at an instance, by the definitions.

    Raises ``ValueError`` where D breaks the triangle inequality.
    """
    n = len(instance.order)
    d = Similarity.of(dict(zip(combinations(range(1, n + 1), 2), map(rational, instance.D), strict=True)))
    for i, j in combinations(range(1, n + 1), 2):
        if d[i, j] < 0 or any(d[i, j] > d[i, k] + d[k, j] for k in range(1, n + 1) if k not in (i, j)):
            raise ValueError(f"n = {n}: the entry of D at ({i}, {j}) breaks the triangle inequality or is negative")
    registry, rankings = load_catalogue(), (Ranking.identity(n), Ranking.from_order(instance.order))
    if reading != "general":
        upper = registry.metric(f"footrule-similarity[{reading}]")(*rankings, D=d)
        return upper / registry.metric("kendall-similarity")(*rankings, D=d)
    footrule, kendall = (registry.metric(f"{name}-general[one]") for name in ("footrule", "kendall"))
    w = ElementWeights.of([rational(weight) for weight in instance.w])
    delta = footrule.parameters["delta"].make([1] * (n - 1), n)
    return footrule(*rankings, w=w, delta=delta, D=d) / kendall(*rankings, w=w, delta=delta, D=d)


def wrong_instances(content: SimilarityConstants) -> list[str]:
    """List the instances at which the definitions do not give the ratio in the file."""
    instances = [
        (reading, f"{reading}, n = {size.n}", instance)
        for reading, sizes in content.readings.items()
        for size in sizes
        for instance in (size.least, size.largest)
    ]
    instances += [("general", f"F*, n = {bounds.n}", bounds.best) for bounds in content.general]
    wrong = []
    for reading, place, instance in instances:
        try:
            ratio = ratio_at(reading, instance)
        except (ArithmeticError, ValueError) as error:
            wrong.append(f"{place}: {error}")
            continue
        if ratio != rational(instance.value):
            wrong.append(f"{place}: the ratio is {ratio}, not {instance.value}")
    return wrong


@cache
def doubts() -> tuple[str, ...]:
    """List what is wrong with the committed constants: instances, and constants of few items computed anew."""
    content = committed()
    wrong = wrong_instances(content)
    for reading, sizes in content.readings.items():
        for now, size in zip(compute_constants(reading, MAX_ITEMS_RECOMPUTED), sizes, strict=False):
            if now.values != size.values:
                wrong.append(f"{reading}, n = {size.n}: the constants are {now.values}, not {size.values}")
    return tuple(wrong)


# --- the file --------------------------------------------------------------------------------------------------------


def compute_all(largest: int) -> SimilarityConstants:
    """Compute all constants up to that number of items."""
    readings = {reading: tuple(compute_constants(reading, largest)) for reading in READINGS}
    return SimilarityConstants(readings, tuple(general_bounds(largest)))


if __name__ == "__main__":
    content = compute_all(int(sys.argv[2]))
    write(Path(sys.argv[1]), json_by_entry(msgspec.to_builtins(content)))
