"""A real browser on the pages of the site: starting it, watching what it does, asking axe-core."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from whole import whole_cells

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
REPORTS = Path(__file__).parents[2] / "reports"
TIMEOUT = 20_000
"""Milliseconds to wait for what must come; a safety net."""
PAGES = {
    "index": "index.html",
    "answer": "index.html#q=kendall-similarity%20separation",
    "matrix": "matrix.html",
    "compare": "compare.html#m=kendall-element,kendall-similarity",
    "choose": "choose.html#kind=distance&must=separation",
    "playground": "playground.html#a=1,2,3,4&b=2,1,4,3&w=1,2,1,1/2",
    "playground of a list": "playground.html#x=1,0,0,1&missing=1&k=3",
    "discoveries": "discoveries.html",
    "metrics": "metric.html",
    "metric": "metric-kendall-element.html#kendall-element",
    "library metric": "metric-scipy.kendalltau.html#scipy.kendalltau[b]",
    "axioms": "axiom.html",
    "axiom": "axiom-triangle-inequality.html#triangle-inequality",
    "witnesses": "witness.html",
    "witness": "witness.html#slug=kendall-similarity--separation--closed",
    "conjectures": "conjecture.html",
    "conjecture": "conjecture-kv7.html",
    "claims": "claims.html",
    "claim": "claims.html#KV9",
    "page of a claim": "claim-kv9.html",
    "proof": "proof-symmetry.html",
    "proofs": "proofs.html",
    "libraries": "libraries.html",
    "changes": "changes.html",
}
"""One of each kind of page."""
HOSTILE_NAME = "<script>alert(1)</script>"
HOSTILE = '''
from axiomatrix import axioms, inverted_pairs, metric, spaces


@metric("<script>alert(1)</script>", parameters={"w": spaces.element_weights()}, family="<b>bold</b> & \\"quoted\\"",
        holds=[axioms.triangle_inequality, axioms.scale_free("w", degree=1)],
        source="<i>Me</i> 2026 & co. 'eq. 3' \\"\\"")
def hostile(a, b, w):
    """d(a, b) = sum over <img src=x onerror=alert(2)> {x, y} of w_x w_y </title><script>alert(3)</script>

    "quotes" & ampersands, 'single', `code`, \\u202e reversed \\u202c, \\x1b[31mred\\x1b[0m, \\x07, ]]> --> </p></main>.
    """
    return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))
'''


def unavailable(reason: str) -> None:
    """No browser to test with: a reason to skip, and in CI a failure."""
    if os.environ.get("CI"):
        pytest.fail(f"{reason}; CI must have it")
    pytest.skip(reason)


@contextmanager
def started() -> Iterator[Any]:
    """The browser of this machine, driven by playwright."""
    executable = next(filter(None, map(shutil.which, NAMES)), None)
    if executable is None:
        unavailable(f"none of {', '.join(NAMES)} is installed")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        unavailable("playwright is not installed: pip install axiomatrix[browser]")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(ARGUMENTS))
        yield browser
        browser.close()


class Watched:
    """A page of the browser, and everything that went wrong on it.

    ``home`` is the address of the site's folder: what is asked for outside it is a problem.
    """

    def __init__(self, page: Any, home: str) -> None:
        self.page, self.home = page, home
        self.problems: list[str] = []
        page.set_default_timeout(TIMEOUT)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("request", self._request)
        page.on("requestfailed", self._failed)
        page.on("dialog", self._dialog)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"console: {message.text}")

    def _request(self, asked: Any) -> None:
        if not asked.url.startswith((self.home, "data:", "blob:")):
            self.problems.append(f"outside: {asked.url}")

    def _failed(self, asked: Any) -> None:
        if asked.failure != "net::ERR_ABORTED":  # what a page still loads when the test leaves it
            self.problems.append(f"failed: {asked.url}: {asked.failure}")

    def _dialog(self, dialog: Any) -> None:
        self.problems.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def open(self, address: str = "index.html") -> Any:
        """Load a page of the site anew, and wait until its script has filled it."""
        self.page.goto("about:blank")
        self.page.goto(self.home + address)
        return self.ready()

    def ready(self) -> Any:
        """Wait until the page's script is done with it."""
        self.page.wait_for_selector("#page[data-ready]", state="attached")
        return self.page

    def follow(self, address: str) -> Any:
        """Go to an address as a link would, within a page that is open."""
        self.page.goto(self.home + address)
        return self.ready()

    def check(self) -> None:
        """Fail if anything went wrong."""
        assert not self.problems, self.problems


def axe(page: Any, within: str | None = None) -> list[str]:
    """The serious and critical findings of axe-core on the page as it is: rule, help, elements."""
    from axe_playwright_python.base import AXE_SCRIPT

    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    answer = page.evaluate(
        """within => axe.run(within || document, {resultTypes: ["violations"], reporter: "v1", preload: false})
            .then((result) => result.violations)""",
        within,
    )
    return [
        f"{found['id']} ({found['impact']}): {found['help']}: {node['target']} {node['failureSummary']}"
        for found in answer
        if found["impact"] in ("serious", "critical")
        for node in found["nodes"][:5]
    ]


def overflow(page: Any) -> list[str]:
    """What makes the page itself wider than its window; nothing if it is not."""
    found: list[str] = page.evaluate(
        """() => {
            const root = document.documentElement;
            if (root.scrollWidth <= root.clientWidth) return [];
            const wide = [...document.body.querySelectorAll("*")].filter((one) => {
                if (one.getBoundingClientRect().right <= root.clientWidth + 1) return false;
                for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
                    if (getComputedStyle(up).overflowX !== "visible") return false;
                }
                return true;
            });
            const what = (one) => `${one.tagName}.${one.className} ${one.textContent.slice(0, 40)}`;
            return [`the page is ${root.scrollWidth} wide`, ...wide.slice(0, 5).map(what)];
        }"""
    )
    return found


def encoded(text: str) -> str:
    """A text as a value in the part of an address after the #."""
    return quote(text, safe="!'()*~-_.")


def state(cell: dict[str, Any]) -> str:
    """What a cell is shown as: its verdict, unless an instance was looked for in vain."""
    evidence = cell["evidence"]
    shown = {"an instance": "none found", "a constant": "best found"}
    return shown.get(evidence.get("sought", ""), str(evidence["verdict"]))


class Expected:
    """What the site must show, from the reports and not from the code of the site."""

    def __init__(self, reports: Path = REPORTS) -> None:
        def raw(name: str) -> dict[str, Any]:
            content: dict[str, Any] = json.loads((reports / f"{name}.json").read_text(encoding="utf-8"))
            return content

        own, libraries = raw("compliance"), raw("libraries")
        self.rows = {row["name"]: row for row in own["rows"]}
        self.rows |= {row["name"]: row | libraries["notes"][row["name"]] for row in libraries["rows"]}
        self.axioms = {axiom["id"]: axiom for axiom in [*libraries["columns"], *own["columns"]]}
        cells = [*whole_cells(own), *whole_cells(libraries)]
        about = {name: row["about"] for name, row in self.rows.items()}
        asked = [cell for cell in cells if cell["evidence"]["verdict"] != "not applicable" or cell["claims"]]
        columns = {(about[cell["metric"]], cell["axiom"]) for cell in asked}  # the others are left out of the tables
        self.cells = [cell for cell in cells if (about[cell["metric"]], cell["axiom"]) in columns]
        self.claims = raw("claims")

    def metrics(self, **wanted: str) -> set[str]:
        """The metrics with a statement of that verdict, outcome or source, and of that kind, family, library."""
        return {cell["metric"] for cell in self.found(**wanted)}

    def found(self, **wanted: str) -> list[dict[str, Any]]:
        """The statements that are as wanted."""
        return [cell for cell in self.cells if all(self._is(cell, key, value) for key, value in wanted.items())]

    def _is(self, cell: dict[str, Any], key: str, value: str) -> bool:
        row = self.rows[cell["metric"]]
        if key in ("kind", "family", "library"):
            return bool(row.get(key, "") == value)
        if key == "group":
            return bool(self.axioms[cell["axiom"]]["group"] == value)
        if key == "verdict":
            return bool(state(cell) == value)
        if key == "source":
            return any(claim["source"] == value for claim in cell["claims"])
        if key == "outcome":
            return bool(cell["outcome"] == value)
        assert key == "text"
        axiom = self.axioms[cell["axiom"]]
        about = " ".join((row["name"], row["family"], row["formula"], axiom["id"], axiom["formula"])).lower()
        return all(word in about for word in value.lower().split())
