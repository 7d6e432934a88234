"""Random instances of the playground, and what the exact definitions and the axioms of the registry say of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from axiomatrix import strategies
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.instance import Definitions
from axiomatrix.evidence.notation import near
from axiomatrix.model.axiom import Statement
from axiomatrix.model.metric import BoundMetric, Metric
from axiomatrix.model.relation import DISCARDED, FAILS, Bounded, Relation
from axiomatrix.numbers.exact import Formal, Undefined, Whole, exact_value, rational
from axiomatrix.report.site.playground import LIST_METRICS, METRICS, RANKING_METRICS
from axiomatrix.values.judged import Judged
from axiomatrix.values.orders import TopList
from axiomatrix.values.parameters import Parameter
from axiomatrix.values.rankings import Ranking

REGISTRY = load_catalogue()
DEFINITIONS = Definitions(REGISTRY)
NO_VALUE = ["no value"]
BINARY, GRADED, UNJUDGED = (0, 1), (0, 1, 2), (0, 1, -1)


@dataclass(frozen=True)
class Scene:
    """What stands in the playground: two rankings or a list, and the values of all parameters."""

    arguments: tuple[Any, ...]
    parameters: dict[str, Any]

    @property
    def hash(self) -> str:
        """The address that holds it."""
        x = self.arguments[0]
        if isinstance(x, Judged):
            parts = {"x": joined(x.grades), "missing": joined(x.missing)}
        else:
            parts = {name: joined(one.order) for name, one in zip("ab", self.arguments, strict=True)}
        written = {name: _text(value) for name, value in self.parameters.items()}
        return "#" + "&".join(f"{name}={text}" for name, text in (parts | written).items())

    def asked(self) -> list[Metric]:
        """The metrics that are about it: of lists with a grade that says *not judged*, those that know it."""
        x = self.arguments[0]
        names = RANKING_METRICS if isinstance(x, Ranking) else LIST_METRICS
        if isinstance(x, Judged) and -1 in (*x.grades, *x.missing):
            names = ("bpref",)
        return [REGISTRY.metrics[name] for name in names]

    def given(self, metric: Metric) -> tuple[Sequence[Any], dict[str, Any]]:
        """The arguments as the metric takes them, and its parameters."""
        arguments = self.arguments
        if metric.about == "top lists":
            arguments = tuple(TopList.of(one.order) for one in arguments)
        others = {"base": rational(2)}  # of logarithms, which cancel
        return arguments, {name: (self.parameters | others)[name] for name in metric.parameters}

    def value(self, metric: Metric) -> list[Any]:
        """``[exact text]``, ``[approximation]`` of what is no fraction, or that there is none."""
        arguments, parameters = self.given(metric)
        try:
            value = exact_value(metric.evaluate(*arguments, parameters), metric.name)
        except Undefined:
            return NO_VALUE
        return [near(str(value))] if isinstance(value, Formal) else [str(value)]


def joined(values: Sequence[Any]) -> str:
    return ",".join(map(str, map(int, values)))


def _text(value: Any) -> str:
    return ",".join(map(str, value.entries.values())) if isinstance(value, Parameter) else str(value)


# --- drawing


def draw_scenes(scenes: SearchStrategy[Scene], count: int) -> list[Scene]:
    """So many different scenes, the same ones in every run."""
    found: dict[str, Scene] = {}

    @settings(
        max_examples=count + count // 4 + 5,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(scenes)
    def collect(scene: Scene) -> None:
        found.setdefault(scene.hash, scene)

    collect()
    assert len(found) >= count
    return list(found.values())[:count]


def _fractions(low: int, high: int | None) -> SearchStrategy[Any]:
    inside = st.fractions(low, high, max_denominator=12).filter(lambda one: one not in (low, high))
    return inside.map(lambda one: rational(Fraction(one)))


@st.composite
def pairs(draw: st.DrawFn, least: int, most: int, *, positive: bool = True) -> Scene:
    """Two rankings with weights; where not ``positive``, weights and distances may be 0."""
    n = draw(st.integers(least, most))
    a, b = draw(strategies.rankings(n)), draw(strategies.rankings(n))
    return Scene(
        (a, b),
        {
            "w": draw(strategies.element_weights(n, positive=positive)),
            "delta": draw(strategies.position_weights(n, positive=positive)),
            "D": draw(strategies.similarities(n, positive=positive)),
            "p": draw(_fractions(0, 1)),
        },
    )


@st.composite
def lists(draw: st.DrawFn, levels: Sequence[int], most: int) -> Scene:
    """A list of such grades, up to two items missing."""
    others = [g for g in levels if g >= 0] if -1 in levels else [g for g in levels if g > 0]
    grades = draw(st.lists(st.sampled_from(levels), min_size=1, max_size=most))
    missing = draw(st.lists(st.sampled_from(others), max_size=2))
    return Scene(
        (Judged.of(grades, missing),),
        {
            "k": Whole(draw(st.integers(1, most + 1))),
            "p": draw(_fractions(0, 1)),
            "top": Whole(draw(st.integers(max(levels), 4))),
            "beta": draw(_fractions(0, 5)),
        },
    )


# --- the axioms


def standings(scene: Scene, metric: Metric, statements: Sequence[Statement]) -> dict[str, bool]:
    """By statement whether the scene breaks it; those that ask nothing of it are not in it."""
    found = {}
    for statement in statements:
        codes = set(_codes(scene, metric, statement)) - {DISCARDED}
        if codes:
            found[statement.id] = FAILS in codes
    return found


def _codes(scene: Scene, metric: Metric, statement: Statement) -> Iterator[int]:
    arguments, parameters = scene.given(metric)
    bound = BoundMetric(metric, parameters, DEFINITIONS)
    n = int(arguments[0].n)
    triangle = "triangle" in statement.axiom.id
    names = ("a", "c") if triangle else ("a", "b") if len(arguments) == 2 else ("x",)
    fixed = dict(zip(names, arguments, strict=True)) | {"c": rational(2)} | dict(zip(names, arguments, strict=True))
    over = statement.over(metric)
    choices = [[fixed[name]] if name in fixed else list(over[name].enumerate(n)) for name in over]
    for instance in product(*choices):
        try:
            answer = statement.says(bound, *instance)
        except Undefined:
            continue
        relation = answer.relation if isinstance(answer, Bounded) else answer
        assert isinstance(relation, Relation)
        yield int(relation.decide())


__all__ = [
    "BINARY", "GRADED", "METRICS", "NO_VALUE", "REGISTRY", "UNJUDGED", "Scene", "draw_scenes", "lists", "pairs",
    "standings",
]  # fmt: skip
