"""``evaluate`` gives what pytrec_eval gives, on real files and on files with every oddity that people meet."""

from __future__ import annotations

import gzip
import json
import random
import subprocess
import sys
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

import axiomatrix
from axiomatrix.engine.measures import (
    COUNTS,
    MEASURES_WITH_CUT_OFF,
    MEASURES_WITHOUT_CUT_OFF,
    BadMeasure,
    parse_measure,
)
from axiomatrix.engine.run_files import BadFile

DATA = Path(__file__).parents[1] / "data" / "trec"
NAMES = [
    *(name for name in COUNTS if name != "num_q"),
    *MEASURES_WITHOUT_CUT_OFF,
    *(f"{name}_{k}" for name in MEASURES_WITH_CUT_OFF for k in (1, 3, 10)),
]
Run = dict[str, dict[str, float]]
Judged = dict[str, dict[str, int]]


def by_pytrec_eval(run: Run, judged: Judged, level: int = 1) -> dict[str, dict[str, float]]:
    """The values by topic and measure."""
    pytrec_eval = pytest.importorskip("pytrec_eval")
    asked = {
        f"{base}.{k}"
        if (base := name.rpartition("_")[0]) in MEASURES_WITH_CUT_OFF and (k := name.rpartition("_")[2])
        else name
        for name in NAMES
    }
    answer: dict[str, dict[str, float]] = pytrec_eval.RelevanceEvaluator(judged, asked, relevance_level=level).evaluate(
        run
    )
    return answer


def require_the_same(
    run: Path, qrels: Path, expected: dict[str, dict[str, float]], judged: int, level: int = 1
) -> None:
    """Every printed digit, the value to 10^-12, and both means: over what is answered and over all that is judged."""
    result = axiomatrix.evaluate(run, qrels, *NAMES, level=level).data
    complete = axiomatrix.evaluate(run, qrels, *NAMES, level=level, complete=True).data
    assert [topic.name for topic in result.topics] == sorted(expected, key=str.encode)
    for column, whole in zip(result.columns, complete.columns, strict=True):
        name = column.measure.name
        for topic, value in zip(result.topics, column.values, strict=True):
            there = expected[topic.name][name]
            assert value.printed() == (f"{there:.0f}" if name in COUNTS else f"{there:.4f}"), (name, topic.name)
            assert abs(float(value.lower_end) - there) < 1e-12, (name, topic.name)
        if name not in COUNTS:
            total = sum(values[name] for values in expected.values())
            assert column.overall.printed() == f"{total / len(expected):.4f}", name
            assert whole.overall.printed() == f"{total / judged:.4f}", name


def in_columns(run: Run, judged: Judged) -> tuple[str, str]:
    listed = "".join(f"{t} Q0 {d} 0 {s!r} tag\n" for t, scores in run.items() for d, s in scores.items())
    return listed, "".join(f"{t} 0 {d} {g}\n" for t, grades in judged.items() for d, g in grades.items())


def in_three_columns(run: Run, judged: Judged) -> tuple[str, str]:
    listed = "".join(f"{t}\t{d}\t{s!r}\n" for t, scores in run.items() for d, s in scores.items())
    return listed, "".join(f"{t}\t{d}\t{g}\n" for t, grades in judged.items() for d, g in grades.items())


def in_tsv_of_ir_datasets(run: Run, judged: Judged) -> tuple[str, str]:
    listed, _ = in_three_columns(run, judged)
    return listed, "".join(f"{t}\t{d}\t{g}\t0\n" for t, grades in judged.items() for d, g in grades.items())


def in_beir(run: Run, judged: Judged) -> tuple[str, str]:
    listed, graded = in_columns(run, judged)[0], in_three_columns(run, judged)[1]
    return listed, "query-id\tcorpus-id\tscore\n" + graded


def in_decimals(run: Run, judged: Judged) -> tuple[str, str]:
    listed = in_columns(run, judged)[0]
    return listed, "".join(f"{t} 0 {d} {g}.0\n" for t, grades in judged.items() for d, g in grades.items())


def in_json_lines(run: Run, judged: Judged) -> tuple[str, str]:
    def lines(by_topic: Any, number: str) -> str:
        rows = ({"query_id": t, "doc_id": d, number: v} for t, rest in by_topic.items() for d, v in rest.items())
        return "".join(json.dumps(row) + "\n" for row in rows)

    return lines(run, "score"), lines(judged, "relevance")


LAYOUTS = (in_columns, in_three_columns, in_tsv_of_ir_datasets, in_beir, in_decimals, in_json_lines)
PLAIN: Judged = {"1": {"a": 1, "b": 0, "c": 2}, "2": {"a": 1}}
BIG = str(2**63 + 1), str(2**63 + 2), str(2**53 + 1)
ODDITIES: dict[str, tuple[Run, Judged]] = {
    "ties of all": ({"1": {"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}}, {"1": {"b": 1, "d": 0, "x": 1}}),
    "ties of some": ({"1": {"a": 2.0, "b": 1.0, "c": 1.0, "e": 0.0}}, PLAIN),
    "ids that sort as texts": ({"1": {"9": 1.0, "10": 1.0, "100": 1.0}}, {"1": {"9": 0, "10": 1, "100": 2}}),
    "large whole numbers as ids": (
        {BIG[0]: {BIG[1]: 0.5, BIG[2]: 0.25}, BIG[1]: {BIG[0]: 1.0}},
        {BIG[0]: {BIG[2]: 1, BIG[1]: 0}, BIG[1]: {BIG[0]: 3}},
    ),
    "a topic that is not in the run": ({"1": {"a": 1.0}}, PLAIN),
    "a topic that is not judged": ({"1": {"a": 1.0, "c": 0.5}, "7": {"a": 1.0}}, PLAIN),
    "nothing relevant": ({"1": {"a": 1.0}, "2": {"a": 1.0}}, {"1": {"a": 0, "b": 0}, "2": {"a": 1}}),
    "nothing relevant retrieved": ({"1": {"y": 1.0, "z": 0.5}}, PLAIN),
    "negative grades": ({"1": {"a": 3.0, "b": 2.0, "c": 1.0}}, {"1": {"a": -1, "b": 2, "c": -2, "d": -1, "e": 1}}),
    "negative and tiny scores": ({"1": {"a": -3.0, "b": -1e-30, "c": 1e-30}}, PLAIN),
    "one document": ({"2": {"a": 0.0}}, PLAIN),
    "names that are not ASCII": ({"1": {"é": 1.0, "z": 1.0, "\U0001f600": 1.0}}, {"1": {"é": 1, "\U0001f600": 2}}),
    "a list that is shorter than the cut-off": ({"1": {"a": 2.0, "b": 1.0}}, {"1": {str(k): 1 for k in range(20)}}),
    "a large grade": ({"1": {"a": 2.0, "b": 1.0}}, {"1": {"a": 7, "b": 1000}}),
}


@pytest.mark.parametrize(("oddity", "layout"), list(zip(ODDITIES, cycle(LAYOUTS), strict=False)))
def test_an_odd_file_is_evaluated_as_by_pytrec_eval(oddity: str, layout: Any, tmp_path: Path) -> None:
    run, judged = ODDITIES[oddity]
    for path, text in zip((tmp_path / "run.gz", tmp_path / "qrels.gz"), layout(run, judged), strict=True):
        path.write_bytes(gzip.compress(text.encode()))
    require_the_same(tmp_path / "run.gz", tmp_path / "qrels.gz", by_pytrec_eval(run, judged), len(judged))


@pytest.mark.parametrize(("seed", "layout"), list(enumerate(LAYOUTS)))
def test_all_oddities_at_once_are_evaluated_as_by_pytrec_eval(seed: int, layout: Any, tmp_path: Path) -> None:
    draw = random.Random(seed)
    run = {
        str(t): {str(10**18 + d): float(draw.randint(-1, 3)) for d in draw.sample(range(30), draw.randint(1, 15))}
        for t in draw.sample(range(6), 4)
    }
    judged = {
        str(t): {"0": 0}  # pytrec_eval crashes where a topic has negative grades alone
        | {str(10**18 + d): draw.choice([-1, 0, 0, 1, 2]) for d in draw.sample(range(40), draw.randint(1, 20))}
        for t in range(1, 6)
    }
    for name, text in zip(("run", "qrels"), layout(run, judged), strict=True):
        (tmp_path / name).write_text(text, encoding="utf-8")
    level = 1 + seed % 2
    expected = by_pytrec_eval(run, judged, level)
    require_the_same(tmp_path / "run", tmp_path / "qrels", expected, len(judged), level)


@pytest.mark.parametrize("judgements", ["qrels.test", "qrels.graded"])
def test_the_files_of_trec_eval_are_evaluated_as_by_pytrec_eval(judgements: str, tmp_path: Path) -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    with (DATA / "results.test").open() as run, (DATA / judgements).open() as qrels:
        listed, judged = pytrec_eval.parse_run(run), pytrec_eval.parse_qrel(qrels)
    (tmp_path / "run.gz").write_bytes(gzip.compress((DATA / "results.test").read_bytes()))
    require_the_same(tmp_path / "run.gz", DATA / judgements, by_pytrec_eval(listed, judged), len(judged))


def test_a_topic_with_negative_grades_alone_has_nothing_relevant(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("1 a 3\n1 b 2\n", encoding="utf-8")
    (tmp_path / "qrels").write_text("1 a -1\n1 b -2\n", encoding="utf-8")
    result = axiomatrix.evaluate(tmp_path / "run", tmp_path / "qrels", *NAMES).data
    values = {column.measure.name: float(column.overall.lower_end) for column in result.columns}
    assert {name for name, value in values.items() if value} == {"num_ret"} and result.nothing_relevant == ["1"]


def test_fractional_grades_weigh_as_their_multiples(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("1 a 3\n1 b 2\n1 c 1\n", encoding="utf-8")
    (tmp_path / "qrels").write_text("1 a 0.5\n1 c 1.5\n1 d 2.0\n", encoding="utf-8")
    doubled = by_pytrec_eval({"1": {"a": 3.0, "b": 2.0, "c": 1.0}}, {"1": {"a": 1, "c": 3, "d": 4}})
    (column,) = axiomatrix.evaluate(tmp_path / "run", tmp_path / "qrels", "ndcg").data.columns
    assert column.overall.printed(8) == f"{doubled['1']['ndcg']:.8f}"


def test_pytrec_eval_differs_where_the_page_says_so(tmp_path: Path) -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    with pytest.raises(TypeError, match="integer"):
        by_pytrec_eval({"1": {"a": 1.0}}, {"1": {"a": 0.5}})  # type: ignore[dict-item]  # that it is refused is the point
    with pytest.raises(AssertionError):
        pytrec_eval.parse_run(["1 Q0 a 1 2 t", "1 Q0 a 2 1 t"])
    nan = by_pytrec_eval({"1": {"a": float("nan"), "b": 1.0}}, {"1": {"a": 1}})
    assert nan["1"]["recip_rank"] in (0.5, 1.0)
    ask = "import pytrec_eval; pytrec_eval.RelevanceEvaluator({'1': {'a': 1}}, {'P.0'}).evaluate({'1': {'a': 1.0}})"
    assert subprocess.run([sys.executable, "-c", ask], capture_output=True, check=False).returncode != 0
    with pytest.raises(BadMeasure, match="1 or more"):
        parse_measure("P_0")
    (tmp_path / "qrels").write_text("1 0 a 1\n", encoding="utf-8")
    for line in ("1 Q0 a 1 nan t\n", "1 Q0 a 1 2 t\n1 Q0 a 2 1 t\n"):
        (tmp_path / "run").write_text(line, encoding="utf-8")
        with pytest.raises(BadFile, match=r"line [12]: "):
            axiomatrix.evaluate(tmp_path / "run", tmp_path / "qrels", "map")
