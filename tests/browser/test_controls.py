"""The checks of this folder can fail: each is given a page with the fault that it looks for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browsing import Watched, axe, overflow, unavailable

pytestmark = pytest.mark.xdist_group("browser")

POLICY = "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'; script-src 'self'\">"
FAULTS = {
    "console: ": f"{POLICY}<img src='x.png' onerror='alert(1)'><button onclick='alert(2)'>x</button>",
    "outside: ": "<img src='http://127.0.0.1:9/outside.png' alt=''>",
    "failed: ": "<img src='missing.png' alt=''>",
    "error: ": "<script>throw new Error('planted')</script>",
    "dialog: ": "<script>alert('planted')</script>",
}


def planted(context: Any, directory: Path, body: str) -> Watched:
    head = "<!doctype html><html lang='en'><meta charset='utf-8'><title>planted</title>"
    page = f"{head}<main id='page' data-ready>{body}</main>"
    (directory / "planted.html").write_text(page, encoding="utf-8")
    watched = Watched(context.new_page(), f"{directory.as_uri()}/")
    watched.open("planted.html")
    watched.page.wait_for_load_state("load")
    return watched


@pytest.mark.parametrize(("sign", "body"), FAULTS.items(), ids=lambda value: value.split(":")[0])
def test_fault_on_a_page_is_seen(context: Any, tmp_path: Path, sign: str, body: str) -> None:
    watched = planted(context, tmp_path, body)
    assert any(problem.startswith(sign) for problem in watched.problems)
    with pytest.raises(AssertionError):
        watched.check()


def test_page_without_a_fault_passes(context: Any, tmp_path: Path) -> None:
    watched = planted(context, tmp_path, "<h1>Fine</h1><p>Text</p>")
    watched.check()
    assert axe(watched.page) == []
    assert overflow(watched.page) == []


def test_what_is_still_loading_when_a_page_is_left_is_no_fault(context: Any, tmp_path: Path) -> None:
    context.route("**/late.js", lambda route: None)  # never answered
    later = "document.head.append(Object.assign(document.createElement('script'), {src: 'late.js'}))"
    watched = planted(context, tmp_path, f"<script>addEventListener('load', () => {{ {later} }})</script>")
    with watched.page.expect_event("requestfailed"):
        watched.open("planted.html")
    watched.check()


@pytest.mark.parametrize(
    ("rule", "body"),
    [
        ("color-contrast", "<h1 style='color: #aaa; background: #fff'>Pale</h1>"),
        ("image-alt", "<h1>Picture</h1><img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>"),
        ("label", "<h1>Field</h1><input type='text'>"),
    ],
)
def test_axe_finds_what_is_planted(context: Any, tmp_path: Path, rule: str, body: str) -> None:
    assert any(found.startswith(rule) for found in axe(planted(context, tmp_path, body).page))


def test_wide_page_is_seen(context: Any, tmp_path: Path) -> None:
    page = planted(context, tmp_path, "<h1 style='width: 3000px'>Wide</h1>").page
    assert "the page is" in overflow(page)[0]


def test_missing_browser_skips_here_and_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception):
        unavailable("no browser")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception):
        unavailable("no browser")
