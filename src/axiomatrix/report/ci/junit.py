"""The matrix as JUnit XML: one test suite a metric, one test case a claim.

JUnit XML has no standard; these are the elements that Jenkins and GitLab read: ``testsuites``, ``testsuite``,
``testcase`` with ``failure``, ``error`` or ``skipped``, ``system-out``
(https://docs.gitlab.com/ci/testing/unit_test_reports, https://llg.cubic.org/docs/junit).
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import replace
from xml.etree import ElementTree

from ...evidence.matrix import Matrix
from ...evidence.safe import visible
from ...evidence.verdict import Outcome
from ...evidence.words import fault_lines
from .claimed import JudgedClaim, ReportSetting, SourcePlace, judged_claims, place

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 (section 2.2) forbids even as a character reference."""
_COUNTS = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
_ELEMENTS = {"failed": "failure", "fault": "error", "skipped": "skipped"}


def page(matrix: Matrix, setting: ReportSetting) -> str:
    """The whole of ``compliance.junit.xml``.

    A broken claim is a failure with its witness; a fault of the definition is an error; what was not decided or not
    confirmed, and a conjecture that stays open, is skipped, with the reason. Where the setting forgives what
    is expected, a broken claim that is expected is skipped, and any other outcome than the expected one fails. That the
    run was interrupted, or that cells contradict each other, is an error of a suite by itself. Cells that nobody
    declares are left out, and so are times: the same matrix gives the same bytes.
    """
    surprises = {cell.key for cell in matrix.surprises}
    top = ElementTree.Element("testsuites", name="axiomatrix")
    for row in matrix.rows:
        if claims := [_forgiven(claim, matrix, surprises, setting) for claim in judged_claims(matrix, row.name)]:
            metric = setting.registry.metrics.get(row.name)
            where = place(metric, setting.root) if metric else None
            suite = ElementTree.SubElement(top, "testsuite", {"name": _line(row.name)})
            for claim in claims:
                _case(suite, claim, matrix, setting, where)
    of_run = [("every cell is decided", "interrupted", [matrix.interrupted] if matrix.interrupted else [])]
    of_run.append(("no cells contradict each other", "contradiction", [c.sentence for c in matrix.contradictions]))
    if any(problems for _, _, problems in of_run):
        suite = ElementTree.SubElement(top, "testsuite", {"name": "axiomatrix"})
    for name, kind, problems in of_run:
        if problems:
            case = ElementTree.SubElement(suite, "testcase", {"classname": "axiomatrix", "name": name})
            ElementTree.SubElement(case, "error", {"type": kind, "message": _line("; ".join(problems))})
    for part in (top, *top):
        for count, tag in _COUNTS.items():
            part.set(count, str(len(part.findall(f".//{tag}"))))
    ElementTree.indent(top, " ")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(top, encoding="unicode")}\n'


def _forgiven(claim: JudgedClaim, matrix: Matrix, surprises: Container[object], setting: ReportSetting) -> JudgedClaim:
    """The claim as the exit status of the check sees it."""
    if not setting.forgiving or claim.became == "fault":
        return claim
    if claim.cell.key in surprises:
        expected = claim.cell.expected or Outcome.AS_DECLARED
        return replace(
            claim, became="failed", summary=f"expected: {expected}; it is {claim.cell.outcome}: {claim.summary}"
        )
    return replace(claim, became="skipped", summary=f"expected: {claim.summary}") if claim.became == "failed" else claim


def _case(
    suite: ElementTree.Element, claim: JudgedClaim, matrix: Matrix, setting: ReportSetting, where: SourcePlace | None
) -> None:
    named = {"classname": _line(claim.cell.metric), "name": _line(claim.name)}
    if where is not None and where.inside:
        named |= {"file": _line(where.path), "line": str(where.line)}
    case, verdict = ElementTree.SubElement(suite, "testcase", named), claim.cell.evidence.verdict
    if claim.became == "passed":
        ElementTree.SubElement(case, "system-out").text = _text(f"{claim.summary}\n{verdict.notation.does_not_mean}")
        return
    kind = {"type": verdict, "message": _line(claim.summary)}
    element = ElementTree.SubElement(case, _ELEMENTS[claim.became], kind)
    if claim.alone.outcome is Outcome.BROKEN:
        element.text = _text("\n".join(["", *setting.failure(claim.alone, matrix), ""]))
    else:
        meaning = verdict.notation.does_not_mean
        lines = [visible(claim.claim.quotation), claim.summary, *fault_lines(claim.cell), meaning]
        element.text = _text("\n".join(["", *lines, ""]))


def _line(text: str) -> str:
    """The text on one line: what an attribute may hold."""
    return _text(visible(text))


def _text(text: str) -> str:
    """The text with every character that XML has no place for shown as its escape."""
    return _NOT_XML.sub(lambda match: f"\\u{ord(match[0]):04x}", visible(text, lines=True))
