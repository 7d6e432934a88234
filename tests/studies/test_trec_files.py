"""Run and judgement files: what is read, what is refused and where, what the grades count as."""

from __future__ import annotations

import gzip
from fractions import Fraction
from pathlib import Path

import pytest

from axiomatrix.engine.judged_run import join_topics
from axiomatrix.engine.run_files import BadFile, read_qrels, read_run
from axiomatrix.evidence import files

DATA = Path(__file__).parents[1] / "data" / "trec"
RUN = "1 Q0 a 1 2.5 tag\n1 Q0 b 2 1e-3 tag\n"
QRELS = "1 0 a 1\n1 0 b 0\n"


def written(directory: Path, text: str) -> Path:
    path = directory / "file"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_real_files_are_read() -> None:
    run, qrels = read_run(DATA / "results.test"), read_qrels(DATA / "qrels.test")
    assert {topic: len(listed) for topic, listed in run.items()} == {"301": 500, "302": 500, "303": 500}
    assert set(run) == set(qrels)
    graded = read_qrels(DATA / "qrels.graded")
    assert {g for judged in graded.values() for g in judged.values()} >= {-1, 0, 1, 2, 4}


def test_scores_are_what_is_written(tmp_path: Path) -> None:
    listed = read_run(written(tmp_path, f"# a remark\n\n{RUN}\t1  Q0\tc 3 -7 tag\r\n"))["1"]
    assert [r.score for r in listed] == [Fraction(5, 2), Fraction(1, 1000), -7]
    assert [r.document for r in listed] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 Q0 a 1 2.5\n", "line 1: 5 columns; expected 6"),
        (RUN + "1 Q0 c d 3 1 tag\n", "line 3: 7 columns"),
        (RUN + "1 Q0 c 3 high tag\n", "line 3: the score is 'high'; it must be a number"),
        ("1 Q0 a 1 nan tag\n", "line 1: the score is 'nan'; it must be a finite number"),
        ("1 Q0 a 1 -inf tag\n", "finite"),
        ("1 Q0 a 1 1e999999999 tag\n", "within the range of a float"),
        (RUN + "\n1 Q0 a 3 0 tag\n", "line 4: document 'a' is retrieved twice for topic '1', first in line 1"),
        ("\n# nothing\n", "the file has no entries"),
    ],
)
def test_what_is_wrong_with_a_run_is_said_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BadFile, match=message):
        read_run(written(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 0 a\n", "line 1: the grade is 'a'; it must be a number"),
        ("1 a\n", "line 1: 2 columns; expected 4: topic iteration document grade, or 3: topic document"),
        (QRELS + "1 0 7\n", "line 3: 3 columns; expected 4"),
        ("1 a 1\n" + QRELS, "line 2: 4 columns; expected 3: topic document grade"),
        ("1 0 c --1\n", "must be a number"),
        ("1 0 c nan\n", "finite number"),
        ("1 0 c 1e9\n", "the grade is '1e9'; it must be below 1,000,000,000"),
        ("query-id corpus-id\nq1 d1 1\n", "line 1: one column must be called score or relevance or rel"),
        ("query-id corpus-id score\nq1 d1\n", "line 2: 2 columns; expected 3: topic document grade"),
        ('{"qid": "1", "docid": "a"}\n', "line 1: the object needs one of score, relevance"),
        ('{"q1": {"d1": 1}}\n', "line 1: the object needs one of query_id, .*; it has q1"),
        ("{}\n", "line 1: the object needs one of query_id, .*; it has nothing"),
        ('{"qid": "1", "docid": "a", "rel": true}\n', "a string or a number"),
        ('{"qid": "1"\n', "starts like a JSON object but cannot be read"),
        (QRELS + "1 0 a 1\n", "line 3: document 'a' is judged twice for topic '1', first in line 1"),
        ("", "the file has no entries"),
    ],
)
def test_what_is_wrong_with_judgements_is_said_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BadFile, match=message):
        read_qrels(written(tmp_path, text))


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="No such file"):
        read_run(tmp_path / "none")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(BadFile, match="UTF-8"):
        read_qrels(tmp_path / "bytes")


def test_a_document_of_two_topics_is_no_duplicate(tmp_path: Path) -> None:
    assert set(read_run(written(tmp_path, RUN + "2 Q0 a 1 1 tag\n"))) == {"1", "2"}


def made(tmp_path: Path, run: str, qrels: str, **options: object):
    (tmp_path / "run").write_text(run, encoding="utf-8")
    (tmp_path / "qrels").write_text(qrels, encoding="utf-8")
    return join_topics(read_run(tmp_path / "run"), read_qrels(tmp_path / "qrels"), **options)  # type: ignore[arg-type]


TIED = "".join(f"1 Q0 {d} 1 {s} t\n" for d, s in (("b", 1), ("c", 1), ("a", 1), ("d", 2)))


@pytest.mark.parametrize(
    ("ties", "order"), [("trec-eval", "dcba"), ("id", "dabc"), ("file", "dbca"), ("best", "dacb"), ("worst", "dcba")]
)
def test_documents_of_one_score_are_ordered_as_asked(tmp_path: Path, ties: str, order: str) -> None:
    (topic,) = made(tmp_path, TIED, "1 0 a 2\n1 0 b -1\n1 0 c 0\n", ties=ties)
    assert "".join(topic.documents) == order


def test_scores_are_compared_as_decimals_not_as_floats(tmp_path: Path) -> None:
    run = "1 Q0 a 1 0.12345678901234567891 t\n1 Q0 b 1 0.12345678901234567890 t\n"
    (topic,) = made(tmp_path, run, "1 0 a 1\n")
    assert topic.documents == ("a", "b")


def test_the_rank_column_is_ignored(tmp_path: Path) -> None:
    (topic,) = made(tmp_path, "1 Q0 a 1 1 t\n1 Q0 b 2 2 t\n", "1 0 a 1\n")
    assert topic.documents == ("b", "a")


def test_what_unjudged_and_negatively_judged_documents_count_as(tmp_path: Path) -> None:
    run = "".join(f"1 Q0 {d} 1 {s} t\n" for s, d in enumerate("dcba"))  # a, b, c, d; d is not judged
    (topic,) = made(tmp_path, run, "1 0 a 2\n1 0 b -1\n1 0 c 0\n1 0 e 1\n1 0 f -2\n1 0 g 0\n")
    assert repr(topic.graded()) == "Judged.of([2, 0, 0, 0], missing=[1, 0, 0])"
    assert repr(topic.signed()) == "Judged.of([2, -1, 0, 0], missing=[1, 0, -2])"
    assert repr(topic.binary()) == "Judged.of([1, 0, 0, 0], missing=[1, 0, 0])"
    assert repr(topic.binary(2)) == "Judged.of([1, 0, 0, 0], missing=[0, 0, 0])"
    assert repr(topic.with_unjudged()) == "Judged.of([1, -1, 0, -1], missing=[1, 0, -1])"
    assert topic.scored().scores == (3, 2, 1, 0)


def test_missing_topics_are_left_out_or_come_empty(tmp_path: Path) -> None:
    qrels = "2 0 a 1\n10 0 a 1\n"
    assert [t.name for t in made(tmp_path, "2 Q0 a 1 1 t\n3 Q0 a 1 1 t\n", qrels)] == ["2"]
    both = made(tmp_path, "2 Q0 a 1 1 t\n", qrels, complete=True)
    assert [(t.name, len(t.documents)) for t in both] == [("10", 0), ("2", 1)]


JUDGED = {"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 2}}
FORMS = {
    "trec": "q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 2\n",
    "three columns": "q1 d1 1\nq1 d2 0\nq2 d1 2\n",
    "beir": "query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t0\nq2\td1\t2\n",
    "columns in another order": "qid label docno\nq1 1 d1\nq1 0.0 d2\nq2 2 d1\n",
    "json lines of ir_datasets": "".join(
        f'{{"query_id": "{q}", "doc_id": "{d}", "relevance": {g}, "iteration": "0"}}\n'
        for q, judged in JUDGED.items()
        for d, g in judged.items()
    ),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("is_compressed", [False, True])
def test_judgements_are_read_in_every_layout(form: str, is_compressed: bool, tmp_path: Path) -> None:
    path = tmp_path / ("qrels.gz" if is_compressed else "qrels")
    text = FORMS[form].encode()
    path.write_bytes(gzip.compress(text) if is_compressed else text)
    assert read_qrels(path) == JUDGED


def test_a_run_is_read_in_every_layout(tmp_path: Path) -> None:
    forms = (
        RUN,
        "1 a 2.5\n1 b 1e-3\n",
        "qid docno rank score\n1 a 1 2.5\n1 b 2 0.001\n",
        '{"query_id": 1, "doc_id": "a", "score": 2.5}\n{"query_id": 1, "doc_id": "b", "score": 0.001}\n',
    )
    first, *others = [read_run(written(tmp_path, text)) for text in forms]
    assert all(other == first for other in others)


def test_grades_may_be_fractions(tmp_path: Path) -> None:
    qrels = read_qrels(written(tmp_path, "1 a 0.5\n1 b 1.0\n1 c -1\n"))
    assert qrels == {"1": {"a": Fraction(1, 2), "b": 1, "c": -1}}
    (topic,) = join_topics(read_run(written(tmp_path, "1 a 3\n1 b 2\n")), qrels)
    assert [str(grade) for grade in topic.graded().grades] == ["1/2", "1"]
    assert [str(grade) for grade in topic.binary().grades] == ["0", "1"]


def test_a_damaged_or_huge_compressed_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "qrels.gz"
    whole = gzip.compress(FORMS["trec"].encode() * 50)
    for damaged in (whole[:-20], whole[:30] + b"\0\0\0" + whole[33:], b"q1 0 d1 1\n"):
        path.write_bytes(damaged)
        with pytest.raises(BadFile, match=r"qrels\.gz"):
            read_qrels(path)
    monkeypatch.setattr(files, "MAX_TEXT_CHARACTERS", 1000)
    path.write_bytes(gzip.compress(b"# nothing\n" * 200))
    with pytest.raises(BadFile, match="at most 1,000 characters"):
        read_qrels(path)
