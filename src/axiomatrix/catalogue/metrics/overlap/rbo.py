"""Rank-biased overlap of two top lists: truncated, least, largest and extrapolated; also average overlap."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ....model.registry import metric
from ....numbers.exact import Undefined, Whole, log
from ....spaces import persistences, top_list, top_list_of_any_length
from ....values.orders import TopList
from ... import axioms
from ...formulas import lines
from ...sources.papers import RB2

FAMILY = "overlap"
EQUAL = {"a": top_list, "b": top_list}
ANY = {"a": top_list_of_any_length, "b": top_list_of_any_length}
PERSISTENCE = {"p": persistences()}
similarity = partial(metric, kind="similarity", family=FAMILY, label_invariant=True)
rbo = partial(similarity, "rbo", parameters=PERSISTENCE, claims=[RB2.holds(axioms.lies_between(0, 1))])


def overlaps(a: TopList, b: TopList) -> list[Any]:
    """X_0, X_1, ..., X_l: how many items the first d of a and the first d of b have in common, l the longer length.

    Of a list that is shorter than d, all items are taken.
    """
    return [Whole(len(a.head(d) & b.head(d))) for d in range(max(len(a), len(b)) + 1)]


def weighted(agreements: Sequence[Any], p: Any) -> Any:
    """(1 - p) sum over d = 1, 2, ... of p^(d-1) A_d for the agreements A_1, A_2, ..."""
    return (1 - p) * sum(p ** (d - 1) * A for d, A in enumerate(agreements, 1))


COMMON = r"X_d=\left\lvert a_{\le d}\cap b_{\le d}\right\rvert"
OF_ONE_LENGTH = (COMMON, r"k=\left\lvert a\right\rvert=\left\lvert b\right\rvert")
SHORTER = r"s=\min(\left\lvert a\right\rvert,\left\lvert b\right\rvert)"
LONGER = r"l=\max(\left\lvert a\right\rvert,\left\lvert b\right\rvert)"


def named(name: str, of: str) -> str:
    """The formula of one of the values."""
    return rf"\mathrm{{RBO}}_{{\mathrm{{{name}}}}}(a,b)={of}"


def seen_up_to(last: str) -> str:
    """The sum as far as a depth."""
    return rf"(1-p)\sum_{{d=1}}^{{{last}}}p^{{d-1}}\frac{{X_d}}{{d}}"


def least_with(last: str) -> str:
    """The least value of lists if the longer has that length."""
    head = rf"\sum_{{d=1}}^{{{last}}}(X_d-X_{last})\frac{{p^d}}{{d}}"
    return rf"\frac{{1-p}}{{p}}\left({head}-X_{last}\ln(1-p)\right)"


LARGEST = named("max", r"(1-p)\sum_{d=1}^{f}p^{d-1}\frac{Y_d}{d}+p^f")
FORMULAS = {
    "ext": lines(named("ext", seen_up_to("k") + r"+p^k\,\frac{X_k}{k}"), *OF_ONE_LENGTH),
    "ext-unequal": lines(
        named("ext", r"(1-p)\sum_{d=1}^{l}p^{d-1}A_d+p^l\,A_l"),
        r"A_d=\frac{X_d}{d}+\max(0,d-s)\,\frac{X_s}{s\,d}",
        COMMON,
        SHORTER,
        LONGER,
    ),
    "min": lines(named("min", least_with("k")), *OF_ONE_LENGTH),
    "min-unequal": lines(named("min", least_with("l")), COMMON, LONGER),
    "max": lines(LARGEST, r"Y_d=X_{\min(d,k)}+2\,\max(0,d-k)", r"f=2\,k-X_k", *OF_ONE_LENGTH),
    "max-unequal": lines(LARGEST, r"Y_d=X_{\min(d,l)}+\max(0,d-s)+\max(0,d-l)", "f=s+l-X_l", COMMON, SHORTER, LONGER),
    "truncated": lines(named("trunc", seen_up_to("k")), *OF_ONE_LENGTH),
    "truncated-unequal": lines(named("trunc", seen_up_to("s")), COMMON, SHORTER),
}
"""Of each row; where lists have one length, it is k."""


# --- definitions -----------------------------------------------------------------------------------------------


@rbo(variant="ext", arguments=EQUAL, latex=FORMULAS["ext"])
def extrapolated(a: TopList, b: TopList, p: Any) -> Any:
    """RBO_EXT = (1-p) sum_{d<=l} p^(d-1) X_d/d + (1-p) sum_{s<d<=l} p^(d-1) X_s (d-s)/(s d) + p^l ((X_l-X_s)/l + X_s/s)

    a, b: two lists, s the length of the shorter and l of the longer; X_d: how many items their first d have in
    common; p in (0, 1). For lists of one length k: (1-p) sum p^(d-1) X_d/d + p^k X_k/k. The agreement beyond what is
    seen is taken to be the last one seen. No value if a list is empty (0/0). Webber, Moffat, Zobel 2010, eqs. 23, 32.
    """
    s, l = sorted((a.n, b.n))  # noqa: E741  # the paper's letters
    if s == 0:
        raise Undefined("a list is empty: there is no agreement to extrapolate")
    X = overlaps(a, b)
    seen = [X[d] / Whole(d) for d in range(1, l + 1)]
    assumed = [X[s] * (d - s) / (s * d) if d > s else Whole(0) for d in range(1, l + 1)]
    return weighted(seen, p) + weighted(assumed, p) + p**l * ((X[l] - X[s]) / l + X[s] / s)


@rbo(variant="min", arguments=EQUAL, latex=FORMULAS["min"])
def least(a: TopList, b: TopList, p: Any) -> Any:
    """RBO_MIN = (1-p)/p (sum_{d<=l} (X_d - X_l) p^d/d - X_l ln(1-p))

    a, b: two lists, l the length of the longer; X_d: how many items their first d have in common; p in (0, 1). The
    least value over all ways in which the lists go on: with items that the other has not, so that the overlap stays
    X_l, and sum_{d>l} p^d/d = -ln(1-p) - sum_{d<=l} p^d/d. 0 for empty lists. Webber, Moffat, Zobel 2010, eq. 11 (there
    at a depth that both lists reach).
    """
    X = overlaps(a, b)
    last = X[-1]
    head = sum(((X[d] - last) * p**d / Whole(d) for d in range(1, len(X))), Whole(0))
    return (1 - p) / p * (head - last * log(1 - p)) if last else (1 - p) / p * head


@rbo(variant="max", arguments=EQUAL, latex=FORMULAS["max"])
def largest(a: TopList, b: TopList, p: Any) -> Any:
    """RBO_MAX = (1-p) sum_{d<=f} p^(d-1) Y_d/d + p^f, Y_d = X_d + max(0, d-s) + max(0, d-l), f = s + l - X_l

    a, b: two lists, s the length of the shorter and l of the longer; X_d: how many items their first d have in
    common (X_l for d > l); p in (0, 1). The largest value over all ways in which the lists go on: each new item is
    one that the other list has and this one had not, until at depth f all are common. 1 for empty lists. Webber,
    Moffat, Zobel 2010 (RBO_MIN + RBO_RES).
    """
    s, l = sorted((a.n, b.n))  # noqa: E741  # the paper's letters
    X = overlaps(a, b)
    f = s + l - X[l]
    common = [X[min(d, l)] + max(0, d - s) + max(0, d - l) for d in range(1, f + 1)]
    return weighted([Y / Whole(d) for d, Y in enumerate(common, 1)], p) + p**f


@rbo(variant="truncated", arguments=EQUAL, latex=FORMULAS["truncated"])
def truncated(a: TopList, b: TopList, p: Any) -> Any:
    """RBO@s = (1-p) sum_{d<=s} p^(d-1) X_d/d

    a, b: two lists, s the length of the shorter; X_d: how many items their first d have in common; p in (0, 1). The
    sum as far as both lists go; at most 1 - p^s, also for equal lists. 0 if a list is empty. Webber, Moffat, Zobel
    2010.
    """
    X = overlaps(a, b)
    return weighted([X[d] / Whole(d) for d in range(1, min(a.n, b.n) + 1)], p)


@metric(
    "rbo-residual",
    kind="loss",
    arguments=EQUAL,
    parameters=PERSISTENCE,
    family=FAMILY,
    label_invariant=True,
    latex=lines(
        r"r(a,b)=\mathrm{RBO}_{\mathrm{max}}(a,b)-\mathrm{RBO}_{\mathrm{min}}(a,b)",
        *dict.fromkeys([*FORMULAS["max"].splitlines(), *FORMULAS["min"].splitlines()]),
    ),
)
def residual(a: TopList, b: TopList, p: Any) -> Any:
    """RBO_RES = RBO_MAX - RBO_MIN

    a, b: two lists; p in (0, 1). How much of the value lies beyond what is seen. Webber, Moffat, Zobel 2010.
    """
    return largest.definition(a, b, p) - least.definition(a, b, p)


@similarity(
    "average-overlap",
    arguments=EQUAL,
    latex=lines(r"\mathrm{AO}(a,b)=\frac{1}{k}\sum_{d=1}^{k}\frac{X_d}{d}", *OF_ONE_LENGTH),
)
def average_overlap(a: TopList, b: TopList) -> Any:
    """AO = (1/k) sum_{d<=k} X_d/d

    a, b: two lists of length k; X_d: how many items their first d have in common. Of two lengths k is the shorter. No
    value if a list is empty (0/0). Fagin, Kumar, Sivakumar, Comparing top k lists, 2003; Wu and Crestani 2003.
    """
    k = min(a.n, b.n)
    if k == 0:
        raise Undefined("a list is empty: there is no depth to average over")
    X = overlaps(a, b)
    return sum(X[d] / Whole(d) for d in range(1, k + 1)) / k


# --- the same of lists of any length ---------------------------------------------------------------------------

for _row in (extrapolated, least, largest, truncated):
    rbo(
        variant=f"{_row.variant}-unequal",
        arguments=ANY,
        latex=FORMULAS[f"{_row.variant}-unequal"],
    )(_row.definition)
