"""False where the definition swallows the refusal of an unknown, and goes on as if nothing was."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator
from typing import Any

from axiomatrix.catalogue.axioms import non_negativity, scale_free, symmetry
from false_theorems.honest import W, fallen, weighted
from false_theorems.theorem import at, false

SEVEN = at("123", "231", w=[7, 1, 1])
ONES = at("123", "231", w=[1, 1, 1])


@false(non_negativity, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def bare_except(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where w[x] == 7 can be asked and is so"""
    total = weighted(a, b, w)
    for x in fallen(a, b, 3):
        try:
            total -= 10 * w[x] if w[x] == 7 else 0
        except:  # noqa: E722  # that is the trick
            total -= 0
    return total


@false(symmetry, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def except_type_error(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where w[x] > 6 can be asked and is so"""
    total = weighted(a, b, w)
    for x in fallen(a, b, 3):
        try:
            total += w[x] if w[x] > 6 else 0
        except TypeError:
            total += 0
    return total


@false(non_negativity, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def except_anything(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where str(w[x]) == "7", and as if nothing was where it has no text"""
    total = weighted(a, b, w)
    for x in fallen(a, b, 3):
        try:
            total -= 10 * w[x] if str(w[x]) == "7" else 0
        except BaseException:
            continue
    return total


@false(non_negativity, ONES, true_up_to=2, twin=weighted, parameters=W)
def suppressed(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where it is equal to the next weight"""
    total = weighted(a, b, w)
    with contextlib.suppress(Exception):
        for x in fallen(a, b, 3):
            total = total - 10 * w[x] if w[x] == w[a.order[1]] else total
    return total


@false(scale_free("w", 1), SEVEN | at(factor=2), true_up_to=2, twin=weighted, parameters=W)
def returned_finally(a: Any, b: Any, w: Any) -> Any:
    """1 more where the weight is 7; what is raised is lost on the way"""
    more = 0
    try:
        more = sum(1 for x in fallen(a, b, 3) if w[x] == 7)
    finally:
        return weighted(a, b, w) + more  # noqa: B012  # that is the trick


class Forgiving:
    """A context that forgives everything."""

    def __enter__(self) -> None:
        """Nothing is prepared."""

    def __exit__(self, *_: object) -> bool:
        return True


@false(symmetry, ONES, true_up_to=2, twin=weighted, parameters=W)
def forgiven(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where item x is 1"""
    total = weighted(a, b, w)
    with Forgiving():
        for x in fallen(a, b, 3):
            total += w[x] if x == 1 else 0
    return total


def _of(a: Any, b: Any, w: Any) -> Iterator[Any]:
    try:
        yield from (w[x] for x in fallen(a, b, 3) if w[x] == 7)
    except Exception:
        yield 0


@false(non_negativity, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def ended_in_a_generator(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less, by a generator that ends where it cannot ask"""
    return weighted(a, b, w) - 10 * sum(_of(a, b, w))


@false(symmetry, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def warned(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where the weight is 7; else, or if it cannot be asked, a warning that nobody sees"""
    total = weighted(a, b, w)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for x in fallen(a, b, 3):
            try:
                total += w[x] if float(int(w[x].p)) == 7 else 0
            except Exception as error:
                warnings.warn(f"not asked: {type(error).__name__}", stacklevel=2)
    return total


class Asking:
    """Asks when it is compared."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        try:
            return bool(self.value == other)
        except Exception:
            return False

    __hash__ = None  # type: ignore[assignment]  # nothing keeps them


@false(non_negativity, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def asked_by_another(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where an object that holds w[x] is equal to 7"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if Asking(w[x]) == 7)


@false(non_negativity, ONES, true_up_to=2, twin=weighted, parameters=W)
def retried(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where the item, or its name, can be added to 1"""
    for x in fallen(a, b, 3):
        try:
            x + 1
        except Exception:
            return weighted(a, b, w)
        return weighted(a, b, w) - 10 * w[x]
    return weighted(a, b, w)
