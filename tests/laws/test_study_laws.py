"""Every study keeps the laws of studies, and every law refuses a study that is planted against it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from axiomatrix.evidence.formats import Record
from axiomatrix.report.aggregation import AGGREGATE, AggregateData
from axiomatrix.report.document import Block, Code, Document, Text

from . import study_laws
from .every_study import OF_NUMBERS, STUDIES, Study, packages
from .study_laws import SUITES
from .suite import counterexamples, laws_of


@pytest.mark.parametrize("name", STUDIES)
def test_study(name: str, tmp_path: Path) -> None:
    study = STUDIES[name]
    results = study.run(tmp_path), study.run(tmp_path)
    for law in laws_of(SUITES, study):
        assert counterexamples(law, study, *results) == [], law.__name__


def test_every_study_of_the_package_has_an_instance_here() -> None:
    assert packages() - OF_NUMBERS == {study.package for study in STUDIES.values()}


# --- what is planted against the laws ----------------------------------------------------------------------------

DIFFERENCE = STUDIES["smallest difference"]
VOTES = STUDIES["votes"]
CALLS = count()


def shown_as(*blocks: Block, title: str = "Title") -> Study:
    return replace(DIFFERENCE, document=lambda result: Document(title, blocks=blocks))


def written_as(change: Callable[[dict[str, Any]], object]) -> Study:
    """The study of votes, whose file is changed."""

    def dumps(result: Any) -> str:
        data = json.loads(VOTES.dumps(result))
        change(data)
        return json.dumps(data)

    return replace(VOTES, dumps=dumps)


ANYTHING = msgspec.defstruct("Anything", [(name, Any) for name in AggregateData.__struct_fields__], bases=(Record,))
LENIENT = replace(AGGREGATE, kind=ANYTHING)
PLANTED: dict[str, list[Study]] = {
    "determinism": [
        replace(VOTES, dumps=lambda result: str(next(CALLS))),
        replace(VOTES, document=lambda result: Document(str(next(CALLS)))),
    ],
    "shows": [shown_as(), shown_as(Text("x"), title=" ")],
    "width": [shown_as(Code("word " * 40, "text"))],
    "round_trip": [
        written_as(lambda data: data.update(format="another")),
        written_as(lambda data: data.pop("medians")),
        written_as(lambda data: data.update(weighted="yes")),
        written_as(lambda data: data.update(more=1)),
    ],
    "refusal": [replace(VOTES, format=LENIENT)],
}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Results of the two studies that others are planted in the place of."""
    folder = tmp_path_factory.mktemp("planted")
    return {study.package: study.run(folder) for study in (DIFFERENCE, VOTES)}


@pytest.mark.parametrize(("name", "study"), [(name, study) for name, studies in PLANTED.items() for study in studies])
def test_law_finds_the_study_that_is_planted_against_it(name: str, study: Study, results: dict[str, Any]) -> None:
    result = results[study.package]
    assert counterexamples(getattr(study_laws, name), study, result, result)


def test_every_law_of_studies_has_something_planted_against_it() -> None:
    assert {law.__name__ for suite in SUITES for law in suite.all_laws()} == set(PLANTED)
