"""Where the generated pages are, and how to get from one to another."""

from __future__ import annotations

import html
import posixpath

from axiomatrix.model.axiom import Axiom
from axiomatrix.model.metric import Metric
from axiomatrix.report.site import links
from axiomatrix.spaces import Space

from .texts import anchor, code, link, text

REFERENCE, HOUSE = "reference/index.md", "assets/house.svg"
SCHEMAS, API = "reference/schemas", "api"
SPACES, COMMANDS = "reference/spaces.md", "reference/commands.md"
SITE = "matrix"
"""The folder of the built documentation that holds the site of ``axiomatrix report --html``."""


def to(here: str, target: str) -> str:
    """The target (``PAGE.md#ANCHOR``) as it is linked from the page ``here``."""
    page, hash, place = target.partition("#")
    return posixpath.relpath(page, posixpath.dirname(here) or ".") + hash + place


def metric(here: str, row: Metric) -> str:
    """A link to a metric, which has its page in the site."""
    return in_site(here, links.metric(row.name), code(row.name))


def axiom(here: str, said: Axiom, shown: str | None = None) -> str:
    """A link to an axiom, which has its page in the site, or to it by another text (a statement)."""
    return in_site(here, links.axiom(said.id), code(shown or said.id))


def space_anchor(of: Space) -> str:
    """Where a space stands: the open and the closed interval apart."""
    return anchor(of.name.replace("[0, 1]", "0 to 1 closed"))


def space(here: str, of: Space) -> str:
    """A link to a space."""
    return link(text(of.name), to(here, f"{SPACES}#{space_anchor(of)}"))


def in_site(here: str, address: str, shown: str) -> str:
    """A link into the interactive site, which is written after the pages; ``shown`` is Markdown."""
    return f'<a href="{html.escape(to(here, f"{SITE}/{address}"))}">{shown}</a>'
