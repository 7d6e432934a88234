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
    Page("metric.html", "Metrics", "Metrics", ("entry", "partners", "metric"), ("entry",)),
    Page("axiom.html", "Axioms", "Axioms", ("entry", "axiom"), ("entry",)),
    Page("witness.html", "Witnesses", "Witnesses", WITNESS, ("drawing", "witness")),
    Page("conjecture.html", "Conjectures", "Conjectures", (*DRAWING, "question", "conjecture"), ("other", "drawing")),
    Page("claims.html", "Claims", "Claims of the sources", ("claims",), ("other",)),
    Page("libraries.html", "Libraries", "Other libraries' metrics", ("finding", "agreement", "libraries"), ("other",)),
    Page("changes.html", "Changes", "What changed", ("changes",), ("other",)),
)

FOOTER = "Nothing found is not proved: every verdict says how far it reaches."


def shell(page: Page, inputs: Inputs, blocks: list[str]) -> str:
    """A page that a script fills from the blocks of data of these names."""
    return rendered("shell.html.j2", page, inputs, blocks)


def rendered(template: str, page: Page, inputs: Inputs, blocks: list[str], **more: Any) -> str:
    """A template that is the shell or extends it; every text that it shows is escaped."""
    matrix = inputs.matrix
    footer = f"Profile {matrix.profile}, seed {matrix.seed}. {FOOTER}"
    return (
        environment("axiomatrix.report.site")
        .get_template(template)
        .render(
            page=page,
            pages=PAGES,
            file=page.file,
            title=page.title,
            scripts=("site", *page.scripts),
            styles=page.styles,
            blocks=blocks,
            footer=" ".join(part for part in (footer, matrix.interrupted) if part),
            **more,
        )
    )
