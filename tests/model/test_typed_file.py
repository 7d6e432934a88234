"""A file that a user has typed passes ``mypy --strict``, and a wrong type in it is found."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import axiomatrix

SOURCE = Path(axiomatrix.__file__).parents[1]
TYPED = '''
from __future__ import annotations

from fractions import Fraction

import axiomatrix
from axiomatrix import (
    Discounts,
    ElementWeights,
    Judged,
    Metric,
    PositionWeights,
    Ranking,
    Similarity,
    WeakOrder,
    axioms,
    exact,
    inverted_pairs,
    metric,
    spaces,
)
from axiomatrix.axioms import symmetry


@metric(
    "typed-kendall",
    parameters={"w": spaces.element_weights()},
    holds=[axioms.triangle_inequality, "symmetry", axioms.scale_free("w", degree=2)],
    fails={axioms.left_invariance: "the weights belong to the items"},
)
def typed_kendall(a: Ranking, b: Ranking, w: ElementWeights) -> exact.Number:
    """d(a, b; w) = sum over inverted pairs of w_x w_y"""
    return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))


@metric("typed-footrule", holds=[symmetry])
def typed_footrule(a: Ranking, b: Ranking) -> int:
    """d(a, b) = sum over x of |a[x] - b[x]|"""
    return sum(abs(a[x] - b[x]) for x in a.items)


@metric("typed-precision", kind="score", arguments={"x": spaces.binary_list}, parameters={"k": spaces.cut_offs()})
def typed_precision(x: Judged, k: int) -> exact.Number:
    """P@k(x; k)"""
    return exact.rational(sum(x[i] for i in x.ranks(k))) / k


@metric("typed-gain", kind="score", arguments={"x": spaces.graded_lists()})
def typed_gain(x: Judged) -> exact.Number:
    """G(x) = sum of x_i / log(i + 1)"""
    if not x.grades:
        raise axiomatrix.Undefined("no item")
    return sum(x[i] / exact.log(i + 1, 2) for i in x.ranks())


@metric("typed-positions", parameters={"delta": spaces.position_weights()})
def typed_positions(a: Ranking, b: Ranking, delta: PositionWeights) -> exact.Number:
    """d(a, b; delta) = sum of |p_a(x) - p_b(x)|"""
    return sum(abs(delta.cost(a[x]) - delta.cost(b[x])) for x in a.items)


@metric("typed-similarity", parameters={"D": spaces.similarities()})
def typed_similarity(a: Ranking, b: Ranking, D: Similarity) -> exact.Number:
    """d(a, b; D) = sum over inverted pairs of D_xy"""
    return sum(D[x, y] for x, y in inverted_pairs(a, b))


@metric("typed-orders", arguments={"a": spaces.weak_order, "b": spaces.weak_order})
def typed_orders(a: WeakOrder, b: WeakOrder) -> Fraction:
    """d(a, b) = half of the number of items"""
    return Fraction(len(a) + len(b), 4)


axiomatrix.conjecture(typed_footrule, axioms.upper_bound("kendall", 2), source="a question of ours")


def test_axioms() -> None:
    axiomatrix.assert_axioms(typed_footrule, axioms=[symmetry, "separation"])


@axiomatrix.parametrize([typed_footrule, "kendall"])
def test_claims(cell: axiomatrix.Cell) -> None:
    assert cell.evidence.cases


def largest(one: Metric, items: list[int]) -> str:
    matrix = axiomatrix.check(one, axioms=["symmetry"])
    return f"{matrix[one, 'symmetry'].status.text} {one(items, items[::-1])}"


first, last = Ranking.from_order([1, 2, 3]), Ranking.from_order([3, 2, 1])
distance: int = typed_footrule(first, last)
weighted: exact.Number = typed_kendall(first, last, w=ElementWeights.of([1, 2, 3]))
half: exact.Number = weighted / 2 + distance
text: str = axiomatrix.explore("kv7", max_n=3).text()
'''


def mypy(directory: Path, text: str) -> tuple[int, str]:
    (directory / "typed.py").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", "typed.py"],
        cwd=directory,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},  # where mypy looks for installed packages
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_a_typed_file_passes_and_a_wrong_type_in_it_does_not(tmp_path: Path) -> None:
    status, output = mypy(tmp_path, TYPED)
    assert status == 0, output
    status, output = mypy(tmp_path, f"{TYPED}\nwrong: str = typed_footrule(first, last)\n")
    assert status == 1
    assert 'expression has type "int"' in output


def test_a_typed_file_runs(tmp_path: Path) -> None:
    before = axiomatrix.Registry(axiomatrix.REGISTRY)
    runnable = TYPED.replace('text: str = axiomatrix.explore("kv7", max_n=3).text()', "")
    namespace: dict[str, object] = {"__name__": "typed"}
    try:
        exec(compile(runnable, "<typed>", "exec"), namespace)
    finally:
        axiomatrix.REGISTRY.metrics = before.metrics
        axiomatrix.REGISTRY.axioms = before.axioms
    assert namespace["distance"] == 4
