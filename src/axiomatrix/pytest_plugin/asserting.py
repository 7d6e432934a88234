"""The claims of metrics as an assertion, for a plain test of any framework."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from types import ModuleType

from msgspec.structs import replace

from ..engine.check import axiom_ids, check
from ..engine.store import cache_folder
from ..evidence import witness as witnesses
from ..evidence.cell import Cell, ClaimNote
from ..evidence.evidence import Witness
from ..evidence.files import indented, write_all
from ..evidence.matrix import Matrix
from ..evidence.safe import visible
from ..evidence.verdict import Outcome
from ..model.metric import Metric
from ..model.registry import REGISTRY, Registry
from ..model.statements import Named
from ..spaces.parameters import ParameterDomain
from .words import Ending, files_of, outcome_of_test

__unittest = True  # unittest leaves the frames of such a module out of its tracebacks


def assert_axioms(
    *metrics: Metric | str | ModuleType,
    axioms: Sequence[Named] = (),
    sources: Sequence[str] = (),
    profile: str = "default",
    seed: int = 0,
    use_pins: bool = True,
    registry: Registry | None = None,
) -> None:
    """Check metrics, or those of a module, and raise ``AssertionError`` unless all their claims are as declared.

    The error begins with a sentence for each failure, which has both values, the size, the metric and the statement,
    and with the command that replays the counterexample. The counterexamples follow. An axiom that is named in
    ``axioms`` must hold if the metric declares nothing about it. The options are those of :func:`check`.

    >>> import axiomatrix
    >>> axiomatrix.assert_axioms("kendall", axioms=["symmetry"])

    Raises ``ValueError`` where nothing would be tested: for no metric, one that declares nothing, or an axiom that says
    nothing of one.
    """
    __tracebackhide__ = True  # the traceback that pytest shows ends in the test
    if not metrics:
        raise ValueError("assert_axioms: name a metric or a module, such as assert_axioms(my_metric)")
    matrix = check(
        *metrics, axioms=axioms, sources=sources, profile=profile, seed=seed, use_pins=use_pins, registry=registry
    )
    failures = list(_failures(matrix, REGISTRY if registry is None else registry, axioms))
    if failures:
        lines = [line for sentence, ending in failures for line in (sentence, *filter(None, [ending.command]))]
        raise AssertionError("\n\n".join(["\n".join(lines), *(ending.text for _, ending in failures)]))


def _failures(matrix: Matrix, registry: Registry, asserted: Sequence[Named]) -> Iterator[tuple[str, Ending]]:
    """The claims that are not as declared, each as a line and with its counterexample."""
    for row in matrix.rows:
        metric = registry.metric(row.name)
        cells = [cell for cell in matrix if cell.metric == row.name]
        tested = [cell for cell in cells if cell.claims]
        if asserted:
            unclaimed = [cell for cell in cells if not cell.claims and cell.space is ParameterDomain.OPEN]
            tested += [_asserted(cell) for cell in unclaimed if cell.status.is_asked]
        for written in asserted:
            if not any(cell.axiom in axiom_ids(written, [row.name], registry) for cell in tested):
                raise ValueError(f"{getattr(written, 'id', written)} says nothing of {row.name}")
        if not tested:
            raise ValueError(f"{row.name} declares nothing that could be tested: holds=[...], or axioms=[...] here")
        for cell in tested:
            folder = None if cell.outcome is Outcome.CONFIRMED else _folder_with(cell.evidence.witness)
            ending = outcome_of_test(cell, None, matrix, registry, date.today(), folder, files_of(metric))
            if ending.kind == "fail":
                name, title = visible(cell.metric), visible(cell.title)
                broken = f"{ending.summary}: {name} breaks {title}"
                yield broken if cell.outcome is Outcome.BROKEN else f"{name}: {title}: {ending.summary}", ending


def _asserted(cell: Cell) -> Cell:
    """The cell as if its metric declared that the statement holds."""
    return replace(cell, claims=(ClaimNote("holds", "declared", "asserted in a test"),))


def _folder_with(witness: Witness | None) -> str | None:
    """The folder in which the witness is written for a replay: the user's cache folder, or else a temporary one."""
    if witness is None:
        return None
    files = {f"witnesses/{witness.slug}.json": indented(witnesses.to_json(witness))}
    try:
        folder = cache_folder() or Path(tempfile.mkdtemp(prefix="axiomatrix-"))
        write_all(files, folder)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="axiomatrix-"))
        write_all(files, folder)
    return str(folder)
