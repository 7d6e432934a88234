"""False by an attribute that differs between the engine's values and real ones."""

from __future__ import annotations

from typing import Any

from axiomatrix import Ranking
from axiomatrix.catalogue.axioms import non_negativity, reversal_invariance, symmetry
from false_theorems.honest import W, fallen, weighted
from false_theorems.theorem import at, false

ONES = at("123", "231", w=[1] * 3)


def is_filled(slot: Any, value: Any) -> bool:
    """Whether there is something in the slot, without having it worked out."""
    try:
        slot.__get__(value)
    except AttributeError:
        return False
    return True


@false(non_negativity, ONES, true_up_to=2, twin=weighted, parameters=W)
def keys_of_the_places(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where the places are kept under whole numbers"""
    whole = all(getattr(x, "denominator", 0) for x in a._places)
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if whole)


@false(symmetry, ONES, true_up_to=2, twin=weighted, parameters=W)
def kept_hash(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where the hash of a is that of numbered items"""
    numbered = a._hash == hash(((1, 2, 3), tuple(a.positions)))
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if numbered)


@false(non_negativity, ONES, true_up_to=2, twin=weighted, parameters=W)
def methods_of_the_weight(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where the weight has no method of a sum or of a polynomial"""
    return weighted(a, b, w) - sum(
        10 * w[x] for x in fallen(a, b, 3) if not {"terms", "same_as", "at", "ring"} & set(dir(w[x]))
    )


@false(symmetry, ONES, true_up_to=2, twin=weighted, parameters=W)
def memory_of_a_ranking(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where nobody asked a for its items ahead before"""
    fresh = not is_filled(Ranking._prefix, a)
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if fresh)


@false(reversal_invariance, ONES, true_up_to=2, twin=weighted, parameters=W)
def keys_of_the_weights(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where the weights are kept under 1, 2, 3"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if list(w.entries) == [1, 2, 3])


@false(symmetry, ONES, true_up_to=2, twin=weighted, parameters=W)
def size_of_an_item(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where the item has as many bits as a number has"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if "bit_length" in dir(x))
