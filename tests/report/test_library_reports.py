"""The report on libraries: every finding is there, is said safely, can be pasted, and comes back from its JSON."""

from __future__ import annotations

import copy
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import commanding
import jsonschema
import library_of_findings as planted
import pytest
from markdown_it import MarkdownIt  # rich needs it
from msgspec import structs
from unpacking import unpacked
from verdict_words import in_words

from axiomatrix import Matrix, Registry
from axiomatrix.catalogue import load_catalogue
from axiomatrix.cli.report import render_pages
from axiomatrix.engine.check import check
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.evidence import CallNote, Comparison, Evidence, Witness
from axiomatrix.evidence.matrix import ColumnHead
from axiomatrix.evidence.notation import with_float
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.libraries.implementation import definition_text
from axiomatrix.libraries.list_definitions import complete_definition
from axiomatrix.report.document import Code, Heading, List, Mono, Table, Text, words
from axiomatrix.report.json_reports import BadReport
from axiomatrix.report.json_reports import dump_matrix as dumps_matrix
from axiomatrix.report.libraries import data
from axiomatrix.report.libraries import pages as files
from axiomatrix.report.libraries.agreement import compared_concepts
from axiomatrix.report.libraries.causes import NO_FINDING_WORDINGS
from axiomatrix.report.libraries.data import LibraryReport
from axiomatrix.report.libraries.findings import findings, scripts, sides_text
from axiomatrix.report.libraries.pages import save
from axiomatrix.report.libraries.sheet import LibrariesSheet
from axiomatrix.report.libraries.words import LISTED, RANKS, WORDINGS
from axiomatrix.report.render import markdown
from axiomatrix.report.site.inputs import library_inputs
from axiomatrix.report.site.static_pages import pages
from axiomatrix.report.subjects.libraries import document, issue, summary
from axiomatrix.spaces.parameters import ParameterDomain

SHARE, TOTAL, NEGATED, UNORDERED, HOSTILE = planted.NAMES
AXIOMS = ("range-zero-one", "swap-strict", "consistency-in-relevance", "monotone-in-depth", "ideal-is-one")


@pytest.fixture(scope="module")
def registry() -> Registry:
    return planted.registry()


@pytest.fixture(scope="module")
def matrix(registry: Registry) -> Matrix:
    return check(*planted.NAMES, axioms=AXIOMS, registry=registry, profile="quick", use_pins=False)


@pytest.fixture(scope="module")
def report(matrix: Matrix, registry: Registry) -> LibraryReport:
    return data.library_report(matrix, registry)


@pytest.fixture(scope="module")
def saved(matrix: Matrix, registry: Registry, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("libraries")
    save(data.library_report(matrix, registry), directory)
    return directory


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


def on_site(report: LibraryReport) -> str:
    """The page of the site, with what is stored beside it."""
    made = pages(library_inputs(report))
    folded = made["data/libraries.js"]
    assert isinstance(folded, bytes)
    return "\n".join([str(made["libraries.html"]), *unpacked(folded)])


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
    rounds = Evidence(Verdict.ROUNDING, "enumeration", witness=witness, reason="within 16 times the slack")
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


# --- snippets --------------------------------------------------------------------------------------------------


def test_every_snippet_of_a_finding_runs_in_a_fresh_process_and_prints_its_answer(report: LibraryReport) -> None:
    listed = [finding for finding in findings(report.cells) if finding.rank in LISTED]
    assert listed
    for finding in listed:
        (script,) = scripts(finding.calls)
        done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True)
        assert done.stdout.split() == [call.answer for call in finding.calls]


def test_a_call_that_raises_is_a_script_of_its_own_and_imports_stand_once_at_the_top() -> None:
    calls = [
        CallNote("import a\nx = 1\nprint(a.f(x))  # raises ValueError: no\n", "raises ValueError: no", raises=True),
        CallNote("import a\nx = 2\nprint(a.f(x))  # 0.5\n", "0.5", "1/2"),
        CallNote("", "not expressible: so"),
        CallNote("import a\nx = 3\nprint(a.f(x))\n", "3.0", "3"),
        CallNote("import a\nx = 2\nprint(a.f(x))  # 0.5\n", "0.5", "1/2"),
    ]
    assert scripts(calls) == [
        "import a\nx = 2\nprint(a.f(x))  # 0.5; by the definition 1/2 = 0.5\n"
        "\nx = 3\nprint(a.f(x))  # by the definition 3\n",
        "import a\nx = 1\nprint(a.f(x))  # raises ValueError: no\n",
    ]
    assert scripts([]) == []


def test_that_a_call_raises_is_said_by_its_note_and_not_by_the_words_of_its_answer() -> None:
    answering = CallNote("print(f(1))  # raises\n", "raises hopes")
    raising = CallNote("print(f(2))  # refused\n", "refused", raises=True)
    assert scripts([answering, raising]) == [answering.snippet, raising.snippet]
    assert scripts([structs.replace(answering, snippet="print(f(3))\n"), answering]) == [
        "print(f(3))\n\n" + answering.snippet
    ]


def test_variables_that_stay_the_same_are_given_once() -> None:
    calls = [CallNote(f"from a import {f}\nx = [1]\nprint({f}(x))  # 1\n", "1") for f in ("f", "g")]
    assert scripts(calls) == ["from a import f\nfrom a import g\nx = [1]\nprint(f(x))  # 1\nprint(g(x))  # 1\n"]


def test_the_same_call_once_more_gets_its_variables_anew() -> None:
    calls = [CallNote(f"x = [1]\nprint(f(x))  # {answer}\n", answer) for answer in ("1", "2")]
    assert scripts(calls) == ["x = [1]\nprint(f(x))  # 1\n\nx = [1]\nprint(f(x))  # 2\n"]


def test_a_definition_that_breaks_lines_stays_in_its_comment() -> None:
    (script,) = scripts([CallNote("print(1)  # 1\n", "1", "1\nimport os")])
    assert script == "print(1)  # 1; by the definition 1 import os\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2", "2"),
        ("1/2", "1/2 = 0.5"),
        ("1/3", "1/3 ~ 0.3333333333333333"),
        ("log(2)", "log(2) ~ 0.6931471805599453"),
        ("nonsense", "nonsense"),
        ("+".join(["log(2)"] * 20), "~ 13.862943611198906"),
        ("9" * 400, "9" * 400),
    ],
)
def test_an_exact_value_has_its_decimal_beside_it(text: str, message: str) -> None:
    assert with_float(text) == message


def test_a_definition_is_described_by_its_docstring_or_as_a_metric() -> None:
    precision = load_catalogue().metric("precision-at")
    assert definition_text(None) == ""
    assert definition_text(planted.share) == "The share of the listed items that are relevant."
    assert definition_text(precision) == f"precision-at: {precision.formula}"
    assert definition_text(lambda x, k: 0) == "a function of the adapter"
    assert (
        definition_text(complete_definition(precision, 0))
        == f"precision-at: {precision.formula}; 0 where nothing is relevant."
    )


def test_outcomes_that_are_no_numbers_are_not_shown_as_an_equation(report: LibraryReport) -> None:
    cell = next(cell for cell in report.cells if cell.evidence.verdict == "refuted")
    assert cell.evidence.witness is not None
    witness = structs.replace(cell.evidence.witness, lhs="answers nan", op="==", rhs="refuses", n=1, smallest=False)
    sides = sides_text(structs.replace(cell, evidence=structs.replace(cell.evidence, witness=witness)))
    assert sides == "answers nan; expected: refuses; n = 1, the smallest found"


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
        (lambda d: d["rows"].append(d["rows"][0]), "rows: one is there twice"),
        (lambda d: note(d).update(page="javascript:alert(1)"), "not an address of a page"),
        (lambda d: note(d).update(page='https://x.org/"onclick='), "not an address of a page"),
        (lambda d: d["sources"]["planted/range"].update(page="file:///etc/passwd"), "not an address of a page"),
        (lambda d: cell(d).update(axiom="nothing"), "one of them is not there"),
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


# --- agreement -------------------------------------------------------------------------------------------------


def agreement(a: str, b: str, axiom: str, verdict: str, answers: tuple[str, str] = ("0.5", "1.0"), n: int = 2) -> Cell:
    """A cell about two implementations."""
    reach = (Reach("enumeration", 1, 3, 40),)
    if verdict != "refuted":
        text = "no sign of life" if verdict == "timeout" else ""
        evidence = Evidence(Verdict(verdict), "enumeration", reach, reason=text)
        return Cell(a, axiom, {"other": b}, ParameterDomain.OPEN, claims=(), evidence=evidence)
    given = {"x": {"grades": ["1", "0"][:n]}}
    witness = Witness(
        a,
        axiom,
        {"other": b},
        ParameterDomain.OPEN,
        n=n,
        instance=given,
        parameters={},
        lhs=answers[0],
        op="==",
        rhs=answers[1],
        smallest=True,
        channel="float",
        shows="refutes",
    )
    calls = tuple(CallNote(f"print({answer!r})\n", answer, "1/2") for answer in answers)
    compared = Comparison("holds", "is silent", "deviates from its definition", calls)
    return Cell(
        a,
        axiom,
        {"other": b},
        ParameterDomain.OPEN,
        claims=(),
        evidence=Evidence(Verdict.REFUTED, "enumeration", reach, witness, comparison=compared),
    )


TIES, NO_TIES = "agrees-with", "agrees-with-without-ties"


def with_agreement(report: LibraryReport, answer: str = "1.0") -> LibraryReport:
    """The report with what three rows have to do with each other."""
    cells = [
        agreement(SHARE, TOTAL, TIES, "refuted", ("0.5", answer)),
        agreement(TOTAL, SHARE, NO_TIES, "refuted", (answer, "0.5")),
        agreement(SHARE, NEGATED, TIES, "refuted", ("0.5", "-0.5")),
        agreement(SHARE, NEGATED, NO_TIES, "exhausted"),
        agreement(TOTAL, NEGATED, TIES, "exhausted"),
        agreement(TOTAL, NEGATED, NO_TIES, "vacuous"),
        agreement(SHARE, UNORDERED, TIES, "timeout"),
        agreement(SHARE, UNORDERED, NO_TIES, "exhausted"),
        agreement(NEGATED, UNORDERED, TIES, "rounding"),
    ]
    heads = [ColumnHead(id, "m(x) = other(x)", "agreement", "for all", "") for id in (TIES, NO_TIES)]
    return structs.replace(report, cells=[*report.cells, *cells], columns=[*report.columns, *heads])


@pytest.fixture(scope="module")
def agreeing(report: LibraryReport) -> LibraryReport:
    notes = {
        name: structs.replace(note, concept="share") if name != HOSTILE else note for name, note in report.notes.items()
    }
    return with_agreement(structs.replace(report, notes=notes))


def test_pairs_agree_agree_without_ties_or_differ(agreeing: LibraryReport) -> None:
    (concept,) = compared_concepts(agreeing)
    assert (concept.name, concept.rows) == ("share", (SHARE, TOTAL, NEGATED, UNORDERED))
    assert {(p.a, p.b): (p.agreement, p.reach) for p in concept.pairs} == {
        (SHARE, TOTAL): ("differ", "n=2"),
        (SHARE, NEGATED): ("agree without ties", in_words("without ties exhausted n<=3; with ties n=2")),
        (TOTAL, NEGATED): ("agree", in_words("exhausted n<=3")),
        (SHARE, UNORDERED): ("not compared", "timeout: no sign of life"),
        (NEGATED, UNORDERED): ("agree up to rounding", in_words("exhausted n<=3")),
    }


def test_one_input_on_which_several_part_is_shown_once_with_all_answers(agreeing: LibraryReport) -> None:
    (concept,) = compared_concepts(agreeing)
    (disagreement,) = concept.disagreements
    assert {one.row: one.answer for one in disagreement.answers} == {SHARE: "0.5", TOTAL: "1.0", NEGATED: "-0.5"}
    assert (disagreement.n, disagreement.smallest, disagreement.definition) == (2, True, "1/2")
    blocks, shown = document(LibrariesSheet(agreeing)).blocks, unescape(on_site(agreeing))
    answers = blocks[blocks.index(Text("Where they part, n = 2 (no smaller input parts them):")) + 1]
    assert "planted.negated: -0.5" in [*words(answers)]
    first, _, third = re.findall(rf'<tr><th scope="row">({SHARE}|{TOTAL}|{NEGATED})(.*)', shown)
    assert (first[0], third[0]) == (SHARE, NEGATED)
    text = in_words("agree without ties</b><div>without ties exhausted n<=3; with ties n=2</div>")
    assert text in first[1].split("<td")[3] and text in third[1].split("<td")[1]


def test_agreement_is_no_finding_about_one_library(agreeing: LibraryReport, report: LibraryReport) -> None:
    assert LibrariesSheet(agreeing).libraries[0].counts == LibrariesSheet(report).libraries[0].counts
    assert findings(agreeing.cells) == findings(report.cells)


# --- rendering again -------------------------------------------------------------------------------------------


def axiomatrix(*arguments: object, cwd: Path) -> commanding.Done:
    return commanding.axiomatrix(cwd, *map(str, arguments))


def test_rendering_again_gives_the_same_bytes_without_the_library(saved: Path, tmp_path: Path) -> None:
    done = axiomatrix("report", saved / "libraries.json", "--markdown", tmp_path / "new", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "new/libraries.md").read_bytes() == (saved / "libraries.md").read_bytes()
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["libraries.md"]


def test_pages_go_beside_the_file_unless_told_otherwise(saved: Path, tmp_path: Path) -> None:
    (tmp_path / "libraries.json").write_bytes((saved / "libraries.json").read_bytes())
    assert axiomatrix("report", "libraries.json", "--markdown", ".", cwd=tmp_path).returncode == 0
    assert (tmp_path / "libraries.md").read_bytes() == (saved / "libraries.md").read_bytes()


def linked(text: str) -> list[str]:
    return re.findall(r"\]\(([^):#]*\.md)", text)


def test_a_large_report_has_a_page_for_each_library_with_all_that_one_page_has(
    agreeing: LibraryReport, monkeypatch: pytest.MonkeyPatch
) -> None:
    (whole,) = files.pages(agreeing).values()
    monkeypatch.setattr(markdown, "MAX_PAGE_CHARACTERS", 100)
    made = files.pages(agreeing)
    first = made.pop("libraries.md")
    assert list(made) == ["libraries-planted.md", "libraries-agreement.md"] and linked(first) == list(made)
    assert whole.startswith(first[: first.index("## Libraries")])
    parts = [text[text.index("\n## ") :] for text in made.values()]
    assert whole.endswith("".join(parts))
    for text in made.values():
        assert text.startswith(files.MARKER) and set(linked(text)) == {"libraries.md"}
    assert "\n## Libraries\n" in first, "where the words are explained"


def test_an_old_page_of_a_library_is_removed_and_files_of_others_stay(
    matrix: Matrix, registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(markdown, "MAX_PAGE_CHARACTERS", 100)
    save(data.library_report(matrix, registry), tmp_path)
    assert (tmp_path / "libraries-planted.md").is_file()
    (tmp_path / "libraries-notes.md").write_text("# mine\n", encoding="utf-8")
    monkeypatch.undo()
    save(data.library_report(matrix, registry), tmp_path)
    assert sorted(path.name for path in tmp_path.glob("*.md")) == ["libraries-notes.md", "libraries.md"]


def test_no_id_of_a_library_leads_out_of_the_folder_or_to_the_page_of_another(
    report: LibraryReport, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(markdown, "MAX_PAGE_CHARACTERS", 100)
    notes = [structs.replace(report.libraries[0], id=id) for id in ("../../x", "agreement", "Agreement")]
    made = files.pages(structs.replace(report, libraries=tuple(notes)))
    assert list(made) == ["libraries.md", "libraries-x.md", "libraries-agreement.md", "libraries-agreement-2.md"]


def test_a_compliance_report_is_rendered_again(tmp_path: Path) -> None:
    matrix = check("kendall", "precision-at", axioms=["symmetry", "confidence"], profile="quick", use_pins=False)
    matrix.save(tmp_path)
    before = {path: path.read_bytes() for path in [tmp_path / "compliance.md", *(tmp_path / "site").rglob("*.*")]}
    assert len(before) > 40
    for path in before:
        path.unlink()
    for options in (["--markdown", "."], ["--html", "site"]):
        done = axiomatrix("report", "compliance.json", *options, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "No such file"),
        (b"{", "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"1" * 5000, "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "no report that can be rendered"),
        (b'{"format": ["x"]}', "no report that can be rendered"),
        (b'{"format": "axiomatrix-claims-1"}', "axiomatrix check"),
        (b'{"format": "axiomatrix-libraries-1"}', "'rows' is missing"),
        (b'{"format": "axiomatrix-report-1"}', "'rows' is missing"),
    ],
)
def test_a_file_that_is_no_report_is_refused_with_what_is_wrong(
    tmp_path: Path, content: bytes | None, message: str
) -> None:
    if content is not None:
        (tmp_path / "given.json").write_bytes(content)
    with pytest.raises(BadReport, match=re.escape(message)) as refused:
        render_pages(tmp_path / "given.json", tmp_path)
    assert str(refused.value).startswith(f"{tmp_path / 'given.json'}: ")
    assert [p.name for p in tmp_path.iterdir()] in ([], ["given.json"])


def test_a_damaged_compliance_report_is_an_error_of_the_call(matrix: Matrix, tmp_path: Path) -> None:
    damaged = json.loads(dumps_matrix(matrix))
    next(c for c in damaged["cells"] if c["evidence"].get("witness"))["evidence"]["witness"]["n"] = "many"
    (tmp_path / "compliance.json").write_text(json.dumps(damaged), encoding="utf-8")
    done = axiomatrix("report", "compliance.json", "--markdown", ".", cwd=tmp_path)
    assert "Traceback" not in done.stderr
    assert done.returncode == 2 and done.stderr.startswith("error: compliance.json: ")
    (tmp_path / "out").write_text("", encoding="utf-8")
    assert axiomatrix("report", "compliance.json", "--markdown", "out", cwd=tmp_path).returncode == 2
