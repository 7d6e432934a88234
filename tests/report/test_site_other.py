"""The data of the pages on claims, libraries and changes, against the committed reports."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import committed
import pytest
from msgspec import structs
from unpacking import unpacked, untabled

from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.evidence import Evidence
from axiomatrix.evidence.matrix import ColumnHead, Matrix, Row
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.report.json_reports import BadReport, load_ledger
from axiomatrix.report.libraries.sheet import LibrariesSheet
from axiomatrix.report.libraries.words import AGREEMENT, LISTED, RANKS, WORDINGS
from axiomatrix.report.site import links, witnesses_block, write_site
from axiomatrix.report.site.inputs import Inputs
from axiomatrix.report.site.static_pages import pages
from axiomatrix.report.subjects.claims import AlikeEvidence, grouped_evidence
from axiomatrix.spaces.parameters import ParameterDomain
from axiomatrix.studies.changed import changes_between
from axiomatrix.studies.ledger.entry import Entry, Ledger

REPORTS = Path(__file__).parents[2] / "reports"
HOSTILE = "<script>alert(1)</script>\u202e\x1b[2J"


pytestmark = pytest.mark.xdist_group("site")
"""On one worker, which makes the site once."""


@pytest.fixture(scope="module")
def ledger(given: Inputs) -> Ledger:
    assert given.ledger is not None
    return given.ledger


@pytest.fixture(scope="module")
def libraries(given: Inputs) -> LibrariesSheet:
    assert given.library_sheet is not None
    return given.library_sheet


def page_of(inputs: Inputs, name: str) -> str:
    """A page with what is stored beside it."""
    made = pages(inputs)
    folded = made.get(f"data/{name}.js")
    parts = unpacked(folded) if isinstance(folded, bytes) else []
    return unescape("\n".join([str(made[f"{name}.html"]), *parts]))


def on_page(site: Path, name: str) -> str:
    """The same of the site of the committed reports."""
    page, folded = site / f"{name}.html", site / "data" / f"{name}.js"
    parts = unpacked(folded.read_bytes()) if folded.exists() else []
    return unescape("\n".join([page.read_text(encoding="utf-8"), *parts]))


def one_line(error: pytest.ExceptionInfo[BadReport]) -> str:
    assert "\n" not in str(error.value)
    return str(error.value)


# --- claims ----------------------------------------------------------------------------------------------------


def entries_of(page: str) -> dict[str, str]:
    """What stands of each claim, by its id."""
    parts = page.split("<section class=entry id=")[1:]
    return {part.partition(" ")[0].strip('"'): part for part in parts}


def test_every_claim_is_there_with_its_verdict_and_words(given: Inputs, site: Path) -> None:
    listed = entries_of(on_page(site, "claims"))
    ledger = committed.claims()["claims"]
    assert sorted(listed) == sorted(entry["id"] for entry in ledger)
    for entry in ledger:
        shown = listed[entry["id"]]
        assert re.search(rf'data-source={entry["source"]} data-outcome="?{re.escape(entry["verdict"])}"?>', shown)
        assert f"<p>{entry['wording']}</p>" in shown and f"<b>{entry['verdict']}</b>" in shown
        assert all(text in shown for text in [entry.get("reach", ""), *entry.get("instead", ())])


def test_no_evidence_of_a_claim_is_lost(given: Inputs, ledger: Ledger, site: Path) -> None:
    page = on_page(site, "claims")
    for entry, shown in zip(committed.claims()["claims"], ledger.claims, strict=True):
        titles = [piece.title for one in grouped_evidence(shown.evidence) for piece in one.pieces]
        assert sorted(titles) == sorted(piece["title"] for piece in entry["evidence"])
        assert all(piece["said"] in page for piece in entry["evidence"])


def false_piece(entry: Entry) -> AlikeEvidence:
    [false] = [one for one in grouped_evidence(entry.evidence) if one.status == "false"]
    return false


def test_a_claim_links_its_witness_and_its_exploration(given: Inputs, ledger: Ledger, site: Path) -> None:
    [entry] = [claim for claim in ledger.claims if claim.id == "KV7"]
    assert given.explorations_about["claim", "KV7"] == ["kv7"]
    [piece] = false_piece(entry).pieces
    assert piece.slug in given.witness_slugs
    metric, text = "footrule-similarity[deck]", "lower-bound(other=kendall-similarity, factor=1)"
    page = on_page(site, "claims")
    assert re.search(rf"#{re.escape(metric)}>{re.escape(metric)}</a>: {re.escape(text)}", page)
    assert f'<a href="witness.html#slug={piece.slug}">The witness, term by term</a>' in page
    assert "<a href=conjecture-kv7.html>kv7</a>" in entries_of(page)["KV7"]


def small(given: Inputs) -> Inputs:
    """The claims of the reports, and nothing else."""
    return Inputs(Matrix([], [], [], "quick", 0), ledger=given.ledger)


def test_a_witness_that_has_no_page_is_not_linked(given: Inputs) -> None:
    page = page_of(small(given), "claims")
    assert '<li class="piece s-false">' in page and "The witness, term by term" not in page


def changed_claims(given: Inputs, change: Any) -> Inputs:
    data = committed.claims()
    change(data)
    return replace(given, ledger=load_ledger(data))


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
        _ = changed_claims(given, change).ledger
    assert one_line(error).startswith(("claims ledger: ", "claim "))


def test_a_witness_outside_its_folder_is_not_linked(given: Inputs) -> None:
    def astray(data: dict[str, Any]) -> None:
        data["claims"][6]["evidence"][0]["witness"] = "witnesses/../../secret.json"

    ledger = changed_claims(given, astray).ledger
    assert ledger is not None and ledger.claims[6].id == "KV7"
    assert {piece.slug for piece in false_piece(ledger.claims[6]).pieces} == {""}


def test_a_claim_in_hostile_words_is_text(given: Inputs) -> None:
    changed = changed_claims(small(given), lambda data: data["claims"][0].update(wording=HOSTILE))
    page = str(pages(changed)["claims.html"])
    assert r"<p>&lt;script&gt;alert(1)&lt;/script&gt;\u202e\x1b[2J</p>" in page
    assert "\x1b" not in page and "\u202e" not in page and "<script>alert" not in page


# --- libraries -------------------------------------------------------------------------------------------------


def test_every_listed_finding_is_there_with_its_witnesses(given: Inputs, libraries: LibrariesSheet, site: Path) -> None:
    assert given.libraries is not None
    page = on_page(site, "libraries")
    assert all(f">{note.distribution}</a><td>{note.version}<" in page for note in given.libraries.libraries)
    listed = 0
    for library in libraries.libraries:
        for rank in RANKS:
            count = len(library.findings_of_rank(rank))
            led = f'<a href="#library={library.note.id}&rank={quote(rank)}">{count}</a>'
            assert (led in page) == (count > 0 and rank in LISTED)
        for one in (finding for finding in library.findings if finding.rank in LISTED):
            listed += 1
            assert re.search(
                rf'id={one.anchor} data-library={library.note.id} data-rank="?{one.rank}"?><summary>'
                rf"<span class=titled>{re.escape(one.title)}</span>",
                page,
            )
            slugs = [cell.evidence.witness.slug for cell in one.cells if cell.evidence.witness is not None]
            assert len(slugs) == len(one.cells) > 0
            assert all(re.search(rf'<a href="?witness\.html#slug={slug[-12:]}"?>', page) for slug in slugs)
    assert listed > 10


def test_a_witness_of_a_finding_has_code_to_paste(given: Inputs, libraries: LibrariesSheet) -> None:
    block = witnesses_block.library_block(given)
    assert block is not None
    code = {
        one["slug"]: json.dumps([block["blocks"][place] for place in one["page"]], ensure_ascii=False)
        for one in untabled(block["witnesses"])
    }
    for finding in (one for library in libraries.libraries for one in library.findings if one.rank in LISTED):
        found = [code[cell.evidence.witness.slug[-12:]] for cell in finding.cells if cell.evidence.witness is not None]
        assert all("With the library alone" in one and "import" in one for one in found)


def test_the_two_questions_stay_apart() -> None:
    asks = {name: wording.question for name, wording in WORDINGS.items()}
    assert asks["definition fails"] == asks["as documented"] == "Does the definition fail?"
    assert asks["deviates from its definition"] == "Does the implementation deviate?"


def test_every_pair_of_implementations_is_there(given: Inputs, libraries: LibrariesSheet, site: Path) -> None:
    page = on_page(site, "libraries")
    for concept in libraries.concepts:
        assert {pair.agreement for pair in concept.pairs} <= set(AGREEMENT)
        assert all({pair.a, pair.b} <= set(concept.rows) for pair in concept.pairs)
        table = page.partition(f'<caption class="hidden">{concept.name}</caption>')[2].partition("</table>")[0]
        assert table.count("</b><div>") == 2 * len(concept.pairs)
    assert sum(len(concept.pairs) for concept in libraries.concepts) > 100
    assert replace(given, libraries=None).library_sheet is None


# --- changes ---------------------------------------------------------------------------------------------------


def earlier(given: Inputs) -> Inputs:
    """The report compared with one in which three cells were other ones and a metric was not there."""
    matrix = given.matrix
    broken = next(c for c in matrix.cells if c.outcome == "broken")
    faulty = next(c for c in matrix.cells if c.evidence.verdict == "proved" and c.outcome == "as declared")
    less = next(
        c for c in matrix.cells if c.evidence.verdict == "exhausted" and c is not faulty and c.metric != "cayley"
    )
    held = structs.replace(broken.evidence, verdict=Verdict.SEARCHED, witness=None, extreme=None)
    fault = structs.replace(faulty.evidence, verdict=Verdict.ERROR, reason=HOSTILE, reach=())
    shorter = structs.replace(
        less.evidence, reach=tuple(structs.replace(r, largest=r.largest - 1) for r in less.evidence.reach)
    )
    other = {broken.key: held, faulty.key: fault, less.key: shorter}
    cells = [structs.replace(c, evidence=other.get(c.key, c.evidence)) for c in matrix.cells if c.metric != "cayley"]
    rows = [row for row in matrix.rows if row.name != "cayley"]
    return replace(given, earlier=structs.replace(matrix, rows=rows, cells=cells, seed=matrix.seed + 1))


def test_without_an_earlier_report_the_page_says_how_to_compare(site: Path) -> None:
    page = on_page(site, "changes")
    assert "axiomatrix report reports/compliance.json --html site --since OLD.json" in page and "<section" not in page


def test_every_change_is_in_its_group_with_old_and_new_verdict(given: Inputs) -> None:
    compared = earlier(given)
    assert compared.earlier is not None
    changes = changes_between(compared.earlier, compared.matrix)
    page = page_of(compared, "changes")
    groups = {part.partition('"')[0]: part for part in page.split('<section class="group g-')[1:]}
    for name, count in changes.counts.items():
        assert (name in groups) == (count > 0)
        assert not count or f": {count:,}</h2>" in groups[name]
    assert [groups[name].count("<tr><th scope=row>") for name in ("worse", "better", "stronger")] == [1, 1, 1]
    [(_, was, now)] = [re.split(r"<td data-label=(?:was|now)>", groups["worse"])]
    assert was.startswith("<div class=verdict><b class=s>S</b>") and "witness" not in was
    [slug] = re.findall(r"<div class=verdict><b class=b>X</b>.*<a href=\"witness\.html#slug=(\S+)\">witness</a>", now)
    assert unquote(slug) in given.witness_slugs
    assert "<td data-label=was><div class=verdict><b class=f>" in groups["better"]
    assert r"\u202e\x1b[2J" in groups["better"]
    assert "cayley" in groups["new"] and re.search(r"new, with \d+ cells, \d+ of them declared", groups["new"])
    assert '<ul class="note"><li>seed 1 -> 0' in page


def test_what_changed_of_a_metric_with_a_strange_name_leads_to_its_page() -> None:
    name = "naïve \u202ename"
    row = Row(name, "distance", "mine", "m(a, b)", {}, True, "", "rankings")
    head = ColumnHead("symmetry", "m(a, b) = m(b, a)", "mine", "for all", "m(a, b) = m(b, a)")
    old, new = (
        Matrix(
            [row],
            [head],
            [
                Cell(
                    name,
                    "symmetry",
                    {},
                    ParameterDomain.OPEN,
                    claims=(),
                    evidence=Evidence(Verdict(verdict), "enumeration"),
                )
            ],
            "quick",
            0,
        )
        for verdict in ("exhausted", "searched")
    )
    page = page_of(Inputs(new, earlier=old), "changes")
    assert links.metric(name) in page and r">naïve \u202ename</a>" in page and "\u202e" not in page


def test_a_report_compared_with_itself_has_no_changes(given: Inputs) -> None:
    page = page_of(replace(given, earlier=given.matrix), "changes")
    assert "Nothing has changed since the previous report." in page and '<section class="group' not in page


# --- sizes -----------------------------------------------------------------------------------------------------


def test_what_is_stored_beside_the_pages_is_as_small_as_promised(site: Path) -> None:
    assert (site / "claims.html").stat().st_size < 235_000 and not (site / "data" / "claims.js").exists()
    assert (site / "data" / "libraries.js").stat().st_size < 1_000_000


def test_a_file_of_somebody_else_is_not_written_over(given: Inputs, tmp_path: Path) -> None:
    for name in ("index.html", "changes.html", "data"):
        (tmp_path / name).write_text("mine")
        with pytest.raises(FileExistsError, match=f"its {name} is .*; name another folder, or remove it"):
            write_site(given, tmp_path)
        assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(name, "mine")]
        (tmp_path / name).unlink()


@pytest.mark.slow
def test_a_site_is_written_over_by_the_next_one_and_other_files_stay(given: Inputs, tmp_path: Path) -> None:
    (tmp_path / "CNAME").write_text("mine")
    first = write_site(replace(given, earlier=given.matrix), tmp_path)
    second = write_site(given, tmp_path)
    assert set(first) == set(second)
    (tmp_path / "notes.html").write_text("mine")
    fewer = write_site(replace(given, answers={}), tmp_path)
    assert tmp_path / "conjecture-kv7.html" in set(second) - set(fewer)
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == {
        *fewer,
        tmp_path / "CNAME",
        tmp_path / "notes.html",
    }
    assert (tmp_path / "CNAME").read_text() == "mine"
