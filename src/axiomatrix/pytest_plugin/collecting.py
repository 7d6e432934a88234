"""Tests: the claims of a marked function, and of a file that the ini option names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from _axiomatrix_pytest import session

from ..catalogue import load_catalogue
from ..catalogue.any_language import metrics_of
from ..catalogue.program import ProgramFailed
from ..model.metric import Metric
from ..model.registry import REGISTRY, Registry, Unknown
from .session import ClaimUnderTest, Session, by_id, claimed_by, claims_of


def parametrized(metafunc: pytest.Metafunc, marks: list[pytest.Mark]) -> None:
    """Give a marked test function its claims; what is wrong with the metrics is an error of the collection."""
    claims = by_id(claimed for mark in marks for claimed in _marked(*mark.args, **mark.kwargs))
    if not claims:
        pytest.fail("axiomatrix.parametrize: no metric is given", pytrace=False)
    cells = [pytest.param(c, id=id, marks=_together(metafunc.config, c)) for id, c in claims.items()]
    metafunc.parametrize("cell", cells, scope="function")


def _marked(metrics: list[Any], *, registry: Registry | None = None) -> Iterator[ClaimUnderTest]:
    known = REGISTRY if registry is None else registry
    for row in dict.fromkeys(row for given in metrics for row in _rows(given, known)):
        claims = list(claims_of(row, known))
        if not claims:
            pytest.fail(f"axiomatrix: {row.name} declares nothing that could be tested: holds=[...]", pytrace=False)
        yield from claims


def _rows(given: Any, registry: Registry) -> list[Metric]:
    """The rows that are meant: all variants of a name, or of the metric that a decorated definition became."""
    if isinstance(given, str):
        try:
            return registry.rows(given)
        except Unknown as error:
            message = str(error)
        pytest.fail(f"axiomatrix.parametrize: {message}", pytrace=False)  # outside, or both errors are shown
    if not isinstance(given, Metric):
        pytest.fail(f"axiomatrix.parametrize: {given!r} is not a metric, nor the name of one", pytrace=False)
    same = [m for m in registry.metrics.values() if m.id == given.id and m.definition is given.definition]
    if not same:
        message = f"{given.name!r} is not registered here; give its registry: parametrize([...], registry=...)"
        pytest.fail(f"axiomatrix.parametrize: {message}", pytrace=False)
    return same if same[0].name == given.name else [m for m in same if m.name == given.name]


def _together(config: pytest.Config, claimed: ClaimUnderTest) -> list[Any]:
    """Under pytest-xdist with --dist loadgroup the tests of one metric go to one worker, which checks its row once."""
    return [pytest.mark.xdist_group(claimed.metric.name)] if config.pluginmanager.hasplugin("xdist") else []


def place_at_metric(item: pytest.Item) -> None:
    """Give a test the place of the ``@metric`` whose claim it is about, to which a click on it leads."""
    claimed = claimed_by(item)
    if claimed is not None and claimed.place is not None:
        (file, line), root = claimed.place, item.config.rootpath.resolve()
        item.location = (str(file.relative_to(root) if file.is_relative_to(root) else file), line - 1, item.location[2])


def decide_claim(item: pytest.Function, begun: Session) -> None:
    """Decide the claim of a test function: end the test, or hand the cell to its body."""
    claimed = claimed_by(item)
    if claimed is not None:
        cell = begun.cell(claimed, item)
        item.funcargs["cell"] = cell
        _end(begun, claimed, cell)


def _end(begun: Session, claimed: ClaimUnderTest, cell: Any) -> None:
    judgement = begun.judge(claimed, cell)
    if judgement.kind == "fail":
        pytest.fail("\n\n".join(filter(None, [judgement.text, judgement.command])), pytrace=False)
    if judgement.kind == "expected":
        pytest.xfail(judgement.text)
    if judgement.kind == "skip":
        pytest.skip(judgement.text)


class MetricFile(pytest.Module):
    """A file of the ini option ``axiomatrix_files``.

    It is imported as pytest imports a test module, so that it is one module with what tests import under its name.
    """

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        before = set(load_catalogue().metrics)
        assert self.obj is not None  # asking for it imports the file
        rows = [m for m in REGISTRY.metrics.values() if m.name not in before or _is_of(m, self.path)]
        if not rows:
            raise self.CollectError(f"{self.path}: registers no metric; decorate one with @axiomatrix.metric(...)")
        yield from _items(self, rows)


def _is_of(metric: Metric, path: Path) -> bool:
    return metric.family == "user" and metric.file is not None and metric.file.resolve() == path.resolve()


def claims_of_programs(parent: pytest.Session, commands: Sequence[str]) -> Iterator[pytest.Item]:
    """The tests of the metrics that these commands serve; :class:`pytest.UsageError` for one that serves none."""
    for command in commands:
        try:
            rows = metrics_of(command)
        except (ProgramFailed, ValueError, LookupError) as error:
            raise pytest.UsageError(f"axiomatrix_commands: {error}") from None
        yield from _items(parent, rows)


def _items(parent: pytest.Collector, rows: Iterable[Metric]) -> Iterator[pytest.Item]:
    for id, claimed in by_id(claimed for row in rows for claimed in claims_of(row, REGISTRY)).items():
        item = ClaimItem.from_parent(parent, name=id, claimed=claimed)
        for mark in _together(parent.config, claimed):
            item.add_marker(mark)
        yield item


class ClaimItem(pytest.Item):
    """The test of one claim of a file or a program."""

    def __init__(self, *, claimed: ClaimUnderTest, **more: Any) -> None:
        super().__init__(**more)
        self.claimed = claimed

    def runtest(self) -> None:
        begun = session(self.config)
        _end(begun, self.claimed, begun.cell(self.claimed, self))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        file, line = self.claimed.place or (self.path, 1)
        return file, line - 1, self.name
