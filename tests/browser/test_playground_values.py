"""The scripts of the playground against the registry: values, axioms, and the witnesses that open it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from browsing import REPORTS, Watched
from playing import (
    BINARY,
    GRADED,
    METRICS,
    NO_VALUE,
    REGISTRY,
    UNJUDGED,
    Scene,
    draw_scenes,
    lists,
    pairs,
    standings,
)

from axiomatrix.engine.row import statements_of
from axiomatrix.numbers.exact import Whole, rational
from axiomatrix.report import json_reports
from axiomatrix.report.site.playground import address
from axiomatrix.values.judged import Judged

pytestmark = pytest.mark.xdist_group("browser")

INSTANCES = 1000
DIGITS = 12
VALUES = """(asked) => asked.map(([hash, names]) => {
    const { a, b, x, v } = axiomatrix.states.evaluated(axiomatrix.states.read(hash));
    return names.map((name) => {
        try {
            const found = axiomatrix.metrics.value(name, ...(x ? [x] : [a, b]), v);
            return [found.isExact ? found.toString() : Number(found.toString())];
        } catch (error) {
            if (error instanceof axiomatrix.metrics.Undefined) return ["no value"];
            throw error;
        }
    });
})"""
PLANTED = """(names) => {
    for (const name of names) {
        const right = axiomatrix.metrics.definitions.get(name);
        let [asked, small] = [0, axiomatrix.fractions.exact("1/1000000000")];
        axiomatrix.metrics.definitions.set(name, (...given) => {
            const found = axiomatrix.fractions.exact(right(...given));
            asked += 1;
            return asked % 100 ? found : found.plus(small);
        });
    }
}"""
DECISIONS = """async (asked) => {
    const { metrics } = await axiomatrix.data("playground");
    const about = new Map(metrics.map((one) => [one.name, one]));
    return asked.map(([hash, names]) => {
        const state = axiomatrix.states.evaluated(axiomatrix.states.read(hash));
        return names.map((name) => axiomatrix.decisions.decided(about.get(name), state)
            .map(({ id, settings, standing }) => [id, settings, standing]));
    });
}"""


def differences(page: Any, scenes: Sequence[Scene]) -> dict[str, list[tuple[str, Any, Any]]]:
    """By metric where the script and the definition have different values, after counting the values."""
    asked = [[scene.hash, [metric.name for metric in scene.asked()]] for scene in scenes]
    wrong: dict[str, list[tuple[str, Any, Any]]] = {}
    for scene, found in zip(scenes, page.evaluate(VALUES, asked), strict=True):
        for metric, theirs in zip(scene.asked(), found, strict=True):
            ours = scene.value(metric)
            if not are_equal(ours[0], theirs[0]):
                wrong.setdefault(metric.name, []).append((scene.hash, ours, theirs))
    return wrong


def are_equal(ours: Any, theirs: Any) -> bool:
    """Fractions and refusals as texts, what is no fraction rounded to twelve digits."""
    if isinstance(ours, float) and isinstance(theirs, (int, float)):
        unit = 10.0 ** (math.floor(math.log10(abs(ours))) + 1 - DIGITS)
        return abs(ours - theirs) <= 0.501 * unit
    return type(ours) is type(theirs) and bool(ours == theirs)


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    return [
        *draw_scenes(pairs(2, 6), INSTANCES),
        *draw_scenes(lists(GRADED, 7), INSTANCES),
        *draw_scenes(lists(BINARY, 7), INSTANCES // 4),
        *draw_scenes(lists(UNJUDGED, 7), INSTANCES // 4),
    ]


def test_every_metric_has_the_values_of_its_exact_definition(page: Watched, scenes: list[Scene]) -> None:
    shown = page.open("playground.html")
    assert shown.evaluate("axiomatrix.metrics.names") == list(METRICS)
    counted = Counter(metric.name for scene in scenes for metric in scene.asked() if scene.value(metric) != NO_VALUE)
    assert min(counted[name] for name in METRICS) >= INSTANCES
    assert differences(shown, scenes) == {}


def test_a_value_that_is_wrong_in_one_of_a_hundred_cases_is_seen(page: Watched, scenes: list[Scene]) -> None:
    shown = page.open("playground.html")
    shown.evaluate(PLANTED, list(METRICS))
    assert set(differences(shown, scenes)) == set(METRICS)


def test_edges_have_the_values_of_the_definitions(page: Watched) -> None:
    shown = page.open("playground.html")
    scenes = [
        *draw_scenes(pairs(1, 1), 1),
        *draw_scenes(pairs(2, 4, positive=False), 100),
        *draw_scenes(lists((0, 1), 1), 5),
    ]
    nothing = {"k": Whole(2), "p": rational("1/2"), "top": Whole(2), "beta": rational(1)}
    scenes += [Scene((Judged.of(x, rest),), nothing) for x in ([], [0], [0, 0]) for rest in ([], [1], [2, 1])]
    assert differences(shown, scenes) == {}


def decisions(page: Any, asked: Iterable[tuple[str, Sequence[str]]]) -> list[list[dict[str, Any]]]:
    """For each scene and metric what each statement comes to, by the statement as it is written."""
    found = page.evaluate(DECISIONS, [list(one) for one in asked])
    return [[{_written(id, settings): standing for id, settings, standing in of} for of in one] for one in found]


def _written(id: str, settings: dict[str, Any]) -> str:
    """A statement with the arguments that are no names of other metrics."""
    inside = ", ".join(f"{name}={value}" for name, value in sorted(settings.items()) if name != "other")
    return f"{id}({inside})"


def is_in_own_space(scene: Scene, name: str) -> bool:
    """Whether the scene is in the metric's own space."""
    lists = next(iter(REGISTRY.metrics[name].arguments.values()))
    x = scene.arguments[0]
    return not hasattr(lists, "levels") or {*x.grades, *x.missing} <= set(lists.levels)


def test_axioms_say_of_an_instance_what_the_registry_says(page: Watched) -> None:
    shown = page.open("playground.html")
    ids = set(shown.evaluate("axiomatrix.decisions.names"))
    assert ids <= set(REGISTRY.axioms)
    scenes = [
        *draw_scenes(pairs(1, 4), 60),
        *draw_scenes(pairs(2, 3, positive=False), 20),
        *draw_scenes(lists(BINARY, 4), 60),
        *draw_scenes(lists(GRADED, 4), 60),
        *draw_scenes(lists(UNJUDGED, 4), 60),
    ]
    metrics = [[one for one in scene.asked() if is_in_own_space(scene, one.name)] for scene in scenes]
    found = decisions(shown, [(scene.hash, [m.name for m in of]) for scene, of in zip(scenes, metrics, strict=True)])
    broken = Counter[str]()
    for scene, of, results in zip(scenes, metrics, found, strict=True):
        for metric, theirs in zip(of, results, strict=True):
            statements = [one for one, _ in statements_of(metric, REGISTRY) if one.axiom.id in ids]
            written = {one.id: _written(one.axiom.id, {k: str(v) for k, v in one.arguments}) for one in statements}
            ours = {written[id]: fails for id, fails in standings(scene, metric, statements).items()}
            assert {id: standing is False for id, standing in theirs.items()} == ours, (metric.name, scene.hash)
            broken.update(id.partition("(")[0] for id, fails in ours.items() if fails)
    assert len(broken) >= 25  # axioms that some instance breaks


def test_every_witness_of_a_metric_that_is_here_opens_and_breaks_what_it_refutes(page: Watched) -> None:
    shown = page.open("playground.html")
    ids = set(shown.evaluate("axiomatrix.decisions.names"))
    cells = [cell for cell in json_reports.read_matrix(REPORTS / "compliance.json").cells if cell.metric in METRICS]
    witnessed = [(cell, cell.evidence.witness) for cell in cells if cell.evidence.witness is not None]
    opened = [(cell, one, link) for cell, one in witnessed if (link := address(one)) is not None]
    assert len(opened) == len(witnessed) > 400
    found = decisions(shown, [(link.partition("#")[2], [cell.metric]) for cell, _, link in opened])
    refuting = 0
    for (cell, one, _), (results,) in zip(opened, found, strict=True):
        is_small = "triangle" not in cell.axiom or one.n <= 4
        if cell.axiom in ids and one.shows == "refutes" and is_small:
            refuting += 1
            statement = _written(cell.axiom, {k: str(v) for k, v in cell.arguments.items()})
            assert results[statement] is False, (cell.metric, statement)
    assert refuting > 200
