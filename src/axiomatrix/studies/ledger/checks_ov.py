"""Checks of the worked examples, figures and existential claims of the overview."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

from ...numbers.exact import rational
from ...spaces import score_vector
from ...values.judged import Judged
from .check import Result, agree, check, decimal, instead, printed, value

LARGEST = 6
"""Lists are enumerated up to this length."""


def _lists(n: int, missing: int = 0) -> Iterator[Judged]:
    """All binary lists of length n, with so many relevant items missing."""
    for grades in product((0, 1), repeat=n):
        yield Judged.of(grades, [1] * missing)


def _first(x: Judged) -> int:
    """The rank of the first relevant item."""
    return next(int(i) for i in x.ranks() if x[i] > 0)


# --- unranked metrics ------------------------------------------------------------------------------------------


@check("OV1")
def mse_against_the_first_item() -> Result:
    """The smallest labels and two predictions (scores 0, 1, 2) where the worse top item has the lower MSE."""
    for n in range(2, 5):
        predictions = [(s, [x for x in s.items if s[x] == max(s.values)]) for s in score_vector.enumerate(n)]
        for labels in product((0, 1), repeat=n):
            good = [(s, value("mse", labels, s)) for s, top in predictions if len(top) == 1 and labels[top[0] - 1]]
            bad = [(s, value("mse", labels, s)) for s, top in predictions if len(top) == 1 and not labels[top[0] - 1]]
            for (first, worse), (second, better) in product(good, bad):
                if worse > better:
                    return Result(
                        "instance",
                        f"true labels {labels}: the prediction {first.values} puts a relevant item first and has MSE "
                        f"{worse}; {second.values} puts an irrelevant one first and has {better}",
                        data={"n": str(n), "mse-good": str(worse), "mse-bad": str(better)},
                    )
    return Result("open", "no such predictions of at most 4 items with scores 0, 1, 2")


def _more_inversions_but_earlier(n: int, inversions: tuple[int, int] | None) -> tuple[Judged, Judged, Any, Any] | None:
    by_count: dict[int, list[tuple[Judged, Any]]] = {}
    for x in _lists(n):
        if x.R and x.n > x.R:
            by_count.setdefault(int(x.R), []).append((x, value("kendall-relevance", x)))
    for lists in by_count.values():
        for (x, more), (y, fewer) in permutations(lists, 2):
            wanted = (more, fewer) == inversions if inversions else more > fewer
            if wanted and _first(x) < _first(y):
                return x, y, more, fewer
    return None


def _smallest_two(largest: int, inversions: tuple[int, int] | None) -> Result | None:
    for n in range(2, largest + 1):
        if pair := _more_inversions_but_earlier(n, inversions):
            x, y, more, fewer = pair
            sentence = (
                f"{x} has {more} inversions and its first relevant item at rank {_first(x)}; {y} has {fewer}, at "
            )
            return Result("instance", sentence + f"rank {_first(y)}", data={"n": str(n)})
    return None


@check("OV2")
def inversions_against_the_first_item() -> Result:
    """The smallest two lists of the same items the one with fewer inversions with its first relevant item lower."""
    return _smallest_two(LARGEST, None) or Result("open", f"no such lists of at most {LARGEST} items")


@check("OV2")
def eight_inversions_against_nine() -> Result:
    """The smallest two lists with the printed numbers of inversions, 9 and 8."""
    none = "no two lists of at most 8 items have 9 and 8 inversions and this order of first items"
    return _smallest_two(8, (9, 8)) or Result("fails", none)


# --- at k ------------------------------------------------------------------------------------------------------


@check("OV3")
def two_of_ten() -> Result:
    """Precision at 10 with relevant items at (1, 2) and at (9, 10) is 0.2."""
    figures = {}
    for places in ((1, 2), (9, 10)):
        x = Judged.of([int(i in places) for i in range(1, 11)])
        figures[f"P@10 of {places}"] = (value("precision-at", x, k=10), rational("0.2"))
    return agree(figures, "ten documents")


@check("OV3", reading="as printed, 'does differentiate'")
def differentiates() -> Result:
    """Some two orders of one top k have different precision at k."""
    for n in range(1, LARGEST + 1):
        for x in _lists(n):
            if value("precision-at", x, k=n) != value("precision-at", x.reordered(sorted(x.grades)), k=n):
                return Result("instance", f"{x}")
    return Result("fails", f"no two orders of the same k <= {LARGEST} items have different precision at k")


@check("OV3", reading="taken as 'does not differentiate'")
def does_not_differentiate() -> Result:
    """Precision at k depends on the number of relevant items in the top k alone."""
    same = all(
        value("precision-at", x, k=k) == x.relevant(k) / rational(k)
        for n in range(1, LARGEST + 1)
        for x in _lists(n)
        for k in range(1, n + 1)
    )
    return Result.of(same, "it is the number of relevant items in the top k over k", f"exhaustive n<={LARGEST}")


@instead("OV3")
def the_slip() -> Result:
    """What the sentence must say for the rest of it to be true."""
    result = does_not_differentiate()
    return Result(result.finding, f"the metric does *not* differentiate: {result.sentence} (lists n <= {LARGEST})")


def _steps(metric: str) -> Iterator[tuple[Judged, int, Any, Any]]:
    for n in range(2, LARGEST):
        for missing in (0, 1):
            for x in _lists(n, missing):
                if x.R:
                    for k in range(1, n):
                        yield x, k, value(metric, x, k=k), value(metric, x, k=k + 1)


@check("OV4", reading="grows with every step")
def recall_grows_strictly() -> Result:
    """Recall at k + 1 is larger than recall at k."""
    for x, k, here, there in _steps("recall-at"):
        if not there > here:
            return Result("fails", f"{x}: R@{k} = {here}, R@{k + 1} = {there}")
    return Result("holds", "every step is strict", reach=f"n<={LARGEST - 1}")


@check("OV4", reading="never falls")
def recall_never_falls() -> Result:
    """Recall at k + 1 is at least recall at k."""
    for x, k, here, there in _steps("recall-at"):
        if there < here:
            return Result("fails", f"{x}: R@{k} = {here}, R@{k + 1} = {there}")
    return Result("holds", "no list where it falls", reach=f"exhaustive n<={LARGEST - 1}")


@instead("OV4")
def recall_stays() -> Result:
    """It never falls, and stays where the next item is not relevant."""
    same = all((there > here) == (x[k + 1] > 0) for x, k, here, there in _steps("recall-at"))
    return Result.of(
        same, f"R@k never falls; it grows exactly at the ranks of relevant items (all lists n <= {LARGEST - 1})"
    )


@check("OV5")
def precision_falls_and_grows() -> Result:
    """The smallest list whose precision at k falls, and the smallest where it grows."""
    falls = next((step for step in _steps("precision-at") if step[3] < step[2]), None)
    grows = next((step for step in _steps("precision-at") if step[3] > step[2]), None)
    if falls is None or grows is None:
        return Result("fails", f"precision at k is monotone on all lists n < {LARGEST}")
    examples = [f"{x}: P@{k} = {here}, P@{k + 1} = {there}" for x, k, here, there in (falls, grows)]
    return Result("instance", "; ".join(examples))


@check("OV6")
def everything_shown() -> Result:
    """Recall at n of every list with nothing missing and something relevant is 1."""
    for n in range(1, LARGEST + 1):
        for x in _lists(n):
            if x.R and value("recall-at", x, k=n) != 1:
                return Result("fails", f"{x}: R@{n} = {value('recall-at', x, k=n)}")
    return Result("holds", "R@n = 1 for every list that shows everything", reach=f"exhaustive n<={LARGEST}")


def _average_precision(figure: str, ranks: tuple[int, ...]) -> Result:
    """Of five retrieved of seven documents, four relevant: the printed figure under the printed rule."""
    x = Judged.of([int(i in ranks) for i in range(1, 6)], missing=[1, 0])
    mean = value("average-precision[retrieved]", x, k=5)
    other = value("average-precision[R]", x, k=5)
    sentence = f"the mean of the precisions at the relevant ranks {ranks} is {decimal(mean)}"
    beside = f"; over the 4 relevant documents of the collection it would be {decimal(other)}"
    right = printed(mean, figure)
    compared = f", printed as {figure}" if right else f", not {figure}"
    return Result.of(right, sentence + compared + beside, data={"value": str(mean)})


@check("OV7")
def first_average_precision() -> Result:
    """AP@5 with relevant documents at the ranks 1, 3, 4 is 0.81."""
    return _average_precision("0.81", (1, 3, 4))


@check("OV7")
def second_average_precision() -> Result:
    """AP@5 of the second query, irrelevant documents at the ranks 1 and 3, is 0.53."""
    return _average_precision("0.53", (2, 4, 5))
