"""One browser and one site for all tests in this folder."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import HOSTILE, REPORTS, Expected, Watched
from committed import relations, with_relations
from whole import whole_cells

PLACE = ("metric", "axiom", "arguments", "space")


@pytest.fixture(scope="session")
def expected() -> Expected:
    return Expected()


@pytest.fixture(scope="session")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An earlier report, in which kendall was not there and an axiom of hamming was refuted that holds now."""
    report = json.loads((REPORTS / "compliance.json").read_text(encoding="utf-8"))
    for part, name in (("rows", "name"), ("cells", "metric")):
        report[part] = [one for one in report[part] if one[name] != "kendall"]
    cells = [cell for cell in report["cells"] if cell["metric"] == "hamming"]
    observed = [c for c in cells if c.get("outcome", "observed") == "observed"]
    refuted = next(c for c in observed if c["evidence"]["verdict"] == "refuted" and "extreme" not in c["evidence"])
    cell = next(c for c in observed if c["evidence"]["verdict"] in ("proved", "exhausted", "certified"))
    cell["evidence"] = {**refuted["evidence"], "seed": cell["evidence"]["seed"]}
    cell["evidence"]["witness"] = {**refuted["evidence"]["witness"], **{k: cell[k] for k in PLACE if k in cell}}
    file = tmp_path_factory.mktemp("before") / "compliance.json"
    file.write_text(json.dumps(report), encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def site(browser: Any, before: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the committed reports (after the browser: without one nothing is built)."""
    from axiomatrix.report.site import read, write_site

    directory = tmp_path_factory.mktemp("site")
    write_site(read(with_relations(tmp_path_factory.mktemp("reports")), since=before), directory)
    return directory


def reduced(report: dict[str, Any]) -> dict[str, Any]:
    """A report with few metrics: those of the pages that are looked at, and one for each verdict and outcome."""
    kept = {"kendall-element", "kendall-similarity", "scipy.kendalltau[b]"}
    seen = set()
    for cell in whole_cells(report):
        kind = (cell["evidence"]["verdict"], cell["outcome"], cell["space"])
        if kind not in seen:
            seen.add(kind)
            kept.add(cell["metric"])
    for part, name in (("rows", "name"), ("cells", "metric")):
        report[part] = [one for one in report[part] if one[name] in kept]
    if "notes" in report:  # of libraries
        report["notes"] = {name: note for name, note in report["notes"].items() if name in kept}
    return report


@pytest.fixture(scope="session")
def small_site(browser: Any, before: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with few metrics and everything else, for what takes long for each element of a page."""
    from axiomatrix.report.site import read, write_site

    directory = tmp_path_factory.mktemp("small")
    for name in ("compliance", "libraries"):
        report = reduced(json.loads((REPORTS / f"{name}.json").read_text(encoding="utf-8")))
        (directory / f"{name}.json").write_text(json.dumps(report), encoding="utf-8")
    for name in ("claims.json", "explorations"):
        (directory / name).symlink_to(REPORTS / name)
    (directory / "relations.json").write_text(relations(), encoding="utf-8")
    write_site(read(directory / "compliance.json", since=before), directory / "site")
    return directory / "site"


@pytest.fixture(scope="session")
def standing(browser: Any, site: Path) -> Iterator[Callable[[str], Watched]]:
    """Pages that are loaded once, for tests that only look."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened: dict[str, Watched] = {}

    def visit(address: str) -> Watched:
        if address not in opened:
            opened[address] = Watched(context.new_page(), f"{site.as_uri()}/")
            opened[address].open(address)
        opened[address].check()
        return opened[address]

    yield visit
    context.close()


@pytest.fixture
def context(browser: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A fresh profile of the browser; ``@pytest.mark.parametrize("context", [{...}], indirect=True)`` gives options."""
    one = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **getattr(request, "param", {})})
    yield one
    one.close()


@pytest.fixture
def page(context: Any, site: Path) -> Iterator[Watched]:
    """A page that is watched: at the end of the test nothing may have gone wrong on it."""
    watched = Watched(context.new_page(), f"{site.as_uri()}/")
    yield watched
    watched.check()


@pytest.fixture(scope="session")
def hostile_site(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a user whose metric is named like markup, from check to report."""
    here = tmp_path_factory.mktemp("hostile")
    (here / "mine.py").write_text(HOSTILE, encoding="utf-8")
    commands = [
        ["check", "mine.py", "--profile", "quick", "--fail-on", "never", "--out", "reports"],
        ["report", "reports/compliance.json", "mine.py", "--html", "site"],
    ]
    for command in commands:
        done = subprocess.run(
            [sys.executable, "-m", "axiomatrix", *command], cwd=here, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
    return here / "site"
