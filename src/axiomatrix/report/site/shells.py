"""The pages of the site, and what is in them before a script has run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from ..templates import environment
from .inputs import Inputs


@dataclass(frozen=True)
class Page:
    """A file of the site."""

    file: str
    nav: str
    """Its name among the links of every page."""
    title: str
    scripts: tuple[str, ...]
    """Beside the common one, in the order in which they run."""
    styles: tuple[str, ...]


MATRIX = ("mistake", "matrix_tables", "matrix_filter", "matrix_panel", "matrix_keys", "matrix")
"""The scripts of the matrix page: each builds on those before it."""
STATIC = ("furnish", "pages")
"""Those of pages that are complete when they are written."""
WITNESS = ("furnish", "witnesses", "mistake", "witness")
ASKING = ("names", "standing")
HOME, COMPARE, CHOOSE, DISCOVERIES = (
    Page(
        "index.html",
        "Home",
        "The axioms of ranking metrics, checked by machine",
        (*ASKING, "witnesses", *STATIC, "home"),
        ("drawing", "asking"),
    ),
    Page(
        "compare.html",
        "Compare",
        "Metrics side by side",
        (*ASKING, "witnesses", "partners", "compare"),
        ("drawing", "asking", "pages"),
    ),
    Page("choose.html", "Choose", "Choose a metric", (*ASKING, "choose"), ("asking",)),
    Page("discoveries.html", "Discoveries", "Discoveries", STATIC, ("other", "drawing", "asking")),
)
PAGES = (
    HOME,
    Page("matrix.html", "Matrix", "Compliance matrix", MATRIX, ("matrix",)),
    COMPARE,
    CHOOSE,
    DISCOVERIES,
    Page("claims.html", "Claims", "Claims of the sources", STATIC, ("pages", "other")),
    Page("conjecture.html", "Conjectures", "Conjectures", STATIC, ("pages", "other", "drawing")),
    Page("libraries.html", "Libraries", "Other libraries' metrics", STATIC, ("pages", "other")),
    Page("metric.html", "Metrics", "Metrics", (*STATIC, "partners"), ("pages",)),
    Page("axiom.html", "Axioms", "Axioms", STATIC, ("pages",)),
    Page("witness.html", "Witnesses", "Witnesses", WITNESS, ("drawing", "witness")),
    Page("proofs.html", "Proofs", "Proofs", STATIC, ("pages",)),
    Page("changes.html", "Changes", "What changed", STATIC, ("pages", "other")),
)
MATRIX_PAGE = PAGES[1]
FIRST = 8
"""So many pages are named at the head of every page, the others at its foot."""

MARK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#24415e"/>'
    '<path d="M3 5h10M3 11h10M6 3v10M10 3v10" stroke="#fff" stroke-width="1.2"/></svg>'
)
"""At the head of every page, and as its icon: within the page, so that nothing more is loaded."""
FOOTER = "Nothing found is not proved: every verdict says how far it reaches."


def shell(page: Page, inputs: Inputs, blocks: list[str]) -> str:
    """A page that a script fills from the blocks of data of these names."""
    return rendered("witness.html.j2", page, inputs, blocks, title=page.title)


def prepare() -> None:
    """Compile the templates, so that none is when a page is rendered."""
    pages = environment("axiomatrix.report.site")
    for name in pages.list_templates():
        pages.get_template(name)


def rendered(template: str, page: Page, inputs: Inputs, blocks: list[str], file: str = "", **more: Any) -> str:
    """A template that is the shell or extends it; every text that it shows is escaped. ``file`` is that of the page."""
    matrix = inputs.matrix
    footer = f"Profile {matrix.profile}, seed {matrix.seed}. {FOOTER}"
    return (
        environment("axiomatrix.report.site")
        .get_template(template)
        .render(
            page=page,
            pages=PAGES[:FIRST],
            others=PAGES[FIRST:],
            documentation=inputs.documentation,
            source=inputs.source.rstrip("/"),
            brand=Markup(MARK),
            icon=f"data:image/svg+xml,{quote(MARK)}",
            scripts=("site", *page.scripts),
            block=(file or page.file).removesuffix(".html"),
            blocks=blocks,
            footer=" ".join(part for part in (footer, matrix.interrupted) if part),
            **more,
        )
    )
