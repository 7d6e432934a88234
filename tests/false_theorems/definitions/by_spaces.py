"""False because of the space: signed entries, and spaces of a user's own that are not what they say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq

from axiomatrix import ElementWeights, Similarity
from axiomatrix.catalogue.axioms import non_negativity
from axiomatrix.spaces import Chooser, ParameterSpace, SimilaritySpace
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
