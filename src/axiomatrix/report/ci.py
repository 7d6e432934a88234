"""Write the matrix for build servers (``check --ci junit`` and ``--ci sarif``): JUnit XML and SARIF 2.1.0.

The matrix has a *cell* for each statement about a metric, with its verdict, its claims, and their *outcome*, such as
broken. A claim of the matrix becomes a test that passes, fails, is at fault or is skipped (``judged_claims.py``). The
failures of a *forgiving* check, which compares outcomes with those that are expected, are only those that are not
expected.

JUnit XML has a test suite for each metric and a test case for each claim. No standard exists; these are the elements
that Jenkins and GitLab read: ``testsuites``, ``testsuite``, ``testcase`` with ``failure``, ``error`` or ``skipped``,
``system-out`` (https://docs.gitlab.com/ci/testing/unit_test_reports, https://llg.cubic.org/docs/junit).

In SARIF axioms are rules, broken claims are errors, and faults of a definition are warnings. A forgiven failure is a
suppressed error. GitHub ignores suppressions (https://github.com/github/codeql-action/issues/1230), so the message says
it too. The standard is https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html; GitHub's reading of it is at
https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Container, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from .. import __version__
from ..evidence.cell import Cell
from ..evidence.files import indented_json, write_all
from ..evidence.matrix import Matrix
from ..evidence.safe import visible
from ..evidence.verdict import FAULTS, Outcome
from ..evidence.words import fault_lines, grouped
from .judged_claims import JudgedClaim, ReportSetting, SourcePlace, judged_claims, source_place

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 (section 2.2) forbids even as a reference."""
_ELEMENT_BY_COUNT = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
"""The attributes of a suite that count elements, each with the element."""
_ELEMENT_BY_RESULT = {"failed": "failure", "fault": "error", "skipped": "skipped"}
"""The element inside of a test case by the result of its claim; a claim that passed has none."""


def junit_page(matrix: Matrix, setting: ReportSetting) -> str:
    """The content of ``compliance.junit.xml``.

    A broken claim is a failure with its witness, a fault of the definition an error. An undecided or unconfirmed claim
    and an open conjecture are skipped, with the reason. If the setting is forgiving, an expected broken claim is
    skipped and an unexpected outcome fails. An interruption of the run and contradictions between cells are errors in
    a separate suite. Cells without claims are left out, and so are times, so that equal matrices give equal bytes.
    """
    surprising_keys = {cell.key for cell in matrix.surprises}  # of cells whose outcome is not the expected one
    top = ElementTree.Element("testsuites", name="axiomatrix")
    for row in matrix.rows:
        claims = [_with_expectation(claim, surprising_keys, setting) for claim in judged_claims(matrix, row.name)]
        if claims:
            metric = setting.registry.metrics.get(row.name)
            place = source_place(metric, setting.root) if metric else None
            suite = ElementTree.SubElement(top, "testsuite", {"name": _line(row.name)})
            for claim in claims:
                _add_case(suite, claim, matrix, setting, place)
    problems: list[tuple[str, str, str]] = []
    """The problems of the run as a whole: name of the test case, type of the error, and message."""
    if matrix.interrupted:
        problems.append(("every cell is decided", "interrupted", matrix.interrupted))
    if matrix.contradictions:
        sentences = "; ".join(contradiction.sentence for contradiction in matrix.contradictions)
        problems.append(("no cells contradict each other", "contradiction", sentences))
    if problems:
        suite = ElementTree.SubElement(top, "testsuite", {"name": "axiomatrix"})
        for name, kind, message in problems:
            case = ElementTree.SubElement(suite, "testcase", {"classname": "axiomatrix", "name": name})
            ElementTree.SubElement(case, "error", {"type": kind, "message": _line(message)})
    for element in (top, *top):  # the suites, and the element around them
        for count, tag in _ELEMENT_BY_COUNT.items():
            element.set(count, str(len(element.findall(f".//{tag}"))))
    ElementTree.indent(top, " ")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(top, encoding="unicode")}\n'


def _with_expectation(claim: JudgedClaim, surprising_keys: Container[object], setting: ReportSetting) -> JudgedClaim:
    """The claim with the result that the exit status of a forgiving check gives it.

    ``surprising_keys`` are the keys of cells whose outcome is not the expected one.
    """
    if not setting.forgiving or claim.result == "fault":  # a fault is an error in any case
        return claim
    if claim.cell.key in surprising_keys:
        expected = claim.cell.expected or Outcome.AS_DECLARED  # without a stored expectation, the claim is expected
        summary = f"expected: {expected}; it is {claim.cell.outcome}: {claim.summary}"
        return replace(claim, result="failed", summary=summary)
    if claim.result == "failed":
        return replace(claim, result="skipped", summary=f"expected: {claim.summary}")
    return claim


def _add_case(
    suite: ElementTree.Element, claim: JudgedClaim, matrix: Matrix, setting: ReportSetting, place: SourcePlace | None
) -> None:
    """Add the test case of a claim to the suite of its metric, whose definition is at ``place``."""
    attributes = {"classname": _line(claim.cell.metric), "name": _line(claim.name)}
    if place is not None and place.is_below_root:  # servers link files of the repository only
        attributes |= {"file": _line(place.path), "line": str(place.line)}
    case = ElementTree.SubElement(suite, "testcase", attributes)
    verdict = claim.cell.evidence.verdict
    if claim.result == "passed":
        ElementTree.SubElement(case, "system-out").text = _text(f"{claim.summary}\n{verdict.notation.does_not_mean}")
        return
    problem = {"type": verdict, "message": _line(claim.summary)}
    element = ElementTree.SubElement(case, _ELEMENT_BY_RESULT[claim.result], problem)
    if claim.cell_with_claim.outcome is Outcome.BROKEN:
        element.text = _text("\n".join(["", *setting.failure(claim.cell_with_claim, matrix), ""]))
    else:
        meaning = verdict.notation.does_not_mean
        lines = [visible(claim.claim.quotation), claim.summary, *fault_lines(claim.cell), meaning]
        element.text = _text("\n".join(["", *lines, ""]))


def _line(text: str) -> str:
    """A text for an attribute, on one line."""
    return _text(visible(text))


def _text(text: str) -> str:
    """A text with visible escapes in place of characters that XML forbids."""
    return _NOT_XML.sub(lambda match: f"\\u{ord(match[0]):04x}", visible(text, lines=True))


# --- SARIF ----------------------------------------------------------------------------------------------------------

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT, INSTALLED = "%SRCROOT%", "INSTALLED"
"""The names of the folders to which paths of definitions are relative; GitHub knows the first."""
BASE_DESCRIPTIONS = {
    ROOT: "the working directory of the check: the top of the repository",
    INSTALLED: "the folder that the package which defines the metric is installed in",
}
FAULT_PREFIX = "fault:"
"""Prefix of the ids of rules for faults, which are about no axiom."""


def sarif_page(matrix: Matrix, setting: ReportSetting) -> str:
    """The content of ``compliance.sarif``."""
    return indented_json(sarif_data(matrix, setting))


def sarif_data(matrix: Matrix, setting: ReportSetting) -> dict[str, Any]:
    """The SARIF log: one run, whose results are the broken claims, and the faults of each metric's definition.

    A result is at the first line of the definition. All cells of a metric with the same fault are one result, because
    the same exception in sixty cells is one mistake. The file has no times and no paths of the machine.
    """
    rules = [_rule(axiom.id, axiom.formula, axiom.doc) for axiom in matrix.columns]
    rules += [_rule(FAULT_PREFIX + fault, fault.notation.means, fault.notation.does_not_mean) for fault in FAULTS]
    rule_index = {rule["id"]: k for k, rule in enumerate(rules)}
    results = [*_broken_claim_results(matrix, setting), *_fault_results(matrix, setting)]
    if setting.forgiving:  # either all results of a run have a list of suppressions or none has (section 3.27.23)
        results = [{"suppressions": [], **result} for result in results]
    driver = {"name": "axiomatrix", "version": __version__, "rules": rules}
    problems = [matrix.interrupted] if matrix.interrupted else []
    problems += [visible(contradiction.sentence) for contradiction in matrix.contradictions]
    invocation: dict[str, Any] = {"executionSuccessful": not problems}
    if problems:
        invocation["toolExecutionNotifications"] = [{"level": "error", "message": {"text": text}} for text in problems]
    run = {
        "tool": {"driver": driver},
        "originalUriBaseIds": {name: {"description": {"text": text}} for name, text in BASE_DESCRIPTIONS.items()},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "results": [{**result, "ruleIndex": rule_index.get(result["ruleId"], -1)} for result in results],
        "properties": {"profile": visible(matrix.profile), "seed": matrix.seed},
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(id: str, formula: str, doc: str) -> dict[str, Any]:
    """The rule of an axiom or a fault: ``formula`` is its short description, ``doc`` the full one if not empty."""
    name = visible(id)
    short = visible(formula) or name
    full = visible(doc, lines=True).strip() or short
    level = "warning" if id.startswith(FAULT_PREFIX) else "error"
    texts = {"shortDescription": short, "fullDescription": full, "help": full}
    return {
        "id": name,
        **{key: {"text": text} for key, text in texts.items()},
        "defaultConfiguration": {"level": level},
    }


def _broken_claim_results(matrix: Matrix, setting: ReportSetting) -> list[dict[str, Any]]:
    """A result for each cell with a broken claim; several broken claims of a cell are one result."""
    result_by_cell: dict[tuple[str, ...], dict[str, Any]] = {}
    forgiven_reasons = setting.known_failures(matrix)
    for claim in judged_claims(matrix):
        cell = claim.cell
        if claim.result != "failed" or cell.key in result_by_cell:
            continue
        reason = forgiven_reasons.get(cell.key)
        forgiven = f"known failure ({reason}): " if reason else ""
        first_line = visible(f"{forgiven}{cell.metric}: {cell.title}: {claim.summary}")
        message = "\n".join([first_line, "", *setting.failure(cell, matrix)])
        result = _result(visible(cell.axiom), "error", message, cell, setting, *cell.key)
        if reason:
            result["suppressions"] = [{"kind": "external", "justification": reason}]
        result_by_cell[cell.key] = result
    return list(result_by_cell.values())


def _fault_results(matrix: Matrix, setting: ReportSetting) -> list[dict[str, Any]]:
    """A result for each metric and kind of fault, with the statements that were not decided because of it."""
    faulty = [cell for cell in matrix.cells if cell.status.is_fault]
    results = []
    for (metric, verdict), cells in grouped(faulty, lambda cell: (cell.metric, cell.evidence.verdict)).items():
        reasons = list(dict.fromkeys(cell.evidence.reason for cell in cells))
        first_line = visible(f"{metric}: {verdict.written}: {reasons[0]}")
        first_line += f" (and {len(reasons) - 1:,} other reasons)" if len(reasons) > 1 else ""
        lines = [first_line, "", "Not decided because of it:", *(f"  {visible(cell.title)}" for cell in cells)]
        results.append(_result(FAULT_PREFIX + verdict, "warning", "\n".join(lines), cells[0], setting, metric, verdict))
    return results


def _result(rule: str, level: str, text: str, cell: Cell, setting: ReportSetting, *identity: str) -> dict[str, Any]:
    """A result at the definition of the cell's metric; results with the same ``identity`` are the same alert."""
    # GitHub distinguishes results by file, rule and hash of the line. Without our own hash the statements of one axiom
    # and the variants of one definition, which have the same line, would be one alert.
    fingerprint = hashlib.sha256("\0".join(identity).encode("utf-8", "backslashreplace")).hexdigest()
    # a message may have neither links nor placeholders (sections 3.11.5 and 3.11.6 of the standard)
    message = re.sub(r"\{(\d+)\}", r"{{\1}}", visible(text, lines=True).replace("](", "] ("))
    return {
        "ruleId": rule,
        "level": level,
        "message": {"text": message},
        "locations": [_location(cell.metric, setting)],
        "partialFingerprints": {"axiomatrixCell/v1": fingerprint, "primaryLocationLineHash": f"{fingerprint[:16]}:1"},
    }


def _location(metric: str, setting: ReportSetting) -> dict[str, Any]:
    """The name of a metric, with the file and line of its definition if it has a file."""
    location: dict[str, Any] = {"logicalLocations": [{"name": visible(metric), "kind": "function"}]}
    declared = setting.registry.metrics.get(metric)
    place = source_place(declared, setting.root) if declared else None
    if place is not None:
        file = {"uri": quote(place.path), "uriBaseId": ROOT if place.is_below_root else INSTALLED}
        location["physicalLocation"] = {"artifactLocation": file, "region": {"startLine": place.line}}
    return location


# --- both formats ---------------------------------------------------------------------------------------------------

CI_FORMATS: Mapping[str, tuple[str, Callable[[Matrix, ReportSetting], str]]] = {
    "junit": ("compliance.junit.xml", junit_page),
    "sarif": ("compliance.sarif", sarif_page),
}
"""The formats for build servers: the file in the folder of the reports, and the function that writes its content."""


def save_formats(matrix: Matrix, directory: Path, names: Collection[str], setting: ReportSetting) -> list[Path]:
    """Write the matrix in these formats into the folder, and return the files; ``OSError`` as the system raises it."""
    return write_all({file: page(matrix, setting) for file, page in map(CI_FORMATS.__getitem__, names)}, directory)
