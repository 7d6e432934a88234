"""The HTML site in a real browser, beside a plain table of the same cells: prints and writes site.md.

Ten questions in the box of the home page: actions, and the pixel at which the answer ends, on two screens. Milliseconds from the start of a fresh load to the first paint and to the rows of the first table; from an event of a
filter to the next frame that is painted; bytes of the site by file; seconds of `axiomatrix report --html`. The plain page
is a bare HTML table of the same signs for each sort of things; its filter hides rows, and cells turn pale by a class.
"""

from __future__ import annotations

import html
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from axiomatrix.evidence.words import Positions, by_sort, position_sign
from axiomatrix.report.site import read
from axiomatrix.report.site.inputs import Inputs

sys.path[:0] = [str(Path(__file__).parent.parent / "tests" / "support")]

from questions import QUESTIONS, SCREENS, answered  # noqa: E402  # needs the line above

LOADS = int(sys.argv[1]) if len(sys.argv) > 1 else 9
REPORTS = Path(__file__).parent.parent / "reports"
OTHERS = ("index", "compare", "choose", "discoveries")
SIZE = {"width": 1400, "height": 1000}

LAID_OUT = """
const done = (table) => table && (table.dataset.end !== undefined || document.readyState !== "loading");
const look = () => {
  const table = document.querySelector("table.matrix, table.plain");
  const row = done(table) && table.rows[3];
  if (row && row.getBoundingClientRect().height > 0) {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => { window.laidOut = performance.now(); };
    channel.port2.postMessage(0);
  } else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
"""Notes when a frame is painted in which the first table, read to its end, has rows with a height."""

RESPONSE = """
async ([id, value]) => {
  const control = document.getElementById(id);
  if (control.type === "checkbox") control.checked = value;
  else control.value = value;
  await new Promise(requestAnimationFrame);
  const begun = performance.now();
  control.dispatchEvent(new Event("input", { bubbles: true }));
  return new Promise((resolve) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve(performance.now() - begun);
    channel.port2.postMessage(0);
  }));
}
"""
"""From the event to the end of the next frame: its script, style, layout and paint."""

FILTERS = {
    "text": [("f-text", "k"), ("f-text", "kendall"), ("f-text", "triangle"), ("f-text", "re"), ("f-text", "")],
    "kind": [("f-kind", "score"), ("f-kind", "distance"), ("f-kind", "")],
    "verdict": [(f"f-verdict-{name}", chosen) for chosen in (True, False) for name in ("refuted", "proved")],
    "library": [("f-library", "ranx"), ("f-library", "-"), ("f-library", "")],
}
"""What is asked, one change after the other; the last takes the filter back."""

PLAIN_SCRIPT = """
const rows = [...document.querySelectorAll("tr[data-k]")];
const value = (id) => document.getElementById(id);
document.addEventListener("input", () => {
  const text = value("f-text").value.toLowerCase();
  const [kind, library] = [value("f-kind").value, value("f-library").value];
  const signs = ["refuted", "proved"].filter((one) => value(`f-verdict-${one}`).checked).map((one) => one[0] === "r" ? "X" : "P");
  for (const row of rows) {
    row.hidden = !row.cells[0].textContent.toLowerCase().includes(text) || (kind && row.dataset.k !== kind) ||
      (library && (row.dataset.l || "-") !== library);
    for (const cell of row.cells) {
      if (cell.tagName === "TD") cell.classList.toggle("m", signs.length > 0 && !signs.includes(cell.textContent[0]));
    }
  }
});
"""


def plain_page(inputs: Inputs) -> str:
    """The same signs in bare tables, with the simplest script that filters them."""
    whole, positions = inputs.whole, Positions(inputs.whole)
    controls = "".join(f'<input id="{id}">' for id in ("f-text", "f-kind", "f-library"))
    controls += "".join(f'<input type="checkbox" id="f-verdict-{name}">' for name in ("refuted", "proved"))
    parts = ["<!doctype html><meta charset=utf-8><title>plain</title><style>.m { color: #999 }</style>", controls]
    for sort in by_sort(whole):
        heads = "".join(f"<th>{html.escape(column.id)}</th>" for column in sort.columns)
        rows = []
        for row in sort.rows:
            signs = (position_sign(positions.at(row.name, column.id)) for column in sort.columns)
            cells = "".join(f"<td>{html.escape(sign)}</td>" for sign in signs)
            where = f'data-k="{html.escape(row.kind)}" data-l="{html.escape(inputs.library_of.get(row.name, "-"))}"'
            rows.append(f"<tr {where}><th>{html.escape(row.name)}</th>{cells}</tr>")
        parts.append(f"<table class=plain><tr><th>metric</th>{heads}</tr>{''.join(rows)}</table>")
    return "\n".join([*parts, f"<script>{PLAIN_SCRIPT}</script>"])


def load(browser: Browser, address: str) -> tuple[float, float]:
    """Milliseconds to the first paint with content, and to the rows of the first table, in a fresh profile."""
    context = browser.new_context(viewport=SIZE)
    page = context.new_page()
    page.add_init_script(LAID_OUT)
    page.goto(address)
    while not page.evaluate("window.laidOut && performance.getEntriesByName('first-contentful-paint').length"):
        page.wait_for_timeout(50)
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    laid_out = page.evaluate("window.laidOut")
    context.close()
    return painted, laid_out


def paint(browser: Browser, address: str) -> float:
    """Milliseconds to the first paint with content, in a fresh profile."""
    context = browser.new_context(viewport=SIZE)
    page = context.new_page()
    page.goto(address)
    while not page.evaluate("performance.getEntriesByName('first-contentful-paint').length"):
        page.wait_for_timeout(50)
    painted: float = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    context.close()
    return painted


def responses(browser: Browser, address: str, ready: str) -> dict[str, list[float]]:
    """Milliseconds from event to painted frame, by filter."""
    page = browser.new_context(viewport=SIZE).new_page()
    page.goto(address)
    page.wait_for_selector(ready, state="attached")
    found: dict[str, list[float]] = {name: [] for name in FILTERS}
    for _ in range(3):
        for name, changes in FILTERS.items():
            for change in changes:
                settle(page)
                found[name].append(page.evaluate(RESPONSE, list(change)))
    page.context.close()
    return found


def settle(page: Page) -> None:
    """Wait until nothing of the last change is left to be done."""
    page.wait_for_selector(".later", state="detached")
    page.wait_for_timeout(150)


def asked(browser: Browser, address: str) -> list[str]:
    """The ten questions: where the answer of each ends on each screen."""
    ends: dict[str, list[str]] = {question: [] for question in QUESTIONS}
    for screen in SCREENS:
        page = browser.new_context(viewport=screen).new_page()
        page.goto(address)
        page.wait_for_selector("#page[data-ready]", state="attached")
        for question, found in ends.items():
            actions, end = answered(page, question)
            found.append(f"{actions} | {end:.0f} of {screen['height']}")
        page.context.close()
    heads = " | ".join(f"actions | answer ends at, {screen['width']} wide" for screen in SCREENS)
    lines = [f"| question | {heads} |", "|---|" + "---:|" * 2 * len(SCREENS)]
    return [*lines, *(f"| {question} | {' | '.join(found)} |" for question, found in ends.items())]


def report(directory: Path) -> float:
    """Seconds of the command."""
    command = [
        sys.executable,
        "-m",
        "axiomatrix",
        "report",
        str(REPORTS / "compliance.json"),
        "--html",
        str(directory),
    ]
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def spread(values: list[Any]) -> str:
    return f"{statistics.median(values):.0f} | {max(values):.0f}"


def sizes(directory: Path) -> list[str]:
    """The files of the site in kilobytes, the pages without data and the small ones together."""
    found = {
        path.relative_to(directory).as_posix(): path.stat().st_size for path in directory.rglob("*") if path.is_file()
    }
    groups: dict[str, int] = {}
    for name, size in found.items():
        kind = "scripts and style sheets" if name.startswith("static/") else "shells of the other pages"
        kind = name if name in ("index.html", "matrix.html") else kind
        if name.startswith("data/"):
            kind = "data/conjecture*.js" if "conjecture" in name else name
        groups[kind] = groups.get(kind, 0) + size
    lines = ["| file | KiB |", "|---|---:|"]
    lines += [f"| {name} | {size / 1024:.0f} |" for name, size in sorted(groups.items(), key=lambda item: -item[1])]
    return [*lines, f"| all | {sum(found.values()) / 1024:.0f} |"]


def main() -> None:
    inputs = read(REPORTS / "compliance.json")
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        site = Path(scratch) / "site"
        seconds = [report(site) for _ in range(3)]
        plain = Path(scratch) / "plain.html"
        plain.write_text(plain_page(inputs), encoding="utf-8")
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        addresses = {"the site": (site / "matrix.html").as_uri(), "plain table": plain.as_uri()}
        loads: dict[str, list[tuple[float, float]]] = {name: [] for name in addresses}
        for _ in range(LOADS):
            for name, address in addresses.items():
                loads[name].append(load(browser, address))
        filtered = {
            "the site": responses(browser, addresses["the site"], "#page[data-labelled]"),
            "plain table": responses(browser, addresses["plain table"], "table"),
        }
        paints = {name: [paint(browser, (site / f"{name}.html").as_uri()) for _ in range(LOADS)] for name in OTHERS}
        questions = asked(browser, (site / "index.html").as_uri())
        version, size = browser.version, sizes(site)
        browser.close()
    cells = len({(cell.metric, cell.axiom) for cell in inputs.whole.cells})
    lines = [
        "# The HTML site",
        "",
        f"{len(inputs.whole.rows)} metrics, {cells:,} positions ({len(inputs.whole.cells):,} statements); Chromium {version}",
        f"without a graphics card, {SIZE['width']} x {SIZE['height']}; {os.cpu_count()} cores, Python "
        f"{platform.python_version()}. {LOADS} fresh loads; each filter 3 times.",
        "Regenerate with `python benchmarks/site.py`.",
        "",
        "| milliseconds | the site: median | worst | plain table: median | worst |",
        "|---|---:|---:|---:|---:|",
    ]
    for place, words in enumerate(("to the first paint", "to the rows of the first table")):
        ours, theirs = ([one[place] for one in loads[name]] for name in addresses)
        lines.append(f"| {words} | {spread(ours)} | {spread(theirs)} |")
    lines += [f"| to the first paint of {name}.html | {spread(found)} | | |" for name, found in paints.items()]
    for name in FILTERS:
        lines.append(
            f"| filter by {name} | {spread(filtered['the site'][name])} | {spread(filtered['plain table'][name])} |"
        )
    every = {name: [one for values in found.values() for one in values] for name, found in filtered.items()}
    lines.append(f"| every filter | {spread(every['the site'])} | {spread(every['plain table'])} |")
    lines += [
        "",
        "`axiomatrix report --html`: " + f"{statistics.median(seconds):.1f} seconds (median of {len(seconds)}).",
        "",
    ]
    text = "\n".join([*lines, *questions, "", *size]) + "\n"
    print(text)
    (Path(__file__).parent / "site.md").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
