"""The pytest plugin of axiomatrix as pytest loads it: hooks that wait to be asked.

It stands outside the package so that loading it imports nothing of axiomatrix: a pytest run in which no test is marked
with ``@axiomatrix.parametrize`` and no file is named in ``axiomatrix_files`` does not import the package at all.
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
SENT = "axiomatrix"
"""The attribute of a test's report that carries what was decided, from a worker of pytest-xdist too."""
_FILES = pytest.StashKey[list[Path]]()
_SESSION = pytest.StashKey["Session"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options, on the command line and in the ini file."""
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
    """Register the mark, and have the files that the ini option names collected in a run that names none itself."""
    config.pluginmanager.register(_Received(config), "axiomatrix-received")
    config.addinivalue_line("markers", f"{MARK}(metrics): one test for each claim of the metrics.")
    files = [Path(file).resolve() for file in config.getini("axiomatrix_files")]
    config.stash[_FILES] = files
    for file in files:
        if not file.is_file():
            raise pytest.UsageError(f"axiomatrix_files: {file}: there is no such file")
    if files or config.getini("axiomatrix_commands") or _is_asked(config):
        session(config)  # so that a mistyped setting is said before anything runs
    if _names_nothing(config):
        config.option.axiomatrix_commands = config.getini("axiomatrix_commands")  # options reach the workers of xdist
        config.args += [str(file) for file in files if not _is_visited(file, config)]


def _is_visited(file: Path, config: pytest.Config) -> bool:
    """Return whether pytest collects the file by itself; a folder that it passes over is a mistake in the settings."""
    for place in (Path(arg).resolve() for arg in config.args):
        if file.is_relative_to(place):
            for folder in file.relative_to(place).parent.parts:
                if any(fnmatch(folder, pattern) for pattern in config.getini("norecursedirs")):
                    raise pytest.UsageError(f"axiomatrix_files: {file}: norecursedirs keeps pytest out of {folder}")
            return True
    return False


def _names_nothing(config: pytest.Config) -> bool:
    """Return whether pytest was called from its root directory without a choice of tests: then it runs everything."""
    root = config.inipath.parent if config.inipath is not None else config.rootpath
    return config.args_source is not pytest.Config.ArgsSource.ARGS and config.invocation_params.dir == root


def _is_asked(config: pytest.Config) -> bool:
    options = ("--axiomatrix-report", "--axiomatrix-profile", "--axiomatrix-seed")
    return any(config.getoption(option) is not None for option in options)


def session(config: pytest.Config) -> Session:
    """Return what this process checks and has checked, created at the first call."""
    found = config.stash.get(_SESSION, None)
    if found is None:
        from axiomatrix.pytest_plugin.session import Session

        found = config.stash[_SESSION] = Session(config)
    return found


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The claims of a file that the ini option names."""
    if file_path.resolve() not in parent.config.stash[_FILES]:
        return None
    from axiomatrix.pytest_plugin.collecting import MetricFile

    return MetricFile.from_parent(parent, path=file_path)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the claims of the programs that the ini option names, in a run that names nothing itself."""
    if commands := getattr(config.option, "axiomatrix_commands", []):
        from axiomatrix.pytest_plugin.collecting import items_of_programs

        items += items_of_programs(session, commands)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The claims of a marked test function."""
    marks = list(metafunc.definition.iter_markers(MARK))
    if marks:
        from axiomatrix.pytest_plugin.collecting import parametrize_claims

        session(metafunc.config)  # so that a mistyped setting is said first
        parametrize_claims(metafunc, marks)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Give a marked test the place of the metric that it is about."""
    if item.get_closest_marker(MARK) is not None:
        from axiomatrix.pytest_plugin.collecting import place_at_metric

        place_at_metric(item)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Decide the claim before the body of a marked test runs, and give the body the decided cell."""
    if pyfuncitem.get_closest_marker(MARK) is not None:
        from axiomatrix.pytest_plugin.collecting import decide_claim

        decide_claim(pyfuncitem, session(pyfuncitem.config))
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Send what was decided along with the report of the test, as text, also from a worker of pytest-xdist."""
    report = yield
    begun = item.config.stash.get(_SESSION, None)
    if begun is not None and report.when == "call":
        begun.attach(item, report)
    return report


class _Received:
    """Results of all tests, in the process that has them all: counted, and written where the options say."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.counts: dict[str, int] = {}
        self.under = ""
        self.rows: list[str] = []
        self.written = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take what came along with the report of a test."""
        sent = getattr(report, SENT, None)
        if sent is not None:
            self.counts[sent["verdict"]] = self.counts.get(sent["verdict"], 0) + 1
            self.under = sent["under"]
            if "row" in sent:
                self.rows.append(sent["row"])

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the reports, once, where all rows have arrived; a run that cannot is not green."""
        directory = self.config.getoption("--axiomatrix-report")
        if directory is not None and not hasattr(self.config, "workerinput"):
            from axiomatrix.pytest_plugin.session import write_reports

            try:
                self.written = write_reports(self.rows, Path(directory))
            except OSError as error:
                self.written = f"error: the reports could not be written: {error}"
                session.exitstatus = session.exitstatus or pytest.ExitCode.USAGE_ERROR

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """On what evidence the tests were decided: that a test is green does not say how far was looked."""
        if self.counts:
            said = ", ".join(f"{count} {verdict}" for verdict, count in sorted(self.counts.items()))
            terminalreporter.write_line(f"axiomatrix: {said}; {self.under}")
        if self.written:
            terminalreporter.write_line(f"axiomatrix: {self.written}")
