"""Layouts of judgements beside TREC's: what ir_datasets exports, and the folder of a BEIR corpus."""

from __future__ import annotations

import gzip
from fractions import Fraction
from pathlib import Path

import pytest

from axiomatrix.engine.run_files import BadFile, read_qrels, read_run

JUDGED = {"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 2}}
SPARSE = {"1048585": {"7187158": 1}, "1048587": {"7187160": 1}}
"""One numbered document a query, as in MS MARCO."""


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def lines(judged: dict[str, dict[str, int]], form: str) -> str:
    """Judgements as ``ir_datasets export DATASET qrels`` writes them: its exporters trec, tsv and jsonl."""
    return "".join(form.format(q=q, d=d, g=g) + "\n" for q, rest in judged.items() for d, g in rest.items())


@pytest.mark.parametrize("judged", [JUDGED, SPARSE])
@pytest.mark.parametrize(
    "form",
    [
        "{q} 0 {d} {g}",
        "{q} Q0 {d} {g}",
        "{q}\t0\t{d}\t{g}",
        "{q}\t{d}\t{g}\t0",
        "{q}\t{d}\t{g}\tQ0",
        "{q}\t{d}\t{g}",
        '{{"query_id": "{q}", "doc_id": "{d}", "relevance": {g}, "iteration": "0"}}',
    ],
)
def test_exports_of_ir_datasets_are_read(form: str, judged: dict[str, dict[str, int]], tmp_path: Path) -> None:
    assert read_qrels(written(tmp_path / "qrels", lines(judged, form))) == judged


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        ("1 1 2 0\n", {"1": {"2": 0}}),
        ("1\t0\t2\t0\n", {"1": {"2": 0}}),
        ("1\t1\t2\t1\n1\t2\t3\t0\n", {"1": {"2": 1, "3": 0}}),
        ("301\t0.5\t77\t0\n301\t0.5\t78\t2\n", {"301": {"77": 0, "78": 2}}),
    ],
)
def test_columns_that_trec_may_have_are_read_as_those_of_trec(
    text: str, judged: dict[str, dict[str, int]], tmp_path: Path
) -> None:
    assert read_qrels(written(tmp_path / "qrels", text)) == judged


def test_scored_documents_of_ir_datasets_are_read(tmp_path: Path) -> None:
    expected = read_run(written(tmp_path / "run", "q1 Q0 d1 0 2.5 run\nq1 Q0 d2 1 1e-3 run\n"))
    for text in (
        "q1\td1\t2.5\nq1\td2\t0.001\n",
        '{"query_id": "q1", "doc_id": "d1", "score": 2.5}\n{"query_id": "q1", "doc_id": "d2", "score": 1e-3}\n',
    ):
        assert read_run(written(tmp_path / "run", text)) == expected


def test_numbers_of_json_have_all_digits_that_are_written(tmp_path: Path) -> None:
    written(tmp_path / "run", '{"qid": 18446744073709551617, "docid": 1, "score": 0.12345678901234567891}\n')
    ((topic, (listed,)),) = read_run(tmp_path / "run").items()
    assert topic == "18446744073709551617" and listed.document == "1"
    assert listed.score == Fraction("0.12345678901234567891")


BEIR = "query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t0\nq2\td1\t2\n"


def test_the_folder_of_a_beir_corpus_stands_for_its_test_judgements(tmp_path: Path) -> None:
    written(tmp_path / "scifact" / "corpus.jsonl", '{"_id": "d1", "text": "x"}\n')
    written(tmp_path / "scifact" / "qrels" / "dev.tsv", "query-id\tcorpus-id\tscore\nq9\td1\t1\n")
    assert read_qrels(tmp_path / "scifact") == {"q9": {"d1": 1}}
    written(tmp_path / "scifact" / "qrels" / "test.tsv", BEIR)
    assert read_qrels(tmp_path / "scifact") == read_qrels(tmp_path / "scifact" / "qrels") == JUDGED


def test_a_folder_with_other_files_is_refused_with_their_names(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"there is no \.tsv file"):
        read_qrels(tmp_path)
    for split in ("dev", "train"):
        written(tmp_path / "qrels" / f"{split}.tsv", BEIR)
    with pytest.raises(BadFile, match=r"name one of .*dev\.tsv, .*train\.tsv"):
        read_qrels(tmp_path)


def test_a_compressed_file_of_a_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "qrels").mkdir()
    (tmp_path / "qrels" / "test.tsv.gz").write_bytes(gzip.compress(BEIR.encode()))
    assert read_qrels(tmp_path) == JUDGED


def test_a_line_that_is_cut_off_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "qrels", "q1\td1\t1\t0\nq1\td2\t0\n")
    with pytest.raises(BadFile, match="line 2: 3 columns; expected 4"):
        read_qrels(path)
