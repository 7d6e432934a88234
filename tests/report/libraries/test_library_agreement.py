"""Pairs of implementations of one metric: they agree, agree without ties, or differ on an input."""

from __future__ import annotations

import re
from html import unescape

from library_of_findings import (
    NEGATED,
    SHARE,
    TOTAL,
    UNORDERED,
    on_site,
)
from verdict_words import in_words

from axiomatrix.report.document import Text, words
from axiomatrix.report.libraries.agreement import compared_concepts
from axiomatrix.report.libraries.data import LibraryReport
from axiomatrix.report.libraries.findings import findings
from axiomatrix.report.libraries.sheet import LibrariesSheet
from axiomatrix.report.subjects.libraries import document


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
