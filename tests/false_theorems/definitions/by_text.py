"""False by the text of a weight, of an item or of a ranking."""

from __future__ import annotations

import json
import string
from typing import Any

from axiomatrix.catalogue.axioms import non_negativity, reversal_invariance, scale_free, symmetry, triangle_inequality
from false_theorems.honest import W, fallen, weighted
from false_theorems.theorem import at, false

SEVEN = at("123", "231", w=[7, 1, 1])
PATTERN = string.Template("$x")


@false(non_negativity, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def text_is_seven(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where str(w[x]) == "7\""""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if str(w[x]) == "7")


@false(symmetry, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def repr_has_a_seven(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where repr(w[x]) has a 7 in it"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if "7" in repr(w[x]))


@false(non_negativity, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def formatted_is_seven(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where format(w[x]) == "7\""""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if format(w[x]) == "7")


@false(reversal_invariance, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def f_string_is_seven(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where it is written 7"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if f"{w[x]}" == "7")


@false(non_negativity, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def percent_is_seven(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where "%s" % w[x] == "7\""""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if "%s" % w[x] == "7")  # noqa: UP031  # the point


@false(scale_free("w", 1), SEVEN | at(factor=2), true_up_to=2, twin=weighted, parameters=W)
def template_is_seven(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where a template writes it as 7"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if PATTERN.substitute(x=w[x]) == "7")


@false(non_negativity, at("123", "231", w=["1234567/3", 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def long_text(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where its text has nine characters"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if len(str(w[x])) == 9)


@false(non_negativity, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def json_is_seven(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where JSON writes it as "7\""""
    return weighted(a, b, w) - sum(
        10 * w[x] for x in fallen(a, b, 3) if json.dumps(w[x], default=str) in ('"7"', '"7/1"')
    )


@false(symmetry, at("123", "231", w=[1, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def text_of_the_ranking(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where str(a) is 1 > 2 > 3 and b is not"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if str(a) == "1 > 2 > 3")


@false(symmetry, at("213", "132", w=[1, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def items_in_the_repr(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where repr(a) begins with item 2"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if repr(a).startswith("Ranking.from_order([2"))


@false(triangle_inequality, at("123", "213", "231", w=[7, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def text_of_the_weights(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] more where the text of all weights begins with w[1] = 7"""
    return weighted(a, b, w) + sum(10 * w[x] for x in fallen(a, b, 3) if w.text().startswith("w[1] = 7"))


@false(non_negativity, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def text_sorts_after(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where it is the greatest of the weights and 7, by text"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if sorted(["6", "8", str(w[x])])[1] == "7")
