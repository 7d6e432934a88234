"""The report on libraries: every finding is there, is said safely, can be pasted, and comes back from its JSON."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import jsonschema
import library_of_findings as planted
import pytest
from library_of_findings import (
    NEGATED,
    SHARE,
    TOTAL,
    on_site,
    with_agreement,
)
from markdown_it import MarkdownIt  # rich needs it
from msgspec import structs

from axiomatrix import Matrix, Registry
from axiomatrix.engine.check import check
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.evidence import Evidence
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.report.document import Code, Heading, List, Mono, Table, words
from axiomatrix.report.json_reports import BadReport
from axiomatrix.report.libraries import data
from axiomatrix.report.libraries import pages as files
from axiomatrix.report.libraries.causes import NO_FINDING_WORDINGS
from axiomatrix.report.libraries.data import LibraryReport
from axiomatrix.report.libraries.findings import findings, scripts
from axiomatrix.report.libraries.sheet import LibrariesSheet
from axiomatrix.report.libraries.words import LISTED, RANKS, WORDINGS
from axiomatrix.report.subjects.libraries import document, issue, summary

# --- what is found ---------------------------------------------------------------------------------------------


def test_every_refuted_cell_but_facts_is_in_one_finding(report: LibraryReport) -> None:
    found = findings(report.cells)
    compared = {cell.key: cell.evidence.comparison for cell in report.cells if cell.evidence.comparison is not None}
    assert {comparison.wording for comparison in compared.values()} == set(WORDINGS)
    deviating = [key for key, comparison in compared.items() if comparison.wording not in NO_FINDING_WORDINGS]
    assert sorted(cell.key for finding in found for cell in finding.cells) == sorted(deviating)
    assert len({finding.anchor for finding in found}) == len(found)
    assert [finding.rank for finding in found] == sorted((f.rank for f in found), key=list(RANKS).index)


def test_cells_of_one_cause_are_one_finding_whose_smallest_input_is_shown(report: LibraryReport) -> None:
    (same,) = [finding for finding in findings(report.cells) if NEGATED in finding.rows]
    assert same.failing_properties == {NEGATED: ["range-zero-one", "ideal-is-one", "consistency-in-relevance"]}
    assert [(call.answer, call.definition) for call in same.calls] == [("-1.0", "1")]
    assert (same.rank, same.expected, same.actual) == ("wrong silently", "1", "-1.0")


def test_a_finding_is_an_issue_with_versions_values_documentation_and_code(report: LibraryReport) -> None:
    (finding,) = [finding for finding in findings(report.cells) if TOTAL in finding.rows]
    heading, said, code, touched = issue(finding, report)
    assert heading == Heading("planted.total: 2.0, expected: 1 (range-zero-one)", 4)
    texts = [*words(said)]
    for text in (
        planted.PLANTED.version,
        "2.0",
        "0 <= m(x) <= 1",
        "n = 2",
        'Returns "a value" between 0 and 1 | or so.',
    ):
        assert any(text in one for one in texts), text
    assert code == Code("y_true = [1, 1]\nprint(float(sum(y_true)))  # 2.0; by the definition 1\n", "python")
    assert any("range-zero-one, ideal-is-one" in text for text in words(touched))


def test_the_summary_counts_each_row_and_names_what_deviates(matrix: Matrix) -> None:
    counts, _, contradictions, deviations = summary(matrix).blocks
    assert isinstance(counts, Table) and [row[0] for row in counts.rows] == [Mono(row.name) for row in matrix.rows]
    shown = {cell.metric for cell in matrix.cells if cell.status.holds == "no"}
    assert {row[0] for row in counts.rows if any(count != "0" for count in row[1:6])} == {*map(Mono, shown)}
    assert contradictions == List(())
    listed = [finding for finding in findings(matrix.cells) if finding.rank in LISTED]
    assert [*words(deviations)] == [f"{finding.title}: {finding.rank}" for finding in listed]


def slug_of(cell: Cell) -> str:
    """The name of its witness page."""
    assert cell.evidence.witness is not None
    return cell.evidence.witness.slug


def test_the_markdown_has_every_listed_finding_and_the_site_leads_to_the_witness_of_each_cell(
    saved: Path, report: LibraryReport
) -> None:
    md = (saved / "libraries.md").read_text(encoding="utf-8")
    parts = unescape(on_site(report)).split('<details class="found entry" id=')[1:]
    page = {part.partition(" ")[0]: part for part in parts}
    (library,) = LibrariesSheet(report).libraries
    for finding in (finding for finding in library.findings if finding.rank in LISTED):
        shown = page.pop(finding.anchor)
        assert f"#### {finding.title}" in md and scripts(finding.calls)[0] in md
        slugs = [slug_of(cell)[-12:] for cell in finding.cells]
        assert re.findall(r'<a href="?witness\.html#slug=(\w+)"?>', shown) == slugs
    assert not page
    for rank in LISTED:
        count = len(library.findings_of_rank(rank))
        assert (f"{rank.capitalize()}: {count} finding" in md) == bool(count)


def test_what_the_documentation_says_stands_with_what_became_of_it(report: LibraryReport) -> None:
    (library,) = LibrariesSheet(report).libraries
    ranged, swaps = library.documented
    assert (ranged.id, swaps.id) == ("planted/range", "planted/swaps")
    assert ranged.contradicting and not swaps.contradicting
    results = {result.split(" (")[0]: of for result, of in ranged.results}
    assert results == {
        "not contradicted": (f"{SHARE}: range-zero-one",),
        "an input contradicts it": (f"{TOTAL}: range-zero-one",),
    }


def test_both_questions_have_signs_of_their_own() -> None:
    asked: dict[str, set[str]] = {}
    for wording in WORDINGS.values():
        asked.setdefault(wording.question, set()).add(wording.sign)
    first, second = asked.values()
    assert not first & second and len(first) + len(second) == len(WORDINGS)


def test_rounding_and_faults_are_listed_with_their_reasons(report: LibraryReport) -> None:
    cells = list(report.cells)
    refuted = next(k for k, cell in enumerate(cells) if cell.evidence.verdict == "refuted")
    held = next(k for k, cell in enumerate(cells) if cell.evidence.verdict == "searched")
    witness = structs.replace(cells[refuted].evidence.witness, shows="rounds")  # type: ignore[type-var]  # it is refuted
    rounds = Evidence(Verdict.ROUNDING, "enumeration", witness=witness, reason="within 16 times the tolerance")
    cells[refuted] = structs.replace(cells[refuted], evidence=rounds)
    cells[held] = structs.replace(cells[held], evidence=Evidence(Verdict.TIMEOUT, reason="no sign of life for 60 s"))
    changed = structs.replace(report, cells=cells)
    (library,) = LibrariesSheet(changed).libraries
    assert ([c.key for c in library.rounding], [c.key for c in library.not_decided]) == (
        [cells[refuted].key],
        [cells[held].key],
    )
    blocks, shown = document(LibrariesSheet(changed)).blocks, unescape(on_site(changed))
    for title, came in (("Rounding", "is within rounding"), ("Not decided", "timeout: no sign of life for 60 s")):
        assert came in " ".join(words(blocks[blocks.index(Heading(f"{title}: 1 cell", 3)) + 1]))
    assert re.search(r"<summary>Rounding \(1\)</summary><ul><li>.* is within rounding", shown)
    assert re.search(r"<summary>Not decided \(1\)</summary><ul><li>.*: timeout: no sign of life for 60 s", shown)


# --- safety ----------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Tags, attributes, ids and the text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id" and value:
                self.ids.append(value)
            if name == "href" and value:
                self.links.append(value)

    def handle_data(self, text: str) -> None:
        self.text += text


PROSE = ("p", "ul", "li", "a", "code", "pre", "strong", "br", "blockquote", "table", "thead", "tbody", "tr", "th", "td")


def test_hostile_names_words_and_exceptions_are_shown_and_do_nothing(saved: Path, report: LibraryReport) -> None:
    notes = {
        name: structs.replace(note, concept=planted.NASTY_TEXT, definition=planted.NASTY_TEXT)
        for name, note in report.notes.items()
    }
    sources = {id: structs.replace(note, wording=planted.NASTY_TEXT) for id, note in report.sources.items()}
    libraries = tuple(
        structs.replace(one, distribution=planted.NASTY, version=planted.NASTY_TEXT) for one in report.libraries
    )
    nasty = structs.replace(report, notes=notes, sources=sources, libraries=libraries)
    nasty = with_agreement(nasty, answer=planted.NASTY_TEXT)
    shown = on_site(nasty)
    assert planted.NASTY in unescape(shown) and "<img src=x onerror=alert(2)>" in unescape(shown)
    assert (
        planted.NASTY not in shown
        and shown.count("<img") == shown.count("<img src=static/mark.svg ")
        and "\x1b" not in shown
        and "\u202e" not in shown
    )
    md = "".join(files.pages(nasty).values())
    assert "\x1b" not in md and "\u202e" not in md
    rendered_md = Page(MarkdownIt("commonmark").enable("table").render(md))
    assert rendered_md.tags <= {"h1", "h2", "h3", "h4", *PROSE}
    assert all(link.startswith("https://example.org/") for link in rendered_md.links)
    assert rendered_md.text.count(planted.NASTY) >= 3  # as a distribution, as a row, in its findings
    tables = re.findall(r"(?m)(?:^\|.*\n)+", md)
    assert len(tables) > 5
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1, table


# --- data ------------------------------------------------------------------------------------------------------


def test_the_data_fit_the_published_schema_and_come_back_the_same(saved: Path, report: LibraryReport) -> None:
    written = json.loads((saved / "libraries.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(data.LIBRARIES.schema())
    jsonschema.Draft202012Validator(data.LIBRARIES.schema()).validate(written)
    again = data.read(saved / "libraries.json")
    assert again == report
    assert data.dumps(again) == (saved / "libraries.json").read_text(encoding="utf-8")
    assert again.libraries[0].version == planted.PLANTED.version
    assert again.sources["planted/range"].page == f"{planted.HOME}/range"


def test_rows_that_are_no_librarys_are_left_out(registry: Registry) -> None:
    mixed = check(SHARE, "precision-at", axioms=["range-zero-one"], registry=registry, profile="quick")
    made = data.library_report(mixed, registry)
    assert [row.name for row in made.rows] == [SHARE] and {c.metric for c in made.cells} == {SHARE}


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda d: d.update(format="axiomatrix-report-1"), "its format must be"),
        (lambda d: d.pop("libraries"), "'libraries' is missing"),
        (lambda d: d.update(more=1), "'more' is not known"),
        (lambda d: d.update(seed="0"), "seed: expected `int`, got `str`"),
        (lambda d: d.update(seed=True), "seed: expected `int`, got `bool`"),
        (lambda d: note(d).update(library="other"), "there is no library 'other'"),
        (lambda d: d["rows"].append(d["rows"][0]), "rows: a name occurs twice"),
        (lambda d: note(d).update(page="javascript:alert(1)"), "not an address of a page"),
        (lambda d: note(d).update(page='https://x.org/"onclick='), "not an address of a page"),
        (lambda d: d["sources"]["planted/range"].update(page="file:///etc/passwd"), "not an address of a page"),
        (lambda d: cell(d).update(axiom="nothing"), "there is no such row or column"),
        (lambda d: cell(d)["evidence"].update(verdict="fine"), "evidence.verdict: invalid enum value 'fine'"),
        (lambda d: cell(d)["evidence"].update(reach=[{}]), "cells[0].evidence.reach[0]: 'method' is missing"),
        (lambda d: compared(d).update(wording="bad"), "wording: invalid enum value 'bad'"),
        (lambda d: compared(d).update(calls=[{"snippet": 1}]), "calls[0]"),
        (lambda d: d.update(cells=3), "cells: expected `array`, got `int`"),
    ],
)
def test_damaged_data_are_refused_with_what_is_wrong(saved: Path, damage: Any, message: str) -> None:
    broken = json.loads((saved / "libraries.json").read_text(encoding="utf-8"))
    damage(broken)
    with pytest.raises(BadReport, match=re.escape(message)):
        data.from_data(broken)


def cell(report: dict[str, Any]) -> Any:
    """The first cell of a report."""
    return report["cells"][0]


def note(report: dict[str, Any]) -> Any:
    """How the first row of a report is called."""
    return next(iter(report["notes"].values()))


def compared(report: dict[str, Any]) -> Any:
    """The first comparison of a report."""
    found = (cell["evidence"] for cell in report["cells"])
    return next(evidence["comparison"] for evidence in found if "comparison" in evidence)


@pytest.mark.slow
def test_mutated_reports_are_refused_or_rendered_and_never_a_traceback(saved: Path) -> None:
    whole = json.loads((saved / "libraries.json").read_text(encoding="utf-8"))
    for part, name in (("rows", "name"), ("cells", "metric")):
        whole[part] = [one for one in whole[part] if one[name] in (TOTAL, NEGATED)]
    whole["notes"] = {name: note for name, note in whole["notes"].items() if name in (TOTAL, NEGATED)}
    validator = jsonschema.Draft202012Validator(data.LIBRARIES.schema())
    refused = 0
    for seed in range(200):
        mutated = mutation(whole, random.Random(seed))
        fits = not list(validator.iter_errors(mutated))
        try:
            read = data.from_data(mutated)
        except BadReport:
            refused += 1
            continue
        assert fits and "".join(files.pages(read).values()) and on_site(read)
    assert 50 < refused < 200


def mutation(whole: Any, chance: random.Random) -> Any:
    """The data with one place taken away, doubled, or replaced by something else."""
    made = copy.deepcopy(whole)
    place = chance.choice(list(places(made)))
    container, key = place
    action = chance.randrange(3)
    if action == 0:
        del container[key]
    elif action == 1 and isinstance(container, list):
        container.append(container[key])
    else:
        container[key] = chance.choice([None, True, -7, 10**30, "", "x", "\x1b[31m<b>|`", [], {}, [[]], {"x": 1}])
    return made


def places(part: Any) -> Iterator[tuple[Any, Any]]:
    for key, value in part.items() if isinstance(part, dict) else enumerate(part):
        yield part, key
        if isinstance(value, (dict, list)):
            yield from places(value)
