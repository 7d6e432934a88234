"""Relations as files: ``relations.md`` and ``relations.json``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...evidence.files import write_all
from ...evidence.safe import code, prose
from ...studies.relate.answer import MetricRelation
from ...studies.relate.defaults import DEFAULTS
from ...studies.relate.run import Related
from ..tables import github
from .data import dumps
from .sheet import LEGEND, NOTES, RelationSheet, SignatureGroup


def save(related: Related, order: Sequence[str], directory: Path) -> list[Path]:
    """Write the reports into the directory; the same relations give the same bytes. The files written."""
    sheet = RelationSheet(related, order)
    return write_all({"relations.json": dumps(related), "relations.md": markdown(sheet)}, directory)


def markdown(sheet: RelationSheet) -> str:
    """The whole of ``relations.md``."""
    lines = ["# Relations between metrics", ""]
    lines += [f"{', '.join(f'{count:,} {words}' for words, count in _counts(sheet))}.", ""]
    lines += [*(f"- {prose(note)}" for note in NOTES), ""]
    lines += [f"Parameters: {prose('; '.join(f'{space}: {value}' for space, value in DEFAULTS.items()))}.", ""]
    lines += ["## Identities", ""]
    for kind, stars in sheet.stars.items():
        lines += [f"### {kind.capitalize()}", ""] if stars else []
        for star in stars:
            lines.append(f"- {code(star.centre)}, on {prose(star.space)}:")
            lines += [f"  - {prose(_line(r))}" for r in star.relations]
        lines += [""] if stars else []
    if sheet.refinements:
        lines += ["### Refinements", "", *(f"- {prose(_line(r))}" for r in sheet.refinements), ""]
    lines += ["## Matrices", "", *(f"- {code(mark)}: {prose(means)}" for mark, means in LEGEND), ""]
    for group in sheet.groups:
        reach = [f"- {prose(space)}: instances by n: {prose(', '.join(sizes))}" for space, sizes in sheet.spaces(group)]
        lines += [f"### Metrics of {prose(group.title)}", "", *reach, "", _matrix(sheet, group), ""]
    if sheet.related.left_out:
        lines += ["## Not compared", "", *(f"- {prose(reason)}" for reason in sheet.related.left_out), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _counts(sheet: RelationSheet) -> list[tuple[str, int]]:
    words = {
        "identical": "pairs identical",
        "affine": "affine",
        "monotone": "monotone",
        "refines": "refining",
        "refined by": "refined",
        "none": "of which neither determines the other in one direction",
        "constant": "with a constant",
    }
    return [(phrase, sheet.counts[kind]) for kind, phrase in words.items() if sheet.counts[kind]]  # type: ignore[index]  # kinds


def _line(r: MetricRelation) -> str:
    """A relation on one line; what it is about where the formula does not say so."""
    given = "; ".join(f"{name}: {condition}" for name, condition in ((r.a, r.a_given), (r.b, r.b_given)) if condition)
    undefined = "" if r.same_domain else "; where both have a value"
    return f"{r.statement} ({r.verdict}{undefined}{'; ' + given if given else ''})"


def _matrix(sheet: RelationSheet, group: SignatureGroup) -> str:
    rows = []
    for k, row in enumerate(group.names, 1):
        symbols = [sheet.symbol(row, column) if row != column else "" for column in group.names]
        rows.append([str(k), code(row), *(code(symbol) if symbol else "" for symbol in symbols)])
    return github(["", "metric", *(number for number, *_ in rows)], rows)
