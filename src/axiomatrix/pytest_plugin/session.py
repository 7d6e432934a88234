"""Session: the settings and the checked rows of one process of a pytest run.

A test is about one claim of a metric: that an axiom holds, or fails, or is conjectured. The *cell* of a claim is the
metric and the axiom with the evidence on them. All cells of a metric are decided together, as a row of a matrix, when
the first of its tests runs. Under pytest-xdist each worker process has a :class:`Session`. It attaches rows to its test
reports, and the main process writes all of them (:mod:`.reports`).
"""

from __future__ import annotations

import os
import re
import time
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import NoReturn

import hypothesis
import pytest
from _pytest._code.code import ExceptionChainRepr, ReprFileLocation  # no public name gives a failure its place

from _axiomatrix_pytest import RESULT_ATTRIBUTE

from ..catalogue.any_language import command_of
from ..cli.statuses import intercept_process_end
from ..engine.check import assemble, check_single_row
from ..engine.plan import Plan, Selection
from ..engine.row import row_search, statements_of
from ..evidence import witness as witnesses
from ..evidence.cell import Cell, CellKey, arguments_of
from ..evidence.evidence import Witness
from ..evidence.expectations import BadExpectations, Expectations, read
from ..evidence.files import indented_json, unwritable_reason, write_all
from ..evidence.matrix import Matrix
from ..methods.profile import Profile, profile_named
from ..model.metric import Metric
from ..model.registry import Registry, Unknown
from ..spaces.parameters import ParameterDomain
from .asserting import TestEnding, judge_cell, replay_words, shown_path
from .reports import row_text

# --- settings: how far to go, the seed, and the accepted failures -------------------------------------------------


HYPOTHESIS_DRAWS = 100
"""Default ``max_examples`` of Hypothesis. Another number means that the user set it, and then it is used."""
HYPOTHESIS_DEADLINE = timedelta(milliseconds=200)
"""Default ``deadline`` of Hypothesis. Another deadline means that the user set it, and then it is used."""


@dataclass(frozen=True)
class Settings:
    """The settings of a run, from the command line and the ini file."""

    profile: str
    seed: int | None
    """The requested seed; None if neither an option nor Hypothesis names one."""
    expectations: Expectations | None
    """The accepted failures; None without a baseline."""
    writes_reports: bool
    """Whether the run ends with reports (--axiomatrix-report)."""

    @classmethod
    def of(cls, config: pytest.Config) -> Settings:
        """Read the command line, or else the ini file; :class:`pytest.UsageError` for invalid values."""
        profile = config.getoption("--axiomatrix-profile") or config.getini("axiomatrix_profile") or "default"
        try:
            profile_named(profile, "axiomatrix_profile")
        except Unknown as error:
            raise pytest.UsageError(str(error)) from None
        baseline = config.getini("axiomatrix_baseline")
        folder_of_ini = config.inipath.parent if config.inipath is not None else config.rootpath
        try:
            expectations = read(folder_of_ini / baseline) if baseline else None
        except BadExpectations as error:
            raise pytest.UsageError(f"axiomatrix_baseline: {error}") from None
        directory = config.getoption("--axiomatrix-report")
        if directory is not None and (reason := unwritable_reason(Path(directory))):
            raise pytest.UsageError(f"--axiomatrix-report: {directory}: {reason}")
        return cls(profile, _read_seed(config), expectations, directory is not None)


def _read_seed(config: pytest.Config) -> int | None:
    """Read the seed from our option, else our ini setting, else Hypothesis's option; None if there is none."""
    option = config.getoption("--axiomatrix-seed")
    setting = config.getini("axiomatrix_seed") if option is None else option
    if setting != "":
        try:
            seed = int(setting)
        except ValueError:
            seed = -1  # refused below, like every negative number
        if seed < 0:
            raise pytest.UsageError(f"axiomatrix_seed is {setting!r}; it must be a whole number, 0 or more")
        return seed
    hypothesis_seed = config.getoption("--hypothesis-seed", None)
    if hypothesis_seed is None:
        return None
    try:
        return int(hypothesis_seed)
    except ValueError:  # Hypothesis takes any text
        return zlib.crc32(str(hypothesis_seed).encode("utf-8", "backslashreplace"))


def choose_fresh_seed() -> int:
    """Choose a seed for this run. All workers of pytest-xdist have the same, or they would contradict each other."""
    id_of_run = os.environ.get("PYTEST_XDIST_TESTRUNUID", "").encode() or os.urandom(4)
    return zlib.crc32(id_of_run) % 10**6  # at most six digits, so that it is easy to type


def profile_as_set(profile: Profile, loaded: hypothesis.settings) -> Profile:
    """Return the profile with the number of drawn cases that the user's Hypothesis settings ask for, if they do."""
    max_examples = loaded.max_examples
    if max_examples == HYPOTHESIS_DRAWS:
        return profile
    name = f"{profile.name}, {max_examples:,} drawn as Hypothesis is set"
    # a profile has two numbers of drawn cases: for claimed statements, and for unclaimed ones
    _, drawn_if_unclaimed = profile.drawn_cases
    climbs = min(profile.climbs, max_examples)  # the draws that climb towards a counterexample
    return replace(profile, name=name, drawn_cases=(max_examples, drawn_if_unclaimed), climbs=climbs)


def settings_for_claims(report: bool) -> hypothesis.settings:
    """Return the loaded settings of Hypothesis without its default deadline, which the user has not asked for.

    For a report they have no example database either, since examples of earlier runs would change the report.
    """
    loaded = hypothesis.settings()
    deadline = None if loaded.deadline == HYPOTHESIS_DEADLINE else loaded.deadline
    return hypothesis.settings(loaded, deadline=deadline, database=None if report else loaded.database)


# --- the rows of this process -------------------------------------------------------------------------------------


_NEEDS_QUOTING = re.compile(r"[^A-Za-z0-9_.+-]+")
"""Characters that a shell wants quoted, or other than ASCII."""
RowId = tuple[int, str]
"""The identity of a registry, and the name of a metric in it."""


@dataclass(frozen=True)
class ClaimUnderTest:
    """The claim that a test is about: a cell that may not be decided yet."""

    metric: Metric
    registry: Registry
    key: CellKey
    arguments: tuple[object, ...]
    """The values of the axiom's arguments."""

    @property
    def id(self) -> str:
        """The test's id, such as ``my-metric-scale_free-w-1``, without characters that a shell wants quoted."""
        closed = ["closed"] if self.key.space is ParameterDomain.CLOSED else []  # with the boundary of the parameters
        parts = [self.metric.name, self.key.axiom.replace("-", "_"), *map(str, self.arguments), *closed]
        return "-".join(_NEEDS_QUOTING.sub("-", part).strip("-") or "x" for part in parts)

    @property
    def row(self) -> RowId:
        """The row of the cell."""
        return id(self.registry), self.metric.name

    @property
    def place(self) -> tuple[Path, int] | None:
        """File and line of the user's ``@metric``; None for a metric of the catalogue, a library or a program."""
        file, line = self.registry.places[self.metric.name]
        is_in_python = self.metric.implementation is None and command_of(self.metric) is None
        is_of_user = self.metric.is_foreign and is_in_python and Path(file).is_file()
        return (Path(file).resolve(), line) if is_of_user else None


def claims_of(metric: Metric, registry: Registry) -> Iterator[ClaimUnderTest]:
    """Yield the cells of the metric's row about which something is claimed, in the order of the axioms."""
    # the seed 0 is not used, since nothing is decided here
    row = row_search(metric, registry, seed=0, only=lambda statement, claims: bool(claims))
    # Claims that do not apply to the metric have their cells at once. The others have a search that will decide them.
    claims = [ClaimUnderTest(metric, registry, cell.key, tuple(cell.arguments.values())) for cell in row.meaningless]
    for search in row.searches:
        if search.claims:  # a search on the closure of the parameters may have none
            arguments = tuple(arguments_of(search.statement).values())
            claims.append(ClaimUnderTest(metric, registry, row.key(search), arguments))
    order = {statement.axiom.id: k for k, (statement, _) in enumerate(statements_of(metric, registry))}
    yield from sorted(claims, key=lambda claim: order[claim.key.axiom])


def claims_by_test_id(claims: Iterable[ClaimUnderTest]) -> dict[str, ClaimUnderTest]:
    """Return the claims by the ids of their tests, each once; equal ids get a digest at their end."""
    distinct = {(claim.row, claim.key): claim for claim in claims}.values()
    counts = Counter(claim.id for claim in distinct)
    by_id: dict[str, ClaimUnderTest] = {}
    for claim in distinct:
        suffix = "" if counts[claim.id] == 1 else f"-{zlib.crc32(repr(claim.key).encode()):08x}"
        by_id[claim.id + suffix] = claim
    return by_id


def claimed_by(item: pytest.Item) -> ClaimUnderTest | None:
    """Return the claim of a collected test; None for a test of the user's own."""
    claim = getattr(item, "claimed", None)  # of a ClaimItem, the test of a file or a program
    if claim is None and (call := getattr(item, "callspec", None)) is not None:
        claim = call.params.get("cell")  # of a test function, whose parameter is the claim until it is decided
    return claim if isinstance(claim, ClaimUnderTest) else None


class Session:
    """The rows that this process has checked, for the tests that ask for their cells."""

    def __init__(self, config: pytest.Config) -> None:
        """Read the settings of the run; :class:`pytest.UsageError` for invalid ones."""
        self.settings = Settings.of(config)
        self.config = config
        self._rows: dict[RowId, Matrix] = {}
        """The checked rows, each as a matrix of one row, by :attr:`ClaimUnderTest.row`."""
        self._share_seconds: dict[RowId, float] = {}
        """By row, the seconds reported for each of its tests: they are decided together, and share the time."""
        self._first_tests: dict[RowId, tuple[pytest.Item, float]] = {}
        """By row, the test that had it checked, and the seconds that this took."""
        self._failures: dict[ClaimUnderTest, str] = {}
        """The failure of each claim in one line."""
        self._sent_rows: set[RowId] = set()
        """The rows that were attached to a test report, to be written by :func:`.reports.write_reports`."""
        self._profile_and_seed = ""
        """Profile and seed of the last checked row, for pytest's summary."""
        self._fresh_seed = choose_fresh_seed()

    def cell(self, claim: ClaimUnderTest, item: pytest.Item) -> Cell:
        """Return the decided cell of a claim. Its row is checked when the first of its tests asks."""
        if claim.row not in self._rows:
            start = time.perf_counter()
            all_claims = map(claimed_by, item.session.items)
            row_claims = [other for other in all_claims if other is not None and other.row == claim.row]
            self._rows[claim.row] = self._check_row(claim, {row_claim.key.axiom for row_claim in row_claims})
            seconds = time.perf_counter() - start
            self._first_tests[claim.row] = (item, seconds)
            self._share_seconds[claim.row] = seconds / len(row_claims)
        cell = self._find_cell(claim)
        if cell is None:  # for instance, the metric's claims were changed after the tests were collected
            raise LookupError(f"{claim.id}: the row of {claim.metric.name} has no such cell")
        return cell

    def _find_cell(self, claim: ClaimUnderTest) -> Cell | None:
        """Return the decided cell; None if its row is not checked yet or does not have it."""
        matrix = self._rows.get(claim.row)
        return next((cell for cell in matrix or () if cell.key == claim.key), None)

    def _check_row(self, claim: ClaimUnderTest, tested_axioms: set[str]) -> Matrix:
        """Check the row of the claim: the whole row if a report is written, else the axioms of its tests."""
        axioms = () if self.settings.writes_reports else tuple(sorted(tested_axioms))
        expectations = self.settings.expectations
        loaded = settings_for_claims(self.settings.writes_reports)
        plan = Plan(
            metrics=(claim.metric.name,),
            axioms=axioms,
            budgets=profile_as_set(profile_named(self.settings.profile), loaded),
            seed=self._choose_seed(loaded),
            witnesses=expectations.witnesses if expectations is not None else (),
        )
        selection = Selection(plan, claim.registry)
        with intercept_process_end(_refuse_to_end):  # the definition runs in this process
            cells = check_single_row(claim.metric, selection, loaded)
        matrix = assemble(selection, {claim.metric.name: cells}, [claim.metric])
        if expectations is not None:
            matrix.expect(expectations.outcomes(date.today()))
        self._profile_and_seed = f"profile {plan.budgets.name}, seed {plan.seed}"
        return matrix

    def _choose_seed(self, loaded: hypothesis.settings) -> int:
        """Return the seed of the settings, or 0 for a report or a derandomized Hypothesis, or else a new one."""
        if self.settings.seed is not None:
            return self.settings.seed
        return 0 if loaded.derandomize or self.settings.writes_reports else self._fresh_seed

    def judge(self, claim: ClaimUnderTest, cell: Cell) -> TestEnding:
        """Judge the decided cell for its test, and write its witness so that the test's command can replay it."""
        matrix = self._rows[claim.row]
        expectations = self.settings.expectations
        entry = expectations.by_key.get(cell.key) if expectations is not None else None
        folder = self._folder(cell.evidence.witness)
        folder_text = shown_path(folder) if folder is not None else None
        files = replay_words(claim.metric)
        ending = judge_cell(cell, entry, matrix, claim.registry, date.today(), folder_text, files)
        if ending.kind == "fail":
            self._failures[claim] = ending.summary
        return ending

    def _folder(self, witness: Witness | None) -> Path | None:
        """Return the witness's folder: the reports' folder, or pytest's cache if it can be written there now."""
        if self.settings.writes_reports:
            return Path(self.config.getoption("--axiomatrix-report"))
        cache = getattr(self.config, "cache", None)
        if cache is None:
            return None
        try:
            folder = Path(cache.mkdir("axiomatrix"))
            if witness is not None:
                write_all({f"witnesses/{witness.slug}.json": indented_json(witnesses.to_json(witness))}, folder)
        except OSError:  # the folder cannot be written; the message then names no file
            return None
        return folder

    def attach(self, item: pytest.Item, report: pytest.TestReport) -> None:
        """Attach the result to the report of a test (:data:`.RESULT_ATTRIBUTE`), and correct its duration and place.

        If reports are written, the first test of a row gets the row. All its tests share equally the time that it took.
        """
        claim = claimed_by(item)
        cell = None if claim is None else self._find_cell(claim)
        if claim is None or cell is None:
            return
        first_test, seconds = self._first_tests[claim.row]
        report.duration += self._share_seconds[claim.row]
        if first_test is item:
            report.duration -= seconds  # it ran for the whole row
        if claim in self._failures and isinstance(report.longrepr, ExceptionChainRepr):
            # let pytest and editors point at the user's metric, and not at this package
            traceback = report.longrepr.reprtraceback
            file, line = claim.place or (item.path, (item.location[1] or 0) + 1)
            location = ReprFileLocation(shown_path(file), line, self._failures[claim])
            traceback.extraline = f"\n{location.path}:{location.lineno}: {location.message}"
            report.longrepr = ExceptionChainRepr([(traceback, location, None)])
        result: dict[str, str] = {"verdict": cell.evidence.verdict.written, "under": self._profile_and_seed}
        if self.settings.writes_reports and claim.row not in self._sent_rows:
            self._sent_rows.add(claim.row)
            # the row's position is by the order in which tests were collected, which is the same in every worker
            all_claims = map(claimed_by, item.session.items)
            rows = list(dict.fromkeys(other.row for other in all_claims if other is not None))
            result["row"] = row_text(self._rows[claim.row], claim.registry, rows.index(claim.row))
        setattr(report, RESULT_ATTRIBUTE, result)


def _refuse_to_end() -> NoReturn:
    """Raise for a definition that calls ``os._exit``, which would end the whole pytest run."""
    raise SystemExit("it ends the process")
