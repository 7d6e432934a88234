"""The data of the pages on claims, libraries and changes, against the committed reports."""

from __future__ import annotations

import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from axiomatrix.report.matrix.data import BadReport
from axiomatrix.report.site import changes_block, claims_block, libraries_block, witnesses_block, written
from axiomatrix.report.site.inputs import Inputs
from axiomatrix.report.site.packing import packed, untabled
from axiomatrix.studies.changes.model import compare

REPORTS = Path(__file__).parents[2] / "reports"
HOSTILE = "<script>alert(1)</script>\u202e\x1b[2J"


pytestmark = pytest.mark.xdist_group("site")
"""On one worker, which makes the site once."""


@pytest.fixture(scope="module")
def ledger(given: Inputs) -> dict[str, Any]:
    block = claims_block.block(given)
    assert block is not None
    return block


@pytest.fixture(scope="module")
def libraries(given: Inputs) -> dict[str, Any]:
    block = libraries_block.block(given)
    assert block is not None
    return block


def one_line(error: pytest.ExceptionInfo[BadReport]) -> str:
    assert "\n" not in str(error.value)
    return str(error.value)


# --- claims ----------------------------------------------------------------------------------------------------


def test_every_claim_is_there_with_its_verdict_and_words(given: Inputs, ledger: dict[str, Any]) -> None:
    assert given.claims is not None
    entries = given.claims["claims"]
    assert [c["id"] for c in ledger["claims"]] == [entry["id"] for entry in entries]
    for entry, shown in zip(entries, ledger["claims"], strict=True):
        assert ledger["verdicts"][shown["verdict"]][0] == entry["verdict"]
        assert (shown["wording"], shown["reach"], shown["instead"]) == (
            entry["wording"],
            entry["reach"],
            entry["instead"],
        )
        assert ledger["sources"][shown["source"]][0] == entry["source"]


def test_no_evidence_of_a_claim_is_lost(given: Inputs, ledger: dict[str, Any]) -> None:
    assert given.claims is not None
    for entry, shown in zip(given.claims["claims"], ledger["claims"], strict=True):
        titles = [
            f"{metric}: {title}" if metric else title for piece in shown["evidence"] for metric, title in piece["of"]
        ]
        assert sorted(titles) == sorted(piece["title"] for piece in entry["evidence"])


def test_a_claim_links_its_witness_and_its_exploration(given: Inputs, ledger: dict[str, Any]) -> None:
    [shown] = [c for c in ledger["claims"] if c["id"] == "KV7"]
    assert shown["explored"] == ["kv7"]
    [false] = [piece for piece in shown["evidence"] if piece["status"] == "false"]
    assert false["slug"] in given.accounts
    assert false["of"] == [["footrule-similarity[deck]", "lower-bound(other=kendall-similarity, factor=1)"]]


def test_a_witness_that_has_no_page_is_not_linked(given: Inputs) -> None:
    block = claims_block.block(replace(given, accounts={}))
    assert block is not None
    assert {piece["slug"] for c in block["claims"] for piece in c["evidence"]} == {""}


def changed_claims(given: Inputs, change: Any) -> Inputs:
    data = copy.deepcopy(given.claims)
    change(data)
    return replace(given, claims=data)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.pop("sources"),
        lambda data: data.update(claims={}),
        lambda data: data["claims"][3].pop("verdict"),
        lambda data: data["claims"][3].update(verdict="proved\n"),
        lambda data: data["claims"][3].update(source="??\n"),
        lambda data: data["claims"][3]["evidence"].append(None),
        lambda data: data["claims"][3]["evidence"][0].update(witness=7),
    ],
)
def test_a_ledger_of_another_shape_is_refused(given: Inputs, change: Any) -> None:
    with pytest.raises(BadReport) as error:
        claims_block.block(changed_claims(given, change))
    assert one_line(error).startswith("claims.json: ")


def test_a_witness_outside_its_folder_is_not_linked(given: Inputs) -> None:
    def astray(data: dict[str, Any]) -> None:
        data["claims"][6]["evidence"][0]["witness"] = "witnesses/../../secret.json"

    block = claims_block.block(changed_claims(given, astray))
    assert block is not None and block["claims"][6]["evidence"][0]["slug"] == ""


def test_a_claim_in_hostile_words_is_text(given: Inputs) -> None:
    block = claims_block.block(changed_claims(given, lambda data: data["claims"][0].update(wording=HOSTILE)))
    assert block is not None and block["claims"][0]["wording"] == r"<script>alert(1)</script>\u202e\x1b[2J"


# --- libraries -------------------------------------------------------------------------------------------------


def test_every_finding_is_there_and_every_refuted_cell_in_one(given: Inputs, libraries: dict[str, Any]) -> None:
    assert given.libraries is not None
    names = [library["name"] for library in libraries["libraries"]]
    assert names == [note.distribution for note in given.libraries.libraries]
    counted: dict[tuple[int, int], int] = {}
    for place, kind, _, rows, statements, *_ in libraries["findings"]:
        counted[place, kind] = counted.get((place, kind), 0) + len(rows) * len(statements)
    for place, library in enumerate(libraries["libraries"]):
        for kind in range(len(libraries["kinds"])):
            assert counted.get((place, kind), 0) == library["counts"][kind]
    kept = [c for c in given.libraries.matrix.cells if c.evidence.comparison and c.evidence.verdict == "refuted"]
    assert 0 < sum(counted.values()) <= len(kept)


def test_a_finding_of_an_implementation_leads_to_witnesses_with_code_to_paste(
    given: Inputs, libraries: dict[str, Any]
) -> None:
    block = witnesses_block.library_block(given)
    assert block is not None
    code = {one["slug"]: one["code"] for one in untabled(block["witnesses"])}
    for _, kind, title, _, statements, _, _ in libraries["findings"]:
        assert statements and all(came for _, _, came, _, _ in statements), title
        if libraries["kinds"][kind][4] == "Does the implementation deviate?":
            found = [code[slug[-12:]] for *_, slug in statements]
            assert any(found) and all("<h3>With the library alone" in one and "import" in one for one in found if one)


def test_the_two_questions_stay_apart(libraries: dict[str, Any]) -> None:
    asks = {name: question for name, _, _, _, question in libraries["kinds"]}
    assert asks["definition fails"] == asks["as documented"] == "Does the definition fail?"
    assert asks["deviates from its definition"] == "Does the implementation deviate?"


def test_every_pair_of_implementations_is_there(given: Inputs, libraries: dict[str, Any]) -> None:
    words = {word for word, _, _ in libraries["standings"]}
    for concept in libraries["agreement"]:
        assert {standing for _, _, standing, _ in concept["pairs"]} <= words
        assert all(a < len(concept["rows"]) > b for a, b, _, _ in concept["pairs"])
    assert sum(len(concept["pairs"]) for concept in libraries["agreement"]) > 100
    assert libraries_block.block(replace(given, libraries=None)) is None


# --- changes ---------------------------------------------------------------------------------------------------


def earlier(given: Inputs) -> Inputs:
    """The report compared with one in which three cells were other ones and a metric was not there."""
    matrix = given.matrix
    broken = next(c for c in matrix.cells if c.outcome == "broken")
    faulty = next(c for c in matrix.cells if c.evidence.verdict == "proved" and c.outcome == "as declared")
    less = next(
        c for c in matrix.cells if c.evidence.verdict == "exhausted" and c is not faulty and c.metric != "cayley"
    )
    held = replace(broken.evidence, verdict="searched", witness=None, extreme=None)
    fault = replace(faulty.evidence, verdict="error", reason=HOSTILE, reach=())
    shorter = replace(less.evidence, reach=tuple(replace(r, largest=r.largest - 1) for r in less.evidence.reach))
    other = {broken.key: held, faulty.key: fault, less.key: shorter}
    cells = [replace(c, evidence=other.get(c.key, c.evidence)) for c in matrix.cells if c.metric != "cayley"]
    return replace(given, before=replace(matrix, cells=cells, seed=matrix.seed + 1))


def test_without_an_earlier_report_there_is_no_block(given: Inputs) -> None:
    assert changes_block.block(given) is None


def test_every_change_is_in_its_group_with_old_and_new_verdict(given: Inputs) -> None:
    compared = earlier(given)
    block = changes_block.block(compared)
    assert block is not None and compared.before is not None
    changes = compare(compared.before, compared.matrix)
    groups = {group["name"]: group for group in block["groups"]}
    assert {name: group["count"] for name, group in groups.items()} == changes.counts
    assert [len(groups[name]["changes"]) for name in ("worse", "better", "stronger")] == [1, 1, 1]
    [worse] = groups["worse"]["changes"]
    assert worse["was"][:2] == ["s", "~"] and worse["was"][3] == ""
    assert worse["now"][:2] == ["b", "✗"] and worse["now"][3] in given.accounts
    [better] = groups["better"]["changes"]
    assert better["was"][0] == "f" and r"\u202e\x1b[2J" in better["was"][2]
    assert groups["other"]["folded"] == [f"cayley: {len(changes.of('other'))} cells: new"]
    assert block["context"][0] == "seed 1 -> 0"


def test_a_report_compared_with_itself_has_no_changes(given: Inputs) -> None:
    block = changes_block.block(replace(given, before=given.matrix))
    assert block is not None and block["title"] == "nothing has changed"
    assert not any(group["count"] for group in block["groups"])


# --- sizes -----------------------------------------------------------------------------------------------------


def test_the_blocks_are_as_small_as_promised(ledger: dict[str, Any], libraries: dict[str, Any]) -> None:
    assert len(packed("claims", ledger)) < 60_000
    assert len(packed("libraries", libraries)) < 250_000


def test_a_file_of_somebody_else_is_not_written_over(given: Inputs, tmp_path: Path) -> None:
    for name in ("index.html", "changes.html", "data"):
        (tmp_path / name).write_text("mine")
        with pytest.raises(FileExistsError, match=f"its {name} is .*; name another folder, or take it away"):
            written(given, tmp_path)
        assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(name, "mine")]
        (tmp_path / name).unlink()


@pytest.mark.slow
def test_a_site_is_written_over_by_the_next_one_and_other_files_stay(given: Inputs, tmp_path: Path) -> None:
    (tmp_path / "CNAME").write_text("mine")
    first = written(replace(given, before=given.matrix), tmp_path)
    second = written(given, tmp_path)
    assert set(first) == set(second)
    (tmp_path / "notes.html").write_text("mine")
    fewer = written(replace(given, explorations={}), tmp_path)
    assert tmp_path / "conjecture-kv7.html" in set(second) - set(fewer)
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == {
        *fewer,
        tmp_path / "CNAME",
        tmp_path / "notes.html",
    }
    assert (tmp_path / "CNAME").read_text() == "mine"
