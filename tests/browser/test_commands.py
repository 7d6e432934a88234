"""The commands on the page of a witness can be given: a script makes them, so that no page has them as text."""

from __future__ import annotations

import shlex
from pathlib import Path
from urllib.parse import quote

import docs_running as running
from browsing import Watched
from committed import REPORTS
from msgspec.structs import replace

from axiomatrix import REGISTRY, Registry
from axiomatrix.cli.commands import build_command
from axiomatrix.report import json_reports
from axiomatrix.report.libraries import data as of_libraries
from axiomatrix.report.saving import save_witnesses

OWN = ("footrule-similarity.deck--lower-bound--other-kendall-similarity--factor-1", "rbp.binary--ideal-is-one")
SAMPLE = 6
"""So many witnesses of libraries, evenly spread."""


def printed(page: Watched, slug: str) -> list[str]:
    """The commands on the page of a witness."""
    shown = page.open(f"witness.html#slug={quote(slug)}")
    blocks = shown.locator("main pre, main code, main textarea").all_text_contents()
    return sorted({block.strip() for block in blocks if block.startswith("axiomatrix ")})


def checked(one: str) -> None:
    """Its options and arguments are those of the command."""
    name, *rest = shlex.split(one)[1:]
    build_command(name).make_context(name, rest, resilient_parsing=False).close()


def test_what_replays_and_draws_a_witness_can_be_given(page: Watched, tmp_path: Path) -> None:
    before = Registry(REGISTRY)
    running.prepare(tmp_path)
    report = json_reports.read_matrix(REPORTS / "compliance.json")
    kept = [cell for cell in report.cells if cell.evidence.witness and cell.evidence.witness.slug in OWN]
    assert len(kept) == len(OWN)
    save_witnesses(replace(report, cells=kept), tmp_path / "reports")
    try:
        given = [one for slug in OWN for one in printed(page, slug)]
        assert {shlex.split(one)[1] for one in given} == {"verify", "report"}
        for one in given:
            checked(one)
            status, output = running.run(one, tmp_path)
            assert status == 0, f"{one} ended with {status}:\n{output[-2000:]}"
    finally:
        running.restore(before)


def test_what_checks_a_library_again_is_a_command(page: Watched) -> None:
    report = of_libraries.read(REPORTS / "libraries.json")
    found = sorted({cell.evidence.witness.slug for cell in report if cell.evidence.witness is not None})
    given = [one for slug in found[:: len(found) // SAMPLE] for one in printed(page, slug)]
    assert len(given) >= SAMPLE and all(one.startswith("axiomatrix check --library ") for one in given)
    for one in given:
        checked(one)
