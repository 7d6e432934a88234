"""``axiomatrix evaluate``: digit by digit what trec_eval says, and what our own names say."""

from __future__ import annotations

import json
import random
import time
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from axiomatrix import REGISTRY, Registry, Unknown, metric, spaces
from axiomatrix.cli.app import app
from axiomatrix.engine.judged_run import Topic, join_topics
from axiomatrix.engine.measures import (
    COUNTS,
    MEASURES_WITH_CUT_OFF,
    MEASURES_WITHOUT_CUT_OFF,
    BadMeasure,
    Measure,
    parse_measure,
)
from axiomatrix.engine.run_files import read_qrels, read_run
from axiomatrix.numbers.balls import ends
from axiomatrix.numbers.exact import log
from axiomatrix.studies.trec.evaluate import evaluate_measures
from axiomatrix.studies.trec.values import MeasuredValue, MetricRaised

DATA = Path(__file__).parents[1] / "data" / "trec"
CUTS = [f"{name}_{k}" for name in MEASURES_WITH_CUT_OFF for k in (5, 10, 100, 1000)]
ONE = Topic("1", ("a",), (Fraction(1),), (1,), ())
NAMES = [*(name for name in COUNTS if name != "num_q"), *MEASURES_WITHOUT_CUT_OFF, "ndcg", *CUTS, "P_1", "success_1"]


def run(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, ["evaluate", *arguments])
    assert done.exit_code == code, done.output
    return done.output


def files(tmp_path: Path, retrieved: str, judged: str) -> tuple[str, str, str, str]:
    (tmp_path / "run").write_text(retrieved, encoding="utf-8")
    (tmp_path / "qrels").write_text(judged, encoding="utf-8")
    return str(tmp_path / "run"), str(tmp_path / "qrels")


def theirs(retrieved: object, judged: object, names: list[str], level: int = 1) -> dict[str, dict[str, float]]:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    asked = set()
    for name in names:
        base, _, k = name.rpartition("_")
        asked.add(f"{base}.{k}" if base in MEASURES_WITH_CUT_OFF and k.isdigit() else name)
    return pytrec_eval.RelevanceEvaluator(judged, asked, relevance_level=level).evaluate(retrieved)


def compared(retrieved: Path, judged: Path, level: int = 1) -> None:
    qrels = read_qrels(judged)
    listed = read_run(retrieved)
    scores = {topic: {r.document: float(r.score) for r in found} for topic, found in listed.items()}
    expected = theirs(scores, qrels, NAMES, level)
    chosen = join_topics(listed, qrels)
    assert {topic.name for topic in chosen} == set(expected)
    for column in evaluate_measures(chosen, [parse_measure(name) for name in NAMES], level=level):
        name = column.measure.name
        for topic, value in zip(chosen, column.values, strict=True):
            there = expected[topic.name][name]
            assert value.printed() == (f"{there:.0f}" if name in COUNTS else f"{there:.4f}"), (name, topic.name)
            low, high = ends(value.number)
            assert abs(float(low) - there) < 1e-12 and float(high - low) < 1e-12, (name, topic.name)
        if name not in COUNTS:
            mean = sum(expected[topic.name][name] for topic in chosen) / len(chosen)
            assert column.overall.printed() == f"{mean:.4f}", name


@pytest.mark.parametrize("judgements", ["qrels.test", "qrels.graded"])
def test_a_real_run_is_evaluated_digit_by_digit_as_by_trec_eval(judgements: str) -> None:
    compared(DATA / "results.test", DATA / judgements)


def test_a_higher_relevance_level_is_that_of_trec_eval() -> None:
    compared(DATA / "results.test", DATA / "qrels.graded", level=2)


@pytest.mark.parametrize("seed", range(8))
def test_random_runs_with_ties_are_evaluated_as_by_trec_eval(tmp_path: Path, seed: int) -> None:
    draw = random.Random(seed)
    retrieved, judged = [], []
    for topic in range(1, 6):
        for d in draw.sample(range(40), draw.randint(1, 30)):
            retrieved.append(f"{topic} Q0 d{d} 0 {draw.randint(0, 6)} t")
        for d in draw.sample(range(60), draw.randint(1, 40)):
            judged.append(f"{topic} 0 d{d} {draw.choice([-1, 0, 0, 0, 1, 1, 2, 4])}")
    files(tmp_path, "\n".join(retrieved), "\n".join(judged))
    compared(tmp_path / "run", tmp_path / "qrels")


def test_a_topic_without_relevant_documents_is_0_by_trec_evals_names_and_undefined_by_ours(tmp_path: Path) -> None:
    given = files(tmp_path, "1 Q0 a 1 1 t\n2 Q0 a 1 1 t\n", "1 0 a 1\n2 0 a 0\n")
    lines = run(*given, "map", "average-precision[whole]").splitlines()
    assert [line.split() for line in lines if line.startswith("map")] == [
        ["map", "1", "1.0000"],
        ["map", "2", "0.0000"],
        ["map", "all", "0.5000"],
    ]
    ours = [line.split()[1:] for line in lines if line.startswith("average-precision[whole]") and ":" not in line]
    assert ours == [["1", "1.0000"], ["2", "undefined"], ["all", "1.0000"]]
    assert "undefined on 1 topic," in run(*given, "average-precision[whole]")


def test_scores_that_are_alike_in_single_precision_are_named(tmp_path: Path) -> None:
    given = files(tmp_path, "1 Q0 a 1 0.10000000001 t\n1 Q0 b 2 0.1 t\n1 Q0 c 3 -1e399 t\n", "1 0 a 1\n")
    printed = run(*given, "recip_rank")
    assert "1 topic ordered by scores as written; trec_eval 9 rounds them to single precision" in printed
    assert "1.0000" in printed
    assert theirs({"1": {"a": 0.10000000001, "b": 0.1}}, {"1": {"a": 1}}, ["recip_rank"])["1"]["recip_rank"] == 0.5


def test_missing_topics_are_left_out_or_count_as_0(tmp_path: Path) -> None:
    given = files(tmp_path, "1 Q0 a 1 1 t\n9 Q0 a 1 1 t\n", "1 0 a 1\n2 0 a 1\n")
    output = run(*given, "map", "--means")
    assert "all\t1.0000" in output and "1 topic without documents, left out" in output
    assert "1 topic of the run left out" in output
    output = run(*given, "map", "P_5", "num_q", "--means", "--complete")
    assert "all\t0.5000" in output and "all\t0.1000" in output and "all\t2" in output and "counted as 0" in output


def test_our_metrics_take_parameters() -> None:
    given = (str(DATA / "results.test"), str(DATA / "qrels.graded"))
    lines = run(
        *given, "precision-at:k=5", "P_5", "rbp[binary]:p=4/5", "rbp[binary]:p=0.8", "--means", "-q"
    ).splitlines()
    values = [line.split("\t")[2] for line in lines]
    assert values[0] == values[1] == "0.2667" and values[2] == values[3]


def test_json_has_exact_values_and_enclosures() -> None:
    given = (str(DATA / "results.test"), str(DATA / "qrels.graded"), "-q", "--format", "json")
    found = {m["measure"]: m for m in json.loads(run(*given, "P_5", "ndcg"))["measures"]}
    assert found["P_5"]["all"] == {"printed": "0.2667", "float": pytest.approx(4 / 15), "exact": "4/15"}
    assert "enclosed" in found["ndcg"]["values"]["301"]
    assert found["ndcg"]["formula"].startswith("nDCG")


def test_means_over_a_run_are_metrics_of_the_run(tmp_path: Path) -> None:
    given = files(tmp_path, "1 Q0 a 1 1 t\n2 Q0 b 1 1 t\n2 Q0 a 1 0 t\n", "1 0 a 1\n2 0 a 1\n")
    lines = run(*given, "mean-reciprocal-rank").splitlines()
    assert [line.split() for line in lines] == [["mean-reciprocal-rank", "all", "0.7500"]]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("precision-at", "precision-at needs k"),
        ("precision-at:k=0", "cut-off must be a whole number"),
        ("precision-at:p=1", "has no parameter 'p'"),
        ("precision-at:k", "is not a parameter"),
        ("kendall", "kendall is a metric of rankings"),
        ("rbp[gains]:p=1/2", "it must be from 0 to 1"),
        ("mapp", "did you mean"),
        ("dcg[any]", "takes discount (positive discounts, any order of sizes), which cannot be written here"),
        ("dcg[any]:discount=1", "cannot be written here"),
    ],
)
def test_what_cannot_be_evaluated_is_said(name: str, message: str) -> None:
    given = (str(DATA / "results.test"), str(DATA / "qrels.graded"))
    assert message in " ".join(run(*given, name, code=2).split())


@pytest.mark.parametrize("option", [("--ties", "random"), ("--format", "xml")])
def test_unknown_options_are_refused(option: tuple[str, str]) -> None:
    given = (str(DATA / "results.test"), str(DATA / "qrels.test"))
    assert f"unknown {option[0]}" in run(*given, *option, code=2)


def test_files_that_are_wrong_are_refused_with_their_line(tmp_path: Path) -> None:
    assert "line 1: 2 columns" in run(*files(tmp_path, "1 a\n", "1 0 a 1\n"), code=2)
    assert "none of its topics is judged" in run(*files(tmp_path, "1 Q0 a 1 1 t\n", "2 0 a 1\n"), code=2)


def test_every_name_of_trec_eval_is_a_row_of_the_catalogue() -> None:
    for name in NAMES:
        found = parse_measure(name)
        assert name in COUNTS or (found.metric is not None and found.metric.name in REGISTRY.metrics)


def test_an_unknown_name_is_unknown() -> None:
    with pytest.raises(Unknown, match="unknown metric"):
        parse_measure("P_ten")
    for cut in ("0", "-1", "2.5"):
        with pytest.raises(BadMeasure, match="the cut-off must be a whole number, 1 or more, such as P_10"):
            parse_measure(f"P_{cut}")
    with pytest.raises(BadMeasure):
        parse_measure("footrule")


def test_a_metric_of_scored_lists_is_given_the_ties(tmp_path: Path) -> None:
    given = files(tmp_path, "1 Q0 a 1 1 t\n1 Q0 b 1 1 t\n", "1 0 a 1\n")
    assert "0.7500" in run(*given, "tied-reciprocal-rank[mean]", "--means")


def test_lists_of_500_documents_take_no_time() -> None:
    qrels, listed = read_qrels(DATA / "qrels.graded"), read_run(DATA / "results.test")
    began = time.perf_counter()
    columns = evaluate_measures(
        join_topics(listed, qrels), [parse_measure(name) for name in ("map", "ndcg", "ndcg_cut_100", "bpref")]
    )
    assert all(column.overall.number is not None for column in columns)
    assert time.perf_counter() - began < 5


def users(definition) -> Measure:
    mine = Registry(REGISTRY)
    return Measure("mine", metric("mine", kind="score", arguments={"x": spaces.binary_list}, registry=mine)(definition))


def test_a_users_metric_is_evaluated() -> None:
    (column,) = evaluate_measures([ONE], [users(lambda x: x[1])])
    assert column.overall.number == 1


@pytest.mark.parametrize(
    ("definition", "message"),
    [
        (lambda x: x[9], "the definition raised KeyError"),
        (lambda x: 0.5, "returned the float 0.5"),
        (lambda x: "high", "must return a single exact number"),
    ],
)
def test_what_is_wrong_with_a_users_metric_is_said(definition, message: str) -> None:
    with pytest.raises(MetricRaised, match=message):
        evaluate_measures([ONE], [users(definition)])


def test_a_topic_that_a_metric_does_not_take_is_named_with_the_metric() -> None:
    rated = Topic("t9", ("d1", "d2"), (2, 1), (0, 3), ())
    with pytest.raises(BadMeasure, match=r"^err\[gains\]:p=1/2, topic t9: grades: the gain in place 2 is 3; it must"):
        evaluate_measures([rated], [parse_measure("err[gains]:p=1/2")])


def test_what_balls_leave_open_is_decided_by_formal_constants() -> None:
    (column,) = evaluate_measures([ONE], [users(lambda x: 1 if log(8) == 3 * log(2) else 0)])
    assert column.overall.number == 1


def test_how_values_are_printed() -> None:
    assert MeasuredValue(None, "why").printed() == "undefined"
    assert MeasuredValue(3).printed() == "3"
    assert MeasuredValue(Fraction(1, 3)).printed(2) == "0.33"
