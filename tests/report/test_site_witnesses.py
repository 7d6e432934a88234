"""The blocks of the witness pages: what is in them, how large they are, and that texts of others stay texts."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace
from unpacking import unpacked, untabled

import axiomatrix
from axiomatrix import Matrix, Registry, axioms
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.account import figures
from axiomatrix.evidence.evidence import Witness
from axiomatrix.evidence.matrix import Row
from axiomatrix.evidence.safe import visible
from axiomatrix.model.registry import metric
from axiomatrix.report import json_reports
from axiomatrix.report.pictures.columns import lay_out_column
from axiomatrix.report.pictures.instance import WRITTEN_KINDS, is_drawable
from axiomatrix.report.pictures.shapes import figure_text
from axiomatrix.report.site import witnesses_block
from axiomatrix.report.site.blocks import data_script
from axiomatrix.report.site.inputs import Inputs
from axiomatrix.report.site.pictures import pictures
from axiomatrix.report.site.shells import WITNESS, render_page
from axiomatrix.spaces.parameters import ParameterDomain
from axiomatrix.values.rankings import inverted_pairs

REPORTS = Path(__file__).parents[2] / "reports"
STATIC = resources.files("axiomatrix.report.site").joinpath("static")
NASTY = "<script>alert(1)</script>\x1b]0;owned\x07\u202e"
LARGEST = 3 * 1024 * 1024
"""Of each block."""
ENTERS = "Every value that enters, step by step"


pytestmark = pytest.mark.xdist_group("site")
"""On one worker, which makes the site once."""


@pytest.fixture(scope="module")
def block(given: Inputs) -> dict[str, Any]:
    """The block of the catalogue's witnesses."""
    return witnesses_block.block(given)


@pytest.fixture(scope="module")
def of_libraries(given: Inputs) -> dict[str, Any]:
    """The block of the libraries' witnesses."""
    made = witnesses_block.library_block(given)
    assert made is not None
    return made


def witnesses(block: dict[str, Any]) -> list[dict[str, Any]]:
    """The witnesses one by one."""
    return untabled(block["witnesses"])


def words(block: dict[str, Any], one: dict[str, Any]) -> str:
    """All that the page of a witness says, in the order of reading."""
    return "\n".join(_strings([block["blocks"][place] for place in one["page"]]))


def _strings(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif not isinstance(part, int):
        for inner in part:
            yield from _strings(inner)


def plain(markup: str) -> str:
    """The text of markup."""
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


def named(block: dict[str, Any], slug: str) -> dict[str, Any]:
    """The one witness of that name."""
    (found,) = [one for one in witnesses(block) if one["slug"] == slug]
    return found


def checked(registry: Registry, *names: str) -> Inputs:
    matrix = axiomatrix.check(*names, profile="quick", use_pins=False, registry=registry)
    return of_matrix(matrix, registry)


def of_matrix(matrix: Matrix, registry: Registry | None = None) -> Inputs:
    return Inputs(matrix, registry)


def registry_of(name: str) -> Registry:
    """A registry with one metric of that name, which breaks a claim of a source of that name."""
    registry = Registry()
    for one in (axioms.symmetry, axioms.triangle_inequality):
        registry.add_axiom(one)

    @metric(name, registry=registry, holds=[axioms.symmetry], source=name)
    def lopsided(a: Any, b: Any) -> Any:
        """d(a, b) = the inverted pairs, and the position in a of the best item of b"""
        return len(inverted_pairs(a, b)) + a[b.order[0]]

    return registry


# --- what is in it ---------------------------------------------------------------------------------------------


def test_every_witness_of_the_report_is_there_in_the_order_of_the_cells(given: Inputs, block: dict[str, Any]) -> None:
    expected = [cell.evidence.witness.slug for cell in given.matrix.cells if cell.evidence.witness is not None]
    assert [one["slug"] for one in witnesses(block)] == expected
    assert len(expected) == len(set(expected)) > 100


def test_the_refuted_conjecture_has_both_sides_its_rankings_and_distances(block: dict[str, Any]) -> None:
    found = named(block, "footrule-similarity.deck--lower-bound--other-kendall-similarity--factor-1")
    assert (found["n"], found["smallest"], found["sides"]) == (6, 1, "32 >= 33 is false")
    page = words(block, found)
    for said in ("Refuted at n = 6", "32 >= 33 is false", "d(a, b)", "D[1,2] = 3", "KV7, conjectured"):
        assert said in page, said
    drawn = [block["drawn"][place] for place in found["pictures"]]
    assert "<desc>Ranking a, best first: 1 &gt; 2 &gt; 3 &gt; 4 &gt; 5 &gt; 6." in drawn[0]
    (heat,) = re.findall(r"<table class=heat>.*?</table>", "".join(drawn))
    assert heat.count("<td class=") == 36 and heat.count("inverted</span>") == 22
    assert "print(d(a, b, D=D))\nprint(REGISTRY.metric('kendall-similarity')(a, b, D=D))" in page


def test_the_page_says_both_sides_and_every_value_that_enters(given: Inputs, block: dict[str, Any]) -> None:
    for one in witnesses(block):
        shown, page = given.accounts[one["slug"]], words(block, one)
        assert visible(shown.sides) in page or shown.left.value in page, one["slug"]
        assert all(visible(term.call) in page for term in shown.terms), one["slug"]
        assert all(visible(value.name) in page for value in shown.instance), one["slug"]
        assert all(visible(claim.quotation) in page for claim in shown.claims), one["slug"]


def test_most_axioms_can_be_followed(given: Inputs) -> None:
    """What has no expression is an axiom about whether there is a value at all, and a few that look through lists."""
    witnesses = {cell.evidence.witness.slug: cell.axiom for cell in given.matrix.cells if cell.evidence.witness}
    bare = {witnesses[slug] for slug, shown in given.accounts.items() if not shown.left.symbols}
    assert bare <= {"completeness", "equal-spacing", "lexicographic", "localization", "without-results"}


def test_the_witnesses_of_libraries_are_found_by_the_digest_of_their_name(
    given: Inputs, of_libraries: dict[str, Any]
) -> None:
    assert given.libraries is not None
    slugs = [cell.evidence.witness.slug for cell in given.libraries.cells if cell.evidence.witness is not None]
    keys = [one["slug"] for one in witnesses(of_libraries)]
    assert len(keys) == len(set(keys)) == len(slugs)
    assert all(slug == key or slug[-12:] == key for slug, key in zip(slugs, keys, strict=True))


def test_a_library_is_shown_with_code_that_needs_nothing_else(of_libraries: dict[str, Any]) -> None:
    found = [one for one in witnesses(of_libraries) if one["metric"].startswith("sklearn.")]
    pages = {one["slug"]: words(of_libraries, one) for one in found}
    scripts = [page for page in pages.values() if "With the library alone" in page]
    assert scripts and not any("In Python" in page for page in scripts)
    assert all("from sklearn" in pages[one["slug"]] for one in found if one["axiom"] == "agrees-with")


def test_the_arguments_of_a_call_of_a_library_are_drawn(of_libraries: dict[str, Any]) -> None:
    row = Row(
        "lib.tau", "similarity", "lib", "", {}, False, "", "weak orders", {"x": "weak orders", "y": "weak orders"}
    )
    found = Witness(
        "lib.tau",
        "nobody-knows",
        {},
        ParameterDomain.OPEN,
        n=2,
        instance={"at": [[[1, 2]], [[1], [2]]]},
        parameters={},
        lhs="1",
        op="==",
        rhs="0",
        smallest=True,
        channel="exact",
        shows="refutes",
    )
    shown = witnesses_block._stored_account(found, row, load_catalogue())
    assert [(one.name, one.kind, one.rows) for one in shown.figures] == [
        ("x", "weak order", (("1", "2"),)),
        ("y", "weak order", (("1",), ("2",))),
    ]
    for at in ([[[1, 2]]], "abc", [[1, 2], None], {"x": []}):
        odd = replace(found, instance={"at": at})
        assert all(one.kind == "number" for one in witnesses_block._stored_account(odd, row, load_catalogue()).figures)
    assert witnesses_block._stored_account(found, None, load_catalogue()).figures == ()
    drawn = "".join(of_libraries["drawn"])
    for words in ("Weak order ", "Ranking ", "scores as bars in input order", "grades by rank"):
        assert words in drawn, words


def test_without_libraries_there_is_no_block_of_them() -> None:
    assert witnesses_block.library_block(checked(registry_of("mine"), "mine")) is None


def test_a_metric_that_is_not_registered_is_shown_as_it_was_stored() -> None:
    registry = registry_of("mine")
    matrix = json_reports.load_matrix(json.loads(json_reports.dump_matrix(checked(registry, "mine").matrix)))
    (found, *_) = witnesses(witnesses_block.block(of_matrix(matrix)))
    made = witnesses_block.block(of_matrix(matrix))
    assert "not registered" in words(made, found) and ENTERS not in words(made, found)
    (again, *_) = witnesses(witnesses_block.block(of_matrix(matrix, registry)))
    made = witnesses_block.block(of_matrix(matrix, registry))
    assert "not registered" not in words(made, again) and ENTERS in words(made, again)


# --- texts of others -------------------------------------------------------------------------------------------


def test_texts_of_users_are_texts_without_control_characters() -> None:
    made = witnesses_block.block(checked(registry_of(NASTY), NASTY))
    (found, *_) = [one for one in witnesses(made) if "declared to hold" in words(made, one)]
    shown = "<script>alert(1)</script>\\x1b]0;owned\\x07\\u202e"
    assert found["metric"] == shown and shown in words(made, found)
    assert f"{shown}(a, b)" in words(made, found)
    assert all("<script" not in part for part in made["drawn"])
    for part in (*made["drawn"], *(words(made, one) for one in witnesses(made))):
        assert part.replace("\n", "").isprintable()
    assert unpacked(data_script("witnesses", made)) == json.loads(json.dumps(made))


def test_a_page_asks_for_nothing_from_elsewhere_and_has_no_styles_in_its_markup() -> None:
    for name in (*(f"{script}.js" for script in WITNESS.scripts), *(f"{style}.css" for style in WITNESS.styles)):
        text = STATIC.joinpath(name).read_text(encoding="utf-8")
        addresses = set(re.findall(r"https?://[^\s\"')]+", text))
        assert addresses == set(), name
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", text), (
            name
        )
        assert not re.search(r"\bstyle\s*[:=]\s*[\"'`]", text), name
        assert "fetch(" not in text and "XMLHttpRequest" not in text, name
    made = checked(registry_of("mine"), "mine")
    html = str(render_page(WITNESS, made)["witness.html"])
    assert [f"src=static/{name}.js" in html for name in WITNESS.scripts] == [True] * len(WITNESS.scripts)


# --- how large it is -------------------------------------------------------------------------------------------


def test_the_blocks_are_small(block: dict[str, Any], of_libraries: dict[str, Any]) -> None:
    for name, made in (("witnesses", block), ("library-witnesses", of_libraries)):
        assert len(data_script(name, made)) < LARGEST, name


def test_each_kind_of_figure_is_drawn_or_said() -> None:
    judged = (("1",), ())
    rows = {"judged list": judged, "run": judged, "scored list": (("1",), ("2",), ())}
    of_two = ("partial order", "relabelling", "permutation", "element weights", "position weights", "entries")
    rows |= dict.fromkeys(of_two, (("1", "2"),)) | {"similarity": (("1", "2", "3"),)}
    for kind in get_args(figures.FigureKind):
        role = "parameter" if kind in (*of_two[3:], "similarity") else "value"
        figure = figures.Figure("it", kind, role, rows.get(kind, (("1",),)))
        assert figure_text(figure)
        assert bool(pictures([figure])) != (kind in WRITTEN_KINDS), kind


def test_ties_are_drawn_with_the_mean_of_their_positions() -> None:
    a = lay_out_column(figures.Figure("a", "weak order", "value", (("1", "2"), ("3",))))
    b = lay_out_column(figures.Figure("b", "weak order", "value", (("2",), ("1", "3"))), a)
    assert a.ranks == {"1": 1.5, "2": 1.5, "3": 3} and b.ranks == {"2": 1, "1": 2.5, "3": 2.5}
    (picture,) = pictures([a.figure, b.figure])
    assert "From a to b: 1 falls from 1.5 to 2.5, 2 rises from 1.5 to 1, 3 rises from 3 to 2.5." in plain(picture)


def test_what_an_axiom_changed_of_a_list_is_marked() -> None:
    x = figures.Figure("x", "judged list", "value", (("1", "0", "2"), ("1",)))
    made = figures.Figure("x'", "judged list", "made", (("1", "2", "0"), ("1", "1")))
    (picture,) = pictures([x, made])
    assert picture.count("class=mark") == 2 and picture.count('"grade missing changed"') == 1
    assert "x': 1: 1, 2: 2, 3: 0. Missing from the list: 1, 1. Different from x at 2, 3." in plain(picture)


def test_what_is_too_large_is_not_drawn() -> None:
    long = figures.Figure("a", "ranking", "value", tuple((str(k),) for k in range(41)))
    assert pictures([long]) == () and not is_drawable(long)


def test_data_comes_back_whatever_its_length() -> None:
    for length in range(40):
        assert unpacked(data_script("x", "y" * length + "\u2028<")) == "y" * length + "\u2028<"
