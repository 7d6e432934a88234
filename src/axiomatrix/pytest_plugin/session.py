"""What one process of a pytest run has checked: each row once, and of it what its tests ask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import NoReturn

import hypothesis
import pytest

from _axiomatrix_pytest import SENT

from ..cli.statuses import endings
from ..engine.check import assembled, checked_row
from ..engine.plan import Plan, Selection
from ..engine.row import row_work, statements_of
from ..evidence import witness as witnesses
from ..evidence.cell import Cell, CellKey
from ..evidence.evidence import Witness
from ..evidence.files import indented, write_all
from ..evidence.matrix import Matrix
from ..methods.profile import profile_named
from ..model.metric import Metric
from ..model.registry import Registry
from ..spaces.parameters import ParameterDomain
from .reporting import row_text
from .settings import Settings, budgets_of, fresh_seed, settings_for_claims
from .words import Ending, outcome_of_test


@dataclass(frozen=True)
class ClaimUnderTest:
    """The claim that a test is about: the cell, before it is decided."""

    metric: Metric
    registry: Registry
    key: CellKey

    @property
    def id(self) -> str:
        """The test's id, such as ``my-metric-triangle_inequality``."""
        name, axiom, label, space = self.key
        arguments = f"({label})" if label else ""
        return f"{name}-{axiom.replace('-', '_')}{arguments}{'-closed' if space is ParameterDomain.CLOSED else ''}"

    @property
    def row(self) -> tuple[int, str]:
        """The row that the cell is of: a registry and a name in it."""
        return id(self.registry), self.metric.name


def claims_of(metric: Metric, registry: Registry) -> Iterator[ClaimUnderTest]:
    """The cells of the metric's row about which something is claimed."""
    row = row_work(metric, registry, 0, only=lambda statement, claims: bool(claims))
    keys = [cell.key for cell in row.meaningless]
    keys += [row.key(work) for work in row.works if work.claims]
    order = {statement.axiom.id: k for k, (statement, _) in enumerate(statements_of(metric, registry))}
    for key in sorted(keys, key=lambda key: order[key[1]]):
        yield ClaimUnderTest(metric, registry, key)


def claimed_by(item: pytest.Item) -> ClaimUnderTest | None:
    """The claim that a collected test is about, if it is one of ours."""
    claim = getattr(item, "claimed", None)
    if claim is None and (call := getattr(item, "callspec", None)) is not None:
        claim = call.params.get("cell")
    return claim if isinstance(claim, ClaimUnderTest) else None


class Session:
    """The rows that this process has checked, and what its tests are told."""

    def __init__(self, config: pytest.Config) -> None:
        """As the run is set up; what is wrong with its settings is a usage error."""
        self.settings = Settings.of(config)
        self.config = config
        self._rows: dict[tuple[int, str], Matrix] = {}
        self._sent: set[tuple[int, str]] = set()
        self._under = ""
        self._fresh_seed = fresh_seed()

    def cell(self, claimed: ClaimUnderTest, items: list[pytest.Item]) -> Cell:
        """The decided cell; its row is checked when the first of its tests asks."""
        if claimed.row not in self._rows:
            self._rows[claimed.row] = self._checked(claimed, items)
        decided = self._decided(claimed)
        if decided is None:  # such as of a metric whose claims were changed after the tests were collected
            raise LookupError(f"{claimed.id}: the row of {claimed.metric.name} has no such cell")
        return decided

    def _decided(self, claimed: ClaimUnderTest) -> Cell | None:
        """The cell, if its row is checked and has it."""
        matrix = self._rows.get(claimed.row)
        return next((cell for cell in matrix or () if cell.key == claimed.key), None)

    def _checked(self, claimed: ClaimUnderTest, items: list[pytest.Item]) -> Matrix:
        """The row of the claim, as far as its tests ask."""
        same = [other for item in items if (other := claimed_by(item)) is not None and other.row == claimed.row]
        # with a report the whole row, which is what axiomatrix check writes; else what the tests here are about
        axioms = () if self.settings.report else tuple(dict.fromkeys(other.key[1] for other in [claimed, *same]))
        expectations = self.settings.expectations
        loaded = settings_for_claims(self.settings.report)
        plan = Plan(
            metrics=(claimed.metric.name,),
            axioms=axioms,
            budgets=budgets_of(profile_named(self.settings.profile), loaded),
            seed=self._seed(loaded),
            witnesses=expectations.witnesses if expectations is not None else (),
        )
        selection = Selection(plan, claimed.registry)
        with endings(_ended):
            cells = checked_row(claimed.metric, selection, loaded)
        matrix = assembled(selection, {claimed.metric.name: cells}, [claimed.metric])
        if expectations is not None:
            matrix.expect(expectations.outcomes(date.today()))
        self._under = f"profile {plan.budgets.name}, seed {plan.seed}"
        return matrix

    def _seed(self, loaded: hypothesis.settings) -> int:
        """The seed that is asked for, or else another one in each run, unless the profile of Hypothesis is fixed."""
        if self.settings.seed is not None:
            return self.settings.seed
        return 0 if loaded.derandomize or self.settings.report else self._fresh_seed

    def judge(self, claimed: ClaimUnderTest, cell: Cell) -> Ending:
        """What the decided cell means for its test; a witness that it shows is written where it can be replayed."""
        matrix = self._rows[claimed.row]
        expectations, metric = self.settings.expectations, claimed.metric
        entry = expectations.by_key.get(cell.key) if expectations is not None else None
        # a replay needs the file that registers the metric, if it is not of the catalogue
        files = [_shown(metric.file)] if metric.family == "user" and metric.file is not None else []
        folder = self._folder(cell.evidence.witness)
        shown = _shown(folder) if folder is not None else None
        return outcome_of_test(cell, entry, matrix, claimed.registry, date.today(), shown, files)

    def _folder(self, witness: Witness | None) -> Path | None:
        """Where the witness is: with the reports, or else in pytest's cache, where it is written now."""
        if self.settings.report:
            return Path(self.config.getoption("--axiomatrix-report"))
        cache = getattr(self.config, "cache", None)
        if cache is None:
            return None
        try:
            folder = Path(cache.mkdir("axiomatrix"))
            if witness is not None:
                write_all({f"witnesses/{witness.slug}.json": indented(witnesses.to_json(witness))}, folder)
        except OSError:  # a folder that may not be written: the test is told without the file
            return None
        return folder

    def attach(self, item: pytest.Item, report: pytest.TestReport) -> None:
        """Give the report of a test what was decided, and the first one of a row the row, if reports are asked for."""
        claimed = claimed_by(item)
        cell = None if claimed is None else self._decided(claimed)
        if claimed is None or cell is None:
            return
        sent: dict[str, str] = {"verdict": cell.evidence.verdict.value, "under": self._under}
        if self.settings.report and claimed.row not in self._sent:
            self._sent.add(claimed.row)
            # the rows in the order in which their tests were collected, which is the same in every worker
            rows = dict.fromkeys(other.row for one in item.session.items if (other := claimed_by(one)) is not None)
            sent["row"] = row_text(self._rows[claimed.row], claimed.registry, list(rows).index(claimed.row))
        setattr(report, SENT, sent)


def _ended() -> NoReturn:
    raise SystemExit("it ends the process")


def _shown(path: Path) -> str:
    """The path as it is typed from where pytest was started."""
    resolved, here = path.resolve(), Path.cwd()
    return (resolved.relative_to(here) if resolved.is_relative_to(here) else resolved).as_posix()
