"""Sweeps, certificates and exact oracles for the tests of the linear method."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import numpy as np
from faulty import SIMILARITIES, registered

from axiomatrix import REGISTRY, Ranking, Registry, Similarity, axioms, inverted_pairs, spaces
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.certificate import digest
from axiomatrix.evidence.instance import Definitions
from axiomatrix.methods.encoding import size_data
from axiomatrix.methods.sweep import Spec, Sweep
from axiomatrix.methods.traced import TracedStatement
from axiomatrix.numbers.exact import fraction, rational
from axiomatrix.verify import LinearChecker

load_catalogue()
READINGS = ("deck", "le", "lt", "passed")
OTHER = "kendall-similarity"
SPACE = spaces.similarities()
BOUND = axioms.lower_bound(OTHER, 1)


def kendall_similarity(a: Any, b: Any, D: Any) -> Any:
    """sum of D over the inverted pairs"""
    return sum(D[x, y] for x, y in inverted_pairs(a, b))


def entries_sum(a: Any, D: Any) -> Any:
    """The sum of all entries."""
    return sum(D[x, y] for x, y in a.pairs)


def mine(definition: Any, **options: Any) -> Registry:
    """A registry with the definition, under the name ``mine``, beside the catalogue."""
    return registered(definition, **({"parameters": SIMILARITIES} | options))[1]


def traced(
    statement: Any, metric: str = "mine", registry: Registry = REGISTRY, parameter: str = "D"
) -> TracedStatement:
    """The statement about the metric, followed in one parameter."""
    return TracedStatement(registry.metric(metric), statement, Definitions(registry), parameter)


def swept(
    registry: Registry = REGISTRY,
    metric: str = "mine",
    *,
    axiom: str = "lower-bound",
    factor: Any = "1",
    other: str = OTHER,
    parameter: str = "D",
    by: tuple[str, ...] | None = None,
    fixed: tuple[tuple[str, str], ...] = (),
) -> Sweep:
    """The sweep of a bound."""
    arguments = (("other", other), ("factor", factor))
    return Sweep.of(Spec(metric, axiom, arguments, parameter, fixed=fixed, by=by), registry, LinearChecker)


def reading(name: str, by: tuple[str, ...] | None = None) -> Sweep:
    """The sweep of F_D against K_D in one reading."""
    return swept(metric=f"footrule-similarity[{name}]", by=by)


def plain(value: Any) -> Any:
    """A number as certificates write it."""
    read = fraction(rational(value))
    return read.numerator if read.denominator == 1 else str(read)


def certificate(sweep: Sweep, largest: int, sense: str = "inf", *, factor: Any = None) -> dict[str, Any]:
    """The certificate that the chunks of a sweep make up."""
    sizes: list[dict[str, Any]] = []
    best: Any = None
    for n in range(1, largest + 1):
        found = sweep.chunk(n, (), {})
        here = rational(found["best"][sense][0]) if sense in found["best"] else None
        if "split" in sweep.symmetries and best is not None:
            here = best if here is None else min(here, best)
        best = here
        size: dict[str, Any] = {"n": n, "value": None if best is None else plain(best)}
        if sweep.spec.fixed:
            size["fixed"] = {k: [plain(v) for v in p.entries.values()] for k, p in sweep.fixed(n).items()}
        size |= size_data(sweep.traced.coordinates, n, found["rankings"], found["rankings"] - found["discarded"])
        sizes.append({**size, "classes": [json.loads(line) for line in found["proofs"].get(sense, [])]})
    arguments = dict(sweep.spec.arguments)
    return {
        "kind": "linear",
        "metric": sweep.spec.metric,
        "axiom": sweep.spec.axiom,
        "arguments": arguments if factor is None else {**arguments, "factor": factor},
        "parameter": sweep.spec.parameter,
        "space": "closed",
        "sense": sense,
        "by": list(sweep.symmetries),
        "items": "numbered" if sweep.checker is not None and sweep.checker.observed else "unnamed",
        "largest": largest,
        "sizes": sizes,
    }


def sealed(data: dict[str, Any]) -> dict[str, Any]:
    """The certificate with a digest that fits."""
    return {**data, "digest": digest(data)}


def orders(n: int) -> list[tuple[int, ...]]:
    """All orders of n items."""
    return list(permutations(range(1, n + 1)))


def pair(order: Sequence[int]) -> tuple[Ranking, Ranking]:
    """The two rankings of an order."""
    return Ranking.identity(len(order)), Ranking.from_order(order)


def pseudometrics(n: int) -> Any:
    """All vectors of pairs i < j with entries 0, 1, 2 that satisfy every triangle inequality, as rows."""
    pairs = list(combinations(range(n), 2))
    rows = np.indices((3,) * len(pairs)).reshape(len(pairs), -1).T
    number = {frozenset(p): k for k, p in enumerate(pairs)}
    keep = np.ones(len(rows), dtype=bool)
    for i, j in pairs:
        for k in set(range(n)) - {i, j}:
            keep &= rows[:, number[frozenset((i, j))]] <= (
                rows[:, number[frozenset((i, k))]] + rows[:, number[frozenset((k, j))]]
            )
    return rows[keep]


class Lanes:
    """Many similarities at once: whole numbers in arrays, and nothing of the package."""

    def __init__(self, n: int, rows: Any) -> None:
        pairs = combinations(range(1, n + 1), 2)
        self.entries = {frozenset(p): rows[:, k] for k, p in enumerate(pairs)}

    def __getitem__(self, key: Any) -> Any:
        x, y = key
        return 0 if x == y else self.entries[frozenset((x, y))]


def similarity(n: int, vector: Sequence[Any]) -> Similarity:
    """The entries of pairs i < j as a similarity."""
    pairs = combinations(range(1, n + 1), 2)
    return (
        Similarity.of({p: fraction(rational(v)) for p, v in zip(pairs, vector, strict=True)})
        if n > 1
        else Similarity({})
    )


def least_by_vertices(
    linear: Sequence[Fraction],
    atoms: Sequence[tuple[Sequence[Fraction], Fraction]],
    denominator: Sequence[Fraction],
    facets: Sequence[Sequence[Fraction]],
) -> Fraction | None:
    """min of (linear + sum a |m|) / denominator over the pointed cone, in Fractions, from its rays; None: no ray.

    Every atom's kernel cuts the cone into parts on which the ratio is one of linear forms, least on an extreme ray
    of the part: so all lines that are cut out by facets and kernels are tried. Meant for denominators positive on
    the cone.
    """
    size = len(linear)
    rows = [*facets, *(m for m, _ in atoms)]
    best: Fraction | None = None
    for chosen in combinations(rows, size - 1):
        ray = kernel(chosen, size)
        if ray is None:
            continue
        for sign in (1, -1):
            x = [sign * v for v in ray]
            if any(dot(f, x) < 0 for f in facets) or dot(denominator, x) <= 0:
                continue
            value = (dot(linear, x) + sum(a * abs(dot(m, x)) for m, a in atoms)) / dot(denominator, x)
            best = value if best is None else min(best, value)
    return best


def dot(form: Sequence[Fraction], x: Sequence[Fraction]) -> Fraction:
    """The value of a linear form."""
    return sum((c * v for c, v in zip(form, x, strict=True)), start=Fraction(0))


def kernel(rows: Sequence[Sequence[Fraction]], size: int) -> list[Fraction] | None:
    """The line on which all forms vanish, if it is one line; by elimination."""
    matrix = [list(map(Fraction, row)) for row in rows]
    pivots: list[int] = []
    for column in range(size):
        rank = len(pivots)
        found = next((k for k in range(rank, len(matrix)) if matrix[k][column]), None)
        if found is None:
            continue
        matrix[rank], matrix[found] = matrix[found], matrix[rank]
        lead = matrix[rank][column]
        matrix[rank] = [v / lead for v in matrix[rank]]
        for k, row in enumerate(matrix):
            if k != rank and row[column]:
                matrix[k] = [v - row[column] * w for v, w in zip(row, matrix[rank], strict=True)]
        pivots.append(column)
    free = [c for c in range(size) if c not in pivots]
    if len(free) != 1:
        return None
    line = [Fraction(0)] * size
    line[free[0]] = Fraction(1)
    for k, column in enumerate(pivots):
        line[column] = -matrix[k][free[0]]
    return line
