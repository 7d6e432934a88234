"""Links from the written pages to files of the repository that are not in docs/: on GitHub they just work."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator

from .places import API, HOUSE, REFERENCE, SCHEMAS, SITE, SPACES, to

FILES = "repository"
"""The folder of the built documentation for files that pages link to."""
HOME = "README.md"
"""What the home page of the documentation stands for."""
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\((\.\.?/[^)\s#]*)(#[^)\s]*)?\)")
IN_SITE = {
    "reports/compliance": "matrix.html",
    "reports/claims": "claims.html",
    "reports/libraries": "libraries.html",
}
"""Reports that the interactive site shows: by the path without its ending, the page of the site."""
SCHEMA_FILE = "src/axiomatrix/report/json_formats.py"
MADE_OF = {
    "src/axiomatrix": HOUSE,
    "src/axiomatrix/__init__.py": f"{API}/index.md",
    "src/axiomatrix/catalogue": REFERENCE,
    "src/axiomatrix/spaces": SPACES,
    SCHEMA_FILE: f"{SCHEMAS}/index.md",
}
"""Generated pages, and a picture, which nobody finds where code is hosted, by the path of the code they are made of.

A place in the list of formats is the name of a schema: ``formats.py#expectations`` leads to the page of that one.
"""


def linked(markdown: str, here: str) -> Iterator[str]:
    """The files outside docs/ that a page links to, by their path in the repository; those in the site left out."""
    for found in _LINK.finditer(markdown):
        path = _outside(here, found[2])
        if path not in (None, HOME, *MADE_OF) and posixpath.splitext(path)[0] not in IN_SITE:
            yield path


def rewritten(markdown: str, here: str, exists: Callable[[str], bool]) -> str:
    """The page with its links to such files turned to where they are in the built documentation."""

    def turned(found: re.Match[str]) -> str:
        shown, target, place = found[1], found[2], found[3] or ""
        path = _outside(here, target)
        if path is None:
            return found[0]
        if (page := IN_SITE.get(posixpath.splitext(path)[0])) is not None:
            return f'<a href="{to(here, f"{SITE}/{page}{place.upper()}")}">{shown}</a>'  # a claim is written KV7 there
        if path in MADE_OF:
            made = f"{SCHEMAS}/{place[1:]}.md" if path == SCHEMA_FILE and place else MADE_OF[path] + place
            return f"{'!' * (made == HOUSE)}[{shown}]({to(here, made)})"
        if path == HOME:
            return f"[{shown}]({to(here, 'index.md')})"
        return f"[{shown}]({to(here, f'{FILES}/{path}')}{place})" if exists(path) else found[0]

    return _LINK.sub(turned, markdown)


def _outside(here: str, target: str) -> str | None:
    """The path in the repository, if it is not in docs/."""
    path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(here), target))
    return None if path.startswith("docs/") else path
