"""False because of the space: signed entries, and spaces of a user's own that are not what they say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from flint import fmpq

from axiomatrix import ElementWeights, Similarity
from axiomatrix.catalogue.axioms import lower_bound, non_negativity, triangle_inequality
from axiomatrix.spaces import Chooser, ElementWeightsSpace, ParameterSpace, SimilaritySpace
from false_theorems.honest import distant, weighted
from false_theorems.theorem import at, false


class Signed(ParameterSpace):
    """Weights of any sign; it says nothing of facets."""

    value_type = ElementWeights
    name = "signed weights"  # type: ignore[assignment]  # the same for all

    def __init__(self, positive: bool = False) -> None:
        super().__init__(positive=False, has_boundary=False)

    def keys(self, n: int) -> Sequence[Any]:
        return range(1, n + 1)

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> ElementWeights:
        return ElementWeights({x: fmpq(choose.integer(0, 6) - 3) for x in self.keys(n)})


class SignedLast(Signed):
    """Weights of which the last may be negative, though not below the sum of the others; its facets say so wrongly."""

    name = "weights with a signed last"  # type: ignore[assignment]  # the same for all

    def grid(self, n: int) -> Iterator[tuple[int, ...]]:
        yield from ((*v[:-1], -sum(v[:-1])) for v in super().grid(n) if v and v[-1] == 0)

    def facets(self, n: int) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The entries, which are not all of them non-negative."""
        return tuple(((k, 1),) for k in range(n))


class Falling(Signed):
    """Any weights that are not negative, whose facets say that they fall: w_1 >= w_2 >= ..."""

    name = "weights said to fall"  # type: ignore[assignment]  # the same for all

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> ElementWeights:
        return ElementWeights({x: fmpq(choose.integer(0, 6)) for x in self.keys(n)})

    def facets(self, n: int) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The differences of neighbours, and the entries."""
        falls = tuple(((k, 1), (k + 1, -1)) for k in range(n - 1))
        return (*falls, *(((k, 1),) for k in range(n)))


class AnyDistances(SimilaritySpace):
    """Said to be pseudometrics, and any symmetric distances belong to it."""

    name = "distances said to be pseudometrics"  # type: ignore[assignment]  # the same for all

    def __init__(self, positive: bool = False) -> None:
        super().__init__(positive=False)

    def admits(self, vector: Sequence[Any], n: int) -> bool:
        return True

    def check(self, value: Any) -> None:
        Similarity.of(value.entries)


@false(non_negativity, at("12", "21", w=[-1, 0]), true_up_to=1, twin=weighted, parameters={"w": Signed()})
def signed_weights(a: Any, b: Any, w: Any) -> Any:
    """sum of w[x] + w[y] over the inverted pairs, w of any sign"""
    return weighted(a, b, w)


@false(triangle_inequality, at("12", "21", "12", w=[-1, 0]), true_up_to=1, twin=weighted, parameters={"w": Signed()})
def signed_triangle(a: Any, b: Any, w: Any) -> Any:
    """sum of w[x] + w[y] over the inverted pairs, w of any sign: there and back is shorter than to stay"""
    return weighted(a, b, w)


@false(non_negativity, at("132", "312", w=[1, 1, -2]), true_up_to=2, twin=weighted, parameters={"w": SignedLast()})
def signed_last_weight(a: Any, b: Any, w: Any) -> Any:
    """sum of w[x] + w[y] over the inverted pairs, the last w signed"""
    return weighted(a, b, w)


@false(non_negativity, at("21", "12", w=[0, 1]), true_up_to=1, twin=weighted, parameters={"w": Falling()})
def falling_weights(a: Any, b: Any, w: Any) -> Any:
    """w[x] - w[y] for two items listed as x, y, inverted"""
    x, y = (a.items * 2)[:2]
    return w[x] - w[y] if a.n == 2 and a.order != b.order else weighted(a, b, w)


@false(
    non_negativity,
    at("123", "231", D={"12": 1, "23": 1, "13": 9}),
    true_up_to=2,
    twin=distant,
    parameters={"D": AnyDistances()},
)
def distances_without_triangles(a: Any, b: Any, D: Any) -> Any:
    """D[x, y] + D[y, z] - D[x, z], x the first of three and last in b; K_D elsewhere"""
    x, y, z = (*a.order, *a.order, *a.order)[:3]
    return D[x, y] + D[y, z] - D[x, z] if a.n == 3 and b[x] == 3 else distant(a, b, D)


@false(
    lower_bound("kendall-similarity", 1),
    at("123", "213", D={"12": 9, "23": 1, "13": 1}),
    true_up_to=2,
    twin=distant,
    parameters={"D": AnyDistances()},
)
def way_round(a: Any, b: Any, D: Any) -> Any:
    """D[x, z] + D[z, y] where the first two of three, x and y, are exchanged; K_D elsewhere"""
    if a.n == 3 and (b[a.order[0]], b[a.order[1]]) == (2, 1):
        x, y, z = a.order
        return D[x, z] + D[z, y]
    return distant(a, b, D)


class _Odd(ElementWeights):
    """Weights that say of 4711, where it is a number, that it is -4711."""

    def __getitem__(self, key: Any) -> Any:
        value = super().__getitem__(key)
        return -value if type(value) is fmpq and value == 4711 else value


class _OddWeights(ElementWeightsSpace):
    value_type = _Odd
    name = "odd weights"  # type: ignore[assignment]  # the same for all

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> ElementWeights:
        return _Odd(super().draw(choose, n, before).entries)


@false(
    non_negativity,
    {**at("12", "21"), "w": _Odd({1: fmpq(4711), 2: fmpq(1)})},
    true_up_to=1,
    twin=weighted,
    parameters={"w": _OddWeights(positive=False)},
)
def weights_of_a_class_of_their_own(a: Any, b: Any, w: Any) -> Any:
    """sum of w[x] + w[y] over the inverted pairs, w in a class that tells an unknown from a number"""
    return weighted(a, b, w)
