"""Overlap distances: 1 less the similarity. Each space has its row, as it decides whether they are metrics."""

from __future__ import annotations

from functools import partial
from typing import Any

from ....model.registry import metric
from ....spaces import ranking
from ....values.orders import TopList
from ....values.rankings import Ranking
from ...axioms.metric_space import METRIC_SPACE
from ...formulas import lines, size
from ...sources.papers import RB1, RB3, TK1
from .rbo import (
    ANY,
    EQUAL,
    FAMILY,
    FORMULAS,
    OF_ONE_LENGTH,
    PERSISTENCE,
    average_overlap,
    extrapolated,
    least,
    truncated,
    weighted,
)

rbo_distance = partial(metric, "rbo-distance", parameters=PERSISTENCE, family=FAMILY, label_invariant=True)


def less_than_one(variant: str) -> str:
    """1 less that value, in LaTeX."""
    formula = FORMULAS[variant]
    return lines("D(a,b)=1-" + formula.split("=", 1)[0], formula)


@rbo_distance(
    variant="rankings",
    arguments={"a": ranking, "b": ranking},
    claims=[RB1.holds(*METRIC_SPACE)],
    latex=lines(
        r"D(a,b)=(1-p)\sum_{d=1}^{n}p^{d-1}\left(1-\frac{X_d}{d}\right)",
        r"X_d=" + size(r"x\mid a(x)\le d,\ b(x)\le d"),
    ),
)
def distance_of_rankings(a: Ranking, b: Ranking, p: Any) -> Any:
    """1 - RBO = (1-p) sum_{d<=n} p^(d-1) (1 - X_d/d)

    a, b: two rankings of the same n items, as the beginnings of two infinite lists that go on alike; X_d: how many
    items their first d have in common; p in (0, 1). Beyond n the lists agree and nothing is added. 0 for fewer than
    two items. Webber, Moffat, Zobel 2010.
    """
    common = [len(set(a.order[:d]) & set(b.order[:d])) for d in range(1, int(a.n) + 1)]
    return weighted([a.n * (d - X) / (a.n * d) for d, X in enumerate(common, 1)], p)


@rbo_distance(
    variant="ext",
    arguments=EQUAL,
    claims=[RB3.holds(*METRIC_SPACE)],
    latex=less_than_one("ext"),
)
def distance_extrapolated(a: TopList, b: TopList, p: Any) -> Any:
    """1 - RBO_EXT(a, b)

    a, b: two lists; p in (0, 1). Of lists of one length k it is (1-p) sum p^(d-1) D_d + p^k D_k with
    D_d = 1 - X_d/d = |first d of a, symmetric difference, first d of b| / (2 d): a sum of pseudometrics, positive
    where any head differs, hence a metric. Of lists of different lengths it is not. No value if a list is empty.
    Webber, Moffat, Zobel 2010.
    """
    return 1 - extrapolated.definition(a, b, p)


@rbo_distance(variant="min", arguments=EQUAL, latex=less_than_one("min"))
def distance_of_least(a: TopList, b: TopList, p: Any) -> Any:
    """1 - RBO_MIN(a, b)

    a, b: two lists; p in (0, 1). The largest distance that the lists can come to, which is above 0 for equal ones;
    1 for empty lists. Webber, Moffat, Zobel 2010.
    """
    return 1 - least.definition(a, b, p)


@rbo_distance(variant="truncated", arguments=EQUAL, latex=less_than_one("truncated"))
def distance_truncated(a: TopList, b: TopList, p: Any) -> Any:
    """1 - (1-p) sum_{d<=s} p^(d-1) X_d/d

    a, b: two lists, s the length of the shorter; p in (0, 1). p^s for equal ones; 1 if a list is empty. Webber, Moffat,
    Zobel 2010.
    """
    return 1 - truncated.definition(a, b, p)


for _row in (distance_extrapolated, distance_of_least, distance_truncated):
    rbo_distance(
        variant=f"{_row.variant}-unequal",
        arguments=ANY,
        latex=less_than_one(f"{_row.variant}-unequal"),
    )(_row.definition)


@metric(
    "average-overlap-distance",
    arguments=EQUAL,
    claims=[TK1.holds(*METRIC_SPACE)],
    family=FAMILY,
    label_invariant=True,
    latex=lines(r"D(a,b)=1-\frac{1}{k}\sum_{d=1}^{k}\frac{X_d}{d}", *OF_ONE_LENGTH),
)
def distance_of_average_overlap(a: TopList, b: TopList) -> Any:
    """1 - AO(a, b) = (1/k) sum_{d<=k} |first d of a, symmetric difference, first d of b| / (2 d)

    a, b: two lists of length k, for which this is the intersection metric of Fagin, Kumar, Sivakumar 2003. Of two
    lengths k is the shorter. No value if a list is empty (0/0).
    """
    return 1 - average_overlap.definition(a, b)
