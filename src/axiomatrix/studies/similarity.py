"""Constants of distances with a cost D_xy for each pair of items: F_D against K_D, and F* against K*, size by size.

K_D(a, b) is the sum of D_xy over the pairs {x, y} that a and b order differently, F_D a footrule with these costs, in
several readings of its source (:data:`READINGS`). The source calls D *similarities*, though it is a distance between
items. F* and K* (the rows ``...-general`` of the catalogue) have element weights w and swap costs in addition. The
source claims that F_D/K_D and F*/K* lie between 1/3 and 3. The ledger (KV5 to KV8) and ``docs/open_questions.md`` quote
the extremes that this file computes.

F_D against K_D: for each reading and n, all b of n items are *swept* (``methods/sweep``), while a is 1, 2 ... n. At
each b, the extremes of F_D/K_D over all pseudometrics D (D_xy may be 0) are linear programs, checked in rationals. A
*sense* is ``inf`` for the least ratio or ``sup`` for the largest. Three shortcuts save programs:

1. A ranking b *splits* if it and a have the same k < n items in front. Its F_D and K_D are sums over the two parts, so
   its ratio lies between theirs, and only rankings that do not split can beat the extremes of fewer items.
2. A sense whose bound is proved for every n and is attained needs no further program, unless it is the factor 3.
3. The reading ``lt`` is ``le`` with both rankings turned around.

The factor 3: where the largest ratio is 3, each ranking that has it is solved again with all D_xy at least 1, at every
size until a metric attains 3; before, only pseudometrics with zeros do. A ranking that splits attains 3 by a metric
only if each part does.

F* against K*: let v_x = w_x pbar_x, where pbar_x is the mean cost of the swaps between the two positions of x. K* is
the sum of v_x v_y D_xy over inverted pairs, and F* the sum over x of v_x |sum of v_y D_xy over the y ahead of x in a,
less that over the y ahead of x in b|. At one b these v_x can be any positive numbers. So F* is F_E in the reading
``deck`` and K* is K_E, with E_xy = v_x v_y D_xy >= 0. As v and D are both unknown, the problem is bilinear, and only
bounds of the least ratio are given.

* From below, F* >= (3/16) K* is proved, and F_E >= 2 K_E/(n - 1) for every E >= 0 argued on paper: Let d_x be the sum
  of E_xy over the y that only a has ahead of x, less that over those that only b has. Then F_E is the sum of |d_x|. An
  inverted pair with y ahead of x in a adds E_xy to d_x and takes it from d_y. So the d_x add up to 0, and the a(x) d_x
  to the sum of E_xy (a(x) - a(y)) over inverted pairs, which is at least K_E. The same holds with a(x) - (n + 1)/2, a
  number of size at most (n - 1)/2, for a(x). Hence K_E <= F_E (n - 1)/2.
* From above, a search keeps the best instance: it tries a ranking and weights v at a time, and an exact program finds
  the worst D.

``python -m axiomatrix.studies.similarity FILE 8`` computes all of it for 2 to 8 items and writes the file.
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
"""The committed constants, beside this module."""
READINGS = ("deck", "le", "lt", "passed")
"""The readings of F_D, which are rows ``footrule-similarity[...]`` of the catalogue: each a sum over the items x.

* ``deck``: |sum of D_xy over the y ahead of x in a, less that over the y ahead of x in b|.
* ``le``: |sum of D_xy over the y at positions 1..a(x) of a, less that at positions 1..b(x) of a|. In ``lt`` the last
  position of each range is left out.
* ``passed``: sum of D_xy over the y that x passes in a on its way from position a(x) to b(x).
"""
CLAIMED_FACTOR = 3
"""The largest ratio by the claims of the source."""
MAX_ITEMS_COMMITTED, MAX_ITEMS_RECOMPUTED = 8, 5
"""Items up to which constants are committed, and up to which they are computed again before they count."""
AXIOMS = {"inf": "lower-bound", "sup": "upper-bound"}
"""By sense the axiom whose proofs bound the ratio."""
KENDALL_OF = {"footrule-similarity": "kendall-similarity", "footrule-general": "kendall-general"}
"""By metric the one that it is divided by."""
WEIGHTS_TRIED = {3: 3, 4: 3, 5: 2}
"""By number of items the largest weight up to which all whole weights are tried; their number is its n-th power."""
WEIGHT_STEPS = (Fraction(2), Fraction(1, 2), Fraction(3, 2), Fraction(2, 3))
"""Factors by which one weight is changed in the search for larger n."""


class ExtremeInstance(Record):
    """A ratio and where it is attained: the second ranking b, D, and for F* the weights."""

    value: str
    order: tuple[int, ...]
    D: tuple[str, ...]
    """Entries at (1, 2), (1, 3) ... in the order of the pairs."""
    w: tuple[str, ...] = ()


class SizeConstants(Record):
    """Extremes over all rankings of up to n items and all pseudometrics."""

    n: int
    classes: int
    """Number of rankings of n items for which programs were solved: one of each class under the symmetries."""
    least: ExtremeInstance
    largest: ExtremeInstance
    attains: bool | None = None
    """True if F_D = 3 K_D for a metric D, with D_xy > 0 for all x != y; None where the largest ratio is not 3."""

    @property
    def values(self) -> tuple[str, str, bool | None]:
        """The constants without their instances, to compare: (least ratio, largest ratio, ``attains``)."""
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
    """Return the best bound of a footrule against its Kendall distance that is proved for every n, or None.

    ``footrule`` names a row, such as ``footrule-similarity[le]``; ``sense`` is a key of ``AXIOMS``.
    """
    kendall, factors = KENDALL_OF[footrule.partition("[")[0]], []
    for proof in PROOFS:
        if (proof.metric, proof.statement.axiom.id) == (footrule, AXIOMS[sense]):
            arguments = dict(proof.statement.arguments)
            if arguments["other"] == kendall:
                factors.append(rational(arguments["factor"]))
    strongest = max if sense == "inf" else min
    return strongest(factors, default=None)


def proved_text(reading: str, sense: str) -> str:
    """Write the bound proved for every n, as the end of a sentence that lists the constant's values by size."""
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
    """Yield the constants of a reading, from two items up to ``largest``.

    For each n the sweep finds, in each sense, the extreme over the rankings that do not split, and all that attain it
    (``ties``). It replaces the best of fewer items if it beats that. A caller may pass a ``sweep`` of the reading whose
    independent checker verifies each program; its senses are changed here.
    """
    if reading == "lt":
        yield from map(mirrored, compute_constants("le", largest, sweep))
        return
    sweep = sweep or Sweep.of(spec_of(reading))
    # At n = 2 the reversal alone has an inverted pair, and all D have one ratio: both extremes start with it.
    best = dict.fromkeys(AXIOMS, _extreme_at(sweep, (2, 1), "inf"))
    attains = False
    bounds = {sense: proved_bound(f"footrule-similarity[{reading}]", sense) for sense in AXIOMS}
    for n in range(2, largest + 1):
        open_senses = [sense for sense in AXIOMS if best[sense].value != str(bounds[sense])]
        if best["sup"].value == str(CLAIMED_FACTOR) and "sup" not in open_senses:
            open_senses.append("sup")  # proved or not, the rankings that attain 3 are wanted
        # At n = 2 the sweep finds what it has to beat. Of "sup" no floor is given, as ties must not be skipped.
        floors = {"inf": best["inf"].value} if n > 2 and "inf" in open_senses else {}
        sweep.senses = tuple(open_senses)
        counts = sweep.sweep_prefix(n, prefix=(), floors=floors)  # all rankings have the empty prefix
        if counts.undecided or counts.unbounded:
            raise ArithmeticError(f"{reading}, n = {n}: some rankings are not decided")
        for sense, (value, order) in counts.best.items():
            best_before = rational(best[sense].value)
            if value < (best_before if sense == "inf" else -best_before):  # a sweep negates the values of a supremum
                best[sense] = _extreme_at(sweep, order, sense)
        has_factor_three = best["sup"].value == str(CLAIMED_FACTOR)
        if has_factor_three and not attains:
            unsplit = (order for order in counts.ties["sup"] if not split_point(order))  # of others the parts decide
            attains = any(_is_attained_by_metric(sweep, order) for order in unsplit)
        yield SizeConstants(n, counts.classes, best["inf"], best["sup"], attains if has_factor_three else None)


def spec_of(reading: str) -> Spec:
    """Return the subject of the sweep, the bound F_D >= 1 * K_D; the extremes of F_D/K_D do not depend on the 1."""
    return Spec(f"footrule-similarity[{reading}]", "lower-bound", (("other", "kendall-similarity"), ("factor", 1)), "D")


def mirrored(constants: SizeConstants) -> SizeConstants:
    """Return the constants of the mirrored reading: both rankings are reversed, and D goes with the items."""
    least, largest = (_mirrored_instance(instance) for instance in (constants.least, constants.largest))
    return SizeConstants(constants.n, constants.classes, least, largest, constants.attains)


def _mirrored_instance(instance: ExtremeInstance) -> ExtremeInstance:
    """Reverse both rankings, number the items so that the first is 1, 2, 3 ... again, and move the entries of D."""
    order, new_names = reverse(instance.order)
    pairs = list(combinations(range(1, len(order) + 1), 2))
    entries = {frozenset((new_names[i], new_names[j])): d for (i, j), d in zip(pairs, instance.D, strict=True)}
    return ExtremeInstance(instance.value, order, tuple(entries[frozenset(pair)] for pair in pairs))


def _extreme_at(sweep: Sweep, order: Order, sense: str) -> ExtremeInstance:
    """Return the extreme of one sense at a ranking; behind the entries of D, its point has the program's constant 1."""
    worst = worst_point(sweep.traced, sweep.known_goal(order), len(order), sense)
    return ExtremeInstance(str(worst.value), order, tuple(map(str, worst.point[:-1])))


def _is_attained_by_metric(sweep: Sweep, order: Order) -> bool:
    """Decide whether F_D = 3 K_D for a metric D; as scale does not matter, its entries can be at least 1.

    The least slack 3 K_D - F_D must be 0. In the readings that attain 3, F_D is linear in D, so the slack has no
    absolute values. The cone is the set of all pseudometrics, with the constant 1 as the last coordinate.
    """
    goal, cone = sweep.known_goal(order), sweep.traced.cone(len(order))
    constant = cone.size - 1
    at_least_one = cone.cut(*(((k, 1), (constant, -1)) for k in range(constant)))  # each entry less 1 is not negative
    slack = goal.denominator * CLAIMED_FACTOR - goal.numerator
    least = least_ratio(slack.linear, atoms=[], denominator={CONSTANT: 1}, cone=at_least_one)
    return bool(least.value == 0)


# --- F* against K* ---------------------------------------------------------------------------------------------------


class WeightedCandidate(NamedTuple):
    """The least F*/K* over all D, at a ranking and weights."""

    ratio: Any
    order: Order
    w: tuple[Any, ...]


class GeneralQuestion(NamedTuple):
    """The bound F* >= K* as a linear program in D, at chosen weights w and with all swap costs 1, so that v_x = w_x.

    Other swap costs give no other v. The variant ``[one]`` charges 1 to an item that keeps its position.
    """

    traced: TracedStatement
    metric: Any  # F*

    @classmethod
    def of(cls) -> GeneralQuestion:
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
        assert goal is not None  # a bound has no condition, which could leave a ranking out
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
    """Yield the bounds of the least F*/K*, from two items up to ``largest``.

    Up to five items all rankings that do not split are tried with small whole weights. Beyond, the reversal and the
    worst ranking known for F_D are tried, with weights that are improved one at a time.
    """
    question = GeneralQuestion.of()
    proved_for_all = proved_bound("footrule-general[one]", "inf") or rational(0)
    candidates: list[WeightedCandidate] = []  # after the first size it begins with the best of fewer items
    for n in range(2, largest + 1):
        if n <= max(WEIGHTS_TRIED):
            weights = list(product(range(1, WEIGHTS_TRIED.get(n, 1) + 1), repeat=n))  # two items have one ratio
            unsplit = (order for order in permutations(range(1, n + 1)) if not split_point(order))
            # exchanging or reversing both rankings keeps the ratios: one ranking of each class is enough
            orders = [order for order in unsplit if min(images(order, ("inverse", "reverse"))) == order]
            candidates += [WeightedCandidate(question.least(order, w), order, w) for order in orders for w in weights]
        else:
            reversal = tuple(range(n, 0, -1))
            candidates += [_improve_weights(question, order, n) for order in (reversal, swapped_inside(n))]
        best = min(candidates, key=lambda candidate: candidate.ratio)
        candidates = [best]
        yield GeneralBounds(n, str(max(rational(2, n - 1), proved_for_all)), question.instance(best.order, best.w))


def swapped_inside(n: int) -> Order:
    """Return 1..n with the ends exchanged and neighbours exchanged between them: the worst known order for F_D."""
    order = list(range(1, n + 1))
    order[0], order[-1] = n, 1
    for k in range(1, n - 2, 2):
        order[k], order[k + 1] = order[k + 1], order[k]
    return tuple(order)


def _improve_weights(question: GeneralQuestion, order: Order, n: int) -> WeightedCandidate:
    """Change one weight at a time, beginning with all 1, as long as that lowers the ratio."""
    w: tuple[Any, ...] = (Fraction(1),) * n
    least = question.least(order, w)
    improves = True
    while improves:
        improves = False
        for k, step in product(range(n), WEIGHT_STEPS):
            changed = (*w[:k], w[k] * step, *w[k + 1 :])
            try:
                ratio = question.least(order, changed)
            except Unsolved:  # no exact optimum at these weights; others are tried
                continue
            if ratio < least:
                w, least, improves = changed, ratio, True
    return WeightedCandidate(least, order, w)


# --- checking --------------------------------------------------------------------------------------------------------


def ratio_at(reading: str, instance: ExtremeInstance) -> Any:
    """Return F_D/K_D, or F*/K* if ``reading`` is ``general``, by the definitions; ``ValueError`` for an improper D."""
    n = len(instance.order)
    D = Similarity.of(dict(zip(combinations(range(1, n + 1), 2), map(rational, instance.D), strict=True)))
    for i, j in combinations(range(1, n + 1), 2):
        if D[i, j] < 0 or any(D[i, j] > D[i, k] + D[k, j] for k in range(1, n + 1) if k not in (i, j)):
            raise ValueError(f"n = {n}: the entry of D at ({i}, {j}) breaks the triangle inequality or is negative")
    registry, rankings = load_catalogue(), (Ranking.identity(n), Ranking.from_order(instance.order))
    if reading != "general":
        footrule, kendall = (registry.metric(id) for id in (f"footrule-similarity[{reading}]", "kendall-similarity"))
        return footrule(*rankings, D=D) / kendall(*rankings, D=D)
    footrule, kendall = (registry.metric(f"{name}-general[one]") for name in ("footrule", "kendall"))
    w = ElementWeights.of([rational(weight) for weight in instance.w])
    delta = footrule.parameters["delta"].make([1] * (n - 1), n)
    return footrule(*rankings, w=w, delta=delta, D=D) / kendall(*rankings, w=w, delta=delta, D=D)


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
def errors_in_committed() -> tuple[str, ...]:
    """List the errors, in sentences: every committed instance is evaluated, constants of few items computed again."""
    sentences = wrong_instances(committed())
    for reading, sizes in committed().readings.items():
        for recomputed, size in zip(compute_constants(reading, MAX_ITEMS_RECOMPUTED), sizes, strict=False):
            if recomputed.values != size.values:
                sentences.append(f"{reading}, n = {size.n}: the constants are {recomputed.values}, not {size.values}")
    return tuple(sentences)


if __name__ == "__main__":
    largest_size = int(sys.argv[2])
    constants_by_reading = {reading: tuple(compute_constants(reading, largest_size)) for reading in READINGS}
    content = SimilarityConstants(constants_by_reading, tuple(general_bounds(largest_size)))
    write(Path(sys.argv[1]), json_by_entry(msgspec.to_builtins(content)))
