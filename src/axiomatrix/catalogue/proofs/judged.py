"""Scores of judged lists: ranges, ideals, levels, means over queries.

*Average precision.* A sum of precisions, each between 0 and 1, one for each relevant item among the first k. There are
at most R of these, and at most k, so that the sum over R, over min(k, R) or over their number is between 0 and 1. It
depends only on which grades are positive, as reciprocal rank does: another positive grade changes nothing.

*nDCG.* A sum of gains times discounts, divided by the sum for the ideal list. Gains are nonnegative and rise with the
grade. Discounts are nonnegative and fall with the rank (0 beyond a cut-off). By the rearrangement inequality, no order
of any part of the collection has more than all of it in falling order. For the ideal list it is D / D.

*RBP.* The weights (1 - p) p^(i-1) are positive and add up to 1 - p^n for n ranks; gains are between 0 and 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

from ...numbers.exact import Undefined, Whole, log, power
from .. import axioms
from .proof import Proof, Step
from .written import holds_of, is_written, lemma, over, proved

AP = ("R", "min-k-R", "retrieved")
ONLY_WHETHER = "the formula asks of a grade only whether it is positive"


def _relevant_up_to(x: Any, k: int) -> int:
    """How many of the first k items are relevant."""
    return sum(g > 0 for g in list(x)[:k])


def _all_relevant(x: Any) -> int:
    return sum(g > 0 for g in (*x, *x.missing))


def average_precision(divisor: str, x: Any, k: int | None = None) -> Any:
    """The sum of the precisions at the relevant ranks up to k, over R, min(k, R) or the number of these ranks."""
    k = len(x) if k is None else int(k)
    relevant = _all_relevant(x)
    if relevant == 0:
        raise Undefined("0/0")
    by = {"R": relevant, "min-k-R": min(k, relevant), "retrieved": _relevant_up_to(x, k)}[divisor]
    ranks = [i for i, g in enumerate(x, 1) if g > 0 and i <= k]
    return sum((Whole(_relevant_up_to(x, i)) / Whole(i) for i in ranks), Whole(0)) / Whole(by or 1)


def reciprocal_rank(x: Any) -> Any:
    """1 / i for the first relevant rank i, or 0."""
    ranks = [i for i, g in enumerate(x, 1) if g > 0]
    return Whole(1) / Whole(ranks[0]) if ranks else Whole(0)


Discount = Callable[..., Any]
DISCOUNTS: dict[str, tuple[str, Discount]] = {
    "k": ("1 / log2(i + 1) up to k", lambda i, k: 1 / log(Whole(i + 1), 2) if i <= k else Whole(0)),
    "base": ("1 / max(1, log_b i)", lambda i, b: 1 / log(Whole(i), b) if i > b else Whole(1)),
    "half-life": ("2^(-(i - 1) / (alpha - 1))", lambda i, alpha: power(2, (1 - Whole(i)) / (alpha - 1))),
}
GAINS: dict[str, Callable[[Any], Any]] = {"exponential": lambda g: power(2, g) - 1, "linear": lambda g: g}


def total(gain: str, discount: Discount, grades: Any, *at: Any) -> Any:
    """The sum of gain times discount."""
    return sum((GAINS[gain](g) * discount(i, *at) for i, g in enumerate(grades, 1)), Whole(0))


def normalised(gain: str, discount: Discount, x: Any, *at: Any) -> Any:
    """Return that sum divided by the sum of all grades in falling order."""
    best = total(gain, discount, sorted((*x, *x.missing), reverse=True), *at)
    return over(total(gain, discount, x, *at), best)


def rbp(x: Any, p: Any, gain: Callable[[Any], Any] = lambda g: g) -> Any:
    """The sum of gains times (1 - p) p^(i-1)."""
    return sum(((1 - p) * p ** (i - 1) * gain(g) for i, g in enumerate(x, 1)), Whole(0))


def mean(of: Callable[..., Any], run: Any, **given: Any) -> Any:
    """The mean over the lists of a run."""
    lists = list(run)
    return over(sum((of(x, **given) for x in lists), Whole(0)), Whole(len(lists)))


# --- lemmas ---------------------------------------------------------------------------------------------------


def falls(formula: str, discount: Discount, *values: Any) -> Step:
    """The lemma that a discount is not negative and falls with the rank, at these values of its parameter."""

    def fails(n: int) -> Iterator[tuple[int, Any]]:
        cases = ((i, at) for i in range(1, 4 * n) for at in values)
        return ((i, at) for i, at in cases if not discount(i, at) >= discount(i + 1, at) >= 0)

    return lemma(
        f"{formula} is not negative and falls with i, at {', '.join(map(str, values))} for its parameter", fails
    )


def _rises(gain: str) -> Step:
    def fails(n: int) -> Iterator[tuple[Any, Any]]:
        grades = [Whole(g) / 2 for g in range(6 * n)]
        return ((g, h) for g, h in pairwise(grades) if not 0 <= GAINS[gain](g) <= GAINS[gain](h))

    return lemma(f"the {gain} gain is not negative and rises with the grade", fails)


def other_sums(n: int) -> Iterator[tuple[Any, int]]:
    """Where the sum of (1 - p) p^(i-1) for i = 1..m is not 1 - p^m, at fractions p."""
    persistences = [Whole(k) / Whole(n + 2) for k in range(1, n + 2)]
    cases = ((p, m) for p in persistences for m in range(2 * n + 2))
    return ((p, m) for p, m in cases if sum((1 - p) * p**i for i in range(m)) != 1 - p**m)


WEIGHTS = lemma("the sum of (1 - p) p^(i-1) for i = 1..n is 1 - p^n, at fractions p", other_sums)
DOUBLES = lemma(
    "2^(g+1) - 1 - 2 (2^g - 1) = 1 <= 2/5 (2^g - 1) for g >= 2",
    lambda n: (g for g in range(2, 6 * n) if not 5 * (2 ** (g + 1) - 1 - 2 * (2**g - 1)) <= 2 * (2**g - 1)),
)
SAME_GAINS = lemma(
    "2^g - 1 = g for g = 0 and 1",
    lambda n: (g for g in (Whole(0), Whole(1)) if GAINS["exponential"](g) != g),
)

# --- the rows -------------------------------------------------------------------------------------------------


def _of_precision() -> Iterator[Proof]:
    for divisor in AP:
        row = f"average-precision[{divisor}]"
        formula = "the sum of the precisions at the relevant ranks up to k, over the divisor"
        form = is_written(row, formula, partial(average_precision, divisor))
        few = holds_of(
            row,
            "of the first k items at most k and at most R are relevant, and of the first i at most i",
            lambda x, k: all(_relevant_up_to(x, i) <= min(i, _all_relevant(x)) for i in range(1, int(k) + 1)),
        )
        yield proved(row, axioms.range_zero_one, "at most as many numbers between 0 and 1 as the divisor", form, few)
        yield proved(row, axioms.ignores_levels, ONLY_WHETHER, form)
    form = is_written("reciprocal-rank", "1 / i for the first relevant rank i, or 0", reciprocal_rank)
    yield proved("reciprocal-rank", axioms.ignores_levels, ONLY_WHETHER, form)


def _of_gains() -> Iterator[Proof]:
    formula, by_log = DISCOUNTS["k"]
    best = (
        "the rearrangement inequality, for gains and discounts that are not negative, whatever the parameter: no order "
        "of any part of the collection has more than all of it in falling order, nor less than 0"
    )
    forms = {}
    for gain in GAINS:
        row = f"ndcg[{gain}]"
        form = is_written(
            row,
            f"the sum of {gain} gains times {formula}, over that of the whole collection in falling order",
            lambda x, k, gain=gain: normalised(gain, by_log, x, k),
        )
        steps = (falls(formula, by_log, Whole(1), Whole(3), Whole(10**6)), _rises(gain))
        yield proved(row, axioms.range_zero_one, best, form, *steps)
        forms[gain] = is_written(
            f"dcg[{gain}]",
            f"the sum of {gain} gains times {formula}",
            lambda x, k, gain=gain: total(gain, by_log, x, k),
        )
    row = "dcg[exponential]"
    alone = "the score is gain times discount of the one relevant item, and 2^g rises with g"
    yield proved(row, axioms.gain_doubles("2/5", lowest=2), alone, forms["exponential"], DOUBLES)
    both = (forms["exponential"], forms["linear"], SAME_GAINS)
    yield proved(row, axioms.binary_special_case("dcg[linear]"), "the two gains are the same", *both)
    for variant in ("base", "half-life"):
        formula, discount = DISCOUNTS[variant]
        row = f"ndcg[{variant}]"
        form = is_written(
            row,
            f"the sum of grades times {formula}, over that of the whole collection in falling order",
            lambda x, at=discount, **given: normalised("linear", at, x, *given.values()),
        )
        because = "of the ideal list both sums are one, and with a relevant item it is positive"
        yield proved(row, axioms.ideal_is_one, because, form)


def _of_persistence() -> Iterator[Proof]:
    forms = {
        "rbp[gains]": is_written("rbp[gains]", "the sum of gains times (1 - p) p^(i-1)", rbp),
        "rbp[binary]": is_written(
            "rbp[binary]", "the sum of (1 - p) p^(i-1) over the relevant ranks", lambda x, p: rbp(x, p, lambda g: g > 0)
        ),
    }
    between = "gains between 0 and 1, with positive weights that add up to 1 - p^n"
    for row, form in forms.items():
        gains = holds_of(row, "gains are between 0 and 1", lambda x, p: all(0 <= g <= 1 for g in x))
        more = (gains,) if row == "rbp[gains]" else ()
        yield proved(row, axioms.range_zero_one, between, form, WEIGHTS, *more)
    because = "a gain of 0 or 1 is [g > 0]"
    yield proved("rbp[gains]", axioms.binary_special_case("rbp[binary]"), because, *forms.values())


def _means() -> Iterator[Proof]:
    rows: dict[str, tuple[str, Callable[..., Any]]] = {
        **{
            f"mean-average-precision[{divisor}]": (f"average-precision[{divisor}]", partial(average_precision, divisor))
            for divisor in AP
        },
        "mean-average-precision[whole]": ("average-precision[whole]", partial(average_precision, "R")),
        "mean-reciprocal-rank": ("reciprocal-rank", reciprocal_rank),
        "hit-rate": ("success-at", lambda x, k: Whole(min(_relevant_up_to(x, int(k)), 1))),
    }
    for row, (single, of) in rows.items():
        form = is_written(row, f"the mean of {single}", partial(mean, of))
        of_list = is_written(single, "the same of one list", of)
        other, _, _ = single.partition("[")
        yield proved(row, axioms.mean_over_queries(other), "the value is that mean", form, of_list)


def _of_sets() -> Iterator[Proof]:
    precision = is_written(
        "precision-at",
        "the number of relevant items among the first k, over k",
        lambda x, k: Whole(_relevant_up_to(x, int(k))) / k,
    )
    inside = "an exchange of two of the first k items leaves the number of relevant ones among them"
    yield proved("precision-at", axioms.ignores_order_inside_top, inside, precision)
    form = is_written(
        "recall-at",
        "the number of relevant items among the first k, over R",
        lambda x, k: over(Whole(_relevant_up_to(x, int(k))), Whole(_all_relevant(x))),
    )
    more = "the first k + 1 items hold the first k"
    yield proved("recall-at", axioms.monotone_in_cut_off, more, form)
    every = "with nothing missing the first k >= n items are all there are"
    yield proved("recall-at", axioms.set_completeness, every, form)


PROOFS = (*_of_precision(), *_of_gains(), *_of_persistence(), *_means(), *_of_sets())
