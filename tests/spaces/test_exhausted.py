"""Exhausted means enumerated: only a space that says that it lists all its values is called exhausted."""

from __future__ import annotations

from typing import Any

import pytest
from verdict_words import in_words

from axiomatrix import axiom, metric, relation, spaces
from axiomatrix.engine.check import check
from axiomatrix.model.registry import REGISTRY, Registry
from axiomatrix.spaces.base import Space
from axiomatrix.spaces.lists import JudgedLists


def test_a_space_that_says_nothing_is_a_grid() -> None:
    class Few(spaces.Rankings):
        name = "the first two rankings"

        def enumerate(self, n: int) -> Any:
            return super().enumerate(n)[:2]

    class FewLists(JudgedLists):
        def enumerate(self, n: int) -> Any:
            return super().enumerate(n)[:2]

    class Wider(spaces.WeakOrders):
        def validate(self, value: Any, n: int) -> None:
            pass

    class OnlyNamed(spaces.WeakOrders):
        name = "the same by another name"

    assert not Few.complete and not Few().complete and not FewLists("few", (0, 1)).complete and not Wider().complete
    assert OnlyNamed().complete and not Space.complete


@pytest.mark.parametrize(
    ("arguments", "parameters", "verdict"),
    [
        ({"x": spaces.binary_list}, {}, "exhausted"),
        ({"x": spaces.binary_list}, {"k": spaces.cut_offs()}, "searched"),
        ({"x": spaces.gain_lists()}, {}, "searched"),
        ({"x": spaces.scored_list}, {}, "searched"),
        ({"x": spaces.runs()}, {}, "searched"),
        ({"a": spaces.weak_order, "b": spaces.weak_order}, {}, "exhausted"),
        ({"a": spaces.top_list, "b": spaces.top_list}, {}, "searched"),
        ({"a": spaces.ranking, "b": spaces.ranking}, {"k": spaces.cut_offs()}, "searched"),
        ({"a": spaces.ranking, "b": spaces.ranking}, {}, "exhausted"),
    ],
)
def test_only_what_is_enumerated_is_called_exhausted(arguments: Any, parameters: Any, verdict: str) -> None:
    registry = Registry(REGISTRY)
    one, two = {"x": spaces.own}, {"a": spaces.ranking, "b": spaces.ranking}
    about, kinds = tuple({space.sort for space in arguments.values()}), ("score", "distance")

    def of_one(m: Any, x: Any) -> Any:
        """m(x) >= 0"""
        return relation.at_least(m(x), 0)

    def of_two(m: Any, a: Any, b: Any) -> Any:
        """m(a, b) >= 0"""
        return relation.at_least(m(a, b), 0)

    says, over = (of_one, one) if len(arguments) == 1 else (of_two, two)
    nothing_below = axiom("nothing-below", over=over, about=about, kinds=kinds)(says)
    registry.add_axiom(nothing_below)
    zero = eval(f"lambda {', '.join((*arguments, *parameters))}: 0")  # a metric names what it takes
    options = {"kind": kinds[len(arguments) - 1], "arguments": arguments, "parameters": parameters}
    mine = metric("m", holds=[nothing_below()], registry=registry, **options)(zero)
    (found,) = check(mine, axioms=["nothing-below"], profile="quick", use_pins=False, registry=registry)
    (reach,) = [r for r in found.evidence.reach if r.method == "enumeration"]
    assert found.evidence.verdict == verdict and reach.grid == (verdict == "searched")
    assert ("grid" in reach.text) == (verdict == "searched") == (in_words("exhausted") not in reach.text)
