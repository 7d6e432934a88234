"""Plain functions, names of axioms and defaults: what people hand to ``check`` and ``@metric`` as they have it."""

from __future__ import annotations

import math
import statistics
import sys
from types import ModuleType
from typing import Any

import pytest

import axiomatrix
from axiomatrix import REGISTRY, Metric, Registry, Unknown, axioms, check, conjecture, metric, spaces
from axiomatrix.numbers.exact import Undefined

BINARY = {"x": spaces.binary_list}
LIST: dict[str, Any] = {"kind": "score", "arguments": BINARY}


@pytest.fixture
def registry() -> Registry:
    return Registry(REGISTRY)


# --- plain functions ---------------------------------------------------------------------------------------------


def displacement(a: list[int], b: list[int]) -> int:
    return sum(abs(x - y) for x, y in zip(a, b, strict=True))


def hits(retrieved_ids: list[int], relevant_ids: list[int], k: int) -> float:
    return len({*retrieved_ids[:k]} & {*relevant_ids}) / k


def first_hit(retrieved: list[int], relevant: list[int]) -> float:
    return next((1 / i for i, document in enumerate(retrieved, 1) if document in relevant), 0.0)


def mean_gain(gains: list[float], discount: float = 0.5) -> dict[str, float]:
    return {"gain": statistics.mean(g * discount**i for i, g in enumerate(gains))}


def mean_or_nothing(y_true: list[float], y_score: list[float], *, top: int = 3) -> tuple[float, str]:
    best = sorted(zip(y_score, y_true, strict=True), reverse=True)[:top]
    if not any(y_true):
        return math.nan, "nothing to find"
    if len(best) < 2:
        raise ValueError("two items at least")
    return sum(grade for _, grade in best) / len(best), "found"


def lines_for(function: Any) -> str:
    with pytest.raises(TypeError, match="is a function, not a metric") as refusal:
        check(function)
    return "\n".join(line.strip() for line in str(refusal.value).splitlines()[1:]).strip()


@pytest.mark.parametrize(
    ("function", "kind", "about"),
    [
        (displacement, "distance", "rankings"),
        (hits, "score", "judged lists"),
        (first_hit, "score", "judged lists"),
        (mean_gain, "score", "judged lists"),
        (mean_or_nothing, "score", "scored lists"),
        (math.dist, "distance", "rankings"),
        (statistics.correlation, "similarity", "rankings"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_plain_function_is_refused_with_two_lines_that_work(
    function: Any, kind: str, about: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = lines_for(function)
    assert len(lines.splitlines()) == 2
    home = ModuleType("somewhere")
    monkeypatch.setitem(sys.modules, "somewhere", home)
    exec(compile(lines, "pasted", "exec"), vars(home) | {"axiomatrix": axiomatrix, function.__name__: function})
    made = REGISTRY.metrics.pop(f"my-{function.__name__.replace('_', '-')}")
    assert (made.kind, made.about) == (kind, about)
    cells = check(made, profile="quick", registry=Registry(REGISTRY)).cells
    assert not [cell.evidence.reason for cell in cells if cell.status.is_fault]
    assert {"exhausted", "searched", "refuted"} & {cell.evidence.verdict for cell in cells}


def test_a_function_of_a_library_is_imported_from_where_it_is_public() -> None:
    assert "from statistics import correlation; return correlation(" in lines_for(statistics.correlation)


def test_what_is_no_function_is_not_wrapped() -> None:
    for wrong in (Metric, [REGISTRY.metric("kendall")], 3):
        with pytest.raises(TypeError, match="name metrics one by one"):
            check(wrong)  # type: ignore[arg-type]


# --- defaults, and marks for what is undefined -------------------------------------------------------------------


def test_what_is_not_named_keeps_its_default(registry: Registry) -> None:
    def at(x: Any, k: int = 2, *rest: Any, weight: int = 3, **options: Any) -> Any:
        return weight * x.relevant(k)

    plain = metric("at", **LIST, registry=registry)(at)
    assert plain([1, 1, 1]) == 6
    named = metric("at-k", **LIST, parameters={"k": spaces.cut_offs()}, registry=registry)(at)
    assert named([1, 1, 1], k=3) == 9
    with pytest.raises(ValueError, match="'k' is missing"):
        named([1, 1, 1])
    by_name = metric("by-name", **LIST, parameters={"weight": spaces.cut_offs()}, registry=registry)(at)
    assert by_name([1, 1, 1], weight=1) == 2


@pytest.mark.parametrize(
    "definition", [lambda x, k: 1, lambda x, *, k: 1, lambda: 1, lambda *, x: 1, lambda x, y, k=1: 1]
)
def test_what_has_no_default_must_be_declared(definition: Any, registry: Registry) -> None:
    with pytest.raises(ValueError, match=r"it must take \(x\)"):
        metric("mine", **LIST, registry=registry)(definition)


def test_a_parameter_must_be_taken_by_name(registry: Registry) -> None:
    with pytest.raises(ValueError, match=r"it must take \(x, k\)"):
        metric("mine", **LIST, parameters={"k": spaces.cut_offs()}, registry=registry)(lambda x, cut=1: 1)


def test_exceptions_and_values_that_mean_that_there_is_no_value(registry: Registry) -> None:
    def ratio(x: Any) -> Any:
        if not x.relevant():
            return None
        if x[1] == 0:
            raise KeyError("nothing first")
        return 1

    marked = metric("marked", **LIST, undefined=[KeyError, None], registry=registry)(ratio)
    assert marked([1]) == 1
    for grades in ([0], [0, 1]):
        with pytest.raises(Undefined):
            marked(grades)
    unmarked = metric("unmarked", **LIST, undefined=[ValueError, math.nan], registry=registry)(ratio)
    with pytest.raises(KeyError):
        unmarked([0, 1])
    assert unmarked([0]) is None
    for wrong in (ValueError, "nan", [int], [0], 3):
        with pytest.raises(ValueError, match="undefined is"):
            metric("wrong", **LIST, undefined=wrong, registry=registry)  # type: ignore[arg-type]


# --- axioms by name ----------------------------------------------------------------------------------------------


def test_a_name_is_as_good_as_an_axiom_in_a_declaration(registry: Registry) -> None:
    written: list[Any] = ["symmetry", "triangle_inequality", axioms.near_metric, "upper-bound(other=kendall, factor=2)"]
    made = metric("one", holds=written, fails={"left invariance": "why not"}, registry=registry)(lambda a, b: 1)
    claimed = [(claim.statement, claim.status) for claim in made.claims]
    assert claimed == [
        (axioms.symmetry(), "holds"),
        (axioms.triangle_inequality(), "holds"),
        (axioms.near_metric(), "holds"),
        (axioms.upper_bound("kendall", 2), "holds"),
        (axioms.left_invariance(), "fails"),
    ]
    with pytest.raises(ValueError, match="symmetry is in holds and again in conjectured"):
        metric("two", holds=["symmetry"], conjectured=[axioms.symmetry], registry=registry)


def test_a_name_of_several_axioms_is_the_one_about_the_metric(registry: Registry) -> None:
    for kind, expected in (("distance", "symmetry"), ("similarity", "correlation-symmetry")):
        made = metric(f"one-{kind}", kind=kind, holds=["symmetric"], registry=registry)(lambda a, b: 1)  # type: ignore[arg-type]
        assert [claim.statement.axiom.id for claim in made.claims] == [expected]


@pytest.mark.parametrize(
    ("name", "meant"), [("symetry", "symmetry"), ("triangle inequalty", "triangle"), ("near-metrix", "near-metric")]
)
def test_a_misspelt_name_gives_the_nearest_right_one(name: str, meant: str, registry: Registry) -> None:
    for ask in (
        lambda: metric("mine", holds=[name], registry=registry),
        lambda: check("kendall", axioms=[name], profile="quick"),
        lambda: registry.axiom(name),
        lambda: registry.statement(name),
        lambda: conjecture("kendall", name, registry=registry),
    ):
        with pytest.raises(Unknown, match=f"did you mean '{meant}"):
            ask()


def test_check_takes_axioms_by_name_and_as_objects(registry: Registry) -> None:
    for written in ("symmetry", axioms.symmetry, axioms.symmetry(), "symmetric"):
        (cell,) = check("kendall", axioms=[written], profile="quick", registry=registry).cells
        assert (cell.axiom, cell.holds if hasattr(cell, "holds") else cell.status.holds) == ("symmetry", "yes")
    matrix = check("kendall", axioms=(axioms.symmetry, "separation"), profile="quick", registry=registry)
    assert {cell.axiom for cell in matrix.cells} == {"symmetry", "separation"}
    for wrong in ("symmetry", [3], [None], 3):
        with pytest.raises(TypeError, match="axioms must be a list of axioms or their names"):
            check("kendall", axioms=wrong)  # type: ignore[arg-type]


def test_a_statement_that_no_metric_declares_is_not_passed_over(registry: Registry) -> None:
    statement = axioms.upper_bound("cayley", 77)
    with pytest.raises(ValueError, match="none declares it"):
        check("kendall", axioms=[statement], profile="quick", registry=registry)
    conjecture("kendall", statement, registry=registry)
    cells = check("kendall", axioms=[statement], profile="quick", registry=registry).cells
    assert "77" in {str(cell.arguments.get("factor")) for cell in cells}


def test_an_empty_registry_knows_the_names_of_the_catalogue() -> None:
    empty = Registry()
    made = metric("mine", holds=["symmetry"], registry=empty)(lambda a, b: 0)
    assert made.claims[0].statement == axioms.symmetry()
    (cell,) = check(made, axioms=["separation"], profile="quick", registry=empty).cells
    assert cell.evidence.verdict == "refuted"


def test_a_registry_takes_names_and_objects(registry: Registry) -> None:
    kendall = registry.metric("kendall")
    assert registry.metric(kendall) is kendall
    assert registry.axiom("symmetry") is registry.axiom(axioms.symmetry) is registry.axiom(axioms.symmetry())
    assert registry.statement("scale-free(parameter=w, degree=1)") == axioms.scale_free("w", degree=1)
    assert registry.statement("scale-free('w', 1)") == axioms.scale_free("w", degree=1)


# --- wrong declarations ------------------------------------------------------------------------------------------


def of_list(name: Any, **options: Any) -> Any:
    return lambda registry: metric("mine", **(LIST | options), holds=[name], registry=registry)(lambda x, **k: 1)


def of_pair(name: Any, **options: Any) -> Any:
    return lambda registry: metric("mine", holds=[name], registry=registry, **options)(lambda a, b, **k: 1)


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (of_pair(axioms.swap), r"swap does not apply: it is about rankings.*; axioms of a distance of rankings are"),
        (of_pair(axioms.correlation_symmetry), r"it is a distance.*did you mean 'symmetry' \(d\(a, b\) = d\(b, a\)\)"),
        (of_pair(axioms.triangle_inequality, kind="similarity"), "did you mean 'one-minus-triangle'"),
        (of_pair(axioms.scale_free("v", 1), parameters={"w": spaces.element_weights()}), "did you mean 'w'?"),
        (of_pair(axioms.scale_free("w", 1)), "it has no parameter w; declare it in parameters="),
        (of_list(axioms.symmetry), "it is about judged lists.*; axioms of a score of judged lists are"),
        (of_list("monotone-in-cut-off"), "it has no cut-off; did you mean 'monotone-in-depth'"),
        (of_list("equal-spacing", arguments={"x": spaces.whole_lists()}), "nothing is missing from its lists"),
        (of_list("ignores-levels"), "its lists have one positive grade"),
    ],
)
def test_a_claim_that_says_nothing_of_the_metric_is_refused_at_once(
    declare: Any, message: str, registry: Registry
) -> None:
    with pytest.raises(ValueError, match=message):
        declare(registry)
    assert "mine" not in registry.metrics


def test_a_conjecture_that_says_nothing_of_the_metric_is_refused(registry: Registry) -> None:
    with pytest.raises(ValueError, match="swap does not apply"):
        conjecture("kendall", axioms.swap, registry=registry)
