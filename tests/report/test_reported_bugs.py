"""The file of bugs that people reported: its form, its values, and that the axioms see what they are said to see."""

from __future__ import annotations

import json
import math
import re
import runpy
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from statistics import StatisticsError, correlation
from typing import Any

import jsonschema
import pytest
from tests.support.restated_bugs import RESTATED, capped_recall, first_hit

from axiomatrix import REGISTRY
from axiomatrix.report.json_formats import BUGS, ReportedBug

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "bugs" / "bugs.json"
RUN = runpy.run_path(str(ROOT / "bugs" / "run.py"))
ENTRIES: dict[str, ReportedBug] = {bug.id: bug for bug in RUN["entries"]()}


def exact_value(text: str) -> float:
    """The value of sums, quotients and powers of whole numbers and log2(3)."""
    assert re.fullmatch(r"(log2\(3\)|[0-9+*/^() -])+", text), text
    if re.fullmatch(r"-?\d+(/\d+)?", text):
        return float(Fraction(text))
    known = {"1 + 1/log2(3)": 1 + 1 / math.log2(3), "1/log2(3)": 1 / math.log2(3)}
    known |= {"1/(1 + 1/log2(3))": 1 / (1 + 1 / math.log2(3)), "10^10/(10^10 + 1)": 10**10 / (10**10 + 1)}
    return known[text]


def test_the_file_is_as_its_schema_says_and_its_entries_are_recent_and_have_names_of_their_own() -> None:
    data = json.loads(FILE.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(BUGS.schema()).validate(data)
    assert len(ENTRIES) == len(data["bugs"]) >= 20
    assert all(bug.date >= "2024" for bug in ENTRIES.values())
    assert all(bug.axiom is None or bug.axiom in REGISTRY.axioms for bug in ENTRIES.values())
    assert all(bug.has != bug.fixed for bug in ENTRIES.values())
    assert set(RESTATED) <= set(ENTRIES)


@pytest.mark.parametrize("bug", ENTRIES.values(), ids=ENTRIES)
def test_exact_values_are_the_decimals_and_what_is_expected_is_not_what_is_seen(bug: ReportedBug) -> None:
    for value in (bug.expected, bug.actual):
        if value.decimal is not None:
            assert math.isclose(exact_value(value.exact), value.decimal, rel_tol=1e-12)
    assert bug.expected.exact != bug.actual.exact
    assert (bug.expected.decimal is None) == (bug.expected.exact == "nan")


def by_name(arguments: Mapping[str, Any]) -> list[int]:
    """The grades by falling score, ties by falling name, as trec_eval has them."""
    rows = sorted(zip(arguments["scores"], arguments["names"], arguments["grades"], strict=True), reverse=True)
    return [grade for _, _, grade in rows]


def pearson(a: Sequence[int], b: Sequence[int]) -> float:
    """Their correlation, which is Spearman's where they are ranks; nan where one is constant."""
    try:
        return correlation(a, b)
    except StatisticsError:
        return math.nan


INDEPENDENT: dict[str, Callable[[Mapping[str, Any]], float]] = {
    "mteb-mrr-input-order": lambda arguments: first_hit(by_name(arguments)),
    "mteb-recall-cap-input-order": lambda arguments: capped_recall(by_name(arguments)),
    "sentence-transformers-mrr-candidate-order": lambda arguments: (first_hit([1, 0]) + first_hit([0, 1])) / 2,
    "keras-rs-ties-are-shuffled": lambda arguments: first_hit(arguments["grades"]),
    "polars-spearman-constant-column": lambda arguments: pearson(arguments["a"], arguments["b"]),
    "scipy-spearmanr-constant-columns": lambda arguments: pearson(arguments["a"], arguments["b"]),
}
"""Where no row gives the value."""


@pytest.mark.parametrize("bug", ENTRIES.values(), ids=ENTRIES)
def test_the_expected_value_is_that_of_our_row_or_of_an_independent_definition(bug: ReportedBug) -> None:
    assert (bug.by is None) == (bug.id in INDEPENDENT)
    value = float((INDEPENDENT[bug.id] if bug.by is None else RUN["of_row"](bug))(bug.call.arguments))
    assert value == pytest.approx(math.nan if bug.expected.decimal is None else bug.expected.decimal, nan_ok=True)


def restated(bug: ReportedBug) -> Callable[[Mapping[str, Any]], float]:
    names = ("retrieved", "relevant", "k") if bug.takes == "retrieved ids" else ("grades", "scores")

    def value(arguments: Mapping[str, Any]) -> float:
        return RESTATED[bug.id](**{name: arguments[name] for name in names if name in arguments})

    return value


@pytest.mark.parametrize("id", RESTATED)
def test_a_restated_defect_has_the_value_that_is_seen_and_its_axiom_refutes_it(id: str) -> None:
    bug = ENTRIES[id]
    assert math.isclose(restated(bug)(bug.call.arguments), bug.actual.decimal or 0, rel_tol=1e-12)
    if bug.axiom is not None:
        assert RUN["verdicts"](bug, restated(bug), [bug.axiom]) == {bug.axiom: "refuted"}


@pytest.mark.parametrize("id", [id for id in RESTATED if ENTRIES[id].axiom is not None and ENTRIES[id].by is not None])
def test_the_axiom_does_not_refute_the_right_definition(id: str) -> None:
    bug = ENTRIES[id]
    (verdict,) = RUN["verdicts"](bug, RUN["of_row"](bug), [bug.axiom], exact=True).values()
    assert verdict in ("searched", "exhausted")


def test_the_page_has_every_entry_with_its_axiom_and_counts_them() -> None:
    page = (ROOT / "docs" / "bugs.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| \[([a-z0-9-]+)\].*\| (\S[^|]*) \|$", page, re.MULTILINE))
    assert {id: axiom.strip("`") for id, axiom in rows.items() if axiom[0] == "`"} == {
        bug.id: bug.axiom for bug in ENTRIES.values() if bug.axiom is not None
    }
    assert list(rows) == list(ENTRIES)
    assert re.findall(r"Axioms see (\d+) of the (\d+)", page) == [
        (str(sum(bug.axiom is not None for bug in ENTRIES.values())), str(len(ENTRIES)))
    ]
