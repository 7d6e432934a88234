"""The blocks of the witness pages: what is in them, how large they are, and that texts of others stay texts."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import axiomatrix
from axiomatrix import Matrix, Registry, axioms
from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.evidence.account import making
from axiomatrix.evidence.evidence import Witness
from axiomatrix.evidence.matrix import Row
from axiomatrix.model.registering import metric
from axiomatrix.report.matrix import data
from axiomatrix.report.site import witnesses_block
from axiomatrix.report.site.inputs import Inputs
from axiomatrix.report.site.packing import packed, unpacked
from axiomatrix.report.site.shells import PAGES, shell
from axiomatrix.values.rankings import inverted_pairs

REPORTS = Path(__file__).parents[2] / "reports"
STATIC = resources.files("axiomatrix.report.site").joinpath("static")
NASTY = "<script>alert(1)</script>\x1b]0;owned\x07\u202e"
LARGEST = 350 * 1024
"""Of each block, packed."""


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
    return [dict(zip(block["fields"], one, strict=True)) for one in zip(*block["witnesses"], strict=True)]


def named(block: dict[str, Any], slug: str) -> dict[str, Any]:
    """The one witness of that name."""
    (found,) = [one for one in witnesses(block) if one["slug"] == slug]
    return found


def checked(registry: Registry, *names: str) -> Inputs:
    matrix = axiomatrix.check(*names, profile="quick", use_pins=False, registry=registry)
    return of_matrix(matrix, registry)


def of_matrix(matrix: Matrix, registry: Registry | None = None) -> Inputs:
    return Inputs(matrix, making.accounts(matrix, registry), registry)


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
    assert block["witnesses"][block["fields"].index("slug")] == expected
    assert len(expected) == len(set(expected)) > 100


def test_the_refuted_conjecture_has_both_sides_its_rankings_and_distances(block: dict[str, Any]) -> None:
    found = named(block, "footrule-similarity.deck--lower-bound--other-kendall-similarity--factor-1")
    assert (found["n"], found["shows"], found["smallest"], found["said"]) == (6, "refutes", 1, "32 >= 33 is false")
    assert found["left"] == ["d(a, b)", "32", "32", "", [0]]
    assert found["right"] == ["1*kendall-similarity(a, b)", "1*33", "33", "", [1]]
    assert [claim[:2] for claim in found["claims"]] == [["conjectured", "KV7"]]
    assert found["outcome"] == "settled" and found["note"] == ""
    drawn = {name: (block["figures"][kind], block["roles"][role], rows) for name, kind, role, rows in found["drawn"]}
    assert drawn["a"] == ("ranking", "value", [["1"], ["2"], ["3"], ["4"], ["5"], ["6"]])
    assert drawn["D"][:2] == ("similarity", "parameter") and len(drawn["D"][2]) == 15
    (call, short, value, decimal, addends), other = found["terms"]
    assert (call, short, value, decimal) == ("footrule-similarity[deck](a, b)", "d(a, b)", "32", "")
    assert sum(int(addend[-1]) for addend in addends) == 32
    assert other[:3] == ["kendall-similarity(a, b)", "", "33"] and ["D[1,2]", "3"] in other[4]
    assert found["constructor"].endswith("print(d(a, b, D=D))\n")


def test_numbers_whose_size_is_not_seen_have_a_decimal(block: dict[str, Any]) -> None:
    for one in witnesses(block):
        for _, _, value, decimal, _ in (one["left"], one["right"]):
            plain = re.fullmatch(r"-?[0-9]{1,7}(/[0-9]{1,2})?", value)
            assert bool(decimal) != bool(plain), one["slug"]
    root = witnesses_block._decimal("-5/182*sqrt(13)*sqrt(2)*sqrt(7)")
    assert root == "-0.370625" and witnesses_block._decimal("no number") == "" == witnesses_block._decimal("1/0")


def test_each_term_of_a_side_is_one_of_the_terms(block: dict[str, Any]) -> None:
    for one in witnesses(block):
        for symbols, _, _, _, terms in (one["left"], one["right"]):
            assert all(0 <= k < len(one["terms"]) for k in terms)
            calls = [one["terms"][k][1] or one["terms"][k][0] for k in terms]
            assert all(call in symbols for call in calls), one["slug"]


def test_most_axioms_can_be_followed(block: dict[str, Any]) -> None:
    """What has no expression is an axiom about whether there is a value at all, and a few that look through lists."""
    bare = [one["axiom"] for one in witnesses(block) if not one["left"][0]]
    assert set(bare) <= {"completeness", "equal-spacing", "lexicographic"}


def test_the_witnesses_of_libraries_are_found_by_the_digest_of_their_name(
    given: Inputs, of_libraries: dict[str, Any]
) -> None:
    assert given.libraries is not None
    slugs = [cell.evidence.witness.slug for cell in given.libraries.matrix.cells if cell.evidence.witness is not None]
    keys = [one["slug"] for one in witnesses(of_libraries)]
    assert len(keys) == len(set(keys)) == len(slugs)
    assert all(slug == key or slug[-12:] == key for slug, key in zip(slugs, keys, strict=True))


def test_a_library_is_shown_with_code_that_needs_nothing_else(of_libraries: dict[str, Any]) -> None:
    found = [one for one in witnesses(of_libraries) if one["metric"].startswith("sklearn.") and one["scripts"]]
    assert found and all(one["note"] == "" and one["constructor"] == "" for one in found)
    assert all("sklearn" in one["scripts"][0] for one in found if one["axiom"] == "agrees-with")


def test_the_arguments_of_a_call_of_a_library_are_drawn(of_libraries: dict[str, Any]) -> None:
    row = Row(
        "lib.tau", "similarity", "lib", "", {}, False, "", "weak orders", {"x": "weak orders", "y": "weak orders"}
    )
    found = Witness("lib.tau", "nobody-knows", {}, "open", 2, {"at": [[[1, 2]], [[1], [2]]]}, {}, "1", "==", "0", True)
    shown = witnesses_block._of_library(found, row, load_catalogue())
    assert [(one.name, one.kind, one.rows) for one in shown.figures] == [
        ("x", "weak order", (("1", "2"),)),
        ("y", "weak order", (("1",), ("2",))),
    ]
    for at in ([[[1, 2]]], "abc", [[1, 2], None], {"x": []}):
        odd = replace(found, instance={"at": at})
        assert all(one.kind == "number" for one in witnesses_block._of_library(odd, row, load_catalogue()).figures)
    assert witnesses_block._of_library(found, None, load_catalogue()).figures == ()
    kinds = {of_libraries["figures"][kind] for one in witnesses(of_libraries) for _, kind, _, _ in one["drawn"]}
    assert {"weak order", "ranking", "scored list", "judged list"} <= kinds


def test_without_libraries_there_is_no_block_of_them() -> None:
    assert witnesses_block.library_block(checked(registry_of("mine"), "mine")) is None


def test_a_metric_that_is_not_registered_is_shown_as_it_was_stored() -> None:
    registry = registry_of("mine")
    matrix = data.from_data(json.loads(data.dumps(checked(registry, "mine").matrix)))
    (found, *_) = witnesses(witnesses_block.block(of_matrix(matrix)))
    assert "not registered" in found["note"] and found["terms"] == [] and found["left"][0] == ""
    (again, *_) = witnesses(witnesses_block.block(of_matrix(matrix, registry)))
    assert again["note"] == "" and again["left"][0] == "d(a, b)"


# --- texts of others -------------------------------------------------------------------------------------------


def test_texts_of_users_are_texts_without_control_characters() -> None:
    made = witnesses_block.block(checked(registry_of(NASTY), NASTY))
    (found, *_) = [one for one in witnesses(made) if one["claims"]]
    shown = "<script>alert(1)</script>\\x1b]0;owned\\x07\\u202e"
    assert found["metric"] == shown and found["claims"] == [["holds", "declared", shown]]
    assert found["terms"][0][0] == f"{shown}(a, b)" and found["terms"][0][1] == "d(a, b)"

    def texts(given: Any) -> list[str]:
        if isinstance(given, str):
            return [given]
        return [text for part in given for text in texts(part)] if isinstance(given, list) else []

    assert all(text.replace("\n", "").isprintable() for text in texts(made["witnesses"]))
    script = packed("witnesses", made)
    assert "<" not in script.replace("axiomatrix.give(", "") and unpacked(script) == made


def test_a_page_asks_for_nothing_from_elsewhere_and_has_no_styles_in_its_markup() -> None:
    (page,) = [page for page in PAGES if page.file == "witness.html"]
    for name in (*(f"{script}.js" for script in page.scripts), *(f"{style}.css" for style in page.styles)):
        text = STATIC.joinpath(name).read_text(encoding="utf-8")
        addresses = set(re.findall(r"https?://[^\s\"')]+", text))
        assert addresses == set(), name
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", text), (
            name
        )
        assert not re.search(r"\bstyle\s*[:=]\s*[\"'`]", text), name
        assert "fetch(" not in text and "XMLHttpRequest" not in text, name
    made = checked(registry_of("mine"), "mine")
    html = shell(page, made, ["witnesses"])
    assert [f"src=static/{name}.js" in html for name in page.scripts] == [True] * len(page.scripts)


# --- how large it is -------------------------------------------------------------------------------------------


def test_the_blocks_are_small(block: dict[str, Any], of_libraries: dict[str, Any]) -> None:
    for name, made in (("witnesses", block), ("library-witnesses", of_libraries)):
        assert len(packed(name, made)) < LARGEST, name


def test_what_the_page_draws_is_what_the_figures_can_be(block: dict[str, Any]) -> None:
    """Each kind of figure is known to one of the scripts that draw."""
    drawn = "".join(
        file.read_text(encoding="utf-8")
        for file in STATIC.iterdir()
        if re.fullmatch(r"(drawing.*|witness)\.js", file.name)
    )
    for kind in block["figures"]:
        assert f'"{kind}"' in drawn or f" {kind}:" in drawn, kind


def script(name: str) -> str:
    return STATIC.joinpath(name).read_text(encoding="utf-8")


def test_rounding_looks_like_no_refutation_and_a_ratio_is_neither_true_nor_false() -> None:
    rules = [rule for rule in script("witness.css").split("}") if ".rounds" in rule]
    assert rules and all("--odd" in rule and "--bad" not in rule and ".refutes" not in rule for rule in rules)
    [words] = re.findall(r"const TRUTH = .*", script("witness_terms.js"))
    assert 'rounds: "is within rounding"' in words
    assert 'isRatio ? "" : TRUTH[shown.shows]' in script("witness_terms.js")


def test_ties_are_drawn_with_the_mean_of_their_positions() -> None:
    columns = script("drawing_columns.js")
    assert "const rank = at + (bucket.length + 1) / 2;" in columns  # of the positions at + 1 .. at + length
    assert "there.rank < rank" in columns and "there.at < at" not in columns
