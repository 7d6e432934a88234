"""The command, the reports and their schema: what they show, and that the same relations give the same bytes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from axiomatrix import REGISTRY
from axiomatrix.cli.app import app
from axiomatrix.engine.executor import LocalProcesses
from axiomatrix.engine.plan import Plan
from axiomatrix.report.document import Code, Document, Mono, Table, plain_text, words
from axiomatrix.report.json_reports import RELATIONS, dump_relations, save_relations
from axiomatrix.report.subjects.relations import (
    NOT_COMPARED,
    RelationSheet,
    document,
    pair_document,
    partners_document,
)
from axiomatrix.studies.relate.answer import LeftOut, Related
from axiomatrix.studies.relate.run import Columns, all_pairs, pairs_by_cut, relate_pairs

NAMES = ["kendall", "footrule", "spearman-distance[squared]", "spearman-distance[root]", "kendall-tau", "l-infinity",
         "precision-at", "reciprocal-rank", "success-at"]  # fmt: skip
MINE = '''
from axiomatrix import inverted_pairs, metric

@metric("mine-<img>")
def mine(a, b):
    """twice the number of inverted pairs, or more | less"""
    return 2 * len(inverted_pairs(a, b))
'''


@pytest.fixture(scope="module")
def found() -> Related:
    rows = [REGISTRY.metric(name) for name in NAMES]
    return relate_pairs(all_pairs(rows), Columns(REGISTRY))


def sheet(found: Related) -> RelationSheet:
    return RelationSheet(found, list(REGISTRY.metrics))


def run(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, ["relate", *arguments])
    assert done.exit_code == code, done.output
    return done.output


def test_the_json_is_as_its_schema_says(found: Related) -> None:
    data = json.loads(dump_relations(found))
    jsonschema.Draft202012Validator.check_schema(RELATIONS.schema())
    jsonschema.validate(data, RELATIONS.schema())
    assert len(data["relations"]) == len(found.relations)
    kendall = next(r for r in data["relations"] if (r["a"], r["b"]) == ("kendall", "footrule"))
    n, low, low_at, high, _, unbounded = kendall["bounds"][-1]
    assert (n, low, high, unbounded) == (6, "10/9", "2", None)
    assert low_at[0] == 6
    assert kendall["sizes"][3] == [4, 576, 576, 0, 0, False]
    assert RELATIONS.decode(data) == found


def test_the_matrix_is_mirrored_and_has_a_group_for_each_signature(found: Related) -> None:
    arranged = sheet(found)
    assert [group.sorts for group in arranged.groups] == [("rankings",), ("judged lists",)]
    assert arranged.symbol("kendall", "kendall-tau") == arranged.symbol("kendall-tau", "kendall") == "~"
    assert arranged.symbol("spearman-distance[squared]", "spearman-distance[root]") == "m"
    assert arranged.symbol("reciprocal-rank", "success-at") == ">"
    assert arranged.symbol("success-at", "reciprocal-rank") == "<"
    assert arranged.symbol("kendall", "footrule") == ""
    assert arranged.symbol("kendall", "success-at") == NOT_COMPARED


def test_symbols_of_the_two_cut_offs_stand_side_by_side_where_they_differ(found: Related) -> None:
    arranged = sheet(found)
    kinds = [r.symbol for r in arranged.relations_by_pair["precision-at", "success-at"]]
    assert kinds == [">", ">"]
    one, other = (r for r in found.relations if (r.a, r.b) == ("precision-at", "success-at"))
    assert (one.a_given, other.b_given) == ("k = n", "k = 3")


def test_reports_are_the_same_bytes_whoever_evaluates(found: Related, tmp_path: Path) -> None:
    rows = [REGISTRY.metric(name) for name in NAMES]
    pairs = all_pairs(rows)
    columns = Columns(REGISTRY)
    with LocalProcesses(2) as executor:
        columns.evaluate(pairs, executor, Plan())
    for name, one in (("here", found), ("workers", relate_pairs(pairs, columns))):
        save_relations(one, list(REGISTRY.metrics), tmp_path / name)
    for file in ("relations.json", "relations.md"):
        assert (tmp_path / "here" / file).read_bytes() == (tmp_path / "workers" / file).read_bytes()


def pair(a: str, b: str) -> Document:
    """What is said of two metrics."""
    pairs = pairs_by_cut(REGISTRY.metric(a), REGISTRY.metric(b))
    return pair_document(relate_pairs(pairs, Columns(REGISTRY), explained=True).relations, REGISTRY)


def printed(told: Document) -> list[list[str]]:
    """What each program prints that is to be pasted."""
    programs = [block.text for block in told.blocks if isinstance(block, Code)]
    done = (subprocess.run([sys.executable, "-c", p], capture_output=True, text=True, check=True) for p in programs)
    return [program.stdout.splitlines() for program in done]


def test_a_pair_is_told_with_witnesses_that_run_as_python() -> None:
    told = pair("kendall", "footrule")
    assert told.summary == "neither is a monotone function of the other: refuted."
    assert printed(told) == [["4", "8"]]
    bounds, agreement = (block for block in told.blocks if isinstance(block, Table))
    assert bounds.rows[-1] == ("6", "10/9 (~1.1111)", "2")
    assert agreement.rows[3] == ("4", "165,600", "112,320", "576", "22,464", "8,064")
    said = [text for block in told.blocks for text in words(block)]
    first = "Ranking.from_order([1, 2, 3, 4, 5, 6]), Ranking.from_order([6, 2, 3, 4, 5, 1])"
    assert f"c1 at n = 6: {first}: kendall = 9, footrule = 10" in said
    assert "kendall does not determine footrule: one value of kendall, two of footrule:" in said


@pytest.mark.parametrize(
    ("a", "b", "count"),
    [
        ("precision-at", "ndcg[any]", 2),
        ("kendall", "kendall-general[one]", 1),
        ("mse", "rmse", 1),
        ("auc", "c-index", 1),
    ],
)
def test_what_is_pasted_runs_with_parameters_and_lists(a: str, b: str, count: int) -> None:
    assert [len(values) for values in printed(pair(a, b))] == [2] * count


def test_the_document_of_all_relations_says_what_was_found(found: Related) -> None:
    told = document(sheet(found))
    kinds = [relation.kind for relation in found.relations]
    assert f"{kinds.count('affine')} affine" in plain_text(told.summary)
    said = [text for block in told.blocks for text in words(block)]
    lines = [relation.statement for relation in found.relations if relation.kind in ("identical", "affine", "monotone")]
    assert lines and all(any(text.startswith(line) for text in said) for line in lines)
    tables = [block for block in told.blocks if isinstance(block, Table)]
    assert [len(table.rows) for table in tables] == [6, 3]
    named = [name for group in sheet(found).groups for name in group.names]
    assert [row[1] for table in tables for row in table.rows] == [*map(Mono, named)] and {*named} == {*NAMES}


@pytest.mark.slow
def test_a_users_metric_is_related_and_what_it_is_called_is_harmless(tmp_path: Path) -> None:
    file = tmp_path / "own_metric.py"
    file.write_text(MINE, encoding="utf-8")
    program = [sys.executable, "-m", "axiomatrix", "relate", "kendall", "mine-<img>", str(file)]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    assert "mine-<img> = 2 * kendall" in done.stdout


def test_markup_in_names_is_shown_and_not_obeyed(found: Related, tmp_path: Path) -> None:
    odd = replace(found.relations[0], a="<img>|x", b="kendall")
    save_relations(Related({}, [LeftOut(("left | out",), "<i>")], [odd]), ["<img>|x", "kendall"], tmp_path)
    assert not re.search("<i>|<img>", re.sub("`+.*?`+", "", (tmp_path / "relations.md").read_text()))


def test_unknown_names_get_the_nearest_one() -> None:
    assert "did you mean 'kendall-tau'?" in run("kendal-tau", code=2)


def test_metrics_without_common_arguments_are_refused() -> None:
    assert "nothing in common" in run("kendall", "precision-at", code=2)


def test_partners_are_listed_strongest_first() -> None:
    rmse = REGISTRY.metric("rmse")
    related = relate_pairs(all_pairs([rmse], list(REGISTRY.metrics.values())), Columns(REGISTRY))
    (table, _) = partners_document(related.relations, "rmse").blocks
    assert isinstance(table, Table)
    assert [row[:2] for row in table.rows] == [(Mono("m"), Mono("mse")), (Mono(""), Mono("mae"))]
