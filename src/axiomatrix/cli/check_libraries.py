"""``axiomatrix check --library``: libraries' metrics are checked like any others, with pages of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

import typer
from rich.console import Console

from ..engine.check import Interrupted
from ..engine.plan import Plan, Selection
from ..engine.store import Store
from ..evidence.evidence import DEVIATIONS
from ..evidence.matrix import Matrix
from ..evidence.safe import visible
from ..evidence.verdict import Outcome, Verdict
from ..libraries import LIBRARIES
from ..model.registry import Unknown
from ..report.ci.claimed import ReportSetting
from ..report.libraries.findings import comparison_of, findings
from ..report.libraries.markdown import save
from ..report.libraries.words import WORDINGS
from ..report.tables import plain
from .messages import note, usage
from .running import check_and_count
from .saving import save_formats

SHOWN = 12
"""How many findings are printed; the pages have all of them."""


def check_libraries(plan: Plan, executor: Executor, directory: Path, policy: str, kinds: Sequence[str]) -> int:
    """Check the libraries that the plan names, write ``libraries.*`` and print what was found; the exit status.

    ``kinds`` are formats for CI that are written too: of what the documentation says, claim by claim.
    """
    registry = Selection.of(plan).registry
    try:
        matrix = check_and_count(plan, executor, Store(None))
        save(matrix, registry, directory)
    except Unknown as error:
        raise usage(str(error)) from None
    except Interrupted as error:
        note(error.matrix.interrupted)
        save(error.matrix, registry, directory)
        note(f"the reports in {directory} have what was decided")
        return 130
    named = tuple(part for id in plan.libraries for part in ("--library", id))
    save_formats(matrix, directory, kinds, ReportSetting(registry, directory.as_posix(), named))
    for line in [*(visible(contradiction.sentence) for contradiction in matrix.contradictions), *summary(matrix)]:
        typer.echo(line)
    versions = ", ".join(f"{id} {LIBRARIES[id].version}" for id in plan.libraries)
    Console(soft_wrap=True).print(f"{versions}: {directory / 'libraries.md'}", markup=False, highlight=False)
    return matrix.exit_code("broken" if policy == "new" else policy)


def summary(matrix: Matrix) -> list[str]:
    """A row for each implementation with the number of its findings, and then the first of them."""
    heads = ["metric", *WORDINGS, "rounding", "faults", "not contradicted"]
    rows = [[visible(row.name), *map(str, _counts(matrix, row.name))] for row in matrix.rows]
    listed = findings(matrix.cells)
    deviations = [f for f in listed if f.wording in DEVIATIONS]
    lines = [plain(heads, rows), "", f"{len(listed):,} findings, of which {len(deviations):,} deviate:"]
    lines += [f"  {visible(deviation.title)}: {deviation.wording}" for deviation in deviations[:SHOWN]]
    return [*lines, f"  and {len(deviations) - SHOWN:,} more"] if len(deviations) > SHOWN else lines


def _counts(matrix: Matrix, name: str) -> list[int]:
    cells = [cell for cell in matrix.cells if cell.metric == name and cell.outcome is not Outcome.NOT_APPLICABLE]
    words = Counter[str](compared.wording for cell in cells if (compared := comparison_of(cell)))
    faults = sum(cell.status.is_fault for cell in cells)
    rounding = sum(cell.status.key == Verdict.ROUNDING for cell in cells)
    stands = sum(cell.status.is_unrefuted for cell in cells)
    return [*(words[wording] for wording in WORDINGS), rounding, faults, stands]
