"""Test vectors: what they say is right, wrong implementations fail on them, and no mutant survives unlisted."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import commanding
import jsonschema
import pytest

from axiomatrix import REGISTRY
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.program import Program
from axiomatrix.evidence.instance import Definitions
from axiomatrix.numbers.exact import Undefined, parse
from axiomatrix.report.json_formats import JSON_FORMATS
from axiomatrix.report.vectors import dumps
from axiomatrix.studies.vectors.choosing import ChosenVectors, choose_vectors, differs
from axiomatrix.studies.vectors.mutants import misreadings_of, mutants_of, neighbours_of

load_catalogue()
EXAMPLES = Path(__file__).parents[2] / "examples" / "any_language"
ROWS = ("ndcg", "average-precision", "kendall", "rbo")
OTHERS = ("precision-at", "kendall-similarity", "kendall-tau-b", "ndcg-of-ids", "mean-average-precision", "rbo-ties")
Grades = Sequence[float]
Implementation = Callable[..., float | None]


@cache
def chosen(row: str) -> ChosenVectors:
    """The vectors of a row."""
    return choose_vectors(REGISTRY.metric(row))


@cache
def written(row: str) -> dict[str, Any]:
    """The same as a file has them."""
    data: dict[str, Any] = json.loads(dumps(chosen(row)))
    return data


def failed(implementation: Implementation, row: str, *, usual_grades: bool = True) -> list[dict[str, Any]]:
    """The vectors that an implementation fails."""
    wrong = []
    for vector in written(row)["vectors"]:
        if usual_grades and {"negative grade", "grade that is not whole"} & {*vector["edges"]}:
            continue
        try:
            value = implementation(**vector["arguments"], **vector["parameters"])
        except (ZeroDivisionError, IndexError):
            value = None
        if differs(value, vector.get("decimal")):
            wrong.append(vector)
    return wrong


# --- nDCG -----------------------------------------------------------------------------------------------------


def dcg(grades: Grades, k: int, gain: Callable[[float], float] = lambda g: 2**g - 1, first: int = 1) -> float:
    return sum(gain(g) / math.log2(rank + first) for rank, g in enumerate(grades[:k], 1))


def ndcg(x: dict[str, Any], k: int) -> float:
    return dcg(x["grades"], k) / dcg(sorted([*x["grades"], *x["missing"]], reverse=True), k)


def linear_ndcg(x: dict[str, Any], k: int) -> float:
    best = sorted([*x["grades"], *x["missing"]], reverse=True)
    return dcg(x["grades"], k, lambda g: g) / dcg(best, k, lambda g: g)


def retrieved_ndcg(x: dict[str, Any], k: int) -> float:
    return dcg(x["grades"], k) / dcg(sorted(x["grades"], reverse=True), k)


def uncut_ideal_ndcg(x: dict[str, Any], k: int) -> float:
    return dcg(x["grades"], k) / dcg(sorted([*x["grades"], *x["missing"]], reverse=True), 1000)


def uncut_ndcg(x: dict[str, Any], k: int) -> float:
    return ndcg(x, 1000)


def late_discount_ndcg(x: dict[str, Any], k: int) -> float:
    best = sorted([*x["grades"], *x["missing"]], reverse=True)
    return dcg(x["grades"], k, first=2) / dcg(best, k, first=2)


def zero_ndcg(x: dict[str, Any], k: int) -> float:
    return ndcg(x, k) if any([*x["grades"], *x["missing"]]) else 0.0


def one_ndcg(x: dict[str, Any], k: int) -> float:
    return ndcg(x, k) if any([*x["grades"], *x["missing"]]) else 1.0


def unnormalised_ndcg(x: dict[str, Any], k: int) -> float:
    return dcg(x["grades"], k)


def jarvelin_ndcg(x: dict[str, Any], k: int) -> float:
    def cumulated(grades: Grades) -> float:
        return sum((2**g - 1) / max(1.0, math.log2(rank)) for rank, g in enumerate(grades[:k], 1))

    return cumulated(x["grades"]) / cumulated(sorted([*x["grades"], *x["missing"]], reverse=True))


def one_too_deep_ndcg(x: dict[str, Any], k: int) -> float:
    return ndcg(x, k + 1)


# --- AP -------------------------------------------------------------------------------------------------------


def ap(x: dict[str, Any], k: int, divisor: Callable[[int, int, int], float] = lambda R, k, hits: R) -> float:
    hits, total = 0, 0.0
    for rank, grade in enumerate(x["grades"][:k], 1):
        if grade > 0:
            hits += 1
            total += hits / rank
    R = sum(g > 0 for g in [*x["grades"], *x["missing"]])
    return total / divisor(R, k, hits)


def ap_by_k(x: dict[str, Any], k: int) -> float:
    return ap(x, k, lambda R, k, hits: k)


def ap_by_hits(x: dict[str, Any], k: int) -> float:
    return ap(x, k, lambda R, k, hits: hits)


def ap_by_least(x: dict[str, Any], k: int) -> float:
    return ap(x, k, lambda R, k, hits: min(k, R))


def ap_of_retrieved(x: dict[str, Any], k: int) -> float:
    return ap({"grades": x["grades"], "missing": []}, k)


def ap_of_every_rank(x: dict[str, Any], k: int) -> float:
    """The precision at every rank is added, not only where something is relevant."""
    ranks = range(1, min(k, len(x["grades"])) + 1)
    R = sum(g > 0 for g in [*x["grades"], *x["missing"]])
    return sum(sum(g > 0 for g in x["grades"][:rank]) / rank for rank in ranks) / R


def ap_zero(x: dict[str, Any], k: int) -> float:
    return ap(x, k) if any(g > 0 for g in [*x["grades"], *x["missing"]]) else 0.0


def reciprocal_rank(x: dict[str, Any], k: int) -> float:
    return next((1 / rank for rank, g in enumerate(x["grades"][:k], 1) if g > 0), 0.0)


# --- Kendall --------------------------------------------------------------------------------------------------


def kendall(a: list[int], b: list[int]) -> float:
    return sum(b.index(x) > b.index(y) for x, y in combinations(a, 2))


def kendall_twice(a: list[int], b: list[int]) -> float:
    return 2 * kendall(a, b)


def kendall_adjacent(a: list[int], b: list[int]) -> float:
    return sum(b.index(x) > b.index(y) for x, y in pairwise(a))


def kendall_as_rank_vectors(a: list[int], b: list[int]) -> float:
    """The orders are taken for rank vectors."""
    return kendall([*map(a.index, sorted(a))], [*map(b.index, sorted(b))])


def half_footrule(a: list[int], b: list[int]) -> float:
    return sum(abs(a.index(x) - b.index(x)) for x in a) / 2


def tau(a: list[int], b: list[int]) -> float:
    n = len(a)
    return 1 - 4 * kendall(a, b) / (n * (n - 1))


def displaced(a: list[int], b: list[int]) -> float:
    """Items that are not in their place."""
    return sum(x != y for x, y in zip(a, b, strict=True))


# --- RBO ------------------------------------------------------------------------------------------------------


def agreements(a: list[int], b: list[int]) -> list[float]:
    return [len({*a[:d]} & {*b[:d]}) / d for d in range(1, len(a) + 1)]


def rbo(a: list[int], b: list[int], p: float) -> float:
    """The extrapolated value of lists of equal length: Webber, Moffat and Zobel, eq. 23."""
    agreed = agreements(a, b)
    return agreed[-1] * p ** len(a) + (1 - p) * sum(part * p**d for d, part in enumerate(agreed))


def rbo_truncated(a: list[int], b: list[int], p: float) -> float:
    return (1 - p) * sum(part * p**d for d, part in enumerate(agreements(a, b)))


def rbo_from_p(a: list[int], b: list[int], p: float) -> float:
    """The first depth already has the weight p."""
    return rbo_truncated(a, b, p) * p + agreements(a, b)[-1] * p ** len(a)


def rbo_other_p(a: list[int], b: list[int], p: float) -> float:
    return rbo(a, b, 1 - p)


def rbo_by_places(a: list[int], b: list[int], p: float) -> float:
    """Equal items at equal places are counted, not the overlap of the prefixes."""
    agreed = [sum(x == y for x, y in zip(a[:d], b[:d], strict=True)) / d for d in range(1, len(a) + 1)]
    return agreed[-1] * p ** len(a) + (1 - p) * sum(part * p**d for d, part in enumerate(agreed))


def rbo_normalised(a: list[int], b: list[int], p: float) -> float:
    return rbo_truncated(a, b, p) / (1 - p ** len(a))


def average_overlap(a: list[int], b: list[int], p: float) -> float:
    return sum(agreements(a, b)) / len(a)


RIGHT: dict[str, Implementation] = {"ndcg": ndcg, "average-precision": ap, "kendall": kendall, "rbo": rbo}
WRONG: dict[str, tuple[Implementation, ...]] = {
    "ndcg": (
        linear_ndcg, retrieved_ndcg, uncut_ideal_ndcg, uncut_ndcg, late_discount_ndcg, zero_ndcg, one_ndcg,
        unnormalised_ndcg, jarvelin_ndcg, one_too_deep_ndcg,
    ),
    "average-precision": (
        ap_by_k, ap_by_hits, ap_by_least, ap_of_retrieved, ap_of_every_rank, ap_zero, reciprocal_rank,
    ),
    "kendall": (kendall_twice, kendall_adjacent, kendall_as_rank_vectors, half_footrule, tau, displaced),
    "rbo": (rbo_truncated, rbo_from_p, rbo_other_p, rbo_by_places, rbo_normalised, average_overlap),
}  # fmt: skip


@pytest.mark.parametrize("row", ROWS)
def test_an_independent_implementation_passes(row: str) -> None:
    assert failed(RIGHT[row], row) == []


@pytest.mark.parametrize(("row", "implementation"), [(row, wrong) for row in WRONG for wrong in WRONG[row]])
def test_a_wrong_implementation_fails(row: str, implementation: Implementation) -> None:
    assert failed(implementation, row)


# --- the file -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", [*ROWS, *OTHERS])
def test_the_file_is_as_the_schema_says_and_every_vector_is_of_use(row: str) -> None:
    data = written(row)
    jsonschema.Draft202012Validator(JSON_FORMATS["vectors"].schema()).validate(data)
    assert data["licence"] == "CC0-1.0" and data["metric"] == REGISTRY.metric(row).name
    for vector in data["vectors"]:
        assert vector["kills"] and ("undefined" in vector) != ("decimal" in vector)
        if "exact" in vector:
            assert math.isclose(float(parse(vector["exact"])), vector["decimal"], rel_tol=1e-12, abs_tol=1e-12)


@pytest.mark.parametrize("row", ["ndcg", "average-precision", "kendall", "kendall-similarity"])
def test_every_mutant_is_killed_by_a_vector_or_listed(row: str) -> None:
    """Asked anew: each mutant is evaluated on each vector."""
    made = chosen(row)
    definitions = Definitions(REGISTRY)

    def value(metric: Any, given: Any) -> float | None:
        try:
            return float(definitions.value(metric, *given.values, dict(given.parameters)))
        except Undefined:
            return None
        except Exception:
            return math.nan

    unlisted = []
    mutants = [
        *mutants_of(made.metric),
        *misreadings_of(made.metric),
        *neighbours_of(made.metric, REGISTRY.metrics.values()),
    ]
    for mutant in mutants:
        is_killed = any(
            differs(value(mutant.metric, v.vector_input), value(made.metric, v.vector_input)) for v in made.vectors
        )
        if is_killed == (mutant.name in made.survivors):
            unlisted.append(mutant.name)
    assert unlisted == [] and len(mutants) == made.mutants > len(made.survivors)


@pytest.mark.parametrize(
    ("row", "edges"),
    [
        (
            "ndcg",
            {"no relevant", "one document", "cut-off beyond the length", "negative grade", "all equally relevant"},
        ),
        ("ndcg-of-ids", {"duplicates", "no relevant"}),
        ("kendall-tau-b", {"ties", "all tied"}),
        ("kendall", {"one item", "equal", "reversed"}),
        ("rbo", {"nothing shown", "disjoint", "equal"}),
    ],
)
def test_the_edges_have_vectors(row: str, edges: set[str]) -> None:
    assert edges <= {edge for vector in written(row)["vectors"] for edge in vector["edges"]}


def test_the_command_prints_them_and_refuses_what_is_no_metric(tmp_path: Path) -> None:
    done = commanding.axiomatrix(tmp_path, "report", "--vectors", "kendall")
    assert done.returncode == 0 and json.loads(done.stdout) == written("kendall")
    assert commanding.axiomatrix(tmp_path, "report", "--vectors", "kendal").returncode == 2
    assert commanding.axiomatrix(tmp_path, "report", "--vectors", "kendall", "--html", "site").returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_a_metric_of_a_user_has_vectors_and_no_licence_of_ours(tmp_path: Path) -> None:
    text = """from axiomatrix import metric, spaces

@metric("mine", kind="score", arguments={"x": spaces.binary_list}, parameters={"k": spaces.cut_offs()})
def mine(x, k):
    \"\"\"Relevant among the first k\"\"\"
    return sum(1 for grade in x.grades[:k] if grade > 0)
"""
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    done = commanding.axiomatrix(tmp_path, "report", "--vectors", "mine", "mine.py")
    data = json.loads(done.stdout)
    assert "licence" not in data and data["mutants"] > 5 and data["vectors"]
    assert any("grade > 0" in name for vector in data["vectors"] for name in vector["kills"])


# --- programs in any language ---------------------------------------------------------------------------------


def program_in(language: str, folder: Path) -> list[str]:
    tools = {"python": sys.executable, "javascript": "node", "c": "cc"}
    if (tool := shutil.which(tools[language])) is None:
        pytest.skip(f"{tools[language]} is not on this machine")
    if language == "c":
        subprocess.run([tool, "-o", folder / "server", EXAMPLES / "server.c"], check=True)
        return [str(folder / "server")]
    return [tool, str(EXAMPLES / ("server.py" if language == "python" else "server.js"))]


@pytest.mark.parametrize("language", ["python", "javascript", "c"])
def test_a_program_in_any_language_passes_the_vectors_of_its_metric(language: str, tmp_path: Path) -> None:
    program = Program(program_in(language, tmp_path))
    (described,) = program.ask("metrics").metrics
    for vector in written("precision-at")["vectors"]:
        given = {name: vector[name] for name in ("arguments", "parameters")}
        answer = program.ask("value", metric=described.name, **given)
        assert not differs(float(answer.value or 0), vector["decimal"]), vector
    program.close()
