"""The matrix as SARIF 2.1.0: axioms are rules, broken claims errors, faults of a definition warnings.

A known failure that is forgiven is an error that is suppressed. GitHub does not look at suppressions
(https://github.com/github/codeql-action/issues/1230), so the message says it as well.

The standard: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html; what GitHub makes of it:
https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any
from urllib.parse import quote

from ... import __version__
from ...evidence.cell import Cell
from ...evidence.files import indented
from ...evidence.matrix import Matrix
from ...evidence.safe import visible
from ...evidence.verdict import FAULTS
from ...evidence.words import grouped
from .claimed import ReportSetting, judged_claims, place

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT, INSTALLED = "%SRCROOT%", "INSTALLED"
BASES = {
    ROOT: "the working directory of the check: the top of the repository",
    INSTALLED: "the folder that the package which defines the metric is installed in",
}
FAULT = "fault:"
"""Begins the ids of the rules for faults; an axiom has nothing to do with them."""


def page(matrix: Matrix, setting: ReportSetting) -> str:
    """The whole of ``compliance.sarif``."""
    return indented(data(matrix, setting))


def data(matrix: Matrix, setting: ReportSetting) -> dict[str, Any]:
    """The log: one run, whose results are the broken claims and, once for each metric, the faults of its definition.

    A result is at the first line of the definition. What a fault hides is told in one result: the same exception in
    sixty cells is one mistake. The file has no times and no paths of the machine.
    """
    rules = [_rule(head.id, head.formula, head.doc) for head in matrix.columns]
    rules += [_rule(FAULT + fault, fault.notation.means, fault.notation.does_not_mean) for fault in FAULTS]
    index = {rule["id"]: place for place, rule in enumerate(rules)}
    results = [*_broken(matrix, setting), *_faults(matrix, setting)]
    if setting.forgiving:  # all results of a run have suppressions, if only none, or no result has (section 3.27.23)
        results = [{"suppressions": [], **result} for result in results]
    driver = {"name": "axiomatrix", "version": __version__, "rules": rules}
    problems = [matrix.interrupted] if matrix.interrupted else []
    problems += [visible(contradiction.sentence) for contradiction in matrix.contradictions]
    invocation: dict[str, Any] = {"executionSuccessful": not problems}
    if problems:
        invocation["toolExecutionNotifications"] = [{"level": "error", "message": {"text": text}} for text in problems]
    run = {
        "tool": {"driver": driver},
        "originalUriBaseIds": {name: {"description": {"text": text}} for name, text in BASES.items()},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "results": [{**result, "ruleIndex": index.get(result["ruleId"], -1)} for result in results],
        "properties": {"profile": visible(matrix.profile), "seed": matrix.seed},
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(id: str, formula: str, doc: str) -> dict[str, Any]:
    name = visible(id)
    short, full = visible(formula) or name, visible(doc, lines=True).strip() or visible(formula) or name
    level = "warning" if id.startswith(FAULT) else "error"
    texts = {"shortDescription": short, "fullDescription": full, "help": full}
    return {
        "id": name,
        **{key: {"text": text} for key, text in texts.items()},
        "defaultConfiguration": {"level": level},
    }


def _broken(matrix: Matrix, setting: ReportSetting) -> list[dict[str, Any]]:
    results: dict[tuple[str, ...], dict[str, Any]] = {}
    known = setting.known_failures(matrix)
    for claim in judged_claims(matrix):
        if claim.became == "failed" and claim.cell.key not in results:
            why = known.get(claim.cell.key)
            forgiven = f"known failure ({why}): " if why else ""
            first = visible(f"{forgiven}{claim.cell.metric}: {claim.cell.title}: {claim.summary}")
            message = "\n".join([first, "", *setting.failure(claim.cell, matrix)])
            results[claim.cell.key] = _result(
                visible(claim.cell.axiom), "error", message, claim.cell, setting, *claim.cell.key
            )
            if why:
                results[claim.cell.key]["suppressions"] = [{"kind": "external", "justification": why}]
    return list(results.values())


def _faults(matrix: Matrix, setting: ReportSetting) -> list[dict[str, Any]]:
    faulty = [cell for cell in matrix.cells if cell.status.is_fault]
    results = []
    for (metric, verdict), cells in grouped(faulty, lambda cell: (cell.metric, cell.evidence.verdict)).items():
        reasons = list(dict.fromkeys(cell.evidence.reason for cell in cells))
        headline = visible(f"{metric}: {verdict}: {reasons[0]}")
        headline += f" (and {len(reasons) - 1:,} other reasons)" if reasons[1:] else ""
        lines = [headline, "", "Not decided because of it:", *(f"  {visible(cell.title)}" for cell in cells)]
        results.append(_result(FAULT + verdict, "warning", "\n".join(lines), cells[0], setting, metric, verdict))
    return results


def _result(rule: str, level: str, text: str, cell: Cell, setting: ReportSetting, *identity: str) -> dict[str, Any]:
    # GitHub tells results apart by file, rule and the hash of the line; without one of ours, the statements of one
    # axiom and the variants of one definition, which begin at the same line, would be one alert
    mark = hashlib.sha256("\0".join(identity).encode("utf-8", "backslashreplace")).hexdigest()
    # a message may have neither links nor placeholders (sections 3.11.5 and 3.11.6 of the standard)
    message = re.sub(r"\{(\d+)\}", r"{{\1}}", visible(text, lines=True).replace("](", "] ("))
    return {
        "ruleId": rule,
        "level": level,
        "message": {"text": message},
        "locations": [_location(cell.metric, setting)],
        "partialFingerprints": {"axiomatrixCell/v1": mark, "primaryLocationLineHash": f"{mark[:16]}:1"},
    }


def _location(metric: str, setting: ReportSetting) -> dict[str, Any]:
    location: dict[str, Any] = {"logicalLocations": [{"name": visible(metric), "kind": "function"}]}
    known = setting.registry.metrics.get(metric)
    where = place(known, setting.root) if known else None
    if where is not None:
        file = {"uri": quote(where.path), "uriBaseId": ROOT if where.inside else INSTALLED}
        location["physicalLocation"] = {"artifactLocation": file, "region": {"startLine": where.line}}
    return location
