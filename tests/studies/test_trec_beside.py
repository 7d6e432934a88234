"""``evaluate``: a metric of one's own beside an exact one, which topics are averaged, and what tied scores decide."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from typer.testing import CliRunner

import axiomatrix
from axiomatrix.cli.app import app
from axiomatrix.report.document import Table, plain_text

MINE = """\
import math
from axiomatrix import metric, spaces


@metric("my-ndcg", kind="score", arguments={"x": spaces.retrieved_ids(3, relevant=dict)}, exact=False)
def my_ndcg(retrieved, relevant):
    \"\"\"nDCG@10 with an ideal of what was retrieved\"\"\"
    gains = [relevant.get(d, 0) for d in retrieved[:10]]
    best = sum(g / math.log2(i + 2) for i, g in enumerate(sorted(gains, reverse=True)))
    return sum(g / math.log2(i + 2) for i, g in enumerate(gains)) / best if best else 0.0


@metric("my-precision", kind="score", arguments={"x": spaces.binary_list})
def my_precision(x):
    \"\"\"Precision of the first two\"\"\"
    return x.relevant(2) / 2
"""
RUN = "1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n2 Q0 a 1 3 t\n2 Q0 b 2 1 t\n3 Q0 a 1 1 t\n"
QRELS = "1 0 a 1\n1 0 b 3\n2 0 a 1\n2 0 c 1\n3 0 a 0\n4 0 a 1\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in (("run", RUN), ("qrels", QRELS), ("mine.py", MINE)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def evaluated(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, ["evaluate", *words])
    assert done.exit_code == code, done.output
    return done.stdout if code == 0 else done.output


@pytest.mark.usefixtures("here")
def test_a_float_metric_of_ids_is_compared_topic_by_topic() -> None:
    data = json.loads(evaluated("run", "qrels", "mine.py", "--beside", "ndcg_cut_10", "--format", "json"))
    found = {one["measure"]: one for one in data["measures"]}
    assert data["beside"] == "ndcg_cut_10" and list(found) == ["my-ndcg", "my-precision", "ndcg_cut_10"]
    (differing,) = found["my-ndcg"]["differs"]  # the relevant document that was not retrieved
    assert differing["topic"] == "2" and differing["value"] == {"printed": "1.0000", "float": 1.0}
    assert differing["beside"]["float"] == pytest.approx(1 / (1 + 1 / math.log2(3)))
    assert [one["topic"] for one in found["my-precision"]["differs"]] == ["1", "2"]  # the larger difference first
    assert found["ndcg_cut_10"]["differs"] == []


@pytest.mark.usefixtures("here")
def test_the_page_names_the_topics_and_fits_the_terminal() -> None:
    page = evaluated("run", "qrels", "my-ndcg", "mine.py", "--beside", "ndcg_cut_10")
    assert "They differ on 1 of 3 topics" in page
    assert max(map(len, page.splitlines())) <= 80


@pytest.mark.usefixtures("here")
def test_two_names_of_one_metric_agree_on_every_topic() -> None:
    assert "They agree on 3 topics" in evaluated("run", "qrels", "precision-at:k=5", "--beside", "P_5")


@pytest.mark.usefixtures("here")
def test_a_metric_of_runs_has_no_topics_to_compare() -> None:
    for arguments in (("map", "--beside", "mean-reciprocal-rank"), ("mean-reciprocal-rank", "--ties", "mean")):
        printed = evaluated("run", "qrels", *arguments, code=2)
        assert "needs a value for each topic" in " ".join(printed.split())


@pytest.mark.usefixtures("here")
def test_both_conventions_of_missing_topics_stand_side_by_side() -> None:
    for complete in (False, True):
        result = axiomatrix.evaluate("run", "qrels", "P_2", complete=complete)
        (means,) = result.data.averages
        assert [value.printed() for value in (means.answered, means.judged, means.with_relevant)] == [
            "0.5000",
            "0.3750",
            "0.7500",
        ]
        overall = means.judged if complete else means.answered
        assert result.data.columns[0].overall == overall
        assert result.data.nothing_relevant == ["3"] and result.data.without_documents == 1
        tables = [block for block in result.document.blocks if isinstance(block, Table)]
        assert [plain_text(row[1]) for row in tables[1].rows] == ["0.5000", "0.3750", "0.7500"]
    assert any("over all 4 judged" in one and "P_2 0.3750" in one for one in result.notes)


TIED = "1 Q0 a 1 1 t\n1 Q0 b 2 1 t\n1 Q0 c 3 1 t\n2 Q0 a 1 2 t\n2 Q0 b 1 1 t\n"
JUDGED = "1 0 c 1\n2 0 a 1\n"


def tied(here: Path) -> None:
    (here / "run").write_text(TIED, encoding="utf-8")
    (here / "qrels").write_text(JUDGED, encoding="utf-8")


def test_topics_that_tied_scores_decide_are_named_with_their_bounds(here: Path) -> None:
    tied(here)
    result = axiomatrix.evaluate("run", "qrels", "recip_rank", "recall_3")
    (found,) = result.data.tied
    assert found.measure.name == "recip_rank" and list(found.ranges) == ["1"]
    assert str(found.ranges["1"].low.number) == "1/3" and found.ranges["1"].high.number == 1
    assert (found.low.printed(), found.high.printed()) == ("0.6667", "1.0000")
    assert any("1 0.3333 to 1.0000" in one for one in result.notes)
    data = json.loads(evaluated("run", "qrels", "recip_rank", "--format", "json"))
    assert data["measures"][0]["tied"]["1"]["low"]["exact"] == "1/3"


def test_the_mean_over_ties_is_exact(here: Path) -> None:
    tied(here)
    data = json.loads(evaluated("run", "qrels", "recip_rank", "P_1", "--ties", "mean", "--format", "json"))
    values = [[one["values"]["1"]["exact"], one["all"]["exact"]] for one in data["measures"]]
    assert values == [["11/18", "29/36"], ["1/3", "2/3"]]


def test_ranks_in_the_place_of_scores_are_noticed(here: Path) -> None:
    (here / "run").write_text("1 a 1\n1 b 2\n2 a 1\n2 b 2\n", encoding="utf-8")
    assert any("in reverse" in one for one in axiomatrix.evaluate("run", "qrels", "map").notes)
    (here / "run").write_text("1 a 2\n1 b 1\n", encoding="utf-8")
    assert not any("in reverse" in one for one in axiomatrix.evaluate("run", "qrels", "map").notes)


def test_a_definition_that_returns_nan_is_refused(here: Path) -> None:
    text = MINE.replace("else 0.0", "else float('nan')")
    (here / "mine.py").write_text(text, encoding="utf-8")
    assert "my-ndcg returned nan" in evaluated("run", "qrels", "my-ndcg", "mine.py", code=3)


def test_a_definition_that_raises_is_named_with_the_topic_and_its_line(here: Path) -> None:
    text = MINE.replace("x.relevant(2) / 2", "x.relevant(2) / x.R")
    (here / "mine.py").write_text(text, encoding="utf-8")
    message = " ".join(evaluated("run", "qrels", "my-precision", "mine.py", code=3).split())
    assert "topic 3: my-precision: " in message and "mine.py:16: ZeroDivisionError" in message


def test_ids_of_a_run_are_texts(here: Path) -> None:
    text = MINE.replace("relevant=dict)", "relevant=dict, ids=(int,))")
    (here / "mine.py").write_text(text, encoding="utf-8")
    assert "the ids of a run are strings" in " ".join(evaluated("run", "qrels", "my-ndcg", "mine.py", code=2).split())
