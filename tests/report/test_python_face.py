"""The commands as functions: the same text, the data behind it, and how results show themselves."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from commanding import axiomatrix as command
from commanding import restore

import axiomatrix
from axiomatrix import REGISTRY, Matrix, Registry, StudyResult, Unknown, axioms, inverted_pairs, metric, spaces
from axiomatrix.evidence.matrix import NoSuchCell
from axiomatrix.report.document import Table, plain_text

RUN = "1 Q0 a 1 3.0 x\n1 Q0 b 2 2.0 x\n2 Q0 a 1 1.0 x\n"
QRELS = "1 0 a 0\n1 0 b 1\n2 0 a 1\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "run").write_text(RUN, encoding="utf-8")
    (tmp_path / "qrels").write_text(QRELS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def matrix() -> Matrix:
    registry = Registry(REGISTRY)

    @metric("my-kendall", parameters={"w": spaces.element_weights()}, holds=["symmetry"], registry=registry)
    def my_kendall(a: Any, b: Any, w: Any) -> Any:
        """d(a, b; w) = sum over inverted pairs of w_x w_y"""
        return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))

    asked = ["symmetry", "left-invariance", axioms.separation]
    return axiomatrix.check(my_kendall, axioms=asked, profile="quick", registry=registry)


COMPARE = ["compare", "kendall", "cayley", "-a"]
CALLS: list[tuple[Callable[[], StudyResult[Any]], list[str]]] = [
    (lambda: axiomatrix.ask("is kendall left invariant?"), ["ask", "is kendall left invariant?"]),
    (lambda: axiomatrix.ask("kendall cayley symmetry"), ["ask", "kendall cayley symmetry"]),
    (lambda: axiomatrix.ask("Ferrante"), ["ask", "Ferrante"]),
    (
        lambda: axiomatrix.compare("kendall", "cayley", axioms=["symmetry"]),
        ["compare", "kendall", "cayley", "-a", "symmetry"],
    ),
    (
        lambda: axiomatrix.choose([axioms.swap], ["padding"], kind="score", about="judged lists"),
        ["choose", "--must", "swap", "--must-not", "padding", "--kind", "score", "--about", "judged lists"],
    ),
    (lambda: axiomatrix.relate("kendall", "kendall-tau"), ["relate", "kendall", "kendall-tau"]),
    (
        lambda: axiomatrix.evaluate("run", "qrels", "map", "rbp:p=4/5"),
        ["evaluate", "run", "qrels", "map", "rbp:p=4/5"],
    ),
    (
        lambda: axiomatrix.explore("rbp[binary]", "equal-spacing", where="p", max_n=2),
        ["explore", "rbp[binary]", "equal-spacing", "--where", "p", "--max-n", "2"],
    ),
]


@pytest.mark.parametrize(("call", "words"), CALLS, ids=[words[0] + words[1][:8] for _, words in CALLS])
def test_a_result_prints_as_the_command_does(
    call: Callable[[], StudyResult[Any]], words: list[str], here: Path
) -> None:
    done = command(here, *words)
    result = call()
    printed = done.stdout.rstrip("\n")
    assert result.text() == printed
    assert list(result.notes) == done.stderr.splitlines()
    assert str(result) == "\n".join([*result.notes, result.text()])
    assert result.records()


def test_an_exploration_prints_its_table_and_draws_its_constants(here: Path) -> None:
    result = axiomatrix.explore("kv7", readings=["deck"], max_n=3)
    done = command(here, "explore", "kv7", "-r", "deck", "--max-n", "3", "--no-pictures")
    timeless = [re.sub(r"\d+\.\d s", "", text).split() for text in (result.text(), done.stdout)]
    assert timeless[0] == timeless[1][: len(timeless[0])]
    assert [record["verdict"] for record in result.records()] == ["certified", "certified"]
    picture = result.picture()
    assert "</svg>" in picture._repr_svg_()
    picture.save(here / "constants.svg")
    assert (here / "constants.svg").read_text(encoding="utf-8") == picture
    assert "<svg" in result._repr_html_()
    assert "<table" in result._repr_html_()


@pytest.mark.usefixtures("here")
def test_an_evaluated_run_is_a_table_of_the_values_that_are_printed() -> None:
    result = axiomatrix.evaluate("run", "qrels", "map", "P_5")
    (table,) = (block for block in result.document.blocks if isinstance(block, Table))
    assert [plain_text(head) for head in table.heads] == ["topic", "map", "P_5"]
    values = {plain_text(topic): [*map(plain_text, cells)] for topic, *cells in table.rows}
    for line in result.text().splitlines():
        measure, topic, value = line.split()
        assert values[topic][["map", "P_5"].index(measure)] == value
    assert [*values] == [topic.name for topic in result.data.topics] + ["all"]


def test_a_notebook_shows_notes_and_document() -> None:
    result = axiomatrix.relate("kendall", "kendall-tau")
    shown = replace(result, notes=("read <b>so</b>",))._repr_html_()
    assert "read &lt;b&gt;so&lt;/b&gt;" in shown and "<ul" in shown and "<pre>kendall" not in shown


CONJECTURE = """
from axiomatrix import axioms, metric, spaces

@metric("my-footrule", parameters={"w": spaces.element_weights()},
        conjectured=[axioms.lower_bound("kendall-element-mean[arithmetic]", 1)])
def my_footrule(a, b, w):
    return sum(w[x] * (EXTRA + abs(a[x] - b[x])) for x in a.items)
"""


@pytest.mark.usefixtures("here")
def test_what_is_conjectured_of_a_metric_of_ones_own_is_explored_and_again_when_it_is_defined_anew() -> None:
    before = Registry(REGISTRY)
    try:
        namespace: dict[str, Any] = {"__name__": "notebook"}
        for extra, verdict in ((0, "refuted"), (4, "certified")):
            exec(compile(CONJECTURE.replace("EXTRA", str(extra)), "<cell>", "exec"), namespace)
            for asked in (namespace["my_footrule"], "my-footrule"):
                *_, last = axiomatrix.explore(asked, max_n=3).records()
                assert (last["n"], last["verdict"]) == (3, verdict)
    finally:
        restore(before)
    with pytest.raises(ValueError, match="conjectures nothing"):
        axiomatrix.explore(REGISTRY.metric("kendall"))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: axiomatrix.compare("kendall"), ValueError, "two or more metrics"),
        (lambda: axiomatrix.compare("kendall", "average-precision"), ValueError, "is about"),
        (lambda: axiomatrix.compare("kendal", "cayley"), Unknown, "did you mean 'kendall'"),
        (lambda: axiomatrix.choose(), ValueError, "name at least one axiom"),
        (lambda: axiomatrix.choose("symmetry"), TypeError, "as a list"),
        (lambda: axiomatrix.choose(["symmetri"]), Unknown, "did you mean 'symmetric'"),
        (lambda: axiomatrix.ask("xyzzy"), Unknown, "matches nothing"),
        (lambda: axiomatrix.relate("kendall", "average-precision"), ValueError, "nothing in common"),
        (lambda: axiomatrix.explore("kv99"), Unknown, "kv99"),
        (lambda: axiomatrix.evaluate("run", "gone"), ValueError, "gone"),
        (lambda: axiomatrix.ask("is kendall symmetric?").picture(), ValueError, "no picture"),
        (lambda: axiomatrix.compare("kendall", "cayley", report="gone.json"), ValueError, "gone.json"),
    ],
)
def test_mistakes_are_ordinary_errors(
    call: Callable[[], object], error: type[Exception], message: str, here: Path
) -> None:
    with pytest.raises(error, match=message):
        call()


# --- the matrix ------------------------------------------------------------------------------------------------


def test_a_cell_is_found_by_names_objects_and_names_that_people_use(matrix: Matrix) -> None:
    cell = matrix["my-kendall", "symmetry"]
    assert (cell.metric, cell.axiom, cell.space) == ("my-kendall", "symmetry", "open")
    assert matrix["my-kendall", axioms.symmetry] is cell
    assert matrix["my-kendall", "symmetric"] is cell
    assert matrix["my-kendall", "separation"].space == "open"
    closed = [other for other in matrix if other.axiom == "separation" and other.space == "closed"]
    assert [matrix["my-kendall", other.title] for other in closed] == closed


@pytest.mark.parametrize(
    ("place", "message"),
    [
        (("my-kendal", "symmetry"), "did you mean 'my-kendall'"),
        (("my-kendall", "symetry"), "did you mean 'symmetry'"),
        (("my-kendall", "swap"), "there are: "),
        (("cayley", "symmetry"), "no row 'cayley'"),
        ("my-kendall", "a metric and an axiom"),
    ],
)
def test_a_cell_that_is_not_there_is_a_key_error_with_what_is(matrix: Matrix, place: Any, message: str) -> None:
    with pytest.raises(KeyError) as raised:
        matrix[place]
    assert isinstance(raised.value, NoSuchCell)
    assert message in str(raised.value)


def test_of_several_statements_one_must_be_named() -> None:
    registry = Registry(REGISTRY)
    bounds = [axioms.lower_bound("cayley", 1), axioms.lower_bound("kendall", 1)]

    @metric("mine", holds=bounds, registry=registry)
    def mine(a: Any, b: Any) -> Any:
        """d(a, b) = the number of inverted pairs"""
        return len(list(inverted_pairs(a, b)))

    matrix = axiomatrix.check(mine, axioms=["lower-bound"], profile="quick", registry=registry)
    with pytest.raises(KeyError, match="write one of these"):
        matrix["mine", "lower-bound"]
    assert [matrix["mine", statement].arguments["other"] for statement in bounds] == ["cayley", "kendall"]


def test_a_witness_and_a_cell_print_as_their_account(matrix: Matrix) -> None:
    cell = matrix["my-kendall", "left-invariance"]
    witness = cell.evidence.witness
    assert witness is not None
    for text in (str(witness), str(cell)):
        assert witness.relation_with_truth_and_decimals in text
        assert f"n = {witness.n}" in text
    assert "</svg>" in witness.picture()
    assert cell.picture() == witness.picture()
    with pytest.raises(ValueError, match="no instance to draw"):
        matrix["my-kendall", "symmetry"].picture()


def test_a_table_goes_to_pandas(matrix: Matrix, monkeypatch: pytest.MonkeyPatch) -> None:
    class DataFrame(list[Any]):
        @classmethod
        def from_records(cls, records: Any) -> DataFrame:
            return cls(records)

    stand_in = ModuleType("pandas")
    stand_in.DataFrame = DataFrame  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", stand_in)
    records = matrix.to_pandas()
    assert isinstance(records, DataFrame)
    assert {(r["metric"], r["axiom"], r["n"], r["verdict"]) for r in records if r["axiom"] == "left-invariance"} == {
        ("my-kendall", "left-invariance", 3, "refuted")
    }
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"pip install .axiomatrix\[pandas\]"):
        matrix.to_pandas()


# --- the public names ------------------------------------------------------------------------------------------


def test_dir_shows_the_public_names_and_nothing_else() -> None:
    assert dir(axiomatrix) == sorted(axiomatrix.__all__)
    assert [name for name in dir(axiomatrix) if not hasattr(axiomatrix, name)] == []
    asked = {
        "assert_axioms",
        "ask",
        "check",
        "choose",
        "compare",
        "difference",
        "evaluate",
        "explore",
        "relate",
        "watch",
    }
    assert asked <= set(dir(axiomatrix))


def test_the_first_name_loads_neither_what_draws_nor_what_reports() -> None:
    code = (
        "import sys, axiomatrix; axiomatrix.metric; axiomatrix.axioms.symmetry\n"
        "print([m for m in sys.modules if m.startswith(('matplotlib', 'rich', 'jinja2', 'axiomatrix.report.asking'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
