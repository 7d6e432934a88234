"""What the documentation takes from the site of the reports: its mark, its colours, and the links at the head."""

from __future__ import annotations

import re
from importlib import resources

from axiomatrix.report.site import shells

from .places import SITE

MARK, PALETTE = "assets/mark.svg", "assets/palette.css"
SCHEMES = {"default": ":root", "slate": ':root[data-theme="dark"]'}
"""The schemes of the theme, and where the style sheet of the site has their colours."""


def files() -> dict[str, str | bytes]:
    """The mark, and the colours by the names that they have in the site."""
    static = resources.files("axiomatrix.report.site").joinpath("static")
    style = static.joinpath("site.css").read_text(encoding="utf-8")
    found = {scheme: re.search(rf"^{re.escape(where)} {{([^}}]*)}}", style, re.M) for scheme, where in SCHEMES.items()}
    blocks = [f'[data-md-color-scheme="{scheme}"] {{{block[1]}}}' for scheme, block in found.items() if block]
    assert len(blocks) == len(SCHEMES), "the style sheet of the site has the colours elsewhere"
    return {MARK: static.joinpath("mark.svg").read_text(encoding="utf-8"), PALETTE: "\n".join(blocks) + "\n"}


def head() -> list[tuple[str, str]]:
    """The links at the head of every page of the site: name and address."""
    return [(page.nav, f"{SITE}/{page.file}") for page in shells.PAGES[: shells.PAGES_AT_HEAD]]
