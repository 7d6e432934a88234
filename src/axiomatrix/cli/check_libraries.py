"""``axiomatrix check --library``: libraries' metrics are checked like any others, with pages of their own."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

from rich.console import Console

from ..engine.check import Interrupted
from ..engine.plan import Plan, Selection
from ..engine.store import Store
from ..libraries import LIBRARIES
from ..model.registry import Unknown
from ..report.ci.claimed import ReportSetting
from ..report.libraries.pages import save
from ..report.subjects.libraries import summary
from .messages import note, show, usage
from .running import check_and_count
from .saving import save_formats


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
    show(summary(matrix))
    versions = ", ".join(f"{id} {LIBRARIES[id].version}" for id in plan.libraries)
    Console(soft_wrap=True).print(f"{versions}: {directory / 'libraries.md'}", markup=False, highlight=False)
    return matrix.exit_code("broken" if policy == "new" else policy)
