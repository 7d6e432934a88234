"""Pictures of witnesses and explorations, and the command that draws them."""

from __future__ import annotations

import itertools
import json
import os
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import commanding
import committed
import pytest
from msgspec import structs
from typer.testing import CliRunner

from axiomatrix import REGISTRY, Registry
from axiomatrix.catalogue import load_catalogue
from axiomatrix.cli.app import app
from axiomatrix.evidence.account.figures import Figure, figure
from axiomatrix.evidence.account.making import account_of
from axiomatrix.evidence.evidence import Witness
from axiomatrix.evidence.witness import to_json
from axiomatrix.numbers.exact import rational
from axiomatrix.report.pictures.constants import draw_constants
from axiomatrix.report.pictures.instance import pictures
from axiomatrix.report.pictures.plotting import TitledFigure, drawing, png, svg
from axiomatrix.report.pictures.shapes import Shape
from axiomatrix.report.pictures.witness import (
    SHAPE_STYLES,
    TEXT_STYLES,
    CannotDraw,
    TextLine,
    arrange,
    draw_witness,
    page,
)
from axiomatrix.studies.explore.answer import Answer
from axiomatrix.values.judged import Judged, Run
from axiomatrix.values.orders import PartialOrder, WeakOrder
from axiomatrix.values.scored import Scored

ROOT = Path(__file__).parents[2]
REPORTS = ROOT / "reports"
SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<script>alert(1)</script> $x$ & \x1b[31m"


@pytest.fixture(scope="module", autouse=True)
def catalogue() -> None:
    load_catalogue()


def stored(name: str) -> Witness:
    return committed.witnesses()[name]


def drawn(witness: Witness, registry: Registry = REGISTRY) -> str:
    with drawing():
        return svg(draw_witness(witness, registry))


def texts(picture: str) -> list[str]:
    """What a picture shows as text, in its order; it must be well-formed, named and described."""
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img" and [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root[0].text and root[1].text
    return ["".join(element.itertext()).strip() for element in root.iter(f"{SVG}text")]


# --- witnesses -------------------------------------------------------------------------------------------------

SHOWN = {
    # rankings as columns, D as a heat map
    "footrule-similarity.deck--lower-bound--other-kendall-similarity--factor-1": (
        "32 >= 33 is false", "a", "b", "dot: an inverted pair, as large as its D", "D: distances between the items",
        "fuller: larger; framed: an inverted pair", "rises", "falls", "kendall-similarity(a, b) = 33",
    ),
    # the same, weights of elements and positions
    "footrule-general.local--betweenness--closed": (
        "0 < 0 is false", "c", "w", "delta", "bars: w", "D: distances between the items",
        "fuller: larger; framed: an inverted pair",
    ),
    # rankings that the statement makes of those given; a permutation of positions is none
    "area.heights--left-invariance": (
        "4 == 1 is false", "tau o a", "tau o b", "h", "tau moves positions 1 \N{RIGHTWARDS ARROW} 2, "
        "2 \N{RIGHTWARDS ARROW} 1, 3 \N{RIGHTWARDS ARROW} 3", "area[heights](tau o a, tau o b) = 4",
    ),
    # a list, what becomes of it, and the cut-off
    "precision-at--confidence": (
        "1/2 > 1/2 is false", "x", "x'", "0", "triangle and frame: different from x.", "k = 2",
        "precision-at(x) = 1/2", "precision-at(x') = 1/2",
    ),
    # what is in the collection and not listed
    "area-correlation.relevance--replacement": (
        "1 <= 0 is false", "missing", "Dashed: in the collection, missing from the list.", "0",
        "triangle and frame: different from x.",
    ),
    # lists that the statement makes of nothing: none has changed
    "dcg.base--closeness-threshold": (
        "1 < (log(2) + 1/2*log(3))/(log(3)) is true", "u", "v", "i = 2, g = 1, b = 2",
        "dcg[base](u) = 1", "dcg[base](v) = (log(2) + 1/2*log(3))/(log(3))",
    ),
    # discounts
    "dcg.any--deepness": ("2 > 2 is false", "discount", "ij = (1, 3)", "x'", "x''", "dcg[any](x') = 2"),
    # scored lists
    "tied-ndcg.input--input-order-invariance": (
        "0 == 1 is false", "x, x': scores as bars in input order, below them the grades", "tied-ndcg[input](x) = 0",
        "tied-ndcg[input](x') = 1", "ij = (1, 2), k = 1",
    ),
    # score vectors, and a statement that is shown
    "mae--prefers-an-irrelevant-top": ("2/3 < 1 is true", "y", "s", "t", "y, s, t: a score for each item"),
    # orders
    "kendall-preferences.normalised--triangle-inequality": ("1 <= 1/2 is false", "frame: tied", "a, b, c: best first"),
    "gamma-distance.partial-orders--near-metric": ("1 / 0: no constant bounds it", "a", "c: what is ahead is above"),
    "rbo-distance.ext--reversal-invariance": ("3/4 == 1/4 is false", "not in the other", "reversed a", "p = 1/2"),
}  # fmt: skip


@pytest.mark.parametrize("name", SHOWN)
def test_a_witness_is_drawn_with_its_sides_its_instance_and_every_value(name: str) -> None:
    picture = drawn(stored(name))
    shown = texts(picture)
    witness = stored(name)
    assert shown[0] == SHOWN[name][0]
    for text in SHOWN[name]:
        assert text in shown, (text, shown)
    assert shown[1].startswith(f"{witness.metric}: {witness.axiom}")


def test_lists_that_are_no_change_of_a_given_one_are_not_marked() -> None:
    changed, made = stored("precision-at--confidence"), stored("dcg.base--closeness-threshold")
    assert ["different from" in " ".join(texts(drawn(one))) for one in (changed, made)] == [True, False]


def test_long_exact_numbers_are_shown_as_decimals_and_said_exactly() -> None:
    shown = texts(drawn(stored("ndcg.base--equal-spacing")))
    assert shown[0] == "~0.0959 == ~0.0398 is false"
    assert any(text.startswith("exactly: (log(2)**2*log(5)") for text in shown)
    assert {"x", "x'", "x''", "u", "and 19 more values"} <= set(shown)
    assert "ndcg[base](Judged.of([0, 1, 1], missing=[2, 2, 2, 1])) = ~0.2479" in shown  # a list that is not drawn


def test_a_picture_is_the_same_bytes_every_time_and_so_is_its_png() -> None:
    witness = stored("precision-at--confidence")
    assert drawn(witness) == drawn(witness)
    with drawing():
        one, other = (png(draw_witness(witness, REGISTRY), 100) for _ in range(2))
        fine = png(draw_witness(witness, REGISTRY), 200)
    assert one == other and one.startswith(b"\x89PNG\r\n") and b"Title\x00precision-at: confidence" in one
    (width, height), (wide, high) = (struct.unpack(">II", image[16:24]) for image in (one, fine))
    assert abs(wide / width - 2) < 0.1 and abs(high / height - 2) < 0.1
    assert b"matplotlib" not in one.lower()


def test_a_witness_of_a_metric_that_is_not_at_hand_is_drawn_as_stored() -> None:
    witness = structs.replace(stored("footrule-general.local--betweenness--closed"), metric=NASTY)
    for registry in (REGISTRY, Registry()):
        picture = drawn(witness, registry)
        shown = texts(picture)
        assert "The metric is not registered here, so the values are shown as stored." in shown
        assert {"D: distances between the items", "w"} <= set(shown)
        assert any("<script>alert(1)</script> $x$ & \\x1b" in text for text in shown)
        assert "<script" not in picture and "\x1b" not in picture
    lists = structs.replace(stored("dcg.any--deepness"), metric=NASTY)
    assert {"x", "x: grades by rank, 1 is the top of the list"} <= set(texts(drawn(lists, Registry())))


def test_a_side_that_is_stored_wrong_is_said_and_the_decided_values_are_drawn() -> None:
    witness = structs.replace(stored("precision-at--confidence"), lhs="7/8")
    shown = texts(drawn(witness))
    assert shown[0] == "1/2 > 1/2 is false"
    assert "The stored witness disagrees: the file says 7/8 > 1/2; it is 1/2 > 1/2." in " ".join(shown)
    assert {"x", "x'", "precision-at(x) = 1/2", "precision-at(x') = 1/2"} <= set(shown)


def test_a_definition_that_has_changed_is_said_and_the_stored_values_are_drawn() -> None:
    witness = stored("precision-at--confidence")
    registry, metric = Registry(REGISTRY), REGISTRY.metric("precision-at")
    registry.metrics = {**REGISTRY.metrics, metric.name: replace(metric, definition=lambda x, k: 1 / rational(len(x)))}
    shown = texts(drawn(witness, registry))
    assert shown[0] == "stored as 1/2 > 1/2; now 1 > 1/2"
    assert "The definition has changed: it no longer gives these values." in shown
    assert "x" in shown and "x'" not in shown


def test_what_nobody_could_read_is_refused_or_said() -> None:
    long, short, endless = ({"grades": grades, "missing": []} for grades in (["1"] * 61, ["1"], [f"1{'0' * 400}"]))
    witness = structs.replace(stored("precision-at--confidence"), metric="mine")
    with pytest.raises(CannotDraw, match="x: too many items for a legible picture"):
        drawn(structs.replace(witness, instance={"x": long}), Registry())
    shown = texts(drawn(structs.replace(witness, instance={"x": short, "y": long, "z": endless}), Registry()))
    assert {"x", "z", "1000\N{HORIZONTAL ELLIPSIS}", "Too large to be drawn: y."} <= set(shown) and "y" not in shown


@pytest.mark.parametrize(
    "data", [None, 3, "x", [], {}, [[]], [{"grades": 3, "missing": []}], {"grades": 1, "missing": 2}]
)
def test_stored_values_of_any_shape_are_drawn_or_said(data: Any) -> None:
    witness = structs.replace(
        stored("precision-at--confidence"), metric="mine", instance={"x": data}, parameters={"k": data}
    )
    assert texts(drawn(witness, Registry()))[0] == "1/2 > 1/2 is false"


def test_each_missing_pair_of_a_stored_similarity_has_a_question_mark() -> None:
    witness = structs.replace(stored("footrule-similarity.le--left-invariance"), metric="mine")
    two, three = [[[1, 2], "1"], [[1, 3], "1"]], [[[1, "x"], "1"], [[1, 3], "1"], [[2, 3], "1"]]
    for pairs, missing in ((two, 1), (three, 3)):
        shown = texts(drawn(structs.replace(witness, parameters={"D": pairs}), Registry()))
        assert "D: distances between the items" in shown and shown.count("?") == 2 * missing


def figures(**values: object) -> list[Figure]:
    return [figure(name.strip("_"), value, "made" if name.endswith("_") else "value") for name, value in values.items()]


def on_a_page(*shown: Figure) -> list[str]:
    """What a page of these shows as text."""
    with drawing():
        return texts(svg(TitledFigure(page([TextLine("t")], arrange(pictures(shown)), []), "t", "d")))


def test_a_run_has_a_row_for_each_query_and_scored_lists_their_scores_and_grades() -> None:
    shown = on_a_page(*figures(x=Run.of([[1, 1], [-1]]), y_=Run.of([[1, 0], [-1]])))
    assert shown[2:] == [
        *("x, 1", "1", "1", "1", "2"), *("x, 2", "-1", "1"), *("y, 1", "1", "1", "0", "2"), *("y, 2", "-1", "1"),
        "triangle and frame: different from x.",
    ]  # fmt: skip
    scored = on_a_page(*figures(x=Scored.of([1, 0, 1], [5, 7, 5]), e=Judged.of([])))
    assert [text for text in scored if text in ("5", "7")] == ["5", "7", "5"]
    assert {"e", "empty", "x: scores as bars in input order, below them the grades"} <= set(scored)


def test_items_of_a_bucket_stand_in_one_frame_and_lines_join_neighbours_only() -> None:
    ties, chain = WeakOrder.of([[1, 2], 3]), PartialOrder.of("abc", [("a", "b"), ("b", "c")])
    with drawing():
        of_ties, of_chain = (page([], arrange(pictures(figures(a=one))), []).axes[0].patches for one in (ties, chain))
        kinds = [[type(patch).__name__ for patch in patches] for patches in (of_ties, of_chain)]
    assert kinds[0].count("FancyBboxPatch") == 3 + 1  # its items, and a frame
    assert kinds[1].count("FancyBboxPatch") == 3 and kinds[1].count("PathPatch") == 2  # a > c follows from the two


def test_each_style_name_of_a_shape_is_defined() -> None:
    with drawing():
        for witness in map(stored, SHOWN):
            shown = pictures(account_of(witness, REGISTRY).figures)
            assert {word for style in styles(arrange(shown).parts) for word in style.split()} <= {
                *SHAPE_STYLES,
                *TEXT_STYLES,
            }


def styles(shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        yield from styles(getattr(shape, "parts", ()))
        yield getattr(shape, "style", "")


# --- the command -----------------------------------------------------------------------------------------------


def plot(*arguments: object) -> tuple[int, str]:
    """Exit status and what is said on standard error."""
    done = CliRunner().invoke(app, ["report", *map(str, arguments)], env={"COLUMNS": "1000"})
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert not done.stdout
    return done.exit_code, done.stderr


WITNESS = "precision-at--confidence"
REPORT = REPORTS / "compliance.json"
DRAW = ("--picture", "x.svg")
KV7 = REPORTS / "explorations" / "kv7" / "answer.json"


def test_a_picture_goes_where_it_is_told(tmp_path: Path) -> None:
    copy = committed.witness_file(WITNESS, tmp_path).rename(tmp_path / "mine.json")
    assert plot(copy, "--picture", tmp_path / "mine.svg") == (0, f"wrote {tmp_path / 'mine.svg'}\n")
    assert texts((tmp_path / "mine.svg").read_text("utf-8"))[0] == "1/2 > 1/2 is false"
    assert plot(copy, "--picture", tmp_path / "new" / "a.PNG", "--dpi", 50)[0] == 0
    assert (tmp_path / "new" / "a.PNG").read_bytes().startswith(b"\x89PNG")
    assert plot(copy, "--picture", tmp_path / "folder")[0] == 0 and (tmp_path / "folder" / "mine.svg").is_file()


@pytest.mark.slow
def test_pictures_of_an_exploration_are_those_that_it_writes_itself(tmp_path: Path) -> None:
    status, text = plot(KV7, "--picture", tmp_path)
    assert status == 0 and "more pictures" in text and "instance-deck-refutation" in text
    same = "best-constants.svg"
    assert (tmp_path / same).read_bytes() == (KV7.parent / same).read_bytes()
    status, text = plot(KV7, "instance-deck", "--picture", tmp_path)
    assert status == 0
    names = {path.name for path in tmp_path.iterdir() if path.name != same}
    assert "instance-deck-refutation.svg" in names and all(name.startswith("instance-deck") for name in names)
    refuted = next(q.first_refuted for q in Answer.from_json(json.loads(KV7.read_text("utf-8"))).questions)
    assert refuted is not None and refuted.refutation is not None
    assert (tmp_path / "instance-deck-refutation.svg").read_text("utf-8") == drawn(refuted.refutation)


def test_a_cell_is_drawn_by_the_names_of_its_metric_and_axiom(tmp_path: Path) -> None:
    status, text = plot(REPORTS / "compliance.json", "precision-at", "confidence", "--picture", tmp_path)
    assert status == 0 and text.endswith("precision-at--confidence.svg\n")
    assert (tmp_path / "precision-at--confidence.svg").read_text("utf-8") == drawn(stored("precision-at--confidence"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([WITNESS, "--picture", "x.gif"], "must be a folder or end in .svg, .png or .pdf"),
        ([WITNESS], "say what to write: --html DIR"),
        ([WITNESS, *DRAW, "--dpi", "100"], "--dpi needs a PNG"),
        ([WITNESS, "instance", *DRAW], "a witness is one picture"),
        ([KV7, "instance", "--picture", "x.svg"], "name a folder"),
        ([REPORTS / "compliance.json", *DRAW], "add a metric and an axiom, or name a witness, such as"),
        ([REPORTS / "claims.json", *DRAW], "cannot be drawn; name a witness, such as"),
        ([KV7, "instnce", *DRAW], "did you mean 'instance"),
        ([KV7, "zz", *DRAW], "there are: best-constants, instance, "),
        (["none.json", *DRAW], "none.json: there is no such file; name a report, or write one"),
        ([KV7.with_name("anser.json"), *DRAW], f"there is no such file; did you mean {KV7}?"),
        ([REPORT, "precision-at", *DRAW], "precision-at: add an axiom; "),
        ([REPORT, "precision-at", *DRAW], "has witnesses for: "),
        (["precision-at", *DRAW], "reports/compliance.json: there is no such file"),
        ([REPORT, "precision-at", "confidence"], "say what to write: --html DIR"),
        ([REPORT, KV7, *DRAW], "one report at a time"),
        ([REPORT, "precision-et", *DRAW], "unknown metric 'precision-et'; did you mean 'precision-at'?"),
        ([REPORT, "precision-at", "confidence", "deepness", *DRAW], "add one axiom, not 2"),
        ([REPORT, "precision-et", "confidence", *DRAW], "did you mean 'precision-at'"),
        ([REPORT, "precision-at", "confidense", *DRAW], "did you mean 'confidence'"),
        ([REPORT, "kendall", "symmetry", *DRAW], "no witness to draw: P+ proved"),
    ],
)
def test_the_command_says_what_is_wrong_and_what_to_do(
    arguments: list[object],
    message: str,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path_factory.mktemp("witness")
    given = [committed.witness_file(WITNESS, folder) if one is WITNESS else one for one in arguments]
    status, shown = plot(*given)
    assert status == 2 and shown.startswith("error: ") and message in shown
    assert not list(tmp_path.iterdir())


MINE = '''
from axiomatrix import metric
@metric("my-overlap", kind="distance")
def my_overlap(a, b):
    """1 if the first items differ."""
    return sum(1 for x in a.items if a[x] == 1 and b[x] != 1)
'''


@pytest.mark.slow
def test_a_witness_of_a_users_metric_is_drawn_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    given = {"metric": "my-overlap", "lhs": "0", "op": "!=", "rhs": "0"}
    witness = structs.replace(stored("footrule-prefix.cut-off--separation"), **given, parameters={}, n=3)
    witness = structs.replace(witness, instance={"a": [1, 2, 3], "b": [1, 3, 2]})
    (tmp_path / "w.json").write_text(json.dumps(to_json(witness)), encoding="utf-8")
    environment = {**os.environ, "PYTHONHASHSEED": "7", "MPLBACKEND": "agg"}
    command = [sys.executable, "-m", "axiomatrix", "report", "w.json", "--picture", "w.svg"]
    done = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, env=environment, text=True)
    assert (
        "my-overlap is not registered: drawn as stored. To show every value, name its file: w.json FILE" in done.stderr
    )
    assert "The metric is not registered here" in (tmp_path / "w.svg").read_text("utf-8")
    done = subprocess.run(
        [*command, "mine.py"], cwd=tmp_path, check=True, capture_output=True, env=environment, text=True
    )
    assert done.stderr == "wrote w.svg\n"
    shown = texts((tmp_path / "w.svg").read_text("utf-8"))
    assert "my-overlap(a, b) = 0" in shown and not any("not registered" in text for text in shown)


def test_nobody_waits_for_matplotlib_who_draws_nothing() -> None:
    code = "import sys; import axiomatrix.cli.app, axiomatrix.report.pictures.requests; "
    code += "print(*{'matplotlib', 'scipy'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.split() == []


def test_pdf_is_written_the_same_every_time_with_a_title_and_without_a_date(tmp_path: Path) -> None:
    file = str(ROOT / "reports/explorations/kv7/answer.json")
    contents = []
    for name in ("one.pdf", "two.pdf"):
        assert commanding.axiomatrix(tmp_path, "report", file, "--picture", name).returncode == 0
        contents.append((tmp_path / name).read_bytes())
    assert contents[0] == contents[1] and contents[0].startswith(b"%PDF-")
    assert b"best constants against n" in contents[0] and b"CreationDate" not in contents[0]


@pytest.mark.parametrize(
    "what",
    [
        ("reports/explorations/kv7/answer.json",),
        ("reports/explorations/kv7/answer.json", "instance-deck-refutation"),
    ],
)
def test_a_picture_is_as_wide_as_it_is_told(what: tuple[str, ...], tmp_path: Path) -> None:
    done = commanding.axiomatrix(ROOT, "report", *what, "--width", "3.3", "--picture", str(tmp_path / "column.svg"))
    assert done.returncode == 0, done.stderr
    found = re.search(r'<svg [^>]*width="([\d.]+)pt"', (tmp_path / "column.svg").read_text(encoding="utf-8"))
    assert found and abs(float(found[1]) - 3.3 * 72) < 1


def test_an_exploration_has_symbols_for_names() -> None:
    answer = Answer.from_json(json.loads((ROOT / "reports/explorations/kv7/answer.json").read_text(encoding="utf-8")))
    with drawing():
        constants = svg(draw_constants(answer))
    assert "smallest F_D / K_D" in constants and "kendall-similarity" not in constants


def test_best_constants_stand_at_their_n_and_none_hides_another() -> None:
    answer = Answer.from_json(json.loads((ROOT / "reports/explorations/kv7/answer.json").read_text(encoding="utf-8")))
    with drawing():
        figure = draw_constants(answer).figure
        figure.canvas.draw()
        for axes in figure.axes:
            marks = [
                (x, y, line.get_markersize())
                for line in axes.lines
                if line.get_marker() not in ("", "None", None) and line.get_markerfacecolor() != "none"
                for x, y in line.get_xydata()
            ]
            step = (axes.transData.transform((1, 0)) - axes.transData.transform((0, 0)))[0] * 72 / figure.dpi
            assert len({(x, y) for x, y, _ in marks}) < len(marks)  # some values are equal
            assert all(x == round(x) and size <= step for x, _, size in marks)
            for (x, y, size), (u, v, other) in itertools.combinations(marks, 2):
                assert (x, y) != (u, v) or size >= other + 1, (x, y)  # the later one is drawn on it
