"""Every study on arguments that it answers quickly, with how its result is written, read and shown."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

import axiomatrix
from axiomatrix import REGISTRY, studies
from axiomatrix.engine.executor import Serial
from axiomatrix.engine.store import Store
from axiomatrix.evidence.formats import Format
from axiomatrix.report import aggregation, correlation, trec, vectors
from axiomatrix.report.document import Document
from axiomatrix.report.documents import document_of
from axiomatrix.report.json_formats import JSON_FORMATS
from axiomatrix.report.json_reports import dump_ledger, dump_relations
from axiomatrix.report.subjects import aggregation as aggregated
from axiomatrix.report.subjects import axiom_set, changes, claims, exploration
from axiomatrix.report.subjects import correlation as correlated
from axiomatrix.studies import changed
from axiomatrix.studies.aggregate.answer import Aggregation
from axiomatrix.studies.aggregate.ballots import read_ballots as read_profile
from axiomatrix.studies.aggregate.general import Weights
from axiomatrix.studies.axiom_sets import answer as axiom_sets
from axiomatrix.studies.axiom_sets.asking import answer_axioms, subject_of
from axiomatrix.studies.correlate.populations import Population, clicks, mallows, plackett_luce, read_pairs
from axiomatrix.studies.correlate.run import CorrelatedPair, Correlation, exhaustive
from axiomatrix.studies.explore.answer import Answer
from axiomatrix.studies.explore.answer import dumps as dump_exploration
from axiomatrix.studies.explore.inquiry import inquiries_named
from axiomatrix.studies.explore.run import ExplorationRun
from axiomatrix.studies.ledger.building import build_ledger
from axiomatrix.studies.relate.answer import Related
from axiomatrix.studies.vectors.choosing import choose_vectors
from axiomatrix.values.parameters import ElementWeights, PositionWeights

OF_NUMBERS = {"closed_forms", "express", "parameter_values", "similarity"}
"""Modules whose results are numbers and tables of other studies, without a document or a file of their own."""


@dataclass(frozen=True, eq=False)
class Study:
    """A study on some arguments: ``run`` gets a folder for what it reads."""

    package: str
    run: Callable[[Path], Any]
    document: Callable[[Any], Document] = document_of
    format: Format[Any] | None = None
    """The format of its file, if it writes one."""
    dumps: Callable[[Any], str] = str
    """The result as the content of the file; without a format, as what tells it from others."""


def file(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def explored(reading: str, largest: int, search: int | None = None) -> Study:
    """The conjecture of KV7 at one reading; ``axiomatrix.explore`` also checks all other readings beside it."""

    def run(folder: Path) -> Answer:
        asked = ExplorationRun("kv7", "KV7", inquiries_named("kv7", REGISTRY, readings=[reading]), REGISTRY)
        asked.sweep(largest, Serial(), Store(None), lambda size, done, of: None)
        if search is not None:
            asked.search(search, seed=3, budget=20, progress=lambda size, done, of: None)
        return asked.result().answer

    return Study(
        "explore",
        run,
        lambda answer: exploration.document(answer, REGISTRY),
        JSON_FORMATS["exploration"],
        dump_exploration,
    )


def related(*names: str) -> Study:
    return Study(
        "relate",
        lambda folder: axiomatrix.relate(*names),
        format=JSON_FORMATS["relations"],
        dumps=lambda result: dump_relations(Related({}, [], list(result.data))),
    )


def different(*names: str) -> Study:
    return Study("difference", lambda folder: axiomatrix.difference(*names, most_cases=200))


def correlating(population: Callable[[Path], Population]) -> Study:
    a, b = REGISTRY.metric("footrule"), REGISTRY.metric("kendall")
    pair = CorrelatedPair(a, b, "", PositionWeights({}), {})
    return Study(
        "correlate",
        lambda folder: Correlation(pair, population(folder), REGISTRY),
        correlated.document,
        JSON_FORMATS["correlation"],
        correlation.dump_correlation,
    )


def aggregating(votes: str, weights: Weights | None = None) -> Study:
    return Study(
        "aggregate",
        lambda folder: Aggregation(read_profile(file(folder, "votes.txt", votes)), weights),
        aggregated.document,
        JSON_FORMATS["aggregate"],
        aggregation.dumps,
    )


def evaluating(*metrics: str, **options: Any) -> Study:
    def run(folder: Path) -> Any:
        ranked = file(folder, "run", "1 Q0 a 1 2 t\n1 Q0 b 2 2 t\n2 Q0 c 1 1 t\n")
        judged = file(folder, "qrels", "1 0 a 0\n1 0 b 1\n2 0 c 0\n3 0 c 1\n")
        return axiomatrix.evaluate(ranked, judged, *metrics, **options)

    return Study("trec", run, format=JSON_FORMATS["evaluate"], dumps=lambda result: trec.dumps(result.data))


def axioms_together(*ids: str, length: int, implies: str = "") -> Study:
    axioms, conclusion = [REGISTRY.axiom(id) for id in ids], REGISTRY.axiom(implies) if implies else None
    return Study(
        "axiom_sets",
        lambda folder: answer_axioms(subject_of(axioms, length, None), axioms, conclusion),
        axiom_set.document,
        JSON_FORMATS["axiom-set"],
        axiom_sets.dumps,
    )


def cells(*metrics: str, axioms: list[str]) -> Any:
    return axiomatrix.check(*metrics, axioms=axioms, profile="quick", use_pins=False)


def cell_texts(result: Any) -> str:
    """The table of a result, as text."""
    return msgspec.json.encode(list(result.records())).decode()


STUDIES: dict[str, Study] = {
    "certified sizes and a refutation": explored("lt", 3),
    "searched beyond the sweep": explored("le", 2, search=4),
    "values of a parameter": Study(
        "explore",
        lambda folder: axiomatrix.explore("rbp[binary]", "equal-spacing", where="p", max_n=2),
        dumps=cell_texts,
    ),
    "an affine relation": related("kendall", "kendall-tau"),
    "no relation, with best constants": related("kendall", "footrule"),
    "smallest difference": different("kendall", "footrule"),
    "no difference": different("kendall", "kendall"),
    "simulated clicks": correlating(lambda folder: clicks(5, 30, "cascade", 100, 1.0, 0)),
    "orders by Mallows": correlating(lambda folder: mallows(5, 30, 0.7, 0)),
    "orders by Plackett and Luce": correlating(lambda folder: plackett_luce(5, 30, 2.0, 0)),
    "all pairs of rankings": correlating(
        lambda folder: exhaustive(REGISTRY.metric("footrule"), REGISTRY.metric("kendall"), 4)
    ),
    "pairs in a file": correlating(
        lambda folder: read_pairs(file(folder, "mine.csv", "a,b\nx y z,x y z\nx y z,z x y\nx y z,y x z\n"))
    ),
    "votes": aggregating("a > b > c\nb > c > a\n"),
    "votes with weights": aggregating("a > b > c\nb > c > a\n", Weights(w=ElementWeights({"a": 2, "b": 1, "c": 1}))),
    "one vote on many items": aggregating(" > ".join(map(str, range(14))) + "\n"),
    "question about one metric": Study("ask", lambda folder: axiomatrix.ask("is kendall symmetric?"), dumps=cell_texts),
    "two metrics compared": Study(
        "ask", lambda folder: axiomatrix.compare("kendall", "footrule", axioms=["symmetry"]), dumps=cell_texts
    ),
    "metrics chosen": Study(
        "ask",
        lambda folder: axiomatrix.choose(["right-invariance"], ["triangle-inequality"], about="rankings"),
        dumps=cell_texts,
    ),
    "measures of a run": evaluating("num_q", "P_5", "ndcg", "recall", "rbp:p=4/5", beside="map"),
    "means of a run over ties": evaluating("map", ties="mean", means=True),
    "test vectors": Study(
        "vectors",
        lambda folder: choose_vectors(REGISTRY.metric("kendall")),
        lambda chosen: document_of(chosen.metric),
        JSON_FORMATS["vectors"],
        vectors.dumps,
    ),
    "axioms with a table": axioms_together("swap", length=2),
    "contradictory axioms": axioms_together("ignores-order-inside-top", "swap-strict", length=3),
    "an axiom that others imply": axioms_together("swap-strict", length=2, implies="swap"),
    "claims of a source": Study(
        "ledger",
        lambda folder: build_ledger(cells("kendall", axioms=["symmetry"]), REGISTRY, ["KV1", "KV7"]),
        lambda ledger: claims.claims_document(ledger, "computed now"),
        JSON_FORMATS["claims"],
        dump_ledger,
    ),
    "two reports": Study(
        "changed",
        lambda folder: changed.changes_between(
            cells("kendall", axioms=["symmetry"]), cells("footrule", axioms=["symmetry", "separation"])
        ),
        changes.document,
        JSON_FORMATS["changes"],
        changed.dumps,
    ),
}


def packages() -> set[str]:
    """The studies that the package has."""
    return {module.name for module in pkgutil.iter_modules(studies.__path__)}


def data_of(study: Study, result: Any) -> Any:
    """The result as JSON data."""
    return json.loads(study.dumps(result))
