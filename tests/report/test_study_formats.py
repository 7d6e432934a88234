"""The JSON of correlate, aggregate and evaluate: as the published schemas say, which refuse what is spoilt."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import axiomatrix
from axiomatrix import REGISTRY
from axiomatrix.report import aggregation, trec
from axiomatrix.report.correlation import dump_correlation
from axiomatrix.report.json_formats import JSON_FORMATS
from axiomatrix.studies.aggregate.answer import Aggregation
from axiomatrix.studies.aggregate.ballots import read as read_profile
from axiomatrix.studies.aggregate.general import Weights
from axiomatrix.studies.correlate.populations import Population, clicks, mallows, plackett_luce, read_pairs
from axiomatrix.studies.correlate.run import CorrelatedPair, Correlation, exhaustive
from axiomatrix.values.parameters import ElementWeights, PositionWeights

ROOT = Path(__file__).parents[2]


def populations(directory: Path) -> Iterator[Population]:
    yield clicks(5, 30, "cascade", 100, 1.0, 0)
    yield mallows(5, 30, 0.7, 0)
    yield plackett_luce(5, 30, 2.0, 0)
    yield exhaustive(REGISTRY.metric("footrule"), REGISTRY.metric("kendall"), 4)
    file = directory / "mine.csv"
    file.write_text("a,b\nx y z,x y z\nx y z,z x y\nx y z,y x z\n", encoding="utf-8")
    yield read_pairs(file)


def correlation(population: Population) -> dict[str, Any]:
    a, b = REGISTRY.metric("footrule"), REGISTRY.metric("kendall")
    return json.loads(
        dump_correlation(Correlation(CorrelatedPair(a, b, "", PositionWeights({}), {}), population, REGISTRY))
    )  # type: ignore[no-any-return]


def aggregate(directory: Path, text: str, weights: Weights | None = None) -> dict[str, Any]:
    file = directory / "profile.txt"
    file.write_text(text, encoding="utf-8")
    return json.loads(aggregation.dumps(Aggregation(read_profile(file), weights)))  # type: ignore[no-any-return]


def evaluation(directory: Path) -> dict[str, Any]:
    run, qrels = directory / "run", directory / "qrels"
    run.write_text("1 Q0 a 1 2 t\n1 Q0 b 2 2 t\n2 Q0 c 1 1 t\n", encoding="utf-8")
    qrels.write_text("1 0 a 0\n1 0 b 1\n2 0 c 0\n3 0 c 1\n", encoding="utf-8")
    result = axiomatrix.evaluate(run, qrels, "num_q", "P_5", "ndcg", "recall", "rbp:p=4/5", beside="map")
    return json.loads(trec.dumps(result.data))  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """What is written, by its format."""
    made = tmp_path_factory.mktemp("made")
    weights = Weights(w=ElementWeights({"a": 2, "b": 1, "c": 1}))
    return {
        "correlation": [correlation(population) for population in populations(made)],
        "aggregate": [
            aggregate(made, "a > b > c\nb > c > a\n"),
            aggregate(made, "a > b > c\nb > c > a\n", weights),
            aggregate(made, " > ".join(map(str, range(14))) + "\n"),
        ],
        "evaluate": [evaluation(made)],
    }


@pytest.mark.parametrize("name", ["correlation", "aggregate", "evaluate"])
def test_what_is_written_is_as_the_schema_says(name: str, written: dict[str, list[dict[str, Any]]]) -> None:
    schema = JSON_FORMATS[name].schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    for data in written[name]:
        jsonschema.Draft202012Validator(schema).validate(data)
        JSON_FORMATS[name].decode(data)
        assert next(iter(data)) == "format" and data["format"] == f"axiomatrix-{name}-1"


def spoilt(data: Any) -> Iterator[Any]:
    """The data with one thing wrong: a field that nobody knows, or one of another type, at every place."""
    if isinstance(data, dict):
        for key, part in data.items():
            for wrong in spoilt(part):
                yield {**data, key: wrong}
    elif isinstance(data, list):
        for k, part in enumerate(data[:2]):
            for wrong in spoilt(part):
                yield [*data[:k], wrong, *data[k + 1 :]]
    else:
        yield {"nobody": "knows this"}


@pytest.mark.parametrize("name", ["correlation", "aggregate", "evaluate"])
def test_what_is_spoilt_fits_neither_the_schema_nor_the_types(
    name: str, written: dict[str, list[dict[str, Any]]]
) -> None:
    validator, data = jsonschema.Draft202012Validator(JSON_FORMATS[name].schema()), written[name][0]
    wrong = [*spoilt(data), {**data, "more": 1}]
    wrong += [{key: part for key, part in data.items() if key != left_out} for left_out in data]
    assert len(wrong) > 20
    for one in copy.deepcopy(wrong):
        assert not validator.is_valid(one)
        with pytest.raises(ValueError, match=JSON_FORMATS[name].noun):
            JSON_FORMATS[name].decode(one)


def test_a_value_is_exact_or_enclosed_or_has_a_reason_why_there_is_none(
    written: dict[str, list[dict[str, Any]]],
) -> None:
    found = {one["measure"]: one for one in written["evaluate"][0]["measures"]}
    kinds = {name: sorted(one["values"]["1"]) for name, one in found.items() if one["values"]}
    assert kinds["P_5"] == ["exact", "float", "printed"]
    assert kinds["ndcg"] == ["enclosed", "float", "printed"]
    assert list(found["recall"]["values"]["2"]) == ["undefined"]


def test_the_committed_correlations_are_as_the_schema_says() -> None:
    files = sorted((ROOT / "reports" / "correlate").glob("*/correlation.json"))
    assert len(files) == 5
    for file in files:
        data = json.loads(file.read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator(JSON_FORMATS["correlation"].schema()).validate(data)
        JSON_FORMATS["correlation"].decode(data)
