"""The pages of the site, and what is in them before a script has run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from ..templates import environment
from . import links
from .inputs import Inputs
from .markup import outside, sign, spans, value
from .packing import packed

Files = dict[str, str | bytes]
"""What is written, by its path."""


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


MATRIX_SCRIPTS = ("mistake", "matrix_tables", "matrix_filter", "matrix_panel", "matrix_keys", "matrix")
"""The scripts of the matrix page: each builds on those before it."""
PLAYGROUND_SCRIPTS = (
    "fractions", "playground_values", "playground_metrics", "playground_axioms", "playground_state", "playground_parts",
    "playground_tables", "playground",
)  # fmt: skip
"""Those of the playground: numbers, rankings and lists, formulas, axioms, the address, parts, tables, the page."""
STATIC = ("furnish", "pages")
"""Those of pages that are complete when they are written."""
ASKING = ("names", "standing")
PAGES = (
    Page(
        "index.html",
        "Home",
        "The axioms of ranking metrics, checked by machine",
        (*ASKING, "witnesses", *STATIC, "home"),
        ("drawing", "asking"),
    ),
    Page("matrix.html", "Matrix", "Compliance matrix", MATRIX_SCRIPTS, ("matrix",)),
    Page(
        "compare.html",
        "Compare",
        "Metrics side by side",
        (*ASKING, "witnesses", "partners", "compare"),
        ("drawing", "asking", "pages"),
    ),
    Page("choose.html", "Choose", "Choose a metric", (*ASKING, "choose"), ("asking",)),
    Page("playground.html", "Playground", "Playground", PLAYGROUND_SCRIPTS, ("drawing", "playground")),
    Page("discoveries.html", "Discoveries", "Discoveries", STATIC, ("other", "drawing", "asking")),
    Page("claims.html", "Claims", "Claims of the sources", STATIC, ("pages", "other")),
    Page("conjecture.html", "Conjectures", "Conjectures", STATIC, ("pages", "other", "drawing")),
    Page("libraries.html", "Libraries", "Other libraries' metrics", STATIC, ("pages", "other")),
    Page("metric.html", "Metrics", "Metrics", (*STATIC, "partners"), ("pages",)),
    Page("axiom.html", "Axioms", "Axioms", STATIC, ("pages",)),
    Page(
        "witness.html", "Witnesses", "Witnesses", ("furnish", "witnesses", "mistake", "witness"), ("drawing", "witness")
    ),
    Page("proofs.html", "Proofs", "Proofs", STATIC, ("pages",)),
    Page("changes.html", "Changes", "What changed", STATIC, ("pages", "other")),
)
FIRST = 9
"""So many pages are named at the head of every page, the others at its foot."""
HOME, MATRIX, COMPARE, CHOOSE, PLAYGROUND, DISCOVERIES, CLAIMS, CONJECTURES, LIBRARIES = PAGES[:FIRST]
METRICS, AXIOMS, WITNESS, PROOFS, CHANGES = PAGES[FIRST:]

FOOTER = "Nothing found is not proved: every verdict says how far it reaches."


def rendered(page: Page, inputs: Inputs, template: str = "", *, file: str = "", title: str = "", **more: Any) -> Files:
    """A page, every text in it escaped, and what it has packed; template, file and title are its own if none are given.

    ``more`` is what the template asks for. What it hands to ``later`` is packed beside the page and put in where it
    stands when the page is opened.
    """
    matrix, kept, name = inputs.matrix, [], file or page.file
    block = name.removesuffix(".html")

    def later(content: Markup) -> Markup:
        kept.append(re.sub(r"\s*\n\s*", "\n", content) if "<pre" not in content else content)
        return Markup(f" data-k={len(kept) - 1}")

    footer = f"Profile {matrix.profile}, seed {matrix.seed}. {FOOTER}"
    html = (
        environment("axiomatrix.report.site")
        .get_template(template or f"{page.file}.j2")
        .render(
            page=page,
            title=title or page.title,
            pages=PAGES[:FIRST],
            others=PAGES[FIRST:],
            documentation=inputs.documentation,
            source=inputs.source.rstrip("/"),
            scripts=("site", *page.scripts),
            block=block,
            blocks=inputs.blocks,
            footer=" ".join(part for part in (footer, matrix.interrupted) if part),
            later=later,
            anchor=value,
            anchored=lambda name: value(f"#{links.encoded(name)}"),
            exploration=lambda name: value(links.conjecture(name)),
            of_axiom=lambda axiom: value(links.axiom(axiom, inputs.whole.columns[inputs.column_places[axiom]].group)),
            of_metric=lambda metric: value(inputs.defined[metric][0]),
            of_witness=lambda slug: value(links.witness(slug)),
            has_witness=inputs.witnessed.__contains__,
            sign=sign,
            spans=spans,
            outside=outside,
            value=value,
            **more,
        )
    )
    return {name: html} | ({f"data/{block}.js": packed(block, kept)} if kept else {})
