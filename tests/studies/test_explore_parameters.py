"""Conjectures with several parameters and cones of one's own: verdicts against brute force and the literature."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from pathlib import Path
from typing import Any

from exploring import answered, run

from axiomatrix import REGISTRY, Registry
from axiomatrix.catalogue import load_catalogue
from axiomatrix.methods.instances import Combinations
from axiomatrix.methods.scalar_extremes import ScalarExtreme, scalar_extremes
from axiomatrix.model.registry import Registry as AnyRegistry

EXAMPLES = Path(__file__).parents[2] / "examples"
load_catalogue()


def explored(name: str, folder: Path, largest: int, *options: str, code: int = 0) -> dict[str, Any]:
    run(
        "explore",
        str(EXAMPLES / name),
        "--max-n",
        str(largest),
        "--no-pictures",
        "--out",
        str(folder),
        *options,
        code=code,
    )
    for certificate in sorted((folder / "certificates").glob("*.json")):
        assert "stands" in run("verify", str(certificate), str(EXAMPLES / name)).stdout
    return {question["label"]: question for question in answered(folder)["questions"]}


def extreme(question: dict[str, Any], n: int, sense: str) -> Fraction:
    (size,) = [size for size in question["sizes"] if size["n"] == n]
    (value,) = [Fraction(e["value"]) for e in size["extremes"] if e["sense"] == sense]
    return value


def cuts(n: int) -> list[dict[frozenset[int], int]]:
    sides = [set(side) for size in range(1, n) for side in combinations(range(n), size)]
    return [{frozenset(p): int((p[0] in s) != (p[1] in s)) for p in combinations(range(n), 2)} for s in sides]


def moved(order: tuple[int, ...], distance: dict[frozenset[int], int], x: int) -> int:
    """By what x is passed, with its sign."""
    ahead = order.index
    return sum(distance[frozenset((x, y))] * ((y < x) - (ahead(y) < ahead(x))) for y in range(len(order)) if y != x)


def test_two_joint_parameters_have_the_best_constant_of_all_extreme_rays(tmp_path):
    """F / K is convex in (w, D) over a linear form: its largest value is that of a ray, a unit weight or a cut.

    Up to four items the cuts are all rays of the cone of pseudometrics (Deza and Laurent).
    """
    questions = explored("two_parameters.py", tmp_path, 4)
    upper, lower = questions["footrule-sum, <= 2"], questions["footrule-sum, >= 1"]
    for n in (2, 3, 4):
        rays = [({x: int(x == k) for x in range(n)}, dict.fromkeys(cuts(n)[0], 0)) for k in range(n)]
        rays += [(dict.fromkeys(range(n), 0), cut) for cut in cuts(n)]
        ratios = []
        for order in permutations(range(n)):
            inverted = [(x, y) for x, y in combinations(range(n), 2) if order.index(x) > order.index(y)]
            for w, d in rays:
                k = sum(w[x] + w[y] + d[frozenset((x, y))] for x, y in inverted)
                f = sum(w[x] * abs(order.index(x) - x) + abs(moved(order, d, x)) for x in range(n))
                ratios += [Fraction(f, k)] if k else []
        assert extreme(upper, n, "sup") == max(ratios)
        assert extreme(lower, n, "inf") <= min(ratios)
    assert [size["verdict"] for size in upper["sizes"]] == ["certified"] * 3
    assert [size["verdict"] for size in lower["sizes"]] == ["certified", "refuted", "refuted"]
    assert '"w + D"' in next((tmp_path / "certificates").glob("*.json")).read_text(encoding="utf-8")


def test_the_printed_conjecture_is_true_of_sums_of_cuts(tmp_path):
    """F_D >= K_D is proved for cut metrics, and fails of other pseudometrics first at six items."""
    question = explored("own_cone.py", tmp_path, 4)["l1-footrule"]
    assert [size["verdict"] for size in question["sizes"]] == ["certified"] * 3
    for n in (2, 3, 4):
        least = min(
            Fraction(sum(abs(moved(order, d, x)) for x in range(n)), k)
            for order in permutations(range(n))
            for d in cuts(n)
            if (k := sum(v for p, v in d.items() if order.index(min(p)) > order.index(max(p))))
        )
        assert 1 <= extreme(question, n, "inf") <= least


def test_falling_weights_have_a_better_constant_than_all_weights(tmp_path):
    questions = explored("falling_weights.py", tmp_path, 4)
    question = questions["falling-footrule, >= 1/2"]
    assert [extreme(question, n, "inf") for n in (2, 3, 4)] == [1, 1, Fraction(3, 5)]
    assert [extreme(question, n, "sup") for n in (2, 3, 4)] == [1, 1, 1]
    for n in (3, 4):  # no falling weights on the grid lie beyond
        ratios = [ratio(order, delta) for order in permutations(range(n)) for delta in falling(n, 3) if any(delta)]
        known = [value for value in ratios if value is not None]
        assert extreme(question, n, "inf") <= min(known) and max(known) == 1


def falling(n: int, largest: int) -> list[tuple[int, ...]]:
    return [d for d in product(range(largest + 1), repeat=n - 1) if all(x >= y for x, y in pairwise(d))]


def ratio(order: tuple[int, ...], delta: tuple[int, ...]) -> Fraction | None:
    n = len(order)
    cost = [sum(delta[:k]) for k in range(n)]
    place = [order.index(x) for x in range(n)]
    mean = {x: Fraction(cost[x] - cost[place[x]], x - place[x]) for x in range(n) if place[x] != x}
    k = sum(mean.get(z, 0) for x, y in combinations(range(n), 2) if place[x] > place[y] for z in (x, y))
    return Fraction(sum(abs(cost[x] - cost[place[x]]) for x in range(n))) / k if k else None


# --- a number ---------------------------------------------------------------------------------------------------


def extremes_of(registry: AnyRegistry, name: str, other: str, n: int) -> dict[str, ScalarExtreme]:
    metric = registry.metric(name)
    statement = registry.axiom("upper-bound")(other=other, factor=1)
    instances = ((values, 1) for values in Combinations.of(statement.over(metric), n))
    return {str(sense): found for sense, found in scalar_extremes(metric, statement, registry, instances).best.items()}


def test_a_penalty_of_ties_is_within_a_factor_of_two_of_the_profile_distance():
    """Fagin, Kumar, Mahdian, Sivakumar and Vee: K^(p) is equivalent to K^(1/2); between 1 and 2 times for p >= 1/2."""
    best = extremes_of(Registry(REGISTRY), "kendall-ties[large-p]", "kendall-ties[profile]", 3)
    assert (best["inf"].text, best["inf"].place) == ("1", "p = 1/2")
    assert (best["sup"].text, best["sup"].place) == ("2", "p = 1")


def test_an_extreme_inside_is_the_root_of_its_least_polynomial():
    from axiomatrix import metric, spaces

    registry = Registry(REGISTRY)

    @metric("cubic", parameters={"p": spaces.persistences()}, registry=registry)
    def cubic(a: Any, b: Any, p: Any) -> Any:
        """d(a, b) = (p - p^3) K(a, b)"""
        return (p - p**3) * sum(1 for x, y in a.pairs if (a[x] < a[y]) != (b[x] < b[y]))

    @metric("quintic", parameters={"p": spaces.persistences()}, registry=registry)
    def quintic(a: Any, b: Any, p: Any) -> Any:
        """d(a, b) = p (1 - p) (1 + p^3), where a and b differ"""
        return p * (1 - p) * (1 + p**3) if a != b else 0

    best = extremes_of(registry, "cubic", "kendall", 3)
    assert best["sup"].text.startswith("2/9*sqrt(3)") and best["sup"].place.startswith("p = 1/3*sqrt(3)")
    assert (best["inf"].text, best["inf"].place, best["inf"].attained) == ("0", "p -> 0", False)
    best = extremes_of(registry, "quintic", "kendall", 2)
    value = best["sup"].value
    assert value is not None and value.rational is None and value.polynomial.degree() == 4
    grid = [k / 10**4 for k in range(10**4)]
    assert abs(float(value.decimal()) - max(x * (1 - x) * (1 + x**3) for x in grid)) < 1e-6


def test_the_threshold_of_two_lower_ranks_is_the_golden_section():
    """1 >= p + p^2 up to (sqrt(5) - 1)/2, where the quadratic formula has its root."""
    shown = run("explore", str(EXAMPLES / "threshold.py"), "first-beats-next-two", "--where", "p").stdout
    assert f"{(5**0.5 - 1) / 2:.6f}" in shown
    assert "p <= 1/2*sqrt(5) + -1/2" in shown
