"""Certificates over several parameters and over cones of a user's own: what stands, and what is refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from sweeping import certificate, mine, sealed, swept

from axiomatrix import inverted_pairs, metric, spaces
from axiomatrix.model.registry import Registry
from axiomatrix.numbers.forms import NotLinear
from axiomatrix.verify import Refused, verify
from axiomatrix.verify.unknowns import Unknowns

W, DELTA, D = spaces.element_weights(), spaces.position_weights(), spaces.similarities()


def cuts(n: int) -> list[dict[tuple[int, int], int]]:
    items = range(1, n + 1)
    sides = [set(side) for size in range(1, n) for side in combinations(items, size)]
    return [{(x, y): int((x in side) != (y in side)) for x, y in combinations(items, 2)} for side in sides]


def kendall_sum(a: Any, b: Any, w: Any, D: Any) -> Any:
    """sum of w[x] + w[y] + D[x, y] over the inverted pairs"""
    return sum(w[x] + w[y] + D[x, y] for x, y in inverted_pairs(a, b))


def kendall_cuts(a: Any, b: Any, D: Any) -> Any:
    """sum of D[x, y] over the inverted pairs"""
    return sum(D[x, y] for x, y in inverted_pairs(a, b))


def footrule_cuts(a: Any, b: Any, D: Any) -> Any:
    """sum over items of |sum of D[x, y] over y ahead of x in a - the same in b|"""
    return sum(abs(sum(D[x, y] * ((a[y] < a[x]) - (b[y] < b[x])) for y in a.items)) for x in a.items)


def footrule_of_costs(a: Any, b: Any, delta: Any) -> Any:
    """sum over items of the cost of the way"""
    return sum(abs(delta.cost(a[x]) - delta.cost(b[x])) for x in a.items)


def certified(definition: Any, other: Any, parameters: Any, followed: str, sense: str = "inf") -> tuple[Any, Registry]:
    registry = mine(definition, parameters=parameters)
    metric("other", parameters=parameters, registry=registry)(other)
    axiom = "lower-bound" if sense == "inf" else "upper-bound"
    sweep = swept(registry, axiom=axiom, other="other", parameter=followed)
    return certificate(sweep, 3, sense), registry


@pytest.fixture(scope="module")
def joint() -> tuple[Any, Registry]:
    def footrule_sum(a: Any, b: Any, w: Any, D: Any) -> Any:
        """sum over items of w[x] |a[x] - b[x]|, and the footrule of cuts"""
        return sum(w[x] * abs(a[x] - b[x]) for x in a.items) + footrule_cuts(a, b, D)

    return certified(footrule_sum, kendall_sum, {"w": W, "D": D}, "w + D", "sup")


@pytest.fixture(scope="module")
def generated() -> tuple[Any, Registry]:
    space = spaces.cone(D, "sums of cuts", generators=cuts)
    return certified(footrule_cuts, kendall_cuts, {"D": space}, "D")


@pytest.fixture(scope="module")
def falling() -> tuple[Any, Registry]:
    space = spaces.cone(DELTA, "falling", inequalities=lambda d, n: [d[i] - d[i + 1] for i in range(2, n)])

    def kendall(a: Any, b: Any, delta: Any) -> Any:
        """sum over inverted pairs of the mean costs"""
        moved = [z for pair in inverted_pairs(a, b) for z in pair if a[z] != b[z]]
        return sum(delta.mean_cost(a[z], b[z]) for z in moved)

    return certified(footrule_of_costs, kendall, {"delta": space}, "delta")


def test_certificates_of_joint_parameters_and_of_cones_stand(joint, generated, falling):
    for (data, registry), value in ((joint, "-2"), (generated, "1"), (falling, "1")):
        assert verify(data, registry).values[-1] == (3, value)
    assert joint[0]["parameter"] == "w + D"
    assert "generators" not in joint[0]["sizes"][2]
    assert generated[0]["sizes"][2]["generators"] == {"D": [[1, 1, 0], [1, 0, 1], [0, 1, 1]]}
    assert falling[0]["sizes"][2]["facets"] == [[[0, 1], [1, -1]], [[0, 1]], [[1, 1]]]


def _set(value: Any, *path: Any) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("which", "change"),
    [
        ("joint", _set("w", "parameter")),
        ("joint", _set("D + w", "parameter")),
        ("joint", _set("w + w", "parameter")),
        ("joint", _set("w + delta", "parameter")),
        ("joint", _set(["w", "D"], "parameter")),
        ("joint", _set({"D": [[1]]}, "sizes", 1, "generators")),
        ("joint", _set([], "sizes", 2, "facets")),
        ("joint", _set(-1, "sizes", 2, "value")),
        ("generated", _set({"D": [[1, 1, 0], [1, 0, 1]]}, "sizes", 2, "generators")),
        ("generated", _set({"D": [[1, 0, 1], [1, 1, 0], [0, 1, 1]]}, "sizes", 2, "generators")),
        ("generated", lambda data: data["sizes"][2].pop("generators")),
        ("generated", _set(2, "sizes", 2, "value")),
        ("falling", _set([[[0, 1]], [[1, 1]]], "sizes", 2, "facets")),
        ("falling", _set([[[0, -1], [1, 1]], [[0, 1]], [[1, 1]]], "sizes", 2, "facets")),
        ("falling", _set("2/1", "sizes", 2, "value")),
    ],
)
def test_an_altered_certificate_is_refused(which, change, joint, generated, falling):
    data, registry = {"joint": joint, "generated": generated, "falling": falling}[which]
    altered = copy.deepcopy(data)
    change(altered)
    with pytest.raises(Refused):
        verify(sealed(altered), registry)


def test_the_multipliers_of_another_cone_are_refused(falling):
    """The same metric over all position weights: what was proved of falling ones is not proved of these."""
    data, _ = falling

    with pytest.raises(Refused, match="facets"):
        verify(data, mine_with_other(footrule_of_costs))


def mine_with_other(definition: Any) -> Registry:
    registry = mine(definition, parameters={"delta": DELTA})
    metric("other", parameters={"delta": DELTA}, registry=registry)(definition)
    return registry


def test_generators_that_tell_items_apart_are_refused():
    def first_cut(n: int) -> list[dict[tuple[int, int], int]]:
        return [*cuts(n)[:1], dict.fromkeys(cuts(n)[0], 1)] if n > 1 else []

    space = spaces.cone(D, "first cut", generators=first_cut)
    data, registry = certified(footrule_cuts, kendall_cuts, {"D": space}, "D")
    with pytest.raises(Refused, match="distinguish the items"):
        verify(data, registry)


def test_a_cone_that_widens_with_n_is_no_sum_of_smaller_ones():
    """Weights within a factor of two of each other at three items, and free at four: nothing carries over."""
    near = spaces.cone(DELTA, "near", inequalities=lambda d, n: [2 * d[2] - d[3], 2 * d[3] - d[2]] if n == 3 else [])
    registry = mine(footrule_of_costs, parameters={"delta": near})
    assert Unknowns(registry.metric("mine"), "delta").embedded(3, 0, 4) is None
    plain = mine(footrule_of_costs, parameters={"delta": DELTA})
    assert Unknowns(plain.metric("mine"), "delta").embedded(3, 1, 4) == {0: 1, 1: 2}


def test_a_product_of_parameters_is_refused_with_the_operation_and_the_line():
    def product(a: Any, b: Any, w: Any, D: Any) -> Any:
        """sum of w[x] D[x, y] over the inverted pairs"""
        return sum(w[x] * D[x, y] for x, y in inverted_pairs(a, b))

    registry = mine(product, parameters={"w": W, "D": D})
    line = product.__code__.co_firstlineno + 2
    with pytest.raises(NotLinear, match=rf"a product of two parameter entries \(test_verify_cones.py, line {line}, in"):
        swept(registry, other="mine", parameter="w + D")
