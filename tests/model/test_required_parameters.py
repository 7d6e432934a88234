"""Axioms that look at a parameter: of metrics without it they say nothing, and say that they say nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from exploring import run

import axiomatrix
from axiomatrix import REGISTRY, Registry, axiom, spaces
from axiomatrix.evidence.instance import Definitions
from axiomatrix.model.metric import BoundMetric
from axiomatrix.model.relation import at_most

PAIR = {"a": spaces.ranking, "b": spaces.ranking}


@pytest.fixture
def registry() -> Registry:
    return Registry(REGISTRY)


def heaviest(d: Any, a: Any, b: Any) -> Any:
    """d(a, b) <= n^2 times the sum of the weights, squared"""
    total = sum(d["w"][x] for x in a.items)
    return at_most(d(a, b), a.n * a.n * total * total)


def cells(registry: Registry, asked: Any, *metrics: str, profile: str = "quick") -> dict[str, Any]:
    found = {}
    for name in metrics:
        matrix = axiomatrix.check(name, axioms=[asked.id], profile=profile, use_pins=False, registry=registry)
        found[name] = matrix.cells[0].evidence
    return found


@pytest.mark.parametrize("requires", [(), ("w",), ["w"]])
def test_of_metrics_without_the_parameter_it_is_not_applicable(registry: Registry, requires: Any) -> None:
    asked = axiom("heaviest", over=PAIR, requires=requires)(heaviest)
    registry.add_axiom(asked)
    found = cells(registry, asked, "kendall", "kendall-similarity", "kendall-element")
    for name in ("kendall", "kendall-similarity"):
        assert (found[name].verdict, found[name].reason) == ("not applicable", "it has no parameter w"), name
        assert not found[name].cases
    assert found["kendall-element"].verdict == "searched" and found["kendall-element"].cases


def test_so_it_is_where_smaller_sizes_do_not_ask_for_the_parameter(registry: Registry) -> None:
    @axiom("heavy-beyond-one", over=PAIR)
    def heavy_beyond_one(d: Any, a: Any, b: Any) -> Any:
        """d(a, b) <= n^2 times the weight of item 1, squared, and 0 for one item"""
        return at_most(d(a, b), a.n * a.n * d["w"][1] * d["w"][1] if a.n > 1 else 0)

    registry.add_axiom(heavy_beyond_one)
    found = cells(registry, heavy_beyond_one, "kendall")["kendall"]
    assert (found.verdict, found.reason, found.reach) == ("not applicable", "it has no parameter w", ())


def test_of_lists_too(registry: Registry) -> None:
    @axiom("at-most-one-over", kinds={"score"}, about=("judged lists",), over={"x": spaces.own})
    def at_most_one_over(m: Any, x: Any) -> Any:
        """m(x) <= 1 / (1 - p)"""
        return at_most(m(x), 1 / (1 - m["p"]))

    registry.add_axiom(at_most_one_over)
    found = cells(registry, at_most_one_over, "precision", "rbp[binary]")
    assert (found["precision"].verdict, found["precision"].reason) == ("not applicable", "it has no parameter p")
    assert found["rbp[binary]"].verdict == "searched" and found["rbp[binary]"].cases


def test_a_key_that_is_missing_elsewhere_is_still_an_error(registry: Registry) -> None:
    @axiom("wrong-key", over=PAIR)
    def wrong_key(d: Any, a: Any, b: Any) -> Any:
        """d(a, b) <= the weight of an item that there is not"""
        return at_most(d(a, b), d["w"][99])

    registry.add_axiom(wrong_key)
    found = cells(registry, wrong_key, "kendall-element")
    assert found["kendall-element"].verdict == "error" and "KeyError" in found["kendall-element"].reason


def test_what_is_asked_for_is_said_and_the_error_stays_a_key_error() -> None:
    d = BoundMetric(REGISTRY.metric("kendall"), {}, Definitions(REGISTRY))
    with pytest.raises(KeyError, match=r"^it has no parameter p$"):
        d["p"]
    with pytest.raises(KeyError, match=r"^it has no parameter p$"):
        d.with_(p=1)


@pytest.mark.parametrize("wrong", ["w", [1]])
def test_requires_is_a_list_of_names(wrong: Any) -> None:
    with pytest.raises(TypeError, match="it must list parameter names, such as"):
        axiom("x", over=PAIR, requires=wrong)(heaviest)


# --- explore --------------------------------------------------------------------------------------------------

TOP = """
from axiomatrix import axioms, conjecture
conjecture({metric!r}, axioms.{axiom})
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("metric", "statement", "message"),
    [
        (
            "rbo[min]",
            "correlation_symmetry()",
            "nothing to explore: correlation-symmetry does not ask for an extreme; `axiomatrix check`",
        ),
        ("kendall", "left_invariance()", "is not an inequality between two rankings; `axiomatrix check` decides"),
    ],
)
def test_explore_says_who_decides_what_it_does_not(
    metric: str, statement: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(TOP.format(metric=metric, axiom=statement), encoding="utf-8")
    shown = " ".join(run("explore", "mine.py", code=2).stderr.split())
    assert message in shown
    assert "`axiomatrix check` decides" in shown
