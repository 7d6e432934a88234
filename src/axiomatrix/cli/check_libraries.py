"""``axiomatrix check --library``: libraries' metrics are checked like any others, with pages of their own."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

from ..engine.check import Interrupted
from ..engine.plan import Plan, Selection
from ..engine.store import Store
from ..evidence.account.account import REPORTS
from ..libraries import LIBRARIES
from ..model.registry import Unknown
from ..report.ci.claimed import ReportSetting
from ..report.document import Mono, Text
from ..report.libraries.pages import save
from ..report.subjects.libraries import summary
from .messages import note, show, usage
from .running import check_and_count
from .saving import save_formats, write_step_summary


def check_libraries(plan: Plan, executor: Executor, directory: Path | None, policy: str, kinds: Sequence[str]) -> int:
    """Check the libraries that the plan names and print what was found; the exit status.

    ``libraries.*`` go into the directory, if there is one. ``kinds`` are formats for CI that are written too: of what
    the documentation says, claim by claim.
    """
    registry = Selection.of(plan).registry
    try:
        matrix = check_and_count(plan, executor, Store(None))
    except Unknown as error:
        raise usage(str(error)) from None
    except Interrupted as error:
        note(error.matrix.interrupted)
        if directory is not None:
            save(error.matrix, registry, directory)
            note(f"the reports in {directory} have what was decided")
        return 130
    if directory is not None:
        save(matrix, registry, directory)
    if kinds:
        folder = directory or Path(REPORTS)
        named = tuple(part for id in plan.libraries for part in ("--library", id))
        save_formats(matrix, folder, kinds, ReportSetting(registry, folder.as_posix(), named))
    versions = ", ".join(f"{id} {LIBRARIES[id].version}" for id in plan.libraries)
    shown = summary(matrix)
    written = (Text(("Written: ", Mono((directory / "libraries.md").as_posix()))),) if directory is not None else ()
    shown = replace(shown, blocks=(Text(versions), *shown.blocks, *written))
    show(shown)
    write_step_summary(shown)
    return matrix.exit_code("broken" if policy == "new" else policy)
