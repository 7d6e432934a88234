"""Check claims of the source OV, an overview of ranking metrics: examples, figures, levels of relevance, series.

Each function computes one claim of the ledger, which is stated above the function. A ``@check`` decides it, perhaps in
one ``reading`` of its sentence; an ``@instead`` says what is true in its place, and is shown only where the claim is
false. Findings are ``holds``, ``fails``, ``instance`` (an example of what the claim says exists) and ``open`` (not
decided). The first line of a docstring is printed in the ledger. A list ``x`` has ``n`` retrieved items, the grade
``x[i]`` at rank i, and ``R`` relevant items, also missing ones. ``value`` evaluates a metric of the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

from ...evidence.verdict import Verdict
from ...numbers.exact import rational
from ...spaces import score_vector
from ...values.judged import Judged, Run
from ..closed_forms import adds_up_to, as_sympy_number, positive_symbol, whole_symbol
from .check import Finding, NoValue, Result, agree, check, decimal, instead, rounds_to, value

MAX_LENGTH = 6
"""Most items of the lists that are enumerated."""


def _exhausted(max_length: int) -> str:
    """Write the reach of a check of all lists of at most this many items: how far its result goes."""
    return f"{Verdict.EXHAUSTED.written} n<={max_length}"


def _lists(n: int, missing: int = 0) -> Iterator[Judged]:
    """Yield all binary lists of length n, with ``missing`` relevant items that are not retrieved."""
    for grades in product((0, 1), repeat=n):
        yield Judged.of(grades, [1] * missing)


def _first_relevant_rank(x: Judged) -> int:
    """Return the rank of the first relevant item."""
    return next(int(i) for i in x.ranks() if x[i] > 0)


# --- unranked metrics ------------------------------------------------------------------------------------------


# OV1: the mean squared error can prefer the ranking that users find worse.
@check("OV1")
def mse_against_the_first_item() -> Result:
    """The smallest labels and two predictions (scores 0, 1, 2) where the worse top item has the lower MSE."""
    for n in range(2, 5):
        with_top_items = [(s, [x for x in s.items if s[x] == max(s.values)]) for s in score_vector.enumerate(n)]
        predictions = [(s, top[0]) for s, top in with_top_items if len(top) == 1]  # (scores, top item), no tie there
        for labels in product((0, 1), repeat=n):  # 1 for each relevant item; items are numbered from 1
            good = [(s, value("mse", labels, s)) for s, top in predictions if labels[top - 1]]
            bad = [(s, value("mse", labels, s)) for s, top in predictions if not labels[top - 1]]
            for (good_scores, good_mse), (bad_scores, bad_mse) in product(good, bad):
                if good_mse > bad_mse:
                    return Result(
                        "instance",
                        f"true labels {labels}: the prediction {good_scores.values} puts a relevant item first and has "
                        f"MSE {good_mse}; {bad_scores.values} puts an irrelevant one first and has {bad_mse}",
                        data={"n": str(n), "mse-good": str(good_mse), "mse-bad": str(bad_mse)},
                    )
    return Result("open", "no such predictions of at most 4 items with scores 0, 1, 2")


class OpposedLists(NamedTuple):
    """Two lists of the same items: that with more inversions (irrelevant ahead) has the earlier first relevant item."""

    earlier: Judged
    later: Judged
    earlier_inversions: Any
    later_inversions: Any


def _find_opposed_lists(n: int, inversions: tuple[int, int] | None) -> OpposedLists | None:
    """Find two opposed lists of n items with equally many relevant ones, or None.

    ``inversions`` has their numbers of inversions, the larger one first; None allows any.
    """
    by_relevant_count: dict[int, list[tuple[Judged, Any]]] = {}
    for x in _lists(n):
        if 0 < x.R < x.n:  # only such lists can have inversions
            by_relevant_count.setdefault(int(x.R), []).append((x, value("kendall-relevance", x)))
    for lists in by_relevant_count.values():
        for (x, more), (y, fewer) in permutations(lists, 2):
            has_numbers = (more, fewer) == inversions if inversions else more > fewer
            if has_numbers and _first_relevant_rank(x) < _first_relevant_rank(y):
                return OpposedLists(x, y, more, fewer)
    return None


def _smallest_opposed_lists(max_length: int, inversions: tuple[int, int] | None) -> Result | None:
    """Return the smallest opposed lists as a result; None if there are none of at most ``max_length`` items."""
    for n in range(2, max_length + 1):
        lists = _find_opposed_lists(n, inversions)
        if lists is not None:
            earlier_rank, later_rank = map(_first_relevant_rank, (lists.earlier, lists.later))
            sentence = (
                f"{lists.earlier} has {lists.earlier_inversions} inversions and its first relevant item at rank "
                f"{earlier_rank}; {lists.later} has {lists.later_inversions}, at rank {later_rank}"
            )
            return Result("instance", sentence, data={"n": str(n)})
    return None


# OV2: fewer inversions can come with a first relevant item that is lower: 8 inversions against 9.
@check("OV2")
def inversions_against_the_first_item() -> Result:
    """The smallest two lists of the same items the one with fewer inversions with its first relevant item lower."""
    return _smallest_opposed_lists(MAX_LENGTH, None) or Result("open", f"no such lists of at most {MAX_LENGTH} items")


@check("OV2")
def eight_inversions_against_nine() -> Result:
    """The smallest two lists with the printed numbers of inversions, 9 and 8."""
    no_lists = "no two lists of at most 8 items have 9 and 8 inversions and this order of first items"
    return _smallest_opposed_lists(8, inversions=(9, 8)) or Result("fails", no_lists)


# --- at k ------------------------------------------------------------------------------------------------------


# OV3: precision at k and the order inside the top k: 2 relevant among 10, at the top or at the end, give 0.2.
@check("OV3")
def two_of_ten() -> Result:
    """Precision at 10 with relevant items at (1, 2) and at (9, 10) is 0.2."""
    figures = {}
    for ranks in ((1, 2), (9, 10)):
        x = Judged.of([int(i in ranks) for i in range(1, 11)])
        figures[f"P@10 of {ranks}"] = (value("precision-at", x, k=10), rational("0.2"))
    return agree(figures, "ten documents")


@check("OV3", reading="as printed, 'does differentiate'")
def differentiates() -> Result:
    """Some two orders of one top k have different precision at k."""
    for n in range(1, MAX_LENGTH + 1):
        for x in _lists(n):
            reordered = x.reordered(sorted(x.grades))  # all relevant items last
            if value("precision-at", x, k=n) != value("precision-at", reordered, k=n):
                return Result("instance", f"{x}")
    return Result("fails", f"no two orders of the same k <= {MAX_LENGTH} items have different precision at k")


@check("OV3", reading="taken as 'does not differentiate'")
def does_not_differentiate() -> Result:
    """Precision at k depends on the number of relevant items in the top k alone."""
    is_share = all(
        value("precision-at", x, k=k) == x.relevant(k) / rational(k)
        for n in range(1, MAX_LENGTH + 1)
        for x in _lists(n)
        for k in range(1, n + 1)
    )
    return Result.of(is_share, "it is the number of relevant items in the top k over k", _exhausted(MAX_LENGTH))


@instead("OV3")
def negated_sentence() -> Result:
    """Check the sentence as it must be for the rest of it to be true."""
    result = does_not_differentiate()
    return Result(result.finding, f"the metric does *not* differentiate: {result.sentence} (lists n <= {MAX_LENGTH})")


def _cut_off_steps(metric: str) -> Iterator[tuple[Judged, int, Any, Any]]:
    """Yield (list, k, value at k, value at k + 1) for all lists with a relevant item, retrieved or missing."""
    for n in range(2, MAX_LENGTH):
        for missing in (0, 1):
            for x in _lists(n, missing):
                if x.R:
                    for k in range(1, n):
                        yield x, k, value(metric, x, k=k), value(metric, x, k=k + 1)


# OV4: recall at k always increases with k.
@check("OV4", reading="grows with every step")
def recall_grows_strictly() -> Result:
    """Recall at k + 1 is larger than recall at k."""
    for x, k, before, after in _cut_off_steps("recall-at"):
        if not after > before:
            return Result("fails", f"{x}: R@{k} = {before}, R@{k + 1} = {after}")
    return Result("holds", "every step is strict", reach=f"n<={MAX_LENGTH - 1}")


@check("OV4", reading="never falls")
def recall_never_falls() -> Result:
    """Recall at k + 1 is at least recall at k."""
    for x, k, before, after in _cut_off_steps("recall-at"):
        if after < before:
            return Result("fails", f"{x}: R@{k} = {before}, R@{k + 1} = {after}")
    return Result("holds", "no list where it falls", reach=_exhausted(MAX_LENGTH - 1))


@instead("OV4")
def recall_stays() -> Result:
    """It never falls, and stays where the next item is not relevant."""
    grows_at_relevant = all((after > before) == (x[k + 1] > 0) for x, k, before, after in _cut_off_steps("recall-at"))
    return Result.of(
        grows_at_relevant,
        f"R@k never falls; it grows exactly at the ranks of relevant items (all lists n <= {MAX_LENGTH - 1})",
    )


# OV5: precision at k does not grow with k.
@check("OV5")
def precision_falls_and_grows() -> Result:
    """The smallest list whose precision at k falls, and the smallest where it grows."""
    falling: list[str] = []
    growing: list[str] = []
    for x, k, before, after in _cut_off_steps("precision-at"):
        if before != after:
            examples = falling if after < before else growing
            examples.append(f"{x}: P@{k} = {before}, P@{k + 1} = {after}")
    if not (falling and growing):
        return Result("fails", f"precision at k is monotone on all lists n < {MAX_LENGTH}")
    return Result("instance", f"{falling[0]}; {growing[0]}")


# OV6: recall is 1 when everything is shown.
@check("OV6")
def everything_shown() -> Result:
    """Recall at n of every list with nothing missing and something relevant is 1."""
    for n in range(1, MAX_LENGTH + 1):
        for x in _lists(n):
            if x.R and value("recall-at", x, k=n) != 1:
                return Result("fails", f"{x}: R@{n} = {value('recall-at', x, k=n)}")
    return Result("holds", "R@n = 1 for every list that shows everything", reach=_exhausted(MAX_LENGTH))


def _check_average_precision(figure: str, ranks: tuple[int, ...]) -> Result:
    """Check the printed figure under the printed rule, the mean of the precisions at these ranks of relevant documents.

    Five of seven documents are retrieved, and four of the seven are relevant (OV7).
    """
    x = Judged.of([int(i in ranks) for i in range(1, 6)], missing=[1, 0])
    over_retrieved = value("average-precision[retrieved]", x, k=5)
    over_relevant = value("average-precision[R]", x, k=5)
    is_printed = rounds_to(over_retrieved, figure)
    comparison = "printed as" if is_printed else "not"
    sentence = (
        f"the mean of the precisions at the relevant ranks {ranks} is {decimal(over_retrieved)}, {comparison} {figure}"
        f"; over the 4 relevant documents of the collection it would be {decimal(over_relevant)}"
    )
    return Result.of(is_printed, sentence, data={"value": str(over_retrieved)})


@check("OV7")
def first_average_precision() -> Result:
    """AP@5 with relevant documents at the ranks 1, 3, 4 is 0.81."""
    return _check_average_precision("0.81", (1, 3, 4))


@check("OV7")
def second_average_precision() -> Result:
    """AP@5 of the second query, irrelevant documents at the ranks 1 and 3, is 0.53."""
    return _check_average_precision("0.53", (2, 4, 5))


# --- DCG, RBP and ERR, and the metrics that take two levels of relevance -----------------------------------------


def _gains() -> list[Any]:
    """Return the exponential gain of each rating 0..5, by the DCG of a single item."""
    return [value("dcg[exponential]", Judged.of([rating]), k=1) for rating in range(6)]


def _check_doubling(first_rating: int) -> Result:
    """Check that each gain from this rating on is about twice the one before: the ratio rounds to 2."""
    gains = _gains()
    ratios = {r: (gains[r + 1] / gains[r] if gains[r] != 0 else None) for r in range(first_rating, 5)}  # None: x/0
    text = ", ".join(f"{r + 1} over {r}: {ratio if ratio is not None else 'x/0'}" for r, ratio in ratios.items())
    is_about_two = all(ratio is not None and abs(ratio - 2) < rational(1, 2) for ratio in ratios.values())
    return Result.of(is_about_two, f"ratio of the gains of neighbouring ratings: {text}")


# OV10: with gain 2^R - 1, one more point of rating about doubles the gain.
@check("OV10", reading="ratings 0 to 5, ratio nearest to 2")
def gain_doubles_everywhere() -> Result:
    """The gain of each rating 1..5 over that of the rating before is nearer to 2 than to any other whole number."""
    return _check_doubling(0)


@check("OV10", reading="ratings 2 to 5, ratio nearest to 2")
def gain_doubles_from_two_on() -> Result:
    """The gain of each rating 3..5 over that of the rating before is nearer to 2 than to any other whole number."""
    return _check_doubling(2)


@instead("OV10")
def gain_ratio() -> Result:
    """gain(R + 1) = 2 gain(R) + 1."""
    gains = _gains()
    is_formula_right = all(gains[r + 1] == 2 * gains[r] + 1 for r in range(5))
    sentence = (
        "gain(R + 1) = 2 gain(R) + 1, so the ratio is 2 + 1/gain(R): none for R = 0, 3 for R = 1, then falling to 2"
    )
    return Result.of(is_formula_right, sentence)


# OV11: nDCG, RBP and ERR take several levels of relevance; AP, MAP and MRR two.
@check("OV11")
def several_levels() -> Result:
    """nDCG, RBP and ERR tell some two levels of relevance apart."""
    half = rational(1, 2)
    relevances = ([0, half, 1], [0, 1, half])  # RBP and ERR take relevances up to 1, nDCG takes ratings
    values = {
        "ndcg": [value("ndcg", Judged.of(x), k=3) for x in ([0, 1, 2], [0, 2, 1])],
        "rbp": [value("rbp", Judged.of(x), p=half, k=3) for x in relevances],
        "err": [value("err", Judged.of(x), p=half, k=3) for x in relevances],
    }
    is_some_blind = any(x == y for x, y in values.values())  # to the order of the two levels
    text = ", ".join(f"{name}: {decimal(x)} and {decimal(y)}" for name, (x, y) in values.items())
    finding: Finding = "fails" if is_some_blind else "instance"
    return Result(finding, f"two relevant items of different levels, in both orders: {text}")


@check("OV11")
def two_levels_only() -> Result:
    """AP, RR, MAP and MRR refuse graded lists, or see in them no more than what is relevant."""
    metrics_of_runs = ("mean-average-precision", "mean-reciprocal-rank")
    for name in ("average-precision", "reciprocal-rank", *metrics_of_runs):
        for n in (1, 2, 3):
            for grades in product((0, 1, 2), repeat=n):
                if not any(grades):
                    continue
                graded_list, binary_list = Judged.of(grades), Judged.of([int(g > 0) for g in grades])
                is_of_runs = name in metrics_of_runs  # a run has a list for each query, here one
                binary = value(name, Run.of([binary_list]) if is_of_runs else binary_list, k=n)
                try:
                    graded = value(name, Run.of([graded_list]) if is_of_runs else graded_list, k=n)
                except NoValue:
                    continue  # refused
                if graded != binary:
                    return Result("fails", f"{name} of {grades} is {graded}, of the binary list {binary}")
    return Result(
        "holds", "no graded list has another value than its binary one", reach=f"{_exhausted(3)}, grades 0..2"
    )


# OV12: in the example with seven documents, P@5 is 3/5 and R@5 is 3/4.
@check("OV12")
def seven_documents() -> Result:
    """P@5 = 3/5 and R@5 = 3/4: five of seven documents shown, three of the four relevant ones among them."""
    for ranks in combinations(range(1, 6), 3):
        x = Judged.of([int(i in ranks) for i in range(1, 6)], missing=[1, 0])
        figures = {
            "P@5": (value("precision-at", x, k=5), rational(3, 5)),
            "R@5": (value("recall-at", x, k=5), rational(3, 4)),
        }
        result = agree(figures, f"relevant at the ranks {ranks}")
        if result.finding != "holds":
            return result
    return Result("holds", "P@5 = 3/5 and R@5 = 3/4 for every order of the five", data={"P@5": "3/5", "R@5": "3/4"})


def _look_probability(i: Any, p: Any) -> Any:
    """Return the probability p^(i-1) of looking at document i."""
    return p ** (i - 1)


def _expectation_term(i: Any, p: Any) -> Any:
    """Return i times the probability p^(i-1) (1-p) of stopping at document i."""
    return i * p ** (i - 1) * (1 - p)


# OV13: the expected number of documents that a user examines is a convergent series for every p in [0, 1].
@check("OV13", reading="sum of p^(i-1)")
def series_at_one() -> Result:
    """The partial sums of the probabilities p^(i-1) of looking at document i, at p = 1."""
    i, n = whole_symbol("i"), whole_symbol("N")
    if adds_up_to(_look_probability(i, as_sympy_number(1)), i, n, n):
        return Result("fails", "at p = 1 the sum of the first N terms is N, for every N: the series diverges there")
    return Result("open", "the partial sums at p = 1 are not N")


@check("OV13", reading="sum of i p^(i-1) (1-p)")
def expectation_at_one() -> Result:
    """The partial sums of i times the probability p^(i-1) (1-p) of stopping at document i, at p = 1."""
    if _expectation_term(whole_symbol("i"), as_sympy_number(1)) == 0:
        sentence = "at p = 1 every term is 0, so the series adds up to 0, and 1/(1-p) has no value there: the user "
        return Result("fails", sentence + "never stops, and no number of examined documents is expected")
    return Result("open", "the partial sums at p = 1 are not 0")


@instead("OV13")
def series_below_one() -> Result:
    """The sums of the first N terms of both, and their limits for 0 < p = 1/(1 + q) < 1; at p = 0 one term is not 0."""
    from sympy import limit, oo  # late: sympy takes a while to load

    i, n, q = whole_symbol("i"), whole_symbol("N"), positive_symbol("q")
    p = 1 / (1 + q)  # 0 < p < 1 for every q > 0, so that sympy can decide the limits
    sum_of_looks = (1 - p**n) / (1 - p)
    has_sum_of_looks = adds_up_to(_look_probability(i, p), i, n, sum_of_looks)
    has_sums = has_sum_of_looks and adds_up_to(_expectation_term(i, p), i, n, sum_of_looks - n * p**n)
    has_limits = (limit(p**n, n, oo), limit(n * p**n, n, oo)) == (0, 0)
    sentence = (
        "for 0 <= p < 1 it converges to 1/(1-p): the first N probabilities add up to (1 - p^N)/(1 - p), and the first "
        "N terms i p^(i-1) (1-p) to N p^N less, for every N (summed symbolically); p^N and N p^N tend to 0"
    )
    return Result.of(has_sums and has_limits, sentence)
