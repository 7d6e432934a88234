"""Collect a test for each claim of a metric, and end each test by the verdict on its claim.

Metrics come from functions marked ``axiomatrix.parametrize``, and from the files and programs that the ini options
name. The hooks of pytest in ``_axiomatrix_pytest`` call the functions here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from _axiomatrix_pytest import session_of

from ..catalogue import load_catalogue
from ..catalogue.any_language import metrics_of
from ..catalogue.program import ProgramFailed
from ..evidence.cell import Cell
from ..model.metric import Metric
from ..model.registry import REGISTRY, Registry, Unknown
from .session import ClaimUnderTest, Session, claimed_by, claims_by_test_id, claims_of


def parametrize_claims(metafunc: pytest.Metafunc, marks: list[pytest.Mark]) -> None:
    """Parametrize a marked test function by its claims; a wrong metric is a collection error."""
    claims = claims_by_test_id(claim for mark in marks for claim in _claims_of_mark(*mark.args, **mark.kwargs))
    if not claims:
        pytest.fail("axiomatrix.parametrize: no metric given", pytrace=False)
    # the parameter is the claim; :func:`decide_claim` puts the decided cell in its place
    parameters = [
        pytest.param(claim, id=id, marks=_xdist_marks(metafunc.config, claim)) for id, claim in claims.items()
    ]
    metafunc.parametrize("cell", parameters, scope="function")


def _claims_of_mark(metrics: list[Any], *, registry: Registry | None = None) -> Iterator[ClaimUnderTest]:
    """Yield the claims of the metrics of a mark; a metric without claims is a collection error."""
    used_registry = REGISTRY if registry is None else registry
    rows = dict.fromkeys(row for metric in metrics for row in _rows(metric, used_registry))
    for row in rows:
        claims = list(claims_of(row, used_registry))
        if not claims:
            pytest.fail(f"axiomatrix: {row.name} declares no claims to test; declare holds=[...]", pytrace=False)
        yield from claims


def _rows(metric: Any, registry: Registry) -> list[Metric]:
    """Look up the metrics that an argument of a mark names: all variants of a name, or of a decorated definition.

    Anything else is a collection error.
    """
    if isinstance(metric, str):
        try:
            return registry.rows(metric)
        except Unknown as error:
            message = str(error)
        pytest.fail(f"axiomatrix.parametrize: {message}", pytrace=False)  # outside of except, to show one error only
    if not isinstance(metric, Metric):
        pytest.fail(f"axiomatrix.parametrize: {metric!r} is not a metric, nor the name of one", pytrace=False)
    # all variants of a definition share its id; each has its own name, such as ndcg[linear]
    variants = [m for m in registry.metrics.values() if m.id == metric.id and m.definition is metric.definition]
    if not variants:
        message = f"{metric.name!r} is not in this registry; pass its own: parametrize([...], registry=...)"
        pytest.fail(f"axiomatrix.parametrize: {message}", pytrace=False)
    # ``@metric`` with variants returns the first one, which then means all; any other variant means itself
    return variants if variants[0].name == metric.name else [m for m in variants if m.name == metric.name]


def _xdist_marks(config: pytest.Config, claim: ClaimUnderTest) -> list[Any]:
    """Return the marks by which pytest-xdist (--dist loadgroup) gives all tests of a metric to one worker.

    The metric's row is then checked only once. Empty without pytest-xdist.
    """
    return [pytest.mark.xdist_group(claim.metric.name)] if config.pluginmanager.hasplugin("xdist") else []


def place_at_metric(item: pytest.Item) -> None:
    """Set the location of a test to the ``@metric`` of its claim, where editors go when a reader clicks on the test."""
    claim = claimed_by(item)
    if claim is not None and claim.place is not None:
        file, line = claim.place
        root = item.config.rootpath.resolve()
        relative_file = file.relative_to(root) if file.is_relative_to(root) else file
        item.location = (str(relative_file), line - 1, item.location[2])  # pytest counts lines from 0


def decide_claim(item: pytest.Function, check_session: Session) -> None:
    """Decide the claim of a test function, pass the cell to its body, and fail or skip the test if it must."""
    claim = claimed_by(item)
    if claim is not None:
        cell = check_session.cell(claim, item)
        item.funcargs["cell"] = cell
        _end_test(check_session, claim, cell)


def _end_test(check_session: Session, claim: ClaimUnderTest, cell: Cell) -> None:
    """Fail, skip or mark the running test as the judgement of its claim demands; return if it passes."""
    ending = check_session.judge(claim, cell)
    if ending.kind == "fail":
        pytest.fail("\n\n".join(filter(None, [ending.text, ending.command])), pytrace=False)
    if ending.kind == "expected":
        pytest.xfail(ending.text)
    if ending.kind == "skip":
        pytest.skip(ending.text)


class MetricFile(pytest.Module):
    """A file of the ini option ``axiomatrix_files``.

    pytest imports it like a test module, so tests that import it get the same module.
    """

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        before = set(load_catalogue().metrics)
        assert self.obj is not None  # asking for it imports the file
        # a conftest or a test may have imported the file before, so its metrics are already registered
        rows = [m for m in REGISTRY.metrics.values() if m.name not in before or _is_defined_in(m, self.path)]
        if not rows:
            raise self.CollectError(f"{self.path}: registers no metric; decorate one with @axiomatrix.metric(...)")
        yield from _claim_items(self, rows)


def _is_defined_in(metric: Metric, path: Path) -> bool:
    return metric.family == "user" and metric.file is not None and metric.file.resolve() == path.resolve()


def items_of_programs(parent: pytest.Session, commands: Sequence[str]) -> Iterator[pytest.Item]:
    """Yield the tests of the metrics of these programs; :class:`pytest.UsageError` for a program without any."""
    for command in commands:
        try:
            rows = metrics_of(command)
        except (ProgramFailed, ValueError, LookupError) as error:
            raise pytest.UsageError(f"axiomatrix_commands: {error}") from None
        yield from _claim_items(parent, rows)


def _claim_items(parent: pytest.Collector, rows: Iterable[Metric]) -> Iterator[pytest.Item]:
    """Yield a test for each claim of these metrics."""
    for id, claim in claims_by_test_id(claim for row in rows for claim in claims_of(row, REGISTRY)).items():
        item = ClaimItem.from_parent(parent, name=id, claim=claim)
        for mark in _xdist_marks(parent.config, claim):
            item.add_marker(mark)
        yield item


class ClaimItem(pytest.Item):
    """The test of one claim of a file or a program."""

    def __init__(self, *, claim: ClaimUnderTest, **more: Any) -> None:
        super().__init__(**more)
        self.claimed = claim
        """Read by :func:`.session.claimed_by`."""

    def runtest(self) -> None:
        check_session = session_of(self.config)
        _end_test(check_session, self.claimed, check_session.cell(self.claimed, self))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        file, line = self.claimed.place or (self.path, 1)
        return file, line - 1, self.name
