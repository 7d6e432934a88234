"""The hooks of the pytest plugin: a test for each claim of a metric, such as that an axiom holds of it.

Metrics come from test functions with ``@axiomatrix.parametrize(["my-metric"])``, from the Python files of the ini
option ``axiomatrix_files``, and from the programs of ``axiomatrix_commands``. The hooks call the package
``axiomatrix.pytest_plugin``, which collects the tests and decides their claims.

This module stands outside the package and imports it late. A pytest run that uses none of these does not import
axiomatrix at all.
"""

from __future__ import annotations

from collections.abc import Generator
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from axiomatrix.pytest_plugin.session import Session

MARK = "axiomatrix"
"""The mark that ``@axiomatrix.parametrize`` sets."""
RESULT_ATTRIBUTE = "axiomatrix"
"""The attribute of a test's report that carries the result, also from a worker of pytest-xdist.

It is a dict of texts. ``verdict`` is that of the test's cell, and ``under`` names profile and seed. ``row``, which only
one test of each metric has, and only if reports are written, is the whole row as JSON.
"""
_FILES = pytest.StashKey[list[Path]]()
"""The files of the ini option ``axiomatrix_files``."""
_SESSION = pytest.StashKey["Session"]()
"""Our session (:func:`session_of`), not pytest's; absent until it is needed."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options on the command line and in the ini file."""
    group = parser.getgroup("axiomatrix", "axioms of ranking metrics")
    group.addoption("--axiomatrix-report", metavar="DIR", help="Write the reports of the checked metrics to DIR.")
    group.addoption("--axiomatrix-profile", metavar="NAME", help="How far to go: quick, default or thorough.")
    group.addoption("--axiomatrix-seed", metavar="N", help="The seed of the drawn cases; one seed, one result.")
    parser.addini("axiomatrix_files", "Python files that register metrics: a test for each claim.", type="paths")
    parser.addini("axiomatrix_commands", "Programs that serve metrics, a command a line.", type="linelist")
    parser.addini("axiomatrix_profile", "How far to go: quick, default or thorough.", default="")
    parser.addini("axiomatrix_seed", "The seed of the drawn cases.", default="")
    parser.addini("axiomatrix_baseline", "Accepted failures (axiomatrix baseline write).", default="")


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark and the collector of results, and add the metrics of the ini file to a run of all tests.

    Raises ``UsageError`` for invalid settings, before any test runs.
    """
    config.pluginmanager.register(_Results(config), "axiomatrix-received")
    config.addinivalue_line("markers", f"{MARK}(metrics): one test for each claim of the metrics.")
    files = [Path(file).resolve() for file in config.getini("axiomatrix_files")]
    config.stash[_FILES] = files
    for file in files:
        if not file.is_file():
            raise pytest.UsageError(f"axiomatrix_files: {file}: there is no such file")
    if files or config.getini("axiomatrix_commands") or _has_our_options(config):
        session_of(config)  # reads the settings, and raises for invalid ones
    if _runs_all_tests(config):
        config.option.axiomatrix_commands = config.getini("axiomatrix_commands")  # options reach the workers of xdist
        config.args += [str(file) for file in files if not _is_visited(file, config)]


def _is_visited(file: Path, config: pytest.Config) -> bool:
    """Return whether pytest looks at the file by itself, since it lies in one of the folders that pytest collects.

    Raises ``UsageError`` if the setting ``norecursedirs`` keeps pytest out of the file's folder.
    """
    for start in (Path(arg).resolve() for arg in config.args):
        if file.is_relative_to(start):
            for folder in file.relative_to(start).parent.parts:
                if any(fnmatch(folder, pattern) for pattern in config.getini("norecursedirs")):
                    raise pytest.UsageError(f"axiomatrix_files: {file}: norecursedirs keeps pytest out of {folder}")
            return True
    return False


def _runs_all_tests(config: pytest.Config) -> bool:
    """Return whether pytest was called from its root directory without a choice of tests."""
    root = config.inipath.parent if config.inipath is not None else config.rootpath
    return config.args_source is not pytest.Config.ArgsSource.ARGS and config.invocation_params.dir == root


def _has_our_options(config: pytest.Config) -> bool:
    options = ("--axiomatrix-report", "--axiomatrix-profile", "--axiomatrix-seed")
    return any(config.getoption(option) is not None for option in options)


def session_of(config: pytest.Config) -> Session:
    """Return our session, which checks the metrics of this process; it is created at the first call."""
    existing = config.stash.get(_SESSION, None)
    if existing is not None:
        return existing
    from axiomatrix.pytest_plugin.session import Session

    created = config.stash[_SESSION] = Session(config)
    return created


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a test for each claim of a file that the ini option names."""
    if file_path.resolve() not in parent.config.stash[_FILES]:
        return None
    from axiomatrix.pytest_plugin.collecting import MetricFile

    return MetricFile.from_parent(parent, path=file_path)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the tests of the programs that the ini option names, in a run of all tests."""
    if commands := getattr(config.option, "axiomatrix_commands", []):
        from axiomatrix.pytest_plugin.collecting import items_of_programs

        items += items_of_programs(session, commands)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize a marked test function by the claims of its metrics."""
    marks = list(metafunc.definition.iter_markers(MARK))
    if marks:
        from axiomatrix.pytest_plugin.collecting import parametrize_claims

        session_of(metafunc.config)  # so that an invalid setting is reported first
        parametrize_claims(metafunc, marks)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Set the location of a marked test to the definition of its metric."""
    if item.get_closest_marker(MARK) is not None:
        from axiomatrix.pytest_plugin.collecting import place_at_metric

        place_at_metric(item)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Decide the claim before the body of a marked test runs, and give the body the decided cell."""
    if pyfuncitem.get_closest_marker(MARK) is not None:
        from axiomatrix.pytest_plugin.collecting import decide_claim

        decide_claim(pyfuncitem, session_of(pyfuncitem.config))
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Attach the result to the report of the test (:data:`RESULT_ATTRIBUTE`)."""
    report = yield
    check_session = item.config.stash.get(_SESSION, None)
    if check_session is not None and report.when == "call":
        check_session.attach(item, report)
    return report


class _Results:
    """Plugin that collects the results of all tests in pytest's main process: it counts them and writes the reports."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.counts: dict[str, int] = {}
        """How many tests had each verdict."""
        self.profile_and_seed = ""
        self.rows: list[str] = []
        """The rows of the reports, as JSON."""
        self.report_note = ""
        """The line of the summary on the written reports, or the error; empty if none are written."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take the result that is attached to the report of a test."""
        result = getattr(report, RESULT_ATTRIBUTE, None)
        if result is not None:
            self.counts[result["verdict"]] = self.counts.get(result["verdict"], 0) + 1
            self.profile_and_seed = result["under"]
            if "row" in result:
                self.rows.append(result["row"])

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the reports in the main process, where all rows have arrived; the run fails if that fails."""
        directory = self.config.getoption("--axiomatrix-report")
        is_xdist_worker = hasattr(self.config, "workerinput")
        if directory is not None and not is_xdist_worker:
            from axiomatrix.pytest_plugin.reports import write_reports

            try:
                self.report_note = write_reports(self.rows, Path(directory))
            except OSError as error:
                self.report_note = f"error: the reports could not be written: {error}"
                session.exitstatus = session.exitstatus or pytest.ExitCode.USAGE_ERROR

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print how many tests had each verdict, since a passed test does not say how far the search went."""
        if self.counts:
            verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(self.counts.items()))
            terminalreporter.write_line(f"axiomatrix: {verdicts}; {self.profile_and_seed}")
        if self.report_note:
            terminalreporter.write_line(f"axiomatrix: {self.report_note}")
