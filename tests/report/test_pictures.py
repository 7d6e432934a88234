"""The pictures of an exploration: well-formed, the same every time, with what they must say as text."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from answers import NASTY, cut, distances, made_up, nasty_registry, question, swapped, witness
from committed import witnesses
from msgspec.structs import replace

from axiomatrix import REGISTRY, Registry
from axiomatrix.evidence.evidence import Witness
from axiomatrix.report.pictures.constant_series import MAX_SEPARATE_LINES, series
from axiomatrix.report.pictures.constants import draw_constants, spread
from axiomatrix.report.pictures.plotting import TitledFigure, as_svg, drawing, figure_of, svg
from axiomatrix.report.pictures.witness import draw_witness
from axiomatrix.studies.explore.answer import Answer, Question
from axiomatrix.studies.explore.results import Bound, Extremal, SizeAnswer

SVG = "{http://www.w3.org/2000/svg}"
DECK = "footrule-similarity[deck]"


@pytest.fixture(scope="module")
def answer() -> Answer:
    return made_up()


def texts(svg: str) -> list[str]:
    """What a picture shows as text; it must be well-formed."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg" and root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    return ["".join(element.itertext()).strip() for element in root.iter(f"{SVG}text")]


def described(svg: str) -> tuple[str, str]:
    """Title and description."""
    root = ElementTree.fromstring(svg)
    return root[0].text or "", root[1].text or ""


def instance(shown: Witness, registry: Registry) -> str:
    """The picture of an instance."""
    with drawing():
        return svg(draw_witness(shown, registry))


def asked(*sizes: SizeAnswer, **more: object) -> Answer:
    """An answer of one question."""
    return Answer("x", "x", (replace(question("deck", DECK), sizes=sizes, **more),))  # type: ignore[arg-type]


# --- best constants --------------------------------------------------------------------------------------------


def test_best_constants_are_labelled_with_exact_fractions(answer: Answer) -> None:
    shown = texts(as_svg(draw_constants, answer))
    for text in ("6/7", "≤ 3/4", "≤ 2/3", "10/4", "12/5", "KV7: 1", "deck", "le", "lt", "n", "best found (a bound)"):
        assert text in shown, text
    assert shown.count("1") == 1 and "claim refuted" in shown
    assert "smallest F_D / K_D" in shown and "largest F_D / K_D" in shown


def test_long_labels_of_two_panels_do_not_meet(answer: Answer) -> None:
    long = "footrule-similarity[le] / kendall-similarity"
    for quantity in (long, "x" * 60 + " / " + "y" * 60, "footrule-element / kendall-element"):
        questions = tuple(replace(one, quantity=quantity) for one in answer.questions)
        with drawing():
            figure = draw_constants(replace(answer, questions=questions)).figure
            labels = [axes.yaxis.label for axes in figure.axes]
            upper, lower = (label.get_window_extent() for label in labels)
            assert upper.y0 >= lower.y1
        assert labels[0].get_text().replace("\n", " ").startswith("largest ")
    assert "\n" not in labels[0].get_text()  # what fits is on one line


def test_the_sizes_are_whole_numbers(answer: Answer) -> None:
    shown = texts(as_svg(draw_constants, answer))
    assert {"2", "6", "12"} <= set(shown) and "2.5" not in shown


def test_best_constants_are_described_for_those_who_do_not_see_them(answer: Answer) -> None:
    title, description = described(as_svg(draw_constants, answer))
    assert title == "Made up: is K_D <= F_D?: best constants against n"
    assert "deck, smallest: n = 2: 1, " in description and "n = 6: 6/7 (refuted), n = 9: best found 3/4" in description


def test_exact_values_hide_bounds_and_bounds_are_told_apart(answer: Answer) -> None:
    deck, le, lt = series(answer, "sup")
    assert not deck.bounds and not le.bounds
    assert lt.bounds == {6: "9/4"} and 6 not in lt.exact
    weaker = Bound("search", "inf", 9, "4/5")
    exact = Bound("search", "inf", 6, "1/2")
    first = replace(answer.questions[0], bounds=(*answer.questions[0].bounds, weaker, exact))
    line = series(replace(answer, questions=(first,)), "inf")[0]
    assert line.bounds == {9: "3/4", 12: "2/3"} and line.refuted == {6}


def test_questions_about_the_same_quantity_share_a_line(answer: Answer) -> None:
    deck = answer.questions[0]
    other = replace(deck, label="deck, upper", sense="sup", constant="3", bounds=())
    lines = series(replace(answer, questions=(deck, other)), "sup")
    assert [line.name for line in lines] == ["F_D[deck]"]
    shown = texts(as_svg(draw_constants, replace(answer, questions=(deck, other))))
    assert "KV7: 3" in shown and "KV7: 1" in shown


def test_of_many_lines_those_that_are_the_same_are_one(answer: Answer) -> None:
    deck = answer.questions[0]
    many = replace(
        answer, questions=tuple(replace(deck, label=f"{k}", metric=f"m{k}") for k in range(MAX_SEPARATE_LINES + 1))
    )
    assert [line.name for line in series(many, "inf")] == [f"0 and {MAX_SEPARATE_LINES} more"]
    few = replace(answer, questions=many.questions[:-1])
    assert [line.name for line in series(few, "inf")] == [f"{k}" for k in range(MAX_SEPARATE_LINES)]


def test_what_no_number_bounds_and_what_nobody_knows_can_be_drawn() -> None:
    endless = asked(SizeAnswer(2, "certified", 2, 1, extremes=(Extremal("sup", "infinite"),)))
    assert "infinite" in texts(as_svg(draw_constants, endless))
    assert "no exact value or bound is known" in texts(as_svg(draw_constants, asked()))
    long = asked(SizeAnswer(2, "certified", 2, 1, extremes=(Extremal("inf", "123456789/234567891"),)))
    assert "~0.5263" in texts(as_svg(draw_constants, long))


@pytest.mark.parametrize(
    ("wanted", "made"),
    [
        ([], []),
        ([1.0], [1.0]),
        ([1.0, 1.0], [0.5, 1.5]),
        ([0.0, 0.0, 5.0], [0.0, 1.0, 5.0]),
        ([9.0, 9.5], [8.75, 9.75]),
    ],
)
def test_labels_are_moved_apart_as_little_as_needed(wanted: list[float], made: list[float]) -> None:
    assert spread(wanted, 1.0, 0.0, 10.0) == pytest.approx(made)


# --- the instance ----------------------------------------------------------------------------------------------


def test_the_instance_shows_rankings_and_similarities(answer: Answer) -> None:
    refutation = answer.questions[0].sizes[-1].refutation
    assert refutation is not None
    svg = instance(refutation, REGISTRY)
    shown = texts(svg)
    assert {"a", "b", "6 >= 7 is false", "D: distances between the items"} <= set(shown)
    assert "fuller: larger; framed: an inverted pair" in shown and "dot: an inverted pair, as large as its D" in shown
    assert shown.count("6") >= 4  # in both columns and at both sides of the heat map
    assert "b, best first: 6 > 3 > 2 > 5 > 4 > 1." in described(svg)[1] and "D[1,2] = 1" in described(svg)[1]


@pytest.mark.parametrize("n", [2, 3, 9, 16])
def test_instances_of_every_size_can_be_drawn(n: int) -> None:
    shown = texts(instance(witness(DECK, swapped(n), distances(n), "attains"), REGISTRY))
    assert shown.count(f"{n}.") == 1


def test_long_entries_are_shown_as_decimals() -> None:
    for divisor, entry_shown in ((123, "13/123"), (1230, "≈0.0106")):
        small = distances(3).mapped(lambda entry, divisor=divisor: entry / divisor)
        shown = instance(witness(DECK, (2, 3, 1), small, "attains"), REGISTRY)
        assert texts(shown).count(entry_shown) == 2 and f"D[1,3] = 13/{divisor}" in described(shown)[1]


@pytest.mark.parametrize(
    "name",
    [
        "footrule-general.local--triangle-inequality",  # three rankings, weights of items and positions, similarities
        "footrule-position.zero--generalizes--other-footrule--delta-1",
        "cayley--betweenness",  # no parameters
    ],
)
def test_witnesses_of_other_statements_can_be_drawn(name: str) -> None:
    stored = witnesses()[name]
    shown = texts(instance(stored, REGISTRY))
    assert {name for name, value in stored.instance.items() if isinstance(value, list)} <= set(shown)


# --- safe and the same every time ------------------------------------------------------------------------------


def test_what_others_wrote_stays_text() -> None:
    registry = nasty_registry()
    label = "$x_1$ & <b>\x1b[31m\ufffe 漢字 \udc80"
    sizes = (SizeAnswer(2, "certified", 2, 1, extremes=(Extremal("inf", "1/2"),), points=(("1", "1/2"),)),)
    hostile = Question(NASTY, "s", label, label, "inf", quantity=f"{label} / {NASTY}", constant="1", sizes=sizes)
    made = Answer("x", f"</title><script>{label}", (hostile,))
    picture = as_svg(draw_constants, made)
    assert "<script" not in picture and "\x1b" not in picture
    assert any("$x_1$ & <b>\\x1b[31m\\ufffe 漢字 \\udc80" in text for text in texts(picture))
    drawn = instance(witness(NASTY, (2, 1), cut(2), "attains", registry=registry), registry)
    assert {"1/2 / 1", f"{NASTY}:"} <= set(texts(drawn)) and "<script" not in drawn


def test_pictures_do_not_depend_on_what_a_user_has_set(answer: Answer) -> None:
    import matplotlib

    first = as_svg(draw_constants, answer)
    with matplotlib.rc_context({"font.size": 30, "svg.fonttype": "path", "axes.facecolor": "red", "svg.hashsalt": "x"}):
        assert as_svg(draw_constants, answer) == first
        assert matplotlib.rcParams["font.size"] == 30
    assert first.count("font-family") == 1


def test_what_a_user_writes_is_not_taken_for_a_part_of_the_drawing() -> None:
    with drawing():
        figure = figure_of(3, 2)
        name = 'my x="0.12345" font-family: mine; transform="rotate(-0 1 1)"'
        figure.text(0.5, 0.5, name)
        assert texts(svg(TitledFigure(figure, "A title", "What it shows"))) == [name]


DRAWN = """
import hashlib
from answers import made_up
from axiomatrix import REGISTRY
from axiomatrix.report.pictures.constants import draw_constants
from axiomatrix.report.pictures.plotting import as_svg, drawing, svg
from axiomatrix.report.pictures.witness import draw_witness
answer = made_up()
witness = answer.questions[0].sizes[-1].refutation
drawn = [as_svg(draw_constants, answer)]
with drawing():
    drawn.append(svg(draw_witness(witness, REGISTRY)))
print(hashlib.sha256("".join(drawn).encode()).hexdigest())
"""


@pytest.mark.slow
def test_pictures_are_the_same_bytes_in_every_process() -> None:
    here = os.fspath(Path(__file__).parent)
    seen = set()
    for seed in ("1", "2"):
        path = os.pathsep.join([here, *sys.path])
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": path,
            "TZ": f"UTC{seed}",
            "MPLBACKEND": "agg",
        }
        seen.add(subprocess.run([sys.executable, "-c", DRAWN], env=environment, capture_output=True, check=True).stdout)
    assert len(seen) == 1


def test_nothing_is_dated_and_nothing_is_fetched(answer: Answer) -> None:
    svg = as_svg(draw_constants, answer)
    assert "<metadata" not in svg and "DOCTYPE" not in svg and "<dc:" not in svg
    assert svg.count("http") == svg.count('"http://www.w3.org/')


def test_nobody_waits_for_matplotlib_who_draws_nothing() -> None:
    code = "import sys; import axiomatrix.report.exploration_files; "
    code += "print(*{'matplotlib', 'scipy'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.split() == []
