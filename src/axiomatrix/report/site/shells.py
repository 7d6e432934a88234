"""The pages of the site, and what is in them before a script has run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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


MATRIX = ("matrix_tables", "matrix_filter", "matrix_panel", "matrix_keys", "matrix")
"""The scripts of the matrix page: each builds on those before it."""
DRAWING = ("drawing_parts", "drawing_columns", "drawing_lists", "drawing_maps", "drawing")
WITNESS = (*DRAWING, "witness_terms", "witness_list", "witness")
PAGES = (
    Page("index.html", "Matrix", "Compliance matrix", MATRIX, ("matrix",)),
    Page("metric.html", "Metrics", "Metrics", ("pages", "partners"), ("pages",)),
    Page("axiom.html", "Axioms", "Axioms", ("pages",), ("pages",)),
    Page("witness.html", "Witnesses", "Witnesses", WITNESS, ("drawing", "witness")),
    Page("conjecture.html", "Conjectures", "Conjectures", (*DRAWING, "pages"), ("pages", "other", "drawing")),
    Page("claims.html", "Claims", "Claims of the sources", ("pages",), ("pages", "other")),
    Page("proofs.html", "Proofs", "Proofs", ("pages",), ("pages",)),
    Page("libraries.html", "Libraries", "Other libraries' metrics", ("pages",), ("pages", "other")),
    Page("changes.html", "Changes", "What changed", ("pages",), ("pages", "other")),
)

FOOTER = "Nothing found is not proved: every verdict says how far it reaches."


def shell(page: Page, inputs: Inputs, blocks: list[str]) -> str:
    """A page that a script fills from the blocks of data of these names."""
    return rendered("shell.html.j2", page, inputs, blocks, title=page.title)


def rendered(template: str, page: Page, inputs: Inputs, blocks: list[str], file: str = "", **more: Any) -> str:
    """A template that is the shell or extends it; every text that it shows is escaped. ``file`` is that of the page."""
    matrix = inputs.matrix
    footer = f"Profile {matrix.profile}, seed {matrix.seed}. {FOOTER}"
    return (
        environment("axiomatrix.report.site")
        .get_template(template)
        .render(
            page=page,
            pages=PAGES,
            scripts=("site", *page.scripts),
            block=(file or page.file).removesuffix(".html"),
            blocks=blocks,
            footer=" ".join(part for part in (footer, matrix.interrupted) if part),
            **more,
        )
    )
