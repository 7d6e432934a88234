"""Checks of what the overview says of DCG, RBP and ERR, and of the metrics that take two levels of relevance."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

from ...numbers.exact import rational
from ...values.judged import Judged, Run
from ..closed.forms import above_zero, adds_up_to, number, symbol
from .check import Result, agree, check, decimal, instead, value


def _gains() -> list[Any]:
    """The exponential gain of the ratings 0..5, by the DCG of a single item."""
    return [value("dcg[exponential]", Judged.of([rating]), k=1) for rating in range(6)]


def _doubles(first: int) -> Result:
    gains = _gains()
    ratios = {r: (gains[r + 1] / gains[r] if gains[r] != 0 else None) for r in range(first, 5)}
    text = ", ".join(f"{r + 1} over {r}: {ratio if ratio is not None else 'x/0'}" for r, ratio in ratios.items())
    near = all(ratio is not None and abs(ratio - 2) < rational(1, 2) for ratio in ratios.values())
    return Result.of(near, f"ratio of the gains of neighbouring ratings: {text}")


@check("OV10", reading="ratings 0 to 5, ratio nearest to 2")
def gain_doubles_everywhere() -> Result:
    """The gain of each rating 1..5 over that of the rating before is nearer to 2 than to any other whole number."""
    return _doubles(0)


@check("OV10", reading="ratings 2 to 5, ratio nearest to 2")
def gain_doubles_from_two_on() -> Result:
    """The same from rating 2 on."""
    return _doubles(2)


@instead("OV10")
def gain_ratio() -> Result:
    """gain(R + 1) = 2 gain(R) + 1."""
    gains = _gains()
    same = all(gains[r + 1] == 2 * gains[r] + 1 for r in range(5))
    sentence = (
        "gain(R + 1) = 2 gain(R) + 1, so the ratio is 2 + 1/gain(R): none for R = 0, 3 for R = 1, then falling to 2"
    )
    return Result.of(same, sentence)


@check("OV11")
def several_levels() -> Result:
    """nDCG, RBP and ERR tell some two levels of relevance apart."""
    half, whole = [0, rational(1, 2), 1], [0, 1, rational(1, 2)]
    values = {
        "ndcg": [value("ndcg", Judged.of(x), k=3) for x in ([0, 1, 2], [0, 2, 1])],
        "rbp": [value("rbp", Judged.of(x), p=rational(1, 2), k=3) for x in (half, whole)],
        "err": [value("err", Judged.of(x), p=rational(1, 2), k=3) for x in (half, whole)],
    }
    blind = [name for name, (x, y) in values.items() if x == y]
    listed = ", ".join(f"{name}: {decimal(x)} and {decimal(y)}" for name, (x, y) in values.items())
    return Result("fails" if blind else "instance", f"two relevant items of different levels, in both orders: {listed}")


def _alone(grades: Sequence[int]) -> Run:
    return Run.of([Judged.of(grades)])


@check("OV11")
def two_levels_only() -> Result:
    """AP, RR, MAP and MRR refuse graded lists, or see in them no more than what is relevant."""
    of_runs = ("mean-average-precision", "mean-reciprocal-rank")
    for name in ("average-precision", "reciprocal-rank", *of_runs):
        make = _alone if name in of_runs else Judged.of
        for n in (1, 2, 3):
            for grades in product((0, 1, 2), repeat=n):
                if not any(grades):
                    continue
                binary = value(name, make([int(g > 0) for g in grades]), k=n)
                try:
                    graded = value(name, make(grades), k=n)
                except ValueError:
                    continue  # refused
                if graded != binary:
                    return Result("fails", f"{name} of {grades} is {graded}, of the binary list {binary}")
    return Result("holds", "no graded list has another value than its binary one", reach="exhaustive n<=3, grades 0..2")


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


def _looked_at(i: Any, p: Any) -> Any:
    """The probability p^(i-1) of looking at document i."""
    return p ** (i - 1)


def _stopped_at(i: Any, p: Any) -> Any:
    """i times the probability p^(i-1) (1-p) of stopping at document i."""
    return i * p ** (i - 1) * (1 - p)


@check("OV13", reading="sum of p^(i-1)")
def series_at_one() -> Result:
    """The partial sums of the probabilities p^(i-1) of looking at document i, at p = 1."""
    i, n = symbol("i"), symbol("N")
    if adds_up_to(_looked_at(i, number(1)), i, n, n):
        return Result("fails", "at p = 1 the sum of the first N terms is N, for every N: the series diverges there")
    return Result("open", "the partial sums at p = 1 are not N")


@check("OV13", reading="sum of i p^(i-1) (1-p)")
def expectation_at_one() -> Result:
    """The partial sums of i times the probability p^(i-1) (1-p) of stopping at document i, at p = 1."""
    if _stopped_at(symbol("i"), number(1)) == 0:
        sentence = "at p = 1 every term is 0, so the series adds up to 0, and 1/(1-p) has no value there: the user "
        return Result("fails", sentence + "never stops, and no number of examined documents is expected")
    return Result("open", "the partial sums at p = 1 are not 0")


@instead("OV13")
def series_below_one() -> Result:
    """The sums of the first N terms of both, and their limits for 0 < p = 1/(1 + q) < 1; at p = 0 one term is not 0."""
    from sympy import limit, oo

    i, n, q = symbol("i"), symbol("N"), above_zero("q")
    p = 1 / (1 + q)
    looked = (1 - p**n) / (1 - p)
    same = adds_up_to(_looked_at(i, p), i, n, looked) and adds_up_to(_stopped_at(i, p), i, n, looked - n * p**n)
    tend = (limit(p**n, n, oo), limit(n * p**n, n, oo)) == (0, 0)
    sentence = (
        "for 0 <= p < 1 it converges to 1/(1-p): the first N probabilities add up to (1 - p^N)/(1 - p), and the first "
        "N terms i p^(i-1) (1-p) to N p^N less, for every N (summed symbolically); p^N and N p^N tend to 0"
    )
    return Result.of(same and tend, sentence)
