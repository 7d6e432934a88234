r"""Decide whether the loss of a score of judged lists is a Kendall distance from the ideal list.

The ledger checks claim KV18 with it: that the scores of retrieval, such as nDCG, are Kendall distances. The ideal order
of a list has falling grades. The *loss* of another order of the same items is the score of the ideal order minus its
own. A Kendall distance is a sum of costs over the inverted pairs, those with the worse item ahead. Two
items of one grade are never inverted. The distances differ in the cost of an inverted pair x, y:

* K: the same cost for every pair.
* K_w: w_x w_y, with a weight for each item.
* K_D: D_xy, with a pseudometric D on the items. Below, D_xy >= 0 is enough; the triangle inequality is tested last.
* K\*: w_x w_y pbar_x pbar_y D_xy, where pbar_x is the mean swap cost between the two positions of x. Swapping positions
  i - 1 and i costs delta_i.

*K_D, K_w, K.* Exchange two neighbours x, y of grades g > h, the better one first. If the loss is K_D, this costs D_xy
at any rank. A score sees only grades, so x and y can be put at any two places with these grades. Hence all
such exchanges cost the same, even if D is not a function of the grades. Conversely, if every exchange of g and h has
one cost D_gh, the loss is K_D with these costs: every order is reached from the ideal one by exchanging neighbours, one
exchange for each inverted pair. So the answer has a certificate either way. Two exchanges of g and h with different
costs refute K_D, and so does a negative cost. Otherwise the table of costs D_gh proves that the loss is K_D. It is K_w
if the costs are products of weights, and K if all costs are equal.

*K\*.* For three items let E_ij = w_i w_j D_ij, delta_2 = 1 and delta_3 = t. Write 213 for the order with item 1
second, item 2 first and item 3 third, and L213 for its loss. In the orders 213, 132, 231 and 312 no inverted
item keeps its position, so the convention for such items does not matter:

    L213 = E12                                  L231 = (E13 + t E23) (1 + t)/2
    L132 = t^2 E23                              L312 = (E12 + t E13) (1 + t)/2

Hence t = (2 L312 - L213 + L132) / (2 L231 + L213 - L132), for any E. Swap costs belong to positions, not to items.
So two lists with different t refute K\* for every w, D and delta.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, pairwise, permutations, product
from typing import Any

from ..model.metric import Metric
from ..numbers.exact import Undefined, Whole, sign
from ..values.judged import Judged

Word = tuple[Any, ...]
"""An order of a list's items, as their grades from the first rank to the last: (2, 0, 1) is not ideal."""
MAX_SETTINGS = 8
"""Largest number of parameter settings that are checked for each size."""


def decided_sign(number: Any) -> int:
    """Return the sign of an exact number as -1, 0 or 1; raise ``ArithmeticError`` if the precision does not decide it.

    A *formal number* is a formula with logarithms and roots, whose sign may need more precision than is tried.
    """
    decided = sign(number)
    if decided is None:
        raise ArithmeticError(f"the sign of {number} is not decided")
    return decided


@dataclass(frozen=True)
class Exchange:
    """An exchange of two neighbours, the better one first before it, and its cost: by how much the loss grows."""

    before: Word
    after: Word
    cost: Any
    """An exact number: a rational, or a formal number."""


@dataclass(frozen=True)
class Refutation:
    """Exchanges that refute K_D under these parameters: two of the same grades with different costs, or one below 0."""

    parameters: Mapping[str, Any]
    exchanges: tuple[Exchange, ...]


@dataclass(frozen=True)
class CostTable:
    """The cost of inverting each pair of grades, for all orders of a list with these grades."""

    grades: Word
    """The ideal order: grades falling."""
    parameters: Mapping[str, Any]
    costs: Mapping[tuple[Any, Any], Any]
    """By (better grade, worse grade) the cost, never negative."""

    @property
    def is_pseudometric(self) -> bool:
        """Return whether the costs satisfy the triangle inequality, with cost 0 between equal grades."""

        def cost(g: Any, h: Any) -> Any:
            return Whole(0) if g == h else self.costs[max(g, h), min(g, h)]

        levels = sorted(set(self.grades))
        return all(decided_sign(cost(f, g) + cost(g, h) - cost(f, h)) >= 0 for f, g, h in product(levels, repeat=3))

    @property
    def is_product(self) -> bool:
        """Return whether there are weights with cost w_g w_h for all grades g, h.

        Grades of weight 0 have only costs of 0. Among the others no cost may be 0, and w_e w_f w_g w_h is the product
        of two costs in three ways, which must agree. Conversely, any three grades have weights w_e^2 = cost_ef cost_eg
        / cost_fg, and with these the equations extend to every further grade.
        """
        weighted = sorted({g for pair, cost in self.costs.items() if decided_sign(cost) != 0 for g in pair})
        if any(decided_sign(self.costs[better, worse]) == 0 for worse, better in combinations(weighted, 2)):
            return False
        cost = {frozenset(pair): pair_cost for pair, pair_cost in self.costs.items()}

        def product_of_costs(pair: tuple[Any, Any], disjoint_pair: tuple[Any, Any]) -> Any:
            return cost[frozenset(pair)] * cost[frozenset(disjoint_pair)]

        return all(
            decided_sign(product_of_costs((e, f), (g, h)) - product_of_costs((e, g), (f, h))) == 0
            for e, f, g, h in permutations(weighted, 4)
        )

    @property
    def is_constant(self) -> bool:
        """Return whether all costs are equal."""
        return all(decided_sign(x - y) == 0 for x, y in pairwise(self.costs.values()))


def parameter_settings(metric: Metric, n: int) -> Iterator[dict[str, Any]]:
    """Yield the first ``MAX_SETTINGS`` combinations of parameter values for n items, by parameter name."""
    names = list(metric.parameters)
    values = [list(islice(metric.parameters[name].enumerate(n), MAX_SETTINGS)) for name in names]
    return (dict(zip(names, chosen, strict=True)) for chosen in islice(product(*values), MAX_SETTINGS))


def grades_of(metric: Metric, n: int) -> list[Word]:
    """Return the ideal orders of the lists of n items from which no relevant document is missing, each once."""
    lists = metric.arguments["x"].enumerate(n)
    return list(dict.fromkeys(x.ideal.grades for x in lists if not x.missing))


def exchanges(metric: Metric, grades: Word, parameters: Mapping[str, Any]) -> Iterator[Exchange]:
    """Yield every exchange of two neighbours, the better one first, in every order of these grades."""
    values = {word: metric.evaluate(Judged(word), dict(parameters)) for word in dict.fromkeys(permutations(grades))}
    sign_of_score = _sign_of_score(metric)
    for word in values:
        for k, (g, h) in enumerate(pairwise(word)):
            if g > h:
                after = (*word[:k], h, g, *word[k + 2 :])
                yield Exchange(word, after, sign_of_score * (values[word] - values[after]))


def _sign_of_score(metric: Metric) -> int:
    """Return the sign that turns the metric's value into a score: larger scores are better."""
    return -1 if metric.kind == "loss" else 1


def _exchanged_grades(exchange: Exchange) -> tuple[Any, Any]:
    """Return (better grade, worse grade) of the neighbours, at the first place where the orders differ and the next."""
    k = next(k for k, (g, h) in enumerate(zip(exchange.before, exchange.after, strict=True)) if g != h)
    return exchange.before[k], exchange.before[k + 1]


def decide(metric: Metric, grades: Word, parameters: Mapping[str, Any]) -> CostTable | Refutation:
    """Return the table of costs for a list with these grades, or exchanges that refute K_D for every D.

    ``Undefined`` is raised if the metric has no value on an order of the list.
    """
    first_of_pair: dict[tuple[Any, Any], Exchange] = {}
    for exchange in exchanges(metric, grades, parameters):
        earlier = first_of_pair.setdefault(_exchanged_grades(exchange), exchange)
        if decided_sign(exchange.cost) < 0:
            return Refutation(parameters, (exchange,))
        if decided_sign(earlier.cost - exchange.cost) != 0:
            return Refutation(parameters, (earlier, exchange))
    return CostTable(grades, parameters, {pair: exchange.cost for pair, exchange in first_of_pair.items()})


@dataclass(frozen=True)
class LossAnalysis:
    """The result for a score and one setting of its parameters, up to a number of items."""

    metric: str
    parameters: Mapping[str, Any]
    reach: int
    """The largest size checked, or the smallest size with a refutation."""
    tables: tuple[CostTable, ...]
    """The costs for each list of grades whose loss is a sum over inverted pairs."""
    refutation: Refutation | None

    @property
    def verdicts(self) -> dict[str, bool]:
        """Return by distance whether it is the loss of every checked list; K and K_w may be multiplied by a factor."""
        is_sum_over_pairs = self.refutation is None
        return {
            "K": is_sum_over_pairs and all(table.is_constant for table in self.tables),
            "K_w": is_sum_over_pairs and all(table.is_product for table in self.tables),
            "K_D": is_sum_over_pairs and all(table.is_pseudometric for table in self.tables),
        }


def express(metric: Metric, n: int) -> list[LossAnalysis]:
    """Decide for each setting of the parameters, on all lists of 2 to n items; lists without a value are left out."""
    return [_analyse(metric, parameters, n) for parameters in parameter_settings(metric, n)]


def _analyse(metric: Metric, parameters: Mapping[str, Any], n: int) -> LossAnalysis:
    """Decide list by list, the shortest first, and stop at the first refutation."""
    tables: list[CostTable] = []
    for size in range(2, n + 1):
        for grades in grades_of(metric, size):
            try:
                answer = decide(metric, grades, parameters)
            except Undefined:
                continue
            if isinstance(answer, Refutation):
                return LossAnalysis(metric.name, parameters, size, tuple(tables), answer)
            tables.append(answer)
    return LossAnalysis(metric.name, parameters, n, tuple(tables), None)


def is_confirmed(metric: Metric, answer: CostTable | Refutation) -> bool:
    """Check an answer on the values of the metric alone, without comparing exchanges.

    A table must give the loss of every order. For a refutation, let the loss of an order be a sum of unknown costs over
    its inverted pairs. The losses after the exchanges less those before, the second exchange with opposite sign, are
    added up. If every unknown cost cancels, the sum must be 0; if none has a negative multiple left, it must not be
    negative. A valid refutation contradicts this.
    """
    sign_of_score = _sign_of_score(metric)

    def score(word: Word) -> Any:
        return sign_of_score * metric.evaluate(Judged(word), dict(answer.parameters))

    if isinstance(answer, CostTable):
        ideal = score(answer.grades)
        for word in dict.fromkeys(permutations(answer.grades)):
            inverted = sum((answer.costs[h, g] for g, h in combinations(word, 2) if g < h), Whole(0))
            if decided_sign(ideal - score(word) - inverted) != 0:
                return False
        return True
    multiples: dict[tuple[Any, Any], int] = {}  # by inverted pair, how often its unknown cost is added
    total: Any = Whole(0)  # each exchange adds and subtracts the ideal score, so it is left out
    for factor, exchange in zip((1, -1), answer.exchanges, strict=False):  # a single exchange has factor 1
        for multiple, word in ((factor, exchange.after), (-factor, exchange.before)):
            total = total - multiple * score(word)
            for g, h in combinations(word, 2):
                if g < h:
                    multiples[g, h] = multiples.get((g, h), 0) + multiple
    if len(answer.exchanges) == 1:
        return min(multiples.values()) >= 0 and decided_sign(total) < 0
    return not any(multiples.values()) and decided_sign(total) != 0


def second_step(metric: Metric, grades: Sequence[Any], parameters: Mapping[str, Any]) -> tuple[Any, Any]:
    """Return numerator and denominator of t = delta_3 / delta_2 for a list of three grades (see K* at the top)."""
    first, second, third = grades
    ideal = metric.evaluate(Judged((first, second, third)), dict(parameters))

    def loss(*word: Any) -> Any:
        return ideal - metric.evaluate(Judged(word), dict(parameters))

    # The digits are the positions of items 1, 2, 3: in 312 the second item is first.
    loss_213, loss_132 = loss(second, first, third), loss(first, third, second)
    loss_312, loss_231 = loss(second, third, first), loss(third, first, second)
    return 2 * loss_312 - loss_213 + loss_132, 2 * loss_231 + loss_213 - loss_132


def needs_two_position_weights(
    metric: Metric, grades_a: Sequence[Any], grades_b: Sequence[Any], parameters: Mapping[str, Any]
) -> bool:
    """Return whether two lists of three items have different t, so that no delta makes the loss K* of both.

    The fractions are compared by cross products, as a denominator may be 0.
    """
    top_a, bottom_a = second_step(metric, grades_a, parameters)
    top_b, bottom_b = second_step(metric, grades_b, parameters)
    return decided_sign(top_a * bottom_b - bottom_a * top_b) != 0
